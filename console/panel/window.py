"""The dealer panel's window. Decides nothing; must never touch the desk, which is the worker's."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from console.panel.board import Board
from console.panel.desk import About
from console.panel.link import PanelLink
from console.panel.model import ARM_MS, HOLD_MS, PanelModel
from console.panel.people_model import DemoPerson, Line
from looks.window import Window
from protocol import messages as m
from protocol.config import PeerConfig, read
from protocol.people import Proposal
from protocol.process import Log

MAIN: Final = Path(__file__).parent / "qml" / "Panel.qml"
WATCH: Final = MAIN.with_name("Watch.qml")


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
        watch: bool = False,
    ) -> None:
        """`watch`: for surveillance, who sign on nowhere and give no order."""
        self.model = PanelModel(line, arm_ms, 1_000 * lock_after_s, demo, hold_ms=hold_ms)
        title = "ETG surveillance" if watch else "ETG dealer panel"
        super().__init__(WATCH if watch else MAIN, self.model, title=title, language=language, size=size)


class Deaf:
    """Where nothing that a finger wants goes anywhere: for pictures, and for what is past."""

    def order(self, order: m.Order, about: About | None = None) -> None: ...

    def find(self, number: str) -> None: ...

    def sign_on(self, pin: str, number: str = "", badge: str = "") -> None: ...

    def sign_off(self, why: str = "person") -> None: ...

    def sign(self, proposal: Proposal, pin: str, number: str = "", badge: str = "") -> None: ...

    def withdraw(self, command_id: bytes) -> None: ...


class _DemoStaff(Struct, frozen=True):
    staff: list[DemoPerson] = []


def demo_people(path: Path | None) -> Sequence[DemoPerson]:
    """From the file that a demo has beside its keys: whoever plays the Dealer there must know a PIN. A panel shows them
    only where its table says that no money is real.
    """
    return () if path is None else tuple(read(path, _DemoStaff).staff)


def at_table(config: PeerConfig, log: Log, *, language: str, watch: bool = False) -> tuple[PanelWindow, PanelLink]:
    """A window, and the link that feeds it once it is started. `watch`: what a finger wants goes nowhere, too."""

    def pictured(board: Board) -> None:
        window.model.pictured.emit(board)

    link = PanelLink(config, pictured, log)
    if watch:
        window = PanelWindow(Deaf(), language=language, watch=True)
    else:
        people = demo_people(config.demo_staff)
        window = PanelWindow(link, language=language, lock_after_s=config.lock_after_s, demo=people)
    window.load()
    return window, link
