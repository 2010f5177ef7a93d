"""What screens show of a game is what its rule book says."""

from itertools import product

import pytest

from games.baccarat.roads import parse_result
from games.baccarat.rules import SPOTS, BaccaratRound, fold, hands_of, main_verdict, pair_verdict, result_of
from games.cards import DECK, parse_cards
from games.catalog import FACES, GAMES, find_face
from games.face import Face
from games.round import HandId, Outcome, Spot

FACE = find_face("baccarat")
HANDS = (HandId("player"), HandId("banker"))


@pytest.mark.rule("001 §2.1.1")
def test_001_2_1_1_the_layout_has_a_place_for_each_bet_and_its_pay_table() -> None:
    assert sorted(FACE.layout) == sorted(SPOTS) == sorted(FACE.pays)


def test_the_pay_table_is_what_the_verdicts_pay() -> None:
    mains = {
        (spot, verdict.odds)
        for spot, winner, six in product(SPOTS[:3], SPOTS[:3], (0, 6))
        if (verdict := main_verdict(spot, winner, six)).outcome is Outcome.WON
    }
    pairs = {(spot, pair_verdict(pair=True).odds) for spot in SPOTS[3:]}
    assert {(Spot(kind), pay.odds) for kind, table in FACE.pays.items() for pay in table} == mains | pairs


@pytest.mark.parametrize("cards", ["2C 4D 5S 5H", "KC 3D 5S 3H AC", "4D 4C 5H 5S", "8C 8D 8S 8H", "2C KD 3S QH 9D 8C"])
def test_a_result_is_told_as_the_rule_book_computes_it(cards: str) -> None:
    dealt = parse_cards(cards.split())
    round: BaccaratRound = fold(dealt)
    hands = dict(zip(HANDS, hands_of(dealt), strict=True))
    told, real = FACE.shown(hands), result_of(round)
    assert told is not None
    assert (told.winner, told.points) == (real.winner, real.winning_points)
    also = {"natural": real.natural, "player_pair": real.player_pair, "banker_pair": real.banker_pair}
    assert told.also == tuple(word for word, holds in also.items() if holds)
    on_road = parse_result(*FACE.road([hands]))
    assert (on_road.outcome.lower(), on_road.points) == (str(real.winner)[0], real.winning_points)


def test_nothing_is_told_of_cards_that_are_not_all_there() -> None:
    two = DECK[:2]
    for hands in ({}, {HANDS[0]: two}, {HANDS[0]: two, HANDS[1]: (DECK[0], None)}):
        assert FACE.shown(hands) is None
        assert FACE.road([hands]) == ()
    assert (FACE.points(()), FACE.points((None,)), FACE.points((DECK[0], None))) == (None, None, None)


@pytest.mark.parametrize(
    ("game", "total"), [("baccarat", 0), ("blackjack", 20), ("premium_blackjack", 20), ("three_pictures", 0)]
)
def test_a_hand_is_worth_what_its_game_says(game: str, total: int) -> None:
    assert find_face(game).points(parse_cards(["KS", "TD"])) == total


def test_a_shoe_that_has_computed_another_result_is_contradicted() -> None:
    hands = {HANDS[0]: parse_cards(["2C", "2S"]), HANDS[1]: parse_cards(["4D", "5H"])}
    assert FACE.contradicts(hands, "banker", ("player",)) == ""
    assert FACE.contradicts(hands, "none", ()) == ""  # it was ended by force
    assert FACE.contradicts(hands, "banker", ()) == "the shoe says banker, the cards say banker"
    assert FACE.contradicts(hands, "tie", ("player",)) == "the shoe says tie, the cards say banker"


def test_every_game_has_a_face_and_a_name_that_nobody_knows_one_that_says_nothing() -> None:
    assert FACES.keys() == GAMES.keys()
    assert len({face.felt for face in FACES.values()}) == len(FACES)
    nobody = find_face("snap")
    assert type(nobody) is Face
    assert (nobody.pays, nobody.points(DECK[:2]), nobody.shown({}), nobody.laid_out(DECK[:2])) == ({}, None, None, None)
    assert (nobody.draws_under({}, HANDS[0]), nobody.contradicts({}, "tie", ()), nobody.road([{}])) == ("", "", ())
    assert nobody.most_paid("player") is None
