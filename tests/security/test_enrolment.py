"""The register's files against a real console: whatever becomes of them, nobody gets in or out, and it is named."""

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.config import read_table
from console.panel.link import PanelLink
from console.readiness import look_around
from deploy.cli import main
from deploy.demo.hands import give
from deploy.demo.rig import HOST, PANEL, Rig
from deploy.start import check_peer
from games.round import PlayerId
from protocol import events as e
from protocol import keys
from protocol import messages as m
from protocol.alarm_words import in_english
from protocol.codec import decode_event
from protocol.config import PeerConfig
from protocol.copies import borrowed
from protocol.journal import Journal
from protocol.process import now_ms
from tests.e2e.processes import ForkedRig

PATIENCE_MS = 20_000
THIEF, GONE = "Thief", "T03"


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    """T01 and T02 are in, the key of T03 has ended by an order, and a thief has one that nobody knows."""
    rig = ForkedRig(tmp_path / "table", terminals=3, driver="manual")
    keys.make_pair(rig.folder / "keys", THIEF)
    start(rig)
    order(rig, m.EndKey(PlayerId(GONE), "terminal", public(rig, GONE), "stolen"))
    # The panel hears of it before the files follow: what is done to them first would be written over.
    until(lambda: "ended_at" in file_of(rig, GONE).read_text(), "the register follows")
    yield rig
    rig.stop()


def start(rig: Rig) -> None:
    rig.start_console()
    until(lambda: rig.alive("console") and connects(rig), "the console serves")


def connects(rig: Rig) -> bool:
    try:
        socket.create_connection((HOST, rig.ports[0])).close()
    except ConnectionRefusedError:
        return False
    return True


def until(come_true: Callable[[], bool], what: str) -> None:
    end = now_ms() + PATIENCE_MS
    while not come_true():
        assert now_ms() < end, f"never: {what}"
        time.sleep(0.01)  # asked as fast as it can be, it would take the time from those who are waited for


def order(rig: Rig, what: m.Order) -> None:
    with closing(PanelLink(rig.peer(PANEL))) as link:
        give(link, what)


def public(rig: Rig, name: str) -> str:
    return keys.load_public(rig.folder / "keys" / f"{name}.pub")


def file_of(rig: Rig, name: str) -> Path:
    return rig.folder / "keys" / keys.ENROLLED / f"{name}.toml"


def gets_in(rig: Rig, name: str, key: str = "") -> bool:
    config: PeerConfig = replace(rig.peer(name), key=rig.folder / "keys" / f"{key or name}.key")
    return check_peer("terminal", Path(f"{name}.toml"), config) == 0


def facts(rig: Rig) -> list[e.Event]:
    with borrowed(rig.folder / "table.journal", 10.0) as lent, closing(Journal.open_to_read(lent)) as journal:
        return [decode_event(entry.body) for entry in journal.entries()]


def edited(rig: Rig) -> None:
    path = file_of(rig, "T01")
    path.write_text(path.read_text().replace(public(rig, "T01"), public(rig, THIEF)))


def unrevoked(rig: Rig) -> None:
    path = file_of(rig, GONE)
    lines = [line for line in path.read_text().splitlines() if not line.startswith(("ended_at", "why"))]
    path.write_text("\n".join([*lines, ""]))


def other_role(rig: Rig) -> None:
    path = file_of(rig, "T01")
    path.write_text(path.read_text().replace("terminal", "panel"))


ATTACKS: dict[str, tuple[Callable[[Rig], object], str]] = {
    "edited": (edited, "T01"),
    "deleted": (lambda rig: file_of(rig, "T01").unlink(), "T01"),
    "revoked": (lambda rig: keys.revoke(rig.folder / "keys", "T01", "mine"), "T01"),
    "added": (lambda rig: keys.enrol(rig.folder / "keys", THIEF, "panel", public(rig, THIEF), by=keys.NOBODY), THIEF),
    "un-revoked": (unrevoked, GONE),
    "another role": (other_role, "T01"),
    "the mark is gone": (lambda rig: (rig.folder / "keys" / keys.ADMITTED).unlink(), ""),
}


@pytest.mark.parametrize("running", [True, False], ids=["while it runs", "while it is stopped"])
@pytest.mark.parametrize("attack", ATTACKS)
def test_whatever_becomes_of_the_files_nobody_gets_in_or_falls_out_and_it_is_named(
    rig: Rig, attack: str, running: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    change, name = ATTACKS[attack]
    if not running:
        assert rig.stop("console") == {"console": 0}
    change(rig)
    if not running:
        start(rig)
    named = f"register {name}"
    if name:
        until(lambda: f"what={named}" in rig.log("console"), f"{name} is named in the log")
    assert gets_in(rig, "T01")
    assert gets_in(rig, "T02")
    assert not gets_in(rig, THIEF)
    assert not gets_in(rig, "T01", THIEF)
    assert not gets_in(rig, GONE)
    alarms = [in_english(fact) for fact in facts(rig) if isinstance(fact, e.AlarmRaised) and fact.terminal == "console"]
    assert [alarm for alarm in alarms if alarm.startswith(named)] == (alarms if name else [])
    assert len(alarms) == (1 if name else 0)  # once, however often it is looked at
    found = look_around(read_table(rig.folder / "table.toml"))
    told = [warning for warning in found.warnings if f"{name}.toml" in warning] if name else []
    assert len(told) == (1 if name else 0), found.warnings
    capsys.readouterr()


def test_the_copy_is_written_anew_from_the_journal_that_is_in_use(rig: Rig) -> None:
    edited(rig)
    unrevoked(rig)
    file_of(rig, "T09").write_text(file_of(rig, "T02").read_text().replace("T02", "T09"))
    journal, folder = str(rig.folder / "table.journal"), str(rig.folder / "keys")
    assert main(["keys", "copy", "--journal", journal, "--folder", folder]) == 0
    found = look_around(read_table(rig.folder / "table.toml"))
    assert [warning for warning in found.warnings if "enrolled" in warning] == []
    assert not file_of(rig, "T09").exists()


def test_a_stolen_terminal_is_one_order_after_one_command(rig: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    folder = rig.folder / "keys"
    new = keys.make_pair(rig.folder / "device", "T01").public
    assert main(["keys", "rotate", "T01", "--key", new, "--folder", str(folder)]) == 0
    assert "T01 still has its old key" in capsys.readouterr().out
    assert gets_in(rig, "T01")
    with closing(PanelLink(rig.peer(PANEL))) as link:
        end = now_ms() + PATIENCE_MS
        while not link.desk.prepared_keys:
            assert now_ms() < end
            link.turn()
            link.peer.wait(now_ms() + 20)
        (prepared,) = link.desk.prepared_keys
        assert prepared == m.PreparedKey("replace", "T01", "terminal", new)
        give(link, m.ReplaceKey(PlayerId(prepared.name), prepared.role, prepared.key))
        assert link.desk.keys["T01"].public == new
    assert not gets_in(rig, "T01")
    assert (
        check_peer("terminal", Path("T01.toml"), replace(rig.peer("T01"), key=rig.folder / "device" / "T01.key")) == 0
    )
    assert keys.read_enrolled(folder).records["T01"].keys[-1].enrolled_by == ("Sam", "Sue")
    assert list((folder / keys.PREPARED).iterdir()) == []
    rig.stop("console")
    start(rig)
    assert not gets_in(rig, "T01")
