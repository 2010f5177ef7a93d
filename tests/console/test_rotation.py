"""The console's own key: two people rotate it, and both are good until the next gaming day is closed."""

import pytest

from console.table.checkpoint import restore, save
from console.table.table import DayTold, KeysInHand
from games.round import PlayerId, Refusal
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.moves import wanted
from tests.console.cluster import Cluster, public_key
from tests.console.people import DEALER, MANAGER, SHIFT_MANAGER, STAFF, SUPERVISOR, TECHNICIAN

OWN, NEXT, OTHER = (public_key("console", number) for number in (1, 2, 3))


@pytest.fixture
def cluster() -> Cluster:
    """A closed table in which a new key is prepared, on the 16th."""
    cluster = Cluster(opened=False)
    cluster.run(DayTold("2026-11-16"))
    cluster.run(KeysInHand(OWN, NEXT))
    return cluster


def rotate(cluster: Cluster) -> None:
    assert cluster.obey(m.RotateConsole(NEXT), TECHNICIAN, SHIFT_MANAGER) == [e.ConsoleKeyRotated(NEXT, OWN)]


def test_both_keys_are_good_until_the_next_day_is_closed_and_then_the_old_one_ends(cluster: Cluster) -> None:
    rotate(cluster)
    keyring = cluster.table.keyring
    assert (keyring.own, keyring.coming, keyring.rotated_seq) == (OWN, NEXT, cluster.table.seq)
    cluster.run(DayTold("2026-11-17"))
    assert (keyring.own, keyring.coming) == (OWN, NEXT), "that a day begins is not enough"
    written = cluster.obey(m.CloseDay("2026-11-16"), SUPERVISOR)
    assert written == [e.DayClosed("2026-11-16", "2026-11-16"), e.ConsoleKeyEnded(OWN, NEXT)]
    assert (keyring.own, keyring.coming, keyring.rotated_seq) == (NEXT, "", 0)
    cluster.run(KeysInHand(NEXT, ""), DayTold("2026-11-18"))
    assert cluster.obey(m.CloseDay("2026-11-17"), SUPERVISOR) == [e.DayClosed("2026-11-17", "2026-11-17")]


def test_a_checkpoint_knows_of_both_keys(cluster: Cluster) -> None:
    rotate(cluster)
    state = save(cluster.table)
    assert state is not None
    assert restore(cluster.setup, cluster.chain_at, state, cluster.table.seq).keyring == cluster.table.keyring


def test_it_takes_a_technician_and_a_shift_manager_and_nobody_else(cluster: Cluster) -> None:
    want = wanted(cluster.view.game, m.RotateConsole(NEXT))
    enough = {
        frozenset((one.position, other.position)) for one in STAFF for other in STAFF
        if want.stand(one.position, other.position)
    }  # fmt: skip
    assert enough == {frozenset((TECHNICIAN.position, SHIFT_MANAGER.position))}
    assert not any(want.stand(one.position) for one in STAFF)
    for by in (DEALER, SUPERVISOR, MANAGER):
        assert cluster.refuse(m.RotateConsole(NEXT), by).reason == "not_entitled"
    assert cluster.table.keyring.coming == ""


@pytest.mark.parametrize(
    ("in_hand", "ordered", "why"),
    [
        (KeysInHand(OWN, ""), NEXT, "the console has not this key: `etg keys rotate console` prepares one"),
        (KeysInHand(OWN, OTHER), NEXT, "the console has not this key: `etg keys rotate console` prepares one"),
        (KeysInHand(OWN, public_key("T1")), public_key("T1"), "this key is, or was, that of T1: no key comes back"),
    ],
)
def test_only_a_key_that_the_console_has_and_nobody_ever_had_can_follow(
    cluster: Cluster, in_hand: KeysInHand, ordered: str, why: str
) -> None:
    cluster.enrol("T1")
    cluster.run(in_hand)
    assert cluster.refuse(m.RotateConsole(ordered), TECHNICIAN, SHIFT_MANAGER) == Refusal("key", why)


def test_a_key_that_was_the_console_s_is_nobody_s_ever_again(cluster: Cluster) -> None:
    rotate(cluster)
    gone = Refusal("key", "this key is, or was, that of console: no key comes back")
    for key in (OWN, NEXT):
        assert cluster.refuse(m.EnrolKey(PlayerId("T9"), "terminal", key), SUPERVISOR, TECHNICIAN) == gone
    already = Refusal("key", "the console answers to this key already")
    assert cluster.refuse(m.RotateConsole(NEXT), TECHNICIAN, SHIFT_MANAGER) == already
    cluster.run(KeysInHand(NEXT, OWN))
    assert cluster.refuse(m.RotateConsole(OWN), TECHNICIAN, SHIFT_MANAGER) == gone


def test_the_old_key_does_not_end_while_the_new_one_is_not_there(cluster: Cluster) -> None:
    rotate(cluster)
    cluster.run(KeysInHand(OWN, ""), DayTold("2026-11-17"))
    day, alarm = cluster.obey(m.CloseDay("2026-11-16"), SUPERVISOR)
    assert isinstance(day, e.DayClosed)
    assert isinstance(alarm, e.AlarmRaised)
    assert alarm.kind is Alarm.NEW_KEY_GONE
    assert (cluster.table.keyring.own, cluster.table.keyring.coming) == (OWN, NEXT)
    cluster.run(KeysInHand(OWN, OTHER))
    written = cluster.obey(m.RotateConsole(OTHER), TECHNICIAN, SHIFT_MANAGER)
    assert written == [e.ConsoleKeyRotated(OTHER, OWN)], "another one instead"


def test_only_staff_reads_it() -> None:
    assert e.audience_of(e.ConsoleKeyRotated(NEXT, OWN)) == e.STAFF
    assert e.audience_of(e.ConsoleKeyEnded(OWN, NEXT)) == e.STAFF
