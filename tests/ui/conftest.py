"""What holds for every test of a screen: no Widgets, the renderer of a machine without GPU, and windows that close."""

import os
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QImage

from looks import pictures
from tests.ui.quick import Screen

PAINT = pictures.picture

# Before Qt makes its first window. What is right with this renderer is right with a GPU as well, not the reverse.
os.environ.setdefault("QT_QUICK_BACKEND", "software")


@pytest.fixture(scope="session")
def qapp_cls() -> type[QGuiApplication]:
    return QGuiApplication


@pytest.fixture
def show() -> Iterator[Callable[..., Screen]]:
    """Shows a QML file or text (see `Screen`); whatever was shown is closed after the test, and complaints of its QML
    fail the test.
    """
    shown: list[Screen] = []

    def show_one(*args: object, **kwargs: object) -> Screen:
        shown.append(Screen(*args, **kwargs))  # type: ignore[arg-type]
        return shown[-1]

    yield show_one
    warnings = [warning for screen in reversed(shown) for warning in screen.close()]
    assert not warnings, "\n".join(warnings)


@cache
def painted(name: str, width: int, height: int) -> QImage:
    return PAINT(name, QSize(width, height))


@pytest.fixture(autouse=True, scope="session")
def _painted_once() -> Iterator[None]:
    """A card looks the same on every screen of a run: Qt keeps pictures for one engine, and tests make hundreds."""
    pictures.picture = lambda name, wanted: painted(name, wanted.width(), wanted.height())
    yield
    pictures.picture = PAINT
