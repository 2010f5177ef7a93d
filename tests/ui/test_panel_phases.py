"""What happens at the table has one colour and one sign, on the Dealer's panel as on the big screen above the table."""

from collections.abc import Callable

import pytest

from console.panel.model import PanelModel
from console.panel.window import MAIN
from deploy.demo.moments import NATURAL
from deploy.demo.rehearsal import Rehearsal
from games.round import Voided
from protocol import messages as m
from tests.ui.conftest import OpenDisplay as Open
from tests.ui.quick import Screen
from tests.ui.test_display import table

pytestmark = pytest.mark.usefixtures("qapp")
Show = Callable[..., Screen]
Look = tuple[str, str]  # ground, sign


def betting(played: Rehearsal) -> None:
    played.open_bets(left_ms=18_000)


def last_bets(played: Rehearsal) -> None:
    played.open_bets(left_ms=3_000)


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


def closed(played: Rehearsal) -> None:
    played.order(m.CloseTable())


def panel_of(show: Show, played: Rehearsal, *, high_contrast: bool = False) -> Screen:
    model = PanelModel(lambda *_: None, arm_ms=0)
    screen = show(MAIN, vm=model, high_contrast=high_contrast)
    model.show(played.board)
    screen.image()
    return screen


def look(screen: Screen, name: str) -> Look:
    return screen.item(name).property("color").name(), screen.item(f"{name}.sign").property("sign")


@pytest.mark.parametrize("high_contrast", [False, True])
@pytest.mark.parametrize(
    ("happen", "name"),
    [(betting, "phase"), (last_bets, "phase"), (no_more_bets, "phase"), (paused, "waits"), (void, "ended")],
)
def test_what_happens_looks_on_the_panel_as_on_the_display(
    show: Show, open_display: Open, happen: Callable[[Rehearsal], None], name: str, high_contrast: bool
) -> None:
    played = table()
    happen(played)
    display = open_display(played.display, high_contrast=high_contrast)
    ground = display.item("strip").property("color").name()
    sign = display.item("strip.sign.0").property("sign")
    assert look(panel_of(show, played, high_contrast=high_contrast), name) == (ground, sign)
    assert sign != ""


@pytest.mark.parametrize("happen", [between_rounds, closed, paused])
def test_what_nobody_has_to_look_at_is_quiet(show: Show, happen: Callable[[Rehearsal], None]) -> None:
    """Also what the Round stands at while play is paused: the pause is what counts."""
    played = table()
    happen(played)
    screen = panel_of(show, played)
    assert screen.item("phase").property("happens") == "quiet"
    assert not screen.item("phase.sign").isVisible()
