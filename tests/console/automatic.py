"""Tables where nobody deals (004), in memory: the real cores of console and terminals, and the real Dealer."""

from collections.abc import Callable
from typing import Any

from console.table.state import DealingPace, Setup
from games.round import Felt, Limit, Spot
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event
from protocol.view import Phase
from simulation.calm import PANEL, CalmTable
from terminal.intents import PlaceBet

PACE = DealingPace(card_ms=100, nonces_ms=1_000, quiet_ms=300, result_ms=500)


class Unattended(CalmTable):
    """What a test asks of one, and how it passes the time."""

    @property
    def facts(self) -> list[e.Event]:
        return [decode_event(entry.body) for entry in self.entries]

    def of(self, *kinds: type) -> list[Any]:
        return [fact for fact in self.facts if isinstance(fact, kinds)]

    def until(self, done: Callable[[], object], patience: int = 3_000) -> None:
        for _ in range(patience):
            if done():
                return
            self.wait(100)
            self.table.check()
        raise AssertionError(f"it stands still: {self.table.view.phase}, {self.table.view.due!r}")

    def until_betting(self) -> None:
        self.until(lambda: self.table.view.phase is Phase.BETTING)


class Auto(Unattended):
    """For one coin, without participants."""

    def __init__(
        self, game: str = "classic_blackjack", terminals: tuple[str, ...] = ("T1", "T2"), table: str = "A"
    ) -> None:
        felt = Felt({"main": Limit(100, 100_000)}, boxes=3)
        placard = e.Placard(name=table, currency="GC", decks=6, automatic=True, chips=(100,))
        super().__init__(Setup(table, game, felt, 5_000, placard=placard, pace=PACE), terminals)
        self.join(PANEL)
        self.wait()
        self.order(m.OpenTable())
        for seat in self.seats.values():
            seat.buys(10_000)

    def bet(self, **bets: int) -> None:
        self.until_betting()
        for name, amount in bets.items():
            box = name.removeprefix("T")
            self.seats[name].wants(PlaceBet(Spot(f"{box}/main"), amount))

    def play_on(self, done: Callable[[], object] | None = None) -> None:
        """Everybody takes the first answer that is offered, until the Round is over, or that is so."""
        number = self.table.view.round_no
        self.until(done or (lambda: self.opened == number))

    @property
    def opened(self) -> int:
        last = self.table.view.shuffle.last
        return 0 if last is None else last.round_no
