"""The rows of a table's log, as the floor's database has them and as a file that is built from nothing has them."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from floor.read_model import Shifts, build
from floor.rows import TABLES
from floor.store import Store
from protocol.chain import Entry


def rows_in(store: Store, name: str) -> list[tuple[Any, ...]]:
    """Without the table's number, as a file of reports has them."""
    return sorted(tuple(row.values())[1:] for row in store.ask(f"SELECT * FROM {name}"))


def rebuilt(folder: Path, table: str, entries: Sequence[Entry]) -> dict[str, list[tuple[Any, ...]]]:
    with build(folder / "rebuilt.sqlite", table, entries, Shifts()) as model:
        return {name: sorted(tuple(row.values()) for row in model.ask(f"SELECT * FROM {name}")) for name in TABLES}
