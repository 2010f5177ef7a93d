"""The panel's screen with its real view model: every state, page and form, in all languages, sizes and themes."""

import re
from collections.abc import Callable
from functools import cache

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from console.panel import forms
from console.panel.board import Board
from console.panel.board import show as board_now
from console.panel.desk import Desk
from console.panel.diary import Diary
from games.cards import parse_card
from games.correction import PlayedRound
from games.round import PlayerId, Voided
from looks import LANGUAGES
from looks.times import clock
from protocol import messages as m
from protocol.join import Link
from tests.console.cluster import TABLE, Cluster
from tests.console.people import DEALER, MANAGER
from tests.ui.conftest import ItsTurn
from tests.ui.conftest import OpenPanel as Open
from tests.ui.panel_boards import ALL_STATES, RUN, SIX, STATES, all_settled, betting, board_of, dealing, open_table
from tests.ui.quick import Screen, opacity, small_texts, tappables, theme, walk, whole

pytestmark = pytest.mark.usefixtures("qapp")
PAGES = ("table", "cash", "shoe", "limits", "rounds", "people", "machines", "events")
HEARD = "2026-11-16T12:45:12.000Z"
# These give no order: pages, language, what closes something. A seat opens its sheet.
ALWAYS_LIVE = {
    *(f"page.{page}" for page in PAGES),
    *("language", "contrast", "form.cancel", "seat.close", "refusal.ok", "calls.go", "waiting.go", "lock.now"),
    "relief.open",
}
SEAT_FORMS = (
    *("sell_credit", "pay_by_hand", "find_ticket", "release_note", "pay_by_two", "pay_due", "collect_owed"),
    *("rule_dispute", "latch", "unlatch"),
)


@cache
def board(state: str, *, left_ms: int = -1, away: tuple[str, ...] = ()) -> Board:
    """A Board is a value: made once, it is shown on many screens."""
    return board_of(STATES[state][0](), left_ms=left_ms, away=away)


@pytest.mark.parametrize("state", STATES)
@pytest.mark.in_turn(6)
def test_every_state_is_without_flaw_in_every_language_and_theme(
    open_panel: Open, its_turn: ItsTurn, state: str
) -> None:
    shown, key = board(state, left_ms=8_400, away=("T04",)), STATES[state][1]
    panel = open_panel(shown)
    titles, number = set(), list(STATES).index(state)
    for look, language in enumerate(LANGUAGES):
        panel.model.speak(language)
        for high_contrast in (False, True):
            if its_turn(number, 2 * look + high_contrast, 2 * len(LANGUAGES)):
                theme(panel.view.engine()).setProperty("highContrast", high_contrast)
                assert panel.flaws() == []
        titles.add(panel.text("next.title"))
    assert len(titles) >= 3, "the next step is said in other words in another language"
    assert key not in titles
    panel.model.speak("en")
    assert panel.item("halt").isVisible() == bool(shown.halts)
    assert "" not in panel.touchable()


@cache
def _any(state: str) -> Board:
    return board_of(ALL_STATES[state][0]())


@pytest.mark.in_turn(6)
def test_what_a_dealer_may_choose_over_a_halt_stands_within_its_button(open_panel: Open, its_turn: ItsTurn) -> None:
    """He needs a second person, and reads that on each: one line more than a Supervisor has."""
    halted = [state for state in ALL_STATES if _any(state).halts]
    assert len(halted) > 20
    panel = open_panel(size=(1280, 720))
    bad: list[tuple[str, str, str]] = []
    for look, language in enumerate(LANGUAGES):
        panel.model.speak(language)
        for number, state in enumerate(halted):
            if its_turn(number, look, len(LANGUAGES)):
                panel.shows(replace(_any(state), me=DEALER))
                bad += [(state, language, it) for it in panel.flaws()]
    assert bad == []


def test_a_long_name_of_the_table_leaves_room_for_phase_and_person(open_panel: Open) -> None:
    """Forty characters, which `table.toml` allows."""
    shown = board("betting", left_ms=20_000)
    name = "Non-Commission Three Pictures, Salon Two"
    panel = open_panel(replace(shown, placard=replace(shown.placard, name=name, training=True), me=DEALER))
    for language in LANGUAGES:
        panel.model.speak(language)
        assert panel.flaws() == [], language
        assert whole(panel.item("phase")).right() < whole(panel.item("me.position")).left()


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.in_turn(6)
def test_every_page_is_without_flaw_in_every_language_and_theme(open_panel: Open, its_turn: ItsTurn, page: str) -> None:
    panel = open_panel(board("betting", left_ms=20_000))
    panel.tap(f"page.{page}")
    for look, language in enumerate(LANGUAGES):
        if its_turn(PAGES.index(page), look, len(LANGUAGES)):
            panel.model.speak(language)
            assert panel.flaws() == []
    assert "" not in panel.touchable()
    theme(panel.view.engine()).setProperty("highContrast", True)
    assert panel.flaws() == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.in_turn(6)
def test_every_form_is_without_flaw_in_every_language(open_panel: Open, its_turn: ItsTurn, language: str) -> None:
    panel = open_panel()
    panel.model.speak(language)
    steps: dict[str, Board] = {}  # every form once
    for state in STATES:
        shown = board(state)
        for step in (shown.next, *shown.steps, *shown.more):
            if forms.form_for(step, shown) is not None:
                steps.setdefault(step.key, shown)
    assert len(steps) > 10
    seen: set[str] = set()  # and every kind of its fields
    for number, (key, shown) in enumerate(steps.items()):
        if its_turn(number, LANGUAGES.index(language), len(LANGUAGES)):
            panel.shows(shown)
            panel.model.tapStep(key)
            for at, field in enumerate(panel.model.part("fields") or [{"name": "", "kind": "sure"}]):
                look = key if at == 0 else field["name" if field["kind"] == "choice" else "kind"]
                if look not in seen and panel.model.part("form"):
                    seen.add(look)
                    panel.model.formField(at)
                    assert panel.flaws() == [], look
                    assert "" not in panel.touchable(), look
            panel.model.formCancel()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.in_turn(6)
def test_every_form_of_a_seat_is_without_flaw_in_every_language(
    open_panel: Open, its_turn: ItsTurn, language: str
) -> None:
    panel = open_panel()
    panel.model.speak(language)
    panel.shows(board("ready"))
    for page in ("table", "cash"):
        panel.tap(f"page.{page}", "seat.T02" if page == "table" else "cash.seat.T02")
        assert panel.flaws() == []
        assert "" not in panel.touchable()
    for number, key in enumerate(SEAT_FORMS):
        panel.model.serve(key, "T02", 1)
        if its_turn(number, LANGUAGES.index(language), len(LANGUAGES)):
            assert panel.flaws() == [], key
        panel.model.formCancel()


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (2560, 1440), (3840, 2160)])
@pytest.mark.in_turn(6)
def test_the_table_is_without_flaw_in_every_size(open_panel: Open, size: tuple[int, int]) -> None:
    panel = open_panel(size=size)
    for state in ("result", "surplus", "called"):
        panel.shows(board(state))
        assert panel.flaws() == []
    panel.model.tapStep("enter_card")
    assert panel.flaws() == []


@pytest.mark.parametrize("key", ["enter_card", "void", "reconstruct"])
@pytest.mark.in_turn(6)
def test_forms_are_without_flaw_in_high_contrast(open_panel: Open, key: str) -> None:
    panel = open_panel(board("called"), high_contrast=True)
    panel.model.tapStep(key)
    assert panel.flaws() == []


def test_a_text_too_small_to_be_read_is_found(show: Callable[..., Screen]) -> None:
    screen = show(
        """import QtQuick
        import Looks
        Item {
            Label {
                objectName: "squeezed"; width: 40; text: "a long word"
                fontSizeMode: Text.HorizontalFit; minimumPixelSize: 5
            }
            Label { objectName: "small"; y: 100; text: "small"; font.pixelSize: 21 }
            Label { objectName: "least"; y: 200; text: "least"; font.pixelSize: 22 }
        }"""
    )
    assert [flaw.split()[0] for flaw in small_texts(screen.root)] == ["squeezed", "small"]


# --- taps ------------------------------------------------------------------------------------------------------------


def test_a_round_by_taps(open_panel: Open) -> None:
    cluster = open_table()
    panel = open_panel()
    for _ in range(4):
        panel.shows(board_of(cluster))
        if panel.model.part("step")["key"] == "draw":
            cluster.deal("2C KD 3S QH 9D 8C")
            continue
        panel.tap("next")
        cluster.obey(panel.given[-1], DEALER)
    assert [type(order) for order in panel.given] == [m.OpenBets, m.CloseBets, m.Certify]
    assert cluster.table.view.phase.value == "ready"


def test_below_a_form_nothing_is_tapped_and_what_is_next_stays_in_sight(open_panel: Open) -> None:
    panel = open_panel(board("result"))
    before = panel.centre("page.shoe")
    panel.tap("step.void")
    assert panel.text("form.title") == "Void the round  ·  Round 3"
    for name in ("page.shoe", "seat.T01", "step.correct_cards"):  # they are covered
        with pytest.raises(LookupError, match="not to be seen"):
            panel.tap(name)
    QTest.mouseClick(panel.view, Qt.MouseButton.LeftButton, pos=before)
    panel.tap("next")  # it is to be seen, and waits
    assert panel.given == []
    assert panel.root.property("page") == "table"
    assert panel.text("form.title") == "Void the round  ·  Round 3"
    assert panel.text("next.title") == "Certify"
    assert panel.text("next.about") == "First finish this, or cancel it"
    assert panel.item("next").height() < 100, "the room is the form's"


def test_a_supervisor_is_called_from_a_form_that_needs_one(open_panel: Open) -> None:
    cluster = dealing("2C KD")
    panel = open_panel(board_of(cluster, me=DEALER))
    panel.tap("step.correct_cards", "step.call_supervisor")
    (order,) = panel.given
    assert isinstance(order, m.CallSupervisor)
    cluster.obey(order, DEALER)
    panel.shows(board_of(cluster, me=DEALER))
    assert panel.text("form.title") == "Correct the cards  ·  Round 3"
    assert not panel.model.part("form")["stale"], "the form goes on, for the one who comes"
    told = (panel.text("needed"), panel.text("needed.called"))
    assert told == ("Pit Supervisor needed", "Supervisor called")
    panel.tap("step.supervisor_needed")
    assert len(panel.given) == 1


def test_every_way_over_a_halt_has_its_button_and_the_supervisor_is_called_or_said_to_be_needed(
    open_panel: Open,
) -> None:
    panel = open_panel()
    for state in STATES:
        shown = board(state)
        if shown.halts:
            panel.shows(shown)
            panel.given.clear()
            assert [step.key for step in shown.steps if not panel.item(f"step.{step.key}").isVisible()] == [], state
            assert panel.text("halt." + shown.halts[0].reason) != ""
            if shown.phase != "closed":
                called = any(halt.reason == "called" for halt in shown.halts)
                panel.tap("step.supervisor_needed" if called else "step.call_supervisor")
                assert [type(order) for order in panel.given] == ([] if called else [m.CallSupervisor]), state


@pytest.mark.rule("001 §5.1.2", "001 §5.11")
def test_5_1_the_guide_asks_plainly_suggests_nothing_and_shows_the_money_before_anything_is_given(
    open_panel: Open,
) -> None:
    panel = open_panel(board("interrupted"))
    assert panel.text("guide.question").startswith("No bet is decided yet.")
    assert panel.text("guide.rule").startswith("§5.1 ")
    assert (panel.text("next.title"), panel.item("next").property("usable")) == ("Decide above", False)
    money = [panel.text(f"guide.money.{key}") for key in ("interruption_continues", "interruption_affects")]
    assert money == ["No money moves", "3 terminals get 1,665.00  \N{MIDDLE DOT}  House 0.00"]
    sizes = {(panel.item(f"step.{key}").width(), panel.item(f"step.{key}").height()) for key in
             ("interruption_continues", "interruption_affects")}  # fmt: skip
    assert len(sizes) == 1, "equal weight"
    panel.tap("step.interruption_affects")
    assert panel.given == []
    assert panel.text("money.T05.was") == "1,500.00 → 1,500.00"
    panel.tap("form.send")
    assert panel.given == [m.AnswerInterruption(affects=True)]


def test_what_else_may_have_happened_is_a_tap_away_each_with_its_own_question(open_panel: Open) -> None:
    shown = board("called")
    panel = open_panel(shown)
    panel.tap("guide.other")
    names = [guide.what for guide in shown.guides]
    at = names.index("wrong_side") if "wrong_side" in names else names.index("wrong_hand")
    assert panel.flaws() == []
    panel.tap(f"guide.about.{at}")
    assert panel.text("guide.question") != ""
    assert panel.text("guide.rule").startswith("§" + shown.guides[at].paragraph)
    assert panel.flaws() == []
    key = shown.guides[at].choices[0].step.key
    panel.tap(f"guide.{key}.0")
    assert panel.model.part("form")["key"] == key


def test_a_halt_and_the_time_are_seen_while_a_form_is_open(open_panel: Open) -> None:
    panel = open_panel(board("betting", left_ms=9_000))
    panel.model.serve("sell_credit", "T03", 0)
    panel.image()
    assert panel.item("countdown").isVisible()
    assert not panel.item("waits").isVisible()
    panel.shows(board("shoe lost in betting"))
    assert panel.item("waits").isVisible()
    assert panel.text("phase") == "Bets are open"
    assert panel.text("next.title") == "Plug the shoe in"


def test_a_form_whose_round_is_over_says_so_and_gives_no_order(open_panel: Open) -> None:
    cluster = dealing("2C KD 3S QH 9D 8C")
    panel = open_panel(board_of(cluster))
    panel.tap("step.void", "choice.5.3.4")
    cluster.certify()
    cluster.open_round()
    panel.shows(board_of(cluster))
    assert panel.text("form.about") == "What this is about has changed meanwhile. It can only be cancelled."
    assert panel.item("form.send").property("note") == "the round has changed meanwhile"
    panel.tap("form.send")
    assert (panel.given, panel.flaws()) == ([], [])
    panel.tap("form.cancel")
    assert panel.model.part("form") == {}


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"link": Link.RECONNECTING, "as_of": HEARD}, "no connection"),
        ({"waiting": True}, "one moment …"),
        ({"link": Link.DENIED, "why": "another_panel", "as_of": HEARD}, "no connection"),
    ],
)
def test_what_cannot_be_sent_has_no_live_button_and_says_why(
    open_panel: Open, changed: dict[str, object], why: str
) -> None:
    """Also what was begun before."""
    shown = board("betting")
    panel = open_panel(shown)
    panel.model.serve("sell_credit", "T03", 0)
    for key in ("5", "0"):
        panel.tap(f"figure.{key}")
    assert panel.item("form.send").property("enabled")
    panel.shows(replace(shown, **changed))
    assert not panel.item("form.send").property("enabled")
    assert panel.item("form.send").property("note") == why
    panel.tap("form.send")
    panel.model.formCancel()
    panel.tap("seat.T06")
    panel.image()
    assert {item.objectName() for item, _ in tappables(panel.root) if item.isEnabled()} <= ALWAYS_LIVE
    assert panel.given == []


def test_an_order_that_two_people_give_says_who_signs_next_and_nobody_is_typed(open_panel: Open) -> None:
    panel = open_panel(board_of(STATES["card not read"][0](), me=DEALER))
    panel.tap("next", "card.9H")
    assert "Two people are needed: Pit Supervisor" in panel.text("form.about")
    assert panel.item("form.send").property("note") == "Next: Pit Supervisor signs"
    assert [row["name"] for row in panel.model.part("fields")] == ["card"]
    panel.tap("form.send")
    assert panel.given == [m.EnterCard(parse_card("9H"))]


def test_a_form_says_which_card_is_to_be_entered_with_the_hands_in_sight(open_panel: Open) -> None:
    panel = open_panel(board("card not read"))
    panel.tap("next")
    assert panel.text("form.title") == "Enter the card  ·  Round 3"
    assert "to Banker, first card" in panel.text("form.about")
    faces = {item.property("face") for item in walk(panel.item("form.hands")) if item.property("face")}
    assert faces == {"2C"}
    panel.tap("form.foreign")
    assert panel.text("form.title") == "Not a card of this set  ·  Round 3"
    panel.tap("form.send")
    assert panel.given == [m.ReportForeignCard()]


def test_a_void_needs_a_paragraph_and_is_asked_once(open_panel: Open) -> None:
    panel = open_panel(board_of(dealing("2C")))
    panel.tap("step.void", "form.send")
    assert panel.given == []
    panel.tap("choice.5.3.4", "form.send")
    assert panel.given == [m.Rule(Voided("5.3.4"), "5.3.4")]


def test_closing_the_table_names_what_stands_open_and_asks_whether_it_is_meant(open_panel: Open) -> None:
    cluster = open_table()
    cluster.heard("T02", m.CallAttendant(*cluster.process("T02"), wanted=True))
    panel = open_panel(board_of(cluster))
    panel.tap("step.close_table")
    assert panel.given == []
    first, *lines, last = panel.text("form.open").splitlines()
    assert (first, last) == ("Not settled:", "T02 calls an attendant")
    assert all(re.fullmatch(r"T0\d: credit [\d,.]+", line) for line in lines)
    assert lines
    assert panel.flaws() == []
    panel.tap("form.cancel")
    assert panel.given == []
    panel.tap("step.close_table", "form.send")
    assert panel.given == [m.CloseTable()]


def test_misread_cards_are_put_right_one_by_one(open_panel: Open) -> None:
    panel = open_panel(board_of(dealing("2C KD 3S QH 9D 8C")))
    panel.tap("step.correct_cards", "row.4", "card.7D", "row.0", "move.on", "form.send")
    (order,) = panel.given
    assert isinstance(order, m.CorrectCards)
    assert " ".join(card.text for card in order.cards) == "KD 2C 3S QH 7D 8C"


def test_somebody_came_to_the_player_who_called(open_panel: Open) -> None:
    panel = open_panel(board_of(betting()))
    panel.tap("seat.T06", "seat.do.attend")
    assert panel.given == [m.Attend(PlayerId("T06"))]
    panel.tap("seat.close", "seat.T02")
    panel.tap("seat.do.attend")  # nobody has called there: the button is not live
    assert len(panel.given) == 1


def test_credit_is_sold_at_the_seat(open_panel: Open) -> None:
    panel = open_panel(board_of(betting()))
    panel.tap("page.cash", "cash.seat.T03", "seat.do.sell_credit")
    for key in ("2", "5", "00"):
        panel.tap(f"figure.{key}")
    panel.tap("form.send")
    assert panel.given == [m.SellCredit(PlayerId("T03"), 250_000)]


def test_a_keyboard_that_is_plugged_in_works_too(open_panel: Open) -> None:
    panel = open_panel(board_of(betting()))
    panel.model.serve("sell_credit", "T03", 0)
    panel.view.requestActivate()
    for key in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_Period, Qt.Key.Key_5, Qt.Key.Key_Return):
        QTest.keyClick(panel.view, key)
    assert panel.given == [m.SellCredit(PlayerId("T03"), 1_250)]


def test_an_own_refusal_is_said_in_every_language_until_it_is_read(open_panel: Open) -> None:
    cluster, diary = open_table(), Diary()
    diary.mine.add(b"12345678")
    for command_id in (b"87654321", b"12345678"):
        cluster.command(m.CloseBets(), DEALER, command_id=command_id)
    shown = board_of(cluster, diary=diary)
    assert (diary.refusals, shown.refused is not None) == (1, True)
    panel = open_panel(shown)
    assert panel.text("refusal.text") == "Refused: Not possible at this moment"
    for language in LANGUAGES:
        panel.model.speak(language)
        assert panel.flaws() == []
        assert shown.refused is None or shown.refused.detail not in "\n".join(panel.said())
    note = whole(panel.item("note"))
    assert not any(note.intersects(whole(panel.item(name))) for name in ("bar", "total", "next", "seat.T08"))
    panel.tap("refusal.ok")
    assert not panel.item("refusal").isVisible()


def test_without_the_console_nothing_can_be_tapped_and_the_screen_says_so(open_panel: Open) -> None:
    panel = open_panel(board_now(Desk("P1", TABLE, 1, RUN), 0))
    assert panel.text("lock.phase") == "No connection"
    for key in "1234":
        panel.tap(f"pin.{key}")
    panel.tap("prove.go")  # nobody can be asked
    assert (panel.given, panel.asked) == ([], [])
    assert panel.flaws() == []


def test_what_is_old_is_dim_and_has_its_time(open_panel: Open) -> None:
    panel = open_panel(replace(board("result"), link=Link.RECONNECTING, as_of=HEARD))
    assert opacity(panel.item("hand.player")) < 1
    assert panel.text("next.about") == (
        f"All this is as of {clock(HEARD)}. If the console does not answer within a minute, call a technician"
    )
    assert panel.text("shoe.state") == f"as of {clock(HEARD)}"
    assert not panel.item("next.paragraph").isVisible(), "nobody knows what comes next"
    for language in LANGUAGES:
        panel.model.speak(language)
        assert panel.flaws() == []


@pytest.mark.parametrize("why", ["another_panel", "retired", "history", "other_log"])
def test_a_panel_that_is_shut_out_says_what_to_do(open_panel: Open, why: str) -> None:
    panel = open_panel(replace(board("result"), link=Link.DENIED, why=why, as_of=HEARD))
    said = set()
    for language in LANGUAGES:
        panel.model.speak(language)
        assert panel.flaws() == []
        said.add(panel.text("next.about"))
    assert len(said) == len(LANGUAGES)
    assert why not in said


# --- what is told ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "line"),
    [
        ("settled", "Round 3  ·  Banker wins with 8"),
        ("natural pair", "Round 3  ·  Banker wins with 9  ·  Natural  ·  Player Pair"),
        ("void", "Round 3  ·  VOID §5.3.3  ·  all bets are returned"),
        ("betting", "3 of 8 terminals have bet"),
        ("result", "Banker wins with 8"),
    ],
)
def test_how_the_last_round_ended_is_told_until_bets_open(open_panel: Open, state: str, line: str) -> None:
    panel = open_panel()
    shown = board_of(natural_pair()) if state == "natural pair" else board(state)
    panel.shows(shown)
    assert panel.text("result") == line
    won = [name for name in ("player", "banker") if panel.item(f"won.{name}").isVisible()]
    assert won == (["banker"] if "Banker wins" in line else [])
    badge = panel.item("result.badge")
    assert (badge.isVisible(), badge.property("letter")) == (bool(won), "B" if won else "")


def natural_pair() -> Cluster:
    cluster = dealing("2C 4D 2S 5H")
    cluster.certify()
    return cluster


def test_nothing_moves_when_a_hand_has_won(open_panel: Open) -> None:
    panel = open_panel()
    places = set()
    for state in ("three cards", "result", "settled", "void"):
        panel.shows(board(state))
        places.add((panel.centre("points.banker").y(), panel.item("hand.banker").width()))
    assert len(places) == 1


def test_what_a_void_round_showed_is_pale_and_struck(open_panel: Open) -> None:
    panel = open_panel()
    for state, struck in (("three cards", False), ("void", True), ("settled", False)):
        panel.shows(board(state))
        faces = [item for item in walk(panel.item("hand.player")) if item.property("face") == "2C"]
        assert {opacity(item) < 0.5 for item in faces} == {struck}
        assert panel.item("points.player").property("font").strikeOut() is struck


def test_the_last_call_is_seen_on_the_panel_as_on_the_terminals(open_panel: Open) -> None:
    panel = open_panel()
    for left_ms, told in ((8_000, ("Bets are open", "betting")), (4_000, ("Last bets", "lastBets"))):
        panel.shows(board("betting", left_ms=left_ms))
        pill = panel.item("phase")
        assert (pill.property("text"), pill.property("happens")) == told


def test_a_third_card_is_asked_for_by_its_number(open_panel: Open) -> None:
    panel = open_panel(board_of(dealing("2C 4D 3S AH")))
    assert panel.text("next.title") == "Draw to Player, third card"
    assert panel.text("next.paragraph") == "§3.10"


def test_a_seat_tells_all_its_troubles_and_each_that_is_heard_whether_it_knows_the_close(open_panel: Open) -> None:
    cluster = betting()
    cluster.heard("T01", m.Dispute(*cluster.process("T01"), b"d" * 16, 2, (("tie", 500, 0),)))
    cluster.heard("T01", m.CallAttendant(*cluster.process("T01"), wanted=True))
    cluster.close()
    panel = open_panel(board_of(cluster, away=("T04",)))
    assert panel.text("note.T01").split(" · ") == ["Dispute", "Attendant call"]
    ticks = {name: panel.item(f"tick.{name}") for name in ("T03", "T04", "T07")}
    told = {name: tick.property("text") if tick.isVisible() else "" for name, tick in ticks.items()}
    assert told == {"T03": "…", "T04": "", "T07": "✓"}, "T07 has no bet, and knows it all the same"
    assert panel.text("note.T07") == "Close confirmed"
    cluster.deal(SIX)
    cluster.certify()
    panel.shows(board_of(cluster))
    assert panel.text("next.title") == "Open bets"
    assert panel.text("next.about") == "A new round begins  ·  T01 in dispute"


def test_what_the_house_would_pay_stands_beside_what_was_bet(open_panel: Open) -> None:
    panel = open_panel(board("betting"))
    told = {spot: panel.text(f"pays.{spot}") for spot in ("player", "banker", "tie", "player_pair")}
    assert told == {"player": "100.00", "banker": "1,550.00", "tie": "40.00", "player_pair": "110.00"}


@pytest.mark.parametrize("state", ["card not read", "another result", "history"])
def test_no_word_of_the_console_itself_is_on_the_table(open_panel: Open, state: str) -> None:
    panel = open_panel(board(state))
    details = {halt.detail for halt in board(state).halts}
    assert details
    assert not details & {*panel.said()}
    panel.tap("page.events")
    assert details & {*panel.said()}


def test_what_is_missing_in_a_form_is_named(open_panel: Open) -> None:
    panel = open_panel(board("no shoe"))
    panel.tap("next")
    assert panel.item("form.send").property("note") == "missing: Shuffled by"
    assert panel.text("value.counter") == "same shoe as before"
    panel.tap("field.shuffled_by", f"choice.{DEALER.number}")
    assert panel.text("value.shuffled_by") == DEALER.name
    panel.tap("form.send")
    assert [order.shuffled_by for order in panel.given if isinstance(order, m.LoadShoe)] == [DEALER.number]


def test_new_limits_stand_beside_the_old_ones(open_panel: Open) -> None:
    panel = open_panel(board_of(open_table(), me=MANAGER))
    panel.model.tapStep("set_limits")
    panel.tap("field.player.max", "figure.00")
    assert panel.text("value.player.max") == "2,000 → 200,000"
    assert panel.text("value.banker.max") == "2,000"
    assert panel.flaws() == []


def test_whoever_corrects_a_round_sees_what_the_cards_would_show(open_panel: Open) -> None:
    cluster = dealing("2S 2H 2D 4C 9H")
    cluster.certify()
    panel = open_panel(board_of(cluster))
    panel.model.tapStep("correct")
    panel.image()
    assert panel.text("preview.result") == "Result stays: Banker wins with 6  ·  Player Pair"
    panel.tap("row.3", "card.5C")
    assert panel.text("preview.banker") == "Banker  6 → 7"
    assert panel.text("preview.result") == "New result: Banker wins with 7  ·  Player Pair"
    assert panel.flaws() == []
    panel.tap("row.0", "card.6S")
    assert panel.text("preview.result") == "New result: not a whole round"


@pytest.mark.parametrize("language", LANGUAGES)
def test_001_5_6_whoever_corrects_a_round_sees_the_money_of_every_terminal_and_of_the_house(
    open_panel: Open, language: str
) -> None:
    panel = open_panel()
    panel.model.speak(language)
    panel.shows(board_of(all_settled()))
    panel.model.tapStep("correct")
    panel.image()
    assert panel.text("money.house") == "0.00"
    assert panel.item("money.same").isVisible()
    panel.tap("row.4")
    panel.tap("card.2H")  # a Tie instead
    assert panel.text("money.house") == "-1,280.00"
    assert not panel.item("money.same").isVisible()
    place = panel.centre("card.AS")
    told = {name: panel.text(f"money.{name}") for name in ("T01", "T02", "T07", "T08")}
    assert told == {"T01": "+100.00", "T02": "-5.00", "T07": "+700.00", "T08": "-155.00"}
    assert panel.text("money.T08.was") == "600.00 → 445.00"
    assert panel.flaws() == []
    panel.tap("row.3", "card.AC")
    assert not panel.item("money").isVisible(), "not a whole Round"
    assert panel.centre("card.AS") == place, "no card has moved under the finger"
    assert panel.flaws() == []
    panel.tap("row.3", "card.4C")
    panel.model.formCancel()
    panel.model.tapStep("void_settled")
    panel.tap("choice.5.3.3")
    assert panel.text("money.house") == "-1,120.00"
    assert panel.flaws() == []


def settled_as(shown: Board, last: PlayedRound | None) -> Board:
    """The same Board, with another last Round, or one of which too little is known."""
    rounds = {} if last is None else {shown.round_no: last}
    return replace(shown, sight=replace(shown.sight, rounds=rounds))


def test_money_that_is_not_known_is_not_shown(open_panel: Open) -> None:
    panel = open_panel(settled_as(board_of(all_settled()), None))
    panel.model.tapStep("correct")
    panel.tap("row.4", "card.2H")
    assert not panel.item("money").isVisible()
    assert panel.item("preview.money").isVisible()
    assert panel.flaws() == []


def test_of_many_terminals_those_with_the_most_money_come_first_and_the_list_scrolls(open_panel: Open) -> None:
    shown = board_of(all_settled())
    assert shown.last is not None
    lines = shown.last.lines
    many = {PlayerId(f"{name}-{at}"): own for at in range(4) for name, own in lines.items()}
    panel = open_panel(settled_as(shown, replace(shown.last, lines=many)))
    panel.model.tapStep("void_settled")
    panel.tap("choice.5.3.3")
    rows = panel.item("money.list")
    assert (rows.property("count"), rows.property("interactive")) == (32, True)
    assert panel.text("money.T07-0") == "+700.00"
    assert panel.flaws() == []


@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160)])
@pytest.mark.in_turn(6)
def test_large_money_is_without_flaw_in_every_size_and_in_high_contrast(
    open_panel: Open, size: tuple[int, int]
) -> None:
    shown = board_of(all_settled())
    assert shown.last is not None
    much = {
        name: tuple(replace(line, staked=line.staked * 1_000, returned=line.returned * 1_000) for line in own)
        for name, own in shown.last.lines.items()
    }
    panel = open_panel(settled_as(shown, replace(shown.last, lines=much)), size=size, high_contrast=True)
    panel.model.tapStep("void_settled")
    panel.tap("choice.5.3.3")
    assert panel.text("money.T07") == "+700,000.00"
    assert panel.flaws() == []


def test_high_contrast_is_chosen_at_the_panel(open_panel: Open) -> None:
    panel = open_panel(board("betting"))
    panel.tap("contrast")
    assert theme(panel.view.engine()).property("highContrast")
    panel.tap("contrast")
    assert not theme(panel.view.engine()).property("highContrast")


def test_face_points_and_winner_are_there_at_once_and_only_then_is_it_certified(open_panel: Open) -> None:
    """Nothing turns on the panel: whoever certifies compares what lies there."""
    panel = open_panel(board_of(dealing("2C KD 3S QH 9D")), motion=True)
    panel.shows(board("result"))
    assert (panel.text("points.banker"), panel.text("result")) == ("8", "Banker wins with 8")
    cards = [item for item in walk(panel.item("hand.banker")) if item.property("turn") is not None]
    assert {item.property("turn") for item in cards if item.isVisible()} == {1}


def test_a_round_is_certified_only_where_its_cards_are_seen(open_panel: Open) -> None:
    panel = open_panel(board("result"))
    panel.tap("page.rounds")
    assert panel.text("next.about") == "On the table page, with the cards in sight"
    panel.tap("next")
    assert panel.given == []
    panel.tap("page.table", "next")
    (order,) = panel.given
    assert isinstance(order, m.Certify)


def test_a_round_that_is_over_is_recalled_with_its_bets_and_who_certified_it(open_panel: Open) -> None:
    panel = open_panel(board("settled"))
    panel.tap("page.rounds", "past.1")
    told = {*panel.said()}
    assert {"Round 1", DEALER.name, "Banker  \N{MULTIPLICATION SIGN}1", "50.00"} <= told
    assert panel.flaws() == []


def test_the_close_is_told_of_a_seat_only_while_it_means_something(open_panel: Open) -> None:
    panel = open_panel()
    said = {}
    for state in ("betting", "three cards"):
        panel.shows(board(state))
        panel.tap("seat.T01")
        said[state] = panel.item("seat.closed").property("value")
        panel.tap("seat.close")
    assert said == {"betting": "\N{EN DASH}", "three cards": "yes"}


def test_the_language_is_chosen_at_the_panel(open_panel: Open) -> None:
    panel = open_panel(board_of(betting(), left_ms=9_000))
    seen = [panel.text("next.title")]
    for _ in LANGUAGES:
        panel.tap("language")
        seen.append(panel.text("next.title"))
    assert seen == ["Close bets", "停止下注", "停止下注", "Tutup taruhan", "Close bets"]


@pytest.mark.parametrize("opened", ["", "seat"])
def test_the_next_action_is_the_biggest_button_and_never_moves(open_panel: Open, opened: str) -> None:
    panel = open_panel()
    places, count = set(), 0
    for state in STATES:
        panel.shows(board(state))
        if opened == "seat":
            panel.model.openSeat("T02")
        panel.image()
        button = panel.item("next")
        places.add((panel.centre("next").toTuple(), button.width(), button.height()))
        others = [item for item, _ in tappables(panel.root) if item.objectName() != "next"]
        count += len(others)
        assert all(2 * other.width() * other.height() < button.width() * button.height() for other in others), state
    assert len(places) == 1
    assert count > 10 * len(STATES)


def test_every_step_has_its_own_place(open_panel: Open) -> None:
    """A place that two steps share never shows one after the other while the game goes its ordinary way."""
    panel = open_panel()
    places: dict[str, set[tuple[int, int]]] = {}
    for state in STATES:
        shown = board(state)
        panel.shows(shown)
        for step in shown.steps if not shown.halts else ():  # over a halt the guide has the places
            places.setdefault(step.key, set()).add(panel.centre(f"step.{step.key}").toTuple())
    assert {key for key, found in places.items() if len(found) > 1} == set()
    ordinary = ("add_time", "correct_cards", "call_supervisor", "load_shoe", "end_shoe", "close_table", "void")
    assert len({place for key in ordinary for place in places[key]}) == len(ordinary)


def test_red_all_over_is_only_what_confirms_it_and_red_around_what_ends_a_round(open_panel: Open) -> None:
    panel = open_panel()
    framed = set()
    for state in STATES:
        panel.shows(board(state))
        red = [item.objectName() for item in walk(panel.root) if item.property("kind") == "danger"]
        assert red == [], state
        names = {item.objectName() for item in walk(panel.root) if item.isVisible()}
        framed |= {name for name in names if name.startswith("red.")}
    assert framed == {"red.void"}
    panel.shows(board("ready"))
    for key in ("close_table", "end_shoe"):
        panel.model.tapStep(key)
        panel.image()
        assert panel.item("form.send").property("kind") == "danger"
