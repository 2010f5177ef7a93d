"""Which process speaks for a key, whose history is true, and what a terminal is told that knows nothing yet."""

import pytest

from console.table.table import ShowAfter
from games.round import Answer, PlayerId, Refusal, Spot
from protocol import events as e
from protocol import messages as m
from protocol.chain import first_link
from protocol.codec import body_decoder, decode_event
from protocol.halts import Halt
from protocol.loop import Reply
from protocol.view import OwnLayout, OwnState, Picture, StaffState, TableView
from tests.console.cluster import BANKER_WINS, PANEL, TABLE, Cluster, betting, key, run_of
from tests.console.people import DEALER, OTHER_SUPERVISOR, SHIFT_MANAGER, SUPERVISOR, T1, T2

T9 = PlayerId("T9")
OTHER_RUN = b"another!"
JOINED = "another process has joined"
DENIED = f"denied: {JOINED}"


# --- joining ---------------------------------------------------------------------------------------------------------


def test_a_process_joins_with_a_higher_boot_and_is_told_the_head() -> None:
    cluster = Cluster(terminals=())
    seq, chain = cluster.table.seq, cluster.table.chain
    hello = m.Hello(1, run_of("T1", 1), 0, first_link(TABLE))
    assert cluster.heard("T1", hello) == [e.TerminalJoined(T1, 1, hello.run)]
    assert cluster.sent == [Reply("T1", m.Welcome(1, hello.run, seq, chain))]


def test_the_joined_process_may_say_hello_again() -> None:
    cluster = Cluster()
    before = cluster.state()
    assert cluster.hello("T1", *cluster.process("T1")) == []
    welcome = m.Welcome(*cluster.process("T1"), cluster.table.seq, cluster.table.chain)
    assert (cluster.sent, cluster.state()) == ([Reply("T1", welcome)], before)


def test_a3_a_process_whose_boot_was_passed_is_denied_and_an_alarm_rings_once() -> None:
    cluster = Cluster()
    old = cluster.process("T1")
    cluster.join("T1")
    assert cluster.hello("T1", *old) == [e.AlarmRaised("T1", DENIED)]
    assert cluster.sent == [Reply("T1", m.Denied(*old, JOINED))]
    before = cluster.state()
    assert cluster.hello("T1", *old) == []
    assert (cluster.denials(), cluster.state()) == ([JOINED], before)


def test_a3_a_second_process_with_the_same_boot_is_denied_and_the_first_plays_on() -> None:
    cluster = Cluster()
    assert cluster.hello("T1", 1, OTHER_RUN) == [e.AlarmRaised("T1", DENIED)]
    assert cluster.sent == [Reply("T1", m.Denied(1, OTHER_RUN, JOINED))]
    cluster.open_round({"T1": {"banker": 100}})


def test_the_first_boot_is_one() -> None:
    cluster = Cluster(terminals=())
    assert cluster.hello("T1", 0, OTHER_RUN) == [e.AlarmRaised("T1", DENIED)]


def every_request(cluster: Cluster, boot: int, run: bytes) -> list[m.Request]:
    window = cluster.opened().id
    return [
        m.Sync(boot, run, 0),
        m.Answer(boot, run, window, 1, {Spot("banker"): 100}),
        m.Beat(boot, run, cluster.table.seq, cluster.table.chain),
        m.InsertTicket(boot, run, key(1), "1"),
        m.CashOut(boot, run, key(2), 100),
        m.ReportPrint(boot, run, key(3), "1", "printed"),
        m.Dispute(boot, run, key(4), 1, ()),
        m.Command(boot, run, b"command1", 1, m.CloseBets(), window),
    ]


def test_after_a_restart_of_the_console_everybody_says_hello_again() -> None:
    cluster = betting()
    cluster.start()
    boot, run = cluster.process("T1")
    before = cluster.state()
    for request in every_request(cluster, boot, run):
        assert cluster.heard("T1", request) == []
        assert cluster.sent == [Reply("T1", m.Denied(boot, run, m.Denial.SAY_HELLO))]
    assert cluster.state() == before
    assert cluster.hello("T1", boot, run) == [e.TerminalJoined(T1, boot, run)]
    cluster.beat("T1")
    assert cluster.sent == []
    assert cluster.hello("T2", 1, OTHER_RUN) == [e.AlarmRaised("T2", DENIED)]  # and only those who had joined


# --- enrolment, retirement, latches ----------------------------------------------------------------------------------


def test_a_retired_terminal_is_denied_until_it_is_enrolled_again() -> None:
    cluster = Cluster(credit=0)
    cluster.obey(m.Retire(T1), SUPERVISOR, OTHER_SUPERVISOR)
    retired = e.AlarmRaised("T1", "denied: retired")
    assert cluster.join("T1") == [retired]
    assert cluster.denials() == ["retired"]
    cluster.beat("T1")
    assert cluster.denials() == ["retired"]
    assert cluster.obey(m.Enrol(T1), SUPERVISOR, OTHER_SUPERVISOR) == [e.TerminalEnrolled(T1)]
    del cluster.processes["T1"]
    assert cluster.join("T1") == [e.TerminalJoined(T1, 1, run_of("T1", 1))]


def test_enrolment_starts_the_boots_anew_and_forgets_neither_latch_nor_dispute_nor_money() -> None:
    cluster = Cluster()
    for _ in range(5):
        cluster.join("T1")
    cluster.dispute("T1", 4)
    cluster.obey(m.Latch(T1, "look at it"), SUPERVISOR)
    old = cluster.process("T1")
    cluster.obey(m.Enrol(T1), SUPERVISOR, OTHER_SUPERVISOR)
    cluster.heard("T1", m.Beat(*old, cluster.table.seq, cluster.table.chain))
    assert cluster.denials() == [JOINED]  # the old disk may come back: it is not the one that was enrolled
    assert cluster.hello("T1", 1, OTHER_RUN) == [e.TerminalJoined(T1, 1, OTHER_RUN)]
    assert cluster.table.own_state(T1) == OwnState(1_000, 0, 1, (), 4, "look at it")


def test_a_latched_terminal_may_not_bet_until_staff_has_looked_at_it() -> None:
    cluster = betting({"T1": {"banker": 100}})
    assert cluster.obey(m.Latch(T1, "look at it"), SUPERVISOR) == [e.TerminalLatched(T1, "look at it", doubted=True)]
    assert cluster.refused_bet("T1", {"banker": 200}) == Refusal("latched", "this terminal is out of play: look at it")
    assert cluster.registered("T1") == {"banker": 100}  # what was registered stands
    cluster.restart_and_go_on()
    assert cluster.refused_bet("T1", {"banker": 200}).reason == "latched"
    assert cluster.obey(m.Unlatch(T1), SUPERVISOR) == [e.TerminalUnlatched(T1)]
    cluster.bet("T1", banker=200)


# --- history ---------------------------------------------------------------------------------------------------------


def halted_by(peer: str, seq: int, ours: int) -> e.Halted:
    return e.Halted(Halt.HISTORY, f"{peer} knows the log up to {seq}, and it is not ours (we are at {ours})")


@pytest.mark.parametrize("how", ["ahead", "other"])
def test_c8_c13_a_terminal_with_another_history_stops_the_table(how: str) -> None:
    cluster = Cluster()
    ours = cluster.table.seq
    seq = ours + 5 if how == "ahead" else 3
    hello = m.Hello(2, OTHER_RUN, seq, b"x" * 32)
    assert cluster.heard("T1", hello) == [halted_by("T1", seq, ours)]
    assert cluster.sent == [Reply("T1", m.Denied(2, OTHER_RUN, "history"))]
    assert cluster.heard("T1", hello) == []  # once is enough, and it has not joined
    assert cluster.denials() == ["history"]
    cluster.beat("T1")
    assert cluster.denials() == []  # the process that has joined speaks on
    cluster.restart()
    assert cluster.halts == ["history"]
    assert cluster.refuse(m.OpenBets()).reason == "halted"


def test_c13_a_beat_that_names_another_link_stops_the_table() -> None:
    cluster = Cluster()
    ours = cluster.table.seq
    beat = m.Beat(*cluster.process("T1"), 4, b"x" * 32)
    assert cluster.heard("T1", beat) == [halted_by("T1", 4, ours)]
    assert (cluster.denials(), cluster.table.forgotten.applied) == (["history"], {})


def test_a_shift_manager_and_a_second_person_find_out_whose_history_is_true() -> None:
    cluster = Cluster()
    cluster.heard("T1", m.Beat(*cluster.process("T1"), 4, b"x" * 32))
    for by, second, reason in (
        (SUPERVISOR, OTHER_SUPERVISOR, "not_entitled"),
        (SHIFT_MANAGER, None, "second_person"),
        (SHIFT_MANAGER, SHIFT_MANAGER, "second_person"),
    ):
        assert cluster.refuse(m.Resume(Halt.HISTORY), by, second).reason == reason
    cluster.obey(m.Resume(Halt.HISTORY), SHIFT_MANAGER, SUPERVISOR)
    cluster.open_round()


def test_a_liar_that_was_latched_is_not_believed_again() -> None:
    cluster = Cluster()
    lie = m.Beat(*cluster.process("T1"), 4, b"x" * 32)
    cluster.heard("T1", lie)
    cluster.obey(m.Latch(T1, "it claims a log that is not ours"), SUPERVISOR)
    cluster.obey(m.Resume(Halt.HISTORY), SHIFT_MANAGER, SUPERVISOR)
    before = cluster.state()
    assert cluster.heard("T1", lie) == []
    assert cluster.heard("T1", m.Hello(2, OTHER_RUN, 9_999, b"x" * 32)) == []
    assert (cluster.denials(), cluster.state()) == (["history"], before)
    cluster.obey(m.Unlatch(T1), SUPERVISOR)
    assert cluster.heard("T1", lie) == [halted_by("T1", 4, cluster.table.seq - 1)]  # but who was unlatched is


def test_a_terminal_that_latched_itself_is_still_believed_about_the_log() -> None:
    cluster = Cluster()
    cluster.buy("T1", 100, 7)
    cluster.buy("T1", 200, 7)
    assert cluster.table.peers.peer("T1").latched
    cluster.heard("T1", m.Beat(*cluster.process("T1"), 4, b"x" * 32))
    assert cluster.halts == ["history"]


def test_a_beat_says_how_far_a_peer_is() -> None:
    cluster = Cluster()
    seq, chain = cluster.table.seq, cluster.table.chain
    cluster.open_round()
    assert cluster.heard("T1", m.Beat(*cluster.process("T1"), seq, chain)) == []
    cluster.beat("T2")
    assert cluster.table.forgotten.applied == {"T1": seq, "T2": cluster.table.seq}
    cluster.restart()
    assert cluster.table.forgotten.applied == {}


# --- catching up -----------------------------------------------------------------------------------------------------


def long_log() -> Cluster:
    """So long that who knows nothing gets a picture; in the middle of a Round."""
    cluster = Cluster(snapshot_from=20)
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    cluster.open_round({"T1": {"banker": 100}})
    cluster.answer("T1", {"banker": 50_000})  # refused
    return cluster


def picture_for(cluster: Cluster, peer: str, person: m.Person | None = None) -> Picture:
    cluster.heard(peer, m.Sync(*cluster.process(peer), 0), person)
    ((to, snapshot),) = [(reply.to, reply.message) for reply in cluster.sent]
    assert (to, snapshot.seq, snapshot.chain) == (peer, cluster.table.seq, cluster.table.chain)
    picture = body_decoder(Picture).decode(snapshot.state)
    assert isinstance(picture, Picture)
    return picture


def test_who_has_no_history_gets_a_short_log_whole() -> None:
    cluster = Cluster()
    before = cluster.state()
    assert cluster.heard("T1", m.Sync(*cluster.process("T1"), 0)) == []
    assert (cluster.sent, cluster.state()) == ([Reply("T1", ShowAfter(0))], before)


def test_who_has_no_history_gets_a_picture_instead_of_a_long_log() -> None:
    cluster = long_log()
    registered = [entry.seq for entry in cluster.entries if isinstance(decode_event(entry.body), e.LayoutRegistered)]
    layout = OwnLayout(cluster.opened().id, 2, Answer({Spot("banker"): 100}), registered[-1])
    own = OwnState(1_000, 100, 1, (layout,), 0, "")
    assert picture_for(cluster, "T1") == Picture(cluster.view, own, T1)


def test_who_has_history_gets_the_log_however_long() -> None:
    cluster = long_log()
    cluster.heard("T1", m.Sync(*cluster.process("T1"), 5))
    assert cluster.sent == [Reply("T1", ShowAfter(5))]


def test_only_a_person_gets_what_staff_may_know() -> None:
    cluster = long_log()
    cluster.dispute("T2", 1)
    cluster.obey(m.Latch(T1, "look at it"), SUPERVISOR)
    cluster.obey(m.Retire(T9), SUPERVISOR, OTHER_SUPERVISOR)
    staff = picture_for(cluster, PANEL, SUPERVISOR).staff
    balances = {str(account): amount for account, amount in cluster.table.ledger.balances.items()}
    assert staff == StaffState(
        *(balances, {T1: 1, T2: 1}, {"T2": 1}, {"T1": "look at it"}, ("T9",)),
        bets={"bets": {T1: {Spot("banker"): 100}}},
    )
    assert picture_for(cluster, "T1").staff is None


def test_m9_a_picture_and_what_follows_make_the_same_view_as_the_whole_log() -> None:
    cluster = long_log()
    view = picture_for(cluster, "T2").view
    at = cluster.table.seq
    cluster.finish(BANKER_WINS)
    cluster.play(BANKER_WINS)
    followed, whole = view, TableView()
    for entry, event in zip(cluster.entries, cluster.journal(object), strict=True):
        if entry.audience == "":
            whole.apply(event)  # type: ignore[arg-type]
            if entry.seq > at:
                followed.apply(event)  # type: ignore[arg-type]
    assert followed == whole == cluster.view


def test_a_terminal_that_nobody_knows_has_an_empty_state() -> None:
    cluster = Cluster(terminals=())
    assert cluster.table.own_state(T1) == OwnState()


# --- orders from whom ------------------------------------------------------------------------------------------------


def test_a_call_for_an_attendant_is_one_fact_until_somebody_has_come() -> None:
    cluster = Cluster()
    boot, run = cluster.process("T1")
    assert cluster.heard("T1", m.CallAttendant(boot, run, True)) == [e.AttendantCalled(T1, True)]
    assert cluster.heard("T1", m.CallAttendant(boot, run, True)) == []
    assert cluster.obey(m.Attend(T1), DEALER) == [e.AttendantCalled(T1, False)]
    assert cluster.refuse(m.Attend(T1), DEALER).reason == "no_call"
    assert cluster.heard("T1", m.CallAttendant(boot, run, False)) == []
