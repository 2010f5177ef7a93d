"""The client core of whoever only follows the log: a panel, a display, an archive. Introduces itself, follows, beats.

Keeps nothing durable but what it is given at the start (its boot, which the shell counts, and where its copy ends).
Knows neither what entries mean nor how they travel.
"""

from typing import Final

from protocol import messages as m
from protocol.chain import ChainBroken, first_link
from protocol.follower import Follower
from protocol.liveness import Liveness

AGAIN_MS: Final = 500
BEAT_MS: Final = 1_000

Taken = tuple[int, m.SentEntry, bytes]  # an entry's number, the entry, and the link after it


class Listener:
    def __init__(self, reader: str, table: str, boot: int, run: bytes, seq: int = 0, chain: bytes = b"") -> None:
        self.boot, self.run = boot, run
        self.follower = Follower(reader, seq, chain or first_link(table))
        self.liveness = Liveness()
        self.left_ms = -1  # of the countdown when the console last said it; -1: none runs
        self.denied = ""  # why this process may not speak: it must be started again
        self.stopped = ""  # the console's history is not the one that it showed before
        self.snapshot: m.Snapshot | None = None  # taken in the last `receive`
        self._welcome_seq: int | None = None  # nothing is asked before this is applied
        self._hello_ms: int | None = None
        self._beat_ms = 0

    @property
    def joined(self) -> bool:
        """Welcomed, and the log applied as far as it went then: now one may ask."""
        return not self.stopped and self._welcome_seq is not None and self.follower.seq >= self._welcome_seq

    @property
    def ready(self) -> bool:
        """Joined, and level with the log: what it shows is what is."""
        return self.joined and self.follower.level

    def receive(self, now_ms: int, news: m.News) -> list[Taken]:
        """The entries that can be applied now, in order; the caller applies a new `snapshot` before them."""
        self.liveness.heard(now_ms)
        self.snapshot = None
        if self.stopped:
            return []
        try:
            return self._hear(news)
        except ChainBroken as broken:
            self.stopped = str(broken)
            return []

    def _hear(self, news: m.News) -> list[Taken]:
        follower = self.follower
        match news:
            case m.Welcome(boot=boot, run=run, head_seq=seq, head_chain=chain):
                if (boot, run) == (self.boot, self.run):
                    self._welcome_seq = seq
                    follower.expect_link(seq, chain)
                    follower.ask_anew()
            case m.Denied(boot=boot, run=run, why=why):
                if (boot, run) == (self.boot, self.run):
                    self._welcome_seq = None
                    self.denied = "" if why == m.SAY_HELLO else why
            case m.Batch(first_seq=first, entries=entries, chain=chain):
                follower.offer(first, entries, chain)
            case m.Deltas(first_seq=first, entries=entries, chain=chain, head_seq=head):
                follower.offer(first, entries, chain)
                follower.head_seq = max(follower.head_seq, head)
            case m.See(seq=seq, entry=entry, chain=chain):
                follower.offer(seq, (entry,), chain)
            case m.Pulse(seq=seq, chain=chain, left_ms=left_ms):
                self.left_ms = left_ms
                follower.expect_link(seq, chain)
            case m.Snapshot(seq=seq, chain=chain):
                if follower.seq == 0:
                    self.snapshot = news
                    follower.restore(seq, chain)
        return follower.take()

    def greet_again(self) -> None:
        """The console has started anew: it must hear our Hello before anything else."""
        self._welcome_seq = self._hello_ms = None

    def outgoing(self, now_ms: int) -> list[m.Request]:
        """What is to be sent now: Hello, Sync, a beat."""
        if self.denied or self.stopped:
            return []
        if self._welcome_seq is None:
            if self._hello_ms is not None and now_ms < self._hello_ms + AGAIN_MS:
                return []
            self._hello_ms = now_ms
            return [m.Hello(self.boot, self.run, self.follower.seq, self.follower.chain)]
        requests: list[m.Request] = []
        if self.follower.sync_due(now_ms):
            requests.append(m.Sync(self.boot, self.run, self.follower.seq))
        if self.joined and now_ms >= self._beat_ms + BEAT_MS:
            self._beat_ms = now_ms
            requests.append(m.Beat(self.boot, self.run, self.follower.seq, self.follower.chain))
        return requests

    def wake_ms(self, now_ms: int) -> int:
        """When to ask for `outgoing` again."""
        if self.denied or self.stopped:
            return now_ms + BEAT_MS
        if self._welcome_seq is None:
            return (now_ms if self._hello_ms is None else self._hello_ms) + AGAIN_MS
        sync = self.follower.wake_ms()
        if not self.joined:
            return now_ms + AGAIN_MS if sync is None else sync
        beat = self._beat_ms + BEAT_MS
        return beat if sync is None else min(beat, sync)
