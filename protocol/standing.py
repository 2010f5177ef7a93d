"""What stands open when a table closes: money at its seats, claims, tickets that nobody holds, people who wait.

The table and its panels ask the same function: what somebody is shown before he closes is what is put on record.
"""

from collections.abc import Iterable, Mapping

from protocol.events import OpenItem
from protocol.ledger import Ledger


def left_open(
    ledger: Ledger,
    *,
    calls: Iterable[str],
    disputes: Mapping[str, int],
    latched: Iterable[str],
    unprinted: Iterable[OpenItem],
) -> tuple[OpenItem, ...]:
    books = [each for balances in (ledger.balances, *ledger.beside.values()) for each in balances.items()]
    accounts = ((*account.partition("/")[::2], abs(amount)) for account, amount in sorted(books))
    money = (OpenItem(*found) for found in accounts if found[0] in ("credit", "due", "owed", "held") and found[2])
    return (
        *money,
        *unprinted,
        *(OpenItem("dispute", terminal, round_no) for terminal, round_no in sorted(disputes.items())),
        *(OpenItem("latched", terminal) for terminal in sorted(latched)),
        *(OpenItem("call", terminal) for terminal in sorted(calls)),
    )
