"""The journal on a real disk: what it keeps, what it refuses, and that no change of its file is ever believed."""

import io
import os
import random
import shutil
import signal
import struct
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.money import InvariantBroken
from protocol import journal as journal_module
from protocol.chain import ChainBroken, Entry, first_link, is_sealed, make_entry
from protocol.events import ALL, Audience
from protocol.files import FileSystem
from protocol.journal import PIECE, Journal, JournalError
from protocol.schema import SCHEMA
from protocol.wal import wal_damage, wal_of
from tests.protocol.fuzz_journal import ENTRIES, NAME, fuzz_reader, some_entries

ROOT: Final = Path(__file__).resolve().parent.parent.parent
START: Final = first_link(NAME)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


def opened(path: Path, **options: Any) -> Journal:
    return Journal(path, NAME, **{"reserve": 0, **options})


def kept(path: Path, entries: list[Entry] = ENTRIES, state: bytes | None = None) -> Path:
    """A journal that was written and closed."""
    with opened(path) as journal:
        journal.commit(entries, state)
    return path


def killed(journal: Journal) -> None:
    """Leaves the files as a killed process would: nothing is brought home, the lock is gone."""
    journal._fault = "killed"
    journal.close()


def files(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir())


def edited(path: Path, *statements: str) -> None:
    """By somebody with an SQL shell."""
    db = apsw.Connection(str(path))
    db.pragma("ignore_check_constraints", True)
    for statement in statements:
        db.execute(statement)
    db.close()


# --- copies: of the file alone, or with a WAL of another moment -----------------------------------------------------


def copied(path: Path, name: str, *, wal: Path | None = None) -> Path:
    copy = path.with_name(name)
    shutil.copy(path, copy)
    if wal is not None:
        shutil.copy(wal, wal_of(copy))
    return copy


def doubt(path: Path) -> str:
    """What a tool is told; and a process that would go on with it is refused for the same reason."""
    with Journal.open_to_read(path) as journal:
        told = journal.doubt
    if told:
        with pytest.raises(JournalError, match=told):
            opened(path)
    return told


COPY = "this is a copy of a journal that was in use: entries may be missing"


def test_a_journal_that_was_closed_is_whole_and_so_is_its_copy(path: Path) -> None:
    assert [doubt(kept(path)), doubt(copied(path, "copy"))] == ["", ""]
    with opened(path.with_name("copy")) as journal:
        assert journal.seq == len(ENTRIES)


def test_a_copy_of_one_in_use_is_known_for_one_with_its_wal_or_without(path: Path) -> None:
    with opened(path) as journal:
        copied(path, "new")
        journal.commit(ENTRIES[:20])
        copied(path, "without")
        copied(path, "with", wal=wal_of(path))
        journal.commit(ENTRIES[20:])
    for name, entries in (("new", 0), ("without", 0), ("with", 20)):
        copy = path.with_name(name)
        assert doubt(copy) == COPY
        with Journal.open_to_read(copy) as journal:
            assert (journal.seq, journal.closed) == (entries, False)


def test_what_a_killed_process_left_is_whole_where_it_left_it(path: Path) -> None:
    journal = opened(path)
    journal.commit(ENTRIES)
    killed(journal)
    copied(path, "copy", wal=wal_of(path))
    assert doubt(path.with_name("copy")) == COPY
    with Journal.open_to_read(path) as journal:
        assert (journal.doubt, journal.closed, journal.seq) == ("", False, len(ENTRIES))
    wal_of(path).unlink()
    assert doubt(path) == "it was not closed, and table.journal-wal is missing: entries are missing"


def test_an_older_wal_beside_the_file_is_told(path: Path) -> None:
    journal = opened(path)
    journal.commit(ENTRIES[:1])
    older = wal_of(path).read_bytes()
    journal.commit(ENTRIES[1:2])
    journal._checkpoint()
    killed(journal)
    wal_of(path).write_bytes(older)
    assert doubt(path) == "table.journal-wal is older than the file: entries are missing"


def test_a_closed_journal_that_was_cut_is_told(path: Path) -> None:
    edited(kept(path), "DROP TRIGGER entry_is_kept", "DELETE FROM entry WHERE seq > 20", SCHEMA["entry_is_kept"])
    assert doubt(path) == "it was closed at another entry than its last: entries are missing"


# --- what it keeps ----------------------------------------------------------------------------------------------


def test_a_new_journal_is_empty_and_begins_with_its_name(path: Path) -> None:
    with opened(path) as journal:
        assert (journal.name, journal.seq, journal.chain) == (NAME, 0, START)
        assert journal.read(1, 10) == []
        assert [journal.chain_at(seq) for seq in (-1, 0, 1)] == [None, START, None]
        assert journal.last_checkpoint() is None
        journal.verify()
    assert files(path) == ["table.journal"], "closed, it is one file"


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o777])
def test_whatever_the_umask_nobody_else_reads_what_is_kept(path: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        journal = opened(path, reserve=5_000)
        journal.commit(ENTRIES, b"state")
        killed(journal)
    finally:
        os.umask(before)
    modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    assert modes == dict.fromkeys(("table.journal", "table.journal-wal", "table.journal-reserve"), 0o600)


def test_what_was_committed_is_there_after_a_kill(path: Path) -> None:
    journal = opened(path)
    journal.commit(ENTRIES[:7], b"state")
    killed(journal)
    assert wal_of(path).stat().st_size > 0
    with opened(path) as journal:
        journal.verify()
        assert journal.read(1, 30) == ENTRIES[:7]
        assert wal_of(path).stat().st_size == 0, "every process begins with an empty WAL"
        journal.commit(ENTRIES[7:])
    with opened(path) as journal:
        assert journal.read(1, 30) == ENTRIES


def test_only_the_last_two_checkpoints_are_kept(path: Path) -> None:
    with opened(path) as journal:
        for place in range(5):
            journal.commit(ENTRIES[place : place + 1], b"after %d" % (place + 1))
        journal.commit([], b"again, with nothing new")
        assert journal.last_checkpoint() == (5, b"again, with nothing new")
        assert journal._ask("SELECT seq FROM checkpoint ORDER BY seq") == [(4,), (5,)]


def test_more_entries_than_are_in_memory_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "PIECE", 7)
    with opened(path) as journal:
        journal.commit(ENTRIES)
        assert journal.read(1, 30) == ENTRIES
        assert journal.read(3, 23) == ENTRIES[2:23]
        told: list[tuple[int, int]] = []
        journal.verify(progress=lambda done, of: told.append((done, of)))
        assert told == [(7, 30), (14, 30), (21, 30), (28, 30), (30, 30)]
        told.clear()
        journal.verify(after=20, progress=lambda done, of: told.append((done, of)))
        assert told == [(7, 10), (10, 10)]
    assert PIECE == 1_000


TEXTS: Final = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
FACTS: Final = st.tuples(TEXTS, st.sampled_from([ALL, Audience("T1"), Audience("staff")]), st.binary(max_size=40))
STEPS: Final = st.lists(
    st.one_of(
        st.tuples(st.just("commit"), st.lists(FACTS, max_size=4), st.none() | st.binary(max_size=20)),
        st.tuples(st.sampled_from(["close", "kill", "idle", "verify"]), st.just([]), st.none()),
        st.tuples(st.just("read"), st.tuples(st.integers(-2, 30), st.integers(-2, 30)), st.none()),
    ),
    max_size=12,
)


@given(STEPS)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_it_behaves_like_a_list(tmp_path_factory: pytest.TempPathFactory, steps: list[Any]) -> None:
    path = tmp_path_factory.mktemp("model") / "table.journal"
    model: list[Entry] = []
    state: tuple[int, bytes] | None = None
    journal = opened(path, synchronous="OFF")
    for step, given_, checkpoint in steps:
        if step == "commit":
            group: list[Entry] = []
            for wall_time, audience, body in given_:
                before = ([*model, *group] or [replace(ENTRIES[0], chain=START)])[-1].chain
                salt = b"salt" if audience else b""
                group.append(make_entry(before, len(model) + len(group) + 1, wall_time, audience, salt, body))
            journal.commit(group, checkpoint)
            model += group
            state = state if checkpoint is None else (len(model), checkpoint)
        elif step == "read":
            first, last = given_
            assert journal.read(first, last) == model[max(first, 1) - 1 : max(last, 0)]
            assert journal.chain_at(first) == ({0: START} | {entry.seq: entry.chain for entry in model}).get(first)
        elif step == "idle":
            journal.idle()
        elif step == "verify":
            journal.verify()
        else:
            killed(journal) if step == "kill" else journal.close()
            journal = opened(path, synchronous="OFF")
    assert journal.read(1, len(model) + 1) == model
    assert (journal.seq, journal.last_checkpoint()) == (len(model), state)
    journal.close()
    shutil.rmtree(path.parent)


# --- how it is written ------------------------------------------------------------------------------------------


def test_sqlite_is_set_as_faults_md_says(path: Path) -> None:
    wanted = {
        "locking_mode": "exclusive",
        "journal_mode": "wal",
        "synchronous": 2,
        "mmap_size": 0,
        "foreign_keys": 1,
        "wal_autocheckpoint": 0,
        "cell_size_check": 1,
        "trusted_schema": 0,
        "application_id": 0x45544721,
        "user_version": 1,
    }
    with opened(path) as journal:
        journal.commit(ENTRIES)
        assert {name: journal._db.pragma(name) for name in wanted} == wanted
        assert files(path) == ["table.journal", "table.journal-wal"], "no memory is shared"


def test_a_setting_that_does_not_hold_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(journal_module._SYNCHRONOUS, "FULL", 9)
    with pytest.raises(JournalError, match=r"SQLite says synchronous is \d, and it must be 9"):
        opened(path)


def test_an_older_sqlite_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.51.2")
    for refused in (partial(opened, path), partial(Journal.open_to_read, path)):
        with pytest.raises(JournalError, match=r"^SQLite 3\.51\.2 can damage a journal: 3\.51\.3 is needed$"):
            refused()
    assert not path.exists()


def test_no_entry_is_changed_or_deleted_by_sql(path: Path) -> None:
    with opened(path) as journal:
        journal.commit(ENTRIES)
        for sql in ("UPDATE entry SET body = x'00' WHERE seq = 3", "UPDATE entry SET wall_time = ''"):
            with pytest.raises(apsw.ConstraintError, match="an entry is never changed"):
                journal._db.execute(sql)
        with pytest.raises(apsw.ConstraintError, match="an entry is never deleted"):
            journal._db.execute("DELETE FROM entry WHERE seq = 30")
        assert journal.read(1, 30) == ENTRIES


@pytest.mark.parametrize(
    "values",
    [
        (0, "", "", b"", b"", b"d" * 32, b"c" * 32),
        (31, None, "", b"", b"", b"d" * 32, b"c" * 32),
        (31, "", "", b"salt", b"", b"d" * 32, b"c" * 32),
        (31, "", "T1", "salt", b"", b"d" * 32, b"c" * 32),
        (31, "", "", b"", b"", b"d" * 31, b"c" * 32),
        (31, "", "", b"", b"", b"d" * 32, b"c" * 33),
        ("31st", "", "", b"", b"", b"d" * 32, b"c" * 32),
    ],
)
def test_no_row_is_written_that_cannot_be_an_entry(path: Path, values: tuple[Any, ...]) -> None:
    with opened(path) as journal, pytest.raises((apsw.ConstraintError, apsw.MismatchError)):
        journal._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?)", values)


def test_the_wal_comes_home_when_idle_and_is_never_large(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "IDLE_PAGES", 3)
    monkeypatch.setattr(journal_module, "WAL_PAGES_MAX", 20)
    with opened(path) as journal:
        journal.commit(ENTRIES[:1])
        journal.idle()
        assert wal_of(path).stat().st_size > 0, "a small WAL is not worth two fsyncs"
        for entry in ENTRIES[1:4]:
            journal.commit([entry])
        journal.idle()
        assert wal_of(path).stat().st_size == 0
        sizes = []
        for entry in ENTRIES[4:]:
            journal.commit([entry])
            sizes.append(wal_of(path).stat().st_size)
        assert max(sizes) <= 21 * 4_120 + 32
        assert sizes.count(0) == 1
        assert journal.read(1, 30) == ENTRIES


# --- what it refuses --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("group", "words"),
    [
        (ENTRIES[1:2], "entry 2 where 1 is next"),
        ([ENTRIES[0], ENTRIES[2]], "entry 3 where 2 is next"),
        ([ENTRIES[0], ENTRIES[0]], "entry 1 where 2 is next"),
        ([replace(ENTRIES[0], digest=b"d" * 32)], "entry 1 does not follow from the one before it"),
        ([ENTRIES[0], replace(ENTRIES[1], chain=b"c" * 32)], "entry 2 does not follow from the one before it"),
        ([make_entry(first_link("BAC-02"), 1, "", ALL, b"", b"")], "entry 1 does not follow from the one before it"),
    ],
)
def test_entries_that_do_not_follow_are_refused_whole(path: Path, group: list[Entry], words: str) -> None:
    with opened(path) as journal:
        with pytest.raises(InvariantBroken, match=f"{words}$"):
            journal.commit(group)
        assert (journal.seq, journal.read(1, 9)) == (0, [])
        journal.commit(ENTRIES)  # it was our own mistake, the disk is as good as before


def test_an_entry_that_the_table_does_not_take_is_our_own_mistake(path: Path) -> None:
    with opened(path) as journal:
        with pytest.raises(InvariantBroken, match="this is no entry: CHECK constraint failed"):
            journal.commit([make_entry(START, 1, "20:00", ALL, b"salt", b"")])
        with pytest.raises(JournalError, match="a commit was broken off; start again"):
            journal.commit(ENTRIES)


def test_a_journal_that_was_deleted_under_us_takes_no_more(path: Path) -> None:
    with opened(path) as journal:
        journal.commit(ENTRIES[:3])
        path.unlink()
        with pytest.raises(JournalError, match=r"looking for room failed: .*No such file or directory"):
            journal.commit(ENTRIES[3:])


def test_the_journal_of_another_table_is_refused(path: Path) -> None:
    kept(path)
    with pytest.raises(JournalError, match=r"table\.journal is the journal of BAC-01, not of BAC-02$"):
        Journal(path, "BAC-02")


def test_a_journal_under_another_name_is_found_at_its_first_link(path: Path) -> None:
    kept(path)
    edited(path, "UPDATE meta SET name = 'BAC-02'")
    with pytest.raises(ChainBroken, match="entry 1 does not follow from the one before it"):
        Journal(path, "BAC-02")


@pytest.mark.parametrize(
    ("statements", "words"),
    [
        (["PRAGMA user_version = 2"], "has format 2, and this program knows up to 1: use the newer program"),
        (["PRAGMA user_version = 0"], "has not the tables of a journal"),
        (["PRAGMA application_id = 7"], "is no journal: it is damaged, or another program made it"),
        (["DROP TRIGGER entry_is_kept"], "has not the tables of a journal: it is damaged, or somebody altered it"),
        (["CREATE TABLE more (a)"], "has not the tables of a journal"),
        (["DELETE FROM meta"], "does not say whose journal it is"),
        (["INSERT INTO meta VALUES ('BAC-02', 0, x'')"], "does not say whose journal it is"),
    ],
)
@pytest.mark.parametrize("how", [opened, Journal.open_to_read])
def test_other_files_are_refused_and_left_as_they_are(
    path: Path, statements: list[str], words: str, how: Callable[[Path], Journal]
) -> None:
    kept(path)
    edited(path, *statements)
    before = path.read_bytes()
    with pytest.raises(JournalError, match=words):
        how(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("how", [opened, Journal.open_to_read])
def test_what_is_no_journal_at_all_is_refused_and_left_as_it_is(path: Path, how: Callable[[Path], Journal]) -> None:
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(JournalError, match="the file is damaged, or no journal; keep it, and rebuild from the archive"):
        how(path)
    db = apsw.Connection(str(path.with_name("other.db")))
    db.execute("CREATE TABLE somebody (elses)")
    db.close()
    before = path.with_name("other.db").read_bytes()
    with pytest.raises(JournalError, match="is no journal"):
        how(path.with_name("other.db"))
    assert path.with_name("other.db").read_bytes() == before
    with pytest.raises(JournalError, match=r"cannot be opened|is no journal|failed"):
        how(path.parent)


@pytest.mark.parametrize("how", [opened, Journal.open_to_read])
def test_an_empty_file_is_a_loss_and_no_beginning(path: Path, how: Callable[[Path], Journal]) -> None:
    path.touch()
    wal_of(path).write_bytes(b"evidence")
    with pytest.raises(JournalError, match="is empty, its entries are lost"):
        how(path)
    assert wal_of(path).read_bytes() == b"evidence"


def test_a_wal_without_its_journal_is_no_beginning_either(path: Path) -> None:
    wal_of(path).write_bytes(b"evidence")
    with pytest.raises(JournalError, match=r"table\.journal is missing, and table\.journal-wal is there"):
        opened(path)
    assert files(path) == ["table.journal-wal"]


def test_a_folder_that_is_not_there(path: Path) -> None:
    with pytest.raises(JournalError, match=r"cannot be made: .*No such file or directory"):
        opened(path.parent / "missing" / "table.journal")


def test_a_journal_is_begun_whole_or_not_at_all(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise OSError("no")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", crash)
        with pytest.raises(JournalError, match="cannot be made: no"):
            opened(path)
    with opened(path) as journal:
        journal.commit(ENTRIES)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "exists", lambda _: False)  # two processes began at once, the other was quicker
        with pytest.raises(JournalError, match=r"cannot be made: .*File exists"):
            opened(path)
    with opened(path) as journal:
        assert journal.read(1, 30) == ENTRIES


# --- one process ------------------------------------------------------------------------------------------------

HOLD: Final = """
import sys
from pathlib import Path
from protocol.journal import Journal
journal = Journal(Path(sys.argv[1]), "BAC-01", reserve=0)
print("holds", flush=True)
sys.stdin.read()
"""


def test_c14_a_second_process_is_told_at_once_and_a_killed_one_lets_go(path: Path) -> None:
    kept(path)
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(path)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"holds\n"
        for refused in (partial(opened, path), partial(Journal.open_to_read, path)):
            with pytest.raises(JournalError, match=r"^another process holds the journal .*: stop it first"):
                refused()
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    with opened(path) as journal:
        assert journal.read(1, 30) == ENTRIES


def test_a_second_opening_in_the_same_process_is_refused_and_takes_no_lock_away(path: Path) -> None:
    with opened(path) as journal:
        for _ in range(2):
            with pytest.raises(JournalError, match="another process holds the journal"):
                opened(path)
        journal.commit(ENTRIES)
        other = subprocess.run(
            [sys.executable, "-c", HOLD, str(path)], cwd=ROOT, capture_output=True, check=False, text=True
        )
        assert "another process holds the journal" in other.stderr


def test_after_close_and_after_an_interruption_nothing_more_is_done(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = opened(path)
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="the journal is closed"):
        journal.commit(ENTRIES)
    journal = opened(path)
    journal.commit(ENTRIES[:5])

    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(journal_module, "astuple", interrupted)
    with pytest.raises(KeyboardInterrupt):
        journal.commit(ENTRIES[5:])
    for call in (journal.idle, journal.space, journal.verify, journal.last_checkpoint, partial(journal.read, 9, 8)):
        with pytest.raises(JournalError, match="a commit was broken off; start again"):
            call()
    journal.close()
    with opened(path) as journal:
        assert journal.read(1, 30) == ENTRIES[:5]


# --- room on the disk -------------------------------------------------------------------------------------------


class Room:
    """The disk's free bytes; the reserve takes its part of them."""

    def __init__(self, free: int, reserve: Path) -> None:
        self.free = free
        self.reserve = reserve

    def __call__(self, _: Path) -> int:
        return self.free - (self.reserve.stat().st_size if self.reserve.exists() else 0)


@pytest.fixture
def room(path: Path, monkeypatch: pytest.MonkeyPatch) -> Room:
    room = Room(100_000, path.with_name("table.journal-reserve"))
    monkeypatch.setattr(FileSystem, "free_bytes", lambda _system, path: room(path))
    monkeypatch.setattr(journal_module, "ROUND_BYTES", 10_000)
    return room


def test_c10_the_reserve_is_real_room(path: Path) -> None:
    with Journal(path, NAME, reserve=1 << 20) as journal:
        reserve = path.with_name("table.journal-reserve").stat()
        assert reserve.st_size == 1 << 20
        assert reserve.st_blocks * 512 >= 1 << 20
        assert journal.space()


def test_c10_below_the_watermark_no_round_is_opened_and_the_reserve_lets_the_last_one_finish(
    path: Path, room: Room
) -> None:
    with opened(path, reserve=5_000) as journal:
        journal.commit(ENTRIES[:1])
        assert (journal.space(), room.reserve.stat().st_size) == (True, 5_000)
        room.free = 14_999  # 9,999 beside the reserve
        assert not journal.space()
        assert room.reserve.exists()
        journal.commit(ENTRIES[1:2])
        assert not room.reserve.exists(), "the Round in play has it now"
        assert not journal.space(), "what was the reserve is for the Round in play, not for a new one"
        room.free = 15_000
        assert journal.space()
        assert room.reserve.exists()


def test_c10_a_reserve_that_was_only_begun_is_made_whole(path: Path, room: Room) -> None:
    room.reserve.write_bytes(b"")
    with opened(path, reserve=5_000) as journal:
        assert room.reserve.stat().st_size == 5_000
        assert journal.space()


def test_c10_a_disk_that_is_full_all_the_same_gives_up_its_reserve(
    path: Path, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = opened(path, reserve=5_000)

    def full(_: object) -> None:
        raise apsw.FullError("a quota that statvfs does not know")

    with monkeypatch.context() as patch:
        patch.setattr(journal_module, "astuple", full)
        with pytest.raises(JournalError, match="a commit failed: the disk is full; make room, then start again"):
            journal.commit(ENTRIES)
    assert not room.reserve.exists()
    journal.close()
    with opened(path, reserve=5_000) as journal:
        journal.commit(ENTRIES)


def test_c10_without_room_for_the_reserve_the_journal_opens_but_no_round_does(path: Path, room: Room) -> None:
    room.free = 14_999
    with opened(path, reserve=5_000) as journal:
        assert not room.reserve.exists()
        journal.commit(ENTRIES)
        assert not journal.space()


def test_c10_a_reserve_that_cannot_be_made_is_no_reserve(
    path: Path, room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    def quicker(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "posix_fallocate", quicker)
        with opened(path, reserve=5_000) as journal:
            assert not journal.space()
            assert not room.reserve.exists()


def test_c11_a_disk_that_has_become_read_only_opens_no_round(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(path) as journal:
        assert journal.space()
        monkeypatch.setattr(os, "access", lambda *_: False)
        assert not journal.space()


def test_c11_a_commit_on_a_read_only_file_says_so(path: Path) -> None:
    kept(path)
    with opened(path) as journal:
        journal._db.pragma("query_only", True)
        with pytest.raises(JournalError, match="a commit failed: the file may not be written to"):
            journal.commit([make_entry(ENTRIES[-1].chain, 31, "", ALL, b"", b"")])


# --- to read only -----------------------------------------------------------------------------------------------


def test_a_tool_finds_the_name_reads_everything_and_changes_nothing(path: Path) -> None:
    kept(path, state=b"state")
    before = path.read_bytes(), path.stat().st_mtime_ns
    with Journal.open_to_read(path) as journal:
        journal.verify()
        assert (journal.name, journal.read(1, 30)) == (NAME, ENTRIES)
        assert journal.last_checkpoint() == (30, b"state")
        with pytest.raises(InvariantBroken, match="was opened to be read"):
            journal.commit([])
        with pytest.raises(JournalError, match="another process holds the journal"):
            opened(path)
    assert (path.read_bytes(), path.stat().st_mtime_ns) == before
    assert files(path) == ["table.journal"]


def test_a_tool_reads_what_a_killed_process_left_in_the_wal_and_leaves_it_there(path: Path) -> None:
    journal = opened(path)
    journal.commit(ENTRIES)
    killed(journal)
    before = path.read_bytes(), wal_of(path).read_bytes()
    with Journal.open_to_read(path) as journal:
        journal.verify()
        assert journal.read(1, 30) == ENTRIES
    assert (path.read_bytes(), wal_of(path).read_bytes()) == before


def test_a_tool_reads_from_a_medium_that_cannot_be_written_to(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with Journal.open_to_read(path) as journal:
        journal.verify()
        assert journal.read(1, 30) == ENTRIES
        assert files(path) == ["table.journal"]
    wal_of(path).touch()
    with pytest.raises(JournalError, match=r"and table\.journal-wal lies beside it: copy both, read the copy"):
        Journal.open_to_read(path)
    wal_of(path).unlink()
    edited(path, "PRAGMA application_id = 7")
    with pytest.raises(JournalError, match="is no journal"):
        Journal.open_to_read(path)


def test_a_tool_makes_no_journal(path: Path) -> None:
    with pytest.raises(JournalError, match="there is no such file"):
        Journal.open_to_read(path)
    assert not path.exists()


def test_a_file_that_is_a_journal_but_has_left_the_wal_is_refused_by_a_tool(path: Path) -> None:
    kept(path)
    edited(path, "PRAGMA journal_mode = delete")
    with pytest.raises(JournalError, match="SQLite says journal_mode is delete, and it must be wal"):
        Journal.open_to_read(path)


def test_a_sealed_entry_is_walked_past_only_if_asked_for(path: Path) -> None:
    sealed = [replace(it, wall_time="", salt=b"", body=b"") if it.seq in (4, 5, 30) else it for it in ENTRIES]
    kept(path, sealed)
    with Journal.open_to_read(path) as journal:
        found = list(journal.entries(sealed=True))
        assert [entry.seq for entry in found if is_sealed(entry)] == [4, 5, 30]
        assert found == sealed
        with pytest.raises(ChainBroken, match="entry 4 is not what its digest was made of"):
            journal.verify()
    with pytest.raises(ChainBroken, match="entry 30 is not what its digest was made of"):
        opened(path)  # a console does not go on from what it cannot read


# --- changes of the file ----------------------------------------------------------------------------------------


def believed(path: Path) -> list[Entry] | None:
    """The entries that a start would go on with; None: it refuses."""
    try:
        with opened(path, synchronous="OFF") as journal:
            journal.verify()
            found = journal.read(1, journal.seq)
            assert journal.last_checkpoint() in ((20, b"state"), None)
            return found
    except (JournalError, ChainBroken):
        return None


def left_by_a_killed_process(path: Path) -> tuple[bytes, bytes]:
    """The first ten entries in the journal, the others in its WAL, each a commit."""
    kept(path, ENTRIES[:10])
    journal = opened(path)
    for entry in ENTRIES[10:]:
        journal.commit([entry], b"state" if entry.seq == 20 else None)
    killed(journal)
    return path.read_bytes(), wal_of(path).read_bytes()


def flips(data: bytes, count: int) -> list[tuple[int, bytes]]:
    """One changed bit each: at random, and in the first bytes of every page or frame, where structure is."""
    rng = random.Random(len(data))
    places = [rng.randrange(len(data)) for _ in range(count)]
    places += [page + rng.randrange(12) for page in range(0, len(data) - 12, 4_096) for _ in range(6)]
    return [(at, bytes([*data[:at], data[at] ^ (1 << rng.randrange(8)), *data[at + 1 :]])) for at in places]


def test_c12_no_flipped_bit_of_the_journal_is_ever_believed(path: Path) -> None:
    kept(path, ENTRIES[:20], b"state")
    with opened(path) as journal:
        journal.commit(ENTRIES[20:])
    whole = path.read_bytes()
    refused = 0
    for _, spoilt in flips(whole, 400):
        path.write_bytes(spoilt)
        found = believed(path)
        assert found in (ENTRIES, None)  # not one entry less
        refused += found is None
    assert refused > 150  # the others are where no page has anything


def test_c12_no_journal_that_was_cut_off_is_ever_believed(path: Path) -> None:
    whole = kept(path).read_bytes()
    for size in sorted({*range(0, len(whole), 331), *range(0, len(whole), 4_096), len(whole) - 1}):
        path.write_bytes(whole[:size])
        assert believed(path) is None


def test_c12_a_flipped_bit_of_the_wal_takes_at_most_what_looks_like_a_torn_write(path: Path) -> None:
    """SQLite stops at a bad frame, as after a power loss. Only the last commit can be torn; more is refused."""
    whole, wal = left_by_a_killed_process(path)
    refused = 0
    for _, spoilt in flips(wal, 300):
        path.write_bytes(whole)
        wal_of(path).write_bytes(spoilt)
        found = believed(path)
        assert found is None or (found == ENTRIES[: len(found)] and len(found) >= 28)
        refused += found is None
    assert refused > 200


def test_c12_with_a_wal_of_another_length_or_without_it_nothing_is_changed(path: Path) -> None:
    """What a shorter WAL has lost no file can say: whoever has seen the links knows (FAULTS C8)."""
    whole, wal = left_by_a_killed_process(path)
    for size in sorted({*range(0, len(wal), 2_003), *range(32, len(wal), 4_120)}):
        path.write_bytes(whole)
        wal_of(path).write_bytes(wal[:size])
        found = believed(path)
        assert found is not None
        assert 10 <= len(found) < 30
        assert found == ENTRIES[: len(found)]


def test_c12_with_the_journal_flipped_under_a_wal_nothing_is_changed(path: Path) -> None:
    whole, wal = left_by_a_killed_process(path)
    for _, spoilt in flips(whole, 150):
        path.write_bytes(spoilt)
        wal_of(path).write_bytes(wal)
        assert believed(path) in (ENTRIES, None)


EDITS: Final = {
    "seq": "seq + 100",
    "wall_time": "wall_time || ' '",
    "audience": "'T9'",
    "salt": "CAST(salt || x'00' AS BLOB)",
    "body": "CAST(body || x'00' AS BLOB)",
    "digest": "zeroblob(32)",
    "chain": "zeroblob(32)",
}


@pytest.mark.parametrize("column", EDITS)
def test_c13_every_edited_field_of_every_row_is_found(path: Path, column: str) -> None:
    whole = kept(path).read_bytes()
    for entry in ENTRIES:
        path.write_bytes(whole)
        edited(
            path,
            "DROP TRIGGER entry_is_final",
            f"UPDATE entry SET {column} = {EDITS[column]} WHERE seq = {entry.seq}",
            SCHEMA["entry_is_final"],
        )
        assert believed(path) is None


def test_c13_an_edit_with_a_digest_made_anew_is_found_by_its_link_and_one_with_all_links_by_who_has_seen_them(
    path: Path,
) -> None:
    forged = replace(make_entry(ENTRIES[3].chain, 5, "20:00", ALL, b"", b"forged"), chain=ENTRIES[4].chain)
    kept(path)
    db = apsw.Connection(str(path))
    db.execute("DROP TRIGGER entry_is_final")
    db.execute(
        "UPDATE entry SET wall_time = ?, audience = '', salt = x'', body = ?, digest = ? WHERE seq = 5",
        (forged.wall_time, forged.body, forged.digest),
    )
    db.execute(SCHEMA["entry_is_final"])
    db.close()
    with opened(path) as journal:
        with pytest.raises(ChainBroken, match="entry 5 does not follow from the one before it"):
            journal.verify()
        with pytest.raises(JournalError, match="entry 5 does not follow"):
            journal.commit([])  # nothing is written behind it
    rest = some_entries(30, seed=6)
    other = kept(path.with_name("forged.journal"), rest)
    with opened(other) as journal:
        journal.verify()
        assert journal.chain_at(30) != ENTRIES[-1].chain


@pytest.mark.parametrize("seq", [1, 2, 15, 29])
def test_a_deleted_entry_is_found(path: Path, seq: int) -> None:
    kept(path)
    edited(path, "DROP TRIGGER entry_is_kept", f"DELETE FROM entry WHERE seq = {seq}", SCHEMA["entry_is_kept"])
    assert believed(path) is None
    if seq == 15:
        with opened(path) as journal, pytest.raises(ChainBroken, match="entry 15 is missing"):
            journal.chain_at(15)
        with opened(path) as journal, pytest.raises(ChainBroken, match="entry 15 is missing: 16 stands in its place"):
            journal.verify()
        with opened(path) as journal, pytest.raises(ChainBroken, match=r"entry 15 is missing$"):
            journal.read(10, 15)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE checkpoint SET state = CAST(state || x'00' AS BLOB)",
        "UPDATE checkpoint SET digest = zeroblob(32)",
        "UPDATE checkpoint SET seq = 29",
        "UPDATE checkpoint SET seq = -1",
    ],
)
def test_a_checkpoint_that_was_changed_or_moved_is_not_used(path: Path, statement: str) -> None:
    kept(path, state=b"state")
    edited(path, statement)
    with opened(path) as journal:
        assert journal.last_checkpoint() is None  # the entries are the truth: they are replayed


def test_a_checkpoint_of_an_entry_that_is_missing_shows_that_it_is(path: Path) -> None:
    kept(path, state=b"state")
    edited(path, "UPDATE checkpoint SET seq = 31")
    with opened(path) as journal, pytest.raises(ChainBroken, match="follows entry 31, which is missing"):
        journal.last_checkpoint()


def test_a_page_that_hides_rows_is_found(path: Path) -> None:
    """The last leaf says that it has one cell less: every query goes without the last entry, and the chain holds."""
    data = bytearray(kept(path).read_bytes())
    [root] = [
        row[0] for row in apsw.Connection(str(path)).execute("SELECT rootpage FROM sqlite_schema WHERE name = 'entry'")
    ]
    rightmost = struct.unpack_from(">I", data, (root - 1) * 4_096 + 8)[0]
    (cells,) = struct.unpack_from(">H", data, (rightmost - 1) * 4_096 + 3)
    struct.pack_into(">H", data, (rightmost - 1) * 4_096 + 3, cells - 1)
    path.write_bytes(data)
    with pytest.raises(JournalError, match="it was closed at another entry than its last: entries are missing"):
        opened(path)
    with Journal.open_to_read(path) as journal:
        assert journal.seq == 29
        with pytest.raises(ChainBroken, match="SQLite finds it damaged"):
            journal.verify()


def test_text_that_is_no_text_is_damage(path: Path) -> None:
    whole = kept(path).read_bytes()
    at = whole.index(ENTRIES[14].wall_time.encode() + b"T1") if ENTRIES[14].audience == "T1" else whole.index(b"2026")
    path.write_bytes(whole[:at] + b"\xff" + whole[at + 1 :])
    with pytest.raises((JournalError, ChainBroken), match="damaged"), opened(path) as journal:
        journal.read(1, 30)


@pytest.mark.parametrize(
    "edit",
    [
        "wall_time = x'00'",
        "audience = x'00'",
        "salt = 'text'",
        "body = 1.5",
        "body = NULL",
        "digest = 'd'",
        "chain = 1",
    ],
)
def test_a_value_of_another_type_is_damage_also_before_the_pages_are_checked(path: Path, edit: str) -> None:
    """STRICT holds for what SQLite writes, not for what a flipped bit makes of it."""
    kept(path)
    loose = "UPDATE sqlite_schema SET sql = replace(replace(sql, ' STRICT', ''), ' NOT NULL', '') WHERE name = 'entry'"
    edited(path, "DROP TRIGGER entry_is_final", "PRAGMA writable_schema = ON", loose)
    edited(path, f"UPDATE entry SET {edit} WHERE seq = 15", SCHEMA["entry_is_final"])
    db = apsw.Connection(str(path))
    db.pragma("writable_schema", True)
    db.execute("UPDATE sqlite_schema SET sql = ? WHERE name = 'entry'", (SCHEMA["entry"],))
    db.close()
    with opened(path) as journal, pytest.raises(ChainBroken, match="entry 15 is damaged"):
        journal.read(10, 20)
    if edit.startswith("chain"):
        with opened(path) as journal, pytest.raises(ChainBroken, match="entry 15 is missing"):
            journal.read(16, 20)


def test_fuzzed_files_are_read_or_refused() -> None:
    assert fuzz_reader(seed=1, count=1_500) == 1_500


# --- the WAL ----------------------------------------------------------------------------------------------------


def test_a_wal_is_judged_by_what_follows_its_good_frames(path: Path) -> None:
    _, wal = left_by_a_killed_process(path)
    frames = (len(wal) - 32) // 4_120
    assert wal_damage(io.BytesIO(wal), frames) == ""
    assert wal_damage(io.BytesIO(wal), frames - 1) == ""
    assert wal_damage(io.BytesIO(wal), 3) == "frame 4 is not what was written, and a whole commit follows it"
    assert wal_damage(io.BytesIO(b""), 0) == wal_damage(io.BytesIO(wal[:50]), 0) == ""
    assert wal_damage(io.BytesIO(wal[:16] + b"salt" + wal[20:]), 0) == "its header is not what was written"
    assert wal_damage(io.BytesIO(b"\0" * len(wal)), 0) == "its header is not what was written"


def test_a_bit_of_the_salt_of_a_frame_hides_no_commit_before_the_last(path: Path) -> None:
    """A frame whose salt is another is a leftover, or rotten: the second takes acknowledged entries with it."""
    _, wal = left_by_a_killed_process(path)
    size = 4_120
    ends = [at for at in range((len(wal) - 32) // size) if wal[32 + at * size + 4 : 32 + at * size + 8] != bytes(4)]
    for end in ends[:-1]:
        for bit in range(64):
            rotten = bytearray(wal)
            rotten[32 + end * size + 8 + bit // 8] ^= 1 << bit % 8
            assert wal_damage(io.BytesIO(rotten), end), f"bit {bit} of the salt of frame {end + 1}"


def test_leftovers_of_an_earlier_wal_are_no_damage(path: Path) -> None:
    _, wal = left_by_a_killed_process(path)
    size = 4_120
    old = bytearray(wal)
    for at in range(32 + 2 * size, len(old), size):
        old[at + 8 : at + 24] = b"old salt" + b"checksum"
    assert wal_damage(io.BytesIO(old), 2) == ""


def test_a_wal_that_cannot_be_read_is_no_good_wal(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no(*_: object) -> None:
        raise OSError(5, "Input/output error")

    kept(path)
    monkeypatch.setattr(Path, "open", no)
    with pytest.raises(JournalError, match=r"reading the WAL failed: .*Input/output error"):
        opened(path)
