"""The production shell of the console on a simulated line, clock and shoe, where its journal is the real one.

`console.service.Service` turns as in its process: it hears who is let in, decides, commits, answers, pulses, looks at
clock and disk, follows the shoe through its production port. What stands around it here is what the machine would be:
sockets, a serial line, files of keys and people. What it must do with them is looked at from outside: every word that
was let in reaches the core, a turn that comes too late is known for one, and no card is acknowledged before its commit.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Final

from console.books import Books
from console.lines import SHOWN_BURST
from console.recall import Recall
from console.requests import MAY_ASK
from console.service import Service
from console.store import NOBODY
from console.table.delivery import Delivery
from console.table.signing import CheckPin
from console.table.table import DayTold, Heard, PinChecked, SpaceLeft, Stalled, Table
from console.table.table import Started as ConsoleStarted
from protocol import events
from protocol import messages as m
from protocol.chain import Entry
from protocol.codec import PeerError, decode_event, decode_news, decode_request
from protocol.fields import run_digest
from protocol.journal import Journal
from protocol.keyring import Enrolment
from protocol.liveness import Allowance
from protocol.loop import run_batch
from protocol.tally import Tally
from shoe_driver.frames import Acknowledged
from shoe_driver.makes import reference
from shoe_driver.port import REOPEN_MS_MAX, Shoe
from simulation.disk import Failing
from simulation.nodes import CONSOLE, TOGETHER_MS, ConsoleNode
from simulation.real_disk import RealDisk, Unheard
from simulation.serial_line import SerialLine
from simulation.signers import whose_badge
from simulation.world import Violation

STANDS_STILL_MS: Final = 1_000  # of the document: who turns later has not listened meanwhile


class Sockets:
    """Where the encrypted sockets stand. The door has let in whoever comes this far, by his key."""

    router_endpoint = pub_endpoint = ""

    def __init__(self, node: "ConsoleShell") -> None:
        self.counts: Counter[str] = Counter()
        self.strangers = Tally()
        self.hasty: set[str] = set()
        self.waiting: list[tuple[Enrolment, bytes, bytes]] = []
        self._node = node

    def receive(self) -> list[tuple[Enrolment, bytes, bytes]]:
        heard, self.waiting = self.waiting, []
        return heard

    def send(self, name: str, data: bytes, _route: bytes = b"") -> bool:
        self._node.says(name, data)
        return True

    def publish(self, data: bytes) -> None:
        self._node.says("*", data)

    def keep(self, _name: str, _route: bytes) -> None:
        """Nobody pushes out anybody here."""

    def serve_zap(self) -> None:
        """The door is the world's."""

    def wake_ms(self, _now_ms: int) -> None:
        return None


class Points:
    """The failpoints of the shell are the world's."""

    armed = False

    def __init__(self, at_point: Callable[[str, Any], None]) -> None:
        self._at_point = at_point

    def at(self, site: str, details: Sequence[Any]) -> None:
        if site in ("before_send", "after_send", "before_ack", "after_ack"):
            self._at_point(site.replace("_", " "), details[0])


class Calendar:
    """The wall clock: the production one where clocks differ, or what the world says that day it is."""

    def __init__(self, node: "ConsoleShell") -> None:
        self._node = node
        self.told = node.world.day()

    def day(self) -> str:
        return self.told if self._node.clock is None else self._node.clock.day()

    def step_ms(self) -> int:
        return 0 if self._node.clock is None else self._node.clock.step_ms()

    def behind_ms(self, written: str) -> int:
        return 0 if self._node.clock is None else self._node.clock.started(written)


class Nothing:
    """A part of the machine with nothing to say: files of keys that are in order, nobody who asks for copies."""

    def __init__(self) -> None:
        self.problem, self.problems, self.unreadable, self.descriptor = "", dict[str, str](), dict[str, str](), -1
        self.trouble: dict[str, str] = {}

    def _silent(self, *_: object, **__: object) -> None: ...

    look = tidy = follow = turn = wake_ms = refresh = serve = register = unregister = _silent

    def differences(self, _keyring: object) -> dict[str, str]:
        return {}

    def moved(self) -> str:
        return ""

    def take_place(self, _keyring: object) -> bool:
        return False

    def prepared(self, _keyring: object) -> tuple[m.PreparedKey, ...]:
        return ()

    to_order = prepared


class OwnKeys(Nothing):
    def look(self) -> list[Any]:  # type: ignore[override]
        return []


class Credentials:
    def look(self) -> None: ...

    def tidy(self, _staff: object) -> None: ...

    def problems(self, _staff: object) -> dict[str, str]:
        return {}

    def prepared(self, _staff: object) -> tuple[m.PreparedStaff, ...]:
        return ()

    def whose(self, badge: str, _staff: object) -> str:
        return whose_badge(m.SignOn(1, bytes(8), bytes(8), "000000", "", badge))

    def string_for(self, _check: CheckPin) -> tuple[str, bool]:
        return "", True


class Pins(Nothing):
    """Another thread looks at them, and takes its time; it ends with the process."""

    def __init__(self, node: "ConsoleShell") -> None:
        super().__init__()
        self._node, self._life, self._done = node, node.life, list[PinChecked]()

    def ask(self, check: CheckPin, _string: str, *, counts: bool) -> None:
        checked = PinChecked(check.panel, check.id, counts and self._node.is_right(check))
        self._node.world.after(40 + self._node.world.rng.random() * 400, self._looked_at, checked)

    def _looked_at(self, checked: PinChecked) -> None:
        if self._life == self._node.life:
            self._done.append(checked)
            self._node.poke()

    def done(self) -> list[PinChecked]:
        done, self._done = self._done, []
        return done


class Errands(Nothing):
    """Whatever else the machine tells the console by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.given: list[Any] = []

    def done(self, _now_ms: int, _table: Table) -> list[Any]:
        given, self.given = self.given, []
        return given


class SimulatedService(Service):
    """Over a journal, sockets, a line and clocks that the simulator has opened."""

    def __init__(self, node: "ConsoleShell", disk: RealDisk, journal: Journal, books: Books) -> None:
        world = node.world
        self._now_ms = lambda: world.now_ms
        self._wall_time = node.wall_time
        self._begin(Unheard())
        self.node, self.journal, self._books, self.table = node, journal, books, node.table
        self._checkpoint_every = disk.parts.console_every
        self._points = Points(node.at_point)  # type: ignore[assignment]
        self._recall = Recall(journal, node.setup, self.log, clock=disk.clock)
        self._keyring = self.table.keyring
        self._vouches = node.seals  # type: ignore[assignment]
        self._store = Store(disk, node)  # type: ignore[assignment]
        self._pen, self._delivery = node.pen, Delivery(journal.seq)
        self._checkpoint_seq = journal.seq if journal.seq < self._checkpoint_every else 0
        nothing: Any = Nothing()
        self._copies = self._places = self._register = self._poller = nothing
        self._own_keys: Any = OwnKeys()
        self._credentials: Any = Credentials()
        self._pins: Any = Pins(node)
        self._clock: Any = Calendar(node)
        self._errand: Any = Errands()
        self.sockets: Any = Sockets(node)
        self._files = 1 << 20
        self._space = True
        shoe = self.table.view.shoe
        self._follow_shoe(shoe.last_seq if shoe.serial else 0, shoe.serial)
        self.begun = False

    def first_turn(self, asked: Sequence[Any]) -> None:
        """What a start does last."""
        first = [
            *asked,
            SpaceLeft(self.journal.space()),
            *self._at_start(),
            *self._books.turn(self._now_ms(), quiet=False),
        ]
        self.begun = True
        self.node.decides(first)
        run_batch(self.table, self._pen, self._store, NOBODY, self._now_ms(), self._wall_time(), first)
        self._delivery = Delivery(self.journal.seq)
        self._space = self.table.forgotten.space

    def _follow_shoe(self, last_seq: int, serial: str) -> None:
        self._shoe = Shoe(reference.DRIVER.name, "", last_seq, serial, None, together_ms=TOGETHER_MS)
        port: Any = self._shoe._port
        port._serial = self.node.line
        self._reported = self._acknowledged = last_seq
        self._serial = serial

    def _batch(self, inputs: Sequence[Any]) -> None:
        self.node.decides(inputs)
        self.table = self.node.core_for(inputs)
        try:
            super()._batch(inputs)
        finally:
            self.table = self.node.table

    def publish(self, entries: Sequence[Entry]) -> None:
        self.node.at_point("before publish", entries)
        super().publish(entries)
        self.node.at_point("after publish", entries)


class Store(Failing):
    """The world's failpoints around the commits of the production store."""

    def __init__(self, disk: RealDisk, node: "ConsoleShell") -> None:
        super().__init__(disk, node.at_point, node.wrote, node.seals)
        self._real, self._node = disk, node

    @property
    def state(self) -> bytes | None:
        return None

    @state.setter
    def state(self, state: bytes) -> None:
        self._real.keep(state)

    def commit(self, entries: Sequence[Entry]) -> None:
        self._node.hears_acknowledged()
        super().commit(entries)
        self._node.durable = max(self._node.durable, self._node.table.view.shoe.last_seq)


class ConsoleShell(ConsoleNode):
    """In a run without real journals it is the look-alike."""

    service: SimulatedService | None = None

    def _set_out(self, table: Table) -> None:
        disk = self.disk
        if not isinstance(disk, RealDisk) or disk.journal is None or disk.books is None or not disk.parts.shell:
            super()._set_out(table)
            return
        self.line = SerialLine(lambda: self._device.plugged)
        self.durable = table.view.shoe.last_seq
        self._hears = reference.ReferenceDecoder()
        self._turned_ms = self.world.now_ms
        self._allowances = {}
        self._shown: dict[str, tuple[Allowance, int]] = {}  # who was shown more of the log, and when
        self._let_in: list[tuple[str, m.Request]] = []  # and not told yet
        self._decided = False
        self.service = SimulatedService(self, disk, disk.journal, disk.books)
        self.give(ConsoleStarted((), self.staff, self.first_keys()))
        self.came_up(self)
        self.plugged()

    def kill(self, why: str) -> None:
        if self.service is not None:
            self._to_device()  # what it has said is on the line
            self.line.close()
        self.service = None
        super().kill(why)

    def end(self) -> None:
        if self.service is not None:
            self.line.close()

    # --- what the shell asks the world -----------------------------------------------------------------------------

    @property
    def at_point(self) -> Callable[[str, Any], None]:
        return self._at_point

    @property
    def wrote(self) -> Callable[[Sequence[Entry]], None]:
        return self._wrote

    def wall_time(self) -> str:
        return self.world.wall_time() if self.clock is None else self.clock.wall_time()

    def says(self, name: str, data: bytes) -> None:
        message = decode_news(data)
        if isinstance(message, m.See) and b"WindowClosed" in (message.entry.body or b"")[:32]:
            closed = decode_event(message.entry.body or b"")
            if isinstance(closed, events.WindowClosed):
                self.closed_on(name, closed.id)
        self._send(name, CONSOLE, message)

    def decides(self, inputs: Sequence[Any]) -> None:
        """Before a batch. Who stood still says so; whoever was let in is heard, in the order in which he came."""
        stood_still = self.world.now_ms - self._turned_ms > STANDS_STILL_MS
        if stood_still != any(isinstance(given, Stalled) for given in inputs):
            raise Violation(
                "shell", f"{self.world.now_ms - self._turned_ms} ms since the last turn, and it says {inputs}"
            )
        heard = [(given.peer, given.request) for given in inputs if isinstance(given, Heard)]
        if heard != self._let_in:
            raise Violation("shell", f"{self._let_in} was said, and the core has heard {heard}")
        self._let_in = []
        self.before_batch(inputs)
        self._decided = True

    # --- what the world tells it -------------------------------------------------------------------------------------

    def receive(self, peer: str, data: bytes, *, again: bool = False) -> bool:
        if self.service is None:
            return super().receive(peer, data, again=again)
        live = self.table.keyring.live.get(peer)
        if live is None:
            return False  # the door is shut
        self.service.sockets.waiting.append((live, data, peer.encode()))
        self.poke()
        return True

    def serial(self, data: bytes) -> None:
        if self.service is None:
            super().serial(data)
        elif self.alive:
            self.line.carry(data)
            self.poke()

    def unplugged(self) -> None:
        if self.service is None:
            super().unplugged()
        else:
            self._to_device()
            self.line.unplug()
            self.poke()

    def plugged(self) -> None:
        if self.service is None:
            super().plugged()
        else:
            self._device.talk_ms = self.world.now_ms + REOPEN_MS_MAX  # it is looked for as often as that
            self.poke()

    def look_at_clock(self) -> None:
        if self.service is None:
            super().look_at_clock()
        else:
            self.service._look_ms = 0
            self.poke()

    # --- a turn ----------------------------------------------------------------------------------------------------

    def batch(self, inputs: Sequence[Any]) -> None:
        service = self.service
        if service is None:
            super().batch(inputs)
            return
        for given in inputs:
            if isinstance(given, DayTold):
                service._clock.told = given.day
        if not service.begun:
            service.first_turn(inputs)
            self.poke()
        else:
            service._errand.given += inputs
            self._expect(service)
            service.turn()
        self._turned_ms = self.world.now_ms
        self._to_device()

    def _expect(self, service: SimulatedService) -> None:
        """By the documents: whoever floods is not heard, nor what is malformed, not his to say, or asked for twice."""
        for peer, data, _route in service.sockets.waiting:
            if not self._allowances.setdefault(peer.name, Allowance()).take(self.world.now_ms):
                self.flooded += 1
                continue
            try:
                request = decode_request(data)
            except PeerError:
                self.peer_errors += 1
                continue
            if isinstance(request, m.Sync) and not self._is_shown_more(peer.name, request):
                self.flooded += 1
            elif isinstance(request, MAY_ASK[peer.role]):
                self._let_in.append((peer.name, request))

    def _is_shown_more(self, name: str, sync: m.Sync) -> bool:
        """The process that has joined is, once at a time, and no more often than a process may ask for anything."""
        known, now_ms = self.table.peers.peer(name), self.world.now_ms
        if (sync.boot, run_digest(sync.run)) != (known.boot, known.run):
            return True  # it is told to say Hello
        allowance, last_ms = self._shown.get(name) or (Allowance(burst=SHOWN_BURST), -1)
        if now_ms == last_ms or not allowance.take(now_ms):
            return False
        self._shown[name] = (allowance, now_ms)
        return True

    def turned(self) -> None:
        if self.service is None or self._decided:
            self._decided = False
            super().turned()

    def hears_acknowledged(self) -> None:
        """S: before a commit nothing is acknowledged that it makes durable."""
        said = self.line.said()
        for frame in self._hears.receive(self.world.now_ms, said):
            if isinstance(frame, Acknowledged) and frame.number > self.durable:
                raise Violation("S", f"card {frame.number} is acknowledged, durable is {self.durable}")
        self._device.hear(said)

    def _to_device(self) -> None:
        self._device.hear(self.line.said())

    def wake_ms(self) -> int | None:
        if self.service is None:
            return super().wake_ms()
        return self.world.now_ms + self.service._patience_ms()
