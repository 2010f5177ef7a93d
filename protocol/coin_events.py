"""Facts of a table where participants play with coins (004): whose purse is where, what was granted, who stays away.

Everybody knows these facts as `events.X`; what each moves is in `ledger.py`. A coin is named by its code, and all coins
of a table have its decimal places.
"""

from collections.abc import Mapping

from games.round import PlayerId
from protocol.fact import Fact


class CoinChosen(Fact, frozen=True):
    """At this terminal somebody plays with this coin from now on; "": nobody plays there. He has nothing in play."""

    terminal: PlayerId
    coin: str


class ParticipantHere(Fact, frozen=True):
    """For the terminal at which he is: who it is, and what is left in his purses. `number` "": nobody is there."""

    terminal: PlayerId
    number: str
    name: str = ""
    purses: Mapping[str, int] = {}  # by coin


class PurseDrawn(Fact, frozen=True):
    """What he has of this coin is credit at his terminal now."""

    terminal: PlayerId
    sitting: int
    number: str
    coin: str
    amount: int


class PurseReturned(Fact, frozen=True):
    """What was credit at his terminal is in his purse again."""

    terminal: PlayerId
    sitting: int
    number: str
    coin: str
    amount: int


class CoinsGranted(Fact, frozen=True):
    """To his purse, by an order; or (`day`) as the grant of a gaming day."""

    number: str
    coin: str
    amount: int
    day: str = ""


class ParticipantExcluded(Fact, frozen=True):
    """004 §3: he does not play on so many gaming days, with this one. Nobody can take it back."""

    number: str
    first_day: str
    days: int
    himself: bool = False  # else staff have ordered it


class ParticipantTurnedAway(Fact, frozen=True):
    """His PIN was right, and he is not signed on. `why`: excluded, playing (a Bet of his is in play elsewhere)."""

    terminal: PlayerId
    number: str
    why: str
