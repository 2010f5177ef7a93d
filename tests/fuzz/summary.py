"""The longer run by an option, and the line that says how much was fuzzed: two hooks for a conftest.

pytest asks its options, and the process that reports at the end, only of what it has loaded before it collects: a
conftest above this folder is early enough for `pytest` as a whole, the one in it for `pytest tests/fuzz`.
"""

from collections import Counter

import pytest
from _pytest.terminal import TerminalReporter

FUZZED = "fuzzed "


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fuzz-factor", type=int, default=1, metavar="N", help="fuzz so many times as much, each time with new seeds"
    )


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    counts: Counter[str] = Counter()
    for report in terminalreporter.stats.get("passed", []):
        for name, count in report.user_properties:
            if name.startswith(FUZZED):
                counts[name.removeprefix(FUZZED)] += count
    if counts:
        told = ", ".join(f"{target} {count:,}" for target, count in sorted(counts.items()))
        terminalreporter.write_line(f"fuzzed {counts.total():,} inputs: {told}")
