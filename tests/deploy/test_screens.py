"""A display that is not there is told in words: Qt would end the process with SIGABRT."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.demo.rig import Rig
from deploy.screens import why_no_display


@pytest.fixture
def wayland(tmp_path: Path) -> Iterator[dict[str, str]]:
    """A server that listens where Wayland's clients look."""
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-7"))
        server.listen()
        yield {"WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": str(tmp_path)}


def test_where_no_display_is_named_or_needed() -> None:
    assert why_no_display({}).startswith("there is no display here: neither DISPLAY nor WAYLAND_DISPLAY is set")
    assert why_no_display({"QT_QPA_PLATFORM": "offscreen"}) == ""


def test_one_that_answers_is_enough(wayland: dict[str, str]) -> None:
    assert why_no_display(wayland) == ""
    assert why_no_display({**wayland, "DISPLAY": ":65533"}) == ""


@pytest.mark.parametrize("value", [":65533", "unix:65533.0", "127.0.0.1:1", "nonsense"])
def test_one_that_is_named_and_dead_is_named(value: str) -> None:
    told = why_no_display({"DISPLAY": value, "QT_QPA_PLATFORM": "xcb"})
    assert told.startswith(f"there is no display here: DISPLAY is {value}, and there nobody answers (")


def test_x11_over_tcp_is_asked_at_its_port() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        server.listen()
        number = server.getsockname()[1] - 6_000
        assert number > 0
        assert why_no_display({"DISPLAY": f"127.0.0.1:{number}.0"}) == ""


@pytest.mark.parametrize("command", ["terminal", "panel", "display"])
def test_no_window_ends_with_a_signal_where_the_display_is_dead(tmp_path: Path, command: str) -> None:
    rig = Rig(tmp_path, terminals=1, driver="manual")
    name = {"terminal": "T01", "panel": "Panel", "display": "Display"}[command]
    kept = {key: value for key, value in os.environ.items() if key not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY")}
    ended = subprocess.run(
        [sys.executable, "-m", "deploy.cli", command, f"{name}.toml"],
        cwd=rig.folder,
        env={**kept, "DISPLAY": ":65533", "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, "DISPLAY is :65533, and there nobody answers" in ended.stderr) == (1, True), ended
