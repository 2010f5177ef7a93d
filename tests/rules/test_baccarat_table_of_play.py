"""Every cell of the Table of Play: all sequences of point values that a Round can take, against a second opinion.

Walks the tree of prefixes, so that a Round of four cards is looked at once and not a hundred times.
"""

from collections.abc import Iterator, Mapping
from itertools import product

import pytest

from games.baccarat.rules import (
    BANKER,
    BANKER_PAIR,
    PLAYER,
    PLAYER_PAIR,
    TIE,
    Baccarat,
    BaccaratRound,
    dealt,
    decided,
    fold,
    hands_of,
    point_total,
    result_of,
)
from games.cards import Card, Rank, Suit, parse_card
from games.round import NO_BETS, PlayerId, Spot, Verdict
from simulation import oracle

GAME = Baccarat()
ANYBODY = PlayerId("T1")
# A card for each point value; two of each, so that cards of the same value are not always the same card.
BY_POINTS = {points: parse_card(f"{rank}S") for points, rank in enumerate("KA23456789")}
ALSO_BY_POINTS = {points: parse_card(f"{rank}D") for points, rank in enumerate("TA23456789")}
MAIN_SPOTS = (PLAYER, BANKER, TIE)

Fates = Mapping[Spot, oracle.Fate]


def plain(verdicts: Mapping[Spot, Verdict]) -> Fates:
    return {spot: (verdict.outcome.value, verdict.odds.pays, verdict.odds.to) for spot, verdict in verdicts.items()}


class Walk:
    """Goes through all Rounds, card by card, and counts what it has seen."""

    def __init__(self) -> None:
        self.nodes_by_cards = [0] * 7
        self.rounds_by_cards = [0] * 7

    def go(self, before: BaccaratRound, player: list[str], banker: list[str]) -> set[tuple[oracle.Fate, ...]]:
        """Looks at this Round and at all that can follow; gives the fates of the main Bets that it met."""
        self.nodes_by_cards[len(before.cards)] += 1
        turn = oracle.whose_turn(player, banker)
        assert GAME.expects(before) == turn, before.cards
        assert GAME.finished(before) == (turn is None), before.cards
        if turn is None:
            return self.end(before, player, banker)
        met = set[tuple[oracle.Fate, ...]]()
        by_points = ALSO_BY_POINTS if len(before.cards) % 2 else BY_POINTS
        for card in by_points.values():
            if turn == "player":
                met |= self.go(dealt(before, card), [*player, card.text], banker)
            else:
                met |= self.go(dealt(before, card), player, [*banker, card.text])
        # 5.1.1: what all these Rounds have in common is decided now, and nothing else is.
        common = {
            spot: fates.pop()
            for place, spot in enumerate(MAIN_SPOTS)
            if len(fates := {main[place] for main in met}) == 1
        }
        found = plain(decided(before))
        assert {spot: fate for spot, fate in found.items() if spot in MAIN_SPOTS} == common, before.cards
        return met

    def end(self, ended: BaccaratRound, player: list[str], banker: list[str]) -> set[tuple[oracle.Fate, ...]]:
        self.rounds_by_cards[len(ended.cards)] += 1
        assert [[card.text for card in hand] for hand in hands_of(ended.cards)] == [player, banker]
        fates = oracle.fates(player, banker)
        verdicts = GAME.verdicts(ended, ANYBODY, NO_BETS)
        assert plain(verdicts) == fates, ended.cards
        totals = oracle.second_digit(player), oracle.second_digit(banker)
        assert (ended.player, ended.banker) == totals, ended.cards
        shown = result_of(ended)
        assert shown.winner == oracle.who_won(player, banker), ended.cards
        assert shown.winning_points == max(totals), ended.cards
        assert shown.natural == oracle.is_natural(player, banker), ended.cards
        return {tuple(fates[spot] for spot in MAIN_SPOTS)}


@pytest.mark.rule("001 §3.8", "001 §3.9", "001 §3.10", "001 §3.11", "001 §3.12", "001 §4.1", "001 §5.1.1")
def test_001_3_10_every_sequence_of_points_goes_as_the_second_implementation_says() -> None:
    walk = Walk()
    walk.go(fold(()), [], [])
    # Of 100 pairs of totals 38 end at once, 48 let the Player Hand draw, 12 the Banker Hand alone, 2 pairs stand.
    assert walk.nodes_by_cards[:6] == [1, 10, 100, 1000, 10_000, 60_000]
    assert walk.rounds_by_cards[4] == 10_000 - 4800 - 1200
    # Banker's rows 0 to 7 draw to 10, 10, 10, 9, 6, 4, 2 and 0 of the ten third cards.
    banker_stands = 600 * (0 + 0 + 0 + 1 + 4 + 6 + 8 + 10)
    assert walk.rounds_by_cards[5] == 12_000 + banker_stands
    assert walk.rounds_by_cards[6] == 10 * (48_000 - banker_stands)


def hands_of_two() -> Iterator[tuple[Card, Card]]:
    """All pairs of ranks, now in the same suit and now in two."""
    suits = list(Suit)
    for number, (one, other) in enumerate(product(Rank, repeat=2)):
        yield parse_card(one + suits[number % 4]), parse_card(other + suits[number // 4 % 4])


@pytest.mark.rule("001 §1.14", "001 §3.8", "001 §4.1")
def test_001_1_14_every_combination_of_ranks_makes_the_pairs_that_the_second_implementation_sees() -> None:
    seen = {(False, False): 0, (False, True): 0, (True, False): 0, (True, True): 0}
    for (first, third), (second, fourth) in product(list(hands_of_two()), repeat=2):
        fates = oracle.fates([first.text, third.text], [second.text, fourth.text])
        found = plain(decided(fold((first, second, third, fourth))))
        assert found[PLAYER_PAIR] == fates["player_pair"], (first, third)
        assert found[BANKER_PAIR] == fates["banker_pair"], (second, fourth)
        seen[fates["player_pair"][0] == "won", fates["banker_pair"][0] == "won"] += 1
    assert seen == {(False, False): 156 * 156, (False, True): 156 * 13, (True, False): 13 * 156, (True, True): 13 * 13}


@pytest.mark.rule("001 §1.16", "001 §3.2.1", "001 §3.2.2", "001 §3.2.3")
def test_001_1_16_every_hand_of_up_to_three_ranks_has_the_total_that_the_second_implementation_counts() -> None:
    for count in range(4):
        for ranks in product(Rank, repeat=count):
            hand = [parse_card(f"{rank}H") for rank in ranks]
            assert point_total(hand) == oracle.second_digit([card.text for card in hand])
