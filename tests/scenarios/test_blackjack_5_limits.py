"""003 §3.12, §5.1, §5.2, §5.4, §5.9, §5.12.1, §5.14, §5.19 on real processes (000 has the same), with the refused."""

import pytest

from games.cards import parse_card, parse_cards
from games.round import Discarded, DrawnTogether, HandId, Reconstructed
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
from tests.scenarios.table import Table
from tests.ui.dealer import DORA, SAM, SUE


@pytest.fixture
def boxes(table_with: TableWith) -> Table:
    return table_with(game="blackjack")


def stand(boxes: Table) -> None:
    """Nobody surrenders, both stand, the Dealer has 17."""
    for name, box in (("T01", 1), ("T02", 2)):
        boxes.answers(name, box, "decline")
    for name, box in (("T01", 1), ("T02", 2)):
        boxes.answers(name, box, "stand")
    ended(boxes, "8H")


@pytest.mark.rule("003 §5.1", "000 §5.1")
def test_5_1(table_with: TableWith) -> None:
    """A box is full: what is behind the Seated Player is refused, and goes back when he raises his Bet."""
    boxes = table_with(game="blackjack", most=120)
    boxes.bets({"T01": {"1/main": 5_000}, "T02": {"2/main": 5_000}})
    boxes.wish({"T02": {"1/main": 8_000, "2/main": 5_000}})  # there is room for 7,000
    boxes.until(lambda: _notice(boxes, "T02") == "bad_stake", "T02 is told that the box is full")
    assert boxes.registered() == {"T01": {"1/main": 5_000}, "T02": {"2/main": 5_000}}
    behind = {"1/main": 7_000, "2/main": 5_000}
    boxes.wish({"T02": behind})
    boxes.until(lambda: boxes.registered()["T02"] == behind, "he takes what is left")
    boxes.wish({})  # T02 does not try again: that refusal would stand in the place of what he is to read
    boxes.wish({"T01": {"1/main": 10_000}})
    only = {"T01": {"1/main": 10_000}, "T02": {"2/main": 5_000}}
    boxes.until(lambda: boxes.registered() == only, "the Seated Player comes first")
    boxes.waits_for("BetRejected T02 1/main 7000 §5.1")
    boxes.reads("T02", "The box is full: your bet there is returned")
    boxes.no_more_bets()
    boxes.deal(SIXTEEN)
    boxes.panel.do_next("certify_initial")
    stand(boxes)
    assert boxes.moved() == {"T01": -10_000, "T02": -5_000, "house": 15_000}


@pytest.mark.rule("003 §5.2", "003 §5.2.1", "003 §5.14", "003 §5.8", "000 §5.2", "000 §5.2.1", "000 §5.14")
def test_5_2_and_5_14(boxes: Table) -> None:
    """Below the minimum of the box no Bet is registered; with another's it may be small, and plays so when he has gone.
    What lies there at the close counts, and nothing after it.
    """
    boxes.wish({"T01": {"1/main": 1_000}})
    boxes.panel.do_next("open_bets")
    boxes.panel.until_next("close_bets")
    boxes.reads("T01", "Needs at least 25")
    assert boxes.registered() == {}
    lies = {"T01": {"1/main": 1_000}, "T02": {"1/main": 5_000}}
    boxes.wish(lies)
    boxes.until(lambda: boxes.registered() == lies, "with T02 behind him the box has its minimum")
    lies["T02"] = {"2/main": 5_000}
    boxes.wish(lies, late={"T02": {"2/main": 9_000}})
    boxes.until(lambda: boxes.registered() == lies, "T02 has gone, and what T01 has left there plays as it is")
    boxes.reads("T01", "Needs at least 25")
    boxes.no_more_bets()
    boxes.until(lambda: _notice(boxes, "T02") == "closed", "T02 is late")
    boxes.deal(SIXTEEN)
    boxes.panel.do_next("certify_initial")
    assert boxes.registered() == lies
    stand(boxes)
    assert boxes.moved() == {"T01": -1_000, "T02": -5_000, "house": 6_000}


@pytest.mark.rule("003 §5.4", "003 §5.4.1", "000 §5.4.1")
def test_5_4_1(boxes: Table) -> None:
    """The console loses power in a decision, and an outcome is established: nobody voids the Round for it."""
    decided(boxes)
    boxes.restart_console()
    boxes.reads("panel", "A bet is already decided: the round is concluded.", "§5.4.1")
    boxes.gives(m.AnswerInterruption(affects=True))
    boxes.panel.choose("step.conclude", "form.send")
    refused_signatures(boxes)
    boxes.panel.signed_by(SUE)
    asked(boxes, 1)
    boxes.answers("T01", 1, "hit")
    boxes.deal("5C")
    boxes.answers("T01", 1, "stand")
    boxes.answers("T02", 2, "stand")
    ended(boxes, "8H")
    assert "AnswerInterruption of Dora refused: established" in boxes.story()
    assert boxes.moved() == {"T01": 10_000, "T02": -5_000, "house": -5_000}


@pytest.mark.rule("003 §5.4", "003 §5.4.2", "000 §5.4.2")
def test_5_4_2(boxes: Table) -> None:
    """No outcome is established, and the interruption affects the Round: void, by two people."""
    boxes.bets(BETS)
    boxes.no_more_bets()
    boxes.deal("KS 9H")
    boxes.restart_console()
    boxes.gives(m.Certify(bytes(32)))
    boxes.panel.choose("step.interruption_affects", "form.send")
    refused_signatures(boxes)
    boxes.panel.signed_by(SUE)
    boxes.panel.until_next("open_bets")
    assert [text for text in boxes.story() if "refused: halted" in text or "under" in text] == [
        "Certify of Dora refused: halted",
        "Voided under 5.4.2",
    ]
    assert boxes.moved() == {}


@pytest.mark.rule("003 §5.9", "003 §5.7.2", "003 §5.10.1", "000 §5.9")
def test_5_9(boxes: Table) -> None:
    """Cards went to the wrong boxes: they are put in order before anything is settled, and all are asked. Not after."""
    boxes.bets(BETS)
    boxes.no_more_bets()
    boxes.deal(SIXTEEN)
    boxes.panel.until_next("certify_initial")
    something_else(boxes, "Cards out of order before a settlement")
    boxes.gives(m.Rule(Discarded(parse_card("7D")), "5.10.3"))  # before it nothing is discarded
    boxes.panel.tap("guide.reconstruct.0", "row.1", "move.on", "form.send")
    boxes.waits_for("Reconstructed under 5.9")
    boxes.answers("T01", 0, "continue")
    boxes.answers("T02", 0, "withdraw")
    boxes.panel.change_to(DORA)
    boxes.panel.do_next("certify_initial")
    boxes.panel.choose("step.call_supervisor")
    boxes.until(lambda: bool(boxes.view.halts), "the supervisor is called")
    boxes.panel.change_to(SUE)
    boxes.gives(m.Rule(Reconstructed(parse_cards("9D KS 9H 6S 7D".split())), "5.9"))
    assert [text for text in boxes.story() if text.startswith("Rule")] == [
        "Rule of Sue refused: illegal_ruling",
        "Rule by Sue",
        "Rule of Sue refused: illegal_ruling",
    ]
    boxes.panel.choose("step.resume")
    boxes.waits_for("Resumed called")
    boxes.panel.change_to(DORA)
    boxes.answers("T01", 1, "decline")
    boxes.answers("T01", 1, "stand")
    ended(boxes, "8H")
    assert boxes.moved() == {"T01": -10_000, "house": 10_000}, "T02 has his Bet back"


@pytest.mark.rule("003 §5.12.1", "000 §5.12.1")
def test_5_12_1(boxes: Table) -> None:
    """Two cards at once for the Dealer: both are out of play by the Supervisor's word, and all are asked."""
    decided(boxes)
    boxes.answers("T01", 1, "stand")
    boxes.answers("T02", 2, "stand")
    boxes.deal("2C 3C")
    not_by_a_dealer(boxes, m.Rule(DrawnTogether(parse_cards(["2C", "3C"])), "5.12.1"))
    boxes.gives(m.Rule(DrawnTogether(parse_cards(["2C", "3C"])), "5.12"))  # that is for a Player's Hand
    something_else(boxes, "Two cards at once for the Dealer")
    boxes.panel.tap("guide.drawn_together.0", "form.send")
    boxes.waits_for("DrawnTogether under 5.12.1")
    boxes.answers("T01", 0, "withdraw")
    boxes.answers("T02", 0, "continue")
    boxes.panel.change_to(DORA)
    boxes.until(lambda: boxes.view.due == "dealer", "the Dealer draws another card")
    ended(boxes, "8H")
    assert [text for text in boxes.story() if text.startswith("Rule")] == [
        "Rule proposed by Dora",
        "Rule of Dora refused: illegal_ruling",
        "Rule by Sue",
    ]
    assert boxes.moved() == {"T02": -5_000, "house": 5_000}, "17 of nine and eight; T01 has his Bet back"


@pytest.mark.rule("003 §5.19", "000 §5.19")
def test_5_19(boxes: Table) -> None:
    """Nothing provides for it: the Shift Manager decides, with a second person."""
    decided(boxes)
    boxes.answers("T01", 1, "stand")
    boxes.answers("T02", 2, "stand")
    ended(boxes, "8H")
    boxes.panel.choose("page.rounds", "rounds.do.rule_otherwise", "choice.pay_from_house")
    boxes.panel.tap("field.terminal", "choice.T02")
    boxes.panel.type("amount", "50", "figure")
    boxes.panel.type("text", "SPILL")
    boxes.panel.tap("form.send")
    refused_signatures(boxes, by=SUE)
    boxes.panel.signed_by(SAM)
    boxes.panel.choose("page.table")
    boxes.until(lambda: boxes.has_told("HousePaid"), "the House pays him")
    assert boxes.moved() == {"T01": -10_000, "T02": -5_000, "house": 10_000}, "by hand: no credit of his"


@pytest.mark.rule("003 §3.12", "000 §3.12")
def test_3_12(table_with: TableWith) -> None:
    """A Player turns his own cards: nobody else sees them, nobody is asked and nothing certified before he has."""
    boxes = table_with(game="blackjack", also="squeeze = true")
    boxes.bets(BETS, squeezing="T01")
    boxes.no_more_bets()
    boxes.deal("KC 9H 9D 6C 7D")  # not SIXTEEN: the Guest at T01 does not turn the very same card twice (`_once`)
    boxes.reads("panel", "Cards are being turned: T01")
    boxes.reads("T02", "Players turn their cards")
    assert _lies(boxes) == ["None", "None"]
    boxes.gives(m.Certify(bytes(32)))
    boxes.turns("T01", 2)
    assert _lies(boxes) == ["KC", "6C"]
    boxes.panel.do_next("certify_initial")
    stand(boxes)
    told = boxes.story()
    assert "HandHandled T01 1" in told
    assert [text for text in told if "refused" in text]
    assert boxes.moved() == {"T01": -10_000, "T02": -5_000, "house": 15_000}


@pytest.mark.rule("003 §3.12", "000 §3.12", "003 §5.9")
def test_3_12_in_the_dark(table_with: TableWith) -> None:
    """Terminal and console lose power while a Player turns his cards: what he has turned lies open, the other card face
    down, and it is his to turn. A Reconstruction turns it for him, and all are asked.
    """
    boxes = table_with(game="blackjack", also="squeeze = true")
    boxes.bets(BETS, squeezing="T01")
    boxes.no_more_bets()
    boxes.deal(SIXTEEN)
    boxes.turns("T01", 1)
    boxes.kill("T01")
    boxes.start("T01")
    boxes.restart_console()
    assert _lies(boxes) == ["KS", "None"]
    boxes.gives(m.AnswerInterruption(affects=True))  # box 2 has two cards: its side Bets are decided
    boxes.panel.choose("step.conclude", "form.send")
    boxes.panel.signed_by(SUE)
    boxes.until(lambda: not boxes.view.halts, "the round goes on")
    assert "AnswerInterruption of Dora refused: established" in boxes.story()
    boxes.reads("T01", "Turn your cards")
    boxes.panel.choose("step.call_supervisor")
    boxes.until(lambda: bool(boxes.view.halts), "the supervisor is called")
    boxes.panel.change_to(SUE)
    boxes.gives(m.Rule(Reconstructed(parse_cards("9H KS 9D 6S 7D".split())), "5.9"))
    boxes.waits_for("Reconstructed under 5.9")
    assert _lies(boxes) == ["9H", "6S"]
    for name in ("T01", "T02"):
        boxes.answers(name, 0, "continue")
    boxes.panel.change_to(DORA)
    boxes.panel.do_next("certify_initial")
    for name, box in (("T01", 1), ("T02", 2)):
        boxes.answers(name, box, "decline")
    asked(boxes, 1)
    boxes.answers("T01", 1, "hit")
    boxes.deal("2C")  # and lies face down again
    assert _lies(boxes) == ["9H", "6S", "None"]
    assert boxes.view.due == "", "nobody is told what it is by where the next card goes"
    boxes.turns("T01", 1)
    asked(boxes, 1)
    boxes.answers("T01", 1, "stand")
    boxes.answers("T02", 2, "stand")
    ended(boxes, "9S")
    assert boxes.moved() == {"T01": -10_000, "T02": -5_000, "house": 15_000}, "17 and 17 against 18"


def _lies(boxes: Table) -> list[str]:
    return [str(card) for card in boxes.view.hands[HandId("1")]]


def _notice(boxes: Table, name: str) -> str:
    picture = boxes.picture(name)
    return "" if picture is None or picture.notice is None else picture.notice.reason
