"""Crowds at a console's door, in a process of their own: whoever is sent away comes again at once.

    python -m benchmarks.mob KIND COUNT DIALS CONSOLE_PUBLIC KEY_FILE PORT...

`silent`: connections that say nothing. `slow`: a greeting byte by byte (slow-loris). `strangers`: COUNT handshakes a
second, each with a new key. `one-key`: COUNT connections to each port with the key of the file, half of which speak.
DIALS: at most so many a second, of whichever kind; 0: as fast as it can.
Says "ready" when COUNT have dialled; ends when its standard input does, with the number of dials on standard output.
"""

import errno
import os
import resource
import select
import socket
import sys
import time
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Final

import zmq

from deploy.demo.rig import HOST
from protocol.keys import KeyPair, load_pair, new_pair

GREETING: Final = b"\xff" + bytes(8) + b"\x7f\3\0CURVE" + bytes(47)  # ZMTP 3.0, CURVE, as a client
TURN_MS: Final = 5
DIALS: Final = 100  # in one turn
LIVES_S: Final = 0.5  # a stranger who was not let in


Socket = zmq.Socket[bytes]


def call(
    context: zmq.Context[Socket], kind: int, port: int, pair: KeyPair, console_public: str, again_ms: int = 100
) -> Socket:
    """A peer without manners."""
    bare = context.socket(kind)
    bare.linger = 0
    bare.reconnect_ivl = again_ms
    bare.curve_publickey, bare.curve_secretkey = pair.public.encode(), pair.secret.encode()
    bare.curve_serverkey = console_public.encode()
    if kind == zmq.SUB:
        bare.subscribe(b"")
    bare.connect(f"tcp://{HOST}:{port}")
    return bare


class Crowd:
    """`turn` again and again; `dialled` counts."""

    dialled = 0

    def __init__(self, dials: int) -> None:
        self._dials_a_s = dials
        self._began_s = time.monotonic()

    def due(self) -> int:
        """So many dials now, at most."""
        if not self._dials_a_s:
            return DIALS
        return min(DIALS, int((time.monotonic() - self._began_s) * self._dials_a_s) - self.dialled)

    def turn(self) -> None:
        raise NotImplementedError


class Bare(Crowd):
    """Plain TCP, so many at any time."""

    def __init__(self, count: int, dials: int, ports: list[int], *, slow: bool) -> None:
        super().__init__(dials)
        self._count, self._ports, self._slow = count, ports, slow
        self._poll = select.epoll()
        self._open: dict[int, socket.socket] = {}
        self._said: dict[int, int] = {}

    def turn(self) -> None:
        for _ in range(min(self.due(), self._count - len(self._open))):
            self._dial()
        for descriptor, _event in self._poll.poll(TURN_MS / 1_000):
            self._hear(descriptor)
        for descriptor, said in self._said.items() if self._slow else ():
            if said < 40 and self.dialled % 7 == descriptor % 7:
                with suppress(OSError):  # it was shut, and will be heard of
                    self._said[descriptor] += self._open[descriptor].send(GREETING[said : said + 1])

    def _dial(self) -> None:
        caller = socket.socket()
        caller.setblocking(False)
        caller.connect_ex((HOST, self._ports[self.dialled % len(self._ports)]))
        self._open[caller.fileno()] = caller
        self._said[caller.fileno()] = 0
        self._poll.register(caller, select.EPOLLIN | select.EPOLLHUP | select.EPOLLERR)
        self.dialled += 1

    def _hear(self, descriptor: int) -> None:
        caller = self._open[descriptor]
        try:
            gone = not caller.recv(4_096)
        except OSError as error:
            gone = error.errno != errno.EAGAIN
        if gone:
            self._poll.unregister(caller)
            del self._open[descriptor], self._said[descriptor]
            caller.close()


class Strangers(Crowd):
    """So many new keys a second."""

    def __init__(self, rate: int, ports: list[int], console_public: str) -> None:
        super().__init__(rate)
        self._ports, self._console = ports, console_public
        self._context: zmq.Context[Socket] = zmq.Context()
        self._context.max_sockets = 10_000
        self._pairs = [new_pair() for _ in range(200)]
        self._open: deque[tuple[float, Socket]] = deque()

    def turn(self) -> None:
        now_s = time.monotonic()
        for _ in range(self.due()):
            port = self._ports[self.dialled % len(self._ports)]
            pair = self._pairs[self.dialled % len(self._pairs)]
            self._open.append((now_s, call(self._context, zmq.DEALER, port, pair, self._console)))
            self.dialled += 1
        while self._open and now_s - self._open[0][0] > LIVES_S:
            self._open.popleft()[1].close()
        time.sleep(TURN_MS / 1_000)


class OneKey(Crowd):
    """Handshakes that succeed."""

    def __init__(self, count: int, dials: int, ports: list[int], console_public: str, pair: KeyPair) -> None:
        super().__init__(dials)
        self._context: zmq.Context[Socket] = zmq.Context()
        self._context.max_sockets = 10_000
        self._calls = [
            (kind, port) for _ in range(count) for kind, port in zip((zmq.DEALER, zmq.SUB), ports, strict=True)
        ]
        self._console, self._pair = console_public, pair
        self._again_ms = 1_000 * len(self._calls) // dials if dials else 100
        self._open: list[Socket] = []

    def turn(self) -> None:
        for kind, port in self._calls[self.dialled : self.dialled + self.due()]:
            self._open.append(call(self._context, kind, port, self._pair, self._console, self._again_ms))
            self.dialled += 1
        for bare in self._open[::4]:
            with suppress(zmq.Again):  # it has not come in yet
                bare.send(b"nonsense", zmq.NOBLOCK)
        time.sleep(TURN_MS / (1_000 if self._dials_a_s else 100_000))


def main(kind: str, count: str, dials: str, console_public: str, key: str, *ports: str) -> None:
    os.nice(19)  # attackers have a machine of their own, and do not take the console's processor
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    number, rate, at = int(count), int(dials), [int(port) for port in ports]
    crowd: Crowd
    match kind:
        case "silent" | "slow":
            crowd = Bare(number, rate, at, slow=kind == "slow")
        case "strangers":
            crowd = Strangers(number, at, console_public)
        case _:
            crowd = OneKey(number, rate, at, console_public, load_pair(Path(key)))
    told = False
    while not select.select([sys.stdin], [], [], 0)[0]:
        crowd.turn()
        if not told and crowd.dialled >= number:
            told = True
            print("ready", flush=True)
    print(crowd.dialled, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
