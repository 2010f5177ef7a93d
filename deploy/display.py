"""`etg display DISPLAY.toml`: the big screen of one table, until its window is closed. The table goes on without it."""

import argparse
from functools import partial
from pathlib import Path

from deploy.start import Run, add_check_argument, add_window_arguments, check_display, run_peer
from protocol.config import PeerConfig
from protocol.peer import next_boot
from protocol.process import Log

HELP = "Run the big screen of one table."
EXAMPLE = """
./etg display display.toml
./etg display display.toml --check
./etg display display.toml --windowed 1280x720 --language zh_CN
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="the display's file; deploy/display.toml is an example")
    add_window_arguments(parser)
    add_check_argument(parser)


def run(args: argparse.Namespace) -> int:
    return run_peer("display", args, _start)


def _start(args: argparse.Namespace, config: PeerConfig, log: Log) -> Run:
    from PySide6.QtGui import QGuiApplication

    from deploy import windows
    from terminal.display.window import at_table

    check_display()
    application = QGuiApplication([])
    boot = next_boot(config.journal.with_suffix(".boot"))
    window, watcher = at_table(config, boot, log, language=args.language or config.language)
    return partial(windows.run, application, window, watcher, size=args.windowed, place=args.at)
