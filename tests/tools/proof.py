"""Which claims hold: the mutation run behind `etg trace --mutate`, and what it prints.

Breaks code and runs tests in a process of their own (`tests.tools.mutation`), so nothing broken is left behind here.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

from audit.claims import ROOT, Claims, Project, Trace, Traces
from audit.trace import recorded, write


def run(project: Project, claims: Claims, only: str, *, everything: bool) -> int:
    if not any(is_chosen(key, trace, only) for key, trace in claims.traces.items()):
        print(f"etg trace: {only!r} is no paragraph, and no file with code that cites one", file=sys.stderr)
        return 2
    try:
        report = mutate(project, claims, only=only, everything=everything)
    except MutationFailed as failed:
        print(f"etg trace: the mutation run failed.\n{failed}", file=sys.stderr)
        return 1
    if everything:
        return show_score(report)
    found = held(report, claims)
    chosen = {key for key, trace in claims.traces.items() if is_chosen(key, trace, only)}
    # What was not looked at stays as it is on record.
    traces = {key: trace for key, trace in recorded(project, claims).items() if key not in chosen} | {
        key: trace for key, trace in found.items() if key in chosen
    }
    show_kills(report, claims, traces, only)
    failing = [*report["unreadable"], *report["failing"]]
    if failing:
        print("\n".join(["These tests fail with nothing broken, so nothing is written:", *failing]), file=sys.stderr)
        return 1
    return write(project, claims, traces)


def mutate(project: Project, claims: Claims, *, only: str = "", everything: bool = False) -> dict[str, Any]:
    """Breaks code and runs tests, in a process of its own; the answer is what `tests.tools.mutation` reports."""
    on_record = recorded(project, claims)
    chosen = {key: trace for key, trace in claims.traces.items() if is_chosen(key, trace, only)}
    job = {
        "claims": {
            key: [trace.code, trace.tests, (*on_record.get(key, Trace()).code, *on_record.get(key, Trace()).tests)]
            for key, trace in chosen.items()
            if trace.code and trace.tests
        },
        "everything": everything,
        "books": [name for name in project.files if is_in(name, project.books)],
        "modules": sorted({claims.carriers[name].module for trace in chosen.values() for name in trace.code}),
        "only": as_module(only),
    }
    tests = project.root / project.tests
    if everything:
        files = [str(tests / "rules")]
    else:
        names = {name.split("::")[0] for trace in chosen.values() for name in trace.tests}
        files = sorted(str(tests / name) for name in names)
    with tempfile.TemporaryDirectory() as folder:
        job_file, report_file = Path(folder, "job.json"), Path(folder, "report.json")
        job_file.write_text(json.dumps(job))
        # The plugin is ours; what it breaks and runs is the project's.
        paths = os.pathsep.join(dict.fromkeys([str(project.root), str(ROOT)]))
        environment = os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("PYTEST_ADDOPTS", None)
        options = [f"--mutation-job={job_file}", f"--mutation-report={report_file}"]
        command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.tools.mutation", "-p", "no:cacheprovider"]
        command += ["-p", "no:xdist", "--tb=line", f"--rootdir={project.root}", *options, *files]
        finished = subprocess.run(
            command, cwd=project.root, env=environment, stdout=subprocess.PIPE, text=True, check=False
        )
        if not report_file.exists():
            raise MutationFailed(finished.stdout)
        report: dict[str, Any] = json.loads(report_file.read_text())
    return report


class MutationFailed(Exception):
    """pytest ended without a report; what it wrote says why."""


def is_chosen(key: str, trace: Trace, only: str) -> bool:
    """`--only games/baccarat`, `--only console/table/dealing.py`, `--only 003`, `--only "003 §5.7"` or `"003 5.7"`."""
    if not only:
        return True
    asked = re.sub(r"^(\d{3}) (?=\d)", r"\1 §", only)
    if key == asked or key.startswith((f"{asked}.", f"{asked} ")):
        return True
    return any(is_in(name, as_module(only)) for name in trace.code)


def as_module(path: str) -> str:
    """`games/baccarat/rules.py` is `games.baccarat.rules`."""
    return path.removesuffix(".py").strip("/").replace("/", ".")


def is_in(name: str, whole: str) -> bool:
    return name == whole or name.startswith(f"{whole}.")


def held(report: Mapping[str, Any], claims: Claims) -> dict[str, Trace]:
    """From the kills (code, test): code holds for a paragraph if one of its tests kills it, and the other way round."""
    kills = {(code, test) for code, test, _ in report["kills"]}
    found = {}
    for key, trace in claims.traces.items():
        code = tuple(name for name in trace.code if any((name, test) in kills for test in trace.tests))
        tests = tuple(test for test in trace.tests if any((name, test) in kills for name in trace.code))
        if code and tests:
            found[key] = Trace(code, tests)
    return found


def unproved(claims: Claims, traces: Traces) -> list[str]:
    """Claims that the record does not contain: new ones, and such as were tried and did not hold."""
    found = []
    for key, claimed in claims.traces.items():
        if claimed.code and claimed.tests:
            known = traces.get(key, Trace())
            names = (*claimed.code, *claimed.tests)
            found += [f"{key}: {name}" for name in names if name not in (*known.code, *known.tests)]
    return found


def show_kills(report: Mapping[str, Any], claims: Claims, traces: Traces, only: str) -> None:
    """For each paragraph the code that holds, a break in it and the tests that notice; then what does not hold."""
    kills: dict[tuple[str, str], str] = {(code, test): what for code, test, what in report["kills"]}
    for key, trace in traces.items():
        if is_chosen(key, claims.traces[key], only):
            print(f"{key}: {claims.paragraphs[key].title}")
            for code in trace.code:
                found = [(test, kills[code, test]) for test in trace.tests if (code, test) in kills]
                for test, what in found:
                    print(f"  {code} {what}\n    noticed by {test}")
    lost = [
        line
        for key, lines in groupby(unproved(claims, traces), key=lambda line: line.split(": ")[0])
        if is_chosen(key, claims.traces[key], only)
        for line in lines
    ]
    if lost:
        print("\nClaims that do not hold (no break in that code makes a test of that paragraph fail, or the reverse):")
        print("\n".join(f"  {line}" for line in lost))
    print(f"\n{len(report['kills'])} breaks noticed in {report['runs']} test runs, {report['seconds']} s")


def show_score(report: Mapping[str, Any]) -> int:
    """The whole score, by module, with every mutant that no test noticed."""
    for module, score in report["score"].items():
        print(f"\n{module}: {score['killed']} of {score['killed'] + len(score['survived'])} mutants noticed")
        print("".join(f"  line {line} {what}\n" for line, what in score["survived"]), end="")
    killed = sum(score["killed"] for score in report["score"].values())
    survived = sum(len(score["survived"]) for score in report["score"].values())
    share = 100 * killed / max(killed + survived, 1)
    print(f"\nAll: {killed} of {killed + survived} mutants noticed, {share:.1f} %. {report['seconds']} s")
    return 0
