"""The two walks of docs/design.md, station by station: a real card and a real bet, followed through a trace of calls.

Console, panel and terminal in this process and this thread, with their journals, encrypted sockets and a shoe on a
pseudo terminal; only their loops are turned by hand. A station counts where the thing itself is in its hands.
"""

import gc
import re
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from types import FrameType
from typing import Any, Final

import pytest
from PySide6.QtTest import QTest

from console.config import read_table
from console.panel.link import PanelLink
from console.service import Service
from console.table.state import TableCore
from deploy.demo.hands import SHUFFLER, lend_a_hand
from deploy.demo.rig import PANEL, Rig
from games.round import PlayerId
from protocol import messages as m
from protocol.process import Log, now_ms
from protocol.view import cards_digest
from shoe_driver.emulator import EmulatedShoe
from terminal.screen import TerminalView
from terminal.state import Seat
from terminal.window import TerminalWindow, at_table
from tests.ui import quick

pytestmark = pytest.mark.usefixtures("qapp")

ROOT: Final = Path(__file__).resolve().parents[2]
HERE: Final = f"{ROOT}/"
DESIGN: Final = ROOT / "docs" / "design.md"
ROOMS: Final = ("games", "protocol", "looks", "shoe_driver", "console", "terminal")
STATION: Final = re.compile(r"^\d+\. \*\*(?P<word>[^*]+)\*\* `(?P<function>[\w.]+)`", re.MULTILINE)
# What a walk is made of; the design says which function each is.
WALKS: Final = {
    "The card": "frame, shoe event, decided, written, committed, published, followed, applied, picture, pixel",
    "The bet": "finger, intent, sent, heard, reviewed, registered, seen, closed, certified, settled, recomputed, shown",
}
CARDS: Final = ("2C", "4D", "5S", "5H")  # Banker wins with 9
CHIP, CHIPS = 2_500, 3
# The bet as a chip, as text and as MessagePack has it, wherever it is: no other number of this table looks like it.
THE_BET: Final = (f"'banker' {CHIP}", f"spot='banker', amount={CHIP}", f"{CHIP * CHIPS}", r"\xcd\x1dL")
# What the clock calls looks at the whole table, and falls into a walk or not; what is written to the process's log.
BESIDE: Final = frozenset(
    {
        "console.logged.told_of",
        *(
            f"console.service.Service.{name}"
            for name in ("_pulse", "_new_troubles", "_between_batches", "_tend_own_keys", "_note_strangers", "_metrics")
        ),
    }
)
# Modules that ever have it in their hands, tools included: a few more may be one more station.
CARD_MODULES_MAX, BET_MODULES_MAX = 40, 46
PATIENCE_S: Final = 60.0  # a loaded machine is slow, not wrong


def stations(walk: str) -> list[str]:
    """The functions that the design lists under this heading, in order."""
    section = DESIGN.read_text(encoding="utf-8").split(f"### {walk}\n")[1].split("\n#")[0]
    listed = list(STATION.finditer(section))
    assert ", ".join(found["word"] for found in listed) == WALKS[walk]
    return [found["function"] for found in listed]


class Trace:
    """Every call of a function of ours that has the thing in its hands: its name, with its module."""

    def __init__(self, listed: list[str], marks: tuple[str, ...]) -> None:
        self.calls: list[str] = []
        self._modules: dict[str, str] = {}  # of each call
        self._listed = listed
        self._marks = marks
        self._beside: FrameType | None = None

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> None:
        if self._beside is not None:
            if event == "return" and frame is self._beside:
                self._beside = None
            return
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(HERE) and path[len(HERE) :].split("/")[0] in ROOMS:
            module = path[len(HERE) : -3].replace("/", ".")
            name = f"{module}.{frame.f_code.co_qualname}"
            if name in BESIDE or name.startswith("terminal.display."):  # no big screen here: another test's lives on
                self._beside = frame
                return
            in_hand = self._in_hand(frame, whole=name in self._listed)
            if any(mark in in_hand for mark in self._marks):
                self.calls.append(name)
                self._modules[name] = module

    def _in_hand(self, frame: FrameType, *, whole: bool) -> str:
        """Its arguments in words; of a core the durable state too, if it is a station."""
        code, known = frame.f_code, frame.f_locals
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        values = [known[name] for name in names if name in known and not _is_digest(known[name])]
        cores = [value.state for value in values if whole and isinstance(value, Seat | TableCore)]
        return " ".join(map(repr, [*values, *cores]))

    def check(self, modules_max: int) -> None:
        """All stations, in their order; and nobody else had it in his hands in between but their tools."""
        at = [-1]
        for station in self._listed:
            later = self.calls[at[-1] + 1 :]
            assert station in later, f"{station} does not get it after {self.calls[at[-1]]}"
            at.append(at[-1] + 1 + later.index(station))
        passed = [call for call in self.calls[at[1] : at[-1] + 1] if not call.startswith("console.panel")]
        modules = sorted({self._modules[call] for call in passed})
        assert len(modules) <= modules_max, " ".join(modules)


def _is_digest(value: object) -> bool:
    """One in fifty has the name of some card among its bytes, by chance."""
    return isinstance(value, bytes) and len(value) in (32, 64)


@contextmanager
def followed(walk: str, *marks: str) -> Iterator[Trace]:
    trace = Trace(stations(walk), marks)
    gc.collect()  # windows of earlier tests, whose cards may be these
    before = sys.getprofile()
    sys.setprofile(trace)
    try:
        yield trace
    finally:
        sys.setprofile(before)


class Glass(quick.Screen):
    """The terminal's own window, to be tapped and read."""

    def __init__(self, window: TerminalWindow) -> None:
        self.view = window.view


class House:
    """A table with one terminal, bets open."""

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):  # the service takes them, and this process is not its own
            opened.callback(signal.signal, number, signal.getsignal(number))
        rig = Rig(folder, terminals=1, countdown_s=600)
        self.shoe = EmulatedShoe(rig.driver, CARDS, 1, link=folder / "shoe")
        opened.callback(self.shoe.close)
        self.console = Service(read_table(folder / "table.toml"), Log("console"), new=True)
        opened.callback(self.console.close)
        self.panel = PanelLink(rig.peer(PANEL))
        opened.callback(self.panel.close)
        self.window, self.terminal = at_table(rig.peer("T01"), Log("T01"), language="en", emulate_devices=True)
        opened.callback(self.terminal.close)
        opened.callback(self.window.close)
        quick.theme(self.window.view.engine()).setProperty("motion", False)
        self.window.show((1920, 1080))
        self.screen = Glass(self.window)
        self.until(lambda: self.panel.desk.ready and self.terminal.session.join.joined)
        for order in (
            m.OpenTable(),
            m.LoadShoe(8, SHUFFLER.number),
            m.SellCredit(PlayerId("T01"), 100_000),
            m.OpenBets(),
        ):
            self.order(order)
        self.until(lambda: self.shown.phase == "betting")

    @property
    def shown(self) -> TerminalView:
        picture: TerminalView = self.window.model.view
        return picture

    def until(self, come_true: Callable[[], bool]) -> None:
        end = monotonic() + PATIENCE_S
        while not come_true():
            assert monotonic() < end, "never"
            self.shoe.service(now_ms())
            self.console.turn()
            self.panel.turn()
            self.terminal.turn()
            QTest.qWait(1)

    def order(self, order: m.Order) -> None:
        """Given at the panel, and answered."""
        desk = self.panel.desk
        self.until(lambda: not lend_a_hand(desk))  # somebody is signed on
        command_id = self.panel.order(order)
        self.until(lambda: command_id in desk.diary.mine and not desk.waiting)
        self.until(lambda: not lend_a_hand(desk))  # and somebody else has signed it, where that is needed
        assert not desk.refusals

    def draw(self, *cards: str) -> None:
        for card in cards:
            before = len(self.shown.hands) and sum(len(hand.cards) for hand in self.shown.hands)
            self.shoe.draw(card)
            self.until(lambda before=before: sum(len(hand.cards) for hand in self.shown.hands) > before)  # type: ignore[misc]
            self.until(lambda before=before: len(self.panel.desk.view.draws) > before)  # type: ignore[misc]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    folder = tmp_path / "table"
    folder.mkdir()
    monkeypatch.chdir(folder)  # where its shoe is
    with ExitStack() as opened:
        yield House(folder, opened)


def test_a_card_passes_ten_stations_from_the_line_to_the_glass(house: House) -> None:
    house.order(m.CloseBets())
    with followed("The card", "2C") as trace:
        house.draw("2C")
    assert len(stations("The card")) <= 10
    trace.check(CARD_MODULES_MAX)
    house.screen.view.grabWindow()  # laid out and drawn
    assert house.screen.text("hand.player.points") == "2"


def test_a_bet_passes_twelve_stations_from_the_finger_to_the_win(house: House) -> None:
    with followed("The bet", *THE_BET) as trace:
        house.screen.tap(f"chip.{CHIP}")
        for _ in range(CHIPS):
            house.screen.tap("spot.banker")
        house.until(lambda: house.shown.registered_amount == CHIP * CHIPS)
        house.order(m.CloseBets())
        house.draw(*CARDS)
        house.order(m.Certify(cards_digest(house.panel.desk.view)))
        house.until(lambda: house.shown.lines_round > 0)
    assert len(stations("The bet")) <= 12
    trace.check(BET_MODULES_MAX)
    assert (house.shown.gain, house.screen.text("total")) == (CHIP * CHIPS, "You win 75")
