"""The decks in the shoe: what can still be in it, and what cannot be of this set (001 §5.3; 003 §5.5; 002 §5.5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.card_set import CardSet, first_foreign, looks_unshuffled
from games.cards import DECK, Card, decks, parse_card, parse_cards
from games.money import InvariantBroken

NINE = parse_card("9S")


def drawn_from(count: int, cards: list[Card]) -> CardSet:
    card_set = CardSet(count)
    for card in cards:
        card_set = card_set.draw(card)
    return card_set


@pytest.mark.rule("001 §5.3.1", "003 §5.5.1", "000 §5.5.1", "002 §5.5.1")
@pytest.mark.parametrize("count", [1, 4, 8])
def test_001_5_3_1_one_copy_more_than_there_are_decks_is_foreign(count: int) -> None:
    all_but_one = drawn_from(count, [NINE] * (count - 1))
    assert not all_but_one.is_foreign(NINE)
    all_copies = all_but_one.draw(NINE)
    assert all_copies.is_foreign(NINE)
    assert not all_copies.is_foreign(parse_card("9H"))
    with pytest.raises(InvariantBroken, match=f"9S is foreign to {count} decks: rule on it, do not count it"):
        all_copies.draw(NINE)


@pytest.mark.rule("001 §5.3.1", "003 §5.5.1", "000 §5.5.1", "002 §5.5.1")
def test_001_5_3_1_the_first_foreign_card_is_named() -> None:
    assert first_foreign(4, decks(4)) is None
    assert first_foreign(1, parse_cards(["9S", "9H", "9S", "9H"])) is NINE
    assert first_foreign(2, parse_cards(["9S", "9H", "9S", "9H"])) is None
    assert first_foreign(2, parse_cards(["9S", "9H", "9S", "9H", "9H", "9S"])) is parse_card("9H")


@pytest.mark.rule("001 §5.3.2", "003 §5.5.2", "000 §5.5.2", "002 §5.5.2")
def test_001_5_3_2_the_rest_is_counted_by_hand_and_all_decks_must_come_out() -> None:
    card_set = drawn_from(4, list(DECK))
    assert card_set.left == 156
    assert card_set.miscount(counted_by_hand=156) == 0
    assert card_set.miscount(counted_by_hand=157) == 1
    assert card_set.miscount(counted_by_hand=153) == -3


@pytest.mark.rule("001 §5.3.4", "003 §5.5.3", "000 §5.5.3", "002 §5.5.5")
def test_001_5_3_4_a_shoe_runs_dry_when_a_card_is_due_and_none_is_left() -> None:
    nearly = drawn_from(1, list(DECK[:-1]))
    assert nearly.left == 1
    assert not nearly.runs_dry(card_due=True)
    empty = nearly.draw(DECK[-1])
    assert empty.left == 0
    assert empty.runs_dry(card_due=True)
    assert not empty.runs_dry(card_due=False)


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


def test_a_card_set_never_changes() -> None:
    fresh = CardSet(8)
    assert fresh.draw(NINE) != fresh == CardSet(8)
    with pytest.raises(AttributeError, match="immutable"):
        fresh.decks = 9  # type: ignore[misc]  # the point of the test


@given(st.integers(1, 8), st.lists(st.sampled_from(DECK[:6]), max_size=60))
def test_no_card_comes_more_often_than_there_are_decks_and_none_gets_lost(count: int, cards: list[Card]) -> None:
    card_set = CardSet(count)
    taken: list[Card] = []
    for card in cards:
        if card_set.is_foreign(card):
            assert taken.count(card) == count
            assert first_foreign(count, [*taken, card]) is card
        else:
            card_set = card_set.draw(card)
            taken.append(card)
    assert card_set.drawn == tuple(taken.count(card) for card in DECK)
    assert len(taken) + card_set.left == 52 * count
    assert first_foreign(count, taken) is None
    assert card_set.miscount(counted_by_hand=card_set.left) == 0
