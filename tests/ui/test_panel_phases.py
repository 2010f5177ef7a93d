"""What happens at the table has one colour and one sign, on the Dealer's panel as on the big screen above the table."""

from collections.abc import Callable

import pytest

from deploy.demo.moments import NATURAL
from deploy.demo.rehearsal import Rehearsal
from games.round import Voided
from protocol import messages as m
from tests.ui.conftest import OpenDisplay, OpenPanel
from tests.ui.displayed import table
from tests.ui.quick import Screen

pytestmark = pytest.mark.usefixtures("qapp")
Look = tuple[str, str]  # ground, sign
Happen = Callable[[Rehearsal], None]


def no_more_bets(played: Rehearsal) -> None:
    played.open_bets()
    played.close_bets()


def paused(played: Rehearsal) -> None:
    no_more_bets(played)
    played.order(m.CallSupervisor("look here"))


def void(played: Rehearsal) -> None:
    no_more_bets(played)
    played.order(m.Rule(Voided("5.3.3"), "5.3.3"))


def between_rounds(played: Rehearsal) -> None:
    no_more_bets(played)
    played.draw(NATURAL)
    played.certify()


def look(screen: Screen, name: str) -> Look:
    return screen.item(name).property("color").name(), screen.item(f"{name}.sign").property("sign")


@pytest.mark.parametrize("high_contrast", [False, True])
@pytest.mark.parametrize(
    ("happen", "name"),
    [
        (lambda played: played.open_bets(left_ms=18_000), "phase"),
        (lambda played: played.open_bets(left_ms=3_000), "phase"),
        *((no_more_bets, "phase"), (paused, "waits"), (void, "ended")),
    ],
    ids=["betting", "last bets", "no more bets", "paused", "void"],
)
def test_what_happens_looks_on_the_panel_as_on_the_display(
    open_panel: OpenPanel, open_display: OpenDisplay, happen: Happen, name: str, *, high_contrast: bool
) -> None:
    played = table()
    happen(played)
    display = open_display(played.display, high_contrast=high_contrast)
    ground = display.item("strip").property("color").name()
    sign = display.item("strip.sign.0").property("sign")
    assert look(open_panel(played.board, high_contrast=high_contrast), name) == (ground, sign)
    assert sign != ""


@pytest.mark.parametrize("happen", [between_rounds, lambda played: played.order(m.CloseTable()), paused])
def test_what_nobody_has_to_look_at_is_quiet(open_panel: OpenPanel, happen: Happen) -> None:
    """Also what the Round stands at while play is paused: the pause is what counts."""
    played = table()
    happen(played)
    screen = open_panel(played.board)
    assert screen.item("phase").property("happens") == "quiet"
    assert not screen.item("phase.sign").isVisible()
