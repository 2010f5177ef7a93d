"""What a crowd at the console's door costs those who are in: how long an answer takes, calm and beside each crowd.

Eight terminals ask a real console, each as often as it may. The crowds (`mob.py`) and the terminals need most of two
cores themselves, so what is measured is the machine too: the calm figures are of the same run, with as many processes.

    ./etg bench door
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import zmq

from benchmarks.cluster import environment
from deploy.demo.rig import DISPLAY, Rig
from protocol import messages as m
from protocol.codec import encode
from protocol.keys import load_pair, load_public
from protocol.liveness import REQUESTS_PER_S
from protocol.sockets import PeerSockets

TERMINALS: Final = 8
SECONDS: Final = 5.0
GOAL: Final = 3.0  # times the calm 99th percentile
QUESTION: Final = encode(m.Sync(1, b"run-8byt", 0))  # of a process that has not joined: answered at once
CROWDS: Final = (("silent", 1_300), ("slow", 1_300), ("strangers", 600), ("one-key", 400))


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

    def ask(self, seconds: float) -> list[float]:
        """Milliseconds of each answer."""
        took: list[float] = []
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
                        took.append(1_000 * (time.monotonic() - asked.pop(sockets)))
            self._poller.poll(1)
        return took


@contextmanager
def mob(rig: Rig, kind: str, count: int) -> Iterator[None]:
    keys = rig.folder / "keys"
    words = [kind, str(count), load_public(keys / "console.pub"), str(keys / f"{DISPLAY}.key"), *map(str, rig.ports)]
    with subprocess.Popen(
        [sys.executable, "-m", "benchmarks.mob", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()  # they are all there
        yield
        process.communicate()


def percentile(took: Sequence[float], share: float) -> float:
    return sorted(took)[min(len(took) - 1, int(share * len(took)))] if took else float("inf")


def told(what: str, took: Sequence[float], calm: Sequence[float]) -> str:
    p50, p99 = percentile(took, 0.5), percentile(took, 0.99)
    ratio = p99 / percentile(calm, 0.99)
    return f"  {what:<16} {len(took):6} answers   p50 {p50:6.2f} ms   p99 {p99:6.2f} ms   {ratio:4.1f} times"


def main(seconds: float = SECONDS) -> None:
    print(f"{TERMINALS} terminals ask, and a crowd stands at the door; goal: p99 at most {GOAL:g} times the calm one")
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="etg-bench-")))
        rig = Rig(folder, terminals=TERMINALS, driver="manual")
        rig.start_console()
        opened.callback(rig.stop)
        terminals = Terminals(opened, rig)
        terminals.ask(1.0)
        calm = terminals.ask(seconds)
        print(told("calm", calm, calm))
        for kind, count in CROWDS:
            with mob(rig, kind, count):
                took = terminals.ask(seconds)
            print(told(f"{kind} {count}", took, calm))
