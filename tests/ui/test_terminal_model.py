"""The view model alone, without QML: pictures of the real session in, plain values out; wishes in, intents out."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.money import AMOUNT_MAX, write_amount
from games.round import Felt, Limit, Spot
from looks import words
from looks.money import Money
from protocol import events as e
from terminal import intents as t
from terminal.devices import NOTES
from terminal.screen import TerminalView
from terminal.viewmodel import PARTS, PILE_MAX, TerminalModel, pile
from tests.terminal.pen import key
from tests.ui.terminal_scenes import SCENES, T1, TICKET, Player

pytestmark = pytest.mark.usefixtures("qapp")


def shown(view: TerminalView) -> dict[str, Any]:
    return {name: part(view) for name, part in PARTS.items()}


def scene(name: str) -> dict[str, Any]:
    return shown(SCENES[name]().view)


# --- amounts ------------------------------------------------------------------------------------------------------


@given(st.integers(-AMOUNT_MAX, AMOUNT_MAX), st.integers(0, 4))
def test_a_written_amount_says_the_amount_and_nothing_else(amount: int, exponent: int) -> None:
    for whole in (False, True):
        text = write_amount(amount, exponent, whole=whole).replace(",", "")
        units, _, decimals = text.lstrip("-").partition(".")
        assert len(decimals) in ((exponent,) if not whole else (0, exponent))
        value = int(units) * 10**exponent + int(decimals or "0")
        assert (-value if text.startswith("-") else value) == amount


@pytest.mark.parametrize(
    ("amount", "text"),
    [(500, "5"), (50_000, "500"), (100_000, "1K"), (1_000_000, "10K"), (150_000, "1500"), (50, "0.50")],
)
def test_a_chip_has_room_for_few_letters(amount: int, text: str) -> None:
    assert Money(2).on_chip(amount) == text


@given(st.integers(1, 10**9), st.sets(st.integers(1, 10**6), min_size=1, max_size=7).map(tuple))
def test_chips_that_are_drawn_make_the_amount(amount: int, chips: tuple[int, ...]) -> None:
    drawn = pile(amount, chips)
    assert drawn == () or (sum(drawn) == amount and set(drawn) <= set(chips))
    assert list(drawn) == sorted(drawn, reverse=True)
    assert len(drawn) <= PILE_MAX


@pytest.mark.parametrize(
    ("amount", "drawn"),
    [(1_000, (500, 500)), (110_000, (100_000, 10_000)), (2_500, (2_500,)), (123_456_700, ()), (300, ())],
)
def test_a_bet_as_a_dealer_would_lay_it(amount: int, drawn: tuple[int, ...]) -> None:
    assert pile(amount, (500, 2_500, 10_000, 50_000, 100_000, 1_000_000)) == drawn


# --- pictures -------------------------------------------------------------------------------------------------------


def test_a_bet_that_is_taken_away_is_seen_to_go_and_still_lies_there() -> None:
    player = Player().opens().registered(banker=10_000, tie=2_500, player_pair=500)
    player.wants(t.TakeBack(Spot("tie"), 2_500), t.TakeBack(Spot("banker"), 5_000))
    picture = shown(player.view)
    assert [picture["spots"][spot]["amount"] for spot in ("tie", "banker")] == ["", "50"]
    assert picture["spots"]["tie"]["chips"] == [{"value": 25.0, "text": "25"}]
    assert picture["state"]["unregistered"] == [
        {"spot": "banker", "standing": "removing", "more": "-50", "registered": "100"},
        {"spot": "tie", "standing": "removing", "more": "-25", "registered": "25"},
    ]
    assert picture["money"]["betText"] == "130", "until the console has said so"


def test_the_limits_in_full() -> None:
    limits = Felt(
        {"tie": Limit(500, None, 500), "player": Limit(2_500, 2_000_000)}, total=Limit(max=50_000), differential=0
    )
    table = PARTS["table"](replace(Player().view, felt=limits))
    assert table["limits"] == [
        {"spot": "player", "minText": "25", "maxText": "20,000", "stepText": "0.01"},
        {"spot": "tie", "minText": "5", "maxText": "", "stepText": "5"},
    ]
    assert (table["differentialText"], table["totalMinText"], table["totalMaxText"]) == ("0", "", "500")
    table = PARTS["table"](replace(Player().view, felt=Felt(total=Limit(min=5_000))))
    assert (table["differentialText"], table["totalMinText"], table["totalMaxText"]) == ("", "50", "")


def test_what_repeat_and_double_would_do_and_leave_out() -> None:
    player = SCENES["won"]().opens()
    assert shown(player.view)["offers"] == {
        "repeat": {"amount": 113_500, "text": "1,135", "left": 0, "leftText": ""},
        "repeatDouble": {"amount": 227_000, "text": "2,270", "left": 0, "leftText": ""},
        "double": {"amount": 0, "text": "", "left": 0, "leftText": ""},
        "saved": [{"text": "", "may": False}] * 3,
    }
    player.registered(tie=150_000, banker=2_500)
    doubled = {"amount": 2_500, "text": "25", "left": 150_000, "leftText": "1,500"}
    assert shown(player.view)["offers"]["double"] == doubled


def test_what_decides_how_cards_are_shown_is_told_before_them() -> None:
    order = list(PARTS)
    assert max(order.index("table"), order.index("state")) < order.index("hands")


def test_the_lines_of_an_earlier_round_are_not_those_of_this_one() -> None:
    picture = shown(SCENES["won"]().opens().view)
    assert not picture["lines"]["now"]
    assert all(x["line"] is None and not x["won"] for x in picture["spots"].values())


def test_chips_are_those_of_the_placard_that_some_place_can_take() -> None:
    chips = {chip["text"]: chip["usable"] for chip in scene("first_bet")["chips"]}
    assert chips == {**dict.fromkeys(("5", "25", "100", "500", "1K"), True), "10K": False}


def test_what_can_be_done_now() -> None:
    found = {}
    for name in ("first_bet", "registered", "dealing", "won", "repeat"):
        actions = scene(name)["actions"]
        found[name] = [key for key in ("undo", "clear", "repeat", "double", "cashOut") if actions[key]]
    assert found == {
        "first_bet": ["cashOut"],
        "registered": ["clear", "double"],
        "dealing": [],
        "won": ["cashOut"],
        "repeat": ["undo", "clear", "double"],  # what was repeated lies there already
    }


def test_whatever_is_refused_has_a_word() -> None:
    assert {scene(name)["notice"]["reason"] for name in SCENES} <= {"", *words.REFUSALS}


# --- told to QML ------------------------------------------------------------------------------------------------------


def test_only_what_has_changed_is_told() -> None:
    player = Player().opens()
    model, _ = model_of(player)
    told: list[str] = []
    model.told.connect(told.append)
    model.show(player.view)
    assert told == []
    player.left_ms = 5_000
    model.show(player.level().view)
    assert told == ["clock"]


# --- money that comes and goes --------------------------------------------------------------------------------------


def model_of(player: Player) -> tuple[TerminalModel, list[Any]]:
    """And what is wanted of the session."""
    submitted: list[Any] = []
    return TerminalModel(submitted.append, player.view, emulate_devices=True), submitted


def test_cash_out_is_for_all_that_can_be_spent_and_has_an_id_of_its_own() -> None:
    model, submitted = model_of(Player())
    model.cashOut()
    model.cashOut()
    first, second = submitted
    assert (first, second) == (t.CashOut(first.id, 500_000), t.CashOut(second.id, 500_000))
    assert len({first.id, second.id}) == 2
    assert len(first.id) == 16


@pytest.mark.parametrize(("started_so", "training"), [(True, False), (False, True), (False, False)])
def test_a_finger_is_no_note_unless_the_machine_and_the_table_are_for_it(*, started_so: bool, training: bool) -> None:
    view = SCENES["ticket"]().view
    submitted: list[Any] = []
    placard = replace(view.placard, training=training)
    model = TerminalModel(submitted.append, replace(view, placard=placard), emulate_devices=started_so)
    submitted.clear()  # the printer's
    model.insertNote(10_000)
    model.insertTicket("123456789012345678")
    model.insertOwnTicket(TICKET)
    assert submitted == []


def test_a_note_is_stacked_once_it_is_held_durably_and_only_one_is_taken_at_a_time() -> None:
    player = Player(credit=0)
    model, submitted = model_of(player)
    model.insertNote(100 * NOTES[2])
    model.insertNote(100 * NOTES[0])
    (note,) = submitted
    assert note == t.NoteIn(note.id, 100 * NOTES[2])
    model.show(player.view)
    assert submitted == [note], "nothing is stacked before the journal has it"
    model.show(player.wants(note).view)
    assert submitted == [note, t.NoteStacked(note.id)]


def test_a_note_that_is_refused_is_given_back() -> None:
    player = Player(credit=0)
    model, submitted = model_of(player)
    model.insertNote(100 * NOTES[0])
    model.show(player.is_cut_off().wants(submitted[0]).view)
    model.insertNote(100 * NOTES[1])
    assert [type(intent) for intent in submitted] == [t.NoteIn, t.NoteIn]


def test_a_notice_about_something_else_does_not_let_go_of_a_note() -> None:
    player = Player(credit=0).opens().wants(t.CashOut(key(7), 2_500))
    assert (player.view.notice is not None, player.view.refused) == (True, (key(7),))
    model, submitted = model_of(player)
    model.insertNote(100 * NOTES[2])
    model.show(player.view)  # the old notice is still on the screen
    model.insertNote(100 * NOTES[0])
    (note,) = submitted
    model.show(player.wants(note).view)
    assert submitted == [note, t.NoteStacked(note.id)]


def test_an_older_note_that_is_held_is_not_this_one() -> None:
    player = Player(credit=0).wants(t.NoteIn(key(1), 5_000))
    model, submitted = model_of(player)
    model.insertNote(100 * NOTES[2])
    model.show(player.view)
    assert [type(intent) for intent in submitted] == [t.NoteReturned, t.NoteIn]


class Printer:
    """A terminal and its printer: what is asked of the session is on record with the next picture."""

    def __init__(self, player: Player, *, jammed: bool = False) -> None:
        self.player, self.jammed = player, jammed
        self.paper: list[str] = []
        self.submitted: list[t.Intent] = []
        self.start()

    def start(self) -> None:
        """A new process."""
        self.model = TerminalModel(self.submitted.append, self.player.view, self._print)

    def _print(self, _view: TerminalView, ticket: str) -> None:
        if self.jammed:
            raise OSError("paper jam")
        self.paper.append(ticket)

    @property
    def reported(self) -> list[str]:
        return [intent.state for intent in self.submitted if isinstance(intent, t.PrintResult)]

    def logs(self, state: str) -> None:
        """The console has it."""
        self.model.show(self.player.reads(e.TicketPrint(key(50 + len(self.submitted)), T1, TICKET, state)).view)


def test_a_ticket_is_printed_once_and_only_when_the_log_says_that_it_is_being_printed() -> None:
    printer = Printer(SCENES["ticket"]())
    printer.model.show(printer.player.view)
    assert (printer.reported, printer.paper) == (["printing"], [])
    printer.logs("printing")
    printer.model.show(printer.player.view)
    assert (printer.reported, printer.paper) == (["printing", "printed"], [TICKET])
    printer.logs("printed")
    printer.start()
    assert (printer.reported, printer.paper) == (["printing", "printed"], [TICKET])


def test_a_process_that_ended_while_it_printed_leaves_a_ticket_for_people() -> None:
    """Whether it lies in the tray nobody knows: it is not printed again, but counts as failed."""
    printer = Printer(SCENES["ticket"]())
    printer.start()  # nothing was printed yet, so the new process begins
    assert printer.reported == ["printing", "printing"]
    printer.player.reads(e.TicketPrint(key(60), T1, TICKET, "printing"))
    printer.start()
    assert (printer.reported, printer.paper) == (["printing", "printing", "failed"], [])


def test_nothing_is_printed_before_the_log_is_known() -> None:
    """An older image of the journal may not know yet that it was."""
    assert Printer(SCENES["ticket"]().is_cut_off()).reported == []


def test_a_printer_that_fails_says_so() -> None:
    printer = Printer(SCENES["ticket"](), jammed=True)
    printer.logs("printing")
    assert printer.reported == ["printing", "failed"]
