"""A real table whose console gets a new key: everybody who is on learns it, by a signed word, and uses it after a
restart; once the gaming day is closed, the old key finds nobody.
"""

import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.panel.link import PanelLink
from deploy.cli import main
from deploy.demo.hands import give
from deploy.demo.rig import ARCHIVE, PANEL
from deploy.start import check_peer
from protocol import keys
from protocol import messages as m
from protocol.config import PeerConfig
from protocol.faults import WORDS, Fault
from protocol.messages import ConsoleKey
from protocol.process import now_ms
from protocol.signing import ROTATED, Signer, new_secret
from protocol.succession import Succession, announce
from tests.e2e.processes import ForkedRig

PATIENCE_S = 60.0
LEARNT = "the console has a new key, and it is kept"
ALONE = "the console answers to its new key alone"
# No clock is moved: where the house stands is. At any moment the second day is after the first, by less than a week.
EARLY = 'time_zone = "Etc/GMT+12"\nday_starts = "23:59"'
LATE = 'time_zone = "Pacific/Kiritimati"\nday_starts = "00:00"'


def until(come_true: Callable[[], object], what: str) -> None:
    end = time.monotonic() + PATIENCE_S
    while not come_true():
        assert time.monotonic() < end, f"never: {what}"
        time.sleep(0.02)


def turn_until(link: PanelLink, come_true: Callable[[], object], what: str) -> None:
    end = now_ms() + 1_000 * PATIENCE_S
    while not come_true():
        assert now_ms() < end, f"never: {what}"
        link.turn()
        link.peer.wait(now_ms() + 20)


class House:
    """Each machine has a copy of console.pub of its own, as machines do."""

    def __init__(self, folder: Path) -> None:
        self.rig = ForkedRig(folder, terminals=2, driver="manual", archive=True)
        self.keys = folder / "keys"
        self.copies = folder / "copies"
        self.copies.mkdir()
        self.old = self.copy("old.pub")
        for name in ("T01", "T02", ARCHIVE, PANEL):
            self.copy(f"{name}.pub")
            path = folder / f"{name}.toml"
            path.write_text(path.read_text().replace("keys/console.pub", f"copies/{name}.pub"))
        self.in_day(EARLY)

    def begin(self) -> None:
        self.start()
        self.rig.start_archive()
        self.joins("T01")

    def joins(self, name: str) -> None:
        """A new process of that terminal is at its table."""
        joined = f"TerminalJoined entry=\\d+ terminal={name} "
        before = len(re.findall(joined, self.log()))
        self.rig.start_terminal(name, bot=False)
        until(lambda: len(re.findall(joined, self.log())) > before, f"{name} has joined")

    def in_day(self, words: str) -> None:
        path = self.rig.folder / "table.toml"
        text = path.read_text()
        for other in (EARLY, LATE):
            text = text.replace(f"{other}\n", "")
        path.write_text(text.replace("[table]\n", f"[table]\n{words}\n", 1))

    def copy(self, name: str, of: str = "console.pub") -> Path:
        return Path(shutil.copy(self.keys / of, self.copies / name))

    def start(self) -> None:
        before = self.log().count(" serving ")
        self.rig.start_console()
        until(lambda: self.log().count(" serving ") > before, "the console serves")

    def restart(self) -> None:
        assert self.rig.stop("console") == {"console": 0}
        self.start()

    def log(self) -> str:
        path = self.rig.folder / "console.log"
        return path.read_text() if path.exists() else ""

    def peer(self, name: str, console: Path | None = None) -> PeerConfig:
        return replace(self.rig.peer(name), console_key=console or self.copies / f"{name}.pub")

    def order(self, order: m.Order) -> None:
        with closing(PanelLink(self.peer(PANEL))) as link:
            give(link, order)

    def prepared(self) -> str:
        with closing(PanelLink(self.peer(PANEL))) as link:
            turn_until(link, lambda: link.desk.prepared_keys, "something is prepared")
            (waits,) = link.desk.prepared_keys
            assert (waits.what, waits.name) == ("rotate", "console")
            return waits.key

    def close_day(self) -> None:
        with closing(PanelLink(self.peer(PANEL))) as link:
            desk = link.desk
            turn_until(link, lambda: desk.ready and desk.view.due_day and not desk.view.halts, "a day is due")
            give(link, m.CloseDay(desk.view.due_day))
            until(lambda: ALONE in self.log(), "the old key has ended")
            turn_until(link, lambda: desk.ready and not desk.view.due_day, "the panel finds it with the new key")

    def finds(self, console: Path) -> bool:
        """Would T02 find the console, if it knew this key of it?"""
        config = replace(self.peer("T02", console), journal=self.rig.folder / "nowhere" / "T02.journal")
        return check_peer("terminal", Path("T02.toml"), config) == 0


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "table")
    try:
        house.begin()
        yield house
    finally:
        house.rig.stop()


def test_both_keys_are_good_until_the_day_is_closed_and_then_only_the_new_one(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["keys", "rotate", "console", "--folder", str(house.keys)]) == 0
    assert "has its old key alone" in capsys.readouterr().out
    new = house.copy("new.pub", of=keys.NEXT_PUB)
    assert not house.finds(new), "it is only prepared"
    public = house.prepared()
    assert public == keys.load_public(new)
    house.order(m.RotateConsole(public))
    for name in ("T01", ARCHIVE):
        until(lambda name=name: LEARNT in house.rig.log(name), f"{name} has learnt it")  # type: ignore[misc]
        assert Succession(house.peer(name)).public == public
    assert house.finds(house.old)
    assert house.finds(new)

    house.restart()
    house.rig.kill("T01")
    house.joins("T01")
    assert house.finds(house.old)
    assert house.finds(new)

    assert house.rig.stop("console") == {"console": 0}
    house.in_day(LATE)
    house.start()
    house.close_day()
    capsys.readouterr()
    assert house.finds(new)
    assert not house.finds(house.old), "T02 was off, and its file is the old one"
    assert WORDS[Fault.CONSOLE_KEY] in capsys.readouterr().err
    assert "copy console.pub from the console again" in WORDS[Fault.CONSOLE_KEY]
    assert keys.load_public(house.keys / "console.pub") == public
    assert not (house.keys / keys.NEXT_KEY).exists()

    house.rig.kill("T01")
    house.joins("T01")
    house.restart()
    assert house.finds(new)
    assert not house.finds(house.old)


def test_a_console_that_is_given_its_old_key_back_does_not_start(house: House) -> None:
    was = house.copy("console.key.before", of="console.key")
    assert main(["keys", "rotate", "console", "--folder", str(house.keys)]) == 0
    house.order(m.RotateConsole(house.prepared()))
    house.rig.stop("console")
    (house.keys / keys.NEXT_KEY).rename(house.copies / "next.key")
    house.in_day(LATE)
    house.start()
    until(lambda: "which was ordered, is not in" in house.log(), "its new key is missing, and that is told")
    shutil.copy(house.copies / "next.key", house.keys / keys.NEXT_KEY)
    until(lambda: "that is over what=console key" in house.log(), "it is there again")
    house.close_day()
    house.rig.stop("console")
    shutil.copy(was, house.keys / "console.key")
    house.rig.start_console()
    until(lambda: not house.rig.alive("console"), "it has ended")
    assert "and the journal says that this console's key is" in house.rig.last_words("console")
    assert main(["console", str(house.rig.folder / "table.toml"), "--check"]) == 2


# --- what a peer believes ---------------------------------------------------------------------------------------------


@pytest.fixture
def peer(tmp_path: Path) -> tuple[PeerConfig, Signer]:
    keys.make_pair(tmp_path, "console")
    signer = keys.load_signer(tmp_path / "console.sign", "BAC-01", ROTATED)
    nowhere = ("tcp://127.0.0.1:1", "tcp://127.0.0.1:2")
    key, console = tmp_path / "T01.key", tmp_path / "console.pub"
    return PeerConfig("T01", "BAC-01", *nowhere, key, console, tmp_path / "T01.journal"), signer


def test_a_peer_follows_from_key_to_key_and_knows_it_after_a_restart(peer: tuple[PeerConfig, Signer]) -> None:
    config, signer = peer
    first, second, third = keys.load_public(config.console_key), keys.new_pair().public, keys.new_pair().public
    known = Succession(config)
    assert known.hear(announce(signer, 7, first, second))
    assert not known.hear(announce(signer, 7, first, second)), "it knows that already"
    assert known.hear(announce(signer, 9, second, third))
    assert Succession(config).public == third
    assert oct(known.path.stat().st_mode)[-3:] == "600"
    text = config.console_key.read_text().replace(first, second)
    config.console_key.write_text(text)
    assert Succession(config).public == third, "a newer file was copied here, and there is a newer key still"
    config.console_key.write_text(text.replace(second, third))
    assert Succession(config).public == third


def test_nobody_but_the_console_tells_a_peer_of_another_key(peer: tuple[PeerConfig, Signer]) -> None:
    config, signer = peer
    own, thief = keys.load_public(config.console_key), keys.new_pair().public
    known = Succession(config)
    told = announce(signer, 7, own, keys.new_pair().public)
    elsewhere = keys.load_signer(config.console_key.with_suffix(".sign"), "BAC-02", ROTATED)
    heads = keys.load_signer(config.console_key.with_suffix(".sign"), "BAC-01")
    for forged in (
        announce(Signer(new_secret(), "BAC-01", ROTATED), 7, own, thief),
        ConsoleKey(told.was, thief, told.seq, told.signature),
        ConsoleKey(told.was, told.key, told.seq + 1, told.signature),
        announce(elsewhere, 7, own, thief),
        announce(heads, 7, own, thief),
        announce(signer, 7, keys.new_pair().public, thief),
    ):
        assert not known.hear(forged)
    assert Succession(config).public == own
    assert not known.path.exists()


@pytest.mark.parametrize("spoil", ["damaged", "forged"])
def test_a_kept_key_that_somebody_has_edited_is_not_believed_and_is_named(
    peer: tuple[PeerConfig, Signer], spoil: str
) -> None:
    config, signer = peer
    own, new, thief = keys.load_public(config.console_key), keys.new_pair().public, keys.new_pair().public
    assert Succession(config).hear(announce(signer, 7, own, new))
    path = config.journal.with_suffix(".console")
    path.write_text(path.read_text().replace(new, thief) if spoil == "forged" else "{")
    known = Succession(config)
    assert known.public == own
    assert str(path) in known.problem
