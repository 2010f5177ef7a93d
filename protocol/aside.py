"""What staff know of cards that lie face down: the surplus (001 §5.4), and those behind a card that was not read.

Console and panels fold it from the entries that are for staff; the picture that everybody has only says how many there
are. Order: what this Round has still to deal, what is kept for the next one, what waits for a Ruling.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from games.cards import Card
from games.round import Act, CardDrawn, Felt, Game, Reconstructed, Voided
from games.settlement import fold
from protocol import events
from protocol.view import TableView


class Aside(Struct):
    beside: list[Card] = []  # the Hands
    read: dict[int, Card] = {}  # behind one that was not, by the shoe's number

    def apply(self, event: events.Event) -> None:
        match event:
            case events.SurplusSeen(cards=cards):
                self.beside = list(cards)
            case events.CardDealt(shoe_seq=0):
                del self.beside[:1]
            case events.CardRead(shoe_seq=seq, card=card):
                self.read[seq] = card
            case events.CardDealt(shoe_seq=seq) | events.SurplusDrawn(shoe_seq=seq) | events.CardIdle(shoe_seq=seq):
                self.read.pop(seq, None)
            case events.RulingMade(act=Voided()):
                self.read = {}
            case events.ShoeLoaded(mid_round=False) | events.ShoeEnded():
                self.beside, self.read = [], {}
            case _:
                pass

    def surplus(self, view: TableView) -> tuple[Card, ...]:
        """What waits for a Ruling."""
        return tuple(self.beside[len(self.beside) - view.surplus :])

    def still(self) -> "Aside":
        return Aside(list(self.beside), dict(self.read))


def fold_beside(game: Game, felt: Felt, acts: Sequence[Act], surplus: Sequence[Card]) -> Any:
    """The Round that these acts make, with the cards that lie beside its Hands. They are put where no Hand expects one:
    before the Bets are closed; or, since a Reconstruction begins anew, behind it. One that all had seen in a Hand,
    and that a Ruling named, may be there already (003 §5.12, 002 §5.10).
    """
    round: Any = fold(game, felt, acts)
    lacking = list(surplus)
    for card in game.surplus(round):
        if card in lacking:
            lacking.remove(card)
    beside = [CardDrawn(card) for card in lacking]
    if not beside:
        return round
    anew = any(isinstance(act, Reconstructed) for act in acts)
    return fold(game, felt, [*acts, *beside] if anew else [*beside, *acts])
