"""Double entry: what each fact does to the money, and the balances that come of it (DESIGN 4.4).

Knows no game and no window: the postings follow from the fact alone, so that the console's ledger and a terminal's
mirror cannot differ in arithmetic. Every account is of one currency, in books of its own; a fact moves what one of
these books holds, so it cannot touch two currencies: that of the table, or, where participants play with coins (004),
that of the coin of the terminal it is about. Keeps M1 (zero sum) and M3 (no debt); `cash` is the world outside, its
balance the negative of what came in, and so is `granted`, of coins.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple, NewType

from msgspec import Struct

from games.money import Currency, InvariantBroken, check
from games.round import PlayerId
from games.settlement import Line
from protocol import events

Account = NewType("Account", str)
CASH: Final = Account("cash")
HOUSE: Final = Account("house")
TICKETS: Final = Account("tickets")  # issued, not yet redeemed
TRANSIT: Final = Account("transit")  # on the way between tables: what all of them have of it is what travels
GRANTED: Final = Account("granted")  # coins that the House has made
NOBODY: Final = PlayerId("")
OUTSIDE: Final = (CASH, GRANTED)
HELD: Final = Account("held")  # notes in the boxes that are nobody's credit: two people say what becomes of each


@cache
def credit(terminal: PlayerId) -> Account:
    return Account("credit/" + terminal)


@cache
def stake(terminal: PlayerId) -> Account:
    return Account("stake/" + terminal)


@cache
def purse(number: str) -> Account:
    """What a participant (004) has of a coin, and has not before him at a terminal."""
    return Account("purse/" + number)


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


Postings = tuple[Posting, ...]


def _moved(source: Account, to: Account, amount: int) -> Postings:
    return Posting(source, -amount), Posting(to, amount)


def _settled(event: events.Settled) -> Postings:
    """001 §1.8, 002 §1.6, 003 §1.13: what a Player loses is the House's, and what he wins it pays."""
    staked, returned = totals(event.lines)
    return (
        Posting(stake(event.terminal), -staked),
        Posting(credit(event.terminal), returned),
        Posting(HOUSE, staked - returned),
    )


def _corrected(event: events.LinesCorrected) -> Postings:
    return (
        Posting(credit(event.terminal), event.credited),
        Posting(due(event.terminal, event.sitting), event.due),
        Posting(owed(event.terminal, event.sitting), -event.owed),
        Posting(HOUSE, event.owed - event.due - event.credited),
    )


def _paragraphs(lines: Iterable[Line]) -> str:
    return ", ".join(dict.fromkeys(f"{line.spot} §{line.verdict.paragraph}" for line in lines))


class Rule(NamedTuple):
    """What a sort of fact moves, and why, in words for people."""

    postings: Callable[[Any], Postings]
    why: Callable[[Any], str]


# DESIGN 4.4, as a table.
_RULES: Final[Mapping[type, Rule]] = {
    events.CreditBought: Rule(lambda it: _moved(CASH, credit(it.terminal), it.amount), lambda _: "credit bought"),
    events.NoteHeld: Rule(lambda it: _moved(CASH, HELD, it.amount), lambda it: f"note {it.note} held: {it.why}"),
    events.NoteCredited: Rule(
        lambda it: _moved(HELD, credit(it.terminal), it.amount), lambda it: f"note {it.note} released"
    ),
    events.NoteCleared: Rule(
        lambda it: _moved(HELD, CASH, it.amount),
        lambda it: f"note {it.note} " + ("paid back" if it.paid else "not in the box"),
    ),
    events.LayoutRegistered: Rule(
        lambda it: _moved(credit(it.terminal), stake(it.terminal), it.change),
        lambda it: f"round {it.id.round_no} revision {it.revision}: 001 §5.2.1",
    ),
    events.LayoutReturned: Rule(
        lambda it: _moved(stake(it.terminal), credit(it.terminal), it.amount),
        lambda it: f"round {it.round_no}: {it.window} is asked again, 001 §1.17",
    ),
    events.BetRejected: Rule(
        lambda it: _moved(stake(it.terminal), credit(it.terminal), it.amount),
        lambda it: f"round {it.id.round_no} {it.spot}: more than the box takes, §{it.paragraph}",
    ),
    events.Settled: Rule(_settled, lambda it: f"round {it.round_no}: {_paragraphs(it.lines)}"),
    events.LinesCorrected: Rule(_corrected, lambda it: f"round {it.round_no} corrected: 001 §5.6"),
    events.TicketIssued: Rule(
        lambda it: _moved(credit(it.terminal), TICKETS, it.amount), lambda it: f"cash-out to ticket {it.ticket}"
    ),
    events.TicketAccepted: Rule(
        lambda it: _moved(TICKETS, credit(it.terminal), it.amount), lambda it: f"ticket {it.ticket} shown"
    ),
    events.TicketPaid: Rule(lambda it: _moved(TICKETS, CASH, it.amount), lambda it: f"ticket {it.ticket} paid"),
    events.TicketReleased: Rule(
        lambda it: _moved(TICKETS, TRANSIT, it.amount), lambda it: f"ticket {it.ticket} released to {it.to}"
    ),
    events.TicketRestored: Rule(
        lambda it: _moved(TRANSIT, TICKETS, it.amount), lambda it: f"ticket {it.ticket} restored"
    ),
    events.ForeignTicketAccepted: Rule(
        lambda it: _moved(TRANSIT, credit(it.terminal), it.amount),
        lambda it: f"ticket {it.ticket} of {it.issuer} shown",
    ),
    events.ForeignTicketCashed: Rule(
        lambda it: _moved(TRANSIT, CASH, it.amount), lambda it: f"ticket of {it.issuer} paid, as a claim on it"
    ),
    events.ClaimSettled: Rule(
        lambda it: _moved(HOUSE, TRANSIT, it.lost),
        lambda it: f"claim on {it.issuer}: it answers for {it.amount}, the House for the rest",
    ),
    events.HandPaid: Rule(lambda it: _moved(credit(it.terminal), CASH, it.amount), lambda _: "paid by hand"),
    events.HousePaid: Rule(
        lambda it: _moved(HOUSE, CASH, it.amount), lambda it: f"paid to {it.terminal} by a Ruling: 001 §5.12"
    ),
    events.DuePaid: Rule(
        lambda it: _moved(due(it.terminal, it.sitting), CASH, it.amount), lambda _: "correction paid by hand: 001 §5.6"
    ),
    events.OwedCollected: Rule(
        lambda it: _moved(CASH, owed(it.terminal, it.sitting), it.amount), lambda _: "correction collected: 001 §5.6"
    ),
    events.CoinsGranted: Rule(
        lambda it: _moved(GRANTED, purse(it.number), it.amount),
        lambda it: f"granted for {it.day}" if it.day else "granted",
    ),
    events.PurseDrawn: Rule(
        lambda it: _moved(purse(it.number), credit(it.terminal), it.amount), lambda it: f"purse of {it.number} drawn"
    ),
    events.PurseReturned: Rule(
        lambda it: _moved(credit(it.terminal), purse(it.number), it.amount),
        lambda it: f"back to the purse of {it.number}",
    ),
}
MONEY: Final = frozenset({*_RULES, events.CurrencyBound})  # the facts that the ledger is told
# What may not fall below zero. Tickets and held notes only in `check_no_debt`, for whole books: a mirror takes
# tickets that were issued elsewhere, and notes that were held before its snapshot may be released to it. In that way
# a correction may make a claim less that a mirror does not know. What staff pay or collect, only whole books are told.
_KNOWN_TO_A_MIRROR: Final = ("credit/", "stake/")
_GUARDED: Final = (*_KNOWN_TO_A_MIRROR, "due/")
# Facts that bring credit to a terminal from outside: they begin a sitting, or belong to the one that runs.
_CREDITS: Final = frozenset(
    {
        *(events.CreditBought, events.TicketAccepted, events.NoteCredited, events.ForeignTicketAccepted),
        events.PurseDrawn,
    }
)
_NAME_A_COIN: Final = frozenset({events.CoinsGranted, events.PurseDrawn, events.PurseReturned})


def entry_of(event: events.Event) -> LedgerEntry | None:
    """The postings of a fact, with their reason; None: it moves no money."""
    rule = _RULES.get(type(event))
    return None if rule is None else LedgerEntry(rule.why(event), rule.postings(event))


def totals(lines: Iterable[Line]) -> tuple[int, int]:
    """Staked and returned."""
    staked = returned = 0
    for line in lines:
        staked += line.staked
        returned += line.returned
    return staked, returned


class Ledger(Struct, forbid_unknown_fields=True):
    """Balances by account, and which sitting each terminal is in."""

    balances: dict[Account, int] = {}  # all of `currency`
    sittings: dict[PlayerId, int] = {}
    currency: Currency = Currency()
    shut: dict[Currency, dict[Account, int]] = {}  # books of other currencies: what the House has of them, and cash
    # Where participants play with coins: the books of each but `currency`, and whose terminal plays with which.
    beside: dict[str, dict[Account, int]] = {}
    played: dict[PlayerId, str] = {}

    def apply(self, event: events.Event) -> None:
        kind = type(event)
        rule = _RULES.get(kind)
        if rule is None:
            if isinstance(event, events.CurrencyBound):
                self._open_books(event.currency)
            return
        if kind is events.PurseDrawn:
            self._take_up(event)
        # Nearly always there is one set of books.
        balances = self.balances if not self.played and kind not in _NAME_A_COIN else self._books_of(kind, event)
        total = 0
        for posting in rule.postings(event):
            account, amount = posting.account, posting.amount
            total += amount
            balances[account] = left = balances.get(account, 0) + amount
            if left < 0 and amount < 0:
                if account.startswith(_KNOWN_TO_A_MIRROR if kind is events.LinesCorrected else _GUARDED):
                    raise InvariantBroken(f"{rule.why(event)}: {account} would be {left} (M3)")
            elif left > 0 and account.startswith("owed/") and kind is not events.LinesCorrected:
                raise InvariantBroken(f"{rule.why(event)}: more is collected than {account} owes (M3)")
        if total:
            raise InvariantBroken(f"{rule.why(event)}: postings sum to {total} (M1)")
        if kind is events.PurseReturned:
            self._lay_down(event)
        if kind in _CREDITS:
            credited: Any = event
            self.sittings[credited.terminal] = credited.sitting

    def _take_up(self, drawn: Any) -> None:
        """From here on this terminal's credit and stake are of that coin: the two never meet."""
        terminal, before = drawn.terminal, self.coin(drawn.terminal)
        if before != drawn.coin and (self.credit(terminal) or self.stake(terminal)):
            raise InvariantBroken(f"{terminal} takes up {drawn.coin} and has {before} (M1)")
        self.played[terminal] = drawn.coin

    def _lay_down(self, returned: Any) -> None:
        """Nobody plays there."""
        if not (self.credit(returned.terminal) or self.stake(returned.terminal)):
            self.played.pop(returned.terminal, None)

    def _books_of(self, kind: type, event: Any) -> dict[Account, int]:
        if kind in _NAME_A_COIN:
            return self._of_coin(event.coin, make=True)
        return self._of_coin(self.played.get(getattr(event, "terminal", NOBODY), ""))

    def currency_of(self, event: Any) -> Currency:
        """What its amounts are in, as it is applied."""
        coin = event.coin if type(event) in _NAME_A_COIN else self.coin(getattr(event, "terminal", NOBODY))
        return Currency(coin, self.currency.exponent)

    def _of_coin(self, coin: str, *, make: bool = False) -> dict[Account, int]:
        if coin in ("", self.currency.code):
            return self.balances
        if make and coin not in self.beside:  # its books may have been the table's own once
            self.beside[coin] = self.shut.pop(Currency(coin, self.currency.exponent), {})
        return self.beside.get(coin, {})

    def _open_books(self, currency: Currency) -> None:
        """Those of coins are shut with them: each has one set of books, whatever it is to the table."""
        for each, balances in self.books().items():
            for account, balance in balances.items():
                if balance and account.startswith(_KNOWN_TO_A_MIRROR):
                    raise InvariantBroken(f"{currency} begins, and {account} is {each.write(balance)} (M1)")
        for coin, balances in self.beside.items():
            self.shut[Currency(coin, self.currency.exponent)] = balances
        self.beside, self.played = {}, {}
        if self.balances:
            self.shut[self.currency] = self.balances
        self.balances, self.currency = self.shut.pop(currency, {}), currency

    def books(self) -> dict[Currency, dict[Account, int]]:
        """The balances of every currency that was ever bound."""
        beside = {Currency(coin, self.currency.exponent): balances for coin, balances in self.beside.items()}
        return {**self.shut, **beside, self.currency: self.balances}

    def coin(self, terminal: PlayerId) -> str:
        """Whose credit and stake are of it."""
        return self.played.get(terminal) or self.currency.code

    def purse(self, number: str, coin: str) -> int:
        return self._of_coin(coin).get(purse(number), 0)

    def balance(self, account: Account) -> int:
        return self.balances.get(account, 0)

    def credit(self, terminal: PlayerId) -> int:
        return (self._at(terminal) if self.played else self.balances).get(credit(terminal), 0)

    def stake(self, terminal: PlayerId) -> int:
        return (self._at(terminal) if self.played else self.balances).get(stake(terminal), 0)

    def _at(self, terminal: PlayerId) -> dict[Account, int]:
        return self._of_coin(self.played.get(terminal, ""))

    def sitting(self, terminal: PlayerId) -> int | None:
        """The sitting that runs: it ended when credit and stake were both 0."""
        if self.credit(terminal) or self.stake(terminal):
            return self.sittings.get(terminal, 0)
        return None

    def sitting_for_credit(self, terminal: PlayerId) -> int:
        """The sitting that credit bought now belongs to: the one that runs, or a new one."""
        running = self.sitting(terminal)
        return self.sittings.get(terminal, 0) + 1 if running is None else running


def share_out(ledger: Ledger, terminal: PlayerId, sitting: int, change: int) -> tuple[int, int, int]:
    """001 §5.6: what of a correction goes to the credit, is due to the sitting, and is owed by it.

    Never negative credit, and never another person's. A claim of the same sitting the other way comes first: who
    owes is paid nothing, and from him to whom something is due nothing else is taken, until that is used up.
    """
    more_due = more_owed = 0
    if change > 0:
        more_owed = -min(change, -ledger.balance(owed(terminal, sitting)))
    else:
        more_due = -min(-change, ledger.balance(due(terminal, sitting)))
    rest = change - more_due + more_owed
    runs = ledger.sitting(terminal) == sitting
    credited = max(rest, -ledger.credit(terminal)) if runs else 0
    if rest > credited:
        more_due += rest - credited
    else:
        more_owed += credited - rest
    return credited, more_due, more_owed


# --- the invariants that balances alone can show ---------------------------------------------------------------


def check_zero_sum(ledger: Ledger) -> None:
    """M1: in each currency all balances sum to 0."""
    for currency, balances in ledger.books().items():
        total = sum(balances.values())
        check(total == 0, f"all balances sum to {currency.write(total)} (M1)")


def check_no_debt(ledger: Ledger, *, round_in_play: bool) -> None:
    """M3: no credit and no stake below 0; between Rounds no stake at all. Nobody has anything in another currency."""
    for account, balance in (each for books in (ledger.balances, *ledger.beside.values()) for each in books.items()):
        if not balance:
            continue  # nothing speaks against that, and most are so
        if account.startswith(("credit/", "stake/", "due/", "purse/", TICKETS, HELD)):
            check(balance > 0, f"{account} is {balance} (M3)")
        if account.startswith("owed/"):
            check(balance < 0, f"{account} is {balance}: more was collected than was owed (M3)")
        check(round_in_play or not account.startswith("stake/"), f"{account} is {balance} between Rounds (M3)")
    for currency, balances in ledger.shut.items():
        stands = standing(balances)
        check(not stands, f"{currency.code} is not played for, and {in_words(stands, currency)} stands (M3)")


def check_conservation(ledger: Ledger, *, money_in: int, money_out: int, currency: Currency | None = None) -> None:
    """M5: what came in and did not go out is in credits, stakes, tickets, held, in transit, the House or due, less what
    is owed. Of one currency: the one that is bound, if none is named.
    """
    balances = ledger.balances if currency is None else ledger.books().get(currency, {})
    inside = sum(balance for account, balance in balances.items() if account not in OUTSIDE)
    check(money_in - money_out == inside, f"{money_in} came in, {money_out} went out, {inside} is here (M5)")


# --- what would be worth something else under another currency ---------------------------------------------------


def standing(balances: Mapping[Account, int]) -> dict[Account, int]:
    """What somebody has or owes: everything but the House's own, and the world outside. What is in transit is between
    tables; whether a journey is under way, the table asks its journeys.
    """
    ours = (*OUTSIDE, HOUSE, TRANSIT)
    return {account: amount for account, amount in balances.items() if amount and account not in ours}


def in_words(balances: Mapping[Account, int], currency: Currency) -> str:
    """credit/T01 SGD 470.00, tickets SGD 50.00"""
    return ", ".join(f"{account} {currency.write(amount)}" for account, amount in sorted(balances.items()))
