"""Double entry: what each fact does to the money, and the balances that come of it (DESIGN 4.4).

Knows no game and no window: the postings follow from the fact alone, so that the console's ledger and a terminal's
mirror cannot differ in arithmetic. Keeps M1 (zero sum) and M3 (no debt); `cash` is the world outside, its balance
the negative of what came in.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NewType

from msgspec import Struct

from games.money import check
from games.round import PlayerId
from games.settlement import Line
from protocol import events

Account = NewType("Account", str)
CASH: Final = Account("cash")
HOUSE: Final = Account("house")
TICKETS: Final = Account("tickets")  # issued, not yet redeemed


def credit(terminal: PlayerId) -> Account:
    return Account("credit/" + terminal)


def stake(terminal: PlayerId) -> Account:
    return Account("stake/" + terminal)


def due(terminal: PlayerId, sitting: int) -> Account:
    """What the House has still to pay a sitting that is over (001 §5.6)."""
    return Account(f"due/{terminal}#{sitting}")


def owed(terminal: PlayerId, sitting: int) -> Account:
    """What a sitting has still to give back; a claim, so its balance is negative."""
    return Account(f"owed/{terminal}#{sitting}")


class Posting(Struct, frozen=True, gc=False):
    account: Account
    amount: int


class LedgerEntry(Struct, frozen=True, gc=False):
    """What one fact moved: sums to zero, and says why."""

    why: str
    postings: tuple[Posting, ...]


def _moved(why: str, source: Account, to: Account, amount: int) -> LedgerEntry:
    return LedgerEntry(why, (Posting(source, -amount), Posting(to, amount)))


def _registered(event: events.LayoutRegistered) -> LedgerEntry:
    why = f"round {event.id.round_no} revision {event.revision}: 001 §5.2.1"
    return _moved(why, credit(event.terminal), stake(event.terminal), event.change)


def _returned(event: events.LayoutReturned) -> LedgerEntry:
    why = f"round {event.round_no}: {event.window} is asked again, 001 §1.17"
    return _moved(why, stake(event.terminal), credit(event.terminal), event.amount)


def _settled(event: events.Settled) -> LedgerEntry:
    staked, returned = totals(event.lines)
    paragraphs = ", ".join(dict.fromkeys(f"{line.spot} §{line.verdict.paragraph}" for line in event.lines))
    return LedgerEntry(
        f"round {event.round_no}: {paragraphs}",
        (
            Posting(stake(event.terminal), -staked),
            Posting(credit(event.terminal), returned),
            Posting(HOUSE, staked - returned),
        ),
    )


def _corrected(event: events.LinesCorrected) -> LedgerEntry:
    return LedgerEntry(
        f"round {event.round_no} corrected: 001 §5.6",
        (
            Posting(credit(event.terminal), event.credited),
            Posting(due(event.terminal, event.sitting), event.due),
            Posting(owed(event.terminal, event.sitting), -event.owed),
            Posting(HOUSE, event.owed - event.due - event.credited),
        ),
    )


def _bought(event: events.CreditBought) -> LedgerEntry:
    return _moved("credit bought", CASH, credit(event.terminal), event.amount)


def _issued(event: events.TicketIssued) -> LedgerEntry:
    return _moved(f"cash-out to ticket {event.ticket}", credit(event.terminal), TICKETS, event.amount)


def _accepted(event: events.TicketAccepted) -> LedgerEntry:
    return _moved(f"ticket {event.ticket} shown", TICKETS, credit(event.terminal), event.amount)


def _ticket_paid(event: events.TicketPaid) -> LedgerEntry:
    return _moved(f"ticket {event.ticket} paid", TICKETS, CASH, event.amount)


def _hand_paid(event: events.HandPaid) -> LedgerEntry:
    return _moved("paid by hand", credit(event.terminal), CASH, event.amount)


def _due_paid(event: events.DuePaid) -> LedgerEntry:
    return _moved("correction paid by hand: 001 §5.6", due(event.terminal, event.sitting), CASH, event.amount)


def _collected(event: events.OwedCollected) -> LedgerEntry:
    return _moved("correction collected: 001 §5.6", CASH, owed(event.terminal, event.sitting), event.amount)


_POSTINGS: Final[Mapping[type, Callable[[Any], LedgerEntry]]] = {
    events.LayoutRegistered: _registered,
    events.LayoutReturned: _returned,
    events.Settled: _settled,
    events.LinesCorrected: _corrected,
    events.CreditBought: _bought,
    events.TicketIssued: _issued,
    events.TicketAccepted: _accepted,
    events.TicketPaid: _ticket_paid,
    events.HandPaid: _hand_paid,
    events.DuePaid: _due_paid,
    events.OwedCollected: _collected,
}
# Facts that bring credit to a terminal from outside: they begin a sitting, or belong to the one that runs.
_CREDITS: Final = (events.CreditBought, events.TicketAccepted)


def entry_of(event: events.Event) -> LedgerEntry | None:
    """The postings of a fact; None: it moves no money."""
    make = _POSTINGS.get(type(event))
    return None if make is None else make(event)


def totals(lines: Iterable[Line]) -> tuple[int, int]:
    """Staked and returned."""
    staked = returned = 0
    for line in lines:
        staked += line.staked
        returned += line.returned
    return staked, returned


class Ledger:
    """Balances by account, and which sitting each terminal is in."""

    def __init__(self) -> None:
        self.balances: dict[Account, int] = {}
        self.sittings: dict[PlayerId, int] = {}

    def apply(self, event: events.Event) -> None:
        entry = entry_of(event)
        if entry is None:
            return
        balances = self.balances
        total = 0
        for posting in entry.postings:
            total += posting.amount
            balances[posting.account] = balances.get(posting.account, 0) + posting.amount
        check(total == 0, f"{entry.why}: postings sum to {total} (M1)")
        if isinstance(event, _CREDITS):
            self.sittings[event.terminal] = event.sitting
        # Tickets only in `check_no_debt`, for whole books: a terminal's mirror accepts some that were issued elsewhere.
        for posting in entry.postings:
            if posting.amount < 0 and posting.account.startswith(("credit/", "stake/", "due/")):
                left = balances[posting.account]
                check(left >= 0, f"{entry.why}: {posting.account} would be {left} (M3)")

    def balance(self, account: Account) -> int:
        return self.balances.get(account, 0)

    def credit(self, terminal: PlayerId) -> int:
        return self.balances.get(credit(terminal), 0)

    def stake(self, terminal: PlayerId) -> int:
        return self.balances.get(stake(terminal), 0)

    def sitting(self, terminal: PlayerId) -> int | None:
        """The sitting that runs: it ended when credit and stake were both 0."""
        if self.credit(terminal) or self.stake(terminal):
            return self.sittings.get(terminal, 0)
        return None

    def sitting_for_credit(self, terminal: PlayerId) -> int:
        """The sitting that credit bought now belongs to: the one that runs, or a new one."""
        running = self.sitting(terminal)
        return self.sittings.get(terminal, 0) + 1 if running is None else running


# --- the invariants that balances alone can show (run at every start and after every step of the simulato


def check_zero_sum(ledger: Ledger) -> None:
    """M1: all balances sum to 0."""
    total = sum(ledger.balances.values())
    check(total == 0, f"all balances sum to {total} (M1)")


def check_no_debt(ledger: Ledger, *, round_in_play: bool) -> None:
    """M3: no credit and no stake below 0; between Rounds no stake at all."""
    for account, balance in ledger.balances.items():
        if account.startswith(("credit/", "stake/", "due/", "tickets")):
            check(balance >= 0, f"{account} is {balance} (M3)")
        if account.startswith("owed/"):
            check(balance <= 0, f"{account} is {balance}: more was collected than was owed (M3)")
        if account.startswith("stake/") and not round_in_play:
            check(balance == 0, f"{account} is {balance} between Rounds (M3)")


def check_conservation(ledger: Ledger, *, money_in: int, money_out: int) -> None:
    """M5: what came in and did not go out is in credits, stakes, tickets, the House or due, less what is owed."""
    inside = sum(balance for account, balance in ledger.balances.items() if account != CASH)
    check(money_in - money_out == inside, f"{money_in} came in, {money_out} went out, {inside} is here (M5)")
