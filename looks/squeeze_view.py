"""A card that lies face down and is bent up by a finger: SqueezedCard paints the back, and on the flap the pips.

The fold is the line half-way between where the finger took the card (an edge or a corner) and where it is now; what
lies beyond is mirrored over it, as paper is. The flap shows no index, as under a Player's thumbs. Knows no Round.
"""

from typing import Final

from PySide6.QtCore import Property, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPolygonF, QTransform
from PySide6.QtQml import QmlElement
from PySide6.QtQuick import QQuickItem, QQuickPaintedItem

from looks import pictures

QML_IMPORT_NAME = "Looks"
QML_IMPORT_MAJOR_VERSION = 1

CORNER: Final = 0.28  # of a side: who takes the card so near to its corner, takes the corner
BEND: Final = 0.09  # of the card's width: how far the shade of the fold reaches


def take_hold(at: QPointF, size: QRectF) -> QPointF:
    """Where the finger has the card: the nearest corner, or the nearest point of the nearest edge."""
    x, y, width, height = at.x(), at.y(), size.width(), size.height()
    left, right, top, bottom = x, width - x, y, height - y
    if min(left, right) < CORNER * width and min(top, bottom) < CORNER * height:
        return QPointF(0 if left < right else width, 0 if top < bottom else height)
    nearest = min(left, right, top, bottom)
    if nearest in (left, right):
        return QPointF(0 if left < right else width, y)
    return QPointF(x, 0 if top < bottom else height)


def pulled_to(hold: QPointF, by: QPointF, size: QRectF) -> QPointF:
    """Where the held point is after the finger has moved by so much: an edge is drawn straight inwards, a corner as the
    finger goes; nothing is drawn off the card.
    """
    inward_x = 1 if hold.x() == 0 else -1 if hold.x() == size.width() else 0
    inward_y = 1 if hold.y() == 0 else -1 if hold.y() == size.height() else 0
    x = inward_x * max(0.0, by.x() * inward_x)
    y = inward_y * max(0.0, by.y() * inward_y)
    return hold + QPointF(x, y)


def folded(hold: QPointF, finger: QPointF, size: QRectF) -> tuple[QPolygonF, QPolygonF, QTransform] | None:
    """What still lies, what is bent up, and how that is mirrored; None: nothing is."""
    drawn = finger - hold
    length = (drawn.x() ** 2 + drawn.y() ** 2) ** 0.5
    if length < 2:
        return None
    normal, middle = drawn / length, (hold + finger) / 2
    corners = [size.topLeft(), size.topRight(), size.bottomRight(), size.bottomLeft()]
    far = [QPointF.dotProduct(corner - middle, normal) for corner in corners]
    lies, lifted = QPolygonF(), QPolygonF()
    for number, (corner, distance) in enumerate(zip(corners, far, strict=True)):
        (lies if distance >= 0 else lifted).append(corner)
        then, after = corners[(number + 1) % 4], far[(number + 1) % 4]
        if (distance < 0) != (after < 0):
            crossing = corner + (then - corner) * (distance / (distance - after))
            lies.append(crossing)
            lifted.append(crossing)
    n_x, n_y, offset = normal.x(), normal.y(), 2 * QPointF.dotProduct(middle, normal)
    mirror = QTransform(
        *(1 - 2 * n_x * n_x, -2 * n_x * n_y, -2 * n_x * n_y, 1 - 2 * n_y * n_y), offset * n_x, offset * n_y
    )
    return lies, lifted, mirror


def drawn_across(hold: QPointF, finger: QPointF, size: QRectF) -> float:
    """How far the held point was drawn over the card, of the whole way there is in that direction: 1 is an edge on the
    one across, or a corner on the opposite one. The part that is bent up is no measure of that: of a corner that was
    drawn over two thirds of the card it is a quarter.
    """
    drawn = finger - hold
    way = abs(drawn.x()) * size.width() + abs(drawn.y()) * size.height()
    return QPointF.dotProduct(drawn, drawn) / way if way else 0.0


def area_of(polygon: QPolygonF) -> float:
    points = [polygon.at(place) for place in range(polygon.size())]
    turns = zip(points, [*points[1:], *points[:1]], strict=True)
    return abs(sum(one.x() * other.y() - other.x() * one.y() for one, other in turns)) / 2


@QmlElement
class SqueezedCard(QQuickPaintedItem):
    """`hold` and `finger` are points of the card, in its own pixels; the same: it lies flat."""

    changed = Signal()

    def __init__(self, parent: QQuickItem | None = None) -> None:
        super().__init__(parent)
        self._face = ""
        self._hold = QPointF()
        self._finger = QPointF()
        self.setAntialiasing(True)

    def _get_face(self) -> str:
        return self._face

    def _set_face(self, face: str) -> None:
        self._face = face
        self._tell()

    def _get_hold(self) -> QPointF:
        return self._hold

    def _set_hold(self, at: QPointF) -> None:
        """A finger has come down here: it takes the nearest edge or corner."""
        self._hold = take_hold(at, self._size())
        self._finger = self._hold
        self._tell()

    def _get_finger(self) -> QPointF:
        return self._finger

    def _set_finger(self, by: QPointF) -> None:
        """It has moved by so much since."""
        self._finger = pulled_to(self._hold, by, self._size())
        self._tell()

    def _lifted(self) -> float:
        """The part of the card that is bent up, from 0 to 1."""
        found = folded(self._hold, self._finger, self._size())
        return 0.0 if found is None else area_of(found[1]) / max(1.0, self.width() * self.height())

    def _drawn(self) -> float:
        """How far it was drawn across the card, from 0 to 1 and beyond."""
        return drawn_across(self._hold, self._finger, self._size())

    def _size(self) -> QRectF:
        return QRectF(0, 0, self.width(), self.height())

    def _tell(self) -> None:
        self.changed.emit()
        self.update()

    face = Property(str, _get_face, _set_face, notify=changed)
    hold = Property(QPointF, _get_hold, _set_hold, notify=changed)
    finger = Property(QPointF, _get_finger, _set_finger, notify=changed)
    lifted = Property(float, _lifted, notify=changed)
    drawn = Property(float, _drawn, notify=changed)

    def paint(self, painter: QPainter) -> None:
        size = self._size()
        wanted = QSize(int(size.width()), int(size.height()))
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        back = pictures.picture("back", wanted)
        found = folded(self._hold, self._finger, size)
        if found is None or not self._face:
            painter.drawImage(size, back)
            return
        lies, lifted, mirror = found
        painter.setClipPath(_path(lies))
        painter.drawImage(size, back)
        painter.setClipping(False)
        painter.setClipPath(_path(mirror.map(lifted)))
        painter.save()
        # The face is on the other side of the back: seen from here it is mirrored, and the fold mirrors it once more.
        painter.setTransform(QTransform(-1, 0, 0, 1, size.width(), 0) * mirror, combine=True)
        painter.drawImage(size, pictures.picture(f"pips/{self._face}", wanted))
        painter.restore()
        self._shade(painter, lies, mirror.map(lifted))

    def _shade(self, painter: QPainter, lies: QPolygonF, flap: QPolygonF) -> None:
        """The bend: darkest at the fold, and a shadow of the flap on the back."""
        middle, drawn = (self._hold + self._finger) / 2, self._finger - self._hold
        length = max(1.0, (drawn.x() ** 2 + drawn.y() ** 2) ** 0.5)
        towards = drawn / length * (BEND * self.width())
        bend = QLinearGradient(middle, middle + towards)
        bend.setColorAt(0, QColor(0, 0, 0, 120))
        bend.setColorAt(0.5, QColor(0, 0, 0, 30))
        bend.setColorAt(1, QColor(0, 0, 0, 0))
        painter.fillPath(_path(flap), QBrush(bend))
        painter.setClipping(False)
        painter.setPen(QPen(QColor(0, 0, 0, 90), max(1.0, self.width() / 160), Qt.PenStyle.SolidLine))
        painter.drawPolygon(flap)


def _path(polygon: QPolygonF) -> QPainterPath:
    path = QPainterPath()
    path.addPolygon(polygon)
    path.closeSubpath()
    return path
