"""The box games simulated through their rule books agree with the exact odds where there are any."""

import math
from collections.abc import Callable

import pytest

from audit.box_games import (
    CUT,
    CUT_MIN,
    Played,
    opened_round,
    play_blackjack,
    shuffled_shoes,
    simulate_blackjack,
    simulate_three_pictures,
    virtual_shoes,
)
from games.blackjack.odds import blackjack_odds, blackjack_plus_odds
from games.blackjack.plus import BlackjackPlus
from games.blackjack.rules import Blackjack
from games.odds import GameOdds
from games.online_blackjack.rules import ClassicBlackjack, PremiumBlackjack
from games.three_pictures.odds import three_pictures_odds

ROUNDS = 20_000


def nobody(done: int) -> None:
    assert 0 < done <= ROUNDS


def worst_z(played: Played, exact: GameOdds) -> float:
    """How many standard errors the bet that is furthest off is away from its house edge."""
    found = []
    for bet in exact.bets:
        seen = -played.profits[bet.bet].total / ROUNDS
        found.append(abs(float(seen - bet.house_edge)) / math.sqrt(float(bet.variance) / ROUNDS))
    return max(found)


@pytest.mark.parametrize(("game", "odds"), [(Blackjack(), blackjack_odds), (BlackjackPlus(), blackjack_plus_odds)])
def test_side_bets_come_as_often_as_the_exact_odds_say(game: Blackjack, odds: Callable[[int], GameOdds]) -> None:
    played = simulate_blackjack(game, shuffled_shoes(7, 8), ROUNDS, CUT, nobody)
    assert worst_z(played, odds(8)) < 4
    assert played.events["player_wins"] + played.events["dealer_wins"] + played.events["nobody_wins"] == ROUNDS
    # This strategy lost 3.94 % (standard error 0.08 %) in two million rounds; three standard errors here are 2.3 %.
    assert abs(float(-played.profits["main"].total / ROUNDS) - 0.0394) < 0.023


def test_three_pictures_come_as_often_as_the_exact_odds_say() -> None:
    played = simulate_three_pictures(7, ROUNDS, nobody)
    exact = three_pictures_odds()
    assert worst_z(played, exact) < 4
    for event, probability in exact.events.items():
        error = math.sqrt(float(probability * (1 - probability)) / ROUNDS)
        assert abs(played.events[event] / ROUNDS - float(probability)) < 4 * error


@pytest.mark.parametrize("game", [ClassicBlackjack(), PremiumBlackjack()])
def test_the_online_games_take_a_fresh_shoe_for_every_round(game: Blackjack) -> None:
    played = simulate_blackjack(game, virtual_shoes(7, CUT_MIN), 2_000, CUT_MIN, nobody)
    assert played.shoes == 2_000
    assert set(played.profits) == {"main"}


def test_a_round_takes_its_cards_from_the_shoe_one_after_the_other() -> None:
    game = Blackjack()
    opened, bets = opened_round(game)
    shoe = next(shuffled_shoes(3, 8))
    at = 0
    for _ in range(40):
        after, round, lines = play_blackjack(game, opened, bets, shoe, at)
        assert round.cards == tuple(shoe[at:after])
        assert all(line.returned >= 0 for line in lines)
        at = after
