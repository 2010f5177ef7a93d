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

from console import forms, told
from console.board import Board
from console.forms import Form
from console.panel import PanelModel, Rows, money
from console.told import Diary
from games.cards import parse_card
from games.round import PlayerId, Voided
from protocol import messages as m
from protocol.codec import decode_request, encode
from tests.console.cluster import DEALER, SUPERVISOR, Cluster
from tests.ui.panel_boards import STATES, TERMINALS, betting, board_of, closed_table, dealing, open_table

pytestmark = pytest.mark.usefixtures("qapp")
Given = list[tuple[m.Order, m.Person | None]]


@pytest.fixture
def given_orders() -> Given:
    return []


@pytest.fixture
def model(given_orders: Given) -> PanelModel:
    return PanelModel(lambda order, second: given_orders.append((order, second)), arm_ms=0)


def shown(model: PanelModel, name: str) -> dict[str, Any]:
    """A property, as QML has it."""
    found: dict[str, Any] = model.property(name)
    return found


def rows(model: PanelModel, name: str) -> list[dict[str, Any]]:
    found: Rows = model.property(name)
    return found.rows


def settle() -> None:
    """Lets the button become live again that has just changed."""
    QTest.qWait(1)


# --- a Board becomes properties --------------------------------------------------------------------------------------


@pytest.mark.parametrize("state", STATES)
def test_every_state_is_shown_with_its_one_next_step(model: PanelModel, state: str) -> None:
    cluster, key = STATES[state]
    board = board_of(cluster())
    model.show(board)
    assert shown(model, "step")["key"] == key
    assert [row["key"] for row in rows(model, "steps")] == [step.key for step in board.steps]
    assert [row["terminal"] for row in rows(model, "seats")] == list(TERMINALS)


def test_amounts_have_the_decimal_places_of_the_currency(model: PanelModel) -> None:
    model.show(board_of(betting()))
    amounts = {row["spot"]: (row["amount"], row["terminals"]) for row in rows(model, "exposure")}
    assert amounts == {
        "player": ("100.00", 1),
        "banker": ("1,550.00", 2),
        "tie": ("5.00", 1),
        "player_pair": ("10.00", 1),
        "banker_pair": ("0.00", 0),
    }
    assert shown(model, "board")["differential"] == "1,450.00"
    assert (money(-1_234_567, 0), money(-1_234_567, 3), money(5, 2)) == ("-1,234,567", "-1,234.567", "0.05")


def test_a_card_is_mirrored_where_it_lies_and_the_next_place_is_said(model: PanelModel) -> None:
    model.show(board_of(dealing("2C KD 3S")))
    hands = [(row["hand"], row["cards"], row["points"], row["due"]) for row in rows(model, "hands")]
    assert hands == [("player", ["2C", "3S"], 5, False), ("banker", ["KD"], 0, True)]
    assert shown(model, "step")["detail"] == "Banker"


def test_a_row_is_changed_where_it_stands() -> None:
    table = Rows("name amount")
    changes: list[tuple[int, int]] = []
    table.dataChanged.connect(lambda first, last, _roles: changes.append((first.row(), last.row())))
    table.show([{"name": "a", "amount": 1}, {"name": "b", "amount": 2}])
    table.show([{"name": "a", "amount": 1}, {"name": "b", "amount": 3}, {"name": "c", "amount": 4}])
    assert (changes, table.rowCount()) == ([(1, 1)], 3)
    table.show([{"name": "a", "amount": 1}])
    assert table.rows == [{"name": "a", "amount": 1}]


def test_who_may_not_is_told_who_may(model: PanelModel) -> None:
    model.show(board_of(closed_table(), me=DEALER))
    assert (shown(model, "step")["allowed"], shown(model, "step")["who"]) == (False, SUPERVISOR.position)
    model.show(board_of(closed_table(), me=SUPERVISOR))
    assert shown(model, "step")["allowed"]


def test_own_refusals_are_shown_until_they_are_read(model: PanelModel) -> None:
    cluster, diary = open_table(), Diary()
    mine, others = b"12345678", b"87654321"
    diary.mine.add(mine)
    for command_id in (others, mine):
        cluster.command(m.CloseBets(), DEALER, command_id=command_id)
    model.show(board_of(cluster, diary=diary, me=DEALER))
    assert diary.refusals == 1
    assert shown(model, "board")["refusal"] == "Not possible at this moment"
    model.dismiss()
    assert shown(model, "board")["refusal"] == ""


# --- a tap becomes an order ------------------------------------------------------------------------------------------


def test_a_tap_on_the_next_step_gives_its_order(model: PanelModel, given_orders: Given) -> None:
    board = board_of(open_table())
    model.show(board)
    settle()
    model.tap_next()
    assert given_orders == [(m.OpenBets(), None)]


def test_the_second_tap_of_a_double_tap_does_not_open_the_next_round(given_orders: Given) -> None:
    model = PanelModel(lambda order, second: given_orders.append((order, second)), arm_ms=60_000)
    cluster = dealing("2C KD 3S QH 9D 8C")
    model.show(board_of(cluster))
    cluster.certify()
    model.show(board_of(cluster))
    assert shown(model, "step")["key"] == "open_bets"
    model.tap_next()
    assert given_orders == []


def test_certify_carries_the_digest_of_the_cards_that_were_shown(model: PanelModel, given_orders: Given) -> None:
    cluster = dealing("2C KD 3S QH 9D 8C")
    model.show(board_of(cluster))
    settle()
    model.tap_next()
    ((order, _),) = given_orders
    cluster.correct_cards("2C KD 3S QH 9D 7C")
    assert cluster.refuse(order).reason == "other_cards"


def test_a_step_that_is_no_longer_offered_is_nothing(model: PanelModel, given_orders: Given) -> None:
    model.show(board_of(open_table()))
    model.tap_step("void")
    model.tap_step("no such step")
    assert (given_orders, shown(model, "form")) == ([], {})


def test_void_asks_under_which_paragraph(model: PanelModel, given_orders: Given) -> None:
    model.show(board_of(dealing("2C")))
    model.tap_step("void")
    assert not shown(model, "form")["ready"]
    model.form_send()
    assert given_orders == []
    model.form_key("5.3.1")
    model.form_send()
    assert given_orders == [(m.Rule(Voided("5.3.1"), "5.3.1"), None)]
    assert shown(model, "form") == {}


def test_a_card_is_entered_by_two_people(model: PanelModel, given_orders: Given) -> None:
    cluster, _ = STATES["card not read"]
    model.show(board_of(cluster()))
    settle()
    model.tap_next()
    model.form_key("9S")
    assert not shown(model, "form")["ready"]
    model.form_field(1)
    for sign in "SUE":
        model.form_key(sign)
    model.form_send()
    assert given_orders == [(m.EnterCard(parse_card("9S")), m.Person("SUE", 2))]


def test_credit_is_sold_in_whole_minor_units(model: PanelModel, given_orders: Given) -> None:
    model.show(board_of(open_table()))
    model.serve("sell_credit", "T04", 0)
    for key in ("1", "2", ".", "5", "0", "back", "5"):
        model.form_key(key)
    model.form_send()
    assert given_orders == [(m.SellCredit(PlayerId("T04"), 1_255), None)]


def test_an_order_under_way_is_waited_for(model: PanelModel, given_orders: Given) -> None:
    model.show(replace(board_of(open_table()), waiting=True))
    settle()
    model.tap_next()
    model.tap_step("close_table")
    assert (given_orders, shown(model, "form")) == ([], {})


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
        for step in (board.next, *board.steps, *board.more):
            form = forms.form_for(step, board)
            if form is not None:
                yield form, cluster
    seats = "sell_credit pay_by_hand pay_ticket pay_due collect_owed rule_dispute latch unlatch retire".split()
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
                form = forms.press(form, key)
            case "field":
                form = forms.go_to(form, number)
            case "card":
                form = forms.choose_card(form, number)
            case _:
                form = forms.move(form, number)
    ready = forms.order_of(form)
    if ready is not None:
        order, second = ready
        command = m.Command(1, b"panel-01", b"12345678", 1, order, None, second)
        assert decode_request(encode(command)) == command
        assert forms.missing(form) == ()


def test_limits_are_typed_as_people_write_them_and_stay_whole() -> None:
    board = board_of(open_table())
    step = next(step for step in board.more if step.key == "set_limits")
    form = forms.form_for(step, board)
    assert form is not None
    assert form.values["player.max"] == "2000"
    for key in ("clear", "7", ".", "5"):
        form = forms.press(form, key)
    form = forms.go_to(form, len(form.fields) - 2)
    form = forms.press(form, "A")
    ready = forms.order_of(form)
    assert ready is not None
    order, second = ready
    assert isinstance(order, m.SetLimits)
    assert (order.felt.limits["player"].min, second) == (750, m.Person("A", 2))
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
        steps |= {step.key for step in (board.next, *board.steps, *board.more)}
    keys = keys_in(Path(told.__file__))
    assert len(keys) > 40
    assert [key for key in sorted(keys | steps) if f'"{key}": qsTr(' not in text] == []


def test_a_table_that_was_played_is_told() -> None:
    diary = Diary()
    cluster = dealing("2C KD 3S QH 9D 8C 7H")
    board_of(cluster, diary=diary)
    lines = {line.key for line in diary.lines}
    assert {"table_opened", "shoe_loaded", "bets_open", "bets_closed", "card_dealt", "surplus", "halted"} <= lines
    assert all(line.seq <= len(cluster.entries) for line in diary.lines)
