"""Retiring old gaming days of a floor: their parts are detached and dropped, and what must stay is kept first.

What stays: of each day and table where its entries began and ended and the link after them (`anchors`), so that what
follows is still proved to follow; the sums of its money by terminal and kind (`carried`), so that balances and meters
count on; tickets and held notes that are open. Entries themselves are in the archive of each table, which is asked when
an old Round is. A day on which a table has a Round or a memory that is still needed is not retired.
"""

from typing import Any, Final

import psycopg
from msgspec import Struct
from psycopg import sql

from floor.journeys import KINDS
from floor.parts import MAKING, PARTED, part_of
from floor.rows import ACCOUNTS
from floor.store import Store

_SUMS: Final = ("amount", *ACCOUNTS)


class Retired(Struct, frozen=True):
    days: tuple[str, ...]
    entries: int
    tickets: int  # used, and issued before


class RetentionError(Exception):
    """Why these days are not retired."""


def days_before(store: Store, day: str) -> list[str]:
    """That lie in parts of their own, the oldest first."""
    found = store.ask(
        "SELECT pg_get_expr(relpartbound, oid) AS bound FROM pg_class WHERE oid IN "
        "(SELECT inhrelid FROM pg_inherits WHERE inhparent = 'entries'::regclass)"
    )
    days = [row["bound"].removeprefix("FOR VALUES IN ('").removesuffix("')") for row in found]
    return sorted(each for each in days if each < day)


def retire(store: Store, before: str) -> Retired:
    """All days before this one, each in a transaction of its own: killed in between, the next call goes on."""
    days, entries, tickets = days_before(store, before), 0, 0
    for table in store.ask("SELECT name, memory_seq FROM tables"):
        needed = store.ask(
            "SELECT min(e.day) AS day FROM entries e JOIN tables t USING (table_id) "
            "WHERE t.name = %s AND e.seq > t.memory_seq",
            (table["name"],),
        )[0]["day"]
        if needed is not None and needed < before:
            raise RetentionError(
                f"{table['name']} still hangs on entries of {needed or 'no day'}: let its follower run on, then retire"
            )
    unread = store.ask(
        "SELECT t.name, e.seq FROM events AS e JOIN tables AS t USING (table_id) "
        "LEFT JOIN redemption_cursors AS read USING (table_id) "
        "WHERE e.day < %s AND e.kind = ANY(%s) AND e.seq > COALESCE(read.seq, 0) ORDER BY e.seq LIMIT 1",
        (before, list(KINDS)),
    )
    if unread:
        name, seq = unread[0]["name"], unread[0]["seq"]
        raise RetentionError(
            f"entry {seq} of {name} is about a ticket that travels: let `etg floor` run on, then retire"
        )
    for day in days:
        with store.transaction() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", (MAKING,))
            entries += _keep(cursor, day)
            tickets += _forget_tickets(cursor, day)
            for name in PARTED:
                names = {"table": sql.Identifier(name), "part": sql.Identifier(part_of(name, day))}
                cursor.execute(sql.SQL("ALTER TABLE {table} DETACH PARTITION {part}").format(**names))
                cursor.execute(sql.SQL("DROP TABLE {part}").format(**names))
    return Retired(tuple(days), entries, tickets)


def _keep(cursor: psycopg.Cursor[Any], day: str) -> int:
    cursor.execute(
        "INSERT INTO anchors (table_id, day, first_seq, last_seq, chain) "
        "SELECT DISTINCT ON (table_id) table_id, day, min(seq) OVER whole, seq, chain FROM entries WHERE day = %s "
        "WINDOW whole AS (PARTITION BY table_id) ORDER BY table_id, seq DESC "
        "ON CONFLICT (table_id, day) DO UPDATE SET last_seq = excluded.last_seq, chain = excluded.chain",
        (day,),
    )
    sums = sql.SQL(", ").join(sql.SQL("sum({0})").format(sql.Identifier(name)) for name in _SUMS)
    names = sql.SQL(", ").join(map(sql.Identifier, _SUMS))
    added = sql.SQL(", ").join(
        sql.SQL("{0} = carried.{0} + excluded.{0}").format(sql.Identifier(name)) for name in _SUMS
    )
    cursor.execute(
        sql.SQL(
            "INSERT INTO carried (table_id, currency, terminal, kind, {names}) "
            "SELECT table_id, currency, terminal, kind, {sums} FROM money WHERE day = %s "
            "GROUP BY table_id, currency, terminal, kind "
            "ON CONFLICT (table_id, currency, terminal, kind) DO UPDATE SET {added}"
        ).format(names=names, sums=sums, added=added),
        (day,),
    )
    cursor.execute(
        "DELETE FROM windows USING rounds WHERE rounds.day = %s AND windows.table_id = rounds.table_id "
        "AND windows.round_no = rounds.round_no",
        (day,),
    )
    counted = cursor.execute("SELECT count(*) FROM entries WHERE day = %s", (day,)).fetchone()
    return 0 if counted is None else counted[0]


def _forget_tickets(cursor: psycopg.Cursor[Any], day: str) -> int:
    """Those that were paid, and notes whose fate is known. What is open stays, however old it is."""
    cursor.execute("DELETE FROM notes WHERE held_day <= %s AND fate_seq > 0", (day,))
    cursor.execute("DELETE FROM tickets WHERE issued_day <= %s AND used_seq > 0 AND used_day <= %s", (day, day))
    return cursor.rowcount


BALANCES: Final = (
    f"SELECT table_id, currency, {', '.join(f'sum({it}) AS {it}' for it in ACCOUNTS)} FROM "
    f"(SELECT table_id, currency, {', '.join(ACCOUNTS)} FROM money "
    f"UNION ALL SELECT table_id, currency, {', '.join(ACCOUNTS)} FROM carried) AS everything "
    "GROUP BY table_id, currency ORDER BY table_id, currency"
)
