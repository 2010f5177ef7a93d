"""What the test command tells at its end: how much was fuzzed, who was killed where, how long each suite took.

Tests hand their counts over with `record_property`, which reaches us from whatever process has run them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator

import pytest

FUZZED = "fuzzed "  # and the target: how many inputs
KILLS = "kills"  # who, at which point, in which phase
CPU = "cpu_s"  # of a report: processor seconds, those of ended children included
DEAREST = 10


def tell(reporter: pytest.TerminalReporter) -> None:
    reports = [report for found in reporter.stats.values() for report in found if isinstance(report, pytest.TestReport)]
    _tell_fuzzed(reporter, reports)
    _tell_kills(reporter, reports)
    suites = _seconds(reports)
    if len(suites) > 1:
        reporter.section("seconds of each suite (work of all processes; from its first test to its last)")
        for suite, (work_s, wall_s) in sorted(suites.items()):
            reporter.line(f"  {suite:<24} {work_s:8.1f} {wall_s:8.1f}")
    _tell_dearest(reporter, reports)


def _properties(reports: list[pytest.TestReport]) -> Iterator[tuple[str, object]]:
    for report in reports:
        if report.when == "teardown":  # properties are repeated in the report of each step
            yield from report.user_properties


def _tell_fuzzed(reporter: pytest.TerminalReporter, reports: list[pytest.TestReport]) -> None:
    counts: Counter[str] = Counter()
    for name, count in _properties(reports):
        if name.startswith(FUZZED) and isinstance(count, int):
            counts[name.removeprefix(FUZZED)] += count
    if counts:
        told = ", ".join(f"{target} {count:,}" for target, count in sorted(counts.items()))
        reporter.line(f"fuzzed {counts.total():,} inputs: {told}")


def _tell_kills(reporter: pytest.TerminalReporter, reports: list[pytest.TestReport]) -> None:
    kills: list[tuple[str, str, str]] = []
    for name, value in _properties(reports):
        if name == KILLS and isinstance(value, list):
            kills += [(who, point, phase) for who, point, phase in value]
    if not kills:
        return
    reporter.section(f"{len(kills)} processes were killed")
    by_point = Counter((who, point) for who, point, _ in kills if point != "from outside")
    reporter.line(f"at {len(by_point)} failpoints ({len(kills) - by_point.total()} more from outside):")
    places: defaultdict[str, list[str]] = defaultdict(list)
    for (who, point), count in sorted(by_point.items()):
        site, _, kind = point.partition("/")
        places[f"{who} {site}"].append(f"{kind} {count}")
    for place, words in places.items():
        reporter.line(f"  {place}: {', '.join(words)}")
    for who in sorted({who for who, _, _ in kills}):
        by_phase = Counter(phase for whose, _, phase in kills if whose == who)
        reporter.line(f"{who} by phase: {', '.join(f'{phase} {n}' for phase, n in sorted(by_phase.items()))}")


def _tell_dearest(reporter: pytest.TerminalReporter, reports: list[pytest.TestReport]) -> None:
    """By processor time, which says the same on a busy machine as on an idle one."""
    spent: Counter[str] = Counter()
    for report in reports:
        spent[report.nodeid.partition("::")[0]] += getattr(report, CPU, 0)
    if len(spent) > 1:
        reporter.section(f"processor seconds: {spent.total():.0f}; of the dearest files")
        for name, seconds in spent.most_common(DEAREST):
            reporter.line(f"  {name:<48} {seconds:8.1f}")


def _seconds(reports: list[pytest.TestReport]) -> dict[str, tuple[float, float]]:
    work: defaultdict[str, float] = defaultdict(float)
    spans: dict[str, tuple[float, float]] = {}
    for report in reports:
        suite = report.nodeid.partition("::")[0].removeprefix("tests/").partition("/")[0]
        work[suite] += report.duration
        first, last = spans.get(suite, (report.start, report.stop))
        spans[suite] = (min(first, report.start), max(last, report.stop))
    return {suite: (seconds, spans[suite][1] - spans[suite][0]) for suite, seconds in work.items()}
