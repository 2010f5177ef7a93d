"""How a console starts: one that fails writes nothing, and what the clock says goes on record with the first commit."""

import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from console.config import read_table
from console.service import Service
from deploy.demo.rig import ARCHIVE, HOST, Rig
from protocol import events
from protocol.codec import decode_event
from protocol.halts import Halt
from protocol.journal import Journal
from protocol.process import Log


@pytest.fixture(autouse=True)
def _signals_are_ours() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("which", [0, 1], ids=["requests", "broadcast"])
def test_a_console_that_cannot_listen_writes_nothing_and_says_where(tmp_path: Path, which: int) -> None:
    rig = Rig(tmp_path, terminals=1, driver="manual")
    config = read_table(tmp_path / "table.toml")
    with socket.socket() as taken:
        taken.bind((HOST, rig.ports[which]))
        for _ in range(3):
            with pytest.raises(OSError, match=f"tcp://{HOST}:{rig.ports[which]} cannot be listened on"):
                Service(config, Log("console"), new=True)
    journal = Journal(config.journal, config.setup.table)
    assert journal.seq == 0
    journal.close()


def facts(journal: Journal) -> list[events.Event]:
    return [decode_event(entry.body) for entry in journal.entries(1)]


def test_a_start_that_finds_the_clock_before_the_last_entry_says_so_and_the_day_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Rig(tmp_path, terminals=1, driver="manual", archive=True)
    config = read_table(tmp_path / "table.toml")
    console = Service(config, Log("console"), new=True)
    day = console.table.view.day
    waits = events.Halted(Halt.UNCONFIRMED, ARCHIVE)  # a copy of a journal that was here before may be there
    found = [fact for fact in facts(console.journal) if not isinstance(fact, events.KeyEnrolled | events.StaffAdmitted)]
    assert found[-3:] == [events.ConsoleStarted(1), waits, events.DayBegan(day)]
    console.close()
    now = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: now() - 48 * 3_600 * 10**9)
    console = Service(config, Log("console"))
    *_, started, unconfirmed, stepped = facts(console.journal)
    assert started == events.ConsoleStarted(2)
    assert isinstance(unconfirmed, events.Halted)  # an archive is enrolled, and has not been heard
    assert isinstance(stepped, events.ClockStepped)
    assert -48 * 3_600_000 <= stepped.by_ms < -47 * 3_600_000
    assert console.table.view.day == day
    monkeypatch.setattr(time, "time_ns", now)
    console.turn()  # the first one looks at the clock
    forward = facts(console.journal)[-1]
    assert isinstance(forward, events.ClockStepped)
    assert 47 * 3_600_000 < forward.by_ms < 49 * 3_600_000
    assert console.table.view.day == day
    console.close()
