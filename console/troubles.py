"""What the system refuses the console, as the alarm that staff read: by the name it has in the log, and why."""

from collections.abc import Mapping
from typing import Final

from console.table.table import Noticed
from protocol.alarms import Alarm

# By the first word of the name; the last one is whose it is, where that is somebody's.
_ALARMS: Final[Mapping[str, Alarm]] = {
    "register": Alarm.KEY_FILE,
    "staff": Alarm.STAFF_FILE,
    "PIN": Alarm.PIN_UNLOOKED,
    "console": Alarm.OWN_KEY,
    "seed": Alarm.SEED_UNKEPT,
    "memory": Alarm.NO_MEMORY,
    "files": Alarm.NO_FILES,
    "limit": Alarm.FEW_FILES,
}
_WHOSE: Final = ("register", "staff", "PIN")


def notice(name: str, why: str) -> Noticed:
    what, *words = name.removesuffix(" differs").split(" ")
    return Noticed("console", _ALARMS[what], tuple(words[-1:]) if what in _WHOSE else (), why)
