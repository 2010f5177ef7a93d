"""The five roads as pictures: RoadPainting draws one of them, RoadAsk the mark that a next result would add.

All take the results of the shoe as one line of text ("B Ppn9 T"), which QML can hand around and compare. Must never
know a card or a Bet; what the marks are and where they lie is said by games.baccarat.roads. Drawn only for
information (5.10).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, cast

from PySide6.QtCore import Property, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtQml import QmlElement
from PySide6.QtQuick import QQuickItem, QQuickPaintedItem

from games.baccarat.roads import (
    ROWS,
    Bead,
    BigRoadMark,
    Colour,
    DerivedRoad,
    Result,
    Roads,
    Side,
    parse_result,
    roads_of,
    visible_bead_plate,
    visible_big_road,
    visible_derived_road,
)
from looks.fonts import FAMILY

QML_IMPORT_NAME = "Looks"
QML_IMPORT_MAJOR_VERSION = 1

BEAD_PLATE: Final = "bead_plate"
BIG_ROAD: Final = "big_road"
DERIVED: Final = ("big_eye_boy", "small_road", "cockroach_pig")
KINDS: Final = (BEAD_PLATE, BIG_ROAD, *DERIVED)

RED: Final = QColor("#c8102e")
BLUE: Final = QColor("#0b55b8")
GREEN: Final = QColor("#0b7a3e")
PAPER: Final = QColor("#faf7ee")
LINE: Final = QColor("#d8d2c0")
INK: Final[dict[str, QColor]] = {"B": RED, "P": BLUE, "T": GREEN}
REGULAR: Final[dict[Colour, QColor]] = {"R": RED, "B": BLUE}  # of the derived roads


@lru_cache(maxsize=8)  # all roads of a screen show the same shoe
def roads_from(results: str) -> Roads:
    return roads_of(parse_result(word) for word in results.split())


class Scribe:
    """Draws marks in cells of one size. Nothing is said by colour alone: a result has its letter, and of the derived
    roads a blue mark has an eye, a bar, or slants back.
    """

    def __init__(self, painter: QPainter, cell: float, *, family: str, letters: str) -> None:
        self.painter = painter
        self.cell = cell
        self.letters = dict(zip("BPT", letters, strict=True))
        self.font = QFont(family)
        self.font.setWeight(QFont.Weight.Bold)

    def pen(self, colour: QColor, width: float) -> None:
        round_ends = (Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        self.painter.setPen(QPen(colour, max(1.0, width * self.cell), *round_ends))

    def text(self, box: QRectF, words: str, height: float, colour: QColor) -> None:
        self.font.setPixelSize(max(6, round(height * self.cell)))
        self.painter.setFont(self.font)
        self.painter.setPen(colour)
        self.painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    def ring(self, box: QRectF, colour: QColor, width: float) -> None:
        self.pen(colour, width)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        inset = self.cell * (0.07 + width / 2)
        self.painter.drawEllipse(box.adjusted(inset, inset, -inset, -inset))

    def disc(self, box: QRectF, colour: QColor, inset: float = 0.1) -> None:
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(colour)
        edge = self.cell * inset
        self.painter.drawEllipse(box.adjusted(edge, edge, -edge, -edge))

    def bar(self, box: QRectF, colour: QColor) -> None:
        width, height = self.cell * 0.46, max(1.5, self.cell * 0.15)
        self.painter.fillRect(
            QRectF(box.center().x() - width / 2, box.center().y() - height / 2, width, height), colour
        )

    def slash(self, box: QRectF, colour: QColor, width: float, *, back: bool = False) -> None:
        self.pen(colour, width)
        inset = self.cell * 0.16
        inner = box.adjusted(inset, inset, -inset, -inset)
        if back:
            self.painter.drawLine(inner.topLeft(), inner.bottomRight())
        else:
            self.painter.drawLine(inner.bottomLeft(), inner.topRight())

    def pairs(self, box: QRectF, *, banker: bool, player: bool) -> None:
        """Banker Pair: a red dot upper left. Player Pair: a blue dot lower right. The place says it without colour."""
        radius = self.cell * 0.125
        self.painter.setPen(QPen(PAPER, max(1.0, 0.03 * self.cell)))
        if banker:
            self.painter.setBrush(RED)
            self.painter.drawEllipse(box.topLeft() + QPointF(1.35 * radius, 1.35 * radius), radius, radius)
        if player:
            self.painter.setBrush(BLUE)
            self.painter.drawEllipse(box.bottomRight() - QPointF(1.35 * radius, 1.35 * radius), radius, radius)

    def bead(self, box: QRectF, bead: Bead) -> None:
        outcome = bead.result.outcome
        self.disc(box, INK[outcome])
        self.text(box, self.letters[outcome], 0.56, QColor("white"))
        self.pairs(box, banker=bead.result.banker_pair, player=bead.result.player_pair)

    def big_road_mark(self, box: QRectF, mark: BigRoadMark) -> None:
        self.ring(box, INK[mark.outcome], 0.1)
        self.text(box, self.letters[mark.outcome], 0.5, INK[mark.outcome])
        self.ties(box, mark.ties)
        self.pairs(box, banker=mark.banker_pair, player=mark.player_pair)

    def ties(self, box: QRectF, count: int) -> None:
        """A green slash; more than one Tie is counted in the corner where the slash ends."""
        if count:
            self.slash(box, GREEN, 0.09)
        if count > 1:
            side = self.cell * 0.46
            corner = QRectF(box.right() - side, box.top(), side, side)
            self.painter.fillRect(corner, PAPER)
            self.text(corner, str(count), 0.5, GREEN)

    def derived_mark(self, box: QRectF, kind: str, colour: Colour) -> None:
        ink, blue = REGULAR[colour], colour == "B"
        match kind:
            case "big_eye_boy":
                self.ring(box, ink, 0.15)
                if blue:
                    self.disc(box, ink, 0.37)
            case "small_road":
                self.disc(box, ink)
                if blue:
                    self.bar(box, PAPER)
            case _:
                self.slash(box, ink, 0.18, back=blue)


def _text(name: str, changed: Signal, allowed: Sequence[str] = ()) -> Property:
    """A property of a shoe that is kept as it comes, and is one of these if any are named."""

    def write(shoe: "_Shoe", text: str) -> None:
        if allowed and text not in allowed:
            raise ValueError(f"{text!r} is none of {allowed}")
        setattr(shoe, name, text)
        shoe.tell()

    return Property(str, lambda shoe: getattr(shoe, name), write, notify=changed)


class _Shoe(QQuickPaintedItem):
    """What both paintings share: the results, and how to write them. Results are read when they are set, in the GUI
    thread; `paint`, which may run in the render thread, only draws what is there.
    """

    changed = Signal()

    def __init__(self, parent: QQuickItem | None = None) -> None:
        super().__init__(parent)
        self._kind = BIG_ROAD
        self._results = ""
        self._side = ""
        self._letters = "BPT"
        self._family = FAMILY
        self._roads = Roads()
        self.widthChanged.connect(self.update)
        self.heightChanged.connect(self.update)

    def tell(self) -> None:
        self.changed.emit()
        self.update()

    def _get_results(self) -> str:
        return self._results

    def _set_results(self, results: str) -> None:
        if results != self._results:
            self._roads = roads_from(results)
            self._results = results
            self.tell()

    kind = _text("_kind", changed, KINDS)
    results = Property(str, _get_results, _set_results, notify=changed)
    side = _text("_side", changed, ("", "B", "P"))
    letters = _text("_letters", changed)
    family = _text("_family", changed)

    def scribe(self, painter: QPainter, cell: float) -> Scribe:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        return Scribe(painter, cell, family=self._family, letters=self._letters)


@QmlElement
class RoadPainting(_Shoe):
    """One road on paper. With `side` it shows, paler, what a next result of that side would add."""

    def paint(self, painter: QPainter) -> None:
        cell = int(self.height()) // ROWS
        columns = int(self.width()) // max(cell, 1)
        if cell < 4 or columns < 1:
            return  # not laid out yet
        left, top = (int(self.width()) - columns * cell) // 2, (int(self.height()) - ROWS * cell) // 2
        painter.fillRect(QRectF(0, 0, self.width(), self.height()), PAPER)
        painter.translate(left, top)
        self._rule(painter, cell, columns)
        before = self._roads
        roads = before.then(Result(cast("Side", self._side))) if self._side else before
        scribe = self.scribe(painter, cell)
        match self._kind:
            case "bead_plate":
                beads = visible_bead_plate(roads, columns=columns)
                for bead in beads.marks:
                    new = bead is roads.bead_plate[-1]
                    scribe.bead(
                        self._box(painter, cell, bead.drawn.column - beads.hidden, bead.drawn.row, new=new), bead
                    )
            case "big_road":
                rings = visible_big_road(roads, columns=columns)
                if roads.leading_ties:
                    scribe.ties(QRectF(0, 0, cell, cell), roads.leading_ties)
                for ring in rings.marks:
                    new = ring is roads.big_road[-1]
                    box = self._box(painter, cell, ring.drawn.column - rings.hidden, ring.drawn.row, new=new)
                    scribe.big_road_mark(box, ring)
            case kind:
                road: DerivedRoad = getattr(roads, kind)
                added = len(road.marks) > len(getattr(before, kind).marks)
                marks = visible_derived_road(road, columns=columns)
                for mark in marks.marks:
                    new = mark is road.marks[-1] and (added or not self._side)
                    box = self._box(painter, cell, mark.drawn.column - marks.hidden, mark.drawn.row, new=new)
                    scribe.derived_mark(box, kind, mark.colour)
        painter.setOpacity(1)

    def _rule(self, painter: QPainter, cell: int, columns: int) -> None:
        # Whole pixels and no smoothing: every line of the grid has the same weight.
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
        painter.setPen(QPen(LINE, 1))
        for column in range(columns + 1):
            painter.drawLine(column * cell, 0, column * cell, ROWS * cell)
        for row in range(ROWS + 1):
            painter.drawLine(0, row * cell, columns * cell, row * cell)

    def _box(self, painter: QPainter, cell: int, column: int, row: int, *, new: bool) -> QRectF:
        """The cell's place. The newest mark lies on a tinted cell, and pale if it is only asked for."""
        box = QRectF((column - 1) * cell, (row - 1) * cell, cell, cell)
        painter.setOpacity(1)
        if new:
            painter.fillRect(box.adjusted(1, 1, 0, 0), QColor("#f6e3a1"))
            painter.setOpacity(0.55 if self._side else 1)
        return box.adjusted(0.5, 0.5, 0.5, 0.5)


@QmlElement
class RoadAsk(_Shoe):
    """The mark that one more result of `side` would add to the derived road `kind`; blank where it would add none."""

    def paint(self, painter: QPainter) -> None:
        cell = min(self.width(), self.height())
        colour: Colour | None = getattr(
            self._roads.ask_banker if self._side == "B" else self._roads.ask_player, self._kind
        )
        if colour is not None:
            box = QRectF((self.width() - cell) / 2, (self.height() - cell) / 2, cell, cell)
            self.scribe(painter, cell).derived_mark(box, self._kind, colour)


@QmlElement
class RoadCounts(QObject):
    """The counts of the strip beside the roads; -1 where a figure is not known."""

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._results = ""
        self._counts = Roads().statistics

    def _get_results(self) -> str:
        return self._results

    def _set_results(self, results: str) -> None:
        if results != self._results:
            self._counts = roads_from(results).statistics
            self._results = results
            self.changed.emit()

    results = Property(str, _get_results, _set_results, notify=changed)
    rounds = Property(int, lambda self: self._counts.rounds, notify=changed)
    banker = Property(int, lambda self: self._counts.banker, notify=changed)
    player = Property(int, lambda self: self._counts.player, notify=changed)
    tie = Property(int, lambda self: self._counts.tie, notify=changed)
    bankerPairs = Property(int, lambda self: self._counts.banker_pairs, notify=changed)  # noqa: N815
    playerPairs = Property(int, lambda self: self._counts.player_pairs, notify=changed)  # noqa: N815
    naturals = Property(int, lambda self: self._counts.naturals, notify=changed)
    bankerShare = Property(int, lambda self: self._share(self._counts.banker), notify=changed)  # noqa: N815
    playerShare = Property(int, lambda self: self._share(self._counts.player), notify=changed)  # noqa: N815
    tieShare = Property(int, lambda self: self._share(self._counts.tie), notify=changed)  # noqa: N815

    def _share(self, count: int) -> int:
        """In hundredths of all results, rounded; -1 before the first."""
        rounds = self._counts.rounds
        return (200 * count + rounds) // (2 * rounds) if rounds else -1

    def _get_banker_on_six(self) -> int:
        return -1 if self._counts.banker_on_six is None else self._counts.banker_on_six

    bankerOnSix = Property(int, _get_banker_on_six, notify=changed)  # noqa: N815
