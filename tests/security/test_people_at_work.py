"""A real console, two real panels, and people who may and who may not: position x order x state x signature.
And files of staff that were edited, deleted, added or put back, while it runs and while it is stopped.
"""

import io
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.credentials import DEMO_PIN, StaffFile, read_prepared, read_staff, write_file
from console.panel.link import PanelLink
from deploy.cli import main
from deploy.demo.rig import PANEL, PANEL_WINDOW
from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.alarm_words import in_english
from protocol.alarms import Alarm
from protocol.codec import decode_event
from protocol.journal import Journal
from protocol.people import Proposal
from protocol.pins import hash_pin
from protocol.process import now_ms
from tests.e2e.processes import ForkedRig

PATIENCE_S = 60.0
DORA, DAN, SUE, MAX, SAM, CORA, TESS = "101", "102", "201", "301", "401", "501", "601"
T01 = PlayerId("T01")
MINE = "864209"  # the PIN of who has edited a file
KINDS = ("none", "same person", "stale", "other order", "too low", "right")


class House:
    def __init__(self, folder: Path) -> None:
        self.rig = ForkedRig(folder, terminals=1, driver="manual")
        self.links: list[PanelLink] = []

    def start(self) -> None:
        self.rig.start_console()
        self.links = [PanelLink(self.rig.peer(name)) for name in (PANEL, PANEL_WINDOW)]
        self.until(lambda: all(link.desk.ready for link in self.links), "both panels are on")

    def stop(self) -> list[e.Event]:
        for link in self.links:
            link.close()
        self.links = []
        self.rig.stop()
        with closing(Journal.open_to_read(self.rig.folder / "table.journal")) as journal:
            return [decode_event(entry.body) for entry in journal.entries()]

    def until(self, come_true: Callable[[], object], what: str) -> None:
        end = time.monotonic() + PATIENCE_S
        while not come_true():
            assert time.monotonic() < end, f"never: {what}"
            for link in self.links:
                link.turn()
            self.links[0].peer.wait(now_ms() + 10)

    def signs_on(self, number: str, at: int = 0, pin: str = DEMO_PIN) -> str:
        desk = self.links[at].desk
        desk.people.answer = None
        self.links[at].sign_on(pin, number)
        self.until(lambda: desk.people.answer is not None, f"an answer to {number}")
        return str(getattr(desk.people.answer, "standing", ""))

    def orders(self, by: str, order: m.Order) -> tuple[bytes, Proposal | None]:
        """Gives it at the first panel; what waits for a signature, if something does."""
        desk = self.links[0].desk
        if desk.me is None or desk.me.number != by:
            assert self.signs_on(by) == "right"
            self.until(lambda: desk.me is not None and desk.me.number == by, f"{by} is at the panel")
        command_id = os.urandom(8)
        desk.order(command_id, order)
        self.until(lambda: not desk.waiting, f"an answer to {order}")
        return command_id, desk.people.proposal()

    def signs(self, proposal: Proposal, number: str) -> None:
        """At the other panel, where nobody is signed on."""
        desk = self.links[1].desk
        desk.people.answer = None
        desk.sign(os.urandom(8), proposal, DEMO_PIN, number)
        self.until(lambda: desk.people.answer is not None, "an answer to the signature")
        self.until(lambda: all(link.desk.listener.follower.level for link in self.links), "both have heard it")

    def withdraws(self, command_id: bytes) -> None:
        desk = self.links[0].desk
        desk.withdraw(os.urandom(8), command_id)
        self.until(lambda: desk.people.proposal() is None, "it is withdrawn")


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "table")
    try:
        yield house
    finally:
        for link in house.links:
            link.close()
        house.rig.stop()


# What is ordered by whom; who may sign it, who may not.
SAMPLE = (
    (SAM, m.AssignStaff(DAN, 2), SUE, DORA),
    (DORA, m.SellCredit(T01, 3_000_000), MAX, DAN),
    (TESS, m.RotateConsole("0" * 40), SAM, SUE),  # refused by itself: the console has no such key
    (SUE, m.BeginDay("2031-01-01"), DORA, TESS),  # refused by itself: no clock says so
    (TESS, m.AdmitStaff("777", "Nia", 1, bytes(32)), SAM, DORA),
)


@pytest.mark.parametrize("opened", [False, True], ids=["closed", "ready"])
def test_position_x_order_x_signature_on_real_processes(house: House, opened: bool) -> None:
    """What is not allowed changes nothing and is on record; what is allowed is obeyed, with both names."""
    house.start()
    if opened:
        house.orders(SUE, m.OpenTable())
    expected: dict[bytes, str] = {}
    for by, order, right, low in SAMPLE:
        for kind in KINDS:
            command_id, proposal = house.orders(by, order)
            if proposal is None:
                expected[command_id] = "refused"
                continue
            assert proposal.command_id == command_id
            match kind:
                case "same person":
                    house.signs(proposal, by)
                case "stale":
                    house.withdraws(command_id)
                    house.signs(proposal, right)
                case "other order":
                    house.signs(replace(proposal, digest=bytes(32)), right)
                case "too low":
                    house.signs(proposal, low)
                case "right":
                    house.signs(proposal, right)
            expected[command_id] = kind
            if kind not in ("stale", "right"):
                house.withdraws(command_id)
    facts = house.stop()
    obeyed = {it.command_id: it for it in facts if isinstance(it, e.Ordered)}
    refused = {it.command_id: it.refusal.reason for it in facts if isinstance(it, e.OrderRefused)}
    signatures = {it.command_id: it.refusal.reason for it in facts if isinstance(it, e.SignatureRefused)}
    for command_id, kind in expected.items():
        assert (command_id in obeyed) == (kind == "right"), kind
        assert (command_id in refused) == (kind == "refused"), kind
        reason = signatures.get(command_id, "")
        match kind:
            case "same person":
                assert reason == "second_person"
            case "stale":
                assert reason == "nothing_proposed"
            case "other order":
                assert reason == "other_order"
            case "too low":
                assert reason in ("second_position", "not_entitled", "over_cap")
            case _:
                assert reason == ""
    assert [it.number for it in facts if isinstance(it, e.StaffAssigned)] == [DAN]
    assert [it.name for it in facts if isinstance(it, e.StaffAdmitted) if it.number == "777"] == ["Nia"]
    assert not any(isinstance(it, e.DayBegan) and it.day == "2031-01-01" for it in facts)
    assert {"right", "same person", "stale", "other order", "too low", "none", "refused"} == set(expected.values())
    for command_id, kind in expected.items():
        if kind == "right":
            one, other = obeyed[command_id].by, obeyed[command_id].second
            assert other is not None
            assert one.number != other.number


# --- files of people -------------------------------------------------------------------------------------------------


def edited(keys: Path) -> str:
    write_file(keys, replace(read_staff(keys).files[SAM], pin=hash_pin(MINE)))
    return SAM


def deleted(keys: Path) -> str:
    (keys / "staff" / f"{SAM}.toml").unlink()
    return SAM


def promoted(keys: Path) -> str:
    """The file says a higher position: the chain says which it is."""
    write_file(keys, replace(read_staff(keys).files[DORA], position="shift_manager"))
    return DORA


def added(keys: Path) -> str:
    write_file(keys, StaffFile("999", "Ghost", "shift_manager", hash_pin(MINE)))
    return "999"


ATTACKS = {"edited": edited, "deleted": deleted, "a higher position": promoted, "added": added}


@pytest.mark.in_turn(2)
@pytest.mark.parametrize("running", [True, False], ids=["while it runs", "while it is stopped"])
@pytest.mark.parametrize("attack", ATTACKS)
def test_whatever_becomes_of_the_files_of_staff_nobody_gets_in_by_it_and_it_is_named(
    house: House, attack: str, running: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = house.rig.folder / "keys"
    house.start()
    if not running:
        house.stop()
    name = ATTACKS[attack](keys)
    if not running:
        house.start()
    house.until(lambda: f"what=staff {name}" in house.rig.log("console"), f"{name} is named in the log")
    assert house.signs_on(SAM, pin=MINE) != "right"
    assert house.signs_on("999", pin=MINE) != "right"
    assert house.signs_on(SUE) == "right", "others may"
    assert house.signs_on(DORA) == "right"
    me = house.links[0].desk.me
    assert me is not None
    assert (me.number, me.position) == (DORA, 1), "the chain says which position"
    facts = house.stop()
    assert {it.person.number for it in facts if isinstance(it, e.SignedOn)} <= {SUE, DORA}
    alarms = [in_english(it) for it in facts if isinstance(it, e.AlarmRaised) and it.kind is Alarm.STAFF_FILE]
    assert len(alarms) == 1, alarms
    assert f"staff {name}" in alarms[0]
    main(["console", str(house.rig.folder / "table.toml"), "--check"])
    told = capsys.readouterr()
    assert f"staff {name}" in told.out + told.err
    assert MINE not in told.out + told.err + house.rig.log("console")


def test_who_was_disabled_does_not_come_back_with_his_file(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    """Un-revoked: the file of a disabled person is put back as it was."""
    keys = house.rig.folder / "keys"
    file = keys / "staff" / f"{DAN}.toml"
    house.start()
    kept = file.read_bytes()
    _, proposal = house.orders(SAM, m.DisableStaff(DAN, "has left"))
    assert proposal is not None
    house.signs(proposal, SUE)
    assert house.signs_on(DAN, at=1) != "right"
    house.until(lambda: not file.exists(), "his file has gone with him")
    assert f"what=staff {DAN}" not in house.rig.log("console")
    file.write_bytes(kept)
    file.chmod(0o600)
    house.until(lambda: f"what=staff {DAN}" in house.rig.log("console"), "it is named")
    assert house.signs_on(DAN, at=1) != "right"
    house.stop()
    main(["console", str(house.rig.folder / "table.toml"), "--check"])
    assert f"staff {DAN}: he is disabled" in capsys.readouterr().err
    house.start()
    assert house.signs_on(DAN, at=1) != "right"
    facts = house.stop()
    assert not any(isinstance(it, e.SignedOn) and it.person.number == DAN for it in facts)
    assert [(it.kind, it.about) for it in facts if isinstance(it, e.AlarmRaised)] == [(Alarm.STAFF_FILE, (DAN,))]


def test_a_new_pin_and_a_new_person_only_wait_until_two_people_have_ordered_them(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reader's: `etg staff reset` by one person with the files took somebody out at once."""
    keys = house.rig.folder / "keys"

    def etg(*arguments: str) -> int:
        monkeypatch.setattr(sys, "stdin", io.StringIO(MINE + "\n"))
        return main(["staff", *arguments, "--pin-stdin", "--folder", str(keys)])

    house.start()
    links = house.links
    assert etg("reset", DAN) == 0
    assert etg("add", "777", "--name", "Nia", "--position", "dealer") == 0
    house.until(lambda: {it.number for it in links[0].desk.prepared} == {DAN, "777"}, "both wait at the panel")
    assert house.signs_on(DAN, at=1) == "right", "with the PIN that he has"
    waiting = {it.number: it for it in links[0].desk.prepared}
    nia = waiting["777"]
    orders = (
        m.SetCredential(DAN, waiting[DAN].credential),
        m.AdmitStaff("777", nia.name, nia.position, nia.credential),
    )
    assert house.orders(SAM, m.SetCredential("999", nia.credential))[1] is None
    house.until(lambda: "OrderRefused" in house.rig.log("console"), "it is refused, and in the log")
    assert nia.credential.hex() not in house.rig.log("console")
    assert repr(nia.credential)[2:-1] not in house.rig.log("console")
    for order in orders:
        _, proposal = house.orders(SAM, order)
        assert proposal is not None
        house.signs(proposal, SUE)
        assert house.signs_on(order.number, at=1, pin=MINE) == "right"
    house.until(
        lambda: not read_prepared(keys).files and "777" in read_staff(keys).files, "the files are in their place"
    )
    house.until(lambda: not links[0].desk.prepared, "nothing waits any more")
    house.stop()
    house.start()
    assert house.signs_on(DAN, at=1) == "wrong"
    assert house.signs_on(DAN, at=1, pin=MINE) == "right"
    assert not [it for it in house.stop() if isinstance(it, e.AlarmRaised)]
