"""The felts of the toy game (tests/toy), loaded by name in the three windows; and a game that nobody knows."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from deploy.demo.rehearsal import Rehearsal
from terminal.intents import PlaceBet
from tests.toy.table import catalogued, toy_table
from tests.ui.conftest import OpenDisplay, OpenPanel, OpenTerminal

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(autouse=True)
def _catalogue() -> Iterator[None]:
    with catalogued():
        yield


def betting() -> Rehearsal:
    table = toy_table()
    table.load_shoe()
    table.open_bets()
    table.seats["T01"].bets(dragon=1_000)
    return table


def dealt() -> Rehearsal:
    table = betting()
    table.close_bets()
    table.draw("KS 5D")
    return table


def test_a_terminal_lays_its_felt_and_takes_a_bet(open_screen: OpenTerminal) -> None:
    screen = open_screen(betting().seats["T01"].view)
    assert screen.item("spot.dragon").property("text") == "Dragon 10"
    screen.tap("spot.tiger")
    assert [intent for intent in screen.intents if isinstance(intent, PlaceBet)] == [PlaceBet("tiger", 2_500)]  # type: ignore[arg-type]
    screen.shows(dealt().seats["T01"].view)
    assert screen.text("toy.winner") == "Dragon"


def test_a_display_lays_its_felt_and_says_who_wins(open_display: OpenDisplay) -> None:
    screen = open_display(dealt().display)
    assert (screen.text("toy.dragon"), screen.text("strip.text")) == ("Dragon 13", "Dragon wins")


def test_a_panel_lays_its_felt(open_panel: OpenPanel) -> None:
    table = dealt()
    screen = open_panel(table.board)
    assert screen.text("toy.hands") == "Dragon KS, Tiger 5D"
    screen.shows(replace(table.board, game="snap"))
    assert screen.text("points.dragon") == "13", "the plain felt shows what lies there"


def test_a_game_that_nobody_knows_has_a_plain_felt(open_screen: OpenTerminal, open_display: OpenDisplay) -> None:
    table = dealt()
    terminal = open_screen(replace(table.seats["T01"].view, game="snap"))
    display = open_display(replace(table.display, game="snap"))
    assert terminal.item("hand.dragon").isVisible()
    assert display.item("hand.dragon").isVisible()
