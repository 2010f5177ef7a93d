"""The bare parts that the cluster is made of, in the same processes and under the same load, with nothing inside.

A server that has one ROUTER, one PUB, one line and one SQLite file; and clients that ask it and listen to it. What it
is told it makes durable in one commit for all that wait, as bare rows, and then answers. No names, no checks, no chain.

    python -m benchmarks.bare serve FOLDER DEVICE          python -m benchmarks.bare ask HOW_MANY ROUTER PUB KEY
"""

import json
import os
import sys
from pathlib import Path
from time import monotonic_ns
from typing import Final

import apsw
import zmq

from benchmarks import crowd

LONG: Final = b"x" * 150  # about as much as a Bet, and as its answer
COMMIT: Final = b"c"  # the first byte of what is to be durable
NEVER_NS: Final = 1 << 62

Context = zmq.Context[zmq.Socket[bytes]]


class Disk:
    """One row a message, durable when `commit` returns."""

    def __init__(self, path: Path) -> None:
        self._db = apsw.Connection(str(path))
        self._db.pragma("locking_mode", "exclusive")
        self._db.pragma("journal_mode", "wal")
        self._db.pragma("synchronous", 2)
        self._db.execute("CREATE TABLE row (seq INTEGER PRIMARY KEY, body BLOB NOT NULL) STRICT")

    def commit(self, bodies: list[bytes]) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        self._db.executemany("INSERT INTO row (body) VALUES (?)", [(body,) for body in bodies])
        self._db.execute("COMMIT")


def serve(folder: str, device: str) -> None:
    disk = Disk(Path(folder) / "bare.db")
    public, secret = zmq.curve_keypair()
    context: Context = zmq.Context()
    router, publisher = context.socket(zmq.ROUTER), context.socket(zmq.PUB)
    for bare in (router, publisher):
        bare.linger = 0
        bare.curve_server, bare.curve_secretkey = 1, secret
        bare.bind("tcp://127.0.0.1:*")
    line = os.open(device, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    ends = [bare.get_string(zmq.LAST_ENDPOINT) for bare in (router, publisher)]
    print(json.dumps([*ends, public.decode()]), flush=True)
    poller = zmq.Poller()
    for source in (router, line, crowd.ORDERS):
        poller.register(source, zmq.POLLIN)
    while True:
        ready = dict(poller.poll())
        if crowd.ORDERS in ready and not os.read(crowd.ORDERS, 1 << 16):
            return
        if router in ready:
            asked = _waiting(router)
            if to_keep := [body for _, body in asked if body.startswith(COMMIT)]:
                disk.commit(to_keep)
            for frames in asked:
                router.send_multipart(frames)
        if line in ready:
            data = os.read(line, 4_096)
            if data.startswith(COMMIT):
                disk.commit([data])
            publisher.send(data)


def _waiting(bare: zmq.Socket[bytes]) -> list[list[bytes]]:
    found = []
    while True:
        try:
            found.append(bare.recv_multipart(zmq.NOBLOCK))
        except zmq.Again:
            return found


class Asker:
    """A DEALER and a SUB with CURVE."""

    def __init__(self, context: Context, ends: list[str], key: bytes) -> None:
        self.marks: dict[str, int] = {}
        self._dealer, self._subscriber = self.sockets = context.socket(zmq.DEALER), context.socket(zmq.SUB)
        self._subscriber.subscribe(b"")
        for bare, end in zip(self.sockets, ends, strict=True):
            bare.linger = 0
            bare.curve_publickey, bare.curve_secretkey = zmq.curve_keypair()
            bare.curve_serverkey = key
            bare.connect(end)
        self.ready = False
        self.may_tap = True
        self.in_flight = True
        self._dealer.send(LONG)  # answered when the connection is there

    def tap(self) -> bool:
        self._dealer.send(COMMIT + LONG)
        self.in_flight = True
        return True

    def turn(self) -> None:
        if _waiting(self._dealer):
            self.in_flight = False
            self.ready = True
        for (data,) in _waiting(self._subscriber):
            self.marks[data.decode()] = monotonic_ns()

    def wake_ns(self) -> int:
        return NEVER_NS


def ask(how_many: str, *ends_and_key: str) -> None:
    *ends, key = ends_and_key
    crowd.allow_files()
    context: Context = zmq.Context()
    context.max_sockets = 4 * int(how_many) + 64
    crowd.Crowd([Asker(context, ends, key.encode()) for _ in range(int(how_many))]).run()


if __name__ == "__main__":
    role, *arguments = sys.argv[1:]
    if role == "serve":
        serve(*arguments)
    else:
        ask(*arguments)
