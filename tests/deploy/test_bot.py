"""The bot of the demo: whoever waits for a Bet of each Player gets one."""

from types import SimpleNamespace
from typing import Any, cast

from deploy.demo.bot import Bot
from games.round import Spot
from terminal import intents as t
from terminal.screen import TerminalView


class Felt:
    """What lies there after each tap, seen at once; the terminal of this bot."""

    def __init__(self, credit: int) -> None:
        self.credit = credit
        self.laid: list[tuple[Spot, int]] = []
        self.taps = 0

    def submit(self, intent: t.Intent) -> None:
        self.taps += 1
        match intent:
            case t.PlaceBet(spot, amount):
                self.laid.append((spot, amount))
            case t.DoubleBets():
                self.laid += self.laid
            case t.UndoBet():
                self.laid = self.laid[:-1]
            case t.ClearBets():
                self.laid = []

    def picture(self) -> TerminalView:
        spendable = self.credit - sum(amount for _, amount in self.laid)
        window = SimpleNamespace(name="bets", choices=(), spots=("player", "banker", "tie"))
        shown = [SimpleNamespace(spot=spot) for spot, _ in self.laid]
        told: Any = SimpleNamespace(
            windows=[window],
            boxes=None,
            participant=None,
            phase="betting",
            spots=shown,
            round_no=1,
            spendable=spendable,
            felt=SimpleNamespace(limits={}),
            placard=SimpleNamespace(chips=(100, 500)),
        )
        return cast("TerminalView", told)


def plays(seed: int, credit: int) -> Felt:
    bot, felt = Bot(seed), Felt(credit)
    vars(bot)["_runtime"] = felt
    for _ in range(40):
        bot._want(felt.picture())
    return felt


def test_in_the_end_a_bet_lies_there() -> None:
    felts = [plays(seed, 1_000_000) for seed in range(200)]
    assert all(felt.laid for felt in felts)
    assert max(felt.taps for felt in felts) < 15  # and it comes to rest


def test_who_has_no_money_taps_no_more_than_he_wanted() -> None:
    assert max(plays(seed, 0).taps for seed in range(50)) <= 5
