"""The mutation campaign: puts in one bug after the other, and says who notices it: the simulator, a test, or nobody.

    python -m tests.tools.campaign --set a --simulator --seconds 60 --json a.json     the simulator alone
    python -m tests.tools.campaign --set a --tests --json a.json                      then the tests, where it goes on
    python -m tests.tools.campaign --set operators --count 100 --seed 3               others each time

Each bug is put into a scratch copy of the whole tree, never into this one. What was found is written after each bug, so
a campaign that was broken off goes on where it was. It takes hours and is no part of the test command; its last result
is in `docs/campaign.md`. Survivors are worth most: each is a check that is missing, or a bug that is none.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from typing import Final, NamedTuple

import pytest

from tests.sim.mutants import ROOT, changed
from tests.tools.bugs import WRITTEN, Bug, drawn, written

LEFT_OUT: Final = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".mypy_cache", ".ruff_cache", ".hypothesis")
SIMULATOR_S_MAX: Final = 40  # real seconds for each of processor time: other people work on this machine, too
TESTS_S_MAX: Final = 1_800
NOT_NEAR: Final = "not nearby"  # caught: the folders were not asked
CONTROL: Final = "console/table/table.py"  # the file that is named while nothing is broken
NEAREST: Final = 5  # test files that are asked before whole folders
TEXT_MAX: Final = 2_000  # of a piece of text whose words say what it is about: an operator bug holds a whole file
SHARE_PLAYED: Final = 0.9  # of the time that is given: a run that would not fit in is broken off
# The tests around a room, the fastest first; then whoever else lives on it.
AROUND: Final[Mapping[str, tuple[str, ...]]] = {
    "console/table": ("console", "panel", "terminal", "security", "toy", "audit/test_journal_command.py", "e2e"),
    "console": ("e2e/test_shells.py", "console", "security", "floor", "deploy/test_start.py", "e2e"),
    "console/panel": ("panel", "ui/test_panel_model.py", "security", "e2e"),
    "terminal": ("terminal", "e2e/test_shells.py", "console", "security", "panel", "e2e", "ui"),
    "protocol": ("protocol", "console", "terminal", "security", "floor", "fuzz", "e2e"),
    "shoe_driver": ("shoe", "console", "deploy/test_shoe_command.py", "e2e"),
    "floor": ("floor", "e2e/test_shells.py", "security", "e2e"),
}
OPTIONS: Final = ("-q", "-n0", "-p", "no:cacheprovider", "--tb=line", "-W", "ignore::ResourceWarning")


class Verdict(NamedTuple):
    """What came of one bug. `simulator` and `tests` are "" while that was not asked."""

    name: str
    room: str
    file: str
    mark: str  # of its text: another bug under the same name is not taken for it
    simulator: str = ""  # caught, survived, out of reach
    by: str = ""  # the check that noticed it
    seed: int = 0
    rounds: int = 0
    seconds: float = 0.0  # of the processor
    tests: str = ""  # caught, survived, not nearby
    test: str = ""  # that noticed it

    @property
    def caught(self) -> bool:
        return "caught" in (self.simulator, self.tests)


# --- one bug -------------------------------------------------------------------------------------------------------


class Scratch:
    """A copy of the tree, with a bug in it for as long as `broken` runs."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "etg"
        shutil.copytree(ROOT, self.root, ignore=LEFT_OUT)

    def broken(self, bug: Bug, look: Callable[[Path], Verdict]) -> Verdict:
        path = self.root / bug.file
        whole = path.read_text()
        path.write_text(changed(bug.change, whole))
        try:
            return look(self.root)
        finally:
            path.write_text(whole)


def start(root: Path, *words: str, timeout_s: float) -> subprocess.CompletedProcess[str]:
    """In the copy, behind whoever else works here. Nothing compiled is kept: two bugs may be of one length and age."""
    environment = {**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTEST_ADDOPTS", None)
    command = ["nice", "-n", "10", sys.executable, "-P", *words]
    return subprocess.run(
        command, cwd=root, env=environment, capture_output=True, text=True, timeout=timeout_s, check=False
    )


def ask_simulator(found: Verdict, root: Path, seconds: float, seed: int) -> Verdict:
    words = ("-m", "tests.tools.seed_after_seed", found.file, str(seconds), str(seed))
    try:
        done = start(root, *words, timeout_s=60 + seconds * SIMULATOR_S_MAX)
    except subprocess.TimeoutExpired:
        return found._replace(simulator="caught", by="the simulator does not end", seconds=seconds)
    try:
        said = json.loads(done.stdout)
    except ValueError:
        return found._replace(simulator="caught", by=done.stderr[-200:] or "the process has died", seconds=seconds)
    if said["caught"]:
        cost_s = round(said["cost_s"], 1)
        return found._replace(
            simulator="caught", by=said["caught"], seed=said["seed"], rounds=said["rounds"], seconds=cost_s
        )
    return found._replace(simulator="survived" if said["reached"] else "out of reach", seconds=round(said["cost_s"], 1))


def ask_tests(
    found: Verdict, bug: Bug, root: Path, left_out: Sequence[str], skipped: Sequence[str], *, near: bool
) -> Verdict:
    """First the files that speak of the same things, then folder by folder (not if `near`), until one test fails."""
    options = [f"--deselect={test}" for test in left_out]
    folders = [folder for folder in AROUND[found.room] if folder not in skipped]
    for where in [*nearest(root / "tests", bug, folders), *(() if near else folders)]:
        if failed := failures(root, where, "-x", *options):
            return found._replace(tests="caught", test=failed[0])
    return found._replace(tests=NOT_NEAR if near else "survived")


def nearest(tests: Path, bug: Bug, folders: Sequence[str]) -> list[str]:
    """The test files that have most of the words of what is broken; a word that many have counts for little."""
    words = {word for word in re.findall(r"[A-Za-z]{4,}", bug.old) if len(bug.old) < TEXT_MAX}
    files = [path for folder in folders for path in sorted((tests / folder).rglob("test_*.py"))]
    texts = {path: Counter(re.findall(r"[A-Za-z]{4,}", path.read_text())) for path in files}
    having = {word: sum(word in text for text in texts.values()) for word in words}

    def nearness(path: Path) -> float:
        named = path.stem == f"test_{Path(bug.file).stem}"
        return named + sum(min(texts[path][word], 5) / having[word] ** 2 for word in words if having[word])

    return [str(path.relative_to(tests)) for path in sorted(files, key=nearness, reverse=True)[:NEAREST]]


def failures(root: Path, folder: str, *options: str) -> list[str]:
    """The tests that fail in there."""
    try:
        done = start(root, "-m", "pytest", *OPTIONS, *options, f"tests/{folder}", timeout_s=TESTS_S_MAX)
    except subprocess.TimeoutExpired:
        return [f"{folder}: it does not end"]
    if done.returncode in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return []
    named = [line.split(" ")[1] for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    return named or [f"{folder}: {(done.stdout + done.stderr)[-200:]}"]


# --- all of them -----------------------------------------------------------------------------------------------------


def mark_of(bug: Bug) -> str:
    return sha256(f"{bug.file}\n{bug.old}\n{bug.new}".encode()).hexdigest()[:12]


class Record:
    """What was found so far, in a file if it has one: a campaign goes on where it was broken off."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        known = json.loads(path.read_text()) if path is not None and path.exists() else []
        self.verdicts = {verdict["name"]: Verdict(**verdict) for verdict in known}

    def of(self, bug: Bug) -> Verdict:
        known, new = self.verdicts.get(bug.name), Verdict(bug.name, bug.room, bug.file, mark_of(bug))
        return known if known is not None and known.mark == new.mark else new

    def write(self, verdict: Verdict) -> None:
        self.verdicts[verdict.name] = verdict
        if self._path is not None:
            draft = self._path.with_suffix(".part")
            draft.write_text(json.dumps([it._asdict() for it in self.verdicts.values()], indent=1))
            draft.replace(self._path)


def campaign(bugs: Sequence[Bug], record: Record, args: argparse.Namespace) -> list[Verdict]:
    """Each bug by whoever was not asked about it yet; with a line of progress for each."""
    todo = [bug for bug in bugs if _is_open(record.of(bug), args)]
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="etg-campaign-") as folder, ThreadPoolExecutor(args.jobs) as pool:
        copies: SimpleQueue[Scratch] = SimpleQueue()
        for number in range(min(args.jobs, len(todo))):
            copies.put(Scratch(Path(folder, str(number))))
        if args.simulator and todo and not args.uncontrolled:
            control(copies, args.seconds, args.seed)
        left_out: list[str] = args.known_bad or []
        if args.tests and todo and args.known_bad is None:
            left_out = failing(copies, {bug.room for bug in todo}, args.skip)

        def look(bug: Bug) -> Verdict:
            scratch = copies.get()
            try:
                return scratch.broken(bug, lambda root: _ask(record.of(bug), bug, root, args, left_out))
            finally:
                copies.put(scratch)

        for done, future in enumerate(as_completed([pool.submit(look, bug) for bug in todo]), 1):
            verdict = future.result()
            record.write(verdict)
            print(f"{done:>4} of {len(todo)}  {time.monotonic() - began:6.0f} s  {in_a_line(verdict)}", flush=True)
    return [record.of(bug) for bug in bugs]


def _is_open(found: Verdict, args: argparse.Namespace) -> bool:
    return _asks_simulator(found, args) or _asks_tests(found, args)


def _asks_simulator(found: Verdict, args: argparse.Namespace) -> bool:
    """Not yet asked, or not for so long."""
    longer = found.simulator == "survived" and found.seconds < SHARE_PLAYED * args.seconds
    return bool(args.simulator) and (not found.simulator or longer)


def _asks_tests(found: Verdict, args: argparse.Namespace) -> bool:
    open_yet = not found.tests or (found.tests == NOT_NEAR and not args.near)
    return bool(args.tests) and open_yet and not (args.once and found.caught)


def _ask(found: Verdict, bug: Bug, root: Path, args: argparse.Namespace, left_out: Sequence[str]) -> Verdict:
    if _asks_simulator(found, args):
        found = ask_simulator(found, root, args.seconds, args.seed)
    if _asks_tests(found, args):
        found = ask_tests(found, bug, root, left_out, args.skip, near=args.near)
    return found


def control(copies: SimpleQueue[Scratch], seconds: float, seed: int) -> None:
    """A simulator that objects with nothing broken would count every bug as caught. For as long as one bug has."""
    scratch = copies.get()
    found = ask_simulator(Verdict("nothing", "", CONTROL, ""), scratch.root, seconds, seed)
    copies.put(scratch)
    if found.simulator != "survived":
        raise SystemExit(f"nothing is broken, and the simulator objects: seed {found.seed}, {found.by}")


def failing(copies: SimpleQueue[Scratch], rooms: Iterable[str], skipped: Sequence[str]) -> list[str]:
    """The control: a test that fails with nothing broken says nothing about a bug."""
    scratch = copies.get()
    folders = dict.fromkeys(folder for room in sorted(rooms) for folder in AROUND[room] if folder not in skipped)
    found = [test for folder in folders for test in failures(scratch.root, folder)]
    copies.put(scratch)
    for test in found:
        print(f"left out, it fails with nothing broken: {test}", file=sys.stderr, flush=True)
    return found


# --- what is printed -------------------------------------------------------------------------------------------------


def in_a_line(found: Verdict) -> str:
    simulator = found.simulator
    if simulator == "caught":
        simulator = f"caught by seed {found.seed} in {found.seconds} s: {found.by}"
    parts = [f"simulator: {simulator}"[:140] if simulator else "", f"tests: {found.test or found.tests}"]
    return "; ".join([found.name, *(part for part in parts if part and part != "tests: ")])


def summary(verdicts: Sequence[Verdict]) -> str:
    """Who survived, and how many of each room were caught by whom."""
    lines = []
    for who, title in (("simulator", "The simulator did not notice"), ("tests", "The tests did not notice")):
        missed = [it for it in verdicts if getattr(it, who) not in ("", "caught")]
        if missed:
            lines += ["", f"{title}:", *(f"  {it.room:<14} {it.name}{_far(it, who)}" for it in missed)]
    nobody = [it for it in verdicts if not it.caught and it.simulator and it.tests]
    if nobody:
        lines += ["", "Nobody noticed:", *(f"  {it.file}: {it.name}" for it in nobody)]
    lines += ["", f"{'room':<16}{'bugs':>6}{'simulator':>11}{'tests':>7}{'anybody':>9}", "-" * 49]
    for room in [*sorted({it.room for it in verdicts}), ""]:
        of = [it for it in verdicts if room in ("", it.room)]
        caught = [sum(it.simulator == "caught" for it in of), sum(it.tests == "caught" for it in of)]
        anybody = sum(it.caught for it in of)
        lines.append(f"{room or 'all':<16}{len(of):>6}{caught[0]:>11}{caught[1]:>7}{anybody:>9}")
    return "\n".join(lines)


def _far(found: Verdict, who: str) -> str:
    return " (it does not run this file)" if who == "simulator" and found.simulator == "out of reach" else ""


def span(words: str) -> slice:
    """Which of a list: "7", or "30-60" with both ends."""
    first, _, last = words.partition("-")
    return slice(int(first) - 1, int(last or first))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.campaign", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--set", choices=(*WRITTEN, "operators"), required=True, help="which bugs")
    parser.add_argument("--only", metavar="NAME", help="those with this in their name or file")
    parser.add_argument("--numbers", metavar="30-60,1-29", help="those alone, counted from 1, in this order")
    parser.add_argument("--simulator", action="store_true", help="ask the simulator; default: both")
    parser.add_argument("--uncontrolled", action="store_true", help="the clean run was played before: not again")
    parser.add_argument("--tests", action="store_true", help="ask the tests around the file")
    parser.add_argument("--once", action="store_true", help="who is caught by the simulator need not be by a test")
    parser.add_argument("--skip", nargs="*", default=[], metavar="FOLDER", help="tests that are not asked: e2e ui")
    parser.add_argument("--near", action="store_true", help="only the few test files that speak of the same things")
    bad = "tests that are known to fail with nothing broken; if it is not said, all run once to find out"
    parser.add_argument("--known-bad", nargs="*", metavar="TEST", help=bad)
    parser.add_argument("--seconds", type=float, default=60.0, help="processor time of the simulator for each")
    parser.add_argument("--seed", type=int, default=0, help="of the fresh seeds, and of the operator bugs")
    parser.add_argument("--count", type=int, default=60, help="how many operator bugs")
    parser.add_argument("--where", nargs="*", default=[], metavar="PATH", help="operator bugs of these files alone")
    parser.add_argument("--jobs", type=int, default=1, help="how many at once")
    parser.add_argument("--json", type=Path, metavar="FILE", help="where it is written, and gone on from")
    args = parser.parse_args(argv)
    if not (args.simulator or args.tests):
        args.simulator = args.tests = True
    bugs = drawn(args.count, args.seed, tuple(args.where)) if args.set == "operators" else written(args.set)
    if args.numbers:
        bugs = [bug for part in args.numbers.split(",") for bug in bugs[span(part)]]
    if args.only:
        bugs = [bug for bug in bugs if args.only in f"{bug.name} {bug.file}"]
    if not bugs:
        print(f"no bug of set {args.set} is called {args.only}", file=sys.stderr)
        return 2
    verdicts = campaign(bugs, Record(args.json), args)
    print(summary(verdicts))
    return 0 if all(verdict.caught for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
