"""An emulated Card Shoe on a noisy line, speaking the reference format; and the cards that are really in it.

The physical truth is here: which card passed with which number, whatever the sensor read and the line carried.
"""

from collections.abc import Callable

from games.cards import DECK, Card
from shoe_driver.frames import (
    Acknowledged,
    CardRead,
    CutCard,
    Empty,
    Frame,
    ReferenceDecoder,
    SendFrom,
    State,
    Unreadable,
    encode,
)
from simulation.world import World


class ShoeDevice:
    def __init__(self, world: World, carry: Callable[[bytes], None]) -> None:
        self.world = world
        self.serial = "SIM1"
        self.plugged = True
        self.last = 0
        self.passed: dict[int, Card] = {}  # the truth, by number
        self.talk_ms = 0  # when the line last carried anything, either way
        self.read: dict[int, str] = {}  # and what the sensor made of it; "" if it could not read it
        self.forgotten: set[int] = set()  # numbers that it can never tell again
        self.noise = 0.0  # chance that a chunk is damaged
        self.misread = 0.0
        self.unread = 0.0
        self._kept: dict[int, Frame] = {}
        self._decoder = ReferenceDecoder()
        self._carry = carry

    @property
    def waiting(self) -> int | None:
        """The first number that the console has not acknowledged."""
        return min(self._kept, default=None)

    def pass_card(self, card: Card, *, hidden: bool = False) -> None:
        """`hidden`: another one covers it, and the sensor cannot read it."""
        self.last += 1
        self.passed[self.last] = card
        frame: Frame = CardRead(card.text, self.last)
        self.read[self.last] = card.text
        if self.world.chance(self.misread):
            other = DECK[self.world.rng.randrange(52)]
            if other is not card:
                self.world.fault("S", "shoe", f"card {self.last}, {card}, is read as {other}")
                frame = CardRead(other.text, self.last)
                self.read[self.last] = other.text
        elif hidden or self.world.chance(self.unread):
            self.world.fault("S", "shoe", f"card {self.last}, {card}, is not read")
            frame = Unreadable(b"??", self.last)
            self.read[self.last] = ""
        self._say(frame)

    def pass_cut_card(self) -> None:
        self.last += 1
        self._say(CutCard(self.last))

    def run_dry(self) -> None:
        self.last += 1
        self._say(Empty(self.last))

    def forgets(self) -> bool:
        """What was not acknowledged is gone; True: there was something."""
        kept, self._kept = self._kept, {}
        self.forgotten.update(kept)
        return bool(kept)

    def _say(self, frame: Frame) -> None:
        self._kept[self.last] = frame
        self._emit(encode(frame))

    def hear(self, data: bytes) -> None:
        """Bytes from the console: acknowledgements and requests to send again."""
        if not self.plugged or not data:
            return
        self.talk_ms = self.world.now_ms
        for frame in self._decoder.receive(self.world.now_ms, data):
            match frame:
                case Acknowledged(number=number):
                    self._kept = {kept: said for kept, said in self._kept.items() if kept > number}
                case SendFrom(number=first):
                    oldest = min(self._kept, default=self.last + 1)
                    self._emit(encode(State(self.serial, oldest, self.last)))
                    for number, said in self._kept.items():
                        if number >= first:
                            self._emit(encode(said))
                case _:
                    pass

    def _emit(self, data: bytes) -> None:
        if not self.plugged:
            return
        world = self.world
        self.talk_ms = world.now_ms
        if world.chance(self.noise):
            damaged = bytearray(data)
            kind = world.rng.randrange(3)
            if kind == 0:
                damaged[world.rng.randrange(len(damaged))] ^= 1 << world.rng.randrange(8)
            elif kind == 1:
                del damaged[world.rng.randrange(len(damaged)) :]
            else:
                damaged[0:0] = world.rng.randbytes(1 + world.rng.randrange(5))
            data = bytes(damaged)
            world.fault("S", "shoe", "noise on the line")
        world.after(2, self._carry, data)
