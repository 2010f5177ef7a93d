"""What a panel shows: the one next step in every state of a Round, over every halt, and the picture around it."""

import pytest

from console.board import Board, show, steps
from console.desk import Desk
from games.round import PlayerId
from protocol import messages as m
from protocol.chain import opened
from protocol.view import Phase
from tests.console.cluster import BANKER_WINS, OTHER_SUPERVISOR, SUPERVISOR, T1, T2, TABLE, Cluster


def board(cluster: Cluster, enrolled: frozenset[str] = frozenset()) -> Board:
    """A panel that has followed the whole log."""
    desk = Desk(TABLE, 1, b"panel-01")
    sent = tuple(opened(entry) for entry in cluster.entries)
    desk.receive(0, m.Deltas(1, sent, cluster.entries[-1].chain, len(sent)))
    desk.receive(0, m.Welcome(1, b"panel-01", len(sent), cluster.entries[-1].chain))
    desk.receive(0, m.Seats(((T1, len(sent)), (T2, 1)), tuple(enrolled)))
    return show(desk, 0)


def test_through_a_round_the_next_step_is_always_what_the_rules_want_next() -> None:
    cluster = Cluster()
    said = [board(cluster).next.key]
    cluster.open_round()
    said.append(board(cluster).next.key)
    cluster.close()
    while cluster.phase is Phase.DEALING:
        shown = board(cluster)
        assert shown.next.detail == cluster.view.due
        assert [hand.hand for hand in shown.hands if hand.due] in ([], [cluster.view.due])
        said.append(shown.next.key)
        cluster.draw(BANKER_WINS.split()[len(cluster.view.draws)])
    said.append(board(cluster).next.key)
    cluster.certify()
    said.append(board(cluster).next.key)
    assert said == ["open_bets", "close_bets", *["draw"] * 4, "certify", "open_bets"]


def test_the_next_step_is_obeyed_when_it_is_tapped() -> None:
    cluster = Cluster()
    for _ in range(40):
        order = board(cluster).next.order
        if order is None:
            cluster.draw(BANKER_WINS.split()[len(cluster.view.draws)])
        else:
            cluster.obey(order, SUPERVISOR)
        if cluster.view.round_no == 3:
            return
    raise AssertionError("three Rounds should have been played")


def test_the_seats_and_what_is_on_the_felt() -> None:
    cluster = Cluster()
    cluster.open_round()
    cluster.bet("T1", banker=100, tie=10)
    cluster.bet("T2", player=60)
    shown = board(cluster)
    assert [(seat.terminal, seat.credit, seat.stake) for seat in shown.seats] == [("T1", 890, 110), ("T2", 940, 60)]
    exposure = {str(spot): (amount, players) for spot, amount, players in shown.exposure}
    assert (exposure["banker"], exposure["player"], exposure["tie"]) == ((100, 1), (60, 1), (10, 1))
    assert shown.differential == 40
    assert [seat.seen_close for seat in shown.seats] == [False, False]
    cluster.close()
    shown = board(cluster)
    assert [(seat.heard, seat.seen_close) for seat in shown.seats] == [(True, True), (True, False)]


def test_a_seat_is_what_is_enrolled_as_a_terminal_whatever_its_name() -> None:
    cluster = Cluster(terminals=("Box-7", "Tower"), credit=0)
    assert board(cluster).seats == ()
    shown = board(cluster, frozenset({"Box-7", "Box-8"}))
    assert [(seat.terminal, seat.credit) for seat in shown.seats] == [("Box-7", 0), ("Box-8", 0)]
    joined = [line.parts[0].value for line in shown.log if line.key == "terminal_joined"]
    assert joined == ["Box-7"], "that the display Tower and the panel have joined is of no interest"
    cluster.obey(m.Retire(PlayerId("Box-7")), SUPERVISOR, OTHER_SUPERVISOR)
    assert [seat.terminal for seat in board(cluster, frozenset({"Box-7"})).seats] == []


def test_a_seat_has_seen_the_close_of_this_round_or_nothing_is_said() -> None:
    cluster = Cluster()
    for phase in ("betting", "dealing", "result", "ready"):
        match phase:
            case "betting":
                cluster.open_round()
            case "dealing":
                cluster.close()
            case "result":
                cluster.deal(BANKER_WINS)
            case _:
                cluster.certify()
        shown = board(cluster)
        assert (shown.phase, shown.seats[0].seen_close) == (phase, phase in ("dealing", "result"))


@pytest.mark.parametrize(
    ("trouble", "keys"),
    [
        ("surplus", ["keep_surplus", "reconstruct", "correct_cards", "void"]),
        ("unread", ["enter_card", "void"]),
        ("called", ["resume", "enter_card", "load_shoe", "void"]),
        ("restart", ["interruption_continues", "interruption_affects"]),
    ],
)
def test_over_a_halt_the_first_step_is_the_way_out(trouble: str, keys: list[str]) -> None:
    cluster = Cluster()
    cluster.open_round()
    cluster.close()
    match trouble:
        case "surplus":
            cluster.deal(BANKER_WINS)
            cluster.draw("9S")
        case "unread":
            cluster.unread()
        case "called":
            cluster.call()
        case _:
            cluster.restart()
    assert [step.key for step in steps(cluster.view)] == keys


def test_a_closed_table_is_opened() -> None:
    cluster = Cluster()
    assert steps(cluster.view)[0].key == "open_bets"
    cluster.obey(m.CloseTable(), SUPERVISOR)
    assert [step.key for step in steps(cluster.view)] == ["open_table"]


def test_who_has_no_connection_is_told_so() -> None:
    desk = Desk(TABLE, 1, b"panel-01")
    assert show(desk, 0).link == "reconnecting"
    desk.receive(0, m.Denied(1, b"panel-01", "another process has joined"))
    shown = show(desk, 0)
    assert (shown.link, shown.why, shown.cannot) == ("denied", "another_panel", "denied")
