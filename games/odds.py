"""Exact odds: how likely each end of a Bet is from a full, shuffled set of cards, and what the House keeps of it.

Counts the ways to draw cards without replacement, in whole numbers; nothing is sampled and nothing is rounded. What
the cards mean and what is paid comes from the rule books, so that a mistake in a rule shows in a figure known to all.
Each game that can be counted out has an `odds.py` with `odds_of(game, decks)`.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from math import perm
from typing import TypeVar

from msgspec import Struct

from games.cards import DECK, Card
from games.money import Odds

Sort = TypeVar("Sort")


class Payment(Struct, frozen=True):
    """One way for a Bet to end, what it then pays, and how likely that is."""

    event: str
    odds: Odds
    probability: Fraction


class BetOdds(Struct, frozen=True):
    """All ways for one Bet to end: their probabilities add up to 1."""

    bet: str
    payments: tuple[Payment, ...]

    @property
    def wins(self) -> Fraction:
        """How likely the Bet is paid at all."""
        return sum((payment.probability for payment in self.payments if payment.odds.pays > 0), Fraction())

    @property
    def house_edge(self) -> Fraction:
        """What the House keeps of one unit staked, on average; a returned Bet counts as staked."""
        return -self._mean(1)

    @property
    def variance(self) -> Fraction:
        """Of the profit on one unit staked: what a simulation of so many Rounds must reckon with."""
        return self._mean(2) - self._mean(1) ** 2

    def _mean(self, power: int) -> Fraction:
        profits = ((Fraction(payment.odds.pays, payment.odds.to), payment.probability) for payment in self.payments)
        return sum((profit**power * probability for profit, probability in profits), Fraction())


class GameOdds(Struct, frozen=True):
    """The Bets of a game, and the events behind them."""

    document: str
    decks: int
    bets: tuple[BetOdds, ...]
    events: Mapping[str, Fraction]
    sides_only: bool = False  # what the main Bet brings depends on how one plays

    def bet(self, name: str) -> BetOdds:
        return next(bet for bet in self.bets if bet.bet == name)


def two_cards(decks: int, sort: Callable[[Card, Card], Sort]) -> Mapping[Sort, Fraction]:
    """How likely two cards, in the order in which they are drawn, are of each sort."""
    ways: defaultdict[Sort, int] = defaultdict(int)
    for one in DECK:
        for other in DECK:
            ways[sort(one, other)] += decks * (decks - (one is other))
    return {found: Fraction(count, perm(52 * decks, 2)) for found, count in ways.items()}


def bet_odds(name: str, chances: Mapping[Odds, Fraction], events: Mapping[Odds, str]) -> BetOdds:
    """A Bet whose ends are told apart by what they pay. An end without a name would be a new rule: it must not hide."""
    return BetOdds(name, tuple(Payment(events[odds], odds, chances[odds]) for odds in sorted(chances, key=_generosity)))


def _generosity(odds: Odds) -> Fraction:
    return -Fraction(odds.pays, odds.to)
