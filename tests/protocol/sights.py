"""What staff see, made of a table of the tests: by the table's own state, or by a panel that has followed it."""

from console.panel.board import show
from console.panel.desk import Desk
from protocol import messages as m
from protocol.chain import opened
from protocol.situation import Sight
from tests.console.cluster import TABLE, Cluster


def sight_at_a_panel(cluster: Cluster) -> Sight:
    """Of a panel that has followed the whole log."""
    desk = Desk("P1", TABLE, 1, b"panel-01")
    sent = tuple(opened(entry) for entry in cluster.entries)
    desk.receive(0, m.Deltas(1, sent, cluster.entries[-1].chain, len(sent)))
    return show(desk, 0).sight
