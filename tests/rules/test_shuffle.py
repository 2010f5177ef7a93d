"""001 §5.3.5: what no shuffle leaves is found within a few cards, and what was shuffled is left in peace."""

import random

import pytest

from audit.unshuffled import SORTS, Sort, bounds, found_at, used
from games.cards import DECK, Card
from games.shuffle_test import ALARM, ShuffleTest

DECKS = 8
RULE = pytest.mark.rule("001 §5.3.5", "003 §5.5.4", "000 §5.5.4", "002 §5.5.3")
BY_CARDS = {"unshuffled": 12, "cut only": 12, "one riffle": 25, "two riffles": 40}


@RULE
@pytest.mark.parametrize("sort", SORTS, ids=[sort.name for sort in SORTS])
def test_001_5_3_5_a_set_that_was_not_shuffled_is_found_within_a_few_rounds(sort: Sort) -> None:
    rng = random.Random(sort.name)
    within = BY_CARDS[sort.name.partition(", ")[2]]
    for _ in range(20):
        cards, before = sort.make(rng, DECKS)
        assert 0 < found_at(cards[:within], before, DECKS) <= within


@RULE
def test_001_5_3_5_equal_cards_in_a_row_as_the_emulated_shoe_sorts_them() -> None:
    assert 0 < found_at([card for card in DECK for _ in range(DECKS)], (), DECKS) <= 10


BY_RANK = [card for rank in DECK[:13] for card in DECK if card.rank is rank.rank]
BEFORE = used(random.Random(3), DECKS)
ORDERS = {
    "new decks from the other end": ([*DECK][::-1] * DECKS, ()),
    "by rank": (BY_RANK * DECKS, ()),
    "by rank, down": (BY_RANK[::-1] * DECKS, ()),
    "by rank, equal cards together": ([card for card in BY_RANK for _ in range(DECKS)], ()),
    "by rank, equal cards together, down": ([card for card in BY_RANK[::-1] for _ in range(DECKS)], ()),
    "equal cards together, down": ([card for card in DECK[::-1] for _ in range(DECKS)], ()),
    "the set before, turned over": (BEFORE[::-1], BEFORE),
}


@pytest.mark.parametrize("order", ORDERS)
def test_001_5_3_5_every_order_of_a_pack_is_known_either_way_round(order: str) -> None:
    cards, before = ORDERS[order]
    assert 0 < found_at(cards, before, DECKS) <= 12


@RULE
def test_001_5_3_5_it_may_begin_in_the_middle_of_the_set() -> None:
    rng = random.Random(5)
    cards = used(rng, DECKS)
    sorted_late = cards[:200] + sorted(cards[200:], key=lambda card: card.number)
    assert 200 < found_at(sorted_late, (), DECKS) <= 215


@RULE
def test_001_5_3_5_shuffled_sets_do_not_come_near_the_alarm() -> None:
    rng, before = random.Random(7), list[Card]()
    for _ in range(25):
        cards = used(rng, DECKS)
        test = ShuffleTest(DECKS, before)
        for card in cards:
            test.take(card)
            assert test.total < ALARM / 10
        before = cards[:350]


@RULE
@pytest.mark.parametrize("before", [(), tuple(DECK)])
def test_001_5_3_5_against_a_random_set_it_is_a_fair_game(before: tuple[Card, ...]) -> None:
    """The bound on false alarms is no more than this: over all cards that may come, the total stays what it is."""
    rng = random.Random(1)
    cards = [*DECK] * 2
    rng.shuffle(cards)
    told = [*cards[:9], DECK[3], DECK[4]]
    left = {card: 2 - told.count(card) for card in DECK}
    now = _after(told, before).total
    then = sum(left[card] * _after([*told, card], before).total for card in DECK if left[card] > 0)
    assert then / sum(max(0, copies) for copies in left.values()) <= now + 1e-9


def _after(cards: list[Card], before: tuple[Card, ...]) -> ShuffleTest:
    test = ShuffleTest(2, before)
    for card in cards:
        test.take(card)
    return test


def test_a_card_that_was_not_read_is_nobodys_to_bet_on() -> None:
    test = ShuffleTest(DECKS)
    for card in (None, DECK[0], None, DECK[1]):
        test.take(card)
    assert test.cards == [None, DECK[0], None, DECK[1]]
    assert test.total < ALARM


def test_bounds_of_none_and_of_all() -> None:
    assert bounds(0, 1_000)[0] == 0
    assert 0.0029 < bounds(0, 1_000)[1] < 0.0031
    assert bounds(1_000, 1_000)[1] == 1
    low, high = bounds(50, 100)
    assert 0.40 < low < 0.5 < high < 0.60
