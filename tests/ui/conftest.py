"""What holds for every test of a screen: no Widgets, the renderer of a machine without GPU, and windows that close."""

import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Protocol, TypeVar

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest

from console.panel.board import Board
from console.panel.desk import About
from console.panel.model import PanelModel
from console.panel.people_model import DemoPerson
from console.panel.window import MAIN
from looks import pictures
from protocol import messages as m
from protocol.people import Proposal
from terminal.display.view import DisplayView
from terminal.display.window import DisplayWindow
from tests.ui.quick import Framed, Screen, flaws
from tests.ui.terminal_scenes import Shown

PAINT = pictures.picture

# Before Qt makes its first window. What is right with this renderer is right with a GPU as well, not the reverse.
os.environ.setdefault("QT_QUICK_BACKEND", "software")


@pytest.fixture(scope="session")
def qapp_cls() -> type[QGuiApplication]:
    return QGuiApplication


S = TypeVar("S", bound=Screen)
OpenTerminal = Callable[..., Shown]
OpenDisplay = Callable[..., "DisplayShown"]
OpenPanel = Callable[..., "PanelShown"]


class DisplayShown(Framed):
    """The display's own screen."""

    def __init__(
        self, view: DisplayView, *, language: str = "en", size: tuple[int, int] = (1920, 1080), **how: bool
    ) -> None:
        self._display = DisplayWindow(view, language=language, size=size)
        super().__init__(self._display, **how)

    def shows(self, view: DisplayView) -> None:
        self._display.model.show(view)


class Notes:
    """Where a panel without a console is connected to: what it wants is written down."""

    def __init__(self) -> None:
        self.given: list[m.Order] = []
        self.about: list[About | None] = []
        self.sought: list[str] = []
        self.asked: list[tuple[str, ...]] = []  # about people
        self.signed: list[Proposal] = []

    def order(self, order: m.Order, about: About | None = None) -> None:
        self.given.append(order)
        self.about.append(about)

    def find(self, number: str) -> None:
        self.sought.append(number)

    def sign_on(self, pin: str, number: str = "", badge: str = "") -> None:
        self.asked.append(("sign_on", pin, number, badge))

    def sign_off(self, why: str = "person") -> None:
        self.asked.append(("sign_off", why))

    def sign(self, proposal: Proposal, pin: str, number: str = "", badge: str = "") -> None:
        self.signed.append(proposal)
        self.asked.append(("sign", pin, number, badge))

    def withdraw(self, command_id: bytes) -> None:
        self.asked.append(("withdraw", command_id.hex()))


class PanelShown(Screen):
    """A panel without a console: orders are kept in a list."""

    def __init__(
        self, board: Board | None = None, *, lock_ms: int = 0, demo: Sequence[DemoPerson] = (), **options: Any
    ) -> None:
        self.notes = Notes()
        self.given, self.asked = self.notes.given, self.notes.asked
        self.model = PanelModel(self.notes, arm_ms=0, lock_ms=lock_ms, demo=demo)
        super().__init__(MAIN, vm=self.model, **options)
        if board is not None:
            self.shows(board)

    def shows(self, board: Board) -> None:
        self.model.show(board)
        self.image()  # everything finds its place before it is painted
        QTest.qWait(5)

    def tap(self, *names: str) -> None:
        """On what has found its place: a sheet that has just opened is laid out when it is painted."""
        for name in names:
            self.image()
            super().tap(name)

    def flaws(self) -> list[str]:
        self.image()
        return flaws(self.root)


class Keep(Protocol):
    def __call__(self, screen: S) -> S: ...


@pytest.fixture
def keep() -> Iterator[Keep]:
    """Whatever was shown is closed after the test, and complaints of its QML fail the test."""
    shown: list[Screen] = []

    def keep_one(screen: S) -> S:
        shown.append(screen)
        return screen

    yield keep_one
    warnings = [warning for screen in reversed(shown) for warning in screen.close()]
    assert not warnings, "\n".join(warnings)


@pytest.fixture
def show(keep: Keep) -> Callable[..., Screen]:
    """Shows a QML file or text (see `Screen`)."""
    return lambda *args, **how: keep(Screen(*args, **how))


@pytest.fixture
def open_screen(keep: Keep) -> OpenTerminal:
    """Shows a terminal's picture."""
    return lambda view, **how: keep(Shown(view, **how))


@pytest.fixture
def open_display(keep: Keep) -> OpenDisplay:
    return lambda view, **how: keep(DisplayShown(view, **how))


@pytest.fixture
def open_panel(keep: Keep) -> OpenPanel:
    """Shows a panel's board."""
    return lambda *board, **how: keep(PanelShown(*board, **how))


ItsTurn = Callable[[int, int, int], bool]


@pytest.fixture
def all_states(pytestconfig: pytest.Config) -> bool:
    """Is every state to be drawn in every language, theme and size?"""
    found: bool = pytestconfig.getoption("--all-states")
    return found


@pytest.fixture
def its_turn(all_states: bool) -> ItsTurn:
    """Is the state of this number judged in this look of so many (languages, themes)? With --all-states in each of
    them; else they take turns: every state is seen, and every look, but not every state in every look.
    """
    return lambda state, look, looks: all_states or state % looks == look


@cache
def painted(name: str, width: int, height: int) -> QImage:
    return PAINT(name, QSize(width, height))


@pytest.fixture(autouse=True, scope="session")
def _painted_once() -> Iterator[None]:
    """A card looks the same on every screen of a run: Qt keeps pictures for one engine, and tests make hundreds."""
    pictures.picture = lambda name, wanted: painted(name, wanted.width(), wanted.height())
    yield
    pictures.picture = PAINT
