"""The state of the table between two Rounds as bytes, and back: so that a start need not replay years.

A checkpoint is a convenience and no truth: it is bound into the chain by its digest (`Checkpointed`), and each start
folds the entries and compares (`console/books.py`). It is plain typed data, so that an edited file can do no more than
be refused.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Final

from console.table.state import Setup, TableState
from console.table.table import Table
from games.money import check
from protocol.codec import body_decoder, encode_body

_states: Final = body_decoder(TableState)


def save(table: Table) -> bytes | None:
    """The state after its last entry; None while a Round is in play, or a card of the last one was never turned."""
    view = table.view
    if view.in_round or table.state.hidden or None in view.acts:
        return None
    return encode_body(table.state)


def digest(state: bytes) -> bytes:
    return sha256(state).digest()


def read_state(data: bytes) -> TableState:
    state: TableState = _states.decode(data)
    return state


def restore(setup: Setup, chain_at: Callable[[int], bytes | None], data: bytes, seq: int) -> Table:
    """The table as it was after entry `seq`. Raises what msgspec raises for other bytes, and what a rule book may raise
    for acts that are not its own: then the checkpoint is of no use.
    """
    state = read_state(data)
    check((state.seq, state.chain) == (seq, chain_at(seq)), f"the checkpoint is not of entry {seq}")
    return Table(setup, chain_at, state)
