"""What the log says of those who do the same thing again and again: the first time at once, then how often.

A stranger needs no key to be refused, so a line for each refusal would let him fill the disk. Whatever he does, there
are so many lines of him in a minute, and so many whom we remember; the metrics count all of it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

EVERY_MS: Final = 60_000  # between two lines that say how often
DETAILS: Final = 8  # different ones of one doer that get a line of their own: machines may share an address
STRANGERS: Final = 32  # whom we remember at a time; the rest is counted together
OTHERS: Final = "others"

Line = tuple[str, Mapping[str, object]]  # the event, and its fields


class _Doer(Struct):
    seen: list[Mapping[str, object]] = []  # what has, or gets, a line of its own
    told: int = 0  # of `seen`
    times: int = 0  # what came after that, since the last line
    last: Mapping[str, object] = {}


class Tally:
    def __init__(self, most: int = STRANGERS) -> None:
        self._most = most
        self._doers: dict[tuple[str, str, str], _Doer] = {}
        self._others: Counter[tuple[str, str]] = Counter()
        self._due_ms: int | None = None

    def note(self, event: str, name: str, whose: str, **detail: object) -> None:
        """`name` is that of the field in which the log says whose it was."""
        doer = self._doers.get((event, name, whose))
        if doer is None:
            if len(self._doers) >= self._most:
                self._others[event, name] += 1
                return
            doer = self._doers[event, name, whose] = _Doer()
        if len(doer.seen) < DETAILS and detail not in doer.seen:
            doer.seen.append(detail)
        else:
            doer.times += 1
            doer.last = detail

    def lines(self, now_ms: int) -> Iterator[Line]:
        """For the log, now."""
        if self._due_ms is None:
            self._due_ms = now_ms + EVERY_MS
        due = now_ms >= self._due_ms
        for (event, name, whose), doer in self._doers.items():
            for detail in doer.seen[doer.told :]:
                yield event, {name: whose, **detail}
            if due and doer.times:
                yield event, {name: whose, **doer.last, "times": doer.times}
        if due:
            for (event, name), times in self._others.items():
                yield event, {name: OTHERS, "times": times}
            self._others.clear()
            # Who has done nothing since his lines were written is forgotten; his next deed is a first one.
            self._doers = {it: doer for it, doer in self._doers.items() if doer.times or doer.told < len(doer.seen)}
            self._due_ms = now_ms + EVERY_MS
        for doer in self._doers.values():
            doer.told = len(doer.seen)
            if due:
                doer.times = 0
