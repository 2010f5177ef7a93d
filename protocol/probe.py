"""Asks the kernel why no connection to a console can be made, which libzmq does not tell. Must never say anything."""

import errno
import select
import socket

from protocol.faults import Fault


class Probe:
    """Why no connection can be made: one of our own, that says nothing and is dropped at once."""

    def __init__(self, endpoint: str, now_ms: int) -> None:
        host, _, port = endpoint.removeprefix("tcp://").rpartition(":")
        self._until_ms = now_ms + 2_000
        self._socket: socket.socket | None = None
        self._errno = errno.ECONNREFUSED  # of a name we do not ask: to look it up may take longer than a loop may wait
        try:
            family, *_, address = socket.getaddrinfo(host, int(port), flags=socket.AI_NUMERICHOST)[0]
            self._socket = socket.socket(family, socket.SOCK_STREAM | socket.SOCK_NONBLOCK)
            self._errno = self._socket.connect_ex(address)
        except socket.gaierror:
            pass
        except OSError as error:
            self._errno = error.errno or errno.EHOSTUNREACH

    def found(self, now_ms: int) -> Fault | None:
        """None: nothing yet."""
        if self._socket is not None and self._errno == errno.EINPROGRESS:
            if select.select([], [self._socket], [], 0)[1]:
                self._errno = self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            elif now_ms < self._until_ms:
                return None
        if self._socket is not None:
            self._socket.close()
        if not self._errno:
            return Fault.NONE  # by now there is somebody
        return Fault.OFF if self._errno == errno.ECONNREFUSED else Fault.ROUTE
