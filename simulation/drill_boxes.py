"""The production table of Blackjack, Blackjack Plus and Three Pictures, told whatever anybody could tell it.

No network: the core alone with its panel, two Players whom nobody helps (their requests are written here: late, twice,
for others, in old windows) and two production terminals, which follow and ask in their own words. Beside the checks of
any table with boxes (`box_checks.py`) a second opinion hears it all (`reference/boxes.py`): who is asked what and when,
whether a no was just, and who was told what. A shoe that lies on purpose deals pairs and Aces, so that what the cards
seldom bring is common here.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from types import SimpleNamespace
from typing import Any, Final

from console.table.boxes import BoxNews
from console.table.delivery import signed
from console.table.state import Setup
from console.table.table import Heard, SpaceLeft
from games.cards import Card, decks, parse_card
from games.catalog import find_game
from games.round import (
    Answer,
    DealingError,
    Discarded,
    DrawnTogether,
    Felt,
    HandRemoved,
    Limit,
    PlayerId,
    Reconstructed,
    Spot,
    Voided,
    WalkedAway,
)
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry, first_link
from protocol.codec import body_decoder, decode_event, encode_body
from protocol.halts import Halt
from protocol.picture import Picture
from protocol.view import Phase, cards_digest
from shoe_driver import link as shoe
from simulation.box_world import GAMES, PICTURES, make_checks, sides_of
from simulation.box_seats import BoxSeats
from simulation.calm import BOSS, CREW, PANEL, RUN, SECOND, SHUFFLER, CalmTable
from simulation.reference.boxes import BoxExaminer, Terms
from simulation.reference.tape import Objection
from simulation.world import Crash, Violation, World
from terminal import intents as t
from terminal.answers import asked
from terminal.boxes import own_turns
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


class BoxDrill(CalmTable):
    def __init__(self, seed: int) -> None:
        rng = self.rng = Random(f"boxes {seed}")
        game = GAMES[seed % len(GAMES)]
        self.main = find_game(game).shared
        self.manner = Manner(rng)
        limits = {self.main: Limit(20, 200, 10), **dict.fromkeys(sides_of(game), Limit(10, 50, 5))}
        seats = {2: PlayerId("R1")} if rng.random() < 0.3 else {}
        felt = Felt(
            limits,
            BOXES,
            seats,
            squeeze=rng.random() < 0.35,
            total=Limit(10, 400, 5) if rng.random() < 0.2 else None,
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
        self.judges.liars |= {PlayerId(name) for name in TERMINALS}
        self.examiner = BoxExaminer(Terms(game, felt, COUNTDOWN_MS, TIMES), self.judges.money.at)
        self.opinion = BoxSeats(self, self.examiner)
        self.news = BoxNews()
        self.crashing = self.began = False
        self.crashes = 0
        self.processes = {name: (1, RUN) for name in LOOSE}
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
        self.examiner.turned([news for _, news in self.line[told:]], self.news.wake_ms(self.table))
        for waited in self.delivery.before_pulse(len(self.entries), self.read):
            self._says(waited)
        self._says(self.table.pulse(self.now_ms, self.pen.seq, self.pen.chain))
        self.news.again()

    def _says(self, news: m.News) -> None:
        self.line.append(("*", signed(news, self.signed)))

    # --- a drill -----------------------------------------------------------------------------------------------------

    def play(self, steps: int) -> None:
        self._opens_table()
        for number in range(steps):
            try:
                self._step()
            except Objection as objection:
                raise Violation("R", f"step {number}: {objection}") from None
            except Violation as broken:
                raise Violation(broken.name, f"step {number}: {str(broken).partition(': ')[2]}") from None

    def _opens_table(self) -> None:
        self.join(PANEL)
        self.wait()
        self.order(m.OpenTable())
        self._loads()
        for name in LOOSE:
            self._greets(name)
        for name in TERMINALS:
            self._buys(name)

    def _step(self) -> None:
        rng, manner = self.rng, self.manner
        try:
            self.crashing = rng.random() < manner.crashes * 0.5
            self._something()
            if rng.random() < 0.35:
                self.wait(rng.choice((0, 20, 100, 300, 700, 1_500)))
            self.crashing = False
            if rng.random() < manner.crashes * 0.3:
                raise Crash("killed")
        except Crash:
            self.crashing = False
            self.crashes += 1
            self.line, self.mail = [], []
            self.start()
            self.join(PANEL)
        self._compare()

    def wait(self, some_ms: int = 500) -> None:
        """The console wakes whenever it wants to."""
        until_ms = self.now_ms + some_ms
        while (wake_ms := self.table.wake_ms()) is not None and wake_ms < until_ms:
            super().wait(max(0, wake_ms - self.now_ms))
        super().wait(max(0, until_ms - self.now_ms))

    def _something(self) -> None:
        rng, manner, view = self.rng, self.manner, self.table.view
        if self.plan:
            self.plan.pop(0)()
            return
        dice = rng.random()
        if dice < 0.04:
            self._says_again()
        elif dice < 0.08:
            self._moves()
        elif dice < 0.08 + manner.wipes:
            self._befalls(rng.choice(SEATED))
        elif dice < 0.12 + manner.wipes:
            self._nonsense()
        elif view.halts and rng.random() < 0.8:
            self._remedies()
        else:
            getattr(self, f"_while_{view.phase.value}")()

    # --- phases ------------------------------------------------------------------------------------------------------

    def _while_closed(self) -> None:
        self.order(m.OpenTable())

    def _while_ready(self) -> None:
        rng, view, shoe_view = self.rng, self.table.view, self.table.view.shoe
        last = view.round_no
        if last and rng.random() < self.manner.corrects:
            self._corrects(last)
        elif rng.random() < self.manner.closes:
            self.order(m.CloseTable())
        elif not shoe_view.live or shoe_view.withdrawn or shoe_view.foreign or shoe_view.left < 60 * self.decks // 8 + 12:
            self._loads()
        elif rng.random() < 0.03:
            self.order(m.RuleOtherwise("nobody bets", m.RoundWithoutBets()))
        elif rng.random() < 0.04:
            self._draws()
        else:
            self.order(m.OpenBets())

    def _while_betting(self) -> None:
        rng, view = self.rng, self.table.view
        if any(it.window.respondents is None for it in view.windows.values()):
            dice, stakes = rng.random(), any(it.bets for it in self.table.windows.given.get("bets", {}).values())
            if dice < 0.78 or (not stakes and dice < 0.97):
                self._bets(rng.choice(TERMINALS))
            elif dice < 0.87:
                self.order(m.CloseBets())
            elif dice < 0.88:
                self.order(m.AddTime(500))
            elif dice < 0.88 + self.manner.surplus:
                self._draws()
            elif dice < 0.95:
                self.wait(rng.choice((260, 1_000, COUNTDOWN_MS)))
            elif dice < 0.95 + self.manner.voids:
                self._voids()
            return
        if rng.random() < self.manner.rules:
            self._rules()
        elif rng.random() < self.manner.interim:
            self._certifies()
        elif rng.random() < self.manner.surplus:
            self._draws()
        elif rng.random() < self.manner.voids:
            self._voids()
        elif rng.random() < self.manner.slow:
            self.wait(rng.choice((500, 1_000, 2_000)))
        elif rng.random() < 0.03:
            self.order(m.CloseBets())
        elif rng.random() < 0.10:
            self._answers_for()
        else:
            self._answers()

    def _while_dealing(self) -> None:
        rng, manner = self.rng, self.manner
        if rng.random() < manner.unread:
            self._is_unread()
        elif rng.random() < manner.rules * 0.3:
            self._rules()
        elif rng.random() < manner.voids * 0.5:
            self._voids()
        elif rng.random() < manner.interim * 0.3:
            self._certifies()
        elif rng.random() < 0.02:
            self._draws(2)
            if rng.random() < 0.5:
                self.shoe_says(shoe.CardsTogether(self.counter, 100))
        elif rng.random() < 0.01:
            self.order(m.CorrectCards(self._others()))
        else:
            self._draws()

    def _while_result(self) -> None:
        rng, manner = self.rng, self.manner
        if self._turns():
            return
        if rng.random() < manner.surplus:
            self._draws()
        elif rng.random() < manner.rules:
            self._rules()
        elif rng.random() < manner.voids:
            self._voids()
        elif rng.random() < 0.05:
            self.order(m.CorrectCards(self._others()))
        else:
            self._certifies()

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

    def _draws(self, count: int = 1) -> None:
        for _ in range(count):
            if self.pool:
                self.counter += 1
                self.faces[self.counter] = self._next_card().text
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

    def _turns(self) -> bool:
        """Cards lie face down for somebody."""
        rng, state = self.rng, self.table.state
        if not state.turners:
            return False
        draw = rng.choice(list(state.turners))
        who = state.turners[draw]
        dice = rng.random()
        if dice < 0.15:
            self.wait(rng.choice((1_000, 12_000, 45_000)))
        elif dice < 0.25:
            self._draws()
        elif dice < 0.30:
            self._rules()
        elif who in SEATED and dice < 0.75:
            mine = own_turns(self.seats[who].session)
            self.seats[who].wants(t.TurnCards(rng.choice(((), mine[:1], mine))))
        else:
            who = rng.choice((who, *LOOSE))
            if who in LOOSE:
                draws = rng.choice(((), (draw,), tuple(state.turners)))
                self._asks(who, m.TurnCards(*self.processes[who], self.table.view.round_no - (dice > 0.97), draws))
        return True

    # --- staff -------------------------------------------------------------------------------------------------------

    def _certifies(self) -> None:
        digest = cards_digest(self.table.view)
        self.order(m.Certify(digest if self.rng.random() < 0.97 else bytes(32)))

    def _voids(self) -> None:
        paragraph = self.rng.choice(("5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.5", "5.5.6", "5.19", "5.16"))
        if self.rng.random() < 0.2:
            self.order(m.RuleOtherwise("void", m.VoidRound()))
        else:
            self.order(m.Rule(Voided(paragraph), paragraph))

    def _rules(self) -> None:
        """By each paragraph of section 5 that knows a Ruling."""
        rng, drawn = self.rng, self._drawn()
        pictures = self.setup.game == PICTURES
        some, box = PlayerId(rng.choice(TERMINALS)), 1 + rng.randrange(BOXES)
        order = list(drawn)
        if len(order) > 1:
            at = rng.randrange(len(order) - 1)
            order[at], order[at + 1] = order[at + 1], order[at]
        if rng.random() < 0.2:
            order = list(drawn)
        elif rng.random() < 0.2:
            rng.shuffle(order)
        card = drawn[-1 - rng.randrange(min(3, len(drawn)))] if drawn else self.pool[0]
        anything = "5.16" if pictures else "5.19"
        last = tuple(drawn[-rng.choice((1, 2, 2, 2, 3)) :]) or (card,)
        last = last if rng.random() < 0.7 else last[::-1]
        ways: list[m.Order] = [
            m.Rule(WalkedAway(some, box), "5.3"),
            m.Rule(WalkedAway(some, box), "5.3"),
            m.Rule(DealingError(), "5.6" if pictures else "5.7"),
            m.Rule(Reconstructed(tuple(order)), rng.choice(("5.5.4", "5.6", "5.8", anything)) if pictures else "5.9"),
            m.Rule(DrawnTogether(last), "5.10" if pictures else rng.choice(("5.12", "5.12", "5.12.1"))),
            m.Rule(Discarded(card), anything if pictures else rng.choice(("5.10.2", "5.10.3"))),
            m.RuleOtherwise("back", m.ReturnBets((some,))),
            m.RuleOtherwise("so be it", m.Conclude()),
            m.CallSupervisor("look"),
            m.ReportDrawnTogether(),
        ]
        if pictures:
            ways.append(m.Rule(HandRemoved(box), "5.8"))
        self.order(rng.choice(ways))

    def _remedies(self) -> None:
        rng, view = self.rng, self.table.view
        halt = rng.choice(sorted(view.halts))
        if rng.random() < 0.1:
            self.order(rng.choice((m.Resume(Halt(halt)), m.AnswerInterruption(True), m.KeepSurplus())))
            return
        match halt:
            case Halt.INTERRUPTED:
                self.order(m.AnswerInterruption(rng.random() < 0.3))
            case Halt.SURPLUS:
                self._clears_surplus()
            case Halt.CARD_MISSING:
                if rng.random() < 0.2:
                    self.faces[view.shoe.pending[0]] = self.pool.pop().text
                    self.shoe_says(shoe.CardSeen(view.shoe.pending[0], self.faces[view.shoe.pending[0]]))
                else:
                    self.order(m.EnterCard(rng.choice(self.pool)))
            case Halt.SHOE_LOST:
                self.shoe_says(shoe.LinkRestored(view.shoe.serial or "S1"))
            case Halt.FOREIGN_CARD | Halt.SHOE_DRY | Halt.UNSHUFFLED:
                if view.in_round:
                    self._voids()
                else:
                    self._loads()
                if rng.random() < 0.3:
                    self.order(m.Resume(Halt(halt)))
            case _:
                self.order(m.Resume(Halt(halt)))

    def _clears_surplus(self) -> None:
        rng, view, drawn = self.rng, self.table.view, self._drawn()
        if not view.in_round or not view.surplus or rng.random() < 0.25:
            self.order(m.KeepSurplus() if view.surplus else m.Resume(Halt.SURPLUS))
            return
        pictures = self.setup.game == PICTURES
        anything = "5.16" if pictures else "5.19"
        ways: list[m.Order] = [
            m.Rule(Discarded(drawn[-1]), anything if pictures else rng.choice(("5.10.2", "5.10.3"))),
            m.Rule(Reconstructed(tuple(drawn)), "5.8" if pictures else "5.9"),
            m.Rule(Voided(anything), anything),
        ]
        self.order(rng.choice(ways))

    def _corrects(self, last: int) -> None:
        rng = self.rng
        round_no = max(1, last - rng.choice((0, 0, 0, 1, 3)))
        was = self.table.state.settled.get(round_no)
        cards = [act.card for act in was.acts if hasattr(act, "card")] if was is not None else []
        if cards:
            cards[rng.randrange(len(cards))] = rng.choice(self.pool or [parse_card("5S")])
        ways: list[m.Order] = [
            m.Correct(tuple(cards)),
            m.VoidSettled(rng.choice(("5.5.1", "5.5.2", "5.5.6", "5.5.3"))),
            m.TakeBackVoid(),
        ]
        if self.setup.game == PICTURES:
            gone = tuple(PlayerId(name) for name in TERMINALS if rng.random() < 0.2)
            ways.append(m.VoidSettled("5.8", 1 + rng.randrange(BOXES), gone))
        order = rng.choice(ways)
        view, self.table.view.round_no = self.table.view, self.table.view.round_no
        self._order_about(round_no, order)

    def _order_about(self, round_no: int, order: m.Order) -> None:
        """Of an earlier Round."""
        if self.table.people.at(PANEL) is None:
            self.sign_on()
        self.hear((PANEL, m.Command(1, RUN, self._id(), round_no, order, None)))
        pending = self.table.forgotten.proposals.get(PANEL)
        if pending is not None:
            proposed = (pending.proposal.command_id, pending.proposal.digest, "271828", self.second.number)
            self.hear((PANEL, m.Sign(1, RUN, self._id(), *proposed)))
        self.turn()

    def _nonsense(self) -> None:
        """What does not belong here, and must change nothing."""
        rng, view = self.rng, self.table.view
        window = next((it.id for it in view.windows.values()), None)
        some = PlayerId(rng.choice((*TERMINALS, "T9")))
        orders: list[m.Order] = [
            *(m.OpenBets(), m.CloseBets(), m.AddTime(300), m.KeepSurplus(), m.CloseTable(), m.OpenTable()),
            m.Certify(cards_digest(view)),
            m.EnterCard(rng.choice(self.pool or [parse_card("5S")])),
            m.Seat(some, rng.randrange(BOXES + 2)),
            m.Seat(some, rng.randrange(BOXES + 2)),
            m.SetLimits(Felt(self.setup.felt.limits, BOXES, squeeze=self.setup.felt.squeeze, total=self.setup.felt.total)),
            m.AnswerInterruption(rng.random() < 0.5),
            m.Resume(rng.choice(list(Halt))),
            m.RuleOtherwise("paid", m.PayFromHouse(some, 20)),
            m.Latch(some, "broken"),
            *(m.Unlatch(PlayerId(it)) for it in TERMINALS),
            m.RuleDispute(some, "looked at"),
            m.SellCredit(some, 50),
            m.RuleOtherwise("back", m.ReturnBets((some,))),
        ]
        if window is not None and rng.random() < 0.3:
            self._answers_for()
        else:
            self.order(rng.choice(orders))

    # --- people ------------------------------------------------------------------------------------------------------

    def _greets(self, name: str) -> None:
        process = self.processes[name]
        self.hear((name, m.Hello(*process, self.pen.seq, self.pen.chain, PlayerId(name), "terminal", self.signed)))
        self.turn()

    def _asks(self, name: str, *requests: m.Request) -> None:
        self.said = [*self.said[-20:], *((name, request) for request in requests)]
        self.hear(*((name, request) for request in requests))
        self.turn()

    def _buys(self, name: str) -> None:
        if name in LOOSE:
            self._asks(name, m.BuyCredit(*self.processes[name], self.rng.randbytes(16), 1_000, "SGD"))
        else:
            self.seats[name].buys(1_000)

    def _says_again(self) -> None:
        """Once more, or long after; and whoever is not here says Hello."""
        if self.rng.random() < 0.3:
            name = self.rng.choice((*LOOSE, PANEL))
            process = self.processes.get(name, (1, RUN))
            after = self.rng.choice((0, 0, len(self.entries) - 3))
            self.hear((name, m.Sync(*process, max(0, after))))
            self.turn()
            return
        absent = [name for name in LOOSE if not self.table.peers.peer(name).greeted]
        if absent:
            self._greets(absent[0])
        elif latched := [name for name in TERMINALS if self.table.peers.peer(name).latched]:
            self.order(m.Unlatch(PlayerId(latched[0])))
        elif self.said:
            self._asks(*self.rng.choice(self.said))

    def _moves(self) -> None:
        """003 §1.26: somebody sits down or leaves; or has spent all, or goes."""
        rng, name = self.rng, self.rng.choice(TERMINALS)
        box, dice = rng.randrange(BOXES + 1 + (rng.random() < 0.1)), rng.random()
        credit = self.table.ledger.credit(PlayerId(name))
        if credit < 100:
            self._buys(name)
        elif dice < 0.75 and name in LOOSE:
            self._asks(name, m.SitDown(*self.processes[name], box))
        elif dice < 0.75:
            self.opinion.wants(name, t.SitDown(box))
        elif dice < 0.9 and name in SEATED:
            self.opinion.wants(name, t.WishSqueeze(rng.random() < self.manner.squeezes))
        elif name in SEATED:
            self.seats[name].wants(t.CashOut(self.seats[name].new_id(), credit))
        else:
            self._asks(name, m.CashOut(*self.processes[name], rng.randbytes(16), credit))

    def _bets(self, name: str) -> None:
        rng, view = self.rng, self.table.view
        opened = next((it for it in view.windows.values() if it.window.respondents is None), None)
        if opened is None:
            return
        kinds = (self.main, self.main, *sides_of(self.setup.game))
        spot = Spot(f"{rng.choice(CROWDED)}/{rng.choice(kinds)}")
        amount = rng.choice(AMOUNTS)
        if name in SEATED:
            intents: list[t.Intent] = [
                *(t.PlaceBet(Spot(f"{spot[0]}/{self.main}"), amount),) * 4,
                *(t.PlaceBet(spot, amount),) * 3,
                *(t.TakeBack(spot, amount), t.ClearBets(), t.DoubleBets(), t.RepeatBets(), t.UndoBet()),
                t.WishSqueeze(rng.random() < self.manner.squeezes),
            ]
            self.opinion.wants(name, rng.choice(intents))
            return
        bets = dict(self.table.windows.given.get("bets", {}).get(PlayerId(name), Answer()).bets)
        if rng.random() < 0.6:  # one that may well stand
            box, side = spot.partition("/")[0], rng.choice(kinds)
            bets[Spot(f"{box}/{self.main}")] = rng.choice((20, 20, 50, 60, 100))
            if side != self.main and rng.random() < 0.4:
                bets[Spot(f"{box}/{side}")] = rng.choice((10, 20))
            self._answer(name, opened.id, bets, "squeeze" if rng.random() < self._wishes(view.round_felt) else "")
            return
        for _ in range(rng.choice((1, 1, 2, 3))):
            bets[spot] = rng.choice((0, 5, amount, amount, amount, bets.get(spot, 20) - 10, bets.get(spot, 0) + 10))
            bets[spot] = max(0, bets[spot])
            spot = Spot(f"{1 + rng.randrange(BOXES)}/{rng.choice(kinds)}")
        if rng.random() < 0.03:
            bets[Spot("9/nowhere")] = 10
        choice = "squeeze" if rng.random() < self._wishes(view.round_felt) else ""
        choice = choice if rng.random() < 0.97 else "hit"
        self._answer(name, opened.id, bets, choice)

    def _wishes(self, felt: Felt) -> float:
        return self.manner.squeezes if felt.squeeze else 0.0

    def _answer(self, name: str, window: m.WindowId, bets: dict[Spot, int], choice: str) -> None:
        rng = self.rng
        answered = self.table.windows.answered.get(window, {}).get(PlayerId(name))
        last = 0 if answered is None else answered.revision
        revision = last + rng.choice((0, 1, 1, 1, 1, 1, 1, 1, 2, 300 if rng.random() < 0.05 else 1))
        self._asks(name, m.Answer(*self.processes[name], window, max(1, revision), bets, choice))

    def _answers(self) -> None:
        """Whoever is asked, or somebody else; in an open window, or an old one."""
        rng, view = self.rng, self.table.view
        opened = rng.choice(list(view.windows.values()))
        window = opened.window
        who = rng.choice(window.respondents or TERMINALS)
        if who in SEATED and rng.random() < 0.9:
            self._answers_itself(who)
            return
        name = who if who in LOOSE and rng.random() < 0.93 else rng.choice(LOOSE)
        choice = rng.choice((*window.choices, *window.choices[-1:] * 2, "" if rng.random() < 0.2 else window.choices[0]))
        raises = choice in ("split", "double", "insure", "follow")
        bets: dict[Spot, int] = {}
        if raises or rng.random() < 0.05:
            own = self.table.windows.given.get("bets", {}).get(PlayerId(name), Answer()).bets
            for spot in window.spots if choice == "insure" else window.spots[-1:] if choice != "double" else window.spots[:1]:
                initial = own.get(Spot(f"{spot.partition('/')[0]}/{self.main}"), 50)
                bets[spot] = rng.choice((initial, initial, initial // 2, initial // 2, initial + 10, 10))
                if choice == "insure" and rng.random() < 0.7:
                    bets[spot] = initial // 2
                elif choice == "insure" and rng.random() < 0.5:
                    del bets[spot]
        key = opened.id
        if rng.random() < 0.04:
            key = rng.choice(list(self.table.windows.names))
        self._answer(name, key, bets, choice)

    def _answers_itself(self, name: str) -> None:
        rng, session = self.rng, self.seats[name].session
        asks = list(asked(session))
        if not asks:
            return
        ask = rng.choice(asks)
        options = [it for it in ask.question.options if not it.why]
        if not options:
            return
        wanted = [it for it in options if it.key in ("split", "double", "follow", "insure", "even_money")]
        option = rng.choice(wanted if wanted and rng.random() < 0.5 else options)
        if ask.question.kind == "surrender" and rng.random() < 0.6:
            option = options[-1]
        amount = rng.randrange(option.least, option.adds + 1) if option.spot and option.adds > option.least and rng.random() < 0.3 else 0
        self.seats[name].wants(t.AnswerBox(ask.question.box, option.key, amount))

    def _answers_for(self) -> None:
        """003 §5.18: staff, for whoever has asked them to."""
        rng, view = self.rng, self.table.view
        opened = rng.choice(list(view.windows.values()))
        window = opened.window
        name = PlayerId(rng.choice(window.respondents or TERMINALS) if rng.random() < 0.9 else rng.choice(TERMINALS))
        choice = rng.choice(window.choices) if window.choices and window.respondents is not None else ""
        bets = {}
        if window.respondents is None or choice in ("split", "double", "follow", "insure"):
            bets = {rng.choice(window.spots): rng.choice(AMOUNTS) for _ in range(rng.choice((1, 1, 2)))}
        self.order(m.AnswerFor(name, opened.id, bets, choice))

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


def run(seed: int, steps: int) -> BoxDrill:
    """Raises a Violation that names the step, or whatever the table's own invariants say."""
    drill = BoxDrill(seed)
    drill.play(steps)
    return drill
