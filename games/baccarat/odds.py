"""001 Non-Commission Baccarat, counted out."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import perm

from msgspec import Struct

from games.baccarat.rules import (
    BANKER,
    BANKER_HAND,
    BANKER_PAIR,
    PLAYER,
    PLAYER_PAIR,
    POINTS,
    TIE,
    banker_draws,
    due_after_four,
    is_natural,
    is_pair,
    main_verdict,
    pair_verdict,
    winner_of,
)
from games.cards import DECK
from games.odds import BetOdds, GameOdds, Payment, two_cards
from games.round import Game


def odds_of(_game: Game, decks: int) -> GameOdds:
    return baccarat_odds(decks)


class BaccaratEnd(Struct, frozen=True):
    """How a Round ended, as far as points go."""

    player: int
    banker: int
    cards: int
    natural: bool


def baccarat_odds(decks: int) -> GameOdds:
    """001 §4.1: the five Bets on the first Round from a shoe of so many decks."""
    ways = baccarat_ways(decks)
    all_ways = perm(52 * decks, 6)

    def probability(holds: Callable[[BaccaratEnd], bool]) -> Fraction:
        return Fraction(sum(count for end, count in ways.items() if holds(end)), all_ways)

    def wins(spot: str) -> Fraction:
        return probability(lambda end: winner_of(end.player, end.banker) == spot)

    player, banker, tie = wins(PLAYER), wins(BANKER), wins(TIE)
    on_six = probability(lambda end: winner_of(end.player, end.banker) == BANKER and end.banker == 6)
    pair = _pair_probability(decks)
    return GameOdds(
        document="001",
        decks=decks,
        bets=(
            BetOdds(
                PLAYER,
                (
                    Payment("Player wins", main_verdict(PLAYER, PLAYER, 9).odds, player),
                    Payment("Tie", main_verdict(PLAYER, TIE, 9).odds, tie),
                    Payment("Banker wins", main_verdict(PLAYER, BANKER, 9).odds, banker),
                ),
            ),
            BetOdds(
                BANKER,
                (
                    Payment("Banker wins on other points", main_verdict(BANKER, BANKER, 9).odds, banker - on_six),
                    Payment("Banker wins on 6 points", main_verdict(BANKER, BANKER, 6).odds, on_six),
                    Payment("Tie", main_verdict(BANKER, TIE, 9).odds, tie),
                    Payment("Player wins", main_verdict(BANKER, PLAYER, 9).odds, player),
                ),
            ),
            BetOdds(
                TIE,
                (
                    Payment("Tie", main_verdict(TIE, TIE, 9).odds, tie),
                    Payment("no Tie", main_verdict(TIE, PLAYER, 9).odds, player + banker),
                ),
            ),
            *(
                BetOdds(
                    spot,
                    (
                        Payment("pair", pair_verdict(pair=True).odds, pair),
                        Payment("no pair", pair_verdict(pair=False).odds, 1 - pair),
                    ),
                )
                for spot in (PLAYER_PAIR, BANKER_PAIR)
            ),
        ),
        events={
            "player": player,
            "banker": banker,
            "tie": tie,
            "banker_on_six": on_six,
            "player_pair": pair,
            "banker_pair": pair,
            "natural": probability(lambda end: end.natural),
            "four_cards": probability(lambda end: end.cards == 4),
            "five_cards": probability(lambda end: end.cards == 5),
            "six_cards": probability(lambda end: end.cards == 6),
        },
    )


def baccarat_ways(decks: int) -> Mapping[BaccaratEnd, int]:
    """001 §3.8 to §3.10: in how many of the ordered draws of six cards a Round ends in each way.

    Cards of one point value are alike, and so are the two orders of a Hand's first two cards: that leaves 55 x 55
    first Hands. A Round of fewer than six cards stands for all draws which begin with it.
    """
    in_one = Counter(POINTS[card] for card in DECK)
    left = [decks * in_one[points] for points in range(10)]
    cards = sum(left)
    ways: defaultdict[BaccaratEnd, int] = defaultdict(int)
    for first, third, player_ways in _first_two(left):
        player = (first + third) % 10
        for second, fourth, banker_ways in _first_two(left):
            banker = (second + fourth) % 10
            natural = is_natural(player) or is_natural(banker)
            so_far = player_ways * banker_ways
            due = due_after_four(player, banker)
            if due is None:
                ways[BaccaratEnd(player, banker, 4, natural)] += so_far * (cards - 4) * (cards - 5)
            elif due is BANKER_HAND:
                for drawn, copies in enumerate(left):
                    end = BaccaratEnd(player, (banker + drawn) % 10, 5, natural)
                    ways[end] += so_far * copies * (cards - 5)
            else:
                for drawn, copies, end_ways in _banker_ends(left, banker):
                    for end_banker, count, end_cards in end_ways:
                        end = BaccaratEnd((player + drawn) % 10, end_banker, end_cards, natural)
                        ways[end] += so_far * copies * count
    return ways


def _banker_ends(left: list[int], banker: int) -> Iterator[tuple[int, int, list[tuple[int, int, int]]]]:
    """001 §3.10: each third card of the Player Hand, its copies, and then Banker's totals with their ways."""
    cards = sum(left)
    for drawn, copies in enumerate(left):
        if not banker_draws(banker, drawn):
            yield drawn, copies, [(banker, cards - 1, 5)]
            continue
        left[drawn] -= 1
        yield drawn, copies, [((banker + last) % 10, count, 6) for last, count in enumerate(left)]
        left[drawn] += 1


def _first_two(left: list[int]) -> Iterator[tuple[int, int, int]]:
    """Two values and the ways to draw them in either order. While the caller is at work they are out of `left`."""
    for one, other in combinations_with_replacement(range(len(left)), 2):
        ways = left[one] * (left[one] - 1) if one == other else 2 * left[one] * left[other]
        left[one] -= 1
        left[other] -= 1
        yield one, other, ways
        left[one] += 1
        left[other] += 1


def _pair_probability(decks: int) -> Fraction:
    """001 §1.14 (003 §1.21): two cards that make a pair, out of so many decks."""
    return two_cards(decks, is_pair)[True]
