"""A console's door that serves its log to whoever asks."""

import threading
from types import TracebackType
from typing import Self

from protocol.copies import Copies
from protocol.journal import Journal


class Serving:
    """The process: its loop turns in a thread of its own."""

    def __init__(self, journal: Journal) -> None:
        self.copies = Copies(journal)
        self._ended = threading.Event()
        self._now = 0
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        while not self._ended.is_set():
            self._now += 1_000
            self.copies.turn(self._now)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_raised: type[BaseException] | BaseException | TracebackType | None) -> None:
        self._ended.set()
        self._thread.join()
        self.copies.close()
