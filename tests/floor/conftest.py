"""A real PostgreSQL for tests: one server for each process of the tests, and a fresh database for each test."""

import shutil
import tempfile
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest

from floor.server import SUPERUSER, Server, ServerError
from floor.store import migrate

# A killed process loses nothing that the system has: only a power cut would.
QUICK = {"fsync": "off", "shared_buffers": "32MB", "max_wal_size": "256MB"}
_numbers = count(1)


@pytest.fixture(scope="session")
def server_folder() -> Iterator[Path]:
    """Not in pytest's own, which only root may enter: the server's user is another one."""
    folder = Path(tempfile.mkdtemp(prefix="etg-floor-"))
    folder.chmod(0o711)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def server(server_folder: Path) -> Iterator[Server]:
    try:
        started = Server(server_folder / "data", QUICK).start()
    except ServerError as error:
        pytest.fail(f"no PostgreSQL, so nothing of the floor can be tried: {error}")
    try:
        migrate(started.address())
        yield started
    finally:
        started.stop()


@pytest.fixture
def database(server: Server) -> Iterator[str]:
    """The address of a database with the floor's tables and nothing in them."""
    name = f"floor_{next(_numbers)}"
    with psycopg.connect(server.address(SUPERUSER, SUPERUSER), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} OWNER floor TEMPLATE floor STRATEGY file_copy".encode())
    yield server.address(name)
    with psycopg.connect(server.address(SUPERUSER, SUPERUSER), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


class Pair(NamedTuple):
    primary: Server
    standby: Server

    @property
    def address(self) -> str:
        hosts = ",".join(str(each.sockets) for each in self)
        return f"host={hosts} dbname=floor user=floor"

    def fail_over(self) -> "Pair":
        """kill -9 of the primary; the standby is promoted, and the old one comes back as its standby."""
        old, new = self
        old.kill()
        new.promote()
        old.start().stop()  # in order, so that it can be wound back
        old.follow(new)
        old.start()
        new.set(synchronous_standby_names="*")
        return Pair(new, old)

    def close(self) -> None:
        for each in self:
            each.kill()
            for left in (each.data, each.sockets):
                shutil.rmtree(left, ignore_errors=True)


@pytest.fixture
def pair(server_folder: Path) -> Iterator[Pair]:
    """With tables; what is committed at the first is at the second, too."""
    primary = Server(server_folder / "primary", QUICK).start()
    pair = Pair(primary, Server(server_folder / "standby", QUICK))
    try:
        migrate(primary.address())
        primary.clone(pair.standby.data)
        pair.standby.start()
        primary.set(synchronous_standby_names="*")
        yield pair
    finally:
        pair.close()
