"""Whoever can say what the console has said, and knows nothing of it: digests, links and signatures, no bodies.

Countersigns, with a key of its own, a head that the console has signed and that links from the last one it signed
itself. On a machine that the table's staff cannot reach: then nobody who has the console, its disk and its key can
rewrite what was countersigned. At anything else it stops, and its Hello says for ever what it has.
"""

from floor.keeper import Keeper
from protocol.chain import Entry
from protocol.config import PeerConfig
from protocol.events import SEALED
from protocol.journal import JournalError
from protocol.keys import load_signer
from protocol.messages import SentEntry, SignedHead
from protocol.process import Log
from protocol.signing import WITNESSED, Verifier

WITNESS = "witness"  # the reader who may read nothing


class Witness(Keeper):
    def __init__(self, config: PeerConfig, log: Log | None = None) -> None:
        self._signer = load_signer(config.key.with_suffix(".sign"), config.table, WITNESSED)
        super().__init__(WITNESS, config, log, sealed=True)

    def kept(self, seq: int, sent: SentEntry, chain: bytes) -> Entry:
        return Entry(seq, "", SEALED, b"", b"", sent.digest, chain)  # of what everybody hears, the digest alone too

    def countersign(self, head: SignedHead) -> bytes:
        return self._signer.sign(head.seq, head.chain).signature

    def check_signatures(self, console: Verifier) -> None:
        """Both are on the same head, and by the two keys that are here."""
        signed, ours = self.journal.signed, self.journal.countersigned
        if signed is None and ours is None:
            return
        if signed is None or ours is None or (signed.seq, signed.chain) != (ours.seq, ours.chain):
            wrong = "its last signed head is not the last that was countersigned"
        elif not console.verify(signed):
            wrong = f"the signature on entry {signed.seq} is not by the console whose key we have"
        elif not self._signer.verify(ours):
            wrong = f"the countersignature on entry {ours.seq} is not by our own key"
        else:
            return
        raise JournalError(f"{self.journal.path}: {wrong}. Keep the file: it is evidence")

    @property
    def head(self) -> str:
        """The last that it has countersigned, as `etg journal verify --head` takes it."""
        head = self.journal.countersigned
        return "none" if head is None else f"{head.seq}:{head.chain.hex()}"
