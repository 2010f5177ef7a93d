"""Drives and judges a screen: load it, tap it, read it, photograph it, and the checks that every screen must pass.

    screen = show(QML, context={"viewModel": model}, size=(1280, 720), language="zh_CN", high_contrast=True)
    screen.tap("spot.banker"); assert screen.text("balance") == "900"
    assert not flaws(screen.root)

Must never know what a screen is for.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import QColor, QFont, QImage
from PySide6.QtQml import QQmlEngine, QQmlError, QQmlExpression, qmlEngine
from PySide6.QtQuick import QQuickItem, QQuickView
from PySide6.QtTest import QTest
from shiboken6 import getCppPointer

from protocol import looks

TARGET_MIN = 64  # px on a screen 1080 high
# WCAG 2 AA: ordinary text 4.5 to 1, large text 3 to 1. Large is 24 px, or 19 px if bold.
CONTRAST_MIN = 4.5
CONTRAST_MIN_LARGE = 3.0
TEXT_MIN = 14  # px on a screen 1080 high, as Theme.sizeLeast
TEXT_MIN_PX = 9  # and on any screen: below, strokes of Chinese characters run together


class Screen:
    """One QML file (or the text of one) in a window of its own."""

    def __init__(
        self,
        source: Path | str,
        *,
        context: Mapping[str, object] | None = None,
        size: tuple[int, int] = (1920, 1080),
        language: str = "en",
        high_contrast: bool = False,
        motion: bool = False,
    ) -> None:
        self.view = QQuickView()
        self.context = dict(context or {})  # QML does not keep what it is given alive
        self.warnings: list[str] = []
        engine = self.view.engine()
        engine.warnings.connect(self._warned)
        self.languages = looks.setup(engine)
        self.languages.select(language)
        for name, value in self.context.items():
            engine.rootContext().setContextProperty(name, value)
        theme(engine).setProperty("highContrast", high_contrast)
        theme(engine).setProperty("motion", motion)
        self.view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self.view.resize(*size)
        self._load(source)
        self.view.show()
        if not QTest.qWaitForWindowExposed(self.view):
            raise RuntimeError("the window does not appear")
        self.view.grabWindow()  # everything has been laid out and drawn once

    def _load(self, source: Path | str) -> None:
        if isinstance(source, str):
            # From a file as well: content that Python hands over has two owners when the window closes.
            with TemporaryDirectory() as folder:
                file = Path(folder) / "Page.qml"
                file.write_text(source)
                self._load(file)
            return
        self.view.setSource(QUrl.fromLocalFile(str(source)))
        if self.view.errors():
            raise ValueError("\n".join(problem.toString() for problem in self.view.errors()))

    def _warned(self, problems: list[QQmlError]) -> None:
        self.warnings += [problem.toString() for problem in problems]

    @property
    def root(self) -> QQuickItem:
        return self.view.rootObject()

    def item(self, name: str) -> QQuickItem:
        """The one item with this objectName. Repeaters' items too, which findChild does not find."""
        found = [item for item in walk(self.root) if item.objectName() == name]
        if len(found) != 1:
            names = sorted({item.objectName() for item in walk(self.root)} - {""})
            raise LookupError(f"{len(found)} items are called {name!r}; there are {names}")
        return found[0]

    def centre(self, name: str) -> QPoint:
        item = self.item(name)
        return item.mapToScene(QPointF(item.width() / 2, item.height() / 2)).toPoint()

    def tap(self, name: str) -> None:
        """A short press in the middle of the item, wherever that leads: what lies above it gets it first."""
        if not self.item(name).isVisible():
            raise LookupError(f"{name!r} is not to be seen")
        QTest.mouseClick(self.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, self.centre(name))

    def drag(self, name: str, start: tuple[float, float], end: tuple[float, float], *, release: bool = True) -> None:
        """A drag in hundredths of the item, in small steps as a finger makes them."""
        item = self.item(name)

        def at(part: tuple[float, float]) -> QPoint:
            return item.mapToScene(QPointF(item.width() * part[0], item.height() * part[1])).toPoint()

        QTest.mousePress(self.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at(start))
        for step in range(1, 21):
            here = (start[0] + (end[0] - start[0]) * step / 20, start[1] + (end[1] - start[1]) * step / 20)
            QTest.mouseMove(self.view, at(here))
        if release:
            QTest.mouseRelease(self.view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at(end))

    def text(self, name: str) -> str:
        return str(self.item(name).property("text"))

    def until(self, condition: Callable[[], bool]) -> None:
        """Let the screen run until this is so. There is no time limit: how fast the machine is says nothing."""
        while not condition():
            QTest.qWait(5)

    def image(self) -> QImage:
        return self.view.grabWindow()

    def shot(self, path: Path) -> None:
        if not self.image().save(str(path)):
            raise OSError(f"{path} cannot be written")

    def close(self) -> list[str]:
        """Ends the screen, QML before the objects that it uses; returns what QML complained about."""
        self.languages.select("en")
        self.view.setSource(QUrl())
        self.view.close()
        self.view.deleteLater()
        QTest.qWait(0)
        return self.warnings


def theme(engine: QQmlEngine | None) -> QObject:
    assert engine is not None
    found = engine.singletonInstance("Looks", "Theme")
    assert isinstance(found, QObject)
    return found


def walk(item: QQuickItem) -> Iterator[QQuickItem]:
    """An item and all below it, in the order in which they are painted."""
    yield item
    for child in sorted(item.childItems(), key=lambda child: child.z()):
        yield from walk(child)


def name_of(item: QQuickItem) -> str:
    """How a complaint calls an item: by its name and text, and by the nearest name above it."""
    words = [repr(item.property("text"))] if item.property("text") else []
    if item.objectName():
        return " ".join([item.objectName(), *words])
    above = next((above.objectName() for above in ancestors(item) if above.objectName()), "the screen")
    return " ".join([*words, "in", above])


class Seen(NamedTuple):
    """Something that must not be in the way of anything else, and the place where it is painted."""

    item: QQuickItem
    place: QRectF


class Sight:
    """A screen at one instant: what is to be seen on it, looked up once for all checks."""

    def __init__(self, root: QQuickItem) -> None:
        self.root = root
        items = list(walk(root))
        self._order = {identity(item): number for number, item in enumerate(items)}
        shown = [item for item in items if is_shown(item)]
        self._covers = [Seen(item, whole(item)) for item in shown if hides(item)]
        words = [item for item in shown if item.inherits("QQuickText") and item.property("text")]
        self.texts = self._uncovered([Seen(item, glyphs(item)) for item in words])
        self.tappables = self._uncovered([Seen(item, whole(item)) for item in shown if is_tappable(item)])

    @property
    def scale(self) -> float:
        return float(theme(qmlEngine(self.root)).property("scale"))

    def _uncovered(self, seen: list[Seen]) -> list[Seen]:
        """Without what lies wholly behind something that hides it, as behind a page that is laid over all."""
        return [thing for thing in seen if not any(self._is_behind(thing, cover) for cover in self._covers)]

    def _is_behind(self, thing: Seen, cover: Seen) -> bool:
        return (
            cover.place.contains(thing.place)
            # The body of a button does not hide the button, nor the area of a finger under it.
            and cover.place != thing.place
            and self._order[identity(cover.item)] > self._order[identity(thing.item)]
            and not is_above(thing.item, cover.item)
        )


Looked = QQuickItem | Sight  # a check looks at a screen, or at what was seen of it before


def sight(looked: Looked) -> Sight:
    return looked if isinstance(looked, Sight) else Sight(looked)


def texts(root: QQuickItem) -> list[Seen]:
    """Every text that is to be seen, with the place of its glyphs."""
    return Sight(root).texts


def tappables(root: QQuickItem) -> list[Seen]:
    """Every item that a finger can do something with."""
    return Sight(root).tappables


def whole(item: QQuickItem) -> QRectF:
    """The place of an item in the window."""
    return item.mapRectToScene(QRectF(0, 0, item.width(), item.height()))


def is_shown(item: QQuickItem) -> bool:
    return item.isVisible() and opacity(item) > 0.05


def opacity(item: QQuickItem) -> float:
    """Its own and that of all that hold it."""
    return math.prod(each.opacity() for each in (item, *ancestors(item)))


def is_tappable(item: QQuickItem) -> bool:
    if item.inherits("QQuickMouseArea"):
        return True
    handlers = ("QQuickTapHandler", "QQuickDragHandler")
    return any(child.property("enabled") and any(map(child.inherits, handlers)) for child in item.children())


def glyphs(item: QQuickItem) -> QRectF:
    """Where a Text paints, in the coordinates of the window."""
    width, height = float(item.property("contentWidth")), float(item.property("contentHeight"))
    # Python cannot read these two as properties: they are enumerations of a class that Qt keeps to itself.
    across, down = (
        int(QQmlExpression(QQmlEngine.contextForObject(item), item, name).evaluate()[0])
        for name in ("effectiveHorizontalAlignment", "verticalAlignment")
    )
    free_x, free_y = item.width() - width, item.height() - height
    x = {Qt.AlignmentFlag.AlignHCenter.value: free_x / 2, Qt.AlignmentFlag.AlignRight.value: free_x}.get(across, 0.0)
    y = {Qt.AlignmentFlag.AlignVCenter.value: free_y / 2, Qt.AlignmentFlag.AlignBottom.value: free_y}.get(down, 0.0)
    return item.mapRectToScene(QRectF(x, y, width, height))


def hides(item: QQuickItem) -> bool:
    """A box that one cannot see through, or not enough to read what is behind it."""
    return item.inherits("QQuickRectangle") and QColor(item.property("color")).alphaF() * opacity(item) > 0.7


def is_above(ancestor: QQuickItem, item: QQuickItem) -> bool:
    return any(identity(above) == identity(ancestor) for above in ancestors(item))


def ancestors(item: QQuickItem) -> Iterator[QQuickItem]:
    """The items that hold this one, from the inside out."""
    parent: QQuickItem | None = item.parentItem()
    while parent is not None:
        yield parent
        parent = parent.parentItem()


def identity(item: QQuickItem) -> int:
    """The item itself: Python may hold a new wrapper for it each time."""
    return int(getCppPointer(item)[0])


def overflows(looked: Looked) -> list[str]:
    """Texts that are cut off, or larger than their own item, or that stick out of a box or of the window."""
    found = []
    for item, place in sight(looked).texts:
        if item.property("truncated"):
            found.append(f"{name_of(item)} is cut off")
        if item.property("contentWidth") > item.width() + 1 or item.property("contentHeight") > item.height() + 1:
            found.append(f"{name_of(item)} is larger than its place")
        for steps, box in enumerate(ancestors(item)):
            bounds = whole(box).adjusted(-1, -1, 1, 1)
            # A plain Item may have no size of its own; what is drawn, or cuts off, or holds the text itself, has.
            is_box = steps == 0 or box.clip() or box.inherits("QQuickRectangle")
            if is_box and box.width() > 0 and box.height() > 0 and not bounds.contains(place):
                found.append(f"{name_of(item)} sticks out of {name_of(box)}")
                break
    return found


def overlaps(looked: Looked) -> list[str]:
    """Two texts, two tappable items, or one of each, that lie over each other and do not belong together."""
    found, seen = [], sight(looked)
    for one, other in combinations([*seen.texts, *seen.tappables], 2):
        common = one.place.intersected(other.place)
        if common.width() <= 1 or common.height() <= 1:
            continue  # a pixel of touch is rounding
        if one.item is not other.item and not is_above(one.item, other.item) and not is_above(other.item, one.item):
            found.append(f"{name_of(one.item)} and {name_of(other.item)} overlap")
    return found


def contrast(looked: Looked) -> list[str]:
    """Texts that are hard to read on what is really painted behind them."""
    view = sight(looked)
    window, seen = view.root.window(), view.texts
    strengths = [thing.item.opacity() for thing in seen]
    effective = [opacity(thing.item) for thing in seen]
    for thing in seen:
        thing.item.setOpacity(0)
    behind = window.grabWindow()
    for thing, strength in zip(seen, strengths, strict=True):
        thing.item.setOpacity(strength)
    scale, ratio = view.scale, behind.devicePixelRatio()
    found = []
    for thing, strength in zip(seen, effective, strict=True):
        font = QFont(thing.item.property("font"))
        size = font.pixelSize() / scale
        large = size >= 24 or (size >= 19 and font.weight() >= QFont.Weight.Bold)
        wanted = CONTRAST_MIN_LARGE if large else CONTRAST_MIN
        measured = worst_contrast(QColor(thing.item.property("color")), strength, behind, thing.place, ratio)
        if measured < wanted:
            found.append(f"{name_of(thing.item)} has a contrast of {measured:.1f} to 1, less than {wanted}")
    return found


def worst_contrast(ink: QColor, strength: float, behind: QImage, place: QRectF, ratio: float) -> float:
    """The contrast with the ground at a grid of points, without the worst twentieth: a hair line does no harm."""
    area = QRectF(place.topLeft() * ratio, place.size() * ratio).toRect().intersected(behind.rect())
    points = Counter(
        behind.pixel(area.left() + area.width() * x // 24, area.top() + area.height() * y // 8)
        for x in range(24)
        for y in range(8)
    )
    left = points.total() // 20
    for measured, pixel in sorted((on_ground(ink, strength, pixel), pixel) for pixel in points):  # each colour once
        left -= points[pixel]
        if left < 0:
            return measured
    raise AssertionError("there are always points")


def on_ground(ink: QColor, strength: float, pixel: int) -> float:
    ground = QColor(pixel)
    return contrast_ratio(mixed(ink, ground, strength * ink.alphaF()), ground)


def mixed(ink: QColor, ground: QColor, strength: float) -> QColor:
    def part(over: float, under: float) -> float:
        return min(1.0, max(0.0, over * strength + under * (1 - strength)))

    return QColor.fromRgbF(
        part(ink.redF(), ground.redF()), part(ink.greenF(), ground.greenF()), part(ink.blueF(), ground.blueF())
    )


def contrast_ratio(one: QColor, other: QColor) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: QColor) -> float:
    """As WCAG 2 defines it."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.03928 else float(((part + 0.055) / 1.055) ** 2.4)

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())


def small_targets(looked: Looked) -> list[str]:
    """Items too small for a finger."""
    seen = sight(looked)
    least = TARGET_MIN * seen.scale - 1
    return [
        f"{name_of(item)} is only {place.width():.0f} by {place.height():.0f} px for a finger"
        for item, place in seen.tappables
        if place.width() < least or place.height() < least
    ]


def small_texts(looked: Looked) -> list[str]:
    """Texts that were set, or have shrunk to fit, below what can be read."""
    seen = sight(looked)
    least = max(TEXT_MIN_PX, int(TEXT_MIN * seen.scale))
    # Python cannot read the size that a text has shrunk to: it is a value of a type that Qt keeps to itself.
    sizes = [
        (item, int(QQmlExpression(QQmlEngine.contextForObject(item), item, "fontInfo.pixelSize").evaluate()[0]))
        for item, _ in seen.texts
    ]
    return [f"{name_of(item)} is only {size} px high" for item, size in sizes if size < least]


CHECKS = (overflows, overlaps, contrast, small_targets, small_texts)


def flaws(root: QQuickItem) -> list[str]:
    """All checks."""
    seen = Sight(root)
    return [flaw for check in CHECKS for flaw in check(seen)]
