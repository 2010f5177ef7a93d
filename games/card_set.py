"""The decks in the Card Shoe: what was drawn, what is left, and the cards that cannot be of this set.

Knows no game. Answers for M10: no card more often than there are decks, drawn + left = 52 x decks.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from games.cards import DECK, Card
from games.money import check

NONE_DRAWN: Final = (0,) * len(DECK)
# Eight cards in the order of a new deck come by chance about once in 5 x 10^11 places of a shuffled shoe.
UNSHUFFLED_RUN: Final = 8
_NEIGHBOURS: Final = (1, len(DECK) - 1)  # one up or one down, around the end of a deck


def is_foreign(decks: int, drawn: Sequence[int], card: Card) -> bool:
    """001 §5.3.1 (003 §5.5.1, 002 §5.5.1): one copy more than there are decks is not of this set."""
    return drawn[card.number] >= decks


class CardSet(Struct, frozen=True):
    """So many decks of 52, less what has left the shoe."""

    decks: int
    drawn: tuple[int, ...] = NONE_DRAWN  # copies of each card seen so far, by Card.number

    def draw(self, card: Card) -> "CardSet":
        check(not self.is_foreign(card), f"{card} is foreign to {self.decks} decks: rule on it, do not count it")
        number = card.number
        return CardSet(self.decks, (*self.drawn[:number], self.drawn[number] + 1, *self.drawn[number + 1 :]))

    def is_foreign(self, card: Card) -> bool:
        return is_foreign(self.decks, self.drawn, card)

    @property
    def left(self) -> int:
        return 52 * self.decks - sum(self.drawn)

    def miscount(self, *, counted_by_hand: int) -> int:
        """001 §5.3.2 (003 §5.5.2, 002 §5.5.2): cards too many (+) or too few (-), once the rest is counted."""
        return sum(self.drawn) + counted_by_hand - 52 * self.decks

    def runs_dry(self, *, card_due: bool) -> bool:
        """001 §5.3.4 (003 §5.5.3, 002 §5.5.5): a card is due and the shoe is empty."""
        return card_due and self.left == 0


def first_foreign(decks: int, cards: Iterable[Card]) -> Card | None:
    """001 §5.3.1 (003 §5.5.1, 002 §5.5.1): the first card, in this order, that so many decks cannot contain."""
    seen = [0] * len(DECK)
    for card in cards:
        seen[card.number] += 1
        if seen[card.number] > decks:
            return card
    return None


def are_neighbours(one: Card, other: Card) -> bool:
    """In the order of a new deck, up or down; the last of one deck and the first of the next are, too."""
    return (one.number - other.number) % len(DECK) in _NEIGHBOURS


def looks_unshuffled(cards: Sequence[Card]) -> bool:
    """001 §5.3.5 (003 §5.5.4, 002 §5.5.3): a long run in the order of a new deck, up or down.

    A hint to the Dealer, who decides; a run across the border of two decks counts too.
    """
    run = way = 0
    for before, card in pairwise(cards):
        step = (card.number - before.number) % len(DECK)
        if step not in _NEIGHBOURS:
            run = 0
        else:
            run, way = (run + 1 if step == way else 1), step
            if run == UNSHUFFLED_RUN - 1:
                return True
    return False
