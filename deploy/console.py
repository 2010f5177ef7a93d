"""`etg console TABLE.toml`: the Game Console of one table, until it is told to stop."""

import argparse
import json
import os
import subprocess
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from msgspec.structs import asdict

from console.config import TableConfig, read_table
from console.readiness import Findings, look_around
from console.service import Service
from deploy.start import run_process
from protocol.config import ConfigError
from protocol.process import Log, keep_secrets

HELP = "Run the Game Console of one table."
EXAMPLE = """
./etg console table.toml --new            the first start; from then on:
./etg console table.toml
./etg console table.toml --check          with --new: before the first start
./etg console table.toml --with-panel panel.toml
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="the table's file; deploy/table.toml is a commented example")
    parser.add_argument("--with-panel", type=Path, metavar="PANEL.toml", help="start a dealer panel beside it")
    parser.add_argument("--new", action="store_true", help="begin a journal; without it a missing one is an error")
    parser.add_argument("--check", action="store_true", help="only check: file, keys, shoe, journal; all that is wrong")
    parser.add_argument("--json", action="store_true", help="with --check: what was found, as JSON")


def run(args: argparse.Namespace) -> int:
    try:
        config = read_table(args.config)
    except ConfigError as error:
        if args.check:
            return _tell(args, Findings(list(error.problems)))
        for problem in error.problems:
            print(f"etg console: {problem}", file=sys.stderr)
        return 2
    if args.check:
        return _tell(args, look_around(config, new=args.new), config)
    keep_secrets()
    log = Log("console", config.log.form)
    return run_process(log, lambda: partial(_serve, Service(config, log, new=args.new), args.with_panel))


def _tell(args: argparse.Namespace, found: Findings, config: TableConfig | None = None) -> int:
    """All that was found: 0 if the table would start, 2 if not."""
    bad = bool(found.problems)
    if args.json:
        print(json.dumps({"file": str(args.config), "good": not bad, **asdict(found)}, ensure_ascii=False))
        return 2 if bad else 0
    for problem in found.problems:
        print(f"etg console: {problem}", file=sys.stderr)
    for warning in found.warnings:
        print(f"etg console: warning: {warning}", file=sys.stderr)
    if config is None or bad:
        many = "s" if len(found.problems) != 1 else ""
        print(f"etg console: {args.config}: {len(found.problems)} problem{many}", file=sys.stderr)
        return 2
    for note in found.notes:
        print(note)
    setup = config.setup
    table = f"table {setup.table}, {setup.game} ({setup.rules}), {setup.currency}, shoe {config.shoe.driver}"
    print(f"{args.config} is good: {table}{', without screens' if config.headless else ''}")
    return 0


def _serve(service: Service, panel_config: Path | None) -> None:
    with ExitStack() as at_the_end:
        at_the_end.callback(service.close)
        if panel_config is not None:
            # A process of its own, for a laptop: whatever becomes of it, the Round goes on.
            # -P: nothing in the folder that we stand in is taken for a module of ours.
            command = [sys.executable, "-P", "-m", "deploy.cli", "panel", str(panel_config)]
            panel = subprocess.Popen(command, env={**os.environ, "ETG_DIES_WITH": str(os.getpid())})
            at_the_end.callback(panel.wait)
            at_the_end.callback(panel.terminate)
        service.run()
