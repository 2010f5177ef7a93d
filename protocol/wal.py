"""SQLite's write-ahead log, as it documents it ("WAL-mode file format"): what SQLite forgives in one, and we do not.

Reads bytes, and must never know what is in a page.
"""

import struct
from pathlib import Path
from typing import BinaryIO, Final

_WAL_HEADER: Final = struct.Struct(">8I")  # magic, format, page size, checkpoint number, salt (2), checksum (2)
_FRAME_HEADER: Final = struct.Struct(">6I")  # page, pages of the file after a commit (else 0), salt (2), checksum (2)
_CHECKSUM: Final = struct.Struct(">2I")


def wal_of(path: Path) -> Path:
    """Where SQLite keeps the write-ahead log of this file."""
    return path.with_name(path.name + "-wal")


def wal_damage(file: BinaryIO, good: int) -> str:
    """Why frames behind the `good` ones cannot come from one torn transaction; "" if they can."""
    header = file.read(_WAL_HEADER.size)
    first = file.read(_FRAME_HEADER.size)
    if len(first) < _FRAME_HEADER.size:
        return ""  # no frame was ever written
    magic, _, page_size, _, *salt = _WAL_HEADER.unpack(header)[:6]
    order = "<>"[magic & 1]
    # The header is on the disk before the first frame is written.
    if magic & ~1 != 0x377F0682 or _wal_checksum(header[:24], order) != _WAL_HEADER.unpack(header)[6:]:
        return "its header is not what was written"
    ended = False
    at = good
    before: tuple[int, int] | None = _checksum_at(file, good, page_size)  # what the next frame's goes on from
    while True:
        file.seek(_WAL_HEADER.size + at * (_FRAME_HEADER.size + page_size))
        frame = file.read(_FRAME_HEADER.size)
        if len(frame) < _FRAME_HEADER.size:
            return ""
        _, commit, *found, one, two = _FRAME_HEADER.unpack(frame)
        if found == salt or (before is not None and _follows(frame, file.read(page_size), before, order)):
            if ended:
                return f"frame {good + 1} is not what was written, and a whole commit follows it"
            ended = commit != 0
            before = one, two
        else:
            before = None  # a leftover from before the WAL was begun anew: such follow each other
        at += 1


def _checksum_at(file: BinaryIO, frames: int, page_size: int) -> tuple[int, int]:
    """As it is written after so many frames: each goes on from the one before it, the first from the header."""
    end = _WAL_HEADER.size if not frames else _WAL_HEADER.size + (frames - 1) * (_FRAME_HEADER.size + page_size) + 24
    file.seek(end - 8)
    one, two = _CHECKSUM.unpack(file.read(_CHECKSUM.size))
    return one, two


def _follows(frame: bytes, page: bytes, before: tuple[int, int], order: str) -> bool:
    """Was this frame written behind that one, whole, whatever its salt says now? That is no part of the checksum."""
    if len(page) % 8:
        return False  # it was cut off
    return _wal_checksum(frame[:8] + page, order, *before) == _FRAME_HEADER.unpack(frame)[4:]


def _wal_checksum(data: bytes, order: str, one: int = 0, two: int = 0) -> tuple[int, int]:
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return one, two
