"""The shell of a Player Terminal: one thread that owns the session, its journal and its sockets.

Decides nothing. Whoever shows or wants something (screen, bot, test) lives in another thread: it hands in intents by
`submit` and is handed finished pictures. If the journal fails, the process ends.
"""

import os
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, Final, Self

import msgspec

from games.cards import UnknownCard
from games.round import PlayerId
from protocol.chain import ChainBroken, Entry
from protocol.config import PeerConfig
from protocol.failpoints import Failpoints
from protocol.journal import Journal, JournalError
from protocol.keys import load_verifier
from protocol.loop import Reply, run_batch
from protocol.ours import make_ours
from protocol.peer import Peer
from protocol.process import Log, now_ms, wall_time
from protocol.signing import Verify
from terminal.checkpoint import digest, restore, save
from terminal.following import check_copy
from terminal.intents import CheckpointMade, Intent, Started
from terminal.layouts import BetIntent
from terminal.records import Checkpointed, Copied, decode_record, own_pen
from terminal.screen import TerminalView, show
from terminal.session import Session
from terminal.state import State

CHECKPOINT_EVERY: Final = 2_000  # records
WHOLE_AT_START: Final = 20_000  # records that are all read: two seconds of a busy machine


def bring_up(
    journal: Journal, name: PlayerId, table: str, verify: Verify, log: Log, *, longest: int | None = None
) -> Session:
    """The session as its journal tells it: from the first record, or, if that would take too long, from the last
    checkpoint. Nobody but the console can say what its log is: each copy of an entry is compared with its digest, and
    those with the console's signature. A copy that was changed is not shown to a Player; the file is kept, with all
    that this terminal has asked for. `longest`: instead of `WHOLE_AT_START`, for short journals on trial.
    """
    too_long = journal.seq > (WHOLE_AT_START if longest is None else longest)
    state, seq = _from_checkpoint(journal, log) if too_long else (None, 0)
    session = Session(name, table, state, verify)
    journal.check_at_start(seq)
    try:
        for entry in journal.entries(seq + 1):
            record = decode_record(entry.body)
            if isinstance(record, Copied):
                check_copy(session.state, record)
            session.apply(entry, record)
        if (signed := session.state.signed) is not None and not verify(signed):
            raise ChainBroken(f"entry {signed.seq} is not signed by the console whose key we have")
    except ChainBroken as broken:
        raise JournalError(
            f"{journal.path}: the copy of the console's log is not what the console told: {broken}. Keep the file, and "
            "treat this terminal as one that has lost its disk (docs/operations.md)"
        ) from broken
    return session


def _from_checkpoint(journal: Journal, log: Log) -> tuple[State | None, int]:
    found = journal.last_checkpoint()
    if found is not None:
        seq, state = found
        (entry,) = journal.read(seq, seq)
        record = decode_record(entry.body)
        if isinstance(record, Checkpointed) and record.digest == digest(state):
            try:
                return restore(state), seq - 1
            except (msgspec.MsgspecError, ValueError, UnknownCard) as error:  # written by another version
                log.warning("the checkpoint cannot be read: replaying from the first record", why=error)
    return None, 0


class Store:
    """The journal with its failpoints, and a checkpoint for the commit that ends with its name."""

    def __init__(self, journal: Journal, points: Failpoints, before: Callable[[], None]) -> None:
        self._journal = journal
        self._points = points
        self._before = before
        self.state: bytes | None = None

    def commit(self, entries: Sequence[Entry]) -> None:
        self._before()
        records = _facts(entries) if self._points.armed else ()
        self._points.at("before_commit", records)
        state, self.state = self.state, None
        if state is not None and decode_record(entries[-1].body) != Checkpointed(digest(state)):
            state = None
        self._journal.commit(entries, state)
        self._points.at("after_commit", records)


class Runtime:
    _now_ms: Callable[[], int] = staticmethod(now_ms)
    _wall_time: Callable[[], str] = staticmethod(wall_time)

    def __init__(self, config: PeerConfig, shown: Callable[[TerminalView], None], log: Log) -> None:
        with ExitStack() as opened:
            for file in make_ours(config.journal):
                log.warning("others could read this file: it was made its owner's alone", file=file)
            # Of this terminal at this table: taken to another one it would tell that table of a history not its own.
            journal = Journal(config.journal, f"{config.name} at {config.table}")
            opened.callback(journal.close)
            verify = load_verifier(config.console_key, config.table).verify
            session = bring_up(journal, PlayerId(config.name), config.table, verify, log)
            peer = Peer(config, log)
            opened.callback(peer.close)
            self._opened = opened.pop_all()
        self._begin(journal, session, peer, shown, log)
        self._intents.append(Started(os.urandom(8), os.urandom(32)))

    def _begin(
        self, journal: Journal, session: Session, peer: Peer, shown: Callable[[TerminalView], None], log: Log
    ) -> None:
        self.journal, self.session, self.peer, self.log = journal, session, peer, log
        self.stopping = False
        self._shown = shown
        self._picture: TerminalView | None = None
        self._wished = False  # nothing but taps on the felt in this batch
        self._intents: deque[Intent] = deque()
        self._points = Failpoints(os.environ)
        self.pen = own_pen(journal.seq, journal.chain)
        self._store = Store(journal, self._points, self._show_wish)
        self._checkpoint_seq, self._checkpoint_every = 0, CHECKPOINT_EVERY

    @classmethod
    def over(
        cls,
        journal: Journal,
        session: Session,
        peer: Peer,
        shown: Callable[[TerminalView], None],
        log: Log,
        *,
        clock: tuple[Callable[[], int], Callable[[], str]],  # for timers, and for people
        checkpoint_every: int,
    ) -> Self:
        """The same loop over a journal, a line and a clock that somebody else has opened: the simulator."""
        runtime = cls.__new__(cls)
        runtime._begin(journal, session, peer, shown, log)
        runtime._now_ms, runtime._wall_time = clock
        runtime._checkpoint_every = checkpoint_every
        return runtime

    def close(self) -> None:
        self._opened.close()

    @property
    def ended(self) -> str:
        """Why it is shut out for good; "" if it is not."""
        return self.session.state.stopped or self.session.join.denied

    # --- from any thread -----------------------------------------------------------------------------------------

    def submit(self, intent: Intent) -> None:
        self._intents.append(intent)
        self.peer.ring()

    def stop(self) -> None:
        self.stopping = True
        self.peer.ring()

    # --- the worker ------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Until `stop`."""
        while not self.stopping:
            self.turn()
            if not self.stopping:
                self.peer.wait(self.session.wake_ms(self._now_ms()))

    def turn(self) -> None:
        news = self.peer.news()
        self.session.join.line = self.peer.fault
        intents = [self._intents.popleft() for _ in range(len(self._intents))]
        self._wished = not news and all(isinstance(intent, BetIntent) for intent in intents)
        if not self._batch([*news, *intents]) and not news and not intents:
            self._between_batches()
        self._show()

    def _show_wish(self) -> None:
        """A tap is seen before the disk has it: a chip that is being placed claims nothing. News and money wait."""
        if self._wished:
            self._show()

    def _show(self) -> None:
        picture = show(self.session)
        if picture != self._picture:
            if self._picture is None or picture.link != self._picture.link:
                tell = self.log.error if picture.why else self.log.info
                tell(picture.link, **({"why": picture.why, "key": self.peer.fingerprint} if picture.why else {}))
            self._picture = picture
            self._shown(picture)

    def _batch(self, inputs: Sequence[Any]) -> list[Entry]:
        return run_batch(self.session, self.pen, self._store, self, self._now_ms(), self._wall_time(), inputs)

    def _between_batches(self) -> None:
        if self.journal.seq - self._checkpoint_seq >= self._checkpoint_every:
            state = save(self.session.state)
            if state is not None:
                self._store.state = state
                self._checkpoint_seq = self.journal.seq
                self._batch([CheckpointMade(digest(state))])
        self.journal.idle()

    # --- out: after the commit -----------------------------------------------------------------------------------

    def publish(self, entries: Sequence[Entry]) -> None:
        """A terminal's own journal is nobody else's."""

    def send(self, reply: Reply) -> None:
        self._points.at("before_send", (reply.message,))
        self.peer.send((reply.message,))
        self._points.at("after_send", (reply.message,))


def _facts(entries: Sequence[Entry]) -> list[object]:
    """For failpoints: the records, and the facts of the log that they bring."""
    facts: list[object] = []
    for entry in entries:
        record = decode_record(entry.body)
        facts.append(record)
        if isinstance(record, Copied):
            facts += [opened.event for opened in record.opened()]
    return facts
