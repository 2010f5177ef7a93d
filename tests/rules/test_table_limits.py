"""001 §3.4: limits of the table beside those of each Spot: one Player's Bets in all, and the table differential."""

import pytest

from games.baccarat.rules import Baccarat
from games.blackjack.rules import Blackjack
from games.round import Answer, Felt, Game, Limit, PlayerId, Spot

ANNE, BEN = PlayerId("A"), PlayerId("B")


def said(game: Game, felt: Felt, bets: dict[str, int], given: dict[PlayerId, dict[str, int]] | None = None) -> str:
    """Why Anne's Bets are refused; "" if they are taken."""
    round = game.begin(felt)
    (window, *_) = game.windows(round)
    answers = {player: _answer(layout) for player, layout in (given or {}).items()}
    refusal = game.review(round, window, ANNE, _answer(bets), {window.name: answers})
    return "" if refusal is None else f"{refusal.detail} §{refusal.paragraph}"


def _answer(bets: dict[str, int]) -> Answer:
    return Answer({Spot(spot): amount for spot, amount in bets.items()})


TOTAL = Felt(total=Limit(50, 200, 10))


@pytest.mark.rule("001 §3.4")
@pytest.mark.parametrize(
    ("bets", "before", "refusal"),
    [
        ({"banker": 50}, {}, ""),
        ({"banker": 20, "tie": 30}, {}, ""),
        ({"banker": 40}, {}, "40 in all is below the table's minimum of 50 §3.4"),
        ({"banker": 100, "tie": 100}, {}, ""),
        ({"banker": 200, "tie": 10}, {}, "210 in all is above the table's maximum of 200 §3.4"),
        ({"tie": 55}, {}, "55 in all is no multiple of the table's step 10 §3.4"),
        ({"banker": 250}, {"banker": 300}, ""),  # less is never too much
        ({"tie": 55}, {"tie": 60}, ""),
        ({"banker": 20}, {"banker": 60}, "20 in all is below the table's minimum of 50 §3.4"),
        ({}, {"banker": 60}, ""),  # all may be taken back
        ({"banker": 40}, {"tie": 40}, ""),  # moved, not changed
    ],
)
def test_3_4_all_bets_of_a_player_are_within_the_limits_of_the_table(
    bets: dict[str, int], before: dict[str, int], refusal: str
) -> None:
    assert said(Baccarat(), TOTAL, bets, {ANNE: before}) == refusal


@pytest.mark.rule("001 §3.4")
@pytest.mark.parametrize(
    ("bets", "ben", "before", "refusal"),
    [
        ({"player": 100}, {}, {}, ""),
        ({"player": 102}, {}, {}, "Player and Banker would differ by 102 at this table, more than 100 §3.4"),
        ({"player": 150}, {"banker": 50}, {}, ""),
        ({"banker": 60}, {"banker": 60}, {}, "Player and Banker would differ by 120 at this table, more than 100 §3.4"),
        ({"tie": 5_000}, {"banker": 100}, {}, ""),  # other Bets have no opposite
        ({"banker": 200}, {}, {"banker": 300}, ""),  # narrower than it was
        (
            {"banker": 302},
            {},
            {"banker": 300},
            "Player and Banker would differ by 302 at this table, more than 100 §3.4",
        ),
    ],
)
def test_3_4_the_table_differential_counts_all_players(
    bets: dict[str, int], ben: dict[str, int], before: dict[str, int], refusal: str
) -> None:
    assert said(Baccarat(), Felt(differential=100), bets, {BEN: ben, ANNE: before}) == refusal


def test_without_such_limits_there_are_none() -> None:
    assert said(Baccarat(), Felt(), {"banker": 10**12}) == ""


@pytest.mark.rule("003 §3.4")
def test_the_limits_of_the_table_hold_for_the_box_games_too() -> None:
    felt = Felt(total=Limit(50, 200, 10))
    assert said(Blackjack(), felt, {"1/main": 100, "2/main": 100}) == ""
    assert said(Blackjack(), felt, {"1/main": 150, "2/main": 100}) == (
        "250 in all is above the table's maximum of 200 §3.5"
    )
