"""Which currencies there are, and how many decimal places each has: ISO 4217, and what a house has of its own."""

from collections.abc import Mapping
from typing import Final

from iso4217 import Currency as Iso

from games.money import Currency

# Codes that are not ISO's, with their decimal places: the coins of 004.
OUR_OWN: Final[Mapping[str, int]] = {"GC": 2, "SC": 2}


def find_currency(code: str) -> Currency | None:
    """None: there is no such money. Gold, funds without a minor unit and the codes for tests are none either."""
    if code in OUR_OWN:
        return Currency(code, OUR_OWN[code])
    try:
        exponent = Iso(code).exponent
    except ValueError:
        return None
    return None if exponent is None else Currency(code, exponent)
