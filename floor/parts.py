"""The days that a floor's rows lie in: a part of each large table for each gaming day, made when its first entry comes.

A part is made beside and then attached, which stops nobody who reads or writes other days; retiring a day detaches it,
keeps what must stay, and drops it.
"""

import hashlib
from typing import Any, Final

import psycopg
from psycopg import sql

from floor.store import LOCKS, Store

PARTED: Final = ("entries", "rounds", "cards", "bets", "lines", "money", "acts", "events", "differences")
MAKING: Final = LOCKS + 3


def part_of(table: str, day: str) -> str:
    """`money_2026_11_18`; a day that is no date has a name all the same."""
    plain = day.replace("-", "_")
    if not plain.replace("_", "").isdigit() or len(plain) > 12:
        plain = "none" if not day else hashlib.sha256(day.encode()).hexdigest()[:16]
    return f"{table}_{plain}"


class Parts:
    """Which are there, as this process knows."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: set[str] = set()

    def make(self, day: str) -> None:
        if day in self._known:
            return
        with self._store.transaction() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", (MAKING,))
            if cursor.execute("SELECT to_regclass(%s)", (part_of("entries", day),)).fetchone() == (None,):
                for table in PARTED:
                    _make(cursor, table, day)
        self._known.add(day)


def _make(cursor: psycopg.Cursor[Any], table: str, day: str) -> None:
    names = {"part": sql.Identifier(part_of(table, day)), "table": sql.Identifier(table), "day": sql.Literal(day)}
    # With its condition proved beforehand, attaching looks at no row.
    cursor.execute(
        sql.SQL(
            "CREATE TABLE {part} (LIKE {table} INCLUDING DEFAULTS, CHECK (day IS NOT NULL AND day = {day}))"
        ).format(**names)
    )
    cursor.execute(sql.SQL("ALTER TABLE {table} ATTACH PARTITION {part} FOR VALUES IN ({day})").format(**names))
