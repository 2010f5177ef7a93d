"""Non-Commission Baccarat (rule document 001): one window for Bets, then four to six cards.

The state of a Round is really only the tuple of cards in the order in which they left the shoe; hands,
naturals, third cards and verdicts are functions of that tuple. So Reconstruction (1.17) is another fold.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.baccarat.rulings import RULINGS
from games.cards import DECK, PICTURES, Card, Rank
from games.money import InvariantBroken, Odds
from games.round import (
    NONE_RAISED,
    Act,
    Answer,
    Answers,
    Bets,
    CardDrawn,
    Felt,
    HandId,
    PlayerId,
    Raised,
    Reconstructed,
    Refusal,
    Ruled,
    Spot,
    Verdict,
    Voided,
    Window,
    WindowClosed,
    lost,
    returned,
    review_layout,
    review_total,
    won,
)

PLAYER: Final = Spot("player")
BANKER: Final = Spot("banker")
TIE: Final = Spot("tie")
PLAYER_PAIR: Final = Spot("player_pair")
BANKER_PAIR: Final = Spot("banker_pair")
SPOTS: Final = (PLAYER, BANKER, TIE, PLAYER_PAIR, BANKER_PAIR)

PLAYER_HAND: Final = HandId("player")
BANKER_HAND: Final = HandId("banker")
DEAL_ORDER: Final = (PLAYER_HAND, BANKER_HAND, PLAYER_HAND, BANKER_HAND)  # 3.8


# --- 3.2 to 3.12: cards, hands, and who wins -----------------------------------------------------------------


def point_value(card: Card) -> int:
    """001 §3.2: an Ace counts 1, a card from 2 to 9 its number, a ten and a Picture Card nothing.

    A ten has its face value of 10 points, of which only the second digit ever counts (1.16).
    """
    if card.rank is Rank.ACE:
        return 1  # 3.2.1
    if card.rank is Rank.TEN or card.rank in PICTURES:
        return 0  # 3.2.2, 3.2.3
    return int(card.rank)  # 3.2.2


POINTS: Final[Mapping[Card, int]] = {card: point_value(card) for card in DECK}


def point_total(cards: Sequence[Card]) -> int:
    """001 §1.16: the second digit of the sum."""
    return sum([POINTS[card] for card in cards]) % 10


NATURAL: Final = 8


def is_natural(two_card_total: int) -> bool:
    """001 §1.9: 8 or 9 with two cards."""
    return two_card_total >= NATURAL


def player_draws(total: int) -> bool:
    """001 §3.10, upper part: the Player Hand draws on 0 to 5 and stands on 6 and 7."""
    return total <= 5


# 3.10  Banker's two-card total -> points of the Player Hand's third card on which Banker draws.
BANKER_DRAWS_ON: Final[Mapping[int, frozenset[int]]] = {
    3: frozenset({0, 1, 2, 3, 4, 5, 6, 7, 9}),
    4: frozenset(range(2, 8)),
    5: frozenset(range(4, 8)),
    6: frozenset({6, 7}),
}


def banker_draws(total: int, player_third: int | None) -> bool:
    """001 §3.9 and §3.10: does the Banker Hand draw, given the points of the Player Hand's third card?"""
    if player_third is None:
        return total <= 5  # 3.9
    if total <= 2:
        return True
    return player_third in BANKER_DRAWS_ON.get(total, ())


def due_after_four(player: int, banker: int) -> HandId | None:
    """001 §1.1, §3.9, §3.10: who draws a third card first, given the two-card totals; None: the Round is over."""
    if player >= NATURAL or banker >= NATURAL:
        return None  # neither Hand can draw
    if player_draws(player):
        return PLAYER_HAND
    return BANKER_HAND if banker_draws(banker, None) else None


class BaccaratRound(Struct, frozen=True, gc=False):
    """The cards so far and what follows from them."""

    felt: Felt
    closed: bool = False  # "No More Bets" (3.7)
    due: HandId | None = None  # where the next card goes
    cards: tuple[Card, ...] = ()  # in the order in which they left the shoe
    player: int = 0  # Point Total of the Player Hand, from the fourth card on
    banker: int = 0
    surplus: tuple[Card, ...] = ()
    voided: str = ""


def dealt(round: BaccaratRound, card: Card) -> BaccaratRound:
    """001 §3.8 to §3.10: the Round after one more card, which goes where it is due."""
    cards = (*round.cards, card)
    count = len(cards)
    if count < 4:
        return BaccaratRound(round.felt, True, DEAL_ORDER[count], cards)
    if count == 4:
        first, second, third, fourth = cards
        player, banker = (POINTS[first] + POINTS[third]) % 10, (POINTS[second] + POINTS[fourth]) % 10
        return BaccaratRound(round.felt, True, due_after_four(player, banker), cards, player, banker)
    points = POINTS[card]
    if round.due is BANKER_HAND:
        return BaccaratRound(round.felt, True, None, cards, round.player, (round.banker + points) % 10)
    due = BANKER_HAND if banker_draws(round.banker, points) else None
    return BaccaratRound(round.felt, True, due, cards, (round.player + points) % 10, round.banker)


_BETS_CLOSED: Final = BaccaratRound(Felt(), closed=True, due=PLAYER_HAND)


def fold(cards: Sequence[Card], start: BaccaratRound = _BETS_CLOSED) -> BaccaratRound:
    """001 §1.17, §5.6: the Round that these cards make in this order; those it does not need are surplus."""
    round = start
    for card in cards:
        round = dealt(round, card) if round.due is not None else replace(round, surplus=(*round.surplus, card))
    return round


def hands_of(cards: Sequence[Card]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """001 §1.7, §3.8: Player Hand and Banker Hand from the cards of a Round in shoe order."""
    player, banker = tuple(cards[0:4:2]), tuple(cards[1:4:2])
    thirds = cards[4:]
    if thirds and player_draws(point_total(player)):
        return (*player, thirds[0]), (*banker, *thirds[1:])
    return player, (*banker, *thirds)


def is_pair(first: Card, second: Card) -> bool:
    """001 §1.14: by rank, so K,K is a pair and K,Q is none, whatever comes third."""
    return first.rank is second.rank


class Result(Struct, frozen=True, gc=False):
    """What the cards of a finished Round show."""

    winner: Spot  # PLAYER, BANKER or TIE
    winning_points: int
    player_pair: bool
    banker_pair: bool
    natural: bool


def winner_of(player: int, banker: int) -> Spot:
    """001 §3.1, §3.11: the higher Point Total wins. §1.19, §3.12: equal totals are a Tie."""
    if player == banker:
        return TIE
    return PLAYER if player > banker else BANKER


def result_of(round: BaccaratRound) -> Result:
    """001 §3.8, §3.11: what a finished Round shows."""
    first, second, third, fourth = round.cards[:4]
    natural = is_natural(point_total((first, third))) or is_natural(point_total((second, fourth)))
    winner = winner_of(round.player, round.banker)
    return Result(winner, max(round.player, round.banker), is_pair(first, third), is_pair(second, fourth), natural)


# --- 3.12, 3.13, 4.1: what became of the Bets ----------------------------------------------------------------


def main_verdict(spot: Spot, winner: Spot, winning_points: int) -> Verdict:
    """001 §1.11, §3.12, §3.13, §4.1 for Player, Banker and Tie."""
    if spot == TIE:
        return won(Odds(8), "4.1") if winner == TIE else lost("3.13")
    if winner == TIE:
        return returned("3.12")
    if winner != spot:
        return lost("3.13")
    if spot == BANKER and winning_points == 6:
        return won(Odds(1, 2), "4.1")  # 1.10
    return won(Odds(1), "4.1")


def pair_verdict(pair: bool) -> Verdict:
    """001 §3.8, §4.1: decided by the first two cards of the Hand alone."""
    return won(Odds(11), "4.1") if pair else lost("3.13")


@cache
def _final_verdicts(winner: Spot, six: bool, player_pair: bool, banker_pair: bool) -> Mapping[Spot, Verdict]:
    """There are only so many ways for a Round to end: one table each, made once."""
    points = 6 if six else 0
    mains = {spot: main_verdict(spot, winner, points) for spot in (PLAYER, BANKER, TIE)}
    return {**mains, PLAYER_PAIR: pair_verdict(player_pair), BANKER_PAIR: pair_verdict(banker_pair)}


ALL_RETURNED: Final[Mapping[Spot, Verdict]] = {spot: returned("5.11") for spot in SPOTS}


Ending = tuple[Spot, bool]  # the winner, and whether he won on 6


@cache
def _endings(count: int, player: int, banker: int) -> frozenset[Ending]:
    """001 §5.1.1: how a Round may still end after up to four cards, from the points that each Hand has so far."""
    reached = frozenset[Ending]()
    if count < 4:
        to_player = DEAL_ORDER[count] is PLAYER_HAND
        for v in range(10):
            then = ((player + v) % 10, banker) if to_player else (player, (banker + v) % 10)
            reached |= _endings(count + 1, *then)
        return reached
    due = due_after_four(player, banker)
    if due is not PLAYER_HAND:
        return _banker_ends(player, banker, draws=due is BANKER_HAND)
    for third in range(10):
        reached |= _banker_ends((player + third) % 10, banker, draws=banker_draws(banker, third))
    return reached


def _banker_ends(player: int, banker: int, *, draws: bool) -> frozenset[Ending]:
    totals = range(10) if draws else (banker,)  # a third card can bring the Banker Hand to any total
    return frozenset((winner_of(player, total), max(player, total) == 6) for total in totals)


def decided(round: BaccaratRound) -> Mapping[Spot, Verdict]:
    """001 §5.1.1: the verdict of each Bet that can end in one way only, whatever cards may still come.

    It looks at point values, never at what is left in the shoe (READINGS).
    """
    cards = round.cards
    if len(cards) <= 4:
        endings = _endings(len(cards), point_total(cards[0::2]), point_total(cards[1::2]))
    else:
        endings = _banker_ends(round.player, round.banker, draws=round.due is not None)
    found: dict[Spot, Verdict] = {}
    for spot in (PLAYER, BANKER, TIE):
        verdicts = {main_verdict(spot, winner, 6 if six else 0) for winner, six in endings}
        if len(verdicts) == 1:
            found[spot] = verdicts.pop()
    if len(cards) >= 3:
        found[PLAYER_PAIR] = pair_verdict(is_pair(cards[0], cards[2]))
    if len(cards) >= 4:
        found[BANKER_PAIR] = pair_verdict(is_pair(cards[1], cards[3]))
    return found


def review_differential(
    bets: Bets, player: PlayerId, given: Mapping[PlayerId, Answer], most: int | None
) -> Refusal | None:
    """001 §3.4: how far the Bets of all Players on Player and on Banker may differ; narrowing it is always fine."""
    if most is None:
        return None
    before = {other: answer.bets for other, answer in given.items()}
    was, now = _differential(before), _differential({**before, player: bets})
    if now <= max(was, most):
        return None
    return Refusal("bad_stake", f"Player and Banker would differ by {now} at this table, more than {most}", "3.4")


def _differential(bets: Mapping[PlayerId, Bets]) -> int:
    return abs(sum(layout.get(PLAYER, 0) - layout.get(BANKER, 0) for layout in bets.values()))


# --- section 5: what voids a Round -----------------------------------------------------------------------------


# 001 §5.1.2, §5.3, §5.3.1, §5.3.2, §5.3.3, §5.3.4, §5.3.5, §5.12
VOID_PARAGRAPHS: Final = ("5.1.2", "5.3.1", "5.3.2", "5.3.3", "5.3.4", "5.3.5", "5.12")


# --- the rule book as console and terminal see it ------------------------------------------------------------


_BETS: Final = Window("bets", SPOTS, paragraph="3.6")


class Baccarat:
    """The rule book of document 001, through the `Game` protocol."""

    name = "baccarat"
    document = "001"
    rulings = RULINGS
    rules = "RWS v5"
    decks = range(4, 9)  # 2.2.1
    shared = ""
    questions: Mapping[str, tuple[str, ...]] = {}
    deals_face_down = False
    flips_last = False

    def begin(self, felt: Felt) -> BaccaratRound:
        """001 §1.18: a Round of play begins with the notice for the placement of Bets (3.3)."""
        return BaccaratRound(felt)

    def windows(self, round: BaccaratRound) -> tuple[Window, ...]:
        """001 §3.3, §3.7: Bets may be placed from the notice until "No More Bets"."""
        return () if round.closed or round.voided else (_BETS,)

    def review(
        self, round: BaccaratRound, window: Window, player: PlayerId, answer: Answer, given: Answers
    ) -> Refusal | None:
        """001 §3.4 to §3.7: any of the five Spots, each alone or together, within the limits on display."""
        if window not in self.windows(round):
            return Refusal("closed", "no more Bets", "3.7")
        if answer.choice:
            return Refusal("illegal_decision", f"there is nothing to choose here, and {answer.choice!r} came", "3.6")
        before = given.get(window.name, {}).get(player, Answer()).bets
        # 4.1 pays half on Banker: an even stake keeps it exact.
        refusal = review_layout(answer.bets, before, SPOTS, round.felt.limits, {BANKER: 2}, "3.6")
        refusal = refusal or review_total(answer.bets, before, round.felt.total, "3.4")
        return refusal or review_differential(answer.bets, player, given.get(window.name, {}), round.felt.differential)

    def excess(self, round: BaccaratRound, given: Answers, raised: Raised) -> tuple[tuple[PlayerId, Spot], ...]:
        """No Spot is shared."""
        return ()

    def close(self, round: BaccaratRound, window: Window, given: Answers, raised: Raised = NONE_RAISED) -> WindowClosed:
        """001 §5.9: the Bets are what is registered now; nothing of them changes how cards are dealt."""
        return WindowClosed(window.name)

    def step(self, round: BaccaratRound, act: Act) -> BaccaratRound:
        """001 §3.7, §3.8, §5.4: one act further."""
        if type(act) is CardDrawn:  # by far the most frequent act
            if round.due is not None:
                after = dealt(round, act.card)
                return replace(after, surplus=round.surplus) if round.surplus else after
            # 5.4: a card that this Round does not need, or not yet, is kept apart until it is ruled on.
            return replace(round, surplus=(*round.surplus, act.card))
        match act:
            case WindowClosed():
                return replace(round, closed=True, due=None if round.voided else PLAYER_HAND)
            case Reconstructed(cards=cards):
                return fold(cards, replace(_BETS_CLOSED, felt=round.felt))
            case Voided(paragraph=paragraph):
                return replace(round, closed=True, due=None, voided=paragraph)
        raise InvariantBroken(f"{type(act).__name__} is no act of this game: ask `rule` first")

    def rule(self, round: BaccaratRound, act: Ruled, under: str = "") -> Refusal | None:
        """001 §1.17, §5.1 to §5.5, §5.12: which rulings this Round allows."""
        if round.voided:
            return Refusal("illegal_ruling", "the Round is Void and has no result", "1.20")
        match act:
            case Reconstructed(cards=cards):
                drawn = (*round.cards, *round.surplus)
                if sorted(cards, key=_number) != sorted(drawn, key=_number):
                    return Refusal(
                        "illegal_ruling", "Reconstruction orders the cards that were drawn, no others", "1.17"
                    )
                return None if round.closed else Refusal("illegal_ruling", "Bets are still open", "3.7")
            case Voided(paragraph="5.1.2") if self.established(round):
                return Refusal("illegal_ruling", "an outcome is established: the Round is concluded", "5.1.1")
            case Voided(paragraph=paragraph):
                if paragraph in VOID_PARAGRAPHS:
                    return None
                return Refusal("illegal_ruling", f"§{paragraph} voids no Round", "5.3")
        return Refusal("illegal_ruling", f"{type(act).__name__} does not exist in this game", "5.12")

    def expects(self, round: BaccaratRound) -> HandId | None:
        return round.due

    def hands(self, round: BaccaratRound) -> Mapping[HandId, tuple[Card, ...]]:
        player, banker = hands_of(round.cards)
        return {PLAYER_HAND: player, BANKER_HAND: banker}

    def face_down(self, round: BaccaratRound, box: int) -> PlayerId | None:
        """Document 001 knows no squeeze: how a card is turned on a screen is a matter of the screen."""
        return None

    def surplus(self, round: BaccaratRound) -> tuple[Card, ...]:
        """001 §5.4: Reconstructed, or the first card of the next Round, as the House determines."""
        return round.surplus

    def verdicts(self, round: BaccaratRound, player: PlayerId, bets: Bets) -> Mapping[Spot, Verdict]:
        """001 §3.13, §5.11: the same for every Player, whatever he bet."""
        if round.voided:
            return ALL_RETURNED
        cards = round.cards
        if not cards or round.due is not None:
            return decided(round)
        return _final_verdicts(
            winner_of(round.player, round.banker),
            round.banker == 6,
            cards[0].rank is cards[2].rank,
            cards[1].rank is cards[3].rank,
        )

    def established(self, round: BaccaratRound) -> bool:
        """001 §5.1.1, §5.1.2: has any of the five Bets, placed or not, conclusively won or lost?"""
        return any(verdict.odds.pays != 0 for verdict in decided(round).values())

    def finished(self, round: BaccaratRound) -> bool:
        """001 §1.18, §1.20: no card is due any more, or the Round is Void."""
        return bool(round.voided) or (round.closed and round.due is None)


def _number(card: Card) -> int:
    return card.number
