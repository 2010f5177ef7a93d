"""What a journal says, folded for auditors: of a console the money and the Rounds, of a terminal its records.

A second opinion: it has the picture and the ledger that everybody has, and nothing of the table that wrote the entries.
"""

from collections import Counter

from games.money import Currency
from protocol import events
from protocol.codec import decode_event
from protocol.ledger import OUTSIDE, Ledger, check_conservation, check_no_debt, check_zero_sum, entry_of
from protocol.view import TableView
from terminal.records import decode_record


class Books:
    """A console's log, folded: the picture of the table and the money."""

    def __init__(self) -> None:
        self.view = TableView()
        self.ledger = Ledger()
        self.rounds = self.void = 0
        self.money_in: Counter[Currency] = Counter()
        self.money_out: Counter[Currency] = Counter()

    def enter(self, body: bytes) -> None:
        event = decode_event(body)
        self.view.apply(event)
        self.ledger.apply(event)
        currency = self.ledger.currency_of(event)
        moved = entry_of(event)
        for posting in () if moved is None else moved.postings:
            if posting.account in OUTSIDE:  # what the world gives, we have
                self.money_in[currency] += max(-posting.amount, 0)
                self.money_out[currency] += max(posting.amount, 0)
        if isinstance(event, events.RoundEnded):
            self.rounds += 1
            self.void += event.void
        if isinstance(event, events.RoundEnded | events.CurrencyBound):
            check_no_debt(self.ledger, round_in_play=False)

    def close(self) -> None:
        check_zero_sum(self.ledger)
        check_no_debt(self.ledger, round_in_play=self.view.in_round)
        for currency in self.ledger.books():
            money_in, money_out = self.money_in[currency], self.money_out[currency]
            check_conservation(self.ledger, money_in=money_in, money_out=money_out, currency=currency)

    def rows(self) -> list[tuple[str, str]]:
        rows = [("rounds", f"{self.rounds:,}"), ("void", f"{self.void:,}")]
        for currency, balances in self.ledger.books().items():
            held: Counter[str] = Counter({"money in": self.money_in[currency], "money out": self.money_out[currency]})
            for account, balance in balances.items():
                held[account.split("/")[0]] += balance
            rows += [(name, currency.write(amount)) for name, amount in held.items() if name not in OUTSIDE]
        return rows

    def lines(self) -> list[str]:
        return [f"{name:<10}{value:>24}" for name, value in self.rows()]


class Records:
    """A terminal's own journal: it has no authority over money, so its records need only be records."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()

    def enter(self, body: bytes) -> None:
        self.kinds[type(decode_record(body)).__name__] += 1

    def close(self) -> None:
        pass

    def rows(self) -> list[tuple[str, str]]:
        return [(kind, f"{count:,}") for kind, count in sorted(self.kinds.items())]

    def lines(self) -> list[str]:
        return [f"{kind:<20}{count:>10}" for kind, count in self.rows()]
