"""The dealer panel's window. Decides nothing; must never touch the desk, which is the worker's."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from console.panel.board import Board
from console.panel.link import PanelLink
from console.panel.model import ARM_MS, Give, PanelModel
from looks.window import Window
from protocol.config import PeerConfig
from protocol.process import Log

MAIN: Final = Path(__file__).parent / "qml" / "Panel.qml"


class PanelWindow(Window):
    """Knows no link: orders go to `give`."""

    def __init__(
        self,
        give: Give,
        *,
        find: Callable[[str], object] = lambda _number: None,
        language: str = "en",
        size: tuple[int, int] = (1920, 1080),
        arm_ms: int = ARM_MS,
    ) -> None:
        self.model = PanelModel(give, arm_ms, find)
        super().__init__(MAIN, self.model, title="ETG dealer panel", language=language, size=size)


def at_table(config: PeerConfig, log: Log, *, language: str) -> tuple[PanelWindow, PanelLink]:
    """A window, and the link that feeds it once it is started."""

    def pictured(board: Board) -> None:
        window.model.pictured.emit(board)

    link = PanelLink(config, pictured, log)
    window = PanelWindow(link.order, find=link.find, language=language)
    window.load()
    return window, link
