"""Rulings as somebody would use them who gains by it, and what Players answer after them: nobody alone turns a Round
that lies there, and no answer ends the process.
"""

from collections.abc import Callable

import pytest

from games.round import DealingError, Discarded, DrawnTogether, Ruled, Voided
from protocol import events as e
from protocol import messages as m
from protocol.moves import second_for
from protocol.view import Phase
from tests.console.cluster import Cluster, alone, cards_of, dealt, of
from tests.console.people import DEALER, SHIFT_MANAGER, SUPERVISOR, T1

RETURN_T1 = m.RuleOtherwise("the screen was dark", m.ReturnBets((T1,)))


# --- 5.12, 5.19: whose Bets were returned in free words -------------------------------------------------------------


def returned(cards: str, then: str, behind: int = 0) -> Cluster:
    """After these cards the Bets of T1 go back; these follow."""
    bets = {"T1": {"1/main": 100}, "T2": {"1/main": behind} if behind else {"2/main": 100}}
    cluster = dealt(cards, bets, "blackjack")
    cluster.obey(RETURN_T1, SHIFT_MANAGER, SUPERVISOR)
    cluster.deal(then)
    if cluster.windows[0].startswith("surrender"):
        cluster.close()
    return cluster


@pytest.mark.parametrize(("choice", "spot"), [("double", "1/double"), ("split", "1/main/1")])
def test_who_has_no_bet_any_more_adds_nothing_to_it(choice: str, spot: str) -> None:
    cluster = returned("8C 6C 9D 8S", "TH")
    refusal = cluster.refused_bet("T1", {spot: 100}, choice)
    assert (refusal.reason, refusal.paragraph) == ("illegal_decision", "3.9")
    cluster.go("T1 stand, T2 stand, KD")
    cluster.certify()
    assert (cluster.credit("T1"), cluster.credit("T2")) == (1_000, 900)  # 16 against 19


def test_who_has_no_bet_any_more_does_not_insure_it() -> None:
    cluster = returned("5C 6C AD 6S", "5H")
    assert cluster.refused_bet("T1", {"1/insurance": 50}, "insure").paragraph == "3.14.2.a"


def test_who_has_no_bet_any_more_does_not_follow_with_it() -> None:
    cluster = returned("5C 9D", "5H", behind=200)  # T2 stands behind with more, and decides
    cluster.answer("T2", {"1/double": 200}, "double")
    assert cluster.refused_bet("T1", {"1/double": 100}, "follow").reason == "illegal_decision"
    cluster.choose("T1", "decline", kind="follow")
    assert cluster.view.due


# --- 5.7, 5.10.3, 5.12: once the cards lie there, everybody knows who would have his Bets back ------------------------


def lost() -> Cluster:
    """T1 has drawn too many; nothing more is due."""
    cluster = alone("blackjack", "TC 9D 6H")
    cluster.go("T1 hit, KD")
    assert (cluster.phase, cluster.view.due) == (Phase.RESULT, "")
    return cluster


def settled_once() -> Cluster:
    cluster = dealt("TC 9D 6H", {"T1": {"1/main": 100}}, "blackjack")
    cluster.certify()
    cluster.go("close, T1 hit, 2D, T1 hit, KD")
    assert cluster.phase is Phase.RESULT
    return cluster


TURNS: list[tuple[Callable[[], Cluster], Ruled, str]] = [
    (lost, DealingError(), "5.7"),
    (lost, DrawnTogether(cards_of("6H KD")), "5.12"),
    (settled_once, Discarded(cards_of("KD")[0]), "5.10.3"),
]


@pytest.mark.parametrize(("make", "act", "paragraph"), TURNS, ids=[paragraph for *_, paragraph in TURNS])
def test_nobody_alone_gives_a_player_his_lost_bet_back(make: Callable[[], Cluster], act: Ruled, paragraph: str) -> None:
    cluster = make()
    order = m.Rule(act, paragraph)
    assert cluster.refuse(order, SUPERVISOR).reason == "second_person"
    assert cluster.refuse(order, SUPERVISOR, SUPERVISOR).reason == "second_person"
    assert not cluster.windows
    cluster.obey(order, SUPERVISOR, DEALER)


def test_nobody_alone_does_at_three_pictures() -> None:
    cluster = dealt("2C KD 3S QH 9D JC", {"T1": {"1/initial": 100}}, "three_pictures")
    assert cluster.phase is Phase.RESULT
    assert cluster.refuse(m.Rule(DealingError(), "5.6"), SUPERVISOR).reason == "second_person"


def test_no_dealer_alone_undoes_what_a_player_has_decided_between_two_cards() -> None:
    cluster = dealt("TC 9C 9D 6H 2D", {"T1": {"1/main": 100}, "T2": {"2/main": 100}}, "blackjack")
    cluster.close()
    cluster.go("T1 hit, KD")
    assert (cluster.hands["1"], cluster.windows) == ("TC 6H KD", ["choice/2/0/6"])
    ruling = m.Rule(DrawnTogether(cards_of("2D KD")), "5.12")
    assert cluster.refuse(ruling, DEALER).reason == "second_person"
    cluster.draw("5C")  # nor if another card lies beside the Hands, which he could draw
    assert cluster.surplus
    assert cluster.refuse(ruling, DEALER).reason == "second_person"


def test_while_cards_are_due_a_dealing_error_is_a_supervisors_word() -> None:
    cluster = dealt("TC 9D", {"T1": {"1/main": 100}}, "blackjack")
    assert second_for("blackjack", m.Rule(DealingError(), "5.7")) is None
    cluster.obey(m.Rule(DealingError(), "5.7"), SUPERVISOR)
    assert cluster.windows == ["options"]


# --- 003 §5.6: earlier Rounds stand, void ones too ----------------------------------------------------------------


def stands(cards: str, last: str) -> Cluster:
    cluster = alone("blackjack", cards)
    cluster.go(f"T1 stand, {last}")
    return cluster


def test_a_void_is_not_taken_back_once_the_next_round_has_begun() -> None:
    cluster = stands("TC 9D 9H", "8C")  # 19 against 17
    cluster.rule(Voided("5.5.2"), "5.5.2")
    cluster.load_shoe()
    cluster.open_round()
    refusal = cluster.refuse(m.TakeBackVoid(), SHIFT_MANAGER, SUPERVISOR, round_no=1)
    assert (refusal.reason, refusal.paragraph) == ("not_entitled", "5.6")
    assert cluster.credit("T1") == 1_000


@pytest.mark.parametrize("too_many", ["", "4D", "9H"])  # 003 §5.10.2: the card stays out of play; also if it has a twin
def test_a_void_is_taken_back_before_the_next_round(too_many: str) -> None:
    cluster = stands("TC 9D 9H", "8C")
    cluster.deal(too_many)
    assert cluster.view.surplus == bool(too_many)
    cluster.rule(Voided("5.5.2"), "5.5.2")
    written = cluster.obey(m.TakeBackVoid(), SHIFT_MANAGER, SUPERVISOR)
    assert len(of(written, e.LinesCorrected)) == 1
    assert cluster.credit("T1") == 1_100
