"""How quickly logs become rows of the floor's PostgreSQL, against a bare COPY of them; and how soon a row is there.

The first part takes the log of one table as it comes from a console after an outage: messages are decoded, every digest
and link is checked, entries are projected and committed 500 at a time, as the console sends them. The bare COPY has the
same rows at hand and puts them into the same tables of another database, in as many transactions, and does nothing
else. Processor seconds of our process and of PostgreSQL's are added up: on a machine that others use, the clock would
measure them; the clock's ratio stands beside it.

The second plays fifty tables at their pace into a real `etg floor` through encrypted sockets (`floor_load.py`), and
asks the database in short turns how far each table is visible.

    ./etg bench floor
    ./etg bench floor --large          1,000,000 entries
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from statistics import quantiles
from threading import Event, Thread
from typing import Final

import psycopg
from psycopg import sql

from benchmarks.floor_load import Load
from benchmarks.floor_page import Reader
from benchmarks.reports import TABLE, entries
from console.table.delivery import ENTRIES_MAX
from floor.intake import Intake, read_entries
from floor.rows import TABLES
from floor.server import SUPERUSER, Server
from floor.store import Store, migrate
from floor.table_follower import take
from protocol import messages as m
from protocol.chain import Entry, opened
from protocol.codec import decode_news, encode
from protocol.join import Listener
from protocol.signing import Signer, new_secret

ROUNDS: Final = 1_000
ROUNDS_LARGE: Final = 43_000  # a million entries
GOAL: Final = 0.3
SHOWN: Final = 50  # tables
PLAYED_S: Final = 20
LOOK_S: Final = 0.004
_TICKS: Final = os.sysconf("SC_CLK_TCK")
_databases: Final = count(1)


@contextmanager
def server() -> Iterator[Server]:
    """With the defaults of an embedded one: what is committed is on the disk."""
    with tempfile.TemporaryDirectory(prefix="etg-bench-") as folder:
        Path(folder).chmod(0o711)
        with Server(Path(folder) / "data") as started:
            migrate(started.address())
            yield started


def fresh(server: Server) -> str:
    name = f"bench_{next(_databases)}"
    with psycopg.connect(server.address(SUPERUSER, SUPERUSER), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} OWNER floor TEMPLATE floor".encode())
    return server.address(name)


class Clock:
    """Seconds of the clock, and of the processor: ours and those of the connection's own process."""

    def __init__(self, connection: psycopg.Connection) -> None:
        self._stat = Path(f"/proc/{connection.info.backend_pid}/stat")
        self._began = (time.monotonic(), self._used())

    def _used(self) -> float:
        fields = self._stat.read_text().rpartition(")")[2].split()
        return time.process_time() + (int(fields[11]) + int(fields[12])) / _TICKS

    def read(self) -> tuple[float, float]:
        return time.monotonic() - self._began[0], self._used() - self._began[1]


def messages(log: list[Entry], signer: Signer) -> Iterator[bytes]:
    head = log[-1]
    for first in range(0, len(log), ENTRIES_MAX):
        piece = log[first : first + ENTRIES_MAX]
        last = piece[-1]
        signature = signer.sign(last.seq, last.chain).signature if last is head else b""
        yield encode(m.Deltas(first + 1, tuple(map(opened, piece)), last.chain, head.seq, signature))


def taken(address: str, log: list[Entry]) -> tuple[float, float]:
    signer = Signer(new_secret(), TABLE)
    said = list(messages(log, signer))
    with Store(address) as store:
        intake = Intake(store, TABLE)
        # A floor reads what staff may read; here nothing is for less than that.
        listener = Listener("floor", TABLE, "Floor", "floor", intake.boot, bytes(8), verify=signer.verify)
        clock = Clock(store.connection)
        for data in said:
            take(intake, listener, [decode_news(data)])
        spent = clock.read()
        if listener.stopped or intake.seq != len(log) or intake.signed is None:
            raise AssertionError(f"only {intake.seq} of {len(log)} entries were taken: {listener.stopped}")
    return spent


def bare(full: str, empty: str, pieces: int) -> tuple[int, float, float]:
    """How many rows, and the seconds of their COPY alone."""
    names = ("entries", *TABLES)
    with Store(full) as source, Store(empty) as store:
        days = [row["day"] for row in source.ask("SELECT DISTINCT day FROM entries")]
        intake = Intake(store, TABLE)
        for day in days:
            intake.make_parts(day)
        types, rows = {}, {}
        for name in names:
            with source.connection.cursor(binary=True) as cursor:
                cursor.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(name)))
                types[name] = [column.type_code for column in cursor.description or ()]
                rows[name] = cursor.fetchall()
        clock = Clock(store.connection)
        for piece in range(pieces):
            with store.transaction() as cursor:
                for name in names:
                    size = -(-len(rows[name]) // pieces)
                    mine = rows[name][piece * size : (piece + 1) * size]
                    if mine:
                        statement = sql.SQL("COPY {} FROM STDIN (FORMAT BINARY)").format(sql.Identifier(name))
                        with cursor.copy(statement) as copy:
                            copy.set_types(types[name])
                            for row in mine:
                                copy.write_row(row)
        spent = clock.read()
    return sum(map(len, rows.values())), *spent


def throughput(server: Server, rounds: int) -> bool:
    log = list(entries(rounds))
    full, empty = fresh(server), fresh(server)
    clock_s, processor_s = taken(full, log)
    rows, bare_clock_s, bare_processor_s = bare(full, empty, -(-len(log) // ENTRIES_MAX))
    ratio = bare_processor_s / processor_s
    with Store(full) as store:
        kept = sum(1 for _ in read_entries(store, 1, 1))
        (size,) = store.ask("SELECT pg_database_size(current_database()) AS bytes")
    print(f"floor: {rounds:,} rounds, {len(log):,} entries, {rows:,} rows, {size['bytes'] / kept:,.0f} bytes an entry")
    print(
        f"  taken, checked and projected: {processor_s:.1f} s of processor ({len(log) / processor_s:,.0f} entries a "
        f"second), {clock_s:.1f} s by the clock ({len(log) / clock_s:,.0f})"
    )
    print(
        f"  bare COPY of the same rows: {bare_processor_s:.1f} s of processor, {bare_clock_s:.1f} s by the clock: "
        f"ratio {ratio:.2f} (goal {GOAL}; by the clock {bare_clock_s / clock_s:.2f})"
    )
    return ratio >= GOAL


class Watch:
    """When each entry was committed at its table, and when it was first seen in the database."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.enough = Event()
        self._committed: dict[str, list[tuple[int, float]]] = {}
        self._seen: dict[str, int] = {}
        self.delays_s: list[float] = []
        self._thread = Thread(target=self._look, daemon=True)

    def committed(self, table: str, first: int, last: int) -> None:
        now = time.monotonic()
        self._committed.setdefault(table, []).extend((seq, now) for seq in range(first, last + 1))

    def joined(self) -> int:
        with psycopg.connect(self._address) as connection, suppress(psycopg.Error):
            (found,) = connection.execute("SELECT count(*) FROM tables WHERE joined").fetchone() or (0,)
            return int(found)
        return 0

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.enough.set()
        self._thread.join()

    def _look(self) -> None:
        with psycopg.connect(self._address, autocommit=True) as connection:
            while not self.enough.wait(LOOK_S):
                found = connection.execute("SELECT name, seq FROM tables").fetchall()
                now = time.monotonic()
                for table, seq in found:
                    waiting = self._committed.get(table, [])
                    done = [began for number, began in tuple(waiting) if number <= seq]
                    del waiting[: len(done)]
                    self.delays_s += [now - began for began in done]


def free_port() -> int:
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        port: int = line.getsockname()[1]
        return port


def delay(server: Server, tables: int, seconds: float) -> bool:
    """False: the page told nothing, so there is no figure of it."""
    address = fresh(server)
    with tempfile.TemporaryDirectory(prefix="etg-bench-") as folder:
        load = Load(Path(folder), tables, rounds=200)
        file = Path(folder) / "floor.toml"
        port = free_port()
        file.write_text(f'{load.floor_toml(address)}[page]\nlisten = "127.0.0.1"\nport = {port}\n')
        floor = subprocess.Popen(
            [sys.executable, "-m", "deploy.cli", "floor", str(file)],
            env={**os.environ, "ETG_DIES_WITH": str(os.getpid())},
            stderr=subprocess.DEVNULL,
        )
        reader: Reader | None = None
        try:
            watch = Watch(address)
            look, joined = 0.0, False

            def all_joined() -> bool:
                nonlocal look, joined
                if time.monotonic() > look:
                    joined, look = watch.joined() == tables, time.monotonic() + 0.2
                return joined

            load.play(all_joined, begin=False)
            reader = Reader(address, file, port)
            opening = Thread(target=reader.open)
            opening.start()
            load.play(lambda: not opening.is_alive(), begin=False)

            def committed(table: str, first: int, last: int) -> None:
                watch.committed(table, first, last)
                reader.committed(table, first, last)

            with watch:
                until = time.monotonic() + seconds
                load.play(lambda: time.monotonic() > until, committed)
                load.play(lambda: time.monotonic() > until + 1.0, begin=False)
        finally:
            if reader is not None:
                reader.close()
            floor.terminate()
            floor.wait()
            load.close()
    cuts = quantiles(watch.delays_s, n=100)
    print(
        f"  {tables} tables at their pace for {seconds:.0f} s, {len(watch.delays_s):,} entries, committed to visible: "
        f"p50 {1_000 * cuts[49]:.0f} ms, p99 {1_000 * cuts[98]:.0f} ms, most {1_000 * max(watch.delays_s):.0f} ms "
        f"(looked every {1_000 * LOOK_S:.0f} ms; the player was late by up to {1_000 * load.late_s:.0f} ms)"
    )
    if len(reader.delays_s) < 2:
        print(f"  and to the pit's page changed: NOT measured, the page told of {len(reader.delays_s)} entries")
        return False
    cuts = quantiles(reader.delays_s, n=100)
    print(
        f"  and to the pit's page changed, {len(reader.delays_s):,} entries in a manager's open page: "
        f"p50 {1_000 * cuts[49]:.0f} ms, p99 {1_000 * cuts[98]:.0f} ms, most {1_000 * max(reader.delays_s):.0f} ms"
    )
    return True


def main(rounds: int = ROUNDS, tables: int = SHOWN, seconds: float = PLAYED_S) -> bool:
    """False: a goal was missed."""
    with server() as started:
        good = throughput(started, rounds)
        good &= delay(started, tables, seconds)
    return good
