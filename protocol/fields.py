"""The fields that messages, orders and facts are made of: texts, numbers and ids with their bounds; and a person.

Everybody knows them as `messages.X`; here they are so that the words about people can stand in a file of their own.
"""

from functools import lru_cache
from hashlib import sha256
from typing import Annotated, Final

from msgspec import Meta, Struct

from games.cards import Card
from games.money import AMOUNT_MAX
from games.round import PlayerId

Amount = Annotated[int, Meta(ge=0, le=AMOUNT_MAX)]
WHOLE_MAX: Final = 2**53 - 1  # the last whole number that is exact, and alone so, in every language
Counter = Annotated[int, Meta(ge=0, le=WHOLE_MAX)]  # sequence numbers, boots, revisions
Id = Annotated[bytes, Meta(min_length=16, max_length=16)]
CommandId = Annotated[bytes, Meta(min_length=8, max_length=8)]
Run = Annotated[bytes, Meta(min_length=8, max_length=8)]
Chain = Annotated[bytes, Meta(min_length=32, max_length=32)]
Proof = Annotated[bytes, Meta(min_length=16, max_length=16)]
Nonce = Annotated[bytes, Meta(min_length=8, max_length=8)]
Signature = Annotated[bytes, Meta(min_length=64, max_length=64)]
MaybeSigned = Annotated[bytes, Meta(max_length=64)]  # b"": it is not
Text = Annotated[str, Meta(max_length=120)]
Name = Annotated[str, Meta(min_length=1, max_length=40)]
# Short, and never one of the words for whole audiences: staff, archive, witness, floor, sealed.
Terminal = Annotated[PlayerId, Meta(pattern=r"^[A-Z][A-Za-z0-9-]{0,15}\Z")]
RoleName = Annotated[str, Meta(pattern=r"^[a-z]{1,16}\Z")]  # of a key (`keyring.Role`)
Cards = Annotated[tuple[Card, ...], Meta(max_length=64)]
StaffNumber = Annotated[str, Meta(pattern=r"^[0-9]{3,8}\Z")]  # it is the person; his name is for reading
PositionNumber = Annotated[int, Meta(ge=-3, le=4)]  # a `games.rulings.Position`


@lru_cache(1_000)  # every request is heard with it
def run_digest(run: bytes) -> bytes:
    """What the record says of a process's `run`: who has read it there cannot speak as that process."""
    return sha256(b"etg run 1" + run).digest()[:8]


class Person(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A member of staff in the position he has for this shift (`games.rulings.Position`). In a fact: one who has proven
    who he is.
    """

    number: StaffNumber
    name: Name
    position: PositionNumber


class OrderWord(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """What staff may want of the table."""


class RequestWord(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """Every request says which process speaks: one that is not the joined process is denied, never decided."""

    boot: Counter
    run: Run


class NewsWord(Struct, frozen=True, gc=False, tag=True, forbid_unknown_fields=True):
    """What the console says."""
