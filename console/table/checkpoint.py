"""The whole state of the table between two Rounds as bytes, and back: so that a start need not replay years.

A checkpoint is a convenience and no truth: it is bound into the chain by its digest (`Checkpointed`), and
`etg journal verify` still folds from the first entry. Kept as plain typed data, so that an edited file can do no more
than be refused.
"""

from hashlib import sha256
from typing import Final

from msgspec import Struct

from console.table.cashier import Asked, Ticket
from console.table.peers import Peer
from console.table.state import SettledRound, TableState
from console.table.windows import Answered
from games.cards import Card
from games.catalog import find_game
from games.money import check
from games.round import Answer, Felt, PlayerId
from games.settlement import Line, fold
from protocol.codec import body_decoder, encode_body
from protocol.ledger import Account
from protocol.messages import WindowId
from protocol.view import TableView


class Saved(Struct, frozen=True, forbid_unknown_fields=True):
    """Maps whose keys are no texts are kept as pairs."""

    view: TableView
    felt: Felt | None  # None: as the configuration has it
    balances: dict[str, int]
    sittings: dict[PlayerId, int]
    peers: dict[str, Peer]
    tickets: dict[str, Ticket]
    asked: tuple[tuple[PlayerId, bytes, Asked], ...]
    shoe_cards: tuple[tuple[int, Card | None], ...]
    settled: tuple[tuple[int, SettledRound], ...]
    orders: tuple[tuple[bytes, int], ...]
    lasting: tuple[tuple[bytes, int], ...]
    paid: dict[PlayerId, tuple[Line, ...]]
    sat: dict[PlayerId, int]
    alarms: tuple[str, ...]
    closed_seq: int
    deadline_ms: int | None
    given: dict[str, dict[PlayerId, Answer]]
    names: tuple[tuple[WindowId, str], ...]
    answered: tuple[tuple[WindowId, dict[PlayerId, Answered]], ...]
    closed: tuple[tuple[WindowId, int], ...]


_saved: Final = body_decoder(Saved)


def save(state: TableState) -> bytes | None:
    """The state after its last entry; None while a Round is in play, or a card of the last one was never turned."""
    view, windows = state.view, state.windows
    if view.in_round or state.hidden or None in view.acts:
        return None
    return encode_body(
        Saved(
            view=view,
            felt=state.felt if state.felt_set else None,
            balances={str(account): amount for account, amount in state.ledger.balances.items()},
            sittings=state.ledger.sittings,
            peers=state.peers.known,
            tickets=state.cashier.tickets,
            asked=tuple((terminal, key, asked) for (terminal, key), asked in state.cashier.asked.items()),
            shoe_cards=tuple(state.shoe.cards.items()),
            settled=tuple(state.settled.items()),
            orders=tuple(state.orders.items()),
            lasting=tuple(state.lasting.items()),
            paid=state.paid,
            sat=state.sat,
            alarms=tuple(sorted(state.alarms)),
            closed_seq=state.closed_seq,
            deadline_ms=state.deadline_ms,
            given=windows.given,
            names=tuple(windows.names.items()),
            answered=tuple(windows.answered.items()),
            closed=tuple(windows.closes.items()),
        )
    )


def digest(state: bytes) -> bytes:
    return sha256(state).digest()


def restore(state: TableState, data: bytes, seq: int, chain: bytes) -> None:
    """Puts a new state where the saved one was, after entry `seq`. Raises what msgspec raises for other bytes, and what
    a rule book may raise for acts that are not its own: then the state is of no use.
    """
    saved: Saved = _saved.decode(data)
    check(state.seq == 0, "only a state without history is restored")
    state.seq, state.chain = seq, chain
    state.view = view = saved.view
    if saved.felt is not None:
        state.felt, state.felt_set = saved.felt, True
    if view.game:
        state.game = find_game(view.game, view.rules, **view.house)
    state.settled = dict(saved.settled)
    last = state.settled.get(view.round_no)
    if last is not None:  # it lies on the felt as it was played, whatever the table has been opened as since
        acts = [act for act in view.acts if act is not None]
        state.round = fold(last.rule_book(), view.round_felt, acts)
    state.ledger.balances = {Account(account): amount for account, amount in saved.balances.items()}
    state.ledger.sittings = saved.sittings
    state.peers.known = saved.peers
    state.cashier.tickets = saved.tickets
    state.cashier.asked = {(terminal, key): asked for terminal, key, asked in saved.asked}
    state.shoe.cards = dict(saved.shoe_cards)
    state.paid, state.sat = saved.paid, saved.sat
    state.orders, state.lasting = dict(saved.orders), dict(saved.lasting)
    state.alarms, state.closed_seq, state.deadline_ms = set(saved.alarms), saved.closed_seq, saved.deadline_ms
    windows = state.windows
    windows.given, windows.names = saved.given, dict(saved.names)
    windows.answered, windows.closes = dict(saved.answered), dict(saved.closed)
