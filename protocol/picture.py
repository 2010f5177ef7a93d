"""What a `Snapshot` holds: the picture that everybody has, and what is one terminal's own, or for staff alone."""

from msgspec import Struct

from games.cards import Card
from games.correction import PlayedRound
from games.round import Answer as Given
from games.round import PlayerId, Spot
from games.settlement import Line
from protocol.coin_events import ParticipantHere
from protocol.keyring import Enrolment
from protocol.messages import CallReason, WindowId
from protocol.people import Member, Proposal
from protocol.view import TableView


class OwnLayout(Struct, frozen=True, gc=False):
    """What a terminal has in a window, and the highest revision that was answered, refused ones too."""

    id: WindowId
    name: str  # of the window, by which `LayoutReturned` speaks of it; it may be closed
    revision: int
    registered: Given
    seq: int = 0  # the entry that registered it; 0: nothing is, or the console does not say


class OwnState(Struct, frozen=True, gc=False):
    credit: int = 0
    stake: int = 0
    sitting: int = 0
    layouts: tuple[OwnLayout, ...] = ()  # of the Round in play
    disputed: int = 0  # the Round, 0 if none
    latched: str = ""
    calls: bool = False
    away: dict[
        bytes, str
    ] = {}  # tickets of other tables that are asked for, by the id of the request: their last digits
    here: ParticipantHere | None = None  # the participant who is signed on


class HeldNote(Struct, frozen=True, gc=False):
    """A note in a box that two people have to release."""

    terminal: PlayerId
    amount: int
    why: str  # denomination, cap, credit, process


class OpenTicket(Struct, frozen=True, gc=False):
    """A ticket that is not known to be in anybody's hands: its print failed, or nobody has said what became of it."""

    terminal: PlayerId
    amount: int
    ending: str  # the last digits of its number
    printed: str = ""  # printing, failed, again
    sitting: int = 0


class AskedTicket(Struct, frozen=True, gc=False):
    """A ticket of another table for which that has not answered."""

    terminal: PlayerId
    issuer: str
    ending: str
    seq: int  # the entry of the ask


class StaffState(Struct, frozen=True, gc=False):
    """What a panel knows beyond the picture: whose money is where, and who is out of play."""

    balances: dict[str, int]
    sittings: dict[PlayerId, int]
    disputes: dict[str, int]
    latched: dict[str, str]
    retired: tuple[str, ...] = ()
    calls: dict[str, CallReason] = {}  # for an attendant, and what for
    bets: dict[str, dict[PlayerId, dict[Spot, int]]] = {}  # registered in the Round in play, by window
    closed_seq: int = 0  # the entry of this Round's last close, 0 while there was none
    held: dict[int, HeldNote] = {}  # notes, by their number
    tickets: dict[str, OpenTicket] = {}  # not printed
    locked: tuple[str, ...] = ()  # take no tickets
    keys: tuple[Enrolment, ...] = ()  # that are let in
    staff: dict[str, Member] = {}  # by number; where somebody is signed on is said there
    proposals: tuple[Proposal, ...] = ()
    roles: dict[str, str] = {}  # of everybody who has joined, by name
    paid: dict[PlayerId, tuple[Line, ...]] = {}  # of the Round in play: what is settled already (003 §1.17)
    sat: dict[PlayerId, int] = {}  # and whose sitting that belongs to
    answered: dict[str, int] = {}  # for how much cash each person has answered in this gaming day, by number
    beside: tuple[Card, ...] = ()  # the faces of cards beside the Hands (`aside.py`)
    read: dict[int, Card] = {}  # and of those that wait behind one that was not read
    recalled: dict[int, PlayedRound] = {}  # earlier Rounds that are at hand to be corrected
    asked: dict[bytes, AskedTicket] = {}  # by journey
    # Where participants play with coins: the balances of each but the first, whose terminal plays with which, and who
    # stays away until when.
    coins: dict[str, dict[str, int]] = {}
    played: dict[PlayerId, str] = {}
    away: dict[str, str] = {}
    granted: dict[str, dict[str, int]] = {}  # and by coin, how much of it each person has in this gaming day, by number


class Picture(Struct, frozen=True, gc=False):
    """What `Snapshot.state` holds: the picture, and what is the reader's own."""

    view: TableView
    own: OwnState
    terminal: PlayerId
    staff: StaffState | None = None
