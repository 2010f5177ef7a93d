"""`etg floor retire FLOOR.toml --before DAY`: old gaming days leave the floor's database; what must stay is kept."""

import argparse
import re
import sys
from pathlib import Path

from deploy.floor_store import opened_store
from floor.config import read_floor
from floor.retention import RetentionError, retire
from floor.server import ServerError
from floor.store import Unavailable
from protocol.config import ConfigError

HELP = "Drop old gaming days from the floor's database; open tickets, anchors of the chain and sums stay."
EXAMPLE = """
./etg floor retire floor.toml --before 2026-08-01
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="the floor's file")
    parser.add_argument("--before", metavar="DAY", required=True, help="the first gaming day that stays")


def run(args: argparse.Namespace) -> int:
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", args.before):
        print(f"etg floor retire: {args.before!r} is no day: for example 2026-08-01", file=sys.stderr)
        return 2
    try:
        with opened_store(read_floor(args.config)) as store:
            gone = retire(store, args.before)
    except (ConfigError, ServerError, Unavailable, RetentionError, OSError) as error:
        print(f"etg floor retire: {error}", file=sys.stderr)
        return 2
    print(f"{len(gone.days)} gaming days retired: {gone.entries} entries, {gone.tickets} paid tickets")
    return 0
