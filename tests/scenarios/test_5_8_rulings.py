"""001 §5.8 to §5.12: later Rounds stand, Bets as they lay, what a display says, void Rounds, and anything else."""

import pytest

from games.cards import parse_cards
from games.round import PlayerId, Voided
from protocol import messages as m
from tests.scenarios.rounds import BETS, LOST, NOT_BY_SUE, NOT_BY_THESE, WON, begin, read_win, sign_in_vain
from tests.scenarios.table import HIGHER, HOUSE_PAYS_MAX, Table
from tests.scenarios.telling import BEGUN, CERTIFIED, dealt
from tests.ui.dealer import SAM, SUE


@pytest.mark.rule("001 §5.8")
def test_5_8(table: Table) -> None:
    """An error of a Round is noticed after the next one has begun: it is corrected, and the next one stands."""
    table.play(BETS, "KS 4D QH 5S")
    error = table.about
    begin(table, "KC 4H QD 5C")
    table.story()

    # It cannot be voided any more, and a Pit Supervisor cannot correct it: a Shift Manager can.
    table.gives(m.VoidSettled("5.3.3"), error)
    table.gives(m.Correct(parse_cards(["KS", "4D", "9H", "5S"])), error)
    table.reads("panel", f"Correct round {error.round_no}", "New result: Tie on 9", "Who signs: Shift Manager")
    sign_in_vain(table, {"T01": -1_000, "T02": -6_000, "house": -1_500}, by=SUE)
    table.panel.signed_by(SAM)
    table.certify()
    before, after = "player 2500>0 §3.13, player_pair 500>0 §3.13", "player 2500>2500 §3.12, player_pair 500>0 §3.13"
    assert table.story() == [
        "VoidSettled of Dora refused: wrong_state",
        "Correct proposed by Dora",
        *NOT_BY_SUE,
        "Correct by Dora + Sam",
        "RoundCorrected KS 4D 9H 5S",
        "LinesCorrected T01 banker 5000>10000 §4.1, tie 500>0 §3.13 -> banker 5000>5000 §3.12, tie 500>4500 §4.1",
        f"LinesCorrected T02 {before} -> {after}",
        *CERTIFIED,
        WON,
        LOST,
        "RoundEnded",
    ]
    assert table.moved() == {"T01": 8_500, "T02": -3_500, "house": -5_000}
    told = f"Round {error.round_no} was settled again.\nPlayer, card 2: not Q♥ but 9♥"
    table.reads("T01", "An earlier round was corrected", told, "5.8: later rounds stay as they are.")
    table.reads("panel", "Banker wins with 9")
    table.reads("display", "Banker wins")


@pytest.mark.rule("001 §5.9")
def test_5_9(table: Table) -> None:
    """What lies there at the close is played, whatever lay there before or should have; later nothing is placed."""
    table.bets({"T01": [{"banker": 5_000}, {"player": 2_500}], "T02": {"tie": 500}}, late={"T02": {"banker": 2_500}})
    table.no_more_bets()
    table.reads("T02", "Your bets are registered: 5\nBets are closed (3.7)", "No more bets")
    assert table.registered() == {"T01": {"player": 2_500}, "T02": {"tie": 500}}
    table.deal("KS 4D QH 5S")
    table.certify()
    assert table.story() == [
        *BEGUN,
        *dealt("KS 4D QH 5S"),
        *CERTIFIED,
        "Settled T01 player 2500>0 §3.13",
        "Settled T02 tie 500>0 §3.13",
        "RoundEnded",
    ]
    assert table.moved() == {"T01": -2_500, "T02": -500, "house": 3_000}
    table.reads("T01", "Banker wins", "Net -25")
    table.reads("T02", "Banker wins", "Net -5")
    table.reads("panel", "Banker wins with 9")
    table.reads("display", "Banker wins")


@pytest.mark.rule("001 §5.10")
def test_5_10(table: Table) -> None:
    """The shoe misreads a card, and every screen shows it: the cards on the felt decide."""
    begin(table)
    table.misread("5S", "9C")  # the Player Hand would draw a third card to it
    table.panel.until(lambda: table.panel.cards() == 4, "the card is shown")
    table.reads("T01", "For information only (5.10)")
    table.reads("display", "For information only: the cards on the table count (5.10)")

    table.panel.choose("step.correct_cards", "row.3", "card.5S", "form.send")
    table.reads("panel", "The cards on the felt decide  ·  §5.6", "New result: Banker wins with 9", "55.00 → 100.00")
    sign_in_vain(table)
    table.panel.signed_by(SUE)
    table.panel.until_next("certify")
    table.gives(m.Certify(bytes(32)))  # other cards than lie there
    table.certify()
    table.gives(m.CorrectCards(parse_cards(["KS", "4D", "QH", "9C"])))  # too late: it is certified
    assert table.story() == [
        *BEGUN,
        *dealt("KS 4D QH 9C"),
        "CorrectCards proposed by Dora",
        *NOT_BY_THESE,
        "CorrectCards by Dora + Sue",
        "CardsCorrected KS 4D QH 5S",
        "Certify of Dora refused: other_cards",
        *CERTIFIED,
        WON,
        LOST,
        "RoundEnded",
        "CorrectCards of Dora refused: wrong_state",
    ]
    read_win(table)


@pytest.mark.rule("001 §5.11")
def test_5_11(table: Table) -> None:
    """Void: all Bets of everybody go back, whatever the cards say already."""
    all_five = {"player": 2_500, "banker": 2_500, "tie": 500, "player_pair": 500, "banker_pair": 500}
    table.bets({"T01": all_five, "T02": {"player_pair": 500}})
    table.no_more_bets()
    table.deal("KS 4D KH")  # the Player Pair has won
    void = table.about
    table.panel.choose("step.void", "choice.5.3.3", "form.send")
    table.reads("panel", "Bets that are returned", "65.00 → 65.00", "5.00 → 5.00", "§5.3.3")
    sign_in_vain(table, {"T01": -6_500, "T02": -500})
    table.panel.signed_by(SUE)
    table.panel.until_next("open_bets")
    table.gives(m.Rule(Voided("5.3.3"), "5.3.3"), void)  # too late: it is over
    returned = ", ".join(f"{spot} {amount}>{amount} §5.11" for spot, amount in all_five.items())
    assert table.story() == [
        *BEGUN,
        *dealt("KS 4D KH"),
        "Rule proposed by Dora",
        *NOT_BY_THESE,
        "Rule by Dora + Sue",
        "Voided under 5.3.3",
        f"Settled T01 {returned}",
        "Settled T02 player_pair 500>500 §5.11",
        "RoundEnded void",
        "Rule of Dora refused: wrong_state",
    ]
    assert table.moved() == {}
    table.reads("panel", "VOID §5.3.3  ·  all bets are returned")
    table.reads("T01", "This round is void", "are returned: 65.", "5.11: every bet of a void round is returned.")
    table.reads("T02", "This round is void", "are returned: 5.")
    table.reads("display", "This round is void", "All bets are returned (5.11)")


@pytest.mark.rule("001 §5.12")
def test_5_12(table: Table) -> None:
    """Nothing provides for it: the Shift Manager decides in free words, with a second person."""
    begin(table, "KS 4D")
    table.panel.choose("page.rounds", "rounds.do.rule_otherwise", "choice.return_bets", "field.terminals", "choice.T02")
    table.panel.type("text", "SPILL")
    table.reads("panel", "Bets of terminals go back", "At once: staked → returned", "30.00 → 30.00", "§5.12")
    table.panel.tap("form.send")
    sign_in_vain(table, by=SUE)
    table.panel.signed_by(SAM)
    table.panel.choose("page.table")
    assert table.moved() == {"T01": -5_500}
    table.reads("T02", "The House has given back your bets of this round (5.12)")
    table.reads("T01", "Your bets are registered: 55")
    table.deal("QH 5S")
    table.certify()
    assert table.story() == [
        *BEGUN,
        *dealt("KS 4D"),
        "RuleOtherwise proposed by Dora",
        *NOT_BY_SUE,
        "RuleOtherwise by Dora + Sam",
        "RulingRecorded SPILL",
        "LayoutReturned T02 3000",
        *dealt("QH 5S"),
        *CERTIFIED,
        WON,
        "RoundEnded",
    ]
    assert table.moved() == {"T01": 4_500, "house": -4_500}
    table.reads("T01", "Banker wins", "You win 45")
    table.reads("display", "Banker wins")

    # Of the House's own money: as much as its file allows, and not more.
    table.panel.choose("page.rounds", "rounds.do.rule_otherwise", "choice.pay_from_house")
    table.panel.tap("field.terminal", "choice.T02")
    table.panel.type("amount", "50", "figure")
    table.panel.type("text", "SPILL")
    table.panel.tap("form.send")
    assert table.panel.signed_in_vain_by(SUE) == HIGHER
    table.panel.signed_by(SAM)
    table.panel.choose("page.table")
    table.gives(m.RuleOtherwise("MORE", m.PayFromHouse(PlayerId("T02"), HOUSE_PAYS_MAX + 1)))
    table.reads("panel", "Refused: The total is over the limit")
    assert table.story() == [
        "RuleOtherwise proposed by Dora",
        "signature of Sue refused: second_position",
        "RuleOtherwise by Dora + Sam",
        "RulingRecorded SPILL",
        "HousePaid T02 5000",
        "RuleOtherwise of Dora refused: too_much",
    ]
    assert table.moved() == {"T01": 4_500, "house": -9_500}
