"""Betting boxes: who decides for one, what may stand on it, and what plays when it holds too much."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.boxes import (
    boxes_in_play,
    in_order_of_decision,
    initial_bets,
    parse_spot,
    players_of,
    pro_rata,
    review_box_total,
    review_boxes,
    spot_of,
)
from games.round import Answer, Answers, BoxBets, Felt, Limit, PlayerId, Spot
from tests.rules.table import said

A, B, C = PlayerId("A"), PlayerId("B"), PlayerId("C")
HUNDRED_TO_THOUSAND = Limit(100, 1000)
FELT = Felt(limits={"main": HUNDRED_TO_THOUSAND, "pair": Limit(10, 50)}, boxes=3, seats={1: A})


def placed(stakes: Mapping[PlayerId, Mapping[str, int]]) -> Answers:
    return {"bets": {player: answer(bets) for player, bets in stakes.items()}}


def answer(bets: Mapping[str, int]) -> Answer:
    return Answer({Spot(spot): amount for spot, amount in bets.items()})


def review(
    player: PlayerId,
    bets: Mapping[str, int],
    others: Mapping[PlayerId, Mapping[str, int]] | None = None,
    felt: Felt = FELT,
) -> str:
    refusal = review_boxes(
        felt,
        player,
        answer(bets),
        placed(others or {}),
        main="main",
        sides=("pair", "boom"),
        table_sides=("boom",),
        steps={"main": 2},
    )
    return "" if refusal is None else said(refusal)


def review_total(player: PlayerId, amount: int, others_total: int, limit: Limit = HUNDRED_TO_THOUSAND) -> str:
    refusal = review_box_total(1, FELT, player, amount, 0, others_total, limit)
    return "" if refusal is None else said(refusal)


def test_a_spot_says_box_kind_and_hand() -> None:
    assert [spot_of(3, "main"), spot_of(3, "main", 2), spot_of(12, "double", 1)] == [
        "3/main",
        "3/main/2",
        "12/double/1",
    ]
    assert [parse_spot(Spot(text)) for text in ("3/main", "12/double/1")] == [(3, "main", 0), (12, "double", 1)]


def test_initial_bets_come_in_the_order_of_placing_and_one_player_may_be_left_out() -> None:
    given = placed({B: {"1/main": 200, "2/main": 300}, A: {"1/main": 100}, C: {"1/pair": 10}})
    assert list(initial_bets(Spot("1/main"), given).items()) == [(B, 200), (A, 100)]
    assert initial_bets(Spot("1/main"), given, but=B) == {A: 100}
    assert initial_bets(Spot("1/main"), {}) == {}


@pytest.mark.rule("003 §1.26", "000 §1.26", "002 §1.15", "003 §3.8", "000 §3.8")
def test_003_1_26_the_seated_player_decides_else_the_highest_bet_else_the_first_placed() -> None:
    assert in_order_of_decision(1, FELT, {B: 500, A: 100, C: 900}) == (A, C, B)
    assert in_order_of_decision(2, FELT, {B: 500, A: 100, C: 900}) == (C, B, A)
    assert in_order_of_decision(2, FELT, {B: 500, A: 500, C: 500}) == (B, A, C)
    assert in_order_of_decision(1, FELT, {B: 500, C: 900}) == (C, B)  # he who sits there has no Bet on it
    assert in_order_of_decision(2, FELT, {B: 500, A: 500, C: 900}, {B: 7, A: 3, C: 9}) == (C, A, B)


@pytest.mark.rule("003 §3.11", "000 §3.11", "002 §3.12")
def test_003_3_11_boxes_with_an_initial_bet_are_in_play_from_the_dealers_left() -> None:
    given = placed({B: {"3/main": 200, "1/main": 300}, A: {"1/main": 100}, C: {"2/pair": 10}})
    assert boxes_in_play("main", FELT, given) == (BoxBets(1, (A, B), 400), BoxBets(3, (B,), 200))
    assert boxes_in_play("main", FELT, {}) == ()


@pytest.mark.rule("003 §1.22", "000 §1.21", "002 §1.11")
def test_003_1_22_a_player_is_who_places_a_bet() -> None:
    assert players_of(placed({B: {"3/main": 200}, A: {}, C: {"2/pair": 10}})) == (B, C)
    assert players_of({}) == ()


@pytest.mark.rule("003 §3.4", "000 §3.4", "003 §3.5", "000 §3.5", "002 §3.5", "002 §3.6")
def test_003_3_5_a_side_bet_keeps_within_its_own_limits() -> None:
    initial = {"1/main": 100}
    assert [review(A, {**initial, "1/pair": amount}) for amount in (10, 50)] == ["", ""]
    assert [review(A, {**initial, "1/pair": amount}) for amount in (9, 51)] == ["bad_stake §3.5"] * 2


@pytest.mark.rule("003 §3.5", "000 §3.5")
def test_003_3_5_a_stake_is_an_amount_on_a_known_spot_in_even_steps() -> None:
    assert review(A, {"1/main": 100}) == ""
    assert review(A, {"4/main": 100}) == "unknown_spot §3.5"
    assert review(A, {"1/tie": 100}) == "unknown_spot §3.5"
    assert [review(A, {"1/main": amount}) for amount in (0, -100, 101, 10**15 + 2, True)] == ["bad_stake §3.5"] * 5
    by_fifty = Felt(limits={"main": Limit(100, 1000, 50)})
    assert review(A, {"1/main": 150}, felt=by_fifty) == ""
    assert review(A, {"1/main": 120}, felt=by_fifty) == "bad_stake §3.5"


@pytest.mark.rule("003 §3.6", "000 §3.6", "002 §3.7")
def test_003_3_6_the_balance_of_a_box_is_open_to_every_other_player() -> None:
    assert review(B, {"1/main": 400}, {A: {"1/main": 600}}) == ""
    assert review(B, {"1/main": 402}, {A: {"1/main": 600}}) == "bad_stake §5.1"


@pytest.mark.rule("003 §3.7", "000 §3.7", "002 §3.8")
def test_003_3_7_a_player_may_bet_on_other_boxes_each_with_its_own_limit() -> None:
    assert review(A, {"1/main": 1000, "2/main": 1000, "3/main": 100}) == ""
    assert review(A, {"1/main": 1000, "2/main": 1002}) == "bad_stake §5.1"


@pytest.mark.rule("003 §3.9", "000 §3.9", "002 §3.9")
def test_003_3_9_a_side_bet_needs_an_initial_bet_of_anybody_on_its_box() -> None:
    assert review(A, {"1/main": 100, "1/pair": 10}) == ""
    assert review(B, {"1/pair": 10}, {A: {"1/main": 100}}) == ""
    assert review(B, {"1/pair": 10}) == "bad_stake §3.9"
    assert review(B, {"2/pair": 10}, {A: {"1/main": 100}}) == "bad_stake §3.9"
    assert review(A, {"1/pair": 10}, {A: {"1/main": 100}}) == "bad_stake §3.9"  # he takes his Initial Bet away


@pytest.mark.rule("000 §3.9.1")
def test_000_3_9_1_a_side_bet_of_the_table_needs_an_initial_bet_on_any_box() -> None:
    assert review(B, {"2/boom": 10}, {A: {"1/main": 100}}) == ""
    assert review(A, {"1/main": 100, "2/boom": 10}) == ""
    assert review(B, {"2/boom": 10}) == "bad_stake §3.9.1"
    assert review(B, {"2/boom": 10}, {A: {"1/pair": 10}}) == "bad_stake §3.9.1"


@pytest.mark.rule("003 §5.1", "000 §5.1", "002 §5.1")
def test_003_5_1_the_maximum_is_the_boxes_and_the_seated_player_comes_first() -> None:
    assert review_total(B, 400, 600) == ""
    assert review_total(B, 402, 600) == "bad_stake §5.1"
    assert review_total(A, 1000, 1000) == ""  # he sits there: Standing Players do not keep him out
    assert review_total(A, 1002, 0) == "bad_stake §5.1"
    assert review_total(B, 10**15, 10**15, Limit()) == ""
    assert review_total(A, 150, 0, Limit(100, 1000, 20)) == "bad_stake §3.5"


@pytest.mark.rule("003 §5.2", "000 §5.2", "002 §5.2")
def test_003_5_2_the_minimum_is_the_boxes_and_one_bet_may_help_another_over_it() -> None:
    assert review_total(B, 100, 0) == ""
    assert review_total(B, 40, 60) == ""
    assert review_total(B, 40, 58) == "bad_stake §5.2"


@pytest.mark.rule("003 §5.2", "000 §5.2", "002 §5.2")
def test_003_5_2_who_is_below_the_minimum_may_withdraw_or_increase() -> None:
    below = {B: {"2/main": 60}}  # another Player has left the box since
    assert review(B, {"2/main": 80}, below) == "bad_stake §5.2"
    assert review(B, {"2/main": 100}, below) == ""
    assert review(B, {}, below) == ""
    assert review(B, {"2/main": 40}, below) == "bad_stake §5.2"
    assert review(B, {"2/main": 60, "3/main": 100}, below) == ""  # 5.2.1: what he does not touch plays as it stands


@pytest.mark.rule("003 §5.1.1", "000 §5.1.1", "002 §5.1.1")
def test_003_5_1_1_pro_rata_is_the_share_of_the_maximum_and_never_below_the_minimum() -> None:
    assert pro_rata(1000, 1600, HUNDRED_TO_THOUSAND) == 625
    assert pro_rata(600, 1600, HUNDRED_TO_THOUSAND) == 375
    assert pro_rata(500, 1501, HUNDRED_TO_THOUSAND) == 333  # rounded down
    assert pro_rata(100, 4000, HUNDRED_TO_THOUSAND) == 100  # 25 would be below the minimum
    assert pro_rata(600, 1000, HUNDRED_TO_THOUSAND) == 600  # nothing is in excess
    assert pro_rata(600, 10**6, Limit(100)) == pro_rata(600, 10**6, None) == 600


@pytest.mark.rule("003 §5.1.2", "000 §5.1.2", "002 §5.1.2")
def test_003_5_1_2_a_bet_under_the_minimum_plays_whole() -> None:
    assert pro_rata(99, 4000, HUNDRED_TO_THOUSAND) == 99
    assert pro_rata(2, 4000, HUNDRED_TO_THOUSAND) == 2


@given(st.lists(st.integers(1, 10**9), min_size=1, max_size=6), st.integers(1, 10**6), st.integers(0, 10**9))
def test_pro_rata_plays_no_more_than_the_stake_and_what_is_apportioned_fits_the_maximum(
    stakes: list[int], least: int, room: int
) -> None:
    limit = Limit(least, least + room)
    total = sum(stakes)
    plays = [pro_rata(stake, total, limit) for stake in stakes]
    assert all(0 < part <= stake for part, stake in zip(plays, stakes, strict=True))
    apportioned = [part for part in plays if part > least]
    assert total <= least + room or sum(apportioned) <= least + room
    assert total > least + room or plays == stakes
