"""002 section 5 on real processes, what the other file has not: limits, who leaves, interruptions, Voids, and what a
document does not provide for. A Round of one deck shows several paragraphs.
"""

import pytest

from games.round import Spot
from protocol import messages as m
from tests.scenarios.box_rounds import play_on, refused_signatures, something_else
from tests.scenarios.conftest import TableWith
from tests.scenarios.pictures_rounds import AS_DEALT, BETS, FIRST, SECOND, THIRD, dealt, with_a_set
from tests.scenarios.table import Table
from tests.ui.dealer import DORA, SAM, SUE


@pytest.fixture
def boxes(table_with: TableWith) -> Table:
    """What a box may have leaves room for one Bet and a half."""
    return with_a_set(table_with(game="three_pictures", also="boxes = 2", most=120))


def refused_as(table: Table, name: str) -> str:
    picture = table.picture(name)
    return "" if picture is None or picture.notice is None else picture.notice.reason


@pytest.mark.rule("002 §5.1", "002 §5.2", "002 §5.7", "002 §5.12", "002 §5.15")
def test_5_1_5_2_5_7_5_12_and_5_15(boxes: Table) -> None:
    """A box below its minimum, and one that is full; a Bet that staff enter; what lies there at the close counts."""
    boxes.wish({"T01": {"1/initial": 1_000}})
    boxes.panel.do_next("open_bets")
    boxes.panel.until_next("close_bets")
    boxes.reads("T01", "Needs at least 25")
    boxes.wish({"T01": {"1/initial": 5_000}, "T02": {"1/initial": 8_000}})
    boxes.until(lambda: refused_as(boxes, "T02") == "bad_stake", "there is room for 7,000")
    boxes.wish({"T01": {"1/initial": 5_000}, "T02": {"1/initial": 7_000}})
    boxes.until(lambda: boxes.registered().get("T02") == {"1/initial": 7_000}, "he takes what is left")
    boxes.wish({"T01": {"1/initial": 10_000}}, late={"T01": {"1/initial": 11_000}})
    boxes.waits_for("BetRejected T02 1/initial 7000 §5.1")
    boxes.reads("T02", "The box is full: your bet there is returned")
    boxes.panel.choose("step.place_for", "choice.T02", "choice.2", "choice.initial")
    boxes.panel.tap(*(f"figure.{digit}" for digit in "50"), "form.send")
    lies = {"T01": {"1/initial": 10_000}, "T02": {"2/initial": 5_000}}
    boxes.until(lambda: boxes.registered() == lies, "it is his Bet")
    window = boxes.panel.link.desk.about.window
    assert window is not None
    boxes.no_more_bets()
    boxes.until(lambda: refused_as(boxes, "T01") == "closed", "T01 is late")
    boxes.gives(m.AnswerFor(boxes.panel.model.part("seats")[0]["terminal"], window, {Spot("1/initial"): 11_000}))
    boxes.deal(FIRST + SECOND + THIRD)
    assert boxes.registered() == lies
    boxes.certify()
    assert [text for text in boxes.story() if "AnswerFor" in text] == [
        "AnswerFor by Dora",
        "AnswerFor of Dora refused: wrong_state",
    ]
    assert boxes.moved() == {"T01": 10_000, "T02": 2_500, "house": -12_500}


@pytest.mark.rule("002 §5.3", "002 §5.9", "002 §5.13")
def test_5_3_5_9_and_5_13(boxes: Table) -> None:
    """A side Bet is left on a box without a Bet, a card lies face up, and a Player leaves: all Bets are settled."""
    both = {"1/initial": 5_000, "2/tie": 1_000}
    boxes.bets({"T02": {"2/initial": 5_000}})
    boxes.wish({"T01": both})
    boxes.until(lambda: boxes.registered().get("T01") == both, "T01 bets beside T02")
    boxes.wish({"T01": both, "T02": {"1/initial": 5_000}})
    boxes.until(lambda: boxes.registered().get("T02") == {"1/initial": 5_000}, "T02 goes to box 1")
    boxes.no_more_bets()
    boxes.deal("9C 2D")
    something_else(boxes, "A side bet on a box without a bet")
    boxes.reads("panel", "The side bet of T01 goes back", "§5.13")
    boxes.panel.choose("guide.other", "guide.other")  # back to the halt, and to all that may have happened
    guides = boxes.panel.model.part("guides")
    face_up = next(at for at, guide in enumerate(guides) if guide["name"] == "A card lies face up in the shoe")
    boxes.panel.tap(f"guide.about.{face_up}")
    boxes.reads("panel", "Deal it as the next card", "§5.9")
    play_on(boxes)
    boxes.panel.choose("step.walked_away", "choice.T01 / 1", "form.send")
    boxes.waits_for("WalkedAway under 5.3")
    boxes.deal("8D 4H KD TD")
    boxes.certify()
    assert [text for text in boxes.story() if "2/tie 1000>1000 §5.13" in text]
    assert boxes.moved() == {"T01": 5_000, "T02": 5_000, "house": -10_000}, "seven against six, for both"


@pytest.mark.rule("002 §5.4", "002 §5.4.1", "002 §5.4.2", "002 §5.14")
def test_5_4(boxes: Table) -> None:
    """The console loses power. With a picture on box 1 nothing is decided: void, by two people. With a nine its Three
    Pictures Bet has lost, placed or not: the Round is concluded, whatever anybody says.
    """
    dealt(boxes, "KC")
    boxes.restart_console()
    boxes.panel.choose("step.interruption_affects", "form.send")
    refused_signatures(boxes)
    boxes.panel.signed_by(SUE)
    boxes.panel.until_next("open_bets")
    assert "Voided under 5.4.2" in boxes.story()
    assert boxes.moved() == {}
    boxes.reads("T01", "This round is void", "5.14: every bet")
    dealt(boxes, "9C")
    boxes.restart_console()
    boxes.gives(m.AnswerInterruption(affects=True))
    boxes.panel.choose("step.conclude", "form.send")
    boxes.panel.signed_by(SUE)
    boxes.until(lambda: not boxes.view.halts, "the round goes on")
    boxes.deal("QS 2D " + SECOND + THIRD)
    boxes.certify()
    assert "AnswerInterruption of Dora refused: established" in boxes.story()
    assert boxes.moved() == AS_DEALT


@pytest.mark.rule("002 §5.5", "002 §5.5.1", "002 §5.5.2", "002 §5.5.3", "002 §5.5.5", "002 §5.14")
def test_5_5_the_set_of_cards(boxes: Table) -> None:
    """The set is not what it should be, or is used up: void, and another one is loaded. Earlier Rounds stand."""
    dealt(boxes)
    boxes.certify()
    for paragraph in ("5.5.1", "5.5.2", "5.5.3"):
        boxes.bets(BETS)
        boxes.no_more_bets()
        boxes.deal("3C")
        boxes.panel.choose("step.call_supervisor")
        boxes.until(lambda: bool(boxes.view.halts), "the supervisor is called")
        boxes.panel.change_to(SUE)
        boxes.panel.choose("step.void", f"choice.{paragraph}", "form.send")
        boxes.waits_for(f"SetWithdrawn under {paragraph}")
        boxes.reads("T01", "This round is void", "5.14: every bet")
        boxes.panel.change_to(DORA)
        boxes.gives(m.OpenBets())
        boxes.new_set()
    boxes.bets(BETS)
    boxes.no_more_bets()
    boxes.deal("3C")
    boxes.shoe.tell("empty")
    boxes.draw()
    boxes.waits_for("Halted shoe_dry")
    boxes.panel.change_to(SUE)
    boxes.panel.choose("step.void", "form.send")
    boxes.waits_for("Resumed shoe_dry")
    boxes.panel.change_to(DORA)
    boxes.new_set()
    told = boxes.story()
    assert [text for text in told if "under" in text or "refused" in text] == [
        line
        for paragraph in ("5.5.1", "5.5.2", "5.5.3")
        for line in (
            f"Voided under {paragraph}",
            f"SetWithdrawn under {paragraph}",
            "OpenBets of Dora refused: set_withdrawn",
        )
    ] + ["Voided under 5.5.5"]
    assert boxes.moved() == AS_DEALT, "the Round before them stands"


@pytest.mark.rule("002 §5.5.4", "002 §5.5.6", "002 §5.14")
def test_5_5_4_and_5_5_6_void(boxes: Table) -> None:
    """Cards were dealt incorrectly, and nobody has handled his; then the Dealer's number of cards is wrong."""
    for number, name in ((1, "Cards dealt incorrectly, none handled"), (2, "A wrong number of cards for the Dealer")):
        dealt(boxes, FIRST if number == 1 else "3C QD 2S ")
        something_else(boxes, name)
        guide = next(it for it in boxes.panel.model.part("guides") if it["name"] == name)
        at = next(at for at, choice in enumerate(guide["choices"]) if choice["key"] == "void")
        boxes.panel.tap(f"guide.void.{at}", "form.send")
        boxes.waits_for("Resumed called")
        boxes.panel.change_to(DORA)
        boxes.panel.until_next("open_bets")
    assert [text for text in boxes.story() if "under" in text] == ["Voided under 5.5.6"]
    assert boxes.moved() == {}


@pytest.mark.rule("002 §5.6.2", "002 §5.11", "002 §5.16")
def test_5_6_2_5_11_and_5_16(boxes: Table) -> None:
    """Cards are put in order, and who goes on plays the Hand as it lies then. What nothing provides for, the Shift
    Manager decides with a second person. Once the next Round has begun, no Void reaches back.
    """
    dealt(boxes, FIRST + SECOND)
    something_else(boxes, "An error in dealing")
    boxes.panel.tap("guide.reconstruct.1", "row.1", "move.on", "form.send")
    boxes.waits_for("Reconstructed under 5.6")
    for name in ("T01", "T02"):
        boxes.answers(name, 0, "continue")
    boxes.panel.change_to(DORA)
    boxes.deal(THIRD)
    boxes.certify()
    assert boxes.moved() == {"T01": 9_000, "T02": 5_000, "house": -14_000}, "box 2 has 2D 7H 9H, the Dealer four"
    boxes.panel.choose("page.rounds", "rounds.do.rule_otherwise", "choice.pay_from_house")
    boxes.panel.tap("field.terminal", "choice.T02")
    boxes.panel.type("amount", "50", "figure")
    boxes.panel.type("text", "SPILL")
    boxes.panel.tap("form.send")
    refused_signatures(boxes, by=SUE)
    boxes.panel.signed_by(SAM)
    boxes.until(lambda: boxes.has_told("HousePaid"), "the House pays him")
    assert boxes.panel.screen.item("rounds.do.void_settled").property("enabled")
    boxes.panel.choose("page.table")
    boxes.bets({})
    boxes.gives(m.VoidSettled("5.5.6"))
    boxes.panel.do_next("close_bets")
    boxes.until(lambda: boxes.view.phase.value in ("result", "ready"), "nobody has bet")
    if boxes.view.phase.value == "result":
        boxes.certify()
    assert [text for text in boxes.story() if "VoidSettled" in text] == ["VoidSettled of Dora refused: wrong_state"]
    assert boxes.moved() == {"T01": 9_000, "T02": 5_000, "house": -19_000}, "by hand: no credit of his"
