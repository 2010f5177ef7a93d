"""A second, independent shuffle of 004, from `docs/design.md` alone ("A table where nobody deals").

It shares no code with `games/`: cards are strings like "9S", and nothing of it is lazy. SHA-256 and HMAC-SHA256 alone.
"""

import hashlib
import hmac
from collections.abc import Mapping

NEW_DECK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
WORDS = 65_536


def seed_digest(table: str, round_no: int, seed: bytes, salt: bytes) -> bytes:
    return hashlib.sha256(_parts(b"etg seed 1", table.encode(), _eight(round_no), salt, seed)).digest()


def nonce_digest(table: str, round_no: int, terminal: str, nonce: bytes) -> bytes:
    text = _parts(b"etg nonce 1", table.encode(), _eight(round_no), terminal.encode(), nonce)
    return hashlib.sha256(text).digest()


def order_of(table: str, round_no: int, seed: bytes, added: Mapping[str, bytes], decks: int) -> list[str]:
    """All cards, the first one to be dealt first. `added`: by terminal, its nonce, or the digest of one not opened."""
    pairs = [text for name in sorted(added) for text in (name.encode(), added[name])]
    text = _parts(b"etg shuffle 1", table.encode(), _eight(round_no), *pairs)
    key = hmac.new(seed, text, hashlib.sha256).digest()
    cards = NEW_DECK * decks
    words: list[int] = []  # still to be used, the next one last
    blocks = 0
    for left in range(len(cards), 1, -1):
        while True:
            if not words:
                block = hmac.new(key, _eight(blocks), hashlib.sha256).digest()
                blocks += 1
                words = [block[at] * 256 + block[at + 1] for at in range(30, -1, -2)]
            word = words.pop()
            if word < WORDS // left * left:
                break
        place = word % left
        cards[left - 1], cards[place] = cards[place], cards[left - 1]
    return cards


def _eight(number: int) -> bytes:
    return number.to_bytes(8, "big")


def _parts(*texts: bytes) -> bytes:
    return b"".join(len(text).to_bytes(4, "big") + text for text in texts)
