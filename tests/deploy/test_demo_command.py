"""`etg demo`: a whole table of real processes, its live report, its stories, and a last line that is earned."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import IO

import pytest

from console.credentials import DEMO_PIN
from deploy.cli import main
from deploy.demo.box_stories import BOX_STORIES
from deploy.demo.command import Demo
from deploy.demo.findings import check_table
from deploy.demo.stories import STORIES
from games.round import PlayerId
from protocol.chain import make_entry
from protocol.codec import encode_body
from protocol.events import Audience, CreditBought
from protocol.journal import Journal
from protocol.view import TableView

ROOT = Path(__file__).parents[2]
VERIFIED = "journal verified, money conserved"
WINDOWS = (sys.executable, "-m", "deploy.cli", "demo")
HEADLESS = (*WINDOWS, "--headless")
# Windows without a screen and without a GPU.
UNSEEN = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"}


def etg_demo(*arguments: str) -> str:
    """As a process of its own: it takes over signals. What it told; it ended well, and its last line says so."""
    command = [*HEADLESS, "--speed", "20", *arguments]
    demo = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert demo.returncode == 0, demo.stdout + demo.stderr
    assert demo.stdout.splitlines()[-1] == VERIFIED
    return demo.stdout


@contextmanager
def demo_under_way(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """It, and what it tells."""
    with subprocess.Popen([*WINDOWS, *arguments], stdout=subprocess.PIPE, text=True, cwd=ROOT, env=UNSEEN) as demo:
        assert demo.stdout is not None
        yield demo, demo.stdout


def read_until(words: str, told: IO[str]) -> str:
    """All that was told up to and with the line that has these words."""
    heard = ""
    while words not in heard:
        line = told.readline()
        assert line, f"it ended before {words!r}:\n{heard}"
        heard += line
    return heard


def processes_of(folder: Path) -> list[str]:
    """The command lines of what still works in that folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if (process / "cwd").readlink() == folder:
                found.append((process / "cmdline").read_text())
        except OSError:
            continue  # it has ended
    return found


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A demo of two Rounds that is over: its folder, and what it told."""
    folder = tmp_path_factory.mktemp("demo") / "kept"
    return folder, etg_demo("--rounds", "2", "--terminals", "2", "--keep", str(folder))


def test_a_round_is_told_from_the_first_bet_to_the_last_line(played: tuple[Path, str]) -> None:
    folder, told = played
    for words in (
        *("The table is open: baccarat", "T01 buys", "Round 2 "),
        *("registered: revision", "No More Bets", "Certified"),
    ):
        assert words in told
    assert archive_is_level(told)
    assert processes_of(folder) == []
    assert check_table(folder, "DEMO-01", ["T01", "T02"]).problems == []


def archive_is_level(told: str) -> bool:
    """It has the last entry, too: it is stopped after those who make entries."""
    found = re.search(r"(\d+) entries in the console's journal, (\d+) in the archive's", told)
    return found is not None and found[1] == found[2]


def test_the_last_line_is_earned(played: tuple[Path, str], tmp_path: Path) -> None:
    folder = tmp_path / "forged"
    shutil.copytree(played[0], folder, ignore=shutil.ignore_patterns("shoe"))
    with Journal(folder / "table.journal", "DEMO-01") as journal:  # credit from nowhere, as a thief would write it
        body = encode_body(CreditBought(b"i" * 16, PlayerId("T01"), 1, 10**6))
        journal.commit([make_entry(journal.chain, journal.seq + 1, "", Audience("T01"), b"s" * 16, body)])
    assert check_table(folder, "DEMO-01", ["T01"]).problems == []  # money that came in: the books cannot know better
    with Journal(folder / "T01.journal", "T01 at DEMO-01") as journal:
        chain = journal.chain
    (folder / "T01.journal").write_bytes((folder / "T01.journal").read_bytes().replace(chain, bytes(32)))
    (problem,) = check_table(folder, "DEMO-01", ["T01"]).problems
    assert "T01" in problem
    (folder / "T01.journal").unlink()
    assert check_table(folder, "DEMO-01", ["T01"]).problems == ["T01: it has no journal"]
    assert check_table(folder, "DEMO-01", ["T03"]).problems == []  # that was never here: it has nothing to show


@pytest.mark.in_turn(4)
@pytest.mark.parametrize("paragraph", STORIES)
def test_a_story_ends_as_its_rule_says(paragraph: str) -> None:
    told = etg_demo("--scenario", paragraph, "--terminals", "2")
    expected = {
        "5.1": ["no Bet is decided yet (5.1.2)", "the Round is Void", "it is concluded (5.1.1)"],
        "5.2": ["T01 is dark", "T02 is dark", "settled while it was dark (5.2.1)", "it is returned (5.2.2)"],
        "5.3": ["ruled under 5.3.1", "the Round is Void"],
        "5.4": ["a card that nobody needs"],
        "5.6": ["the cards on the felt count"],
        "shoe": ["the Card Shoe does not answer", "the Card Shoe answers"],
    }
    for words in expected[paragraph]:
        assert words in told


@pytest.mark.in_turn(5)
@pytest.mark.parametrize("name", BOX_STORIES)
def test_a_story_of_boxes_ends_as_its_rule_says(name: str) -> None:
    told = etg_demo("--game", "blackjack", "--scenario", name, "--terminals", "2")
    expected = {
        "5.3": ["nobody is at T01", "ruled under 5.3\n", "T01 is settled all the same"],
        "5.7": ["ruled under 5.7\n", "options "],
        "5.12": ["5C and 9C come at once", "ruled under 5.12\n", "order 1: "],
        "plug": ["the plug of T01 is pulled", "choice 1: stand", "T01 is back"],
        "split": ["choice 1: split", "the plug of the console is pulled", "it is concluded (5.4.1)"],
    }
    for words in expected[name]:
        assert words in told
    if name == "split":  # it is asked again, and doubles if its money is enough
        assert "choice 1: " in told.partition("it is concluded (5.4.1)")[2]


def test_a_game_without_that_story_says_which_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--game", "blackjack", "--scenario", "5.6"]) == 2
    known = ", ".join(BOX_STORIES)
    assert capsys.readouterr().err == f"etg demo: no story 5.6 of blackjack; there are: {known}\n"


def test_a_demo_in_which_nothing_happens_any_more_says_so_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """A story once waited for a question that nobody would ask; it looked as if it still played."""
    clock = iter(range(0, 1_000_000, 1_000))
    monkeypatch.setattr("deploy.demo.command.now_ms", lambda: next(clock))
    demo = Demo.__new__(Demo)
    view, follower = TableView(), SimpleNamespace(seq=7)
    demo.args, demo.tiles = Namespace(speed=20.0), {}
    monkeypatch.setattr(
        demo, "link", SimpleNamespace(desk=SimpleNamespace(view=view, follower=follower)), raising=False
    )
    turns: list[int] = []

    def turn() -> None:
        turns.append(len(turns))
        follower.seq = max(follower.seq, min(len(turns), 50))

    monkeypatch.setattr(demo, "turn", turn)
    with pytest.raises(SystemExit, match=r"nothing has happened for 120 s \(round 0 closed, no halt, entry 50\)"):
        demo.until(lambda: False)
    assert len(turns) > 50 + 119


def test_faults_while_it_plays_cost_no_money() -> None:
    assert "faults: " in etg_demo("--rounds", "3", "--terminals", "3", "--faults", "--seed", "3")


@pytest.mark.parametrize(
    ("words", "number"),
    [("Round 1", signal.SIGINT), ("", signal.SIGTERM)],
    ids=["Ctrl-C in a Round", "at once, when nobody has joined yet"],
)
def test_who_stops_it_is_told_of_no_problem(tmp_path: Path, words: str, number: signal.Signals) -> None:
    folder = tmp_path / "kept"
    with demo_under_way("--headless", "--rounds", "1000", "--terminals", "2", "--keep", str(folder)) as (demo, out):
        read_until(words or "\n", out)
        demo.send_signal(number)
        rest = out.read()
    assert demo.returncode == 0, rest
    assert rest.splitlines()[-1] == VERIFIED
    assert archive_is_level(rest) or not words
    assert processes_of(folder) == []


def test_killed_without_warning_it_leaves_no_process_behind(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    with demo_under_way("--headless", "--terminals", "2", "--keep", str(folder)) as (demo, out):
        read_until("buys", out)
        assert len(processes_of(folder)) >= 4
        demo.kill()
    while processes_of(folder):
        time.sleep(0.01)


def test_who_kills_windows_in_a_round_sees_the_round_end_and_the_windows_come_back() -> None:
    with demo_under_way("--windows", "--rounds", "1", "--terminals", "1", "--speed", "3") as (demo, out):
        told = read_until("Round 1", out)
        for window in ("Panel2.toml", "Display.toml", "T01.toml"):
            os.kill(child_of(demo.pid, window), signal.SIGKILL)
        rest = out.read()
    assert demo.returncode == 0, told + rest
    assert "archive, windows." in told
    for name in ("the panel", "the display", "T01"):
        assert rest.index(f"{name} is gone: the Round goes on") < rest.index("Certified")
        assert f"{name} is started again" in rest
    assert rest.splitlines()[-1] == VERIFIED


def test_in_a_played_demo_nobody_deals_and_closing_the_panel_ends_it(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    with demo_under_way("--play", "--terminals", "2", "--speed", "20", "--keep", str(folder)) as (demo, out):
        told = read_until("the Card Shoe answers", out)  # nobody opens the table, so nobody buys credit
        panel = child_of(demo.pid, "Panel2.toml")
        while not listens(panel):  # killed before, it would be started again
            time.sleep(0.01)
        os.kill(panel, signal.SIGTERM)  # to it, as good as a tap on the cross of its window
        told += out.read()
    assert demo.returncode == 0, told
    assert told.splitlines()[-1] == VERIFIED
    assert f"type the PIN {DEMO_PIN}." in " ".join(told.split())  # the panel tells it only once the table is open
    file = tomllib.loads((folder / "table.toml").read_text())
    assert (len(file["table"]["languages"]), file["table"]["squeeze"]) == (4, True)
    assert file["shoe"]["together_ms"] == 150  # its window offers two cards at once: 001 §5.7
    assert "buys" not in told
    assert "The table is open" not in told
    assert processes_of(folder) == []


def test_where_nobody_deals_a_played_demo_says_with_which_number_to_play(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    how = ("--game", "classic_blackjack", "--play", "--terminals", "2", "--speed", "20", "--keep", str(folder))
    with demo_under_way(*how) as (demo, out):
        told = read_until("Close the panel to end", out)
        panel = child_of(demo.pid, "Panel2.toml")
        while not listens(panel):
            time.sleep(0.01)
        os.kill(panel, signal.SIGTERM)
        told += out.read()
    assert demo.returncode == 0, told
    assert told.splitlines()[-1] == VERIFIED
    assert "2 terminals, archive, windows." in told
    assert f"type the PIN {DEMO_PIN}; then open the table." in " ".join(told.split())
    assert "At T01 the number is 80001, with the same PIN." in " ".join(told.split())
    assert len(tomllib.loads((folder / "table.toml").read_text())["table"]["languages"]) == 4
    assert processes_of(folder) == []


def listens(process: int) -> bool:
    """It has a handler for SIGTERM: the kernel keeps a bit for each signal."""
    caught = re.search(r"^SigCgt:\s*(\w+)$", Path(f"/proc/{process}/status").read_text(), re.MULTILINE)
    return caught is not None and bool(int(caught[1], 16) >> (signal.SIGTERM - 1) & 1)


def child_of(parent: int, word: str) -> int:
    """The process that it has started with this word on its command line."""
    children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    return next(int(child) for child in children if word in Path(f"/proc/{child}/cmdline").read_text())


def test_pictures_go_to_their_own_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path] = []

    def run(folder: Path, _game: str) -> int:
        asked.append(folder)
        return 0

    monkeypatch.setattr("deploy.demo.screenshots.run", run)
    assert main(["demo", "--screenshots", str(tmp_path)]) == 0
    assert asked == [tmp_path]


@pytest.mark.parametrize(
    "arguments", [("--speed", "0"), ("--rounds", "0"), ("--scenario", "9.9"), ("--play", "--headless")]
)
def test_bad_arguments_are_refused(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["demo", *arguments])
    assert arguments[0] in capsys.readouterr().err


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").touch()
    assert main(["demo", "--keep", str(tmp_path)]) == 2
    assert "is not empty" in capsys.readouterr().err
