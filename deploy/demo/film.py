"""Pictures for a page: a still one, and frames of one size in one file that every browser plays (APNG).

Knows pixels and nothing of what is on them. Small files: all frames share their colours, and what stands still is kept
once. Of a film the colours are fewer: what shows in a still picture is gone before it is seen in a moving one.
"""

from collections.abc import Sequence
from io import BytesIO
from typing import Final, NamedTuple

from PIL import Image
from PySide6.QtGui import QImage

COLOURS: Final = 256
FILM_COLOURS: Final = 64
SAMPLED: Final = 12  # frames that the colours are chosen from


class Frame(NamedTuple):
    picture: QImage
    some_ms: int  # that it is shown


def film(frames: Sequence[Frame]) -> bytes:
    """Played again and again, with a first frame that is seen where nothing moves."""
    pictures = [_picture(frame.picture) for frame in frames]
    colours = _strip(pictures[:: max(1, len(pictures) // SAMPLED)]).quantize(FILM_COLOURS)
    first, *rest = [picture.quantize(palette=colours, dither=Image.Dither.NONE) for picture in pictures]
    times = [frame.some_ms for frame in frames]
    return _packed(first, save_all=True, append_images=rest, duration=times, loop=0)


def still(picture: QImage) -> bytes:
    """One picture, as small."""
    return _packed(_picture(picture).quantize(COLOURS, dither=Image.Dither.NONE))


def _picture(picture: QImage) -> Image.Image:
    plain = picture.convertToFormat(QImage.Format.Format_RGBX8888)
    return Image.frombytes("RGBX", (plain.width(), plain.height()), bytes(plain.constBits())).convert("RGB")


def _strip(pictures: Sequence[Image.Image]) -> Image.Image:
    """All of them side by side."""
    width, height = pictures[0].size
    strip = Image.new("RGB", (width * len(pictures), height))
    for place, picture in enumerate(pictures):
        strip.paste(picture, (width * place, 0))
    return strip


def _packed(picture: Image.Image, **how: object) -> bytes:
    packed = BytesIO()
    picture.save(packed, "PNG", optimize=True, **how)
    return packed.getvalue()
