"""A journal in memory, with a disk's ways to fail: a commit is whole or not at all, or fails, or is forgotten later.

Stands in for `protocol/journal.py`: the same `commit`, the same exclusive lock.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from protocol.chain import ChainBroken, Entry, link, make_entry, verify
from protocol.messages import SignedHead
from protocol.signing import Signs, Verify
from simulation.world import Crash


class CommitFailed(OSError):
    """The disk said no. The process ends; nothing of the batch is on the disk, and nobody has seen it."""


class Disk:
    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.commits: list[int] = []  # the number of entries after each commit
        self.signatures: list[SignedHead] = []  # of each commit, if they are signed
        self.owner: object = None  # who holds the lock
        self.failures = 0  # so many commits fail, -1: all of them
        self.proved = 0  # entries that a start has verified, and that nothing has touched since

    @property
    def signed(self) -> SignedHead | None:
        return self.signatures[-1] if self.signatures else None

    def commit(self, entries: Sequence[Entry], signed: SignedHead | None = None) -> None:
        if self.failures:
            self.failures -= 1 if self.failures > 0 else 0
            raise CommitFailed("the commit failed")
        self.entries += entries
        self.commits.append(len(self.entries))
        if signed is not None:
            self.signatures.append(signed)

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

    def verify(self, first: bytes) -> bytes:
        """What a start does first; what it has done for an untouched part need not be done again."""
        proved = self.entries[self.proved - 1].chain if self.proved else first
        chain = verify(proved, self.proved + 1, self.entries[self.proved :])
        self.proved = len(self.entries)
        return chain

    def image(self) -> "Disk":
        """A copy as a backup would hold it."""
        copy = Disk()
        copy.entries, copy.commits, copy.signatures = list(self.entries), list(self.commits), list(self.signatures)
        return copy

    def forget(self, commits: int) -> None:
        """The last commits were never there (FAULTS C8)."""
        del self.commits[len(self.commits) - commits :]
        del self.entries[self.commits[-1] if self.commits else 0 :]
        del self.signatures[len(self.commits) :]
        self.proved = 0

    def flip(self, at: int, byte: int, bit: int) -> None:
        """FAULTS C12: one bit of one body, wherever it lies."""
        self.proved = 0
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
            signer = self._signer
            self._disk.commit(entries, None if signer is None else signer.sign(entries[-1].seq, entries[-1].chain))
        except CommitFailed as failed:
            self._point("commit failed", entries)
            raise Crash(str(failed)) from None
        self._wrote(entries)
        self._point("after commit", entries)
