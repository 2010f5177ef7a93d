"""Baccarat from many shuffled shoes at once: as many Rounds as it takes to see small probabilities.

Knows no rule itself. `games.baccarat.rules` plays each way in which a Round can go once, into a table; after that a
Round is one look into that table, and NumPy takes it for all shoes of a batch together. The same seed gives the
same Rounds, and the first Rounds are the same however many are asked for.
"""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from games.baccarat import rules
from games.baccarat.odds import BaccaratEnd
from games.cards import DECK, PICTURES, Card, Rank
from games.money import check
from games.round import Spot

# Where houses put the cut card: 14 to 16 cards from the end. The shoe's last Round is the first one that begins when
# the cut card has come or is the next to come: the Round in which it shows is finished and one more is dealt, or, if it
# comes before the first card of a Round, that Round is the last.
CUT: Final = 14
ROUND_MAX: Final = 6  # cards
# The last Round begins with at least cut - 5 cards and must be able to draw six.
CUT_MIN: Final = 11
BURN_MAX: Final = 11  # a ten or a Picture Card on top takes ten more with it

SHOES_PER_BATCH: Final = 1024  # a few MB: fast, because it stays in the processor's cache

_SUMS: Final = 19  # of two cards: 0 to 18, before the tens are dropped
_RANKS: Final = np.uint8(len(Rank))

Cards = NDArray[np.uint8]  # by Card.number, a row for each shoe
Codes = NDArray[np.uint16]  # what a Round was: an end, times 4, plus 2 for a Player Pair, plus 1 for a Banker Pair


class RoundTable(NamedTuple):
    """What the rule book says of every way in which a Round can go."""

    ends: tuple[BaccaratEnd, ...]
    codes: Codes  # by both Hands' sums of two cards, the points of the two cards after, Player Pair, Banker Pair
    cards: NDArray[np.intp]  # by code: how many cards the Round takes


@cache
def round_table() -> RoundTable:
    """001 §3.8 to §3.10, from the rule book: the Round of each two-card total of both Hands and any two cards after.

    A Hand's first two cards count only by their total: a card of that value and a King stand for all of them.
    """
    of_points = {rules.POINTS[card]: card for card in DECK}
    numbers: dict[BaccaratEnd, int] = {}
    by_totals = np.zeros((10, 10, 10, 10), np.uint16)
    for index in np.ndindex(by_totals.shape):
        player, banker, fifth, sixth = (of_points[points] for points in index)
        played = rules.fold((player, banker, of_points[0], of_points[0], fifth, sixth))
        end = BaccaratEnd(played.player, played.banker, len(played.cards), rules.result_of(played).natural)
        by_totals[index] = 4 * numbers.setdefault(end, len(numbers))
    totals = np.arange(_SUMS) % 10
    by_sums = by_totals[totals][:, totals]
    codes = np.add.outer(by_sums, np.arange(4, dtype=np.uint16)).reshape(-1)
    return RoundTable(tuple(numbers), codes, np.repeat([end.cards for end in numbers], 4))


class Profit(NamedTuple):
    """What came of many Bets of one unit, and the sum of its squares, which tells how much chance there was in it."""

    total: Fraction
    squares: Fraction


class Tally(Struct, frozen=True):
    """How many Rounds went which way."""

    shoes: int
    rounds: int
    ways: Mapping[tuple[BaccaratEnd, bool, bool], int]  # the end, whether a Player Pair, whether a Banker Pair

    def events(self) -> Mapping[str, int]:
        """How often each event of `games.baccarat.odds` came."""
        return {
            "player": self._count(lambda end, *_: rules.winner_of(end.player, end.banker) == rules.PLAYER),
            "banker": self._count(lambda end, *_: rules.winner_of(end.player, end.banker) == rules.BANKER),
            "tie": self._count(lambda end, *_: rules.winner_of(end.player, end.banker) == rules.TIE),
            "banker_on_six": self._count(
                lambda end, *_: rules.winner_of(end.player, end.banker) == rules.BANKER and end.banker == 6
            ),
            "player_pair": self._count(lambda _, player_pair, __: player_pair),
            "banker_pair": self._count(lambda _, __, banker_pair: banker_pair),
            "natural": self._count(lambda end, *_: end.natural),
            "four_cards": self._count(lambda end, *_: end.cards == 4),
            "five_cards": self._count(lambda end, *_: end.cards == 5),
            "six_cards": self._count(lambda end, *_: end.cards == 6),
        }

    def profits(self) -> Mapping[Spot, Profit]:
        """What one unit on each Bet in every Round came to, for the Players (001 §4.1)."""
        profits = dict.fromkeys(rules.SPOTS, Profit(Fraction(), Fraction()))
        for (end, player_pair, banker_pair), count in self.ways.items():
            winner, points = rules.winner_of(end.player, end.banker), max(end.player, end.banker)
            verdicts = {
                spot: rules.main_verdict(spot, winner, points) for spot in (rules.PLAYER, rules.BANKER, rules.TIE)
            }
            verdicts |= {
                rules.PLAYER_PAIR: rules.pair_verdict(player_pair),
                rules.BANKER_PAIR: rules.pair_verdict(banker_pair),
            }
            for spot, verdict in verdicts.items():
                each = Fraction(verdict.odds.pays, verdict.odds.to)
                total, squares = profits[spot]
                profits[spot] = Profit(total + count * each, squares + count * each**2)
        return profits

    def _count(self, holds: Callable[[BaccaratEnd, bool, bool], bool]) -> int:
        return sum(count for way, count in self.ways.items() if holds(*way))


class DealtRound(Struct, frozen=True):
    """One simulated Round, for whoever wants to look at it."""

    start: int  # cards of the shoe that went before
    cards: tuple[Card, ...]
    end: BaccaratEnd
    player_pair: bool
    banker_pair: bool


class DealtShoe(Struct, frozen=True):
    """One simulated shoe: its cards from first to last, and the Rounds dealt from them."""

    cards: tuple[Card, ...]
    rounds: tuple[DealtRound, ...]


def simulate(
    rounds: int,
    seed: int,
    *,
    decks: int = 8,
    cut: int = CUT,
    burn: bool = False,
    progress: Callable[[int], None] | None = None,
) -> Tally:
    """Play so many Rounds, and say from time to time how many are done. The last shoe may end early."""
    table = round_table()
    seen = np.zeros(4 * len(table.ends), np.int64)
    shoes = done = 0
    for cards in _shuffled(seed, decks):
        _, codes, lengths = _deal(cards, cut, burn)
        # Shoe after shoe, until there are enough. To take the first Rounds of all shoes instead would favour fresh
        # shoes, and to stop after a whole number of shoes would count too many Rounds or too few.
        wanted = codes.T[np.arange(len(codes)) < lengths[:, np.newaxis]][: rounds - done]
        seen += np.bincount(wanted, minlength=len(seen))
        shoes += 1 + int(np.searchsorted(np.cumsum(lengths), len(wanted)))
        done += len(wanted)
        if progress is not None:
            progress(done)
        if done == rounds:
            break
    ways = {_way(table, code): int(count) for code, count in enumerate(seen) if count}
    return Tally(shoes, rounds, ways)


def dealt_shoes(seed: int, *, decks: int = 8, cut: int = CUT, burn: bool = False) -> Iterator[DealtShoe]:
    """The same shoes that `simulate` plays with this seed, one by one and card by card, without end."""
    table = round_table()
    for batch in _shuffled(seed, decks):
        starts, codes, lengths = _deal(batch, cut, burn)
        for shoe, length in enumerate(lengths):
            cards = tuple(DECK[number] for number in batch[shoe])
            yield DealtShoe(
                cards,
                tuple(
                    DealtRound(start, cards[start : start + table.cards[code]], *_way(table, code))
                    for start, code in zip(starts[:length, shoe].tolist(), codes[:length, shoe].tolist(), strict=True)
                ),
            )


def _way(table: RoundTable, code: int) -> tuple[BaccaratEnd, bool, bool]:
    return table.ends[code // 4], bool(code & 2), bool(code & 1)


def _shuffled(seed: int, decks: int) -> Iterator[Cards]:
    """Batches of shuffled shoes (2.2.1), without end; each batch is the one before, shuffled again."""
    check(decks in rules.Baccarat.decks, f"{decks} decks (001 §2.2.1)")
    random = np.random.Generator(np.random.PCG64(seed))
    shoe = np.tile(np.arange(len(DECK), dtype=np.uint8), decks)
    cards = np.tile(shoe, (SHOES_PER_BATCH, 1))
    while True:
        random.permuted(cards, axis=1, out=cards)
        yield cards


def _deal(cards: Cards, cut: int, burn: bool) -> tuple[NDArray[np.intp], Codes, NDArray[np.intp]]:
    """All Rounds of each shoe: where they start and what they were, a row for each turn; and how many each shoe had."""
    size = cards.shape[1]
    check(CUT_MIN <= cut <= size - BURN_MAX, f"a cut card {cut} cards before the end of {size}")
    table = round_table()
    places = _places(cards)
    shoe_begins = np.arange(len(cards)) * places.shape[1]
    places = places.reshape(-1)
    position = _BURNT[cards[:, 0]] if burn else np.zeros(len(cards), np.intp)
    lengths = np.zeros(len(cards), np.intp)
    starts, codes = [], []
    playing = np.ones(len(cards), np.bool_)
    while playing.any():
        code = table.codes.take(places.take(shoe_begins + position))
        starts.append(position)
        codes.append(code)
        lengths += playing
        playing = playing & (position < size - cut)  # the cut card was not yet due when this Round began
        position = position + table.cards.take(code) * playing  # a shoe that is done stays where it is
    return np.array(starts), np.array(codes), lengths


def _places(cards: Cards) -> NDArray[np.uint32]:
    """Where in the table stands the Round that would begin with each card of each shoe that has six cards left."""
    points = _POINTS.take(cards)
    ranks = cards - cards // _RANKS * _RANKS
    pairs = ranks[:, :-2] == ranks[:, 2:]
    sums = points[:, :-2] + points[:, 2:]  # a Hand's first two cards have another between them
    width = cards.shape[1] - ROUND_MAX + 1
    places = np.zeros((len(cards), width), np.uint32)
    for size, part in (
        (_SUMS, sums[:, :width]),
        (_SUMS, sums[:, 1 : 1 + width]),
        (10, points[:, 4 : 4 + width]),
        (10, points[:, 5 : 5 + width]),
        (2, pairs[:, :width]),
        (2, pairs[:, 1 : 1 + width]),
    ):
        places *= np.uint32(size)
        places += part
    return places


def _burnt(card: Card) -> int:
    """The trade's custom, as 001 is silent: the first card and as many more as it is worth, a Picture Card ten."""
    return 1 + (10 if card.rank in PICTURES or card.rank is Rank.TEN else rules.POINTS[card])


_POINTS: Final = np.array([rules.POINTS[card] for card in DECK], np.uint8)
_BURNT: Final = np.array([_burnt(card) for card in DECK], np.intp)
