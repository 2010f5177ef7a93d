"""Settled Rounds that had other cards, or should have had no result: old lines are reversed, new ones posted."""

import pytest
from msgspec.structs import replace

from console.table.state import ROUNDS_KEPT
from console.table.table import Heard
from games.money import Odds
from games.round import HandId, PlayerId, Refusal, Spot, lost, returned, won
from games.settlement import Line
from protocol import events as e
from protocol import messages as m
from protocol.view import PastRound
from tests.console.cluster import BANKER_WINS, PANEL, PLAYER_WINS, TIE, Cluster, betting, cards_of, dealt, of, played
from tests.console.people import DEALER, MANAGER, OTHER_SUPERVISOR, SHIFT_MANAGER, SUPERVISOR, T1, T2
from tests.console.tables import settled

PLAYER, BANKER = HandId("player"), HandId("banker")
WON, LOST, BACK = won(Odds(1), "4.1"), lost("3.13"), returned("3.12")


def hands_of(cards: str) -> dict[HandId, tuple[object, ...]]:
    first, second, third, fourth = cards_of(cards)
    return {PLAYER: (first, third), BANKER: (second, fourth)}


def corrected(
    terminal: str, before: tuple[Line, ...], after: tuple[Line, ...], *, credited: int = 0, due: int = 0, owed: int = 0
) -> e.LinesCorrected:
    return e.LinesCorrected(1, PlayerId(terminal), 1, before, after, credited, due, owed)


def one(spot: str, staked: int, returned: int, verdict: object) -> tuple[Line, ...]:
    return (Line(Spot(spot), staked, returned, verdict),)  # type: ignore[arg-type]


# --- 5.6: the result shown on the cards ------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.4", "001 §5.6")
def test_5_6_a_round_is_corrected_though_a_card_of_its_betting_time_was_kept_for_the_next() -> None:
    cluster = betting({"T1": {"banker": 100}, "T2": {"player": 200}})
    cluster.draw("9S")
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.deal(BANKER_WINS)
    cluster.certify()
    assert cluster.correct(PLAYER_WINS) == [
        e.RoundCorrected(1, cards_of(PLAYER_WINS), "", hands_of(PLAYER_WINS), cards_of(BANKER_WINS)),  # type: ignore[arg-type]
        corrected("T1", one("banker", 100, 200, WON), one("banker", 100, 0, LOST), credited=-200),
        corrected("T2", one("player", 200, 0, LOST), one("player", 200, 400, WON), credited=400),
    ]
    cluster.restart()
    assert of(cluster.correct(BANKER_WINS), e.RoundCorrected)  # and once more
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_100, "credit/T2": 800, "house": 100}


@pytest.mark.rule("001 §5.6")
def test_5_6_a_wrong_result_is_settled_again_by_the_cards() -> None:
    cluster = settled()
    cluster.at_panel(SUPERVISOR)
    commits = cluster.commits
    assert cluster.correct(PLAYER_WINS) == [
        e.RoundCorrected(1, cards_of(PLAYER_WINS), "", hands_of(PLAYER_WINS), cards_of(BANKER_WINS)),  # type: ignore[arg-type]
        corrected("T1", one("banker", 100, 200, WON), one("banker", 100, 0, LOST), credited=-200),
        corrected("T2", one("player", 200, 0, LOST), one("player", 200, 400, WON), credited=400),
    ]
    assert cluster.commits == commits + 3  # proposed; the second person tries; and all of it
    assert cluster.money() == {"cash": -2_000, "credit/T1": 900, "credit/T2": 1_200, "house": -100}
    assert cluster.view.past == [PastRound(1, hands_of(PLAYER_WINS), False)]  # type: ignore[arg-type]
    cluster.restart()
    assert cluster.money() == {"cash": -2_000, "credit/T1": 900, "credit/T2": 1_200, "house": -100}


@pytest.mark.rule("001 §5.6")
def test_5_6_who_is_not_touched_by_the_correction_has_no_new_lines() -> None:
    cluster = Cluster()
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}, "T2": {"tie": 10}})
    written = cluster.correct(PLAYER_WINS)
    assert [event.terminal for event in of(written, e.LinesCorrected)] == [T1]
    assert cluster.credit("T2") == 990


def test_5_6_a_correction_can_be_corrected() -> None:
    cluster = settled()
    cluster.correct(PLAYER_WINS)
    assert cluster.correct(TIE)[1:] == [
        corrected("T1", one("banker", 100, 0, LOST), one("banker", 100, 100, BACK), credited=100),
        corrected("T2", one("player", 200, 400, WON), one("player", 200, 200, BACK), credited=-200),
    ]
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_000, "credit/T2": 1_000}
    cluster.correct(BANKER_WINS)
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_100, "credit/T2": 800, "house": 100}


@pytest.mark.rule("001 §5.6")
def test_5_6_what_the_credit_cannot_take_is_owed_and_credit_is_never_negative() -> None:
    cluster = settled()
    cluster.ticket("T1", 1_050)
    assert cluster.correct(PLAYER_WINS)[1] == corrected(
        "T1", one("banker", 100, 200, WON), one("banker", 100, 0, LOST), credited=-50, owed=150
    )
    money = cluster.money()
    assert (cluster.credit("T1"), money["owed/T1#1"], money["house"]) == (0, -150, -100)
    assert cluster.obey(m.CollectOwed(T1, 1), DEALER, SUPERVISOR) == [e.OwedCollected(T1, 1, 150)]
    assert "owed/T1#1" not in cluster.money()
    refusal = cluster.refuse(m.CollectOwed(T1, 1), DEALER, SUPERVISOR)
    assert refusal == Refusal("nothing_owed", "sitting 1 of T1 owes nothing")


def test_p10_5_6_a_stake_in_play_is_not_taken_for_an_old_debt() -> None:
    cluster = settled()
    cluster.open_round({"T1": {"banker": 1_000}})
    cluster.correct(PLAYER_WINS, 1, SHIFT_MANAGER)
    assert (cluster.credit("T1"), cluster.stake("T1"), cluster.money()["owed/T1#1"]) == (0, 1_000, -100)
    cluster.finish(BANKER_WINS)
    assert (cluster.credit("T1"), cluster.money()["owed/T1#1"]) == (2_000, -100)


@pytest.mark.rule("001 §5.6")
def test_5_6_whose_sitting_is_over_has_it_due_and_the_next_person_gets_nothing() -> None:
    cluster = settled()
    cluster.ticket("T2", 800)
    cluster.buy("T2", 300)  # somebody else
    assert cluster.correct(PLAYER_WINS)[2] == corrected(
        "T2", one("player", 200, 0, LOST), one("player", 200, 400, WON), due=400
    )
    assert (cluster.credit("T2"), cluster.money()["due/T2#1"]) == (300, 400)
    assert cluster.obey(m.PayDue(T2, 1), DEALER, SUPERVISOR) == [e.DuePaid(T2, 1, 400)]
    assert "due/T2#1" not in cluster.money()
    refusal = cluster.refuse(m.PayDue(T2, 1), DEALER, SUPERVISOR)
    assert refusal == Refusal("nothing_due", "nothing is due to sitting 1 of T2")


@pytest.mark.rule("001 §5.6")
def test_5_6_whose_sitting_is_over_owes_it_and_the_next_person_pays_nothing() -> None:
    cluster = settled()
    cluster.ticket("T1", 1_100)
    cluster.buy("T1", 300)
    assert cluster.correct(PLAYER_WINS)[1] == corrected(
        "T1", one("banker", 100, 200, WON), one("banker", 100, 0, LOST), owed=200
    )
    assert (cluster.credit("T1"), cluster.money()["owed/T1#1"]) == (300, -200)


# --- 5.6: no claim of a sitting stands against another ---------------------------------------------------------------


@pytest.mark.rule("001 §5.6")
def test_5_6_a_wrong_correction_taken_back_after_the_cash_out_leaves_nothing_to_pay_or_to_collect() -> None:
    cluster = settled()
    cluster.ticket("T1", 1_100)
    cluster.ticket("T2", 800)
    money = cluster.money()
    cluster.correct(PLAYER_WINS)
    assert cluster.money() == {**money, "house": -100, "owed/T1#1": -200, "due/T2#1": 400}
    assert cluster.correct(BANKER_WINS)[1:] == [
        corrected("T1", one("banker", 100, 0, LOST), one("banker", 100, 200, WON), owed=-200),
        corrected("T2", one("player", 200, 400, WON), one("player", 200, 0, LOST), due=-400),
    ]
    assert cluster.money() == money
    refusal = cluster.refuse(m.PayDue(T1, 1), DEALER, SUPERVISOR)
    assert refusal == Refusal("nothing_due", "nothing is due to sitting 1 of T1")
    refusal = cluster.refuse(m.CollectOwed(T2, 1), DEALER, SUPERVISOR)
    assert refusal == Refusal("nothing_owed", "sitting 1 of T2 owes nothing")


def test_5_6_of_a_smaller_claim_the_rest_goes_the_other_way() -> None:
    """What is due to him is used up first; only then he owes."""
    cluster = Cluster()
    cluster.play(TIE, {"T2": {"player": 200, "tie": 100}})
    assert cluster.credit("T2") == 1_800
    cluster.ticket("T2", 1_800)
    cluster.correct(PLAYER_WINS)
    assert cluster.money()["owed/T2#1"] == -700
    cluster.obey(m.CollectOwed(T2, 1), DEALER, SUPERVISOR)
    cluster.correct(TIE)
    assert cluster.money()["due/T2#1"] == 700
    (_, changed) = cluster.correct(BANKER_WINS)
    assert isinstance(changed, e.LinesCorrected)
    assert (changed.credited, changed.due, changed.owed) == (0, -700, 400)


def test_5_6_of_a_larger_claim_the_rest_stays() -> None:
    cluster = settled()
    cluster.ticket("T1", 1_100)
    cluster.ticket("T2", 800)
    cluster.correct(PLAYER_WINS)
    assert cluster.correct(TIE)[1:] == [
        corrected("T1", one("banker", 100, 0, LOST), one("banker", 100, 100, BACK), owed=-100),
        corrected("T2", one("player", 200, 400, WON), one("player", 200, 200, BACK), due=-200),
    ]
    assert cluster.money() == {"cash": -2_000, "tickets": 1_900, "owed/T1#1": -100, "due/T2#1": 200}


def test_5_6_what_was_paid_or_collected_by_then_is_a_new_claim() -> None:
    cluster = settled()
    cluster.ticket("T1", 1_100)
    cluster.correct(PLAYER_WINS)
    cluster.obey(m.CollectOwed(T1, 1), DEALER, SUPERVISOR)
    assert cluster.correct(BANKER_WINS)[1] == corrected(
        "T1", one("banker", 100, 0, LOST), one("banker", 100, 200, WON), due=200
    )
    assert cluster.obey(m.PayDue(T1, 1), DEALER, SUPERVISOR) == [e.DuePaid(T1, 1, 200)]


@pytest.mark.rule("001 §5.6")
def test_5_6_who_plays_on_settles_first_what_he_owes_and_the_rest_is_credit() -> None:
    cluster = settled()
    cluster.open_round({"T1": {"banker": 1_000}})
    cluster.correct(PLAYER_WINS, 1, SHIFT_MANAGER)
    assert (cluster.credit("T1"), cluster.stake("T1"), cluster.money()["owed/T1#1"]) == (0, 1_000, -100)
    assert cluster.correct(BANKER_WINS, 1, SHIFT_MANAGER)[1] == corrected(
        "T1", one("banker", 100, 0, LOST), one("banker", 100, 200, WON), credited=100, owed=-100
    )
    assert cluster.money() == {"cash": -2_000, "credit/T1": 100, "stake/T1": 1_000, "credit/T2": 800, "house": 100}


@pytest.mark.parametrize(
    ("cards", "why"),
    [("4D 2C 5H", "too few"), ("4D 2C 5H 5S 9S", "a Natural draws no card"), ("2C KD 3S QH", "a third card is due")],
)
def test_5_6_cards_that_make_no_whole_round_are_refused(cards: str, why: str) -> None:
    cluster = settled()
    refusal = cluster.refuse(m.Correct(cards_of(cards)), SUPERVISOR, OTHER_SUPERVISOR)
    assert refusal == Refusal("not_finished", "these cards do not make a whole Round", "5.6"), why


def test_5_6_a_round_that_was_not_settled_is_not_corrected() -> None:
    cluster = settled()
    cluster.open_round()
    cluster.void("5.3.3")
    for round_no in (0, 2, 3):
        refusal = cluster.refuse(m.Correct(cards_of(PLAYER_WINS)), SHIFT_MANAGER, SUPERVISOR, round_no=round_no)
        assert refusal == Refusal("no_such_round", f"round {round_no} is not on record as settled", "5.6")


@pytest.mark.rule("001 §5.6", "001 §5.8")
def test_5_8_later_a_shift_manager_corrects_that_round_alone() -> None:
    cluster = settled()
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    later = cluster.view.past[-1]
    money = cluster.money()
    order = m.Correct(cards_of(PLAYER_WINS))
    for person in (SUPERVISOR, MANAGER):
        refusal = cluster.refuse(order, person, round_no=1)
        assert refusal == Refusal("not_entitled", "this is for a Shift Manager or above", "5.6")
        refusal = cluster.refuse(order, person, OTHER_SUPERVISOR, round_no=1)
        assert refusal == Refusal("second_position", "one of the two must be a Shift Manager or above", "5.6")
    written = cluster.obey(order, SHIFT_MANAGER, SUPERVISOR, round_no=1)
    assert [event.round_no for event in of(written, e.LinesCorrected)] == [1, 1]
    assert [event.round_no for event in of(written, e.RoundCorrected)] == [1]
    assert cluster.view.past[-1] == later
    assert cluster.credit("T1") == money["credit/T1"] - 200


def test_a_correction_after_a_new_shoe_leaves_the_new_cards_alone() -> None:
    cluster = settled()
    cluster.load_shoe()
    cluster.correct(PLAYER_WINS)
    assert (cluster.view.shoe.passed, cluster.view.past) == (0, [])
    assert cluster.credit("T1") == 900


def test_a_correction_counts_the_cards_of_the_set_again() -> None:
    cluster = settled()
    cluster.correct("4D 2C 5H 9S")
    (nine,) = cards_of("9S")
    (other_five,) = cards_of("5S")
    assert (cluster.view.shoe.drawn[nine.number], cluster.view.shoe.drawn[other_five.number]) == (1, 0)
    assert cluster.view.shoe.passed == 4


def test_only_the_last_hundred_rounds_can_be_corrected() -> None:
    cluster = Cluster(terminals=())
    for _ in range(ROUNDS_KEPT + 1):
        cluster.play(BANKER_WINS)
        cluster.load_shoe()
    assert ROUNDS_KEPT == 100
    order = m.Correct(cards_of(PLAYER_WINS))
    assert cluster.refuse(order, SHIFT_MANAGER, SUPERVISOR, round_no=1).reason == "no_such_round"
    cluster.obey(order, SHIFT_MANAGER, SUPERVISOR, round_no=2)


# --- 5.3.3: a settled Round is voided, before the next one begins ----------------------------------------------------


@pytest.mark.rule("001 §5.3.3", "001 §5.11")
def test_5_3_3_a_settled_round_is_voided_before_the_next_one_begins() -> None:
    cluster = settled()
    void = returned("5.11")
    assert cluster.obey(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR) == [
        e.RoundCorrected(1, cards_of(BANKER_WINS), "5.3.3", hands_of(BANKER_WINS), cards_of(BANKER_WINS)),  # type: ignore[arg-type]
        corrected("T1", one("banker", 100, 200, WON), one("banker", 100, 100, void), credited=-100),
        corrected("T2", one("player", 200, 0, LOST), one("player", 200, 200, void), credited=200),
    ]
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_000, "credit/T2": 1_000}
    assert cluster.view.past == [PastRound(1, hands_of(BANKER_WINS), True)]  # type: ignore[arg-type]
    again = cluster.refuse(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR)
    assert again == Refusal("no_such_round", "round 1 is not on record as settled", "5.6")
    assert cluster.refuse(m.Correct(cards_of(PLAYER_WINS)), SUPERVISOR, OTHER_SUPERVISOR).reason == "no_such_round"


@pytest.mark.rule("001 §5.3.3", "001 §5.8")
def test_5_3_3_not_after_the_next_one_has_begun() -> None:
    cluster = settled()
    cluster.play(BANKER_WINS)
    late = Refusal("late", "it is about round 1, and this is 2", "5.3.3")
    for person in (SUPERVISOR, SHIFT_MANAGER):
        assert cluster.refuse(m.VoidSettled("5.3.3"), person, OTHER_SUPERVISOR, round_no=1) == late
    cluster.obey(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR)


def test_5_3_3_a_round_that_was_corrected_is_voided_from_what_it_was_corrected_to() -> None:
    cluster = settled()
    cluster.correct(PLAYER_WINS)
    written = cluster.obey(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR)
    assert of(written, e.RoundCorrected)[0].cards == cards_of(PLAYER_WINS)
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_000, "credit/T2": 1_000}


def test_a_round_with_a_kept_surplus_card_is_corrected_without_it() -> None:
    cluster = dealt(BANKER_WINS, {"T1": {"banker": 100}})
    cluster.draw("9S")
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.certify()
    cluster.correct(PLAYER_WINS)
    assert (cluster.credit("T1"), cluster.kept) == (900, cards_of("9S"))


def test_a_round_that_began_with_a_kept_card_is_corrected_with_it() -> None:
    cluster = Cluster()
    cluster.draw("2C")
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.play("4D 5S 5H", {"T1": {"banker": 100}})
    assert cluster.credit("T1") == 1_100
    cluster.correct(PLAYER_WINS)
    assert cluster.credit("T1") == 900
    assert min(cluster.view.shoe.drawn) == 0


def test_a_settled_round_is_corrected_after_its_terminal_was_latched_or_retired() -> None:
    """The money is the sitting's, whatever becomes of the terminal."""
    cluster = settled()
    cluster.obey(m.Latch(T1, "look at it"), SUPERVISOR)
    cluster.ticket("T2", 800)
    cluster.obey(m.Retire(T2), SUPERVISOR, OTHER_SUPERVISOR)
    cluster.correct(PLAYER_WINS)
    assert (cluster.credit("T1"), cluster.money()["due/T2#1"]) == (900, 400)


# --- a Round is corrected by the rule book it was played by ----------------------------------------------------------


def settled_card_by_card() -> Cluster:
    """Three Pictures, dealt one card at a time: T1 has won 100 and T2 has lost them."""
    cluster = played(CARD_BY_CARD, {"T1": {"1/initial": 100}, "T2": {"2/initial": 100}}, game="three_pictures")
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_100, "credit/T2": 900}
    return cluster


CARD_BY_CARD = "9S 2D KH 3C 4D 5S 6H 7C 8D"


def test_5_6_the_same_cards_again_change_no_money_although_the_house_now_deals_in_sets() -> None:
    cluster = settled_card_by_card()
    hands = cluster.hands
    cluster.reopen(house={"in_sets": True})
    (again,) = of(cluster.correct(CARD_BY_CARD), e.RoundCorrected, e.LinesCorrected)
    assert isinstance(again, e.RoundCorrected)
    assert cluster.hands == hands
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_100, "credit/T2": 900}


@pytest.mark.parametrize("game", ["blackjack", "three_pictures"])
def test_5_6_a_round_of_baccarat_is_corrected_as_baccarat_whatever_is_played_now(game: str) -> None:
    cluster = settled()
    cluster.reopen(game=game)
    assert cluster.correct(PLAYER_WINS) == [
        e.RoundCorrected(1, cards_of(PLAYER_WINS), "", hands_of(PLAYER_WINS), cards_of(BANKER_WINS)),  # type: ignore[arg-type]
        corrected("T1", one("banker", 100, 200, WON), one("banker", 100, 0, LOST), credited=-200),
        corrected("T2", one("player", 200, 0, LOST), one("player", 200, 400, WON), credited=400),
    ]
    assert cluster.money() == {"cash": -2_000, "credit/T1": 900, "credit/T2": 1_200, "house": -100}


@pytest.mark.parametrize("game", ["blackjack", "three_pictures"])
def test_5_3_3_a_round_of_baccarat_is_voided_as_baccarat_whatever_is_played_now(game: str) -> None:
    cluster = settled()
    cluster.reopen(game=game)
    cluster.obey(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR)
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_000, "credit/T2": 1_000}


def test_5_6_who_may_correct_is_said_by_the_document_of_that_round() -> None:
    """003 lets nobody correct a Round once the next one has begun; 001 lets a Shift Manager."""
    cluster = settled()
    cluster.reopen(game="blackjack")
    cluster.load_shoe()
    cluster.open_round()
    assert cluster.refuse(m.Correct(cards_of(PLAYER_WINS)), MANAGER, OTHER_SUPERVISOR, round_no=1) == Refusal(
        "not_entitled", "this is for a Shift Manager", "5.6"
    )
    cluster.correct(PLAYER_WINS, 1, SHIFT_MANAGER)
    assert cluster.credit("T2") == 1_200


def test_5_6_without_the_rule_book_of_that_round_nothing_is_computed() -> None:
    """A checkpoint may outlive a rule book: the table plays on, and that Round is for people."""
    cluster = settled()
    was = cluster.table.state.settled[1]
    cluster.table.state.settled[1] = replace(was, rules="of another time")
    command = m.Command(*cluster.process(PANEL), b"command9", 1, m.Correct(cards_of(PLAYER_WINS)), None)
    (refused,) = cluster.table.decide(0, Heard(PANEL, command, "panel"))
    assert isinstance(refused, e.OrderRefused)
    assert refused.refusal == Refusal(
        "no_rule_book", "baccarat is here in the version 'RWS v5', not 'of another time'", "5.6"
    )
