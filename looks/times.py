"""A time of the log as the clock on the wall beside the screen shows it. For people: no decision may read it."""

from functools import lru_cache

from PySide6.QtCore import QDateTime, Qt


@lru_cache(maxsize=256)  # the same few, with every picture
def clock(wall_time: str, form: str = "HH:mm:ss") -> str:
    """20:45:12 at this table's place: the log has the time of Greenwich, and what happens at a table may be seconds
    apart. What is no time is shown as it is.
    """
    moment = QDateTime.fromString(wall_time, Qt.DateFormat.ISODateWithMs)
    return moment.toLocalTime().toString(form) if moment.isValid() else wall_time


def clock_minutes(wall_time: str) -> str:
    """20:45, where a line is about a whole Round."""
    return clock(wall_time, "HH:mm")
