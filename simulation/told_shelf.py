"""The disk and the line of a told terminal: what `bring_up` and the shell use of a journal, and of a peer."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from protocol import messages as m
from protocol.chain import Entry, first_link
from protocol.faults import Fault
from protocol.loop import Reply
from protocol.peer import Peer

if TYPE_CHECKING:
    from simulation.judged_terminal import JudgedTerminal


class Shelf:
    """A journal as `bring_up` reads it."""

    path = "a disk"

    def __init__(self, entries: Sequence[Entry], checkpoint: tuple[int, bytes] | None) -> None:
        self._entries, self._checkpoint, self.seq = entries, checkpoint, len(entries)
        self.chain = entries[-1].chain if entries else first_link("nobody")

    def idle(self) -> None:
        """There is nothing to tidy up."""

    def check_at_start(self, _seq: int) -> None:
        """The chain of its own is the real journal's matter."""

    def last_checkpoint(self) -> tuple[int, bytes] | None:
        return self._checkpoint

    def entries(self, first: int) -> Iterable[Entry]:
        return self._entries[first - 1 :]

    def read(self, first: int, last: int) -> Sequence[Entry]:
        return self._entries[first - 1 : last]


class OwnShelf(Shelf):
    """The one of a terminal whose shell turns."""

    def __init__(self, terminal: "JudgedTerminal") -> None:
        super().__init__(terminal.journal, terminal.checkpoint)
        self._terminal = terminal
        self.chain = terminal.pen.chain

    def commit(self, entries: Sequence[Entry], state: bytes | None = None) -> None:
        self._terminal.commit(entries)
        self.seq += len(entries)
        if state is not None:
            self._terminal.checkpoint = (self.seq, state)


class Line(Peer):
    """The way to the console, without a socket."""

    def __init__(self, terminal: "JudgedTerminal") -> None:
        self.fault, self.fingerprint = Fault.NONE, "a key"
        self.waiting: list[m.News] = []
        self.rung = False
        self._terminal = terminal

    def news(self) -> list[m.News]:
        news, self.waiting = self.waiting, []
        return news

    def send(self, requests: Iterable[m.Request]) -> None:
        for request in requests:
            self._terminal.send(Reply("console", request))

    def ring(self) -> None:
        self.rung = True

    def wait(self, *wakes_ms: int | None) -> None:
        raise NotImplementedError("the drill waits")
