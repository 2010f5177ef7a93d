"""What the floor asks of a table, and carries from one table to another. Part of `messages.py`.

The floor decides nothing: it shows each table what another has signed, and the table looks at the signature.
"""

from typing import Annotated

from msgspec import Meta

from games.money import AMOUNT_MAX
from protocol.fields import Counter, Id, Name, NewsWord, OrderWord, Proof, RequestWord, Signature

ENTRY_MAX = 1_024  # bytes of the body of an entry that is carried: twice what they have
TableName = Annotated[str, Meta(min_length=1, max_length=40)]


class VouchFor(RequestWord, frozen=True):
    """From the floor: sign this entry of yours, about a journey of a ticket, so that another table can believe it."""

    seq: Counter


class CarryEntry(RequestWord, frozen=True):
    """From the floor: another table has written this entry, and has signed it (`Vouched`)."""

    term: Counter
    table: TableName
    seq: Counter
    wall_time: Annotated[str, Meta(max_length=40)]
    audience: Annotated[str, Meta(max_length=40)]
    salt: Annotated[bytes, Meta(max_length=64)]
    body: Annotated[bytes, Meta(max_length=ENTRY_MAX)]
    signature: Signature


class Vouched(NewsWord, frozen=True):
    """To the floor: an entry, and the console's signature on its digest."""

    seq: Counter
    wall_time: str
    audience: str
    salt: bytes
    body: bytes
    signature: Signature


class GiveUpTicket(OrderWord, frozen=True):
    """The other table has not answered, and the Player does not wait: it is declined here, for good."""

    journey: Id


class CashForeignTicket(OrderWord, frozen=True):
    """A ticket of a table that cannot be reached lies on the desk: two people pay what stands on it, as a claim."""

    issuer: Name
    amount: Annotated[int, Meta(ge=1, le=AMOUNT_MAX)]  # as it stands on the paper
    proof: Proof
