"""001 §5.2: a Player Terminal loses power around a Bet. The Round goes on."""

import pytest

from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from tests.scenarios.table import ANOTHER, OVER_CAP, Layouts, Table
from tests.scenarios.telling import BEGUN, CERTIFIED, dealt
from tests.ui.dealer import DAN, DORA, SUE

BETS: Layouts = {"T01": {"banker": 5_000}, "T02": {"player": 2_500, "tie": 500}}


@pytest.mark.rule("001 §5.2", "001 §5.2.1")
def test_5_2_1(table: Table) -> None:
    """Registered: settled while the terminal is dark, and paid by hand by two; when it is back it shows the same."""
    table.bets(BETS)
    table.kill("T01")
    table.no_more_bets()
    table.deal("2C 4D 5S 5H")  # Banker, a natural 9
    table.certify()
    assert table.story() == [
        *BEGUN,
        *dealt("2C 4D 5S 5H"),
        *CERTIFIED,
        "Settled T01 banker 5000>10000 §4.1",
        "Settled T02 player 2500>0 §3.13, tie 500>0 §3.13",
        "RoundEnded",
    ]
    assert table.moved() == {"T01": 5_000, "T02": -3_000, "house": -2_000}
    table.reads("panel", "Seats: 1 of 2 connected")

    # By hand, beside who asks: not the same person twice, nor a second Dealer, nor more than is there.
    table.panel.choose("seat.T01", "seat.do.pay_by_hand")
    table.panel.type("amount", "50", "figure")
    table.panel.tap("form.send")
    assert table.panel.signed_in_vain_by(DORA) == ANOTHER
    assert table.panel.signed_in_vain_by(DAN) == OVER_CAP
    table.panel.signed_by(SUE)
    table.gives(m.PayByHand(PlayerId("T01"), 10_000_000))
    table.panel.tap("seat.close")
    assert table.story() == [
        "PayByHand proposed by Dora",
        "signature of Dora refused: second_person",
        "signature of Dan refused: over_cap",
        "PayByHand by Dora + Sue",
        "HandPaid T01 5000",
        "PayByHand of Dora refused: credit",
    ]
    assert table.moved() == {"T02": -3_000, "house": -2_000}

    table.start("T01")
    table.reads("T01", "Banker wins", "You win 50", "Won at 1 to 1")
    assert table.moved() == {"T02": -3_000, "house": -2_000}
    table.reads("display", "Banker wins")


@pytest.mark.rule("001 §5.2", "001 §5.2.2")
def test_5_2_2(table: Table) -> None:
    """Not registered: the terminal had written its Bet down and lost power before it could send it. It is returned."""
    table.kill("T02")
    table.start("T02", kill_at="after_commit/LayoutSent")
    table.level("T02")
    table.wish(BETS)
    table.panel.do_next("open_bets")
    table.dies("T02")
    table.until(lambda: table.registered() == {"T01": {"banker": 5_000}}, "T01 has bet")
    table.no_more_bets()

    # Too late: it is back, remembers its Bet, and the console takes it no more.
    table.start("T02")
    table.reads("T02", "No more bets", "Not registered in time: the bets are returned (5.2.2)", "25 returned")
    table.deal("2D 4C 5C 5D")
    table.certify()
    assert table.story() == [
        *BEGUN,
        *dealt("2D 4C 5C 5D"),
        *CERTIFIED,
        "Settled T01 banker 5000>10000 §4.1",
        "RoundEnded",
    ]
    assert {event.terminal for event in table.told(e.LayoutRegistered)} == {"T01"}
    assert table.moved() == {"T01": 5_000, "house": -5_000}
    table.reads("T02", "Banker wins", "25 returned", "5 returned")
    table.reads("T01", "You win 50")
    table.reads("panel", "Banker wins with 9", "Seats: 2 of 2 connected")
    table.reads("display", "Banker wins")
