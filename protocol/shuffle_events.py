"""Facts of a table where nobody deals: how its cards were shuffled, piece by piece, and what the covered card came to.

Everybody may read all of them. The seed itself is in none before the Round is over, nor is a covered card: what no
entry holds, no follower, archive or panel can know.
"""

from games.fair_shuffle import Part
from games.round import HandId, PlayerId
from protocol.fact import Fact


class ShuffleCommitted(Fact, frozen=True):
    """004 §2.1.b: before Bets open the House is bound to a seed: one commitment a Round."""

    round_no: int
    decks: int
    commitment: bytes  # `games.fair_shuffle.commit_seed`


class NonceCommitted(Fact, frozen=True):
    """A terminal is bound to a nonce of its own, before the close and before anybody's nonce is known."""

    round_no: int
    terminal: PlayerId
    digest: bytes  # `games.fair_shuffle.commit_nonce`


class NonceOpened(Fact, frozen=True):
    """After the close: this is the nonce that it was bound to."""

    round_no: int
    terminal: PlayerId
    nonce: bytes


class ShuffleMixed(Fact, frozen=True):
    """From here on the order of the cards is fixed. Who did not open his nonce in time has added its digest."""

    round_no: int
    parts: tuple[Part, ...]


class CardPeeked(Fact, frozen=True):
    """The covered card was looked at, and the Round goes on. `due`: where the next card goes."""

    round_no: int
    due: HandId


class ShuffleOpened(Fact, frozen=True):
    """The Round is over, and everybody can work out the order that its cards had."""

    round_no: int
    seed: bytes
    salt: bytes


class ShuffleLost(Fact, frozen=True):
    """The seed is gone with the machine that had it: this commitment is never opened. A Round in play is void."""

    round_no: int


class ClosingCalled(Fact, frozen=True):
    """Staff close the table in the middle of a Round: it is played to its end, and no other one begins."""
