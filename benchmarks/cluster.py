"""How fast the cluster is as real processes, each figure beside the bare parts of the same run and, where there is one,
its goal.

The console is the real one. The terminals are real sessions with real journals and encrypted sockets, but many in one
process (`seats.py`): sixty-four interpreters on two cores would measure the scheduler. Their journals lie in memory,
because sixty-four machines have sixty-four disks; the console's lies on the disk of the folder that is given. The bare
parts (`bare.py`) run beside ours, in as many processes and under the same load, in turn: ROUTER/DEALER with CURVE and
one durable commit; a pseudo-terminal, one durable commit and PUB/SUB with CURVE.

    ./etg bench cluster
"""

import json
import os
import pty
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import tty
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from msgspec import Struct

from benchmarks.bare import COMMIT
from benchmarks.history import History
from console.panel.link import PanelLink
from deploy.demo.hands import SHUFFLER, lend_a_hand
from deploy.demo.rig import PANEL, Rig
from games.cards import decks
from protocol import messages as m
from protocol.process import now_ms
from protocol.view import cards_digest
from shoe_driver.emulator import EmulatedShoe

SEED: Final = 7
SECOND_NS: Final = 1_000_000_000
MEMORY: Final = Path("/dev/shm")  # where the terminals' journals are
PATIENCE_S: Final = 20.0
SLICES: Final = 8  # of a measurement against the bare parts
ROUNDS_LARGE: Final = 100_000
SERVING: Final = b"READY=1"


class Plan(Struct, frozen=True):
    """How much is measured. A tenth of it is enough to see that the benchmark works."""

    few: int = 8
    many: int = 64
    crowd: int = 250
    bets_a_second: float = 3.0  # of each terminal
    crowd_bets_a_second: float = 0.2  # beyond, two cores are busy with the terminals' own work
    seconds: float = 10.0
    rounds: tuple[int, ...] = (1_000, 10_000)
    starts: int = 3


LARGE: Final = Plan(rounds=(1_000, 10_000, ROUNDS_LARGE))


# --- processes ----------------------------------------------------------------------------------------------------


def environment() -> dict[str, str]:
    """Ours, so that our code is found from any folder, and no process outlives us."""
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "ETG_DIES_WITH": str(os.getpid())}


class Child:
    """A process of ours that obeys JSON lines."""

    def __init__(self, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment()
        )

    def begin(self, do: str, **how: Any) -> None:
        stdin = self._process.stdin
        assert stdin is not None
        stdin.write(json.dumps({"do": do, **how}).encode() + b"\n")
        stdin.flush()

    def has_said(self, within_s: float) -> bool:
        stdout = self._process.stdout
        assert stdout is not None
        return bool(select.select([stdout], [], [], within_s)[0])

    def result(self) -> Any:
        stdout = self._process.stdout
        assert stdout is not None
        line = stdout.readline()
        if not line:
            raise RuntimeError(f"{self._process.args!r} has ended")
        return json.loads(line)

    def close(self) -> None:
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        self._process.wait(PATIENCE_S)


class Crowds:
    """Some processes with many members each, as one. `meanwhile` is done now and then while they are waited for."""

    def __init__(self, children: Sequence[Child], meanwhile: Callable[[], None] = lambda: None) -> None:
        self._children = children
        self._meanwhile = meanwhile

    def begin(self, do: str, **how: Any) -> None:
        for number, child in enumerate(self._children):
            child.begin(do, **({**how, "seed": how["seed"] + 1_000 * number} if "seed" in how else how))

    def results(self) -> list[Any]:
        for child in self._children:
            while not child.has_said(0.02):
                self._meanwhile()
        return [child.result() for child in self._children]

    def ask(self, do: str, **how: Any) -> list[Any]:
        self.begin(do, **how)
        return self.results()

    def took(self, do: str, **how: Any) -> list[int]:
        return [each for result in self.ask(do, **how) for each in result["took"]]

    def marks(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for result in self.ask("marks"):
            for mark, times in result.items():
                found.setdefault(mark, []).extend(times)
        return found

    def close(self) -> None:
        for child in self._children:
            child.close()


def shares(names: Sequence[str]) -> list[Sequence[str]]:
    """One process for a few members, two for many: there are two cores, and the console needs some of one."""
    return [names] if len(names) <= 8 else [names[::2], names[1::2]]


class Bare:
    """The bare parts: a server with a line, and clients."""

    def __init__(self, opened: ExitStack, folder: Path, members: int, meanwhile: Callable[[], None]) -> None:
        self._line, far_end = pty.openpty()
        for end in (self._line, far_end):
            tty.setraw(end)
            opened.callback(os.close, end)
        self._server = Child("benchmarks.bare", "serve", str(folder), os.ttyname(far_end))
        opened.callback(self._server.close)
        ends = self._server.result()
        parts = [str(len(share)) for share in shares([""] * members)]
        self.crowds = Crowds([Child("benchmarks.bare", "ask", part, *ends) for part in parts], meanwhile)
        opened.callback(self.crowds.close)
        self.crowds.ask("join")

    def card(self, number: int) -> list[int]:
        """The bytes of a card on the line, and when each listener had them: nanoseconds."""
        text = f"{COMMIT.decode()} {number}"
        began = time.monotonic_ns()
        os.write(self._line, text.encode())
        time.sleep(0.03)
        return [when - began for when in self.crowds.marks().get(text, ())]


class Cluster:
    """A console, a shoe and a panel here, and seats in other processes."""

    def __init__(self, opened: ExitStack, folder: Path, terminals: int, game: str = "baccarat") -> None:
        self.rig = Rig(folder, terminals=terminals + 1, countdown_s=100, game=game)
        *self.seated, self.alone = self.rig.terminals  # the last one is for a process of its own
        self.shoe = EmulatedShoe("reference", (), SEED, link=folder / "shoe")
        opened.callback(self.shoe.close)
        self.rig.start_console()
        opened.callback(self.rig.stop)
        self.link = PanelLink(self.rig.peer(PANEL))
        opened.callback(self.link.close)
        self.until(lambda: self.link.desk.ready)
        self.order(m.OpenTable())
        journals = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="etg-bench-", dir=MEMORY)))
        parts = shares(self.seated)
        self.seats = Crowds([Child("benchmarks.seats", str(folder), str(journals), *part) for part in parts], self.tend)
        opened.callback(self.seats.close)
        self.seats.ask("join")

    @property
    def view(self) -> Any:
        return self.link.desk.view

    def until(self, holds: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not holds():
            if time.monotonic() > end:
                raise TimeoutError(f"halted: {self.view.halts}; the console says: {self.rig.log('console')[-500:]}")
            self.tend()
            if not holds():
                self.link.peer.wait(now_ms() + 5)

    def tend(self) -> None:
        """A shoe that does not answer is a lost shoe, and a halted table."""
        self.link.turn()
        self.shoe.service(now_ms())

    def order(self, order: m.Order) -> None:
        desk = self.link.desk
        self.until(lambda: not lend_a_hand(desk))
        desk.order(os.urandom(8), order)
        self.until(lambda: not desk.waiting)
        self.until(lambda: not lend_a_hand(desk))
        if desk.refusals:
            raise RuntimeError(f"refused: {desk.refusals}")

    def load_shoe(self) -> None:
        cards = [card.text for card in decks(8)]
        Random(SEED).shuffle(cards)
        self.shoe.load(cards)
        self.order(m.LoadShoe(8, SHUFFLER.number, first_seq=self.shoe.seq))

    def open_bets(self) -> None:
        self.until(lambda: self.link.desk.ready)
        if len(self.shoe.cards) < 20:
            self.load_shoe()
        self.order(m.OpenBets())
        self.seats.ask("open")

    def deal(self) -> list[int]:
        """The cards of this Round: for each card and seat, the nanoseconds from the line to the event."""
        drawn: list[int] = []
        while self.view.due:
            drawn.append(time.monotonic_ns())
            self.shoe.draw()
            self.until(lambda: len(self.view.draws) == len(drawn))
            time.sleep(0.03)  # one at a time
        marks = self.seats.marks()
        round_no = self.view.round_no
        seen = [(began, marks.get(f"card {round_no} {number}", ())) for number, began in enumerate(drawn, 1)]
        return [when - began for began, times in seen for when in times]

    def certify(self) -> list[int]:
        """From the Dealer's tap to each seat's end of the Round: nanoseconds."""
        self.until(lambda: self.link.desk.ready)
        self.seats.marks()
        round_no = self.view.round_no
        began = time.monotonic_ns()
        self.order(m.Certify(cards_digest(self.view)))
        found: list[int] = []
        while len(found) < len(self.seated):
            found += self.seats.marks().get(f"end {round_no}", ())
        return [when - began for when in found]

    def finish(self) -> None:
        """The Round that is open, whatever it brings."""
        self.order(m.CloseBets())
        self.deal()
        self.certify()


@contextmanager
def beside(folder: Path, terminals: int, game: str = "baccarat") -> Iterator[tuple[Cluster, Bare]]:
    """Both, up and joined, in folders of their own on the same disk."""
    with ExitStack() as opened:
        place = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="etg-bench-", dir=folder)))
        cluster = Cluster(opened, place / "cluster", terminals, game)
        yield cluster, Bare(opened, place, terminals, cluster.tend)


# --- what is told ---------------------------------------------------------------------------------------------------


def quantile(values: Iterable[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def tell(what: str, figure: str, against: str = "", reached: bool | None = None) -> None:
    verdict = "" if reached is None else "  reached" if reached else "  NOT REACHED"
    print(f"{what:48} {figure:>26}  {against}{verdict}", flush=True)


def tell_against_bare(what: str, ours: Sequence[int], bare: Sequence[int], goals: tuple[float, float] | None) -> None:
    """p50 and p99, and their ratios to the bare parts."""
    for number, (name, share) in enumerate((("p50", 0.5), ("p99", 0.99))):
        mine, other = quantile(ours, share) / 1e6, quantile(bare, share) / 1e6
        goal = "" if goals is None else f", goal {goals[number]}"
        against = f"bare {other:.2f} ms: {mine / other:.2f} times{goal}"
        tell(f"{what} {name}", f"{mine:.2f} ms", against, None if goals is None else mine / other <= goals[number])


# --- the figures ----------------------------------------------------------------------------------------------------


def taps(cluster: Cluster, bare: Bare, rate: float, seconds: float, goals: tuple[float, float] | None) -> None:
    """From the Player's tap to the entry applied and durable at his terminal: commit, send, console's commit, reply."""
    ours: list[int] = []
    others: list[int] = []
    cluster.open_bets()
    for number in range(SLICES):  # in turn: the machine is shared, and its disk has moods
        for crowds, took in ((bare.crowds, others), (cluster.seats, ours)):
            took += crowds.took("tap", rate=rate, seconds=seconds / SLICES, seed=number)
    cluster.finish()
    terminals = len(cluster.seated)
    tell_against_bare(f"tap to registered, {terminals} terminals, {len(ours)} taps,", ours, others, goals)


def cards(cluster: Cluster, bare: Bare, rounds: int) -> None:
    ours: list[int] = []
    others: list[int] = []
    for number in range(rounds):
        for card in range(5):
            others += bare.card(5 * number + card)
        cluster.open_bets()
        cluster.order(m.CloseBets())
        ours += cluster.deal()
        cluster.certify()
    tell_against_bare(f"card on the line to event, {len(ours)} events,", ours, others, None)


def throughput(cluster: Cluster, bare: Bare, seconds: float) -> None:
    """Everybody taps again as soon as he was answered, as often as the console listens to one key (FAULTS A11)."""

    def flood(crowds: Crowds) -> tuple[int, float]:
        results = crowds.ask("flood", seconds=seconds)
        return sum(len(result["took"]) for result in results), max(result["seconds"] for result in results)

    others, bare_s = flood(bare.crowds)
    cluster.open_bets()
    console = cluster.rig.processes["console"].pid
    before = cpu_s(console)
    bets, took_s = flood(cluster.seats)
    busy_s = cpu_s(console) - before
    cluster.finish()
    against = f"bare {others / bare_s:.0f}; the console was busy {busy_s / took_s:.0%} of the time"
    tell(f"Bets registered a second, {len(cluster.seated)} terminals", f"{bets / took_s:.0f}", against)


def last_second(cluster: Cluster) -> None:
    """Everybody changes his Bets in the second before the close; the close itself comes at its end."""
    cluster.open_bets()
    at = time.monotonic_ns() + 3 * SECOND_NS // 2
    cluster.seats.begin("burst", at=at, span=SECOND_NS, seed=SEED)
    cluster.until(lambda: time.monotonic_ns() >= at)
    cluster.order(m.CloseBets())
    results = cluster.seats.results()
    answered = [when for result in results for when in result["answered"]]
    late = sum(result["late"] for result in results)
    slowest = (max(answered) - at) / 1e6
    what = f"{len(answered)} changes in the last second, all answered"
    told = f"goal 1000 ms{f'; {late} taps came too late' if late else ''}"
    tell(what, f"{slowest:.0f} ms after the close", told, slowest <= 1_000)
    cluster.deal()


def settlement(cluster: Cluster, folder: Path) -> None:
    """Of the Round of `last_second`, in which everybody has Bets."""
    took = [each / 1e6 for each in cluster.certify()]
    terminals = len(cluster.seated)
    with tempfile.TemporaryDirectory(prefix="etg-bench-", dir=folder) as place:
        Rig(Path(place), terminals=1)
        history = History(Path(place), terminals)
        own = []
        for _ in range(5):
            history.deal()
            own.append(history.certify_now() / 1e6)
        history.close()
    what = f"settlement of {terminals} terminals, certificate to the last"
    tell(what, f"{max(took):.0f} ms", f"median terminal {quantile(took, 0.5):.0f} ms")
    tell("  of it the console: decide, write, commit", f"{quantile(own, 0.5):.1f} ms")


def idle(cluster: Cluster, seconds: float, goal: float | None) -> None:
    """Between two Rounds: pulses and beats, and nobody does anything."""
    console = cluster.rig.processes["console"].pid
    before, began = cpu_s(console), time.monotonic()
    cluster.until(lambda: time.monotonic() >= began + seconds)
    share = (cpu_s(console) - before) / (time.monotonic() - began)
    against, reached = ("", None) if goal is None else (f"goal {goal:.0%}", share < goal)
    tell(f"CPU of an idle console, {len(cluster.seated)} terminals", f"{share:.2%}", against, reached)


def memory(cluster: Cluster, seconds: float) -> None:
    rig = cluster.rig
    rig.start_terminal(cluster.alone, bot=False)
    began = time.monotonic()
    cluster.until(lambda: time.monotonic() >= began + seconds)
    for what, name in (("console", "console"), ("headless terminal", cluster.alone)):
        rss, pss = memory_mb(rig.processes[name].pid)
        tell(f"memory of the {what}", f"{rss:.0f} MB", f"PSS {pss:.0f} MB")
    rig.kill(cluster.alone)


def cpu_s(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int) -> tuple[float, float]:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    sizes = {line.split()[0]: int(line.split()[1]) / 1_024 for line in lines if line.endswith("kB")}
    return sizes["Rss:"], sizes["Pss:"]


def restarts(folder: Path, rounds: Sequence[int], times: int) -> None:
    """From the start of the process to its word to systemd that it serves, the slowest of a few: the plug was pulled
    before, and the machine knows nothing of the journal any more."""
    with tempfile.TemporaryDirectory(prefix="etg-bench-", dir=folder) as place:
        empty, full = Path(place) / "empty", Path(place) / "full"
        Rig(empty, terminals=4)
        bare = min(_start_s(empty) for _ in range(times))
        tell("start to serving, empty journal", f"{bare:.2f} s")
        Rig(full, terminals=4)
        history = History(full, 4)
        for until in rounds:
            history.play(until - history.table.view.round_no)
            copy = Path(place) / f"{until}"
            history.copy(copy)
            slow, goal = max(_start_s(copy) for _ in range(times)), until == ROUNDS_LARGE
            size = (copy / "table.journal").stat().st_size >> 20
            what = f"restart with {until} rounds, {history.table.seq} entries, {size} MB"
            against = f"{slow / bare:.2f} times the empty one" + (", goal 2 s" if goal else "")
            tell(what, f"{slow:.2f} s", against, slow < 2 if goal else None)
            shutil.rmtree(copy)
        history.close()


def _forget(path: Path) -> None:
    """Out of the machine's memory, as after a power loss."""
    if path.exists():
        with path.open("rb") as file:
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def _start_s(folder: Path) -> float:
    _forget(folder / "table.journal")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        address = f"{folder}.ready"
        heard.bind(address)
        heard.settimeout(60)
        began = time.monotonic()
        new = () if (folder / "table.journal").exists() else ("--new",)
        process = subprocess.Popen(
            [sys.executable, "-m", "deploy.cli", "console", str(folder / "table.toml"), *new],
            env={**environment(), "NOTIFY_SOCKET": address},
            stderr=subprocess.DEVNULL,
        )
        try:
            if heard.recv(100) != SERVING:
                raise RuntimeError("the console said something else first")
            return time.monotonic() - began
        finally:
            process.kill()
            process.wait()
            Path(address).unlink()


def measure(folder: Path, plan: Plan) -> None:
    goals = (1.5, 2.0)
    with beside(folder, plan.few) as (cluster, bare):
        taps(cluster, bare, plan.bets_a_second, plan.seconds, goals)
        cards(cluster, bare, max(1, int(plan.seconds)))
        idle(cluster, plan.seconds, 0.02)
        memory(cluster, plan.seconds / 4)
    with beside(folder, plan.many) as (cluster, bare):
        taps(cluster, bare, plan.bets_a_second, plan.seconds, goals)
        throughput(cluster, bare, plan.seconds / 2)
    with beside(folder, plan.crowd) as (cluster, bare):
        taps(cluster, bare, plan.crowd_bets_a_second, plan.seconds, None)
        last_second(cluster)
        settlement(cluster, folder)
        idle(cluster, plan.seconds, None)
    restarts(folder, plan.rounds, plan.starts)


def main(plan: Plan) -> None:
    print("the cluster: a real console; terminals are real sessions, many in one process, their journals in memory")
    measure(Path(tempfile.gettempdir()), plan)


if __name__ == "__main__":
    main(Plan())
