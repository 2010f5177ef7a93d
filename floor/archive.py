"""A second copy of the whole log on another machine: every entry with its body, link by link (decision 9).

Its file is a journal like the console's and of the same name, so that a lost console is rebuilt by copying it
(`etg journal rebuild`). Applies nothing and judges nothing: an entry is kept if it links.
"""

import os

from protocol.chain import Entry, link
from protocol.config import PeerConfig
from protocol.events import Audience
from protocol.join import Listener
from protocol.journal import Journal
from protocol.peer import Peer, next_boot
from protocol.process import now_ms

ARCHIVE = "archive"  # the reader who may read everything


class Archive:
    def __init__(self, config: PeerConfig) -> None:
        self.journal = Journal(config.journal, config.table)
        try:
            self.journal.verify()
            boot = next_boot(config.journal.with_suffix(".boot"))
            seq, chain = self.journal.seq, self.journal.chain
            self.listener = Listener(ARCHIVE, config.table, boot, os.urandom(8), seq, chain)
            self.peer = Peer(config)
        except BaseException:
            self.journal.close()
            raise
        self.stopping = False

    def close(self) -> None:
        self.peer.close()
        self.journal.close()

    def stop(self) -> None:
        self.stopping = True
        self.peer.ring()

    def run(self) -> None:
        """Until `stop`, or until the console's history is not the one that is kept here."""
        while not self.stopping and not self.listener.stopped and not self.listener.denied:
            self.turn()
            self.peer.wait(self.listener.wake_ms(now_ms()))

    def turn(self) -> None:
        entries: list[Entry] = []
        chain = self.journal.chain
        for news in self.peer.news():
            for seq, sent in self.listener.receive(now_ms(), news):
                chain = link(chain, sent.digest)
                body = sent.body or b""  # whoever may read everything is never given an entry without its body
                entries.append(Entry(seq, sent.wall_time, Audience(sent.audience), sent.salt, body, sent.digest, chain))
        if entries:
            self.journal.commit(entries)
        else:
            self.journal.idle()
        self.peer.send(self.listener.outgoing(now_ms()))
