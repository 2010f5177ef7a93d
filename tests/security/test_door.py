"""A real console with a Round in play, and a crowd at its door: the Round goes on, whoever is in stays in, and an
honest peer that comes now gets in, from the attackers' own address.

In each run all crowds come, and one of them stays for half a minute: another one each day, all of them with `--long`.
"""

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from deploy.demo.rig import DISPLAY
from protocol.keys import load_public
from protocol.process import now_ms
from tests.e2e.game import CONSOLE, ONE_EACH, WON, Game
from tests.e2e.processes import FILES_ENOUGH_TO_POLL

FILES_MAX: Final = 1_024
LATE: Final = "T02"  # comes while the crowd is there
LASTS_MS: Final = 30_000
BETS: Final = {"T01": ONE_EACH["T01"]}

Crowd = tuple[str, int]
CROWDS: Final[dict[str, Crowd]] = {
    "1,300 that say nothing": ("silent", 1_300),
    "1,300 slow handshakes": ("slow", 1_300),
    "600 unknown keys a second": ("strangers", 600),
    "800 connections of one display": ("one-key", 400),
}


@pytest.fixture
def table(new_game: Callable[..., Game]) -> Game:
    """Console, panel and T01 with a Bet in every Round; T02 is not there yet."""
    game = new_game(layouts=BETS, strangers=[LATE], files_max=FILES_MAX)
    game.seat_all()
    return game


@contextmanager
def mob(game: Game, crowd: Crowd) -> Iterator[None]:
    keys, (kind, count) = game.folder / "keys", crowd
    words = [kind, str(count), "0", load_public(keys / "console.pub"), str(keys / f"{DISPLAY}.key")]
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks.mob", *words, *map(str, game.rig.ports)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    ) as process:
        assert process.stdout is not None
        os.set_blocking(process.stdout.fileno(), False)
        try:
            game.until(lambda: process.stdout is not None and bool(process.stdout.readline()), "they are all there")
            yield
        finally:
            process.communicate()


def told(game: Game) -> str:
    return (game.folder / f"{CONSOLE}.log").read_text()


def play_in(table: Game, crowd: Crowd, lasts_ms: int) -> None:
    """It comes in the middle of a Round, and the Round ends while it is there."""
    table.begin("card 2")
    with mob(table, crowd):
        until_ms = now_ms() + lasts_ms
        while now_ms() < until_ms:
            table.turn()
        table.start(LATE)
        table.until(lambda: table.up(LATE), f"a new terminal has joined in spite of {crowd}")
        table.end_round()
    table.kill(LATE)


def finish(table: Game, rounds: int) -> None:
    table.start(LATE)
    table.terminals.append(LATE)
    story = table.finish()
    assert [round.lines["T01"] for round in story.rounds.values()] == [WON] * rounds
    assert story.starts == 1


def test_a12_a_crowd_at_the_door_stops_nothing(table: Game) -> None:
    """One after the other."""
    table.layouts = {**BETS, LATE: []}
    for crowd in CROWDS.values():
        play_in(table, crowd, 0)
    finish(table, len(CROWDS))


@pytest.mark.in_turn(len(CROWDS))
@pytest.mark.parametrize("crowd", CROWDS.values(), ids=CROWDS)
def test_a12_a_crowd_that_stays_for_half_a_minute_stops_nothing(table: Game, crowd: Crowd) -> None:
    table.layouts = {**BETS, LATE: []}
    play_in(table, crowd, LASTS_MS)
    finish(table, 1)


def test_c15_without_a_single_file_more_the_round_goes_on(table: Game) -> None:
    """EMFILE wherever it can be raised: register, tape, reserve, door."""
    table.begin("card 2")
    pid = table.processes[CONSOLE].pid
    _, hard = resource.prlimit(pid, resource.RLIMIT_NOFILE)
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (FILES_ENOUGH_TO_POLL, hard))
    table.until(lambda: "AlarmRaised" in told(table), "it is told")
    table.end_round()
    resource.prlimit(pid, resource.RLIMIT_NOFILE, (hard, hard))
    table.until(lambda: "that is over what=files" in told(table), "and that it is over")
    story = table.finish()
    assert [round.lines["T01"] for round in story.rounds.values()] == [WON]
    assert story.starts == 1
    assert told(table).count("that it may open are open") == 2  # once in the log, and once as an alarm
    assert told(table).count("what=staff") == 2  # once that they cannot be read, and once that they can
    assert "lets nobody in" not in told(table)  # they count as they were
    assert "has gone" not in told(table)


def test_a_limit_below_the_table_s_need_is_refused_in_words_and_numbers(new_game: Callable[..., Game]) -> None:
    game = new_game(files_max=150)
    game.start(CONSOLE)
    assert game.wait_for_end(game.processes.pop(CONSOLE)) == 1
    assert "this process may open 150 files, and a table of 5 enrolled peers needs 207" in told(game)
