"""The console's clock alone: which gaming day it says at the edges of a day, and what it makes of being set (M15).

The production `GamingDay` and `Clock` against plain sums: zones that never change their hour, days that begin anywhere.
"""

from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Final

from console.clock import Clock, GamingDay
from simulation.world import Violation

ZONES: Final = {"UTC": 0, "Asia/Singapore": 480, "Asia/Kolkata": 330, "America/Phoenix": -420}  # minutes
STARTS: Final = ("00:00", "00:01", "05:30", "06:00", "12:00", "23:59")
BESIDE_MS: Final = (-60_000, -1_000, -1, 0, 1, 1_000, 59_999, 60_000, 43_200_000)
EPOCH_MS: Final = 1_800_000_000_000
DAY_MS: Final = 86_400_000
NOTICED_MS: Final = 3_000  # by less it was steered


class ClockDrill:
    def __init__(self, seed: int) -> None:
        rng = self.rng = Random(f"clock {seed}")
        self.zone, self.starts = rng.choice(list(ZONES)), rng.choice(STARTS)
        hours, minutes = map(int, self.starts.split(":"))
        self.behind_ms = (
            hours * 60 + minutes - ZONES[self.zone]
        ) * 60_000  # the day's beginning, after midnight in UTC
        self.wall_ms, self.now_ms = EPOCH_MS + rng.randrange(400 * DAY_MS), 0
        self.clock = self._new()

    def _new(self) -> Clock:
        return Clock(GamingDay(self.zone, self.starts), lambda: self.wall_ms, lambda: self.now_ms)

    def play(self, steps: int) -> None:
        rng = self.rng
        for _ in range(steps):
            goes_ms = rng.choice((0, 5_000, 5_000, rng.randrange(DAY_MS)))
            self.now_ms += goes_ms
            set_ms = rng.choice(
                (0, 0, 0, -1, 2_999, 3_000, -3_000, 3_001, -3_001, DAY_MS, -DAY_MS, self._to_the_edge())
            )
            self.wall_ms += goes_ms + set_ms
            told = self.clock.step_ms()
            if told != (set_ms if abs(set_ms) > NOTICED_MS else 0):
                raise Violation("M15", f"the clock was set by {set_ms} ms, and it says {told}")
            day = (date(1970, 1, 1) + timedelta(days=(self.wall_ms - self.behind_ms) // DAY_MS)).isoformat()
            if self.clock.day() != day:
                when = f"{self.wall_ms} in {self.zone}, from {self.starts}"
                raise Violation("day", f"at {when} it is {day}, and the clock says {self.clock.day()}")
            if rng.random() < 0.2:
                self._begins_anew()

    def _to_the_edge(self) -> int:
        """Somebody sets it to just about the beginning of a day."""
        return -((self.wall_ms - self.behind_ms) % DAY_MS) + self.rng.choice(BESIDE_MS)

    def _begins_anew(self) -> None:
        """A process knows when the last entry was written, and nothing else."""
        before_ms = self.rng.choice((0, 1, 3_000, 3_001, -3_000, -3_001, -DAY_MS))
        written = datetime.fromtimestamp((self.wall_ms - before_ms) / 1_000, UTC).isoformat()
        self.clock = self._new()
        told = self.clock.behind_ms(written)
        if told != (before_ms if before_ms < -NOTICED_MS else 0):
            raise Violation("M15", f"the clock is {before_ms} ms after the last entry, and it says {told}")


def run(seed: int, steps: int) -> ClockDrill:
    """Raises a Violation."""
    drill = ClockDrill(seed)
    drill.play(steps)
    return drill
