"""Wrong PINs at a real panel and console; files of people that nobody has ordered; and nothing secret anywhere."""

import getpass
import io
import os
import resource
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from msgspec import msgpack
from msgspec.structs import replace

from console import credentials
from console.credentials import DEMO_PIN, Credentials, Found, PinWorker, StaffFile, badge_token, read_staff, write_file
from console.panel.link import PanelLink
from console.table.people import Known
from console.table.signing import CheckPin
from deploy import cli
from deploy.demo.hands import BOSS, SECOND
from deploy.demo.rig import PANEL, Rig
from games.rulings import Position
from protocol import keys, pins
from protocol import messages as m
from protocol.codec import PeerError, decode_request, encode
from protocol.keys import BadKey
from protocol.process import now_ms
from tests.e2e.processes import ForkedRig

PIN, WRONG, BADGE = "730416825097", "730416825098", "%BADGE-0047711?"
NUMBER = "47711"
PATIENCE_S = 60.0


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    table = ForkedRig(tmp_path / "table", terminals=1)
    folder = table.folder / "keys"
    token = badge_token(folder, BADGE, make=True)
    write_file(folder, StaffFile(NUMBER, "Nia", "pit_supervisor", pins.hash_pin(PIN), token))
    yield table
    table.stop()


class Desk:
    """A panel's shell in this process, at a console of its own process."""

    def __init__(self, rig: Rig) -> None:
        self.link = PanelLink(rig.peer(PANEL))
        self.desk = self.link.desk

    def until(self, come_true: Callable[[], bool], what: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not come_true():
            assert time.monotonic() < end, f"never: {what}"
            self.link.turn()
            self.link.peer.wait(now_ms() + 20)

    def tries(self, pin: str, number: str = "", badge: str = "") -> m.SignOnAnswer:
        self.until(lambda: self.desk.ready, "the panel is ready")
        self.link.sign_on(pin, number, badge)
        self.until(lambda: self.desk.people.answer is None, "it was asked")
        self.until(lambda: self.desk.people.answer is not None, "an answer")
        answer, self.desk.people.answer = self.desk.people.answer, None
        assert answer is not None
        return answer


def test_five_tries_a_wait_a_restart_and_the_wait_again_and_nothing_secret_is_left_anywhere(rig: Rig) -> None:
    rig.start_console()
    with closing(PanelHolder(rig)) as holder:
        panel = holder.desk
        assert panel.tries(PIN, badge=BADGE).standing == "right"  # the badge says who it is
        assert panel.desk.me == m.Person(NUMBER, "Nia", Position.PIT_SUPERVISOR)
        panel.link.order(m.LoadShoe(8, BOSS.number))  # refused: the table is closed
        panel.until(lambda: bool(panel.desk.refusals), "an order is answered")
        panel.link.order(m.BeginDay("2026-01-01"))
        panel.until(lambda: len(panel.desk.refusals) == 2, "and another")
        answers = [panel.tries(WRONG, NUMBER) for _ in range(5)]
        assert [it.standing for it in answers] == ["wrong"] * 5
        assert [it.wait_ms for it in answers] == [0, 0, 0, 0, 30_000]
        again = panel.tries(PIN, NUMBER)
        assert (again.standing, 0 < again.wait_ms <= 30_000) == ("wait", True)
        listed = b"".join(_read(path) for path in Path("/proc").glob("[0-9]*/cmdline"))
        rig.kill("console")
        rig.start_console()
        panel.until(lambda: not panel.desk.ready, "the panel has noticed")
        assert panel.desk.people.me is not None, "the same process of the panel is still in the same hands"
        waits = panel.tries(PIN, NUMBER)
        assert waits.standing == "wait"
        assert waits.wait_ms > 20_000, "in full, and not what was left"
        assert panel.tries(DEMO_PIN, SECOND.number).standing == "right", "others may"
    rig.stop()
    string = read_staff(rig.folder / "keys").files[NUMBER].pin
    export = subprocess.run(
        [sys.executable, "-m", "deploy.cli", "journal", "export", str(rig.folder / "table.journal")],
        capture_output=True,
        check=True,
    )
    found = listed + export.stdout + export.stderr
    for path in rig.folder.rglob("*"):
        if path.is_file() and "keys" not in path.parts:
            found += path.read_bytes()
    for secret in (PIN, WRONG, BADGE, string, string.rsplit("$", 1)[1]):
        assert secret.encode() not in found
    assert NUMBER.encode() in found, "it is the right place that was looked at"


class PanelHolder:
    def __init__(self, rig: Rig) -> None:
        self.desk = Desk(rig)

    def close(self) -> None:
        self.desk.link.close()


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""  # it has ended


# --- files -----------------------------------------------------------------------------------------------------------


def test_a_lock_that_is_tapped_while_the_console_is_dead_is_told_to_the_next_one(rig: Rig) -> None:
    """The attacker's: she taps Lock and leaves, the console starts, and an order in her name is obeyed."""
    rig.start_console()
    desk = Desk(rig)
    with closing(desk.link):
        assert desk.tries(DEMO_PIN, BOSS.number).standing == "right"
        desk.until(lambda: desk.desk.me is not None, "she is signed on")
        rig.kill("console")
        desk.link.sign_off()
        desk.link.turn()
        assert desk.desk.me is None
        desk.until(lambda: not desk.desk.listener.liveness.alive(now_ms()), "the console is not heard")
        rig.start_console()
        desk.until(lambda: desk.desk.ready and not desk.desk.people.leaving, "the console has heard of it")
        desk.link.order(m.RecordRuling("IN HER NAME"))
        desk.until(lambda: bool(desk.desk.refusals), "the order is refused")
        assert [it.refusal.reason for it in desk.desk.refusals.values()] == ["nobody"]
        assert desk.desk.me is None


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    keys.make_register(tmp_path / "keys", demo=True)
    credentials.make_demo_staff(tmp_path / "keys")
    return tmp_path / "keys"


def chain_of(found: Found) -> dict[str, Known]:
    return {number: Known(it.name, int(it.rank), it.credential) for number, it in found.files.items()}


def right(files: Credentials, number: str, credential: bytes, pin: str = DEMO_PIN) -> bool:
    check = CheckPin("Panel", b"i" * 8, number, credential, pin)
    string, counts = files.string_for(check)
    return pins.is_right(string, pin) and counts


def test_a_file_that_was_edited_deleted_or_added_lets_nobody_in_and_is_named(folder: Path) -> None:
    staff = chain_of(read_staff(folder))
    files = Credentials(folder)
    assert files.problems(staff) == {}
    assert files.prepared(staff) == ()
    assert right(files, BOSS.number, staff[BOSS.number].credential)
    assert not right(files, BOSS.number, staff[BOSS.number].credential, "999999")
    (folder / "staff" / f"{SECOND.number}.toml").unlink()
    other = pins.hash_pin("112358")
    boss = read_staff(folder).files[BOSS.number]
    write_file(folder, replace(boss, pin=other))
    write_file(folder, StaffFile("999", "Ghost", "shift_manager", other))
    files.look()
    assert set(files.problems(staff)) == {f"staff {SECOND.number}", f"staff {BOSS.number}", "staff 999"}
    assert files.prepared(staff) == (), "what lies among the files of people asks for nothing"
    for number in (BOSS.number, SECOND.number):
        assert not right(files, number, staff[number].credential, "112358")
    assert not right(files, "999", b"", "112358"), "no entry speaks of him"


def test_what_the_chain_does_not_say_of_a_person_is_named(folder: Path) -> None:
    """Another name, another position, put back after he was disabled."""
    staff = chain_of(read_staff(folder))
    files = Credentials(folder)
    for number, other in ((BOSS.number, {"name": "Somebody"}), (SECOND.number, {"position": "technician"})):
        write_file(folder, replace(read_staff(folder).files[number], **other))
        files.look()
        assert "another name or position" in files.problems(staff)[f"staff {number}"]
    staff["101"] = replace(staff["101"], active=False)
    files.tidy(staff)
    assert "disabled" in files.problems(staff)["staff 101"]


def test_what_was_ordered_takes_its_place_and_the_file_of_who_was_disabled_goes(folder: Path) -> None:
    staff = chain_of(read_staff(folder))
    files, was = Credentials(folder), read_staff(folder).files[SECOND.number]
    files.tidy(staff)
    other = replace(was, name="Not Her Name", pin=pins.hash_pin("112358"))
    write_file(folder, other, credentials.PREPARED)
    write_file(folder, replace(other, number="777"), credentials.PREPARED)
    files.look()
    files.tidy(staff)
    assert right(files, SECOND.number, was.credential), "nobody has ordered it"
    assert [it.number for it in files.prepared(staff)] == [SECOND.number, "777"]
    staff[SECOND.number] = replace(staff[SECOND.number], credential=other.credential)
    assert right(files, SECOND.number, other.credential, "112358"), "from the commit on"
    again = Credentials(folder)  # the process has ended before it could put the file in its place
    again.tidy(staff)
    assert right(again, SECOND.number, other.credential, "112358")
    assert [it.number for it in again.prepared(staff)] == ["777"]
    assert again.problems(staff) == {}
    assert read_staff(folder).files[SECOND.number] == replace(other, name=was.name), "as the chain has it"
    staff[BOSS.number] = replace(staff[BOSS.number], active=False)
    again.tidy(staff)
    assert BOSS.number not in read_staff(folder).files
    assert again.problems(staff) == {}


def test_a_folder_that_nothing_can_be_written_into_keeps_nobody_out_and_is_told(folder: Path) -> None:
    staff = chain_of(read_staff(folder))
    files, was = Credentials(folder), read_staff(folder).files[SECOND.number]
    other = replace(was, pin=pins.hash_pin("112358"))
    write_file(folder, other, credentials.PREPARED)
    staff[SECOND.number] = replace(staff[SECOND.number], credential=other.credential)
    files.look()
    live = folder / "staff" / f"{SECOND.number}.toml"
    live.unlink()
    live.mkdir()  # whoever runs this may write everywhere
    (live / "in the way").touch()
    files.tidy(staff)
    assert "cannot be put in its place" in files.problems(staff)["staff folder"]
    assert right(files, SECOND.number, other.credential, "112358")
    (live / "in the way").unlink()
    live.rmdir()
    files.tidy(staff)
    assert files.problems(staff) == {}


def test_what_cannot_be_read_just_now_counts_as_it_was_and_is_told_once(folder: Path) -> None:
    """Found at a console without a file to spare: all its people were said to be forged, and nobody could sign on."""
    badge = badge_token(folder, BADGE, make=True)
    write_file(folder, replace(read_staff(folder).files[BOSS.number], badge=badge))
    staff = chain_of(read_staff(folder))
    files = Credentials(folder)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, before[1]))
    try:
        os.utime(folder / "staff" / f"{BOSS.number}.toml")  # it has changed, so it would be read again
        files.look()
        assert list(files.problems(staff)) == ["staff files"]
        assert "Too many open files" in files.problems(staff)["staff files"]
        assert right(files, BOSS.number, staff[BOSS.number].credential)
        assert files.whose(BADGE, staff) == BOSS.number
        assert files.prepared(staff) == ()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    files.look()
    assert files.problems(staff) == {}


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda path: path.chmod(0o640), "others may read"),
        (lambda path: path.write_text("number = 'x'"), "damaged"),
        (lambda path: path.write_bytes(b"\xff" * 10_000), "damaged"),
        (lambda path: path.write_text(path.read_text().replace('"401"', '"402"')), "another number"),
        (lambda path: path.write_text(path.read_text().replace("shift_manager", "king")), "no position"),
    ],
)
def test_a_file_that_is_not_in_order_is_named_and_nothing_of_it_quoted(
    folder: Path, spoil: Callable[[Path], object], why: str
) -> None:
    path = folder / "staff" / "401.toml"
    spoil(path)
    found = read_staff(folder)
    assert why in found.problems["401"]
    assert "argon" not in str(found.problems)
    assert "argon" not in repr(read_staff(folder).files)


def test_outside_of_a_demo_a_pin_is_kept_so_that_a_stolen_file_is_not_guessed(folder: Path) -> None:
    (folder / "DEMO").unlink()
    assert set(read_staff(folder).problems) == {number for number, _, _ in credentials.DEMO_STAFF}
    assert credentials.missing_founders(folder, read_staff(folder)) != ""


def test_a_badge_is_somebodys_only_if_his_file_is_the_one_that_was_ordered(folder: Path) -> None:
    token = badge_token(folder, BADGE, make=True)
    boss = read_staff(folder).files[BOSS.number]
    before = chain_of(read_staff(folder))
    write_file(folder, replace(boss, badge=token))
    files = Credentials(folder)
    assert files.whose(BADGE, before) == "", "nobody has ordered it"
    assert files.whose(BADGE, chain_of(read_staff(folder))) == BOSS.number
    assert files.whose("another", chain_of(read_staff(folder))) == ""
    with pytest.raises(BadKey):
        pins.hash_pin("123456")


def test_badges_that_nobody_can_know_any_more_are_named_and_pins_go_on(folder: Path) -> None:
    """Found: with the secret of the badges deleted, no badge was anybody's, and nobody was told why."""
    token = badge_token(folder, BADGE, make=True)
    write_file(folder, replace(read_staff(folder).files[BOSS.number], badge=token))
    staff, files = chain_of(read_staff(folder)), Credentials(folder)
    assert files.whose(BADGE, staff) == BOSS.number
    assert files.problems(staff) == {}
    secret = folder / "staff" / credentials.BADGES
    kept = secret.read_bytes()
    secret.unlink()
    files.look()
    assert files.whose(BADGE, staff) == ""
    assert list(files.problems(staff)) == [f"staff {credentials.BADGES}"]
    assert right(files, BOSS.number, staff[BOSS.number].credential), "with number and PIN"
    secret.write_bytes(kept)
    secret.chmod(0o600)
    files.look()
    assert files.whose(BADGE, staff) == BOSS.number
    assert files.problems(staff) == {}


def test_a_pipe_in_the_place_of_the_badges_secret_stops_no_console(folder: Path) -> None:
    """Found: it waited for somebody to write, and each console that was started after it."""
    badge_token(folder, BADGE, make=True)
    files, secret = Credentials(folder), folder / "staff" / credentials.BADGES
    secret.unlink()
    os.mkfifo(secret, 0o600)
    for looked in (files, Credentials(folder)):
        looked.look()
        assert "is no file" in looked.problems({})[f"staff {credentials.BADGES}"]


PIN_SAID = (WRONG, WRONG * 2, int(WRONG), WRONG.encode(), [WRONG], {"pin": WRONG}, f" {WRONG}", None)


@pytest.mark.parametrize("kind", ["sign_on", "sign"])
@pytest.mark.parametrize("said", PIN_SAID, ids=map(str, range(len(PIN_SAID))))
def test_a_message_that_is_none_is_refused_without_a_word_of_the_pin_in_it(kind: str, said: object) -> None:
    """What the door writes into its log of nonsense is what this error says."""
    good = (
        m.SignOn(1, b"run-desk", b"asked001", PIN, NUMBER)
        if kind == "sign_on"
        else m.Sign(1, b"run-desk", b"asked001", b"command1", bytes(32), PIN, NUMBER)
    )
    whole = msgpack.decode(encode(good))
    spoilt = _with_pin(whole, said)
    with pytest.raises(PeerError) as refused:
        decode_request(msgpack.encode([spoilt, "more"] if said == WRONG else spoilt))
    assert WRONG not in str(refused.value)
    assert WRONG not in repr(refused.value.__cause__)


def _with_pin(whole: Any, said: object) -> Any:
    """The same message with another thing where the PIN stands."""
    if isinstance(whole, dict):
        return {name: _with_pin(value, said) for name, value in whole.items()}
    if isinstance(whole, list):
        return [_with_pin(value, said) for value in whole]
    return said if whole == PIN else whole


def test_a_pin_of_nobody_takes_the_same_way(folder: Path) -> None:
    files, worker = Credentials(folder), PinWorker()
    try:
        check = CheckPin("Panel", b"i" * 8, "", b"", PIN)
        string, counts = files.string_for(check)
        assert (string, counts) == (pins.NOBODYS, False)
        worker.ask(check, string, counts=counts)
        end = time.monotonic() + PATIENCE_S
        while not (done := worker.done()):
            assert time.monotonic() < end
            time.sleep(0.01)
        assert [(it.id, it.right) for it in done] == [(b"i" * 8, False)]
    finally:
        worker.close()


def kept_as(**other: object) -> str:
    parts = {"m": 65_536, "t": 3, "p": 4, "salt": "9JmyImnqPLzwtH7tKOguBw", **other}
    return "$argon2id$v=19$m={m},t={t},p={p}${salt}$VxbPCTJPWcfhf4Xx1GreKs3f7tShrLI6q6uCwY1UowM".format(**parts)


@pytest.mark.parametrize(
    ("string", "why"),
    [
        ("$argon2id$v=19$m=65536,t=3,p=4$\u00e9$x", "damaged"),
        (kept_as(salt="9JmyImnqPLzwtH7tKOgu\u00e9w"), "damaged"),
        (kept_as() + "\n", "damaged"),
        (kept_as(t="\u0663"), "damaged"),
        (kept_as(m=4_000_000), "too long"),
        (kept_as(t=500), "too long"),
        (kept_as(p=200), "too long"),
        (kept_as(m=1_024), "too weakly"),
    ],
)
def test_a_file_with_a_string_that_would_end_or_hold_up_the_looking_is_no_file(
    folder: Path, string: str, why: str
) -> None:
    (folder / "DEMO").unlink()
    write_file(folder, StaffFile("777", "Nice Fellow", "dealer", string))
    assert why in read_staff(folder).problems["777"]
    write_file(folder, StaffFile("777", "Nice Fellow", "dealer", kept_as()))
    assert "777" not in read_staff(folder).problems


def test_the_looking_outlives_whatever_one_file_does_and_tells_of_it() -> None:
    worker = PinWorker()

    def looked(number: str, string: str) -> bool:
        worker.ask(CheckPin("Panel", b"i" * 8, number, b"c" * 32, DEMO_PIN), string, counts=True)
        end = time.monotonic() + PATIENCE_S
        while not (done := worker.done()):
            assert time.monotonic() < end
            time.sleep(0.01)
        return done[0].right

    try:
        assert not looked("777", "$argon2id$v=19$m=65536,t=3,p=4$\u00e9$x")
        assert worker.trouble == {"PIN of 777": "it could not be looked at: UnicodeEncodeError"}
        assert looked("201", credentials.DEMO_STRING), "and the next person signs on"
        assert looked("777", credentials.DEMO_STRING)
        assert worker.trouble == {}
    finally:
        worker.close()


# --- `etg staff` -----------------------------------------------------------------------------------------------------


def test_etg_staff_prepares_files_and_says_that_people_decide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ("--folder", str(tmp_path / "keys"))

    def etg(*arguments: str, typed: str = "") -> int:
        read, write = os.pipe()
        os.write(write, f"{typed}\n".encode())
        os.close(write)
        with os.fdopen(read) as stdin:
            monkeypatch.setattr(sys, "stdin", stdin)
            return cli.main(["staff", *arguments, *where])

    made = ("add", "4001", "--name", "Carol Lim", "--position", "shift manager", "--pin-stdin")
    assert etg(*made, typed="111111") == 1
    assert "all its digits are the same" in capsys.readouterr().err
    assert etg(*made, typed=PIN) == 0
    assert "first start" in capsys.readouterr().out
    assert etg(*made, typed=PIN) == 1  # once
    assert credentials.missing_founders(tmp_path / "keys", read_staff(tmp_path / "keys"))
    assert etg("add", "2001", "--name", "Bob", "--position", "pit_supervisor", "--pin-stdin", typed=PIN) == 0
    alone = credentials.missing_founders(tmp_path / "keys", read_staff(tmp_path / "keys"))
    assert "forgets his PIN" in alone, "one Shift Manager is a dead end"
    (tmp_path / "keys" / keys.TRAINING).touch()
    assert credentials.missing_founders(tmp_path / "keys", read_staff(tmp_path / "keys")) == ""
    (tmp_path / "keys" / keys.TRAINING).unlink()
    assert etg("add", "4002", "--name", "Uma", "--position", "shift_manager", "--pin-stdin", typed=PIN) == 0
    assert credentials.missing_founders(tmp_path / "keys", read_staff(tmp_path / "keys")) == ""
    assert etg("badge", "2001", "--badge-stdin", typed=BADGE) == 0
    assert etg("badge", "4001", "--badge-stdin", typed=BADGE) == 1  # it is somebody else's
    assert etg("reset", "2001", "--pin-stdin", typed=WRONG) == 0
    assert etg("assign", "2001", "--position", "pit_manager") == 0
    assert etg("list") == 0
    told = capsys.readouterr()
    assert "2001    Bob        pit_manager    yes\n" in told.out
    assert not any(secret in told.out + told.err for secret in (PIN, WRONG, BADGE, "argon2"))
    file = tmp_path / "keys" / "staff" / "2001.toml"
    assert file.stat().st_mode & 0o777 == 0o600
    (tmp_path / "keys" / keys.ADMITTED).touch()  # the table has begun
    before = {path: path.read_bytes() for path in file.parent.iterdir()}
    assert etg("reset", "2001", "--pin-stdin", typed=PIN) == 0
    assert etg("badge", "2001", "--badge-stdin", typed=BADGE + "2") == 0
    assert "As yet nothing has changed" in capsys.readouterr().out
    assert etg("add", "1001", "--name", "Dora", "--position", "dealer", "--pin-stdin", typed=PIN) == 0
    assert etg("add", "2001", "--name", "Bob", "--position", "dealer", "--pin-stdin", typed=PIN) == 1
    assert etg("disable", "2001") == 1
    assert etg("assign", "2001", "--position", "dealer") == 1
    assert capsys.readouterr().err.count("order that at a panel") == 2
    assert {path: path.read_bytes() for path in before} == before, "who signs on today signs on as before"
    waiting = credentials.read_prepared(tmp_path / "keys").files
    assert set(waiting) == {"1001", "2001"}
    assert pins.is_right(waiting["2001"].pin, PIN), "the badge came to the new PIN that was prepared before"
    assert waiting["2001"].badge == badge_token(tmp_path / "keys", BADGE + "2")
    assert etg("list") == 0
    assert capsys.readouterr().out.count("waits for two people") == 2
    (tmp_path / "keys" / keys.ADMITTED).unlink()
    assert etg("disable", "2001") == 0
    assert not file.exists()


@pytest.mark.filterwarnings("default::getpass.GetPassWarning")  # as outside of the tests
@pytest.mark.parametrize(("act", "what"), [("reset", "pin"), ("badge", "badge")])
def test_what_cannot_be_hidden_is_not_typed(
    act: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From a pipe, or over a line without a terminal, it would be shown; and there may be nobody who types."""
    where = ("--folder", str(tmp_path / "keys"))
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PIN}\n"))
    assert cli.main(["staff", "add", "2001", "--name", "Bob", "--position", "dealer", "--pin-stdin", *where]) == 0
    capsys.readouterr()
    file = (tmp_path / "keys" / "staff" / "2001.toml").read_bytes()

    def seen_by_all(_prompt: str) -> str:
        """As getpass does it."""
        warnings.warn("Can not control echo on the terminal.", getpass.GetPassWarning, stacklevel=2)
        return WRONG

    for typed in (seen_by_all, Mock(side_effect=EOFError)):  # no terminal; nothing more comes from it
        monkeypatch.setattr(getpass, "getpass", typed)
        assert cli.main(["staff", act, "2001", *where]) == 1
        assert capsys.readouterr() == (
            "",
            f"etg staff: nothing was typed at a terminal, which would not show it; or use --{what}-stdin\n",
        )
    assert file == (tmp_path / "keys" / "staff" / "2001.toml").read_bytes()
