"""One run of the simulated table from a seed: faults for so many Rounds, then everything heals and must come to rest.

Safety, then liveness: while faults happen nothing may ever be wrong; once they stop, every stake must get its one
fate, every copy must be level, and the money must be where it belongs, within bounded time.
"""

import gc
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import process_time
from traceback import format_exception
from typing import Final

from msgspec import Struct, field
from msgspec.structs import replace

from console.table.table import Table
from games.money import InvariantBroken
from protocol.codec import decode_event
from protocol.events import SettlementDisputed
from protocol.messages import BuyCredit
from simulation import (
    drill,
    drill_auto,
    drill_books,
    drill_boxes,
    drill_clock,
    drill_follow,
    drill_ledger,
    drill_rows,
    drill_session,
    drill_shoe,
    drill_terminal,
    drill_tickets,
    drill_wire,
)
from simulation.auto_nodes import AutoConsole
from simulation.auto_world import deals_unfairly
from simulation.box_checks import BoxChecks
from simulation.box_world import nobody_deals, on_boxes
from simulation.chaos import CHAOS, end_play
from simulation.cluster import Cluster
from simulation.company import draw_cast, whole_cast
from simulation.coverage import Seen
from simulation.directed import DirectedWorld
from simulation.disks import draws_real_disk
from simulation.mix import Mix
from simulation.network import Weather
from simulation.nodes import CONSOLE
from simulation.people import Cast, Manners
from simulation.play import TERMINALS, Act, Play, copied, unpacked
from simulation.shell_parts import drill_shells
from simulation.world import Violation, World

ROUND_MS_MAX = 90_000  # virtual: a Round that takes longer is not waited for, the liveness phase has the last word
REST_MS_MAX = 240_000
NOTICED_MS_MAX = 6_000  # a start, a Hello and, if that is lost on a console that starts too, another
COLLECT_ROUNDS = 50  # in a long run
# For each Round: about a twentieth of the time that the Round takes. But in one run of so many, and there so many times
# as long: what follows from a past (a claim that stands, a ticket that runs out, a full hour) needs one.
DRILL_STEPS = 5
DRILL_ONE_IN = 8
BOXES_ONE_IN, BOX_STEPS = 8, 300  # runs, after which a table with boxes is drilled: a fiftieth of their time
PARTS_ONE_IN = 4  # runs, after which the parts are drilled that a table stands on
SHOES, SHOE_STEPS, WIRE_STEPS = 5, 40, 10
FOLLOWERS, FOLLOW_STEPS, LEDGERS, LEDGER_STEPS = 8, 60, 8, 60  # half a millisecond each
CLOCK_STEPS, BOOKS_STEPS, TERMINAL_STEPS = 40, 12, 60
TOLD, TOLD_DEEP, TOLD_STEPS = 2, 10, 100
AUTO_STEPS, AUTO_STEPS_DEEP = 120, 400
TICKET_STEPS, TICKET_STEPS_DEEP = 60, 120  # most of a short one is three tables that begin, so it is seldom
TICKETS_ONE_IN = 6
ROW_STEPS, ROW_STEPS_DEEP = 60, 200


class Report(Struct, frozen=True):
    """What came of a run."""

    seed: int
    rounds: int
    faults: Counter[str]
    entries: int
    messages: int
    virtual_ms: int
    points: int
    digest: str  # of everything that was committed: the same seed gives the same digest
    kinds: frozenset[str] = frozenset()  # of entries and of Rulings that were written
    seen: Seen = field(default_factory=lambda: Seen(Counter(), {}))
    cpu_s: float = 0.0
    real: Counter[str] = field(default_factory=Counter)  # real parts that ran: journals, starts from a checkpoint
    boxes: Counter[str] = field(default_factory=Counter)  # Rounds on boxes that were judged, and why others were not


class Failed(Exception):
    """An invariant was broken: which, with which seed, and what happened before. Plain texts: it crosses processes."""

    def __init__(self, seed: int, broken: str, lines: list[str], rounds: int = 0, digest: str = "") -> None:
        super().__init__(seed, broken, lines, rounds, digest)
        self.seed, self.broken, self.lines = seed, broken, lines
        self.rounds, self.digest = rounds, digest  # that were played, and of all that was committed, by then

    def __str__(self) -> str:
        return "\n".join([f"seed {self.seed}: {self.broken}", *self.lines])


def draw_mix(seed: int, game: str = "") -> Mix:
    """The swarm: each sort of trouble is there or not, and more or less of it."""
    return on_boxes(_draw_mix(seed), seed, game) if game else _draw_mix(seed)


def _draw_mix(seed: int) -> Mix:
    rng = random.Random(f"mix {seed}")

    def some(most: float, chance: float = 0.5) -> float:
        return rng.random() * most if rng.random() < chance else 0.0

    if rng.random() < 0.04:
        return Mix()  # a calm day
    weather = Weather(drop=some(0.22, 0.5), double=some(0.3, 0.5), overtake=some(0.5, 0.5))
    chaos = tuple(name for name in CHAOS if rng.random() < 0.4)
    manners = Manners(
        out_of_turn=some(0.15),
        wrong_order=some(0.10),
        late_order=some(0.05),
        careless=some(0.8),
        void=some(0.3),
        foreign=some(0.5, 0.3),
        day_change=some(0.05, 0.3),
        double_show=some(0.5),
    )
    # Drawn apart, so that what came later leaves the other dice of a seed as they were.
    later = random.Random(f"later {seed}")
    if later.random() < 0.2:
        manners.leaves, manners.finds_ms = later.random() * 0.2, later.random() * 20_000

    def also(most: float, chance: float) -> float:
        return later.random() * most if later.random() < chance else 0.0

    manners.together, manners.wrong_side = also(0.1, 0.4), also(0.1, 0.4)
    manners.early_cut, manners.short_set = also(1.0, 0.4), also(0.5, 0.3)
    manners.serves, manners.wrong_counter = also(0.02, 0.4), also(0.3, 0.2)
    # Drawn apart once more, for the same reason.
    signs = random.Random(f"signs {seed}")
    manners.mistypes = signs.random() * 0.2 if signs.random() < 0.5 else 0.0
    manners.locks = signs.random() * 0.01 if signs.random() < 0.4 else 0.0
    manners.unshuffled = also(0.5, 0.15)
    misread = some(0.05, 0.3)
    if later.random() < 0.15:  # cards are misread, certified unseen and found out when the money has gone
        misread, manners.careless = later.random() * 0.4, 0.7 + later.random() * 0.3
        manners.leaves, manners.finds_ms = 0.05 + later.random() * 0.2, later.random() * 20_000
    return Mix(
        weather=weather,
        crash_console=some(0.004),
        crash_terminal=some(0.01),
        chaos_ms=rng.choice((0, 2_000, 4_000, 8_000)),
        chaos=chaos,
        noise=some(0.2, 0.3),
        misread=misread,
        unread=some(0.05, 0.3),
        lies=some(0.5, 0.3),
        manners=manners,
        strict=random.Random(f"strict {seed}").random() < 0.15,
        ending=rng.choice(("C8", "C13")) if rng.random() < 0.06 else "W" if later.random() < 0.02 else "",
        cast=draw_cast(seed),
    )


def mild(mix: Mix) -> Mix:
    """Half of what goes wrong, and nobody beside the table: the Rounds of a long run cost less, and end."""
    weather = mix.weather
    return replace(
        mix,
        weather=Weather(weather.drop / 2, weather.double / 2, weather.overtake / 2),
        crash_console=mix.crash_console / 2,
        crash_terminal=mix.crash_terminal / 2,
        chaos_ms=2 * mix.chaos_ms,
        noise=mix.noise / 2,
        misread=mix.misread / 2,
        unread=mix.unread / 2,
        ending="",
        cast=Cast(),
    )


def run(
    seed: int,
    rounds: int,
    mix: Mix | None = None,
    *,
    terminals: int = TERMINALS,
    checked: bool = True,
    real_disk: bool | None = None,  # None: in a share of the seeds
    game: str = "",  # baccarat
    progress: Callable[[int], None] = lambda _rounds: None,
) -> Report:
    """Raises Failed with the last lines of the trace if anything is wrong."""
    mix = draw_mix(seed, game) if mix is None else mix
    real_disk = draws_real_disk(seed) if real_disk is None else real_disk
    cluster = Cluster(seed, terminals, mix, checked=checked, real_disk=real_disk, game=game)
    return _perform(cluster, rounds, progress)


class Stage:
    """Where a `Play` is played. Afterwards its world tells what happened there, by name."""

    def __init__(self, play: Play, *, directed: bool = False) -> None:
        """`directed`: also if it is a plain seed, whose throws are then taken on tape."""
        self.world = _world(play, directed=directed)
        self._rounds = play.rounds
        mix = play.own_mix() or draw_mix(play.seed, play.game)
        real_disk = draws_real_disk(play.seed) if play.real_disk is None else play.real_disk
        self._cluster = Cluster(play.seed, play.terminals, mix, world=self.world, real_disk=real_disk, game=play.game)
        for act in play.acts:
            self.world.after(act.at_ms, self._befall, act)

    def perform(self) -> Report:
        """Raises Failed, also if a process of the table ends by an error of its own."""
        try:
            return _perform(self._cluster, self._rounds, lambda _rounds: None)
        except Failed:
            raise
        except Exception as error:
            failed = _failed(self._cluster, f"{type(error).__name__}: {error}")
            failed.lines += ["", *"".join(format_exception(error)).splitlines()]
            raise failed from error

    def _befall(self, act: Act) -> None:
        if self._cluster.faulty and self.world.happens(f"chaos: {act.name}"):
            getattr(self._cluster.chaos, act.name)()


def _world(play: Play, *, directed: bool) -> World:
    if not play.apart:
        return DirectedWorld(play.seed, record=True) if directed else World(play.seed)
    return DirectedWorld(play.seed, turns=play.turns, only=play.only, tape=unpacked(play.tape))


def alike(broken: str) -> str:
    """What kind of violation it is: the same sentence, whatever numbers, cards and names stand in it."""
    name, colon, sentence = broken.partition(": ")
    if not re.fullmatch(r"[\w.]+", name) or re.fullmatch(r"[TP]\d+~?", name):  # not the number of a check
        name, colon, sentence = "", "", broken
    without_lists = re.sub(r"[\[({].*[\])}]", "#", sentence)
    return name + colon + re.sub(r"\b(?:[TP]\d+~?|(?:10|[2-9TJQKA])[CDHS]|[\d,.]*\d)(?!\w)", "#", without_lists)


def _perform(cluster: Cluster, rounds: int, progress: Callable[[int], None]) -> Report:
    began = process_time()
    with _garbage_left(), _told(cluster):
        _play(cluster, rounds, progress)
        if cluster.mix.ending == "W":
            _pays_wrong(cluster)
        elif cluster.mix.ending == "U":
            heal(cluster)
            _rest(cluster)
            deals_unfairly(cluster, _let_play, _rest)
        elif cluster.mix.ending and (cluster.checks.rounds or cluster.false_from):
            _ends_badly(cluster)
        else:
            _come_to_rest(cluster)
        if cluster.checked and not cluster.game and cluster.world.seed % DRILL_ONE_IN == 0:
            drill.run(cluster.world.seed // DRILL_ONE_IN, rounds * DRILL_STEPS * DRILL_ONE_IN)
        if cluster.checked and cluster.world.seed % BOXES_ONE_IN == 3:
            drill_boxes.run(cluster.world.seed // BOXES_ONE_IN, BOX_STEPS)
        if cluster.checked and cluster.world.seed % PARTS_ONE_IN == 1:
            drill_parts(cluster.world.seed)
    return report_of(cluster, process_time() - began)


def drill_parts(seed: int) -> None:
    """What a table stands on, alone: shoes of some makes on their lines, the wire, signatures, followers of the log,
    the clock, the ledger, the books; terminals at a table where all is well, and at a console that is only a pen.
    """
    for number in range(SHOES):
        drill_shoe.run(SHOES * seed + number, SHOE_STEPS)
    drill_wire.run(seed, WIRE_STEPS)
    for number in range(FOLLOWERS):
        drill_follow.run(FOLLOWERS * seed + number, FOLLOW_STEPS)
    for number in range(LEDGERS):
        drill_ledger.run(LEDGERS * seed + number, LEDGER_STEPS)
    drill_clock.run(seed, CLOCK_STEPS)
    drill_books.run(seed, BOOKS_STEPS)
    drill_terminal.run(seed, TERMINAL_STEPS)
    for number in range(TOLD):
        drill_session.run(TOLD * seed + number, TOLD_STEPS)
    drill_auto.run(seed, AUTO_STEPS)
    if seed // PARTS_ONE_IN % TICKETS_ONE_IN == 0:
        drill_tickets.run(seed, TICKET_STEPS)
    elif seed // PARTS_ONE_IN % 2:
        drill_rows.run(seed, ROW_STEPS)
    if seed // 2 % 2 == 0:  # after every run that drills at all; of those that are counted through, after half
        drill_shells(seed)


def drill_deep(seed: int) -> None:
    """For a campaign: what takes a longer past. A table where nobody deals, a house of tables, the rows of them all."""
    drill_auto.run(seed, AUTO_STEPS_DEEP)
    drill_rows.run(seed, ROW_STEPS_DEEP)
    drill_tickets.run(seed, TICKET_STEPS_DEEP)
    for number in range(TOLD_DEEP):
        drill_session.run(TOLD_DEEP * ~seed + number, TOLD_STEPS)  # others than those of the parts


@contextmanager
def _garbage_left() -> Iterator[None]:
    """To look for garbage is a fifth of a run's time, and finds some megabytes, which go when the run is over."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


@contextmanager
def _told(cluster: Cluster) -> Iterator[None]:
    try:
        yield
    except (Violation, InvariantBroken) as broken:
        raise _failed(cluster, str(broken)) from broken
    finally:
        cluster.console.end()


def _failed(cluster: Cluster, broken: str) -> Failed:
    recorder = cluster.world.recorder
    return Failed(cluster.world.seed, broken, recorder.last(), cluster.checks.rounds, recorder.digest())


def everything() -> Mix:
    """Every sort of trouble at once, each in moderation."""
    manners = Manners(0.03, 0.02, 0.01, 0.3, 0.1, 0.2, 0.01, 0.2)
    manners.together, manners.wrong_side, manners.early_cut, manners.short_set = 0.02, 0.02, 0.3, 0.1
    manners.unshuffled = 0.05
    manners.serves, manners.leaves, manners.finds_ms, manners.wrong_counter = 0.005, 0.05, 5_000, 0.05
    manners.mistypes, manners.locks = 0.05, 0.002
    weather = Weather(0.05, 0.05, 0.1)
    return Mix(weather, 0.002, 0.004, 3_000, CHAOS, 0.02, 0.01, 0.01, 0.05, manners, cast=whole_cast())


SCRIPT: Final = Mix(
    misread=0.2, unread=0.02, manners=Manners(out_of_turn=0.1, careless=0.8, void=0.3, leaves=0.1, together=0.05)
)
SCRIPT_SEED: Final = 1107
SCRIPT_ROUNDS: Final = 4


BOX_SCRIPT: Final = Mix(
    manners=Manners(
        void=0.2, leaves=0.1, together=0.05, wrong_side=0.05, walks_away=0.03, dealing_error=0.03, interim=0.3
    )
)
BOX_SCRIPT_SEED: Final = 59
BOX_SCRIPT_ROUNDS: Final = 6


AUTO_SCRIPT_SEED: Final = 3
AUTO_SCRIPT_ROUNDS: Final = 2


def script(crash_at: int = 0, game: str = "") -> tuple[Report, set[str]]:
    """A short play that has everything in it (bets, changes, a void, a correction, a cash-out, a ticket that is shown
    again), with a crash at one failpoint.

    Also gives the kinds of entries and of Rulings that were written: a script that lost its correction would test less
    than it says.
    """
    seed, mix, terminals, rounds = SCRIPT_SEED, SCRIPT, 2, SCRIPT_ROUNDS
    if nobody_deals(game):
        seed, mix, rounds = AUTO_SCRIPT_SEED, Mix(), AUTO_SCRIPT_ROUNDS
    elif game:
        seed, mix, terminals, rounds = BOX_SCRIPT_SEED, BOX_SCRIPT, 3, BOX_SCRIPT_ROUNDS
    cluster = Cluster(seed, terminals, copied(mix), game=game)  # a run may change its own
    cluster.crash_at = crash_at
    with _garbage_left(), _told(cluster):
        _play(cluster, rounds, lambda _rounds: None)
        _come_to_rest(cluster)
    return report_of(cluster), cluster.checks.kinds


def report_of(cluster: Cluster, cpu_s: float = 0.0) -> Report:
    world = cluster.world
    return Report(
        world.seed,
        cluster.checks.rounds,
        +world.faults,
        len(cluster.checks.entries),
        cluster.network.sent,
        world.now_ms,
        cluster.points,
        world.recorder.digest(),
        frozenset(cluster.checks.kinds),
        cluster.coverage.seen,
        cpu_s,
        cluster.disks.count(),
        cluster.checks.judged if isinstance(cluster.checks, BoxChecks) else Counter(),
    )


def _play(cluster: Cluster, rounds: int, progress: Callable[[int], None]) -> None:
    world, checks, staff = cluster.world, cluster.checks, cluster.staff
    cluster.start()
    latest = rounds * ROUND_MS_MAX
    reported = 0
    step = world.step
    while checks.rounds < rounds and world.now_ms < latest and not staff.stuck and not cluster.false_from:
        step()
        if checks.rounds > reported:
            reported = checks.rounds
            progress(reported)
            if cluster.checked and reported % 8 == 0:
                _compare(cluster)
            if reported % COLLECT_ROUNDS == 0:
                gc.collect()


def _compare(cluster: Cluster) -> None:
    """M9 and M12, too slow for every step."""
    table = cluster.console.table
    if not cluster.console.alive or table.seq != len(cluster.checks.entries):
        return
    for node in cluster.terminals.values():
        if node.alive:
            cluster.checks.views(table, node)
    # Folded on from where it stood the last time: from the start it would be the same, and dearer each time.
    again = cluster.checks.again = cluster.checks.again or Table(cluster.console.setup, cluster.console.chain_at)
    for entry in cluster.checks.entries[again.seq :]:
        again.apply(entry, decode_event(entry.body))
    cluster.checks.replayed(table, again)
    if cluster.company is not None:
        cluster.company.compare()


def heal(cluster: Cluster) -> None:
    """No fault from here on; whoever is dead is started; the Round is played to its end and no other begins."""
    cluster.faulty = False
    cluster.network.heal_all()
    cluster.device.noise = cluster.device.misread = cluster.device.unread = 0.0
    cluster.disks.mend()
    cluster.console.starves = False
    if isinstance(cluster.console, AutoConsole):
        cluster.console.loses = cluster.console.prattles = 0.0
    manners = cluster.mix.manners
    for name in manners.__struct_fields__:
        setattr(manners, name, 1.0 if name == "pace" else 0.0)
    _let_play(cluster, False)
    if cluster.company is not None:
        cluster.company.heal()
    if not cluster.device.plugged:
        cluster.replug()
    if not cluster.panel.alive:
        cluster.panel.start()
    for node in cluster.terminals.values():
        node.thaw()
        if not node.alive:
            node.start()


def unrest(cluster: Cluster) -> str:
    """What is not yet as it must be in the end; "" if all is."""
    if not cluster.console.alive:
        return "the console is down"
    table = cluster.console.table
    if table.view.in_round or table.view.halts:
        return f"the table is {table.view.phase.value}, halted by {list(table.view.halts)}"
    if cluster.staff.to_correct or cluster.staff.to_retire or cluster.staff.to_replace or cluster.panel.desk.waiting:
        return "staff has work to do"
    liars = cluster.staff.liars
    for node in cluster.terminals.values():
        session = node.session
        if node.name in cluster.retired:
            if cluster.console.print_of(node.key) and session.join.denied != "retired":
                return f"{node.name} is retired and not denied: {session.join.denied!r}"
            continue
        if not node.alive:
            return f"{node.name} is down"
        if session.state.stopped:
            raise Violation("liveness", f"{node.name} has stopped: {session.state.stopped}")
        if not session.join.joined or session.join.follower.seq != table.seq:
            return f"{node.name} is at {session.join.follower.seq}, the log at {table.seq}"
        if node.key in liars:
            # What it is told may never fit what it says; but a note in its box is credit in the end.
            if any(isinstance(asked, BuyCredit) for asked in session.state.outbox.asked.values()):
                return f"{node.name} waits for the credit of a note"
            continue
        outbox = session.state.outbox
        if outbox.layouts or outbox.asked or outbox.notes:
            return f"{node.name} waits for {outbox.layouts or outbox.asked or outbox.notes}"
    if cluster.twins:  # what is in their boxes is counted when they go
        return f"{', '.join(cluster.twins)}: a second machine is still on"
    return cluster.company.unrest(table.seq) if cluster.company is not None else ""


def _rest(cluster: Cluster) -> None:
    world = cluster.world
    latest = world.now_ms + REST_MS_MAX
    while (why := unrest(cluster)) and world.now_ms < latest:
        world.run_until(world.now_ms + 500)
    if why:
        raise Violation("liveness", f"after {REST_MS_MAX // 1000} s without faults {why}")


def _come_to_rest(cluster: Cluster) -> None:
    heal(cluster)
    _rest(cluster)
    for node in cluster.terminals.values():
        if node.name not in cluster.retired:
            cluster.checks.terminal(node)
            cluster.checks.views(cluster.console.table, node)
            if node.key not in cluster.staff.liars:
                cluster.checks.fates(node)
    _compare(cluster)
    if cluster.company is not None:
        cluster.company.at_rest()
    _count_cash(cluster)
    count_cards(cluster)


def _count_cash(cluster: Cluster) -> None:
    """M5 against the real money: every note in a box is credit exactly once, unless its terminal lost its memory."""
    asked = cluster.console.table.cashier.asked
    for note, (terminal, amount) in cluster.till.stacked.items():
        answer = asked.get((terminal, note))
        if answer is None and note not in cluster.lost_notes and terminal not in cluster.retired:
            raise Violation("M5", f"{terminal} has stacked {amount}, and nobody was credited")
        if answer is not None and answer.what != ("buy", amount):
            raise Violation("M5", f"{terminal} has stacked {amount}, and the answer is {answer}")


def count_cards(cluster: Cluster) -> None:
    """M10 against the real shoe: every card that has left it is on record, or was entered by hand. What the shoe has
    forgotten the console learns of when the next number comes, and in the end none does; nor is it found any more that
    staff entered a card that was never there. Before the first card of a set the counter is what staff said.
    """
    shoe, device = cluster.console.table.view.shoe, cluster.device
    if not cluster.console.has_shoe or (not shoe.passed and not shoe.entered):
        return
    known = shoe.last_seq + len(shoe.entered)
    missing = set(range(known + 1, device.last + 1)) - device.forgotten
    if shoe.last_seq > device.last or missing or shoe.pending:
        raise Violation("M10", f"{device.last} have left the shoe, {known} are known, {shoe.pending} wait; {missing}")


def _ends_badly(cluster: Cluster) -> None:
    """FAULTS C8, C13: the console's history is not the one others hold. While none of them is there it cannot know, and
    staff plays on; once one has said so, no Round is begun any more, whatever staff wants.
    """
    heal(cluster)
    _let_play(cluster, True)
    cluster.checked = False  # from here on the log is not the one that was checked
    cluster.checks.active = False
    cluster.staff.liars.clear()  # nobody is to blame this time, and nobody may wave it through
    world, ending = cluster.world, cluster.mix.ending
    dark_ms = world.rng.randrange(12_000) if world.rng.random() < 0.7 else 0
    mattered = end_play(cluster, dark_ms)
    world.run_until(world.now_ms + dark_ms + NOTICED_MS_MAX)
    view = cluster.console.table.view
    if mattered and "history" not in view.halts:
        raise Violation(ending, "the console's log is not what a terminal holds, and nobody stopped it")
    begun = view.round_no
    world.run_until(world.now_ms + 15_000)
    if mattered and cluster.console.table.view.round_no > begun:
        raise Violation(ending, "Rounds were played on a false history")


def _pays_wrong(cluster: Cluster) -> None:
    """DESIGN 0, 7: each terminal works out its own lines, so a console that pays others is found out."""
    heal(cluster)
    _rest(cluster)
    cluster.checked = cluster.checks.active = False  # the oracle would end it here
    console, world = cluster.console, cluster.world
    if world.rng.random() < 0.5:
        console.miserly_corrections = True
        cluster.device.misread, cluster.mix.manners.careless = 0.5, 1.0
    console.miserly_from = console.table.view.round_no + 1
    _let_play(cluster, True)
    latest = world.now_ms + 2 * ROUND_MS_MAX
    while not console.cheated and world.now_ms < latest:
        world.step()
    cluster.device.misread = cluster.mix.manners.careless = 0.0
    _let_play(cluster, False)
    _rest(cluster)
    log = [decode_event(entry.body) for entry in console.disk.entries]
    disputes = {(event.terminal, event.round_no) for event in log if isinstance(event, SettlementDisputed)}
    for cheated in console.cheated.items():
        world.fault("W", CONSOLE)
        if cheated not in disputes and cheated[0] not in cluster.staff.liars:
            raise Violation("M11", f"{cheated[0]} was paid wrong in round {cheated[1]}, and says nothing")


def _let_play(cluster: Cluster, playing: bool) -> None:
    cluster.staff.playing = playing
    for player in cluster.players:
        player.playing = playing
