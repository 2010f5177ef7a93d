"""The pictures of the README: small files, and a film whose frames come out as they went in."""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageSequence
from PySide6.QtGui import QColor, QImage

from tests.tools.readme_pictures import Frame, film, still

ROOT = Path(__file__).parents[2]
RED, GREEN, BLUE = (200, 0, 0), (0, 200, 0), (0, 0, 200)


def picture_of(colour: tuple[int, int, int]) -> QImage:
    """One colour, and a corner that stands still."""
    image = QImage(24, 16, QImage.Format.Format_RGB32)
    image.fill(QColor(*colour))
    image.setPixelColor(0, 0, QColor(255, 255, 255))
    return image


def played(data: bytes) -> list[tuple[tuple[int, ...], float]]:
    """The colour of each frame, as a browser shows it, and how long."""
    with Image.open(BytesIO(data)) as opened:
        assert opened.info["loop"] == 0
        return [
            (tuple(frame.convert("RGB").tobytes()[-3:]), frame.info["duration"])
            for frame in ImageSequence.Iterator(opened)
        ]


def test_every_frame_comes_out_as_it_went_in_and_what_stands_still_is_kept_once() -> None:
    frames = [(RED, 80), (GREEN, 250), (GREEN, 150), (BLUE, 1_000), (RED, 80)]
    data = film([Frame(picture_of(colour), some_ms) for colour, some_ms in frames])
    assert played(data) == [(RED, 80), (GREEN, 400), (BLUE, 1_000), (RED, 80)]


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
    assert all(picture.stat().st_size < 200_000 for picture in pictures)
    assert len(played((ROOT / "docs" / "pictures" / "round.png").read_bytes())) > 20
