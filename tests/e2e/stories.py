"""Shuffles that come out as a test needs them (004), one Round after the other, in every process of its folder. That
nobody can choose one is held elsewhere (`tests/rules/test_attack_shuffle.py`).
"""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from games.cards import Card, decks, parse_cards
from games.fair_shuffle import Part, shuffle_key, shuffled

SHUFFLES: Final = "shuffles"  # a line for each Round: its first cards


class ToldShuffles:
    """Of a Round that has a line its cards first; of any other the shuffle that it really makes."""

    def __init__(self, file: Path) -> None:
        self._lines = file.read_text().splitlines()
        self._rounds: dict[bytes, int] = {}  # by key

    def shuffle_key(self, table: str, round_no: int, seed: bytes, parts: Iterable[Part]) -> bytes:
        key = shuffle_key(table, round_no, seed, parts)
        self._rounds[key] = round_no
        return key

    def shuffled(self, key: bytes, number_of_decks: int) -> tuple[Card, ...]:
        place = self._rounds[key] - 1
        if place >= len(self._lines):
            return shuffled(key, number_of_decks)
        first = parse_cards(self._lines[place].split())
        rest = Counter(decks(number_of_decks)) - Counter(first)
        return (*first, *rest.elements())
