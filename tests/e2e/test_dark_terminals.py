"""001 §5.2, FAULTS T1 to T7 and T10: the Round never stops for a terminal. What was registered is settled while it is
dark, what was not is returned; which of the two it is the console's journal alone decides.
"""

import signal
from collections.abc import Callable

import pytest

from tests.e2e.game import CONSOLE, ONE_EACH, PHASES, WON, Game


@pytest.fixture
def seated(new_game: Callable[..., Game]) -> Game:
    game = new_game(layouts=ONE_EACH)
    game.seat_all()
    return game


def arm(game: Game, place: str) -> None:
    """T01 is killed there: from a fresh start, so that nothing of it is older than this Round."""
    game.kill("T01")
    game.start("T01", place)
    game.until(game.up, "T01 is back")


def is_dark(game: Game) -> bool:
    return "T01" not in game.processes


@pytest.mark.rule("001 §5.2.1")
@pytest.mark.parametrize(
    "place", ["before_commit/LayoutRegistered", "after_commit/LayoutRegistered"], ids=["T5 told", "T6 known"]
)
def test_5_2_1_a_registered_bet_is_settled_though_the_terminal_is_dark(seated: Game, place: str) -> None:
    arm(seated, place)
    seated.begin("open")
    seated.until(lambda: is_dark(seated) and "T01" in seated.bets, "T01 is dark, its bet registered")
    seated.end_round()
    seated.start("T01")
    (round,) = seated.finish().rounds.values()
    assert round.lines["T01"] == WON


def test_t3_killed_right_after_the_send_the_journal_of_the_console_decides(seated: Game) -> None:
    """It may have arrived or not: nobody can tell but the log."""
    arm(seated, "after_send/Answer")
    seated.stop_at = "open"
    seated.croupier.rounds_left = 1
    seated.until(lambda: is_dark(seated), "T01 is dark")
    seated.end_round()
    seated.start("T01")
    story = seated.finish()
    (round,) = story.rounds.values()
    assert ("T01" in round.lines, story.unregistered["T01"]) in ((True, 0), (False, 1))


def test_t4_registered_and_nobody_was_told_the_bet_stands(new_game: Callable[..., Game]) -> None:
    """Console and terminal lose power between the commit and the answer."""
    game = new_game(layouts={"T01": ONE_EACH["T01"]})
    game.seat_all()
    game.kill(CONSOLE)
    game.start(CONSOLE, "after_commit/LayoutRegistered")
    game.until(lambda: game.up(CONSOLE) and game.level("T01"), "the console is back")
    game.croupier.affects = False
    game.croupier.rounds_left = 1
    game.stop_at = "open"
    game.until(lambda: CONSOLE not in game.processes, "the console is dark")
    game.kill("T01")
    game.start(CONSOLE)
    game.end_round()
    game.start("T01")
    story = game.finish()
    (round,) = story.rounds.values()
    assert (round.bets, story.unregistered["T01"]) == ({"T01": {"banker": 2_500}}, 0)


@pytest.mark.rule("001 §5.2.2")
@pytest.mark.parametrize(
    "place",
    ["before_commit/LayoutSent", "after_commit/LayoutSent", "before_send/Answer"],
    ids=["T1 not written", "T2 written", "T2 not sent"],
)
def test_5_2_2_a_bet_that_was_never_registered_is_returned(seated: Game, place: str) -> None:
    arm(seated, place)
    seated.croupier.rounds_left = 1
    seated.stop_at = "open"
    seated.until(lambda: is_dark(seated), "T01 is dark")
    seated.go_on_to("closed")
    seated.start("T01")  # the Bets are closed: it learns so from the log
    seated.end_round()
    story = seated.finish()
    (round,) = story.rounds.values()
    assert set(round.lines) == {"T02"}
    assert story.unregistered["T01"] == (place != "before_commit/LayoutSent")


def test_t2_a_bet_that_was_written_down_is_sent_again_while_bets_are_open(seated: Game) -> None:
    arm(seated, "before_send/Answer")
    seated.croupier.rounds_left = 1
    seated.stop_at = "open"
    seated.until(lambda: is_dark(seated), "T01 is dark")
    seated.start("T01")
    seated.until(lambda: "T01" in seated.bets, "the same revision is registered")
    seated.end_round()
    (round,) = seated.finish().rounds.values()
    assert round.lines["T01"] == [("banker", 2_500, round.lines["T01"][0][2])]


@pytest.mark.rule("001 §5.2")
def test_5_2_a_terminal_is_killed_in_every_phase_and_comes_back_in_the_next(seated: Game) -> None:
    for phase, back in zip(PHASES, (*PHASES[1:], "ready"), strict=True):
        seated.begin(phase)
        seated.kill("T01")
        seated.go_on_to(back)
        seated.start("T01")
        seated.until(seated.up, "T01 is back")
        seated.end_round()
    rounds = seated.finish().rounds
    assert all(not round.void and round.interrupted == [] for round in rounds.values())
    # Killed before the Bets were open it may be back in time to bet; killed later, its Bet stood.
    first, *others = (round.lines.get("T01") for round in rounds.values())
    assert first in (WON, None)
    assert others == [WON] * (len(PHASES) - 1)


def test_t10_a_terminal_that_hangs_in_any_phase_stops_nobody(seated: Game) -> None:
    for phase in PHASES:
        seated.begin(phase)
        seated.signal("T01", signal.SIGSTOP)
        seated.end_round()
        seated.signal("T01", signal.SIGCONT)
        seated.until(lambda: seated.level("T01"), "T01 has caught up")
    rounds = seated.finish().rounds
    for phase, round in zip(PHASES, rounds.values(), strict=True):
        assert round.lines.get("T01") == (None if phase == "ready" else WON), phase


@pytest.mark.parametrize("phase", ["open", "card 3"])
def test_t10_a_console_that_hangs_is_missed_and_goes_on_where_it_was(seated: Game, phase: str) -> None:
    """The same process goes on: nothing was interrupted for the rules, and the screens said that it was silent."""
    seated.begin(phase)
    seated.signal(CONSOLE, signal.SIGSTOP)
    seated.until(lambda: seated.shows("reconnecting"), "they notice")
    seated.signal(CONSOLE, signal.SIGCONT)
    seated.until(lambda: seated.shows("joined"), "they are back")
    seated.end_round()
    (round,) = seated.finish().rounds.values()
    assert (round.interrupted, round.void, round.lines["T01"]) == ([], False, WON)
