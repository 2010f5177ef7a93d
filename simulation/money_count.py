"""The money, counted a second time from the log with plain additions (M1, M2, M3, M5), against the ledger.

Knows no rules: what a line returns is judged elsewhere. Shares nothing with the ledger but the names of its accounts.
"""

from bisect import bisect_right
from collections.abc import Mapping
from typing import Final

from games.money import Currency
from games.round import PlayerId
from protocol import events as e
from protocol.fact import Fact
from protocol.ledger import CASH, HELD, HOUSE, TICKETS, Ledger, due, owed
from protocol.liveness import HOUR_MS
from simulation.world import Violation

Claim = tuple[PlayerId, int]  # of a sitting at a terminal
_NO_HISTORY: Final[tuple[list[int], list[tuple[int, int]]]] = ([], [])


class MoneyCount:
    def __init__(self) -> None:
        self.credit: dict[str, int] = {}
        self.stake: dict[str, int] = {}
        self.sittings: dict[str, int] = {}
        self.history: dict[str, tuple[list[int], list[tuple[int, int]]]] = {}  # by terminal: seq, (credit, stake)
        self.cash_in = self.cash_out = 0
        self.house = self.tickets = 0
        self.currency = Currency()
        self.shut: dict[Currency, tuple[int, int, int]] = {}  # cash in, cash out and the House's, of other currencies
        self.held: dict[int, tuple[str, int]] = {}  # notes that nobody has released yet
        self.due: dict[Claim, int] = {}
        self.owed: dict[Claim, int] = {}
        self.notes: tuple[int, ...] = ()  # that this table takes
        self.notes_per_hour = 0
        self.hour: dict[str, list[tuple[int, int]]] = {}  # those that count towards the cap, by terminal
        self.good_tickets: dict[str, int] = {}
        self.ids: set[bytes] = set()
        self.stacked: Mapping[bytes, tuple[PlayerId, int]] = {}  # notes in the boxes

    def apply(self, seq: int, event: Fact) -> None:
        match event:
            case e.CreditBought(id=key, terminal=terminal, amount=amount, sitting=sitting):
                self._once(seq, key)
                self._sits(seq, terminal, sitting)
                self.cash_in += amount
                self.move(seq, terminal, amount, 0)
                self._may_be_credit(seq, terminal, key, amount, event.taken_ms)
            case e.NoteHeld(id=key, terminal=terminal, note=note, amount=amount, why=why):
                self._once(seq, key)
                self.cash_in += amount
                self.held[note] = (terminal, amount)
                known = why in ("denomination", "cap", "credit", "process")
                if not known or (why == "denomination" and amount in self.notes):
                    raise Violation("M5", f"entry {seq}: a note of {amount} is held, and such notes are taken here")
            case e.NoteCredited(terminal=terminal, note=note, amount=amount, sitting=sitting):
                self._sits(seq, terminal, sitting)
                self._released(seq, note, terminal, amount)
                self.move(seq, terminal, amount, 0)
            case e.NoteCleared(terminal=terminal, note=note, amount=amount):
                self._released(seq, note, terminal, amount)
                self.cash_out += amount
            case e.TicketIssued(id=key, terminal=terminal, amount=amount, ticket=ticket):
                self._once(seq, key)
                if self.stake.get(terminal):
                    raise Violation("M3", f"entry {seq}: {terminal} cashes out with a stake in play")
                self.good_tickets[ticket] = amount
                self.tickets += amount
                self.move(seq, terminal, -amount, 0)
            case e.TicketAccepted(id=key, terminal=terminal, amount=amount, ticket=ticket, sitting=sitting):
                self._once(seq, key)
                self._sits(seq, terminal, sitting)
                self._redeem(seq, ticket, amount)
                self.move(seq, terminal, amount, 0)
            case e.TicketPaid(amount=amount, ticket=ticket):
                self._redeem(seq, ticket, amount)
                self.cash_out += amount
            case e.CurrencyBound(currency=currency):
                self._bound(seq, currency)
            case e.MoneyRefused(id=key, terminal=terminal):
                self._not_stacked(seq, key, terminal)
            case e.HandPaid(terminal=terminal, amount=amount):
                self.cash_out += amount
                self.move(seq, terminal, -amount, 0)
            case e.HousePaid(amount=amount):  # 001 §5.12
                self.house -= amount
                self.cash_out += amount
            case e.DuePaid(terminal=terminal, sitting=sitting, amount=amount):
                self._by_hand(seq, self.due, (terminal, sitting), -amount)
                self.cash_out += amount
            case e.OwedCollected(terminal=terminal, sitting=sitting, amount=amount):
                self._by_hand(seq, self.owed, (terminal, sitting), -amount)
                self.cash_in += amount
            case _:
                pass

    def settled(self, seq: int, event: e.Settled) -> None:
        if event.sitting != self.sittings.get(event.terminal):
            raise Violation("M5", f"entry {seq}: {event.terminal} is settled for sitting {event.sitting}")
        staked = sum(line.staked for line in event.lines)
        returned = sum(line.returned for line in event.lines)
        self.house += staked - returned
        self.move(seq, event.terminal, returned, -staked)

    def corrected(self, seq: int, event: e.LinesCorrected) -> None:
        change = sum(line.returned for line in event.after) - sum(line.returned for line in event.before)
        posted = (event.credited, event.due, event.owed)
        if posted != self._posted(event.terminal, event.sitting, change):
            raise Violation("M5", f"entry {seq}: a change of {change} is posted as {posted} to sitting {event.sitting}")
        self.house -= change
        self._by_hand(seq, self.due, (event.terminal, event.sitting), event.due)
        self._by_hand(seq, self.owed, (event.terminal, event.sitting), event.owed)
        self.move(seq, event.terminal, event.credited, 0)

    def _posted(self, terminal: PlayerId, sitting: int, change: int) -> tuple[int, int, int]:
        """DESIGN 4.4: to the credit of that sitting, due to it and owed by it. One claim is never beside another."""
        claim = (terminal, sitting)
        sits = self.sittings.get(terminal) == sitting and self.credit[terminal] + self.stake[terminal] > 0
        if change > 0:
            less_owed = min(change, self.owed.get(claim, 0))
            more = change - less_owed
            return (more, 0, -less_owed) if sits else (0, more, -less_owed)
        less_due = min(-change, self.due.get(claim, 0))
        taken = min(-change - less_due, self.credit[terminal]) if sits else 0
        return -taken, -less_due, -change - less_due - taken

    def _by_hand(self, seq: int, of: dict[Claim, int], claim: Claim, change: int) -> None:
        of[claim] = of.get(claim, 0) + change
        if of[claim] < 0:
            raise Violation("M3", f"entry {seq}: {claim} has {of[claim]} to be settled by hand")

    def _bound(self, seq: int, currency: Currency) -> None:
        """M1: each currency has its own count, and nobody has anything in one that is not played for."""
        stands = [*self.credit.values(), *self.stake.values(), self.tickets, *self.due.values(), *self.owed.values()]
        if any(stands):
            raise Violation("M1", f"entry {seq}: {currency} begins, and {stands} stands in {self.currency}")
        self.shut[self.currency] = (self.cash_in, self.cash_out, self.house)
        self.cash_in, self.cash_out, self.house = self.shut.pop(currency, (0, 0, 0))
        self.currency = currency

    def _sits(self, seq: int, terminal: str, sitting: int) -> None:
        """A sitting begins with the first credit, and ends when credit and stake are both 0."""
        runs = bool(self.credit.get(terminal) or self.stake.get(terminal))
        expected = self.sittings.get(terminal, 0) + (0 if runs else 1)
        if sitting != expected:
            raise Violation("M5", f"entry {seq}: {terminal} is in sitting {expected}, and {sitting} is credited")
        self.sittings[terminal] = sitting

    def _once(self, seq: int, key: bytes) -> None:
        if key in self.ids:
            raise Violation("M5", f"entry {seq}: {key.hex()} is answered with money twice")
        self.ids.add(key)

    def _may_be_credit(self, seq: int, terminal: str, key: bytes, amount: int, taken_ms: int | None) -> None:
        """Notes that this table takes, and of one terminal no more than the cap in what the console calls an hour."""
        if taken_ms is None:
            return
        if self.notes and amount not in self.notes:
            raise Violation("M5", f"entry {seq}: {terminal} is credited a note of {amount}: there are none such")
        hour = [it for it in self.hour.get(terminal, []) if taken_ms - it[0] < HOUR_MS - 300_000]
        self.hour[terminal] = [*hour, (taken_ms, amount)]
        if sum(it[1] for it in self.hour[terminal]) > self.notes_per_hour:
            raise Violation("M5", f"entry {seq}: {terminal} has taken more than {self.notes_per_hour} in an hour")

    def _released(self, seq: int, note: int, terminal: str, amount: int) -> None:
        if self.held.pop(note, None) != (terminal, amount):
            raise Violation("M5", f"entry {seq}: no note {note} of {amount} is held for {terminal}")

    def _not_stacked(self, seq: int, key: bytes, terminal: str) -> None:
        """A note in the box is credit, or held."""
        owner, amount = self.stacked.get(key, ("", 0))
        if owner == terminal:
            raise Violation("M5", f"entry {seq}: {terminal} has stacked {amount}, and is refused")

    def _redeem(self, seq: int, ticket: str, amount: int) -> None:
        if self.good_tickets.pop(ticket, None) != amount:
            raise Violation("M5", f"entry {seq}: ticket {ticket} is not good for {amount}")
        self.tickets -= amount

    def move(self, seq: int, terminal: str, credit: int, stake: int) -> None:
        now = (self.credit.get(terminal, 0) + credit, self.stake.get(terminal, 0) + stake)
        if min(now) < 0:
            raise Violation("M3", f"entry {seq}: {terminal} has {now}")
        self.credit[terminal], self.stake[terminal] = now
        seqs, balances = self.history.setdefault(terminal, ([], []))
        seqs.append(seq)
        balances.append(now)

    def at(self, terminal: str, seq: int) -> tuple[int, int]:
        """Its credit and stake after this entry of the log."""
        seqs, balances = self.history.get(terminal, _NO_HISTORY)
        place = bisect_right(seqs, seq)
        return balances[place - 1] if place else (0, 0)

    def compare(self, ledger: Ledger) -> None:
        """The console's own books."""
        for terminal, credit in self.credit.items():
            mine = (ledger.credit(PlayerId(terminal)), ledger.stake(PlayerId(terminal)))
            if mine != (credit, self.stake[terminal]):
                raise Violation("M2", f"{terminal} has {mine}, the log gives {(credit, self.stake[terminal])}")
        inside = sum(self.credit.values()) + sum(self.stake.values()) + self.house + self.tickets
        inside += sum(self.due.values()) - sum(self.owed.values()) + sum(amount for _, amount in self.held.values())
        if self.cash_in - self.cash_out != inside:
            raise Violation("M5", f"{self.cash_in} in, {self.cash_out} out, {inside} inside")
        held = sum(amount for _, amount in self.held.values())
        theirs = (
            ledger.currency,
            ledger.balance(CASH),
            ledger.balance(HOUSE),
            ledger.balance(TICKETS),
            ledger.balance(HELD),
        )
        if theirs != (self.currency, self.cash_out - self.cash_in, self.house, self.tickets, held):
            raise Violation("M5", f"cash, house, tickets and held are {theirs}: {self.cash_in} in, {self.cash_out} out")
        for currency, (cash_in, cash_out, house) in self.shut.items():
            shut = ledger.shut.get(currency, {})
            if (shut.get(CASH, 0), shut.get(HOUSE, 0)) != (cash_out - cash_in, house):
                raise Violation("M5", f"{currency} is {shut}: {cash_in} in, {cash_out} out, {house} won")
        for claim, amount in self.due.items():
            if ledger.balance(due(*claim)) != amount:
                raise Violation("M5", f"{amount} is due to {claim}, the ledger has {ledger.balance(due(*claim))}")
        for claim, amount in self.owed.items():
            if ledger.balance(owed(*claim)) != -amount:
                raise Violation("M5", f"{amount} is owed by {claim}, the ledger has {ledger.balance(owed(*claim))}")
