"""The console's figures in Prometheus' text format, on the loopback address only.

A thread of its own that shows what the loop has prepared, and changes nothing: a scraper that hangs cannot hold up the
table. One thread for all of them, so a crowd of scrapers costs no more than a few files: the newest are heard, for a
moment.
"""

import select
import socket
import time
from collections.abc import Callable, Mapping
from threading import Thread
from typing import Final, Self

from protocol.process import Bell

PREFIX = "etg_"
CLIENTS_MAX: Final = 16  # a house has one or two scrapers; the oldest of too many has to go
REQUEST_MAX: Final = 4_096  # bytes
PATIENCE_S: Final = 2.0  # with one client, from its first byte to our last
NO_FILES_S: Final = 0.25  # how long nobody is taken in after that has failed: poll would not wait


def as_text(figures: Mapping[str, int]) -> str:
    """A name may end in labels; the lines of one family must stand together."""
    families: dict[str, list[str]] = {}
    for name, value in figures.items():
        families.setdefault(name.partition("{")[0], []).append(f"{PREFIX}{name} {value}")
    lines = []
    for family, samples in families.items():
        kind = "counter" if family.endswith("_total") else "gauge"
        lines += [f"# TYPE {PREFIX}{family} {kind}", *samples]
    return "\n".join(lines) + "\n"


class _Client:
    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.until_s = time.monotonic() + PATIENCE_S
        self.heard = b""
        self.answer: memoryview | None = None  # what is still to be sent


class MetricsPage:
    def __init__(self, port: int, measure: Callable[[], Mapping[str, int]]) -> None:
        self._measure = measure
        self._door = socket.create_server(("127.0.0.1", port))
        self._door.setblocking(False)
        self.port: int = self._door.getsockname()[1]
        self._bell = Bell()
        self._clients: dict[int, _Client] = {}  # by descriptor, the oldest first
        self._open_s = 0.0  # when somebody is taken in again
        self._thread = Thread(target=self._serve, name="metrics", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._bell.ring()
        self._thread.join()
        for descriptor in list(self._clients):
            self._drop(descriptor)
        self._door.close()
        self._bell.close()

    def _serve(self) -> None:
        while True:
            ready = dict(self._wait())
            if self._bell.descriptor in ready:
                return
            for descriptor in ready:
                if descriptor == self._door.fileno():
                    self._take_in()
                elif descriptor in self._clients:
                    self._tend(self._clients[descriptor])
            now_s = time.monotonic()
            for descriptor in [each for each, client in self._clients.items() if now_s >= client.until_s]:
                self._drop(descriptor)

    def _wait(self) -> list[tuple[int, int]]:
        now_s = time.monotonic()
        poll = select.poll()
        poll.register(self._bell.descriptor, select.POLLIN)
        wakes_s = [client.until_s for client in self._clients.values()]
        if now_s >= self._open_s:
            poll.register(self._door, select.POLLIN)
        else:
            wakes_s.append(self._open_s)
        for descriptor, client in self._clients.items():
            poll.register(descriptor, select.POLLIN if client.answer is None else select.POLLOUT)
        return poll.poll(max(0.0, min(wakes_s) - now_s) * 1_000 + 1 if wakes_s else None)

    def _take_in(self) -> None:
        try:
            connection, _ = self._door.accept()
        except OSError:  # no file is left for it, or it has gone again
            self._open_s = time.monotonic() + NO_FILES_S
            return
        connection.setblocking(False)
        self._clients[connection.fileno()] = _Client(connection)
        if len(self._clients) > CLIENTS_MAX:
            self._drop(next(iter(self._clients)))

    def _tend(self, client: _Client) -> None:
        try:
            if client.answer is None:
                data = client.connection.recv(REQUEST_MAX)
                client.heard += data
                if not data or len(client.heard) > REQUEST_MAX:
                    self._drop(client.connection.fileno())
                    return
                if b"\r\n\r\n" not in client.heard:
                    return
                client.answer = memoryview(self._answer(client.heard))
            client.answer = client.answer[client.connection.send(client.answer) :]
            if not client.answer:
                self._drop(client.connection.fileno())
        except BlockingIOError:
            return
        except OSError:  # it has gone
            self._drop(client.connection.fileno())

    def _drop(self, descriptor: int) -> None:
        self._clients.pop(descriptor).connection.close()

    def _answer(self, request: bytes) -> bytes:
        if request.split(b"\r\n", 1)[0].split(b" ")[:2] == [b"GET", b"/metrics"]:
            status, body = "200 OK", as_text(self._measure()).encode()
        else:
            status, body = "404 Not Found", b"there is /metrics, and nothing else\n"
        head = (
            f"HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        return head.encode() + body
