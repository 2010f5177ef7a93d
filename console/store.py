"""What stands between the loop and the console's journal: opening it, signing each commit, and the failpoints."""

from collections.abc import Sequence
from typing import Final

from console.config import TableConfig
from console.readiness import wrong_start
from console.table.checkpoint import digest
from games.money import InvariantBroken
from protocol.chain import Entry
from protocol.codec import decode_event
from protocol.events import Checkpointed
from protocol.failpoints import Failpoints
from protocol.journal import Journal, JournalError
from protocol.loop import Reply
from protocol.ours import make_ours
from protocol.process import Log
from protocol.signing import Signs


class Store:
    """The journal with its failpoints, a signature on each commit, and a checkpoint for the one that ends with its
    name: what follows the name in the same commit (a Tick may bring something) is not in the state.
    """

    def __init__(self, journal: Journal, signer: Signs, points: Failpoints) -> None:
        self._journal = journal
        self._signer = signer
        self._points = points
        self.state: bytes | None = None

    def commit(self, entries: Sequence[Entry]) -> None:
        facts = [decode_event(entry.body) for entry in entries] if self._points.armed else ()
        self._points.at("before_commit", facts)
        state, self.state = self.state, None
        if state is not None and decode_event(entries[-1].body) != Checkpointed(digest(state)):
            state = None
        signed = self._signer.sign(entries[-1].seq, entries[-1].chain)
        self._journal.commit(entries, state, signed.signature)
        self._points.at("after_commit", facts)


def open_journal(config: TableConfig, log: Log, *, new: bool) -> Journal:
    if why := wrong_start(config, None, new=new):
        raise JournalError(why)
    for file in make_ours(config.journal):
        log.warning("others could read this file: it was made its owner's alone", file=file)
    journal = Journal(config.journal, config.setup.table, watched=True)
    if why := wrong_start(config, journal.seq, new=new):
        journal.close()
        raise JournalError(why)
    return journal


class Nobody:
    """The way out of a process that nobody can have joined yet."""

    def publish(self, entries: Sequence[Entry]) -> None:
        pass

    def send(self, reply: Reply) -> None:
        raise InvariantBroken(f"a reply to {reply.to}, who cannot have asked")


NOBODY: Final = Nobody()
