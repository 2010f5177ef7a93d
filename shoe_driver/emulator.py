"""A Card Shoe on a pseudo-terminal, of every make that has a voice, and with every fault that we know of.

For tests, demonstrations and training; never part of a table that takes money. It knows cards, a sensor and a line, and
must never know a game: it deals what it is told to deal. `drawn` is the physical truth, whatever the sensor made of it
and the line carried. Everything random follows from the seed.
"""

import os
import pty
import tty
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from enum import StrEnum
from errno import EEXIST
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct

from shoe_driver.driver import FOREIGN, UNREAD
from shoe_driver.frames import CARDS
from shoe_driver.makes import UnknownDriver, find_driver

JOKER: Final = "joker"
READ_MAX: Final = 4096
NOISE_MAX: Final = 5  # bytes


class Fault(StrEnum):
    # On the line: they hit one frame, or one of the copies of a message.
    NOISE = "noise"  # a few bytes from nowhere before it
    FLIP = "flip"  # one bit of it
    LOST_BYTE = "lost-byte"
    LOST_FRAME = "lost-frame"
    TORN = "torn"  # only its first half
    TRIPLE = "triple"
    GARBAGE = "garbage"  # as from a line at the wrong speed
    # At the sensor: they hit one card.
    MISREAD = "misread"
    UNREADABLE = "unreadable"
    # In the cards.
    DOUBLE = "double"  # two at once
    FOREIGN = "foreign"  # a joker comes instead
    EXCESS = "excess"  # one more of a card, somewhere in the rest
    SHORT = "short"  # a card is missing from the rest
    UNSHUFFLED = "unshuffled"  # the rest in the order of new decks


IN_THE_CARDS: Final = (Fault.EXCESS, Fault.SHORT, Fault.UNSHUFFLED)  # happen at once, not to the next card


class Drawn(Struct, frozen=True):
    """A card that left the shoe."""

    seq: int  # the shoe's own number; where the make has none, the position, 1-based
    card: str  # what it is
    read: str  # and what the sensor made of it: UNREAD if nothing, FOREIGN if nothing known


class CannotDraw(ValueError):
    """Asked for a card that is not in the shoe."""


# --- the shoe ---------------------------------------------------------------------------------------------------


def shuffled(decks: int, seed: int) -> list[str]:
    cards = list(CARDS) * decks
    Random(seed).shuffle(cards)
    return cards


class EmulatedShoe:
    """Plugged in from the start. `service` it when its descriptor is readable; nothing here waits."""

    def __init__(
        self, driver: str, cards: Iterable[str], seed: int, *, link: Path, serial: str = "EMU1", last: int = 0
    ) -> None:
        """`link`: the path at which the device is found. `last`: where a shoe that counts goes on counting."""
        make_voice = find_driver(driver).make_voice
        if make_voice is None:
            raise UnknownDriver(f"the shoe driver {driver!r} cannot be emulated")
        self.cards = list(cards)  # the next one first
        self.drawn: list[Drawn] = []
        self.rates: dict[Fault, float] = {}  # chance of each fault, every time that it could happen
        self._voice = make_voice(serial, last)
        self._link = link
        self._random = Random(seed)
        self._armed: Counter[Fault] = Counter()
        self._ends: tuple[int, int] | None = None
        self.plug_in()

    # --- the cable

    @property
    def seq(self) -> int:
        """The last number given."""
        return self._voice.last

    def fileno(self) -> int | None:
        return None if self._ends is None else self._ends[0]

    def plug_in(self) -> None:
        if self._ends is not None:
            return
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        try:
            _point(self._link, os.ttyname(slave))
        except OSError:
            os.close(master)
            os.close(slave)
            raise
        # Our own end stays open: without it the master is always "ready" while no console listens.
        self._ends = (master, slave)

    def unplug(self) -> None:
        if self._ends is None:
            return
        if _target(self._link) == os.ttyname(self._ends[1]):  # or else another one has taken our place
            self._link.unlink()
        for end in self._ends:
            os.close(end)
        self._ends = None

    def close(self) -> None:
        self.unplug()

    def service(self, now_ms: int) -> None:
        """Hears what the console says, and answers."""
        if self._ends is None:
            return
        try:
            data = os.read(self._ends[0], READ_MAX)
        except BlockingIOError:
            return
        for chunk in self._carried((data,), self._chance):
            self._emit(self._voice.hear(now_ms, chunk))

    # --- the cards

    def draw(self, card: str | None = None) -> tuple[Drawn, ...]:
        """The next card, or this one; two if they stick together; none if the shoe is empty, which it says."""
        if card is not None:
            self._put_first(card)
        if self._strikes(Fault.FOREIGN):
            return self._pass((JOKER, FOREIGN))
        return self._take(2 if self._strikes(Fault.DOUBLE) else 1)

    def draw_misread(self, card: str, read: str) -> tuple[Drawn, ...]:
        """This one, and the sensor takes it for that one."""
        self._put_first(card)
        return self._pass((self.cards.pop(0), read))

    def draw_together(self, cards: Sequence[str]) -> tuple[Drawn, ...]:
        """These, by one hand that was too quick."""
        for card in reversed(cards):
            self._put_first(card)
        return self._take(len(cards))

    def _put_first(self, card: str) -> None:
        if card not in self.cards:
            raise CannotDraw(f"no {card} is left in the shoe")
        self.cards.remove(card)
        self.cards.insert(0, card)

    def _take(self, count: int) -> tuple[Drawn, ...]:
        taken = self.cards[:count]
        del self.cards[: len(taken)]
        if not taken:
            self._emit(self._voice.empty())
        return self._pass(*((card, self._sensed(card)) for card in taken))

    def cut_card(self) -> None:
        self._emit(self._voice.cut_card())

    def load(self, cards: Iterable[str]) -> None:
        """Other cards; the shoe goes on counting."""
        self.cards = list(cards)

    def fault(self, fault: Fault, times: int = 1) -> None:
        """So often, as soon as it can happen."""
        if fault not in IN_THE_CARDS:
            self._armed[fault] += times
            return
        for _ in range(times):
            self._disorder(fault)

    def send_raw(self, data: bytes) -> None:
        """Anything at all on the line."""
        self._write(data)

    def _disorder(self, fault: Fault) -> None:
        match fault:
            case Fault.EXCESS:
                self.cards.insert(self._random.randrange(len(self.cards) + 1), self._random.choice(CARDS))
            case Fault.SHORT if self.cards:
                del self.cards[self._random.randrange(len(self.cards))]
            case Fault.UNSHUFFLED:
                self.cards.sort(key=CARDS.index)

    def _sensed(self, card: str) -> str:
        if self._strikes(Fault.UNREADABLE):
            return UNREAD
        if self._strikes(Fault.MISREAD):
            return self._random.choice([other for other in CARDS if other != card])
        return card

    def _pass(self, *cards: tuple[str, str]) -> tuple[Drawn, ...]:
        """Each with what the sensor made of it. What comes at once is told in one piece: nobody reads between them."""
        pieces: list[bytes] = []
        before = len(self.drawn)
        for card, read in cards:
            frames = self._voice.card(read)
            self.drawn.append(Drawn(self._voice.last, card, read))
            pieces += self._carried(frames, self._strikes)
        if pieces:
            self._write(b"".join(pieces))
        return tuple(self.drawn[before:])

    # --- the line

    def _emit(self, frames: Sequence[bytes]) -> None:
        for piece in self._carried(frames, self._strikes):
            self._write(piece)

    def _write(self, data: bytes) -> None:
        if self._ends is None:
            return
        with suppress(BlockingIOError):  # nobody reads: on a real line, too, it would be gone
            os.write(self._ends[0], data)

    def _carried(self, frames: Iterable[bytes], strikes: Callable[[Fault], bool]) -> Iterator[bytes]:
        """What the line makes of them."""
        for frame in frames:
            if strikes(Fault.LOST_FRAME):
                continue
            if strikes(Fault.GARBAGE):
                frame = self._random.randbytes(len(frame))
            hit = bytearray(frame[: len(frame) // 2] if strikes(Fault.TORN) else frame)
            if strikes(Fault.FLIP):
                hit[self._random.randrange(len(hit))] ^= 1 << self._random.randrange(8)
            if strikes(Fault.LOST_BYTE):
                del hit[self._random.randrange(len(hit))]
            if strikes(Fault.NOISE):
                hit[:0] = self._random.randbytes(self._random.randint(1, NOISE_MAX))
            yield bytes(hit) * (3 if strikes(Fault.TRIPLE) else 1)

    def _chance(self, fault: Fault) -> bool:
        return fault in self.rates and self._random.random() < self.rates[fault]

    def _strikes(self, fault: Fault) -> bool:
        if self._armed[fault] > 0:
            self._armed[fault] -= 1
            return True
        return self._chance(fault)


def _point(link: Path, device: str) -> None:
    """Makes the link in one step, so that nobody ever finds half of it. What is no link of ours is left alone."""
    if not _target(link).startswith("/dev/pts/") and os.path.lexists(link):
        raise FileExistsError(EEXIST, "is there already, and is no link to a pseudo-terminal", str(link))
    made = link.with_name(f".{link.name}.{os.getpid()}")
    made.unlink(missing_ok=True)
    made.symlink_to(device)
    made.replace(link)


def _target(link: Path) -> str:
    return str(link.readlink()) if link.is_symlink() else ""
