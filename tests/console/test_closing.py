"""What stands open when a table is closed: shown before, closed all the same, and on record."""

from hypothesis import given, settings

from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.events import STAFF, OpenItem
from tests.console.cluster import BANKER_WINS, Cluster
from tests.console.people import SUPERVISOR
from tests.panel.walk import HAPPENINGS, Happening, Walk


def test_a_table_where_nothing_stands_open_just_closes() -> None:
    cluster = Cluster(credit=0)
    assert cluster.obey(m.CloseTable(), SUPERVISOR) == [e.TableClosed()]


def test_what_stands_open_is_named_at_the_close_and_is_for_staff_alone() -> None:
    cluster = Cluster(terminals=("T1", "T2", "T3"))
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    cluster.cash_out("T2", 400)
    cluster.cash_out("T3", 1_000)
    printed = next(iter(cluster.table.cashier.tickets))
    cluster.heard("T2", m.ReportPrint(*cluster.process("T2"), b"p" * 16, printed, "printed"))
    cluster.heard("T1", m.CallAttendant(*cluster.process("T1"), wanted=True))
    cluster.dispute("T1", 1)
    cluster.obey(m.Latch(PlayerId("T2"), "look at it"), SUPERVISOR)
    credit = cluster.table.ledger.credit(PlayerId("T1"))
    items = (
        *(OpenItem("credit", "T1", credit), OpenItem("credit", "T2", 600), OpenItem("ticket", "T3", 1_000)),
        *(OpenItem("dispute", "T1", 1), OpenItem("latched", "T2"), OpenItem("call", "T1")),
    )
    assert Walk(cluster).board.left_open == items, "what the panel shows before"
    assert cluster.obey(m.CloseTable(), SUPERVISOR) == [e.LeftOpen(items), e.TableClosed()]
    assert cluster.entries[-2].audience == STAFF, "whose money is where is nobody else's business (M13)"


@settings(max_examples=25)
@given(happenings=HAPPENINGS)
def test_wherever_a_table_gets_its_panel_shows_what_the_close_puts_on_record(happenings: list[Happening]) -> None:
    walk = Walk(Cluster())
    for what, number in happenings:
        walk.happen(what, number)
        before = walk.board.left_open
        written = walk.cluster.command(m.CloseTable(), SUPERVISOR)
        if isinstance(written[0], e.Ordered):
            assert [event.items for event in written if isinstance(event, e.LeftOpen)] == ([before] if before else [])
            walk.cluster.obey(m.OpenTable(), SUPERVISOR)
