"""Verdicts and Bets make lines: nothing is lost, nothing is made, and what is rounded says so."""

from collections.abc import Mapping
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.baccarat.rules import Baccarat
from games.blackjack.rules import Blackjack
from games.cards import parse_cards
from games.money import AMOUNT_MAX, InvariantBroken, Odds
from games.online_blackjack.rules import PremiumBlackjack
from games.round import (
    HALF_LOST_ODDS,
    Act,
    Bets,
    BoxBets,
    CardDrawn,
    Felt,
    Game,
    Outcome,
    Peeked,
    PlayerId,
    Reconstructed,
    Spot,
    Verdict,
    Voided,
    WindowClosed,
    lost,
    returned,
    won,
)
from games.settlement import (
    Line,
    can_leave,
    corrected_acts,
    final_lines,
    fold,
    fold_without,
    less,
    line,
    refold,
    settle,
    try_fold,
    with_beside,
    without,
)

ALICE, BOB = PlayerId("T1"), PlayerId("T2")
PLAYER, BANKER, TIE = Spot("player"), Spot("banker"), Spot("tie")


class Decided:
    """A game that has made up its mind: a Round is its verdicts."""

    def verdicts(self, round: Mapping[Spot, Verdict], player: PlayerId, bets: Bets) -> Mapping[Spot, Verdict]:
        assert player == ALICE
        assert bets
        return round


GAME = cast("Game", Decided())


@pytest.mark.rule("001 §4.1", "003 §4.1.1", "000 §4.1.1", "002 §4.1")
def test_001_4_1_a_line_says_what_was_staked_what_comes_back_and_why() -> None:
    verdict = won(Odds(1, 2), "4.1")
    settled = line(BANKER, 700, verdict)
    assert settled == Line(BANKER, 700, 1050, verdict, "")
    assert settled.profit == 350


@pytest.mark.rule("001 §3.13")
def test_001_3_13_a_lost_bet_is_collected_whole() -> None:
    assert line(TIE, 100, lost("3.13")) == Line(TIE, 100, 0, Verdict(Outcome.LOST, Odds(-1), "3.13"))
    assert line(TIE, 100, lost("3.13")).profit == -100


@pytest.mark.rule("001 §3.12", "001 §5.11")
def test_001_3_12_a_returned_bet_comes_back_whole() -> None:
    settled = line(PLAYER, 101, returned("3.12"))
    assert settled == Line(PLAYER, 101, 101, Verdict(Outcome.RETURNED, Odds(0), "3.12"))
    assert settled.profit == 0


@pytest.mark.rule("003 §3.16", "000 §3.17")
def test_003_3_16_a_surrendered_bet_loses_half() -> None:
    verdict = Verdict(Outcome.SURRENDERED, HALF_LOST_ODDS, "3.16")
    assert line(PLAYER, 100, verdict).returned == 50
    assert line(PLAYER, 101, verdict) == Line(PLAYER, 101, 50, verdict, "the half is rounded down")


@pytest.mark.rule("003 §5.1.1", "000 §5.1.1", "002 §5.1.1")
def test_003_5_1_1_pro_rata_lets_part_of_a_stake_play_and_returns_the_rest() -> None:
    won_in_part = Verdict(Outcome.WON, Odds(3, 2), "4.1.1", counts=600)
    note = "600 of 1000 plays pro rata, the rest is returned"
    assert line(PLAYER, 1000, won_in_part) == Line(PLAYER, 1000, 1900, won_in_part, note)
    lost_in_part = Verdict(Outcome.LOST, Odds(-1), "3.23.3", counts=600)
    assert line(PLAYER, 1000, lost_in_part) == Line(PLAYER, 1000, 400, lost_in_part, note)
    odd = Verdict(Outcome.WON, Odds(1, 2), "4.1", counts=333)
    assert line(PLAYER, 1000, odd).returned == 1166
    assert line(PLAYER, 1000, odd).note == (
        "333 of 1000 plays pro rata, the rest is returned; the half is rounded down"
    )


def test_a_stake_that_plays_whole_is_no_pro_rata() -> None:
    assert line(PLAYER, 1000, Verdict(Outcome.WON, Odds(1), "4.1", counts=1000)).note == ""
    assert line(PLAYER, 1000, Verdict(Outcome.LOST, Odds(-1), "4.1", counts=0)).returned == 1000


@pytest.mark.parametrize("counts", [-1, 1001])
def test_no_more_than_the_stake_can_play(counts: int) -> None:
    with pytest.raises(InvariantBroken, match=f"player: {counts} of a stake of 1000 plays$"):
        line(PLAYER, 1000, Verdict(Outcome.WON, Odds(1), "4.1", counts=counts))


def test_a_line_never_changes() -> None:
    settled = line(PLAYER, 100, lost("3.13"))
    with pytest.raises(AttributeError, match="immutable"):
        settled.returned = 100  # type: ignore[misc]  # the point of the test


def test_bets_are_settled_in_the_order_in_which_they_were_placed_and_only_the_decided_ones() -> None:
    verdicts = {PLAYER: won(Odds(1), "4.1"), TIE: lost("3.13")}
    lines = settle(GAME, verdicts, ALICE, {TIE: 10, BANKER: 200, PLAYER: 100})
    assert lines == (line(TIE, 10, verdicts[TIE]), line(PLAYER, 100, verdicts[PLAYER]))


ODDS = st.builds(Odds, st.integers(-1, 200), st.sampled_from([1, 1, 2]))
STAKES = st.integers(1, AMOUNT_MAX)


@given(STAKES, ODDS, st.none() | st.floats(0, 1))
def test_money_is_conserved_and_both_ways_to_settle_agree(staked: int, odds: Odds, part: float | None) -> None:
    counts = None if part is None else int(staked * part)
    verdict = Verdict(Outcome.WON if odds.pays > 0 else Outcome.LOST, odds, "4.1", counts)
    (settled,) = settle(GAME, {PLAYER: verdict}, ALICE, {PLAYER: staked})
    assert settled == line(PLAYER, staked, verdict)
    assert settled.returned == settled.staked + settled.profit
    plays = staked if counts is None else counts
    assert settled.profit == odds.winnings(plays)
    assert settled.returned >= staked - plays >= 0
    assert ("rounded down" in settled.note) == (not odds.exact(plays))
    assert ("pro rata" in settled.note) == (plays != staked)


# --- a Round that is over, and one that is corrected ---------------------------------------------------------


def test_4_1_every_bet_of_a_round_that_is_over_has_a_line() -> None:
    game = Baccarat()
    round = fold(game, Felt(), _acts("9S 2H KD 3C 2D"))
    bets = {Spot("player"): 100, Spot("tie"): 10}
    assert final_lines(game, round, PlayerId("A"), bets) == settle(game, round, PlayerId("A"), bets)


def test_a_round_that_is_not_over_has_no_final_lines() -> None:
    game = Baccarat()
    with pytest.raises(InvariantBroken, match="before the Round is over"):
        final_lines(game, fold(game, Felt(), _acts("9S 2H")), PlayerId("A"), {Spot("player"): 100})


@pytest.mark.rule("001 §1.17")
def test_1_17_a_bet_whose_question_a_reconstruction_took_away_is_returned() -> None:
    game = Baccarat()
    round = fold(game, Felt(), _acts("9S 2H KD 3C 2D"))
    lines = final_lines(game, round, PlayerId("A"), {Spot("gone"): 70, Spot("tie"): 10})
    assert [(line.spot, line.returned, line.verdict) for line in lines] == [
        ("tie", 0, lost("3.13")),
        ("gone", 70, returned("1.17")),
    ]


@pytest.mark.rule("001 §5.6")
@pytest.mark.parametrize(
    ("cards", "acts"),
    [
        ("9S 2H KD 3C 2D", "close 9S 2H KD 3C 2D"),
        ("9S 2H KD 4C 2D", "close 9S 2H KD 4C 2D"),
        ("9S 2H KD 4C", "close 9S 2H KD 4C"),  # fewer end earlier
        ("9S 2H KD 3C 2D 5H", "close 9S 2H KD 3C 2D 5H"),  # more come at the end
    ],
)
def test_5_6_a_corrected_round_has_the_new_cards_where_the_old_ones_were(cards: str, acts: str) -> None:
    corrected = corrected_acts(_acts("9S 2H KD 3C 2D"), parse_cards(cards.split()))
    assert " ".join(act.card.text if isinstance(act, CardDrawn) else "close" for act in corrected) == acts


def test_5_6_an_order_that_was_reconstructed_is_in_the_new_cards_already() -> None:
    cards = parse_cards("9S 2H KD 3C".split())
    acts = [*_acts("2H 9S KD 3C"), Reconstructed(cards)]
    assert corrected_acts(acts, cards) == _acts("9S 2H KD 3C")


def test_5_4_5_6_a_card_that_came_early_and_was_brought_in_is_one_of_those_after_the_close() -> None:
    close, *drawn = _acts("9S 2H KD 3C")
    cards = parse_cards("9S 2H KD 4C".split())
    ruled = [drawn[0], close, Reconstructed(parse_cards(["9S"])), *drawn[1:]]
    assert corrected_acts(ruled, cards) == _acts("9S 2H KD 4C")


def test_5_4_what_lay_beside_the_hands_is_drawn_where_it_came_and_what_is_left_over_is_not() -> None:
    acts = _acts("9S 2H")
    king, ace, nine = parse_cards(["KD", "AH", "9S"])
    assert with_beside(acts, (0, 3), (king, ace)) == [CardDrawn(king), *acts, CardDrawn(ace)]
    assert with_beside(acts, (2, 2), (king, ace)) == [*acts[:2], CardDrawn(king), CardDrawn(ace), acts[2]]
    before = [*acts, Reconstructed(parse_cards(["2H", "9S"]))]
    assert without(before, (nine,)) == [acts[0], acts[2], Reconstructed(parse_cards(["2H"]))]


def test_5_4_an_order_from_before_a_card_came_keeps_its_twin() -> None:
    acts = _acts("9S 2H")
    (nine,) = parse_cards(["9S"])
    ruled = [*acts, Reconstructed(parse_cards(["2H", "9S"]))]
    assert without([*ruled, CardDrawn(nine)], (nine,)) == ruled


@pytest.mark.rule("003 §5.9")
def test_003_5_9_what_is_left_over_may_leave_if_the_round_is_the_same_without_it() -> None:
    game, felt, acts = Baccarat(), Felt(), _acts("9S 2H KD 3C")
    whole, (ace, three, ten) = fold(game, felt, acts), parse_cards(["AH", "3C", "TD"])
    assert fold_without(game, felt, [*acts, CardDrawn(ace), None], (ace,)) == whole
    assert fold_without(game, felt, acts, (ten,)) is None, "it never came"
    assert can_leave(game, felt, acts, (), whole)
    assert can_leave(game, felt, [*acts, CardDrawn(ace)], (ace,), whole)
    assert not can_leave(game, felt, acts, (three,), whole), "another card would be due"
    assert not can_leave(game, felt, acts, (ten,), whole)
    assert less((ace, three, ace), (ace, ten)) == (ace, three)


@pytest.mark.rule("003 §5.12")
def test_003_5_12_without_the_cards_that_were_put_in_order_there_is_no_such_round() -> None:
    """An order that was chosen of cards that are not there any more: a panel that asks falls over nothing."""
    game, felt = Blackjack(), Felt()
    bets = WindowClosed("bets", boxes=(BoxBets(1, (ALICE,), 100),), players=(ALICE,), kind="bets")
    acts: list[Act] = [bets, *map(CardDrawn, parse_cards("5S 6D 6H".split()))]
    (ace,) = parse_cards(["AH"])
    chosen = WindowClosed("order/1/3", "9C", kind="order", box=1)
    assert fold_without(game, felt, [*acts, CardDrawn(ace), chosen], (ace,)) is None
    assert not can_leave(game, felt, [*acts, CardDrawn(ace), chosen], (ace,), fold(game, felt, acts))


@pytest.mark.rule("004 §2.4.c.i")
def test_004_2_4_c_i_a_house_that_has_peeked_and_turns_an_ace_has_told_no_round() -> None:
    """Nobody could have split with a Blackjack of the Dealer: who follows the log says so, and goes on."""
    game, felt = PremiumBlackjack(), Felt(boxes=3)
    boxes = (BoxBets(2, (BOB,), 100), BoxBets(3, (ALICE,), 40))
    acts: list[Act] = [WindowClosed("bets", boxes=boxes, players=(ALICE, BOB), kind="bets")]
    acts += [*map(CardDrawn, parse_cards("KC TS QC 3S JD AC".split())), Peeked()]
    acts += [WindowClosed("choice/2/0/6", "double", kind="choice", box=2), *map(CardDrawn, parse_cards(["QD"]))]
    acts += [WindowClosed("choice/3/0/7", "split", kind="choice", box=3)]
    assert try_fold(game, felt, acts) is None


def test_5_6_a_card_that_lies_face_down_has_its_place_too() -> None:
    shown = _acts("9S 2H KD 3C")
    hidden: list[Act | None] = [*shown[:2], None, *shown[3:]]
    assert corrected_acts(hidden, parse_cards("9S 2H KD 3C".split())) == shown


def _acts(cards: str) -> list[Act]:
    return [WindowClosed("bets"), *(CardDrawn(card) for card in parse_cards(cards.split()))]


def test_5_6_acts_that_fit_together_make_the_round_again() -> None:
    game = Baccarat()
    acts = [*_acts("9S 2H KD 3C 2D"), Voided("5.3.3")]
    assert refold(game, Felt(), acts) == fold(game, Felt(), acts)


@pytest.mark.parametrize(
    "acts",
    [
        [WindowClosed("choice")],  # nobody was asked that
        [WindowClosed("bets"), WindowClosed("bets")],
        [WindowClosed("bets"), Voided("5.5")],  # a ruling that could not be made
    ],
)
def test_5_6_acts_that_do_not_fit_together_make_none(acts: list[Act]) -> None:
    assert refold(Baccarat(), Felt(), acts) is None
