"""Nobody waits for ever for a commit: PostgreSQL itself has no limit for how long it waits for its standby.

One thread for all connections of the process. A commit that takes too long is cancelled, which ends the wait and not
the commit; a server that does not even hear that is cut off.
"""

import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Condition, Thread
from typing import Any, Final

import psycopg

CANCEL_S: Final = 3.0


class Patience:
    def __init__(self) -> None:
        self._changed = Condition()
        self._due: dict[psycopg.Connection[Any], float] = {}
        self._thread: Thread | None = None
        self._process = 0

    @contextmanager
    def of(self, connection: psycopg.Connection[Any], patience_ms: int) -> Iterator[None]:
        until = time.monotonic() + patience_ms / 1_000
        with self._changed:
            if self._process != os.getpid():  # the first, or after a fork, which takes no threads along
                self._process, self._due = os.getpid(), {}
                self._thread = Thread(target=self._watch, name="patience", daemon=True)
                self._thread.start()
            sooner = not self._due or until < min(self._due.values())
            self._due[connection] = until
            if sooner:
                self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                self._due.pop(connection, None)

    def _watch(self) -> None:
        while True:
            with self._changed:
                while not self._due:
                    self._changed.wait()
                first = min(self._due, key=self._due.__getitem__)
                left = self._due[first] - time.monotonic()
                if left > 0:
                    self._changed.wait(left)
                    continue
                self._due.pop(first)
            _end_wait(first)


def _end_wait(connection: psycopg.Connection[Any]) -> None:
    try:
        connection.cancel_safe(timeout=CANCEL_S)
    except psycopg.Error:
        with suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(connection.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)


PATIENCE: Final = Patience()
