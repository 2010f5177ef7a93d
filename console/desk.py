"""The client core of a panel: a follower with the eyes of staff, and the orders it has given and not yet seen answered.

An order is sent again until the log answers it, always under the same id: a double tap is one command. Keeps nothing
durable but its boot, which the shell counts; what a panel has forgotten the log tells it again.
"""

from typing import Final

from protocol import events
from protocol import messages as m
from protocol.chain import ChainBroken, first_link
from protocol.codec import body_decoder, decode_event
from protocol.events import STAFF
from protocol.follower import Follower
from protocol.ledger import Account, Ledger
from protocol.liveness import Liveness
from protocol.view import Picture, TableView

AGAIN_MS: Final = 500
BEAT_MS: Final = 1_000
_pictures: Final = body_decoder(Picture)


class Desk:
    def __init__(self, table: str, boot: int, run: bytes) -> None:
        self.boot, self.run = boot, run
        self.follower = Follower(STAFF, 0, first_link(table))
        self.view = TableView()
        self.ledger = Ledger()
        self.liveness = Liveness()
        self.denied = ""  # why this process may not speak: it must be started again
        self.stopped = ""  # the console's history is not the one that it showed before
        self.refusals: dict[bytes, events.OrderRefused] = {}
        self.disputes: dict[str, int] = {}
        self.latched: dict[str, str] = {}
        self.retired: set[str] = set()
        self._welcome_seq: int | None = None  # nothing is asked before this is applied
        self._console_boot = 0
        self._orders: dict[bytes, m.Command] = {}
        self._sent_ms: dict[bytes, int] = {}
        self._hello_ms: int | None = None
        self._beat_ms = 0

    @property
    def ready(self) -> bool:
        """Joined, and level with the log: what it shows is what is."""
        return (
            not self.stopped
            and self._welcome_seq is not None
            and self.follower.seq >= self._welcome_seq
            and self.follower.level
        )

    @property
    def waiting(self) -> bool:
        """Is an order under way?"""
        return bool(self._orders)

    def order(self, command_id: bytes, order: m.Order, second: m.Person | None = None) -> None:
        """About the Round that is on the screen now."""
        opened = next(iter(self.view.windows.values()), None)
        window = None if opened is None else opened.id
        self.command(m.Command(self.boot, self.run, command_id, self.view.round_no, order, window, second))

    def command(self, command: m.Command) -> None:
        self._orders[command.command_id] = command

    def receive(self, now_ms: int, news: m.News) -> None:
        self.liveness.heard(now_ms)
        if self.stopped:
            return
        try:
            self._hear(news)
        except ChainBroken as broken:
            self.stopped = str(broken)

    def _hear(self, news: m.News) -> None:
        match news:
            case m.Welcome(boot=boot, run=run, head_seq=seq, head_chain=chain):
                if (boot, run) == (self.boot, self.run):
                    self._welcome_seq = seq
                    self.follower.expect_link(seq, chain)
            case m.Denied(boot=boot, run=run, why=why):
                if (boot, run) == (self.boot, self.run):
                    self._welcome_seq = None
                    self.denied = "" if why == m.SAY_HELLO else why
            case m.Batch(first_seq=first, entries=entries, chain=chain):
                self.follower.offer(first, entries, chain)
            case m.Deltas(first_seq=first, entries=entries, chain=chain, head_seq=head):
                self.follower.offer(first, entries, chain)
                self.follower.head_seq = max(self.follower.head_seq, head)
            case m.See(seq=seq, entry=entry, chain=chain):
                self.follower.offer(seq, (entry,), chain)
            case m.Pulse(seq=seq, chain=chain):
                self.follower.expect_link(seq, chain)
            case m.Snapshot(seq=seq, chain=chain, state=state):
                if self.follower.seq == 0:
                    self._restore(_pictures.decode(state))
                    self.follower.restore(seq, chain)
        for _seq, entry, _chain in self.follower.take():
            if entry.body is not None:
                self._apply(decode_event(entry.body))

    def _restore(self, picture: Picture) -> None:
        self.view = picture.view
        if picture.staff is not None:
            self.ledger.balances = {Account(name): amount for name, amount in picture.staff.balances.items()}
            self.ledger.sittings = dict(picture.staff.sittings)
            self.disputes, self.latched = dict(picture.staff.disputes), dict(picture.staff.latched)
            self.retired = set(picture.staff.retired)

    def _apply(self, event: events.Event) -> None:
        self.view.apply(event)
        self.ledger.apply(event)
        match event:
            case events.Ordered(command_id=command_id):
                self._done(command_id)
            case events.OrderRefused(command_id=command_id):
                self._done(command_id)
                self.refusals[command_id] = event
            case events.SettlementDisputed(terminal=terminal, round_no=round_no):
                self.disputes[terminal] = round_no
            case events.DisputeRuled(terminal=terminal):
                self.disputes.pop(terminal, None)
            case events.TerminalLatched(terminal=terminal, why=why):
                self.latched[terminal] = why
            case events.TerminalUnlatched(terminal=terminal):
                self.latched.pop(terminal, None)
            case events.TerminalRetired(terminal=terminal):
                self.retired.add(terminal)
            case events.TerminalEnrolled(terminal=terminal):
                self.retired.discard(terminal)
            case events.ConsoleStarted(boot=boot):
                if boot != self._console_boot:  # it must hear our Hello before anything else
                    self._console_boot, self._welcome_seq, self._hello_ms = boot, None, None
            case _:
                pass

    def _done(self, command_id: bytes) -> None:
        self._orders.pop(command_id, None)
        self._sent_ms.pop(command_id, None)

    def outgoing(self, now_ms: int) -> list[m.Request]:
        """What is to be sent now: Hello, Sync, orders not yet answered, a beat."""
        if self.denied or self.stopped:
            return []
        requests: list[m.Request] = []
        if self._welcome_seq is None:
            if self._hello_ms is None or now_ms >= self._hello_ms + AGAIN_MS:
                self._hello_ms = now_ms
                requests.append(m.Hello(self.boot, self.run, self.follower.seq, self.follower.chain))
            return requests
        if self.follower.sync_due(now_ms):
            requests.append(m.Sync(self.boot, self.run, self.follower.seq))
        if self.follower.seq < self._welcome_seq:
            return requests
        for command_id, command in self._orders.items():
            if now_ms >= self._sent_ms.get(command_id, -AGAIN_MS) + AGAIN_MS:
                self._sent_ms[command_id] = now_ms
                requests.append(command)
        if now_ms >= self._beat_ms + BEAT_MS:
            self._beat_ms = now_ms
            requests.append(m.Beat(self.boot, self.run, self.follower.seq, self.follower.chain))
        return requests

    def wake_ms(self, now_ms: int) -> int:
        """When to ask for `outgoing` again."""
        if self.denied or self.stopped:
            return now_ms + BEAT_MS
        if self._welcome_seq is None:
            return (now_ms if self._hello_ms is None else self._hello_ms) + AGAIN_MS
        sync = self.follower.wake_ms()
        if self.follower.seq < self._welcome_seq:
            return now_ms + AGAIN_MS if sync is None else sync
        due = self._beat_ms + BEAT_MS
        for command_id in self._orders:
            due = min(due, self._sent_ms.get(command_id, now_ms - AGAIN_MS) + AGAIN_MS)
        return due if sync is None else min(due, sync)
