"""`etg terminal TERMINAL.toml`: one Player Terminal, until it is told to stop."""

import argparse
import sys
from pathlib import Path

HELP = "Run one Player Terminal."
EXAMPLE = """
./etg terminal terminal.toml --headless
./etg terminal terminal.toml --headless --bot --seed 7
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("config", type=Path, help="the terminal's file; deploy/terminal.toml is a commented example")
    parser.add_argument("--headless", action="store_true", help="without a window (the window is not built yet)")
    parser.add_argument("--bot", action="store_true", help="a bot plays: buys credit, bets, cashes out")
    parser.add_argument("--seed", type=int, default=0, help="of the bot (default 0)")
    parser.add_argument("--haste", type=float, default=1.0, help="how fast the bot plays (default 1)")


def _ignore(_picture: object) -> None:
    """Nobody looks at the screen."""


def run(args: argparse.Namespace) -> int:
    from deploy.bot import Bot
    from protocol.chain import ChainBroken
    from protocol.config import ConfigError, read_peer
    from protocol.journal import JournalError
    from protocol.keys import BadKey
    from protocol.process import Log, Stop
    from terminal.runtime import Runtime

    if not args.headless:
        print("etg terminal: there is no window yet: add --headless", file=sys.stderr)
        return 2
    try:
        config = read_peer(args.config)
    except ConfigError as error:
        print(f"etg terminal: {error}", file=sys.stderr)
        return 2
    log = Log(config.name)
    bot = Bot(args.seed, args.haste) if args.bot else None
    try:
        runtime = Runtime(config, _ignore if bot is None else bot.see, log)
    except (BadKey, JournalError, ChainBroken, OSError) as error:
        log.error("cannot start", why=error)
        return 1
    if bot is not None:
        bot.play(runtime)
    stop = Stop(then=runtime.stop)
    try:
        runtime.run()
    except JournalError as error:
        log.error("the journal has failed: the process ends, nothing that was told is lost", why=error)
        return 1
    finally:
        if bot is not None:
            bot.leave()
        runtime.close()
        stop.close()
    return 0
