"""A disk that remembers in which order it was written to, and what it had promised, so that power can be lost anywhere.

SQLite's file layer with a notebook: every write, truncation and sync of a journal and its WAL. From the notebook come
the states that a disk may be in after a loss of power: what was synced is there; of what was written since, anything
may be there or not, in any order, each sector of 512 bytes on its own. The same layer can fail at the nth operation.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import apsw
from msgspec import Struct

SECTOR: Final = 512


class Write(Struct, frozen=True):
    file: str
    offset: int
    data: bytes


class Cut(Struct, frozen=True):
    """The file was truncated."""

    file: str
    size: int


class Synced(Struct, frozen=True):
    file: str


class Acknowledged(Struct, frozen=True):
    """The journal's commit has returned: from here on the outside world knows of these entries."""

    seq: int


Op = Write | Cut | Synced | Acknowledged


class Faults:
    """Which operation fails, and how. Operations are numbered from 1."""

    def __init__(self, at: int = 0, error: type[apsw.Error] = apsw.IOError, *, for_ever: bool = False) -> None:
        self.at = at
        self.error = error
        self.for_ever = for_ever
        self.count = 0

    def step(self) -> None:
        self.count += 1
        if self.at and (self.count == self.at or (self.for_ever and self.count > self.at)):
            raise self.error("the disk says no")


class Recorder(apsw.VFS):
    """The file layer. Hand its `name` to a journal."""

    def __init__(self, name: str, faults: Faults | None = None) -> None:
        super().__init__(name, base="")
        self.name = name
        self.ops: list[Op] = []
        self.faults = faults or Faults()

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> apsw.VFSFile:  # noqa: N802  SQLite's name
        return _File(self, name, flags)


class _File(apsw.VFSFile):
    def __init__(self, disk: Recorder, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        super().__init__("", name, flags)
        self._disk = disk
        self._file = Path(name.filename() if isinstance(name, apsw.URIFilename) else name or "").name

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        self._disk.faults.step()
        super().xWrite(data, offset)
        self._disk.ops.append(Write(self._file, offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._disk.faults.step()
        super().xTruncate(newsize)
        self._disk.ops.append(Cut(self._file, newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.faults.step()
        super().xSync(flags)
        self._disk.ops.append(Synced(self._file))


class CrashState(Struct, frozen=True):
    """The files as they may be found after the power was lost, and what had been acknowledged by then."""

    files: dict[str, bytes]
    acknowledged: int


def crash_states(start: dict[str, bytes], ops: list[Op], rng: random.Random, each: int) -> Iterator[CrashState]:
    """So many states for a loss after each operation. `start` was on the disk when the notebook began."""
    durable = {name: bytearray(content) for name, content in start.items()}
    pending: dict[str, list[Write | Cut]] = {}
    acknowledged = 0
    for op in ops:
        match op:
            case Acknowledged(seq=acknowledged):
                pass
            case Synced(file=file):
                _apply(durable.setdefault(file, bytearray()), pending.pop(file, []))
            case Write() | Cut():
                pending.setdefault(op.file, []).append(op)
        for _ in range(each):
            files = {name: bytearray(content) for name, content in durable.items()}
            for file, waiting in pending.items():
                _apply(files.setdefault(file, bytearray()), list(_survivors(waiting, rng)))
            yield CrashState({name: bytes(content) for name, content in files.items()}, acknowledged)


def _survivors(waiting: list[Write | Cut], rng: random.Random) -> Iterator[Write | Cut]:
    """What of the unsynced operations has reached the disk: all, none, a beginning, some, or torn sectors of some."""
    kind = rng.choice(("all", "none", "beginning", "some", "torn", "torn"))
    beginning = rng.randrange(len(waiting) + 1)
    for place, op in enumerate(waiting):
        if kind == "all" or (kind == "beginning" and place < beginning) or (kind == "some" and rng.random() < 0.5):
            yield op
        elif kind == "torn" and rng.random() < 0.8:
            if isinstance(op, Cut):
                yield op
            else:
                yield from (piece for piece in _sectors(op) if rng.random() < 0.7)


def _sectors(write: Write) -> Iterator[Write]:
    start, end = write.offset, write.offset + len(write.data)
    while start < end:
        stop = min((start // SECTOR + 1) * SECTOR, end)
        yield Write(write.file, start, write.data[start - write.offset : stop - write.offset])
        start = stop


def _apply(content: bytearray, ops: list[Write | Cut]) -> None:
    for op in ops:
        if isinstance(op, Cut):
            del content[op.size :]
            content.extend(bytes(op.size - len(content)))
        else:
            content.extend(bytes(max(0, op.offset - len(content))))
            content[op.offset : op.offset + len(op.data)] = op.data
