"""Facts of the games that have betting boxes: who sits where, who took up his cards, Bets that a box could not keep."""

from games.round import PlayerId, Spot
from protocol.fact import Fact
from protocol.messages import WindowId


class Seated(Fact, frozen=True):
    """003 §1.26: this terminal's Player sits at that box, and at no other one; 0: he has left. The next Round is the
    first that is played so.
    """

    terminal: PlayerId
    box: int


class HandHandled(Fact, frozen=True):
    """002 §5.5.4: this terminal's Player has taken up the cards that lie face down for him on that box, for the first
    time in the Round. Who has only waited until they were turned has not.
    """

    round_no: int
    terminal: PlayerId
    box: int


class BetRejected(Fact, frozen=True):
    """003 §5.1: the box has more than its maximum, and this Bet goes back before the close. All others stand."""

    id: WindowId
    terminal: PlayerId
    spot: Spot
    amount: int
    paragraph: str
