"""The inside of a mutation campaign: in a copy with a bug in it, plays seed after seed until something is noticed.

Run in that copy: `python -m tests.tools.seed_after_seed FILE SECONDS SEED`. First the seeds that every test command
plays, then fresh ones, with more and more Rounds. Whatever ends a run is a catch; so is a run that does not end. What
it may cost is counted in processor time: a busy machine changes nothing. Knows nothing of the checks.
"""

import json
import random
import signal
import sys
import time
from collections.abc import Iterator
from itertools import count
from typing import Final, NamedTuple

FIXED: Final = 20  # seeds, as in every test command
ROUNDS: Final = 10
ROUNDS_MAX: Final = 80
ENDLESS_S: Final = 25.0  # of processor time for one run; the longest takes a few seconds


class Played(NamedTuple):
    runs: int
    cost_s: float  # of the processor
    caught: str = ""  # what noticed it
    seed: int = 0
    rounds: int = 0
    reached: bool = True  # False: the simulator does not even load this file


class OutOfTime(BaseException):
    """The processor time is used up."""


def to_play(seed: int) -> Iterator[tuple[int, int]]:
    """Seeds and Rounds, without end."""
    yield from ((fixed, ROUNDS) for fixed in range(FIXED))
    fresh = random.Random(f"campaign {seed}")
    for number in count():
        yield fresh.randrange(10**12), min(ROUNDS + number, ROUNDS_MAX)


def play(file: str, seconds: float, seed: int) -> Played:
    from simulation.run import run  # here: broken code may not even import

    module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    signal.signal(signal.SIGVTALRM, _stop)
    runs, began = 0, time.process_time()
    for number, rounds in to_play(seed):
        started = time.process_time()
        left_s = seconds - (started - began)
        if left_s <= 0:
            break
        runs += 1
        # The alarm comes again and again: inside a destructor or a callback it would be swallowed.
        signal.setitimer(signal.ITIMER_VIRTUAL, min(left_s, ENDLESS_S) + 0.01, 0.1)
        caught = ""
        try:
            run(number, rounds)
        except OutOfTime:
            if time.process_time() - started >= ENDLESS_S:
                caught = "a run does not end"
        except Exception as error:  # noqa: BLE001  whatever it is, somebody would see it
            broken = getattr(error, "broken", "")
            caught = broken or f"{type(error).__name__}: {error}"
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        if caught:
            return Played(runs, time.process_time() - began, caught[:200], number, rounds)
        if module not in sys.modules:
            return Played(runs, time.process_time() - began, reached=False)
    return Played(runs, time.process_time() - began)


def _stop(_signal: int, _frame: object) -> None:
    raise OutOfTime


def main(file: str, seconds: str, seed: str) -> None:
    try:
        played = play(file, float(seconds), int(seed))
    except Exception as error:  # noqa: BLE001  it cannot even be loaded
        played = Played(0, time.process_time(), f"{type(error).__name__}: {error}"[:200])
    print(json.dumps(played._asdict()))


if __name__ == "__main__":
    main(*sys.argv[1:])
