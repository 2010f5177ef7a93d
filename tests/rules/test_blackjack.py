"""Documents 003 and 000, paragraph by paragraph: what both share is told once and checked for both.

§3.14 to §3.23 of 003 stand one higher in 000; section 5 has the same numbers; section 1 has its own. What only 000 has
(RWS Pairs, Boom Busted) is in `test_blackjack_plus.py`.
"""

import pytest

from games.blackjack.plus import BlackjackPlus
from games.blackjack.round import (
    VALUES,
    Hand,
    any_live,
    card_value,
    is_blackjack,
    may_become_blackjack,
    may_split,
    with_card,
)
from games.blackjack.rules import Blackjack
from games.blackjack.verdicts import player_pair_verdict, thirteen_verdict
from games.cards import DECK, Card, parse_card, parse_cards
from games.money import InvariantBroken, Odds
from games.round import (
    Answer,
    Answers,
    BoxBets,
    DealingError,
    Discarded,
    DrawnTogether,
    Game,
    HandRemoved,
    InterimSettled,
    Limit,
    PlayerId,
    Reconstructed,
    Spot,
    Voided,
    WalkedAway,
    WindowClosed,
    lost,
    won,
)
from tests.rules.table import Table

A, B, C = PlayerId("A"), PlayerId("B"), PlayerId("C")
BOX_LIMITS = {"main": Limit(100, 1000)}


@pytest.fixture(params=[Blackjack(), BlackjackPlus()], ids=["003", "000"])
def game(request: pytest.FixtureRequest) -> Blackjack:
    """Every test that asks for a game is a test of both."""
    one: Blackjack = request.param
    return one


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split())


def hand(text: str, *, split: bool = False) -> Hand:
    made = Hand(split=split)
    for card in cards(text):
        made = with_card(made, card)
    return made


def alone(game: Blackjack, dealt: str = "", *, main: int = 1000, **sides: int) -> Table:
    """A sits at box 1, bets, and these cards come: box, Dealer, box."""
    return Table(game, seats={1: "A"}).bet("A", main=main, **sides).close().deal(dealt)


def shared(game: Blackjack, dealt: str = "", *, a: int = 1000, b: int = 500) -> Table:
    """A sits at box 1, B stands behind him, and these cards come: box, Dealer, box."""
    return Table(game, seats={1: "A"}).bet("A", main=a).bet("B", main=b).close().deal(dealt)


def neighbours(game: Blackjack, dealt: str = "", *, a: int = 1000, b: int = 500) -> Table:
    """A sits at box 1, B at box 2, and these cards come: boxes, Dealer, boxes."""
    return Table(game, seats={1: "A", 2: "B"}).bet("A", 1, main=a).bet("B", 2, main=b).close().deal(dealt)


def test_it_is_a_game(game: Blackjack) -> None:
    as_game: Game = game
    assert (as_game.name, as_game.document, as_game.rules) in (
        ("blackjack", "003", "RWS v5"),
        ("blackjack_plus", "000", "RWS, 10 January 2024"),
    )


# --- 1: definitions ------------------------------------------------------------------------------------------------


@pytest.mark.rule("003 §1.2", "000 §1.2", "003 §4.1", "000 §4.1", "003 §4.1.1", "000 §4.1.1")
@pytest.mark.parametrize("ten", ["TS", "JH", "QD", "KC"])
def test_003_1_2_an_ace_and_a_ten_as_the_first_two_cards_are_a_blackjack(game: Blackjack, ten: str) -> None:
    for dealt in (f"AS 6D {ten}", f"{ten} 6D AS"):
        table = alone(game, dealt)
        assert table.finished
        assert table.result("A") == "1/main 1000 won 2500 §4.1.1"


@pytest.mark.rule("003 §1.2", "000 §1.2")
def test_003_1_2_other_21s_are_no_blackjack(game: Blackjack) -> None:
    split = alone(game, "AS 6D AH").no_more_offers().choose("A", "split").deal("KS QH TD TC")
    assert split.result("A") == "1/main 1000 won 2000 §4.1.1, 1/main/1 1000 won 2000 §4.1.1"
    three = alone(game, "7S 6D 7H").no_more_offers().choose("A", "hit").deal("7D").choose("A", "stand").deal("TD TC")
    assert three.result("A") == "1/main 1000 won 2000 §4.1.1"
    assert [is_blackjack(hand(text)) for text in ("AS KD", "9S KD AS", "AS AD", "TS KD", "AS", "5C 6C KC")] == (
        [True, False, False, False, False, False]
    )
    assert not is_blackjack(hand("AS KD", split=True))


@pytest.mark.rule("003 §1.3", "000 §1.4")
def test_003_1_3_a_hand_over_21_is_bust_and_one_of_21_is_not(game: Blackjack) -> None:
    table = alone(game, "TS 6D 6H").no_more_offers().choose("A", "hit").deal("5S")
    assert table.asked == "A: hit stand"
    assert table.choose("A", "hit").deal("AC").result("A") == "1/main 1000 lost 0 §3.18"
    assert table.finished
    assert [hand(text).bust for text in ("TS 6H 5S", "TS 6H 5S AC", "AS AC 9D")] == [False, True, False]


@pytest.mark.rule("003 §1.9", "000 §1.10")
def test_003_1_9_bust_hands_then_insurance_then_the_rest_are_finally_settled(game: Blackjack) -> None:
    table = neighbours(game, "TS TD AD 6S 8D").insure("A", 1, 500).insure("B", 2, 100).no_more_offers()
    assert table.lines("A") == table.lines("B") == {}
    assert table.choose("A", "hit").deal("KS").result("A") == "1/main 1000 lost 0 §3.18"
    assert table.choose("B", "stand").lines("B") == {}
    assert table.deal("2C").result("A") == "1/main 1000 lost 0 §3.18, 1/insurance 500 lost 0 §3.14.2.b"
    assert table.result("B") == "2/insurance 100 lost 0 §3.14.2.b"
    assert table.deal("5C").result("B") == "2/main 500 returned 500 §3.23.4, 2/insurance 100 lost 0 §3.14.2.b"


@pytest.mark.rule(
    "003 §1.11",
    "000 §1.12",
    "003 §1.23",
    "000 §1.22",
    "003 §1.28",
    "000 §1.28",
    "003 §3.2",
    "000 §3.2",
    "003 §3.2.1",
    "000 §3.2.1",
)
def test_003_1_11_a_total_is_soft_while_an_ace_counts_eleven_and_hard_otherwise(game: Blackjack) -> None:
    soft = {"AS": 11, "AS AH": 12, "AS 6H": 17, "AS 9H": 20, "AS KH": 21, "AS 9H AD": 21}
    hard = {
        "2C 3C": 5,
        "5S 6H": 11,
        "TS 6H": 16,
        "AS AH TD": 12,
        "AS 9H AD AC": 12,
        "AS 6H TD": 17,
        "2C 3C 4C 5C 6C": 20,
    }
    hard |= {"AS TH KD": 21, "AS 8H 8C 5D": 22, "TC TD TH": 30}
    for texts, is_soft in ((soft, True), (hard, False)):
        assert {text: (hand(text).total, hand(text).soft) for text in texts} == {
            text: (total, is_soft) for text, total in texts.items()
        }
    table = alone(game, "AS 6D 6H").no_more_offers().choose("A", "hit").deal("TD").choose("A", "stand").deal("TC 2C")
    assert table.result("A") == "1/main 1000 lost 0 §3.23.3"  # 17 against 18


@pytest.mark.rule("003 §1.14", "000 §1.15")
def test_003_1_14_only_an_initial_bet_brings_cards(game: Blackjack) -> None:
    side = game.sides[0]
    table = Table(game).bet("A", 2, main=100).bet("B", 1, main=100).bet("C", 1, **{side: 100}).bet("B", 1, main=0)
    assert table.close().deal("5S 6D 7H").hands == {"2": "5S 7H", "dealer": "6D"}
    assert table.result("C") == f"1/{side} 100 returned 100 §5.15"
    nothing = Table(game).close()
    assert (nothing.finished, nothing.expects) == (True, None)


@pytest.mark.rule("003 §1.17", "003 §3.13", "003 §5.16")
def test_003_1_17_side_bets_blackjacks_and_surrenders_are_settled_before_the_subsequent_deal() -> None:
    table = Table(Blackjack(), seats={1: "A", 2: "B", 3: "C"})
    table.bet("A", 1, main=1000, player_pair=100, under_13=50, over_13=60).bet("B", 2, main=500).bet("C", 3, main=200)
    assert table.close().deal("8S AS 5C 9D 8H KS").lines("A") == {}
    assert table.deal("7C").surrender("C", 3).no_more_offers().windows == ["choice/1/0/7"]  # no third card yet
    assert table.result("A", "B", "C") == (
        "A 1/player_pair 100 won 1200 §4.1.1, A 1/under_13 50 lost 0 §3.13.2.a, A 1/over_13 60 won 120 §4.1.1, "
        "B 2/main 500 won 1250 §4.1.1, C 3/main 200 surrendered 100 §3.16"
    )


@pytest.mark.rule("003 §1.17", "000 §1.18")
def test_003_1_17_an_interim_settlement_follows_the_initial_deal(game: Blackjack) -> None:
    table = neighbours(game, "AS 9S 6D KS")
    assert table.refused_ruling(InterimSettled()) == f"illegal_ruling §{table.at('1.17')}"
    assert table.deal("7D").result("A") == "1/main 1000 won 2500 §4.1.1"
    table.surrender("B", 2).no_more_offers().rule(InterimSettled())
    assert table.result("B") == "2/main 500 surrendered 250 §3.16"
    assert table.finished


@pytest.mark.rule("003 §1.21", "003 §3.13.1", "003 §4.1", "003 §4.1.1")
@pytest.mark.parametrize(
    ("second", "line"),
    [
        ("KS", (100, 1200, "won", "4.1.1")),
        ("KH", (100, 1200, "won", "4.1.1")),
        ("QS", (100, 0, "lost", "3.13.1")),
        ("TS", (100, 0, "lost", "3.13.1")),
    ],
)
def test_003_1_21_a_player_pair_is_of_one_rank_whatever_the_suits(second: str, line: tuple[int, int, str, str]) -> None:
    assert alone(Blackjack(), f"KS 6D {second}", player_pair=100).lines("A") == {"1/player_pair": line}
    expected = won(Odds(11), "4.1.1") if line[2] == "won" else lost("3.13.1")
    assert player_pair_verdict(parse_card("KS"), parse_card(second)) == expected


@pytest.mark.rule("003 §1.25", "000 §1.24")
def test_003_1_25_a_round_lasts_from_the_first_bet_to_the_final_settlement(game: Blackjack) -> None:
    table = Table(game, seats={1: "A"})
    assert (table.windows, table.expects, table.finished) == (["bets"], None, False)
    over = [table.bet("A", main=1000).close().finished]
    over += [table.deal(card).finished for card in ("9S", "6D", "8H")]
    over += [table.no_more_offers().finished, table.choose("A", "stand").finished]
    over += [table.deal(card).finished for card in ("TD", "TC")]
    assert over == [False] * 7 + [True]
    assert (table.windows, table.expects) == ([], None)


@pytest.mark.rule("003 §1.26", "000 §1.26", "003 §3.8", "000 §3.8")
def test_003_1_26_who_sits_decides_and_where_nobody_sits_the_highest_bet(game: Blackjack) -> None:
    seated = Table(game, seats={1: "A"}).bet("B", main=5000).bet("A", main=100).close().deal("5S 6D 7H")
    assert seated.window("surrender").respondents == ("A",)
    assert seated.no_more_offers().asked == "A: hit stand double"
    highest = Table(game).bet("A", main=100).bet("B", main=5000).bet("C", main=5000).close().deal("5S 6D 7H")
    assert highest.no_more_offers().asked == "B: hit stand double"
    assert highest.refused_choice("C", "hit") == "illegal_decision §3.8"
    assert highest.refused_choice("A", "hit") == "illegal_decision §3.8"
    elsewhere = Table(game, seats={1: "A"}).bet("A", 2, main=100).bet("B", 1, main=100).close().deal("5S 5D 6D 7H 7D")
    assert elsewhere.no_more_offers().asked == "B: hit stand double"  # A sits there but has no Bet there


@pytest.mark.rule("003 §1.27", "000 §1.27", "003 §3.17", "000 §3.18")
def test_003_1_27_a_soft_21_is_complete_as_a_blackjack_is_also_after_a_split_of_tens(game: Blackjack) -> None:
    assert neighbours(game, "AS TS 6D KS 6S").no_more_offers().asked == "B: hit stand double"
    for choice in ("hit", "double"):
        table = alone(game, "AS 6D 2H").no_more_offers().choose("A", choice).deal("8D")
        assert (table.windows, table.expects) == ([], "dealer")
    split = alone(game, "KS 6D TH").no_more_offers().choose("A", "split").deal("AS")
    assert (split.windows, split.expects) == ([], "1/1")
    assert split.deal("5D").asked == "A: hit stand double"


@pytest.mark.rule("003 §1.29", "000 §1.29", "003 §3.21", "000 §3.22")
def test_003_1_29_only_two_initial_cards_of_identical_value_can_be_split(game: Blackjack) -> None:
    pairs = ("8S 8H", "KS TH", "AS AH", "QS JH", "8S 9H", "AS TH", "8S 8H 8D", "8S")
    assert [may_split(hand(text)) for text in pairs] == [True, True, True, True, False, False, False, False]
    table = alone(game, "KS 6D TH").no_more_offers()
    assert table.asked == "A: hit stand double split"
    answer = Answer({Spot("1/main/1"): 1000, Spot("1/double"): 1000}, "split")
    assert table.refused_in(table.window(), "A", answer) == f"bad_stake §{table.at('3.17')}"
    assert alone(game, "2S 6D 2H").no_more_offers().asked == "A: hit double split"
    assert table.choose("A", "split").deal("5D").hands == {"1": "KS 5D", "1/1": "TH", "dealer": "6D"}
    other = alone(game, "KS 6D 9H").no_more_offers()
    three = alone(game, "2S 6D 3H").no_more_offers().choose("A", "hit").deal("5C")
    assert other.refused_choice("A", "split") == three.refused_choice("A", "split")
    assert other.refused_choice("A", "split") == f"illegal_decision §{other.at('3.21')}"


@pytest.mark.rule("003 §1.32", "000 §1.32")
def test_003_1_32_a_standing_player_shares_the_hand_and_leaves_the_decisions(game: Blackjack) -> None:
    table = shared(game, "TS 6D 2H")
    assert table.refused("surrender", "B", "surrender") == "illegal_decision §3.8"
    table.no_more_offers()
    assert table.refused_choice("B", "hit") == "illegal_decision §3.8"
    table.choose("A", "hit").deal("7D").choose("A", "stand").deal("TD 2C")
    assert table.result("A", "B") == "A 1/main 1000 won 2000 §4.1.1, B 1/main 500 won 1000 §4.1.1"


@pytest.mark.rule("003 §1.33", "000 §1.33")
def test_003_1_33_the_subsequent_deal_begins_with_the_first_box_when_the_offers_are_closed(game: Blackjack) -> None:
    table = neighbours(game, "5S 9S 6D 6H 9D")
    assert (table.windows, table.expects) == (["surrender/1", "surrender/2"], None)
    assert table.close("surrender", 2).windows == ["surrender/1"]
    assert table.close().windows == ["choice/1/0/5"]
    assert table.choose("A", "hit").deal("TS").choose("A", "stand").windows == ["choice/2/0/6"]


@pytest.mark.rule("003 §1.36", "000 §1.35", "003 §5.17", "000 §5.17")
def test_003_1_36_a_void_round_has_no_result_and_returns_every_bet(game: Blackjack) -> None:
    side = game.sides[0]
    table = alone(game, "TS AD TH", **{side: 100}).insure("A", 1, 500).no_more_offers().choose("A", "split").deal("9S")
    table.choose("A", "double", 600).deal("TC")  # 29: bust
    assert table.lines("A")["1/main"] == (1000, 0, "lost", table.at("3.18"))
    table.rule(Voided("5.5.1"))
    assert (table.finished, table.windows, table.expects) == (True, [], None)
    assert table.result("A") == (
        f"1/main 1000 returned 1000 §5.17, 1/{side} 100 returned 100 §5.17, 1/insurance 500 returned 500 §5.17, "
        "1/main/1 1000 returned 1000 §5.17, 1/double 600 returned 600 §5.17"
    )
    assert table.draw_too_many("2C").surplus == "2C"


# --- 2: layout and cards -------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "003 §2.1.1",
    "000 §2.1.1",
    "003 §2.1.1.a",
    "000 §2.1.1.a",
    "003 Appendix A",
    "003 Appendix B",
    "003 Appendix C",
    "000 Appendix A",
    "000 Appendix B",
    "000 Appendix C",
    "000 Appendix D",
)
def test_003_2_1_1_a_bets_only_on_the_boxes_of_the_layout(game: Blackjack) -> None:
    table = Table(game, boxes=3).bet("A", 1, main=100).bet("A", 3, main=100)
    kinds = ("main", *game.sides)
    assert table.window().spots == tuple(f"{box}/{kind}" for box in (1, 2, 3) for kind in kinds)
    for box in (0, 4, -1):
        assert table.refused_bet("A", box, main=100) == "unknown_spot §3.9"
    assert table.refused_bet("A", 1, double=100) == "unknown_spot §3.9"


@pytest.mark.rule("003 §2.2.1", "000 §2.2.1")
def test_003_2_2_1_four_to_eight_decks_of_52_cards(game: Blackjack) -> None:
    assert list(game.decks) == [4, 5, 6, 7, 8]
    assert len(set(DECK)) == 52


# --- 3: how to play ------------------------------------------------------------------------------------------------


@pytest.mark.rule("003 §3.1", "000 §3.1")
def test_003_3_1_the_total_nearest_to_21_wins_hard_or_soft(game: Blackjack) -> None:
    soft = alone(game, "AS 6D 8H").no_more_offers().choose("A", "stand").deal("5D 7C")  # soft 19 against 18
    assert soft.result("A") == "1/main 1000 won 2000 §4.1.1"
    hard = alone(game, "AS 6D 8H").no_more_offers().choose("A", "hit").deal("8C").choose("A", "stand").deal("5D 7C")
    assert hard.result("A") == "1/main 1000 lost 0 §3.23.3"  # 17 against 18
    assert [hand(text).total for text in ("AS 8H", "AS 8H 8C", "AS 8H 8C 5D")] == [19, 17, 22]


@pytest.mark.rule(
    "003 §1.19",
    "000 §1.19",
    "003 §3.2",
    "000 §3.2",
    "003 §3.2.1",
    "000 §3.2.1",
    "003 §3.2.2",
    "000 §3.2.2",
    "003 §3.2.3",
    "000 §3.2.3",
)
def test_003_3_2_an_ace_counts_one_or_eleven_a_number_itself_and_a_picture_ten(game: Blackjack) -> None:
    values = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10), strict=True))
    for card in DECK:
        assert card_value(card) == VALUES[card] == values[card.text[0]]
    table = alone(game, "AS 6D 9H").no_more_offers().choose("A", "hit").deal("3D")
    assert table.asked == "A: hit stand"  # 13, and not bust
    pictures = alone(game, "JS 6D QH").no_more_offers().choose("A", "stand").deal("KD 5D")
    assert pictures.result("A") == "1/main 1000 lost 0 §3.23.3"  # 20 against 21


@pytest.mark.rule("003 §3.4", "000 §3.4")
def test_003_3_4_the_limits_lie_on_the_felt_and_hold(game: Blackjack) -> None:
    side = game.sides[0]
    table = Table(game, limits={"main": Limit(100, 1000), side: Limit(10, 50)})
    assert table.round.felt.limits == {"main": Limit(100, 1000), side: Limit(10, 50)}
    table.bet("A", 1, main=100, **{side: 10}).bet("B", 2, main=1000, **{side: 50})
    assert table.refused_bet("C", 3, main=98) == "bad_stake §5.2"
    assert table.refused_bet("C", 3, main=1002) == "bad_stake §5.1"
    assert table.refused_bet("A", 1, **{side: 51}) == "bad_stake §3.5"


@pytest.mark.rule("003 §3.5", "000 §3.5")
def test_003_3_5_a_bet_is_an_amount_in_even_steps_within_the_limits(game: Blackjack) -> None:
    side = game.sides[0]
    table = Table(game, limits={side: Limit(10, 50, 5)})
    for amount in (1, 999, -2, 10**15 + 2):  # half of an Initial Bet must be exact
        assert table.refused_bet("A", main=amount) == "bad_stake §3.5"
    table.bet("A", main=1000)
    for amount in (9, 51, 12, -10):
        assert table.refused_bet("A", **{side: amount}) == "bad_stake §3.5"
    table.bet("A", **{side: 50}).bet("A", **{side: 15})
    assert table.bets_of("A") == {"1/main": 1000, f"1/{side}": 15}


@pytest.mark.rule("003 §3.6", "000 §3.6")
def test_003_3_6_others_may_take_up_the_balance_of_a_box(game: Blackjack) -> None:
    table = Table(game, seats={1: "A"}, limits=BOX_LIMITS).bet("A", main=600)
    assert table.refused_bet("B", main=402) == "bad_stake §5.1"
    table.bet("B", main=300)
    assert table.refused_bet("C", main=102) == "bad_stake §5.1"
    table.bet("C", main=100).close()
    assert [box.total for box in table.round.boxes] == [1000]


@pytest.mark.rule("003 §3.7", "000 §3.7")
def test_003_3_7_a_player_may_bet_on_other_boxes_too(game: Blackjack) -> None:
    table = Table(game, seats={1: "A", 2: "B"}, limits=BOX_LIMITS).bet("A", 1, main=1000).bet("B", 2, main=600)
    assert table.refused_bet("A", 2, main=402) == "bad_stake §5.1"
    table.bet("A", 2, main=400).close().deal("TS TD 6D 9S 8D").no_more_offers()
    table.choose("A", "stand").choose("B", "stand").deal("TC 3C")
    assert table.result("A") == "1/main 1000 returned 1000 §3.23.4, 2/main 400 lost 0 §3.23.3"
    assert table.result("B") == "2/main 600 lost 0 §3.23.3"


@pytest.mark.rule("003 §3.9")
def test_003_3_9_side_bets_need_an_initial_bet_of_anybody_on_that_box() -> None:
    for side in ("player_pair", "under_13", "over_13"):
        table = Table(Blackjack())
        assert table.refused_bet("B", 1, **{side: 100}) == "bad_stake §3.9"
        table.bet("A", 1, main=1000)
        assert table.refused_bet("B", 2, **{side: 100}) == "bad_stake §3.9"
        table.bet("B", 1, **{side: 100}).bet("A", 1, **{side: 100}).close().deal("8S 6D 8H")
        assert table.lines("A") == table.lines("B")
        assert list(table.lines("B")) == [f"1/{side}"]


@pytest.mark.rule("003 §3.3", "000 §3.3", "003 §3.10", "000 §3.10", "003 §5.8", "000 §5.8")
def test_003_3_10_bets_may_be_changed_until_no_more_bets_and_none_is_placed_or_withdrawn_after(game: Blackjack) -> None:
    table = Table(game).bet("A", main=500).bet("A", main=2000).bet("A", main=1000)
    window = table.window("bets")
    assert (window.respondents, window.paragraph) == (None, "3.9")  # everybody
    assert table.bet("B", 1, **{game.sides[0]: 100}).lines("B") == {}  # and nothing is decided
    table.close()
    for bets in ({}, {Spot("1/main"): 2000}, {Spot("1/main"): 500}, {Spot("2/main"): 1000}):
        assert table.refused_in(window, "A", Answer(bets)) == "closed §5.8"
    assert table.refused_in(window, "B", Answer({Spot("1/main"): 1000})) == "closed §5.8"
    table.deal("TS 6D 9H")
    assert table.refused_in(window, "A", Answer({})) == "closed §5.8"
    table.no_more_offers().choose("A", "stand").deal("TD TC")
    assert table.result("A") == "1/main 1000 won 2000 §4.1.1"


@pytest.mark.rule("003 §1.10", "000 §1.11", "003 §1.15", "000 §1.16", "003 §3.11", "000 §3.11")
def test_003_3_11_two_cards_go_round_from_the_dealers_left_to_each_box_with_a_bet_and_one_to_the_dealer(
    game: Blackjack,
) -> None:
    table = Table(game)
    for box in (7, 2, 5):
        table.bet("A", box, main=100)
    table.close()
    order = []
    for card in "2C 3C 4C 5C 6C 7C 8C".split():
        assert table.windows == []
        order.append(table.expects)
        table.deal(card)
    assert order == ["2", "5", "7", "dealer", "2", "5", "7"]
    assert table.windows == ["surrender/2", "surrender/5", "surrender/7"]
    assert table.hands == {"2": "2C 6C", "5": "3C 7C", "7": "4C 8C", "dealer": "5C"}
    table.no_more_offers().draw_too_many("9C")
    assert (table.hands["2"], table.surplus) == ("2C 6C", "9C")


@pytest.mark.rule("003 §3.12", "000 §3.12")
def test_003_3_12_a_player_squeezes_the_cards_of_a_box_on_which_he_has_a_bet(game: Blackjack) -> None:
    table = Table(game, seats={1: "A"}, squeeze=True)
    assert table.window("bets").choices == ("squeeze",)
    table.bet("A", 1, main=1000).squeeze("A").bet("B", 1, main=500).bet("B", 2, main=500).close()
    assert [game.face_down(table.round, box) for box in (1, 2, 3)] == ["A", None, None]
    table.deal("TS TD 6D 9S 8D").no_more_offers().choose("A", "hit").deal("2S")
    assert game.face_down(table.round, 1) == "A"  # in the Subsequent Deal too
    table.choose("A", "stand").choose("B", "stand").deal("TC 3C")
    assert table.result("A") == "1/main 1000 won 2000 §4.1.1"  # face down or up, the result stands
    forbids = Table(game)  # a house that does not allow it
    refused = forbids.refused_in(forbids.window("bets"), "A", Answer({Spot("1/main"): 100}, "squeeze"))
    assert refused == "illegal_decision §3.9"
    assert game.face_down(forbids.bet("A", main=100).close().round, 1) is None


@pytest.mark.rule("003 §3.13", "003 §3.13.1", "003 §3.13.2", "003 §5.16")
def test_003_3_13_side_bets_are_settled_at_once_by_the_first_two_cards_and_leave_the_hand_alone() -> None:
    table = alone(Blackjack(), "8S 6D", player_pair=100, over_13=100)
    assert table.lines("A") == {}
    sides = "1/player_pair 100 won 1200 §4.1.1, 1/over_13 100 won 200 §4.1.1"
    assert table.deal("8H").result("A") == sides
    table.no_more_offers().choose("A", "split").deal("8D").choose("A", "split").deal("TS").choose("A", "stand")
    assert table.result("A") == sides  # and can still be settled when play has gone on
    table.deal("9H").choose("A", "stand").deal("8C").choose("A", "stand").deal("TD 3C")
    hands = [f"1/main{hand} 1000 lost 0 §3.23.3" for hand in ("", "/1", "/2")]
    assert table.result("A") == ", ".join([hands[0], sides, *hands[1:]])


@pytest.mark.rule("003 §1.18", "003 §1.35", "003 §3.13", "003 §4.1", "003 §4.1.1")
@pytest.mark.rule("003 §3.13.2", "003 §3.13.2.a", "003 §3.13.2.b", "003 §3.13.2.c", "003 §3.13.2.e")
@pytest.mark.parametrize(
    ("second", "under", "over"),
    [
        ("2H", (100, 200, "won", "4.1.1"), (60, 0, "lost", "3.13.2.b")),
        ("3H", (100, 0, "lost", "3.13.2.c"), (60, 0, "lost", "3.13.2.c")),
        ("4H", (100, 0, "lost", "3.13.2.a"), (60, 120, "won", "4.1.1")),
        ("AH", (100, 200, "won", "4.1.1"), (60, 0, "lost", "3.13.2.b")),  # 11: an Ace counts one, also in a Blackjack
        ("KH", (100, 0, "lost", "3.13.2.a"), (60, 120, "won", "4.1.1")),
    ],
)
def test_003_3_13_2_under_and_over_13_by_the_first_two_cards_with_aces_as_one(
    second: str, under: tuple[int, int, str, str], over: tuple[int, int, str, str]
) -> None:
    table = alone(Blackjack(), f"QS TD {second}", under_13=100, over_13=60)
    assert table.lines("A") == {"1/under_13": under, "1/over_13": over}
    assert thirteen_verdict("under_13", parse_card("QS"), parse_card(second)).paragraph == under[3]
    assert thirteen_verdict("over_13", parse_card("QS"), parse_card(second)).paragraph == over[3]
    assert "1/main" not in table.lines("A")  # nor does it touch the Hand


@pytest.mark.rule("003 §3.13.2.d")
def test_003_3_13_2_d_under_and_over_13_do_not_exceed_the_initial_bet() -> None:
    for side in ("under_13", "over_13"):
        table = Table(Blackjack(), seats={1: "A"}).bet("A", main=1000).bet("B", main=200)
        assert table.refused_bet("A", **{side: 1001}) == "bad_stake §3.13.2.d"
        assert table.refused_bet("B", **{side: 201}) == "bad_stake §3.13.2.d"  # his own, if he has one
        assert table.refused_bet("C", **{side: 1001}) == "bad_stake §3.13.2.d"  # else the Seated Player's
        table.bet("A", **{side: 1000}).bet("B", **{side: 200}).bet("C", **{side: 1000})
        assert table.refused_bet("A", main=500) == "bad_stake §3.13.2.d"
        table.bet("A", player_pair=5000)  # Player Pair has no such bound
        only_side = Answer({Spot(f"1/{side}"): 1000})  # A takes his Initial Bet away: B decides now, with 200
        assert table.refused_in(table.window(), "A", only_side) == "bad_stake §3.13.2.d"


@pytest.mark.rule("003 §1.16", "000 §1.17", "003 §3.14", "000 §3.15")
def test_003_3_14_against_an_ace_insurance_and_even_money_and_otherwise_surrender(game: Blackjack) -> None:
    assert neighbours(game, "AS 9S AD KS 9D").windows == ["insurance", "even_money/1"]
    for first in ("2D", "9D", "TD", "KD"):
        assert neighbours(game, f"8S 9S {first} KS 9D").windows == ["surrender/1", "surrender/2"]
    table = neighbours(game, "AS 9S AD KS 9D").even_money("A", 1)
    assert table.refused("even_money", "B", "even_money") == "illegal_decision §3.8"
    assert table.close("even_money").insure("B", 2, 250).windows == ["insurance"]
    assert table.close().asked == "B: hit stand double split"
    assert table.choose("B", "stand").deal("KD").result("A") == "1/main 1000 won 2000 §3.14.1"
    assert table.result("B") == "2/main 500 lost 0 §3.23.3, 2/insurance 250 won 750 §4.1.1"


@pytest.mark.rule("003 §1.8", "000 §1.9", "003 §3.14", "000 §3.15", "003 §3.14.1", "000 §3.15.1")
def test_003_3_14_1_even_money_is_each_players_own_request(game: Blackjack) -> None:
    for second, others in (("KD", "1/main 500 returned 500 §3.14.1"), ("9D", "1/main 500 won 1250 §4.1.1")):
        table = shared(game, "AS AD KS").even_money("A").no_more_offers()
        assert (table.result("A"), table.result("B")) == ("1/main 1000 won 2000 §3.14.1", "")
        assert table.expects == "dealer"
        assert table.deal(second).finished  # one card shows it
        assert (table.result("A"), table.result("B")) == ("1/main 1000 won 2000 §3.14.1", others)
    assert alone(game, "AS AD KH").even_money("A").no_more_offers().finished  # and nobody else needs that card


@pytest.mark.rule("003 §3.14.1", "000 §3.15.1")
def test_003_3_14_1_even_money_and_insurance_exclude_each_other(game: Blackjack) -> None:
    table = alone(game, "AS AD KS").insure("A", 1, 500)
    assert table.refused("even_money", "A", "even_money") == f"illegal_decision §{table.at('3.14.1')}"
    table.answer("even_money", "A", "")  # he may say that he wants none
    other = alone(game, "AS AD KS").even_money("A")
    assert other.refused_to_insure("A", 1, 500) == f"illegal_decision §{other.at('3.14.1')}"
    two = Table(game).bet("A", 1, main=1000).bet("A", 2, main=1000).close().deal("AS AC AD KS KC")
    two.even_money("A", 1).insure("A", 2, 500)  # on two boxes he may do both
    assert two.refused("even_money", "A", "even_money", box=2) == f"illegal_decision §{two.at('3.14.1')}"


@pytest.mark.rule("003 §1.16", "000 §1.17", "003 §3.14.2", "000 §3.15.2")
def test_003_3_14_2_each_player_insures_his_own_bet_and_nobody_elses(game: Blackjack) -> None:
    table = shared(game, "TS AD 9S")
    assert table.window("insurance").spots == ("1/insurance",)
    assert table.window("insurance").respondents == ("A", "B")
    assert table.refused_to_insure("C", 1, 100) == "illegal_decision §3.8"
    table.insure("B", 1, 250).no_more_offers().choose("A", "stand").deal("KD")
    assert table.result("A") == "1/main 1000 lost 0 §3.23.3"
    assert table.result("B") == "1/main 500 lost 0 §3.23.3, 1/insurance 250 won 750 §4.1.1"
    blackjack = alone(game, "AS AD KS").insure("A", 1, 500).no_more_offers().deal("KD")
    assert blackjack.result("A") == "1/main 1000 returned 1000 §3.14.1, 1/insurance 500 won 1500 §4.1.1"
    two = neighbours(game, "TS TD AD 9S 9D")
    assert two.refused_to_insure("A", 2, 2) == f"bad_stake §{two.at('3.14.2.a')}"  # he has no Bet there


@pytest.mark.rule("003 §3.14.2.a", "000 §3.15.2.a")
def test_003_3_14_2_a_insurance_is_at_most_half_the_initial_bet(game: Blackjack) -> None:
    table = shared(game, "TS AD 9S")
    assert table.refused_to_insure("A", 1, 501) == f"bad_stake §{table.at('3.14.2.a')}"
    assert table.refused_to_insure("B", 1, 251) == f"bad_stake §{table.at('3.14.2.a')}"  # half of his own
    for amount in (-2, 0):
        assert table.refused_to_insure("A", 1, amount) == f"bad_stake §{table.at('3.14.2.a')}"
    assert table.refused_in(table.window(), "A", Answer({Spot("1/main"): 2})) == f"unknown_spot §{table.at('3.14.2.a')}"
    table.insure("A", 1, 500).insure("A", 1, 1).insure("B", 1, 250)
    assert table.bets_of("A") == {"1/main": 1000, "1/insurance": 1}


@pytest.mark.rule(
    "003 §3.14", "000 §3.15", "003 §3.14.2.b", "000 §3.15.2.b", "003 §4.1", "000 §4.1", "003 §4.1.1", "000 §4.1.1"
)
@pytest.mark.parametrize("second", ["KD", "9D"])
def test_003_3_14_2_b_insurance_is_decided_by_the_second_card_even_after_a_bust(game: Blackjack, second: str) -> None:
    table = alone(game, "TS AD 6S").insure("A", 1, 500).no_more_offers().choose("A", "hit").deal("TC")
    assert table.result("A") == "1/main 1000 lost 0 §3.18"
    assert table.expects == "dealer"
    table.deal(second)
    assert table.finished  # the Dealer draws no more than he needs
    insured = (500, 1500, "won", "4.1.1") if second == "KD" else (500, 0, "lost", table.at("3.14.2.b"))
    assert table.lines("A")["1/insurance"] == insured


@pytest.mark.rule("003 §3.15", "000 §3.16")
def test_003_3_15_a_blackjack_wins_at_once_against_two_to_nine(game: Blackjack) -> None:
    for first in "23456789":
        table = alone(game, f"AS {first}D KS")
        assert table.finished
        assert table.result("A") == "1/main 1000 won 2500 §4.1.1"
    assert [may_become_blackjack(hand(f"{first}D")) for first in "2 9 T J Q K A".split()] == (
        [False, False, True, True, True, True, True]
    )


@pytest.mark.rule("003 §3.15", "000 §3.16")
@pytest.mark.parametrize("first", ["TD", "JD", "QD", "KD"])
def test_003_3_15_against_a_ten_a_blackjack_waits_and_stands_off_with_the_dealers(game: Blackjack, first: str) -> None:
    for second, line in (("AD", (1000, 1000, "returned", "3.15")), ("9D", (1000, 2500, "won", "4.1.1"))):
        table = alone(game, f"AS {first} KS")
        assert table.lines("A") == {}
        assert table.no_more_offers().expects == "dealer"
        table.deal(second)
        assert table.finished
        assert table.lines("A") == {"1/main": (*line[:3], table.at(line[3]))}
    table = neighbours(game, f"AS TS {first} KS 9S").no_more_offers().choose("B", "stand").deal("2D 9D")
    assert table.result("A", "B") == "A 1/main 1000 won 2500 §4.1.1, B 2/main 500 lost 0 §3.23.3"  # 21 of three cards


@pytest.mark.rule("003 §1.34", "000 §1.34", "003 §3.16", "000 §3.17")
def test_003_3_16_surrender_is_the_boxes_and_comes_before_any_third_card(game: Blackjack) -> None:
    table = Table(game, seats={1: "A", 2: "C"}).bet("A", 1, main=1000).bet("B", 1, main=500).bet("C", 2, main=200)
    table.close().deal("TS 5D TD 6S 4D")
    assert table.refused("surrender", "B", "surrender", box=1) == "illegal_decision §3.8"
    assert table.refused("surrender", "A", "hit", box=1) == f"illegal_decision §{table.at('3.16')}"
    window = table.window("surrender", 2)
    table.surrender("A", 1).no_more_offers()
    assert table.refused_in(window, "C", Answer(choice="surrender")) == "closed §5.8"
    assert table.asked == "C: hit double"
    table.choose("C", "hit").deal("8D").choose("C", "stand").deal("AD")  # the Dealer has Blackjack
    half = table.at("3.16")
    assert table.lines("A") == {"1/main": (1000, 500, "surrendered", half)}
    assert table.lines("B") == {"1/main": (500, 250, "surrendered", half)}
    assert table.result("C") == "2/main 200 lost 0 §3.23.3"


@pytest.mark.rule("003 §1.34", "000 §1.34", "003 §3.16", "000 §3.17")
def test_003_3_16_never_against_an_ace_nor_with_a_blackjack_that_has_won(game: Blackjack) -> None:
    assert alone(game, "TS AD 6S").windows == ["insurance"]
    assert neighbours(game, "AS TS 6D KS 6S").windows == ["surrender/2"]
    blackjack = alone(game, "AS TD KS").surrender("A").no_more_offers()
    assert blackjack.finished
    assert blackjack.result("A") == "1/main 1000 surrendered 500 §3.16"


@pytest.mark.rule("003 §1.12", "000 §1.13", "003 §3.17", "000 §3.18")
def test_003_3_17_any_number_of_cards_up_to_21_and_a_hard_21_may_draw(game: Blackjack) -> None:
    table = alone(game, "2S 6D 2H").no_more_offers()
    assert table.refused_choice("A", "fly") == f"illegal_decision §{table.at('3.17')}"
    for card in "2C 2D 3S 3H 3C 3D".split():
        table.choose("A", "hit").deal(card)
    assert table.hands["1"] == "2S 2H 2C 2D 3S 3H 3C 3D"  # 20
    assert table.choose("A", "hit").deal("AS").asked == "A: hit stand"  # a hard 21
    assert table.choose("A", "hit").deal("AC").result("A") == "1/main 1000 lost 0 §3.18"


@pytest.mark.rule("003 §3.17", "000 §3.18")
def test_003_3_17_a_hit_or_stand_takes_no_bet(game: Blackjack) -> None:
    table = alone(game, "TS 6D 5H").no_more_offers()
    for choice in ("hit", "stand", ""):
        answer = Answer({Spot("1/double"): 1000}, choice)
        assert table.refused_in(table.window(), "A", answer) == f"illegal_decision §{table.at('3.17')}"
    stray = Answer({Spot("2/double"): 1000}, "double")
    assert table.refused_in(table.window(), "A", stray) == f"unknown_spot §{table.at('3.17')}"


@pytest.mark.rule("003 §3.18", "000 §3.19")
def test_003_3_18_who_busts_loses_at_once_whatever_the_dealer_draws(game: Blackjack) -> None:
    table = neighbours(game, "TS TD 6D 6S 9D").no_more_offers()
    assert table.refused_choice("B", "hit") == "illegal_decision §3.8"  # only A can bust his Hand
    assert table.choose("A", "hit").deal("KS").result("A") == "1/main 1000 lost 0 §3.18"
    table.choose("B", "stand").deal("KD TC")  # the Dealer busts too
    assert table.result("A", "B") == "A 1/main 1000 lost 0 §3.18, B 2/main 500 won 1000 §4.1.1"


@pytest.mark.rule("003 §3.19", "000 §3.20")
def test_003_3_19_below_12_a_hand_must_draw(game: Blackjack) -> None:
    table = alone(game, "2S 6D 3H").no_more_offers()
    assert table.asked == "A: hit double"
    assert table.refused_choice("A", "stand") == f"illegal_decision §{table.at('3.19')}"
    table.close()  # nobody answers: the House hits for him
    table.deal("6S")
    assert table.refused_choice("A", "stand") == f"illegal_decision §{table.at('3.19')}"  # 11
    assert table.choose("A", "hit").deal("AS").asked == "A: hit stand"  # 12
    table.close()  # nobody answers: he stands
    assert table.expects == "dealer"
    doubled = alone(game, "2S 6D 3H").no_more_offers().choose("A", "double").deal("2C")  # 7: one card is all
    assert doubled.deal("TD TC").result("A") == "1/main 1000 won 2000 §4.1.1, 1/double 1000 won 2000 §4.1.1"


@pytest.mark.rule("003 §1.30", "000 §1.30", "003 §3.20", "000 §3.21")
def test_003_3_20_from_12_on_a_player_may_stand_and_gets_no_more_cards(game: Blackjack) -> None:
    for dealt in ("TS 6D 2H", "AS 6D AH", "9S 6D TH"):
        table = alone(game, dealt).no_more_offers()
        assert "stand" in table.asked
        table.choose("A", "stand")
        assert (table.windows, table.expects) == ([], "dealer")
        assert table.deal("TD TC").result("A") == "1/main 1000 won 2000 §4.1.1"
    table = alone(game, "9S 6D 2H").no_more_offers()
    assert table.refused_choice("A", "stand") == f"illegal_decision §{table.at('3.19')}"


@pytest.mark.rule("003 §3.21", "000 §3.22")
def test_003_3_21_a_split_takes_an_equal_bet_on_a_hand_of_its_own(game: Blackjack) -> None:
    table = alone(game, "8S 6D 8H").no_more_offers()
    for amount in (998, 1002, 0):
        assert table.refused_choice("A", "split", amount).startswith("bad_stake §")
    assert table.refused_choice("A", "split", 998) == f"bad_stake §{table.at('3.21')}"
    assert table.choose("A", "split").hands == {"1": "8S", "1/1": "8H", "dealer": "6D"}
    assert table.windows == []  # no Surrender after it
    table.deal("TS").choose("A", "stand").deal("2H").choose("A", "hit").deal("9H").choose("A", "stand").deal("TD 2C")
    assert table.result("A") == "1/main 1000 returned 1000 §3.23.4, 1/main/1 1000 won 2000 §4.1.1"


@pytest.mark.rule("003 §3.21.1", "000 §3.22.1")
@pytest.mark.parametrize("follows", [False, True])
def test_003_3_21_1_who_follows_a_split_has_his_own_equal_bet_on_both_hands_else_on_the_first(
    game: Blackjack, follows: bool
) -> None:
    table = shared(game, "8S 6D 8H").no_more_offers().choose("A", "split")
    assert (table.window("follow").respondents, table.window("follow").paragraph) == (("B",), table.at("3.21.1"))
    assert table.refused_to_follow("B", 498) == f"bad_stake §{table.at('3.21')}"
    assert table.refused_to_follow("A") == "illegal_decision §3.8"
    (table.follow("B") if follows else table.answer("follow", "B", "")).close()
    table.deal("TS").choose("A", "stand").deal("3H").choose("A", "hit").deal("TD").choose("A", "stand").deal("TC 3C")
    assert table.result("A") == "1/main 1000 lost 0 §3.23.3, 1/main/1 1000 won 2000 §4.1.1"
    second = ", 1/main/1 500 won 1000 §4.1.1" if follows else ""
    assert table.result("B") == f"1/main 500 lost 0 §3.23.3{second}"


@pytest.mark.rule("003 §3.21.1", "000 §3.22.1")
def test_003_3_21_1_who_declined_is_not_asked_about_that_hand_again_but_about_others(game: Blackjack) -> None:
    table = Table(game, seats={1: "A"}).bet("A", main=1000).bet("B", main=500).bet("C", main=200).close()
    table.deal("8S 6D 8H").no_more_offers().choose("A", "split").follow("C").close()  # B declines
    table.deal("8C").choose("A", "split")
    assert table.window("follow").respondents == ("C",)
    table.close()  # C declines now: he has Bets on the first and on the last hand
    table.deal("TS").choose("A", "stand").deal("TC").choose("A", "stand").deal("8D").choose("A", "split")
    assert table.window("follow").respondents == ("C",)
    assert table.follow("C").close().hands == {"1": "8S TS", "1/2": "8C TC", "1/1": "8H", "1/3": "8D", "dealer": "6D"}
    assert list(table.bets_of("B")) == ["1/main"]
    assert list(table.bets_of("C")) == ["1/main", "1/main/1", "1/main/3"]
    alone_on_it = shared(game, "8S 6D 8H").no_more_offers().choose("A", "split").close().deal("8C").choose("A", "split")
    assert (alone_on_it.windows, alone_on_it.expects) == ([], "1")  # all have declined: nobody is asked


@pytest.mark.rule("003 §3.21.2", "000 §3.22.2")
def test_003_3_21_2_up_to_four_hands_from_left_to_right(game: Blackjack) -> None:
    table = alone(game, "8S 6D 8H").no_more_offers()
    table.choose("A", "split").deal("8C").choose("A", "split").deal("8D").choose("A", "split").deal("8S")
    assert table.hands == {"1": "8S 8S", "1/3": "8D", "1/2": "8C", "1/1": "8H", "dealer": "6D"}
    assert table.asked == "A: hit stand double"
    assert table.refused_choice("A", "split") == f"illegal_decision §{table.at('3.21.2')}"
    table.choose("A", "stand")
    order = []
    for card in ("TS", "9S", "TC"):
        order.append(table.expects)  # the second card comes when the turn of the Hand comes
        table.deal(card).choose("A", "stand")
    assert order == ["1/3", "1/2", "1/1"]
    assert table.expects == "dealer"
    table.deal("TD 2C")
    assert table.result("A") == (
        "1/main 1000 lost 0 §3.23.3, 1/main/1 1000 returned 1000 §3.23.4, 1/main/2 1000 lost 0 §3.23.3, "
        "1/main/3 1000 returned 1000 §3.23.4"
    )


@pytest.mark.rule("003 §3.21.2", "000 §3.22.2")
def test_003_3_21_2_aces_split_once_and_get_one_card_each(game: Blackjack) -> None:
    table = alone(game, "AS 6D AH").no_more_offers().choose("A", "split")
    assert table.expects == "1"
    table.deal("AC")
    assert (table.windows, table.expects) == ([], "1/1")  # a pair of Aces again, and nothing to decide
    table.deal("KH")
    assert (table.windows, table.expects) == ([], "dealer")
    table.deal("5D TC")
    assert table.lines("A") == {
        "1/main": (1000, 0, "lost", table.at("3.23.3")),  # 12 against 21
        "1/main/1": (1000, 1000, "returned", table.at("3.23.4")),  # no Blackjack
    }
    eights = alone(game, "8S 6D 8H").no_more_offers().choose("A", "split").deal("AS")
    assert eights.asked == "A: hit stand double"  # an Ace on a split eight is no split Ace


@pytest.mark.rule("003 §3.21.3", "000 §3.22.3")
def test_003_3_21_3_a_dealers_blackjack_takes_one_initial_bet_of_all_hands_not_bust(game: Blackjack) -> None:
    table = alone(game, "8S TD 8H").no_more_offers().choose("A", "split").deal("8C").choose("A", "split")
    table.deal("TS").choose("A", "hit").deal("6S")  # 24
    table.deal("TC").choose("A", "stand")
    table.deal("3H").choose("A", "double").deal("9H")
    table.deal("AD")
    assert table.finished
    assert table.result("A") == (
        "1/main 1000 lost 0 §3.18, 1/main/1 1000 returned 1000 §3.21.3, 1/main/2 1000 lost 0 §3.21.3, "
        "1/double/1 1000 returned 1000 §3.22.2"
    )


@pytest.mark.rule("003 §3.21.3", "000 §3.22.3")
def test_003_3_21_3_where_a_house_lets_a_long_21_stand_off_the_other_hand_still_loses(game: Blackjack) -> None:
    lenient = type(game)(long_21_stands_off=True)
    table = alone(lenient, "8S TD 8H").no_more_offers().choose("A", "split")
    table.deal("3S").choose("A", "hit").deal("TS").choose("A", "stand").deal("9H").choose("A", "stand").deal("AD")
    assert table.result("A") == "1/main 1000 returned 1000 §3.23.4, 1/main/1 1000 lost 0 §3.21.3"


@pytest.mark.rule("003 §1.6", "000 §1.7", "003 §3.22", "000 §3.23")
def test_003_3_22_a_double_of_up_to_the_initial_bet_draws_one_card_on_the_first_two(game: Blackjack) -> None:
    table = alone(game, "5S 6D 6H").no_more_offers()
    assert table.refused_choice("A", "double", 1001) == f"bad_stake §{table.at('3.22')}"
    for nothing in (0, -2):
        assert table.refused_choice("A", "double", nothing) == f"bad_stake §{table.at('3.17')}"
    window = table.window("choice")
    assert table.choose("A", "double", 600).expects == "1"
    assert table.refused_in(window, "A", Answer(choice="hit")) == "closed §5.8"  # not withdrawn any more
    table.deal("2S")
    assert (table.windows, table.expects) == ([], "dealer")  # 13, but one card only
    assert table.deal("TD TC").result("A") == "1/main 1000 won 2000 §4.1.1, 1/double 600 won 1200 §4.1.1"
    three = alone(game, "2S 6D 3H").no_more_offers().choose("A", "hit").deal("4S")
    assert three.refused_choice("A", "double") == f"illegal_decision §{three.at('3.22')}"


@pytest.mark.rule("003 §3.22", "000 §3.23")
def test_003_3_22_split_hands_and_unsplit_aces_may_double_but_split_aces_may_not(game: Blackjack) -> None:
    table = alone(game, "8S 6D 8H").no_more_offers().choose("A", "split").deal("3S").choose("A", "double", 500)
    table.deal("TS").deal("2H").choose("A", "double").deal("TH").deal("TD 3C")
    assert table.result("A") == (
        "1/main 1000 won 2000 §4.1.1, 1/main/1 1000 won 2000 §4.1.1, 1/double 500 won 1000 §4.1.1, "
        "1/double/1 1000 won 2000 §4.1.1"
    )
    assert alone(game, "AS 6D AH").no_more_offers().asked == "A: hit stand double split"
    assert alone(game, "AS 6D AH").no_more_offers().choose("A", "split").deal("9S").expects == "1/1"


@pytest.mark.rule("003 §3.22.1", "000 §3.23.1")
def test_003_3_22_1_who_declines_a_double_gets_one_card_all_the_same(game: Blackjack) -> None:
    table = shared(game, "5S 6D 6H").no_more_offers().choose("A", "double")
    assert table.window("follow").respondents == ("B",)
    assert table.window("follow").paragraph == table.at("3.22.1")
    assert table.close().deal("2S").expects == "dealer"
    assert table.deal("TD 3C").result("A") == "1/main 1000 lost 0 §3.23.3, 1/double 1000 lost 0 §3.23.3"
    assert table.result("B") == "1/main 500 lost 0 §3.23.3"


@pytest.mark.rule("003 §3.22.1", "000 §3.23.1")
def test_003_3_22_1_who_follows_a_double_names_his_own_amount_and_cannot_take_it_back(game: Blackjack) -> None:
    table = shared(game, "5S 6D 6H").no_more_offers().choose("A", "double", 300)
    assert table.refused_to_follow("B", 501) == f"bad_stake §{table.at('3.22')}"
    assert table.refused_to_follow("B", 0) == f"bad_stake §{table.at('3.17')}"
    window = table.window("follow")
    table.follow("B", 500).follow("B", 400).close()
    assert table.refused_in(window, "B", Answer()) == "closed §5.8"
    assert table.deal("TS TD 3C").result("A") == "1/main 1000 won 2000 §4.1.1, 1/double 300 won 600 §4.1.1"
    assert table.result("B") == "1/main 500 won 1000 §4.1.1, 1/double 400 won 800 §4.1.1"


@pytest.mark.rule("003 §3.22.2", "000 §3.23.2")
def test_003_3_22_2_a_bust_takes_both_bets_and_a_dealers_blackjack_only_the_initial_bet(game: Blackjack) -> None:
    bust = alone(game, "TS TD 2H").no_more_offers().choose("A", "double", 600).deal("KS")
    assert (bust.finished, bust.result("A")) == (True, "1/main 1000 lost 0 §3.18, 1/double 600 lost 0 §3.22.2")
    table = alone(game, "5S TD 6H").no_more_offers().choose("A", "double", 600).deal("TS")
    assert table.lines("A") == {}
    assert table.deal("AD").result("A") == "1/main 1000 lost 0 §3.22.2, 1/double 600 returned 600 §3.22.2"
    lenient = alone(type(game)(long_21_stands_off=True), "5S TD 6H").no_more_offers().choose("A", "double", 600)
    assert lenient.deal("TS AD").result("A") == "1/main 1000 returned 1000 §3.23.4, 1/double 600 returned 600 §3.22.2"


@pytest.mark.rule("003 §3.23", "000 §3.24")
@pytest.mark.parametrize(
    ("drawn", "total"),
    [("TD AC", 17), ("AD", 17), ("5D AC 4C AS", 17), ("TD 5C", 21), ("TD 6C", 22), ("2D 2C 6H AD", 17)],
)
def test_003_3_23_the_dealer_draws_to_16_and_stands_on_17_a_soft_one_too(
    game: Blackjack, drawn: str, total: int
) -> None:
    table = alone(game, "TS 6D 8H").no_more_offers().choose("A", "stand")
    for card in drawn.split():
        assert (table.expects, table.finished) == ("dealer", False)
        table.deal(card)
    assert table.finished
    assert hand(table.hands["dealer"]).total == total
    assert table.draw_too_many("9D").surplus == "9D"
    assert [game.dealer_stands(hand(text)) for text in ("TD 6C", "TD 7C", "AD 6C", "AD 5C", "TD 6C 6D")] == (
        [False, True, True, False, True]
    )


@pytest.mark.rule("003 §3.23", "000 §3.24")
def test_003_3_23_the_dealer_draws_only_for_what_is_open(game: Blackjack) -> None:
    bust = alone(game, "TS TD 6H").no_more_offers().choose("A", "hit").deal("KS")
    assert (bust.finished, bust.expects) == (True, None)
    surrendered = alone(game, "TS TD 6H").surrender("A").no_more_offers()
    assert (surrendered.finished, surrendered.expects) == (True, None)
    blackjack = alone(game, "AS TD KH").no_more_offers().deal("5D")
    assert (blackjack.finished, blackjack.expects) == (True, None)
    live = neighbours(game, "TS AS TD 6H KH").no_more_offers().choose("A", "stand").deal("5D")
    assert (live.finished, live.expects) == (False, "dealer")
    assert any_live(live.round.boxes)
    assert not any_live(blackjack.round.boxes)
    for_show = alone(type(game)(dealer_plays_on=True), "TS TD 6H").surrender("A").no_more_offers()
    assert for_show.expects == "dealer"  # a house that lets him play on
    assert for_show.deal("7D").finished


@pytest.mark.rule("003 §3.23", "000 §3.24")
def test_003_3_23_the_second_card_is_not_known_before_all_have_decided(game: Blackjack) -> None:
    table = neighbours(game, "AS TS TD KS 6S").no_more_offers()
    assert table.lines("A") == {}
    assert not game.second_card_known(table.round)
    assert table.choose("B", "hit").deal("KD").expects == "dealer"
    table.deal("5D")
    assert game.second_card_known(table.round)
    assert table.result("A") == "1/main 1000 won 2500 §4.1.1"


@pytest.mark.rule(
    "003 §1.3",
    "000 §1.4",
    "003 §1.31",
    "000 §1.31",
    "003 §3.23.1",
    "000 §3.24.1",
    "003 §3.23.2",
    "000 §3.24.2",
    "003 §3.23.3",
    "000 §3.24.3",
    "003 §3.23.4",
    "000 §3.24.4",
    "003 §4.1",
    "000 §4.1",
    "003 §4.1.1",
    "000 §4.1.1",
)
@pytest.mark.parametrize(
    ("drawn", "line"),
    [
        ("TD 6C", (1000, 2000, "won", "4.1.1")),  # 3.23.1: the Dealer is bust
        ("TD AC", (1000, 2000, "won", "4.1.1")),  # 3.23.2: 17
        ("TD 3C", (1000, 0, "lost", "3.23.3")),  # 19
        ("TD 2C", (1000, 1000, "returned", "3.23.4")),  # 18
    ],
)
def test_003_3_23_hands_are_compared(game: Blackjack, drawn: str, line: tuple[int, int, str, str]) -> None:
    table = alone(game, "TS 6D 8H").no_more_offers().choose("A", "stand")
    assert table.lines("A") == {}
    assert table.deal(drawn).lines("A") == {"1/main": (*line[:3], table.at(line[3]))}


@pytest.mark.rule("003 §3.23.3", "000 §3.24.3")
def test_003_3_23_3_a_21_of_three_cards_loses_to_a_dealers_blackjack(game: Blackjack) -> None:
    def played(game: Blackjack) -> Table:
        table = alone(game, "TS TD 6H").no_more_offers().choose("A", "hit").deal("5S").choose("A", "stand")
        return table.deal("AD")

    assert played(game).result("A") == "1/main 1000 lost 0 §3.23.3"
    lenient = played(type(game)(long_21_stands_off=True))  # a house may want the other reading
    assert lenient.result("A") == "1/main 1000 returned 1000 §3.23.4"


# --- 5: irregularities ---------------------------------------------------------------------------------------------


@pytest.mark.rule("003 §5.1", "000 §5.1")
def test_003_5_1_excess_bets_are_rejected_and_the_seated_player_comes_first(game: Blackjack) -> None:
    table = Table(game, seats={1: "A"}, limits=BOX_LIMITS).bet("B", main=600)
    assert table.refused_bet("C", main=402) == "bad_stake §5.1"
    assert table.refused_bet("A", main=1002) == "bad_stake §5.1"
    table.bet("A", main=1000)  # Standing Players do not keep him from the whole maximum
    assert table.refused_bet("C", main=2) == "bad_stake §5.1"
    assert table.refused_bet("B", main=602) == "bad_stake §5.1"
    table.bet("B", main=500)  # a Player may always reduce


@pytest.mark.rule("003 §5.1.1", "000 §5.1.1")
def test_003_5_1_1_excess_that_was_not_rejected_wins_and_loses_pro_rata(game: Blackjack) -> None:
    def played(drawn: str) -> Table:
        table = Table(game, seats={1: "A"}, limits=BOX_LIMITS).bet("B", main=600).bet("A", main=1000).close()
        table.deal("5S 6D 6H").no_more_offers().choose("A", "double", 500).follow("B").close()
        return table.deal(f"TS {drawn}")

    wins = played("TD TC")  # A plays 1000 x 1000 / 1600 = 625, B 375; the double in proportion
    assert wins.result("A") == "1/main 1000 won 1625 §4.1.1, 1/double 500 won 812 §4.1.1"
    assert wins.result("B") == "1/main 600 won 975 §4.1.1, 1/double 600 won 975 §4.1.1"
    same = played("TD 5C")
    off = same.at("3.23.4")
    assert same.lines("A") == {"1/main": (1000, 1000, "returned", off), "1/double": (500, 500, "returned", off)}
    loses = Table(game, seats={1: "A"}, limits=BOX_LIMITS).bet("B", main=600).bet("A", main=1000).close()
    loses.deal("TS 6D 8H").no_more_offers().choose("A", "stand").deal("TD 3C")
    assert loses.result("A", "B") == "A 1/main 1000 lost 375 §3.23.3, B 1/main 600 lost 225 §3.23.3"
    assert [line.note for line in loses.settled("A")] == ["625 of 1000 plays pro rata, the rest is returned"]


@pytest.mark.rule("003 §5.1.1", "000 §5.1.1")
def test_003_5_1_1_a_half_of_an_odd_part_is_rounded_down_and_nobody_plays_below_the_minimum(game: Blackjack) -> None:
    limits = {"main": Limit(400, 1000)}
    table = Table(game, seats={1: "A"}, limits=limits).bet("B", main=600).bet("A", main=1000).close().deal("AS 6D KS")
    assert table.result("A") == "1/main 1000 won 1937 §4.1.1"  # 3 to 2 on 625
    assert table.result("B") == "1/main 600 won 1200 §4.1.1"  # on 400, not 375
    assert [line.note for line in table.settled("A")] == [
        "625 of 1000 plays pro rata, the rest is returned; the half is rounded down"
    ]
    gives_up = Table(game, seats={1: "A"}, limits=limits).bet("B", main=600).bet("A", main=1000).close()
    assert gives_up.deal("TS 6D 6H").surrender("A").no_more_offers().result("A") == "1/main 1000 surrendered 687 §3.16"


@pytest.mark.rule("003 §5.1.2", "000 §5.1.2")
def test_003_5_1_2_a_bet_under_the_minimum_on_such_a_box_plays_whole(game: Blackjack) -> None:
    table = Table(game, seats={1: "A"}, limits=BOX_LIMITS).bet("B", main=900).bet("C", main=60).bet("A", main=1000)
    table.close().deal("TS 6D 8H").no_more_offers().choose("A", "stand").deal("TD TC")
    assert table.result("A") == "1/main 1000 won 1510 §4.1.1"  # 1000 x 1000 / 1960
    assert table.result("B") == "1/main 900 won 1359 §4.1.1"
    assert table.result("C") == "1/main 60 won 120 §4.1.1"


@pytest.mark.rule("003 §5.2", "000 §5.2")
def test_003_5_2_below_the_minimum_a_player_may_increase_or_withdraw(game: Blackjack) -> None:
    table = Table(game, limits=BOX_LIMITS)
    assert table.refused_bet("A", main=98) == "bad_stake §5.2"
    table.bet("A", main=100).bet("A", main=0)
    assert table.bets_of("A") == {}
    table.bet("A", main=100).bet("B", main=20)  # the box has its minimum


@pytest.mark.rule("003 §5.2.1", "000 §5.2.1")
def test_003_5_2_1_a_bet_below_the_minimum_that_went_unnoticed_plays(game: Blackjack) -> None:
    table = Table(game, limits=BOX_LIMITS).bet("A", main=100).bet("B", main=20).bet("A", main=0)
    assert table.refused_bet("B", main=40) == "bad_stake §5.2"
    table.close().deal("TS 6D 8H").no_more_offers().choose("B", "stand").deal("TD TC")
    assert table.result("B") == "1/main 20 won 40 §4.1.1"


@pytest.mark.rule("003 §3.22", "000 §3.23", "003 §5.3", "000 §5.3")
def test_003_5_3_for_a_player_who_left_alone_the_house_draws_to_12(game: Blackjack) -> None:
    table = alone(game, "2S 6D 3H").rule(WalkedAway(A, 1))
    assert (table.windows, table.expects) == ([], "1")
    assert table.deal("4S").expects == "1"  # 9
    assert table.deal("2D").expects == "1"  # 11
    table.deal("AD")
    assert (table.windows, table.expects) == ([], "dealer")  # 12 is enough
    assert table.deal("TD TC").result("A") == "1/main 1000 won 2000 §4.1.1"
    split = alone(game, "8S 6D 8H").no_more_offers().choose("A", "split").rule(WalkedAway(A, 1)).deal("2S 2C TH")
    assert (split.hands, split.expects) == ({"1": "8S 2S 2C", "1/1": "8H TH", "dealer": "6D"}, "dealer")
    doubled = alone(game, "2S 6D 3H").no_more_offers().choose("A", "double").rule(WalkedAway(A, 1)).deal("4S")
    assert (doubled.hands["1"], doubled.expects) == ("2S 3H 4S", "dealer")  # his one card, and no more


@pytest.mark.rule("003 §5.3", "000 §5.3")
@pytest.mark.parametrize("when", ["before the cards", "at the offers", "at his turn", "after a hit"])
def test_003_5_3_whenever_he_leaves_he_is_asked_nothing_any_more(game: Blackjack, when: str) -> None:
    table = neighbours(game)
    if when == "before the cards":
        table.rule(WalkedAway(A, 1))
    table.deal("TS 9S AD 6S 9D")
    if when == "at the offers":
        table.rule(WalkedAway(A, 1))
    assert table.window("insurance").spots == (
        ("2/insurance",) if when in ("before the cards", "at the offers") else ("1/insurance", "2/insurance")
    )
    table.no_more_offers()
    if when in ("at his turn", "after a hit"):
        assert table.asked == "A: hit stand double"
        if when == "after a hit":
            table.choose("A", "hit")
        table.rule(WalkedAway(A, 1))
    if when == "after a hit":
        table.deal("2S")  # the card he asked for
    assert table.asked == "B: hit stand double split"
    table.choose("B", "stand").deal("9C")  # 20 of the Dealer
    assert table.result("A") == "1/main 1000 lost 0 §3.23.3"
    assert table.refused_ruling(WalkedAway(A, 2)) == "illegal_ruling §5.3"
    assert table.refused_ruling(WalkedAway(C, 1)) == "illegal_ruling §5.3"


@pytest.mark.rule("003 §5.3", "000 §5.3", "003 §1.26", "000 §1.26")
def test_003_5_3_where_he_was_not_alone_the_next_player_decides(game: Blackjack) -> None:
    table = shared(game, "2S 6D 3H").rule(WalkedAway(A, 1))
    assert table.windows == ["surrender/1"]
    assert table.window().respondents == ("B",)
    assert table.no_more_offers().asked == "B: hit double"
    assert table.refused_choice("A", "hit") == "illegal_decision §3.8"
    table.choose("B", "hit").deal("TS").choose("B", "hit").deal("5C").choose("B", "stand").deal("TD 2C")
    assert table.result("A", "B") == "A 1/main 1000 won 2000 §4.1.1, B 1/main 500 won 1000 §4.1.1"


@pytest.mark.rule("003 §5.3", "000 §5.3", "003 §3.21.1", "000 §3.22.1")
def test_003_5_3_who_leaves_while_others_are_asked_to_follow_keeps_his_split(game: Blackjack) -> None:
    table = shared(game, "8S 6D 8H").no_more_offers().choose("A", "split").rule(WalkedAway(A, 1))
    assert table.window("follow").respondents == ("B",)
    table.close().deal("TS")  # B stays on the first hand, and decides for it now
    assert table.asked == "B: hit stand double"
    assert table.choose("B", "stand").deal("9H").asked == "A: hit stand double"  # nobody else is on it
    table.close("choice").deal("TD 2C")  # so he stands by default
    assert table.result("A") == "1/main 1000 returned 1000 §3.23.4, 1/main/1 1000 lost 0 §3.23.3"
    assert table.result("B") == "1/main 500 returned 500 §3.23.4"


@pytest.mark.rule("003 §5.4", "000 §5.4", "003 §5.4.1", "000 §5.4.1", "003 §5.4.2", "000 §5.4.2")
def test_003_5_4_an_interruption_voids_only_until_a_bet_is_decided(game: Blackjack) -> None:
    table = neighbours(game, "8S 9S 6D")
    assert not game.established(table.round)
    assert game.rule(table.round, Voided("5.4.2")) is None
    table.deal("8H")  # the first box has its two cards: its side Bets are decided, placed or not
    assert game.established(table.round)
    assert table.refused_ruling(Voided("5.4.2")) == "illegal_ruling §5.4.1"
    table.deal("9D").no_more_offers().choose("A", "stand").choose("B", "stand").deal("TD TC")
    assert table.result("A") == "1/main 1000 won 2000 §4.1.1"  # and the Round is concluded
    early = neighbours(game, "8S 9S 6D").rule(Voided("5.4.2"))
    assert early.result("A", "B") == "A 1/main 1000 returned 1000 §5.17, B 2/main 500 returned 500 §5.17"
    assert not game.established(Table(game).round)


@pytest.mark.rule(
    "003 §5.5",
    "000 §5.5",
    "003 §5.5.1",
    "000 §5.5.1",
    "003 §5.5.2",
    "000 §5.5.2",
    "003 §5.5.3",
    "000 §5.5.3",
    "003 §5.5.4",
    "000 §5.5.4",
)
@pytest.mark.parametrize("paragraph", ["5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.19"])
@pytest.mark.parametrize("dealt", ["", "TS", "TS 6D 8H", "AS 6D KS"])
def test_003_5_5_foreign_cards_miscounts_an_empty_shoe_and_unshuffled_cards_void(
    game: Blackjack, paragraph: str, dealt: str
) -> None:
    table = alone(game, dealt).rule(Voided(paragraph))
    assert (table.finished, table.windows, table.expects) == (True, [], None)
    assert table.result("A") == "1/main 1000 returned 1000 §5.17"


@pytest.mark.rule("003 §5.5", "000 §5.5")
def test_003_5_5_nothing_else_voids_and_a_void_round_takes_no_more_rulings(game: Blackjack) -> None:
    table = alone(game, "TS 6D 8H")
    for paragraph in ("5.3", "5.7", "5.9", "3.1", ""):
        assert table.refused_ruling(Voided(paragraph)) == "illegal_ruling §5.5"
    table.rule(Voided("5.5.4"))
    for act in (Voided("5.5.1"), DealingError(), InterimSettled(), WalkedAway(A, 1), Discarded(parse_card("2C"))):
        assert table.refused_ruling(act) == "illegal_ruling §5.17"


@pytest.mark.rule("003 §5.7", "000 §5.7", "003 §5.7.1", "000 §5.7.1")
def test_003_5_7_1_every_player_may_go_on_with_his_hand_and_then_takes_what_comes(game: Blackjack) -> None:
    table = shared(game, "TS 6D 8H").no_more_offers().rule(DealingError())
    assert table.windows == ["options"]
    assert table.asked == "A B: continue withdraw"
    assert table.window().default == "continue"
    assert table.refused("options", "C", "continue") == "illegal_decision §3.8"
    assert table.refused("options", "A", "hit") == "illegal_decision §5.7"
    table.answer("options", "A", "continue").answer("options", "B", "").close()  # B says nothing: he goes on
    assert table.asked == "A: hit stand double"
    table.rule(DealingError())  # they have chosen: they accept what comes
    assert table.windows == ["choice/1/0/3"]
    table.reconstruct("8H 6D TS").rule(DealingError())  # and also after a Reconstruction
    assert table.windows == ["choice/1/0/3"]
    table.choose("A", "stand").deal("TD TC")
    assert table.result("A", "B") == "A 1/main 1000 won 2000 §4.1.1, B 1/main 500 won 1000 §4.1.1"


@pytest.mark.rule("003 §5.7", "000 §5.7")
def test_003_5_7_there_is_nothing_to_choose_before_there_are_hands(game: Blackjack) -> None:
    assert Table(game).bet("A", main=100).refused_ruling(DealingError()) == "illegal_ruling §5.7"
    assert Table(game).close().refused_ruling(DealingError()) == "illegal_ruling §5.7"
    table = alone(game).rule(DealingError())
    assert (table.windows, table.expects) == (["options"], None)
    table.draw_too_many("9C")  # no card is due while Players are asked
    table.close()
    assert (table.windows, table.expects, table.surplus) == ([], "1", "9C")


@pytest.mark.rule("003 §5.7", "000 §5.7", "003 §5.7.2", "000 §5.7.2", "003 §5.9", "000 §5.9")
def test_003_5_7_2_who_goes_on_after_reconstruction_plays_the_reconstructed_hand(game: Blackjack) -> None:
    table = neighbours(game, "TS 5S 6D 8H 9S").rule(DealingError())
    table.answer("options", "A", "continue").answer("options", "B", "withdraw").close()
    table.reconstruct("5S TS 6D 8H 9S")  # the first two cards had changed places
    assert table.hands == {"1": "5S 8H", "2": "TS 9S", "dealer": "6D"}
    assert table.windows == ["surrender/1"]  # B stays out
    table.no_more_offers().choose("A", "stand").deal("TD 2C")
    assert table.result("A", "B") == "A 1/main 1000 lost 0 §3.23.3, B 2/main 500 returned 500 §5.7.3"


@pytest.mark.rule("003 §5.7", "000 §5.7", "003 §5.7.2", "000 §5.7.2", "003 §5.12.2", "000 §5.12.2")
def test_003_5_7_2_players_may_see_the_reconstructed_hand_before_they_choose(game: Blackjack) -> None:
    table = neighbours(game, "TS 5S 6D 8H 9S").rule(DealingError()).reconstruct("5S TS 6D 8H 9S")
    assert table.hands == {"1": "5S 8H", "2": "TS 9S", "dealer": "6D"}
    assert (table.windows, table.expects) == (["options"], None)
    assert table.answer("options", "A", "withdraw").close().windows == ["surrender/2"]
    together = neighbours(game, "TS 5S 6D 8H").draw_together("9S 2S")
    together.rule(Reconstructed(cards("TS 5S 6D 8H 2S 9S")))
    assert (together.hands["2"], together.surplus) == ("5S 2S", "9S")
    assert together.windows == ["options"]  # it was a dealing error all the same


@pytest.mark.rule("003 §5.7", "000 §5.7", "003 §5.7.2", "000 §5.7.2", "003 §5.9", "000 §5.9")
def test_003_5_7_2_a_reconstruction_gives_every_player_the_options_once_a_round(game: Blackjack) -> None:
    moved = Reconstructed(cards("5S TS 6D 8H 9S"))
    table = neighbours(game, "TS 5S 6D 8H 9S").rule(moved)
    assert (table.windows, table.asked, table.expects) == (["options"], "A B: continue withdraw", None)
    table.answer("options", "B", "withdraw").close()
    assert table.windows == ["surrender/1"]
    table.rule(Reconstructed(cards("TS 5S 6D 8H 9S")))
    assert table.windows == ["surrender/1"]  # A has chosen
    often = type(game)(options_every_time=True)
    again = neighbours(often, "TS 5S 6D 8H 9S").rule(moved).close().rule(Reconstructed(cards("TS 5S 6D 8H 9S")))
    assert again.windows == ["options"]


@pytest.mark.rule("003 §5.7.3", "000 §5.7.3")
def test_003_5_7_3_asked_every_time_who_is_out_stays_out_with_all_cards_of_his_box(game: Blackjack) -> None:
    often = type(game)(options_every_time=True)
    table = Table(often, seats={1: "A", 2: "B", 3: "C"}).bet("A", 1, main=100).bet("B", 2, main=100)
    table.bet("C", 3, main=100).close().deal("TS 5S 9C 6D 8H").rule(DealingError())
    table.answer("options", "A", "withdraw").close().rule(DealingError())
    assert table.asked == "B C: continue withdraw"
    table.answer("options", "B", "withdraw").close()
    assert (table.hands, table.out_of_play, table.expects) == ({"3": "9C", "dealer": "6D"}, "5S TS 8H", "3")
    table.rule(Reconstructed(cards("TS 5S 6D 9C 8H"))).close()
    assert (table.hands, table.out_of_play) == ({"3": "6D", "dealer": "9C"}, "5S TS 8H")
    table.rule(DealingError()).answer("options", "C", "withdraw").close()
    assert table.finished
    assert table.rule(DealingError()).windows == []  # nobody is left to be asked
    assert [table.result(player) for player in "ABC"] == [f"{n}/main 100 returned 100 §5.7.3" for n in (1, 2, 3)]


@pytest.mark.rule("003 §5.7.3", "000 §5.7.3", "003 §1.17", "000 §1.18")
def test_003_5_7_3_asked_every_time_an_interim_settlement_pays_nobody_who_was_out_before(game: Blackjack) -> None:
    side = game.sides[0]
    table = Table(type(game)(options_every_time=True), seats={1: "A"}).bet("A", 1, main=1000, **{side: 100})
    table.bet("B", 1, main=500, **{side: 50}).bet("C", 1, main=100).close().deal("TS 6D 8H").no_more_offers()
    table.rule(DealingError()).answer("options", "A", "withdraw").close().rule(InterimSettled())
    table.rule(DealingError()).answer("options", "B", "withdraw").close()
    assert table.lines("A")[f"1/{side}"] == (100, 100, "returned", "5.7.3")
    assert table.lines("B")[f"1/{side}"][:3] == (50, 0, "lost")  # it was collected before he withdrew
    assert table.lines("B")["1/main"] == (500, 500, "returned", "5.7.3")


@pytest.mark.rule("003 §5.7.3", "000 §5.7.3", "003 §5.7", "000 §5.7")
def test_003_5_7_3_who_takes_his_bets_back_is_out_and_the_others_play_on(game: Blackjack) -> None:
    side = game.sides[0]
    table = Table(game, seats={1: "A", 2: "B"}).bet("A", 1, main=1000, **{side: 100}).bet("B", 1, main=500)
    table.bet("B", 2, main=200).close().deal("TS 5S 6D 8H 9S").no_more_offers().rule(DealingError())
    table.answer("options", "A", "withdraw").close()
    assert table.result("A") == f"1/main 1000 returned 1000 §5.7.3, 1/{side} 100 returned 100 §5.7.3"
    assert table.asked == "B: hit stand double"  # B decides for box 1 now
    table.choose("B", "stand").choose("B", "stand").deal("TD TC")
    assert table.lines("A")["1/main"] == (1000, 1000, "returned", "5.7.3")
    assert table.result("B") == "1/main 500 won 1000 §4.1.1, 2/main 200 won 400 §4.1.1"


@pytest.mark.rule("003 §5.7.3", "000 §5.7.3")
def test_003_5_7_3_a_box_without_players_gets_no_more_cards_in_the_initial_deal(game: Blackjack) -> None:
    table = neighbours(game, "TS 5S 6D").rule(DealingError()).answer("options", "A", "withdraw").close()
    assert table.expects == "2"
    assert table.deal("9S").windows == ["surrender/2"]
    table.no_more_offers().choose("B", "stand").deal("TD TC")
    assert table.result("A", "B") == "A 1/main 1000 returned 1000 §5.7.3, B 2/main 500 won 1000 §4.1.1"


@pytest.mark.rule("003 §5.7.3", "000 §5.7.3")
@pytest.mark.parametrize("dealt", ["", "TS", "TS 5S 6D", "TS 5S 6D 8H", "TS 5S 6D 8H 9S", "TS AS AD 8H KS"])
def test_003_5_7_3_when_all_take_their_bets_back_the_round_is_over(game: Blackjack, dealt: str) -> None:
    table = neighbours(game, dealt).rule(DealingError())
    table.answer("options", "A", "withdraw").answer("options", "B", "withdraw").close()
    assert (table.finished, table.windows, table.expects) == (True, [], None)
    assert table.result("A", "B") == "A 1/main 1000 returned 1000 §5.7.3, B 2/main 500 returned 500 §5.7.3"


@pytest.mark.rule("003 §5.7.3", "000 §5.7.3")
def test_003_5_7_3_offers_stay_open_only_to_those_who_are_still_in(game: Blackjack) -> None:
    table = neighbours(game, "AS KS AD KS 9D").rule(DealingError()).answer("options", "A", "withdraw").close()
    assert table.windows == ["insurance"]
    assert table.window().spots == ("2/insurance",)
    assert table.window().respondents == ("B",)
    assert table.close().choose("B", "stand").deal("9C").result("A") == "1/main 1000 returned 1000 §5.7.3"
    assert table.result("B") == "2/main 500 lost 0 §3.23.3"  # 19 against 20


@pytest.mark.rule("003 §5.7.3", "000 §5.7.3")
def test_003_5_7_3_insurance_and_splits_go_back_too_and_nobody_draws_for_them(game: Blackjack) -> None:
    table = neighbours(game, "8S TS AD 8H 6S").insure("A", 1, 500).no_more_offers().choose("A", "split").deal("TS")
    table.choose("A", "stand").deal("TH").choose("A", "stand").choose("B", "hit").deal("KS")  # B is bust
    assert table.expects == "dealer"
    table.rule(DealingError()).answer("options", "A", "withdraw").close()
    assert table.finished  # nothing is open any more
    assert table.result("A", "B") == (
        "A 1/main 1000 returned 1000 §5.7.3, A 1/insurance 500 returned 500 §5.7.3, "
        "A 1/main/1 1000 returned 1000 §5.7.3, B 2/main 500 lost 0 §3.18"
    )


@pytest.mark.rule("003 §5.7.3", "000 §5.7.3")
def test_003_5_7_3_a_split_that_its_decider_takes_back_is_not_made(game: Blackjack) -> None:
    table = shared(game, "8S 6D 8H").no_more_offers().choose("A", "split").rule(DealingError())
    table.answer("options", "A", "withdraw").close()
    assert table.asked == "B: hit stand double split"  # his own decision, afresh
    table.choose("B", "stand").deal("TD 2C")
    assert table.result("A") == "1/main 1000 returned 1000 §5.7.3, 1/main/1 1000 returned 1000 §5.7.3"
    assert table.result("B") == "1/main 500 lost 0 §3.23.3"


@pytest.mark.rule("003 §5.7.3", "000 §5.7.3")
@pytest.mark.parametrize("raised", ["split", "double"])
def test_003_5_7_3_where_all_who_could_follow_have_left_nobody_is_waited_for(game: Blackjack, raised: str) -> None:
    table = shared(game, "8S 6D 8H").no_more_offers().choose("A", raised).rule(DealingError())
    table.answer("options", "B", "withdraw").close()
    assert (table.windows, table.expects) == ([], "1")


@pytest.mark.rule("003 §5.7.3", "000 §5.7.3", "003 §1.17", "000 §1.18")
def test_003_5_7_3_what_an_interim_settlement_has_paid_stays_paid(game: Blackjack) -> None:
    table = Table(game, seats={1: "A", 2: "B", 3: "C"}).bet("A", 1, main=1000).bet("B", 2, main=500)
    table.bet("C", 3, main=200).close().deal("AS TS 8S 6D KS 6S 9S").surrender("B", 2).no_more_offers()
    table.rule(InterimSettled()).rule(DealingError())
    for player in "ABC":
        table.answer("options", player, "withdraw")
    assert table.close().result("A") == "1/main 1000 won 2500 §4.1.1"
    assert table.result("B") == "2/main 500 surrendered 250 §3.16"
    assert table.result("C") == "3/main 200 returned 200 §5.7.3"


@pytest.mark.rule("003 §5.7.3", "000 §5.7.3", "003 §1.17", "000 §1.18")
def test_003_5_7_3_who_withdrew_before_the_interim_settlement_is_not_touched_by_it(game: Blackjack) -> None:
    for interim_first in (False, True):
        table = shared(game, "TS 6D 6H")
        if interim_first:
            table.rule(InterimSettled())
        table.rule(DealingError()).answer("options", "B", "withdraw").close()
        if not interim_first:
            table.rule(InterimSettled())
        table.surrender("A").no_more_offers()
        assert table.result("A", "B") == "A 1/main 1000 surrendered 500 §3.16, B 1/main 500 returned 500 §5.7.3"


@pytest.mark.rule("003 §5.7.3", "003 §1.17")
def test_003_5_7_3_side_bets_go_back_unless_the_interim_settlement_has_paid_them() -> None:
    for interim, pair in ((False, (100, 100, "returned", "5.7.3")), (True, (100, 1200, "won", "4.1.1"))):
        table = alone(Blackjack(), "8S 6D 8H", player_pair=100).no_more_offers()
        if interim:
            table.rule(InterimSettled())
        table.rule(DealingError()).answer("options", "A", "withdraw").close()
        assert table.lines("A") == {"1/main": (1000, 1000, "returned", "5.7.3"), "1/player_pair": pair}


@pytest.mark.rule("003 §3.14.1", "000 §3.15.1", "003 §5.8", "000 §5.8")
def test_003_5_8_offers_and_raises_too_are_refused_once_their_window_is_closed(game: Blackjack) -> None:
    table = shared(game, "8S AD 8H")
    insurance = table.window("insurance")
    table.no_more_offers().choose("A", "split")
    follow = table.window("follow")
    table.close()
    assert table.refused_in(insurance, "A", Answer({Spot("1/insurance"): 500})) == "closed §5.8"
    assert table.refused_in(follow, "B", Answer({Spot("1/main/1"): 500})) == "closed §5.8"
    assert table.bets_of("B") == {"1/main": 500}
    blackjack = neighbours(game, "AS 5S AD KS 6H")
    even_money = blackjack.window("even_money")
    blackjack.no_more_offers()
    assert blackjack.refused_in(even_money, "A", Answer(choice="even_money")) == "closed §5.8"


@pytest.mark.rule("003 §5.9", "000 §5.9", "003 §1.24", "000 §1.23")
def test_003_5_9_reconstruction_deals_the_same_cards_in_the_intended_order(game: Blackjack) -> None:
    table = neighbours(game, "TS 5S 6D 8H")
    assert table.reconstruct("5S TS 8H 6D").hands == {"1": "5S 6D", "2": "TS", "dealer": "8H"}
    assert table.expects == "2"
    for others in ("5S TS 8H", "5S TS 8H 6D 6D", "5S TS 8H 7D"):
        assert table.refused_ruling(Reconstructed(cards(others))) == f"illegal_ruling §{table.at('1.24')}"


@pytest.mark.rule("003 §5.9", "000 §5.9", "003 §1.24", "000 §1.23")
def test_003_5_9_answers_that_still_have_their_question_are_kept(game: Blackjack) -> None:
    table = neighbours(game, "8S TS 6D 8H 2S").no_more_offers().choose("A", "split").deal("9S").choose("A", "stand")
    table.deal("TH").choose("A", "stand").choose("B", "hit").deal("5C")
    assert table.hands == {"1": "8S 9S", "1/1": "8H TH", "2": "TS 2S 5C", "dealer": "6D"}
    table.reconstruct("8S TS 6D 8H 2S TH 9S 5C")  # the cards of the two hands had changed places
    assert table.hands == {"1": "8S TH", "1/1": "8H 9S", "2": "TS 2S 5C", "dealer": "6D"}
    assert table.asked == "B: hit stand"
    table.choose("B", "stand").deal("TD 2C")
    assert table.result("A") == "1/main 1000 returned 1000 §3.23.4, 1/main/1 1000 lost 0 §3.23.3"


@pytest.mark.rule("003 §5.9", "000 §5.9")
def test_003_5_9_an_answer_that_the_hand_does_not_allow_any_more_is_asked_anew(game: Blackjack) -> None:
    table = alone(game, "8S 6D 8H").no_more_offers().choose("A", "split")
    assert table.reconstruct("6D 8S 8H").hands == {"1": "6D 8H", "dealer": "8S"}
    assert table.asked == "A: hit stand double"
    stands = alone(game, "TS 2D 8H").no_more_offers().choose("A", "stand").reconstruct("2D TS 8H")
    assert stands.hands == {"1": "2D 8H", "dealer": "TS"}
    assert stands.asked == "A: hit double"
    table.close("choice").deal("TD")  # nobody answers anew: his old answer is not taken for one, he stands
    assert table.lines("A") == {
        "1/main": (1000, 0, "lost", table.at("3.23.3")),
        "1/main/1": (1000, 1000, "returned", "5.9"),  # no split, no Bet on it
    }


@pytest.mark.rule("003 §5.9", "000 §5.9")
def test_003_5_9_bets_whose_question_is_gone_come_back(game: Blackjack) -> None:
    bets = {Spot("1/main"): 1000, Spot("1/main/1"): 1000, Spot("1/main/2"): 1000, Spot("1/double"): 500}
    split = alone(game, "8S 6D 8H").no_more_offers().choose("A", "split").deal("8C").choose("A", "split")
    split.deal("3S").choose("A", "double", 500).reconstruct("6D 8S 8H 8C 3S")
    assert game.verdicts(split.round, A, bets) == {}
    split.choose("A", "hit").deal("7C")  # 21: 6 8 7
    split.choose("A", "stand").deal("9C")
    assert {spot: verdict.paragraph for spot, verdict in game.verdicts(split.round, A, bets).items()} == {
        "1/main": "4.1.1",
        "1/main/1": "5.9",
        "1/main/2": "5.9",
        "1/double": "5.9",
    }
    insured = alone(game, "9S AD 8H").insure("A", 1, 500).no_more_offers().reconstruct("AD 9S 8H")
    insured.no_more_offers().choose("A", "stand").deal("8D")
    verdicts = game.verdicts(insured.round, A, {Spot("1/main"): 1000, Spot("1/insurance"): 500})
    assert {spot: verdict.paragraph for spot, verdict in verdicts.items()} == {"1/main": "4.1.1", "1/insurance": "5.9"}


@pytest.mark.rule("003 §5.9", "000 §5.9")
def test_003_5_9_a_surplus_card_may_be_part_of_the_reconstruction(game: Blackjack) -> None:
    table = alone(game, "TS 6D 8H").draw_too_many("2C")
    assert table.surplus == "2C"
    table.reconstruct("TS 2C 6D 8H")
    assert (table.hands, table.surplus) == ({"1": "TS 6D", "dealer": "2C"}, "8H")
    assert table.windows == ["surrender/1"]


@pytest.mark.rule("003 §5.9", "000 §5.9", "003 §5.3", "000 §5.3")
def test_003_5_9_who_left_stays_away_after_reconstruction(game: Blackjack) -> None:
    table = neighbours(game, "TS 5S 6D 8H 2S").no_more_offers()
    table.choose("A", "hit").rule(WalkedAway(A, 1)).deal("2C")  # 20
    table.choose("B", "hit").deal("9C")
    table.reconstruct("TS 5S 6D 8H 2S 9C 2C")
    assert table.hands == {"1": "TS 8H 9C", "2": "5S 2S 2C", "dealer": "6D"}  # he had asked for that card
    assert table.asked == "B: hit"
    left = alone(game, "TS 6D 2S").no_more_offers().rule(WalkedAway(A, 1))
    assert left.expects == "dealer"
    left.reconstruct("2S 6D TS")
    assert (left.hands["1"], left.windows, left.expects) == ("2S TS", [], "dealer")


@pytest.mark.rule("003 §5.9", "000 §5.9", "003 §5.7.3", "000 §5.7.3")
def test_003_5_9_reconstruction_keeps_what_the_others_did_after_somebody_went(game: Blackjack) -> None:
    table = neighbours(game, "TS 5S 6D 8H 2S").no_more_offers().rule(DealingError())
    table.answer("options", "A", "withdraw").close()
    table.choose("B", "hit").deal("9C").choose("B", "hit").deal("2C")
    assert table.hands["2"] == "5S 2S 9C 2C"
    assert table.reconstruct("TS 5S 6D 8H 2S 2C 9C").hands == {"1": "TS 8H", "2": "5S 2S 2C 9C", "dealer": "6D"}
    assert table.asked == "B: hit stand"
    early = neighbours(game, "TS 5S 6D").rule(DealingError()).answer("options", "A", "withdraw").close()
    assert early.deal("9S").reconstruct("TS 9S 6D 5S").hands == {"2": "9S 5S", "dealer": "6D"}
    assert (early.surplus, early.out_of_play, early.windows) == ("", "TS", ["surrender/2"])


@pytest.mark.rule("003 §5.10", "000 §5.10", "003 §5.10.1", "000 §5.10.1")
def test_003_5_10_1_no_reconstruction_after_an_interim_or_final_settlement(game: Blackjack) -> None:
    table = alone(game, "TS 6D 8H").no_more_offers()
    assert game.rule(table.round, Reconstructed(cards("8H 6D TS"))) is None
    table.rule(InterimSettled())
    assert table.refused_ruling(Reconstructed(cards("8H 6D TS"))) == "illegal_ruling §5.10.1"
    final = alone(game, "TS 6D 8H").no_more_offers().choose("A", "stand").deal("TD TC")
    assert final.refused_ruling(Reconstructed(cards("8H 6D TS TD TC"))) == "illegal_ruling §5.10.1"


@pytest.mark.rule("003 §5.10.2", "000 §5.10.2")
def test_003_5_10_2_a_card_on_a_completed_dealers_hand_is_discarded_and_his_total_stands(game: Blackjack) -> None:
    table = alone(game, "TS 6D 8H").no_more_offers().choose("A", "stand").deal("TD AC").draw_too_many("5C")
    assert (table.hands["dealer"], table.surplus) == ("6D TD AC", "5C")
    assert table.result("A") == "1/main 1000 won 2000 §4.1.1"  # 18 against 17, not 22
    table.rule(Discarded(parse_card("5C")))
    assert (table.surplus, table.out_of_play, table.hands["dealer"]) == ("", "5C", "6D TD AC")
    assert table.result("A") == "1/main 1000 won 2000 §4.1.1"


@pytest.mark.rule("003 §5.10.2", "000 §5.10.2")
def test_003_5_10_2_only_what_came_after_the_dealers_hand_was_complete_is_discarded(game: Blackjack) -> None:
    table = alone(game, "TS 6D 8H").no_more_offers().draw_too_many("5C")
    assert table.refused_ruling(Discarded(parse_card("5C")), "5.10.2") == "illegal_ruling §5.10.2"
    table.choose("A", "stand").deal("TD")
    assert table.refused_ruling(Discarded(parse_card("5C")), "5.10.2") == "illegal_ruling §5.10.2"
    table.deal("AC").draw_too_many("2C")
    for card in ("AC", "9C"):  # one that lies in his Hand, one that was never drawn
        assert table.refused_ruling(Discarded(parse_card(card)), "5.10.2").startswith("illegal_ruling §5.10")
    for card in ("5C", "2C"):
        assert game.rule(table.round, Discarded(parse_card(card)), "5.10.2") is None
    assert table.discard("2C").surplus == "5C"
    assert table.discard("5C").surplus == ""


@pytest.mark.rule("003 §5.10.3", "000 §5.10.3")
def test_003_5_10_3_cards_on_a_box_without_a_bet_are_discarded(game: Blackjack) -> None:
    table = alone(game, "TS 6D 8H").no_more_offers().rule(InterimSettled()).draw_too_many("9C 9D")
    assert game.rule(table.round, Discarded(parse_card("9C")), "5.10.3") is None
    table.discard("9C 9D")
    assert (table.hands, table.surplus, table.out_of_play) == ({"1": "TS 8H", "dealer": "6D"}, "", "9C 9D")
    assert table.asked == "A: hit stand double"
    assert table.choose("A", "stand").deal("TD TC").result("A") == "1/main 1000 won 2000 §4.1.1"


@pytest.mark.rule("003 §5.10.3", "000 §5.10.3", "003 §5.12.1", "000 §5.12.1", "003 §5.9", "000 §5.9")
def test_003_5_10_3_what_was_discarded_stays_out_of_a_reconstruction(game: Blackjack) -> None:
    table = alone(game, "TS 6D 8H").no_more_offers().draw_too_many("9D").discard("9D").choose("A", "stand")
    table.draw_together("9C 2C").close("options")
    assert (table.surplus, table.out_of_play) == ("", "9D 9C 2C")
    assert table.refused_ruling(Reconstructed(cards("6D TS 8H 9D 9C 2C"))) == f"illegal_ruling §{table.at('1.24')}"
    table.reconstruct("8H 6D TS")
    assert (table.hands, table.out_of_play) == ({"1": "8H TS", "dealer": "6D"}, "9D 9C 2C")
    assert table.expects == "dealer"


@pytest.mark.rule("003 §5.10.3", "000 §5.10.3")
def test_003_5_10_3_a_card_on_a_box_without_a_bet_is_taken_from_the_hand_that_was_due(game: Blackjack) -> None:
    """The shoe does not see where a card is laid: the Round gave it to A, who had asked for one."""
    table = alone(game, "TS 6D 2H").no_more_offers().rule(InterimSettled()).choose("A", "hit").deal("9C")
    assert (table.hands["1"], table.asked) == ("TS 2H 9C", "A: hit stand")
    table.rule(Discarded(parse_card("9C")))
    assert (table.hands["1"], table.expects, table.out_of_play) == ("TS 2H", "1", "9C")
    table.deal("5C").choose("A", "stand").deal("TD 2C")
    assert table.result("A") == "1/main 1000 lost 0 §3.23.3"  # 17 against 18, not 21


@pytest.mark.rule("003 §5.10.3", "000 §5.10.3")
def test_003_5_10_3_what_came_after_the_discarded_card_moves_up_and_who_decided_on_it_is_asked_again(
    game: Blackjack,
) -> None:
    table = neighbours(game, "TS 9S 6D 2H 8S").no_more_offers().rule(InterimSettled())
    table.choose("A", "hit").deal("9C").choose("A", "stand").choose("B", "hit").deal("4C")  # the 9C was nobody's
    table.rule(Discarded(parse_card("9C")))
    assert (table.hands, table.surplus) == ({"1": "TS 2H 4C", "2": "9S 8S", "dealer": "6D"}, "")
    assert table.asked == "A: hit stand"  # with 16, after he had stood on 21
    table.choose("A", "hit").deal("5C").choose("A", "stand").choose("B", "stand").deal("TD 2D")
    assert table.result("A", "B") == "A 1/main 1000 won 2000 §4.1.1, B 2/main 500 lost 0 §3.23.3"


@pytest.mark.rule("003 §5.10.3", "000 §5.10.3")
def test_003_5_10_3_a_later_card_that_is_due_no_more_is_surplus_until_it_is_ruled_on(game: Blackjack) -> None:
    table = neighbours(game, "TS 9S 6D 2H 8S").no_more_offers().rule(InterimSettled())
    table.choose("A", "hit").deal("9C").choose("A", "hit").deal("4C").choose("B", "hit").deal("3C")
    table.rule(Discarded(parse_card("9C")))
    assert (table.hands["1"], table.surplus, table.asked) == ("TS 2H 4C", "3C", "A: hit stand")
    assert table.discard("3C").out_of_play == "9C 3C"


@pytest.mark.rule("003 §5.10.3", "000 §5.10.3", "003 §5.9", "000 §5.9", "003 §5.10.1", "000 §5.10.1")
def test_003_5_10_3_before_an_interim_settlement_nothing_is_discarded_and_after_it_nothing_that_was_settled(
    game: Blackjack,
) -> None:
    nine = Discarded(parse_card("9C"))
    table = alone(game, "TS 6D 2H").no_more_offers().choose("A", "hit").deal("9C")
    assert table.refused_ruling(nine, "5.10.3") == "illegal_ruling §5.9"
    assert table.refused_ruling(nine) == "illegal_ruling §5.10.2"
    table.rule(InterimSettled())  # with that card on the felt
    assert table.refused_ruling(nine, "5.10.3") == "illegal_ruling §5.10.1"
    assert table.refused_ruling(Discarded(parse_card("3C")), "5.10.3") == "illegal_ruling §5.10"
    assert table.choose("A", "hit").deal("9C").rule(nine).hands["1"] == "TS 2H 9C"  # the later one of twins


@pytest.mark.rule("003 §5.11", "000 §5.11")
def test_003_5_11_a_card_found_face_up_is_the_next_card(game: Blackjack) -> None:
    table = alone(game, "5S 6D 6H").no_more_offers().choose("A", "hit")
    table.deal("9C")  # seen before it was drawn: used all the same, and nobody is asked anything about it
    assert (table.hands["1"], table.surplus, table.asked) == ("5S 6H 9C", "", "A: hit stand")


@pytest.mark.rule("003 §5.12", "000 §5.12", "003 §5.12.2", "000 §5.12.2")
def test_003_5_12_the_player_orders_cards_drawn_together_and_the_other_is_the_next(game: Blackjack) -> None:
    table = neighbours(game, "5S TS 6D 6H 8S").no_more_offers().choose("A", "hit")
    assert table.draw_together("9C 2C").asked == "A: 9C 2C"
    assert table.windows == ["order/1/5"]
    table.draw_too_many("4C 4D")  # no card is due while he chooses
    assert table.surplus == "4C 4D"
    assert table.refused("order", "B", "9C") == "illegal_decision §3.8"
    assert table.refused("order", "A", "3C") == "illegal_decision §5.12"
    table.answer("order", "A", "2C").close()
    assert table.hands["1"] == "5S 6H 2C"
    assert table.windows == ["options"]  # 5.12.2: it is a dealing error
    assert table.asked == "A B: continue withdraw"
    table.close()
    assert (table.windows, table.hands["1"]) == (["choice/1/0/6"], "5S 6H 2C")  # he has the other one only if he hits
    table.choose("A", "hit")
    assert table.hands["1"] == "5S 6H 2C 9C"  # the card that was waiting: bust
    assert table.asked == "B: hit stand double"
    assert table.result("A") == "1/main 1000 lost 0 §3.18"


@pytest.mark.rule("003 §5.12", "000 §5.12")
def test_003_5_12_the_waiting_card_goes_to_whoever_is_next(game: Blackjack) -> None:
    table = alone(game, "5S 6D 6H").no_more_offers().choose("A", "hit").draw_together("9C TC 7C")
    table.answer("order", "A", "9C").close().close("options").choose("A", "stand")
    assert table.hands == {"1": "5S 6H 9C", "dealer": "6D TC 7C"}  # in the order in which they lay
    assert table.finished
    initial = neighbours(game, "5S").draw_together("9C TC")
    assert initial.asked == "B: 9C TC"
    initial.close()  # nobody says anything: as they lay
    assert initial.hands == {"1": "5S", "2": "9C", "dealer": ""}  # the other one waits until all have chosen
    assert initial.close("options").hands == {"1": "5S", "2": "9C", "dealer": "TC"}
    assert initial.expects == "1"


@pytest.mark.rule("003 §5.12", "000 §5.12")
def test_003_5_12_it_can_happen_twice_on_one_box_and_twins_are_no_trouble(game: Blackjack) -> None:
    table = alone(game, "2S 6D 2H").no_more_offers().choose("A", "hit").draw_together("3C 2C")
    table.answer("order", "A", "2C").close().close("options").choose("A", "hit")
    assert table.hands["1"] == "2S 2H 2C 3C"
    table.choose("A", "hit").draw_together("5C 5C")
    table.close()
    assert table.hands["1"] == "2S 2H 2C 3C 5C"
    assert table.windows == ["choice/1/0/6"]  # who has gone on is not asked again (5.7)


@pytest.mark.rule("003 §5.12", "000 §5.12")
def test_003_5_12_a_waiting_card_that_nobody_needs_is_out_of_play(game: Blackjack) -> None:
    table = alone(game, "TS 6D 6H").no_more_offers().choose("A", "hit").draw_together("9C TC")
    assert table.close().close("options").result("A") == "1/main 1000 lost 0 §3.18"
    assert (table.finished, table.surplus, table.out_of_play) == (True, "", "TC")


@pytest.mark.rule("003 §5.12", "000 §5.12", "003 §5.10.2", "000 §5.10.2")
def test_003_5_12_cards_drawn_together_where_none_is_due_are_surplus(game: Blackjack) -> None:
    table = alone(game, "5S 6D 6H")
    together = DrawnTogether(cards("9C 2C"))
    assert table.refused_ruling(together) == "illegal_ruling §5.12"  # they never left the shoe
    table.draw_too_many("9C 2C")
    assert table.refused_ruling(together) == "illegal_ruling §5.10.2"
    table.no_more_offers().choose("A", "hit").rule(DealingError())
    assert table.refused_ruling(together) == "illegal_ruling §5.7"  # Players are being asked
    table.close().rule(together)
    assert table.refused_ruling(DrawnTogether(cards("9C 2C"))) == "illegal_ruling §5.12"  # he is choosing
    assert game.rule(table.round, Reconstructed(cards("5S 6D 6H 2C 9C"))) is None
    table.reconstruct("5S 6D 6H 2C 9C")
    assert (table.hands["1"], table.surplus) == ("5S 6H 2C", "9C")


@pytest.mark.rule("003 §5.12.1", "000 §5.12.1", "003 §5.12.2", "000 §5.12.2")
def test_003_5_12_1_together_for_the_dealer_both_are_discarded_and_another_is_drawn(game: Blackjack) -> None:
    table = alone(game, "TS 6D 8H").no_more_offers().choose("A", "stand").draw_together("9C 2C")
    assert (table.hands["dealer"], table.surplus, table.out_of_play) == ("6D", "", "9C 2C")
    assert table.asked == "A: continue withdraw"
    assert table.close().expects == "dealer"
    assert table.deal("TD 2D").result("A") == "1/main 1000 returned 1000 §3.23.4"


@pytest.mark.rule("003 §5.14", "000 §5.14")
def test_003_5_14_what_lies_on_the_layout_at_the_close_counts_right_or_wrong(game: Blackjack) -> None:
    table = Table(game).bet("A", 2, main=600).bet("A", 3, main=200).bet("A", 2, main=0)  # he meant box 2
    window = table.window("bets")
    assert game.close(table.round, window, table.given) == WindowClosed(
        "bets", players=(A,), boxes=(BoxBets(3, (A,), 200),), kind="bets"
    )
    table.close().deal("TS 6D 8H").no_more_offers().choose("A", "stand").deal("TD TC")
    assert table.result("A") == "3/main 200 won 400 §4.1.1"


@pytest.mark.rule("003 §5.14", "000 §5.14")
def test_003_5_14_every_window_closes_with_what_is_registered_in_it(game: Blackjack) -> None:
    def closed(table: Table, given: Answers | None = None) -> WindowClosed:
        return game.close(table.round, table.window(), table.given if given is None else given)

    table = shared(game, "8S AD 8H").insure("B", 1, 100)
    assert closed(table) == WindowClosed("insurance", players=(B,), kind="insurance")
    table.no_more_offers()
    split = {"choice/1/0/3": {A: Answer({Spot("1/main/1"): 1000}, "split")}}
    assert closed(table, split) == WindowClosed("choice/1/0/3", "split", kind="choice", box=1)
    assert closed(table, {}) == WindowClosed("choice/1/0/3", "stand", kind="choice", box=1)
    table.choose("A", "split").follow("B")
    assert closed(table) == WindowClosed("follow/1/0/3", players=(B,), kind="follow", box=1)
    gives_up = alone(game, "TS 9D 6H").surrender("A")
    assert closed(gives_up) == WindowClosed("surrender/1", "surrender", (A,), kind="surrender", box=1)
    assert closed(gives_up, {}) == WindowClosed("surrender/1", "decline", kind="surrender", box=1)


@pytest.mark.rule("003 §5.15")
def test_003_5_15_a_side_bet_left_without_any_initial_bet_on_its_box_goes_back() -> None:
    table = Table(Blackjack()).bet("A", 1, main=1000).bet("A", 2, main=100)
    table.bet("B", 1, player_pair=100, under_13=100, over_13=100).bet("A", 1, main=0).close()
    back = (100, 100, "returned", "5.15")
    assert table.lines("B") == {"1/player_pair": back, "1/under_13": back, "1/over_13": back}
    assert table.deal("8S 6D 8H").lines("B") == {"1/player_pair": back, "1/under_13": back, "1/over_13": back}
    kept = Table(Blackjack()).bet("A", 1, main=1000).bet("B", 1, player_pair=100).close().deal("8S 6D 8H")
    assert kept.result("B") == "1/player_pair 100 won 1200 §4.1.1"  # another Player's Initial Bet is enough


@pytest.mark.rule("003 §5.18", "000 §5.18")
def test_003_5_18_staff_may_place_bets_and_decisions_for_a_player_and_they_are_his(game: Blackjack) -> None:
    by_hand, own = Table(game).bet_by_staff("dealer 12", "A", main=1000), Table(game).bet("A", main=1000)
    assert by_hand.given["bets"][A] == Answer({Spot("1/main"): 1000}, entered_by="dealer 12")
    for table, employee in ((by_hand, "dealer 12"), (own, "")):
        table.close().deal("5S 6D 6H").no_more_offers().choose("A", "double", 600, entered_by=employee).deal("TS TD TC")
        assert table.result("A") == "1/main 1000 won 2000 §4.1.1, 1/double 600 won 1200 §4.1.1"
    assert by_hand.round == own.round
    limited = Table(game, limits=BOX_LIMITS)
    answer = Answer({Spot("1/main"): 1002}, entered_by="dealer 12")
    assert limited.refused_in(limited.window(), "A", answer) == "bad_stake §5.1"  # no more than he could himself


@pytest.mark.rule("003 §5.19", "000 §5.19")
def test_003_5_19_what_the_rules_do_not_know_is_ruled_above_and_not_by_this_game(game: Blackjack) -> None:
    table = alone(game, "TS 6D 8H")
    assert table.refused_ruling(HandRemoved(1)) == "illegal_ruling §5.19"
    with pytest.raises(InvariantBroken, match="HandRemoved is no act of this game"):
        game.step(table.round, HandRemoved(1))
    assert table.rule(Voided("5.19")).result("A") == "1/main 1000 returned 1000 §5.17"


@pytest.mark.rule("003 §3.21.3", "000 §3.22.3")
def test_003_3_21_3_hands_on_which_a_player_has_no_bet_do_not_lose_for_him(game: Blackjack) -> None:
    table = Table(game, seats={1: "A"}).bet("A", main=1000).bet("C", main=200).close().deal("8S TD 8H")
    table.no_more_offers().choose("A", "split").follow("C").close().deal("8C").choose("A", "split").close()
    table.deal("TS").choose("A", "hit").deal("9S")  # the first hand is bust,
    table.deal("TC").choose("A", "stand")  # the second is A's alone
    table.deal("TH").choose("A", "stand").deal("AD")
    one = table.at("3.21.3")
    assert table.lines("A") == {
        "1/main": (1000, 0, "lost", table.at("3.18")),
        "1/main/1": (1000, 1000, "returned", one),
        "1/main/2": (1000, 0, "lost", one),
    }
    assert table.lines("C") == {"1/main": (200, 0, "lost", table.at("3.18")), "1/main/1": (200, 0, "lost", one)}


def test_003_5_1_1_a_box_that_is_just_full_or_has_no_maximum_plays_whole(game: Blackjack) -> None:
    for limit in (Limit(100, 1600), Limit(100)):
        table = Table(game, seats={1: "A"}, limits={"main": limit}).bet("A", main=1000).bet("B", main=600).close()
        table.deal("TS 6D 8H").no_more_offers().choose("A", "stand").deal("TD TC")
        assert [(line.returned, line.verdict.counts, line.note) for line in table.settled("A")] == [(2000, None, "")]


@pytest.mark.rule("003 §5.1.1", "000 §5.1.1")
def test_003_5_1_1_insurance_and_side_bets_play_whole_on_a_box_in_excess(game: Blackjack) -> None:
    side = game.sides[0]
    table = Table(game, seats={1: "A"}, limits=BOX_LIMITS).bet("B", main=600).bet("A", main=1000, **{side: 100})
    table.close().deal("8S AD 9H").insure("A", 1, 500).no_more_offers().choose("A", "stand").deal("KD")
    lines = table.lines("A")
    assert lines["1/main"] == (1000, 375, "lost", table.at("3.23.3"))
    assert lines["1/insurance"] == (500, 1500, "won", "4.1.1")
    assert lines[f"1/{side}"][:3] == (100, 0, "lost")


@pytest.mark.rule("003 §5.3", "000 §5.3")
def test_003_5_3_at_11_the_house_draws_and_a_blackjack_is_offered_nothing(game: Blackjack) -> None:
    table = alone(game, "2S 6D 9H").no_more_offers().rule(WalkedAway(A, 1))
    assert table.expects == "1"
    assert table.refused_ruling(WalkedAway(A, 5)) == "illegal_ruling §5.3"
    assert neighbours(game, "AS 9S AD KS 9D").rule(WalkedAway(A, 1)).windows == ["insurance"]
    assert neighbours(game, "TS 9S 6D 6S 9D").rule(WalkedAway(B, 2)).windows == ["surrender/1"]
    first = neighbours(game, "TS 9S 6D 6S 9D").rule(WalkedAway(A, 1))
    assert first.windows == ["surrender/2"]
    first.rule(WalkedAway(B, 2))
    assert (first.windows, first.expects) == ([], "dealer")
    first.reconstruct("9S TS 6D 6S 9D")
    assert (first.windows, first.expects) == ([], "dealer")  # both stay away


@pytest.mark.rule("003 §5.3", "000 §5.3")
def test_003_5_3_who_left_a_shared_box_comes_last_and_once(game: Blackjack) -> None:
    table = shared(game, "5S 6D 6H").no_more_offers().rule(WalkedAway(A, 1)).choose("B", "double")
    assert table.window("follow").respondents == ("A",)


@pytest.mark.rule("003 §5.7.3", "000 §5.7.3")
def test_003_5_7_3_who_goes_while_others_are_asked_to_follow(game: Blackjack) -> None:
    def asked(*leaving: str) -> Table:
        table = Table(game, seats={1: "A", 2: "C"}).bet("A", 1, main=1000).bet("B", 1, main=500).bet("C", 1, main=200)
        table.bet("C", 2, main=200).close().deal("8S 9S 6D 8H 9D").no_more_offers().choose("A", "split")
        table.rule(DealingError())
        for player in leaving:
            table.answer("options", player, "withdraw")
        return table.close()

    table = asked("B")
    assert table.window("follow").respondents == ("C",)  # the split stands
    assert table.follow("C").close().hands == {"1": "8S", "1/1": "8H", "2": "9S 9D", "dealer": "6D"}
    nobody = Table(game, seats={1: "A", 2: "C"}).bet("A", 1, main=1000).bet("B", 1, main=500).bet("C", 2, main=200)
    nobody.close().deal("8S 9S 6D 8H 9D").no_more_offers().choose("A", "split").rule(DealingError())
    nobody.answer("options", "A", "withdraw").answer("options", "B", "withdraw").close()
    assert nobody.asked == "C: hit stand double split"  # box 1 is out, with its split
    assert nobody.hands["1"] == "8S 8H"


@pytest.mark.rule("003 §5.7.3", "000 §5.7.3")
@pytest.mark.parametrize(
    ("leaver", "hands", "gone"),
    [("A", {"2": "5S", "dealer": "6D"}, "TS 8H"), ("B", {"1": "TS 8H", "dealer": "6D"}, "5S")],
)
def test_003_5_7_3_in_the_middle_of_the_second_cards_only_the_leavers_are_discarded(
    game: Blackjack, leaver: str, hands: dict[str, str], gone: str
) -> None:
    table = neighbours(game, "TS 5S 6D 8H").rule(DealingError()).answer("options", leaver, "withdraw").close()
    assert (table.hands, table.surplus, table.out_of_play) == (hands, "", gone)


@pytest.mark.rule("003 §5.7", "000 §5.7")
def test_003_5_7_an_offer_that_is_closed_stays_closed(game: Blackjack) -> None:
    table = Table(game, seats={1: "A", 2: "B", 3: "C"})
    table.bet("A", 1, main=100).bet("B", 2, main=100).bet("C", 3, main=100).close().deal("TS 5S 5C 6D 8H 9D 9C")
    table.close("surrender", 1).rule(DealingError()).answer("options", "C", "withdraw").close()
    assert table.windows == ["surrender/2"]


@pytest.mark.rule("003 §5.7", "000 §5.7")
def test_003_5_7_a_round_is_not_over_while_players_have_the_option(game: Blackjack) -> None:
    table = alone(game, "TS 6D 8H").no_more_offers().choose("A", "stand").deal("TD 3C")
    assert table.result("A") == "1/main 1000 lost 0 §3.23.3"
    over = [table.finished, table.rule(DealingError()).finished]
    over.append(table.answer("options", "A", "withdraw").close().finished)
    assert over == [True, False, True]
    assert table.result("A") == "1/main 1000 returned 1000 §5.7.3"


@pytest.mark.rule("003 §5.7.3", "000 §5.7.3", "003 §1.17", "000 §1.18")
def test_003_5_7_3_even_money_is_paid_at_the_interim_settlement_and_an_open_blackjack_is_not(game: Blackjack) -> None:
    for dealer, taken, line in (
        ("AD", True, (1000, 2000, "won", "3.14.1")),
        ("AD", False, (1000, 1000, "returned", "5.7.3")),
        ("TD", False, (1000, 1000, "returned", "5.7.3")),
    ):
        table = neighbours(game, f"AS TS {dealer} KS 6S")
        if taken:
            table.even_money("A")
        table.no_more_offers().rule(InterimSettled()).rule(DealingError())
        table.answer("options", "A", "withdraw").close()
        assert table.lines("A") == {"1/main": (*line[:3], table.at(line[3]))}


@pytest.mark.rule("003 §5.9", "000 §5.9", "003 §5.12", "000 §5.12")
def test_003_5_9_a_card_that_waits_is_part_of_the_reconstruction(game: Blackjack) -> None:
    table = alone(game, "5S 6D 6H").no_more_offers().choose("A", "hit").draw_together("2C 3C")
    table.close().close("options")
    assert table.hands["1"] == "5S 6H 2C"
    assert table.refused_ruling(Reconstructed(cards("5S 6D 6H 2C"))) == f"illegal_ruling §{table.at('1.24')}"
    table.reconstruct("5S 6D 6H 3C 2C")
    assert (table.hands["1"], table.surplus) == ("5S 6H 3C", "2C")
    table.choose("A", "hit").draw_together("4C 4D").reconstruct("5S 6D 6H 3C 4D 4C 2C")
    assert table.windows == ["choice/1/0/5"]  # they have chosen before, and are not asked again
    assert (table.hands["1"], table.surplus) == ("5S 6H 3C 4D", "4C 2C")


@pytest.mark.rule("003 §5.12", "000 §5.12")
def test_003_5_12_the_decider_of_a_shared_box_orders_the_cards(game: Blackjack) -> None:
    table = shared(game, "5S 6D 6H").no_more_offers().choose("A", "hit").draw_together("2C 3C")
    assert table.asked == "A: 2C 3C"
    assert table.refused("order", "B", "2C") == "illegal_decision §3.8"
    assert table.rule(Voided("5.5.1")).out_of_play == "2C 3C"


@pytest.mark.rule("003 §5.4.1", "000 §5.4.1", "003 §5.4.2", "000 §5.4.2")
@pytest.mark.rule("003 §3.13.2")
@pytest.mark.parametrize(("first", "lost"), [("AS", True), ("2S", True), ("3S", True), ("4S", False), ("TS", False)])
def test_003_5_4_1_a_first_card_with_which_over_13_has_lost_establishes_an_outcome_where_there_is_that_bet(
    game: Blackjack, first: str, lost: bool
) -> None:
    table = alone(game, first)
    established = lost and game.document == "003"  # one card decides no side Bet of 000
    assert game.established(table.round) == established
    assert (game.rule(table.round, Voided("5.4.2")) is not None) == established


@pytest.mark.rule("003 §5.12", "000 §5.12")
def test_003_5_12_cards_drawn_together_are_the_last_that_were_drawn(game: Blackjack) -> None:
    table = neighbours(game, "5S TS 6D 6H 8S").no_more_offers().choose("A", "hit").deal("4C").draw_too_many("2C")
    for wrong in ("2C", "6H 8S", "4C 3C", "8S 2C", "2C 2C", "5S TS 6D 6H 8S 4C 2C 9C"):
        assert table.refused_ruling(DrawnTogether(cards(wrong))) == "illegal_ruling §5.12"
    assert game.rule(table.round, DrawnTogether(cards("2C 4C"))) is None  # in whatever order they are named
    table.rule(DrawnTogether(cards("2C 4C")))
    assert (table.asked, table.hands["1"], table.surplus) == ("A: 2C 4C", "5S 6H", "")


@pytest.mark.rule("003 §5.12", "000 §5.12")
def test_003_5_12_what_was_decided_after_the_first_of_them_is_asked_again(game: Blackjack) -> None:
    """The first came to A, who hit once more; the second was on the felt before he could know that."""
    table = neighbours(game, "5S TS 6D 6H 8S").no_more_offers().choose("A", "hit")
    table.draw("2C").choose("A", "hit").draw("9C").rule(DrawnTogether(cards("2C 9C")))
    assert (table.hands["1"], table.asked) == ("5S 6H", "A: 2C 9C")
    table.answer("order", "A", "9C").close().close("options")
    assert (table.hands["1"], table.asked) == ("5S 6H 9C", "A: hit stand")
    table.choose("A", "stand").choose("B", "hit")
    assert table.hands["2"] == "TS 8S 2C"


@pytest.mark.rule("003 §5.12", "000 §5.12", "003 §5.12.1", "000 §5.12.1")
def test_003_5_12_1_whose_hand_the_first_of_them_was_due_to_decides_which_paragraph_it_is(game: Blackjack) -> None:
    together = DrawnTogether(cards("9C 2C"))
    table = alone(game, "5S 6D 6H").no_more_offers().choose("A", "hit").draw("9C 2C")
    assert game.rule(table.round, together, "5.12") is None
    assert table.refused_ruling(together, "5.12.1") == "illegal_ruling §5.12"
    table = alone(game, "TS 6D 8H").no_more_offers().choose("A", "stand").draw("9C 2C")
    assert game.rule(table.round, together, "5.12.1") is None
    assert table.refused_ruling(together, "5.12") == "illegal_ruling §5.12.1"


@pytest.mark.rule("003 §5.12", "000 §5.12", "003 §5.10.1", "000 §5.10.1")
def test_003_5_12_cards_that_were_settled_on_are_not_taken_back(game: Blackjack) -> None:
    table = alone(game, "TS 6D 6H").no_more_offers().choose("A", "hit").draw("9C 2C").rule(InterimSettled())
    assert table.refused_ruling(DrawnTogether(cards("9C 2C"))) == "illegal_ruling §5.10.1"
    table = alone(game, "TS 6D 6H").no_more_offers().rule(InterimSettled()).choose("A", "hit").draw_together("9C 2C")
    assert table.asked == "A: 9C 2C"
    table.answer("order", "A", "2C").close().close("options")
    assert table.refused_ruling(Reconstructed(cards("TS 6D 6H 9C 2C"))) == "illegal_ruling §5.10.1"  # as before


@pytest.mark.rule("003 §5.12", "000 §5.12", "003 §5.7.3", "000 §5.7.3")
def test_003_5_12_cards_are_put_back_also_after_a_box_has_left_in_the_initial_deal(game: Blackjack) -> None:
    table = neighbours(game, "TS 5S 6D").rule(DealingError()).answer("options", "A", "withdraw").close()
    table.deal("6S").no_more_offers().choose("B", "hit").draw_together("9C 2C")
    assert (table.hands, table.out_of_play) == ({"2": "5S 6S", "dealer": "6D"}, "TS")
    table.answer("order", "B", "2C").close()
    assert table.asked == "B: hit stand"  # he has gone on before, and is not asked again
    assert table.result("A") == "1/main 1000 returned 1000 §5.7.3"


@pytest.mark.rule("003 §1.17", "000 §1.18", "003 §5.7.3", "000 §5.7.3", "003 §5.12.1", "000 §5.12.1")
def test_003_5_12_1_who_withdraws_keeps_what_an_interim_settlement_has_paid_him(game: Blackjack) -> None:
    table = neighbours(game, "AS TS 6D KS 8S").no_more_offers().rule(InterimSettled()).choose("B", "stand")
    table.draw_together("9C 2C").answer("options", "A", "withdraw").close()
    table.draw_together("3C 4C")  # once more: the Round is folded again with that settlement in it
    assert table.result("A") == "1/main 1000 won 2500 §4.1.1"
    assert table.deal("TD 2D").out_of_play == "9C 2C 3C 4C"
    assert table.result("B") == "2/main 500 returned 500 §3.23.4"
