"""Every line and every branch of the code that decides about money is run by its own tests.

Only by its own: a branch that some other test happens to pass through is not tested there. With few examples, and the
same every time: a branch that only luck finds is not tested either.
"""

import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from coverage import Coverage

ROOT = Path(__file__).resolve().parent.parent

OWN_TESTS = {
    "protocol/ledger.py": ["tests/protocol/test_ledger.py", "tests/protocol/test_purses.py"],
    "protocol/codec.py": [
        *("tests/protocol/test_codec.py", "tests/protocol/test_bad_input.py"),
        # Runs no branch that others do not, and making every order there is takes long while coverage looks on.
        "--deselect=tests/protocol/test_codec.py::test_every_request_arrives_as_it_was_sent[Command]",
    ],
    "console/table/windows.py": ["tests/console/test_windows.py"],
    "games/settlement.py": ["tests/rules/test_settlement.py"],
    "terminal/outbox.py": ["tests/terminal/test_outbox.py"],
}


@pytest.mark.in_turn(5)
@pytest.mark.parametrize("module", OWN_TESTS)
def test_every_branch_is_run(module: str, tmp_path: Path) -> None:
    data, settings = tmp_path / "data", tmp_path / "settings"
    settings.write_text("[run]\nbranch = true\n")  # not ours, which trace every package: this one file is quicker
    measured = ["-m", "coverage", "run", f"--rcfile={settings}", f"--data-file={data}", f"--include={module}"]
    pytest_ = [
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "--hypothesis-profile=few",
        *OWN_TESTS[module],
    ]
    ran = subprocess.run([sys.executable, *measured, *pytest_], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout
    coverage, told = Coverage(data_file=data, config_file=str(settings)), StringIO()
    coverage.load()
    assert coverage.report(file=told, show_missing=True) == 100, told.getvalue()
