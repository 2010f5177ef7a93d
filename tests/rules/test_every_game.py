"""What holds in every game of the catalogue, through the protocol that console and terminal will use."""

import pytest

from games.boxes import spot_of
from games.cards import DECK
from games.catalog import GAMES, UnknownGame, find_game
from games.round import Answer, Bets, CardDrawn, Felt, Game, PlayerId, Spot, Voided
from games.three_pictures.rules import ThreePictures

A = PlayerId("A")
MAIN_BET: dict[str, Spot] = {"baccarat": Spot("player"), "three_pictures": spot_of(1, "initial")}


def bets_of(game: Game) -> Bets:
    return {MAIN_BET.get(game.name, spot_of(1, "main")): 100}


@pytest.mark.rule("001 §1.20", "002 §1.19", "003 §1.36", "000 §1.35")
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_void_round_stays_void_though_a_closing_was_on_its_way(game: Game) -> None:
    round = game.begin(Felt(boxes=1))
    (window,) = game.windows(round)
    closing = game.close(round, window, {"bets": {A: Answer(bets_of(game))}})
    late = game.step(game.step(round, Voided("5.5.1")), closing)
    assert game.expects(late) is None
    assert game.windows(late) == ()
    assert game.finished(late)
    after = game.step(late, CardDrawn(DECK[0]))
    assert game.surplus(after) == (DECK[0],)
    assert all(verdict.outcome == "returned" for verdict in game.verdicts(after, A, bets_of(game)).values())


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_cards_lie_face_down_where_nobody_asked_for_it(game: Game) -> None:
    assert game.face_down(game.begin(Felt(boxes=1)), 1) is None


def test_the_catalogue_hands_out_a_game_with_a_houses_readings() -> None:
    assert find_game("three_pictures") is GAMES["three_pictures"]
    in_sets = find_game("three_pictures", in_sets=True)
    assert isinstance(in_sets, ThreePictures)
    assert in_sets.in_sets
    with pytest.raises(UnknownGame, match="no such reading"):
        find_game("baccarat", in_sets=True)
