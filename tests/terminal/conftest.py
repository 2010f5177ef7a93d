"""The table of `pen.py`, as most tests of the terminal want it."""

import pytest

from tests.terminal.pen import Console, Terminal


@pytest.fixture
def console() -> Console:
    return Console().credit(1_000).open_bets()


@pytest.fixture
def t1(console: Console) -> Terminal:
    """Joined, with a credit of 1000 and a window open."""
    return Terminal(console).joins()
