"""The felt of Classic and Premium Blackjack (004): one's own Hands, the hole card, coins, and nothing of 003's."""

from functools import cache

import pytest

from deploy.demo.coin_rehearsal import COIN_SCENES, ME, SC, CoinRehearsal
from terminal import intents as t
from tests.ui.conftest import OpenDisplay, OpenPanel
from tests.ui.conftest import OpenTerminal as Open
from tests.ui.terminal_scenes import Shown

pytestmark = pytest.mark.usefixtures("qapp")
GAMES = ("classic_blackjack", "premium_blackjack")


@cache
def told(scene: str, game: str = "classic_blackjack") -> CoinRehearsal:
    return COIN_SCENES[scene](game)


def opened(open_screen: Open, scene: str, game: str = "classic_blackjack") -> Shown:
    return open_screen(told(scene, game).seats[ME].view)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_another_game_is_offered_or_said(open_screen: Open, open_display: OpenDisplay, game: str) -> None:
    foreign = (
        "player pair",
        "under 13",
        "over 13",
        "behind",
        "highest bet",
        "new shoe",
        "cards left",
        "surrender",
        "buy in",
        "side bet",
    )
    screen = opened(open_screen, "ready", game)
    display = open_display(told("ready", game).display)
    for scene in ("ready", "betting", "bet", "turn", "others_turn", "over"):
        screen.shows(told(scene, game).seats[ME].view)
        display.shows(told(scene, game).display)
        said = " | ".join([*screen.said(), *display.said()]).lower()
        assert [word for word in foreign if word in said] == [], scene


def test_the_place_to_bet_is_the_initial_play_and_its_coin_is_drawn(open_screen: Open) -> None:
    screen = opened(open_screen, "betting")
    screen.tap("spot.4/main")
    assert [(it.spot, it.amount) for it in screen.intents if isinstance(it, t.PlaceBet)] == [("4/main", 500_000)]
    assert screen.said().count("GC") == 3  # on the place, on the switch, beside the balance


def test_insurance_is_exactly_half_and_what_comes_of_it_is_told(open_screen: Open) -> None:
    screen = opened(open_screen, "insurance")
    assert screen.text("pad.asked") == "Insure 5,000, exactly half of your play?"
    assert not screen.item("act.insure.less").isVisible()
    assert screen.text("comes.0").strip() == "Insure 5,000"
    screen.tap("act.insure")
    assert screen.intents[-1] == t.AnswerBox(4, "insure", 0)


def test_even_play_is_offered_with_a_blackjack(open_screen: Open) -> None:
    screen = opened(open_screen, "even_play")
    assert screen.text("pad.asked") == "Even Play: win exactly 10,000 now?"
    screen.tap("act.even_money")
    assert screen.intents[-1] == t.AnswerBox(4, "even_money", 0)


def test_two_hands_are_told_apart_and_a_split_is_said_to_be_the_only_one(open_screen: Open) -> None:
    screen = opened(open_screen, "turn")
    assert not screen.item("act.double.less").isVisible()
    assert screen.text("desk.name") == "Your hand"
    screen.tap("act.split")
    screen.shows(told("split").seats[ME].view)
    assert screen.text("desk.name") == "Your hands"
    assert [screen.text(f"column.{at}.name") for at in (0, 1)] == ["First hand", "Second hand"]
    assert [screen.text(f"column.{at}.state.text") for at in (0, 1)] == ["plays", "Waits"]
    assert screen.text("phase.reason") == "First hand"
    assert screen.text("act.split.note") == "only once a round"
    assert not screen.item("act.split").isEnabled()
    screen.shows(told("second_hand").seats[ME].view)
    assert screen.text("phase.reason") == "Second hand"


@pytest.mark.parametrize(
    ("game", "waits", "soft", "peeks"),
    [
        ("classic_blackjack", "Hole card: opens when all hands are complete", "hits", "none"),
        ("premium_blackjack", "Hole card: the dealer looks at it first", "stands", "yes"),
    ],
)
def test_the_hole_card_lies_there_and_says_what_it_waits_for(
    open_screen: Open, game: str, waits: str, soft: str, peeks: str
) -> None:
    screen = opened(open_screen, "insurance", game)
    assert screen.text("dealer.waits") == waits
    assert (screen.text("house.2"), screen.text("house.3")) == (soft, peeks)
    found = told("insurance", game).seats[ME].view.boxes
    assert found is not None
    assert found.dealer is not None
    assert found.dealer.cards[1:] == ("",)
    screen.shows(told("over", game).seats[ME].view)
    assert screen.text("dealer.waits") == ""


def test_the_bar_says_what_goes_on_where_nobody_deals(open_screen: Open) -> None:
    screen = opened(open_screen, "ready")
    words = []
    for scene in ("ready", "shuffled", "dealing", "turn", "over"):
        screen.shows(told(scene).seats[ME].view)
        words.append(screen.item("bar.phase").property("text").partition(" · ")[0])
    assert words == ["Next round soon", "Cards are shuffled", "Cards are dealt", "Your turn", "Next round soon"]
    assert screen.text("table.virtual.text") == "6 decks, new"
    assert not screen.item("table.shoe").isVisible()


def test_the_coin_is_changed_between_rounds_and_not_in_one(open_screen: Open) -> None:
    screen = opened(open_screen, "turn")
    assert screen.text("coin.change.text") == "change after the round"
    screen.tap("coin.change")
    assert not [it for it in screen.intents if isinstance(it, t.ChooseCoin)]
    screen.shows(told("over").seats[ME].view)
    assert screen.text("coin.change.text") == "Play with Sweeps Coins"
    screen.tap("coin.change")
    assert screen.intents[-1] == t.ChooseCoin(SC)


def test_display_and_panel_show_each_amount_with_its_coin(open_display: OpenDisplay, open_panel: OpenPanel) -> None:
    table = told("others_turn")
    display = open_display(table.display)
    assert (display.text("limit.mainGC"), display.text("limit.mainSC")) == ("1,000 – 100,000", "0.50 – 500")  # noqa: RUF001
    tiles = display._display.model.part("boxes")["tiles"]
    assert {it["box"]: (it["coin"], it["totalText"]) for it in tiles if it["totalText"]} == {
        2: ("SC", "5"),
        4: ("GC", "10,000"),
    }
    panel = open_panel(table.board)
    assert panel.said().count("GC") == 1
    assert panel.said().count("SC") == 1


def test_while_bets_are_open_the_coin_of_each_box_is_told(open_display: OpenDisplay) -> None:
    """By the console: nobody else knows yet who has bet there."""
    display = open_display(told("sweeps").display)
    tiles = display._display.model.part("boxes")["tiles"]
    assert [(it["box"], it["coin"]) for it in tiles if it["totalText"]] == [(4, "SC")]


@pytest.mark.parametrize("game", GAMES)
def test_the_shuffle_of_every_story_agrees(game: str) -> None:
    """The pictures are of Rounds that any terminal would believe."""
    for scene in ("lost", "over", "split_over"):
        view = told(scene, game).seats[ME].view
        assert view.shuffle is not None
        assert (view.shuffle.wrong, view.disputed, view.shuffle.last is not None) == ("", 0, True)
