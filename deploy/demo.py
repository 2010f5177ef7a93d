"""`etg demo`: a whole table of real processes in a temporary folder, and a live report of what happens at it.

An emulated shoe on a pseudo-terminal, a console, terminals with bots, an archive; this process is the dealer's panel.
It ends by verifying every journal: the last line is earned.
"""

import argparse
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from console.panel_link import PanelLink
from deploy.croupier import Croupier
from deploy.progress import natural, positive
from deploy.rig import PANEL, Rig, ShoeControl
from deploy.stories import STORIES
from deploy.told import Teller
from deploy.verified import Finding, check_table
from protocol.process import now_ms

HELP = "Run a whole table: emulated shoe, console, terminals with bots, and a live report."
EXAMPLE = """
./etg demo
./etg demo --rounds 20 --terminals 8 --speed 4 --faults
./etg demo --scenario 5.2
"""
TURN_MS: Final = 40
FAULT_EVERY_MS: Final = 4_000  # at speed 1
FAULT_EVERY_MS_MIN: Final = 800  # a process needs its time to start
AWAY_MS: Final = 2_500


class Interrupted(Exception):
    """Ctrl-C, or SIGTERM."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=positive, default=5, metavar="N", help="rounds to play (default: 5)")
    parser.add_argument("--seed", type=natural, default=1, metavar="N", help="of shoe, bots and faults (default: 1)")
    parser.add_argument("--terminals", type=positive, default=5, metavar="N", help="with a bot each (default: 5)")
    parser.add_argument("--speed", type=_speed, default=2.0, metavar="X", help="1: as at a real table (default: 2)")
    parser.add_argument("--faults", action="store_true", help="kill, pause and unplug things while it plays")
    parser.add_argument(
        "--scenario",
        choices=STORIES,
        metavar="PARAGRAPH",
        help="a told story instead: " + "; ".join(f"{name}: {story.title}" for name, story in STORIES.items()),
    )
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep journals, tapes, keys and logs there")


def _speed(text: str) -> float:
    value = float(text)
    if not 0.1 <= value <= 100:
        raise argparse.ArgumentTypeError("from 0.1 to 100")
    return value


def run(args: argparse.Namespace) -> int:
    if args.keep is not None and args.keep.exists() and any(args.keep.iterdir()):
        print(f"etg demo: {args.keep} is not empty", file=sys.stderr)
        return 2
    folder = args.keep or Path(tempfile.mkdtemp(prefix="etg-demo-"))
    # The ordinary way to end a demo is Ctrl-C: everything is stopped and verified all the same.
    before = {number: signal.signal(number, _interrupt) for number in (signal.SIGINT, signal.SIGTERM)}
    demo = Demo(folder, args)
    try:
        with suppress(Interrupted):
            demo.play()
        return demo.finish()
    finally:
        demo.close()
        for number, handler in before.items():
            signal.signal(number, handler)
        if args.keep is None:
            shutil.rmtree(folder)


def _interrupt(*_: object) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # once is enough: now it is tidied up
    raise Interrupted


class Demo:
    def __init__(self, folder: Path, args: argparse.Namespace) -> None:
        self.args = args
        self.rng = random.Random(args.seed)
        self.rig = Rig(folder, terminals=args.terminals, countdown_s=max(2, round(15 / args.speed)))
        self.shoe = ShoeControl(self.rig, args.seed)
        self.link = PanelLink(self.rig.peer(PANEL))
        self.croupier = Croupier(self.link, self.shoe)
        self.croupier.pause_ms = round(500 / args.speed)
        self.croupier.bets_ms = round(8_000 / args.speed)
        desk = self.link.desk
        self.teller = Teller(lambda: desk.view, lambda: desk.ledger)
        desk.watch = self.teller.tell
        self.faults: dict[str, int] = {}
        self.doomed: set[str] = set()  # who is to die at a named place
        self._fault_ms = now_ms() + FAULT_EVERY_MS
        self._mends: list[tuple[int, Callable[[], None]]] = []

    # --- playing -----------------------------------------------------------------------------------------------------

    def play(self) -> None:
        args, teller = self.args, self.teller
        teller.say(f"A table in {self.rig.folder}: console, {args.terminals} terminals, emulated shoe, archive.", "1")
        self.rig.start_console()
        self.rig.start_archive()
        for name in self.rig.terminals:
            self.start_terminal(name)
        self.croupier.rounds_left = 0
        self.until(lambda: self.link.desk.ready and self.seated() == len(self.rig.terminals))
        if args.scenario:
            STORIES[args.scenario].tell(self)
        else:
            self.croupier.rounds_left = args.rounds
            self.until(lambda: self.croupier.done)

    def start_terminal(self, name: str, **environment: str) -> None:
        seed = self.args.seed * 1_000 + self.rig.terminals.index(name)
        self.rig.start_terminal(name, seed=seed, haste=self.args.speed, environment=environment)

    def seated(self) -> int:
        """Terminals that have bought credit."""
        ledger = self.link.desk.ledger
        return sum(1 for account, amount in ledger.balances.items() if account.startswith("credit/") and amount)

    def until(self, reached: Callable[[], bool]) -> None:
        """Goes on until it is so."""
        while not reached():
            self.turn()

    def turn(self) -> None:
        now = now_ms()
        self.link.turn()
        self.croupier.look(now)
        if self.args.faults and now >= self._fault_ms:
            every_ms = max(FAULT_EVERY_MS / self.args.speed, FAULT_EVERY_MS_MIN)
            self._fault_ms = now + round(every_ms * (0.5 + self.rng.random()))
            self.disturb(now)
        due = [mend for at, mend in self._mends if at <= now]
        self._mends = [(at, mend) for at, mend in self._mends if at > now]
        for mend in due:
            mend()
        for name in ("console", *self.rig.terminals):
            if name in self.rig.processes and name not in self.doomed and not self.rig.alive(name):
                log = self.rig.log(name).strip().splitlines()[-1:]
                raise SystemExit(f"etg demo: {name} has ended by itself: {' '.join(log)}")
        self.link.peer.wait(now + TURN_MS)

    # --- disturbing --------------------------------------------------------------------------------------------------

    def disturb(self, now: int) -> None:
        if self._mends:
            return  # one at a time, so that the report can be followed
        name = self.rng.choice(self.rig.terminals)
        kind = self.rng.choice(("plug", "plug", "pause", "console", "unplug", "noise", "misread", "unreadable"))
        self.faults[kind] = self.faults.get(kind, 0) + 1
        back = now + round(AWAY_MS / self.args.speed)
        match kind:
            case "plug":
                self.teller.fault(f"the plug of {name} is pulled")
                self.rig.kill(name)
                self._mends.append((back, lambda: self.start_terminal(name)))
            case "pause":
                self.teller.fault(f"{name} hangs")
                self.rig.signal(name, signal.SIGSTOP)
                self._mends.append((back, lambda: self.rig.signal(name, signal.SIGCONT)))
            case "console":
                self.teller.fault("the plug of the console is pulled")
                self.rig.kill("console")
                self._mends.append((back, self.rig.start_console))
            case "unplug":
                self.teller.fault("the cable of the shoe is pulled")
                self.shoe.tell("unplug")
            case "noise":
                self.teller.fault("noise on the shoe's line")
                self.shoe.tell("fault noise 2")
                self.shoe.tell("fault lost-frame")
            case _:
                self.teller.fault(f"the shoe's sensor: {kind}")
                self.shoe.tell(f"fault {kind}")

    # --- the end -----------------------------------------------------------------------------------------------------

    def finish(self) -> int:
        """Stops everything, and verifies what is on the disks."""
        teller = self.teller
        for _, mend in self._mends:
            mend()
        level = self.link.desk.follower
        with suppress(Interrupted):
            end = now_ms() + 3_000  # whoever was away catches up
            while now_ms() < end and not (self.link.desk.ready and level.level):
                self.link.turn()
                self.link.peer.wait(now_ms() + TURN_MS)
        ended = self.rig.stop()
        # One that was only just started again may die of the signal before it can listen to it.
        wrong = sorted(name for name, status in ended.items() if status not in (0, -signal.SIGTERM))
        finding: Finding = check_table(self.rig.folder, self.rig.table, self.rig.terminals)
        teller.say("")
        faults = ", ".join(f"{count} x {kind}" for kind, count in sorted(self.faults.items()))
        teller.say(f"{teller.rounds} rounds{f'; faults: {faults}' if faults else ''}. {finding.words}")
        for problem in (*finding.problems, *(f"{name} did not end in order: see its log" for name in wrong)):
            teller.say(f"  {problem}", "31")
        if finding.problems or wrong:
            return 1
        teller.say("journal verified, money conserved", "32;1")
        return 0

    def close(self) -> None:
        self.rig.stop()
        self.link.close()
        self.shoe.close()
