"""`etg floor page FLOOR.toml`: serves the pit's page over the floor's database, until it is told to stop."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from audit.report import theory
from deploy.start import run_process
from floor.config import FloorConfig, read_floor
from floor.page.serve import make_server
from floor.server import Server
from protocol.config import ConfigError
from protocol.process import Log, keep_secrets

HELP = "Serve the pit's page: every table of the floor as it plays, reports, search, alarms; it only reads."
EXAMPLE = """
./etg floor staff add 3001 --name "Max Ong" --role manager --config floor.toml     # asks for the PIN twice
./etg floor page floor.toml                            # [page] in deploy/floor.toml: address, port, certificate
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="the floor's: deploy/floor.toml is a commented example")


def run(args: argparse.Namespace) -> int:
    try:
        config = read_floor(args.config)
    except (ConfigError, OSError) as error:
        print(f"etg floor page: {error}", file=sys.stderr)
        return 2
    log = Log("page")
    return run_process(log, lambda: _start(config, log))


def address_of(config: FloorConfig) -> str:
    """Of the database: the embedded one is started by `etg floor`."""
    return config.database or Server(config.data).address()


def _start(config: FloorConfig, log: Log) -> Callable[[], int]:
    keep_secrets()
    folder = config.path.resolve().parent
    server = make_server(address_of(config), config.page, folder, log, theory)

    def keep() -> int:
        server.run()
        return int(not server.port)

    return keep
