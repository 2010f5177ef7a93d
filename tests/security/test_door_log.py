"""What a console says of its door: who did not get in and why, what the system refuses it, and never a line for each.

The real service in this process, with real sockets; its log is a list.
"""

import errno
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic
from typing import Any, Final

import pytest
import zmq

from console import service
from console.config import read_table
from console.metrics import as_text
from console.service import Service
from deploy.demo.rig import Rig
from protocol import keys
from protocol.alarms import Alarm
from protocol.codec import decode_event
from protocol.door import files_needed
from protocol.events import AlarmRaised
from protocol.keyring import Enrolment
from protocol.keys import KeyPair, load_pair, load_public
from protocol.process import Log
from protocol.sockets import PeerSockets
from protocol.tally import DETAILS

PATIENCE_S: Final = 30.0  # a loaded machine is slow, not wrong


class Lines(Log):
    def __init__(self) -> None:
        super().__init__("console")
        self.all: list[tuple[str, dict[str, object]]] = []

    def info(self, event: str, **fields: object) -> None:
        self.all.append((event, fields))

    warning = error = info

    def of(self, event: str) -> list[dict[str, object]]:
        return [fields for told, fields in self.all if told == event]


class House:
    def __init__(self, folder: Path, opened: ExitStack) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):  # the service takes them, and this process is not its own
            opened.callback(signal.signal, number, signal.getsignal(number))
        self.rig = Rig(folder, terminals=2, driver="manual")
        self.keys = folder / "keys"
        self.log = Lines()
        self.console = Service(read_table(folder / "table.toml"), self.log, new=True)
        opened.callback(self.console.close)
        self._context = opened.enter_context(zmq.Context())
        self._opened = opened

    def peer(self, pair: KeyPair, console_public: str = "") -> PeerSockets:
        where = self.rig.peer("T01")
        console = console_public or load_public(self.keys / "console.pub")
        sockets = PeerSockets(self._context, pair, console, where.router, where.publisher)
        self._opened.callback(sockets.close)
        return sockets

    def until(self, come_true: Any, what: str) -> None:
        end = monotonic() + PATIENCE_S
        while not come_true():
            assert monotonic() < end, f"never: {what}"
            self.console.sockets.router.poll(2)
            self.console.turn()

    def pulses(self, count: int) -> None:
        """As often the console looks at what the system gives it."""
        for _ in range(count):
            self.console._pulse_ms = 0
            self.console.turn()

    def alarms(self) -> list[AlarmRaised]:
        journal = self.console.journal
        facts = [decode_event(entry.body) for entry in journal.read(1, journal.seq)]
        return [fact for fact in facts if isinstance(fact, AlarmRaised)]

    def metrics(self) -> list[str]:
        return as_text(self.console._metrics()).splitlines()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with ExitStack() as opened:
        yield House(tmp_path / "table", opened)


# --- what the system refuses ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "what"),
    [(errno.EMFILE, "files"), (errno.ENFILE, "files"), (errno.ENOMEM, "memory"), (errno.ENOBUFS, "memory")],
)
def test_c15_if_nobody_new_could_come_in_it_is_counted_and_told_once(
    house: House, monkeypatch: pytest.MonkeyPatch, number: int, what: str
) -> None:
    house.pulses(2)
    before = house.alarms()
    monkeypatch.setattr(service, "shortage", lambda: number)
    house.pulses(3)
    assert f"etg_no_{what}_total 3" in house.metrics()
    (told,) = house.log.of("the system refuses us something: nobody is cut off for it")
    assert told["what"] == what
    assert number == errno.EMFILE or errno.errorcode[number] in str(told["why"])
    kind = Alarm.NO_FILES if what == "files" else Alarm.NO_MEMORY
    assert house.alarms()[len(before) :] == [AlarmRaised("console", kind, detail=str(told["why"]))]
    monkeypatch.setattr(service, "shortage", lambda: 0)
    house.pulses(2)
    assert house.log.of("that is over") == [{"what": what}]
    assert len(house.alarms()) == len(before) + 1


def test_c15_a_limit_that_is_too_small_since_more_peers_were_enrolled_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "claim_files", files_needed)  # as many as are needed, and not one more
    with ExitStack() as opened:
        house = House(tmp_path / "table", opened)
        keyring = house.console.table.keyring
        peers = len(keyring.live)
        house.pulses(2)
        assert house.alarms() == []
        keyring.enrol(Enrolment("T03", "terminal", keys.new_pair().public))  # as an order would
        keys.enrol(house.keys, "T03", "terminal", keyring.live["T03"].public, by=("demo",))
        house.pulses(3)
        needed, limit = files_needed(peers + 1), files_needed(peers)
        why = f"{needed} open files are needed for the peers that are enrolled now, of {limit}"
        refused = house.log.of("the system refuses us something: nobody is cut off for it")
        alarms = [alarm for alarm in house.alarms() if alarm.kind is Alarm.FEW_FILES]
        told = AlarmRaised("console", Alarm.FEW_FILES, detail=why)
        assert (refused, alarms) == ([{"what": "limit", "why": why}], [told])
        keyring.end("T03")
        keys.revoke(house.keys, "T03", "it was one too many")
        house.until(lambda: {"what": "limit"} in house.log.of("that is over"), "it is over")


def test_a_file_of_the_register_that_has_gone_stands_in_the_metrics_until_it_is_back(house: House) -> None:
    file = house.keys / "enrolled" / "T02.toml"
    text = file.read_text()
    assert "etg_register_unreadable 0" in house.metrics()
    file.unlink()
    house.until(lambda: "etg_register_unreadable 1" in house.metrics(), "it is missed")
    assert house.console.table.keyring.peer_of(load_public(house.keys / "T02.pub")) is not None
    file.touch(mode=0o600)
    file.write_text(text)
    house.until(lambda: "etg_register_unreadable 0" in house.metrics(), "it is back")


# --- who did not get in, or was not understood ------------------------------------------------------------------------


def test_a_peer_with_the_key_of_another_console_stands_in_the_console_s_log(house: House) -> None:
    house.peer(load_pair(house.keys / "T01.key"), keys.new_pair().public)
    why = "what it says is for another console: the wrong console_key"
    wanted = [{"address": "127.0.0.1", "port": port, "why": why} for port in ("requests", "broadcast")]
    house.until(lambda: all(line in house.log.of("not let in") for line in wanted), "it is told, of both connections")


def test_a_crowd_of_unknown_keys_fills_no_log_and_all_are_counted(house: House) -> None:
    crowd = 5 * DETAILS
    for _ in range(crowd):
        house.peer(keys.new_pair())
    house.until(lambda: house.console.sockets.counts["refused"] >= 2 * crowd, "all were refused, at both doors")
    house.pulses(1)
    assert 0 < len(house.log.of("refused")) <= DETAILS
    assert {str(line["address"]) for line in house.log.of("refused")} == {"127.0.0.1"}
    assert any(line.startswith("etg_socket_refused_total ") for line in house.metrics())


def test_an_enrolled_peer_that_talks_nonsense_fills_no_log_and_all_is_counted(house: House) -> None:
    display = house.peer(load_pair(house.keys / "Display.key"))
    times = 30  # fewer than an allowance

    def said() -> bool:
        for number in range(times - house.console.counts["peer_errors"]):
            display.send(b"nonsense %d" % number)
        return house.console.counts["peer_errors"] >= times

    house.until(said, "it was dropped")
    house.pulses(1)
    dropped = house.log.of("dropped")
    assert 0 < len(dropped) <= DETAILS
    assert {str(line["peer"]) for line in dropped} == {"Display"}
    assert any(line.startswith("etg_peer_errors_total ") for line in house.metrics())
