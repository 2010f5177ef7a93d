"""`etg panel`: the window in a process of its own, and what it says when it cannot start."""

import argparse
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from deploy import panel
from deploy.rig import PANEL, Rig

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


def test_a_panel_ends_in_order_and_the_console_does_not_notice(tmp_path: Path) -> None:
    rig = Rig(tmp_path / "table", terminals=1)
    rig.start_console()
    running = start(str(rig.folder / f"{PANEL}.toml"), "--windowed", "1280x720", "--language", "ms")
    counted = rig.peer(PANEL).journal
    while not counted.exists() and running.poll() is None:
        pass  # it counts its start when it listens for signals already, and before it opens its window
    running.send_signal(signal.SIGTERM)
    out, errors = running.communicate()
    assert (running.returncode, out, errors) == (0, "", "")
    assert rig.alive("console")
    assert rig.stop() == {"console": 0}


def test_what_is_wrong_is_said(tmp_path: Path) -> None:
    missing = start(str(tmp_path / "none.toml"))
    _, errors = missing.communicate()
    assert missing.returncode == 2
    assert "there is no such file" in errors
    rig = Rig(tmp_path / "table", terminals=1)
    file = str(rig.folder / f"{PANEL}.toml")
    foreign = start(file, "--language", "tlh")
    _, errors = foreign.communicate()
    assert (foreign.returncode, errors) == (2, "etg panel: 'tlh' is none of en, zh_CN, zh_TW, ms\n")
    (rig.folder / "keys" / f"{PANEL}.key").unlink()
    keyless = start(file)
    _, errors = keyless.communicate()
    assert keyless.returncode == 1
    assert errors.startswith("etg panel: cannot start")


@pytest.mark.parametrize("text", ["", "1280", "1280x", "x720", "0x0", "99999x99999", "1280x720x1", "12a0x720"])
def test_a_size_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError):
        panel.size(text)
    assert panel.size("1280x720") == (1280, 720)
