"""What a start checks before it serves, and what is looked at later, when nothing waits."""

from pathlib import Path

import pytest

from protocol import journal as journal_module
from protocol.chain import ChainBroken, Entry, first_link, make_entry
from protocol.events import ALL
from protocol.journal import PATROL, Journal, JournalError

NAME = "patrol"
HEAD = 5 * PATROL // 2  # entries: three quiet moments


def some_entries() -> list[Entry]:
    entries: list[Entry] = []
    for seq in range(1, HEAD + 1):
        before = entries[-1].chain if entries else first_link(NAME)
        entries.append(make_entry(before, seq, "12:00", ALL, b"", f"body {seq:06d}".encode()))
    return entries


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "table.journal"
    with Journal(path, NAME, reserve=0) as journal:
        journal.commit(some_entries())
    return path


def damage(path: Path, seq: int) -> None:
    """The body of an entry, wherever its page has been copied to."""
    data = path.read_bytes()
    changed = data.replace(f"body {seq:06d}".encode(), f"bodi {seq:06d}".encode())
    assert changed != data
    path.write_bytes(changed)


def idle_often(journal: Journal) -> None:
    for _ in range(5):
        journal.idle()


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "PAGES_AT_START", 0)


def test_the_pages_of_a_journal_of_ordinary_size_are_checked_before_anything_is_served(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []
    monkeypatch.setattr(Journal, "check_pages", lambda _journal: checked.append("pages"))
    with Journal(path, NAME, reserve=0) as journal:
        journal.check_at_start(HEAD)
    assert checked == ["pages"]


@pytest.mark.usefixtures("large")
def test_the_entries_of_a_large_one_are_looked_at_in_quiet_moments_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[tuple[int, int]] = []
    with Journal(path, NAME, reserve=0) as journal:
        journal.check_at_start(HEAD - 1)
        monkeypatch.setattr(journal, "read", lambda first, last: looked.append((first, last)))
        idle_often(journal)
    assert looked == [(1, PATROL), (PATROL + 1, 2 * PATROL), (2 * PATROL + 1, HEAD - 1)]


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("seq", [2, PATROL, PATROL + 1, HEAD - 1])
def test_c12_damage_that_the_start_passed_over_is_found_and_nothing_is_written_behind_it(path: Path, seq: int) -> None:
    damage(path, seq)
    with Journal(path, NAME, reserve=0) as journal:
        journal.check_at_start(HEAD)
        with pytest.raises(ChainBroken, match=f"entry {seq} is not what its digest was made of"):
            idle_often(journal)
        with pytest.raises(JournalError, match=f"entry {seq} is not"):
            journal.commit([])


@pytest.mark.usefixtures("large")
def test_damage_behind_the_checkpoint_is_found_by_the_start_itself(path: Path) -> None:
    damage(path, HEAD - 3)
    with Journal(path, NAME, reserve=0) as journal:
        journal.check_at_start(HEAD - 10)
        with pytest.raises(ChainBroken, match=f"entry {HEAD - 3} is not what"):
            list(journal.entries(HEAD - 9))
