"""How two processes find out that they can talk: Hello and its answers. Part of what they say (`messages.py`).

These travel in the same form whatever else changes: a later version may add fields to them, which an earlier one does
not look at, and takes none away. So a peer of any age is answered in words that it can read.
"""

from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta, Struct

from protocol.fields import WHOLE_MAX, Chain, Counter, NewsWord, RequestWord, RoleName, Run, Signature, Terminal

PROTOCOL: Final = 1  # every message carries it; to another version one is told which ones are spoken here
SPOKEN: Final = (PROTOCOL,)  # versions, of which a Hello offers some and the Welcome chooses one


class SignedHead(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """The console's word that its chain was this after entry `seq` (`protocol/signing.py`)."""

    seq: Counter
    chain: Chain
    signature: Signature


Versions = Annotated[tuple[Annotated[int, Meta(ge=1, le=WHOLE_MAX)], ...], Meta(max_length=16)]
Capabilities = Annotated[tuple[Annotated[str, Meta(max_length=32)], ...], Meta(max_length=16)]


class Capability(StrEnum):
    """What is not at every table, or not in every program: Hello offers them, Welcome names those that both have."""

    BOXES = "boxes"  # windows about boxes, `SitDown`, the news `Boxes`
    DISPUTES = "disputes"  # whoever has the rule book may send `Dispute`
    SQUEEZE = "squeeze"  # cards that lie face down for the Player who turns them (`Beat.turning`, `TurnCards`)


class Hello(RequestWord, frozen=True, forbid_unknown_fields=False):
    """`last_seq` and `last_chain`: the head of the sender's copy of the log. `name` and `role`: who the process takes
    itself for; who it is, its key says, and if that is another one it is denied. `signed`: the newest head that it has
    the console's signature on; it may lie before or behind the copy's own. `heard`: a newer one, if it was told of it
    and has not got so far.
    """

    last_seq: Counter
    last_chain: Chain
    name: Terminal
    role: RoleName
    signed: SignedHead | None = None
    heard: SignedHead | None = None
    versions: Versions = (PROTOCOL,)  # of this protocol, that the sender speaks
    capabilities: Capabilities = ()


class Welcome(NewsWord, frozen=True, forbid_unknown_fields=False):
    """You are joined; the log goes up to here: apply it before you ask for anything."""

    boot: Counter
    run: Run
    head_seq: Counter
    head_chain: Chain
    signed: SignedHead | None = None  # the newest head; put in when the commit is signed
    version: Counter = PROTOCOL  # of those that were offered, the highest that the console speaks
    capabilities: tuple[str, ...] = ()  # of those that were offered, what this console and its table have


class Denial(StrEnum):
    """Why a process is not listened to."""

    SAY_HELLO = "say hello"  # not final: the console has started since, introduce yourself
    WAIT = "another process is still on"  # not final: it was heard just now, say Hello again
    REPLACED = "another process has joined"
    TWICE = "two machines have this key"
    IDENTITY = "not its own name or role"
    BOOT = "too many starts at once"
    WIPED = "its records were lost"  # a count of starts that went back, and no copy of the log
    RETIRED = "retired"
    HISTORY = "history"
    VERSION = "no common version"
    ASKED = "only asked"  # boot 0: nobody joins with it


class Denied(NewsWord, frozen=True, forbid_unknown_fields=False):
    """Not you: another process has joined since, or the key is out of service, or say Hello first."""

    boot: Counter
    run: Run
    why: str  # a Denial, or the word of a later version
    name: str = ""  # with IDENTITY and ASKED: what the key is enrolled as
    role: str = ""
    versions: tuple[Counter, ...] = ()  # with VERSION: those that are spoken here


class Unheard(StrEnum):
    """Why a request was dropped before anything was decided about it."""

    VERSION = "version"  # of the envelope: another than ours
    MALFORMED = "malformed"
    NOT_YOURS = "not yours"  # a key of this role may not send it
    TOO_MUCH = "too much"


class NotHeard(NewsWord, frozen=True, forbid_unknown_fields=False):
    """What you said was dropped. At most one a second on one connection; it names no request, for none was read."""

    why: str  # an Unheard, or the word of a later version
    detail: str = ""  # for whoever looks for the mistake
    versions: tuple[Counter, ...] = SPOKEN
