"""The drive of one simulated machine, byte for byte in memory: SQLite's file layer, and what else a journal asks for.

What was written stands in the cache of the operating system; what was synced stands on the disk. When the power goes,
anything of what was not synced may be there or not, in any order, each sector of 512 bytes on its own. The disk may
also fail, be full, be read short, lie about a sync, or rot. All choices come from the dice it was given. Knows nothing
of what is in its files.
"""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import c_int64
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, Final
from weakref import WeakValueDictionary

import apsw
from msgspec import Struct

from protocol.files import FileSystem

VFS: Final = "simulated"
SECTOR: Final = 512
CAPACITY: Final = 1 << 30
_PENDING_LOCK: Final = 3  # SQLite's levels: 1 shared, 2 reserved, 3 pending, 4 exclusive
_EXCLUSIVE_LOCK: Final = 4


class Write(Struct, frozen=True, gc=False):
    offset: int
    data: bytes


class Cut(Struct, frozen=True, gc=False):
    """The file was truncated."""

    size: int


class Fault(Struct):
    """What the disk will do wrong: after so many operations of these kinds, so often."""

    kind: str  # its row in the table of faults
    operations: tuple[str, ...]  # open, read, write, cut, sync
    error: type[apsw.Error] = apsw.IOError
    after: int = 0
    times: int = -1  # -1: until it is mended
    power: bool = False  # it is the power that fails
    short: bool = False  # a read gives half of what was asked for, and no error
    felt: bool = False
    counted: bool = False


class Stored(Struct):
    """One file: what a process reads of it, and how to get back to what is on the disk."""

    inode: int
    content: bytearray
    named: bool = False  # its name is on the disk
    promised: bool = False  # something waits of which the disk has said that it is synced
    waiting: list[Write | Cut] = []  # written and not synced
    before: list[tuple[int, bytes, int]] = []  # for each of these: where, what was there, and how long the file was

    def apply(self, op: Write | Cut) -> None:
        content = self.content
        if isinstance(op, Cut):
            del content[op.size :]
            content.extend(bytes(op.size - len(content)))
        else:
            if op.offset > len(content):
                content.extend(bytes(op.offset - len(content)))
            content[op.offset : op.offset + len(op.data)] = op.data

    def write(self, op: Write | Cut) -> None:
        size = len(self.content)
        first, last = (op.size, size) if isinstance(op, Cut) else (op.offset, op.offset + len(op.data))
        self.before.append((first, bytes(self.content[first:last]), size))
        self.waiting.append(op)
        self.apply(op)

    def sync(self) -> None:
        self.named, self.promised = True, False
        self.waiting.clear()
        self.before.clear()

    def lose_power(self, rng: random.Random) -> bool:
        """True: something that was written is not there."""
        if not self.waiting:
            return False
        cached = bytes(self.content)
        for first, old, size in reversed(self.before):
            del self.content[size:]
            self.content.extend(bytes(size - len(self.content)))
            self.content[first : first + len(old)] = old
        for op in list(_survivors(self.waiting, rng)):
            self.apply(op)
        self.waiting.clear()
        self.before.clear()
        self.promised = False
        return bytes(self.content) != cached


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
        yield Write(start, write.data[start - write.offset : stop - write.offset])
        start = stop


Image = dict[str, tuple[int, bytes]]  # the inode and the bytes of each file: of the whole disk, not of one file

_drives: "WeakValueDictionary[str, Drive]" = WeakValueDictionary()  # by the folder that is theirs
_numbers: Final = count(1)


class Drive(FileSystem):
    def __init__(self, rng: random.Random, name: str = "") -> None:
        """`name`: of a run's own making. The path comes into words that are written down, so that with a number of this
        process the same seed was another run in each (how long an entry is says what lies where on the drive).
        """
        super().__init__(VFS)
        _register()
        self.rng = rng
        self.folder = Path(f"/simulated/{name or next(_numbers)}")
        _drives[str(self.folder)] = self
        self.files: dict[str, Stored] = {}
        self.locks: dict[str, dict[object, int]] = {}
        self.fault: Fault | None = None
        self.off = False  # no process of it does anything any more
        self.lies = False  # it says that it has synced
        self.reserved: dict[str, int] = {}  # files of which only the size matters
        self.taken = 0  # by others
        self._inodes = 0

    # --- what befalls it -----------------------------------------------------------------------------------------

    def step(self, operation: str) -> bool:
        """Before each operation. True: a read that will be short."""
        if self.off:
            raise apsw.IOError("the machine is off")
        fault = self.fault
        if fault is None or operation not in fault.operations or not fault.times:
            return False
        if fault.after:
            fault.after -= 1
            return False
        fault.felt = True
        fault.times -= fault.times > 0
        if fault.power:
            self.off = True
        elif fault.short:
            return True
        raise fault.error("the disk says no")

    def lose_power(self) -> bool:
        """True: it has broken its word, whenever it was given: in a file of which a sync was promised, something is
        not there any more."""
        broken = False
        self.off = True
        self.lies = False
        for name, stored in list(self.files.items()):
            promised = stored.promised
            if not stored.named and self.rng.random() < 0.5:
                del self.files[name]
                broken |= promised
            else:
                broken |= stored.lose_power(self.rng) and promised
                stored.named = True
        return broken

    def rot(self, parts: dict[str, tuple[int, int]]) -> tuple[str, int]:
        """One bit, wherever it lies in these parts of these files."""
        for stored in self.files.values():
            stored.sync()
        at = self.rng.randrange(sum(end - start for start, end in parts.values()))
        for name, (start, end) in sorted(parts.items()):
            if at < end - start:
                self.files[name].content[start + at] ^= 1 << self.rng.randrange(8)
                return name, start + at
            at -= end - start
        raise ValueError("the disk is empty")

    def image(self) -> Image:
        return {name: (stored.inode, bytes(stored.content)) for name, stored in self.files.items()}

    def put(self, image: Image) -> None:
        """The disk is another one now, whole; nothing of it waits in a cache."""
        self.files = {name: Stored(inode, bytearray(data), named=True) for name, (inode, data) in image.items()}
        self.locks.clear()
        self._inodes = max((self._inodes, *(inode for inode, _ in image.values())))

    def make(self, name: str) -> Stored:
        self._inodes += 1
        stored = self.files[name] = Stored(self._inodes, bytearray())
        return stored

    def room(self) -> int:
        used = sum(len(stored.content) for stored in self.files.values()) + sum(self.reserved.values())
        return max(0, CAPACITY - self.taken - used)

    # --- what the journal asks the system --------------------------------------------------------------------------

    def exists(self, path: Path) -> bool:
        return path.name in self.files or path.name in self.reserved

    def size(self, path: Path) -> int:
        return self.reserved[path.name] if path.name in self.reserved else len(self.files[path.name].content)

    def inode(self, path: Path) -> int:
        return self.files[path.name].inode

    def may_write(self, _path: Path) -> bool:
        return self.fault is None or self.fault.error is not apsw.ReadOnlyError

    def free_bytes(self, _path: Path) -> int:
        return self.room()

    def open(self, path: Path) -> BinaryIO:
        try:
            self.step("read")
        except apsw.Error as error:
            raise OSError(str(error)) from error
        return BytesIO(bytes(self.files[path.name].content))

    def new_file(self, path: Path, size: int) -> None:
        if size > self.room():
            raise OSError("no space left on device")
        self.reserved[path.name] = size

    def delete(self, path: Path) -> None:
        self.reserved.pop(path.name, None)

    @contextmanager
    def draft(self, path: Path) -> Iterator[Path]:
        draft = path.with_name(path.name + ".new")
        self.make(draft.name)
        try:
            yield draft
            self.files[path.name] = self.files[draft.name]
            self.files[path.name].sync()
        finally:
            del self.files[draft.name]


# --- SQLite's side ------------------------------------------------------------------------------------------------


def _find(name: str) -> tuple[Drive, str]:
    path = Path(name)
    return _drives[str(path.parent)], path.name


class _Files(apsw.VFS):
    """One for all drives: the folder says whose file it is."""

    def __init__(self) -> None:
        super().__init__(VFS, base=None, maxpathname=256)

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> Any:  # noqa: N802  SQLite's name
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        drive, file = _find(path)
        drive.step("open")
        if file not in drive.files:
            if not flags[0] & apsw.SQLITE_OPEN_CREATE:
                raise apsw.CantOpenError(f"{path}: there is no such file")
            drive.make(file)
        flags[1] = flags[0]
        return _Handle(drive, file)

    def xDelete(self, filename: str, _syncdir: bool) -> None:  # noqa: N802
        drive, file = _find(filename)
        drive.step("write")
        drive.files.pop(file, None)

    def xAccess(self, pathname: str, _flags: int) -> bool:  # noqa: N802
        drive, file = _find(pathname)
        return file in drive.files

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return name

    def xGetLastError(self) -> tuple[int, str]:  # noqa: N802
        return 0, ""


class _Handle:
    """An open file of one process."""

    def __init__(self, drive: Drive, file: str) -> None:
        self._drive, self._stored = drive, drive.files[file]
        self._locks = drive.locks.setdefault(file, {})

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        short = self._drive.step("read")
        return bytes(self._stored.content[offset : offset + (amount // 2 if short else amount)])

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: N802
        drive, stored = self._drive, self._stored
        drive.step("write")
        growth = offset + len(data) - len(stored.content)
        if drive.taken and growth > drive.room():
            if drive.fault is not None:
                drive.fault.felt = True
            raise apsw.FullError("no space left on device")
        stored.write(Write(offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._drive.step("cut")
        self._stored.write(Cut(newsize))

    def xSync(self, _flags: int) -> None:  # noqa: N802
        self._drive.step("sync")
        if self._drive.lies:
            self._stored.promised |= bool(self._stored.waiting)
        else:
            self._stored.sync()

    def xFileSize(self) -> int:  # noqa: N802
        return len(self._stored.content)

    def xLock(self, level: int) -> None:  # noqa: N802
        others = [held for holder, held in self._locks.items() if holder is not self]
        most = max(others, default=0)
        if most >= _PENDING_LOCK or (most and level == _EXCLUSIVE_LOCK) or (level > 1 and most > 1):
            raise apsw.BusyError("another process holds it")
        self._locks[self] = level

    def xUnlock(self, level: int) -> None:  # noqa: N802
        self._locks[self] = level
        if not level:
            del self._locks[self]

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return any(held > 1 for holder, held in self._locks.items() if holder is not self)

    def xFileControl(self, op: int, ptr: int) -> bool:  # noqa: N802
        if op == apsw.SQLITE_FCNTL_MMAP_SIZE:  # how much of it is mapped: nothing, whatever is asked for
            c_int64.from_address(ptr).value = 0
            return True
        return False

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE  # as SQLite assumes of every disk it is not told otherwise of

    def xClose(self) -> None:  # noqa: N802
        self._locks.pop(self, None)


_registered: list[_Files] = []  # SQLite forgets a file layer that nobody keeps


def _register() -> None:
    if not _registered:
        _registered.append(_Files())
