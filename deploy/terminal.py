"""`etg terminal TERMINAL.toml`: one Player Terminal, until it is told to stop or its window is closed."""

import argparse
import os
import shlex
import shutil
import sys
from contextlib import ExitStack
from errno import EACCES
from functools import partial
from pathlib import Path

from deploy.demo.bot import Bot
from deploy.screens import check_display
from deploy.start import Run, add_check_argument, add_window_arguments, run_peer
from protocol.config import PeerConfig
from protocol.faults import Fault
from protocol.process import Log, Stop
from terminal.runtime import Runtime
from terminal.screen import TerminalView

HELP = "Run one Player Terminal."
EXAMPLE = """
./etg terminal terminal.toml
./etg terminal terminal.toml --check
./etg terminal terminal.toml --windowed 1280x720 --language zh_CN --emulate-devices
./etg terminal terminal.toml --headless --bot --seed 7
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("config", type=Path, help="the terminal's file; deploy/terminal.toml is a commented example")
    add("--headless", action="store_true", help="without a window")
    add_window_arguments(parser)
    add_check_argument(parser)
    add("--tickets", type=Path, metavar="DIR", help="the folder where --print finds a ticket, as PDF")
    prints = "prints the file that it is given, which is then removed; for example: lp -d tickets"
    add("--print", dest="print_command", default="", metavar="COMMAND", help=prints)
    touched = "notes and tickets are put in by touch, if the console says that this is a training table"
    add("--emulate-devices", action="store_true", help=touched)
    add("--volume", type=int, choices=range(4), default=2, help="of its sounds at first: 0 off to 3 loud (default 2)")
    add("--bot", action="store_true", help="a bot plays at a training table: buys credit, bets, cashes out")
    add("--seed", type=int, default=0, help="of the bot (default 0)")
    add("--person", metavar="NUMBER", default="", help="of the bot, where participants sign on (the demo's own PIN)")
    add("--papers", type=Path, metavar="DIR", help="where tickets lie that bots of several tables leave and find")
    add("--haste", type=float, default=1.0, help="how fast the bot plays (default 1)")


def check_printer(tickets: Path | None, command: str) -> None:
    """Before the first Player wants to be paid."""
    if command and tickets is None:
        raise OSError("--print needs --tickets: the folder in which it finds what to print")
    if tickets is not None:
        tickets.mkdir(mode=0o700, exist_ok=True)
        if not os.access(tickets, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES), str(tickets))
    if command and shutil.which(shlex.split(command)[0]) is None:
        raise OSError(f"--print: there is no program {shlex.split(command)[0]}")


def run(args: argparse.Namespace) -> int:
    if args.check:
        try:
            check_printer(args.tickets, args.print_command)
        except OSError as error:
            print(f"etg terminal: {error}", file=sys.stderr)
            return 2
    return run_peer("terminal", args, _headless if args.headless else _in_a_window)


def _headless(args: argparse.Namespace, config: PeerConfig, log: Log) -> Run:
    bot = Bot(args.seed, args.haste, papers=args.papers, person=args.person) if args.bot else None

    def see(picture: TerminalView) -> None:
        if bot:
            bot.see(picture)
        if picture.fault is Fault.IDENTITY:  # nobody would read it on a screen, and nothing that runs can mend it
            runtime.stop()

    runtime = Runtime(config, see, log)

    def play() -> int:
        with ExitStack() as at_the_end:
            at_the_end.callback(runtime.close)
            at_the_end.callback(Stop(then=runtime.stop).close)
            if bot:
                bot.play(runtime)
                at_the_end.callback(bot.leave)
            runtime.run()
        return int(bool(runtime.ended))

    return play


def _in_a_window(args: argparse.Namespace, config: PeerConfig, log: Log) -> Run:
    from PySide6.QtGui import QGuiApplication

    from deploy import windows
    from terminal.window import at_table

    check_display()
    check_printer(args.tickets, args.print_command)
    application = QGuiApplication([])
    bot = Bot(args.seed, args.haste, papers=args.papers, person=args.person) if args.bot else None
    window, runtime = at_table(
        *(config, log),
        language=args.language or config.language,
        tickets=args.tickets,
        print_command=args.print_command,
        emulate_devices=args.emulate_devices,
        volume=args.volume,
        also=bot.see if bot else lambda _picture: None,
    )
    if bot:
        bot.play(runtime)
    leave = bot.leave if bot else lambda: None
    return partial(windows.run, application, window, runtime, size=args.windowed, place=args.at, leave=leave)
