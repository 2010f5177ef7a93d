"""001 §5.1, FAULTS C2 to C4: the console loses power in every phase of a Round, and the Supervisor says whether that
affects it. Fewer than three cards and affected: Void, all Bets back. Otherwise the Round is concluded.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.audit import DECIDED_FROM
from tests.e2e.game import CONSOLE, PHASES, Game, six_cards

CARDS_IN = {"open": 0, "closed": 0, **{f"card {count}": count for count in range(1, 6)}, "result": 6}
BOTH_LAYOUTS = {"T01": {"banker": 5_000, "tie": 500}, "T02": {"player": 7_500}}


@pytest.mark.parametrize("affects", [True, False])
def test_5_1_the_console_loses_power_in_every_phase(
    new_game: Callable[..., Game], tmp_path: Path, affects: bool
) -> None:
    game = new_game(tmp_path)  # on a real disk
    game.seat_all()
    game.croupier.affects = affects
    for phase in PHASES:
        game.begin(phase)
        game.kill(CONSOLE)
        game.start(CONSOLE)
        game.until(lambda: game.up(CONSOLE), "the console is back, and the dealer has waited for it")
        game.end_round()
    rounds = game.finish().rounds
    for number, phase in enumerate(PHASES, 1):
        round = rounds[number]
        if phase == "ready":  # no Round was in play; of the next one the terminals may have missed the Bets
            assert (round.interrupted, round.void) == ([], False)
            continue
        assert round.bets == BOTH_LAYOUTS
        cards = CARDS_IN[phase]
        assert round.answers == [(affects and cards < DECIDED_FROM, cards)]
        assert round.void == (affects and cards < DECIDED_FROM), phase
        assert len(round.cards) == (cards if round.void else 6)
        paid = {name: sum(returned for _, _, returned in lines) for name, lines in round.lines.items()}
        assert paid == ({"T01": 5_500, "T02": 7_500} if round.void else {"T01": 10_000, "T02": 0})


@pytest.mark.parametrize("cards", [1, 3, 5])
def test_c4_a_card_that_was_drawn_while_the_console_was_dark_is_asked_from_the_shoe(game: Game, cards: int) -> None:
    game.seat_all()
    game.croupier.affects = False
    game.begin(f"card {cards}")
    game.kill(CONSOLE)
    game.croupier.draw()
    game.start(CONSOLE)
    game.end_round()
    (round,) = game.finish().rounds.values()
    assert (round.interrupted, round.void, round.cards) == ([cards], False, six_cards(0))


def test_5_1_the_whole_table_loses_power_with_three_cards_dealt(game: Game) -> None:
    """Console and all terminals at once: what was registered is settled."""
    game.seat_all()
    game.croupier.affects = True
    game.begin("card 3")
    for name in (CONSOLE, *game.terminals):
        game.kill(name)
    game.start_all()
    game.end_round()
    (round,) = game.finish().rounds.values()
    assert (round.bets, round.void, len(round.cards)) == (BOTH_LAYOUTS, False, 6)


@pytest.mark.parametrize(
    "place",
    ["before_commit/ConsoleStarted", "after_commit/ConsoleStarted", "before_pulse/Pulse", "before_send/Welcome"],
)
def test_c1_a_second_kill_while_the_console_recovers_changes_nothing(game: Game, place: str) -> None:
    """Interrupted once or twice: it is the same Round, paused, and one question is answered."""
    game.seat_all()
    game.croupier.affects = False
    game.begin("card 2")
    game.kill(CONSOLE)
    game.start(CONSOLE, place)
    game.until(lambda: CONSOLE not in game.processes, f"killed again at {place}")
    game.start(CONSOLE)
    game.end_round()
    (round,) = game.finish().rounds.values()
    assert (round.bets, round.void, len(round.cards)) == (BOTH_LAYOUTS, False, 6)
    assert set(round.interrupted) == {2}
