"""What every process does as a process: log lines, the bell, signals, systemd; and the places where tests kill it."""

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from protocol.failpoints import Failpoints
from protocol.process import Bell, Log, Stop, Systemd, now_ms, wall_time


def test_a_line_for_people_names_who_what_and_the_details(capsys: pytest.CaptureFixture[str]) -> None:
    log = Log("people")
    log.info("bets closed", round=7)
    log.warning("dropped", peer="T01", why="no MessagePack")
    first, second = capsys.readouterr().err.splitlines()
    assert first.endswith("people   bets closed round=7")
    assert second.endswith("people   WARNING: dropped peer=T01 why=no MessagePack")


def test_a_line_for_machines_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    Log("machines", "json").error("cannot start", why=OSError("x"), path=Path("a"))
    line = json.loads(capsys.readouterr().err)
    assert (line["level"], line["name"], line["event"], line["why"]) == ("error", "machines", "cannot start", "x")
    assert line["time"].endswith("Z")


def test_the_clocks() -> None:
    first = now_ms()
    assert now_ms() >= first
    assert len(wall_time()) == len("2026-11-16T15:00:00.000Z")


def test_a_process_that_hears_pins_leaves_no_core_and_is_not_looked_into() -> None:
    """In a process of its own: there is no way back."""
    says = "import ctypes, resource; from protocol.process import keep_secrets; keep_secrets(); "
    says += "print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), resource.getrlimit(resource.RLIMIT_CORE))"
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", says], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout == "0 (0, 0)\n"


def test_the_bell_wakes_whoever_polls_and_can_be_rung_any_number_of_times() -> None:
    bell = Bell()
    bell.clear()
    for _ in range(100_000):
        bell.ring()
    with socket.socket(fileno=os.dup(bell.descriptor)) as line:
        assert line.recv(1) == b"!"
    bell.close()
    bell.ring()  # too late: nobody is there to be woken


def test_a_signal_asks_for_the_end_once() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)]
    asked: list[int] = []
    stop = Stop(then=lambda: asked.append(1))
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        assert stop.asked
        assert asked == [1]
    finally:
        stop.close()
        signal.signal(signal.SIGTERM, before[0])
        signal.signal(signal.SIGINT, before[1])


def test_systemd_is_told_ready_alive_and_stopping(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(path))
        monkeypatch.setenv("NOTIFY_SOCKET", str(path))
        monkeypatch.setenv("WATCHDOG_USEC", "1000000")
        supervisor = Systemd()
        supervisor.ready()
        supervisor.turned(1_000)
        supervisor.turned(1_499)  # twice as often as asked for is enough
        supervisor.turned(1_500)
        supervisor.stopping()
        assert [manager.recv(100) for _ in range(4)] == [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_a_manager_that_was_away_for_a_while_is_told_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It restarts itself for an update; a table that it does not hear any more it would kill."""
    path = tmp_path / "notify"
    monkeypatch.setenv("NOTIFY_SOCKET", str(path))
    supervisor = Systemd()
    supervisor.ready()  # nobody is there
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(path))
        supervisor.stopping()
        assert manager.recv(100) == b"STOPPING=1"


def test_without_systemd_nobody_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    supervisor = Systemd()
    supervisor.ready()
    supervisor.turned(1)


# --- failpoints ----------------------------------------------------------------------------------------------------


def test_nothing_happens_unless_a_test_asks_for_it() -> None:
    points = Failpoints({})
    assert not points.armed
    points.at("before_commit", (1, "x"))


def test_the_places_that_are_passed_are_noted(tmp_path: Path) -> None:
    points = Failpoints({"ETG_POINTS": str(tmp_path / "points")})
    points.at("before_commit", (1, "x", 2))
    points.at("after_send", (b"",))
    assert (tmp_path / "points").read_text().split() == ["before_commit/int", "before_commit/str", "after_send/bytes"]


@pytest.mark.parametrize(("place", "passed"), [("here/int", 0), ("here/int:3", 2), ("there/int", 5)])
def test_the_process_dies_at_the_named_place_the_so_manieth_time(place: str, passed: int) -> None:
    code = (
        "import os; from protocol.failpoints import Failpoints\n"
        "points = Failpoints(os.environ)\n"
        "for n in range(5):\n"
        "    points.at('here', (n,))\n"
        "    print(n, flush=True)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "ETG_KILL_AT": place, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == (0 if passed == 5 else -signal.SIGKILL)
    assert len(ended.stdout.split()) == passed
