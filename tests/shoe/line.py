"""A console's end and an emulated shoe with a real pseudo-terminal between them.

The time that both are told is made up, so that a test takes no longer than its bytes: only the line is waited for.
"""

import select
from collections.abc import Callable
from pathlib import Path

from shoe_driver.emulator import EmulatedShoe, shuffled
from shoe_driver.link import CardSeen, CardUnread, ShoeEvent
from shoe_driver.port import Shoe
from tests.shoe.hearing import REFERENCE

QUIET_MS = 5  # real ones: a pseudo-terminal takes far less than one to carry what was written
GIVE_UP_MS = 120_000  # made-up ones


class Line:
    """Commits and acknowledges what is reported at once, unless it is told not to."""

    def __init__(self, folder: Path, format_name: str = REFERENCE, *, seed: int = 1, tape: bool = False) -> None:
        self.now_ms = 5_000
        self.device = folder / "shoe"
        self.format_name = format_name
        self.tapes = folder / "tapes" if tape else None
        self.emulator = EmulatedShoe(format_name, shuffled(8, seed), seed, link=self.device)
        self.said: list[ShoeEvent] = []
        self.acknowledges = True
        self.shoe = self.new_console()

    def new_console(self, last_seq: int = 0, serial: str = "") -> Shoe:
        self.shoe = Shoe(self.format_name, str(self.device), last_seq, serial, self.tapes)
        return self.shoe

    def close(self) -> None:
        self.shoe.close()
        self.emulator.close()

    @property
    def cards(self) -> list[str]:
        """What came across; "" for what was not read."""
        return [event.card if isinstance(event, CardSeen) else "" for event in self.said if is_card(event)]

    @property
    def truth(self) -> list[str]:
        return [drawn.read if len(drawn.card) == 2 and drawn.read else "" for drawn in self.emulator.drawn]

    def run(self) -> None:
        """Until both ends have nothing more to read."""
        while True:
            self._serve()
            ends = [end for end in (self.shoe.fileno(), self.emulator.fileno()) if end is not None]
            if not select.select(ends, [], [], QUIET_MS / 1000)[0]:
                return

    def wait(self, some_ms: int) -> None:
        """Lets time pass, and does all that falls due in it."""
        end_ms = self.now_ms + some_ms
        self.run()
        while self.now_ms < end_ms:
            wake_ms = self.shoe.wake_ms()
            self.now_ms = end_ms if wake_ms is None else min(end_ms, max(wake_ms, self.now_ms + 1))
            self.run()

    def until(self, is_so: Callable[[], bool]) -> None:
        begun_ms = self.now_ms
        self.run()
        while not is_so():
            assert self.now_ms < begun_ms + GIVE_UP_MS, f"it never came to that: {self.said[-20:]}"
            self.wait(50)

    def deal(self, count: int) -> None:
        self.run()  # what is said before somebody listens is lost
        for _ in range(count):
            self.emulator.draw()
            self.run()

    def _serve(self) -> None:
        events = self.shoe.service(self.now_ms)
        self.said += events
        numbers = [event.shoe_seq for event in events if isinstance(event, CardSeen | CardUnread) and event.shoe_seq]
        if numbers and self.acknowledges:
            self.shoe.acknowledge(max(numbers))
        self.emulator.service(self.now_ms)


def is_card(event: ShoeEvent) -> bool:
    return isinstance(event, CardSeen | CardUnread)
