"""The emulated shoe's own window: a person draws cards and makes faults, and the line carries what came of it."""

import os
import select
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from deploy.demo.shoe_window import DECKS, FAULTS, ShoeWindow
from shoe_driver.emulator import EmulatedShoe, shuffled
from shoe_driver.frames import CardRead, Unreadable
from shoe_driver.makes.reference import encode
from shoe_driver.remote import Operator
from tests.ui.conftest import Keep
from tests.ui.quick import Framed, Screen, flaws

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture
def shoe(tmp_path: Path) -> Iterator[EmulatedShoe]:
    with closing(EmulatedShoe("reference", shuffled(DECKS, 1), 1, link=tmp_path / "shoe")) as emulated:
        yield emulated


@pytest.fixture
def window(shoe: EmulatedShoe) -> ShoeWindow:
    return ShoeWindow(Operator(shoe, DECKS, 1))


@pytest.fixture
def screen(window: ShoeWindow, keep: Keep) -> Screen:
    return keep(Framed(window))


def test_a_tap_draws_the_next_card(screen: Screen, shoe: EmulatedShoe) -> None:
    screen.tap("draw")
    assert len(shoe.drawn) == 1
    assert screen.item("last").property("face") == shoe.drawn[-1].card
    assert screen.text("left") == "415 cards left"


@pytest.fixture
def line(shoe: EmulatedShoe, tmp_path: Path) -> Iterator[int]:
    """The console's end of the cable."""
    assert shoe.fileno() is not None
    end = os.open(tmp_path / "shoe", os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    yield end
    os.close(end)


def carried(line: int, last: bytes) -> bytes:
    """All that came before the last frame; that one always comes."""
    told = b""
    while not told.endswith(last):
        select.select([line], [], [])
        told += os.read(line, 4_096)
    return told.removesuffix(last)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_armed_and_hits_the_next_card_only(
    screen: Screen, shoe: EmulatedShoe, line: int, fault: str
) -> None:
    screen.tap(f"fault.{fault}")
    assert screen.text("said").startswith("Next: ")
    assert screen.item(f"fault.{fault}").property("chosen")
    screen.tap("draw")
    assert not screen.item(f"fault.{fault}").property("chosen")
    screen.tap("draw")
    drawn, *also, good = shoe.drawn
    assert len(also) == (fault == "double")
    told = carried(line, encode(CardRead(good.card, good.seq)))
    frame = encode(CardRead(drawn.read or drawn.card, 1))
    match fault:
        case "noise":
            assert told.endswith(frame)
            assert len(told) > len(frame)
        case "lost-frame":
            assert told == b""
        case "unreadable":
            assert told == encode(Unreadable(b"??", 1))
        case "misread":
            assert drawn.read != drawn.card
            assert told == frame
        case "double":
            assert told == frame + encode(CardRead(also[0].card, 2))
        case "foreign":
            assert (drawn.card, drawn.read, told) == ("joker", "??", frame)


@pytest.mark.parametrize(
    ("fault", "told"),
    [("unreadable", "The sensor reads nothing"), ("misread", "The sensor reads something else"), ("noise", "Drawn")],
)
def test_it_says_what_the_sensor_made_of_the_card(screen: Screen, fault: str, told: str) -> None:
    screen.tap(f"fault.{fault}", "draw")
    assert screen.text("said") == told


def test_an_order_that_is_refused_says_why(screen: Screen, window: ShoeWindow) -> None:
    screen.tap("cable", "draw")
    window.model.order("fault nonsense")
    assert screen.text("said") not in ("Ready", "")
    assert "nonsense" in screen.text("said")
    screen.tap("cable")
    assert screen.text("said") == "The cable is in"


def test_the_cable_is_pulled_and_put_back(screen: Screen, shoe: EmulatedShoe) -> None:
    screen.tap("cable")
    assert shoe.fileno() is None
    assert screen.text("plug") == "Unplugged"
    screen.tap("cable")
    assert shoe.fileno() is not None
    assert screen.text("plug") == "Plugged in"


def test_it_is_without_flaw(screen: Screen) -> None:
    assert flaws(screen.root) == []
    screen.tap("fault.double")
    screen.image()
    assert flaws(screen.root) == []
