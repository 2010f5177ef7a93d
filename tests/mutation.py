"""A pytest plugin that breaks the rule books and sees which tests notice: the inside of `etg trace --mutate`.

All tests are collected once, in one process; then a mutant is put in place (`deploy.mutants`), the tests that can reach
it are run, and it is taken out again. First every test runs with nothing broken but every statement counted: so a
mutant is only tried on tests that come to its statement. What a test costs is measured in processor time, so that a
busy machine changes nothing. Groups of paragraphs go to as many processes as there are processors.
"""

import gc
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from types import FrameType
from typing import Any, Final, NamedTuple

import pytest
from _pytest.runner import runtestprotocol
from hypothesis import Phase, settings

from deploy.mutants import Mutant, Place, Source, caches, in_place

FIRST_RUN_S: Final = 2.0  # of processor time: then a test is slow, and what it has reached so far is what we know
SLOW_S: Final = 0.3
MUTANTS_FOR_SLOW_TESTS: Final = 12
ENDLESS_S: Final = 3.0  # a loop that a mutant made endless
MEMORY_MAX: Final = 3 * 2**30  # and one that eats memory meanwhile

HIT: Final = "__hit__"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--mutation-job", help="what to break and which tests to run, as JSON")
    parser.addoption("--mutation-report", help="where to write what was found")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*paragraphs): which paragraphs this test carries")


@pytest.hookimpl(tryfirst=True)
def pytest_collection() -> None:
    """Before any test module is read: property tests are the same each time, leave nothing behind and are brief."""
    settings.register_profile(
        "mutation",
        deadline=None,
        derandomize=True,
        database=None,
        max_examples=50,
        phases=(Phase.explicit, Phase.generate),
    )
    settings.load_profile("mutation")


def pytest_runtestloop(session: pytest.Session) -> bool:
    if session.testsfailed:
        raise session.Interrupted(f"{session.testsfailed} files cannot be collected")
    job = json.loads(Path(session.config.getoption("--mutation-job")).read_text())
    started = time.monotonic()
    capture = session.config.pluginmanager.getplugin("capturemanager")
    if capture is not None:
        capture.suspend_global_capture(in_=True)
    bench = Bench(session, job["package"])
    print("collected", time.process_time(), file=sys.stderr)
    report = whole_score(bench, job) if job["everything"] else traces(bench, job)
    report["seconds"] = round(time.monotonic() - started, 1)
    Path(session.config.getoption("--mutation-report")).write_text(json.dumps(report))
    return True


# --- running one test ------------------------------------------------------------------------------------------------


class Endless(BaseException):
    """The processor time of a test run is used up."""


class Bench:
    """The collected tests, each by its name without parameters, to be run again and again."""

    def __init__(self, session: pytest.Session, package: str) -> None:
        self.package = package
        self.items: dict[str, list[pytest.Item]] = {}
        root = session.config.rootpath
        for item in session.items:
            path = item.path.relative_to(root)
            name = "/".join(path.parts[1:]) + "::" + getattr(item, "originalname", item.name)
            self.items.setdefault(name, []).append(item)
        for file in Path(root, package).glob("*.py"):
            import_module(f"{package}.{file.stem}" if file.stem != "__init__" else package)
        self.source = Source()
        self.caches = caches((package, "tests", "deploy", "simulation"))
        self.overdue = False
        self.runs = 0
        self.cost: dict[str, float] = {}
        self.failing: list[str] = []
        self.reached: dict[str, set[str]] = {}  # by test: "games.baccarat.banker_draws 3", the statement counted
        signal.signal(signal.SIGVTALRM, self._on_alarm)

    def _on_alarm(self, _signal: int, _frame: FrameType | None) -> None:
        self.overdue = True
        raise Endless

    def fails(self, test: str, budget_s: float) -> bool:
        """Does the test fail now? One that does not end is not said to fail: it might only be slow."""
        self.overdue = False
        for clear in self.caches:
            clear()
        items = self.items[test]
        for index, item in enumerate(items):
            self.runs += 1
            failed = self._item_fails(item, budget_s)
            if self.overdue:
                return False
            if failed:
                items.insert(0, items.pop(index))  # what noticed once may soon notice again
                return True
        return False

    def _item_fails(self, item: pytest.Item, budget_s: float) -> bool:
        # Fires again and again: an alarm inside a destructor or a callback is swallowed.
        signal.setitimer(signal.ITIMER_VIRTUAL, budget_s, 0.1)
        try:
            if isinstance(item, pytest.Function) and needs_no_fixture(item):
                try:
                    item.obj(**(item.callspec.params if hasattr(item, "callspec") else {}))
                except (Exception, pytest.fail.Exception):  # noqa: BLE001  any failure counts
                    return True
                return False
            return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))
        except Endless:
            return False
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def first_run(self, places: Sequence[Place]) -> None:
        """Each test with nothing broken: does it pass, what does it cost, and which statements does it come to?"""
        hits: set[str] = set()
        instruments = [put for place in places if (put := self.source.instrumented(place, HIT)) is not None]
        modules = {sys.modules[place.module] for place in places}
        taken_out = [put() for put in instruments]
        for module in modules:
            setattr(module, HIT, hits.add)
        for test in self.items:
            hits.clear()
            started = time.process_time()
            if self.fails(test, FIRST_RUN_S):
                self.failing.append(test)
            self.cost[test] = time.process_time() - started
            self.reached[test] = set(hits)
        for take_out in taken_out:
            take_out()
        for module in modules:
            delattr(module, HIT)

    def reaches(self, test: str, mutant: Mutant) -> bool:
        if mutant.statement is not None:
            return f"{mutant.place} {mutant.statement}" in self.reached[test]
        return True

    def kills(self, test: str) -> bool:
        return self.fails(test, ENDLESS_S)


def needs_no_fixture(item: pytest.Function) -> bool:
    params = item.callspec.params if hasattr(item, "callspec") else {}
    return set(item.fixturenames) <= set(params) and item.cls is None


def in_children(work: Callable[[Any], Any], tasks: Sequence[Any], what: str) -> Iterator[Any]:
    """The work in forked processes, which have everything that was collected here; with a line of progress."""
    _WORK.append(work)
    gc.freeze()
    with get_context("fork").Pool(len(os.sched_getaffinity(0)), _in_child) as pool:
        for done, result in enumerate(pool.imap_unordered(_do, tasks), 1):
            if sys.stderr.isatty():
                print(f"\r{done} of {len(tasks)} {what}", end="", file=sys.stderr, flush=True)
            yield result
    if sys.stderr.isatty():
        print(file=sys.stderr)


_WORK: Final[list[Callable[[Any], Any]]] = []  # what a child inherits and need not be sent


def _do(task: Any) -> Any:
    return _WORK[-1](task)


def _in_child() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY_MAX, MEMORY_MAX))


# --- which traces hold -----------------------------------------------------------------------------------------------


class Group(NamedTuple):
    """Paragraphs with much code and many tests in common: one process has them all."""

    claims: dict[str, tuple[list[str], list[str]]]  # by paragraph: code, tests


def traces(bench: Bench, job: Mapping[str, Any]) -> dict[str, Any]:
    """Which code is noticed by which tests, as far as that decides which traces hold."""
    claims = {
        key: ([name for name in code if name], [test for test in tests if test in bench.items])
        for key, (code, tests) in job["claims"].items()
    }
    names = sorted({name for code, _ in claims.values() for name in code})
    bench.first_run([place_of(bench, name) for name in names])
    print("first run", time.process_time(), file=sys.stderr)
    for test, cost in sorted(bench.cost.items(), key=lambda x: -x[1])[:15]: print(f"{cost:6.2f} {test}", file=sys.stderr)
    groups: dict[tuple[str, ...], Group] = {}
    for key, (code, tests) in claims.items():
        groups.setdefault((*code, *tests), Group({})).claims[key] = (code, tests)
    tasks = sorted(groups.values(), key=lambda group: -sum(len(c) * len(t) for c, t in group.claims.values()))
    kills: dict[tuple[str, str], str] = {}
    runs = mutants = 0
    for found, run_count, mutant_count in in_children(lambda group: decide(bench, group), tasks, "groups of paragraphs"):
        kills |= found
        runs += run_count
        mutants += mutant_count
    return {
        "kills": [[code, test, what] for (code, test), what in sorted(kills.items())],
        "failing": bench.failing,
        "runs": runs,
        "mutants": mutants,
    }


def place_of(bench: Bench, name: str) -> Place:
    module, inside = name.split(".", 1)
    return Place(f"{bench.package}.{module}", inside)


def decide(bench: Bench, group: Group) -> tuple[dict[tuple[str, str], str], int, int]:
    """Tries mutants until each code and each test of each paragraph has its kill, or no mutant is left."""
    bench.runs = 0
    tried = 0
    kills: dict[tuple[str, str], str] = {}

    def wanted(name: str, test: str) -> bool:
        for code, tests in group.claims.values():
            if name in code and test in tests and (name, test) not in kills:
                code_open = not any((name, other) in kills for other in tests)
                test_open = not any((other, test) in kills for other in code)
                if code_open or test_open:
                    return True
        return False

    for name in dict.fromkeys(name for code, _ in group.claims.values() for name in code):
        tests = {test for code, tests in group.claims.values() if name in code for test in tests}
        ordered = sorted(tests - set(bench.failing), key=lambda test: (bench.cost[test], test))
        on_slow_tests: dict[str, int] = {}
        for mutant in bench.source.mutants(place_of(bench, name)):
            open_tests = [test for test in ordered if wanted(name, test)]
            if not open_tests:
                break
            candidates = [test for test in open_tests if bench.reaches(test, mutant)]
            if not candidates:
                continue
            tried += 1
            with in_place(mutant):
                for test in candidates:
                    if not wanted(name, test):
                        continue
                    if bench.cost[test] > SLOW_S:
                        on_slow_tests[test] = on_slow_tests.get(test, 0) + 1
                        if on_slow_tests[test] > MUTANTS_FOR_SLOW_TESTS:
                            continue
                    if bench.kills(test):
                        kills[name, test] = f"line {mutant.line}: {mutant.what}"
    for clear in bench.caches:
        clear()
    return kills, bench.runs, tried


# --- the whole score ---------------------------------------------------------------------------------------------------


def whole_score(bench: Bench, job: Mapping[str, Any]) -> dict[str, Any]:
    """Every mutant of every module, and whether any test notices it."""
    return {"score": {}}
