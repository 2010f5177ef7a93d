"""Keys in the chain: whom the first start lets in, by which orders that changes, what becomes of the machine."""

from itertools import permutations

import pytest

from console.table.checkpoint import restore, save
from console.table.table import Started, Table
from games.round import PlayerId, Refusal
from games.rulings import Position
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.codec import decode_event
from protocol.halts import Halt
from protocol.keyring import LIVE_MAX, Enrolment, Keyring, Role, fingerprint, is_key
from protocol.moves import not_entitled
from protocol.picture import OwnState
from tests.console.cluster import BANKER_WINS, PANEL, Cluster, joins, key, public_key, run_of
from tests.console.people import DEALER, OTHER_SUPERVISOR, SHIFT_MANAGER, STAFF, SUPERVISOR, T1, T2, TECHNICIAN

T9 = PlayerId("T9")
OLD, NEW = public_key("T1", 1), public_key("T1", 2)


def enrolled(*, credit: int = 1_000) -> Cluster:
    """T1, its panel and an archive have keys that stand in the log."""
    cluster = Cluster(credit=credit)
    cluster.enrol(PANEL)
    cluster.join(PANEL)
    cluster.enrol("T1")
    cluster.join("T1")
    return cluster


# --- the first start -------------------------------------------------------------------------------------------------


def test_the_first_start_lets_in_whoever_is_enrolled_then_and_no_later_one_does() -> None:
    cluster = Cluster(terminals=(), opened=False)
    cluster.entries, cluster.signed, cluster.left = [], None, None
    cluster.enrolments = (Enrolment(PANEL, "panel", public_key(PANEL)), Enrolment("T1", "terminal", OLD))
    cluster.start()
    peers = cluster.table.keyring
    assert peers.peers() == list(cluster.enrolments)
    cluster.enrolments = (*cluster.enrolments, Enrolment("T2", "terminal", NEW))
    cluster.start()
    assert [peer.name for peer in cluster.table.keyring.peers()] == [PANEL, "T1"]


def test_the_keys_are_in_the_checkpoint_and_in_the_picture_of_a_panel() -> None:
    cluster = enrolled()
    cluster.obey(m.EndKey(T1, "terminal", OLD, "stolen"), SUPERVISOR, OTHER_SUPERVISOR)
    state = save(cluster.table)
    assert state is not None
    again = restore(cluster.setup, cluster.chain_at, state, cluster.table.seq)
    assert again.keyring == cluster.table.keyring
    assert (again.keyring.peer_of(OLD), again.keyring.past(OLD)) == (None, "T1")
    assert cluster.table._staff_state().keys == (Enrolment(PANEL, "panel", public_key(PANEL)),)


def test_only_staff_reads_whose_key_it_is() -> None:
    assert e.audience_of(e.KeyEnrolled(T1, "terminal", OLD)) == e.STAFF
    assert e.audience_of(e.KeyEnded(T1, OLD, "stolen")) == e.STAFF


# --- orders -----------------------------------------------------------------------------------------------------------


def test_a_swapped_machine_is_one_order_and_money_stays_with_the_name() -> None:
    cluster = enrolled(credit=0)
    cluster.buy("T1", 500)
    old = cluster.process("T1")
    assert cluster.enrol("T1", 2) == [e.KeyEnded(T1, OLD, "replaced"), e.KeyEnrolled(T1, "terminal", NEW)]
    assert cluster.table.keyring.peer_of(NEW) == Enrolment("T1", "terminal", NEW)
    assert cluster.table.keyring.past(OLD) == "T1"
    before = cluster.state()
    cluster.keys["T1"] = fingerprint(OLD)  # what it has said is still on its way
    assert cluster.heard("T1", m.Hello(99, b"thieving", cluster.table.seq, cluster.table.chain, T1, "terminal")) == []
    assert cluster.heard("T1", m.CashOut(*old, key(7), 500)) == []
    assert cluster.state() == before
    cluster.keys["T1"] = fingerprint(NEW)
    assert cluster.join("T1") == [joins(T1, 1, run_of("T1", 1), key=fingerprint(NEW))]
    cluster.ticket("T1", 500)


def test_an_ended_key_is_denied_its_money_is_paid_by_hand_and_nobody_sells_it_credit() -> None:
    cluster = enrolled(credit=0)
    cluster.buy("T1", 500)
    cluster.obey(m.EndKey(T1, "terminal", OLD, "stolen"), SUPERVISOR, OTHER_SUPERVISOR)
    assert cluster.join("T1") == [e.AlarmRaised("T1", Alarm.DENIED_RETIRED)]
    assert cluster.heard("T1", m.CashOut(*cluster.process("T1"), key(7), 500)) == []
    assert cluster.denials() == ["retired"]
    assert cluster.refuse(m.SellCredit(T1, 100), DEALER).reason == "no_terminal"
    assert cluster.obey(m.PayByHand(T1, 500), DEALER, SUPERVISOR) == [e.HandPaid(T1, 1, 500)]
    cluster.enrol("T1", 2)  # found, wiped and made anew
    cluster.join("T1")
    cluster.buy("T1", 100)


def test_a_round_that_is_played_goes_on_when_a_key_ends() -> None:
    cluster = enrolled()
    cluster.open_round({"T1": {"banker": 100}})
    cluster.obey(m.EndKey(T1, "terminal", OLD, "stolen"), SUPERVISOR, OTHER_SUPERVISOR)
    cluster.close()
    cluster.deal(BANKER_WINS)
    cluster.certify()
    assert cluster.table.own_state(T1) == OwnState(1_100, 0, 1, ())


@pytest.mark.parametrize("number", [1, 2])
def test_no_key_comes_back_under_any_name(number: int) -> None:
    cluster = enrolled()
    cluster.enrol("T1", 2)
    gone = "this key is, or was, that of T1: no key comes back"
    for order in (
        m.EnrolKey(T9, "terminal", public_key("T1", number)),
        m.ReplaceKey(T1, "terminal", public_key("T1", number)),
    ):
        assert cluster.refuse(order, SUPERVISOR, OTHER_SUPERVISOR) == Refusal("key", gone)
    cluster.obey(m.EndKey(T1, "terminal", NEW, "stolen"), SUPERVISOR, OTHER_SUPERVISOR)
    for name in (T1, T9):  # nor when nobody of that name has a key any more
        order = m.EnrolKey(name, "terminal", public_key("T1", number))
        assert cluster.refuse(order, SUPERVISOR, OTHER_SUPERVISOR) == Refusal("key", gone)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (m.EnrolKey(T1, "terminal", NEW), "T1 has a live key: replace or end it"),
        (m.EnrolKey(T9, "terminal", "~" * 40), "this is no key"),
        (m.EnrolKey(T9, "boss", NEW), "there is no role boss"),
        (m.EnrolKey(T2, "display", NEW), "T2 was a terminal: a name keeps its role, take another one"),
        (m.ReplaceKey(T9, "terminal", NEW), "T9 has no live key: enrol it"),
        (m.ReplaceKey(T1, "display", NEW), "T1 is a terminal: a name keeps its role"),
        (m.EndKey(T1, "terminal", NEW, "stolen"), "T1 has another key by now"),
        (m.EndKey(T9, "terminal", NEW, "stolen"), "T9 has no live key"),
        (m.EndKey(PlayerId(PANEL), "panel", public_key(PANEL), "gone"), "Panel is the last panel: enrol another first"),
    ],
)
def test_what_cannot_be_is_refused(order: m.Order, why: str) -> None:
    assert enrolled().refuse(order, SHIFT_MANAGER, TECHNICIAN) == Refusal("key", why)


@pytest.mark.parametrize("role", ["panel", "archive", "witness"])
def test_whoever_watches_or_commands_the_table_is_let_in_by_technician_and_shift_manager_together(role: Role) -> None:
    order = m.EnrolKey(T9, role, NEW)
    for pair in permutations(STAFF, 2):
        together = {it.position for it in pair} == {Position.TECHNICIAN, Position.SHIFT_MANAGER}
        assert (not_entitled("baccarat", order, *pair) is None) == together, pair
    cluster = enrolled()
    assert cluster.obey(order, TECHNICIAN, SHIFT_MANAGER) == [e.KeyEnrolled(T9, role, NEW)]


@pytest.mark.parametrize("kind", [m.EnrolKey, m.ReplaceKey])
def test_a_terminal_is_let_in_by_a_supervisor_with_another_or_with_a_technician(kind: type) -> None:
    order = kind(T9, "terminal", NEW)
    high = {it for it in STAFF if it.position >= Position.PIT_SUPERVISOR}
    for one, other in permutations(STAFF, 2):
        enough = bool({one, other} & high) and {one, other} <= {*high, TECHNICIAN}
        assert (not_entitled("baccarat", order, one, other) is None) == enough, (one, other)


def test_who_is_signed_on_at_a_panel_is_so_no_longer_when_its_key_ends() -> None:
    cluster = enrolled()
    cluster.enrol("Pit", role="panel")
    cluster.join("Pit")
    cluster.at_panel(DEALER, "Pit")
    order = m.EndKey(PlayerId("Pit"), "panel", public_key("Pit"), "stolen")
    written = cluster.obey(order, TECHNICIAN, SHIFT_MANAGER)
    assert written == [e.KeyEnded(order.name, order.key, "stolen"), e.SignedOff("Pit", DEALER.number, "panel")]
    assert cluster.join("Pit") == [e.AlarmRaised("Pit", Alarm.DENIED_RETIRED)]


@pytest.mark.parametrize("role", ["panel", "archive", "witness"])
def test_one_that_has_never_joined_is_latched_and_retired_by_the_same_two(role: str) -> None:
    cluster = enrolled()
    cluster.enrol("W1", role=role)
    for order in (m.Latch(PlayerId("W1"), "mine"), m.Retire(PlayerId("W1"))):
        (proposed,) = cluster.command(order, SUPERVISOR)[-1:]
        assert not isinstance(proposed, e.Ordered)


def test_a_picture_has_room_for_so_many_keys_and_no_more() -> None:
    keyring = Keyring()
    for number in range(LIVE_MAX):
        keyring.enrol(Enrolment(f"T{number}", "terminal", public_key("T", number)))
    assert "keys are live" in keyring.against("enrol", Enrolment("T", "terminal", public_key("U")))
    assert keyring.against("replace", Enrolment("T1", "terminal", public_key("U"))) == ""


@pytest.mark.parametrize("text", ["", "~" * 40, "#" * 40, public_key("T1")[:-1], public_key("T1") + "0", " " * 40])
def test_what_is_no_key(text: str) -> None:
    assert not is_key(text)
    assert is_key(public_key("T1"))


# --- latches ----------------------------------------------------------------------------------------------------------


def test_a_latch_that_was_the_machines_ends_with_it() -> None:
    cluster = enrolled()
    cluster.heard("T1", m.CashOut(*cluster.process("T1"), key(7), 10**9))  # more than it can believe to have
    assert cluster.table.peers.peer("T1").latched
    assert cluster.enrol("T1", 2)[-1] == e.TerminalUnlatched(T1)
    assert not cluster.table.peers.peer("T1").latched


def test_a_latch_that_was_not_stays_and_is_said() -> None:
    cluster = enrolled()
    cluster.obey(m.Latch(T1, "look at it"), SUPERVISOR)
    assert cluster.enrol("T1", 2)[-1] == e.AlarmRaised("T1", Alarm.STILL_LATCHED, ("look at it",))
    assert cluster.table.peers.peer("T1").latched == "look at it"


# --- a start that must be confirmed ---------------------------------------------------------------------------------


def test_who_only_a_file_knows_is_waited_for_and_cannot_confirm() -> None:
    """A journal that was put back from before the archive came does not know it."""
    cluster = Cluster(terminals=())
    cluster.outside = ("A1",)
    cluster.start()
    assert cluster.view.halts[Halt.UNCONFIRMED].detail == "A1"
    cluster.hello(PANEL, *cluster.process(PANEL))
    assert cluster.halts == [Halt.UNCONFIRMED]
    assert cluster.refuse(m.EnrolKey(T9, "terminal", NEW), SUPERVISOR, OTHER_SUPERVISOR).reason == "unconfirmed"


def test_the_keys_are_folded_from_the_entries_alone() -> None:
    cluster = enrolled()
    cluster.enrol("T1", 2)
    again = Table(cluster.setup, cluster.chain_at)
    for entry in cluster.entries:
        again.apply(entry, decode_event(entry.body))
    assert again.keyring == cluster.table.keyring
    assert Started().keys == ()
