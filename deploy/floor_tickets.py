"""`etg floor tickets FLOOR.toml`: tickets of one table at another that are not over, and where each of them hangs."""

import argparse
import sys
from pathlib import Path

from deploy.floor_store import opened_store
from floor.config import read_floor
from floor.journeys import Journey, waits_for
from floor.server import ServerError
from floor.store import Store, Unavailable
from protocol.config import ConfigError

HELP = "List tickets that travel between tables and have not arrived, and what each of them waits for."
EXAMPLE = """
./etg floor tickets floor.toml
./etg floor tickets floor.toml --all                   # those that are over, too
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="the floor's file")
    parser.add_argument("--all", action="store_true", help="also what is over: the last hundred")


def run(args: argparse.Namespace) -> int:
    try:
        with opened_store(read_floor(args.config)) as store:
            lines = told(store, everything=args.all)
    except (ConfigError, ServerError, Unavailable, OSError) as error:
        print(f"etg floor tickets: {error}", file=sys.stderr)
        return 2
    print("\n".join(lines) or "no ticket is under way between tables")
    return 0


def told(store: Store, *, everything: bool = False) -> list[str]:
    """One line for each, the oldest first. A ticket by its last digits: no number is known here."""
    which = "true" if everything else "NOT finished"
    rows = store.ask(f"SELECT * FROM redemptions WHERE {which} ORDER BY came DESC LIMIT 100")
    return [_line(row) for row in reversed(rows)]


def _line(row: dict[str, object]) -> str:
    it = Journey(**{name: row[name] for name in Journey.__struct_fields__})  # type: ignore[arg-type]
    where = f"{it.asker} {row['terminal'] or '(paid in cash, as a claim)'}"
    outcome = " and ".join(filter(None, (it.closed or it.ended, str(row["why"])))) if row["finished"] else waits_for(it)
    return f"{row['asked_at']}  ...{row['ending']} of {it.issuer} at {where}: {outcome}  [{it.journey.hex()[:8]}]"
