"""The pictures that QML asks for by address: `image://looks/card/9S`, `pips/9S`, `back`, `fan`, `chip/3`, `shadow`...

Each is painted at the size asked for and kept by Qt, so a card is painted once and then only moved. Must never know a
table or a Round. All addresses are loaded in the GUI thread (no `asynchronous: true`): no Python runs elsewhere.
"""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QRadialGradient
from PySide6.QtQuick import QQuickImageProvider

from games.cards import UnknownCard, parse_card
from looks import faces

FAN: Final = tuple(parse_card(card) for card in ("AS", "KH", "9D", "8C", "QS"))
SHADOW_SIDE: Final = 96  # square; Shadow.qml keeps 40 px at each side and stretches the middle


class Pictures(QQuickImageProvider):
    """Answers `image://looks/...`."""

    def __init__(self) -> None:
        super().__init__(QQuickImageProvider.ImageType.Image)

    def requestImage(self, id: str, size: QSize, requested: QSize) -> QImage:  # noqa: N802, A002
        """An unknown name gives no picture, and Qt says so loudly."""
        image = picture(id, requested)
        size.setWidth(image.width())
        size.setHeight(image.height())
        return image


def picture(name: str, wanted: QSize) -> QImage:
    kind, _, what = name.partition("/")
    match kind:
        case "card" | "pips":
            try:
                card = parse_card(what)
            except UnknownCard:
                return QImage()
            image, painter = _sheet(wanted, faces.WIDTH, faces.HEIGHT)
            faces.paint_card(painter, card, index=kind == "card")
        case "back":
            image, painter = _sheet(wanted, faces.WIDTH, faces.HEIGHT)
            faces.paint_back(painter)
        case "fan":
            image, painter = _sheet(wanted, faces.FAN_WIDTH, faces.FAN_HEIGHT)
            faces.paint_fan(painter, FAN)
        case "chip" if what.isdecimal() and int(what) < len(faces.CHIP_TONES):
            image, painter = _sheet(wanted, 200, 200)
            faces.paint_chip(painter, int(what))
        case "shadow":
            image, painter = _sheet(QSize(SHADOW_SIDE, SHADOW_SIDE), SHADOW_SIDE, SHADOW_SIDE)
            _paint_shadow(painter)
        case "felt" if QColor.isValidColorName(f"#{what}"):
            image, painter = _sheet(wanted, 1600, 900)
            _paint_felt(painter, QColor(f"#{what}"))
        case _:
            return QImage()
    painter.end()
    return image


def _sheet(wanted: QSize, width: int, height: int) -> tuple[QImage, QPainter]:
    """An empty picture of the wanted size, and a painter that works in the units of the drawing."""
    size = QSize(wanted.width() if wanted.width() > 0 else width, wanted.height() if wanted.height() > 0 else height)
    image = QImage(size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(size.width() / width, size.height() / height)
    return image, painter


def _paint_shadow(painter: QPainter) -> None:
    """Soft edges all around, made of many faint frames; the software renderer has no blur."""
    painter.setPen(Qt.PenStyle.NoPen)
    for step in range(36):
        # Fainter towards the outside, or the outermost frame would show as a line.
        painter.setBrush(QColor(0, 0, 0, 1 + step // 4))
        side = SHADOW_SIDE - 2 * (2 + step)
        painter.drawRoundedRect(QRectF(2 + step, 2 + step, side, side), 38 - step * 0.8, 38 - step * 0.8)


def _paint_felt(painter: QPainter, colour: QColor) -> None:
    """Cloth under a lamp: light in the middle, dark at the edges, and the gold arc of a table."""
    lamp = QRadialGradient(QPointF(800, 330), 1050)
    lamp.setColorAt(0, colour.lighter(128))
    lamp.setColorAt(0.45, colour)
    lamp.setColorAt(1, colour.darker(250))
    painter.fillRect(QRectF(0, 0, 1600, 900), QBrush(lamp))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for radius, width, alpha in ((1210, 2.5, 70), (1200, 1.2, 45)):
        painter.setPen(QPen(QColor(226, 190, 106, alpha), width))
        painter.drawEllipse(QPointF(800, -640), radius, radius)
