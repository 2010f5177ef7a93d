"""The part of the log's vocabulary that is about tickets of one table that are shown at another.

Everybody knows these facts as `events.X`; what each moves is in `ledger.py`, who tells which and when in
`console/table/journeys.py`. A journey is one try to have one ticket: its id is the same at both tables and at the
floor. T1 is the table that has issued the ticket, T2 the one where it is shown.
"""

from games.money import Currency
from games.round import PlayerId, Refusal
from protocol.fact import Fact


class ForeignTicketAsked(Fact, frozen=True):
    """T2: a ticket of another table was shown here. No money moves: its table is asked."""

    id: bytes  # of the terminal's request
    terminal: PlayerId
    journey: bytes
    issuer: str  # the table that has issued it, by its number
    tag: bytes  # of the number, keyed: that table knows it again, and nobody can tell the number from it
    ending: str
    currency: Currency
    training: bool = False  # none of it is real money here


class TicketReleased(Fact, frozen=True):
    """T1: this ticket is on its way to the other table, and is paid here no more."""

    journey: bytes
    to: str
    ticket: str
    amount: int
    currency: Currency
    training: bool = False


class TicketReleaseRefused(Fact, frozen=True):
    """T1: it is not released on this journey, now or later."""

    journey: bytes
    to: str
    refusal: Refusal


class ForeignTicketAccepted(Fact, frozen=True):
    """T2: the other table has released it, and it is credit here. The end of the journey."""

    id: bytes
    terminal: PlayerId
    sitting: int
    journey: bytes
    issuer: str
    ticket: str
    amount: int


class ForeignTicketDeclined(Fact, frozen=True):
    """T2: it is no credit here, now or later, whatever its table has done. The end of the journey."""

    id: bytes
    terminal: PlayerId
    journey: bytes
    issuer: str
    refusal: Refusal


class TicketRestored(Fact, frozen=True):
    """T1: the other table has declined it, for good: it is a ticket of ours as before."""

    journey: bytes
    ticket: str
    amount: int


class TicketArrived(Fact, frozen=True):
    """T1: the other table has it. No money moves; nobody need ask any more."""

    journey: bytes
    ticket: str


class ForeignTicketCashed(Fact, frozen=True):
    """T2: its table cannot be reached, and two people have paid what stands on the paper in cash. From now on that is a
    claim on its table.
    """

    journey: bytes
    issuer: str
    tag: bytes
    ending: str
    amount: int
    currency: Currency
    training: bool = False


class ClaimSettled(Fact, frozen=True):
    """T2: the ticket's own table has answered for so much of it; the rest is the House's loss (or gain, if below 0)."""

    journey: bytes
    issuer: str
    ticket: str  # "": its table has refused
    amount: int
    lost: int


class FloorTerm(Fact, frozen=True):
    """The floor's database speaks under this term: whoever comes with a lower one is an old copy of it."""

    term: int
