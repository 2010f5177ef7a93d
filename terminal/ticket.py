"""The ticket for credit that was cashed out, as a page for a printer. No screen shows it: its number is money.

Knows paper, bars and texts that are handed in; must never know whether the ticket is good: that is the console's.
The bar code is Interleaved 2 of 5, as the readers of the trade expect it for 18 digits.
"""

import os
from pathlib import Path
from typing import Final

from msgspec import Struct
from PySide6.QtCore import QBuffer, QMarginsF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPageSize, QPainter, QPdfWriter, QPen

from looks.fonts import FAMILY

WIDTH: Final = 1560  # tenths of a millimetre: 156 x 65.4 mm, the size of tickets in the trade
HEIGHT: Final = 654
# Five elements for a digit, of which two are wide.
_PATTERNS: Final = "nnwwn wnnnw nwnnw wwnnn nnwnw wnwnn nwwnn nnnww wnnwn nwnwn".split()  # of 0 to 9
WIDE: Final = {str(digit): pattern for digit, pattern in enumerate(_PATTERNS)}
START: Final = "nnnn"
STOP: Final = "wnn"
RATIO: Final = 3  # a wide element to a narrow one


class Ticket(Struct, frozen=True):
    """What is printed. Texts are finished; what a cashier must read is in English and in the Player's language."""

    number: str
    amount: str
    currency: str
    table: str
    terminal: str
    printed: str = ""  # local date and time
    heading: str = "Cash-out ticket"
    where: str = "Cashier or any terminal of this table"
    family: str = FAMILY
    house: str = ""  # the establishment
    address: str = ""
    serial: str = ""  # of the ticket, at this table: its name
    in_words: str = ""  # the amount
    until: str = ""  # how long it is good
    duplicate: str = ""  # said where it is printed again: the first paper may lie somewhere all the same
    training: str = ""  # said where no money is real: nobody takes it for any


def bar_widths(digits: str) -> list[int]:
    """Widths of bars and spaces in turn, beginning with a bar. Digits in pairs: one in the bars, one in the spaces."""
    if len(digits) % 2 or not (digits.isascii() and digits.isdecimal()):
        raise ValueError(f"{digits!r} is no even number of digits")
    elements = START
    for bars, spaces in zip(digits[::2], digits[1::2], strict=True):
        elements += "".join(bar + space for bar, space in zip(WIDE[bars], WIDE[spaces], strict=True))
    return [RATIO if element == "w" else 1 for element in elements + STOP]


def grouped(number: str) -> str:
    """As the trade prints it, and people read it aloud: 00-1234-5678-9012-3456."""
    return "-".join([number[:2], *(number[start : start + 4] for start in range(2, len(number), 4))])


def masked(number: str) -> str:
    """As a screen shows it while it can be paid: the last four digits."""
    return f"…{number[-4:]}"


def paint(painter: QPainter, ticket: Ticket) -> None:
    """On a sheet of WIDTH by HEIGHT."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(QRectF(0, 0, WIDTH, HEIGHT), QColor("#fffdf6"))
    painter.setPen(QPen(QColor("#c9a24b"), 6))
    painter.drawRoundedRect(QRectF(14, 14, WIDTH - 28, HEIGHT - 28), 18, 18)
    house = "   ·   ".join(part for part in (ticket.house, ticket.address) if part)
    serial = f"TICKET # {ticket.serial}" if ticket.serial else ""
    machine = f"MACHINE # {ticket.terminal}"
    place = "   ·   ".join(part for part in (ticket.printed, serial, ticket.table, machine) if part)
    number = grouped(ticket.number)
    heading = "   ·   ".join(part for part in (ticket.heading, ticket.duplicate, ticket.training) if part)
    lines = (
        (28, 46, house, 36, True),
        (76, 60, heading, 46, True),
        (318, 50, f"VALIDATION  {number}", 42, True),
        (370, 40, place, 30, False),
        (412, 40, ticket.in_words, 32, True),
        (448, 112, f"{ticket.currency} {ticket.amount}", 92, True),
        (562, 38, ticket.until, 30, True),
        (596, 36, ticket.where, 28, False),
    )
    for top, height, text, size, bold in lines:
        _text(painter, QRectF(130, top, WIDTH - 190, height), text, _font(ticket.family, size, bold=bold))
    # On the leading edge, where a reader that jams leaves it to be seen.
    painter.save()
    painter.translate(108, HEIGHT)
    painter.rotate(-90)
    _text(painter, QRectF(40, -70, HEIGHT - 80, 60), number, _font(ticket.family, 40, bold=True))
    painter.restore()
    _paint_bars(painter, ticket.number, QRectF(250, 142, WIDTH - 430, 170))


def _font(family: str, size: int, *, bold: bool) -> QFont:
    font = QFont(family)
    font.setPixelSize(size)
    font.setWeight(QFont.Weight.Bold if bold else QFont.Weight.Normal)
    return font


def _text(painter: QPainter, box: QRectF, text: str, font: QFont) -> None:
    """Set smaller rather than cut off: on a ticket every word and figure counts."""
    wide = QFontMetricsF(font).horizontalAdvance(text)
    if wide > box.width():
        font.setPixelSize(int(font.pixelSize() * box.width() / wide))
    painter.setFont(font)
    painter.setPen(QColor("#15181c"))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


def _paint_bars(painter: QPainter, digits: str, box: QRectF) -> None:
    widths = bar_widths(digits)
    unit = box.width() / sum(widths)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=False)
    place = box.left()
    for element, width in enumerate(widths):
        if element % 2 == 0:
            painter.fillRect(QRectF(place, box.top(), width * unit, box.height()), QColor("black"))
        place += width * unit
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, on=True)


def write_pdf(ticket: Ticket, path: Path) -> None:
    """One page of the ticket's own size. Whole or not at all, also if the power goes: half a ticket is no ticket."""
    sheet = QBuffer()
    sheet.open(QBuffer.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(sheet)
    writer.setPageSize(QPageSize(QSizeF(WIDTH / 10, HEIGHT / 10), QPageSize.Unit.Millimeter, "ticket"))
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle("Ticket")
    painter = QPainter(writer)
    painter.scale(writer.width() / WIDTH, writer.height() / HEIGHT)
    paint(painter, ticket)
    painter.end()
    half = path.with_suffix(".part")
    half.unlink(missing_ok=True)
    # Never through a link, never into a file of somebody else's: whoever reads it can have the money.
    new = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with os.fdopen(new, "wb") as file:
        os.fchmod(new, 0o600)
        file.write(sheet.data().data())
        file.flush()
        os.fsync(file.fileno())
    half.rename(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
