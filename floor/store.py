"""The floor's database as whoever writes to it sees it: one connection, its term, and commits that are known or not.

Of several addresses it takes the one that may be written to and has the highest term: an old primary that comes back
is left alone. Where a standby must confirm, a commit that was not confirmed is unknown: `CommitUnknown`. The cure is a
new `Store`. It begins with a write of its own, which a standby confirms only with all that came before; after that one
can look by id what became of it. Knows terms and connections, and nothing of tables.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

import psycopg
from alembic import command
from alembic.config import Config
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import dict_row
from sqlalchemy import create_engine
from sqlalchemy.pool import NullPool

from floor.patience import PATIENCE

VERSION_MIN: Final = 150_000
PATIENCE_MS: Final = 30_000  # for one statement, and for a commit that a standby does not confirm
CONNECT_S: Final = 5
LOCKS: Final = 0x45544700  # of advisory locks: ours begin here
MIGRATING: Final = LOCKS + 1
RISING: Final = LOCKS + 2
UNCONFIRMED: Final = "01000"  # the warning of a commit whose wait for the standby was cut off
_TIMELINE: Final = "('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint"


class Unavailable(Exception):
    """There is no database to be written to now: in plain words. It is tried again."""


class Fenced(Unavailable):
    """This database has a lower term than one that was seen before: an old primary, or a copy from before."""


class CommitUnknown(Unavailable):
    """It may be committed, or not, or may be lost with this server: open a new `Store` and look by id."""


class Store:
    def __init__(
        self, address: str, known_term: int = 0, *, synchronous: bool = False, patience_ms: int = PATIENCE_MS
    ) -> None:
        """`known_term`: the highest that was ever seen. `synchronous`: refuse one without a confirming standby."""
        self.address = address
        self._unsure = False
        self.patience_ms = patience_ms
        self.connection = _connect(address, patience_ms)
        try:
            self.connection.add_notice_handler(self._hear)
            self._term = self._rise()
            if self._term < known_term:
                raise Fenced(f"the database has term {self._term}, and {known_term} was seen: it is an old primary")
            if synchronous:
                self._check_synchronous()
            self.barrier()
        except psycopg.Error as error:
            self.close()
            raise Unavailable(_plain(error)) from error
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def term(self) -> int:
        """Of the database that this is connected to. It only grows: tables refuse a lower one than they have logged."""
        return self._term

    @contextmanager
    def transaction(self) -> Iterator[psycopg.Cursor[Any]]:
        """Committed at its end, known to be so; or rolled back; or `CommitUnknown`, and then this store is closed."""
        self._unsure = False
        connection = self.connection
        try:
            with connection.cursor() as cursor:
                yield cursor
        except BaseException:
            if not connection.closed:
                connection.rollback()
            raise
        try:
            with PATIENCE.of(connection, self.patience_ms):
                connection.commit()
        except psycopg.OperationalError as error:
            self.close()
            raise CommitUnknown(_plain(error)) from error
        if self._unsure:
            self.close()
            raise CommitUnknown("the standby has not confirmed it")

    def barrier(self) -> None:
        """Returns when everything that was ever committed here is confirmed: a standby has it, where there is one."""
        with self.transaction() as cursor:
            cursor.execute("UPDATE terms SET touched = touched + 1 WHERE term = %s", (self._term,))

    def ask(self, sql: str, values: Sequence[object] = ()) -> list[dict[str, Any]]:
        """A read, in a transaction of its own."""
        with self.connection.transaction(), self.connection.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(sql, values).fetchall()

    def alarm(self, kind: str, text: str, table_id: int | None = None, seq: int = 0) -> None:
        with self.transaction() as cursor:
            raise_alarm(cursor, kind, text, table_id, seq)

    def end_alarm(self, kind: str, table_id: int | None = None) -> None:
        with self.transaction() as cursor:
            cursor.execute(
                "UPDATE alarms SET ended_at = now() WHERE ended_at IS NULL AND kind = %s "
                "AND table_id IS NOT DISTINCT FROM %s::int",
                (kind, table_id),
            )

    def resume(self, table: str) -> bool:
        """People have looked at a table whose history was in doubt: it is followed again. False: it was not stopped."""
        with self.transaction() as cursor:
            found = cursor.execute(
                "UPDATE tables SET stopped = '', stopped_seq = 0 WHERE name = %s AND stopped <> '' RETURNING table_id",
                (table,),
            ).fetchone()
        if found is not None:
            self.end_alarm("stopped", found[0])
        return found is not None

    def _hear(self, notice: psycopg.errors.Diagnostic) -> None:
        if notice.sqlstate == UNCONFIRMED and "synchronous replication" in (notice.message_primary or ""):
            self._unsure = True

    def _rise(self) -> int:
        """A promotion begins a new timeline; whoever first comes to it makes that a new term."""
        with self.transaction() as cursor:
            newest = f"SELECT term, timeline, {_TIMELINE} FROM terms ORDER BY term DESC LIMIT 1"
            row = cursor.execute(newest).fetchone()
            if row is None or row[1] != row[2]:
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", (RISING,))
                row = cursor.execute(newest).fetchone()
                if row is None or row[1] != row[2]:
                    term = 1 if row is None else row[0] + 1
                    cursor.execute(f"INSERT INTO terms (term, timeline) SELECT %s, {_TIMELINE}", (term,))
                    return term
            found: int = row[0]
            return found

    def _check_synchronous(self) -> None:
        (names,), (commits,) = (
            self.connection.execute(f"SHOW {name}".encode()).fetchone() or ("",)
            for name in ("synchronous_standby_names", "synchronous_commit")
        )
        self.connection.rollback()
        if not names or commits not in ("on", "remote_apply"):
            raise Unavailable(
                f"no standby confirms what is committed (synchronous_standby_names is {names!r}, synchronous_commit "
                f"{commits!r}), and the file says that one must"
            )


def raise_alarm(cursor: psycopg.Cursor[Any], kind: str, text: str, table_id: int | None = None, seq: int = 0) -> None:
    """Once, for as long as it lasts."""
    cursor.execute(
        "INSERT INTO alarms (table_id, seq, kind, text) SELECT %(table)s, %(seq)s, %(kind)s, %(text)s "
        "WHERE NOT EXISTS (SELECT 1 FROM alarms WHERE ended_at IS NULL AND kind = %(kind)s "
        "AND table_id IS NOT DISTINCT FROM %(table)s::int AND seq = %(seq)s)",
        {"table": table_id, "seq": seq, "kind": kind, "text": text},
    )


def _connect(address: str, patience_ms: int = PATIENCE_MS) -> psycopg.Connection:
    """To the one of its hosts that may be written to and has gone on furthest."""
    found: list[tuple[int, psycopg.Connection]] = []
    problems: list[str] = []
    for each in hosts_of(address):
        connection = None
        try:
            connection = psycopg.connect(
                make_conninfo(
                    each,
                    target_session_attrs="read-write",
                    connect_timeout=CONNECT_S,
                    tcp_user_timeout=PATIENCE_MS,
                    options=f"-c statement_timeout={patience_ms} -c client_min_messages=warning",
                )
            )
            if connection.info.server_version < VERSION_MIN:
                raise Unavailable(f"PostgreSQL 15 or later is needed, this is {connection.info.server_version}")
            (timeline,) = connection.execute(f"SELECT {_TIMELINE}".encode()).fetchone() or (0,)
            connection.rollback()
            found.append((timeline, connection))
        except psycopg.Error as error:
            problems.append(_plain(error))
            if connection is not None:
                connection.close()
    if not found:
        raise Unavailable("; ".join(dict.fromkeys(problems)) or "the address names no host")
    found.sort(key=lambda each: each[0])
    for _timeline, connection in found[:-1]:  # an old primary that does not know it yet
        connection.close()
    return found[-1][1]


def hosts_of(address: str) -> list[str]:
    """`host=a,b port=1,2` as one address for each host."""
    parts = conninfo_to_dict(address)
    hosts, ports = str(parts.get("host") or "").split(","), str(parts.get("port") or "").split(",")
    if len(ports) == 1:
        ports *= len(hosts)
    each = [{"host": host, "port": port} for host, port in zip(hosts, ports, strict=True)]
    return [make_conninfo(address, **{key: value for key, value in it.items() if value}) for it in each]


def migrate(address: str) -> None:
    """Makes the tables, or brings them to what this program knows; one process at a time."""

    def connect() -> psycopg.Connection:
        connection = _connect(address)
        connection.execute("SET statement_timeout = 0")
        connection.execute("SELECT pg_advisory_lock(%s)", (MIGRATING,))
        connection.commit()
        return connection

    engine = create_engine("postgresql+psycopg://", creator=connect, poolclass=NullPool)
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "heads")
    finally:
        engine.dispose()


def _plain(error: Exception) -> str:
    return " ".join(str(error).split())
