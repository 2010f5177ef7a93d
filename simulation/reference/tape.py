"""A commit of the console, read entry by entry against what must be there.

Whoever expects an entry takes it; whatever nobody has taken when all inputs are judged, nobody has asked for.
"""

from collections.abc import Sequence
from typing import Any, TypeVar

from protocol import events as e

Taken = TypeVar("Taken")


class Objection(Exception):
    """The console did something else than it should have."""


class Tape:
    def __init__(self, first_seq: int = 1, entries: Sequence[e.Event] = ()) -> None:
        self._first_seq, self._entries = first_seq, entries
        self._at = 0

    @property
    def seq(self) -> int:
        """Of the entry that was taken last, or was there before."""
        return self._first_seq + self._at - 1

    @property
    def following(self) -> Any:
        """The next entry, for what only the console can know; None: there is none."""
        return self._entries[self._at] if self._at < len(self._entries) else None

    def take(self, kind: type[Taken], **told: object) -> Taken:
        """The next entry must be of this kind, and say this."""
        found = self.following
        if type(found) is not kind:
            said = ", ".join(f"{name} {value}" for name, value in told.items())
            raise Objection(f"{kind.__name__} must follow ({said}), and there is {found}")
        for name, value in told.items():
            if getattr(found, name) != value:
                raise Objection(f"{name} must be {value}: {found}")
        self._at += 1
        return found

    def check_over(self) -> None:
        if self.following is not None:
            raise Objection(f"nobody has asked for this: {self.following}")
