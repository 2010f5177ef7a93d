"""The console's whole shell, as its process begins it, on simulated connections: who is heard, and what goes where.

The production `Service` with its own constructor, journal, register, files of staff and keys in a folder in memory;
only libzmq, both clocks and the thread for PINs are its own. Several machines have one key, or copies of it: each
has its connections, comes and goes, floods, talks nonsense, asks for what is not its own. Written down beside it:
each word that may be said reaches the table, in order; every answer is for the process and on the connection that it is
for; who was not heard is told so there, once a second; panels see who lives; trouble is told once, until it is over.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Final
from unittest import mock

from console import service as shell
from console import store
from console.clock import Clock, GamingDay
from console.config import LogPart, NetworkPart, ShoePart, TableConfig
from console.service import Service
from console.table.state import Setup
from console.table.table import ClockSet, DayTold, Heard, Noticed, SpaceLeft, Stalled
from protocol import events as e
from protocol import messages as m
from protocol.chain import first_link
from protocol.codec import encode
from protocol.fields import run_digest
from protocol.journal import Journal
from protocol.keyring import Enrolment
from protocol.keys import NOBODY, enrol, make_pair, make_register
from protocol.register import Register
from simulation.drill_counter import Device
from simulation.formats import CARDS, Words
from simulation.keys import ROLE_OF, public_key
from simulation.memory_folder import folder_in_memory
from simulation.real_disk import Unheard
from simulation.serial_line import SerialLine
from simulation.stand_ins import Bucket, Connection, Pins, Poller, Unstopped, Wire
from simulation.world import Violation

TABLE: Final = "SHELL"
ROLES: Final = {"T1": "terminal", "T2": "terminal", "P1": "panel", "P2": "panel", "D1": "display", "A1": "archive"}
# Of the documents.
PULSE_MS, HEARD_MS, STALL_MS, LOOK_MS = 500, 2_500, 1_000, 5_000
PER_S, BURST = 20, 40  # of one connection
SHOWN_BURST: Final = 8  # of more of the log, of one name
CONNECTIONS: Final = 4  # of one key
TAKEOVER_MS: Final = 2_500
WALL_MS: Final = 1_800_000_000_000
STEP_MS: Final = 3_000  # by less a clock was steered
FOLLOWS: Final = ("Hello", "Sync", "Beat")
MAY_SAY: Final = {
    "terminal": (*FOLLOWS, "BuyCredit", "CallAttendant"),
    "panel": (*FOLLOWS, "FindTicket"),
    "display": FOLLOWS,
    "archive": FOLLOWS,
}


class Drilled(Service):
    drill: "ServiceDrill"

    def _listen(self, _requests: str, _broadcast: str) -> None:
        self.sockets: Any = self.drill.wire

    def _hang_up(self) -> None: ...

    def _follow_shoe(self, last_seq: int, serial: str) -> None:
        super()._follow_shoe(last_seq, serial)
        port: Any = self._shoe._port
        port._serial = self.drill.line

    def _batch(self, inputs: Sequence[Any]) -> None:
        self.drill.decides(inputs)
        super()._batch(inputs)


class ServiceDrill:
    def __init__(self, seed: int, folder: Path) -> None:
        rng = self.rng = Random(f"service {seed}")
        self.now_ms, self.wall_ms = 10_000, WALL_MS + rng.randrange(86_400_000)
        self.keys = folder / "keys"
        make_register(self.keys, demo=True)
        make_pair(self.keys, "console")
        for name, role in ROLES.items():
            enrol(self.keys, name, ROLE_OF[role], public_key(name), by=NOBODY)
        setup = Setup(TABLE, "baccarat", placard=e.Placard(currency="SGD", notes=(1_000,)))
        paths = (folder / "table.journal", self.keys, folder / "tapes")
        shoe = ShoePart("reference", "simulated")
        self.config = TableConfig(setup, False, GamingDay(), shoe, NetworkPart(), LogPart(), *paths)
        self.line, self.device = SerialLine(lambda: True), Device("S1", rng.choice((0, 30)))
        self.connections: list[Connection] = []
        self.machines: dict[str, tuple[int, bytes]] = {name: (1, rng.randbytes(8)) for name in ROLES}
        self.routes = self.commands = 0
        self.space = True
        self.story: list[str] = []
        self.shell = self._begin(new=True)

    def fail(self, why: str) -> Violation:
        return Violation("shell", f"{', '.join(self.story[-6:])}: {why}")

    # --- its process

    def _begin(self, *, new: bool = False) -> Drilled:
        self.wire = Wire()
        self.connections.clear()
        self.spoke: dict[tuple[str, bytes], bytes] = {}  # where each process of each name spoke last
        self.shown: dict[str, tuple[Bucket, int]] = {}
        self.joined: dict[str, tuple[bytes, bytes]] = {}  # the run that was welcomed last, and where
        self.passed: dict[tuple[str, bytes], int] = {}  # processes that were taken over from, and when
        self.heard_ms: dict[str, int] = {}
        self.expected: list[tuple[str, bytes, m.Request]] = []
        self.looked_ms = self.pulsed_ms = self.now_ms
        self.space_told = True
        self.set_ms = 0  # by somebody, since the console looked
        Drilled.drill = self
        with self._surroundings():
            service = Drilled(self.config, Unheard(), new=new)
        service.journal.space = lambda: self.space  # type: ignore[method-assign]
        self.turned_ms = self.now_ms
        return service

    @contextmanager
    def _surroundings(self) -> Iterator[None]:
        """What the machine would be."""
        clock = partial(Clock, wall=lambda: self.wall_ms, monotonic=lambda: self.now_ms)
        register = partial(Register, clock=lambda: self.now_ms / 1_000)
        journal = partial(Journal, reserve=0, synchronous="OFF")
        instead: dict[str, Any] = {"Stop": Unstopped, "PinWorker": Pins, "Clock": clock, "Register": register}
        Drilled._now_ms = staticmethod(lambda: self.now_ms)
        Drilled._wall_time = staticmethod(lambda: f"2026-01-01T00:00:{self.now_ms // 1_000 % 60:02d}.000Z")
        with (
            mock.patch.multiple(shell, claim_files=lambda _peers: 4_096, **instead),
            mock.patch.object(store, "Journal", journal),
            mock.patch("zmq.Poller", Poller),
        ):
            yield

    # --- what is said

    def play(self, steps: int) -> None:
        for name in ROLES:
            self._dials(name)
        self._turn()
        for _ in range(steps):
            act = self.rng.choices(*_ACTS)[0]
            self.story.append(act)
            getattr(self, act)()
            self._passes(self.rng.choice((0, 1, 20, 100, 250)))
            self._turn()

    def _passes(self, some_ms: int) -> None:
        self.now_ms += some_ms
        self.wall_ms += some_ms

    def _dials(self, name: str, process: tuple[int, bytes] | None = None) -> Connection:
        """A new connection, and who is there says Hello."""
        mine = [it for it in self.connections if it.name == name]
        if len(mine) >= CONNECTIONS:
            self._hangs_up(mine[0])
        self.routes += 1
        route = b"route %d" % self.routes
        found = Connection(name, route, *(process or self.machines[name]), Bucket(PER_S, BURST), Bucket(1, 1))
        self.connections.append(found)
        self.wire.open[route] = name
        self._say(found, self._hello(found))
        return found

    def _hangs_up(self, connection: Connection) -> None:
        self.connections.remove(connection)
        del self.wire.open[connection.route]

    def _hello(self, on: Connection) -> m.Hello:
        name: Any = on.name
        return m.Hello(on.boot, on.run, 0, first_link(TABLE), name, ROLES[name], None)

    def _say(self, on: Connection, request: m.Request) -> None:
        self._raw(on, encode(request), request)

    def _raw(
        self, on: Connection, data: bytes, request: m.Request | None, why: m.Unheard = m.Unheard.MALFORMED
    ) -> None:
        """And what must become of it, in the order in which it is said."""
        role = ROLES[on.name]
        self.wire.waiting.append((Enrolment(on.name, ROLE_OF[role], public_key(on.name)), data, on.route))
        self.expected.append((on.name, on.route, request if request is not None else why))  # type: ignore[arg-type]

    def _one(self, *names: str) -> Connection:
        mine = [it for it in self.connections if it.name in (names or ROLES)]
        return self.rng.choice(mine) if mine else self._dials(self.rng.choice(names or tuple(ROLES)))

    def beats(self) -> None:
        for on in list(self.connections):
            if self.rng.random() < 0.5:
                self._say(on, m.Beat(on.boot, on.run, 0, first_link(TABLE)))

    def asks(self) -> None:
        """For what may be its own, and for what is not."""
        rng, on = self.rng, self._one()
        requests: tuple[m.Request, ...] = (
            m.Sync(on.boot, on.run, rng.randrange(3)),
            m.BuyCredit(on.boot, on.run, rng.randbytes(16), 1_000, "SGD"),
            m.CallAttendant(on.boot, on.run, wanted=rng.random() < 0.5),
            m.FindTicket(on.boot, on.run, rng.randbytes(8), "12345678901234567"),
        )
        for _ in range(rng.choice((1, 1, 3, 12))):
            self._say(on, rng.choice(requests))

    def talks_nonsense(self) -> None:
        rng, on = self.rng, self._one()
        for _ in range(rng.choice((1, 3))):
            whole = encode(self._hello(on))
            if rng.random() < 0.5:
                self._raw(on, whole[: rng.randrange(1, len(whole))] or b"\xc1", None)
            else:
                self._raw(on, whole.replace(b"\x82\xa1v\x01", b"\x82\xa1v\x63", 1), None, m.Unheard.VERSION)

    def floods(self) -> None:
        on = self._one()
        for _ in range(self.rng.choice((BURST - 1, BURST + 1, 3 * BURST))):
            self._say(on, m.Beat(on.boot, on.run, 0, first_link(TABLE)))

    def dials_again(self) -> None:
        """The same process on a new connection; the old one hangs, or has gone."""
        on = self._one()
        if self.rng.random() < 0.5:
            self._hangs_up(on)
        self._dials(on.name, (on.boot, on.run))

    def starts_anew(self) -> None:
        name = self.rng.choice(tuple(ROLES))
        boot, _ = self.machines[name]
        self.machines[name] = (boot + 1, self.rng.randbytes(8))
        for on in [it for it in self.connections if it.name == name]:
            self._hangs_up(on)
        self._passes(self.rng.choice((0, 3_000)))
        self._dials(name)

    def knocks(self) -> None:
        """Another machine with a key that has joined: a copy, or an older process of it."""
        name = self.rng.choice(("P1", "P1", "T1", "D1", "A1"))
        boot, _ = self.machines[name]
        self._dials(name, (max(1, boot + self.rng.choice((-1, 0, 1))), self.rng.randbytes(8)))

    def cards_pass(self) -> None:
        """Nobody plays, and each is on record before the shoe may forget it; then it may."""
        rng, device = self.rng, self.device
        for _ in range(rng.choice((1, 2, 5))):
            self.line.carry(device.give("C", rng.choice(CARDS)))
            if rng.random() < 0.5:
                self._turn()
        if rng.random() < 0.5:
            self._passes(1_000)
            self._turn()
            self._passes(1_000)
            self._turn()
            if device.kept or self.shell.table.view.shoe.last_seq != device.last:
                raise self.fail(f"{device.last} cards have passed, and it keeps {sorted(device.kept)}")

    def _to_device(self) -> None:
        kept = list(self.device.kept)
        for answer in self.device.hear(self.line.said()):
            self.line.carry(answer)
        recorded = self.shell.table.view.shoe.last_seq
        if early := [it for it in kept if it not in self.device.kept and it > recorded]:
            raise self.fail(f"cards {early} may be forgotten, on record are those to {recorded}")

    def copies_the_run(self) -> None:
        """Somebody has a panel's key and knows its run: he is told on his own connection that he is not the one."""
        on = self._one("P1", "P2")
        self._dials(on.name, (on.boot, on.run))

    # --- what befalls the machine

    def waits(self) -> None:
        for _ in range(self.rng.choice((1, 6))):
            self._passes(self.rng.choice((100, PULSE_MS, 900, STALL_MS, STALL_MS + 1)))
            self._turn()

    def clock_is_set(self) -> None:
        step = self.rng.choice((STEP_MS, STEP_MS + 1, -STEP_MS - 1, -86_400_000, 50_000_000))
        self.wall_ms += step
        self.set_ms += step

    def disk_is_full(self) -> None:
        self.space = not self.space

    def files_differ(self) -> None:
        """Somebody puts files beside the console that no entry speaks of: they let nobody in, and staff hear of each
        once; and once more if it was over in between."""
        if not (self.keys / "enrolled" / "T9.toml").exists():
            enrol(self.keys, "T9", "terminal", public_key("T9"), by=NOBODY)
            told = [self._told_of("T9"), self._told_of("T9")]
            if told != [1, 0]:
                raise self.fail(f"the register names a key that nobody has ordered, {told} times told")
        path = self.keys / "staff" / "999.toml"
        path.parent.mkdir(exist_ok=True)
        told = []
        for there in (True, True, False, True):
            path.write_text("") if there else path.unlink()
            told.append(self._told_of("999"))
        path.unlink()
        told.append(self._told_of("999"))
        if told != [1, 0, 0, 1, 0]:
            raise self.fail(f"a file of staff is damaged, is damaged still, has gone, is damaged, has gone: {told}")

    def _told_of(self, what: str) -> int:
        """How often staff were, in some seconds."""
        told = 0
        for _ in range(8):
            self._passes(400)
            self._turn()
            told += sum(isinstance(it, Noticed) and what in it.about for it in self.inputs)
        return told

    def console_starts_again(self) -> None:
        self.shell.close()
        self.device.words = Words()
        self._passes(self.rng.choice((200, 4_000)))
        self.shell = self._begin()
        for name in ROLES:
            self._dials(name)

    # --- what must follow

    def _turn(self) -> None:
        self.told: list[tuple[str, bytes, m.Unheard]] = []
        self.heard: list[tuple[str, bytes, m.Request]] = []
        self.denials: Counter[tuple[str, bytes]] = Counter()
        self._sort_out()
        self.wire.said.clear()
        self.wire.published.clear()
        self.inputs: list[Any] = []
        with mock.patch.object(shell, "shortage", return_value=0):
            self.shell.turn()
        self._to_device()
        self._was_told()
        self._was_answered()
        self._lives()
        self.turned_ms = self.now_ms
        patience_ms = self.shell._patience_ms()
        if not 0 <= patience_ms <= PULSE_MS:
            raise self.fail(f"it sleeps for {patience_ms} ms")

    def decides(self, inputs: Sequence[Any]) -> None:
        """Before the commit: what is on the line to the shoe by now was said too early, or of earlier cards."""
        self.inputs += inputs
        self._to_device()

    def _sort_out(self) -> None:
        """Of what waits: what reaches the table, and who is told that he was not heard."""
        by_route = {it.route: it for it in self.connections}
        synced: set[str] = set()
        for name, route, request in self.expected:
            on = by_route.get(route)
            if on is None:
                continue  # it has hung up since: what it had said is heard all the same, but by nobody here
            if not on.words.take(self.now_ms):
                self._not_heard(on, m.Unheard.TOO_MUCH)
                continue
            if isinstance(request, m.Unheard):
                self._not_heard(on, request)
                continue
            self.heard_ms[name] = self.now_ms
            self.spoke[name, run_digest(request.run)] = route
            if isinstance(request, m.Sync) and not self._may_be_shown(name, request, synced):
                self._not_heard(on, m.Unheard.TOO_MUCH)
            elif type(request).__name__ in MAY_SAY[ROLES[name]]:
                self.heard.append((name, route, request))
            else:
                self._not_heard(on, m.Unheard.NOT_YOURS)
        self.expected.clear()

    def _may_be_shown(self, name: str, sync: m.Sync, synced: set[str]) -> bool:
        known = self.shell.table.peers.peer(name)
        if (sync.boot, run_digest(sync.run)) != (known.boot, known.run):
            return True
        bucket, last_ms = self.shown.get(name, (Bucket(PER_S, SHOWN_BURST), -1))
        self.shown[name] = bucket, last_ms
        if last_ms == self.now_ms or not bucket.take(self.now_ms):
            return False
        self.shown[name] = bucket, self.now_ms
        synced.add(name)
        return True

    def _not_heard(self, on: Connection, why: m.Unheard) -> None:
        if on.complaints.take(self.now_ms):
            self.told.append((on.name, on.route, why))

    def _was_told(self) -> None:
        heard = [(it.peer, it.line, it.request) for it in self.inputs if isinstance(it, Heard)]
        if heard != self.heard:
            raise self.fail(f"{len(self.heard)} words are for the table, and it hears {len(heard)}")
        for it in self.inputs:
            if isinstance(it, Heard) and (it.role, it.key) != (ROLES[it.peer], self._print(it.peer)):
                raise self.fail(f"{it.peer} is heard as {it.role} with {it.key}")
        stalled = self.now_ms - self.turned_ms > STALL_MS
        if stalled != any(isinstance(it, Stalled) for it in self.inputs):
            raise self.fail(f"{self.now_ms - self.turned_ms} ms since the last turn, told is {self.inputs}")
        self._was_looked_at()

    def _print(self, name: str) -> str:
        return Enrolment(name, ROLE_OF[ROLES[name]], public_key(name)).fingerprint

    def _was_looked_at(self) -> None:
        """Clock and disk, every five seconds."""
        days = [it for it in self.inputs if isinstance(it, DayTold)]
        if not days:
            if self.now_ms - self.looked_ms > LOOK_MS:
                raise self.fail(f"for {self.now_ms - self.looked_ms} ms nobody has looked at clock and disk")
            return
        self.looked_ms = self.now_ms
        steps = [it.by_ms for it in self.inputs if isinstance(it, ClockSet)]
        if steps != ([self.set_ms] if abs(self.set_ms) > STEP_MS else []):
            raise self.fail(f"the clock was set by {self.set_ms} ms, told is {steps}")
        self.set_ms = 0
        space = [it.enough for it in self.inputs if isinstance(it, SpaceLeft)]
        if space != ([self.space] if self.space != self.space_told else []):
            raise self.fail(f"room on the disk: {self.space}, told is {space}")
        self.space_told = self.space

    def _was_answered(self) -> None:
        unheard = [(name, route, it.why) for name, route, it in self.wire.said if isinstance(it, m.NotHeard)]
        gone = [it for it in self.told if it[1] not in self.wire.open]
        if unheard != [it for it in self.told if it not in gone]:
            raise self.fail(f"{self.told} are to be told that they were not heard, and {unheard} are")
        hellos = Counter((name, run_digest(it.run)) for name, _, it in self.heard if isinstance(it, m.Hello))
        answers: Counter[tuple[str, bytes]] = Counter()
        said_here = {(name, route, run_digest(it.run)) for name, route, it in self.heard}
        before = dict(self.joined)
        self.joined |= {
            name: (run_digest(it.run), route) for name, route, it in self.wire.said if isinstance(it, m.Welcome)
        }
        for name, route, news in self.wire.said:
            if isinstance(news, m.Welcome | m.Denied):
                run = run_digest(news.run)
                answers[name, run] += 1
                if (name, route, run) not in said_here and self.spoke.get((name, run)) != route:
                    raise self.fail(f"{name}: {type(news).__name__} for {news.run.hex()} goes to {route!r}")
            elif not isinstance(news, m.NotHeard):
                self._was_for(name, route, news, before)
        for name, (run, _) in before.items():
            if self.joined[name][0] != run:
                self.passed[name, run] = self.now_ms
        for it, count in hellos.items():
            # What a dead process has said may be on its way: it is not even denied, for as long as that may take.
            late = self.now_ms - self.passed.get(it, -TAKEOVER_MS) < TAKEOVER_MS
            if answers[it] < count and not late and self.spoke[it] in self.wire.open:
                raise self.fail(f"{it[0]} has said Hello {count} times, and is answered {answers[it]} times")

    def _was_for(self, name: str, route: bytes, news: m.News, before: dict[str, tuple[bytes, bytes]]) -> None:
        """Only for the process that has joined, also just now: where it speaks; a panel's, where it has joined."""
        where = []
        for run, bound in (it[name] for it in (before, self.joined) if name in it):
            where.append(bound if ROLES[name] == "panel" else self.spoke.get((name, run), b""))
        if route not in where:
            raise self.fail(f"{type(news).__name__} for {name} goes to {route!r}, its process speaks on {where}")

    def _lives(self) -> None:
        """Pulses, and what panels see with them."""
        pulses = [it for it in self.wire.published if isinstance(it, m.Pulse)]
        if not pulses:
            if self.now_ms - self.pulsed_ms > PULSE_MS:
                raise self.fail(f"no pulse for {self.now_ms - self.pulsed_ms} ms")
            return
        self.pulsed_ms = self.now_ms
        journal = self.shell.journal
        if (pulses[-1].seq, pulses[-1].chain) != (journal.seq, journal.chain):
            raise self.fail(f"the pulse is at {pulses[-1].seq}, the journal at {journal.seq}")
        alive = {name for name, heard_ms in self.heard_ms.items() if self.now_ms - heard_ms < HEARD_MS}
        seats = {name: it for name, _, it in self.wire.said if isinstance(it, m.Seats)}
        terminals = tuple(sorted(name for name, role in ROLES.items() if role == "terminal"))
        for name in ("P1", "P2"):
            run, bound = self.joined.get(name, (b"", b""))
            reaches = name in alive and run and bound in self.wire.open
            if bool(reaches) != (name in seats):
                raise self.fail(
                    f"{name}, heard {self.heard_ms.get(name)}: {'no' if reaches else 'a'} picture of who is there"
                )
        for name, seen in seats.items():
            if {it for it, _ in seen.seats} != alive or seen.terminals != terminals:
                raise self.fail(f"{name} sees {seen.seats} of {seen.terminals}, alive are {sorted(alive)}")
            silent = {it: silent_s for _, it, _, silent_s in seen.outside}
            heard = self.heard_ms.get("A1")
            if heard is not None and silent.get("A1") != (self.now_ms - heard) // 1_000:
                raise self.fail(f"the archive spoke {self.now_ms - heard} ms ago, {name} sees {seen.outside}")


_ACTS: Final = (
    (
        *(
            "cards_pass",
            "beats",
            "asks",
            "talks_nonsense",
            "floods",
            "dials_again",
            "starts_anew",
            "knocks",
            "copies_the_run",
        ),
        *("waits", "clock_is_set", "disk_is_full", "files_differ", "console_starts_again"),
    ),
    (10, 40, 25, 8, 5, 10, 6, 14, 6, 14, 4, 4, 1, 3),
)


def run(seed: int, steps: int) -> None:
    """Raises a Violation."""
    with folder_in_memory() as folder:
        drill = ServiceDrill(seed, Path(folder))
        try:
            drill.play(steps)
        except Violation as broken:
            raise Violation(broken.name, f"drill {seed} of a shell: {str(broken).partition(': ')[2]}") from None
        finally:
            drill.shell.close()
            drill.line.close()
