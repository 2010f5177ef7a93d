"""The part of the log's vocabulary that is about money in and out of the terminals: notes, tickets, payments by hand.

Everybody knows these facts as `events.X`; what each moves is in `ledger.py`.
"""

from games.round import PlayerId, Refusal
from protocol.fact import Fact


class CreditBought(Fact, frozen=True):
    """A note was stacked, or the Dealer has sold credit."""

    id: bytes
    terminal: PlayerId
    sitting: int
    amount: int
    # Of a note that counts towards the cap of an hour: when, on the console's monotonic clock, which stands still while
    # no console runs. None: it does not count.
    taken_ms: int | None = None


class NoteHeld(Fact, frozen=True):
    """A note is in the box, and is nobody's credit until two people have looked at it."""

    id: bytes
    terminal: PlayerId
    note: int  # the first one of this journal is 1: what people call it
    amount: int
    why: str  # denomination, cap, credit, process: a key


class NoteCredited(Fact, frozen=True):
    """Two people have released a note that was held: it is credit now."""

    id: bytes
    terminal: PlayerId
    sitting: int
    note: int
    amount: int


class NoteCleared(Fact, frozen=True):
    """Two people have paid it back by hand; or (`paid` is false) have found that it never was in the box."""

    id: bytes
    terminal: PlayerId
    note: int
    amount: int
    paid: bool


class TicketIssued(Fact, frozen=True):
    """Cash-out: a ticket, good once. What is called `ticket` is its name, which is no secret and pays nobody."""

    id: bytes
    terminal: PlayerId
    sitting: int
    ticket: str
    amount: int
    ending: str = ""  # the last four digits of its number, by which people find it
    days: int = 0  # gaming days that it is good for, with that of its issue; 0: for ever


class TicketNumbered(Fact, frozen=True):
    """The validation number of a ticket: whoever has it can have it paid. For its terminal, and not even for staff."""

    terminal: PlayerId
    ticket: str
    number: str


class TicketSought(Fact, frozen=True):
    """At this panel a number was looked for that no ticket has."""

    panel: str


class TicketsLocked(Fact, frozen=True):
    """Too many wrong numbers came from this terminal or panel: it takes no ticket until staff say so."""

    terminal: str


class TicketsUnlocked(Fact, frozen=True):
    terminal: str


class TicketAccepted(Fact, frozen=True):
    """A ticket was shown at this terminal and is credit there now."""

    id: bytes
    terminal: PlayerId
    sitting: int
    ticket: str
    amount: int


class TicketPaid(Fact, frozen=True):
    """A ticket was paid in cash."""

    ticket: str
    amount: int


class TicketPrint(Fact, frozen=True):
    """What the printer did with a ticket: printing, printed, failed; again: staff want it printed once more."""

    id: bytes
    terminal: PlayerId
    ticket: str
    state: str


class MoneyRefused(Fact, frozen=True):
    """The asker's own entry; it binds only this id."""

    id: bytes
    terminal: PlayerId
    refusal: Refusal


class HandPaid(Fact, frozen=True):
    terminal: PlayerId
    sitting: int
    amount: int


class HousePaid(Fact, frozen=True):
    """001 §5.12: by a Ruling, in cash and by hand, of the House's own money."""

    terminal: PlayerId
    amount: int


class DuePaid(Fact, frozen=True):
    terminal: PlayerId
    sitting: int
    amount: int


class OwedCollected(Fact, frozen=True):
    terminal: PlayerId
    sitting: int
    amount: int
