"""The `etg` command line: what it lists, what it refuses, how it ends."""

import argparse
import os
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec

import pytest

from deploy import cli

BUILT = [command for command in cli.COMMANDS if find_spec(command.module)]


def test_help_lists_every_command_under_its_group(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    shown = capsys.readouterr().out
    for command in cli.COMMANDS:
        assert f"  {command.name}" in shown.split(f"\n{command.group}\n")[1]
    assert "\033" not in shown


def test_without_a_command_the_help_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 2
    assert "Usage:" in capsys.readouterr().err


def test_it_says_which_version_runs_here(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    python = ".".join(str(part) for part in sys.version_info[:3])
    assert capsys.readouterr().out == f"etg 0.1.0, protocol 1, Python {python}\n"


@pytest.mark.parametrize(("asked", "meant"), [("setle", "settle"), ("simulate", "play-out")])
def test_an_unknown_command_suggests_the_nearest(capsys: pytest.CaptureFixture[str], asked: str, meant: str) -> None:
    assert cli.main([asked]) == 2
    assert f"Did you mean `./etg {meant}`?" in capsys.readouterr().err


@pytest.mark.parametrize("command", BUILT, ids=lambda command: command.name)
def test_each_command_has_help_with_an_example(command: cli.Command, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.help == import_module(command.module).HELP
    with pytest.raises(SystemExit) as ended:
        cli.main(["help", *command.name.split()])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert f"etg {command.name}" in shown.split("Example:\n")[1]


def test_an_unknown_argument_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        cli.main(["lock", "--downgrade"])
    assert ended.value.code == 2
    assert "--downgrade" in capsys.readouterr().err


def test_test_passes_its_arguments_on_to_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[list[str]] = []

    def noted(args: argparse.Namespace) -> int:
        seen.append(args.passed_on)
        return 0

    monkeypatch.setattr("deploy.testing.run", noted)
    assert cli.main(["test", "-k", "banker or tie", "tests/rules", "-x", "--durations=5"]) == 0
    assert seen == [["-k", "banker or tie", "tests/rules", "-x", "--durations=5"]]


def test_an_interrupt_ends_quietly(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(_: argparse.Namespace) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("deploy.testing.run", interrupted)
    assert cli.main(["test"]) == 130
    assert capsys.readouterr() == ("", "\n")


def test_a_reader_who_has_gone_is_no_error() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = subprocess.run(
        [sys.executable, "-m", "deploy.cli", "--help"], stdout=writer, stderr=subprocess.PIPE, check=False
    )
    os.close(writer)
    assert (command.returncode, command.stderr) == (141, b"")


def test_a_library_that_qt_lacks_is_named_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lacking(_: argparse.Namespace) -> int:
        raise ImportError("libGL.so.1: cannot open shared object file: No such file or directory")

    monkeypatch.setattr("deploy.testing.run", lacking)
    monkeypatch.setenv("ETG_LIBRARIES", "libgl1 libegl1\nfontconfig")
    assert cli.main(["test"]) == 2
    told = capsys.readouterr().err
    assert "libGL.so.1" in told
    assert told.endswith("please run as root: apt-get install libgl1 libegl1 fontconfig\n")


def test_a_module_of_ours_that_is_missing_is_a_mistake_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    def mistaken(_: argparse.Namespace) -> int:
        raise ImportError("cannot import name 'deal'")

    monkeypatch.setattr("deploy.testing.run", mistaken)
    with pytest.raises(ImportError, match="deal"):
        cli.main(["test"])
