"""003 §5.5 to §5.15 on real processes (000 has the same): what voids the Round; cards and Bets that are not its own."""

import pytest

from protocol import messages as m
from tests.scenarios.box_rounds import asked, decided, ended, play_on, something_else
from tests.scenarios.conftest import TableWith
from tests.scenarios.table import Table
from tests.ui.dealer import DORA, SUE


@pytest.fixture
def boxes(table_with: TableWith) -> Table:
    return table_with(game="blackjack")


def read_void(boxes: Table, paragraph: str, why: str) -> None:
    """All Bets are back, and everybody reads why."""
    assert boxes.moved() == {}
    boxes.reads("panel", f"VOID §{paragraph}  ·  all bets are returned")
    boxes.reads("T01", "This round is void", f"{paragraph}: {why}", "5.17: every bet")
    boxes.reads("display", "This round is void", f"{why} ({paragraph})")


@pytest.mark.in_turn(2)
@pytest.mark.rule("003 §5.5", "003 §5.5.2", "003 §5.5.4", "003 §5.17", "000 §5.5.2", "000 §5.5.4")
@pytest.mark.parametrize(("paragraph", "why"), [
    ("5.5.2", "There are too few or too many cards in the set."),
    ("5.5.4", "The cards were not shuffled."),
])  # fmt: skip
def test_5_5_2_and_5_5_4(boxes: Table, paragraph: str, why: str) -> None:
    """The set was not what it should be: the Round is void, and those cards leave play."""
    decided(boxes)
    boxes.answers("T01", 1, "hit")
    boxes.deal("2C")
    boxes.panel.choose("step.call_supervisor")
    boxes.until(lambda: bool(boxes.view.halts), "the supervisor is called")
    boxes.panel.change_to(SUE)
    boxes.panel.choose("step.void", f"choice.{paragraph}", "form.send")
    boxes.waits_for(f"SetWithdrawn under {paragraph}")
    read_void(boxes, paragraph, why)
    boxes.panel.change_to(DORA)
    boxes.gives(m.OpenBets())
    boxes.new_set()
    told = boxes.story()
    assert [text for text in told if "Settled" in text or "Voided" in text] == [
        f"Voided under {paragraph}",
        "Settled T01 1/main 10000>10000 §5.17",
        "Settled T02 2/main 5000>5000 §5.17",
    ]
    assert [text for text in told if "refused" in text] == ["OpenBets of Dora refused: set_withdrawn"]


@pytest.mark.rule("003 §5.5", "003 §5.5.3", "003 §5.17", "000 §5.5.3")
def test_5_5_3(boxes: Table) -> None:
    """The shoe is empty with a card due: void. A new set of cards does not cure it."""
    decided(boxes)
    boxes.answers("T01", 1, "hit")
    boxes.until(lambda: boxes.view.due == "1", "a card is due")
    boxes.shoe.tell("empty")
    boxes.draw()
    boxes.waits_for("Halted shoe_dry")
    boxes.reads("T01", "The card shoe is empty")
    boxes.gives(m.LoadShoe(8, "102"))
    boxes.panel.change_to(SUE)
    boxes.panel.choose("step.void", "form.send")
    boxes.waits_for("Resumed shoe_dry")
    read_void(boxes, "5.5.3", "There are not enough cards in the shoe to finish the round.")
    boxes.panel.change_to(DORA)
    assert [text for text in boxes.story() if "refused" in text or "under" in text] == [
        "LoadShoe of Dora refused: wrong_state",
        "Voided under 5.5.3",
    ]
    boxes.new_set()


@pytest.mark.rule("003 §5.10.3", "003 §5.10.1", "000 §5.10.3")
def test_5_10_3(boxes: Table) -> None:
    """A card was laid on a box without a Bet: it leaves play, and the Hand that it was taken for gets the next one."""
    decided(boxes)
    boxes.answers("T01", 1, "hit")
    boxes.deal("4D")  # and lies on box 5
    something_else(boxes, "Cards on a box without a bet")
    guide = next(it for it in boxes.panel.model.part("guides") if it["what"] == "empty_box")
    place = next(at for at, choice in enumerate(guide["choices"]) if choice["detail"] == "4D")
    boxes.panel.tap(f"guide.discard.{place}", "form.send")
    boxes.waits_for("Discarded under 5.10.3")
    boxes.panel.change_to(DORA)
    boxes.until(lambda: boxes.view.due == "1", "he gets another card")
    boxes.deal("5C")
    asked(boxes, 1)
    boxes.answers("T01", 1, "stand")
    boxes.answers("T02", 2, "stand")
    ended(boxes, "8H")
    assert boxes.moved() == {"T01": 10_000, "T02": -5_000, "house": -5_000}, "21 and 16 against 17"


@pytest.mark.rule("003 §5.11", "000 §5.11")
def test_5_11(boxes: Table) -> None:
    """A card lies face up in the shoe: the guide says that it is the next one, and nothing is to be ordered."""
    decided(boxes)
    something_else(boxes, "A card lies face up in the shoe")
    boxes.reads("panel", "Deal it as the next card", "§5.11")
    play_on(boxes)
    boxes.answers("T01", 1, "hit")
    boxes.deal("5C")
    boxes.answers("T01", 1, "stand")
    boxes.answers("T02", 2, "stand")
    ended(boxes, "8H")
    assert not [text for text in boxes.story() if "under" in text]
    assert boxes.moved() == {"T01": 10_000, "T02": -5_000, "house": -5_000}


@pytest.mark.in_turn(2)
@pytest.mark.rule("003 §5.15", "003 §5.16", "003 §3.9", "000 §5.15", "000 §5.16", "000 §3.9.1")
@pytest.mark.parametrize(("game", "side"), [("blackjack", "player_pair"), ("blackjack_plus", "rws_pairs")])
def test_5_15(table_with: TableWith, game: str, side: str) -> None:
    """A side Bet is left on a box from which the Initial Bet has gone: it goes back. Boom Busted is the table's: on
    whichever box it lies, it stands while there is any Initial Bet. What is on a box that plays is settled late.
    """
    boxes = table_with(game=game)
    sides = {f"2/{side}": 1_000, **({"2/boom_busted": 500} if game == "blackjack_plus" else {})}
    both = {"1/main": 10_000, f"1/{side}": 1_000, **sides}
    boxes.bets({"T02": {"2/main": 5_000}})
    boxes.wish({"T01": both})
    boxes.until(lambda: boxes.registered() == {"T01": both, "T02": {"2/main": 5_000}}, "T01 bets beside T02")
    boxes.wish({"T01": both, "T02": {"1/main": 5_000}})
    boxes.until(lambda: boxes.registered() == {"T01": both, "T02": {"1/main": 5_000}}, "T02 goes to box 1")
    boxes.no_more_bets()
    boxes.deal("KS 9D 6S")
    boxes.panel.until_next("certify_initial")
    something_else(boxes, "A side bet on a box without a bet")
    boxes.reads("panel", "The side bet of T01 goes back", "§5.15")
    play_on(boxes)
    boxes.answers("T01", 1, "decline")
    boxes.answers("T01", 1, "stand")
    boxes.deal("3H")  # and nobody has settled what the first cards have decided
    boxes.panel.until_next("certify_initial")
    assert boxes.panel.model.part("step")["paragraph"] == "5.16"
    boxes.panel.do_next("certify_initial")
    boxes.waits_for("InterimSettled under ")
    assert boxes.moved()["house"] == 1_000, "the King and the six are no pair"
    ended(boxes, "TD")  # 22
    returned = f"2/{side} 1000>1000 §5.15"
    assert [text for text in boxes.story() if returned in text]
    won = 1_000 if game == "blackjack_plus" else 0  # three cards: 2 to 1
    assert boxes.moved() == {"T01": 9_000 + won, "T02": 5_000, "house": -14_000 - won}
