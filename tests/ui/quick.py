"""Drives and judges a screen: load it, tap it, read it, photograph it, and the checks that every screen must pass.

    screen = show(QML, vm=model, size=(1280, 720), language="zh_CN", high_contrast=True)
    screen.tap("spot.banker"); assert screen.text("balance") == "900"
    assert not flaws(screen.root)

Must never know what a screen is for.
"""

import ctypes
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import QColor, QFont, QImage
from PySide6.QtQml import QQmlEngine, QQmlError, QQmlExpression, qmlEngine
from PySide6.QtQuick import QQuickItem, QQuickView
from PySide6.QtTest import QTest
from shiboken6 import getCppPointer, isValid

import looks
from looks.viewmodel import ViewModel
from looks.window import Window

Numbers = npt.NDArray[np.float64]

# Pictures of a whole screen come and go by the hundred. As glibc is set up each gets fresh pages from the system, and
# faulting them in takes as long as painting them: let it keep what is freed (M_MMAP_THRESHOLD, M_TRIM_THRESHOLD).
if sys.platform == "linux":
    for parameter, size in ((-3, 32 << 20), (-1, 512 << 20)):
        ctypes.CDLL(None).mallopt(parameter, size)

TARGET_MIN = 64  # px on a screen 1080 high
# WCAG 2 AA: ordinary text 4.5 to 1, large text 3 to 1. Large is 24 px, or 19 px if bold.
CONTRAST_MIN = 4.5
CONTRAST_MIN_LARGE = 3.0
TEXT_MIN_PX = 9  # and on any screen: below, strokes of Chinese characters run together


class Screen:
    """One QML file (or the text of one) in a window of its own."""

    def __init__(
        self,
        source: Path | str,
        *,
        vm: ViewModel | None = None,
        size: tuple[int, int] = (1920, 1080),
        language: str = "en",
        high_contrast: bool = False,
        motion: bool = False,
    ) -> None:
        self.view = QQuickView()
        self.vm = vm  # QML does not keep what it is given alive
        self.warnings: list[str] = []
        engine = self.view.engine()
        engine.warnings.connect(self._warned)
        self.languages = looks.setup(engine)
        self.languages.select(language)
        if vm is not None:
            self.view.setInitialProperties({"vm": vm})
            vm.spoken.connect(self.languages.select)
            vm.played.connect(self.languages.ask_again)
        theme(engine).setProperty("highContrast", high_contrast)
        theme(engine).setProperty("motion", motion)
        self.view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self.view.resize(*size)
        self._load(source)
        self._appear()

    def _appear(self) -> None:
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
        found = [item for item in everything(self.root) if item.objectName() == name]
        if len(found) != 1:
            names = sorted({item.objectName() for item in everything(self.root)} - {""})
            raise LookupError(f"{len(found)} items are called {name!r}; there are {names}")
        return found[0]

    def centre(self, name: str) -> QPoint:
        return _middle(self.item(name))

    def tap(self, *names: str) -> None:
        """A short press in the middle of each item, wherever that leads: what lies above it gets it first."""
        for name in names:
            item = self.item(name)  # once: to walk over all items is a good part of what a tap costs
            if not item.isVisible():
                raise LookupError(f"{name!r} is not to be seen")
            QTest.mouseClick(self.view, Qt.MouseButton.LeftButton, pos=_middle(item))

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

    def said(self) -> list[str]:
        """Every text that is to be seen."""
        return [str(item.property("text")) for item, _ in texts(self.root)]

    def touchable(self) -> list[str]:
        """The names of all items that a finger can do something with."""
        return [item.objectName() for item, _ in tappables(self.root)]

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
        self._end_language()
        self.view.close()
        self.view.deleteLater()
        QTest.qWait(0)
        return self.warnings

    def _end_language(self) -> None:
        """The process speaks English again, but no screen that is about to go is written anew for it."""
        self.view.setSource(QUrl())
        self.languages.select("en")


class Framed(Screen):
    """A window of ours as it is, to be tapped and judged as every other."""

    def __init__(self, window: Window, *, high_contrast: bool = False, motion: bool = False) -> None:
        self.window = window
        self.view, self.languages = window.view, window.languages
        self.warnings = []
        engine = self.view.engine()
        engine.warnings.connect(self._warned)
        theme(engine).setProperty("highContrast", high_contrast)
        theme(engine).setProperty("motion", motion)
        window.load()
        self.root.setProperty("clockText", "20:45")
        self._appear()

    def close(self) -> list[str]:
        self._end_language()
        self.window.close()
        return self.warnings


def theme(engine: QQmlEngine | None) -> QObject:
    assert engine is not None
    found = engine.singletonInstance("Looks", "Theme")
    assert isinstance(found, QObject)
    return found


def _middle(item: QQuickItem) -> QPoint:
    """Where it is in the window."""
    return item.mapToScene(QPointF(item.width() / 2, item.height() / 2)).toPoint()


def everything(top: QQuickItem) -> list[QQuickItem]:
    """An item and all below it, in no order: to sort them takes as long as to find them."""
    found = [top]
    for item in found:
        found += item.childItems()
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
    node: "Node"


class Node:
    """An item of the screen with what all checks ask of it: looking it up in Qt again and again is what costs time."""

    __slots__ = ("above", "end", "item", "number", "opacity", "shown")

    def __init__(self, item: QQuickItem, number: int, above: "Node | None") -> None:
        self.item, self.number, self.above = item, number, above
        self.end = number + 1  # of the numbers that lie below it
        self.opacity: float = item.opacity() * (1.0 if above is None else above.opacity)
        self.shown = item.isVisible() and self.opacity > 0.05

    def holds(self, other: "Node") -> bool:
        return self.number < other.number < self.end


class Type(NamedTuple):
    """What a Text says of itself, all asked in one go."""

    across: int
    down: int
    size: int  # in pixels, as it has shrunk to fit
    width: float
    height: float
    cut: bool


# Python cannot read the first three as properties: they are of types that Qt keeps to itself. One walk in QML tells
# them of all texts, in the order of `Sight.nodes`; the texts are told as well, to be sure that these are the same.
TYPES = """
(function(top) {
    const told = []
    function below(items, strength) {
        const count = items.length, levels = []
        for (let place = 0; place < count; place++) {
            const z = items[place].z
            if (!levels.includes(z))
                levels.push(z)
        }
        if (levels.length > 1)
            levels.sort((one, other) => one - other)
        for (const z of levels)
            for (let place = 0; place < count; place++)
                if (levels.length === 1 || items[place].z === z)
                    see(items[place], strength)
    }
    function see(item, strength) {
        const seen = strength * item.opacity
        if (!item.visible || seen <= 0.05)
            return
        if (item.fontInfo !== undefined && item.text)
            told.push([item.effectiveHorizontalAlignment, item.verticalAlignment, item.fontInfo.pixelSize,
                item.contentWidth, item.contentHeight, item.truncated ? 1 : 0, item.text].join("\t"))
        below(item.children, seen)
    }
    below(top, %f)
    return told.join("\0")
})(children)
"""


def types_of(root: QQuickItem, words: Sequence["Node"], strength: float) -> list[Type]:
    """Of these texts, all that are shown below the root."""
    asked = QQmlExpression(QQmlEngine.contextForObject(root), root, TYPES % strength)
    told = str(asked.evaluate()[0]).split("\0") if words else []
    found = []
    for node, line in zip(words, told, strict=True):
        across, down, size, width, height, cut, text = line.split("\t", maxsplit=6)
        if text != node.item.property("text"):
            raise AssertionError(f"QML and Python do not see the same: {text!r}")
        found.append(Type(int(across), int(down), int(size), float(width), float(height), cut == "1"))
    return found


class Sight:
    """A screen at one instant: what is to be seen on it, looked up once for all checks."""

    def __init__(self, root: QQuickItem, notice: str = "") -> None:
        """A notice is the name of what lies over a part of the screen for a moment; what it touches is not judged."""
        self.root = root
        self.scale = float(theme(qmlEngine(root)).property("scale"))
        self.least = int(theme(qmlEngine(root)).property("least"))  # px on a screen 1080 high
        self.nodes: list[Node] = []
        self._see(root, outside(root))
        self._covers = [Seen(node.item, whole(node.item), node) for node in self.nodes if hides(node)]
        words = [node for node in self.nodes if node.item.inherits("QQuickText") and node.item.property("text")]
        told = types_of(root, words, self.nodes[0].opacity if self.nodes else 0.0)
        self.types = {node.number: found for node, found in zip(words, told, strict=True)}
        self.texts = self._uncovered([Seen(it.item, glyphs(it.item, self.types[it.number]), it) for it in words])
        self.tappables = self._uncovered(
            [Seen(node.item, whole(node.item), node) for node in self.nodes if is_tappable(node.item)]
        )
        for over in [node for node in self.nodes if notice and node.item.objectName() == notice]:
            self.texts, self.tappables = untouched(self.texts, over), untouched(self.tappables, over)

    def _see(self, item: QQuickItem, above: Node | None) -> None:
        """In the order in which they are painted, as `walk`; nothing below what is not shown is shown."""
        node = Node(item, len(self.nodes), above)
        if not node.shown:
            return
        self.nodes.append(node)
        for child in sorted(item.childItems(), key=lambda child: child.z()):
            self._see(child, node)
        node.end = len(self.nodes)

    def _uncovered(self, seen: list[Seen]) -> list[Seen]:
        """Without what lies wholly behind something that hides it, as behind a page that is laid over all."""
        if not (seen and self._covers):
            return seen
        things, covers = edges(seen)[:, None], edges(self._covers)[None, :]
        inside = (covers[..., :2] <= things[..., :2] + HAIR) & (things[..., 2:] <= covers[..., 2:] + HAIR)
        near: npt.NDArray[np.bool_] = np.all(inside, axis=2)
        return [
            thing
            for thing, row in zip(seen, near, strict=True)
            if not any(is_behind(thing, self._covers[place]) for place in np.flatnonzero(row))
        ]


def untouched(seen: list[Seen], over: Node) -> list[Seen]:
    """Without what was painted before the notice, where it lies."""
    place = whole(over.item)
    return [thing for thing in seen if thing.node.number >= over.number or not place.intersects(thing.place)]


HAIR = 0.01  # px: what numpy sees as near is then compared as Qt does


def edges(seen: Sequence[Seen]) -> Numbers:
    """Left, top, right and bottom of each."""
    return np.array([thing.place.getCoords() for thing in seen], dtype=float).reshape(-1, 4)


def outside(item: QQuickItem) -> Node | None:
    """What holds the part of a screen that is looked at."""
    above: Node | None = None
    for holder in reversed(list(ancestors(item))):
        above = Node(holder, -1, above)
    return above


def is_behind(thing: Seen, cover: Seen) -> bool:
    return (
        cover.place.contains(thing.place)
        # The body of a button does not hide the button, nor the area of a finger under it.
        and cover.place != thing.place
        and cover.node.number > thing.node.number
        and not thing.node.holds(cover.node)
    )


Looked = QQuickItem | Sight  # a check looks at a screen, or at what was seen of it before


def sight(looked: Looked) -> Sight:
    return looked if isinstance(looked, Sight) else Sight(looked)


def texts(root: QQuickItem) -> list[tuple[QQuickItem, QRectF]]:
    """Every text that is to be seen, with the place of its glyphs."""
    return [(thing.item, thing.place) for thing in Sight(root).texts]


def tappables(root: QQuickItem) -> list[tuple[QQuickItem, QRectF]]:
    """Every item that a finger can do something with."""
    return [(thing.item, thing.place) for thing in Sight(root).tappables]


def whole(item: QQuickItem) -> QRectF:
    """The place of an item in the window."""
    return item.mapRectToScene(QRectF(0, 0, item.width(), item.height()))


def opacity(item: QQuickItem) -> float:
    """Its own and that of all that hold it."""
    return math.prod(each.opacity() for each in (item, *ancestors(item)))


def is_tappable(item: QQuickItem) -> bool:
    if item.inherits("QQuickMouseArea"):
        return True
    if item.acceptedMouseButtons() == Qt.MouseButton.NoButton:
        return False  # a handler would have opened it for all buttons; children are dear to look at
    return any(handler.property("enabled") for handler in handlers_of(item))


_handlers: dict[int, tuple[QQuickItem, list[QObject]]] = {}


def handlers_of(item: QQuickItem) -> list[QObject]:
    """An item has the same ones all its life; to look at children costs more than all other questions together."""
    key = int(getCppPointer(item)[0])
    if key not in _handlers or not isValid(_handlers[key][0]):
        kinds = ("QQuickTapHandler", "QQuickDragHandler")
        _handlers[key] = item, [child for child in item.children() if any(map(child.inherits, kinds))]
    return _handlers[key][1]


def glyphs(item: QQuickItem, found: Type) -> QRectF:
    """Where a Text paints, in the coordinates of the window."""
    free_x, free_y = item.width() - found.width, item.height() - found.height
    x = {Qt.AlignmentFlag.AlignHCenter.value: free_x / 2, Qt.AlignmentFlag.AlignRight.value: free_x}.get(
        found.across, 0.0
    )
    y = {Qt.AlignmentFlag.AlignVCenter.value: free_y / 2, Qt.AlignmentFlag.AlignBottom.value: free_y}.get(
        found.down, 0.0
    )
    return item.mapRectToScene(QRectF(x, y, found.width, found.height))


def hides(node: Node) -> bool:
    """A box that one cannot see through, or not enough to read what is behind it."""
    item = node.item
    return item.inherits("QQuickRectangle") and QColor(item.property("color")).alphaF() * node.opacity > 0.7


def ancestors(item: QQuickItem) -> Iterator[QQuickItem]:
    """The items that hold this one, from the inside out."""
    parent: QQuickItem | None = item.parentItem()
    while parent is not None:
        yield parent
        parent = parent.parentItem()


def overflows(looked: Looked) -> list[str]:
    """Texts that are cut off, or larger than their own item, or that stick out of a box or of the window."""
    found, seen = [], sight(looked)
    boxes: dict[int, tuple[bool, QRectF]] = {}  # is it drawn, or does it cut off; and where

    def box_of(node: Node) -> tuple[bool, QRectF]:
        if id(node) not in boxes:
            is_box = node.item.clip() or node.item.inherits("QQuickRectangle")
            boxes[id(node)] = is_box, whole(node.item).adjusted(-1, -1, 1, 1)
        return boxes[id(node)]

    for item, place, node in seen.texts:
        kind = seen.types[node.number]
        if kind.cut:
            found.append(f"{name_of(item)} is cut off")
        if kind.width > item.width() + 1 or kind.height > item.height() + 1:
            found.append(f"{name_of(item)} is larger than its place")
        above, nearest = node.above, True
        while above is not None:
            is_box, bounds = box_of(above)
            # A plain Item may have no size of its own; what is drawn, or cuts off, or holds the text itself, has.
            if (is_box or nearest) and bounds.width() > 2 and bounds.height() > 2 and not bounds.contains(place):
                found.append(f"{name_of(item)} sticks out of {name_of(above.item)}")
                break
            above, nearest = above.above, False
    return found


def overlaps(looked: Looked) -> list[str]:
    """Two texts, two tappable items, or one of each, that lie over each other and do not belong together."""
    found, view = [], sight(looked)
    seen = [*view.texts, *view.tappables]
    if not seen:
        return []
    corners = edges(seen)
    one, other = corners[:, None], corners[None, :]
    common = np.minimum(one[..., 2:], other[..., 2:]) - np.maximum(one[..., :2], other[..., :2])
    near = np.triu((common > 1 - HAIR).all(axis=2), k=1)
    for first, second in zip(*map(np.ndarray.tolist, np.nonzero(near)), strict=True):
        found += overlap(seen[first], seen[second])
    return found


def overlap(one: Seen, other: Seen) -> list[str]:
    common = one.place.intersected(other.place)
    if common.width() <= 1 or common.height() <= 1:
        return []  # a pixel of touch is rounding
    if one.node is other.node or one.node.holds(other.node) or other.node.holds(one.node):
        return []
    return [f"{name_of(one.item)} and {name_of(other.item)} overlap"]


def contrast(looked: Looked) -> list[str]:
    """Texts that are hard to read on what is really painted behind them."""
    view = sight(looked)
    seen = view.texts
    if not seen:
        return []
    strengths = [thing.item.opacity() for thing in seen]
    for thing in seen:
        thing.item.setOpacity(0)
    behind = view.root.window().grabWindow()
    for thing, strength in zip(seen, strengths, strict=True):
        thing.item.setOpacity(strength)
    inks = [QColor(thing.item.property("color")) for thing in seen]
    grounds = grounds_of(behind, [thing.place for thing in seen])
    found = []
    strengths = [thing.node.opacity for thing in seen]
    for thing, measured in zip(seen, worst_contrasts(inks, strengths, grounds), strict=True):
        wanted = wanted_contrast(thing.item, view.scale)
        if measured < wanted:
            found.append(f"{name_of(thing.item)} has a contrast of {measured:.1f} to 1, less than {wanted}")
    return found


def wanted_contrast(item: QQuickItem, scale: float) -> float:
    font = QFont(item.property("font"))
    size = font.pixelSize() / scale
    large = size >= 24 or (size >= 19 and font.weight() >= QFont.Weight.Bold)
    return CONTRAST_MIN_LARGE if large else CONTRAST_MIN


GRID = (24, 8)  # points across and down at which the ground of a text is looked at


def grounds_of(behind: QImage, places: Sequence[QRectF]) -> Numbers:
    """The colours at a grid of points behind each place: places x points x red, green, blue from 0 to 1."""
    plain, ratio = behind.convertToFormat(QImage.Format.Format_RGB32), behind.devicePixelRatio()
    pixels = np.frombuffer(plain.constBits(), dtype=np.uint8).reshape(plain.height(), plain.bytesPerLine() // 4, 4)
    areas = [
        QRectF(place.topLeft() * ratio, place.size() * ratio).toRect().intersected(plain.rect()) for place in places
    ]
    left, top, width, height = np.array([area.getRect() for area in areas]).T[..., None]
    across = left + width * np.arange(GRID[0]) // GRID[0]
    down = top + height * np.arange(GRID[1]) // GRID[1]
    found = pixels[down[:, :, None], across[:, None, :]].reshape(len(places), -1, 4)
    colours: Numbers = found[..., 2::-1] / 255.0  # in memory: blue, green, red
    return colours


def worst_contrasts(inks: Sequence[QColor], strengths: Sequence[float], grounds: Numbers) -> list[float]:
    """Of each text with its ground, without the worst twentieth of the points: a hair line does no harm."""
    ink = np.array([colour.getRgbF() for colour in inks])
    strength = (np.array(strengths) * ink[:, 3])[:, None, None]
    mixed = ink[:, None, :3] * strength + grounds * (1 - strength)
    over, under = luminance(mixed), luminance(grounds)
    ratios = (np.maximum(over, under) + 0.05) / (np.minimum(over, under) + 0.05)
    ratios.sort(axis=1)
    return [float(row[len(row) // 20]) for row in ratios]


def luminance(colours: Numbers) -> Numbers:
    """As WCAG 2 defines it."""
    linear = np.where(colours <= 0.03928, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    weighed: Numbers = linear @ np.array([0.2126, 0.7152, 0.0722])
    return weighed


def small_targets(looked: Looked) -> list[str]:
    """Items too small for a finger."""
    seen = sight(looked)
    least = TARGET_MIN * seen.scale - 1
    return [
        f"{name_of(item)} is only {place.width():.0f} by {place.height():.0f} px for a finger"
        for item, place, _node in seen.tappables
        if place.width() < least or place.height() < least
    ]


def small_texts(looked: Looked) -> list[str]:
    """Texts that were set, or have shrunk to fit, below what can be read."""
    seen = sight(looked)
    least = max(TEXT_MIN_PX, int(seen.least * seen.scale))
    sizes = [(item, seen.types[node.number].size) for item, _place, node in seen.texts]
    return [f"{name_of(item)} is only {size} px high" for item, size in sizes if size < least]


CHECKS = (overflows, overlaps, contrast, small_targets, small_texts)


def flaws(root: QQuickItem, notice: str = "") -> list[str]:
    """All checks; with a notice, of all that it leaves to be seen."""
    seen = Sight(root, notice)
    return [flaw for check in CHECKS for flaw in check(seen)]
