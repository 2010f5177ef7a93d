"""`etg test`: every check there is, the quick ones first.

A failed step does not hide the next one. pytest comes last, so that its summary is the last thing on the screen.
"""

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

HELP = "Run every check: ruff, mypy, the simulator and the tests."
EXAMPLE = """
./etg test                        everything
./etg test -k banker              no simulator, and only the tests with "banker" in their name
./etg test tests/rules -x --pdb -n0
"""

ROOT = Path(__file__).resolve().parent.parent

# mypy takes its folders and its strictness from pyproject.toml, as an editor does.
STATIC_CHECKS = (
    ("ruff check", ["ruff", "check", "."]),
    ("ruff format", ["ruff", "format", "--check", "."]),
    ("mypy --strict", ["mypy", "--strict"]),
)

# 20,000 Rounds of a whole table, each seed with its own mix of faults; the table of faults is printed.
SIMULATOR = [
    *("deploy.cli", "sim", "--seeds", "2005", "--rounds", "10"),
    *("--all-faults", "--min-rounds", "20000", "--min-faults", "200000"),
]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.usage = "etg test [PYTEST ARGUMENTS]"
    parser.description = f"{HELP} All arguments go to pytest; see `pytest --help`."
    parser.set_defaults(passed_on=[])


def run(args: argparse.Namespace) -> int:
    failed = [name for name, command in STATIC_CHECKS if step(name, command) != 0]
    if not args.passed_on and step("simulator", SIMULATOR) != 0:
        failed.append("simulator")
    if failed:
        print(f"\nFAILED so far: {', '.join(failed)}", flush=True)
    # The user's arguments come last: of two equal options pytest takes the last.
    tests = step("pytest", ["pytest", "-n", "auto", *args.passed_on], timed=False)
    return 1 if failed else tests


def step(name: str, command: list[str], *, timed: bool = True) -> int:
    """Runs one tool from our environment in the project's root, whatever folder the caller is in."""
    print(f"\n== {name}", flush=True)
    started = time.monotonic()
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    status = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, env=environment, check=False).returncode
    if timed:  # pytest says it itself
        print(f"   {'ok' if status == 0 else 'FAILED'} in {time.monotonic() - started:.1f} s", flush=True)
    return status
