"""The decks in the Card Shoe: which cards cannot be of this set.

Knows no game. What was drawn is counted by whoever asks; whether it was shuffled is `shuffle_test.py`.
"""

from collections.abc import Iterable, Sequence

from games.cards import DECK, Card


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
