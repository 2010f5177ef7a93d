"""The books of the table, read from their first entry: no state is believed because it lies in a file.

Up to `WHOLE_AT_START` entries are all folded before the table serves. A longer journal is taken up at its newest
checkpoint and folded beside the table that serves, a few milliseconds at a time; until that fold has passed the
checkpoint, nothing is paid out. A difference between entries, checkpoints and links is told to the table, which halts
(`Halt.BOOKS`). Decides nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

import msgspec

from console.table.checkpoint import digest, read_state, restore
from console.table.state import Setup
from console.table.table import BooksDiffer, BooksRead, Input, Table
from games.money import InvariantBroken
from protocol.chain import ChainBroken
from protocol.codec import decode_event, encode_body
from protocol.events import Checkpointed
from protocol.files import escaped
from protocol.halts import Halt
from protocol.journal import Journal, JournalError
from protocol.process import Log, now_ms

WHOLE_AT_START: Final = 100_000  # entries: two seconds of one core
STEP_MS: Final = 4  # a Bet that comes meanwhile waits no longer than that ...
EVERY_MS: Final = 25  # ... and a sixth of a core reads a million entries in two minutes
LATE_MS: Final = 250  # at a table where something always waits, it is read all the same
TELL_MS: Final = 500
PIECE: Final = 25  # entries between two looks at the clock
READ_AT_ONCE: Final = 1_000  # entries in memory, before it serves
DIFFERENCES_TOLD: Final = 3

# What a body may raise that the chain vouches for and that still cannot be.
NONSENSE: Final = (InvariantBroken, msgspec.MsgspecError, LookupError, ValueError, TypeError, AttributeError)


class Differ(JournalError):
    """The entries link, and what they say cannot be."""


class Books:
    """`table` is the one that serves. Raises `ChainBroken` or `Differ` if what it would stand on is not whole.

    `whole`: all is read, however long it is: for whoever only looks. `longest`: instead of `WHOLE_AT_START`, for short
    journals on trial.
    """

    def __init__(
        self,
        journal: Journal,
        setup: Setup,
        log: Log,
        *,
        clock: Callable[[], int] | None = None,
        whole: bool = False,
        longest: int | None = None,
    ) -> None:
        self._journal, self._setup, self._log = journal, setup, log
        self._clock = clock or now_ms
        self._found = ""  # what differs, while the table has not been told
        self._in_doubt = False  # this process stands on what the entries do not make, and pays nothing out to its end
        self._fold = Table(setup, journal.chain_at)
        self._kept = self._read_checkpoints()  # by the entry whose state they are
        journal.check_at_start(0)
        longest = WHOLE_AT_START if longest is None else longest
        table = self._relied_on() if journal.seq > longest and not whole else None
        self.relied = 0 if table is None else max(self._kept)
        if table is None:
            self._read(journal.seq)
            table = self._fold
        try:
            table.check()
        except InvariantBroken as broken:
            raise Differ(f"{journal.path}: after entry {journal.seq} {broken}") from broken
        self.table = table
        self._step_ms = self._told_ms = 0

    @property
    def done(self) -> int:
        """Entries that were read again, and make what they should, up to the checkpoint that was relied on."""
        return min(self._fold.seq, self.relied - self._in_doubt)

    @property
    def differs(self) -> str:
        """What the table has not been told yet; "" if nothing differs."""
        return self._found

    @property
    def reading(self) -> bool:
        return self._fold.seq < self.relied and not self._in_doubt

    # --- before it serves ------------------------------------------------------------------------------------------

    def _read_checkpoints(self) -> dict[int, bytes]:
        """Those that are what was written, and what an entry names."""
        kept = {}
        for seq, state in self._journal.checkpoints():
            named = [decode_event(entry.body) for entry in self._journal.read(seq, seq)]
            if state is None or named != [Checkpointed(digest(state))]:
                self._differs(f"the checkpoint at entry {seq} is not the one that the entry names")
                continue
            try:
                restore(self._setup, self._journal.chain_at, state, seq - 1)
            except Exception as error:  # noqa: BLE001  by another version: whatever it is, it is not needed
                self._log.warning(
                    "the checkpoint cannot be read: replaying from the first entry", seq=seq, why=repr(error)
                )
            else:
                kept[seq - 1] = state
        return kept

    def _relied_on(self) -> Table | None:
        """The table from its newest checkpoint on. None: all must be read, there is none, or the books were found to
        differ before: then nothing is served that stands on a file alone."""
        if not self._kept:
            return None
        seq = max(self._kept)
        table = restore(self._setup, self._journal.chain_at, self._kept[seq], seq)
        while table.seq < self._journal.seq:
            _apply(table, self._journal, table.seq + READ_AT_ONCE)
        return None if Halt.BOOKS in table.view.halts else table

    def _read(self, last: int) -> None:
        """The fold goes on to this entry, and is compared with each checkpoint on its way."""
        while self._fold.seq < last:
            compared = (seq for seq in self._kept if self._fold.seq < seq)
            _apply(self._fold, self._journal, min((last, self._fold.seq + READ_AT_ONCE, *compared)))
            if self._fold.seq in self._kept:
                self._compare(self._fold.seq, self._kept[self._fold.seq])

    def _compare(self, seq: int, kept: bytes) -> None:
        made = encode_body(self._fold.state)
        if made == kept:
            return
        # Through this version's eyes: a state that an older one wrote may lack what it did not know.
        there = read_state(kept)
        if encode_body(there) == made:
            return
        differences = list(_differences(there, read_state(made), ""))
        for place, kept_value, made_value in differences[:DIFFERENCES_TOLD]:  # how they differ is for the log alone
            told = {"kept": _told(kept_value), "by_the_entries": _told(made_value)}
            self._log.error("the books differ", checkpoint=seq + 1, at=place, **told)
        places = ", ".join(place for place, _, _ in differences[:DIFFERENCES_TOLD]) or "their order"
        self._differs(f"the checkpoint at entry {seq + 1} is not what the entries make: {places}")

    def _differs(self, what: str) -> None:
        self._log.error("the books do not agree", why=what)
        self._found = self._found or escaped(what)  # an entry will say it

    # --- while it serves -------------------------------------------------------------------------------------------

    def wake_ms(self) -> int | None:
        return self._step_ms if self.reading else None

    def turn(self, now: int, *, quiet: bool) -> Sequence[Input]:
        """Reads on if it is time, and nothing else waits. What the table has to be told."""
        if self.reading and now >= self._step_ms + (0 if quiet else LATE_MS):
            self._step(now)
        told: list[Input] = []
        if self.relied and (self._found or now >= self._told_ms or self.done == self.relied):
            self._told_ms = now + TELL_MS
            told.append(BooksRead(self.done, self.relied))
        if self._found:
            told.append(BooksDiffer(self._found))
            self._found = ""
        if self.relied and self.done == self.relied and not self._in_doubt:
            self._log.info("the books are read: the entries make the checkpoint", entries=self.relied)
            self.relied, self._fold, self._kept = 0, Table(self._setup, self._journal.chain_at), {}
        return told

    def _step(self, now: int) -> None:
        try:
            while self.reading and self._clock() < now + STEP_MS:
                self._read(min(self._fold.seq + PIECE, self.relied))
        except (ChainBroken, JournalError) as broken:
            self._differs(str(broken))
        self._in_doubt = bool(self._found)
        self._step_ms = self._clock() + EVERY_MS - STEP_MS


def _apply(table: Table, journal: Journal, last: int) -> None:
    for entry in journal.look(table.seq + 1, last):
        try:
            table.apply(entry, decode_event(entry.body))
        except NONSENSE as nonsense:
            raise Differ(f"{journal.path}: entry {entry.seq} cannot be: {nonsense}") from nonsense


def _differences(kept: object, made: object, place: str) -> Iterator[tuple[str, object, object]]:
    """Where two states differ, and how."""
    if isinstance(kept, msgspec.Struct) and type(kept) is type(made):
        for name in kept.__struct_fields__:
            yield from _differences(getattr(kept, name), getattr(made, name), f"{place}.{name}" if place else name)
    elif isinstance(kept, dict) and isinstance(made, dict):
        for key in [*kept, *(key for key in made if key not in kept)]:
            yield from _differences(kept.get(key), made.get(key), f"{place}[{_name(key)}]")
    elif kept != made:
        yield place, kept, made


def _told(value: object) -> object:
    """An amount; of everything else only what it is, since a ticket has its number in it."""
    return value if isinstance(value, int | None) else f"a {type(value).__name__}"


def _name(key: object) -> str:
    """An id or the number of a ticket is worth money to whoever reads it: everybody hears why the table is halted."""
    parts = [
        part.hex() if isinstance(part, bytes) else str(part) for part in (key if isinstance(key, tuple) else (key,))
    ]
    return " ".join(part if len(part) < 16 else f"...{part[-4:]}" for part in parts)
