"""The felts of the box games on all three screens: every state without flaw, and a finger gets what it wants."""

from collections.abc import Iterable
from functools import cache

import pytest

from console.panel.board import Board
from deploy.demo.box_rehearsal import ME, Scenes
from deploy.demo.coin_rehearsal import COIN_SCENES, is_automatic
from deploy.demo.coin_rehearsal import Scenes as CoinScenes
from deploy.demo.pictures_rehearsal import scenes_of
from looks import LANGUAGES
from terminal import intents as t
from terminal.display.view import DisplayView
from terminal.screen import TerminalView
from tests.ui.conftest import ItsTurn, OpenDisplay, OpenPanel
from tests.ui.conftest import OpenTerminal as Open
from tests.ui.quick import flaws

pytestmark = pytest.mark.usefixtures("qapp")
GAMES = ("blackjack", "blackjack_plus", "three_pictures", "classic_blackjack", "premium_blackjack")
LOOKS = tuple((game, language, contrast) for game in GAMES for language in LANGUAGES for contrast in (False, True))


def scenes(game: str) -> Scenes | CoinScenes:
    return COIN_SCENES if is_automatic(game) else scenes_of(game)


@cache
def told(game: str, scene: str) -> tuple[TerminalView, Board, DisplayView]:
    table = scenes(game)[scene](game)
    return table.seats[ME].view, table.board, table.display


def judged(its_turn: ItsTurn, look: tuple[str, str, bool]) -> Iterable[str]:
    """All scenes over the looks; with --long, all of them in each."""
    return [name for number, name in enumerate(scenes(look[0])) if its_turn(number, LOOKS.index(look), len(LOOKS))]


# --- looks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(map(str, look)))
@pytest.mark.in_turn(6)
def test_every_state_of_the_boxes_is_without_flaw(
    open_screen: Open, open_display: OpenDisplay, its_turn: ItsTurn, look: tuple[str, str, bool]
) -> None:
    game, language, contrast = look
    screen = open_screen(told(game, "ready")[0], language=language, high_contrast=contrast)
    display = open_display(told(game, "ready")[2], language=language, high_contrast=contrast)
    for name in judged(its_turn, look):
        terminal, _, shown = told(game, name)
        screen.shows(terminal)
        assert (name, flaws(screen.root)) == (name, [])
        display.shows(shown)
        assert (name, flaws(display.root)) == (name, [])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.in_turn(6)
def test_the_panel_shows_every_state_of_the_boxes_without_flaw(open_panel: OpenPanel, language: str) -> None:
    panel = open_panel(told("blackjack", "ready")[1], language=language)
    for name in ("betting", "surrender", "insurance", "crowd", "four_hands", "long", "follow", "options", "over"):
        panel.shows(told("blackjack", name)[1])
        assert (name, panel.flaws()) == (name, [])
    for name in ("bet", "split", "others_turn", "over"):
        panel.shows(told("classic_blackjack", name)[1])
        assert (name, panel.flaws()) == (name, [])
    for name in ("betting", "dealing", "options", "removed", "halted", "compared", "over"):
        panel.shows(told("three_pictures", name)[1])
        assert (name, panel.flaws()) == (name, [])


@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160)])
@pytest.mark.parametrize(
    "scene",
    [
        *(("blackjack", it) for it in ("betting", "insurance", "four_hands", "follow")),
        ("three_pictures", "over"),
        *(("premium_blackjack", it) for it in ("insurance", "split")),
    ],
    ids="-".join,
)
@pytest.mark.in_turn(6)
def test_the_boxes_are_without_flaw_in_every_size(
    open_screen: Open, size: tuple[int, int], scene: tuple[str, str]
) -> None:
    screen = open_screen(told(*scene)[0], size=size, language="ms")
    assert flaws(screen.root) == []


# --- fingers ----------------------------------------------------------------------------------------------------------


def test_a_bet_is_placed_on_a_tile_and_in_the_desk(open_screen: Open) -> None:
    screen = open_screen(told("blackjack", "betting")[0])
    screen.tap("tile.1/main")
    screen.tap("spot.4/over_13")
    placed = [intent for intent in screen.intents if isinstance(intent, t.PlaceBet)]
    assert [(it.spot, it.amount) for it in placed] == [("1/main", 2_500), ("4/over_13", 2_500)]


def test_a_decision_is_one_tap_and_says_what_happens_without_it(open_screen: Open) -> None:
    screen = open_screen(told("blackjack", "turn")[0])
    assert screen.text("pad.asked") == "16 against the dealer's 9"
    assert screen.text("pad.note").startswith("No answer in 20 s: Stand")
    screen.tap("act.split")
    assert screen.intents[-1] == t.AnswerBox(4, "split", 0)


def test_a_double_for_less_is_made_of_chips(open_screen: Open) -> None:
    screen = open_screen(told("blackjack", "turn")[0])
    screen.tap("act.double.less")
    screen.tap("less.2500")
    screen.tap("less.2500")
    screen.tap("less.ok")
    assert screen.intents[-1] == t.AnswerBox(4, "double", 5_000)


def test_insurance_is_answered_bet_by_bet(open_screen: Open) -> None:
    screen = open_screen(told("blackjack", "insurance")[0])
    assert screen.text("pad.asked") == "1 of 2 bets answered"
    assert screen.text("ask.4.standing") == "✓ Registered"
    screen.tap("ask.6.even_money")
    assert screen.intents[-1] == t.AnswerBox(6, "even_money", 0)


def test_3_12_a_player_asks_to_squeeze_peels_and_turns(open_screen: Open) -> None:
    screen = open_screen(told("blackjack", "wish")[0])
    assert screen.text("squeeze.wish") == "Squeeze ✓"
    screen.tap("squeeze.wish")
    assert screen.intents[-1:] == [t.WishSqueeze(wanted=False)]
    screen.shows(told("blackjack", "squeeze")[0])
    assert screen.text("squeeze.title") == "Box 4, card 1"
    first, second = [it.draw for it in told("blackjack", "squeeze")[0].boxes.turns]  # type: ignore[union-attr]
    screen.tap("squeeze.rotate")
    assert screen.intents[-1:] == [t.TurnCards()]  # he has taken them up
    screen.tap("squeeze.all")
    assert screen.intents[-1:] == [t.TurnCards((first, second))]
    screen.shows(told("blackjack", "squeezed_by_others")[0])
    assert not screen.item("squeeze").isVisible()


def test_a_split_is_followed_or_not(open_screen: Open) -> None:
    screen = open_screen(told("blackjack", "follow")[0])
    screen.tap("act.decline/follow")
    assert screen.intents[-1] == t.AnswerBox(6, "decline/follow", 0)


def test_a_player_leaves_his_box_and_sits_down_elsewhere(open_screen: Open) -> None:
    screen = open_screen(told("blackjack", "ready")[0])
    screen.tap("seat")
    screen.tap("box.3")
    screen.tap("seat")
    assert [it for it in screen.intents if isinstance(it, t.SitDown)] == [t.SitDown(0), t.SitDown(3)]


def test_nothing_can_be_answered_while_play_is_paused(open_screen: Open) -> None:
    screen = open_screen(told("blackjack", "halted")[0])
    assert screen.text("halted") == "Play is paused"
    assert [name for name in screen.touchable() if name.startswith("act.")] == []


def test_the_panel_waits_for_a_box_and_certifies_the_initial_deal(open_panel: OpenPanel) -> None:
    panel = open_panel(told("blackjack", "surrender")[1])
    assert panel.text("next.title") == "Certify the initial deal"
    panel.shows(told("blackjack", "turn")[1])
    assert panel.text("next.title") == "Box 4 · hand 2 of 3 decides", "it was split, twice"
    assert panel.text("awaited.0") == "T04  ·  Box 4 · hand 2 of 3"


# --- three pictures ---------------------------------------------------------------------------------------------------


def test_every_hand_is_called_by_its_name_and_won_lost_or_even(open_screen: Open) -> None:
    screen = open_screen(told("three_pictures", "over")[0])
    names = {box: screen.text(f"box.{box}.state.text") for box in (1, 2, 4, 5, 6, 7)}
    assert names == {
        1: "Single Picture Seven",
        2: "Single Picture Six",
        4: "Three Pictures",
        5: "Plain Nine",
        6: "Plain Six",
        7: "Double Pictures Five",
    }
    assert screen.text("dealer.called") == "Plain Six"
    assert {box: screen.item(f"box.{box}.state").property("fate") for box in (2, 6, 7)} == {
        2: "won",
        6: "even",
        7: "lost",
    }
    assert screen.text("box.4.hand.0.text") == "3P"
    assert screen.text("total") == "You win 490"  # 100 at 1 to 1, 20 at 16 to 1, 10 on a Tie at 8 to 1, and 10 lost


def test_what_ranks_higher_stands_where_nothing_is_asked(open_screen: Open) -> None:
    screen = open_screen(told("three_pictures", "dealing")[0])
    assert screen.text("ranking") == "What ranks higher"
    screen.shows(told("three_pictures", "options")[0])
    screen.tap("act.withdraw")
    assert screen.intents[-1] == t.AnswerBox(0, "withdraw", 0)


def test_a_side_bet_of_three_pictures_is_placed_on_a_tile_and_in_the_desk(open_screen: Open) -> None:
    screen = open_screen(told("three_pictures", "betting")[0])
    screen.tap("tile.1/three_pictures")
    screen.tap("spot.4/tie")
    placed = [(it.spot, it.amount) for it in screen.intents if isinstance(it, t.PlaceBet)]
    assert placed == [("1/three_pictures", 2_500), ("4/tie", 2_500)]


def test_the_panel_of_three_pictures_says_what_comes_next(open_panel: OpenPanel) -> None:
    panel = open_panel(told("three_pictures", "compared")[1])
    assert panel.text("next.title") == "Certify"
    assert panel.text("dealer.called") == "Plain Six"
    panel.shows(told("three_pictures", "options")[1])
    assert panel.text("next.title") == "7 players are asked"
