"""Files that change under a running console, or were others' to read and write before it started: noticed, named, and
nothing is paid on them. And that no name of a file, whatever bytes it has, ends a console.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

from console.config import read_table
from console.service import Service
from deploy.cli import main
from deploy.demo.rig import Rig
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.files import escaped
from protocol.halts import Halt
from protocol.journal import Journal, JournalError
from protocol.keys import BadKey
from protocol.ours import Places, make_ours
from protocol.peer import next_boot
from protocol.process import Log
from protocol.wal import wal_of
from tests.e2e.processes import ForkedRig
from tests.security.staffed import Staffed

ODD = b"\xff\n.toml"  # no UTF-8, and a line break
SHOWN = r"\xff\n"
NOBODY = 65_534


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = ForkedRig(tmp_path / "table", terminals=1, driver="manual")
    yield rig
    rig.stop()


@pytest.fixture
def service(rig: Rig) -> Iterator[Service]:
    with closing(Service(read_table(rig.folder / "table.toml"), Log("console"), new=True)) as service:
        yield service


def look(service: Service) -> None:
    service._look_ms = service._pulse_ms = 0
    service._register._looked_s = float("-inf")
    service.turn()


def exchange(path: Path) -> None:
    """For a copy of itself, byte by byte."""
    shutil.copy(path, path.with_name("copy"))
    path.with_name("copy").rename(path)


def take_the_wal_away(path: Path) -> None:
    wal_of(path).unlink()


def delete(path: Path) -> None:
    path.unlink()


def take_its_folder_away(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


def put_a_file_in_the_place_of_its_folder(path: Path) -> None:
    take_its_folder_away(path)
    path.parent.touch()


MOVED = [
    (exchange, "table.journal"),
    (take_the_wal_away, "table.journal-wal"),
    *((harm, "table.journal") for harm in (delete, take_its_folder_away, put_a_file_in_the_place_of_its_folder)),
]


# --- under a running console -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("harm", "name"), MOVED)
def test_a_file_that_was_exchanged_or_taken_away_stops_the_table_and_nothing_is_paid(
    service: Service, harm: Callable[[Path], None], name: str
) -> None:
    look(service)
    assert Halt.BOOKS not in service.table.view.halts
    harm(service.journal.path)
    look(service)
    halted = service.table.view.halts[Halt.BOOKS]
    where = service.journal.path.with_name(name)
    assert halted.detail == f"{where} is not the file any more that this process writes: it was exchanged or taken away"
    assert service.table.pays_nothing() is not None
    seq = service.table.seq
    Staffed(service)  # people sign on: it writes on, since nobody else has the entries
    look(service)
    assert service.table.seq > seq


@contextmanager
def nobody_may_enter(folder: Path) -> Iterator[None]:
    """Root may enter everywhere: so it is somebody else meanwhile."""
    folder.chmod(0)
    was_root = os.geteuid() == 0
    try:
        if was_root:
            os.seteuid(NOBODY)
        yield
    finally:
        if was_root:
            os.seteuid(0)
        folder.chmod(0o700)


def test_a_folder_that_may_no_longer_be_entered_stops_the_table_and_not_the_console(service: Service) -> None:
    """Everything that it looks at now and then is in there: journal, room, register, staff, its own next key."""
    look(service)
    with nobody_may_enter(service.journal.path.parent):
        look(service)
        look(service)
    assert Halt.BOOKS in service.table.view.halts
    assert {alarm[1] for alarm in service.table.state.alarms} >= {Alarm.KEY_FILE, Alarm.STAFF_FILE, Alarm.OWN_KEY}


def test_no_word_lifts_that_halt_while_the_file_is_not_there(service: Service) -> None:
    exchange(service.journal.path)
    look(service)
    here = Staffed(service)
    here.order(m.Resume(Halt.BOOKS))
    assert Halt.BOOKS not in service.table.view.halts
    look(service)
    assert Halt.BOOKS in service.table.view.halts


def test_a_journal_whose_wal_was_taken_away_is_whole_when_its_process_was_stopped(rig: Rig) -> None:
    config = read_table(rig.folder / "table.toml")
    with closing(Service(config, Log("console"), new=True)) as service:
        take_the_wal_away(service.journal.path)
        look(service)
        seq = service.table.seq
    with Journal.open_to_read(config.journal) as journal:
        assert (journal.seq, journal.doubt) == (seq, "")


def until(come_true: Callable[[], bool], told: Callable[[], str]) -> None:
    end = monotonic() + 60  # a loaded machine is slow, not wrong
    while not come_true():
        assert monotonic() < end, told()
        sleep(0.05)


def test_a_real_console_says_in_its_log_that_its_journal_was_exchanged_and_stays(rig: Rig) -> None:
    rig.start_console()
    until(lambda: " serving " in rig.log("console"), lambda: rig.log("console"))
    exchange(rig.folder / "table.journal")
    until(lambda: "reason=books" in rig.log("console"), lambda: rig.log("console"))
    assert f"{rig.folder}/table.journal is not the file any more that this process writes" in rig.log("console")
    assert rig.alive("console")
    rig.stop()
    rig.start_console()
    until(lambda: not rig.alive("console"), lambda: "it runs")
    assert "this is a copy of a journal that was in use" in rig.last_words("console")


# --- names -----------------------------------------------------------------------------------------------------------


def test_a_name_that_cannot_be_shown_is_escaped() -> None:
    assert escaped(os.fsdecode(b"a \xff\n\xc3\xa9")) == r"a \xff\n" + "é"


def test_a_file_of_the_register_may_have_any_name_and_the_console_goes_on(rig: Rig, service: Service) -> None:
    """A link that leads nowhere: it cannot be read, which is an alarm. It ended the console, and each next one."""
    enrolled = rig.folder / "keys" / "enrolled"
    link = enrolled / os.fsdecode(ODD)
    link.symlink_to(link.name)
    look(service)
    look(service)  # what it has read of the register is told at the next pulse
    (alarm,) = service.table.state.alarms
    assert alarm == ("console", Alarm.KEY_FILE, SHOWN, f"{enrolled}/{SHOWN}.toml: Too many levels of symbolic links")
    service.close()
    with closing(Service(read_table(rig.folder / "table.toml"), Log("console"))) as again:
        look(again)
        assert list(again._register.problems) == [SHOWN]


def test_every_command_can_name_a_file_whatever_its_name(rig: Rig, capfd: pytest.CaptureFixture[str]) -> None:
    """SQLite opens no file whose name is no UTF-8."""
    folder = Path(os.fsdecode(os.fsencode(rig.folder) + b"-\xff"))
    shutil.copytree(rig.folder, folder)
    assert main(["console", str(folder / "table.toml"), "--new"]) == 1
    assert main(["console", str(folder / "table.toml"), "--check"]) == 2
    (folder / "table.journal").touch()
    assert main(["journal", "verify", str(folder / "table.journal")]) == 1
    assert capfd.readouterr().err.count("/table.journal: this name is no UTF-8: choose another one") == 3


# --- whose they are --------------------------------------------------------------------------------------------------


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "table.journal"
    Journal(path, "DEMO-01", reserve=0).close()
    wal_of(path).touch(0o644)
    return path


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_what_others_could_read_is_made_its_owners_alone_and_that_is_told(path: Path) -> None:
    path.chmod(0o644)
    assert make_ours(path) == [path, wal_of(path)]
    assert (mode(path), mode(wal_of(path))) == (0o600, 0o600)
    assert make_ours(path) == []


def test_the_console_tells_it(rig: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    config = read_table(rig.folder / "table.toml")
    Journal(config.journal, "DEMO-01", reserve=0).close()
    config.journal.chmod(0o640)
    Service(config, Log("console"), new=True).close()
    told = f"others could read this file: it was made its owner's alone file={config.journal}"
    assert told in capsys.readouterr().err


def others_may_write(path: Path) -> None:
    path.chmod(0o620)


def others_may_write_in_its_folder(path: Path) -> None:
    path.parent.chmod(0o777)


def make_it_a_link(path: Path) -> None:
    path.rename(path.with_name("real.journal"))
    path.symlink_to("real.journal")


def make_it_a_link_to_itself(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


def make_it_a_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        (others_may_write, "may be changed by others: chmod 600 "),
        (others_may_write_in_its_folder, "may be exchanged by others: chmod o-w "),
        (make_it_a_link, "is a link: name the file itself, .*/real.journal"),
        (make_it_a_link_to_itself, "is a link: name the file itself, "),
        (make_it_a_pipe, "is no file"),
    ],
)
def test_a_journal_that_is_not_ours_alone_is_refused_by_name(
    path: Path, harm: Callable[[Path], None], why: str
) -> None:
    harm(path)
    with pytest.raises(JournalError, match=why):
        make_ours(path)


def test_a_link_is_called_one_by_whoever_reads_too(path: Path) -> None:
    make_it_a_link(path)
    with pytest.raises(JournalError, match=r"is a link: name the file itself, .*/real\.journal"):
        Journal.open_to_read(path)


def test_a_folder_of_keys_that_others_may_change_is_refused(rig: Rig) -> None:
    (rig.folder / "keys").chmod(0o777)
    with pytest.raises(BadKey, match="keys may be changed by others: chmod go-w"):
        Service(read_table(rig.folder / "table.toml"), Log("console"), new=True)


def test_a_count_of_starts_is_its_owners_alone(tmp_path: Path) -> None:
    next_boot(tmp_path / "a.boot")
    assert mode(tmp_path / "a.boot") == 0o600


def test_a_file_that_is_still_there_has_not_moved(path: Path) -> None:
    places = Places(path)
    assert places.moved() == ""
    path.unlink()
    assert f"{path} is not the file any more" in places.moved()
