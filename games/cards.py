"""Playing cards: 52 of them, each one object for the life of the process.

A card knows its rank and suit and nothing of any game: what it is worth is a matter of each rule book.
Because there is one object per card, `is` compares cards, and a rule book may keep a table by card.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Final, NoReturn


class Rank(StrEnum):
    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


class Suit(StrEnum):
    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


RED: Final = frozenset({Suit.DIAMONDS, Suit.HEARTS})
PICTURES: Final = frozenset({Rank.JACK, Rank.QUEEN, Rank.KING})


class Card:
    """One of the 52 cards. Equal only to itself; written and read as rank and suit, `9S`."""

    __slots__ = ("number", "rank", "suit", "text")

    number: int  # 0 to 51, clubs first: for tables that are lists
    rank: Rank
    suit: Suit
    text: str

    def __init__(self, rank: Rank, suit: Suit, number: int) -> None:
        object.__setattr__(self, "rank", rank)
        object.__setattr__(self, "suit", suit)
        object.__setattr__(self, "text", rank.value + suit.value)
        object.__setattr__(self, "number", number)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{self.text}: a card never changes")

    def __repr__(self) -> str:
        return self.text

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse_card, (self.text,)  # copies and pickles lead back to the one object

    def __copy__(self) -> "Card":
        return self

    def __deepcopy__(self, _memo: object) -> "Card":
        return self


DECK: Final[tuple[Card, ...]] = tuple(
    Card(rank, suit, 13 * s + r) for s, suit in enumerate(Suit) for r, rank in enumerate(Rank)
)
_BY_TEXT: Final = {card.text: card for card in DECK}


class UnknownCard(ValueError):
    """A text that names none of the 52 cards."""


def parse_card(text: object) -> Card:
    """`9S` to the nine of spades. An unreadable card is unreadable: nothing is ever guessed."""
    card = _BY_TEXT.get(text) if isinstance(text, str) else None
    if card is None:
        raise UnknownCard(f"{repr(text)[:40]} is no card: write rank A23456789TJQK, then suit C D H S, as in 9S")
    return card


def parse_cards(texts: Iterable[object]) -> tuple[Card, ...]:
    return tuple(parse_card(text) for text in texts)


def decks(count: int) -> Iterator[Card]:
    """001 §2.2.1: all cards of so many decks, in the order of a new deck."""
    for _ in range(count):
        yield from DECK


def is_red(card: Card) -> bool:
    return card.suit in RED


def is_picture(card: Card) -> bool:
    """002 §1.9 (001 §3.2.3, 003 §1.19)."""
    return card.rank in PICTURES
