"""Tables of a house whose logs are taken into one PostgreSQL, and the coordinator that speaks to them."""

from itertools import count

from floor.intake import Intake
from floor.read_model import Shifts
from floor.redemptions import Coordinator, open_journeys
from floor.store import Store
from floor.table_follower import Make
from protocol.chain import Entry
from protocol.events import may_read
from protocol.keys import public_text
from protocol.process import Log
from protocol.signing import public_of
from simulation.calm import RUN
from simulation.house import FLOOR, HouseConsole, signs


class Followed:
    """A table whose log is taken into the database, and to which the coordinator speaks."""

    def __init__(self, floor: "House", table: HouseConsole) -> None:
        self.floor, self.table, self.deaf = floor, table, False
        self.intake = Intake(floor.store, table.name, Shifts())

    def say(self, make: Make) -> None:
        if not self.deaf:
            for to, news in self.table.ask(FLOOR, *make(1, RUN)):
                if to == FLOOR:
                    self.floor.coordinator.hear(self.table.name, news)

    def follow(self) -> None:
        fresh = [_as_read(entry) for entry in self.table.entries[self.intake.seq :]]
        if fresh:
            self.intake.take(fresh, self.table.signed, fresh[-1].seq)


class House:
    def __init__(self, database: str, *names: str, terminals: int = 2) -> None:
        self.store = Store(database)
        self.tables = {
            name: HouseConsole(name, [it for it in names if it != name], [f"T{n}" for n in range(1, terminals + 1)])
            for name in names
        }
        self.followed = {name: Followed(self, table) for name, table in self.tables.items()}
        keys = {name: public_text(public_of(signs(name))) for name in names}
        self.coordinator = Coordinator(lambda: self.store, self.followed, keys, Log("floor"))
        self._now = count(0, 10_000)

    def reopen(self, store: Store) -> None:
        """On another connection, as after a failover: each follower goes on from what is committed there."""
        self.store = store
        for followed in self.followed.values():
            followed.intake = Intake(store, followed.table.name, Shifts())

    def turn(self) -> bool:
        """Is anything still under way?"""
        for followed in self.followed.values():
            followed.follow()
        self.coordinator.turn(self.store, next(self._now))
        return bool(open_journeys(self.store))

    def settle(self) -> None:
        for _ in range(5_000):
            if not self.turn() and all(it.intake.seq == len(it.table.entries) for it in self.followed.values()):
                return
        raise AssertionError(open_journeys(self.store))


def _as_read(entry: Entry) -> Entry:
    """As a floor is shown it."""
    if may_read("floor", entry.audience):
        return entry
    return Entry(entry.seq, "", entry.audience, b"", b"", entry.digest, entry.chain)


def alarms(house: House) -> list[str]:
    return [row["text"] for row in house.store.ask("SELECT text FROM alarms ORDER BY alarm_id")]
