"""What staff know of cards that lie face down: the surplus (001 §5.4), and those behind a card that was not read.

Console and panels fold it from the entries that are for staff; the picture that everybody has only says how many there
are. Order: what this Round has still to deal, what is kept for the next one, what waits for a Ruling.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from games.cards import Card
from games.round import Act, Voided
from games.settlement import with_beside
from protocol import events
from protocol.view import TableView

ASIDE_EVENTS: Final = frozenset({
    events.SurplusSeen, events.CardDealt, events.CardRead, events.SurplusDrawn, events.CardIdle, events.RulingMade,
    events.ShoeLoaded, events.ShoeEnded,
})  # fmt: skip


class Aside(Struct):
    beside: list[Card] = []  # the Hands
    read: dict[int, Card] = {}  # behind one that was not, by the shoe's number

    def apply(self, event: events.Event) -> None:
        if type(event) not in ASIDE_EVENTS:  # nearly always
            return
        match event:
            case events.CardDealt(shoe_seq=0):
                del self.beside[:1]
            case events.CardDealt(shoe_seq=seq) | events.SurplusDrawn(shoe_seq=seq) | events.CardIdle(shoe_seq=seq):
                self.read.pop(seq, None)
            case events.SurplusSeen(cards=cards):
                self.beside = list(cards)
            case events.CardRead(shoe_seq=seq, card=card):
                self.read[seq] = card
            case events.RulingMade(act=Voided()):
                self.read = {}
            case events.ShoeLoaded(mid_round=False) | events.ShoeEnded():
                self.beside, self.read = [], {}
            case _:
                pass

    def surplus(self, view: TableView) -> tuple[Card, ...]:
        """What waits for a Ruling: first what all have seen in a Hand, then what nobody has."""
        return tuple(self.beside[len(self.beside) - view.surplus :])

    def seen(self, view: TableView) -> tuple[Card, ...]:
        """Of those, what lay in a Hand before, and is an act of the Round."""
        return self.surplus(view)[: view.surplus - len(view.beside)] if view.in_round else ()

    def unseen(self, view: TableView) -> tuple[Card, ...]:
        """Of those, what came in this Round and nobody but staff has seen."""
        return tuple(self.beside[len(self.beside) - len(view.beside) :])

    def covered(self, view: TableView) -> list[Card]:
        """All that only staff know, also of Rounds before."""
        lying = len(self.beside) - view.surplus
        return [*self.beside[:lying], *self.beside[lying + len(self.seen(view)) :]]

    def copies(self, view: TableView) -> Sequence[int]:
        """Of each card, how many of this set have left the shoe, those beside the Hands among them."""
        shoe = view.shoe
        if not self.beside:  # nearly always
            return shoe.drawn
        beside, drawn = self.covered(view), list(shoe.drawn)
        for card in beside[len(beside) - min(len(beside), shoe.beside) :]:
            drawn[card.number] += 1
        return drawn

    def has_foreign(self, view: TableView) -> bool:
        """001 §5.3.1: is one of them there more often than there are decks?"""
        return bool(view.shoe.foreign) or max(self.copies(view)) > view.shoe.decks

    def acts(self, view: TableView) -> list[Act | None]:
        """The acts of the Round with those cards, each where it came: no Hand expected it there."""
        unseen = self.unseen(view)
        return with_beside(view.acts, view.beside[: len(unseen)], unseen)  # a face is told one entry after its place

    def still(self) -> "Aside":
        return Aside(list(self.beside), dict(self.read))
