"""The primary of the floor's database is killed at each step of a ticket, its standby promoted, and the old one revived
as the next standby: with production cores of tables, and real PostgreSQL servers.
"""

from collections import Counter

import pytest

from floor.store import Store
from protocol import events as e
from protocol.ledger import TRANSIT
from tests.floor.conftest import Pair
from tests.floor.coordinated import House, alarms


def steps_of(house: House) -> tuple[object, ...]:
    """How far the journey has come, as the database has it, with what it has been shown."""
    rows = house.store.ask(
        "SELECT asked_seq, asked_vouch, answer, answer_vouch, ended, end_vouch, closed FROM redemptions"
    )
    return tuple(bool(value) for row in rows for value in row.values())


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("first", [0, 1])
def test_the_primary_is_killed_at_every_step_of_a_ticket(pair: Pair, first: int) -> None:
    """At every second step in one run, and at the others in the next."""
    house = House(pair.address, "BAC-01", "BAC-02")
    one, two = house.tables.values()
    two.show("T2", one.cash_out("T1", 600))
    seen: list[tuple[object, ...]] = []
    kills = 0
    while house.turn() or not seen:
        if (now := steps_of(house)) not in seen:
            seen.append(now)
            if len(seen) % 2 == first:
                pair, kills = pair.fail_over(), kills + 1
                house.store.close()
                house.reopen(Store(pair.address, known_term=kills, synchronous=True))
                assert house.store.term() == kills + 1
    assert kills >= 2
    assert len(seen) >= 5, seen
    facts = Counter(type(fact) for table in house.tables.values() for _seq, fact in table.facts())
    kinds = (e.ForeignTicketAsked, e.TicketReleased, e.ForeignTicketAccepted, e.TicketArrived)
    assert [facts[kind] for kind in kinds] == [1, 1, 1, 1]
    assert sum([table.table.ledger.balance(TRANSIT) for table in house.tables.values()]) == 0
    assert all(1 < table.table.journeys.term <= kills + 1 for table in (one, two)), "they have heard of promotions"
    (row,) = house.store.ask("SELECT ended, closed FROM redemptions")
    assert row == {"ended": "accepted", "closed": "arrived"}
    assert alarms(house) == []
    house.store.close()
