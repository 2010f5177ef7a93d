"""Whoever follows the log, alone with a console that may lie: the production `Listener` against a plain second reading.

There are two histories with the console's signature, that part somewhere, and pieces of a third that nobody has signed.
What is said of them comes in any order, doubled, torn, with bodies that are not what their digests were made of, with
links ahead of their entries; welcomes come from consoles that have ended. The second reading keeps what it was told in
lists and says: what must be taken, that nothing else is, when it is over, with which proof in hand, and who has joined.
"""

from random import Random
from typing import Final, NamedTuple

from msgspec.structs import replace

from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry, digest_of, first_link, link, make_entry
from protocol.codec import encode_body
from protocol.events import Audience
from protocol.join import Listener
from simulation.seals import Seals
from simulation.world import Violation

TABLE: Final = "FOLLOWED"
ME: Final = "T1"
ENTRIES: Final = 24
START: Final = encode_body(e.ConsoleStarted(1))
OTHER: Final = encode_body(e.TableClosed())
AUDIENCES: Final = tuple(map(Audience, ("", "", "", ME, ME, "T2", "staff")))


class History(NamedTuple):
    entries: list[Entry]
    chains: list[bytes]  # after so many entries


class FollowDrill:
    def __init__(self, seed: int) -> None:
        rng = self.rng = Random(f"follow {seed}")
        self.seals, self.now_ms = Seals(TABLE), 1_000
        self.starts = sorted(rng.sample(range(1, ENTRIES), 3))
        true = self._history([], ENTRIES)
        parts = rng.randrange(1, ENTRIES)
        self.histories = (true, self._history(true.entries[:parts], ENTRIES))
        self.lies = rng.choice((0.0, 0.0, 0.05, 0.3))
        self.signs = rng.random() < 0.7
        verify = self.seals.verify if self.signs else None
        self.peer = Listener(ME, TABLE, ME, "terminal", 1, b"run", verify=verify)
        # The second reading: what was said, in the order in which it came.
        self.said: dict[int, m.SentEntry] = {}
        self.links: dict[int, bytes] = {}
        self.taken: list[bytes] = []  # digests
        self.chains = [first_link(TABLE)]
        self.claimed: m.SignedHead | None = None
        self.welcomed = -1
        self.started = 0
        self.broken = self.over = False

    def _history(self, before: list[Entry], count: int) -> History:
        entries = list(before)
        chain = entries[-1].chain if entries else first_link(TABLE)
        for seq in range(len(entries) + 1, count + 1):
            audience = Audience("") if seq in self.starts else self.rng.choice(AUDIENCES)
            body = START if seq in self.starts else OTHER
            salt = self.rng.randbytes(16) if audience else b""
            entries.append(make_entry(chain, seq, f"{self.rng.random()}", audience, salt, body))
            chain = entries[-1].chain
        return History(entries, [first_link(TABLE), *(entry.chain for entry in entries)])

    def play(self, steps: int) -> None:
        for _ in range(steps):
            self.now_ms += self.rng.choice((1, 30, 700))
            self._say(self._something())
            self.peer.outgoing(self.now_ms)
            if self.over:
                return

    # --- what is said -------------------------------------------------------------------------------------------------

    def _something(self) -> m.News:
        rng, at = self.rng, len(self.taken)
        history = self.histories[rng.random() < self.lies]
        first = max(1, min(ENTRIES, at + 1 + rng.choice((0, 0, 0, 0, -2, 1, 3, 6))))
        last = min(ENTRIES, first + rng.randrange(6))
        entries = tuple(self._sent(entry) for entry in history.entries[first - 1 : last])
        chain = history.chains[last]
        if rng.random() < self.lies:  # one of them was never written, and the links are made anew or are not
            place = rng.randrange(len(entries))
            entries = (*entries[:place], self._invented(first + place, entries[place]), *entries[place + 1 :])
            if rng.random() < 0.3:
                chain = history.chains[first - 1]
                for entry in entries:
                    chain = link(chain, entry.digest)
        ahead = min(ENTRIES, at + rng.randrange(8))
        match rng.randrange(8):
            case 0 | 1:
                return m.Batch(first, entries, chain, self._signature(last, chain))
            case 2 | 3:
                return m.Deltas(first, entries, chain, max(last, ahead), self._signature(last, chain))
            case 4:
                return m.See(first, entries[0], link(history.chains[first - 1], entries[0].digest))
            case 5 | 6:
                return m.Pulse(ahead, history.chains[ahead], -1, self._signature(ahead, history.chains[ahead]))
            case _:
                run = b"run" if rng.random() < 0.9 else b"another"
                head = rng.choice((ahead, ahead, max(0, at - rng.randrange(6))))
                signed = self.seals.sign(head, history.chains[head]) if self.signs else None
                return m.Welcome(1, run, head, history.chains[head], signed, 1)

    def _signature(self, seq: int, chain: bytes) -> bytes:
        """Nobody but the console can make one: what was invented has none that is good."""
        if not self.signs:
            return b""
        known = any(seq < len(it.chains) and it.chains[seq] == chain for it in self.histories)
        return self.seals.sign(seq, chain).signature if known else self.rng.choice((b"", bytes(64)))

    def _sent(self, entry: Entry) -> m.SentEntry:
        mine = (not entry.audience or self.reads(entry.audience)) and (
            self.rng.random() < (1.0 if not entry.audience else 0.7)
        )
        if not mine:
            return m.SentEntry(entry.digest, entry.audience)
        return m.SentEntry(entry.digest, entry.audience, entry.wall_time, entry.salt, entry.body)

    def _invented(self, seq: int, entry: m.SentEntry) -> m.SentEntry:
        """Another one; or a body that is not what the digest was made of. Of one that cannot be taken yet that may be
        forgotten when the right one comes, or held against the console: both are safe, so it is not said here.
        """
        if entry.body is not None and seq == len(self.taken) + 1 and self.rng.random() < 0.5:
            return replace(entry, body=OTHER if entry.body == START else START)
        if entry.body is None and self.rng.random() < 0.5:
            return replace(entry, digest=self.rng.randbytes(32))
        return m.SentEntry(digest_of(seq, "now", "", b"", OTHER), "", "now", b"", OTHER)

    def reads(self, audience: str) -> bool:
        """Is whoever follows given the body, so that he waits for it?"""
        return audience in ("", ME)

    # --- the second reading -------------------------------------------------------------------------------------------

    def _say(self, news: m.News) -> None:
        objection = self._hears(news)
        stretch = [] if objection else self._next()
        taken = self.peer.receive(self.now_ms, news)
        if objection:
            self.over = True
            if taken or not self.peer.stopped:
                raise Violation("follow", f"{objection}, and it goes on with {taken}: {news}")
        else:
            self._compare(news, stretch, [(seq, entry.digest) for seq, entry in taken])
        for seq, entry in taken:
            if entry.body == START:
                self.peer.see_console_start(seq)
                self.started = seq
                if self.welcomed < seq:
                    self.welcomed = -1
        self._has_its_proof()
        if not self.over and self.peer.joined != (-1 < self.welcomed <= len(self.taken)):
            raise Violation(
                "follow", f"joined is {self.peer.joined}, welcomed at {self.welcomed}, {len(self.taken)} taken"
            )

    def _compare(self, news: m.News, stretch: list[m.SentEntry] | None, taken: list[tuple[int, bytes]]) -> None:
        at = len(self.taken)
        expected = [] if stretch is None else [(at + 1 + place, it.digest) for place, it in enumerate(stretch)]
        if taken != expected:
            raise Violation("follow", f"{len(expected)} entries after {at} are to be taken, {len(taken)} are: {news}")
        if bool(self.peer.stopped) != (stretch is None):
            raise Violation("follow", f"after {at} it is {self.peer.stopped or 'content'}: {news}")
        for _seq, digest in taken:
            self.taken.append(digest)
            self.chains.append(link(self.chains[-1], digest))
        self.over = stretch is None
        self.said = {seq: entry for seq, entry in self.said.items() if seq > len(self.taken)}

    def _hears(self, news: m.News) -> str:
        """Notes what is said. Why it is over at once."""
        match news:
            case m.Batch() | m.Deltas():
                first, entries, chain = news.first_seq, news.entries, news.chain
                last = first + len(entries) - 1
                self._keep(first, entries)
                if news.signature and (objection := self._signed(last, chain, news.signature)):
                    return objection
                return self._linked(last, chain)
            case m.See():
                self._keep(news.seq, (news.entry,))
                return self._linked(news.seq, news.chain)
            case m.Pulse():
                return self._signed(news.seq, news.chain, news.signature) or self._linked(news.seq, news.chain)
            case m.Welcome():
                if news.run != b"run" or news.head_seq < self.started:
                    return ""
                self.welcomed = max(self.welcomed, news.head_seq)
                objection = self._linked(news.head_seq, news.head_chain)
                head = news.signed
                return objection or ("" if head is None else self._signed(head.seq, head.chain, head.signature))
        return ""

    def _keep(self, first: int, entries: tuple[m.SentEntry, ...]) -> None:
        for seq, entry in enumerate(entries, first):
            if seq > len(self.taken) and (seq not in self.said or self.said[seq].body is None):
                self.said[seq] = entry

    def _linked(self, seq: int, chain: bytes) -> str:
        if seq == len(self.taken) and chain != self.chains[seq]:
            return f"another link after {seq}"
        if seq > len(self.taken) and self.links.setdefault(seq, chain) != chain:
            return f"two links after {seq}"
        return ""

    def _signed(self, seq: int, chain: bytes, signature: bytes) -> str:
        if not self.signs or seq < len(self.taken) or not seq:
            return ""
        head = m.SignedHead(seq, chain, signature)
        if self.claimed is not None and seq <= self.claimed.seq:
            two = seq == self.claimed.seq and chain != self.claimed.chain
            return "two histories are signed" if two else ""
        if not self.seals.verify(head):
            return f"no good signature on {seq}"
        self.claimed = head
        return self._linked(seq, chain)

    def _next(self) -> list[m.SentEntry] | None:
        """What goes on from here, and is the console's by what it has said: nothing that comes before a link which
        contradicts, back to the last one which agrees. None: that leaves nothing, and it is over.
        """
        if self.broken:
            return None
        seq, chain, sure = len(self.taken), self.chains[-1], 0
        found: list[m.SentEntry] = []
        while (entry := self.said.get(seq + 1)) is not None:
            seq += 1
            chain = link(chain, entry.digest)
            if entry.body is None and self.reads(entry.audience):
                return found
            torn = entry.body is not None and entry.digest != digest_of(
                seq, entry.wall_time, entry.audience, entry.salt, entry.body
            )
            if torn or self.links.get(seq, chain) != chain:
                self.broken = True
                return found[:sure] or None
            found.append(entry)
            if seq in self.links:
                sure = len(found)
        return found

    def _has_its_proof(self) -> None:
        """What it would show in its next Hello: signed, and of the history that it has; the newest such head."""
        head = self.peer.signed
        if head is None:
            return
        if head.seq > len(self.taken) or self.chains[head.seq] != head.chain or not self.seals.verify(head):
            raise Violation("follow", f"it would show {head}, and has {len(self.taken)} entries")


def run(seed: int, steps: int) -> FollowDrill:
    """Raises a Violation."""
    drill = FollowDrill(seed)
    drill.play(steps)
    return drill
