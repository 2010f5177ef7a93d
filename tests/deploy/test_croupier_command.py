"""`etg croupier` with a terminal that is not ours, as "Try your terminal" of docs/protocol.md says it."""

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy import cli
from protocol.keys import make_pair
from tests.e2e import other_hand


def etg(*arguments: str) -> int:
    return cli.main(list(arguments))


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    make_pair(tmp_path / "mine", "T07")
    return tmp_path / "mine"


def told(process: "subprocess.Popen[str]") -> Iterator[dict[str, object]]:
    assert process.stdout is not None
    for line in process.stdout:
        yield json.loads(line)


def player(folder: Path) -> None:
    """Waits for its file, buys, and bets in the first window that it sees."""
    config = folder / "table" / "T07.toml"
    while not config.exists():
        time.sleep(0.01)
    arguments = [sys.executable, other_hand.__file__, str(config), str(folder / "notes")]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        process.stdin.write('{"buy": 50000}\n')
        process.stdin.flush()
        asked = False
        for known in told(process):
            if known["open"] and known["credit"] and not asked:
                asked = True
                process.stdin.write('{"bet": {"player": 5000}}\n')
                process.stdin.flush()
            if known["stake"] == 0 and asked and not known["open"] and known["credit"] != 50_000:
                break
        process.stdin.close()


def test_a_stranger_plays_at_the_table_that_admits_his_key(
    mine: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    at_the_table = threading.Thread(target=player, args=(tmp_path,))
    at_the_table.start()
    arguments = (f"T07={mine / 'T07.pub'}", "--rounds", "1", "--countdown", "2")
    assert etg("croupier", str(tmp_path / "table"), "--admit", *arguments) == 0
    at_the_table.join()
    said = capfd.readouterr().out
    for line in ("T07 is here (start 1)", "T07 buys 500.00", "T07  Player 50.00   registered", "journal verified"):
        assert line in said, said


@pytest.mark.parametrize("admit", ["T07", "T07=nowhere.pub"])
def test_what_names_no_key_is_refused_in_words(admit: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert etg("croupier", str(tmp_path / "table"), "--admit", admit) == 2
    assert admit.rpartition("=")[2] in capsys.readouterr().err


def test_a_folder_with_something_in_it_is_left_alone(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert etg("croupier", str(mine), "--admit", f"T07={mine / 'T07.pub'}") == 2
    assert "is not empty" in capsys.readouterr().err
