"""`etg test` says of each step whether it failed and how long it took, and hides none behind another."""

import argparse
from pathlib import Path

import pytest

from deploy import testing
from deploy.testing import Ended, summary

PRINTS = ["timeit", "-n1", "-r1"]  # any module that ends quickly and says something
FAILS = ["no_such_module"]


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Nothing is really checked."""
    for name in ("LINT", "TYPES", "SIMULATOR", "SMALL_SIMULATOR"):
        monkeypatch.setattr(testing, name, {f"{name} x": PRINTS})
    monkeypatch.setattr(testing, "PYTEST", PRINTS)
    monkeypatch.setattr(testing, "QUICK", [])
    return monkeypatch


def asked(*, quick: bool = False, long: bool = False, passed_on: tuple[str, ...] = ()) -> int:
    return testing.run(argparse.Namespace(quick=quick, long=long, passed_on=list(passed_on)))


@pytest.mark.parametrize(
    ("arguments", "steps"),
    [
        ({}, ["LINT x", "pytest", "TYPES x", "SIMULATOR x"]),
        ({"quick": True}, ["LINT x", "pytest", "TYPES x", "SMALL_SIMULATOR x"]),
        ({"passed_on": ("-v",)}, ["LINT x", "pytest", "TYPES x"]),
    ],
    ids=["everything", "quick", "with arguments"],
)
@pytest.mark.usefixtures("small")
def test_every_step_is_told_with_its_words(
    capfd: pytest.CaptureFixture[str], arguments: dict[str, bool], steps: list[str]
) -> None:
    assert asked(**arguments) == 0  # type: ignore[arg-type]
    told = capfd.readouterr().out
    assert [line[3:] for line in told.splitlines() if line.startswith("== ")] == steps
    assert told.count("1 loop, best of 1") == len(steps)
    assert told.splitlines()[-1].startswith("All passed, in 0:0")


@pytest.mark.parametrize("failing", ["LINT", "TYPES", "SIMULATOR"])
def test_a_step_that_fails_hides_no_other(
    small: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], failing: str
) -> None:
    small.setattr(testing, failing, {failing: FAILS})
    assert asked() == 1
    told = capfd.readouterr().out
    assert told.count("1 loop, best of 1") == 3
    assert told.splitlines()[-1].startswith(f"FAILED: {failing}, in ")


def test_long_is_told_to_pytest_before_what_the_user_says(
    small: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "echo.py").write_text("import sys; print('told', *sys.argv[1:])")
    small.setattr(testing, "ROOT", tmp_path)
    small.setattr(testing, "PYTEST", ["echo"])
    small.setattr(testing, "LINT", {})
    assert asked(long=True, passed_on=("-x",)) == 0
    assert "told --long -x" in capfd.readouterr().out


def test_what_one_process_has_compiled_all_others_take(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Even if the caller's own settings say no: two hundred files compiled anew are half of a process's start."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    monkeypatch.setattr(testing, "ROOT", tmp_path)
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "__init__.py").touch()
    (tmp_path / "package" / "__main__.py").touch()
    assert testing.start(["package"], None).wait() == 0
    assert list(tmp_path.glob("package/__pycache__/__init__.*.pyc"))


def test_the_last_lines_are_the_steps_and_the_total() -> None:
    ended = [Ended("ruff check", False, 0.26), Ended("pytest", True, 480.0)]
    assert summary(ended, 541.9).splitlines() == [
        "",
        "ruff check      ok           0.3 s",
        "pytest          FAILED     480.0 s",
        "FAILED: pytest, in 9:01 minutes.",
    ]


@pytest.mark.parametrize(("ours", "behind"), [(0, 10), (10, 10), (15, 15)])
@pytest.mark.usefixtures("small")
def test_what_runs_behind_gives_way_and_asks_for_no_more_than_it_has(
    monkeypatch: pytest.MonkeyPatch, ours: int, behind: int
) -> None:
    """Under `nice -n 15` only root may go back to 10."""
    given: list[int] = []
    monkeypatch.setattr("os.getpriority", lambda *_: ours)
    monkeypatch.setattr("os.setpriority", lambda *told: given.append(told[2]))
    assert asked(passed_on=("-v",)) == 0
    assert given == [behind]
