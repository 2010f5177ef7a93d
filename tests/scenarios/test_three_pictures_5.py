"""002 section 5 on real processes: what goes wrong with three cards on a box, and what people tap then."""

import pytest

from games.round import Voided
from protocol import messages as m
from tests.scenarios.box_rounds import refused_signatures, something_else
from tests.scenarios.conftest import TableWith
from tests.scenarios.pictures_rounds import AS_DEALT, BETS, FIRST, SECOND, THIRD, dealt, with_a_set
from tests.scenarios.table import Table
from tests.ui.dealer import DORA, SUE


@pytest.fixture
def boxes(table_with: TableWith) -> Table:
    return with_a_set(table_with(game="three_pictures", also="boxes = 2"))


@pytest.mark.rule("002 §5.5.4")
def test_5_5_4(boxes: Table) -> None:
    """The Hands of two boxes lie exchanged, and nobody has touched them: they are moved, by two people."""
    dealt(boxes)
    something_else(boxes, "Cards dealt incorrectly, none handled")
    boxes.panel.tap("guide.move_hands.1", "choice.1 / 9C 8D KD", "choice.2 / QS 7H 9H", "form.send")
    boxes.panel.signed_by(DORA)
    boxes.waits_for("Reconstructed under 5.5.4")
    boxes.panel.change_to(DORA)
    boxes.certify()
    assert boxes.moved() == {"T01": 13_000, "T02": 5_000, "house": -18_000}, "won on six at 1 to 2, and a Tie; 1 to 1"


@pytest.mark.rule("002 §5.5.4", "002 §3.10")
def test_5_5_4_handled(table_with: TableWith) -> None:
    """A Player has taken up his cards: whole Hands are not moved unasked any more, nor is the Round void for it."""
    boxes = table_with(game="three_pictures", also="boxes = 2\nsqueeze = true")
    boxes.bets(BETS, squeezing="T01")
    boxes.no_more_bets()
    boxes.deal(FIRST + SECOND + THIRD)
    boxes.turns("T01", 0)
    boxes.waits_for("HandHandled T01 1")
    boxes.panel.choose("step.call_supervisor")
    boxes.until(lambda: bool(boxes.view.halts), "the supervisor is called")
    boxes.panel.change_to(SUE)
    boxes.gives(m.Rule(Voided("5.5.4"), "5.5.4"))
    assert boxes.story()[-1] == "Rule of Sue refused: illegal_ruling"
    boxes.panel.choose("step.resume")
    boxes.waits_for("Resumed called")
    boxes.panel.change_to(DORA)
    boxes.turns("T01", 3)
    boxes.certify()
    assert boxes.moved() == AS_DEALT


@pytest.mark.rule("002 §5.6", "002 §5.6.1", "002 §5.6.3")
def test_5_6(boxes: Table) -> None:
    """An error in dealing: who takes his Bets back has no further card, who goes on plays."""
    dealt(boxes, FIRST)
    something_else(boxes, "An error in dealing")
    boxes.panel.tap("guide.dealing_error.0", "form.send")
    boxes.waits_for("DealingError under 5.6")
    boxes.reads("T01", "A dealing error: play on, or bets back?")
    boxes.answers("T01", 0, "withdraw")
    boxes.answers("T02", 0, "continue")
    boxes.until(lambda: boxes.view.due == "2", "box 2 plays on")
    boxes.deal("7H 4H 9H TD")
    boxes.panel.change_to(DORA)
    boxes.certify()
    assert boxes.moved() == {"T02": 2_500, "house": -2_500}, "Single Picture Six against Plain Six: 1 to 2"


@pytest.mark.rule("002 §5.8", "002 §5.8.1")
def test_5_8(boxes: Table) -> None:
    """A box has a wrong number of cards: its Hand is removed by two people, and the others go on."""
    dealt(boxes)
    something_else(boxes, "A hand with a wrong number of cards")
    boxes.panel.tap("guide.remove_hand.1", "form.send")
    boxes.panel.signed_by(DORA)
    boxes.waits_for("HandRemoved under 5.8")
    boxes.answers("T01", 0, "continue")
    boxes.answers("T02", 0, "continue")
    boxes.panel.change_to(DORA)
    boxes.certify()
    assert boxes.moved() == {"T01": 9_000, "house": -9_000}, "T02 has his Bet back"


@pytest.mark.rule("002 §5.10", "002 §5.10.1")
def test_5_10(boxes: Table) -> None:
    """Two cards came at once: the Supervisor has said which was first, and all are asked."""
    dealt(boxes, FIRST + SECOND)
    something_else(boxes, "Two cards at once")
    boxes.panel.tap("guide.drawn_together.0", "form.send")
    boxes.waits_for("DrawnTogether under 5.10")
    boxes.answers("T01", 0, "continue")
    boxes.answers("T02", 0, "withdraw")
    boxes.until(lambda: boxes.view.due == "1", "box 1 plays on")
    boxes.deal("KD TD")
    boxes.panel.change_to(DORA)
    boxes.certify()
    assert boxes.moved() == {"T01": 9_000, "house": -9_000}


@pytest.mark.rule("002 §5.5.6")
def test_5_5_6(boxes: Table) -> None:
    """The Dealer's Hand had a wrong number of cards, and it is seen when all is paid: Void, until the next Round."""
    dealt(boxes)
    boxes.certify()
    assert boxes.moved() == AS_DEALT
    boxes.panel.choose("page.rounds", "rounds.do.void_settled", "form.send")
    boxes.panel.signed_by(SUE)
    boxes.panel.choose("page.table")
    assert boxes.moved() == {}


@pytest.mark.rule("002 §5.8", "002 §5.8.1", "002 §5.6.3")
def test_5_8_settled(boxes: Table) -> None:
    """Box 1 had a wrong number of cards, and it is seen when all is paid: its Bets go back, what left the terminal is
    owed, and the other Player has his option. Once the next Round has begun it is too late.
    """
    dealt(boxes)
    boxes.certify()
    assert boxes.moved() == AS_DEALT
    boxes.panel.choose("page.rounds", "rounds.do.remove_settled", "choice.1", "field.withdrawn", "choice.T02")
    boxes.reads("panel", "Remove a hand of round")
    boxes.panel.tap("form.send")
    refused_signatures(boxes)
    boxes.panel.signed_by(SUE)
    boxes.until(lambda: boxes.has_told("RoundCorrected"), "two people have removed the Hand")
    assert boxes.moved() == {}, "T01 by §5.8, T02 by §5.6.3"
    given = [line for line in boxes.story() if line.startswith("VoidSettled")]
    assert (given[0], given[-1]) == ("VoidSettled proposed by Dora", "VoidSettled by Dora + Sue")
    late = boxes.about
    boxes.panel.choose("page.table")
    boxes.bets(BETS)
    boxes.gives(m.VoidSettled("5.8", 2), late)
    boxes.no_more_bets()
    boxes.deal("9S QC 2H 8H 7C 4S KC 9D TC")
    boxes.certify()
    boxes.gives(m.VoidSettled("5.8", 1), late)
    assert [text for text in boxes.story() if "VoidSettled" in text] == [
        "VoidSettled of Dora refused: wrong_state",
        "VoidSettled of Dora refused: late",
    ]
    assert boxes.moved() == AS_DEALT
