"""Keys and the register on disk: what is written, what is believed, and what a running console takes up."""

import os
import stat
import threading
from pathlib import Path

import pytest
import zmq
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace
from zmq.utils import z85

from protocol import keys
from protocol.keyring import Enrolment
from protocol.keys import BadKey, Record
from protocol.register import Register

BY = ("Alice", "Bob")
# Always the same: the names of tests are made of them.
FIRST, SECOND, THIRD = (z85.encode(bytes([n]) * 32).decode() for n in (1, 2, 3))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    keys.make_register(tmp_path)
    return tmp_path


def file_of(folder: Path, name: str) -> Path:
    return folder / "enrolled" / f"{name}.toml"


# --- pairs ---------------------------------------------------------------------------------------------------


def test_a_pair_is_written_once_and_read_again(tmp_path: Path) -> None:
    pair = keys.make_pair(tmp_path / "new", "T07")
    assert keys.load_pair(tmp_path / "new" / "T07.key") == pair
    assert keys.load_public(tmp_path / "new" / "T07.pub") == pair.public
    assert zmq.curve_public(pair.secret.encode()).decode() == pair.public
    assert sorted(path.name for path in (tmp_path / "new").iterdir()) == ["T07.key", "T07.pub"]


def test_only_its_owner_may_read_a_secret_key_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        keys.make_pair(tmp_path, "T07")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "T07.key").stat().st_mode) == 0o600


def test_a_key_is_never_overwritten(tmp_path: Path) -> None:
    pair = keys.make_pair(tmp_path, "T07")
    with pytest.raises(BadKey, match=r"T07\.key exists, and a key is never overwritten"):
        keys.make_pair(tmp_path, "T07")
    assert keys.load_pair(tmp_path / "T07.key") == pair
    assert keys.load_public(tmp_path / "T07.pub") == pair.public


@pytest.mark.parametrize("name", ["", "../T07", "T 07", "7", "T" * 17, ".T", "T07\n"])
def test_a_name_that_could_lead_elsewhere_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadKey, match="is no name for a key"):
        keys.make_pair(tmp_path, name)


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o610])
def test_a_secret_key_that_others_may_read_is_refused(tmp_path: Path, mode: int) -> None:
    keys.make_pair(tmp_path, "T07")
    path = tmp_path / "T07.key"
    path.chmod(mode)
    with pytest.raises(BadKey, match=f"chmod 600 {path}"):
        keys.load_pair(path)


def test_a_pair_that_does_not_belong_together_is_refused(tmp_path: Path) -> None:
    pair = keys.make_pair(tmp_path, "T07")
    path = tmp_path / "T07.key"
    path.write_text(path.read_text().replace(pair.public, FIRST))
    with pytest.raises(BadKey, match="not that of the secret one"):
        keys.load_pair(path)


def test_what_is_wrong_with_a_secret_key_is_told_without_telling_the_key(tmp_path: Path) -> None:
    pair = keys.make_pair(tmp_path, "T07")
    path = tmp_path / "T07.key"
    whole = path.read_text()
    for cut in range(len(whole) - 3):
        path.write_text(whole[:cut])
        with pytest.raises(BadKey) as told:
            keys.load_pair(path)
        assert pair.secret[:8] not in str(told.value)
    assert pair.secret not in repr(pair)
    assert pair.secret not in f"{pair}"


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.key", 0o600)
    for path in (tmp_path / "missing.key", tmp_path, tmp_path / "pipe.key"):
        with pytest.raises(BadKey):
            keys.load_pair(path)


def test_no_public_key_looks_like_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    """One of 85 did, and `etg keys rotate T07 --key TEXT` said that it expected one argument."""
    drawn = iter([(b"-" + FIRST[1:].encode(), b"first"), (FIRST.encode(), b"second")])
    monkeypatch.setattr(zmq, "curve_keypair", lambda: next(drawn))
    assert keys.new_pair() == keys.KeyPair(FIRST, "second")


def test_whose_key_is_missing_is_told_who_makes_it(tmp_path: Path) -> None:
    with pytest.raises(BadKey, match=r"T07\.key: there is no such file: `etg keys make T07` makes it, on this machine"):
        keys.load_pair(tmp_path / "T07.key")
    with pytest.raises(BadKey, match=r"console\.pub: there is no such file: copy it from the machine of that name"):
        keys.load_public(tmp_path / "console.pub")
    with pytest.raises(BadKey, match=r"console\.key: No such file or directory"):
        keys.load_pair(tmp_path / "console.key")  # a new one would be another console's


def test_a_secret_key_is_not_taken_for_a_public_one(tmp_path: Path) -> None:
    keys.make_pair(tmp_path, "T07")
    with pytest.raises(BadKey, match=r"is a secret key: hand on T07\.pub"):
        keys.load_public(tmp_path / "T07.key")


@pytest.mark.parametrize("text", ["", "x", FIRST[:-1], FIRST + "xxxxx", "#" * 40, FIRST[:-1] + "~", FIRST[:-1] + "ä"])
def test_what_is_no_key_is_refused(text: str) -> None:
    with pytest.raises(BadKey, match="40 characters of Z85"):
        keys.check_key(text)


@given(st.binary(min_size=32, max_size=32))
def test_every_key_has_one_text(key: bytes) -> None:
    text = zmq.utils.z85.encode(key).decode()
    assert keys.check_key(text) == text


def test_a_fingerprint_is_short_and_that_of_the_key() -> None:
    assert keys.fingerprint("a") == "ca97-8112-ca1b-bdca"  # sha256 of "a"


# --- one record ----------------------------------------------------------------------------------------------

printable = st.characters(exclude_categories=["Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"], include_characters=" ")
texts = st.text(printable, min_size=1, max_size=40)
moments = st.datetimes().map(lambda moment: f"{moment:%Y-%m-%dT%H:%M:%S}Z".rjust(20, "0"))
people = st.tuples(texts, texts).filter(lambda two: len({name.strip().casefold() for name in two} - {""}) == 2)
publics = st.binary(min_size=32, max_size=32).map(lambda key: zmq.utils.z85.encode(key).decode())


@st.composite
def records(draw: st.DrawFn) -> Record:
    some = draw(st.lists(publics, min_size=1, max_size=4, unique=True))
    past = [keys.EnrolledKey(key, draw(moments), draw(people), draw(moments), draw(texts)) for key in some]
    if draw(st.booleans()):
        past[-1] = replace(past[-1], ended_at=None, why=None)
    name = draw(st.from_regex(r"[A-Z][A-Za-z0-9-]{0,15}", fullmatch=True))
    return Record(name, draw(st.sampled_from(["terminal", "panel", "display", "archive"])), tuple(past))  # type: ignore[arg-type]


@given(records())
def test_a_record_is_read_as_it_was_written(record: Record) -> None:
    assert keys.decode_record(keys.encode_record(record).encode()) == record


def sample() -> str:
    past = keys.EnrolledKey(FIRST, "2026-01-01T00:00:00Z", BY, "2026-02-01T00:00:00Z", "replaced")
    live = keys.EnrolledKey(SECOND, "2026-02-01T00:00:00Z", BY)
    return keys.encode_record(Record("Pit", "panel", (past, live)))  # type: ignore[arg-type]


@given(st.one_of(st.binary(max_size=500), st.text(max_size=500).map(str.encode)))
@example(b"x = " + b"[" * 5_000)
@example(b"x = " + b"9" * 5_000)
@example(b"x = 0000-99-99")
@example(b"\xff")
@example(b"#" * (keys.FILE_MAX + 1))
def test_any_bytes_are_a_bad_key(data: bytes) -> None:
    with pytest.raises(BadKey):
        keys.decode_record(data)


@given(st.data())
def test_a_damaged_record_is_a_bad_key_or_a_right_value(data: st.DataObject) -> None:
    whole = sample().encode()
    at = data.draw(st.integers(0, len(whole)))
    upto = data.draw(st.integers(at, min(len(whole), at + 60)))
    try:
        record = keys.decode_record(whole[:at] + data.draw(st.binary(max_size=20)) + whole[upto:])
    except BadKey:
        return
    assert keys.decode_record(keys.encode_record(record).encode()) == record
    assert [key.live for key in record.keys[:-1]] == [False] * (len(record.keys) - 1)
    assert all(keys.check_key(key.public) for key in record.keys)


@pytest.mark.parametrize(
    ("was", "instead", "why"),
    [
        ('name = "Pit"', 'name = "pit"', "name"),
        ('name = "Pit"', 'name = "../Pit"', "name"),
        ('role = "panel"', 'role = "owner"', "role"),
        ('role = "panel"', 'role = "panel"\npin = "1234"', "unknown field"),
        ('why = "replaced"', 'why = "replaced\\u0007"', "cannot be printed"),
        (SECOND, FIRST, "a key stands here twice"),
        (SECOND, SECOND[:-1], "40 characters of Z85"),
        ('"Alice", "Bob"', '"Alice", " alice "', "two different people"),
        ('"Alice", "Bob"', '"Alice", " "', "two different people"),
        ('"Alice", "Bob"', '"Alice"', "two different people"),
        ('"Alice", "Bob"', '"demo"', "two different people"),
        ('"Alice", "Bob"', "", "enrolled_by"),
        ('why = "replaced"', "", "says when and why"),
        ('ended_at = "2026-02-01T00:00:00Z"\nwhy = "replaced"', "", "only the last key of a peer can be live"),
        ('ended_at = "2026-02-01T00:00:00Z"', 'ended_at = "yesterday"', "ended_at"),
    ],
)
def test_a_record_that_cannot_be_is_refused_with_the_reason(was: str, instead: str, why: str) -> None:
    whole = sample()
    assert was in whole
    with pytest.raises(BadKey, match=why):
        keys.decode_record(whole.replace(was, instead).encode())


def test_a_demo_needs_nobody_and_says_so() -> None:
    text = sample().replace('"Alice", "Bob"', '"demo"').encode()
    assert keys.decode_record(text, demo=True).keys[-1].enrolled_by == ("demo",)
    with pytest.raises(BadKey, match="two different people"):
        keys.decode_record(text.replace(b'"demo"', b'"Alice"'), demo=True)


# --- changes -------------------------------------------------------------------------------------------------


def test_enrol_rotate_revoke_and_enrol_again(folder: Path) -> None:
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    keys.rotate(folder, "T07", SECOND, by=("Bob", "Carol"))
    keys.revoke(folder, "T07", "stolen")
    assert Register(folder).live() == []
    record = keys.enrol(folder, "T07", "terminal", THIRD, by=BY)
    assert Register(folder).live() == [Enrolment("T07", "terminal", THIRD)]
    told = [(key.public, key.enrolled_by, key.why) for key in record.keys]
    assert told == [(FIRST, BY, "replaced"), (SECOND, ("Bob", "Carol"), "stolen"), (THIRD, BY, None)]
    assert keys.read_enrolled(folder).records == {"T07": record}


def test_one_live_key_for_a_name(folder: Path) -> None:
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    with pytest.raises(BadKey, match="T07 has a live key: rotate or revoke it first"):
        keys.enrol(folder, "T07", "terminal", SECOND, by=BY)


@pytest.mark.parametrize("revoked", [False, True])
def test_a_key_belongs_to_one_name_for_ever(folder: Path, revoked: bool) -> None:
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    keys.enrol(folder, "T08", "terminal", SECOND, by=BY)
    if revoked:
        keys.revoke(folder, "T07", "stolen")
        with pytest.raises(BadKey, match="a key stands here twice"):
            keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    with pytest.raises(BadKey, match="this key is, or was, that of T07"):
        keys.enrol(folder, "T09", "terminal", FIRST, by=BY)
    with pytest.raises(BadKey, match="this key is, or was, that of T07"):
        keys.rotate(folder, "T08", FIRST, by=BY)
    assert not file_of(folder, "T09").exists()


@pytest.mark.parametrize("by", [("Alice",), ("Alice", "ALICE"), ("demo",)])
def test_two_different_people_vouch_for_a_key(folder: Path, by: tuple[str, ...]) -> None:
    with pytest.raises(BadKey, match="two different people"):
        keys.enrol(folder, "T07", "terminal", FIRST, by=by)
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    with pytest.raises(BadKey, match="two different people"):
        keys.rotate(folder, "T07", SECOND, by=by)
    assert [peer.public for peer in Register(folder).live()] == [FIRST]


@pytest.mark.parametrize("name", ["t07", "../T07", "", "T" * 17])
def test_an_enrolment_with_a_wrong_name_is_not_written(folder: Path, name: str) -> None:
    with pytest.raises(BadKey):
        keys.enrol(folder, name, "terminal", FIRST, by=BY)
    assert list((folder / "enrolled").iterdir()) == []


def test_who_is_not_there_cannot_be_changed(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(BadKey, match="T07 has no live key"):
        keys.revoke(folder, "T07", "x")
    with pytest.raises(BadKey, match="T07 has no live key"):
        keys.rotate(folder, "T07", FIRST, by=BY)
    with pytest.raises(BadKey, match="No such file"):
        keys.revoke(tmp_path / "elsewhere", "T07", "x")


def test_a_damaged_file_stops_enrolment_but_not_the_revocation_of_others(folder: Path) -> None:
    keys.enrol(folder, "T07", "terminal", FIRST, by=BY)
    file_of(folder, "T08").write_text("damaged")
    file_of(folder, "T08").chmod(0o600)
    with pytest.raises(BadKey, match=r"mend .*T08\.toml first"):
        keys.enrol(folder, "T09", "terminal", SECOND, by=BY)
    with pytest.raises(BadKey, match=r"mend .*T08\.toml first"):
        keys.revoke(folder, "T08", "stolen")
    keys.revoke(folder, "T07", "stolen")
    assert Register(folder).live() == []


def test_two_commands_at_once_do_not_lose_each_other(folder: Path) -> None:
    """Both want the same key: one of them must see the other's file."""
    told: list[str] = []

    def enrol(name: str) -> None:
        try:
            keys.enrol(folder, name, "terminal", FIRST, by=BY)
            told.append("enrolled")
        except BadKey:
            told.append("refused")

    threads = [threading.Thread(target=enrol, args=(f"T{number}",)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(told) == ["enrolled"] + ["refused"] * 7
