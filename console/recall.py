"""An earlier Round, found in the journal: for whoever has to correct it (001 §5.6), however long ago it was.

The entries are folded from the first one by the table's own core, a few milliseconds at a time beside the table that
plays, and checked link by link up to the head that the order was given at. In memory is one state and one piece of
the journal, whatever its length. Decides nothing.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Final

from console.books import EVERY_MS, LATE_MS, NONSENSE, STEP_MS
from console.table.recalling import FindRound, RoundFound
from console.table.state import Setup
from console.table.table import BooksDiffer, Input, Table
from games.correction import PlayedRound
from protocol import events
from protocol.chain import ChainBroken, Entry, first_link, verify
from protocol.codec import decode_event
from protocol.files import escaped
from protocol.journal import Journal, JournalError
from protocol.process import Log, now_ms
from protocol.recalled import Recalled

PIECE: Final = 25  # entries between two looks at the clock
LARGE: Final = 1_000  # in memory, where nobody waits

Read = Callable[[int, int], Sequence[Entry]]


class Broken(JournalError):
    """The entries do not lead to the head that the table stands on, or say what cannot be."""


def search(read: Read, setup: Setup, wanted: FindRound, piece: int = PIECE) -> Generator[int, None, RoundFound]:
    """How that Round ended, and what was corrected of it since. Yields how many entries are read."""
    fold, found = Table(setup, lambda _seq: None), Recalled()
    seen, chain, ended = 0, first_link(setup.table), False
    while seen < wanted.seq:
        entries = read(seen + 1, min(seen + piece, wanted.seq))
        chain = verify(chain, seen + 1, entries)
        for entry, event in _told(entries):
            if ended:
                if not isinstance(event, events.RoundRecalled):  # others that were looked for would push this one out
                    found.apply(event)
                continue
            try:
                fold.apply(entry, event)
            except NONSENSE as nonsense:
                raise Broken(f"entry {entry.seq} cannot be: {nonsense}") from nonsense
            if isinstance(event, events.RoundEnded) and event.round_no == wanted.round_no:
                found.apply(events.RoundRecalled(wanted.round_no, fold.state.settled[wanted.round_no]))
                ended, fold = True, Table(setup, lambda _seq: None)  # nothing of it is needed any more
        if not entries:
            raise Broken(f"entry {seen + 1} is missing")
        seen += len(entries)
        yield seen
    if chain != wanted.chain:
        raise Broken(f"entry {seen} is not the one that the table stands on")
    played: PlayedRound | None = found.rounds.get(wanted.round_no)
    return RoundFound(wanted.round_no, played, "" if played is not None else "currency" if ended else "unknown")


def found_at_once(searching: Generator[int, None, RoundFound]) -> RoundFound:
    """For whoever has nothing else to do."""
    while True:
        try:
            next(searching)
        except StopIteration as end:
            found: RoundFound = end.value
            return found


def _told(entries: Sequence[Entry]) -> Iterator[tuple[Entry, events.Event]]:
    for entry in entries:
        yield entry, decode_event(entry.body)


class Recall:
    """One search at a time, beside the table that serves."""

    def __init__(self, journal: Journal, setup: Setup, log: Log, clock: Callable[[], int] = now_ms) -> None:
        self._journal, self._setup, self._log, self._clock = journal, setup, log, clock
        self._search: Generator[int, None, RoundFound] | None = None
        self._wanted = FindRound(0, 0, b"")
        self._done = self._step_ms = 0

    @property
    def progress(self) -> tuple[int, int, int]:
        """The Round that is looked for, and how many entries were read, of how many; zeros: none is."""
        return (0, 0, 0) if self._search is None else (self._wanted.round_no, self._done, self._wanted.seq)

    def ask(self, wanted: FindRound) -> None:
        self._log.info("looking for an earlier round", round=wanted.round_no, entries=wanted.seq)
        self._search, self._wanted, self._done = search(self._journal.look, self._setup, wanted), wanted, 0
        self._step_ms = 0

    def wake_ms(self) -> int | None:
        return None if self._search is None else self._step_ms

    def turn(self, now: int, *, quiet: bool) -> list[Input]:
        """Reads on if it is time, and nothing else waits. What the table has to be told."""
        if self._search is None or now < self._step_ms + (0 if quiet else LATE_MS):
            return []
        try:
            while self._clock() < now + STEP_MS:
                self._done = next(self._search)
        except StopIteration as end:
            self._search = None
            found: RoundFound = end.value
            self._log.info("the journal was searched", round=found.round_no, found=found.played is not None)
            return [found]
        except (ChainBroken, JournalError, ValueError) as broken:
            self._search = None
            self._log.error("the journal cannot be searched", why=str(broken))
            return [RoundFound(self._wanted.round_no, None, "broken"), BooksDiffer(escaped(str(broken)))]
        self._step_ms = self._clock() + EVERY_MS - STEP_MS
        return []
