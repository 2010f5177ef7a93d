"""One page for the tests of a file: over a database of its own, with a few tables and everybody on its register."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx
import psycopg
import pytest

from floor.page.serve import PageServer
from floor.server import SUPERUSER, Server
from tests.floor.page import stage


class Pit(NamedTuple):
    database: str
    server: PageServer
    folder: Path
    table: stage.LiveTable

    def new_client(self) -> httpx.Client:
        """Nobody yet."""
        return stage.browser(self.server, self.folder)


@pytest.fixture(scope="module")
def pit(server: Server, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Pit]:
    name = f"pit_{request.node.name.removesuffix('.py').replace('/', '_')[-40:]}"
    with psycopg.connect(server.address(SUPERUSER, SUPERUSER), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}" OWNER floor TEMPLATE floor STRATEGY file_copy'.encode())
    database, folder = server.address(name), tmp_path_factory.mktemp("page")
    stage.enrol(database)
    table = stage.LiveTable("BAC-01", database, limits=stage.LIMITS, terminals=("T1", "T2", "T3"))
    with stage.serving(database, folder) as serving:
        yield Pit(database, serving, folder, table)
    table.end()
    with psycopg.connect(server.address(SUPERUSER, SUPERUSER), autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)'.encode())


@pytest.fixture
def client(pit: Pit) -> Iterator[httpx.Client]:
    with pit.new_client() as client:
        yield client
