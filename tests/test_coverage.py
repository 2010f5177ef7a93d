"""Every line and every branch of the code that decides about money is run by its own tests.

Only by its own: a branch that some other test happens to pass through is not tested there.
"""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

OWN_TESTS = {
    "protocol/ledger.py": ["tests/protocol/test_ledger.py"],
    "protocol/codec.py": ["tests/protocol/test_codec.py", "tests/protocol/test_bad_input.py"],
    "console/table/windows.py": ["tests/console/test_windows.py"],
    "games/settlement.py": ["tests/rules/test_settlement.py"],
    "terminal/outbox.py": ["tests/terminal/test_outbox.py"],
}


@pytest.mark.parametrize("module", OWN_TESTS)
def test_every_branch_is_run(module: str, tmp_path: Path) -> None:
    data = f"--data-file={tmp_path / 'coverage'}"
    coverage = [sys.executable, "-m", "coverage"]
    pytest_ = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *OWN_TESTS[module]]
    ran = subprocess.run(
        [*coverage, "run", data, "--branch", *pytest_],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout
    report = subprocess.run(
        [*coverage, "report", data, "-m", f"--include={module}", "--fail-under=100"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert report.returncode == 0, report.stdout + report.stderr
