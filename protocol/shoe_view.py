"""The Card Shoe as everybody may see it: part of the picture (`view.py`), which also says how it changes."""

from collections.abc import Mapping

from msgspec import Struct, field

from games.cards import DECK, Card
from games.round import HandId

Hands = Mapping[HandId, tuple[Card | None, ...]]


class ShoeView(Struct):
    """The shoe's own line: none, loaded, burning, live, last Round, ended."""

    decks: int = 0
    first_round: int = 0  # that is played from this set, wholly
    burning: int = 0  # cards still to be burnt
    live: bool = False
    withdrawn: str = ""  # the paragraph under which this set has left play: nobody bets on it any more
    rounds_left: int | None = None  # once the cut card was seen
    lost: bool = False
    by_hand: bool = False  # the Dealer tells of each card
    serial: str = ""  # of the device, where the make tells it
    last_seq: int = 0  # the counter of the last card that is accounted for
    burnt: int = 0
    unread: int = 0  # burnt or void without having been read
    drawn: list[int] = field(default_factory=lambda: [0] * len(DECK))  # copies of each card, by Card.number
    foreign: list[Card] = []  # copies beyond the number of decks: they are not of this set (001 §5.3.1)
    entered: list[Card | None] = []  # by hand, which the shoe may still report; None: face down
    pending: list[int] = []  # from the first unread card on, by number: placed when it has been entered
    beside: int = 0  # the Hands, face down: out of the shoe, and nobody but staff knows which

    def count(self, card: Card | None) -> None:
        if card is None:
            self.unread += 1
        elif self.drawn[card.number] >= self.decks:
            self.foreign.append(card)
        else:
            self.drawn[card.number] += 1

    def uncount(self, card: Card) -> None:
        if card in self.foreign:
            self.foreign.remove(card)
        else:
            self.drawn[card.number] -= 1

    def recount(self, before: Hands, after: Hands) -> None:
        """Cards that the shoe had misread (001 §5.6)."""
        for card in [card for cards in before.values() for card in cards if card is not None]:
            self.uncount(card)
        for card in [card for cards in after.values() for card in cards if card is not None]:
            self.count(card)

    @property
    def passed(self) -> int:
        """Cards of this set that have left the shoe."""
        return sum(self.drawn) + self.unread + self.beside

    @property
    def left(self) -> int:
        """By the count. What was not read may have been no card: then more come than there can be, and none is left."""
        return max(0, 52 * self.decks - self.passed)
