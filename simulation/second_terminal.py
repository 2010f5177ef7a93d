"""A second opinion of a Player Terminal: all that it must know, from what it was told and what was wanted of it.

Written from DESIGN 4.2 and the readings; imports nothing of `terminal/` but its words (intents, records, `Notice`).
It is given each input and each entry of the log that the terminal has copied, and says what must stand afterwards:
what was registered and what is on its way, whose money is there, what is in dispute and why, what is told to whom.
The picture of the table and the rule books are those of everybody: other checks hold them.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from games.catalog import UnknownGame, find_game
from games.round import Answer, CardDrawn, PlayerId, Spot, Voided
from games.settlement import Line, corrected_acts, final_lines, settle, try_fold, unvoided_acts
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event
from protocol.day import last_day
from protocol.picture import Picture
from protocol.view import TableView
from simulation.oracle_shuffle import nonce_digest, order_of, seed_digest

HOUR_MS: Final = 3_600_000
DARK_MS: Final = 1_500  # rule 9: three pulses missed
ROUNDS_KEPT, HISTORY_KEPT, TICKETS_KEPT, NOES_KEPT = 100, 10, 100, 10
CREDITS: Final = (e.CreditBought, e.NoteCredited, e.TicketAccepted, e.ForeignTicketAccepted, e.PurseDrawn)
PAYS_OUT: Final = (e.TicketIssued, e.HandPaid, e.PurseReturned)
Window = m.WindowId


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
        return (final_lines if game.finished(round) else settle)(game, round, me, self.bets)


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


class SecondTerminal:
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
        self.latched = self.stopped = ""
        self.calls = self.locked = False
        self.tickets: dict[str, int] = {}
        self.numbers: dict[str, str] = {}
        self.prints: dict[str, str] = {}
        self.until: dict[str, str] = {}
        self.hands_then: dict[int, Mapping[Any, Any]] = {}  # of Rounds that are over
        self.here: e.ParticipantHere | None = None
        self.away: dict[bytes, str] = {}

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
        self.foreign_nonce = 0
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

    # --- its own journal ----------------------------------------------------------------------------------------------

    def starts(self, run: bytes, secret: bytes) -> None:
        self.boot, self.run, self.secret = self.boot + 1, run, secret
        self.says()

    def hears(self, now_ms: int, news: m.News) -> None:
        """What is no entry of the log."""
        self.heard_ms = now_ms
        ours = isinstance(news, m.Welcome | m.Denied) and (news.boot, news.run) == (self.boot, self.run)
        match news:
            case m.Welcome() if ours and not self.stopped and news.head_seq >= self.console_from:
                self.welcomed = max(news.head_seq, self.welcomed or 0)
            case m.Denied(why=why) if ours and why == m.Denial.SAY_HELLO:
                self.welcomed = None
            case m.Denied(why=why) if ours and why not in (m.Denial.WAIT, m.Denial.VERSION):
                self.shut_out, self.welcomed = why, None
            case m.Boxes() if not self.stopped and news.round_no == self.view.round_no:
                self.boxes = {it.box: it for it in news.boxes}
            case m.SignOnAnswer() if not self.stopped and self.trying is not None and self.trying[0] == news.id:
                self.unlocked = news.standing == m.Standing.RIGHT
                if self.unlocked:
                    self.unlocked_by = self.trying[1]
                self.trying, self.tried = None, news
            case _:
                pass

    def copies(self, seq: int, entry: m.SentEntry, chain: bytes) -> None:
        """Rule 8: this entry is the next of its copy."""
        self.seq, self.chain = seq, chain
        if entry.body is None:
            return
        event = decode_event(entry.body)
        self.view.apply(event)
        if entry.audience == self.me:
            self._moves(event)
        getattr(self, f"_see_{type(event).__name__}", self._sees_nothing)(seq, event, entry.audience)

    def _sees_nothing(self, _seq: int, _event: Any, _audience: str) -> None:
        """Only the picture knows of it."""

    def stops(self) -> None:
        self.stopped, self.welcomed = "for good", None

    # --- money --------------------------------------------------------------------------------------------------------

    def _book(self) -> list[int]:
        return self.books.setdefault(self.coin, [0, 0])

    def _moves(self, event: Any) -> None:
        """DESIGN 4.4, of one terminal alone."""
        if isinstance(event, e.PurseDrawn):
            self.coin = event.coin
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

    def _see_CurrencyBound(self, _seq: int, _event: Any, _audience: str) -> None:
        self.tickets, self.numbers, self.prints, self.until = {}, {}, {}, {}
        self.hour, self.books, self.coin = {}, {}, ""

    def _see_CreditBought(self, _seq: int, event: e.CreditBought, _audience: str) -> None:
        self._answered(event.id)
        self._sits_down(event.sitting)

    def _see_NoteHeld(self, _seq: int, event: e.NoteHeld, _audience: str) -> None:
        self._answered(event.id, no=True)

    def _see_NoteCredited(self, _seq: int, event: e.NoteCredited, _audience: str) -> None:
        self.unpaid.pop(event.id, None)
        self._sits_down(event.sitting)

    def _see_NoteCleared(self, _seq: int, event: e.NoteCleared, _audience: str) -> None:
        self.unpaid.pop(event.id, None)

    def _see_HandPaid(self, _seq: int, _event: Any, _audience: str) -> None:
        if not self.sits:
            self.sits_for = self.told = 0

    def _see_TicketIssued(self, seq: int, event: e.TicketIssued, audience: str) -> None:
        self._answered(event.id)
        self._see_HandPaid(seq, event, audience)
        self.tickets[event.ticket], self.prints[event.ticket] = event.amount, ""
        if event.days and self.view.day:
            self.until[event.ticket] = last_day(self.view.day, event.days)
        if len(self.tickets) > TICKETS_KEPT:
            self._ticket_goes(next(iter(self.tickets)))

    def _ticket_goes(self, ticket: str) -> None:
        for kept in (self.tickets, self.numbers, self.prints, self.until):
            kept.pop(ticket, None)  # type: ignore[attr-defined]

    def _see_TicketNumbered(self, _seq: int, event: e.TicketNumbered, _audience: str) -> None:
        if event.ticket in self.tickets:
            self.numbers[event.ticket] = event.number

    def _see_TicketPrint(self, _seq: int, event: e.TicketPrint, _audience: str) -> None:
        self._answered(event.id)
        if event.ticket in self.tickets:
            self.prints[event.ticket] = event.state

    def _see_TicketAccepted(self, _seq: int, event: e.TicketAccepted, _audience: str) -> None:
        self._answered(event.id)
        self._sits_down(event.sitting)
        self._ticket_goes(event.ticket)

    def _see_ForeignTicketAsked(self, _seq: int, event: e.ForeignTicketAsked, _audience: str) -> None:
        self._answered(event.id)
        self.away[event.id] = event.ending

    def _see_ForeignTicketAccepted(self, _seq: int, event: e.ForeignTicketAccepted, _audience: str) -> None:
        self._answered(event.id)
        self.away.pop(event.id, None)
        self._sits_down(event.sitting)

    def _see_ForeignTicketDeclined(self, _seq: int, event: e.ForeignTicketDeclined, _audience: str) -> None:
        self._answered(event.id)
        self.away.pop(event.id, None)
        self.says(event.refusal.reason)
        self.remembers_no(event.id)

    def _see_TicketsLocked(self, _seq: int, _event: Any, _audience: str) -> None:
        self.locked = True

    def _see_TicketsUnlocked(self, _seq: int, _event: Any, _audience: str) -> None:
        self.locked = False

    def _see_MoneyRefused(self, _seq: int, event: e.MoneyRefused, _audience: str) -> None:
        self._answered(event.id, no=True)
        self.says(event.refusal.reason)
        self.remembers_no(event.id)

    # --- people -------------------------------------------------------------------------------------------------------

    def _see_ConsoleStarted(self, seq: int, _event: Any, _audience: str) -> None:
        self.console_from = seq
        if self.welcomed is not None and seq > self.welcomed:
            self.welcomed = None

    def _see_AttendantCalled(self, _seq: int, event: e.AttendantCalled, _audience: str) -> None:
        self.calls, self.call = event.wanted, None
        if not event.wanted:
            self.unpaid = {}

    def _see_TerminalLatched(self, _seq: int, event: e.TerminalLatched, _audience: str) -> None:
        self.latched = event.why or "latched"

    def _see_TerminalUnlatched(self, _seq: int, _event: Any, _audience: str) -> None:
        self.latched = ""

    def _see_ParticipantHere(self, _seq: int, event: e.ParticipantHere, _audience: str) -> None:
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

    def _see_PurseDrawn(self, _seq: int, event: e.PurseDrawn, _audience: str) -> None:
        self._sits_down(event.sitting)

    def _see_PurseReturned(self, _seq: int, _event: Any, _audience: str) -> None:
        self.sits_for = self.told = 0
        self.last_bets = {}
        self.sent, self.wanted, self.undo = {}, {}, []

    # --- windows ------------------------------------------------------------------------------------------------------

    def _see_WindowOpened(self, _seq: int, event: e.WindowOpened, _audience: str) -> None:
        if event.id.n == 1:
            self.own_cards, self.back, self.boxes, self.passed, self.turns = {}, {}, {}, {}, None
            self.says()
            if not self.sits:
                self.sits_for = 0

    def _up_to(self, window: Window, revision: int) -> None:
        self.revisions[window] = max(revision, self.revisions.get(window, 0))
        if window in self.sent and self.sent[window][0] <= revision:
            del self.sent[window]

    def _see_LayoutRegistered(self, seq: int, event: e.LayoutRegistered, _audience: str) -> None:
        window = event.id
        self.registered[window], self.receipts[window] = event.answer, seq
        for name, opened in self.view.windows.items():
            if opened.id == window:
                self.names[window] = name
        self._up_to(window, event.revision)
        if event.answer.entered_by:
            self.wanted.pop(window, None)
            self.undo = [it for it in self.undo if it[0] != window]
            self.says("entered")

    def _see_LayoutRefused(self, _seq: int, event: e.LayoutRefused, _audience: str) -> None:
        window = event.id
        self._up_to(window, event.revision)
        wanted = self.wanted.get(window)
        if wanted is not None:
            part = self.part_that_goes(window)
            if (part.bets, part.choice) == (event.answer.bets, event.answer.choice):
                stands = self.stands(window)
                built = self.being_built(window, wanted.bets)
                spots = {*wanted.bets, *stands.bets}
                bets = {it: (wanted if it in built else stands).bets.get(it, 0) for it in spots}
                self.wanted[window] = Answer({it: bet for it, bet in bets.items() if bet}, stands.choice)
        self.says(event.refusal.reason)

    def _see_LayoutReturned(self, _seq: int, event: e.LayoutReturned, _audience: str) -> None:
        gone = [window for window, name in self.names.items() if name == event.window]
        for window in gone:
            if event.paragraph:
                lines = tuple((spot, bet, bet) for spot, bet in self.registered[window].bets.items())
                number, before = self.given_back
                self.given_back = (event.round_no, (*(before if number == event.round_no else ()), *lines))
            del self.registered[window], self.names[window]
            self.receipts.pop(window, None)
        if not gone:
            self.half_known = event.round_no
        if event.paragraph and event.amount:
            self.says("given_back")

    def _see_WindowClosed(self, _seq: int, event: e.WindowClosed, _audience: str) -> None:
        window = event.id
        self.revisions.pop(window, None)
        sent, wanted = self.sent.pop(window, None), self.wanted.pop(window, None)
        self.undo = [it for it in self.undo if it[0] != window]
        hoped = wanted or (None if sent is None else sent[1])
        stands = self.stands(window).bets
        over = {} if hoped is None else {spot: bet - stands.get(spot, 0) for spot, bet in hoped.bets.items()}
        self.back = {spot: bet for spot, bet in over.items() if bet > 0}
        if self.back:
            self.says("returned")
        elif hoped is not None:
            self.says("closed")

    def _see_BetRejected(self, _seq: int, event: e.BetRejected, _audience: str) -> None:
        window = event.id
        if window not in self.registered:
            return
        answer = self.registered[window]
        bets = {spot: bet for spot, bet in answer.bets.items() if spot != event.spot}
        self.registered[window] = Answer(bets, answer.choice, answer.entered_by)
        wanted = self.wanted.get(window)
        if wanted is not None and wanted.bets.get(event.spot) == event.amount:
            bets = {spot: bet for spot, bet in wanted.bets.items() if spot != event.spot}
            self.wanted[window] = Answer(bets, wanted.choice, wanted.entered_by)
        self.undo = [it for it in self.undo if it[0] != window]
        self.says("rejected")

    def _see_Seated(self, _seq: int, event: e.Seated, _audience: str) -> None:
        if event.terminal == self.me:
            self.seat = None
        elif self.seat is not None and event.box and self.seat[0] == event.box:
            self.seat = None
            self.says("taken")

    # --- cards that lie face down for him -------------------------------------------------------------------------------

    def lies(self, draw: int) -> bool:
        return draw < len(self.view.draws) and self.view.acts[self.view.draws[draw]] is None

    def to_turn(self) -> tuple[int, ...]:
        begun = () if self.turns is None else self.turns[0]
        return tuple(sorted(draw for draw in self.own_cards if self.lies(draw) and draw not in begun))

    @property
    def handled(self) -> bool:
        return any(type(act).__name__ == "Handled" and act.player == self.me for act in self.view.acts)

    def _see_CardHidden(self, _seq: int, event: e.CardHidden, _audience: str) -> None:
        self.own_cards[event.draw] = event.card

    def _see_CardRevealed(self, _seq: int, _event: Any, _audience: str) -> None:
        if self.turns is None:
            return
        begun, again = self.turns
        free, left = self.to_turn(), tuple(draw for draw in begun if self.lies(draw))
        over = not left and (bool(begun) or self.handled or not free)
        self.turns = None if over else (left, again)

    _see_HandHandled = _see_CardRevealed

    def _see_CardsCorrected(self, _seq: int, _event: Any, _audience: str) -> None:
        self.own_cards = {}

    # --- what becomes of his Bets ---------------------------------------------------------------------------------------

    def _seen(self, number: int) -> Seen:
        view = self.view
        if number not in self.rounds:
            self.rounds[number] = Seen(view, number, whole=number == view.round_no != self.half_known)
            if len(self.rounds) > ROUNDS_KEPT:
                del self.rounds[next(iter(self.rounds))]
        seen = self.rounds[number]
        if number == view.round_no:
            seen.acts, seen.bets = view.acts, self.bets()
        return seen

    def _count(self, sitting: int, gain: int, rounds: int) -> None:
        of, result, played = self.sum_of
        if of != sitting:
            result = played = 0
        self.sum_of = (sitting, result + gain, played + rounds)

    def _disputes(self, seen: Seen, should: Iterable[Line]) -> None:
        if self.disputed != seen.number:
            self.disputed = seen.number
            self.opens_dispute(seen.number, money_of(should))

    def opens_dispute(self, number: int, lines: tuple[tuple[str, int, int], ...]) -> None:
        """What it says stands in the Dispute that it sends; its id is the terminal's to choose."""
        raise NotImplementedError

    def _see_Settled(self, _seq: int, event: e.Settled, _audience: str) -> None:
        seen = self._seen(event.round_no)
        first, twice = not seen.paid, any(line.spot in seen.paid for line in event.lines)
        seen.sitting = event.sitting
        self._count(event.sitting, sum(line.returned - line.staked for line in event.lines), int(first))
        seen.paid.update({line.spot: line for line in event.lines})
        if not seen.whole:
            return
        should = seen.lines(self.me)
        if should is None:
            seen.unseen = True
        elif twice or not set(money_of(event.lines)) <= set(money_of(should)):
            self._disputes(seen, should)

    def _see_RoundEnded(self, _seq: int, event: e.RoundEnded, _audience: str) -> None:
        number, view = event.round_no, self.view
        seen = self._seen(number) if number in self.rounds else None
        back = self.given_back[1] if self.given_back[0] == number else None
        whose = seen.sitting if seen else self.sits_for if back is not None else 0
        lines = money_of(seen.paid.values()) if seen else back or ()
        self.history = [*self.history, Looked(number, view.void, whose, lines, False, ())][-HISTORY_KEPT:]
        self.hands_then[number] = dict(view.hands)
        if self.stake:
            self._disputes(self._seen(number), self._seen(number).lines(self.me) or ())
        elif seen is not None and seen.unseen:
            should = seen.lines(self.me)
            if should is not None and not set(money_of(seen.paid.values())) <= set(money_of(should)):
                self._disputes(seen, should)
        if self.registered:
            self.last_bets = next(iter(self.registered.values())).bets or self.last_bets
        self.registered, self.names, self.receipts = {}, {}, {}

    def _see_RoundCorrected(self, _seq: int, event: e.RoundCorrected, _audience: str) -> None:
        for place, looked in enumerate(self.history):
            if looked.number == event.round_no:
                changed = _changes(self.hands_then[looked.number], event.hands)
                self.hands_then[looked.number] = dict(event.hands)
                self.history[place] = looked._replace(void=event.void, corrected=True, changed=changed)
        seen = self.rounds.get(event.round_no)
        if seen is None:
            return
        acts: Iterable[Any] = [act for act in seen.acts if act is not None]
        if any(isinstance(act, Voided) for act in acts):
            acts = unvoided_acts(acts, event.cards)
        if event.void:
            seen.acts = [*acts, Voided(event.void)]
        elif event.ruled:
            seen.acts = [*acts, *event.ruled]
        else:
            seen.acts = corrected_acts(list(acts), event.cards)

    def _see_LinesCorrected(self, seq: int, event: e.LinesCorrected, _audience: str) -> None:
        change = sum(line.returned for line in event.after) - sum(line.returned for line in event.before)
        gain = change - sum(line.staked for line in event.after) + sum(line.staked for line in event.before)
        if event.sitting == self.sum_of[0]:
            self._count(event.sitting, gain, 0)
        void = ""
        for place, looked in enumerate(self.history):
            if looked.number == event.round_no:
                self.history[place] = looked._replace(sitting=event.sitting, money=money_of(event.after))
                void = looked.void
        staked = sum(line.staked for line in event.after)
        due, owed = max(event.due, 0), max(event.owed, 0)
        self.correction = (
            *(seq, event.round_no, event.sitting, event.credited, due, owed, void, staked, self.credit),
        )
        seen = self.rounds.get(event.round_no)
        if seen is None:
            return
        was = {(line.spot, line.staked, line.returned) for line in event.before} <= set(money_of(seen.paid.values()))
        seen.paid = {spot: line for spot, line in seen.paid.items() if all(spot != it.spot for it in event.before)}
        seen.paid.update({line.spot: line for line in event.after})
        should = seen.lines(self.me) if seen.whole else None
        if should is None:
            return
        adds_up = event.credited + event.due == change + event.owed
        if not (was and adds_up and set(money_of(should)) <= set(money_of(seen.paid.values()))):
            self._disputes(seen, should)

    def _see_SettlementDisputed(self, _seq: int, event: e.SettlementDisputed, _audience: str) -> None:
        self._answered(event.id)
        self.disputed = event.round_no

    def _see_DisputeRuled(self, _seq: int, _event: Any, _audience: str) -> None:
        still = [request.round_no for request in self.asked.values() if isinstance(request, m.Dispute)]
        self.disputed = max(still, default=0)

    # --- the shuffle ----------------------------------------------------------------------------------------------------

    def _see_NonceCommitted(self, seq: int, event: e.NonceCommitted, _audience: str) -> None:
        """After it was welcomed nobody else speaks for it: what it has not said itself is the House's."""
        since = self.welcomed
        if event.terminal == self.me and self.secret and since is not None and seq > since:
            if event.digest != self.said_nonces.get(event.round_no):
                self.foreign_nonce = event.round_no

    def _see_ShuffleOpened(self, _seq: int, event: e.ShuffleOpened, _audience: str) -> None:
        view, last = self.view, self.view.shuffle.last
        if last is None or event.round_no != view.round_no or event.round_no == self.half_known:
            return
        self.is_unfair = not self._as_promised(last)
        if last.round_no in self.rounds:
            self.is_unfair |= self.foreign_nonce == last.round_no or self.me not in last.digests
            if self.is_unfair:
                seen = self.rounds[event.round_no]
                self._disputes(seen, seen.lines(self.me) or ())

    def _as_promised(self, last: Any) -> bool:
        """004 §2.1.b: the seed that was promised, each nonce as it was bound, the cards in the order of both."""
        number = last.round_no
        if seed_digest(self.table, number, last.seed, last.salt) != last.commitment:
            return False
        parts = {part.terminal: part for part in last.parts}
        if parts.keys() != last.digests.keys():
            return False
        for name, part in parts.items():
            bound = nonce_digest(self.table, number, name, part.value) if part.opened else part.value
            if bound != last.digests[name]:
                return False
        order = order_of(self.table, number, last.seed, {name: it.value for name, it in parts.items()}, last.decks)
        acts = [self.view.acts[at] for at in self.view.draws]
        return all(not isinstance(act, CardDrawn) or act.card.text == order[at] for at, act in enumerate(acts))

    # --- a picture ------------------------------------------------------------------------------------------------------

    def restores(self, seq: int, chain: bytes, picture: Picture) -> None:
        """4.2: what the console has of it, where it has nothing itself."""
        own = picture.own
        self.seq, self.chain, self.view = seq, chain, picture.view
        self.coin = self.view.felt.plays.get(self.me, "")
        if self.coin == self.view.placard.currency:
            self.coin = ""
        self.books = {self.coin: [own.credit, own.stake]}
        self.last_sitting = own.sitting
        self.here, self.away = own.here, dict(own.away)
        for layout in own.layouts:
            self._up_to(layout.id, layout.revision)
            self.registered[layout.id] = layout.registered
            self.receipts[layout.id], self.names[layout.id] = layout.seq, layout.name
        if own.credit or own.stake:
            self._sits_down(own.sitting)
        self.disputed, self.latched, self.calls = own.disputed, own.latched, own.calls
        if own.stake != sum(self.bets().values()):
            self.half_known = self.view.round_no

    # --- what its wishes say (`second_wishes.py`) -----------------------------------------------------------------------

    def stands(self, window: Window) -> Answer:
        return self.registered.get(window, Answer())

    def part_that_goes(self, window: Window) -> Answer:
        raise NotImplementedError

    def being_built(self, window: Window, bets: Mapping[Spot, int]) -> set[Spot]:
        raise NotImplementedError


def _changes(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> tuple[tuple[str, int, str, str], ...]:
    found = []
    for hand in [*before, *(it for it in after if it not in before)]:
        was, now = before.get(hand, ()), after.get(hand, ())
        for place in range(max(len(was), len(now))):
            texts = ["" if place >= len(it) or it[place] is None else it[place].text for it in (was, now)]
            if texts[0] != texts[1]:
                found.append((str(hand), place, *texts))
    return tuple(found)
