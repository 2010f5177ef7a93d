"""The emulated shoe's own window: a person draws cards and makes faults, and the line carries what came of it."""

import subprocess
import sysconfig
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from deploy.shoe_orders import Operator
from deploy.shoe_window import DECKS, FAULTS, MAIN, ShoeWindow
from protocol.looks import IMPORT_PATH
from shoe_driver.emulator import EmulatedShoe, shuffled
from shoe_driver.frames import REFERENCE
from tests.ui import quick

pytestmark = pytest.mark.usefixtures("qapp")


class Shown(quick.Screen):
    def __init__(self, shoe: EmulatedShoe) -> None:
        self.window = ShoeWindow(Operator(shoe, DECKS, 1))
        self.view, self.languages = self.window.view, self.window.languages
        self.warnings: list[str] = []
        self.view.engine().warnings.connect(self._warned)
        quick.theme(self.view.engine()).setProperty("motion", False)
        self.view.resize(480, 720)
        self.view.show()
        if not QTest.qWaitForWindowExposed(self.view):
            raise RuntimeError("the window does not appear")
        self.view.grabWindow()

    def close(self) -> list[str]:
        self.window.close()
        return self.warnings


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[EmulatedShoe]:
    with closing(EmulatedShoe(REFERENCE, shuffled(DECKS, 1), 1, link=tmp_path / "shoe")) as emulated:
        yield emulated


@pytest.fixture
def screen(shoe: EmulatedShoe) -> Iterator[Shown]:
    opened = Shown(shoe)
    yield opened
    assert opened.close() == []


def test_a_tap_draws_the_next_card(screen: Shown, shoe: EmulatedShoe) -> None:
    screen.tap("draw")
    assert len(shoe.drawn) == 1
    assert screen.item("last").property("face") == shoe.drawn[-1].card
    assert screen.text("left") == "415 cards left"


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_armed_and_hits_the_next_card(screen: Shown, shoe: EmulatedShoe, fault: str) -> None:
    screen.tap(f"fault.{fault}")
    assert screen.text("said").startswith("Next: ")
    assert screen.item(f"fault.{fault}").property("chosen")
    screen.tap("draw")
    assert not screen.item(f"fault.{fault}").property("chosen")
    drawn = shoe.drawn[-1]
    assert {
        "misread": drawn.read != drawn.card,
        "unreadable": drawn.read == "",
        "double": len(shoe.drawn) == 2,
        "foreign": drawn.card == "joker",
    }.get(fault, drawn.read == drawn.card)


def test_the_cable_is_pulled_and_put_back(screen: Shown, shoe: EmulatedShoe) -> None:
    screen.tap("cable")
    assert shoe.fileno() is None
    assert screen.text("plug") == "Unplugged"
    screen.tap("cable")
    assert shoe.fileno() is not None
    assert screen.text("plug") == "Plugged in"


def test_it_is_without_flaw(screen: Shown) -> None:
    assert quick.flaws(screen.root) == []
    screen.tap("fault.double")
    screen.image()
    assert quick.flaws(screen.root) == []


def test_qmllint_has_nothing_to_say() -> None:
    lint = Path(sysconfig.get_path("scripts")) / "pyside6-qmllint"
    command = [str(lint), "--max-warnings", "0", "-I", str(IMPORT_PATH), str(MAIN)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr
