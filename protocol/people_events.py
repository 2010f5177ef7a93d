"""The part of the log's vocabulary that is about people: who is staff, who is at which panel, who gave which order.

Everybody knows these facts as `events.X`. None of them holds a PIN, what a badge says, or what a PIN is checked with.
"""

from games.round import Refusal
from protocol.fact import Fact
from protocol.messages import Order, Person, WindowId


class StaffAdmitted(Fact, frozen=True):
    """He is staff, or is again; `position` is his home position."""

    number: str
    name: str
    position: int
    credential: bytes  # of his file: `people.credential_of`


class CredentialSet(Fact, frozen=True):
    """A new PIN or badge. Wrong tries before it are forgotten."""

    number: str
    credential: bytes


class StaffDisabled(Fact, frozen=True):
    number: str
    why: str


class StaffAssigned(Fact, frozen=True):
    """001 §1.12: his position for this shift, and he is on it. It ends when he goes home, at the latest with the next
    `DayBegan`: then he has his home position again.
    """

    number: str
    position: int


class SignOnTried(Fact, frozen=True):
    """Somebody gives a PIN, to sign on or to sign. Written before it is looked at: a crash does not give the try back.

    `number` is "" if nobody has the number or the badge: it may have been the PIN that was typed there.
    """

    panel: str
    number: str
    id: bytes


class SignedOn(Fact, frozen=True):
    panel: str
    person: Person  # from now on he is on shift


class SignOnFailed(Fact, frozen=True):
    panel: str
    number: str
    tries: int  # in a row that were wrong, of this person
    wait_ms: int
    locked: bool = False  # until two people have reset it


class SignedOff(Fact, frozen=True):
    """`why`: person, idle, badge, shift (he goes home: his shift has ended), relief, elsewhere (he is on there now),
    panel (its process is another one, or its key is of no use any more, or it is out of play), disabled, position (has
    another one now), credential (he has a new PIN or badge), silent (the panel, for too long).
    """

    panel: str
    number: str
    why: str


class OrderProposed(Fact, frozen=True):
    """An order that wants somebody else: whoever signs it, signs this digest. Ends with the console's process."""

    command_id: bytes
    panel: str
    by: Person
    round_no: int
    order: Order
    window: WindowId | None
    digest: bytes
    needs: tuple[int, ...]  # the positions of whom somebody must sign
    lacks: Refusal  # why his own word is not enough
    amount: int = 0  # that it pays or takes, also where the order does not say it; 0: there is none


class OrderWithdrawn(Fact, frozen=True):
    """`why`: person, replaced, signed off, round (has passed), moved (what it is about is not as it was)."""

    command_id: bytes
    why: str


class OrderSigned(Fact, frozen=True):
    """His PIN was right, and he signs what is proposed. `Ordered` or `SignatureRefused` follows."""

    command_id: bytes
    panel: str
    person: Person


class SignatureRefused(Fact, frozen=True):
    command_id: bytes
    person: Person
    refusal: Refusal


class Ordered(Fact, frozen=True):
    """Who gave which order, and who signed it: the entries it caused follow in the same commit."""

    command_id: bytes
    by: Person
    second: Person | None
    order: Order


class OrderRefused(Fact, frozen=True):
    """An order that the table's state, the person's position or a rule does not allow, with the reason."""

    command_id: bytes
    by: Person | None  # None: nobody was signed on
    order: Order
    refusal: Refusal
