"""001 §1.3: a Card Shoe may be a non-electronic device. The Dealer deals by taps: an evening of it, and on from where a
shoe has died.
"""

import pytest

from games.cards import parse_cards
from protocol import messages as m
from tests.scenarios.conftest import TableWith
from tests.scenarios.rounds import BETS, BETS_STAND, LOST, MOVED, NOT_BY_THESE, WON, begin, sign_in_vain
from tests.scenarios.table import Table
from tests.scenarios.telling import BEGUN, CERTIFIED, dealt
from tests.ui.dealer import SUE

(NINE,) = parse_cards(["9S"])


def by_taps(cards: str) -> list[str]:
    return [line for card in dealt(cards) for line in ("DealCard by Dora", card)]


@pytest.mark.rule("001 §3.8", "001 §3.10")
def test_an_evening_by_hand(table_with: TableWith) -> None:
    """Rank, then suit; a mis-tap is taken back before the next card; certified and paid as ever."""
    table = table_with(by_hand=True)
    table.bets(BETS)
    table.gives(m.DealCard(NINE))  # too early: Bets are open
    table.no_more_bets()
    table.enter("KS 4D KD")
    table.reads("T01", "10")
    table.panel.choose("step.take_back_card", "form.send")
    table.panel.until(lambda: table.panel.cards() == 2, "the card is taken back")
    table.gives(m.TakeBackCard())  # one, not those before it
    table.enter("QH 5S")
    table.gives(m.DealCard(NINE))  # too late: none is due
    table.certify()
    assert table.story() == [
        "OpenBets by Dora",
        "WindowOpened",
        "DealCard of Dora refused: wrong_state",
        *BEGUN[2:],
        *by_taps("KS 4D KD"),
        "TakeBackCard by Dora",
        "KD taken back from player",
        "TakeBackCard of Dora refused: no_card",
        *by_taps("KS 4D QH 5S")[4:],
        "DealCard of Dora refused: wrong_state",
        *CERTIFIED,
        WON,
        LOST,
        "RoundEnded",
    ]
    assert table.moved() == MOVED
    table.reads("panel", "Banker wins with 9")
    table.reads("T01", "Banker wins", "You win 45")
    table.reads("display", "Banker wins")

    # With third cards, which are asked for under their own paragraph; certified is what lies there, and nothing else.
    table.bets(BETS)
    table.no_more_bets()
    table.enter("AH 3C 3D 2S")
    table.panel.until_next("deal_card")
    table.reads("panel", "§3.10")
    table.enter("4S 4D")
    table.gives(m.Certify(bytes(32)))
    table.certify()
    assert "Certify of Dora refused: other_cards" in table.story()
    table.reads("panel", "Banker wins with 9")
    assert table.moved() == {"T01": 2 * 4_500, "T02": -2 * 3_000, "house": 2 * -1_500}


@pytest.mark.rule("001 §5.7.1")
def test_a_shoe_dies_in_mid_round(table: Table) -> None:
    """By a Pit Supervisor and a second person the Round is dealt on by hand, until another set is loaded."""
    begin(table, "KS 4D")
    table.gives(m.DealByHand())  # nothing is wrong with the shoe
    table.gives(m.DealCard(NINE))
    table.shoe.tell("unplug")
    table.waits_for("Halted shoe_lost")
    table.reads("panel", "No signal from the card shoe", "Can the shoe be plugged in again?", "Deal by hand")
    table.reads("T01", "Play is paused", BETS_STAND)
    table.reads("display", "Play is paused", "No signal from the card shoe")

    before = table.about
    table.gives(m.DealCard(NINE))
    table.panel.choose("step.deal_by_hand", "form.send")
    sign_in_vain(table)
    table.panel.signed_by(SUE)
    table.enter("QD")
    table.panel.choose("step.take_back_card", "form.send")
    table.panel.until(lambda: table.panel.cards() == 2, "the card is taken back")
    table.enter("QH 5S")
    table.gives(m.DealByHand(), before)  # too late: it is ordered
    table.certify()
    assert table.story() == [
        *BEGUN,
        *dealt("KS 4D"),
        "DealByHand of Dora refused: not_halted",
        "DealCard of Dora refused: not_by_hand",
        "ShoeLost",
        "Halted shoe_lost",
        "DealCard of Dora refused: halted",
        "DealByHand proposed by Dora",
        *NOT_BY_THESE,
        "DealByHand by Dora + Sue",
        "ShoeSetAside",
        "Resumed shoe_lost",
        "DealCard by Dora",
        "QD to player by hand",
        "TakeBackCard by Dora",
        "QD taken back from player",
        "DealCard by Dora",
        "QH to player by hand",
        "DealCard by Dora",
        "5S to banker by hand",
        "DealByHand of Dora refused: not_halted",
        *CERTIFIED,
        WON,
        LOST,
        "RoundEnded",
    ]
    assert table.moved() == MOVED
    table.reads("T01", "Banker wins", "You win 45")

    # The next Round too; then the shoe is there again, with other cards, and tells of them.
    table.bets(BETS)
    table.no_more_bets()
    table.enter("JC 4H TD 5C")
    table.certify()
    assert table.moved() == {name: 2 * amount for name, amount in MOVED.items()}
    table.shoe.tell("replug")
    table.new_set()
    table.story()
    table.play(BETS, "KC 4C QD 5H")
    assert table.story() == [*BEGUN, *dealt("KC 4C QD 5H"), *CERTIFIED, WON, LOST, "RoundEnded"]
