"""The makes of Card Shoe as their documents have them, written down a second time: what is said, and what a reader of
lines must make of bytes. Shares no code with `shoe_driver`; it knows bytes and no link, port or Round.
"""

from functools import reduce
from operator import xor
from typing import Final
from zlib import crc32

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K")
SUITS: Final = ("C", "D", "H", "S")
CARDS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
READ: Final = "read"  # kinds of what a second reader finds
UNREAD: Final = "unread"
BAD: Final = "bad"
Found = tuple[str, str]  # a kind, and the card if it was read

# --- one line of text for each card ----------------------------------------------------------------------------------

LINE_MAX: Final = 32  # what is longer is no line of any make
LINE_SILENCE_MS: Final = 500


def _names(rank: str) -> tuple[str, ...]:
    return ("10", "T") if rank == "T" else (rank,)


def spellings(make: str) -> dict[str, list[str]]:
    """Of each card the texts that may stand for it at this make."""
    found: dict[str, list[str]] = {}
    for card in CARDS:
        rank, suit = card[0], card[1]
        number = RANKS.index(rank) + 1
        if make == "bee-tek":
            found[card] = [suit + name for name in _names(rank)]
        elif make == "scanner-rank-suit":
            found[card] = [name + suit for name in _names(rank)]
        elif make == "scanner-number":
            found[card] = [f"{suit}{number}"]
        else:
            found[card] = [{"S": "1", "H": "2", "C": "3", "D": "4"}[suit] + f"{number:02d}0"]
    return found


class LineReader:
    """Byte by byte: a line is what stands between two ends, and silence ends what was begun."""

    def __init__(self, make: str) -> None:
        self._cards = {text: card for card, texts in spellings(make).items() for text in texts}
        self.forget()

    def forget(self) -> None:
        self._begun = b""
        self._length = 0  # of the line so far, of which no more is kept than may be a card
        self.ends_ms: int | None = None

    def read(self, now_ms: int, data: bytes) -> list[Found]:
        found = self.silent(now_ms)
        if data:
            self.ends_ms = now_ms + LINE_SILENCE_MS
        for value in data:
            if value in (10, 13):
                found += self._ended()
                continue
            self._length += 1
            self._begun += bytes((value,)) if self._length <= LINE_MAX else b""
            if self._length == LINE_MAX + 1:
                found += [(BAD, ""), (UNREAD, "")]
            elif self._length % (LINE_MAX + 1) == 0:
                found.append((BAD, ""))
        return found

    def silent(self, now_ms: int) -> list[Found]:
        """It has said nothing for so long: what has no end was never a line."""
        if self.ends_ms is None or now_ms < self.ends_ms:
            return []
        return self.cut()

    def cut(self) -> list[Found]:
        alone = self._length == 1  # one byte is noise
        found: list[Found] = [(BAD, "")] if alone else self._ended(half=True)
        self.forget()
        return found

    def _ended(self, *, half: bool = False) -> list[Found]:
        length, text = self._length, self._begun.decode("latin-1")
        self._length, self._begun = 0, b""
        if length > LINE_MAX:
            return [(BAD, "")] if length % (LINE_MAX + 1) else []
        if not length:
            return []
        card = "" if half or not text.isascii() else self._cards.get(text.upper(), "")
        return [(READ, card)] if card else [(BAD, ""), (UNREAD, "")]


# --- Angel Eye II-EX -------------------------------------------------------------------------------------------------

ANGEL_SUITS: Final = {"D": 1, "C": 2, "S": 3, "H": 4}
ANGEL_RESULTS: Final = {"player": 0b001, "tie": 0b010, "banker": 0b100, "none": 0b111}
ANGEL_PAIRS: Final = {(): 0, ("player",): 1, ("banker",): 2, ("player", "banker"): 3}
ANGEL_NOTICES: Final = {"S": "started", "P": "standby", "R": "redeal", "E": "error", "e": "error over"}
ANGEL_COPIES: Final = 3


def angel_card(card: str, hand: str) -> bytes:
    """D, where it went, what it is."""
    return bytes((0x44, {"player": 0x00, "banker": 0x10}[hand], ANGEL_SUITS[card[1]] << 4 | RANKS.index(card[0]) + 1))


def angel_result(outcome: str, pairs: tuple[str, ...]) -> bytes:
    return bytes((0x47, ANGEL_RESULTS[outcome] << 4 | ANGEL_PAIRS[pairs]))


def angel_copy(seq: int, data: bytes, rule: str) -> bytes:
    """05 SEQ DATA 03 and two check bytes, by one of the rules that are thought of: `sum-enq-data-big`."""
    combined, begins, ends, written = rule.split("-")
    said = bytes((seq, *data))
    said = b"\x05" + said if begins == "enq" else said
    said = said + b"\x03" if ends == "etx" else said
    value = reduce(xor, said) if combined == "xor" else sum(said)
    check = f"{value % 256:02X}".encode() if written == "hex" else value.to_bytes(2, "big")
    return b"\x05" + bytes((seq, *data)) + b"\x03" + (check[::-1] if written == "little" else check)


# --- the reference format --------------------------------------------------------------------------------------------


def framed(kind: str, number: int, payload: bytes = b"") -> bytes:
    """A5 5A, length, kind, number, payload, CRC-32 of all from the length on."""
    body = bytes((len(payload), ord(kind))) + number.to_bytes(4, "big") + payload
    return b"\xa5\x5a" + body + crc32(body).to_bytes(4, "big")


class Words:
    """What the console says to a shoe, on a line that loses nothing: A and R alone."""

    SIZE: Final = 12

    def __init__(self) -> None:
        self._begun = b""

    def read(self, data: bytes) -> list[tuple[str, int]]:
        self._begun += data
        found = []
        while len(self._begun) >= self.SIZE:
            word, self._begun = self._begun[: self.SIZE], self._begun[self.SIZE :]
            kind, number = chr(word[3]), int.from_bytes(word[4:8], "big")
            if word != framed(kind, number) or kind not in "AR":
                raise ValueError(f"the console says {word.hex()}")
            found.append((kind, number))
        return found
