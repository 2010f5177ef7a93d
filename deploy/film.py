"""Pictures that move: frames of one size in one file that every browser plays (PNG with the chunks of APNG).

Knows pixels and chunks, and nothing of what is on them. Small files: all frames share 256 colours, and of each frame
only the part that has changed is kept.
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRect, Qt
from PySide6.QtGui import QImage, qRgb

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
COLOURS: Final = 256
SAMPLE: Final = 200_000  # pixels that the colours are chosen from
PLAIN: Final = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither  # what stands still is still

Pixels = NDArray[np.uint8]  # red, green and blue of each


class Frame(NamedTuple):
    picture: QImage
    some_ms: int  # that it is shown


def film(frames: Sequence[Frame]) -> bytes:
    """Played again and again, with a first frame that is seen where nothing moves."""
    table = _colours([frame.picture for frame in frames])
    pictures = [frame.picture.convertToFormat(QImage.Format.Format_Indexed8, table, PLAIN) for frame in frames]
    kept = [(pictures[0], QRect(pictures[0].rect()), frames[0].some_ms)]
    for before, now, frame in zip(pictures, pictures[1:], frames[1:], strict=False):
        changed = _changed(before, now)
        if changed.isEmpty():
            picture, place, some_ms = kept.pop()
            kept.append((picture, place, some_ms + frame.some_ms))
        else:
            kept.append((now, changed, frame.some_ms))
    head, colours, _ = _png(pictures[0])
    parts = [SIGNATURE, _chunk(b"IHDR", head), _chunk(b"acTL", struct.pack(">II", len(kept), 0)), colours]
    number = 0
    for place_in_film, (picture, place, some_ms) in enumerate(kept):
        where = (place.width(), place.height(), place.x(), place.y())
        parts.append(_chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, *where, some_ms, 1000, 0, 0)))
        number += 1
        _, _, data = _png(picture.copy(place))
        if place_in_film == 0:
            parts.append(_chunk(b"IDAT", data))
        else:
            parts.append(_chunk(b"fdAT", struct.pack(">I", number) + data))
            number += 1
    return b"".join((*parts, _chunk(b"IEND", b"")))


def still(picture: QImage) -> bytes:
    """One picture, as small."""
    return _saved(picture.convertToFormat(QImage.Format.Format_Indexed8, _colours([picture]), PLAIN))


# --- colours ---------------------------------------------------------------------------------------------------------


def _pixels(picture: QImage) -> Pixels:
    plain = picture.convertToFormat(QImage.Format.Format_RGB32)
    blue_first = np.frombuffer(plain.constBits(), np.uint8).reshape(-1, 4)
    return blue_first[:, 2::-1]


def _colours(pictures: Sequence[QImage]) -> list[int]:
    """Median cut: the box of colours that is widest, and holds many, is halved until there are enough."""
    every = max(1, sum(picture.width() * picture.height() for picture in pictures) // SAMPLE)
    boxes = [np.concatenate([_pixels(picture)[::every] for picture in pictures])]
    while len(boxes) < COLOURS:
        widest = max(range(len(boxes)), key=lambda place: _width(boxes[place]) * len(boxes[place]) ** 0.5)
        box = boxes[widest]
        if _width(box) == 0:
            break  # there are no more colours than these
        channel = int(np.argmax(np.ptp(box, axis=0)))
        box = box[np.argsort(box[:, channel], kind="stable")]
        half = int(np.searchsorted(box[:, channel], np.mean(box[:, channel]), side="right"))
        boxes[widest : widest + 1] = [box[:half], box[half:]]
    return [qRgb(*map(int, np.mean(box, axis=0).round())) for box in boxes]


def _width(box: Pixels) -> int:
    return int(np.ptp(box, axis=0).max())


def _changed(before: QImage, now: QImage) -> QRect:
    """The part in which two pictures of 256 colours differ; empty if they are the same."""
    shape = (now.height(), now.bytesPerLine())
    differs = np.frombuffer(before.constBits(), np.uint8).reshape(shape) != np.frombuffer(
        now.constBits(), np.uint8
    ).reshape(shape)
    rows, columns = np.flatnonzero(differs.any(axis=1)), np.flatnonzero(differs.any(axis=0))
    if not len(rows):
        return QRect()
    left, top, right, bottom = int(columns[0]), int(rows[0]), int(columns[-1]), int(rows[-1])
    return QRect(left, top, right - left + 1, bottom - top + 1)


# --- chunks ----------------------------------------------------------------------------------------------------------


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Kind and content of each part of such a file."""
    at = len(SIGNATURE)
    while at < len(data):
        (size,) = struct.unpack_from(">I", data, at)
        yield data[at + 4 : at + 8], data[at + 8 : at + 8 + size]
        at += size + 12


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _saved(picture: QImage) -> bytes:
    data = QByteArray()
    buffer = QBuffer(data)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not picture.save(buffer, "PNG", 0):  # type: ignore[call-overload]  # the stubs do not know that a buffer is a device
        raise OSError("a picture cannot be packed")
    return bytes(data.data())


def _png(picture: QImage) -> tuple[bytes, bytes, bytes]:
    """The head, the colours as they are written, and the packed pixels."""
    found = list(chunks(_saved(picture)))
    head = next(content for kind, content in found if kind == b"IHDR")
    colours = next(_chunk(kind, content) for kind, content in found if kind == b"PLTE")
    pixels = zlib.decompress(b"".join(content for kind, content in found if kind == b"IDAT"))
    return head, colours, zlib.compress(pixels, 9)
