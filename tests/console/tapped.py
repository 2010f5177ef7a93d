"""What a Dealer gives at the panel by his own hands."""

from msgspec.structs import replace

from protocol import events as e
from protocol import messages as m
from tests.console.cluster import Cluster, cards_of
from tests.console.people import SUPERVISOR

BETS = {"T1": {"banker": 100, "tie": 10}, "T2": {"player": 50}}


def by_hand() -> Cluster:
    """`driver = "manual"`: no shoe is read, and the Dealer deals by orders."""
    cluster = Cluster(opened=False)
    cluster.setup = replace(cluster.setup, manual=True)
    cluster.restart()
    cluster.obey(m.OpenTable(), SUPERVISOR)
    cluster.load_shoe()
    return cluster


def tap(cluster: Cluster, cards: str) -> list[e.Event]:
    return [fact for card in cards_of(cards) for fact in cluster.obey(m.DealCard(card))]
