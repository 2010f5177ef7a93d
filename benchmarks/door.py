"""What a crowd at the console's door costs those who are in: how long an answer takes, calm and beside each crowd.

Eight terminals ask a real console, each as often as it may. What is wanted is the console, not the machine that both
ends share here. So a crowd (`mob.py`) has one processor, of the lowest priority, and dials as often as a host outside
may (more is for the firewall: docs/design.md); and calm and crowd take turns of a few seconds in the same run, so that
whatever else the machine does is in both. Beside the answers stands what the console has used of a processor, and what
the turns of its loop have: on a machine that others use, that alone says something about the console.

    ./etg bench door
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import zmq
from msgspec import Struct

from benchmarks.cluster import environment, quantile
from deploy.demo.rig import DISPLAY, Rig
from protocol import messages as m
from protocol.codec import encode
from protocol.keys import load_pair, load_public
from protocol.liveness import REQUESTS_PER_S
from protocol.sockets import PeerSockets

TERMINALS: Final = 8
SECONDS: Final = 2.0  # of one turn
TURNS: Final = 5  # of calm and crowd, for each crowd
DIALS_A_SECOND: Final = 600
SETTLE_S: Final = 1.0  # after a crowd has come or gone
PATIENCE_S: Final = 60.0  # until a console that starts has answered everybody
GOAL: Final = 3.0  # times the calm 99th percentile
QUESTION: Final = encode(m.Sync(1, b"run-8byt", 0))  # of a process that has not joined: answered at once
CROWDS: Final = (("silent", 1_300), ("slow", 1_300), ("strangers", 600), ("one-key", 400))


class NoAnswer(Exception):
    """There is nothing to measure."""


class Measured(Struct):
    """Milliseconds of each answer, and of each turn: of its thread's processor time, and of the clock."""

    answers: list[float] = []
    turns: list[tuple[float, float]] = []
    used_s: float = 0.0  # by all threads of the console
    seconds: float = 0.0

    def p99(self) -> float:
        return percentile(self.answers, 0.99)


class Console:
    """A process that counts its turns."""

    def __init__(self, opened: ExitStack, rig: Rig) -> None:
        with (rig.folder / "console.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "benchmarks.turns", "table.toml", "--new"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                env=environment(),
                cwd=rig.folder,
            )
        self._process = opened.enter_context(process)
        rig.processes["console"] = process
        opened.callback(rig.stop)

    def used_s(self) -> float:
        """Seconds of a processor, by all its threads, since it began."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def turns(self) -> list[tuple[float, float]]:
        """Since the last time."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(b"\n")
        stdin.flush()
        line = stdout.readline()
        if not line:
            raise NoAnswer("the console has ended")
        return [(cpu / 1e6, clock / 1e6) for cpu, clock in json.loads(line)]


class Terminals:
    def __init__(self, opened: ExitStack, rig: Rig) -> None:
        context = opened.enter_context(zmq.Context())
        keys = rig.folder / "keys"
        console = load_public(keys / "console.pub")
        self._all: list[PeerSockets] = []
        self._poller = zmq.Poller()
        for name in rig.terminals:
            peer = rig.peer(name)
            sockets = PeerSockets(context, load_pair(peer.key), console, peer.router, peer.publisher)
            opened.callback(sockets.close)
            self._all.append(sockets)
            self._poller.register(sockets.dealer, zmq.POLLIN)

    def warm_up(self, patience_s: float = PATIENCE_S) -> None:
        """Until everybody has been answered."""
        until = time.monotonic() + patience_s
        silent = set(self._all)
        while silent:
            if time.monotonic() > until:
                raise NoAnswer(f"{len(silent)} of {len(self._all)} terminals were not answered in {patience_s:g} s")
            silent -= {sockets for sockets, _ in self._ask(0.5)}

    def ask(self, seconds: float) -> list[float]:
        """Milliseconds of each answer."""
        return [took for _, took in self._ask(seconds)]

    def _ask(self, seconds: float) -> list[tuple[PeerSockets, float]]:
        answered: list[tuple[PeerSockets, float]] = []
        began = time.monotonic()
        asked: dict[PeerSockets, float] = {}
        due = {sockets: began + number * 0.006 for number, sockets in enumerate(self._all)}
        while (now := time.monotonic()) < began + seconds:
            for sockets in self._all:
                sockets.tend(int(now * 1_000))
                if sockets not in asked and now >= due[sockets] and sockets.send(QUESTION):
                    asked[sockets] = time.monotonic()
                    due[sockets] = now + 1.1 / REQUESTS_PER_S
                if sockets.dealer.poll(0):
                    sockets.dealer.recv()
                    if sockets in asked:
                        answered.append((sockets, 1_000 * (time.monotonic() - asked.pop(sockets))))
            self._poller.poll(1)
        return answered


@contextmanager
def mob(rig: Rig, kind: str, count: int) -> Iterator[None]:
    keys = rig.folder / "keys"
    secrets = load_public(keys / "console.pub"), str(keys / f"{DISPLAY}.key")
    words = [kind, str(count), str(DIALS_A_SECOND), *secrets, *map(str, rig.ports)]
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks.mob", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        os.sched_setaffinity(process.pid, {max(os.sched_getaffinity(0))})  # and so its threads, which come later
        process.stdout.readline()  # they are all there
        yield
        process.communicate()


def percentile(took: Sequence[float], share: float) -> float:
    if not took:
        raise NoAnswer("nobody was answered")
    return quantile(took, share)


def measure(console: Console, terminals: Terminals, seconds: float, found: Measured) -> None:
    terminals.ask(min(SETTLE_S, seconds))
    console.turns()
    used_s, began_s = console.used_s(), time.monotonic()
    found.answers += terminals.ask(seconds)
    found.seconds += time.monotonic() - began_s
    found.used_s += console.used_s() - used_s
    found.turns += console.turns()


def told(what: str, found: Measured, calm: Measured) -> str:
    answers = f"{len(found.answers):5} answers, p50 {percentile(found.answers, 0.5):6.2f}, p99 {found.p99():7.2f} ms"
    cpu = [cpu for cpu, _ in found.turns]
    turns = f"{len(cpu):6} turns, p99 {percentile(cpu, 0.99):5.2f}, longest {max(cpu):5.2f} ms of a processor"
    used = f"{100 * found.used_s / found.seconds:3.0f} % of one used"
    ratio = "" if found is calm else f"{found.p99() / calm.p99():6.1f} times"
    return f"  {what:<16} {answers}   {turns}, {used}{ratio}"


def main(seconds: float = SECONDS, turns: int = TURNS) -> bool:
    """Was the goal reached?"""
    print(f"{TERMINALS} terminals ask, and a crowd stands at the door; goal: p99 at most {GOAL:g} times the calm one")
    missed: list[str] = []
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="etg-bench-")))
        rig = Rig(folder, terminals=TERMINALS, driver="manual")
        console = Console(opened, rig)
        terminals = Terminals(opened, rig)
        terminals.warm_up()
        for kind, count in CROWDS:
            calm, found = Measured(), Measured()
            for _ in range(turns):
                measure(console, terminals, seconds, calm)
                with mob(rig, kind, count):
                    measure(console, terminals, seconds, found)
            print(told("calm", calm, calm), flush=True)
            print(told(f"{kind} {count}", found, calm), flush=True)
            if found.p99() > GOAL * calm.p99():
                missed.append(kind)
    print("  reached" if not missed else f"  NOT REACHED: {', '.join(missed)}")
    return not missed
