"""The table display: what its core makes of the public log, what its screen shows, and that it tells no secrets."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtTest import QTest

from deploy.moments import BANKER_ON_SIX, NATURAL, TIE, moments
from deploy.rehearsal import DISPLAY, Rehearsal
from games.round import Voided
from protocol import messages as m
from terminal.display import Display
from terminal.display_view import DisplayView, HandOnShow, Spectator, show
from tests.ui import quick

pytestmark = pytest.mark.usefixtures("qapp")

NONE = "\N{EN DASH}"


class Shown(quick.Screen):
    """The display's own window, to be judged as every other."""

    def __init__(
        self,
        view: DisplayView,
        *,
        language: str = "en",
        size: tuple[int, int] = (1920, 1080),
        high_contrast: bool = False,
        motion: bool = False,
    ) -> None:
        self.display = Display(view, language=language, size=size)
        self.view, self.languages = self.display.view, self.display.languages
        self.warnings: list[str] = []
        self.view.engine().warnings.connect(self._warned)
        look = quick.theme(self.view.engine())
        look.setProperty("highContrast", high_contrast)
        look.setProperty("motion", motion)
        self.display.load()
        self.root.setProperty("clockText", "20:45")
        self.view.show()
        if not QTest.qWaitForWindowExposed(self.view):
            raise RuntimeError("the window does not appear")
        self.view.grabWindow()

    def close(self) -> list[str]:
        self.languages.select("en")
        self.display.close()
        return self.warnings


Open = Callable[..., Shown]


@pytest.fixture
def open_display() -> Iterator[Open]:
    opened: list[Shown] = []

    def open_one(view: DisplayView, **how: object) -> Shown:
        opened.append(Shown(view, **how))  # type: ignore[arg-type]
        return opened[-1]

    yield open_one
    warnings = [warning for screen in reversed(opened) for warning in screen.close()]
    assert not warnings, "\n".join(warnings)


def table(rounds: int = 6) -> Rehearsal:
    found = Rehearsal(terminals=2)
    for seat in found.seats.values():
        seat.buys(500_000)
    found.play(rounds)
    return found


# --- the core ---------------------------------------------------------------------------------------------------------


def test_a_round_from_the_notice_to_the_result() -> None:
    played = table()
    played.open_bets(left_ms=18_000)
    betting = played.display
    assert (betting.phase, betting.left_ms, betting.hands, betting.result) == ("betting", 18_000, (), None)
    played.close_bets()
    played.draw("2S 2H 2D")
    dealing = played.display
    assert (dealing.phase, dealing.left_ms, dealing.due) == ("dealing", -1, "banker")
    assert dealing.hands == (HandOnShow("player", ("2S", "2D"), 4), HandOnShow("banker", ("2H",), 2))
    played.draw("4C 9H")
    result = played.display.result
    assert result is not None
    assert (result.winner, result.points, result.pairs) == ("banker", 6, ("player_pair",))
    assert len(played.display.road) == 6  # a result is a mark only when it is certified
    played.certify()
    assert len(played.display.road) == 7


def test_a_void_round_shows_its_paragraph_and_no_winner() -> None:
    played = table()
    played.open_bets()
    played.close_bets()
    played.draw(NATURAL)
    played.order(m.Rule(Voided("5.3.3"), "5.3.3"))
    assert (played.display.void, played.display.result, len(played.display.road)) == ("5.3.3", None, 6)


def test_a_display_that_comes_late_sees_what_the_others_see() -> None:
    played = table(60)  # more than is sent entry by entry: it gets a picture
    played.spectator = Spectator(DISPLAY, "BAC-07", 2, b"run-late")
    played.open_bets()
    assert played.table.seq > played.table.setup.snapshot_from
    assert played.spectator.view == played.table.view


def test_a_display_that_hears_nothing_says_so() -> None:
    played = table()
    assert show(Spectator(DISPLAY, "BAC-07", 1, b"run-new!"), 1_000).link == "joining"
    assert played.display.link == "joined"
    played.now_ms += 2_500
    assert played.display.link == "reconnecting"


def test_a_restarted_console_is_greeted_again() -> None:
    played = table()
    played.restart()
    played.open_bets()
    assert (played.display.link, played.display.phase) == ("joined", "betting")


@given(st.sampled_from(["T01", "T02"]), st.sampled_from([2_500, 5_000, 100_000]), st.sampled_from(["player", "banker"]))
def test_what_a_player_bets_is_not_to_be_seen(who: str, amount: int, spot: str) -> None:
    with_bets, without = (table(1), table(1))
    for played in (with_bets, without):
        played.open_bets()
    with_bets.seats[who].bets(**{spot: amount})
    for played in (with_bets, without):
        played.close_bets()
        played.draw(TIE)
        played.certify()
    assert with_bets.display == without.display


# --- the screen -------------------------------------------------------------------------------------------------------


def test_it_shows_hands_points_and_winner(open_display: Open) -> None:
    played = table()
    screen = open_display(played.display)
    played.open_bets()
    played.close_bets()
    screen.display.model.show(played.display)
    assert screen.text("hand.player.points") == NONE
    assert screen.text("strip.text") == "No more bets"
    played.draw(BANKER_ON_SIX)
    screen.display.model.show(played.display)
    assert (screen.text("hand.player.points"), screen.text("hand.banker.points")) == ("3", "6")
    assert screen.text("strip.text") == "Banker wins"
    assert "Player Pair" in screen.text("strip.note")
    assert screen.text("limit.tie") == "5 \N{EN DASH} 2,000"


def test_a_card_is_turned_before_its_points_are_told(open_display: Open) -> None:
    played = table()
    played.open_bets()
    played.close_bets()
    screen = open_display(played.display, motion=True)
    played.draw("9S")
    screen.display.model.show(played.display)
    assert screen.text("hand.player.points") == NONE
    screen.until(lambda: screen.text("hand.player.points") == "9")


def test_there_is_nothing_to_press(open_display: Open) -> None:
    assert quick.tappables(open_display(table().display).root) == []


def test_every_state_is_without_flaw_in_the_language_of_the_longest_words(open_display: Open) -> None:
    seen = [moment for moment in moments() if moment.screen == "display"]
    first = seen[0].picture
    assert isinstance(first, DisplayView)
    screen = open_display(first, language="ms")
    found = []
    for moment in seen:
        assert isinstance(moment.picture, DisplayView)
        screen.display.model.show(moment.picture)
        screen.image()  # laid out anew
        found += [f"{moment.name}: {flaw}" for flaw in quick.flaws(screen.root)]
    assert found == []


@pytest.mark.parametrize("size", [(1280, 720), (2560, 1440), (3840, 2160), (1024, 768)])
@pytest.mark.parametrize("high_contrast", [False, True])
def test_every_size_and_theme_is_without_flaw(
    open_display: Open, size: tuple[int, int], *, high_contrast: bool
) -> None:
    played = table(30)
    played.open_bets()
    played.close_bets()
    played.draw(BANKER_ON_SIX)
    screen = open_display(played.display, size=size, high_contrast=high_contrast)
    assert quick.flaws(screen.root) == []
