"""Card faces, the back, and the chips, drawn by ourselves as paths: sharp at any size, and nobody else's art.

Knows shapes and colours; must never know which card was dealt, nor who may see it. Everything here is a pure function
from a name to a painting, so the same name always gives the same picture.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QGradient,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QRadialGradient,
    QTransform,
)

from games.cards import PICTURES, RED, Card, Rank, Suit
from looks.fonts import FAMILY

# A card is drawn on a sheet of 500 by 700 and scaled to whatever size is wanted.
WIDTH: Final = 500
HEIGHT: Final = 700
CORNER: Final = 34
# A fan of cards is one picture of its own.
FAN_WIDTH: Final = 1_000
FAN_HEIGHT: Final = 452
FAN_PIVOT: Final = 1_070  # under the sheet, where the hand would be
FAN_SCALE: Final = 0.5  # of a card on that sheet
FAN_STEP: Final = 8.5  # degrees between two cards

INK_RED: Final = QColor("#c8102e")
INK_BLACK: Final = QColor("#15181c")
PAPER: Final = QColor("#fffefa")
GOLD: Final = QColor("#c9a24b")
GOLD_DARK: Final = QColor("#8a6a22")

# Pips: two columns and a middle one; rows as on every deck, so that a squeezed edge reads as Players expect it.
LEFT, MIDDLE, RIGHT = 168, 250, 332
_TOP, _BOTTOM = 138, 562
_THIRD = (_BOTTOM - _TOP) / 3
_SIDES_2: Final[list[tuple[float, float]]] = [(LEFT, _TOP), (RIGHT, _TOP), (LEFT, _BOTTOM), (RIGHT, _BOTTOM)]
_SIDES_3: Final[list[tuple[float, float]]] = [*_SIDES_2, (LEFT, 350), (RIGHT, 350)]
_SIDES_4: Final[list[tuple[float, float]]] = [
    *_SIDES_2,
    *((x, y) for x in (LEFT, RIGHT) for y in (_TOP + _THIRD, _BOTTOM - _THIRD)),
]
PIPS: Final[dict[Rank, list[tuple[float, float]]]] = {
    Rank.TWO: [(MIDDLE, _TOP), (MIDDLE, _BOTTOM)],
    Rank.THREE: [(MIDDLE, _TOP), (MIDDLE, 350), (MIDDLE, _BOTTOM)],
    Rank.FOUR: _SIDES_2,
    Rank.FIVE: [*_SIDES_2, (MIDDLE, 350)],
    Rank.SIX: _SIDES_3,
    Rank.SEVEN: [*_SIDES_3, (MIDDLE, (_TOP + 350) / 2)],
    Rank.EIGHT: [*_SIDES_3, (MIDDLE, (_TOP + 350) / 2), (MIDDLE, (_BOTTOM + 350) / 2)],
    Rank.NINE: [*_SIDES_4, (MIDDLE, 350)],
    Rank.TEN: [*_SIDES_4, (MIDDLE, _TOP + _THIRD / 2), (MIDDLE, _BOTTOM - _THIRD / 2)],
}

PIP, PIP_LARGE = 86, 98  # few are larger: they are counted across the room

# Each denomination has a body and the colour of its edge spots. Neighbours differ in lightness, not in hue alone.
CHIP_TONES: Final = (
    ("#e9e4d8", "#2d5d8f"),
    ("#c01f33", "#fff4e6"),
    ("#15784a", "#fff4e6"),
    ("#1b1f27", "#f2e6c4"),
    ("#6a2c9c", "#fff4e6"),
    ("#e0a526", "#3b2506"),
    ("#0f5fa8", "#ffe9a8"),
    ("#7b3f1d", "#ffe2b8"),
    ("#d9d9de", "#9b1d6f"),
    ("#0a7a80", "#ffd36b"),
)


@cache  # joining paths is the dear part of painting a card
def suit_path(suit: Suit) -> QPainterPath:
    """The suit's sign in a box of 1000 by 1000 around the origin. So large because Qt joins paths as polygons that are
    fine enough for their own size, and a club of size 1 would have corners.
    """
    path = QPainterPath()
    match suit:
        case Suit.HEARTS:
            return _heart()
        case Suit.DIAMONDS:
            path.moveTo(0, -500)
            for x, y in ((390, 0), (0, 500), (-390, 0), (0, -500)):
                start = path.currentPosition()
                # A little hollow on each side: a plain rhomb looks like a road sign.
                path.quadTo((start.x() + x) * 0.45, (start.y() + y) * 0.45, x, y)
            return path
        case Suit.SPADES:
            return QTransform.fromScale(1, -0.84).map(_heart()).translated(0, -100).united(_stem())
        case Suit.CLUBS:
            path.setFillRule(Qt.FillRule.WindingFill)
            for x, y in ((0, -270), (-250, 70), (250, 70)):
                path.addEllipse(QPointF(x, y), 230, 230)
            path.addEllipse(QPointF(0, -30), 130, 130)
            return path.united(_stem())


def _heart() -> QPainterPath:
    path = QPainterPath(QPointF(0, 500))
    path.cubicTo(-100, 300, -470, 100, -470, -200)
    path.cubicTo(-470, -380, -360, -480, -240, -480)
    path.cubicTo(-120, -480, -30, -390, 0, -270)
    path.cubicTo(30, -390, 120, -480, 240, -480)
    path.cubicTo(360, -480, 470, -380, 470, -200)
    path.cubicTo(470, 100, 100, 300, 0, 500)
    return path


def _stem() -> QPainterPath:
    path = QPainterPath(QPointF(-30, 0))
    path.quadTo(-30, 380, -200, 500)
    path.lineTo(200, 500)
    path.quadTo(30, 380, 30, 0)
    path.closeSubpath()
    return path


def _shaded(gradient: QGradient, *colours: QColor | str) -> QBrush:
    """From the first colour to the last, in equal steps."""
    for place, colour in enumerate(colours):
        gradient.setColorAt(place / (len(colours) - 1), QColor(colour))
    return QBrush(gradient)


@contextmanager
def _moved(painter: QPainter, x: float = 0, y: float = 0, *, turn: float = 0) -> Iterator[None]:
    """As if the origin were there; afterwards the painter is as it was before."""
    painter.save()
    painter.translate(x, y)
    painter.rotate(turn)
    yield
    painter.restore()


def ink(card: Card) -> QColor:
    return INK_RED if card.suit in RED else INK_BLACK


def paint_card(painter: QPainter, card: Card, *, index: bool = True) -> None:
    """A face on the sheet of 500 by 700. Without the index it is the face that a squeeze shows: pips alone, as
    under the thumbs of a Player who hides the corners.
    """
    _paint_paper(painter)
    if card.rank in PICTURES:
        _paint_court(painter, card)
    elif card.rank is Rank.ACE:
        _paint_sign(painter, card.suit, 250, 350, 215)
    else:
        for x, y in PIPS[card.rank]:
            _paint_sign(painter, card.suit, x, y, PIP_LARGE if len(PIPS[card.rank]) < 7 else PIP, upside_down=y > 350)
    if index:
        rank = "10" if card.rank is Rank.TEN else card.rank.value
        for turn in (0, 180):
            with _moved(painter, WIDTH / 2, HEIGHT / 2, turn=turn):
                painter.translate(-WIDTH / 2, -HEIGHT / 2)
                _paint_letters(painter, rank, QRectF(16, 22, 84, 100), ink(card))
                _paint_sign(painter, card.suit, 58, 168, 66)


def _paint_paper(painter: QPainter) -> None:
    painter.setPen(QPen(QColor("#b9b4a6"), 3))
    painter.setBrush(_shaded(QLinearGradient(0, 0, WIDTH, HEIGHT), PAPER, "#f1eee4"))
    painter.drawRoundedRect(QRectF(1.5, 1.5, WIDTH - 3, HEIGHT - 3), CORNER, CORNER)


def _paint_sign(painter: QPainter, suit: Suit, x: float, y: float, size: float, *, upside_down: bool = False) -> None:
    with _moved(painter, x, y):
        painter.scale(size / 1000, (-size if upside_down else size) / 1000)
        painter.fillPath(suit_path(suit), INK_RED if suit in RED else INK_BLACK)


def _paint_letters(painter: QPainter, text: str, box: QRectF, colour: QColor) -> None:
    """Text as a path, as high as the box, and made narrower only if it would be wider than it."""
    font = QFont(FAMILY)
    font.setPixelSize(200)  # a path has no pixels: any size will do, since it is scaled below
    font.setWeight(QFont.Weight.Bold)
    path = QPainterPath()
    path.addText(0, 0, font, text)
    bounds = path.boundingRect()
    height = box.height() / bounds.height()
    width = min(height, box.width() / bounds.width())
    with _moved(painter, box.center().x(), box.center().y()):
        painter.scale(width, height)
        painter.translate(-bounds.center())
        painter.fillPath(path, colour)


def _paint_court(painter: QPainter, card: Card) -> None:
    """Our own court: a framed panel, the emblem of the rank over the sign of the suit, twice, head to head."""
    frame = QRectF(126, 50, 248, 600)
    tints = ("#fbeeee", "#f6d9d6", "#fbeeee") if card.suit in RED else ("#eef1f6", "#d5dde9", "#eef1f6")
    painter.setPen(QPen(GOLD_DARK, 4))
    painter.setBrush(_shaded(QLinearGradient(frame.topLeft(), frame.bottomRight()), *tints))
    painter.drawRoundedRect(frame, 14, 14)
    inner = frame.adjusted(9, 9, -9, -9)
    painter.setPen(QPen(GOLD, 2.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(inner, 9, 9)
    with _moved(painter):
        painter.setClipRect(inner)
        painter.setPen(QPen(QColor(201, 162, 75, 95), 1.6))
        for offset in range(-700, 800, 30):
            painter.drawLine(QPointF(offset, 0), QPointF(offset + 700, 700))
            painter.drawLine(QPointF(offset, 700), QPointF(offset + 700, 0))
    seam = QPen(GOLD_DARK, 3.5, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
    for turn in (0, 180):
        with _moved(painter, WIDTH / 2, HEIGHT / 2, turn=turn):
            with _moved(painter, 0, -188):
                painter.setPen(seam)
                _paint_emblem(painter, card.rank, ink(card))
            _paint_sign(painter, card.suit, 0, -82, 118)
    # The sash between the two halves.
    painter.setPen(QPen(GOLD_DARK, 3))
    painter.setBrush(_shaded(QLinearGradient(136, 0, 364, 0), GOLD_DARK, "#f0d68c", GOLD_DARK))
    painter.drawPolygon([QPointF(135, 365), QPointF(365, 321), QPointF(365, 335), QPointF(135, 379)])


def _paint_emblem(painter: QPainter, rank: Rank, jewel: QColor) -> None:
    """King: a crown with points. Queen: a coronet with arches and pearls. Jack: a cap with a plume."""
    metal = _shaded(QLinearGradient(-80, -50, 80, 40), "#f6e2a4", "#d9b24f", "#a97f2c")
    painter.setBrush(metal)
    path = QPainterPath()
    if rank is Rank.KING:
        points = ((-80, -34), (-48, 2), (-40, -50), (-18, -4), (0, -66), (18, -4), (40, -50), (48, 2), (80, -34))
        path.moveTo(-62, 34)
        for x, y in points:
            path.lineTo(x, y)
        path.lineTo(62, 34)
        path.closeSubpath()
        painter.drawPath(path)
        painter.setBrush(jewel)
        for x, y in points[::2]:
            painter.drawEllipse(QPointF(x, y - 4), 8, 8)
    elif rank is Rank.QUEEN:
        path.moveTo(-62, 34)
        path.lineTo(-76, -22)
        for x in (-76, -38, 0, 38):
            path.cubicTo(x + 4, 14, x + 34, 14, x + 38, -22 if x == 38 else (-46 if x == -38 else -36))
        path.lineTo(62, 34)
        path.closeSubpath()
        painter.drawPath(path)
        painter.setBrush(QColor("#fffdf4"))
        for x, y in ((-76, -28), (-38, -42), (0, -52), (38, -42), (76, -28)):
            painter.drawEllipse(QPointF(x, y), 9, 9)
    else:
        feather = QPainterPath(QPointF(18, 14))
        feather.cubicTo(96, 6, 104, -52, 70, -78)
        feather.cubicTo(78, -44, 56, -30, 30, -24)
        feather.cubicTo(20, -12, 14, 0, 18, 14)
        painter.setBrush(jewel)
        painter.drawPath(feather)
        painter.setBrush(metal)
        path.moveTo(-66, 18)
        path.cubicTo(-70, -46, -8, -70, 22, -48)
        path.cubicTo(44, -32, 50, -8, 54, 18)
        path.closeSubpath()
        painter.drawPath(path)
    painter.setBrush(metal)
    painter.drawRoundedRect(QRectF(-66, 18, 132, 26), 8, 8)
    painter.setBrush(jewel)
    for x in (-40, 0, 40):
        painter.drawEllipse(QPointF(x, 31), 6, 6)


def paint_back(painter: QPainter) -> None:
    """Our back: the same either way up, so that it tells nobody how the card lies."""
    _paint_paper(painter)
    field = QRectF(24, 24, WIDTH - 48, HEIGHT - 48)
    painter.setPen(QPen(GOLD_DARK, 3))
    painter.setBrush(_shaded(QRadialGradient(QPointF(250, 350), 420), "#a3152c", "#5e0b1a"))
    painter.drawRoundedRect(field, 20, 20)
    clip = QPainterPath()
    clip.addRoundedRect(field.adjusted(16, 16, -16, -16), 12, 12)
    with _moved(painter):
        painter.setClipPath(clip)
        painter.setPen(QPen(QColor(233, 196, 106, 150), 2.2))
        for offset in range(-750, 800, 50):
            painter.drawLine(QPointF(250 + offset, 0), QPointF(950 + offset, 700))
            painter.drawLine(QPointF(250 + offset, 700), QPointF(950 + offset, 0))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(240, 214, 140, 210))
        for row in range(29):
            for column in range(row % 2, 21, 2):
                painter.drawEllipse(QPointF(250 + (column - 10) * 25, 350 + (row - 14) * 25), 3.4, 3.4)
    painter.setPen(QPen(QColor("#e9c46a"), 3))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(field.adjusted(16, 16, -16, -16), 12, 12)
    painter.setBrush(QColor("#7a0f22"))
    painter.drawEllipse(QPointF(250, 350), 104, 104)
    painter.setPen(QPen(QColor("#e9c46a"), 2))
    painter.drawEllipse(QPointF(250, 350), 92, 92)
    for number, suit in enumerate((Suit.SPADES, Suit.DIAMONDS, Suit.SPADES, Suit.DIAMONDS)):
        with _moved(painter, 250, 350, turn=90 * number):
            painter.translate(0, -50)
            painter.scale(0.052, 0.052)
            painter.fillPath(suit_path(suit), QColor("#f0d68c"))


def paint_fan(painter: QPainter, cards: Sequence[Card]) -> None:
    """Cards held like a fan, on a sheet of FAN_WIDTH by FAN_HEIGHT. One picture, because items that are turned have
    jagged edges with the software renderer.
    """
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    for place, card in enumerate(cards):
        with _moved(painter, FAN_WIDTH / 2, FAN_PIVOT, turn=(place - (len(cards) - 1) / 2) * FAN_STEP):
            painter.translate(-WIDTH * FAN_SCALE / 2, 20 - FAN_PIVOT)
            painter.scale(FAN_SCALE, FAN_SCALE)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(0, 0, 0, 8))
            for inset in range(-24, 0, 2):  # a shadow of faint frames, as everywhere
                painter.drawRoundedRect(QRectF(inset, inset + 12, WIDTH - 2 * inset, HEIGHT - 2 * inset), 50, 50)
            paint_card(painter, card)


def paint_chip(painter: QPainter, tone: int) -> None:
    """A chip from above on a sheet of 200 by 200; its value is set over it as text."""
    body, spots = (QColor(colour) for colour in CHIP_TONES[tone])
    middle = QPointF(100, 100)
    painter.setPen(QPen(body.darker(190), 2.5))
    painter.setBrush(_shaded(QRadialGradient(QPointF(78, 64), 150), body.lighter(128), body.darker(135)))
    painter.drawEllipse(middle, 97, 97)
    ring = QPainterPath()
    ring.addEllipse(middle, 95.5, 95.5)
    hole = QPainterPath()
    hole.addEllipse(middle, 74, 74)
    ring = ring.subtracted(hole)
    for number in range(8):
        wedge = QPainterPath(middle)
        wedge.arcTo(QRectF(0, 0, 200, 200), 45 * number - 9.5, 19)
        wedge.closeSubpath()
        painter.fillPath(ring.intersected(wedge), spots)
        small = QPainterPath()
        angle = math.radians(45 * number + 22.5)
        small.addEllipse(QPointF(100 + 85 * math.cos(angle), 100 + 85 * math.sin(angle)), 4.5, 4.5)
        painter.fillPath(small, spots)
    # The plate that carries the value is plain, so that the figures are read on one colour.
    painter.setPen(QPen(spots, 3))
    painter.setBrush(body.darker(108))
    painter.drawEllipse(middle, 71, 71)
    painter.setPen(QPen(QColor(255, 255, 255, 46), 2))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(middle, 65, 65)
