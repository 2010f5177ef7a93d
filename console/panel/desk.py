"""The client core of a panel: a follower with the eyes of staff, and the orders it has given and not yet seen answered.

An order is sent again until the log answers it, always under the same id: a double tap is one command. When the console
is not heard any more an order is dropped, and never comes back by itself: whoever gave it looks, and gives it anew.
Keeps nothing durable but its boot, which the shell counts; what a panel has forgotten the log tells it again.
"""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from console.panel.diary import Diary
from console.panel.people import People
from games.money import Currency
from games.round import PlayerId, Spot
from games.settlement import Line
from protocol import events
from protocol import messages as m
from protocol.aside import Aside
from protocol.codec import body_decoder, decode_event
from protocol.day import last_day
from protocol.events import STAFF
from protocol.fact import Fact
from protocol.follower import Follower
from protocol.halts import Halt
from protocol.join import Listener
from protocol.keyring import Enrolment
from protocol.ledger import Account, Ledger
from protocol.people import Proposal
from protocol.picture import AskedTicket, HeldNote, OpenTicket, Picture
from protocol.recalled import Recalled
from protocol.signing import Verify
from protocol.view import TableView

AGAIN_MS: Final = 500  # an order that is not answered, or a part of the past
HISTORY: Final = 2_000  # entries before a picture that are asked for: some twenty Rounds of a table of eight

_pictures: Final = body_decoder(Picture)
# The most frequent entries of those that a desk keeps nothing of.
_NOT_NOTED: Final = frozenset(
    {
        *(events.CardDealt, events.TerminalJoined, events.StartConfirmed, events.Halted, events.Resumed),
        *(events.SignOnTried, events.OrderSigned, events.Certified),
    }
)


class About(Struct, frozen=True):
    """What was on the screen when an order was given: the table refuses it when that has passed."""

    round_no: int
    window: m.WindowId | None = None


class Desk:
    def __init__(self, name: str, table: str, boot: int, run: bytes, verify: Verify | None = None) -> None:
        self.name, self.boot, self.run = name, boot, run
        self.listener = Listener(STAFF, table, name, "panel", boot, run, verify=verify)
        self.view = TableView()
        self.ledger = Ledger()
        self.aside = Aside()
        self.recalled = Recalled()  # earlier Rounds that are at hand to be corrected
        self.recalling = (0, 0, 0)  # the one that is looked for; entries read, of so many
        self.refusals: dict[bytes, events.OrderRefused] = {}
        self.disputes: dict[str, int] = {}
        self.latched: dict[str, str] = {}
        self.away: dict[str, str] = {}  # participants who do not play (004 §3), and the last day of that
        self.retired: set[str] = set()
        self.turning: tuple[str, ...] = ()  # terminals whose Players turn cards
        self.calls: dict[str, str] = {}  # for an attendant, and what for
        self.tickets: dict[str, OpenTicket] = {}  # that are in nobody's hands
        self.asked: dict[bytes, AskedTicket] = {}  # of other tables, by journey
        self.locked: set[str] = set()  # terminals and panels that take no tickets
        self.found: m.TicketFound | None = None  # the ticket that was looked for last
        self._finding: m.FindTicket | None = None
        self._found_ms = -AGAIN_MS  # when it was asked for
        self.held: dict[int, HeldNote] = {}  # notes that two people have to release
        self.seats: dict[str, int] = {}  # who is heard now, and how far he has applied the log
        self.people = People(name, table)
        self.prepared: tuple[m.PreparedStaff, ...] = ()  # files of people that wait for an order
        self.enrolled: frozenset[str] = frozenset()  # the terminals that may play here
        self.unread = (0, 0)  # entries of the books that were checked, of all: while that goes on, nothing is paid out
        self.outside: tuple[m.Outside, ...] = ()
        self.keys: dict[str, Enrolment] = {}  # that are let in, by name
        self.prepared_keys: tuple[m.PreparedKey, ...] = ()  # what `etg keys` has prepared, for two people to order
        self.heard_at = ""  # the wall time of the last news, which the shell knows
        self.closed_seq = 0  # the entry of this Round's last close
        self.windows: dict[str, dict[PlayerId, Mapping[Spot, int]]] = {}  # what is registered in this Round, by window
        self.paid: dict[PlayerId, tuple[Line, ...]] = {}  # and what of it is settled already
        self.sat: dict[PlayerId, int] = {}  # whose sitting that belongs to
        self.watch: Callable[[int, events.Event], None] = lambda _seq, _event: None  # after each fact is applied
        self.diary = Diary()
        self.lost = 0  # orders that were dropped; they may have been obeyed all the same
        self._orders: dict[bytes, m.Command] = {}
        self._sent_ms: dict[bytes, int] = {}
        self._told_seq = self._past_seq = 0  # what lay before a picture, up to `_past_seq`, is told up to here
        self._past_ms: int | None = None  # when it was asked for
        self._untold: list[tuple[int, events.Event, str]] = []  # since the picture, while its past is not told

    @property
    def follower(self) -> Follower:
        return self.listener.follower

    @property
    def ready(self) -> bool:
        """Joined, and level with the log: what it shows is what is."""
        return self.listener.ready

    @property
    def denied(self) -> str:
        return self.listener.denied

    @property
    def stopped(self) -> str:
        return self.listener.stopped

    @property
    def waiting(self) -> bool:
        """Is an order under way, or a ticket looked for? Before the start is confirmed nobody is told of a ticket, and
        the order that goes on without who is dark must not wait for that.
        """
        finds = self._finding is not None and Halt.UNCONFIRMED not in self.view.halts
        return bool(self._orders) or finds

    def bets(self) -> dict[PlayerId, dict[Spot, int]]:
        """What each terminal has registered in this Round."""
        found: dict[PlayerId, dict[Spot, int]] = {}
        for answers in self.windows.values():
            for terminal, bets in answers.items():
                mine = found.setdefault(terminal, {})
                for spot, amount in bets.items():
                    mine[spot] = mine.get(spot, 0) + amount
        return found

    @property
    def told(self) -> bool:
        """Does the diary know as much as the picture?"""
        return self._told_seq >= self._past_seq

    @property
    def about(self) -> About:
        """What is on the screen now."""
        opened = next(iter(self.view.windows.values()), None)
        return About(self.view.round_no, None if opened is None else opened.id)

    @property
    def me(self) -> m.Person | None:
        """Who is signed on at this panel."""
        return self.people.me

    def order(self, command_id: bytes, order: m.Order, about: About | None = None) -> None:
        """About what was on the screen when it was given; if that is not said, what is there now."""
        shown = self.about if about is None else about
        self.command(m.Command(self.boot, self.run, command_id, shown.round_no, order, shown.window))

    def command(self, command: m.Command) -> None:
        if self.people.locked:  # whoever it was has left
            self.lost += 1
            return
        self._orders[command.command_id] = command
        self.diary.mine.add(command.command_id)

    def find(self, asked: bytes, number: str) -> None:
        """What is the ticket with this number? The answer is for this panel alone, and nobody keeps the number."""
        self.found, self._finding = None, m.FindTicket(self.boot, self.run, asked, number)
        self._found_ms = -AGAIN_MS

    def sign_on(self, asked: bytes, pin: str, number: str = "", badge: str = "") -> None:
        """By number or badge; over somebody else's session it is a relief."""
        self.people.ask(m.SignOn(self.boot, self.run, asked, pin, number, badge))

    def sign_off(self, asked: bytes, why: str = "person") -> None:
        self.people.ask(m.SignOff(self.boot, self.run, asked, why))

    def sign(self, asked: bytes, proposal: Proposal, pin: str, number: str = "", badge: str = "") -> None:
        """The proposal as it was shown."""
        signed = (asked, proposal.command_id, proposal.digest, pin, number, badge)
        self.people.ask(m.Sign(self.boot, self.run, *signed))

    def withdraw(self, asked: bytes, command_id: bytes) -> None:
        self.people.ask(m.Withdraw(self.boot, self.run, asked, command_id))

    def put_away(self) -> None:
        """The ticket that was found is not looked at any more."""
        self.found = self._finding = None

    def receive(self, now_ms: int, news: m.News) -> None:
        if isinstance(news, m.Seats):
            self.seats, self.enrolled, self.prepared = dict(news.seats), frozenset(news.terminals), news.prepared
            self.unread, self.outside, self.prepared_keys = news.unread, news.outside, news.prepared_keys
            self.turning, self.recalling = news.turning, news.recall
        if isinstance(news, m.SignOnAnswer):
            self.people.hear(news)
        if isinstance(news, m.TicketFound) and self._finding is not None and news.id == self._finding.id:
            self.found, self._finding = news, None
        taken = self.listener.receive(now_ms, news)
        if self.listener.snapshot is not None:
            self._restore(_pictures.decode(self.listener.snapshot.state))
            self._past_seq = self.listener.snapshot.seq
            self._told_seq = max(1, self._past_seq - HISTORY)
        if isinstance(news, m.Deltas) and not self.told:
            self._hear_of_the_past(news)
        for seq, entry in taken:
            if entry.body is not None:
                event = decode_event(entry.body)
                self._apply(seq, event)
                self.watch(seq, event)
                if not self.told:
                    self._untold.append((seq, event, entry.wall_time))
                else:
                    self.diary.write(seq, event, entry.wall_time)

    def _hear_of_the_past(self, news: m.Deltas) -> None:
        """What lay before the picture is in it already; it is only told. As the picture itself, it hangs on no link."""
        for seq, entry in enumerate(news.entries, news.first_seq):
            if seq == self._told_seq + 1 and seq <= self._past_seq:
                self._told_seq, self._past_ms = seq, None
                if entry.body is not None:
                    self.diary.write(seq, decode_event(entry.body), entry.wall_time)
        if self._told_seq == self._past_seq:
            for untold in self._untold:
                self.diary.write(*untold)
            self._untold = []

    def _restore(self, picture: Picture) -> None:
        self.view = picture.view
        if picture.staff is not None:
            self.ledger.balances = {Account(name): amount for name, amount in picture.staff.balances.items()}
            self.ledger.sittings = dict(picture.staff.sittings)
            self.ledger.currency = Currency(self.view.placard.currency, self.view.placard.exponent)
            self.disputes, self.latched = dict(picture.staff.disputes), dict(picture.staff.latched)
            self.retired, self.calls = set(picture.staff.retired), dict(picture.staff.calls)
            self.windows = {window: dict(answers) for window, answers in picture.staff.bets.items()}
            self.paid, self.sat = dict(picture.staff.paid), dict(picture.staff.sat)
            self.closed_seq = picture.staff.closed_seq
            self.held = dict(picture.staff.held)
            self.tickets, self.locked = dict(picture.staff.tickets), set(picture.staff.locked)
            self.asked = dict(picture.staff.asked)
            self.keys = {peer.name: peer for peer in picture.staff.keys}
            self.aside = Aside(list(picture.staff.beside), dict(picture.staff.read))
            self.recalled = Recalled(dict(picture.staff.recalled))
            self.people.restore(picture.staff)
            books = picture.staff.coins.items()
            self.ledger.beside = {it: {Account(name): amount for name, amount in found.items()} for it, found in books}
            self.ledger.played, self.away = dict(picture.staff.played), dict(picture.staff.away)

    def _apply(self, seq: int, event: events.Event) -> None:
        self.view.apply(event)
        self.aside.apply(event)
        self.recalled.apply(event)
        self.ledger.apply(event)
        self.people.apply(event)
        self._note(seq, event)

    def _note(self, seq: int, event: Fact) -> None:
        """What nobody but a desk keeps."""
        if type(event) in _NOT_NOTED:
            return
        match event:
            case events.Ordered(command_id=command_id) | events.OrderProposed(command_id=command_id):
                self._done(command_id)
            case events.OrderRefused(command_id=command_id):
                self._done(command_id)
                self.refusals[command_id] = event
            case events.WindowOpened(id=window):
                if window.n == 1:
                    self.windows, self.paid, self.sat, self.closed_seq = {}, {}, {}, 0
                self.windows.pop(event.window.name, None)
            case events.WindowClosed():
                self.closed_seq = seq
            case events.LayoutRegistered(id=window, terminal=terminal, answer=answer):
                names = {opened.id: name for name, opened in self.view.windows.items()}
                answers = self.windows.setdefault(names[window], {})
                if answer.bets or answer.choice:
                    answers[terminal] = answer.bets
                else:
                    answers.pop(terminal, None)  # all taken back
            case events.LayoutReturned(window=name, terminal=terminal):
                self.windows.get(name, {}).pop(terminal, None)
            case events.BetRejected(id=window, terminal=terminal, spot=rejected):
                names = {opened.id: name for name, opened in self.view.windows.items()}
                answers = self.windows[names[window]]
                answers[terminal] = {spot: bet for spot, bet in answers[terminal].items() if spot != rejected}
            case events.Settled(terminal=terminal, sitting=sitting, lines=lines):
                self.paid[terminal] = (*self.paid.get(terminal, ()), *lines)
                self.sat[terminal] = sitting
            case events.RoundEnded():
                self.windows, self.paid, self.sat = {}, {}, {}
            case events.SettlementDisputed(terminal=terminal, round_no=round_no):
                self.disputes[terminal] = round_no
            case events.DisputeRuled(terminal=terminal):
                self.disputes.pop(terminal, None)
            case events.TerminalLatched(terminal=terminal, why=why):
                self.latched[terminal] = why
            case events.ParticipantExcluded(number=number, first_day=day, days=days):
                self.away[number] = last_day(day, days) if day else ""
            case events.DayBegan(day=day):
                self.away = {who: until for who, until in self.away.items() if not until or day <= until}
            case events.TerminalUnlatched(terminal=terminal):
                self.latched.pop(terminal, None)
            case events.AttendantCalled(terminal=terminal, wanted=wanted, reason=reason):
                self.calls.pop(terminal, None)
                if wanted:
                    self.calls[terminal] = reason
            case events.TicketIssued(ticket=ticket, terminal=terminal, amount=amount, sitting=sitting, ending=ending):
                self.tickets[ticket] = OpenTicket(terminal, amount, ending, sitting=sitting)
            case events.ForeignTicketAsked(terminal=terminal, journey=journey, issuer=issuer, ending=ending):
                self.asked[journey] = AskedTicket(terminal, issuer, ending, seq)
            case events.ForeignTicketAccepted(journey=journey) | events.ForeignTicketDeclined(journey=journey):
                self.asked.pop(journey, None)
            case events.TicketPrint(ticket=ticket, state="printed"):
                self.tickets.pop(ticket, None)
            case events.TicketPrint(ticket=ticket, state=state) if ticket in self.tickets:
                self.tickets[ticket] = replace(self.tickets[ticket], printed=state)
            case (
                events.TicketAccepted(ticket=ticket)
                | events.TicketPaid(ticket=ticket)
                | events.TicketReleased(ticket=ticket)
            ):
                self.tickets.pop(ticket, None)
                if self.found is not None and self.found.ticket == ticket:
                    self.found = None
            case events.TicketsLocked(terminal=name):
                self.locked.add(name)
            case events.TicketsUnlocked(terminal=name):
                self.locked.discard(name)
            case events.NoteHeld(note=note, terminal=terminal, amount=amount, why=why):
                self.held[note] = HeldNote(terminal, amount, why)
            case events.NoteCredited(note=note) | events.NoteCleared(note=note):
                self.held.pop(note, None)
            case events.TerminalRetired(terminal=terminal):
                self.retired.add(terminal)
            case events.KeyEnrolled(name=name, role=role, key=key):
                self.keys[name] = Enrolment(name, role, key)
                self.retired.discard(name)
            case events.KeyEnded(name=name):
                self.keys.pop(name, None)
                self.retired.add(name)
            case events.ConsoleStarted():
                self.listener.see_console_start(seq)
            case _:
                pass

    def _done(self, command_id: bytes) -> None:
        self._orders.pop(command_id, None)
        self._sent_ms.pop(command_id, None)

    def outgoing(self, now_ms: int) -> list[m.Request]:
        """What is to be sent now: Hello, Sync, a beat, orders not yet answered."""
        requests = self.listener.outgoing(now_ms)
        if self.denied or self.stopped or not self.listener.liveness.alive(now_ms):
            self._drop_orders()
        if not self.listener.joined or self.denied or self.stopped:
            return requests
        if not self.told and now_ms >= self._past_due_ms(now_ms):
            self._past_ms = now_ms
            requests.append(m.Sync(self.boot, self.run, self._told_seq))
        if self._finding is not None and now_ms >= self._found_ms + AGAIN_MS:
            self._found_ms = now_ms
            requests.append(self._finding)
        for command_id, command in self._orders.items():
            if now_ms >= self._sent_ms.get(command_id, -AGAIN_MS) + AGAIN_MS:
                self._sent_ms[command_id] = now_ms
                requests.append(command)
        # What somebody has ordered before he left is his: it goes first.
        return requests + self.people.outgoing(now_ms)

    def wake_ms(self, now_ms: int) -> int | None:
        """When to ask for `outgoing` again; None: never."""
        due_ms = self.listener.wake_ms(now_ms)
        if due_ms is not None and self.listener.joined:
            if not self.told:
                due_ms = min(due_ms, self._past_due_ms(now_ms))
            if self._finding is not None:
                due_ms = min(due_ms, self._found_ms + AGAIN_MS)
            asked_ms = self.people.wake_ms(now_ms)
            due_ms = due_ms if asked_ms is None else min(due_ms, asked_ms)
            for command_id in self._orders:
                due_ms = min(due_ms, self._sent_ms.get(command_id, now_ms - AGAIN_MS) + AGAIN_MS)
        return due_ms

    def _past_due_ms(self, now_ms: int) -> int:
        return now_ms if self._past_ms is None else self._past_ms + AGAIN_MS

    def _drop_orders(self) -> None:
        """An order that waits for a connection would be obeyed when nobody thinks of it any more."""
        self.lost += len(self._orders)
        self._orders.clear()
        self._finding = None
        self._sent_ms.clear()
        self.people.drop()
