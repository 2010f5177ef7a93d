"""An emulated Card Shoe on a noisy line, speaking the reference format; and the cards that are really in it.

The physical truth is here: which card passed with which number, whatever the sensor read and the line carried.
"""

from collections.abc import Callable, Iterable

from games.cards import DECK, Card
from shoe_driver.driver import UNREAD
from shoe_driver.makes.reference import ReferenceVoice
from simulation.world import World


class ShoeDevice:
    def __init__(self, world: World, carry: Callable[[bytes], None]) -> None:
        self.world = world
        self.voice = ReferenceVoice("SIM1", 0)
        self.plugged = True
        self.passed: dict[int, Card] = {}  # the truth, by number
        self.talk_ms = 0  # when the line last carried anything, either way
        self.read: dict[int, str] = {}  # and what the sensor made of it; "" if it could not read it
        self.forgotten: set[int] = set()  # numbers that it can never tell again
        self.noise = self.misread = self.unread = 0.0  # chances that a chunk is damaged, or a card not read as it is
        self._carry = carry

    @property
    def last(self) -> int:
        """The last number given."""
        return self.voice.last

    @property
    def waiting(self) -> int | None:
        """The first number that the console has not acknowledged."""
        return min(self.voice.kept, default=None)

    def pass_card(self, card: Card, *, hidden: bool = False) -> None:
        """`hidden`: another one covers it, and the sensor cannot read it."""
        number = self.voice.last + 1
        self.passed[number] = card
        self.read[number] = card.text
        if self.world.chance(self.misread):
            other = DECK[self.world.rng.randrange(52)]
            if other is not card:
                self.world.fault("S", "shoe", f"card {number}, {card}, is read as {other}")
                self.read[number] = other.text
        elif hidden or self.world.chance(self.unread):
            self.world.fault("S", "shoe", f"card {number}, {card}, is not read")
            self.read[number] = UNREAD
        self._emit(self.voice.card(self.read[number]))

    def pass_cut_card(self) -> None:
        self._emit(self.voice.cut_card())

    def run_dry(self) -> None:
        self._emit(self.voice.empty())

    def forget(self) -> bool:
        """Lose what was not acknowledged; True if there was something."""
        kept, self.voice.kept = self.voice.kept, {}
        self.forgotten.update(kept)
        return bool(kept)

    def hear(self, data: bytes) -> None:
        """Bytes from the console: acknowledgements and requests to send again."""
        if not self.plugged or not data:
            return
        self.talk_ms = self.world.now_ms
        self._emit(self.voice.hear(self.world.now_ms, data))

    def _emit(self, frames: Iterable[bytes]) -> None:
        if not self.plugged:
            return
        for data in frames:
            self.talk_ms = self.world.now_ms
            self.world.after(2, self._carry, self._damage(data) if self.world.chance(self.noise) else data)

    def _damage(self, data: bytes) -> bytes:
        rng, damaged = self.world.rng, bytearray(data)
        match rng.randrange(3):
            case 0:
                damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
            case 1:
                del damaged[rng.randrange(len(damaged)) :]
            case 2:
                damaged[:0] = rng.randbytes(1 + rng.randrange(5))
        self.world.fault("S", "shoe", "noise on the line")
        return bytes(damaged)
