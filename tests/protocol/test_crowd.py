"""How the table bets, as everybody may know it: heads and shares, and nobody's own money (M13)."""

from hypothesis import given
from hypothesis import strategies as st

from games.round import Spot
from protocol.crowd import Side, count_crowd

BANKER, PLAYER, TIE = Spot("banker"), Spot("player"), Spot("tie")


def test_two_players_would_read_each_other_so_nothing_is_told() -> None:
    assert count_crowd([{BANKER: 100}, {PLAYER: 300}]) == ()
    assert count_crowd([{BANKER: 100}, {PLAYER: 300}, {}]) == ()  # who has taken all back is no Player


def test_heads_and_shares_of_what_several_have_bet_on() -> None:
    bets = [{BANKER: 100}, {BANKER: 200, TIE: 5}, {PLAYER: 50}, {PLAYER: 50}]
    assert count_crowd(bets) == (Side("banker", 2, 75), Side("player", 2, 25), Side("tie", 1))


def test_a_share_of_one_player_alone_is_not_told_and_nor_is_that_of_all() -> None:
    assert count_crowd([{BANKER: 100}, {BANKER: 200}, {PLAYER: 50}]) == (Side("banker", 2), Side("player", 1))


def test_spots_of_one_kind_at_several_boxes_are_one_side() -> None:
    bets = [{Spot("1/main"): 10}, {Spot("1/main"): 10, Spot("2/main"): 10}, {Spot("3/pair"): 5}]
    assert count_crowd(bets) == (Side("main", 2), Side("pair", 1))


layouts = st.lists(
    st.dictionaries(st.sampled_from([BANKER, PLAYER, TIE]), st.integers(1, 10**12), min_size=1), max_size=8
)


@given(layouts)
def test_shares_come_in_steps_and_no_amount_is_ever_among_them(bets: list[dict[Spot, int]]) -> None:
    told = count_crowd(bets)
    assert all(side.share == -1 or (side.share % 5 == 0 and 0 <= side.share <= 100) for side in told)
    assert all(side.heads == sum(side.kind in layout for layout in bets) for side in told)
    if len(bets) < 3:
        assert told == ()
    assert all(side.share == -1 for side in told if side.heads < 2)
