"""The bot of the demo: whoever waits for a Bet of each Player gets one."""

from types import SimpleNamespace
from typing import Any, cast

from deploy.demo.bot import Bot
from games.round import Spot
from terminal import intents as t
from terminal.screen import TerminalView


class Felt:
    """What lies there after each tap, seen at once; the terminal of this bot."""

    def __init__(self, credit: int, boxes: object = None) -> None:
        self.credit = credit
        self.boxes = boxes
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
        spots = ("player", "banker", "tie") if self.boxes is None else ("1/main", "1/pairs")
        window = SimpleNamespace(name="bets", choices=(), spots=spots)
        shown = [SimpleNamespace(spot=spot, asked=amount) for spot, amount in self.laid]
        told: Any = SimpleNamespace(
            windows=[window],
            boxes=self.boxes,
            participant=None,
            phase="betting",
            spots=shown,
            round_no=1,
            spendable=spendable,
            felt=SimpleNamespace(limits={}),
            placard=SimpleNamespace(chips=(100, 500)),
        )
        return cast("TerminalView", told)


def plays(seed: int, credit: int, boxes: object = None) -> Felt:
    bot, felt = Bot(seed), Felt(credit, boxes)
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


def test_on_boxes_it_keeps_what_a_split_and_two_doubles_want() -> None:
    tile = SimpleNamespace(box=1, seated="T01", total=0, room=None)
    boxes = SimpleNamespace(home=1, tiles=(tile,), next_home=0, wants=-1, questions=())
    felts = [plays(seed, 4_000, boxes) for seed in range(200)]
    assert all(felt.laid for felt in felts)
    assert max(sum(amount for _, amount in felt.laid) for felt in felts) == 1_000
