"""What one process says, on its own connection, neither silences another with the same key nor takes its answers."""

from console.lines import KEPT, SHOWN_BURST, Lines
from protocol import messages as m
from protocol.fields import run_digest
from protocol.liveness import BURST, REQUESTS_PER_S

OWNER, THIEF = b"the real", b"a thief!"
JOINED = run_digest(OWNER)
PRIVATE = m.Deltas(1, (), b"c" * 32, 0, b"")


def test_a_flood_on_one_connection_leaves_the_other_its_own_allowance() -> None:
    lines = Lines()
    assert [lines.may_speak(0, "T1", b"thief") for _ in range(BURST + 1)] == [True] * BURST + [False]
    assert lines.may_speak(0, "T1", b"owner")
    assert lines.may_speak(0, "T2", b"thief")


def test_more_of_the_log_is_shown_once_a_turn_and_as_often_as_one_process_may_ask_on_however_many_connections() -> None:
    lines = Lines()
    assert [lines.may_be_shown(0, "T1") for _ in range(4)] == [True, False, False, False]
    assert lines.may_be_shown(0, "T2")
    shown = sum(lines.may_be_shown(at, "T1") for at in range(1, 10_001))
    assert shown == SHOWN_BURST - 1 + 10 * REQUESTS_PER_S


def test_a_private_answer_goes_to_the_process_that_has_joined_whoever_spoke_last() -> None:
    lines = Lines()
    lines.hear("T1", OWNER, b"owner", JOINED)
    lines.hear("T1", THIEF, b"thief", JOINED)
    assert lines.route_to("T1", PRIVATE, JOINED) == b"owner"
    assert lines.route_to("T1", m.Denied(2, THIEF, "no"), JOINED) == b"thief"
    assert lines.route_to("T1", m.Welcome(1, OWNER, 0, b"c" * 32), JOINED) == b"owner"
    assert lines.route_to("T2", PRIVATE, JOINED) is None


def test_it_goes_where_the_joined_process_spoke_last() -> None:
    lines = Lines()
    lines.hear("T1", OWNER, b"owner", JOINED)
    lines.hear("T1", OWNER, b"after a cut cable", JOINED)
    assert lines.route_to("T1", PRIVATE, JOINED) == b"after a cut cable"


def test_a_thief_with_many_names_for_itself_is_forgotten_and_the_owner_is_not() -> None:
    lines = Lines()
    lines.hear("T1", OWNER, b"owner", JOINED)
    for number in range(3 * KEPT):
        lines.hear("T1", b"thief%03d" % number, b"thief", JOINED)
        lines.may_speak(0, "T1", b"route%03d" % number)
    assert lines.route_to("T1", PRIVATE, JOINED) == b"owner"
    assert (len(lines._routes["T1"]), len(lines._allowances["T1"])) == (KEPT, KEPT)
