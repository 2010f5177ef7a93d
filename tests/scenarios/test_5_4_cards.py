"""001 §5.4 to §5.7: cards too many, on the wrong side, misread, drawn together."""

import pytest

from games.cards import parse_cards
from games.round import HandId, Reconstructed
from protocol import messages as m
from protocol.view import cards_digest
from tests.scenarios.rounds import (
    BETS,
    BETS_STAND,
    LOST,
    MOVED,
    NOT_BY_SUE,
    NOT_BY_THESE,
    WON,
    begin,
    read_win,
    sign_in_vain,
)
from tests.scenarios.table import Table
from tests.scenarios.telling import BEGUN, CERTIFIED, dealt
from tests.ui.dealer import DAN, SAM, SUE


@pytest.mark.rule("001 §5.4")
def test_5_4(table: Table) -> None:
    """A card too many: kept face down for the next Round, of which it is the first card."""
    begin(table, "KS 4D QH 5S")
    table.draw("9D")
    table.waits_for("Halted surplus")
    assert table.story() == [*BEGUN, *dealt("KS 4D QH 5S"), "SurplusDrawn", "SurplusSeen 9D", "Halted surplus"]
    table.reads("panel", "Extra card drawn", "Can the order that was meant be reconstructed?", "§5.4", "Decide above")
    table.reads("T01", "Extra card drawn", BETS_STAND)
    table.reads("display", "Play is paused", "Extra card drawn")

    # Refused: the certificate over it; whoever may not say what becomes of it.
    table.gives(m.Certify(cards_digest(table.view)))
    table.panel.choose("step.keep_surplus", "form.send")
    sign_in_vain(table)
    table.panel.signed_by(SUE)
    table.certify()
    assert table.story() == [
        "Certify of Dora refused: halted",
        "KeepSurplus proposed by Dora",
        *NOT_BY_THESE,
        "KeepSurplus by Dora + Sue",
        "SurplusKept 1",
        "Resumed surplus",
        *CERTIFIED,
        WON,
        LOST,
        "RoundEnded",
    ]
    assert table.moved() == MOVED
    table.reads("panel", "Banker wins with 9")
    table.reads("T01", "Banker wins", "You win 45")

    # Everybody reads that it is there, and nobody which one it is, before it is dealt.
    table.bets(BETS)
    table.reads("T01", "One card kept")
    table.reads("display", "One card is kept face down: the first of the round (5.4)")
    assert "9D" not in repr(table.picture("T01"))  # no other scenario deals it: it would be in the history
    table.no_more_bets()
    table.panel.until(lambda: table.panel.cards() == 1, "the card that was kept is dealt")
    table.deal("4C KD 5C")
    table.gives(m.KeepSurplus())
    table.certify()
    assert table.story() == [
        *BEGUN,
        *dealt("9D 4C KD 5C"),
        "KeepSurplus of Dora refused: not_halted",
        *CERTIFIED,
        "Settled T01 banker 5000>5000 §3.12, tie 500>4500 §4.1",
        "Settled T02 player 2500>2500 §3.12, player_pair 500>0 §3.13",
        "RoundEnded",
    ]
    assert table.moved() == {"T01": 8_500, "T02": -3_500, "house": -5_000}
    table.reads("T01", "You win 40", "50 returned")
    table.reads("display", "9 points   ·   Natural")


@pytest.mark.rule("001 §5.5")
def test_5_5(table: Table) -> None:
    """The Dealer laid a card on the wrong side: told as they lie, put in order, and play goes on."""
    begin(table)
    before = table.about
    table.panel.choose("step.report_sides", "field.lies0", "choice.banker", "form.send")
    table.reads("panel", "Who signs: Pit Supervisor or above", "Proposed by Dora at Panel")
    sign_in_vain(table)
    table.panel.signed_by(SUE)
    table.deal("5S")
    table.certify()
    assert table.story() == [
        *BEGUN,
        *dealt("KS 4D QH"),
        "ReportWrongSides proposed by Dora",
        *NOT_BY_THESE,
        "ReportWrongSides by Dora + Sue",
        "SidesReported",
        "Reconstructed under 5.5",
        "5S to banker",
        *CERTIFIED,
        WON,
        LOST,
        "RoundEnded",
    ]
    read_win(table)

    # Too late: the Round is over.
    table.gives(m.ReportWrongSides({HandId("player"): parse_cards(["KS"])}), before)
    assert table.story() == ["ReportWrongSides of Dora refused: wrong_state"]
    assert table.moved() == MOVED


@pytest.mark.rule("001 §5.6")
def test_5_6(table: Table) -> None:
    """A wrong result was certified: settled anew by the cards, by a Pit Supervisor and a second person."""
    table.play(BETS, "KS 4D QH 5S")
    assert table.moved() == MOVED
    table.story()
    table.panel.choose("page.rounds", "rounds.do.correct", "row.2", "card.9H")
    table.reads("panel", "Player  0 → 9", "New result: Tie on 9  ·  Natural", "0.00 → 25.00", "100.00 → 95.00", "§5.6")
    table.panel.tap("form.send")
    table.reads("panel", "Proposed by Dora", "New result: Tie on 9  ·  Natural", "0.00 → 25.00", "100.00 → 95.00")
    sign_in_vain(table, MOVED)
    table.panel.signed_by(SUE)
    before, after = "player 2500>0 §3.13, player_pair 500>0 §3.13", "player 2500>2500 §3.12, player_pair 500>0 §3.13"
    table.reads("panel", "Corrected by", "Dora + Sue")
    assert table.story() == [
        "Correct proposed by Dora",
        *NOT_BY_THESE,
        "Correct by Dora + Sue",
        "RoundCorrected KS 4D 9H 5S",
        "LinesCorrected T01 banker 5000>10000 §4.1, tie 500>0 §3.13 -> banker 5000>5000 §3.12, tie 500>4500 §4.1",
        f"LinesCorrected T02 {before} -> {after}",
    ]
    corrected = {"T01": 4_000, "T02": -500, "house": -3_500}
    assert table.moved() == corrected
    table.reads("T01", "This round was corrected", "Player, card 2: not Q♥ but 9♥\nBalance -5.00", "5.6: a result")
    table.reads("T02", "This round was corrected", "Player, card 2: not Q♥ but 9♥\nBalance +25.00")
    table.reads("display", "Corrected (5.6)   ·   9 points")

    # Refused: cards that make no Round.
    table.gives(m.Correct(parse_cards(["KS", "4D"])))
    assert table.story() == ["Correct of Dora refused: not_finished"]
    assert table.moved() == corrected


@pytest.mark.rule("001 §5.6")
def test_5_6_an_earlier_round(table: Table) -> None:
    """Found while the next Round is played: looked for by its number, and corrected with a Shift Manager. §5.8: the
    Round in play is not touched.
    """
    table.play(BETS, "KS 4D QH 5S")
    wrong = table.view.round_no
    before, after = "player 2500>0 §3.13, player_pair 500>0 §3.13", "player 2500>2500 §3.12, player_pair 500>0 §3.13"
    table.bets(BETS)
    staked = table.moved()
    table.story()

    # Which one, anybody may say; that it comes to hand is a Shift Manager's word.
    table.panel.choose("page.rounds", f"past.{wrong}", "rounds.recall")
    sign_in_vain(table, staked, by=SUE)
    table.panel.signed_by(SAM)
    table.waits_for("RoundRecalled")
    table.reads("panel", f"Correct round {wrong}")
    assert table.moved() == staked
    table.panel.choose("rounds.do.correct_earlier", "row.2", "card.9H")
    table.reads("panel", "Player  0 → 9", "New result: Tie on 9  ·  Natural", "0.00 → 25.00", "100.00 → 95.00", "§5.6")
    table.panel.tap("form.send")
    sign_in_vain(table, staked, by=SUE)
    table.panel.signed_by(SAM)
    table.waits_for("RoundCorrected KS 4D 9H 5S")
    assert table.story() == [
        "RecallRound proposed by Dora",
        *NOT_BY_SUE,
        "RecallRound by Dora + Sam",
        "RoundRecalled",
        "Correct proposed by Dora",
        *NOT_BY_SUE,
        "Correct by Dora + Sam",
        "RoundCorrected KS 4D 9H 5S",
        "LinesCorrected T01 banker 5000>10000 §4.1, tie 500>0 §3.13 -> banker 5000>5000 §3.12, tie 500>4500 §4.1",
        f"LinesCorrected T02 {before} -> {after}",
    ]
    assert table.moved() == {
        "T01": staked["T01"] - 500, "T02": staked["T02"] + 2_500, "house": staked["house"] - 2_000
    }  # fmt: skip
    for name in ("T01", "T02"):  # Bets of another Round are open: its result stands beside them (in full: 5.8)
        table.reads(name, f"Last round: {wrong} · Tie", "Place your bets")
    table.reads("display", f"Round {wrong} · Tie · 9", "Place your bets")

    # Refused: a Round that there never was; and the Round in play ends as if nothing had been.
    table.gives(m.RecallRound(wrong + 5))
    assert table.story() == ["RecallRound of Dora refused: no_such_round"]
    table.panel.choose("page.table")
    table.no_more_bets()
    table.deal("7C 8D TH 9C")
    table.certify()


@pytest.mark.rule("001 §5.7")
def test_5_7(table: Table) -> None:
    """Two cards at once: the table stops by itself, and a Pit Supervisor says which came first."""
    begin(table, "JC 4H")
    table.draw_together("5C", "TD")
    table.waits_for("Halted drawn_together")
    assert table.story() == [*BEGUN, *dealt("JC 4H 5C TD"), "Halted drawn_together"]
    table.reads("panel", "Two cards came at once", "Which of the cards comes first?", "§5.7")
    table.reads("T01", "Two cards came at once", BETS_STAND)
    table.reads("display", "Play is paused", "Two cards came at once")

    before = table.about
    table.gives(m.Certify(cards_digest(table.view)))
    table.panel.choose("step.reconstruct", "row.2", "move.on", "form.send")
    table.reads("panel", "§5.7  Two cards at once", "New result: Banker wins with 9", "55.00 → 100.00", "30.00 → 0.00")
    sign_in_vain(table)
    table.panel.signed_by(SUE)
    table.certify()
    table.gives(m.Rule(Reconstructed(parse_cards(["JC", "4H", "5C", "TD"])), "5.7"), before)  # too late
    assert table.story() == [
        "Certify of Dora refused: halted",
        "Rule proposed by Dora",
        *NOT_BY_THESE,
        "Rule by Dora + Sue",
        "Reconstructed under 5.7",
        "Resumed drawn_together",
        *CERTIFIED,
        WON,
        LOST,
        "RoundEnded",
        "Rule of Dora refused: wrong_state",
    ]
    read_win(table)


@pytest.mark.rule("001 §5.7.1")
def test_5_7_1(table: Table) -> None:
    """The set is replaced in the middle of the Round, which goes on with the new cards."""
    begin(table, "TC")
    table.gives(m.LoadShoe(8, DAN))  # without a cause
    table.draw_together("4S", "JH")
    table.waits_for("Halted drawn_together")
    assert table.story() == [
        *BEGUN,
        "TC to player",
        "LoadShoe of Dora refused: wrong_state",
        "4S to banker",
        "JH to player",
        "Halted drawn_together",
    ]
    counter = table.shoe.tell("new")["seq"]
    table.panel.choose("step.load_shoe")
    table.reads("panel", "Load a new shoe", "§5.7.1")
    table.panel.type("counter", str(counter), "figure")
    table.panel.tap("field.shuffled_by", f"choice.{DAN}", "form.send")
    sign_in_vain(table)
    table.panel.signed_by(SUE)
    table.reads("panel", "416", "of 416 cards left")
    table.gives(m.LoadShoe(8, DAN))  # too late: its cause has gone
    table.deal("5D")
    table.certify()
    assert table.story() == [
        "LoadShoe proposed by Dora",
        *NOT_BY_THESE,
        "LoadShoe by Dora + Sue",
        "ShoeLoaded in a Round",
        "ShoeLive",
        "Resumed drawn_together",
        "LoadShoe of Dora refused: wrong_state",
        "5D to banker",
        *CERTIFIED,
        WON,
        LOST,
        "RoundEnded",
    ]
    assert table.moved() == MOVED
    table.reads("T01", "Banker wins", "You win 45")
    table.reads("display", "Banker wins")
