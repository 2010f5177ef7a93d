"""Which process speaks for a key, whose history is true, and what a terminal is told that knows nothing yet."""

import msgpack
import pytest
from msgspec.structs import asdict, replace

from console.table.table import ShowAfter, Stalled
from games.round import Answer, PlayerId, Refusal, Spot
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.chain import first_link
from protocol.codec import body_decoder, decode_event, decode_news, decode_request, encode
from protocol.halts import Halt
from protocol.keyring import fingerprint
from protocol.loop import Reply
from protocol.people import Member
from protocol.picture import OwnLayout, OwnState, Picture, StaffState
from protocol.view import TableView
from tests.console.cluster import (
    BANKER_WINS,
    PANEL,
    TABLE,
    TIE,
    Cluster,
    betting,
    joins,
    key,
    played,
    public_key,
    run_of,
)
from tests.console.people import DEALER, OTHER_SUPERVISOR, SHIFT_MANAGER, STAFF, SUPERVISOR, T1, T2

T9 = PlayerId("T9")
OTHER_RUN = b"another!"
JOINED = "another process has joined"


# --- joining ---------------------------------------------------------------------------------------------------------


def test_a_process_joins_with_a_higher_boot_and_is_told_the_head() -> None:
    cluster = Cluster(terminals=())
    seq, chain = cluster.table.seq, cluster.table.chain
    hello = m.Hello(1, run_of("T1", 1), 0, first_link(TABLE), T1, "terminal")
    assert cluster.heard("T1", hello) == [joins(T1, 1, hello.run, key="T1")]
    assert cluster.sent == [Reply("T1", m.Welcome(1, hello.run, seq, chain))]


def test_the_joined_process_may_say_hello_again() -> None:
    cluster = Cluster()
    before = cluster.state()
    assert cluster.hello("T1", *cluster.process("T1")) == []
    welcome = m.Welcome(*cluster.process("T1"), cluster.table.seq, cluster.table.chain)
    assert (cluster.sent, cluster.state()) == ([Reply("T1", welcome)], before)


def test_a3_an_image_with_fewer_boots_is_denied_and_an_alarm_rings_once() -> None:
    cluster = Cluster()
    cluster.join("T1")
    assert cluster.hello("T1", 1, OTHER_RUN) == [e.AlarmRaised("T1", Alarm.DENIED_REPLACED)]
    assert cluster.sent == [Reply("T1", m.Denied(1, OTHER_RUN, JOINED))]
    before = cluster.state()
    assert cluster.hello("T1", 1, OTHER_RUN) == []
    assert (cluster.denials(), cluster.state()) == ([JOINED], before)


LOST = "its records were lost"
RINGS = e.AlarmRaised("T1", Alarm.DENIED_WIPED)
WIPED = e.TerminalLatched(T1, Alarm.DENIED_WIPED, machine=True, wiped=True)


def with_nothing(run: bytes = OTHER_RUN) -> m.Hello:
    return m.Hello(1, run, 0, first_link(TABLE), T1, "terminal")


def test_a_hello_of_a_dead_process_that_comes_after_its_successors_wipes_nobody() -> None:
    """Its line was slow. It had died before it had copied anything, and the machine has gone on."""
    cluster = Cluster(terminals=())
    cluster.hello("T1", 2, run_of("T1", 2))
    events: list[e.Event] = []
    for _ in range(2):  # said twice, and nothing was heard of it before
        cluster.now_ms += 1_000
        events += cluster.heard("T1", with_nothing())
    assert (events, cluster.denials()) == ([RINGS], [m.Denial.WAIT])
    assert cluster.table.peers.peer("T1").latched == ""


def test_late_hellos_of_two_dead_processes_are_not_taken_for_one_that_lives() -> None:
    cluster = Cluster()
    cluster.join("T1")
    for run in (OTHER_RUN, bytes(8)):
        for _ in range(10):
            cluster.now_ms += 1_000
            cluster.beat("T1")
        cluster.heard("T1", with_nothing(run))
        assert cluster.denials() == [m.Denial.WAIT]
    assert cluster.table.peers.peer("T1").latched == ""


def test_a3_a_note_in_the_box_of_the_process_that_goes_on_is_credited_after_a_late_hello() -> None:
    """A stacked note is a fact whichever process says so: the one that is there still speaks for its box."""
    cluster = Cluster()
    cluster.join("T1")
    cluster.now_ms += 1_000
    cluster.heard("T1", with_nothing())
    cluster.buy("T1", 1_000)
    assert (cluster.table.ledger.credit(T1), cluster.table.peers.peer("T1").latched) == (2_000, "")


@pytest.mark.parametrize("changes", [False, True], ids=["one name", "another name in each Hello"])
def test_a3_a_machine_without_records_beside_the_one_that_has_joined_is_found_out_by_what_it_says_later(
    changes: bool,
) -> None:
    """What a dead process has said does not come for so long."""
    cluster = Cluster()
    events: list[e.Event] = []
    for at in range(6):
        cluster.now_ms += 1_000
        cluster.beat("T1")
        events += cluster.heard("T1", with_nothing(bytes([at] * 8) if changes else OTHER_RUN))
    assert events == [RINGS, WIPED]


def test_a3_a_machine_without_records_is_found_out_at_once_when_the_one_that_has_joined_is_silent() -> None:
    cluster = Cluster()
    cluster.now_ms += 2_499
    assert cluster.heard("T1", with_nothing()) == [RINGS]
    cluster.now_ms += 1
    assert cluster.heard("T1", with_nothing()) == [WIPED]


def test_a3_a_machine_that_has_lost_its_records_is_told_so_and_not_that_another_has_joined() -> None:
    cluster = Cluster()
    cluster.now_ms += 2_500
    hello = m.Hello(1, OTHER_RUN, 0, first_link(TABLE), *cluster.identity("T1"))
    assert cluster.heard("T1", hello) == [RINGS, WIPED]
    assert cluster.denials() == [m.Denial.WIPED]


def test_a3_a_machine_that_has_lost_its_records_does_not_count_itself_back_in() -> None:
    """It was let in at the first start whose number the console had not heard yet."""
    cluster = Cluster()
    cluster.now_ms += 2_500
    for boot in (1, 2, 3):
        cluster.heard("T1", m.Hello(boot, OTHER_RUN, 0, first_link(TABLE), *cluster.identity("T1")))
        assert cluster.denials() == [m.Denial.WIPED]
    cluster.restart()
    cluster.now_ms += 2_500
    cluster.heard("T1", m.Hello(4, OTHER_RUN, 0, first_link(TABLE), *cluster.identity("T1")))
    assert cluster.denials() == [m.Denial.WIPED]
    cluster.enrol("T1")
    cluster.hello("T1", 1, OTHER_RUN)
    assert cluster.denials() == []
    assert cluster.table.peers.peer("T1").latched == ""


def test_a3_people_who_have_looked_may_let_a_machine_without_records_in() -> None:
    cluster = Cluster()
    cluster.now_ms += 2_500
    cluster.heard("T1", m.Hello(1, OTHER_RUN, 0, first_link(TABLE), *cluster.identity("T1")))
    cluster.obey(m.Unlatch(T1), SUPERVISOR)
    cluster.heard("T1", m.Hello(2, OTHER_RUN, 0, first_link(TABLE), *cluster.identity("T1")))
    assert cluster.denials() == []


def test_rule_2_a_revision_above_two_hundred_is_refused_in_words_and_nothing_more_is_said_there() -> None:
    """An older entry was shown for it, and the layout stayed in flight."""
    cluster = betting({"T1": {"banker": 100}})
    refusal = cluster.refused_bet("T1", {"banker": 200}, revision=201)
    assert (refusal.reason, refusal.detail) == ("too_many", "revision 201: in one window 200 is the last")
    assert cluster.answer("T1", {"banker": 200}, revision=202) == []
    (refused,) = cluster.shown()
    assert isinstance(refused, e.LayoutRefused)
    assert (refused.revision, cluster.registered("T1")) == (201, {"banker": 100})


# --- versions ------------------------------------------------------------------------------------------------------


def welcome_to(cluster: Cluster, **fields: object) -> m.News:
    """What the console says to a Hello with these fields: as bytes, as it comes off the wire."""
    hello = m.Hello(2, OTHER_RUN, 0, first_link(TABLE), *cluster.identity("T1"))
    said = {name: value for name, value in asdict(hello).items() if name not in ("versions", "capabilities")}
    data = msgpack.packb({"v": 1, "m": {"type": "Hello", **said, **fields}})
    cluster.now_ms += 2_500
    cluster.heard("T1", decode_request(data))
    (reply,) = cluster.sent
    return decode_news(encode(reply.message))


def test_a_peer_from_before_versions_were_offered_is_welcomed_in_the_first() -> None:
    welcome = welcome_to(Cluster())
    assert isinstance(welcome, m.Welcome)
    assert (welcome.version, welcome.capabilities) == (1, ())


def test_a_newer_peer_is_welcomed_in_the_version_that_both_speak_with_what_both_have() -> None:
    """And what else a later Hello says is not looked at."""
    offers = {"versions": [3, 2, 1], "capabilities": ["holograms", "squeeze", "boxes", "disputes"]}
    welcome = welcome_to(Cluster(), **offers, colour="green", more={"deep": [1, 2]})
    assert isinstance(welcome, m.Welcome)
    assert (welcome.version, welcome.capabilities) == (1, ("disputes", "squeeze"))


def test_boxes_are_a_capability_where_there_are_boxes() -> None:
    welcome = welcome_to(Cluster(game="blackjack"), capabilities=["boxes"])
    assert isinstance(welcome, m.Welcome)
    assert welcome.capabilities == ("boxes",)


@pytest.mark.parametrize("versions", [[2, 3], []])
def test_who_speaks_no_version_of_ours_is_told_which_there_are_and_has_not_joined(versions: list[int]) -> None:
    cluster = Cluster()
    denied = welcome_to(cluster, versions=versions)
    assert denied == m.Denied(2, OTHER_RUN, m.Denial.VERSION, versions=(1,))
    assert cluster.table.peers.peer("T1").boot == 1
    asked = welcome_to(Cluster(), versions=versions, boot=0)
    assert asked == m.Denied(0, OTHER_RUN, m.Denial.VERSION, "T1", "terminal", (1,))


# --- a later process takes over from a silent one, and from no other -----------------------------------------------

LATER = (2, OTHER_RUN)
TWICE = "two machines have this key"
ALARMED = [e.AlarmRaised("T1", Alarm.TWICE), e.TerminalLatched(T1, Alarm.TWICE, machine=True)]


def test_a3_a_later_process_waits_until_the_joined_one_has_been_silent_for_so_long() -> None:
    cluster = Cluster()
    cluster.beat("T1")
    before = cluster.state()
    for wait_ms in (0, 500, 500, 1_000, 499):
        cluster.now_ms += wait_ms
        assert cluster.hello("T1", *LATER) == []
        assert cluster.denials() == [m.Denial.WAIT]
    assert cluster.state() == before
    cluster.now_ms += 1
    assert cluster.hello("T1", *LATER) == [joins(T1, *LATER, key="T1")]
    assert cluster.table.peers.peer("T1").latched == ""


def test_a3_a_stolen_key_does_not_push_its_owner_out_and_both_are_latched() -> None:
    cluster = Cluster()
    assert cluster.hello("T1", *LATER) == []
    cluster.now_ms += 1_000
    assert cluster.beat("T1") == []  # may have been on its way before it died
    cluster.now_ms += 3_999
    assert cluster.beat("T1") == []
    cluster.now_ms += 1
    assert cluster.beat("T1") == ALARMED
    assert cluster.sent == []
    before = cluster.state()
    assert cluster.hello("T1", *LATER) == [e.AlarmRaised("T1", Alarm.DENIED_TWICE)]
    assert cluster.denials() == [TWICE]
    cluster.now_ms += 10_000  # it ended for good: even if the owner falls silent now
    assert cluster.hello("T1", *LATER) == []
    assert cluster.denials() == [TWICE]
    assert cluster.state()["peers"] == before["peers"]
    assert cluster.hello("T1", 3, b"the next") == [joins(T1, 3, b"the next", key="T1")]


def test_a3_a_stolen_key_that_calls_itself_anew_each_time_is_noticed_all_the_same() -> None:
    cluster = Cluster()
    for number in range(9):
        cluster.beat("T1")
        assert cluster.hello("T1", 2, b"anew %03d" % number) == []
        cluster.now_ms += 600
    assert cluster.beat("T1") == ALARMED


def test_a3_an_old_process_that_speaks_after_it_was_taken_over_from_latches_both() -> None:
    cluster = Cluster()
    old = cluster.process("T1")
    cluster.now_ms += 2_500
    cluster.hello("T1", *LATER)
    beat = m.Beat(*old, cluster.table.seq, cluster.table.chain)
    for wait_ms in (0, 2_499):  # it may be dead, and its messages late: it is not denied, and beats on if it lives
        cluster.now_ms += wait_ms
        assert (cluster.heard("T1", beat), cluster.sent) == ([], [])
    cluster.now_ms += 1
    assert cluster.heard("T1", beat) == ALARMED
    assert cluster.denials() == [JOINED]
    assert cluster.heard("T1", beat) == []
    note = m.BuyCredit(*old, key(1), 500)  # which of the two has a box, people find out
    assert cluster.heard("T1", note)[0] == e.NoteHeld(note.id, T1, 1, 500, "process")


def test_a3_two_panels_with_one_key_are_alarmed_and_orders_go_on() -> None:
    cluster = Cluster()
    cluster.hello(PANEL, 2, OTHER_RUN)
    cluster.now_ms += 5_000
    assert cluster.beat(PANEL) == [e.AlarmRaised(PANEL, Alarm.TWICE)]
    cluster.open_round()


def test_a3_a_panel_that_says_hello_again_hides_no_second_machine_with_its_key() -> None:
    cluster = Cluster()
    joined = cluster.process(PANEL)
    assert cluster.hello(PANEL, 2, OTHER_RUN) == []
    cluster.now_ms += 3_000
    assert cluster.hello(PANEL, *joined) == []
    cluster.now_ms += 2_000
    assert cluster.beat(PANEL) == [e.AlarmRaised(PANEL, Alarm.TWICE)]


def test_after_a_restart_of_the_console_silence_is_counted_from_there() -> None:
    cluster = Cluster()
    cluster.now_ms += 60_000
    cluster.start()
    assert cluster.hello("T1", *LATER) == []
    assert cluster.denials() == [m.Denial.WAIT]
    cluster.now_ms += 1_000
    cluster.hello("T2", *LATER)
    cluster.now_ms += 1_500
    joined, *_confirmed = cluster.hello("T2", *LATER)  # nobody else spoke for it
    assert joined == joins(T2, *LATER, key="T2")
    cluster.now_ms += 2_500
    cluster.hello("T1", *cluster.process("T1"))
    assert cluster.table.peers.peer("T1").latched == Alarm.TWICE


def test_a_console_that_did_not_listen_takes_nobody_for_silent() -> None:
    cluster = Cluster()
    cluster.hello("T1", *LATER)
    cluster.now_ms += 60_000
    cluster.run(Stalled())
    assert cluster.hello("T1", *LATER) == []
    assert cluster.beat("T1") == []  # sent before it ended, and read only now
    assert cluster.table.peers.peer("T1").latched == ""
    cluster.now_ms += 2_500
    assert cluster.hello("T1", *LATER) == [joins(T1, *LATER, key="T1")]


@pytest.mark.parametrize("boot", [2**53 - 1, 1 + 10_000 + 1])
def test_a_count_of_starts_that_leaps_is_denied_and_the_seat_is_not_lost(boot: int) -> None:
    cluster = Cluster()
    cluster.now_ms += 2_500
    leapt = "too many starts at once"
    assert cluster.hello("T1", boot, OTHER_RUN) == [e.AlarmRaised("T1", Alarm.DENIED_BOOT)]
    assert (cluster.denials(), cluster.hello("T1", boot, OTHER_RUN)) == ([leapt], [])
    cluster.join("T1")
    cluster.open_round({"T1": {"banker": 100}})


def test_a_first_boot_may_be_high_but_not_so_high_that_none_comes_after_it() -> None:
    cluster = Cluster(terminals=())
    assert cluster.hello("T1", 1_000_001, OTHER_RUN) == [e.AlarmRaised("T1", Alarm.DENIED_BOOT)]
    assert cluster.hello("T1", 1_000_000, OTHER_RUN) == [joins(T1, 1_000_000, OTHER_RUN, key="T1")]
    cluster.enrol("T1")
    assert cluster.hello("T1", 1_000_001, OTHER_RUN) == []  # it rings once in a Round
    assert cluster.denials() == ["too many starts at once"]
    new = joins(T1, 999_999, OTHER_RUN, key=fingerprint(public_key("T1")))
    assert cluster.hello("T1", 999_999, OTHER_RUN) == [new]


# --- name, key, role -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("says", [(T2, "terminal"), (T1, "panel"), (T1, "archive"), (PlayerId("Panel"), "panel")])
def test_who_takes_himself_for_another_than_his_key_is_told_both_and_an_alarm_rings_once(
    says: tuple[PlayerId, str],
) -> None:
    cluster = Cluster()
    hello = m.Hello(2, OTHER_RUN, cluster.table.seq, cluster.table.chain, *says)
    (alarm,) = cluster.heard("T1", hello)
    assert alarm == e.AlarmRaised("T1", Alarm.DENIED_IDENTITY, (f"{says[0]} ({says[1]})", "T1 (terminal)"))
    assert cluster.sent == [Reply("T1", m.Denied(2, OTHER_RUN, m.Denial.IDENTITY, "T1", "terminal"))]
    assert cluster.heard("T1", replace(hello, name=PlayerId("T3"))) == []  # whatever else it says
    assert cluster.heard("T2", replace(hello, name=T1, role="terminal")) != []


def test_a3_a_second_process_with_the_same_boot_is_denied_and_the_first_plays_on() -> None:
    cluster = Cluster()
    assert cluster.hello("T1", 1, OTHER_RUN) == [e.AlarmRaised("T1", Alarm.DENIED_REPLACED)]
    assert cluster.sent == [Reply("T1", m.Denied(1, OTHER_RUN, JOINED))]
    cluster.open_round({"T1": {"banker": 100}})


def test_boot_0_only_asks_who_it_is_and_nothing_is_written() -> None:
    cluster = Cluster()
    cluster.obey(m.Retire(T9), SUPERVISOR, OTHER_SUPERVISOR)
    hello = m.Hello(0, OTHER_RUN, 0, first_link(TABLE), T1, "terminal")
    before = cluster.state()
    for peer, said, why in (
        ("T1", hello, m.Denial.ASKED),
        ("T1", replace(hello, name=T2), m.Denial.IDENTITY),
        ("T1", replace(hello, role="panel"), m.Denial.IDENTITY),
        ("T1", replace(hello, last_chain=first_link("another table")), m.Denial.HISTORY),
        ("T9", replace(hello, name=T9), m.Denial.RETIRED),
    ):
        assert cluster.heard(peer, said) == []
        assert cluster.sent == [Reply(peer, m.Denied(0, OTHER_RUN, why, peer, "terminal"))]
    assert cluster.state() == before


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
    joined, confirmed = (
        joins(T1, boot, run, key="T1"),
        e.StartConfirmed("T1", cluster.left.seq if cluster.left else 0),
    )
    assert cluster.hello("T1", boot, run) == [joined, confirmed, e.Halted(Halt.UNCONFIRMED, "T2")]
    cluster.beat("T1")
    assert cluster.sent == []
    assert cluster.hello("T2", 1, OTHER_RUN) == [
        e.AlarmRaised("T2", Alarm.DENIED_REPLACED)
    ]  # and only those who had joined


# --- enrolment, retirement, latches ----------------------------------------------------------------------------------


def test_a_retired_key_is_denied_and_a_new_machine_with_a_new_key_may_join() -> None:
    cluster = Cluster(credit=0)
    cluster.obey(m.Retire(T1), SUPERVISOR, OTHER_SUPERVISOR)
    retired = e.AlarmRaised("T1", Alarm.DENIED_RETIRED)
    assert cluster.join("T1") == [retired]
    assert cluster.denials() == ["retired"]
    cluster.beat("T1")
    assert cluster.denials() == ["retired"]
    cluster.enrol("T1")
    assert cluster.join("T1") == [joins(T1, 1, run_of("T1", 1), key=fingerprint(public_key("T1")))]
    cluster.buy("T1", 100)


def test_a_name_that_was_retired_before_it_joined_has_no_key_that_could_be_another() -> None:
    cluster = Cluster()
    cluster.obey(m.Retire(T9), SUPERVISOR, OTHER_SUPERVISOR)
    assert cluster.join("T9") == [e.AlarmRaised("T9", Alarm.DENIED_RETIRED)]


def test_a_new_key_starts_the_boots_anew_and_forgets_neither_latch_nor_dispute_nor_money() -> None:
    cluster = played(TIE, {"T1": {"banker": 100}})
    for _ in range(5):
        cluster.join("T1")
    cluster.dispute("T1", 1)
    cluster.obey(m.Latch(T1, "look at it"), SUPERVISOR)
    old = cluster.process("T1")
    cluster.beat("T1")
    still = e.AlarmRaised("T1", Alarm.STILL_LATCHED, ("look at it",))
    assert cluster.enrol("T1") == [e.KeyEnrolled(T1, "terminal", public_key("T1")), still]
    new = fingerprint(public_key("T1"))  # whoever has the old one is not heard any more: nobody need be silent first
    assert cluster.hello("T1", 1, OTHER_RUN) == [joins(T1, 1, OTHER_RUN, key=new)]
    cluster.heard("T1", m.Beat(*old, cluster.table.seq, cluster.table.chain))
    assert cluster.denials() == [JOINED]
    assert cluster.table.own_state(T1) == OwnState(1_000, 0, 1, (), 1, "look at it")


def test_a_latched_terminal_may_not_bet_until_staff_has_looked_at_it() -> None:
    cluster = betting({"T1": {"banker": 100}})
    assert cluster.obey(m.Latch(T1, "look at it"), SUPERVISOR) == [e.TerminalLatched(T1, "look at it")]
    assert cluster.refused_bet("T1", {"banker": 200}) == Refusal("latched", "this terminal is out of play: look at it")
    assert cluster.registered("T1") == {"banker": 100}  # what was registered stands
    cluster.restart_and_go_on()
    assert cluster.refused_bet("T1", {"banker": 200}).reason == "latched"
    assert cluster.obey(m.Unlatch(T1), SUPERVISOR) == [e.TerminalUnlatched(T1)]
    cluster.bet("T1", banker=200)


# --- history ---------------------------------------------------------------------------------------------------------


def halted_by(peer: str, seq: int, ours: int) -> e.Halted:
    detail = f"{peer} has our signature on entry {seq}, and it is not ours (we are at {ours})"
    return e.Halted(Halt.HISTORY, detail)


def claims(peer: str) -> e.AlarmRaised:
    return e.AlarmRaised(PlayerId(peer), Alarm.OTHER_HISTORY)


@pytest.mark.parametrize("how", ["ahead", "other"])
def test_c8_c13_our_own_signature_on_another_history_stops_the_table(how: str) -> None:
    cluster = Cluster()
    ours = cluster.table.seq
    seq = ours + 5 if how == "ahead" else 3
    hello = m.Hello(2, OTHER_RUN, ours, cluster.table.chain, T1, "terminal", cluster.seals.sign(seq, b"x" * 32))
    assert cluster.heard("T1", hello) == [halted_by("T1", seq, ours)]
    assert cluster.sent == [Reply("T1", m.Denied(2, OTHER_RUN, "history"))]
    assert cluster.heard("T1", hello) == []  # once is enough, and it has not joined
    assert cluster.denials() == ["history"]
    cluster.beat("T1")
    assert cluster.denials() == []  # the process that has joined speaks on
    cluster.restart()
    assert Halt.HISTORY in cluster.halts
    assert cluster.refuse(m.OpenBets()).reason == "halted"


@pytest.mark.parametrize("signed", ["nothing", "by another key", "our own head"])
@pytest.mark.parametrize("role", ["terminal", "display", "archive"])
def test_a_claim_of_another_history_without_our_signature_on_it_alarms_once_and_stops_nothing(
    role: str, signed: str
) -> None:
    cluster = Cluster()
    cluster.join("D1", role)
    forged = m.SignedHead(9_999, b"x" * 32, b"y" * 64)
    proof = {"nothing": None, "by another key": forged, "our own head": cluster.signed}[signed]
    me = cluster.identity("D1")
    hellos = [m.Hello(boot, OTHER_RUN, 9_000 + boot, b"x" * 32, *me, proof) for boot in range(2, 9)]
    written = [cluster.heard("D1", hello) for hello in hellos]
    assert written == [[claims("D1")], *[[]] * 6]
    assert (cluster.denials(), cluster.halts) == (["history"], [])
    cluster.open_round()
    assert cluster.heard("D1", m.Hello(9, OTHER_RUN, 9_999, b"x" * 32, *me)) == [
        claims("D1")
    ]  # in another Round, again


def test_a_retired_or_replaced_process_can_still_prove_another_history() -> None:
    cluster = Cluster()
    cluster.obey(m.Retire(T9), SUPERVISOR, OTHER_SUPERVISOR)
    ours = cluster.table.seq
    assert cluster.heard(T9, cluster.other_history(T9)) == [halted_by(T9, 9_999, ours)]


def test_a_beat_that_names_another_link_is_the_peers_word_and_no_proof() -> None:
    cluster = Cluster()
    beat = m.Beat(*cluster.process("T1"), 4, b"x" * 32)
    assert cluster.heard("T1", beat) == [claims("T1")]
    assert (cluster.denials(), cluster.table.forgotten.applied, cluster.halts) == (["history"], {}, [])


def test_a_shift_manager_and_a_second_person_find_out_whose_history_is_true() -> None:
    cluster = Cluster()
    cluster.heard("T1", cluster.other_history("T1"))
    for by, second, reason in (
        (SUPERVISOR, None, "not_entitled"),
        (SUPERVISOR, OTHER_SUPERVISOR, "second_position"),
        (SHIFT_MANAGER, None, "second_person"),
        (SHIFT_MANAGER, SHIFT_MANAGER, "second_person"),
    ):
        assert cluster.refuse(m.Resume(Halt.HISTORY), by, second).reason == reason
    cluster.obey(m.Resume(Halt.HISTORY), SHIFT_MANAGER, SUPERVISOR)
    cluster.open_round()


def test_a_peer_that_was_latched_for_it_stops_the_table_no_more_but_alarms() -> None:
    cluster = Cluster()
    proof = cluster.other_history("T1")
    cluster.heard("T1", proof)
    cluster.obey(m.Latch(T1, "it claims a log that is not ours"), SUPERVISOR)
    cluster.obey(m.Resume(Halt.HISTORY), SHIFT_MANAGER, SUPERVISOR)
    assert cluster.heard("T1", proof) == [e.AlarmRaised(T1, Alarm.PROVEN_HISTORY)]
    before = cluster.state()
    assert cluster.heard("T1", proof) == []
    assert (cluster.denials(), cluster.state(), cluster.halts) == (["history"], before, [])
    cluster.obey(m.Unlatch(T1), SUPERVISOR)
    assert cluster.heard("T1", proof) == [halted_by("T1", 9_999, cluster.table.seq - 1)]  # who was unlatched can


def test_a_terminal_that_latched_itself_is_still_believed_about_the_log() -> None:
    cluster = Cluster()
    cluster.buy("T1", 100, 7)
    cluster.buy("T1", 200, 7)
    assert cluster.table.peers.peer("T1").latched
    cluster.heard("T1", cluster.other_history("T1"))
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


def picture_for(cluster: Cluster, peer: str) -> Picture:
    cluster.heard(peer, m.Sync(*cluster.process(peer), 0))
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
    layout = OwnLayout(cluster.opened().id, "bets", 2, Answer({Spot("banker"): 100}), registered[-1])
    own = OwnState(1_000, 100, 1, (layout,), 0, "")
    assert picture_for(cluster, "T1") == Picture(cluster.view, own, T1)


def test_who_has_history_gets_the_log_however_long() -> None:
    cluster = long_log()
    cluster.heard("T1", m.Sync(*cluster.process("T1"), 5))
    assert cluster.sent == [Reply("T1", ShowAfter(5))]


def test_only_a_person_gets_what_staff_may_know() -> None:
    cluster = long_log()
    cluster.dispute("T1", 1)
    cluster.obey(m.Latch(T1, "look at it"), SUPERVISOR)
    cluster.obey(m.Retire(T9), SUPERVISOR, OTHER_SUPERVISOR)
    staff = picture_for(cluster, PANEL).staff
    balances = {str(account): amount for account, amount in cluster.table.ledger.balances.items()}
    assert staff == StaffState(
        *(balances, {T1: 1, T2: 1}, {"T1": 1}, {"T1": "look at it"}, ("T9",)),
        bets={"bets": {T1: {Spot("banker"): 100}}},
        staff={
            it.number: Member(
                *(it.number, it.name, it.position, it.position),
                panel=PANEL if it == SUPERVISOR else "",
                on_shift=it in (DEALER, SUPERVISOR, OTHER_SUPERVISOR),
            )
            for it in STAFF
        },
        roles={PANEL: "panel", "T1": "terminal", "T2": "terminal"},
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
