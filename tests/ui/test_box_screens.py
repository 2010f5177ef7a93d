"""The felts of the box games on all three screens: every state without flaw, and a finger gets what it wants."""

from functools import cache
from typing import Any, Final

import pytest
from PySide6.QtTest import QTest

from console.panel.board import Board
from deploy.demo.box_rehearsal import ME, SCENES, Scenes
from deploy.demo.coin_rehearsal import COIN_SCENES, is_automatic
from deploy.demo.coin_rehearsal import Scenes as CoinScenes
from deploy.demo.pictures_rehearsal import scenes_of
from deploy.demo.rehearsal import Rehearsal
from looks import LANGUAGES
from terminal import intents as t
from terminal.display.view import DisplayView
from terminal.display.window import boxes_part
from terminal.screen import TerminalView
from tests.ui.conftest import ItsTurn, OpenDisplay, OpenPanel
from tests.ui.conftest import OpenTerminal as Open
from tests.ui.quick import Sight, flaws, theme
from tests.ui.terminal_scenes import Player, Shown

pytestmark = pytest.mark.usefixtures("qapp")
GAMES = ("blackjack", "blackjack_plus", "three_pictures", "classic_blackjack", "premium_blackjack")
SIZES: Final = ((1920, 1080), (1280, 720), (3840, 2160))
LOOKS = tuple((game, language, contrast) for game in GAMES for language in LANGUAGES for contrast in (False, True))


def scenes(game: str) -> Scenes | CoinScenes:
    return COIN_SCENES if is_automatic(game) else scenes_of(game)


@cache
def told(game: str, scene: str) -> tuple[TerminalView, Board, DisplayView]:
    table = scenes(game)[scene](game)
    return table.seats[ME].view, table.board, table.display


@cache
def baccarat() -> tuple[TerminalView, Board, DisplayView]:
    table = Rehearsal()
    return table.seats["T01"].view, table.board, table.display


def cards(screen: Shown) -> list[str]:
    """Of which Bets it is asked now."""
    touchable = [name.split(".") for name in screen.touchable()]
    return sorted({f"ask.{parts[1]}" for parts in touchable if parts[0] == "ask" and len(parts) > 2})


def judged(its_turn: ItsTurn, look: tuple[str, str, bool]) -> list[str]:
    """All scenes of a game over its own looks; with --all-states, all of them in each."""
    looks = [it for it in LOOKS if it[0] == look[0]]
    return [name for number, name in enumerate(scenes(look[0])) if its_turn(number, looks.index(look), len(looks))]


# --- looks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["blackjack", "three_pictures", "classic_blackjack"])  # the others have one of these
def test_a_screen_that_joins_a_table_with_boxes_and_changes_to_another_game_complains_of_nothing(
    open_screen: Open, open_display: OpenDisplay, open_panel: OpenPanel, game: str
) -> None:
    """Before it has joined a screen knows no game. What QML says meanwhile fails the test."""
    boxes = told(game, "over")
    terminal, panel = open_screen(Player(opened=False, joined=False).view), open_panel(Rehearsal(opened=False).board)
    display = open_display(Rehearsal(opened=False).display)
    for view, board, shown in (boxes, baccarat(), boxes):
        terminal.shows(view)
        panel.shows(board)
        display.shows(shown)


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: "-".join(map(str, look)))
@pytest.mark.in_turn(6)
def test_every_state_of_the_boxes_is_without_flaw(
    open_screen: Open,
    open_display: OpenDisplay,
    open_panel: OpenPanel,
    its_turn: ItsTurn,
    all_states: bool,
    look: tuple[str, str, bool],
) -> None:
    """Each look in a size of its own; with --all-states in each of them, and on the panel, too."""
    game, language, contrast = look
    found = []
    for size in SIZES if all_states else [SIZES[LOOKS.index(look) % len(SIZES)]]:
        how: dict[str, Any] = {"language": language, "size": size, "high_contrast": contrast}
        screen = open_screen(told(game, "ready")[0], **how)
        display = open_display(told(game, "ready")[2], **how)
        panel = open_panel(told(game, "ready")[1], **how) if all_states else None
        for name in judged(its_turn, look):
            terminal, board, shown = told(game, name)
            screen.shows(terminal)
            found += [f"{name}, {size}, terminal: {flaw}" for flaw in flaws(screen.root)]
            display.shows(shown)
            found += [f"{name}, {size}, display: {flaw}" for flaw in flaws(display.root)]
            if panel is not None:
                panel.shows(board)
                found += [f"{name}, {size}, panel: {flaw}" for flaw in panel.flaws()]
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_no_felt_of_boxes_allows_itself_a_text_below_22_px(
    open_screen: Open, open_display: OpenDisplay, game: str
) -> None:
    """On 1080 lines; on the big screen, which is read from metres away, 24. `small_texts` measures by this."""
    assert Sight(open_screen(told(game, "ready")[0]).root).least == 22
    assert Sight(open_display(told(game, "ready")[2]).root).least == 24


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.in_turn(6)
def test_every_leaf_of_the_rules_is_without_flaw_in_larger_text_too(
    open_screen: Open, game: str, language: str
) -> None:
    found = []
    for large in (False, True):
        screen = open_screen(told(game, "ready")[0], language=language)
        theme(screen.view.engine()).setProperty("largeText", large)
        screen.image()
        found += [f"large {large}: {flaw}" for flaw in flaws(screen.root)]
        screen.turn_to("rules")
        for leaf in ("guide", "rules", "wrong", "limits"):
            screen.tap(f"rules.{leaf}")
            screen.image()
            found += [f"{leaf}, large {large}: {flaw}" for flaw in flaws(screen.root)]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.in_turn(6)
def test_larger_text_has_room_in_every_state(open_screen: Open, its_turn: ItsTurn, game: str, language: str) -> None:
    look = LANGUAGES.index(language)
    screen = open_screen(told(game, "ready")[0], language=language)
    theme(screen.view.engine()).setProperty("largeText", True)
    found = []
    for number, name in enumerate(scenes(game)):
        if its_turn(number, look, len(LANGUAGES)):
            screen.shows(told(game, name)[0])
            screen.image()
            found += [f"{name}: {flaw}" for flaw in flaws(screen.root)]
    assert found == []


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
    assert {"Blackjack pays 3 to 2", "Insurance pays 2 to 1"} <= set(screen.said()), "as it is printed on a felt"
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


def test_insurance_of_seven_bets_is_asked_two_at_a_time(open_screen: Open) -> None:
    table = SCENES["insurance_all"]("blackjack")
    screen = open_screen(table.seats[ME].view)
    assert screen.text("pad.asked") == "0 of 7 bets answered"
    assert cards(screen) == ["ask.1", "ask.2"]
    assert [screen.text(f"comes.{row}") for row in range(4)] == [
        "1  Insure 25",
        "1  No insurance ",
        "2  Insure 25",
        "2  No insurance ",
    ]
    screen.tap("ask.on")
    assert cards(screen) == ["ask.3", "ask.4"]
    screen.tap("box.7")
    assert cards(screen) == ["ask.7"]
    screen.tap("ask.back")
    screen.view.grabWindow()  # laid out
    screen.tap("ask.6.even_money")
    assert screen.intents[-1] == t.AnswerBox(6, "even_money", 0)


def test_when_both_are_answered_the_next_two_bets_are_asked_for(open_screen: Open) -> None:
    table = SCENES["insurance_all"]("blackjack")
    screen = open_screen(table.seats[ME].view)
    for box, key in ((1, "insure"), (2, "decline/insurance")):
        table.seats[ME].wants(t.AnswerBox(box, key, 0))
        table.wait(300)
        screen.shows(table.seats[ME].view)
    QTest.qWait(50)
    assert cards(screen) == ["ask.3", "ask.4"]
    screen.tap("ask.back")
    QTest.qWait(50)
    assert cards(screen) == ["ask.1", "ask.2"], "to be changed, as long as it is asked"
    assert (screen.text("box.1.state.text"), screen.text("ask.1.standing")) == ("Insure", "✓ Registered")


def test_two_surrenders_are_asked_for_without_a_word_of_an_ace(open_screen: Open) -> None:
    screen = open_screen(told("blackjack", "surrender_two")[0])
    assert cards(screen) == ["ask.3", "ask.4"]
    assert screen.text("box.3.name") == "You", "nobody sits there, and he decides"
    assert not {"The dealer shows an ace", "What comes", "Dealer Blackjack"} & set(screen.said())


def test_the_second_tap_of_an_impatient_finger_answers_no_other_question(open_screen: Open) -> None:
    table = SCENES["surrender_two"]("blackjack")
    table.all_decline()
    table.answer("T01", 1, "stand").answer("T02", 2, "hit").draw("TH")
    table.answer("T02", 2, "stand").answer(ME, 3, "hit").draw("TC")
    table.wait(300)
    screen = open_screen(table.seats[ME].view, settle_ms=1)
    screen.tap_until("act.stand", lambda: len(screen.intents) == 1)
    table.answer(ME, 3, "stand").wait(300)
    screen.settles_in(600_000)  # the test is never so slow that this question takes an answer
    screen.shows(table.seats[ME].view)
    assert screen.text("pad.asked") == "16 against the dealer's 9", "box 4 is his as well"
    screen.tap("act.stand")
    assert screen.intents == [t.AnswerBox(3, "stand", 0)]
    screen.settles_in(1)
    screen.tap_until("act.hit", lambda: len(screen.intents) == 2)
    assert screen.intents[1:] == [t.AnswerBox(4, "hit", 0)]


def test_the_display_says_what_all_are_asked_and_not_that_one_box_decides(open_display: OpenDisplay) -> None:
    display = open_display(told("blackjack", "insurance")[2])
    assert display.text("strip.note") == "Insurance  ·  7 players are asked", "and box 6 for even money as well"
    display.shows(told("premium_blackjack", "insurance")[2])
    assert display.text("strip.note") == "Insurance  ·  A player is asked"
    display.shows(told("blackjack", "turn")[2])
    assert display.text("strip.note") == "Box 4 · hand 2 of 3 decides"
    display.shows(told("blackjack", "follow")[2])
    assert display.text("strip.note") == "T08, T04 may follow"


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
    panel.shows(told("blackjack", "follow")[1])
    assert panel.text("next.title") == "T08, T04 may follow", "box 6 itself has decided"


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
    panel.shows(told("premium_blackjack", "insurance")[1])
    assert panel.text("next.title") == "A player is asked"


def test_the_display_shows_what_lies_on_a_split_box_and_that_software_deals(open_display: OpenDisplay) -> None:
    """004 §2.8.b: the same was played on both Hands. There are no cards on a table that would count."""
    before, split = told("classic_blackjack", "turn")[2], told("classic_blackjack", "split")[2]
    (played,) = [it for it in boxes_part(before)["tiles"] if it["hands"]]
    (twice,) = [it for it in boxes_part(split)["tiles"] if it["hands"]]
    assert (played["totalText"], twice["totalText"]) == ("10,000", "20,000")
    assert open_display(split).text("foot").startswith("Software shuffles and deals here.")
