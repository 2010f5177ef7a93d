"""One table for many scenarios: it is opened once, and each scenario begins where the last one has ended in order."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication

from tests.e2e.conftest import MEMORY, warm
from tests.e2e.processes import Warm
from tests.scenarios.table import Screens, Table
from tests.ui.conftest import _painted_once, qapp_cls

__all__ = ["_painted_once", "qapp_cls", "warm"]

TableWith = Callable[..., Table]


class Hall:
    """The tables that are open, by how they were made."""

    def __init__(self, warm: Warm, folder: Path) -> None:
        self._warm, self._folder, self._screens = warm, folder, Screens()
        self._tables: dict[tuple[tuple[str, object], ...], Table] = {}
        self._made = 0

    def table(self, **settings: object) -> Table:
        key = tuple(sorted(settings.items()))
        found = self._tables.get(key)
        if found is not None and not found.calm:  # a scenario has failed there
            self._tables.pop(key).close()
            found = None
        if found is None:
            self._made += 1
            folder = self._folder / f"table{self._made}"
            found = self._tables[key] = Table(self._warm, self._screens, folder, **settings)  # type: ignore[arg-type]
            found.open()
        found.begin()
        return found

    def finish(self) -> None:
        tables, self._tables = list(self._tables.values()), {}
        for table in tables:
            table.finish() if table.calm else table.close()
        assert self._screens.close() == []


@pytest.fixture(scope="session")
def hall(warm: Warm, qapp: QGuiApplication, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    assert qapp is not None
    in_memory = MEMORY.is_dir()
    folder = Path(tempfile.mkdtemp(prefix="etg-hall-", dir=MEMORY)) if in_memory else tmp_path_factory.mktemp("hall")
    hall = Hall(warm, folder)
    yield hall
    hall.finish()
    shutil.rmtree(folder)


@pytest.fixture
def table_with(hall: Hall) -> TableWith:
    """A table with lines of its own in its file (see `Table`)."""
    return hall.table


@pytest.fixture
def table(hall: Hall) -> Table:
    return hall.table()
