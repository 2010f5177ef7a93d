"""The decks in the shoe: what cannot be of this set, and what was not shuffled (001 §5.3; 003 §5.5; 002 §5.5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.card_set import first_foreign, is_foreign, looks_unshuffled
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


@pytest.mark.rule("001 §5.3.5", "003 §5.5.4", "000 §5.5.4", "002 §5.5.3")
def test_001_5_3_5_a_long_run_of_a_new_deck_looks_unshuffled() -> None:
    run = list(DECK[10:18])  # eight neighbours
    assert looks_unshuffled(run)
    assert looks_unshuffled(run[::-1])
    assert looks_unshuffled(run[1:]) is False
    assert not looks_unshuffled([*run[:4], NINE, *run[4:]])
    other = [parse_card(text) for text in ("9S", "2D", "KH", "5C", "9D", "2H", "KC", "5S")]
    assert looks_unshuffled([*other, *run, *other])
    assert looks_unshuffled([*other, *run[1:], *other]) is False
    assert not looks_unshuffled(other)
    assert not looks_unshuffled([])


@pytest.mark.rule("001 §5.3.5", "003 §5.5.4", "000 §5.5.4", "002 §5.5.3")
def test_001_5_3_5_a_run_across_the_border_of_two_decks_counts_in_both_directions() -> None:
    across = [*DECK[-4:], *DECK[:4]]
    assert looks_unshuffled(across)
    assert looks_unshuffled(across[::-1])
