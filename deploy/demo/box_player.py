"""How a bot plays on boxes: it sits down, bets on its box and behind others, and decides by basic strategy.

Sees what the screen shows, as the rest of the bot does; the cards of a Hand, what it may answer, and what that takes.
"""

from random import Random
from typing import Final

from games.blackjack.round import EMPTY_HAND, card_value, with_card
from games.cards import parse_card
from games.round import Spot
from terminal import intents as t
from terminal.boxes_screen import BoxesShown, QuestionShown
from terminal.screen import TerminalView

STAND_FROM: Final = {12: range(4, 7), 13: range(2, 7), 14: range(2, 7), 15: range(2, 7), 16: range(2, 7)}
DOUBLE_HARD: Final = {9: range(3, 7), 10: range(2, 10), 11: range(2, 10)}
DOUBLE_SOFT: Final = {13: (5, 6), 14: (5, 6), 15: (4, 5, 6), 16: (4, 5, 6), 17: (3, 4, 5, 6), 18: (3, 4, 5, 6)}
# The value of a card of the pair -> the Dealer's cards against which it is split. There is no hole card.
SPLIT: Final = {
    1: range(2, 11),
    2: range(2, 8),
    3: range(2, 8),
    4: range(5, 7),
    6: range(2, 7),
    7: range(2, 8),
    8: range(2, 10),
    9: (2, 3, 4, 5, 6, 8, 9),
}
SURRENDER: Final = {14: (10,), 15: (10,), 16: (9, 10)}


def decide(cards: tuple[str, ...], dealer: int, may: frozenset[str]) -> str:
    """`dealer`: the value of his first card, an Ace as 1. `may`: the answers that are offered and can be paid."""
    hand = EMPTY_HAND
    for text in cards:
        hand = with_card(hand, parse_card(text))
    values = [card_value(parse_card(text)) for text in cards]
    if "surrender" in may:
        return "surrender" if not hand.soft and dealer in SURRENDER.get(hand.total, ()) else "decline"
    if "split" in may and dealer in SPLIT.get(values[0], ()):
        return "split"
    doubles: dict[int, range] | dict[int, tuple[int, ...]] = DOUBLE_SOFT if hand.soft else DOUBLE_HARD
    if "double" in may and dealer in doubles.get(hand.total, ()):
        return "double"
    if "stand" not in may:
        return "hit"
    if hand.soft:
        return "stand" if hand.total >= 19 or (hand.total == 18 and dealer in (2, 3, 4, 5, 6, 7, 8)) else "hit"
    return "stand" if hand.total >= 17 or dealer in STAND_FROM.get(hand.total, ()) else "hit"


def answer(picture: TerminalView, boxes: BoxesShown, rng: Random) -> t.Intent | None:
    """To the first question that is open."""
    question = next((it for it in boxes.questions if not it.key), None)
    if question is None:
        return None
    may = frozenset(it.key for it in question.options if not it.why and it.adds <= picture.spendable)
    return t.AnswerBox(question.box, _key(boxes, question, may, rng))


def _key(boxes: BoxesShown, question: QuestionShown, may: frozenset[str], rng: Random) -> str:
    if question.kind in ("choice", "surrender") and boxes.dealer is not None:
        hands = boxes.tiles[question.box - 1].hands
        cards = next((it.cards for it in hands if it.hand == question.hand), hands[0].cards)
        return decide(cards, card_value(parse_card(boxes.dealer.cards[0])), may)
    # An offer is taken now and then, a split or a double mostly followed.
    yes = sorted(key for key in may if key != question.default)
    share = 0.8 if question.kind.startswith("follow") else 0.25
    return rng.choice(yes) if yes and rng.random() < share else question.default


def seat_wanted(boxes: BoxesShown, rng: Random) -> t.Intent | None:
    """Who has no box sits down at a free one."""
    free = [tile.box for tile in boxes.tiles if not tile.seated]
    return t.SitDown(rng.choice(free)) if free and not boxes.next_home and boxes.wants < 0 else None


def places(boxes: BoxesShown, spots: tuple[Spot, ...], rng: Random) -> tuple[Spot, ...]:
    """Where it bets in this Round: on its own box first, then beside it, or behind somebody."""
    main = spots[0].partition("/")[2]
    home = boxes.home or rng.choice([tile.box for tile in boxes.tiles])
    found = [Spot(f"{home}/{main}")]
    beside = [spot for spot in spots if spot.startswith(f"{home}/") and spot not in found]
    behind = [Spot(f"{tile.box}/{main}") for tile in boxes.tiles if tile.total and tile.room != 0 and tile.box != home]
    if beside and rng.random() < 0.4:
        found.append(rng.choice(beside))
    if behind and rng.random() < 0.4:
        found.append(rng.choice(behind))
    return tuple(spot for spot in found if spot in spots)
