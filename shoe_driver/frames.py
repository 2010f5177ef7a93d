"""What every make of Card Shoe says in the end, in the same words; and how a stream of bytes is cut into it.

A frame is one thing that was said on the wire. Pure: the time is passed in, nothing is read or written. A card that
cannot be read for certain is `Unreadable`: nothing here ever guesses one, and nothing that may have been a card is
skipped silently. How one make writes its frames is in its own file in `makes/`.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

BUFFER_MAX: Final = 1024  # no make has a frame a tenth as long: what is longer is noise
BAD_BYTES: Final = 16  # so many outside any frame count as one bad frame; else endless noise would count as none

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
CARDS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
NUMBER_MAX: Final = 2**32 - 2  # of a make that counts: so that one can still ask for the next


# --- frames ---------------------------------------------------------------------------------------------------


class Notice(StrEnum):
    STARTED = "started"  # switched on or reset; in the middle of a Round this is an interruption
    STANDBY = "standby"  # it believes that a Round is over
    REDEAL = "redeal"
    ERROR = "error"
    ERROR_OVER = "error over"
    UNKNOWN = "unknown"  # well formed, but in no document that we have


class Frame(Struct, frozen=True):
    """One thing that was said on the wire."""


class CardRead(Frame, frozen=True):
    card: str
    number: int = 0  # for makes that count, which begin with 1
    hand: str = ""  # where the shoe believes that it went, "player" or "banker"; for makes that follow the game


class Unreadable(Frame, frozen=True):
    raw: bytes
    number: int = 0


class CutCard(Frame, frozen=True):
    number: int


class Empty(Frame, frozen=True):
    number: int


class State(Frame, frozen=True):
    serial: str
    oldest: int  # what it still keeps begins here; last + 1 if it keeps nothing
    last: int


class Acknowledged(Frame, frozen=True):
    number: int


class SendFrom(Frame, frozen=True):
    number: int


class Report(Frame, frozen=True):
    """What the shoe says of itself."""

    notice: Notice
    raw: bytes


class Result(Frame, frozen=True):
    """What the shoe made of the cards, in its own words: evidence, never a settlement."""

    outcome: str  # "player", "banker", "tie", or "none" where it was ended by force
    pairs: tuple[str, ...]
    raw: bytes


class Bad(Frame, frozen=True):
    """Bytes that no frame explains. Only counted: if they may have been a card, `Unreadable` follows."""

    raw: bytes


# --- cutting a stream -----------------------------------------------------------------------------------------


class Decoder(ABC):
    """Cuts a stream of bytes into frames, however it arrives in pieces. Silence ends what was begun."""

    silence_ms: int

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._dropped = bytearray()
        self._heard_ms: int | None = None

    def receive(self, now_ms: int, data: bytes) -> list[Frame]:
        frames = self.tick(now_ms)
        if data:
            self._heard_ms = now_ms
        for start in range(0, len(data), BUFFER_MAX // 2):
            self._buffer += data[start : start + BUFFER_MAX // 2]
            frames += self._cut()
        return frames

    def tick(self, now_ms: int) -> list[Frame]:
        wake_ms = self.wake_ms()
        return self.end() if wake_ms is not None and now_ms >= wake_ms else []

    def wake_ms(self) -> int | None:
        return None if self._heard_ms is None else self._heard_ms + self.silence_ms

    def end(self) -> list[Frame]:
        """It fell silent, or the port is gone: what was begun will not be finished."""
        self._heard_ms = None
        return list(self._rest())

    @abstractmethod
    def _cut(self) -> Iterator[Frame]:
        """Take everything that is complete out of the buffer."""

    def _rest(self) -> Iterator[Frame]:
        """Nothing more comes: report what is left in the buffer, and empty it."""
        while self._buffer:
            yield from self._drop(1)
            yield from self._cut()
        yield from self._drop_ended()

    def _drop(self, count: int) -> Iterator[Frame]:
        self._dropped += self._buffer[:count]
        del self._buffer[:count]
        while len(self._dropped) >= BAD_BYTES:
            yield Bad(bytes(self._dropped[:BAD_BYTES]))
            del self._dropped[:BAD_BYTES]

    def _drop_ended(self) -> Iterator[Frame]:
        if self._dropped:
            yield Bad(bytes(self._dropped))
            self._dropped.clear()


class CountingDecoder(Decoder):
    """Of a make that numbers what it gives and says `State`: it can be asked again, and told what it may forget."""

    @abstractmethod
    def say(self, frame: Acknowledged | SendFrom) -> bytes:
        """The bytes to write to the shoe."""
