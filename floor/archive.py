"""A second copy of the whole log on another machine: every entry with its body, link by link (decision 9).

Its file is a journal like the console's and of the same name, so that a lost console is rebuilt by copying it
(`etg journal rebuild`).
"""

from floor.keeper import Keeper
from protocol.chain import Entry
from protocol.config import PeerConfig
from protocol.events import Audience
from protocol.messages import SentEntry
from protocol.process import Log

ARCHIVE = "archive"  # the reader who may read everything


class Archive(Keeper):
    def __init__(self, config: PeerConfig, log: Log | None = None) -> None:
        super().__init__(ARCHIVE, config, log)

    def kept(self, seq: int, sent: SentEntry, chain: bytes) -> Entry:
        body = sent.body or b""  # whoever may read everything is never given an entry without its body
        return Entry(seq, sent.wall_time, Audience(sent.audience), sent.salt, body, sent.digest, chain)
