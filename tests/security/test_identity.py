"""Name, key, role against a real console: who is let in as whom, and what a technician reads if nobody is."""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import msgpack
import pytest
from msgspec.structs import replace

from console.panel.link import PanelLink
from deploy.demo.hands import give
from deploy.demo.rig import DISPLAY, HOST, PANEL, Rig, free_ports
from deploy.start import check_peer
from games.round import PlayerId
from protocol import keys
from protocol import messages as m
from protocol.chain import first_link
from protocol.codec import decode_news, encode
from protocol.config import PeerConfig
from protocol.door import KEY_MAX
from protocol.faults import WORDS, Fault
from protocol.join import Link
from protocol.liveness import BURST
from protocol.peer import Peer
from protocol.process import Log, now_ms
from terminal.runtime import Runtime
from terminal.screen import TerminalView
from tests.e2e.processes import ForkedRig

RUN = b"stranger"
MANY = KEY_MAX * BURST // 2  # half of what all allowances together would be
NewsT = TypeVar("NewsT", m.Welcome, m.Denied)


@pytest.fixture(scope="module")
def rig(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rig]:
    """Its console waits as long for silence as any other."""
    rig = ForkedRig(tmp_path_factory.mktemp("identity"), terminals=6, takeover_s=2.5)
    folder = rig.folder / "keys"
    keys.make_pair(folder, "Nobody")
    keys.make_pair(rig.folder / "elsewhere", "console")
    rig.start_console()
    wait_for_console(rig)
    link = PanelLink(rig.peer(PANEL))
    give(link, m.EndKey(PlayerId("T03"), "terminal", keys.load_public(folder / "T03.pub"), "stolen"))
    link.close()
    yield rig
    rig.stop()


def wait_for_console(rig: Rig) -> None:
    while True:
        try:
            socket.create_connection((HOST, rig.ports[0])).close()
        except ConnectionRefusedError:
            assert rig.alive("console"), rig.log("console")
        else:
            return


def elsewhere(rig: Rig, *, requests: int | None = None, broadcast: int | None = None) -> PeerConfig:
    ports = (requests or rig.ports[0], broadcast or rig.ports[1])
    router, publisher = (f"tcp://{HOST}:{port}" for port in ports)
    return replace(rig.peer("T01"), router=router, publisher=publisher)


def with_key(rig: Rig, name: str, key: str) -> PeerConfig:
    return replace(rig.peer(name), key=rig.folder / "keys" / f"{key}.key")


CASES: dict[str, tuple[Callable[[Rig], PeerConfig], Fault]] = {
    "not enrolled": (lambda rig: with_key(rig, "T01", "Nobody"), Fault.NOT_ENROLLED),
    "revoked": (lambda rig: rig.peer("T03"), Fault.REVOKED),
    "key of another console": (
        lambda rig: replace(rig.peer("T01"), console_key=rig.folder / "elsewhere" / "console.pub"),
        Fault.CONSOLE_KEY,
    ),
    "one wrong port": (lambda rig: elsewhere(rig, broadcast=free_ports()[0]), Fault.PORT),
    "ports exchanged": (lambda rig: elsewhere(rig, requests=rig.ports[1], broadcast=rig.ports[0]), Fault.CONSOLE_KEY),
    "console off": (
        lambda rig: elsewhere(rig, **dict(zip(("requests", "broadcast"), free_ports(), strict=True))),
        Fault.OFF,
    ),
    "no route": (
        lambda rig: replace(rig.peer("T01"), router="tcp://255.255.255.255:1", publisher="tcp://255.255.255.255:2"),
        Fault.ROUTE,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_check_and_the_terminal_tell_it_apart(
    case: str, rig: Rig, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make, fault = CASES[case]
    config = make(rig)
    assert check_peer("terminal", Path("T01.toml"), config) == 1
    assert WORDS[fault] in capsys.readouterr().err
    shown = picture(replace(config, journal=tmp_path / "T01.journal"), lambda view: view.fault is fault)
    assert shown.link is not Link.JOINED or case == "one wrong port"  # until it has missed three pulses
    assert fault.value in capsys.readouterr().err  # its log


def picture(config: PeerConfig, wanted: Callable[[TerminalView], bool]) -> TerminalView:
    """What a terminal shows as soon as it is so."""
    shown: list[TerminalView] = []
    runtime = Runtime(config, shown.append, Log(config.name))
    try:
        while not (shown and wanted(shown[-1])):
            runtime.turn()
            runtime.peer.wait(now_ms() + 50)
    finally:
        runtime.close()
    return shown[-1]


def test_a_good_file_is_good_and_nothing_is_written(rig: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    before = rig.log("console")
    assert check_peer("terminal", Path("T04.toml"), rig.peer("T04")) == 0
    assert capsys.readouterr().out.startswith("T04.toml is good: T04, terminal, may join DEMO-01 at tcp://")
    assert "T04" not in rig.log("console").removeprefix(before)


@pytest.mark.parametrize(
    ("role", "name", "key", "says"),
    [
        ("terminal", "T02", "T01", "T01, terminal; the file and the command say T02, terminal"),
        ("terminal", "Panel", "Panel", "Panel, panel; the file and the command say Panel, terminal"),
        ("archive", "Display", "Display", "Display, display; the file and the command say Display, archive"),
    ],
)
def test_a_name_or_role_that_is_not_the_keys_is_told_with_both(
    role: str, name: str, key: str, says: str, rig: Rig, capsys: pytest.CaptureFixture[str]
) -> None:
    assert check_peer(role, Path("file.toml"), with_key(rig, name, key)) == 1
    assert f"this key is enrolled as {says}" in capsys.readouterr().err


def test_a_file_for_another_table_is_told(rig: Rig, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_peer("terminal", Path("T01.toml"), replace(rig.peer("T01"), table="BAC-99")) == 1
    assert "the console of another table" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "key"), [("T02", "T01"), ("Panel", "Panel")])
def test_a_terminal_with_another_ones_key_ends_with_that_reason(name: str, key: str, rig: Rig) -> None:
    """Also the key of a panel in `etg terminal`."""
    text = (rig.folder / f"{name}.toml").read_text().replace(f"keys/{name}.key", f"keys/{key}.key")
    (rig.folder / "odd.toml").write_text(f'{text}journal = "{name}-{key}.odd"\n')
    rig.start("odd", "terminal", "odd.toml", "--headless")
    assert rig.forget("odd") == 1
    role = "panel" if key == "Panel" else "terminal"
    why = f"this key is enrolled as {key}, {role}; this process was started as {name}, terminal"
    assert why in rig.log("odd")
    assert f"it says {name} (terminal), and its key is that of {key} ({role})" in rig.log("console")


UNHEARD: dict[str, tuple[bytes, m.Unheard]] = {
    "another version": (msgpack.packb({"v": 2, "m": {"type": "Hello", "boot": 1}}), m.Unheard.VERSION),
    "no MessagePack": (b"\xc1\xc1", m.Unheard.MALFORMED),
    "a type that there is not": (msgpack.packb({"v": 1, "m": {"type": "Greetings"}}), m.Unheard.MALFORMED),
    "a number too large": (encode(m.Sync(1, RUN, 2**53)), m.Unheard.MALFORMED),
    "an order of a terminal": (encode(m.Command(1, RUN, RUN, 0, m.OpenTable())), m.Unheard.NOT_YOURS),
}


@pytest.mark.parametrize("case", UNHEARD)
def test_what_is_not_heard_is_answered_and_with_what_is_spoken_here(case: str, rig: Rig) -> None:
    data, why = UNHEARD[case]
    peer = Peer(rig.peer("T06"))
    try:
        told: list[m.News] = []
        while not told:
            peer.sockets.send(data)
            peer.wait(now_ms() + 200)
            told = [it for it in map(decode_news, peer.sockets.receive()) if isinstance(it, m.NotHeard)]
        assert isinstance(told[0], m.NotHeard)
        assert (told[0].why, bool(told[0].detail), told[0].versions) == (why, True, (1,))
        for _ in range(30):
            peer.sockets.send(data)
        while m.NotHeard not in map(type, news := [decode_news(it) for it in peer.sockets.receive()]):
            peer.sockets.send(data)
            peer.wait(now_ms() + 200)
        assert list(map(type, news)).count(m.NotHeard) == 1  # once a second, however much it says
    finally:
        peer.close()


def test_a_peer_knows_from_the_answer_that_its_console_speaks_another_version(rig: Rig) -> None:
    peer = Peer(rig.peer("T06"))
    try:
        while peer.fault is not Fault.VERSION:
            peer.sockets.send(msgpack.packb({"v": 2, "m": {}}))
            peer.wait(now_ms() + 200)
            peer.news()
        assert peer.counts["not_heard"] > 0
    finally:
        peer.close()


def test_a3_a_stolen_key_gets_nothing_while_its_owner_beats_and_both_are_latched(rig: Rig) -> None:
    owner = Peer(rig.peer("T02"))
    thief = Peer(rig.peer("T02"))
    head = (0, first_link(rig.table), PlayerId("T02"), "terminal")
    try:
        ask(owner, m.Hello(1, b"the real", *head), m.Welcome)
        leaps = m.Hello(2**53 - 1, RUN, *head)
        assert ask(thief, leaps, m.Denied).why == m.Denial.BOOT
        hello = m.Hello(2, RUN, *head)
        assert ask(thief, hello, m.Denied).why == m.Denial.WAIT
        while (why := ask(thief, hello, m.Denied).why) == m.Denial.WAIT:
            owner.send([m.Beat(1, b"the real", 0, first_link(rig.table))])
            owner.wait(now_ms() + 300)
        assert why == m.Denial.TWICE
    finally:
        owner.close()
        thief.close()
    log = rig.log("console")
    assert "two machines have this key" in log
    assert "not let in: too many starts at once" in log


def test_a3_a_flood_with_a_stolen_key_does_not_make_its_owner_silent(rig: Rig) -> None:
    owner, thief = Peer(rig.peer("T05")), Peer(rig.peer("T05"))
    head = (0, first_link(rig.table), PlayerId("T05"), "terminal")
    answers: list[m.Denial | str] = []
    try:
        ask(owner, m.Hello(1, b"the real", *head), m.Welcome)
        while not answers or answers[-1] in (m.Denial.WAIT, m.Denial.SAY_HELLO):
            for _ in range(20):  # far more than one process may say
                thief.send([m.Hello(2, RUN, *head)] * 30)
                thief.wait(now_ms() + 10)
            owner.send([m.Beat(1, b"the real", 0, first_link(rig.table))])
            owner.wait(now_ms() + 10)
            told = [it for it in thief.news() if isinstance(it, m.Denied | m.Welcome) and it.run == RUN]
            answers += [it.why if isinstance(it, m.Denied) else "it has joined" for it in told]
    finally:
        owner.close()
        thief.close()
    assert answers[-1] == m.Denial.TWICE


def test_a3_nothing_that_is_for_the_owner_of_a_key_reaches_another_machine_that_has_it(rig: Rig) -> None:
    """It never says who it is; whatever it sends, it is the last who spoke."""
    owner, thief = Peer(rig.peer("T06")), Peer(rig.peer("T06"))
    who = (1, b"the real")
    stolen: list[m.News] = []
    heard: list[m.News] = []
    try:
        ask(owner, m.Hello(*who, 0, first_link(rig.table), PlayerId("T06"), "terminal"), m.Welcome)
        for _ in range(60):
            owner.send([m.Sync(*who, 0)])
            for _ in range(3):
                thief.sockets.send(b"x")
            for peer, news in ((owner, heard), (thief, stolen)):
                peer.wait(now_ms() + 20)
                news += peer.news()
    finally:
        owner.close()
        thief.close()
    assert any(isinstance(news, m.Deltas) for news in heard)
    assert [news for news in stolen if not isinstance(news, m.Batch | m.Pulse)] == []  # what everybody hears


def test_a11_who_asks_for_the_log_again_and_again_on_many_lines_is_answered_like_one(rig: Rig) -> None:
    """Found: a display's key had 160 answers of 500 entries made in one turn, and everybody else waited for it."""
    lines = [Peer(rig.peer(DISPLAY)) for _ in range(KEY_MAX)]
    shown = 0
    try:
        ask(lines[0], m.Hello(1, RUN, 0, first_link(rig.table), PlayerId(DISPLAY), "display"), m.Welcome)
        while not all(line.sockets.settled for line in lines):
            for line in lines:
                line.wait(now_ms() + 20)
                line.news()
        for line in lines:
            line.send([m.Sync(1, RUN, 1)] * (BURST - 5))
        while shown < MANY and not all(line.counts["not_heard"] for line in lines):
            for line in lines:
                line.wait(now_ms() + 10)
                shown += sum(isinstance(news, m.Deltas) for news in line.news())
    finally:
        for line in lines:
            line.close()
    assert 1 <= shown < MANY


def ask(peer: Peer, request: m.Request, kind: type[NewsT]) -> NewsT:
    while True:
        peer.send([request])
        peer.wait(now_ms() + 300)
        for news in peer.news():
            if isinstance(news, kind) and (news.boot, news.run) == (request.boot, request.run):
                return news


def test_a_console_of_another_version_is_told(monkeypatch: pytest.MonkeyPatch, rig: Rig, tmp_path: Path) -> None:
    monkeypatch.setattr("protocol.codec.PROTOCOL", 2)
    monkeypatch.setattr("protocol.codec._VERSION", b"\x82\xa1v\x02\xa1m")
    config = replace(rig.peer("T04"), journal=tmp_path / "T04.journal")
    dropped = "dropped peer=T04 why=version 2; here it is 1"
    shown = picture(config, lambda view: view.fault is Fault.VERSION and dropped in rig.log("console"))
    assert shown.link is not Link.JOINED
