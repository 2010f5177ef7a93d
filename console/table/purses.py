"""The purses of participants (004): one for each coin, wherever he is. At his terminal what he has of the coin that he
plays with is that terminal's credit, so registration and settlement are those of every other table.

Knows accounts and no PIN. The two coins never meet: each fact here names one, and the ledger moves that one's books.
"""

from collections.abc import Iterable

from console.table.state import Facts, TableCore
from games.round import PlayerId
from protocol import events


def coins(table: TableCore) -> tuple[str, ...]:
    """That participants play with at this table; none: it has no participants."""
    return tuple(table.placard.coins)


def draw_purse(table: TableCore, terminal: PlayerId, number: str, coin: str) -> Facts:
    """004 §1 Gold Coin, §1 Sweeps Coins: what he has of this one is before him now, also what has come meanwhile."""
    ledger = table.ledger
    yield events.PurseDrawn(terminal, ledger.sitting_for_credit(terminal), number, coin, ledger.purse(number, coin))
    yield tell_purses(table, terminal, number)


def return_purse(table: TableCore, terminal: PlayerId, number: str) -> Facts:
    """He leaves: nothing of his is in play. Whoever comes next finds nothing, and no seat of his."""
    ledger, coin = table.ledger, table.ledger.coin(terminal)
    sitting = ledger.sittings.get(terminal, 0)
    yield events.PurseReturned(terminal, sitting, number, coin, ledger.credit(terminal))
    yield events.CoinChosen(terminal, "")
    if terminal in table.view.felt.seats.values() and terminal not in table.setup.felt.seats.values():
        yield events.Seated(terminal, 0)
    yield events.ParticipantHere(terminal, "")


def tell_purses(table: TableCore, terminal: PlayerId, number: str) -> events.ParticipantHere:
    name = table.people.staff[number].name
    return events.ParticipantHere(terminal, number, name, purses_of(table, number, coins(table)))


def purses_of(table: TableCore, number: str, of: Iterable[str]) -> dict[str, int]:
    return {coin: table.ledger.purse(number, coin) for coin in of}
