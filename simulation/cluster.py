"""A whole simulated table: nodes, network, shoe, people, checks, and the chaos that befalls them.

`Mix` says what may go wrong in a run; the swarm draws it from the seed, so that some runs are calm, some have only
partitions and some only crashes: uniform noise hides bugs.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from console.table.state import Setup
from console.table.table import SpaceLeft
from games.catalog import UnknownGame
from games.round import Felt, Limit, PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.chain import ChainBroken, Entry
from protocol.codec import PeerError, decode_event, decode_request, encode, encode_body
from simulation.checks import Checks
from simulation.disk import Disk
from simulation.network import Network, Sent, Weather
from simulation.nodes import CONSOLE, ConsoleNode, Hearing, Node, PanelNode, TerminalNode, own_events
from simulation.people import BOSS, Manners, Player, Staff, Till
from simulation.shoe import ShoeDevice
from simulation.world import Crash, Violation, World
from terminal.records import LayoutSent

TABLE: Final = "SIM-7"
PANEL: Final = "P1"
COUNTDOWN_MS: Final = 2_500
NIGHT_MS_MAX: Final = 20_000  # if nobody gets round to closing the day
SILENCE_MS: Final = 1_500  # a link that has heard nothing asks after a second
LIMITS: Final = {
    "player": Limit(10, 5_000, 10),
    "banker": Limit(10, 5_000, 10),
    "tie": Limit(10, 500, 5),
    "player_pair": Limit(10, 500, 5),
    "banker_pair": Limit(10, 500, 5),
}
# A terminal keeps to the limits by itself, but it does not know what others bet: so an honest one is refused, too.
DIFFERENTIAL: Final = 300


class Mix(Struct):
    """What may go wrong, and how often."""

    weather: Weather = field(default_factory=Weather)
    crash_console: float = 0.0  # at each failpoint
    crash_terminal: float = 0.0
    chaos_ms: int = 0  # between two acts of chaos, on average; 0: none
    chaos: tuple[str, ...] = ()
    noise: float = 0.0
    misread: float = 0.0
    unread: float = 0.0
    lies: float = 0.0
    manners: Manners = field(default_factory=Manners)
    ending: str = ""  # a fault after which play cannot go on: C8, C13, W


class Cluster:
    def __init__(self, seed: int, terminals: int, mix: Mix, *, checked: bool = True) -> None:
        self.world = World(seed)
        self.mix = mix
        self.checked = checked
        self.checks = Checks(self.world, TABLE)
        self.network = Network(self.world, self._deliver)
        self.network.weather = mix.weather
        self.network.matters = self._is_there
        self.network.hurt = self._hurt
        self._late: set[tuple[str, m.WindowId]] = set()  # answers in these windows were lost or delayed, by terminal
        self.device = ShoeDevice(self.world, self._serial)
        self.device.noise, self.device.misread, self.device.unread = mix.noise, mix.misread, mix.unread
        self.checks.felt.read = self.device.read
        felt = Felt(limits=LIMITS, differential=DIFFERENTIAL)
        setup = Setup(TABLE, "baccarat", felt, countdown_ms=COUNTDOWN_MS, snapshot_from=60)
        self.console = ConsoleNode(self.world, setup, BOSS, self.device, self._point, self._send, self._wrote)
        self.console.closed_on = self._closed_on
        self.console.before_batch = self._before_console
        self.console.after_batch = self._after_console
        self.panel = PanelNode(PANEL, self.world, TABLE, self._send)
        self.till = Till()
        self.staff = Staff(self.world, self.panel, self.device, mix.manners, self.till)
        self.staff.replug = self._replug
        self.checks.sure, self.checks.stacked = self.staff.sure, self.till.stacked
        self.terminals: dict[str, TerminalNode] = {}
        self.players: list[Player] = []
        for number in range(1, terminals + 1):
            self._seat(PlayerId(f"T{number}"))
        if mix.lies and terminals > 1:
            self.players[-1].lies = mix.lies
            self.players[-1].node.honest = False
            self.staff.liars.add(self.players[-1].node.key)
        self.checks.liars = set(self.staff.liars)
        self.console.panels = [PANEL]
        self.twins: dict[str, TerminalNode] = {}
        self.faulty = True  # False: the liveness phase, nothing goes wrong any more
        self.points = 0
        self.crash_at: int | None = None  # crash-everywhere: the one point; 0: none at all
        self.lost_notes: set[bytes] = set()  # stacked by a terminal that lost its memory of them
        self.retired: set[str] = set()
        self._hearing = Hearing()
        self._disk_fault = "C9"
        self._power = False
        self._full = False  # the disk, and nobody has noticed yet
        self._looked_at = 0
        self._nights: dict[str, int] = {}  # dark since this entry
        self._dark: dict[str, tuple[int, int]] = {}  # killed with a stake in play: the stake, and the Rounds by then
        self._chaos: dict[str, Callable[[], None]] = {
            name.removeprefix("_chaos_"): getattr(self, name) for name in dir(self) if name.startswith("_chaos_")
        }

    def _seat(self, key: PlayerId) -> None:
        node = TerminalNode(key, key, self.world, TABLE, self._point, self._send)
        node.after_batch = self._after_terminal
        self.terminals[key] = node
        self.players.append(Player(self.world, node, self.mix.manners, self.till, self._shout))

    def start(self) -> None:
        self.console.start()
        self.panel.start()
        for node in self.terminals.values():
            node.start()
        self.staff.look()
        for player in self.players:
            player.act()
        self._attendant()
        if self.mix.chaos_ms and self.mix.chaos:
            self.world.after(self.mix.chaos_ms, self._befall)

    # --- messages ---------------------------------------------------------------------------------------------

    def _send(self, to: str, source: str, message: m.Request | m.News) -> None:
        data = encode(message)
        if source != CONSOLE:
            if isinstance(message, m.Answer) and self.checked:
                node = self.terminals.get(source) or self.twins[source]
                if (message.window, message.revision) not in node.written:
                    raise Violation("M14", f"{source} sends revision {message.revision} and has not written it down")
            self.network.send(source, CONSOLE, data)
        elif to == "*":
            if self.checked:
                self.checks.sent(to, message, ())  # type: ignore[arg-type]
            for reader in (*self.terminals, *self.twins, PANEL):
                self.network.send(CONSOLE, reader, data, broadcast=True)
        else:
            if self.checked:
                self.checks.sent(to, message, (PANEL,))  # type: ignore[arg-type]
            self.network.send(CONSOLE, to, data)
            if to in self.twins or to + "~" in self.twins:
                self.network.send(CONSOLE, to + "~", data)

    def _shout(self, to: str, source: str, data: bytes) -> None:
        self.network.send(source, to, data, lie=True)

    def _deliver(self, source: str, to: str, sent: Sent) -> None:
        if to == CONSOLE:
            again = bool(sent.doubled)
            if self.console.receive(source.rstrip("~"), sent.data, again=again):
                if sent.doubled is not None:
                    sent.doubled.append(True)
                if sent.lie:
                    self.world.fault("L", source, "says what no honest terminal would")
            return
        node: TerminalNode | PanelNode | None = self.panel
        if to != PANEL:
            node = self.terminals.get(to) or self.twins.get(to)
        if node is not None:
            node.receive(sent.data, self._hearing)
            if sent.overtook and node.alive and self._too_early(node, self._hearing.decode(sent.data)):
                self.world.faults["N6"] += 1

    def _too_early(self, node: TerminalNode | PanelNode, news: m.News) -> bool:
        """FAULTS N6: entries that cannot be applied yet, because those before them were overtaken."""
        follower = node.session.join.follower if isinstance(node, TerminalNode) else node.desk.follower
        match news:
            case m.Batch(first_seq=first) | m.Deltas(first_seq=first) | m.See(seq=first):
                return first > follower.seq + 1
        return False

    def _hurt(self, source: str, data: bytes) -> None:
        """FAULTS N4: an answer that is lost or delayed may come after the close."""
        if b"Answer" in data[:24] and source != CONSOLE:
            try:
                answer = decode_request(data)
            except PeerError:
                return  # a liar's
            if isinstance(answer, m.Answer):
                self._late.add((source.rstrip("~"), answer.window))

    def _closed_on(self, terminal: str, window: m.WindowId) -> None:
        """The console answers a revision with the close."""
        if (terminal, window) in self._late:
            self.world.faults["N4"] += 1

    def _is_there(self, to: str) -> bool:
        node: Node | None = self.console if to == CONSOLE else self.panel if to == PANEL else self.terminals.get(to)
        return node is not None and node.alive

    def _serial(self, data: bytes) -> None:
        if self.device.plugged:
            self.console.serial(data)

    # --- after each step --------------------------------------------------------------------------------------

    def _wrote(self, entries: Sequence[Entry]) -> None:
        self.checks.wrote(entries)
        if not self.console.table.forgotten.space and any(b"WindowOpened" in entry.body[:32] for entry in entries):
            raise Violation("C10", "a Round is begun on a full disk")
        if self._full and any(b"storage" in entry.body for entry in entries if b"OrderRefused" in entry.body[:32]):
            self._full = False
            self.world.fault("C10", CONSOLE, "no Round is begun on a full disk")

    def _before_console(self, inputs: Sequence[Any]) -> None:
        if self.checks.active:
            self.checks.told.batch(inputs)

    def _after_console(self, _node: Node) -> None:
        if self.checked:
            self.checks.told.decided()
            self._listens()
        if self.checked and len(self.checks.entries) > self._looked_at:
            self._looked_at = len(self.checks.entries)
            self.checks.console(self.console)

    def _listens(self) -> None:
        """FAULTS S5: a card that was lost on the line is asked for, whatever comes or does not come after it."""
        device, quiet_ms = self.device, self.world.now_ms - self.device.talk_ms
        if quiet_ms > SILENCE_MS and device.plugged and device.waiting and "shoe_faulty" not in self.checks.halts:
            raise Violation("S5", f"card {device.waiting} is not on record, and nobody asked for {quiet_ms} ms")

    def _after_terminal(self, node: Node) -> None:
        if self.checked and isinstance(node, TerminalNode):
            self.checks.terminal(node)

    # --- failpoints -------------------------------------------------------------------------------------------

    def _point(self, node: Node, kind: str, context: Any) -> None:
        if kind == "commit failed":
            self.world.fault(self._disk_fault, CONSOLE)
            return
        if not self.faulty:
            return
        self.points += 1
        if self.crash_at is not None:
            if self.points == self.crash_at:
                self._dies_at(node, kind, context)
                raise Crash(f"at point {self.points}, {kind}")
            return
        of_console = node is self.console
        chance = self.mix.crash_console if of_console else self.mix.crash_terminal
        power = self._power and of_console and "commit" in kind
        if power or (chance and self.world.rng.random() < chance):
            self._dies_at(node, kind, context)
            if power:
                self._power_fails()
            raise Crash(kind)

    def _dies_at(self, node: Node, kind: str, context: Any) -> None:
        """Names the fault by the moment, and sees to the restart."""
        if isinstance(node, ConsoleNode):
            self.world.fault("C1", CONSOLE, kind)
            settles = isinstance(context, list | tuple) and any(b"Settled" in entry.body[:16] for entry in context)
            if settles and kind == "before commit":
                self.world.fault("C5", CONSOLE)
            elif settles and kind in ("after commit", "before publish"):
                self.world.fault("C6", CONSOLE)
            self._count_console_phase()
            self._restart_console()
        elif isinstance(node, TerminalNode):
            self._count_terminal(node, kind, context)
            self._restart_terminal(node)

    def _count_console_phase(self) -> None:
        """By what is on the disk, which is what the next process will know."""
        checks = self.checks
        if checks.open:
            self.world.fault("C2", CONSOLE)
        elif checks.in_round and checks.felt.dealt:
            self.world.fault("C3" if checks.felt.dealt < 3 else "C4", CONSOLE)

    def _count_terminal(self, node: TerminalNode, kind: str, context: Any) -> None:
        world, name = self.world, node.name
        if "commit" in kind:
            before = kind == "before commit"
            for fact in own_events(context, node.key):
                if isinstance(fact, e.Settled):
                    world.fault("T7", name, kind)
                elif isinstance(fact, e.LayoutRegistered) and before:
                    world.fault("T5", name)
                elif isinstance(fact, LayoutSent):
                    world.fault("T1" if before else "T2", name)
        elif isinstance(context, m.Answer) and kind == "after send":
            self._count_in_flight(node)
        self._goes_dark(node)

    def _count_in_flight(self, node: TerminalNode) -> None:
        for window, sent in node.session.state.outbox.layouts.items():
            known = (window, node.key, sent.revision) in self.checks.answered
            self.world.fault("T4" if known else "T3", node.name)

    def _goes_dark(self, node: TerminalNode) -> None:
        stake = self.checks.stake.get(node.key, 0)
        if stake:
            self._dark[node.name] = (stake, self.checks.rounds)

    # --- death and return -------------------------------------------------------------------------------------

    def _restart_console(self, delay_ms: float | None = None) -> None:
        delay = 50 + self.world.rng.random() * 3_000 if delay_ms is None else delay_ms
        self.world.after(delay, self._start_console)

    def _start_console(self) -> None:
        if self.console.alive:
            return
        if self.checks.active:
            if self.console.disk.entries != self.checks.entries:
                self._start_from_damaged()
            self.checks.restarted(self.console)
        try:
            self.console.start()
        except ChainBroken as broken:
            raise Violation("C12", f"a whole journal is not believed: {broken}") from None

    def _start_from_damaged(self) -> None:
        """FAULTS C12: a flipped byte is found at the start, and the journal restored from the second copy."""
        try:
            self.console.start()
        except ChainBroken as broken:
            self.world.fault("C12", CONSOLE, str(broken))
            self.console.disk.entries = list(self.checks.entries)
            self.console.disk.owner = None
            return
        raise Violation("C12", "a journal with a flipped byte was believed")

    def _restart_terminal(self, node: TerminalNode, delay_ms: float | None = None) -> None:
        delay = 50 + self.world.rng.random() * 6_000 if delay_ms is None else delay_ms
        self.world.after(delay, self._start_terminal, node)

    def _start_terminal(self, node: TerminalNode) -> None:
        if node.alive or (node.name not in self.terminals and node.name not in self.twins):
            return
        stake, rounds = self._dark.pop(node.name, (0, 0))
        if stake and self.checks.rounds > rounds:
            self.world.fault("T6", node.name, f"{stake} was in play")
        night = self._nights.pop(node.name, None)
        if night is not None and any(b"DayClosed" in entry.body[:20] for entry in self.checks.entries[night:]):
            self.world.fault("O", node.name)
        node.start()

    def _attendant(self) -> None:
        """Once a second: a terminal that says it is denied is switched off and on; a stuck panel, too."""
        for node in self.terminals.values():
            if node.alive and node.session.join.denied and node.name not in self.retired:
                node.kill("the attendant restarts it")
                node.start()
        if self.faulty is False and not self.console.alive:
            self._start_console()
        self.world.after(1_000, self._attendant)

    def _some_terminal(self, *, alive: bool = True) -> TerminalNode | None:
        nodes = [node for node in self.terminals.values() if node.alive == alive and node.name not in self.retired]
        return self.world.rng.choice(nodes) if nodes else None

    def _kill_terminal(self, node: TerminalNode, why: str, delay_ms: float | None = None) -> None:
        self._count_in_flight(node)
        self._goes_dark(node)
        node.kill(why)
        self._restart_terminal(node, delay_ms)

    # --- chaos ------------------------------------------------------------------------------------------------

    def _befall(self) -> None:
        if not self.faulty:
            return
        self._chaos[self.world.rng.choice(self.mix.chaos)]()
        self.world.after(self.mix.chaos_ms * (0.3 + 1.4 * self.world.rng.random()), self._befall)

    def _for_a_while(self, undo: Callable[..., None], *args: Any) -> None:
        self.world.after(200 + self.world.rng.random() * 5_000, undo, *args)

    def _chaos_partition(self) -> None:
        node = self._some_terminal()
        if node is not None:
            self.network.cut(node.name, CONSOLE, "N1")
            self._for_a_while(self.network.heal, node.name, CONSOLE)

    def _chaos_deaf(self) -> None:
        node = self._some_terminal()
        if node is not None:
            up = self.world.rng.random() < 0.5
            pair = (node.name, CONSOLE) if up else (CONSOLE, node.name)
            self.network.cut(*pair, "N2" if up else "N3", both=False)
            self._for_a_while(self.network.heal, node.name, CONSOLE)

    def _chaos_clog(self) -> None:
        names = [name for name in self.terminals if self.world.rng.random() < 0.6]
        for name in names:
            self.network.clog(name, CONSOLE)
            self._for_a_while(self.network.heal, name, CONSOLE)

    def _chaos_slow(self) -> None:
        node = self._some_terminal()
        if node is not None:
            self.network.slow(node.name, CONSOLE, 300 + self.world.rng.randrange(2_500))
            self._for_a_while(self.network.heal, node.name, CONSOLE)

    def _chaos_kill_terminal(self) -> None:
        node = self._some_terminal()
        if node is not None:
            self._kill_terminal(node, "power off")

    def _chaos_overnight(self) -> None:
        """A terminal is dark until the gaming day has changed, and a while longer."""
        node = self._some_terminal()
        if node is not None and not self.staff.night:
            self._count_in_flight(node)
            self._goes_dark(node)
            node.kill("dark overnight")
            self.staff.day_ends = self.staff.night = True
            self._nights[node.name] = len(self.checks.entries)
            self._morning(node, self.world.now_ms + NIGHT_MS_MAX)

    def _morning(self, node: TerminalNode, latest_ms: int) -> None:
        night = self.checks.entries[self._nights[node.name] :]
        if self.world.now_ms >= latest_ms or any(b"DayClosed" in entry.body[:20] for entry in night):
            self._restart_terminal(node)
        else:
            self.world.after(400, self._morning, node, latest_ms)

    def _chaos_kill_console(self) -> None:
        if self.console.alive:
            self.world.fault("C1", CONSOLE, "killed between two batches")
            self._count_console_phase()
            self.console.kill("killed")
            self._restart_console()

    def _chaos_pause(self) -> None:
        node = self._some_terminal()
        if node is not None and not node.paused:
            node.freeze()
            self._for_a_while(self._thaw, node, node.life, len(self.checks.entries))

    def _thaw(self, node: TerminalNode, life: int, entries: int) -> None:
        if node.alive and node.life == life:
            if len(self.checks.entries) > entries and self.console.table.view.in_round:
                self.world.fault("T10", node.name)
            node.thaw()

    def _chaos_power(self) -> None:
        self._power = True  # it fails at the next commit

    def _power_fails(self) -> None:
        self._power = False
        self.world.fault("C7", "table")
        for node in self.terminals.values():
            if node.alive:
                self._kill_terminal(node, "power", 1_000 + self.world.rng.random() * 500)
        if self.panel.alive:
            self.panel.kill("power")
            self.world.after(1_200, self._start_panel)

    def _start_panel(self) -> None:
        if not self.panel.alive:
            self.panel.start()

    def _chaos_wipe(self) -> None:
        node = self._some_terminal()
        if node is not None:
            self._kill_terminal(node, "disk lost", 1_500)
            self._forgets(node, 0)
            node.disk = Disk()
            self.staff.to_enrol.append(node.key)
            self.world.fault("T8", node.name)

    def _chaos_image(self) -> None:
        """An old image of the disk is put back."""
        node = self._some_terminal()
        if node is not None and len(node.disk.commits) > 5:
            self._kill_terminal(node, "image restored", 500)
            back = 1 + self.world.rng.randrange(min(30, len(node.disk.commits) - 1))
            self._forgets(node, node.disk.commits[-back - 1])
            node.disk.forget(back)
            self.world.fault("T9", node.name, f"{back} commits back")

    def _forgets(self, node: TerminalNode, entries: int) -> None:
        """Which notes in its box the terminal will not remember: they are found by the cash count."""
        kept = b"".join(entry.body for entry in node.disk.entries[:entries])
        lost = b"".join(entry.body for entry in node.disk.entries[entries:])
        for note, (key, _amount) in self.till.stacked.items():
            if key == node.key and (note in lost or note not in kept):
                self.lost_notes.add(note)

    def _chaos_dead(self) -> None:
        """A terminal dies for good: paid by hand, retired, and its old disk comes back one day."""
        node = self._some_terminal()
        if node is None or self.retired or len(self.terminals) < 3 or node.key in self.staff.liars:
            return
        self.retired.add(node.name)
        self._count_in_flight(node)
        node.kill("dead for good")
        for note, (key, _amount) in self.till.stacked.items():
            if key == node.key:
                self.lost_notes.add(note)
        self.staff.to_retire.append(node.key)
        self.world.fault("T8", node.name, "dead for good")
        self.world.after(15_000, self._ghost, node)

    def _ghost(self, node: TerminalNode) -> None:
        if not node.alive:
            node.start()

    def _chaos_twin(self) -> None:
        """A second process with the same key: one of the two is denied, whoever it is."""
        node = self._some_terminal()
        if node is None or node.name + "~" in self.twins:
            return
        twin = TerminalNode(node.name + "~", node.key, self.world, TABLE, self._point, self._send)
        twin.disk = node.disk.image()
        twin.honest = node.honest
        twin.after_batch = self._after_terminal
        self.twins[twin.name] = twin
        twin.start()
        player = Player(self.world, twin, self.mix.manners, self.till, self._shout)
        if self.world.rng.random() < 0.5:
            self.world.after(100, player.act)
        self._for_a_while(self._twin_goes, twin, player, node)

    def _twin_goes(self, twin: TerminalNode, player: Player, node: TerminalNode) -> None:
        if twin.session.join.denied or node.session.join.denied or twin.session.join.joined:
            self.world.fault("L", twin.name, "a second process with the same key")
        player.gone = True
        # What is in its box is known to nobody but its disk, which goes with it: the cash count finds it.
        self.lost_notes.update(twin.session.state.outbox.notes)
        self.lost_notes.update(twin.session.state.outbox.asked)
        twin.kill("switched off")
        self.twins.pop(twin.name, None)

    def _chaos_clock(self) -> None:
        self.world.clock_jump_ms = self.world.rng.choice((-86_400_000, -3_600_000, 0, 3_600_000, 86_400_000))

    def _chaos_commit_fails(self) -> None:
        if self.console.alive and not self.console.disk.failures:
            self.console.disk.failures = 1
            self._watch_commit("C9", 1_000)

    def _chaos_read_only(self) -> None:
        if self.console.alive and not self.console.disk.failures:
            self.console.disk.failures = -1
            self._watch_commit("C11", 2_500)

    def _watch_commit(self, kind: str, wait_ms: int) -> None:
        """After a while the disk is in order again."""
        self._disk_fault = kind

        def mended() -> None:
            self.console.disk.failures = 0
            self._start_console()

        self.world.after(wait_ms, mended)

    def _chaos_disk_full(self) -> None:
        self._full = True
        self.console.give(SpaceLeft(enough=False))
        self._for_a_while(self.console.give, SpaceLeft(enough=True))

    def _chaos_flip(self) -> None:
        entries = self.console.disk.entries
        if self.console.alive and len(entries) > 10:
            self.world.fault("C1", CONSOLE, "killed")
            self.console.kill("killed; its disk is damaged")
            rng = self.world.rng
            self.console.disk.flip(rng.randrange(len(entries)), rng.randrange(1_000), rng.randrange(8))
            self._restart_console()

    def _chaos_second_console(self) -> None:
        if not self.console.alive:
            return
        second = ConsoleNode(self.world, self.console.setup, BOSS, self.device, self._point, self._send, self._wrote)
        second.disk = self.console.disk
        try:
            second.start()
        except BlockingIOError:
            self.world.fault("C14", CONSOLE)
        else:
            raise Violation("C14", "two consoles write one journal")

    def _chaos_starve(self) -> None:
        self.console.starves = self.console.alive
        if self.console.alive:
            self._watch_death()

    def _watch_death(self) -> None:
        life = self.console.life

        def look() -> None:
            if self.console.life != life:
                self._start_console()
            else:
                self.world.after(500, look)

        self.world.after(500, look)

    def _chaos_upgrade(self) -> None:
        """A program that no longer has the rules of the open Round reads the journal: it must not go on from there."""
        if not self.console.table.view.in_round or not self.console.alive:
            return
        other = ConsoleNode(self.world, self.console.setup, BOSS, self.device, self._point, self._send, self._wrote)
        other.disk = self.console.disk.image()
        for at, entry in enumerate(other.disk.entries):
            opened = decode_event(entry.body)
            if isinstance(opened, e.TableOpened):
                other.disk.rewrite(at, encode_body(replace(opened, rules="RWS v4")))
        try:
            other.start()
        except UnknownGame:
            self.world.fault("C16", CONSOLE)
        else:
            raise Violation("C16", "a Round was taken up under other rules")

    def _chaos_storm(self) -> None:
        nodes = [node for node in self.terminals.values() if node.alive and node.name not in self.retired]
        for node in nodes:
            self._kill_terminal(node, "storm", 500)
        if len(nodes) > 1:
            self.world.fault("N9", "all")

    def _chaos_unplug(self) -> None:
        if self.device.plugged:
            self.device.plugged = False
            self.world.fault("S", "shoe", "unplugged")
            self.console.unplugged()
            self._for_a_while(self._replug_after, self.world.rng.random() < 0.3)

    def _replug_after(self, power_lost: bool) -> None:
        """Without power the shoe forgets what it has not told; its counter it keeps."""
        if power_lost and not self.device.plugged and self.device.forget():
            self.world.fault("S", "shoe", "has forgotten cards that it had not told")
        self._replug()

    def _replug(self) -> None:
        self.device.plugged = True
        self.console.plugged()

    def _chaos_kill_panel(self) -> None:
        if self.panel.alive:
            self.world.fault("P", PANEL)
            self.panel.kill("killed")
            self.world.after(300 + self.world.rng.random() * 1_500, self._start_panel)

    # --- the two faults after which play stops ----------------------------------------------------------------

    def ending(self, dark_ms: int) -> bool:
        """C8: the disk forgot its last commits. C13: somebody edited it, links and all. True: a terminal knows better.

        Those that do stay dark for so long; the panel, which keeps no log, starts anew.
        """
        disk, rng = self.console.disk, self.world.rng
        if self.console.alive:
            self.console.kill("killed")
        nodes = [node for node in self.terminals.values() if node.name not in self.retired]
        if self.mix.ending == "C8":
            disk.forget(1 + rng.randrange(min(8, len(disk.commits) - 1)))
            false_from = len(disk.entries) + 1
        else:
            false_from = 1 + self._some_amount(max((node.session.join.follower.seq for node in nodes), default=0))
        knowing = [node for node in nodes if node.session.join.follower.seq >= false_from > 0]
        for node in knowing if dark_ms else ():
            if node.alive:
                node.kill("dark")
            self.world.after(dark_ms, self._ghost, node)
        self.panel.kill("starts anew")
        self.panel.start()
        if knowing:
            self.world.fault(self.mix.ending, CONSOLE)
        self.console.start()
        return bool(knowing)

    def _some_amount(self, known: int) -> int:
        """Edits the stake of a registered Bet that some terminal has in its copy of the log."""
        disk = self.console.disk
        for at in range(known - 1, 0, -1):
            event = decode_event(disk.entries[at].body)
            if isinstance(event, e.CreditBought):
                more = e.CreditBought(event.id, event.terminal, event.sitting, event.amount + 1_000)
                disk.rewrite(at, encode_body(more))
                return at
        return -1


CHAOS: Final = tuple(name.removeprefix("_chaos_") for name in vars(Cluster) if name.startswith("_chaos_"))
