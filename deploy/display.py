"""`etg display DISPLAY.toml`: the big screen of one table, until its window is closed. The table goes on without it."""

import argparse
import sys
from pathlib import Path

from deploy.demo.stage import place, size
from deploy.terminal import LANGUAGES

HELP = "Run the big screen of one table."
EXAMPLE = """
./etg display display.toml
./etg display display.toml --windowed 1280x720 --language zh_CN
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="as a terminal's file, with the name of a peer of the role display")
    parser.add_argument("--windowed", type=size, metavar="WxH", help="a window of this size, not the whole screen")
    parser.add_argument("--at", type=place, metavar="X,Y", help="where on the screen that window is put")
    parser.add_argument("--language", choices=LANGUAGES, help="of the screen (default: as the file says)")


def run(args: argparse.Namespace) -> int:
    from PySide6.QtGui import QGuiApplication

    from deploy import windows
    from protocol.config import ConfigError, read_peer
    from protocol.keys import BadKey
    from protocol.peer import next_boot
    from protocol.process import Log
    from terminal.display.window import at_table

    try:
        config = read_peer(args.config)
    except ConfigError as error:
        print(f"etg display: {error}", file=sys.stderr)
        return 2
    log = Log(config.name)
    _application = QGuiApplication.instance() or QGuiApplication([])
    try:
        boot = next_boot(config.journal.with_suffix(".boot"))
        window, watcher = at_table(config, boot, language=args.language or config.language)
    except (BadKey, OSError, ValueError) as error:
        log.error("cannot start", why=error)
        return 1
    windows.run(window, watcher, size=args.windowed, place=args.at)
    return 0
