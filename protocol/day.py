"""The gaming day: a date of the calendar ("2026-11-17") that begins at the house's hour, in its time zone.

Nobody here knows what time it is: the shell of the console reads the clock (`console/clock.py`) and tells its core
which day it says. As text the days are in their order; `days_between` counts them, for what expires after so many.
"""

from typing import Annotated, Final

from msgspec import Meta

Day = Annotated[str, Meta(pattern=r"^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])\Z")]

_DAYS_BEFORE_MONTH: Final = (0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337)  # in a year that begins in March


def days_between(earlier: str, later: str) -> int:
    """How many days the second is after the first; negative if it is before it."""
    return _number(later) - _number(earlier)


def last_day(first: str, days: int) -> str:
    """Of so many days that begin with this one."""
    year, month, of_month = map(int, first.split("-"))
    for _ in range(days - 1):
        of_month += 1
        if of_month > _length(year, month):
            year, month, of_month = (year + 1, 1, 1) if month == 12 else (year, month + 1, 1)
    return f"{year:04}-{month:02}-{of_month:02}"


def _length(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def _number(day: str) -> int:
    """Counted in years that begin in March: then the leap day is the last of its year and moves no other."""
    year, month, of_month = map(int, day.split("-"))
    year -= month < 3
    return 365 * year + year // 4 - year // 100 + year // 400 + _DAYS_BEFORE_MONTH[(month - 3) % 12] + of_month
