"""Document 001, paragraph by paragraph, as `games/baccarat/rules.py` carries it. Section 3 is tested exhaustively
in `test_baccarat_table_of_play.py`; here each paragraph stands by itself, with its refused case beside the accepted
one.
"""

from collections.abc import Mapping, Sequence
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.baccarat.rules import (
    ALL_RETURNED,
    BANKER,
    BANKER_HAND,
    BANKER_PAIR,
    PLAYER,
    PLAYER_HAND,
    PLAYER_PAIR,
    SPOTS,
    TIE,
    Baccarat,
    BaccaratRound,
    Result,
    banker_draws,
    decided,
    due_after_four,
    fold,
    hands_of,
    is_natural,
    is_pair,
    main_verdict,
    pair_verdict,
    player_draws,
    point_total,
    point_value,
    result_of,
    winner_of,
)
from games.cards import DECK, Card, Rank, parse_card, parse_cards
from games.money import AMOUNT_MAX, InvariantBroken, Odds
from games.round import (
    NO_BETS,
    Answer,
    Answers,
    Bets,
    CardDrawn,
    DealingError,
    Felt,
    InterimSettled,
    Limit,
    Outcome,
    PlayerId,
    Reconstructed,
    Refusal,
    Spot,
    Verdict,
    Voided,
    Window,
    WindowClosed,
)
from games.settlement import settle

GAME = Baccarat()
ALICE = PlayerId("T1")
BOB = PlayerId("T2")

LOST = Verdict(Outcome.LOST, Odds(-1), "3.13")
RETURNED = Verdict(Outcome.RETURNED, Odds(0), "3.12")


def cards(text: str) -> tuple[Card, ...]:
    return parse_cards(text.split())


def played(text: str) -> BaccaratRound:
    """A Round whose Bets are closed, with these cards in shoe order."""
    return fold(cards(text))


def paid(pays: int, to: int = 1) -> Verdict:
    return Verdict(Outcome.WON, Odds(pays, to), "4.1")


def stepped(start: BaccaratRound, text: str) -> BaccaratRound:
    for card in cards(text):
        start = GAME.step(start, CardDrawn(card))
    return start


def bets_window(begun: BaccaratRound) -> Window:
    (window,) = GAME.windows(begun)
    return window


def reviewed(bets: Mapping[Spot, object], *, felt: Felt | None = None, registered: Bets = NO_BETS) -> Refusal | None:
    """What the rule book says to these Bets of Alice, who has `registered` already, while Bob has plenty."""
    begun = GAME.begin(felt or Felt())
    answers: Answers = {"bets": {BOB: Answer(dict.fromkeys(SPOTS, 10_000)), ALICE: Answer(registered)}}
    return GAME.review(begun, bets_window(begun), ALICE, Answer(bets), answers)  # type: ignore[arg-type]


# Rounds that the tests come back to, in shoe order: Player, Banker, Player, Banker, thirds.
PLAYER_WINS = "9S 2D KH 5C"  # 9 to 7, a natural
BANKER_WINS = "2D 9S 5C KH"  # 7 to 9, a natural
BANKER_WINS_ON_SIX = "2S 3S 2D 3D KH"  # 4 draws a King; Banker on 6 stands
PLAYER_WINS_ON_SIX = "2S 5S 4D KD TH"  # 6 stands; Banker draws on 5 and stays there
TIED = "7S 7D KH QC"  # 7 to 7
TIED_ON_SIX = "6S 6D KH QC"


# --- 1: definitions --------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §1.9")
def test_001_1_9_a_natural_is_eight_or_nine_with_two_cards() -> None:
    assert [total for total in range(10) if is_natural(total)] == [8, 9]
    assert result_of(played("9S 2D KH 5C")).natural  # the Player Hand's
    assert result_of(played("2D 8S 5C KH")).natural  # the Banker Hand's
    assert result_of(played("9S 8D KH KC")).natural  # both
    assert not result_of(played("2S KS 2D 7D 5H")).natural  # 9 with three cards
    assert not result_of(played("7S 7D KH QC")).natural


@pytest.mark.rule("001 §1.10")
def test_001_1_10_banker_is_paid_even_money_except_on_six_and_no_other_bet_is_paid_half() -> None:
    for points in range(1, 10):
        assert main_verdict(BANKER, BANKER, points) == (paid(1, 2) if points == 6 else paid(1))
        assert main_verdict(PLAYER, PLAYER, points) == paid(1)
        assert main_verdict(TIE, TIE, points) == paid(8)
    bets = {BANKER: 700}
    assert [line.profit for line in settle(GAME, played(BANKER_WINS_ON_SIX), ALICE, bets)] == [350]
    assert [line.profit for line in settle(GAME, played(BANKER_WINS), ALICE, bets)] == [700]


@pytest.mark.rule("001 §1.14")
def test_001_1_14_a_pair_is_by_rank_and_not_by_points() -> None:
    assert is_pair(parse_card("KS"), parse_card("KH"))
    assert is_pair(parse_card("TC"), parse_card("TC"))  # with several decks, two of the same card
    assert not is_pair(parse_card("KS"), parse_card("QS"))
    assert not is_pair(parse_card("TS"), parse_card("KS"))


@pytest.mark.rule("001 §1.14", "001 §3.8")
def test_001_1_14_only_the_first_two_cards_of_a_hand_make_its_pair() -> None:
    shown = result_of(played("2S 3S 2D 4D KH"))  # Player 2 2 K; Banker 3 4
    assert (shown.player_pair, shown.banker_pair) == (True, False)
    shown = result_of(played("2S AS 3D AD 3H AC"))  # Player 2 3 3; Banker A A A
    assert (shown.player_pair, shown.banker_pair) == (False, True)
    verdicts = GAME.verdicts(played("2S 2D 5C 5H KH KC"), ALICE, NO_BETS)  # across the Hands there is no pair
    assert (verdicts[PLAYER_PAIR], verdicts[BANKER_PAIR]) == (LOST, LOST)


@pytest.mark.rule("001 §1.16")
def test_001_1_16_the_second_digit_counts() -> None:
    assert point_total(cards("9S 9D")) == 8
    assert point_total(cards("9S 9D 9H")) == 7
    assert point_total(cards("TS KD")) == 0
    assert point_total(cards("4S 5D")) == 9
    assert point_total(()) == 0


@pytest.mark.rule("001 §1.17", "001 §5.4", "001 §5.5")
def test_001_1_17_reconstruction_folds_the_same_cards_anew_in_their_intended_order() -> None:
    felt = Felt({"banker": Limit(100, 500)})
    begun = GAME.step(GAME.begin(felt), WindowClosed("bets"))
    wrong = stepped(begun, "9S KH 2D 5C")  # Player 9 and 2 draws; it should have been 9 and King
    assert wrong.due is PLAYER_HAND
    act = Reconstructed(cards("9S 2D KH 5C"))
    assert GAME.rule(wrong, act) is None
    assert GAME.step(wrong, act) == stepped(begun, "9S 2D KH 5C")


@pytest.mark.rule("001 §1.17", "001 §3.7")
def test_001_1_17_reconstruction_takes_the_cards_that_were_drawn_and_no_others() -> None:
    drawn = played("9S 2D KH 5C 4H")  # the four of hearts is surplus
    assert drawn.surplus == cards("4H")
    refusal = Refusal("illegal_ruling", "Reconstruction orders the cards that were drawn, no others", "1.17")
    assert GAME.rule(drawn, Reconstructed(cards("9S 2D KH 5C"))) == refusal  # the surplus forgotten
    assert GAME.rule(drawn, Reconstructed(cards("9S 2D KH 5C 4S"))) == refusal  # another four
    assert GAME.rule(drawn, Reconstructed(cards("9S 2D KH 5C 4H 4H"))) == refusal  # one more
    assert GAME.rule(drawn, Reconstructed(cards("4H 9S 2D KH 5C"))) is None
    early = stepped(GAME.begin(Felt()), "9S")
    again = Reconstructed(cards("9S"))
    assert GAME.rule(early, again) == Refusal("illegal_ruling", "Bets are still open", "3.7")
    closed = GAME.step(early, WindowClosed("bets"))
    assert GAME.rule(closed, again) is None
    assert GAME.step(closed, again) == played("9S")


@pytest.mark.rule("001 §1.18", "001 §3.3")
def test_001_1_18_a_round_begins_with_the_notice_and_ends_when_all_bets_are_decided() -> None:
    felt = Felt({"tie": Limit(5, 50)})
    begun = GAME.begin(felt)
    assert begun == BaccaratRound(felt)
    assert bets_window(begun) == Window("bets", SPOTS, paragraph="3.6")
    assert not GAME.finished(begun)
    dealing = GAME.step(begun, WindowClosed("bets"))
    for card in cards(PLAYER_WINS):
        assert not GAME.finished(dealing)
        dealing = GAME.step(dealing, CardDrawn(card))
    assert GAME.finished(dealing)
    assert set(GAME.verdicts(dealing, ALICE, NO_BETS)) == set(SPOTS)


@pytest.mark.rule("001 §1.19", "001 §3.12")
def test_001_1_19_equal_point_totals_are_a_tie() -> None:
    for total in range(10):
        assert winner_of(total, total) == TIE
    assert result_of(played(TIED)) == Result(TIE, 7, player_pair=False, banker_pair=False, natural=False)
    assert result_of(played("7S 7D KH 9C")).winner != TIE  # 7 to 6


@pytest.mark.rule("001 §1.20", "001 §5.11")
def test_001_1_20_a_voided_round_is_over_and_has_no_result() -> None:
    voided = GAME.step(played("9S 2D KH"), Voided("5.3.4"))
    assert voided.voided == "5.3.4"
    assert GAME.finished(voided)
    assert GAME.expects(voided) is None
    assert GAME.windows(voided) == ()
    assert GAME.verdicts(voided, ALICE, NO_BETS) == ALL_RETURNED
    early = GAME.step(GAME.begin(Felt()), Voided("5.3.5"))  # also while Bets are open
    assert (GAME.windows(early), GAME.finished(early)) == ((), True)


# --- 2: mode of play -------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §2.2.1")
def test_001_2_2_1_four_to_eight_decks() -> None:
    assert [decks for decks in range(20) if decks in Baccarat.decks] == [4, 5, 6, 7, 8]


# --- 3: how to play --------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §3.1", "001 §3.11")
def test_001_3_1_who_is_nearer_to_nine_wins() -> None:
    for player, banker in product(range(10), repeat=2):
        distances = 9 - player, 9 - banker
        expected = TIE if player == banker else PLAYER if distances[0] < distances[1] else BANKER
        assert winner_of(player, banker) == expected
    assert result_of(played(PLAYER_WINS)) == Result(PLAYER, 9, player_pair=False, banker_pair=False, natural=True)
    assert result_of(played(BANKER_WINS_ON_SIX)) == Result(BANKER, 6, player_pair=True, banker_pair=True, natural=False)


@pytest.mark.rule("001 §3.2.1", "001 §3.2.2", "001 §3.2.3")
def test_001_3_2_an_ace_counts_one_a_number_its_second_digit_and_a_picture_nothing() -> None:
    values = dict(zip("A23456789TJQK", (1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0), strict=True))
    assert {card: point_value(card) for card in DECK} == {card: values[card.text[0]] for card in DECK}


@pytest.mark.rule("001 §3.4")
def test_001_3_4_a_bet_keeps_within_the_limits_on_display() -> None:
    felt = Felt({"banker": Limit(100, 500, 50), "tie": Limit(10)})
    for amount in (100, 150, 500):
        assert reviewed({BANKER: amount}, felt=felt) is None
    for amount in (50, 98):
        refusal = Refusal("bad_stake", f"banker: {amount} is below the minimum of 100", "3.6")
        assert reviewed({BANKER: amount}, felt=felt) == refusal
    for amount in (502, 550):
        refusal = Refusal("bad_stake", f"banker: {amount} is above the maximum of 500", "3.6")
        assert reviewed({BANKER: amount}, felt=felt) == refusal
    assert reviewed({BANKER: 120}, felt=felt) == Refusal(
        "bad_stake", "banker: 120 is no multiple of the step 50", "3.6"
    )
    assert reviewed({TIE: AMOUNT_MAX}, felt=felt) is None  # no maximum on display
    assert reviewed({TIE: 9}, felt=felt) == Refusal("bad_stake", "tie: 9 is below the minimum of 10", "3.6")
    assert reviewed({PLAYER: 1}, felt=felt) is None  # no limit on display
    above = {BANKER: 800}  # what is registered already is not refused for a maximum
    assert [reviewed({BANKER: amount}, felt=felt, registered=above) is None for amount in (702, 800, 802)] == (
        [True, True, False]
    )
    assert reviewed({BANKER: 800}, felt=felt, registered={PLAYER: 800}) is not None


@pytest.mark.rule("001 §3.5", "001 §3.6")
def test_001_3_6_any_of_the_five_bets_alone_or_together() -> None:
    assert SPOTS == ("player", "banker", "tie", "player_pair", "banker_pair")
    for chosen in product((False, True), repeat=5):
        bets = {spot: 100 for spot, wanted in zip(SPOTS, chosen, strict=True) if wanted}
        assert reviewed(bets) is None


@pytest.mark.rule("001 §3.5", "001 §3.6")
def test_001_3_6_there_is_nothing_else_to_bet_on_and_nothing_to_choose() -> None:
    refusal = Refusal("unknown_spot", "'dragon' is no place to bet on here", "3.6")
    assert reviewed({Spot("dragon"): 100}) == refusal
    assert reviewed({PLAYER: 100, Spot("dragon"): 100}) == refusal
    begun = GAME.begin(Felt())
    answer = Answer({PLAYER: 100}, choice="stand")
    refusal = Refusal("illegal_decision", "there is nothing to choose here, and 'stand' came", "3.6")
    assert GAME.review(begun, bets_window(begun), ALICE, answer, {}) == refusal


@pytest.mark.rule("001 §3.6", "001 §4.1")
@pytest.mark.parametrize("amount", [0, -100, AMOUNT_MAX + 1, 100.0, "100", True, None])
def test_001_3_6_a_stake_is_a_whole_number_of_minor_units(amount: object) -> None:
    detail = f"player: a stake is a whole number of minor units from 1 to {AMOUNT_MAX}, not {amount!r}"
    assert reviewed({PLAYER: amount}) == Refusal("bad_stake", detail, "3.6")
    assert reviewed({PLAYER: AMOUNT_MAX}) is None


@pytest.mark.rule("001 §3.6", "001 §4.1")
def test_001_4_1_the_stake_on_banker_is_even_so_that_its_half_is_exact() -> None:
    refusal = Refusal("bad_stake", "banker: 101 is no multiple of the step 2", "3.6")
    assert reviewed({BANKER: 101}) == refusal
    assert reviewed({BANKER: 101}, registered={BANKER: 200}) == refusal
    assert reviewed({BANKER: 102, PLAYER: 101, TIE: 1, PLAYER_PAIR: 3, BANKER_PAIR: 5}) is None


@pytest.mark.rule("001 §3.3", "001 §3.7")
def test_001_3_7_no_more_bets_once_a_card_is_due() -> None:
    begun = GAME.begin(Felt())
    assert GAME.expects(begun) is None
    window, answer = bets_window(begun), Answer({PLAYER: 100})
    assert GAME.review(begun, window, ALICE, answer, {}) is None
    closed = GAME.step(begun, GAME.close(begun, window, {}))
    assert GAME.review(closed, window, ALICE, answer, {}) == Refusal("closed", "no more Bets", "3.7")
    assert GAME.expects(closed) is PLAYER_HAND
    assert played("") == closed
    for prefix in range(7):
        drawn = fold(cards("2S AS 3D AD 3H AC")[:prefix], closed)
        assert GAME.windows(drawn) == ()


@pytest.mark.rule("001 §3.8", "001 §1.7")
def test_001_3_8_the_first_and_third_cards_are_the_players_the_second_and_fourth_the_bankers() -> None:
    expected = [PLAYER_HAND, BANKER_HAND, PLAYER_HAND, BANKER_HAND]
    dealing = played("")
    for card, hand in zip(cards("2S 3D 4H 5C"), expected, strict=True):
        assert GAME.expects(dealing) is hand
        assert (dealing.player, dealing.banker) == (0, 0)  # no Point Totals before the fourth card
        dealing = GAME.step(dealing, CardDrawn(card))
    assert GAME.hands(dealing) == {PLAYER_HAND: cards("2S 4H"), BANKER_HAND: cards("3D 5C")}
    assert GAME.hands(played("2S 3D 4H")) == {PLAYER_HAND: cards("2S 4H"), BANKER_HAND: cards("3D")}
    assert hands_of(cards("2S AS 3D AD 3H AC")) == (cards("2S 3D 3H"), cards("AS AD AC"))
    assert hands_of(cards("2S 2D KH 3C 8S")) == (cards("2S KH 8S"), cards("2D 3C"))
    assert hands_of(cards("2S 2D 5H 3C 8S")) == (cards("2S 5H"), cards("2D 3C 8S"))


@pytest.mark.rule("001 §3.9")
def test_001_3_9_without_a_third_card_of_the_player_banker_draws_to_five() -> None:
    assert [total for total in range(10) if banker_draws(total, None)] == [0, 1, 2, 3, 4, 5]
    assert played("6S 2D KH 3C").due is BANKER_HAND  # 6 stands; Banker has 5
    assert played("6S 2D KH 4C").due is None  # Banker has 6
    assert played("6S 2D KH 3C 2H").due is None  # and one card is all


@pytest.mark.rule("001 §1.1", "001 §3.10")
def test_001_3_10_player_draws_to_five_and_stands_on_six_and_seven() -> None:
    assert [total for total in range(8) if player_draws(total)] == [0, 1, 2, 3, 4, 5]
    assert played("2S 2D 3H 5C").due is PLAYER_HAND
    assert played("2S 2D 4H 5C").due is None  # 6 to 7


@pytest.mark.rule("001 §1.1", "001 §3.10")
def test_001_3_10_after_a_natural_neither_hand_draws() -> None:
    for total in range(10):
        for natural in (8, 9):
            assert due_after_four(total, natural) is None
            assert due_after_four(natural, total) is None
    assert due_after_four(7, 5) is BANKER_HAND
    assert due_after_four(5, 7) is PLAYER_HAND
    assert due_after_four(7, 7) is None


@pytest.mark.rule("001 §3.10")
@pytest.mark.parametrize(
    ("totals", "thirds"),
    [
        pytest.param((0, 1, 2), range(10), id="nought to two: always"),
        pytest.param((3,), (0, 1, 2, 3, 4, 5, 6, 7, 9), id="three: all but eight"),
        pytest.param((4,), (2, 3, 4, 5, 6, 7), id="four: two to seven"),
        pytest.param((5,), (4, 5, 6, 7), id="five: four to seven"),
        pytest.param((6,), (6, 7), id="six: only six or seven"),
        pytest.param((7, 8, 9), (), id="seven or more: never"),
    ],
)
def test_001_3_10_banker_draws_by_his_total_to_these_third_cards(totals: Sequence[int], thirds: Sequence[int]) -> None:
    for total in totals:
        assert [third for third in range(10) if banker_draws(total, third)] == list(thirds)
    assert played("2S 2D KH 4C 6H").due is BANKER_HAND
    assert played("2S 2D KH 4C 8H").due is None


@pytest.mark.rule("001 §1.11", "001 §3.12", "001 §3.13")
def test_001_3_12_a_tie_returns_the_bets_on_player_and_banker_and_losing_bets_are_collected() -> None:
    for points in range(10):
        assert main_verdict(PLAYER, TIE, points) == main_verdict(BANKER, TIE, points) == RETURNED
        for spot, winner in ((PLAYER, BANKER), (BANKER, PLAYER), (TIE, PLAYER), (TIE, BANKER)):
            assert main_verdict(spot, winner, points) == LOST
    assert pair_verdict(pair=False) == LOST
    bets = {PLAYER: 100, BANKER: 200, TIE: 10, PLAYER_PAIR: 5, BANKER_PAIR: 5}
    for text, returned in ((TIED, [100, 200, 90, 0, 0]), (PLAYER_WINS, [200, 0, 0, 0, 0])):
        assert [line.returned for line in settle(GAME, played(text), ALICE, bets)] == returned


# --- 4: settlement ---------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §4.1", "001 §3.13")
@pytest.mark.parametrize(
    ("round_cards", "expected"),
    [
        (
            BANKER_WINS_ON_SIX,
            {BANKER: paid(1, 2), PLAYER: LOST, TIE: LOST, PLAYER_PAIR: paid(11), BANKER_PAIR: paid(11)},
        ),
        (BANKER_WINS, {BANKER: paid(1), PLAYER: LOST, TIE: LOST, PLAYER_PAIR: LOST, BANKER_PAIR: LOST}),
        (PLAYER_WINS, {BANKER: LOST, PLAYER: paid(1), TIE: LOST, PLAYER_PAIR: LOST, BANKER_PAIR: LOST}),
        (PLAYER_WINS_ON_SIX, {BANKER: LOST, PLAYER: paid(1), TIE: LOST, PLAYER_PAIR: LOST, BANKER_PAIR: LOST}),
        (TIED, {BANKER: RETURNED, PLAYER: RETURNED, TIE: paid(8), PLAYER_PAIR: LOST, BANKER_PAIR: LOST}),
        (TIED_ON_SIX, {BANKER: RETURNED, PLAYER: RETURNED, TIE: paid(8), PLAYER_PAIR: LOST, BANKER_PAIR: LOST}),
        ("4S 6S 4D KD", {BANKER: LOST, PLAYER: paid(1), TIE: LOST, PLAYER_PAIR: paid(11), BANKER_PAIR: LOST}),
        ("6S 4S KD 4D", {BANKER: paid(1), PLAYER: LOST, TIE: LOST, PLAYER_PAIR: LOST, BANKER_PAIR: paid(11)}),
    ],
)
def test_001_4_1_the_pay_table(round_cards: str, expected: Mapping[Spot, Verdict]) -> None:
    ended = played(round_cards)
    assert GAME.finished(ended)
    assert GAME.verdicts(ended, ALICE, NO_BETS) == expected
    assert decided(ended) == expected


# --- 5: irregularities -----------------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.1.1", "001 §5.1.2")
def test_001_5_1_an_outcome_is_established_from_the_third_card_on_and_never_before() -> None:
    """Over all beginnings of up to four ranks."""
    ranks = [parse_card(f"{rank}S") for rank in Rank]
    for count in range(5):
        for beginning in product(ranks, repeat=count):
            assert GAME.established(fold(beginning)) == (count >= 3), beginning


@pytest.mark.rule("001 §5.1.1", "001 §5.1.2")
def test_001_5_1_2_before_an_outcome_the_round_may_be_voided_and_after_it_not() -> None:
    assert GAME.rule(played("9S 2D"), Voided("5.1.2")) is None
    refusal = Refusal("illegal_ruling", "an outcome is established: the Round is concluded", "5.1.1")
    assert GAME.rule(played("9S 2D KH"), Voided("5.1.2")) == refusal
    assert GAME.rule(played(PLAYER_WINS), Voided("5.1.2")) == refusal
    assert GAME.rule(played("9S 2D KH"), Voided("5.3.4")) is None  # another reason is another matter


OPEN_TO_A_TIE = "2C 2S 2D 2D 5H"  # 4 draws a 5 and has 9; Banker draws on 4: it ties at best, and a tied Bet comes back


@pytest.mark.rule("001 §5.1.1")
@pytest.mark.parametrize(
    ("dealt", "expected"),
    [
        ("", {}),
        ("5C QS", {}),
        ("5C QS 5D", {PLAYER_PAIR: paid(11)}),
        ("5C QS 4D", {PLAYER_PAIR: LOST}),
        ("2C QS 4D QD", {PLAYER_PAIR: LOST, BANKER_PAIR: paid(11)}),  # 6 stands; Banker draws to anything
        ("2C 4S 3D 3D", {PLAYER_PAIR: LOST, BANKER_PAIR: LOST}),
        (OPEN_TO_A_TIE, {PLAYER_PAIR: paid(11), BANKER_PAIR: paid(11)}),
        # Player draws a 7 to 5 and has 2; Banker on 7 stands: all is over.
        ("2C 7S 3D KD 7H", {PLAYER: LOST, BANKER: paid(1), TIE: LOST, PLAYER_PAIR: LOST, BANKER_PAIR: LOST}),
    ],
)
def test_001_5_1_1_what_no_further_card_can_change_is_decided(dealt: str, expected: Mapping[Spot, Verdict]) -> None:
    """And verdicts while cards are due are what is decided so far, whoever asks and whatever he bet."""
    assert decided(played(dealt)) == expected
    assert GAME.verdicts(played(dealt), ALICE, {PLAYER: 100}) == expected
    assert GAME.verdicts(GAME.begin(Felt()), ALICE, NO_BETS) == {}


@pytest.mark.rule("001 §5.3.1", "001 §5.3.2", "001 §5.3.3", "001 §5.3.4", "001 §5.3.5")
@pytest.mark.parametrize("paragraph", ["5.3.1", "5.3.2", "5.3.3", "5.3.4", "5.3.5", "5.12"])
def test_001_5_3_each_of_its_situations_voids_the_round(paragraph: str) -> None:
    for text in ("", "9S 2D", "9S 2D KH", PLAYER_WINS):
        assert GAME.rule(played(text), Voided(paragraph)) is None
    voided = GAME.step(played("9S 2D KH"), Voided(paragraph))
    assert (voided.voided, voided.cards) == (paragraph, cards("9S 2D KH"))


@pytest.mark.rule("001 §5.3")
@pytest.mark.parametrize("paragraph", ["5.1.1", "5.2.1", "5.3", "5.3.6", "5.4", "5.5", "5.11", ""])
def test_001_5_3_no_other_paragraph_voids_a_round(paragraph: str) -> None:
    refusal = Refusal("illegal_ruling", f"§{paragraph} voids no Round", "5.3")
    assert GAME.rule(played("9S 2D"), Voided(paragraph)) == refusal


CARD = st.sampled_from(DECK)


@pytest.mark.rule("001 §5.4", "001 §3.7")
def test_001_5_4_a_card_too_many_is_kept_apart_and_changes_nothing() -> None:
    ended = played(PLAYER_WINS)
    excess = GAME.step(GAME.step(ended, CardDrawn(parse_card("4H"))), CardDrawn(parse_card("4H")))
    assert GAME.surplus(ended) == ()
    assert GAME.surplus(excess) == cards("4H 4H")
    assert GAME.hands(excess) == GAME.hands(ended)
    assert GAME.verdicts(excess, ALICE, NO_BETS) == GAME.verdicts(ended, ALICE, NO_BETS)
    assert fold(cards(f"{PLAYER_WINS} 4H 4H")) == excess
    exposed = stepped(GAME.begin(Felt()), "4H")  # before "No more Bets"
    assert (exposed.cards, GAME.surplus(exposed)) == ((), cards("4H"))
    assert GAME.windows(exposed) == GAME.windows(GAME.begin(Felt()))


@pytest.mark.rule("001 §5.6")
def test_001_5_6_the_cards_decide_and_another_order_of_them_is_another_result() -> None:
    registered = played("9S KH 2D 8C 5S")  # 9 2 5 makes 6, Banker has a natural 8: that 5 is surplus
    assert result_of(registered).winner == BANKER
    corrected = GAME.step(registered, Reconstructed(cards("9S 2D KH 8C 5S")))
    assert result_of(corrected).winner == PLAYER
    assert GAME.verdicts(corrected, ALICE, NO_BETS)[PLAYER] == paid(1)


@pytest.mark.rule("001 §5.9")
def test_001_5_9_the_bets_are_what_is_registered_when_the_window_closes() -> None:
    begun = GAME.begin(Felt())
    window = bets_window(begun)
    answers: Answers = {"bets": {ALICE: Answer({PLAYER: 100})}}
    act = GAME.close(begun, window, answers)
    assert act == WindowClosed("bets")  # the deal does not depend on the Bets
    closed = GAME.step(begun, act)
    assert closed == BaccaratRound(Felt(), closed=True, due=PLAYER_HAND)
    bets = answers["bets"][ALICE].bets
    assert [line.spot for line in settle(GAME, fold(cards(PLAYER_WINS), closed), ALICE, bets)] == [PLAYER]
    late = GAME.review(closed, window, ALICE, Answer({PLAYER: 200}), answers)
    assert late == Refusal("closed", "no more Bets", "3.7")


@pytest.mark.rule("001 §5.11")
def test_001_5_11_all_bets_of_a_voided_round_are_returned() -> None:
    voided = GAME.step(played(BANKER_WINS_ON_SIX), Voided("5.3.2"))
    bets = {spot: 100 + place for place, spot in enumerate(SPOTS)}
    lines = settle(GAME, voided, ALICE, bets)
    assert {line.spot: line.returned for line in lines} == bets
    assert {line.verdict for line in lines} == {Verdict(Outcome.RETURNED, Odds(0), "5.11")}


@pytest.mark.rule("001 §5.12")
def test_001_5_12_rulings_of_other_games_do_not_exist_here() -> None:
    for act in (InterimSettled(), DealingError()):
        name = type(act).__name__
        refusal = Refusal("illegal_ruling", f"{name} does not exist in this game", "5.12")
        assert GAME.rule(played("9S 2D"), act) == refusal
        with pytest.raises(InvariantBroken, match=name):
            GAME.step(played("9S 2D"), act)


# --- what holds for all of it ------------------------------------------------------------------------------------


def test_the_rule_book_says_which_document_it_is() -> None:
    assert (GAME.name, GAME.document, GAME.rules) == ("baccarat", "001", "RWS v5")


def test_a_round_and_its_result_never_change() -> None:
    ended = played(PLAYER_WINS)
    with pytest.raises(AttributeError, match="immutable"):
        ended.player = 0  # type: ignore[misc]  # the point of the test
    with pytest.raises(AttributeError, match="immutable"):
        result_of(ended).winner = BANKER  # type: ignore[misc]


@given(
    st.lists(CARD, min_size=6, max_size=6),
    st.dictionaries(st.sampled_from(SPOTS), st.integers(1, AMOUNT_MAX // 2).map(lambda half: 2 * half)),
)
def test_money_is_conserved_whatever_the_cards_and_bets(shoe: list[Card], bets: dict[Spot, int]) -> None:
    lines = settle(GAME, fold(shoe), ALICE, bets)
    assert [line.spot for line in lines] == list(bets)
    for line in lines:
        assert line.staked == bets[line.spot]
        assert line.returned == line.staked + line.profit
        assert 0 <= line.returned <= 12 * line.staked
        assert line.note == ""


@given(st.lists(CARD, max_size=9), st.integers(0, 9))
def test_a_round_is_a_fold_wherever_it_is_interrupted(shoe: list[Card], interrupted: int) -> None:
    assert fold(shoe[interrupted:], fold(shoe[:interrupted])) == fold(shoe)


@given(st.lists(CARD, min_size=6, max_size=6))
def test_what_is_decided_never_changes_with_further_cards(shoe: list[Card]) -> None:
    final = GAME.verdicts(fold(shoe), ALICE, NO_BETS)
    for count in range(7):
        found = decided(fold(shoe[:count]))
        assert found == {spot: final[spot] for spot in found}


@pytest.mark.rule("001 §1.20")
def test_001_1_20_a_void_round_stays_void_whatever_comes_after() -> None:
    game = Baccarat()
    round = game.step(game.begin(Felt()), WindowClosed("bets"))
    round = game.step(round, Voided("5.3.5"))
    for ruling in (Reconstructed(()), Voided("5.3.1")):
        refusal = game.rule(round, ruling)
        assert refusal is not None
        assert (refusal.reason, refusal.paragraph) == ("illegal_ruling", "1.20")
    late = game.step(round, WindowClosed("bets"))
    assert game.expects(late) is None
    assert game.finished(late)


@pytest.mark.rule("001 §3.4")
def test_001_3_4_a_lowered_bet_still_meets_the_minimum_and_no_other_limit() -> None:
    game = Baccarat()
    round = game.begin(Felt(limits={PLAYER: Limit(min=100, max=500, step=50)}))
    (window,) = game.windows(round)
    who = PlayerId("A")
    registered = {"bets": {who: Answer({PLAYER: 700})}}  # as after the limits were lowered
    for amount, accepted in ((99, False), (100, True), (130, True), (600, True), (700, True), (800, False)):
        refusal = game.review(round, window, who, Answer({PLAYER: amount}), registered)
        assert (refusal is None) == accepted, amount
    assert game.review(round, window, who, Answer(), registered) is None
