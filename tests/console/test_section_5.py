"""Section 5 of document 001 to the letter: what each paragraph allows, and beside it what it does not (READINGS)."""

import pytest
from msgspec.structs import replace

from audit.guide import sight_of
from console.table.table import SpaceLeft
from games.round import HandId, PlayerId, Reconstructed, Refusal, Voided
from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from protocol.legality import is_established
from protocol.preview import preview
from protocol.view import Phase
from shoe_driver import link as shoe
from tests.console.cluster import BANKER_WINS, SIX_CARDS, Cluster, cards_of, dealt, of, played
from tests.console.people import DEALER, MANAGER, OTHER_DEALER, OTHER_SUPERVISOR, SHIFT_MANAGER, SUPERVISOR, T1, T2
from tests.console.tapped import BETS, by_hand, tap

PAYS = e.Placard(house_pays_max=100)


# --- 5.1 ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.1.1")
def test_5_1_1_an_established_outcome_is_concluded_and_nobody_can_say_that_it_is_affected() -> None:
    cluster = dealt("2C 4D 5S", BETS)
    cluster.restart()
    assert is_established(cluster.view)
    detail = "an outcome is established: play continues, and the Round is concluded"
    assert cluster.refuse(m.AnswerInterruption(affects=True), SUPERVISOR) == Refusal("established", detail, "5.1")
    cluster.obey(m.AnswerInterruption(affects=False), SUPERVISOR)
    cluster.deal("5H")
    cluster.certify()
    assert cluster.credit("T1") == 1_000 + 100 - 10


@pytest.mark.rule("001 §5.1.2")
def test_5_1_2_without_an_outcome_the_round_is_void_if_it_is_affected() -> None:
    cluster = dealt("2C 4D", BETS)
    cluster.restart()
    assert is_established(cluster.view) is False
    written = cluster.obey(m.AnswerInterruption(affects=True), SUPERVISOR)
    assert [fact.act for fact in of(written, e.RulingMade)] == [Voided("5.1.2")]
    assert (cluster.credit("T1"), cluster.credit("T2"), cluster.halts) == (1_000, 1_000, [])


def test_5_whatever_has_stopped_the_table_stops_it_after_a_restart_too() -> None:
    """Also several at once; and the question of the restart itself comes beside them."""
    cluster = dealt("2C 4D", BETS)
    cluster.run(shoe.CardsTogether(cluster.counter, 20))
    cluster.call()
    cluster.unread()
    cluster.run(shoe.ShoeEmpty(), shoe.LinkLost())
    stopped = cluster.halts
    assert {*stopped} == {"drawn_together", "called", "card_missing", "shoe_dry", "shoe_lost"}
    cluster.restart()
    assert {*cluster.halts} == {*stopped, "interrupted"}
    assert cluster.refuse(m.Certify(bytes(32))).reason == "halted"


# --- 5.3: a set that is none leaves play ----------------------------------------------------------------------------


@pytest.mark.rule("001 §5.3.1", "001 §5.3.2", "001 §5.3.5")
@pytest.mark.parametrize("paragraph", ["5.3.1", "5.3.2", "5.3.5"])
def test_5_3_after_such_a_void_the_set_leaves_play(paragraph: str) -> None:
    cluster = dealt("2C 4D", BETS)
    assert of(cluster.void(paragraph), e.SetWithdrawn) == [e.SetWithdrawn(paragraph)]
    refusal = Refusal("set_withdrawn", "this set has left play: load another one", "2.2.1")
    assert cluster.refuse(m.OpenBets()) == refusal
    cluster.restart()
    assert cluster.refuse(m.OpenBets()) == refusal
    cluster.load_shoe()
    cluster.play(BANKER_WINS, BETS)


@pytest.mark.parametrize("paragraph", ["5.3.3", "5.3.4"])
def test_5_3_after_any_other_void_the_set_plays_on(paragraph: str) -> None:
    cluster = dealt("2C 4D", BETS)
    assert of(cluster.void(paragraph), e.SetWithdrawn) == []
    cluster.play(BANKER_WINS, BETS)


@pytest.mark.rule("001 §5.3.1")
def test_5_3_1_a_card_that_was_not_read_may_be_none_of_this_set() -> None:
    cluster = dealt("2C 4D", BETS)
    assert cluster.refuse(m.ReportForeignCard(), DEALER, SUPERVISOR).reason == "not_halted"
    cluster.call()
    assert cluster.refuse(m.ReportForeignCard(), DEALER, SUPERVISOR).reason == "no_card_missing"
    cluster.unread()
    assert cluster.refuse(m.ReportForeignCard(), DEALER).reason == "second_person"
    written = cluster.obey(m.ReportForeignCard(), DEALER, SUPERVISOR)
    assert [fact.reason for fact in of(written, e.Halted)] == [Halt.FOREIGN_CARD]
    assert cluster.refuse(m.ReportForeignCard(), DEALER, SUPERVISOR).reason == "known"
    assert cluster.refuse(m.Resume(Halt.FOREIGN_CARD), SUPERVISOR).reason == "needs_act"
    cluster.void("5.3.1")
    assert (cluster.halts, cluster.view.shoe.withdrawn) == ([], "5.3.1")


@pytest.mark.rule("001 §5.3.1")
def test_5_3_1_if_it_was_one_of_the_set_after_all_it_is_entered_and_the_supervisor_says_so() -> None:
    cluster = dealt("2C 4D 5S", BETS)
    cluster.unread()
    cluster.obey(m.ReportForeignCard(), DEALER, SUPERVISOR)
    cluster.enter("5H")
    assert cluster.halts == ["foreign_card"]
    cluster.obey(m.Resume(Halt.FOREIGN_CARD), SUPERVISOR)
    cluster.certify()
    assert cluster.credit("T1") == 1_090


@pytest.mark.rule("001 §5.3.1")
def test_5_3_1_a_copy_too_many_is_not_talked_away() -> None:
    cluster = dealt("KC KC KC KC KC", BETS, decks=4)
    assert cluster.refuse(m.Resume(Halt.FOREIGN_CARD), SHIFT_MANAGER).reason == "needs_act"


@pytest.mark.rule("001 §5.3.4")
def test_5_3_4_a_dry_shoe_is_void_or_the_cards_are_there_and_no_new_set_cures_it() -> None:
    cluster = dealt("2C KD 3S", BETS)
    cluster.run(shoe.ShoeEmpty())
    detail = "in a Round only a stopped table changes its cards"
    assert cluster.refuse(m.LoadShoe(8, "300"), DEALER, SUPERVISOR) == Refusal("wrong_state", detail, "5.7.1")
    assert cluster.refuse(m.Resume(Halt.SHOE_DRY), DEALER).reason == "not_entitled"
    cluster.obey(m.Resume(Halt.SHOE_DRY), SUPERVISOR)  # the sensor was wrong
    cluster.deal("QH 9D 8C")
    cluster.certify()
    cluster.open_round(BETS)
    cluster.close()
    cluster.deal("2C KD")
    cluster.run(shoe.ShoeEmpty())
    before = cluster.credit("T1")
    cluster.void("5.3.4")
    assert cluster.credit("T1") == before + 110


def test_5_7_1_a_new_set_in_a_round_ends_its_own_halt_alone() -> None:
    """A Supervisor who was called for anything changes no set; a dead shoe is changed, and nothing else is cured."""
    cluster = dealt("2C KD", BETS)
    cluster.call()
    assert cluster.refuse(m.LoadShoe(8, "300"), DEALER, SUPERVISOR).reason == "wrong_state"
    cluster.run(shoe.LinkLost())
    cluster.obey(m.LoadShoe(8, "300"), DEALER, SUPERVISOR)
    assert set(cluster.halts) == {"called", "shoe_lost"}


@pytest.mark.rule("001 §5.3.5")
def test_5_3_5_only_a_void_for_it_a_new_set_or_a_supervisors_word_ends_unshuffled() -> None:
    cluster = dealt("", BETS)
    cluster.run(*(shoe.CardSeen(number, f"{rank}C") for number, rank in enumerate("A23456789", cluster.counter + 1)))
    cluster.counter += 9
    assert "unshuffled" in cluster.halts
    cluster.void("5.3.3")
    assert cluster.halts == ["unshuffled"]  # the Round is over, the set is what it was
    assert cluster.refuse(m.OpenBets()).reason == "halted"
    cluster.load_shoe()
    assert cluster.halts == []


def test_5_3_a_void_is_not_signed_over_other_cards_than_lay_there_when_it_was_proposed() -> None:
    cluster = dealt(BANKER_WINS, BETS)
    cluster.propose(m.Rule(Voided("5.3.3"), "5.3.3"), SUPERVISOR)
    cluster.draw("9S")  # one too many: perhaps another paragraph has to be read
    (refused,) = of(cluster.sign(OTHER_SUPERVISOR), e.SignatureRefused)
    assert (refused.refusal.reason, cluster.phase) == ("moved_on", Phase.RESULT)


# --- 5.3.3: a Round that is settled ---------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.3.3", "001 §5.3")
@pytest.mark.parametrize("paragraph", ["5.1.2", "5.3.1", "5.3.2", "5.3.4", "5.3.5", "5.12"])
def test_5_3_3_no_other_paragraph_reaches_back(paragraph: str) -> None:
    cluster = played(BANKER_WINS, BETS)
    refusal = cluster.refuse(m.VoidSettled(paragraph), SHIFT_MANAGER, SUPERVISOR)
    assert refusal.reason == "illegal_ruling"
    cluster.obey(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR)
    assert (cluster.credit("T1"), cluster.credit("T2")) == (1_000, 1_000)


@pytest.mark.rule("001 §5.3.3")
def test_5_3_3_also_when_the_table_is_closed_but_not_after_the_next_round_has_begun() -> None:
    cluster = played(BANKER_WINS, BETS)
    cluster.obey(m.CloseTable(), SUPERVISOR)
    cluster.obey(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR)
    assert cluster.credit("T1") == 1_000
    cluster = played(BANKER_WINS, BETS)
    cluster.open_round()
    refusal = cluster.refuse(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR, round_no=1)
    assert refusal.reason == "wrong_state"


# --- 5.12: a Void that was a mistake --------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.12")
@pytest.mark.parametrize("settled", [False, True])
def test_5_12_a_mistaken_void_is_taken_back_by_a_shift_manager_and_a_second_person(settled: bool) -> None:
    cluster = dealt(SIX_CARDS, BETS)
    if settled:
        cluster.certify()
        cluster.obey(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR)
    else:
        cluster.void("5.3.3")
    assert cluster.refuse(m.TakeBackVoid(), SUPERVISOR, OTHER_SUPERVISOR).reason == "second_position"
    assert cluster.refuse(m.TakeBackVoid(), SHIFT_MANAGER).reason == "second_person"
    written = cluster.obey(m.TakeBackVoid(), SHIFT_MANAGER, SUPERVISOR)
    assert [fact.void for fact in of(written, e.RoundCorrected)] == [""]
    assert (cluster.credit("T1"), cluster.credit("T2")) == (1_000 + 100 - 10, 950)
    assert (cluster.view.past[-1].void, cluster.view.void) == (False, "")
    assert cluster.refuse(m.TakeBackVoid(), SHIFT_MANAGER, SUPERVISOR).reason == "no_such_round"
    cluster.correct(BANKER_WINS)  # and it can be corrected like any other
    cluster.obey(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR)
    assert cluster.credit("T1") == 1_000


@pytest.mark.rule("001 §5.12")
def test_5_12_a_void_of_a_round_that_was_not_whole_has_nothing_to_go_back_to() -> None:
    cluster = dealt("2C 4D", BETS)
    cluster.void("5.3.3")
    assert cluster.refuse(m.TakeBackVoid(), SHIFT_MANAGER, SUPERVISOR).reason == "not_finished"
    assert cluster.refuse(m.TakeBackVoid(), SHIFT_MANAGER, SUPERVISOR, round_no=9).reason == "no_such_round"
    assert cluster.phase is Phase.READY


SURPLUS_WAYS = {
    "after the last card": ("", "4D 2C 5S 5H 9S", ""),
    "two of them": ("", "4D 2C 5S 5H 9S 9C", ""),
    "while Bets were open": ("9S", "4D 2C 5S 5H", ""),
    "its twin lies in a Hand": ("", "4D 2C 5S 5H 4D", ""),
    "it came first, and its twin lies in a Hand": ("5H", "4D 2C 5S 5H", ""),
    "before and after": ("5H", "4D 2C 5S 5H 5H", ""),
    "left over by a Reconstruction": ("", "9S 2C 5S 5H 4D", "4D 2C 5S 5H 9S"),
    "left over of those while Bets were open": ("4D", "9S 2C 5S 5H", "4D 2C 5S 5H 9S"),
}


@pytest.mark.rule("001 §5.12", "001 §5.4")
@pytest.mark.parametrize("way", SURPLUS_WAYS)
def test_5_12_a_void_over_a_surplus_card_is_taken_back_and_the_card_stays_out_of_play(way: str) -> None:
    early, cards, order = SURPLUS_WAYS[way]
    cluster = Cluster()
    cluster.open_round(BETS)
    if early:
        cluster.draw(early)
    else:
        cluster.close()
    cluster.deal(cards)
    if order:
        cluster.reconstruct(order)
    assert "surplus" in cluster.halts
    cluster.void("5.3.3")
    passed = list(cluster.view.shoe.drawn)
    written = cluster.obey(m.TakeBackVoid(), SHIFT_MANAGER, SUPERVISOR)
    assert [fact.cards for fact in of(written, e.RoundCorrected)] == [cards_of("4D 2C 5S 5H")]
    assert (cluster.credit("T1"), cluster.credit("T2")) == (1_000 - 110, 1_050)
    assert (cluster.view.past[-1].void, cluster.halts, cluster.kept) == (False, [], ())
    assert list(cluster.view.shoe.drawn) == passed
    cluster.correct("2C 4D 5H 5S")  # it has four cards, like any other
    assert cluster.credit("T1") == 1_000 + 100 - 10
    assert list(cluster.view.shoe.drawn) == passed
    cluster.obey(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR)
    cluster.obey(m.TakeBackVoid(), SHIFT_MANAGER, SUPERVISOR)
    assert cluster.credit("T1") == 1_000 + 100 - 10


@pytest.mark.rule("001 §5.12", "001 §5.4")
def test_5_12_a_surplus_card_completes_no_round() -> None:
    cluster = Cluster()
    cluster.open_round(BETS)
    cluster.draw("9S")
    cluster.deal("4D 2C 5S")
    cluster.void("5.3.3")
    assert cluster.refuse(m.TakeBackVoid(), SHIFT_MANAGER, SUPERVISOR).reason == "not_finished"


# --- 5.4: a Round with a kept card ----------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.4", "001 §5.6")
@pytest.mark.parametrize("early", [True, False])
def test_5_4_a_round_with_a_kept_card_is_put_right_like_any_other(early: bool) -> None:
    cluster = Cluster()
    cluster.open_round(BETS)
    if early:
        cluster.draw("9S")  # while Bets are open
        cluster.obey(m.KeepSurplus(), SUPERVISOR)
        cluster.deal("4D 2C 5S 5H")
    else:
        cluster.close()
        cluster.deal("4D 2C 5S 5H 9S")
        cluster.obey(m.KeepSurplus(), SUPERVISOR)
    assert cluster.hands == {"player": "4D 5S", "banker": "2C 5H"}
    cluster.reconstruct("2C 4D 5S 5H", "5.5")  # the cards of this Round, without the one that was kept
    cluster.correct_cards("2C 4D 5S 5D")
    assert cluster.refuse(m.CorrectCards(cards_of("2C 4D 5S 5D 9S")), DEALER, SUPERVISOR).reason == "other_cards"
    cluster.certify()
    assert (cluster.credit("T1"), cluster.kept) == (1_090, cards_of("9S"))
    cluster.correct("4D 2C 5H 5S")
    assert cluster.credit("T1") == 1_000 - 110
    cluster.obey(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR)
    assert cluster.credit("T1") == 1_000
    cluster.obey(m.TakeBackVoid(), SHIFT_MANAGER, SUPERVISOR)
    assert cluster.credit("T1") == 890
    cluster.open_round()
    cluster.close()
    assert cluster.hands == {"player": "9S"}


def test_5_4_a_correction_of_the_cards_leaves_the_card_that_was_kept_where_it_lies() -> None:
    cluster = Cluster()
    cluster.open_round(BETS)
    cluster.draw("9S")
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.deal("2C 4D 5S 5H 8C")
    assert cluster.halts == ["surplus"]
    cluster.correct_cards("2C 4D 5S 5D 8C")
    assert [card.text for card in cluster.table.state.aside.beside] == ["9S", "8C"]
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.certify()
    cluster.open_round()
    cluster.close()
    assert cluster.hands == {"player": "9S", "banker": "8C"}


# --- 5.5: on the wrong side -----------------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.5", "001 §1.17")
def test_5_5_the_dealer_reports_the_cards_as_they_lie_and_they_are_put_in_order() -> None:
    cluster = dealt("2C 4D 5S", BETS)
    player, banker = HandId("player"), HandId("banker")
    cluster.call()
    lying = {player: cards_of("4D"), banker: cards_of("2C 5S")}
    order = m.ReportWrongSides(lying)
    assert cluster.refuse(order, DEALER).reason == "second_person"
    assert cluster.refuse(order, DEALER, SUPERVISOR, round_no=0).reason == "late"
    other = m.ReportWrongSides({player: cards_of("4D"), banker: cards_of("2C 5D")})
    assert cluster.refuse(other, DEALER, SUPERVISOR).reason == "other_cards"
    right = m.ReportWrongSides({player: cards_of("2C 5S"), banker: cards_of("4D")})
    assert cluster.refuse(right, DEALER, SUPERVISOR).reason == "as_dealt"
    written = cluster.obey(order, DEALER, SUPERVISOR)
    assert of(written, e.SidesReported) == [e.SidesReported(1, lying)]
    assert of(written, e.RulingMade)[0].paragraph == "5.5"
    assert (cluster.hands, cluster.halts) == ({"player": "2C 5S", "banker": "4D"}, [])
    cluster.deal("5H")
    cluster.certify()
    assert cluster.credit("T1") == 1_090


def test_5_5_with_a_card_too_many_beside_it_that_one_is_ruled_on_first() -> None:
    cluster = dealt("2C 4D 5S 5H 9S", BETS)
    lying = {HandId("player"): cards_of("4D 5S"), HandId("banker"): cards_of("2C 5H")}
    assert cluster.refuse(m.ReportWrongSides(lying), DEALER, SUPERVISOR).reason == "surplus"
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.obey(m.ReportWrongSides(lying), DEALER, SUPERVISOR)
    assert cluster.hands == {"player": "2C 5S", "banker": "4D 5H"}


# --- 5.6: which card, and why ---------------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.6", "001 §5.8")
def test_5_6_a_round_is_corrected_also_when_the_table_is_closed_and_says_which_cards_it_had() -> None:
    cluster = played(BANKER_WINS, BETS)
    cluster.obey(m.CloseTable(), SUPERVISOR)
    written = cluster.correct(SIX_CARDS)
    (corrected,) = of(written, e.RoundCorrected)
    assert (corrected.cards_before, corrected.cards) == (cards_of(BANKER_WINS), cards_of(SIX_CARDS))  # two were added
    (corrected,) = of(cluster.correct("4D 2C 5H 5S"), e.RoundCorrected)
    assert corrected.cards_before == cards_of(SIX_CARDS)  # and removed
    assert cluster.credit("T1") == 890


def test_5_6_a_correction_that_finds_a_copy_too_many_stops_the_table() -> None:
    """001 §5.3.1: the Round stands as it is corrected, the set is none."""
    cluster = dealt("KC 4D KD 5H", BETS, decks=4)
    cluster.certify()
    cluster.play("KC 4C KC 5D")
    cluster.correct("KC 9C KC KC")
    assert cluster.halts == []  # the fourth
    cluster.correct("KC 9C KC KC", round_no=1, by=SHIFT_MANAGER)
    assert cluster.halts == ["foreign_card"]
    assert cluster.refuse(m.OpenBets()).reason == "halted"
    cluster.load_shoe()
    assert cluster.halts == []


# --- 5.7: drawn together --------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.7")
def test_5_7_two_cards_at_once_stop_the_table_and_the_supervisor_orders_them() -> None:
    cluster = dealt("2C 4D", BETS)
    cluster.draw("5H")
    cluster.counter += 1
    cluster.run(shoe.CardSeen(cluster.counter, "5S"), shoe.CardsTogether(cluster.counter, 20))
    assert cluster.halts == ["drawn_together"]
    assert cluster.refuse(m.Certify(bytes(32))).reason == "halted"
    order = m.Rule(Reconstructed(cards_of(BANKER_WINS)), "5.7")
    assert cluster.refuse(order, DEALER).reason == "not_entitled"
    cluster.obey(order, SUPERVISOR, DEALER)
    assert (cluster.hands, cluster.halts) == ({"player": "2C 5S", "banker": "4D 5H"}, [])
    cluster.certify()


@pytest.mark.rule("001 §5.7")
def test_5_7_the_supervisor_may_find_that_it_was_false_and_the_dealer_that_it_was_missed() -> None:
    cluster = dealt("2C 4D", BETS)
    cluster.run(shoe.CardsTogether(cluster.counter, 20))
    cluster.obey(m.Resume(Halt.DRAWN_TOGETHER), SUPERVISOR)
    cluster.obey(m.ReportDrawnTogether())
    assert cluster.halts == ["drawn_together"]
    assert cluster.refuse(m.Resume(Halt.DRAWN_TOGETHER), DEALER).reason == "not_entitled"


def test_5_7_between_rounds_it_is_a_surplus_card_and_nothing_else() -> None:
    cluster = Cluster()
    assert cluster.run(shoe.CardsTogether(cluster.counter, 20)) == []
    assert cluster.refuse(m.ReportDrawnTogether()).reason == "wrong_state"


# --- 5.12: in free words, with an effect ----------------------------------------------------------------------------


def otherwise(effect: m.Effect) -> m.RuleOtherwise:
    return m.RuleOtherwise("the glass fell on the felt", effect)


@pytest.mark.rule("001 §5.12")
@pytest.mark.parametrize(
    "effect",
    [m.Conclude(), m.VoidRound(), m.ReturnBets((T1,)), m.PayFromHouse(T1, 50)],
    ids=lambda it: type(it).__name__,
)
def test_5_12_a_ruling_in_free_words_needs_a_shift_manager_and_a_second_person(effect: m.Effect) -> None:
    cluster = dealt("2C 4D 5S", BETS, placard=PAYS)
    order = otherwise(effect)
    assert cluster.refuse(order, MANAGER, SUPERVISOR).reason == "second_position"
    assert cluster.refuse(order, SHIFT_MANAGER).reason == "second_person"
    assert cluster.refuse(order, SHIFT_MANAGER, SHIFT_MANAGER).reason == "second_person"
    assert cluster.refuse(order, SHIFT_MANAGER, SUPERVISOR, round_no=0).reason == "late"
    written = cluster.obey(order, SHIFT_MANAGER, SUPERVISOR)
    assert of(written, e.RulingRecorded) == [e.RulingRecorded("the glass fell on the felt")]


@pytest.mark.rule("001 §5.12")
def test_5_12_conclude_the_round_goes_on_and_only_questions_about_it_are_answered() -> None:
    cluster = dealt("2C 4D 5S", BETS)
    cluster.call()
    cluster.run(shoe.LinkLost())
    cluster.obey(otherwise(m.Conclude()), SHIFT_MANAGER, SUPERVISOR)
    assert cluster.halts == ["shoe_lost"]
    cluster.run(shoe.LinkRestored(""))
    cluster.deal("5H")
    cluster.certify()
    assert cluster.refuse(otherwise(m.Conclude()), SHIFT_MANAGER, SUPERVISOR).reason == "wrong_state"


@pytest.mark.rule("001 §5.12", "001 §5.11")
def test_5_12_void_returns_every_bet() -> None:
    cluster = dealt("2C 4D 5S", BETS)
    preview_of(cluster, m.VoidRound(), {"T1": 110, "T2": 50})
    written = cluster.obey(otherwise(m.VoidRound()), SHIFT_MANAGER, SUPERVISOR)
    assert of(written, e.RulingMade)[0].act == Voided("5.12")
    assert (cluster.credit("T1"), cluster.credit("T2")) == (1_000, 1_000)


@pytest.mark.rule("001 §5.12")
def test_5_12_chosen_terminals_get_their_bets_back_and_the_round_goes_on_for_the_others() -> None:
    cluster = dealt("2C 4D 5S", BETS)
    preview_of(cluster, m.ReturnBets((T1,)), {"T1": 110})
    written = cluster.obey(otherwise(m.ReturnBets((T1,))), SHIFT_MANAGER, SUPERVISOR)
    assert of(written, e.LayoutReturned) == [e.LayoutReturned(1, "bets", T1, 110, "5.12")]  # he is told why
    assert (cluster.credit("T1"), cluster.stake("T1"), cluster.stake("T2")) == (1_000, 0, 50)
    assert cluster.refuse(otherwise(m.ReturnBets((T1,))), SHIFT_MANAGER, SUPERVISOR).reason == "no_bets"
    assert cluster.refuse(otherwise(m.ReturnBets((T2, T2))), SHIFT_MANAGER, SUPERVISOR).reason == "twice"
    cluster.deal("5H")
    written = cluster.certify()
    assert [fact.terminal for fact in of(written, e.Settled)] == ["T2"]
    assert (cluster.credit("T1"), cluster.credit("T2")) == (1_000, 950)


def test_5_12_while_bets_are_open_a_player_takes_them_back_himself() -> None:
    cluster = Cluster()
    cluster.open_round(BETS)
    assert cluster.refuse(otherwise(m.ReturnBets((T1,))), SHIFT_MANAGER, SUPERVISOR).reason == "wrong_state"


@pytest.mark.rule("001 §5.12", "001 §5.4")
def test_5_12_a_round_without_bets_is_numbered_dealt_and_certified() -> None:
    cluster = played(BANKER_WINS, BETS)
    cluster.draw("9S")
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.obey(otherwise(m.RoundWithoutBets()), SHIFT_MANAGER, SUPERVISOR)
    assert (cluster.view.round_no, cluster.phase, cluster.view.without_bets) == (2, Phase.DEALING, True)
    assert cluster.hands == {"player": "9S"}
    assert cluster.answer("T1", {"banker": 100}, window=next(iter(cluster.table.windows.closes))) == []
    assert cluster.refuse(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR, round_no=1).reason == "wrong_state"
    cluster.deal("KH KD 3C")
    written = cluster.certify()
    assert of(written, e.Settled) == []
    refusal = cluster.refuse(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR, round_no=1)
    assert refusal.reason == "late"  # it has ended the reach of §5.3.3
    cluster.play(BANKER_WINS, BETS)
    assert not cluster.view.without_bets


@pytest.mark.rule("001 §5.12")
def test_5_12_the_house_pays_by_hand_what_its_file_allows_and_no_more() -> None:
    cluster = played(BANKER_WINS, BETS)
    assert cluster.refuse(otherwise(m.PayFromHouse(T1, 1)), SHIFT_MANAGER, SUPERVISOR).reason == "too_much"
    cluster.reopen(placard=PAYS)
    assert cluster.refuse(otherwise(m.PayFromHouse(T1, 101)), SHIFT_MANAGER, SUPERVISOR).reason == "too_much"
    refusal = cluster.refuse(otherwise(m.PayFromHouse(PlayerId("T9"), 50)), SHIFT_MANAGER, SUPERVISOR)
    assert refusal.reason == "no_terminal"
    before = cluster.money()
    preview_of(cluster, m.PayFromHouse(T1, 50), {"house": -50})
    written = cluster.obey(otherwise(m.PayFromHouse(T1, 50)), SHIFT_MANAGER, SUPERVISOR)
    assert of(written, e.HousePaid) == [e.HousePaid(T1, 50)]
    after = cluster.money()
    assert (after.get("house", 0) - before.get("house", 0), after["cash"] - before["cash"]) == (-50, 50)


def test_5_12_another_file_and_a_start_raise_nothing_before_an_opening_puts_it_on_record() -> None:
    cluster = Cluster(placard=PAYS)
    cluster.setup = replace(cluster.setup, placard=replace(PAYS, house_pays_max=10**6))
    cluster.restart()
    more = otherwise(m.PayFromHouse(T1, 101))
    assert cluster.refuse(more, SHIFT_MANAGER, SUPERVISOR).detail == "by a Ruling no more than 100 is paid"
    cluster.obey(m.CloseTable(), SUPERVISOR)
    assert cluster.refuse(more, SHIFT_MANAGER, SUPERVISOR).reason == "too_much", "nor does a closed table pay it"
    written = cluster.obey(m.OpenTable(), SUPERVISOR)
    assert [fact.placard.house_pays_max for fact in of(written, e.TableOpened)] == [10**6]
    cluster.obey(more, SHIFT_MANAGER, SUPERVISOR)


@pytest.mark.rule("001 §5.12")
def test_5_12_what_the_house_pays_by_rulings_counts_to_the_cash_of_a_day() -> None:
    """Two dishonest people: one ruling after the other, each as much as the file allows."""
    day = e.CashCap(10**6, 10**6, 10**6, 10**6, 250)
    cluster = Cluster(placard=replace(PAYS, caps=e.Caps(day=day)))
    for _ in range(2):
        cluster.obey(otherwise(m.PayFromHouse(T1, 100)), SHIFT_MANAGER, SUPERVISOR)
    before = cluster.money()
    refusal = cluster.refuse(otherwise(m.PayFromHouse(T1, 100)), SHIFT_MANAGER, SUPERVISOR)
    assert (refusal.reason, cluster.money()) == ("over_day", before)
    cluster.obey(otherwise(m.PayFromHouse(T1, 50)), SHIFT_MANAGER, SUPERVISOR)
    assert cluster.table.people.answered == {SHIFT_MANAGER.number: 250}
    cluster.obey(otherwise(m.RoundWithoutBets()), SHIFT_MANAGER, SUPERVISOR)  # a ruling that pays nothing


def test_5_12_no_round_without_bets_is_begun_that_might_not_be_written_to_its_end() -> None:
    cluster = Cluster()
    cluster.run(SpaceLeft(enough=False))
    assert cluster.refuse(otherwise(m.RoundWithoutBets()), SHIFT_MANAGER, SUPERVISOR).reason == "storage"


def test_5_12_over_a_halt_or_with_a_set_that_is_none_no_round_without_bets_is_begun_either() -> None:
    cluster = Cluster()
    cluster.call()
    assert cluster.refuse(otherwise(m.RoundWithoutBets()), SHIFT_MANAGER, SUPERVISOR).reason == "halted"
    cluster = dealt("2C 4D", BETS)
    cluster.void("5.3.1")
    assert cluster.refuse(otherwise(m.RoundWithoutBets()), SHIFT_MANAGER, SUPERVISOR).reason == "set_withdrawn"


def test_5_12_whose_bets_are_settled_in_part_has_none_returned_by_a_word() -> None:
    cluster = played("9S 6D 8H", {"T1": {"1/main": 100, "1/player_pair": 10}}, game="blackjack")
    cluster.go("close, T1 stand")
    assert cluster.refuse(otherwise(m.ReturnBets((T1,))), SHIFT_MANAGER, SUPERVISOR).reason == "paid"


def preview_of(cluster: Cluster, effect: m.Effect, expected: dict[str, int]) -> None:
    said = preview(sight_of(cluster.table), otherwise(effect))
    gains = {str(share.terminal): share.after for share in said.shares if not share.cash}
    assert gains | ({"house": said.house} if said.house else {}) == expected


# --- an evening by hand ---------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §1.3", "002 §1.2", "003 §1.4", "000 §1.5")
def test_by_hand_a_round_is_dealt_by_the_dealer_alone_and_certified_as_ever() -> None:
    cluster = by_hand()
    assert cluster.refuse(m.DealCard(cards_of("9S")[0])).reason == "no_card_due"
    cluster.open_round(BETS)
    assert cluster.refuse(m.DealCard(cards_of("9S")[0])).reason == "wrong_state"
    cluster.close()
    tap(cluster, BANKER_WINS)
    assert cluster.refuse(m.DealCard(cards_of("9S")[0])).reason == "wrong_state"
    cluster.certify()
    assert (cluster.credit("T1"), cluster.view.shoe.left) == (1_090, 8 * 52 - 4)


def test_by_hand_a_mis_tap_is_taken_back_before_the_next_card() -> None:
    cluster = by_hand()
    cluster.open_round(BETS)
    cluster.close()
    assert cluster.refuse(m.TakeBackCard()).reason == "no_card"
    tap(cluster, "2C 4D KD")
    assert cluster.obey(m.TakeBackCard()) == [e.CardTakenBack(1, HandId("player"), cards_of("KD")[0], HandId("player"))]
    assert (cluster.hands, cluster.view.shoe.left) == ({"player": "2C", "banker": "4D"}, 8 * 52 - 2)
    assert cluster.refuse(m.TakeBackCard()).reason == "no_card"  # one, not all
    tap(cluster, "5S 5D")
    assert cluster.refuse(m.TakeBackCard(), DEALER, OTHER_DEALER).reason == "second_position"  # the result is seen
    cluster.obey(m.TakeBackCard(), DEALER, SUPERVISOR)
    tap(cluster, "5H")
    cluster.restart_and_go_on()
    cluster.certify()
    assert cluster.credit("T1") == 1_090
    assert cluster.refuse(m.TakeBackCard()).reason == "wrong_state"


def test_by_hand_a_copy_too_many_stops_the_table_and_goes_with_the_mis_tap() -> None:
    cluster = by_hand()
    cluster.load_shoe(4)
    cluster.open_round(BETS)
    cluster.close()
    tap(cluster, "KC KC KC KC KC")
    assert cluster.halts == ["foreign_card"]
    cluster.obey(m.TakeBackCard())
    assert (cluster.halts, cluster.view.shoe.foreign) == ([], [])


def test_by_hand_what_is_burnt_goes_to_no_hand_even_if_a_shoe_is_there() -> None:
    """Found by a drill: a burnt card that was told by hand went to a Hand of the Round that had ended."""
    cluster = by_hand()
    cluster.open_round(BETS)
    cluster.close()
    tap(cluster, BANKER_WINS)
    cluster.certify()
    cluster.load_shoe(burn=2)
    cluster.run(shoe.LinkRestored("S1"))
    first, second = cards_of("9S 9H")
    last = cluster.view.shoe.last_seq
    assert tap(cluster, "9S 9H") == [e.CardBurnt(last + 1, first), e.CardBurnt(last + 2, second), e.ShoeLive()]
    assert (cluster.view.phase, cluster.view.shoe.burning) == (Phase.READY, 0)


def test_by_hand_not_where_a_shoe_tells_of_its_cards() -> None:
    cluster = dealt("2C 4D", BETS)
    assert cluster.refuse(m.DealCard(cards_of("9S")[0])).reason == "not_by_hand"
    assert cluster.refuse(m.TakeBackCard()).reason == "no_card"


def test_by_hand_what_a_shoe_has_told_of_is_a_fact_that_nobody_takes_back() -> None:
    """Found by a drill: a shoe was plugged in and told of cards of a set that was dealt by hand. One that had waited
    was taken back, and the number of the last was counted again: a Void named one card twice.
    """
    cluster = by_hand()
    cluster.run(shoe.LinkRestored("S1"))
    cluster.open_round(BETS)
    cluster.close()
    cluster.run(shoe.CardSeen(1, "2C"))
    assert cluster.refuse(m.TakeBackCard()).reason == "no_card"
    cluster.run(shoe.CardUnread(2), shoe.CardSeen(3, "KD"), shoe.CardSeen(4, "9H"))
    cluster.obey(m.EnterCard(cards_of("4D")[0]), SUPERVISOR, DEALER)  # those behind it find their places
    assert cluster.hands == {"player": "2C KD", "banker": "4D 9H"}
    assert (cluster.refuse(m.TakeBackCard()).reason, cluster.view.shoe.last_seq) == ("no_card", 4)


def test_by_hand_in_mid_shoe_when_the_shoe_dies() -> None:
    cluster = dealt("2C 4D", BETS)
    cluster.call()
    assert cluster.refuse(m.DealByHand(), SUPERVISOR, DEALER).reason == "shoe_lives"
    cluster.obey(m.Resume(Halt.CALLED), SUPERVISOR)
    cluster.run(shoe.LinkLost())
    assert cluster.refuse(m.DealByHand(), DEALER).reason == "not_entitled"
    assert cluster.refuse(m.DealByHand(), SUPERVISOR).reason == "second_person"
    cluster.obey(m.DealByHand(), SUPERVISOR, DEALER)
    assert cluster.halts == []
    tap(cluster, "KD")
    cluster.obey(m.TakeBackCard())
    tap(cluster, "5S 5H")
    cluster.certify()
    cluster.open_round(BETS)
    cluster.close()
    tap(cluster, BANKER_WINS)
    cluster.certify()
    assert cluster.credit("T1") == 1_180


def test_a_table_can_be_played_after_all_of_it() -> None:
    cluster = Cluster()
    cluster.play(BANKER_WINS, BETS)
    assert cluster.credit("T1") == 1_090
