"""The player terminal's screen: every state and page is reachable, right and readable; a finger gets what it wants."""

from collections import Counter
from collections.abc import Iterable

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from games.round import Spot
from looks import LANGUAGES
from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from terminal import intents as t
from tests.ui.conftest import ItsTurn
from tests.ui.conftest import OpenTerminal as Open
from tests.ui.quick import flaws, texts, theme
from tests.ui.terminal_scenes import PAGES, SCENES, Player, Shown

NONE = "\N{EN DASH}"

pytestmark = pytest.mark.usefixtures("qapp")

BANKER, TIE = Spot("banker"), Spot("tie")
SPOTS = ("player_pair", "player", "tie", "banker", "banker_pair")


# --- looks ------------------------------------------------------------------------------------------------------------


def flaws_of(screen: Shown, names: Iterable[str]) -> list[str]:
    """Of these scenes, one after the other on the same screen, as they come in life."""
    found = []
    for name in names:
        screen.shows(SCENES[name]().view)
        found += [f"{name}: {flaw}" for flaw in flaws(screen.root)]
    return found


@pytest.mark.parametrize("high_contrast", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.in_turn(6)
def test_every_state_is_without_flaw_in_every_language_and_theme(
    open_screen: Open, its_turn: ItsTurn, language: str, *, high_contrast: bool
) -> None:
    look = 2 * LANGUAGES.index(language) + high_contrast
    judged = [name for number, name in enumerate(SCENES) if its_turn(number, look, 2 * len(LANGUAGES))]
    assert flaws_of(open_screen(Player().view, language=language, high_contrast=high_contrast), judged) == []


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1920, 1200), (3840, 2160)])
@pytest.mark.in_turn(6)
def test_the_screen_is_without_flaw_in_every_size(open_screen: Open, size: tuple[int, int]) -> None:
    screen = open_screen(Player().view, size=size, language="ms")
    assert flaws_of(screen, ("placing", "registered", "won", "offline")) == []


def test_whatever_can_be_touched_has_a_name_that_nothing_else_has(open_screen: Open) -> None:
    screen = open_screen(Player().view)
    seen: set[str] = set()
    for scene, page in (*((scene, "") for scene in SCENES), *(("registered", page) for page in PAGES)):
        screen.shows(SCENES[scene]().view)
        screen.turn_to(page)
        names = Counter(screen.touchable())
        assert [name for name, times in names.items() if not name or times > 1] == [], (scene, page)
        seen |= set(names)
    for name in ("spot.tie", "chip.2500", "double", "ask.P", "comfort", "door.rules", "page.close", "attention.call"):
        assert name in seen


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_a_change_of_language_changes_every_word_at_once(open_screen: Open) -> None:
    """Also those that come from the view model as keys."""
    view = SCENES["registered"]().view
    fresh = {item.property("text") for item, _ in texts(open_screen(view, language="zh_CN").root)}
    screen = open_screen(view)
    screen.languages.select("zh_CN")
    screen.shows(view)
    assert {*screen.said()} == fresh


def test_a_bet_is_seen_in_each_of_its_states(open_screen: Open) -> None:
    player = Player().opens()
    screen = open_screen(player.view)

    def banker() -> tuple[str, str]:
        return screen.text("spot.banker.amount"), screen.text("spot.banker.standing")

    assert banker() == ("", "")
    screen.shows(player.wants(t.PlaceBet(BANKER, 500)).view)
    assert banker() == ("5", "Needs at least 25")
    screen.shows(player.wants(t.PlaceBet(BANKER, 9_500)).view)
    assert banker() == ("100", "Placing...")
    screen.shows(player.registered(banker=10_000).view)
    assert banker() == ("100", f"✓ Registered · No. {player.view.receipt}")
    screen.shows(player.wants(t.PlaceBet(BANKER, 10_000)).view)
    assert banker() == ("200", "Placing · ✓ 100")
    screen.shows(player.registered(banker=20_000).wants(t.ClearBets()).view)
    assert banker() == ("", "Taking back · ✓ 200")


def test_a_bet_that_came_too_late_is_returned(open_screen: Open) -> None:
    player = Player().opens().registered(banker=10_000).wants(t.PlaceBet(TIE, 2_500), t.PlaceBet(BANKER, 5_000))
    player.closes()
    screen = open_screen(player.view)
    assert screen.text("spot.tie.standing") == "25 returned"
    assert screen.text("spot.banker.standing") == f"✓ No. {player.view.receipt} · 50 returned"
    assert screen.text("spot.banker.amount") == "100"
    assert "5.2.2" in screen.text("notice")


def test_odds_and_limits_of_a_place_are_always_to_be_seen(open_screen: Open) -> None:
    """3.4 wants the limits on display, also where a Bet lies."""
    screen = open_screen(Player().view)
    odds = {"player": "1 to 1", "banker": "1 to 1 · on 6: 1 to 2", "tie": "8 to 1", "player_pair": "11 to 1"}
    for name in ("ready", "placing", "registered", "dealing", "won"):
        screen.shows(SCENES[name]().view)
        assert {spot: screen.text(f"spot.{spot}.odds") for spot in odds} == odds, name
        assert screen.text("spot.banker.limits") == screen.text("table.limits.main.text") == f"25 {NONE} 20,000"
        assert screen.text("table.limits.side.text") == f"5 {NONE} 2,000 / 1,000"


def test_a_closed_table_names_no_limits_and_invites_nobody(open_screen: Open) -> None:
    screen = open_screen(SCENES["closed"]().view)
    assert screen.text("phase") == "Table closed"
    with pytest.raises(LookupError):  # nobody knows yet what is played here
        screen.item("spot.player")
    assert screen.text("notice") == ""


def test_the_balance_is_what_can_be_spent_and_the_bet_says_what_of_it_is_registered(open_screen: Open) -> None:
    screen = open_screen(SCENES["placing"]().view)
    assert screen.text("balance.text") == "3,870.00"
    assert (screen.text("bet.title"), screen.text("bet.text")) == ("Total bet · ✓ 1,000", "1,130")


def test_a_refusal_names_the_place_and_its_limit(open_screen: Open) -> None:
    screen = open_screen(SCENES["refused"]().view)
    assert screen.text("notice") == "Not placed: Tie limit is 2,000 (3.4)"
    assert [spot for spot in SPOTS if screen.item(f"spot.{spot}").property("refused")] == ["tie"]


def test_a_note_that_was_taken_and_not_credited_is_told_until_somebody_comes(open_screen: Open) -> None:
    player = SCENES["unpaid"]()
    screen = open_screen(replace(player.view, calls=False))
    assert screen.text("strip.text") == "1,000 was taken and not credited. Please call an attendant."
    screen.tap("strip.call")
    assert screen.intents == [t.CallAttendant(True, m.CallReason.MONEY)]
    screen.shows(replace(player.view, calls=True))
    assert screen.text("strip.text") == "1,000 was taken and not credited: an attendant will come."
    for view in (player.closes().view, player.deals("2S 2H 2D 4C 9H").view, player.settles().view):
        screen.shows(view)
        assert screen.item("strip").isVisible(), view.phase
    assert screen.item("total").isVisible()
    assert screen.text("lastwin.text") == "635", "it is not hidden behind that"


def test_a_strip_does_not_hide_why_a_bet_was_not_placed(open_screen: Open) -> None:
    screen = open_screen(SCENES["unpaid"]().wants(t.PlaceBet(TIE, 300_000)).view)
    assert screen.item("strip").isVisible()
    assert screen.item("notice").isVisible()
    assert screen.text("notice") == "Not placed: Tie limit is 2,000 (3.4)"
    assert flaws(screen.root) == []


def test_the_countdown_stands_still_while_the_table_cannot_be_heard(open_screen: Open) -> None:
    player = Player().opens()
    screen = open_screen(player.view, motion=True)
    assert screen.item("countdown").property("running") is True
    screen.shows(player.is_cut_off().view)
    assert screen.item("countdown").property("running") is False
    assert not screen.item("countdown").isVisible()
    assert not screen.item("bar.phase").isVisible()


def test_a_table_that_closes_promises_no_next_round(open_screen: Open) -> None:
    screen = open_screen(SCENES["won"]().view)
    shining = ("hand.banker", "spot.banker", "spot.player_pair")
    assert [screen.item(name).property("won") for name in shining] == [True] * 3
    screen.shows(SCENES["closed_with_credit"]().view)
    assert [screen.item(name).property("won") for name in shining] == [False] * 3
    assert (screen.text("phase"), screen.text("bar.phase")) == ("Table closed", "Table closed")
    assert screen.item("phase").isVisible()
    assert screen.text("notice") == "The table is closed. Your balance stays yours: cash out."
    assert "Next round soon" not in screen.said()


def test_every_sound_of_a_round(open_screen: Open) -> None:
    """Whoever plays sounds listens to one signal; each comes when it is so, and once."""
    player = Player().opens().closes().deals("2C 4D 5S 5H").settles()
    screen = open_screen(player.view, motion=True)

    def cues() -> list[str]:
        found = screen.cues[:]
        screen.cues.clear()
        return found

    screen.shows(player.opens(left_ms=8_300).view)
    assert cues() == ["opened"]
    screen.tap("spot.banker")
    assert cues() == ["chip"]
    screen.shows(player.wants(t.PlaceBet(BANKER, 10_000)).registered(banker=10_000).view)
    assert cues() == ["registered"]
    player.left_ms = 4_700  # no pulse comes at the full second
    screen.shows(player.level().view)
    assert cues() == ["tick", "lastCall"]
    screen.until(lambda: screen.item("countdown").property("seconds") == 3)
    assert set(cues()) == {"tick"}
    screen.shows(player.wants(t.PlaceBet(TIE, 2_500)).view)
    screen.shows(player.closes().view)
    assert sorted(cues()) == ["closed", "returned"]
    for card in "2C 4D 5S 5H".split():
        screen.shows(player.deals(card).view)
    assert cues() == ["card"] * 4
    screen.until(lambda: screen.item("winner").isVisible())
    screen.shows(player.settles().view)
    assert cues() == ["won2"]


def test_the_last_call_is_seen(open_screen: Open) -> None:
    screen = open_screen(SCENES["registered"]().view)
    assert (screen.text("phase"), screen.text("bar.phase")) == ("Place your bets", "Place your bets · 18")
    screen.shows(SCENES["last_seconds"]().view)
    assert (screen.text("phase"), screen.text("bar.phase")) == ("Last bets", "Last bets · 4")


@pytest.mark.parametrize("page", ["", "history"])
@pytest.mark.parametrize("motion", [True, False])
def test_bets_are_opened_and_closed_over_the_full_width(open_screen: Open, *, motion: bool, page: str) -> None:
    """3.3 and 3.7: also while a page is open, and for people who want no motion."""
    player = Player()
    screen = open_screen(player.view, motion=motion)
    screen.root.setProperty("clockText", "")  # time passes
    screen.turn_to(page)
    assert not screen.item("announcement").isVisible()
    screen.shows(player.opens().view)
    screen.until(lambda: screen.item("announcement").isVisible())
    assert screen.text("announcement") == "Place your bets"
    screen.shows(player.closes().view)
    assert screen.text("announcement") == "No more bets"
    assert screen.item("announcement").width() == 1920
    screen.until(lambda: not screen.item("announcement").isVisible())


def test_an_open_page_hides_neither_the_phase_nor_the_seconds(open_screen: Open) -> None:
    screen = open_screen(SCENES["registered"]().view)
    screen.turn_to("history")
    assert "bar.phase" in {item.parentItem().objectName() for item, _place in texts(screen.root)}
    assert screen.text("bar.phase") == "Place your bets · 18"


def test_the_bar_counts_shoes_and_cards(open_screen: Open) -> None:
    screen = open_screen(SCENES["ready"]().view)
    assert (screen.text("table.shoe.text"), screen.text("table.cards.title")) == ("1", "Cards left")
    assert screen.text("table.cards.text") == "365"
    screen.shows(SCENES["shoe_ends"]().view)
    assert (screen.text("table.cards.title"), screen.text("table.cards.text")) == ("Next round", "is the last")
    screen.shows(SCENES["last_round"]().view)
    assert (screen.text("table.cards.title"), screen.text("table.cards.text")) == ("This shoe", "last round")
    screen.languages.select("zh_CN")
    assert (screen.text("table.cards.title"), screen.text("table.cards.text")) == ("本靴", "最后一局")


def test_a_long_name_of_the_table_is_read_in_two_lines(open_screen: Open) -> None:
    """As the demo of Three Pictures calls its own: it ran into the number of the Round."""
    view = SCENES["ready"]().view
    screen = open_screen(replace(view, placard=replace(view.placard, name="Non-Commission Three Pictures demo")))
    for size in (22, 14):  # what the felt of many boxes allows its own texts
        theme(screen.view.engine()).setProperty("least", size)
        screen.image()
        assert flaws(screen.root) == []
        name = screen.item("table.name")
        assert (name.property("lineCount"), name.property("font").pixelSize()) == (2, 22)


def test_while_bets_are_open_the_last_round_is_small_and_the_felt_is_free(open_screen: Open) -> None:
    player = Player().shoe()
    screen = open_screen(player.view)
    assert screen.item("hand.banker").isVisible()
    assert not screen.item("last.banker").isVisible()
    screen.shows(player.opens().view)
    assert not screen.item("hand.banker").isVisible()
    assert (screen.text("last.player.points"), screen.text("last.banker.points")) == ("6", "8")
    assert screen.item("last.banker").property("won") is True
    screen.shows(player.closes().view)
    assert screen.item("hand.banker").isVisible()


def test_cards_come_and_are_turned_and_then_the_points_are_told(open_screen: Open) -> None:
    player = Player().opens().closes()
    screen = open_screen(player.view, motion=True)
    assert screen.text("hand.player.points") == NONE
    screen.shows(player.deals("2C 4D 5S 5H").view)
    assert not screen.item("hand.player.card.0").property("open")
    screen.until(lambda: screen.text("hand.player.points") == "7" and screen.text("hand.banker.points") == "9")
    assert not screen.item("hand.player.card.2").isVisible()


def test_who_has_no_bet_does_not_squeeze(open_screen: Open) -> None:
    player = Player(squeeze=True).opens().closes().deals("2C 4D 5S 5H")
    screen = open_screen(player.view)
    assert screen.text("hand.banker.points") == "9"


def test_the_result_names_winner_lines_and_total(open_screen: Open) -> None:
    screen = open_screen(SCENES["won"]().view)
    assert screen.text("winner") == "Banker wins"
    assert screen.text("winner.note") == "6 points · Player Pair"
    assert [tuple(screen.text(f"line.{n}{column}") for column in ("", ".odds", ".gain")) for n in range(3)] == [
        ("Banker on 6  1,100", "1 to 2", "+550"),
        ("Tie  25", "Lost", "-25"),
        ("Player Pair  10", "11 to 1", "+110"),
    ]
    assert screen.text("total") == "You win 635"
    assert screen.text("lastwin.text") == "635"
    assert screen.text("balance.text") == "5,635.00"


@pytest.mark.parametrize(
    ("bets", "cards", "total"),
    [
        ({"player": 50_000}, "2C 4D 5S 5H", "Net -500"),
        ({"banker": 110_000}, "4S 3C 3D 4H", "1,100 returned"),
        ({"banker": 2_500, "player": 100_000}, "2C 4D 5S 5H", "Net -975, 50 paid back"),
    ],
    ids=["lost", "pushed", "less than was staked"],
)
def test_what_is_no_win_is_not_celebrated(open_screen: Open, bets: dict[str, int], cards: str, total: str) -> None:
    player = Player().opens().registered(**bets).closes().deals(cards)
    screen = open_screen(player.view)
    screen.shows(player.settles().view)
    assert screen.text("total") == total
    assert screen.item("ribbon").property("color") != theme(screen.view.engine()).property("gold")
    assert screen.text("lastwin.text") == NONE
    assert not [cue for cue in screen.cues if cue.startswith("won")]


def test_a_win_is_heard_and_shines(open_screen: Open) -> None:
    player = SCENES["confirming"]()
    screen = open_screen(player.view)
    assert screen.item("ribbon").property("color") != theme(screen.view.engine()).property("gold")
    screen.shows(player.settles().view)
    assert screen.item("ribbon").property("color") == theme(screen.view.engine()).property("gold")
    assert "won1" in screen.cues, "less than the stake: the smallest of three"


def test_a_larger_win_is_a_larger_ribbon_and_another_sound(open_screen: Open) -> None:
    """Beside what was staked for it, however large the amount is."""
    seen: list[tuple[str, int]] = []
    for bets, cards, won in (
        ({"banker": 110_000}, "2S 2H 2D 4C 9H", "won1"),  # on 6: half of it
        ({"banker": 110_000}, "2C 4D 5S 5H", "won2"),
        ({"tie": 500}, "4S 3C 3D 4H", "won3"),
    ):
        player = Player().opens().registered(**bets).closes().deals(cards)
        screen = open_screen(player.view)
        screen.shows(player.settles().view)
        screen.until(lambda screen=screen: screen.item("ribbon").isVisible())  # type: ignore[misc]
        cues = [cue for cue in screen.cues if cue.startswith("won")]
        assert cues == [won]
        seen.append((won, round(screen.item("ribbon").height())))
        assert flaws(screen.root) == []
    heights = [height for _, height in seen]
    assert heights == sorted({*heights}), "each larger than the one before"


def test_a_result_that_nobody_has_confirmed_says_so_to_everybody(open_screen: Open) -> None:
    player = Player().opens().closes().deals("2C 4D 5S 5H")
    screen = open_screen(player.view)
    assert screen.text("total") == "Waiting for the dealer to confirm"
    assert (screen.text("score.player"), screen.text("score.banker")) == ("7", "9")
    screen.shows(player.settles().view)
    assert screen.text("total") == ""
    said = screen.said()
    assert said.count("Next round soon") == 1


def test_lost_chips_go_and_won_ones_stay(open_screen: Open) -> None:
    player = SCENES["confirming"]()
    screen = open_screen(player.view, motion=True)
    screen.until(lambda: screen.item("winner").isVisible())
    screen.shows(player.settles().view)
    assert screen.item("spot.tie.chips").isVisible()
    screen.until(lambda: not screen.item("spot.tie.chips").isVisible())
    assert screen.item("spot.banker.chips").isVisible()
    assert screen.text("spot.banker.amount") == "+550"
    still = open_screen(SCENES["confirming"]().view)
    still.shows(player.view)  # without motion they have gone at once
    assert [still.item(f"spot.{spot}.chips").isVisible() for spot in ("tie", "banker")] == [False, True]


@pytest.mark.parametrize("why", ["halted", "offline"])
def test_nothing_shines_while_play_has_stopped_or_the_table_is_silent(open_screen: Open, why: str) -> None:
    player = SCENES["won"]()
    screen = open_screen(player.view)
    shining = ("hand.banker", "spot.banker", "spot.player_pair")
    assert [screen.item(name).property("won") for name in shining] == [True] * 3
    halted = e.Halted(Halt.SHOE_LOST, "the shoe is silent", "")
    screen.shows((player.reads(halted) if why == "halted" else player.is_cut_off()).view)
    assert [screen.item(name).property("won") for name in shining] == [False] * 3


def test_the_balance_is_never_an_amount_that_was_not_there(open_screen: Open) -> None:
    player = SCENES["confirming"]()
    screen = open_screen(player.view, motion=True)
    assert screen.text("balance.text") == "3,865.00"
    screen.shows(player.settles().view)
    assert screen.text("balance.text") == "5,635.00"


@pytest.mark.parametrize("name", ["latched", "disputed"])
def test_where_only_staff_can_help_the_page_calls_for_it(open_screen: Open, name: str) -> None:
    player = SCENES[name]()
    screen = open_screen(player.view)
    assert not screen.item("page.close").isVisible()
    screen.tap("attention.call")
    reason = {"latched": m.CallReason.MACHINE, "disputed": m.CallReason.GAME}[name]
    assert screen.intents == [t.CallAttendant(True, reason)]
    assert [type(sent) for sent in player.terminal.does(*screen.intents)] == [m.CallAttendant], "somebody hears it"


@pytest.mark.parametrize("name", ["denied", "stopped", "joining"])
def test_where_nothing_can_be_sent_no_button_pretends_to_call(open_screen: Open, name: str) -> None:
    player = SCENES[name]()
    sent = [*player.terminal.does(t.CallAttendant()), *player.terminal.does(after_ms=5_000)]
    assert not [message for message in sent if isinstance(message, m.CallAttendant)]
    screen = open_screen(player.view)
    touchable = {*screen.touchable()}
    assert not touchable & {"attention.call", "attendant", "strip.call"}
    if name in ("denied", "stopped"):
        assert screen.text("attention.wave") == "Please wave to an attendant."
        assert "attention.wave" not in touchable, "it does not look like a button either"
        assert screen.item("attention.wave").isVisible()


def test_an_outage_page_goes_by_itself(open_screen: Open) -> None:
    player = SCENES["offline"]()
    screen = open_screen(player.view)
    assert screen.item("attention.reconnecting").isVisible()
    player.terminal.is_welcomed()
    screen.shows(player.view)
    assert screen.attentions() == []


@pytest.mark.parametrize("name", ["void", "corrected"])
@pytest.mark.parametrize(("touched", "opened"), [("page.close", ""), ("door.history", "history")])
def test_what_has_been_read_is_put_away(open_screen: Open, name: str, touched: str, opened: str) -> None:
    """By its own button, or by a door: no button is dead."""
    player = SCENES[name]()
    screen = open_screen(player.view)
    screen.tap(touched)
    assert screen.intents == [t.PutAway(player.view.mark)]
    screen.shows(player.wants(*screen.intents).view)
    assert f"attention.{name}" not in screen.attentions()
    assert screen.root.property("page") == opened


def test_a_halt_leaves_the_felt_in_sight(open_screen: Open) -> None:
    screen = open_screen(SCENES["halted"]().view)
    assert screen.item("halted").isVisible()
    assert screen.item("hand.player.card.0").isVisible()
    assert screen.text("spot.banker.standing").startswith("✓ Registered")


def test_nobody_plays_the_screen_invites_and_a_touch_ends_it(open_screen: Open) -> None:
    screen = open_screen(Player(credit=0).view)
    assert not screen.item("page.idle").isVisible()
    screen.root.setProperty("idleAfterMs", 1)
    screen.until(lambda: bool(screen.item("page.idle").isVisible()))
    screen.root.setProperty("idleAfterMs", 60_000)
    screen.tap("page.idle")
    assert not screen.item("page.idle").isVisible()
    assert screen.intents == []


@pytest.mark.parametrize("touched", ["door.rules", "chip.50000", "spot.banker", "roads", "page.title", "rules.limits"])
def test_whatever_is_touched_somebody_is_there(open_screen: Open, touched: str) -> None:
    """A key, a chip, a place, the body of a page: whoever reads the rules is not sent away in the middle of them."""
    screen = open_screen(Player(credit=0).opens().view)
    if touched in ("page.title", "rules.limits"):
        screen.tap("door.rules")
    patience, begun = screen.patience, list[bool]()
    patience.runningChanged.connect(lambda: begun.append(patience.property("running")))  # type: ignore[attr-defined]
    screen.touch(touched)
    assert begun[-2:] == [False, True], "it waits again from the start"


def test_who_reads_a_page_is_given_more_time(open_screen: Open) -> None:
    screen = open_screen(Player(credit=0).opens().view)
    short = screen.patience.property("interval")
    screen.tap("door.rules")
    assert screen.patience.property("interval") == 3 * short


@pytest.mark.parametrize(
    "money", [{"credit": 100}, {"stake": 100}, {"booking": 100}, {"unpaid": 100}], ids=lambda money: next(iter(money))
)
def test_money_that_comes_ends_the_invitation(open_screen: Open, money: dict[str, int]) -> None:
    empty = Player(credit=0).opens().view
    screen = open_screen(empty)
    screen.turn_to("idle")
    assert screen.item("page.idle").isVisible()
    screen.shows(replace(empty, **money))
    assert not screen.item("page.idle").isVisible()
    screen.shows(empty)
    assert not screen.item("page.idle").isVisible(), "it does not come back at once when the money is gone"


def test_who_has_credit_is_not_invited(open_screen: Open) -> None:
    screen = open_screen(Player(credit=0).view)
    assert screen.patience.property("running") is True
    screen.shows(Player().view)
    assert screen.patience.property("running") is False


def test_the_invitation_does_not_hide_an_outage(open_screen: Open) -> None:
    player = Player(credit=0)
    screen = open_screen(player.view)
    screen.turn_to("idle")
    assert screen.item("page.idle").isVisible()
    screen.shows(player.is_cut_off().view)
    assert not screen.item("page.idle").isVisible()
    assert screen.item("attention.reconnecting").isVisible()


def test_the_next_person_finds_the_screen_as_it_was_at_the_start(open_screen: Open) -> None:
    screen = open_screen(Player(credit=0).view)
    screen.tap("chip.50000", "comfort")
    screen.image()
    screen.tap("contrast", "comfort.text")
    screen.languages.select("ms")
    screen.root.setProperty("idleAfterMs", 1)
    screen.until(lambda: bool(screen.item("page.idle").isVisible()))
    assert screen.root.property("chip") == 2_500
    looks = theme(screen.view.engine())
    assert (looks.property("highContrast"), looks.property("largeText")) == (False, False)
    assert screen.view.engine().uiLanguage() == "en"


# --- what a finger gets -----------------------------------------------------------------------------------------------


def test_a_tap_places_the_chosen_chip_and_a_finger_that_stays_takes_it_back(open_screen: Open) -> None:
    screen = open_screen(Player().opens().view)
    screen.tap("spot.banker", "chip.50000", "spot.tie")
    screen.hold("spot.tie")
    assert screen.intents == [t.PlaceBet(BANKER, 2_500), t.PlaceBet(TIE, 50_000), t.TakeBack(TIE, 50_000)]


def test_every_place_can_be_touched(open_screen: Open) -> None:
    screen = open_screen(Player().opens().view)
    screen.tap(*(f"spot.{spot}" for spot in SPOTS))
    assert screen.intents == [t.PlaceBet(Spot(spot), 2_500) for spot in SPOTS]


def test_the_buttons_under_the_chips(open_screen: Open) -> None:
    screen = open_screen(SCENES["won"]().opens().view)
    screen.tap("repeat")
    screen.shows(SCENES["repeat"]().view)
    screen.tap("undo", "clear", "double")
    assert screen.intents == [t.RepeatBets(), t.UndoBet(), t.ClearBets(), t.DoubleBets()]


def test_buttons_that_cannot_be_used_do_nothing(open_screen: Open) -> None:
    screen = open_screen(SCENES["dealing"]().view)
    screen.tap("undo", "clear", "repeat", "double", "door.cashout")
    assert (screen.intents, screen.root.property("page")) == ([], "")
    screen.tap("spot.banker")
    assert screen.cues == [], "and a closed place makes no sound of a chip"


def test_under_a_page_nothing_can_be_touched(open_screen: Open) -> None:
    screen = open_screen(SCENES["offline"]().view)
    screen.tap("spot.banker", "chip.50000", "undo", "door.buyin", "ask.B")
    assert screen.intents == []
    assert screen.root.property("chip") == 2_500


def test_an_attendant_is_called_and_called_off(open_screen: Open) -> None:
    player = Player().opens()
    screen = open_screen(player.view)
    assert screen.text("attendant") == "Call attendant"
    screen.tap("attendant", "reason.service")
    assert screen.root.property("page") == ""
    screen.shows(SCENES["called"]().view)
    assert screen.text("attendant.called") == "✓ Attendant called"
    QTest.mouseClick(screen.view, Qt.MouseButton.LeftButton, pos=screen.centre("attendant.called"))
    called = t.CallAttendant(True, m.CallReason.SERVICE)
    assert screen.intents == [called], "a second tap does not send him away"
    screen.tap("attendant.cancel")
    assert screen.intents == [called, t.CallAttendant(False)]


def test_contrast_and_larger_text_are_a_page_away(open_screen: Open) -> None:
    screen = open_screen(Player().view)
    screen.tap("comfort", "contrast", "comfort.text")
    looks = theme(screen.view.engine())
    assert (looks.property("highContrast"), looks.property("largeText")) == (True, True)
    screen.image()
    screen.tap("contrast", "comfort.text")
    assert (looks.property("highContrast"), looks.property("largeText")) == (False, False)


def test_the_limits_in_the_bar_open_the_page_with_all_of_them(open_screen: Open) -> None:
    screen = open_screen(SCENES["registered"]().view)
    screen.tap("table.limits")
    assert screen.root.property("page") == "limits"
    assert screen.item("page.rules").property("part") == "limits"


def test_the_roads_can_be_asked(open_screen: Open) -> None:
    screen = open_screen(SCENES["ready"]().view)
    screen.tap("ask.B")
    assert screen.item("road.big_road").property("side") == "B"
    screen.tap("ask.B")
    assert screen.item("road.big_road").property("side") == ""
    assert screen.intents == []


def test_the_roads_have_room_for_a_shoe(open_screen: Open) -> None:
    screen = open_screen(SCENES["long_shoe"]().view)
    cells = {name: int(screen.item(f"road.{name}").height()) // 6 for name in ("bead_plate", "big_road", "small_road")}
    columns = {name: int(screen.item(f"road.{name}").width()) // cell for name, cell in cells.items()}
    assert cells["big_road"] >= 20
    assert cells["small_road"] >= 18, "marks that can be told apart from a chair"
    assert columns["bead_plate"] >= 8
    assert columns["big_road"] >= 22
    assert columns["small_road"] >= 12
