"""A whole table in one thread and in memory: the real cores of console, terminals, panel and display, and no machine.

For pictures of every state of every screen: each is a moment of a real game, so that all screens tell the same story.
Nothing is written to a disk, no time passes that was not asked for, and the same script gives the same pictures.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import Any, Final

from msgspec.structs import replace

from console.panel import board
from console.panel.desk import Desk
from console.table.delivery import Delivery, expanded
from console.table.state import Setup
from console.table.table import Heard, Started, Table
from games.cards import parse_cards
from games.round import Felt, Limit, PlayerId, Spot
from games.rulings import Position
from protocol import events
from protocol import messages as m
from protocol.chain import Entry, first_link
from protocol.codec import decode_event
from protocol.events import STAFF, Placard, audience_of
from protocol.loop import Pen, Reply, run_batch
from protocol.view import cards_digest
from shoe_driver import link as shoe
from shoe_driver.emulator import shuffled
from terminal import screen
from terminal.display import view as display_view
from terminal.display.view import DisplayView, Spectator
from terminal.intents import Intent, NoteIn, NoteStacked, PlaceBet
from terminal.intents import Started as TerminalStarted
from terminal.records import own_pen
from terminal.screen import TerminalView
from terminal.session import Session

TABLE: Final = "BAC-07"
PANEL: Final = "Panel"
DISPLAY: Final = "Display"
WALL_TIME: Final = "2026-11-16T20:45:00.000Z"  # on every picture
ROUND_S: Final = 43  # that a Round takes which nobody watches
OPENED_S: Final = 3_600  # ago, the table opened
BOSS: Final = m.Person("Sam", Position.SHIFT_MANAGER)
SECOND: Final = m.Person("Sue", Position.PIT_SUPERVISOR)
PLACARD: Final = Placard(
    *("Baccarat 07", "SGD", 2, (500, 2_500, 10_000, 50_000, 100_000, 1_000_000)),
    languages=("en", "zh_CN", "zh_TW", "ms"),
)
LIMITS: Final = {
    "player": Limit(min=2_500, max=2_000_000, step=500),
    "banker": Limit(min=2_500, max=2_000_000, step=500),
    "tie": Limit(min=500, max=200_000, step=500),
    "player_pair": Limit(min=500, max=100_000, step=500),
    "banker_pair": Limit(min=500, max=100_000, step=500),
}
SEED: Final = 19  # of a shoe whose roads show a little of everything
ROUNDS: Final = 38  # that were played when most pictures are taken


def ago(seconds: int) -> str:
    """So long before the pictures."""
    moment = datetime.fromisoformat(WALL_TIME) - timedelta(seconds=seconds)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.000Z")


class Seat:
    """A Player Terminal: its core, with a journal that is a list."""

    def __init__(self, rehearsal: "Rehearsal", name: str) -> None:
        self.rehearsal, self.name = rehearsal, name
        self.session = Session(PlayerId(name), TABLE)
        self.pen = own_pen(0, first_link(name))
        self.journal: list[Entry] = []
        self.asked: list[m.Request] = []
        self._ids = count(1)
        self.does(TerminalStarted(b"run-seat"))

    def commit(self, entries: Sequence[Entry]) -> None:
        self.journal += entries

    def publish(self, entries: Sequence[Entry]) -> None:
        """A terminal's own journal is nobody else's."""

    def send(self, reply: Reply) -> None:
        self.asked.append(reply.message)

    def does(self, *inputs: Any) -> None:
        run_batch(self.session, self.pen, self, self, self.rehearsal.now_ms, WALL_TIME, inputs)

    def receive(self, _now_ms: int, news: m.News) -> None:
        self.does(news)

    def outgoing(self, _now_ms: int) -> list[m.Request]:
        asked, self.asked = self.asked, []
        return asked

    def wants(self, *intents: Intent) -> None:
        """And the table has heard of it."""
        self.does(*intents)
        self.rehearsal.turn()

    def bets(self, **bets: int) -> None:
        self.wants(*(PlaceBet(Spot(spot), amount) for spot, amount in bets.items()))

    def buys(self, amount: int) -> None:
        note = self.new_id()
        self.wants(NoteIn(note, amount))
        self.wants(NoteStacked(note))

    def new_id(self) -> bytes:
        return f"{self.name:<8}{next(self._ids):08d}".encode()

    @property
    def view(self) -> TerminalView:
        return screen.show(self.session)


class Rehearsal:
    def __init__(self, *, terminals: int = 6, opened: bool = True, squeeze: bool = False) -> None:
        felt = Felt(limits=LIMITS, squeeze=squeeze, differential=5_000_000)
        self.now_ms = 1_000
        self.wall_time = ago(OPENED_S)
        self.entries: list[Entry] = []
        self._salts, self._orders = count(1), count(1)
        self.table = Table(Setup(TABLE, "baccarat", felt, 25_000, placard=PLACARD), self._chain_at)
        self.pen = Pen(0, first_link(TABLE), decode_event, audience_of, lambda: next(self._salts).to_bytes(16))
        self.delivery = Delivery(0)
        self.counter = 0  # the shoe's own
        self._line: list[tuple[str, m.News]] = []
        self.desk = Desk(TABLE, 1, b"run-desk")
        self.desk.me, self.desk.heard_at = BOSS, WALL_TIME
        self.spectator = Spectator(DISPLAY, TABLE, 1, b"run-show")
        self.away: set[str] = set()  # whose cable is out
        self.short_paid = ""  # to whom the console pays half of what was won: not our software, or a crook's
        self.seats: dict[str, Seat] = {}
        self._batch(Started())
        for number in range(1, terminals + 1):
            self.seats[f"T{number:02d}"] = Seat(self, f"T{number:02d}")
        self.desk.enrolled = frozenset(self.seats)
        self.wait()
        if opened:
            self.order(m.OpenTable())
            self.load_shoe()

    # --- the console, and what goes between --------------------------------------------------------------------------

    def _chain_at(self, seq: int) -> bytes | None:
        return first_link(TABLE) if seq == 0 else self.entries[seq - 1].chain if seq <= len(self.entries) else None

    def _read(self, first: int, last: int) -> Sequence[Entry]:
        return self.entries[first - 1 : last]

    def decide(self, now_ms: int, given: Any) -> Iterator[events.Event | Reply]:
        for outcome in self.table.decide(now_ms, given):
            yield outcome if isinstance(outcome, Reply) else self._keep_back(outcome)

    def apply(self, entry: Entry, event: events.Event) -> None:
        self.table.apply(entry, event)

    def _keep_back(self, event: events.Event) -> events.Event:
        if not isinstance(event, events.Settled) or event.terminal != self.short_paid:
            return event
        lines = [
            replace(line, returned=line.returned - max(0, line.returned - line.staked) // 2) for line in event.lines
        ]
        return replace(event, lines=tuple(lines))

    def _batch(self, *inputs: Any) -> None:
        run_batch(self, self.pen, self, self, self.now_ms, self.wall_time, inputs)

    def commit(self, entries: Sequence[Entry]) -> None:
        self.entries += entries

    def publish(self, entries: Sequence[Entry]) -> None:
        batches, replies = self.delivery.after_commit(entries, [PANEL], self._read)
        self._line += [(reply.to, reply.message) for reply in replies]
        self._line += [("", batch) for batch in batches]

    def send(self, reply: Reply) -> None:
        reader = STAFF if reply.to == PANEL else reply.to
        message = expanded(reply, reader, len(self.entries), self._read)
        if message is not None:
            self._line.append((message.to, message.message))

    def turn(self) -> None:
        """Carries messages until nobody has anything to say."""
        while True:
            line, self._line = self._line, []
            for to, news in line:
                for name, receive in self._receivers().items():
                    if to in ("", name):
                        receive(self.now_ms, news)
            requests = [(name, request) for name, asked in self._askers().items() for request in asked]
            for name, request in requests:
                self._batch(Heard(name, request, BOSS if name == PANEL else None))
            if not requests and not self._line:
                return

    def _receivers(self) -> dict[str, Callable[[int, m.News], None]]:
        found: dict[str, Callable[[int, m.News], None]] = {PANEL: self.desk.receive}
        found[DISPLAY] = self.spectator.receive
        found |= {name: seat.receive for name, seat in self.seats.items()}
        return {name: receive for name, receive in found.items() if name not in self.away}

    def _askers(self) -> dict[str, list[m.Request]]:
        asked = {PANEL: self.desk.outgoing(self.now_ms), DISPLAY: self.spectator.listener.outgoing(self.now_ms)}
        asked |= {name: seat.outgoing(self.now_ms) for name, seat in self.seats.items()}
        return {name: requests for name, requests in asked.items() if name not in self.away}

    def wait(self, some_ms: int = 500) -> None:
        """Time passes; the console pulses."""
        self.now_ms += some_ms
        self._batch()
        self._line += [("", batch) for batch in self.delivery.before_pulse(len(self.entries), self._read)]
        self._line.append(("", m.Pulse(self.pen.seq, self.pen.chain, self.table.left_ms(self.now_ms))))
        heard = (name for name in (*self.seats, PANEL) if name not in self.away)
        seats = tuple((name, self.table.forgotten.applied.get(name, 0)) for name in heard)
        self._line.append((PANEL, m.Seats(seats, tuple(self.seats), BOSS)))
        for name in self.away & set(self.seats):
            self.seats[name].does()  # only its clock goes on
        self.turn()

    def beat(self) -> None:
        """Everybody has told the console how far he is, and the panel knows."""
        self.wait(1_100)
        self.wait(400)

    # --- staff and shoe ----------------------------------------------------------------------------------------------

    def order(self, order: m.Order, second: m.Person | None = SECOND) -> None:
        command_id = next(self._orders).to_bytes(8)
        self.desk.diary.mine.add(command_id)
        self.desk.order(command_id, order, second)
        self.turn()

    def load_shoe(self) -> None:
        self.order(m.LoadShoe(8, "Max", 0, self.counter))

    def open_bets(self, left_ms: int = 18_000) -> None:
        self.wall_time = WALL_TIME
        self.order(m.OpenBets())
        self.wait(25_000 - left_ms)

    def close_bets(self) -> None:
        self.order(m.CloseBets())

    def draw(self, cards: str) -> None:
        for card in cards.split():
            self.counter += 1
            self.shoe_says(shoe.CardSeen(self.counter, card))

    def unread(self) -> None:
        self.counter += 1
        self.shoe_says(shoe.CardUnread(self.counter))

    def cut_card(self) -> None:
        """It counts as every card does."""
        self.counter += 1
        self.shoe_says(shoe.CutCardSeen(self.counter))

    def shoe_says(self, said: shoe.ShoeEvent) -> None:
        self._batch(said)
        self.turn()

    def restart(self) -> None:
        """The console loses its power and comes back (001 §5.1)."""
        self._batch(Started())
        self.turn()

    def hear(self, name: str, request: m.Request) -> None:
        """A request that the terminal's own core would not make now."""
        self._batch(Heard(name, request))
        self.turn()

    def rival(self, name: str) -> None:
        """Another process with the same key has joined: the one that we know learns of it."""
        self.hear(name, m.Hello(2, b"run-two.", self.pen.seq, self.pen.chain))
        self.beat()

    def certify(self) -> None:
        self.order(m.Certify(cards_digest(self.desk.view)))

    def correct(self, cards: str) -> None:
        self.order(m.Correct(parse_cards(cards.split())))

    def play(self, rounds: int = ROUNDS) -> None:
        """Whole Rounds from a shuffled shoe, on which nobody bets: the roads fill, and the last one is just over."""
        cards = iter(shuffled(8, SEED))
        for to_come in reversed(range(rounds)):
            self.wall_time = ago(to_come * ROUND_S)
            self.order(m.OpenBets())
            self.close_bets()
            while self.table.view.due:
                self.draw(next(cards))
            self.certify()

    # --- what is to be seen now --------------------------------------------------------------------------------------

    @property
    def board(self) -> board.Board:
        return board.show(self.desk, self.now_ms)

    @property
    def display(self) -> DisplayView:
        return display_view.show(self.spectator, self.now_ms)
