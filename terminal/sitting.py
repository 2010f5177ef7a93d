"""Since when somebody has played at this terminal, for the session clock on the screen.

For the eyes only: it is about the wall clock, and nothing is decided by it. The start is kept in a small file beside
the journal while there is money here: a terminal that was started again must not say that its Player has just come.
"""

from pathlib import Path
from typing import Final

NOBODY: Final = 0


class SittingClock:
    def __init__(self, file: Path | None = None) -> None:
        """Without a file it forgets with its process."""
        self._file = file
        self._since_ms = NOBODY
        self._begun = False  # somebody was seen since this process began

    def see(self, now_ms: int, *, seated: bool) -> int:
        """The start of this sitting in ms since 1970; 0 while there is no money at this terminal."""
        if seated and not self._since_ms:
            self._since_ms = NOBODY if self._begun else self._kept(now_ms)
            if not self._since_ms:
                self._since_ms = now_ms
                self._keep()
        elif not seated and (self._since_ms or not self._begun):
            self._since_ms = NOBODY
            self._forget()
        self._begun = True
        return self._since_ms

    def _kept(self, now_ms: int) -> int:
        """What an earlier process has kept, unless it is no time, or one that has not come yet."""
        try:
            kept = int(self._file.read_text(encoding="ascii")) if self._file is not None else NOBODY
        except (OSError, ValueError):
            return NOBODY
        return kept if NOBODY < kept <= now_ms else NOBODY

    def _keep(self) -> None:
        if self._file is not None:
            try:
                self._file.write_text(f"{self._since_ms}\n", encoding="ascii")
            except OSError:
                self._file = None  # a clock for the eyes must not end a terminal: it forgets with its process

    def _forget(self) -> None:
        if self._file is not None:
            try:
                self._file.unlink(missing_ok=True)
            except OSError:
                self._file = None
