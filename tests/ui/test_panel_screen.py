"""The panel's screen with its real view model: every state, page and form, in all languages, sizes and themes."""

from collections.abc import Callable
from functools import cache

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtQuick import QQuickItem
from PySide6.QtTest import QTest

from console.panel import forms
from console.panel.board import Board
from console.panel.board import show as board_now
from console.panel.desk import Desk
from console.panel.diary import Diary
from console.panel.model import PanelModel
from console.panel.window import MAIN
from games.round import PlayerId, Voided
from looks import LANGUAGES
from looks.times import clock
from protocol import messages as m
from protocol.join import Link
from tests.console.cluster import TABLE, Cluster
from tests.console.people import DEALER, MANAGER, SUPERVISOR
from tests.ui.conftest import ItsTurn
from tests.ui.panel_boards import RUN, SIX, STATES, all_settled, betting, board_of, dealing, open_table
from tests.ui.quick import Screen, flaws, name_of, opacity, small_texts, tappables, texts, theme, walk, whole

pytestmark = pytest.mark.usefixtures("qapp")
Show = Callable[..., Screen]
PANEL = MAIN
PAGES = ("table", "cash", "shoe", "limits", "rounds", "events")
HEARD = "2026-11-16T12:45:12.000Z"
# These give no order: pages, language, what closes something. A seat opens its sheet.
ALWAYS_LIVE = {*(f"page.{page}" for page in PAGES), "language", "contrast", "form.cancel", "seat.close", "refusal.ok"}
SEAT_FORMS = ("sell_credit", "pay_by_hand", "pay_ticket", "pay_due", "collect_owed", "rule_dispute", "latch", "unlatch")


@cache
def board(state: str, *, left_ms: int = -1, away: tuple[str, ...] = ()) -> Board:
    """A Board is a value: made once, it is shown on many screens."""
    return board_of(STATES[state][0](), left_ms=left_ms, away=away)


class Shown:
    """A panel without a console: orders are kept in a list."""

    def __init__(self, show: Show, **options: object) -> None:
        self.given: list[tuple[m.Order, m.Person | None]] = []
        self.model = PanelModel(lambda order, second, _about: self.given.append((order, second)), arm_ms=0)
        self.screen = show(PANEL, vm=self.model, **options)

    def show(self, board: Board) -> None:
        self.model.show(board)
        self.screen.image()  # everything finds its place before it is painted
        QTest.qWait(5)

    def tap(self, name: str) -> None:
        """On what has found its place: a sheet that has just opened is laid out when it is painted."""
        self.screen.image()
        self.screen.tap(name)

    def flaws(self) -> list[str]:
        self.screen.image()
        return flaws(self.screen.root)

    def nameless(self) -> list[str]:
        return [name_of(item) for item, _ in tappables(self.screen.root) if not item.objectName()]


def tapped_at(panel: Shown) -> list[QQuickItem]:
    """What a finger can do something with now."""
    panel.screen.image()
    return [item for item, _ in tappables(panel.screen.root) if item.isEnabled()]


@pytest.mark.parametrize("state", STATES)
def test_every_state_is_without_flaw_in_every_language_and_theme(show: Show, its_turn: ItsTurn, state: str) -> None:
    shown, key = board(state, left_ms=8_400, away=("T04",)), STATES[state][1]
    panel = Shown(show)
    panel.show(shown)
    titles, number = set(), list(STATES).index(state)
    for look, language in enumerate(LANGUAGES):
        panel.model.speak(language)
        for high_contrast in (False, True):
            if its_turn(number, 2 * look + high_contrast, 2 * len(LANGUAGES)):
                theme(panel.screen.view.engine()).setProperty("highContrast", high_contrast)
                assert panel.flaws() == []
        titles.add(panel.screen.text("next.title"))
    assert len(titles) >= 3, "the next step is said in other words in another language"
    assert key not in titles
    panel.model.speak("en")
    assert panel.screen.item("halt").isVisible() == bool(shown.halts)
    assert panel.nameless() == []


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_without_flaw_in_every_language_and_theme(show: Show, its_turn: ItsTurn, page: str) -> None:
    panel = Shown(show)
    panel.show(board("betting", left_ms=20_000))
    panel.tap(f"page.{page}")
    for look, language in enumerate(LANGUAGES):
        if its_turn(PAGES.index(page), look, len(LANGUAGES)):
            panel.model.speak(language)
            assert panel.flaws() == []
    assert panel.nameless() == []
    theme(panel.screen.view.engine()).setProperty("highContrast", True)
    assert panel.flaws() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_is_without_flaw_in_every_language(show: Show, its_turn: ItsTurn, language: str) -> None:
    panel = Shown(show)
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
            panel.show(shown)
            panel.model.tapStep(key)
            for at, field in enumerate(panel.model.part("fields") or [{"name": "", "kind": "sure"}]):
                look = key if at == 0 else field["name" if field["kind"] == "choice" else "kind"]
                if look not in seen and panel.model.part("form"):
                    seen.add(look)
                    panel.model.formField(at)
                    assert panel.flaws() == [], look
                    assert panel.nameless() == [], look
            panel.model.formCancel()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_a_seat_is_without_flaw_in_every_language(show: Show, its_turn: ItsTurn, language: str) -> None:
    panel = Shown(show)
    panel.model.speak(language)
    panel.show(board("ready"))
    for page in ("table", "cash"):
        panel.tap(f"page.{page}")
        panel.tap("seat.T02" if page == "table" else "cash.seat.T02")
        assert panel.flaws() == []
        assert panel.nameless() == []
    for number, key in enumerate(SEAT_FORMS):
        panel.model.serve(key, "T02", 1)
        if its_turn(number, LANGUAGES.index(language), len(LANGUAGES)):
            assert panel.flaws() == [], key
        panel.model.formCancel()


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (2560, 1440), (3840, 2160)])
def test_the_table_is_without_flaw_in_every_size(show: Show, size: tuple[int, int]) -> None:
    panel = Shown(show, size=size)
    for state in ("result", "surplus", "called"):
        panel.show(board(state))
        assert panel.flaws() == []
    panel.model.tapStep("enter_card")
    assert panel.flaws() == []


@pytest.mark.parametrize("key", ["enter_card", "void", "reconstruct"])
def test_forms_are_without_flaw_in_high_contrast(show: Show, key: str) -> None:
    panel = Shown(show, high_contrast=True)
    panel.show(board("called"))
    panel.model.tapStep(key)
    assert panel.flaws() == []


def test_a_text_too_small_to_be_read_is_found(show: Show) -> None:
    screen = show(
        """import QtQuick
        import Looks
        Item {
            Label {
                objectName: "squeezed"; width: 40; text: "a long word"
                fontSizeMode: Text.HorizontalFit; minimumPixelSize: 5
            }
            Label { objectName: "small"; y: 100; text: "small"; font.pixelSize: 13 }
            Label { objectName: "least"; y: 200; text: "least"; font.pixelSize: 14 }
        }"""
    )
    assert [flaw.split()[0] for flaw in small_texts(screen.root)] == ["squeezed", "small"]


# --- taps ------------------------------------------------------------------------------------------------------------


def test_a_round_by_taps(show: Show) -> None:
    cluster = open_table()
    panel = Shown(show)
    for _ in range(4):
        panel.show(board_of(cluster))
        if panel.model.part("step")["key"] == "draw":
            cluster.deal("2C KD 3S QH 9D 8C")
            continue
        panel.tap("next")
        order, second = panel.given[-1]
        cluster.obey(order, DEALER, second)
    assert [type(order) for order, _ in panel.given] == [m.OpenBets, m.CloseBets, m.Certify]
    assert cluster.table.view.phase.value == "ready"


def test_below_a_form_nothing_is_tapped_and_what_is_next_stays_in_sight(show: Show) -> None:
    panel = Shown(show)
    panel.show(board("result"))
    before = panel.screen.centre("page.shoe")
    panel.tap("step.void")
    assert panel.screen.text("form.title") == "Void the round  ·  Round 3"
    for name in ("page.shoe", "seat.T01", "step.correct_cards"):  # they are covered
        with pytest.raises(LookupError, match="not to be seen"):
            panel.tap(name)
    QTest.mouseClick(panel.screen.view, Qt.MouseButton.LeftButton, pos=before)
    panel.tap("next")  # it is to be seen, and waits
    assert panel.given == []
    assert panel.screen.root.property("page") == "table"
    assert panel.screen.text("form.title") == "Void the round  ·  Round 3"
    assert panel.screen.text("next.title") == "Certify"
    assert panel.screen.text("next.about") == "First finish this, or cancel it"
    assert panel.screen.item("next").height() < 100, "the room is the form's"


def test_a_supervisor_is_called_from_a_form_that_needs_one(show: Show) -> None:
    cluster = dealing("2C KD")
    panel = Shown(show)
    panel.show(board_of(cluster, me=DEALER))
    panel.tap("step.correct_cards")
    panel.tap("step.call_supervisor")
    ((order, second),) = panel.given
    assert isinstance(order, m.CallSupervisor)
    cluster.obey(order, DEALER, second)
    panel.show(board_of(cluster, me=DEALER))
    assert panel.screen.text("form.title") == "Correct the cards  ·  Round 3"
    assert not panel.model.part("form")["stale"], "the form goes on, for the one who comes"
    told = (panel.screen.text("needed"), panel.screen.text("needed.called"))
    assert told == ("Pit Supervisor needed", "Supervisor called")
    panel.tap("step.supervisor_needed")
    assert len(panel.given) == 1


@pytest.mark.parametrize("state", [state for state in STATES if board(state).halts and board(state).phase != "closed"])
def test_over_every_halt_the_supervisor_is_called_or_said_to_be_needed(show: Show, state: str) -> None:
    panel = Shown(show)
    panel.show(board(state))
    called = any(halt.reason == "called" for halt in board(state).halts)
    panel.tap("step.supervisor_needed" if called else "step.call_supervisor")
    assert [type(order) for order, _ in panel.given] == ([] if called else [m.CallSupervisor])


def test_a_halt_and_the_time_are_seen_while_a_form_is_open(show: Show) -> None:
    panel = Shown(show)
    panel.show(board("betting", left_ms=9_000))
    panel.model.serve("sell_credit", "T03", 0)
    panel.screen.image()
    assert panel.screen.item("countdown").isVisible()
    assert not panel.screen.item("waits").isVisible()
    panel.show(board("shoe lost in betting"))
    assert panel.screen.item("waits").isVisible()
    assert panel.screen.text("phase") == "Bets are open"
    assert panel.screen.text("next.title") == "Plug the shoe in"


def test_a_form_whose_round_is_over_says_so_and_gives_no_order(show: Show) -> None:
    cluster = dealing("2C KD 3S QH 9D 8C")
    panel = Shown(show)
    panel.show(board_of(cluster))
    panel.tap("step.void")
    panel.tap("choice.5.3.4")
    cluster.certify()
    cluster.open_round()
    panel.show(board_of(cluster))
    assert panel.screen.text("form.about") == "What this is about has changed meanwhile. It can only be cancelled."
    assert panel.screen.item("form.send").property("note") == "the round has changed meanwhile"
    panel.tap("form.send")
    assert panel.given == []
    assert panel.flaws() == []


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"link": Link.RECONNECTING, "as_of": HEARD}, "no connection"),
        ({"waiting": True}, "one moment …"),
        ({"link": Link.DENIED, "why": "another_panel", "as_of": HEARD}, "no connection"),
    ],
)
def test_what_cannot_be_sent_has_no_live_button_and_says_why(show: Show, changed: dict[str, object], why: str) -> None:
    """Also what was begun before."""
    shown = board("betting")
    panel = Shown(show)
    panel.show(shown)
    panel.model.serve("sell_credit", "T03", 0)
    for key in ("5", "0"):
        panel.tap(f"figure.{key}")
    assert panel.screen.item("form.send").property("enabled")
    panel.show(replace(shown, **changed))
    assert not panel.screen.item("form.send").property("enabled")
    assert panel.screen.item("form.send").property("note") == why
    panel.tap("form.send")
    panel.model.formCancel()
    panel.tap("seat.T06")
    live = [item.objectName() for item in tapped_at(panel) if item.objectName() not in ALWAYS_LIVE]
    assert live == []
    assert panel.given == []


def test_who_agrees_is_not_oneself(show: Show) -> None:
    panel = Shown(show)
    panel.show(board("card not read"))
    panel.tap("next")
    panel.tap("card.9H")
    panel.tap("field.second")
    for sign in SUPERVISOR.name.upper():
        panel.tap(f"key.{sign}")
    assert panel.screen.item("form.send").property("note") == "somebody else must agree"
    panel.tap("form.send")
    assert panel.given == []
    panel.tap("key.X")
    panel.tap("form.send")
    assert len(panel.given) == 1


def test_a_form_says_which_card_is_to_be_entered_with_the_hands_in_sight(show: Show) -> None:
    panel = Shown(show)
    panel.show(board("card not read"))
    panel.tap("next")
    assert panel.screen.text("form.title") == "Enter the card  ·  Round 3"
    assert "to Banker, first card" in panel.screen.text("form.about")
    faces = {item.property("face") for item in walk(panel.screen.item("form.hands")) if item.property("face")}
    assert faces == {"2C"}
    panel.tap("form.foreign")
    assert panel.screen.text("form.title") == "Void the round  ·  Round 3"
    assert panel.screen.item("choice.5.3.1").property("chosen")


def test_a_void_needs_a_paragraph_and_is_asked_once(show: Show) -> None:
    panel = Shown(show)
    panel.show(board_of(dealing("2C")))
    panel.tap("step.void")
    panel.tap("form.send")
    assert panel.given == []
    panel.tap("choice.5.3.4")
    panel.tap("form.send")
    assert panel.given == [(m.Rule(Voided("5.3.4"), "5.3.4"), None)]


def test_closing_the_table_asks_whether_it_is_meant(show: Show) -> None:
    panel = Shown(show)
    panel.show(board_of(open_table()))
    panel.tap("step.close_table")
    assert panel.given == []
    panel.tap("form.cancel")
    assert panel.given == []
    panel.tap("step.close_table")
    panel.tap("form.send")
    assert panel.given == [(m.CloseTable(), None)]


def test_a_card_is_entered_from_the_grid_with_a_second_person(show: Show) -> None:
    panel = Shown(show)
    panel.show(board_of(STATES["card not read"][0]()))
    panel.tap("next")
    panel.tap("card.9H")
    panel.tap("field.second")
    for sign in "ANN":
        panel.tap(f"key.{sign}")
    panel.tap("field.position")
    panel.tap("choice.3")
    panel.tap("form.send")
    ((order, second),) = panel.given
    assert isinstance(order, m.EnterCard)
    assert (order.card.text, second) == ("9H", m.Person("ANN", 3))


def test_misread_cards_are_put_right_one_by_one(show: Show) -> None:
    panel = Shown(show)
    panel.show(board_of(dealing("2C KD 3S QH 9D 8C")))
    panel.tap("step.correct_cards")
    panel.tap("row.4")
    panel.tap("card.7D")
    panel.tap("row.0")
    panel.tap("move.on")
    panel.tap("field.second")
    panel.tap("key.S")
    panel.tap("form.send")
    ((order, _),) = panel.given
    assert isinstance(order, m.CorrectCards)
    assert " ".join(card.text for card in order.cards) == "KD 2C 3S QH 7D 8C"


def test_somebody_came_to_the_player_who_called(show: Show) -> None:
    panel = Shown(show)
    panel.show(board_of(betting()))
    panel.tap("seat.T06")
    panel.tap("seat.do.attend")
    assert panel.given == [(m.Attend(PlayerId("T06")), None)]
    panel.tap("seat.close")
    panel.tap("seat.T02")
    panel.tap("seat.do.attend")  # nobody has called there: the button is not live
    assert len(panel.given) == 1


def test_credit_is_sold_at_the_seat(show: Show) -> None:
    panel = Shown(show)
    panel.show(board_of(betting()))
    panel.tap("page.cash")
    panel.tap("cash.seat.T03")
    panel.tap("seat.do.sell_credit")
    for key in ("2", "5", "00"):
        panel.tap(f"figure.{key}")
    panel.tap("form.send")
    assert panel.given == [(m.SellCredit(PlayerId("T03"), 250_000), None)]


def test_a_keyboard_that_is_plugged_in_works_too(show: Show) -> None:
    panel = Shown(show)
    panel.show(board_of(betting()))
    panel.model.serve("sell_credit", "T03", 0)
    panel.screen.view.requestActivate()
    for key in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_Period, Qt.Key.Key_5, Qt.Key.Key_Return):
        QTest.keyClick(panel.screen.view, key)
    assert panel.given == [(m.SellCredit(PlayerId("T03"), 1_250), None)]


def test_a_refusal_is_said_and_read(show: Show) -> None:
    cluster, diary = open_table(), Diary()
    diary.mine.add(b"12345678")
    cluster.command(m.CloseBets(), DEALER, command_id=b"12345678")
    panel = Shown(show)
    panel.show(board_of(cluster, diary=diary))
    assert panel.screen.text("refusal.text") == "Refused: Not possible at this moment"
    for language in LANGUAGES:
        panel.model.speak(language)
        assert panel.flaws() == []
    note = whole(panel.screen.item("note"))
    assert not any(note.intersects(whole(panel.screen.item(name))) for name in ("bar", "total", "next", "seat.T08"))
    panel.tap("refusal.ok")
    assert not panel.screen.item("refusal").isVisible()


def test_without_the_console_nothing_can_be_tapped_and_the_screen_says_so(show: Show) -> None:
    panel = Shown(show)
    panel.show(board_now(Desk(TABLE, 1, RUN), 0))
    assert panel.screen.text("next.title") == "No connection"
    panel.tap("next")
    assert panel.given == []
    assert panel.flaws() == []


def test_what_is_old_is_dim_and_has_its_time(show: Show) -> None:
    panel = Shown(show)
    panel.show(replace(board("result"), link=Link.RECONNECTING, as_of=HEARD))
    assert opacity(panel.screen.item("hand.player")) < 1
    assert panel.screen.text("next.about") == f"All this is as of {clock(HEARD)}. The console keeps running"
    assert panel.screen.text("shoe.state") == f"as of {clock(HEARD)}"
    assert not panel.screen.item("next.paragraph").isVisible(), "nobody knows what comes next"
    for language in LANGUAGES:
        panel.model.speak(language)
        assert panel.flaws() == []


@pytest.mark.parametrize("why", ["another_panel", "retired", "history", "other_log"])
def test_a_panel_that_is_shut_out_says_what_to_do(show: Show, why: str) -> None:
    panel = Shown(show)
    panel.show(replace(board("result"), link=Link.DENIED, why=why, as_of=HEARD))
    said = set()
    for language in LANGUAGES:
        panel.model.speak(language)
        assert panel.flaws() == []
        said.add(panel.screen.text("next.about"))
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
def test_how_the_last_round_ended_is_told_until_bets_open(show: Show, state: str, line: str) -> None:
    panel = Shown(show)
    shown = board_of(natural_pair()) if state == "natural pair" else board(state)
    panel.show(shown)
    assert panel.screen.text("result") == line
    won = [name for name in ("player", "banker") if panel.screen.item(f"won.{name}").isVisible()]
    assert won == (["banker"] if "Banker wins" in line else [])
    badge = panel.screen.item("result.badge")
    assert (badge.isVisible(), badge.property("letter")) == (bool(won), "B" if won else "")


def natural_pair() -> Cluster:
    cluster = dealing("2C 4D 2S 5H")
    cluster.certify()
    return cluster


def test_nothing_moves_when_a_hand_has_won(show: Show) -> None:
    panel = Shown(show)
    places = set()
    for state in ("three cards", "result", "settled", "void"):
        panel.show(board(state))
        places.add((panel.screen.centre("points.banker").y(), panel.screen.item("hand.banker").width()))
    assert len(places) == 1


def test_what_a_void_round_showed_is_pale_and_struck(show: Show) -> None:
    panel = Shown(show)
    for state, struck in (("three cards", False), ("void", True), ("settled", False)):
        panel.show(board(state))
        faces = [item for item in walk(panel.screen.item("hand.player")) if item.property("face") == "2C"]
        assert {opacity(item) < 0.5 for item in faces} == {struck}
        assert panel.screen.item("points.player").property("font").strikeOut() is struck


def test_the_last_call_is_seen_on_the_panel_as_on_the_terminals(show: Show) -> None:
    panel = Shown(show)
    for left_ms, told in ((8_000, ("Bets are open", "betting")), (4_000, ("Last bets", "lastBets"))):
        panel.show(board("betting", left_ms=left_ms))
        pill = panel.screen.item("phase")
        assert (pill.property("text"), pill.property("happens")) == told


def test_a_third_card_is_asked_for_by_its_number(show: Show) -> None:
    panel = Shown(show)
    panel.show(board_of(dealing("2C 4D 3S AH")))
    assert panel.screen.text("next.title") == "Draw to Player, third card"
    assert panel.screen.text("next.paragraph") == "§3.10"


def test_a_seat_tells_all_its_troubles_and_each_that_is_heard_whether_it_knows_the_close(show: Show) -> None:
    cluster = betting()
    cluster.heard("T06", m.Dispute(*cluster.process("T06"), b"d" * 16, 2, (("tie", 500, 0),)))
    cluster.close()
    panel = Shown(show)
    panel.show(board_of(cluster, away=("T04",)))
    assert panel.screen.text("note.T06").split(" · ") == ["Dispute", "Attendant call"]
    ticks = {name: panel.screen.item(f"tick.{name}") for name in ("T03", "T04", "T07")}
    told = {name: tick.property("text") if tick.isVisible() else "" for name, tick in ticks.items()}
    assert told == {"T03": "…", "T04": "", "T07": "✓"}, "T07 has no bet, and knows it all the same"
    assert panel.screen.text("note.T07") == "Close confirmed"
    cluster.deal(SIX)
    cluster.certify()
    panel.show(board_of(cluster))
    assert panel.screen.text("next.title") == "Open bets"
    assert panel.screen.text("next.about") == "A new round begins  ·  T06 in dispute"


def test_what_the_house_would_pay_stands_beside_what_was_bet(show: Show) -> None:
    panel = Shown(show)
    panel.show(board("betting"))
    told = {spot: panel.screen.text(f"pays.{spot}") for spot in ("player", "banker", "tie", "player_pair")}
    assert told == {"player": "100.00", "banker": "1,550.00", "tie": "40.00", "player_pair": "110.00"}


@pytest.mark.parametrize("state", ["card not read", "another result", "history"])
def test_no_word_of_the_console_itself_is_on_the_table(show: Show, state: str) -> None:
    panel = Shown(show)
    panel.show(board(state))
    details = {halt.detail for halt in board(state).halts}
    assert details
    assert not details & {item.property("text") for item, _ in texts(panel.screen.root)}
    panel.tap("page.events")
    assert details & {item.property("text") for item, _ in texts(panel.screen.root)}


def test_a_refusal_is_told_in_the_language_of_the_screen(show: Show) -> None:
    cluster, diary = open_table(), Diary()
    diary.mine.add(b"12345678")
    cluster.command(m.CloseBets(), DEALER, command_id=b"12345678")
    shown = board_of(cluster, diary=diary)
    assert shown.refused is not None
    panel = Shown(show)
    for language in LANGUAGES[1:]:
        panel.model.speak(language)
        panel.show(shown)
        assert not any(shown.refused.detail in item.property("text") for item, _ in texts(panel.screen.root))


def test_what_is_missing_in_a_form_is_named(show: Show) -> None:
    panel = Shown(show)
    panel.show(board("no shoe"))
    panel.tap("next")
    assert panel.screen.item("form.send").property("note") == "missing: Shuffled by, Second person"
    assert panel.screen.text("value.counter") == "same shoe as before"


def test_new_limits_stand_beside_the_old_ones(show: Show) -> None:
    panel = Shown(show)
    panel.show(board_of(open_table(), me=MANAGER))
    panel.model.tapStep("set_limits")
    panel.tap("field.player.max")
    panel.tap("figure.00")
    assert panel.screen.text("value.player.max") == "2,000 → 200,000"
    assert panel.screen.text("value.banker.max") == "2,000"
    assert panel.flaws() == []


def test_whoever_corrects_a_round_sees_what_the_cards_would_show(show: Show) -> None:
    cluster = dealing("2S 2H 2D 4C 9H")
    cluster.certify()
    panel = Shown(show)
    panel.show(board_of(cluster))
    panel.model.tapStep("correct")
    panel.screen.image()
    assert panel.screen.text("preview.result") == "Result stays: Banker wins with 6  ·  Player Pair"
    panel.tap("row.3")
    panel.tap("card.5C")
    assert panel.screen.text("preview.banker") == "Banker  6 → 7"
    assert panel.screen.text("preview.result") == "New result: Banker wins with 7  ·  Player Pair"
    assert panel.flaws() == []
    panel.tap("row.0")
    panel.tap("card.6S")
    assert panel.screen.text("preview.result") == "New result: not a whole round"


@pytest.mark.parametrize("language", LANGUAGES)
def test_001_5_6_whoever_corrects_a_round_sees_the_money_of_every_terminal_and_of_the_house(
    show: Show, language: str
) -> None:
    panel = Shown(show)
    panel.model.speak(language)
    panel.show(board_of(all_settled()))
    panel.model.tapStep("correct")
    panel.screen.image()
    assert panel.screen.text("money.house") == "0.00"
    assert panel.screen.item("money.same").isVisible()
    panel.tap("row.4")
    panel.tap("card.2H")  # a Tie instead
    assert panel.screen.text("money.house") == "-1,280.00"
    assert not panel.screen.item("money.same").isVisible()
    place = panel.screen.centre("card.AS")
    told = {name: panel.screen.text(f"money.{name}") for name in ("T01", "T02", "T07", "T08")}
    assert told == {"T01": "+100.00", "T02": "-5.00", "T07": "+700.00", "T08": "-155.00"}
    assert panel.screen.text("money.T08.was") == "600.00 → 445.00"
    assert panel.flaws() == []
    panel.tap("row.3")
    panel.tap("card.AC")
    assert not panel.screen.item("money").isVisible(), "not a whole Round"
    assert panel.screen.centre("card.AS") == place, "no card has moved under the finger"
    assert panel.flaws() == []
    panel.tap("row.3")
    panel.tap("card.4C")
    panel.tap("field.second")  # it stays in sight for the one who agrees
    assert panel.screen.item("money.T08").isVisible()
    assert panel.flaws() == []
    panel.tap("field.position")
    assert panel.flaws() == []
    panel.model.formCancel()
    panel.model.tapStep("void_settled")
    panel.tap("choice.5.3.3")
    assert panel.screen.text("money.house") == "-1,120.00"
    assert panel.flaws() == []


def test_money_that_is_not_known_is_not_shown(show: Show) -> None:
    panel = Shown(show)
    panel.show(replace(board_of(all_settled()), last=None))
    panel.model.tapStep("correct")
    panel.tap("row.4")
    panel.tap("card.2H")
    assert not panel.screen.item("money").isVisible()
    assert panel.screen.item("preview.money").isVisible()
    assert panel.flaws() == []


def test_of_many_terminals_those_with_the_most_money_are_named_and_the_others_counted(show: Show) -> None:
    shown = board_of(all_settled())
    assert shown.last is not None
    lines = shown.last.lines
    many = {PlayerId(f"{name}-{at}"): own for at in range(4) for name, own in lines.items()}
    panel = Shown(show)
    panel.show(replace(shown, last=replace(shown.last, lines=many)))
    panel.model.tapStep("void_settled")
    panel.tap("choice.5.3.3")
    assert panel.screen.text("money.more") == "and 25 more"
    assert panel.screen.text("money.T07-0") == "+700.00"
    assert panel.flaws() == []


@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160)])
def test_large_money_is_without_flaw_in_every_size_and_in_high_contrast(show: Show, size: tuple[int, int]) -> None:
    shown = board_of(all_settled())
    assert shown.last is not None
    much = {
        name: tuple(replace(line, staked=line.staked * 1_000, returned=line.returned * 1_000) for line in own)
        for name, own in shown.last.lines.items()
    }
    panel = Shown(show, size=size, high_contrast=True)
    panel.show(replace(shown, last=replace(shown.last, lines=much)))
    panel.model.tapStep("void_settled")
    panel.tap("choice.5.3.3")
    assert panel.screen.text("money.T07") == "+700,000.00"
    assert panel.flaws() == []


def test_high_contrast_is_chosen_at_the_panel(show: Show) -> None:
    panel = Shown(show)
    panel.show(board("betting"))
    panel.tap("contrast")
    assert theme(panel.screen.view.engine()).property("highContrast")
    panel.tap("contrast")
    assert not theme(panel.screen.view.engine()).property("highContrast")


def test_points_and_winner_are_told_when_the_card_has_been_turned(show: Show) -> None:
    panel = Shown(show, motion=True)
    panel.show(board_of(dealing("2C KD 3S QH 9D")))
    panel.screen.until(lambda: panel.screen.text("points.banker") == "0")
    panel.show(board("result"))
    assert panel.model.part("board")["winner"] == "banker"
    assert (panel.screen.text("points.banker"), panel.screen.text("result")) == ("0", "Result")
    panel.screen.until(lambda: panel.screen.text("points.banker") == "8")
    panel.screen.until(lambda: panel.screen.text("result") == "Banker wins with 8")


@pytest.mark.parametrize("state", [state for state in STATES if board(state).halts])
def test_every_way_over_a_halt_has_its_button(show: Show, state: str) -> None:
    shown = board(state)
    panel = Shown(show)
    panel.show(shown)
    for step in shown.steps:
        assert panel.screen.item(f"step.{step.key}").isVisible(), step.key
    assert panel.screen.text("halt." + shown.halts[0].reason) != ""


def test_a_round_that_is_over_is_recalled_with_its_bets_and_who_certified_it(show: Show) -> None:
    panel = Shown(show)
    panel.show(board("settled"))
    panel.tap("page.rounds")
    panel.tap("past.1")
    told = {item.property("text") for item, _ in texts(panel.screen.root)}
    assert {"Round 1", DEALER.name, "Banker  \N{MULTIPLICATION SIGN}1", "50.00"} <= told
    assert panel.flaws() == []


def test_the_close_is_told_of_a_seat_only_while_it_means_something(show: Show) -> None:
    panel = Shown(show)
    said = {}
    for state in ("betting", "three cards"):
        panel.show(board(state))
        panel.tap("seat.T01")
        said[state] = panel.screen.item("seat.closed").property("value")
        panel.tap("seat.close")
    assert said == {"betting": "\N{EN DASH}", "three cards": "yes"}


def test_the_language_is_chosen_at_the_panel(show: Show) -> None:
    panel = Shown(show)
    panel.show(board_of(betting(), left_ms=9_000))
    seen = [panel.screen.text("next.title")]
    for _ in LANGUAGES:
        panel.tap("language")
        seen.append(panel.screen.text("next.title"))
    assert seen == ["Close bets", "停止下注", "停止下注", "Tutup taruhan", "Close bets"]


@pytest.mark.parametrize("opened", ["", "seat"])
def test_the_next_action_is_the_biggest_button_and_never_moves(show: Show, opened: str) -> None:
    panel = Shown(show)
    places, count = set(), 0
    for state in STATES:
        panel.show(board(state))
        if opened == "seat":
            panel.model.openSeat("T02")
        panel.screen.image()
        button = panel.screen.item("next")
        places.add((panel.screen.centre("next").toTuple(), button.width(), button.height()))
        others = [item for item, _ in tappables(panel.screen.root) if item.objectName() != "next"]
        count += len(others)
        assert all(2 * other.width() * other.height() < button.width() * button.height() for other in others), state
    assert len(places) == 1
    assert count > 10 * len(STATES)


def test_every_step_has_its_own_place(show: Show) -> None:
    """A place that two steps share never shows one after the other while the game goes its ordinary way."""
    panel = Shown(show)
    places: dict[str, set[tuple[int, int]]] = {}
    for state in STATES:
        panel.show(board(state))
        for step in board(state).steps:
            places.setdefault(step.key, set()).add(panel.screen.centre(f"step.{step.key}").toTuple())
    assert {key for key, found in places.items() if len(found) > 1} == set()
    ordinary = ("add_time", "correct_cards", "call_supervisor", "load_shoe", "end_shoe", "close_table", "void")
    assert len({place for key in ordinary for place in places[key]}) == len(ordinary)


def test_red_all_over_is_only_what_confirms_it_and_red_around_what_ends_a_round(show: Show) -> None:
    panel = Shown(show)
    framed = set()
    for state in STATES:
        panel.show(board(state))
        red = [item.objectName() for item in walk(panel.screen.root) if item.property("kind") == "danger"]
        assert red == [], state
        names = {item.objectName() for item in walk(panel.screen.root) if item.isVisible()}
        framed |= {name for name in names if name.startswith("red.")}
    assert framed == {"red.void", "red.interruption_affects"}
    panel.show(board("ready"))
    for key in ("close_table", "end_shoe"):
        panel.model.tapStep(key)
        panel.screen.image()
        assert panel.screen.item("form.send").property("kind") == "danger"
