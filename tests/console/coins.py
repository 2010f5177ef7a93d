"""A table of Classic or Premium Blackjack with participants (004), in memory: two persons, two coins."""

from typing import Any

from console.table.state import Setup
from console.table.table import DayTold
from games.online_blackjack.rules import coins_of
from games.round import Felt, PlayerId, Spot
from games.rulings import Position
from protocol import events as e
from protocol import messages as m
from protocol.ledger import OUTSIDE
from simulation.calm import CREW, PANEL, PIN, founding
from terminal.intents import PlaceBet, SignOffHere, SignOnHere
from tests.console.automatic import PACE, Unattended

PAT, GIL = m.Person("801", "Pat", Position.PARTICIPANT), m.Person("802", "Gil", Position.PARTICIPANT)
DAYS = tuple(f"2026-11-{day}" for day in range(16, 26))
TABLE = "A"
GC, SC = "GC", "SC"
CAPS = e.CashCap(0, 100_000, 500_000, 1_000_000, 100_000_000_000)


class Coins(Unattended):
    """Classic or Premium with the limits of §2.3, three terminals and two participants; nobody is signed on."""

    def __init__(self, game: str = "classic_blackjack", daily: dict[str, int] | None = None) -> None:
        coins = {coin: {"main": limit} for coin, limit in coins_of(game).items()}
        felt = Felt(coins[GC], boxes=7, coins=coins)
        chips = {coin: (limits["main"].min,) for coin, limits in coins.items()}
        caps = e.Caps(grants={GC: CAPS, SC: CAPS})
        shows: dict[str, Any] = {"chips": chips[GC], "coins": chips, "caps": caps, "daily": daily or {}}
        placard = e.Placard(name="A", currency=GC, decks=6, automatic=True, **shows)
        setup = Setup(TABLE, game, felt, 5_000, placard=placard, pace=PACE)
        super().__init__(setup, ("T1", "T2", "T3"))
        self.join(PANEL)
        self.batch(DayTold(DAYS[0]))
        self.wait()
        self.order(m.OpenTable())

    def start(self) -> list[Any]:
        self.staff = (*founding(CREW), *founding((PAT, GIL)))
        return super().start()

    def on(self, terminal: str, person: m.Person = PAT, pin: str = PIN) -> str:
        """What the terminal was answered."""
        seat = self.seats[terminal]
        seat.session.forgotten.tried = None
        seat.wants(SignOnHere(self._id(), person.number, pin))
        shown = seat.view.participant
        assert shown is not None
        return shown.standing

    def restart(self) -> None:
        """Another process of the console, and everybody has found it."""
        self.start()
        self.join(PANEL)
        for _ in range(6):
            self.wait(500)

    def off(self, terminal: str) -> None:
        self.seats[terminal].wants(SignOffHere())

    def day(self, number: int) -> None:
        self.batch(DayTold(DAYS[number]))
        self.turn()

    def has(self, person: m.Person, coin: str) -> int:
        """In his purse, before him and on the felt."""
        ledger, where = self.table.ledger, PlayerId(self.table.people.where(person.number))
        lies = ledger.credit(where) + ledger.stake(where) if where and ledger.coin(where) == coin else 0
        return ledger.purse(person.number, coin) + lies

    def purses(self, terminal: str) -> tuple[tuple[str, int], ...]:
        """As the terminal shows them."""
        shown = self.seats[terminal].view.participant
        assert shown is not None
        return shown.coins

    def grant(self, person: m.Person, coin: str, amount: int) -> None:
        self.order(m.GrantCoins(person.number, coin, amount))

    def bet(self, terminal: str, amount: int) -> None:
        self.until_betting()
        self.seats[terminal].wants(PlaceBet(Spot(f"{terminal[1]}/main"), amount))

    def finish(self) -> None:
        self.until(lambda: not self.table.view.in_round)


def held(table: Coins) -> dict[str, int]:
    """All that is inside, by coin."""
    books = table.table.ledger.books()
    return {
        it.code: sum(amount for account, amount in balances.items() if account not in OUTSIDE)
        for it, balances in books.items()
    }
