"""The console's listening sockets, made by us and handed to libzmq, so that one port can answer to two keys.

A socket of libzmq has one CURVE key for each address that it is bound to, fixed when it is bound. While the console has
two keys, its port is listened on twice, once for each: the kernel gives a caller to one of the two by chance
(SO_REUSEPORT), and whoever came with the other key is cut off in the handshake and dials again, a tenth of a second
later, until it fits. Knows addresses and descriptors, no key of anybody else.
"""

import os
import socket
from typing import Final

import zmq

from protocol.keys import KeyPair

Socket = zmq.Socket[bytes]
BACKLOG: Final = 1_024  # who knocks while a crowd is let in waits in the kernel, and is not dropped there
ANY_PORT: Final = "*"


class Listening:
    """One bound socket of libzmq: `endpoint` is where, with the port that the kernel gave."""

    def __init__(self, bare: Socket, endpoint: str) -> None:
        self._bare = bare
        self._also = ""  # the second key to which it answers
        host, _, port = endpoint.removeprefix("tcp://").rpartition(":")
        self._host = "" if host == "*" else host
        self._first = self._listen(0 if port == ANY_PORT else int(port), endpoint, shared=False)
        self.endpoint = bare.get_string(zmq.LAST_ENDPOINT)
        self._port = int(self.endpoint.rpartition(":")[2])

    def answer_also_to(self, pair: KeyPair) -> None:
        """OSError: the port cannot be listened on a second time; nothing has changed then."""
        if pair.public == self._also:
            return
        with socket.socket(fileno=os.dup(self._first)) as first:
            first.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        self._bare.curve_secretkey = pair.secret.encode()
        self._listen(self._port, self.endpoint, shared=True)
        self._also = pair.public

    def _listen(self, port: int, endpoint: str, *, shared: bool) -> int:
        made = socket.socket(socket.AF_INET, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if shared:
                made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            made.bind((self._host, port))
            made.listen(BACKLOG)
            self._bare.setsockopt(zmq.USE_FD, made.fileno())
            self._bare.bind(endpoint)
        except OSError as error:  # zmq.ZMQError is none
            made.close()
            raise OSError(f"{endpoint} cannot be listened on: {error.strerror}") from None
        except zmq.ZMQError as error:
            made.close()
            raise OSError(f"{endpoint} cannot be listened on: {error}") from None
        return made.detach()  # it is libzmq's now
