"""The cast of a run beyond one panel and its terminals: people at panels of their own, displays, archives, witnesses.

Sees to it that each is started, healed and level in the end, holds what each was told against what it may know, and
befalls them with mishaps of their own. Its dice are its own: a run without a cast is as it was.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final

from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.chain import Entry
from protocol.codec import encode
from simulation.clocks import DAY_MS, ConsoleClock, TimeCheck
from simulation.crew import Crew
from simulation.followers import DisplayNode, FollowerNode, KeeperNode
from simulation.machine import Machine
from simulation.nodes import CONSOLE, Node, PanelNode, TerminalNode
from simulation.people import Cast
from simulation.players import Player
from simulation.secrecy import Guesser, Reader, Secrecy
from simulation.signers import BOSS, DEALER, MANAGER, SECOND
from simulation.world import Crash, Violation

if TYPE_CHECKING:
    from simulation.cluster import Cluster

TOGETHER_S: Final = 20  # two machines with one key are on, and nothing keeps them from being heard
# What nobody but a terminal is answered with.
OF_TERMINALS: Final = (
    *(
        e.LayoutRegistered,
        e.LayoutRefused,
        e.CreditBought,
        e.NoteHeld,
        e.TicketIssued,
        e.TicketAccepted,
        e.MoneyRefused,
    ),
    *(e.SettlementDisputed, e.AttendantCalled, e.TerminalLatched),
)
CREWS: Final = {2: (DEALER, BOSS), 3: (DEALER, SECOND, BOSS), 4: (DEALER, SECOND, MANAGER, BOSS)}


def draw_cast(seed: int) -> Cast:
    """More than a third of the runs have one. Whoever follows the log costs as much as a terminal: most are small."""
    rng = Random(f"cast {seed}")
    if rng.random() >= 0.36:
        return Cast()

    def some(most: float, chance: float) -> float:
        return rng.random() * most if rng.random() < chance else 0.0

    cast = Cast(panels=rng.choice((1, 1, 1, 2, 3, 4)), displays=int(rng.random() < 0.4))
    cast.archives, cast.witnesses = rng.choice((0, 0, 0, 1, 2)), int(rng.random() < 0.25)
    cast.mishaps_ms = rng.choice((0, 2_500, 5_000, 10_000))
    cast.mishaps = tuple(name for name in MISHAPS if rng.random() < 0.5)
    if cast.panels > 1:
        cast.contrary, cast.dishonest = some(0.3, 0.6), some(0.5, 0.6)
    cast.devices = some(0.4, 0.4)
    cast.clocks = rng.random() < 0.3
    if cast.clocks:
        cast.ticket_days = rng.choice((0, 1, 2))
    return cast


def whole_cast() -> Cast:
    """Everybody at once, each with some trouble; clocks apart, of which money that expires depends."""
    return Cast(4, 1, 2, 1, 4_000, tuple(name for name in MISHAPS if "clock" not in name), 0.1, 0.1, 0.1)


class Company:
    def __init__(self, cluster: "Cluster", cast: Cast) -> None:
        self.cluster, self.cast, self.world = cluster, cast, cluster.world
        self.rng = Random(f"company {cluster.world.seed}")
        self.secrecy = Secrecy(cluster.checks.entries)
        self.guesser = Guesser(cluster.setup.table)
        self.followers: dict[str, FollowerNode] = {}
        self.panels: dict[str, PanelNode] = {cluster.panel.name: cluster.panel}
        self.time: TimeCheck | None = None
        self.crew: Crew | None = None
        self.machine: Machine | None = None
        self.keys: dict[str, str] = {}  # that each peer has joined with
        self.noticed: set[str] = set()  # terminals of which it was said that two machines have their key ...
        self.stand: set[str] = set()  # ... and that are latched for it: of them it is not said a second time
        self._enrol()
        if cast.clocks:
            cluster.console.clock = ConsoleClock(self.world)
            cluster.staff.clock_is_right = lambda: not self.world.clock_jump_ms
            self.time = TimeCheck(self.world, cluster.console.clock, cast.ticket_days, self.secrecy.names)
        cluster.confirmed.felt = lambda: self.world.fault("F4", CONSOLE)
        self.mishaps = Mishaps(self)

    def _enrol(self) -> None:
        cluster, world, table = self.cluster, self.world, self.cluster.setup.table
        if self.cast.panels > 1:
            for number, person in enumerate(CREWS[self.cast.panels], 1):
                cluster.people[f"P{number}"] = person
            for name in list(cluster.people)[1:]:
                cluster.roles[name] = "panel"
                self.panels[name] = PanelNode(name, world, table, cluster.send)
            cluster.staff.crew = [(self.panels[name], person) for name, person in cluster.people.items()]
            self.crew = Crew(world, cluster.staff, self.cast, lambda: list(self.secrecy.live))
            cluster.console.forbidden = cluster.staff.signers.forbidden = self.crew.forbidden
        for number in range(1, self.cast.displays + 1):
            self._follows(DisplayNode(f"Display{number}", world, table, cluster.send))
        for role, count in (("archive", self.cast.archives), ("witness", self.cast.witnesses)):
            for number in range(1, count + 1):
                name = f"{role.title()}{number}"
                self._follows(KeeperNode(name, role, world, table, self._point, cluster.send))

    def _follows(self, node: FollowerNode) -> None:
        self.followers[node.name] = node
        self.cluster.roles[node.name] = node.role
        node.after_batch = self._after_follower

    @property
    def nodes(self) -> dict[str, Node]:
        """All that are not the console, a terminal or the Dealer's panel."""
        return {
            **{name: node for name, node in self.panels.items() if node is not self.cluster.panel},
            **self.followers,
        }

    def seat(self, player: Player) -> None:
        """This Player's terminal has the production devices."""
        if self.cast.devices:
            machine = self.machine = player.machine = Machine(
                self.world, player.node, self.cluster.till, self.cast.devices
            )
            before = player.node.after_batch

            def after(node: Node) -> None:
                before(node)
                machine.see()

            player.node.after_batch = after

    def start(self) -> None:
        if self.cast.clocks:
            for node in (*self.cluster.terminals.values(), *self.panels.values(), *self.followers.values()):
                node.new_skew = self._skew
                node.skew_ms = self._skew()
        for node in self.nodes.values():
            self._start(node)
        if self.crew is not None:
            self.crew.look()
        self._attend()
        if self.cast.mishaps_ms and self.cast.mishaps:
            self.world.after(self.cast.mishaps_ms, self._befall)

    def _skew(self) -> int:
        self.world.fault("K3", "all")
        return self.rng.randrange(10**9)

    def _start(self, node: Node) -> None:
        if not node.alive:
            node.start()  # type: ignore[attr-defined]

    def _attend(self) -> None:
        """Once a second: whoever has stopped or was denied is switched off and on."""
        for node in self.followers.values():
            if node.alive and node.ended:
                node.kill(f"ended: {node.ended}")
                node.start()
        if self.cluster.faulty is False:
            for other in self.nodes.values():
                self._start(other)
        self.world.after(1_000, self._attend)

    def _befall(self) -> None:
        if self.cluster.faulty:
            getattr(self.mishaps, self.rng.choice(self.cast.mishaps))()
            self.world.after(self.cast.mishaps_ms * (0.3 + 1.4 * self.rng.random()), self._befall)

    def _point(self, node: Node, kind: str, _context: Any) -> None:
        """An archive or a witness dies before or after it has written something down."""
        if self.cluster.faulty and self.rng.random() < self.cluster.mix.crash_terminal:
            self.world.fault("F1", node.name, kind)
            self.world.after(300 + self.rng.random() * 4_000, self._start, node)
            raise Crash(kind)

    # --- what each of them is told, and has -------------------------------------------------------------------------

    def sent(self, to: str, message: m.News, data: bytes) -> None:
        if to == "*":
            self.secrecy.sent(None, message, data)
        else:
            self.secrecy.sent(Reader(to, self.cluster.roles.get(to, "terminal")), message, data)
            if isinstance(message, m.TicketFound) and self.crew is not None:
                self.crew.shown(to, message)

    def batch(self, inputs: Sequence[Any]) -> None:
        table = self.cluster.console.table
        self.guesser.batch(table.cashier, table.ledger, inputs)
        if self.time is not None:
            self.time.batch(inputs)

    def wrote(self, entries: Sequence[Entry], events: Sequence[e.Event]) -> None:
        self.secrecy.wrote(entries, events)
        self.guesser.wrote(entries, events)
        if self.time is not None:
            self.time.wrote(events)
        if self.crew is not None:
            self.crew.wrote(events)
        for event in events:
            if isinstance(event, OF_TERMINALS) and event.terminal in self.cluster.roles:
                raise Violation("M13", f"{event.terminal} is no terminal, and {event}")
            match event:
                case e.TicketPrint(ticket=ticket, state="again"):
                    again = self.cluster.till.again
                    again[ticket] = again.get(ticket, 0) + 1
                case e.TerminalJoined(terminal=name, key=key):
                    if self.keys.get(name, key) != key:
                        self.world.fault("A7", name)
                    self.keys[name] = key
                case e.AlarmRaised(terminal=name, kind=Alarm.TWICE) | e.TerminalLatched(terminal=name, why=Alarm.TWICE):
                    self.noticed.add(name)
                    if isinstance(event, e.TerminalLatched):
                        self.stand.add(name)
                case e.TerminalLatched(terminal=name) | e.TerminalUnlatched(terminal=name):
                    self.stand.discard(name)
                case e.ClockStepped(by_ms=by_ms) if self.time is not None:
                    self.world.fault("K1", CONSOLE, f"by {by_ms} ms")
                case _:
                    pass

    def decided(self) -> None:
        if self.time is not None:
            self.time.decided()

    def _after_follower(self, node: Node) -> None:
        if not self.cluster.checked or not isinstance(node, FollowerNode):
            return
        follower, chains = node.listener.follower, self.cluster.checks.chains
        if follower.seq >= len(chains) or chains[follower.seq] != follower.chain:
            raise Violation("M8", f"{node.name} has another history at {follower.seq}")
        if isinstance(node, DisplayNode) and follower.seq == len(chains) - 1 and self.rng.random() < 0.03:
            self.secrecy.shown(node.name, node.spectator.view)

    def compare(self) -> None:
        """M8, M9, M13 of all of them, now and then and in the end."""
        entries = self.cluster.checks.entries
        desks = []
        for node in self.followers.values():
            if isinstance(node, KeeperNode):
                node.compare(entries)
            elif isinstance(node, DisplayNode) and node.listener.follower.seq == len(entries):
                self.secrecy.shown(node.name, node.spectator.view)
        for name, panel in self.panels.items():
            if panel.alive and panel.desk.follower.seq == len(entries):
                self.secrecy.shown(name, panel.desk.view)
                desks.append((name, _staff_view(panel)))
        for name, view in desks[1:]:
            for what, known in view.items():
                if known != desks[0][1][what]:
                    raise Violation("M9", f"{name} has as {what} {known}, {desks[0][0]} has {desks[0][1][what]}")

    # --- the end -----------------------------------------------------------------------------------------------------

    def heal(self) -> None:
        if self.machine is not None:
            self.machine.faulty = 0.0
        self.cast.contrary = self.cast.dishonest = 0.0
        self.world.clock_jump_ms = 0 if self.cast.clocks else self.world.clock_jump_ms
        for node in self.nodes.values():
            self._start(node)

    def unrest(self, seq: int) -> str:
        for name, node in self.followers.items():
            if node.listener.follower.seq != seq or not node.listener.joined:
                return f"{name} is at {node.listener.follower.seq}, the log at {seq}: {node.ended}"
            if isinstance(node, KeeperNode) and (node.kept.signed is None or node.kept.signed.seq != seq):
                return f"{name} has no signature on entry {seq}"
        for name, panel in self.panels.items():
            if not panel.alive or panel.desk.waiting or panel.desk.follower.seq != seq:
                return f"{name} is not level, or waits"
        return ""

    def at_rest(self) -> None:
        self.compare()
        if self.machine is not None:
            self.machine.count(self.cluster.console.table.cashier.asked)


def _staff_view(panel: PanelNode) -> dict[str, Any]:
    """What a panel knows beyond the picture, however it came to know it."""
    desk = panel.desk
    return {
        "balances": {account: amount for account, amount in desk.ledger.balances.items() if amount},
        "sittings": desk.ledger.sittings,
        **{name: getattr(desk, name) for name in ("disputes", "latched", "retired", "calls", "tickets", "held")},
        **{name: getattr(desk, name) for name in ("locked", "closed_seq")},
        "bets": {player: bets for player, bets in desk.bets().items() if bets},
        "staff": desk.people.staff,
        "proposals": desk.people.proposals,
    }


class Mishaps:
    """Every public method is one; `Cast.mishaps` names those that may happen."""

    def __init__(self, company: Company) -> None:
        self.company, self.cluster, self.world, self.rng = company, company.cluster, company.world, company.rng

    def _for_a_while(self, most_ms: int, undo: Callable[..., None], *args: Any) -> None:
        self.world.after(300 + self.rng.random() * most_ms, undo, *args)

    def _some(self, *roles: str) -> Node | None:
        nodes = [node for name, node in self.company.nodes.items() if self.cluster.roles[name] in roles]
        return self.rng.choice(nodes) if nodes else None

    def _some_terminal(self) -> TerminalNode | None:
        """Whose notes and tickets are played, not made of parts that would have to move with it."""
        machine = self.company.machine
        nodes = [
            node
            for node in self.cluster.terminals.values()
            if node.alive and node.honest and node.name not in self.cluster.retired
            if machine is None or machine.node is not node
        ]
        return self.rng.choice(nodes) if nodes else None

    def kill_beside(self) -> None:
        node = self._some("display", "archive", "witness", "panel")
        if node is not None and node.alive:
            self.world.fault("P" if isinstance(node, PanelNode) else "F1", node.name)
            node.kill("killed")
            self._for_a_while(5_000, self.company._start, node)

    def cut_beside(self) -> None:
        node = self._some("display", "archive", "witness", "panel")
        if node is not None:
            network = self.cluster.network
            if self.rng.random() < 0.5:
                network.cut(node.name, CONSOLE, "F2", both=self.rng.random() < 0.7)
            else:
                network.slow(node.name, CONSOLE, 300 + self.rng.randrange(2_000))
            self._for_a_while(6_000, network.heal, node.name, CONSOLE)

    def archive_away(self) -> None:
        """For so long that the console is started meanwhile."""
        node = self._some("archive", "witness")
        if node is not None and node.alive:
            self.world.fault("F1", node.name, "dark")
            node.kill("dark")
            self._for_a_while(30_000, self.company._start, node)
            if self.rng.random() < 0.7 and self.cluster.console.alive:
                self.world.fault("C1", CONSOLE, "killed while a copy outside is dark")
                self.cluster.count_console_phase()
                self.cluster.console.kill("killed")
                self.cluster.restart_console()

    def false_head(self) -> None:
        """A display, an archive or a witness claims another log: unsigned, with an old signature, with a forged one."""
        node = self._some("display", "archive", "witness")
        if not isinstance(node, FollowerNode):
            return
        rng, listener, chains = self.rng, node.listener, self.cluster.checks.chains
        old = rng.randrange(len(chains))
        head = self.cluster.console.seals.sign(old, chains[old]) if old else None
        forged = m.SignedHead(10**6, rng.randbytes(32), rng.randbytes(64))
        boot, run = rng.choice(
            ((listener.boot, listener.run or rng.randbytes(8)), (listener.boot + 1, rng.randbytes(8)))
        )
        last = rng.choice(((10**6, rng.randbytes(32)), (max(1, old), rng.randbytes(32))))
        me = (PlayerId(node.name), node.role)
        hello = m.Hello(max(1, boot), run, *last, *me, rng.choice((None, head, forged)))
        self._say(node.name, hello, "F3", "claims a log that is not ours")

    def out_of_role(self) -> None:
        """The key of a display, an archive or a witness asks for what is a terminal's, or staff's."""
        node = self._some("display", "archive", "witness")
        if isinstance(node, FollowerNode) and node.listener.run:
            boot, run, rng = node.listener.boot, node.listener.run, self.rng
            asks: list[m.Request] = [
                m.CashOut(boot, run, rng.randbytes(16), 100),
                m.BuyCredit(boot, run, rng.randbytes(16), 1_000, "SGD"),
                m.FindTicket(boot, run, rng.randbytes(8), "0" * 18),
                m.CallAttendant(boot, run, True),
                m.Command(boot, run, rng.randbytes(8), 0, m.OpenBets()),
                *(m.InsertTicket(boot, run, rng.randbytes(16), number) for number in self.company.secrecy.live),
            ]
            self._say(node.name, rng.choice(asks), "F5", "asks for what is not for its role")

    def _say(self, name: str, request: m.Request, fault: str, what: str) -> None:
        if self.cluster.console.alive:
            self.cluster.network.send(name, CONSOLE, encode(request), key=self.cluster.key_of(name))
            self.world.fault(fault, name, what)

    # --- keys of terminals -------------------------------------------------------------------------------------------

    def swap(self) -> None:
        """Another machine with the old one's disk; its key is new, and the old one ends."""
        node = self._some_terminal()
        if node is not None and node.name + "~" not in self.cluster.twins:
            self.cluster.kill_terminal(node, "swapped", 1_500)
            self.cluster.rotate(node)

    def steal(self) -> None:
        """Key and disk of a terminal are copied and used elsewhere, while it is on or while it is off."""
        node = self._some_terminal()
        if node is None or node.name + "~" in self.cluster.twins:
            return
        thief = self.cluster.make_terminal(node.name + "~", node.key)
        thief.disk, thief.fingerprint = node.disk.image(), node.fingerprint
        self.cluster.twins[thief.name] = thief
        self.cluster.checks.copied.add(node.key)
        if self.rng.random() < 0.5:
            self.cluster.kill_terminal(node, "off, and its disk copied", 5_000 + self.rng.random() * 4_000)
        thief.start()
        asked = (self.world, thief, self.cluster.mix.manners, self.cluster.till, self.cluster.shout)
        player = Player(*asked) if self.cluster.visitors is None else self.cluster.make_player(thief)
        self.world.after(100, player.act)
        self.company.noticed.discard(node.name)
        self.world.after(1_000, self._watch, node, thief, player, self.cluster.console.life, 0)

    def _watch(self, node: TerminalNode, thief: TerminalNode, player: Player, life: int, seconds: int) -> None:
        """FAULTS A3: while both are on and heard, it is noticed within some seconds; then the key is exchanged."""
        cluster, name = self.cluster, node.name
        over = node.fingerprint != thief.fingerprint  # it has got another key meanwhile
        # Copied once more while it is out of play for an earlier copy, and nobody may give it another key yet (a start
        # waits to be confirmed): it is known.
        told = name in self.company.noticed or (seconds >= TOGETHER_S and name in self.company.stand)
        if told or not cluster.faulty or name in cluster.retired or over:
            if told:
                self.world.fault("A6", name, "both machines were heard")
                if name not in cluster.retired and node.alive:
                    cluster.kill_terminal(node, "a new key", 500)
                    cluster.rotate(node)
            self.world.after(2_000, cluster.switch_off, thief, player)
            return
        if not thief.alive:
            cluster.restart_terminal(thief, 200)
        if thief.alive and thief.session.join.denied:
            thief.kill("the thief tries again")
            thief.start()
        lines = [cluster.network.line(*pair) for it in (name, thief.name) for pair in ((it, CONSOLE), (CONSOLE, it))]
        open_lines = all(line.cut is None and line.slow is None and line.clogged is None for line in lines)
        on = node.alive and thief.alive and not node.paused and not thief.paused and cluster.console.alive
        let_in = cluster.console.print_of(node.key) == node.fingerprint == thief.fingerprint
        seconds = seconds + 1 if on and let_in and open_lines and life == cluster.console.life else 0
        if seconds > TOGETHER_S and cluster.checked:
            raise Violation("A3", f"two machines speak for {name}, and after {seconds} s nobody was told")
        self.world.after(1_000, self._watch, node, thief, player, cluster.console.life, seconds)

    # --- the console's clock -----------------------------------------------------------------------------------------

    def clock_set(self) -> None:
        """By somebody, by a battery, by a time server that is wrong; after a while it is put right."""
        if self.company.cast.clocks:
            days = self.rng.choice((-400, -1, -1 / 24, -1 / 17_280, 1 / 17_280, 1 / 24, 1, 2, 400))
            self.world.clock_jump_ms = int(days * DAY_MS)
            self._for_a_while(12_000, self._clock_right)

    def _clock_right(self) -> None:
        self.world.clock_jump_ms = 0

    def clock_lost(self) -> None:
        """The console comes back with a clock that has forgotten the time."""
        console = self.cluster.console
        if self.company.cast.clocks and console.alive:
            self.world.fault("C1", CONSOLE, "killed, with an empty battery")
            self.world.fault("K2", CONSOLE)
            self.cluster.count_console_phase()
            console.kill("killed")
            self.world.clock_jump_ms = -DAY_MS * self.rng.choice((1, 30, 9_000))
            self.cluster.restart_console()
            self._for_a_while(12_000, self._clock_right)


MISHAPS: Final = tuple(name for name in vars(Mishaps) if not name.startswith("_"))
