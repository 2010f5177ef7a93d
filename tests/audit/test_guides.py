"""Every command in the guides for auditors and accounting is run, in the order in which it stands there."""

import io
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from audit import report
from deploy.cli import main
from protocol.keys import make_pair
from tests.console.cluster import TABLE
from tests.floor import histories

ROOT: Final = Path(__file__).resolve().parents[2]
UNCOMPARED: Final = "./etg journal verify table.journal"  # status 3: compared with nobody
BLOCK: Final = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
REPORTS_TOML: Final = f"""
name = "Reports"
table = "{TABLE}"
console = "127.0.0.1"
key = "Reports.key"
console_key = "console.pub"
journal = "reports.journal"
"""


def commands(guide: str) -> list[str]:
    text = (ROOT / "docs" / guide).read_text()
    return [line for block in BLOCK.findall(text) for line in block.splitlines() if line]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where they stand: a table's journal, its archive's copy, the console's key."""
    histories.keep(tmp_path, TABLE, histories.two_currencies())
    shutil.copy(tmp_path / "table.journal", tmp_path / "archive.journal")
    make_pair(tmp_path, "Reports")
    (tmp_path / "reports.toml").write_text(REPORTS_TOML)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("guide", ["accounting.md", "auditor.md"])
def test_every_command_of_the_guide_does_what_it_says(
    guide: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = commands(guide)
    assert len(found) > 9

    def interrupted(_seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(report, "sleep", interrupted)
    monkeypatch.setattr(sys, "stdin", io.StringIO("\nb\nq\n"))
    for command in found:
        words = shlex.split(command)
        if words[0] == "python3":
            done = subprocess.run([sys.executable, *words[1:]], cwd=folder, capture_output=True, text=True, check=False)
            assert done.returncode == 0, (command, done.stdout, done.stderr)
        elif words[1:3] == ["report", "follow"]:
            follow(words[1:], folder)
        elif {"--windows", "--pictures"} & set(words):
            look(words[1:], folder)
        else:
            assert words[0] == "./etg", command
            status = 3 if command == UNCOMPARED else 130 if "--follow" in words else 0
            assert main(words[1:]) == status, (command, capsys.readouterr())
            output = capsys.readouterr().out
            assert output or "--html" in words, command
    assert guide != "accounting.md" or "Win by" in (folder / "day.html").read_text()


def follow(words: list[str], folder: Path) -> None:
    """Until it says that it keeps the file; there is no console here to hear of."""
    command = [sys.executable, "-m", "deploy.cli", *words]
    environment = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        line = process.stderr.readline()
        assert "keeping" in line, line + process.stderr.read()
        process.send_signal(signal.SIGTERM)
        process.stderr.read()
    assert process.returncode == 0
    assert (folder / "reports.reports.sqlite").exists()


# --- what the commands say to somebody who asks wrongly ---------------------------------------------------------------


@pytest.fixture
def built(folder: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["report", "build", "table.journal"]) == 0
    told = capsys.readouterr()
    assert "197 entries: 4 rounds, 12 lines, 2 tickets" in told.out
    assert "100 % 197 of 197 entries" in told.err
    return folder / "table.reports.sqlite"


@pytest.mark.parametrize(
    ("argv", "why"),
    [
        (["day", "--day", "2020-01-01"], "there is no gaming day 2020-01-01; there are -, 2026-11-16, 2026-11-17"),
        (["shift", "--day", "2026-11-16", "--shift", "03:00"], "no money moved in a shift from 03:00 of 2026-11-16"),
        (["shoe", "--shoe", "9"], "there is no shoe 9"),
        (["terminal", "--terminal", "T9"], "no money ever moved at 'T9'; there are T1, T2"),
    ],
)
def test_what_is_not_there_is_named_with_what_is(
    argv: list[str], why: str, built: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", argv[0], str(built), *argv[1:]]) == 2
    assert why in capsys.readouterr().err


def test_a_file_that_is_no_file_of_reports_is_not_read(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, why in (("none.sqlite", "there is no such file"), ("table.journal", "is no file of reports")):
        assert main(["report", "table", name]) == 2
        assert why in capsys.readouterr().err
    (folder / "text.sqlite").write_text("no database")
    assert main(["report", "table", "text.sqlite"]) == 2
    assert main(["report", "build", "text.sqlite"]) == 1
    assert main(["report", "build", "table.journal", "--zone", "Mars/Base"]) == 1
    assert "'Mars/Base' is no time zone" in capsys.readouterr().err


def test_a_difference_is_a_status_and_a_red_line(built: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with sqlite3.connect(built) as db:
        db.execute("UPDATE lines SET returned = returned + 1 WHERE seq = 43")
    db.close()
    assert main(["report", "table", str(built)]) == 1
    told = capsys.readouterr()
    assert "1 differences in the three-way match" in told.err
    assert re.search(r"\b43 +1 +T1 +lines and ledger", told.out)
    assert main(["report", "table", str(built), "--html", str(built.with_suffix(".html"))]) == 1
    assert 'class="bad"' in built.with_suffix(".html").read_text()


def test_building_again_replaces_what_was_there(built: Path) -> None:
    before = time.time_ns()
    built.write_bytes(b"")
    assert main(["report", "build", "table.journal"]) == 0
    assert built.stat().st_mtime_ns >= before - 2_000_000_000
    assert main(["report", "table", str(built)]) == 0
    assert not list(built.parent.glob("*.building*"))


def look(words: list[str], folder: Path) -> None:
    """In a process of its own: Qt begins there. Windows stay until somebody closes them."""
    command = [sys.executable, "-m", "deploy.cli", *words]
    environment = {
        "PYTHONPATH": str(ROOT),
        "PATH": "/usr/bin:/bin",
        "QT_QPA_PLATFORM": "offscreen",
        "QT_QUICK_BACKEND": "software",
    }
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        if "--windows" in words:
            assert "steps in windows" in line
            process.send_signal(signal.SIGTERM)
    assert process.returncode == 0
    assert "--pictures" not in words or list((folder / "round-1").glob("*_terminal.png"))
