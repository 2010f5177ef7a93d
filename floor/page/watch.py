"""Keeps how every table stands current, from what the followers have written into the database, and wakes open pages.

Reads alone, as the database's reader. A wake-up may be lost, so it also looks every few seconds; a database that has
gone is told on every page until it is back.
"""

import asyncio
import contextlib
import time
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, Final

import msgspec
import psycopg
from msgspec import Struct

from floor.codes import ALARM
from floor.page.pool import Row, open_connection
from floor.page.standing import Peer, Ring, Standing, harmless
from floor.rows import Memory, decode_memory
from games.money import InvariantBroken
from protocol import events as e
from protocol.codec import decode_event
from protocol.process import Log

CHANNEL: Final = "floor"
LOOK_S: Final = 2.0  # between two looks without a wake-up
GATHER_S: Final = 0.02  # what comes together is looked at together
AGAIN_S: Final = 1.0  # after an error
PIECE: Final = 2_000  # entries of one table in one answer
UNREADABLE: Final = (msgspec.MsgspecError, InvariantBroken, KeyError, ValueError)
_PEERS: Final = ("TerminalJoined", "TerminalRetired", "TerminalLatched", "TerminalUnlatched", "AttendantCalled")


class Known(Struct):
    """A table, and what the floor itself knows of the way to it."""

    table_id: int
    standing: Standing
    head_seq: int = 0  # the farthest entry that is known to exist
    heard_at: datetime | None = None
    stopped: str = ""  # why its follower has stopped for good
    peers: Mapping[str, Any] = {}  # archive and witness, as the console has told the follower
    trouble: str = ""  # why we cannot go on reading it
    version: int = 0  # grows with every change

    @property
    def lag(self) -> int:
        return max(0, self.head_seq - self.standing.seq)


class Watch:
    def __init__(self, address: str, log: Log) -> None:
        self.address, self._log = address, log
        self.tables: dict[str, Known] = {}
        self.since = 0.0  # monotonic: when the database went; 0: it is there
        self.ready = asyncio.Event()
        self._bells: set[asyncio.Event] = set()
        self._version = 0

    @property
    def gone(self) -> bool:
        return bool(self.since)

    @contextlib.contextmanager
    def listening(self) -> Any:
        """A bell that rings when a table has changed, or the database has gone or come back."""
        bell = asyncio.Event()
        self._bells.add(bell)
        try:
            yield bell
        finally:
            self._bells.discard(bell)

    def _ring(self) -> None:
        for bell in self._bells:
            bell.set()

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            try:
                await self._follow()
            except (psycopg.Error, OSError) as error:
                if not self.since:
                    self.since = time.monotonic()
                    self._log.warning("the database has gone", why=str(error).strip().partition("\n")[0])
                    self._ring()
                await asyncio.sleep(AGAIN_S)

    async def _follow(self) -> None:
        connection = await open_connection(self.address, autocommit=True)
        try:
            await connection.execute(f"LISTEN {CHANNEL}".encode())
            await self._look(connection)
            if self.since:
                self._log.info("the database is back", after_s=round(time.monotonic() - self.since))
                self.since = 0.0
                self._ring()
            self.ready.set()
            while True:
                if [it async for it in connection.notifies(timeout=LOOK_S, stop_after=1)]:
                    await asyncio.sleep(GATHER_S)
                await self._look(connection)
        finally:
            await connection.close()

    async def _look(self, connection: psycopg.AsyncConnection[Row]) -> None:
        found = await connection.execute(_TABLES)
        changed = False
        behind: list[tuple[Known, int]] = []
        for row in await found.fetchall():
            known = self.tables.get(row["name"])
            if known is None or known.table_id != row["table_id"]:
                known = self.tables[row["name"]] = await self._begin(connection, row)
                changed = True
            changed |= self._note(known, row)
            if known.standing.seq < row["seq"] and not known.trouble:
                behind.append((known, row["seq"]))
        while behind:
            moved = await self._catch_up(connection, [known for known, _ in behind])
            changed = True
            # Who has not moved is told of entries that are not here: of days that were retired. Nobody waits for those.
            behind = [(it, upto) for it, upto in behind if it in moved and it.standing.seq < upto and not it.trouble]
        if changed:
            self._ring()

    def _note(self, known: Known, row: Row) -> bool:
        told = (max(row["head_seq"], row["seq"]), row["stopped"], row.get("peers") or {})
        if told == (known.head_seq, known.stopped, known.peers):
            known.heard_at = row["heard_at"]
            return False
        known.head_seq, known.stopped, known.peers = told
        known.heard_at = row["heard_at"]
        self._touch(known)
        return True

    def _touch(self, known: Known) -> None:
        self._version += 1
        known.version = self._version

    async def _catch_up(self, connection: psycopg.AsyncConnection[Row], behind: list[Known]) -> list[Known]:
        """Who of them has moved."""
        values = ([it.table_id for it in behind], [it.standing.seq for it in behind], PIECE)
        found = await connection.execute(_ENTRIES, values)
        by_id = {it.table_id: it for it in behind}
        moved: dict[int, Known] = {}
        for row in await found.fetchall():
            known = moved.setdefault(row["table_id"], by_id[row["table_id"]])
            if known.trouble:
                continue
            try:
                known.standing.apply(row["seq"], row["wall_time"], row["body"])
            except UNREADABLE as error:  # another version wrote it: the others go on, and this one says so
                known.trouble = f"entry {row['seq']} cannot be read: {type(error).__name__}"
                self._log.error("a table cannot be followed", table=known.standing.name, why=known.trouble)
        for known in moved.values():
            self._touch(known)
        return list(moved.values())

    async def _begin(self, connection: psycopg.AsyncConnection[Row], row: Row) -> Known:
        """From what the rows remember, and what they do not: who has joined, what rang, what today came to."""
        found = await connection.execute(
            "SELECT memory, memory_seq FROM tables WHERE table_id = %s", (row["table_id"],)
        )
        (kept,) = await found.fetchall()
        memory = decode_memory(kept["memory"]) if kept["memory"] else Memory()
        seq = kept["memory_seq"] if kept["memory"] else 0
        standing = Standing.remembered(row["name"], seq, memory)
        about = {"id": row["table_id"], "seq": seq, "day": memory.view.day, "currency": memory.currency}
        for rows, take in ((_LAST_WORDS, _take_words), (_TODAY, _take_today), (_RINGS, _take_rings)):
            answer = await connection.execute(rows, {**about, "peers": list(_PEERS), "alarm": ALARM})
            take(standing, await answer.fetchall())
        self._touch(known := Known(row["table_id"], standing))
        return known


def _take_words(standing: Standing, rows: Iterable[Row]) -> None:
    for row in rows:
        if not row["body"]:
            continue
        event = decode_event(row["body"])
        if isinstance(event, e.Halted) and event.reason not in standing.view.halts:
            continue
        standing.hear(row["wall_time"], event)
        standing.at = max(standing.at, row["wall_time"])
    ledger = standing.ledger
    for account in [account for books in (ledger.balances, *ledger.beside.values()) for account in books]:
        kind, _, terminal = account.partition("/")
        if kind == "credit":
            standing.peers.setdefault(terminal, Peer())


def _take_today(standing: Standing, rows: Iterable[Row]) -> None:
    for row in rows:
        standing.settle(row["round_no"], int(row["staked"]), int(row["returned"]))


def _take_rings(standing: Standing, rows: Iterable[Row]) -> None:
    for row in reversed(list(rows)):
        text = harmless(row["kind"], row["text"])
        standing.ring(Ring(row["seq"], row["at"], row["code"], row["kind"], text, row["round_no"]))


_TABLES: Final = b"SELECT to_jsonb(t)->'peers' AS peers, table_id, name, seq, head_seq, heard_at, stopped FROM tables t"
_ENTRIES: Final = b"""
SELECT found.* FROM unnest(%s::int[], %s::bigint[]) AS wanted (id, seq) CROSS JOIN LATERAL (
    SELECT table_id, seq, wall_time, body FROM entries
    WHERE entries.table_id = wanted.id AND entries.seq > wanted.seq ORDER BY seq LIMIT %s
) AS found ORDER BY found.seq
"""
# The last word of each kind about each machine, and the last halts: what is not told by what the rows remember.
_LAST_WORDS: Final = b"""
SELECT entries.seq, entries.wall_time, entries.body FROM entries JOIN (
    SELECT table_id, seq, day FROM (
        SELECT DISTINCT ON (kind, terminal) table_id, seq, day FROM events
        WHERE table_id = %(id)s AND seq <= %(seq)s AND kind = ANY (%(peers)s) ORDER BY kind, terminal, seq DESC
    ) AS machines
    UNION ALL (
        SELECT table_id, seq, day FROM events
        WHERE table_id = %(id)s AND seq <= %(seq)s AND kind IN ('Halted', 'Interrupted') ORDER BY seq DESC LIMIT 40
    )
) AS told USING (table_id, seq, day) ORDER BY entries.seq
"""
_TODAY: Final = b"""
SELECT round_no, SUM(staked) AS staked, SUM(returned) AS returned FROM lines
WHERE table_id = %(id)s AND day = %(day)s AND seq <= %(seq)s AND currency = %(currency)s
GROUP BY round_no ORDER BY round_no
"""
_RINGS: Final = b"""
SELECT seq, at, code, kind, text, round_no FROM events
WHERE table_id = %(id)s AND day = %(day)s AND seq <= %(seq)s AND severity = %(alarm)s ORDER BY seq DESC LIMIT 30
"""
