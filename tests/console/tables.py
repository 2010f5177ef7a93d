"""Tables that several tests begin with: boxes, caps, currencies, a file, a Round that is settled."""

from typing import Final

from games.round import Limit
from protocol import events as e
from protocol import messages as m
from protocol.events import Placard
from tests.console.cluster import BANKER_WINS, Cluster

LIMITS: Final = {"main": Limit(50, 500, 10), "player_pair": Limit(10, 100, 10), "under_13": Limit(10, 500, 10)}


THREE: Final = ("T1", "T2", "T3")


def at_table(**more: object) -> Cluster:
    """Three terminals at two boxes; T1 sits at box 1."""
    cluster = Cluster("blackjack", terminals=THREE, limits=LIMITS, **more)  # type: ignore[arg-type]
    sit(cluster, "T1", 1)
    return cluster


def sit(cluster: Cluster, terminal: str, box: int) -> list[e.Event]:
    return cluster.heard(terminal, m.SitDown(*cluster.process(terminal), box))


def capped(cap: int, *notes: int) -> Cluster:
    cluster = Cluster(credit=0)
    cluster.reopen(placard=e.Placard(notes_per_hour=cap, notes=notes))
    return cluster


SGD: Final = Placard("Baccarat 1", "SGD", 2, (500, 2_500), notes_per_hour=100_000)


JPY: Final = Placard("Baccarat 1", "JPY", 0, (1_000, 5_000), notes_per_hour=100_000)


POSITIONS = ("cashier", "dealer", "pit_supervisor", "pit_manager", "shift_manager")


CAPS = "".join(
    f"[caps.{what}]\n" + "".join(f"{position} = 100\n" for position in POSITIONS)
    for what in ("sell_credit", "pay_ticket", "pay_by_hand", "day")
)


def settled() -> Cluster:
    """Banker won as far as the console knows: T1 was paid, T2 has lost."""
    cluster = Cluster()
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}, "T2": {"player": 200}})
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_100, "credit/T2": 800, "house": 100}
    return cluster
