"""What staff may want of the table, and what comes of it: the moves of `protocol.moves`, one by one.

An order that is refused is put on record with the reason; one that is obeyed is followed by its facts in the same
commit. First `moves.refusal` says no, which panels ask too; then `VERIFY`, with what the table alone knows. It gives
back frozen values that `OBEY` tells as facts: from there on nothing can be refused any more.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from msgspec import Struct

from console.table.cashier import balance_due, balance_owed
from console.table.confirming import go_on_without
from console.table.dealing import enter_card
from console.table.pace import AN_HOUR
from console.table.playing import begin_round, close_all, settle_down
from console.table.reconcile import miscount
from console.table.settling import (
    answer_interruption,
    certify,
    correct_cards,
    correct_round,
    make_ruling,
    verify_certificate,
    verify_correction,
    verify_other_cards,
    verify_ruling,
)
from console.table.state import Facts, Outcomes, TableCore
from games.catalog import find_game
from games.money import AMOUNT_MAX
from games.round import Refusal
from games.rulings import Position
from protocol import events
from protocol import messages as m
from protocol.halts import Halt, ended_by_new_set
from protocol.loop import Reply
from protocol.moves import refusal
from protocol.standing import left_open

MANY_REFUSED: Final = f"more than {AN_HOUR['refused order']} of its orders were refused in an hour"


class ShowEntry(Struct, frozen=True, gc=False):
    """For the shell: send this entry of the journal as a `See`."""

    seq: int


def hear_order(table: TableCore, now_ms: int, peer: str, command: m.Command, by: m.Person | None) -> Outcomes:
    if by is None:
        yield from table.alarm(peer, "an order came from a key that no person holds")
        return
    state, command_id, order = table.state, command.command_id, command.order
    seq = state.orders.get(command_id) or state.lasting.get(command_id) or state.refused.get(command_id)
    if seq is not None:
        yield Reply(peer, ShowEntry(seq))
        return
    found = refusal(table.view, command, by) or _verify(table, peer, command, by)
    if isinstance(found, Refusal):
        if table.forgotten.pace.full(now_ms, peer, "refused order"):
            yield from table.alarm(peer, MANY_REFUSED)
            return
        table.forgotten.pace.count(now_ms, peer, "refused order")
        yield events.OrderRefused(command_id, by, command.second, order, found)
        return
    yield events.Ordered(command_id, by, command.second, order)
    yield from OBEY[type(order)](table, now_ms, order, found)


def _verify(table: TableCore, panel: str, command: m.Command, by: m.Person) -> Any:
    """A Refusal, or what was found out on the way and is needed to obey."""
    if isinstance(command.order, m.PayTicket | m.PayTicketByTwo):
        by_two = isinstance(command.order, m.PayTicketByTwo)
        return table.pays_nothing(by_two=by_two) or _ticket_paid(table, panel, command.order)
    ask = VERIFY.get(type(command.order))
    return None if ask is None else ask(table, command, command.order, by)


# --- what only the table knows: before the first fact ----------------------------------------------------------


def _verify_opening(table: TableCore, _command: m.Command, _order: m.OpenTable, _by: m.Person) -> Refusal | None:
    """A game that no screen here can show is not opened, nor a currency beside one in which something stands."""
    if table.setup.unplayable:
        return Refusal("no_felt", table.setup.unplayable)
    other = table.other_currency()
    return Refusal("other_currency", other) if other else None


def _verify_limits(table: TableCore, _command: m.Command, order: m.SetLimits, _by: m.Person) -> Refusal | None:
    """001 §3.4: every bet that has limits in the configuration has a minimum and a maximum on display."""
    new = order.felt.limits
    without = [kind for kind in table.setup.felt.limits if kind not in new or new[kind].max is None]
    return Refusal("no_limits", f"{', '.join(without)}: a minimum and a maximum must be said") if without else None


def _verify_bets(table: TableCore, _command: m.Command, _order: m.OpenBets, _by: m.Person) -> Refusal | None:
    if table.forgotten.space:
        return None
    return Refusal("storage", "the disk is full: no Round is begun that might not be written to its end")


def _verify_correct(table: TableCore, command: m.Command, order: m.Correct, by: m.Person) -> Any:
    return verify_correction(table, command.round_no, order.cards, "", Position(by.position))


def _verify_void(table: TableCore, command: m.Command, order: m.VoidSettled, by: m.Person) -> Any:
    return verify_correction(table, command.round_no, (), order.paragraph, Position(by.position))


def _verify_sale(table: TableCore, command: m.Command, order: m.SellCredit, _by: m.Person) -> Any:
    if not order.amount:
        return Refusal("bad_amount", "nothing was bought")
    if not table.peers.in_service(order.terminal):
        return Refusal("no_terminal", f"{order.terminal} is not in service here")
    if table.ledger.credit(order.terminal) + order.amount > AMOUNT_MAX:
        return Refusal("too_much", f"credit would pass {AMOUNT_MAX}")
    sitting = table.ledger.sitting_for_credit(order.terminal)
    return events.CreditBought(command.command_id.rjust(16, b"\0"), order.terminal, sitting, order.amount)


def _ticket_paid(table: TableCore, panel: str, order: m.PayTicket | m.PayTicketByTwo) -> events.TicketPaid | Refusal:
    """A proof is good at the panel that was told it, until that asks for another ticket: orders are on record, those
    that are refused too, and whoever reads one there must not be able to have the ticket paid.
    """
    found = table.forgotten.found.get(panel)
    shown = found is not None and (found.ticket, found.proof) == (order.ticket, order.proof)
    return table.cashier.pay_ticket(order.ticket, shown=shown, by_two=isinstance(order, m.PayTicketByTwo))


def _verify_print(table: TableCore, command: m.Command, order: m.PrintAgain, _by: m.Person) -> Any:
    return table.cashier.print_again(order.ticket, command.command_id)


def _verify_unlock(table: TableCore, _command: m.Command, order: m.UnlockTickets, _by: m.Person) -> Any:
    if order.terminal not in table.cashier.locked:
        return Refusal("not_locked", f"{order.terminal} takes tickets")
    return events.TicketsUnlocked(order.terminal)


def _verify_note(table: TableCore, _command: m.Command, order: m.ReleaseNote, _by: m.Person) -> Any:
    return table.pays_nothing() or table.cashier.release(order.note, order.to, table.ledger)


def _verify_hand_pay(table: TableCore, _command: m.Command, order: m.PayByHand, _by: m.Person) -> Any:
    if refused := table.pays_nothing():
        return refused
    sitting = table.ledger.sitting(order.terminal)
    if not 0 < order.amount <= table.ledger.credit(order.terminal) or sitting is None:
        return Refusal("credit", f"{order.terminal} has no credit of {order.amount}")
    return events.HandPaid(order.terminal, sitting, order.amount)


def _verify_due(table: TableCore, _command: m.Command, order: m.PayDue, _by: m.Person) -> Any:
    if refused := table.pays_nothing():
        return refused
    amount = balance_due(table.ledger, order.terminal, order.sitting)
    if not amount:
        return Refusal("nothing_due", f"nothing is due to sitting {order.sitting} of {order.terminal}")
    return events.DuePaid(order.terminal, order.sitting, amount)


def _verify_owed(table: TableCore, _command: m.Command, order: m.CollectOwed, _by: m.Person) -> Any:
    amount = balance_owed(table.ledger, order.terminal, order.sitting)
    if not amount:
        return Refusal("nothing_owed", f"sitting {order.sitting} of {order.terminal} owes nothing")
    return events.OwedCollected(order.terminal, order.sitting, amount)


def _verify_dispute(table: TableCore, _command: m.Command, order: m.RuleDispute, _by: m.Person) -> Any:
    round_no = table.peers.peer(order.terminal).disputed
    if not round_no:
        return Refusal("no_dispute", f"{order.terminal} disputes nothing")
    return events.DisputeRuled(order.terminal, round_no, order.text)


def _verify_retired(table: TableCore, _command: m.Command, order: m.Retire, _by: m.Person) -> Any:
    if table.ledger.credit(order.terminal) or table.ledger.stake(order.terminal):
        return Refusal("credit", f"{order.terminal} holds money: pay it first")
    return events.TerminalRetired(order.terminal)


def _verify_call(table: TableCore, _command: m.Command, order: m.Attend, _by: m.Person) -> Any:
    if not table.peers.peer(order.terminal).calls:
        return Refusal("no_call", f"{order.terminal} has not called")
    return events.AttendantCalled(order.terminal, wanted=False)


def _verify_resumption(table: TableCore, _command: m.Command, order: m.Resume, _by: m.Person) -> Refusal | None:
    """A table that stands on a state in doubt does not go on by anybody's word."""
    if order.reason is not Halt.BOOKS or table.forgotten.unread is None:
        return None
    return Refusal("books", "start the console again: it then reads every entry before it serves")


VERIFY: Final[Mapping[type, Callable[[TableCore, m.Command, Any, m.Person], Any]]] = {
    m.OpenTable: _verify_opening,
    m.SetLimits: _verify_limits,
    m.OpenBets: _verify_bets,
    m.Certify: lambda table, _command, _order, _by: verify_certificate(table),
    m.Rule: lambda table, _command, order, _by: verify_ruling(table, order),
    m.CorrectCards: lambda table, _command, order, _by: verify_other_cards(table, order.cards),
    m.Correct: _verify_correct,
    m.VoidSettled: _verify_void,
    m.SellCredit: _verify_sale,
    m.PrintAgain: _verify_print,
    m.UnlockTickets: _verify_unlock,
    m.PayByHand: _verify_hand_pay,
    m.ReleaseNote: _verify_note,
    m.PayDue: _verify_due,
    m.CollectOwed: _verify_owed,
    m.RuleDispute: _verify_dispute,
    m.Retire: _verify_retired,
    m.Attend: _verify_call,
    m.Resume: _verify_resumption,
}


# --- and the facts that follow -----------------------------------------------------------------------------------


def _open_table(table: TableCore, _now_ms: int, _order: m.OpenTable, _found: None) -> Facts:
    setup = table.setup
    game = find_game(setup.game, setup.rules, **setup.house)
    if table.ledger.currency != setup.currency:
        yield events.CurrencyBound(setup.currency, setup.placard.training)
    felt = table.state.felt or setup.felt
    yield events.TableOpened(game.name, game.rules, felt, setup.countdown_ms, setup.house, setup.placard)


def _load_shoe(table: TableCore, now_ms: int, order: m.LoadShoe, _found: None) -> Facts:
    view, mid_round = table.view, table.view.in_round
    next_seq = (view.shoe.last_seq if order.first_seq is None else order.first_seq) + 1
    yield events.ShoeLoaded(order.decks, order.burn, order.shuffled_by, next_seq, mid_round)
    if not order.burn:
        yield events.ShoeLive()
    yield from table.clear(now_ms, *ended_by_new_set(mid_round=mid_round))


def _end_shoe(table: TableCore, _now_ms: int, order: m.EndShoe, _found: None) -> Facts:
    wrong = miscount(table.view.shoe, order.counted)
    yield events.ShoeEnded(order.counted, wrong)
    if wrong:
        yield from table.halt(Halt.MISCOUNT, f"{wrong:+d} cards")


def _add_time(table: TableCore, now_ms: int, order: m.AddTime, _found: None) -> Facts:
    deadline = max(now_ms, table.state.deadline_ms or now_ms) + order.more_ms
    yield events.TimeAdded(table.view.round_no, deadline - now_ms, deadline)


def _close_bets(table: TableCore, now_ms: int, _order: m.CloseBets, _found: None) -> Facts:
    yield from close_all(table, "dealer")
    yield from settle_down(table, now_ms)


def _keep_surplus(table: TableCore, now_ms: int, _order: m.KeepSurplus, _found: None) -> Facts:
    view = table.view
    yield events.SurplusKept(view.round_no, view.surplus)
    if view.in_round:  # what it had still to do when the card stopped it: questions, and cards carried over
        yield from settle_down(table, now_ms)
    yield from table.clear(now_ms, Halt.SURPLUS)


def _close_table(table: TableCore, _now_ms: int, _order: m.CloseTable, _found: None) -> Facts:
    """Whoever closed it was asked over the same list. It is on record, so that somebody sees to it."""
    known = table.peers.known
    items = left_open(
        table.ledger,
        calls=[name for name, peer in known.items() if peer.calls],
        disputes={name: peer.disputed for name, peer in known.items() if peer.disputed},
        latched=[name for name, peer in known.items() if peer.latched],
        unprinted=table.cashier.unprinted().values(),
    )
    if items:
        yield events.LeftOpen(items)
    yield events.TableClosed()


def _resume(table: TableCore, now_ms: int, order: m.Resume, _found: None) -> Facts:
    yield from (go_on_without(table, now_ms) if order.reason is Halt.UNCONFIRMED else table.clear(now_ms, order.reason))


def _as_found(_table: TableCore, _now_ms: int, _order: m.Order, found: events.Event) -> Iterable[events.Event]:
    """The verification was all the work."""
    return (found,)


OBEY: Final[Mapping[type, Callable[[TableCore, int, Any, Any], Iterable[events.Event]]]] = {
    m.OpenTable: _open_table,
    m.SetLimits: lambda _table, _now_ms, order, _found: (events.LimitsSet(order.felt),),
    m.LoadShoe: _load_shoe,
    m.EndShoe: _end_shoe,
    m.OpenBets: lambda table, now_ms, _order, _found: begin_round(table, now_ms),
    m.AddTime: _add_time,
    m.CloseBets: _close_bets,
    m.EnterCard: lambda table, now_ms, order, _found: enter_card(table, now_ms, order.card),
    m.CorrectCards: lambda table, now_ms, _order, found: correct_cards(table, now_ms, found),
    m.Certify: lambda table, _now_ms, order, _found: certify(table, order.cards_digest),
    m.Rule: lambda table, now_ms, order, _found: make_ruling(table, now_ms, order.act, order.paragraph),
    m.KeepSurplus: _keep_surplus,
    m.AnswerInterruption: lambda table, now_ms, order, _found: answer_interruption(
        table, now_ms, affects=order.affects
    ),
    m.CallSupervisor: lambda table, _now_ms, order, _found: table.halt(Halt.CALLED, order.detail),
    m.Resume: _resume,
    m.Correct: lambda table, _now_ms, _order, found: correct_round(table, found),
    m.VoidSettled: lambda table, _now_ms, _order, found: correct_round(table, found),
    m.RecordRuling: lambda _table, _now_ms, order, _found: (events.RulingRecorded(order.text),),
    m.CloseTable: _close_table,
    m.CloseDay: lambda table, _now_ms, order, _found: (events.DayClosed(order.day, table.view.due_since),),
    m.BeginDay: lambda _table, _now_ms, order, _found: (events.DayBegan(order.day),),
    m.Latch: lambda table, _now_ms, order, _found: (
        # Only who is latched over a claim of another history is not believed again: else one person could silence it.
        events.TerminalLatched(order.terminal, order.why, doubted=Halt.HISTORY in table.view.halts),
    ),
    m.Unlatch: lambda _table, _now_ms, order, _found: (events.TerminalUnlatched(order.terminal),),
    **dict.fromkeys(
        (
            *(m.SellCredit, m.PayTicket, m.PayByHand, m.ReleaseNote, m.PayDue, m.CollectOwed, m.RuleDispute),
            *(m.Retire, m.Attend, m.PayTicketByTwo, m.PrintAgain, m.UnlockTickets),
        ),
        _as_found,
    ),
}
