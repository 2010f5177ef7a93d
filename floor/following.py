"""All tables of a floor: a thread and a connection each, so that none waits for another, and one bell for who looks.

Keeps the highest term that was ever seen in a file beside floor.toml: at a start with only the old primary up, that
says that it is one.
"""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Condition, Event, Thread
from typing import Final

import psycopg

from floor.config import FloorConfig
from floor.redemptions import Coordinator
from floor.server import Server
from floor.store import Fenced, Store, Unavailable, migrate
from floor.table_follower import TableFollower
from protocol import files
from protocol.join import Listener
from protocol.keys import public_text, signing_key
from protocol.messages import News
from protocol.process import Log

CHANNEL: Final = "floor"
GATHER_S: Final = 0.01  # news that come together are one notification


class Following:
    def __init__(self, config: FloorConfig, log: Log) -> None:
        self.config, self.log = config, log
        self.server = None if config.database else Server(config.data)
        self.address = config.database or (self.server.address() if self.server is not None else "")
        self._term_file = config.path.with_suffix(".term")
        self._term = _read_term(self._term_file)
        self._ended = Event()
        self._bell = Bell(self.address, self._ended)
        self.followers = {
            table.table: TableFollower(table, self.open_store, config.shifts, log, self._tell)
            for table in config.tables
        }
        keys = {table.table: public_text(signing_key(table.console_key)) for table in config.tables}
        self.tickets = Coordinator(self.open_store, self.followers, keys, log)
        for name, follower in self.followers.items():
            follower.on_news = self._hearing(name)
        self._threads: list[Thread] = []

    def _hearing(self, name: str) -> Callable[[Listener, News], None]:
        return lambda _listener, news: self.tickets.hear(name, news)

    def _tell(self, table: str, seq: int) -> None:
        self._bell.ring(table, seq)
        self.tickets.ring()

    def open_store(self) -> Store:
        """A connection of one's own. What has a lower term than one that was seen is refused."""
        try:
            store = Store(self.address, self._term, synchronous=self.config.synchronous)
        except Fenced as error:
            self.log.error("an old primary is left alone", why=str(error))
            raise
        if store.term() > self._term:
            self._term = store.term()
            files.replace(self._term_file, f"{self._term}\n", mode=0o600)
            self.log.info("the database has a new term", term=self._term)
        return store

    def start(self) -> None:
        """The database first, as far as it is ours to start; tables are joined in their own threads."""
        if self.server is not None:
            self.server.start()
        try:
            migrate(self.address)
        except (psycopg.Error, Unavailable) as error:
            self.close()
            raise OSError(f"the database cannot be prepared: {' '.join(str(error).split())}") from error
        runs: list[tuple[str, Callable[[], None]]] = [(name, each.run) for name, each in self.followers.items()]
        for name, run in (*runs, ("bell", self._bell.run), ("tickets", self.tickets.run)):
            thread = Thread(target=run, name=name, daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        self._ended.set()
        self._bell.wake()
        self.tickets.stop()
        for follower in self.followers.values():
            follower.stop()

    def wait(self, seconds: float | None = None) -> bool:
        return self._ended.wait(seconds)

    def close(self) -> None:
        self.stop()
        for thread in self._threads:
            thread.join()
        if self.server is not None:
            self.server.stop()

    @property
    def stopped(self) -> dict[str, str]:
        """Tables that are not followed any more, and why."""
        return {name: follower.why for name, follower in self.followers.items() if follower.why}


class Bell:
    """Tells whoever listens to the channel which tables went on, some hundredths of a second together: a notification
    in each commit would let commits pass one by one. It may be lost; who listens looks now and then, too.
    """

    def __init__(self, address: str, ended: Event) -> None:
        self._address, self._ended = address, ended
        self._changed = Condition()
        self._tables: dict[str, int] = {}

    def ring(self, table: str, seq: int) -> None:
        with self._changed:
            self._tables[table] = seq
            self._changed.notify()

    def wake(self) -> None:
        with self._changed:
            self._changed.notify()

    def run(self) -> None:
        store: Store | None = None
        while not self._ended.is_set():
            with self._changed:
                while not self._tables and not self._ended.is_set():
                    self._changed.wait()
            self._ended.wait(GATHER_S)
            with self._changed:
                tables, self._tables = self._tables, {}
            with suppress(psycopg.Error, Unavailable):
                if store is None or store.connection.closed:
                    store = Store(self._address)
                words = [f"{name}:{seq}" for name, seq in tables.items()]
                for first in range(0, len(words), 100):  # a notification has 8,000 bytes
                    with store.transaction() as cursor:
                        cursor.execute("SET LOCAL synchronous_commit = off")
                        cursor.execute("SELECT pg_notify(%s, %s)", (CHANNEL, " ".join(words[first : first + 100])))
        if store is not None:
            store.close()


def _read_term(path: Path) -> int:
    try:
        return int(path.read_text())
    except FileNotFoundError:
        return 0
    except ValueError as error:
        raise OSError(
            f"{path} is no number of a term: move it away if you know which database is the right one"
        ) from error
