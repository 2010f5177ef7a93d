"""The journeys of tickets that this table has a part in, as its entries have told them. Decides nothing.

An ask that is open is all that credit can come of; when it has ended it is forgotten but for its entry, so whatever is
carried later finds nothing to accept. A ticket that has left is remembered until its end is known, and long after.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.round import PlayerId
from protocol import events as e
from protocol.fact import Fact

TRAVEL_EVENTS: Final = frozenset(
    {
        *(e.ForeignTicketAsked, e.TicketReleased, e.TicketReleaseRefused, e.ForeignTicketAccepted),
        *(e.ForeignTicketDeclined, e.TicketRestored, e.TicketArrived, e.ForeignTicketCashed, e.ClaimSettled),
        *(e.FloorTerm, e.DayClosed),
    }
)
KEPT: Final = 10_000  # that are over: late copies of what was said about them get their answer again


class Ask(Struct, frozen=True, gc=False):
    """A ticket of another table that was shown here and is not answered."""

    id: bytes
    terminal: PlayerId
    issuer: str
    tag: bytes
    ending: str
    seq: int


class Claim(Struct, frozen=True, gc=False):
    """One that was paid here in cash, and for which its table has not answered."""

    issuer: str
    tag: bytes
    ending: str
    amount: int
    seq: int


class Left(Struct, frozen=True, gc=False):
    """A ticket of ours that was released."""

    to: str
    ticket: str
    amount: int
    seq: int
    closed: int = 0  # the entry that says how it ended; 0: it travels


class Journeys(Struct, forbid_unknown_fields=True):
    term: int = 0  # the highest of the floor's that was heard
    asked: dict[bytes, Ask] = {}
    claims: dict[bytes, Claim] = {}
    cashed: dict[bytes, int] = {}  # the tags of all that were ever paid here in cash: no paper is paid twice
    taken: dict[bytes, int] = {}  # and of all that became credit here
    ended: dict[bytes, int] = {}  # journeys to here that are over, and the entry that says so
    left: dict[bytes, Left] = {}
    refused: dict[bytes, int] = {}
    closed: list[bytes] = []  # of those that have left, the oldest end first
    wrong: dict[str, int] = {}  # tags that no ticket of ours has, of this gaming day, by the table that showed them

    def travelling(self) -> bool:
        """Is anything under way whose amount hangs on the currency of today?"""
        return bool(self.asked or self.claims) or len(self.closed) < len(self.left)

    def apply(self, seq: int, event: Fact) -> None:
        match event:
            case e.ForeignTicketAsked(id=id, terminal=terminal, journey=journey, issuer=issuer, tag=tag, ending=ending):
                self.asked[journey] = Ask(id, terminal, issuer, tag, ending, seq)
            case e.ForeignTicketAccepted(journey=journey) | e.ForeignTicketDeclined(journey=journey):
                ask = self.asked.pop(journey)
                if isinstance(event, e.ForeignTicketAccepted):
                    self.taken[ask.tag] = seq
                _keep(self.ended, journey, seq)
            case e.ForeignTicketCashed(journey=journey, issuer=issuer, tag=tag, ending=ending, amount=amount):
                self.claims[journey] = Claim(issuer, tag, ending, amount, seq)
                self.cashed[tag] = seq
            case e.ClaimSettled(journey=journey):
                del self.claims[journey]
                _keep(self.ended, journey, seq)
            case e.TicketReleased(journey=journey, to=to, ticket=ticket, amount=amount):
                self.left[journey] = Left(to, ticket, amount, seq)
            case e.TicketReleaseRefused(journey=journey, to=to, refusal=refusal):
                _keep(self.refused, journey, seq)
                if refusal.reason == "no_ticket":
                    self.wrong[to] = self.wrong.get(to, 0) + 1
            case e.TicketRestored(journey=journey) | e.TicketArrived(journey=journey):
                self.left[journey] = replace(self.left[journey], closed=seq)
                self.closed.append(journey)
                if len(self.closed) > KEPT:
                    del self.left[self.closed.pop(0)]
            case e.FloorTerm(term=term):
                self.term = term
            case e.DayClosed():
                self.wrong = {}
            case _:
                pass


def _keep(of: dict[bytes, int], journey: bytes, seq: int) -> None:
    of[journey] = seq
    if len(of) > KEPT:
        del of[next(iter(of))]
