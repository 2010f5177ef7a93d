"""001 §5.3.5 (003 §5.5.4, 002 §5.5.3): do these cards come in an order that a shuffle would not leave?

A bet against the shuffle. Before each card a few gamblers who believe in some order (a new deck up or down, sorted by
rank, equal cards together, the set before, either way round; as it was, after one riffle, after two) stake on what
comes next; the odds are those of a random set, copies that are out taken away. If the set is random the total is a fair
game, so it ever reaches `ALARM` times its start in at most one shoe of `ALARM`, whatever the gamblers do (Ville's
inequality). If it is not, one of them gets rich within a few cards.

Pure. Knows no game: it is told one card after the other.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cache
from typing import Final

from games.cards import DECK, Card

ALARM: Final = 200_000.0  # false alarms: at most 1 in 200,000 shoes
# How many packets a gambler believes to be interleaved: the set as it was (or cut), one riffle, two riffles.
PACKETS: Final = (1, 2, 4)
_DOUBT: Final = 0.2  # what each of them leaves on "a random card": a card that was out of place does not ruin him
_AT_WORK: Final = 0.5  # of the first total; the rest waits, ...
_SHARED: Final = 1 / 400  # ... and so much of it is shared out with each card: a set may be bad from its middle on
_HEADS: Final = 8  # packets that are followed at once
_NOTHING: Final[list[tuple[int, float]]] = []  # that no packet let expect a card
FACES: Final = len(DECK)


# What a packet's last card lets expect: faces, each with its share.
Next = Mapping[int, float]


class _NewOrder:
    """An order of new decks: what follows a face is known from the face. `heads` are the packets' last cards, the one
    that came last first.
    """

    def __init__(self, follows: Sequence[Next], leads: Sequence[Sequence[int]]) -> None:
        self._follows, self._leads = follows, leads  # the faces after which each one is expected
        self._heads = bytearray()  # of faces: what is in it is found at once

    def still(self) -> "_NewOrder":
        other = copy(self)
        other._heads = self._heads[:]
        return other

    def take(self, face: int) -> list[tuple[int, float]]:
        """How far back the packets were that let expect this card, and with which chance. It is the last card now."""
        heads, found = self._heads, _NOTHING
        for lead in self._leads[face]:
            if lead in heads:  # seldom, if they were shuffled
                found = self._find(face)
                del heads[found[0][0]]
                break
        heads.insert(0, face)
        if len(heads) > _HEADS:
            heads.pop()
        return found

    def _find(self, face: int) -> list[tuple[int, float]]:
        follows = self._follows
        return [(rank, follows[head][face]) for rank, head in enumerate(self._heads) if face in follows[head]]


class _OrderBefore:
    """The order of the set before: a face has several places in it, of which the cards that follow leave one. Places
    are the bits of a number: so those of a packet's last card meet those before a face in one step.
    """

    def __init__(self, faces: Sequence[int]) -> None:
        self._places = [0] * FACES
        for place, face in enumerate(faces):
            self._places[face] |= 1 << place
        self._heads: list[int] = []

    def still(self) -> "_OrderBefore":
        other = copy(self)
        other._heads = self._heads[:]
        return other

    def take(self, face: int) -> list[tuple[int, float]]:
        found, heads, after = _NOTHING, self._heads, self._places[face]
        before = after >> 1
        for rank, head in enumerate(heads):
            if hits := head & before:
                if not found:
                    found, after = [], hits << 1
                found.append((rank, hits.bit_count() / head.bit_count()))
        if found:
            del heads[found[0][0]]
        heads.insert(0, after)
        del heads[_HEADS:]
        return found


class ShuffleTest:
    """Of one set. `cards` are those that it has been told, None where one was not read."""

    def __init__(self, decks: int, before: Sequence[Card] = ()) -> None:
        self.decks, self.before = decks, before
        self.cards: list[Card | None] = []
        self._left, self._cards_left = [decks] * FACES, decks * FACES
        self._orders: list[_NewOrder | _OrderBefore] = [_NewOrder(*order) for order in _new_orders(decks)]
        if len(before) > 1:
            faces = [card.number for card in before]
            self._orders += [_OrderBefore(faces), _OrderBefore(faces[::-1])]
        self._gamblers = len(self._orders) * len(PACKETS)
        self._wealth = [(_AT_WORK / self._gamblers,) * len(PACKETS)] * len(self._orders)  # of each order
        self._waits = 1 - _AT_WORK
        self.total = 1.0

    @property
    def unshuffled(self) -> bool:
        return self.total >= ALARM

    def still(self) -> "ShuffleTest":
        """The same, to be told another card: what comes of it is not known to this one."""
        other = copy(self)
        other.cards, other._left, other._wealth = self.cards[:], self._left[:], self._wealth[:]
        other._orders = [order.still() for order in self._orders]
        return other

    def take(self, card: Card | None) -> None:
        """The next card. One that was not read, or is a copy too many, is nobody's to bet on."""
        self.cards.append(card)
        if card is None or self._left[card.number] <= 0 or self.unshuffled:
            return
        face = card.number
        fair = self._left[face] / self._cards_left
        share = self._waits * _SHARED
        each = share / self._gamblers
        total, wealth = self._waits, self._wealth
        for at, order in enumerate(self._orders):
            one, two, four = wealth[at]
            found = order.take(face)
            if not found:  # nearly always
                one, two, four = one * _DOUBT, two * _DOUBT, four * _DOUBT
            else:
                in_one = in_two = in_four = _DOUBT
                for rank, part in found:
                    odds = (1 - _DOUBT) * part / fair
                    of_one, of_two, of_four = _WEIGHTS[rank]
                    in_one, in_two, in_four = in_one + of_one * odds, in_two + of_two * odds, in_four + of_four * odds
                one, two, four = one * in_one, two * in_two, four * in_four
            total += one + two + four
            wealth[at] = (one + each, two + each, four + each)
        self._left[face] -= 1
        self._cards_left -= 1
        self.total = total
        self._waits -= share


# The chance that the next card is of the packet that came last, of the one before that ...: for each number of packets.
_WEIGHTS: Final = tuple(tuple((1 - 1 / packets) ** rank / packets for packets in PACKETS) for rank in range(_HEADS))


@cache
def _new_orders(decks: int) -> tuple[tuple[tuple[Next, ...], tuple[tuple[int, ...], ...]], ...]:
    """Suit by suit or rank by rank, deck after deck, up and down; and the same with equal cards together."""
    ranks = FACES // 4
    by_suit = list(range(FACES))
    by_rank = [suit * ranks + rank for rank in range(ranks) for suit in range(4)]
    found = []
    for order in (by_suit, by_suit[::-1], by_rank, by_rank[::-1]):
        after = {face: order[(place + 1) % FACES] for place, face in enumerate(order)}
        found.append(tuple({after[face]: 1.0} for face in range(FACES)))
        alike = {face: {face: (decks - 1) / decks, after[face]: 1 / decks} for face in range(FACES)}
        found.append(tuple(alike[face] for face in range(FACES)))
    faces = range(FACES)
    leads = [tuple(tuple(head for head in faces if face in follows[head]) for face in faces) for follows in found]
    return tuple(zip(found, leads, strict=True))
