"""What holds for every test."""

import gc
import os
import resource
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import settings
from PySide6.QtCore import QCoreApplication

from looks import garbage
from tests import summary, turns

# Tests draw without a screen, unless somebody wants to watch.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

# No deadline: on a shared machine the first, slow example of a test says nothing about the code.
settings.register_profile("etg", deadline=None)
settings.register_profile("few", deadline=None, max_examples=10, derandomize=True)  # for tests/test_coverage.py
settings.load_profile("etg")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fuzz-factor", type=int, default=1, metavar="N", help="fuzz so many times as much, each time with new seeds"
    )
    parser.addoption("--all-states", action="store_true", help="draw every state of every screen, not a sample of them")
    parser.addoption("--long", action="store_true", help="all of what otherwise waits for its turn, and --all-states")


def pytest_configure(config: pytest.Config) -> None:
    turns.choose_day()
    config.option.all_states = config.option.all_states or config.option.long


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest tests stand in this very folder. They come first: at the end one worker would wait for the other."""
    items.sort(key=lambda item: item.path.parent != config.rootpath / "tests")
    named = config.option.keyword or any("::" in argument for argument in config.args)
    if not (named or config.option.long):
        items[:], waiting = turns.of_today(items)
        if waiting:
            config.hook.pytest_deselected(items=waiting)


def pytest_collection_finish() -> None:
    """What was collected lives to the end: it is not to be looked through each time that memory is."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def qapp(qapp: QCoreApplication) -> QCoreApplication:
    """From the first screen on only this thread looks for garbage, and it does so between two tests: here are threads,
    too (of xdist, and the feeds of windows).
    """
    garbage.collect_here()
    return qapp


def pytest_runtest_logfinish() -> None:
    if not gc.isenabled():
        garbage.collect_due()


def pytest_report_header() -> str:
    return f"of what waits for its turn: the share of day {os.environ[turns.DAY]} (`--long` plays all)"


def _read(path: str) -> str:
    """Not by `Path`: a test may have put something else in the place of its methods just now."""
    with open(path) as file:  # noqa: PTH123
        return file.read()


def _cpu_s() -> float:
    """Processor seconds of this process, of all children that it has waited for, and of those that live."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    ticks = 0
    living: list[str] = []
    for children in Path("/proc/self/task").glob("*/children"):  # Linux can be built without them
        with suppress(OSError):  # the thread has just ended
            living += _read(str(children)).split()
    for child in living:
        with suppress(OSError):  # it has just ended
            ticks += sum(map(int, _read(f"/proc/{child}/stat").rpartition(")")[2].split()[11:15]))
    return sum(each.ru_utime + each.ru_stime for each in used) + ticks / os.sysconf("SC_CLK_TCK")


_counted_s = _cpu_s()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What was used since the last report is this one's: also what a fixture took to make."""
    global _counted_s  # one for each process of pytest
    report = yield
    before, _counted_s = _counted_s, _cpu_s()
    setattr(report, summary.CPU, _counted_s - before)  # travels with the report from whatever process has run it
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    summary.tell(terminalreporter)
