"""The whole table for pictures: the calm one with a panel and a display, and the words in which its story is told.

Each picture is a moment of a real game, so that all screens tell the same story. Nothing is written to a disk, no time
passes that was not asked for, and the same script gives the same pictures.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import count
from typing import Any, Final

from msgspec.structs import replace

from console.panel import board
from console.panel.desk import Desk
from console.table.delivery import Delivery
from console.table.state import Setup
from console.table.table import Started
from games.cards import parse_cards
from games.round import Felt, Limit, PlayerId
from protocol import events
from protocol import messages as m
from protocol.chain import Entry
from protocol.events import Placard
from protocol.loop import Core, Reply
from protocol.people import Proposal
from protocol.view import cards_digest
from shoe_driver import link as shoe
from shoe_driver.emulator import shuffled
from simulation.calm import BOSS, PANEL, PIN, RUN, SECOND, SHUFFLER, WALL_TIME, CalmTable
from terminal.display import view as display_view
from terminal.display.view import DisplayView, Spectator

TABLE: Final = "BAC-07"
DISPLAY: Final = "Display"
ROUND_S: Final = 43  # that a Round takes which nobody watches
OPENED_S: Final = 3_600  # ago, the table opened
NOTES_PER_HOUR: Final = 1_000_000
PLACARD: Final = Placard(
    *("Baccarat 07", "SGD", 2, (500, 2_500, 10_000, 50_000, 100_000, 1_000_000)),
    languages=("en", "zh_CN", "zh_TW", "ms"),
    notes_per_hour=NOTES_PER_HOUR,
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


class Rehearsal(CalmTable):
    roles: Mapping[str, str] = {DISPLAY: "display"}
    prepared: tuple[m.PreparedStaff, ...] = ()  # files of people that wait for an order
    prepared_keys: tuple[m.PreparedKey, ...] = ()
    short_paid = ""  # to whom the console pays half of what was won: not our software, or a crook's

    def __init__(
        self, *, terminals: int = 6, opened: bool = True, squeeze: bool = False, setup: Setup | None = None
    ) -> None:
        felt = Felt(limits=LIMITS, squeeze=squeeze, differential=5_000_000)
        names = [f"T{number:02d}" for number in range(1, terminals + 1)]
        setup = setup or Setup(TABLE, "baccarat", felt, 25_000, placard=PLACARD)
        super().__init__(setup, names, wall_time=ago(OPENED_S))
        self._orders = count(1)
        self.desk = Desk(PANEL, setup.table, 1, b"run-desk")
        self.desk.heard_at = WALL_TIME
        self.desk.enrolled = frozenset(names)
        self.spectator = Spectator(DISPLAY, setup.table, 1, b"run-show")
        self.readers = {PANEL: self._read_at_the_desk, DISPLAY: self._read_by_all, **self.readers}
        self.wait()
        if opened:
            self.order(m.OpenTable())
            self.load_shoe()

    @property
    def core(self) -> Core[events.Event, Any]:
        return self

    def decide(self, now_ms: int, given: Any) -> Iterator[events.Event | Reply]:
        for outcome in self.table.decide(now_ms, given):
            yield self._keep_back(outcome) if isinstance(outcome, events.Settled) else outcome

    def apply(self, entry: Entry, event: events.Event) -> None:
        self.table.apply(entry, event)

    def _keep_back(self, settled: events.Settled) -> events.Settled:
        if settled.terminal != self.short_paid:
            return settled
        won = [(line, max(0, line.returned - line.staked)) for line in settled.lines]
        return replace(settled, lines=tuple(replace(line, returned=line.returned - gain // 2) for line, gain in won))

    def ask(self) -> Iterator[tuple[str, m.Request]]:
        yield from ((PANEL, request) for request in self.desk.outgoing(self.now_ms))
        yield from ((DISPLAY, request) for request in self.spectator.listener.outgoing(self.now_ms))

    def _read_at_the_desk(self, news: Sequence[m.News]) -> None:
        for each in news:
            self.desk.receive(self.now_ms, each)

    def _read_by_all(self, news: Sequence[m.News]) -> None:
        for each in news:
            self.spectator.receive(self.now_ms, each)

    def pulse(self) -> None:
        super().pulse()
        present = (name for name in (*self.seats, PANEL) if name not in self.away)
        heard = tuple((name, self.table.forgotten.applied.get(name, 0)) for name in present)
        waits = {"prepared": self.prepared, "prepared_keys": self.prepared_keys}
        self.line.append((PANEL, m.Seats(heard, tuple(self.seats), turning=self.table.turning(self.now_ms), **waits)))  # type: ignore[arg-type]

    def beat(self) -> None:
        """Everybody has told the console how far he is, and the panel knows."""
        self.wait(1_100)
        self.wait(400)

    # --- staff and shoe ----------------------------------------------------------------------------------------------

    def sign_on(self, person: m.Person | None = None, panel: str = PANEL, pin: str = PIN) -> None:
        if panel != PANEL:
            super().sign_on(person, panel)
        else:
            self.desk.sign_on(self._next_id(), pin, (person or self.boss).number)
        self.turn()

    def sign_off(self) -> None:
        self.desk.sign_off(self._next_id())
        self.turn()

    def propose(self, order: m.Order, person: m.Person = BOSS) -> Proposal | None:
        """What waits for somebody else; None: it was obeyed, or refused."""
        if self.desk.me != person:
            self.sign_on(person)
        command_id = self._next_id()
        self.desk.order(command_id, order)
        self.turn()
        return self.desk.people.proposals.get(command_id)

    def sign(self, proposal: Proposal, person: m.Person = SECOND, pin: str = PIN) -> None:
        self.desk.sign(self._next_id(), proposal, pin, person.number)
        self.turn()

    def order(self, order: m.Order, second: m.Person | None = SECOND) -> None:
        proposal = self.propose(order)
        if proposal is not None and second is not None:
            self.sign(proposal, second)

    def _next_id(self) -> bytes:
        return next(self._orders).to_bytes(8)

    def open_another(self, panel: str, person: m.Person) -> None:
        """A second panel of the table, which nobody photographs: somebody is signed on there."""
        self.panels.append(panel)
        self.readers[panel] = lambda _news: None
        self.join(panel)
        self.sign_on(person, panel)

    def propose_at(self, panel: str, order: m.Order) -> None:
        self.request(panel, m.Command(1, RUN, self._next_id(), self.table.view.round_no, order))

    def load_shoe(self) -> None:
        self.order(m.LoadShoe(8, SHUFFLER.number, 0, self.counter))

    def open_bets(self, left_ms: int = 18_000, dealer: m.Person = BOSS) -> None:
        self.wall_time = WALL_TIME
        self.propose(m.OpenBets(), dealer)
        self.wait(25_000 - left_ms)

    def close_bets(self) -> None:
        self.order(m.CloseBets())

    def unread(self) -> None:
        self.counter += 1
        self.shoe_says(shoe.CardUnread(self.counter))

    def cut_card(self) -> None:
        """It counts as every card does."""
        self.counter += 1
        self.shoe_says(shoe.CutCardSeen(self.counter))

    def restart(self) -> None:
        """The console loses its power and comes back (001 §5.1)."""
        told = len(self.line)
        self.batch(Started())
        self.delivery = Delivery(self.table.seq)
        del self.line[told:]  # nobody is told of a start before he has said Hello
        self.beat()

    def rival(self, name: str, role: str = "terminal") -> None:
        """Another process with the same key has joined: the one that we know learns of it."""
        self.now_ms += self.setup.takeover_ms  # in which it was silent
        self.request(name, m.Hello(2, b"run-two.", self.pen.seq, self.pen.chain, PlayerId(name), role))
        self.wait(self.setup.takeover_ms)  # until then what it says may be late words of a dead process
        self.beat()

    def certify(self) -> None:
        self.certify_as(BOSS)

    def certify_as(self, dealer: m.Person) -> None:
        self.propose(m.Certify(cards_digest(self.desk.view)), dealer)

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
