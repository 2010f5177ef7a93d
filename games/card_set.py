"""The decks in the Card Shoe: which cards cannot be of this set, and which look as if nobody had shuffled them.

Knows no game. What was drawn is counted by whoever asks.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from games.cards import DECK, Card

# Eight cards in the order of a new deck come by chance about once in 5 x 10^11 places of a shuffled shoe.
UNSHUFFLED_RUN: Final = 8
_NEIGHBOURS: Final = (1, len(DECK) - 1)  # one up or one down, around the end of a deck


def is_foreign(decks: int, drawn: Sequence[int], card: Card) -> bool:
    """001 §5.3.1 (003 §5.5.1, 002 §5.5.1): one copy more than there are decks is not of this set."""
    return drawn[card.number] >= decks


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
