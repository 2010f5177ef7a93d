"""The whole state of a terminal between two Rounds as bytes, and back: so that a start need not replay years.

As `console/table/checkpoint.py`, for the terminal's own journal: bound into its chain by the digest in `Checkpointed`.
"""

from hashlib import sha256
from typing import Final

from msgspec import Struct

from games.cards import Card
from games.money import check
from games.round import Answer, PlayerId, Spot
from protocol.codec import body_decoder, encode_body
from protocol.ledger import Account
from protocol.messages import BuyCredit, CashOut, Dispute, InsertTicket, ReportPrint, WindowId
from protocol.view import TableView
from terminal.own_rounds import Correction, OwnRound, Played
from terminal.records import LayoutSent
from terminal.session import Session


class Saved(Struct, frozen=True, forbid_unknown_fields=True):
    """Maps whose keys are no texts are kept as pairs."""

    boot: int
    run: bytes
    seq: int
    chain: bytes
    console_seq: int
    view: TableView
    own_cards: tuple[tuple[int, Card], ...]
    balances: dict[str, int]
    sittings: dict[PlayerId, int]
    sent: tuple[LayoutSent, ...]
    asked: tuple[BuyCredit | InsertTicket | CashOut | ReportPrint | Dispute, ...]
    notes: tuple[tuple[bytes, int], ...]
    unpaid: tuple[tuple[bytes, int], ...]
    revisions: tuple[tuple[WindowId, int], ...]
    registered: tuple[tuple[WindowId, Answer], ...]
    names: tuple[tuple[WindowId, str], ...]
    receipts: tuple[tuple[WindowId, int], ...]
    returned: dict[Spot, int]
    last_bets: dict[Spot, int]
    disputed: int
    sitting: int
    told: int
    half_known: int
    rounds: tuple[OwnRound, ...]
    history: list[Played]
    correction: Correction | None
    latched: str
    calls: bool
    stopped: str
    tickets: dict[str, int]
    prints: dict[str, str]


_saved: Final = body_decoder(Saved)


def save(session: Session) -> bytes | None:
    """The state after its last record; None while a Round is in play."""
    if session.view.in_round:
        return None
    outbox, layouts, own = session.outbox, session.layouts, session.own_rounds
    return encode_body(
        Saved(
            boot=session.boot,
            run=session.run,
            seq=session.follower.seq,
            chain=session.follower.chain,
            console_seq=session.console_seq,
            view=session.view,
            own_cards=tuple(session.own_cards.items()),
            balances={str(account): amount for account, amount in session.ledger.balances.items()},
            sittings=session.ledger.sittings,
            sent=tuple(outbox.layouts.values()),
            asked=tuple(outbox.asked.values()),
            notes=tuple(outbox.notes.items()),
            unpaid=tuple(outbox.unpaid.items()),
            revisions=tuple(outbox.revisions.items()),
            registered=tuple(layouts.registered.items()),
            names=tuple(layouts.names.items()),
            receipts=tuple(layouts.receipts.items()),
            returned=dict(layouts.returned),
            last_bets=dict(layouts.last_bets),
            disputed=own.disputed,
            sitting=own.sitting,
            told=own.told,
            half_known=own.half_known,
            rounds=tuple(own.rounds.values()),
            history=own.history,
            correction=own.correction,
            latched=session.latched,
            calls=session.calls,
            stopped=session.stopped,
            tickets=session.tickets,
            prints=session.prints,
        )
    )


def digest(state: bytes) -> bytes:
    return sha256(state).digest()


def restore(session: Session, data: bytes) -> None:
    """Puts a new session where the saved one was. Raises what msgspec raises for other bytes."""
    saved: Saved = _saved.decode(data)
    check(session.boot == 0 and session.follower.seq == 0, "only a session without history is restored")
    session.boot, session.run, session.console_seq = saved.boot, saved.run, saved.console_seq
    session.follower.restore(saved.seq, saved.chain)
    session.view, session.own_cards = saved.view, dict(saved.own_cards)
    session.ledger.balances = {Account(account): amount for account, amount in saved.balances.items()}
    session.ledger.sittings = saved.sittings
    outbox, layouts, own = session.outbox, session.layouts, session.own_rounds
    outbox.layouts = {sent.window: sent for sent in saved.sent}
    outbox.asked = {request.id: request for request in saved.asked}
    outbox.notes, outbox.unpaid, outbox.revisions = dict(saved.notes), dict(saved.unpaid), dict(saved.revisions)
    layouts.registered, layouts.names = dict(saved.registered), dict(saved.names)
    layouts.last_bets, layouts.receipts, layouts.returned = saved.last_bets, dict(saved.receipts), saved.returned
    own.disputed, own.half_known = saved.disputed, saved.half_known
    own.sitting, own.told = saved.sitting, saved.told
    own.rounds = {settled.round_no: settled for settled in saved.rounds}
    own.history, own.correction = saved.history, saved.correction
    session.latched, session.stopped, session.calls = saved.latched, saved.stopped, saved.calls
    session.tickets, session.prints = saved.tickets, saved.prints
