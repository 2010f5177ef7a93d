"""A shuffle that neither side can choose (004 §2.1.b): the House commits to a seed before Bets are placed, each
terminal to a nonce with its Bets, and the order of the cards follows from all of them.

Pure, and small enough to be written again by whoever doubts it: SHA-256 and HMAC-SHA256 alone. Every text that is
digested begins with what it is for, so that no digest can stand for another, and every part has its length before it.
"""

import hmac
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from msgspec import Struct

from games.cards import Card, decks

SEED_BYTES: Final = 32
_WORD: Final = 1 << 16  # numbers are drawn from so many; a set has fewer cards


class Part(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a terminal has added to a shuffle: its nonce, or, if it was not opened in time, the digest of it."""

    terminal: str
    value: bytes
    opened: bool = True


def commit_seed(table: str, round_no: int, seed: bytes, salt: bytes) -> bytes:
    """What is on record before Bets open. The salt is as long as the seed: nothing is learnt of either."""
    return _digest(b"etg seed 1", table.encode(), _number(round_no), salt, seed)


def commit_nonce(table: str, round_no: int, terminal: str, nonce: bytes) -> bytes:
    """What a terminal registers before the close. Its name is in it: nobody can register another's as his own."""
    return _digest(b"etg nonce 1", table.encode(), _number(round_no), terminal.encode(), nonce)


def shuffle_key(table: str, round_no: int, seed: bytes, parts: Iterable[Part]) -> bytes:
    """Of the seed and of what every terminal has added, in the order of their names."""
    texts = [b"etg shuffle 1", table.encode(), _number(round_no)]
    for part in sorted(parts, key=lambda it: it.terminal):
        texts += [part.terminal.encode(), part.value]
    return hmac.digest(seed, _joined(texts), "sha256")


def shuffled(key: bytes, number_of_decks: int) -> tuple[Card, ...]:
    """All cards of so many decks, the first one to be dealt first; every order is equally likely under a random key."""
    cards, stream = list(decks(number_of_decks)), Stream(key)
    for last in range(len(cards) - 1, 0, -1):  # Fisher and Yates, as Durstenfeld has it
        other = stream.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


class Stream:
    """Numbers that follow from a key: HMAC-SHA256 of a counter, sixteen bits at a time."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = b""
        self._blocks = self._at = 0

    def below(self, limit: int) -> int:
        """Each number below the limit is equally likely: a word beyond the last whole multiple is thrown away."""
        fair = _WORD - _WORD % limit
        while True:
            word = self._word()
            if word < fair:
                return word % limit

    def _word(self) -> int:
        if self._at == len(self._block):
            self._block = hmac.digest(self._key, _number(self._blocks), "sha256")
            self._blocks, self._at = self._blocks + 1, 0
        self._at += 2
        return int.from_bytes(self._block[self._at - 2 : self._at])


def _number(number: int) -> bytes:
    return number.to_bytes(8)


def _joined(texts: Iterable[bytes]) -> bytes:
    return b"".join(len(text).to_bytes(4) + text for text in texts)


def _digest(*texts: bytes) -> bytes:
    return sha256(_joined(texts)).digest()
