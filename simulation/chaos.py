"""What befalls a simulated table besides its weather and its people: power, disks, cables, clocks, second processes.

`befall` does one act after the other: a method each, `Mix.chaos` names those that may happen. What cannot be mended:
`end_play`.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from console.table.table import ClockSet, DayTold, SpaceLeft
from games.catalog import UnknownGame
from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.chain import Entry, first_link
from protocol.codec import decode_event, encode, encode_body
from protocol.fields import run_digest
from protocol.journal import JournalError
from simulation.disk import Disk
from simulation.nodes import CONSOLE, TerminalNode
from simulation.players import Player
from simulation.real_disk import REFUSALS, RealDisk
from simulation.world import Violation

if TYPE_CHECKING:
    from simulation.cluster import Cluster

NIGHT_MS_MAX: Final = 20_000  # if nobody gets round to closing the day


def befalls_a_terminal(act: Callable[["Chaos", TerminalNode], None]) -> Callable[["Chaos"], None]:
    """One of those that are there; none, if none is."""

    @wraps(act)
    def befall(chaos: "Chaos") -> None:
        node = chaos.cluster.some_terminal()
        if node is not None:
            act(chaos, node)

    return befall


class Chaos:
    def __init__(self, cluster: "Cluster") -> None:
        self.cluster, self.world, self.network = cluster, cluster.world, cluster.network
        self.console, self.panel, self.terminals = cluster.console, cluster.panel, cluster.terminals
        self.device, self.staff, self.checks = cluster.device, cluster.staff, cluster.checks

    def befall(self) -> None:
        mix = self.cluster.mix
        if not self.cluster.faulty:
            return
        act = self.world.rng.choice(mix.chaos)
        if self.world.happens(f"chaos: {act}"):
            getattr(self, act)()
        self.world.after(mix.chaos_ms * (0.3 + 1.4 * self.world.rng.random()), self.befall)

    def fail_power(self) -> None:
        cluster = self.cluster
        cluster.power = False
        self.world.fault("C7", "table")
        self.console.disk.lose_power()
        for node in self.terminals.values():
            if node.alive:
                cluster.kill_terminal(node, "power", 1_000 + self.world.rng.random() * 500)
        if self.panel.alive:
            self.panel.kill("power")
            self.world.after(1_200, cluster.start_panel)

    def _for_a_while(self, undo: Callable[..., None], *args: Any) -> None:
        self.world.after(200 + self.world.rng.random() * 5_000, undo, *args)

    @befalls_a_terminal
    def partition(self, node: TerminalNode) -> None:
        self.network.cut(node.name, CONSOLE, "N1")
        self._for_a_while(self.network.heal, node.name, CONSOLE)

    @befalls_a_terminal
    def deaf(self, node: TerminalNode) -> None:
        up = self.world.rng.random() < 0.5
        pair = (node.name, CONSOLE) if up else (CONSOLE, node.name)
        self.network.cut(*pair, "N2" if up else "N3", both=False)
        self._for_a_while(self.network.heal, node.name, CONSOLE)

    def clog(self) -> None:
        names = [name for name in self.terminals if self.world.rng.random() < 0.6]
        for name in names:
            self.network.clog(name, CONSOLE)
            self._for_a_while(self.network.heal, name, CONSOLE)

    @befalls_a_terminal
    def slow(self, node: TerminalNode) -> None:
        self.network.slow(node.name, CONSOLE, 300 + self.world.rng.randrange(2_500))
        self._for_a_while(self.network.heal, node.name, CONSOLE)

    @befalls_a_terminal
    def kill_terminal(self, node: TerminalNode) -> None:
        self.cluster.kill_terminal(node, "power off")

    @befalls_a_terminal
    def overnight(self, node: TerminalNode) -> None:
        """A terminal is dark until the gaming day has changed, and a while longer."""
        if not self.staff.night:
            self.cluster.count_in_flight(node)
            self.cluster.go_dark(node)
            node.kill("dark overnight")
            self.staff.day_ends = self.staff.night = True
            self.cluster.nights[node.name] = len(self.checks.entries)
            self._morning(node, self.world.now_ms + NIGHT_MS_MAX)

    def _morning(self, node: TerminalNode, latest_ms: int) -> None:
        since = self.cluster.nights.get(node.name)
        if since is None:
            return  # somebody has switched it on
        night = self.checks.entries[since:]
        if self.world.now_ms >= latest_ms or any(b"DayClosed" in entry.body[:20] for entry in night):
            self.cluster.restart_terminal(node)
        else:
            self.world.after(400, self._morning, node, latest_ms)

    def kill_console(self) -> None:
        if self.console.alive:
            self.world.fault("C1", CONSOLE, "killed between two batches")
            self.cluster.count_console_phase()
            self.console.kill("killed")
            self.cluster.restart_console()

    @befalls_a_terminal
    def pause(self, node: TerminalNode) -> None:
        if not node.paused:
            node.paused = True
            self._for_a_while(self._thaw, node, node.life, len(self.checks.entries))

    def _thaw(self, node: TerminalNode, life: int, entries: int) -> None:
        if node.alive and node.life == life:
            if len(self.checks.entries) > entries and self.console.table.view.in_round:
                self.world.fault("T10", node.name)
            node.thaw()

    def power(self) -> None:
        self.cluster.power = True  # it fails at the next commit

    @befalls_a_terminal
    def wipe(self, node: TerminalNode) -> None:
        self.cluster.kill_terminal(node, "disk lost", 1_500)
        self.replace_machine(node)
        self.world.fault("T8", node.name)

    def replace_machine(self, node: TerminalNode) -> None:
        self.forgets(node, (), node.disk.entries)
        node.disk = self.cluster.make_disk(node)
        # A new machine makes its own key, and the old one is replaced; somebody will try it all the same.
        old = self._hello(node.session.state.boot + 1, node.key, "terminal")
        self._for_a_while(self._says, node.name, node.fingerprint, old)
        self.cluster.rotate(node)

    def _hello(self, boot: int, name: PlayerId, role: str) -> m.Hello:
        return m.Hello(boot, self.world.rng.randbytes(8), 0, first_link(self.cluster.setup.table), name, role)

    def _says(self, name: str, fingerprint: str, hello: m.Hello) -> None:
        """A process that does nothing else."""
        self.network.send(name, CONSOLE, encode(hello), key=fingerprint)

    @befalls_a_terminal
    def image(self, node: TerminalNode) -> None:
        """An old image of the disk is put back."""
        if len(node.disk.commits) > 5:
            self.cluster.kill_terminal(node, "image restored", 500)
            back = 1 + self.world.rng.randrange(min(30, len(node.disk.commits) - 1))
            kept = node.disk.commits[-back - 1]
            self.forgets(node, node.disk.entries[:kept], node.disk.entries[kept:])
            node.disk.forget(back)
            self.checks.set_back.add(node.key)
            self.world.fault("T9", node.name, f"{back} commits back")

    def forgets(self, node: TerminalNode, keeps: Sequence[Entry], loses: Sequence[Entry]) -> None:
        """Which notes in its box the terminal will not remember: they are found by the cash count."""
        kept = b"".join(entry.body for entry in keeps)
        lost = b"".join(entry.body for entry in loses)
        for note, (key, _amount) in self.cluster.till.stacked.items():
            if key == node.key and (note in lost or note not in kept):
                self.cluster.lost_notes.add(note)

    @befalls_a_terminal
    def dead(self, node: TerminalNode) -> None:
        """A terminal dies for good: paid by hand, retired, and its old disk comes back one day."""
        if self.cluster.retired or len(self.terminals) < 3 or node.key in self.staff.liars:
            return
        self.cluster.retired.add(node.name)
        self.cluster.count_in_flight(node)
        node.kill("dead for good")
        self.cluster.lost_notes |= {note for note, (key, _) in self.cluster.till.stacked.items() if key == node.key}
        self.staff.to_retire.append(node.key)
        self.world.fault("T8", node.name, "dead for good")
        self.world.after(15_000, self.cluster.wake_ghost, node)

    @befalls_a_terminal
    def twin(self, node: TerminalNode) -> None:
        """A second process with the same key: one of the two is denied, whoever it is."""
        if node.name + "~" in self.cluster.twins:
            return
        twin = self.cluster.make_terminal(node.name + "~", node.key)
        twin.disk, twin.fingerprint = node.disk.image(), node.fingerprint
        twin.honest = node.honest
        self.cluster.twins[twin.name] = twin
        self.checks.copied.add(node.key)
        twin.start()
        player = self.cluster.make_player(twin)
        if self.world.rng.random() < 0.5:
            self.world.after(100, player.act)
        self._for_a_while(self._twin_goes, twin, player, node)

    def misnamed(self) -> None:
        """The key of one terminal in the hands of a program that takes itself for another, or is no terminal at all."""
        node = self.world.rng.choice(list(self.terminals.values()))  # also of one that is dark
        boot = node.session.state.boot + self.world.rng.randrange(3)
        name, role = self.world.rng.choice(((PlayerId("T99"), "terminal"), (node.key, "panel"), (node.key, "display")))
        hello = self._hello(boot, name, role)
        self.checks.inputs.misnamed.add(run_digest(hello.run))
        self._says(node.name, node.fingerprint, hello)
        self.world.fault("A5", node.name, f"says {name}, {role}")

    def _twin_goes(self, twin: TerminalNode, player: Player, node: TerminalNode) -> None:
        if twin.session.join.denied or node.session.join.denied or twin.session.join.joined:
            self.world.fault("L", twin.name, "a second process with the same key")
        self.cluster.switch_off(twin, player)

    def clock(self) -> None:
        before, days = self.world.clock_jump_ms, self.world.rng.choice((-1, -1 / 24, 0, 1 / 24, 1, 400))
        self.world.clock_jump_ms = int(days * 86_400_000)
        if self.console.clock is None:  # else it looks for itself, by and by
            self.console.give(ClockSet(self.world.clock_jump_ms - before))
            self.console.give(DayTold(self.world.day(int(days))))

    def commit_fails(self) -> None:
        self._fail_commits(1, "C9", 1_000)

    def read_only(self) -> None:
        self._fail_commits(-1, "C11", 2_500)

    def _fail_commits(self, commits: int, kind: str, wait_ms: int) -> None:
        """After a while the disk is in order again."""

        def mend() -> None:
            self.console.disk.mend()
            self.cluster.start_console()

        if self.console.alive and not self.console.disk.failing:
            self.console.disk.fail(commits)
            self.cluster.disk_fault = kind
            self.world.after(wait_ms, mend)

    def disk_full(self) -> None:
        disk = self.console.disk
        if isinstance(disk, RealDisk):
            if self.console.alive and disk.drive.fault is None:
                self.cluster.disks.acts.fill(self.console, disk)
            return
        self.cluster.full = True
        self.console.give(SpaceLeft(enough=False))
        self._for_a_while(self.console.give, SpaceLeft(enough=True))

    def flip(self) -> None:
        entries = self.console.disk.entries
        if self.console.alive and len(entries) > 10:
            self.world.fault("C1", CONSOLE, "killed")
            self.console.kill("killed; its disk is damaged")
            rng = self.world.rng
            self.console.disk.flip(rng.randrange(len(entries)), rng.randrange(1_000), rng.randrange(8))
            self.cluster.restart_console()

    def second_console(self) -> None:
        if not self.console.alive:
            return
        second = self.cluster.make_console()
        second.disk = self.console.disk
        try:
            second.start()
        except BlockingIOError:
            self.world.fault("C14", CONSOLE)
        else:
            raise Violation("C14", "two consoles write one journal")

    def starve(self) -> None:
        self.console.starves = self.console.alive
        if self.console.alive:
            self.world.after(500, self._watch_death, self.console.life)

    def _watch_death(self, life: int) -> None:
        if self.console.life != life:
            self.cluster.start_console()
        else:
            self.world.after(500, self._watch_death, life)

    def upgrade(self) -> None:
        """A program that no longer has the rules of the open Round reads the journal: it must not go on from there."""
        if not self.console.table.view.in_round or not self.console.alive:
            return
        other = self.cluster.make_console()
        other.disk = self.console.disk.image()
        for at, entry in enumerate(other.disk.entries):
            opened = decode_event(entry.body)
            if isinstance(opened, e.TableOpened):
                other.disk.rewrite(at, encode_body(replace(opened, rules="RWS v0")))
        other.disk.sign(other.seals)
        try:
            other.start()
        except (UnknownGame, JournalError):
            self.world.fault("C16", CONSOLE)
        else:
            raise Violation("C16", "a Round was taken up under other rules")

    def storm(self) -> None:
        nodes = [node for node in self.terminals.values() if node.alive and node.name not in self.cluster.retired]
        for node in nodes:
            self.cluster.kill_terminal(node, "storm", 500)
        if len(nodes) > 1:
            self.world.fault("N9", "all")

    def unplug(self) -> None:
        if self.device.plugged:
            self.device.plugged = False
            self.world.fault("S", "shoe", "unplugged")
            self.console.unplugged()
            self._for_a_while(self._replug_after, self.world.rng.random() < 0.3)

    def _replug_after(self, power_lost: bool) -> None:
        """Without power the shoe forgets what it has not told; its counter it keeps."""
        if power_lost and not self.device.plugged and self.device.forget():
            self.world.fault("S", "shoe", "has forgotten cards that it had not told")
        self.cluster.replug()

    def kill_panel(self) -> None:
        if self.panel.alive:
            self.world.fault("P", self.panel.name)
            self.panel.kill("killed")
            self.world.after(300 + self.world.rng.random() * 1_500, self.cluster.start_panel)


NO_ACTS: Final = ("befall", "fail_power", "replace_machine", "forgets")  # what others call: no acts of their own
CHAOS: Final = tuple(name for name in vars(Chaos) if not name.startswith("_") and name not in NO_ACTS)


# --- the two faults after which play stops ----------------------------------------------------------------------


def end_play(cluster: "Cluster", dark_ms: int) -> bool:
    """C8: the disk forgot its last commits. C13: somebody edited it, links and all. True: a terminal knows better. With
    the links alone the edit is found at the start; whoever has the console's key as well is found out by the others.

    Those that do stay dark for so long; the panel, which keeps no log, starts anew.
    """
    disk, rng = cluster.console.disk, cluster.world.rng
    if cluster.mix.ending == "C8" and isinstance(disk, RealDisk) and not cluster.false_from:
        _lies_and_forgets(cluster, disk)
    if cluster.console.alive:
        cluster.console.kill("killed")
    nodes = [node for node in cluster.terminals.values() if node.name not in cluster.retired]
    if isinstance(disk, RealDisk) and cluster.mix.ending == "C8":
        false_from = cluster.false_from
        nodes = cluster.knowing
    elif cluster.mix.ending == "C8":
        disk.forget(1 + rng.randrange(min(8, len(disk.commits) - 1)))
        false_from = len(disk.entries) + 1
    else:
        false_from = 1 + _edit_amount(disk, max((node.session.join.follower.seq for node in nodes), default=0))
        if false_from:
            _start_unsigned(cluster)
            disk.sign(cluster.console.seals)
    knowing = [node for node in nodes if node.session.join.follower.seq >= false_from > 0]
    for node in knowing if dark_ms else ():
        if node.alive:
            node.kill("dark")
        cluster.world.after(dark_ms, cluster.wake_ghost, node)
    cluster.panel.kill("starts anew")
    cluster.panel.start()
    if knowing:
        cluster.world.fault(cluster.mix.ending, CONSOLE)
    cluster.console.start()
    return bool(knowing)


def _lies_and_forgets(cluster: "Cluster", disk: RealDisk) -> None:
    """The console's disk says that it has synced, until the power goes: then it comes up with less, or not at all. Or
    its last commit rots in the WAL, and looks as if it had never been finished."""
    console, world = cluster.console, cluster.world
    if not console.alive:
        cluster.start_console()
    disk.drive.lies = disk.rng.random() < 0.7
    world.run_until(world.now_ms + 500 + int(disk.rng.random() * 4_000))
    if console.alive:
        console.kill("power lost; its disk had lied, or rots")
    if disk.drive.lies:
        disk.lose_power()
    else:
        disk.flip_last()
    try:
        console.start()
    except REFUSALS as refused:
        world.fault("J4", CONSOLE, str(refused))
        disk.rebuild(disk.entries, disk.commits)


def _start_unsigned(cluster: "Cluster") -> None:
    try:
        cluster.console.start()
    except REFUSALS:
        cluster.console.disk.died()
        return
    raise Violation("C13", "a journal was believed that does not end in the console's signature")


def _edit_amount(disk: Disk, known: int) -> int:
    """Edits the stake of a registered Bet that some terminal has in its copy of the log."""
    for at in range(known - 1, 0, -1):
        event = decode_event(disk.entries[at].body)
        if isinstance(event, e.CreditBought):
            disk.rewrite(at, encode_body(replace(event, amount=event.amount + 1_000)))
            return at
    return -1
