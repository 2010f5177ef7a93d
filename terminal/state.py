"""All that a Player Terminal knows: what its journal says, and what it may forget.

`State` is durable, a fold of the journal that `apply` alone changes; a checkpoint is that struct, encoded. `Forgotten`
ends with the process: wishes that are not sent yet, timers, the words of the last no. Decides nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from games.cards import Card
from games.catalog import paragraph_of
from games.round import Act, Answer, Bets, BoxNow, Felt, HandId, PlayerId, Spot
from games.rulings import Topic
from games.settlement import Line
from protocol.coin_events import ParticipantHere
from protocol.faults import Fault
from protocol.follower import Follower
from protocol.join import Join, Link
from protocol.ledger import Ledger
from protocol.liveness import Backoff, LastHour
from protocol.messages import CallReason, ChooseCoin, ExcludeMe, SignedHead, SignOff, SignOnAnswer, WindowId
from protocol.signing import Verify
from protocol.view import TableView
from terminal.intents import Notice
from terminal.outbox import Outbox, Timers

SILENT_AFTER_MS: Final = 1_500  # rule 9: three pulses missed


class Layouts(Struct):
    """What this terminal has registered in the windows of the Round in play, as the log says."""

    registered: dict[WindowId, Answer] = {}
    names: dict[WindowId, str] = {}  # of the windows in `registered`
    receipts: dict[WindowId, int] = {}  # the entry that registered what stands in a window
    last_bets: Bets = {}

    def bets(self) -> dict[Spot, int]:
        """All that is registered in the Round, over its windows."""
        return {spot: amount for answer in self.registered.values() for spot, amount in answer.bets.items()}


class OwnRound(Struct):
    """A Round in which this terminal was settled: what its lines are computed from."""

    round_no: int
    game: str
    rules: str
    house: tuple[tuple[str, bool], ...]
    felt: Felt
    acts: Sequence[Act | None]  # the view's own list, until they are corrected
    bets: Bets
    whole: bool  # False: the Round began before our snapshot, and we may not know all of it
    sitting: int = 0  # whose Round it was; 0: nobody was settled in it yet
    paid: dict[Spot, Line] = {}
    unseen: bool = False  # paid while a card lay face down for us: checked when the Round ends


class ChangedCard(Struct, frozen=True, gc=False):
    """001 §5.6: one that a correction has changed, added or taken away."""

    hand: HandId
    index: int
    before: str  # as games.cards writes it; "": there was none
    after: str


class Played(Struct):
    """A Round that is over, as the Player may look it up."""

    round_no: int
    hands: Mapping[HandId, tuple[Card | None, ...]]
    void: str  # the paragraph; "": it has a result
    sitting: int = 0  # that the lines belong to
    lines: tuple[Line, ...] = ()
    corrected: bool = False
    wall_time: str = ""  # of its end, for people; "": not known
    changed: tuple[ChangedCard, ...] = ()  # by its last correction


class Correction(Struct, frozen=True, gc=False):
    """001 §5.6: what a correction of an earlier Round did to the money of the sitting that had played it."""

    seq: int  # its entry
    round_no: int
    sitting: int
    credited: int
    due: int  # by hand, from this correction; that an earlier claim is less now, staff tell
    owed: int
    void: str  # the paragraph that voided the settled Round (§5.3.3); "": it had other cards
    staked: int = 0  # in that Round
    credit: int = -1  # after it; -1: not known


class OwnRounds(Struct):
    """The Rounds in which this terminal was settled, and to whom they are shown."""

    disputed: int = 0  # the Round; 0: none
    sitting: int = 0  # whose lines are shown; 0: nobody's
    told: int = 0  # the sitting that hears of corrections: also one that has lost all, while nobody else came
    half_known: int = 0  # the Round that was in play when a snapshot was taken that may not tell all of it
    rounds: dict[int, OwnRound] = {}
    history: list[Played] = []  # the last Rounds, with or without a Bet of his
    correction: Correction | None = None  # the last one
    returned: tuple[Line, ...] = ()  # what the House gave back in a Round (001 §5.12)
    returned_round: int = 0  # and in which
    counted: int = 0  # the sitting that these two are of
    result: int = 0  # what all its settled Rounds came to
    played: int = 0  # and how many they were
    unfair: str = ""  # what does not agree in the last shuffle that was opened; "": all of it does
    foreign: int = 0  # the last Round in which this terminal was bound to a nonce that is not its own

    @property
    def last(self) -> OwnRound | None:
        """The last Round in which this terminal was settled, whoever sat here."""
        return next(reversed(self.rounds.values()), None)


class State(Struct, forbid_unknown_fields=True):
    """All that must outlive the process."""

    terminal: PlayerId
    table: str
    chain: bytes  # the link after entry `seq`
    seq: int = 0  # how far the copy of the log goes
    signed: SignedHead | None = None  # the newest head that the console has signed for us
    boot: int = 0
    run: bytes = b""
    view: TableView = field(default_factory=TableView)
    ledger: Ledger = field(default_factory=Ledger)
    own_cards: dict[int, Card] = {}  # faces for this Player alone, by draw: not in the picture, that is shared
    layouts: Layouts = field(default_factory=Layouts)
    outbox: Outbox = field(default_factory=Outbox)
    own_rounds: OwnRounds = field(default_factory=OwnRounds)
    latched: str = ""
    calls: bool = False  # for an attendant, as the log has it
    stopped: str = ""
    tickets: dict[str, int] = {}  # issued here, and not shown here again
    prints: dict[str, str] = {}  # what the printer did with them
    numbers: dict[str, str] = {}  # and what stands on them
    good_until: dict[str, str] = {}  # the last gaming day of those that expire
    locked: bool = False  # too many wrong numbers: no ticket is taken
    here: ParticipantHere | None = None  # the participant who is signed on, as the log has it (004)
    away: dict[bytes, str] = {}  # tickets of other tables that are asked for, by the id of the request: how they end


class Try(Struct):
    """A participant's number and PIN, until the console has answered."""

    id: bytes
    number: str
    pin: str
    again: Backoff

    def __repr__(self) -> str:
        return f"Try({self.number!r}, pin kept)"


class Forgotten(Struct):
    """Not persisted."""

    wanted: dict[WindowId, Answer] = {}  # the Player's layout, while it is not sent yet
    undo: list[tuple[WindowId, Answer]] = []
    returned: Bets = {}  # not registered before the close of the last window (001 §5.2.2)
    timers: Timers = field(default_factory=Timers)  # whatever is in flight at a start has none, and is due at once
    boxes: dict[int, BoxNow] = {}  # what lies on them while Bets are open, as the console says
    passed: dict[WindowId, set[Spot]] = {}  # places of a question that the Player has answered with no
    squeeze: int = 0  # the sitting whose Player wants to turn his cards himself
    turns: tuple[tuple[int, ...], Backoff] | None = None  # cards that he has turned, until the log says so
    seat: tuple[int, Backoff] | None = None  # the box at which the Player wants to sit, until the log says so
    call: tuple[tuple[bool, CallReason], Backoff] | None = (
        None  # what is to be said of an attendant, until the log says so
    )
    secret: bytes = b""  # of this process: what it adds to a shuffle follows from it
    mixing: tuple[type, Backoff] | None = None  # what is to be said of that, until the log says so
    foreign_nonce: int = 0  # the Round in which it was bound to one that is not its own, until that is written down
    unlocked: bool = False  # he has given his PIN to this process, and has not signed off since
    unlocked_by: str = ""  # his number: the log may still tell of who was here before
    trying: Try | None = None  # a sign-on that is not answered
    tried: SignOnAnswer | None = None  # what became of the last
    coin_wish: str = ""  # until the log says that he plays with it
    exclusion: tuple[str, int] | None = None  # who wants to stay away, and for how many gaming days
    saying: tuple[ChooseCoin | ExcludeMe | SignOff, Backoff] | None = None  # what is said of that, until it is answered
    saved: tuple[int, Mapping[int, Bets]] = (0, {})  # layouts that a sitting has put by, and which sitting
    notes: LastHour = field(default_factory=LastHour)  # taken; a restart begins anew, and the console will tell
    notice: Notice | None = None  # the last no, until something else was wanted or the next Round began
    notices: int = 0  # how many there have been: the same words twice are two
    refused: tuple[bytes, ...] = ()  # ids of the last requests for money that were, for the devices
    put_away: str = ""  # what the Player has read and closed
    connected: bool = False


class Seat:
    """Both, and the join; and the questions that more than one room asks."""

    def __init__(self, state: State, verify: Verify | None) -> None:
        self.state = state
        self.forgotten = Forgotten()
        follower = Follower(state.terminal, state.seq, state.chain)
        self.join = Join(
            follower, state.terminal, "terminal", 0, b"", SILENT_AFTER_MS, verify=verify, signed=state.signed
        )

    @property
    def credit(self) -> int:
        return self.state.ledger.credit(self.state.terminal)

    @property
    def stake(self) -> int:
        return self.state.ledger.stake(self.state.terminal)

    @property
    def sits(self) -> bool:
        """Somebody has money here."""
        return self.state.ledger.sitting(self.state.terminal) is not None

    @property
    def disputed(self) -> int:
        """The Round that is in dispute; 0: none."""
        return self.state.own_rounds.disputed

    @property
    def fault(self) -> Fault:
        return Fault.HISTORY if self.state.stopped else self.join.trouble

    @property
    def link(self) -> Link:
        if self.state.stopped:
            return Link.STOPPED
        if self.join.denied:
            return Link.DENIED
        if not self.forgotten.connected:
            return Link.RECONNECTING
        return Link.JOINED if self.join.joined else Link.JOINING

    @property
    def is_open(self) -> bool:
        """May what lies here be seen, and touched? Where participants play (004), only by whoever has given his PIN."""
        here, forgotten = self.state.here, self.forgotten
        if not self.state.view.placard.coins:
            return True
        return here is not None and forgotten.unlocked and forgotten.unlocked_by == here.number

    def blocked(self, now_ms: int, *, signing_on: bool = False) -> Notice | None:
        """Why nothing may be asked now that could wait."""
        state, join = self.state, self.join
        if state.stopped:
            return Notice("stopped", "this terminal has stopped: call an attendant")
        if join.denied:
            return Notice("denied", f"this terminal is not admitted: {join.denied}")
        if not join.joined or not join.liveness.alive(now_ms):
            return Notice("reconnecting", "there is no connection to the table")
        if state.latched:
            return Notice("latched", f"this terminal is out of play: {state.latched}")
        if self.disputed:
            return Notice(
                "disputed", f"round {self.disputed} is in dispute: a Supervisor is called", Topic.CARDS_PREVAIL
            )
        if not signing_on and not self.is_open:
            return Notice("signed_off", "nobody is signed on here")
        return None

    def notify(self, notice: Notice | None) -> None:
        """A no for the Player to read, with the paragraph of the game; None: what he wanted can be had."""
        if notice is not None and isinstance(notice.paragraph, Topic):
            notice = replace(notice, paragraph=paragraph_of(self.state.view.game, notice.paragraph))
        self.forgotten.notice = notice
        self.forgotten.notices += notice is not None
