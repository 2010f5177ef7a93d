"""The 52 cards, and amounts and odds that stay whole numbers."""

import copy
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import DECK, Card, Rank, Suit, UnknownCard, decks, is_picture, is_red, parse_card, parse_cards
from games.money import AMOUNT_MAX, InvariantBroken, Odds, check, is_amount, write_amount

TEXTS = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]


@pytest.mark.rule("001 §2.2.1", "002 §2.2.1")
def test_001_2_2_1_a_deck_has_52_cards() -> None:
    assert [card.text for card in DECK] == TEXTS
    assert [card.number for card in DECK] == list(range(52))
    assert [(card.rank, card.suit) for card in DECK] == [(rank, suit) for suit in Suit for rank in Rank]


@pytest.mark.rule("001 §2.2.1")
def test_001_2_2_1_several_decks_have_each_card_several_times() -> None:
    assert list(decks(8)) == list(DECK) * 8
    assert list(decks(0)) == []


def test_a_card_is_read_and_written_as_rank_and_suit() -> None:
    assert parse_card("TS").rank is Rank.TEN
    assert parse_card("TS").suit is Suit.SPADES
    assert repr(parse_card("9D")) == "9D"
    assert parse_cards(["9S", "9S", "AC"]) == (parse_card("9S"), parse_card("9S"), parse_card("AC"))
    assert all(parse_card(card.text) is card for card in DECK)


@given(st.one_of(st.text(max_size=4), st.text("A23456789TJQKCDHS", max_size=3), st.integers(), st.none(), st.binary()))
def test_a_text_names_a_card_exactly_or_not_at_all(text: object) -> None:
    if text in TEXTS:
        assert parse_card(text).text == text
    else:
        with pytest.raises(UnknownCard, match="is no card"):
            parse_card(text)


@pytest.mark.parametrize("text", ["", "9", "S9", "9s", "10S", "1S", "9S ", "9SS", ["9S"], 9, None])
def test_an_unreadable_card_is_never_guessed(text: object) -> None:
    with pytest.raises(UnknownCard) as refused:
        parse_card(text)
    assert str(refused.value) == f"{text!r} is no card: write rank A23456789TJQK, then suit C D H S, as in 9S"


@pytest.mark.parametrize("card", [DECK[0], DECK[51]])
def test_there_is_one_object_for_each_card(card: Card) -> None:
    assert copy.copy(card) is card
    assert copy.deepcopy([card])[0] is card
    assert pickle.loads(pickle.dumps(card)) is card
    assert card != card.text


def test_a_card_never_changes() -> None:
    card = parse_card("9S")
    with pytest.raises(AttributeError, match=r"^9S: a card never changes$"):
        card.rank = Rank.ACE
    assert card.rank is Rank.NINE


def test_red_cards() -> None:
    assert [card.text for card in DECK if is_red(card)] == [text for text in TEXTS if text[1] in "DH"]


@pytest.mark.rule("001 §3.2.3", "003 §1.19", "000 §1.19", "002 §1.9")
def test_002_1_9_picture_cards() -> None:
    assert [card.text for card in DECK if is_picture(card)] == [text for text in TEXTS if text[0] in "JQK"]


# --- money ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [1, 2, AMOUNT_MAX])
def test_an_amount_is_a_positive_whole_number(value: object) -> None:
    assert is_amount(value)


@pytest.mark.parametrize("value", [0, -1, AMOUNT_MAX + 1, 1.0, True, "1", None])
def test_nothing_else_is_an_amount(value: object) -> None:
    assert not is_amount(value)


def test_the_largest_winnings_fit_into_64_bits() -> None:
    assert AMOUNT_MAX == 10**15
    assert AMOUNT_MAX * 201 < 2**63


@pytest.mark.rule("001 §4.1")
def test_001_4_1_odds_multiply_whole_amounts() -> None:
    assert Odds(8).winnings(100) == 800
    assert Odds(1, 2).winnings(700) == 350
    assert Odds(3, 2).winnings(700) == 1050
    assert Odds(-1).winnings(100) == -100
    assert Odds(0).winnings(100) == 0


def test_a_half_that_is_not_exact_is_rounded_down_and_says_so() -> None:
    assert (Odds(1, 2).winnings(7), Odds(1, 2).exact(7)) == (3, False)
    assert (Odds(1, 2).winnings(8), Odds(1, 2).exact(8)) == (4, True)
    assert (Odds(-1, 2).winnings(7), Odds(-1, 2).exact(7)) == (-4, False)
    assert (Odds(3, 2).winnings(7), Odds(3, 2).exact(7)) == (10, False)


@given(st.integers(-200, 200), st.integers(1, 4), st.integers(1, AMOUNT_MAX))
def test_winnings_are_what_the_odds_say_less_than_one_unit_below(pays: int, to: int, amount: int) -> None:
    odds = Odds(pays, to)
    shortfall = amount * pays - odds.winnings(amount) * to
    assert 0 <= shortfall < to
    assert odds.exact(amount) == (shortfall == 0)


def test_odds_never_change() -> None:
    odds = Odds(8)
    with pytest.raises(AttributeError, match="immutable"):
        odds.pays = 9  # type: ignore[misc]  # the point of the test
    assert {odds: "by value"}[Odds(8, 1)] == "by value"


def test_odds_are_written_as_in_the_pay_tables() -> None:
    assert str(Odds(8)) == "8 to 1"
    assert str(Odds(1, 2)) == "1 to 2"


def test_check_ends_what_must_not_go_on() -> None:
    check(True, "never said")
    with pytest.raises(InvariantBroken, match="stake 5, registered 4"):
        check(False, "stake 5, registered 4")


@pytest.mark.parametrize(
    ("amount", "exponent", "full", "whole", "typed"),
    [
        (125_000, 2, "1,250.00", "1,250", "1250"),
        (125_050, 2, "1,250.50", "1,250.50", "1250.50"),
        (-150, 2, "-1.50", "-1.50", "-1.50"),
        (-1, 2, "-0.01", "-0.01", "-0.01"),
        (5, 2, "0.05", "0.05", "0.05"),
        (0, 2, "0.00", "0", "0"),
        (-1_234_567, 0, "-1,234,567", "-1,234,567", "-1234567"),
        (-1_234_567, 3, "-1,234.567", "-1,234.567", "-1234.567"),
    ],
)
def test_an_amount_is_written_in_one_way(amount: int, exponent: int, full: str, whole: str, typed: str) -> None:
    assert write_amount(amount, exponent) == full
    assert write_amount(amount, exponent, whole=True) == whole
    assert write_amount(amount, exponent, whole=True, grouped=False) == typed
