"""`python -m tests.tools.readme_pictures [DIR]`: makes the pictures of the README anew, from the real screens.

Three screens at one moment of a told game, and a Round of it as a moving picture: chips, both banners, cards that come
and are turned (APNG: every browser plays it). Run it after a change of the looks, and look at what comes out; nothing
here knows what is beautiful. Small files: all frames share their colours, and what stands still is kept once. Of a film
the colours are fewer: what shows in a still picture is gone before it is seen in a moving one.
"""

import os
import sys
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image
from PySide6.QtCore import QElapsedTimer, QSize, Qt
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtTest import QTest

from deploy.demo.moments import BANKER_ON_SIX, ME, moments
from deploy.demo.rehearsal import Rehearsal
from deploy.demo.screenshots import CLOCK, SIZE, Shot, Studio
from games.round import Spot
from terminal.intents import PlaceBet
from terminal.screen import TerminalView
from terminal.window import TerminalWindow

FOLDER: Final = Path(__file__).parents[2] / "docs" / "pictures"
SMALL: Final = QSize(960, 540)
FILMED: Final = QSize(480, 270)
STILLS: Final = {"terminal": "betting", "panel": "result", "display": "won"}
FRAME_MS: Final = 200  # while something moves
BANNER_MS: Final = 2_600  # until it has gone
COLOURS: Final = 256
FILM_COLOURS: Final = 64
SAMPLED: Final = 12  # frames that the colours are chosen from


class Scene(NamedTuple):
    """A picture of the terminal, how long its coming is filmed, and how long the last frame of it stands."""

    view: TerminalView
    moves_ms: int
    stands_ms: int


class Frame(NamedTuple):
    picture: QImage
    some_ms: int  # that it is shown


def round_on_film() -> Iterator[Scene]:
    table = Rehearsal()
    for seat in table.seats.values():
        seat.buys(500_000)
    table.play(24)
    me = table.seats[ME]
    yield Scene(me.view, 0, 800)
    table.open_bets()
    yield Scene(me.view, BANNER_MS, 200)
    for spot, chip in (("banker", 50_000), ("banker", 50_000), ("tie", 2_500)):
        table.away.add(ME)
        me.wants(PlaceBet(Spot(spot), chip))
        yield Scene(me.view, 80, 200)
        table.away.discard(ME)
        table.turn()
        yield Scene(me.view, 80, 300)
    table.wait(9_000)
    yield Scene(me.view, 0, 500)
    table.close_bets()
    yield Scene(me.view, BANNER_MS, 200)
    for card in BANKER_ON_SIX.split():
        table.draw(card)
        yield Scene(me.view, 1_200, 250)
    table.certify()
    yield Scene(me.view, 1_200, 2_500)  # the balance has rolled up


def shoot(scenes: Sequence[Scene]) -> list[Frame]:
    """As a person would see it: the screen moves by itself, and the camera runs."""
    screen = TerminalWindow(scenes[0].view, lambda _intent: None, size=SIZE)
    screen.load()
    screen.view.rootObject().setProperty("clockText", CLOCK)
    screen.view.show()
    QTest.qWaitForWindowExposed(screen.view)
    frames: list[Frame] = []
    clock = QElapsedTimer()
    for scene in scenes:
        screen.model.show(scene.view)
        clock.start()
        while clock.elapsed() < scene.moves_ms:
            began = clock.elapsed()
            QTest.qWait(FRAME_MS)
            frames.append(Frame(_taken(screen), max(FRAME_MS, clock.elapsed() - began)))
        frames.append(Frame(_taken(screen), scene.stands_ms))
    screen.close()
    return frames[-1:] + frames[:-1]  # it goes round and round; where nothing moves, the result is what is seen


def _taken(screen: TerminalWindow) -> QImage:
    return _scaled(screen.view.grabWindow(), FILMED)


def _scaled(picture: QImage, size: QSize) -> QImage:
    return picture.scaled(size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation)


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


def write_stills(folder: Path) -> None:
    studio = Studio()
    for moment in moments():
        if STILLS[moment.screen] == moment.name:
            picture = _scaled(studio.take(Shot(moment)), SMALL)
            (folder / f"{moment.screen}.png").write_bytes(still(picture))
    studio.close()


def main(argv: Sequence[str]) -> int:
    os.environ |= {"QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"}
    _application = QGuiApplication.instance() or QGuiApplication(["etg"])
    folder = Path(argv[0]) if argv else FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    write_stills(folder)
    (folder / "round.png").write_bytes(film(shoot(list(round_on_film()))))
    for file in sorted(folder.iterdir()):
        print(f"{file.stat().st_size // 1024:5} kB  {file}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
