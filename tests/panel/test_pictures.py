"""Three Pictures at the panel's desk: whole Hands are moved, a Hand is removed, a new deck is asked for in time."""

from collections.abc import Callable

import pytest

from console.panel import forms, taps
from console.panel.board import Board
from console.panel.fields import Form
from deploy.demo.box_rehearsal import BoxRehearsal, called
from deploy.demo.pictures_rehearsal import FIRST, SECOND, THIRD, dealt, settled
from games.cards import parse_cards
from games.round import HandRemoved, Reconstructed
from protocol import messages as m
from protocol.situation import Step


def guided(board: Board, key: str) -> list[Step]:
    return [step for step in forms.guided(board) if step.key == key]


def moving(table: BoxRehearsal) -> Form:
    board = called(table).board
    (step,) = guided(board, "move_hands")
    form = forms.form_for(step, board)
    assert form is not None
    return form


@pytest.mark.rule("002 §5.5.4")
def test_002_5_5_4_two_hands_are_tapped_and_change_places() -> None:
    form = moving(dealt())
    assert forms.missing(form) == ("one", "other")
    for choice in ("1 / 9C 8D KD", "7 / QH JD 5D"):
        form = taps.press(form, choice)
    swapped = FIRST + SECOND + THIRD
    for mine, his in (("9C", "QH"), ("8D", "JD"), ("KD", "5D")):
        swapped = swapped.replace(mine, "??").replace(his, mine).replace("??", his)
    assert forms.order_of(form) == m.Rule(Reconstructed(parse_cards(swapped.split())), "5.5.4")


@pytest.mark.rule("002 §5.5.4")
@pytest.mark.parametrize("second", ["1 / 9C 8D", "4 / KS"], ids=["itself", "not as many cards"])
def test_002_5_5_4_what_is_no_exchange_of_whole_hands_cannot_be_sent(second: str) -> None:
    form = taps.press(moving(dealt(FIRST + SECOND[:6])), "1 / 9C 8D")  # boxes 1 and 2 have two cards
    assert forms.order_of(taps.press(form, "2 / QS 7H")) is not None
    form = taps.press(form, second)
    assert forms.missing(form) == ()
    assert forms.order_of(form) is None


@pytest.mark.rule("002 §5.8")
def test_002_5_8_every_hand_in_play_may_be_removed() -> None:
    steps = guided(called(dealt(FIRST)).board, "remove_hand")
    assert [step.order for step in steps] == [m.Rule(HandRemoved(box), "5.8") for box in (1, 2, 4, 5, 6, 7)]
    assert not any(step.second for step in steps)
    assert all(step.second for step in guided(called(dealt()).board, "remove_hand")), "everybody sees who has won"


@pytest.mark.rule("002 §5.5.5")
@pytest.mark.parametrize(("played", "first"), [(settled, "open_bets"), (lambda: again(settled()), "load_shoe")])
def test_002_5_5_5_a_new_deck_is_asked_for_before_it_runs_dry(played: Callable[[], BoxRehearsal], first: str) -> None:
    """31 cards are enough for seven boxes and the Dealer, 22 are not."""
    assert played().board.next.key == first


def again(table: BoxRehearsal) -> BoxRehearsal:
    table.open_bets()
    table.bet("T01", ("1/initial", 5_000))
    table.bet("T02", ("2/initial", 5_000))
    table.wait(300)
    return finish(table.deals("AS 2S 4S 5S 6H 7S 8S 9S TS"))


def finish(table: BoxRehearsal) -> BoxRehearsal:
    table.certify()
    table.wait(300)
    return table
