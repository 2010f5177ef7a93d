"""Whoever keeps a journal of a table's log on another machine: link by link, with the console's signatures.

Applies nothing and judges nothing: an entry is kept if it links, and a signature if it is the console's. At anything
else it stops.
"""

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable

from protocol.chain import Entry, link
from protocol.config import PeerConfig
from protocol.copies import Copies
from protocol.join import Listener
from protocol.journal import Journal, JournalError
from protocol.keys import load_verifier
from protocol.messages import News, Request, SentEntry, SignedHead
from protocol.ours import Places, make_ours
from protocol.peer import Peer, next_boot
from protocol.process import Log, now_ms
from protocol.signing import Verifier


class Keeper(ABC):
    def __init__(self, role: str, config: PeerConfig, log: Log | None, *, sealed: bool = False) -> None:
        """`role` is also the reader that it is to the console. `sealed`: it keeps no bodies."""
        for file in make_ours(config.journal):
            if log is not None:
                log.warning("others could read this file: it was made its owner's alone", file=file)
        self.journal = Journal(config.journal, config.table, sealed=sealed)
        self._places = Places(config.journal)
        try:
            self.journal.verify()
            verifier = load_verifier(config.console_key, config.table)
            self.check_signatures(verifier)
            boot = next_boot(config.journal.with_suffix(".boot"))
            seq, chain, signed = self.journal.seq, self.journal.chain, self.journal.signed
            self.listener = Listener(
                role,
                config.table,
                config.name,
                role,
                boot,
                os.urandom(8),
                seq,
                chain,
                verify=verifier.verify,
                signed=signed,
            )
            self.copies = Copies(self.journal)
            self.peer = Peer(config, log)
        except BaseException:
            self.journal.close()
            raise
        self.stopping = False

    @abstractmethod
    def kept(self, seq: int, sent: SentEntry, chain: bytes) -> Entry:
        """What is kept of an entry."""

    def check_signatures(self, console: Verifier) -> None:  # noqa: B027  an archive checks what it is told, no more
        """Of the file, before it is gone on with."""

    def countersign(self, _head: SignedHead) -> bytes:
        """Our own signature on what the console has signed; none, if we only keep it."""
        return b""

    @property
    def why(self) -> str:
        """The reason for which it has stopped by itself."""
        return self.listener.stopped or self.listener.denied

    def close(self) -> None:
        self.peer.close()
        self.copies.close()
        self.journal.close()

    def stop(self) -> None:
        self.stopping = True
        self.peer.ring()

    def run(self) -> None:
        """Until `stop`, or until the console's history is not the one that is kept here."""
        while not self.stopping and not self.why:
            self.turn()
            self.peer.wait(self.listener.wake_ms(now_ms()), self.copies.wake_ms())

    def turn(self) -> None:
        if moved := self._places.moved():  # what is kept from now on, nobody would find
            raise JournalError(moved)
        requests = self.take(now_ms(), self.peer.news())
        self.copies.turn(now_ms())
        self.peer.send(requests)

    def take(self, now: int, heard: Iterable[News]) -> list[Request]:
        """Keeps what can be kept of it, durably; gives what is to be sent then."""
        entries: list[Entry] = []
        chain = self.journal.chain
        for news in heard:
            for seq, sent in self.listener.receive(now, news):
                chain = link(chain, sent.digest)
                entries.append(self.kept(seq, sent, chain))
        signed = self.listener.signed
        head = (self.listener.follower.seq, chain)
        if signed is not None and (signed.seq, signed.chain) == head and signed != self.journal.signed:
            # So that the copy, too, is a journal with a signed end.
            self.journal.commit(entries, signature=signed.signature, countersignature=self.countersign(signed))
        elif entries:
            self.journal.commit(entries)
        else:
            self.journal.idle()
        # A head that was told from afar, before the entries that it is about.
        if signed is not None and self.journal.chain_at(signed.seq) != signed.chain:
            self.listener.stop(f"the console has signed two histories at entry {signed.seq}")
        return self.listener.outgoing(now)
