"""A copy of the log, kept in step: in order, without gaps, every link checked (the Clone pattern's client).

Accepts exactly the next entry. Its own entry, met sealed, is waited for until the body comes. What is missing is
asked for, one Sync at a time, again and again until there is progress. Keeps M8 (same history); a chain that does not
link raises ChainBroken, and the follower goes no further. Knows neither what entries mean nor how they travel.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from protocol.chain import ChainBroken, digest_of, link
from protocol.events import Audience, may_read
from protocol.messages import SentEntry

SYNC_AGAIN_MS: Final = 1_000
SYNC_PATIENCE_MS: Final = 60  # a missing entry is usually on its way: the other socket, or a reordered message
AHEAD_MAX: Final = 2_000  # entries kept that cannot be applied yet; beyond, they will be asked for again


class Follower:
    def __init__(self, reader: str, seq: int, chain: bytes) -> None:
        self.reader = reader
        self.seq = seq
        self.chain = chain
        self.head_seq = seq  # the farthest entry that we know to exist
        self._ahead: dict[int, SentEntry] = {}
        self._links: dict[int, bytes] = {}  # what the console says the chain is after an entry
        self._broken = ""  # why nothing more is taken
        self._behind_ms: int | None = None  # since when we know that something is missing
        self._asked_ms: int | None = None

    def offer(self, first_seq: int, entries: Sequence[SentEntry], chain: bytes) -> None:
        """A run of entries, in whatever order runs arrive; `chain` is the link after the last one."""
        last = first_seq + len(entries) - 1
        self.head_seq = max(self.head_seq, last)
        for seq, entry in enumerate(entries, first_seq):
            if self.seq < seq <= self.seq + AHEAD_MAX:
                known = self._ahead.get(seq)
                if known is None or known.body is None:
                    self._ahead[seq] = entry
        self.expect_link(last, chain)

    def expect_link(self, seq: int, chain: bytes) -> None:
        """The console says that its chain is this after entry `seq` (a pulse, a welcome, the end of a run)."""
        self.head_seq = max(self.head_seq, seq)
        if seq == self.seq:
            _check(seq, self.chain, chain)
        elif self.seq < seq <= self.seq + AHEAD_MAX:
            self._links[seq] = chain

    def take(self) -> list[tuple[int, SentEntry, bytes]]:
        """The entries that can be applied now, each with the link after it. The caller applies all of them.

        A link that is not the console's speaks against every entry since the last one that was. Those are not given:
        what was right before them is, and every further call raises ChainBroken, whatever is heard by then.
        """
        if self._broken:
            raise ChainBroken(self._broken)
        taken: list[tuple[int, SentEntry, bytes]] = []
        try:
            for checked in self._checked():
                taken.append(checked)  # noqa: PERF402  a list made at once would be lost with the exception
        except ChainBroken as broken:
            self._broken = str(broken)
            while taken and taken[-1][0] not in self._links:
                taken.pop()
            if not taken:
                raise
        for seq, _entry, chain in taken:
            del self._ahead[seq]
            self._links.pop(seq, None)
            self.seq, self.chain = seq, chain
        if taken:
            self._behind_ms = self._asked_ms = None  # progress
        return taken

    def _checked(self) -> Iterator[tuple[int, SentEntry, bytes]]:
        """What comes next, as far as it is here; changes nothing."""
        seq, chain = self.seq + 1, self.chain
        while (entry := self._ahead.get(seq)) is not None:
            if entry.body is None and may_read(self.reader, Audience(entry.audience)):
                return  # our own, without its body: go on when it has come
            if entry.body is not None:
                made = digest_of(seq, entry.wall_time, entry.audience, entry.salt, entry.body)
                if made != entry.digest:
                    raise ChainBroken(f"entry {seq} is not what its digest was made of")
            chain = link(chain, entry.digest)
            _check(seq, chain, self._links.get(seq, chain))
            yield seq, entry, chain
            seq += 1

    def restore(self, seq: int, chain: bytes) -> None:
        """Starts from a snapshot; only for a follower without history."""
        self.seq, self.chain = seq, chain
        self.head_seq = max(self.head_seq, seq)
        self._ahead = {later: entry for later, entry in self._ahead.items() if later > seq}
        self._links = {later: said for later, said in self._links.items() if later > seq}
        self._behind_ms = self._asked_ms = None

    @property
    def level(self) -> bool:
        """Is everything applied that we know of?"""
        return self.seq >= self.head_seq

    def sync_due(self, now_ms: int) -> bool:
        """Is it time to ask for what is missing? The answer yes counts as asked."""
        if self.level:
            return False
        if self._behind_ms is None:
            self._behind_ms = now_ms
        due_ms = self.wake_ms()
        if due_ms is None or now_ms < due_ms:
            return False
        self._asked_ms = now_ms
        return True

    def wake_ms(self) -> int | None:
        """When to ask, or to ask again."""
        if self.level or self._behind_ms is None:
            return None
        return self._behind_ms + SYNC_PATIENCE_MS if self._asked_ms is None else self._asked_ms + SYNC_AGAIN_MS


def _check(seq: int, ours: bytes, said: bytes) -> None:
    if said != ours:
        raise ChainBroken(f"the console's history is not ours at entry {seq}")
