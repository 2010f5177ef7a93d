"""Tapes: every byte is kept as it came, damage shows, and a disk that fails takes nothing with it but the evidence."""

import errno
import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoe_driver.tape import Damaged, Kind, Record, Tape, read_lines, read_tape

CHUNKS = st.lists(st.tuples(st.integers(0, 2**40), st.sampled_from(Kind), st.binary(max_size=64)), max_size=12)


def only_tape(folder: Path) -> Path:
    (path,) = folder.glob("*.tape")
    return path


def kept(items: Sequence[Record | Damaged]) -> list[tuple[int, Kind, bytes]]:
    return [(item.now_ms, item.kind, item.data) for item in items if isinstance(item, Record)]


def written(folder: Path, chunks: list[tuple[int, Kind, bytes]], size_max: int = 2**20) -> None:
    tape = Tape(folder, "reference", size_max=size_max)
    for now_ms, kind, data in chunks:
        tape.write(now_ms, kind, data)
    assert tape.failure() is None
    tape.close()


@given(CHUNKS)
def test_what_was_written_is_read_in_order(
    tmp_path_factory: pytest.TempPathFactory, chunks: list[tuple[int, Kind, bytes]]
) -> None:
    folder = tmp_path_factory.mktemp("tapes")
    written(folder, [(1, Kind.OPENED, b"/dev/shoe"), *chunks])
    items = list(read_tape(only_tape(folder)))
    assert kept(items) == [(1, Kind.TAPE, b"reference"), (1, Kind.OPENED, b"/dev/shoe"), *chunks]
    assert len(items) == len(chunks) + 2


def test_no_byte_no_tape(tmp_path: Path) -> None:
    Tape(tmp_path / "tapes", "reference").close()
    assert not (tmp_path / "tapes").exists()


def test_a_full_tape_is_followed_by_the_next_and_none_is_removed(tmp_path: Path) -> None:
    chunks = [(number, Kind.IN, bytes([number]) * 40) for number in range(50)]
    written(tmp_path, chunks, size_max=1000)
    paths = sorted(tmp_path.iterdir())
    assert [path.name for path in paths] == [f"shoe-{number:06}.tape" for number in range(1, len(paths) + 1)]
    assert len(paths) > 5
    assert all(1000 <= path.stat().st_size < 1200 for path in paths[:-1])
    records = [record for path in paths for record in kept(list(read_tape(path)))]
    assert [record for record in records if record[1] is not Kind.TAPE] == chunks


def test_every_process_begins_a_tape_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "shoe-000041.tape").write_text("of last year")
    (tmp_path / "shoe-copy.tape").write_text("made by somebody")
    written(tmp_path, [(1, Kind.IN, b"a")])
    written(tmp_path, [(2, Kind.IN, b"b")])
    assert (tmp_path / "shoe-000041.tape").read_text() == "of last year"
    assert kept(list(read_tape(tmp_path / "shoe-000043.tape")))[1:] == [(2, Kind.IN, b"b")]


def test_nobody_else_reads_it(tmp_path: Path) -> None:
    written(tmp_path, [(1, Kind.IN, b"a")])
    assert only_tape(tmp_path).stat().st_mode & 0o777 == 0o600


# --- damage


def whole_tape(folder: Path) -> list[bytes]:
    written(folder, [(number, Kind.IN, bytes([number, 7])) for number in range(5)])
    return only_tape(folder).read_bytes().splitlines(keepends=True)


def test_a_tape_torn_at_any_byte_gives_all_lines_before(tmp_path: Path) -> None:
    lines = whole_tape(tmp_path)
    whole = b"".join(lines)
    records = list(read_lines(lines))
    for size in range(len(whole)):
        torn = list(read_lines(whole[:size].splitlines(keepends=True)))
        complete = whole[:size].count(b"\n")
        assert torn[:complete] == records[:complete]
        assert len(torn) == complete + (not whole[:size].endswith(b"\n") and size > 0)
        assert all(isinstance(item, Damaged) for item in torn[complete:])


def test_any_changed_byte_shows_where_it_is_and_the_rest_is_read(tmp_path: Path) -> None:
    lines = whole_tape(tmp_path)
    records = list(read_lines(lines))
    for place in range(len(lines[3]) - 1):
        changed = bytearray(lines[3])
        changed[place] ^= 1
        items = list(read_lines([*lines[:3], bytes(changed), *lines[4:]]))
        assert Damaged(4, bytes(changed).decode("latin-1")) in items
        assert [item for item in items if isinstance(item, Record)] in (
            [*records[:3], *records[4:]],
            [*records[:3], *records[5:]],  # if its own check was hit, the line chained to it is in doubt, too
        )


def test_a_line_taken_out_or_put_elsewhere_shows(tmp_path: Path) -> None:
    lines = whole_tape(tmp_path)
    assert any(isinstance(item, Damaged) for item in read_lines([*lines[:2], *lines[3:]]))
    assert any(isinstance(item, Damaged) for item in read_lines([*lines[:2], lines[3], lines[2], *lines[4:]]))
    assert any(isinstance(item, Damaged) for item in read_lines([*lines, lines[-1]]))


@given(st.lists(st.binary(max_size=80)))
def test_no_file_is_too_strange_to_be_read(lines: list[bytes]) -> None:
    assert all(isinstance(item, Damaged) for item in read_lines(lines))


# --- a disk that fails


class Disk:
    """Stands before os.write and takes only so much."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room: int | None = None
        self._write = os.write
        monkeypatch.setattr("shoe_driver.tape.os.write", self.write)

    def write(self, file: int, data: bytes) -> int:
        if self.room is None:
            return self._write(file, data)
        if self.room == 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        data = data[: self.room]
        self.room -= len(data)
        return self._write(file, data)


@pytest.mark.parametrize("room", range(0, 120, 3))
def test_a_full_disk_is_told_once_and_the_tape_goes_on_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, room: int
) -> None:
    disk = Disk(monkeypatch)
    tape = Tape(tmp_path, "reference")
    tape.write(1, Kind.IN, b"before")
    disk.room = room
    for now_ms in range(2, 6):
        tape.write(now_ms, Kind.IN, b"lost")
    assert tape.failure() is not None
    assert tape.failure() is None
    disk.room = None
    tape.write(6, Kind.IN, b"after")
    tape.write(7, Kind.IN, b"and on")
    disk.room = 0
    tape.write(8, Kind.IN, b"lost again")
    failure = tape.failure()
    tape.close()
    assert failure is not None
    assert failure.endswith("No space left on device")
    items = list(read_tape(only_tape(tmp_path)))
    read = kept(items)
    assert (read[1], read[-2:]) == ((1, Kind.IN, b"before"), [(6, Kind.IN, b"after"), (7, Kind.IN, b"and on")])
    assert {data for _, _, data in read[2:-2]} <= {b"lost"}
    assert sum(isinstance(item, Damaged) for item in items) <= 1


def test_a_folder_that_cannot_be_made_is_told_and_tried_again(tmp_path: Path) -> None:
    (tmp_path / "tapes").write_text("a file where the folder should be")
    tape = Tape(tmp_path / "tapes", "reference")
    tape.write(1, Kind.IN, b"lost")
    failure = tape.failure()
    assert failure is not None
    assert "tapes" in failure
    (tmp_path / "tapes").unlink()
    tape.write(2, Kind.IN, b"kept")
    assert tape.failure() is None
    tape.close()
    assert kept(list(read_tape(only_tape(tmp_path / "tapes"))))[1:] == [(2, Kind.IN, b"kept")]


def test_the_folder_that_it_makes_is_its_owners_alone(tmp_path: Path) -> None:
    written(tmp_path / "tapes", [(1, Kind.OPENED, b"/dev/shoe")])
    assert (tmp_path / "tapes").stat().st_mode & 0o777 == 0o700
