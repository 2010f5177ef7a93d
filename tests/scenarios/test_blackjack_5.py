"""003 section 5 (000 has the same) on real processes: what goes wrong on the boxes, and what people tap then."""

import pytest

from games.cards import parse_cards
from games.round import DealingError, DrawnTogether, PlayerId, Spot, WalkedAway
from protocol import messages as m
from tests.scenarios.box_rounds import (
    BETS,
    SIXTEEN,
    asked,
    decided,
    ended,
    not_by_a_dealer,
    refused_signatures,
    something_else,
)
from tests.scenarios.conftest import TableWith
from tests.scenarios.table import ANOTHER, Table
from tests.ui.dealer import DORA, SUE


@pytest.fixture
def boxes(table_with: TableWith) -> Table:
    return table_with(game="blackjack")


@pytest.mark.rule("003 §5.3", "000 §5.3")
def test_5_3(boxes: Table) -> None:
    """A Player alone on his box has walked away: the House draws for him to 12, and he is not asked any more."""
    boxes.bets(BETS)
    boxes.no_more_bets()
    boxes.deal("2S 9H 9D 3S 8D")
    boxes.panel.until_next("certify_initial")
    boxes.panel.choose("step.walked_away", "choice.T01 / 1", "form.send")
    boxes.waits_for("WalkedAway under 5.3")
    boxes.gives(m.Rule(WalkedAway(PlayerId("T02"), 1), "5.3"))  # he has bet on the other box alone
    boxes.answers("T02", 2, "decline")
    boxes.until(lambda: boxes.view.due == "1", "the House draws for him")
    boxes.deal("4C 5C")
    boxes.answers("T02", 2, "stand")
    ended(boxes, "8H")
    told = boxes.story()
    assert [text for text in told if text.startswith("Rule")] == [
        "Rule by Dora",
        "Rule of Dora refused: illegal_ruling",
    ]
    assert [text for text in told if "to 1" in text] == ["2S to 1", "3S to 1", "4C to 1", "5C to 1"]  # 14: no more
    assert boxes.moved() == {"T01": -10_000, "house": 10_000}, "14 and 17 against 17"


@pytest.mark.rule("003 §5.7", "003 §5.7.1", "003 §5.7.3", "000 §5.7")
def test_5_7(boxes: Table) -> None:
    """An error in dealing: every Player goes on, or has his Bet back."""
    decided(boxes)
    not_by_a_dealer(boxes, m.Rule(DealingError(), "5.7"))
    something_else(boxes, "An error in dealing")
    boxes.panel.tap("guide.dealing_error.0", "form.send")
    boxes.waits_for("DealingError under 5.7")
    boxes.reads("T01", "A dealing error: play on, or bets back?")
    boxes.answers("T01", 0, "withdraw")
    boxes.answers("T02", 0, "continue")
    asked(boxes, 2)
    boxes.answers("T02", 2, "stand")
    ended(boxes, "8H")
    assert [text for text in boxes.story() if text.startswith("Rule")] == ["Rule proposed by Dora", "Rule by Sue"]
    assert boxes.moved() == {"T02": -5_000, "house": 5_000}


@pytest.mark.rule("003 §5.10.2", "000 §5.10.2")
def test_5_10_2(boxes: Table) -> None:
    """The Dealer draws on 17: the card is laid aside, and 17 stands."""
    decided(boxes)
    boxes.answers("T01", 1, "stand")
    boxes.answers("T02", 2, "stand")
    boxes.deal("8H")
    boxes.draw("4D")
    boxes.waits_for("Halted surplus")
    boxes.gives(m.Certify(bytes(32)))
    boxes.panel.change_to(SUE)
    boxes.panel.choose("step.discard", "form.send")
    boxes.waits_for("Discarded under 5.10.2")
    boxes.panel.change_to(DORA)
    boxes.certify()
    assert "Certify of Dora refused: halted" in boxes.story()
    assert boxes.moved() == {"T01": -10_000, "T02": -5_000, "house": 15_000}, "16 against 17, not against 21"


@pytest.mark.rule("003 §5.12", "003 §5.12.2", "000 §5.12")
def test_5_12(boxes: Table) -> None:
    """Two cards came at once: the Player takes the one that he chooses, the other one waits, and all are asked."""
    decided(boxes)
    boxes.answers("T01", 1, "hit")
    boxes.deal("9C")
    boxes.draw("5C")  # he had not asked for it: it came with the first
    boxes.gives(m.Rule(DrawnTogether(parse_cards(["7D", "5C"])), "5.12"))  # the seven lay there long before
    something_else(boxes, "Two cards at once")
    boxes.panel.tap("guide.drawn_together.0", "form.send")
    boxes.waits_for("DrawnTogether under 5.12")
    boxes.answers("T01", 1, "5C")
    boxes.answers("T01", 0, "continue")
    boxes.answers("T02", 0, "continue")
    asked(boxes, 1)  # 21: he may still decide
    boxes.answers("T01", 1, "stand")
    boxes.answers("T02", 2, "hit")  # and gets the nine that waited: 25
    ended(boxes, "8H")
    assert [text for text in boxes.story() if text.startswith("Rule")] == [
        "Rule of Dora refused: illegal_ruling",
        "Rule by Sue",
    ]
    assert boxes.moved() == {"T01": 10_000, "T02": -5_000, "house": -5_000}


@pytest.mark.rule("003 §5.16", "003 §5.17", "003 §5.5.1", "000 §5.17")
def test_5_17(boxes: Table) -> None:
    """Side Bets are settled late; then a card is not of this set: all Bets go back, and what was collected too."""
    boxes.bets({"T01": {"1/main": 10_000, "1/player_pair": 1_000}, "T02": {"2/main": 5_000}})
    boxes.no_more_bets()
    boxes.deal(SIXTEEN)
    boxes.panel.until_next("certify_initial")
    for name, box in (("T01", 1), ("T02", 2)):
        boxes.answers(name, box, "decline")
    boxes.answers("T01", 1, "hit")
    boxes.deal("2C")
    boxes.panel.until_next("certify_initial")
    assert boxes.panel.model.part("step")["paragraph"] == "5.16"
    boxes.panel.do_next("certify_initial")
    boxes.waits_for("InterimSettled under ")
    assert boxes.moved() == {"T01": -11_000, "T02": -5_000, "house": 1_000}
    boxes.panel.change_to(SUE)
    boxes.panel.choose("step.void", "choice.5.5.1")
    assert {row["terminal"]: row["will"] for row in boxes.panel.model.part("form")["money"]["rows"]} == {
        "T01": "110.00",
        "T02": "50.00",
    }
    boxes.panel.tap("form.send")
    assert boxes.panel.signed_in_vain_by(SUE) == ANOTHER, "something was paid already: two people give it back"
    boxes.panel.signed_by(DORA)
    boxes.waits_for("SetWithdrawn under 5.5.1")
    assert boxes.moved() == {}
    boxes.panel.change_to(DORA)
    counter = boxes.shoe.tell("new")["seq"]
    boxes.panel.choose("step.load_shoe")
    boxes.panel.load_shoe(counter)
    boxes.panel.until_next("open_bets")


@pytest.mark.rule("003 §5.18", "003 §5.8", "000 §5.18")
def test_5_18(boxes: Table) -> None:
    """A Player asks the Dealer to bet and to decide for him: it is his Bet and his answer, and no more is possible."""
    boxes.bets({"T02": {"2/main": 5_000}})
    boxes.panel.choose("step.place_for", "choice.T01", "choice.1", "choice.main")
    boxes.panel.tap(*(f"figure.{digit}" for digit in "100"), "form.send")
    boxes.until(lambda: boxes.registered().get("T01") == {"1/main": 10_000}, "it is his Bet")
    boxes.reads("T01", "Entered for you by staff, as you asked")
    window = boxes.panel.link.desk.about.window
    assert window is not None
    boxes.no_more_bets()
    boxes.gives(m.AnswerFor(boxes.panel.model.part("seats")[0]["terminal"], window, {Spot("1/main"): 20_000}))
    boxes.deal(SIXTEEN)
    boxes.panel.until_next("certify_initial")
    boxes.panel.do_next("certify_initial")
    for name, box in (("T01", 1), ("T02", 2)):
        boxes.answers(name, box, "decline")
    asked(boxes, 1)
    boxes.panel.choose("step.answer_for", "choice.hit", "form.send")
    boxes.until(lambda: boxes.view.due == "1", "he gets a card")
    boxes.deal("4H")
    asked(boxes, 1)
    boxes.panel.choose("step.answer_for", "choice.stand", "form.send")
    asked(boxes, 2)
    boxes.answers("T02", 2, "stand")
    ended(boxes, "8H")
    assert [text for text in boxes.story() if "AnswerFor" in text] == [
        "AnswerFor by Dora",
        "AnswerFor of Dora refused: wrong_state",
        "AnswerFor by Dora",
        "AnswerFor by Dora",
    ]
    assert boxes.moved() == {"T01": 10_000, "T02": -5_000, "house": -5_000}


@pytest.mark.rule("003 §5.6", "003 §5.13", "000 §5.6")
def test_5_6(boxes: Table) -> None:
    """Before the next Round a result is put right by two people; once it has begun, earlier Rounds stand."""
    decided(boxes)
    boxes.answers("T01", 1, "stand")
    boxes.answers("T02", 2, "stand")
    ended(boxes, "8H")
    assert boxes.moved() == {"T01": -10_000, "T02": -5_000, "house": 15_000}
    boxes.story()
    boxes.panel.choose("page.rounds", "rounds.do.correct", "row.4", "card.8D", "form.send")
    refused_signatures(boxes)
    boxes.panel.signed_by(SUE)
    boxes.waits_for("RoundCorrected KS 9H 9D 6S 8D 8H")
    corrected = {"T01": -10_000, "house": 10_000}  # 17 and 17: T02 has his Bet back
    assert boxes.moved() == corrected
    before = boxes.about
    boxes.panel.choose("page.table")
    boxes.bets({})
    boxes.gives(m.Correct(parse_cards("KS 9H 9D 6S 7D 8H".split())), before)
    boxes.panel.change_to(SUE)
    boxes.panel.tap("page.rounds")
    assert not boxes.panel.screen.item("rounds.do.correct").property("enabled")
    boxes.panel.tap("page.table")
    boxes.panel.change_to(DORA)
    boxes.panel.do_next("close_bets")
    boxes.until(lambda: boxes.view.phase.value in ("result", "ready"), "nobody has bet")
    if boxes.view.phase.value == "result":
        boxes.certify()
    assert [text for text in boxes.story() if "orrect" in text] == [
        "Correct proposed by Dora",
        "Correct by Dora + Sue",
        "RoundCorrected KS 9H 9D 6S 8D 8H",
        "LinesCorrected T02 2/main 5000>0 §3.23.3 -> 2/main 5000>5000 §3.23.4",
        "Correct of Dora refused: not_entitled",  # nor is anybody
    ]
    assert boxes.moved() == corrected
