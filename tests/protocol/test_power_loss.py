"""Losses of power and failing disks: what was acknowledged is there, and what was not is there whole or not at all.

The journal is the real one, on the file layer of `power_loss.py`. FAULTS C7, C9, C10.
"""

import random
from functools import partial
from pathlib import Path
from typing import Final

import apsw
import pytest

from protocol import journal as journal_module
from protocol.chain import ChainBroken, Entry, first_link, make_entry
from protocol.events import ALL, Audience
from protocol.files import FileSystem
from protocol.journal import Journal, JournalError
from protocol.schema import create
from tests.protocol.power_loss import Acknowledged, CrashState, Faults, Recorder, Synced, Write, crash_states

NAME: Final = "BAC-01"
FILE: Final = "table.journal"
GROUPS: Final = (1, 3, 1, 8, 1, 1, 2, 20, 1, 1, 4, 1)  # entries of each commit


def written(count: int) -> list[Entry]:
    rng = random.Random(7)
    entries: list[Entry] = []
    chain = first_link(NAME)
    for seq in range(1, count + 1):
        audience = rng.choice((ALL, Audience("T1")))
        salt = rng.randbytes(16) if audience else b""
        entries.append(make_entry(chain, seq, "20:00", audience, salt, rng.randbytes(rng.choice((40, 200, 3_000)))))
        chain = entries[-1].chain
    return entries


ENTRIES: Final = written(sum(GROUPS) + 1)  # and one that is written after the loss
BOUNDARIES: Final = [sum(GROUPS[:count]) for count in range(len(GROUPS) + 1)]


@pytest.fixture(autouse=True)
def _a_small_wal(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that the short script has checkpoints of the WAL in it: some when idle, one forced by its size."""
    monkeypatch.setattr(journal_module, "IDLE_PAGES", 6)
    monkeypatch.setattr(journal_module, "WAL_PAGES_MAX", 12)


@pytest.fixture(autouse=True)
def _the_same_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The files are laid out anew after each loss, and stand for those that were there."""
    monkeypatch.setattr(FileSystem, "inode", lambda _system, _path: 1)


def play(journal: Journal, disk: Recorder) -> None:
    """The script: commits with and without a state, and quiet moments."""
    seq = 0
    for number, size in enumerate(GROUPS):
        state = b"state" * 400 if number % 3 == 1 else None
        journal.commit(ENTRIES[seq : seq + size], state)
        seq += size
        disk.ops.append(Acknowledged(seq))
        if number % 4 == 2:
            journal.idle()


def recorded(folder: Path, synchronous: str, seed: int, each: int) -> list[CrashState]:
    folder.mkdir()
    Journal(folder / FILE, NAME, reserve=0).close()
    start = {FILE: (folder / FILE).read_bytes()}
    disk = Recorder(f"recorder {synchronous}")
    journal = Journal(folder / FILE, NAME, synchronous=synchronous, reserve=0, system=FileSystem(disk.name))
    play(journal, disk)
    journal.close()
    disk.unregister()
    return list(crash_states(start, disk.ops, random.Random(seed), each))


def lay_out(state: CrashState, folder: Path) -> None:
    for name in (FILE, f"{FILE}-wal"):
        (folder / name).unlink(missing_ok=True)
    for name, content in state.files.items():
        (folder / name).write_bytes(content)


def found_after(state: CrashState, folder: Path) -> int:
    """Opens what was left, as the next process would, and gives back how many entries there are."""
    lay_out(state, folder)
    with Journal(
        folder / FILE, NAME, synchronous="OFF", reserve=0
    ) as journal:  # OFF: this disk is not the one on trial
        journal.verify()
        journal.last_checkpoint()
        found = journal.read(1, journal.seq)
        assert found == ENTRIES[: len(found)]
        assert len(found) in BOUNDARIES
        journal.commit([ENTRIES[len(found)]])
        assert journal.read(1, journal.seq) == ENTRIES[: len(found) + 1]
    return len(found)


def test_c7_no_loss_of_power_takes_what_was_acknowledged(tmp_path: Path) -> None:
    states = recorded(tmp_path / "written", "FULL", seed=1, each=13)
    assert len(states) >= 2_000
    more = 0
    for state in states:
        found = found_after(state, tmp_path)
        assert found >= state.acknowledged
        more += found > state.acknowledged
    assert more, "the trial must also have commits that were on the disk before anybody knew"


def test_c7_a_second_loss_of_power_finds_no_more_than_the_first(tmp_path: Path) -> None:
    """The next process works on what the first loss left, torn frames and all, and loses its power too."""
    rng = random.Random(4)
    states = 0
    for first in rng.sample(recorded(tmp_path / "written", "FULL", seed=4, each=1), 25):
        lay_out(first, tmp_path)
        disk = Recorder("second life")
        journal = Journal(tmp_path / FILE, NAME, reserve=0, system=FileSystem(disk.name))
        before = journal.seq
        for seq in range(before, min(before + 4, len(ENTRIES))):
            journal.commit(ENTRIES[seq : seq + 1])
            disk.ops.append(Acknowledged(seq + 1))
        journal.close()
        for state in crash_states(first.files, disk.ops, rng, each=1):
            lay_out(state, tmp_path)
            with Journal(tmp_path / FILE, NAME, synchronous="OFF", reserve=0) as journal:
                journal.verify()
                assert journal.seq >= max(before, state.acknowledged)
                assert journal.read(1, journal.seq) == ENTRIES[: journal.seq]
            states += 1
    assert states > 300


def test_c7_with_less_than_full_the_same_trial_finds_losses(tmp_path: Path) -> None:
    """The control: a trial that a careless setting passes would say nothing about the careful one."""
    states = recorded(tmp_path / "written", "NORMAL", seed=2, each=4)
    lost = 0
    for state in states:
        try:
            lost += found_after(state, tmp_path) < state.acknowledged
        except (JournalError, ChainBroken):
            lost += 1  # the WAL has more torn commits than one process can leave
    assert lost > len(states) // 10


def test_a_crash_state_keeps_what_was_synced_and_tears_by_sectors() -> None:
    disk = Recorder("tearing")
    rng = random.Random(3)
    disk.ops += [Write("f", 0, b"a" * 1_024), Synced("f"), Write("f", 0, b"b" * 1_024)]
    states = [state.files.get("f", b"") for state in crash_states({}, disk.ops, rng, 60)]
    unsynced, synced, torn = states[:60], states[60:120], states[120:]
    assert {b"", b"a" * 1_024, b"a" * 512} <= set(unsynced)
    assert set(synced) == {b"a" * 1_024}
    assert set(torn) == {one * 512 + other * 512 for one in (b"a", b"b") for other in (b"a", b"b")}


# --- a disk that fails ------------------------------------------------------------------------------------------


def operations_of_the_script(tmp_path: Path) -> int:
    disk = Recorder("counting")
    system = FileSystem(disk.name)
    create(tmp_path / "counted.journal", NAME)  # on a disk that is in order
    with Journal(tmp_path / "counted.journal", NAME, synchronous="FULL", reserve=0, system=system) as journal:
        play(journal, disk)
    return disk.faults.count


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("for_ever", [False, True])
@pytest.mark.parametrize("error", [apsw.IOError, apsw.FullError])
def test_c9_whichever_operation_fails_the_journal_stops_and_the_next_process_finds_what_was_acknowledged(
    tmp_path: Path, error: type[apsw.Error], for_ever: bool
) -> None:
    path = tmp_path / FILE
    stopped_at_opening = 0
    for at in range(1, operations_of_the_script(tmp_path) + 1):
        path.unlink(missing_ok=True)
        create(path, NAME)
        disk = Recorder("failing", Faults(at, error, for_ever=for_ever))
        try:
            journal = Journal(path, NAME, reserve=0, system=FileSystem(disk.name))
        except JournalError:
            stopped_at_opening += 1
        else:
            with pytest.raises(JournalError, match="failed: "):
                play_and_close(journal, disk)
            for call in (journal.idle, journal.space, partial(journal.commit, []), partial(journal.read, 1, 1)):
                with pytest.raises(JournalError):
                    call()
            tried = disk.faults.count
            journal.close()
            assert disk.faults.count == tried, "nothing is tried again on a broken handle"
        acknowledged = max((op.seq for op in disk.ops if isinstance(op, Acknowledged)), default=0)
        with Journal(path, NAME, synchronous="OFF", reserve=0) as again:
            again.verify()
            assert again.read(1, again.seq) == ENTRIES[: again.seq]
            assert again.seq in BOUNDARIES[BOUNDARIES.index(acknowledged) :][:2]
    assert stopped_at_opening == 11, "opening empties the WAL and marks the file as in use"


def play_and_close(journal: Journal, disk: Recorder) -> None:
    play(journal, disk)
    journal.close()
