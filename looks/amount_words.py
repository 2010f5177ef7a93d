"""An amount in words, as a ticket or a cheque has it beside the figures: a digit that was changed is noticed.

In English, which every cashier reads; the figures are for everybody. Knows no currency but its code.
"""

from typing import Final

_SMALL: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS: Final = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()
_THOUSANDS: Final = ((10**15, "quadrillion"), (10**12, "trillion"), (10**9, "billion"), (10**6, "million"))


def in_words(amount: int, exponent: int, currency: str) -> str:
    """FIVE THOUSAND AND 50/100 SGD; without decimal places: FIVE THOUSAND JPY."""
    units, rest = divmod(amount, 10**exponent)
    decimals = f" and {rest:0{exponent}d}/{10**exponent}" if exponent else ""
    return f"{_number(units)}{decimals} {currency}".strip().upper()


def _number(number: int) -> str:
    if number < 20:
        return _SMALL[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens] + (f"-{_SMALL[ones]}" if ones else "")
    for size, name in (*_THOUSANDS, (1_000, "thousand"), (100, "hundred")):
        if number >= size:
            count, rest = divmod(number, size)
            return f"{_number(count)} {name}" + (f" {_number(rest)}" if rest else "")
    raise AssertionError(number)
