"""`etg sim --game`: whole Rounds on boxes from a seed, judged by an oracle that shares no code with the rule books; and
deliberate bugs of that code, each of which must be caught within a few seeds.
"""

from collections.abc import Callable
from typing import Any, Final

import pytest
from msgspec.structs import replace

from console.table import boxes as table_boxes
from console.table import settling
from console.table.windows import Windows
from games import boxes
from games.blackjack import answers
from games.blackjack.rules import Blackjack
from games.money import InvariantBroken
from protocol import ledger
from protocol.events import BetRejected
from simulation.box_rounds import Violation, play

SEEDS: Final = range(1, 9)
Patch = Callable[[pytest.MonkeyPatch], None]


@pytest.mark.parametrize("game", ["blackjack", "blackjack_plus"])
def test_rounds_on_boxes_are_settled_as_the_oracle_says(game: str) -> None:
    played = play(game, 3, 12)
    assert played.rounds == 12
    assert played.met["rounds judged"] >= 8
    assert play(game, 3, 12).digest == played.digest  # the same seed is the same run


def no_excess(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(answers, "excess_bets", lambda *_: ())


def kept_though_rejected(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Windows, "rejected", lambda *_: None)


def rejected_and_not_paid_back(patch: pytest.MonkeyPatch) -> None:
    rule = ledger.Rule(lambda _: (), lambda _: "nothing")
    patch.setitem(ledger._RULES, BetRejected, rule)


def a_seat_counts_for_nothing(patch: pytest.MonkeyPatch) -> None:
    def by_stake(_box: int, _felt: Any, stakes: dict[str, int]) -> tuple[str, ...]:
        return tuple(sorted(stakes, key=lambda player: -stakes[player]))

    patch.setattr(boxes, "in_order_of_decision", by_stake)


def settled_twice(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(settling, "_unpaid", lambda _table, _terminal, lines: lines)


def the_default_instead_of_the_answer(patch: pytest.MonkeyPatch) -> None:
    real = Blackjack.close

    def close(self: Blackjack, round: Any, window: Any, given: Any) -> Any:
        return real(self, round, window, {**given, window.name: {}} if window.kind == "choice" else given)

    patch.setattr(Blackjack, "close", close)


def insurance_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Blackjack, "_waits_for_second_card", lambda *_: False)


def the_wrong_spot_goes_back(patch: pytest.MonkeyPatch) -> None:
    real = table_boxes.reject_excess

    def reject(table: Any, key: Any, window: Any) -> Any:
        for fact in real(table, key, window):
            assert isinstance(fact, BetRejected)
            yield replace(fact, amount=fact.amount - 10)

    patch.setattr("console.table.table.reject_excess", reject)


BUGS: Final[tuple[Patch, ...]] = (
    *(no_excess, kept_though_rejected, rejected_and_not_paid_back, a_seat_counts_for_nothing),
    *(settled_twice, the_default_instead_of_the_answer, insurance_is_forgotten, the_wrong_spot_goes_back),
)


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.__name__)
def test_a_deliberate_bug_is_caught(bug: Patch, monkeypatch: pytest.MonkeyPatch) -> None:
    bug(monkeypatch)
    for seed in SEEDS:
        try:
            play("blackjack", seed, 12)
        except (Violation, InvariantBroken, KeyError, ValueError):
            return
    pytest.fail("nothing was found")
