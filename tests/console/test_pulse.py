"""What the pulse tells beside the log: whose Players turn cards, and how the table bets. In no journal."""

from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.crowd import Side
from tests.console.cluster import BANKER_WINS, Cluster

T1 = PlayerId("T1")


def beat(cluster: Cluster, name: str, *, turning: bool) -> None:
    seq, chain = cluster.pen.seq, cluster.pen.chain
    cluster.heard(name, m.Beat(*cluster.process(name), seq, chain, turning))


def pulse(cluster: Cluster) -> m.Pulse:
    return cluster.table.pulse(cluster.now_ms, cluster.pen.seq, cluster.pen.chain)


def test_003_3_12_everybody_learns_that_players_turn_cards_and_a_panel_which() -> None:
    cluster = Cluster(squeeze=True, terminals=("T1", "T2", "T3"))
    cluster.open_round()
    cluster.bet("T1", banker=100)
    cluster.bet("T2", player=100)
    cluster.close()
    cluster.deal(BANKER_WINS)
    for name in ("T1", "T2", "T3"):  # the third has no Bet, and nothing to turn
        beat(cluster, name, turning=True)
    assert (pulse(cluster).turning, cluster.table.turning(cluster.now_ms)) == (2, ("T1", "T2"))
    beat(cluster, "T1", turning=False)
    assert cluster.table.turning(cluster.now_ms) == ("T2",)
    assert cluster.table.turning(cluster.now_ms + 2_500) == (), "who has fallen silent is not waited for"
    cluster.certify()
    assert pulse(cluster).turning == 0


def test_where_the_house_does_not_let_players_squeeze_nobody_turns_anything() -> None:
    cluster = Cluster()
    cluster.open_round()
    cluster.bet("T1", banker=100)
    cluster.close()
    beat(cluster, "T1", turning=True)
    assert pulse(cluster).turning == 0


def test_m13_how_the_table_bets_is_told_from_three_players_on() -> None:
    cluster = Cluster(terminals=("T1", "T2", "T3", "T4"))
    cluster.open_round()
    cluster.bet("T1", banker=100)
    cluster.bet("T2", banker=200)
    assert pulse(cluster).crowd == ()
    cluster.bet("T3", player=50)
    cluster.bet("T4", player=50)
    assert pulse(cluster).crowd == (Side("banker", 2, 75), Side("player", 2, 25))
    cluster.close()
    cluster.deal(BANKER_WINS)
    cluster.certify()
    assert pulse(cluster).crowd == (), "nothing of a Round that is over"


def test_a_call_says_what_for_until_somebody_came() -> None:
    cluster = Cluster()
    facts = cluster.heard("T1", m.CallAttendant(*cluster.process("T1"), True, m.CallReason.MONEY))
    assert facts == [e.AttendantCalled(T1, True, m.CallReason.MONEY)]
    assert cluster.heard("T1", m.CallAttendant(*cluster.process("T1"), True, m.CallReason.GAME)) == []
    facts = cluster.heard("T1", m.CallAttendant(*cluster.process("T1"), False, m.CallReason.GAME))
    assert facts == [e.AttendantCalled(T1, False)]
