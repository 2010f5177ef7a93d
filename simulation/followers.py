"""Whoever follows the table from beside it: displays, archives, witnesses, each with its production core.

A display keeps nothing. An archive and a witness keep a journal on a disk of their own, and may die before and after
each of its commits. What each of them may hold, `secrecy.py` and `Keeping` know.
"""

from collections.abc import Callable, Sequence
from typing import Any

from floor.archive import ARCHIVE, Archive
from floor.keeper import Keeper
from floor.witness import WITNESS, Witness
from protocol import messages as m
from protocol.chain import Entry, first_link, link
from protocol.join import Listener
from protocol.messages import SignedHead
from protocol.signing import WITNESSED, statement
from simulation.nodes import CONSOLE, Hearing, Node, Send
from simulation.seals import Seals
from simulation.world import Violation, World
from terminal.display.view import Spectator


class FollowerNode(Node):
    """A process that follows the log; it keeps at least the count of its boots."""

    role = ""

    def __init__(self, name: str, world: World, table: str, send: Send) -> None:
        super().__init__(name, world)
        self.table = table
        self.boot = 0
        self._send = send

    @property
    def listener(self) -> Listener:
        raise NotImplementedError

    @property
    def ended(self) -> str:
        return self.listener.stopped or self.listener.denied

    def start(self) -> None:
        self.boot += 1
        self.bring_up(self.world.rng.randbytes(8))
        self.alive = True
        self.world.note(self.name, "starts", f"boot {self.boot}")
        self.poke()

    def bring_up(self, run: bytes) -> None:
        raise NotImplementedError

    def take(self, inputs: Sequence[m.News]) -> Sequence[m.Request]:
        raise NotImplementedError

    def receive(self, data: bytes, hearing: Hearing) -> None:
        if self.alive:
            self.give(hearing.decode(data))

    def batch(self, inputs: Sequence[Any]) -> None:
        for request in self.take(inputs):
            self._send(CONSOLE, self.name, request)

    def wake_ms(self) -> int | None:
        return self.listener.wake_ms(self.now_ms)


class DisplayNode(FollowerNode):
    role = "display"

    def __init__(self, name: str, world: World, table: str, send: Send) -> None:
        super().__init__(name, world, table, send)
        self.bring_up(b"")

    @property
    def listener(self) -> Listener:
        return self.spectator.listener

    def bring_up(self, run: bytes) -> None:
        self.spectator = Spectator(self.name, self.table, self.boot, run, Seals(self.table).verify)

    def take(self, inputs: Sequence[m.News]) -> Sequence[m.Request]:
        for news in inputs:
            self.spectator.receive(self.now_ms, news)
        return self.listener.outgoing(self.now_ms)


# --- archive and witness ---------------------------------------------------------------------------------------------


class Kept:
    """The disk of an archive or a witness: what its production `Keeper` asks of a journal. Outlives its processes."""

    def __init__(self, table: str, point: Callable[[str], None]) -> None:
        self._first, self._seals = first_link(table), Seals(table)
        self._point = point
        self.entries: list[Entry] = []
        self.signed: SignedHead | None = None
        self.countersigned: SignedHead | None = None

    @property
    def seq(self) -> int:
        return len(self.entries)

    @property
    def chain(self) -> bytes:
        return self.entries[-1].chain if self.entries else self._first

    def chain_at(self, seq: int) -> bytes | None:
        return self._first if not seq else self.entries[seq - 1].chain if seq <= self.seq else None

    def commit(self, entries: Sequence[Entry], signature: bytes = b"", countersignature: bytes = b"") -> None:
        self._point("before commit")
        chain = self.chain
        for place, entry in enumerate(entries, self.seq + 1):
            chain = link(chain, entry.digest)
            if (entry.seq, entry.chain) != (place, chain):
                raise Violation("M8", f"entry {entry.seq} is kept where {place} is due, or does not link")
        self.entries += entries
        if signature:
            self.signed = SignedHead(self.seq, self.chain, signature)
            if not self._seals.verify(self.signed):
                raise Violation("M8", f"a head {self.seq} is kept as signed, and the console has not signed it")
        if countersignature:
            self._countersign(SignedHead(self.seq, self.chain, countersignature))
        self._point("after commit")

    def _countersign(self, head: SignedHead) -> None:
        """A witness signs what links from what it signed before, and what the console has signed."""
        last, signed = self.countersigned, self.signed
        if last is not None and (last.seq > head.seq or self.chain_at(last.seq) != last.chain):
            raise Violation("M8", f"a witness countersigns {head.seq}, and has countersigned another {last.seq}")
        if signed is None or (signed.seq, signed.chain) != (head.seq, head.chain):
            raise Violation("M8", f"a witness countersigns {head.seq}, which the console has not signed")
        self.countersigned = head

    def idle(self) -> None:
        """Nothing to tidy up."""


class _Countersigns(Seals):
    """With the witness's own key."""

    def _seal(self, seq: int, chain: bytes) -> bytes:
        return b"witness" + statement(WITNESSED, self._table, seq, chain)[-57:]


class _Archive(Archive):
    """The production archive without its sockets and its file."""

    def __init__(self, kept: Kept, listener: Listener) -> None:
        self.journal, self.listener = kept, listener  # type: ignore[assignment]


class _Witness(Witness):
    def __init__(self, kept: Kept, listener: Listener, table: str) -> None:
        self.journal, self.listener = kept, listener  # type: ignore[assignment]
        self._signer = _Countersigns(table)  # type: ignore[assignment]


class KeeperNode(FollowerNode):
    """An archive or a witness."""

    def __init__(
        self, name: str, role: str, world: World, table: str, point: Callable[[Node, str, Any], None], send: Send
    ) -> None:
        super().__init__(name, world, table, send)
        self.role = role
        self.kept = Kept(table, lambda kind: point(self, kind, None))
        self._compared = 0  # so many of its entries, which never change
        self.bring_up(b"")

    @property
    def listener(self) -> Listener:
        return self.keeper.listener

    def bring_up(self, run: bytes) -> None:
        kept, seals = self.kept, Seals(self.table)
        me = (self.role, self.table, self.name, self.role, self.boot, run)
        listener = Listener(*me, kept.seq, kept.chain, verify=seals.verify, signed=kept.signed)
        archive = self.role == ARCHIVE
        self.keeper: Keeper = _Archive(kept, listener) if archive else _Witness(kept, listener, self.table)

    def take(self, inputs: Sequence[m.News]) -> Sequence[m.Request]:
        if self.keeper.why:
            return ()  # its process has ended by itself, and waits to be started again
        return self.keeper.take(self.now_ms, inputs)

    def compare(self, entries: Sequence[Entry]) -> None:
        """M8: an archive's copy is the log, an entry for an entry; a witness has its digests and links, and no more."""
        kept, first = self.kept, self._compared
        if kept.seq > len(entries):
            raise Violation("M8", f"{self.name} keeps {kept.seq} entries, and there are {len(entries)}")
        for mine, real in zip(kept.entries[first:], entries[first:], strict=False):
            if self.role == ARCHIVE and mine != real:
                raise Violation("M8", f"{self.name} keeps another entry {real.seq}: {mine}")
            known = (mine.digest, mine.chain, mine.body, mine.salt, mine.wall_time)
            if self.role == WITNESS and known != (real.digest, real.chain, b"", b"", ""):
                raise Violation("M13", f"{self.name} keeps of entry {real.seq}: {mine}")
        self._compared = kept.seq
