"""How whoever is not the console joins a table and keeps in step with its log: Hello until the Welcome, then what is
missing, and beats.

One for terminals, panels, displays and archives. Keeps nothing durable but what it is given at the start; what becomes
of the entries is the caller's, who says how far they are applied (`follower.advance`). Knows neither what entries mean
nor how they travel.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from msgspec import Struct
from msgspec.structs import astuple

from games.round import PlayerId
from protocol import messages as m
from protocol.chain import ChainBroken, first_link
from protocol.crowd import Side
from protocol.faults import Fault
from protocol.follower import Follower, Taken
from protocol.liveness import DEAD_AFTER_MS, Backoff, Liveness, sent_first
from protocol.messages import Batch, Deltas
from protocol.signing import Verify

BEAT_MS: Final = 1_000
CAPABILITIES: Final = tuple(map(str, m.Capability))  # of a terminal of ours


class Link(StrEnum):
    """How a peer stands with its console."""

    STOPPED = "stopped"  # the console's history is not the one that it showed before
    DENIED = "denied"  # this process may not speak: it must be started again
    RECONNECTING = "reconnecting"  # nothing is heard
    JOINING = "joining"
    JOINED = "joined"


FAULTS: Final[Mapping[str, Fault]] = {
    m.Denial.HISTORY: Fault.HISTORY,
    m.Denial.REPLACED: Fault.REPLACED,
    m.Denial.TWICE: Fault.TWICE,
    m.Denial.IDENTITY: Fault.IDENTITY,
    m.Denial.BOOT: Fault.BOOT,
    m.Denial.WIPED: Fault.WIPED,
    m.Denial.RETIRED: Fault.RETIRED,
}


class Stretch(Struct, frozen=True, gc=False):
    """Entries that go on from where a copy of the log ends: in order, linked, with the bodies that are the reader's."""

    first_seq: int
    entries: tuple[m.SentEntry, ...]
    chain: bytes  # after the last of them

    @property
    def last_seq(self) -> int:
        return self.first_seq + len(self.entries) - 1


def stretch_of(taken: list[Taken]) -> Stretch | None:
    return Stretch(taken[0][0], tuple([entry for _seq, entry, _chain in taken]), taken[-1][2]) if taken else None


class Join:
    def __init__(
        self,
        follower: Follower,
        name: str,
        role: str,
        boot: int,
        run: bytes,
        silent_after_ms: int = DEAD_AFTER_MS,
        *,
        verify: Verify | None = None,  # None: at this table nothing is signed (tests of other things)
        signed: m.SignedHead | None = None,
    ) -> None:
        """`name` and `role`: as its file and its command say. `run` is random, for each process; b"": it has not begun,
        and nothing is meant for it.
        """
        self.follower = follower
        self.name, self.role = name, role
        self.capabilities = CAPABILITIES if role == "terminal" else ()
        self._verify = verify
        self.signed: m.SignedHead | None = None  # the newest of our copy with the console's signature: in every Hello
        self.claimed: m.SignedHead | None = None  # the newest that it has signed at all
        self.keep_signed(signed)
        self.boot, self.run = boot, run
        self.liveness = Liveness(silent_after_ms)
        self.left_ms = -1  # of the countdown when the console last said it; -1: none runs
        self.turns = 0  # terminals whose Players turn cards, as the console last said
        self.crowd: tuple[Side, ...] = ()  # how the table bets, as the console last said
        self._turning = False  # our own Player does
        self.fault = Fault.NONE  # as the console says
        self.line = Fault.NONE  # as the sockets say, to the shell
        self.denied = ""  # the same in words, for staff
        self._welcome_seq: int | None = None  # nothing is asked before this is applied
        self._console_seq = 0  # where the console's last start is in the log
        self._hello: Backoff | None = None
        self._beat_ms: int | None = None
        self._syncing = False  # asked for what is missing, and not level since
        self._sync_now = False

    @property
    def trouble(self) -> Fault:
        """Why it is not at its table."""
        return self.fault or self.line

    @property
    def joined(self) -> bool:
        """Welcomed, and the log applied as far as it went then: now one may ask."""
        return self._welcome_seq is not None and self.follower.seq >= self._welcome_seq

    @property
    def welcomed_at(self) -> int | None:
        """The head of the log then: what comes later was decided with this process at its table. None: it is not."""
        return self._welcome_seq

    def hear(self, now_ms: int, news: m.News) -> Stretch | None:
        """What the console says, to whoever joins. Gives the entries that can be applied now, or raises ChainBroken."""
        self.liveness.heard(now_ms)
        if type(news) is Batch or type(news) is Deltas:  # nearly all there is; isinstance is slow for a struct
            return self._hear_entries(news)
        follower = self.follower
        match news:
            case m.See():
                follower.offer(news.seq, (news.entry,), news.chain)
            case m.Pulse():
                self.left_ms, self.turns, self.crowd = news.left_ms, news.turning, news.crowd
                self._see_signature(news.seq, news.chain, news.signature)
                follower.expect_link(news.seq, news.chain)
            case m.Welcome():
                self._welcomed(news)
            case m.Denied():
                self.hear_denial(news)
        stretch = stretch_of(follower.next_after(follower.seq, follower.chain))
        self._reach(follower.seq if stretch is None else stretch.last_seq)
        return stretch

    def _hear_entries(self, news: m.Batch | m.Deltas) -> Stretch | None:
        follower, entries, chain = self.follower, news.entries, news.chain
        first_seq = news.first_seq
        last_seq = first_seq + len(entries) - 1
        fresh = follower.follow(first_seq, entries, chain)
        if news.signature:  # a part of what was committed ends in no head
            self._see_signature(last_seq, chain, news.signature, linked=fresh is not None)
        if fresh is not None:
            stretch: Stretch | None = Stretch(follower.seq + 1, fresh, chain)
        else:
            follower.offer(first_seq, entries, chain)
            stretch = stretch_of(follower.next_after(follower.seq, follower.chain))
            last_seq = follower.seq if stretch is None else stretch.last_seq
        self._reach(last_seq)
        if type(news) is Deltas:
            follower.head_seq = max(follower.head_seq, news.head_seq)
            self._syncing = self._syncing and last_seq < follower.head_seq
            self._sync_now = self._syncing and stretch is not None  # a long way to go: ask for the next piece at once
        return stretch

    def _welcomed(self, news: m.Welcome) -> None:
        """By the console that runs now, not by one that has ended since."""
        if not self._is_ours(news) or news.head_seq < self._console_seq:
            return
        if news.version not in m.SPOKEN:
            self.fault = Fault.VERSION  # it was not offered: whatever this console speaks, we do not
        else:
            self._welcome_seq = max(news.head_seq, self._welcome_seq or 0)
            self.fault = Fault.NONE
            self.follower.expect_link(news.head_seq, news.head_chain)
            if news.signed is not None:
                self._see_signature(*astuple(news.signed))
            self.follower.ask_anew()

    def _see_signature(self, seq: int, chain: bytes, signature: bytes, *, linked: bool = False) -> None:
        """Only the newest head is looked at: the chain speaks for what lies before it. Raises ChainBroken if the
        console has not signed this, or has signed two histories. `linked`: to what we have, by what came with it.
        """
        if self._verify is None or seq < self.follower.seq or not seq:  # before its first entry a log is only a name
            return
        known = self.claimed
        if known is not None and seq <= known.seq:
            if seq == known.seq and chain != known.chain:
                raise ChainBroken(f"the console has signed two histories at entry {seq}")
            return
        if not signature or not self._verify(head := m.SignedHead(seq, chain, signature)):
            raise ChainBroken(f"entry {seq} is not signed by the console whose key we have")
        self.claimed = head
        if not linked:
            self.follower.expect_link(seq, chain)

    def _reach(self, last_seq: int) -> None:
        """The copy goes as far as this now. A signature counts as ours once what it is about is linked to what we have:
        a console that has another history must not talk us out of the proof of the first one.
        """
        claimed = self.claimed
        if claimed is not None and claimed.seq <= last_seq:
            self.signed = claimed

    def keep_signed(self, signed: m.SignedHead | None) -> None:
        """What was kept of an earlier process."""
        self.signed = self.claimed = signed
        if signed is not None and signed.seq > self.follower.seq:
            self.follower.expect_link(signed.seq, signed.chain)

    def hear_denial(self, news: m.Denied) -> None:
        if not self._is_ours(news):
            return
        if news.why in (m.Denial.WAIT, m.Denial.VERSION):
            self.fault = Fault.WAIT if news.why == m.Denial.WAIT else Fault.VERSION  # it may be another one tomorrow
        elif news.why == m.Denial.SAY_HELLO:
            if self._welcome_seq is not None:
                self.greet_again()
        elif news.why == m.Denial.IDENTITY:
            enrolled = f"this key is enrolled as {news.name}, {news.role}"
            self.end(Fault.IDENTITY, f"{enrolled}; this process was started as {self.name}, {self.role}")
        else:
            self.end(FAULTS.get(news.why, Fault.OTHER), news.why or "denied")

    def _is_ours(self, news: m.Welcome | m.Denied) -> bool:
        return bool(self.run) and (news.boot, news.run) == (self.boot, self.run)

    def end(self, fault: Fault, why: str) -> None:
        """This process asks for nothing any more."""
        self.fault, self.denied, self._welcome_seq = fault, why, None

    def say_turning(self, turning: bool) -> None:
        """Whether our Player has cards to turn: said with a beat at once, for others wait for it."""
        if turning != self._turning:
            self._turning, self._beat_ms = turning, None

    def see_console_start(self, seq: int) -> None:
        """Entry `seq` says so. It was another process that welcomed us before: this one must hear our Hello first."""
        self._console_seq = seq
        if self._welcome_seq is not None and seq > self._welcome_seq:
            self.greet_again()

    def greet_again(self) -> None:
        self._welcome_seq = self._hello = None

    def outgoing(self, now_ms: int) -> list[m.Request]:
        """What is to be sent now: Hello, Sync, a beat."""
        if self.denied or not self.run:
            return []
        follower = self.follower
        if self._welcome_seq is None:
            if self._hello is None:
                self._hello = sent_first(now_ms)
            elif now_ms < self._hello.due_ms:
                return []
            else:
                self._hello.sent(now_ms)
            me = (PlayerId(self.name), self.role)
            heard = self.claimed if self.claimed != self.signed else None
            head = (follower.seq, follower.chain)
            return [m.Hello(self.boot, self.run, *head, *me, self.signed, heard, m.SPOKEN, self.capabilities)]
        requests: list[m.Request] = []
        level = follower.seq >= follower.head_seq and not self._sync_now
        if level and self._beat_ms is not None and now_ms < self._beat_ms:
            return requests  # nearly always
        if (follower.seq < follower.head_seq and follower.sync_due(now_ms)) or self._sync_now:
            self._syncing, self._sync_now = True, False
            requests.append(m.Sync(self.boot, self.run, follower.seq))
        if self._beat_ms is None or now_ms >= self._beat_ms:
            self._beat_ms = now_ms + BEAT_MS
            requests.append(m.Beat(self.boot, self.run, follower.seq, follower.chain, self._turning))
        return requests

    def wake_ms(self, now_ms: int) -> int | None:
        """When to ask for `outgoing` again; None: never."""
        if self.denied or not self.run:
            return None
        if self._welcome_seq is None:
            return now_ms if self._hello is None else self._hello.due_ms
        beat_ms = now_ms if self._beat_ms is None else self._beat_ms
        sync_ms = self.follower.wake_ms()
        return beat_ms if sync_ms is None else min(beat_ms, sync_ms)


class Listener(Join):
    """The client core of whoever only follows the log and keeps no journal of its own: a panel, a display, an archive.
    What it is given counts as applied.
    """

    def __init__(
        self,
        reader: str,
        table: str,
        name: str,
        role: str,
        boot: int,
        run: bytes,
        seq: int = 0,
        chain: bytes = b"",
        *,
        verify: Verify | None = None,
        signed: m.SignedHead | None = None,
    ) -> None:
        follower = Follower(reader, seq, chain or first_link(table))
        super().__init__(follower, name, role, boot, run, verify=verify, signed=signed)
        self.stopped = ""  # the console's history is not the one that it showed before
        self.snapshot: m.Snapshot | None = None  # taken in the last `receive`

    @property
    def ready(self) -> bool:
        """Joined, and level with the log: what it shows is what is."""
        return self.joined and self.follower.level and not self.stopped

    def link(self, now_ms: int) -> Link:
        if self.stopped:
            return Link.STOPPED
        if self.denied:
            return Link.DENIED
        if not self.liveness.alive(now_ms):
            return Link.RECONNECTING if self.liveness.ever_heard else Link.JOINING
        return Link.JOINED if self.joined else Link.JOINING

    def stop(self, why: str) -> None:
        """For good: from here on it only says Hello, with what it has to show, until the console denies it."""
        self.stopped = why
        self.greet_again()

    def receive(self, now_ms: int, news: m.News) -> list[tuple[int, m.SentEntry]]:
        """The entries that can be applied now, with their numbers; the caller applies a new `snapshot` before them."""
        self.snapshot = None
        if self.stopped:
            self.liveness.heard(now_ms)
            if isinstance(news, m.Denied):
                self.hear_denial(news)  # our Hello has arrived, and with it the proof
            return []
        if isinstance(news, m.Snapshot) and self.follower.seq == 0:
            self.snapshot = news
            self.follower.advance(news.seq, news.chain)
        try:
            stretch = self.hear(now_ms, news)
        except ChainBroken as broken:
            self.stop(str(broken))
            return []
        if stretch is None:
            return []
        self.follower.advance(stretch.last_seq, stretch.chain)
        return list(enumerate(stretch.entries, stretch.first_seq))
