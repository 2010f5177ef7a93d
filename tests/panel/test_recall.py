"""A panel that was started again shows what it would show if it had never been away: the picture of any moment, what
lay before it and what came after make the same Board as the whole log.
"""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from console.panel.board import Board, show
from console.panel.desk import AGAIN_MS, HISTORY, Desk
from console.table.table import Table
from games.round import PlayerId
from protocol import messages as m
from protocol.chain import opened
from protocol.codec import decode_event, decode_news, encode
from tests.console.cluster import PANEL, TABLE, Cluster, betting
from tests.console.people import SUPERVISOR, T1
from tests.panel.walk import HAPPENINGS, Happening, Walk
from tests.ui import panel_boards

RUN = b"panel-01"


def piece(cluster: Cluster, first: int, last: int) -> m.Deltas:
    entries = cluster.entries[first - 1 : last]
    sent = tuple(opened(entry) for entry in entries)
    return m.Deltas(first, sent, entries[-1].chain, len(cluster.entries))


def picture(cluster: Cluster, seq: int) -> m.Snapshot:
    """As the console gave it when its log went so far."""
    table = Table(cluster.setup, cluster.chain_at)
    for entry in cluster.entries[:seq]:
        table.apply(entry, decode_event(entry.body))
    reply = table.snapshot(PlayerId(PANEL), staff=True)
    assert isinstance(reply.message, m.Snapshot)
    return reply.message


def whole(cluster: Cluster) -> Desk:
    desk = Desk("P1", TABLE, 1, RUN)
    desk.receive(0, piece(cluster, 1, len(cluster.entries)))
    return desk


def from_picture(cluster: Cluster, seq: int, *, size: int = 500, soon: int = 0) -> Desk:
    """The history comes in pieces of this size; before it so many of the later entries."""
    desk, head = Desk("P1", TABLE, 1, RUN), len(cluster.entries)
    desk.receive(0, m.Welcome(1, RUN, seq, cluster.entries[seq - 1].chain))
    desk.receive(0, decode_news(encode(picture(cluster, seq))))
    later = min(head, seq + soon)
    if later > seq:
        desk.receive(0, piece(cluster, seq + 1, later))
    for _ in range(head):
        # A console that has started since has been greeted again.
        desk.receive(0, m.Welcome(1, RUN, later, cluster.entries[later - 1].chain))
        asked = [request.after_seq for request in desk.outgoing(0) if isinstance(request, m.Sync)]
        if not asked:
            break
        desk.receive(0, piece(cluster, asked[0] + 1, min(asked[0] + size, head)))
    else:
        raise AssertionError("it asks and asks")
    if later < head:
        desk.receive(0, piece(cluster, later + 1, head))
    return desk


def board(desk: Desk) -> Board:
    """Without what the very first entry says: nobody can ask for what comes after nothing, but for the picture."""
    shown = show(desk, 0)
    return replace(shown, link="", log=tuple(line for line in shown.log if line.seq > 1))


def test_at_every_entry_of_a_story() -> None:
    cluster = panel_boards.betting()
    cluster.place("T01", {"player": 2_500})
    cluster.place("T02", {})
    cluster.close()
    cluster.deal("2C KD")
    cluster.unread()
    cluster.enter("3S")
    cluster.deal("QH 9D 8C")
    cluster.certify()
    cluster.correct("2C KD 3S QH 9D 7C")
    cluster.load_shoe()
    cluster.open_round()
    cluster.place("T05", {"banker": 5_000})
    cluster.close()
    cluster.void("5.3.1", SUPERVISOR)
    expected = board(whole(cluster))
    assert [past.round_no for past in expected.past] == [1, 2, 3, 4]
    assert [past.corrected_by for past in expected.past] == ["", "", "Sue + Ann", ""]
    for seq in range(1, len(cluster.entries) + 1):
        assert board(from_picture(cluster, seq)) == expected, seq


@settings(max_examples=60)
@given(HAPPENINGS, st.integers(0, 10_000), st.integers(1, 40), st.integers(0, 40))
def test_whatever_has_happened(happenings: list[Happening], at: int, size: int, soon: int) -> None:
    walk = Walk(Cluster())
    for what, number in happenings:
        walk.happen(what, number)
    cluster = walk.cluster
    seq = 1 + at % len(cluster.entries)
    assert board(from_picture(cluster, seq, size=size, soon=soon)) == board(whole(cluster))


def test_exposure_after_a_restart_while_bets_are_open() -> None:
    """What was registered before the picture and changed after it is there once."""
    cluster = betting({"T1": {"banker": 100}, "T2": {"player": 60}})
    seq = len(cluster.entries)
    cluster.bet("T1", banker=40, tie=10)
    shown = show(from_picture(cluster, seq), 0)
    exposure = {str(area.spot): (area.amount, area.terminals) for area in shown.exposure}
    assert (exposure["banker"], exposure["player"], exposure["tie"]) == ((40, 1), (60, 1), (10, 1))
    assert shown.differential == 20


def test_who_has_seen_the_close_is_known_after_a_restart() -> None:
    cluster = panel_boards.dealing("2C")
    desk = from_picture(cluster, len(cluster.entries))
    desk.receive(0, m.Seats((("T01", desk.closed_seq), ("T02", desk.closed_seq - 1))))
    seen = {seat.terminal: seat.seen_close for seat in show(desk, 0).seats}
    assert (seen["T01"], seen["T02"]) == (True, False)


def test_the_close_of_the_round_before_is_nobodys_close_now() -> None:
    cluster = Cluster()
    cluster.play("2C 4D 5S 5H", {"T1": {"banker": 100}})
    cluster.open_round()
    for desk in (whole(cluster), from_picture(cluster, len(cluster.entries))):
        assert desk.closed_seq == 0
        desk.receive(0, m.Seats((("T1", len(cluster.entries)),)))
        assert not any(seat.seen_close for seat in show(desk, 0).seats)


def test_the_past_is_asked_for_until_it_comes() -> None:
    cluster = Cluster()
    cluster.play("2C 4D 5S 5H", {"T1": {"banker": 100}})
    seq = len(cluster.entries)
    desk = Desk("P1", TABLE, 1, RUN)
    desk.receive(0, m.Welcome(1, RUN, seq, cluster.entries[-1].chain))
    desk.receive(0, picture(cluster, seq))

    def asked(now_ms: int) -> list[int]:
        desk.receive(now_ms, m.Pulse(seq, cluster.entries[-1].chain))
        return [request.after_seq for request in desk.outgoing(now_ms) if isinstance(request, m.Sync)]

    assert (asked(0), asked(AGAIN_MS - 1), desk.wake_ms(AGAIN_MS - 1)) == ([1], [], AGAIN_MS)
    assert (asked(AGAIN_MS), desk.diary.lines) == ([1], ())
    desk.receive(AGAIN_MS, piece(cluster, 2, 5))
    assert asked(AGAIN_MS) == [5]
    desk.receive(AGAIN_MS, piece(cluster, 2, 5))  # again: it is told once
    desk.receive(AGAIN_MS, piece(cluster, 6, seq))
    assert (asked(2 * AGAIN_MS), [line.seq for line in desk.diary.lines]) == (
        [],
        [line.seq for line in whole(cluster).diary.lines if line.seq > 1],
    )


def test_of_a_long_past_only_the_end_is_asked_for() -> None:
    cluster = Cluster()
    shown = replace(picture(cluster, len(cluster.entries)), seq=HISTORY + 77)
    desk = Desk("P1", TABLE, 1, RUN)
    desk.receive(0, m.Welcome(1, RUN, HISTORY + 77, shown.chain))
    desk.receive(0, shown)
    assert [request.after_seq for request in desk.outgoing(0) if isinstance(request, m.Sync)] == [77]


# --- orders that nobody heard ----------------------------------------------------------------------------------------


def test_an_order_given_without_a_connection_is_dropped_and_never_comes_back() -> None:
    """ "Sell credit 50", tapped twice while the line was cut, was 100 ten minutes later."""
    cluster = Cluster()
    desk = whole(cluster)
    head, chain = len(cluster.entries), cluster.entries[-1].chain
    desk.receive(0, m.Welcome(1, RUN, head, chain))
    desk.outgoing(2_000)
    for command_id in (b"order  1", b"order  2"):
        desk.order(command_id, m.SellCredit(T1, 50))
    assert desk.waiting
    assert not any(isinstance(request, m.Command) for request in desk.outgoing(2_000))
    assert (desk.waiting, desk.lost) == (False, 2)
    desk.receive(600_000, m.Pulse(head, chain))
    assert not any(isinstance(request, m.Command) for request in desk.outgoing(600_000))


def test_an_order_that_was_sent_is_repeated_only_as_long_as_the_console_is_heard() -> None:
    cluster = Cluster()
    desk = whole(cluster)
    desk.receive(0, m.Welcome(1, RUN, len(cluster.entries), cluster.entries[-1].chain))
    desk.order(b"order  1", m.SellCredit(T1, 50))
    sent = [now for now in range(0, 10_000, 100) if any(isinstance(it, m.Command) for it in desk.outgoing(now))]
    assert sent == [0, 500, 1_000, 1_500]
    assert (desk.waiting, desk.lost) == (False, 1)
