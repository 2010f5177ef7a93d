"""What stands in for signatures where nobody attacks the arithmetic: what is signed, written out.

For the simulator and for tables in memory alone. Whoever can read can make them, so they prove nothing.
"""

from protocol.messages import SignedHead


class Seals:
    """A `protocol.signing.Signs`."""

    def __init__(self, table: str) -> None:
        self._table = table
        self._whose = table.encode().ljust(24)[:24]

    def sign(self, seq: int, chain: bytes) -> SignedHead:
        return SignedHead(seq, chain, self._seal(seq, chain))

    def verify(self, head: SignedHead) -> bool:
        return head.signature == self._seal(head.seq, head.chain)

    def _seal(self, seq: int, chain: bytes) -> bytes:
        return self._whose + seq.to_bytes(8) + chain
