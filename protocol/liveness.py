"""Whether a peer lives, how much it may ask, and when to ask again: bookkeeping only. No timer here moves money."""

from typing import Final

from msgspec import Struct

DEAD_AFTER_MS: Final = 2_000  # FAULTS 4.3 N11: heartbeats of 500 ms, dead after 2 s
REQUESTS_PER_S: Final = 20  # FAULTS 4.5 A11
BURST: Final = 40
AGAIN_MS: Final = 250  # doubled with each send,
AGAIN_MS_MAX: Final = 2_000  # up to this
HOUR_MS: Final = 3_600_000


class Liveness:
    """When a peer was last heard."""

    def __init__(self, dead_after_ms: int = DEAD_AFTER_MS) -> None:
        self._dead_after_ms = dead_after_ms
        self._heard_ms: int | None = None

    def heard(self, now_ms: int) -> None:
        self._heard_ms = now_ms

    def alive(self, now_ms: int) -> bool:
        """Never heard is not alive, and is not the same as lost: `ever_heard` tells."""
        return self._heard_ms is not None and now_ms - self._heard_ms < self._dead_after_ms

    @property
    def ever_heard(self) -> bool:
        return self._heard_ms is not None

    def dies_ms(self) -> int | None:
        """When it counts as dead, if nothing is heard until then."""
        return None if self._heard_ms is None else self._heard_ms + self._dead_after_ms


class Backoff(Struct):
    """When something is sent again: after 250 ms, then twice as long each time, at most 2 s."""

    due_ms: int
    wait_ms: int = AGAIN_MS

    def sent(self, now_ms: int) -> None:
        self.due_ms = now_ms + self.wait_ms
        self.wait_ms = min(2 * self.wait_ms, AGAIN_MS_MAX)


def sent_first(now_ms: int) -> Backoff:
    return Backoff(now_ms + AGAIN_MS, 2 * AGAIN_MS)


class Allowance:
    """A token bucket: a flood is dropped before anything is decided about it."""

    def __init__(self, per_s: int = REQUESTS_PER_S, burst: int = BURST) -> None:
        self._per_s = per_s
        self._full = burst * 1_000  # thousandths of a token: whole numbers only
        self._left = self._full
        self._at_ms: int | None = None

    def take(self, now_ms: int) -> bool:
        """May this request pass?"""
        if self._at_ms is not None:
            self._left = min(self._full, self._left + max(0, now_ms - self._at_ms) * self._per_s)
        self._at_ms = now_ms
        if self._left < 1_000:
            return False
        self._left -= 1_000
        return True


class LastHour:
    """What was taken within an hour, each by its id, on a monotonic clock; forgotten with the process."""

    def __init__(self) -> None:
        self._taken: dict[bytes, tuple[int, int]] = {}  # when, and how much

    def take(self, now_ms: int, key: bytes, amount: int) -> int:
        """All that was taken by now."""
        self._taken[key] = (now_ms, amount)
        return self.amount(now_ms)

    def give_back(self, key: bytes) -> None:
        self._taken.pop(key, None)

    def amount(self, now_ms: int) -> int:
        self._taken = {key: taken for key, taken in self._taken.items() if now_ms - taken[0] < HOUR_MS}
        return sum(amount for _taken_ms, amount in self._taken.values())
