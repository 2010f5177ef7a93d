"""Money in and out of the terminals: credit, tickets, payments by hand. Exactly once by id, whatever is repeated.

An id that moved money is remembered for ever; the same id with another content latches the terminal. A refusal is the
asker's own entry and binds only that id; the last of each terminal are remembered. A ticket has a name, which anybody
may know, and a number, which pays: only its terminal is told. Knows no game.
"""

from hashlib import blake2b
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.money import AMOUNT_MAX
from games.round import PlayerId, Refusal
from protocol import events
from protocol.alarms import Alarm
from protocol.chain import Entry
from protocol.day import days_between
from protocol.fact import Fact
from protocol.journeys import DIGITS
from protocol.ledger import Ledger, due, owed
from protocol.liveness import HOUR_MS
from protocol.messages import BuyCredit, CashOut, Dispute, FindTicket, InsertTicket, ReportPrint, TicketFound

# The facts that the cashier keeps something of.
CASH_EVENTS: Final = frozenset(
    {
        *(events.CreditBought, events.TicketIssued, events.TicketAccepted, events.TicketPaid, events.TicketPrint),
        *(events.TicketNumbered, events.TicketSought, events.TicketsLocked, events.TicketsUnlocked),
        *(events.RoundEnded, events.DayBegan, events.DayClosed, events.TerminalUnlatched, events.DisputeRuled),
        *(events.SettlementDisputed, events.MoneyRefused, events.NoteHeld, events.NoteCredited, events.NoteCleared),
        *(events.HandPaid, events.LinesCorrected, events.ForeignTicketAsked, events.ForeignTicketAccepted),
        *(events.ForeignTicketDeclined, events.TicketReleased, events.TicketRestored),
    }
)

WRONG_MAX: Final = 5  # ticket numbers of one gaming day, from one terminal or panel: then it takes no tickets
REFUSED_MAX: Final = 20  # requests of a terminal in a Round: then it is latched, and further ones get no answer
REFUSED_KEPT: Final = 64  # ids of a terminal whose refusal is remembered: it asks again for what it has not seen
# What a printer may do next with a ticket.
_PRINTS: Final = {**dict.fromkeys(("", "again"), ("printing", "printed", "failed")), "printing": ("printed", "failed")}
UNPRINTED_MAX: Final = 20  # open tickets of a terminal that no printer has: they all stand on each panel
HELD_MAX: Final = 20  # notes of one terminal: more of them wait, unanswered, until somebody has looked at these
# The terminal counts a note when it takes it, we when it comes: our hour is shorter, so that a note that was under way
# for some minutes does not make an honest terminal's next one too many.
CAP_MS: Final = HOUR_MS - 300_000
NOTE_WHY: Final = {
    "denomination": Alarm.NOTE_DENOMINATION,
    "cap": Alarm.NOTE_CAP,
    "credit": Alarm.NOTE_CREDIT,
    "process": Alarm.NOTE_PROCESS,
}

Asking = BuyCredit | InsertTicket | CashOut | ReportPrint | Dispute


class Asked(Struct, frozen=True, gc=False):
    """What was asked under an id, and the entry that answered."""

    what: tuple[str | int, ...]
    seq: int


class Ticket(Struct, frozen=True, gc=False):
    amount: int
    terminal: PlayerId
    ending: str = ""  # of its number
    number: str = ""
    sitting: int = 0  # that cashed it out
    day: str = ""  # the gaming day of its issue
    days: int = 0  # that it is good for; 0: for ever
    good: bool = True  # not yet shown or paid
    printed: str = ""  # printing, printed, failed, again
    where: str = ""  # it was shown; "" for a cash desk
    when: str = ""  # the wall time of that entry, for people


class HeldNote(Struct, frozen=True, gc=False):
    id: bytes
    terminal: PlayerId
    amount: int
    why: str


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
    tickets: dict[str, Ticket] = {}  # by name
    numbers: dict[str, str] = {}  # the name of the ticket with this validation number
    wrong: dict[str, int] = {}  # numbers that no ticket has, of this gaming day, by terminal or panel
    locked: list[str] = []  # terminals and panels that take no tickets
    refused: dict[PlayerId, list[bytes]] = {}  # ids of the last refusals: older ones are forgotten
    refusals: dict[PlayerId, int] = {}  # how many, in this Round, or until staff unlatch it
    day: str = ""  # the gaming day
    held: dict[int, HeldNote] = {}  # notes in the boxes that nobody has released, by their number
    notes_held: int = 0  # in all: the number of the last one
    hour: dict[PlayerId, list[tuple[int, int]]] = {}  # notes that count towards the cap: when, and how much
    clock_ms: int = 0  # when the last such note came
    taken: dict[PlayerId, int] = {}  # what others took of its credit since it last cashed out: it may not know yet

    # --- questions -------------------------------------------------------------------------------------------

    def answer(
        self,
        terminal: PlayerId,
        asking: InsertTicket | CashOut | ReportPrint | Dispute,
        ledger: Ledger,
        blocked: Refusal | None,
        *,
        ticket_days: int = 0,
        least: int = 1,
        disputable: bool = True,
        secret: bytes = b"",
        code: str = "",
    ) -> tuple[events.Event, ...]:
        """The entries that answer a new id; none: it waits, because too much that came from here was refused."""
        refusal: Refusal | None = None
        match asking:
            case InsertTicket(id=id, ticket=number):
                if terminal in self.locked:
                    return ()
                refusal = self.objection(number)
                ticket = self.numbers.get(number, "")
                if refusal is None and ledger.credit(terminal) + self.tickets[ticket].amount > AMOUNT_MAX:
                    refusal = Refusal("too_much", f"credit would pass {AMOUNT_MAX}")
                if refusal is None:
                    sitting = ledger.sitting_for_credit(terminal)
                    return (events.TicketAccepted(id, terminal, sitting, ticket, self.tickets[ticket].amount),)
            case CashOut(id=id, amount=amount):
                refusal = blocked or _cash_out_refusal(terminal, amount, ledger, least)
                if refusal is None:
                    ticket, number = f"{len(self.tickets) + 1:06}", self._number(secret, code, terminal, id)
                    sitting = ledger.sitting_for_credit(terminal)
                    issued = events.TicketIssued(id, terminal, sitting, ticket, amount, number[-4:], ticket_days)
                    return issued, events.TicketNumbered(terminal, ticket, number)
            case ReportPrint(id=id, ticket=ticket, state=state):
                known = self.tickets.get(ticket)
                if known is not None and known.terminal == terminal and state in _PRINTS.get(known.printed, ()):
                    return (events.TicketPrint(id, terminal, ticket, state),)
                refusal = Refusal("bad_ticket", f"{ticket} was not issued here, or is {state} already")
            case Dispute(id=id, round_no=round_no, lines=lines):
                if disputable:
                    return (events.SettlementDisputed(id, terminal, round_no, lines),)
                refusal = Refusal("no_such_round", f"{terminal} had nothing in round {round_no}")
        if self.refusals.get(terminal, 0) >= REFUSED_MAX:
            return ()
        return (events.MoneyRefused(asking.id, terminal, refusal),)

    def objection(self, number: str) -> Refusal | None:
        """Why a ticket of this number cannot be had now. The number itself is in no refusal: many may read those."""
        return self.objection_to(self.numbers.get(number, ""), masked(number))

    def objection_to(self, name: str, shown: str) -> Refusal | None:
        ticket = self.tickets.get(name)
        if ticket is None:
            return Refusal("no_ticket", f"there is no ticket {shown}")
        if not ticket.good:
            return Refusal("ticket_used", f"ticket {shown} was paid already")
        if self.expired(ticket):
            return Refusal("ticket_expired", f"ticket {shown} was good for {ticket.days} gaming days")
        return None

    def expired(self, ticket: Ticket) -> bool:
        """The day of its issue is the first of its days: as many as were said then, whatever the file says now."""
        return bool(ticket.days and ticket.day) and days_between(ticket.day, self.day) >= ticket.days

    def note_taken(
        self,
        terminal: PlayerId,
        note: BuyCredit,
        ledger: Ledger,
        placard: events.Placard,
        clock_ms: int,
        *,
        joined: bool = True,
        often: bool = False,
    ) -> events.CreditBought | events.NoteHeld | events.MoneyRefused | None:
        """DESIGN 4.3, rule 10: the note is in the box, so it is never refused. What this table does not take, or not so
        much of in an hour, is held: it is on record, and nobody's credit until two people say so. So is one of which a
        process tells that never `joined`: it has the key, and that is all we know of it. None: it waits.
        """
        cap, amount = placard.notes_per_hour, note.amount
        if note.currency != ledger.currency.code or placard.coins:
            # Stacked before the table's currency became another: an attendant pays it out of the box.
            if self.refusals.get(terminal, 0) >= REFUSED_MAX:
                return None
            here = "for coins that are granted" if placard.coins else str(ledger.currency)
            why = f"a note of {amount} in {note.currency}; this is {here}"
            return events.MoneyRefused(note.id, terminal, Refusal("other_currency", why))
        why = ""
        if not joined:
            why = "process"
        elif placard.notes and amount not in placard.notes:
            why = "denomination"
        elif often or (cap and amount + self._within_an_hour(terminal, clock_ms) > cap):
            why = "cap"
        elif ledger.credit(terminal) + amount > AMOUNT_MAX:
            why = "credit"
        if not why:
            taken_ms = clock_ms if cap else None
            return events.CreditBought(note.id, terminal, ledger.sitting_for_credit(terminal), amount, taken_ms)
        if sum(held.terminal == terminal for held in self.held.values()) >= HELD_MAX:
            return None
        return events.NoteHeld(note.id, terminal, self.notes_held + 1, amount, why)

    def _within_an_hour(self, terminal: PlayerId, clock_ms: int) -> int:
        return sum(amount for taken_ms, amount in self.hour.get(terminal, ()) if clock_ms - taken_ms < CAP_MS)

    def release(self, number: int, to: str, ledger: Ledger) -> events.NoteCredited | events.NoteCleared | Refusal:
        note = self.held.get(number)
        if note is None:
            return Refusal("no_note", f"no note {number} is held")
        if to != "credit":
            return events.NoteCleared(note.id, note.terminal, number, note.amount, paid=to == "hand")
        if ledger.credit(note.terminal) + note.amount > AMOUNT_MAX:
            return Refusal("too_much", f"credit would pass {AMOUNT_MAX}")
        sitting = ledger.sitting_for_credit(note.terminal)
        return events.NoteCredited(note.id, note.terminal, sitting, number, note.amount)

    def _number(self, secret: bytes, code: str, terminal: PlayerId, asked: bytes) -> str:
        """18 digits: whose it is, and what nobody can tell who has not the secret, whatever else he has read."""
        secret_digits = DIGITS - len(code)
        seed = _keyed(secret, b"number " + terminal.encode() + asked)
        while True:
            number = code + f"{int.from_bytes(seed[:16]) % 10**secret_digits:0{secret_digits}d}"
            if number not in self.numbers:
                return number
            seed = _keyed(secret, seed)

    def find(self, panel: str, asked: FindTicket, ledger: Ledger, secret: bytes) -> TicketFound:
        name = self.numbers.get(asked.number, "")
        if panel in self.locked:
            return TicketFound(asked.id, "locked")
        if not name:
            return TicketFound(asked.id, "unknown", ending=asked.number[-4:])
        ticket = self.tickets[name]
        standing = "used" if not ticket.good else "expired" if self.expired(ticket) else "good"
        owes = balance_owed(ledger, ticket.terminal, ticket.sitting)
        proof = typed_in(secret, asked.number, panel, asked.id)
        when = ticket.day if ticket.good else ticket.when
        whose = (ticket.number[-4:], ticket.amount, ticket.terminal, ticket.where, when, owes)
        return TicketFound(asked.id, standing, name, *whose, proof)

    def pay_ticket(self, name: str, *, shown: bool, by_two: bool) -> events.TicketPaid | Refusal:
        """`shown`: its number was typed in, by whoever pays it."""
        ticket = self.tickets.get(name)
        if ticket is None:
            return Refusal("no_ticket", f"there is no ticket {name}")
        if not ticket.good:
            return Refusal("ticket_used", f"ticket {name} was paid already")
        if by_two:
            if ticket.printed == "printed" and not (shown and self.expired(ticket)):
                return Refusal("ticket_out", f"ticket {name} was printed: whoever has the paper is paid")
        elif not shown:
            return Refusal("no_proof", f"the number of ticket {name} was not typed in")
        elif self.expired(ticket):
            return Refusal("ticket_expired", f"ticket {name} is out of date: two people may pay it")
        return events.TicketPaid(name, ticket.amount)

    def print_again(self, name: str, command_id: bytes) -> events.TicketPrint | Refusal:
        ticket = self.tickets.get(name)
        if ticket is None or not ticket.good or ticket.printed != "failed":
            return Refusal("bad_ticket", f"no print of ticket {name} has failed")
        return events.TicketPrint(command_id.rjust(16, b"\0"), ticket.terminal, name, "again")

    def overdraws(self, terminal: PlayerId, amount: int, ledger: Ledger) -> bool:
        """Is this more than it can ever have believed that it has? A Bet is in play: then it is refused for that."""
        believed = ledger.credit(terminal) + self.taken.get(terminal, 0)
        return amount > believed and not ledger.stake(terminal)

    def unprinted_of(self, terminal: PlayerId) -> int:
        own = (ticket for ticket in self.tickets.values() if ticket.terminal == terminal)
        return sum(ticket.good and ticket.printed != "printed" for ticket in own)

    def unprinted(self) -> dict[str, events.OpenItem]:
        """Tickets that are good, and in nobody's hands as far as we know: the printer has not said "printed"."""
        return {
            number: events.OpenItem("ticket", ticket.terminal, ticket.amount)
            for number, ticket in self.tickets.items()
            if ticket.good and ticket.printed != "printed"
        }

    # --- facts -------------------------------------------------------------------------------------------------

    def apply(self, entry: Entry, event: Fact) -> None:
        seq = entry.seq
        match event:
            case events.RoundEnded():
                self._forget_refusals()
            case events.CreditBought(id=id, terminal=terminal, amount=amount, taken_ms=taken_ms):
                self.asked[terminal, id] = Asked(("buy", amount), seq)
                if taken_ms is not None:
                    self.clock_ms = max(self.clock_ms, taken_ms)
                    before = [it for it in self.hour.get(terminal, ()) if taken_ms - it[0] < CAP_MS]
                    self.hour[terminal] = [*before, (taken_ms, amount)]
            case events.NoteHeld(id=id, terminal=terminal, note=note, amount=amount, why=why):
                self.asked[terminal, id] = Asked(("buy", amount), seq)
                self.held[note] = HeldNote(id, terminal, amount, why)
                self.notes_held = note
            case events.NoteCredited(note=note) | events.NoteCleared(note=note):
                del self.held[note]
            case events.TicketIssued(
                id=id, terminal=terminal, sitting=sitting, ticket=name, amount=amount, ending=ending, days=days
            ):
                self.tickets[name] = Ticket(amount, terminal, ending, sitting=sitting, day=self.day, days=days)
                self.taken.pop(terminal, None)
                self.asked[terminal, id] = Asked(("cash out", amount), seq)
            case events.HandPaid(terminal=terminal, amount=amount):
                self.taken[terminal] = self.taken.get(terminal, 0) + amount
            case events.LinesCorrected(terminal=terminal, credited=credited) if credited < 0:
                self.taken[terminal] = self.taken.get(terminal, 0) - credited
            case events.TicketNumbered(ticket=name, number=number):
                self.tickets[name] = replace(self.tickets[name], number=number)
                self.numbers[number] = name
            case events.TicketAccepted(id=id, terminal=terminal, ticket=name):
                self._spent(entry, name, terminal)
                self.asked[terminal, id] = Asked(("ticket", self.tickets[name].number), seq)
            case events.TicketPaid(ticket=name):
                self._spent(entry, name, "")
            case events.TicketReleased(to=to, ticket=name):
                self._spent(entry, name, to)
            case events.TicketRestored(ticket=name):
                self.tickets[name] = replace(self.tickets[name], good=True, where="", when="")
            case (
                events.ForeignTicketAsked(id=id, terminal=terminal)
                | events.ForeignTicketAccepted(id=id, terminal=terminal)
            ):
                # Which number it was, only its own table can say: the same id is this journey, whatever comes with it.
                self.asked[terminal, id] = Asked((), seq)
            case events.ForeignTicketDeclined(id=id, terminal=terminal, refusal=refusal):
                self._refuse(seq, id, terminal)
                if refusal.reason == "no_ticket":
                    self.wrong[terminal] = self.wrong.get(terminal, 0) + 1
            case events.TicketPrint(id=id, terminal=terminal, ticket=name, state=state):
                self.tickets[name] = replace(self.tickets[name], printed=state)
                self.asked[terminal, id] = Asked(("print", name, state), seq)
            case events.TicketSought(panel=panel):
                self.wrong[panel] = self.wrong.get(panel, 0) + 1
            case events.TicketsLocked(terminal=name):
                self.locked.append(name)
            case events.TicketsUnlocked(terminal=name):
                self.locked.remove(name)
                self.wrong.pop(name, None)
            case events.DayBegan(day=day):
                self.day = day
            case events.DayClosed():
                self._forget_refusals()
                self.wrong = {name: count for name, count in self.wrong.items() if name in self.locked}
            case events.TerminalUnlatched(terminal=terminal) | events.DisputeRuled(terminal=terminal):
                self.refusals.pop(terminal, None)
            case events.SettlementDisputed(id=id, terminal=terminal, round_no=round_no):
                self.asked[terminal, id] = Asked(("dispute", round_no), seq)
            case events.MoneyRefused(id=id, terminal=terminal, refusal=refusal):
                self._refuse(seq, id, terminal)
                if refusal.reason == "no_ticket":
                    self.wrong[terminal] = self.wrong.get(terminal, 0) + 1
            case _:
                pass

    def _refuse(self, seq: int, asked: bytes, terminal: PlayerId) -> None:
        """Whatever is asked under it again, this is the answer, until it is too old to be asked again."""
        self.asked[terminal, asked] = Asked((), seq)
        kept = self.refused.setdefault(terminal, [])
        kept.append(asked)
        if len(kept) > REFUSED_KEPT:
            del self.asked[terminal, kept.pop(0)]
        self.refusals[terminal] = self.refusals.get(terminal, 0) + 1

    def _forget_refusals(self) -> None:
        """Only what was too much is kept, until staff have unlatched the terminal."""
        self.refusals = {name: count for name, count in self.refusals.items() if count >= REFUSED_MAX}

    def _spent(self, entry: Entry, name: str, where: str) -> None:
        self.tickets[name] = replace(self.tickets[name], good=False, where=where, when=entry.wall_time)


def typed_in(secret: bytes, number: str, panel: str, asked: bytes) -> bytes:
    """Proves that this number was typed in at this panel, in this question: worth nothing to whoever else reads it."""
    return _keyed(secret, b"proof " + asked + f"{number} {panel}".encode())[:16]


def _keyed(secret: bytes, text: bytes) -> bytes:
    """What only who has the secret can compute."""
    return blake2b(text, key=secret, digest_size=32).digest()


def masked(number: str) -> str:
    """As anybody may read it: the last four digits."""
    return f"...{number[-4:]}" if len(number) > 8 else "..."


def _cash_out_refusal(terminal: PlayerId, amount: int, ledger: Ledger, least: int) -> Refusal | None:
    if ledger.stake(terminal):
        return Refusal("stake_in_play", "a Bet is in play: cash out when the Round is over")
    if amount > ledger.credit(terminal):
        return Refusal("credit", f"there is no credit of {amount}")
    if amount < least and amount < ledger.credit(terminal):
        return Refusal("bad_amount", f"{amount} is less than the least chip, {least}, and not the whole credit")
    return None


def balance_due(ledger: Ledger, terminal: PlayerId, sitting: int) -> int:
    return ledger.balance(due(terminal, sitting))


def balance_owed(ledger: Ledger, terminal: PlayerId, sitting: int) -> int:
    return -ledger.balance(owed(terminal, sitting))
