"""`etg panel PANEL.toml`: the dealer panel of one table, until its window is closed. The table goes on without it."""

import argparse
from functools import partial
from pathlib import Path

from deploy.screens import check_display
from deploy.start import Run, add_check_argument, add_window_arguments, run_peer
from protocol.config import PeerConfig
from protocol.process import Log, keep_secrets

HELP = "Run the dealer panel of one table."
EXAMPLE = """
./etg panel panel.toml
./etg panel panel.toml --check
./etg panel panel.toml --windowed 1280x720 --language zh_CN
./etg panel watch.toml --watch                         for surveillance: everything to see, nothing to order
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="the panel's file, as deploy/panel.toml; its key says who you are")
    watch = "for surveillance: the table and its log with exact times; nobody signs on, nothing can be ordered"
    parser.add_argument("--watch", action="store_true", help=watch)
    add_window_arguments(parser)
    add_check_argument(parser)


def run(args: argparse.Namespace) -> int:
    return run_peer("panel", args, _start)


def _start(args: argparse.Namespace, config: PeerConfig, log: Log) -> Run:
    from PySide6.QtGui import QGuiApplication

    from console.panel.window import at_table
    from deploy import windows

    keep_secrets()  # PINs are typed here
    check_display()
    application = QGuiApplication([])
    window, link = at_table(config, log, language=args.language or config.language, watch=args.watch)
    return partial(windows.run, application, window, link, size=args.windowed, place=args.at)
