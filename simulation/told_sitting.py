"""The session clock of a told terminal: since when somebody plays there, over restarts, on a file that may fail."""

from random import Random
from typing import Any

from simulation.world import Violation
from terminal.sitting import SittingClock


class KeptFile:
    """What of a `Path` the clock uses."""

    def __init__(self) -> None:
        self.text: str | None = None
        self.fails = False

    def read_text(self, encoding: str) -> str:
        if self.text is None:
            raise FileNotFoundError(encoding)
        return self.text

    def write_text(self, text: str, encoding: str) -> None:
        if self.fails:
            raise OSError(encoding)
        self.text = text

    def unlink(self, *, missing_ok: bool) -> None:
        if self.fails or (self.text is None and not missing_ok):
            raise OSError("it stays")
        self.text = None


class ToldSitting:
    """Of one machine; `begins` for each process."""

    def __init__(self, rng: Random) -> None:
        self._rng, self._file = rng, KeptFile()
        self.begins()

    def begins(self) -> None:
        rng, file = self._rng, self._file
        file.fails = rng.random() < 0.1
        if rng.random() < 0.15:  # somebody has written there, or the disk has
            file.text = rng.choice(("", "soon", "0", "-5", str(10**15), "1"))
        path: Any = file
        self._clock = SittingClock(path if rng.random() < 0.95 else None)
        self._kept = file.text if self._clock._file is not None else None
        self._since, self._first = 0, True

    def see(self, now_ms: int, *, seated: bool) -> None:
        if not seated:
            self._since = 0
        elif not self._since:
            kept = self._kept if self._first else None
            good = kept is not None and kept.strip().isdecimal() and 0 < int(kept) <= now_ms
            self._since = int(kept) if good and kept is not None else now_ms
        self._first = False
        told = self._clock.see(now_ms, seated=seated)
        if told != self._since:
            raise Violation("sitting", f"somebody plays since {told}, and it should be {self._since}")
        if not self._file.fails and self._clock._file is not None:
            should = None if not seated else f"{self._since}\n"
            kept = self._file.text
            if (kept is None) != (should is None) or (kept is not None and int(kept) != self._since):
                raise Violation("sitting", f"{kept!r} is kept of {self._since}")
