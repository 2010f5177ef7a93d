"""`etg keys` as its users meet it."""

import stat
from pathlib import Path

import pytest

from deploy import cli
from deploy import keys as command
from protocol import keys
from protocol.keyring import Enrolment
from protocol.register import Register

COMMAND = cli.Command("keys", "Run", "deploy.keys", command.HELP)
VOUCHED = ("--by", "Alice", "--second", "Bob")


def etg_keys(*words: str | Path) -> int:
    return cli.run(COMMAND, [str(word) for word in words])


@pytest.fixture
def made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Where T07 and T08 have made their keys, each on its own machine."""
    for name in ("T07", "T08"):
        assert etg_keys("make", name, "--folder", tmp_path / "device") == 0
    capsys.readouterr()
    return tmp_path / "device"


def enrol(made: Path, name: str, *more: str) -> int:
    words = ("--role", "terminal", "--key", str(made / f"{name}.pub"), *VOUCHED)
    return etg_keys("enrol", name, *words, "--folder", made.parent / "keys", *more)


def test_make_tells_the_fingerprint_and_where_the_secret_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert etg_keys("make", "T07", "--folder", tmp_path) == 0
    told = capsys.readouterr().out
    assert keys.fingerprint(keys.load_public(tmp_path / "T07.pub")) in told
    assert keys.load_pair(tmp_path / "T07.key").secret not in told
    assert etg_keys("make", "T07", "--folder", tmp_path) == 1
    assert "never overwritten" in capsys.readouterr().err


def test_a_house_has_one_secret_and_another_table_is_known_by_its_signature(tmp_path: Path) -> None:
    folder, other = tmp_path / "keys", tmp_path / "other"
    assert etg_keys("make", "house", "--folder", folder) == 0
    assert len(keys.load_house_secret(folder)) == 32
    assert etg_keys("make", "house", "--folder", folder) == 1  # another one would end all tags of this one
    assert keys.load_house_secret(other) == b""
    assert etg_keys("make", "console", "--folder", other) == 0
    words = ("--role", "table", "--key", str(other / "console.pub"), *VOUCHED)
    assert etg_keys("enrol", "BAC-02", *words, "--folder", folder) == 0
    signs = keys.public_text(keys.signing_key(other / "console.pub"))
    assert Register(folder).live() == [Enrolment("BAC-02", "table", signs)]


def test_enrol_list_rotate_revoke(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = made.parent / "keys"
    assert enrol(made, "T07") == 0
    assert stat.S_IMODE((folder / "enrolled").stat().st_mode) == 0o700
    old, new = (keys.load_public(made / f"{name}.pub") for name in ("T07", "T08"))
    assert Register(folder).live() == [Enrolment("T07", "terminal", old)]
    assert etg_keys("rotate", "T07", "--key", new, *VOUCHED, "--folder", folder) == 0
    assert Register(folder).live() == [Enrolment("T07", "terminal", new)]
    capsys.readouterr()
    assert etg_keys("list", "--folder", folder) == 0
    header, _, line = capsys.readouterr().out.splitlines()
    assert header.split() == ["name", "role", "state", "fingerprint", "since", "by", "whom"]
    since = keys.read_enrolled(folder).records["T07"].keys[-1].enrolled_at
    assert line.split() == ["T07", "terminal", "live", keys.fingerprint(new), since, "Alice", "and", "Bob"]
    assert etg_keys("revoke", "T07", "--why", "it was stolen", "--folder", folder) == 0
    assert Register(folder).live() == []
    etg_keys("list", "--folder", folder)
    assert "revoked: it was stolen" in capsys.readouterr().out


@pytest.mark.parametrize("by", [(), ("--by", "Alice"), ("--by", "Alice", "--second", "alice"), ("--second", "Bob")])
def test_one_person_is_not_enough(made: Path, by: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    words = ("enrol", "T07", "--role", "terminal", "--key", str(made / "T07.pub"), *by)
    assert etg_keys(*words, "--folder", made.parent / "keys") == 1
    assert "two different people vouch for a key" in capsys.readouterr().err
    assert not (made.parent / "keys").exists()


def test_only_a_demo_does_without_people(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    demo = made.parent / "demo"
    words = ("enrol", "T07", "--role", "terminal", "--key", made / "T07.pub", "--demo", "--folder")
    assert etg_keys(*words, made.parent / "keys") == 1
    assert "is no demo's folder" in capsys.readouterr().err
    assert etg_keys("demo", demo, "--terminals", "1") == 0
    assert etg_keys(*words, demo) == 0
    assert [peer.name for peer in Register(demo).live()] == ["Archive", "Display", "Panel", "T01", "T07"]


def test_a_demo_has_everything_and_can_grow(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "demo"
    assert etg_keys("demo", folder) == 0
    assert "T01, T02, T03, T04, T05, Panel, Display, Archive" in capsys.readouterr().out
    console = keys.load_pair(folder / "console.key")
    peers = {peer.name: peer for peer in Register(folder).live()}
    roles = {f"T{number:02}": "terminal" for number in range(1, 6)}
    roles |= {"Panel": "panel", "Display": "display", "Archive": "archive"}
    assert {name: peer.role for name, peer in peers.items()} == roles
    assert all(keys.load_pair(folder / f"{name}.key").public == peer.public for name, peer in peers.items())
    assert etg_keys("demo", folder, "--terminals", "7") == 0
    assert keys.load_pair(folder / "console.key") == console
    assert {peer.name for peer in Register(folder).live()} == {*roles, "T06", "T07"}


def test_a_demo_is_not_made_where_something_else_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    assert etg_keys("demo", tmp_path) == 1
    assert "neither empty nor a demo's folder" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_in_a_demo_a_rotation_makes_its_own_key(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "demo"
    etg_keys("demo", folder, "--terminals", "1")
    for number in (2, 3):
        assert etg_keys("rotate", "T01", "--demo", "--folder", folder) == 0
        assert f"T01-{number}.key" in capsys.readouterr().out
        public = keys.load_public(folder / f"T01-{number}.pub")
        assert Enrolment("T01", "terminal", public) in Register(folder).live()


@pytest.mark.parametrize(
    ("key", "told"),
    [
        (None, "--key says which public key"),
        ("missing.pub", "there is no such file"),
        ("x" * 39 + "~", "40 characters of Z85"),
        ("T07.key", "is a secret key: hand on T07.pub"),
    ],
)
def test_a_wrong_key_is_named(made: Path, key: str | None, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    words = () if key is None else ("--key", str(made / key) if key == "T07.key" else key)
    folder = made.parent / "keys"
    assert etg_keys("enrol", "T07", "--role", "terminal", *words, *VOUCHED, "--folder", folder) == 1
    assert told in capsys.readouterr().err


def test_after_the_first_start_everything_is_only_prepared(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = made.parent / "keys"
    enrol(made, "T07")
    Register(folder).admit("BAC-07")
    before = Register(folder).live()
    publics = [keys.load_public(made / f"{name}.pub") for name in ("T07", "T08")]
    words = ("enrol", "T08", "--role", "terminal", "--key", str(made / "T08.pub"), "--folder", str(folder))
    said = []
    for what in (words, ("rotate", "T07", "--key", publics[1], "--folder", folder)):
        capsys.readouterr()
        assert etg_keys(*what) == 0
        said.append(capsys.readouterr().out)
    assert etg_keys("revoke", "T07", "--why", "it was stolen", "--folder", folder) == 0
    said.append(capsys.readouterr().out)
    assert Register(folder).live() == before
    assert [text.splitlines()[0] for text in said] == [
        f"Prepared: let in T08 (terminal), key {keys.fingerprint(publics[1])}",
        f"Prepared: a new key for T07 (terminal), key {keys.fingerprint(publics[1])}",
        f"Prepared: shut out T07 (terminal), key {keys.fingerprint(publics[0])}",
    ]
    assert all("a Pit Supervisor and a second person sign on at a panel" in text for text in said)
    assert [(it.what, it.name) for it in Register(folder).prepared] == [("end", "T07"), ("enrol", "T08")]
    assert etg_keys("list", "--folder", folder) == 0
    assert "prepared, for two people at a panel: shut out T07" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("enrol", "T07", "--role", "terminal", "--key", "T08"), "T07 has a live key: rotate or revoke it"),
        (("rotate", "T07", "--key", "T07"), "this key is, or was, that of T07"),
        (("rotate", "T08", "--key", "T08"), "T08 has no live key"),
        (("revoke", "T08", "--why", "gone"), "T08 has no live key"),
    ],
)
def test_what_cannot_be_is_not_prepared(
    made: Path, words: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = made.parent / "keys"
    enrol(made, "T07")
    Register(folder).admit("BAC-07")
    at = words.index("--key") + 1 if "--key" in words else 0
    said = (*words[:at], str(made / f"{words[at]}.pub"), *words[at + 1 :]) if at else words
    assert etg_keys(*said, "--folder", folder) == 1
    assert told in capsys.readouterr().err
    assert Register(folder).prepared == ()


def test_list_names_what_is_wrong_and_fails(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = made.parent / "keys"
    assert etg_keys("list", "--folder", folder) == 1
    assert "nobody was enrolled yet" in capsys.readouterr().err
    enrol(made, "T07")
    enrol(made, "T08")
    (folder / "enrolled" / "T08.toml").write_text("name = 8")
    capsys.readouterr()
    assert etg_keys("list", "--folder", folder) == 1
    said = capsys.readouterr()
    assert "T07 " in said.out
    assert "T08 is not let in: " in said.err


def test_a_fingerprint_is_read_out_before_anything_is_enrolled(made: Path, capsys: pytest.CaptureFixture[str]) -> None:
    etg_keys("make", "T09", "--folder", made.parent)
    *_, told = capsys.readouterr().out.split()
    assert etg_keys("fingerprint", made.parent / "T09.pub") == 0
    assert capsys.readouterr().out.strip() == told
    assert etg_keys("fingerprint", made.parent / "T10.pub") == 1
    assert "T10.pub" in capsys.readouterr().err


def test_the_console_s_key_is_not_to_be_enrolled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    etg_keys("make", "console", "--folder", tmp_path)
    said = capsys.readouterr().out
    assert [name in said for name in ("console.sign", "console.tickets", "enrolled")] == [True, True, False]


def test_help_has_examples_of_every_action(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        etg_keys("--help")
    shown = capsys.readouterr().out.split("Example:")[1]
    for action in ("make", "enrol", "list", "rotate", "revoke", "copy", "demo"):
        assert f"./etg keys {action} " in shown


@pytest.mark.parametrize("words", [(), ("burn", "T07"), ("revoke", "T07"), ("enrol", "T07", "--role", "owner")])
def test_nonsense_is_named(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        etg_keys(*words)
    assert ended.value.code == 2
    assert "etg keys" in capsys.readouterr().err
