"""The purses of participants (004), counted a second time from the log with plain additions, each coin for itself.

What was granted is in purses, before people, on the felt, or the House's: of each coin, after every commit (M5). Shares
nothing with the ledger but the names of its accounts.
"""

from collections import Counter
from typing import Final

from games.money import Currency
from games.round import PlayerId
from protocol import events as e
from protocol.fact import Fact
from protocol.ledger import GRANTED, HOUSE, Ledger
from simulation.money_count import MoneyCount
from simulation.world import Violation

CASH: Final = (
    *(e.CreditBought, e.NoteHeld, e.NoteCredited, e.NoteCleared, e.TicketIssued, e.TicketAccepted, e.TicketPaid),
    *(e.HandPaid, e.HousePaid, e.DuePaid, e.OwedCollected),
)


class PurseCount(MoneyCount):
    def __init__(self, coins: tuple[str, ...]) -> None:
        super().__init__()
        self.coins = coins
        self.coin: dict[str, str] = {}  # that is played at each terminal; "": none
        self.purses: Counter[tuple[str, str]] = Counter()  # by number and coin
        self.granted: Counter[str] = Counter()
        self.won: Counter[str] = Counter()  # by the House

    def apply(self, seq: int, event: Fact) -> None:
        match event:
            case e.CoinsGranted(number=number, coin=coin, amount=amount):
                if coin not in self.coins or amount <= 0:
                    raise Violation("M5", f"entry {seq}: {amount} of {coin} is granted")
                self.granted[coin] += amount
                self.purses[number, coin] += amount
            case e.CoinChosen(terminal=terminal, coin=coin):
                if any(self._before(terminal)):
                    raise Violation("M1", f"entry {seq}: {coin or 'no coin'} at {terminal}, which has {self.credit}")
                self.coin[terminal] = coin
            case e.PurseDrawn(terminal=terminal, sitting=sitting, number=number, coin=coin, amount=amount):
                self._of_its_coin(seq, terminal, coin)
                if amount != self.purses[number, coin]:
                    raise Violation("M5", f"entry {seq}: {amount} of {self.purses[number, coin]} {coin} is drawn")
                self._sits(seq, terminal, sitting)
                self.purses[number, coin] = 0
                self.move(seq, terminal, amount, 0)
            case e.PurseReturned(terminal=terminal, number=number, coin=coin, amount=amount):
                self._of_its_coin(seq, terminal, coin)
                if self._before(terminal) != (amount, 0):
                    raise Violation("M5", f"entry {seq}: {amount} goes back, {self._before(terminal)} lay there")
                self.purses[number, coin] += amount
                self.move(seq, terminal, -amount, 0)
            case _ if isinstance(event, CASH):
                raise Violation("M5", f"entry {seq}: cash or a ticket where coins are granted: {event}")
            case _:
                super().apply(seq, event)

    def _before(self, terminal: str) -> tuple[int, int]:
        return self.credit.get(terminal, 0), self.stake.get(terminal, 0)

    def _of_its_coin(self, seq: int, terminal: str, coin: str) -> None:
        if self.coin.get(terminal, "") != coin:
            raise Violation("M1", f"entry {seq}: {coin} at {terminal}, where {self.coin.get(terminal)} is played")

    def settled(self, seq: int, event: e.Settled) -> None:
        before = self.house
        super().settled(seq, event)
        self.won[self.coin[event.terminal]] += self.house - before

    def has(self, terminal: str, number: str) -> dict[str, int]:
        """What somebody who is there has of each coin, less what lies on the felt."""
        lies = {self.coin.get(terminal, ""): self.credit.get(terminal, 0)}
        return {coin: self.purses[number, coin] + lies.get(coin, 0) for coin in self.coins}

    def compare(self, ledger: Ledger) -> None:
        books = ledger.books()
        for coin in self.coins:
            before = [sum(self._before(terminal)) for terminal, played in self.coin.items() if played == coin]
            in_purses = sum(amount for (_, of), amount in self.purses.items() if of == coin)
            if in_purses + sum(before) + self.won[coin] != self.granted[coin]:
                inside = f"{in_purses} in purses, {before} before people, {self.won[coin]} the House's"
                raise Violation("M5", f"{self.granted[coin]} {coin} were granted, {inside}")
            theirs = books.get(Currency(coin, ledger.currency.exponent), {})
            if (theirs.get(HOUSE, 0), theirs.get(GRANTED, 0)) != (self.won[coin], -self.granted[coin]):
                raise Violation("M5", f"{coin}: the ledger has {theirs}, won {self.won}, granted {self.granted}")
        for (number, coin), amount in self.purses.items():
            if ledger.purse(number, coin) != amount:
                raise Violation("M5", f"{number} has {amount} {coin}, the ledger {ledger.purse(number, coin)}")
        for terminal in self.credit:
            mine = (ledger.credit(PlayerId(terminal)), ledger.stake(PlayerId(terminal)))
            if mine != self._before(terminal):
                raise Violation("M2", f"{terminal} has {mine}, the log gives {self._before(terminal)}")
