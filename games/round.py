"""The words that all games share, and the `Game` protocol: a Round is a pure fold over acts.

Console and terminal know windows, spots, hands and verdicts through this file, and no game's own words.
A Round holds only what everybody may know: of the Bets, no more than who is on a box and its total, which any
Player at the table may see (003 §3.6). What a Player has bet is handed in when his verdicts are asked for, so a
terminal can fold the published Round and check its own lines (decision 7).
"""

from collections.abc import Collection, Mapping
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Final, NewType, Protocol, runtime_checkable

from msgspec import Meta, Struct
from msgspec.structs import replace

from games.cards import Card
from games.money import AMOUNT_MAX, Odds, is_amount

if TYPE_CHECKING:
    from games.rulings import Rulings

Spot = NewType("Spot", str)  # "banker", or in the box games "3/main", "3/double/1": box, kind, hand
HandId = NewType("HandId", str)  # "banker", "dealer", "3" (box 3), "3/1" (its second hand)
PlayerId = NewType("PlayerId", str)  # whoever bets; on the cluster a Player Terminal
Bets = Mapping[Spot, int]

NO_BETS: Final[Bets] = {}


# --- what Players are asked, and what they answer ---------------------------------------------------------


class Answer(Struct, frozen=True, gc=False):
    """One Player's whole answer to a window: the Bets he has in it, and the choice he made, if it offers any."""

    bets: Bets = NO_BETS
    choice: str = ""
    entered_by: str = ""  # a Pit Employee who placed it at the Player's request (003 §5.18, 002 §5.15)


Answers = Mapping[str, Mapping[PlayerId, Answer]]  # by window; within one, in the order of first placing
Raised = Mapping[Spot, Mapping[PlayerId, int]]  # when each Bet was raised last, by any number that grows
NONE_RAISED: Final[Raised] = {}  # nobody knows when: the order of placing tells


class Window(Struct, frozen=True, gc=False):
    """Bets or a decision that are open to answers now."""

    name: str
    spots: tuple[Spot, ...] = ()
    choices: tuple[str, ...] = ()
    respondents: tuple[PlayerId, ...] | None = None  # None: every Player
    default: str = ""  # the choice of a respondent who gave none
    paragraph: str = ""
    kind: str = ""  # what it asks, where a game opens many such windows: "choice"
    box: int = 0  # and of which box


class Refusal(Struct, frozen=True, gc=False):
    """A no that a Player may read."""

    reason: str  # a word: bad_stake, unknown_spot, illegal_decision, closed ...
    detail: str  # a sentence
    paragraph: str = ""


# Bounds that hold for what comes from outside: msgspec checks them when it decodes.
Money = Annotated[int, Meta(ge=1, le=AMOUNT_MAX)]
BoxNumber = Annotated[int, Meta(ge=1, le=99)]


class Limit(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What one Player may bet on one Spot. For `main` of a box game the maximum is the whole box's (§5.1)."""

    min: Money = 1
    max: Money | None = None
    step: Money = 1


class Felt(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The table as it lies for one Round: part of what is shown to Players before they bet."""

    limits: Mapping[str, Limit] = {}  # by kind of Spot; a kind that is not named has no limit
    boxes: BoxNumber = 7
    seats: Mapping[BoxNumber, PlayerId] = {}  # who sits at which box
    squeeze: bool = False  # the House lets Players squeeze (003 §3.12)
    excluded: tuple[PlayerId, ...] = ()  # who has excluded himself from play (004 §3)
    total: Limit | None = None  # what one Player may bet in all when Bets are placed; None: no such limit
    # How far opposite Bets of all Players may differ, in games that have such; None: as far as they like.
    differential: Annotated[int, Meta(ge=0, le=AMOUNT_MAX)] | None = None
    # Where participants play with several coins (004): the limits in each, and who plays with which.
    coins: Mapping[str, Mapping[str, Limit]] = {}
    plays: Mapping[PlayerId, str] = {}


def limits_of(felt: Felt, player: PlayerId) -> Mapping[str, Limit]:
    """What this one may bet, by kind of Spot: 004 §2.3 has other limits for each coin."""
    return felt.coins.get(felt.plays.get(player, ""), felt.limits) if felt.coins else felt.limits


def with_coin(felt: Felt, terminal: PlayerId, coin: str) -> Felt:
    """He plays with this coin from now on; "": he plays no more."""
    others = {player: played for player, played in felt.plays.items() if player != terminal}
    return replace(felt, plays={**others, terminal: coin} if coin else others)


def review_layout(
    bets: Bets,
    before: Bets,
    spots: Collection[Spot],
    limits: Mapping[str, Limit],
    steps: Mapping[str, int],
    paragraph: str,
) -> Refusal | None:
    """May these Bets be placed, each for itself? Known Spots, true amounts, steps that keep halves exact, limits.

    A Bet that is only lowered must still meet the minimum, and no other limit: a Player may always reduce.
    """
    for spot, amount in bets.items():
        if spot not in spots:
            return Refusal("unknown_spot", f"{spot!r} is no place to bet on here", paragraph)
        if not is_amount(amount):
            detail = f"{spot}: a stake is a whole number of minor units from 1 to {AMOUNT_MAX}, not {amount!r}"
            return Refusal("bad_stake", detail, paragraph)
        kind = kind_of(spot)
        step = steps.get(kind, 1)
        if amount % step:
            return Refusal("bad_stake", f"{spot}: {amount} is no multiple of the step {step}", paragraph)
        limit = limits.get(kind)
        if limit is None or amount == before.get(spot):
            continue
        if amount < limit.min:
            return Refusal("bad_stake", f"{spot}: {amount} is below the minimum of {limit.min}", paragraph)
        if amount < before.get(spot, 0):
            continue
        if limit.max is not None and amount > limit.max:
            return Refusal("bad_stake", f"{spot}: {amount} is above the maximum of {limit.max}", paragraph)
        if amount % limit.step:
            return Refusal("bad_stake", f"{spot}: {amount} is no multiple of the step {limit.step}", paragraph)
    return None


def review_total(bets: Bets, before: Bets, limit: Limit | None, paragraph: str) -> Refusal | None:
    """001 §3.4 (003 §3.4, 002 §3.5): the limits of the table for all Bets of one Player. Less is never too much."""
    total, was = sum(bets.values()), sum(before.values())
    if limit is None or total in (0, was):
        return None
    if total < limit.min:
        return Refusal("bad_stake", f"{total} in all is below the table's minimum of {limit.min}", paragraph)
    if limit.max is not None and was < total > limit.max:
        return Refusal("bad_stake", f"{total} in all is above the table's maximum of {limit.max}", paragraph)
    if total % limit.step and total > was:
        return Refusal("bad_stake", f"{total} in all is no multiple of the table's step {limit.step}", paragraph)
    return None


def kind_of(spot: Spot) -> str:
    """What sort of Bet a Spot is for: "banker", or of "3/double/1" the "double"."""
    return spot if "/" not in spot else spot.split("/", 2)[1]


# --- what happens in a Round ---------------------------------------------------------------------------------


class CardDrawn(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A card left the shoe."""

    card: Card


class Covered(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A card was laid face down at a table where nobody deals: its face is known to nobody before it is turned."""


class Peeked(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The covered card was looked at, and ends nothing: the Round goes on, and it stays covered (004 §2.9)."""


class BoxBets(Struct, frozen=True, gc=False):
    """What everybody may know of the Bets on a box: who is on it, the decider first, and the total."""

    box: int
    players: tuple[PlayerId, ...]
    total: int


class BoxNow(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """What everybody may see of a box while Bets are open: never what one Player bet, unless he is alone on it."""

    box: BoxNumber
    players: Annotated[int, Meta(ge=0, le=10_000)]  # with an Initial Bet on it
    total: Annotated[int, Meta(ge=0, le=AMOUNT_MAX)]
    seated: bool  # whoever sits there is one of them
    # In which it is bet, where there are several; 004: one participant alone is on it.
    coin: Annotated[str, Meta(max_length=8)] = ""


class WindowClosed(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A window closed. It carries what everybody may know of the answers, never what one Player bet."""

    window: str
    choice: str = ""
    players: tuple[PlayerId, ...] = ()  # those who took part: followed, insured, withdrew ...
    boxes: tuple[BoxBets, ...] = ()
    marks: tuple[Spot, ...] = ()  # Spots on which somebody has a Bet, where the dealing depends on it
    squeezing: tuple[PlayerId, ...] = ()  # those whose cards are dealt face down, for them to turn
    kind: str = ""  # as of the window
    box: int = 0


class Reconstructed(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """All cards of the Round in their intended order (1.17): the Round is folded again from them."""

    cards: tuple[Card, ...]


class Voided(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The Round is invalidated, has no result, and every Bet goes back."""

    paragraph: str


class WalkedAway(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A Player left the box after he had bet on it (003 §5.3)."""

    player: PlayerId
    box: BoxNumber


class DealingError(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """An error that leaves every Player the option to go on or to take his Bets back (003 §5.7, 002 §5.6)."""


# The shoe reports every card by itself, so the cards of the next two are on record already, in a Hand or as surplus:
# a ruling brings no card, it takes them from where they lie.


class DrawnTogether(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """Cards drawn at once, their order unknown (003 §5.12)."""

    cards: tuple[Card, ...]


class Discarded(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A card that is out of play without having been in a Hand (003 §5.10.3)."""

    card: Card


class HandRemoved(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A box whose Hand cannot be played: its Bets go back (002 §5.8)."""

    box: BoxNumber


class Handled(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """A Player has taken up cards that lay face down for him: the first peel (002 §5.5.4). Nobody rules it."""

    player: PlayerId
    box: BoxNumber


class InterimSettled(Struct, frozen=True, tag=True, gc=False, forbid_unknown_fields=True):
    """The Bets decided by the Initial Deal were paid and collected (003 §1.17)."""


Ruled = Reconstructed | Voided | WalkedAway | DealingError | DrawnTogether | Discarded | HandRemoved | InterimSettled
Act = CardDrawn | WindowClosed | Handled | Covered | Peeked | Ruled


# --- what became of a Bet ----------------------------------------------------------------------------------


class Outcome(StrEnum):
    WON = "won"
    LOST = "lost"
    RETURNED = "returned"
    SURRENDERED = "surrendered"


class Verdict(Struct, frozen=True, gc=False):
    """The fate of one Bet, final, with the paragraph that decided it (a winning Bet: its pay table)."""

    outcome: Outcome
    odds: Odds
    paragraph: str
    counts: int | None = None  # 5.1.1: how much of the stake plays; None: all of it


LOST_ODDS: Final = Odds(-1)
RETURNED_ODDS: Final = Odds(0)
HALF_LOST_ODDS: Final = Odds(-1, 2)


@cache
def won(odds: Odds, paragraph: str) -> Verdict:
    return Verdict(Outcome.WON, odds, paragraph)


@cache
def lost(paragraph: str) -> Verdict:
    return Verdict(Outcome.LOST, LOST_ODDS, paragraph)


@cache
def returned(paragraph: str) -> Verdict:
    return Verdict(Outcome.RETURNED, RETURNED_ODDS, paragraph)


# --- the protocol --------------------------------------------------------------------------------------------


class Game(Protocol):
    """A rule book. All methods are pure; a Round is opaque to whoever is not this game."""

    name: str  # "baccarat"
    document: str  # the rule document, "001"
    rules: str  # its version, "RWS v5"
    decks: range  # how many decks the game may be played with
    rulings: "Rulings"  # what its document says of irregularities
    shared: str  # the kind of Spot that Players share, so that its limits are the whole box's; "": there are no boxes
    questions: Mapping[str, tuple[str, ...]]  # what a house may set a time for, with the kinds of windows it stands for
    deals_face_down: bool  # a card of the Dealer lies face down; if not, only squeezed cards ever do, and ...
    flips_last: bool  # ... with them those of the Dealer, who turns his when the Players have examined theirs

    def begin(self, felt: Felt) -> Any:
        """The Round as it is when the notice for the placement of Bets appears."""

    def windows(self, round: Any) -> tuple[Window, ...]:
        """What is open to answers now. While a window is open no card is expected."""

    def review(self, round: Any, window: Window, player: PlayerId, answer: Answer, given: Answers) -> Refusal | None:
        """May this answer be registered? `given` holds what is registered so far, his own older answer too."""

    def excess(self, round: Any, given: Answers, raised: Raised) -> tuple[tuple[PlayerId, Spot], ...]:
        """Bets that must go back before the close, because their box has more than its maximum (003 §5.1, 002 §5.1)."""

    def close(self, round: Any, window: Window, given: Answers, raised: Raised = NONE_RAISED) -> WindowClosed:
        """The act that closes the window with the answers registered in it; of equal Bets on a box, `raised` says which
        lay there first.
        """

    def step(self, round: Any, act: Act) -> Any:
        """The Round after the act. A card nobody expects becomes surplus; cards are facts."""

    def rule(self, round: Any, act: Ruled, under: str = "") -> Refusal | None:
        """May this ruling be made now, under this paragraph? Without one: under any that knows it."""

    def expects(self, round: Any) -> HandId | None:
        """Where the next card goes; None: no card is due."""

    def hands(self, round: Any) -> Mapping[HandId, tuple[Card, ...]]:
        """The cards on the felt, in the order of the layout."""

    def face_down(self, round: Any, box: int) -> PlayerId | None:
        """The Player who turns the cards of this box himself; None: they lie face up."""

    def surplus(self, round: Any) -> tuple[Card, ...]:
        """Cards drawn that this Round did not need."""

    def verdicts(self, round: Any, player: PlayerId, bets: Bets) -> Mapping[Spot, Verdict]:
        """What is decided so far of this Player's Bets; may name Spots on which he has none."""

    def established(self, round: Any) -> bool:
        """Has any of the available Bets conclusively won or lost (001 §5.1.1, 003 §5.4.1, 002 §5.4.1)?"""

    def finished(self, round: Any) -> bool:
        """Is every Bet decided and no card due?"""


class Due(StrEnum):
    """What the Dealer of a table where nobody deals does next."""

    CARD = "card"  # the next one, face up, to the Hand that expects it
    COVER = "cover"  # the next one, face down
    PEEK = "peek"  # look whether the covered card ends the Round
    TURN = "turn"  # the covered card


@runtime_checkable
class SelfDealt(Game, Protocol):
    """A rule book that software can deal by: it says what is due, and folds a Round whose covered card nobody knows."""

    coins: Mapping[str, Limit]  # what it is played for, and the limits of one Play in each

    def next_due(self, round: Any) -> Due | None:
        """None: nothing is due."""

    def ends_by(self, round: Any, covered: Card) -> bool:
        """Does this card, if it lies covered, end the Round when it is looked at?"""
