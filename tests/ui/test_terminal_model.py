"""The view model alone, without QML: pictures of the real session in, plain values out; wishes in, intents out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.money import AMOUNT_MAX
from games.round import Spot
from protocol.looks import words
from terminal import intents as t
from terminal.devices import NOTES
from terminal.screen import TerminalView
from terminal.viewmodel import PARTS, TerminalModel, on_chip, pile, written
from terminal.window import Screen
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
        text = written(amount, exponent, whole=whole).replace(",", "")
        units, _, decimals = text.lstrip("-").partition(".")
        assert len(decimals) in ((exponent,) if not whole else (0, exponent))
        value = int(units) * 10**exponent + int(decimals or "0")
        assert (-value if text.startswith("-") else value) == amount


@pytest.mark.parametrize(
    ("amount", "exponent", "text"),
    [(125_050, 2, "1,250.50"), (125_000, 2, "1,250.00"), (5, 2, "0.05"), (1_250, 0, "1,250"), (-5, 2, "-0.05")],
)
def test_amounts_as_people_read_them(amount: int, exponent: int, text: str) -> None:
    assert written(amount, exponent) == text


@pytest.mark.parametrize(
    ("amount", "text"),
    [(500, "5"), (50_000, "500"), (100_000, "1K"), (1_000_000, "10K"), (150_000, "1500"), (50, "0.50")],
)
def test_a_chip_has_room_for_few_letters(amount: int, text: str) -> None:
    assert on_chip(amount, 2) == text


@given(st.integers(1, 10**9), st.sets(st.integers(1, 10**6), min_size=1, max_size=7).map(tuple))
def test_a_pile_is_never_empty_and_shows_a_chip_that_is_in_the_amount(amount: int, chips: tuple[int, ...]) -> None:
    top, count = pile(amount, chips)
    assert count >= 1
    assert top == amount or (top in chips and top <= amount)


# --- pictures -------------------------------------------------------------------------------------------------------


def standing(name: str) -> dict[str, tuple[str, str, str]]:
    """By Spot: how it stands, the amount, and what of it is registered."""
    spots = scene(name)["spots"]
    return {spot: (x["standing"], x["amount"], x["registered"]) for spot, x in spots.items() if x["standing"]}


def test_the_three_states_of_a_bet() -> None:
    assert standing("placing") == {
        "banker": ("wanted", "1,100", "1,000"),
        "tie": ("wanted", "25", ""),
        "player": ("wanted", "5", ""),
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
    assert spots["player"]["below"]
    assert spots["player"]["least"] == "25"
    assert not spots["banker"]["below"]


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
    assert picture["result"] == {"winner": "banker", "points": 6, "natural": False, "pairs": ["player_pair"]}
    assert [(x["spot"], x["staked"], x["returned"], x["outcome"], x["odds"]) for x in picture["lines"]["lines"]] == [
        ("banker", "1,100", "1,650", "won", "1 : 2"),
        ("tie", "25", "0", "lost", "-1 : 1"),
        ("player_pair", "10", "120", "won", "11 : 1"),
    ]
    assert picture["lines"]["now"]
    assert picture["money"]["wonText"] == "1,770"
    assert {spot for spot, x in picture["spots"].items() if x["won"]} == {"banker", "player_pair"}


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
    assert [may[name]["repeat"] for name in may] == [False, False, False, False, True]
    assert [may[name]["cashOut"] for name in may] == [True, False, False, True, False]


@pytest.mark.parametrize("name", SCENES)
def test_every_key_that_is_shown_has_a_word(name: str) -> None:
    picture = scene(name)
    assert picture["table"]["phase"] in words.PHASES
    assert picture["state"]["link"] in words.LINKS
    assert {halt["reason"] for halt in picture["state"]["halts"]} <= words.HALTS.keys()
    assert picture["notice"]["reason"] in {"", *words.REFUSALS}
    assert picture["spots"].keys() <= words.SPOTS.keys()


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


def test_a_ticket_is_printed_once() -> None:
    submitted: list[t.Intent] = []
    player = SCENES["ticket"]()
    model = TerminalModel(submitted.append, player.view)
    model.show(player.view)
    (printed,) = submitted
    assert isinstance(printed, t.PrintResult)
    assert (printed.ticket, printed.state) == ("004217733905112846", "printed")


def test_a_printer_that_fails_says_so() -> None:
    def jammed(_view: TerminalView, _ticket: str) -> None:
        raise OSError("paper jam")

    submitted: list[t.Intent] = []
    TerminalModel(submitted.append, SCENES["ticket"]().view, jammed)
    (printed,) = submitted
    assert isinstance(printed, t.PrintResult)
    assert printed.state == "failed"


def test_the_ticket_is_printed_as_a_page(tmp_path: Path) -> None:
    submitted: list[t.Intent] = []
    screen = Screen(SCENES["ticket"]().view, submitted.append, tickets=tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["004217733905112846.pdf"]
    screen.close()
