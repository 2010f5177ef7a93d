"""The wall clock of the console: which gaming day it says, and whether it has stepped.

The only place that reads it for more than a time to print. It decides nothing: what it finds is told to the core, which
puts it on record. No Round, deadline or payment depends on it (M15).
"""

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from msgspec import Struct

from protocol.process import now_ms

STEP_MS: Final = 3_000  # between two looks: far more than a clock drifts that is steered gently


class GamingDay(Struct, frozen=True):
    """When the house's day begins."""

    zone: str = "UTC"
    starts: str = "06:00"

    def at(self, wall: datetime) -> str:
        """The gaming day of a moment: the date on which it began."""
        local = wall.astimezone(ZoneInfo(self.zone))
        day = local.date()
        return (day if f"{local:%H:%M}" >= self.starts else day - timedelta(days=1)).isoformat()


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


class Clock:
    """Compares the wall clock with the one that never goes back, from one look to the next."""

    def __init__(
        self, day: GamingDay, wall: Callable[[], int] = wall_ms, monotonic: Callable[[], int] = now_ms
    ) -> None:
        self._day, self._wall, self._monotonic = day, wall, monotonic
        self._seen = wall(), monotonic()

    def day(self) -> str:
        return self._day.at(datetime.fromtimestamp(self._wall() / 1_000, UTC))

    def step_ms(self) -> int:
        """How far it was set since the last look, forward or back; 0 if it only went on."""
        wall, monotonic = self._wall(), self._monotonic()
        (wall_then, monotonic_then), self._seen = self._seen, (wall, monotonic)
        step = (wall - wall_then) - (monotonic - monotonic_then)
        return step if abs(step) > STEP_MS else 0

    def behind_ms(self, written: str) -> int:
        """How far it is before the time of the last entry, as a negative step; 0 if it is not."""
        if not written:
            return 0
        try:
            then = datetime.fromisoformat(written).timestamp()
        except ValueError:
            raise ValueError(f"the last entry of the journal says it was written at {written!r}: no time") from None
        step = self._wall() - round(then * 1_000)
        return step if step < -STEP_MS else 0
