"""The panel's screen with its real view model: every state, page and form, in all languages, sizes and themes."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from console.board import Board
from console.board import show as board_now
from console.desk import Desk
from console.panel import QML, PanelModel
from console.told import Diary
from games.round import PlayerId
from protocol import messages as m
from protocol.looks import LANGUAGES
from tests.console.cluster import DEALER, TABLE
from tests.ui.panel_boards import RUN, STATES, betting, board_of, dealing, open_table
from tests.ui.quick import Screen, flaws, overflows, overlaps, small_targets, walk

pytestmark = pytest.mark.usefixtures("qapp")
Show = Callable[..., Screen]
PANEL = QML / "Panel.qml"
PAGES = ("table", "cash", "shoe", "limits", "rounds", "events")
SEAT_FORMS = ("sell_credit", "pay_by_hand", "pay_ticket", "pay_due", "collect_owed", "rule_dispute", "latch", "unlatch")


class Shown:
    """A panel without a console: orders are kept in a list."""

    def __init__(self, show: Show, **options: object) -> None:
        self.given: list[tuple[m.Order, m.Person | None]] = []
        self.model = PanelModel(lambda order, second: self.given.append((order, second)), arm_ms=0)
        self.screen = show(PANEL, context={"viewModel": self.model}, **options)
        self.model.languages = self.screen.languages

    def show(self, board: Board) -> None:
        self.model.show(board)
        self.screen.image()  # everything finds its place before it is painted
        QTest.qWait(5)

    def tap(self, name: str) -> None:
        """On what has found its place: a sheet that has just opened is laid out when it is painted."""
        self.screen.image()
        self.screen.tap(name)

    def settle(self) -> None:
        """Cards have turned."""
        QTest.qWait(600)

    def complaints(self) -> list[str]:
        """All that can be found without painting."""
        self.screen.image()
        root = self.screen.root
        return [*overflows(root), *overlaps(root), *small_targets(root)]


@pytest.mark.parametrize("state", STATES)
def test_every_state_is_without_flaw_in_every_language(show: Show, state: str) -> None:
    cluster, key = STATES[state]
    board = board_of(cluster(), left_ms=8_400, away=("T04",))
    panel = Shown(show)
    panel.show(board)
    panel.settle()
    assert flaws(panel.screen.root) == []
    titles = set()
    for language in LANGUAGES[1:]:
        panel.model.speak(language)
        assert panel.complaints() == []
        titles.add(panel.screen.text("next.title"))
    assert len(titles) >= 2, "the next step is said in other words in another language"
    assert key not in titles
    assert panel.screen.item("halt").isVisible() == bool(board.halts)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_without_flaw_in_every_language(show: Show, page: str) -> None:
    panel = Shown(show)
    panel.show(board_of(betting(), left_ms=20_000))
    panel.tap(f"page.{page}")
    panel.settle()
    assert flaws(panel.screen.root) == []
    for language in LANGUAGES[1:]:
        panel.model.speak(language)
        assert panel.complaints() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_is_without_flaw_in_every_language(show: Show, language: str) -> None:
    panel = Shown(show)
    panel.model.speak(language)
    seen: set[str] = set()  # every form, and every kind of field once
    for cluster, _ in STATES.values():
        board = board_of(cluster())
        panel.show(board)
        for step in (board.next, *board.steps, *board.more):
            panel.model.tap_step(step.key)
            for at, field in enumerate(panel.model.property("fields").rows or [{"name": "", "kind": "sure"}]):
                look = step.key if at == 0 else field["name" if field["kind"] == "choice" else "kind"]
                if look in seen or not panel.model.property("form"):
                    continue
                seen.add(look)
                panel.model.form_field(at)
                assert panel.complaints() == [], look
            panel.model.form_cancel()
    assert len(seen) > 15


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_of_a_seat_is_without_flaw_in_every_language(show: Show, language: str) -> None:
    panel = Shown(show)
    panel.model.speak(language)
    panel.show(board_of(open_table()))
    panel.tap("seat.T02")
    assert panel.complaints() == []
    for key in SEAT_FORMS:
        panel.model.serve(key, "T02", 1)
        assert panel.complaints() == [], key
        panel.model.form_cancel()


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768), (2560, 1440), (3840, 2160)])
def test_the_table_is_without_flaw_in_every_size(show: Show, size: tuple[int, int]) -> None:
    panel = Shown(show, size=size)
    for state in ("result", "surplus"):
        panel.show(board_of(STATES[state][0]()))
        panel.settle()
        assert flaws(panel.screen.root) == []


def test_the_table_is_without_flaw_in_high_contrast(show: Show) -> None:
    panel = Shown(show, high_contrast=True)
    for state in ("betting", "three cards", "result", "surplus"):
        panel.show(board_of(STATES[state][0](), left_ms=4_000))
        panel.settle()
        assert flaws(panel.screen.root) == []


# --- taps ------------------------------------------------------------------------------------------------------------


def test_a_round_by_taps(show: Show) -> None:
    cluster = open_table()
    panel = Shown(show)
    for _ in range(3):
        panel.show(board_of(cluster))
        if panel.model.property("step")["key"] == "draw":
            cluster.deal("2C KD 3S QH 9D 8C")
            continue
        panel.tap("next")
        order, second = panel.given[-1]
        cluster.obey(order, DEALER, second)
    assert [type(order) for order, _ in panel.given] == [m.OpenBets, m.CloseBets]


def test_below_a_sheet_nothing_is_tapped(show: Show) -> None:
    panel = Shown(show)
    panel.show(board_of(dealing("2C KD 3S QH 9D 8C")))
    before = panel.screen.centre("page.shoe")
    panel.tap("step.void")
    assert panel.screen.text("form.title") == "Void the round"
    for name in ("next", "page.shoe", "seat.T01", "step.call_supervisor"):  # all of them are covered
        with pytest.raises(LookupError, match="not to be seen"):
            panel.tap(name)
    QTest.mouseClick(panel.screen.view, Qt.MouseButton.LeftButton, pos=before)
    assert panel.given == []
    assert panel.screen.root.property("page") == "table"
    assert panel.screen.text("form.title") == "Void the round"


def test_a_void_needs_a_paragraph_and_is_asked_once(show: Show) -> None:
    panel = Shown(show)
    panel.show(board_of(dealing("2C")))
    panel.tap("step.void")
    panel.tap("form.send")
    assert panel.given == []
    panel.tap("choice.5.3.4")
    panel.tap("form.send")
    assert [type(order) for order, _ in panel.given] == [m.Rule]


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
    assert flaws(panel.screen.root) == []
    panel.tap("refusal.ok")
    assert not panel.screen.item("refusal").isVisible()


def test_without_the_console_nothing_can_be_tapped_and_the_screen_says_so(show: Show) -> None:
    panel = Shown(show)
    panel.show(board_now(Desk(TABLE, 1, RUN), 0))
    assert panel.screen.text("next.title") == "No connection"
    panel.tap("next")
    assert panel.given == []
    panel.settle()
    assert flaws(panel.screen.root) == []


def test_the_language_is_chosen_at_the_panel(show: Show) -> None:
    panel = Shown(show)
    panel.show(board_of(betting(), left_ms=9_000))
    seen = [panel.screen.text("next.title")]
    for _ in LANGUAGES:
        panel.tap("language")
        seen.append(panel.screen.text("next.title"))
    assert seen == ["Close bets", "停止下注", "停止下注", "Tutup pertaruhan", "Close bets"]


def test_the_next_action_is_the_biggest_button_and_never_moves(show: Show) -> None:
    panel = Shown(show)
    places = set()
    for cluster, _ in STATES.values():
        panel.show(board_of(cluster()))
        button = panel.screen.item("next")
        places.add((panel.screen.centre("next").toTuple(), button.width(), button.height()))
    assert len(places) == 1
    ((_, width, height),) = places
    others = [item for item in walk(panel.screen.root) if item.objectName().startswith(("step.", "page.", "seat."))]
    assert len(others) > 10
    assert all(other.width() * other.height() < width * height / 3 for other in others)
