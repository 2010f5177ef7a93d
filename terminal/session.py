"""The core of a Player Terminal: what the Player wants, what was asked of the console, and what its log says of it.

The log is the only authority: a hold is let go, a credit changes, a ticket exists because an entry, applied in order,
says so (rules 4 to 9). Knows windows, Spots and lines, and no game: it reads its rule book through the catalog, to
check what it was paid (decision 7). Keeps M4 (mirror), M6 (one fate) and M8 (same history).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct

from games.cards import UnknownCard
from games.catalog import UnknownGame, find_game
from games.money import is_amount
from games.round import Act, Answer, Bets, Felt, Game, PlayerId, Refusal, Spot, Voided, kind_of
from games.settlement import Line, corrected_acts, final_lines, fold, settle
from protocol import events
from protocol import messages as m
from protocol.chain import ChainBroken, Entry, first_link
from protocol.codec import FROM_TERMINALS, body_decoder, decode_event
from protocol.follower import Follower
from protocol.ledger import CASH, TICKETS, Ledger, credit, stake
from protocol.liveness import Liveness
from protocol.loop import NOTHING, Decision, Reply, Tick
from protocol.messages import WindowId
from protocol.view import OpenWindow, Picture, TableView
from terminal.outbox import Backoff, Outbox, sent_first
from terminal.records import (
    Booted,
    Copied,
    LayoutSent,
    MoneyAsked,
    NoteHeld,
    NoteLetGo,
    Restored,
    Stopped,
    TerminalEvent,
)

CONSOLE: Final = "console"  # a terminal has one peer
SAY_HELLO: Final = "say hello"  # the one Denied that is not final: the console has started since
SILENT_AFTER_MS: Final = 1_500  # rule 9: three pulses missed
BEAT_MS: Final = 1_000
ROUNDS_KEPT: Final = 100  # own Rounds that a correction may still come for (001 §5.6)
TICKETS_KEPT: Final = 100
UNDO_MAX: Final = 100
NO_ANSWER: Final = Answer()

_pictures: Final = body_decoder(Picture)


# --- what comes in besides News ---------------------------------------------------------------------------


class _Intent(Struct, frozen=True, gc=False):
    """What a person, a device or a bot wants. One that cannot be is answered by `Session.notice`."""


class Started(_Intent, frozen=True):
    """The first input of each process; `run` is random."""

    run: bytes


class PlaceBet(_Intent, frozen=True):
    """One more chip of this amount."""

    spot: Spot
    amount: int


class TakeBack(_Intent, frozen=True):
    spot: Spot
    amount: int


class ClearBets(_Intent, frozen=True):
    pass


class UndoBet(_Intent, frozen=True):
    pass


class RepeatBets(_Intent, frozen=True):
    """The Bets of the last Round again."""


class DoubleBets(_Intent, frozen=True):
    pass


class SetLayout(_Intent, frozen=True):
    """The whole answer to a window at once; "" is the first one open to this terminal."""

    window_name: str
    bets: dict[Spot, int] = {}
    choice: str = ""


class NoteIn(_Intent, frozen=True):
    """A note is in escrow. It may be stacked when its id is in `outbox.notes`."""

    id: bytes
    amount: int


class NoteStacked(_Intent, frozen=True):
    id: bytes


class NoteReturned(_Intent, frozen=True):
    id: bytes


class TicketIn(_Intent, frozen=True):
    id: bytes
    ticket: str


class CashOut(_Intent, frozen=True):
    id: bytes
    amount: int


class PrintResult(_Intent, frozen=True):
    """What the printer did with a ticket: printing, printed, failed."""

    id: bytes
    ticket: str
    state: str


Intent = (
    Started | PlaceBet | TakeBack | ClearBets | UndoBet | RepeatBets | DoubleBets | SetLayout | NoteIn | NoteStacked
    | NoteReturned | TicketIn | CashOut | PrintResult
)  # fmt: skip
Input = Intent | m.News | Tick


# --- what goes to the screen ------------------------------------------------------------------------------


class SpotShown(Struct, frozen=True, gc=False):
    """A chip has three states: wanted (ghost), in flight (not confirmed), registered (solid)."""

    spot: Spot
    wanted: int
    in_flight: int
    registered: int


class WindowShown(Struct, frozen=True, gc=False):
    """A window that this terminal may answer."""

    name: str
    kind: str
    box: int
    spots: tuple[Spot, ...]
    choices: tuple[str, ...]
    choice: str  # as the Player has it now
    default: str


class TerminalView(Struct, frozen=True, gc=False):
    """Numbers and texts for one picture of the screen."""

    terminal: PlayerId
    link: str  # stopped, denied, reconnecting, joining, joined
    why: str  # of stopped and denied
    phase: str
    round_no: int
    left_ms: int  # of the countdown when the console last said it; -1: none runs
    halts: tuple[str, ...]
    credit: int
    stake: int
    spendable: int
    spots: tuple[SpotShown, ...]
    windows: tuple[WindowShown, ...]
    hands: tuple[tuple[str, tuple[str, ...]], ...]  # a card face down is "??"
    lines: tuple[tuple[str, int, int, str, str], ...]  # of the last own Round: spot, staked, returned, outcome, §
    tickets: tuple[tuple[str, int, str], ...]  # number, amount, what the printer did
    notes: int  # held or unpaid: the attendant's
    disputed: int
    latched: str
    notice: Refusal | None


# --- the session --------------------------------------------------------------------------------------------


class OwnRound(Struct):
    """A Round in which this terminal was settled: what its lines are computed from."""

    round_no: int
    game: str
    rules: str
    house: tuple[tuple[str, bool], ...]
    felt: Felt
    acts: Sequence[Act | None]  # the view's own list, until they are corrected
    bets: Bets
    whole: bool  # False: the Round began before our snapshot, and we may not know all of it
    paid: dict[Spot, Line] = {}
    unseen: bool = False  # paid while a card lay face down for us: checked when the Round ends


class Session:
    def __init__(self, terminal: PlayerId, table: str) -> None:
        self.terminal = terminal
        self.table = table
        # Durable: a fold of this terminal's journal.
        self.boot = 0
        self.run = b""
        self.follower = Follower(terminal, 0, first_link(table))  # seq and chain; its buffer is forgotten
        self.view = TableView()
        self.ledger = Ledger()
        self.outbox = Outbox()
        self.registered: dict[WindowId, Answer] = {}  # of the Round in play
        self.disputed = 0
        self.latched = ""
        self.stopped = ""
        self.tickets: dict[str, int] = {}  # issued here, and not shown here again
        self.prints: dict[str, str] = {}  # what the printer did with them
        self.last_lines: tuple[Line, ...] = ()
        self._names: dict[WindowId, str] = {}  # of the windows in `registered`
        self._last_bets: Bets = {}
        self._rounds: dict[int, OwnRound] = {}
        self._console_seq = 0  # where the console's last start is in the log
        self._restored_round = 0  # in play when a snapshot was taken that may not tell all of it
        # Forgotten at a restart.
        self.notice: Refusal | None = None
        self.connected = False
        self.denied = ""  # why this process asks for nothing any more
        self.left_ms = -1
        self.wanted: dict[WindowId, Answer] = {}  # only what is not sent yet
        self._undo: list[tuple[WindowId, Answer]] = []
        self._live = False
        self._liveness = Liveness(SILENT_AFTER_MS)
        self._hello: Backoff | None = None
        self._welcome_seq: int | None = None
        self._beat_ms: int | None = None
        self._syncing = False  # asked for what is missing, and not level since
        self._sync_now = False
        self._decoded: tuple[int, list[events.Event | None]] = (0, [])

    # --- what it has -------------------------------------------------------------------------------------------

    @property
    def credit(self) -> int:
        return self.ledger.credit(self.terminal)

    @property
    def stake(self) -> int:
        return self.ledger.stake(self.terminal)

    @property
    def spendable(self) -> int:
        """Rule 6: credit, less what may yet be registered, less what may yet be paid out."""
        left = self.credit
        if self.outbox.asked:
            left -= self.outbox.cash_out_amount()
        for window in {*self.outbox.layouts, *self.wanted}:
            left -= self._held(window, self.wanted.get(window))
        return left

    def _held(self, window: WindowId, wanted: Answer | None) -> int:
        registered = in_flight = _total(self.registered.get(window, NO_ANSWER).bets)
        sent = self.outbox.layouts.get(window)
        if sent is not None:
            in_flight = _total(sent.bets)
        return max(registered, in_flight, 0 if wanted is None else _total(wanted.bets)) - registered

    @property
    def joined(self) -> bool:
        """Welcomed, and the log applied as far as it went then: now one may ask."""
        return self._welcome_seq is not None and self.follower.seq >= self._welcome_seq

    def layout(self, window: WindowId) -> Answer:
        """What the Player sees as his: not sent yet, else in flight, else registered."""
        wanted = self.wanted.get(window)
        return self._asked_layout(window) if wanted is None else wanted

    def _asked_layout(self, window: WindowId) -> Answer:
        sent = self.outbox.layouts.get(window)
        return self.registered.get(window, NO_ANSWER) if sent is None else Answer(sent.bets, sent.choice)

    # --- decide --------------------------------------------------------------------------------------------------

    def decide(self, now_ms: int, given: Input) -> Decision[TerminalEvent]:
        return _DECISIONS[type(given)](self, now_ms, given)

    def wake_ms(self, now_ms: int) -> int | None:
        """When a Tick is wanted, if nothing else comes before."""
        if not self._live:
            return None
        times: list[int | None] = [self._liveness.dies_ms() if self.connected else None]
        if not self.denied:
            if self._welcome_seq is None or self.stopped:
                times.append(now_ms if self._hello is None else self._hello.due_ms)
            else:
                times += [self._beat_ms, self.follower.wake_ms(), self.outbox.wake_ms() if self.joined else None]
        return min((time for time in times if time is not None), default=None)

    def _started(self, _now_ms: int, given: Started) -> Decision[TerminalEvent]:
        self._live = True
        self.notice = None
        return Decision((Booted(self.boot + 1, given.run),))

    def _tick(self, now_ms: int, _given: Tick) -> Decision[TerminalEvent]:
        """What follows from the batch that was just applied, and what is due by now."""
        if not self._live:
            return NOTHING
        self.connected = self._liveness.alive(now_ms)
        if self.denied:
            return NOTHING
        boot, run, follower = self.boot, self.run, self.follower
        messages: list[m.Request] = []
        if self._welcome_seq is None or self.stopped:
            # Also when it has stopped: its head is the proof that the console's history is not what it was (C8, C13).
            if self._hello is None:
                self._hello = sent_first(now_ms)
            elif now_ms < self._hello.due_ms:
                return NOTHING
            else:
                self._hello.sent(now_ms)
            return _saying([m.Hello(boot, run, follower.seq, follower.chain)])
        if follower.sync_due(now_ms) or self._sync_now:
            self._syncing, self._sync_now = True, False
            messages.append(m.Sync(boot, run, follower.seq))
        if self._beat_ms is None or now_ms >= self._beat_ms:
            self._beat_ms = now_ms + BEAT_MS
            messages.append(m.Beat(boot, run, follower.seq, follower.chain))
        sent: tuple[TerminalEvent, ...] = ()
        if self.joined:
            if self.outbox.layouts or self.outbox.asked:
                messages += self.outbox.due(now_ms, boot, run)
            if self.wanted:
                layouts = self._next_revisions(now_ms)
                messages += [self.outbox.first_send(now_ms, layout, boot, run) for layout in layouts]
                sent = tuple(layouts)
        return _saying(messages, sent) if messages else NOTHING

    def _next_revisions(self, now_ms: int) -> list[LayoutSent]:
        """Rules 4 to 6: the next revision of each window, unless one is in flight or it is still being built."""
        if self.view.halts or self._blocked(now_ms) is not None:
            return []
        layouts = []
        for window, answer in list(self.wanted.items()):
            if window in self.outbox.layouts:
                continue
            if _same(answer, self.registered.get(window, NO_ANSWER)):
                del self.wanted[window]
            elif not self._below_minimum(window, answer.bets):
                del self.wanted[window]
                revision = self.outbox.next_revision(window)
                layouts.append(LayoutSent(window, revision, dict(answer.bets), answer.choice))
        return layouts

    def _below_minimum(self, window: WindowId, bets: Bets) -> bool:
        """A Bet that stands as it is registered may be below: others may have left the box (003 §5.2.1)."""
        limits = self.view.round_felt.limits
        before = self.registered.get(window, NO_ANSWER).bets
        for spot, amount in bets.items():
            limit = limits.get(kind_of(spot))
            if limit is not None and amount < limit.min and amount != before.get(spot):
                return True
        return False

    # --- News --------------------------------------------------------------------------------------------------

    def _news(self, now_ms: int, news: m.News) -> Decision[TerminalEvent]:
        self._liveness.heard(now_ms)
        self.connected = True
        if self.stopped:
            if isinstance(news, m.Denied):
                self._was_denied(news)
            return NOTHING
        follower = self.follower
        head = (follower.seq, follower.chain)
        restored: tuple[TerminalEvent, ...] = ()
        try:
            match news:
                case m.Batch() | m.Deltas():
                    follower.offer(news.first_seq, news.entries, news.chain)
                case m.See():
                    follower.offer(news.seq, (news.entry,), news.chain)
                case m.Pulse():
                    self.left_ms = news.left_ms
                    follower.expect_link(news.seq, news.chain)
                case m.Snapshot():
                    restored = self._restored(news)
                case m.Welcome():
                    self._welcomed(news)
                case m.Denied():
                    self._was_denied(news)
            taken = follower.take()
        except ChainBroken as error:
            follower.restore(*head)  # what was taken in this step is not applied
            return Decision((Stopped(str(error)),))
        if isinstance(news, m.Deltas):
            follower.head_seq = max(follower.head_seq, news.head_seq)
            self._syncing = self._syncing and not follower.level
            self._sync_now = self._syncing and bool(taken)  # a long way to go: ask for the next piece at once
        if not taken:
            return Decision(restored) if restored else NOTHING
        entries = tuple(entry for _seq, entry, _chain in taken)
        first_seq, chain = taken[0][0], taken[-1][2]
        try:
            self._decoded = (first_seq, _opened(entries))
        except (msgspec.MsgspecError, UnknownCard) as error:
            # The chain vouches for it, so it is of a newer version than this program: no fault of the history.
            follower.restore(*head)
            self.denied = f"an entry from {first_seq} on cannot be read by this version: {error}"[:200]
            return NOTHING
        return Decision((*restored, Copied(first_seq, entries, chain)))

    def _restored(self, news: m.Snapshot) -> tuple[TerminalEvent, ...]:
        """4.2: only a terminal without history takes a snapshot."""
        if self.follower.seq or not news.seq:
            return ()
        try:
            picture = _pictures.decode(news.state)
        except (msgspec.MsgspecError, UnknownCard) as error:
            self.denied = f"the snapshot cannot be read by this version: {error}"[:200]
            return ()
        if picture.terminal != self.terminal:
            return ()
        self.follower.restore(news.seq, news.chain)
        return (Restored(news.seq, news.chain, news.state),)

    def _welcomed(self, news: m.Welcome) -> None:
        """To this process, and by the console that runs now: not by one that has ended since."""
        if (news.boot, news.run) != (self.boot, self.run) or not self._live or news.head_seq < self._console_seq:
            return
        self._welcome_seq = max(news.head_seq, self._welcome_seq or 0)
        self.follower.expect_link(news.head_seq, news.head_chain)

    def _was_denied(self, news: m.Denied) -> None:
        if (news.boot, news.run) != (self.boot, self.run) or not self._live:
            return
        if news.why != SAY_HELLO:
            self.denied = news.why or "denied"
        elif self._welcome_seq is not None:
            self._greet_again()

    def _greet_again(self) -> None:
        self._welcome_seq = self._hello = None

    # --- intents: bets -------------------------------------------------------------------------------------------

    def _refuse(self, reason: str, detail: str, paragraph: str = "") -> Decision[TerminalEvent]:
        self.notice = Refusal(reason, detail, paragraph)
        return NOTHING

    def _blocked(self, now_ms: int) -> Refusal | None:
        """Why nothing may be asked now that could wait."""
        if self.stopped:
            return Refusal("stopped", "this terminal has stopped: call an attendant")
        if self.denied:
            return Refusal("denied", f"this terminal is not admitted: {self.denied}")
        if not self.joined or not self._liveness.alive(now_ms):
            return Refusal("reconnecting", "there is no connection to the table")
        if self.latched:
            return Refusal("latched", f"this terminal is out of play: {self.latched}")
        if self.disputed:
            return Refusal("disputed", f"round {self.disputed} is in dispute: a Supervisor is called", "5.10")
        return None

    def _mine(self) -> Iterable[OpenWindow]:
        for opened in self.view.windows.values():
            if opened.window.respondents is None or self.terminal in opened.window.respondents:
                yield opened

    def _placed(self, now_ms: int, given: PlaceBet) -> Decision[TerminalEvent]:
        for opened in self._mine():
            if given.spot in opened.window.spots:
                before = self.layout(opened.id)
                if not is_amount(given.amount):
                    return self._refuse("bad_stake", f"{given.amount!r} is no amount")
                bets = {**before.bets, given.spot: before.bets.get(given.spot, 0) + given.amount}
                return self._want(now_ms, opened, bets, before.choice)
        return self._refuse("closed", f"{given.spot} is not open to bets", "3.7")

    def _taken_back(self, now_ms: int, given: TakeBack) -> Decision[TerminalEvent]:
        for opened in self._mine():
            before = self.layout(opened.id)
            if given.spot in before.bets:
                if not is_amount(given.amount):
                    return self._refuse("bad_stake", f"{given.amount!r} is no amount")
                less = {**before.bets, given.spot: before.bets[given.spot] - given.amount}
                bets = {spot: amount for spot, amount in less.items() if amount > 0}
                return self._want(now_ms, opened, bets, before.choice)
        return self._refuse("closed", f"there is no Bet on {given.spot} that could be taken back", "3.7")

    def _cleared(self, now_ms: int, _given: ClearBets) -> Decision[TerminalEvent]:
        return self._change_all(now_ms, lambda _bets: {})

    def _doubled(self, now_ms: int, _given: DoubleBets) -> Decision[TerminalEvent]:
        return self._change_all(now_ms, lambda bets: {spot: 2 * amount for spot, amount in bets.items()})

    def _change_all(self, now_ms: int, change: Callable[[Bets], dict[Spot, int]]) -> Decision[TerminalEvent]:
        self.notice = None
        found = [opened for opened in self._mine() if self.layout(opened.id).bets]
        if not found:
            return self._refuse("closed", "there is no Bet that could be changed", "3.7")
        for opened in found:
            before = self.layout(opened.id)
            self._want(now_ms, opened, change(before.bets), before.choice)
        return NOTHING

    def _repeated(self, now_ms: int, _given: RepeatBets) -> Decision[TerminalEvent]:
        for opened in self._mine():
            bets = {spot: amount for spot, amount in self._last_bets.items() if spot in opened.window.spots}
            if bets:
                return self._want(now_ms, opened, bets, self.layout(opened.id).choice)
        return self._refuse("closed", "there are no Bets to repeat here", "3.7")

    def _undone(self, now_ms: int, _given: UndoBet) -> Decision[TerminalEvent]:
        for opened in self._mine():
            if self._undo and self._undo[-1][0] == opened.id:
                before = self._undo[-1][1]
                self._want(now_ms, opened, before.bets, before.choice)
                if self.notice is None:
                    del self._undo[-2:]  # an undo is not undone
                return NOTHING
        return self._refuse("closed", "there is nothing to undo", "3.7")

    def _set(self, now_ms: int, given: SetLayout) -> Decision[TerminalEvent]:
        for opened in self._mine():
            if given.window_name in ("", opened.window.name):
                return self._want(now_ms, opened, given.bets, given.choice)
        return self._refuse("closed", f"no window {given.window_name} is open to this terminal", "3.7")

    def _want(self, now_ms: int, opened: OpenWindow, bets: Bets, choice: str) -> Decision[TerminalEvent]:
        """The Player's new layout in this window. The Tick of this batch sends it, if it can go."""
        answer = Answer(bets, choice)
        self.notice = self._blocked(now_ms) or self._impossible(opened, answer)
        if self.notice is None:
            self._undo.append((opened.id, self.layout(opened.id)))
            del self._undo[:-UNDO_MAX]
            if _same(answer, self._asked_layout(opened.id)):
                self.wanted.pop(opened.id, None)
            else:
                self.wanted[opened.id] = answer
        return NOTHING

    def _impossible(self, opened: OpenWindow, answer: Answer) -> Refusal | None:
        """What would not even be a request, or what this terminal could not check or pay for."""
        if _rule_book(self.view.game, self.view.rules, _items(self.view.house)) is None:
            return Refusal("no_rule_book", f"this terminal does not know {self.view.game} {self.view.rules}")
        if len(answer.bets) > FROM_TERMINALS.map:
            return Refusal("bad_stake", f"more than {FROM_TERMINALS.map} Bets are too many for one layout")
        for spot, amount in answer.bets.items():
            if spot not in opened.window.spots:
                return Refusal("unknown_spot", f"{spot!r} is no place to bet on here", opened.window.paragraph)
            if not is_amount(amount):
                return Refusal("bad_stake", f"{spot}: {amount!r} is no amount", opened.window.paragraph)
        if answer.choice and answer.choice not in opened.window.choices:
            return Refusal("illegal_decision", f"{answer.choice!r} is not offered here", opened.window.paragraph)
        more = self._held(opened.id, answer) - self._held(opened.id, self.wanted.get(opened.id))
        if more > 0 and more > self.spendable:
            return Refusal("credit", f"{more} more is more than the {self.spendable} that can be spent")
        return None

    # --- intents: money ------------------------------------------------------------------------------------------

    def _may_ask(self, now_ms: int, key: bytes) -> bool:
        """A new id, and nothing in the way. A known one is the same intent once more."""
        if key in self.outbox.asked or key in self.outbox.notes:
            return False
        self.notice = self._blocked(now_ms) if len(key) == 16 else Refusal("bad_id", "an id has 16 bytes")
        return self.notice is None

    def _note_in(self, now_ms: int, given: NoteIn) -> Decision[TerminalEvent]:
        if not self._may_ask(now_ms, given.id):
            return NOTHING
        if not is_amount(given.amount):
            return self._refuse("bad_note", f"{given.amount!r} is no amount")
        return Decision((NoteHeld(given.id, given.amount),))

    def _note_stacked(self, _now_ms: int, given: NoteStacked) -> Decision[TerminalEvent]:
        """Whatever the state of anything: the money is in our box, so it is asked for."""
        amount = self.outbox.notes.get(given.id)
        if amount is None:
            return NOTHING if given.id in self.outbox.asked else self._refuse("bad_note", "no such note was held")
        return Decision((MoneyAsked(m.BuyCredit(self.boot, self.run, given.id, amount)),))

    def _note_returned(self, _now_ms: int, given: NoteReturned) -> Decision[TerminalEvent]:
        return Decision((NoteLetGo(given.id),)) if given.id in self.outbox.notes else NOTHING

    def _ticket_in(self, now_ms: int, given: TicketIn) -> Decision[TerminalEvent]:
        if not self._may_ask(now_ms, given.id):
            return NOTHING
        if not 1 <= len(given.ticket) <= 40:
            return self._refuse("bad_ticket", "that is no validation number")
        return Decision((MoneyAsked(m.InsertTicket(self.boot, self.run, given.id, given.ticket)),))

    def _cash_out(self, now_ms: int, given: CashOut) -> Decision[TerminalEvent]:
        if not self._may_ask(now_ms, given.id):
            return NOTHING
        if self.stake or self.outbox.layouts:
            return self._refuse("stake_in_play", "a Bet is in play: cash out when the Round is over")
        if not is_amount(given.amount) or given.amount > self.spendable:
            return self._refuse("credit", f"{given.amount!r} cannot be paid out of {self.spendable}")
        return Decision((MoneyAsked(m.CashOut(self.boot, self.run, given.id, given.amount)),))

    def _print_result(self, _now_ms: int, given: PrintResult) -> Decision[TerminalEvent]:
        if given.id in self.outbox.asked:
            return NOTHING
        if given.ticket not in self.tickets or len(given.state) > 20 or len(given.id) != 16:
            return self._refuse("bad_ticket", f"{given.ticket} was not issued here")
        return Decision((MoneyAsked(m.ReportPrint(self.boot, self.run, given.id, given.ticket, given.state)),))

    # --- apply -------------------------------------------------------------------------------------------------

    def apply(self, _entry: Entry, event: TerminalEvent) -> None:
        match event:
            case Copied():
                self._copied(event)
            case LayoutSent():
                self.outbox.sent(event)
            case MoneyAsked(request=request):
                self.outbox.ask(request)
            case Booted(boot=boot, run=run):
                self.boot, self.run = boot, run
            case NoteHeld():
                self.outbox.hold_note(event)
            case NoteLetGo():
                self.outbox.let_note_go(event)
            case Restored():
                self._picture(event)
            case Stopped(why=why):
                self.stopped = why

    def _copied(self, copied: Copied) -> None:
        """Rule 8: the entries in their order, each exactly once."""
        first_seq, opened = self._decoded
        if first_seq != copied.first_seq or len(opened) != len(copied.entries):
            opened = _opened(copied.entries)  # a replay: nobody has read them yet
        self._decoded = (0, [])
        last = copied.first_seq + len(copied.entries) - 1
        if self.follower.seq < last:
            self.follower.restore(last, copied.chain)
        terminal, view = self.terminal, self.view
        for seq, event in enumerate(opened, copied.first_seq):
            if event is None:
                continue  # sealed: somebody else's
            view.apply(event)
            if copied.entries[seq - copied.first_seq].audience == terminal:
                self._post(event)
            react = _REACTIONS.get(type(event))
            if react is not None:
                react(self, seq, event)

    def _post(self, event: events.Event) -> None:
        if isinstance(event, events.TicketAccepted) and event.ticket not in self.tickets:
            # Issued elsewhere, so this mirror has not seen it: it comes from the world outside.
            balances = self.ledger.balances
            balances[TICKETS] = self.ledger.balance(TICKETS) + event.amount
            balances[CASH] = self.ledger.balance(CASH) - event.amount
        self.ledger.apply(event)

    def _picture(self, restored: Restored) -> None:
        picture = _pictures.decode(restored.state)
        own, terminal = picture.own, self.terminal
        self.follower.restore(restored.seq, restored.chain)
        self.view = picture.view
        self.ledger.balances = {credit(terminal): own.credit, stake(terminal): own.stake, CASH: -own.credit - own.stake}
        self.ledger.sittings = {terminal: own.sitting}
        names = {opened.id: name for name, opened in self.view.windows.items()}
        for layout in own.layouts:
            self.outbox.answered_up_to(layout.id, layout.revision)
            self.registered[layout.id] = layout.registered
            self._names[layout.id] = names.get(layout.id, "")
        self.disputed, self.latched = own.disputed, own.latched
        if own.stake != _total(self._own_bets()):
            self._restored_round = self.view.round_no

    def _own_bets(self) -> dict[Spot, int]:
        """All that this terminal has registered in the Round, over its windows."""
        return {spot: amount for answer in self.registered.values() for spot, amount in answer.bets.items()}

    # --- what each fact of the log does here, besides to the picture and to the money ----------------------------

    def _console_started(self, seq: int, _event: events.ConsoleStarted) -> None:
        self._console_seq = seq
        if self._welcome_seq is not None and seq > self._welcome_seq:
            self._greet_again()  # it was another process that welcomed us

    def _window_opened(self, _seq: int, event: events.WindowOpened) -> None:
        self.left_ms = event.left_ms

    def _layout_registered(self, _seq: int, event: events.LayoutRegistered) -> None:
        self.registered[event.id] = event.answer
        for name, opened in self.view.windows.items():
            if opened.id == event.id:
                self._names[event.id] = name
        self.outbox.answered_up_to(event.id, event.revision)

    def _layout_refused(self, _seq: int, event: events.LayoutRefused) -> None:
        self.outbox.answered_up_to(event.id, event.revision)
        self.notice = event.refusal

    def _layout_returned(self, _seq: int, event: events.LayoutReturned) -> None:
        gone = [window for window, name in self._names.items() if name == event.window]
        if not gone:
            self._restored_round = event.round_no  # of before our snapshot
        for window in gone:
            del self.registered[window], self._names[window]

    def _window_closed(self, _seq: int, event: events.WindowClosed) -> None:
        """001 §5.2.2: what is not registered now is returned, sent or not."""
        sent = self.outbox.closed(event.id)
        wanted = self.wanted.pop(event.id, None)
        if sent is not None or wanted is not None:
            self.notice = Refusal("returned", "not registered before the close: these Bets are returned", "5.2.2")
        if self._undo:
            self._undo = [change for change in self._undo if change[0] != event.id]
        self.left_ms = -1

    def _settled(self, seq: int, event: events.Settled) -> None:
        """Decision 7: computed again from the published cards, by the same rule book, and compared."""
        own = self._own_round(event.round_no)
        paid_twice = any(line.spot in own.paid for line in event.lines)
        own.paid.update({line.spot: line for line in event.lines})
        self.last_lines = tuple(own.paid.values())
        if not own.whole:
            return
        expected = self._expected(own)
        if expected is None:
            own.unseen = True
        elif paid_twice or not _agree(event.lines, expected):
            self._dispute(seq, own, expected)

    def _own_round(self, round_no: int) -> OwnRound:
        view = self.view
        own = self._rounds.get(round_no)
        if own is None:
            whole = round_no == view.round_no != self._restored_round
            house = _items(view.house)
            own = OwnRound(round_no, view.game, view.rules, house, view.round_felt, (), {}, whole)
            self._rounds[round_no] = own
            if len(self._rounds) > ROUNDS_KEPT:
                del self._rounds[next(iter(self._rounds))]
        if round_no == view.round_no:  # acts too: cards that were corrected before the settlement are a new list
            own.acts, own.bets = view.acts, self._own_bets()
        return own

    def _expected(self, own: OwnRound) -> tuple[Line, ...] | None:
        """The lines as this terminal has them; None: it cannot see all the cards, or has no such rule book."""
        game = _rule_book(own.game, own.rules, own.house)
        acts = [act for act in own.acts if act is not None]
        if game is None or len(acts) < len(own.acts):
            return None
        round = fold(game, own.felt, acts)
        lines_of = final_lines if game.finished(round) else settle
        return lines_of(game, round, self.terminal, own.bets)

    def _dispute(self, seq: int, own: OwnRound, expected: Sequence[Line]) -> None:
        if self.disputed == own.round_no:
            return  # a Supervisor is called already
        self.disputed = own.round_no
        # From the entry that is in dispute: the same after any restart, and another one if a correction is wrong, too.
        key = sha256(f"dispute {self.terminal} {self.table} {own.round_no} {seq}".encode()).digest()[:16]
        lines = tuple((line.spot, line.staked, line.returned) for line in expected)
        self.outbox.ask(m.Dispute(self.boot, self.run, key, own.round_no, lines))

    def _round_ended(self, seq: int, event: events.RoundEnded) -> None:
        known = self._rounds.get(event.round_no)
        if self.stake or (known is not None and known.unseen):  # M3: a stake now is a Bet that was not settled
            own = self._own_round(event.round_no)
            expected = self._expected(own)
            if self.stake or (expected is not None and not _agree(own.paid.values(), expected)):
                self._dispute(seq, own, expected or ())
        if self.registered:
            self._last_bets = next(iter(self.registered.values())).bets or self._last_bets
            self.registered, self._names = {}, {}

    def _round_corrected(self, _seq: int, event: events.RoundCorrected) -> None:
        """001 §5.6, §5.3.3: what the new lines, which follow, are computed from."""
        own = self._rounds.get(event.round_no)
        if own is not None:
            acts = [act for act in own.acts if act is not None]
            own.acts = [*acts, Voided(event.void)] if event.void else corrected_acts(acts, event.cards)

    def _lines_corrected(self, seq: int, event: events.LinesCorrected) -> None:
        own = self._rounds.get(event.round_no)
        if own is None:
            return  # longer ago than we remember
        known = _agree(event.before, own.paid.values())
        for line in event.before:
            own.paid.pop(line.spot, None)
        own.paid.update({line.spot: line for line in event.after})
        difference = sum(line.returned for line in event.after) - sum(line.returned for line in event.before)
        balanced = event.credited + event.due - event.owed == difference
        expected = self._expected(own) if own.whole else None
        if expected is not None and not (known and balanced and _agree(expected, own.paid.values())):
            self._dispute(seq, own, expected)

    def _money_answered(self, _seq: int, event: events.CreditBought | events.SettlementDisputed) -> None:
        self.outbox.answered(event.id)
        if isinstance(event, events.SettlementDisputed):
            self.disputed = event.round_no

    def _ticket_issued(self, _seq: int, event: events.TicketIssued) -> None:
        self.outbox.answered(event.id)
        self.tickets[event.ticket] = event.amount
        self.prints[event.ticket] = ""
        if len(self.tickets) > TICKETS_KEPT:
            self._forget_ticket(next(iter(self.tickets)))

    def _ticket_accepted(self, _seq: int, event: events.TicketAccepted) -> None:
        self.outbox.answered(event.id)
        self._forget_ticket(event.ticket)

    def _forget_ticket(self, ticket: str) -> None:
        self.tickets.pop(ticket, None)
        self.prints.pop(ticket, None)

    def _ticket_print(self, _seq: int, event: events.TicketPrint) -> None:
        self.outbox.answered(event.id)
        if event.ticket in self.tickets:
            self.prints[event.ticket] = event.state

    def _money_refused(self, _seq: int, event: events.MoneyRefused) -> None:
        self.outbox.answered(event.id, refused=True)
        self.notice = event.refusal

    def _dispute_ruled(self, _seq: int, _event: events.DisputeRuled) -> None:
        """The ruling is on what the console knows of; a dispute that has not reached it yet still stands."""
        self.disputed = max((dispute.round_no for dispute in self.outbox.disputes()), default=0)

    def _terminal_latched(self, _seq: int, event: events.TerminalLatched) -> None:
        self.latched = event.why or "latched"

    def _terminal_unlatched(self, _seq: int, _event: events.TerminalUnlatched) -> None:
        self.latched = ""

    # --- show ----------------------------------------------------------------------------------------------------

    @property
    def link(self) -> str:
        if self.stopped:
            return "stopped"
        if self.denied:
            return "denied"
        if not self.connected:
            return "reconnecting"
        return "joined" if self.joined else "joining"

    def shown(self) -> TerminalView:
        view = self.view
        return TerminalView(
            terminal=self.terminal,
            link=self.link,
            why=self.stopped or self.denied,
            phase=view.phase.value,
            round_no=view.round_no,
            left_ms=self.left_ms,
            halts=tuple(view.halts),
            credit=self.credit,
            stake=self.stake,
            spendable=self.spendable,
            spots=self._spots_shown(),
            windows=tuple(
                WindowShown(
                    *(opened.window.name, opened.window.kind, opened.window.box, opened.window.spots),
                    *(opened.window.choices, self.layout(opened.id).choice, opened.window.default),
                )
                for opened in self._mine()
            ),
            hands=tuple(
                (hand, tuple("??" if card is None else card.text for card in cards))
                for hand, cards in view.hands.items()
            ),
            lines=tuple(
                (line.spot, line.staked, line.returned, line.verdict.outcome.value, line.verdict.paragraph)
                for line in self.last_lines
            ),
            tickets=tuple((ticket, amount, self.prints[ticket]) for ticket, amount in self.tickets.items()),
            notes=sum(self.outbox.notes.values()) + sum(self.outbox.unpaid.values()),
            disputed=self.disputed,
            latched=self.latched,
            notice=self.notice,
        )

    def _spots_shown(self) -> tuple[SpotShown, ...]:
        registered = self._own_bets()
        in_flight = {spot: amount for sent in self.outbox.layouts.values() for spot, amount in sent.bets.items()}
        wanted = {spot: amount for answer in self.wanted.values() for spot, amount in answer.bets.items()}
        spots = dict.fromkeys((*registered, *in_flight, *wanted))
        return tuple(
            SpotShown(spot, wanted.get(spot, 0), in_flight.get(spot, 0), registered.get(spot, 0)) for spot in spots
        )


# --- small words --------------------------------------------------------------------------------------------


def _saying(messages: Iterable[m.Request], facts: tuple[TerminalEvent, ...] = ()) -> Decision[TerminalEvent]:
    return Decision(facts, tuple([Reply(CONSOLE, message) for message in messages]))


def _opened(entries: Iterable[m.SentEntry]) -> list[events.Event | None]:
    return [None if entry.body is None else decode_event(entry.body) for entry in entries]


def _total(bets: Bets) -> int:
    return sum(bets.values())


def _same(one: Answer, other: Answer) -> bool:
    return one.choice == other.choice and one.bets == other.bets


def _items(house: Mapping[str, bool]) -> tuple[tuple[str, bool], ...]:
    return tuple(sorted(house.items())) if house else ()


@cache
def _rule_book(name: str, rules: str, house: tuple[tuple[str, bool], ...]) -> Game | None:
    try:
        return find_game(name, rules, **dict(house))
    except UnknownGame:
        return None


def _agree(lines: Iterable[Line], among: Iterable[Line]) -> bool:
    """Is each of these lines among the others, with the same money?"""
    money = {line.spot: (line.staked, line.returned) for line in among}
    return all(money.get(line.spot) == (line.staked, line.returned) for line in lines)


_DECISIONS: Final[Mapping[type, Callable[[Session, int, Any], Decision[TerminalEvent]]]] = {
    Tick: Session._tick,
    **dict.fromkeys((m.Welcome, m.Denied, m.Batch, m.Deltas, m.See, m.Snapshot, m.Pulse), Session._news),
    Started: Session._started,
    PlaceBet: Session._placed,
    TakeBack: Session._taken_back,
    ClearBets: Session._cleared,
    UndoBet: Session._undone,
    RepeatBets: Session._repeated,
    DoubleBets: Session._doubled,
    SetLayout: Session._set,
    NoteIn: Session._note_in,
    NoteStacked: Session._note_stacked,
    NoteReturned: Session._note_returned,
    TicketIn: Session._ticket_in,
    CashOut: Session._cash_out,
    PrintResult: Session._print_result,
}

_REACTIONS: Final[Mapping[type, Callable[[Session, int, Any], None]]] = {
    events.ConsoleStarted: Session._console_started,
    events.WindowOpened: Session._window_opened,
    events.LayoutRegistered: Session._layout_registered,
    events.LayoutRefused: Session._layout_refused,
    events.LayoutReturned: Session._layout_returned,
    events.WindowClosed: Session._window_closed,
    events.Settled: Session._settled,
    events.RoundEnded: Session._round_ended,
    events.RoundCorrected: Session._round_corrected,
    events.LinesCorrected: Session._lines_corrected,
    events.CreditBought: Session._money_answered,
    events.SettlementDisputed: Session._money_answered,
    events.TicketIssued: Session._ticket_issued,
    events.TicketAccepted: Session._ticket_accepted,
    events.TicketPrint: Session._ticket_print,
    events.MoneyRefused: Session._money_refused,
    events.DisputeRuled: Session._dispute_ruled,
    events.TerminalLatched: Session._terminal_latched,
    events.TerminalUnlatched: Session._terminal_unlatched,
}
