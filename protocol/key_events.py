"""Facts about keys: who is let in. Part of the log's vocabulary (`events.py`)."""

from games.round import PlayerId
from protocol.fact import Fact
from protocol.keyring import Role


class KeyEnrolled(Fact, frozen=True):
    """From now on whoever has this key is let in under this name: at the first start of a table, or by two people."""

    name: PlayerId
    role: Role
    key: str  # the public one, whole


class ConsoleKeyRotated(Fact, frozen=True):
    """The console answers to both of these keys of its own, until the next gaming day is closed."""

    key: str
    was: str


class ConsoleKeyEnded(Fact, frozen=True):
    """The console answers to this key of its own no more, but to the other alone."""

    key: str
    stays: str


class KeyEnded(Fact, frozen=True):
    """This key lets nobody in any more, and never will again. What the name has of credit stays."""

    name: PlayerId
    key: str
    why: str
