"""`etg floor FLOOR.toml`: takes the logs of all tables of a house into one PostgreSQL, until it is told to stop."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from deploy.start import check_peer, run_process
from floor.config import ROLE, FloorConfig, read_floor
from floor.following import Following
from floor.server import ServerError
from floor.store import Store, Unavailable
from protocol.config import ConfigError
from protocol.keys import BadKey
from protocol.process import Log, Stop

HELP = "Take the logs of all tables of a house into one PostgreSQL."
EXAMPLE = """
./etg keys make Floor --folder keys                    # its key, enrolled at each table with --role floor
./etg floor floor.toml --check                         # deploy/floor.toml is a commented example
./etg floor floor.toml
./etg floor retire floor.toml --before 2026-08-01
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="with the database and the tables: deploy/floor.toml is an example")
    parser.add_argument("--check", action="store_true", help="only ask database and consoles, and say what is wrong")


def run(args: argparse.Namespace) -> int:
    try:
        config = read_floor(args.config)
        if args.check:
            return _check(args.config, config)
    except (ConfigError, BadKey, OSError) as error:
        print(f"etg floor: {error}", file=sys.stderr)
        return 2
    log = Log("floor")
    return run_process(log, lambda: _start(config, log))


def _check(path: Path, config: FloorConfig) -> int:
    """Each table is asked as its other peers ask. Nothing is written, and no server started."""
    wrong = 0
    if config.database:
        try:
            with Store(config.database, synchronous=config.synchronous) as store:
                print(f"{path}: the database answers, with term {store.term()}")
        except Unavailable as error:
            print(f"etg floor: {path}: database: {error}", file=sys.stderr)
            wrong += 1
    wrong += sum(check_peer(ROLE, path, table) for table in config.tables)
    return int(bool(wrong))


def _start(config: FloorConfig, log: Log) -> Callable[[], int]:
    try:
        following = Following(config, log)
        following.start()
    except ServerError as error:
        raise OSError(str(error)) from error

    def keep() -> int:
        stop = Stop(then=following.stop)
        log.info("following", tables=len(config.tables), database=following.address)
        try:
            while not following.wait(1.0):
                pass
        finally:
            following.close()
            stop.close()
        for table, why in following.stopped.items():
            log.error("was not followed to the end", table=table, why=why)
        return int(bool(following.stopped))

    return keep
