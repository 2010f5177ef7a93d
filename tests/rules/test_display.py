"""What screens show of a game is what its rule book says."""

from itertools import product

import pytest

from games.baccarat.rules import SPOTS, BaccaratRound, fold, hands_of, main_verdict, pair_verdict, result_of
from games.cards import DECK, parse_cards
from games.display import mark, pays, points, shown
from games.round import HandId, Outcome, Spot

HANDS = (HandId("player"), HandId("banker"))


def test_the_pay_table_is_what_the_verdicts_pay() -> None:
    mains = {
        (spot, verdict.odds)
        for spot, winner, six in product(SPOTS[:3], SPOTS[:3], (0, 6))
        if (verdict := main_verdict(spot, winner, six)).outcome is Outcome.WON
    }
    pairs = {(spot, pair_verdict(pair=True).odds) for spot in SPOTS[3:]}
    assert {(Spot(kind), pay.odds) for kind, table in pays("baccarat").items() for pay in table} == mains | pairs
    assert pays("snap") == {}


@pytest.mark.parametrize("cards", ["2C 4D 5S 5H", "KC 3D 5S 3H AC", "4D 4C 5H 5S", "8C 8D 8S 8H", "2C KD 3S QH 9D 8C"])
def test_a_result_is_told_as_the_rule_book_computes_it(cards: str) -> None:
    dealt = parse_cards(cards.split())
    round: BaccaratRound = fold(dealt)
    hands = dict(zip(HANDS, hands_of(dealt), strict=True))
    told, real = shown("baccarat", hands), result_of(round)
    assert told is not None
    assert (told.winner, told.points, told.natural) == (real.winner, real.winning_points, real.natural)
    assert ("player_pair" in told.pairs, "banker_pair" in told.pairs) == (real.player_pair, real.banker_pair)
    on_road = mark("baccarat", hands)
    assert on_road is not None
    assert (on_road.outcome.lower(), on_road.points) == (str(real.winner)[0], real.winning_points)


def test_nothing_is_told_of_cards_that_are_not_all_there() -> None:
    two = DECK[:2]
    for hands in ({}, {HANDS[0]: two}, {HANDS[0]: two, HANDS[1]: (DECK[0], None)}):
        assert shown("baccarat", hands) is None
        assert mark("baccarat", hands) is None
    assert shown("blackjack", {HANDS[0]: two, HANDS[1]: two}) is None
    assert (points("baccarat", ()), points("baccarat", (None,)), points("blackjack", two)) == (None, None, None)
    assert points("three_pictures", two) == 3
