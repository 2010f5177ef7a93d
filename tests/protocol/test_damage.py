"""Every single place of a small journal and of its WAL, damaged: found, or nothing is lost by it.

`test_journal.py` has larger files and draws its places; here no frame, and no byte that means something, is left out.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from protocol.chain import ChainBroken
from protocol.journal import Journal, JournalError
from protocol.wal import wal_of
from tests.protocol.fuzz_journal import NAME, some_entries

ENTRIES: Final = some_entries(8, sizes=(40,))
HOME: Final = 2  # entries in the file; each of the others is a commit in the WAL
HEADER, FRAME, PAGE = 32, 24, 4_096  # bytes of the WAL's header, of a frame's, of a page


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


def opened(path: Path) -> Journal:
    return Journal(path, NAME, reserve=0, synchronous="OFF")


def believed(path: Path) -> int | None:
    """How many entries a start would go on with; None: it refuses."""
    try:
        with opened(path) as journal:
            journal.verify()
            found = journal.read(1, journal.seq)
    except (JournalError, ChainBroken):
        return None
    assert found == ENTRIES[: len(found)]
    return len(found)


def left_in_use(path: Path) -> tuple[bytes, bytes]:
    """By a process that was killed: the file and its WAL."""
    with opened(path) as journal:
        journal.commit(ENTRIES[:HOME])
    journal = opened(path)
    for entry in ENTRIES[HOME:]:
        journal.commit([entry])
    journal._fault = "killed"
    journal.close()
    return path.read_bytes(), wal_of(path).read_bytes()


def flipped(data: bytes, at: int) -> bytes:
    """Another bit at each place: each is hit somewhere."""
    return b"".join((data[:at], bytes([data[at] ^ 1 << at % 8]), data[at + 1 :]))


def test_c12_no_damaged_frame_of_the_wal_takes_more_with_it_than_a_torn_write_may(path: Path) -> None:
    """Every byte of the header, every byte of each frame's header, and bytes all over its page. In the last commit it
    cannot be told from a torn write. Anywhere before that, what was acknowledged would be lost: refused."""
    whole, wal = left_in_use(path)
    frames, rest = divmod(len(wal) - HEADER, FRAME + PAGE)
    assert (frames, rest) == (len(ENTRIES) - HOME, 0)
    places = [(0, at) for at in range(HEADER)]
    for frame in range(frames):
        begins = HEADER + frame * (FRAME + PAGE)
        places += [(frame, begins + at) for at in (*range(FRAME), FRAME, FRAME + 100, FRAME + 2_000, FRAME + PAGE - 1)]
    for frame, at in places:
        path.write_bytes(whole)
        wal_of(path).write_bytes(flipped(wal, at))
        found = believed(path)
        if frame < frames - 1:
            assert found is None, f"byte {at - HEADER - frame * (FRAME + PAGE)} of frame {frame + 1} of {frames}"
        else:
            assert found == len(ENTRIES) - 1  # a loss of power must not stop a table


def test_c12_a_frame_that_is_left_out_doubled_or_moved_is_found(path: Path) -> None:
    whole, wal = left_in_use(path)
    header, size = wal[:HEADER], FRAME + PAGE
    frames = [wal[at : at + size] for at in range(HEADER, len(wal), size)]
    for place in range(len(frames) - 1):
        before, frame, behind = frames[:place], frames[place], frames[place + 1 :]
        for spoilt in ([*before, *behind], [*before, frame, frame, *behind], [*before, behind[0], frame, *behind[1:]]):
            path.write_bytes(whole)
            wal_of(path).write_bytes(header + b"".join(spoilt))
            found = believed(path)
            assert found is None or found >= len(ENTRIES) - 2, (place, found)
            assert found is None or place >= len(frames) - 2, (place, found)


def meaningful(data: bytes) -> Iterator[int]:
    """All of the file's own header, and every third byte elsewhere that is not zero."""
    yield from range(100)
    yield from [at for at in range(100, len(data)) if data[at]][::3]


def test_c12_no_damaged_byte_of_the_journal_takes_an_entry_with_it(path: Path) -> None:
    with opened(path) as journal:
        journal.commit(ENTRIES)
    whole = path.read_bytes()
    refused = places = 0
    for at in meaningful(whole):
        path.write_bytes(flipped(whole, at))
        found = believed(path)
        assert found in (len(ENTRIES), None), at
        refused += found is None
        places += 1
    assert refused > 0.8 * places


def test_c12_no_damaged_page_of_the_journal_takes_an_entry_with_it(path: Path) -> None:
    with opened(path) as journal:
        journal.commit(ENTRIES)
    whole = path.read_bytes()
    for page in range(0, len(whole), PAGE):
        for spoilt in (bytes(PAGE), b"\xff" * PAGE, whole[:PAGE], whole[-PAGE:]):
            changed = whole[:page] + spoilt + whole[page + PAGE :]
            path.write_bytes(changed)
            found = believed(path)
            assert found is None or (changed == whole and found == len(ENTRIES)), page
