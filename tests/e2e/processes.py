"""The test's side of `warm.py`: starts, signals and watches processes. Knows nothing of what they are for."""

import atexit
import json
import math
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

from deploy.demo.rig import Rig, Running
from tests.e2e.player import Layout

ROOT = Path(__file__).resolve().parents[2]
FILES_ENOUGH_TO_POLL: Final = 16  # the kernel refuses to poll more than may be open; and all these numbers are taken


class Process:
    """By its descriptor, not its number: a number may come again."""

    def __init__(self, name: str, pid: int, kill_at: str) -> None:
        self.name = name
        self.pid = pid
        self.kill_at = kill_at
        self.status: int | None = None  # negative: the signal that ended it
        self._descriptor = os.pidfd_open(pid)

    def signal(self, number: signal.Signals) -> None:
        if self.status is None:
            with suppress(ProcessLookupError):  # it has ended, and `look` will tell
                signal.pidfd_send_signal(self._descriptor, number)

    def nudge(self) -> None:
        """A Guest looks again what he is to do."""
        self.signal(signal.SIGUSR1)

    def ended(self, status: int) -> None:
        self.status = status
        os.close(self._descriptor)


class Warm:
    def __init__(self) -> None:
        # Line by line and unbuffered here, so that what waits is always in the pipe, where `select` sees it.
        self._server = subprocess.Popen(
            [sys.executable, "-m", "tests.e2e.warm"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._orders, self._news = self._server.stdin.fileno(), self._server.stdout.fileno()
        self._rest = b""
        self._lines: list[dict[str, Any]] = []
        self._processes: dict[int, Process] = {}
        self._next("ready")

    def start(
        self,
        folder: Path,
        name: str,
        *arguments: str,
        layouts: list[Layout] | None = None,
        guest: bool = False,
        checkpoint_every: int = 0,
        files_max: int = 0,
        **environment: str,
    ) -> Process:
        """`layouts`: a terminal with our Player; `guest`: with a Guest; else the arguments of the `etg` command."""
        order = {
            "folder": str(folder),
            "name": name,
            "arguments": arguments,
            "layouts": layouts,
            "guest": guest,
            "checkpoint_every": checkpoint_every,
            "files_max": files_max,
            "environment": environment,
        }
        os.write(self._orders, json.dumps(order).encode() + b"\n")
        pid = self._next("started")["started"]
        process = self._processes[pid] = Process(name, pid, environment.get("ETG_KILL_AT", ""))
        return process

    def look(self) -> None:
        """Whoever has ended since knows it afterwards."""
        while select.select([self._news], [], [], 0)[0]:
            self._read()
        self._note_ended()

    def wait(self, seconds: float) -> None:
        """Until there are news, or for so long."""
        select.select([self._news], [], [], seconds)
        self.look()

    def close(self) -> None:
        """Everything that was started dies with it."""
        for process in self._processes.values():
            process.signal(signal.SIGKILL)
        self._server.communicate()
        for process in self._processes.values():
            process.ended(-signal.SIGKILL)

    def _next(self, kind: str) -> dict[str, Any]:
        while True:
            for line in self._lines:
                if kind in line:
                    self._lines.remove(line)
                    return line
            self._read()

    def _read(self) -> None:
        data = os.read(self._news, 65_536)
        assert data, "the process that forks has ended: its words are above"
        *lines, self._rest = (self._rest + data).split(b"\n")
        self._lines += [json.loads(line) for line in lines]

    def _note_ended(self) -> None:
        for line in [line for line in self._lines if "ended" in line]:
            self._lines.remove(line)
            self._processes.pop(line["ended"]).ended(line["status"])


@cache
def shared() -> Warm:
    """One for all tests of this process of pytest: to import everything takes a second."""
    warm = Warm()
    atexit.register(warm.close)
    return warm


class Forked:
    """A process that was forked from the warm one, to be handled as one of `subprocess`."""

    def __init__(self, warm: Warm, process: Process) -> None:
        self._warm, self._process = warm, process

    @property
    def pid(self) -> int:
        return self._process.pid

    def poll(self) -> int | None:
        self._warm.look()
        return self._process.status

    def wait(self, timeout: float | None = None) -> int:
        end = math.inf if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired(self._process.name, timeout or 0)
            self._warm.wait(0.05)
        return status

    def send_signal(self, sig: int) -> None:
        self._process.signal(signal.Signals(sig))

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


class ForkedRig(Rig):
    """A table whose processes begin in milliseconds. None with a window: Qt is not forked."""

    def _launch(self, name: str, arguments: Sequence[str], environment: Mapping[str, str]) -> Running:
        (self.folder / f"{name}.log").touch()  # there from the start, as anybody may read it who has started this
        warm, words = shared(), dict[str, Any](environment)
        return Forked(warm, warm.start(self.folder, name, *arguments, **words))
