"""The rows of one table in the floor's database, for the reports: the same questions as of a file (`read_model.py`).

Reads as the rows stand at one moment, through views that show one table alone and vanish with the connection.
"""

from collections.abc import Sequence
from typing import Any, Final, Self

import psycopg
from psycopg.adapt import Loader
from psycopg.rows import dict_row

from floor.read_model import VIEWS, ReportError, Shifts
from floor.rows import TABLES, Value

CONNECT_S: Final = 5
# PostgreSQL wants every column that is shown to be grouped by; it is the same as in `VIEWS`.
_ROUND_RESULTS: Final = (
    "SELECT rounds.*, COALESCE(terminals, 0) AS terminals, COALESCE(handle, 0) AS handle, "
    "COALESCE(returned, 0) AS returned, COALESCE(win, 0) AS win FROM rounds LEFT JOIN ("
    "SELECT round_no, COUNT(DISTINCT terminal) AS terminals, SUM(staked) AS handle, SUM(returned) AS returned, "
    "SUM(staked - returned) AS win FROM lines GROUP BY round_no) AS sums USING (round_no)"
)


class WholeNumber(Loader):
    """Sums of whole numbers are whole numbers, however long."""

    def load(self, data: Any) -> int:
        return int(bytes(data))


class TableRows:
    def __init__(self, address: str, table: str) -> None:
        self._connection = psycopg.connect(address, row_factory=dict_row, connect_timeout=CONNECT_S)
        self._connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        self._connection.adapters.register_loader("numeric", WholeNumber)
        try:
            found = self._connection.execute("SELECT * FROM tables WHERE name = %s", (table,)).fetchone()
            if found is None:
                raise ReportError(f"there is no table {table!r} on this floor")
            self._make_views(found["table_id"])
        except BaseException:
            self._connection.close()
            raise
        self.journal: str = found["name"]
        self.seq: int = found["seq"]
        self.chain: bytes = found["chain"]
        self.shifts = Shifts(found["zone"], found["hours"].split())

    def _make_views(self, table_id: int) -> None:
        """Their names come before those of the tables that they show; nothing of them is in the database."""
        for name, columns in TABLES.items():
            listed = ", ".join(f'"{column}"' for column in columns)
            self._run(
                f'CREATE TEMP VIEW "{name}" AS SELECT {listed} FROM public."{name}" WHERE table_id = {int(table_id)}'
            )
        for name, query in VIEWS.items():
            self._run(f'CREATE TEMP VIEW "{name}" AS {_ROUND_RESULTS if name == "round_results" else query}')

    def _run(self, sql: str) -> None:
        self._connection.execute(sql.encode())

    def ask(self, sql: str, values: Sequence[Value] = ()) -> list[dict[str, Any]]:
        asked = sql.replace("%", "%%").replace("?", "%s").encode()
        return self._connection.execute(asked, values).fetchall()

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
