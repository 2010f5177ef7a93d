"""The reports over the floor's database are those of a file of reports, figure by figure."""

from collections.abc import Callable
from pathlib import Path

import pytest

from audit.report import theory
from floor import paper
from floor.intake import Intake
from floor.read_model import ReportError, Shifts, build
from floor.reports import Report, Reports
from floor.store import Store
from floor.table_rows import TableRows
from tests.console.cluster import TABLE
from tests.floor import histories

ASKED: dict[str, Callable[[Reports], Report]] = {
    "day": lambda reports: reports.day("2026-11-16"),
    "shift": lambda reports: reports.shift("2026-11-18", "14:00"),
    "shoe": lambda reports: reports.shoe(2),
    "terminal": lambda reports: reports.terminal("T2"),
    "staff": lambda reports: reports.staff(),
    "table": lambda reports: reports.table(),
}


def test_a_database_and_a_file_say_the_same(database: str, tmp_path: Path) -> None:
    entries = histories.two_currencies()
    with Store(database) as store:
        Intake(store, "OTHER").take(())
        Intake(store, TABLE).take(entries)
    with build(tmp_path / "table.sqlite", TABLE, entries, Shifts()) as model, TableRows(database, TABLE) as rows:
        of_file, of_database = Reports(model, theory), Reports(rows, theory)
        for what, asked in ASKED.items():
            assert asked(of_database) == asked(of_file), what
        assert paper.page(of_database.table(), "zh_CN") == paper.page(of_file.table(), "zh_CN")


def test_of_a_table_that_is_not_there_is_none(database: str) -> None:
    with pytest.raises(ReportError, match="no table 'NOBODY'"):
        TableRows(database, "NOBODY")
