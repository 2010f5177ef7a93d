"""The dealer panel's window. Decides nothing; must never touch the desk, which is the worker's."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from console.panel.board import Board
from console.panel.link import PanelLink
from console.panel.model import ARM_MS, HOLD_MS, PanelModel
from console.panel.people_model import DemoPerson, Line
from looks.window import Window
from protocol.config import PeerConfig, read
from protocol.process import Log

MAIN: Final = Path(__file__).parent / "qml" / "Panel.qml"


class PanelWindow(Window):
    """Knows no link: what is wanted goes to `line`."""

    def __init__(
        self,
        line: Line,
        *,
        language: str = "en",
        size: tuple[int, int] = (1920, 1080),
        arm_ms: int = ARM_MS,
        lock_after_s: int = 0,
        hold_ms: int = HOLD_MS,
        demo: Sequence[DemoPerson] = (),
    ) -> None:
        self.model = PanelModel(line, arm_ms, 1_000 * lock_after_s, demo, hold_ms=hold_ms)
        super().__init__(MAIN, self.model, title="ETG dealer panel", language=language, size=size)


class _DemoStaff(Struct, frozen=True):
    staff: list[DemoPerson] = []


def demo_people(path: Path | None) -> Sequence[DemoPerson]:
    """From the file that a demo has beside its keys: whoever plays the Dealer there must know a PIN. A panel shows them
    only where its table says that no money is real.
    """
    return () if path is None else tuple(read(path, _DemoStaff).staff)


def at_table(config: PeerConfig, log: Log, *, language: str) -> tuple[PanelWindow, PanelLink]:
    """A window, and the link that feeds it once it is started."""

    def pictured(board: Board) -> None:
        window.model.pictured.emit(board)

    link = PanelLink(config, pictured, log)
    window = PanelWindow(link, language=language, lock_after_s=config.lock_after_s, demo=demo_people(config.demo_staff))
    window.load()
    return window, link
