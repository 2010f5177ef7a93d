"""A console's door that serves its log to whoever asks."""

import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from protocol.copies import Copies
from protocol.journal import Journal
from tests.protocol.fuzz_journal import ENTRIES, NAME


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


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "table.journal", NAME, reserve=0) as journal:
        journal.commit(ENTRIES[:10])
        yield journal
