"""The table of the drill of boxes: its process, its shoe, its terminals, and everybody who judges what they do."""

from collections.abc import Callable, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from console.table.boxes import BoxNews
from console.table.delivery import signed
from console.table.state import Setup
from games.cards import Card, decks
from games.catalog import find_game
from games.round import Felt, Limit, PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry, first_link
from protocol.codec import body_decoder, encode_body
from protocol.picture import Picture
from shoe_driver import link as shoe
from simulation.box_seats import BoxSeats
from simulation.box_world import GAMES, make_checks, sides_of
from simulation.calm import PANEL, RUN, SHUFFLER, CalmTable
from simulation.reference.box_state import Terms
from simulation.reference.boxes import BoxExaminer
from simulation.world import Crash, Violation, World
from terminal import intents as t
from terminal.records import decode_record, own_pen
from terminal.session import Session
from terminal.state import State

TABLE: Final = "BOXES"
SEATED: Final = ("T1", "T2")  # production terminals
LOOSE: Final = ("R1", "R2")  # whose requests are written here
TERMINALS: Final = (*SEATED, *LOOSE)
BOXES: Final = 3
CROWDED: Final = (1, 1, 1, 2, 2, 3)  # most boxes are shared
AMOUNTS: Final = (10, 20, 20, 30, 50, 50, 100, 120, 200)
COUNTDOWN_MS: Final = 2_000
TIMES: Final = {"choice": 1_500, "insurance": 1_000, "even_money": 1_100, "surrender": 1_200, "follow": 900}
TENS: Final = ("10", "J", "Q", "K")
_pictures: Final = body_decoder(Picture)
NOTES: Final = (100, 1_000)


class Quiet(World):
    """A clock and nothing else: nobody reads what happened here."""

    def note(self, who: str, what: str, detail: Any = "") -> None: ...

    def fault(self, kind: str, who: str, what: str = "") -> None: ...


class Manner:
    """What one drill has more of than another."""

    def __init__(self, rng: Random) -> None:
        def some(chance: float, most: float) -> float:
            return most * rng.random() if rng.random() < chance else 0.0

        self.pairs = some(0.7, 0.6)  # the shoe deals what makes questions
        self.aces = some(0.5, 0.5)
        self.interim = some(0.6, 0.3)
        self.rules = some(0.7, 0.12)
        self.voids = some(0.5, 0.03)
        self.crashes = some(0.5, 0.02)
        self.wipes = some(0.5, 0.02)
        self.surplus = some(0.5, 0.04)
        self.unread = some(0.4, 0.05)
        self.slow = some(0.5, 0.3)  # nobody answers
        self.squeezes = 0.2 + some(0.7, 0.8)
        self.corrects = some(0.5, 0.4)
        self.closes = some(0.4, 0.2)  # the table, between Rounds


class BoxesTable(CalmTable):
    def __init__(self, seed: int) -> None:
        self.seed, rng = seed, Random(f"boxes {seed}")
        self.rng, self.together = rng, Random(f"boxes together {seed}")
        game = GAMES[seed % len(GAMES)]
        self.main = find_game(game).shared
        self.manner = Manner(rng)
        limits = {self.main: Limit(20, 200, 10), **dict.fromkeys(sides_of(game), Limit(10, 50, 5))}
        seats = {2: PlayerId("R1")} if rng.random() < 0.3 else {}
        felt = Felt(
            limits, BOXES, seats, squeeze=rng.random() < 0.35, total=Limit(10, 400, 5) if rng.random() < 0.2 else None
        )
        placard = e.Placard(currency="SGD", chips=(10, 100), notes=NOTES, house_pays_max=500)
        setup = Setup(
            *(TABLE, game, felt, COUNTDOWN_MS, TIMES),
            placard=placard,
            secret=b"boxes",
            snapshot_from=20,
            rounds_kept=rng.choice((2, 100)),
        )
        self.decks = rng.choice(tuple(find_game(game).decks))
        self.world = Quiet(seed)
        self.judges = make_checks(self.world, TABLE, game, squeeze=felt.squeeze)
        self.judges._limits, self.judges._decks = felt, self.decks
        self.faces: dict[int, str] = {}  # that the shoe has read, by number
        self.judges.felt.read = self.faces
        self.judges.liars |= {PlayerId(name) for name in LOOSE}
        self.examiner = BoxExaminer(Terms(game, felt, COUNTDOWN_MS, TIMES), self.judges.money.at)
        self.opinion = BoxSeats(self, self.examiner)
        self.news = BoxNews()
        self.crashing = self.began = False
        self.crashes = 0
        self.processes = dict.fromkeys((*LOOSE, PANEL), (1, RUN))
        self.sides = sides_of(game)
        self.said: list[tuple[str, m.Request]] = []  # what may come again
        self.pool: list[Card] = []  # what is in the shoe
        self.plan: list[Callable[[], None]] = []
        super().__init__(setup, SEATED)

    # --- what the loop asks for, with everybody who listens ----------------------------------------------------------

    def start(self) -> list[Entry]:
        if self.began:
            self.judges.restarted(SimpleNamespace(disk=self))  # type: ignore[arg-type]
        self.news = BoxNews()
        self.examiner.restarted()
        self.began = True
        return super().start()

    def batch(self, *inputs: Any) -> list[Entry]:
        self.world.now_ms = self.now_ms
        self.judges.batch(inputs)
        self.examiner.batch(self.now_ms, inputs)
        entries = super().batch(*inputs)
        self.judges.inputs.decided()
        self.examiner.decided()
        self.table.check()
        return entries

    def commit(self, entries: Sequence[Entry]) -> None:
        if self.crashing:
            self.crashing = False
            raise Crash("before the commit")
        super().commit(entries)
        events = self.judges.wrote(entries)
        self.examiner.judge(events, [entry.audience for entry in entries])
        for event in events:
            if isinstance(event, e.LayoutRegistered) and event.terminal in SEATED:
                windows = self.examiner.windows.values()
                squeeze = any(it.id == event.id and "squeeze" in it.window.choices for it in windows)
                self.opinion.registered(event.terminal, event.answer, squeeze)

    def _sort_post(self) -> dict[str, list[bytes]]:
        for to, news in self.line:
            self.judges.sent(to, news, self.panels)
            self.examiner.sent(to, news)
            if isinstance(news, m.Boxes):
                self.opinion.tell(news)
            if isinstance(news, m.Snapshot):
                picture = _pictures.decode(news.state)
                self.examiner.pictured(to, news.seq, picture.own, picture.staff)
        return super()._sort_post()

    def pulse(self) -> None:
        """As the service sends them: what lies on the boxes when it has changed, and not too often."""
        told = len(self.line)
        self.news.turn(self.now_ms, self.table, self._says)
        self.examiner.turned(
            [news for _, news in self.line[told:] if isinstance(news, m.Boxes)], self.news.wake_ms(self.table)
        )
        for waited in self.delivery.before_pulse(len(self.entries), self.read):
            self._says(waited)
        self._says(self.table.pulse(self.now_ms, self.pen.seq, self.pen.chain))
        self.news.again()

    def _says(self, news: m.News) -> None:
        self.line.append(("*", signed(news, self.signed)))

    def wait(self, some_ms: int = 500) -> None:
        """The console wakes whenever it wants to."""
        until_ms = self.now_ms + some_ms
        while (wake_ms := self.table.wake_ms()) is not None and wake_ms < until_ms:
            super().wait(max(0, wake_ms - self.now_ms))
        super().wait(max(0, until_ms - self.now_ms))

    # --- cards -------------------------------------------------------------------------------------------------------

    def _loads(self) -> None:
        self.pool = list(decks(self.decks))
        self.rng.shuffle(self.pool)
        self.order(m.LoadShoe(self.decks, SHUFFLER.number, 0, None))
        self.counter = self.table.view.shoe.last_seq

    def _next_card(self) -> Card:
        """Of those that are left in the shoe: the next, or one that makes a question of it."""
        rng, view, wanted = self.rng, self.table.view, tuple[str, ...]()
        mine = [card for card in view.hands.get(view.due, ()) if card is not None]
        if view.due == "dealer" and not mine and rng.random() < self.manner.aces:
            wanted = rng.choice((("A",), ("A",), TENS))
        elif mine and rng.random() < self.manner.pairs:
            last = mine[-1].text[0]
            wanted = rng.choice(((last,), (last,), TENS if last == "A" else ("A",) if last in "TJQK" else ("2", "3")))
        place = next((at for at, card in enumerate(self.pool) if card.text[0] in "".join(wanted)), 0) if wanted else 0
        return self.pool.pop(place)

    def _draws(self, count: int = 1, *, wanted: bool = False) -> None:
        """`wanted`: the next, whatever would be more of a question."""
        for _ in range(count):
            if self.pool:
                self.counter += 1
                self.faces[self.counter] = (self.pool.pop(0) if wanted else self._next_card()).text
                self.shoe_says(shoe.CardSeen(self.counter, self.faces[self.counter]))

    def _is_unread(self) -> None:
        """One that was not read, perhaps with others behind it."""
        rng = self.rng
        if not self.pool:
            return
        self.counter += 1
        self.pool.pop()
        self.shoe_says(shoe.CardUnread(self.counter))
        if rng.random() < 0.4:
            self._draws(rng.choice((1, 1, 2)))

    def _others(self) -> tuple[Card, ...]:
        """The cards that were drawn, of which one or two are others."""
        drawn = self._drawn()
        for _ in range(self.rng.choice((0, 1, 1, 2))):
            if drawn and self.pool:
                drawn[self.rng.randrange(len(drawn))] = self.rng.choice(self.pool)
        return tuple(drawn)

    def _drawn(self) -> list[Card]:
        found = [self.table.view.acts[at] for at in self.table.view.draws]
        cards = [getattr(act, "card", None) for act in found]
        beside = self.table.state.aside.beside[len(self.table.state.aside.beside) - self.table.view.surplus :]
        return [card for card in cards if card is not None] + list(beside)

    # --- what befalls a terminal -------------------------------------------------------------------------------------

    def _befalls(self, name: str) -> None:
        """It is switched off and on, or its file is lost but for the count of its starts; or its cable is out."""
        rng, seat = self.rng, self.seats[name]
        dice = rng.random()
        if dice < 0.2:
            self.away ^= {name}
            return
        state = None
        if dice < 0.7:
            state = State(PlayerId(name), TABLE, first_link(TABLE), boot=seat.session.state.boot)
            seat.journal, seat.pen = [], own_pen(0, first_link(name))
        session = Session(PlayerId(name), TABLE, state, self.seals.verify)
        for entry in seat.journal:
            session.apply(entry, decode_record(entry.body))
        seat.session = session
        self.opinion.began(name)
        self.away |= {name}
        self.wait(self.setup.takeover_ms + 1)
        self.away -= {name}
        seat.wants(t.Started(rng.randbytes(8)))
        self.wait(20)

    # --- after each step ---------------------------------------------------------------------------------------------

    def _compare(self) -> None:
        self.judges.console(SimpleNamespace(table=self.table))  # type: ignore[arg-type]
        table = self.table
        for name, seat in self.seats.items():
            session = seat.session
            follower = session.join.follower
            if follower.seq >= len(self.judges.chains) or self.judges.chains[follower.seq] != follower.chain:
                raise Violation("M8", f"{name} has another history at {follower.seq}")
            expected = self.judges.money.at(name, follower.seq)
            if (session.credit, session.stake) != expected:
                raise Violation("M4", f"{name} shows {session.credit, session.stake}, the log has {expected}")
            if follower.seq != table.seq:
                continue
            mine = {key: it for key, _, _, it, _ in self.examiner.layouts(name) if it.bets or it.choice}
            shown = {key: it for key, it in session.state.layouts.registered.items() if it.bets or it.choice}
            if table.view.in_round and mine != shown:
                raise Violation("M4", f"{name} shows {shown}, the log has {mine}")
            self.opinion.compare(name)
            if self.rng.random() < 0.1 and encode_body(session.state.view) != encode_body(table.view):
                raise Violation("M9", f"{name} has another picture at {table.seq}")
