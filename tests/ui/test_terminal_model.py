"""The view model alone, without QML: pictures of the real session in, plain values out; wishes in, intents out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtCore import QDateTime, Qt

from games.catalog import find_face
from games.money import AMOUNT_MAX, write_amount
from games.round import Felt, Limit, PlayerId, Refusal, Spot
from looks import words
from looks.money import Money
from protocol import events as e
from terminal import intents as t
from terminal.devices import NOTES
from terminal.screen import TerminalView
from terminal.viewmodel import PARTS, PILE_MAX, TerminalModel, pile
from terminal.window import TerminalWindow
from tests.terminal.pen import key
from tests.ui.terminal_scenes import SCENES, Player

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
    ("amount", "exponent", "text"),
    [(125_050, 2, "1,250.50"), (125_000, 2, "1,250.00"), (5, 2, "0.05"), (1_250, 0, "1,250"), (-5, 2, "-0.05")],
)
def test_amounts_as_people_read_them(amount: int, exponent: int, text: str) -> None:
    assert write_amount(amount, exponent) == text


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
    [
        (1_000, (500, 500)),
        (110_000, (100_000, 10_000)),
        (2_500, (2_500,)),
        (123_456_700, ()),
        (300, ()),
    ],
)
def test_a_bet_as_a_dealer_would_lay_it(amount: int, drawn: tuple[int, ...]) -> None:
    assert pile(amount, (500, 2_500, 10_000, 50_000, 100_000, 1_000_000)) == drawn


# --- pictures -------------------------------------------------------------------------------------------------------


def standing(name: str) -> dict[str, tuple[str, str, str]]:
    """By Spot: how it stands, the amount, and what of it is registered."""
    spots = scene(name)["spots"]
    return {spot: (x["standing"], x["amount"], x["registeredText"]) for spot, x in spots.items() if x["standing"]}


def test_how_a_bet_stands() -> None:
    assert standing("placing") == {
        "banker": ("placing", "1,100", "1,000"),
        "tie": ("placing", "25", ""),
        "player": ("waits", "5", ""),
    }
    assert standing("registered") == {
        "banker": ("registered", "1,100", "1,100"),
        "tie": ("registered", "25", "25"),
        "player_pair": ("registered", "10", "10"),
    }
    assert standing("returned") == {"banker": ("registered", "1,100", "1,100"), "tie": ("returned", "25", "")}


def test_a_bet_that_was_sent_and_is_unanswered_is_being_placed() -> None:
    player = Player().opens().registered(banker=10_000)
    player.wants(t.PlaceBet(Spot("tie"), 2_500))
    spots = shown(player.view)["spots"]
    assert spots["tie"]["standing"] == "placing"
    assert spots["banker"]["standing"] == "registered", "it is in flight as well, but unchanged"
    assert spots["banker"]["receipt"] == player.view.receipt > 0
    assert spots["tie"]["receipt"] == 0


def test_a_bet_below_the_minimum_waits_and_says_why() -> None:
    spots = scene("placing")["spots"]
    assert {spot: x["missingText"] for spot, x in spots.items() if x["missingText"]} == {"player": "25"}


def test_a_bet_that_is_taken_away_is_seen_to_go_and_still_lies_there() -> None:
    player = Player().opens().registered(banker=10_000, tie=2_500, player_pair=500)
    player.wants(t.TakeBack(Spot("tie"), 2_500), t.TakeBack(Spot("banker"), 5_000))
    spots = shown(player.view)["spots"]
    assert [
        (spots[spot]["standing"], spots[spot]["amount"], spots[spot]["registeredText"]) for spot in ("tie", "banker")
    ] == [
        ("removing", "", "25"),
        ("removing", "50", "100"),
    ]
    assert spots["tie"]["chips"] == [{"value": 25.0, "text": "25"}]
    assert shown(player.view)["state"]["unregistered"] == [
        {"spot": "banker", "standing": "removing", "more": "-50", "registered": "100"},
        {"spot": "tie", "standing": "removing", "more": "-25", "registered": "25"},
    ]
    assert shown(player.view)["money"]["betText"] == "130", "until the console has said so"


def test_of_a_bet_that_came_too_late_both_parts_are_told() -> None:
    player = Player().opens().registered(banker=10_000)
    spot = shown(player.wants(t.PlaceBet(Spot("banker"), 5_000)).closes().view)["spots"]["banker"]
    assert (spot["standing"], spot["amount"], spot["returned"]) == ("registered", "100", "50")


def test_the_purse_shows_what_can_be_spent_and_what_of_the_bets_is_registered() -> None:
    money = scene("placing")["money"]
    assert (money["spendableText"], money["creditText"]) == ("3,870.00", "4,000.00")
    assert (money["betText"], money["registeredText"]) == ("1,130", "1,000")


def test_a_refusal_names_the_place_and_the_limit() -> None:
    player = Player().opens().wants(t.PlaceBet(Spot("tie"), 250_000))
    told = shown(player.view)["notice"]
    assert told == {
        "reason": "bad_stake",
        "paragraph": "3.4",
        "spot": "tie",
        "bound": "most",
        "limitText": "2,000",
        "mark": 1,
    }
    assert shown(player.wants(t.PlaceBet(Spot("tie"), 250_000)).view)["notice"]["mark"] == 2
    nothing = {"reason": "", "paragraph": "", "spot": "", "bound": "", "limitText": "", "mark": 0}
    assert shown(player.wants(t.PlaceBet(Spot("tie"), 500)).view)["notice"] == nothing


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


def test_the_shoe_has_a_number() -> None:
    assert scene("ready")["table"]["shoeNo"] == 1


def test_what_repeat_and_double_would_do_and_leave_out() -> None:
    player = SCENES["won"]().opens()
    assert shown(player.view)["offers"] == {
        "repeat": {"amount": 113_500, "text": "1,135", "left": 0, "leftText": "", "leftSpots": []},
        "double": {"amount": 0, "text": "", "left": 0, "leftText": "", "leftSpots": []},
    }
    player.registered(tie=150_000, banker=2_500)
    assert shown(player.view)["offers"]["double"] == {
        "amount": 2_500,
        "text": "25",
        "left": 150_000,
        "leftText": "1,500",
        "leftSpots": ["tie"],
    }


def test_a_correction_tells_what_it_did() -> None:
    state = scene("corrected")["state"]
    correction = state["correction"]
    assert state["mark"] == f"corrected {correction.pop('mark')}"
    assert correction == {
        "round": 13,
        "now": True,
        "void": "",
        "staked": "1,135",
        "change": "+550.00",
        "before": "5,635.00",
        "after": "6,185.00",
        "due": "",
        "owed": "",
    }
    assert state["corrected"]
    assert scene("corrected")["history"][0]["corrected"]


def test_a_past_round_has_the_time_of_day_at_this_place() -> None:
    view = SCENES["won"]().view
    at = "2026-01-02T20:00:01.000Z"
    local = QDateTime.fromString(at, Qt.DateFormat.ISODateWithMs).toLocalTime().toString("HH:mm")
    assert [len(view.history), len(local)] == [10, 5]
    first, *others = view.history
    view = replace(view, history=(replace(first, wall_time=""), *(replace(past, wall_time=at) for past in others)))
    assert [past["time"] for past in shown(view)["history"]] == [*([local] * 9), ""]


def test_a_dispute_shows_both_accounts() -> None:
    dispute = scene("disputed")["dispute"]
    assert dispute["round"] == 13
    assert [line["returned"] for line in dispute["paid"]] == ["1,651", "0", "120"]
    assert [line["returned"] for line in dispute["expected"]] == ["1,650", "0", "120"]
    assert scene("won")["dispute"] is None


def test_a_note_that_was_taken_and_refused_is_not_being_booked() -> None:
    player = Player().wants(t.NoteIn(key(1), 5_000)).wants(t.NoteStacked(key(1)))
    money = shown(player.view)["money"]
    assert (money["held"], money["heldText"], money["unpaid"]) == (5_000, "50", 0)
    player.table.write(e.MoneyRefused(key(1), PlayerId("T1"), Refusal("too_much", "")))
    money = shown(player.level().view)["money"]
    assert (money["held"], money["unpaid"], money["unpaidText"]) == (0, 5_000, "50")


def test_what_decides_how_cards_are_shown_is_told_before_them() -> None:
    order = list(PARTS)
    assert max(order.index("table"), order.index("state")) < order.index("hands")


def test_each_place_has_its_odds_and_limits() -> None:
    spots = scene("first_bet")["spots"]
    assert {spot: [(pay["odds"], pay["when"]) for pay in x["pays"]] for spot, x in spots.items()} == {
        "player": [("1 : 1", "")],
        "banker": [("1 : 1", ""), ("1 : 2", "on 6")],
        "tie": [("8 : 1", "")],
        "player_pair": [("11 : 1", "")],
        "banker_pair": [("11 : 1", "")],
    }
    assert (spots["banker"]["least"], spots["banker"]["most"]) == ("25", "20,000")


def test_the_result_tells_each_line_with_its_odds() -> None:
    picture = scene("won")
    assert picture["result"] == {"winner": "banker", "points": 6, "also": ["player_pair"]}
    assert [(x["spot"], x["staked"], x["returned"], x["outcome"], x["odds"]) for x in picture["lines"]["lines"]] == [
        ("banker", "1,100", "1,650", "won", "1 : 2"),
        ("tie", "25", "0", "lost", "-1 : 1"),
        ("player_pair", "10", "120", "won", "11 : 1"),
    ]
    assert picture["lines"]["now"]
    assert (picture["money"]["gain"], picture["money"]["gainText"], picture["money"]["backText"]) == (
        63_500,
        "635",
        "1,770",
    )
    assert [x["won"] for x in picture["lines"]["lines"]] == [True, False, True]
    assert {spot for spot, x in picture["spots"].items() if x["won"]} == {"banker", "player_pair"}


@pytest.mark.parametrize(("name", "gain", "won"), [("tie", "190", 19_000), ("lost", "-500", 0), ("void", "0", 0)])
def test_a_loss_or_a_refund_is_no_win(name: str, gain: str, won: int) -> None:
    money = scene(name)["money"]
    assert (money["gainText"], money["won"]) == (gain, won)


def test_the_lines_of_an_earlier_round_are_not_those_of_this_one() -> None:
    picture = shown(SCENES["won"]().opens().view)
    assert not picture["lines"]["now"]
    assert all(x["line"] is None and not x["won"] for x in picture["spots"].values())


@pytest.mark.parametrize(
    ("name", "attention"),
    [
        ("registered", ""),
        ("void", "void"),
        ("corrected", "corrected"),
        ("offline", "reconnecting"),
        ("joining", "joining"),
        ("halted", "halted"),
        ("latched", "latched"),
        ("denied", "denied"),
        ("stopped", "stopped"),
        ("disputed", "disputed"),
    ],
)
def test_what_the_player_must_know_first(name: str, attention: str) -> None:
    assert scene(name)["state"]["attention"] == attention


def test_chips_are_those_of_the_placard_that_some_place_can_take() -> None:
    chips = scene("first_bet")["chips"]
    assert [(chip["text"], chip["usable"]) for chip in chips] == [
        ("5", True),
        ("25", True),
        ("100", True),
        ("500", True),
        ("1K", True),
        ("10K", False),
    ]


def test_what_can_be_done_now() -> None:
    may = {name: scene(name)["actions"] for name in ("first_bet", "registered", "dealing", "won", "repeat")}
    assert [may[name]["undo"] for name in may] == [False, False, False, False, True]
    assert [may[name]["clear"] for name in may] == [False, True, False, False, True]
    assert [may[name]["repeat"] for name in may] == [False, False, False, False, False], "it lies there already"
    assert [may[name]["double"] for name in may] == [False, True, False, False, True]
    assert [may[name]["cashOut"] for name in may] == [True, False, False, True, False]


@pytest.mark.parametrize("name", SCENES)
def test_every_key_that_is_shown_has_a_word(name: str) -> None:
    picture = scene(name)
    assert picture["table"]["phase"] in words.PHASES
    assert picture["state"]["link"] in words.LINKS
    assert {halt["reason"] for halt in picture["state"]["halts"]} <= words.HALTS.keys()
    assert picture["notice"]["reason"] in {"", *words.REFUSALS}
    assert picture["spots"].keys() <= find_face("baccarat").words.keys()


# --- told to QML ------------------------------------------------------------------------------------------------------


def test_only_what_has_changed_is_told() -> None:
    player = Player().opens()
    submitted: list[t.Intent] = []
    model = TerminalModel(submitted.append, player.view)
    told: list[str] = []
    model.told.connect(told.append)
    model.show(player.view)
    assert told == []
    player.left_ms = 5_000
    model.show(player.level().view)
    assert told == ["clock"]


# --- wishes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "intent"),
    [
        (lambda model: model.place("banker", 2_500), t.PlaceBet(Spot("banker"), 2_500)),
        (lambda model: model.takeBack("banker", 2_500), t.TakeBack(Spot("banker"), 2_500)),
        (lambda model: model.undo(), t.UndoBet()),
        (lambda model: model.clear(), t.ClearBets()),
        (lambda model: model.repeat(), t.RepeatBets()),
        (lambda model: model.double(), t.DoubleBets()),
        (lambda model: model.callAttendant(True), t.CallAttendant(True)),
        (lambda model: model.callAttendant(False), t.CallAttendant(False)),
        (lambda model: model.putAway("void 7"), t.PutAway("void 7")),
    ],
)
def test_a_wish_becomes_its_intent(wish: Callable[[TerminalModel], None], intent: t.Intent) -> None:
    submitted: list[t.Intent] = []
    wish(TerminalModel(submitted.append, Player().opens().view))
    assert submitted == [intent]


def test_cash_out_is_for_all_that_can_be_spent_and_has_an_id_of_its_own() -> None:
    submitted: list[t.Intent] = []
    model = TerminalModel(submitted.append, Player().view)
    model.cashOut()
    model.cashOut()
    first, second = submitted
    assert isinstance(first, t.CashOut)
    assert isinstance(second, t.CashOut)
    assert first.amount == second.amount == 500_000
    assert len(first.id) == 16
    assert first.id != second.id


def test_a_note_is_stacked_once_it_is_held_durably_and_only_one_is_taken_at_a_time() -> None:
    player = Player(credit=0)
    submitted: list[t.Intent] = []
    model = TerminalModel(submitted.append, player.view)
    model.insertNote(100 * NOTES[2])
    model.insertNote(100 * NOTES[0])
    (note,) = submitted
    assert isinstance(note, t.NoteIn)
    model.show(player.view)
    assert submitted == [note], "nothing is stacked before the journal has it"
    model.show(player.wants(note).view)
    assert submitted == [note, t.NoteStacked(note.id)]


def test_a_note_that_is_refused_is_given_back() -> None:
    player = Player(credit=0)
    submitted: list[t.Intent] = []
    model = TerminalModel(submitted.append, player.view)
    model.insertNote(100 * NOTES[0])
    player.terminal.does(after_ms=5_000)  # the connection is lost
    player.wants(submitted[0])
    model.show(player.view)
    model.insertNote(100 * NOTES[1])
    assert [type(intent) for intent in submitted] == [t.NoteIn, t.NoteIn]


def test_a_notice_about_something_else_does_not_let_go_of_a_note() -> None:
    player = Player(credit=0).opens()
    player.wants(t.CashOut(key(7), 2_500))
    assert player.view.notice is not None
    assert player.view.refused == (key(7),)
    submitted: list[t.Intent] = []
    model = TerminalModel(submitted.append, player.view)
    model.insertNote(100 * NOTES[2])
    model.show(player.view)  # the old notice is still on the screen
    model.insertNote(100 * NOTES[0])
    (note,) = submitted
    model.show(player.wants(note).view)
    assert submitted == [note, t.NoteStacked(note.id)]  # type: ignore[union-attr]


def test_an_older_note_that_is_held_is_not_this_one() -> None:
    player = Player(credit=0).wants(t.NoteIn(key(1), 5_000))
    submitted: list[t.Intent] = []
    model = TerminalModel(submitted.append, player.view)
    model.insertNote(100 * NOTES[2])
    model.show(player.view)
    assert [type(intent) for intent in submitted] == [t.NoteIn]


TICKET = "004217733905112846"


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
        self.player.table.write(e.TicketPrint(key(50 + len(self.submitted)), PlayerId("T1"), TICKET, state))
        self.model.show(self.player.level().view)


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


@pytest.mark.parametrize("logged", [False, True])
def test_a_process_that_ended_while_it_printed_leaves_a_ticket_for_people(*, logged: bool) -> None:
    """Whether it lies in the tray nobody knows: it is not printed again, but counts as failed."""
    printer = Printer(SCENES["ticket"]())
    if not logged:
        printer.start()  # nothing was printed yet, so the new process begins
        assert printer.reported == ["printing", "printing"]
        return
    printer.player.table.write(e.TicketPrint(key(60), PlayerId("T1"), TICKET, "printing"))
    printer.player.level()
    printer.start()
    assert (printer.reported, printer.paper) == (["printing", "failed"], [])


def test_nothing_is_printed_before_the_log_is_known() -> None:
    """An older image of the journal may not know yet that it was."""
    player = SCENES["ticket"]()
    player.terminal.does(after_ms=5_000)  # the connection is lost
    printer = Printer(player)
    assert printer.reported == []


def test_a_printer_that_fails_says_so() -> None:
    printer = Printer(SCENES["ticket"](), jammed=True)
    printer.logs("printing")
    assert printer.reported == ["printing", "failed"]


def test_the_ticket_is_printed_as_a_page(tmp_path: Path) -> None:
    submitted: list[t.Intent] = []
    player = SCENES["ticket"]()
    screen = TerminalWindow(player.view, submitted.append, tickets=tmp_path)
    assert list(tmp_path.iterdir()) == []
    player.table.write(e.TicketPrint(key(6), PlayerId("T1"), TICKET, "printing"))
    screen.model.show(player.level().view)
    assert [file.name for file in tmp_path.iterdir()] == [f"{TICKET}.pdf"]
    screen.close()
