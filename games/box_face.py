"""What a screen may show of a game with betting boxes: the boxes as they stand, and what a Player is asked.

Plain values for the eyes, made by the game's own face from the Round that everybody may know and, of the money, only
from this Player's own Bets. What a button would send stands in its `Option`, so that no screen knows a game's rules.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from games.round import NO_BETS, Bets, HandId, PlayerId, Spot

NO_PLAYERS: Final[tuple[PlayerId, ...]] = ()


class HandFace(Struct, frozen=True, gc=False):
    hand: HandId
    cards: tuple[str, ...]
    total: str = ""  # as it is called: "16", "6 / 16", "BJ"
    state: str = ""  # a word of the game: plays, waits, stands, doubled ...
    active: bool = False  # it is this Hand's turn
    out: bool = False  # it has lost or was given up: pale, and struck through
    players: tuple[PlayerId, ...] = NO_PLAYERS  # who has a Bet on it, the decider first
    stakes: tuple[int, ...] = ()  # this Player's own: the Bet on it, and what he has added
    waits: str = ""  # a word for what a card of it that lies face down waits for


class BoxFace(Struct, frozen=True, gc=False):
    box: int
    players: tuple[PlayerId, ...] = NO_PLAYERS  # the decider first
    total: int = 0  # of the Initial Bets
    hands: tuple[HandFace, ...] = ()
    state: str = ""  # a word for all of it
    active: bool = False
    fate: str = ""  # of its Initial Bets, where they share one: won, lost, even


class Option(Struct, frozen=True, gc=False):
    """One answer that a Player may give, and whether he may give it now."""

    key: str  # a word of the game: hit, stand, decline
    choice: str
    bets: Bets = NO_BETS
    adds: int = 0  # to what he has staked
    why: str = ""  # a word for why it is not offered; "": it is
    spot: Spot = Spot("")  # where a smaller amount may be bet instead; "": nowhere
    least: int = 0
    brings: tuple[tuple[str, int], ...] = ()  # what comes of it: a word for the case, and the change of his money


class Question(Struct, frozen=True, gc=False):
    """What this Player is asked, of one Bet of his."""

    window: str
    kind: str
    box: int
    hand: HandId
    options: tuple[Option, ...]
    default: str  # the key of what happens without an answer
    total: str = ""  # of the Hand that it is about
    stake: int = 0  # the Bet that it is about


class BoxTable(Struct, frozen=True, gc=False):
    """All boxes of a Round."""

    boxes: tuple[BoxFace, ...] = ()
    dealer: HandFace | None = None
    stage: str = ""  # a word for what goes on: bets, deal, offers, play, follow, dealer, over, options, order
    turn: int = 0  # the box whose turn it is; 0: none
    staked: Mapping[Spot, int] = {}  # this Player's own Bets that are still in play

    def name_of(self, hand: str) -> str:
        """As screens ask for its name: of a box that was split which of its Hands it is, and of how many."""
        number = hand.partition("/")[0]
        hands = [it.hand for face in self.boxes if str(face.box) == number for it in face.hands]
        if len(hands) < 2 or hand not in hands:
            return number
        return f"{number}/hand/{hands.index(HandId(hand)) + 1}/{len(hands)}"

    def asked_of(self, box: int) -> str:
        """The same of the Hand whose turn it is on this box; "" of none."""
        turn = next((it.hand for face in self.boxes if face.box == box for it in face.hands if it.active), str(box))
        return self.name_of(turn) if box else ""
