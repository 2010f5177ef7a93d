"""Where pyserial stands: a port that is there while the cable is. Its other end is the device's."""

import os
import socket
from collections.abc import Callable
from contextlib import suppress
from errno import ENOENT
from typing import Final

SMALL: Final = 2_048  # bytes that wait for a device that does not read


class SerialLine:
    def __init__(self, plugged: Callable[[], bool]) -> None:
        self._plugged = plugged
        self._near: socket.socket | None = None
        self._far: socket.socket | None = None
        self.port = ""

    # --- for the port -----------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        return self._near is not None

    def open(self) -> None:
        if not self._plugged():
            raise OSError(ENOENT, os.strerror(ENOENT))
        self._near, self._far = socket.socketpair()
        self._near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SMALL)
        self._near.setblocking(False)
        self._far.setblocking(False)

    def fileno(self) -> int:
        if self._near is None:
            raise OSError("it is closed")
        return self._near.fileno()

    def close(self) -> None:
        self.unplug()
        if self._near is not None:
            self._near.close()
        self._near = None

    # --- for the device ---------------------------------------------------------------------------------------------

    def unplug(self) -> None:
        if self._far is not None:
            self._far.close()
        self._far = None

    def carry(self, data: bytes) -> None:
        """If nobody listens, it is gone."""
        if self._far is not None and data:
            with suppress(BlockingIOError):
                self._far.send(data)

    def said(self) -> bytes:
        """To the device."""
        if self._far is None:
            return b""
        try:
            return self._far.recv(65_536)
        except BlockingIOError:
            return b""
