"""Tickets between two real consoles over a real floor and a real PostgreSQL, while each of them is killed at every step
of a journey: every ticket is credit once, and nothing is left in transit.
"""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.demo.rig import FLOOR, Processes, Rig
from floor.store import Store
from protocol import events as e
from protocol import keys
from protocol import messages as m
from protocol.codec import decode_event
from protocol.journal import Journal
from protocol.ledger import TRANSIT, Ledger
from protocol.process import Log
from terminal import intents as t
from terminal.runtime import Runtime

AMOUNT = 10_000
# The process that decides is killed before its commit, and after it.
SHOWN = ("ForeignTicketAsked", "ForeignTicketAccepted")
ISSUED = ("TicketReleased", "TicketArrived")


class Table:
    """A console, and one terminal of it in this process."""

    def __init__(self, folder: Path, name: str) -> None:
        self.rig = Rig(folder, terminals=1, driver="manual", table=name)
        self.seat: Runtime | None = None
        self.kills = 0

    def start(self, kill_at: str = "") -> None:
        self.rig.start_console({"ETG_KILL_AT": kill_at} if kill_at else {})

    def sit_down(self) -> None:
        self.seat = Runtime(self.rig.peer("T01"), lambda _view: None, Log("terminal"))

    @property
    def credit(self) -> int:
        assert self.seat is not None
        return self.seat.session.state.ledger.credit(self.seat.session.state.terminal)

    def turn(self) -> None:
        if not self.rig.alive("console"):
            self.kills += 1
            self.rig.processes.pop("console")
            self.start()
        if self.seat is not None:
            self.seat.turn()

    def facts(self) -> list[e.Event]:
        with Journal.open_to_read(self.rig.folder / "table.journal") as journal:
            return [decode_event(entry.body) for entry in journal.entries()]


class House:
    def __init__(self, folder: Path, database: str) -> None:
        self.first, self.second = (Table(folder / name, name) for name in ("BAC-01", "BAC-02"))
        self.tables = (self.first, self.second)
        keys.make_house_secret(folder)
        text = f'database = "{database}"\n'
        for table, other in ((self.first, self.second), (self.second, self.first)):
            table.rig.take_tickets_of([other.rig], folder / keys.HOUSE)
            text += table.rig.enrol_floor()
        (folder / "floor.toml").write_text(text)
        self.floor = Processes(folder)

    def start_floor(self) -> None:
        self.floor.start(FLOOR, "floor", "floor.toml")

    def until(self, true: Callable[[], bool]) -> None:
        while not true():
            for table in self.tables:
                table.turn()
            assert self.floor.alive(FLOOR), (self.floor.folder / f"{FLOOR}.log").read_text()[-2_000:]
            time.sleep(0.01)

    def close(self) -> None:
        for table in self.tables:
            if table.seat is not None:
                table.seat.close()
            table.rig.stop()
        self.floor.stop()


@pytest.fixture
def house(tmp_path: Path, database: str) -> Iterator[House]:
    house = House(tmp_path, database)
    try:
        yield house
    finally:
        house.close()


def stage(store: Store) -> tuple[str, ...]:
    rows = store.ask("SELECT answer, ended, closed FROM redemptions ORDER BY came DESC LIMIT 1")
    return tuple(rows[0].values()) if rows else ()


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("when", ["before_commit", "after_commit"])
def test_whoever_is_killed_at_whichever_step_a_ticket_is_credit_once(house: House, database: str, when: str) -> None:
    first, second = house.tables
    for table in house.tables:
        table.start()
        table.sit_down()
    house.start_floor()
    seat, other = first.seat, second.seat
    assert seat is not None
    assert other is not None
    with Store(database) as store:
        house.until(lambda: seat.session.join.joined and other.session.join.joined)
        state = seat.session.state
        seat.peer.send([m.BuyCredit(state.boot, state.run, os.urandom(16), AMOUNT, "SGD") for _ in range(2)])
        house.until(lambda: first.credit == 2 * AMOUNT)
        house.until(lambda: len(store.ask("SELECT 1 AS n FROM tables WHERE joined")) == 2)
        for journey, (shown, issued) in enumerate(zip(SHOWN, ISSUED, strict=True), 1):
            seat.submit(t.CashOut(os.urandom(16), AMOUNT))
            house.until(lambda: len(seat.session.state.numbers) == journey)  # noqa: B023
            number = list(seat.session.state.numbers.values())[-1]
            # Both are killed once on this journey: they begin armed, and end so that they are armed no more.
            for table, kind in ((first, issued), (second, shown)):
                table.rig.kill("console")
                table.start(f"{when}/{kind}")
            house.until(lambda: seat.session.join.joined and other.session.join.joined)
            kills = [table.kills for table in house.tables]
            other.submit(t.TicketIn(os.urandom(16), number))
            before = stage(store)
            house.until(lambda: stage(store) != before)  # noqa: B023
            house.floor.kill(FLOOR)
            house.start_floor()
            house.until(lambda: second.credit == journey * AMOUNT)  # noqa: B023
            house.until(lambda: stage(store) == ("released", "accepted", "arrived"))
            assert [table.kills - was for table, was in zip(house.tables, kills, strict=True)] == [1, 1], (
                shown,
                issued,
            )
            assert not other.session.state.away
        house.floor.stop(FLOOR)
        for table in house.tables:
            assert table.rig.stop("console") == {"console": 0}
    ledgers = []
    for table in house.tables:
        ledger = Ledger()
        for fact in table.facts():
            ledger.apply(fact)
        ledgers.append(ledger)
    assert sum([ledger.balance(TRANSIT) for ledger in ledgers]) == 0
    seen = Counter(type(fact) for table in house.tables for fact in table.facts())
    kinds = (e.ForeignTicketAsked, e.TicketReleased, e.ForeignTicketAccepted, e.TicketArrived)
    assert [seen[kind] for kind in kinds] == [2, 2, 2, 2]
