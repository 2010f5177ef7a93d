"""The decks in the shoe: what cannot be of this set, and what was not shuffled (001 §5.3; 003 §5.5; 002 §5.5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.card_set import first_foreign, is_foreign
from games.cards import DECK, Card, decks, parse_card, parse_cards

NINE = parse_card("9S")


@pytest.mark.rule("001 §5.3.1", "003 §5.5.1", "000 §5.5.1", "002 §5.5.1")
@pytest.mark.parametrize("count", [1, 4, 8])
def test_001_5_3_1_one_copy_more_than_there_are_decks_is_foreign(count: int) -> None:
    drawn = [count - 1] * len(DECK)
    assert not is_foreign(count, drawn, NINE)
    drawn[NINE.number] = count
    assert [card for card in DECK if is_foreign(count, drawn, card)] == [NINE]


@pytest.mark.rule("001 §5.3.1", "003 §5.5.1", "000 §5.5.1", "002 §5.5.1")
def test_001_5_3_1_the_first_foreign_card_is_named() -> None:
    assert first_foreign(4, decks(4)) is None
    assert first_foreign(1, parse_cards(["9S", "9H", "9S", "9H"])) is NINE
    assert first_foreign(2, parse_cards(["9S", "9H", "9S", "9H"])) is None
    assert first_foreign(2, parse_cards(["9S", "9H", "9S", "9H", "9H", "9S"])) is parse_card("9H")


@given(st.integers(1, 8), st.lists(st.sampled_from(DECK[:6]), max_size=60))
def test_the_first_foreign_card_is_the_one_that_is_foreign_when_it_comes(count: int, cards: list[Card]) -> None:
    drawn = [0] * len(DECK)
    for card in cards:
        if is_foreign(count, drawn, card):
            assert first_foreign(count, cards) is card
            return
        drawn[card.number] += 1
    assert first_foreign(count, cards) is None
