"""FAULTS S1, S2: the shoe's cable is pulled after each card. Play stops; when it is back the Round goes on from the
shoe's counter, also with a card that left the shoe meanwhile. S14: another shoe is heard once staff have loaded it.
"""

import pytest

from tests.e2e.game import CONSOLE, PHASES, Game, phase_of

AFTER = [phase for phase in PHASES if phase not in ("ready", "open")]  # 0 to 6 cards


@pytest.mark.parametrize("meanwhile", [0, 1], ids=["nothing", "a card"])
def test_s2_unplugged_after_each_card_the_round_goes_on(game: Game, meanwhile: int) -> None:
    game.seat_all()
    for phase in AFTER:
        game.begin(phase)
        game.shoe.tell("unplug")
        game.until(lambda: "shoe_lost" in game.view.halts, "play has stopped")
        if meanwhile and phase != "result":
            game.croupier.draw()
        assert phase_of(game.view) == phase
        game.end_round()  # the croupier puts the cable back
    rounds = game.finish().rounds
    assert [(len(round.cards), round.void) for round in rounds.values()] == [(6, False)] * len(AFTER)


def test_s1_unplugged_before_the_first_card_no_bets_are_opened(game: Game) -> None:
    game.seat_all()
    game.shoe.tell("unplug")
    game.until(lambda: "shoe_lost" in game.view.halts, "play has stopped")
    game.play(1)
    (round,) = game.finish().rounds.values()
    assert not round.void


def test_5_4_a_card_that_the_shoe_tells_when_its_round_is_void_is_played_in_a_later_one(game: Game) -> None:
    game.seat_all()
    game.begin("card 1")
    game.shoe.tell("unplug")
    game.until(lambda: "shoe_lost" in game.view.halts, "play has stopped")
    game.croupier.draw()
    late = game.croupier.on_table[-1]
    game.kill(CONSOLE)
    game.croupier.affects = True
    game.start(CONSOLE)
    game.until(lambda: game.up(CONSOLE), "the console is back, the cable still out")
    game.end_round()
    game.shoe.next = []
    game.play(2)
    first, *later = game.finish().rounds.values()
    assert (first.void, len(first.cards)) == (True, 1)
    assert [round.void for round in later] == [False, False]
    assert late in [round.cards[0] for round in later]


def test_s14_another_shoe_is_heard_only_after_it_was_loaded(game: Game) -> None:
    game.seat_all()
    game.play()
    last = max(game.croupier.passed)
    game.shoe.shoe.close()
    game.plug_in(seed=2, serial="EMU2", last=7)
    game.stop_at = "ready"
    game.until(lambda: "shoe_faulty" in game.view.halts, "it is not the shoe of this set")
    assert (game.view.shoe.serial, game.view.shoe.last_seq) == ("EMU1", last)
    game.croupier.new_shoe()
    game.stop_at = ""
    game.play()
    assert (game.view.shoe.serial, game.view.shoe.last_seq) == ("EMU2", max(game.croupier.passed))
    assert len(game.finish().rounds) == 2
