"""Gaming days where the clocks are set twice a year, against rules that are written down here: the last Sunday of
March and of October at one o'clock UTC in Europe; in the United States the second Sunday of March and the first of
November at two o'clock on the spot.
"""

from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Final

from console.clock import Clock, GamingDay
from simulation.world import Violation

ZONES: Final = {"Europe/Berlin": 60, "Europe/London": 0, "Europe/Athens": 120, "America/New_York": -300}  # in winter
STARTS: Final = ("00:00", "01:30", "02:00", "02:30", "03:00", "03:30", "06:00", "23:59")
SUNDAY: Final = 6
NEAR_MS: Final = (-86_400_000, -3_600_001, -3_600_000, -60_000, -1, 0, 1, 60_000, 3_599_999, 3_600_000, 86_400_000)


def _sunday(year: int, month: int, number: int) -> date:
    """The first is 0; -1: the last."""
    first = date(year, month, 1)
    days = [first + timedelta(days=it) for it in range(31)]
    return [it for it in days if it.weekday() == SUNDAY and it.month == month][number]


def _changes(zone: str, year: int) -> tuple[datetime, datetime]:
    """When summer begins and ends, in UTC."""
    if zone.startswith("Europe"):
        days, hours = (_sunday(year, 3, -1), _sunday(year, 10, -1)), (1, 1)
    else:
        days, hours = (_sunday(year, 3, 1), _sunday(year, 11, 0)), (7, 6)
    begins, ends = (datetime(it.year, it.month, it.day, hour, tzinfo=UTC) for it, hour in zip(days, hours, strict=True))
    return begins, ends


def day_of(zone: str, starts: str, wall: datetime) -> str:
    begins, ends = _changes(zone, wall.year)
    minutes = ZONES[zone] + (60 if begins <= wall < ends else 0)
    local = wall.replace(tzinfo=None) + timedelta(minutes=minutes)
    hour, minute = map(int, starts.split(":"))
    early = (local.hour, local.minute) < (hour, minute)
    return (local.date() - timedelta(days=early)).isoformat()


def run(seed: int, steps: int) -> None:
    """Raises a Violation."""
    rng = Random(f"calendar {seed}")
    for _ in range(steps):
        zone, starts = rng.choice(list(ZONES)), rng.choice(STARTS)
        year = rng.randrange(2024, 2036)
        near = rng.choice((*_changes(zone, year), datetime(year, 1, 1, tzinfo=UTC)))
        if rng.random() < 0.3:
            near = datetime(year, 1, 1, tzinfo=UTC) + timedelta(minutes=rng.randrange(525_600))
        wall = (
            near
            + timedelta(milliseconds=rng.choice(NEAR_MS))
            + timedelta(minutes=rng.choice((0, 0, rng.randrange(-300, 300))))
        )
        wall_ms = round(wall.timestamp() * 1_000)
        said = Clock(GamingDay(zone, starts), lambda at_ms=wall_ms: at_ms, lambda: 0).day()  # type: ignore[misc]
        if said != (day := day_of(zone, starts, wall)):
            raise Violation(
                "day", f"drill {seed}: at {wall} in {zone}, from {starts}, it is {day}, and the clock says {said}"
            )
