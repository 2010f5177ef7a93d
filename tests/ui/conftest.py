"""What holds for every test of a screen: no Widgets, the renderer of a machine without GPU, and windows that close."""

import os
from collections.abc import Callable, Iterator
from functools import cache
from typing import Protocol, TypeVar

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QImage

from looks import pictures
from terminal.display.view import DisplayView
from terminal.display.window import DisplayWindow
from tests.ui.quick import Framed, Screen
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


class DisplayShown(Framed):
    """The display's own screen."""

    def __init__(
        self, view: DisplayView, *, language: str = "en", size: tuple[int, int] = (1920, 1080), **how: bool
    ) -> None:
        self._display = DisplayWindow(view, language=language, size=size)
        super().__init__(self._display, **how)

    def shows(self, view: DisplayView) -> None:
        self._display.model.show(view)


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


ItsTurn = Callable[[int, int, int], bool]


@pytest.fixture
def its_turn(pytestconfig: pytest.Config) -> ItsTurn:
    """Is the state of this number judged in this look of so many (languages, themes)? With --all-states in each of
    them; else they take turns: every state is seen, and every look, but not every state in every look.
    """
    every: bool = pytestconfig.getoption("--all-states")
    return lambda state, look, looks: every or state % looks == look


@cache
def painted(name: str, width: int, height: int) -> QImage:
    return PAINT(name, QSize(width, height))


@pytest.fixture(autouse=True, scope="session")
def _painted_once() -> Iterator[None]:
    """A card looks the same on every screen of a run: Qt keeps pictures for one engine, and tests make hundreds."""
    pictures.picture = lambda name, wanted: painted(name, wanted.width(), wanted.height())
    yield
    pictures.picture = PAINT
