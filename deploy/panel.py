"""`etg panel PANEL.toml`: the dealer panel of one table, until its window is closed. The table goes on without it."""

import argparse
import sys
from pathlib import Path

from deploy.demo.stage import place, size
from deploy.terminal import LANGUAGES

HELP = "Run the dealer panel of one table."
EXAMPLE = """
./etg panel panel.toml
./etg panel panel.toml --windowed 1280x720 --language zh_CN
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="the panel's file, as deploy/terminal.toml; its key says who you are")
    parser.add_argument("--windowed", type=size, metavar="WxH", help="in a window of this size (default: full screen)")
    parser.add_argument("--at", type=place, metavar="X,Y", help="where on the screen that window is put")
    parser.add_argument("--language", choices=LANGUAGES, help="of the screen (default: as the file says)")


def run(args: argparse.Namespace) -> int:
    from PySide6.QtGui import QGuiApplication

    from console.panel.window import at_table
    from deploy import windows
    from protocol.config import ConfigError, read_peer
    from protocol.keys import BadKey

    try:
        config = read_peer(args.config)
    except ConfigError as error:
        print(f"etg panel: {error}", file=sys.stderr)
        return 2
    _application = QGuiApplication.instance() or QGuiApplication([])
    try:
        window, link = at_table(config, language=args.language or config.language)
    except (BadKey, OSError, ValueError) as error:
        print(f"etg panel: cannot start: {error}", file=sys.stderr)
        return 1
    windows.run(window, link, size=args.windowed, place=args.at)
    return 0
