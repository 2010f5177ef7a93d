"""001 Non-Commission Baccarat, counted out."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import perm

from msgspec import Struct

from games.baccarat import rules
from games.baccarat.rules import BANKER, PLAYER, TIE
from games.cards import DECK
from games.odds import BetOdds, GameOdds, Payment, two_cards
from games.round import Game, Spot


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
        return probability(lambda end: rules.winner_of(end.player, end.banker) == spot)

    player, banker, tie = wins(PLAYER), wins(BANKER), wins(TIE)
    on_six = probability(lambda end: rules.winner_of(end.player, end.banker) == BANKER and end.banker == 6)
    pair = _pair_probability(decks)

    def main_bet(spot: Spot, *ends: tuple[str, Spot, int, Fraction]) -> BetOdds:
        """Each end by its name, who wins, on how many points, and how likely that is."""
        verdicts = ((name, rules.main_verdict(spot, winner, points), chance) for name, winner, points, chance in ends)
        return BetOdds(spot, tuple(Payment(name, verdict.odds, chance) for name, verdict, chance in verdicts))

    pair_ends = (
        Payment("pair", rules.pair_verdict(pair=True).odds, pair),
        Payment("no pair", rules.pair_verdict(pair=False).odds, 1 - pair),
    )
    return GameOdds(
        document="001",
        decks=decks,
        bets=(
            main_bet(
                PLAYER, ("Player wins", PLAYER, 9, player), ("Tie", TIE, 9, tie), ("Banker wins", BANKER, 9, banker)
            ),
            main_bet(
                BANKER,
                ("Banker wins on other points", BANKER, 9, banker - on_six),
                ("Banker wins on 6 points", BANKER, 6, on_six),
                ("Tie", TIE, 9, tie),
                ("Player wins", PLAYER, 9, player),
            ),
            main_bet(TIE, ("Tie", TIE, 9, tie), ("no Tie", PLAYER, 9, player + banker)),
            BetOdds(rules.PLAYER_PAIR, pair_ends),
            BetOdds(rules.BANKER_PAIR, pair_ends),
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
    in_one = Counter(rules.POINTS[card] for card in DECK)
    left = [decks * in_one[points] for points in range(10)]
    cards = sum(left)
    ways: defaultdict[BaccaratEnd, int] = defaultdict(int)
    for first, third, player_ways in _first_two(left):
        player = (first + third) % 10
        for second, fourth, banker_ways in _first_two(left):
            banker = (second + fourth) % 10
            natural = rules.is_natural(player) or rules.is_natural(banker)
            so_far = player_ways * banker_ways
            due = rules.due_after_four(player, banker)
            if due is None:
                ways[BaccaratEnd(player, banker, 4, natural)] += so_far * (cards - 4) * (cards - 5)
            elif due is rules.BANKER_HAND:
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
        if not rules.banker_draws(banker, drawn):
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
    return two_cards(decks, rules.is_pair)[True]
