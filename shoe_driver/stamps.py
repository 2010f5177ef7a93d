"""001 §5.7: two cards that came faster than a hand can draw.

By when they arrived, and only if that says when they were drawn: not of a card that was told late or again, and not
when the process has not looked at the line for a while, because all that came meanwhile is read at once. Pure.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from shoe_driver.link import CardSeen, CardsTogether, CardUnread, LinkLost, LinkRestored, ShoeEvent, ShoeLink

STALLED_MS: Final = 700  # the console looks at its shoe twice a second at least


class Stamps:
    def __init__(self, together_ms: int) -> None:
        """0: nobody looks."""
        self._together_ms = together_ms
        self._looked_ms: int | None = None
        self._card_ms: int | None = None  # when the last card came, if it came as it was drawn

    def looked(self, now_ms: int) -> None:
        """Whatever was on the line by now has been read."""
        self._looked_ms = now_ms

    def put(self, now_ms: int, link: ShoeLink, events: Iterable[ShoeEvent]) -> Iterator[ShoeEvent]:
        """The same events, and behind a card that came with the one before it, that it did."""
        prompt = self._looked_ms is not None and now_ms - self._looked_ms <= STALLED_MS
        for event in events:
            yield event
            if isinstance(event, LinkLost | LinkRestored):
                self._card_ms = None
            if not isinstance(event, CardSeen | CardUnread):
                continue
            if not (prompt and link.is_live(now_ms, event.shoe_seq)):
                self._card_ms = None
                continue
            before, self._card_ms = self._card_ms, now_ms
            if before is not None and now_ms - before < self._together_ms:
                yield CardsTogether(event.shoe_seq, now_ms - before)
