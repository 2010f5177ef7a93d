"""The log's vocabulary: one frozen struct for each fact, in the past tense, never edited.

Who may read an entry follows from its type (`audience_of`): all, one Player Terminal, staff, or for the time being
nobody (M13). What each fact does to the money is in `ledger.py`, what it does to the picture in `view.py`.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NewType

from msgspec import Struct

from games.cards import Card
from games.round import Answer, Felt, HandId, PlayerId, Refusal, Ruled, Window
from games.round import WindowClosed as ClosingAct
from games.settlement import Line
from protocol.halts import Halt
from protocol.messages import Order, Person, WindowId

Audience = NewType("Audience", str)
ALL: Final = Audience("")
STAFF: Final = Audience("staff")
SEALED: Final = Audience("sealed")  # kept by the journal and the archive, shown to nobody until it is revealed


class _Fact(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    pass


# --- the table ------------------------------------------------------------------------------------------


class ConsoleStarted(_Fact, frozen=True):
    """A new process of the Game Console has read its journal. Every terminal says Hello again."""

    boot: int


class Placard(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What else a terminal must know of this table: for its screen and its devices, not for the rules."""

    name: str = ""
    currency: str = ""  # ISO 4217
    exponent: int = 2  # minor units are so many decimal places
    chips: tuple[int, ...] = ()  # the values one can bet with, in minor units
    decks: int = 8  # that this table is played with
    last_call_ms: int = 5_000  # before the end of the countdown
    languages: tuple[str, ...] = ("en",)
    notes_per_hour: int = 0  # the most that a terminal takes in notes within an hour, in minor units; 0: no cap


class TableOpened(_Fact, frozen=True):
    """001 §3.4: the table is open, under this rule book and these limits, which are on display from now on."""

    game: str
    rules: str
    felt: Felt
    countdown_ms: int
    house: Mapping[str, bool] = {}  # the readings that this house has chosen
    placard: Placard = Placard()


class Checkpointed(_Fact, frozen=True):
    """Between two Rounds the whole state was kept beside the journal; a start may go on from there (DESIGN 2.3)."""

    digest: bytes  # sha256 of the state as it was before this entry


class LimitsSet(_Fact, frozen=True):
    felt: Felt


class TableClosed(_Fact, frozen=True):
    pass


class DayClosed(_Fact, frozen=True):
    """The gaming day is over; no stake was in play."""

    day: str


class Halted(_Fact, frozen=True):
    """Play waits for people. Kept over any restart; each reason is cleared on its own."""

    reason: Halt
    detail: str
    paragraph: str = ""


class Resumed(_Fact, frozen=True):
    """One reason is dealt with. Windows that are open have until `deadline_ms` again (console's monotonic clock)."""

    reason: Halt
    deadline_ms: int


class Interrupted(_Fact, frozen=True):
    """001 §5.1: the console was away in the middle of a Round; paused until a Supervisor has answered."""

    round_no: int
    established: bool


class InterruptionAnswered(_Fact, frozen=True):
    """Whether the interruption affects the continuation of the Round; the Round goes on if it does not."""

    round_no: int
    affects: bool
    deadline_ms: int  # on the console's monotonic clock: windows that were open have this long again


# --- the Card Shoe --------------------------------------------------------------------------------------


class ShoeLoaded(_Fact, frozen=True):
    """001 §2.2.1: a shuffled set of cards is in the shoe. `mid_round`: it replaces one in a Round (§5.7.1)."""

    decks: int
    burn: int
    shuffled_by: str
    next_seq: int  # of the first card that the shoe will report
    mid_round: bool = False


class CardBurnt(_Fact, frozen=True):
    shoe_seq: int
    card: Card | None  # None: it was not read; a burnt card need not be


class ShoeLive(_Fact, frozen=True):
    pass


class CutCardSeen(_Fact, frozen=True):
    """The Round in play is the last of this shoe; between Rounds: the next one is."""

    shoe_seq: int


class ShoeEmptied(_Fact, frozen=True):
    """The shoe says that it has no card left."""

    shoe_seq: int


class ShoeEnded(_Fact, frozen=True):
    """001 §5.3.2: the rest was counted by hand; `miscount` cards are too many (+) or too few (-)."""

    counted: int
    miscount: int


class ShoeLost(_Fact, frozen=True):
    pass


class ShoeBack(_Fact, frozen=True):
    """The shoe answers, for the first time or again; from now on no other one is listened to (FAULTS S14)."""

    serial: str = ""  # "": the make does not tell


# --- a Round --------------------------------------------------------------------------------------------


class WindowOpened(_Fact, frozen=True):
    """Bets or a decision are open to answers. The first window of a Round is its beginning (001 §1.18, §3.3)."""

    id: WindowId
    window: Window
    left_ms: int
    deadline_ms: int  # on the console's monotonic clock, which ends with its process


class TimeAdded(_Fact, frozen=True):
    round_no: int
    left_ms: int
    deadline_ms: int


class LayoutRegistered(_Fact, frozen=True):
    """001 §5.2.1: from this entry on these Bets are Registered; `change` is what they add to the stake."""

    id: WindowId
    terminal: PlayerId
    revision: int
    answer: Answer
    change: int


class LayoutRefused(_Fact, frozen=True):
    """A refusal is durable too: a retry must never be accepted after the Player may have read the refusal."""

    id: WindowId
    terminal: PlayerId
    revision: int
    answer: Answer
    refusal: Refusal


class LayoutReturned(_Fact, frozen=True):
    """A Ruling took this window away or asks it again: what was registered in it goes back."""

    round_no: int
    window: str
    terminal: PlayerId
    amount: int


class WindowClosed(_Fact, frozen=True):
    """001 §3.7, §5.9: the Bets are what is registered now. `due`: where the next card goes, "" if none is.

    Without an act a Ruling took the window away: it was never answered as far as the Round is concerned.
    """

    id: WindowId
    name: str
    by: str  # dealer, countdown, answers, card, void, ruling
    act: ClosingAct | None
    due: HandId


class CardDealt(_Fact, frozen=True):
    """A card reached its Hand. `card` is None while it lies face down; a `CardRevealed` follows."""

    round_no: int
    shoe_seq: int  # 0: carried over from the Round before (001 §5.4); -1: entered, and the shoe has not said it
    hand: HandId
    card: Card | None
    due: HandId
    entered: bool = False  # by hand: the Dealer with a Pit Supervisor


class CardHidden(_Fact, frozen=True):
    """The face of a card that lies face down, for the Player who may turn it, or for nobody yet."""

    round_no: int
    draw: int  # which card of the Round, from 0
    card: Card
    to: str  # a terminal, or ""


class CardRevealed(_Fact, frozen=True):
    round_no: int
    draw: int
    card: Card


class HandsLaid(_Fact, frozen=True):
    """The cards were laid anew without a new card: a Hand was split."""

    round_no: int
    hands: Mapping[HandId, tuple[Card | None, ...]]


class SurplusDrawn(_Fact, frozen=True):
    """001 §5.4: a card that this Round does not need, or not yet."""

    round_no: int
    shoe_seq: int
    card: Card


class CardUnread(_Fact, frozen=True):
    """A card passed the shoe and its face is not known. Never guessed: the Dealer enters it."""

    shoe_seq: int


class CardWaiting(_Fact, frozen=True):
    """A card that was read, behind one that was not: its place is known when that one is entered.

    Without a face if it may have to lie face down there; `CardRead` has it then.
    """

    shoe_seq: int
    card: Card | None


class CardRead(_Fact, frozen=True):
    """The face of a card that waits, for nobody yet."""

    shoe_seq: int
    card: Card


class CardMatched(_Fact, frozen=True):
    """The shoe reports, late, a card that was entered by hand. None: not read, or it may lie face down."""

    shoe_seq: int
    card: Card | None


class CardIdle(_Fact, frozen=True):
    """A card came out of the shoe while no Round was in play; a Supervisor says what becomes of it."""

    shoe_seq: int
    card: Card


class SurplusKept(_Fact, frozen=True):
    """001 §5.4: these cards are the first of the next Round."""

    round_no: int
    cards: tuple[Card, ...]


class RulingMade(_Fact, frozen=True):
    """A Ruling changed the Round: its act, and how the cards lie and what is due after it."""

    round_no: int
    act: Ruled
    paragraph: str
    hands: Mapping[HandId, tuple[Card | None, ...]]
    surplus: tuple[Card, ...]
    due: HandId


class CardsCorrected(_Fact, frozen=True):
    """001 §5.6, §5.10: before it was settled, the Round was found to have other cards than the shoe had read."""

    round_no: int
    cards: tuple[Card, ...]
    hands: Mapping[HandId, tuple[Card | None, ...]]
    surplus: tuple[Card, ...]
    due: HandId


class RulingRecorded(_Fact, frozen=True):
    """001 §5.12: a decision of the Shift Manager that no other entry expresses."""

    text: str


class Certified(_Fact, frozen=True):
    """001 §5.6, §5.10: the Dealer has compared screen and cards. `acknowledged`: who had seen the close by then."""

    round_no: int
    cards_digest: bytes
    acknowledged: tuple[PlayerId, ...]


class Settled(_Fact, frozen=True):
    """The lines of one terminal: decided by the Certified cards, or all returned because the Round is Void (5.11)."""

    round_no: int
    terminal: PlayerId
    sitting: int
    lines: tuple[Line, ...]


class RoundEnded(_Fact, frozen=True):
    round_no: int
    void: bool


class RoundCorrected(_Fact, frozen=True):
    """001 §5.6, §5.3.3: the settled Round had other cards, or (`void`) no result. `LinesCorrected` follow it."""

    round_no: int
    cards: tuple[Card, ...]  # all of the Round, in their order; as they were, if it is voided
    void: str  # the paragraph, "" if it is not voided
    hands: Mapping[HandId, tuple[Card | None, ...]]


class LinesCorrected(_Fact, frozen=True):
    """Old lines reversed, new ones posted. What the sitting's credit cannot take is owed or due by hand; what it owed
    or had due from an earlier correction is made less first, so that no claim stands against another.
    """

    round_no: int
    terminal: PlayerId
    sitting: int
    before: tuple[Line, ...]
    after: tuple[Line, ...]
    credited: int  # may be negative
    due: int  # how much more; less, if negative
    owed: int  # the same: `credited + due - owed` is what the lines return more than before


# --- money in and out -----------------------------------------------------------------------------------


class CreditBought(_Fact, frozen=True):
    id: bytes
    terminal: PlayerId
    sitting: int
    amount: int


class TicketIssued(_Fact, frozen=True):
    """Cash-out: a ticket with this validation number, good once."""

    id: bytes
    terminal: PlayerId
    sitting: int
    ticket: str
    amount: int


class TicketAccepted(_Fact, frozen=True):
    """A ticket was shown at this terminal and is credit there now."""

    id: bytes
    terminal: PlayerId
    sitting: int
    ticket: str
    amount: int


class TicketPaid(_Fact, frozen=True):
    """A ticket was paid in cash."""

    ticket: str
    amount: int


class TicketPrint(_Fact, frozen=True):
    """What the printer did with a ticket: printing, printed, failed."""

    id: bytes
    terminal: PlayerId
    ticket: str
    state: str


class MoneyRefused(_Fact, frozen=True):
    """The asker's own entry; it binds only this id."""

    id: bytes
    terminal: PlayerId
    refusal: Refusal


class HandPaid(_Fact, frozen=True):
    terminal: PlayerId
    sitting: int
    amount: int


class DuePaid(_Fact, frozen=True):
    terminal: PlayerId
    sitting: int
    amount: int


class OwedCollected(_Fact, frozen=True):
    terminal: PlayerId
    sitting: int
    amount: int


# --- terminals ------------------------------------------------------------------------------------------


class TerminalEnrolled(_Fact, frozen=True):
    """A key was bound to this seat: its boots start anew."""

    terminal: PlayerId


class TerminalRetired(_Fact, frozen=True):
    """Out of service for good: its key is denied."""

    terminal: PlayerId


class TerminalJoined(_Fact, frozen=True):
    """Also of a panel, a display or an archive: whoever follows the log."""

    terminal: PlayerId
    boot: int
    run: bytes
    role: str = "terminal"  # of its key, in the register


class AttendantCalled(_Fact, frozen=True):
    """A Player wants somebody to come; or (`wanted` is false) no longer, or somebody came."""

    terminal: PlayerId
    wanted: bool


class TerminalLatched(_Fact, frozen=True):
    """It may not bet or cash out until staff has looked at it: what it said contradicts what it said before."""

    terminal: PlayerId
    why: str
    doubted: bool = False  # staff has found that it does not tell the truth: its word on the log is not believed


class TerminalUnlatched(_Fact, frozen=True):
    terminal: PlayerId


class AlarmRaised(_Fact, frozen=True):
    """Something a Supervisor should look at, about one key; nothing follows from it by itself."""

    terminal: str
    why: str


class SettlementDisputed(_Fact, frozen=True):
    """A terminal computed other lines from the cards than it was paid: bets and cash-out stop there (decision 7)."""

    id: bytes
    terminal: PlayerId
    round_no: int
    lines: tuple[tuple[str, int, int], ...]  # spot, staked, returned, as the terminal has them


class DisputeRuled(_Fact, frozen=True):
    terminal: PlayerId
    round_no: int
    text: str


# --- people ---------------------------------------------------------------------------------------------


class Ordered(_Fact, frozen=True):
    """Who gave which order: the entries it caused follow in the same commit."""

    command_id: bytes
    by: Person
    second: Person | None
    order: Order


class OrderRefused(_Fact, frozen=True):
    """An order that the table's state, the person's position or a rule does not allow, with the reason."""

    command_id: bytes
    by: Person
    second: Person | None
    order: Order
    refusal: Refusal


Event = (
    ConsoleStarted | Checkpointed | TableOpened | LimitsSet | TableClosed | DayClosed | Halted | Resumed | Interrupted
    | InterruptionAnswered | ShoeLoaded | CardBurnt | ShoeLive | CutCardSeen | ShoeEmptied | ShoeEnded | ShoeLost
    | ShoeBack | WindowOpened | TimeAdded | LayoutRegistered | LayoutRefused | LayoutReturned | WindowClosed | CardDealt
    | CardHidden | CardRevealed | HandsLaid | SurplusDrawn | CardUnread | CardWaiting | CardRead | CardMatched
    | CardIdle | SurplusKept | RulingMade | CardsCorrected | RulingRecorded | Certified | Settled | RoundEnded
    | RoundCorrected | LinesCorrected | CreditBought | TicketIssued | TicketAccepted | TicketPaid | TicketPrint
    | MoneyRefused | HandPaid | DuePaid | OwedCollected | TerminalEnrolled | TerminalRetired | TerminalJoined
    | AttendantCalled | TerminalLatched | TerminalUnlatched | AlarmRaised | SettlementDisputed | DisputeRuled | Ordered
    | OrderRefused
)  # fmt: skip

# Facts about one Player's money and answers: for the terminal they name, and for staff.
PRIVATE: Final = (
    LayoutRegistered, LayoutRefused, LayoutReturned, Settled, LinesCorrected, CreditBought, TicketIssued,
    TicketAccepted, TicketPrint, MoneyRefused, HandPaid, SettlementDisputed, DisputeRuled, TerminalLatched,
    TerminalUnlatched, AttendantCalled,
)  # fmt: skip
FOR_STAFF: Final = (
    Ordered, OrderRefused, TicketPaid, DuePaid, OwedCollected, TerminalEnrolled, TerminalRetired, TerminalJoined,
    AlarmRaised, RulingRecorded,
)  # fmt: skip

_TO_ITS_TERMINAL: Final = frozenset(PRIVATE)
_AUDIENCES: Final[Mapping[type, Audience]] = {**dict.fromkeys(FOR_STAFF, STAFF), CardRead: SEALED}


def audience_of(event: Event) -> Audience:
    """Who may read the body of this entry (DESIGN 2.3)."""
    kind = type(event)
    if kind in _TO_ITS_TERMINAL:
        return event.terminal  # type: ignore[union-attr,return-value]
    if kind is CardHidden:
        return only(event.to) if event.to else SEALED  # type: ignore[union-attr]
    return _AUDIENCES.get(kind, ALL)


ONLY: Final = "only/"


def only(terminal: str) -> Audience:
    """For this terminal and not even for staff: a card that its Player turns himself."""
    return Audience(ONLY + terminal)


@lru_cache(1_024)  # asked for every entry and reader, and there are few of both
def may_read(reader: str, audience: str) -> bool:
    """`reader` is a terminal's id, "staff" or "archive"."""
    if audience in (ALL, reader) or reader == "archive":
        return True
    if audience.startswith(ONLY):
        return audience == ONLY + reader
    return reader == STAFF and audience != SEALED
