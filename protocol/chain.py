"""The hash chain of the log: what an entry's digest covers, and how the links are made and checked.

The chain links digests, not bodies: an entry can be shown sealed and opened later, and is proved to be the same.
"""

import struct
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Final

from msgspec import Struct

from protocol.events import ALL, Audience
from protocol.messages import SentEntry

_lengths: Final = struct.Struct(">QIIII").pack
_joined: Final = b"".join


class Entry(Struct, frozen=True, gc=False):
    """One row of a journal."""

    seq: int
    wall_time: str  # for people; no decision reads it
    audience: Audience
    salt: bytes  # empty if the entry is for all: there is nothing to guess
    body: bytes
    digest: bytes
    chain: bytes  # the link after this entry


def first_link(name: str) -> bytes:
    """The chain of a journal begins with the name of its table (a terminal's own: with the terminal's)."""
    return sha256(b"etg/1 " + name.encode()).digest()


def digest_of(seq: int, wall_time: str, audience: str, salt: bytes, body: bytes) -> bytes:
    time = wall_time.encode()
    if not audience and not salt:  # for all: most are
        return sha256(_joined((_lengths(seq, len(time), 0, 0, len(body)), time, body))).digest()
    reader = audience.encode()
    lengths = _lengths(seq, len(time), len(reader), len(salt), len(body))
    return sha256(_joined((lengths, time, reader, salt, body))).digest()


def link(before: bytes, digest: bytes) -> bytes:
    """Written out once more in `make_entry` and in `Follower.follow`, which do it for every entry."""
    return sha256(before + digest).digest()


def make_entry(before: bytes, seq: int, wall_time: str, audience: Audience, salt: bytes, body: bytes) -> Entry:
    if audience or salt:
        digest = digest_of(seq, wall_time, audience, salt, body)
    else:  # the same, written out for what is for all, and for a journal of one's own
        time = wall_time.encode()
        digest = sha256(_joined((_lengths(seq, len(time), 0, 0, len(body)), time, body))).digest()
    return Entry(seq, wall_time, audience, salt, body, digest, sha256(before + digest).digest())


class ChainBroken(Exception):
    """A journal or a copy of one that cannot be what was written: found by `verify` or by a follower."""


def verify(before: bytes, first_seq: int, entries: Iterable[Entry]) -> bytes:
    """The last link of a run of entries; raises ChainBroken at the first one that is not as it was written."""
    seq, chain = first_seq, before
    for entry in entries:
        if entry.seq != seq:
            raise ChainBroken(f"entry {seq} is missing: {entry.seq} stands in its place")
        if entry.audience == ALL and entry.salt:
            raise ChainBroken(f"entry {seq} is for all and has a salt")
        if digest_of(seq, entry.wall_time, entry.audience, entry.salt, entry.body) != entry.digest:
            raise ChainBroken(f"entry {seq} is not what its digest was made of")
        chain = link(chain, entry.digest)
        if chain != entry.chain:
            raise ChainBroken(f"entry {seq} does not follow from the one before it")
        seq += 1
    return chain


def is_sealed(entry: Entry) -> bool:
    """Only its digest and its audience are here: a copy by somebody who may not read it."""
    return not (entry.wall_time or entry.salt or entry.body)


def verify_sealed(before: bytes, first_seq: int, entries: Sequence[Entry]) -> bytes:
    """As `verify`, but of a sealed entry only the place and the link can be checked."""
    for seq, entry in enumerate(entries, first_seq):
        if is_sealed(entry) and entry.seq == seq and entry.chain == link(before, entry.digest):
            before = entry.chain
        else:
            before = verify(before, seq, [entry])
    return before


def opened(entry: Entry) -> SentEntry:
    return SentEntry(entry.digest, entry.audience, entry.wall_time, entry.salt, entry.body)


def sealed(entry: Entry) -> SentEntry:
    return SentEntry(entry.digest, entry.audience)
