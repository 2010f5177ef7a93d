"""The page for surveillance: the table and its log with exact times, and no way to give an order."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from console.panel.window import PanelWindow
from deploy.demo.box_rehearsal import BoxRehearsal
from deploy.demo.rehearsal import Rehearsal
from looks import LANGUAGES
from tests.ui.conftest import Keep, Notes
from tests.ui.quick import Framed, Screen, flaws, tappables

pytestmark = pytest.mark.usefixtures("qapp")
HARMLESS = {"language", "contrast"}  # of this screen alone


class Watched(Framed):
    def __init__(self, table: Rehearsal, *, language: str = "en", size: tuple[int, int] = (1920, 1080)) -> None:
        self.notes = Notes()
        window = PanelWindow(self.notes, language=language, size=size, watch=True)
        table.sign_off()
        window.model.show(table.board)
        super().__init__(window)


def dealt() -> Rehearsal:
    table = Rehearsal(terminals=6)
    for name in ("T01", "T03"):
        table.seats[name].buys(500_000)
    table.open_bets()
    table.seats["T01"].bets(player=25_000, tie=5_000)
    table.seats["T03"].bets(banker=50_000)
    table.close_bets()
    table.draw("5S 6H TH")
    return table


def test_surveillance_sees_the_table_and_when_each_thing_happened(keep: Keep) -> None:
    table = dealt()
    screen = keep(Watched(table))
    said = " ".join(screen.said())
    last = table.board.log[-1]
    stamp = last.time.replace("T", " ").removesuffix("Z")
    assert f"Last entry: {stamp} (UTC)" in said
    assert stamp in said.split("Last entry")[1]  # to the millisecond, with the number of its entry
    assert str(last.seq) in said
    assert "500.00" in said  # what lies on Banker


def test_nothing_that_is_touched_there_reaches_the_table(keep: Keep) -> None:
    watched = Watched(dealt())
    screen: Screen = keep(watched)
    names = {item.objectName() for item, _ in tappables(screen.root)}
    seats = {f"watch.seat.T0{number}" for number in range(1, 7)}  # their sheets are not on this screen
    assert not names - HARMLESS - seats - {""}, names
    before = screen.said()
    for name in ("watch.seat.T01", "watch.felt"):
        QTest.mouseClick(screen.view, Qt.MouseButton.LeftButton, pos=screen.centre(name))
    for key in (Qt.Key.Key_4, Qt.Key.Key_0, Qt.Key.Key_Return):
        QTest.keyClick(screen.view, key)
    assert screen.said() == before
    notes = watched.notes
    assert [*notes.given, *notes.asked, *notes.signed, *notes.sought] == []


@pytest.mark.parametrize("at", range(len(LANGUAGES)))
def test_it_can_be_read_in_every_language(at: int, keep: Keep) -> None:
    size = ((1920, 1080), (1280, 720))[at % 2]
    screen = keep(Watched(BoxRehearsal().bets() if at == 3 else dealt(), language=LANGUAGES[at], size=size))
    assert flaws(screen.root) == []
