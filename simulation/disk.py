"""A journal in memory, with a disk's ways to fail: a commit is whole or not at all, or fails, or is forgotten later.

Stands in for `protocol/journal.py`: the same `commit`, the same exclusive lock. In a share of the runs that very file
stands here, on simulated bytes (`real_disk.py`).
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from console.books import Books
from console.table import checkpoint as console_checkpoint
from console.table.state import Setup
from console.table.table import Table
from games.round import PlayerId
from protocol.chain import ChainBroken, Entry, first_link, link, make_entry, verify
from protocol.codec import decode_event
from protocol.messages import SignedHead, WindowId
from protocol.signing import Signs, Verify
from simulation.world import Crash
from terminal import checkpoint as terminal_checkpoint
from terminal.records import LayoutSent, decode_record
from terminal.session import Session

KEEP_ENTRIES: Final = 50  # as many as are folded in the time that it takes to keep a state


class CommitFailed(OSError):
    """The disk said no. The process ends; nothing of the batch is on the disk, and nobody has seen it."""


class Kept(NamedTuple):
    """What a start has made of so many entries."""

    seq: int
    state: bytes


class Disk:
    books: Books | None = None  # read beside the table that serves

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.commits: list[int] = []  # the number of entries after each commit
        self.signatures: list[SignedHead] = []  # of each commit, if they are signed
        self.owner: object = None  # who holds the lock
        self.failures = 0  # so many commits fail, -1: all of them
        self.proved = 0  # entries that a start has verified, and that nothing has touched since
        self.first = b""  # the link before the first entry
        # The next start folds only what comes after this, as long as nothing has touched the entries before. All of
        # them are folded and compared with what lives every few Rounds (`run.py`), and by every start of a real disk.
        self._kept: Kept | None = None
        self._sent: list[tuple[WindowId, int]] = []  # what is written of Bets that were sent, in the entries up to ...
        self._sent_to: Entry | None = None  # ... this one

    @property
    def signed(self) -> SignedHead | None:
        return self.signatures[-1] if self.signatures else None

    # --- a process -------------------------------------------------------------------------------------------------

    def serve(self, owner: object, setup: Setup, signer: Signs) -> Table:
        """The console's start: the table as its journal tells it."""
        if not self.lock(owner):
            raise BlockingIOError("another console holds the journal")
        self.verify(first_link(setup.table))
        self.check_signed(signer.verify)
        kept = self._kept
        state = None if kept is None else console_checkpoint.read_state(kept.state)
        table = Table(setup, self.chain_at, state, signer.verify)
        due = table.seq + KEEP_ENTRIES
        for entry in self.entries[table.seq :]:
            table.apply(entry, decode_event(entry.body))
            if entry.seq >= due and self._keep(entry.seq, console_checkpoint.save(table)):
                due = entry.seq + KEEP_ENTRIES
        table.check()
        return table

    def sit(self, key: PlayerId, table: str, verify: Verify) -> Session:
        """A terminal's start."""
        self.verify(first_link(key))
        kept = self._kept
        seq, state = (0, None) if kept is None else (kept.seq, terminal_checkpoint.restore(kept.state))
        session = Session(key, table, state, verify)
        due = seq + KEEP_ENTRIES
        for entry in self.entries[seq:]:
            session.apply(entry, decode_record(entry.body))
            if entry.seq >= due and self._keep(entry.seq, terminal_checkpoint.save(session.state)):
                due = entry.seq + KEEP_ENTRIES
        return session

    def layouts_sent(self) -> Sequence[tuple[WindowId, int]]:
        """A terminal's: the window and the revision of each, in their order. What was read before, and is there still,
        is not read again.
        """
        last = self._sent_to
        if last is None or last.seq > len(self.entries) or self.entries[last.seq - 1] is not last:
            self._sent, last = [], None
        for entry in self.entries[0 if last is None else last.seq :]:
            if b"LayoutSent" in entry.body[:24]:
                record = decode_record(entry.body)
                if isinstance(record, LayoutSent):
                    self._sent.append((record.window, record.revision))
        self._sent_to = self.entries[-1] if self.entries else None
        return self._sent

    def _keep(self, seq: int, state: bytes | None) -> bool:
        """For the next start: what these entries make, which a start has folded. None: not now."""
        if state is not None:
            self._kept = Kept(seq, state)
        return state is not None

    @property
    def chain(self) -> bytes:
        return self.entries[-1].chain if self.entries else self.first

    def chain_at(self, seq: int) -> bytes | None:
        if seq == 0:
            return self.first
        return self.entries[seq - 1].chain if seq <= len(self.entries) else None

    def read(self, first: int, last: int) -> Sequence[Entry]:
        return self.entries[first - 1 : last]

    def commit(self, entries: Sequence[Entry], signer: Signs | None = None) -> None:
        if self.failures:
            self.failures -= 1 if self.failures > 0 else 0
            raise CommitFailed("the commit failed")
        self.entries += entries
        self.commits.append(len(self.entries))
        if signer is not None:
            self.signatures.append(signer.sign(entries[-1].seq, entries[-1].chain))

    def checkpoint(self, _core: Table | Session) -> bytes | None:
        """The digest of a state that is due to be kept with the next commit."""
        return None

    def idle(self) -> None:
        """Nothing waits."""

    def died(self) -> None:
        """The process that had it is gone."""
        self.owner = None

    def stop(self) -> None:
        """It is about to go, in good order."""

    def lose_power(self) -> None:
        """And the machine: here what is committed is on the disk."""

    def mend(self) -> None:
        """Nothing fails any more."""
        self.failures = 0

    def check_signed(self, verify: Verify) -> None:
        """As `Journal.check_signed`."""
        head = (self.entries[-1].seq, self.entries[-1].chain) if self.entries else None
        signed = self.signed
        if head is not None and (signed is None or (signed.seq, signed.chain) != head or not verify(signed)):
            raise ChainBroken("the journal does not end in the console's signature")

    def lock(self, owner: object) -> bool:
        """The one process that may write; False: another one does."""
        if self.owner is not None and self.owner is not owner:
            return False
        self.owner = owner
        return True

    def verify(self, first: bytes) -> None:
        """What a start does first; what it has done for an untouched part need not be done again."""
        self.first = first
        if not self.proved:
            self._kept = None
        proved = self.entries[self.proved - 1].chain if self.proved else first
        verify(proved, self.proved + 1, self.entries[self.proved :])
        self.proved = len(self.entries)

    def image(self) -> "Disk":
        """A copy as a backup would hold it."""
        return self.copy_to(Disk())

    def copy_to(self, other: "Disk") -> "Disk":
        other.entries, other.commits, other.signatures = list(self.entries), list(self.commits), list(self.signatures)
        other.first = self.first
        return other

    @property
    def failing(self) -> bool:
        return self.failures != 0

    def fail(self, commits: int) -> None:
        """FAULTS C9, C11: so many commits; -1: all."""
        self.failures = commits

    def forget(self, commits: int) -> None:
        """The last commits were never there (FAULTS C8)."""
        del self.commits[len(self.commits) - commits :]
        del self.entries[self.commits[-1] if self.commits else 0 :]
        del self.signatures[len(self.commits) :]
        self.proved = 0

    def flip(self, at: int, byte: int, bit: int) -> None:
        """FAULTS C12: one bit of one body, wherever it lies."""
        self.proved, self._sent_to = 0, None
        entry = self.entries[at]
        body = bytearray(entry.body)
        body[byte % len(body)] ^= 1 << bit
        self.entries[at] = replace(entry, body=bytes(body))

    def rewrite(self, at: int, body: bytes) -> None:
        """FAULTS C13: somebody edits an entry and makes every later link anew."""
        self.proved = 0
        entry = self.entries[at]
        before = self.entries[at - 1].chain if at else b""
        self.entries[at] = make_entry(before, entry.seq, entry.wall_time, entry.audience, entry.salt, body)
        for place in range(at + 1, len(self.entries)):
            later = self.entries[place]
            self.entries[place] = replace(later, chain=link(self.entries[place - 1].chain, later.digest))

    def sign(self, signer: Signs) -> None:
        """FAULTS C13: and whoever edited it has the console's key, too."""
        ends = [self.entries[count - 1] for count in self.commits]
        self.signatures = [signer.sign(entry.seq, entry.chain) for entry in ends]


class Failing:
    """A store with a failpoint before and after each commit."""

    def __init__(
        self,
        disk: Disk,
        point: Callable[[str, Sequence[Entry]], None],
        wrote: Callable[[Sequence[Entry]], None] = lambda _entries: None,
        signer: Signs | None = None,
    ) -> None:
        self._disk, self._point, self._wrote, self._signer = disk, point, wrote, signer

    def commit(self, entries: Sequence[Entry]) -> None:
        self._point("before commit", entries)
        try:
            self._disk.commit(entries, self._signer)
        except CommitFailed as failed:
            self._point("commit failed", entries)
            raise Crash(str(failed)) from None
        self._wrote(entries)
        self._point("after commit", entries)
