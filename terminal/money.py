"""Money in and out at this terminal: notes, tickets, cash-out; what is asked for it, and what the log answers.

Nothing here is authority over money: a request is written down before it is sent, and the console's log says what
became of it (decision 4). Knows no device: an acceptor or a printer is whoever uses these intents.
"""

from collections.abc import Iterable
from typing import Final

from games.money import is_amount
from protocol import events
from protocol import messages as m
from protocol.day import last_day
from protocol.halts import HALTS
from protocol.view import Phase
from terminal import intents
from terminal.intents import Notice, notice_of
from terminal.layouts import spendable
from terminal.own_rounds import leave, sit_down
from terminal.records import MoneyAsked, NoteHeld, NoteLetGo, Opened
from terminal.state import Seat, State

TICKETS_KEPT: Final = 100
REFUSED_KEPT: Final = 10  # devices look after every picture

Facts = Iterable[NoteHeld | NoteLetGo | MoneyAsked]


# --- intents -------------------------------------------------------------------------------------------------------


def hold_note(seat: Seat, now_ms: int, given: intents.NoteIn) -> Facts:
    """Rule 10: the cap of an hour is kept here, while the note can still be given back, and never after."""
    if not _may_ask(seat, now_ms, given.id):
        return
    cap, taken = seat.state.view.placard.notes_per_hour, seat.forgotten.notes
    if seat.state.view.phase is Phase.CLOSED:
        _refuse(seat, "table_closed", "no note is taken while the table is closed", given.id)
    elif not all(HALTS[halt].pays for halt in seat.state.view.halts):
        _refuse(seat, "unconfirmed", "no note is taken while the records of the table are in doubt", given.id)
    elif not is_amount(given.amount):
        _refuse(seat, "bad_note", f"{given.amount!r} is no amount", given.id)
    elif cap and taken.amount(now_ms) + given.amount > cap:
        _refuse(seat, "note_cap", f"no more than {cap} is taken within an hour", given.id)
    else:
        taken.take(now_ms, given.id, given.amount)
        yield NoteHeld(given.id, given.amount)


def buy_credit(seat: Seat, _now_ms: int, given: intents.NoteStacked) -> Facts:
    """001 §1.15. Whatever the state of anything: the money is in our box, so it is asked for."""
    state = seat.state
    amount = state.outbox.notes.get(given.id)
    if amount is not None:
        yield MoneyAsked(m.BuyCredit(state.boot, state.run, given.id, amount, state.view.placard.currency))
    elif given.id not in state.outbox.asked:
        seat.notify(Notice("bad_note", "no such note was held"))


def let_note_go(seat: Seat, _now_ms: int, given: intents.NoteReturned) -> Facts:
    if given.id in seat.state.outbox.notes:
        seat.forgotten.notes.give_back(given.id)
        yield NoteLetGo(given.id)


def insert_ticket(seat: Seat, now_ms: int, given: intents.TicketIn) -> Facts:
    if not _may_ask(seat, now_ms, given.id):
        return
    if seat.state.locked:
        _refuse(seat, "tickets_locked", "too many wrong numbers: an attendant has to look", given.id)
    elif not 1 <= len(given.ticket) <= 40:
        _refuse(seat, "bad_ticket", "that is no validation number", given.id)
    else:
        yield MoneyAsked(m.InsertTicket(seat.state.boot, seat.state.run, given.id, given.ticket))


def cash_out(seat: Seat, now_ms: int, given: intents.CashOut) -> Facts:
    """001 §1.15: all of it, or a part, when nothing of his is in play."""
    if not _may_ask(seat, now_ms, given.id):
        return
    if seat.stake or seat.state.outbox.layouts:
        _refuse(seat, "stake_in_play", "a Bet is in play: cash out when the Round is over", given.id)
    elif not is_amount(given.amount) or given.amount > spendable(seat):
        _refuse(seat, "credit", f"{given.amount!r} cannot be paid out of {spendable(seat)}", given.id)
    else:
        yield MoneyAsked(m.CashOut(seat.state.boot, seat.state.run, given.id, given.amount))


def report_print(seat: Seat, _now_ms: int, given: intents.PrintResult) -> Facts:
    state = seat.state
    if given.id in state.outbox.asked:
        return
    if given.ticket not in state.tickets or len(given.state) > 20 or len(given.id) != 16:
        seat.notify(Notice("bad_ticket", f"{given.ticket} was not issued here"))
    else:
        yield MoneyAsked(m.ReportPrint(state.boot, state.run, given.id, given.ticket, given.state))


def _may_ask(seat: Seat, now_ms: int, key: bytes) -> bool:
    """A new id, and nothing in the way. A known one is the same intent once more."""
    if key in seat.state.outbox.asked or key in seat.state.outbox.notes:
        return False
    no = seat.blocked(now_ms) if len(key) == 16 else Notice("bad_id", "an id has 16 bytes")
    if seat.state.view.placard.coins:
        no = no or Notice("coins", "coins are granted here: no notes and no tickets")
    seat.notify(no)
    if no is not None:
        _remember_refused(seat, key)
    return no is None


def _refuse(seat: Seat, reason: str, detail: str, key: bytes) -> None:
    seat.notify(Notice(reason, detail))
    _remember_refused(seat, key)


def _remember_refused(seat: Seat, key: bytes) -> None:
    """A device that waits for this id need wait no longer; the notice may be about something else by then."""
    if key:
        seat.forgotten.refused = (*seat.forgotten.refused, key)[-REFUSED_KEPT:]


# --- facts of the log ------------------------------------------------------------------------------------------------


def take_credit(seat: Seat, _opened: Opened, event: events.CreditBought) -> None:
    seat.state.outbox.answered(event.id)
    sit_down(seat.state.own_rounds, event.sitting)


def hold_note_back(seat: Seat, _opened: Opened, event: events.NoteHeld) -> None:
    """It is in our box, on record, and no credit yet: two people decide."""
    seat.state.outbox.answered(event.id, refused=True)


def release_note(seat: Seat, _opened: Opened, event: events.NoteCredited | events.NoteCleared) -> None:
    seat.state.outbox.unpaid.pop(event.id, None)
    if isinstance(event, events.NoteCredited):
        sit_down(seat.state.own_rounds, event.sitting)


def pay_out(seat: Seat, _opened: Opened, _event: events.HandPaid | events.TicketIssued) -> None:
    if not seat.sits:
        leave(seat.state.own_rounds)


def keep_ticket(seat: Seat, opened: Opened, event: events.TicketIssued) -> None:
    state = seat.state
    state.outbox.answered(event.id)
    pay_out(seat, opened, event)
    state.tickets[event.ticket] = event.amount
    state.prints[event.ticket] = ""
    if event.days and state.view.day:
        state.good_until[event.ticket] = last_day(state.view.day, event.days)
    if len(state.tickets) > TICKETS_KEPT:
        _forget_ticket(state, next(iter(state.tickets)))


def accept_ticket(seat: Seat, _opened: Opened, event: events.TicketAccepted) -> None:
    seat.state.outbox.answered(event.id)
    sit_down(seat.state.own_rounds, event.sitting)
    _forget_ticket(seat.state, event.ticket)


def wait_for_house(seat: Seat, _opened: Opened, event: events.ForeignTicketAsked) -> None:
    """It is of another table, which is asked: nothing of ours is in flight, and nothing ends it but the log."""
    seat.state.outbox.answered(event.id)
    seat.state.away[event.id] = event.ending


def hear_of_foreign(
    seat: Seat, _opened: Opened, event: events.ForeignTicketAccepted | events.ForeignTicketDeclined
) -> None:
    seat.state.outbox.answered(event.id)  # of a journal that is older than the ask
    seat.state.away.pop(event.id, None)
    if isinstance(event, events.ForeignTicketAccepted):
        sit_down(seat.state.own_rounds, event.sitting)
        return
    seat.notify(notice_of(event.refusal))
    _remember_refused(seat, event.id)


def _forget_ticket(state: State, ticket: str) -> None:
    state.tickets.pop(ticket, None)
    state.numbers.pop(ticket, None)
    state.prints.pop(ticket, None)
    state.good_until.pop(ticket, None)


def number_ticket(seat: Seat, _opened: Opened, event: events.TicketNumbered) -> None:
    if event.ticket in seat.state.tickets:
        seat.state.numbers[event.ticket] = event.number


def lock_tickets(seat: Seat, _opened: Opened, event: events.TicketsLocked | events.TicketsUnlocked) -> None:
    seat.state.locked = isinstance(event, events.TicketsLocked)


def note_print(seat: Seat, _opened: Opened, event: events.TicketPrint) -> None:
    seat.state.outbox.answered(event.id)
    if event.ticket in seat.state.tickets:
        seat.state.prints[event.ticket] = event.state


def take_refusal(seat: Seat, _opened: Opened, event: events.MoneyRefused) -> None:
    seat.state.outbox.answered(event.id, refused=True)
    seat.notify(notice_of(event.refusal))
    _remember_refused(seat, event.id)
