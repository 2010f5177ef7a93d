"""A seventh game that lives in the tests only: one card to the Dragon, one to the Tiger, the higher rank wins.

No production line knows it. What it needs is in this folder, as the others have theirs in `games/`.
"""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from games.cards import Card, Rank
from games.money import Odds
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
    won,
)
from games.rulings import Irregularity, Position, Rulings, Topic

DRAGON: Final = Spot("dragon")
TIGER: Final = Spot("tiger")
DRAW: Final = Spot("draw")
SPOTS: Final = (DRAGON, TIGER, DRAW)
HANDS: Final = (HandId(DRAGON), HandId(TIGER))
RANKS: Final = tuple(Rank)


class DragonTigerRound(Struct, frozen=True):
    felt: Felt
    closed: bool = False
    cards: tuple[Card, ...] = ()
    surplus: tuple[Card, ...] = ()
    voided: str = ""


def winner_of(dragon: Card, tiger: Card) -> Spot:
    ranks = RANKS.index(dragon.rank), RANKS.index(tiger.rank)
    return DRAW if ranks[0] == ranks[1] else DRAGON if ranks[0] > ranks[1] else TIGER


class DragonTiger:
    name = "dragon_tiger"
    document = "777"
    rules = "toy v1"
    decks = range(6, 9)
    shared = ""
    questions: Mapping[str, tuple[str, ...]] = {}
    deals_face_down = False
    flips_last = False
    rulings = Rulings(
        irregularities=(
            Irregularity("9.1", Topic.INTERRUPTED, Position.PIT_SUPERVISOR, (Voided,)),
            Irregularity("9.2", Topic.FOREIGN_CARD, Position.PIT_SUPERVISOR, (Voided,)),
            Irregularity("9.3", Topic.OUT_OF_ORDER, Position.PIT_SUPERVISOR, (Reconstructed,)),
            Irregularity("9.9", Topic.ANYTHING_ELSE, Position.SHIFT_MANAGER, (Voided,)),
        ),
        paragraphs={
            Topic.CARDS: "8.1",
            Topic.BETS_OPEN: "8.2",
            Topic.LIMITS: "8.3",
            Topic.NO_MORE_BETS: "8.4",
            Topic.SETTLEMENT: "8.5",
            Topic.CORRECTION: "8.6",
            Topic.VOID: "8.7",
        },
    )

    def begin(self, felt: Felt) -> DragonTigerRound:
        return DragonTigerRound(felt)

    def windows(self, round: DragonTigerRound) -> tuple[Window, ...]:
        return () if round.closed else (Window("bets", SPOTS, paragraph="8.2"),)

    def review(
        self, round: DragonTigerRound, window: Window, player: PlayerId, answer: Answer, given: Answers
    ) -> Refusal | None:
        before = given.get(window.name, {}).get(player, Answer()).bets
        return review_layout(answer.bets, before, SPOTS, round.felt.limits, {}, "8.3")

    def excess(self, round: DragonTigerRound, given: Answers, raised: Raised) -> tuple[tuple[PlayerId, Spot], ...]:
        """No Spot is shared."""
        return ()

    def close(
        self, round: DragonTigerRound, window: Window, given: Answers, raised: Raised = NONE_RAISED
    ) -> WindowClosed:
        return WindowClosed(window.name)

    def step(self, round: DragonTigerRound, act: Act) -> DragonTigerRound:
        match act:
            case CardDrawn(card=card) if self.expects(round) is None:
                return replace(round, surplus=(*round.surplus, card))
            case CardDrawn(card=card):
                return replace(round, cards=(*round.cards, card))
            case Reconstructed(cards=cards):
                return replace(round, closed=True, cards=cards[:2], surplus=cards[2:])
            case Voided(paragraph=paragraph):
                return replace(round, closed=True, voided=paragraph)
        return replace(round, closed=True)

    def rule(self, round: DragonTigerRound, act: Ruled, under: str = "") -> Refusal | None:
        known = isinstance(act, Voided | Reconstructed)
        return None if known else Refusal("illegal_ruling", "there is no such ruling", under)

    def expects(self, round: DragonTigerRound) -> HandId | None:
        dealing = round.closed and not round.voided and len(round.cards) < 2
        return HANDS[len(round.cards)] if dealing else None

    def hands(self, round: DragonTigerRound) -> Mapping[HandId, tuple[Card, ...]]:
        return {hand: round.cards[place : place + 1] for place, hand in enumerate(HANDS)}

    def face_down(self, round: DragonTigerRound, box: int) -> PlayerId | None:
        return None

    def surplus(self, round: DragonTigerRound) -> tuple[Card, ...]:
        return round.surplus

    def verdicts(self, round: DragonTigerRound, player: PlayerId, bets: Bets) -> Mapping[Spot, Verdict]:
        if round.voided:
            return dict.fromkeys(SPOTS, returned("8.7"))
        if len(round.cards) < 2:
            return {}
        winner = winner_of(*round.cards)
        return {spot: won(Odds(8 if spot == DRAW else 1), "8.5") if spot == winner else lost("8.5") for spot in SPOTS}

    def established(self, round: DragonTigerRound) -> bool:
        return len(round.cards) == 2

    def finished(self, round: DragonTigerRound) -> bool:
        return bool(round.voided) or self.established(round)
