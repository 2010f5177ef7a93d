"""What speaks against an order about cash: credit sold, tickets, notes, payments by hand. Part of `people.py`."""

from typing import Final

from protocol import messages as m
from protocol.halts import Halt
from simulation.reference.state import Play, Ticket

AMOUNT_MAX: Final = 10**15  # FAULTS A7
PAYS_NOTHING: Final = frozenset({Halt.HISTORY, Halt.UNCONFIRMED, Halt.BOOKS})


def reasons(**reasons: bool) -> set[str]:
    return {reason for reason, holds in reasons.items() if holds}


def pays_nothing(play: Play) -> bool:
    """Whoever asks."""
    return bool(play.halts & PAYS_NOTHING) or play.process.unread


def against_sale(play: Play, _panel: str, _command: m.Command, order: m.SellCredit) -> set[str]:
    return reasons(
        bad_amount=not order.amount,
        no_terminal=not play.in_service(order.terminal),
        too_much=play.credit[order.terminal] + order.amount > AMOUNT_MAX,
    )


def against_ticket(play: Play, panel: str, _command: m.Command, order: m.PayTicket | m.PayTicketByTwo) -> set[str]:
    ticket, found = play.tickets.get(order.ticket), play.process.found.get(panel)
    if ticket is None:
        return reasons(books=pays_nothing(play), no_ticket=True, unconfirmed=_is_alone(play, order))
    shown = found is not None and bool(found.proof) and (found.ticket, found.proof) == (order.ticket, order.proof)
    expired = is_expired(play, ticket)
    by_two = isinstance(order, m.PayTicketByTwo)
    return reasons(
        books=pays_nothing(play),
        unconfirmed=_is_alone(play, order),
        ticket_used=not ticket.good,
        no_proof=not by_two and not shown,
        ticket_expired=not by_two and expired,
        ticket_out=by_two and ticket.printed == "printed" and not (shown and expired),
    )


def against_foreign(play: Play, _panel: str, _command: m.Command, _order: m.CashForeignTicket) -> set[str]:
    """This table stands alone: no number that is typed in here is of another."""
    return reasons(books=pays_nothing(play), no_proof=True)


def _is_alone(play: Play, order: m.PayTicket | m.PayTicketByTwo) -> bool:
    """One person, while somebody may have heard more than our journal knows."""
    return isinstance(order, m.PayTicket) and bool(play.unheard())


def is_expired(play: Play, ticket: Ticket) -> bool:
    """In gaming days, as many as were promised; that of its issue is the first (READINGS)."""
    return bool(ticket.days and ticket.day) and days_between(ticket.day, play.day) >= ticket.days


def days_between(earlier: str, later: str) -> int:
    return _ordinal(later) - _ordinal(earlier)


def _ordinal(day: str) -> int:
    """The number of a date of the calendar. Not `datetime`: a day that does not exist is somebody's to refuse."""
    year, month, of_month = (int(part) for part in day.split("-"))
    lengths = (31, 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30)
    before = year - 1
    return 365 * before + before // 4 - before // 100 + before // 400 + sum(lengths[: month - 1]) + of_month


def against_print_again(play: Play, _panel: str, _command: m.Command, order: m.PrintAgain) -> set[str]:
    ticket = play.tickets.get(order.ticket)
    return reasons(bad_ticket=ticket is None or not ticket.good or ticket.printed != "failed")


def against_unlocking(play: Play, _panel: str, _command: m.Command, order: m.UnlockTickets) -> set[str]:
    return reasons(not_locked=order.terminal not in play.locked)


def against_hand(play: Play, _panel: str, _command: m.Command, order: m.PayByHand) -> set[str]:
    return reasons(books=pays_nothing(play), credit=not 0 < order.amount <= play.credit[order.terminal])


def against_note(play: Play, _panel: str, _command: m.Command, order: m.ReleaseNote) -> set[str]:
    if order.note not in play.held:
        return reasons(books=pays_nothing(play), no_note=True)
    _, terminal, amount, _ = play.held[order.note]
    too_much = order.to == "credit" and play.credit[terminal] + amount > AMOUNT_MAX
    return reasons(books=pays_nothing(play), too_much=too_much)


def against_due(play: Play, _panel: str, _command: m.Command, order: m.PayDue) -> set[str]:
    return reasons(books=pays_nothing(play), nothing_due=not play.due_to[order.terminal, order.sitting])


def against_owed(play: Play, _panel: str, _command: m.Command, order: m.CollectOwed) -> set[str]:
    return reasons(nothing_owed=not play.owed_by[order.terminal, order.sitting])
