"""`etg demo --screenshots DIR`: a picture of every state of every screen, without a display and without a GPU.

Opens each screen once and lets it show one moment after the other (`moments`), in every language; the main ones also in
the other sizes and in high contrast. Must never know why something looks as it does: it only holds the camera.
"""

import os
import sys
import time
from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple, cast

from msgspec.structs import replace
from PySide6.QtCore import QObject, QPointF
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtQml import QQmlError, QQmlPropertyMap
from PySide6.QtQuick import QQuickItem, QQuickView

from audit.progress import Progress
from console.panel.board import Board
from console.panel.people_model import DemoPerson
from console.panel.window import Deaf, PanelWindow
from deploy.demo.box_rehearsal import box_moments
from deploy.demo.coin_rehearsal import coin_moments, is_automatic
from deploy.demo.moments import Moment, moments
from deploy.demo.pictures_rehearsal import scenes_of
from looks import LANGUAGES
from looks.window import Window
from protocol.people import Proposal
from terminal.display.view import DisplayView
from terminal.display.window import DisplayWindow
from terminal.screen import TerminalView
from terminal.window import TerminalWindow

SIZE: Final = (1920, 1080)
OTHER_SIZES: Final = ((1280, 720), (2560, 1440), (3840, 2160))
CLOCK: Final = "20:45"
PEELED: Final = 0.62  # of the card: the fold lies half as far
REALITY_MS: Final = 62 * 60_000 + 30_000  # played, when the Player is told how long
PANEL_PAGES: Final = ("shoe", "cash", "limits", "rounds", "people", "machines", "events")
HALF_TYPED: Final = "1234"  # nobody's PIN
DEMO: Final = (DemoPerson("Dora", "100", "271828"), DemoPerson("Sue", "200", "271828"))
PACKERS: Final = 2
PNG_QUALITY: Final = 60  # of the compression, not of the picture: three times as quick as the smallest file


class Shot(NamedTuple):
    """One picture to take."""

    moment: Moment
    language: str = LANGUAGES[0]
    size: tuple[int, int] = SIZE
    high_contrast: bool = False

    @property
    def name(self) -> str:
        width, height = self.size
        also = "_high_contrast" if self.high_contrast else ""
        return f"{self.moment.screen}_{self.moment.name}_{self.language}_{width}x{height}{also}"


def plan(game: str = "baccarat") -> list[Shot]:
    """All that are taken, so that what the camera is set to changes seldom."""
    if game == "baccarat":
        found = moments()
    else:
        found = coin_moments(game) if is_automatic(game) else box_moments(game, scenes_of(game))
    main = [moment for moment in found if moment.main]
    shots = [Shot(moment, language) for language in LANGUAGES for moment in found]
    shots += [Shot(moment, high_contrast=True) for moment in main]
    return shots + [Shot(moment, size=size) for size in OTHER_SIZES for moment in main]


# --- before the camera -----------------------------------------------------------------------------------------------


def _theme(view: QQuickView) -> QObject:
    return cast("QObject", view.engine().singletonInstance("Looks", "Theme"))


def _item(within: QQuickItem, name: str) -> QQuickItem:
    """The item of this name, also in what a Repeater or Loader made."""
    waiting = [within]
    while waiting:
        item = waiting.pop()
        if item.objectName() == name:
            return item
        waiting += item.childItems()
    raise LookupError(f"nothing on the screen is called {name}")


class Sitter:
    """One of the three screens, in a window of its own."""

    def __init__(self, window: Window) -> None:
        self.view, self.languages, self.close = window.view, window.languages, window.close
        _theme(self.view).setProperty("motion", False)
        window.load()
        self.view.rootObject().setProperty("clockText", CLOCK)

    def pose(self, moment: Moment) -> None:
        raise NotImplementedError


class _Terminal(Sitter):
    def __init__(self, shot: Shot, picture: TerminalView) -> None:
        self._screen = TerminalWindow(picture, lambda _intent: None, language=shot.language, size=shot.size)
        super().__init__(self._screen)
        self._banner = _item(self.view.rootObject(), "announcement")

    def pose(self, moment: Moment) -> None:
        assert isinstance(moment.picture, TerminalView)
        root, (page, _, how) = self.view.rootObject(), moment.opened.partition("/")
        root.setProperty("idle", page == "idle")
        root.setProperty("page", "")  # a page that was open before is another one now
        shown = cast("QQmlPropertyMap", self._screen.model.shown)
        played_ms = REALITY_MS if page in ("reality", "break") else 0
        devices = {"emulated": how == "emulated", "sound": True, "volume": 2, "sinceMs": time.time() * 1000 - played_ms}
        shown.insert("devices", {**cast("dict[str, object]", shown.value("devices")), **devices})
        root.setProperty("checked", 0)
        root.setProperty("breakUntil", time.time() * 1000 + 290_000 if page == "break" else 0)
        self._screen.model.show(moment.picture)
        root.setProperty("page", "" if page in ("idle", "banner", "peel", "reality", "break") else page)
        match page, how:
            case "cashout", "asked":
                _item(root, "page.cashout").setProperty("asked", True)  # as if the Player had confirmed it
            case "rules", leaf if leaf:
                _item(root, "page.rules").setProperty("part", leaf)
            case "history", sheet if sheet:
                _item(root, "page.history").setProperty("sheet", int(sheet))
            case _:
                pass
        if page == "peel":
            card = _item(root, "squeeze.card")
            width, height = card.width(), card.height()
            by = QPointF(-width * PEELED, -height * PEELED / 2) if how == "corner" else QPointF(0, -height * PEELED)
            card.setProperty("hold", QPointF(width if how == "corner" else width / 2, height))
            card.setProperty("finger", by)
        elif moment.name == "squeeze":
            _item(root, "squeeze.card").setProperty("hold", QPointF())
        # A banner goes by itself; on a picture it stays, or is not there.
        self._banner.setProperty("said", moment.picture.phase)
        self._banner.setProperty("shown", page == "banner")


class _Panel(Sitter):
    def __init__(self, shot: Shot) -> None:
        self._window = PanelWindow(Deaf(), language=shot.language, size=shot.size, arm_ms=0, demo=DEMO)
        self._waited: tuple[Proposal, ...] = ()
        super().__init__(self._window)
        self._asked = False  # a form is open

    def pose(self, moment: Moment) -> None:
        assert isinstance(moment.picture, Board)
        model, (kind, _, what) = self._window.model, moment.opened.partition("/")
        if self._asked:
            model.formCancel()
        self._asked = kind in ("step", "staff")
        model.closeProposal()
        if not (kind == "sign" and what):  # one that is stale now was open before
            model.show(replace(moment.picture, me=None, proposals=(), answer=None))
            model.show(replace(moment.picture, unsigned=None) if kind == "sign" else moment.picture)
            if moment.picture.proposals:
                model.closeProposal()
        model.openSeat(what if kind == "seat" else "")
        page = kind if kind in PANEL_PAGES else "table"
        self.view.rootObject().setProperty("page", page)
        _item(self.view.rootObject(), "halt").setProperty("listing", False)
        match kind:
            case "step":
                model.tapStep(what)
            case "guide":
                _item(self.view.rootObject(), "halt").setProperty("listing", True)
            case "staff":
                key, _, name = what.partition("/")
                model.serve(key, name, 0)
            case "prove":
                model.proveWho(what)
                for key in HALF_TYPED:
                    model.proveKey(key)
            case "relief":
                model.relief()
            case "sign":
                self._sign(moment.picture, what)
            case "people":
                _item(self.view.rootObject(), "page.people.place").setProperty("number", what)
            case "machines":
                _item(self.view.rootObject(), "page.machines.place").setProperty("name", what)
            case _:
                pass

    def _sign(self, board: Board, stale: str) -> None:
        """The sheet of what waits; or of what has just ceased to."""
        model = self._window.model
        if stale:
            model.show(replace(board, proposals=self._waited))
            model.openProposal(stale)
            model.show(board)
        else:
            self._waited = board.proposals
            model.openProposal(board.proposals[0].command_id.hex())
            model.show(board)


class _Display(Sitter):
    def __init__(self, shot: Shot, picture: DisplayView) -> None:
        self._screen = DisplayWindow(picture, language=shot.language, size=shot.size)
        super().__init__(self._screen)

    def pose(self, moment: Moment) -> None:
        assert isinstance(moment.picture, DisplayView)
        self._screen.model.show(moment.picture)


class Studio:
    """Has each screen at most once, all in one language and size: translations count for the whole process."""

    def __init__(self) -> None:
        self.complaints: list[str] = []  # of QML
        self._sitters: dict[str, Sitter] = {}
        self._set: tuple[str, tuple[int, int]] | None = None

    def pose(self, shot: Shot) -> QQuickView:
        """The window as it is to be seen on this shot."""
        if self._set != (shot.language, shot.size):
            self.close()
            self._set = (shot.language, shot.size)
        sitter = self._sitters.get(shot.moment.screen) or self._invite(shot)
        _theme(sitter.view).setProperty("highContrast", shot.high_contrast)
        sitter.pose(shot.moment)
        QGuiApplication.processEvents()
        return sitter.view

    def _invite(self, shot: Shot) -> Sitter:
        sitter: Sitter
        match shot.moment.picture:
            case TerminalView() as picture:
                sitter = _Terminal(shot, picture)
            case Board():
                sitter = _Panel(shot)
            case DisplayView() as picture:
                sitter = _Display(shot, picture)
        self._sitters[shot.moment.screen] = sitter
        sitter.view.engine().warnings.connect(self._complained)
        sitter.view.show()
        return sitter

    def _complained(self, problems: list[QQmlError]) -> None:
        self.complaints += [problem.toString() for problem in problems]

    def take(self, shot: Shot) -> QImage:
        return self.pose(shot).grabWindow()

    def close(self) -> None:
        for sitter in self._sitters.values():
            sitter.languages.select(LANGUAGES[0])
            sitter.view.engine().warnings.disconnect(self._complained)
            sitter.close()
        self._sitters = {}


# --- the command -----------------------------------------------------------------------------------------------------


def run(folder: Path, game: str = "baccarat") -> int:
    """All of the plan, into this folder; the status of the command."""
    os.environ |= {"QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"}
    folder.mkdir(parents=True, exist_ok=True)
    _application = QGuiApplication.instance() or QGuiApplication(["etg"])
    shots = plan(game)
    studio, progress = Studio(), Progress(len(shots), sys.stdout, "pictures")
    try:
        # Packing a picture takes longer than drawing it, and needs no window: other cores do it meanwhile.
        with ThreadPoolExecutor(max_workers=PACKERS) as packers:
            packing: deque[Future[None]] = deque()
            for number, shot in enumerate(shots, 1):
                packing.append(packers.submit(_save, studio.take(shot), folder / f"{shot.name}.png"))
                if len(packing) > 2 * PACKERS:  # a picture is 8 MB before it is packed
                    packing.popleft().result()
                progress.show(number)
            for last in packing:
                last.result()
    finally:
        studio.close()
    print(f"{len(shots)} pictures in {folder}")
    for complaint in studio.complaints:
        print(f"etg demo: {complaint}", file=sys.stderr)
    return 1 if studio.complaints else 0


def _save(picture: QImage, path: Path) -> None:
    if not picture.save(str(path), quality=PNG_QUALITY):
        raise OSError(f"{path} cannot be written")
