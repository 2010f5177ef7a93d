"""The shell of the Game Console: one thread that waits for sockets, shoe and clock, and runs the loop on what came.

Decides nothing. Keeps the bring-up order of DESIGN 2.4 (journal, replay, checks, shoe, `ConsoleStarted`, sockets) and
lets nothing out before the commit that it speaks of (M14). If the journal fails, the process ends.
"""

import os
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from typing import Final

import msgspec
import zmq

from console.config import TableConfig
from console.metrics import MetricsPage
from console.table.checkpoint import digest, restore, save
from console.table.delivery import Delivery, expanded
from console.table.state import Setup
from console.table.table import CheckpointMade, Heard, Input, SpaceLeft, Started, Table
from games.money import InvariantBroken
from protocol import events
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import PeerError, decode_event, decode_request, encode
from protocol.events import ALL, STAFF, Checkpointed, audience_of
from protocol.failpoints import Failpoints
from protocol.journal import Journal
from protocol.keys import Enrolment, Register, load_pair
from protocol.liveness import Allowance
from protocol.loop import Pen, Reply, run_batch
from protocol.process import Log, Stop, Systemd, now_ms, settle_memory, wall_time
from protocol.sockets import ConsoleSockets
from shoe_driver.port import Shoe

PULSE_MS: Final = 500
HEARD_MS: Final = 2_500  # a terminal beats once a second
SPACE_MS: Final = 5_000  # how often the disk is looked at
CHECKPOINT_EVERY: Final = 2_000  # entries: replaying twice as many takes a tenth of a second
RECENT: Final = 1_000  # entries kept in memory: more than a busy second

LOGGED: Final = (
    *(events.TableOpened, events.TableClosed, events.Halted, events.Resumed, events.Interrupted, events.ShoeLost),
    *(events.ShoeBack, events.ShoeLoaded, events.TerminalJoined, events.AlarmRaised, events.RoundEnded),
    *(events.OrderRefused, events.RoundCorrected),
)

_FOLLOWS: Final = (m.Hello, m.Sync, m.Beat)
_MONEY: Final = (m.BuyCredit, m.InsertTicket, m.CashOut, m.ReportPrint)
# What a key may ask for, whoever holds it; who may give which order is in `moves.py`.
MAY_ASK: Final[dict[str, tuple[type, ...]]] = {
    "terminal": (*_FOLLOWS, m.Answer, *_MONEY, m.Dispute, m.CallAttendant),
    "panel": (*_FOLLOWS, m.Command),
    "display": _FOLLOWS,
    "archive": _FOLLOWS,
}


def bring_up(journal: Journal, setup: Setup, log: Log) -> Table:
    """The table as its journal tells it: from the last checkpoint if that is good, else from the first entry."""
    table = _from_checkpoint(journal, setup, log) or Table(setup, journal.chain_at)
    journal.check_at_start(table.seq)
    for entry in journal.entries(table.seq + 1):
        table.apply(entry, decode_event(entry.body))
    table.check()
    return table


def _from_checkpoint(journal: Journal, setup: Setup, log: Log) -> Table | None:
    found = journal.last_checkpoint()
    if found is None:
        return None
    seq, state = found
    (entry,) = journal.read(seq, seq)
    event = decode_event(entry.body)
    if not isinstance(event, Checkpointed) or event.digest != digest(state):
        log.warning("the checkpoint is not the one that the journal names: replaying from the first entry", seq=seq)
        return None
    try:
        return restore(setup, journal.chain_at, state, seq - 1)
    except Exception as error:  # noqa: BLE001  by another version, or in error: whatever it is, the journal is whole
        log.warning("the checkpoint cannot be read: replaying from the first entry", seq=seq, why=repr(error))
        return None


class Store:
    """The journal with its failpoints, and a checkpoint for the commit that names it."""

    def __init__(self, journal: Journal, points: Failpoints) -> None:
        self._journal = journal
        self._points = points
        self.state: bytes | None = None

    def commit(self, entries: Sequence[Entry]) -> None:
        facts = [decode_event(entry.body) for entry in entries] if self._points.armed else ()
        self._points.at("before_commit", facts)
        state, self.state = self.state, None
        self._journal.commit(entries, state)
        self._points.at("after_commit", facts)


class Nobody:
    """The way out of a process that nobody can have joined yet."""

    def publish(self, entries: Sequence[Entry]) -> None:
        pass

    def send(self, reply: Reply) -> None:
        raise InvariantBroken(f"a reply to {reply.to}, who cannot have asked")


NOBODY: Final = Nobody()


class Service:
    def __init__(self, config: TableConfig, log: Log) -> None:
        self.log = log
        self.counts: Counter[str] = Counter()
        self._points = Failpoints(os.environ)
        self._allowances: dict[str, Allowance] = {}
        self._heard_ms: dict[str, int] = {}
        self._reported = self._acknowledged = 0  # cards of the shoe that we follow
        self._serial = ""
        self._refused = 0
        self._problems: dict[str, str] = {}
        self._systemd = Systemd()
        with ExitStack() as opened:
            pair = load_pair(config.keys / "console.key")
            register = Register(config.keys)
            self.journal = Journal(config.journal, config.setup.table)
            opened.callback(self.journal.close)
            self.table = bring_up(self.journal, config.setup, log)
            self._store = Store(self.journal, self._points)
            self._pen = Pen(
                self.journal.seq, self.journal.chain, decode_event, audience_of, salt=lambda: os.urandom(16)
            )
            self._checkpoint_seq = self.journal.seq if self.journal.seq < CHECKPOINT_EVERY else 0
            self._config = config
            shoe = self.table.view.shoe
            # Without a serial number the counter may be our own, of a make that has none, or of another device.
            self._follow_shoe(shoe.last_seq if shoe.serial else 0, shoe.serial)
            opened.callback(self._leave_shoe)
            # Nobody can reach us before this is durable; whoever joins asks for it.
            first: list[Input] = [Started(), SpaceLeft(self.journal.space())]
            run_batch(self.table, self._pen, self._store, NOBODY, now_ms(), wall_time(), first)
            self._delivery = Delivery(self.journal.seq)
            self._context = opened.enter_context(zmq.Context())
            requests, broadcast = (
                f"tcp://{config.network.host}:{port or '*'}"
                for port in (config.network.requests, config.network.broadcast)
            )
            self.sockets = ConsoleSockets(self._context, pair, register, requests, broadcast)
            opened.callback(self.sockets.close)
            self._register = register
            self._roles_of, self._role = 0, dict[str, str]()  # which generation of the register, and its roles
            self._recent: list[Entry] = []  # the last entries, as they were committed
            self._stop = Stop()
            opened.callback(self._stop.close)
            self._page = None
            if config.network.metrics is not None:
                self._page = opened.enter_context(MetricsPage(config.network.metrics, self._metrics))
            self._opened = opened.pop_all()
        self._pulse_ms = self._space_ms = 0
        self._space = self.table.forgotten.space
        self._poller = zmq.Poller()
        for bare in (self.sockets.router, self.sockets.publisher, self.sockets.zap):
            self._poller.register(bare, zmq.POLLIN)
        self._poller.register(self._stop.descriptor, zmq.POLLIN)
        self._shoe_descriptor: int | None = None

    def close(self) -> None:
        self._opened.close()

    # --- the loop ----------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Until SIGTERM or SIGINT."""
        settle_memory()
        self._systemd.ready()
        endpoints = {"requests": self.sockets.router_endpoint, "broadcast": self.sockets.pub_endpoint}
        self.log.info("serving", table=self.table.setup.table, entry=self.table.seq, **endpoints)
        while not self._stop.asked:
            self._poller.poll(self._patience_ms())
            self.turn()
        self._systemd.stopping()
        self.log.info("stopped", entry=self.table.seq)

    def turn(self) -> None:
        """Whatever waits, as one batch: one commit, however many have spoken."""
        now = now_ms()
        inputs: list[Input] = self._heard(now)
        inputs += self._shoe_said(now)
        if now >= self._space_ms:
            self._space_ms = now + SPACE_MS
            enough = self.journal.space()
            if enough != self._space:
                self._space = enough
                inputs.append(SpaceLeft(enough))
        wake = self.table.wake_ms()
        if inputs or (wake is not None and now >= wake):
            self._batch(inputs)
        elif now >= self._pulse_ms:
            self._between_batches()
        self.sockets.serve_zap()  # who knocks can wait for those who are in
        if now >= self._pulse_ms:
            self._pulse_ms = now + PULSE_MS
            self._pulse(now)
            self._note_strangers()
        self._systemd.turned(now)

    def _note_strangers(self) -> None:
        """Who was not let in, and which files of the register cannot be read."""
        refused = self.sockets.counts["refused"]
        if refused > self._refused:
            self.log.warning("refused: a key that is not enrolled", times=refused - self._refused)
            self._refused = refused
        problems = dict(self._register.problems)
        for name, problem in problems.items():
            if self._problems.get(name) != problem:
                self.log.warning("an enrolment lets nobody in", file=name, why=problem)
        self._problems = problems

    def _patience_ms(self) -> int:
        now = now_ms()
        wakes = [self._pulse_ms, self.table.wake_ms(), self._shoe.wake_ms()]
        self._watch_shoe()
        return max(0, min(wake for wake in wakes if wake is not None) - now)

    def _batch(self, inputs: Sequence[Input]) -> None:
        entries = run_batch(self.table, self._pen, self._store, self, now_ms(), wall_time(), inputs)
        if entries:
            self.counts["commits"] += 1
            self.counts["entries"] += len(entries)
            self._shoe_changed()
            self._acknowledge_cards()

    def _between_batches(self) -> None:
        """Nothing waits: time for a checkpoint, and for the journal to tidy up."""
        if self.table.seq - self._checkpoint_seq >= CHECKPOINT_EVERY:
            state = save(self.table)
            if state is not None:
                self._store.state = state
                self._checkpoint_seq = self.table.seq
                self._batch([CheckpointMade(digest(state))])
        self.journal.idle()

    # --- in ----------------------------------------------------------------------------------------------------

    def _heard(self, now: int) -> list[Input]:
        heard: list[Input] = []
        for peer, data in self.sockets.receive():
            allowance = self._allowances.get(peer.name)
            if allowance is None:
                allowance = self._allowances[peer.name] = Allowance()
            if not allowance.take(now):
                self.counts["flooded"] += 1
                continue
            try:
                request = decode_request(data)
            except PeerError as error:
                self._not_heard(peer, str(error))
                continue
            self._heard_ms[peer.name] = now
            if isinstance(request, MAY_ASK[peer.role]):
                heard.append(Heard(peer.name, request, peer.person, peer.role))
            else:
                self._not_heard(peer, f"a {peer.role} may not send {type(request).__name__}")
        self.counts["requests"] += len(heard)
        return heard

    def _not_heard(self, peer: Enrolment, why: str) -> None:
        self.counts["peer_errors"] += 1
        self.log.warning("dropped", peer=peer.name, why=why)

    def _shoe_said(self, now: int) -> Sequence[Input]:
        said = self._shoe.service(now)
        for event in said:
            self._reported = max(self._reported, getattr(event, "shoe_seq", None) or 0)
        return said

    def _watch_shoe(self) -> None:
        descriptor = self._shoe.fileno()
        if descriptor != self._shoe_descriptor:
            if self._shoe_descriptor is not None:
                self._poller.unregister(self._shoe_descriptor)
            if descriptor is not None:
                self._poller.register(descriptor, zmq.POLLIN)
            self._shoe_descriptor = descriptor

    def _follow_shoe(self, last_seq: int, serial: str) -> None:
        """A link belongs to one device: for another one, a new link (FAULTS S14)."""
        shoe, tapes = self._config.shoe, self._config.tapes
        self._shoe = Shoe(shoe.driver, shoe.device, last_seq, serial, tapes)
        self._reported = self._acknowledged = last_seq
        self._serial = serial

    def _leave_shoe(self) -> None:
        self._shoe.close()

    def _shoe_changed(self) -> None:
        """Staff have loaded a shoe that counts from elsewhere: whatever device is there now is the shoe."""
        shoe = self.table.view.shoe
        if self._serial and not shoe.serial:
            self._leave_shoe()
            self._follow_shoe(shoe.last_seq, "")
        self._serial = shoe.serial

    def _acknowledge_cards(self) -> None:
        """A card that is durable need not be sent again."""
        durable = min(self.table.view.shoe.last_seq, self._reported)
        if durable > self._acknowledged:
            self._points.at("before_ack", (durable,))
            self._acknowledged = durable
            self._shoe.acknowledge(durable)
            self._points.at("after_ack", (durable,))

    # --- out: after the commit -----------------------------------------------------------------------------------

    def publish(self, entries: Sequence[Entry]) -> None:
        facts = [decode_event(entry.body) for entry in entries] if self._points.armed else ()
        self._note(entries)
        self._points.at("before_publish", facts)
        self._recent = [*self._recent[-RECENT:], *entries]
        batches, replies = self._delivery.after_commit(entries, self._panels(), self._read)
        for reply in replies:  # first: who is named would have to wait for his own entries with the batch in his hands
            self._tell(reply.to, reply.message)
        for batch in batches:
            self.sockets.publish(encode(batch))
        self._points.at("after_publish", facts)

    def send(self, reply: Reply) -> None:
        whole = expanded(reply, self._reader(reply.to), self.journal.seq, self._read)
        if whole is not None:
            self._points.at("before_send", (whole.message,))
            self._tell(whole.to, whole.message)
            self._points.at("after_send", (whole.message,))

    def _note(self, entries: Sequence[Entry]) -> None:
        """For the log: what whoever looks after the table wants to know. Players' own entries are none of it."""
        for entry in entries:
            if entry.audience in (ALL, STAFF):
                event = decode_event(entry.body)
                if isinstance(event, LOGGED):
                    self.log.info(type(event).__name__, entry=entry.seq, **msgspec.structs.asdict(event))

    def _tell(self, name: str, message: m.News) -> None:
        if not self.sockets.send(name, encode(message)):
            self.counts["unreachable"] += 1  # it will ask for what it missed

    def _read(self, first: int, last: int) -> Sequence[Entry]:
        """Entries of the journal. What is asked for is nearly always what was just written."""
        kept = self._recent
        if not kept or first < kept[0].seq:
            return self.journal.read(first, last)
        return kept[first - kept[0].seq : last + 1 - kept[0].seq]

    def _roles(self) -> dict[str, str]:
        """Of each name that has a live key; made anew when the register has changed."""
        if self._roles_of != self._register.generation:
            self._roles_of = self._register.generation
            self._role = {peer.name: peer.role for peer in self._register.live()}
        return self._role

    def _panels(self) -> list[str]:
        return [name for name, role in self._roles().items() if role == "panel"]

    def _reader(self, name: str) -> str:
        return {"panel": str(STAFF), "archive": "archive"}.get(self._roles().get(name, ""), name)

    def _pulse(self, now: int) -> None:
        self._points.at("before_pulse", (m.Pulse,))
        for waited in self._delivery.before_pulse(self.journal.seq, self._read):
            self.sockets.publish(encode(waited))
        self.sockets.publish(encode(m.Pulse(self.journal.seq, self.journal.chain, self.table.left_ms(now))))
        alive = [name for name, heard_ms in self._heard_ms.items() if now - heard_ms < HEARD_MS]
        seats = tuple((name, self.table.forgotten.applied.get(name, 0)) for name in alive)
        terminals = tuple(name for name, role in self._roles().items() if role == "terminal")
        for peer in self._register.live():
            if peer.role == "panel" and peer.name in alive:
                self.sockets.send(peer.name, encode(m.Seats(seats, terminals, peer.person)))

    # --- for whoever watches ---------------------------------------------------------------------------------------

    def _metrics(self) -> dict[str, int]:
        view = self.table.view
        return {
            "journal_entries": self.table.seq,
            "rounds": view.round_no,
            "halted": len(view.halts),
            "shoe_cards_left": view.shoe.left,
            "shoe_lost": int(view.shoe.lost),
            "space": int(self._space),
            **{f"{name}_total": count for name, count in sorted(self.counts.items())},
            **{f"socket_{name.replace(' ', '_')}_total": count for name, count in sorted(self.sockets.counts.items())},
        }
