"""`etg panel`: the window in a process of its own, and what it says when it cannot start."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from console.panel.link import PanelLink
from deploy.demo.rig import PANEL, PANEL_WINDOW, Rig
from protocol.process import now_ms

# The command as `etg` runs it, without the table of commands around it.
COMMAND = """
import argparse, sys
from deploy import panel
parser = argparse.ArgumentParser()
panel.add_arguments(parser)
sys.exit(panel.run(parser.parse_args()))
"""


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def until(reached: Callable[[], bool]) -> None:
    while not reached():
        time.sleep(0.02)


def has_joined(rig: Rig, name: str) -> bool:
    """It joins after its window is there."""
    return f"terminal={name} " in rig.log("console")


def is_served(rig: Rig) -> bool:
    """The console lets another panel in, and that one sees the table as it is."""
    link = PanelLink(rig.peer(PANEL_WINDOW))
    while not link.desk.ready:
        link.turn()
        link.peer.wait(now_ms() + 20)
    link.close()
    return True


def test_a_panel_ends_in_order_and_the_console_goes_on(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "table", terminals=1)
    rig.start_console()
    running = start(str(rig.folder / f"{PANEL}.toml"), "--windowed", "1280x720", "--language", "ms")
    until(lambda: has_joined(rig, PANEL) or running.poll() is not None)
    limits = Path(f"/proc/{running.pid}/limits").read_text()
    assert re.search(r"Max core file size +0 +0 ", limits), "PINs are typed there: no core file"
    assert Path(f"/proc/{running.pid}/mem").stat().st_uid == 0, "and its memory is nobody's to look into"
    running.send_signal(signal.SIGTERM)
    out, errors = running.communicate()
    assert (running.returncode, out, errors) == (0, "", "")
    assert is_served(rig)
    assert rig.stop() == {"console": 0}


@pytest.mark.parametrize("killed", [False, True])
def test_a_console_with_a_panel_outlives_it_and_takes_it_along_at_its_end(tmp_path: Path, killed: bool) -> None:
    rig = Rig(tmp_path / "table", terminals=1)
    rig.start("console", "console", "table.toml", "--new", "--with-panel", f"{PANEL}.toml")
    until(lambda: has_joined(rig, PANEL))
    console = rig.processes["console"].pid
    (beside,) = Path(f"/proc/{console}/task/{console}/children").read_text().split()
    if killed:
        os.kill(int(beside), signal.SIGKILL)
    assert is_served(rig)
    assert rig.stop() == {"console": 0}
    assert not Path(f"/proc/{beside}").exists()


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    missing = start(str(tmp_path / "none.toml"))
    _, errors = missing.communicate()
    assert missing.returncode == 2
    assert "there is no such file" in errors
    rig = Rig(tmp_path / "table", terminals=1)
    file = str(rig.folder / f"{PANEL}.toml")
    foreign = start(file, "--language", "tlh")
    _, errors = foreign.communicate()
    assert foreign.returncode == 2
    assert "tlh" in errors
    (rig.folder / "keys" / f"{PANEL}.key").unlink()
    keyless = start(file)
    _, errors = keyless.communicate()
    assert keyless.returncode == 1
    assert "ERROR: cannot start" in errors
