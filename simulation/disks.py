"""What befalls the disks of a run with real journals, and what people do about it: start again, rebuild, replace.

Every public method of `DiskActs` is one act, by dice of its own. A disk that fails ends its process; whoever is refused
a start goes the way of the documents: the console's journal is rebuilt from the archive, a terminal is replaced. That a
whole journal is refused, or a damaged one believed, is a violation.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

import apsw

from console.table.table import Table
from protocol import events as e
from protocol.chain import Entry
from protocol.codec import decode_event
from protocol.halts import Halt
from simulation.console_shell import ConsoleShell
from simulation.disk import Disk
from simulation.doubt import Doubt
from simulation.drive import CAPACITY, Fault
from simulation.nodes import CONSOLE, ConsoleNode, Node, TerminalNode
from simulation.real_disk import WRITES, Parts, RealDisk, elsewhere, richer
from simulation.world import Violation

if TYPE_CHECKING:
    from simulation.cluster import Cluster

SHARE: Final = 0.11  # of all runs: one in ten at least, and some for bad luck
OPERATIONS_MAX: Final = 14  # of a commit: two for each page, the header, the sync


def draws_real_disk(seed: int) -> bool:
    return random.Random(f"real disk {seed}").random() < SHARE


def draw_parts(seed: int) -> Parts:
    rng = random.Random(f"parts {seed}")
    return Parts(
        console_every=rng.choice((15, 40, 120)),
        terminal_every=rng.choice((10, 30, 80)),
        whole=rng.choice((None, 0, 60)),
        look_ms=rng.choice((2, 100, 400)),
        chaos_ms=rng.choice((0, 2_000, 4_000, 8_000)),
        acts=tuple(name for name in ACTS if rng.random() < 0.6),
    )


class Disks:
    """All disks of a run."""

    name = "disks"

    def __init__(self, cluster: "Cluster", parts: Parts | None) -> None:
        self.cluster, self.world, self.parts = cluster, cluster.world, parts
        self.rng = random.Random(f"disks {self.world.seed}")
        self.acts = DiskActs(self)
        self.made: list[RealDisk] = []
        self.doubt = Doubt()

    def make(self, owner: str, journal: str) -> Disk:
        if self.parts is None:
            return Disk()
        seed = f"disk {self.world.seed} {owner} {len(self.made)}"
        self.made.append(RealDisk(journal, seed, self.parts, lambda: self.world.now_ms))
        return self.made[-1]

    def start(self) -> None:
        mix = self.cluster.mix
        calm = not (mix.disk or mix.chaos_ms or mix.crash_console or mix.crash_terminal)
        if self.parts is not None and self.parts.chaos_ms and self.parts.acts and not calm:
            self.world.after(self.parts.chaos_ms, self._befall)

    def _befall(self) -> None:
        parts, rng = self.parts, self.rng
        if parts is None or not self.cluster.faulty:
            return
        nodes: list[ConsoleNode | TerminalNode] = [self.cluster.console] * 2
        nodes += [node for node in self.cluster.terminals.values() if node.name not in self.cluster.retired]
        node = rng.choice(nodes)
        name = rng.choice(sorted(parts.acts))
        act: Callable[[Node, RealDisk], None] = getattr(self.acts, name)
        disk = node.disk
        sound = isinstance(disk, RealDisk) and disk.drive.fault is None and not disk.touched
        if isinstance(disk, RealDisk) and sound and node.alive and self.world.happens(f"disk: {name}"):
            act(node, disk)
        self.world.after(parts.chaos_ms * (0.3 + 1.4 * rng.random()), self._befall)

    def count(self) -> Counter[str]:
        """For the report: what ran for real."""
        if self.parts is None:
            return Counter()
        restored, kept = (sum(getattr(disk, what) for disk in self.made) for what in ("restored", "kept"))
        return Counter(runs=1, journals=len(self.made), checkpoints=kept, restored=restored)

    def mend(self) -> None:
        """Nothing fails from here on. What is damaged stays so until somebody reads it."""
        self.cluster.console.disk.mend()
        for node in self.cluster.terminals.values():
            node.disk.mend()

    # --- a process has ended with its disk, or was not begun ---------------------------------------------------------

    def failed(self, node: Node, why: Exception) -> None:
        disk = _disk_of(node)
        if disk is None:
            raise why
        fault = disk.drive.fault
        if fault is not None and fault.felt:
            self._felt(node, disk, fault, str(why))
        elif disk.touched:
            self._damage_found(node, disk, str(why))
        else:
            raise Violation("C12", f"{node.name}: a journal that is in order is not believed: {why}") from why

    def _felt(self, node: Node, disk: RealDisk, fault: Fault, why: str) -> None:
        if not fault.counted and fault.kind != "C7":  # that is counted where the power of all fails
            fault.counted = True
            self.world.fault(fault.kind or self.cluster.disk_fault, node.name, why)
        if not fault.times:
            disk.drive.fault = None
        if fault.power:
            disk.lose_power()
        self.cluster.comes_back(node, table=fault.kind == "C7", mended=fault.kind == "")

    def _damage_found(self, node: Node, disk: RealDisk, why: str) -> None:
        self.world.fault(_KIND_OF[disk.touched.split()[0]], node.name, why)
        if isinstance(node, ConsoleNode):
            disk.rebuild(disk.entries, disk.commits)
            self.cluster.restart_console()
        elif isinstance(node, TerminalNode):
            self.cluster.chaos.replace_machine(node)
            self.cluster.restart_terminal(node)

    def short(self, node: ConsoleNode) -> bool:
        """Is what it has found less than what it had once said?"""
        return isinstance(node.disk, RealDisk) and bool(node.disk.gone)

    def came_up(self, node: Node) -> None:
        """A process runs: what it found may be less than what it had once said."""
        disk = _disk_of(node)
        if disk is not None and disk.books is not None and node is self.cluster.console:
            self.doubt.starts(disk.books, self.cluster.console.table)
        if disk is None or not disk.gone:
            return
        gone, disk.gone = disk.gone, []
        self.world.fault(_KIND_OF[disk.touched.split()[0]], node.name, f"{len(gone)} entries are not there")
        if isinstance(node, TerminalNode):
            self.cluster.chaos.forgets(node, disk.entries, gone)
            disk.touched = ""
        elif node is self.cluster.console:
            false_from = self.cluster.false_from = len(disk.entries) + 1
            known = [it for it in self.cluster.terminals.values() if it.name not in self.cluster.retired]
            self.cluster.knowing = [it for it in known if it.session.join.follower.seq >= false_from]
            self.cluster.mix.ending = "C8"
            self.cluster.checked = self.cluster.checks.active = False

    def wrote(self, entries: Sequence[Entry]) -> None:
        """The console. M12: checkpoints and entries agree, unless somebody has touched them; and nothing is paid out
        before the books are read."""
        disk = self.cluster.console.disk
        if not isinstance(disk, RealDisk) or not self.cluster.checks.active:
            return
        events = [decode_event(entry.body) for entry in entries]
        self.doubt.wrote(events, disk.books)
        for event in events:
            if isinstance(event, e.Halted) and event.reason is Halt.BOOKS:
                fault = disk.drive.fault
                read_short = fault is not None and fault.short and fault.felt  # what was read is not what is there
                if not disk.touched and not read_short:
                    raise Violation("M12", f"the books differ, and nobody has touched them: {event.detail}")
                disk.unread = False
                kind = _KIND_OF[disk.touched.split()[0]] if disk.touched else "J6"
                self.world.fault(kind, CONSOLE, event.detail)
        if disk.unread:
            disk.unread = False
            if Halt.BOOKS not in self.cluster.console.table.view.halts:
                raise Violation("M12", "a forged checkpoint is there, and nobody says so")

    def technician(self) -> None:
        """Over a state in doubt nothing goes on: the console is started again, and reads every entry first."""
        console = self.cluster.console
        table: Table = console.table
        doubtful = Halt.BOOKS in table.view.halts and table.forgotten.unread is not None
        if isinstance(console.disk, RealDisk) and console.alive and doubtful:
            console.stop("the books are in doubt: it is started again")
            self.cluster.restart_console(500)


def _disk_of(node: Node) -> RealDisk | None:
    disk = node.disk if isinstance(node, ConsoleNode | TerminalNode) else None
    return disk if isinstance(disk, RealDisk) else None


class DiskActs:
    name = "disks"

    def __init__(self, disks: Disks) -> None:
        self._disks, self._rng = disks, disks.rng

    def _for_a_while(self, undo: Callable[..., None], *args: Any) -> None:
        self._disks.world.after(300 + self._rng.random() * 3_000, undo, *args)

    def power(self, _node: Node, disk: RealDisk) -> None:
        """At some operation of the next commit, or of whatever is written first."""
        disk.drive.fault = Fault("J1", WRITES, after=self._rng.randrange(OPERATIONS_MAX), times=1, power=True)

    def write_fails(self, _node: Node, disk: RealDisk) -> None:
        rng = self._rng
        operations = rng.choice((WRITES, ("sync",), ("cut", "sync")))
        times = rng.choice((1, 1, 3, -1))
        disk.drive.fault = Fault("J2", operations, after=rng.randrange(OPERATIONS_MAX), times=times)
        self._for_a_while(disk.mend)

    def fill(self, node: Node, disk: RealDisk) -> None:
        """Somebody else has taken the room: nearly all, or all but what the reserve holds."""
        drive, rng = disk.drive, self._rng
        drive.fault = Fault("J3", (), apsw.FullError)
        left = rng.choice((0, 0, 10_000, 1 << 20, 40 << 20))
        drive.taken = CAPACITY - (CAPACITY - drive.room() - drive.taken) - left
        if rng.random() < 0.5:
            drive.taken += sum(drive.reserved.values())
            drive.reserved.clear()
        if isinstance(node, ConsoleNode):
            self._disks.cluster.full = True
        self._for_a_while(disk.mend)

    def unreadable(self, node: Node, disk: RealDisk) -> None:
        """At the next start, or while it runs."""
        rng = self._rng
        operations = rng.choice((("open",), ("read",), ("open", "read")))
        short = operations == ("read",) and rng.random() < 0.5
        disk.drive.fault = Fault("J6", operations, after=rng.randrange(30), times=rng.choice((1, 1, -1)), short=short)
        if rng.random() < 0.7:
            self._disks.cluster.ends(node, "killed; its disk cannot be read")
        self._for_a_while(disk.mend)

    def rot(self, node: Node, disk: RealDisk) -> None:
        self._disks.cluster.ends(node, "killed; a bit of its disk is another")
        disk.flip(0, 0, 0)

    def lie(self, node: Node, disk: RealDisk) -> None:
        """It says that it has synced; some time later the power goes. A console that forgets ends a run (C8)."""
        if isinstance(node, TerminalNode):
            disk.drive.lies = True
            self._for_a_while(self._caught_lying, node, disk)

    def _caught_lying(self, node: TerminalNode, disk: RealDisk) -> None:
        cluster = self._disks.cluster
        if disk is node.disk and node.alive and disk.drive.lies and cluster.faulty:
            cluster.ends(node, "power lost; its disk had lied")
            disk.lose_power()

    def forge(self, node: Node, disk: RealDisk) -> None:
        self._disks.cluster.ends(node, "killed; somebody has its disk in his hands")
        if disk.forge(richer if isinstance(node, ConsoleNode) else elsewhere) and isinstance(node, TerminalNode):
            self._disks.world.fault("J7", node.name)

    def restart(self, node: Node, _disk: RealDisk) -> None:
        """No fault: a process that ends in good order closes its journal."""
        self._disks.cluster.ends(node, "stopped and started", orderly=True)

    def stand_still(self, node: Node, _disk: RealDisk) -> None:
        """No fault of the disk, but as slow as one: the console's machine does nothing for a while."""
        if isinstance(node, ConsoleShell) and node.service is not None and not node.paused:
            node.paused = True
            self._disks.world.after(1_100 + self._rng.random() * 2_500, self._goes_on, node, node.life)

    def _goes_on(self, node: Node, life: int) -> None:
        if node.life == life:
            node.thaw()

    def append(self, node: Node, disk: RealDisk) -> None:
        """The console's, which ends in its signature."""
        if isinstance(node, ConsoleNode) and disk.entries:
            self._disks.cluster.ends(node, "killed; somebody has its disk in his hands")
            disk.append()


ACTS: Final = tuple(name for name in vars(DiskActs) if not name.startswith("_") and name != "name")
_KIND_OF: Final = {"lied": "J4", "rot": "J5", "rot:": "J5", "forged": "J7", "appended": "C13"}
