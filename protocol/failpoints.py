"""Named places where a test kills this very process, as a power cut would: every commit, send and acknowledgement.

Does nothing unless the environment asks for it, which only tests do: `ETG_KILL_AT=before_commit/WindowClosed` (with
`:3`, at the third time), `ETG_POINTS=FILE` to note the places that were passed.
"""

import os
import signal
from collections.abc import Iterable, Mapping
from pathlib import Path


class Failpoints:
    def __init__(self, environment: Mapping[str, str]) -> None:
        place, _, times = environment.get("ETG_KILL_AT", "").partition(":")
        self._place = place
        self._left = int(times or 1)
        notes = environment.get("ETG_POINTS", "")
        self._notes = Path(notes) if notes else None

    @property
    def armed(self) -> bool:
        return bool(self._place or self._notes)

    def at(self, site: str, details: Iterable[object]) -> None:
        """Here is `site`, for things of these types: facts about to be written, a message about to be sent."""
        if not self.armed:
            return
        kinds = (detail if isinstance(detail, type) else type(detail) for detail in details)
        names = dict.fromkeys(f"{site}/{kind.__name__}" for kind in kinds)
        if self._notes is not None:
            with self._notes.open("a") as notes:
                notes.writelines(f"{name}\n" for name in names)
        if self._place in names:
            self._left -= 1
            if not self._left:
                os.kill(os.getpid(), signal.SIGKILL)
