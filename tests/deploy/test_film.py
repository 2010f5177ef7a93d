"""Moving pictures: what is put in comes out again, frame by frame, with another reader than the one that wrote them."""

import struct
import zlib
from pathlib import Path

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QImage, QPainter

from deploy.film import SIGNATURE, Frame, chunks, film, still

ROOT = Path(__file__).parents[2]
WIDTH, HEIGHT = 24, 16


def packed(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def played(data: bytes) -> list[Frame]:
    """The frames as a browser shows them, each with its time."""
    assert data.startswith(SIGNATURE)
    parts = list(chunks(data))
    head, colours = dict(parts)[b"IHDR"], dict(parts)[b"PLTE"]
    (count, plays) = struct.unpack(">II", dict(parts)[b"acTL"])
    width, height = struct.unpack(">II", head[:8])
    canvas = QImage(width, height, QImage.Format.Format_RGB32)
    found: list[Frame] = []
    numbers: list[int] = []
    place, some_ms = (0, 0, 0, 0), 0
    for kind, content in parts:
        if kind == b"fcTL":
            number, *where, some_ms, unit, _dispose, _blend = struct.unpack(">IIIIIHHBB", content)
            place = (where[0], where[1], where[2], where[3])
            numbers.append(number)
            assert unit == 1000
        elif kind in (b"IDAT", b"fdAT"):
            if kind == b"fdAT":
                numbers.append(struct.unpack(">I", content[:4])[0])
                content = content[4:]
            size = struct.pack(">II", *place[:2]) + head[8:]
            alone = SIGNATURE + b"".join(
                packed(*part) for part in ((b"IHDR", size), (b"PLTE", colours), (b"IDAT", content), (b"IEND", b""))
            )
            picture = QImage.fromData(alone)
            assert not picture.isNull()
            painter = QPainter(canvas)
            painter.drawImage(QPoint(*place[2:]), picture)
            painter.end()
            found.append(Frame(canvas.copy(), some_ms))
    assert (len(found), plays) == (count, 0)
    assert numbers == list(range(len(numbers)))
    return found


def picture_of(seed: int, colours: int) -> QImage:
    """Few colours, so that none has to give way."""
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    rng = np.random.default_rng(seed)
    for x in range(WIDTH):
        for y in range(HEIGHT):
            image.setPixelColor(x, y, QColor.fromHsv(int(rng.integers(colours)) * 359 // colours, 200, 200))
    return image


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(1, 5_000)), min_size=1, max_size=6))
def test_every_frame_comes_out_as_it_went_in(told: list[tuple[int, int]]) -> None:
    frames = [Frame(picture_of(seed, 5), some_ms) for seed, some_ms in told]
    expected: list[Frame] = []
    for frame in frames:
        if expected and expected[-1].picture == frame.picture:  # it only stands longer
            expected[-1] = Frame(frame.picture, expected[-1].some_ms + frame.some_ms)
        else:
            expected.append(frame)
    assert played(film(frames)) == expected


def test_of_many_colours_each_finds_one_that_is_near() -> None:
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    for x in range(64):
        for y in range(64):
            image.setPixelColor(x, y, QColor(4 * x, 4 * y, 100))
    small = QImage.fromData(still(image))
    assert small.colorCount() == 256
    distances = [
        abs(image.pixelColor(x, y).red() - small.pixelColor(x, y).red())
        + abs(image.pixelColor(x, y).green() - small.pixelColor(x, y).green())
        for x in range(64)
        for y in range(64)
    ]
    assert max(distances) < 40


def test_the_pictures_of_the_readme_are_there_and_small() -> None:
    readme = (ROOT / "README.md").read_text()
    pictures = sorted((ROOT / "docs" / "pictures").iterdir())
    assert [picture.name for picture in pictures] == ["display.png", "panel.png", "round.png", "terminal.png"]
    assert all(f"docs/pictures/{picture.name}" in readme for picture in pictures)
    assert sum(picture.stat().st_size for picture in pictures) < 1_000_000
    assert len(played((ROOT / "docs" / "pictures" / "round.png").read_bytes())) > 20
