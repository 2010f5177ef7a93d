"""A whole table for a test: console and terminals as forked processes, the panel and the shoe in the test's own loop.

Plays Rounds as fast as the processes answer, kills and restarts them, and knows in which phase each of them died. It
judges nothing: `audit.py` reads the journals afterwards.
"""

import signal
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from console.panel.link import PanelLink
from deploy.demo.croupier import Croupier
from deploy.demo.rig import PANEL, Rig
from games.round import PlayerId
from protocol import events as e
from protocol.process import now_ms
from protocol.view import Phase, TableView
from shoe_driver.emulator import EmulatedShoe, shuffled
from shoe_driver.remote import Operator, parse
from tests.e2e.audit import Story, audit
from tests.e2e.player import Layout, Screen
from tests.e2e.processes import Process, Warm
from tests.e2e.proxy import Cable

CONSOLE: Final = "console"
TURN_MS: Final = 3  # between two looks at the shoe; news of the console wakes us sooner
PATIENCE_MS: Final = 90_000  # generous: the machine may be busy. A condition that is not reached by then never will be
BETS_MS: Final = 400  # for Players who do not answer
PHASES: Final = ("ready", "open", "closed", *(f"card {count}" for count in range(1, 6)), "result")  # of six cards

LAYOUTS: Final[Mapping[str, list[Layout]]] = {
    "T01": [{"banker": 2_500}, {"banker": 5_000, "tie": 500}],
    "T02": [{"player": 2_500, "player_pair": 500}, {"player": 7_500}],
    "T03": [{"banker_pair": 1_000, "banker": 2_500}],
}
ONE_EACH: Final[Mapping[str, list[Layout]]] = {"T01": [{"banker": 2_500}], "T02": [{"player": 2_500}]}
WON: Final = [("banker", 2_500, 5_000)]  # by T01, with `six_cards`
SETTLING: Final = ("Certified", "Settled", "RoundEnded")


class Kill(NamedTuple):
    who: str
    point: str
    phase: str


def six_cards(number: int) -> list[str]:
    """3.10: both Hands draw, and the Banker Hand wins, 9 to 7. The suits change, so that no card runs out."""
    return [f"{rank}{'HDSC'[(number + at) % 4]}" for at, rank in enumerate("KQ2356")]


def phase_of(view: TableView) -> str:
    """As a bystander would say it."""
    match view.phase:
        case Phase.BETTING:
            return "open"
        case Phase.DEALING:
            return f"card {len(view.draws)}" if view.draws else "closed"
        case Phase.CLOSED:
            return "table closed"
        case phase:
            return phase.value


class LocalShoe:
    """An emulated shoe in this very process, with the orders of `etg shoe`."""

    def __init__(self, link: Path, seed: int, decks: int, **settings: Any) -> None:
        self.shoe = EmulatedShoe("reference", shuffled(decks, seed), seed, link=link, **settings)
        self.next: list[str] = []  # cards that are drawn before those of the shuffled decks
        self._operator = Operator(self.shoe, decks, seed)

    def tell(self, order: str) -> dict[str, Any]:
        if order == "draw" and self.next:
            order = f"draw {self.next.pop(0)}"
        parsed = parse(order)
        assert parsed is not None
        return dict(self._operator.obey(parsed))


class Game:
    guests = False  # at the terminals are people who do what the test tells them, one thing at a time

    def __init__(
        self,
        warm: Warm,
        folder: Path,
        *,
        terminals: int = 2,
        layouts: Mapping[str, list[Layout]] = LAYOUTS,
        seed: int = 1,
        behind_cable: str = "",
        checkpoint_every: int = 0,
        strangers: Sequence[str] = (),
        files_max: int = 0,
        game: str = "baccarat",
    ) -> None:
        """`strangers`: terminals that the test itself brings. `files_max`: that the console may have open."""
        self.warm = warm
        self.rig = Rig(folder, terminals=terminals, countdown_s=600, game=game)
        self.folder = folder
        self.checkpoint_every = checkpoint_every
        self.files_max = files_max
        self.layouts = layouts
        self.cable: Cable | None = None
        if behind_cable:
            self.cable = Cable(self.rig.ports)
            file = folder / f"{behind_cable}.toml"
            text = file.read_text()
            for mine, ours in zip(self.rig.ports, self.cable.ports, strict=True):
                text = text.replace(f"= {mine}\n", f"= {ours}\n")
            file.write_text(text)
        self.terminals = [name for name in self.rig.terminals if name not in strangers]
        self.link = PanelLink(self.rig.peer(PANEL))
        self.link.desk.watch = self._watch
        self.plug_in(seed)
        self.processes: dict[str, Process] = {}
        self.kills: list[Kill] = []
        self.at_death: Callable[[str], None] | None = None  # somebody died at its failpoint
        self.each_turn: Callable[[], None] = lambda: None  # before the dealer looks
        self.stop_at = ""  # in this phase the dealer waits for the test
        self.bets: dict[str, Layout] = {}  # registered in this Round
        self._begun = False  # the table's journal
        self._up: set[str] = set()  # who has recovered: a console that serves, a terminal that has joined
        self._heard_start = False

    @property
    def view(self) -> TableView:
        return self.link.desk.view

    def plug_in(self, seed: int, **settings: Any) -> None:
        """A Card Shoe, and a dealer who has drawn nothing of it yet."""
        self.shoe = LocalShoe(self.folder / "shoe", seed, self.rig.decks, **settings)
        self.croupier = Croupier(self.link, self.shoe, decks=self.rig.decks)
        self.croupier.pause_ms = 0
        self.croupier.patience_ms = PATIENCE_MS
        self.croupier.rounds_left = 0

    # --- processes -------------------------------------------------------------------------------------------------

    def start(self, name: str, kill_at: str = "", **environment: str) -> None:
        if kill_at:
            environment["ETG_KILL_AT"] = kill_at
        self._up.discard(name)
        if name == CONSOLE:
            self._heard_start = False
            # One that was killed before its first commit has left a file without an entry: it is begun once more.
            wal = self.folder / "table.journal-wal"
            self._begun = self._begun or (wal.exists() and wal.stat().st_size > 0)
            arguments, layouts = ["console", "table.toml", *([] if self._begun else ["--new"])], None
        else:
            arguments, layouts = [f"{name}.toml"], None if self.guests else self.layouts.get(name, [])
        every, files_max = self.checkpoint_every, self.files_max if name == CONSOLE else 0
        self.processes[name] = self.warm.start(
            self.folder,
            name,
            *arguments,
            layouts=layouts,
            guest=self.guests and name != CONSOLE,
            checkpoint_every=every,
            files_max=files_max,
            **environment,
        )

    def start_all(self) -> None:
        for name in (CONSOLE, *self.terminals):
            if name not in self.processes:
                self.start(name)

    def up(self, *names: str) -> bool:
        return all(name in self._up and name in self.processes for name in names or (CONSOLE, *self.terminals))

    def kill(self, name: str) -> None:
        """The plug is pulled, from outside."""
        process = self.processes.pop(name)
        self.kills.append(Kill(_kind(name), "from outside", self.phase(name)))
        process.signal(signal.SIGKILL)
        self.wait_for_end(process)

    def signal(self, name: str, number: signal.Signals) -> None:
        self.processes[name].signal(number)

    def wait_for_end(self, process: Process) -> int:
        end = now_ms() + PATIENCE_MS
        while process.status is None:
            self.warm.wait(0.05)
            assert now_ms() < end, f"{process.name} does not end\n{self.logs()}"
        return process.status

    def phase(self, name: str) -> str:
        return phase_of(self.view) if name in self._up or not self.view.console_boot else "recovery"

    def _bury(self) -> None:
        for name, process in list(self.processes.items()):
            if process.status is None:
                continue
            wanted = process.kill_at and process.status == -signal.SIGKILL
            assert wanted, f"{name} has ended by itself: {process.status}\n{self.logs()}"
            del self.processes[name]
            settling = process.kill_at.partition(":")[0].endswith(SETTLING)
            phase = "settling" if settling else self.phase(name)
            self.kills.append(Kill(_kind(name), process.kill_at.partition(":")[0], phase))
            self._up.discard(name)
            if self.at_death is not None:
                self.at_death(name)

    # --- playing ---------------------------------------------------------------------------------------------------

    def turn(self) -> None:
        now = now_ms()
        self.warm.look()
        self._bury()
        self.link.turn()
        self.shoe.shoe.service(now)
        if self.cable is not None:
            self.cable.turn()
        if self._heard_start and self.link.desk.ready:
            self._up.add(CONSOLE)
        self.each_turn()
        # Everybody who is there has bet, or has had time to.
        self.croupier.bets_ms = 0 if self.all_have_bet() else BETS_MS
        if not self.dealer_waits:
            self.croupier.look(now)
        self.link.peer.wait(now + TURN_MS)

    @property
    def dealer_waits(self) -> bool:
        return phase_of(self.view) == self.stop_at

    def until(self, reached: Callable[[], bool], what: str) -> None:
        end = now_ms() + PATIENCE_MS
        while not reached():
            self.turn()
            assert now_ms() < end, f"never reached: {what}\n{self.state()}\n{self.logs()}"

    def seat_all(self) -> None:
        """Everybody is there and has credit; the table is open, with cards in the shoe."""
        self.start_all()
        ledger = self.link.desk.ledger
        self.until(
            lambda: (
                self.up() and self.view.shoe.live and all(ledger.credit(PlayerId(name)) > 0 for name in self.terminals)
            ),
            "all are seated",
        )

    def play(self, rounds: int = 1) -> None:
        self.croupier.rounds_left = rounds
        self.until(lambda: self.croupier.done, f"{rounds} rounds are over")

    def begin(self, phase: str) -> None:
        """The next Round, of six cards, up to this phase: there the dealer waits, and who wants to bet has bet."""
        there = [name for name in self.terminals if name in self.processes]
        self.until(lambda: self.croupier.done and all(map(self.level, there)), "the last round is over for all")
        self.shoe.next = six_cards(self.view.round_no)
        self.croupier.rounds_left = 1
        if phase not in ("ready", "open"):
            self.go_on_to(
                "open"
            )  # until all have bet, however busy the machine is: the dealer alone does not wait so long
        self.go_on_to(phase)

    def go_on_to(self, phase: str) -> None:
        self.stop_at = phase
        self.until(
            lambda: phase_of(self.view) == phase and self.link.desk.ready and (phase != "open" or self.all_have_bet()),
            f"the round has come to {phase}",
        )

    def end_round(self) -> None:
        self.stop_at = ""
        self.until(lambda: self.croupier.done, "the round is over")

    def all_have_bet(self) -> bool:
        wanted = {name: self.layouts[name][-1] for name in self._up & self.processes.keys() if self.layouts.get(name)}
        return all(self.bets.get(name) == layout for name, layout in wanted.items())

    def _watch(self, _seq: int, event: e.Event) -> None:
        match event:
            case e.ConsoleStarted():
                self._heard_start = self._begun = True
            case e.TerminalJoined(terminal=name):
                self._up.add(name)
            case e.WindowOpened():
                self.bets = {}
            case e.LayoutRegistered(terminal=name, answer=answer):
                self.bets[name] = {str(spot): amount for spot, amount in answer.bets.items()}
            case _:
                pass

    # --- the end ---------------------------------------------------------------------------------------------------

    def screen(self, name: str) -> Screen | None:
        file = self.folder / f"{name}.screen"
        return msgspec.json.decode(file.read_bytes(), type=Screen) if file.exists() else None

    def shows(self, *links: str, at: str = "") -> bool:
        """One of these is what the screen of this terminal, or of each, says of its link."""
        screens = [self.screen(name) for name in ([at] if at else self.terminals)]
        return all(screen is not None and screen.link in links for screen in screens)

    def level(self, name: str) -> bool:
        """This terminal shows what the console has: the Round is over, its money is whole, and nothing is in flight."""
        shown, credit = self.screen(name), self.link.desk.ledger.credit(PlayerId(name))
        if shown is None or not shown.idle or name not in self._up:
            return False
        there = (shown.link, shown.phase, shown.round_no, shown.credit, shown.stake, shown.spendable)
        return there == ("joined", self.view.phase.value, self.view.round_no, credit, 0, credit)

    def finish(self) -> Story:
        """Everybody comes back, the last Round ends, all stop in order; then the files are judged."""
        self.stop_all()
        return audit(self.folder, self.rig.table, self.terminals)

    def hears_all(self, name: str) -> bool:
        """It has the whole log, and says so itself: of the last entry, if it is not its own, a screen draws nothing."""
        shown, desk = self.screen(name), self.link.desk
        return shown is not None and shown.link == "joined" and desk.seats.get(name) == desk.follower.seq

    def stop_all(self) -> None:
        self.at_death = None
        self.each_turn = lambda: None
        self.stop_at = ""
        self.start_all()
        self.croupier.rounds_left = 0
        self.until(
            lambda: self.croupier.done and self.up() and all(map(self.level, self.terminals)), "all have settled down"
        )
        for process in self.processes.values():
            process.signal(signal.SIGTERM)
        ended = {name: self.wait_for_end(process) for name, process in self.processes.items()}
        self.processes = {}
        assert set(ended.values()) == {0}, f"{ended}\n{self.logs()}"

    def close(self) -> None:
        for process in self.processes.values():
            process.signal(signal.SIGKILL)
        for process in self.processes.values():
            self.wait_for_end(process)
        self.link.close()
        self.shoe.shoe.close()
        if self.cable is not None:
            self.cable.close()

    # --- for whoever must find out what went wrong -------------------------------------------------------------------

    def state(self) -> str:
        desk, view = self.link.desk, self.view
        lines = [
            f"round {view.round_no} {phase_of(view)}, halts {sorted(view.halts)}, entry {desk.follower.seq}",
            f"panel ready {desk.ready}, waiting {desk.waiting}, denied {desk.denied!r}, stopped {desk.stopped!r}",
            f"up {sorted(self._up)}; armed { {name: it.kill_at for name, it in self.processes.items()} }",
            f"on the table {self.croupier.on_table}, shown {view.hands}; refused {list(desk.refusals.values())[-3:]}",
            f"last kills {self.kills[-5:]}",
        ]
        return "\n".join([*lines, *(f"{name}: {self.screen(name)}" for name in self.terminals)])

    def logs(self) -> str:
        files = sorted(self.folder.glob("*.log"))
        return "\n".join(f"--- {file.name}\n" + "\n".join(file.read_text().splitlines()[-12:]) for file in files)


def _kind(name: str) -> str:
    return CONSOLE if name == CONSOLE else "terminal"
