"""`etg console TABLE.toml`: the Game Console of one table, until it is told to stop."""

import argparse
import os
import subprocess
import sys
from pathlib import Path

HELP = "Run the Game Console of one table."
EXAMPLE = """
./etg console table.toml
./etg console table.toml --check
./etg console table.toml --with-panel panel.toml
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="the table's file; deploy/table.toml is a commented example")
    parser.add_argument("--with-panel", type=Path, metavar="PANEL.toml", help="start a dealer panel beside it")
    parser.add_argument("--check", action="store_true", help="only check the file, and say what the table would be")


def run(args: argparse.Namespace) -> int:
    from console.config import read_table
    from console.service import Service
    from protocol.chain import ChainBroken
    from protocol.config import ConfigError
    from protocol.journal import JournalError
    from protocol.keys import BadKey
    from protocol.process import Log

    try:
        config = read_table(args.config)
    except ConfigError as error:
        print(f"etg console: {error}", file=sys.stderr)
        return 2
    if args.check:
        setup = config.setup
        if setup.unplayable:
            print(f"etg console: {args.config}: {setup.unplayable}; [table] headless = true opens it", file=sys.stderr)
            return 2
        table = f"table {setup.table}, {setup.game} ({setup.rules}), shoe {config.shoe.driver}"
        print(f"{args.config} is good: {table}{', without screens' if config.headless else ''}")
        return 0
    log = Log("console", config.log.form)
    try:
        service = Service(config, log)
    except (BadKey, JournalError, ChainBroken, OSError) as error:
        log.error("cannot start", why=error)
        return 1
    panel = None if args.with_panel is None else _panel(args.with_panel)
    try:
        service.run()
    except (JournalError, ChainBroken) as error:
        log.error("the journal has failed: the process ends, nothing that was told is lost", why=error)
        return 1
    finally:
        if panel is not None:
            panel.terminate()
            panel.wait()
        service.close()
    return 0


def _panel(config: Path) -> subprocess.Popen[bytes]:
    """A process of its own, for a laptop: whatever becomes of it, the Round goes on."""
    environment = {**os.environ, "ETG_DIES_WITH": str(os.getpid())}
    return subprocess.Popen([sys.executable, "-m", "deploy.cli", "panel", str(config)], env=environment)
