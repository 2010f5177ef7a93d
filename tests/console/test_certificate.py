"""Whom the certificate names: exactly those terminals that had applied the entry of the close, or more."""

from protocol import events as e
from protocol import messages as m
from tests.console.cluster import BANKER_WINS, PANEL, Cluster, betting
from tests.console.people import T1, T2, T3


def beat_at(cluster: Cluster, peer: str, seq: int) -> None:
    """It says that it has applied the log up to here."""
    chain = cluster.chain_at(seq)
    assert chain is not None
    cluster.heard(peer, m.Beat(*cluster.process(peer), seq, chain))


def test_5_6_who_has_applied_the_close_has_seen_it_and_who_is_one_entry_behind_has_not() -> None:
    cluster = betting({"T1": {"banker": 100}}, terminals=("T1", "T2", "T3"))
    cluster.close()
    (closed,) = (entry.seq for entry in cluster.entries if b"WindowClosed" in entry.body)
    cluster.deal(BANKER_WINS)
    beat_at(cluster, T1, closed)
    beat_at(cluster, T2, closed - 1)
    beat_at(cluster, T3, closed + 1)
    beat_at(cluster, PANEL, closed)
    certified = cluster.certify()[0]
    assert isinstance(certified, e.Certified)
    assert certified.acknowledged == (T1, T3)
    assert cluster.table.state.closed_seq == closed
