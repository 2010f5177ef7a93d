"""A long run on all cores: generation after generation of a search, with a report, and a state to go on from.

A folder holds `state.json` (all that the next generation follows from, and what was counted), `report.txt`, and two
files for each violation: the play, which `etg sim --replay` takes, and its story. Both are written anew after every
generation, each whole or not at all: whoever is killed has lost one generation, which the next process plays again.
"""

import os
import re
from collections import Counter
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, Final

import msgspec
from msgspec import Struct

from simulation import coverage, play
from simulation.play import Play, Refused
from simulation.pool import Pool
from simulation.run import Failed, Report, alike
from simulation.search import Search
from simulation.shrink import Shrunk
from simulation.world import FAULTS

FORMAT: Final = "etg sim night"
VERSION: Final = 1
STATE: Final = "state.json"
REPORT: Final = "report.txt"
SLOWEST: Final = 8
EXAMPLES: Final = 2  # of one kind of violation that are shrunk and kept
CURVE_MAX: Final = 60  # lines of the report on how many states were seen when
ROOMS: Final = ("games", "protocol", "console", "terminal", "shoe_driver", "simulation")


class Slow(Struct):
    cpu_s: float
    seed: int
    entries: int


class Moment(Struct):
    """How much had been seen when."""

    seconds: float
    runs: int
    states: int
    cells: int


class Found(Struct):
    """A kind of violation."""

    kind: str
    broken: str  # the first of it
    seeds: list[int] = []
    files: list[str] = []


class Night(Struct):
    search: Search
    format: str = FORMAT
    version: int = VERSION
    code: str = ""  # digest of the program that played
    seconds: float = 0.0  # played so far
    seconds_asked: float = 0.0
    runs_asked: int | None = None  # None: as many as there is time for
    cpu_s: float = 0.0
    runs: int = 0
    rounds: int = 0
    entries: int = 0
    faults: dict[str, int] = {}
    cells: dict[str, int] = {}
    curve: list[Moment] = []
    slowest: list[Slow] = []
    found: list[Found] = []
    notes: list[str] = []
    ended: str = ""  # why it is not running; "": it runs, or was killed

    def count(self, plays: list[Play], reports: list[Report | None]) -> None:
        faults, cells = Counter(self.faults), Counter(self.cells)
        for report in reports:
            if report is None:
                continue
            self.rounds += report.rounds
            self.entries += report.entries
            self.cpu_s += report.cpu_s
            faults.update(report.faults)
            cells.update(report.seen.cells)
            self.slowest.append(Slow(round(report.cpu_s, 2), report.seed, report.entries))
        self.runs += len(plays)
        self.faults, self.cells = dict(faults), dict(cells)
        self.slowest = sorted(self.slowest, key=lambda slow: -slow.cpu_s)[:SLOWEST]
        moment = Moment(round(self.seconds, 1), self.runs, len(coverage.states(self.cells)), len(self.cells))
        self.curve.append(moment)
        if len(self.curve) > CURVE_MAX:  # the older, the sparser
            del self.curve[1 : CURVE_MAX // 2 : 2]

    def known(self, broken: str) -> Found:
        kind = alike(broken)
        found = next((found for found in self.found if found.kind == kind), None)
        if found is None:
            found = Found(kind, broken)
            self.found.append(found)
        return found


# --- the loop ------------------------------------------------------------------------------------------------------


class Keeper:
    """Plays a night, and keeps its folder."""

    def __init__(self, night: Night, folder: Path, pool: Pool, show: Callable[[Night], None]) -> None:
        self.night, self.folder, self._pool, self._show = night, folder, pool, show

    def go_on(self) -> None:
        """Until as many seconds have passed as were asked for, or runs are played, or somebody says stop."""
        night, began, before = self.night, monotonic(), self.night.seconds
        runs, seconds = night.runs_asked, night.seconds_asked - before
        night.ended = ""
        self.keep()
        while not self._pool.stop.is_set() and monotonic() - began < seconds and (runs is None or night.runs < runs):
            self.generation(lambda: before + monotonic() - began)
        night.seconds = before + monotonic() - began
        night.ended = "stopped" if self._pool.stop.is_set() else "done"
        self.keep()

    def generation(self, clock: Callable[[], float]) -> None:
        """All of it or nothing: the next one must follow from whole generations. What failed is told in any case."""
        night = self.night
        children = [parent.children for parent in night.search.parents]
        plays = night.search.next_plays()
        outcomes: dict[int, Report | Failed] = dict(self._pool.play(plays))
        failures = [(plays[at], outcome) for at, outcome in sorted(outcomes.items()) if isinstance(outcome, Failed)]
        night.seconds = clock()
        if len(outcomes) == len(plays):
            reports = [outcome if isinstance(outcome, Report) else None for _, outcome in sorted(outcomes.items())]
            night.search.learn(plays, reports)
            night.count(plays, reports)
        else:
            for parent, count in zip(night.search.parents, children, strict=True):
                parent.children = count
        self._tell(failures)
        night.seconds = clock()
        self.keep()
        self._show(night)

    def _tell(self, failures: list[tuple[Play, Failed]]) -> None:
        wanted: list[tuple[Found, Play, str]] = []
        for failed_play, failed in failures:
            found = self.night.known(failed.broken)
            if failed.seed not in found.seeds:
                found.seeds.append(failed.seed)
                if len(found.seeds) <= EXAMPLES:
                    wanted.append((found, failed_play, failed.broken))
        shrunk = self._pool.shrink([(failed_play, broken) for _, failed_play, broken in wanted])
        for (found, _, _), short in zip(wanted, shrunk, strict=True):
            found.files.append(keep_violation(self.folder, short).name)

    def keep(self) -> None:
        write_whole(self.folder / STATE, msgspec.json.encode(self.night))
        write_whole(self.folder / REPORT, ("\n".join(report(self.night)) + "\n").encode())


def keep_violation(folder: Path, short: Shrunk) -> Path:
    """The play and its story, side by side; the name says what was violated, and tells two of a kind apart."""
    folder.mkdir(parents=True, exist_ok=True)
    name = re.sub(r"\W+", "-", short.broken.partition(":")[0])[:24].strip("-") or "passes"
    path = folder / f"{name}-{short.digest[:10]}.json"
    play.write(path, short.play, short.broken, short.digest)
    path.with_suffix(".txt").write_text("\n".join(short.story) + "\n")
    return path


def write_whole(path: Path, data: bytes) -> None:
    draft = path.with_suffix(".draft")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def begin(folder: Path, search: Search, seconds: float, runs: int | None = None) -> Night:
    if (folder / STATE).exists():
        raise Refused(f"there is a night in {folder} already: go on with --resume {folder}, or name another folder")
    folder.mkdir(parents=True, exist_ok=True)
    return Night(search, code=digest_of_code(), seconds_asked=seconds, runs_asked=runs)


def resume(folder: Path) -> Night:
    """Raises Refused, in words; an OSError is the caller's."""
    data = (folder / STATE).read_bytes()
    try:
        found: Any = msgspec.json.decode(data)
    except msgspec.DecodeError as wrong:
        raise Refused(f"{folder / STATE} is no JSON: {wrong}") from None
    if not isinstance(found, dict) or (found.get("format"), found.get("version")) != (FORMAT, VERSION):
        raise Refused(f"{folder / STATE} is no state of a night of this version")
    try:
        night = msgspec.json.decode(data, type=Night)
        for parent in night.search.parents:
            play.fits(parent.play)
    except msgspec.ValidationError as wrong:
        raise Refused(f"{folder / STATE}: {wrong}") from None
    code = digest_of_code()
    if code != night.code:
        night.notes.append(f"after {night.runs:,} runs the program was another one ({night.code[:8]}, now {code[:8]})")
        night.code = code
    return night


def digest_of_code() -> str:
    root, total = Path(__file__).resolve().parent.parent, sha256()
    for path in sorted(path for room in ROOMS for path in (root / room).rglob("*.py")):
        total.update(path.read_bytes())
    return total.hexdigest()


# --- the report ------------------------------------------------------------------------------------------------------


def report(night: Night) -> list[str]:
    asked = f"{night.seconds_asked / 60:,.1f} minutes" if night.runs_asked is None else f"{night.runs_asked:,} runs"
    state = {"": "runs, or was killed", "stopped": "was stopped", "done": "is done"}[night.ended]
    lines = [
        f"etg sim, {asked}: it {state} after {night.seconds / 60:,.1f} minutes",
        f"search seed {night.search.seed}, {night.search.rounds} Rounds a run, program {night.code[:16]}",
        *night.notes,
        "",
        f"{night.runs:>12,}  runs in {night.search.generation:,} generations",
        f"{night.cpu_s / 60:>12,.1f}  minutes of processor",
        f"{night.rounds:>12,}  rounds",
        f"{night.entries:>12,}  entries",
        f"{sum(night.faults.values()):>12,}  faults that changed what happened",
        f"{len(coverage.states(night.cells)):>12,}  states of the table",
        f"{len(night.cells):>12,}  states x the fault that was felt there",
        f"{len(night.found):>12,}  kinds of violation",
        "",
    ]
    for found in night.found:
        lines += [f"VIOLATION  {found.broken}", f"{'':11}{len(found.seeds)} runs, seeds {found.seeds[:6]}"]
        lines += [f"{'':11}./etg sim --replay {name}" for name in found.files]
    lines += ["", "states over time:", f"{'minutes':>10}{'runs':>10}{'states':>10}{'x fault':>10}"]
    lines += [f"{at.seconds / 60:>10.1f}{at.runs:>10,}{at.states:>10,}{at.cells:>10,}" for at in night.curve]
    lines += ["", "slowest runs:"]
    lines += [f"{slow.cpu_s:>9.2f} s  seed {slow.seed}, {slow.entries:,} entries" for slow in night.slowest]
    lines += ["", *coverage.table_of(night.cells), "", "faults by class:"]
    lines += [f"{name:<4}{what:<68}{night.faults.get(name, 0):>9,}" for name, what in FAULTS.items()]
    return lines
