"""Whole copies of a journal in use, made by the process that holds it, and what can go wrong with who asks."""

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from protocol import copies as copies_module
from protocol.copies import Copies, _short, borrowed, copy_of, socket_of
from protocol.journal import Journal, JournalError
from tests.protocol.fuzz_journal import ENTRIES, NAME
from tests.protocol.serving import Serving


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "table.journal", NAME, reserve=0) as journal:
        journal.commit(ENTRIES[:10])
        yield journal


def names(journal: Journal) -> list[str]:
    return sorted(file.name for file in journal.path.parent.iterdir())


def asked(journal: Journal) -> socket.socket:
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with _short(socket_of(journal.path)) as address:
        line.connect(address)
    return line


def turned(copies: Copies, times: int = 30) -> None:
    for turn in range(times):
        copies.turn(turn * 1_000)


def test_a_copy_is_whole_and_goes_when_it_was_read(journal: Journal) -> None:
    with Serving(journal):
        with borrowed(journal.path) as copy, Journal.open_to_read(copy) as read:
            assert (read.doubt, read.closed, read.read(1, 99)) == ("", True, ENTRIES[:10])
            assert copy.stat().st_mode & 0o777 == 0o600
        assert socket_of(journal.path).stat().st_mode & 0o777 == 0o600
        while copy.exists():
            pass
    assert names(journal) == ["table.journal", "table.journal-wal"]


def test_what_is_committed_while_it_is_made_is_in_it(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies_module, "STEP_PAGES", 1)
    copies = Copies(journal)
    line = asked(journal)
    turned(copies, 3)
    journal.commit(ENTRIES[10:], b"state")
    journal._checkpoint()
    turned(copies, 60)
    assert b'"seq": 30' in line.recv(1_000)
    with Journal.open_to_read(copy_of(journal.path)) as read:
        read.verify()
        assert (read.doubt, read.read(1, 99)) == ("", ENTRIES)
    line.close()
    copies.close()


def test_a_second_one_is_told_to_wait_and_one_who_leaves_leaves_nothing(journal: Journal) -> None:
    copies = Copies(journal)
    first, second = asked(journal), asked(journal)
    turned(copies)
    assert b"another copy is being made or read" in second.recv(1_000)
    first.close()
    turned(copies)
    third = asked(journal)
    turned(copies)
    assert b'"copy"' in third.recv(1_000)
    third.close()
    second.close()
    copies.close()
    assert names(journal) == ["table.journal", "table.journal-wal"]


def test_without_room_no_copy_is_made(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies_module, "free_bytes", lambda _path: 10_000)
    with (
        Serving(journal),
        pytest.raises(JournalError, match="gives no copy: there is no room for a copy beside the journal"),
        borrowed(journal.path),
    ):
        pass


def test_another_user_gets_nothing(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 54_321)
    monkeypatch.setattr(copies_module, "_CREDENTIALS", _Another())
    with (
        Serving(journal),
        pytest.raises(JournalError, match="only the user of this process may ask"),
        borrowed(journal.path),
    ):
        pass


class _Another:
    size = 12

    def unpack(self, _data: bytes) -> tuple[int, int, int]:
        return 1, 1_000, 1_000


def test_a_process_that_ends_meanwhile_is_told(journal: Journal) -> None:
    copies = Copies(journal)
    told: list[str] = []

    def ask() -> None:
        try:
            with borrowed(journal.path):
                pass
        except JournalError as error:
            told.append(str(error))

    asker = threading.Thread(target=ask)
    asker.start()
    while copies._asker is None:
        with suppress(OSError):
            copies._open(copies._door.accept()[0])
    copies.close()
    asker.join()
    assert "it has ended" in told[0]


def test_what_a_killed_process_left_is_no_hindrance_and_no_socket_is_no_reason_to_stop(journal: Journal) -> None:
    Copies(journal)._door.close()
    copy_of(journal.path).write_bytes(b"half of one")
    copies = Copies(journal)
    assert (copies.problem, copy_of(journal.path).exists()) == ("", False)
    copies.close()
    socket_of(journal.path).mkdir()
    copies = Copies(journal)
    assert "table.journal-copies" in copies.problem
    copies.turn(0)
    copies.close()
