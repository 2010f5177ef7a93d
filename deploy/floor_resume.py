"""`etg floor resume FLOOR.toml TABLE`: a table that was stopped for its history is followed again."""

import argparse
import sys
from pathlib import Path

from deploy.floor_store import opened_store
from floor.config import read_floor
from floor.server import ServerError
from floor.store import Unavailable
from protocol.config import ConfigError

HELP = "Follow a table again that was stopped for its history, after technicians have looked why."
EXAMPLE = """
./etg floor resume floor.toml BAC-01      # then start `etg floor` anew
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="the floor's file")
    parser.add_argument("table", help="as it is named there")


def run(args: argparse.Namespace) -> int:
    try:
        with opened_store(read_floor(args.config)) as store:
            resumed = store.resume(args.table)
    except (ConfigError, ServerError, Unavailable, OSError) as error:
        print(f"etg floor resume: {error}", file=sys.stderr)
        return 2
    if not resumed:
        print(f"etg floor resume: {args.table} is not stopped", file=sys.stderr)
        return 1
    print(f"{args.table} is followed again, from its last entry on: start `etg floor` anew")
    return 0
