"""FAULTS T1 to T7, C1 to C6: SIGKILL at every named failpoint, again and again, while Rounds are played.

Each restarted process is armed with the next place of its list, so one table sees dozens of deaths, of the console and
of terminals at once, also in the middle of a recovery. Afterwards nothing is lost, nothing is paid twice, every Round
ended as 5.1 says and every Bet as 5.2 says: `audit.py`.
"""

from collections import Counter
from collections.abc import Callable

import pytest

from protocol import messages as m
from protocol.halts import Halt
from protocol.process import now_ms
from tests.e2e.game import CONSOLE, PATIENCE_MS, Game, phase_of
from tests.e2e.points import CONSOLE_AGAIN, CONSOLE_POINTS, EVERY, TERMINAL_AGAIN, TERMINAL_POINTS

TABLES = 3  # side by side in one test: a table mostly waits for its own reconnections
SUITES = 2  # of pytest-xdist's workers, one each
EVERY_SO_MANY = 20  # entries there is a checkpoint, so that starts from one are killed, too
ROUNDS_MAX = 5  # that an armed process waits for its place before the next one has its turn

SHOE_FACTS = {"ShoeLost", "ShoeBack", "Halted", "Resumed"}
OF_INTERRUPTIONS = {"Interrupted", "InterruptionAnswered", "RulingMade"}
OF_CONSOLE_STARTS = {"ConsoleStarted", "Denied", "Sync"} | OF_INTERRUPTIONS


class Massacre:
    """One table and the lists of its victims."""

    def __init__(self, game: Game, plans: dict[str, list[str]], number: int) -> None:
        self.game = game
        self.plans = plans
        self.missed: Counter[str] = Counter()
        self.affects = (False, None)[number % 2]  # the Supervisor's answer to 5.1; None: only if no Bet is decided
        self._armed_round = dict.fromkeys(plans, 0)
        self._provoked = (0, "")  # in which Round and phase
        game.at_death = self.raise_again
        game.each_turn = self.each_turn
        for name in plans:
            self.raise_again(name)
        game.croupier.rounds_left = None

    def raise_again(self, name: str) -> None:
        plan = self.plans[name]
        self._armed_round[name] = self.game.view.round_no
        self.game.start(name, plan.pop(0) if plan else "", ETG_POINTS=str(self.game.folder / "points"))

    @property
    def done(self) -> bool:
        return not any(self.plans.values()) and not any(it.kill_at for it in self.game.processes.values())

    def each_turn(self) -> None:
        game, view = self.game, self.game.view
        if self.done:
            game.croupier.rounds_left = 0
        kinds = {process.kill_at.partition("/")[2].partition(":")[0] for process in game.processes.values()}
        game.croupier.affects = True if "RulingMade" in kinds else self.affects
        # A checkpoint needs a quiet moment between two Rounds; by the third there is enough to be kept.
        game.stop_at = "ready" if "Checkpointed" in kinds and view.round_no >= 3 else ""
        self._pass_over()
        desk = game.link.desk
        here = (view.round_no, phase_of(view))
        if not desk.ready or desk.waiting or view.halts or not game.up(CONSOLE) or here == self._provoked:
            return
        self._provoked = here
        self._provoke(kinds)

    def _pass_over(self) -> None:
        """Who has waited too long for its place is killed from outside; the place comes once more at the end."""
        game = self.game
        for name, process in list(game.processes.items()):
            if process.kill_at and game.view.round_no - self._armed_round[name] > ROUNDS_MAX and game.up(CONSOLE):
                self.missed[process.kill_at] += 1
                if self.missed[process.kill_at] < 3:
                    self.plans[name].append(process.kill_at)
                game.kill(name)
                self.raise_again(name)

    def _provoke(self, kinds: set[str]) -> None:
        """What does not happen by itself in every Round, and somebody waits for."""
        game, croupier = self.game, self.game.croupier
        console_kind = game.processes[CONSOLE].kill_at.partition("/")[2]
        others = kinds - {console_kind}
        match phase_of(game.view):
            case "ready" if kinds & {"TableOpened", "TableClosed", "LeftOpen"}:
                croupier.order(m.CloseTable())
            case "ready" if kinds & {"ShoeLoaded", "ShoeLive"}:
                croupier.new_shoe()
            case "ready" if "OrderRefused" in kinds:
                croupier.order(m.Resume(Halt.MISCOUNT))
            case "ready" if console_kind in ("TerminalJoined", "Welcome") and not game.processes["T02"].kill_at:
                game.kill("T02")
                self.raise_again("T02")
            case "card 1" if kinds & SHOE_FACTS:
                game.shoe.tell("unplug")
            case "closed" if others & OF_CONSOLE_STARTS or console_kind in {"Denied", *OF_INTERRUPTIONS}:
                kill_at = game.processes[CONSOLE].kill_at
                game.kill(CONSOLE)
                if kill_at:
                    self.plans[CONSOLE].insert(0, kill_at)
                self.raise_again(CONSOLE)
            case _:
                pass


def plans(number: int) -> dict[str, list[str]]:
    """Each place of the console on one of the tables; each of the terminals on two of them, at another terminal."""
    count = TABLES * SUITES

    def share(points: tuple[str, ...], number: int) -> list[str]:
        return list(points[number % count :: count])

    console = share(CONSOLE_POINTS, number) + share(CONSOLE_AGAIN, number)
    first = share(TERMINAL_POINTS, number) + share(TERMINAL_AGAIN, number)
    return {CONSOLE: console, "T01": first, "T02": share(TERMINAL_POINTS, number + TABLES)}


def test_the_lists_name_every_site_and_are_long_enough() -> None:
    sites = {point.partition("/")[0] for point in EVERY}
    assert sites == {
        *(f"{when}_{site}" for when in ("before", "after") for site in ("commit", "publish", "send", "ack")),
        "before_pulse",
    }
    assert len({*CONSOLE_POINTS, *TERMINAL_POINTS}) >= 60
    assert sum(len(plan) for number in range(TABLES * SUITES) for plan in plans(number).values()) >= 300


def play_together(tables: list[Massacre]) -> None:
    """Until all lists are done. Somebody dies all the time: if nobody does any more, something hangs."""
    dead, end = 0, now_ms() + PATIENCE_MS
    while not all(table.done for table in tables):
        for table in tables:
            table.game.turn()
        count = sum(len(table.game.kills) for table in tables)
        if count != dead:
            dead, end = count, now_ms() + PATIENCE_MS
        assert now_ms() < end, "\n\n".join(f"{it.plans}\n{it.game.state()}\n{it.game.logs()}" for it in tables)


@pytest.mark.in_turn(SUITES)
@pytest.mark.parametrize("suite", range(SUITES))
def test_killed_at_every_failpoint(new_game: Callable[..., Game], suite: int) -> None:
    numbers = [suite + SUITES * at for at in range(TABLES)]
    tables = [
        Massacre(new_game(seed=number + 1, checkpoint_every=EVERY_SO_MANY), plans(number), number) for number in numbers
    ]
    planned = Counter(
        point.partition(":")[0] for number in numbers for plan in plans(number).values() for point in plan
    )
    play_together(tables)
    for table in tables:
        story = table.game.finish()
        assert story.starts > len(plans(0)[CONSOLE]) // 2
        passed = set((table.game.folder / "points").read_text().splitlines())
        assert passed <= EVERY, f"not on the list: {sorted(passed - EVERY)}"
    killed = Counter(kill.point for table in tables for kill in table.game.kills)
    assert planned - killed == Counter(), "places that were never reached"
    print(
        sum(killed.values()), Counter(k.phase for table in tables for k in table.game.kills), [t.missed for t in tables]
    )
