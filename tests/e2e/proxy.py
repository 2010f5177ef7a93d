"""A cable between a terminal and the console that can be cut, or held so that bytes come late.

Has no thread of its own: it carries when the test lets it have its turn.
"""

import select
import socket
from collections.abc import Iterable

from deploy.demo.rig import HOST

PIECE = 65_536


class Pipe:
    """One connection, in both directions; what cannot be passed on yet waits here."""

    def __init__(self, inner: socket.socket, outer: socket.socket) -> None:
        self.ends = (inner, outer)
        self.waiting = {inner: b"", outer: b""}  # for whom

    def other(self, end: socket.socket) -> socket.socket:
        return self.ends[1] if end is self.ends[0] else self.ends[0]

    def close(self) -> None:
        for end in self.ends:
            end.close()


class Cable:
    def __init__(self, console_ports: Iterable[int]) -> None:
        self.is_cut = False
        self.held_up = False  # what the terminal says comes late
        self.held_down = False  # what the console says comes late
        self._doors: dict[socket.socket, int] = {}
        self._pipes: list[Pipe] = []
        for port in console_ports:
            self._doors[socket.create_server((HOST, 0))] = port
        self.ports = tuple(door.getsockname()[1] for door in self._doors)

    def cut(self) -> None:
        self.is_cut = True
        for pipe in self._pipes:
            pipe.close()
        self._pipes = []

    def mend(self) -> None:
        self.is_cut = self.held_up = self.held_down = False

    def close(self) -> None:
        self.cut()
        for door in self._doors:
            door.close()

    def turn(self) -> None:
        """Passes on what there is."""
        readable, _, _ = select.select(list(self._doors), [], [], 0)
        for door in readable:
            inner, _ = door.accept()
            self._connect(inner, self._doors[door])
        for pipe in list(self._pipes):
            try:
                self._pass_on(pipe)
            except ConnectionError:
                pipe.close()
                self._pipes.remove(pipe)

    def _connect(self, inner: socket.socket, port: int) -> None:
        if self.is_cut:
            inner.close()
            return
        try:
            outer = socket.create_connection((HOST, port))
        except ConnectionRefusedError:  # the console is not there: the terminal dials again
            inner.close()
            return
        for end in (inner, outer):
            end.setblocking(False)
        self._pipes.append(Pipe(inner, outer))

    def _pass_on(self, pipe: Pipe) -> None:
        readable, _, _ = select.select(pipe.ends, [], [], 0)
        for end in readable:
            data = end.recv(PIECE)
            if not data:
                raise ConnectionResetError("one side has hung up")
            pipe.waiting[pipe.other(end)] += data
        inner, outer = pipe.ends
        for end, held in ((outer, self.held_up), (inner, self.held_down)):
            if pipe.waiting[end] and not held:
                try:
                    sent = end.send(pipe.waiting[end])
                except BlockingIOError:
                    continue
                pipe.waiting[end] = pipe.waiting[end][sent:]
