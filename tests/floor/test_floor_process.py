"""`etg floor` at a real console: let in, level with its log, and gone on with after any end of either."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.demo.rig import FLOOR, Rig
from floor.intake import read_entries
from floor.rows import TABLES
from floor.store import Store
from protocol.chain import is_sealed
from protocol.events import may_read
from protocol.journal import Journal
from tests.floor.rows_again import rebuilt, rows_in


@pytest.fixture
def rig(tmp_path: Path, database: str) -> Iterator[Rig]:
    rig = Rig(tmp_path / "table", terminals=1, driver="manual")
    (rig.folder / "floor.toml").write_text(f'database = "{database}"\n{rig.enrol_floor()}')
    rig.start_console()
    try:
        yield rig
    finally:
        rig.stop()


def until(rig: Rig, true: Callable[[], bool]) -> None:
    while not true():
        for name in ("console", FLOOR):
            assert rig.alive(name), rig.log(name)
        time.sleep(0.05)


def joined(store: Store, times: int) -> bool:
    """Does the database know from the log itself that its follower has joined so often, and is it level with it?"""
    (log,) = store.ask("SELECT count(*) AS n FROM events WHERE code = 'E501' AND terminal = %s", (FLOOR,))
    return log == {"n": times} and store.ask("SELECT 1 AS n FROM tables WHERE joined AND seq = signed_seq") != []


def test_what_the_console_writes_is_in_the_database_whoever_is_killed(rig: Rig, database: str, tmp_path: Path) -> None:
    with Store(database) as store:
        rig.start(FLOOR, "floor", "floor.toml")
        until(rig, lambda: joined(store, 1))
        rig.kill(FLOOR)
        rig.kill("console")  # its next start is an entry of its own
        rig.start_console()
        rig.start(FLOOR, "floor", "floor.toml")
        until(rig, lambda: joined(store, 2))
        assert rig.stop(FLOOR, "console") == {FLOOR: 0, "console": 0}
        with Journal.open_to_read(rig.folder / "table.journal") as journal:
            written = tuple(journal.entries())
        taken = tuple(read_entries(store, 1, 1))
        assert [entry.chain for entry in taken] == [entry.chain for entry in written[: len(taken)]]
        assert all(entry == ours or is_sealed(ours) for entry, ours in zip(written, taken, strict=False))
        assert all(not may_read("floor", entry.audience) for entry in taken if is_sealed(entry))
        assert {name: rows_in(store, name) for name in TABLES} == rebuilt(tmp_path, rig.table, written[: len(taken)])
