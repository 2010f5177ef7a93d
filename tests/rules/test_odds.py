"""The exact odds: against figures known to everybody, against other ways to count, and against closed forms."""

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, perm

import pytest

from games.baccarat.odds import baccarat_odds, baccarat_ways
from games.blackjack.odds import blackjack_odds, blackjack_plus_odds, dealer_bust_odds
from games.money import Odds
from games.odds import BetOdds, GameOdds, Payment
from games.three_pictures.odds import three_pictures_odds
from simulation import oracle

ODDS = {
    "baccarat": baccarat_odds,
    "three_pictures": three_pictures_odds,
    "blackjack": blackjack_odds,
    "blackjack_plus": blackjack_plus_odds,
}


def edges(odds: GameOdds) -> dict[str, str]:
    return {bet.bet: f"{100 * float(bet.house_edge):.4f} %" for bet in odds.bets}


def chances(odds: GameOdds, *events: str) -> dict[str, str]:
    return {event: f"{float(odds.events[event]):.6f}" for event in events}


MAIN_EVENTS = ("player", "banker", "tie", "banker_on_six")


# --- baccarat --------------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §3.10", "001 §3.11", "001 §4.1")
def test_baccarat_with_eight_decks_has_the_figures_of_the_trade() -> None:
    odds = baccarat_odds(8)
    assert chances(odds, *MAIN_EVENTS) == {
        "player": "0.446247",
        "banker": "0.458597",
        "tie": "0.095156",
        "banker_on_six": "0.053864",
    }
    assert edges(odds) == {
        "player": "1.2351 %",
        "banker": "1.4581 %",
        "tie": "14.3596 %",
        "player_pair": "10.3614 %",
        "banker_pair": "10.3614 %",
    }


def test_baccarat_with_eight_decks_has_the_published_numbers_of_combinations() -> None:
    all_ways = 4_998_398_275_503_360
    assert perm(416, 6) == all_ways
    odds = baccarat_odds(8)
    assert odds.events["banker"] * all_ways == 2_292_252_566_437_888
    assert odds.events["player"] * all_ways == 2_230_518_282_592_256
    assert odds.events["tie"] * all_ways == 475_627_426_473_216


def test_baccarat_with_six_and_four_decks() -> None:
    six, four = baccarat_odds(6), baccarat_odds(4)
    assert chances(six, *MAIN_EVENTS) == {
        "player": "0.446279",
        "banker": "0.458653",
        "tie": "0.095069",
        "banker_on_six": "0.053844",
    }
    assert edges(six) == {
        "player": "1.2374 %",
        "banker": "1.4548 %",
        "tie": "14.4382 %",
        "player_pair": "11.2540 %",
        "banker_pair": "11.2540 %",
    }
    assert chances(four, *MAIN_EVENTS) == {
        "player": "0.446340",
        "banker": "0.458761",
        "tie": "0.094898",
        "banker_on_six": "0.053806",
    }
    assert edges(four) == {
        "player": "1.2421 %",
        "banker": "1.4482 %",
        "tie": "14.5916 %",
        "player_pair": "13.0435 %",
        "banker_pair": "13.0435 %",
    }


def oracle_rounds(decks: int) -> Iterator[tuple[int, int, int, bool, int]]:
    """Player's total, Banker's, cards, natural, and in how many ways: card after card, by the oracle's tables."""
    left = [16 * decks] + [4 * decks] * 9

    def draw(ways: int) -> Iterator[tuple[int, int]]:
        for points, copies in enumerate(left):
            if copies > 0:
                left[points] -= 1
                yield points, ways * copies
                left[points] += 1

    for first, ways_1 in draw(1):
        for second, ways_2 in draw(ways_1):
            for third, ways_3 in draw(ways_2):
                for fourth, ways_4 in draw(ways_3):
                    player, banker = (first + third) % 10, (second + fourth) % 10
                    if oracle.PLAYERS_COLUMN[player] == "n" or banker >= 8:
                        yield player, banker, 4, True, ways_4
                    elif oracle.PLAYERS_COLUMN[player] == "d":
                        for fifth, ways_5 in draw(ways_4):
                            if str(fifth) in oracle.BANKERS_COLUMNS[banker][0]:
                                for sixth, ways_6 in draw(ways_5):
                                    yield (player + fifth) % 10, (banker + sixth) % 10, 6, False, ways_6
                            else:
                                yield (player + fifth) % 10, banker, 5, False, ways_5
                    elif oracle.BANKER_ALONE[banker] == "d":
                        for fifth, ways_5 in draw(ways_4):
                            yield player, (banker + fifth) % 10, 5, False, ways_5
                    else:
                        yield player, banker, 4, False, ways_4


@pytest.mark.rule("001 §3.8", "001 §3.9", "001 §3.10")
@pytest.mark.parametrize("decks", [4, 6, 8])
def test_baccarat_agrees_with_the_second_implementation_to_the_last_way(decks: int) -> None:
    expected: defaultdict[tuple[int, int, int, bool], int] = defaultdict(int)
    for player, banker, cards, natural, ways in oracle_rounds(decks):
        expected[player, banker, cards, natural] += ways * perm(52 * decks - cards, 6 - cards)
    found = {(end.player, end.banker, end.cards, end.natural): ways for end, ways in baccarat_ways(decks).items()}
    assert found == expected
    assert sum(found.values()) == perm(52 * decks, 6)


@pytest.mark.rule("001 §4.1")
@pytest.mark.parametrize("decks", range(4, 9))
def test_baccarat_edges_follow_from_the_probabilities(decks: int) -> None:
    odds = baccarat_odds(decks)
    player, banker, tie, on_six = (odds.events[event] for event in MAIN_EVENTS)
    pair = Fraction(4 * decks - 1, 52 * decks - 1)
    assert player + banker + tie == 1
    assert odds.bet("player").house_edge == banker - player
    assert odds.bet("banker").house_edge == player - banker + on_six / 2
    assert odds.bet("tie").house_edge == 1 - 9 * tie
    assert odds.bet("player_pair").house_edge == odds.bet("banker_pair").house_edge == 1 - 12 * pair
    assert odds.events["player_pair"] == odds.events["banker_pair"] == pair
    assert odds.bet("banker").wins == banker


def test_baccarat_takes_about_4_94_cards_a_round() -> None:
    events = baccarat_odds(8).events
    cards = 4 * events["four_cards"] + 5 * events["five_cards"] + 6 * events["six_cards"]
    assert f"{float(cards):.4f}" == "4.9388"
    assert events["four_cards"] > events["natural"] > 0
    assert f"{float(events['natural']):.6f}" == "0.343049"


# --- Three Pictures ---------------------------------------------------------------------------------------------


Held = tuple[int, int, int]  # cards, Picture Cards, points


@cache
def three_pictures_by_dealing_the_deck() -> dict[tuple[Held, Held], int]:
    """Goes through the deck card by card: each goes to the box, to the Dealer or to neither. Counts all outcomes."""
    ways: dict[tuple[Held, Held], int] = {((0, 0, 0), (0, 0, 0)): 1}
    for rank in "A23456789TJQK" * 4:
        picture, points = int(rank in "JQK"), "A23456789".find(rank) + 1
        grown: defaultdict[tuple[Held, Held], int] = defaultdict(int)
        for (box, dealer), count in ways.items():
            grown[box, dealer] += count
            if box[0] < 3:
                grown[(box[0] + 1, box[1] + picture, (box[2] + points) % 10), dealer] += count
            if dealer[0] < 3:
                grown[box, (dealer[0] + 1, dealer[1] + picture, (dealer[2] + points) % 10)] += count
        ways = grown
    return {hands: count for hands, count in ways.items() if hands[0][0] == hands[1][0] == 3}


def value(hand: Held) -> int:
    """Appendix C as one number: points first, then Picture Cards; three of them beat everything."""
    _, pictures, points = hand
    return 1000 if pictures == 3 else 10 * points + pictures


@pytest.mark.rule("002 §3.3", "002 §3.13.1", "002 §3.13.2", "002 §3.13.3", "002 §3.13.4", "002 §4.1")
def test_three_pictures_agrees_with_dealing_the_deck() -> None:
    ways = three_pictures_by_dealing_the_deck()
    all_ways = comb(52, 3) * comb(49, 3)
    assert sum(ways.values()) == all_ways
    expected = dict.fromkeys(("win", "win_on_six", "lose", "same_ranking", "same_points", "three_pictures"), 0)
    for (box, dealer), count in ways.items():
        expected["win"] += count * (value(box) > value(dealer))
        expected["win_on_six"] += count * (value(box) > value(dealer) and box[2] == 6)
        expected["lose"] += count * (value(box) < value(dealer))
        expected["same_ranking"] += count * (value(box) == value(dealer))
        expected["same_points"] += count * (box[2] == dealer[2])
        expected["three_pictures"] += count * (box[1] == 3)
    assert three_pictures_odds().events == {event: Fraction(count, all_ways) for event, count in expected.items()}


@pytest.mark.rule("002 §4.1")
def test_three_pictures_edges_follow_from_the_probabilities() -> None:
    odds = three_pictures_odds()
    events = odds.events
    assert events["win"] == events["lose"]  # box and Dealer do the same
    assert events["win"] + events["lose"] + events["same_ranking"] == 1
    assert events["three_pictures"] == Fraction(comb(12, 3), comb(52, 3))
    assert odds.bet("initial").house_edge == events["win_on_six"] / 2
    assert odds.bet("tie").house_edge == 1 - 9 * events["same_points"]
    assert odds.bet("three_pictures").house_edge == 1 - 17 * events["three_pictures"]
    assert edges(odds) == {"initial": "3.0560 %", "tie": "10.0088 %", "three_pictures": "83.0769 %"}


# --- side bets of Blackjack and Blackjack Plus -------------------------------------------------------------------


@pytest.mark.rule("003 §1.18", "003 §1.35", "003 §3.13.1", "003 §3.13.2", "003 §4.1.1")
@pytest.mark.parametrize("decks", range(4, 9))
def test_003_3_13_the_side_bets_on_two_cards_have_closed_forms(decks: int) -> None:
    copies = {points: 16 * decks if points == 10 else 4 * decks for points in range(1, 11)}
    ways = {(one, other): copies[one] * (copies[other] - (one == other)) for one, other in product(copies, repeat=2)}
    all_ways = perm(52 * decks, 2)
    assert sum(ways.values()) == all_ways
    under = Fraction(sum(count for pair, count in ways.items() if sum(pair) < 13), all_ways)
    over = Fraction(sum(count for pair, count in ways.items() if sum(pair) > 13), all_ways)
    pair = Fraction(4 * decks - 1, 52 * decks - 1)
    odds = blackjack_odds(decks)
    assert odds.events == {"player_pair": pair, "under_13": under, "over_13": over, "exactly_13": 1 - under - over}
    assert [bet.house_edge for bet in odds.bets] == [1 - 12 * pair, 1 - 2 * under, 1 - 2 * over]


@pytest.mark.rule("000 §3.14.1", "000 §3.14.2", "000 §3.14.3", "000 §3.14.4", "000 §4.1.2")
@pytest.mark.parametrize("decks", range(4, 9))
def test_000_3_14_rws_pairs_have_closed_forms(decks: int) -> None:
    """Whatever the first card is: so many others of its rank are of the same suit, colour, or of the other colour."""
    others = 52 * decks - 1
    expected = {
        "ace_pair_suited": Fraction(decks - 1, others) / 13,
        "suited_pair": Fraction(decks - 1, others) * 12 / 13,
        "coloured_pair": Fraction(decks, others),
        "mixed_pair": Fraction(2 * decks, others),
    }
    odds = blackjack_plus_odds(decks)
    assert {event: odds.events[event] for event in expected} == expected
    pays = (50, 20, 12, 6)
    won = sum(chance * (1 + pay) for chance, pay in zip(expected.values(), pays, strict=True))
    assert odds.bet("rws_pairs").house_edge == 1 - won


def dealt_out(decks: int) -> dict[int, Fraction]:
    """The Dealer's busts by number of cards: every order of cards by itself, drawn one by one."""
    left = [0] + [4 * decks] * 9 + [16 * decks]
    busts: defaultdict[int, Fraction] = defaultdict(Fraction)

    def draw(cards: int, hard: int, ace: bool, ways: int) -> None:
        total = hard + 10 if ace and hard + 10 <= 21 else hard
        if total > 21:
            busts[cards] += Fraction(ways, perm(52 * decks, cards))
        elif total < 17:
            for points in range(1, 11):
                copies = left[points]
                left[points] -= 1
                draw(cards + 1, hard + points, ace or points == 1, ways * copies)
                left[points] += 1

    draw(0, 0, False, 1)
    return busts


@pytest.mark.rule("000 §3.24", "000 §3.26", "000 §4.1.3")
@pytest.mark.parametrize("decks", [4, 8])
def test_000_3_26_boom_busted_agrees_with_every_order_of_cards(decks: int) -> None:
    busts = dealt_out(decks)
    assert min(busts) == 3
    eight_or_more = sum((chance for cards, chance in busts.items() if cards >= 8), Fraction())
    expected = {cards: busts[cards] for cards in range(3, 8)} | {8: eight_or_more}
    assert dealer_bust_odds(decks) == expected
    pays = {3: 2, 4: 2, 5: 4, 6: 12, 7: 50, 8: 200}
    won = sum(chance * (1 + pays[cards]) for cards, chance in expected.items())
    assert blackjack_plus_odds(decks).bet("boom_busted").house_edge == 1 - won


def test_000_4_1_3_boom_busted_with_eight_decks() -> None:
    assert edges(blackjack_plus_odds(8)) == {"rws_pairs": "8.6376 %", "boom_busted": "8.2597 %"}


# --- all of them ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ODDS)
@pytest.mark.parametrize("decks", [1, 4, 8])
def test_the_ends_of_each_bet_add_up_to_one(game: str, decks: int) -> None:
    odds = ODDS[game](decks)
    documents = {"baccarat": "001", "three_pictures": "002", "blackjack": "003", "blackjack_plus": "000"}
    assert (odds.document, odds.decks) == (documents[game], decks)
    for bet in odds.bets:
        assert sum(payment.probability for payment in bet.payments) == 1
        assert all(payment.probability >= 0 for payment in bet.payments)
        assert 0 < bet.house_edge < 1


def test_the_edge_and_variance_of_a_bet() -> None:
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    bet = BetOdds(
        "coin",
        (
            Payment("head", Odds(1), quarter),
            Payment("edge", Odds(1, 2), quarter),
            Payment("lent", Odds(0), quarter),
            Payment("tail", Odds(-1), quarter),
        ),
    )
    assert bet.wins == half
    assert bet.house_edge == -Fraction(1, 8)
    assert bet.variance == Fraction(9, 16) - Fraction(1, 64)
