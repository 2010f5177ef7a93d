"""The one door to the games: a name, and the version of the rules a Round began with."""

import pytest

from games.cards import DECK
from games.catalog import GAMES, UnknownGame, find_game
from games.round import CardDrawn, Felt, Game


def test_there_are_six_games_of_five_documents() -> None:
    assert {name: (game.document, game.rules) for name, game in GAMES.items()} == {
        "baccarat": ("001", "RWS v5"),
        "blackjack": ("003", "RWS v5"),
        "blackjack_plus": ("000", "RWS, 10 January 2024"),
        "three_pictures": ("002", "RWS v4"),
        "classic_blackjack": ("004", "v1.1"),
        "premium_blackjack": ("004", "v1.1"),
    }


def test_each_is_the_deck_count_its_document_names() -> None:
    assert {name: list(game.decks) for name, game in GAMES.items()} == {
        "baccarat": [4, 5, 6, 7, 8],
        "blackjack": [4, 5, 6, 7, 8],
        "blackjack_plus": [4, 5, 6, 7, 8],
        "three_pictures": [1],
        "classic_blackjack": [6],
        "premium_blackjack": [6],
    }


@pytest.mark.rule("004 §1 Blackjack Rules", "004 §4")
@pytest.mark.parametrize("name", list(GAMES))
def test_a_game_is_found_by_name_and_by_its_version(name: str) -> None:
    assert find_game(name) is find_game(name, GAMES[name].rules) is GAMES[name]
    with pytest.raises(UnknownGame, match=f"{name} is here in the version '{GAMES[name].rules}', not 'v0'"):
        find_game(name, "v0")
    with pytest.raises(UnknownGame):
        find_game(name, "")


@pytest.mark.parametrize("name", ["", "Baccarat", "roulette"])
def test_an_unknown_game_is_refused_with_the_names_there_are(name: str) -> None:
    with pytest.raises(UnknownGame, match=f"'{name}' is no game; there are baccarat, blackjack, blackjack_plus"):
        find_game(name)


@pytest.mark.parametrize("name", list(GAMES))
def test_every_round_opens_for_bets_and_no_card_is_due(name: str) -> None:
    game: Game = find_game(name)
    round = game.begin(Felt())
    assert [window.name for window in game.windows(round)] == ["bets"]
    assert game.expects(round) is None
    assert not game.finished(round)
    assert not game.established(round)
    assert game.surplus(round) == ()
    assert game.surplus(game.step(round, CardDrawn(DECK[0]))) == (DECK[0],)
