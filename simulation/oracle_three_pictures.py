"""A second rule book of 002, written from the rule text alone and sharing no code with `games`.

Cards are texts such as "9S". It is slow and literal on purpose: a list of names in the order of Appendix C, cards
dealt by going around a table, money as whole numbers. Tests compare the two; the simulator judges Rounds by it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

Player = TypeVar("Player")

NUMBERS = ["Zero", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"]

# 2.2.1
DECK = [
    number + suit for number in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"] for suit in "CDHS"
]


def appendix_c() -> list[str]:
    names = ["Three Pictures"]
    for number in reversed(NUMBERS):
        names += [f"Double Pictures {number}", f"Single Picture {number}", f"Plain {number}"]
    return names


APPENDIX_C = appendix_c()


def value(card: str) -> int:
    """3.2.1 to 3.2.3."""
    if card[0] == "A":
        return 1
    if card[0] in {"T", "J", "Q", "K"}:
        return 0
    return "23456789".index(card[0]) + 2


def units(hand: Iterable[str]) -> int:
    """1.12: the second digit."""
    return int(str(sum(value(card) for card in hand))[-1])


def ranking(hand: Sequence[str]) -> str:
    """The line of Appendix C that describes the Hand."""
    others = [card for card in hand if not card.startswith(("J", "Q", "K"))]
    if not others:
        return "Three Pictures"
    how = {1: "Double Pictures", 2: "Single Picture", 3: "Plain"}[len(others)]
    return f"{how} {NUMBERS[units(others)]}"


def outcome(box: Sequence[str], dealer: Sequence[str]) -> str:
    """3.13.1 to 3.13.3 for the Initial Bet."""
    mine, his = APPENDIX_C.index(ranking(box)), APPENDIX_C.index(ranking(dealer))
    if mine == his:
        return "returned"
    return "won" if mine < his else "lost"


def profit(box: Sequence[str], dealer: Sequence[str], kind: str, plays: int) -> int:
    """3.13 and 4.1: what one Bet brings, net, if this much of it plays."""
    if kind == "three_pictures":
        return 16 * plays if ranking(box) == "Three Pictures" else -plays
    if kind == "tie":
        same_ranking = ranking(box) == ranking(dealer)  # 3.13.3
        same_points = units(box) == units(dealer)  # 3.13.4
        return 8 * plays if same_ranking or same_points else -plays
    won = {"won": 1, "lost": -1, "returned": 0}[outcome(box, dealer)]
    if won == 1 and units(box) == 6:
        return plays // 2
    return won * plays


def plays(stake: int, all_on_the_box: int, minimum: int, maximum: int) -> int:
    """5.1.1, 5.1.2: how much of an Initial Bet wins or loses."""
    if all_on_the_box <= maximum:
        return stake
    if stake < minimum:
        return stake
    share = stake * maximum // all_on_the_box
    if share < minimum:
        return minimum
    return share


def deal(boxes: Sequence[int], cards: Iterable[str], in_sets: bool) -> dict[int, list[str]]:
    """3.12, 3.12.1: around the table; the Dealer is number 0 here and comes last."""
    shoe = iter(cards)
    hands: dict[int, list[str]] = {place: [] for place in [*boxes, 0]}
    if in_sets:
        for place in hands:
            for _ in range(3):
                hands[place].append(next(shoe))
    else:
        for _ in range(3):
            for place in hands:
                hands[place].append(next(shoe))
    return hands


def play(
    cards: Iterable[str],
    bets: Mapping[Player, Mapping[tuple[int, str], int]],
    *,
    minimum: int,
    maximum: int,
    in_sets: bool,
) -> dict[Player, dict[tuple[int, str], int]]:
    """A whole Round: what comes back of each Player's Bets."""
    initial: dict[int, int] = {}
    for of_player in bets.values():
        for (box, kind), stake in of_player.items():
            if kind == "initial":
                initial[box] = initial.get(box, 0) + stake
    hands = deal(sorted(initial), cards, in_sets)
    back: dict[Player, dict[tuple[int, str], int]] = {}
    for player, of_player in bets.items():
        back[player] = {}
        for (box, kind), stake in of_player.items():
            if box not in initial:
                back[player][box, kind] = stake  # 5.13
            elif kind == "initial":
                part = plays(stake, initial[box], minimum, maximum)
                back[player][box, kind] = stake + profit(hands[box], hands[0], kind, part)
            else:
                back[player][box, kind] = stake + profit(hands[box], hands[0], kind, stake)
    return back


class Dealing:
    """A Round as it lies on the felt, card by card, with what section 5 may do to it. The Dealer is number 0."""

    def __init__(self, boxes: Sequence[int]) -> None:
        self.places = [*sorted(boxes), 0]
        self.hands: dict[int, list[str]] = {place: [] for place in self.places}
        self.came: list[int] = []  # where each card that lies in a Hand was laid, in its order
        self.surplus: list[str] = []
        self.asked = False  # 5.6: Players choose, and nobody deals
        self.without: set[int] = set()  # boxes that are out: removed (5.8), or given up by all their Players (5.6.3)
        self.removed: set[int] = set()
        self._most: dict[int, int] = dict.fromkeys(self.places, 3 if boxes else 0)  # 3.12

    def next(self) -> int | None:
        """3.12: around the table, one card each, until all have three."""
        if self.asked:
            return None
        for lap in range(3):
            for place in self.places:
                if len(self.hands[place]) == lap and self._most[place] > lap:
                    return place
        return None

    def card(self, text: str) -> None:
        place = self.next()
        if place is None:
            self.surplus.append(text)
        else:
            self.hands[place].append(text)
            self.came.append(place)

    def take_out(self, box: int) -> None:
        """It gets no further card; if no other box plays, the Dealer needs none either (3.13)."""
        self.without.add(box)
        self._most[box] = len(self.hands[box])
        if all(place in self.without for place in self.places if place):
            self._most[0] = len(self.hands[0])

    def remove(self, box: int) -> None:
        self.removed.add(box)
        self.take_out(box)

    def together(self, cards: Sequence[str]) -> None:
        """5.10: these, which came last, come again in the order that was decided."""
        for text in cards:
            if text in self.surplus:
                self.surplus.remove(text)
            else:
                self.hands[self.came.pop()].pop()
        for text in cards:
            self.card(text)

    def again(self, cards: Sequence[str]) -> bool:
        """1.13: all of them in their intended order. A Hand that was removed had no right number: it gets none.

        Gives back whether Hands have other cards than before, so that Players choose (5.6.2): not, if whole Hands were
        moved (5.5.4).
        """
        before = self._sets()
        asked, self.asked = self.asked, False
        for place in self.places:
            self.hands[place] = []
            if place in self.removed:
                self._most[place] = 0
        self.came, self.surplus = [], []
        for text in cards:
            self.card(text)
        self.asked = asked
        return self._sets() != before

    def _sets(self) -> list[list[str]]:
        return [*sorted(sorted(hand) for hand in self.hands.values()), sorted(self.surplus)]

    def discard(self, text: str) -> None:
        if text in self.surplus:
            self.surplus.remove(text)
        else:
            raise ValueError(f"{text} is not beside the Hands")

    def established(self) -> bool:
        """5.4.1: one card that is no picture, or three that are, decide the Three Pictures Bet of their box."""
        playing = [self.hands[place] for place in self.places if place and place not in self.without]
        return any(len(hand) == 3 or any(card[0] not in "JQK" for card in hand) for hand in playing)
