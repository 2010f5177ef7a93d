"""A world in which every throw of the dice has a name, so that one of them can be changed and the others stay.

In the ordinary world all draw from one source: leave out one lost message, and everything after it is another life.
Here the dice of each event follow from the seed, from who acts, and from how often he has acted; and whatever could as
well not happen has a name of its own (`staff look 312.0`). Search grows runs with it and shrinking cuts them down. A
run of the ordinary world is taken over by its tape: the throws as they fell, by event.
"""

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop
from random import Random
from typing import Any, Final
from zlib import crc32

from msgspec import Struct

from simulation.recorder import Recorder
from simulation.world import World

_GAMMA: Final = 0x9E3779B97F4A7C15
_MASK: Final = (1 << 64) - 1
Throws = Sequence[float | int]  # floats of `random()`, whole numbers of `getrandbits()`


class Turn(Struct, frozen=True, forbid_unknown_fields=True):
    """From this moment on the dice fall otherwise; what was before stays as it was."""

    at_ms: int
    salt: int


class Dice(Random):
    """SplitMix64, placed anew for each event: one addition and a hash, where Random would need 600 words of state."""

    def __init__(self) -> None:
        super().__init__(0)
        self.state = 0
        self.who, self.nth, self.kth = "", 0, 0  # whose event it is, which of his, and what of it happens next
        self._taped: list[float | int] = []  # still to come, the next one last
        self.shared: Random | None = None  # recording: throws are those of the ordinary world ...
        self.written: list[float | int] = []  # ... and go on tape here

    def place(self, state: int, who: str, nth: int, taped: Throws) -> None:
        self.state, self.who, self.nth, self.kth = state, who, nth, 0
        self._taped = list(reversed(taped))

    def random(self) -> float:
        if self.shared is not None:
            thrown = self.shared.random()
            self.written.append(thrown)
            return thrown
        if self._taped:
            taped = self._taped.pop()
            if isinstance(taped, float):
                return taped
            self._taped = []  # another throw was made here: the rest of the tape has no meaning
        return (self._next() >> 11) * 2.0**-53

    def getrandbits(self, k: int, /) -> int:
        if self.shared is not None:
            bits = self.shared.getrandbits(k)
            self.written.append(bits)
            return bits
        if self._taped:
            taped = self._taped.pop()
            if isinstance(taped, int) and taped >> k == 0:
                return taped
            self._taped = []
        bits = 0
        for _ in range(0, k, 64):
            bits = bits << 64 | self._next()
        return bits >> (-k % 64)

    def _next(self) -> int:
        self.state = state = (self.state + _GAMMA) & _MASK
        state = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & _MASK
        state = ((state ^ state >> 27) * 0x94D049BB133111EB) & _MASK
        return state ^ state >> 31


class DirectedWorld(World):
    def __init__(
        self,
        seed: int,
        *,
        turns: Sequence[Turn] = (),
        only: Sequence[str] | None = None,
        tape: Mapping[str, Throws] | None = None,
        record: bool = False,
    ) -> None:
        """`only`: of all that may happen, this; None: all of it. `record`: the dice of the ordinary world, on tape."""
        super().__init__(seed)
        self.recorder = Recorder(keep_all=True)
        self.happened: dict[str, str] = {}  # what, by its name, in the order of time
        self.tape: dict[str, list[float | int]] = {}  # written if it records
        self._only = None if only is None else frozenset(only)
        self._taped: Mapping[str, Throws] = tape or {}
        self._shared = Random(seed) if record else None
        self._turns = sorted(turns, key=lambda turn: -turn.at_ms)
        self._salt = 0
        self._start = crc32(f"{seed}".encode()) << 32 | (seed & 0xFFFFFFFF)
        self._acted: dict[str, int] = {}
        self._sums: dict[str, int] = {}
        self._event, self._line = Dice(), Dice()
        self._event.shared = self._line.shared = self._shared
        self.rng: Random = self._event
        self._place(self._event, "world")

    def step(self) -> bool:
        if not self._heap:
            return False
        self.now_ms, _, action, args = heappop(self._heap)
        while self._turns and self._turns[-1].at_ms <= self.now_ms:
            self._salt = self._salt * 31 + 1 + self._turns.pop().salt
        self._place(self._event, _name(action))
        action(*args)
        return True

    def stream(self, who: str) -> Random:
        self._place(self._line, who)
        return self._line

    def _place(self, dice: Dice, who: str) -> None:
        nth = self._acted.get(who, 0)
        self._acted[who] = nth + 1
        name = self._sums.get(who)
        if name is None:
            name = self._sums[who] = crc32(who.encode()) * 0xD6E8FEB86659FD93
        state = self._start ^ name ^ nth * 0xA0761D6478BD642F ^ self._salt * 0xE7037ED1A0B428DB
        taped: Throws = ()
        if self._shared is not None:
            dice.written = self.tape[f"{who} {nth}"] = []
        elif self._taped:
            taped = self._taped.get(f"{who} {nth}", ())
        dice.place(state & _MASK, who, nth, taped)

    def happens(self, what: str = "") -> bool:
        return self._decide(self._event, True, what)

    def chance(self, probability: float, dice: Random | None = None, what: str = "", detail: Any = "") -> bool:
        """What may be in `only` is asked for by its place in the event, whatever the mix: it happens if it is there and
        possible at all, however the dice fall. So what is left of a run does not hang on what was left out.
        """
        thrown = self._event if dice is None else dice
        assert isinstance(thrown, Dice)
        if probability <= 0:
            thrown.kth += 1
            return False
        return self._decide(thrown, thrown.random() < probability, what, detail)

    def _decide(self, dice: Dice, hit: bool, what: str, detail: Any = "") -> bool:
        if not hit and self._only is None:
            dice.kth += 1
            return False
        name = f"{dice.who} {dice.nth}.{dice.kth}"
        dice.kth += 1
        if self._only is not None and name not in self._only:
            return False
        self.happened[name] = what
        if what:
            self.note(dice.who, "# " + what, detail)
        return True


def _name(action: Callable[..., None]) -> str:
    """Who acts, in words that are the same in every process: by its own name, or by what it is."""
    owner = getattr(action, "__self__", None)
    name = "world" if owner is None else getattr(owner, "name", "") or type(owner).__name__
    return f"{name} {getattr(action, '__name__', '')}"
