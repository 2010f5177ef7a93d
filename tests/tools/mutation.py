"""A pytest plugin that breaks code and sees which tests notice: the inside of `etg trace --mutate`.

All tests are collected once, in one process; then a mutant is put in place (`tests.tools.mutants`), tests are run, and
it is taken out again. Before that every test runs once with nothing broken but every statement counted, so a mutant is
tried only on tests that come to its statement. What a test may cost is measured in processor time: a busy machine
changes nothing. The work is shared by as many processes as there are processors.
"""

import ast
import gc
import json
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from importlib import import_module
from itertools import count, islice, zip_longest
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, find, settings, strategies

from tests.tools.mutants import Mutant, Place, Source, caches, in_place


def pace() -> float:
    """How many times slower this machine is than the one on which the seconds below were chosen."""
    started = time.process_time()
    sum(number % 7 for number in range(300_000))
    return max(1.0, (time.process_time() - started) / 0.02)


PACE: Final = pace()
# Processor time. A test that takes longer with nothing broken is not waited for: the suite itself says if it passes.
FIRST_RUN_S: Final = 2.0 * PACE
LONGEST_S: Final = 3.0 * PACE
SHORTEST_S: Final = 0.3 * PACE
TIMES_LONGER: Final = 20  # than with nothing broken: then a mutant has made a loop endless,
MEMORY_MAX: Final = 3 * 2**30  # which may eat memory all the while
SLOW_S: Final = 0.25 * PACE
ENOUGH_QUICK_TESTS: Final = 20
MUTANTS_FOR_A_SLOW_TEST: Final = 5  # of each function, the roughest first; all of them where a trace is on record

HIT: Final = "__hit__"
UNREADABLE: Final[list[str]] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--mutation-job", help="what to break and which tests to run, as JSON")
    parser.addoption("--mutation-report", help="where to write what was found")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*paragraphs): which paragraphs this test carries")


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Before any test module is read: property tests are the same each time, leave nothing behind and are brief."""
    brief = (Phase.explicit, Phase.generate)
    settings.register_profile("mutation", deadline=None, derandomize=True, database=None, max_examples=50, phases=brief)
    settings.load_profile("mutation")
    # What Hypothesis keeps for good is made before memory is frozen: it looks there whether it is kept (Python 3.14).
    find(strategies.none(), lambda _: True)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        UNREADABLE.append(report.nodeid)


def pytest_runtestloop(session: pytest.Session) -> bool:
    job = json.loads(Path(session.config.getoption("--mutation-job")).read_text())
    started = time.monotonic()
    capture = session.config.pluginmanager.getplugin("capturemanager")
    if capture is not None:
        capture.suspend_global_capture(in_=True)
    bench = Bench(session, sorted({*job["books"], *job["modules"]}))
    report = whole_score(bench, job) if job["everything"] else traces(bench, job)
    report["unreadable"] = UNREADABLE
    report["seconds"] = round(time.monotonic() - started, 1)
    Path(session.config.getoption("--mutation-report")).write_text(json.dumps(report))
    return True


# --- tests that can be run again and again ---------------------------------------------------------------------------


class Endless(BaseException):
    """The processor time of a test run is used up."""


class FirstRun(NamedTuple):
    """What a test did with nothing broken."""

    passes: bool
    cost_s: float
    reached: frozenset[str]  # statements: "games.baccarat.rules.banker_draws 3"

    @property
    def slow(self) -> bool:
        return self.cost_s > SLOW_S


class Bench:
    """The collected tests, each by its name without parameters."""

    def __init__(self, session: pytest.Session, modules: Sequence[str]) -> None:
        self.modules = modules
        root = session.config.rootpath
        self.items: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            path = item.path.relative_to(root)
            name = "/".join(path.parts[1:]) + "::" + getattr(item, "originalname", item.name)
            self.items.setdefault(name, []).append(item)
        for module in modules:
            import_module(module)
        self.source = Source()
        self.runs = 0
        self.first_runs: dict[str, FirstRun] = {}
        self._caches = caches((*{module.split(".")[0] for module in modules}, "tests", "deploy", "simulation"))
        self._mutants: dict[Place, tuple[list[Mutant], Iterator[Mutant]]] = {}
        self._readers: dict[Place, list[str]] = {}
        self._texts: dict[Path, set[str]] = {}
        self._overdue = False
        signal.signal(signal.SIGVTALRM, self._on_alarm)

    def _on_alarm(self, _signal: int, _frame: FrameType | None) -> None:
        self._overdue = True
        raise Endless

    def fails(self, test: str) -> bool:
        """Does the test fail now? One that does not end is not said to fail: it might only be slow."""
        first = self.first_runs.get(test)
        budget_s = min(SHORTEST_S + TIMES_LONGER * first.cost_s, LONGEST_S) if first is not None else FIRST_RUN_S
        self._overdue = False
        for clear in self._caches:
            clear()
        items = self.items[test]
        for index, item in enumerate(items):
            self.runs += 1
            failed = self._item_fails(item, budget_s)
            if self._overdue:
                return False
            if failed:
                items.insert(0, items.pop(index))  # what noticed once may soon notice again
                return True
        return False

    def _item_fails(self, item: pytest.Item, budget_s: float) -> bool:
        # The alarm comes again and again: inside a destructor or a callback it would be swallowed.
        signal.setitimer(signal.ITIMER_VIRTUAL, budget_s, 0.1)
        try:
            if not isinstance(item, pytest.Function) or not needs_no_fixture(item):
                return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))
            try:
                item.obj(**parameters(item))
            except (Exception, pytest.fail.Exception):  # noqa: BLE001  any failure counts
                return True
            return False
        except Endless:
            return False
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    # --- with nothing broken

    def first_run(self, places: Sequence[Place], tests: Sequence[str]) -> None:
        """Each test with nothing broken: does it pass, what does it cost, which statements of these does it reach?"""
        hits: set[str] = set()

        def run(test: str) -> tuple[str, FirstRun]:
            hits.clear()
            started = time.process_time()
            failed = self.fails(test)
            return test, FirstRun(not failed, time.process_time() - started, frozenset(hits))

        modules = {sys.modules[place.module] for place in places}
        for module in modules:
            setattr(module, HIT, hits.add)
        instruments = [self.source.instrumented(place, HIT) for place in places]
        take_out = [put() for put in instruments if put is not None]
        self.first_runs = dict(in_children(run, tests, "tests run with nothing broken"))
        for undo in take_out:
            undo()
        for module in modules:
            delattr(module, HIT)

    @property
    def failing(self) -> list[str]:
        return sorted(test for test, first in self.first_runs.items() if not first.passes)

    # --- with something broken

    def place(self, name: str) -> Place:
        """`games.baccarat.rules.Baccarat.review` is in `games.baccarat.rules`."""
        module = max((module for module in self.modules if name.startswith(f"{module}.")), key=len)
        return Place(module, name.removeprefix(f"{module}."))

    def all_functions(self) -> list[Place]:
        return [
            Place(module, name)
            for module in self.modules
            for name, (node, _) in self.source.module(module).items()
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]

    def mutants(self, place: Place) -> Iterator[Mutant]:
        """Each is made when it is first asked for: mostly one of the first is noticed."""
        made, to_make = self._mutants.setdefault(place, ([], self.source.mutants(place)))
        for number in count():
            if number == len(made):
                made.extend(islice(to_make, 1))
            if number == len(made):
                return
            yield made[number]

    def reaches(self, test: str, mutant: Mutant) -> bool:
        """Can the test notice it: does it come to the statement, or to one that reads what is made with it?"""
        reached = self.first_runs[test].reached
        if f"{mutant.place} {mutant.statement}" in reached:
            return True
        if mutant.place not in self._readers:
            read = mutant.statement is None or self.source.made_from(mutant.place)
            readers = self.source.readers(mutant.place, self.modules) if read else []
            self._readers[mutant.place] = [f"{reader} " for reader in readers]
        starts = tuple(self._readers[mutant.place])
        if starts and any(statement.startswith(starts) for statement in reached):
            return True
        return mutant.statement is None and self._reads(test, mutant.place)

    def _reads(self, test: str, place: Place) -> bool:
        """Does the test's own file mention the constant or attribute?"""
        path = self.items[test][0].path
        if path not in self._texts:
            self._texts[path] = set(re.findall(r"\w+", path.read_text()))
        return not self._texts[path].isdisjoint(self.source.shows_in(place))

    def noticed(self, test: str, mutant: Mutant) -> bool:
        with in_place(mutant):
            return self.fails(test)


def needs_no_fixture(item: pytest.Function) -> bool:
    return set(item.fixturenames) <= set(parameters(item)) and item.cls is None


def parameters(item: pytest.Function) -> dict[str, Any]:
    return dict(item.callspec.params) if hasattr(item, "callspec") else {}


# --- sharing the work ------------------------------------------------------------------------------------------------


def in_children(work: Callable[[Any], Any], tasks: Sequence[Any], what: str) -> Iterator[Any]:
    """The work in forked processes, which have everything that was collected here; with a line of progress."""
    _WORK.append(work)
    gc.freeze()
    # Not a `Pool`, which waits for ever for a child that has died.
    with ProcessPoolExecutor(len(os.sched_getaffinity(0)), get_context("fork"), _in_child) as pool:
        under_way = [pool.submit(_do, task) for task in tasks]
        for done, ended in enumerate(as_completed(under_way), 1):
            if sys.stderr.isatty():
                print(f"\r\033[K{done} of {len(tasks)} {what}", end="", file=sys.stderr, flush=True)
            yield ended.result()
    if sys.stderr.isatty():
        print(end="\r\033[K", file=sys.stderr)


_WORK: Final[list[Callable[[Any], Any]]] = []  # what a child inherits and need not be sent


def _do(task: Any) -> Any:
    return _WORK[-1](task)


def _in_child() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_MAX, MEMORY_MAX))


# --- which traces hold -----------------------------------------------------------------------------------------------

Kills = dict[tuple[str, str], str]  # (code, test) -> a mutant of that code which that test notices


def traces(bench: Bench, job: Mapping[str, Any]) -> dict[str, Any]:
    """Which code is noticed by which tests, as far as that decides which traces hold.

    First each code is tried until every paragraph that it carries has a test that notices it; then each test, until
    for every paragraph it carries it has noticed some code of it.
    """
    names = sorted({name for code, _, _ in job["claims"].values() for name in code})
    tests = sorted({test for _, tests, _ in job["claims"].values() for test in tests if test in bench.items})
    bench.first_run(bench.all_functions(), tests)
    passing = sorted([test for test in tests if bench.first_runs[test].passes], key=by_cost(bench))
    claims = [
        Claim(code, [test for test in passing if test in marked], frozenset(on_record))
        for code, marked, on_record in job["claims"].values()
    ]
    kills: Kills = {}
    runs = 0
    for found, tried in in_children(lambda name: try_code(bench, claims, name), names, "functions"):
        kills |= found
        runs += tried
    known = dict(kills)
    for found, tried in in_children(lambda test: try_test(bench, claims, test, known), tests, "tests"):
        kills |= found
        runs += tried
    found_kills = [[code, test, what] for (code, test), what in sorted(kills.items())]
    slow = sorted(test for test in tests if bench.first_runs[test].slow)
    return {"kills": found_kills, "failing": bench.failing, "slow": slow, "runs": runs}


class Claim(NamedTuple):
    """What is said of one paragraph: code, and tests that pass; and all that was found to hold before."""

    code: Sequence[str]
    tests: Sequence[str]
    on_record: frozenset[str]


def by_cost(bench: Bench) -> Callable[[str], tuple[bool, str]]:
    return lambda test: (bench.first_runs[test].slow, test)


def try_code(bench: Bench, claims: Sequence[Claim], name: str) -> tuple[Kills, int]:
    """Mutants of this code, until each paragraph that it carries has a test that notices one."""
    kills: Kills = {}
    bench.runs = 0
    for slow in (False, True):
        for claim in claims:
            if name in claim.code:
                tests = [test for test in claim.tests if bench.first_runs[test].slow == slow]
                most = MUTANTS_FOR_A_SLOW_TEST if slow and name not in claim.on_record else None
                proved = any((name, other) in kills for other in claim.tests)
                for _, mutant, test in () if proved else attempts(bench, [name], tests, most):
                    if bench.noticed(test, mutant):
                        kills[name, test] = told(mutant)
                        break
    return kills, bench.runs


def try_test(bench: Bench, claims: Sequence[Claim], test: str, known: Kills) -> tuple[Kills, int]:
    """Mutants of all code of the paragraphs that this test carries, until it has noticed one for each of them."""
    kills: Kills = {}
    bench.runs = 0
    slow = bench.first_runs[test].slow
    for claim in claims:
        if test in claim.tests:
            most = MUTANTS_FOR_A_SLOW_TEST if slow and test not in claim.on_record else None
            proved = any((other, test) in known or (other, test) in kills for other in claim.code)
            for name, mutant, _ in () if proved else attempts(bench, claim.code, [test], most):
                if bench.noticed(test, mutant):
                    kills[name, test] = told(mutant)
                    break
    return kills, bench.runs


def attempts(
    bench: Bench, code: Sequence[str], tests: Sequence[str], most: int | None
) -> Iterator[tuple[str, Mutant, str]]:
    """Mutants and tests to try, code by turns; where a try is dear, the roughest mutants first, and only so many."""
    by_code = []
    for name in code if tests else ():
        mutants = bench.mutants(bench.place(name))
        dear = any(bench.first_runs[test].slow for test in tests)
        tries = to_try(bench, name, reversed(list(mutants)) if dear else mutants, tests)
        by_code.append(tries if most is None else islice(tries, most * len(tests)))
    for turn in zip_longest(*by_code):
        yield from (each for each in turn if each is not None)


def to_try(
    bench: Bench, name: str, mutants: Iterable[Mutant], tests: Sequence[str]
) -> Iterator[tuple[str, Mutant, str]]:
    return ((name, mutant, test) for mutant in mutants for test in tests if bench.reaches(test, mutant))


def told(mutant: Mutant) -> str:
    return f"line {mutant.line}: {mutant.what}"


# --- the whole score -------------------------------------------------------------------------------------------------


def whole_score(bench: Bench, job: Mapping[str, Any]) -> dict[str, Any]:
    """Every mutant of every module, and whether any test notices it."""
    modules = [name for name in job["books"] if not job["only"] or f"{name}.".startswith(f"{job['only']}.")]
    bench.first_run(bench.all_functions(), sorted(bench.items))
    # Not the classes: their attributes are there themselves.
    names = [
        f"{module}.{name}"
        for module in modules
        for name, (node, _) in bench.source.module(module).items()
        if not isinstance(node, ast.ClassDef)
    ]
    score: dict[str, Any] = {module: {"killed": 0, "survived": []} for module in modules}
    for name, killed, survived in in_children(lambda name: score_of(bench, name), names, "functions and constants"):
        module = score[bench.place(name).module]
        module["killed"] += killed
        module["survived"] += survived
    for module in score.values():
        module["survived"].sort()
    return {"score": score, "failing": bench.failing}


def score_of(bench: Bench, name: str) -> tuple[str, int, list[tuple[int, str]]]:
    """Every mutant of one function or constant. Slow tests are asked only where few others come."""
    killed = 0
    survived: list[tuple[int, str]] = []
    tests = [test for test, first in sorted(bench.first_runs.items(), key=lambda each: each[1].cost_s) if first.passes]
    for mutant in bench.mutants(bench.place(name)):
        reaching = [test for test in tests if bench.reaches(test, mutant)]
        quick = [test for test in reaching if not bench.first_runs[test].slow]
        if len(quick) >= ENOUGH_QUICK_TESTS:
            reaching = quick
        noticed = False
        with in_place(mutant):
            for test in reaching:
                if bench.fails(test):
                    noticed = True
                    tests.remove(test)
                    tests.insert(0, test)  # it may notice the next one as well
                    break
        if noticed:
            killed += 1
        else:
            survived.append((mutant.line, f"{name}: {mutant.what}" + ("" if reaching else " (no test comes here)")))
    return name, killed, survived
