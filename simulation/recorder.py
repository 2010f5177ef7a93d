"""The flight recorder of a run: one line of columns per step, for the report of a failure, and a digest of all of it.

Lines are kept as they came and formatted only when somebody reads them.
"""

from collections import deque
from hashlib import sha256
from typing import Any, Final, NamedTuple

KEPT: Final = 400


class Noted(NamedTuple):
    now_ms: int
    who: str
    what: str
    detail: Any


class Recorder:
    def __init__(self, *, keep_all: bool = False) -> None:
        """`keep_all`: for a story; else the last lines."""
        self._lines: deque[tuple[int, str, str, Any]] = deque(maxlen=None if keep_all else KEPT)
        self._digest = sha256()

    def line(self, now_ms: int, who: str, what: str, detail: Any = "") -> None:
        self._lines.append((now_ms, who, what, detail))

    def seal(self, data: bytes) -> None:
        """Every entry that was committed and every message that was sent goes into the digest of the run."""
        self._digest.update(data)

    def digest(self) -> str:
        return self._digest.hexdigest()

    def all(self) -> list[Noted]:
        return [Noted(*line) for line in self._lines]

    def last(self, count: int = 40) -> list[str]:
        lines = list(self._lines)[-count:]
        return [f"{now / 1000:9.3f}  {who:<8}  {what:<12}  {_shorten(detail)}" for now, who, what, detail in lines]


def _shorten(detail: Any) -> str:
    text = detail if isinstance(detail, str) else repr(detail)
    return text if len(text) <= 150 else text[:147] + "..."
