"""Many members in one process and one poll loop: the load for a measurement, and how long each waited.

The same loop drives real terminals (`seats.py`) and bare sockets (`bare.py`), so that a ratio compares what is inside a
member and nothing else. Orders come as JSON lines on standard input; each is answered by one line. Times are of the
monotonic clock, which all processes of a machine share.
"""

import gc
import heapq
import json
import os
import resource
from collections import defaultdict
from collections.abc import Sequence
from random import Random
from time import monotonic_ns
from typing import Any, Final, Protocol

import zmq

PATIENCE_NS: Final = 10_000_000_000  # with an answer that does not come
IDLE_NS: Final = 1_000_000_000  # the longest that nothing is looked at
GAP_NS: Final = 60_000_000  # between two taps of one hand: the console hears at most 20 a second (FAULTS A11)
ORDERS: Final = 0  # standard input


class Member(Protocol):
    marks: dict[str, int]  # what it has seen, and when

    @property
    def sockets(self) -> Sequence[zmq.Socket[bytes]]: ...

    @property
    def ready(self) -> bool: ...

    @property
    def may_tap(self) -> bool: ...

    @property
    def in_flight(self) -> bool: ...

    def tap(self) -> bool:
        """False: it is too late for that."""

    def turn(self) -> None:
        """Takes what waits, and does what is due."""

    def wake_ns(self) -> int: ...


class Crowd:
    def __init__(self, members: Sequence[Member]) -> None:
        self._members = members
        self._tapped: dict[Member, int] = {}
        # A heap of taps to come; the second number is the member's own, so that no two are equal.
        self._due: list[tuple[int, int, Member]] = []
        self._took: list[int] = []
        self._late = 0
        self._again_until = 0
        self._poller = zmq.Poller()
        self._of: dict[Any, Member] = {}
        for member in members:
            for socket in member.sockets:
                self._poller.register(socket, zmq.POLLIN)
                self._of[socket] = member
        self._poller.register(ORDERS, zmq.POLLIN)

    def run(self) -> None:
        """Until standard input ends."""
        waiting = b""
        while True:
            if self._turn():
                data = os.read(ORDERS, 1 << 16)
                if not data:
                    return
                *lines, waiting = (waiting + data).split(b"\n")
                for line in lines:
                    print(json.dumps(self._obey(**json.loads(line))), flush=True)

    def _turn(self) -> bool:
        """One look at the sockets and the clock. True: an order waits."""
        wakes = [member.wake_ns() for member in self._members]
        wake = min(monotonic_ns() + IDLE_NS, *wakes, *(when for when, _, _ in self._due[:1]))
        ready = dict(self._poller.poll(max(0, (wake - monotonic_ns()) // 1_000_000)))
        ordered = bool(ready.pop(ORDERS, 0))
        now = monotonic_ns()
        late = {member for member, when in zip(self._members, wakes, strict=True) if when <= now}
        # Who waits for an answer comes first: in a hall, nobody's terminal waits for his neighbour's.
        for member in sorted({self._of[socket] for socket in ready} | late, key=lambda one: one not in self._tapped):
            member.turn()
            if member in self._tapped and not member.in_flight:
                self._answered(member)
        while self._due and self._due[0][0] <= monotonic_ns():
            _, number, member = heapq.heappop(self._due)
            if member.in_flight:
                heapq.heappush(self._due, (monotonic_ns() + 1_000_000, number, member))
                continue
            began = monotonic_ns()
            if member.tap():
                self._tapped[member] = began
            else:
                self._late += 1
        return ordered

    def _answered(self, member: Member) -> None:
        now, tapped = monotonic_ns(), self._tapped.pop(member)
        self._took.append(now - tapped)
        member.marks["answered"] = now
        if now < self._again_until:
            heapq.heappush(self._due, (max(now, tapped + GAP_NS), id(member), member))

    # --- orders ------------------------------------------------------------------------------------------------------

    def _obey(self, do: str, **how: Any) -> Any:
        match do:
            case "join":
                self._until(lambda: all(member.ready for member in self._members))
                gc.collect()
                gc.freeze()
                return {}
            case "open":
                self._until(lambda: all(member.may_tap for member in self._members))
                return {}
            case "tap":
                return self._tap(**how)
            case "flood":
                return self._flood(**how)
            case "burst":
                return self._burst(**how)
            case "marks":
                return self._marks()
        raise ValueError(f"no such order: {do}")

    def _until(self, holds: Any, patience_ns: int = PATIENCE_NS) -> None:
        end = monotonic_ns() + patience_ns
        while not holds():
            if monotonic_ns() > end:
                raise TimeoutError("the console did not answer in time")
            self._turn()

    def _finish(self) -> dict[str, Any]:
        last = max((when for when, _, _ in self._due), default=monotonic_ns())
        self._until(lambda: not self._due and not self._tapped, last - monotonic_ns() + PATIENCE_NS)
        done = {"took": self._took, "late": self._late}
        self._took, self._late = [], 0
        return done

    def _tap(self, rate: float, seconds: float, seed: int) -> dict[str, Any]:
        """Each member taps by itself, so often a second, at any moment."""
        rng, now = Random(seed), monotonic_ns()
        for number, member in enumerate(self._members):
            at = rng.expovariate(rate)
            while at < seconds:
                heapq.heappush(self._due, (now + int(at * 1e9), number, member))
                at += max(rng.expovariate(rate), GAP_NS / 1e9)
        return self._finish()

    def _flood(self, seconds: float) -> dict[str, Any]:
        """Each member taps again as soon as it was answered."""
        began = monotonic_ns()
        self._again_until = began + int(seconds * 1e9)
        for number, member in enumerate(self._members):
            heapq.heappush(self._due, (began, number, member))
        done = self._finish()
        return {**done, "seconds": (monotonic_ns() - began) / 1e9}

    def _burst(self, at: int, span: int, seed: int) -> dict[str, Any]:
        """Each member taps once within the span before that moment."""
        rng = Random(seed)
        for number, member in enumerate(self._members):
            heapq.heappush(self._due, (at - rng.randrange(span), number, member))
        began = monotonic_ns()
        done = self._finish()
        answers = [member.marks.get("answered", 0) for member in self._members]
        return {**done, "answered": [when for when in answers if when >= began]}

    def _marks(self) -> dict[str, list[int]]:
        """What was seen since the last time, by all who saw it."""
        found: dict[str, list[int]] = defaultdict(list)
        for member in self._members:
            for mark, when in member.marks.items():
                found[mark].append(when)
            member.marks.clear()
        return found


def allow_files() -> None:
    """Each member has a handful of descriptors, and the usual limit is 1024."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
