"""The core of a Player Terminal: what the Player wants, what was asked of the console, and what its log says of it.

The log is the only authority: a hold is let go, a credit changes, a ticket exists because an entry, applied in order,
says so (rules 4 to 9). Must never know a game, a screen or a device. Keeps M4 (mirror), M6 (one fate) and M8 (same
history).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, get_args

import msgspec

from games.cards import Card, UnknownCard
from games.money import is_amount
from games.round import PlayerId, Refusal
from protocol import events
from protocol import messages as m
from protocol.chain import ChainBroken, Entry, first_link
from protocol.codec import body_decoder, decode_event
from protocol.follower import Follower
from protocol.ledger import CASH, Ledger, credit, stake
from protocol.liveness import LastHour, Liveness
from protocol.loop import NOTHING, Decision, Reply, Tick
from protocol.view import Picture, TableView
from terminal import intents
from terminal.intents import Notice
from terminal.layouts import BetIntent, Layouts
from terminal.outbox import AGAIN_MS, Backoff, Outbox, sent_first
from terminal.own_rounds import Claim, OwnRounds
from terminal.records import (
    Booted,
    Checkpointed,
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
SILENT_AFTER_MS: Final = 1_500  # rule 9: three pulses missed
BEAT_MS: Final = 1_000
TICKETS_KEPT: Final = 100
REFUSED_KEPT: Final = 10  # devices look after every picture

_pictures: Final = body_decoder(Picture)
Opened = Sequence[tuple[int, str, str, events.Event]]  # number, wall time, audience, fact
_NONE_DECODED: Final[tuple[Copied | None, Opened]] = (None, ())

Input = intents.Intent | m.News | Tick


class Session:
    def __init__(self, terminal: PlayerId, table: str) -> None:
        self.terminal = terminal
        self.table = table
        # Durable: a fold of this terminal's journal.
        self.boot = 0
        self.run = b""
        self.follower = Follower(terminal, 0, first_link(table))  # seq and chain; its buffer is forgotten
        self.view = TableView()
        self.own_cards: dict[int, Card] = {}  # faces for this Player alone, by draw: not in the picture, that is shared
        self.ledger = Ledger()
        self.outbox = Outbox()
        self.layouts = Layouts(terminal, self.outbox)
        self.own_rounds = OwnRounds(terminal, table)
        self.latched = ""
        self.calls = False  # for an attendant, as the log has it
        self.stopped = ""
        self.tickets: dict[str, int] = {}  # issued here, and not shown here again
        self.prints: dict[str, str] = {}  # what the printer did with them
        self.console_seq = 0  # where the console's last start is in the log
        # Forgotten at a restart.
        self._notice: Notice | None = None
        self.notices = 0  # how many there have been: the same words twice are two
        self.refused: tuple[bytes, ...] = ()  # ids of the last requests for money that were, for the devices
        self.put_away = ""  # what the Player has read and closed
        self.connected = False
        self.denied = ""  # why this process asks for nothing any more
        self.left_ms = -1
        self._live = False
        self._liveness = Liveness(SILENT_AFTER_MS)
        self._hello: Backoff | None = None
        self._call: tuple[bool, Backoff] | None = None  # what is to be said of it, until the log says so
        self._welcome_seq: int | None = None
        self._beat_ms: int | None = None
        self._notes = LastHour()  # taken: who has pulled the plug may feed in as much again, and the console will tell
        self._syncing = False  # asked for what is missing, and not level since
        self._sync_now = False
        self._decoded = _NONE_DECODED
        self._wall_time = ""  # of the entry that is read: for people, no decision reads it

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
        asked_amount = self.outbox.cash_out_amount() if self.outbox.asked else 0
        return self.credit - asked_amount - self.layouts.held_amount()

    @property
    def notice(self) -> Notice | None:
        """The last no, until something else was wanted or the next Round began."""
        return self._notice

    @notice.setter
    def notice(self, notice: Notice | None) -> None:
        self._notice = notice
        self.notices += notice is not None

    @property
    def disputed(self) -> int:
        """The Round that is in dispute; 0: none."""
        return self.own_rounds.disputed

    @property
    def joined(self) -> bool:
        """Welcomed, and the log applied as far as it went then: now one may ask."""
        return self._welcome_seq is not None and self.follower.seq >= self._welcome_seq

    @property
    def link(self) -> str:
        if self.stopped:
            return "stopped"
        if self.denied:
            return "denied"
        if not self.connected:
            return "reconnecting"
        return "joined" if self.joined else "joining"

    # --- decide --------------------------------------------------------------------------------------------------

    def decide(self, now_ms: int, given: Input) -> Decision[TerminalEvent]:
        return _DECISIONS[type(given)](self, now_ms, given)

    def wake_ms(self, now_ms: int) -> int | None:
        """When a Tick is wanted, if nothing else comes before."""
        if not self._live:
            return None
        times = [self._liveness.dies_ms() if self.connected else None]
        if not self.denied:
            if self._welcome_seq is None or self.stopped:
                times.append(now_ms if self._hello is None else self._hello.due_ms)
            else:
                times += (self._beat_ms, self.follower.wake_ms())
                if self.joined:
                    times += (self.outbox.wake_ms(), None if self._call is None else self._call[1].due_ms)
        return min([time for time in times if time is not None], default=None)

    def _started(self, _now_ms: int, given: intents.Started) -> Decision[TerminalEvent]:
        self._live = True
        self.notice = None
        return Decision((Booted(self.boot + 1, given.run),))

    def _saved(self, _now_ms: int, given: intents.Saved) -> Decision[TerminalEvent]:
        return NOTHING if self.view.in_round else Decision((Checkpointed(given.digest),))

    def _tick(self, now_ms: int, _given: Tick) -> Decision[TerminalEvent]:
        """What follows from the batch that was just applied, and what is due by now."""
        if not self._live:
            return NOTHING
        self.connected = self._liveness.alive(now_ms)
        if self.denied:
            return NOTHING
        follower, outbox, welcome_seq = self.follower, self.outbox, self._welcome_seq
        if welcome_seq is None or self.stopped:
            return self._greet(now_ms)
        messages: list[m.Request] = []
        if (follower.seq < follower.head_seq and follower.sync_due(now_ms)) or self._sync_now:
            self._syncing, self._sync_now = True, False
            messages.append(m.Sync(self.boot, self.run, follower.seq))
        if self._beat_ms is None or now_ms >= self._beat_ms:
            self._beat_ms = now_ms + BEAT_MS
            messages.append(m.Beat(self.boot, self.run, follower.seq, follower.chain))
        sent: list[LayoutSent] = []
        if follower.seq >= welcome_seq:  # joined
            if self._call is not None and now_ms >= self._call[1].due_ms:
                self._call[1].sent(now_ms)
                messages.append(m.CallAttendant(self.boot, self.run, self._call[0]))
            if outbox.layouts or outbox.asked:
                messages += outbox.due(now_ms, self.boot, self.run)
            if self.layouts.wanted:
                sent = self._next_revisions(now_ms)
                messages += [outbox.first_send(now_ms, layout, self.boot, self.run) for layout in sent]
        return _saying(messages, sent) if messages else NOTHING

    def _greet(self, now_ms: int) -> Decision[TerminalEvent]:
        """Also when it has stopped: its head is the proof that the console's history is not what it was (C8, C13)."""
        if self._hello is None:
            self._hello = sent_first(now_ms)
        elif now_ms < self._hello.due_ms:
            return NOTHING
        else:
            self._hello.sent(now_ms)
        return _saying([m.Hello(self.boot, self.run, self.follower.seq, self.follower.chain)])

    def _next_revisions(self, now_ms: int) -> list[LayoutSent]:
        """Rules 4 to 6: the next revision of each window in which one can go."""
        if self.view.halts or self._blocked(now_ms) is not None:
            return []
        layouts = []
        for window, answer in self.layouts.take_ready(self.view):
            revision = self.outbox.next_revision(window)
            if revision > m.REVISIONS_MAX:
                self.layouts.wanted.pop(window, None)
                self.notice = Notice("too_many", "too many changes in one window: the last registered Bets stand")
            else:
                layouts.append(LayoutSent(window, revision, dict(answer.bets), answer.choice))
        return layouts

    # --- News --------------------------------------------------------------------------------------------------

    def _entries(self, now_ms: int, news: m.Batch | m.Deltas) -> Decision[TerminalEvent]:
        self._liveness.heard(now_ms)
        self.connected = True
        if self.stopped:
            return NOTHING
        follower = self.follower
        head = (follower.seq, follower.chain)
        run: Copied | None
        fresh = follower.follow(news.first_seq, news.entries, news.chain)
        if fresh is not None:
            run = Copied(head[0] + 1, fresh, news.chain)
        else:
            try:
                follower.offer(news.first_seq, news.entries, news.chain)
                run = _run(follower.take())
            except ChainBroken as error:
                return self._broken(head, error)
        if type(news) is m.Deltas:
            if follower.head_seq < news.head_seq:
                follower.head_seq = news.head_seq
            self._syncing = self._syncing and not follower.level
            self._sync_now = self._syncing and run is not None  # a long way to go: ask for the next piece at once
        return NOTHING if run is None else self._copying(head, run)

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
            run = _run(follower.take())
        except ChainBroken as error:
            return self._broken(head, error)
        if run is None:
            return Decision(restored) if restored else NOTHING
        return self._copying(head, run, restored)

    def _broken(self, head: tuple[int, bytes], error: ChainBroken) -> Decision[TerminalEvent]:
        self.follower.restore(*head)  # a snapshot that came in this step is not taken either
        return Decision((Stopped(str(error)),))

    def _copying(
        self, head: tuple[int, bytes], run: Copied, restored: tuple[TerminalEvent, ...] = ()
    ) -> Decision[TerminalEvent]:
        try:
            self._decoded = (run, _opened(run))
        except (msgspec.MsgspecError, UnknownCard) as error:
            # The chain vouches for it, so it is of a newer version than this program: no fault of the history.
            self.follower.restore(*head)
            self.denied = f"an entry from {run.first_seq} on cannot be read by this version: {error}"[:200]
            return NOTHING
        return Decision((*restored, run) if restored else (run,))

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
        if (news.boot, news.run) != (self.boot, self.run) or not self._live or news.head_seq < self.console_seq:
            return
        self._welcome_seq = max(news.head_seq, self._welcome_seq or 0)
        self.follower.expect_link(news.head_seq, news.head_chain)

    def _was_denied(self, news: m.Denied) -> None:
        if (news.boot, news.run) != (self.boot, self.run) or not self._live:
            return
        if news.why != m.SAY_HELLO:
            self.denied = news.why or "denied"
        elif self._welcome_seq is not None:
            self._greet_again()

    def _greet_again(self) -> None:
        self._welcome_seq = self._hello = None

    # --- intents: bets -------------------------------------------------------------------------------------------

    def _refuse(self, reason: str, detail: str, *, asked: bytes = b"") -> Decision[TerminalEvent]:
        self.notice = Notice(reason, detail)
        self._refused_money(asked)
        return NOTHING

    def _refused_money(self, asked: bytes) -> None:
        """A device that waits for this id need wait no longer; the notice may be about something else by then."""
        if asked:
            self.refused = (*self.refused, asked)[-REFUSED_KEPT:]

    def _blocked(self, now_ms: int) -> Notice | None:
        """Why nothing may be asked now that could wait."""
        if self.stopped:
            return Notice("stopped", "this terminal has stopped: call an attendant")
        if self.denied:
            return Notice("denied", f"this terminal is not admitted: {self.denied}")
        if not self.joined or not self._liveness.alive(now_ms):
            return Notice("reconnecting", "there is no connection to the table")
        if self.latched:
            return Notice("latched", f"this terminal is out of play: {self.latched}")
        if self.disputed:
            return Notice("disputed", f"round {self.disputed} is in dispute: a Supervisor is called", "5.10")
        return None

    def _bets_changed(self, now_ms: int, given: BetIntent) -> Decision[TerminalEvent]:
        spendable = self.spendable
        meant = self.layouts.meant(self.view, given, spendable=spendable)
        if isinstance(meant, Notice):
            self.notice = meant
            return NOTHING
        for place, (opened, answer) in enumerate(meant.answers):
            if place:
                spendable = self.spendable  # as the window before has left it
            no = self._blocked(now_ms) or self.layouts.impossible(self.view, opened, answer, spendable=spendable)
            if no is None:
                self.layouts.want(opened.id, answer)
            self.notice = no or meant.why
        if isinstance(given, intents.UndoBet) and self.notice is None:
            self.layouts.forget_undo()
        return NOTHING

    def _attendant(self, now_ms: int, given: intents.CallAttendant) -> Decision[TerminalEvent]:
        """Kept only in memory: whoever has lost power calls again. With a note unpaid, only staff ends the call."""
        if self.outbox.unpaid and not given.wanted:
            return self._refuse("wrong_state", "a note was taken and not credited: an attendant will come")
        self._call = None if given.wanted == self.calls else (given.wanted, Backoff(now_ms, AGAIN_MS))
        return NOTHING

    def _was_put_away(self, _now_ms: int, given: intents.PutAway) -> Decision[TerminalEvent]:
        """In memory too: after a restart it is told once more."""
        self.put_away = given.mark
        return NOTHING

    # --- intents: money ------------------------------------------------------------------------------------------

    def _may_ask(self, now_ms: int, key: bytes) -> bool:
        """A new id, and nothing in the way. A known one is the same intent once more."""
        if key in self.outbox.asked or key in self.outbox.notes:
            return False
        self.notice = self._blocked(now_ms) if len(key) == 16 else Notice("bad_id", "an id has 16 bytes")
        if self.notice is not None:
            self._refused_money(key)
        return self.notice is None

    def _note_in(self, now_ms: int, given: intents.NoteIn) -> Decision[TerminalEvent]:
        """Rule 10: the cap of an hour is kept here, while the note can still be given back, and never after."""
        if not self._may_ask(now_ms, given.id):
            return NOTHING
        if not is_amount(given.amount):
            return self._refuse("bad_note", f"{given.amount!r} is no amount", asked=given.id)
        cap = self.view.placard.notes_per_hour
        if cap and self._notes.amount(now_ms) + given.amount > cap:
            return self._refuse("note_cap", f"no more than {cap} is taken within an hour", asked=given.id)
        self._notes.take(now_ms, given.id, given.amount)
        return Decision((NoteHeld(given.id, given.amount),))

    def _note_stacked(self, _now_ms: int, given: intents.NoteStacked) -> Decision[TerminalEvent]:
        """Whatever the state of anything: the money is in our box, so it is asked for."""
        amount = self.outbox.notes.get(given.id)
        if amount is None:
            return NOTHING if given.id in self.outbox.asked else self._refuse("bad_note", "no such note was held")
        return Decision((MoneyAsked(m.BuyCredit(self.boot, self.run, given.id, amount)),))

    def _note_returned(self, _now_ms: int, given: intents.NoteReturned) -> Decision[TerminalEvent]:
        if given.id not in self.outbox.notes:
            return NOTHING
        self._notes.give_back(given.id)
        return Decision((NoteLetGo(given.id),))

    def _ticket_in(self, now_ms: int, given: intents.TicketIn) -> Decision[TerminalEvent]:
        if not self._may_ask(now_ms, given.id):
            return NOTHING
        if not 1 <= len(given.ticket) <= 40:
            return self._refuse("bad_ticket", "that is no validation number", asked=given.id)
        return Decision((MoneyAsked(m.InsertTicket(self.boot, self.run, given.id, given.ticket)),))

    def _cash_out(self, now_ms: int, given: intents.CashOut) -> Decision[TerminalEvent]:
        if not self._may_ask(now_ms, given.id):
            return NOTHING
        if self.stake or self.outbox.layouts:
            return self._refuse("stake_in_play", "a Bet is in play: cash out when the Round is over", asked=given.id)
        if not is_amount(given.amount) or given.amount > self.spendable:
            return self._refuse("credit", f"{given.amount!r} cannot be paid out of {self.spendable}", asked=given.id)
        return Decision((MoneyAsked(m.CashOut(self.boot, self.run, given.id, given.amount)),))

    def _print_result(self, _now_ms: int, given: intents.PrintResult) -> Decision[TerminalEvent]:
        if given.id in self.outbox.asked:
            return NOTHING
        if given.ticket not in self.tickets or len(given.state) > 20 or len(given.id) != 16:
            return self._refuse("bad_ticket", f"{given.ticket} was not issued here")
        return Decision((MoneyAsked(m.ReportPrint(self.boot, self.run, given.id, given.ticket, given.state)),))

    # --- apply -------------------------------------------------------------------------------------------------

    def apply(self, _entry: Entry, event: TerminalEvent) -> None:
        _RECORDS[type(event)](self, event)

    def _booted(self, booted: Booted) -> None:
        self.boot, self.run = booted.boot, booted.run

    def _sent(self, sent: LayoutSent) -> None:
        self.outbox.sent(sent)

    def _money_asked(self, asked: MoneyAsked) -> None:
        self.outbox.ask(asked.request)

    def _note_held(self, held: NoteHeld) -> None:
        self.outbox.hold_note(held)

    def _note_let_go(self, let_go: NoteLetGo) -> None:
        self.outbox.let_note_go(let_go)

    def _has_stopped(self, stopped: Stopped) -> None:
        self.stopped = stopped.why

    def _checkpointed(self, _checkpointed: Checkpointed) -> None:
        """For the shell alone."""

    def _copied(self, copied: Copied) -> None:
        """Rule 8: the entries in their order, each exactly once."""
        run, opened = self._decoded
        if run is not copied:
            opened = _opened(copied)  # a replay: nobody has read them yet
        self._decoded = _NONE_DECODED
        last = copied.first_seq + len(copied.entries) - 1
        if self.follower.seq < last:
            self.follower.restore(last, copied.chain)
        terminal, view = self.terminal, self.view
        for seq, wall_time, audience, event in opened:
            view.apply(event)
            if audience == terminal:
                self.ledger.apply(event)
            react = _REACTIONS.get(type(event))
            if react is not None:
                self._wall_time = wall_time
                react(self, seq, event)

    def _picture(self, restored: Restored) -> None:
        picture = _pictures.decode(restored.state)
        own, terminal = picture.own, self.terminal
        self.follower.restore(restored.seq, restored.chain)
        self.view = picture.view
        self.ledger.balances = {credit(terminal): own.credit, stake(terminal): own.stake, CASH: -own.credit - own.stake}
        self.ledger.sittings = {terminal: own.sitting}
        self.layouts.restore(own.layouts, self.view)
        if own.credit or own.stake:
            self.own_rounds.sits_down(own.sitting)
        self.own_rounds.disputed, self.latched, self.calls = own.disputed, own.latched, own.calls
        if own.stake != sum(self.layouts.bets().values()):
            self.own_rounds.half_known = self.view.round_no

    # --- what each fact of the log does here, besides to the picture and to the money ----------------------------

    def _console_started(self, seq: int, _event: events.ConsoleStarted) -> None:
        self.console_seq = seq
        if self._welcome_seq is not None and seq > self._welcome_seq:
            self._greet_again()  # it was another process that welcomed us

    def _window_opened(self, _seq: int, event: events.WindowOpened) -> None:
        if event.id.n == 1:  # a new Round
            self.own_cards, self.layouts.returned = {}, {}
            self.notice = None  # of the Round before
            self.own_rounds.goes_on(sitting=self._sits)
        self.left_ms = event.left_ms

    def _card_hidden(self, _seq: int, event: events.CardHidden) -> None:
        self.own_cards[event.draw] = event.card

    def _cards_corrected(self, _seq: int, _event: events.CardsCorrected) -> None:
        self.own_cards = {}  # none lies face down any more

    def _layout_registered(self, seq: int, event: events.LayoutRegistered) -> None:
        self.layouts.register(seq, event, self.view)

    def _layout_refused(self, _seq: int, event: events.LayoutRefused) -> None:
        self.layouts.refuse(event, self.view)
        self.notice = _notice_of(event.refusal)

    def _layout_returned(self, _seq: int, event: events.LayoutReturned) -> None:
        if not self.layouts.give_back(event.window):
            self.own_rounds.half_known = event.round_no  # of before our snapshot

    def _window_closed(self, _seq: int, event: events.WindowClosed) -> None:
        if self.layouts.close(event.id):
            self.notice = (
                Notice("returned", "not registered before the close: these Bets are returned", "5.2.2")
                if self.layouts.returned
                else Notice("closed", "changed too late: what was registered stands", "5.9")
            )
        self.left_ms = -1

    def _settled(self, seq: int, event: events.Settled) -> None:
        self._dispute(self.own_rounds.settled(seq, event, self.view, self.layouts.bets()))

    def _round_ended(self, seq: int, event: events.RoundEnded) -> None:
        bets, stake = self.layouts.bets(), self.stake
        self._dispute(
            self.own_rounds.ended(seq, event.round_no, self.view, bets, stake=stake, wall_time=self._wall_time)
        )
        self.layouts.end_round()

    def _round_corrected(self, _seq: int, event: events.RoundCorrected) -> None:
        self.own_rounds.corrected(event)

    def _lines_corrected(self, seq: int, event: events.LinesCorrected) -> None:
        self._dispute(self.own_rounds.lines_corrected(seq, event, credit=self.credit))

    def _dispute(self, claim: Claim | None) -> None:
        if claim is not None:
            self.outbox.ask(m.Dispute(self.boot, self.run, claim.id, claim.round_no, claim.lines))

    @property
    def _sits(self) -> bool:
        """Somebody has money here."""
        return self.ledger.sitting(self.terminal) is not None

    def _credit_bought(self, _seq: int, event: events.CreditBought) -> None:
        self.outbox.answered(event.id)
        self.own_rounds.sits_down(event.sitting)

    def _disputed(self, _seq: int, event: events.SettlementDisputed) -> None:
        self.outbox.answered(event.id)
        self.own_rounds.disputed = event.round_no

    def _hand_paid(self, _seq: int, _event: events.HandPaid) -> None:
        self._paid_out()

    def _paid_out(self) -> None:
        if not self._sits:
            self.own_rounds.leaves()

    def _ticket_issued(self, _seq: int, event: events.TicketIssued) -> None:
        self.outbox.answered(event.id)
        self._paid_out()
        self.tickets[event.ticket] = event.amount
        self.prints[event.ticket] = ""
        if len(self.tickets) > TICKETS_KEPT:
            self._forget_ticket(next(iter(self.tickets)))

    def _ticket_accepted(self, _seq: int, event: events.TicketAccepted) -> None:
        self.outbox.answered(event.id)
        self.own_rounds.sits_down(event.sitting)
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
        self.notice = _notice_of(event.refusal)
        self._refused_money(event.id)

    def _dispute_ruled(self, _seq: int, _event: events.DisputeRuled) -> None:
        self.own_rounds.ruled(self.outbox.disputes())

    def _attendant_called(self, _seq: int, event: events.AttendantCalled) -> None:
        self.calls, self._call = event.wanted, None
        if not event.wanted:
            self.outbox.attended()

    def _terminal_latched(self, _seq: int, event: events.TerminalLatched) -> None:
        self.latched = event.why or "latched"

    def _terminal_unlatched(self, _seq: int, _event: events.TerminalUnlatched) -> None:
        self.latched = ""


# --- small words --------------------------------------------------------------------------------------------


def _saying(messages: Iterable[m.Request], facts: Iterable[TerminalEvent] = ()) -> Decision[TerminalEvent]:
    return Decision(tuple(facts), tuple([Reply(CONSOLE, message) for message in messages]))


def _notice_of(refusal: Refusal) -> Notice:
    return Notice(refusal.reason, refusal.detail, refusal.paragraph)


def _run(taken: Sequence[tuple[int, m.SentEntry, bytes]]) -> Copied | None:
    if not taken:
        return None
    return Copied(taken[0][0], tuple(entry for _seq, entry, _chain in taken), taken[-1][2])


def _opened(copied: Copied) -> Opened:
    """Those that are not sealed. A sealed one is somebody else's."""
    return [
        (seq, entry.wall_time, entry.audience, decode_event(entry.body))
        for seq, entry in enumerate(copied.entries, copied.first_seq)
        if entry.body is not None
    ]


_DECISIONS: Final[Mapping[type, Callable[[Session, int, Any], Decision[TerminalEvent]]]] = {
    Tick: Session._tick,
    **dict.fromkeys((m.Batch, m.Deltas), Session._entries),
    **dict.fromkeys((m.Welcome, m.Denied, m.See, m.Snapshot, m.Pulse, m.Seats), Session._news),
    intents.Started: Session._started,
    intents.Saved: Session._saved,
    intents.CallAttendant: Session._attendant,
    intents.PutAway: Session._was_put_away,
    **dict.fromkeys(get_args(BetIntent), Session._bets_changed),
    intents.NoteIn: Session._note_in,
    intents.NoteStacked: Session._note_stacked,
    intents.NoteReturned: Session._note_returned,
    intents.TicketIn: Session._ticket_in,
    intents.CashOut: Session._cash_out,
    intents.PrintResult: Session._print_result,
}

_RECORDS: Final[Mapping[type, Callable[[Session, Any], None]]] = {
    Booted: Session._booted,
    Copied: Session._copied,
    Restored: Session._picture,
    LayoutSent: Session._sent,
    MoneyAsked: Session._money_asked,
    NoteHeld: Session._note_held,
    NoteLetGo: Session._note_let_go,
    Stopped: Session._has_stopped,
    Checkpointed: Session._checkpointed,
}

_REACTIONS: Final[Mapping[type, Callable[[Session, int, Any], None]]] = {
    events.ConsoleStarted: Session._console_started,
    events.WindowOpened: Session._window_opened,
    events.LayoutRegistered: Session._layout_registered,
    events.LayoutRefused: Session._layout_refused,
    events.LayoutReturned: Session._layout_returned,
    events.WindowClosed: Session._window_closed,
    events.CardHidden: Session._card_hidden,
    events.CardsCorrected: Session._cards_corrected,
    events.Settled: Session._settled,
    events.RoundEnded: Session._round_ended,
    events.RoundCorrected: Session._round_corrected,
    events.LinesCorrected: Session._lines_corrected,
    events.CreditBought: Session._credit_bought,
    events.HandPaid: Session._hand_paid,
    events.SettlementDisputed: Session._disputed,
    events.TicketIssued: Session._ticket_issued,
    events.TicketAccepted: Session._ticket_accepted,
    events.TicketPrint: Session._ticket_print,
    events.MoneyRefused: Session._money_refused,
    events.DisputeRuled: Session._dispute_ruled,
    events.AttendantCalled: Session._attendant_called,
    events.TerminalLatched: Session._terminal_latched,
    events.TerminalUnlatched: Session._terminal_unlatched,
}
