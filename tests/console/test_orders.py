"""Orders: once by their id, on record whether obeyed or not, and in one commit with what follows from them."""

import pytest

from console.table.state import ORDERS_KEPT
from games.round import PlayerId, Refusal
from protocol import events as e
from protocol import messages as m
from protocol.events import STAFF, audience_of
from protocol.halts import HALTS, Halt
from protocol.moves import MOVES
from shoe_driver import link as shoe
from tests.console.cluster import BANKER_WINS, Cluster, dealt
from tests.console.people import DEALER, SHIFT_MANAGER, SUPERVISOR


def test_an_order_is_on_record_before_what_follows_from_it_in_one_commit() -> None:
    cluster = Cluster()
    commits = cluster.commits
    ordered, opened = cluster.command(m.OpenBets(), DEALER, command_id=b"command1")
    assert ordered == e.Ordered(b"command1", DEALER, None, m.OpenBets())
    assert isinstance(opened, e.WindowOpened)
    assert cluster.commits == commits + 1
    (refused,) = cluster.command(m.OpenBets())
    assert (audience_of(ordered), audience_of(refused)) == (STAFF, STAFF)


def test_a_refused_order_that_comes_again_is_shown_its_refusal_although_the_state_has_changed() -> None:
    cluster = Cluster()
    (refused,) = cluster.command(m.CloseBets(), command_id=b"command1", round_no=1)
    cluster.open_round()
    assert cluster.command(m.CloseBets(), command_id=b"command1", round_no=1) == []
    assert (cluster.shown(), cluster.windows) == ([refused], ["bets"])


def test_a_refused_order_that_names_no_round_is_refused_however_many_others_follow() -> None:
    """No Round passes it by: were its id forgotten, a late copy would be obeyed after the refusal was read."""
    cluster = Cluster(credit=0)
    order = m.SellCredit(PlayerId("T9"), 500)
    (refused,) = cluster.command(order, command_id=b"command1")
    cluster.join("T9")
    for _ in range(ORDERS_KEPT):
        cluster.command(m.CloseBets())
    assert cluster.command(order, command_id=b"command1") == []
    assert (cluster.shown(), cluster.money()) == ([refused], {})
    cluster.restart()
    assert cluster.command(order, command_id=b"command1") == []
    assert (cluster.shown(), cluster.money()) == ([refused], {})


def test_an_order_that_comes_again_with_other_words_is_the_first_one() -> None:
    cluster = Cluster()
    cluster.obey(m.OpenBets(), command_id=b"command1")
    assert cluster.command(m.CloseBets(), command_id=b"command1") == []
    assert cluster.windows == ["bets"]


def test_a_late_copy_of_an_old_order_names_a_round_that_has_passed() -> None:
    """A thousand orders later its id is forgotten; it lands nowhere all the same."""
    cluster = Cluster()
    cluster.obey(m.OpenBets(), command_id=b"command1", round_no=0)
    cluster.finish(BANKER_WINS)
    for _ in range(ORDERS_KEPT):
        cluster.command(m.CloseBets())
    assert b"command1" not in cluster.table.state.orders
    assert len(cluster.table.state.orders) == ORDERS_KEPT
    refusal = cluster.refuse(m.OpenBets(), command_id=b"command1", round_no=0)
    assert refusal == Refusal("late", "it is about round 0, and this is 1", "3.3")


def test_every_reason_for_a_halt_has_a_way_out() -> None:
    """By a word, by an act of the table of moves, or by itself: no halt is for ever."""
    by_an_act = {"interrupted", "surplus", "card_missing"}
    resumable = {halt for halt, rule in HALTS.items() if rule.resume is not None}
    by_a_word = {
        "called",
        "foreign_card",
        "shoe_dry",
        "drawn_together",
        "card_conflict",
        "miscount",
        "unshuffled",
        "shoe_faulty",
        "result_differs",
        "unconfirmed",
        "history",
        "books",
    }
    assert resumable == by_a_word
    assert {halt for halt, rule in HALTS.items() if rule.void} - resumable == by_an_act
    orders = {move.order for move in MOVES}
    assert {m.AnswerInterruption, m.KeepSurplus, m.EnterCard, m.LoadShoe, m.Resume} <= orders


@pytest.mark.parametrize("reason", ["card_missing", "surplus", "interrupted", "shoe_lost"])
def test_a_word_does_not_clear_what_needs_an_act(reason: str) -> None:
    cluster = dealt(decks=4)
    match reason:
        case "card_missing":
            cluster.unread()
        case "surplus":
            cluster.deal(f"{BANKER_WINS} 9S")
        case "interrupted":
            cluster.restart()
        case "shoe_lost":
            cluster.run(shoe.LinkLost())
    assert cluster.halts == [reason]
    refusal = cluster.refuse(m.Resume(Halt(reason)), SHIFT_MANAGER, SUPERVISOR)
    assert refusal == Refusal("needs_act", f"{reason} is settled by an act, not by a word", "5.12")


def test_loading_a_shoe_takes_up_the_counter_of_the_device() -> None:
    cluster = Cluster()
    order = m.LoadShoe(6, "300", 0, 40)
    assert cluster.obey(order, DEALER, SUPERVISOR) == [e.ShoeLoaded(6, 0, "300", 41), e.ShoeLive()]
    cluster.counter = 40
    cluster.play(BANKER_WINS)
    assert cluster.obey(m.LoadShoe(8, "300", 2), DEALER, SUPERVISOR) == [e.ShoeLoaded(8, 2, "300", 45)]
