"""The registration protocol as five small models, and a checker that walks through every state of them.

A model knows nothing of our code: it is the rules of registration once more, in a form small enough to be tried in
every interleaving. It keeps M1-M8 and M14 in each state, and from each state it lets the faults stop and demands that
the fair suffix (restart, resend, deliver, finish the Round) brings every request to one fate.

How the world is made small without leaving anything out:

- What was sent stays in the network for good and may be delivered again at any time. So a message is late,
  doubled or overtaken in some run, and lost in those that never deliver it. When the faults stop, all of it is lost.
- Commit and send are one step: a crash between them is a lost message, a crash before both is a request never heard.
  Only the bugs that take the two apart (published before the commit, applied without the cursor) have a step between.
- The log is published as it is, so a Batch, a `See` or the `Deltas` are "the next entry arrives", without a state
  of their own; except in the model of the follower, which is about them.

Each rule can be broken: a model is made with the name of one bug, and must then find a counterexample.
"""

from collections.abc import Hashable, Iterator
from functools import cache
from typing import ClassVar, Generic, NamedTuple, TypeVar

State = TypeVar("State", bound=Hashable)

CALM_STEPS_MAX = 100  # the longest fair suffix of the unbroken models has about 20


class Model(Generic[State]):
    """What the checker asks of a model. A step is a label for people and the state that it leads to."""

    BUGS: ClassVar[tuple[str, ...]] = ()

    def __init__(self, bug: str = "") -> None:
        if bug and bug not in self.BUGS:
            raise ValueError(f"{type(self).__name__} has no rule that breaks as {bug!r}")
        self.bug = bug

    def start(self) -> State:
        raise NotImplementedError

    def steps(self, state: State) -> Iterator[tuple[str, State]]:
        """All that can happen: people act, messages arrive, machines die."""
        raise NotImplementedError

    def broken(self, state: State) -> str | None:
        """The invariant that does not hold here."""
        raise NotImplementedError

    def healed(self, state: State) -> State:
        """The faults stop: whatever was on its way is lost, and nothing will be lost from now on."""
        raise NotImplementedError

    def calm_steps(self, state: State) -> Iterator[tuple[str, State]]:
        """The fair suffix, most urgent first: nobody wants anything new, nothing dies, each message arrives once."""
        raise NotImplementedError

    def unsettled(self, state: State) -> str | None:
        """What is still missing, if the fair suffix ends here."""
        raise NotImplementedError


class Findings(NamedTuple):
    states: int
    problem: str  # empty: every state was visited and none has a flaw
    trace: tuple[str, ...]  # the shortest way to the problem

    def __str__(self) -> str:
        if not self.problem:
            return f"{self.states} states, no flaw"
        lines = [f"{number:3}. {label}" for number, label in enumerate(self.trace, start=1)]
        return "\n".join([f"{self.problem}, after {len(self.trace)} steps:", *lines])


def explore(model: Model[State], states_max: int = 1_000_000) -> Findings:
    """Breadth first, so that the first flaw met is one with the shortest trace; then convergence, in the same order."""
    start = model.start()
    came_from: dict[State, State | None] = {start: None}
    queue = [start]
    for state in queue:  # grows while we walk along it
        problem = model.broken(state)
        if problem is not None:
            return Findings(len(queue), problem, tuple(way_to(model, state, came_from)))
        for _, following in model.steps(state):
            if following not in came_from:
                came_from[following] = state
                queue.append(following)
        if len(queue) > states_max:
            raise OverflowError(f"{type(model).__name__} has more than {states_max} states: its bounds are too wide")
    converging: set[State] = set()
    for state in queue:
        problem, suffix = fair_suffix(model, state, converging)
        if problem is not None:
            return Findings(len(queue), problem, (*way_to(model, state, came_from), *suffix))
    return Findings(len(queue), "", ())


def fair_suffix(model: Model[State], state: State, converging: set[State]) -> tuple[str | None, list[str]]:
    """Why this state does not converge, if so. Remembers in `converging` the states from which all ends well."""
    state = model.healed(state)
    labels = ["-- the faults stop, what was in the network is lost --"]
    visited: set[State] = set()
    while state not in converging:
        visited.add(state)
        missing = model.unsettled(state)
        # Fair: a step that only leads back (a resend that changes nothing) does not keep the others from their turn.
        step = next(((label, after) for label, after in model.calm_steps(state) if after not in visited), None)
        if step is None:
            if missing is not None:
                return f"no convergence: {missing}", labels
            break
        label, state = step
        labels.append(label)
        problem = model.broken(state)
        if problem is not None:
            return problem, labels
        if len(visited) > CALM_STEPS_MAX:
            return f"no convergence: no rest after {CALM_STEPS_MAX} steps", [*labels[:12], "and so on, without end"]
    converging |= visited
    return None, []


def way_to(model: Model[State], state: State, came_from: dict[State, State | None]) -> list[str]:
    """The labels from the start to this state. Not kept while exploring: they are found again on the way back."""
    labels: list[str] = []
    before = came_from[state]
    while before is not None:
        labels.append(next(label for label, after in model.steps(before) if after == state))
        state, before = before, came_from[before]
    return labels[::-1]


# --- 1. Registration: one Player Terminal, its windows and its revisions ----------------------------------------------

BOUGHT, OPENED, REGISTERED, REFUSED = "CreditBought", "WindowOpened", "LayoutRegistered", "LayoutRefused"
CLOSED, SETTLED, VOIDED = "WindowClosed", "Settled", "Voided"
NOTHING = -1
NO_DISK = -1  # the cursor of a new disk: history comes with a Snapshot


class Entry(NamedTuple):
    """An entry of the console's log. The amount is the total of a layout, or what went back to the credit."""

    kind: str
    window: int
    revision: int = 0
    amount: int = 0

    def __str__(self) -> str:
        about = f", revision {self.revision} of {self.amount}" if self.revision else ""
        return f"{self.kind}(window {self.window}{about})"

    @property
    def private(self) -> bool:
        """Published sealed: the terminal gets the body of its layouts and lines with `See` or `Deltas`."""
        return self.kind in (REGISTERED, REFUSED) or (self.kind == SETTLED and self.amount > 0)


class Table(NamedTuple):
    """What the console knows: a fold of its log."""

    credit: int = 0
    stake: int = 0
    registered: int = 0  # the layout that stands in the Round's window
    window: int = 0  # the last one opened; a Round has one window here
    running: bool = False  # from the opening to the settlement or Void
    open_windows: frozenset[int] = frozenset()


def posted(table: Table, entry: Entry) -> Table:
    if entry.kind == BOUGHT:
        return table._replace(credit=table.credit + entry.amount)
    if entry.kind == OPENED:
        windows = table.open_windows | {entry.window}
        return table._replace(window=entry.window, running=True, open_windows=windows)
    if entry.kind == REGISTERED:
        more = entry.amount - table.registered
        return table._replace(credit=table.credit - more, stake=table.stake + more, registered=entry.amount)
    if entry.kind == CLOSED:
        return table._replace(open_windows=table.open_windows - {entry.window})
    if entry.kind in (SETTLED, VOIDED):
        credit, stake = table.credit + entry.amount, table.stake - table.registered
        return table._replace(credit=credit, stake=stake, registered=0, running=False)
    return table


@cache
def table_after(log: tuple[Entry, ...]) -> Table:
    return posted(table_after(log[:-1]), log[-1]) if log else Table()


@cache
def flaw_of_log(log: tuple[Entry, ...]) -> str | None:
    """The invariants that the console's log keeps by itself; an earlier flaw was found when it was made."""
    if not log:
        return None
    table, last = table_after(log), log[-1]
    if table.credit < 0 or table.stake < 0:
        return f"M3 no debt: credit {table.credit}, stake {table.stake}"
    if not table.running and table.stake:
        return f"M3 no debt: stake {table.stake} between Rounds"
    if table.stake != table.registered:
        return f"M2 covered: stake {table.stake}, registered {table.registered}"
    if last.kind == REGISTERED and any(e.kind in (CLOSED, VOIDED) and e.window == last.window for e in log):
        return f"M7 closed means closed: {last}"
    if last.revision and any(e.revision == last.revision and e.window == last.window for e in log[:-1]):
        return f"M6 one fate: a second one for revision {last.revision}, {last}"
    return None


class Disk(NamedTuple):
    """The journal of the Player Terminal: its mirror, its cursor, its outbox."""

    boot: int = 0
    cursor: int = 0
    credit: int = 0
    registered: int = 0
    window: int = 0  # open as far as this terminal knows, else 0
    revision: int = 0  # highest of its own and the log's in this window; the one in flight, if any
    in_flight: int = NOTHING  # its total


def mirrored(disk: Disk, entry: Entry) -> Disk:
    """Rule 7: only the log lets go of what is in flight."""
    if entry.kind == OPENED:
        return disk._replace(window=entry.window, revision=0, in_flight=NOTHING)
    if entry.kind == CLOSED:
        return disk._replace(window=0, in_flight=NOTHING)
    if entry.kind in (SETTLED, VOIDED):
        return disk._replace(credit=disk.credit + entry.amount, registered=0, window=0, in_flight=NOTHING)
    if entry.revision >= disk.revision:
        disk = disk._replace(revision=entry.revision, in_flight=NOTHING)
    if entry.kind == REGISTERED:
        disk = disk._replace(credit=disk.credit - entry.amount + disk.registered, registered=entry.amount)
    return disk


class Answer(NamedTuple):
    boot: int
    window: int
    revision: int
    total: int


class Play(NamedTuple):
    log: tuple[Entry, ...] = ()
    durable: int = 0  # so many entries of the log survive a crash of the console: all, unless a bug is on
    paused: bool = False
    joined: int = 0  # boot of the joined process
    disk: Disk = Disk()
    up: bool = False
    head: int = 0  # of Welcome
    wanted: int = NOTHING  # tapped while another revision is in flight; in memory only
    half_applied: bool = False  # only when a bug takes entry and cursor apart
    image: Disk | None = None
    network: frozenset[Answer] = frozenset()
    told_refused: frozenset[Answer] = frozenset()  # only when a bug refuses without an entry
    alarm: bool = False
    taps: int = 0  # what people and faults may still do
    terminal_faults: int = 0
    console_faults: int = 0


class Registration(Model[Play]):
    BUGS = (
        "a hold given back on a timeout",
        "a refusal that is not durable",
        "holding only the newest total",
        "a second revision sent while one is in flight",
        "a next revision that ignores the log's",
        "no close check",
        "a request of an earlier boot that still lands",
        "a Void that leaves its window open",
        "published before the commit",
        "other content accepted under an answered revision",
        "sent before the head of Welcome is applied",
        "applied without the cursor",
        "going past an own entry that came sealed",
        "a sealed body that is never asked for",
        "a Snapshot that leaves out refused revisions",
    )

    def __init__(
        self,
        bug: str = "",
        *,
        rounds: int = 1,
        credit: int = 1,
        taps: int = 2,
        terminal_faults: int = 0,
        console_faults: int = 0,
        image: bool = False,
        new_disk: bool = False,
        liar: bool = False,
    ) -> None:
        super().__init__(bug)
        self.rounds = rounds
        self.credit = credit
        self.taps = taps
        self.terminal_faults = terminal_faults
        self.console_faults = console_faults
        self.image = image
        self.new_disk = new_disk
        self.liar = liar

    def start(self) -> Play:
        """The terminal has credit and knows it; no process of it has started yet."""
        return Play(
            log=(Entry(BOUGHT, 0, amount=self.credit),),
            durable=1,
            disk=Disk(cursor=1, credit=self.credit),
            taps=self.taps,
            terminal_faults=self.terminal_faults,
            console_faults=self.console_faults,
        )

    def steps(self, play: Play) -> Iterator[tuple[str, Play]]:
        yield from self.player_taps(play)
        yield from self.dealer_acts(play)
        yield from self.terminal_goes_on(play)
        for answer in sorted(play.network):
            yield from self.console_receives(play, answer)
        yield from self.faults(play)

    # The Player Terminal.

    def caught_up(self, play: Play) -> bool:
        return play.up and play.disk.cursor >= play.head

    def ready(self, play: Play) -> bool:
        """Nothing is asked for, new or again, before the head of Welcome is applied."""
        return self.caught_up(play) or (play.up and self.bug == "sent before the head of Welcome is applied")

    def spendable(self, play: Play) -> int:
        """Rule 6."""
        disk = play.disk
        held = max(disk.registered, disk.in_flight, play.wanted)
        if self.bug == "holding only the newest total":
            newest = disk.in_flight if play.wanted == NOTHING else play.wanted
            held = max(disk.registered, newest)
        return disk.credit - (held - disk.registered)

    def player_taps(self, play: Play) -> Iterator[tuple[str, Play]]:
        disk = play.disk
        if not self.ready(play) or not disk.window or not play.taps:
            return
        play = play._replace(taps=play.taps - 1)
        shown = next((total for total in (play.wanted, disk.in_flight) if total != NOTHING), disk.registered)
        for total in range(min(disk.credit + disk.registered, self.credit) + 1):
            if total != shown:
                if disk.in_flight == NOTHING or self.bug == "a second revision sent while one is in flight":
                    yield f"T1: the Player taps {total}", self.sent(play, total)
                else:
                    yield f"T1: the Player taps {total}, wanted", play._replace(wanted=total)

    def sent(self, play: Play, total: int) -> Play:
        """Rule 5: LayoutSent is durable, then the revision is sent."""
        disk = play.disk._replace(revision=play.disk.revision + 1, in_flight=total)
        return self.resent(play._replace(disk=disk, wanted=NOTHING))

    def resent(self, play: Play) -> Play:
        disk = play.disk
        answer = Answer(boot=disk.boot, window=disk.window, revision=disk.revision, total=disk.in_flight)
        return play if answer in play.network else play._replace(network=play.network | {answer})

    def terminal_goes_on(self, play: Play, *, calm: bool = False) -> Iterator[tuple[str, Play]]:
        if not play.up:
            yield self.started(play)
            return
        yield from self.next_entry_arrives(play, calm=calm)
        disk = play.disk
        if self.ready(play) and disk.window:
            if disk.in_flight != NOTHING:
                yield f"T1: resends revision {disk.revision} as boot {disk.boot}", self.resent(play)
                if self.bug == "a hold given back on a timeout":
                    released = play._replace(disk=disk._replace(in_flight=NOTHING))
                    yield f"T1: the hold of revision {disk.revision} times out", released
            elif play.wanted not in (NOTHING, disk.registered):
                yield f"T1: what was wanted goes out as revision {disk.revision + 1}", self.sent(play, play.wanted)
        for answer in sorted(play.told_refused):
            if answer[1:] == (disk.window, disk.revision, disk.in_flight):
                released = play._replace(disk=disk._replace(in_flight=NOTHING))
                yield f"T1: hears that revision {disk.revision} is refused", released

    def started(self, play: Play) -> tuple[str, Play]:
        """Start, Hello and Welcome in one: until then the terminal does nothing, as if it were still down."""
        disk, head = play.disk, len(play.log)
        if disk.cursor == NO_DISK:  # enrolled anew: another key, so whatever the old one sent is of an earlier boot
            boot = play.joined + 1
            disk = self.snapshot(play.log, boot)
            return "T1: starts with a new disk, joins, takes a Snapshot", play._replace(
                disk=disk, up=True, head=head, joined=boot
            )
        disk = disk._replace(boot=disk.boot + 1)
        if disk.boot <= play.joined:
            return f"T1: starts as boot {disk.boot}, is denied and ends", play._replace(disk=disk)
        return f"T1: starts as boot {disk.boot}, joins, Welcome has head {head}", play._replace(
            disk=disk, up=True, head=head, joined=disk.boot
        )

    def snapshot(self, log: tuple[Entry, ...], boot: int) -> Disk:
        table = table_after(log)
        window = table.window if table.window in table.open_windows else 0
        counted = (REGISTERED,) if self.bug == "a Snapshot that leaves out refused revisions" else (REGISTERED, REFUSED)
        revisions = [entry.revision for entry in log if entry.kind in counted and entry.window == table.window]
        return Disk(boot, len(log), table.credit, table.registered, window, max(revisions, default=0))

    def next_entry_arrives(self, play: Play, *, calm: bool) -> Iterator[tuple[str, Play]]:
        disk = play.disk
        if disk.cursor >= len(play.log):
            return
        entry = play.log[disk.cursor]
        applied = mirrored(disk, entry)
        if self.bug == "a next revision that ignores the log's" and disk.in_flight == NOTHING and entry.revision:
            applied = applied._replace(revision=disk.revision)
        wanted = play.wanted if applied.window else NOTHING
        if self.bug == "applied without the cursor":
            if play.half_applied:
                yield (
                    "T1: the cursor is durable",
                    play._replace(disk=disk._replace(cursor=disk.cursor + 1), half_applied=False),
                )
            else:
                yield f"T1: {entry} is durable", play._replace(disk=applied, wanted=wanted, half_applied=True)
            return
        after = play._replace(disk=applied._replace(cursor=disk.cursor + 1), wanted=wanted)
        if not entry.private:
            yield f"T1: a Batch brings {entry}", after
            return
        if self.bug == "going past an own entry that came sealed":
            yield f"T1: goes past {entry}, sealed", play._replace(disk=disk._replace(cursor=disk.cursor + 1))
        # `See` was sent once, at the commit, and is sent again for a resend; it is `Sync` that brings all the rest.
        seen = not calm or (entry.revision == disk.revision and disk.in_flight != NOTHING)
        if seen or self.bug != "a sealed body that is never asked for":
            yield f"T1: See or Deltas bring {entry}", after

    # The Game Console.

    def logged(self, play: Play, *entries: Entry) -> Play:
        log = play.log + entries
        return play._replace(log=log, durable=play.durable if self.bug == "published before the commit" else len(log))

    def console_receives(self, play: Play, answer: Answer, *, calm: bool = False) -> Iterator[tuple[str, Play]]:
        if answer.boot != play.joined and self.bug != "a request of an earlier boot that still lands":
            return  # Denied
        label = f"console: Answer(boot {answer.boot}, window {answer.window}, revision {answer.revision}) arrives, "
        of_window = (entry for entry in play.log if entry.revision and entry.window == answer.window)
        highest = max(of_window, key=lambda entry: entry.revision, default=None)
        if highest is not None and answer.revision <= highest.revision:
            if answer.revision < highest.revision or answer.total == highest.amount:
                return  # rule 1: See that entry again
            if self.bug != "other content accepted under an answered revision":
                yield label + "other content: alarm", play._replace(alarm=True)
                return
        table = table_after(play.log)
        if answer.window not in table.open_windows and self.bug != "no close check":
            return  # rule 3: See the close
        if play.paused:
            return  # rule 3: answers wait
        about = (answer.window, answer.revision, answer.total)
        more = answer.total - table.registered
        if more <= table.credit:
            yield label + "registered", self.logged(play, Entry(REGISTERED, *about))
        # A limit may refuse any increase: others bet on the same box. In the calm end, only the credit does.
        if more > (table.credit if calm else 0):
            if self.bug == "a refusal that is not durable":
                yield label + "refused, not on record", play._replace(told_refused=play.told_refused | {answer})
            else:
                yield label + "refused", self.logged(play, Entry(REFUSED, *about))

    def dealer_acts(self, play: Play) -> Iterator[tuple[str, Play]]:
        table = table_after(play.log)
        if not table.running:
            if table.window < self.rounds:
                yield f"Dealer: opens window {table.window + 1}", self.logged(play, Entry(OPENED, table.window + 1))
            return
        yield from self.round_goes_on(play)
        void: tuple[Entry, ...] = (Entry(VOIDED, table.window, amount=table.registered),)
        if table.window in table.open_windows and self.bug != "a Void that leaves its window open":
            void = (Entry(CLOSED, table.window), *void)
        yield f"Supervisor: Round {table.window} is Void", self.logged(play._replace(paused=False), *void)

    def round_goes_on(self, play: Play) -> Iterator[tuple[str, Play]]:
        table = table_after(play.log)
        if play.paused:
            yield "Supervisor: the Round goes on where it stood", play._replace(paused=False)
        elif table.running and table.window in table.open_windows:
            yield f"Dealer: closes window {table.window}", self.logged(play, Entry(CLOSED, table.window))
        elif table.running:
            won = Entry(SETTLED, table.window, amount=2 * table.registered)
            yield f"Dealer: certifies Round {table.window}, the Bets have won", self.logged(play, won)

    def faults(self, play: Play) -> Iterator[tuple[str, Play]]:
        if self.image and play.image is None and play.up:
            yield "somebody: copies the disk of T1", play._replace(image=play.disk)
        if play.terminal_faults:
            dark = play._replace(
                up=False, head=0, wanted=NOTHING, half_applied=False, terminal_faults=play.terminal_faults - 1
            )
            if play.up:
                yield "T1: crashes", dark
            if play.image is not None:
                yield "T1: the old disk image is put back", dark._replace(disk=play.image)
            if self.new_disk:
                yield "T1: the disk is lost", dark._replace(disk=Disk(cursor=NO_DISK))
        if play.console_faults:
            crashed = play._replace(log=play.log[: play.durable], console_faults=play.console_faults - 1)
            table = table_after(crashed.log)
            crashed = crashed._replace(paused=table.window in table.open_windows)
            if crashed[:3] != play[:3]:  # else it is as if nothing had happened
                yield "console: crashes and starts again", crashed
        if play.durable < len(play.log):
            yield "console: the commit returns", play._replace(durable=len(play.log))
        if self.liar:
            for answer in sorted(play.network):
                lie = answer._replace(total=1 - answer.total)
                lied = play._replace(network=play.network | {lie})
                yield f"T1: lies that revision {answer.revision} is {lie.total}", lied

    # What must hold.

    def broken(self, play: Play) -> str | None:
        flaw = flaw_of_log(play.log)
        if flaw is not None:
            return flaw
        disk = play.disk
        if disk.cursor > len(play.log):
            return f"M14 acknowledged is durable: T1 has {disk.cursor} entries, the journal {len(play.log)}"
        if disk.cursor != NO_DISK and not play.half_applied:
            then = table_after(play.log[: disk.cursor])
            if (disk.credit, disk.registered) != (then.credit, then.registered):
                return f"M4 mirror: T1 has {disk.credit} and a stake of {disk.registered}, the console had {then[:2]}"
        if self.liar:
            return None  # who lies may see anything on his own screen
        if play.alarm:
            return "M6 one fate: an honest terminal has sent two contents as one revision"
        if disk.in_flight != NOTHING:
            key = (disk.window, disk.revision)
            if any(entry[1:3] == key for entry in play.log[: disk.cursor]):
                return f"M6 one fate: revision {disk.revision} is in flight, and T1 has already applied its answer"
        credit = table_after(play.log).credit
        if self.caught_up(play) and self.spendable(play) > credit:
            return f"a stake was let go before its fate: T1 shows {self.spendable(play)} to spend of {credit}"
        return None

    def healed(self, play: Play) -> Play:
        return play._replace(network=frozenset(), told_refused=frozenset(), durable=len(play.log))

    def calm_steps(self, play: Play) -> Iterator[tuple[str, Play]]:
        for answer in sorted(play.network):
            delivered = play._replace(network=play.network - {answer})
            yield from self.console_receives(delivered, answer, calm=True)
            yield "console: See, or no reply", delivered
        yield from self.terminal_goes_on(play, calm=True)
        yield from self.round_goes_on(play)

    def unsettled(self, play: Play) -> str | None:
        disk = play.disk
        if disk.in_flight != NOTHING:
            return f"revision {disk.revision} is held for ever"
        if not play.up or disk.cursor != len(play.log):
            return f"T1 stays at entry {disk.cursor} of {len(play.log)}"
        if table_after(play.log).running:
            return "the Round does not end"
        return None


# --- 2. Joining: Hello, Welcome, Denied; boots, runs and a second machine with the same key ---------------------------

HELLO, WELCOME, DENIED, SAY_HELLO_AGAIN = "Hello", "Welcome", "Denied", "Denied: say Hello"
REQUEST, SEE = "Answer", "See"
Process = tuple[int, int]  # boot, run


class Message(NamedTuple):
    kind: str
    process: Process

    def __str__(self) -> str:
        return f"{self.kind}(boot {self.process[0]}, run {self.process[1]})"


class Machine(NamedTuple):
    boot_on_disk: int = 0
    process: Process | None = None
    status: str = ""  # the last that this process heard: "", WELCOME, SEE or DENIED


class Hall(NamedTuple):
    machines: tuple[Machine, ...] = (Machine(),)
    joined: Process = (0, 0)
    greeted: bool = True  # in the console's memory: the joined process has said Hello since the console's start
    newest: Process = (0, 0)  # who was joined last in truth, even if the console forgets
    runs: int = 0
    network: frozenset[Message] = frozenset()
    terminal_faults: int = 0
    console_faults: int = 0
    twice: frozenset[Process] = frozenset()  # in the console's memory: denied because another one was alive
    wrong: str = ""


class Joining(Model[Hall]):
    BUGS = (
        "a boot latched when only a Welcome was lost",
        "a request of an earlier boot that still lands",
        "a run that is not compared",
        "a boot that is not durable before Hello",
        "a join that is not durable",
        "a Denied that names no process",
        "a console restart that nobody is told of",
        "a denied process that starts again by itself",
        "a later process that does not wait for silence",
        "a process that was denied and joins all the same",
    )

    def __init__(self, bug: str = "", *, runs: int = 3, terminal_faults: int = 2, console_faults: int = 1) -> None:
        super().__init__(bug)
        self.runs = runs
        self.terminal_faults = terminal_faults
        self.console_faults = console_faults

    def start(self) -> Hall:
        return Hall(terminal_faults=self.terminal_faults, console_faults=self.console_faults)

    def steps(self, hall: Hall) -> Iterator[tuple[str, Hall]]:
        for message in sorted(hall.network):
            yield self.arrives(hall, message)
        for index, machine in enumerate(hall.machines):
            if machine.process is None:
                if hall.runs < self.runs:
                    yield self.started(hall, index)
                continue
            if machine.status in (WELCOME, SEE):
                yield self.sends(hall, index, REQUEST)
            if hall.terminal_faults:
                dark = self.changed(hall, index, Machine(machine.boot_on_disk))
                yield f"machine {index + 1}: crashes", dark._replace(terminal_faults=hall.terminal_faults - 1)
        if len(hall.machines) == 1:
            machines = (*hall.machines, Machine(hall.machines[0].boot_on_disk))
            yield "somebody: copies the disk into a second machine", hall._replace(machines=machines)
        if hall.console_faults:
            joined = (0, 0) if self.bug == "a join that is not durable" else hall.joined
            # Connections end with the console: of those that were denied for good nothing is on its way any more.
            network = frozenset(message for message in hall.network if message.process not in hall.twice)
            crashed = hall._replace(joined=joined, greeted=False, console_faults=hall.console_faults - 1)
            crashed = crashed._replace(network=network, twice=frozenset())
            yield "console: crashes and starts again", crashed

    def changed(self, hall: Hall, index: int, machine: Machine) -> Hall:
        if machine == hall.machines[index]:
            return hall
        return hall._replace(machines=(*hall.machines[:index], machine, *hall.machines[index + 1 :]))

    def started(self, hall: Hall, index: int) -> tuple[str, Hall]:
        boot = hall.machines[index].boot_on_disk + 1
        on_disk = boot - 1 if self.bug == "a boot that is not durable before Hello" else boot
        run = hall.runs + 1
        started = self.changed(hall, index, Machine(on_disk, (boot, run)))._replace(runs=run)
        return f"machine {index + 1}: starts as boot {boot}, run {run}", self.sends(started, index, HELLO)[1]

    def sends(self, hall: Hall, index: int, kind: str) -> tuple[str, Hall]:
        process = hall.machines[index].process
        assert process is not None
        return f"machine {index + 1}: sends {kind} as {process}", self.on_its_way(hall, Message(kind, process))

    def on_its_way(self, hall: Hall, message: Message) -> Hall:
        return hall if message in hall.network else hall._replace(network=hall.network | {message})

    def arrives(self, hall: Hall, message: Message) -> tuple[str, Hall]:
        if message.kind in (HELLO, REQUEST):
            reply, hall = self.greets(hall, message) if message.kind == HELLO else self.decides(hall, message)
            if reply:
                hall = self.on_its_way(hall, Message(reply, message.process))
            return f"console: {message} arrives, {reply or 'no reply'}", hall
        for index, machine in enumerate(hall.machines):
            to_all = self.bug == "a Denied that names no process" and message.kind == DENIED
            if machine.process == message.process or (to_all and machine.process is not None):
                hall = self.changed(hall, index, self.hears(machine, message.kind))
        return f"terminal: {message} arrives", hall

    def greets(self, hall: Hall, hello: Message) -> tuple[str, Hall]:
        process, joined = hello.process, hall.joined
        if process in hall.twice and self.bug != "a process that was denied and joins all the same":
            return DENIED, hall
        if process[0] > joined[0]:
            # Silence, without a clock: nobody who runs is silent for long, and who does not run is.
            if any(machine.process == joined and machine.status != DENIED for machine in hall.machines):
                if self.bug != "a later process that does not wait for silence":
                    return DENIED, hall._replace(twice=hall.twice | {process})  # two machines have one key
                hall = hall._replace(wrong=f"{process} has taken over from {joined}, which is alive")
            return WELCOME, hall._replace(joined=process, greeted=True, newest=max(hall.newest, process))
        again = process == joined and self.bug != "a boot latched when only a Welcome was lost"
        if again or (self.bug == "a run that is not compared" and process[0] == joined[0]):
            return WELCOME, hall if hall.greeted else hall._replace(greeted=True)
        return DENIED, hall

    def decides(self, hall: Hall, request: Message) -> tuple[str, Hall]:
        process, joined = request.process, hall.joined
        of_joined = process == joined or (self.bug == "a run that is not compared" and process[0] == joined[0])
        if not of_joined and self.bug != "a request of an earlier boot that still lands":
            return DENIED, hall
        if not hall.greeted:
            return "" if self.bug == "a console restart that nobody is told of" else SAY_HELLO_AGAIN, hall
        if process != hall.newest:
            wrong = f"a request of boot {process[0]}, run {process[1]} was decided, but {hall.newest} had joined"
            hall = hall._replace(wrong=wrong)
        return SEE, hall

    def hears(self, machine: Machine, kind: str) -> Machine:
        if machine.status == DENIED:
            return machine  # this process has ended for good
        if kind == WELCOME and machine.process is not None:
            return Machine(machine.process[0], machine.process, machine.status or WELCOME)
        return machine._replace(status="" if kind == SAY_HELLO_AGAIN else kind)

    def broken(self, hall: Hall) -> str | None:
        if hall.wrong:
            return hall.wrong
        if any(machine.process == hall.joined and machine.status == DENIED for machine in hall.machines):
            return f"the joined process {hall.joined} is denied"
        return None

    def healed(self, hall: Hall) -> Hall:
        return hall._replace(network=frozenset())

    def calm_steps(self, hall: Hall) -> Iterator[tuple[str, Hall]]:
        for message in sorted(hall.network):
            yield self.arrives(hall._replace(network=hall.network - {message}), message)
        for index, machine in enumerate(hall.machines):
            if machine.process is not None and machine.status != DENIED:
                if not machine.status:
                    yield self.sends(hall, index, HELLO)
                elif machine.status == WELCOME or machine.process != hall.joined or not hall.greeted:
                    yield self.sends(hall, index, REQUEST)  # a Beat would do: it comes every second
        # A denied process stays dark. Only if no joined one is alive, people start machines until one is: each start
        # counts one boot further, so that takes no more starts than there were boots.
        for index, machine in enumerate(hall.machines):
            alone = all(other.process != hall.joined for other in hall.machines)
            restless = self.bug == "a denied process that starts again by itself" and machine.status == DENIED
            if alone or restless:
                yield self.started(hall, index)

    def unsettled(self, hall: Hall) -> str | None:
        for machine in hall.machines:
            if machine.process is not None and machine.process != hall.joined and machine.status != DENIED:
                return f"{machine.process} does not know that it was passed"
        if not any(machine.process == hall.joined and machine.status == SEE for machine in hall.machines):
            return "no process gets its requests decided"
        return None if hall.greeted else "the joined process does not know that it must say Hello again"


# --- 3. Cash: credit, tickets and sittings at two Player Terminals ----------------------------------------------------

CASH_OUT, TICKET_IN = "CashOut", "TicketIn"
ISSUED, REDEEMED, NOT_DONE = "TicketIssued", "TicketRedeemed", "RequestRefused"
T1, T2 = 0, 1
NOTE = 2


class Request(NamedTuple):
    kind: str
    terminal: int
    amount: int
    ticket: int = 0  # a ticket has the id of its CashOut as its number

    def __str__(self) -> str:
        return f"{self.kind}({f'ticket {self.ticket}' if self.ticket else self.amount}) of T{self.terminal + 1}"


class CashEntry(NamedTuple):
    """An entry for one terminal. The id is that of the request it answers; a Bet and its settlement have none here."""

    kind: str
    terminal: int
    amount: int
    id: int = 0
    ticket: int = 0


class Books(NamedTuple):
    """The console's ledger and its sittings: a fold of the log."""

    cash: int = 0
    house: int = 0
    tickets: int = 0
    credit: tuple[int, int] = (0, 0)
    stake: int = 0  # only at T1 one bets here
    sitting: tuple[int, int] = (0, 0)  # 0: nobody sits
    sittings: int = 0
    sitting_of_stake: int = 0
    redeemable: frozenset[int] = frozenset()  # numbers of the tickets out there
    answered: frozenset[int] = frozenset()


class Cage(NamedTuple):
    log: tuple[CashEntry, ...] = ()
    cursors: tuple[int, int] = (0, 0)
    asked: tuple[Request, ...] = ()  # durable at the terminal and on its way for good; the place is the id
    told_refused: frozenset[int] = frozenset()  # only when a bug refuses without an entry


def with_item(pair: tuple[int, int], index: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if index == 0 else (pair[0], value)


class Cash(Model[Cage]):
    BUGS = (
        "a sitting that ends at cash-out with a stake in play",
        "a sitting that ends when all credit is in play",
        "a ticket refused under somebody else's entry",
        "a refusal that is not durable",
        "a refusal that binds the ticket, not the id",
        "an id that is not remembered",
        "a ticket that can be redeemed twice",
        "a cash-out in flight that is not held",
    )

    def __init__(self, bug: str = "", *, notes: int = 2, bets: int = 1, cash_outs: int = 2, showings: int = 2) -> None:
        super().__init__(bug)
        self.at_most = {BOUGHT: notes, REGISTERED: bets, CASH_OUT: cash_outs, TICKET_IN: showings}
        self.known_books: dict[tuple[CashEntry, ...], Books] = {(): Books()}

    def start(self) -> Cage:
        return Cage()

    def books(self, log: tuple[CashEntry, ...]) -> Books:
        books = self.known_books.get(log)
        if books is None:
            books = self.known_books[log] = self.posted(self.books(log[:-1]), log[-1])
        return books

    def posted(self, books: Books, entry: CashEntry) -> Books:
        """The table of postings: each line sums to zero."""
        kind, terminal, amount = entry.kind, entry.terminal, entry.amount
        credit, before = books.credit[terminal], books.sitting[terminal]
        if kind == BOUGHT:
            books, credit = books._replace(cash=books.cash - amount), credit + amount
        elif kind == REGISTERED:
            books, credit = books._replace(stake=books.stake + amount, sitting_of_stake=before), credit - amount
        elif kind == SETTLED:
            books = books._replace(stake=0, house=books.house + books.stake - amount)
            credit += amount
        elif kind == ISSUED:
            redeemable = books.redeemable | {entry.id}
            books, credit = books._replace(tickets=books.tickets + amount, redeemable=redeemable), credit - amount
        elif kind == REDEEMED:
            redeemable = books.redeemable - {entry.ticket}
            books, credit = books._replace(tickets=books.tickets - amount, redeemable=redeemable), credit + amount
        sitting, sittings = before, books.sittings
        stake = books.stake if terminal == T1 else 0
        if credit and not sitting:
            sitting = sittings = sittings + 1
        if not credit and (not stake or self.bug == "a sitting that ends when all credit is in play"):
            sitting = 0
        if not credit and kind == ISSUED and self.bug == "a sitting that ends at cash-out with a stake in play":
            sitting = 0
        return books._replace(
            credit=with_item(books.credit, terminal, credit),
            sitting=with_item(books.sitting, terminal, sitting),
            sittings=sittings,
            answered=books.answered | {entry.id} if entry.id else books.answered,
        )

    def steps(self, cage: Cage) -> Iterator[tuple[str, Cage]]:
        yield from self.people(cage)
        for request_id, request in enumerate(cage.asked, start=1):
            yield from self.console_receives(cage, request_id, request)
        yield from self.terminals_follow(cage)
        yield from self.dealer_settles(cage)

    # The Player Terminals. A terminal's mirror is what the log says up to its cursor; that it is so, scope 1 shows.

    def pending(self, cage: Cage, terminal: int) -> list[tuple[int, Request]]:
        """The outbox: what this terminal asked for, and was not answered by its own entry."""
        answered = self.books(cage.log[: cage.cursors[terminal]]).answered | cage.told_refused
        asked = enumerate(cage.asked, start=1)
        return [
            (request_id, request)
            for request_id, request in asked
            if request.terminal == terminal and request_id not in answered
        ]

    def spendable(self, cage: Cage, terminal: int) -> int:
        cursor = cage.cursors[terminal]
        in_flight = sum(request.amount for _, request in self.pending(cage, terminal) if request.kind == CASH_OUT)
        if self.bug == "a cash-out in flight that is not held":
            in_flight = 0
        # A Bet is registered at once here; until its entry arrives, the terminal holds it as in flight.
        bets = sum(e.amount for e in cage.log[cursor:] if e.kind == REGISTERED and e.terminal == terminal)
        return self.books(cage.log[:cursor]).credit[terminal] - in_flight - bets

    def people(self, cage: Cage) -> Iterator[tuple[str, Cage]]:
        left = {kind: most - sum(r.kind == kind for r in cage.asked) for kind, most in self.at_most.items()}
        left[REGISTERED] -= sum(entry.kind == REGISTERED for entry in cage.log)
        busy = {(request.kind, request.terminal) for t in (T1, T2) for _, request in self.pending(cage, t)}
        spendable = self.spendable(cage, T1)
        if left[BOUGHT] and (BOUGHT, T1) not in busy:
            yield self.asks(cage, Request(BOUGHT, T1, NOTE))
        if left[REGISTERED] and spendable > 0 and not self.books(cage.log).stake:
            for bet in sorted({1, spendable}):
                registered = cage._replace(log=(*cage.log, CashEntry(REGISTERED, T1, bet)))
                yield f"T1: a Bet of {bet} is registered", registered
        if left[CASH_OUT] and spendable > 0 and (CASH_OUT, T1) not in busy:
            yield self.asks(cage, Request(CASH_OUT, T1, spendable))
        if left[TICKET_IN]:
            for terminal in (T1, T2):
                if (TICKET_IN, terminal) not in busy:
                    yield from self.shows_ticket(cage, terminal)

    def shows_ticket(self, cage: Cage, terminal: int) -> Iterator[tuple[str, Cage]]:
        """The paper is in somebody's hand once T1 has printed it, and stays there after it was redeemed."""
        for entry in cage.log[: cage.cursors[T1]]:
            if entry.kind == ISSUED:
                yield self.asks(cage, Request(TICKET_IN, terminal, entry.amount, ticket=entry.id))

    def asks(self, cage: Cage, request: Request) -> tuple[str, Cage]:
        return f"people: {request}, id {len(cage.asked) + 1}", cage._replace(asked=(*cage.asked, request))

    def terminals_follow(self, cage: Cage) -> Iterator[tuple[str, Cage]]:
        for terminal in (T1, T2):
            if cage.cursors[terminal] < len(cage.log):
                cursors = with_item(cage.cursors, terminal, len(cage.log))
                yield f"T{terminal + 1}: has applied all {len(cage.log)} entries", cage._replace(cursors=cursors)

    # The Game Console.

    def console_receives(
        self, cage: Cage, request_id: int, request: Request, *, calm: bool = False
    ) -> Iterator[tuple[str, Cage]]:
        books = self.books(cage.log)
        if request_id in books.answered and self.bug != "an id that is not remembered":
            return  # See that entry again
        kind, terminal, amount, ticket = request
        label = f"console: {request}, id {request_id}, arrives, "
        refused = cage._replace(log=(*cage.log, CashEntry(NOT_DONE, terminal, 0, request_id, ticket)))
        if kind == BOUGHT:
            yield label + "bought", cage._replace(log=(*cage.log, CashEntry(BOUGHT, terminal, amount, request_id)))
        elif kind == CASH_OUT:
            in_play = books.stake and self.bug != "a sitting that ends at cash-out with a stake in play"
            if not in_play and amount <= books.credit[terminal]:
                yield label + "issued", cage._replace(log=(*cage.log, CashEntry(ISSUED, terminal, amount, request_id)))
            elif self.bug == "a refusal that is not durable":
                yield label + "refused, not on record", cage._replace(told_refused=cage.told_refused | {request_id})
            else:
                yield label + "refused", refused
        else:
            bound = self.bug == "a refusal that binds the ticket, not the id"
            spent = ticket not in books.redeemable
            spent = spent or (bound and any(e.kind == NOT_DONE and e.ticket == ticket for e in cage.log))
            if not spent or self.bug == "a ticket that can be redeemed twice":
                entry = CashEntry(REDEEMED, terminal, amount, request_id, ticket)
                yield label + "redeemed", cage._replace(log=(*cage.log, entry))
            elif self.bug == "a ticket refused under somebody else's entry":
                return  # See the entry that redeemed it, which is sealed to this terminal
            if spent or not calm:  # it may also be too much for the hour's cap
                yield label + "refused", refused

    def dealer_settles(self, cage: Cage) -> Iterator[tuple[str, Cage]]:
        stake = self.books(cage.log).stake
        if stake:
            for returned in (0, 2 * stake):
                entry = CashEntry(SETTLED, T1, returned)
                yield f"Dealer: the Bet of T1 is settled, {returned} returned", cage._replace(log=(*cage.log, entry))

    # What must hold.

    def broken(self, cage: Cage) -> str | None:
        books = self.books(cage.log)
        if books.cash + books.house + books.tickets + sum(books.credit) + books.stake:
            return f"M1 zero sum: {books}"
        if min(books.credit) < 0 or books.tickets < 0:
            return f"M3 no debt: credit {books.credit}, tickets {books.tickets}"
        ids = [entry.id for entry in cage.log if entry.id]
        if len(set(ids)) < len(ids):
            return f"M6 one fate: two entries answer id {ids[-1]}"
        fed_in = sum(
            cage.asked[request_id - 1].amount for request_id in ids if cage.asked[request_id - 1].kind == BOUGHT
        )
        if -books.cash != fed_in:
            return f"M5 conservation: {fed_in} was fed in, cash says {-books.cash}"
        if books.stake and books.sitting_of_stake != books.sitting[T1]:
            return f"the stake of sitting {books.sitting_of_stake} will be paid to sitting {books.sitting[T1]}"
        for terminal, credit in enumerate(books.credit):
            shown = self.spendable(cage, terminal)
            if shown > credit:
                return f"T{terminal + 1} shows {shown} to spend of {credit}"
        return None

    def healed(self, cage: Cage) -> Cage:
        return cage._replace(told_refused=frozenset())

    def calm_steps(self, cage: Cage) -> Iterator[tuple[str, Cage]]:
        for terminal in (T1, T2):
            for request_id, request in self.pending(cage, terminal):
                yield from self.console_receives(cage, request_id, request, calm=True)  # resent until answered
        yield from self.terminals_follow(cage)
        yield from self.dealer_settles(cage)
        # Whoever holds a ticket brings it to a terminal, some time: to the other one after a refusal.
        for step in self.shows_ticket(cage, len(cage.asked) % 2):
            if step[1].asked[-1].ticket in self.books(cage.log).redeemable:
                yield step

    def unsettled(self, cage: Cage) -> str | None:
        for terminal in (T1, T2):
            for request_id, request in self.pending(cage, terminal):
                return f"{request}, id {request_id}, is never answered"
        if min(cage.cursors) < len(cage.log):
            return f"the terminals stay at {cage.cursors} of {len(cage.log)} entries"
        books = self.books(cage.log)
        if books.stake:
            return "the Bet is not settled"
        return f"nobody can redeem the tickets {set(books.redeemable)}" if books.redeemable else None


# --- 4. A late panel: the Dealer's commands, two Rounds ---------------------------------------------------------------

OPEN, ADD_TIME, CLOSE, CERTIFY, VOID, GO_ON = "open", "add time", "close", "certify", "void", "go on"
READY, BETTING, DEALING, RESULT = "Ready", "Betting", "Dealing", "Result"


class Button(NamedTuple):
    """What the Dealer means: to do this, in this Round, with these cards on the screen."""

    kind: str
    round_no: int
    cards: int = 0  # 1 as the shoe saw them, 2 as reconstructed: stands for the digest

    def __str__(self) -> str:
        return f"{self.kind}(Round {self.round_no}{f', cards {self.cards}' if self.cards else ''})"


class Command(NamedTuple):
    id: int
    button: Button
    wish: int  # taps on an unanswered button are one wish; the console does not know it


class RoundState(NamedTuple):
    """The console's state, a fold of its log, and so also what a panel shows that has followed up to there."""

    round_no: int = 0
    phase: str = READY
    cards: int = 0
    paused: bool = False
    done: frozenset[int] = frozenset()  # ids of commands
    refused: frozenset[int] = frozenset()


class Deal(NamedTuple):
    now: RoundState = RoundState()
    shown: RoundState = RoundState()
    commands: tuple[Command, ...] = ()  # all that were sent; any may still arrive, or arrive again
    done: frozenset[int] = frozenset()  # wishes that came true, whatever the console remembers
    refused: frozenset[int] = frozenset()  # and those that the Dealer was told will not
    console_faults: int = 0
    wrong: str = ""


class LatePanel(Model[Deal]):
    BUGS = (
        "a command that names no Round",
        "a certification that names no cards",
        "a command_id that is not remembered",
        "command_ids forgotten at a restart",
        "a refused command that is decided again",
        "a command_id of its own for every tap",
        "a command_id kept after its refusal",
    )

    def __init__(self, bug: str = "", *, rounds: int = 2, taps: int = 4, console_faults: int = 0) -> None:
        super().__init__(bug)
        self.rounds = rounds
        self.taps = taps
        self.console_faults = console_faults

    def start(self) -> Deal:
        return Deal(console_faults=self.console_faults)

    def steps(self, deal: Deal) -> Iterator[tuple[str, Deal]]:
        for button in self.buttons(deal.shown):
            label, command = self.tapped(deal, button)
            if command not in deal.commands and len(deal.commands) < self.taps:
                yield label, deal._replace(commands=(*deal.commands, command))
        for command in deal.commands:
            yield self.arrives(deal, command)
        yield from self.panel_follows(deal)
        yield from self.cards_come(deal)
        now = deal.now
        if now.phase == BETTING and not now.paused:
            yield "console: the countdown ends", deal._replace(now=now._replace(phase=DEALING))
        if now.phase == RESULT and now.cards == 1:
            yield "Supervisor: the cards are reconstructed", deal._replace(now=now._replace(cards=2))
        if deal.console_faults:
            now = now._replace(paused=now.phase != READY)
            if self.bug == "command_ids forgotten at a restart":
                now = now._replace(done=frozenset(), refused=frozenset())
            restarted = deal._replace(now=now, console_faults=deal.console_faults - 1)
            yield "console: crashes and starts again", restarted

    # The panel.

    def buttons(self, shown: RoundState) -> list[Button]:
        if shown.phase == READY:
            return [Button(OPEN, shown.round_no + 1)] if shown.round_no < self.rounds else []
        if shown.paused:
            return [Button(GO_ON, shown.round_no), Button(VOID, shown.round_no)]
        if shown.phase == BETTING:
            return [Button(kind, shown.round_no) for kind in (CLOSE, ADD_TIME, VOID)]
        return [Button(CERTIFY, shown.round_no, shown.cards)] if shown.phase == RESULT else []

    def tapped(self, deal: Deal, button: Button) -> tuple[str, Command]:
        """A double tap is one command: the button keeps its id until the panel has seen what became of it."""
        same = [command for command in deal.commands if command.button == button and command.id not in deal.shown.done]
        unanswered = [command for command in same if command.id not in deal.shown.refused]
        command = Command(len(deal.commands) + 1, button, wish=len(deal.commands) + 1)
        if self.bug == "a command_id kept after its refusal" and same:
            command = same[0]
        elif self.bug == "a command_id of its own for every tap" and unanswered:
            command = command._replace(wish=unanswered[0].wish)
        elif unanswered:
            command = unanswered[0]
        return f"Dealer: taps {button}, command {command.id}", command

    def panel_follows(self, deal: Deal) -> Iterator[tuple[str, Deal]]:
        if deal.shown != deal.now:
            where = f"Round {deal.now.round_no}, {deal.now.phase}{', paused' if deal.now.paused else ''}"
            yield f"panel: shows {where}", deal._replace(shown=deal.now)

    # The Game Console.

    def arrives(self, deal: Deal, command: Command) -> tuple[str, Deal]:
        label, now = f"console: {command.button}, command {command.id}, arrives", deal.now
        if command.id in now.done and self.bug != "a command_id that is not remembered":
            return label, deal
        if command.id in now.refused and self.bug != "a refused command that is decided again":
            return label, deal
        if not self.allowed(now, command.button):
            now = now._replace(refused=now.refused | {command.id})
            return f"{label}, refused", deal._replace(now=now, refused=deal.refused | {command.wish})
        after = self.executed(now, command.button)
        wrong = deal.wrong
        if command.button.round_no != after.round_no:
            wrong = f"{command.button} was done in Round {after.round_no}"
        elif command.button.kind == CERTIFY and command.button.cards != now.cards:
            wrong = f"{command.button} has certified cards {now.cards}"
        elif command.wish in deal.done:
            wrong = f"{command.button} was meant once and done twice"
        elif command.wish in deal.refused:
            wrong = f"{command.button} was refused, then done"
        after = after._replace(done=now.done | {command.id})
        return f"{label}, done", deal._replace(now=after, wrong=wrong, done=deal.done | {command.wish})

    def allowed(self, now: RoundState, button: Button) -> bool:
        kind = button.kind
        current = now.round_no + 1 if kind == OPEN else now.round_no
        if button.round_no != current and self.bug != "a command that names no Round":
            return False
        if kind == OPEN:
            return now.phase == READY and now.round_no < self.rounds
        if kind == VOID:
            return now.phase != READY
        if kind == GO_ON:
            return now.paused
        if kind == CERTIFY:
            same_cards = button.cards == now.cards or self.bug == "a certification that names no cards"
            return now.phase == RESULT and not now.paused and same_cards
        return now.phase == BETTING and not now.paused

    def executed(self, now: RoundState, button: Button) -> RoundState:
        kind = button.kind
        if kind == OPEN:
            return now._replace(round_no=now.round_no + 1, phase=BETTING)
        if kind == CLOSE:
            return now._replace(phase=DEALING)
        if kind == GO_ON:
            return now._replace(paused=False)
        if kind in (CERTIFY, VOID):
            return now._replace(phase=READY, cards=0, paused=False)
        return now  # time was added: the log has one more entry, which is not undone

    def cards_come(self, deal: Deal) -> Iterator[tuple[str, Deal]]:
        if deal.now.phase == DEALING and not deal.now.paused:
            yield "shoe: the cards come", deal._replace(now=deal.now._replace(phase=RESULT, cards=1))

    # What must hold.

    def broken(self, deal: Deal) -> str | None:
        return deal.wrong or None

    def healed(self, deal: Deal) -> Deal:
        return deal  # what was tapped stays in the panel's memory; the calm steps deliver nothing that is not tapped

    def calm_steps(self, deal: Deal) -> Iterator[tuple[str, Deal]]:
        yield from self.panel_follows(deal)
        yield from self.cards_come(deal)
        for button in self.buttons(deal.shown):
            if button.kind in (GO_ON, CLOSE, CERTIFY):  # what is due; nobody wishes for more time or a Void
                label, command = self.tapped(deal, button)
                commands = deal.commands if command in deal.commands else (*deal.commands, command)
                arrival, after = self.arrives(deal._replace(commands=commands), command)
                yield f"{label}; {arrival}", after

    def unsettled(self, deal: Deal) -> str | None:
        if deal.now.phase != READY:
            return f"Round {deal.now.round_no} does not end"
        return "the panel is late for ever" if deal.shown != deal.now else None


# --- 5. A follower: Batch, Pulse, Sync, Snapshot ----------------------------------------------------------------------

SYNC, DELTAS, SNAPSHOT = "Sync", "Deltas", "Snapshot"
OWN_ENTRY = 2  # private to this follower: in a Batch it is sealed
DELTAS_MAX = 2


class Letter(NamedTuple):
    kind: str
    first: int  # of a Sync: the entry after which to begin
    last: int = 0

    def __str__(self) -> str:
        return f"{self.kind}({self.first}{f' to {self.last}' if self.last else ''})"


class Stream(NamedTuple):
    batches: tuple[int, ...] = ()  # the last entry of each; all may still arrive
    cursor: int = 0
    view: tuple[int, ...] = ()  # the entries it has seen, in its order; one without its body is negative
    asked: bool = False  # one Sync is outstanding
    network: frozenset[Letter] = frozenset()
    crashes: int = 0
    furthest: int = 0  # the highest cursor there ever was

    @property
    def head(self) -> int:
        return self.batches[-1] if self.batches else 0


class Follower(Model[Stream]):
    BUGS = (
        "a Sync asked once",
        "a Pulse ahead that asks for nothing",
        "a gap that is not checked",
        "an entry that is applied twice",
        "going past an own entry that came sealed",
        "a Snapshot taken by a follower that has history",
    )

    def __init__(self, bug: str = "", *, entries: int = 4, crashes: int = 1) -> None:
        super().__init__(bug)
        self.entries = entries
        self.crashes = crashes

    def start(self) -> Stream:
        return Stream(crashes=self.crashes)

    def steps(self, stream: Stream) -> Iterator[tuple[str, Stream]]:
        head = stream.head
        for more in (1, 2):
            if head + more <= self.entries:
                committed = stream._replace(batches=(*stream.batches, head + more))
                yield f"console: commits up to entry {head + more}", committed
        for first, last in zip((0, *stream.batches), stream.batches, strict=False):
            yield f"follower: Batch({first + 1} to {last}) arrives", self.hears(stream, first + 1, last, sealed=True)
        if head >= OWN_ENTRY:
            yield f"follower: See({OWN_ENTRY}) arrives", self.hears(stream, OWN_ENTRY, OWN_ENTRY)
        yield from self.pulse_arrives(stream)
        yield from self.asks_again(stream)
        for letter in sorted(stream.network):
            yield self.arrives(stream, letter)
        if stream.crashes:
            yield "follower: crashes and starts again", stream._replace(asked=False, crashes=stream.crashes - 1)

    def arrives(self, stream: Stream, letter: Letter) -> tuple[str, Stream]:
        if letter.kind == SYNC:
            if letter.first == 0:
                reply = Letter(SNAPSHOT, stream.head)
            else:
                reply = Letter(DELTAS, letter.first + 1, min(letter.first + DELTAS_MAX, stream.head))
            if stream.head > letter.first:
                stream = stream._replace(network=stream.network | {reply})
            return f"console: {letter} arrives", stream
        if letter.kind == DELTAS:
            return f"follower: {letter} arrive", self.hears(stream, letter.first, letter.last)
        if stream.cursor == 0 or self.bug == "a Snapshot taken by a follower that has history":
            stream = self.moved(stream, letter.first, tuple(range(1, letter.first + 1)))
        return f"follower: {letter} arrives", stream

    def hears(self, stream: Stream, first: int, last: int, *, sealed: bool = False) -> Stream:
        """Accepts exactly the next entry with its body; ignores smaller ones; asks when one is missing."""
        cursor, view = stream.cursor, stream.view
        for seq in range(first, last + 1):
            if seq <= cursor and self.bug != "an entry that is applied twice":
                continue
            hidden = sealed and seq == OWN_ENTRY
            gap = seq > cursor + 1 and self.bug != "a gap that is not checked"
            if gap or (hidden and self.bug != "going past an own entry that came sealed"):
                return self.asks(self.moved(stream, cursor, view))
            cursor, view = seq, (*view, -seq if hidden else seq)
        return self.moved(stream, cursor, view)

    def moved(self, stream: Stream, cursor: int, view: tuple[int, ...]) -> Stream:
        if view == stream.view:
            return stream
        return stream._replace(cursor=cursor, view=view, asked=False, furthest=max(stream.furthest, cursor))

    def asks(self, stream: Stream) -> Stream:
        return stream if stream.asked else self.syncs(stream)

    def syncs(self, stream: Stream) -> Stream:
        return stream._replace(asked=True, network=stream.network | {Letter(SYNC, stream.cursor)})

    def pulse_arrives(self, stream: Stream) -> Iterator[tuple[str, Stream]]:
        if stream.head > stream.cursor and self.bug != "a Pulse ahead that asks for nothing":
            yield f"follower: Pulse({stream.head}) arrives", self.asks(stream)

    def asks_again(self, stream: Stream) -> Iterator[tuple[str, Stream]]:
        if stream.asked and self.bug != "a Sync asked once":
            yield f"follower: no progress, asks Sync({stream.cursor}) again", self.syncs(stream)

    def broken(self, stream: Stream) -> str | None:
        if stream.view != tuple(range(1, stream.cursor + 1)):
            return f"M8 same history: the follower at {stream.cursor} has {stream.view}"
        if stream.cursor < stream.furthest:
            return f"M8 same history: the follower went back from {stream.furthest} to {stream.cursor}"
        return None

    def healed(self, stream: Stream) -> Stream:
        return stream._replace(network=frozenset())

    def calm_steps(self, stream: Stream) -> Iterator[tuple[str, Stream]]:
        for letter in sorted(stream.network):
            yield self.arrives(stream._replace(network=stream.network - {letter}), letter)
        yield from self.pulse_arrives(stream)
        yield from self.asks_again(stream)

    def unsettled(self, stream: Stream) -> str | None:
        return f"the follower stays at {stream.cursor} of {stream.head}" if stream.cursor < stream.head else None
