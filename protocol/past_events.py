"""Facts about a Round that is over. Part of the log's vocabulary (`events.py`)."""

from collections.abc import Mapping

from games.cards import Card
from games.correction import PlayedRound
from games.round import Act, HandId, PlayerId
from games.settlement import Line
from protocol.fact import Fact


class RoundCorrected(Fact, frozen=True):
    """001 §5.6, §5.3.3: the settled Round had other cards, or (`void`) no result; or, where it was void, it has one
    after all (§5.12); or (`ruled`) something more was ruled on it (002 §5.8). `LinesCorrected` follow it.
    """

    round_no: int
    cards: tuple[Card, ...]  # all of the Round, in their order; as they were, if it is voided
    void: str  # the paragraph, "" if it is not voided
    hands: Mapping[HandId, tuple[Card | None, ...]]
    cards_before: tuple[Card, ...] = ()  # as they were on record: a Player is told which card was another one
    ruled: tuple[Act, ...] = ()  # after all that had happened in it: a Hand removed, and the options taken then


class LinesCorrected(Fact, frozen=True):
    """Old lines reversed, new ones posted. What the sitting's credit cannot take is owed or due by hand; what it owed
    or had due from an earlier correction is made less first, so that no claim stands against another.
    """

    round_no: int
    terminal: PlayerId
    sitting: int
    before: tuple[Line, ...]
    after: tuple[Line, ...]
    credited: int  # may be negative
    due: int  # how much more; less, if negative
    owed: int  # the same: `credited + due - owed` is what the lines return more than before


class RoundRecalled(Fact, frozen=True):
    """001 §5.6: an earlier Round is at hand again, as the entries of this journal left it. It changes nothing."""

    round_no: int
    played: PlayedRound


class RecallFailed(Fact, frozen=True):
    """The journal has no such Round that could be corrected. `why`: unknown, currency (its money is another one's),
    broken (the journal could not be read to its head).
    """

    round_no: int
    why: str
