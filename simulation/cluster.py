"""A whole simulated table: nodes, network, shoe, people, checks, and the chaos that befalls them.

`Mix` says what may go wrong in a run; the swarm draws it from the seed, so that some runs are calm, some have only
partitions and some only crashes: uniform noise hides bugs.
"""

from collections.abc import Sequence
from typing import Any, Final

from console.table.table import DayTold
from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.chain import ChainBroken, Entry
from protocol.codec import PeerError, decode_event, decode_request, encode
from protocol.halts import Halt
from protocol.keyring import fingerprint
from simulation import auto_world, box_world
from simulation.box_checks import BoxChecks
from simulation.chaos import Chaos
from simulation.checks import Checks
from simulation.company import Company
from simulation.confirmed import ConfirmedCheck
from simulation.coverage import Coverage
from simulation.disk import Disk
from simulation.disks import Disks, draw_parts
from simulation.entitled import EntitledCheck
from simulation.followers import FollowerNode
from simulation.keys import print_of, public_key
from simulation.mix import Mix
from simulation.network import Network, Sent
from simulation.nodes import CONSOLE, ConsoleNode, Hearing, Node, PanelNode, TerminalNode, own_events
from simulation.own_count import OwnCount
from simulation.people import Till
from simulation.players import NOTES, Player
from simulation.real_disk import REFUSALS, RealDisk
from simulation.reference.table import Examiner
from simulation.seals import Seals
from simulation.setting import TABLE, setup_of, terms_of
from simulation.shoe import ShoeDevice
from simulation.signers import BOSS, founders, is_right, whose_badge
from simulation.staff import Staff
from simulation.world import Crash, Violation, World
from terminal.records import LayoutSent

PANEL: Final = "P1"
POWER: Final = ("power", "power off", "storm")
OWN_ONE_IN: Final = 3  # runs
SILENCE_MS: Final = 1_500  # a link that has heard nothing asks after a second


def _begins_a_round(entry: Entry) -> bool:
    if b"WindowOpened" not in entry.body[:32]:
        return False
    event = decode_event(entry.body)
    return isinstance(event, e.WindowOpened) and event.id.n == 1


class Cluster:
    def __init__(
        self,
        seed: int,
        terminals: int,
        mix: Mix,
        *,
        checked: bool = True,
        world: World | None = None,
        real_disk: bool = False,
        game: str = "",
    ) -> None:
        """`game`: one with boxes; "": baccarat."""
        self.world = World(seed) if world is None else world
        self.mix, self.game = mix, game
        self.disks = Disks(self, mix.disk or (draw_parts(seed) if real_disk else None))
        self.checked = checked
        squeeze = mix.squeezes > 0
        visitors = self.visitors = auto_world.visitors_of(self.world, mix) if box_world.nobody_deals(game) else None
        boxes = box_world.make_checks
        self.checks = boxes(self.world, TABLE, game, visitors, squeeze=squeeze) if game else Checks(self.world, TABLE)
        self.coverage = Coverage(self.world.faults)
        self.network = Network(self.world, self._deliver)
        self.network.weather = mix.weather
        self.network.matters = self._is_there
        self.network.hurt = self._hurt
        self._late: set[tuple[str, m.WindowId]] = set()  # answers in these windows were lost or delayed, by terminal
        self.device = ShoeDevice(self.world, self._serial)
        self.device.noise, self.device.misread, self.device.unread = mix.noise, mix.misread, mix.unread
        self.checks.felt.read = self.device.read
        self.setup = setup_of(mix, game)
        if checked and not game:  # which knows no other
            self.checks.examiner = Examiner(terms_of(self.setup), self.checks.chains, Seals(TABLE).verify)
        self.checks.money.notes, self.checks.money.notes_per_hour = NOTES, mix.notes_per_hour
        self.people: dict[str, m.Person] = {PANEL: BOSS}  # who is at which panel
        self.roles: dict[str, str] = {PANEL: "panel"}  # of all keys but the terminals'
        self.entitled = EntitledCheck()
        self.confirmed = ConfirmedCheck(self.roles, self.checks.chains, Seals(TABLE).verify)
        self.confirmed.goes_on = box_world.nobody_deals(game)
        self._welcomed: dict[tuple[str, bytes], int] = {}  # the least head that each process was welcomed with
        self.console = self.make_console()
        self.console.disk = self.disks.make(CONSOLE, TABLE)
        box_world.introduce(self.checks, self.console, mix)
        self.console.came_up = self.disks.came_up
        self.console.recovered = self._recovered
        self.console.disk_failed = self.disks.failed
        self.console.closed_on = self._closed_on
        self.console.before_batch = self._before_console
        self.console.after_batch = self._after_console
        self.panel = PanelNode(PANEL, self.world, TABLE, self.send)
        self.till = Till()
        make_staff = box_world.staff_of(game) if game else Staff
        self.staff = make_staff(self.world, self.panel, self.device, mix.manners, self.till)
        self.staff.decks = box_world.decks_of(game) if game else self.staff.decks
        box_world.admit(visitors, self.staff)
        self.staff.replug = self.replug
        self.staff.pass_night = self.pass_night
        self.checks.sure, self.checks.money.stacked = self.staff.sure, self.till.stacked
        self.terminals: dict[str, TerminalNode] = {}
        self.players: list[Player] = []
        for key in (PlayerId(f"T{number}") for number in range(1, terminals + 1)):
            node = self.terminals[key] = self.make_terminal(key, key)
            self.players.append(self.make_player(node))
        self.console.terminals = tuple(self.terminals)
        if mix.lies and terminals > 1:
            self.players[-1].lies = mix.lies
            self.players[-1].node.honest = False
            self.staff.liars.add(self.players[-1].node.key)
        self.checks.liars = set(self.staff.liars)
        # All that a terminal writes is read a second time, which takes its time.
        self._own = {name: OwnCount() for name in self.terminals if seed % OWN_ONE_IN == 0}
        self.twins: dict[str, TerminalNode] = {}
        self.false_from = 0  # the first entry that the console's disk has lost, and others hold
        self.knowing: list[TerminalNode] = []  # those who hold it
        self.faulty = True  # False: the liveness phase, nothing goes wrong any more
        self.points = 0
        self.crash_at: int | None = None  # crash-everywhere: the one point; 0: none at all
        self.lost_notes: set[bytes] = set()  # stacked by a terminal that lost its memory of them
        self.retired: set[str] = set()
        self._hearing = Hearing()
        self.disk_fault = "C9"
        self.power = False
        self.full = False  # the disk, and nobody has noticed yet
        self._looked_at = 0
        self.nights: dict[str, int] = {}  # dark since this entry
        self._dark: dict[str, tuple[int, int]] = {}  # killed with a stake in play: the stake, and the Rounds by then
        self.chaos = Chaos(self)
        self.company = Company(self, mix.cast) if mix.cast.is_whole else None
        if self.company is not None:
            self.company.seat(self.players[-1])

    def make_console(self) -> ConsoleNode:
        make = box_world.console_of(self.game)
        console = make(self.world, self.setup, self.roles, self.device, self._point, self.send, self._wrote)
        console.staff, console.whose_badge, console.is_right = founders(), whose_badge, is_right
        box_world.admit(self.visitors, console)
        return console

    def make_terminal(self, name: str, key: PlayerId) -> TerminalNode:
        # One, because its pictures cost as much as all the rest of a run.
        make = box_world.terminal_of(self.game, with_shell=self.disks.parts is not None and key == "T1")
        node = make(name, key, self.world, TABLE, self._point, self.send)
        node.disk = self.make_disk(node)
        box_world.admit(self.visitors, node)
        node.after_batch = self._after_terminal
        node.came_up, node.disk_failed = self.disks.came_up, self.disks.failed
        return node

    def make_player(self, node: TerminalNode) -> Player:
        asked = (self.world, node, self.mix.manners, self.till, self.shout)
        if not self.game:
            return Player(*asked)
        player = box_world.player_of(self.game)(*asked)
        box_world.admit(self.visitors, player)
        return box_world.seat(player, self.game, self.mix.squeezes)

    def make_disk(self, node: TerminalNode) -> Disk:
        return self.disks.make(node.name, f"{node.key} at {TABLE}")

    def start(self) -> None:
        self.console.start()
        self.panel.start()
        for node in self.terminals.values():
            node.start()
        if self.company is not None:
            self.company.start()
        self.staff.look()
        for player in self.players:
            player.act()
        self._attendant()
        if self.mix.chaos_ms and self.mix.chaos:
            self.world.after(self.mix.chaos_ms, self.chaos.befall)
        self.disks.start()

    # --- messages ---------------------------------------------------------------------------------------------

    def send(self, to: str, source: str, message: m.Request | m.News) -> None:
        data = encode(message)
        if source != CONSOLE:
            node = self.terminals.get(source) or self.twins.get(source)
            if node is not None and self.checked:
                self._says(node, message)
            self.network.send(source, CONSOLE, data, key=self.key_of(source))
            return
        if self.checked:
            news: Any = message
            panels = self.console.panels
            self.checks.examine(lambda examiner: examiner.sent(self.world.now_ms, to, news, panels))
            if type(news) is m.Boxes and isinstance(self.checks, BoxChecks):
                self.checks.boxes_told(news)
            if self.roles.get(to) not in ("archive", "witness"):
                self.checks.sent(to, news, panels)
            self.checks.carried(to, data)
            if self.company is not None:
                self.company.sent(to, message, data)  # type: ignore[arg-type]
        if to == "*":
            for reader in (*self.terminals, *self.twins, *self.roles):
                self.network.send(CONSOLE, reader, data, broadcast=True)
        else:
            if isinstance(message, m.Welcome):
                key = (to, message.run)
                self._welcomed[key] = min(message.head_seq, self._welcomed.get(key, message.head_seq))
            self.network.send(CONSOLE, to, data)
            if to in self.twins or to + "~" in self.twins:
                self.network.send(CONSOLE, to + "~", data)

    def _says(self, node: TerminalNode, message: m.Request | m.News) -> None:
        """What a terminal says it has written down; and it asks for nothing before it has the log that it was welcomed
        with (DESIGN 4.2): else it would ask for what it does not know to be answered.
        """
        if isinstance(message, m.Answer) and (message.window, message.revision) not in node.written:
            raise Violation("M14", f"{node.name} sends revision {message.revision} and has not written it down")
        if not isinstance(message, m.Hello | m.Sync | m.Beat):
            session = node.session
            head = self._welcomed.get((node.key, session.state.run))
            if head is None or session.join.follower.seq < head:
                at = f"its log ends at {session.join.follower.seq}, welcomed at {head}"
                raise Violation("M6", f"{node.name} asks before it has caught up, {at}: {message}")

    def key_of(self, source: str) -> str:
        node = self.terminals.get(source) or self.twins.get(source)
        return print_of(source) if node is None else node.fingerprint

    def shout(self, to: str, source: str, data: bytes) -> None:
        self.network.send(source, to, data, lie=True, key=self.key_of(source))

    def _deliver(self, source: str, to: str, sent: Sent) -> None:
        if to == CONSOLE:
            name = source.rstrip("~")
            if sent.key != self.console.print_of(name):
                self.world.fault("A2", source)
                return
            if self.console.receive(name, sent.data, again=bool(sent.doubled)):
                if sent.doubled is not None:
                    sent.doubled.append(True)
                if sent.lie:
                    self.world.fault("L", source, "says what no honest terminal would")
            return
        node = self.terminals.get(to) or self._listener(to)
        if node is not None:
            node.receive(sent.data, self._hearing)
            if sent.overtook and node.alive and self._too_early(node, self._hearing.decode(sent.data)):
                self.world.faults["N6"] += 1

    def _listener(self, name: str) -> TerminalNode | PanelNode | FollowerNode | None:
        """Whoever listens to the console, by his name."""
        if name == PANEL:
            return self.panel
        node = self.terminals.get(name) or self.twins.get(name)
        if node is not None or self.company is None:
            return node
        return self.company.panels.get(name) or self.company.followers.get(name)

    def _too_early(self, node: TerminalNode | PanelNode | FollowerNode, news: m.News) -> bool:
        """FAULTS N6: entries that cannot be applied yet, because those before them were overtaken."""
        match node:
            case TerminalNode():
                follower = node.session.join.follower
            case PanelNode():
                follower = node.desk.follower
            case _:
                follower = node.listener.follower
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
        node: Node | None = self.console if to == CONSOLE else None if to in self.twins else self._listener(to)
        return node is not None and node.alive

    def _serial(self, data: bytes) -> None:
        if self.device.plugged:
            self.console.serial(data)

    # --- after each step --------------------------------------------------------------------------------------

    def _told_checks(self, entries: Sequence[Entry]) -> None:
        events = self.checks.wrote(entries)
        if self.checks.active:
            self.entitled.wrote(events)
            self.confirmed.wrote(events)
            if self.company is not None:
                self.company.wrote(entries, events)

    def _wrote(self, entries: Sequence[Entry]) -> None:
        self._told_checks(entries)
        self.disks.wrote(entries)
        if not self.console.table.forgotten.space and any(_begins_a_round(entry) for entry in entries):
            raise Violation("C10", "a Round is begun on a full disk")
        if self.full and any(b"storage" in entry.body for entry in entries if b"OrderRefused" in entry.body[:32]):
            self.full = False
            self.world.fault("C10", CONSOLE, "no Round is begun on a full disk")

    def _before_console(self, inputs: Sequence[Any]) -> None:
        if self.checks.active:
            self.checks.batch(inputs)
            self.entitled.batch(inputs)
            self.confirmed.batch(inputs)
            if self.company is not None:
                self.company.batch(inputs)
            self.checks.examine(lambda examiner: examiner.batch(self.world.now_ms, inputs))

    def _after_console(self, _node: Node) -> None:
        if self.checked:
            self.checks.inputs.decided()
            if self.company is not None:
                self.company.decided()
            self.checks.examine(Examiner.decided)
            self._listens()
        if self.checked and len(self.checks.entries) > self._looked_at:
            self._looked_at = len(self.checks.entries)
            self.checks.console(self.console)
            self.coverage.look(self)

    def _listens(self) -> None:
        """FAULTS S5: a card that was lost on the line is asked for, whatever comes or does not come after it."""
        device, quiet_ms = self.device, self.world.now_ms - self.device.talk_ms
        if quiet_ms > SILENCE_MS and device.plugged and device.waiting and "shoe_faulty" not in self.checks.halts:
            raise Violation("S5", f"card {device.waiting} is not on record, and nobody asked for {quiet_ms} ms")

    def _after_terminal(self, node: Node) -> None:
        if self.checked and isinstance(node, TerminalNode):
            self.checks.terminal(node)
            if node.name in self._own:
                self._own[node.name].compare(node)

    # --- failpoints -------------------------------------------------------------------------------------------

    def _point(self, node: Node, kind: str, context: Any) -> None:
        if kind == "commit failed":
            self.world.fault(self.disk_fault, CONSOLE)
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
        power = self.power and of_console and "commit" in kind
        if power and kind == "before commit" and isinstance(self.console.disk, RealDisk):
            self.console.disk.fail_in_commit("C7")
            return
        if power or (chance and self.world.chance(chance)):
            self._dies_at(node, kind, context)
            if power:
                self.chaos.fail_power()
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
            self.count_console_phase()
            self.restart_console()
        elif isinstance(node, TerminalNode):
            self._count_terminal(node, kind, context)
            self.restart_terminal(node)

    def count_console_phase(self) -> None:
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
            self.count_in_flight(node)
        self.go_dark(node)

    def count_in_flight(self, node: TerminalNode) -> None:
        for window, sent in node.session.state.outbox.layouts.items():
            known = (window, node.key, sent.revision) in self.checks.answered
            self.world.fault("T4" if known else "T3", node.name)

    def go_dark(self, node: TerminalNode) -> None:
        stake = self.checks.money.stake.get(node.key, 0)
        if stake:
            self._dark[node.name] = (stake, self.checks.rounds)

    # --- death and return -------------------------------------------------------------------------------------

    def restart_console(self, delay_ms: float | None = None) -> None:
        delay = 50 + self.world.rng.random() * 3_000 if delay_ms is None else delay_ms
        self.world.after(delay, self.start_console)

    def comes_back(self, node: Node, *, table: bool, mended: bool) -> None:
        """Its disk has ended the process, or its start. `table`: the power of all; `mended`: somebody sees to it."""
        if isinstance(node, ConsoleNode):
            self.world.fault("C1", CONSOLE, "by its disk")
            self.count_console_phase()
            if table:
                self.chaos.fail_power()
            if not mended:
                self.restart_console()
        elif isinstance(node, TerminalNode):
            self.count_in_flight(node)
            self.go_dark(node)
            self.restart_terminal(node)

    def ends(self, node: Node, why: str, *, orderly: bool = False) -> None:
        """A process ends between two batches, and will be started again."""
        if isinstance(node, ConsoleNode):
            if not orderly:
                self.world.fault("C1", CONSOLE, why)
            self.count_console_phase()
            node.stop(why) if orderly else node.kill(why)
            self.restart_console()
        elif isinstance(node, TerminalNode):
            self.count_in_flight(node)
            self.go_dark(node)
            node.stop(why) if orderly else node.kill(why)
            self.restart_terminal(node)

    def _start_real_console(self) -> None:
        try:
            self.console.start()
        except REFUSALS as refused:
            self.world.note(CONSOLE, "is refused", str(refused))
            self.disks.failed(self.console, refused)

    def _recovered(self, found: Sequence[Entry]) -> None:
        """A real journal: what was being written when the process before died is there whole or not at all. The checks
        hear of it now, and nobody else has."""
        if self.checks.active and not self.disks.short(self.console):
            if found:
                self._told_checks(found)
            self.checks.restarted(self.console)

    def start_console(self) -> None:
        if self.console.alive:
            return
        if isinstance(self.console.disk, RealDisk):
            self._start_real_console()
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

    def restart_terminal(self, node: TerminalNode, delay_ms: float | None = None) -> None:
        delay = 50 + self.world.rng.random() * 6_000 if delay_ms is None else delay_ms
        self.world.after(delay, self._start_terminal, node)

    def _start_terminal(self, node: TerminalNode) -> None:
        if node.alive or (node.name not in self.terminals and node.name not in self.twins):
            return
        stake, rounds = self._dark.pop(node.name, (0, 0))
        if stake and self.checks.rounds > rounds:
            self.world.fault("T6", node.name, f"{stake} was in play")
        night = self.nights.pop(node.name, None)
        if night is not None and any(b"DayClosed" in entry.body[:20] for entry in self.checks.entries[night:]):
            self.world.fault("O", node.name)
        node.start()

    def _attendant(self) -> None:
        """Once a second: a terminal that says it is denied is switched off and on; a stuck panel, too. One that has
        joined and has nothing to confirm the start with would keep all tickets waiting: it gets a new key.
        """
        for node in self.terminals.values():
            if not node.alive or node.name in self.retired:
                continue
            if self._keeps_tickets_waiting(node):
                node.stop("it gets a new key")
                self.rotate(node)
                node.start()
            elif node.session.join.denied:
                node.stop("the attendant restarts it")
                node.start()
        if self.faulty is False and not self.console.alive:
            self.start_console()
        self.disks.technician()
        self.world.after(1_000, self._attendant)

    def _keeps_tickets_waiting(self, node: TerminalNode) -> bool:
        table = self.console.table
        if not self.console.alive or Halt.UNCONFIRMED in table.view.halts or not table.peers.peer(node.key).greeted:
            return False  # it may still come with what it has
        return node.key in table.unheard() and f"{node.name}~" not in self.twins

    def some_terminal(self, *, alive: bool = True) -> TerminalNode | None:
        nodes = [node for node in self.terminals.values() if node.alive == alive and node.name not in self.retired]
        return self.world.rng.choice(nodes) if nodes else None

    def kill_terminal(self, node: TerminalNode, why: str, delay_ms: float | None = None) -> None:
        self.count_in_flight(node)
        self.go_dark(node)
        node.kill(why)
        if why in POWER:
            node.disk.lose_power()
        self.restart_terminal(node, delay_ms)

    def start_panel(self) -> None:
        if not self.panel.alive:
            self.panel.start()

    def pass_night(self) -> None:
        self.world.nights += 1
        if self.console.clock is None:
            self.console.give(DayTold(self.world.day()))
        else:
            self.console.look_at_clock()

    def rotate(self, node: TerminalNode) -> None:
        """A new machine makes its own key, and staff order that it replaces the old one."""
        public = public_key(node.key, 1 + node.life)
        node.fingerprint, self.staff.to_replace[node.key] = fingerprint(public), public

    def switch_off(self, twin: TerminalNode, player: Player) -> None:
        """A second machine with somebody else's key goes. What is in its box is known to nobody but its disk, which
        goes with it: the cash count finds it.
        """
        player.gone = True
        self.lost_notes.update(twin.session.state.outbox.notes)
        self.lost_notes.update(twin.session.state.outbox.asked)
        twin.kill("switched off")
        self.twins.pop(twin.name, None)

    def replug(self) -> None:
        self.device.plugged = True
        self.console.plugged()

    def wake_ghost(self, node: TerminalNode) -> None:
        if not node.alive:
            node.start()
