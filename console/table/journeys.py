"""Tickets that travel: of this table to another (it is T1), and of another table to this one (it is T2).

T1 alone decides on its ticket. Each step is an entry and is decided once by the id of the journey; no time ends one.
What another table has done is believed from its own signed entry, under the key that two people enrolled here; the
floor that carries it is believed in nothing. So a floor that lies, dies or speaks twice may hold a ticket up, and never
pays one twice. Knows no game.
"""

from typing import Final

from console.table.cashier import REFUSED_MAX, WRONG_MAX, Asking, masked, typed_in
from console.table.shown import ShowEntry, VouchEntry
from console.table.state import Outcomes, TableCore
from games.money import AMOUNT_MAX
from games.round import PlayerId, Refusal
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.journeys import FLOOR, TABLE, Travel, code_of, issuer_of, journey_of, proven, tag_of
from protocol.keyring import Enrolment
from protocol.loop import Reply

OPEN_MAX: Final = 5  # journeys that a terminal may wait for: a Player has so many papers at most
FLOOR_BACK_MS: Final = 30_000  # after a start of ours: it says Hello every few seconds at most
TERMS_AT_ONCE: Final = 1_000  # a term that leaps would leave no room for the next promotion
WRONG_FROM_A_TABLE: Final = 20  # of its tags in a gaming day: then it rings


# --- T2: shown here ------------------------------------------------------------------------------------------------


def others(table: TableCore) -> list[Enrolment]:
    """The tables whose tickets can be asked for here."""
    return [peer for peer in table.keyring.peers() if peer.role == TABLE] if table.setup.house_secret else []


def is_foreign(table: TableCore, number: str) -> str:
    """The table that has issued it; "": it is ours, or nobody's as far as this table knows."""
    return "" if number in table.cashier.numbers else issuer_of(number, others(table))


def ask_house(table: TableCore, terminal: PlayerId, said: Asking) -> tuple[e.Event, ...]:
    """Step 1, if this is a ticket of another table. Else nothing: then it is ours, or none."""
    if not isinstance(said, m.InsertTicket) or not (issuer := is_foreign(table, said.ticket)):
        return ()
    if terminal in table.cashier.locked:
        return ()
    answer = _asked(table, terminal, said, issuer)
    if not isinstance(answer, Refusal):
        return (answer,)
    too_much = table.cashier.refusals.get(terminal, 0) >= REFUSED_MAX
    return () if too_much else (e.MoneyRefused(said.id, terminal, answer),)


def _asked(table: TableCore, terminal: PlayerId, said: m.InsertTicket, issuer: str) -> e.ForeignTicketAsked | Refusal:
    """Of a floor that is not here it is said at once: the paper is good at its own table, and at a desk."""
    journey = journey_of(table.setup.table, terminal, said.id)
    if sum(it.terminal == terminal for it in table.journeys.asked.values()) >= OPEN_MAX:
        return Refusal("many_asked", f"{OPEN_MAX} tickets are being asked for")
    if not _has_floor(table):
        detail = f"ticket {masked(said.ticket)} is of {issuer}, and the house cannot be asked now"
        return Refusal("no_floor", detail)
    tag, training = tag_of(table.setup.house_secret, said.ticket), table.setup.placard.training
    if _is_spent_here(table, tag):  # whichever of two a floor carries first
        return Refusal("ticket_used", f"ticket {masked(said.ticket)} was paid here already")
    about = (issuer, tag, said.ticket[-4:], table.ledger.currency, training)
    return e.ForeignTicketAsked(said.id, terminal, journey, *about)


def _is_spent_here(table: TableCore, tag: bytes) -> bool:
    """Was this paper paid at a desk here, or did it become credit?"""
    return tag in table.journeys.cashed or tag in table.journeys.taken


def waits_for_floor(table: TableCore, now_ms: int, number: str) -> bool:
    """This process has just begun, and the floor will be back in a moment: nobody is refused for that."""
    just = now_ms - table.forgotten.clock[1] < FLOOR_BACK_MS
    return just and bool(is_foreign(table, number)) and not _has_floor(table)


def _has_floor(table: TableCore) -> bool:
    """Has one said Hello to this process?"""
    floors = (peer.name for peer in table.keyring.peers() if peer.role == FLOOR)
    return any(table.peers.peer(name).greeted for name in floors)


def hear_question(table: TableCore, panel: str, asked: m.FindTicket) -> Outcomes:
    """Before it is paid: what is it worth? The same question gets the same answer; a wrong number is one try."""
    found = table.forgotten.found.get(panel)
    if found is None or found.id != asked.id:
        found = table.forgotten.found[panel] = _find(table, panel, asked)
        if found.standing == "unknown":
            yield e.TicketSought(panel)
            yield from lock_out(table, panel)
    yield Reply(panel, found)


def lock_out(table: TableCore, peer: str) -> Outcomes:
    """Somebody guesses numbers."""
    if table.cashier.wrong.get(peer, 0) >= WRONG_MAX and peer not in table.cashier.locked:
        yield e.TicketsLocked(peer)
        yield from table.alarm(peer, Alarm.WRONG_NUMBERS)


def _find(table: TableCore, panel: str, asked: m.FindTicket) -> m.TicketFound:
    """Of a foreign one only whose it is can be told: what it is worth, its own table knows."""
    table.forgotten.foreign.pop(panel, None)
    issuer = "" if panel in table.cashier.locked else is_foreign(table, asked.number)
    if not issuer:
        return table.cashier.find(panel, asked, table.ledger, table.setup.secret)
    table.forgotten.foreign[panel] = tag_of(table.setup.house_secret, asked.number)
    proof = typed_in(table.setup.secret, asked.number, panel, asked.id)
    return m.TicketFound(asked.id, "foreign", ending=asked.number[-4:], terminal=issuer, proof=proof)


def _take(table: TableCore, said: e.TicketReleased | e.TicketReleaseRefused, by: str) -> e.Event | int | None:
    """Step 5. What was never asked here, or not of this table, is nothing to us. A number: it has ended before."""
    journeys = table.journeys
    if (ask := journeys.asked.get(said.journey)) is not None and ask.issuer == by:
        if (refusal := _no_credit(table, ask.terminal, said)) is not None:
            return e.ForeignTicketDeclined(ask.id, ask.terminal, said.journey, by, refusal)
        assert isinstance(said, e.TicketReleased)
        sitting = table.ledger.sitting_for_credit(ask.terminal)
        told = (ask.id, ask.terminal, sitting, said.journey, by, said.ticket, said.amount)
        return e.ForeignTicketAccepted(*told)
    if (claim := journeys.claims.get(said.journey)) is not None and claim.issuer == by:
        if isinstance(said, e.TicketReleased) and not _other_money(table, said):
            return e.ClaimSettled(said.journey, by, said.ticket, said.amount, claim.amount - said.amount)
        return e.ClaimSettled(said.journey, by, "", 0, claim.amount)
    return journeys.ended.get(said.journey)


def _no_credit(table: TableCore, terminal: PlayerId, said: e.TicketReleased | e.TicketReleaseRefused) -> Refusal | None:
    if isinstance(said, e.TicketReleaseRefused):
        return said.refusal
    if other := _other_money(table, said):
        return other
    if not table.peers.in_service(terminal):
        return Refusal("no_terminal", f"{terminal} is not in service any more")
    if table.ledger.credit(terminal) + said.amount > AMOUNT_MAX:
        return Refusal("too_much", f"credit would pass {AMOUNT_MAX}")
    return None


def _other_money(table: TableCore, said: e.TicketReleased) -> Refusal | None:
    if (said.currency, said.training) != (table.ledger.currency, table.setup.placard.training):
        return Refusal("other_currency", f"the ticket is of {said.currency}, and this is {table.ledger.currency}")
    return None if 0 < said.amount <= AMOUNT_MAX else Refusal("too_much", "no ticket is of such an amount")


# --- T1: issued here -----------------------------------------------------------------------------------------------


def _release(
    table: TableCore, said: e.ForeignTicketAsked | e.ForeignTicketCashed, by: str
) -> e.TicketReleased | e.TicketReleaseRefused | int | None:
    """Step 3. None: nothing leaves this table now, whoever asks: it waits. A number: it was answered before."""
    journeys, journey = table.journeys, said.journey
    if (left := journeys.left.get(journey)) is not None:
        return left.seq
    if (refused := journeys.refused.get(journey)) is not None:
        return refused
    if table.pays_nothing(by_two=False):
        return None
    name = _tagged(table, said.tag)
    refusal = table.cashier.objection_to(name, f"...{said.ending}")
    ours = (table.ledger.currency, table.setup.placard.training)
    if refusal is None and (said.currency, said.training) != ours:
        refusal = Refusal("other_currency", f"the ticket is of {table.ledger.currency}, and there they play for other")
    if refusal is not None:
        return e.TicketReleaseRefused(journey, by, refusal)
    return e.TicketReleased(journey, by, name, table.cashier.tickets[name].amount, *ours)


def _tagged(table: TableCore, tag: bytes) -> str:
    """Made once in a process, and of what came since: a tag is one hash."""
    known, numbers = table.forgotten.tags, table.cashier.numbers
    if len(known) < len(numbers):
        for number, name in list(numbers.items())[len(known) :]:
            known[tag_of(table.setup.house_secret, number)] = name
    return known.get(tag, "")


def _close(
    table: TableCore, said: e.ForeignTicketAccepted | e.ForeignTicketDeclined | e.ClaimSettled, by: str
) -> e.Event | int | None:
    """Step 6. What has ended there before we heard of it is not released later: its refusal is on record."""
    journeys = table.journeys
    declined = isinstance(said, e.ForeignTicketDeclined) or (isinstance(said, e.ClaimSettled) and not said.ticket)
    left = journeys.left.get(said.journey)
    if left is None:
        if said.journey in journeys.refused:
            return journeys.refused[said.journey]
        gone = Refusal("given_up", f"{by} has ended this journey before it was heard of here")
        return e.TicketReleaseRefused(said.journey, by, gone) if declined else None
    if left.to != by:
        return None
    if left.closed:
        return left.closed
    if declined:
        return e.TicketRestored(said.journey, left.ticket, left.amount)
    return e.TicketArrived(said.journey, left.ticket)


# --- what the floor says --------------------------------------------------------------------------------------------


def hear_carried(table: TableCore, peer: str, said: m.CarryEntry) -> Outcomes:
    """An entry of another table. It is believed if that has signed it, names us, and the floor is not an old copy."""
    term = table.journeys.term
    if said.term < term:
        yield from table.alarm(peer, Alarm.OLD_FLOOR)
        return
    if said.term > term + TERMS_AT_ONCE:
        yield from table.alarm(peer, Alarm.LEAPING)
        return
    enrolled = table.keyring.live.get(said.table)
    fact = proven(said, enrolled.public) if enrolled is not None and enrolled.role == TABLE else None
    if fact is None:
        yield from table.alarm(peer, Alarm.UNPROVEN)
        return
    if _meant_for(fact) != table.setup.table:
        yield from table.alarm(peer, Alarm.NOT_OURS)
        return
    if said.term > term:
        yield e.FloorTerm(said.term)
    answer = _answer(table, fact, said.table)
    if isinstance(answer, int):
        yield Reply(peer, ShowEntry(answer))
    elif answer is not None:
        yield answer
        yield Reply(peer, ShowEntry(table.seq))
        yield from _ring(table, answer, said.table)
        if isinstance(answer, e.ForeignTicketDeclined):
            yield from lock_out(table, answer.terminal)


def _meant_for(fact: Travel) -> str:
    return fact.to if isinstance(fact, e.TicketReleased | e.TicketReleaseRefused) else fact.issuer


def _answer(table: TableCore, fact: Travel, by: str) -> e.Event | int | None:
    match fact:
        case e.TicketReleased() | e.TicketReleaseRefused():
            return _take(table, fact, by)
        case e.ForeignTicketAsked() | e.ForeignTicketCashed():
            return _release(table, fact, by)
        case _:
            return _close(table, fact, by)


def _ring(table: TableCore, answer: e.Event, by: str) -> Outcomes:
    """Somebody guesses numbers at that table; or two people here have paid for what was no ticket."""
    if isinstance(answer, e.TicketReleaseRefused) and table.journeys.wrong.get(by, 0) > WRONG_FROM_A_TABLE:
        yield from table.alarm(by, Alarm.GUESSED)
    if isinstance(answer, e.ClaimSettled) and answer.lost:
        lost = table.ledger.currency.write(answer.lost)
        yield from table.alarm(by, Alarm.CLAIM_SHORT, lost)


def vouch(table: TableCore, peer: str, seq: int) -> Outcomes:
    return (Reply(peer, VouchEntry(seq)),) if 0 < seq <= table.seq else ()


def against_table(table: TableCore, peer: Enrolment) -> str:
    """Why tickets of this table could not be told from others; "": they can, or it is none."""
    if peer.role != TABLE:
        return ""
    known = [table.setup.table, *(it.name for it in table.keyring.peers() if it.role == TABLE)]
    same = next((name for name in known if code_of(name) == code_of(peer.name)), "")
    return f"the numbers of its tickets begin as those of {same}: it needs another id" if same else ""


# --- orders ---------------------------------------------------------------------------------------------------------


def verify_giving_up(table: TableCore, _command: m.Command, order: m.GiveUpTicket, _position: object) -> object:
    ask = table.journeys.asked.get(order.journey)
    if ask is None:
        return Refusal("no_journey", "no such ticket is being asked for")
    refusal = Refusal("given_up", "the house has not answered: staff have given it up")
    return e.ForeignTicketDeclined(ask.id, ask.terminal, order.journey, ask.issuer, refusal)


def verify_cashing(table: TableCore, panel: str, command: m.Command, order: m.CashForeignTicket) -> object:
    """Money leaves, so whatever forbids that forbids this. Its number was typed in at this panel."""
    if refused := table.pays_nothing():
        return refused
    found = table.forgotten.found.get(panel)
    if found is None or (found.standing, found.terminal, found.proof) != ("foreign", order.issuer, order.proof):
        return Refusal("no_proof", "the number of this ticket was not typed in here")
    tag = table.forgotten.foreign[panel]
    if _is_spent_here(table, tag):
        return Refusal("ticket_used", "this ticket was paid here already")
    if any(it.tag == tag for it in table.journeys.asked.values()):
        return Refusal("being_asked", "this ticket is being asked for at a terminal here: give that up first")
    journey = journey_of(table.setup.table, panel, command.command_id)
    ours = (table.ledger.currency, table.setup.placard.training)
    return e.ForeignTicketCashed(journey, order.issuer, tag, found.ending, order.amount, *ours)
