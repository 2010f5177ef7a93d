"""The client core of a panel: a follower with the eyes of staff, and the orders it has given and not yet seen answered.

An order is sent again until the log answers it, always under the same id: a double tap is one command. Keeps nothing
durable but its boot, which the shell counts; what a panel has forgotten the log tells it again.
"""

from collections.abc import Callable, Mapping
from typing import Final

from games.round import PlayerId, Spot
from protocol import events
from protocol import messages as m
from protocol.codec import body_decoder, decode_event
from protocol.events import STAFF
from protocol.follower import Follower
from protocol.ledger import Account, Ledger
from protocol.listener import AGAIN_MS, Listener
from protocol.view import Picture, TableView

_pictures: Final = body_decoder(Picture)


class Desk:
    def __init__(self, table: str, boot: int, run: bytes) -> None:
        self.boot, self.run = boot, run
        self.listener = Listener(STAFF, table, boot, run)
        self.view = TableView()
        self.ledger = Ledger()
        self.refusals: dict[bytes, events.OrderRefused] = {}
        self.disputes: dict[str, int] = {}
        self.latched: dict[str, str] = {}
        self.retired: set[str] = set()
        self.calls: set[str] = set()  # for an attendant
        self.terminals: dict[str, int] = {}  # that have joined, with the start they are at
        self.seats: dict[str, int] = {}  # who is heard now, and how far he has applied the log
        self.closed_seq = 0  # the entry of the last close
        self.windows: dict[str, dict[PlayerId, Mapping[Spot, int]]] = {}  # what is registered in this Round, by window
        self.watch: Callable[[int, events.Event], None] = lambda _seq, _event: None  # after each fact is applied
        self._console_boot = 0
        self._orders: dict[bytes, m.Command] = {}
        self._sent_ms: dict[bytes, int] = {}

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
        """Is an order under way?"""
        return bool(self._orders)

    def bets(self) -> dict[PlayerId, dict[Spot, int]]:
        """What each terminal has registered in this Round."""
        found: dict[PlayerId, dict[Spot, int]] = {}
        for answers in self.windows.values():
            for terminal, bets in answers.items():
                mine = found.setdefault(terminal, {})
                for spot, amount in bets.items():
                    mine[spot] = mine.get(spot, 0) + amount
        return found

    def order(self, command_id: bytes, order: m.Order, second: m.Person | None = None) -> None:
        """About the Round that is on the screen now."""
        opened = next(iter(self.view.windows.values()), None)
        window = None if opened is None else opened.id
        self.command(m.Command(self.boot, self.run, command_id, self.view.round_no, order, window, second))

    def command(self, command: m.Command) -> None:
        self._orders[command.command_id] = command

    def receive(self, now_ms: int, news: m.News) -> None:
        if isinstance(news, m.Seats):
            self.seats = dict(news.seats)
        taken = self.listener.receive(now_ms, news)
        if self.listener.snapshot is not None:
            self._restore(_pictures.decode(self.listener.snapshot.state))
        for seq, entry, _chain in taken:
            if entry.body is not None:
                event = decode_event(entry.body)
                self._apply(seq, event)
                self.watch(seq, event)

    def _restore(self, picture: Picture) -> None:
        self.view = picture.view
        if picture.staff is not None:
            self.ledger.balances = {Account(name): amount for name, amount in picture.staff.balances.items()}
            self.ledger.sittings = dict(picture.staff.sittings)
            self.disputes, self.latched = dict(picture.staff.disputes), dict(picture.staff.latched)
            self.retired, self.calls = set(picture.staff.retired), set(picture.staff.calls)
            self.windows = {"": dict(picture.staff.bets)}
            self.terminals = dict.fromkeys(picture.staff.sittings, 0)

    def _apply(self, seq: int, event: events.Event) -> None:
        self.view.apply(event)
        self.ledger.apply(event)
        match event:
            case events.Ordered(command_id=command_id):
                self._done(command_id)
            case events.OrderRefused(command_id=command_id):
                self._done(command_id)
                self.refusals[command_id] = event
            case events.WindowOpened(id=window):
                if window.n == 1:
                    self.windows = {}
                self.windows.pop(event.window.name, None)
            case events.WindowClosed():
                self.closed_seq = seq
            case events.LayoutRegistered(id=window, terminal=terminal, answer=answer):
                names = {opened.id: name for name, opened in self.view.windows.items()}
                self.windows.setdefault(names.get(window, ""), {})[terminal] = answer.bets
            case events.LayoutReturned(window=name, terminal=terminal):
                self.windows.get(name, {}).pop(terminal, None)
            case events.RoundEnded():
                self.windows = {}
            case events.TerminalJoined(terminal=terminal, boot=boot):
                self.terminals[terminal] = boot
            case events.SettlementDisputed(terminal=terminal, round_no=round_no):
                self.disputes[terminal] = round_no
            case events.DisputeRuled(terminal=terminal):
                self.disputes.pop(terminal, None)
            case events.TerminalLatched(terminal=terminal, why=why):
                self.latched[terminal] = why
            case events.TerminalUnlatched(terminal=terminal):
                self.latched.pop(terminal, None)
            case events.AttendantCalled(terminal=terminal, wanted=wanted):
                (self.calls.add if wanted else self.calls.discard)(terminal)
            case events.TerminalRetired(terminal=terminal):
                self.retired.add(terminal)
            case events.TerminalEnrolled(terminal=terminal):
                self.retired.discard(terminal)
            case events.ConsoleStarted(boot=boot):
                if boot != self._console_boot:  # it must hear our Hello before anything else
                    self._console_boot = boot
                    self.listener.greet_again()
            case _:
                pass

    def _done(self, command_id: bytes) -> None:
        self._orders.pop(command_id, None)
        self._sent_ms.pop(command_id, None)

    def outgoing(self, now_ms: int) -> list[m.Request]:
        """What is to be sent now: Hello, Sync, a beat, orders not yet answered."""
        requests = self.listener.outgoing(now_ms)
        if not self.listener.joined or self.denied:
            return requests
        for command_id, command in self._orders.items():
            if now_ms >= self._sent_ms.get(command_id, -AGAIN_MS) + AGAIN_MS:
                self._sent_ms[command_id] = now_ms
                requests.append(command)
        return requests

    def wake_ms(self, now_ms: int) -> int:
        """When to ask for `outgoing` again."""
        due = self.listener.wake_ms(now_ms)
        if self.listener.joined and not self.denied:
            for command_id in self._orders:
                due = min(due, self._sent_ms.get(command_id, now_ms - AGAIN_MS) + AGAIN_MS)
        return due
