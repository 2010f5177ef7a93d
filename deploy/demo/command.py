"""`etg demo`: a whole table of real processes in a temporary folder, and a live report of what happens at it.

An emulated shoe on a pseudo-terminal, a console, terminals with bots, an archive; this process is the dealer's panel.
Where there is a screen, panel, display and terminals have windows on it; with `--play` a person deals and bets.
Whoever kills one of these processes sees that the Round goes on. It ends by verifying every journal: the last line is
earned.
"""

import argparse
import math
import os
import random
import shutil
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from audit.progress import natural, positive
from console.credentials import DEMO_PIN
from console.panel.link import PanelLink
from deploy.demo.attendant import Attendant, NoShoe
from deploy.demo.box_stories import BOX_STORIES
from deploy.demo.croupier import Croupier
from deploy.demo.findings import Finding, check_table
from deploy.demo.report import Teller
from deploy.demo.rig import (
    ARCHIVE,
    DISPLAY,
    NO_GUESTS,
    PANEL,
    PANEL_WINDOW,
    PATIENCE_S,
    Rig,
    ShoeControl,
    ShoeProcess,
    ShoeWindow,
)
from deploy.demo.stage import Tile, find_screen, has_screen, shoe_tile, staged
from deploy.demo.stories import STORIES, Story
from games.catalog import find_game, paragraph_of
from games.round import SelfDealt
from games.rulings import Topic
from protocol import messages as m
from protocol.process import Stop, now_ms

HELP = "Run a whole table: emulated shoe, console, terminals with bots, and a live report."
EXAMPLE = """
./etg demo
./etg demo --rounds 20 --terminals 8 --speed 4 --faults
./etg demo --scenario 5.2 --headless
./etg demo --game blackjack --rounds 3
./etg demo --game blackjack --scenario 5.12 --headless
./etg demo --play
./etg demo --screenshots pictures
"""
GAMES: Final = (
    "baccarat",
    "blackjack",
    "blackjack_plus",
    "three_pictures",
    "classic_blackjack",
    "premium_blackjack",
)  # that have felts
OF_GAMES: Final[Mapping[str, Mapping[str, Story]]] = {
    "baccarat": STORIES,
    "blackjack": BOX_STORIES,
    "blackjack_plus": BOX_STORIES,
}
TERMINALS: Final = 5
ROUNDS: Final = 5
IN_WINDOWS: Final = 3  # with panel and display five windows: two that can be read, and a row of three
STORY_S: Final = 16  # for Bets; half of it for a question
TURN_MS: Final = 40
FAULT_EVERY_MS: Final = 4_000  # at speed 1
FAULT_EVERY_MS_MIN: Final = 800  # a process needs its time to start
AWAY_MS: Final = 2_500
STILL_MS: Final = 120_000  # without a new entry, where bots play: something waits for what never comes
# A hand from outside. Anything else that ends a process is our own mistake.
KILLED: Final = (-signal.SIGKILL, -signal.SIGTERM)

WINDOWS_HINT: Final = """
It plays on and on. Close all windows, or press Ctrl-C here, to end. Whatever you close or kill, the Round goes on.
"""
PLAY_HINT: Final = """
You are the Dealer, the Supervisor and the Player at T01. At the panel, the big button is always the next step: open
the table, load a shoe, open bets. Sign on first: tap Dora, and type the PIN {pin}. What a Dealer may not do alone
another person signs: tap Sue, with the same PIN. Draw cards at the shoe's own window. Close the panel to end.
"""
PLAY_COINS_HINT: Final = """
You are the Supervisor and the participant at {terminal}; nobody deals. At the panel sign on first: tap Sue, and type
the PIN {pin}; then open the table. At {terminal} the number is {number}, with the same PIN. Coins are
granted at the panel, on the page of people. Close the panel to end.
"""


class Interrupted(Exception):
    """Ctrl-C, SIGTERM, or nobody looks any more."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--rounds", type=positive, metavar="N", help=f"to play (default: {ROUNDS}; in windows until all are closed)")
    add("--seed", type=natural, default=1, metavar="N", help="of shoe, bots and faults (default: 1)")
    bots = f"with a bot each (default: {TERMINALS}, or {IN_WINDOWS} windows)"
    add("--terminals", type=positive, metavar="N", help=bots)
    add("--speed", type=_speed, default=2.0, metavar="X", help="1: as at a real table (default: 2)")
    add("--faults", action="store_true", help="kill, pause and unplug things while it plays")
    told = [
        f"of {game}: " + "; ".join(f"{name}: {story.title}" for name, story in stories.items())
        for game, stories in (("baccarat", STORIES), ("blackjack and blackjack_plus", BOX_STORIES))
    ]
    choices = sorted({*STORIES, *BOX_STORIES})
    add("--scenario", choices=choices, metavar="PARAGRAPH", help=f"a told story instead, {'; '.join(told)}")
    add("--game", choices=GAMES, default=GAMES[0], help=f"to play (default: {GAMES[0]})")
    add("--keep", type=Path, metavar="DIR", help="keep journals, tapes, keys and logs there")
    shown = parser.add_mutually_exclusive_group()
    shown.add_argument("--headless", action="store_true", help="only the report, also where there is a screen")
    shown.add_argument("--windows", action="store_true", help="windows (default: if there is a screen)")
    shown.add_argument(
        "--play", action="store_true", help="you deal, at the panel and the shoe, and play at the first terminal"
    )
    shown.add_argument("--screenshots", type=Path, metavar="DIR", help="write pictures of all screens and states there")


def _speed(text: str) -> float:
    value = float(text)
    if not 0.1 <= value <= 100:
        raise argparse.ArgumentTypeError("from 0.1 to 100")
    return value


def run(args: argparse.Namespace) -> int:
    if args.screenshots is not None:
        from deploy.demo import screenshots  # Qt is loaded only when it is wanted

        return screenshots.run(args.screenshots, args.game)
    if args.scenario and args.scenario not in OF_GAMES.get(args.game, {}):
        known = ", ".join(OF_GAMES.get(args.game, {})) or "none"
        print(f"etg demo: no story {args.scenario} of {args.game}; there are: {known}", file=sys.stderr)
        return 2
    screen = None
    if args.play or args.windows or (has_screen(os.environ) and not args.headless):
        screen = find_screen()
        if screen is None and (args.play or args.windows):
            import PySide6.QtGui  # noqa: F401  if Qt cannot even be loaded, `etg` says what to install

            print("etg demo: no window can be opened on this screen", file=sys.stderr)
            return 2
    args.terminals = args.terminals or (TERMINALS if screen is None or args.play else IN_WINDOWS)
    if args.keep is not None and args.keep.exists() and any(args.keep.iterdir()):
        print(f"etg demo: {args.keep} is not empty", file=sys.stderr)
        return 2
    folder = (args.keep or Path(tempfile.mkdtemp(prefix="etg-demo-"))).resolve()  # processes start elsewhere
    # The ordinary way to end a demo is Ctrl-C: everything is stopped and verified all the same.
    stop = Stop()
    try:
        demo = PlayedDemo(folder, args, stop, screen) if args.play and screen else Demo(folder, args, stop, screen)
        try:
            with suppress(Interrupted):
                demo.play()
            return demo.finish()
        finally:
            demo.close()
    finally:
        stop.close()
        if args.keep is None:
            shutil.rmtree(folder)


class TableDemo:
    """A table of real processes, with or without windows. Who deals at it, a subclass says."""

    shoe: ShoeProcess | NoShoe
    by_hand = False  # a person deals and plays

    def __init__(
        self,
        folder: Path,
        args: argparse.Namespace,
        stop: Stop,
        countdown_s: int,
        guests: Mapping[str, Path] = NO_GUESTS,
    ) -> None:
        self.args = args
        self.stop = stop
        self.automatic = isinstance(find_game(args.game), SelfDealt)
        self.rig = self.make_rig(folder, countdown_s, guests)
        self.tiles: dict[str, Tile] = {}  # where the windows stand, by name
        self.link = PanelLink(self.rig.peer(PANEL))
        desk = self.link.desk
        self.teller = Teller(lambda: desk.view, lambda: desk.ledger)
        desk.watch = self.teller.tell
        self.faults: Counter[str] = Counter()
        self.doomed: set[str] = set()  # who is to die at a named place
        self.broken: dict[str, str] = {}  # who has ended by its own mistake, and its last words
        self._mends: list[tuple[int, Callable[[], None]]] = []

    def make_rig(self, folder: Path, countdown_s: int, guests: Mapping[str, Path]) -> Rig:
        args = self.args
        how: dict[str, Any] = {"terminals": args.terminals, "countdown_s": countdown_s, "guests": guests}
        return Rig(folder, game=args.game, participants=self.automatic, by_hand=self.by_hand, **how)

    def act(self, now: int) -> None:
        """What the people at this table do now."""

    def start(self) -> None:
        windows = ", windows" if self.tiles else ""
        parts = (
            f"console, {self.args.terminals} terminals{'' if self.automatic else ', emulated shoe'}, archive{windows}"
        )
        self.teller.say(f"A table in {self.rig.folder}: {parts}.", "1")
        self.rig.enrol_archive()
        self.rig.start_console()
        self.rig.start_archive()
        for name in self.rig.terminals:
            self.start_terminal(name)
        for name in (PANEL_WINDOW, DISPLAY):
            if name in self.tiles:
                self.start_window(name)

    def start_window(self, name: str) -> None:
        tile = self.tiles[name]
        self.rig.start_window(name, [*tile.size, *tile.place], tile.environment)

    def start_again(self, name: str) -> None:
        if name == "console":
            self.rig.start_console()
        elif name == ARCHIVE:
            self.rig.start_archive()
        elif name in (PANEL_WINDOW, DISPLAY):
            self.start_window(name)
        else:
            self.start_terminal(name)
        self.teller.note(f"{called(name)} is started again")

    def start_terminal(self, name: str, *, bot: bool = True, **environment: str) -> None:
        seed, tile = self.args.seed * 1_000 + self.rig.terminals.index(name), self.tiles.get(name)
        window: tuple[str, ...] = ()
        if tile is not None:
            window, environment = (*tile.size, *tile.place), {**tile.environment, **environment}
        self.rig.start_terminal(name, seed=seed, bot=bot, haste=self.args.speed, window=window, environment=environment)

    def seated(self) -> int:
        """Terminals that have bought credit."""
        ledger = self.link.desk.ledger
        return sum(1 for account, amount in ledger.balances.items() if account.startswith("credit/") and amount)

    def until(self, reached: Callable[[], bool]) -> None:
        """Goes on until it is so, or until somebody has had enough."""
        while not reached():
            self.turn()

    def turn(self) -> None:
        self.step()
        self.link.peer.wait(now_ms() + TURN_MS)

    def step(self) -> None:
        """What is to be done now; waits for nothing."""
        if self.stop.asked:
            raise Interrupted
        now = now_ms()
        self.link.turn()
        self.act(now)
        due = [mend for at, mend in self._mends if at <= now]
        self._mends = [(at, mend) for at, mend in self._mends if at > now]
        for mend in due:
            mend()
        for name in [name for name in self.rig.processes if name not in self.doomed and not self.rig.alive(name)]:
            self.ended(name)

    def ended(self, name: str) -> None:
        """A process that nobody here has stopped: its window was closed, somebody killed it, or it is our mistake."""
        status = self.rig.forget(name)
        if status not in (0, *KILLED):
            self.broken[name] = f"{name} has ended by itself ({status}): {self.rig.last_words(name)}"
        if status < 0:
            self.teller.fault(f"{called(name)} is gone: the Round goes on")
            self._mends.append((now_ms() + round(AWAY_MS / self.args.speed), lambda: self.start_again(name)))
        elif name in self.tiles:
            self.closed(name)
        else:
            raise SystemExit(f"etg demo: {name} has ended by itself: {self.rig.last_words(name)}")

    def closed(self, name: str) -> None:
        """This window does not come back: a person has closed it, or it cannot be shown."""
        del self.tiles[name]
        self.teller.note(f"the window of {called(name)} is closed: what is registered stands")
        if not self.tiles:
            raise Interrupted

    # --- the end -----------------------------------------------------------------------------------------------------

    def finish(self) -> int:
        """Stops everything, and verifies what is on the disks."""
        teller = self.teller
        for _, mend in self._mends:
            mend()
        # Those who make entries first; then the copy of all of them, when it has the last one.
        ended = self.rig.stop(*(name for name in self.rig.processes if name not in ("console", ARCHIVE)))
        self._wait_for_the_archive()
        ended |= self.rig.stop()
        # One that was only just started again may die of the signal before it can listen to it.
        wrong = sorted((name, status) for name, status in ended.items() if status not in (0, -signal.SIGTERM))
        finding: Finding = check_table(self.rig.folder, self.rig.table, self.rig.terminals)
        teller.say("")
        faults = ", ".join(f"{count} x {kind}" for kind, count in sorted(self.faults.items()))
        teller.say(f"{teller.rounds} rounds{f'; faults: {faults}' if faults else ''}. {finding.words}")
        problems = [*finding.problems, *self.broken.values()]
        problems += [f"{name} did not end in order ({status}): see its log" for name, status in wrong]
        for problem in problems:
            teller.say(f"  {problem}", "31")
        if not problems:
            teller.say("journal verified, money conserved", "32;1")
        return 1 if problems else 0

    def _wait_for_the_archive(self) -> None:
        desk, end = self.link.desk, now_ms() + round(1_000 * PATIENCE_S)
        while now_ms() < end and self.rig.alive("console") and self.rig.alive(ARCHIVE):
            if desk.ready and desk.seats.get(ARCHIVE) == desk.follower.seq:
                return
            self.link.turn()
            self.link.peer.wait(now_ms() + TURN_MS)

    def close(self) -> None:
        self.rig.stop()
        self.link.close()
        self.shoe.close()


class Demo(TableDemo):
    """The croupier deals and bots play."""

    shoe: ShoeControl | NoShoe

    def __init__(self, folder: Path, args: argparse.Namespace, stop: Stop, screen: Tile | None) -> None:
        # In a story nobody misses what he is asked: who is awaited there has gone, or is dark.
        countdown_s = STORY_S if args.scenario and args.game != GAMES[0] else max(2, round(15 / args.speed))
        super().__init__(folder, args, stop, countdown_s=countdown_s)
        if screen is not None:
            first, *others = self.rig.terminals
            names = (PANEL_WINDOW, first, DISPLAY, *others)
            self.tiles = dict(zip(names, staged(screen, len(names)), strict=True))
        self.endless = screen is not None and args.rounds is None
        self.rng = random.Random(args.seed)
        self.shoe = NoShoe() if self.automatic else ShoeControl(self.rig, args.seed)
        self.croupier = (Attendant if self.automatic else Croupier)(self.link, self.shoe, decks=self.rig.decks)
        book = find_game(args.game)
        if isinstance(self.croupier, Attendant) and isinstance(book, SelfDealt):
            first = self.rig.people[0]
            self.croupier.grants = [m.GrantCoins(first, it, 10 * limit.min) for it, limit in book.coins.items()]
        self.croupier.pause_ms = round(500 / args.speed)
        self.croupier.bets_ms = round(8_000 / args.speed)
        self._fault_every_ms = max(FAULT_EVERY_MS / args.speed, FAULT_EVERY_MS_MIN)
        self._fault_ms: float = math.inf  # not before everybody is there

    def play(self) -> None:
        self.start()
        if self.endless:
            self.teller.say(WINDOWS_HINT, "1;36")
        self.croupier.rounds_left = 0
        self.until(lambda: self.link.desk.ready and self.seated() == len(self.rig.terminals))
        self._fault_ms = now_ms() + self._fault_every_ms / 2
        if self.args.scenario:
            OF_GAMES[self.args.game][self.args.scenario].tell(self)
        if self.endless or not self.args.scenario:
            self.croupier.rounds_left = None if self.endless else self.args.rounds or ROUNDS
            self.until(lambda: self.croupier.done)

    def until(self, reached: Callable[[], bool]) -> None:
        """In windows people play, and may rest; without, a table at which nothing happens is one that hangs."""
        desk, still_ms = self.link.desk, round(STILL_MS / min(1, self.args.speed))
        seq, since_ms = 0, now_ms()
        while not reached():
            self.turn()
            if self.tiles or desk.follower.seq != seq:
                seq, since_ms = desk.follower.seq, now_ms()
            elif now_ms() - since_ms > still_ms:
                halts = ", ".join(desk.view.halts) or "no halt"
                where = f"round {desk.view.round_no} {desk.view.phase}, {halts}, entry {seq}"
                raise SystemExit(f"etg demo: nothing has happened for {still_ms // 1_000} s ({where})")

    def paragraph(self, topic: Topic) -> str:
        """The number that the game's own document gives to it."""
        return paragraph_of(self.args.game, topic)

    def act(self, now: int) -> None:
        self.croupier.look(now)
        if self.args.faults and now >= self._fault_ms:
            self._fault_ms = now + self._fault_every_ms * (0.5 + self.rng.random())
            self.disturb(now)

    def disturb(self, now: int) -> None:
        if self._mends:
            return  # one at a time, so that the report can be followed
        name = self.rng.choice(self.rig.terminals)
        of_shoe = () if isinstance(self.shoe, NoShoe) else ("unplug", "noise", "misread", "unreadable")
        kind = self.rng.choice(("plug", "plug", "pause", "console", *of_shoe))
        self.faults[kind] += 1
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


class PlayedDemo(TableDemo):
    """A person deals, at the panel and at the shoe's own window, and plays at the first terminal. Where nobody deals he
    opens the table at the panel, and plays.

    Bots have the others, without windows: the panel tells what they do.
    """

    by_hand = True

    def __init__(self, folder: Path, args: argparse.Namespace, stop: Stop, screen: Tile) -> None:
        super().__init__(folder, args, stop, countdown_s=30)
        panel, mine, display, *rest = staged(screen, 3 if self.automatic else 4)
        self.tiles = {PANEL_WINDOW: panel, self.rig.terminals[0]: mine, DISPLAY: display}
        self.shoe = ShoeWindow(self.rig, args.seed, shoe_tile(rest[0])) if rest else NoShoe()

    def play(self) -> None:
        if not self.automatic:
            self.until((self.rig.folder / "shoe").exists)
        self.start()
        self.teller.say(self.hint(), "1;36")
        self.until(lambda: False)

    def hint(self) -> str:
        if not self.automatic:
            return PLAY_HINT.format(pin=DEMO_PIN)
        return PLAY_COINS_HINT.format(pin=DEMO_PIN, terminal=self.rig.terminals[0], number=self.rig.people[0])

    def start_terminal(self, name: str, *, bot: bool = True, **environment: str) -> None:
        super().start_terminal(name, bot=bot and name != self.rig.terminals[0], **environment)

    def act(self, now: int) -> None:
        status = self.shoe.ended()
        if status is not None:
            if status not in (0, *KILLED):
                self.broken["shoe"] = f"the shoe's window has ended by itself ({status})"
            raise Interrupted

    def closed(self, name: str) -> None:
        super().closed(name)
        if name == PANEL_WINDOW:
            raise Interrupted


def called(name: str) -> str:
    """As the report speaks of a process."""
    return {PANEL_WINDOW: "the panel", DISPLAY: "the display", ARCHIVE: "the archive", "console": "the console"}.get(
        name, name
    )
