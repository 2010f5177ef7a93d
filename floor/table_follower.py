"""One table of the floor, followed: what its console says, checked link by link and signature by signature, into rows.

Says how far it is only when that is committed. A database that is away is waited for, and gone on with from what is
committed there; a history that is not the one before, or a signature that is not the console's, stops this table for
good, with an alarm that names the entry. Others go on. The table itself never notices.
"""

import os
import re
from collections import deque
from collections.abc import Callable, Iterable
from threading import Event, Lock
from typing import Final

import msgspec
import psycopg

from floor.config import ROLE
from floor.intake import Intake, Overtaken
from floor.read_model import Shifts
from floor.store import CommitUnknown, Store, Unavailable
from games.money import InvariantBroken
from protocol.chain import ChainBroken, Entry, link
from protocol.config import PeerConfig
from protocol.events import Audience, reader_of
from protocol.faults import Fault
from protocol.join import Listener
from protocol.keys import load_verifier
from protocol.messages import News, Request
from protocol.peer import Peer
from protocol.process import Log, now_ms
from protocol.signing import Verify

STANDING_MS: Final = 2_000  # how often is written down that the table is heard
AGAIN_S: Final = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # after the database was not there
# What comes of an entry that is no entry, to whoever makes rows of it. A history that does not link is something else.
UNREADABLE: Final = (msgspec.MsgspecError, InvariantBroken, psycopg.DataError, KeyError, ValueError)
OpenStore = Callable[[], Store]
Make = Callable[[int, bytes], Iterable[Request]]  # of our boot and run
Told = Callable[[str, int], None]  # the table, and its newest entry that is committed
OnNews = Callable[[Listener, News], None]  # before what it brings is committed


def _nobody(_listener: Listener, _news: News) -> None:
    """Nobody else wants to hear it."""


class TableFollower:
    def __init__(self, config: PeerConfig, open_store: OpenStore, shifts: Shifts, log: Log, told: Told) -> None:
        self.config, self.log = config, log
        self._open_store, self._shifts, self._told = open_store, shifts, told
        self._verify: Verify = load_verifier(config.console_key, config.table).verify
        self._ended = Event()
        self._lock = Lock()
        self._peer: Peer | None = None
        self._requests: deque[Make] = deque()
        self.why = ""  # it has stopped by itself
        self.seq = 0  # committed, for whoever asks from another thread
        self.on_news: OnNews = _nobody

    def stop(self) -> None:
        """From any thread."""
        self._ended.set()
        with self._lock:
            if self._peer is not None:
                self._peer.ring()

    def say(self, make: Make) -> None:
        """From any thread: sent with the next turn, if we are at the table then. Who wants an answer asks again."""
        self._requests.append(make)
        with self._lock:
            if self._peer is not None:
                self._peer.ring()

    def run(self) -> None:
        """Until `stop`, or until the console's history is not the one that was taken."""
        tries = 0
        while not self._ended.is_set() and not self.why:
            before = self.seq
            try:
                with self._open_store() as store:
                    self._follow(Intake(store, self.config.table, self._shifts))
            except (psycopg.OperationalError, Unavailable) as error:
                tries = 0 if self.seq > before else tries + 1
                unknown = isinstance(error, CommitUnknown)
                if tries <= 1 or unknown:
                    what = (
                        "a commit is unknown, and looked for" if unknown else "the database is away: it is tried again"
                    )
                    self.log.warning(what, table=self.config.table, why=" ".join(str(error).split()))
                self._ended.wait(AGAIN_S[min(tries, len(AGAIN_S) - 1)])
            except (ChainBroken, Overtaken) as error:
                self.why = str(error)
        if self.why:
            self.log.error(
                "this table is not followed any more: call a technician", table=self.config.table, why=self.why
            )

    def _follow(self, intake: Intake) -> None:
        config = self.config
        self.seq = intake.seq
        if intake.stopped:
            raise ChainBroken(intake.stopped)
        listener = Listener(
            reader_of(ROLE, config.name),
            config.table,
            config.name,
            ROLE,
            intake.boot,
            os.urandom(8),
            intake.seq,
            intake.chain,
            verify=self._verify,
            signed=intake.signed,
        )
        peer = Peer(config, self.log)
        with self._lock:
            self._peer = peer
        try:
            self.log.info("following", table=config.table, entry=intake.seq)
            try:
                self._turn_until_the_end(intake, listener, peer)
            except UNREADABLE as error:  # another version wrote it, or another program signs there
                said = " ".join(f"{type(error).__name__}: {error}".split())
                self.why = f"what comes after entry {intake.seq} cannot be made rows of: {said}"
                intake.tell_stopped(self.why, intake.seq + 1)
                return
            intake.tell_standing(joined=False, head_seq=listener.follower.head_seq)
            if listener.stopped or listener.fault is Fault.HISTORY:
                intake.tell_stopped(self.why, _entry_of(self.why, listener.follower.seq))
            elif self.why:  # the console does not let us in: when that is mended, the next start goes on
                intake.alarm("denied", self.why)
        finally:
            with self._lock:
                self._peer = None
            peer.close()

    def _turn_until_the_end(self, intake: Intake, listener: Listener, peer: Peer) -> None:
        standing_ms, stood = 0, False
        while not self._ended.is_set():
            self._take(intake, listener, peer.news())
            if listener.stopped or listener.denied:
                self.why = listener.stopped or listener.denied
                return
            now = now_ms()
            peer.send(listener.outgoing(now))
            while self._requests:
                make = self._requests.popleft()
                if listener.joined:
                    peer.send(make(listener.boot, listener.run))
            if now >= standing_ms or listener.ready != stood:
                standing_ms, stood = now + STANDING_MS, listener.ready
                intake.tell_standing(
                    joined=listener.joined and listener.liveness.alive(now), head_seq=listener.follower.head_seq
                )
            peer.wait(listener.wake_ms(now_ms()), standing_ms)

    def _take(self, intake: Intake, listener: Listener, heard: Iterable[News]) -> None:
        before = intake.seq
        take(intake, listener, heard, self.on_news)
        self.seq = intake.seq
        if intake.seq > before:
            self._told(self.config.table, intake.seq)


def take(intake: Intake, listener: Listener, heard: Iterable[News], on_news: OnNews = _nobody) -> None:
    """What can be taken of this, in one transaction; a console that has signed another history stops the listener."""
    entries: list[Entry] = []
    chain = intake.chain
    for news in heard:
        for seq, sent in listener.receive(now_ms(), news):
            chain = link(chain, sent.digest)
            body = sent.body or b""  # a number that pays, or a card that lies face down: not for us
            entries.append(Entry(seq, sent.wall_time, Audience(sent.audience), sent.salt, body, sent.digest, chain))
        on_news(listener, news)
    signed = listener.signed
    if signed is not None and signed != intake.signed:
        # A head that was told from afar, before the entries that it is about.
        ours = next((entry.chain for entry in entries if entry.seq == signed.seq), None)
        if signed.seq == intake.seq:
            ours = intake.chain
        if ours is not None and ours != signed.chain:
            listener.stop(f"the console has signed two histories at entry {signed.seq}")
            return  # what it has not signed is not taken
    if entries or (signed is not None and signed != intake.signed):
        intake.take(entries, signed, listener.follower.head_seq)


def _entry_of(why: str, seq: int) -> int:
    found = re.search(r"entry (\d+)", why)
    return int(found[1]) if found else seq + 1
