"""What is known of a Player Terminal, and what the log's entries about money and people make of it.

First part of the second opinion of `second_terminal.py`. Imports nothing that decides in `terminal/`.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from games.catalog import UnknownGame, find_game
from games.money import InvariantBroken
from games.round import Answer, PlayerId, Spot
from games.settlement import Line, final_lines, settle, try_fold
from protocol import events as e
from protocol import messages as m
from protocol.day import last_day
from protocol.view import TableView

HOUR_MS: Final = 3_600_000
DARK_MS: Final = 1_500  # rule 9: three pulses missed
ROUNDS_KEPT, HISTORY_KEPT, TICKETS_KEPT, NOES_KEPT = 100, 10, 100, 10
CREDITS: Final = (e.CreditBought, e.NoteCredited, e.TicketAccepted, e.ForeignTicketAccepted, e.PurseDrawn)
PAYS_OUT: Final = (e.TicketIssued, e.HandPaid, e.PurseReturned)
Window = m.WindowId


@cache
def snake(name: str) -> str:
    """NoteIn: note_in"""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


class Again:
    """When something is said once more: at once, then after 250 ms, twice as long each time, 2 s at most."""

    def __init__(self, now_ms: int) -> None:
        self.at_ms, self._pause_ms = now_ms, 250

    def due(self, now_ms: int) -> bool:
        """The answer yes is said."""
        if now_ms < self.at_ms:
            return False
        self.at_ms, self._pause_ms = now_ms + self._pause_ms, min(2_000, 2 * self._pause_ms)
        return True


class Seen:
    """A Round in which this terminal was settled."""

    def __init__(self, view: TableView, number: int, *, whole: bool) -> None:
        self.number, self.whole = number, whole
        self.book = (view.game, view.rules, tuple(sorted(view.house.items())))
        self.felt = view.round_felt
        self.acts: list[Any] = []
        self.bets: dict[Spot, int] = {}
        self.paid: dict[Spot, Line] = {}
        self.sitting = 0
        self.unseen = False

    def lines(self, me: PlayerId) -> tuple[Line, ...] | None:
        """By the rule book; None: nobody can tell yet, or nobody here knows the rules."""
        name, rules, house = self.book
        try:
            game = find_game(name, rules, **dict(house))
        except UnknownGame:
            return None
        if None in self.acts:
            return None
        round = try_fold(game, self.felt, self.acts)
        if round is None:
            return ()
        try:
            return (final_lines if game.finished(round) else settle)(game, round, me, self.bets)
        except InvariantBroken:  # a Bet on a box that is none, by what the House has said
            return ()


class Looked(NamedTuple):
    """A Round that the Player may look up."""

    number: int
    void: str
    sitting: int
    money: tuple[tuple[str, int, int], ...]
    corrected: bool
    changed: tuple[tuple[str, int, str, str], ...]


def money_of(lines: Iterable[Line]) -> tuple[tuple[str, int, int], ...]:
    return tuple((line.spot, line.staked, line.returned) for line in lines)


class Known:
    def __init__(self, me: str, table: str) -> None:
        self.me, self.table = PlayerId(me), table
        self.boot, self.run = 0, b""
        self._blank()
        self.forgets()

    def _blank(self) -> None:
        """A machine that nobody has told anything."""
        self.seq, self.chain = 0, b""
        self.view = TableView()
        self.books: dict[str, list[int]] = {}  # credit and stake, by coin; "": of the table
        self.coin = ""
        self.last_sitting = 0
        self.own_cards: dict[int, Any] = {}
        self.registered: dict[Window, Answer] = {}
        self.names: dict[Window, str] = {}
        self.receipts: dict[Window, int] = {}
        self.last_bets: Mapping[Spot, int] = {}
        self.sent: dict[Window, tuple[int, Answer]] = {}
        self.revisions: dict[Window, int] = {}
        self.asked: dict[bytes, Any] = {}
        self.notes: dict[bytes, int] = {}
        self.unpaid: dict[bytes, int] = {}
        self.disputed = self.sits_for = self.told = self.half_known = 0
        self.rounds: dict[int, Seen] = {}
        self.history: list[Looked] = []
        self.correction: tuple[Any, ...] | None = None
        self.given_back: tuple[int, tuple[tuple[str, int, int], ...]] = (0, ())
        self.sum_of = (0, 0, 0)  # sitting, result, Rounds
        self.is_unfair = False
        self.foreign_nonce = 0  # the Round: whoever does not play by it may have the switch of the power
        self.latched = self.stopped = ""
        self.calls = self.locked = False
        self.tickets: dict[str, int] = {}
        self.numbers: dict[str, str] = {}
        self.prints: dict[str, str] = {}
        self.until: dict[str, str] = {}
        self.hands_then: dict[int, Mapping[Any, Any]] = {}  # of Rounds that are over
        self.here: e.ParticipantHere | None = None
        self.away: dict[bytes, str] = {}
        # What its journal alone tells, each with its entry: so much of what ends with the process is known again.
        self.noes_told: list[int] = []
        self.refused_told: list[tuple[int, bytes]] = []
        self.back_told: tuple[int, dict[Spot, int]] = (0, {})

    def forgets(self) -> None:
        """The process ends."""
        self.wanted: dict[Window, Answer] = {}
        self.undo: list[tuple[Window, Answer]] = []
        self.back: dict[Spot, int] = {}
        self.timers: dict[Any, Again] = {}
        self.boxes: dict[int, Any] = {}
        self.passed: dict[Window, set[Spot]] = {}
        self.squeeze_of = 0
        self.turns: tuple[tuple[int, ...], Again] | None = None
        self.seat: tuple[int, Again] | None = None
        self.call: tuple[bool, m.CallReason, Again] | None = None
        self.secret = b""
        self.mixing: tuple[type, Again] | None = None
        self.found_foreign = 0
        self.said_nonces: dict[int, bytes] = {}  # digests, by Round
        self.unlocked, self.unlocked_by = False, ""
        self.trying: tuple[bytes, str, str, Again] | None = None
        self.tried: m.SignOnAnswer | None = None
        self.coin_wish = ""
        self.exclusion: tuple[str, int] | None = None
        self.saying: tuple[Any, Again] | None = None
        self.saved: tuple[int, dict[int, dict[Spot, int]]] = (0, {})
        self.hour: dict[bytes, tuple[int, int]] = {}
        self.notice: frozenset[str] | None = None  # any of these reasons is a true one; None: nothing is in the way
        self.noes = 0
        self.refused: list[bytes] = []
        self.put_away = ""
        self.heard_ms: int | None = None
        self.welcomed: int | None = None
        self.console_from = 0
        self.shut_out = ""

    def reads_again(self, since: int) -> None:
        """Another process has read its journal, from the state after entry `since` on."""
        self.noes = sum(seq > since for seq in self.noes_told)
        self.refused = [key for seq, key in self.refused_told if seq > since][-NOES_KEPT:]
        self.back = dict(self.back_told[1]) if self.back_told[0] > since else {}

    # --- questions ----------------------------------------------------------------------------------------------------

    @property
    def credit(self) -> int:
        return self.books.get(self.coin, [0, 0])[0]

    @property
    def stake(self) -> int:
        return self.books.get(self.coin, [0, 0])[1]

    @property
    def sits(self) -> bool:
        return bool(self.credit or self.stake)

    @property
    def joined(self) -> bool:
        return self.welcomed is not None and self.seq >= self.welcomed

    @property
    def is_open(self) -> bool:
        if not self.view.placard.coins:
            return True
        return self.here is not None and self.unlocked and self.unlocked_by == self.here.number

    def hears_nothing(self, now_ms: int) -> bool:
        return self.heard_ms is None or now_ms - self.heard_ms >= DARK_MS

    def in_the_way(self, now_ms: int, *, signing_on: bool = False) -> frozenset[str]:
        """Why nothing may be asked now: each of these is true."""
        why = {
            "stopped": bool(self.stopped),
            "denied": bool(self.shut_out),
            "reconnecting": not self.joined or self.hears_nothing(now_ms),
            "latched": bool(self.latched),
            "disputed": bool(self.disputed),
            "signed_off": not signing_on and not self.is_open,
        }
        return frozenset(name for name, holds in why.items() if holds)

    def says(self, *reasons: str) -> None:
        """A no, for one of these reasons; with none, what was wanted can be had."""
        self.notice = frozenset(reasons) or None
        self.noes += bool(reasons)

    def bets(self) -> dict[Spot, int]:
        """All that is registered in the Round."""
        return {spot: amount for answer in self.registered.values() for spot, amount in answer.bets.items()}

    # --- money --------------------------------------------------------------------------------------------------------

    def _book(self) -> list[int]:
        return self.books.setdefault(self.coin, [0, 0])

    def _moves(self, event: Any) -> None:
        """DESIGN 4.4, of one terminal alone."""
        if isinstance(event, e.PurseDrawn):
            self.coin = "" if event.coin == self.view.placard.currency else event.coin
        book = self._book()
        match event:
            case e.LayoutRegistered(change=change):
                book[0], book[1] = book[0] - change, book[1] + change
            case e.LayoutReturned(amount=amount) | e.BetRejected(amount=amount):
                book[0], book[1] = book[0] + amount, book[1] - amount
            case e.Settled(lines=lines):
                book[0] += sum(line.returned for line in lines)
                book[1] -= sum(line.staked for line in lines)
            case e.LinesCorrected(credited=credited):
                book[0] += credited
            case _ if isinstance(event, CREDITS):
                book[0] += event.amount
                self.last_sitting = event.sitting
            case _ if isinstance(event, PAYS_OUT):
                book[0] -= event.amount
            case _:
                pass
        if isinstance(event, e.PurseReturned) and not any(book):
            self.coin = ""

    def _sits_down(self, sitting: int) -> None:
        self.sits_for = self.told = sitting

    def _answered(self, key: bytes, *, no: bool = False) -> None:
        held, request = self.notes.pop(key, None), self.asked.pop(key, None)
        amount = request.amount if isinstance(request, m.BuyCredit) else held
        if no and amount is not None:
            self.unpaid[key] = amount

    def remembers_no(self, key: bytes) -> None:
        if key:
            self.refused = [*self.refused, key][-NOES_KEPT:]

    def _see_currency_bound(self, _seq: int, _event: Any, _audience: str) -> None:
        self.tickets, self.numbers, self.prints, self.until = {}, {}, {}, {}
        self.hour, self.books, self.coin = {}, {}, ""

    def _see_credit_bought(self, _seq: int, event: e.CreditBought, _audience: str) -> None:
        self._answered(event.id)
        self._sits_down(event.sitting)

    def _see_note_held(self, _seq: int, event: e.NoteHeld, _audience: str) -> None:
        self._answered(event.id, no=True)

    def _see_note_credited(self, _seq: int, event: e.NoteCredited, _audience: str) -> None:
        self.unpaid.pop(event.id, None)
        self._sits_down(event.sitting)

    def _see_note_cleared(self, _seq: int, event: e.NoteCleared, _audience: str) -> None:
        self.unpaid.pop(event.id, None)

    def _see_hand_paid(self, _seq: int, _event: Any, _audience: str) -> None:
        if not self.sits:
            self.sits_for = self.told = 0

    def _see_ticket_issued(self, seq: int, event: e.TicketIssued, audience: str) -> None:
        self._answered(event.id)
        self._see_hand_paid(seq, event, audience)
        self.tickets[event.ticket], self.prints[event.ticket] = event.amount, ""
        if event.days and self.view.day:
            self.until[event.ticket] = last_day(self.view.day, event.days)
        if len(self.tickets) > TICKETS_KEPT:
            self._ticket_goes(next(iter(self.tickets)))

    def _ticket_goes(self, ticket: str) -> None:
        for kept in (self.tickets, self.numbers, self.prints, self.until):
            kept.pop(ticket, None)

    def _see_ticket_numbered(self, _seq: int, event: e.TicketNumbered, _audience: str) -> None:
        if event.ticket in self.tickets:
            self.numbers[event.ticket] = event.number

    def _see_ticket_print(self, _seq: int, event: e.TicketPrint, _audience: str) -> None:
        self._answered(event.id)
        if event.ticket in self.tickets:
            self.prints[event.ticket] = event.state

    def _see_ticket_accepted(self, _seq: int, event: e.TicketAccepted, _audience: str) -> None:
        self._answered(event.id)
        self._sits_down(event.sitting)
        self._ticket_goes(event.ticket)

    def _see_foreign_ticket_asked(self, _seq: int, event: e.ForeignTicketAsked, _audience: str) -> None:
        self._answered(event.id)
        self.away[event.id] = event.ending

    def _see_foreign_ticket_accepted(self, _seq: int, event: e.ForeignTicketAccepted, _audience: str) -> None:
        self._answered(event.id)
        self.away.pop(event.id, None)
        self._sits_down(event.sitting)

    def _see_foreign_ticket_declined(self, _seq: int, event: e.ForeignTicketDeclined, _audience: str) -> None:
        self._answered(event.id)
        self.away.pop(event.id, None)
        self.says(event.refusal.reason)
        self.remembers_no(event.id)

    def _see_tickets_locked(self, _seq: int, _event: Any, _audience: str) -> None:
        self.locked = True

    def _see_tickets_unlocked(self, _seq: int, _event: Any, _audience: str) -> None:
        self.locked = False

    def _see_money_refused(self, _seq: int, event: e.MoneyRefused, _audience: str) -> None:
        self._answered(event.id, no=True)
        self.says(event.refusal.reason)
        self.remembers_no(event.id)

    # --- people -------------------------------------------------------------------------------------------------------

    def _see_console_started(self, seq: int, _event: Any, _audience: str) -> None:
        self.console_from = seq
        if self.welcomed is not None and seq > self.welcomed:
            self.welcomed = None

    def _see_attendant_called(self, _seq: int, event: e.AttendantCalled, _audience: str) -> None:
        self.calls, self.call = event.wanted, None
        if not event.wanted:
            self.unpaid = {}

    def _see_terminal_latched(self, _seq: int, event: e.TerminalLatched, _audience: str) -> None:
        self.latched = event.why or "latched"

    def _see_terminal_unlatched(self, _seq: int, _event: Any, _audience: str) -> None:
        self.latched = ""

    def _see_participant_here(self, _seq: int, event: e.ParticipantHere, _audience: str) -> None:
        before, self.here = self.here, event if event.number else None
        if event.number:
            return
        if before is None or before.number == self.unlocked_by:
            self.locks()
        self.exclusion = self.saying = None

    def locks(self) -> None:
        """Nothing of his is shown from now on, and no wish of his goes on."""
        self.unlocked, self.coin_wish = False, ""
        self.wanted, self.undo, self.seat = {}, [], None

    def _see_purse_drawn(self, _seq: int, event: e.PurseDrawn, _audience: str) -> None:
        self._sits_down(event.sitting)

    def _see_purse_returned(self, _seq: int, _event: Any, _audience: str) -> None:
        self.sits_for = self.told = 0
        self.last_bets = {}
        self.sent, self.wanted, self.undo = {}, {}, []
