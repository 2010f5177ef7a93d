"""What the parts say to each other: requests that may be refused, replies that point into the log, and the pulse.

Plain MessagePack maps with a version field (`codec.py`), so that a terminal in another language needs nothing of
ours. Who speaks is known from the key, never from the message.
"""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from games.cards import Card
from games.money import AMOUNT_MAX
from games.round import BoxNow, Felt, HandId, Ruled, Spot
from protocol.coin_messages import EXCLUSION_MAX as EXCLUSION_MAX
from protocol.coin_messages import ChooseCoin as ChooseCoin
from protocol.coin_messages import ExcludeMe as ExcludeMe
from protocol.coin_messages import ExcludeParticipant as ExcludeParticipant
from protocol.coin_messages import GrantCoins as GrantCoins
from protocol.crowd import Side
from protocol.day import Day
from protocol.fields import WHOLE_MAX, NewsWord, OrderWord, RequestWord
from protocol.fields import Amount as Amount
from protocol.fields import Cards as Cards
from protocol.fields import Chain as Chain
from protocol.fields import CommandId as CommandId
from protocol.fields import Counter as Counter
from protocol.fields import Id as Id
from protocol.fields import MaybeSigned as MaybeSigned
from protocol.fields import Name as Name
from protocol.fields import Nonce as Nonce
from protocol.fields import Person as Person
from protocol.fields import PositionNumber as PositionNumber
from protocol.fields import Proof as Proof
from protocol.fields import RoleName as RoleName
from protocol.fields import Run as Run
from protocol.fields import Signature as Signature
from protocol.fields import StaffNumber as StaffNumber
from protocol.fields import Terminal as Terminal
from protocol.fields import Text as Text
from protocol.halts import Halt
from protocol.join_messages import PROTOCOL as PROTOCOL
from protocol.join_messages import SPOKEN as SPOKEN
from protocol.join_messages import Capability as Capability
from protocol.join_messages import Denial as Denial
from protocol.join_messages import Denied as Denied
from protocol.join_messages import Hello as Hello
from protocol.join_messages import NotHeard as NotHeard
from protocol.join_messages import SignedHead as SignedHead
from protocol.join_messages import Unheard as Unheard
from protocol.join_messages import Welcome as Welcome
from protocol.key_messages import ConsoleKey as ConsoleKey
from protocol.key_messages import EndKey as EndKey
from protocol.key_messages import EnrolKey as EnrolKey
from protocol.key_messages import PreparedKey as PreparedKey
from protocol.key_messages import ReplaceKey as ReplaceKey
from protocol.key_messages import RotateConsole as RotateConsole
from protocol.past_messages import Correct as Correct
from protocol.past_messages import RecallRound as RecallRound
from protocol.past_messages import TakeBackVoid as TakeBackVoid
from protocol.past_messages import VoidSettled as VoidSettled
from protocol.people_messages import AdmitStaff as AdmitStaff
from protocol.people_messages import AssignStaff as AssignStaff
from protocol.people_messages import DisableStaff as DisableStaff
from protocol.people_messages import PreparedStaff as PreparedStaff
from protocol.people_messages import SetCredential as SetCredential
from protocol.people_messages import Sign as Sign
from protocol.people_messages import SignOff as SignOff
from protocol.people_messages import SignOn as SignOn
from protocol.people_messages import SignOnAnswer as SignOnAnswer
from protocol.people_messages import Standing as Standing
from protocol.people_messages import Withdraw as Withdraw
from protocol.shuffle_messages import CommitNonce as CommitNonce
from protocol.shuffle_messages import OpenNonce as OpenNonce
from protocol.ticket_messages import CarryEntry as CarryEntry
from protocol.ticket_messages import CashForeignTicket as CashForeignTicket
from protocol.ticket_messages import GiveUpTicket as GiveUpTicket
from protocol.ticket_messages import Vouched as Vouched
from protocol.ticket_messages import VouchFor as VouchFor

BETS_MAX: Final = 40  # of one terminal in one window: what a map may hold (`codec.FROM_TERMINALS`)
REVISIONS_MAX: Final = 200  # the highest of a terminal in a window (rule 2): more is a fault or an attack, no Player


class WindowId(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True, cache_hash=True):
    """Which window: an answer to a closed one, to another day or to another table can never land."""

    round_no: Counter
    n: Counter
    nonce: Nonce  # 8 bytes of the chain when it was opened


# --- orders: what staff may want of the table -----------------------------------------------------------


class OpenTable(OrderWord, frozen=True):
    pass


class SetLimits(OrderWord, frozen=True):
    felt: Felt


class LoadShoe(OrderWord, frozen=True):
    decks: Annotated[int, Meta(ge=1, le=8)]
    shuffled_by: StaffNumber
    burn: Annotated[int, Meta(ge=0, le=52)] = 0
    first_seq: Counter | None = None  # the shoe's own counter before its first card, if it does not go on counting
    by_hand: bool = False  # no shoe tells of its cards: the Dealer does, one by one


class EndShoe(OrderWord, frozen=True):
    counted: Annotated[int, Meta(ge=0, le=1000)]  # cards left, counted by hand (001 §5.3.2)


class OpenBets(OrderWord, frozen=True):
    pass


class AddTime(OrderWord, frozen=True):
    more_ms: Annotated[int, Meta(ge=1, le=600_000)]


class CloseBets(OrderWord, frozen=True):
    pass


class EnterCard(OrderWord, frozen=True):
    """The Dealer enters a card that the shoe could not read or report, with a Pit Supervisor."""

    card: Card


class DealByHand(OrderWord, frozen=True):
    """The shoe is dead, its cards are not: from now on the Dealer tells of each one."""


class DealCard(OrderWord, frozen=True):
    """By hand: this card was drawn, and lies where it is due."""

    card: Card


class TakeBackCard(OrderWord, frozen=True):
    """By hand: the last card was tapped wrong, and no other has been dealt since."""


class ReportForeignCard(OrderWord, frozen=True):
    """001 §5.3.1: the card that was not read has been looked at, and it is not of this set."""


class CorrectCards(OrderWord, frozen=True):
    """The cards on the felt are not those on the screen: all of the Round, in their order, before it is certified."""

    cards: Cards


class Certify(OrderWord, frozen=True):
    cards_digest: Chain  # of the cards that the Dealer was shown


class Rule(OrderWord, frozen=True):
    """A Ruling on the Round under a paragraph of its rule book."""

    act: Ruled
    paragraph: Annotated[str, Meta(min_length=1, max_length=16)]


class KeepSurplus(OrderWord, frozen=True):
    """001 §5.4: surplus cards become the first of the next Round."""


class AnswerInterruption(OrderWord, frozen=True):
    affects: bool


class CallSupervisor(OrderWord, frozen=True):
    """The Dealer stops play: something happened that the sensors cannot see."""

    detail: Text


class ReportWrongSides(OrderWord, frozen=True):
    """001 §5.5: cards were laid on the wrong side; these are the Hands as they lie. They are put in order, and play
    goes on.
    """

    hands: Annotated[dict[Annotated[HandId, Meta(max_length=16)], Cards], Meta(max_length=16)]


class ReportDrawnTogether(OrderWord, frozen=True):
    """001 §5.7: two cards or more left the shoe at once, and nobody can say which was first."""


class Resume(OrderWord, frozen=True):
    """The reason why play was stopped is dealt with."""

    reason: Halt


class _Effect(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """What a Ruling in free words does (001 §5.12). There are no others: none of these harms whom it does not name."""


class Conclude(_Effect, frozen=True):
    """The Round goes on as its cards lie."""


class VoidRound(_Effect, frozen=True):
    pass


class ReturnBets(_Effect, frozen=True):
    """These terminals get their Bets of this Round back; for all others it goes on."""

    terminals: Annotated[tuple[Terminal, ...], Meta(min_length=1, max_length=250)]


class RoundWithoutBets(_Effect, frozen=True):
    """The next Round is dealt and certified, and nobody bets on it."""


class PayFromHouse(_Effect, frozen=True):
    """Cash, by hand, of the House's own money: no more than the table's file allows."""

    terminal: Terminal  # at which the Player sits
    amount: Annotated[int, Meta(ge=1, le=AMOUNT_MAX)]


Effect = Conclude | VoidRound | ReturnBets | RoundWithoutBets | PayFromHouse


class RuleOtherwise(OrderWord, frozen=True):
    """001 §5.12: what no paragraph provides for, in free words, and what comes of it."""

    text: Annotated[str, Meta(min_length=1, max_length=120)]
    effect: Effect


class RecordRuling(OrderWord, frozen=True):
    text: Annotated[str, Meta(min_length=1, max_length=120)]


class CloseTable(OrderWord, frozen=True):
    pass


class CloseDay(OrderWord, frozen=True):
    """The day that is due, and no other: whoever orders it has seen which one that is."""

    day: Day


class BeginDay(OrderWord, frozen=True):
    """The clock is right: it is the day that it says, though the last on record is long past."""

    day: Day


class SellCredit(OrderWord, frozen=True):
    """Buy-in at the table: cash to the Dealer, credit to the terminal."""

    terminal: Terminal
    amount: Amount


class PayTicket(OrderWord, frozen=True):
    """A ticket that lies on the desk. The order names it by its name: the console has told it, with the proof that its
    number was typed in, to the panel where that was done (`FindTicket`).
    """

    ticket: Name
    proof: Proof


class PayTicketByTwo(OrderWord, frozen=True):
    """Without its paper (the print failed), or out of date (then with the proof): two people answer for it."""

    ticket: Name
    proof: Proof | None = None


class PrintAgain(OrderWord, frozen=True):
    """A print that has failed: its terminal tries once more."""

    ticket: Name


class UnlockTickets(OrderWord, frozen=True):
    """Somebody has looked why so many wrong numbers came from this terminal or panel."""

    terminal: Terminal


class PayByHand(OrderWord, frozen=True):
    """Credit of a terminal paid in cash: it is dead, or its printer is."""

    terminal: Terminal
    amount: Amount


class ReleaseNote(OrderWord, frozen=True):
    """What becomes of a note that is held: credit of its terminal, paid back by hand, or it is not in the box."""

    note: Counter
    to: Annotated[str, Meta(pattern=r"^(credit|hand|nobody)\Z")]


class PayDue(OrderWord, frozen=True):
    terminal: Terminal
    sitting: Counter


class CollectOwed(OrderWord, frozen=True):
    terminal: Terminal
    sitting: Counter


class RuleDispute(OrderWord, frozen=True):
    terminal: Terminal
    text: Annotated[str, Meta(min_length=1, max_length=120)]


class Retire(OrderWord, frozen=True):
    """Out of service for good: its key is denied. A new machine with this name has a new key (`ReplaceKey`)."""

    terminal: Terminal


class Latch(OrderWord, frozen=True):
    """A Supervisor takes a terminal out of play: what it claims is not true."""

    terminal: Terminal
    why: Text


class Unlatch(OrderWord, frozen=True):
    terminal: Terminal


class Attend(OrderWord, frozen=True):
    """Somebody has been at the terminal that called."""

    terminal: Terminal


class Seat(OrderWord, frozen=True):
    """003 §1.26: this terminal's Player sits at that box from the next Round on; 0: at none."""

    terminal: Terminal
    box: Annotated[int, Meta(ge=0, le=99)]


class AnswerFor(OrderWord, frozen=True):
    """003 §5.18: a Player has asked staff to place these Bets, or to decide so, for him. Bets are beside those that he
    has in this window; 0 takes one away.
    """

    terminal: Terminal
    window: WindowId
    bets: Annotated[dict[Annotated[Spot, Meta(max_length=40)], Amount], Meta(max_length=BETS_MAX)]
    choice: Annotated[str, Meta(max_length=40)] = ""


Order = (
    OpenTable | SetLimits | LoadShoe | EndShoe | OpenBets | AddTime | CloseBets | EnterCard | CorrectCards | Certify
    | Rule | KeepSurplus | AnswerInterruption | CallSupervisor | Resume | Correct | VoidSettled | RecordRuling
    | CloseTable | CloseDay | BeginDay | SellCredit | PayTicket | PayTicketByTwo | PrintAgain
    | UnlockTickets | PayByHand | ReleaseNote | PayDue | CollectOwed
    | RuleDispute | Retire | Latch | Unlatch | Attend | AdmitStaff | SetCredential | DisableStaff | AssignStaff
    | EnrolKey | ReplaceKey | EndKey | RotateConsole | DealByHand | DealCard | TakeBackCard | ReportForeignCard
    | ReportWrongSides | ReportDrawnTogether | TakeBackVoid | RuleOtherwise | Seat | AnswerFor
    | RecallRound | GiveUpTicket | CashForeignTicket | GrantCoins | ExcludeParticipant
)  # fmt: skip


# --- to the console -------------------------------------------------------------------------------------


class Sync(RequestWord, frozen=True):
    after_seq: Counter


class Answer(RequestWord, frozen=True):
    """A numbered revision of this terminal's whole layout in a window."""

    window: WindowId
    revision: Annotated[int, Meta(ge=1, le=WHOLE_MAX)]
    bets: Annotated[dict[Annotated[Spot, Meta(max_length=40)], Amount], Meta(max_length=BETS_MAX)]
    choice: Annotated[str, Meta(max_length=40)] = ""


class Beat(RequestWord, frozen=True):
    """I live, and have applied the log up to here."""

    applied_seq: Counter
    chain: Chain
    turning: bool = False  # its Player has cards before him that he has not turned yet (003 §3.12)


class BuyCredit(RequestWord, frozen=True):
    """A note was stacked by this terminal's acceptor, in the currency that the table had then."""

    id: Id
    amount: Annotated[int, Meta(ge=1, le=AMOUNT_MAX)]
    currency: Annotated[str, Meta(max_length=3)] = ""


class InsertTicket(RequestWord, frozen=True):
    id: Id
    ticket: Name  # its validation number, as it stands on the paper


class FindTicket(RequestWord, frozen=True):
    """From a panel: what is the ticket with this number worth? Only that there is none such is written down."""

    id: CommandId
    number: Name


class CashOut(RequestWord, frozen=True):
    id: Id
    amount: Annotated[int, Meta(ge=1, le=AMOUNT_MAX)]


class ReportPrint(RequestWord, frozen=True):
    id: Id
    ticket: Name
    state: Annotated[str, Meta(max_length=20)]


class Dispute(RequestWord, frozen=True):
    """This terminal computed other lines for a Round than it was paid."""

    id: Id
    round_no: Annotated[int, Meta(ge=1, le=WHOLE_MAX)]
    lines: Annotated[tuple[tuple[Annotated[str, Meta(max_length=40)], Amount, Amount], ...], Meta(max_length=64)]


class CallReason(StrEnum):
    """What a Player calls for. The words are the panel's and the terminal's."""

    NONE = ""
    GAME = "game"  # a question about a Round or the rules
    MONEY = "money"  # a note, a ticket, a payment
    MACHINE = "machine"  # something here does not work
    SERVICE = "service"  # a drink, a pen
    CARE = "care"  # he would like to talk about his play


class CallAttendant(RequestWord, frozen=True):
    """The Player wants somebody to come, or no longer."""

    wanted: bool
    reason: CallReason = CallReason.NONE


class SitDown(RequestWord, frozen=True):
    """The Player wants to sit at this box; 0: at none any more."""

    box: Annotated[int, Meta(ge=0, le=99)]


class TurnCards(RequestWord, frozen=True):
    """003 §3.12, 002 §3.10: the Player turns these of the cards that lie face down for him; none: he takes them up."""

    round_no: Counter
    draws: Annotated[tuple[Annotated[int, Meta(ge=0, le=WHOLE_MAX)], ...], Meta(max_length=64)] = ()


class Command(RequestWord, frozen=True):
    """An order of whoever is signed on at the panel. It names the Round it is about: a late one, whose Round has
    passed, is refused. If it wants another or a second person it becomes a proposal, which somebody signs.
    """

    command_id: CommandId
    round_no: Counter
    order: Order
    window: WindowId | None = None


Request = (
    Hello | Sync | Answer | Beat | BuyCredit | InsertTicket | FindTicket | CashOut | ReportPrint | Dispute
    | CallAttendant | SitDown | TurnCards | Command | SignOn | SignOff | Sign | Withdraw | CommitNonce | OpenNonce
    | VouchFor | CarryEntry | ChooseCoin | ExcludeMe
)  # fmt: skip


# --- from the console -----------------------------------------------------------------------------------


class SentEntry(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """An entry on the wire. Without a body it is sealed: its place in the chain is shown, its content is not."""

    digest: Chain
    audience: str
    wall_time: str = ""
    salt: bytes = b""
    body: bytes | None = None


class Batch(NewsWord, frozen=True):
    """What one commit added to the log; `chain` is the link after its last entry, and signed if that is a head."""

    first_seq: Counter
    entries: tuple[SentEntry, ...]
    chain: Chain
    signature: MaybeSigned = b""


class Deltas(NewsWord, frozen=True):
    """The answer to a Sync: entries with the bodies this peer may see. `head_seq` says how far the log goes."""

    first_seq: Counter
    entries: tuple[SentEntry, ...]
    chain: Chain
    head_seq: Counter
    signature: MaybeSigned = b""  # as of a Batch


class See(NewsWord, frozen=True):
    """Your answer is this entry; or: here is an entry for you alone."""

    seq: Counter
    entry: SentEntry
    chain: Chain


class Snapshot(NewsWord, frozen=True):
    """For a follower without history: the table at `seq`, and what is its own. `state` is the encoded picture."""

    seq: Counter
    chain: Chain
    state: bytes


class Pulse(NewsWord, frozen=True):
    """The console lives, its log goes up to here; `left_ms` of the countdown are left, -1 if none runs."""

    seq: Counter
    chain: Chain
    left_ms: Annotated[int, Meta(ge=-1, le=WHOLE_MAX)] = -1
    signature: MaybeSigned = b""
    turning: Counter = 0  # terminals whose Players turn cards: a public screen waits for them
    crowd: tuple[Side, ...] = ()  # how the table bets


Outside = tuple[
    RoleName, str, Counter, Counter
]  # who keeps a copy of the log: its name, entries behind, seconds silent


class Seats(NewsWord, frozen=True):
    """To a panel: who is heard now, and how far each has applied the log. Kept by nobody."""

    seats: tuple[tuple[str, Counter], ...]
    terminals: tuple[str, ...] = ()  # all that are enrolled here, heard or not
    you: Person | None = None  # who is signed on at this panel
    unread: tuple[Counter, Counter] = (0, 0)  # the books are being checked: so many entries, of so many
    outside: tuple[Outside, ...] = ()  # archives and witnesses
    prepared: tuple[PreparedStaff, ...] = ()  # files of people that no entry speaks of, or another one
    prepared_keys: tuple[PreparedKey, ...] = ()  # what `etg keys` has prepared
    turning: tuple[str, ...] = ()  # terminals whose Players turn cards
    recall: tuple[Counter, Counter, Counter] = (0, 0, 0)  # the Round that is looked for; entries read, of so many


class Boxes(NewsWord, frozen=True):
    """To everybody: what lies on the boxes while Bets are open. Kept by nobody; what a box has at the close is in the
    log.
    """

    round_no: Counter
    boxes: Annotated[tuple[BoxNow, ...], Meta(max_length=99)]


class TicketFound(NewsWord, frozen=True):
    """To the panel that asked: what it is, before anything is paid."""

    id: CommandId
    standing: str  # good, used, expired, unknown, locked
    ticket: str = ""  # its name; "": there is none
    ending: str = ""
    amount: Counter = 0
    terminal: str = ""  # that issued it
    where: str = ""  # it was used: a terminal, or "" for a cash desk
    when: str = ""  # the wall time of that entry; of one that nobody has used, the gaming day of its issue
    owed: Counter = 0  # by the sitting that had cashed it out
    proof: bytes = b""


News = (
    SignOnAnswer | TicketFound | Welcome | Denied | NotHeard | Batch | Deltas | See | Snapshot | Pulse | Seats | Boxes
    | ConsoleKey | Vouched
)  # fmt: skip
