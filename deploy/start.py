"""How the processes of a table start and end: file, log, the arguments of a window, and what is said if it fails."""

import argparse
import sys
from collections.abc import Callable

from deploy.demo.stage import place, size
from protocol.chain import ChainBroken
from protocol.config import ConfigError, PeerConfig, read_peer
from protocol.journal import JournalError
from protocol.keys import BadKey
from protocol.process import Log

LANGUAGES = ("en", "zh_CN", "zh_TW", "ms")  # looks.LANGUAGES, without loading Qt for a help text

Run = Callable[[], int | None]  # to its end, and closed; the status, None for a good end
Start = Callable[[argparse.Namespace, PeerConfig, Log], Run]


def add_window_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--windowed", type=size, metavar="WxH", help="a window of this size, not the whole screen")
    parser.add_argument("--at", type=place, metavar="X,Y", help="where on the screen that window is put")
    parser.add_argument("--language", choices=LANGUAGES, help="of the screen (default: as the file says)")


def run_peer(name: str, args: argparse.Namespace, start: Start) -> int:
    """Whoever is not the console."""
    try:
        config = read_peer(args.config)
    except ConfigError as error:
        print(f"etg {name}: {error}", file=sys.stderr)
        return 2
    log = Log(config.name)
    return run_process(log, lambda: start(args, config, log))


def run_process(log: Log, start: Callable[[], Run]) -> int:
    try:
        run = start()
    except (BadKey, JournalError, ChainBroken, OSError, ValueError) as error:
        log.error("cannot start", why=error)
        return 1
    try:
        return run() or 0
    except (JournalError, ChainBroken) as error:
        log.error("the journal has failed: the process ends, nothing that was told is lost", why=error)
        return 1
