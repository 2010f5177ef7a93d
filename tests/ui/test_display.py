"""The table display: what its core makes of the public log, what its screen shows, and that it tells no secrets."""

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QFont, QTextLayout

from deploy.demo.moments import BANKER_ON_SIX, NATURAL, TIE, moments
from deploy.demo.rehearsal import DISPLAY, Rehearsal
from games.face import Shown
from games.round import Spot, Voided
from looks import words
from looks.fonts import FAMILY, FAMILY_NAMES, FAMILY_TW, load_fonts
from looks.road_view import KINDS
from looks.window import Worker
from protocol import messages as m
from terminal.display.view import DisplayView, HandOnShow, Spectator, show
from terminal.display.window import limits_part
from terminal.intents import Turning
from tests.ui import quick
from tests.ui.conftest import OpenDisplay as Open
from tests.ui.displayed import table

pytestmark = pytest.mark.usefixtures("qapp")

NONE = "\N{EN DASH}"


def dealt(cards: str = "", rounds: int = 6) -> Rehearsal:
    """Bets are closed, and these cards are out."""
    found = table(rounds)
    found.open_bets()
    found.close_bets()
    found.draw(cards)
    return found


NEWCOMER = show(Spectator(DISPLAY, "BAC-07", 1, b"run-new!"), 1_000)


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
    assert played.display.result == Shown(Spot("banker"), 6, ("player_pair",))
    assert len(played.display.road) == 6  # a result is a mark only when it is certified
    played.certify()
    assert len(played.display.road) == 7


def test_a_void_round_shows_its_paragraph_and_no_winner() -> None:
    played = dealt(NATURAL)
    played.order(m.Rule(Voided("5.3.3"), "5.3.3"))
    assert (played.display.void, played.display.result, len(played.display.road)) == ("5.3.3", None, 6)


def test_a_corrected_round_is_shown_with_its_new_cards_and_says_so() -> None:
    played = dealt(BANKER_ON_SIX)
    assert (played.display.certified, played.display.corrected) == (False, False)
    played.certify()
    assert (played.display.certified, played.display.corrected) == (True, False)
    played.correct("2S 2H 2D 5C 9H")
    assert played.display.corrected
    assert played.display.hands[1] == HandOnShow("banker", ("2H", "5C"), 7)
    played.open_bets()
    assert not played.display.corrected


def test_shoes_are_counted() -> None:
    assert table().display.shoe_no == 1
    assert NEWCOMER.shoe_no == 0


def test_a_display_that_comes_late_sees_what_the_others_see() -> None:
    played = table(60)  # more than is sent entry by entry: it gets a picture
    played.spectator = Spectator(DISPLAY, "BAC-07", 2, b"run-late")
    played.open_bets()
    played.wait()  # the process before it is still on for a moment, and it is let in when that one is quiet
    assert played.table.seq > played.table.setup.snapshot_from
    assert played.spectator.view == played.table.view


def test_a_display_learns_the_words_of_the_game_when_it_joins(open_display: Open) -> None:
    screen = open_display(NEWCOMER)
    screen.shows(table().display)
    screen.until(lambda: "Player Pair" in screen.said())
    assert "player" not in screen.said()


def test_a_display_that_hears_nothing_says_so() -> None:
    played = table()
    assert NEWCOMER.link == "joining"
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
    played = dealt()
    screen = open_display(played.display)
    assert screen.text("hand.player.points") == NONE
    assert screen.text("strip.text") == "No more bets"
    played.draw(BANKER_ON_SIX)
    screen.shows(played.display)
    assert (screen.text("hand.player.points"), screen.text("hand.banker.points")) == ("3", "6")
    assert screen.text("strip.text") == "Banker wins"
    assert "Player Pair" in screen.text("strip.note")
    assert screen.text("limit.tie") == "5 \N{EN DASH} 2,000"


def test_a_result_that_was_corrected_or_not_yet_confirmed_says_so(open_display: Open) -> None:
    played = dealt(BANKER_ON_SIX)
    screen = open_display(played.display)
    assert screen.text("strip.note").endswith("The Dealer confirms")
    played.certify()
    screen.shows(played.display)
    assert "The Dealer confirms" not in screen.text("strip.note")
    played.correct("2S 2H 2D 5C 9H")
    screen.shows(played.display)
    assert screen.text("strip.note").startswith("Corrected (5.6)")
    assert (screen.text("hand.banker.points"), screen.text("medal.points")) == ("7", "7")


def test_a_void_round_says_why(open_display: Open) -> None:
    played = dealt("2C 4D")
    played.order(m.Rule(Voided("5.3.3"), "5.3.3"))
    screen = open_display(played.display)
    assert screen.text("strip.text") == "This round is void"
    assert screen.item("hand.player.points").property("font").strikeOut()
    assert screen.text("strip.note").startswith(words.VOIDS["wrong_hand"])
    assert "5.11" in screen.text("strip.note")


@pytest.mark.parametrize("trouble", ["link", "halt"])
def test_what_may_not_be_so_any_more_is_dim_and_not_gilded(open_display: Open, trouble: str) -> None:
    played = table()
    screen = open_display(played.display)
    assert screen.item("hand.player").opacity() == 1
    assert screen.text("strip.text").endswith("wins")
    if trouble == "link":
        played.now_ms += 2_500
    else:
        played.order(m.CallSupervisor("a card is bent"))
    screen.shows(played.display)
    assert played.display.result is not None
    for hand in ("player", "banker"):
        assert screen.item(f"hand.{hand}").opacity() < 1
        assert not screen.item(f"hand.{hand}").property("won")
    assert screen.text("medal.word") == NONE
    assert screen.text("strip.text") == ("No connection" if trouble == "link" else "Play is paused")
    assert "not affected" not in screen.text("strip.note"), "it cannot know"


def test_a_training_table_says_so_in_the_bar(open_display: Open) -> None:
    played = table()
    screen = open_display(played.display)
    assert not screen.item("table.training").isVisible()
    training = msgspec.structs.replace(played.display.placard, name="A table with a name of 32 signs", training=True)
    screen.shows(msgspec.structs.replace(played.display, placard=training))
    for language in words.LANGUAGES:
        screen.languages.select(language)
        screen.image()
        assert screen.item("table.training").isVisible()
        assert (language, quick.flaws(screen.root)) == (language, [])
    screen.languages.select("en")
    assert screen.text("table.training") == "No real money"


def test_the_end_of_a_shoe_is_told_and_moves_nothing_in_the_bar(open_display: Open) -> None:
    played = table()
    screen = open_display(played.display)
    assert not screen.item("table.last").isVisible()
    before = [screen.centre(f"table.{fact}") for fact in ("round", "shoe", "cards", "clock")]
    played.cut_card()
    ways: list[tuple[str, str, Callable[[], object]]] = [
        ("next", "Next round is the last", played.open_bets),
        ("now", "Last round", lambda: play_out(played)),
        ("over", "New shoe next", lambda: None),
    ]
    for ends, told, go_on in ways:
        screen.shows(played.display)
        screen.image()
        assert played.display.shoe_ends == ends
        assert screen.item("table.last").isVisible()
        assert screen.text("table.last") == told
        assert [screen.centre(f"table.{fact}") for fact in ("round", "shoe", "cards", "clock")] == before
        go_on()
    assert screen.text("table.cards.title") == "Cards left"
    assert screen.text("table.shoe.text") == "1"


def play_out(played: Rehearsal) -> None:
    played.close_bets()
    played.draw(NATURAL)
    played.certify()


def test_in_the_last_seconds_it_calls_for_the_last_bets(open_display: Open) -> None:
    played = table()
    played.open_bets(left_ms=6_000)
    screen = open_display(played.display)
    assert (screen.text("strip.text"), screen.text("strip.note")) == ("Place your bets", "请下注")
    assert screen.item("strip.sign.0").property("sign") == "disc"
    played.wait(1_000)
    screen.shows(played.display)
    assert played.display.left_ms == played.display.placard.last_call_ms
    assert (screen.text("strip.text"), screen.text("strip.note")) == ("Last bets", "最后下注")
    assert screen.item("strip.sign.0").property("sign") == "triangle"


def test_what_happens_differs_by_colour_and_by_sign(open_display: Open) -> None:
    """Nobody may take "No connection" for "Banker wins" from the other end of the room."""
    shown = {moment.name: moment.picture for moment in moments() if isinstance(moment.picture, DisplayView)}
    screen = open_display(shown["betting"])
    looks = {}
    for name in ("betting", "last_seconds", "no_more_bets", "won", "tie", "halted", "void", "offline"):
        screen.shows(shown[name])
        ground = screen.item("strip").property("color").name()
        looks[name] = (ground, screen.item("strip.sign.0").property("sign"))
    assert looks["last_seconds"][0] == looks["halted"][0], "amber, both: the sign tells them apart"
    assert len({ground for ground, _sign in looks.values()}) == len(looks) - 1
    assert len({sign for _ground, sign in looks.values()}) == len(looks)
    assert looks["won"][1] == "B"


def test_while_bets_are_open_the_last_hand_is_small(open_display: Open) -> None:
    played = table(0)
    played.open_bets()
    before = played.display
    play_out(played)
    over = played.display
    assert before.last is None, "there is none yet"
    assert over.last is not None
    played.open_bets()
    last = played.display.last
    assert last is not None
    assert (last.round_no, last.hands[0], last.void) == (1, HandOnShow("player", ("2C", "5S"), 7), False)
    screen = open_display(played.display)
    assert screen.text("hand.player.last") == "Round 1 · Banker wins · 9"
    assert not screen.item("hand.player.badge").isVisible(), "points are of a Round that is played"
    played.close_bets()
    screen.shows(played.display)
    assert not screen.item("hand.player.last").isVisible()


def test_5_4_an_extra_card_lies_face_down_and_who_bets_next_is_told_that_it_is_kept(open_display: Open) -> None:
    played = dealt(NATURAL)
    screen = open_display(played.display)
    assert not screen.item("medal.sign").isVisible()
    played.draw("9C")
    screen.shows(played.display)
    assert played.display.surplus == 1
    assert screen.item("medal.extra").isVisible()
    assert (screen.item("medal.extra").property("face"), screen.item("medal.extra").property("turn")) == ("", 0)
    assert "9C" not in repr(played.display), "nobody around the table may know it"
    played.order(m.KeepSurplus())
    played.certify()
    played.open_bets()
    screen.shows(played.display)
    assert screen.text("strip.note") == "One card is kept face down: the first of the round (5.4)"
    played.close_bets()
    played.unread()
    screen.shows(played.display)
    assert screen.item("medal.sign").isVisible()
    assert not screen.item("medal.extra").isVisible()
    assert not screen.item("medal.word").isVisible()


def test_a_closed_table_shows_its_name_and_the_time_only(open_display: Open) -> None:
    played = table()
    screen = open_display(played.display)
    assert not screen.item("closed").isVisible()
    played.order(m.CloseTable())
    screen.shows(played.display)
    assert screen.said() == ["Baccarat 07", "20:45", "Table closed", "本桌关闭"]


@pytest.mark.parametrize(
    ("language", "offered", "second"),
    [
        ("en", ("en", "zh_TW", "ms"), "請下注"),
        ("en", ("zh-CN", "en"), "请下注"),
        ("en", ("en", "ms"), "Sila bertaruh"),
        ("en", ("en",), ""),
        ("ms", ("en", "ms"), "Place your bets"),
        ("zh_CN", ("zh_CN",), "Place your bets"),
    ],
)
def test_the_notice_is_given_in_a_second_language_of_the_table(
    open_display: Open, language: str, offered: tuple[str, ...], second: str
) -> None:
    played = table()
    played.open_bets()
    found = played.display
    placard = msgspec.structs.replace(found.placard, languages=offered)
    screen = open_display(msgspec.structs.replace(found, placard=placard), language=language)
    assert screen.text("strip.note") == second


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (3840, 2160)])
def test_no_cell_of_a_road_is_smaller_than_24_px_and_between_rounds_they_come_first(
    open_display: Open, size: tuple[int, int]
) -> None:
    played = table()
    played.open_bets()
    between = open_display(played.display, size=size)
    scale, cells = size[1] / 1080, {}
    played.close_bets()
    for name in ("between", "dealing"):
        for road in KINDS:
            cells[name, road] = between.item(f"road.{road}").height() // 6
        between.shows(played.display)
        between.image()
    assert min(cells.values()) >= 24 * scale
    assert all(cells["between", road] > cells["dealing", road] for road in KINDS if road != "bead_plate")
    assert between.item("road.bead_plate").width() // cells["dealing", "bead_plate"] == 10


def test_between_rounds_the_plate_has_room_for_a_shoe(open_display: Open) -> None:
    played = table()
    played.open_bets()
    plate = open_display(played.display).item("road.bead_plate")
    assert 6 * (plate.width() // (plate.height() // 6)) >= 80


def test_a_result_is_looked_at_before_the_roads_come_first(open_display: Open) -> None:
    played = dealt(NATURAL)
    played.certify()
    screen = open_display(played.display)
    assert not screen.root.property("roadsFirst")
    screen.root.setProperty("rested", True)
    assert screen.root.property("roadsFirst")


# --- the squeeze (003 §3.12) ------------------------------------------------------------------------------------------


def squeezed() -> Rehearsal:
    found = Rehearsal(terminals=2, squeeze=True)
    for seat in found.seats.values():
        seat.buys(500_000)
    found.open_bets()
    found.seats["T01"].bets(banker=10_000)
    found.close_bets()
    return found


def faces(view: DisplayView) -> list[tuple[str, ...]]:
    return [hand.cards for hand in view.hands]


def test_while_players_turn_their_cards_the_display_waits_and_names_no_winner(open_display: Open) -> None:
    played = squeezed()
    played.draw(NATURAL)
    played.seats["T01"].wants(Turning(True))
    for _ in range(8):
        played.wait()
        assert (faces(played.display), played.display.result) == ([("", ""), ("", "")], None)
    screen = open_display(played.display)
    assert screen.text("strip.text") == "The players turn their cards"
    assert screen.text("hand.player.points") == NONE
    played.seats["T01"].wants(Turning(False))
    played.wait()
    assert faces(played.display) == [("2C", "5S"), ("4D", "5H")]
    screen.shows(played.display)
    assert screen.text("strip.text") == "Banker wins"


def test_nobody_is_waited_for_beyond_the_time_that_all_know() -> None:
    played = squeezed()
    played.draw(NATURAL)
    played.seats["T01"].wants(Turning(True))
    while played.display.result is None:
        played.wait()
        assert played.now_ms < 120_000
    assert played.display.turning == 0


def test_a_card_that_was_open_is_not_covered_by_the_next_one() -> None:
    played = squeezed()
    played.draw("KS QH 2C 3D")
    played.wait(2_000)
    assert faces(played.display) == [("KS", "2C"), ("QH", "3D")], "nobody turns anything"
    played.draw("5S")
    assert faces(played.display) == [("KS", "2C", ""), ("QH", "3D")]


def test_the_winner_is_named_when_the_last_card_lies_open(open_display: Open) -> None:
    played = dealt("2C 4D 5S")
    screen = open_display(played.display, motion=True)
    played.draw("5H")
    screen.shows(played.display)
    assert (screen.text("strip.text"), screen.item("medal").property("visible")) == ("No more bets", True)
    assert screen.text("medal.word") != "Banker"
    screen.until(lambda: screen.text("strip.text") == "Banker wins")


def test_how_the_table_bets_is_told_beside_the_limits(open_display: Open) -> None:
    played = Rehearsal(terminals=4)
    for seat in played.seats.values():
        seat.buys(500_000)
    played.open_bets()
    for name, spot in (("T01", "banker"), ("T02", "banker"), ("T03", "player")):
        played.seats[name].bets(**{spot: 10_000})
    played.wait()
    screen = open_display(played.display)
    assert screen.text("place.banker.crowd") == "2 bet"
    played.seats["T04"].bets(player=20_000)
    played.wait()
    screen.shows(played.display)
    assert (screen.text("place.banker.crowd"), screen.text("place.player.crowd")) == ("2 bet · 40%", "2 bet · 60%")


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("en", ["Bead plate", "Big Road", "Big Eye Boy", "Small Road", "Cockroach Pig"]),
        ("zh_CN", ["珠盘路", "大路", "大眼仔", "小路", "曱甴路"]),
        ("zh_TW", ["珠盤路", "大路", "大眼仔", "小路", "曱甴路"]),
        ("ms", ["Bead Plate", "Big Road", "Big Eye Boy", "Small Road", "Cockroach Pig"]),
    ],
)
def test_every_road_has_its_name_beside_it(open_display: Open, language: str, names: list[str]) -> None:
    played = table(30)
    played.open_bets()
    screen = open_display(played.display, language=language)
    assert [screen.text(f"road.{kind}.name").replace("\n", "") for kind in KINDS] == names
    roads = [quick.whole(screen.item(f"road.{kind}")) for kind in KINDS]
    for kind, road in zip(KINDS, roads, strict=True):
        place = quick.whole(screen.item(f"road.{kind}.name")).adjusted(1, 1, -1, -1)  # a pixel is rounding
        assert not any(place.intersects(other) for other in roads), kind
        assert road.top() <= place.top(), kind
        assert place.bottom() <= road.bottom(), kind
        assert 0 <= road.left() - place.right() <= 20, kind
    assert quick.flaws(screen.root) == []


@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160)])
@pytest.mark.parametrize("language", ["en", "zh_TW"])
def test_the_names_of_the_roads_fit_in_every_size(open_display: Open, size: tuple[int, int], language: str) -> None:
    screen = open_display(table(60).display, language=language, size=size)
    assert quick.flaws(screen.root) == []
    assert all(screen.item(f"road.{kind}.name").isVisible() for kind in KINDS)


def test_a_table_that_has_not_opened_yet_names_no_limits(open_display: Open) -> None:
    found = Rehearsal(opened=False).display
    assert [line["least"] for line in limits_part(found)] == [""] * len(found.pays)
    open_display(found)


def test_a_card_is_turned_before_its_points_are_told(open_display: Open) -> None:
    played = dealt()
    screen = open_display(played.display, motion=True)
    played.draw("9S")
    screen.shows(played.display)
    assert screen.text("hand.player.points") == NONE
    screen.until(lambda: screen.text("hand.player.points") == "9")


def test_there_is_nothing_to_press(open_display: Open) -> None:
    assert open_display(table().display).touchable() == []


@pytest.mark.parametrize(("size", "high_contrast"), [((1366, 768), True), ((1024, 768), False)])
@pytest.mark.in_turn(6)
def test_a_size_that_is_in_no_picture_is_without_flaw(
    open_display: Open, size: tuple[int, int], *, high_contrast: bool
) -> None:
    played = dealt(BANKER_ON_SIX, 30)
    screen = open_display(played.display, size=size, high_contrast=high_contrast)
    assert quick.flaws(screen.root) == []


def test_the_name_of_a_table_is_set_in_fonts_that_we_bring_along() -> None:
    """Characters that no text of ours has, in both forms."""
    load_fonts()
    for family in (FAMILY, FAMILY_TW):
        font = QFont(family)
        font.setWeight(QFont.Weight.Bold)
        layout = QTextLayout("百家樂 貴賓廳 / 百家乐 贵宾厅 / 龍鳳麒麟", font)
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        assert {run.rawFont().familyName() for run in layout.glyphRuns()} == {family, FAMILY_NAMES}
        assert all(index for run in layout.glyphRuns() for index in run.glyphIndexes())


# --- the thread behind a window ---------------------------------------------------------------------------------------


def test_what_has_ended_the_worker_is_raised_again_unless_it_was_told_to_stop() -> None:
    def fail() -> None:
        raise OSError("the journal has failed")

    worker = Worker(fail)
    worker.join()  # was never started: there is nothing to wait for
    worker.check()
    worker.start()
    worker.join()
    with pytest.raises(OSError, match="the journal has failed"):
        worker.check()
    ended = Worker(lambda: None)
    ended.start()
    ended.join()
    ended.check()
