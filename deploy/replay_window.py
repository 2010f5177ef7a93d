"""A Round once more in windows: the panel and a terminal as they were, and a small one to go forward and back with.

The windows are those of the table, and shown finished pictures (`audit.past_screens`); nothing that is tapped there
goes anywhere. Must never know how a picture came to be.
"""

import os
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Final, cast

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Slot
from PySide6.QtGui import QGuiApplication, QKeyEvent

from audit.evidence import seconds_between
from audit.past_screens import Frame
from console.panel.window import Deaf, PanelWindow
from deploy import windows
from deploy.demo.stage import TITLE_BAR, Tile, tiles
from looks.viewmodel import ViewModel
from looks.window import Window
from terminal.sitting import SittingClock
from terminal.window import TerminalWindow

MAIN: Final = Path(__file__).parent / "qml" / "Replay.qml"
SIZE: Final = (1280, 720)  # of a terminal's or panel's window, where nobody asks for another
BAR: Final = (1280, 260)
PICTURE: Final = (1920, 1080)
PAUSE_MAX_S: Final = 5.0  # nobody waits out a long pause of the table
PAUSE_MIN_S: Final = 0.2  # nor reads what flies by
TOLD_MAX: Final = 4  # lines of what happened


class ReplayModel(ViewModel):
    """Where we are in the Round, and what a finger wants of it."""

    def __init__(self, title: str, frames: Sequence[Frame], pace: float, shown: Callable[[Frame, bool], None]) -> None:
        """`shown` is given each frame, and whether time goes on from there as it did."""
        super().__init__()
        self._title, self._frames, self._pace, self._hand_out = title, frames, pace, shown
        self.at = 1  # 1-based
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._next)

    @property
    def playing(self) -> bool:
        return self._timer.isActive()

    @Slot(int)
    def goTo(self, number: int) -> None:  # noqa: N802  slots have the names that QML calls them by
        """Whoever goes somewhere by hand wants to look at it."""
        self._timer.stop()
        self._go(number)

    @Slot(int)
    def step(self, by: int) -> None:
        self.goTo(self.at + by)

    def stop(self) -> None:
        """The windows are about to close."""
        self._timer.stop()

    @Slot()
    def run(self) -> None:
        """At its own pace, or stand still; from the end it begins anew."""
        if self.playing:
            self._timer.stop()
            self._go(self.at)
        else:
            at = self.at if self.at < len(self._frames) else 1
            self._wait(at)
            self._go(at)

    def _next(self) -> None:
        if self.at + 1 < len(self._frames):
            self._wait(self.at + 1)
        self._go(self.at + 1)

    def _wait(self, at: int) -> None:
        passed = seconds_between(self._frames[at - 1].wall_time, self._frames[at].wall_time) / self._pace
        self._timer.start(round(1_000 * min(max(passed, PAUSE_MIN_S), PAUSE_MAX_S)))

    def _go(self, number: int) -> None:
        self.at = min(max(number, 1), len(self._frames))
        frame = self._frames[self.at - 1]
        since = seconds_between(self._frames[0].wall_time, frame.wall_time)
        more = len(frame.told) - TOLD_MAX
        told = frame.told if more <= 0 else (*frame.told[: TOLD_MAX - 1], f"+ {more + 1}")
        where = {"title": self._title, "at": self.at, "count": len(self._frames), "seq": frame.seq}
        when = {"time": frame.wall_time, "since": f"+{since:.3f} s", "pace": f"{self._pace:g}:1"}
        self.tell([("replay", {**where, **when, "playing": self.playing, "told": "\n".join(told)})])
        self._hand_out(frame, self.playing and self._pace == 1)


class Keys(QObject):
    """The same keys in every window of it."""

    def __init__(self, model: ReplayModel) -> None:
        super().__init__()
        key = Qt.Key
        self._does: dict[int, Callable[[], None]] = {
            key.Key_Right: partial(model.step, 1),
            key.Key_Left: partial(model.step, -1),
            key.Key_Home: partial(model.goTo, 1),
            key.Key_End: partial(model.goTo, 1 << 30),
            key.Key_Space: model.run,
        }

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802  Qt's
        if event.type() is not QEvent.Type.KeyPress:
            return False
        does = self._does.get(cast("QKeyEvent", event).key())
        if does is not None:
            does()
        return does is not None


class NoClock(SittingClock):
    """How long the Player had sat there is in no journal."""

    def see(self, _now_ms: int, *, seated: bool) -> int:
        return 0


class ReplayWindows:
    """All windows of one replay. The small one is the first; closing it closes the others."""

    def __init__(
        self,
        title: str,
        frames: Sequence[Frame],
        *,
        pace: float = 1.0,
        language: str = "en",
        size: tuple[int, int] = SIZE,
    ) -> None:
        self.model = ReplayModel(title, frames, pace, self._show)
        self.bar = Window(MAIN, self.model, title=f"ETG {title}", language=language, size=BAR)
        first = frames[0]
        self.terminal: TerminalWindow | None = None
        self.panel: PanelWindow | None = None
        if first.terminal is not None:
            self.terminal = TerminalWindow(
                first.terminal, lambda _intent: None, language=language, size=size, sitting=NoClock()
            )
        if first.panel is not None:
            self.panel = PanelWindow(Deaf(), language=language, size=size, arm_ms=0, hold_ms=0)
        self._keys = Keys(self.model)
        self.model.goTo(1)  # pages bind to pictures that are there
        for window in (self.bar, *self.screens.values()):
            window.load()
            window.view.installEventFilter(self._keys)
        self.model.goTo(1)

    @property
    def screens(self) -> dict[str, Window]:
        """The windows of the table, by the name that a picture of one gets."""
        found: dict[str, Window | None] = {"panel": self.panel, "terminal": self.terminal}
        return {name: window for name, window in found.items() if window is not None}

    def _show(self, frame: Frame, runs: bool) -> None:
        if self.terminal is not None and frame.terminal is not None:
            self.terminal.model.show(frame.terminal)
        if self.panel is not None and frame.panel is not None:
            self.panel.model.show(frame.panel)
        for window in self.screens.values():
            theme = cast("QObject", window.view.engine().singletonInstance("Looks", "Theme"))
            theme.setProperty("still", not runs)
            if window.view.rootObject() is not None:
                window.view.rootObject().setProperty("clockText", _clock(frame.wall_time))

    def leave(self) -> None:
        """The windows of the table close; the small one is its owner's to close."""
        self.model.stop()
        for window in self.screens.values():
            window.close()

    def close(self) -> None:
        self.leave()
        self.bar.close()


def _clock(wall_time: str) -> str:
    """As the clock on the wall of this machine would have said it."""
    try:
        return datetime.fromisoformat(wall_time).astimezone().strftime("%H:%M")
    except ValueError:
        return "--:--"


def run(title: str, frames: Sequence[Frame], *, pace: float, language: str, playing: bool) -> int:
    """Until the small window is closed. `playing`: it begins by itself."""
    application = QGuiApplication.instance() or QGuiApplication(["etg"])
    assert isinstance(application, QGuiApplication)
    shown = ReplayWindows(title, frames, pace=pace, language=language)
    room = application.primaryScreen().availableGeometry()
    low = BAR[1] + TITLE_BAR
    places = tiles(Tile(room.x(), room.y(), room.width(), max(room.height() - low, 1)), max(len(shown.screens), 1))
    for tile, window in zip(places, shown.screens.values(), strict=False):
        window.show((tile.width, tile.height), (tile.x, tile.y))
    told = f"{title}: {len(frames)} steps in windows; close the small one to end"
    QTimer.singleShot(0, partial(print, told, flush=True))  # when it can be ended in order
    if playing:
        shown.model.run()
    wide = min(BAR[0], room.width())
    place = (room.x(), room.y() + room.height() - BAR[1])
    return windows.run(application, shown.bar, None, size=(wide, BAR[1]), place=place, leave=shown.leave)


def save_pictures(folder: Path, title: str, frames: Sequence[Frame], *, language: str) -> int:
    """Each screen after each commit, as PNG, without a display; gives how many."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("QT_QUICK_BACKEND", "software")
    application = QGuiApplication.instance() or QGuiApplication(["etg"])
    folder.mkdir(mode=0o700, parents=True)
    shown = ReplayWindows(title, frames, language=language, size=PICTURE)
    saved = 0
    try:
        for window in shown.screens.values():
            theme = cast("QObject", window.view.engine().singletonInstance("Looks", "Theme"))
            theme.setProperty("motion", False)
            window.view.show()
        for number in range(1, len(frames) + 1):
            shown.model.goTo(number)
            application.processEvents()
            for name, window in shown.screens.items():
                path = folder / f"{number:03}_{name}.png"
                if not window.view.grabWindow().save(str(path)):
                    raise OSError(f"{path} cannot be written")
                path.chmod(0o600)
                saved += 1
    finally:
        shown.close()
    return saved
