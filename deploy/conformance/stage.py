"""A console for one terminal that loses messages, lies and dies when a scene says so; its core is the real one.

Knows requests and news, and how to play a Round; what a terminal should do is in `scenes.py`. How messages travel is
the hand's affair: a process behind real sockets, or, in our own tests, a terminal in memory whose clock is turned.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Protocol

from msgspec import Struct

from console.table.delivery import signed
from console.table.state import Setup
from games.catalog import GAMES, find_face, shared_kind
from games.round import Felt, Limit, PlayerId, Spot
from protocol import events as e
from protocol import messages as m
from protocol.codec import PeerError, decode_request, encode
from protocol.signing import Signer
from shoe_driver.link import CardSeen
from simulation.calm import EVERYBODY, PANEL, RUN, SHUFFLER, StaffedConsole

TABLE: Final = "CONFORM-01"
NAME: Final = PlayerId("T07")
GAME: Final = next(iter(GAMES))  # the one without boxes, which every terminal can play
BOX_GAME: Final = next(name for name in GAMES if shared_kind(name))  # the first with boxes, which asks its Players
NEIGHBOUR: Final = PlayerId("T01")  # sits at the first box, and is played by the stage
CURRENCY: Final = "SGD"
CREDIT: Final = 50_000
LEAST: Final = 2_500  # of a Bet
SHARED_MAX: Final = 20_000  # of all that lies on a box
PULSE_MS: Final = 500
PATIENCE_MS: Final = 6_000  # with whatever a terminal has to do by itself: twice its longest pause, and more
PLAYER_WINS: Final = "4D 2C 5H 5S"
SECRET: Final = bytes(range(32))  # the console's, for signatures: nothing here is worth a secret

Change = Callable[[m.News], m.News | None]


class Hand(Protocol):
    """The terminal, and whoever stands at it."""

    @property
    def now_ms(self) -> int: ...

    def start(self) -> None:
        """A process, with the file of the one before."""

    def kill(self) -> None: ...

    def wish(self, wish: Mapping[str, Any]) -> None: ...

    def ended(self) -> str:
        """How it ended by itself; "": it runs, or nobody has started it."""

    def exchange(self, private: list[bytes], public: list[bytes]) -> list[bytes]:
        """Carries these to the terminal, waits a moment, and gives what it has said."""


class Said(Struct, frozen=True):
    at_ms: int
    process: int  # which of its processes: 1 is the first
    request: m.Request


class Stage:
    guest = str(NAME)  # who is looked at

    def __init__(self, hand: Hand, *, snapshot_from: int = 500, game: str = GAME) -> None:
        self.hand = hand
        most = SHARED_MAX if shared_kind(game) else 1_000_000
        boxes = (7, {1: NEIGHBOUR}) if shared_kind(game) else ()
        felt = Felt(dict.fromkeys(find_face(game).layout, Limit(LEAST, most, 100)), *boxes)
        placard = e.Placard("Conformance", CURRENCY, chips=(500, 2_500), training=True)
        setup = Setup(*(TABLE, game, felt, 3_600_000), placard=placard, takeover_ms=100, snapshot_from=snapshot_from)
        self.signer = Signer(SECRET, TABLE)
        self.console = StaffedConsole(setup, seals=self.signer)
        self.console.now_ms = hand.now_ms
        self.said: list[Said] = []
        self.malformed: list[str] = []
        self.deaf: tuple[type, ...] = ()  # what reaches nobody
        self.pulsing = True
        self.change: Change = lambda news: news  # on its way; None: it is lost
        self.processes = 0
        self._pulse_ms = 0
        self._private: list[bytes] = []
        self._public: list[bytes] = []
        self.console.join(PANEL)
        self.order(m.OpenTable())
        self.order(m.LoadShoe(8, SHUFFLER.number, first_seq=0))
        self.console.line.clear()

    # --- the terminal ------------------------------------------------------------------------------------------------

    def start(self) -> None:
        self.processes += 1
        self.hand.start()

    def restart(self) -> None:
        self.hand.kill()
        self.wait(300)  # what it had sent is read, and it counts as silent
        self.start()

    def wish(self, **wish: Any) -> None:
        self.hand.wish(wish)

    def join(self) -> bool:
        """It has applied the whole log, and says so."""
        self.start()
        return self.level()

    def sit_down(self) -> bool:
        """Joined, with credit."""
        if not self.join():
            return False
        self.wish(buy=CREDIT)
        return self.until(lambda: self.credit == CREDIT) and self.level()

    def level(self) -> bool:
        """Until it says that it has all there is."""
        mark = len(self.said)
        return self.until(lambda: any(self._is_level(it) for it in self.said[mark:]))

    def _is_level(self, it: Said) -> bool:
        head = (self.console.pen.seq, self.console.pen.chain)
        return isinstance(it.request, m.Beat) and (it.request.applied_seq, it.request.chain) == head

    @property
    def credit(self) -> int:
        return self.console.table.ledger.credit(NAME)

    @property
    def stake(self) -> int:
        return self.console.table.ledger.stake(NAME)

    # --- at a table with boxes ---------------------------------------------------------------------------------------

    @property
    def home(self) -> int:
        """The box at which it sits; 0: at none."""
        return self.console.table.view.sits_at(NAME)

    def seat_neighbour(self) -> None:
        self.console.join(NEIGHBOUR)
        self.console.hear((NEIGHBOUR, m.BuyCredit(1, RUN, bytes(16), CREDIT, CURRENCY)))

    def neighbour_bets(self, amount: int) -> None:
        window = next(iter(self.console.table.view.windows.values())).id
        self.console.hear((NEIGHBOUR, m.Answer(1, RUN, window, 1, {Spot("1/main"): amount})))

    def asked_of(self, terminal: PlayerId = NAME, *, answered: bool = True) -> dict[str, m.WindowId]:
        """The questions of this one that are open, by name; those that it has answered too, unless told otherwise."""
        windows, given = self.console.table.view.windows, self.console.table.windows.given
        return {
            name: it.id
            for name, it in windows.items()
            if terminal in (it.window.respondents or ()) and (answered or terminal not in given.get(name, {}))
        }

    def answers(self, mark: int) -> list[m.Answer]:
        return self._of(m.Answer, mark)

    # --- time --------------------------------------------------------------------------------------------------------

    def wait(self, some_ms: int) -> list[m.Request]:
        """What it says meanwhile."""
        mark, end = len(self.said), self.hand.now_ms + some_ms
        while self.hand.now_ms < end:
            self.turn()
        return [it.request for it in self.said[mark:]]

    def until(self, reached: Callable[[], bool], patience_ms: int = PATIENCE_MS) -> bool:
        end = self.hand.now_ms + patience_ms
        while not reached():
            if self.hand.now_ms >= end:
                return False
            self.turn()
        return True

    def hear(self, kind: type[m.Request], count: int = 1, patience_ms: int = PATIENCE_MS) -> list[Any]:
        """Its next requests of this kind, from now on; fewer, if they do not come."""
        mark = len(self.said)
        self.until(lambda: len(self._of(kind, mark)) >= count, patience_ms)
        return self._of(kind, mark)

    def _of(self, kind: type[m.Request], mark: int) -> list[Any]:
        return [it.request for it in self.said[mark:] if isinstance(it.request, kind)]

    def turn(self) -> None:
        private, public, self._private, self._public = self._private, self._public, [], []
        for data in self.hand.exchange(private, public):
            self._hear(data)
        self.console.now_ms = self.hand.now_ms
        if self.pulsing and self.hand.now_ms >= self._pulse_ms:
            self._pulse_ms = self.hand.now_ms + PULSE_MS
            self.pulse()
        self.carry()

    def _hear(self, data: bytes) -> None:
        try:
            request = decode_request(data)
        except PeerError as error:
            self.malformed.append(str(error))
            return
        self.said.append(Said(self.hand.now_ms, self.processes, request))
        if not isinstance(request, self.deaf):
            self.console.now_ms = self.hand.now_ms
            self.console.hear((self.guest, request))

    # --- news --------------------------------------------------------------------------------------------------------

    def carry(self) -> None:
        """What the console has said is on its way, as far as nobody changes or loses it."""
        line, self.console.line = self.console.line, []
        for to, news in line:
            told = self.change(news) if to in (self.guest, EVERYBODY) else None
            if told is not None:
                self.send(told, everybody=to == EVERYBODY)

    def send(self, news: m.News | bytes, *, everybody: bool = False) -> None:
        data = news if isinstance(news, bytes) else encode(news)
        (self._public if everybody else self._private).append(data)

    def pulse(self) -> None:
        console = self.console
        waited = console.delivery.before_pulse(len(console.entries), console.read)
        pulse = console.table.pulse(console.now_ms, console.pen.seq, console.pen.chain)
        told: list[m.News] = [*waited, pulse]
        console.line += [(EVERYBODY, signed(news, console.signed)) for news in told]

    # --- the table ---------------------------------------------------------------------------------------------------

    def order(self, order: m.Order) -> None:
        self.console.order(order)

    def deal(self, cards: str = PLAYER_WINS) -> None:
        for card in cards.split():
            self.console.counter += 1
            self.console.batch(CardSeen(self.console.counter, card))

    def finish(self) -> None:
        """No more Bets, the cards, the certificate: a Round that the Player Hand wins."""
        self.order(m.CloseBets())
        self.deal()
        self.console.certify()

    def restart_console(self) -> None:
        """Another process reads the journal. Who was there says Hello; the panel does at once."""
        self.console.start()
        self.console.line.clear()
        self.console.join(PANEL)

    @property
    def halts(self) -> list[str]:
        return [str(halt) for halt in self.console.table.view.halts]
