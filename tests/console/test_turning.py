"""Cards of boxes that lie face down for a Player to turn: 003 §3.12, 002 §3.10, and what is on record (§5.5.4)."""

import pytest

from console.table.turning import LATE_MS
from games.round import DealingError, Handled, Reconstructed, Refusal, Voided
from protocol import events as e
from protocol import messages as m
from protocol.turning import ALL_MS, CARD_MS
from protocol.view import Phase, cards_digest
from tests.console.cluster import Cluster, cards_of
from tests.console.people import DEALER, SUPERVISOR

TIME_MS = CARD_MS + LATE_MS


def dealt(cards: str, game: str = "blackjack", main: str = "main") -> Cluster:
    """T1 on box 1 turns his cards himself, T2 on box 2 does not; these cards are dealt."""
    cluster = Cluster(game, squeeze=True)
    cluster.open_round()
    cluster.place("T1", {f"1/{main}": 100}, "squeeze")
    cluster.place("T2", {f"2/{main}": 100})
    cluster.close()
    cluster.deal(cards)
    return cluster


def turn(cluster: Cluster, terminal: str, *draws: int, round_no: int = 1) -> list[e.Event]:
    return cluster.heard(terminal, m.TurnCards(*cluster.process(terminal), round_no, draws))


# --- 003 §3.12 -------------------------------------------------------------------------------------------------------


def test_003_3_12_cards_lie_face_down_for_who_asked_and_nobody_is_asked_before_they_are_turned() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    assert cluster.hands == {"1": "?? ??", "2": "8D 7C", "dealer": "6H"}
    assert (cluster.windows, cluster.table.turning(cluster.now_ms)) == ([], ("T1",))
    assert turn(cluster, "T1", 0) == [e.HandHandled(1, "T1", 1), e.CardRevealed(1, 0, *cards_of("9S"))]  # type: ignore[arg-type]
    assert (cluster.hands["1"], cluster.windows) == ("9S ??", [])
    turn(cluster, "T1", 3)
    assert (cluster.hands["1"], cluster.windows) == ("9S 8H", ["surrender/1", "surrender/2"])
    assert cluster.table.turning(cluster.now_ms) == ()


def test_003_3_12_a_card_of_the_subsequent_deal_lies_face_down_too() -> None:
    cluster = dealt("9S 8D 6H 3H 7C")
    turn(cluster, "T1", 0, 3)
    cluster.go("close, T1 hit, 9C")
    assert (cluster.hands["1"], cluster.windows) == ("9S 3H ??", [])
    turn(cluster, "T1", 5)
    assert (cluster.hands["1"], cluster.windows) == ("9S 3H 9C", ["choice/1/0/6"])


def test_003_3_12_nobody_turns_the_cards_of_another_nor_in_another_round() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    assert turn(cluster, "T2", 0) == turn(cluster, "T2") == []
    assert turn(cluster, "T1", 0, round_no=2) == turn(cluster, "T1", 1) == []
    assert cluster.hands["1"] == "?? ??"


def test_003_3_12_who_does_nothing_has_his_cards_turned_for_him() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    assert cluster.wait(TIME_MS - 1) == []
    written = cluster.wait(1)
    assert [type(fact) for fact in written] == [e.CardRevealed, e.CardRevealed, e.WindowOpened, e.WindowOpened]
    assert not any(isinstance(act, Handled) for act in cluster.view.acts)  # nobody has taken them up


def test_003_3_12_who_goes_on_has_his_time_but_no_more_than_there_is_for_all_cards() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    for _ in range(ALL_MS // CARD_MS):
        cluster.wait(CARD_MS)
        turn(cluster, "T1")
    assert cluster.hands["1"] == "?? ??"
    cluster.wait(LATE_MS)
    assert cluster.hands["1"] == "9S 8H"


def test_003_3_12_a_restart_keeps_them_face_down_and_gives_the_whole_time_again() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    cluster.wait(TIME_MS - 1)
    cluster.restart()
    cluster.obey(m.AnswerInterruption(affects=False), SUPERVISOR)
    cluster.wait(TIME_MS - 1)
    assert cluster.hands["1"] == "?? ??"
    cluster.wait(1)
    assert cluster.hands["1"] == "9S 8H"


def test_003_3_12_while_play_stands_still_so_does_the_time() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    cluster.call()
    cluster.wait(ALL_MS * 2)
    assert (cluster.hands["1"], turn(cluster, "T1", 0)) == ("?? ??", [])


def test_001_5_10_nothing_is_certified_while_a_card_lies_face_down() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    refusal = cluster.refuse(m.Certify(cards_digest(cluster.view)), DEALER)
    assert refusal == Refusal("face_down", "a card lies face down: its Player turns it, or its time ends")
    turn(cluster, "T1", 0, 3)
    cluster.certify()


def test_m13_a_ruling_turns_them_all() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    cluster.call()
    cluster.rule(DealingError(), "5.7")
    assert (cluster.hands["1"], cluster.table.state.turners) == ("9S 8H", {})


# --- 002 §3.10, §5.5.4 -----------------------------------------------------------------------------------------------

NINE = "9S 8D 6H 8H 7C 5C 2D 3D 4D"  # three cards each: box 1, box 2, Dealer


def pictures(cards: str = NINE) -> Cluster:
    return dealt(cards, "three_pictures", "initial")


def test_002_3_10_one_hand_is_examined_and_its_cards_are_turned_one_by_one() -> None:
    cluster = pictures()
    assert cluster.hands == {"1": "?? ?? ??", "2": "8D 7C 3D", "dealer": "6H 5C 4D"}
    assert cluster.phase is Phase.RESULT
    turn(cluster, "T1", 0)
    turn(cluster, "T1", 3, 6)
    assert cluster.hands["1"] == "9S 8H 2D"
    cluster.certify()


def test_002_5_5_4_the_first_peel_is_on_record_once() -> None:
    cluster = pictures()
    assert turn(cluster, "T1") == [e.HandHandled(1, "T1", 1)]  # type: ignore[arg-type]
    assert turn(cluster, "T1") == []
    assert cluster.hands["1"] == "?? ?? ??"
    assert [act for act in cluster.view.acts if isinstance(act, Handled)] == [Handled("T1", 1)]  # type: ignore[arg-type]
    assert cluster.public.acts == cluster.view.acts
    cluster.restart()
    assert cluster.table.round.handled


@pytest.mark.parametrize("peeled", [False, True])
def test_002_5_5_4_nobody_has_handled_his_cards_or_all_have_the_options(peeled: bool) -> None:
    moved = Reconstructed(cards_of("8D 9S 6H 7C 8H 5C 3D 2D 4D"))  # the Hands of the two boxes, the other way round
    cluster = pictures()
    if peeled:
        turn(cluster, "T1")
    cluster.call()
    no = Refusal("illegal_ruling", "a Player has handled his cards: all have the options of §5.6", "5.6")
    if peeled:
        assert cluster.refuse(m.Rule(moved, "5.5.4"), SUPERVISOR) == no
        assert cluster.refuse(m.Rule(Voided("5.5.4"), "5.5.4"), SUPERVISOR) == no
        cluster.rule(moved, "5.6")
        assert cluster.windows == ["options"]
    else:
        cluster.rule(moved, "5.5.4")
        assert cluster.windows == []
    assert cluster.hands == {"1": "8D 7C 3D", "2": "9S 8H 2D", "dealer": "6H 5C 4D"}


def test_002_5_5_4_void_while_nobody_has_handled_his_cards() -> None:
    cluster = pictures()
    cluster.call()
    cluster.rule(Voided("5.5.4"), "5.5.4")
    assert cluster.view.void == "5.5.4"
