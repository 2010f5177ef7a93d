"""`etg play-out --unshuffled`: how many sets that were not, or badly, shuffled the console finds (001 §5.3.5).

Shoes are made, not simulated at a table: what is asked is `games/shuffle_test.py` alone, card by card. Riffles are
those of Gilbert, Shannon and Reeds: a cut in the middle, give or take, and the card that falls is of either packet in
proportion to its size.
"""

import json
import math
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple

from games.cards import DECK, Card
from games.shuffle_test import ALARM, ShuffleTest

AFTER: Final = (10, 20, 40)  # cards
DEALT: Final = 0.85  # of the set before that came to the discard tray: what lay behind the cut card comes behind it
CONFIDENT: Final = 0.05  # 95 % bounds

Cards = list[Card]


class Sort(NamedTuple):
    """One way of not shuffling."""

    name: str
    make: Callable[[Random, int], tuple[Cards, Sequence[Card]]]  # the set, and the set before as far as it was dealt


def riffled(rng: Random, cards: Cards, times: int) -> Cards:
    for _ in range(times):
        at = sum(rng.random() < 0.5 for _ in cards)
        left, right, mixed = cards[at:][::-1], cards[:at][::-1], Cards()
        while left or right:
            from_left = rng.random() * (len(left) + len(right)) < len(left)
            mixed.append((left if from_left else right).pop())
        cards = mixed
    return cards


def cut(rng: Random, cards: Cards) -> Cards:
    at = rng.randrange(len(cards))
    return cards[at:] + cards[:at]


def new_decks(rng: Random, decks: int) -> Cards:
    """As they come from the factory; or sorted, as a shoe that was counted."""
    if rng.random() < 0.5:
        return [*DECK] * decks
    return [card for card in DECK for _ in range(decks)]


def used(rng: Random, decks: int) -> Cards:
    cards = [*DECK] * decks
    rng.shuffle(cards)
    return cards


def _from_new(change: Callable[[Random, Cards], Cards]) -> Callable[[Random, int], tuple[Cards, Sequence[Card]]]:
    return lambda rng, decks: (change(rng, new_decks(rng, decks)), ())


def _from_used(change: Callable[[Random, Cards], Cards]) -> Callable[[Random, int], tuple[Cards, Sequence[Card]]]:
    def make(rng: Random, decks: int) -> tuple[Cards, Sequence[Card]]:
        before = used(rng, decks)
        dealt = before[: int(len(before) * DEALT)]
        return change(rng, dealt) + before[len(dealt) :], dealt

    return make


_CHANGES: Final = (
    ("unshuffled", lambda _rng, cards: cards),
    ("cut only", cut),
    ("one riffle", lambda rng, cards: riffled(rng, cards, 1)),
    ("two riffles", lambda rng, cards: riffled(rng, cards, 2)),
)
SORTS: Final = (
    *(Sort(f"new decks, {name}", _from_new(change)) for name, change in _CHANGES),
    *(Sort(f"the set before, {name}", _from_used(change)) for name, change in _CHANGES),
)


def bounds(count: int, of: int) -> tuple[float, float]:
    """95 %: Wilson's, and where none or all were found the exact ones."""
    low, high = _wilson(count, of)
    if count == 0:
        return 0.0, 1 - CONFIDENT ** (1 / of)
    return (CONFIDENT ** (1 / of), 1.0) if count == of else (low, high)


def _wilson(count: int, of: int) -> tuple[float, float]:
    z, share = 1.96, count / of
    middle = share + z * z / (2 * of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return (middle - half) / (1 + z * z / of), (middle + half) / (1 + z * z / of)


def found_at(cards: Sequence[Card], before: Sequence[Card], decks: int) -> int:
    """After how many cards the alarm rings; 0: never."""
    test = ShuffleTest(decks, before)
    for number, card in enumerate(cards, 1):
        test.take(card)
        if test.unshuffled:
            return number
    return 0


def run(shoes: int, seed: int, decks: int, *, as_json: bool) -> int:
    """Prints the tables. `shoes` of each sort, and so many that were shuffled."""
    rows = {}
    for sort in SORTS:
        rng = Random(f"{sort.name} {seed}")
        found = [
            found_at(cards[: AFTER[-1]], before, decks)
            for cards, before in (sort.make(rng, decks) for _ in range(shoes))
        ]
        rows[sort.name] = [sum(0 < at <= after for at in found) for after in AFTER]
    rng, false = Random(f"shuffled {seed}"), 0
    before: Sequence[Card] = ()
    for _ in range(shoes):
        cards = used(rng, decks)
        false += bool(found_at(cards, before, decks))
        before = cards[: int(len(cards) * DEALT)]
    if as_json:
        print(json.dumps({"shoes": shoes, "seed": seed, "decks": decks, "after": AFTER, "found": rows, "false": false}))
    else:
        print("\n".join(table(shoes, seed, decks, rows, false)))
    return 0


def table(shoes: int, seed: int, decks: int, rows: dict[str, list[int]], false: int) -> list[str]:
    head = f"{'found after':32}" + "".join(f"{f'{after} cards':>26}" for after in AFTER)
    lines = [f"{shoes:,} shoes of each sort, {decks} decks, seed {seed}; bounds of 95 %", "", head, "-" * len(head)]
    for name, counts in rows.items():
        lines.append(f"{name:32}" + "".join(f"{_share(count, shoes):>26}" for count in counts))
    low, high = bounds(false, shoes)
    lines += [
        "",
        f"false alarms in whole shuffled shoes: {false} of {shoes:,} ({low:.1e} to {high:.1e})",
        f"and by the way the test is made, whatever is seen: at most 1 in {ALARM:,.0f}",
    ]
    return lines


def _share(count: int, of: int) -> str:
    low, high = bounds(count, of)
    return f"{100 * count / of:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
