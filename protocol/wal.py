"""SQLite's write-ahead log, as it documents it ("WAL-mode file format"): what SQLite forgives in one, and we do not.

Reads bytes, and must never know what is in a page.
"""

import struct
from pathlib import Path
from typing import BinaryIO, Final

_WAL_HEADER: Final = struct.Struct(">8I")  # magic, format, page size, checkpoint number, salt (2), checksum (2)
_FRAME_HEADER: Final = struct.Struct(">6I")  # page, pages of the file after a commit (else 0), salt (2), checksum (2)


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
    # The header is on the disk before the first frame is written.
    if magic & ~1 != 0x377F0682 or _wal_checksum(header[:24], "<>"[magic & 1]) != _WAL_HEADER.unpack(header)[6:]:
        return "its header is not what was written"
    ended = False
    at = good
    while True:
        file.seek(_WAL_HEADER.size + at * (_FRAME_HEADER.size + page_size))
        frame = file.read(_FRAME_HEADER.size)
        if len(frame) < _FRAME_HEADER.size:
            return ""
        _, commit, *found = _FRAME_HEADER.unpack(frame)[:4]
        # Else a leftover from before the WAL was begun anew, whose salt is another in half of its bits, not in one.
        if sum((one ^ other).bit_count() for one, other in zip(found, salt, strict=True)) <= 1:
            if ended:
                return f"frame {good + 1} is not what was written, and a whole commit follows it"
            ended = commit != 0
        at += 1


def _wal_checksum(data: bytes, order: str) -> tuple[int, int]:
    one = two = 0
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        one = (one + even + two) & 0xFFFFFFFF
        two = (two + odd + one) & 0xFFFFFFFF
    return one, two
