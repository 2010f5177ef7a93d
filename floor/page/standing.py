"""How one table stands, as far as the pit's page shows it: a fold of its entries, one after the other.

Pure. Begins with what the rows of the reports remember (`floor.rows.Memory`) and goes on from there. It knows the
faces of no card that lies face down, and no ticket's number: the entries that tell them are not looked at.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec import Struct, field

from floor.codes import ALARM, CODES, Code
from floor.rows import KINDS, NO_CURRENCY, Memory
from games.catalog import find_face
from games.money import Currency
from games.round import PlayerId
from games.settlement import Line
from protocol import events as e
from protocol.codec import decode_event
from protocol.halts import Halt
from protocol.ledger import Ledger
from protocol.view import TableView

RINGS_KEPT: Final = 30  # alarms of a table that a page which is opened now still lists
TERMINAL: Final = "terminal"


class Peer(Struct):
    """A machine that has joined this table once."""

    role: str = TERMINAL
    latched: str = ""  # why it is out of play
    retired: bool = False
    calls_since: str = ""  # wall time
    calls_for: str = ""  # the reason that the Player gave


class Ring(Struct, frozen=True):
    """Something for which somebody should have come at once."""

    seq: int
    at: str
    code: str
    kind: str
    text: str
    round_no: int = 0


class Tally(Struct):
    """Of one Round or one day, in minor units of one currency."""

    handle: int = 0
    win: int = 0

    def add(self, staked: int, returned: int) -> None:
        self.handle += staked
        self.win += staked - returned


class Standing(Struct):
    name: str
    seq: int = 0
    at: str = ""  # wall time of its last entry
    view: TableView = field(default_factory=TableView)
    ledger: Ledger = field(default_factory=Ledger)
    currency: str = NO_CURRENCY
    peers: dict[str, Peer] = {}
    halted_since: dict[Halt, str] = {}
    opened_at: dict[str, str] = {}  # windows that are open, by name: when
    today: Tally = field(default_factory=Tally)
    rounds: dict[int, Tally] = {}  # of today, in their order
    drop: int = 0  # of today
    rings: list[Ring] = []

    @classmethod
    def remembered(cls, name: str, seq: int, memory: Memory) -> "Standing":
        return cls(name, seq, view=memory.view, ledger=memory.ledger, currency=memory.currency)

    @property
    def money(self) -> Currency:
        placard = self.view.placard
        return Currency(placard.currency, placard.exponent)

    def seats(self) -> dict[str, Peer]:
        return {name: peer for name, peer in self.peers.items() if peer.role == TERMINAL and not peer.retired}

    def calls(self) -> dict[str, Peer]:
        return {name: peer for name, peer in self.peers.items() if peer.calls_since}

    def credit_of(self, terminal: str) -> int:
        return self.ledger.credit(PlayerId(terminal))

    def stake_of(self, terminal: str) -> int:
        return self.ledger.stake(PlayerId(terminal))

    def is_taken(self, terminal: str) -> bool:
        """Somebody plays there: it has credit or a Bet."""
        return bool(self.credit_of(terminal) or self.stake_of(terminal))

    def apply(self, seq: int, wall_time: str, body: bytes) -> None:
        """Without a body it is an entry that the floor may not read: only that it was there."""
        self.seq, self.at = seq, wall_time
        if not body:
            return
        event = decode_event(body)
        kind = type(event)
        before = self.view.round_no if self.view.in_round else 0
        self.view.apply(event)
        if kind in KINDS or kind is e.CurrencyBound:
            self.ledger.apply(event)
        self.hear(wall_time, event)
        code = CODES.get(kind)
        if code is not None and code.severity == ALARM:
            number = getattr(event, "round_no", 0) or before
            self.ring(Ring(seq, wall_time, code.code, kind.__name__, self._told(code, event), number))

    def hear(self, wall_time: str, event: e.Event) -> None:
        """What of an entry the public picture and the ledger do not remember."""
        change = _CHANGES.get(type(event))
        if change is not None:
            change(self, wall_time, event)

    def ring(self, ring: Ring) -> None:
        self.rings.append(ring)
        del self.rings[:-RINGS_KEPT]

    def _told(self, code: Code, event: Any) -> str:
        return harmless(type(event).__name__, code.text(event, self.money.write))

    def settle(self, round_no: int, staked: int, returned: int) -> None:
        self.today.add(staked, returned)
        self.rounds.setdefault(round_no, Tally()).add(staked, returned)

    def begin_day(self) -> None:
        self.today, self.rounds, self.drop = Tally(), {}, 0


def harmless(kind: str, text: str) -> str:
    """The text of an event without what may name a card that lies face down: why a table halted, in its own words."""
    return text.partition(":")[0] if kind == e.Halted.__name__ else text


def _halted(it: Standing, at: str, event: e.Halted) -> None:
    it.halted_since[event.reason] = at


def _interrupted(it: Standing, at: str, _event: e.Interrupted) -> None:
    it.halted_since[Halt.INTERRUPTED] = at


def _resumed(it: Standing, _at: str, event: e.Resumed) -> None:
    it.halted_since.pop(event.reason, None)


def _answered(it: Standing, _at: str, _event: e.InterruptionAnswered) -> None:
    it.halted_since.pop(Halt.INTERRUPTED, None)


def _joined(it: Standing, _at: str, event: e.TerminalJoined) -> None:
    it.peers.setdefault(event.terminal, Peer()).role = event.role
    it.peers[event.terminal].retired = False


def _retired(it: Standing, _at: str, event: e.TerminalRetired) -> None:
    it.peers.setdefault(event.terminal, Peer()).retired = True


def _latched(it: Standing, _at: str, event: e.TerminalLatched) -> None:
    it.peers.setdefault(event.terminal, Peer()).latched = event.why


def _unlatched(it: Standing, _at: str, event: e.TerminalUnlatched) -> None:
    it.peers.setdefault(event.terminal, Peer()).latched = ""


def _called(it: Standing, at: str, event: e.AttendantCalled) -> None:
    peer = it.peers.setdefault(event.terminal, Peer())
    # One that calls again has waited since the first time.
    peer.calls_since = (peer.calls_since or at) if event.wanted else ""
    peer.calls_for = str(event.reason) if event.wanted else ""


def _opened(it: Standing, at: str, event: e.WindowOpened) -> None:
    it.opened_at[event.window.name] = at


def _closed(it: Standing, _at: str, event: e.WindowClosed) -> None:
    it.opened_at.pop(event.name, None)


def _settled(it: Standing, _at: str, event: e.Settled) -> None:
    it.settle(event.round_no, *_sums(event.lines))


def _corrected(it: Standing, _at: str, event: e.LinesCorrected) -> None:
    staked, returned = _sums(event.before)
    now_staked, now_returned = _sums(event.after)
    it.settle(event.round_no, now_staked - staked, now_returned - returned)


def _day_began(it: Standing, _at: str, _event: e.DayBegan) -> None:
    it.begin_day()


def _bound(it: Standing, _at: str, event: e.CurrencyBound) -> None:
    name = event.currency.code or NO_CURRENCY
    if name != it.currency:
        it.begin_day()
    it.currency = name


def _sums(lines: tuple[Line, ...]) -> tuple[int, int]:
    return sum(line.staked for line in lines), sum(line.returned for line in lines)


_CHANGES: Final[Mapping[type, Any]] = {
    e.Halted: _halted,
    e.Interrupted: _interrupted,
    e.Resumed: _resumed,
    e.InterruptionAnswered: _answered,
    e.TerminalJoined: _joined,
    e.TerminalRetired: _retired,
    e.TerminalLatched: _latched,
    e.TerminalUnlatched: _unlatched,
    e.AttendantCalled: _called,
    e.WindowOpened: _opened,
    e.WindowClosed: _closed,
    e.Settled: _settled,
    e.LinesCorrected: _corrected,
    e.DayBegan: _day_began,
    e.CurrencyBound: _bound,
}


def game_title(game: str) -> str:
    """As its document has it; "" if no game is open, its own name if we have no face for it."""
    if not game:
        return ""
    face = find_face(game)
    return face.words.get(game) or face.title or game
