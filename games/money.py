"""Money: whole numbers of minor units, odds that multiply them, and the check that stops the process.

Nothing here rounds by itself: where a rule pays a half, the stake step keeps it exact, and the one place
where pro rata can still make an odd amount rounds down and says so (`Odds.exact`).
"""

from typing import Final

from msgspec import Struct

AMOUNT_MAX: Final = 10**15  # checked before any arithmetic, so that every sum fits in SQLite's 64 bits


class InvariantBroken(Exception):
    """Our own bug: the process ends, the journal brings it back."""


def check(holds: bool, message: str) -> None:
    """Like assert, but `python -O` keeps it."""
    if not holds:
        raise InvariantBroken(message)


def is_amount(value: object) -> bool:
    """A stake that may be put on a Spot: a true int (not a bool), positive, within bounds."""
    return type(value) is int and 0 < value <= AMOUNT_MAX


def write_amount(amount: int, exponent: int, *, whole: bool = False, grouped: bool = True) -> str:
    """Minor units as people read them: 1,250.00, -1.50. `whole` omits the zeros of full units; `grouped=False` the
    commas, as one types it.
    """
    units, rest = divmod(abs(amount), 10**exponent)
    sign = "-" if amount < 0 else ""
    decimals = f".{rest:0{exponent}d}" if exponent and (rest or not whole) else ""
    return f"{sign}{units:{',' if grouped else ''}}{decimals}"


class Currency(Struct, frozen=True, gc=False, array_like=True):
    """What amounts are counted in: a code, and how many decimal places its minor units are."""

    code: str = ""
    exponent: int = 2

    def write(self, amount: int) -> str:
        """SGD 1,250.00"""
        return f"{self.code} {write_amount(amount, self.exponent)}".lstrip()

    def __str__(self) -> str:
        return f"{self.code or 'no currency'} with {self.exponent} decimal places"


class Odds(Struct, frozen=True, gc=False):
    """`Odds(8)` pays 8 to 1, `Odds(1, 2)` pays 1 to 2. Negative odds take: `Odds(-1)` is a lost Bet."""

    pays: int
    to: int = 1

    def winnings(self, amount: int) -> int:
        """001 §4.1: net profit on an amount; a half that is not exact is rounded down, to the next lower unit."""
        return amount * self.pays // self.to

    def exact(self, amount: int) -> bool:
        return amount * self.pays % self.to == 0

    def __str__(self) -> str:
        return f"{self.pays} to {self.to}"
