"""Orders about keys, and what is prepared for them. Part of what the parts say to each other (`messages.py`).

An order carries name, role and the whole public key: whoever signs it signs these, and nothing that a file says later.
"""

from typing import Annotated

from msgspec import Meta, Struct

from protocol.fields import Counter, NewsWord, OrderWord, RoleName, Signature, Terminal
from protocol.keyring import PublicText, What


class EnrolKey(OrderWord, frozen=True):
    """This key is let in under this name. Whoever signs it has compared its fingerprint with the machine's."""

    name: Terminal
    role: RoleName
    key: PublicText


class ReplaceKey(OrderWord, frozen=True):
    """A machine was swapped, wiped or stolen: its key ends, this one comes in its place. Money stays with the name."""

    name: Terminal
    role: RoleName
    key: PublicText


class EndKey(OrderWord, frozen=True):
    """This key lets nobody in any more. Credit of a terminal stays on its name, and is paid by hand."""

    name: Terminal
    role: RoleName
    key: PublicText
    why: Annotated[str, Meta(min_length=1, max_length=120)]


class RotateConsole(OrderWord, frozen=True):
    """The console has a new key of its own. Until the next gaming day is closed, it answers to both."""

    key: PublicText


class ConsoleKey(NewsWord, frozen=True):
    """To everybody, while the console answers to two keys: the one that stays. Whoever knows the console's signature
    can believe it, and needs no entry to be shown.
    """

    was: PublicText
    key: PublicText
    seq: Counter  # the entry that says so
    signature: Signature


class PreparedKey(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What somebody with the console's files has prepared (`etg keys`), for two people to order."""

    what: What
    name: str
    role: RoleName
    key: PublicText
    why: str = ""
