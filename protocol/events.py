"""The log's vocabulary: one frozen struct for each fact, in the past tense, never edited.

Who may read an entry follows from its type (`audience_of`): all, one Player Terminal, staff, or for the time being
nobody (M13). What each fact does to the money is in `ledger.py`, what it does to the picture in `view.py`.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NewType

from msgspec import Struct

from games.cards import Card
from games.money import Currency
from games.round import Answer, Felt, HandId, PlayerId, Refusal, Ruled, Window
from games.round import WindowClosed as ClosingAct
from games.settlement import Line
from protocol.box_events import BetRejected as BetRejected
from protocol.box_events import HandHandled as HandHandled
from protocol.box_events import Seated as Seated
from protocol.coin_events import CoinChosen as CoinChosen
from protocol.coin_events import CoinsGranted as CoinsGranted
from protocol.coin_events import ParticipantExcluded as ParticipantExcluded
from protocol.coin_events import ParticipantHere as ParticipantHere
from protocol.coin_events import ParticipantTurnedAway as ParticipantTurnedAway
from protocol.coin_events import PurseDrawn as PurseDrawn
from protocol.coin_events import PurseReturned as PurseReturned
from protocol.fact import Fact
from protocol.halts import Halt
from protocol.key_events import ConsoleKeyEnded as ConsoleKeyEnded
from protocol.key_events import ConsoleKeyRotated as ConsoleKeyRotated
from protocol.key_events import KeyEnded as KeyEnded
from protocol.key_events import KeyEnrolled as KeyEnrolled
from protocol.messages import WindowId
from protocol.money_events import CreditBought as CreditBought
from protocol.money_events import DuePaid as DuePaid
from protocol.money_events import HandPaid as HandPaid
from protocol.money_events import HousePaid as HousePaid
from protocol.money_events import MoneyRefused as MoneyRefused
from protocol.money_events import NoteCleared as NoteCleared
from protocol.money_events import NoteCredited as NoteCredited
from protocol.money_events import NoteHeld as NoteHeld
from protocol.money_events import OwedCollected as OwedCollected
from protocol.money_events import TicketAccepted as TicketAccepted
from protocol.money_events import TicketIssued as TicketIssued
from protocol.money_events import TicketNumbered as TicketNumbered
from protocol.money_events import TicketPaid as TicketPaid
from protocol.money_events import TicketPrint as TicketPrint
from protocol.money_events import TicketsLocked as TicketsLocked
from protocol.money_events import TicketSought as TicketSought
from protocol.money_events import TicketsUnlocked as TicketsUnlocked
from protocol.past_events import LinesCorrected as LinesCorrected
from protocol.past_events import RecallFailed as RecallFailed
from protocol.past_events import RoundCorrected as RoundCorrected
from protocol.past_events import RoundRecalled as RoundRecalled
from protocol.people_events import CredentialSet as CredentialSet
from protocol.people_events import Ordered as Ordered
from protocol.people_events import OrderProposed as OrderProposed
from protocol.people_events import OrderRefused as OrderRefused
from protocol.people_events import OrderSigned as OrderSigned
from protocol.people_events import OrderWithdrawn as OrderWithdrawn
from protocol.people_events import SignatureRefused as SignatureRefused
from protocol.people_events import SignedOff as SignedOff
from protocol.people_events import SignedOn as SignedOn
from protocol.people_events import SignOnFailed as SignOnFailed
from protocol.people_events import SignOnTried as SignOnTried
from protocol.people_events import StaffAdmitted as StaffAdmitted
from protocol.people_events import StaffAssigned as StaffAssigned
from protocol.people_events import StaffDisabled as StaffDisabled
from protocol.placard import Caps as Caps
from protocol.placard import CashCap as CashCap
from protocol.placard import Placard as Placard
from protocol.shuffle_events import CardPeeked as CardPeeked
from protocol.shuffle_events import ClosingCalled as ClosingCalled
from protocol.shuffle_events import NonceCommitted as NonceCommitted
from protocol.shuffle_events import NonceOpened as NonceOpened
from protocol.shuffle_events import ShuffleCommitted as ShuffleCommitted
from protocol.shuffle_events import ShuffleLost as ShuffleLost
from protocol.shuffle_events import ShuffleMixed as ShuffleMixed
from protocol.shuffle_events import ShuffleOpened as ShuffleOpened
from protocol.terminal_events import AlarmRaised as AlarmRaised
from protocol.terminal_events import AttendantCalled as AttendantCalled
from protocol.terminal_events import DisputeRuled as DisputeRuled
from protocol.terminal_events import SettlementDisputed as SettlementDisputed
from protocol.terminal_events import TerminalJoined as TerminalJoined
from protocol.terminal_events import TerminalLatched as TerminalLatched
from protocol.terminal_events import TerminalRetired as TerminalRetired
from protocol.terminal_events import TerminalUnlatched as TerminalUnlatched
from protocol.ticket_events import ClaimSettled as ClaimSettled
from protocol.ticket_events import FloorTerm as FloorTerm
from protocol.ticket_events import ForeignTicketAccepted as ForeignTicketAccepted
from protocol.ticket_events import ForeignTicketAsked as ForeignTicketAsked
from protocol.ticket_events import ForeignTicketCashed as ForeignTicketCashed
from protocol.ticket_events import ForeignTicketDeclined as ForeignTicketDeclined
from protocol.ticket_events import TicketArrived as TicketArrived
from protocol.ticket_events import TicketReleased as TicketReleased
from protocol.ticket_events import TicketReleaseRefused as TicketReleaseRefused
from protocol.ticket_events import TicketRestored as TicketRestored

Audience = NewType("Audience", str)
ALL: Final = Audience("")
STAFF: Final = Audience("staff")
SEALED: Final = Audience("sealed")  # kept by the journal and the archive, shown to nobody until it is revealed


# --- the table ------------------------------------------------------------------------------------------


class ConsoleStarted(Fact, frozen=True):
    """A new process of the Game Console has read its journal. Every terminal says Hello again."""

    boot: int


class CurrencyBound(Fact, frozen=True):
    """From here on every amount is in this currency. Nobody had anything in the one before."""

    currency: Currency
    training: bool = False  # and none of it is real money: what the register says when a table begins, it says for ever


class TableOpened(Fact, frozen=True):
    """001 §3.4: the table is open, under this rule book and these limits, which are on display from now on."""

    game: str
    rules: str
    felt: Felt
    countdown_ms: int
    house: Mapping[str, bool] = {}  # the readings that this house has chosen
    placard: Placard = Placard()
    times: Mapping[str, int] = {}  # ms, of kinds of windows that have a time of their own


class Checkpointed(Fact, frozen=True):
    """Between two Rounds the whole state was kept beside the journal; a start may go on from there (DESIGN 2.3)."""

    digest: bytes  # sha256 of the state as it was before this entry


class LimitsSet(Fact, frozen=True):
    felt: Felt


class OpenItem(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Something that was not settled: credit, due, owed, held, ticket (not printed), dispute, latched, call."""

    what: str
    whose: str  # a terminal; of a claim, with its sitting
    amount: int = 0  # of a dispute: the Round


class LeftOpen(Fact, frozen=True):
    """What stood open when staff closed the table all the same (`protocol/standing.py`). `TableClosed` follows."""

    items: tuple[OpenItem, ...]


class TableClosed(Fact, frozen=True):
    pass


class DayBegan(Fact, frozen=True):
    """The wall clock says that this gaming day has begun, or people have confirmed it. Never one before the last."""

    day: str


class DayDoubted(Fact, frozen=True):
    """The wall clock says a day so far ahead that it is not followed before people confirm it; "": no longer."""

    day: str


class DayClosed(Fact, frozen=True):
    """The gaming days from `since` to `day` are over, and their books closed; no stake was in play."""

    day: str
    since: str  # the same day, unless earlier ones had been missed


class ClockStepped(Fact, frozen=True):
    """The wall clock was set by so much (- back), or is before the last entry. For people: nothing follows from it."""

    by_ms: int


class StartConfirmed(Fact, frozen=True):
    """`by` has shown our own signature on entry `seq`, which is in this journal: what lies behind it is vouched for by
    nobody yet.
    """

    by: str
    seq: int


class Halted(Fact, frozen=True):
    """Play waits for people. Kept over any restart; each reason is cleared on its own."""

    reason: Halt
    detail: str
    paragraph: str = ""


class Resumed(Fact, frozen=True):
    """One reason is dealt with. Windows that are open have until `deadline_ms` again (console's monotonic clock)."""

    reason: Halt
    deadline_ms: int


class Interrupted(Fact, frozen=True):
    """001 §5.1: the console was away in the middle of a Round; paused until a Supervisor has answered."""

    round_no: int
    established: bool


class InterruptionAnswered(Fact, frozen=True):
    """Whether the interruption affects the continuation of the Round; the Round goes on if it does not."""

    round_no: int
    affects: bool
    deadline_ms: int  # on the console's monotonic clock: windows that were open have this long again


# --- the Card Shoe --------------------------------------------------------------------------------------


class ShoeLoaded(Fact, frozen=True):
    """001 §2.2.1: a shuffled set of cards is in the shoe. `mid_round`: it replaces one in a Round (§5.7.1)."""

    decks: int
    burn: int
    shuffled_by: str
    next_seq: int  # of the first card that the shoe will report
    mid_round: bool = False
    by_hand: bool = False  # the Dealer tells of each card


class CardBurnt(Fact, frozen=True):
    shoe_seq: int
    card: Card | None  # None: it was not read; a burnt card need not be


class ShoeLive(Fact, frozen=True):
    pass


class CutCardSeen(Fact, frozen=True):
    """The Round in play is the last of this shoe; between Rounds: the next one is."""

    shoe_seq: int


class ShoeEmptied(Fact, frozen=True):
    """The shoe says that it has no card left."""

    shoe_seq: int


class ShoeEnded(Fact, frozen=True):
    """001 §5.3.2: the rest was counted by hand; `miscount` cards are too many (+) or too few (-)."""

    counted: int
    miscount: int


class SetWithdrawn(Fact, frozen=True):
    """The set in the shoe is none, or was not shuffled: after the Void it leaves play, and nobody bets on it."""

    paragraph: str  # of the Void: 001 §5.3.1, §5.3.2, §5.3.5


class ShoeLost(Fact, frozen=True):
    pass


class ShoeSetAside(Fact, frozen=True):
    """The shoe is dead and its set plays on: the Dealer tells of each card, until another set is loaded."""


class ShoeBack(Fact, frozen=True):
    """The shoe answers, for the first time or again; from now on no other one is listened to (FAULTS S14)."""

    serial: str = ""  # "": the make does not tell


# --- a Round --------------------------------------------------------------------------------------------


class WindowOpened(Fact, frozen=True):
    """Bets or a decision are open to answers. The first window of a Round is its beginning (001 §1.18, §3.3)."""

    id: WindowId
    window: Window
    left_ms: int
    deadline_ms: int  # on the console's monotonic clock, which ends with its process


class TimeAdded(Fact, frozen=True):
    round_no: int
    left_ms: int
    deadline_ms: int


class LayoutRegistered(Fact, frozen=True):
    """001 §5.2.1: from this entry on these Bets are Registered; `change` is what they add to the stake."""

    id: WindowId
    terminal: PlayerId
    revision: int
    answer: Answer
    change: int


class LayoutRefused(Fact, frozen=True):
    """A refusal is durable too: a retry must never be accepted after the Player may have read the refusal."""

    id: WindowId
    terminal: PlayerId
    revision: int
    answer: Answer
    refusal: Refusal


class LayoutReturned(Fact, frozen=True):
    """A Ruling took this window away or asks it again: what was registered in it goes back."""

    round_no: int
    window: str
    terminal: PlayerId
    amount: int
    paragraph: str = ""  # under which the House gives it back for good (001 §5.12); "": it is or was asked again


class WindowClosed(Fact, frozen=True):
    """001 §3.7, §5.9: the Bets are what is registered now. `due`: where the next card goes, "" if none is.

    Without an act a Ruling took the window away, a Void too: it was never answered as far as the Round is concerned.
    """

    id: WindowId
    name: str
    by: str  # dealer, countdown, answers, card, void, ruling; no_bets: at once, by a Ruling (001 §5.12)
    act: ClosingAct | None
    due: HandId


class CardDealt(Fact, frozen=True):
    """A card reached its Hand. `card` is None while it lies face down; a `CardRevealed` follows."""

    round_no: int
    shoe_seq: int  # 0: carried over from the Round before (001 §5.4); -1: entered, and the shoe has not said it
    hand: HandId
    card: Card | None
    due: HandId
    entered: bool = False  # by hand: the Dealer with a Pit Supervisor


class CardTakenBack(Fact, frozen=True):
    """The last card was dealt by hand and tapped wrong: it never was."""

    round_no: int
    hand: HandId
    card: Card
    due: HandId


class CardHidden(Fact, frozen=True):
    """The face of a card that lies face down, for the Player who may turn it, or for nobody yet."""

    round_no: int
    draw: int  # which card of the Round, from 0
    card: Card
    to: str  # a terminal, or ""


class CardRevealed(Fact, frozen=True):
    round_no: int
    draw: int
    card: Card
    due: HandId | None = None  # where the next card goes, if that follows from this one; None: it does not


class HandsLaid(Fact, frozen=True):
    """The cards were laid anew without a new card: a Hand was split."""

    round_no: int
    hands: Mapping[HandId, tuple[Card | None, ...]]


class SurplusDrawn(Fact, frozen=True):
    """001 §5.4: a card that this Round does not need, or not yet. It lies face down beside the Hands: who knew the
    first card of the next Round could bet on it.
    """

    round_no: int
    shoe_seq: int


class SurplusSeen(Fact, frozen=True):
    """The faces of all cards that lie beside the Hands, the oldest first: for staff, until they are dealt or turned."""

    cards: tuple[Card, ...]
    shoe_seq: int = 0  # of the last one, if it has just come


class CardUnread(Fact, frozen=True):
    """A card passed the shoe and its face is not known. Never guessed: the Dealer enters it."""

    shoe_seq: int


class CardWaiting(Fact, frozen=True):
    """A card that was read, behind one that was not: its place is known when that one is entered. It may be one that
    lies face down: `CardRead` has its face.
    """

    shoe_seq: int


class CardRead(Fact, frozen=True):
    """The face of a card that waits, for staff; for nobody yet, where a Player may turn it."""

    shoe_seq: int
    card: Card
    staff: bool = False


class CardMatched(Fact, frozen=True):
    """The shoe reports, late, a card that was entered by hand. None: not read, or it may lie face down."""

    shoe_seq: int
    card: Card | None


class CardIdle(Fact, frozen=True):
    """A card came out of the shoe while no Round was in play; a Supervisor says what becomes of it. Face down, too."""

    shoe_seq: int


class SurplusKept(Fact, frozen=True):
    """001 §5.4: the cards beside the Hands, so many, are the first of the next Round."""

    round_no: int
    cards: int
    seen: tuple[Card, ...] = ()  # of those, what lay in a Hand before: acts of this Round until now


class RulingMade(Fact, frozen=True):
    """A Ruling changed the Round: its act, and how the cards lie and what is due after it. A card that is still left
    over is in none of it, but where its act puts it in order (002 §5.10): that one is turned, too.
    """

    round_no: int
    act: Ruled
    paragraph: str
    hands: Mapping[HandId, tuple[Card | None, ...]]
    surplus: int  # so many lie beside the Hands
    due: HandId
    turned: tuple[Card, ...] = ()  # that lay there, and are open to all: they came into play, or are out of it (Void)
    which: tuple[int, ...] = ()  # those were, counted from 0; what else is turned waited behind an unread card
    covered: tuple[Card, ...] = ()  # that were in a Hand, and lie there now


class SidesReported(Fact, frozen=True):
    """001 §5.5: the Hands as they lay, with cards on the wrong side. `RulingMade` puts them in order."""

    round_no: int
    hands: Mapping[HandId, tuple[Card, ...]]


class CardsCorrected(Fact, frozen=True):
    """001 §5.6, §5.10: before it was settled, the Round was found to have other cards than the shoe had read."""

    round_no: int
    cards: tuple[Card, ...]  # of the Hands, as they came
    hands: Mapping[HandId, tuple[Card | None, ...]]
    surplus: int
    due: HandId
    beside: tuple[int, ...] = ()  # for each that lies face down beside the Hands: how many acts came before it


class RulingRecorded(Fact, frozen=True):
    """001 §5.12: a decision of the Shift Manager that no other entry expresses."""

    text: str


class Certified(Fact, frozen=True):
    """001 §5.6, §5.10: the Dealer has compared screen and cards. `acknowledged`: who had seen the close by then."""

    round_no: int
    cards_digest: bytes
    acknowledged: tuple[PlayerId, ...]


class Settled(Fact, frozen=True):
    """The lines of one terminal: decided by the Certified cards, or all returned because the Round is Void (5.11)."""

    round_no: int
    terminal: PlayerId
    sitting: int
    lines: tuple[Line, ...]


class RoundEnded(Fact, frozen=True):
    round_no: int
    void: bool


Event = (
    ConsoleStarted | Checkpointed | TableOpened | LimitsSet | LeftOpen | TableClosed | DayBegan | DayDoubted
    | DayClosed | ClockStepped | Halted | Resumed | Interrupted | SetWithdrawn | ShoeSetAside | CardTakenBack
    | InterruptionAnswered | ShoeLoaded | CardBurnt | ShoeLive | CutCardSeen | ShoeEmptied | ShoeEnded | ShoeLost
    | ShoeBack | WindowOpened | TimeAdded | LayoutRegistered | LayoutRefused | LayoutReturned | WindowClosed | CardDealt
    | CardHidden | CardRevealed | HandsLaid | SurplusDrawn | CardUnread | CardWaiting | CardRead | CardMatched
    | CardIdle | SurplusKept | RulingMade | CardsCorrected | RulingRecorded | Certified | Settled | RoundEnded
    | RoundCorrected | LinesCorrected | CreditBought | TicketIssued | TicketAccepted | TicketPaid | TicketPrint
    | TicketNumbered | TicketSought | TicketsLocked | TicketsUnlocked | NoteHeld | NoteCredited | NoteCleared
    | MoneyRefused | HandPaid | DuePaid | OwedCollected | TerminalRetired | TerminalJoined
    | AttendantCalled | TerminalLatched | TerminalUnlatched | AlarmRaised | SettlementDisputed | DisputeRuled | Ordered
    | OrderRefused | CurrencyBound | StartConfirmed | StaffAdmitted | CredentialSet | StaffDisabled | StaffAssigned
    | SignOnTried | SignedOn | SignOnFailed | SignedOff | OrderProposed | OrderWithdrawn | OrderSigned
    | SignatureRefused | KeyEnrolled | KeyEnded | ConsoleKeyRotated | ConsoleKeyEnded | SidesReported | HousePaid
    | Seated | HandHandled | BetRejected | SurplusSeen | ShuffleCommitted | NonceCommitted | NonceOpened | ShuffleMixed
    | CardPeeked | ShuffleOpened | ShuffleLost | ClosingCalled | RoundRecalled | RecallFailed | ForeignTicketAsked
    | TicketReleased | TicketReleaseRefused | ForeignTicketAccepted | ForeignTicketDeclined | TicketRestored
    | TicketArrived | ForeignTicketCashed | ClaimSettled | FloorTerm | CoinChosen | ParticipantHere | PurseDrawn
    | PurseReturned | CoinsGranted | ParticipantExcluded | ParticipantTurnedAway
)  # fmt: skip

# Facts about one Player's money and answers: for the terminal they name, and for staff.
PRIVATE: Final = (
    LayoutRegistered, LayoutRefused, LayoutReturned, BetRejected, Settled, LinesCorrected, CreditBought, TicketIssued,
    NoteHeld, NoteCredited, NoteCleared, TicketsLocked, TicketsUnlocked,
    TicketAccepted, TicketPrint, MoneyRefused, HandPaid, SettlementDisputed, DisputeRuled, TerminalLatched,
    TerminalUnlatched, AttendantCalled, ForeignTicketAsked, ForeignTicketAccepted, ForeignTicketDeclined,
    ParticipantHere, PurseDrawn, PurseReturned,
)  # fmt: skip
FOR_STAFF: Final = (
    Ordered, OrderRefused, TicketPaid, HousePaid, DuePaid, OwedCollected, TerminalRetired, TerminalJoined,
    AlarmRaised, RulingRecorded, ClockStepped, LeftOpen, TicketSought, StartConfirmed, StaffAdmitted, CredentialSet,
    StaffDisabled, StaffAssigned, SignOnTried, SignedOn, SignOnFailed, SignedOff, OrderProposed, OrderWithdrawn,
    OrderSigned, SignatureRefused, KeyEnrolled, KeyEnded, ConsoleKeyRotated, ConsoleKeyEnded, SurplusSeen,
    RoundRecalled, RecallFailed,
    TicketReleased, TicketReleaseRefused, TicketRestored, TicketArrived, ForeignTicketCashed, ClaimSettled, FloorTerm,
    CoinsGranted, ParticipantExcluded, ParticipantTurnedAway,
)  # fmt: skip

_TO_ITS_TERMINAL: Final = frozenset(PRIVATE)
_AUDIENCES: Final[Mapping[type, Audience]] = dict.fromkeys(FOR_STAFF, STAFF)


def audience_of(event: Event) -> Audience:
    """Who may read the body of this entry (DESIGN 2.3)."""
    kind = type(event)
    if kind in _TO_ITS_TERMINAL:
        return event.terminal  # type: ignore[union-attr,return-value]
    if kind is TicketNumbered:
        return only(event.terminal)  # type: ignore[union-attr]
    if kind is CardHidden:
        return only(event.to) if event.to else SEALED  # type: ignore[union-attr]
    if kind is CardRead:
        return STAFF if event.staff else SEALED  # type: ignore[union-attr]
    return _AUDIENCES.get(kind, ALL)


ONLY: Final = "only/"


def only(terminal: str) -> Audience:
    """For this terminal and not even for staff: a card that its Player turns himself."""
    return Audience(ONLY + terminal)


# What reads whoever has a key of this role; a terminal or a display reads as itself.
_READERS: Final = {"panel": str(STAFF), "archive": "archive", "witness": "witness", "floor": "floor"}
KEEPERS: Final = ("archive", "witness", "floor")  # the roles that are shown every entry, and never a picture


def reader_of(role: str, name: str) -> str:
    return _READERS.get(role, name)


@cache  # asked for every entry and reader; both are names that staff have enrolled, so there are few
def may_read(reader: str, audience: str) -> bool:
    """`reader` is a terminal's id, "staff", "archive", "witness" or "floor"."""
    if reader == "witness":
        return False  # it follows the digests, and knows nothing of what happens at the table
    if audience in (ALL, reader) or reader == "archive":
        return True
    if audience.startswith(ONLY):
        return audience == ONLY + reader
    return reader in (STAFF, "floor") and audience != SEALED  # a floor is told nothing that pays, and no hidden card
