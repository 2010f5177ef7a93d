"""Several tables and a floor under faults: every ticket is redeemed once or not at all, and all money stays."""

from collections import Counter

import pytest

from protocol import events as e
from simulation.house import HouseWorld

SEEDS = range(1, 25)


def test_every_ticket_is_redeemed_once_or_not_at_all() -> None:
    """Each seed ends with all healed, and `heal` finds nothing that travels."""
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        world = HouseWorld(seed)
        world.run(250)
        seen.update(type(fact).__name__ for table in world.tables.values() for _seq, fact in table.facts())
    kinds = (e.ForeignTicketAccepted, e.ForeignTicketDeclined, e.TicketRestored, e.TicketArrived, e.ClaimSettled)
    assert all(seen[kind.__name__] >= 10 for kind in (*kinds, e.FloorTerm, e.TicketReleaseRefused)), seen


@pytest.mark.parametrize("seed", [7, 8])
def test_a_house_without_faults_is_over_soon(seed: int) -> None:
    world = HouseWorld(seed, faults=0)
    world.run(150)
    assert not any(table.table.journeys.travelling() for table in world.tables.values())


def test_the_same_seed_is_the_same_house() -> None:
    first, second = HouseWorld(5), HouseWorld(5)
    first.run(120)
    second.run(120)
    heads = [[table.pen.chain for table in world.tables.values()] for world in (first, second)]
    assert heads[0] == heads[1]
