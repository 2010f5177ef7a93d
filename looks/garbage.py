"""Who looks for garbage in a process with windows: only the thread that they belong to.

Python looks for it in whatever thread makes an object just then. What belongs to Qt and is found in the thread of a
feed is destroyed there, and Qt ends the process for it: at once, or when the next window opens.
"""

import gc
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, QTimerEvent

LOOKS_MS: Final = 200  # as long as the quickest feed may fill the memory


class Garbage(QObject):
    """A part of the application, with which it ends."""

    def __init__(self, application: QCoreApplication) -> None:
        super().__init__(application)
        gc.disable()
        self.startTimer(LOOKS_MS)

    def timerEvent(self, event: QTimerEvent) -> None:  # noqa: N802  Qt's name
        collect_due()


def collect_here() -> None:
    """From now on in this thread and in no other."""
    application = QCoreApplication.instance()
    assert application is not None  # there is no window without one
    if application.findChild(Garbage) is None:
        Garbage(application)


def collect_due() -> None:
    """What Python itself would collect by now: of all generations whose time has come the oldest, and the younger."""
    counts, limits = gc.get_count(), gc.get_threshold()
    for generation in (2, 1, 0):
        if counts[generation] > limits[generation]:
            gc.collect(generation)
            return
