"""What was on the line to a Card Shoe, byte for byte, written down before anybody interprets it.

Knows bytes and time, and must never know what they mean. A tape is evidence, not money: if it cannot be written, that
is told once, and the shoe is read all the same. Nothing is synced: a crash of the machine may take the last seconds.

A tape is lines of text, each chained to the one before it, so that a line that was torn, changed or taken out shows:

    monotonic ms   wall time                  kind     bytes in hex, "-" if none   check
    81726354       2026-03-13T21:04:05.678Z   in       a55a0243000000113953...     8c1d9a70f1e2b3c4

Kinds: `tape` (the first line: which driver), `opened` and `lost` (the port), `in` and `out`. A process begins a tape of
its own, and another one when it is full; they are numbered, and none is ever removed or written to again.
"""

import os
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from enum import StrEnum
from errno import ENOSPC
from hashlib import sha256
from pathlib import Path
from typing import Final

from msgspec import Struct

SIZE_MAX: Final = 8 * 2**20  # half a day of a quiet shoe that is asked once a second
CHECK_DIGITS: Final = 16
NOTHING: Final = "-"


class Kind(StrEnum):
    TAPE = "tape"
    OPENED = "opened"
    LOST = "lost"
    IN = "in"
    OUT = "out"


class Record(Struct, frozen=True):
    now_ms: int
    wall_time: str
    kind: Kind
    data: bytes = b""


class Damaged(Struct, frozen=True):
    """A line that is not what was written. The last one of a tape may be torn; any other asks for an explanation."""

    line_no: int
    text: str


# --- writing --------------------------------------------------------------------------------------------------


class Tape:
    """Tapes of one port in one folder, made when the first byte comes."""

    def __init__(self, folder: Path, driver: str, *, size_max: int = SIZE_MAX) -> None:
        self._folder, self._driver, self._size_max = folder, driver, size_max
        self._file: int | None = None
        self._size = 0
        self._check = ""
        self._is_torn = False
        self._failure: str | None = None
        self._is_told = False

    def write(self, now_ms: int, kind: Kind, data: bytes = b"") -> None:
        try:
            file = self._file
            if file is None or self._size >= self._size_max:
                file = self._begin(now_ms)
            self._append(file, now_ms, kind, data)
        except OSError as error:
            self._failure = f"{error.filename or self._folder}: {error.strerror}"
        else:
            self._failure = None
            self._is_told = False

    def failure(self) -> str | None:
        """Why nothing is kept; told once, until it has worked again in between."""
        if self._failure is None or self._is_told:
            return None
        self._is_told = True
        return self._failure

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _begin(self, now_ms: int) -> int:
        self.close()
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        number = max((_number(path) for path in self._folder.glob("shoe-*.tape")), default=0) + 1
        # Never one that is there already: it may belong to another process.
        path = self._folder / f"shoe-{number:06}.tape"
        file = self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
        os.fchmod(file, 0o600)  # whatever the umask: hidden cards are on it
        self._size = 0
        self._check = ""
        self._is_torn = False
        self._append(file, now_ms, Kind.TAPE, self._driver.encode())
        return file

    def _append(self, file: int, now_ms: int, kind: Kind, data: bytes) -> None:
        body = f"{now_ms} {_wall_time()} {kind} {data.hex() or NOTHING}"
        check = _check(self._check, body)
        line = f"{body} {check}\n".encode()
        if self._is_torn:
            line = b"\n" + line  # so that only the torn line is lost, not this one with it
        written = os.write(file, line)
        self._size += written
        self._is_torn = self._is_torn if written == 0 else written < len(line)
        if written >= len(line) - 1:  # the line counts, with or without its end
            self._check = check
        if written < len(line):
            raise OSError(ENOSPC, "only a part of a line was written")


def _number(path: Path) -> int:
    digits = path.stem.removeprefix("shoe-")
    return int(digits) if digits.isdecimal() else 0


def _wall_time() -> str:
    """For people; nothing is decided by it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _check(before: str, body: str) -> str:
    return sha256(f"{before} {body}".encode()).hexdigest()[:CHECK_DIGITS]


# --- reading --------------------------------------------------------------------------------------------------


def read_tape(path: Path) -> Iterator[Record | Damaged]:
    """All that is on a tape, in order. What cannot be read is said and passed over."""
    with path.open("rb") as file:
        yield from read_lines(file)


def read_lines(lines: Iterable[bytes]) -> Iterator[Record | Damaged]:
    check = ""
    for line_no, line in enumerate(lines, 1):
        text = line.decode("latin-1")
        record = _record(text)
        if record is None:
            yield Damaged(line_no, text)
            continue
        body, _, own = text.removesuffix("\n").rpartition(" ")
        if own == _check(check, body):
            yield record
        else:
            yield Damaged(line_no, text)
        check = own  # a line that was changed damns itself, not all that follow it


def _record(text: str) -> Record | None:
    """None if it does not even look like a whole line."""
    parts = text.split(" ")
    if not text.endswith("\n") or len(parts) != 5:
        return None
    now_ms, wall_time, kind, data, check = parts
    try:
        if len(check) != CHECK_DIGITS + 1:
            return None
        return Record(int(now_ms), wall_time, Kind(kind), b"" if data == NOTHING else bytes.fromhex(data))
    except ValueError:
        return None
