"""`etg test`: every check there is.

What needs no attention runs behind pytest, which shows how far it is: its tests often wait for each other's processes,
and types and simulator take the time that is left. A failed step does not hide another one; the last lines say what
failed, and how long each step took.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Thread
from typing import IO, NamedTuple

HELP = "Run every check: ruff, mypy, the simulator and the tests."
EXAMPLE = """
./etg test                        everything
./etg test --quick                for the work at hand
./etg test --long                 also what waits for its turn: every deliberate bug, every state of every screen
./etg test -k banker              no simulator, and only the tests with "banker" in their name
./etg test tests/rules -x --pdb -n0
"""

ROOT = Path(__file__).resolve().parent.parent

# mypy takes its folders and its strictness from pyproject.toml, as an editor does.
LINT = {"ruff check": ["ruff", "check", "."], "ruff format": ["ruff", "format", "--check", "."]}
TYPES = {"mypy --strict": ["mypy", "--strict"]}

# 20,000 Rounds of a whole table: 7,000 of them with all that can go wrong, each seed with its own mix of faults, and,
# as long runs see what short ones cannot, 13,600 with half of it. The tables of faults and states are printed. More of
# them is a night's work: `etg sim --minutes 480`.
# Beside the fixed seeds, which keep what was found, a few fresh ones: others each time, named if they fail.
SIMULATOR = {
    "simulator": [
        *("deploy.cli", "sim", "--seeds", "350", "--rounds", "20", "--long", "136", "--fresh", "3"),
        *("--all-faults", "--min-rounds", "20000", "--min-faults", "200000"),
    ]
}
SMALL_SIMULATOR = {"simulator": ["deploy.cli", "sim", "--seeds", "30", "--rounds", "10", "--jobs", "1"]}

# A worker often waits, for processes, sockets, clocks or a screen: with one for each core, cores would stand idle.
WORKERS = 2 * len(os.sched_getaffinity(0))
PYTEST = ["pytest", "-n", str(WORKERS), "--dist", "worksteal"]  # else at the end one worker waits for the others
# The rules and the cores, which need no process, no screen and no disk: these wait for nothing.
QUICK = [
    *("-n", "auto"),
    *("tests/test_architecture.py", "tests/rules", "tests/console", "tests/terminal", "tests/panel", "tests/protocol"),
    *(f"--ignore=tests/protocol/test_{name}.py" for name in ("journal", "model", "power_loss", "process", "sockets")),
    *(f"--ignore=tests/rules/test_{name}.py" for name in ("baccarat_table_of_play", "blackjack_properties")),
]
LEFT_OUT = "second implementations, screens, real processes, sockets, disks, shoes, audit, fuzzing and mutants"

IN_TURN = "deliberate bugs that the simulator must catch, and the states of the screens in all languages and sizes"


class Ended(NamedTuple):
    name: str
    failed: bool
    seconds: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "etg test [--quick | --long] [PYTEST ARGUMENTS]"
    parser.description = f"{HELP} All other arguments go to pytest; see `pytest --help`."
    much = parser.add_mutually_exclusive_group()
    much.add_argument(
        "--quick",
        action="store_true",
        help=f"lint, types, rules, cores and a small simulation, in a minute or so; leaves out {LEFT_OUT}",
    )
    much.add_argument("--long", action="store_true", help=f"all of what otherwise takes turns day by day: {IN_TURN}")
    parser.set_defaults(passed_on=[])


def run(args: argparse.Namespace) -> int:
    import PySide6.QtQuick  # noqa: F401  no test runs without; here `etg` says what to install

    began = time.monotonic()
    if args.quick:
        behind, tests = {**TYPES, **SMALL_SIMULATOR}, [*PYTEST, *QUICK]
    elif args.passed_on:
        behind, tests = TYPES, PYTEST
    else:
        behind, tests = {**TYPES, **SIMULATOR}, PYTEST
    ended = [in_front(name, command) for name, command in LINT.items()]
    with tempfile.TemporaryDirectory() as folder:
        waiting = [Behind(name, command, Path(folder)) for name, command in behind.items()]
        try:
            # The user's arguments come last: of two equal options pytest takes the last.
            long = ["--long"] if args.long else []
            ended.append(in_front("pytest", [*tests, *long, *args.passed_on]))
            ended += [step.wait() for step in waiting]
        finally:
            for step in waiting:
                step.stop()
    print(summary(ended, time.monotonic() - began), flush=True)
    return int(any(step.failed for step in ended))


def in_front(name: str, command: Sequence[str]) -> Ended:
    """Its words appear as it says them."""
    print(f"\n== {name}", flush=True)
    began = time.monotonic()
    status = start(command, None).wait()
    return Ended(name, status != 0, time.monotonic() - began)


class Behind:
    """A step whose words are shown when it is over, and which gives way to the one in front."""

    def __init__(self, name: str, command: Sequence[str], folder: Path) -> None:
        self.name = name
        self._words = (folder / name.split()[0]).open("w+")
        self._began = time.monotonic()
        self._process = start(command, self._words)
        os.setpriority(os.PRIO_PROCESS, self._process.pid, max(10, os.getpriority(os.PRIO_PROCESS, 0)))
        self._ended = time.monotonic()
        self._clock = Thread(target=self._note_end)
        self._clock.start()

    def _note_end(self) -> None:
        self._process.wait()
        self._ended = time.monotonic()

    def wait(self) -> Ended:
        self._clock.join()
        self._words.seek(0)
        print(f"\n== {self.name}\n{self._words.read().rstrip()}", flush=True)
        return Ended(self.name, self._process.returncode != 0, self._ended - self._began)

    def stop(self) -> None:
        self._process.terminate()
        self._clock.join()
        self._words.close()


def start(command: Sequence[str], words: IO[str] | None) -> subprocess.Popen[bytes]:
    """One tool from our environment in the project's root, whatever folder the caller is in."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    # Thousands of processes and all workers of pytest read the same files: what one has compiled, the others take.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    return subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT, env=environment, stdout=words, stderr=words)


def summary(ended: Sequence[Ended], seconds: float) -> str:
    lines = [f"{step.name:<16}{'FAILED' if step.failed else 'ok':<8}{step.seconds:8.1f} s" for step in ended]
    failed = ", ".join(step.name for step in ended if step.failed)
    verdict = f"FAILED: {failed}" if failed else "All passed"
    return "\n".join(["", *lines, f"{verdict}, in {int(seconds) // 60}:{int(seconds) % 60:02d} minutes."])
