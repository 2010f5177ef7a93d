"""A start must be confirmed by who heard more than the file can tell; never by time."""

import pytest

from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.codec import decode_event
from protocol.halts import Halt
from tests.console.cluster import BANKER_WINS, COUNTDOWN_MS, PANEL, Cluster, betting, joins, key
from tests.console.people import DEALER, OTHER_DEALER, OTHER_SUPERVISOR, SHIFT_MANAGER, SUPERVISOR, T1, T2, TECHNICIAN

UNCONFIRMED = Halt.UNCONFIRMED


def started(cluster: Cluster, *outside: str) -> list[e.Event]:
    """Another process of the console, which these are enrolled at as witness or archive."""
    cluster.outside = outside
    return [decode_event(entry.body) for entry in cluster.start()]


def greet(cluster: Cluster, *peers: str) -> list[e.Event]:
    written = [fact for peer in peers for fact in cluster.hello(peer, *cluster.process(peer))]
    return [fact for fact in written if not isinstance(fact, e.TerminalJoined | e.StartConfirmed)]


def shown(cluster: Cluster, peer: str) -> m.Hello:
    """With the whole log, as it is now."""
    table = cluster.table
    return m.Hello(*cluster.process(peer), table.seq, table.chain, *cluster.identity(peer), cluster.signed)


def empty(cluster: Cluster, peer: str) -> m.Hello:
    """From a machine that has nothing."""
    return m.Hello(*cluster.process(peer), 0, cluster.chain_at(0) or b"", *cluster.identity(peer))


def waiting(who: str) -> e.Halted:
    return e.Halted(UNCONFIRMED, who)


def lifted(cluster: Cluster) -> e.Resumed:
    return e.Resumed(UNCONFIRMED, cluster.now_ms + COUNTDOWN_MS)


def test_a_new_journal_has_nothing_to_be_confirmed() -> None:
    cluster = Cluster(terminals=(), opened=False)
    assert cluster.halts == []
    assert started(cluster) == [e.ConsoleStarted(2)]  # only a panel was here, and it keeps nothing


def test_without_a_witness_or_an_archive_all_terminals_confirm_that_were_joined_before() -> None:
    cluster = Cluster(terminals=("T1", "T2", "T3"))
    cluster.join("D1", "display")
    assert started(cluster) == [e.ConsoleStarted(2), waiting("T1, T2, T3")]
    assert greet(cluster, "T2", "D1", PANEL) == [waiting("T1, T3")]
    assert greet(cluster, "T2") == []
    assert greet(cluster, "T1") == [waiting("T3")]
    assert greet(cluster, "T3") == [lifted(cluster)]
    assert cluster.halts == []
    cluster.open_round()


@pytest.mark.parametrize("role", ["witness", "archive"])
def test_one_witness_or_archive_is_enough_and_then_no_terminal_is(role: str) -> None:
    cluster = Cluster()
    cluster.join("W1", role)
    assert started(cluster, "W1", "W2") == [e.ConsoleStarted(2), waiting("W1 / W2")]
    assert greet(cluster, "T1", "T2", PANEL) == []
    assert greet(cluster, "W1") == [lifted(cluster)]


def test_who_confirms_and_up_to_which_entry_is_on_record() -> None:
    """An archive that was far behind when the file was put back cannot tell what lies behind its own head."""
    cluster = Cluster()
    cluster.join("A1", "archive")
    hello = shown(cluster, "A1")
    cluster.buy("T1", 500)
    started(cluster, "A1")
    joined, *confirmed = cluster.heard("A1", hello)
    assert isinstance(joined, e.TerminalJoined)
    assert confirmed == [e.StartConfirmed("A1", hello.last_seq), lifted(cluster)]


def test_an_older_file_from_before_the_archive_first_came_is_not_confirmed_by_a_terminal() -> None:
    """It knows of no archive; the register does."""
    cluster = Cluster(terminals=("T1",))
    assert started(cluster, "A1")[-1] == waiting("A1")
    assert greet(cluster, "T1", PANEL) == []
    assert cluster.halts == [UNCONFIRMED]
    cluster.roles["A1"] = "archive"
    cluster.heard("A1", empty(cluster, "A1"))  # enrolled while the console was off: it will have what it hears now
    assert cluster.halts == [UNCONFIRMED]
    cluster.obey(m.Resume(UNCONFIRMED), SUPERVISOR, DEALER)
    assert started(cluster, "A1")[-1] == waiting("A1")
    assert greet(cluster, "A1") == [lifted(cluster)]


def test_a_new_journal_may_stand_in_the_place_of_one_that_was_lost_so_all_copies_are_asked() -> None:
    cluster = Cluster(terminals=(), opened=False)
    cluster.entries, cluster.signed = [], None
    assert started(cluster, "A1", "W1") == [e.ConsoleStarted(1), *cluster.staff, waiting("A1, W1")]
    cluster.roles |= {"A1": "archive", "W1": "witness"}
    assert greet(cluster, PANEL) == []
    assert cluster.refuse(m.OpenTable(), SUPERVISOR).reason == "unconfirmed"
    assert cluster.join("A1")[-2:] == [e.StartConfirmed("A1", 0), waiting("W1")]
    cluster.heard("W1", cluster.other_history("W1"))  # it has the old one
    assert cluster.halts == [UNCONFIRMED, Halt.HISTORY]


def test_a_new_table_begins_when_all_copies_have_said_that_they_have_nothing() -> None:
    cluster = Cluster(terminals=(), opened=False)
    cluster.entries, cluster.signed = [], None
    started(cluster, "A1", "W1")
    cluster.roles |= {"A1": "archive", "W1": "witness"}
    assert cluster.join("A1")[-1] == waiting("W1")
    assert cluster.halts == [UNCONFIRMED]
    cluster.join("W1")
    assert cluster.halts == []


def test_our_own_words_of_this_process_prove_nothing() -> None:
    """A key and nothing else: the head of a pulse is said back."""
    cluster = Cluster(terminals=("T1",))
    cluster.join("A1", "archive")
    started(cluster, "A1")
    heard = cluster.signed
    assert heard is not None
    for last_seq, last_chain in ((0, cluster.chain_at(0) or b""), (heard.seq, heard.chain)):
        cluster.heard("A1", m.Hello(*cluster.process("A1"), last_seq, last_chain, *cluster.identity("A1"), heard))
        assert cluster.halts == [UNCONFIRMED]


def test_who_came_with_nothing_proves_nothing_at_the_next_start_either_until_people_have_confirmed_this_one() -> None:
    """A wiped archive has copied since what it should judge."""
    cluster = Cluster(terminals=("T1",))
    cluster.join("A1", "archive")
    started(cluster, "A1")
    assert cluster.heard("A1", empty(cluster, "A1"))[0] == joins(
        PlayerId("A1"), *cluster.process("A1"), "archive", "A1", blank=True
    )
    for _ in range(2):
        assert started(cluster, "A1")[-1] == waiting("A1")
        assert greet(cluster, "A1", "T1") == []
    greet(cluster, PANEL)
    cluster.obey(m.Resume(UNCONFIRMED), SUPERVISOR, DEALER)
    started(cluster, "A1")
    assert greet(cluster, "A1") == [lifted(cluster)]


def test_after_an_archives_word_nothing_is_paid_by_one_person_before_all_terminals_have_shown_theirs() -> None:
    """An archive that was cut off at the moment to which the file is put back is level with it; T2 has heard more."""
    cluster = Cluster(terminals=("T1", "T2"))
    cluster.join("A1", "archive")
    number = cluster.ticket("T1", 100)
    proof, entries, level = cluster.signed, list(cluster.entries), shown(cluster, "A1")
    cluster.ticket("T1", 500)
    newer = shown(cluster, "T2")
    cluster.entries, cluster.signed = entries, proof
    started(cluster, "A1")
    cluster.heard("A1", level)
    assert cluster.halts == []
    greet(cluster, "T1", PANEL)  # T1 tells what it likes
    assert cluster.cash_out("T1", 500, number=77) == [e.AlarmRaised("console", Alarm.NO_TICKET_YET, ("T2",))]
    assert cluster.cash_out("T1", 500, number=77) == []
    assert cluster.refuse(cluster.paying(number)).reason == "unconfirmed"
    cluster.open_round({"T1": {"banker": 100}})  # and play goes on
    cluster.heard("T2", newer)
    assert cluster.halts == [Halt.HISTORY]


def test_nor_before_a_panel_is_on_that_may_have_heard_more() -> None:
    """All terminals lie; the panel at which the first ticket was paid was not switched off."""
    cluster = Cluster(terminals=("T1",))
    cluster.join("A1", "archive")
    cluster.join("Panel2", "panel")
    proof, entries, level = cluster.signed, list(cluster.entries), shown(cluster, "A1")
    cluster.ticket("T1", 500)
    newer = shown(cluster, PANEL)
    cluster.entries, cluster.signed = entries, proof
    started(cluster, "A1")
    cluster.heard("A1", level)
    greet(cluster, "T1")
    (alarm,) = cluster.cash_out("T1", 500, number=77)
    assert isinstance(alarm, e.AlarmRaised)
    assert alarm.about == ("Panel, Panel2",)
    cluster.heard(PANEL, newer)
    assert cluster.halts == [Halt.HISTORY]
    started(cluster, "A1")
    greet(cluster, "A1", "T1")
    assert cluster.table.unheard() == [PANEL, "Panel2"]
    greet(cluster, "Panel2")  # one is enough: the other may have been put away
    assert cluster.table.unheard() == []


def test_what_waits_for_a_terminal_goes_on_when_it_has_confirmed_is_retired_or_has_another_key() -> None:
    cluster = Cluster(terminals=("T1", "T2", "T3", "T4"), credit=0)
    cluster.buy("T1", 500)
    cluster.join("A1", "archive")
    started(cluster, "A1")
    greet(cluster, "A1", "T1", "T2", PANEL)
    cluster.obey(m.Retire(PlayerId("T3")), SUPERVISOR, OTHER_SUPERVISOR)
    assert [type(fact) for fact in cluster.cash_out("T1", 100)] == [e.AlarmRaised]
    cluster.obey(m.PayByHand(T1, 100), DEALER, SUPERVISOR)  # two people know what they do
    assert cluster.table.unheard() == ["T4"]
    cluster.enrol("T4")  # before the new machine is even on: the old one will never be heard
    assert cluster.table.unheard() == []
    cluster.heard("T4", empty(cluster, "T4"))
    cluster.ticket("T1", 100)


def test_a_head_proves_nothing_unless_we_have_signed_it() -> None:
    cluster = Cluster(terminals=("T1",))
    started(cluster)
    for proof in (None, m.SignedHead(cluster.table.seq, cluster.table.chain, b"f" * 64)):
        cluster.heard(
            "T1",
            m.Hello(*cluster.process("T1"), cluster.table.seq, cluster.table.chain, *cluster.identity("T1"), proof),
        )
        assert cluster.halts == [UNCONFIRMED]
    # Who came with nothing has from then on only our own words to tell.
    assert greet(cluster, "T1") == []
    assert cluster.halts == [UNCONFIRMED]


def test_nor_after_an_archives_word() -> None:
    """Else a terminal that has heard more could have tickets issued with a signature that is nobody's."""
    cluster = Cluster(terminals=("T1",))
    cluster.join("A1", "archive")
    started(cluster, "A1")
    greet(cluster, "A1", PANEL)
    seq, forged = cluster.table.seq, m.SignedHead(3, b"f" * 32, b"f" * 64)
    hello = m.Hello(*cluster.process("T1"), seq, cluster.table.chain, *cluster.identity("T1"), forged)
    assert [type(fact) for fact in cluster.heard("T1", hello)] == [e.TerminalJoined]
    assert cluster.table.unheard() == ["T1"]


def test_who_knows_more_than_the_file_stops_the_table_instead() -> None:
    """FAULTS C8: an older file, whole and signed, was put back."""
    cluster = Cluster(terminals=("T1",))
    proof, entries = cluster.signed, list(cluster.entries)
    cluster.buy("T1", 500)
    newer = m.Hello(
        *cluster.process("T1"), cluster.table.seq, cluster.table.chain, *cluster.identity("T1"), cluster.signed
    )
    cluster.entries, cluster.signed = entries, proof
    started(cluster)
    cluster.heard("T1", newer)
    assert cluster.halts == [UNCONFIRMED, Halt.HISTORY]
    assert cluster.denials() == ["history"]


def test_who_has_only_heard_of_more_than_the_file_stops_the_table_too() -> None:
    """The pulse came, the entries that it is about did not."""
    cluster = Cluster(terminals=("T1",))
    proof, entries = cluster.signed, list(cluster.entries)
    seq, chain = cluster.table.seq, cluster.table.chain
    cluster.buy("T1", 500)
    heard = cluster.signed
    cluster.entries, cluster.signed = entries, proof
    started(cluster)
    cluster.heard("T1", m.Hello(*cluster.process("T1"), seq, chain, *cluster.identity("T1"), proof, heard))
    assert cluster.halts == [UNCONFIRMED, Halt.HISTORY]
    assert cluster.denials() == ["history"]


def test_over_a_proof_of_another_history_nothing_is_paid_before_a_shift_manager_has_looked() -> None:
    """An older file was put back: whoever was paid since then could be paid once more."""
    cluster = Cluster(terminals=("T1",))
    proof, entries = cluster.signed, list(cluster.entries)
    cluster.buy("T1", 500)
    newer = m.Hello(
        *cluster.process("T1"), cluster.table.seq, cluster.table.chain, *cluster.identity("T1"), cluster.signed
    )
    cluster.entries, cluster.signed = entries, proof
    started(cluster)
    greet(cluster, PANEL)
    cluster.heard("T1", newer)
    assert cluster.refuse(m.Resume(Halt.HISTORY), SUPERVISOR).reason == "not_entitled"
    assert cluster.refuse(m.Resume(Halt.HISTORY), SUPERVISOR, DEALER).reason == "second_position"
    assert cluster.refuse(m.PayByHand(T1, 10), DEALER, SUPERVISOR).reason == "unconfirmed"
    cluster.obey(m.Resume(UNCONFIRMED), SUPERVISOR, DEALER)
    assert (cluster.halts, cluster.refuse(m.PayByHand(T1, 10), DEALER, SUPERVISOR).reason) == ([Halt.HISTORY], "books")
    cluster.obey(m.Resume(Halt.HISTORY), SHIFT_MANAGER, DEALER)
    cluster.obey(m.PayByHand(T1, 10), DEALER, SUPERVISOR)


def test_a_running_process_that_an_older_file_does_not_know_is_asked_for_its_proof() -> None:
    """Denied as replaced it would end for good, with the proof in its hands."""
    cluster = Cluster(terminals=("T1",))
    started(cluster)
    cluster.heard("T1", m.Beat(cluster.process("T1")[0] + 1, b"another!", cluster.table.seq, cluster.table.chain))
    assert cluster.denials() == [m.Denial.SAY_HELLO]


def test_an_older_file_from_before_anybody_came_waits_for_the_archive_that_is_enrolled() -> None:
    cluster = Cluster(terminals=(), opened=False)
    assert started(cluster, "A1") == [e.ConsoleStarted(2), waiting("A1")]
    assert greet(cluster, PANEL) == []
    cluster.obey(m.Resume(UNCONFIRMED), SUPERVISOR, DEALER)
    assert cluster.halts == []


def test_who_is_not_believed_confirms_nothing_and_one_person_cannot_silence_a_proof() -> None:
    cluster = Cluster(terminals=("T1",))
    cluster.join("A1", "archive")
    cluster.obey(m.Latch(PlayerId("A1"), "it is in the way"), SHIFT_MANAGER, TECHNICIAN)
    assert not cluster.table.peers.peer("A1").doubted  # nobody has claimed another history
    started(cluster, "A1")
    assert greet(cluster, "A1") == [lifted(cluster)]


def test_no_time_confirms() -> None:
    cluster = betting({"T1": {"banker": 100}})
    started(cluster)
    for _ in range(100):
        cluster.wait(3_600_000)
    assert cluster.halts == [Halt.INTERRUPTED, UNCONFIRMED]


def test_meanwhile_only_notes_that_are_in_the_box_are_taken() -> None:
    cluster = Cluster(terminals=("T1", "T2"))
    started(cluster)
    greet(cluster, "T1", PANEL)
    boot, run = cluster.process("T1")
    before = cluster.state()
    for request in (
        m.CashOut(boot, run, key(901), 100),
        m.InsertTicket(boot, run, key(902), "123456789012345678"),
        m.Dispute(boot, run, key(903), 1, ()),
        m.CallAttendant(boot, run, wanted=True),
    ):
        assert (cluster.heard("T1", request), cluster.sent) == ([], [])  # it waits, and comes again
    assert cluster.state() == before
    cluster.heard("T1", m.Sync(boot, run, 1))
    assert len(cluster.sent) == 1
    cluster.buy("T1", 250)
    assert cluster.table.ledger.credit(T1) == 1_250
    for order, by, second in (
        (m.PayByHand(T1, 10), DEALER, SUPERVISOR),
        (m.OpenBets(), SUPERVISOR, None),
        (m.SellCredit(T1, 10), SUPERVISOR, None),
        (m.Retire(T2), SUPERVISOR, OTHER_SUPERVISOR),
        (m.Latch(T2, "it is dark"), SUPERVISOR, None),
        (m.RecordRuling("go on"), SHIFT_MANAGER, None),
    ):
        assert cluster.refuse(order, by, second).reason == "unconfirmed"
    assert greet(cluster, "T2") == [lifted(cluster)]
    cluster.obey(m.PayByHand(T1, 10), DEALER, SUPERVISOR)


def test_a_pit_supervisor_and_a_second_person_go_on_without_who_is_dark() -> None:
    cluster = Cluster()
    started(cluster)
    greet(cluster, "T1", PANEL)
    assert cluster.view.halts[UNCONFIRMED].detail == "T2"
    assert cluster.refuse(m.Resume(UNCONFIRMED), DEALER).reason == "not_entitled"
    assert cluster.refuse(m.Resume(UNCONFIRMED), DEALER, OTHER_DEALER).reason == "second_position"
    assert cluster.refuse(m.Resume(UNCONFIRMED), SUPERVISOR).reason == "second_person"
    assert cluster.obey(m.Resume(UNCONFIRMED), SUPERVISOR, DEALER) == [lifted(cluster)]
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    assert greet(cluster, "T2") == []


def test_a_retired_terminal_is_not_waited_for_and_where_none_is_left_people_decide() -> None:
    """A forged journal in which all are retired must not go on by itself."""
    cluster = Cluster(terminals=("T1",), credit=0)
    cluster.obey(m.Retire(T1), SUPERVISOR, OTHER_SUPERVISOR)
    assert started(cluster)[-1] == waiting("")
    greet(cluster, PANEL)
    assert cluster.halts == [UNCONFIRMED]


def test_a_strict_house_answers_an_interruption_after_the_start_was_confirmed() -> None:
    """It returns stakes: nothing moves before."""
    cluster = Cluster(strict=True, terminals=("T1",))
    cluster.open_round({"T1": {"banker": 100}})
    started(cluster)
    assert (cluster.halts, cluster.table.ledger.stake(T1)) == ([Halt.INTERRUPTED, UNCONFIRMED], 100)
    greet(cluster, "T1")
    assert (cluster.halts, cluster.table.ledger.stake(T1)) == ([], 0)


def test_another_start_waits_anew_for_everybody() -> None:
    cluster = Cluster()
    started(cluster)
    greet(cluster, "T1")
    assert started(cluster) == [e.ConsoleStarted(3), waiting("T1, T2")]
    assert cluster.halts == [UNCONFIRMED]


def test_many_that_are_waited_for_are_counted() -> None:
    cluster = Cluster(terminals=[f"T{number:02}" for number in range(1, 9)], credit=0)
    assert started(cluster)[-1] == waiting("T01, T02, T03, T04, T05 +3")


def test_a_witness_is_told_of_every_entry_however_long_the_log() -> None:
    cluster = Cluster(snapshot_from=5)
    cluster.join("W1", "witness")
    cluster.heard("W1", m.Sync(*cluster.process("W1"), 0))
    assert [type(reply.message).__name__ for reply in cluster.sent] == ["ShowAfter"]
