"""What stands in for signatures where nobody attacks the arithmetic: a keyed hash, a hundred times as quick.

For the simulator and for tables in memory alone. Whoever has the key can make them, so they prove nothing.
"""

from hashlib import blake2b
from typing import Final

from protocol.messages import SignedHead
from protocol.signing import HEAD, statement


class Seals:
    """A `protocol.signing.Signs`."""

    def __init__(self, table: str) -> None:
        self._table = table

    def sign(self, seq: int, chain: bytes) -> SignedHead:
        return SignedHead(seq, chain, self._seal(seq, chain))

    def verify(self, head: SignedHead) -> bool:
        return head.signature == self._seal(head.seq, head.chain)

    def _seal(self, seq: int, chain: bytes) -> bytes:
        return _sealed(self._table, seq, chain)


KEPT: Final = 4_096
_known: Final[dict[tuple[str, int, bytes], bytes]] = {}  # each head is asked for by everybody who hears of it


def _sealed(table: str, seq: int, chain: bytes) -> bytes:
    head = (table, seq, chain)
    seal = _known.get(head)
    if seal is None:
        if len(_known) == KEPT:
            _known.clear()
        seal = _known[head] = blake2b(statement(HEAD, table, seq, chain), key=b"simulated", digest_size=64).digest()
    return seal
