"""The mutation campaign itself: its bugs are programs, each is put into a copy alone, and what was found is kept."""

import argparse
import ast
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from tests.sim.mutants import ROOT, changed
from tests.tools import campaign as campaign_module
from tests.tools.bugs import ROOMS, WRITTEN, Bug, drawn, written
from tests.tools.campaign import AROUND, Record, Scratch, Verdict, campaign, main, span, summary
from tests.tools.seed_after_seed import FIXED, ROUNDS, ROUNDS_MAX, play, to_play


@cache
def parsed(text: str) -> str:
    return ast.dump(ast.parse(text))


@pytest.mark.parametrize("letter", WRITTEN)
def test_each_bug_of_a_set_finds_its_text_and_makes_another_program(letter: str) -> None:
    bugs = written(letter)
    assert len(bugs) == 60
    assert len({bug.name for bug in bugs}) == 60
    for bug in bugs:
        whole = (ROOT / bug.file).read_text()
        broken = changed(bug.change, whole)  # raises if the text is not there exactly once
        assert ast.dump(ast.parse(broken)) != parsed(whole), bug.name
        assert bug.wrong
        assert bug.file.startswith(ROOMS)
        assert bug.room in AROUND


def test_the_sets_have_nothing_in_common() -> None:
    bugs = [(bug.file, bug.old) for letter in WRITTEN for bug in written(letter)]
    assert len(set(bugs)) == len(bugs)


def test_operator_bugs_are_drawn_by_their_seed_from_every_room() -> None:
    bugs = drawn(6, seed=1)
    assert len(bugs) == 6
    assert [bug.name for bug in bugs] == [bug.name for bug in drawn(6, seed=1)]
    assert {bug.name for bug in bugs} != {bug.name for bug in drawn(6, seed=2)}
    for bug in bugs:
        broken = changed(bug.change, (ROOT / bug.file).read_text())
        assert ast.dump(ast.parse(broken)) != ast.dump(ast.parse(bug.old))
        assert not bug.file.startswith(("games/", "looks/", "console/panel", "terminal/display"))


def test_every_folder_around_a_room_is_there() -> None:
    missing = [path for paths in AROUND.values() for path in paths if not (ROOT / "tests" / path).exists()]
    assert missing == []


def test_seeds_are_those_of_every_run_and_then_fresh_ones_that_grow() -> None:
    games = ("one", "other")
    seeds = to_play(3, games)
    fixed = [next(seeds) for _ in range(FIXED)]
    fresh = [next(seeds) for _ in range(200)]
    assert [(seed, rounds) for seed, rounds, _ in fixed] == [(seed, ROUNDS) for seed in range(FIXED)]
    assert min(seed for seed, _, _ in fresh) > FIXED
    assert [rounds for _, rounds, _ in fresh] == sorted(rounds for _, rounds, _ in fresh)
    assert fresh[-1][1] == ROUNDS_MAX
    for some in (fixed, fresh):
        assert [game for _, _, game in some[:6]] == ["one", None, "other", None, "one", None]
    again = to_play(3, games)
    assert [next(again) for _ in range(FIXED + 200)] == [*fixed, *fresh]


# Inside a callback of SQLite's the alarm is swallowed, as it may be, and comes again; Python says so.
@pytest.mark.filterwarnings("ignore:(?s)Exception ignored.*OutOfTime:pytest.PytestUnraisableExceptionWarning")
def test_the_simulator_is_asked_for_so_long_and_says_if_it_runs_the_file() -> None:
    played = play("console/table/table.py", 0.2, 0)
    assert (played.caught, played.reached) == ("", True)
    assert played.runs >= 1
    assert not play("console/nowhere.py", 0.2, 0).reached


# --- with a tree of three files --------------------------------------------------------------------------------------

BUG = Bug("one more", "floor/rule.py", "somebody pays", "amount = 1", "amount = 2")
UNSEEN = Bug("a word", "floor/rule.py", "nothing", '"word"', '"other"')


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one rule and one test."""
    root = tmp_path / "project"
    for name, text in {
        "floor/__init__.py": "",
        "floor/rule.py": 'amount = 1\nname = "word"\n',
        "tests/floor/test_rule.py": "from floor.rule import amount\n\n\ndef test_it():\n    assert amount == 1\n",
        "tests/floor/test_bad.py": "def test_that_fails_anyhow():\n    raise AssertionError\n",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    monkeypatch.setattr(campaign_module, "ROOT", root)
    monkeypatch.setattr(campaign_module, "AROUND", {"floor": ("floor",)})
    return root


def options(**more: object) -> argparse.Namespace:
    asked = {
        "simulator": False,
        "tests": True,
        "once": False,
        "seconds": 1.0,
        "seed": 0,
        "jobs": 1,
        "skip": [],
        "near": False,
        "uncontrolled": False,
    }
    return argparse.Namespace(**asked | {"known_bad": None, "skip": [], "near": False} | more)


def test_a_bug_is_caught_by_a_test_that_passes_without_it_and_the_tree_is_never_touched(
    tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = Record(tmp_path / "found.json")
    found = campaign([BUG, UNSEEN], record, options())
    assert [(it.name, it.tests, it.test) for it in found] == [
        ("one more", "caught", "tests/floor/test_rule.py::test_it"),
        ("a word", "survived", ""),
    ]
    assert "amount = 1" in (tree / "floor/rule.py").read_text()
    assert "left out, it fails with nothing broken: tests/floor/test_bad.py" in capsys.readouterr().err
    told = summary(found)
    assert "  floor          a word" in told
    assert told.endswith(f"{'all':<16}{2:>6}{0:>11}{1:>7}{1:>9}")


def test_a_campaign_goes_on_where_it_was_broken_off(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "found.json"
    monkeypatch.setattr(campaign_module, "failures", lambda _root, _folder, *_options: [])
    campaign([UNSEEN], Record(path), options())
    assert [it["name"] for it in json.loads(path.read_text())] == ["a word"]
    broken: list[str] = []
    whole = Scratch.broken

    def noted(scratch: Scratch, bug: Bug, look: Callable[[Path], Verdict]) -> Verdict:
        broken.append(bug.name)
        return whole(scratch, bug, look)

    monkeypatch.setattr(Scratch, "broken", noted)
    campaign([BUG, UNSEEN], Record(path), options())
    assert broken == ["one more"]
    campaign([BUG, UNSEEN._replace(new='"third"')], Record(path), options())  # another bug under the same name
    assert broken == ["one more", "a word"]
    assert tree.exists()
    assert "a word" in capsys.readouterr().out


def test_a_name_that_no_bug_has_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--set", "a", "--only", "no such bug"]) == 2
    assert "no bug of set a is called no such bug" in capsys.readouterr().err


def test_a_simulator_that_objects_with_nothing_broken_ends_the_campaign(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once all sixty bugs were counted as caught, by a seed that failed without any."""
    asked: list[str] = []

    def objects(found: Verdict, _root: Path, _seconds: float, _seed: int) -> Verdict:
        asked.append(found.name)
        return found._replace(simulator="caught", by="M12", seed=3)

    monkeypatch.setattr(campaign_module, "ask_simulator", objects)
    with pytest.raises(SystemExit, match="nothing is broken, and the simulator objects: seed 3, M12"):
        campaign([BUG], Record(tmp_path / "found.json"), options(simulator=True, tests=False))
    assert asked == ["nothing"]
    assert tree.exists()


def test_a_part_of_a_set_is_chosen_by_number() -> None:
    assert [list(range(1, 61))[span(part)] for part in ("7", "58-60")] == [[7], [58, 59, 60]]
