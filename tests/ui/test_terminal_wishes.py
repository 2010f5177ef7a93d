"""What makes a Player's evening his: the squeeze, his own layouts and chip, how large and loud, a moment to think."""

import re
import sys
import time
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest

from games.round import Spot
from looks import LANGUAGES
from looks.sounds import CUES
from protocol import events as e
from protocol import messages as m
from protocol.crowd import Side
from terminal import intents as t
from terminal.screen import TerminalView
from terminal.speaker import Speaker
from terminal.window import TerminalWindow
from tests.terminal.pen import BANKER, TIE
from tests.ui.conftest import OpenTerminal as Open
from tests.ui.quick import Sight, flaws, theme
from tests.ui.terminal_scenes import BANKER_ON_NINE, SCENES, T1, Player, Shown

pytestmark = pytest.mark.usefixtures("qapp")
NONE = "\N{EN DASH}"
ROOT = Path(__file__).resolve().parents[2]
MINUTE_MS = 60_000


# --- the squeeze (003 §3.12) ------------------------------------------------------------------------------------------


def test_cards_stay_down_until_the_player_turns_them_one_at_a_time(open_screen: Open) -> None:
    player = SCENES["squeeze"]()
    screen = open_screen(player.view)
    assert screen.intents == [t.Turning(True)], "others wait for him"
    assert screen.item("squeeze.card").height() >= 0.4 * 1080
    assert (screen.text("squeeze.title"), screen.text("bar.phase")) == ("Player, card 1", "Turn your cards")
    assert screen.item("squeeze.ring").property("seconds") == 8, "the time that is left is shown"
    assert not screen.item("winner").isVisible(), "who won is not told before"
    titles = []
    while screen.item("squeeze").isVisible():
        titles.append(screen.text("squeeze.title"))
        screen.tap("squeeze.turn")
        screen.until(lambda: screen.text("squeeze.title") != titles[-1])
        screen.image()
    assert titles == ["Player, card 1", "Banker, card 1", "Player, card 2", "Banker, card 2"]
    assert screen.intents == [t.Turning(True), t.Turning(False)]
    screen.until(lambda: screen.text("hand.banker.points") == "9")
    assert screen.item("winner").isVisible()


@pytest.mark.parametrize(
    ("start", "half", "end"),
    [
        ((0.95, 0.97), (0.45, 0.47), (0.28, 0.3)),  # the end is two thirds of the card away
        ((0.5, 0.97), (0.5, 0.47), (0.5, 0.3)),
    ],
    ids=["corner", "side"],
)
def test_a_card_is_peeled_by_a_corner_or_a_side_and_falls_back_if_it_is_let_go_half_way(
    open_screen: Open, start: tuple[float, float], half: tuple[float, float], end: tuple[float, float]
) -> None:
    screen = open_screen(SCENES["squeeze"]().view)
    clock = screen.root.findChild(QObject, "squeeze.clock")
    assert clock is not None
    clock.setProperty("interval", 60 * MINUTE_MS)  # else it would turn what his finger has not
    screen.drag("squeeze.card", start, half, release=False)
    assert 0.05 < screen.item("squeeze.card").property("lifted") < 0.45
    screen.drag("squeeze.card", half, half)
    assert screen.item("squeeze.card").property("lifted") == 0
    assert screen.text("squeeze.title") == "Player, card 1"
    screen.drag("squeeze.card", start, end)
    patience = time.monotonic() + 20
    while screen.text("squeeze.title") == "Player, card 1" and time.monotonic() < patience:
        QTest.qWait(5)
    assert screen.text("squeeze.title") == "Banker, card 1"
    assert screen.text("hand.player.points") == NONE, "one card is left"


def test_a_card_is_turned_across_and_what_nobody_touches_is_turned_with_all_the_rest(open_screen: Open) -> None:
    screen = open_screen(SCENES["squeeze"]().view)
    screen.tap("squeeze.rotate")
    assert screen.item("squeeze.card").rotation() == 90
    for language in LANGUAGES:  # nothing lies over the card, and its whole edge can be taken
        screen.languages.select(language)
        for large in (False, True):
            theme(screen.view.engine()).setProperty("largeText", large)
            screen.image()
            assert (language, large, flaws(screen.root)) == (language, large, [])
    screen.languages.select("en")
    screen.tap("squeeze.all")
    screen.until(lambda: screen.text("hand.banker.points") == "9")
    other = open_screen(SCENES["squeeze"]().view)
    clock = other.root.findChild(QObject, "squeeze.clock")
    assert clock is not None
    assert (clock.property("interval"), clock.property("running")) == (8_000, True)
    clock.setProperty("interval", 1)
    other.until(lambda: other.text("hand.banker.points") == "9" and other.text("hand.player.points") == "7")


def test_every_card_that_comes_gives_the_time_anew_as_the_table_does(open_screen: Open) -> None:
    """`console.table.turning.count_down`: else a slow Dealer has used the time of the first card up with the last."""
    player = Player(squeeze=True).opens().registered(banker=110_000).closes().deals("2C")
    screen = open_screen(player.view)
    clock = screen.root.findChild(QObject, "squeeze.clock")
    assert clock is not None
    about = clock.metaObject()
    stopped_and_began = QSignalSpy(clock, about.method(about.indexOfSignal("runningChanged()")))
    screen.shows(player.deals("KD").view)
    assert (stopped_and_began.count(), clock.property("running")) == (2, True)
    assert screen.text("squeeze.title") == "Player, card 1"


def test_certified_means_that_the_time_to_turn_is_over(open_screen: Open) -> None:
    player = SCENES["squeeze"]()
    screen = open_screen(player.view)
    screen.shows(player.settles().view)
    screen.until(lambda: screen.text("hand.player.points") == "7")
    assert not screen.item("squeeze").isVisible()


def test_no_card_of_a_new_round_is_open_before_it_is_squeezed(open_screen: Open) -> None:
    """Also if Bets, phase and cards come with one and the same picture."""
    screen = open_screen(Player(squeeze=True).view)
    screen.shows(SCENES["squeeze"]().view)
    cards = [f"hand.{hand}.card.{place}" for hand in ("player", "banker") for place in (0, 1)]
    assert [screen.item(card).property("open") for card in cards] == [False] * 4


# --- the first cards --------------------------------------------------------------------------------------------------


def test_the_notice_that_bets_are_closed_does_not_lie_over_the_cards(open_screen: Open) -> None:
    player = SCENES["registered"]()
    screen = open_screen(player.view, motion=True)
    screen.shows(player.closes().deals("2C").view)
    assert screen.item("announcement").property("shown")
    card, banner = screen.item("hand.player.card.0"), screen.item("announcement")
    assert (
        card.mapToScene(card.boundingRect().bottomLeft()).y() <= banner.mapToScene(banner.boundingRect().topLeft()).y()
    )


def test_after_the_close_a_refusal_does_not_hide_what_is_registered(open_screen: Open) -> None:
    screen = open_screen(SCENES["returned"]().view)
    registered, refused = screen.text("notice").split("\n")
    assert registered == "Your bets are registered: 1,100"
    assert refused.startswith("Not registered in time")


def test_5_4_a_kept_card_is_told_and_lies_face_down(open_screen: Open) -> None:
    screen = open_screen(replace(Player().opens().view, kept_cards=1))
    assert screen.item("kept").isVisible()
    assert screen.text("kept.text") == "One card kept"


def test_without_a_shoe_no_round_is_promised(open_screen: Open) -> None:
    view = replace(SCENES["ready"]().view, shoe_no=0, history=(), result=None, hands=())
    screen = open_screen(view)
    assert (screen.text("phase"), screen.text("bar.phase")) == ("Waiting for a new shoe",) * 2


# --- his own layouts and chip -----------------------------------------------------------------------------------------


def test_a_layout_is_put_by_and_placed_again_at_a_touch(open_screen: Open) -> None:
    player = SCENES["registered"]()
    screen = open_screen(player.view)
    screen.tap("saved.0")
    assert screen.intents == [t.SaveBets(0)]
    player.wants(*screen.intents)
    player.plays(BANKER_ON_NINE).opens()
    screen.shows(player.view)
    assert screen.text("saved.0") == "◆ 1,135"
    screen.tap("saved.0")
    assert screen.intents[-1] == t.PlaceSaved(0)
    player.wants(t.PlaceSaved(0))
    assert {spot.spot: spot.asked for spot in player.view.spots} == {
        "banker": 110_000,
        "tie": 2_500,
        "player_pair": 1_000,
    }


def test_where_nothing_lies_double_means_the_last_bets_twice(open_screen: Open) -> None:
    player = SCENES["registered"]().plays(BANKER_ON_NINE).opens()
    screen = open_screen(player.view)
    assert screen.text("double") == "Repeat \N{MULTIPLICATION SIGN} 2"
    screen.tap("double")
    assert screen.intents == [t.RepeatBets(2)]
    player.wants(*screen.intents)
    assert sum(spot.asked for spot in player.view.spots) == 227_000
    screen.shows(player.view)
    assert screen.text("double") == "Double"


def test_a_chip_of_ones_own_value(open_screen: Open) -> None:
    screen = open_screen(Player().opens().view)
    screen.tap("chip.own", "chip.key.7", "chip.key.3")
    assert not screen.item("chip.key.ok").isEnabled(), "no place takes 73"
    screen.tap("chip.key.back", "chip.key.5", "chip.key.ok", "spot.banker")
    assert screen.intents == [t.PlaceBet(BANKER, 7_500)]
    screen.tap("chip.50000", "chip.own", "spot.tie")
    assert screen.intents[-1] == t.PlaceBet(TIE, 7_500)
    assert screen.text("chip.own") == "Chip 75"


def test_how_the_table_bets_is_told_on_the_places(open_screen: Open) -> None:
    view = replace(Player().opens().view, crowd=(Side("player", 4, 60), Side("tie", 1)))
    screen = open_screen(view)
    assert (screen.text("spot.player.crowd"), screen.text("spot.tie.crowd")) == ("4 bet · 60%", "1 bet")
    assert not screen.item("spot.banker.crowd").isVisible()
    assert flaws(screen.root) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_the_table_bets_is_told_of_both_sides_and_the_tie_in_every_language(
    open_screen: Open, language: str
) -> None:
    """However long the name of a side is."""
    view = replace(Player().opens().view, crowd=(Side("player", 24, 45), Side("banker", 25, 50), Side("tie", 2)))
    screen = open_screen(view, language=language)
    told = {name: screen.item(f"spot.{name}.crowd") for name in ("player", "banker", "tie")}
    assert [name for name, item in told.items() if not item.isVisible()] == []
    assert flaws(screen.root) == []


def test_the_roads_are_enlarged_at_a_touch(open_screen: Open) -> None:
    screen = open_screen(SCENES["long_shoe"]().view)
    screen.tap("road.big_road")
    assert screen.root.property("page") == "roads"
    screen.image()
    cells = {road: screen.item(f"roads.{road}").height() // 6 for road in ("bead_plate", "big_road", "small_road")}
    assert min(cells.values()) >= 24
    assert 6 * (screen.item("roads.bead_plate").width() // cells["bead_plate"]) >= 80, "a whole shoe"


# --- what a correction changed, and whose history it is --------------------------------------------------------------


def test_5_6_a_correction_says_which_card_it_changed(open_screen: Open) -> None:
    screen = open_screen(SCENES["corrected"]().view)
    assert "Banker, card 2: not 4♣ but 5♣" in screen.text("attention.stands").split("\n")


def test_the_history_says_no_bet_only_of_rounds_that_it_may_show(open_screen: Open) -> None:
    player = SCENES["won"]()
    screen = open_screen(player.view)
    screen.turn_to("history")
    assert screen.text("history.1.nobet") == "no bet"
    leaves = replace(player.view, history=tuple(replace(past, lines=(), hidden=True) for past in player.view.history))
    screen.shows(leaves)
    assert screen.text("history.0.nobet") == "before this session"


def test_why_a_terminal_stopped_has_a_short_name_and_no_words_of_the_record(open_screen: Open) -> None:
    view = SCENES["stopped"]().view
    assert view.why
    screen = open_screen(view)
    assert screen.text("attention.why") == "For the attendant: STOPPED-HISTORY"
    assert not [text for text in screen.said() if view.why in text]


# --- as he likes it -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("scene", ["registered", "won", "offline", "corrected", "squeeze"])
@pytest.mark.in_turn(6)
def test_larger_text_is_larger_and_without_flaw(open_screen: Open, scene: str) -> None:
    screen = open_screen(SCENES[scene]().view)
    before = written(screen)
    theme(screen.view.engine()).setProperty("largeText", True)
    screen.image()
    assert theme(screen.view.engine()).property("sizeSmall") > 22
    assert flaws(screen.root) == []
    after = written(screen)
    both = before.keys() & after.keys()
    assert [text for text in both if after[text] < before[text]] == [], "larger text is nowhere smaller"
    small = [text for text in both if before[text] <= 26]
    assert sum(after[text] > before[text] for text in small) > len(small) / 2, "only what has no room stays as it is"


def written(screen: Shown) -> dict[tuple[str, str], int]:
    """Every text with its name, and how large it is."""
    sight = Sight(screen.root)
    named = [(seen.item.objectName(), str(seen.item.property("text")), seen) for seen in sight.texts]
    return {(name, text): sight.types[seen.node.number].size for name, text, seen in named}


def test_the_places_are_reached_by_keyboard(open_screen: Open) -> None:
    screen = open_screen(Player().opens().view)
    screen.item("spot.banker").forceActiveFocus()
    QTest.keyClick(screen.view, Qt.Key.Key_Space)
    assert screen.intents == [t.PlaceBet(Spot("banker"), 2_500)]


# --- now and then -----------------------------------------------------------------------------------------------------


def seated(screen: Shown, view: TerminalView, minutes: int) -> None:
    """He has played for so long."""
    screen.shows(view)
    since_ms = time.time() * 1000 - (minutes + 0.5) * MINUTE_MS
    devices = {**screen.screen.model.part("devices"), "sinceMs": since_ms}
    screen.screen.model.tell([("devices", devices)])
    screen.image()


def test_every_so_many_minutes_the_player_is_told_how_long_and_what_it_came_to(open_screen: Open) -> None:
    player = SCENES["won"]()
    screen = open_screen(player.view)
    seated(screen, player.view, 59)
    assert "page.reality" not in [item.objectName() for item in screen.root.findChildren(QObject)]
    seated(screen, player.view, 61)
    texts = [screen.text(f"reality.{name}") for name in ("time", "rounds", "result", "balance")]
    assert texts == ["1:01", "1", "+635.00", "5,635.00"]
    assert flaws(screen.root) == []
    screen.tap("reality.goon")
    screen.image()
    assert "reality.goon" not in screen.touchable()
    seated(screen, player.view, 121)
    assert "reality.goon" in screen.touchable(), "and again after the next hour"


def test_it_waits_for_the_end_of_a_round_that_he_plays(open_screen: Open) -> None:
    player = SCENES["dealing"]()
    screen = open_screen(player.view)
    seated(screen, player.view, 61)
    assert "reality.goon" not in screen.touchable()


def test_a_house_may_do_without(open_screen: Open) -> None:
    view = SCENES["ready"]().view
    view = replace(view, placard=replace(view.placard, reality_minutes=0))
    screen = open_screen(view)
    seated(screen, view, 600)
    assert "reality.goon" not in screen.touchable()


def test_a_break_is_one_and_cashing_out_is_always_possible(open_screen: Open) -> None:
    player = SCENES["ready"]()
    screen = open_screen(player.view)
    seated(screen, player.view, 61)
    screen.tap("reality.break.5")
    screen.image()
    assert screen.text("reality.goon") == "Break: 5 min"
    screen.shows(player.opens().view)
    screen.tap("reality.goon", "spot.banker")
    assert screen.intents == []
    screen.tap("reality.cashout")
    screen.image()
    assert screen.root.property("page") == "cashout"
    screen.turn_to("")
    screen.root.setProperty("breakUntil", time.time() * 1000 - 3 * MINUTE_MS)
    screen.image()
    assert screen.text("reality.goon") == "Go on playing"
    screen.tap("reality.goon", "spot.banker")
    assert screen.intents == [t.PlaceBet(BANKER, 2_500)]


# --- sound ------------------------------------------------------------------------------------------------------------


def test_a_cue_is_handed_to_the_program_and_volume_zero_is_silence(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    program = (sys.executable, "-c", f"import sys; open({str(heard)!r}, 'ab').write(sys.stdin.buffer.read()[:4])")
    speaker = Speaker(program)
    speaker.play("chip")
    while not heard.exists() or heard.read_bytes() != b"RIFF":
        time.sleep(0.01)
    speaker.turn(0)
    speaker.play("chip")
    speaker.turn(99)
    assert speaker.volume == 3
    speaker.close()
    assert heard.read_bytes() == b"RIFF"


@pytest.mark.parametrize("command", [("no-such-program-here",), ("false",)])
def test_a_machine_without_sound_is_silent_and_says_so_once(command: tuple[str, ...]) -> None:
    complaints: list[str] = []
    speaker = Speaker(command, complain=complaints.append)
    while not speaker.silent:
        speaker.play("registered")
        time.sleep(0.01)
    speaker.play("registered")
    speaker.close()
    assert len(complaints) == 1


def test_a_device_that_hangs_holds_up_no_screen_and_is_a_machine_without_sound() -> None:
    """A program that never reads what it shall play, and never ends: three of them were all that was ever heard."""
    complaints: list[str] = []
    hangs = (sys.executable, "-c", "import time; time.sleep(600)")
    speaker = Speaker(hangs, volume=3, complain=complaints.append, patience_s=0)
    while not speaker.silent:
        speaker.play("won3")
    speaker.close()
    assert len(complaints) == 1


def test_a_machine_that_has_turned_out_to_be_silent_offers_no_volume(qapp: QGuiApplication) -> None:
    assert qapp is not None
    player, speaker = Player(), Speaker(("no-such-program-here",))
    window = TerminalWindow(player.view, lambda _intent: None, speaker=speaker)
    assert window.model.part("devices")["sound"] is True
    speaker.play("chip")
    window.model.show(player.opens().view)
    assert window.model.part("devices")["sound"] is False
    window.close()


def test_the_volume_is_the_players_while_he_sits_here(open_screen: Open) -> None:
    screen = open_screen(Player().view)
    assert screen.screen.model.part("devices")["sound"] is False, "a screen without a speaker offers none"
    turned: list[int] = []
    cued: list[str] = []
    screen.screen.model.turned.connect(turned.append)
    screen.screen.model.cued.connect(cued.append)
    screen.screen.model.tell([("devices", {**screen.screen.model.part("devices"), "sound": True})])
    screen.tap("comfort")
    screen.image()
    screen.tap("volume.3", "volume.0")
    assert (turned, cued) == ([3, 0], ["registered", "registered"])


def test_every_cue_of_the_screen_has_a_sound(open_screen: Open) -> None:
    player = SCENES["registered"]()
    screen = open_screen(player.view)
    for view in (player.closes().view, player.deals("2S 2H 2D 4C 9H").view, player.settles().view, player.opens().view):
        screen.shows(view)
    assert {"closed", "card", "won1", "opened"} <= set(screen.cues) <= set(CUES)


def test_the_screens_name_just_the_cues_that_have_a_sound() -> None:
    """A question to a Player of Blackjack ("asked") was silent; a sound that nobody called for ("call") was kept."""
    text = "\n".join(file.read_text() for file in (ROOT / "terminal" / "qml").rglob("*.qml"))
    named = set(re.findall(r'\bcue\("(\w+)"\)', text))
    assert 'cue("won" + screen.shown.lines.size)' in text
    assert named | {"won1", "won2", "won3"} == set(CUES)


def test_a_call_with_its_reason_reaches_the_console() -> None:
    player = Player()
    sent = player.terminal.does(t.CallAttendant(True, m.CallReason.CARE))
    assert [message.reason for message in sent if isinstance(message, m.CallAttendant)] == [m.CallReason.CARE]
    player.reads(e.AttendantCalled(T1, True, m.CallReason.CARE))
    assert player.view.calls
