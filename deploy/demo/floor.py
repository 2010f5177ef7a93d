"""`etg floor demo`: several tables of different games with bots, and a floor over them: database, followers, page.

Tables are those of `etg demo`, each with its own processes; the floor is `etg floor` and `etg floor page`, over a
PostgreSQL with a synchronous standby. Bots leave their tickets lying about, some of them copied, and whoever finds one
puts it in at his own table. With `--faults` consoles, terminals, the floor and the database are killed while tickets
travel. It ends by verifying every journal, that the rows of each table say what its own ledger says, and across all
tables that each ticket was redeemed once or not at all.
"""

import argparse
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from audit.progress import natural, positive
from deploy.demo.across import compare
from deploy.demo.command import GAMES, TURN_MS, Demo, Interrupted, _speed
from deploy.demo.findings import FoldedLog, check_table
from deploy.demo.report import Teller
from deploy.demo.rig import FLOOR, Processes, Rig, free_ports, ours
from floor.intake import read_entries
from floor.redemptions import DOUBT
from floor.retention import BALANCES
from floor.rows import ACCOUNTS
from floor.server import Server, ServerError
from floor.store import Store, Unavailable, migrate
from protocol import events as e
from protocol import keys
from protocol.chain import is_sealed
from protocol.codec import decode_event
from protocol.fact import Fact
from protocol.journal import Journal
from protocol.ledger import Ledger
from protocol.process import Stop, now_ms
from protocol.view import TableView

HELP = "Run a floor: tables of different games with bots, database with a standby, followers and the pit's page."
EXAMPLE = """
./etg floor demo --tables 6
./etg floor demo --tables 4 --rounds 10 --faults       # tables, followers and the database are killed while it plays
"""
TABLES: Final = 6
ROUNDS: Final = 3
TERMINALS: Final = 2
FAULT_EVERY_MS: Final = 6_000
PAGE: Final = "Page"
PERSON: Final = ("3001", "Max Ong", "314271")  # of the page's register, here
LEVEL_MS: Final = 60_000


class Quiet(Teller):
    """Of one table among several: only what is done to it, with its name."""

    def __init__(self, name: str, view: Callable[[], TableView], ledger: Callable[[], Ledger]) -> None:
        super().__init__(view, ledger)
        self._name, self._listens = name, False

    def tell(self, seq: int, event: Fact) -> None:
        self._listens = True
        super().tell(seq, event)
        self._listens = False

    def say(self, text: str, shade: str = "") -> None:
        if not self._listens:
            super().say(text, shade)

    def fault(self, text: str) -> None:
        super().fault(f"{self._name}: {text}")

    def note(self, text: str) -> None:
        super().note(f"{self._name}: {text}")


class FloorTable(Demo):
    """One of them. The floor keeps its copy: it has no archive."""

    papers: Path | None = None

    def start_terminal(self, name: str, *, bot: bool = True, **environment: str) -> None:
        seed = self.args.seed * 1_000 + self.rig.terminals.index(name)
        self.rig.start_terminal(
            name, seed=seed, bot=bot, haste=self.args.speed, papers=self.papers, environment=environment
        )

    def make_rig(self, folder: Path, countdown_s: int, guests: Mapping[str, Path]) -> Rig:
        args = self.args
        return Rig(
            folder, terminals=args.terminals, countdown_s=countdown_s, game=args.game, guests=guests, table=args.table
        )

    def start(self) -> None:
        desk = self.link.desk
        self.teller = Quiet(self.rig.table, lambda: desk.view, lambda: desk.ledger)
        desk.watch = self.teller.tell
        self.rig.start_console()
        for name in self.rig.terminals:
            self.start_terminal(name)

    def ready(self) -> bool:
        return self.link.desk.ready and self.seated() == len(self.rig.terminals)


class FloorDemo:
    def __init__(self, folder: Path, data: Path, args: argparse.Namespace, stop: Stop) -> None:
        self.args, self.stop, self.folder, self._data = args, stop, folder, data
        self._colour = Teller(TableView, Ledger)
        self.rng = random.Random(args.seed)
        self.faults: Counter[str] = Counter()
        self._mend: tuple[int, Callable[[], None]] | None = None
        self._fault_ms = 0
        self.tables = []
        for number in range(1, args.tables + 1):
            its = argparse.Namespace(**vars(args), game=GAMES[(number - 1) % len(GAMES)], table=f"DEMO-{number:02}")
            its.seed, its.faults = args.seed * 100 + number, False
            self.tables.append(FloorTable(folder / its.table, its, stop, None))
        self.servers: list[Server] = []  # the primary first
        self._papers = folder / "papers"
        self._papers.mkdir(parents=True)
        keys.make_house_secret(folder)
        for table in self.tables:
            table.papers = self._papers
            others = [other.rig for other in self.tables if other is not table]
            table.rig.take_tickets_of(others, folder / keys.HOUSE)
        self.floor = Processes(folder)
        self.page_port = free_ports()[0]

    def say(self, text: str, shade: str = "") -> None:
        self._colour.say(text, shade)

    # --- its life -------------------------------------------------------------------------------------------------

    @property
    def address(self) -> str:
        hosts = ",".join(str(server.sockets) for server in self.servers)
        return f"host={hosts} dbname=floor user=floor"

    def start(self) -> None:
        primary = Server(self._data / "one").start()
        self.servers.append(primary)
        migrate(primary.address())
        self.servers.append(primary.clone(self._data / "two").start())
        primary.set(synchronous_standby_names="*")
        sections = "".join(table.rig.enrol_floor() for table in self.tables)
        (self.folder / "floor.toml").write_text(
            f'database = "{self.address}"\n[page]\nlisten = "127.0.0.1"\nport = {self.page_port}\n{sections}'
        )
        games = ", ".join(f"{table.rig.table} {table.args.game}" for table in self.tables)
        self.say(f"A floor in {self.folder}: {games}; PostgreSQL with a synchronous standby.", "1")
        for table in self.tables:
            table.start()
        self.start_floor()
        number, name, pin = PERSON
        adding = ("floor", "staff", "add", number, "--name", name, "--role", "manager", "--pin-stdin")
        subprocess.run(
            [sys.executable, "-m", "deploy.cli", *adding, "--config", "floor.toml"],
            input=f"{pin}\n",
            text=True,
            cwd=self.folder,
            env=ours(),
            check=False,
            stdout=subprocess.DEVNULL,
        )
        self.floor.start(PAGE, "floor", "page", "floor.toml")
        self.say(f"The pit's page: https://127.0.0.1:{self.page_port}, number {number}, PIN {pin}.", "1")

    def start_floor(self) -> None:
        self.floor.start(FLOOR, "floor", "floor.toml")

    def play(self) -> None:
        self.start()
        for table in self.tables:
            table.croupier.rounds_left = 0
        self.until(lambda: all(table.ready() for table in self.tables))
        for table in self.tables:
            table.croupier.rounds_left = self.args.rounds
        self._fault_ms = now_ms() + FAULT_EVERY_MS
        self.say(f"Everybody is seated: {self.args.rounds} rounds at each table.")
        self.until(lambda: all(table.croupier.done for table in self.tables), faults=self.args.faults)

    def until(self, reached: Callable[[], bool], *, faults: bool = False) -> None:
        while not reached():
            self.turn(faults=faults)

    def turn(self, *, faults: bool = False) -> None:
        for table in self.tables:
            table.step()
        now = now_ms()
        if self._mend is not None and self._mend[0] <= now:
            mend, self._mend = self._mend[1], None
            mend()
        for name in (FLOOR, PAGE):
            if name in self.floor.processes and not self.floor.alive(name):
                raise SystemExit(f"etg floor demo: {name} has ended by itself: {self.floor.last_words(name)}")
        if faults and now >= self._fault_ms and self._mend is None:
            self._fault_ms = now + round(FAULT_EVERY_MS * (0.5 + self.rng.random()) / self.args.speed)
            self.disturb(now)
        self.tables[0].link.peer.wait(now + TURN_MS)

    def disturb(self, now: int) -> None:
        kind = self.rng.choice(("table", "table", "floor", "database", "standby"))
        self.faults[kind] += 1
        back = now + round(2_000 / self.args.speed)
        if kind == "table":
            self.rng.choice(self.tables).disturb(now)
        elif kind == "floor":
            self._colour.fault("the plug of the floor is pulled: no table notices")
            self.floor.kill(FLOOR)
            self._mend = (back, self.start_floor)
        elif kind == "standby":
            self._colour.fault("the standby of the database is killed: nothing is taken until one confirms")
            self.servers[1].kill()
            self._mend = (back, lambda: self._started(self.servers[1]))
        else:
            self._colour.fault("the primary of the database is killed")
            self.servers[0].kill()
            self._mend = (back, self.fail_over)

    def _started(self, server: Server) -> None:
        server.start()

    def fail_over(self) -> None:
        """The standby is promoted; the old primary is wound back, and is its standby from then on."""
        old, new = self.servers
        new.promote()
        old.start().stop()  # by itself it would still be a primary: it ends in order, so that it can be wound back
        old.follow(new)
        old.start()
        new.set(synchronous_standby_names="*")
        self.servers = [new, old]
        with Store(new.address()) as store:
            self._colour.note(f"the standby is the primary now, term {store.term()}; the old one follows it")

    # --- the end --------------------------------------------------------------------------------------------------

    def finish(self) -> int:
        for table in self.tables:
            for _, mend in table._mends:
                mend()
            table._mends = []
        if self._mend is not None:
            self._mend[1]()
        for table in self.tables:
            table.rig.stop(*(name for name in table.rig.processes if name != "console"))
        self._wait_until_level()
        problems = [
            f"{name} did not end in order ({status}): see its log"
            for name, status in self.floor.stop().items()
            if status not in (0, -signal.SIGTERM)
        ]
        for table in self.tables:
            table.rig.stop()
        entries = 0
        with Store(self.servers[0].address()) as store:
            term = store.term()
            for table in self.tables:
                found, count = verified(table.rig, store)
                problems += found
                entries += count
            problems += [f"alarm of the floor: {row['text']}" for row in store.ask(_DOUBTS, (DOUBT,))]
        across = compare({table.rig.table: _facts(table.rig) for table in self.tables})
        problems += across.problems
        rounds = sum(table.teller.rounds for table in self.tables)
        faults = ", ".join(f"{count} x {kind}" for kind, count in sorted(self.faults.items()))
        self.say(
            f"\n{rounds} rounds at {len(self.tables)} tables{f'; killed: {faults}' if faults else ''}. "
            f"{entries} entries in the floor's database, term {term}; {across.travelled} tickets became credit at "
            f"another table, {across.refused} were shown there in vain."
        )
        for problem in problems:
            self.say(f"  {problem}", "31")
        if not problems:
            self.say("every journal verified; on the floor no entry is lost or doubled, rows and ledgers agree", "32;1")
            self.say("across all tables each ticket was redeemed once or not at all, and none is between them", "32;1")
        return int(bool(problems))

    def _wait_until_level(self) -> None:
        """What the consoles have said last is in the database, and every ticket has come to its end."""
        until = now_ms() + LEVEL_MS
        while now_ms() < until:
            for table in self.tables:
                table.link.turn()
            with suppress(Unavailable), Store(self.address) as store:
                taken = {row["name"]: row["seq"] for row in store.ask("SELECT name, seq FROM tables")}
                level = all(taken.get(table.rig.table) == table.link.desk.follower.seq for table in self.tables)
                if level and not store.ask("SELECT 1 FROM redemptions WHERE NOT finished LIMIT 1"):
                    return
            self.tables[0].link.peer.wait(now_ms() + 200)

    def close(self) -> None:
        self.floor.stop()
        for table in self.tables:
            table.close()
        for server in self.servers:
            server.stop()


def _facts(rig: Rig) -> Iterator[e.Event]:
    with Journal.open_to_read(rig.folder / "table.journal") as journal:
        for entry in journal.entries():
            yield decode_event(entry.body)


_DOUBTS: Final = "SELECT text FROM alarms WHERE kind = %s ORDER BY alarm_id"


def verified(rig: Rig, store: Store) -> tuple[list[str], int]:
    """What is wrong with one table, and how many entries the floor has of it."""
    finding = check_table(rig.folder, rig.table, rig.terminals)
    problems = [f"{rig.table}: {problem}" for problem in finding.problems]
    with Journal.open_to_read(rig.folder / "table.journal") as journal:
        written = tuple(journal.entries())
        ledger = FoldedLog(journal).ledger
    row = store.ask("SELECT table_id, seq, stopped FROM tables WHERE name = %s", (rig.table,))
    if not row:
        return [*problems, f"{rig.table}: the floor has never heard of it"], 0
    taken = tuple(read_entries(store, row[0]["table_id"], 1))
    if row[0]["stopped"]:
        problems.append(f"{rig.table}: its follower has stopped: {row[0]['stopped']}")
    if [entry.chain for entry in taken] != [entry.chain for entry in written[: len(taken)]]:
        problems.append(f"{rig.table}: the floor's entries are not the console's")
    if len(taken) < len(written) - 2:  # the console's own stop comes after the floor's
        problems.append(f"{rig.table}: of {len(written)} entries the floor has {len(taken)}")
    if any(entry != ours and not is_sealed(ours) for entry, ours in zip(written, taken, strict=False)):
        problems.append(f"{rig.table}: an entry of the floor is not what the console wrote")
    balances = dict.fromkeys(ACCOUNTS, 0)
    for account, amount in (each for books in ledger.books().values() for each in books.items()):
        balances[account.partition("/")[0]] += amount
    for found in store.ask(BALANCES):
        if found["table_id"] == row[0]["table_id"]:
            for name in ACCOUNTS:
                balances[name] -= int(found[name])
    if any(balances.values()):
        problems.append(f"{rig.table}: rows and ledger differ by {balances}")
    return problems, len(taken)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--tables", type=positive, default=TABLES, metavar="N", help=f"of different games (default: {TABLES})")
    add("--rounds", type=positive, default=ROUNDS, metavar="N", help=f"at each table (default: {ROUNDS})")
    add("--terminals", type=positive, default=TERMINALS, metavar="N", help=f"at each table (default: {TERMINALS})")
    add("--seed", type=natural, default=1, metavar="N", help="of shoes, bots and faults (default: 1)")
    add("--speed", type=_speed, default=2.0, metavar="X", help="1: as at a real table (default: 2)")
    add("--faults", action="store_true", help="kill tables, followers and the database while it plays")
    add("--keep", type=Path, metavar="DIR", help="keep journals, keys and logs there")


def run(args: argparse.Namespace) -> int:
    if args.keep is not None and args.keep.exists() and any(args.keep.iterdir()):
        print(f"etg floor demo: {args.keep} is not empty", file=sys.stderr)
        return 2
    folder = (args.keep or Path(tempfile.mkdtemp(prefix="etg-demo-"))).resolve()
    data = Path(tempfile.mkdtemp(prefix="etg-floor-"))  # of its own: the server's user must reach it
    data.chmod(0o711)
    stop = Stop()
    try:
        args.scenario = None
        demo = FloorDemo(folder, data, args, stop)
        try:
            with suppress(Interrupted):
                demo.play()
            return demo.finish()
        finally:
            demo.close()
    except ServerError as error:
        print(f"etg floor demo: {error}", file=sys.stderr)
        return 2
    finally:
        stop.close()
        shutil.rmtree(data, ignore_errors=True)
        if args.keep is None:
            shutil.rmtree(folder)
