"""001 §5.1: the console loses power in a Round."""

import pytest

from games.round import Voided
from protocol import messages as m
from tests.scenarios.rounds import NOT_BY_THESE, begin, sign_in_vain
from tests.scenarios.table import Table
from tests.ui.dealer import SUE


@pytest.mark.rule("001 §5.1.1")
def test_5_1_1(table: Table) -> None:
    """An outcome is established: the Round is concluded, and nobody can void it for the interruption."""
    begin(table)  # the Player Pair has lost
    table.restart_console()
    assert table.story()[-4:] == ["4D to banker", "QH to player", "ConsoleStarted", "Interrupted"]
    table.reads("panel", "The round was interrupted", "A bet is already decided: the round is concluded.", "§5.1.1")
    table.reads("T01", "The round was interrupted", "Your registered bets stand. A Supervisor decides what follows.")
    table.reads("display", "Play is paused", "The round was interrupted")

    # Refused: that it affects the Round, a Void under the other paragraph, the same person twice, a second Dealer.
    assert "step.void" not in table.panel.screen.touchable()
    table.gives(m.AnswerInterruption(affects=True))
    table.gives(m.Rule(Voided("5.1.2"), "5.1.2"))
    table.panel.choose("step.conclude", "form.send")
    sign_in_vain(table)
    assert table.story() == [
        "AnswerInterruption of Dora refused: established",
        "Rule of Dora refused: illegal_ruling",
        "AnswerInterruption proposed by Dora",
        *NOT_BY_THESE,
    ]

    table.panel.signed_by(SUE)
    table.deal("5S")
    table.gives(m.AnswerInterruption(affects=True))  # too late: it is answered
    table.certify()
    assert table.story() == [
        "AnswerInterruption by Dora + Sue",
        "InterruptionAnswered does not affect",
        "5S to banker",
        "AnswerInterruption of Dora refused: not_halted",
        "Certify by Dora",
        "Certified",
        "Settled T01 banker 5000>10000 §4.1, tie 500>0 §3.13",
        "Settled T02 player 2500>0 §3.13, player_pair 500>0 §3.13",
        "RoundEnded",
    ]
    assert table.moved() == {"T01": 4_500, "T02": -3_000, "house": -1_500}
    table.reads("panel", "Banker wins with 9  ·  Natural", "certified and settled")
    table.reads("T01", "Banker wins", "You win 45")
    table.reads("T02", "Banker wins", "Net -30")
    table.reads("display", "Banker wins")


@pytest.mark.rule("001 §5.1.2", "001 §5.11")
def test_5_1_2(table: Table) -> None:
    """No outcome is established, and the interruption affects the Round: it is void, and all Bets go back."""
    begin(table, "KS 4D")
    table.restart_console()
    assert table.story()[-2:] == ["ConsoleStarted", "Interrupted"]
    table.reads("panel", "No bet is decided yet. Does the interruption affect the rest of the round?", "§5.1")
    table.reads("T02", "The round was interrupted", "Your registered bets stand. A Supervisor decides what follows.")

    # Refused: a certificate, the same person twice, a second Dealer.
    table.gives(m.Certify(bytes(32)))
    table.panel.choose("step.interruption_affects", "form.send")
    sign_in_vain(table)
    assert table.story() == ["Certify of Dora refused: halted", "AnswerInterruption proposed by Dora", *NOT_BY_THESE]

    table.panel.signed_by(SUE)
    table.panel.until_next("open_bets")
    assert table.story() == [
        "AnswerInterruption by Dora + Sue",
        "InterruptionAnswered affects",
        "Voided under 5.1.2",
        "Settled T01 banker 5000>5000 §5.11, tie 500>500 §5.11",
        "Settled T02 player 2500>2500 §5.11, player_pair 500>500 §5.11",
        "RoundEnded void",
    ]
    assert table.moved() == {}
    table.reads("panel", "VOID §5.1.2  ·  all bets are returned")
    why = "5.1.2: The round was interrupted before any bet had won or lost."
    table.reads("T01", "This round is void", "are returned: 55.", why, "5.11: every bet of a void round is returned.")
    table.reads("T02", "This round is void", "are returned: 30.", why)
    table.reads("display", "This round is void", "(5.1.2)   ·   All bets are returned (5.11)")

    # Too late: it is answered.
    table.gives(m.AnswerInterruption(affects=False))
    assert table.story() == ["AnswerInterruption of Dora refused: wrong_state"]
    assert table.moved() == {}
