"""Document 004, paragraph by paragraph: Classic and Premium Blackjack."""

import random
import secrets
from collections import Counter

import pytest

from games.blackjack.round import Hand, card_value, is_blackjack, may_split, with_card
from games.cards import DECK, decks, parse_card, parse_cards
from games.catalog import find_face
from games.online_blackjack.rules import COIN_LIMITS, ClassicBlackjack, OnlineBlackjack, PremiumBlackjack, virtual_shoe
from games.round import Answer, Felt, Game, Limit, PlayerId, Spot, Voided
from tests.rules.table import Table

CLASSIC, PREMIUM = ClassicBlackjack(), PremiumBlackjack()


@pytest.fixture(params=[CLASSIC, PREMIUM], ids=["classic", "premium"])
def game(request: pytest.FixtureRequest) -> OnlineBlackjack:
    """Every test that asks for a game is a test of both."""
    one: OnlineBlackjack = request.param
    return one


def hand(text: str, *, split: bool = False) -> Hand:
    made = Hand(split=split)
    for card in parse_cards(text.split()):
        made = with_card(made, card)
    return made


def alone(game: OnlineBlackjack, dealt: str = "", *, main: int = 1000) -> Table:
    """A plays, and these cards come: A, dealer, A, dealer hidden."""
    return Table(game).bet("A", main=main).close().deal(dealt)


def two(game: OnlineBlackjack, dealt: str = "") -> Table:
    """A and B play, and these cards come: A, B, dealer, A, B, dealer hidden."""
    return Table(game).bet("A", 1, main=1000).bet("B", 2, main=500).close().deal(dealt)


def test_it_is_a_game(game: OnlineBlackjack) -> None:
    as_game: Game = game
    assert (as_game.document, as_game.rules) == ("004", "v1.1")
    assert as_game.name in ("classic_blackjack", "premium_blackjack")


@pytest.mark.rule("004 §2.7.b.ii", "004 §2.8.b")
def test_what_lies_on_a_box_is_the_play_of_every_hand_and_of_every_double(game: OnlineBlackjack) -> None:
    """The Dealer's 6, a hidden card; two eights, split: a 3 and a 10 come to them, and the first is doubled."""
    face, table = find_face(game.name), alone(game, "8S 6D 8C TD")

    def lies() -> int:
        shown = face.boxes(table.round, {})
        assert shown is not None
        return shown.boxes[0].total

    assert lies() == 1000
    table.choose("A", "split").deal("3S TC")
    assert lies() == 2000
    table.choose("A", "double")
    assert lies() == 3000


# --- 1: definitions ------------------------------------------------------------------------------------------------


@pytest.mark.rule("004 §1 Blackjack Hand", "004 §2.4.b.ii", "004 §2.4.b")
def test_004_1_blackjack_hand_is_an_ace_and_a_ten_as_the_first_two_cards(game: OnlineBlackjack) -> None:
    for ten, dealer in (("TS", "6D TD"), ("JS", "9D 9C"), ("QS", "TD 9C"), ("KS", "TD 7C")):
        first, hidden = dealer.split()
        table = alone(game, f"AS {first} {ten} {hidden}")
        assert (table.finished, table.result("A")) == (True, "1/main 1000 won 2500 §2.6")
    assert [is_blackjack(hand(text)) for text in ("AS KD", "KD AS", "9S KD AS", "AS AD", "TS KD")] == (
        [True, True, False, False, False]
    )


@pytest.mark.rule("004 §1 Hit", "004 §1 Stand")
def test_004_1_hit_asks_for_a_card_and_stand_ends_the_turn(game: OnlineBlackjack) -> None:
    table = alone(game, "2S 6D 3H TD")
    assert table.asked == "A: hit stand double"
    assert table.choose("A", "hit").expects == "1"
    table.deal("2C")
    assert (table.hands["1"], table.asked) == ("2S 3H 2C", "A: hit stand")
    table.choose("A", "stand")  # on 7: there is no must-draw here
    assert table.expects == "dealer"
    assert table.deal("TC").result("A") == "1/main 1000 won 2000 §2.6"


@pytest.mark.rule("004 §1 Initial Play", "004 §2.5.a", "004 §2.5")
def test_004_2_5_a_nobody_is_dealt_in_without_an_initial_play_of_his_own(game: OnlineBlackjack) -> None:
    table = Table(game).bet("A", 1, main=1000)
    assert table.refused_bet("B", 1, main=1000) == "bad_stake §2.5.a"  # somebody else plays there
    assert table.refused_bet("A", 2, main=1000) == "bad_stake §2.5.a"  # one Initial Play each
    assert table.refused_bet("B", 8, main=1000) == "unknown_spot §2.5.a"
    assert table.refused_bet("B", 2, player_pair=100) == "unknown_spot §2.5.a"
    assert table.refused_bet("B", 2, main=999) == "bad_stake §2.3"  # 3:2 and half Insurance must be exact
    table.bet("B", 2, main=500)
    window = table.window("bets")
    table.close()
    assert list(table.hands) == ["1", "2", "dealer"]
    assert table.refused_in(window, "A", Answer({Spot("1/main"): 2000})) == "closed §2.5.a"
    assert Table(game).close().finished


@pytest.mark.rule("004 §1 Insurance", "004 §2.5.c")
def test_004_1_insurance_is_half_the_initial_play_against_an_ace(game: OnlineBlackjack) -> None:
    table = alone(game, "TS AD 9S 9D")
    assert table.windows == ["insurance"]
    for amount in (498, 499, 501, 1000, 0, -500):
        assert table.refused_to_insure("A", 1, amount) == "bad_stake §2.5.c"
    table.insure("A", 1, 500).no_more_offers()
    assert table.bets_of("A") == {"1/main": 1000, "1/insurance": 500}
    assert alone(game, "TS KD 9S 9D").windows == ["choice/1/0/4"]


@pytest.mark.rule(
    "004 §1 Premium Blackjack", "004 §1 Peeking", "004 §2.9", "004 §2.9.b", "004 §2.9.b.i", "004 §2.9.b.ii"
)
@pytest.mark.parametrize("first", ["TD", "JD", "QD", "KD", "AD"])
def test_004_1_peeking_is_under_an_ace_or_a_ten(first: str) -> None:
    hidden = "KC" if first == "AD" else "AC"
    table = alone(PREMIUM, f"TS {first} 6S {hidden}").no_more_offers()
    assert (table.finished, table.windows) == (True, [])
    assert table.result("A") == "1/main 1000 lost 0 §2.4.c.ii"
    other = alone(PREMIUM, f"TS {first} 6S 9C").no_more_offers()
    assert (other.finished, other.windows) == (False, ["choice/1/0/4"])


@pytest.mark.rule("004 §1 Split")
def test_004_1_split_needs_two_cards_of_identical_value(game: OnlineBlackjack) -> None:
    assert [may_split(hand(text)) for text in ("8S 8D", "KS TD", "8S 9D", "8S 8D 8C")] == [True, True, False, False]
    assert alone(game, "KS 6D TD TC").asked == "A: hit stand double split"
    table = alone(game, "KS 6D 9D TC")
    assert table.asked == "A: hit stand double"
    assert table.refused_choice("A", "split") == "illegal_decision §2.8.b"


# --- 2.1: general gameplay -----------------------------------------------------------------------------------------


@pytest.mark.rule("004 §2.1.b")
def test_004_2_1_b_six_decks_of_52_shuffled_before_each_round() -> None:
    assert list(CLASSIC.decks) == list(PREMIUM.decks) == [6]
    shoe = virtual_shoe(random.Random(7).randrange)
    assert Counter(shoe) == dict.fromkeys(DECK, 6)
    assert shoe != tuple(decks(6))
    assert shoe == virtual_shoe(random.Random(7).randrange)
    assert shoe != virtual_shoe(random.Random(8).randrange)
    assert Counter(virtual_shoe(secrets.randbelow)) == dict.fromkeys(DECK, 6)  # the operating system's fits in


@pytest.mark.rule("004 §2.1.b")
def test_004_2_1_b_every_order_is_equally_likely_if_the_numbers_are() -> None:
    asked = []

    def last(below: int) -> int:
        asked.append(below)
        return below - 1

    assert virtual_shoe(last) == tuple(decks(6))  # each card stays where it is
    assert asked == list(range(312, 1, -1))  # 312! ways, one for each order
    first = virtual_shoe(lambda _: 0)
    assert Counter(first) == dict.fromkeys(DECK, 6)
    assert first[-1] is next(iter(decks(6)))
    asked.clear()
    assert virtual_shoe(last, 3) == tuple(decks(6))[-3:]
    assert asked == [312, 311, 310]  # no more numbers than cards
    assert virtual_shoe(random.Random(7).randrange, 60) == virtual_shoe(random.Random(7).randrange)[-60:]


@pytest.mark.rule("004 §2.1.c")
def test_004_2_1_c_two_cards_each_in_turn_the_dealers_second_hidden_until_all_are_done(game: OnlineBlackjack) -> None:
    table = two(game)
    order = []
    for card in "AS 9S 9D KS 7S 9C".split():
        order.append(table.expects)
        table.deal(card)
    assert order == ["1", "2", "dealer", "1", "2", "dealer"]
    assert not game.second_card_known(table.round)
    assert table.hands == {"1": "AS KS", "2": "9S 7S", "dealer": "9D"}
    table.choose("B", "stand")
    assert game.second_card_known(table.round)
    assert table.hands == {"1": "AS KS", "2": "9S 7S", "dealer": "9D 9C"}
    hides = two(game, "AS 9S TD KS 7S 9C")
    assert hides.lines("A") == {}  # the ten might have an Ace beneath
    assert hides.choose("B", "stand").result("A") == "1/main 1000 won 2500 §2.6"


@pytest.mark.rule("004 §2.1.d")
def test_004_2_1_d_hit_or_stand_at_any_total_until_a_bust(game: OnlineBlackjack) -> None:
    table = alone(game, "AS 6D 5S TD")
    for card, asked in (("5C", "A: hit stand"), ("TC", "A: hit stand")):  # a soft 21, a hard one
        assert table.choose("A", "hit").deal(card).asked == asked
    assert table.choose("A", "hit").deal("2C").result("A") == "1/main 1000 lost 0 §2.4.c.i"
    four = alone(game, "2S 6D 2C TD")
    assert four.refused_choice("A", "surrender") == "illegal_decision §2.1.d"
    assert four.refused_choice("B", "hit") == "illegal_decision §2.1.d"  # his own hand only
    assert four.choose("A", "stand").expects == "dealer"  # on 4


@pytest.mark.rule("004 §1 Classic Blackjack", "004 §2.1.e")
def test_004_2_1_e_on_a_soft_17_classic_hits_and_premium_stands() -> None:
    classic = alone(CLASSIC, "TS 6D 8S AD").choose("A", "stand")
    assert (classic.finished, classic.expects) == (False, "dealer")
    assert classic.deal("4C").result("A") == "1/main 1000 lost 0 §2.4.c.iii"  # 21
    premium = alone(PREMIUM, "TS 6D 8S AD").choose("A", "stand")
    assert premium.finished
    assert premium.result("A") == "1/main 1000 won 2000 §2.6"
    stands = {
        text: (CLASSIC.dealer_stands(hand(text)), PREMIUM.dealer_stands(hand(text)))
        for text in ("TS 6D", "TS 7D", "AS 6D", "AS 7D", "AS 6D TC", "TS 6D 9C", "AS 5D")
    }
    assert stands == {
        "TS 6D": (False, False),
        "TS 7D": (True, True),
        "AS 6D": (False, True),
        "AS 7D": (True, True),
        "AS 6D TC": (True, True),
        "TS 6D 9C": (True, True),
        "AS 5D": (False, False),
    }


# --- 2.2: card values ----------------------------------------------------------------------------------------------


@pytest.mark.rule("004 §1 Soft Total", "004 §2.2", "004 §2.2.a", "004 §2.2.b", "004 §2.2.c", "004 §2.2.d")
def test_004_2_2_cards_count_alike_in_every_suit_and_an_ace_is_eleven_unless_that_busts() -> None:
    for suit in "CDHS":
        values = [card_value(parse_card(rank + suit)) for rank in "A23456789TJQK"]
        assert values == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    softs = {"AS": 11, "AS AD": 12, "AS 6D": 17, "AS 9D AC": 21}
    hards = {"AS 9D 5C": 15, "AS 6D TC": 17, "TS 7D": 17}
    assert {text: hand(text).total for text in softs | hards} == softs | hards
    assert [text for text in softs | hards if hand(text).soft] == list(softs)


# --- 2.3: play limits ----------------------------------------------------------------------------------------------


@pytest.mark.rule("004 §2.3")
@pytest.mark.parametrize(
    ("game", "currency", "low", "high"),
    [
        (CLASSIC, "GC", 1_000_00, 100_000_00),
        (CLASSIC, "SC", 50, 500_00),
        (PREMIUM, "GC", 10_000_00, 10_000_000_00),
        (PREMIUM, "SC", 25_00, 1_000_00),
    ],
)
def test_004_2_3_least_and_most_by_version_and_coin(game: OnlineBlackjack, currency: str, low: int, high: int) -> None:
    assert COIN_LIMITS[game.name, currency] == Limit(low, high)
    table = Table(game, limits={"main": COIN_LIMITS[game.name, currency]})
    assert table.refused_bet("A", main=low - 2) == "bad_stake §2.3"
    assert table.refused_bet("A", main=high + 2) == "bad_stake §2.3"
    table.bet("A", main=low).bet("A", main=high)


# --- 2.4: the result -----------------------------------------------------------------------------------------------


@pytest.mark.rule("004 §2.4.a", "004 §2.4", "004 §2.4.b.ii", "004 §2.4.b")
def test_004_2_4_a_a_blackjack_hand_beats_a_21_of_more_cards(game: OnlineBlackjack) -> None:
    table = two(game, "AS TS 6D KS 9S 5D").choose("B", "stand").deal("TC")
    assert table.hands["dealer"] == "6D 5D TC"
    assert table.result("A", "B") == "A 1/main 1000 won 2500 §2.6, B 2/main 500 lost 0 §2.4.c.iii"


@pytest.mark.rule("004 §2.4.a", "004 §2.4.c.ii", "004 §2.4.c")
def test_004_2_4_a_a_dealers_blackjack_hand_beats_a_21_of_three_cards_too() -> None:
    table = alone(CLASSIC, "TS TD 6S AD").choose("A", "hit").deal("5S").choose("A", "stand")
    assert table.result("A") == "1/main 1000 lost 0 §2.4.c.ii"


@pytest.mark.rule("004 §2.4.b.i", "004 §2.4.b")
def test_004_2_4_b_i_the_dealer_busts_and_the_participant_does_not(game: OnlineBlackjack) -> None:
    table = two(game, "TS TC 6D 2S 6S TD").choose("A", "stand").choose("B", "hit").deal("9S").deal("8D")
    assert table.result("A", "B") == "A 1/main 1000 won 2000 §2.6, B 2/main 500 lost 0 §2.4.c.i"


@pytest.mark.rule(
    "004 §1 Even Play", "004 §2.4.b.iii", "004 §2.4.b", "004 §2.10", "004 §2.10.a", "004 §2.10.a.i", "004 §2.10.a.ii"
)
@pytest.mark.parametrize("hidden", ["KD", "9D"])
def test_004_2_10_a_even_play_wins_the_initial_play_whatever_is_hidden(game: OnlineBlackjack, hidden: str) -> None:
    table = alone(game, f"AS AD KS {hidden}")
    assert table.windows == ["even_money/1"]
    table.even_money("A").no_more_offers()
    assert table.finished
    assert table.result("A") == "1/main 1000 won 2000 §2.10.a.ii"


@pytest.mark.rule(
    "004 §1 Push",
    "004 §2.1",
    "004 §2.1.a",
    "004 §2.4",
    "004 §2.4.b.iv",
    "004 §2.4.c.iii",
    "004 §2.4.b",
    "004 §2.4.c",
    "004 §2.4.d",
    "004 §2.4.d.ii",
    "004 §2.5",
    "004 §2.5.b",
)
@pytest.mark.parametrize(
    ("second", "result"), [("7S", "lost 0 §2.4.c.iii"), ("8S", "returned 1000 §2.4.d.ii"), ("9S", "won 2000 §2.6")]
)
def test_004_2_4_the_higher_score_wins_and_the_same_is_a_push(game: OnlineBlackjack, second: str, result: str) -> None:
    assert alone(game, f"TS TD {second} 8D").choose("A", "stand").result("A") == f"1/main 1000 {result}"


@pytest.mark.rule("004 §1 Bust", "004 §2.4.c.i", "004 §2.4.c")
def test_004_2_4_c_i_who_busts_with_more_than_21_loses_whatever_the_dealer_has(game: OnlineBlackjack) -> None:
    busts = {"TS 9S 2S": False, "TS 9S 3S": True, "AS TS KS": False, "AS AD TS KS": True}
    assert {text: hand(text).bust for text in busts} == busts
    table = alone(game, "TS 6D 6S TD").choose("A", "hit").deal("9S")
    assert table.finished  # and the dealer draws no card for nobody
    assert table.hands["dealer"] == "6D TD"
    assert table.result("A") == "1/main 1000 lost 0 §2.4.c.i"


@pytest.mark.rule("004 §2.4.c.ii", "004 §2.4.c")
def test_004_2_4_c_ii_the_dealer_alone_has_a_blackjack_hand(game: OnlineBlackjack) -> None:
    table = alone(game, "TS AD KS KD").no_more_offers()
    if game is CLASSIC:
        table.choose("A", "stand")
    assert table.result("A") == "1/main 1000 lost 0 §2.4.c.ii"


@pytest.mark.rule("004 §2.4.d.i", "004 §2.4.d", "004 §2.10.b")
@pytest.mark.parametrize("dealer", ["TD AD", "AD TD"])
def test_004_2_4_d_i_two_blackjack_hands_push(game: OnlineBlackjack, dealer: str) -> None:
    first, hidden = dealer.split()
    assert alone(game, f"AS {first} KS {hidden}").no_more_offers().result("A") == "1/main 1000 returned 1000 §2.4.d.i"


# --- 2.5: initial play and insurance -------------------------------------------------------------------------------


@pytest.mark.rule("004 §2.5.c.i", "004 §2.5.c", "004 §2.9.c")
def test_004_2_5_c_i_insurance_wins_when_the_round_is_lost_to_a_blackjack_hand(game: OnlineBlackjack) -> None:
    table = alone(game, "TS AD 9S KD").insure("A", 1, 500)
    assert table.lines("A") == {}
    table.no_more_offers()
    if game is CLASSIC:  # no peeking: the hand is played to the end
        assert table.lines("A") == {}
        table.choose("A", "stand")
    assert table.result("A") == "1/main 1000 lost 0 §2.4.c.ii, 1/insurance 500 won 1500 §2.6"
    assert sum(line[1] for line in table.lines("A").values()) == 1500  # as before the round


@pytest.mark.rule("004 §2.5.c.ii", "004 §2.5.c")
def test_004_2_5_c_ii_insurance_is_lost_without_one_and_the_round_goes_on(game: OnlineBlackjack) -> None:
    table = alone(game, "TS AD 9S 7D").insure("A", 1, 500).no_more_offers().choose("A", "stand")
    assert table.result("A") == "1/main 1000 won 2000 §2.6, 1/insurance 500 lost 0 §2.5.c.ii"
    after_a_bust = alone(game, "TS AD 6S 7D").insure("A", 1, 500).no_more_offers().choose("A", "hit").deal("KS")
    assert after_a_bust.result("A") == "1/main 1000 lost 0 §2.4.c.i, 1/insurance 500 lost 0 §2.5.c.ii"


# --- 2.6: odds -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("004 §2.6")
def test_004_2_6_three_to_two_two_to_one_and_even(game: OnlineBlackjack) -> None:
    assert alone(game, "AS 6D KS TD", main=10_000_00).result("A") == "1/main 1000000 won 2500000 §2.6"
    insured = alone(game, "TS AD 9S KD", main=10_000_00).insure("A", 1, 5_000_00).no_more_offers()
    if game is CLASSIC:
        insured.choose("A", "stand")
    assert insured.lines("A")["1/insurance"] == (5_000_00, 15_000_00, "won", "2.6")
    regular = alone(game, "TS TD 9S 8D", main=10_000_00).choose("A", "stand")
    assert regular.result("A") == "1/main 1000000 won 2000000 §2.6"


# --- 2.7: double ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("004 §2.7.a", "004 §2.7")
def test_004_2_7_a_any_two_cards_may_be_doubled_but_not_three_nor_a_blackjack_hand(game: OnlineBlackjack) -> None:
    for dealt in ("2S 6D 2H TD", "TS 6D KS TD", "AS 6D 9S TD"):
        assert "double" in alone(game, dealt).asked
    three = alone(game, "2S 6D 2H TD").choose("A", "hit").deal("2C")
    assert three.refused_choice("A", "double") == "illegal_decision §2.7.a"
    assert two(game, "AS TS 6D KS 9S TD").asked == "B: hit stand double"  # A takes no decision
    split = alone(game, "TS 6D KS TD").choose("A", "split").deal("AS 5S")
    assert split.asked == "A: hit stand double"  # 21, but after a split no Blackjack Hand


@pytest.mark.rule("004 §1 Double", "004 §2.7.b.i", "004 §2.7.b.ii", "004 §2.7.b", "004 §2.7")
@pytest.mark.parametrize(
    ("card", "result"),
    [
        ("TS", "1/main 1000 won 2000 §2.6, 1/double 1000 won 2000 §2.6"),
        ("7S", "1/main 1000 returned 1000 §2.4.d.ii, 1/double 1000 returned 1000 §2.4.d.ii"),
        ("2S", "1/main 1000 lost 0 §2.4.c.iii, 1/double 1000 lost 0 §2.4.c.iii"),  # 13: no more cards
    ],
)
def test_004_2_7_b_a_double_gets_one_card_and_the_whole_amount_wins_loses_or_pushes(
    game: OnlineBlackjack, card: str, result: str
) -> None:
    table = alone(game, "5S TD 6H 8D")
    for amount in (2, 998, 1002, 2000):
        assert table.refused_choice("A", "double", amount) == "bad_stake §2.7.a"
    table.choose("A", "double").deal(card)
    assert (table.finished, table.windows, table.result("A")) == (True, [], result)
    bust = alone(game, "TS TD 6H 8D").choose("A", "double").deal("KS")
    assert bust.result("A") == "1/main 1000 lost 0 §2.4.c.i, 1/double 1000 lost 0 §2.4.c.i"


@pytest.mark.rule("004 §2.7.b.iii", "004 §2.7.b", "004 §2.7")
def test_004_2_7_b_iii_a_dealers_blackjack_hand_takes_the_whole_doubled_amount() -> None:
    table = alone(CLASSIC, "5S TD 6H AD").choose("A", "double")
    assert table.lines("A") == {}
    assert table.deal("TS").result("A") == "1/main 1000 lost 0 §2.7.b.iii, 1/double 1000 lost 0 §2.7.b.iii"


# --- 2.8: splitting ------------------------------------------------------------------------------------------------


@pytest.mark.rule("004 §2.8.a", "004 §2.8.b", "004 §2.8")
def test_004_2_8_a_one_split_a_round_and_with_the_same_amount_on_the_second_hand(game: OnlineBlackjack) -> None:
    table = alone(game, "8S 6D 8H TD")
    for amount in (998, 1002):
        assert table.refused_choice("A", "split", amount) == "bad_stake §2.8.b"
    table.choose("A", "split").deal("8C 8D")
    assert table.bets_of("A") == {"1/main": 1000, "1/main/1": 1000}
    assert table.hands == {"1": "8S 8C", "1/1": "8H 8D", "dealer": "6D"}
    assert table.asked == "A: hit stand double"
    assert table.refused_choice("A", "split") == "illegal_decision §2.8.a"
    table.choose("A", "stand")
    assert table.refused_choice("A", "split") == "illegal_decision §2.8.a"


@pytest.mark.rule("004 §2.8.c", "004 §2.8.c.i", "004 §2.8.c.ii", "004 §2.8.c.iii", "004 §2.8")
def test_004_2_8_c_both_hands_get_a_card_then_the_first_is_played_and_then_the_second(game: OnlineBlackjack) -> None:
    table = alone(game, "8S 6D 8H TD").choose("A", "split")
    assert (table.expects, table.windows) == ("1", [])
    table.deal("2S")
    assert (table.expects, table.windows) == ("1/1", [])
    assert table.deal("3H").windows == ["choice/1/0/6"]
    assert table.choose("A", "hit").deal("2C").windows == ["choice/1/0/7"]
    assert table.choose("A", "stand").windows == ["choice/1/1/7"]
    table.choose("A", "double").deal("TH").deal("TC")
    assert table.result("A") == "1/main 1000 won 2000 §2.6, 1/main/1 1000 won 2000 §2.6, 1/double/1 1000 won 2000 §2.6"


@pytest.mark.rule("004 §2.8.d", "004 §2.8")
def test_004_2_8_d_split_aces_get_one_card_each_and_are_completed(game: OnlineBlackjack) -> None:
    table = alone(game, "AS TD AH 8D").choose("A", "split")
    assert table.expects == "1"
    assert table.deal("AC").expects == "1/1"
    table.deal("KH")
    assert (table.finished, table.windows) == (True, [])
    assert table.lines("A") == {
        "1/main": (1000, 0, "lost", "2.4.c.iii"),
        "1/main/1": (1000, 2000, "won", "2.6"),  # 21, and not 3:2 (2.8.e)
    }


@pytest.mark.rule("004 §2.8.e", "004 §2.8")
def test_004_2_8_e_a_split_21_is_no_blackjack_hand(game: OnlineBlackjack) -> None:
    assert not is_blackjack(hand("AS KD", split=True))
    table = alone(game, "TS 6D KH 5D").choose("A", "split").deal("AS AH").choose("A", "stand").choose("A", "stand")
    table.deal("TC")  # 21 of three cards
    assert table.result("A") == "1/main 1000 returned 1000 §2.4.d.ii, 1/main/1 1000 returned 1000 §2.4.d.ii"


@pytest.mark.rule("004 §2.8.f", "004 §2.8.g", "004 §2.8")
def test_004_2_8_g_each_split_hand_stands_for_itself(game: OnlineBlackjack) -> None:
    table = alone(game, "TS TD KH 9D", main=10_000_00).choose("A", "split").deal("5S QH")
    assert table.choose("A", "hit").deal("8S").result("A") == "1/main 1000000 lost 0 §2.4.c.i"
    assert table.choose("A", "stand").result("A") == "1/main 1000000 lost 0 §2.4.c.i, 1/main/1 1000000 won 2000000 §2.6"


@pytest.mark.rule("004 §2.4.c.ii", "004 §2.8.g")
def test_004_2_4_c_ii_in_classic_a_blackjack_hand_takes_both_split_hands_whole() -> None:
    table = alone(CLASSIC, "8S TD 8H AD").choose("A", "split").deal("TS 3H").choose("A", "stand")
    table.choose("A", "double").deal("KH")
    assert table.result("A") == (
        "1/main 1000 lost 0 §2.4.c.ii, 1/main/1 1000 lost 0 §2.7.b.iii, 1/double/1 1000 lost 0 §2.7.b.iii"
    )


# --- 2.9: peeking --------------------------------------------------------------------------------------------------


@pytest.mark.rule("004 §2.9.a", "004 §2.9")
@pytest.mark.parametrize("first", ["TD", "AD"])
def test_004_2_9_a_in_classic_the_round_is_played_though_the_dealer_has_a_blackjack_hand(first: str) -> None:
    table = alone(CLASSIC, f"TS {first} 6S {'KD' if first == 'AD' else 'AD'}").no_more_offers()
    assert (table.finished, table.asked) == (False, "A: hit stand double")
    assert table.choose("A", "hit").deal("KS").result("A") == "1/main 1000 lost 0 §2.4.c.i"


@pytest.mark.rule("004 §2.9.b.ii.A", "004 §2.9.b.i", "004 §2.9.b.ii", "004 §2.9.b", "004 §2.9", "004 §2.9.c")
def test_004_2_9_b_ii_a_a_peeked_blackjack_hand_ends_the_round_for_all() -> None:
    table = two(PREMIUM, "TS AS AD 6S KS KD").insure("A", 1, 500)
    assert table.windows == ["insurance", "even_money/2"]  # the offers come before the peek (2.9.c)
    table.no_more_offers()
    assert (table.finished, table.windows, table.expects) == (True, [], None)
    assert table.result("A") == "1/main 1000 lost 0 §2.4.c.ii, 1/insurance 500 won 1500 §2.6"
    assert table.result("B") == "2/main 500 returned 500 §2.4.d.i"


@pytest.mark.rule("004 §2.9.b.ii.B", "004 §2.9.b.ii", "004 §2.9.b", "004 §2.9")
def test_004_2_9_b_ii_b_without_one_the_round_goes_on() -> None:
    for dealt in ("TS TD 6S 9D", "TS AD 6S 9D", "TS 9D 6S AD", "TS 5D 6S KD"):
        table = alone(PREMIUM, dealt).no_more_offers()
        assert (table.finished, table.asked) == (False, "A: hit stand double")


# --- 2.10: even play -----------------------------------------------------------------------------------------------


@pytest.mark.rule("004 §1 Even Play", "004 §2.10.a", "004 §2.10.a.i", "004 §2.10")
def test_004_2_10_a_i_even_play_ends_that_participants_round_only(game: OnlineBlackjack) -> None:
    table = two(game, "AS TS AD KS 6S 8D")
    assert table.refused("even_money", "B", "even_money") == "illegal_decision §2.1.d"
    assert table.even_money("A").no_more_offers().result("A") == "1/main 1000 won 2000 §2.10.a.ii"
    assert table.asked == "B: hit stand double"
    assert table.choose("B", "hit").deal("5S").choose("B", "stand").result("B") == "2/main 500 won 1000 §2.6"
    assert alone(game, "AS TD KS 8D").windows == []  # offered against an Ace only


@pytest.mark.rule("004 §2.10.b", "004 §2.10")
@pytest.mark.parametrize(
    ("hidden", "line"), [("KD", (1000, 1000, "returned", "2.4.d.i")), ("9D", (1000, 2500, "won", "2.6"))]
)
def test_004_2_10_b_left_alone_the_hidden_card_decides(
    game: OnlineBlackjack, hidden: str, line: tuple[int, int, str, str]
) -> None:
    table = alone(game, f"AS AD KS {hidden}")
    assert table.lines("A") == {}
    assert table.no_more_offers().lines("A") == {"1/main": line}


@pytest.mark.rule("004 §2.10.c", "004 §2.10")
def test_004_2_10_c_where_even_play_is_offered_there_is_no_insurance(game: OnlineBlackjack) -> None:
    assert alone(game, "AS AD KS 9D").windows == ["even_money/1"]
    table = two(game, "AS TS AD KS 6S 9D")
    assert table.windows == ["insurance", "even_money/1"]
    assert table.window("insurance").spots == ("2/insurance",)
    assert table.refused_to_insure("A", 1, 500) == "illegal_decision §2.1.d"
    table.insure("B", 2, 250)


def test_004_every_refusal_cites_a_paragraph_of_004(game: OnlineBlackjack) -> None:
    table = alone(game, "8S 6D 8H TD")
    stray = Answer({Spot("1/double"): 1000}, "hit")
    assert table.refused_in(table.window(), "A", stray) == "illegal_decision §2.1.d"
    assert table.refused_choice("A", "fly") == "illegal_decision §2.1.d"
    assert table.refused_in(table.window(), "A", Answer({}, "double")) == "bad_stake §2.1.d"


def test_004_knows_no_void(game: OnlineBlackjack) -> None:
    table = alone(game, "8S 6D 8H TD")
    for paragraph in ("5.4.2", "5.5.1", "5.19"):
        assert table.refused_ruling(Voided(paragraph)).startswith("illegal_ruling")


def test_004_an_outcome_is_established_by_a_bust_an_even_play_or_a_blackjack_hand_that_has_won(
    game: OnlineBlackjack,
) -> None:
    assert not game.established(alone(game, "TS 6D 9S TD").round)
    assert game.established(alone(game, "TS 6D 6S TD").choose("A", "hit").deal("KS").round)
    assert game.established(two(game, "AS TS 6D KS 9S TD").round)
    assert not game.established(two(game, "AS TS TD KS 9S 9D").round)
    assert game.established(two(game, "AS TS AD KS 9S 9D").even_money("A").no_more_offers().round)
    assert not game.established(alone(game, "TS").round)


@pytest.mark.rule("004 §3")
def test_004_3_who_has_excluded_himself_makes_no_play(game: OnlineBlackjack) -> None:
    felt = Felt(boxes=1, excluded=(PlayerId("A"),))
    round = game.begin(felt)
    (window,) = game.windows(round)
    play = Answer({Spot("1/main"): 1000})
    assert game.review(round, window, PlayerId("B"), play, {}) is None
    refusal = game.review(round, window, PlayerId("A"), play, {})
    assert refusal is not None
    assert (refusal.reason, refusal.paragraph) == ("excluded", "3")
