"""How a screen writes amounts: in full, without empty decimals, with a sign, on a chip. Does no sums."""

from games.money import write_amount


class Money:
    """How this table writes its amounts."""

    def __init__(self, exponent: int) -> None:
        self.exponent = exponent

    def full(self, amount: int) -> str:
        return write_amount(amount, self.exponent)

    def short(self, amount: int) -> str:
        return write_amount(amount, self.exponent, whole=True)

    def any(self, amount: int | None) -> str:
        """Nothing if there is none."""
        return self.short(amount) if amount else ""

    def change(self, amount: int, *, whole: bool = False) -> str:
        """With its sign, also if it is more."""
        return ("+" if amount > 0 else "") + write_amount(amount, self.exponent, whole=whole)

    def on_chip(self, amount: int) -> str:
        """So short that it fits on a chip: 500, 1K, 10K, 0.5."""
        units, rest = divmod(amount, 10**self.exponent)
        if rest:
            return self.full(amount)
        for size, letter in ((1_000_000, "M"), (1_000, "K")):
            if units >= size and not units % size:
                return f"{units // size}{letter}"
        return str(units)
