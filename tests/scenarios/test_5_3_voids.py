"""001 §5.3: what voids the current Round, and leaves all earlier ones as they are. Always with 5.11."""

import pytest

from games.round import Voided
from protocol import messages as m
from protocol.halts import Halt
from tests.scenarios.rounds import BETS, BETS_STAND, NOT_BY_THESE, begin, sign_in_vain
from tests.scenarios.table import Table
from tests.scenarios.telling import BEGUN, dealt
from tests.ui.dealer import DAN, SUE

RETURNED = (
    "Settled T01 banker 5000>5000 §5.11, tie 500>500 §5.11",
    "Settled T02 player 2500>2500 §5.11, player_pair 500>500 §5.11",
    "RoundEnded void",
)
LOADED = ("LoadShoe proposed by Dora", "LoadShoe by Dora + Sue", "ShoeLoaded", "ShoeLive")


def read_void(table: Table, paragraph: str, why: str) -> None:
    """Everybody reads which paragraph, and that all Bets go back; nobody's money has changed."""
    assert table.moved() == {}
    table.reads("panel", f"VOID §{paragraph}  ·  all bets are returned")
    table.reads("T01", "This round is void", "are returned: 55.", f"{paragraph}: {why}", "5.11: every bet")
    table.reads("T02", "This round is void", "are returned: 30.", "Earlier rounds stay as they are.")
    table.reads("display", "This round is void", f"{why} ({paragraph})   ·   All bets are returned (5.11)")


@pytest.mark.rule("001 §5.3", "001 §5.3.1", "001 §5.11")
def test_5_3_1(table: Table) -> None:
    """A joker: two people say that it is none of this set, the Round is void, and the set leaves play."""
    begin(table)
    table.shoe.tell("fault foreign")
    table.draw()
    assert table.story() == [*BEGUN, *dealt("KS 4D QH"), "CardUnread", "Halted card_missing"]
    which = f"Card {table.shoe.tell('state')['seq']}, to Banker, second card"  # by the shoe's own number
    table.reads("panel", "Which card lies there? A card is never guessed.", which, "§5.3.1")
    table.reads("T01", "Play is paused", "A card was not read", BETS_STAND)
    table.reads("display", "Play is paused", "A card was not read")

    table.panel.choose("next", "form.foreign", "form.send")
    sign_in_vain(table)
    table.panel.signed_by(SUE)
    assert table.story() == [
        "ReportForeignCard proposed by Dora",
        *NOT_BY_THESE,
        "ReportForeignCard by Dora + Sue",
        "Halted foreign_card",
    ]
    table.reads("panel", "Is it really a card that does not belong to this set?", "2 terminals get 85.00")

    table.panel.choose("step.void", "form.send")
    sign_in_vain(table)
    void = table.about
    table.panel.signed_by(SUE)
    read_void(table, "5.3.1", "A card was found that does not belong to the set.")
    assert table.story() == [
        "Rule proposed by Dora",
        *NOT_BY_THESE,
        "Rule by Dora + Sue",
        "Voided under 5.3.1",
        *RETURNED,
        "SetWithdrawn under 5.3.1",
        "Resumed card_missing",
        "Resumed foreign_card",
    ]

    # Too late for the Round: it is over. And no Bets on these cards any more.
    table.gives(m.ReportForeignCard(), void)
    table.gives(m.Rule(Voided("5.3.1"), "5.3.1"), void)
    table.gives(m.OpenBets())
    table.reads("panel", "Refused: These cards have left play: load another set")
    table.new_set()
    assert table.story() == [
        "ReportForeignCard of Dora refused: not_halted",
        "Rule of Dora refused: wrong_state",
        "OpenBets of Dora refused: set_withdrawn",
        *LOADED,
    ]


@pytest.mark.rule("001 §5.3", "001 §5.3.2", "001 §5.11")
def test_5_3_2(table: Table) -> None:
    """A card of the deck is missing: found in the Round, and counted after it."""
    begin(table)
    table.panel.choose("step.call_supervisor")
    table.reads("panel", "The Supervisor was called", "What has the Supervisor found?")
    table.panel.choose("step.void", "choice.5.3.2", "form.send")
    sign_in_vain(table)
    table.panel.signed_by(SUE)
    read_void(table, "5.3.2", "There are too few or too many cards in the set.")
    assert table.story() == [
        *BEGUN,
        *dealt("KS 4D QH"),
        "CallSupervisor by Dora",
        "Halted called",
        "Rule proposed by Dora",
        *NOT_BY_THESE,
        "Rule by Dora + Sue",
        "Voided under 5.3.2",
        *RETURNED,
        "SetWithdrawn under 5.3.2",
        "Resumed called",
    ]

    table.gives(m.Rule(Voided("5.3.2"), "5.3.2"))  # too late
    table.gives(m.OpenBets())
    left = table.panel.board["shoeLeft"]
    table.panel.do_next("end_shoe")
    table.panel.type("counted", str(left - 1), "figure")
    table.panel.tap("form.send")
    table.panel.signed_by(SUE)
    table.reads("panel", "The number of cards is wrong", "Is a card of the set missing, or one too many?", "§5.3.2")
    table.new_set()
    assert table.story() == [
        "Rule of Dora refused: wrong_state",
        "OpenBets of Dora refused: set_withdrawn",
        "EndShoe proposed by Dora",
        "EndShoe by Dora + Sue",
        "ShoeEnded, -1 cards",
        "Halted miscount",
        *LOADED,
        "Resumed miscount",
    ]
    assert table.moved() == {}


@pytest.mark.rule("001 §5.3", "001 §5.3.3", "001 §5.11")
def test_5_3_3(table: Table) -> None:
    """A Hand had a wrong number of cards, it cannot be put in order, and it is noticed before the next Round."""
    table.play(BETS, "KS 4D QH 5S")
    table.play(BETS, "KC 4H QD 5C")
    assert table.moved() == {"T01": 9_000, "T02": -6_000, "house": -3_000}
    table.story()
    void, lost = table.about, "player 2500>0 §3.13, player_pair 500>0 §3.13"
    table.panel.choose("page.rounds", "rounds.do.void_settled", "form.send")
    table.reads("panel", "§5.3.3  A hand with a wrong number of cards", "100.00 → 55.00", "0.00 → 30.00")
    sign_in_vain(table, {"T01": 9_000, "T02": -6_000, "house": -3_000})
    table.panel.signed_by(SUE)
    table.panel.choose("page.table")
    assert table.moved() == {"T01": 4_500, "T02": -3_000, "house": -1_500}, "the Round before it stands"
    assert table.story() == [
        "VoidSettled proposed by Dora",
        *NOT_BY_THESE,
        "VoidSettled by Dora + Sue",
        "RoundCorrected void under 5.3.3",
        "LinesCorrected T01 banker 5000>10000 §4.1, tie 500>0 §3.13 -> banker 5000>5000 §5.11, tie 500>500 §5.11",
        f"LinesCorrected T02 {lost} -> player 2500>2500 §5.11, player_pair 500>500 §5.11",
    ]
    why = "A hand got a wrong number of cards, and the order could not be restored."
    table.reads("panel", "VOID §5.3.3  ·  all bets are returned")
    table.reads("T01", "Your bets of 55 are returned, the payment is taken back.\nBalance -45.00", f"5.3.3: {why}")
    table.reads("T02", "Your bets of 30 are returned", "5.11: every bet")
    table.reads("display", "This round is void", f"{why} (5.3.3)   ·   All bets are returned (5.11)")

    # Too late: the next Round has begun. Whatever was wrong with this one, it stands (5.8).
    table.bets({})
    table.gives(m.VoidSettled("5.3.3"), void)
    table.no_more_bets()
    table.deal("2C 4C 5D 5H")
    table.certify()
    table.gives(m.VoidSettled("5.3.3"), void)
    assert [line for line in table.story() if line.startswith("VoidSettled")] == [
        "VoidSettled of Dora refused: wrong_state",
        "VoidSettled of Dora refused: late",
    ]
    assert table.moved() == {"T01": 4_500, "T02": -3_000, "house": -1_500}


@pytest.mark.rule("001 §5.3", "001 §5.3.4", "001 §5.11")
def test_5_3_4(table: Table) -> None:
    """The shoe is empty with a card due: void. A new set of cards does not cure it."""
    begin(table)
    table.shoe.tell("empty")
    table.draw()
    assert table.story() == [*BEGUN, *dealt("KS 4D QH"), "ShoeEmptied", "Halted shoe_dry"]
    table.reads(
        "panel", "Is the shoe empty? Then the round cannot be finished.", "§5.3.4", "Play goes on, all bets stand"
    )
    table.reads("T01", "The card shoe is empty", BETS_STAND)
    table.reads("display", "Play is paused", "The card shoe is empty")

    table.gives(m.LoadShoe(8, DAN))
    table.panel.choose("step.void", "form.send")
    sign_in_vain(table)
    table.panel.signed_by(SUE)
    read_void(table, "5.3.4", "There are not enough cards in the shoe to finish the round.")
    assert table.story() == [
        "LoadShoe of Dora refused: wrong_state",
        "Rule proposed by Dora",
        *NOT_BY_THESE,
        "Rule by Dora + Sue",
        "Voided under 5.3.4",
        *RETURNED,
        "Resumed shoe_dry",
    ]
    table.gives(m.Resume(Halt.SHOE_DRY))  # too late for "cards are there"
    table.new_set()
    assert table.story() == ["Resume of Dora refused: not_halted", *LOADED]


@pytest.mark.rule("001 §5.3", "001 §5.3.5", "001 §5.11")
def test_5_3_5(table: Table) -> None:
    """The cards are not shuffled, and the table notices it by itself: void, and the set leaves play."""
    table.new_set()
    table.shoe.tell("fault unshuffled")
    table.bets(BETS)
    table.no_more_bets()
    while not table.view.halts:
        table.draw()
    story = table.story()
    assert (story[:4], story[-1]) == ([*LOADED], "Halted unshuffled")
    table.reads("panel", "The cards are not shuffled", "Were the cards really not shuffled?", "§5.3.5")
    table.reads("T01", "The cards are not shuffled", BETS_STAND)
    table.reads("display", "Play is paused", "The cards are not shuffled")

    # That the alarm was false is not for a Dealer to say, nor for two of them; nothing else clears it.
    table.gives(m.Certify(bytes(32)))
    table.panel.choose("step.resume")
    sign_in_vain(table)
    table.panel.withdraw()
    table.panel.choose("step.void", "form.send")
    table.panel.signed_by(SUE)
    read_void(table, "5.3.5", "The cards were not shuffled.")
    table.gives(m.Resume(Halt.UNSHUFFLED))  # too late to say that the alarm was false
    table.gives(m.OpenBets())
    table.new_set()
    assert table.story() == [
        "Certify of Dora refused: halted",
        "Resume proposed by Dora",
        *NOT_BY_THESE,
        "withdrawn: person",
        "Rule proposed by Dora",
        "Rule by Dora + Sue",
        "Voided under 5.3.5",
        *RETURNED,
        "SetWithdrawn under 5.3.5",
        "Resumed unshuffled",
        "Resume of Dora refused: not_halted",
        "OpenBets of Dora refused: set_withdrawn",
        *LOADED,
    ]
