"""The panel's view model alone: what a Board becomes, what a tap becomes, and forms that take whatever is typed."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtTest import QTest

from console.panel import diary as told
from console.panel import forms, taps
from console.panel.board import Board
from console.panel.desk import About
from console.panel.diary import Diary
from console.panel.forms import Form
from console.panel.model import PanelModel
from console.panel.window import Deaf, PanelWindow
from games.round import PlayerId, Voided
from protocol import messages as m
from protocol.codec import decode_request, encode
from protocol.guide_words import TOPICS
from protocol.join import Link
from tests.console.cluster import Cluster
from tests.console.people import CASHIER, DEALER, SUPERVISOR, TECHNICIAN
from tests.ui.conftest import Notes
from tests.ui.panel_boards import (
    ALL_STATES,
    SIX,
    STATES,
    TERMINALS,
    betting,
    board_of,
    closed_table,
    dealing,
    open_table,
)

pytestmark = pytest.mark.usefixtures("qapp")


class Panel(PanelModel):
    """Keeps the orders that were given, and what each of them is about."""

    def __init__(self, arm_ms: int = 0, hold_ms: int = 0) -> None:
        notes = Notes()
        super().__init__(notes, arm_ms, hold_ms=hold_ms)
        self.given, self.abouts = notes.given, notes.about


@pytest.fixture
def model() -> Panel:
    return Panel()


# --- a Board becomes properties --------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", STATES)
def test_every_state_is_shown_with_its_one_next_step(model: Panel, state: str) -> None:
    cluster, key = STATES[state]
    board = board_of(cluster())
    model.show(board)
    assert model.part("step")["key"] == key
    assert list(model.part("board")["beside"]) == [step.key for step in board.steps]
    assert [row["terminal"] for row in model.part("seats")] == list(TERMINALS)


def test_amounts_have_the_decimal_places_of_the_currency(model: Panel) -> None:
    model.show(board_of(betting()))
    amounts = {row["spot"]: (row["amount"], row["terminals"]) for row in model.part("exposure")}
    assert amounts == {
        "player": ("100.00", 1),
        "banker": ("1,550.00", 2),
        "tie": ("5.00", 1),
        "player_pair": ("10.00", 1),
        "banker_pair": ("0.00", 0),
    }
    assert model.part("board")["differential"] == "1,450.00"


def test_a_card_is_mirrored_where_it_lies_and_the_next_place_is_said(model: Panel) -> None:
    model.show(board_of(dealing("2C KD 3S")))
    hands = [(row["hand"], row["cards"], row["points"], row["due"]) for row in model.part("hands")]
    assert hands == [("player", ["2C", "3S"], 5, False), ("banker", ["KD"], 0, True)]
    assert model.part("step")["detail"] == "Banker"


def test_who_may_not_alone_is_told_who_signs_with_him(model: Panel) -> None:
    """Who is of no position in a game may not even propose it."""
    told = {}
    for me in (DEALER, SUPERVISOR, CASHIER):
        model.show(board_of(closed_table(), me=me))
        told[me.position] = tuple(model.part("step")[name] for name in ("allowed", "second", "who"))
    assert told == {
        DEALER.position: (True, True, SUPERVISOR.position),
        SUPERVISOR.position: (True, False, SUPERVISOR.position),
        CASHIER.position: (False, False, SUPERVISOR.position),
    }


# --- a tap becomes an order ------------------------------------------------------------------------------------------


def test_the_second_tap_of_a_double_tap_does_not_open_the_next_round() -> None:
    model = Panel(arm_ms=60_000)
    cluster = dealing("2C KD 3S QH 9D 8C")
    model.show(board_of(cluster))
    cluster.certify()
    model.show(board_of(cluster))
    assert model.part("step")["key"] == "open_bets"
    model.tapNext()
    assert model.given == []


def test_bets_that_have_just_been_opened_are_closed_only_by_a_finger_that_stays() -> None:
    model = Panel(hold_ms=60_000)
    cluster = open_table()
    model.show(board_of(cluster))
    assert not model.part("holds")
    cluster.open_round()
    model.show(board_of(cluster))
    assert (model.part("step")["key"], model.part("holds")) == ("close_bets", True)
    model.tapNext()
    assert model.given == []
    model.holdNext()
    assert model.given == [m.CloseBets()]


def test_at_a_table_the_first_seconds_are_five() -> None:
    window = PanelWindow(Deaf())
    window.model.show(board_of(betting()))
    assert (window.model.part("holds"), window.model._young.interval()) == (True, 5_000)
    window.close()


def test_after_its_first_seconds_a_window_is_closed_by_a_tap() -> None:
    model = Panel(hold_ms=1)
    model.show(board_of(betting()))
    while model.part("holds"):  # on a busy machine a wait of any length may end before the timer was looked at
        QTest.qWait(5)
    model.tapNext()
    assert model.given == [m.CloseBets()]


def test_the_certificate_waits_for_whoever_turns_his_cards_and_not_for_ever(model: Panel) -> None:
    cluster = dealing("2C KD 3S QH 9D 8C")
    board = board_of(cluster)
    board.sight.view.round_felt = replace(board.sight.view.round_felt, squeeze=True)
    seats = tuple(replace(seat, turning=seat.terminal in ("T02", "T05")) for seat in board.seats)
    model.show(board)
    model.tapNext()
    assert (model.part("turns"), model.given) == (True, []), "nobody can have said yet that he turns them"
    model.show(replace(board, seats=seats))
    model._first.stop()
    model._tell_turns()
    assert (model.part("turners"), model.part("turns")) == (["T02", "T05"], True)
    model.tapNext()
    model.holdNext()
    model.tapStep("certify")
    assert model.given == []
    model._turning.stop()  # the time is over: all lie open
    model._tell_turns()
    assert (model.part("turners"), model.part("turns")) == ([], False)
    model.tapNext()
    assert [type(order) for order in model.given] == [m.Certify]


def test_without_a_squeeze_nobody_is_waited_for(model: Panel) -> None:
    board = board_of(dealing("2C KD 3S QH 9D 8C"))
    model.show(replace(board, seats=tuple(replace(seat, turning=True) for seat in board.seats)))
    assert not model.part("turns")
    model.tapNext()
    assert [type(order) for order in model.given] == [m.Certify]


def test_certify_carries_the_digest_of_the_cards_that_were_shown(model: Panel) -> None:
    cluster = dealing("2C KD 3S QH 9D 8C")
    model.show(board_of(cluster))
    model.tapNext()
    (order,) = model.given
    cluster.correct_cards("2C KD 3S QH 9D 7C")
    assert cluster.refuse(order).reason == "other_cards"


def test_a_step_that_is_no_longer_offered_is_nothing(model: Panel) -> None:
    model.show(board_of(open_table()))
    model.tapStep("void")
    model.tapStep("no such step")
    assert (model.given, model.part("form")) == ([], {})


def test_credit_is_sold_in_whole_minor_units(model: Panel) -> None:
    model.show(board_of(open_table()))
    model.serve("sell_credit", "T04", 0)
    for key in ("1", "2", ".", "5", "0", "back", "5"):
        model.formKey(key)
    model.formSend()
    assert model.given == [m.SellCredit(PlayerId("T04"), 1_255)]


# --- a form is about what was tapped ---------------------------------------------------------------------------------


def test_a_form_about_cards_does_not_outlive_them(model: Panel) -> None:
    cluster = dealing("2C KD")
    model.show(board_of(cluster, me=DEALER))
    model.tapStep("correct_cards")
    assert model.part("form")["why"] == ""
    cluster.draw("3S")
    model.show(board_of(cluster, me=DEALER))
    model.formSend()
    assert (model.given, model.part("form")["why"]) == ([], "stale")


def test_the_card_that_is_missing_must_still_be_missing(model: Panel) -> None:
    """The second panel was quicker, and now another card is missing: it has its own form."""
    cluster = dealing("2C")
    cluster.unread()
    cluster.unread()
    model.show(board_of(cluster, me=DEALER))
    model.tapNext()
    form = model.part("form")
    assert (form["cardNo"], form["hand"], form["handName"], form["nth"]) == (cluster.counter - 1, "banker", "Banker", 1)
    assert [(row["hand"], row["cards"]) for row in form["hands"]] == [("player", ["2C"]), ("banker", [])]
    model.formKey("9S")
    cluster.enter("9S")
    model.show(board_of(cluster, me=DEALER))
    model.formSend()
    assert (model.given, model.part("form")["why"]) == ([], "stale")
    model.formCancel()
    model.tapNext()
    form = model.part("form")
    assert (form["cardNo"], form["hand"], form["nth"]) == (cluster.counter, "player", 2)


def test_an_order_is_about_the_board_that_was_tapped(model: Panel) -> None:
    cluster = betting()
    model.show(board_of(cluster))
    model.tapNext()
    assert model.given == [m.CloseBets()]
    assert model.abouts == [About(3, cluster.opened().id)]


def test_what_is_done_for_a_terminal_is_about_no_round(model: Panel) -> None:
    cluster = dealing(SIX)
    model.show(board_of(cluster))
    model.serve("sell_credit", "T04", 0)
    model.formKey("5")
    cluster.certify()
    model.show(board_of(cluster))
    assert (model.part("form")["round"], model.part("form")["why"]) == (0, "")
    model.formSend()
    assert model.given == [m.SellCredit(PlayerId("T04"), 500)]


@pytest.mark.parametrize("key", ["set_limits", "close_table", "end_shoe", "load_shoe"])
def test_a_form_whose_step_is_not_offered_any_more_is_stale(model: Panel, key: str) -> None:
    cluster = open_table()
    model.show(board_of(cluster))
    model.tapStep(key)
    assert not model.part("form")["stale"]
    cluster.open_round()
    model.show(board_of(cluster))
    assert model.part("form")["stale"]
    cluster.close()
    cluster.void()
    model.show(board_of(cluster))
    assert model.part("form")["stale"], "once is enough: what was typed was about something else"


# --- nothing is kept for later ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "why"),
    [({"link": Link.RECONNECTING}, "offline"), ({"link": Link.DENIED}, "denied"), ({"waiting": True}, "waiting")],
)
def test_what_cannot_be_sent_now_is_not_sent_at_all(model: Panel, change: dict[str, Any], why: str) -> None:
    cluster = betting()
    board = board_of(cluster)
    model.show(board)
    model.serve("sell_credit", "T04", 0)
    model.formKey("5")
    assert (model.part("board")["canSend"], model.part("form")["ready"]) == (True, True)
    model.show(replace(board, **change))
    assert (model.part("board")["canSend"], model.part("board")["cannot"]) == (False, why)
    assert (model.part("form")["ready"], model.part("form")["why"]) == (False, why)
    model.formSend()
    model.attend("T06")
    model.tapNext()
    model.tapStep("call_supervisor")
    assert model.given == []
    model.show(board)
    assert model.part("form")["value"] == "5", "what was typed is still there"
    model.formSend()
    assert model.given == [m.SellCredit(PlayerId("T04"), 500)]


def test_after_an_order_everything_is_deaf_for_a_moment() -> None:
    """Until the Board says that it is under way, a second tap would be a second order."""
    model = Panel(arm_ms=60_000)
    model.show(board_of(betting()))
    model._arming.stop()
    model.attend("T06")
    model.attend("T06")
    model.tapNext()
    model.tapStep("call_supervisor")
    assert model.given == [m.Attend(PlayerId("T06"))]


def test_a_step_that_has_just_come_to_its_place_is_deaf() -> None:
    """Where "10 seconds more" stood, "Correct the cards" stands when a card has come."""
    model = Panel(arm_ms=60_000)
    cluster = dealing()
    model.show(board_of(cluster))
    model._arming.stop()
    cluster.draw("2C")
    model.show(board_of(cluster))
    assert not model.part("armed")
    model.tapStep("call_supervisor")
    assert model.given == []
    model._arming.stop()
    model.tapStep("call_supervisor")
    assert len(model.given) == 1


def test_the_button_of_a_form_is_deaf_where_a_finger_has_just_tapped() -> None:
    model = Panel(arm_ms=60_000)
    model.show(board_of(open_table()))
    model._arming.stop()
    model.tapStep("close_table")
    model.formSend()
    assert (model.given, model.part("form")["key"]) == ([], "close_table")
    model._form_arming.stop()
    model.formSend()
    assert model.given == [m.CloseTable()]


def test_an_order_that_was_lost_is_said_until_it_is_read(model: Panel) -> None:
    board = board_of(betting())
    model.show(replace(board, link=Link.RECONNECTING, lost=1, as_of="2026-01-02T12:45:12.000Z"))
    assert model.part("board")["note"] == "order_lost"
    assert model.part("board")["asOf"].endswith(":45:12")
    model.dismiss()
    assert model.part("board")["note"] == ""
    model.show(replace(board, lost=1))
    assert (model.part("board")["note"], model.part("board")["asOf"]) == ("", "")


# --- who may ---------------------------------------------------------------------------------------------------------


def test_one_of_two_people_is_a_supervisor(model: Panel) -> None:
    for me, who in ((DEALER, 2), (SUPERVISOR, 1)):
        model.show(board_of(open_table(), me=me))
        model.tapStep("end_shoe")
        model.formKey("9")
        form = model.part("form")
        assert (form["why"], form["second"], form["who"]) == ("", True, who)


def test_a_void_that_is_not_a_dealers_to_make_he_proposes(model: Panel) -> None:
    cluster, _ = STATES["shoe dry"]
    model.show(board_of(cluster(), me=DEALER))
    step = model.part("step")
    assert (step["key"], step["allowed"], step["second"], step["who"]) == ("void", True, True, 2)
    model.tapNext()
    assert (model.part("form")["value"], model.part("form")["why"]) == ("5.3.4", "")
    model.formSend()
    assert model.given == [m.Rule(Voided("5.3.4"), "5.3.4")]


def test_a_history_is_for_a_shift_manager_and_somebody_else(model: Panel) -> None:
    cluster, _ = STATES["history"]
    model.show(board_of(cluster(), me=SUPERVISOR))
    resume = model.part("board")["beside"]["resume"]
    assert (resume["allowed"], resume["who"], resume["second"]) == (True, 4, True)
    model.show(board_of(cluster(), me=CASHIER))
    assert model.part("board")["doing"]["resume"]["allowed"] is False


def test_services_say_whether_the_person_may(model: Panel) -> None:
    """In which orders each takes part: what it also needs, somebody else signs."""
    money = {"sell_credit", "pay_by_hand", "find_ticket", "pay_ticket", "pay_by_two", "release_note", "pay_due"}
    money |= {"cash_foreign"}
    staff = {"admit_staff", "set_credential", "disable_staff", "assign_staff"}
    may = {}
    for me in (DEALER, SUPERVISOR, CASHIER, TECHNICIAN, None):
        model.show(board_of(open_table(), me=me))
        may[me] = {key for key, allowed in model.part("board")["may"].items() if allowed}
    keys = {"enrol_key", "replace_key", "end_key", "rotate_console"}
    assert may[DEALER] == {*forms.SERVICES} - staff - keys
    assert may[SUPERVISOR] == {*forms.SERVICES} - {"rotate_console"}
    assert may[CASHIER] == {*money, "collect_owed", "grant_coins"}
    assert may[TECHNICIAN] == {"admit_staff", "set_credential", *keys}
    assert may[None] == set()


# --- what the paragraph is, and what was counted ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "paragraph"),
    [
        *(("shoe dry", "5.3.4"), ("foreign card", "5.3.1"), ("unshuffled", "5.3.5")),
        *(("shoe lost", "5.1.2"), ("surplus", "5.3.3"), ("called", ""), ("card not read", ""), ("three cards", "")),
    ],
)
def test_a_paragraph_is_suggested_only_where_it_is_clear(model: Panel, state: str, paragraph: str) -> None:
    cluster, _ = STATES[state]
    model.show(board_of(cluster()))
    model.tapStep("void")
    form = model.part("form")
    assert (form["value"], form["ready"]) == (paragraph, paragraph != "")
    assert len(form["labels"]) == len(form["choices"])
    assert {*form["labels"]} <= {*TOPICS.values()}, "plain words"


def test_between_rounds_too_a_card_can_be_none_of_the_set(model: Panel) -> None:
    cluster, _ = ALL_STATES["card not read between rounds"]
    model.show(board_of(cluster()))
    model.tapNext()
    assert (model.part("form")["key"], model.part("form")["foreign"]) == ("enter_card", True)
    model.formForeign()
    assert (model.part("form")["key"], model.part("form")["foreign"]) == ("report_foreign_card", False)


def test_a_count_does_not_show_what_it_should_be(model: Panel) -> None:
    cluster, key = STATES["end of the shoe"]
    model.show(board_of(cluster(), me=DEALER))
    assert (model.part("step")["key"], key) == ("end_shoe", "end_shoe")
    model.tapNext()
    assert (model.part("form")["value"], model.part("form")["why"]) == ("", "missing")
    for sign in "411":
        model.formKey(sign)
    model.formSend()
    assert model.given == [m.EndShoe(411)]


# --- what was --------------------------------------------------------------------------------------------------------


def test_past_rounds_are_told_with_their_money(model: Panel) -> None:
    cluster = dealing(SIX)
    cluster.certify()
    cluster.load_shoe()
    model.show(board_of(cluster))
    past = {row["roundNo"]: row for row in model.part("past")}
    assert list(past) == [3, 2, 1], "those of the shoe before are there too"
    assert past[3]["lines"] == [
        {"spot": "player", "name": "Player", "staked": "100.00", "returned": "0.00", "terminals": 1},
        {"spot": "banker", "name": "Banker", "staked": "1,550.00", "returned": "3,100.00", "terminals": 2},
        {"spot": "tie", "name": "Tie", "staked": "5.00", "returned": "0.00", "terminals": 1},
        {"spot": "player_pair", "name": "Player Pair", "staked": "10.00", "returned": "0.00", "terminals": 1},
    ]
    assert (past[3]["certifiedBy"], past[3]["known"], past[3]["time"]) == ("Dora", True, "20:00")
    assert (past[3]["staked"], past[3]["returned"]) == ("1,665.00", "3,100.00")


def test_lines_say_when_and_who(model: Panel) -> None:
    cluster = dealing(SIX)
    cluster.certify()
    cluster.obey(m.PayByHand(PlayerId("T01"), 500), DEALER, SUPERVISOR)
    model.show(board_of(cluster))
    told = {row["key"]: (row["time"], row["person"]) for row in reversed(model.part("log"))}
    assert (told["certified"], told["hand_paid"]) == (("20:00", "Dora"), ("20:00", "Dora + Sue"))
    assert told["card_dealt"] == ("20:00", "")
    assert "panel" not in [row["parts"][0] for row in model.part("log") if row["key"] == "terminal_joined"]


# --- forms take whatever is pressed ----------------------------------------------------------------------------------

KEYS = st.one_of(
    st.sampled_from(["back", "clear", *"0123456789.- ABZ", "00", "9S", "TD", "5.3.1", "5.4", "1", "2", "8"]),
    st.text(max_size=4),
)
PRESSES = st.lists(st.tuples(st.sampled_from(["key", "field", "card", "move"]), KEYS, st.integers(-2, 20)), max_size=40)


def all_forms() -> Iterator[tuple[Form, Cluster]]:
    for cluster_of, _ in STATES.values():
        cluster = cluster_of()
        board: Board = board_of(cluster)
        for step in forms.offered(board):
            form = forms.form_for(step, board)
            if form is not None:
                yield form, cluster
    seats = "sell_credit pay_by_hand release_note pay_ticket pay_by_two print_again unlock_tickets pay_due".split()
    seats += "collect_owed rule_dispute latch unlatch retire give_up_ticket cash_foreign".split()
    cluster = open_table()
    yield from ((forms.seat_form(key, board_of(cluster), "T01", 1), cluster) for key in seats)


FORMS = [form for form, _ in all_forms()]


@given(form=st.sampled_from(FORMS), presses=PRESSES)
def test_whatever_is_pressed_a_form_gives_no_order_or_one_that_the_wire_carries(
    form: Form, presses: list[tuple[str, str, int]]
) -> None:
    for kind, key, number in presses:
        match kind:
            case "key":
                form = taps.press(form, key)
            case "field":
                form = taps.go_to(form, number)
            case "card":
                form = taps.choose_card(form, number)
            case _:
                form = taps.move(form, number)
    ready = forms.order_of(form)
    if ready is not None:
        command = m.Command(1, b"panel-01", b"12345678", 1, ready)
        assert decode_request(encode(command)) == command
        assert forms.missing(form) == ()


def test_limits_are_typed_as_people_write_them_and_stay_whole() -> None:
    board = board_of(open_table())
    step = next(step for step in board.more if step.key == "set_limits")
    form = forms.form_for(step, board)
    assert form is not None
    assert form.values["player.max"] == "2000"
    for key in ("clear", "7", ".", "5"):
        form = taps.press(form, key)
    order = forms.order_of(form)
    assert isinstance(order, m.SetLimits)
    assert order.felt.limits["player"].min == 750
    assert {kind: limit for kind, limit in order.felt.limits.items() if kind != "player"} == {
        kind: limit for kind, limit in board.felt.limits.items() if kind != "player"
    }


# --- every line that can be told has words ---------------------------------------------------------------------------


def keys_in(source: Path) -> set[str]:
    """The texts that stand as the second argument of `Told(...)`, also in a condition."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Told":
            key = node.args[1]
            parts = (key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,)
            found |= {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    return found


def test_every_line_and_every_step_has_words() -> None:
    words = Path(told.__file__).with_name("qml") / "Words.qml"
    text = words.read_text()
    steps = {form.key for form in FORMS}
    for cluster_of, _ in STATES.values():
        board = board_of(cluster_of())
        steps |= {step.key for step in forms.offered(board)}
    keys = keys_in(Path(told.__file__)) | {key for key, *_ in told._LINES.values()}
    assert len(keys) > 40
    assert [key for key in sorted(keys | steps) if f'"{key}": qsTr(' not in text] == []


def test_a_table_that_was_played_is_told() -> None:
    diary = Diary()
    cluster = dealing("2C KD 3S QH 9D 8C 7H")
    board_of(cluster, diary=diary)
    lines = {line.key for line in diary.lines}
    assert {"table_opened", "shoe_loaded", "bets_open", "bets_closed", "card_dealt", "surplus", "halted"} <= lines
    assert all(line.seq <= len(cluster.entries) for line in diary.lines)


# --- the money of a correction ---------------------------------------------------------------------------------------


def test_a_terminal_whose_lines_are_others_for_the_same_money_is_not_told(model: Panel) -> None:
    cluster = open_table()
    cluster.play("4D 4C 5H 5S", {"T01": {"banker": 5_000}, "T02": {"tie": 500}})
    model.show(board_of(cluster))
    model.tapStep("void_settled")
    model.formKey("5.3.3")
    assert [row["terminal"] for row in model.part("form")["money"]["rows"]] == ["T02"]
