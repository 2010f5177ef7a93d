"""How the whole table bets, for every Player to see: heads, and shares of the money, by kind of Spot.

Pure, and told with the pulse alone: it is in no journal. M13 (nobody's money to anybody else): heads are told once so
many bet that nobody can tell whose they are; a share only of what several have bet on, in steps, and never an amount.
"""

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta, Struct

from games.round import Bets, kind_of

BETTORS_MIN: Final = 3  # a Player who knows his own Bets, and sees one other Player, would read the other's
HEADS_MIN: Final = 2  # on a kind of Spot, before its share is told
STEP: Final = 5  # hundredths: one chip more does not tell how much there was before it
NOT_TOLD: Final = -1


class Side(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """One kind of Spot, as the table has bet on it."""

    kind: Annotated[str, Meta(max_length=40)]
    heads: Annotated[int, Meta(ge=1, le=100_000)]
    share: Annotated[int, Meta(ge=-1, le=100)] = NOT_TOLD  # hundredths of what is told; -1: not told


def count_crowd(layouts: Iterable[Bets]) -> tuple[Side, ...]:
    """Of the Bets that are registered, Player by Player."""
    heads: dict[str, int] = {}
    money: dict[str, int] = {}
    bettors = 0
    for bets in layouts:
        bettors += bool(bets)
        for kind in dict.fromkeys(kind_of(spot) for spot in bets):
            heads[kind] = heads.get(kind, 0) + 1
        for spot, amount in bets.items():
            money[kind_of(spot)] = money.get(kind_of(spot), 0) + amount
    if bettors < BETTORS_MIN:
        return ()
    told = {kind: amount for kind, amount in money.items() if heads[kind] >= HEADS_MIN}
    total = sum(told.values())
    shares = {kind: _in_steps(amount, total) for kind, amount in told.items()} if len(told) > 1 else {}
    return tuple(Side(kind, count, shares.get(kind, NOT_TOLD)) for kind, count in sorted(heads.items()))


def _in_steps(amount: int, total: int) -> int:
    return (200 * amount + STEP * total) // (2 * STEP * total) * STEP
