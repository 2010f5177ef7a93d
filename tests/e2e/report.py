"""What the test command prints at its end: who was killed where, and how long each suite took."""

from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest

PRINTED = pytest.StashKey[bool]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.stash.get(PRINTED, False):  # this file is a plugin of the whole suite and of its own folder
        return
    config.stash[PRINTED] = True
    kills = list(_kills(terminalreporter))
    if not kills:
        return
    terminalreporter.section(f"{len(kills)} processes were killed")
    by_point = Counter((who, point) for who, point, _ in kills if point != "from outside")
    terminalreporter.line(f"at {len(by_point)} failpoints ({len(kills) - by_point.total()} more from outside):")
    for who in sorted({who for who, _ in by_point}):
        places: dict[str, list[str]] = defaultdict(list)
        for (whose, point), count in sorted(by_point.items()):
            if whose == who:
                site, _, kind = point.partition("/")
                places[site].append(f"{kind} {count}")
        for site, words in places.items():
            terminalreporter.line(f"  {who} {site}: {', '.join(words)}")
    for who in sorted({who for who, _, _ in kills}):
        by_phase = Counter(phase for whose, _, phase in kills if whose == who)
        terminalreporter.line(f"{who} by phase: {', '.join(f'{phase} {n}' for phase, n in sorted(by_phase.items()))}")
    terminalreporter.section("seconds of each suite (work of all processes; from its first test to its last)")
    for suite, (work_s, wall_s) in sorted(_seconds(terminalreporter).items()):
        terminalreporter.line(f"  {suite:<24} {work_s:8.1f} {wall_s:8.1f}")


def _reports(terminalreporter: pytest.TerminalReporter) -> Iterator[pytest.TestReport]:
    for found in terminalreporter.stats.values():
        yield from (report for report in found if isinstance(report, pytest.TestReport))


def _kills(terminalreporter: pytest.TerminalReporter) -> Iterator[tuple[str, str, str]]:
    for report in _reports(terminalreporter):
        if report.when == "teardown":  # properties are repeated in the report of each step
            for name, value in report.user_properties:
                if name == "kills" and isinstance(value, list):
                    yield from ((who, point, phase) for who, point, phase in value)


def _seconds(terminalreporter: pytest.TerminalReporter) -> dict[str, tuple[float, float]]:
    work: defaultdict[str, float] = defaultdict(float)
    spans: dict[str, tuple[float, float]] = {}
    for report in _reports(terminalreporter):
        suite = report.nodeid.partition("::")[0].removeprefix("tests/").partition("/")[0]
        work[suite] += report.duration
        first, last = spans.get(suite, (report.start, report.stop))
        spans[suite] = (min(first, report.start), max(last, report.stop))
    return {suite: (seconds, spans[suite][1] - spans[suite][0]) for suite, seconds in work.items()}
