"""Signatures over the heads of a log: the console says "at this table, after entry n, my chain was this", and cannot
deny it later.

Ed25519. A commit is signed in its own transaction, so whatever a peer was ever told it can prove, to us and to others;
and a log that does not end in a signature is not a log of ours. Knows heads and keys; no file, no socket, and nothing
of what an entry says.
"""

import struct
from collections.abc import Callable
from typing import Final, Protocol

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from protocol.messages import SignedHead

HEAD: Final = b"etg console head 1"  # what the console says: its word for one thing is never its word for another
WITNESSED: Final = b"etg witnessed head 1"  # and a witness
VOUCHED: Final = b"etg entry 1"  # and the digest of one entry, for another table
ROTATED: Final = b"etg console key 1"  # that its other key is another one from now on

Verify = Callable[[SignedHead], bool]
_length: Final = struct.Struct(">I").pack


class Signs(Protocol):
    """Whoever can sign heads, and know its own signature again. In memory, a keyed hash stands in for it."""

    def sign(self, seq: int, chain: bytes) -> SignedHead: ...

    def verify(self, head: SignedHead) -> bool: ...


def statement(domain: bytes, table: str, seq: int, chain: bytes) -> bytes:
    """What is signed. Every part is behind its length: no other statement has the same bytes."""
    name = table.encode()
    head = (_length(len(domain)), domain, _length(len(name)), name)
    return b"".join((*head, _length(8), seq.to_bytes(8), _length(len(chain)), chain))


def new_secret() -> bytes:
    return Ed25519PrivateKey.generate().private_bytes_raw()


def public_of(secret: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw()


class Verifier:
    """Knows the signatures of one key about one table."""

    def __init__(self, public: bytes, table: str, domain: bytes = HEAD) -> None:
        self._public = Ed25519PublicKey.from_public_bytes(public)
        self._table, self._domain = table, domain

    def verify(self, head: SignedHead) -> bool:
        try:
            self._public.verify(head.signature, statement(self._domain, self._table, head.seq, head.chain))
        except InvalidSignature:
            return False
        return True


class Signer(Verifier):
    def __init__(self, secret: bytes, table: str, domain: bytes = HEAD) -> None:
        super().__init__(public_of(secret), table, domain)
        self._secret = Ed25519PrivateKey.from_private_bytes(secret)

    def sign(self, seq: int, chain: bytes) -> SignedHead:
        return SignedHead(seq, chain, self._secret.sign(statement(self._domain, self._table, seq, chain)))
