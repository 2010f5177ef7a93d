"""Money in and out of the terminals: credit, tickets, payments by hand. Exactly once by id, whatever is repeated.

An id is remembered for ever; the same id with another content latches the terminal. A refusal is the asker's own
entry and binds only that id. Knows no game and no Round.
"""

from hashlib import sha256
from typing import Final

from msgspec import Struct

from games.money import AMOUNT_MAX
from games.round import PlayerId, Refusal
from protocol import events
from protocol.ledger import Ledger, due, owed
from protocol.messages import BuyCredit, CashOut, Dispute, InsertTicket, ReportPrint

# The facts that the cashier keeps something of.
CASH_EVENTS: Final = frozenset(
    {
        *(events.CreditBought, events.TicketIssued, events.TicketAccepted, events.TicketPaid, events.TicketPrint),
        *(events.SettlementDisputed, events.MoneyRefused),
    }
)

Asking = BuyCredit | InsertTicket | CashOut | ReportPrint | Dispute


class Asked(Struct, frozen=True, gc=False):
    """What was asked under an id, and the entry that answered."""

    what: tuple[str | int, ...]
    seq: int


class Ticket(Struct, frozen=True, gc=False):
    amount: int
    terminal: PlayerId
    good: bool = True  # not yet shown or paid
    printed: str = ""  # printing, printed, failed


def content(asking: Asking) -> tuple[str | int, ...]:
    """What must be the same when an id comes again."""
    match asking:
        case BuyCredit(amount=amount):
            return ("buy", amount)
        case InsertTicket(ticket=ticket):
            return ("ticket", ticket)
        case CashOut(amount=amount):
            return ("cash out", amount)
        case ReportPrint(ticket=ticket, state=state):
            return ("print", ticket, state)
        case Dispute(round_no=round_no):
            return ("dispute", round_no)


class Cashier(Struct, forbid_unknown_fields=True):
    asked: dict[tuple[PlayerId, bytes], Asked] = {}  # each terminal has ids of its own
    tickets: dict[str, Ticket] = {}

    # --- questions -------------------------------------------------------------------------------------------

    def answer(
        self, terminal: PlayerId, asking: Asking, ledger: Ledger, blocked: Refusal | None, chain: bytes
    ) -> events.Event:
        """The entry that answers a new id."""
        refusal: Refusal | None = None
        sitting = ledger.sitting_for_credit(terminal)
        match asking:
            case BuyCredit(id=id, amount=amount):  # the note is stacked: this is never refused for a reason of ours
                if ledger.credit(terminal) + amount <= AMOUNT_MAX:
                    return events.CreditBought(id, terminal, sitting, amount)
                refusal = Refusal("too_much", f"credit would pass {AMOUNT_MAX}")
            case InsertTicket(id=id, ticket=number):
                ticket = self.tickets.get(number)
                if ticket is not None and ticket.good and ledger.credit(terminal) + ticket.amount <= AMOUNT_MAX:
                    return events.TicketAccepted(id, terminal, sitting, number, ticket.amount)
                refusal = Refusal("bad_ticket", f"{number} is no ticket that is good now")
            case CashOut(id=id, amount=amount):
                refusal = blocked or _cash_out_refusal(terminal, amount, ledger)
                if refusal is None:
                    return events.TicketIssued(id, terminal, sitting, self._number(chain, id), amount)
            case ReportPrint(id=id, ticket=number, state=state):
                ticket = self.tickets.get(number)
                if ticket is not None and ticket.terminal == terminal:
                    return events.TicketPrint(id, terminal, number, state)
                refusal = Refusal("bad_ticket", f"{number} was not issued here")
            case Dispute(id=id, round_no=round_no, lines=lines):
                return events.SettlementDisputed(id, terminal, round_no, lines)
        return events.MoneyRefused(asking.id, terminal, refusal)

    def _number(self, chain: bytes, asked: bytes) -> str:
        """18 digits nobody can guess who has not seen the asker's random id."""
        seed = sha256(chain + asked).digest()
        while True:
            number = f"{int.from_bytes(seed[:16]) % 10**18:018d}"
            if number not in self.tickets:
                return number
            seed = sha256(seed).digest()

    def pay_ticket(self, number: str) -> events.TicketPaid | Refusal:
        ticket = self.tickets.get(number)
        if ticket is None or not ticket.good:
            return Refusal("bad_ticket", f"{number} is no ticket that is good now")
        return events.TicketPaid(number, ticket.amount)

    # --- facts -------------------------------------------------------------------------------------------------

    def apply(self, seq: int, event: events.Event) -> None:
        match event:
            case events.CreditBought(id=id, terminal=terminal, amount=amount):
                self.asked[terminal, id] = Asked(("buy", amount), seq)
            case events.TicketIssued(id=id, terminal=terminal, ticket=number, amount=amount):
                self.tickets[number] = Ticket(amount, terminal)
                self.asked[terminal, id] = Asked(("cash out", amount), seq)
            case events.TicketAccepted(id=id, terminal=terminal, ticket=number):
                self._spent(number)
                self.asked[terminal, id] = Asked(("ticket", number), seq)
            case events.TicketPaid(ticket=number):
                self._spent(number)
            case events.TicketPrint(id=id, terminal=terminal, ticket=number, state=state):
                ticket = self.tickets[number]
                self.tickets[number] = Ticket(ticket.amount, ticket.terminal, ticket.good, state)
                self.asked[terminal, id] = Asked(("print", number, state), seq)
            case events.SettlementDisputed(id=id, terminal=terminal, round_no=round_no):
                self.asked[terminal, id] = Asked(("dispute", round_no), seq)
            case events.MoneyRefused(id=id, terminal=terminal):
                self.asked[terminal, id] = Asked((), seq)  # whatever is asked under it again, this is the answer
            case _:
                pass

    def _spent(self, number: str) -> None:
        ticket = self.tickets[number]
        self.tickets[number] = Ticket(ticket.amount, ticket.terminal, good=False, printed=ticket.printed)


def _cash_out_refusal(terminal: PlayerId, amount: int, ledger: Ledger) -> Refusal | None:
    if ledger.stake(terminal):
        return Refusal("stake_in_play", "a Bet is in play: cash out when the Round is over")
    if amount > ledger.credit(terminal):
        return Refusal("credit", f"there is no credit of {amount}")
    return None


def balance_due(ledger: Ledger, terminal: PlayerId, sitting: int) -> int:
    return ledger.balance(due(terminal, sitting))


def balance_owed(ledger: Ledger, terminal: PlayerId, sitting: int) -> int:
    return -ledger.balance(owed(terminal, sitting))
