"""`etg console TABLE.toml`: the Game Console of one table, until it is told to stop."""

import argparse
import os
import subprocess
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from console.config import read_table
from console.service import Service
from deploy.start import run_process
from protocol.config import ConfigError
from protocol.process import Log

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
    return run_process(log, lambda: partial(_serve, Service(config, log), args.with_panel))


def _serve(service: Service, panel_config: Path | None) -> None:
    with ExitStack() as at_the_end:
        at_the_end.callback(service.close)
        if panel_config is not None:
            # A process of its own, for a laptop: whatever becomes of it, the Round goes on.
            command = [sys.executable, "-m", "deploy.cli", "panel", str(panel_config)]
            panel = subprocess.Popen(command, env={**os.environ, "ETG_DIES_WITH": str(os.getpid())})
            at_the_end.callback(panel.wait)
            at_the_end.callback(panel.terminate)
        service.run()
