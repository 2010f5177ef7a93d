"""`etg terminal TERMINAL.toml`: one Player Terminal, until it is told to stop or its window is closed."""

import argparse
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from deploy.demo.stage import place, size

if TYPE_CHECKING:  # Qt, ZeroMQ and the journal are loaded only when a terminal really runs
    from deploy.demo.bot import Bot
    from protocol.config import PeerConfig
    from protocol.process import Log

HELP = "Run one Player Terminal."
EXAMPLE = """
./etg terminal terminal.toml
./etg terminal terminal.toml --windowed 1280x720 --language zh_CN --emulate-devices
./etg terminal terminal.toml --headless --bot --seed 7
"""
LANGUAGES = ("en", "zh_CN", "zh_TW", "ms")  # looks.LANGUAGES, without loading Qt for a help text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="the terminal's file; deploy/terminal.toml is a commented example")
    parser.add_argument("--headless", action="store_true", help="without a window")
    parser.add_argument("--windowed", type=size, metavar="WxH", help="a window of this size, not the whole screen")
    parser.add_argument("--at", type=place, metavar="X,Y", help="where on the screen that window is put")
    parser.add_argument("--language", choices=LANGUAGES, help="of the screen (default: as the file says)")
    parser.add_argument("--tickets", type=Path, metavar="DIR", help="where tickets are put, as PDF for a printer")
    parser.add_argument(
        "--emulate-devices",
        action="store_true",
        help="notes and tickets are put in by touch: for demonstrations, never where money is real",
    )
    parser.add_argument("--bot", action="store_true", help="a bot plays: buys credit, bets, cashes out")
    parser.add_argument("--seed", type=int, default=0, help="of the bot (default 0)")
    parser.add_argument("--haste", type=float, default=1.0, help="how fast the bot plays (default 1)")


def _ignore(_picture: object) -> None:
    """Nobody else looks at the screen."""


def _nothing() -> None:
    """Nobody has to leave."""


def run(args: argparse.Namespace) -> int:
    from deploy.demo.bot import Bot
    from protocol.chain import ChainBroken
    from protocol.config import ConfigError, read_peer
    from protocol.journal import JournalError
    from protocol.keys import BadKey
    from protocol.process import Log

    try:
        config = read_peer(args.config)
    except ConfigError as error:
        print(f"etg terminal: {error}", file=sys.stderr)
        return 2
    log = Log(config.name)
    bot = Bot(args.seed, args.haste) if args.bot else None
    play = _headless if args.headless else _in_a_window
    try:
        play(args, config, log, bot)
    except (JournalError, ChainBroken) as error:
        log.error("the journal has failed: the process ends, nothing that was told is lost", why=error)
        return 1
    except (BadKey, OSError) as error:
        log.error("cannot start", why=error)
        return 1
    return 0


def _headless(_args: argparse.Namespace, config: "PeerConfig", log: "Log", bot: "Bot | None") -> None:
    from protocol.process import Stop
    from terminal.runtime import Runtime

    runtime = Runtime(config, _ignore if bot is None else bot.see, log)
    with ExitStack() as at_the_end:
        at_the_end.callback(runtime.close)
        at_the_end.callback(Stop(then=runtime.stop).close)
        if bot is not None:
            bot.play(runtime)
            at_the_end.callback(bot.leave)
        runtime.run()


def _in_a_window(args: argparse.Namespace, config: "PeerConfig", log: "Log", bot: "Bot | None") -> None:
    from PySide6.QtGui import QGuiApplication

    from deploy import windows
    from terminal.window import at_table

    _application = QGuiApplication([])
    window, runtime = at_table(
        *(config, log),
        language=args.language or config.language,
        tickets=args.tickets,
        emulate_devices=args.emulate_devices,
        also=_ignore if bot is None else bot.see,
    )
    if bot is not None:
        bot.play(runtime)
    windows.run(window, runtime, size=args.windowed, place=args.at, leave=_nothing if bot is None else bot.leave)
