"""The production shell of a terminal on a simulated line and clock, where its journal is the real one.

`terminal.runtime.Runtime` turns as in its process: it takes the news, decides, commits, sends, shows. What it shows is
looked at here, as a Player and a note acceptor would: nothing that claims anything may be seen before its commit (M14).
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from msgspec import Struct

from protocol.chain import Entry
from protocol.faults import Fault
from protocol.messages import News, Request
from protocol.peer import Peer
from simulation.nodes import CONSOLE, TerminalNode
from simulation.real_disk import RealDisk, Unheard
from simulation.world import Violation
from terminal.intents import Intent
from terminal.runtime import Runtime
from terminal.screen import TerminalView

# What a Player, a printer or a note acceptor may act on. A chip that is being placed claims nothing: that may be shown
# before the disk has it.
CLAIMS: Final = (
    *("credit", "stake", "receipt", "registered_amount", "lines", "correction", "tickets", "numbers", "notes"),
    *("held_notes", "booking", "unpaid", "refused", "latched", "disputed", "round_no", "phase", "hands", "result"),
    *("certified", "void", "halts", "history", "road"),
)


class Wire(Peer):
    """The way to the console, without a socket."""

    def __init__(self, node: "TerminalShell") -> None:
        self.fault, self.fingerprint = Fault.NONE, node.fingerprint
        self.waiting: list[News] = []
        self._node = node

    def news(self) -> list[News]:
        news, self.waiting = self.waiting, []
        return news

    def send(self, requests: Iterable[Request]) -> None:
        for request in requests:
            self._node.sends(request)

    def ring(self) -> None:
        """Whoever submits something turns it himself."""

    def wait(self, *wakes_ms: int | None) -> None:
        raise NotImplementedError("the world waits")


class Shell(Struct):
    """What lives as long as one process."""

    runtime: Runtime
    wire: Wire


class TerminalShell(TerminalNode):
    shell: Shell | None = None
    _shown: TerminalView | None = None  # the last picture of what is committed

    def start(self) -> None:
        super().start()
        disk = self.disk
        if not self.alive or not isinstance(disk, RealDisk) or disk.journal is None:
            return
        world, wire = self.world, Wire(self)
        runtime = Runtime.over(
            disk.journal,
            self.session,
            wire,
            self._sees,
            Unheard(),
            clock=(lambda: self.now_ms, world.wall_time),
            checkpoint_every=disk.parts.terminal_every,
        )
        disk.about = self._about
        self._shown = None
        self.shell = Shell(runtime, wire)

    def kill(self, why: str) -> None:
        super().kill(why)
        self.shell = None

    def _about(self, kind: str, entries: Sequence[Entry]) -> None:
        """Around each commit of the journal."""
        if kind == "after commit":
            self._note(entries)
        self._at_point(kind, entries)

    def sends(self, request: Request) -> None:
        self._at_point("before send", request)
        self._send(CONSOLE, self.name, request)
        self._at_point("after send", request)

    def batch(self, inputs: Sequence[Any]) -> None:
        if self.shell is None:
            super().batch(inputs)
            return
        for given in inputs:
            if isinstance(given, Intent):
                self.shell.runtime.submit(given)
            else:
                self.shell.wire.waiting.append(given)
        self.shell.runtime.turn()

    def _sees(self, picture: TerminalView) -> None:
        """M14: what is shown while something is not committed yet claims nothing of it."""
        if self.shell is None:
            return
        runtime = self.shell.runtime
        if runtime.pen.seq > runtime.journal.seq and self._shown is not None:
            for name in CLAIMS:
                new, old = getattr(picture, name), getattr(self._shown, name)
                if new != old:
                    raise Violation("M14", f"{self.name} shows {name} {new}, which is not committed: it was {old}")
        else:
            self._shown = picture
