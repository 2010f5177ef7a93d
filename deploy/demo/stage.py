"""Where the windows of a demo stand: one screen, tiled, whatever its size and however many windows there are.

Only sums and one question to Qt, asked in a process of its own: a screen that cannot be opened must not end the demo.
Knows no table and starts nothing else.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping
from math import ceil
from typing import Final, NamedTuple

# Our screens are made for 16:9 and for at least this size; in a smaller tile everything is drawn smaller.
LEAST: Final = (1280, 720)
SHOE: Final = (480, 720)
TITLE_BAR: Final = 36  # of most desktops
TOP: Final = 0.6  # of the screen's height, for the windows that are to be read


class Tile(NamedTuple):
    """A part of the screen, in its real pixels; `least` is the smallest size that what stands there can be drawn in."""

    x: int
    y: int
    width: int
    height: int
    least: tuple[int, int] = LEAST

    @property
    def zoom(self) -> float:
        """By which Qt is to draw smaller; 1 where there is room enough."""
        return min(1.0, self.width / self.least[0], self.height / self.least[1])

    @property
    def environment(self) -> dict[str, str]:
        return {} if self.zoom == 1 else {"QT_SCALE_FACTOR": f"{self.zoom:.4f}"}

    @property
    def size(self) -> list[str]:
        """As an argument of `etg panel`, `etg terminal` and `etg display`: in units of the zoom."""
        return ["--windowed", f"{round(self.width / self.zoom)}x{round(self.height / self.zoom)}"]

    @property
    def place(self) -> list[str]:
        return ["--at", f"{round(self.x / self.zoom)},{round(self.y / self.zoom)}"]


def tiles(screen: Tile, count: int) -> list[Tile]:
    """So many windows in rows, each as large as the screen allows at 16:9 with a title bar; what is left is below."""
    best: list[Tile] = []
    for columns in range(1, count + 1):
        rows = ceil(count / columns)
        room = (screen.width // columns, screen.height // rows - TITLE_BAR)
        width = max(1, min(room[0], room[1] * 16 // 9))
        height = max(1, width * 9 // 16)
        if not best or width > best[0].width:
            best = [
                Tile(
                    screen.x + place % columns * room[0],
                    screen.y + place // columns * (height + TITLE_BAR) + TITLE_BAR,
                    width,
                    height,
                )
                for place in range(count)
            ]
    return best


def staged(screen: Tile, count: int) -> list[Tile]:
    """The first two windows large beside each other, so that they can be read; the others smaller in what is left."""
    room = (screen.width // 2, int(screen.height * TOP) - TITLE_BAR)
    width = max(1, min(room[0], room[1] * 16 // 9))
    height = max(1, width * 9 // 16)
    large = [Tile(screen.x + place * room[0], screen.y + TITLE_BAR, width, height) for place in range(min(count, 2))]
    if count <= 2:
        return large
    taken = TITLE_BAR + height
    return large + tiles(Tile(screen.x, screen.y + taken, screen.width, screen.height - taken), count - 2)


def shoe_tile(tile: Tile) -> Tile:
    """The shoe's small window, upright in the middle of a tile."""
    height = min(SHOE[1], tile.height)
    width = height * SHOE[0] // SHOE[1]
    return Tile(tile.x + (tile.width - width) // 2, tile.y, width, height, SHOE)


def has_screen(environment: Mapping[str, str]) -> bool:
    """Is there somebody who could see a window?"""
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def find_screen() -> Tile | None:
    """The free part of the first screen; None if Qt cannot open it."""
    asked = subprocess.run(
        [sys.executable, "-m", "deploy.demo.stage"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
    )
    if asked.returncode != 0:
        return None
    x, y, width, height = map(int, asked.stdout.split())
    return Tile(x, y, width, height)


def size(text: str) -> tuple[int, int]:
    """An argument of a command: 1280x720."""
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) >= 320 and int(height) >= 180):
        raise argparse.ArgumentTypeError("for example 1280x720")
    return int(width), int(height)


def place(text: str) -> tuple[int, int]:
    """An argument of a command: 0,720."""
    x, _, y = text.partition(",")
    if not (x.isdecimal() and y.isdecimal()):
        raise argparse.ArgumentTypeError("for example 0,720")
    return int(x), int(y)


def main() -> int:
    from PySide6.QtGui import QGuiApplication

    application = QGuiApplication([])
    free = application.primaryScreen().availableGeometry()
    print(free.x(), free.y(), free.width(), free.height())
    return 0


if __name__ == "__main__":
    sys.exit(main())
