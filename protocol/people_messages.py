"""What is said about people: sign-on and sign-off at a panel, signatures, and the orders that make somebody staff.

Everybody knows these as `messages.X`. A PIN and what a badge says are in no entry, no log and no text that a program
could print: their structs do not show them.
"""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from protocol.fields import (
    Chain,
    CommandId,
    Counter,
    Name,
    NewsWord,
    OrderWord,
    PositionNumber,
    RequestWord,
    StaffNumber,
    Text,
)

MaybeNumber = Annotated[str, Meta(pattern=r"^([0-9]{3,8})?\Z")]  # "": the badge says who it is
Badge = Annotated[str, Meta(max_length=64)]  # as the reader types it; "": none was shown
Pin = Annotated[str, Meta(pattern=r"^[0-9]{6,12}\Z")]


# --- orders ---------------------------------------------------------------------------------------------


class AdmitStaff(OrderWord, frozen=True):
    """Somebody is staff from now on, or again; this is his home position."""

    number: StaffNumber
    name: Name
    position: PositionNumber
    credential: Chain  # of his file (`people.credential_of`): the order is about this one and no other


class SetCredential(OrderWord, frozen=True):
    """A new PIN or badge, which is in his file; also the end of a lock-out."""

    number: StaffNumber
    credential: Chain


class DisableStaff(OrderWord, frozen=True):
    """He signs on no more, and is signed off where he is."""

    number: StaffNumber
    why: Text


class AssignStaff(OrderWord, frozen=True):
    """001 §1.12: the position that he has for this shift, at the latest until the next gaming day begins."""

    number: StaffNumber
    position: PositionNumber


# --- to the console -------------------------------------------------------------------------------------


class SignOn(RequestWord, frozen=True):
    """Somebody is at this panel now. Over another person's session it is a relief. Asked again under the same id it is
    the same try.
    """

    id: CommandId
    pin: Pin
    number: MaybeNumber = ""
    badge: Badge = ""

    def __repr__(self) -> str:
        return f"SignOn({self.number!r}, pin kept)"


class SignOff(RequestWord, frozen=True):
    """The panel is locked; the Round goes on. `shift`: who was there goes home, and his shift ends."""

    id: CommandId
    why: Annotated[str, Meta(pattern=r"^(person|idle|badge|shift)\Z")] = "person"


class Sign(RequestWord, frozen=True):
    """Somebody signs a proposed order, at this panel or another. `digest`: of the very order that he was shown."""

    id: CommandId
    command_id: CommandId
    digest: Chain
    pin: Pin
    number: MaybeNumber = ""
    badge: Badge = ""

    def __repr__(self) -> str:
        return f"Sign({self.command_id.hex()}, {self.number!r}, pin kept)"


class Withdraw(RequestWord, frozen=True):
    """The order that was proposed at this panel is not wanted any more."""

    id: CommandId
    command_id: CommandId


# --- from the console -----------------------------------------------------------------------------------


class Standing(StrEnum):
    """What became of a SignOn, SignOff, Sign or Withdraw."""

    RIGHT = "right"
    WRONG = "wrong"  # number, badge or PIN: which of them is not said
    WAIT = "wait"  # not tried: too many were wrong
    BUSY = "busy"  # not tried: another PIN of this person, or at this panel, is being looked at
    LOCKED = "locked"  # until two people have reset it
    REFUSED = "refused"  # not tried: the panel may not, or nothing is there to sign
    PLAYING = "playing"  # his Bets, or somebody else's here, are in play: when the Round is over (004)
    EXCLUDED = "excluded"  # he stays away from play (004 §3)


class SignOnAnswer(NewsWord, frozen=True):
    id: CommandId
    standing: str  # a Standing, or the word of a later version
    wait_ms: Counter = 0  # before the next try is looked at


class PreparedStaff(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """A person's file beside the console that waits for an order: `AdmitStaff`, or `SetCredential` if he is known."""

    number: StaffNumber
    name: Name
    position: PositionNumber
    credential: Chain
