"""`etg croupier`: a training table with an automatic dealer, for whoever builds a terminal of his own.

A real console, an emulated shoe and the croupier of the demo; no terminal of ours. The keys that are named are let in,
and a file for each says where the table is. It deals on and on, and says what it sees; the end verifies the journal.
"""

import argparse
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from audit.progress import natural, positive
from deploy.demo.command import GAMES, Interrupted, TableDemo
from deploy.demo.croupier import Croupier
from deploy.demo.rig import ShoeControl
from protocol import events as e
from protocol.alarm_words import in_english
from protocol.keys import BadKey, load_public
from protocol.process import Stop

HELP = "Open a training table with an automatic dealer, for a terminal of your own."
EXAMPLE = """
./etg keys make T07 --folder mine
./etg croupier table --admit T07=mine/T07.pub
./etg croupier table --admit T07=mine/T07.pub --admit T08=mine/T08.pub --game blackjack --rounds 10
"""
PAUSE_MS: Final = 500


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("folder", type=Path, help="for its keys, journal and logs: a new or empty one")
    add("--admit", action="append", required=True, metavar="NAME=PUB", help="a terminal's name and its public key")
    add("--game", choices=GAMES, default=GAMES[0], help=f"to play (default: {GAMES[0]})")
    add("--rounds", type=positive, metavar="N", help="and then end (default: on and on)")
    add("--countdown", type=positive, default=8, metavar="S", help="seconds that Bets are open (default: 8)")
    add("--seed", type=natural, default=1, metavar="N", help="of the shoe (default: 1)")


def run(args: argparse.Namespace) -> int:
    try:
        guests = dict(_guest(text) for text in args.admit)
    except (ValueError, BadKey, OSError) as error:
        print(f"etg croupier: {error}", file=sys.stderr)
        return 2
    if args.folder.exists() and any(args.folder.iterdir()):
        print(f"etg croupier: {args.folder} is not empty", file=sys.stderr)
        return 2
    stop = Stop()
    try:
        table = OpenHouse(args, stop, guests)
        try:
            with suppress(Interrupted):
                table.play()
            return table.finish()
        finally:
            table.close()
    finally:
        stop.close()


def _guest(text: str) -> tuple[str, Path]:
    name, separator, file = text.partition("=")
    if not separator:
        raise ValueError(f"{text}: write it as T07=mine/T07.pub")
    load_public(Path(file))
    return name, Path(file).resolve()


class OpenHouse(TableDemo):
    shoe: ShoeControl

    def __init__(self, args: argparse.Namespace, stop: Stop, guests: dict[str, Path]) -> None:
        args.terminals, args.speed = 0, 1.0
        super().__init__(args.folder.resolve(), args, stop, args.countdown, guests)
        self.shoe = ShoeControl(self.rig, args.seed)
        self.croupier = Croupier(self.link, self.shoe)
        self.croupier.pause_ms, self.croupier.bets_ms = PAUSE_MS, 1_000 * args.countdown
        self.link.desk.watch = self._watch

    def play(self) -> None:
        self.start()
        for name in self.rig.guests:
            self.teller.say(f"  {name} is let in with its key: {self.rig.folder / name}.toml says where.", "1")
        self.croupier.rounds_left = self.args.rounds
        self.until(lambda: self.link.desk.ready)
        self.until(lambda: self.croupier.done)

    def act(self, now: int) -> None:
        self.croupier.look(now)

    def _watch(self, seq: int, event: e.Event) -> None:
        """What the report of a demo leaves out: there everybody is one of ours."""
        match event:
            case e.TerminalJoined(terminal=name, boot=boot, role="terminal") if name not in self.teller.boots:
                self.teller.note(f"{name} is here (start {boot})")
            case e.AlarmRaised(terminal=name):
                self.teller.fault(f"{name}: {in_english(event)}")
            case e.MoneyRefused(terminal=name, refusal=refusal):
                self.teller.fault(f"{name} is refused: {refusal.detail}")
            case _:
                pass
        self.teller.tell(seq, event)
