"""How a ticket is known at a table that has not issued it, and how a table believes what another has written.

Pure. The first digits of a number say whose it is; the rest nobody can tell. The tag of a number is made with a secret
that the consoles of a house share and the floor has not: so rows of the floor pay nobody.
"""

from functools import lru_cache
from hashlib import blake2b, sha256
from typing import Final

import msgspec

from protocol import events
from protocol.chain import digest_of
from protocol.codec import decode_event
from protocol.keyring import Enrolment, bytes_of
from protocol.messages import CarryEntry, SignedHead, Vouched
from protocol.signing import VOUCHED, Verifier

DIGITS: Final = 18  # of a number
CODE: Final = 6  # of those: which table has issued it
TABLE: Final = "table"  # the role of another table's key: it never calls, its signature is believed
FLOOR: Final = "floor"  # and of who carries entries between tables

# What a table may be shown of another.
Travel = (
    events.ForeignTicketAsked
    | events.ForeignTicketCashed
    | events.TicketReleased
    | events.TicketReleaseRefused
    | events.ForeignTicketAccepted
    | events.ForeignTicketDeclined
    | events.ClaimSettled
)
TRAVEL: Final = (
    *(events.ForeignTicketAsked, events.ForeignTicketCashed, events.TicketReleased, events.TicketReleaseRefused),
    *(events.ForeignTicketAccepted, events.ForeignTicketDeclined, events.ClaimSettled),
)


@lru_cache(10_000)
def code_of(table: str) -> str:
    """The first digits of all its numbers. Two tables that have the same cannot be in one house (`Keyring.against`)."""
    return f"{int.from_bytes(sha256(b'etg ticket code ' + table.encode()).digest()[:8]) % 10**CODE:0{CODE}d}"


def tag_of(secret: bytes, number: str) -> bytes:
    """The same for the same ticket, whoever asks; whoever has not the secret cannot try out numbers."""
    return blake2b(b"tag " + number.encode(), key=secret, digest_size=16).digest()


def journey_of(table: str, terminal: str, asked: bytes) -> bytes:
    """No terminal can choose the journey of another, nor a table that of another table."""
    parts = (table.encode(), terminal.encode(), asked)
    return blake2b(b"".join(len(part).to_bytes(4) + part for part in parts), digest_size=16).digest()


def issuer_of(number: str, others: list[Enrolment]) -> str:
    """Which of these tables has issued it; "": none of them."""
    if len(number) != DIGITS or not (number.isascii() and number.isdigit()):
        return ""
    return next((it.name for it in others if code_of(it.name) == number[:CODE]), "")


def carried(boot: int, run: bytes, term: int, table: str, vouched: Vouched) -> CarryEntry:
    told = (vouched.wall_time, vouched.audience, vouched.salt, vouched.body, vouched.signature)
    return CarryEntry(boot, run, term, table, vouched.seq, *told)


def proven(said: CarryEntry, key: str) -> Travel | None:
    """The fact that this table has signed; None: it has not, or such a fact is none of another table's business."""
    digest = digest_of(said.seq, said.wall_time, said.audience, said.salt, said.body)
    if not Verifier(bytes_of(key), said.table, VOUCHED).verify(SignedHead(said.seq, digest, said.signature)):
        return None
    try:
        event = decode_event(said.body)
    except (msgspec.MsgspecError, ValueError):
        return None  # its console speaks another version
    return event if isinstance(event, TRAVEL) else None
