"""What a screen may show of a game: its words, its pay table, points of a Hand, who won, what the road marks.

For the eyes only: nothing here decides a Bet, and whatever is shown, the cards prevail (001 §5.10). Each game has a
`face.py` with a `Face` of its own; what it does not say is not shown.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from games.box_face import BoxTable, Question
from games.cards import Card
from games.money import Odds
from games.round import Answer, Bets, Felt, HandId, PlayerId, Spot, Window

# The rooms with screens that show a game: each has a felt for it.
TERMINAL: Final = "terminal"
DISPLAY: Final = "terminal/display"
PANEL: Final = "console/panel"

Hands = Mapping[HandId, Sequence[Card | None]]
Chosen = Mapping[str, Answer]  # by window, what one Player wants in it


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:  # noqa: N802
    """Marks a text for the tool that collects those to translate, which looks for this name. (Qt's own has no type.)"""
    return text


class Pay(Struct, frozen=True):
    """One line of the pay table. `when` is a word that felts translate: "", "on 6", "otherwise"."""

    odds: Odds
    when: str = ""
    paragraph: str = ""


class Shown(Struct, frozen=True):
    """How a finished Round is told: which Spot won, on how many points, and what else was remarkable."""

    winner: Spot
    points: int
    also: tuple[str, ...] = ()  # words of the game; those of a Spot have won too


class Laid(Struct, frozen=True):
    """Cards in an order that somebody has in mind, as they would lie on the felt."""

    places: tuple[HandId, ...]  # of each card its Hand; "" if no Hand wants it
    hands: Mapping[HandId, tuple[Card, ...]]
    whole: bool  # they make a Round: no card is missing, none is too many


class Face:
    """A game that is shown by its cards alone; each game says more."""

    title: str = ""  # as its document has it
    felt: str = ""  # the name of its QML
    words: Mapping[str, str] = {}  # what its kinds of Spots, its Hands and its remarks are called
    pays: Mapping[str, tuple[Pay, ...]] = {}  # by kind of Spot, in the order of the felt
    tones: Mapping[str, str] = {}  # the colour of a word: blue, red, green
    letters: Mapping[str, str] = {}  # one for each side, where a name is too long
    layout: tuple[str, ...] = ()  # its kinds of Spots as they lie on the felt
    of_table: tuple[str, ...] = ()  # kinds of Spots of a game with boxes that belong to no box, though one names them
    within_initial: tuple[str, ...] = ()  # those of which nobody may bet more than his own Initial Bet on that box
    sides: tuple[HandId, ...] = ()  # Hands that have their place on the felt before they have a card
    taken_up_from: int = 2  # so many cards make a Hand that a Player takes up to squeeze it
    opposed: tuple[Spot, ...] = ()  # the two Spots whose Bets the table differential compares

    def felt_in(self, room: str) -> str:
        """The felt of a room with a screen: a QML file, named from the root of the house."""
        return f"{room}/qml/games/{self.felt}.qml"

    def most_paid(self, kind: str) -> Odds | None:
        """The highest odds that a Bet on this kind of Spot can win; None if there is no pay table."""
        return max((pay.odds for pay in self.pays.get(kind, ())), key=lambda odds: odds.pays / odds.to, default=None)

    def points(self, cards: Sequence[Card | None]) -> int | None:
        """Of a Hand as far as it can be seen; None if it has no card, or one lies face down."""
        known = tuple(card for card in cards if card is not None)
        return self._total(known) if known and len(known) == len(cards) else None

    def _total(self, cards: tuple[Card, ...]) -> int | None:
        return None

    def most_cards(self, felt: Felt) -> int:
        """That a Round may take, where a set can be too small for another one; 0: nobody need count."""
        return 0

    def called(self, cards: Sequence[Card | None]) -> str:
        """A word for what a Hand is, where the game names them; "": it does not, or not all of it can be seen."""
        return ""

    def draws_under(self, hands: Hands, due: HandId) -> str:
        """The paragraph under which the next card goes to this Hand; "" if the game names none here."""
        return ""

    def laid_out(self, cards: Sequence[Card]) -> Laid | None:
        """Where cards in this order would lie; None if that depends on more than the cards."""
        return None

    def shown(self, hands: Hands) -> Shown | None:
        """The result of a Round that is over; None if the game has no such words, or not all cards are there."""
        return None

    def contradicts(self, hands: Hands, outcome: str, pairs: tuple[str, ...]) -> str:
        """What is wrong with the result that a shoe has computed for these cards; "" if nothing is."""
        return ""

    def boxes(self, round: Any, staked: Bets) -> BoxTable | None:
        """The boxes of a Round, with this Player's own Bets; None: the game has none."""
        return None

    def questions(
        self, round: Any, window: Window, player: PlayerId, bets: Bets, chosen: Chosen
    ) -> tuple[Question, ...]:
        """What a window asks this Player, with the answers that he may give; nothing: it asks for Bets. `bets`: all
        that he has registered; `chosen`: what he wants in the windows of this moment, by their names.
        """
        return ()

    def road(self, rounds: Iterable[Hands]) -> tuple[str, ...]:
        """A word for each Round of the shoe, as the road of this game reads it."""
        return ()
