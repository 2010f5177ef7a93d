"""What the parts say to each other: requests that may be refused, replies that point into the log, and the pulse.

Plain MessagePack maps with a version field (`codec.py`), so that a terminal in another language needs nothing of
ours. Who speaks is known from the key, never from the message.
"""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from games.cards import Card
from games.money import AMOUNT_MAX
from games.round import Felt, PlayerId, Ruled, Spot
from protocol.day import Day
from protocol.halts import Halt

PROTOCOL: Final = 1  # every message carries it; another version is a PeerError
BETS_MAX: Final = 40  # of one terminal in one window: what a map may hold (`codec.FROM_TERMINALS`)
REVISIONS_MAX: Final = 200  # of one terminal in one window (rule 2): more is a fault or an attack, no Player

Amount = Annotated[int, Meta(ge=0, le=AMOUNT_MAX)]
Counter = Annotated[int, Meta(ge=0, le=2**53)]  # sequence numbers, boots, revisions: exact in every language
Id = Annotated[bytes, Meta(min_length=16, max_length=16)]
CommandId = Annotated[bytes, Meta(min_length=8, max_length=8)]
Run = Annotated[bytes, Meta(min_length=8, max_length=8)]
Chain = Annotated[bytes, Meta(min_length=32, max_length=32)]
Proof = Annotated[bytes, Meta(min_length=16, max_length=16)]
Nonce = Annotated[bytes, Meta(min_length=8, max_length=8)]
Signature = Annotated[bytes, Meta(min_length=64, max_length=64)]
MaybeSigned = Annotated[bytes, Meta(max_length=64)]  # b"": it is not
Text = Annotated[str, Meta(max_length=120)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
# Short, and never one of the words for whole audiences: staff, archive, witness, sealed.
Terminal = Annotated[PlayerId, Meta(pattern=r"^[A-Z][A-Za-z0-9-]{0,15}\Z")]
RoleName = Annotated[str, Meta(pattern=r"^[a-z]{1,16}\Z")]  # of a key: terminal, panel, display, archive, witness
Cards = Annotated[tuple[Card, ...], Meta(max_length=64)]


class WindowId(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True, cache_hash=True):
    """Which window: an answer to a closed one, to another day or to another table can never land."""

    round_no: Counter
    n: Counter
    nonce: Nonce  # 8 bytes of the chain when it was opened


class SignedHead(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """The console's word that its chain was this after entry `seq` (`protocol/signing.py`)."""

    seq: Counter
    chain: Chain
    signature: Signature


class Person(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A member of staff in the position he has for this shift (`games.rulings.Position`)."""

    name: Name
    position: Annotated[int, Meta(ge=1, le=4)]


# --- orders: what staff may want of the table -----------------------------------------------------------


class _Order(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    pass


class OpenTable(_Order, frozen=True):
    pass


class SetLimits(_Order, frozen=True):
    felt: Felt


class LoadShoe(_Order, frozen=True):
    decks: Annotated[int, Meta(ge=1, le=8)]
    shuffled_by: Name
    burn: Annotated[int, Meta(ge=0, le=52)] = 0
    first_seq: Counter | None = None  # the shoe's own counter before its first card, if it does not go on counting


class EndShoe(_Order, frozen=True):
    counted: Annotated[int, Meta(ge=0, le=1000)]  # cards left, counted by hand (001 §5.3.2)


class OpenBets(_Order, frozen=True):
    pass


class AddTime(_Order, frozen=True):
    more_ms: Annotated[int, Meta(ge=1, le=600_000)]


class CloseBets(_Order, frozen=True):
    pass


class EnterCard(_Order, frozen=True):
    """The Dealer enters a card that the shoe could not read or report, with a Pit Supervisor."""

    card: Card


class CorrectCards(_Order, frozen=True):
    """The cards on the felt are not those on the screen: all of the Round, in their order, before it is certified."""

    cards: Cards


class Certify(_Order, frozen=True):
    cards_digest: Chain  # of the cards that the Dealer was shown


class Rule(_Order, frozen=True):
    """A Ruling on the Round under a paragraph of its rule book."""

    act: Ruled
    paragraph: Annotated[str, Meta(min_length=1, max_length=16)]


class KeepSurplus(_Order, frozen=True):
    """001 §5.4: surplus cards become the first of the next Round."""


class AnswerInterruption(_Order, frozen=True):
    affects: bool


class CallSupervisor(_Order, frozen=True):
    """The Dealer stops play: something happened that the sensors cannot see."""

    detail: Text


class Resume(_Order, frozen=True):
    """The reason why play was stopped is dealt with."""

    reason: Halt


class Correct(_Order, frozen=True):
    """A settled Round had other cards (001 §5.6)."""

    cards: Cards


class VoidSettled(_Order, frozen=True):
    """001 §5.3.3: the last Round is voided although it was settled, before the next one begins."""

    paragraph: Annotated[str, Meta(min_length=1, max_length=16)]


class RecordRuling(_Order, frozen=True):
    text: Annotated[str, Meta(min_length=1, max_length=120)]


class CloseTable(_Order, frozen=True):
    pass


class CloseDay(_Order, frozen=True):
    """The day that is due, and no other: whoever orders it has seen which one that is."""

    day: Day


class BeginDay(_Order, frozen=True):
    """The clock is right: it is the day that it says, though the last on record is long past."""

    day: Day


class SellCredit(_Order, frozen=True):
    """Buy-in at the table: cash to the Dealer, credit to the terminal."""

    terminal: Terminal
    amount: Amount


class PayTicket(_Order, frozen=True):
    """A ticket that lies on the desk. The order names it by its name: the console has told it, with the proof that its
    number was typed in, to the panel where that was done (`FindTicket`).
    """

    ticket: Name
    proof: Proof


class PayTicketByTwo(_Order, frozen=True):
    """Without its paper (the print failed), or out of date (then with the proof): two people answer for it."""

    ticket: Name
    proof: Proof | None = None


class PrintAgain(_Order, frozen=True):
    """A print that has failed: its terminal tries once more."""

    ticket: Name


class UnlockTickets(_Order, frozen=True):
    """Somebody has looked why so many wrong numbers came from this terminal or panel."""

    terminal: Terminal


class PayByHand(_Order, frozen=True):
    """Credit of a terminal paid in cash: it is dead, or its printer is."""

    terminal: Terminal
    amount: Amount


class ReleaseNote(_Order, frozen=True):
    """What becomes of a note that is held: credit of its terminal, paid back by hand, or it is not in the box."""

    note: Counter
    to: Annotated[str, Meta(pattern=r"^(credit|hand|nobody)\Z")]


class PayDue(_Order, frozen=True):
    terminal: Terminal
    sitting: Counter


class CollectOwed(_Order, frozen=True):
    terminal: Terminal
    sitting: Counter


class RuleDispute(_Order, frozen=True):
    terminal: Terminal
    text: Annotated[str, Meta(min_length=1, max_length=120)]


class Retire(_Order, frozen=True):
    """Out of service for good: its key is denied. A new machine with this name has a new key (`etg keys rotate`)."""

    terminal: Terminal


class Latch(_Order, frozen=True):
    """A Supervisor takes a terminal out of play: what it claims is not true."""

    terminal: Terminal
    why: Text


class Unlatch(_Order, frozen=True):
    terminal: Terminal


class Attend(_Order, frozen=True):
    """Somebody has been at the terminal that called."""

    terminal: Terminal


Order = (
    OpenTable | SetLimits | LoadShoe | EndShoe | OpenBets | AddTime | CloseBets | EnterCard | CorrectCards | Certify
    | Rule | KeepSurplus | AnswerInterruption | CallSupervisor | Resume | Correct | VoidSettled | RecordRuling
    | CloseTable | CloseDay | BeginDay | SellCredit | PayTicket | PayTicketByTwo | PrintAgain
    | UnlockTickets | PayByHand | ReleaseNote | PayDue | CollectOwed
    | RuleDispute | Retire | Latch | Unlatch | Attend
)  # fmt: skip


# --- to the console -------------------------------------------------------------------------------------


class _Request(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Every request says which process speaks: one that is not the joined process is denied, never decided."""

    boot: Counter
    run: Run


class Hello(_Request, frozen=True):
    """`last_seq` and `last_chain`: the head of the sender's copy of the log. `name` and `role`: who the process takes
    itself for; who it is, its key says, and if that is another one it is denied. `signed`: the newest head that it has
    the console's signature on; it may lie before or behind the copy's own. `heard`: a newer one, if it was told of it
    and has not got so far.
    """

    last_seq: Counter
    last_chain: Chain
    name: Terminal
    role: RoleName
    signed: SignedHead | None = None
    heard: SignedHead | None = None


class Sync(_Request, frozen=True):
    after_seq: Counter


class Answer(_Request, frozen=True):
    """A numbered revision of this terminal's whole layout in a window."""

    window: WindowId
    revision: Annotated[int, Meta(ge=1, le=2**53)]
    bets: Annotated[dict[Annotated[Spot, Meta(max_length=40)], Amount], Meta(max_length=BETS_MAX)]
    choice: Annotated[str, Meta(max_length=40)] = ""


class Beat(_Request, frozen=True):
    """I live, and have applied the log up to here."""

    applied_seq: Counter
    chain: Chain


class BuyCredit(_Request, frozen=True):
    """A note was stacked by this terminal's acceptor, in the currency that the table had then."""

    id: Id
    amount: Annotated[int, Meta(ge=1, le=AMOUNT_MAX)]
    currency: Annotated[str, Meta(max_length=3)] = ""


class InsertTicket(_Request, frozen=True):
    id: Id
    ticket: Name  # its validation number, as it stands on the paper


class FindTicket(_Request, frozen=True):
    """From a panel: what is the ticket with this number worth? Only that there is none such is written down."""

    id: CommandId
    number: Name


class CashOut(_Request, frozen=True):
    id: Id
    amount: Annotated[int, Meta(ge=1, le=AMOUNT_MAX)]


class ReportPrint(_Request, frozen=True):
    id: Id
    ticket: Name
    state: Annotated[str, Meta(max_length=20)]


class Dispute(_Request, frozen=True):
    """This terminal computed other lines for a Round than it was paid."""

    id: Id
    round_no: Annotated[int, Meta(ge=1, le=2**53)]
    lines: Annotated[tuple[tuple[Annotated[str, Meta(max_length=40)], Amount, Amount], ...], Meta(max_length=64)]


class CallAttendant(_Request, frozen=True):
    """The Player wants somebody to come, or no longer."""

    wanted: bool


class Command(_Request, frozen=True):
    """An order from a panel. It names the Round it is about: a late one, whose Round has passed, is refused."""

    command_id: CommandId
    round_no: Counter
    order: Order
    window: WindowId | None = None
    second: Person | None = None


Request = (
    Hello | Sync | Answer | Beat | BuyCredit | InsertTicket | FindTicket | CashOut | ReportPrint | Dispute
    | CallAttendant | Command
)  # fmt: skip


# --- from the console -----------------------------------------------------------------------------------


class SentEntry(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """An entry on the wire. Without a body it is sealed: its place in the chain is shown, its content is not."""

    digest: Chain
    audience: str
    wall_time: str = ""
    salt: bytes = b""
    body: bytes | None = None


class _News(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    pass


class Welcome(_News, frozen=True):
    """You are joined; the log goes up to here: apply it before you ask for anything."""

    boot: Counter
    run: Run
    head_seq: Counter
    head_chain: Chain
    signed: SignedHead | None = None  # the newest head; put in when the commit is signed


class Denial(StrEnum):
    """Why a process is not listened to."""

    SAY_HELLO = "say hello"  # not final: the console has started since, introduce yourself
    WAIT = "another process is still on"  # not final: it was heard just now, say Hello again
    REPLACED = "another process has joined"
    TWICE = "two machines have this key"
    IDENTITY = "not its own name or role"
    BOOT = "too many starts at once"
    WIPED = "its records were lost"  # a count of starts that went back, and no copy of the log
    RETIRED = "retired"
    HISTORY = "history"
    ASKED = "only asked"  # boot 0: nobody joins with it


class Denied(_News, frozen=True):
    """Not you: another process has joined since, or the key is out of service, or say Hello first."""

    boot: Counter
    run: Run
    why: str  # a Denial, or the word of a later version
    name: str = ""  # with IDENTITY and ASKED: what the key is enrolled as
    role: str = ""


class Batch(_News, frozen=True):
    """What one commit added to the log; `chain` is the link after its last entry, and signed if that is a head."""

    first_seq: Counter
    entries: tuple[SentEntry, ...]
    chain: Chain
    signature: MaybeSigned = b""


class Deltas(_News, frozen=True):
    """The answer to a Sync: entries with the bodies this peer may see. `head_seq` says how far the log goes."""

    first_seq: Counter
    entries: tuple[SentEntry, ...]
    chain: Chain
    head_seq: Counter
    signature: MaybeSigned = b""  # as of a Batch


class See(_News, frozen=True):
    """Your answer is this entry; or: here is an entry for you alone."""

    seq: Counter
    entry: SentEntry
    chain: Chain


class Snapshot(_News, frozen=True):
    """For a follower without history: the table at `seq`, and what is its own. `state` is the encoded picture."""

    seq: Counter
    chain: Chain
    state: bytes


class Pulse(_News, frozen=True):
    """The console lives, its log goes up to here; `left_ms` of the countdown are left, -1 if none runs."""

    seq: Counter
    chain: Chain
    left_ms: Annotated[int, Meta(ge=-1, le=2**53)] = -1
    signature: MaybeSigned = b""


Outside = tuple[
    RoleName, str, Counter, Counter
]  # who keeps a copy of the log: its name, entries behind, seconds silent


class Seats(_News, frozen=True):
    """To a panel: who is heard now, and how far each has applied the log. Kept by nobody."""

    seats: tuple[tuple[str, Counter], ...]
    terminals: tuple[str, ...] = ()  # all that are enrolled here, heard or not
    you: Person | None = None  # whom the console takes this panel's key for
    unread: tuple[Counter, Counter] = (0, 0)  # the books are being checked: so many entries, of so many
    outside: tuple[Outside, ...] = ()  # archives and witnesses


class TicketFound(_News, frozen=True):
    """To the panel that asked: what it is, before anything is paid."""

    id: CommandId
    standing: str  # good, used, expired, unknown, locked
    ticket: str = ""  # its name; "": there is none
    ending: str = ""
    amount: Counter = 0
    terminal: str = ""  # that issued it
    where: str = ""  # it was used: a terminal, or "" for a cash desk
    when: str = ""  # the wall time of that entry
    owed: Counter = 0  # by the sitting that had cashed it out
    proof: bytes = b""


News = TicketFound | Welcome | Denied | Batch | Deltas | See | Snapshot | Pulse | Seats
