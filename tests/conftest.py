"""What holds for every test."""

import os

import pytest
from hypothesis import settings

from tests import summary

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
    parser.addoption(
        "--crowd-seconds", type=int, default=1, metavar="N", help="how long each crowd stands at the console's door"
    )
    parser.addoption("--all-states", action="store_true", help="draw every state of every screen, not a sample of them")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The longest tests stand in this very folder. They come first: at the end one worker would wait for the other."""
    items.sort(key=lambda item: item.path.parent != config.rootpath / "tests")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    summary.tell(terminalreporter)
