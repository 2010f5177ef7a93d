"""What is due to somebody and what somebody owes are never taken for each other: on the board, in its words, in orders
and in the ledger.
"""

from console.panel.board import Board, Claim, show
from console.panel.desk import Desk
from console.panel.parts import parts
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event
from protocol.events import STAFF, may_read
from tests.console.cluster import BANKER_WINS, PLAYER_WINS, TABLE, Cluster, played
from tests.console.people import DEALER, SUPERVISOR, T1, T2


def corrected() -> Cluster:
    """T1 has left with his winnings, T2 after his loss; then the Round is found to have had the other winner."""
    cluster = played(BANKER_WINS, {"T1": {"banker": 100}, "T2": {"banker": 60, "player": 300}})
    for terminal in ("T1", "T2"):
        cluster.ticket(terminal, cluster.credit(terminal))
    cluster.correct(PLAYER_WINS)
    return cluster


def board(cluster: Cluster) -> Board:
    desk = Desk("P1", TABLE, 1, b"panel-01")
    for entry in cluster.entries:
        if may_read(STAFF, entry.audience):
            desk._apply(entry.seq, decode_event(entry.body))
    return show(desk, 0)


def test_5_6_who_left_with_too_much_owes_and_who_left_with_too_little_is_due() -> None:
    cluster = corrected()
    shown = board(cluster)
    assert shown.claims == (Claim("T1", 1, due=0, owed=200), Claim("T2", 1, due=480, owed=0))
    told = parts(shown, refusals_read=0, losses_read=0)
    rows = [row for row in _rows(told) if row.get("key") in ("pay_due", "collect_owed")]
    assert [(row["key"], row["terminal"]) for row in rows] == [("collect_owed", "T1"), ("pay_due", "T2")]


def _rows(told: object) -> list[dict[str, object]]:
    """Every map in what a screen is handed."""
    found: list[dict[str, object]] = []
    if isinstance(told, dict):
        found.append(told)
        for inner in told.values():
            found += _rows(inner)
    elif isinstance(told, list | tuple):
        for inner in told:
            found += _rows(inner)
    return found


def test_5_6_each_is_settled_by_its_own_order_and_refused_by_the_other() -> None:
    cluster = corrected()
    assert cluster.refuse(m.PayDue(T1, 1), DEALER, SUPERVISOR).reason == "nothing_due"
    assert cluster.refuse(m.CollectOwed(T2, 1), DEALER, SUPERVISOR).reason == "nothing_owed"
    assert cluster.obey(m.PayDue(T2, 1), DEALER, SUPERVISOR) == [e.DuePaid(T2, 1, 480)]
    assert cluster.obey(m.CollectOwed(T1, 1), DEALER, SUPERVISOR) == [e.OwedCollected(T1, 1, 200)]
    assert board(cluster).claims == ()


def test_5_6_a_claim_is_met_by_the_next_correction_of_the_same_sitting_whoever_sits_there_by_then() -> None:
    cluster = corrected()
    for terminal in ("T1", "T2"):
        cluster.buy(terminal, 1_000)  # somebody else: sitting 2
    cluster.correct(BANKER_WINS)
    lines = {fact.terminal: fact for fact in cluster.journal(e.LinesCorrected)[2:]}
    assert {(it.sitting, it.credited, it.due, it.owed) for it in lines.values()} == {(1, 0, 0, -200), (1, 0, -480, 0)}
    assert board(cluster).claims == ()
    assert (cluster.credit("T1"), cluster.credit("T2")) == (1_000, 1_000)
