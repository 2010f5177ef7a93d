"""The test's side of `warm.py`: starts, signals and watches processes. Knows nothing of what they are for."""

import json
import os
import select
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.e2e.player import Layout

ROOT = Path(__file__).resolve().parents[2]


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
