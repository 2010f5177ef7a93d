"""A table with betting boxes: Players answer when the test says so, and the journal is judged by another rule book.

One box is enough: T01 sits at it, T02 stands behind. What each of them answers is known by the window that asked it.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from deploy.demo.findings import check_table
from games.cards import parse_cards
from games.round import Answer, DrawnTogether, PlayerId, Ruled
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event
from protocol.halts import Halt
from protocol.journal import Journal
from protocol.messages import WindowId
from simulation.box_judge import BoxRound
from simulation.pictures_judge import PicturesRound
from tests.e2e.game import Game
from tests.e2e.player import Layout, Wish

BETS: Final[dict[str, Layout]] = {"T01": {"1/main": 10_000}, "T02": {"1/main": 5_000}}
GAME: Final = "blackjack"
SEATS: Final = {1: "T01", 2: "T02"}
Money = dict[str, tuple[int, int]]  # by Spot: staked and returned


class Told(msgspec.Struct):
    """A Round as the console's journal has it."""

    answers: dict[tuple[str, str], tuple[str, Layout]]  # by window and terminal, each given once: choice and Bets
    lines: dict[str, Money]
    void: bool = False


class BoxGame(Game):
    guests = True

    def __init__(self, *given: Any, game: str = GAME, bets: Mapping[str, Layout] = BETS, **settings: Any) -> None:
        self.game = game
        super().__init__(*given, **settings, game=game, layouts={name: [its] for name, its in bets.items()})
        self.croupier.affects = False
        self._wishes = 0

    @property
    def dealer_waits(self) -> bool:
        """Not with what stops the table."""
        return super().dealer_waits and not self.view.halts

    # --- Players ---------------------------------------------------------------------------------------------------

    def tell(self, name: str, wish: Wish) -> None:
        """What he is to do next; he does it as soon as his screen offers it, before or after a power cut."""
        wish.write(self.folder, name)
        if name in self.processes:
            self.processes[name].nudge()

    def answer(self, name: str, key: str, box: int = 1) -> None:
        self._wishes += 1
        self.tell(name, Wish(answer=(self._wishes, box, key, 0)))

    def have_answered(self, *names: str, window: object) -> bool:
        """This question is closed, or they all have an answer to it on record."""
        opened = next((it for it in self.view.windows.values() if it.id == window), None)
        given = {} if opened is None else self.link.desk.windows.get(opened.window.name, {})
        return opened is None or all(PlayerId(name) in given for name in names)

    def answers(self, kind: str, keys: Mapping[str, str], box: int = 1) -> None:
        """They are asked, they answer, and it is on record."""
        asked = self.asked(kind)
        for name, key in keys.items():
            self.answer(name, key, box)
        self.until(lambda: self.have_answered(*keys, window=asked), f"{keys} to {kind}")
        self.rest()

    def rest(self) -> None:
        """Who comes back after a power cut would do again what he was told, in the next window that offers it."""
        for name in self.terminals:
            self.tell(name, Wish())

    # --- the Round -------------------------------------------------------------------------------------------------

    def asked(self, kind: str) -> WindowId:
        """As soon as this is asked and nothing stops the table; which window it is."""
        self.until(lambda: self.is_asked(kind), f"{kind} is asked")
        return self._of_kind(kind)[0]

    def is_asked(self, kind: str) -> bool:
        return bool(self._of_kind(kind)) and not self.view.halts and self.up(*self.processes)

    def _of_kind(self, kind: str) -> list[WindowId]:
        return [it.id for it in self.view.windows.values() if it.window.kind == kind]

    def begin_round(self, cards: str) -> None:
        """Up to the Bets, which nobody has placed."""
        self.rest()
        there = [name for name in self.terminals if name in self.processes]
        self.until(lambda: self.croupier.done and all(map(self.level, there)), "the last round is over for all")
        self.shoe.next = cards.split()
        self.croupier.rounds_left = 1
        self.stop_at = "open"

        def begins() -> bool:
            if self.croupier.done and self.is_calm():  # refused: the console had just started, and was not confirmed
                self.croupier.rounds_left = 1
            return self.is_asked("bets")

        self.until(begins, "bets are asked")

    def bet(self) -> None:
        """All do, and Bets are closed."""
        for name, bets in BETS.items():
            self.tell(name, Wish(bets=[bets]))
        self.until(lambda: self.bets == BETS, "all have bet")
        self.stop_at = ""

    def rules(self, act: Ruled, paragraph: str, done: Callable[[], bool]) -> None:
        """Once more, if the order went down with the console."""
        desk = self.link.desk
        while not done():

            def ruled_or_lost(lost: int = desk.lost) -> bool:
                return done() or desk.lost > lost

            self.croupier.order(m.Rule(act, paragraph))
            self.until(ruled_or_lost, f"{act} is ruled, or lost")
            self.until(self.is_calm, "all are there")

    def is_calm(self) -> bool:
        """All are there, and nothing stops the table but what the test sees to."""
        return self.up() and set(self.view.halts) <= {Halt.SURPLUS} and not self.link.desk.waiting

    def draws_together(
        self, kind: str, keys: Mapping[str, str], *cards: str, before_it_is_ruled_on: Callable[[], None] = lambda: None
    ) -> None:
        """Who asks for a card gets two at once (003 §5.12), and the Dealer says so."""
        croupier, drawn = self.croupier, self.croupier.draw

        def draw() -> None:
            croupier.draw = drawn  # type: ignore[method-assign]
            croupier.take(self.shoe.tell(f"together {' '.join(cards)}"))

        croupier.draw = draw  # type: ignore[method-assign]
        croupier.over_a_halt = lambda view: set(view.halts) == {Halt.SURPLUS}
        self.answers(kind, keys)
        self.until(lambda: Halt.SURPLUS in self.view.halts and not self.link.desk.waiting, "a card too many lies there")
        before_it_is_ruled_on()
        self.rules(DrawnTogether(tuple(parse_cards(cards))), "5.12", lambda: Halt.SURPLUS not in self.view.halts)
        croupier.over_a_halt = lambda _view: False

    # --- the end ---------------------------------------------------------------------------------------------------

    def _judge(self) -> BoxRound | PicturesRound:
        if self.game == "three_pictures":
            return PicturesRound(7, SEATS)
        return BoxRound(self.game, self.rig.decks, 7, SEATS)

    def judged(self) -> list[Told]:
        """All has stopped in order. Each Round was settled as the oracle says, which shares no code with the games."""
        self.stop_all()
        assert check_table(self.folder, self.rig.table, self.terminals).problems == []
        told: list[Told] = []
        round: BoxRound | PicturesRound | None = None
        names: dict[object, str] = {}
        with Journal.open_to_read(self.folder / "table.journal") as journal:
            for event in (decode_event(entry.body) for entry in journal.entries()):
                match event:
                    case e.WindowOpened(id=key, window=window):
                        names[key] = window.name
                        if window.name == "bets":
                            round = self._judge()
                            told.append(Told({}, {}))
                    case e.LayoutRegistered(id=key, terminal=name, answer=answer):
                        assert (names[key], name) not in told[-1].answers, f"{name} has answered {names[key]} twice"
                        told[-1].answers[names[key], name] = _said(answer)
                    case e.Settled(terminal=name, lines=lines):
                        paid = told[-1].lines.setdefault(name, {})
                        assert not paid.keys() & {str(line.spot) for line in lines}, f"{name} is settled twice"
                        paid |= {str(line.spot): (line.staked, line.returned) for line in lines}
                    case e.RoundEnded(void=void):
                        told[-1].void = void
                    case _:
                        pass
                if round is not None:
                    round.apply(event)
                    if isinstance(event, e.RoundEnded):
                        assert told[-1].lines == round.returns()
        return told


def _said(answer: Answer) -> tuple[str, Layout]:
    return answer.choice, {str(spot): amount for spot, amount in answer.bets.items()}
