"""`python -m tests.tools.make_card_glyphs`: the letters and figures of card faces as paths, for the pit's page.

A picture in a browser does not know the page's fonts, so the cards there (`floor/page/cards.py`) bring the outlines
along, of the same font and in the same place as on the screens (`looks/faces.py`).
"""

import os

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QGuiApplication, QPainterPath, QTransform

from floor.page.cards import GLYPHS
from games.cards import Rank
from looks.fonts import FAMILY, load_fonts

BOX = QRectF(16, 22, 84, 100)  # as `paint_card` has it


def outline(text: str) -> str:
    font = QFont(FAMILY)
    font.setPixelSize(200)
    font.setWeight(QFont.Weight.Bold)
    path = QPainterPath()
    path.addText(0, 0, font, text)
    bounds = path.boundingRect()
    height = BOX.height() / bounds.height()
    width = min(height, BOX.width() / bounds.width())
    moved = QTransform().translate(BOX.center().x(), BOX.center().y()).scale(width, height)
    placed = moved.translate(-bounds.center().x(), -bounds.center().y()).map(path)
    words, place = [], 0
    while place < placed.elementCount():
        each = placed.elementAt(place)
        point = f"{each.x:.1f} {each.y:.1f}"
        if each.isMoveTo():
            words.append(f"M{point}")
        elif each.isLineTo():
            words.append(f"L{point}")
        else:
            rest = [placed.elementAt(place + step) for step in (1, 2)]
            words.append("C" + " ".join((point, *(f"{it.x:.1f} {it.y:.1f}" for it in rest))))
            place += 2
        place += 1
    return "".join(words) + "Z"


def main() -> None:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    QGuiApplication([])
    load_fonts()
    lines = [f"{rank.value}\t{outline('10' if rank is Rank.TEN else rank.value)}" for rank in Rank]
    GLYPHS.write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
