"""One table's log into the floor's database: entries and rows in one transaction, each number exactly once.

The row in `tables` says how far it is; it is compared and locked with every batch, so of two processes that take in the
same table one stops. What the next rows hang on is kept now and then, and made again from the entries after that.
Entries come linked and checked (`protocol/follower.py`); here their numbers and links are compared once more with what
is committed. The projection is that of the reports (`floor/rows.py`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import psycopg
from msgspec.structs import replace
from psycopg import sql

from floor.parts import Parts
from floor.read_model import FORMAT, REPLACED, Shifts, by_the_minute
from floor.rows import KEYS, TABLES, Change, Projection, Value, decode_memory, encode_memory
from floor.store import Store
from protocol.chain import ChainBroken, Entry, first_link, link
from protocol.events import Audience
from protocol.messages import SignedHead

REMEMBER_EVERY: Final = 1_000  # entries: at a start so many are read again, in a tenth of a second
PIECE: Final = 2_000  # entries in one transaction
_KINDS: Final[Mapping[type, str]] = {int: "int8", str: "text"}


class Overtaken(Exception):
    """A later process follows this table: this one has to stop."""


class Intake:
    def __init__(self, store: Store, table: str, shifts: Shifts | None = None) -> None:
        """Begins where the last one ended, however that was. From now on no earlier one gets anything in."""
        self._store, self.table = store, table
        house = shifts or Shifts()
        with store.transaction() as cursor:
            cursor.execute(
                "INSERT INTO tables (name, seq, chain, signed_seq, signed_chain, signature, boot, head_seq, joined, "
                "stopped, stopped_seq, format, zone, hours, memory, memory_seq) "
                "VALUES (%s, 0, %s, 0, '', '', 0, 0, false, '', 0, %s, %s, %s, '', 0) ON CONFLICT (name) DO NOTHING",
                (table, first_link(table), FORMAT, house.zone, " ".join(house.hours)),
            )
            row = cursor.execute(
                "UPDATE tables SET boot = boot + 1, joined = false WHERE name = %s RETURNING table_id, boot, seq, "
                "chain, signed_seq, signed_chain, signature, format, zone, hours, memory, memory_seq, stopped",
                (table,),
            ).fetchone()
        if row is None:
            raise ChainBroken(f"{table} is gone from the database")
        self.table_id, self.boot, self.seq, self.chain = row[0], row[1], row[2], bytes(row[3])
        self.signed = SignedHead(row[4], bytes(row[5]), bytes(row[6])) if row[4] else None
        if row[7] != FORMAT:
            raise ChainBroken(f"the rows of {table} have format {row[7]}, and this program knows {FORMAT}")
        self.stopped: str = row[12]
        self._parts = Parts(store)
        memory, self._remembered = bytes(row[10]), row[11]
        known = Shifts(row[8], row[9].split())  # rows go on with the hours that they began with
        self._projection = Projection(by_the_minute(known), decode_memory(memory) if memory else None)
        self._recall()

    @property
    def memory(self) -> Any:
        """As of `seq`: the picture of the table, and its ledger."""
        return self._projection.memory

    def _recall(self) -> None:
        """What came after the memory that was kept: its rows are there already."""
        for entry in read_entries(self._store, self.table_id, self._remembered + 1):
            if entry.seq != self._remembered + 1:
                break
            self._projection.enter(entry)
            self._remembered = entry.seq
        if self._remembered != self.seq:
            raise ChainBroken(f"{self.table}: entry {self._remembered + 1} is not in the database any more")
        self._projection.take()

    def make_parts(self, day: str) -> None:
        self._parts.make(day)

    def take(self, entries: Sequence[Entry], signed: SignedHead | None = None, head_seq: int = 0) -> None:
        """What follows, and the newest signature that is linked to it. All of it is visible at once, or nothing."""
        if not entries:
            self._keep_signed(signed)
        for first in range(0, len(entries), PIECE):
            piece = entries[first : first + PIECE]
            last = first + PIECE >= len(entries)
            self._take(piece, signed if last else None, head_seq)

    def _take(self, piece: Sequence[Entry], signed: SignedHead | None, head_seq: int) -> None:
        chain, projection, days = self.chain, self._projection, []
        for seq, entry in enumerate(piece, self.seq + 1):
            chain = link(chain, entry.digest)
            if entry.seq != seq or entry.chain != chain:
                raise ChainBroken(f"entry {entry.seq} does not follow entry {seq - 1} of {self.table}")
            projection.enter(entry)
            days.append(projection.memory.view.day)
        rows, changes = projection.take()
        for day in {*days, *(row[_DAY[name]] for name in _DAY for row in rows[name])}:
            self.make_parts(str(day))
        last = piece[-1]
        remember = last.seq - self._remembered >= REMEMBER_EVERY

        def write(rows: Mapping[str, list[tuple[Value, ...]]], changes: Sequence[Change]) -> None:
            with self._store.transaction() as cursor:
                self._go_to(cursor, last, signed, max(head_seq, last.seq), remember=remember)
                self._copy_entries(cursor, piece, days)
                write_rows(cursor, self.table_id, rows, changes)

        try:
            write(rows, changes)
        except psycopg.DataError:  # a text with a zero byte: the entry keeps it, no row can
            write(*without_zeros(rows, changes))
        self.seq, self.chain = last.seq, last.chain
        if remember:
            self._remembered = last.seq
        if signed is not None:
            self.signed = signed

    def _copy_entries(self, cursor: psycopg.Cursor[Any], piece: Sequence[Entry], days: Sequence[str]) -> None:
        with cursor.copy(_COPY_ENTRIES) as copy:
            copy.set_types(_ENTRY_TYPES)
            for entry, day in zip(piece, days, strict=True):
                about = (self.table_id, entry.seq, day, entry.wall_time, entry.audience)
                copy.write_row((*about, entry.salt, entry.body, entry.digest, entry.chain))

    def _go_to(
        self, cursor: psycopg.Cursor[Any], last: Entry, signed: SignedHead | None, head_seq: int, *, remember: bool
    ) -> None:
        head = signed or self.signed or SignedHead(0, b"", b"")
        memory = encode_memory(self._projection.memory) if remember else b""
        cursor.execute(
            "UPDATE tables SET seq = %s, chain = %s, signed_seq = %s, signed_chain = %s, signature = %s, "
            "head_seq = %s, heard_at = now(), memory = CASE WHEN %s THEN %s ELSE memory END, "
            "memory_seq = CASE WHEN %s THEN %s ELSE memory_seq END WHERE table_id = %s AND seq = %s AND boot = %s",
            (
                *(last.seq, last.chain, head.seq, head.chain, head.signature, head_seq),
                *(remember, memory, remember, last.seq, self.table_id, self.seq, self.boot),
            ),
        )
        if cursor.rowcount != 1:
            raise Overtaken(f"another process follows {self.table}: this one stops")

    def _keep_signed(self, signed: SignedHead | None) -> None:
        if signed is None or signed == self.signed:
            return
        with self._store.transaction() as cursor:
            cursor.execute(
                "UPDATE tables SET signed_seq = %s, signed_chain = %s, signature = %s "
                "WHERE table_id = %s AND seq = %s AND boot = %s",
                (signed.seq, signed.chain, signed.signature, self.table_id, self.seq, self.boot),
            )
            if cursor.rowcount != 1:
                raise Overtaken(f"another process follows {self.table}: this one stops")
        self.signed = signed

    def tell_standing(self, *, joined: bool, head_seq: int) -> None:
        """For the pit, and for nobody's money: need not be confirmed."""
        with self._store.transaction() as cursor:
            cursor.execute("SET LOCAL synchronous_commit = off")
            cursor.execute(
                "UPDATE tables SET joined = %s, head_seq = greatest(head_seq, %s), "
                "heard_at = CASE WHEN %s THEN now() ELSE heard_at END WHERE table_id = %s AND boot = %s",
                (joined, head_seq, joined, self.table_id, self.boot),
            )

    def tell_stopped(self, why: str, seq: int) -> None:
        """This history is not gone on with. People have to look, and to lift it (`etg floor resume`)."""
        with self._store.transaction() as cursor:
            cursor.execute(
                "UPDATE tables SET stopped = %s, stopped_seq = %s, joined = false WHERE table_id = %s AND boot = %s",
                (why, seq, self.table_id, self.boot),
            )
        self.alarm("stopped", why, seq)
        self.stopped = why

    def alarm(self, kind: str, why: str, seq: int = 0) -> None:
        self._store.alarm(kind, f"{self.table}: {why}", self.table_id, seq)


_DAY: Final[Mapping[str, int]] = {
    name: list(columns).index("day")
    for name, columns in TABLES.items()
    if "day" in columns and name != "shoes"  # which are few, and in one part
}
_ENTRY_COLUMNS: Final = ("table_id", "seq", "day", "wall_time", "audience", "salt", "body", "digest", "chain")
_ENTRY_TYPES: Final = ("int4", "int8", "text", "text", "text", "bytea", "bytea", "bytea", "bytea")


def _copy(table: str, columns: Iterable[str]) -> sql.Composed:
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    return sql.SQL("COPY {} ({}) FROM STDIN (FORMAT BINARY)").format(sql.Identifier(table), names)


def _upsert(table: str, columns: Sequence[str], key: Sequence[str]) -> sql.Composed:
    return sql.SQL("INSERT INTO {} ({}) VALUES ({}) ON CONFLICT ({}) DO UPDATE SET {}").format(
        sql.Identifier(table),
        sql.SQL(", ").join(map(sql.Identifier, columns)),
        sql.SQL(", ").join(sql.Placeholder() * len(columns)),
        sql.SQL(", ").join(map(sql.Identifier, key)),
        sql.SQL(", ").join(
            sql.SQL("{0} = excluded.{0}").format(sql.Identifier(name)) for name in columns if name not in key
        ),
    )


def key_of(table: str) -> tuple[str, ...]:
    """With what each row of the floor has besides: its table, and its day where that says in which part it lies."""
    key = KEYS[table]
    return ("table_id", *((key,) if isinstance(key, str) else key), *(("day",) if table in _DAY else ()))


_COPY_ENTRIES: Final = _copy("entries", _ENTRY_COLUMNS)
_COPIES: Final = {name: _copy(name, ("table_id", *columns)) for name, columns in TABLES.items()}
_TYPES: Final = {name: ("int4", *(_KINDS[kind] for kind in columns.values())) for name, columns in TABLES.items()}
_UPSERTS: Final = {name: _upsert(name, ("table_id", *TABLES[name]), key_of(name)) for name in REPLACED}


def without_zeros(
    rows: Mapping[str, list[tuple[Value, ...]]], changes: Sequence[Change]
) -> tuple[dict[str, list[tuple[Value, ...]]], list[Change]]:
    """As a PostgreSQL can hold them. What was really said stands in the entry."""

    def clean(value: Value) -> Value:
        return value.replace("\0", "\N{REPLACEMENT CHARACTER}") if isinstance(value, str) else value

    cleaned = {name: [tuple(map(clean, row)) for row in each] for name, each in rows.items()}
    return cleaned, [replace(it, values={name: clean(value) for name, value in it.values.items()}) for it in changes]


def write_rows(
    cursor: psycopg.Cursor[Any], table_id: int, rows: Mapping[str, list[tuple[Value, ...]]], changes: Sequence[Change]
) -> None:
    for name, new in rows.items():
        if not new:
            continue
        if name in REPLACED:
            cursor.executemany(_UPSERTS[name], [(table_id, *row) for row in new])
        else:
            with cursor.copy(_COPIES[name]) as copy:
                copy.set_types(_TYPES[name])
                for row in new:
                    copy.write_row((table_id, *row))
    for change in changes:
        key = KEYS[change.table]
        cursor.execute(
            sql.SQL("UPDATE {} SET {} WHERE table_id = %s AND {} = %s").format(
                sql.Identifier(change.table),
                sql.SQL(", ").join(sql.SQL("{} = %s").format(sql.Identifier(name)) for name in change.values),
                sql.Identifier(key if isinstance(key, str) else key[0]),
            ),
            (*change.values.values(), table_id, change.key),
        )


def read_entries(store: Store, table_id: int, first: int, last: int | None = None) -> Iterator[Entry]:
    """As they were taken, in order, piece by piece; those that were retired are missing."""
    while last is None or first <= last:
        upto = first + PIECE - 1 if last is None else min(last, first + PIECE - 1)
        with store.connection.transaction(), store.connection.cursor(binary=True) as cursor:
            found = cursor.execute(
                "SELECT seq, wall_time, audience, salt, body, digest, chain FROM entries "
                "WHERE table_id = %s AND seq BETWEEN %s AND %s ORDER BY seq",
                (table_id, first, upto),
            ).fetchall()
        if not found:
            return
        for seq, wall_time, audience, *rest in found:
            yield Entry(seq, wall_time, Audience(audience), *map(bytes, rest))
        first = upto + 1
