"""FAULTS N1 to N4 and T3: the cable between T01 and the console is cut, or carries one direction late."""

from collections.abc import Callable

import pytest

from tests.e2e.game import ONE_EACH, WON, Game
from tests.e2e.proxy import Cable


@pytest.fixture
def game(new_game: Callable[..., Game]) -> Game:
    game = new_game(layouts=ONE_EACH, behind_cable="T01")
    game.seat_all()
    return game


@pytest.fixture
def cable(game: Game) -> Cable:
    assert game.cable is not None
    return game.cable


def test_n1_cut_off_before_the_bets_it_shows_so_and_bets_nothing(game: Game, cable: Cable) -> None:
    cable.cut()
    game.until(lambda: game.shows("reconnecting", at="T01"), "T01 says that it is not connected")
    game.play()
    cable.mend()
    (round,) = game.finish().rounds.values()
    assert set(round.lines) == {"T02"}


def test_n1_cut_off_after_the_bets_it_is_settled_all_the_same(game: Game, cable: Cable) -> None:
    game.begin("open")
    cable.cut()
    game.end_round()
    cable.mend()
    (round,) = game.finish().rounds.values()
    assert round.lines["T01"] == WON


def test_n2_n4_t3_a_bet_that_arrives_after_the_close_is_returned(game: Game, cable: Cable) -> None:
    cable.held_up = True
    game.croupier.rounds_left = 1
    game.stop_at = "open"
    game.until(lambda: written(game), "T01 has written its bet down and sent it into the cable")
    game.go_on_to("card 1")
    cable.mend()  # and now it arrives
    game.end_round()
    story = game.finish()
    (round,) = story.rounds.values()
    assert set(round.lines) == {"T02"}
    assert story.unregistered["T01"] == 1


def test_n3_registered_though_the_answer_is_lost(game: Game, cable: Cable) -> None:
    game.stop_at = "open"
    game.croupier.rounds_left = 1
    game.until(lambda: written(game), "T01 has sent its bet")
    cable.held_down = True
    game.until(lambda: "T01" in game.bets, "the console has registered it")
    game.end_round()
    screen = game.screen("T01")
    assert screen is not None
    assert (screen.stake, screen.credit - screen.spendable) == (0, 2_500), "it knows of nothing, and holds the stake"
    cable.mend()
    (round,) = game.finish().rounds.values()
    assert round.bets["T01"] == {"banker": 2_500}


def written(game: Game) -> bool:
    """On its screen, credit is held for a Bet that is not registered yet, or it is registered already."""
    screen = game.screen("T01")
    return screen is not None and screen.phase == "betting" and (screen.spendable < screen.credit or screen.stake > 0)
