"""The files beside a console: what is read, what differs from the journal, what is prepared, what is copied."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from zmq.utils import z85

from games.round import PlayerId
from protocol import events as e
from protocol import keys
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import encode_body
from protocol.keyring import Enrolment, Keyring, Role, fingerprint
from protocol.keys import BadKey
from protocol.register import Register, copy_of, is_admitted, prepare, read_prepared

BY = ("Alice", "Bob")
# Always the same: the names of tests are made of them.
FIRST, SECOND, THIRD = (z85.encode(bytes([n]) * 32).decode() for n in (1, 2, 3))
ANN, BEN = m.Person("104", "Ann", 4), m.Person("102", "Ben", 2)
T07, T08 = PlayerId("T07"), PlayerId("T08")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    keys.make_register(tmp_path)
    return tmp_path


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def file_of(folder: Path, name: str) -> Path:
    return folder / "enrolled" / f"{name}.toml"


def peer_of(register: Register, public: str) -> Enrolment | None:
    register.refresh()
    return next((peer for peer in register.live() if peer.public == public), None)


# --- the register --------------------------------------------------------------------------------------------


def test_a_register_without_its_folder_is_refused_with_what_makes_it(tmp_path: Path) -> None:
    """Found: when a table had begun it was sent to a command that makes nothing any more."""
    with pytest.raises(BadKey, match="is no folder: `etg keys enrol` makes it"):
        Register(tmp_path)
    (tmp_path / keys.ADMITTED).touch()
    with pytest.raises(BadKey, match="is no folder: `etg keys copy --journal JOURNAL` writes it anew"):
        Register(tmp_path)


def test_a_register_that_others_may_change_is_refused(folder: Path) -> None:
    (folder / "enrolled").chmod(0o770)
    with pytest.raises(BadKey, match="chmod go-w"):
        Register(folder)


def test_the_files_are_looked_at_once_a_second(folder: Path) -> None:
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    register = Register(folder, clock := Clock())
    generation = register.generation
    keys.revoke(folder, "T07", "stolen")
    clock.now_s += 0.9
    assert peer_of(register, FIRST) is not None
    clock.now_s += 0.1
    assert peer_of(register, FIRST) is None
    assert register.generation == generation + 1
    clock.now_s += 10
    register.refresh()
    assert register.generation == generation + 1  # nothing has changed since


def test_one_bad_file_keeps_nobody_else_out(folder: Path) -> None:
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    keys.enrol(folder, "T08", "terminal", SECOND, by=BY)
    register = Register(folder, clock := Clock())
    file_of(folder, "T08").write_text("damaged")
    clock.now_s += 1
    assert [peer.name for peer in register.live()] == ["T07", "T08"]  # not looked at yet
    assert peer_of(register, SECOND) is None
    assert [peer.name for peer in register.live()] == ["T07"]
    assert list(register.problems) == ["T08"]


def test_a_key_with_two_names_is_nobody(folder: Path) -> None:
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    keys.enrol(folder, "T08", "terminal", SECOND, by=BY)
    text = file_of(folder, "T08").read_text()
    file_of(folder, "T08").write_text(text.replace(SECOND, FIRST))
    register = Register(folder)
    assert register.live() == []
    assert set(register.problems.values()) == {"T07 and T08 have the same key"}


def test_a_file_is_about_whom_it_is_named_after(folder: Path) -> None:
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    file_of(folder, "T07").rename(file_of(folder, "T08"))
    register = Register(folder)
    assert (register.live(), dict(register.problems)) == ([], {"T08": "is about T07"})


def test_a_file_that_others_may_change_lets_nobody_in(folder: Path) -> None:
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    file_of(folder, "T07").chmod(0o622)
    register = Register(folder)
    assert register.live() == []
    assert "chmod go-w" in register.problems["T07"]


def test_drafts_and_other_files_are_not_read(folder: Path) -> None:
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    text = file_of(folder, "T07").read_text()
    (folder / "enrolled" / ".T07.toml").write_text(text)
    (folder / "enrolled" / "T07.toml.bak").write_text(text)
    register = Register(folder)
    assert ([peer.name for peer in register.live()], dict(register.problems)) == (["T07"], {})


# --- what cannot be read -------------------------------------------------------------------------------------


def test_a_folder_that_has_gone_is_an_alarm_and_cuts_nobody_off(folder: Path) -> None:
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    register = Register(folder, clock := Clock())
    before = register.generation
    (folder / "enrolled").rename(folder / "away")
    clock.now_s += 1
    assert peer_of(register, FIRST) is not None
    assert peer_of(register, SECOND) is None
    assert register.unreadable == {"enrolled": f"{folder / 'enrolled'}: No such file or directory"}
    (folder / "away").rename(folder / "enrolled")
    clock.now_s += 1
    assert peer_of(register, FIRST) is not None
    assert (dict(register.unreadable), register.generation) == ({}, before)


@pytest.mark.parametrize("number", [errno.EMFILE, errno.EIO, errno.EACCES])
@pytest.mark.parametrize("calls", [("open",), ("stat",), ("listdir", "scandir")], ids=",".join)
def test_a_read_error_is_an_alarm_and_cuts_nobody_off(
    folder: Path, monkeypatch: pytest.MonkeyPatch, number: int, calls: tuple[str, ...]
) -> None:
    """A folder is read by `listdir`, from Python 3.13 on by `scandir`."""
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    register = Register(folder, clock := Clock())
    keys.enrol(folder, "T08", "terminal", SECOND, by=BY)

    def fail(*_args: object, **_how: object) -> None:
        raise OSError(number, os.strerror(number))

    with monkeypatch.context() as patched:
        for call in calls:
            patched.setattr(os, call, fail)
        clock.now_s += 1
        assert peer_of(register, FIRST) is not None
        assert {why.rpartition(": ")[2] for why in register.unreadable.values()} == {os.strerror(number)}
    clock.now_s += 1
    register.refresh()
    assert [peer.name for peer in register.live()] == ["T07", "T08"]
    assert register.unreadable == {}


def test_one_file_that_cannot_be_read_hides_no_revocation_of_another_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    keys.enrol(folder, "T08", "terminal", SECOND, by=BY)
    register = Register(folder, clock := Clock())
    really = os.open

    def fail(path: Path, *how: int) -> int:
        if Path(path).stem == "T07":
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return really(path, *how)

    keys.revoke(folder, "T08", "stolen")
    monkeypatch.setattr(os, "open", fail)
    clock.now_s += 1
    assert (peer_of(register, SECOND), [peer.name for peer in register.live()]) == (None, ["T07"])
    assert list(register.unreadable) == ["T07"]


def test_a_deleted_file_neither_revokes_nor_un_revokes(folder: Path) -> None:
    """Revocation is an order (`etg keys revoke`); a file that has gone is an accident, or somebody who hides one."""
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    keys.enrol(folder, "T08", "terminal", SECOND, by=BY)
    keys.revoke(folder, "T08", "stolen")
    register = Register(folder, clock := Clock())
    for name in ("T07", "T08"):
        file_of(folder, name).unlink()
    clock.now_s += 1
    register.refresh()
    assert [peer.name for peer in register.live()] == ["T07"]
    assert sorted(register.unreadable) == ["T07", "T08"]
    keys.enrol(folder, "T09", "terminal", SECOND, by=BY)  # the stolen key under another name
    clock.now_s += 1
    assert peer_of(register, SECOND) is None
    assert register.problems["T09"] == "T08 and T09 have the same key"


def test_a_demo_s_keys_are_nobody_s_in_another_folder(folder: Path) -> None:
    keys.make_register(folder, demo=True)
    keys.enrol(folder, "T07", "terminal", FIRST, by=keys.NOBODY)
    register = Register(folder, clock := Clock())
    assert peer_of(register, FIRST) is not None
    (folder / "DEMO").unlink()
    clock.now_s += 1
    assert peer_of(register, FIRST) is None


# --- against the journal ---------------------------------------------------------------------------------------


def keyring_of(*peers: tuple[str, Role, str]) -> Keyring:
    keyring = Keyring()
    for peer in peers:
        keyring.enrol(Enrolment(*peer))
    return keyring


def edit(was: str, instead: str) -> Callable[[Path], object]:
    def change(folder: Path) -> None:
        path = file_of(folder, "T07")
        path.write_text(path.read_text().replace(was, instead))

    return change


def add(folder: Path) -> None:
    keys.enrol(folder, "T08", "terminal", SECOND, by=BY)


EDITS: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "another key": (edit(FIRST, SECOND), "T07", f"another key, {fingerprint(SECOND)}"),
    "another role": (edit("terminal", "archive"), "T07", "the role archive"),
    "revoked by hand": (lambda folder: keys.revoke(folder, "T07", "x"), "T07", "names no live key"),
    "damaged": (lambda folder: file_of(folder, "T07").write_text("?"), "T07", "no file that is in order"),
    "deleted": (lambda folder: file_of(folder, "T07").unlink(), "T07", "no file that is in order"),
    "added": (add, "T08", f"a key that the journal does not know, {fingerprint(SECOND)}"),
}


@pytest.mark.parametrize("what", EDITS)
def test_a_file_that_says_something_else_is_named(folder: Path, what: str) -> None:
    change, name, why = EDITS[what]
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    keyring = keyring_of(("T07", "terminal", FIRST))
    assert Register(folder).differences(keyring) == {}
    change(folder)
    found = Register(folder).differences(keyring)
    assert list(found) == [name]
    assert why in found[name]
    assert keyring.peer_of(FIRST) == Enrolment("T07", "terminal", FIRST)  # whatever the files say
    assert keyring.peer_of(SECOND) is None


def test_an_ended_key_that_a_file_calls_live_is_named_as_ended(folder: Path) -> None:
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    keyring = keyring_of(("T07", "terminal", FIRST))
    keyring.end("T07")
    assert "a key that has ended" in Register(folder).differences(keyring)["T07"]
    assert (keyring.peer_of(FIRST), keyring.past(FIRST)) == (None, "T07")


def test_a_copy_outside_that_only_a_file_names_is_told_unless_its_key_has_ended(folder: Path) -> None:
    keys.enrol(folder, "A1", "archive", FIRST, by=BY)
    keys.enrol(folder, "A2", "archive", SECOND, by=BY)
    keys.enrol(folder, "T07", "terminal", THIRD, by=BY)
    keyring = keyring_of(("A1", "archive", FIRST))
    keyring.end("A1")
    assert Register(folder).outside(keyring, ("archive",)) == ("A2",)


# --- what is prepared --------------------------------------------------------------------------------------------


def test_what_is_prepared_is_shown_until_it_is_done_or_cannot_be(folder: Path) -> None:
    prepare(folder, "enrol", Enrolment("T08", "terminal", SECOND))
    prepare(folder, "replace", Enrolment("T07", "terminal", THIRD))
    register, keyring = Register(folder), keyring_of(("T07", "terminal", FIRST))
    assert [(it.what, it.name) for it in register.to_order(keyring)] == [("replace", "T07"), ("enrol", "T08")]
    keyring.enrol(Enrolment("T08", "terminal", SECOND))
    assert [it.name for it in register.to_order(keyring)] == ["T07"]
    keyring.end("T07")
    assert register.to_order(keyring) == []  # it has no key that could be replaced
    assert register.live() == []  # and nothing of it is a register's


def test_one_thing_is_prepared_for_a_name(folder: Path) -> None:
    prepare(folder, "replace", Enrolment("T07", "terminal", SECOND))
    ends = prepare(folder, "end", Enrolment("T07", "terminal", FIRST), "stolen")
    assert Register(folder).prepared == (ends,)


@pytest.mark.parametrize("text", ["", "what = 'let in'", "what = 'enrol'\nname = 'T07'\nrole = 'boss'"])
def test_what_is_not_in_order_asks_for_nothing(folder: Path, text: str) -> None:
    prepare(folder, "enrol", Enrolment("T07", "terminal", FIRST))
    (folder / "prepared" / "T07.toml").write_text(text)
    found, problems = read_prepared(folder)
    assert (found, list(problems)) == ((), ["prepared/T07"])
    with pytest.raises(BadKey):
        prepare(folder, "enrol", Enrolment("T07", "terminal", "no key"))
    with pytest.raises(BadKey):
        prepare(folder, "enrol", Enrolment("../T07", "terminal", FIRST))


# --- the copy ----------------------------------------------------------------------------------------------------


def entries_of(*facts: e.Event) -> list[Entry]:
    when = "2026-11-18T20:00:00.000Z"
    return [Entry(n, when, e.STAFF, b"", encode_body(fact), b"", b"") for n, fact in enumerate(facts, 1)]


def test_the_files_follow_the_journal(folder: Path) -> None:
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    prepare(folder, "replace", Enrolment("T07", "terminal", SECOND))
    register = Register(folder)
    order = m.ReplaceKey(T07, "terminal", SECOND)
    facts = (e.KeyEnded(T07, FIRST, "replaced"), e.KeyEnrolled(T07, "terminal", SECOND))
    register.follow(entries_of(e.Ordered(b"12345678", ANN, BEN, order), *facts))
    keys_of = [(key.public, key.enrolled_by, key.why) for key in keys.read_enrolled(folder).records["T07"].keys]
    assert keys_of == [(FIRST, BY, "replaced"), (SECOND, (ANN.name, BEN.name), None)]
    assert Register(folder).prepared == ()
    register.follow(entries_of(e.KeyEnded(T07, SECOND, "stolen")))
    assert Register(folder).live() == []


def test_the_copy_of_a_journal_is_all_that_it_says_and_no_more(folder: Path) -> None:
    keys.enrol(folder, "T08", "terminal", THIRD, by=BY)
    first = entries_of(e.KeyEnrolled(T07, "terminal", FIRST), e.KeyEnrolled(T08, "display", SECOND))
    copy_of(first, folder)
    assert Register(folder).differences(keyring_of(("T07", "terminal", FIRST), ("T08", "display", SECOND))) == {}
    copy_of(first[:1], folder)
    assert [peer.name for peer in Register(folder).live()] == ["T07"]


def test_a_folder_that_a_journal_has_taken_up_is_marked_once(folder: Path) -> None:
    assert not is_admitted(folder)
    Register(folder).admit("BAC-07")
    assert is_admitted(folder)
