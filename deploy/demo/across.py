"""What the journals of several tables say together when everything has stopped: is each ticket redeemed once, or not at
all, and does nothing hang between two tables?

Reads the consoles' own journals and nothing of the floor.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from msgspec import Struct

from protocol import events as e
from protocol.ledger import TRANSIT, Ledger


class Across(Struct, frozen=True):
    travelled: int  # tickets that became credit at another table
    refused: int  # asked for in vain: used already, or of other money
    problems: tuple[str, ...]


def compare(tables: Mapping[str, Iterable[e.Event]]) -> Across:
    redeemed: Counter[tuple[str, str]] = Counter()
    released: dict[bytes, tuple[str, str, int]] = {}  # by its journey: whose ticket, which, and its amount
    taken: dict[bytes, tuple[str, str, int]] = {}
    over: Counter[str] = Counter()
    transit: defaultdict[str, int] = defaultdict(int)
    for name, facts in tables.items():
        ledger = Ledger()
        for fact in facts:
            ledger.apply(fact)
            match fact:
                case e.TicketAccepted(ticket=ticket) | e.TicketPaid(ticket=ticket):
                    redeemed[name, ticket] += 1
                case e.TicketReleased(journey=journey, ticket=ticket, amount=amount):
                    released[journey] = (name, ticket, amount)
                case e.ForeignTicketAccepted(journey=journey, issuer=issuer, ticket=ticket, amount=amount):
                    taken[journey] = (issuer, ticket, amount)
                    redeemed[issuer, ticket] += 1
                case e.ClaimSettled(journey=journey, issuer=issuer, ticket=ticket, amount=amount) if ticket:
                    taken[journey] = (issuer, ticket, amount)
                    redeemed[issuer, ticket] += 1
                case _:
                    pass
            over[type(fact).__name__] += 1
        for currency, accounts in ledger.books().items():
            transit[currency.code] += accounts.get(TRANSIT, 0)
    problems = [f"ticket {ticket} of {name} was redeemed {n} times" for (name, ticket), n in redeemed.items() if n > 1]
    problems += [f"{amount} of {code} is between two tables" for code, amount in transit.items() if amount]
    for journey, (issuer, ticket, amount) in taken.items():
        if released.get(journey) != (issuer, ticket, amount):
            problems.append(
                f"ticket {ticket} of {issuer} was taken for {amount}, and its table says {released.get(journey)}"
            )
    if over["TicketReleased"] != over["TicketArrived"] + over["TicketRestored"]:
        problems.append(f"of {over['TicketReleased']} tickets that were released not each has arrived or come back")
    asked = over["ForeignTicketAsked"] + over["ForeignTicketCashed"]
    ended = over["ForeignTicketAccepted"] + over["ForeignTicketDeclined"] + over["ClaimSettled"]
    if asked != ended:
        problems.append(f"{asked} tickets were asked for, and {ended} were answered")
    return Across(len(taken), over["ForeignTicketDeclined"], tuple(problems))
