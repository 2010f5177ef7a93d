"""The hostile world at a table where nobody deals: fixed seeds of both versions, what they may come to, the second
shuffle against the first, and a crash at each failpoint of its Rounds.
"""

import os
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from games.fair_shuffle import Part, commit_nonce, commit_seed, shuffle_key, shuffled
from simulation import oracle_shuffle
from simulation.auto_world import GAMES, SHARE, draw_game, without_a_dealer
from simulation.mix import Mix
from simulation.network import Weather
from simulation.people import Manners
from simulation.run import Report, run, script
from tests.sim.auto_mutants import AUTO_MUTANTS, AUTO_TROUBLES
from tests.sim.mutants import Mutant, first_caught, play, stale

CHUNKS: Final = 64
SCRIPT: Final = Path(__file__).with_name("auto_mutants.py")


@cache
def played(game: str) -> Report:
    return run(
        7, 10, Mix(weather=Weather(drop=0.1), crash_console=0.004, loses_seeds=0.5, prattles=0.2, lies=0.3), game=game
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_round_is_judged(game: str) -> None:
    report = played(game)
    assert report.rounds >= 10
    assert report.boxes == Counter(judged=report.rounds)


def test_the_faults_of_this_table_come_up_and_what_is_written_for_them() -> None:
    kinds = played(GAMES[0]).kinds | played(GAMES[1]).kinds
    faults = played(GAMES[0]).faults + played(GAMES[1]).faults
    assert {"U1", "U2", "C1"} <= set(faults)
    wanted = {"ShuffleCommitted", "NonceCommitted", "NonceOpened", "ShuffleMixed", "ShuffleOpened", "ShuffleLost"}
    assert wanted | {"CardRevealed", "CardPeeked", "Voided", "InterruptionAnswered"} <= kinds


def test_where_nobody_bets_in_time_the_time_begins_anew() -> None:
    assert "TimeAdded" in run(0, 3, Mix(manners=Manners(pace=8.0)), game=GAMES[0]).kinds


@pytest.mark.parametrize("game", GAMES)
def test_a_house_that_deals_as_it_likes_is_found_out(game: str) -> None:
    assert run(3, 2, Mix(ending="U"), game=game).faults["U3"] > 0


def test_a_small_share_of_the_swarm_plays_without_a_dealer() -> None:
    drawn = Counter(draw_game(seed) for seed in range(2_000))
    assert set(drawn) == {"", *GAMES}
    assert abs(1 - drawn[""] / 2_000 - SHARE) < 0.02
    assert "unplug" not in without_a_dealer(Mix(chaos=("unplug", "power")), 1).chaos  # there is no shoe


def test_the_second_shuffle_is_the_first_one() -> None:
    """Any seed, nonces and names; others each time."""
    for _ in range(20):
        seed, salt, nonce = os.urandom(32), os.urandom(32), os.urandom(32)
        assert oracle_shuffle.seed_digest("T", 7, seed, salt) == commit_seed("T", 7, seed, salt)
        assert oracle_shuffle.nonce_digest("T", 7, "T01", nonce) == commit_nonce("T", 7, "T01", nonce)
        added = {"T10": nonce, "T2": salt}
        key = shuffle_key("T", 7, seed, [Part(name, value) for name, value in added.items()])
        assert oracle_shuffle.order_of("T", 7, seed, added, 6) == [card.text for card in shuffled(key, 6)]


@cache
def whole_script(game: str) -> Report:
    return script(game=game)[0]


@pytest.mark.in_turn(CHUNKS)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_crash_at_every_failpoint(chunk: int) -> None:
    """Before and after each commit, send, publication and answer of the Dealer: the Round goes on, and all is paid."""
    game = GAMES[chunk % 2]
    report = whole_script(game)
    assert {"ShuffleOpened", "CardRevealed", "Settled"} <= report.kinds
    for point in range(1 + chunk // 2, report.points + 1, CHUNKS // 2):
        script(point, game)


@pytest.mark.in_turn(12)
@pytest.mark.parametrize("mutant", AUTO_MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_is_caught(mutant: Mutant) -> None:
    trouble = AUTO_TROUBLES[mutant.trouble]
    caught = play(mutant, mutant.trouble, trouble.runs, SCRIPT)
    assert caught is not None, f"{mutant.name}: no check noticed it in {trouble.seeds} runs of {mutant.trouble}"
    assert first_caught(trouble, [caught.seed], noisy=False) is None


def test_every_mutant_finds_its_text_and_has_a_name_of_its_own() -> None:
    assert stale(AUTO_MUTANTS) == []
    assert len({mutant.name for mutant in AUTO_MUTANTS}) == len(AUTO_MUTANTS) >= 20
    assert {mutant.trouble for mutant in AUTO_MUTANTS} == set(AUTO_TROUBLES)
