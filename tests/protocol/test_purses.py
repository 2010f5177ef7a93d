"""The books of coins (004): each coin has its own, and what is credit of one is never credit of another."""

from collections.abc import Sequence
from typing import Final

import pytest

from games.money import Currency, InvariantBroken
from games.round import Answer, PlayerId, Spot
from protocol import events
from protocol.events import Event
from protocol.ledger import CASH, GRANTED, Ledger, check_zero_sum, credit, purse, stake
from protocol.messages import WindowId

T1: Final = PlayerId("T1")
ANN: Final = "7001"
SGD, GC, SC = Currency("SGD", 2), Currency("GC", 2), Currency("SC", 2)
JPY: Final = Currency("JPY", 0)


def granted(amount: int, coin: str = "GC") -> events.CoinsGranted:
    return events.CoinsGranted(ANN, coin, amount)


def drawn(amount: int, coin: str = "GC", sitting: int = 1) -> events.PurseDrawn:
    return events.PurseDrawn(T1, sitting, ANN, coin, amount)


def laid_back(amount: int, coin: str = "GC") -> events.PurseReturned:
    return events.PurseReturned(T1, 1, ANN, coin, amount)


def bet(amount: int) -> events.LayoutRegistered:
    return events.LayoutRegistered(WindowId(7, 1, b"nonce-08"), T1, 3, Answer({Spot("box"): max(amount, 0)}), amount)


def books_of(*facts: Event) -> Ledger:
    made = Ledger()
    for fact in (events.CurrencyBound(SGD), *facts):
        made.apply(fact)
    return made


def test_a_purse_is_filled_by_grants_and_each_coin_has_books_of_its_own_which_sum_to_zero() -> None:
    books = books_of(granted(500), granted(70, "SC"), granted(3, "SGD"))
    assert books.books() == {
        GC: {GRANTED: -500, purse(ANN): 500},
        SC: {GRANTED: -70, purse(ANN): 70},
        SGD: {GRANTED: -3, purse(ANN): 3},
    }
    assert [books.purse(ANN, coin) for coin in ("GC", "SC", "SGD", "XX")] == [500, 70, 3, 0]
    check_zero_sum(books)


def test_what_is_drawn_is_credit_of_that_coin_until_it_is_laid_back() -> None:
    books = books_of(granted(500), drawn(500))
    assert (books.coin(T1), books.credit(T1), books.purse(ANN, "GC"), books.sitting(T1)) == ("GC", 500, 0, 1)
    books.apply(bet(200))
    assert (books.credit(T1), books.stake(T1)) == (300, 200)
    assert books.books() == {SGD: {}, GC: {GRANTED: -500, purse(ANN): 0, credit(T1): 300, stake(T1): 200}}
    assert books.currency_of(bet(200)) == books.currency_of(drawn(1)) == GC
    books.apply(laid_back(300))
    assert (books.coin(T1), books.stake(T1)) == ("GC", 200)  # a Bet lies there: he plays on
    books.apply(bet(-200))
    books.apply(laid_back(200))
    assert (books.coin(T1), books.credit(T1), books.purse(ANN, "GC")) == ("SGD", 0, 500)
    assert books.currency_of(bet(200)) == SGD
    check_zero_sum(books)


@pytest.mark.parametrize("before", [(), (bet(100),)], ids=["credit", "stake"])
def test_m1_no_credit_or_stake_of_one_coin_becomes_another(before: Sequence[Event]) -> None:
    books = books_of(granted(100), granted(5, "SC"), drawn(100), *before)
    with pytest.raises(InvariantBroken, match=r"T1 takes up SC and has GC \(M1\)"):
        books.apply(drawn(5, "SC"))


def test_the_other_coin_is_taken_up_when_nothing_of_the_first_is_left_and_the_same_at_any_time() -> None:
    books = books_of(granted(100), granted(5, "SC"), drawn(60), drawn(40))
    assert (books.coin(T1), books.credit(T1)) == ("GC", 100)
    books.apply(laid_back(100))
    books.apply(drawn(5, "SC"))
    assert (books.coin(T1), books.credit(T1), books.purse(ANN, "GC")) == ("SC", 5, 100)


def test_m3_a_purse_gives_no_more_than_credit_that_is_there() -> None:
    with pytest.raises(InvariantBroken, match=r"credit/T1 would be -1 \(M3\)"):
        books_of(granted(100), drawn(100)).apply(laid_back(101))


def test_books_of_coins_are_shut_with_the_currency_and_opened_again_whatever_the_coin_is_to_the_table_then() -> None:
    books = books_of(granted(100), events.CurrencyBound(JPY))
    assert books.books() == {Currency("GC", 2): {GRANTED: -100, purse(ANN): 100}, JPY: {}}
    assert books.purse(ANN, "GC") == 0  # there are no such coins at a table that plays for yen
    books.apply(events.CurrencyBound(GC))  # the table's own
    books.apply(granted(7))
    assert (books.currency, books.balances, books.beside) == (GC, {GRANTED: -107, purse(ANN): 107}, {})
    books.apply(events.CurrencyBound(SGD))
    books.apply(drawn(7))  # beside it again
    assert (books.coin(T1), books.purse(ANN, "GC"), books.credit(T1)) == ("GC", 100, 7)


def test_m1_a_coin_that_somebody_plays_with_ends_no_currency() -> None:
    books = books_of(granted(100), drawn(100))
    with pytest.raises(InvariantBroken, match=r"JPY.* begins, and credit/T1 is GC 1.00 \(M1\)"):
        books.apply(events.CurrencyBound(JPY))


def test_a_terminal_with_no_coin_moves_the_tables_own_currency_beside_one_that_has() -> None:
    other = events.CreditBought(b"sixteen bytes id", PlayerId("T2"), 1, 50)
    books = books_of(granted(100), drawn(100), other)
    assert books.balances == {CASH: -50, credit(PlayerId("T2")): 50}
    assert (books.credit(PlayerId("T2")), books.coin(PlayerId("T2"))) == (50, "SGD")
