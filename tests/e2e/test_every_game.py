"""Each of the six games on real processes in every test run: two Rounds, and what became of every Bet is judged by a
rule book that shares no code with `games`; all journals are whole and agree.
"""

from pathlib import Path
from typing import Final

import pytest

from games.catalog import GAMES
from tests.e2e.automatic import BETS_OF, AutoGame
from tests.e2e.boxes import BoxGame
from tests.e2e.game import ONE_EACH, Game
from tests.e2e.player import Layout, Wish
from tests.e2e.processes import Warm

ROUNDS: Final = 2
# With Bets beside the first one, where the game has any.
BOXES: Final[dict[str, dict[str, Layout]]] = {
    "blackjack": {"T01": {"1/main": 10_000, "1/player_pair": 1_000}, "T02": {"1/main": 5_000, "2/main": 2_500}},
    "blackjack_plus": {"T01": {"1/main": 10_000, "1/rws_pairs": 1_000}, "T02": {"2/main": 5_000}},
    "three_pictures": {"T01": {"1/initial": 10_000, "1/tie": 1_000}, "T02": {"2/initial": 5_000}},
}


def test_every_game_of_the_catalogue_is_here() -> None:
    assert {"baccarat", *BOXES, *BETS_OF} == set(GAMES)


def test_baccarat_is_played_and_verified(warm: Warm, quick_folder: Path) -> None:
    game = Game(warm, quick_folder, layouts=ONE_EACH)
    try:
        game.seat_all()
        game.play(ROUNDS)
        rounds = game.finish().rounds
    finally:
        game.close()
    assert [len(it.bets) for it in rounds.values()] == [2] * ROUNDS


@pytest.mark.parametrize("name", BOXES)
def test_a_game_with_boxes_is_played_and_verified(warm: Warm, quick_folder: Path, name: str) -> None:
    bets = BOXES[name]
    game = BoxGame(warm, quick_folder, game=name, bets=bets)
    try:
        game.seat_all()
        for terminal, its in bets.items():
            game.tell(terminal, Wish(bets=[its], calm=True))
        game.play(ROUNDS)
        told = game.judged()
    finally:
        game.close()
    assert len(told) == ROUNDS
    for round in told:
        assert not round.void
        assert round.answers.items() >= {("bets", who): ("", its) for who, its in bets.items()}.items()
        assert all(round.lines[who].keys() >= its.keys() for who, its in bets.items())


@pytest.mark.parametrize("name", BETS_OF)
def test_a_game_that_nobody_deals_is_played_and_verified(warm: Warm, quick_folder: Path, name: str) -> None:
    game = AutoGame(warm, quick_folder, game=name, bets=BETS_OF[name])
    try:
        game.seat_all()
        for _ in range(ROUNDS):
            game.plays_on()
        told = game.judged()
    finally:
        game.close()
    assert told.rounds >= ROUNDS
    assert told.staked == BETS_OF[name]
