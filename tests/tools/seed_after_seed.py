"""The inside of a mutation campaign: in a copy with a bug in it, plays seed after seed until something is noticed.

Run in that copy: `python -m tests.tools.seed_after_seed FILE SECONDS SEED`. First the seeds that every test command
plays, then fresh ones, with more and more Rounds; between them the table alone, told whatever anybody could tell it.
Whatever ends a run is a catch; so is a run that does not end. What it may cost is counted in processor time: a busy
machine changes nothing. Knows nothing of the checks.
"""

import json
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from typing import Final, NamedTuple

FIXED: Final = 8  # of the seeds of every test command
ROUNDS: Final = 10
ROUNDS_MAX: Final = 80
ENDLESS_S: Final = 25.0  # of processor time for one run; the longest takes a few seconds
DRILLED: Final = 0.6  # of the time
DRILL_STEPS: Final = 1_500
FIRST_S: Final = 2.0  # of drills, before all else
PARTS: Final = 2  # drills of the parts for each of a table
BOXES, BOX_STEPS = 3, 400  # and of a table with boxes: one for each game


class Played(NamedTuple):
    runs: int
    cost_s: float  # of the processor
    caught: str = ""  # what noticed it
    seed: int = 0
    rounds: int = 0
    reached: bool = True  # False: the simulator does not even load this file


class OutOfTime(BaseException):
    """The processor time is used up."""


def to_play(seed: int, games: Sequence[str]) -> Iterator[tuple[int, int, str | None]]:
    """Seeds, Rounds and games (None: which the seed draws), without end: every other one is on boxes."""
    yield from ((fixed, ROUNDS, None if fixed % 2 else games[fixed // 2 % len(games)]) for fixed in range(FIXED))
    fresh = random.Random(f"campaign {seed}")
    for number in count():
        game = None if number % 2 else games[number // 2 % len(games)]
        yield fresh.randrange(10**12), min(ROUNDS + number, ROUNDS_MAX), game


class Asked:
    """What was played, and for how long: whole tables and the table alone, in turns, by their share of the time."""

    def __init__(self, module: str, seconds: float) -> None:
        self._module, self._began, self._ends = module, time.process_time(), time.process_time() + seconds
        self.runs = 0
        self.drilled_s = -FIRST_S
        self._playing = False  # only then the alarm is one
        signal.signal(signal.SIGVTALRM, self._stop)
        self.found: Played | None = None

    @property
    def cost_s(self) -> float:
        return time.process_time() - self._began

    @property
    def goes_on(self) -> bool:
        return self.found is None and time.process_time() < self._ends

    def try_(self, seed: int, rounds: int, game: Callable[[], object]) -> None:
        """The alarm comes again and again: inside a destructor or a callback it would be swallowed."""
        started = time.process_time()
        self.runs += 1
        signal.setitimer(signal.ITIMER_VIRTUAL, min(self._ends - started, ENDLESS_S) + 0.01, 0.1)
        caught = ""
        try:
            self._playing = True
            try:
                game()
            finally:
                self._playing = False
        except OutOfTime:
            if time.process_time() - started >= ENDLESS_S:
                caught = "a run does not end"
        except Exception as error:  # noqa: BLE001  whatever it is, somebody would see it
            caught = getattr(error, "broken", "") or f"{type(error).__name__}: {error}"
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if caught:
            self.found = Played(self.runs, self.cost_s, caught[:200], seed, rounds)
        elif self._module not in sys.modules:
            self.found = Played(self.runs, self.cost_s, reached=False)

    def _stop(self, _signal: int, _frame: object) -> None:
        if self._playing:
            raise OutOfTime


def play(file: str, seconds: float, seed: int) -> Played:
    """As `etg sim` draws them: of any game, with so many terminals; and, for a part of the time, long drills."""
    from simulation import drill, drill_boxes  # here: broken code may not even import
    from simulation.box_world import ALL, draw_game
    from simulation.play import draw_terminals
    from simulation.run import drill_deep, drill_parts, run

    asked = Asked(file.removesuffix(".py").removesuffix("/__init__").replace("/", "."), seconds)
    drills = count()
    for number, rounds, on_boxes in to_play(seed, ALL):
        game = draw_game(number) if on_boxes is None else on_boxes
        whole = partial(run, number, rounds, game=game, terminals=draw_terminals(number))
        while asked.goes_on and asked.drilled_s < asked.cost_s * DRILLED:
            started, table = time.process_time(), next(drills)
            asked.try_(table, 0, partial(drill.run, table, DRILL_STEPS, desk=table % 5 == 4))
            if asked.goes_on:
                asked.try_(table, 0, partial(drill_deep, table))
            for part in range(PARTS * table, PARTS * (table + 1)):
                if asked.goes_on:
                    asked.try_(part, 0, partial(drill_parts, part))
            for boxes in range(BOXES * table, BOXES * (table + 1)):
                if asked.goes_on:
                    asked.try_(boxes, 0, partial(drill_boxes.run, boxes, BOX_STEPS))
            asked.drilled_s += time.process_time() - started
        if asked.goes_on:
            asked.try_(number, rounds, whole)
        if not asked.goes_on:
            break
    return asked.found or Played(asked.runs, asked.cost_s)


def main(file: str, seconds: str, seed: str) -> None:
    try:
        played = play(file, float(seconds), int(seed))
    except Exception as error:  # noqa: BLE001  it cannot even be loaded
        played = Played(0, time.process_time(), f"{type(error).__name__}: {error}"[:200])
    print(json.dumps(played._asdict()))


if __name__ == "__main__":
    main(*sys.argv[1:])
