"""A copy of the log, kept in step: in order, without gaps, every link checked (the Clone pattern's client).

Accepts exactly the next entry. Its own entry, met sealed, is waited for until the body comes. What is missing is
asked for, one Sync at a time, again and again until there is progress. Keeps M8 (same history); a chain that does not
link raises ChainBroken, and the follower goes no further. Knows neither what entries mean nor how they travel. It says
what could be applied; only `advance` moves it, when that is done.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from protocol.chain import ChainBroken, digest_of, link
from protocol.events import may_read
from protocol.messages import SentEntry

SYNC_AGAIN_MS: Final = 1_000
SYNC_PATIENCE_MS: Final = 60  # a missing entry is usually on its way: the other socket, or a reordered message
AHEAD_MAX: Final = 2_000  # entries kept that cannot be applied yet; beyond, they will be asked for again

Taken = tuple[int, SentEntry, bytes]  # an entry's number, the entry, and the link after it


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

    def follow(self, first_seq: int, entries: tuple[SentEntry, ...], chain: bytes) -> tuple[SentEntry, ...] | None:
        """The usual case: a run that goes on from what we have, perhaps with a part of it again. Gives what of it is
        new, for the caller to apply and to `advance`; changes nothing. None: `offer` it, so that `next_after` finds out
        what is missing or wrong.
        """
        known = self.seq + 1 - first_seq
        if known < 0 or known >= len(entries) or self._broken:
            return None
        fresh = entries[known:] if known else entries
        if self._ahead:
            whole = self._completed(fresh)
            if whole is None:
                return None
            fresh = whole
        links, seq, after = self._links, self.seq, self.chain
        for entry in fresh:
            seq += 1
            digest, body = entry.digest, entry.body
            if body is None:
                if may_read(self.reader, entry.audience):
                    return None
            elif digest_of(seq, entry.wall_time, entry.audience, entry.salt, body) != digest:
                return None
            after = sha256(after + digest).digest()
            if links and links.get(seq, after) != after:
                return None
        return fresh if after == chain else None

    def _completed(self, entries: tuple[SentEntry, ...]) -> tuple[SentEntry, ...] | None:
        """With the bodies that came before the rest, as answers do. None: this run is not all that is known."""
        first = self.seq + 1
        if max(self._ahead) >= first + len(entries):
            return None
        whole = list(entries)
        for seq, early in self._ahead.items():
            entry = entries[seq - first]
            if early.digest != entry.digest:
                return None
            if entry.body is None and early.body is not None:
                whole[seq - first] = early
        return tuple(whole)

    def offer(self, first_seq: int, entries: Sequence[SentEntry], chain: bytes) -> None:
        """A run of entries, in whatever order runs arrive; `chain` is the link after the last one."""
        last = first_seq + len(entries) - 1
        self.head_seq = max(self.head_seq, last)
        for seq, entry in enumerate(entries, first_seq) if last > self.seq else ():
            if self.seq < seq <= self.seq + AHEAD_MAX:
                known = self._ahead.get(seq)
                if known is None or known.body is None:
                    self._ahead[seq] = entry
        self.expect_link(last, chain)

    def expect_link(self, seq: int, chain: bytes) -> None:
        """The console says that its chain is this after entry `seq` (a pulse, a welcome, the end of a run)."""
        self.head_seq = max(self.head_seq, seq)
        if seq == self.seq:
            if chain != self.chain:
                raise ChainBroken(_other(seq))
        elif self.seq < seq <= self.seq + AHEAD_MAX and self._links.setdefault(seq, chain) != chain:
            self._broken = self._broken or _other(seq)  # it has told two, whichever its entries will make

    def next_after(self, after_seq: int, after: bytes) -> list[Taken]:
        """The entries after this one that can be applied now, each with the link after it.

        A link that is not the console's speaks against every entry since the last one that was. Those are not given:
        what was right before them is, and every further call raises ChainBroken, whatever is heard by then.
        """
        if self._broken:
            raise ChainBroken(self._broken)
        taken: list[Taken] = []
        seq, chain = after_seq + 1, after
        ahead, links = self._ahead, self._links
        while (entry := ahead.get(seq)) is not None:
            if entry.body is None:
                if may_read(self.reader, entry.audience):
                    break  # without its body: go on when it has come
            elif digest_of(seq, entry.wall_time, entry.audience, entry.salt, entry.body) != entry.digest:
                self._broken = f"entry {seq} is not what its digest was made of"
                break
            chain = link(chain, entry.digest)
            if links.get(seq, chain) != chain:
                self._broken = _other(seq)
                break
            taken.append((seq, entry, chain))
            seq += 1
        if self._broken:
            while taken and taken[-1][0] not in links:
                taken.pop()
            if not taken:
                raise ChainBroken(self._broken)
        return taken

    def take(self) -> list[Taken]:
        """What comes next, as applied: for whoever keeps no journal."""
        taken = self.next_after(self.seq, self.chain)
        if taken:
            self.advance(taken[-1][0], taken[-1][2])
        return taken

    def advance(self, seq: int, chain: bytes) -> None:
        """The copy goes as far as this now: by entries that were applied, or by a snapshot."""
        self.seq, self.chain = seq, chain
        if self.head_seq < seq:
            self.head_seq = seq
        if self._ahead:
            self._ahead = {later: entry for later, entry in self._ahead.items() if later > seq}
        if self._links:
            self._links = {later: said for later, said in self._links.items() if later > seq}
        self._behind_ms = self._asked_ms = None  # progress

    def ask_anew(self) -> None:
        """Whoever was asked for what is missing has forgotten it, or never listened."""
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
        if self._behind_ms is None or self.level:
            return None
        return self._behind_ms + SYNC_PATIENCE_MS if self._asked_ms is None else self._asked_ms + SYNC_AGAIN_MS


def _other(seq: int) -> str:
    return f"the console's history is not ours at entry {seq}"
