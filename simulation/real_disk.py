"""The production journal on a simulated drive: opened, marked, checked, signed, checkpointed and read as processes do
it. What was acknowledged must be there after every crash; what was not, whole or not at all.

`entries` is the second count: what the journal has said is durable. Nothing here believes it; it is what the file is
held against. Stands where `Disk` stands.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from typing import Final

import apsw
import msgspec
from msgspec import Struct

from console.books import Books
from console.store import Store as ConsoleStore
from console.table import checkpoint as tables
from console.table.state import Setup
from console.table.table import Table
from games.round import PlayerId
from protocol.chain import ChainBroken, Entry, first_link, make_entry
from protocol.codec import decode_event, encode_body
from protocol.failpoints import Failpoints
from protocol.journal import InUse, Journal, JournalError, state_digest
from protocol.ledger import CASH, HOUSE
from protocol.process import Log
from protocol.signing import Signs, Verify
from protocol.wal import wal_of
from simulation.disk import Disk
from simulation.drive import Drive, Fault
from simulation.world import Violation
from terminal import checkpoint as sessions
from terminal.records import decode_record
from terminal.runtime import Store as TerminalStore
from terminal.runtime import bring_up
from terminal.session import Session

WRITES: Final = ("write", "cut", "sync")
WAL_HEADER, FRAME_HEADER, FRAME = 32, 24, 24 + 4096  # bytes, as SQLite documents them
NOWHERE: Final = Failpoints({})


class Parts(Struct, frozen=True):
    """How the real parts of a run are set, by dice of their own: a run is too short for the numbers of a casino."""

    console_every: int  # entries between two checkpoints
    terminal_every: int  # records
    whole: int | None  # whose journal has more entries than this stands on its checkpoint; None: as in production
    look_ms: int  # how slowly it then reads what lies before
    chaos_ms: int  # between two things that befall a disk, on average; 0: none
    acts: tuple[str, ...]
    shell: bool = True  # the console's production shell turns on it (`console_shell.py`), and not the look-alike


class Unheard(Log):
    """What a process says when nobody listens."""

    def __init__(self) -> None:
        pass

    def info(self, event: str, **fields: object) -> None:
        pass

    warning = error = info


class Slow:
    """A clock by which every look at it takes so long: else books would be read in no time."""

    def __init__(self, now_ms: Callable[[], int], look_ms: int) -> None:
        self._now_ms, self._look_ms, self._seen, self._looks = now_ms, look_ms, 0, 0

    def __call__(self) -> int:
        now_ms = self._now_ms()
        self._looks = self._looks + 1 if now_ms == self._seen else 0
        self._seen = now_ms
        return now_ms + self._looks * self._look_ms


class NotedJournal(Journal):
    """The journal, and whoever stands beside it and notes what it was told and what it has said."""

    noted: "RealDisk"

    def commit(
        self,
        entries: Sequence[Entry],
        checkpoint: bytes | None = None,
        signature: bytes = b"",
        countersignature: bytes = b"",
    ) -> None:
        with self.noted.writing(entries, kept=checkpoint is not None):
            super().commit(entries, checkpoint, signature, countersignature)


class RealDisk(Disk):
    def __init__(self, name: str, seed: str, parts: Parts, now_ms: Callable[[], int]) -> None:
        super().__init__()
        self.name, self._seed, self._parts, self._now_ms = name, seed, parts, now_ms
        self.clock = Slow(now_ms, parts.look_ms)
        self.first = first_link(name)
        self.rng = random.Random(seed)
        self.drive = Drive(self.rng, seed)
        self.path = self.drive.folder / "journal"
        self.journal: Journal | None = None
        self.tried: list[Entry] = []  # by a commit that has not returned
        self.found: list[Entry] = []  # of those, what was there at the last start
        self.touched = ""  # what was done to it that no journal survives whole
        self.unread = False  # a forged checkpoint is there, and no start has met it
        self.poisons = self.poisoned = False  # the next state that is kept is not what the entries make; one is there
        self.gone: list[Entry] = []  # that were acknowledged, and not there at the last start
        self.kept = self.restored = 0  # checkpoints, and starts from one
        self._copies = 0
        self._edited = False  # `entries` were, and the file is to be written anew
        self._checkpoint_seq = 0
        self.about: Callable[[str, Sequence[Entry]], None] = lambda _kind, _entries: None
        self._last_at: int | None = None  # where in the WAL the last commit begins that was acknowledged
        self._store: ConsoleStore | TerminalStore | None = None

    # --- a process -------------------------------------------------------------------------------------------------

    def serve(self, owner: object, setup: Setup, signer: Signs) -> Table:
        journal = self._open(owner)
        try:
            journal.check_signed(signer.verify)
            books = Books(journal, setup, Unheard(), clock=self.clock, longest=self._parts.whole)
            self._take_stock(journal, whole=not books.relied)
        except BaseException:
            self.died()
            raise
        table = books.table
        if books.relied and not self.poisoned:
            self.restored += 1
            again = Table(setup, journal.chain_at)
            for entry in self.entries:
                again.apply(entry, decode_event(entry.body))
            _same(table.state, again.state, "the table")
        table.verify = signer.verify
        self.books = books
        self._store = ConsoleStore(journal, signer, NOWHERE)
        # As the service does it: the first checkpoint of a long journal is due at once.
        self._checkpoint_seq = journal.seq if journal.seq < self._parts.console_every else 0
        return table

    def sit(self, key: PlayerId, table: str, verify: Verify) -> Session:
        journal = self._open(self)
        try:
            longest = self._parts.whole
            session = bring_up(journal, key, table, verify, Unheard(), longest=longest)
            relied = longest is not None and journal.seq > longest and bool(journal.checkpoints())
            self._take_stock(journal, whole=not relied)
        except BaseException:
            self.died()
            raise
        if relied:
            self.restored += 1
            again = Session(key, table, verify=verify)
            for entry in self.entries:
                again.apply(entry, decode_record(entry.body))
            _same(session.state, again.state, key)
        self._store = TerminalStore(journal, NOWHERE, lambda: None)
        self._checkpoint_seq = 0
        return session

    def _open(self, owner: object) -> Journal:
        """Raises what a start is refused with."""
        if self._edited:
            self._write_anew()
        if self.journal is None:
            self.drive.off = False
        try:
            journal = NotedJournal(self.path, self.name, system=self.drive)
        except InUse as held:
            raise BlockingIOError(str(held)) from held
        journal.noted = self
        self.journal, self.owner, self._last_at = journal, owner, None
        return journal

    def _take_stock(self, journal: Journal, *, whole: bool) -> None:
        """M14: whoever comes up has what was acknowledged, and of what was tried all or nothing. `whole`: it has read
        every entry, so what it would now give out is what was once written."""
        known = min(len(self.entries), journal.seq)
        ours = journal.chain_at(known) == super().chain_at(known)
        if journal.seq < len(self.entries) or not ours:
            if not self.touched:
                raise Violation("M14", f"{self.name}: {len(self.entries)} entries were acknowledged, found {known}")
            if known not in (0, *self.commits) or not ours or self.touched.startswith("rot:"):
                raise Violation("C12", f"{self.name}: {self.touched}, and it is believed, with {known} entries")
            self.gone = self.entries[known:]
            self._cut(known)
        if whole and self.touched and list(journal.entries(1, known)) != self.entries:
            raise Violation("C12", f"{self.name}: {self.touched}, and other entries are believed")
        self.found = journal.read(known + 1, journal.seq)
        if self.found and self.found != self.tried:
            raise Violation("M14", f"{self.name}: {len(self.tried)} entries were to be written, found {self.found}")
        if self.found:
            self._committed(self.found)
        self.tried = []

    def _cut(self, entries: int) -> None:
        del self.entries[entries:]
        self.commits = [count for count in self.commits if count <= entries]
        del self.signatures[len(self.commits) :]

    @property
    def parts(self) -> Parts:
        return self._parts

    def _committed(self, entries: Sequence[Entry]) -> None:
        self.entries += entries
        self.commits.append(len(self.entries))
        if self.journal is not None and self.journal.signed is not None:
            self.signatures.append(self.journal.signed)

    def chain_at(self, seq: int) -> bytes | None:
        """Of the file, as the processes ask for it."""
        return super().chain_at(seq) if self.journal is None else self.journal.chain_at(seq)

    def read(self, first: int, last: int) -> Sequence[Entry]:
        return super().read(first, last) if self.journal is None else self.journal.read(first, last)

    def commit(self, entries: Sequence[Entry], _signer: Signs | None = None) -> None:
        if self._store is None:
            raise JournalError("nobody has opened it")
        self._store.commit(entries)

    @contextmanager
    def writing(self, entries: Sequence[Entry], *, kept: bool) -> Iterator[None]:
        self.about("before commit", entries)
        self.tried = list(entries)
        at = self._wal_size()
        yield
        self._committed(entries)
        self.tried, self._last_at = [], at
        self.kept += kept
        self.about("after commit", entries)

    def checkpoint(self, core: Table | Session) -> bytes | None:
        if self.journal is None or self._store is None:
            return None
        if isinstance(core, Table):
            due = self.journal.seq - self._checkpoint_seq >= self._parts.console_every
            state = tables.save(core) if due and not (self.books and self.books.relied) else None
        else:
            due = self.journal.seq - self._checkpoint_seq >= self._parts.terminal_every
            state = sessions.save(core.state) if due else None
        if state is None:
            return None
        if self.poisons:
            state, self.poisons, self.poisoned = otherwise(state), False, True
        self._checkpoint_seq = self.journal.seq
        self.keep(state)
        return sha256(state).digest()

    def keep(self, state: bytes) -> None:
        """With the next commit."""
        if self._store is not None:
            self._store.state = state

    def idle(self) -> None:
        if self.journal is not None:
            self.journal.idle()

    def space(self) -> bool:
        return self.journal is None or self.journal.space()

    def died(self) -> None:
        """Killed: nothing more is written, and what the system has in its cache stays there."""
        journal, self.journal, self.owner, self.books = self.journal, None, None, None
        self._store = None
        if journal is not None:
            self.drive.off = True
            with suppress(JournalError, apsw.Error):
                journal.close()

    def stop(self) -> None:
        """Ended in good order."""
        journal, self.journal = self.journal, None
        if journal is not None:
            journal.close()
        self.died()

    def lose_power(self) -> None:
        if self.drive.lose_power():
            self.touched = "lied about a sync"

    # --- what befalls it ---------------------------------------------------------------------------------------------

    @property
    def failing(self) -> bool:
        return self.drive.fault is not None

    def fail(self, commits: int) -> None:
        error = apsw.ReadOnlyError if commits < 0 else apsw.IOError
        self.drive.fault = Fault("", WRITES, error, self.rng.randrange(8), commits)

    def fail_in_commit(self, kind: str) -> None:
        """The power goes at one of the next operations."""
        self.drive.fault = Fault(kind, WRITES, after=self.rng.randrange(10), times=1, power=True)

    def mend(self) -> None:
        self.drive.fault = None
        self.drive.taken = 0
        self.drive.lies = False

    def image(self) -> Disk:
        """Of the whole disk, block by block: a copy of the file alone would be known for one."""
        self._copies += 1
        copy = RealDisk(self.name, f"{self._seed} copy {self._copies}", self._parts, self._now_ms)
        copy.drive.put(self.drive.image())
        self.copy_to(copy)
        copy.tried, copy.touched = list(self.tried), self.touched
        return copy

    def forget(self, commits: int) -> None:
        super().forget(commits)
        self._edited = True

    def rewrite(self, at: int, body: bytes) -> None:
        super().rewrite(at, body)
        self._edited = True

    def sign(self, signer: Signs) -> None:
        super().sign(signer)
        self._edited = True

    def flip(self, _at: int, _byte: int, _bit: int) -> None:
        """One bit of the file or of its WAL, by the disk's own dice; but not of the last commit in the WAL: that one
        looks as if it had never been finished, and ends a run (`flip_last`)."""
        end = min(self._wal_size() if self._last_at is None else self._last_at, self._wal_size())
        whole = {"journal": (0, self.drive.size(self.path)), "journal-wal": (0, end)}
        frame = WAL_HEADER + FRAME * self.rng.randrange(max(1, end // FRAME))
        parts = self.rng.choice(("whole", "whole", "wal", "header", "frame"))
        if parts == "whole" or end < WAL_HEADER + FRAME:
            self._rot(whole)
        elif parts == "wal":
            self._rot({"journal-wal": (0, end)})
        elif parts == "header":
            self._rot({"journal-wal": (0, WAL_HEADER)})
        else:
            self._rot({"journal-wal": (frame, min(end, frame + FRAME_HEADER))})

    def flip_last(self) -> None:
        """One bit of the last commit, while it is in the WAL alone; or, if there is none, anywhere."""
        start, end = self._last_at, self._wal_size()
        if start is not None and start < end:
            self._rot({"journal-wal": (start, end)}, "rot of the last commit:")
        else:
            self._rot({"journal": (0, self.drive.size(self.path))})

    def _rot(self, parts: dict[str, tuple[int, int]], what: str = "rot:") -> None:
        name, at = self.drive.rot(parts)
        if name.endswith("-wal") and at >= WAL_HEADER and 4 <= (at - WAL_HEADER) % FRAME < 8:
            what = "rot of the mark of a commit:"  # with it a commit that follows looks like its end: FAULTS C8
        self.touched = f"{what} a bit of {name} at {at}"

    def _wal_size(self) -> int:
        wal = wal_of(self.path)
        return self.drive.size(wal) if self.drive.exists(wal) else 0

    def rebuild(self, entries: Sequence[Entry], commits: Sequence[int]) -> None:
        """From the archive, which has every entry and every signature that was told to anybody."""
        self.entries, self.commits = list(entries), list(commits)
        self._edited = True

    def _write_anew(self) -> None:
        """On a disk that is in order."""
        self._edited = False
        self.mend()
        self.touched, self.tried, self.gone, self.unread = "", [], [], False
        self.drive.put({})
        self.drive.off = False
        with Journal(self.path, self.name, system=self.drive) as journal:
            start = 0
            for place, end in enumerate(self.commits):
                signature = self.signatures[place].signature if place < len(self.signatures) else b""
                journal.commit(self.entries[start:end], None, signature)
                start = end
        self.drive.off = True

    def append(self) -> None:
        """Somebody writes an entry behind the last one, links and all; he has not the console's key."""
        self.drive.off = False
        with Journal(self.path, self.name, system=self.drive) as journal:
            last = self.entries[-1]
            journal.commit(
                [make_entry(journal.chain, journal.seq + 1, last.wall_time, last.audience, last.salt, last.body)]
            )
        self.drive.off = True
        self.touched = "appended"

    def forge(self, forged: Callable[[bytes], bytes]) -> bool:
        """Somebody edits the newest checkpoint, and its digest; no process runs. False: there is none."""
        self.drive.off = False
        db = apsw.Connection(str(self.path), flags=apsw.SQLITE_OPEN_READWRITE, vfs=self.drive.vfs)
        try:
            db.config(apsw.SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1)
            db.execute("PRAGMA locking_mode = exclusive")
            rows = list(db.execute("SELECT seq, state FROM checkpoint ORDER BY seq DESC LIMIT 1"))
            for seq, state in rows:
                other = forged(state)
                digest = state_digest(self.entries[seq - 1].chain, other)
                db.execute("UPDATE checkpoint SET state = ?, digest = ? WHERE seq = ?", (other, digest, seq))
        finally:
            db.close()
            self.drive.off = True
        if rows:
            self.touched = "forged"
            self.unread = True
        return bool(rows)


REFUSALS: Final = (JournalError, ChainBroken, BlockingIOError)


def _same(restored: Struct, folded: Struct, whose: str) -> None:
    """M12: a start from a checkpoint gives the state that all entries make."""
    if encode_body(restored) == encode_body(folded):
        return
    for name in restored.__struct_fields__:
        mine, theirs = getattr(restored, name), getattr(folded, name)
        if mine != theirs:
            raise Violation("M12", f"{whose} from its checkpoint: {name} is {mine}, by the entries {theirs}")
    raise Violation("M12", f"{whose} from its checkpoint is in another order than by the entries")


def richer(state: bytes) -> bytes:
    """A checkpoint by which somebody is owed more than by the entries."""
    table = tables.read_state(state)
    balances = table.ledger.balances
    richest = max(balances, key=lambda account: balances[account], default=None)
    if richest is None:
        table.closed_seq += 1  # nobody has anything yet
    else:
        balances[richest] += 1_000
    return encode_body(table)


def otherwise(state: bytes) -> bytes:
    """A state that could be: what the House has is somebody else's."""
    table = tables.read_state(state)
    balances = table.ledger.balances
    other = next((account for account in balances if account != HOUSE), CASH)
    balances[other] = balances.get(other, 0) + 1_000
    balances[HOUSE] = balances.get(HOUSE, 0) - 1_000
    return encode_body(table)


def elsewhere(state: bytes) -> bytes:
    """A terminal's, that has forgotten what it had sent."""
    return encode_body(msgspec.structs.replace(sessions.restore(state), boot=0))
