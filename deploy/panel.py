"""`etg panel PANEL.toml`: the dealer panel of one table, until its window is closed. The table goes on without it."""

import argparse
import re
import signal
import sys
from pathlib import Path

from deploy.demo.stage import place

HELP = "Run the dealer panel of one table."
EXAMPLE = """
./etg panel panel.toml
./etg panel panel.toml --windowed 1280x720 --language zh_CN
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="the panel's file, as deploy/terminal.toml; its key says who you are")
    parser.add_argument("--windowed", type=size, metavar="WxH", help="in a window of this size (default: full screen)")
    parser.add_argument("--at", type=place, metavar="X,Y", help="where on the screen that window is put")
    parser.add_argument("--language", metavar="LANGUAGE", help="en, zh_CN, zh_TW or ms (default: as the file says)")


def size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{3,4})x(\d{3,4})", text)
    if found is None:
        raise argparse.ArgumentTypeError("write it like 1280x720")
    return int(found[1]), int(found[2])


def run(args: argparse.Namespace) -> int:
    from PySide6.QtCore import Qt, QTimer
    from PySide6.QtGui import QGuiApplication

    from console.panel.link import PanelLink
    from console.panel.model import Follower, PanelWindow
    from looks import LANGUAGES
    from protocol.config import ConfigError, read_peer
    from protocol.keys import BadKey

    try:
        config = read_peer(args.config)
    except ConfigError as error:
        print(f"etg panel: {error}", file=sys.stderr)
        return 2
    language = args.language or config.language
    if language not in LANGUAGES:
        print(f"etg panel: {language!r} is none of {', '.join(LANGUAGES)}", file=sys.stderr)
        return 2
    app = QGuiApplication.instance() or QGuiApplication(sys.argv[:1])
    for number in (signal.SIGINT, signal.SIGTERM):
        # By way of the loop: whoever is told to stop before the loop runs stops when it does.
        signal.signal(number, lambda *_: QTimer.singleShot(0, app, lambda: app.exit(0)))
    try:
        link = PanelLink(config)
    except (BadKey, OSError, ValueError) as error:
        print(f"etg panel: cannot start: {error}", file=sys.stderr)
        return 1
    follower = Follower(link)
    window = PanelWindow(follower.order, language=language, size=args.windowed, place=args.at)
    follower.fresh.connect(window.model.show, Qt.ConnectionType.QueuedConnection)
    # A panel that follows no more would show a Round that is over: it ends, and whoever started it starts it again.
    follower.ended.connect(lambda: app.exit(1), Qt.ConnectionType.QueuedConnection)
    looks_up = QTimer()  # Qt's loop does not return to Python by itself: without this a signal would wait for a tap
    looks_up.start(200)
    looks_up.timeout.connect(lambda: None)
    follower.start()
    try:
        return app.exec()
    finally:
        follower.stop()
        window.close()
