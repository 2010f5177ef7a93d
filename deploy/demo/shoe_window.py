"""The emulated Card Shoe's own small window: a person draws the next card, or lets something go wrong. For a demo only.

The shoe lives in this process, on its pseudo-terminal; the window gives it the orders of `etg shoe`. Must never know a
game. Ends when its window is closed, at a signal, or when standard input ends: then whoever started it is gone.
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QTimer, Slot
from PySide6.QtGui import QGuiApplication

from deploy import windows
from deploy.demo.stage import place, size
from looks.viewmodel import ViewModel
from looks.window import Window
from shoe_driver.emulator import JOKER, CannotDraw, EmulatedShoe, shuffled
from shoe_driver.remote import BadOrder, Operator, parse

MAIN: Final = Path(__file__).parent / "qml" / "ShoeWindow.qml"
SERVE_MS: Final = 20  # how often the line is looked at
DECKS: Final = 8
SIZE: Final = (480, 720)
# What may go wrong, by the words of `etg shoe`; the QML has a button for each.
FAULTS: Final = ["noise", "misread", "unreadable", "double", "foreign", "lost-frame"]


class ShoeModel(ViewModel):
    """What the window shows of the shoe, and what a finger does to it."""

    def __init__(self, operator: Operator) -> None:
        super().__init__()
        self._operator = operator
        self.tell([("shoe", {"card": "", "said": "", "why": "", "armed": ""}), ("faults", FAULTS)])
        self.order("state")

    @Slot(str)
    def order(self, line: str) -> None:
        """One order of `etg shoe`, as it is written there."""
        try:
            order = parse(line)
            answer = {} if order is None else self._operator.obey(order)
        except (BadOrder, CannotDraw) as error:
            self._show(said="refused", why=str(error))
            return
        if "drew" in answer:
            self._drew(answer)
        elif "empty" in answer:
            self._show(card="", said="empty", armed="")
        else:
            armed = line.removeprefix("fault ") if line.startswith("fault ") else self.part("shoe")["armed"]
            self._show(said=str(answer.get("done", "")), armed=armed)
        if "plugged" in answer:
            self._show(seq=answer["seq"], left=answer["left"], plugged=answer["plugged"])

    def _drew(self, answer: dict[str, Any]) -> None:
        card, also = str(answer["drew"]), answer.get("also", [])
        said = "joker" if card == JOKER else "two" if also else self._sensor(answer)
        last = str(also[-1]["drew"]) if also else card
        face = "" if last == JOKER else last
        self._show(card=face, said=said, armed="", left=answer["left"])

    @staticmethod
    def _sensor(answer: dict[str, Any]) -> str:
        """What it made of the card, if that is not what came out."""
        return "drew" if "read" not in answer else "unread" if answer["read"] is None else "misread"

    def _show(self, **values: Any) -> None:
        self.tell([("shoe", {**self.part("shoe"), **values})])

    @Slot()
    def serve(self) -> None:
        """The shoe answers its console."""
        self._operator.serve(0)


class ShoeWindow(Window):
    def __init__(self, operator: Operator, *, language: str = "en") -> None:
        self.model = ShoeModel(operator)
        super().__init__(MAIN, self.model, title="ETG card shoe", language=language, size=SIZE)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m deploy.demo.shoe_window", description="A card shoe in a small window."
    )
    parser.add_argument("--link", type=Path, required=True, metavar="PATH", help="where the device is to be found")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--decks", type=int, default=DECKS)
    parser.add_argument("--windowed", type=size, default=SIZE, metavar="WxH")
    parser.add_argument("--at", type=place, metavar="X,Y")
    args = parser.parse_args(argv)
    application = QGuiApplication([])
    with closing(EmulatedShoe("reference", shuffled(args.decks, args.seed), args.seed, link=args.link)) as shoe:
        window = ShoeWindow(Operator(shoe, args.decks, args.seed))
        window.load()
        clock = QTimer()
        clock.timeout.connect(window.model.serve)
        clock.start(SERVE_MS)
        shown = {"size": args.windowed, "place": args.at}
        windows.run(application, window, None, **shown, ends=[sys.stdin.fileno()], leave=clock.stop)
    return 0


if __name__ == "__main__":
    sys.exit(main())
