"""What only document 000 has: RWS Pairs and Boom Busted. The rest it shares with 003: `test_blackjack.py`."""

import pytest

from games.blackjack.plus import BOOM_BUSTED_PAYS, BlackjackPlus, boom_busted_verdict, rws_pairs_verdict
from games.cards import parse_card
from games.money import Odds
from games.round import DealingError, Felt, InterimSettled, Limit, Outcome, Verdict, Voided
from tests.rules.table import Table

GAME = BlackjackPlus()

# Cards that the Dealer draws on a 2, how many he has when he busts, and what that pays.
BUSTS = [
    ("TD TC", 3, 2),
    ("TD 3C TH", 4, 2),
    ("5D 5C 4C TH", 5, 4),
    ("2C 2H 6S 4C TH", 6, 12),
    ("2C 2H 2S 2D 5C TH", 7, 50),
    ("2C 2H 2S 2D 2C 2H TH", 8, 200),
    ("2C 2H 2S 2D 2C 2H AC TH", 9, 200),
]


def alone(dealt: str = "", **bets: int) -> Table:
    """A sits at box 1, bets, and these cards come: box, Dealer, box."""
    return Table(GAME, seats={1: "A"}).bet("A", **bets).close().deal(dealt)


def against(drawn: str, **bets: int) -> Table:
    """A stands on 20, the Dealer begins with a 2 and draws."""
    return alone("TS 2D KS", **bets).no_more_offers().choose("A", "stand").deal(drawn)


# --- RWS Pairs -----------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "000 §1.25",
    "000 §3.14",
    "000 §3.14.1",
    "000 §3.14.2",
    "000 §3.14.3",
    "000 §3.14.4",
    "000 §4.1.2",
    "000 §4.1",
    "000 §3.13",
)
@pytest.mark.parametrize(
    ("first", "second", "line"),
    [
        ("AS", "AS", (100, 5100, "won", "4.1.2")),  # Ace Pair Suited
        ("QS", "QS", (100, 2100, "won", "4.1.2")),  # Suited Pair
        ("5C", "5C", (100, 2100, "won", "4.1.2")),
        ("QC", "QS", (100, 1300, "won", "4.1.2")),  # Coloured Pair
        ("AD", "AH", (100, 1300, "won", "4.1.2")),
        ("QC", "QH", (100, 700, "won", "4.1.2")),  # Mixed Pair
        ("AS", "AD", (100, 700, "won", "4.1.2")),
        ("QS", "KS", (100, 0, "lost", "3.14")),  # of equal value, but no pair
        ("TS", "JS", (100, 0, "lost", "3.14")),
        ("2S", "3S", (100, 0, "lost", "3.14")),
    ],
)
def test_000_3_14_a_pair_pays_by_its_suits_and_colours(
    first: str, second: str, line: tuple[int, int, str, str]
) -> None:
    for one, two in ((first, second), (second, first)):
        assert alone(f"{one} 6D {two}", main=1000, rws_pairs=100).lines("A") == {"1/rws_pairs": line}
    verdict = rws_pairs_verdict(parse_card(first), parse_card(second))
    assert (verdict.outcome, verdict.paragraph) == (line[2], line[3])


@pytest.mark.rule("000 §3.13", "000 §3.14", "000 §5.16")
def test_000_3_13_rws_pairs_are_settled_before_the_subsequent_deal_and_stay_so() -> None:
    table = alone("8S 6D", main=1000, rws_pairs=100)
    assert table.lines("A") == {}
    assert table.deal("8C").lines("A") == {"1/rws_pairs": (100, 1300, "won", "4.1.2")}
    table.no_more_offers().choose("A", "split").deal("TS").choose("A", "hit").deal("9S")
    assert table.lines("A") == {
        "1/rws_pairs": (100, 1300, "won", "4.1.2"),  # apart from the Hand, which is bust
        "1/main": (1000, 0, "lost", "3.19"),
    }
    table.deal("9C").choose("A", "stand").deal("TD TC")
    assert table.lines("A")["1/rws_pairs"] == (100, 1300, "won", "4.1.2")


@pytest.mark.rule("000 §3.9")
def test_000_3_9_rws_pairs_need_an_initial_bet_of_anybody_on_that_box() -> None:
    table = Table(GAME)
    assert table.refused_bet("B", 1, rws_pairs=100) == "bad_stake §3.9"
    table.bet("A", 1, main=1000)
    assert table.refused_bet("B", 2, rws_pairs=100) == "bad_stake §3.9"
    table.bet("B", 1, rws_pairs=5000).close().deal("8S 6D 8C")  # more than the Initial Bet: 000 has no such bound
    assert table.lines("B") == {"1/rws_pairs": (5000, 65000, "won", "4.1.2")}


@pytest.mark.rule("000 §5.15")
def test_000_5_15_rws_pairs_left_without_any_initial_bet_on_the_box_go_back() -> None:
    table = Table(GAME).bet("A", 1, main=1000).bet("A", 2, main=100).bet("B", 1, rws_pairs=100).bet("A", 1, main=0)
    assert table.close().lines("B") == {"1/rws_pairs": (100, 100, "returned", "5.15")}
    kept = Table(GAME).bet("A", 1, main=1000).bet("B", 1, rws_pairs=100).close().deal("8S 6D 9C")
    assert kept.lines("B") == {"1/rws_pairs": (100, 0, "lost", "3.14")}


# --- Boom Busted ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("000 §1.3", "000 §3.26", "000 §3.26.3", "000 §4.1.3", "000 §4.1", "000 §3.25")
@pytest.mark.parametrize(("drawn", "count", "odds"), BUSTS)
def test_000_3_26_boom_busted_pays_by_the_number_of_cards_of_the_bust(drawn: str, count: int, odds: int) -> None:
    table = alone("TS 2D KS", main=1000, boom_busted=10).no_more_offers().choose("A", "stand")
    for card in drawn.split():
        assert table.lines("A") == {}
        table.deal(card)
    assert len(table.hands["dealer"].split()) == count
    assert table.lines("A") == {
        "1/main": (1000, 2000, "won", "4.1.1"),
        "1/boom_busted": (10, 10 + 10 * odds, "won", "4.1.3"),
    }
    assert boom_busted_verdict(table.round) == Verdict(Outcome.WON, Odds(odds), "4.1.3")


@pytest.mark.rule("000 §4.1.3")
def test_000_4_1_3_two_cards_cannot_bust_and_eight_stands_for_more() -> None:
    assert BOOM_BUSTED_PAYS == {3: 2, 4: 2, 5: 4, 6: 12, 7: 50, 8: 200}


@pytest.mark.rule("000 §3.26.2", "000 §3.26")
@pytest.mark.parametrize("drawn", ["TD 5C", "TD 9C", "KD 6C", "2C 3C 4C 5C 5D"])
def test_000_3_26_2_boom_busted_loses_when_the_dealer_does_not_bust(drawn: str) -> None:
    assert against(drawn, main=1000, boom_busted=10).lines("A")["1/boom_busted"] == (10, 0, "lost", "3.26.2")


@pytest.mark.rule("000 §3.26.1", "000 §3.24")
def test_000_3_26_1_the_dealer_draws_on_for_boom_busted_though_no_hand_is_left() -> None:
    bust = alone("TS 6D 6H", main=1000, boom_busted=10).no_more_offers().choose("A", "hit").deal("KS")
    assert (bust.finished, bust.expects) == (False, "dealer")
    assert bust.deal("TD").expects == "dealer"
    bust.deal("9C")
    assert bust.lines("A") == {"1/main": (1000, 0, "lost", "3.19"), "1/boom_busted": (10, 30, "won", "4.1.3")}
    assert alone("TS 6D 6H", main=1000, boom_busted=10).surrender("A").no_more_offers().expects == "dealer"
    assert alone("AS 6D KH", main=1000, boom_busted=10).expects == "dealer"
    without = alone("TS 6D 6H", main=1000).no_more_offers().choose("A", "hit").deal("KS")
    assert (without.finished, without.expects) == (True, None)


@pytest.mark.rule("000 §3.9.1")
def test_000_3_9_1_boom_busted_needs_an_initial_bet_on_any_box() -> None:
    table = Table(GAME)
    assert table.refused_bet("B", 3, boom_busted=100) == "bad_stake §3.9.1"
    table.bet("A", 1, main=1000).bet("B", 3, boom_busted=100).close()
    assert table.hands == {"1": "", "dealer": ""}  # and brings no cards to its box
    table.deal("TS 6D 9S").no_more_offers().choose("A", "stand").deal("TD 9C")
    assert table.lines("B") == {"3/boom_busted": (100, 300, "won", "4.1.3")}


@pytest.mark.rule("000 §3.5", "000 §3.9.1")
def test_000_3_9_1_boom_busted_is_one_bet_of_a_player_whichever_boxes_its_chips_lie_on() -> None:
    table = Table(GAME, limits={"boom_busted": Limit(10, 500)}).bet("A", 1, main=1000, boom_busted=300)
    assert table.refused_bet("A", 2, boom_busted=300) == "bad_stake §3.5"
    table.bet("A", 2, boom_busted=200).bet("B", 1, boom_busted=500)
    assert table.bets_of("A") == {"1/main": 1000, "1/boom_busted": 300, "2/boom_busted": 200}
    table.bet("A", 1, boom_busted=100).bet("A", 2, boom_busted=400)


@pytest.mark.rule("000 §3.9.1", "000 §5.15")
def test_000_5_15_boom_busted_goes_back_when_no_box_has_an_initial_bet() -> None:
    table = Table(GAME).bet("A", 1, main=1000).bet("B", 3, boom_busted=100).bet("A", 1, main=0).close()
    assert table.finished
    assert table.lines("B") == {"3/boom_busted": (100, 100, "returned", "5.15")}
    assert boom_busted_verdict(GAME.begin(Felt())) is None


@pytest.mark.rule("000 §3.25")
def test_000_3_25_boom_busted_is_settled_with_the_end_of_the_round_and_not_before() -> None:
    table = alone("TS 2D 9S", main=1000, boom_busted=10, rws_pairs=10).no_more_offers()
    assert table.lines("A") == {"1/rws_pairs": (10, 0, "lost", "3.14")}
    table.choose("A", "stand").deal("TD 3C")
    assert table.lines("A") == {"1/rws_pairs": (10, 0, "lost", "3.14")}  # 15: he draws on
    table.deal("4C")
    assert table.lines("A") == {
        "1/rws_pairs": (10, 0, "lost", "3.14"),
        "1/boom_busted": (10, 0, "lost", "3.26.2"),
        "1/main": (1000, 1000, "returned", "3.24.4"),
    }


@pytest.mark.rule("000 §5.7.3", "000 §1.18")
def test_000_5_7_3_boom_busted_goes_back_even_after_the_interim_settlement() -> None:
    table = alone("8S 6D 8C", main=1000, boom_busted=10, rws_pairs=10).no_more_offers()
    table.rule(InterimSettled()).rule(DealingError()).answer("options", "A", "withdraw").close()
    assert table.finished  # no card for nobody
    assert table.lines("A") == {
        "1/main": (1000, 1000, "returned", "5.7.3"),
        "1/boom_busted": (10, 10, "returned", "5.7.3"),
        "1/rws_pairs": (10, 130, "won", "4.1.2"),
    }


@pytest.mark.rule("000 §3.26.1", "000 §5.7.3")
@pytest.mark.parametrize("leaver", ["A", "B"])
def test_000_3_26_1_the_dealer_draws_for_boom_busted_only_while_somebody_has_such_a_bet(leaver: str) -> None:
    table = Table(GAME, seats={1: "A"}).bet("A", 1, main=1000).bet("B", 1, boom_busted=10).close().deal("TS 6D 6H")
    table.no_more_offers().choose("A", "hit").deal("KS").rule(DealingError())
    assert table.answer("options", leaver, "withdraw").close().expects == ("dealer" if leaver == "A" else None)
    assert table.finished == (leaver == "B")


@pytest.mark.rule("000 §5.7.3")
def test_000_5_7_3_boom_busted_without_any_box_left_in_the_initial_deal_goes_back() -> None:
    table = Table(GAME, seats={1: "A"}).bet("A", 1, main=1000).bet("B", 1, boom_busted=10).close().deal("TS 6D")
    table.rule(DealingError()).answer("options", "A", "withdraw").close()
    assert (table.finished, table.expects) == (True, None)
    assert table.lines("B") == {"1/boom_busted": (10, 10, "returned", "5.15")}
    assert (table.hands, table.surplus, table.out_of_play) == ({"dealer": "6D"}, "", "TS")


@pytest.mark.rule("000 §5.17")
def test_000_5_17_a_void_returns_rws_pairs_and_boom_busted_too() -> None:
    table = alone("8S 6D 8C", main=1000, rws_pairs=10, boom_busted=20).rule(Voided("5.5.2"))
    assert table.lines("A") == {
        "1/main": (1000, 1000, "returned", "5.17"),
        "1/rws_pairs": (10, 10, "returned", "5.17"),
        "1/boom_busted": (20, 20, "returned", "5.17"),
    }
