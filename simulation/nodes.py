"""The simulated processes: each runs a production core with the production loop and codec on a simulated disk.

A node may die at any failpoint (before and after every commit and every send) and be started again; what it knows
then is what its disk knows. Nothing here decides anything about bets or money.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import partial
from typing import Any, Final

from console.panel.desk import Desk
from console.recall import LARGE, found_at_once, search
from console.requests import MAY_ASK
from console.table.boxes import BoxNews
from console.table.delivery import Delivery, expanded, signed
from console.table.recalling import FindRound
from console.table.signing import SHELL, CheckPin
from console.table.state import Setup
from console.table.table import CheckpointMade, ClockSet, DayTold, Heard, PinChecked, SpaceLeft, Table
from console.table.table import Started as ConsoleStarted
from games.round import PlayerId
from protocol import events
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import PeerError, decode_event, decode_news, decode_request
from protocol.events import audience_of, reader_of
from protocol.journal import JournalError
from protocol.keyring import Enrolment
from protocol.liveness import Allowance
from protocol.loop import Pen, Reply, run_batch
from shoe_driver.link import ShoeEvent, ShoeLink
from shoe_driver.makes.reference import ReferenceDecoder
from shoe_driver.stamps import Stamps
from simulation.around import Miser, Starved, Twice, Untouched
from simulation.clocks import ConsoleClock
from simulation.disk import Disk, Failing
from simulation.keys import enrolment, print_of
from simulation.real_disk import REFUSALS, RealDisk
from simulation.seals import Seals
from simulation.shoe import ShoeDevice
from simulation.world import Crash, World
from terminal.intents import CheckpointMade as KeepCheckpoint
from terminal.intents import Started
from terminal.records import Copied, LayoutSent, decode_record, own_pen
from terminal.session import Session

PULSE_MS: Final = 500
TOGETHER_MS: Final = 20  # nobody here draws so fast
CONSOLE: Final = "console"
HEARD_AT_ONCE: Final = 64  # messages on their way to several, some of them late
LOOK_MS: Final = 5_000  # how often the console looks at its wall clock

Point = Callable[["Node", str, Any], None]  # may raise Crash
Send = Callable[[str, str, m.Request | m.News], None]


def _nobody_knows(_node: "Node", failure: Exception) -> None:
    raise failure


class Node:
    """A process that can be killed: an inbox, batches, and a time to wake."""

    def __init__(self, name: str, world: World) -> None:
        self.name, self.world = name, world
        self.alive = self.paused = False
        self.life = 0  # counts the processes
        self.inbox: list[Any] = []
        self._due = False
        self._wake_ms: int | None = None
        self.skew_ms = 0  # its own clock against the world's; another one for each process, where clocks differ
        self.new_skew: Callable[[], int] = lambda: 0
        self.after_batch: Callable[[Node], None] = lambda _node: None
        self.disk_failed: Callable[[Node, Exception], None] = _nobody_knows
        self.came_up: Callable[[Node], None] = lambda _node: None
        self.quiet = False  # it is time to tidy up

    @property
    def now_ms(self) -> int:
        """On the clock of its own machine, which never steps and says nothing about anybody else's."""
        return self.world.now_ms + self.skew_ms

    def give(self, given: Any) -> None:
        if self.alive:
            self.inbox.append(given)
            if not self._due:
                self.poke()

    def poke(self, delay_ms: int = 0) -> None:
        if not self._due:
            self._due = True
            self.world.after(delay_ms, self._turn, self.life)

    def _turn(self, life: int) -> None:
        if life != self.life or not self.alive:
            return
        self._due = False
        if self.paused:
            return
        inputs, self.inbox = self.inbox, []
        try:
            self.batch(inputs)
        except Crash as crash:
            self.kill(str(crash))
            return
        except REFUSALS as failure:
            self.kill(str(failure))
            self.disk_failed(self, failure)
            return
        self.turned()
        if life == self.life:  # the devices may have cut its power
            self._sleep()

    def turned(self) -> None:
        self.after_batch(self)

    def _sleep(self) -> None:
        asked_ms, known_ms = self.wake_ms(), self._wake_ms
        if asked_ms is None:
            return
        wake_ms = asked_ms - self.skew_ms
        if known_ms is not None and wake_ms >= known_ms:
            return  # nearly always
        now_ms = self.world.now_ms
        if wake_ms <= now_ms:
            wake_ms = now_ms + 1
            if known_ms is not None and wake_ms >= known_ms:
                return
        self._wake_ms = wake_ms
        self.world.after(wake_ms - now_ms, self._woken, self.life, wake_ms)

    def _woken(self, life: int, wake_ms: int) -> None:
        if life == self.life and self._wake_ms == wake_ms:
            self._wake_ms = None
            self.poke()

    def kill(self, why: str) -> None:
        self.world.note(self.name, "dies", why)
        self.alive = False
        self.life += 1
        self.skew_ms = self.new_skew()
        self.inbox = []
        self._due, self._wake_ms, self.paused = False, None, False

    def thaw(self) -> None:
        self.paused = False
        if self.alive:
            self.poke()

    def batch(self, inputs: Sequence[Any]) -> None:
        raise NotImplementedError

    def wake_ms(self) -> int | None:
        """On its own clock."""
        raise NotImplementedError


class ConsoleNode(Node):
    has_shoe = True

    def __init__(
        self,
        world: World,
        setup: Setup,
        roles: Mapping[str, str],
        device: ShoeDevice,
        point: Point,
        send: Send,
        wrote: Callable[[Sequence[Entry]], None],
    ) -> None:
        super().__init__(CONSOLE, world)
        self.setup = setup
        self.disk = Disk()
        self.roles = roles  # of those that are no terminals
        self._counted, self._panels = 0, list[str]()
        self.staff: tuple[events.StaffAdmitted, ...] = ()  # from the first entry on
        self.whose_badge: Callable[[m.Request], str] = lambda _request: ""
        self.is_right: Callable[[CheckPin], bool] = lambda _check: False  # a PIN
        self.clock: ConsoleClock | None = None  # None: it is told the day, and that its clock was set
        self.forbidden: AbstractSet[bytes] = frozenset()  # ids of orders that must be refused
        self.terminals: Sequence[str] = ()  # that its first start lets in
        self.starves = False
        self.miserly_from: int | None = None  # from this Round on
        self.miserly_corrections = False  # there, and not when it settles
        self.cheated: dict[PlayerId, int] = {}
        self.closed_on: Callable[[str, m.WindowId], None] = lambda _to, _window: None
        self._copies: list[Heard] = []  # in the inbox
        self.before_batch: Callable[[Sequence[Any]], None] = lambda _inputs: None
        self.recovered: Callable[[Sequence[Entry]], None] = lambda _found: None
        self.peer_errors = self.flooded = 0
        self._device, self._send, self._wrote = device, send, wrote
        self._at_point = partial(point, self)
        self.seals = Seals(setup.table)
        self.table = Table(setup, self.chain_at)

    @property
    def panels(self) -> list[str]:
        if len(self.roles) != self._counted:  # asked for with every message; nobody's role ever changes
            self._counted = len(self.roles)
            self._panels = [name for name, role in self.roles.items() if role == "panel"]
        return self._panels

    def print_of(self, name: str) -> str:
        """Of the key that the door lets in under this name; "": of none."""
        live = self.table.keyring.live.get(name)
        return "" if live is None else live.fingerprint

    def chain_at(self, seq: int) -> bytes | None:
        return self.disk.chain_at(seq)

    def start(self) -> None:
        """The bring-up order of DESIGN 2.4: verify, replay, check, open the shoe, say so, serve."""
        table = self.disk.serve(self, self.setup, self.seals)
        if isinstance(self.disk, RealDisk):
            self.recovered(self.disk.found)
        self.table = table
        self.pen = Pen(
            len(self.disk.entries), self.disk.chain, decode_event, audience_of, lambda: self.world.rng.randbytes(16)
        )
        self.delivery, self._box_news = Delivery(self.pen.seq), BoxNews()
        self._begins_at = self.pen.seq + 1
        self.alive = True
        self.world.note(self.name, "starts", f"at entry {self.pen.seq}")
        self._set_out(table)

    def _set_out(self, table: Table) -> None:
        """As its shell does it; `console_shell.py` has the production one."""
        self._allowances: dict[str, Allowance] = {}
        self._copies = []
        self._store = Failing(self.disk, self._at_point, self._wrote, self.seals)
        last = table.view.shoe.last_seq
        self._reported = self._acknowledged = last
        self.link = ShoeLink(ReferenceDecoder(), last, serial=table.view.shoe.serial)
        self.stamps = Stamps(TOGETHER_MS)
        self.give(ConsoleStarted((), self.staff, self.first_keys()))
        if self.clock is None:
            self.give(DayTold(self.world.day()))
        else:
            self._tell_time(self.clock.started(self.disk.entries[-1].wall_time if self.disk.entries else ""))
            self.world.after(LOOK_MS, self._look, self.life)
        self._space = True
        self.came_up(self)
        self.plugged()
        self._pulse(self.life)

    def first_keys(self) -> tuple[Enrolment, ...]:
        peers = {**dict.fromkeys(self.terminals, "terminal"), **self.roles}
        return tuple(enrolment(name, role) for name, role in peers.items())

    def _tell_time(self, step_ms: int) -> None:
        """As the console's shell does."""
        if self.clock is not None:
            if step_ms:
                self.give(ClockSet(step_ms))
            self.give(DayTold(self.clock.day()))

    def _look(self, life: int) -> None:
        if life == self.life and self.alive and self.clock is not None:
            self.look_at_clock()
            self.world.after(LOOK_MS, self._look, life)

    def look_at_clock(self) -> None:
        if self.alive and self.clock is not None:
            self._tell_time(self.clock.step_ms())

    def receive(self, peer: str, data: bytes, *, again: bool = False) -> bool:
        """`again`: a copy of a message that came already. False: nobody was there to hear it."""
        if not self.alive:
            return False
        if not self._allowances.setdefault(peer, Allowance()).take(self.world.now_ms):
            self.flooded += 1
            return True
        try:
            request = decode_request(data)
        except PeerError:
            self.peer_errors += 1
            return True
        role = self.roles.get(peer, "terminal")
        # What no terminal may ask is let through all the same: the core has to hold without its shell.
        if role != "terminal" and not isinstance(request, MAY_ASK[role]):
            self.peer_errors += 1
            return True
        heard = Heard(peer, request, role, self.print_of(peer), self.whose_badge(request))
        if again:
            self._copies.append(heard)
        self.give(heard)
        return True

    def serial(self, data: bytes) -> None:
        if self.alive:
            now_ms = self.world.now_ms
            self.stamps.looked(now_ms)  # it reads at once whatever comes
            self._shoe_says(tuple(self.stamps.put(now_ms, self.link, self.link.receive(now_ms, data))))

    def unplugged(self) -> None:
        if self.alive and self.has_shoe:
            self._shoe_says(self.link.lost(self.world.now_ms))

    def plugged(self) -> None:
        if self.alive and self.has_shoe:
            self._device.hear(self.link.opened(self.world.now_ms))

    def _shoe_says(self, said: Sequence[ShoeEvent]) -> None:
        for event in said:
            number = getattr(event, "shoe_seq", None)
            if number is not None:
                self._reported = max(self._reported, number)
            self.give(event)
        self._device.hear(self.link.outgoing())
        self._sleep()

    def batch(self, inputs: Sequence[Any]) -> None:
        world = self.world
        tick_ms = self.link.wake_ms()
        if tick_ms is not None and tick_ms <= world.now_ms:
            self._shoe_says(self.link.tick(world.now_ms))
            inputs = [*inputs, *self.inbox]
            self.inbox = []
        if self.disk.books is not None:
            inputs = [*inputs, *self.disk.books.turn(world.now_ms, quiet=not inputs)]
        if self.quiet:
            inputs = [*inputs, *self._between_batches(quiet=not inputs)]
            self.quiet = False
        self.before_batch(inputs)
        core = self.core_for(inputs)
        wall_time = world.wall_time() if self.clock is None else self.clock.wall_time()
        entries = run_batch(core, self.pen, self._store, self, world.now_ms, wall_time, inputs)
        if entries and self.has_shoe:
            durable = min(self.table.view.shoe.last_seq, self._reported)
            if durable > self._acknowledged:
                self._at_point("before ack", durable)
                self._acknowledged = durable
                self._device.hear(self.link.acknowledge(durable))
                self._at_point("after ack", durable)
        self._box_news.turn(world.now_ms, self.table, self._to_all)

    def core_for(self, inputs: Sequence[Any]) -> Any:
        """The table, with whatever stands around it in this batch."""
        world = self.world
        core: Any = self.table
        if self.miserly_from is not None:
            core = Miser(self.table, self.miserly_from, self.cheated, corrects=self.miserly_corrections)
        if self.starves and inputs:
            self.starves = False
            world.fault("C15", self.name, f"with {len(inputs)} inputs waiting")
            core = Starved(self.table, world.rng.randrange(2 * len(inputs) + 1))
        if self.forbidden:
            core = Untouched(core, self.table, self.forbidden)
        if self._copies:
            core, self._copies = Twice(core, self._copies, world), []
        return core

    def end(self) -> None:
        """The run is over."""

    def _to_all(self, news: m.News) -> None:
        self._send("*", CONSOLE, news)

    def _between_batches(self, *, quiet: bool) -> list[Any]:
        """As the service does it: room on the disk, a checkpoint if nothing waits, and time for the journal."""
        told: list[Any] = []
        if isinstance(self.disk, RealDisk):
            space = self.disk.space()
            told = [] if space == self._space else [SpaceLeft(space)]
            self._space = space
        if quiet and not told:
            state = self.disk.checkpoint(self.table)
            told = [] if state is None else [CheckpointMade(state)]
            self.disk.idle()
        return told

    def publish(self, entries: Sequence[Entry]) -> None:
        self._at_point("before publish", entries)
        if entries[0].seq == self._begins_at > 1:  # nobody is told of a start before he has said Hello
            self.delivery = Delivery(entries[-1].seq)
            return
        batches, replies = self.delivery.after_commit(entries, self.panels, self._read)
        for batch in batches:
            self._send("*", CONSOLE, signed(batch, self.disk.signed))
        for reply in replies:
            self.send(reply)
        self._at_point("after publish", entries)

    def _look_at_pin(self, check: CheckPin) -> None:
        """Another thread does it, and takes its time; it ends with the process."""
        checked = PinChecked(check.panel, check.id, self.is_right(check))
        self.world.after(40 + self.world.rng.random() * 400, self._looked_at, self.life, checked)

    def _look_for_round(self, life: int, wanted: FindRound) -> None:
        if life == self.life:
            self.give(found_at_once(search(self._read, self.setup, wanted, LARGE)))

    def _looked_at(self, life: int, checked: PinChecked) -> None:
        if life == self.life:
            self.give(checked)

    def send(self, reply: Reply) -> None:
        if isinstance(reply.message, FindRound):
            self.world.after(40 + self.world.rng.random() * 4_000, self._look_for_round, self.life, reply.message)
            return
        if reply.to == SHELL:
            self._look_at_pin(reply.message)
            return
        self._at_point("before send", reply.message)
        role = self.roles.get(reply.to, "")
        reader = reader_of(role, reply.to)
        whole = expanded(reply, reader, len(self.disk.entries), self._read)
        if whole is not None:
            if isinstance(whole.message, m.See) and b"WindowClosed" in (whole.message.entry.body or b"")[:32]:
                closed = decode_event(whole.message.entry.body or b"")
                if isinstance(closed, events.WindowClosed):
                    self.closed_on(whole.to, closed.id)
            self._send(whole.to, CONSOLE, signed(whole.message, self.disk.signed))
        self._at_point("after send", reply.message)

    def _read(self, first: int, last: int) -> Sequence[Entry]:
        return self.disk.read(first, last)

    def _pulse(self, life: int) -> None:
        if life != self.life or not self.alive:
            return
        if isinstance(self.disk, RealDisk):
            self.quiet = True
            self.poke()
        if not self.paused and self.pen.seq == len(self.disk.entries):
            for waited in self.delivery.before_pulse(self.pen.seq, self._read):
                self._send("*", CONSOLE, signed(waited, self.disk.signed))
            pulse = self.table.pulse(self.world.now_ms, self.pen.seq, self.pen.chain)
            self._send("*", CONSOLE, signed(pulse, self.disk.signed))
            self._box_news.again()
        self.world.after(PULSE_MS, self._pulse, life)

    def wake_ms(self) -> int | None:
        books = None if self.disk.books is None else self.disk.books.wake_ms()
        asked = (self.table.wake_ms(), self.link.wake_ms(), books, self._box_news.wake_ms(self.table))
        wakes = [wake for wake in asked if wake is not None]
        return min(wakes, default=None)

    def kill(self, why: str) -> None:
        super().kill(why)
        self.disk.died()

    def stop(self, why: str) -> None:
        """It ends in good order, and closes its journal."""
        with suppress(JournalError):
            self.disk.stop()
        self.kill(why)


class Hearing:
    """Decodes news; a broadcast that many hear is the same bytes, and need not be decoded for each of them."""

    def __init__(self) -> None:
        self._known: dict[bytes, m.News] = {}

    def decode(self, data: bytes) -> m.News:
        news = self._known.get(data)
        if news is None:
            if len(self._known) == HEARD_AT_ONCE:
                self._known.clear()
            news = self._known[data] = decode_news(data)
        return news


class TerminalNode(Node):
    def __init__(self, name: str, key: PlayerId, world: World, table: str, point: Point, send: Send) -> None:
        super().__init__(name, world)
        self.key = key  # the terminal it claims to be, and can prove to be
        self.fingerprint: str = print_of(key)  # with this
        self.table = table
        self.disk = Disk()
        self._verify = Seals(table).verify
        self.session = Session(key, table, verify=self._verify)
        self.errors = 0
        self.honest = True  # False: it also says what its core does not know of
        self.latest: dict[m.WindowId, int] = {}  # the last revision that its journal says it sent, by window
        self.superseded: list[tuple[m.WindowId, int]] = []  # those before it, which must have been answered
        self.written: set[tuple[m.WindowId, int]] = set()  # all of them
        self._at_point, self._send = partial(point, self), send

    def start(self) -> None:
        self.latest, self.superseded, self.written = {}, [], set()
        try:
            session = self.disk.sit(self.key, self.table, self._verify)
        except REFUSALS as refused:
            self.world.note(self.name, "is refused", str(refused))
            self.disk_failed(self, refused)
            return
        for window, revision in self.disk.layouts_sent():
            self.latest[window] = revision
            self.written.add((window, revision))
        self.session = session
        self.pen = own_pen(len(self.disk.entries), self.disk.chain)
        self._store = Failing(self.disk, self._at_point, self._note)
        self.alive = True
        self.world.note(self.name, "starts", f"boot {session.state.boot + 1}")
        self.give(Started(self.world.rng.randbytes(8)))
        self.came_up(self)

    def _note(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self.world.recorder.seal(entry.chain)
            if b"LayoutSent" in entry.body[:24]:
                record = decode_record(entry.body)
                if isinstance(record, LayoutSent):
                    if record.window in self.latest:
                        self.superseded.append((record.window, self.latest[record.window]))
                    self.latest[record.window] = record.revision
                    self.written.add((record.window, record.revision))
                    self.world.note(self.name, "sends", record)

    def receive(self, data: bytes, hearing: Hearing) -> None:
        if not self.alive:
            return
        try:
            self.give(hearing.decode(data))
        except PeerError:
            self.errors += 1

    def batch(self, inputs: Sequence[Any]) -> None:
        entries = run_batch(self.session, self.pen, self._store, self, self.now_ms, self.world.wall_time(), inputs)
        if not entries and not inputs:
            state = self.disk.checkpoint(self.session)
            if state is not None:
                made = [KeepCheckpoint(state)]
                run_batch(self.session, self.pen, self._store, self, self.now_ms, self.world.wall_time(), made)
            self.disk.idle()

    def kill(self, why: str) -> None:
        super().kill(why)
        self.disk.died()

    def stop(self, why: str) -> None:
        """It ends in good order, and closes its journal."""
        with suppress(JournalError):
            self.disk.stop()
        self.kill(why)

    def publish(self, entries: Sequence[Entry]) -> None:
        """A terminal's own journal is nobody else's."""

    def send(self, reply: Reply) -> None:
        self._at_point("before send", reply.message)
        self._send(CONSOLE, self.name, reply.message)
        self._at_point("after send", reply.message)

    def wake_ms(self) -> int | None:
        return self.session.wake_ms(self.now_ms)


class PanelNode(Node):
    """The dealer's panel; it keeps only the count of its boots."""

    def __init__(self, name: str, world: World, table: str, send: Send) -> None:
        super().__init__(name, world)
        self.table = table
        self.boot = 0
        self._send = send
        self.desk = Desk(name, table, 0, b"")

    def start(self) -> None:
        self.boot += 1
        self.desk = Desk(self.name, self.table, self.boot, self.world.rng.randbytes(8), Seals(self.table).verify)
        self.alive = True
        self.poke()

    def receive(self, data: bytes, hearing: Hearing) -> None:
        if self.alive:
            self.give(hearing.decode(data))

    def batch(self, inputs: Sequence[Any]) -> None:
        now_ms = self.now_ms
        for news in inputs:
            self.desk.receive(now_ms, news)
        for request in self.desk.outgoing(now_ms):
            self._send(CONSOLE, self.name, request)

    def wake_ms(self) -> int | None:
        return self.desk.wake_ms(self.now_ms)


def own_events(entries: Sequence[Entry], terminal: PlayerId) -> list[events.Event | LayoutSent]:
    """What a terminal's records are about, as far as it concerns its own Bets: for naming a crash."""
    found: list[events.Event | LayoutSent] = []
    for entry in entries:
        record = decode_record(entry.body)
        if isinstance(record, LayoutSent):
            found.append(record)
        elif isinstance(record, Copied):
            own = (sent.body for sent in record.entries if sent.audience == terminal)
            found += [decode_event(body) for body in own if body is not None]
    return found
