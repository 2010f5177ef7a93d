"""The player terminal's screen: every state and page is reachable, right and readable; a finger gets what it wants."""

import subprocess
import sysconfig
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from games.round import Spot
from protocol.looks import IMPORT_PATH, LANGUAGES
from terminal import intents as t
from terminal.screen import TerminalView
from terminal.window import MAIN
from tests.ui.quick import flaws, texts, theme, walk
from tests.ui.terminal_scenes import PAGES, SCENES, Player, Shown

NONE = "\N{EN DASH}"

pytestmark = pytest.mark.usefixtures("qapp")

Open = Callable[..., Shown]
BANKER, TIE = Spot("banker"), Spot("tie")


@pytest.fixture
def open_screen() -> Iterator[Open]:
    opened: list[Shown] = []

    def open_one(view: TerminalView, **how: object) -> Shown:
        opened.append(Shown(view, **how))  # type: ignore[arg-type]
        return opened[-1]

    yield open_one
    warnings = [warning for screen in reversed(opened) for warning in screen.close()]
    assert not warnings, "\n".join(warnings)


# --- looks ------------------------------------------------------------------------------------------------------------


def flaws_of(screen: Shown, names: Iterable[str]) -> list[str]:
    """Of these scenes, one after the other on the same screen, as they come in life."""
    found = []
    for name in names:
        screen.shows(SCENES[name]().view)
        found += [f"{name}: {flaw}" for flaw in flaws(screen.root)]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_is_without_flaw_in_every_language(open_screen: Open, language: str) -> None:
    assert flaws_of(open_screen(Player().view, language=language), SCENES) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_without_flaw_in_every_language(open_screen: Open, language: str) -> None:
    found = []
    for name in ("won", "ticket"):
        screen = open_screen(SCENES[name]().view, language=language)
        for page in PAGES:
            screen.turn_to(page)
            found += [f"{page}: {flaw}" for flaw in flaws(screen.root)]
    assert found == []


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (1920, 1200), (3840, 2160)])
def test_the_screen_is_without_flaw_in_every_size(open_screen: Open, size: tuple[int, int]) -> None:
    screen = open_screen(Player().view, size=size, language="ms")
    assert flaws_of(screen, ("placing", "registered", "won", "offline")) == []


def test_the_screen_is_without_flaw_in_high_contrast(open_screen: Open) -> None:
    assert flaws_of(open_screen(Player().view, high_contrast=True), SCENES) == []


def test_qmllint_has_nothing_to_say() -> None:
    files = [str(file) for file in sorted(MAIN.parent.rglob("*.qml"))]
    tool = Path(sysconfig.get_path("scripts")) / "pyside6-qmllint"
    ran = subprocess.run([tool, "-I", str(IMPORT_PATH), *files], capture_output=True, text=True, check=False)
    assert (ran.stdout + ran.stderr).strip() == ""
    assert ran.returncode == 0


def test_every_button_has_a_name_that_nothing_else_has(open_screen: Open) -> None:
    screen = open_screen(SCENES["won"]().view)
    names = [item.objectName() for item in walk(screen.root) if item.property("kind") in ("plain", "primary", "danger")]
    assert "" not in names
    assert len(names) == len(set(names)) > 10


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_a_change_of_language_changes_every_word_at_once(open_screen: Open) -> None:
    """Also those that come from the view model as keys."""
    view = SCENES["registered"]().view
    fresh = {item.property("text") for item, _ in texts(open_screen(view, language="zh_CN").root)}
    screen = open_screen(view)
    screen.languages.select("zh_CN")
    screen.shows(view)
    assert {item.property("text") for item, _ in texts(screen.root)} == fresh


def test_a_bet_is_seen_in_each_of_its_states(open_screen: Open) -> None:
    player = Player().opens()
    screen = open_screen(player.view)
    assert screen.text("spot.banker.standing") == f"25 {NONE} 20,000"
    screen.shows(player.wants(t.PlaceBet(BANKER, 10_000)).view)
    assert (screen.text("spot.banker.amount"), screen.text("spot.banker.standing")) == ("100", "Placing...")
    screen.shows(player.registered(banker=10_000).view)
    assert screen.text("spot.banker.standing") == f"✓ Registered · No. {player.view.receipt}"
    screen.shows(player.wants(t.PlaceBet(TIE, 2_500)).closes().view)
    assert screen.text("spot.tie.standing") == "25 returned"
    assert "5.2.2" in screen.text("notice")


def test_the_countdown_counts_down_between_two_pulses(open_screen: Open) -> None:
    screen = open_screen(Player().opens(left_ms=3_000).view, motion=True)
    ring = screen.item("countdown")
    assert ring.property("seconds") == 3
    cues: list[str] = []
    screen.root.cue.connect(cues.append)  # type: ignore[attr-defined]  # QML declares it
    screen.until(lambda: ring.property("seconds") == 1)
    assert "tick" in cues


def test_notices_over_the_full_width(open_screen: Open) -> None:
    player = Player()
    screen = open_screen(player.view, motion=True)
    assert not screen.item("announcement").isVisible()
    screen.shows(player.opens().view)
    screen.until(lambda: screen.item("announcement").isVisible())
    assert screen.text("announcement") == "Place your bets"
    screen.shows(player.closes().view)
    assert screen.text("announcement") == "No more bets"
    assert screen.item("announcement").width() == 1920
    screen.until(lambda: not screen.item("announcement").isVisible())


def test_cards_come_and_are_turned_and_then_the_points_are_told(open_screen: Open) -> None:
    player = Player().opens().closes()
    screen = open_screen(player.view, motion=True)
    assert screen.text("hand.player.points") == NONE
    screen.shows(player.deals("2C 4D 5S 5H").view)
    assert not screen.item("hand.player.card.0").property("open")
    screen.until(lambda: screen.text("hand.player.points") == "7" and screen.text("hand.banker.points") == "9")
    assert not screen.item("hand.player.card.2").isVisible()


def test_squeezed_cards_stay_down_until_the_player_peels_them(open_screen: Open) -> None:
    player = SCENES["squeeze"]()
    screen = open_screen(player.view)
    assert screen.text("hand.banker.points") == NONE
    assert screen.text("phase") == "Turn your cards"
    assert not screen.item("winner").isVisible(), "who won is not told before"
    for card in ("hand.banker.card.0", "hand.banker.card.1"):
        screen.drag(card, (0.5, 0.95), (0.5, 0.05))
    screen.until(lambda: screen.text("hand.banker.points") == "9")
    assert screen.text("hand.player.points") == NONE
    assert not screen.item("winner").isVisible()
    screen.shows(player.settles().view)
    screen.until(lambda: screen.text("hand.player.points") == "7")
    assert screen.item("winner").isVisible()


def test_who_has_no_bet_does_not_squeeze(open_screen: Open) -> None:
    player = Player(squeeze=True).opens().closes().deals("2C 4D 5S 5H")
    screen = open_screen(player.view)
    assert screen.text("hand.banker.points") == "9"


def test_the_result_names_winner_lines_and_total(open_screen: Open) -> None:
    screen = open_screen(SCENES["won"]().view)
    assert screen.text("winner") == "Banker wins"
    assert screen.text("winner.note") == "6 points · Player Pair"
    assert [screen.text(f"line.{n}") for n in range(3)] == [
        "Banker on 6 1,100 at 1 : 2",
        "Tie 25 lost",
        "Player Pair 10 at 11 : 1",
    ]
    assert screen.text("total") == "Back to you: 1,770"
    assert screen.text("balance.text") == "5,635.00"


def test_the_balance_rolls_up_to_the_new_one(open_screen: Open) -> None:
    player = SCENES["confirming"]()
    screen = open_screen(player.view, motion=True)
    assert screen.text("balance.text") == "3,865.00"
    screen.shows(player.settles().view)
    seen: list[str] = []

    def arrived() -> bool:
        seen.append(screen.text("balance.text"))
        return seen[-1] == "5,635.00"

    screen.until(arrived)
    assert len(set(seen)) > 2
    assert seen == sorted(seen)


@pytest.mark.parametrize(
    ("name", "stands", "rule"),
    [
        ("void", "1,135", "5.11"),
        ("corrected", "Round 13", "5.6"),
        ("offline", "Banker 1,000", "5.2.1"),
        ("joining", "", "5.2.2"),
        ("latched", "Banker 1,100", "money"),
        ("denied", "Banker 1,100", "money"),
        ("stopped", "Banker 1,100", "money"),
        ("disputed", "", "5.10"),
    ],
)
def test_what_must_be_known_says_what_stands_and_the_rule(open_screen: Open, name: str, stands: str, rule: str) -> None:
    screen = open_screen(SCENES[name]().view)
    assert stands in screen.text("attention.stands")
    assert rule in screen.text("attention.rule")
    assert screen.text("attention.next")


@pytest.mark.parametrize("name", ["latched", "denied", "stopped", "disputed"])
def test_where_only_staff_can_help_the_page_calls_for_it(open_screen: Open, name: str) -> None:
    screen = open_screen(SCENES[name]().view)
    assert not screen.item("page.close").isVisible()
    screen.tap("attention.call")
    assert screen.intents == [t.CallAttendant(True)]


def test_an_outage_page_goes_by_itself(open_screen: Open) -> None:
    player = SCENES["offline"]()
    screen = open_screen(player.view)
    assert screen.item("attention.reconnecting").isVisible()
    player.terminal.is_welcomed()
    screen.shows(player.view)
    assert not [item for item in walk(screen.root) if item.objectName().startswith("attention.")]


def test_a_void_page_is_put_away_and_stays_away(open_screen: Open) -> None:
    player = SCENES["void"]()
    screen = open_screen(player.view)
    screen.tap("page.close")
    screen.shows(player.level().view)
    assert not [item for item in walk(screen.root) if item.objectName() == "attention.void"]


def test_a_halt_leaves_the_felt_in_sight(open_screen: Open) -> None:
    screen = open_screen(SCENES["halted"]().view)
    assert screen.item("halted").isVisible()
    assert screen.item("hand.player.card.0").isVisible()
    assert screen.text("spot.banker.standing").startswith("✓ Registered")


def test_the_history_has_cards_and_own_lines(open_screen: Open) -> None:
    screen = open_screen(SCENES["won"]().view)
    screen.tap("door.history")
    assert screen.text("history.0.lines") == "Banker 1,100 → 1,650   Tie 25 → 0   Player Pair 10 → 120"
    assert screen.text("history.1.lines") == "no bet"
    assert screen.item("history.9").isVisible()


def test_nobody_plays_the_screen_invites_and_a_touch_ends_it(open_screen: Open) -> None:
    screen = open_screen(Player(credit=0).view)
    assert not screen.item("page.idle").isVisible()
    screen.root.setProperty("idleAfterMs", 1)
    screen.until(lambda: bool(screen.item("page.idle").isVisible()))
    screen.tap("page.idle")
    assert not screen.item("page.idle").isVisible()
    assert screen.intents == []


def test_who_has_credit_is_not_invited(open_screen: Open) -> None:
    screen = open_screen(Player().view)
    screen.root.setProperty("idleAfterMs", 1)
    screen.root.setProperty("page", "rules")
    screen.until(lambda: bool(screen.item("page.rules").isVisible()))
    assert not screen.item("page.idle").isVisible()


# --- what a finger gets -----------------------------------------------------------------------------------------------


def test_a_tap_places_the_chosen_chip_and_a_finger_that_stays_takes_it_back(open_screen: Open) -> None:
    screen = open_screen(Player().opens().view)
    screen.tap("spot.banker")
    screen.tap("chip.50000")
    screen.tap("spot.tie")
    screen.hold("spot.tie")
    assert screen.intents == [t.PlaceBet(BANKER, 2_500), t.PlaceBet(TIE, 50_000), t.TakeBack(TIE, 50_000)]


@pytest.mark.parametrize("spot", ["player", "banker", "tie", "player_pair", "banker_pair"])
def test_every_place_can_be_touched(open_screen: Open, spot: str) -> None:
    screen = open_screen(Player().opens().view)
    screen.tap(f"spot.{spot}")
    assert screen.intents == [t.PlaceBet(Spot(spot), 2_500)]


def test_the_buttons_under_the_chips(open_screen: Open) -> None:
    screen = open_screen(SCENES["repeat"]().view)
    for name in ("undo", "clear", "repeat", "double"):
        screen.tap(name)
    assert screen.intents == [t.UndoBet(), t.ClearBets(), t.RepeatBets(), t.DoubleBets()]


def test_buttons_that_cannot_be_used_do_nothing(open_screen: Open) -> None:
    screen = open_screen(SCENES["dealing"]().view)
    for name in ("undo", "clear", "repeat", "double", "door.cashout"):
        screen.tap(name)
    assert screen.intents == []
    assert screen.root.property("page") == ""


def test_under_a_page_nothing_can_be_touched(open_screen: Open) -> None:
    screen = open_screen(SCENES["offline"]().view)
    for name in ("spot.banker", "chip.50000", "undo", "door.buyin", "ask.B"):
        screen.tap(name)
    assert screen.intents == []
    assert screen.root.property("chip") == 2_500


def test_an_attendant_is_called_and_called_off(open_screen: Open) -> None:
    player = Player().opens()
    screen = open_screen(player.view)
    assert screen.text("attendant") == "Call attendant"
    screen.tap("attendant")
    screen.shows(SCENES["called"]().view)
    assert screen.text("attendant") == "Attendant called"
    screen.tap("attendant")
    assert screen.intents == [t.CallAttendant(True), t.CallAttendant(False)]


def test_a_note_buys_in(open_screen: Open) -> None:
    player = Player(credit=0)
    screen = open_screen(player.view)
    screen.tap("door.buyin")
    screen.tap("note.10000")
    (note,) = screen.intents
    assert isinstance(note, t.NoteIn)
    assert note.amount == 10_000


def test_a_ticket_is_typed_or_picked(open_screen: Open) -> None:
    screen = open_screen(SCENES["ticket"]().view)
    screen.intents.clear()
    screen.tap("door.buyin")
    for digit in "123456789012345678":
        screen.tap(f"key.{digit}")
    assert screen.text("ticket.number") == "1234 5678 9012 3456 78"
    screen.tap("key.ok")
    screen.tap("pick.004217733905112846")
    assert [intent.ticket for intent in screen.intents if isinstance(intent, t.TicketIn)] == [
        "123456789012345678",
        "004217733905112846",
    ]


def test_cash_out_asks_once_and_shows_the_ticket(open_screen: Open) -> None:
    player = Player()
    screen = open_screen(player.view)
    screen.tap("door.cashout")
    assert screen.text("cashout.amount") == "5,000.00"
    screen.tap("cashout.confirm")
    screen.tap("cashout.confirm")
    (asked,) = screen.intents
    assert isinstance(asked, t.CashOut)
    assert asked.amount == 500_000
    screen.shows(SCENES["ticket"]().view)
    assert screen.item("ticket").isVisible()
    assert "004217733905112846" in screen.text("ticket.text")


def test_the_language_is_chosen_on_its_page_and_everything_follows(open_screen: Open) -> None:
    screen = open_screen(SCENES["won"]().view)
    screen.tap("language")
    screen.tap("language.zh_CN")
    assert screen.root.property("page") == ""
    assert screen.text("winner") != "Banker wins"
    screen.tap("language")
    screen.tap("language.en")
    assert screen.text("winner") == "Banker wins"


def test_high_contrast_is_one_touch_away(open_screen: Open) -> None:
    screen = open_screen(Player().view)
    screen.tap("contrast")
    assert theme(screen.view.engine()).property("highContrast") is True
    screen.tap("contrast")
    assert theme(screen.view.engine()).property("highContrast") is False


def test_the_roads_can_be_asked(open_screen: Open) -> None:
    screen = open_screen(SCENES["ready"]().view)
    screen.tap("ask.B")
    assert screen.item("road.big_road").property("side") == "B"
    screen.tap("ask.B")
    assert screen.item("road.big_road").property("side") == ""
    assert screen.intents == []
