"""Those who come to the console's sockets without our classes: strangers, liars, scanners, and an ear on the wire."""

import socket
import struct
from contextlib import suppress

import zmq

from protocol.keys import KeyPair

Context = zmq.Context[zmq.Socket[bytes]]
Socket = zmq.Socket[bytes]
EVENTS = struct.Struct("=HI")


def raw(
    context: Context,
    kind: int,
    endpoint: str,
    pair: KeyPair | None = None,
    console_public: str = "",
    routing_id: bytes = b"",
) -> Socket:
    """A socket without manners; without a pair it does not even encrypt."""
    bare = context.socket(kind)
    bare.linger = 0
    if pair:
        bare.curve_publickey, bare.curve_secretkey = pair.public.encode(), pair.secret.encode()
        bare.curve_serverkey = console_public.encode()
    if routing_id:
        bare.routing_id = routing_id
    if kind == zmq.SUB:
        bare.subscribe(b"")
    bare.connect(endpoint)
    return bare


def address(endpoint: str) -> tuple[str, int]:
    host, port = endpoint.removeprefix("tcp://").rsplit(":", 1)
    return host, int(port)


def noticed(monitor: Socket) -> list[int]:
    """The events that a monitor has seen since."""
    seen = []
    with suppress(zmq.Again):
        while True:
            seen.append(EVENTS.unpack(monitor.recv_multipart(zmq.NOBLOCK)[0])[0])
    return seen


class Ear:
    """Stands between the peers and the console, passes everything on and remembers it. Is moved on by `turn`."""

    def __init__(self, endpoint: str) -> None:
        self.heard = bytearray()
        self._to = address(endpoint)
        self._door = socket.create_server(("127.0.0.1", 0))
        self._door.setblocking(False)
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self.endpoint = f"tcp://127.0.0.1:{self._door.getsockname()[1]}"

    def turn(self) -> None:
        with suppress(BlockingIOError):
            here, _ = self._door.accept()
            there = socket.create_connection(self._to)
            for side in (here, there):
                side.setblocking(False)
            self._pairs += [(here, there), (there, here)]
        for source, target in self._pairs:
            with suppress(BlockingIOError):
                data = source.recv(65_536)
                self.heard += data
                target.sendall(data)  # small: the target's buffer has room for it

    def close(self) -> None:
        for source, _ in self._pairs:
            source.close()
        self._door.close()
