"""floor.toml: where the database is, and which tables are followed. The commented example is deploy/floor.toml."""

from pathlib import Path
from typing import Annotated, Final

from msgspec import Meta, Struct
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from floor.page.config import PageFile
from floor.read_model import ReportError, Shifts
from protocol.config import ConfigError, FileName, PeerConfig, address_problem, read
from protocol.messages import Terminal

EMBEDDED: Final = "embedded"
ROLE: Final = "floor"


class TableFile(Struct, frozen=True, forbid_unknown_fields=True):
    """One table, as its console knows us."""

    console: str  # address of its machine
    key: FileName  # our key file
    console_key: FileName  # file with the console's public key: no other console is believed
    name: Terminal = Terminal("Floor")  # as the console has enrolled us
    requests: Annotated[int, Meta(ge=1, le=65_535)] = 5_555
    broadcast: Annotated[int, Meta(ge=1, le=65_535)] = 5_556


class _FloorFile(Struct, frozen=True, forbid_unknown_fields=True):
    tables: dict[Annotated[str, Meta(min_length=1, max_length=40)], TableFile]
    database: str = EMBEDDED
    data: FileName = "floor-data"
    synchronous: bool = False
    zone: str = "UTC"
    hours: tuple[str, ...] = ("06:00", "14:00", "22:00")
    page: PageFile = PageFile()


class FloorConfig(Struct, frozen=True):
    """The file, understood."""

    path: Path
    tables: tuple[PeerConfig, ...]
    database: str  # "": the embedded one
    data: Path
    synchronous: bool
    shifts: Shifts
    page: PageFile = PageFile()


def read_floor(path: Path) -> FloorConfig:
    """Paths are relative to the file that names them."""
    file = read(path, _FloorFile)
    folder = path.resolve().parent
    problems = [address_problem(f"tables.{name}.console", table.console) for name, table in file.tables.items()]
    problems += [
        f"tables.{name}.broadcast: {table.broadcast} is the port of requests too"
        for name, table in file.tables.items()
        if table.requests == table.broadcast
    ]
    if not file.tables:
        problems.append("tables: there is none to follow")
    if file.database != EMBEDDED:
        try:
            conninfo_to_dict(file.database)
        except ProgrammingError as error:
            problems.append(f"database: {' '.join(str(error).split())}")
    shifts = None
    try:
        shifts = Shifts(file.zone, file.hours)
    except ReportError as error:
        problems.append(f"zone, hours: {error}")
    if any(problems) or shifts is None:
        raise ConfigError(*(f"{path}: {problem}" for problem in problems if problem))
    data = folder / file.data
    # What a peer keeps beside its journal (a new key of the console) lies beside the file; the log is in the database.
    tables = tuple(
        PeerConfig(
            table.name,
            name,
            f"tcp://{table.console}:{table.requests}",
            f"tcp://{table.console}:{table.broadcast}",
            folder / table.key,
            folder / table.console_key,
            folder / f"{name}.floor",
        )
        for name, table in file.tables.items()
    )
    database = "" if file.database == EMBEDDED else file.database
    return FloorConfig(path, tables, database, data, file.synchronous, shifts, file.page)
