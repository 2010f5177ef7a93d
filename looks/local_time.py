"""A time of the log as the clock on the wall beside the screen shows it. For people: no decision may read it."""

from functools import lru_cache

from PySide6.QtCore import QDateTime, Qt


@lru_cache(maxsize=64)  # the same few, with every picture
def local_time(wall_time: str, form: str = "HH:mm") -> str:
    """20:45 at this table's place: the log has the time of Greenwich. What is no time is shown as it is."""
    moment = QDateTime.fromString(wall_time, Qt.DateFormat.ISODateWithMs)
    return moment.toLocalTime().toString(form) if moment.isValid() else wall_time
