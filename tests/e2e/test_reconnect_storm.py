"""FAULTS N9: the power comes back and everybody dials at once."""

from collections.abc import Callable

from tests.e2e.game import CONSOLE, Game

MANY = 16


def test_n9_sixteen_terminals_and_their_console_restart_at_once_and_all_rejoin(new_game: Callable[..., Game]) -> None:
    names = [f"T{number:02d}" for number in range(1, MANY + 1)]
    game = new_game(terminals=MANY, layouts={name: [{"banker": 2_500}] for name in names})
    game.seat_all()
    game.begin("card 4")
    for name in (CONSOLE, *names):
        game.kill(name)
    game.start_all()
    game.end_round()
    game.until(game.up, "all have joined")
    game.begin("open")  # all have bet
    for name in names:
        game.kill(name)
    game.start_all()
    game.end_round()
    rounds = game.finish().rounds
    assert [sorted(round.lines) for round in rounds.values()] == [names, names]
