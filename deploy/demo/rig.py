"""A whole table in a folder: keys, files and real processes. For the demo, the tests of whole processes and benchmarks.

Starts, stops, kills and pauses; knows no game and reads no journal. Every process dies with the one that started it.
"""

import json
import os
import random
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from console.credentials import DEMO_PIN, DEMO_STAFF, make_demo_participants, make_demo_staff
from deploy.demo.stage import Tile
from games.catalog import find_face, find_game
from games.round import SelfDealt
from protocol import keys
from protocol.config import PeerConfig

HOST: Final = "127.0.0.1"
PORTS: Final = range(12_000, 29_000)  # below those that the system gives to outgoing connections
PANEL: Final = "Panel"
PANEL_WINDOW: Final = "Panel2"  # a second panel, for a person: both follow, both may give orders
DISPLAY: Final = "Display"
ARCHIVE: Final = "Archive"
FLOOR: Final = "Floor"
PATIENCE_S: Final = 10.0  # for a process to end when it is asked to
NOTHING: Final[Mapping[str, str]] = {}
NO_GUESTS: Final[Mapping[str, Path]] = {}

TABLE = """
[table]
id = "{table}"
name = "{name} demo"
game = "{game}"
decks = {decks}
currency = "{currency}"
chips = {chips}
notes = [10, 50, 100, 500, 1000]
notes_per_hour = 1000000
{seats}{chosen}
[timing]
countdown_s = {countdown_s}
last_call_s = 1
takeover_s = {takeover_s}
{questions}
[limits]
{limits}
[caps]
sell_credit = {{ cashier = 20000, dealer = 20000, pit_supervisor = 20000, pit_manager = 50000, shift_manager = 900000 }}
pay_ticket = {{ cashier = 20000, dealer = 20000, pit_supervisor = 20000, pit_manager = 50000, shift_manager = 900000 }}
pay_by_hand = {{ cashier = 0, dealer = 0, pit_supervisor = 20000, pit_manager = 50000, shift_manager = 900000 }}
day = {{ cashier = 200000, dealer = 200000, pit_supervisor = 200000, pit_manager = 500000, shift_manager = 90000000 }}

{shoe}
[network]
requests = {requests}
broadcast = {broadcast}
"""
# What a house may choose, where somebody looks at the table who wants to try all of it.
LANGUAGES_TEXT = 'languages = ["en", "zh-CN", "zh-TW", "ms"]\n'
SQUEEZE_TEXT = "squeeze = true\n"
TOGETHER_TEXT = "together_ms = 150\n"  # nobody draws faster at the shoe's window; the croupier of a fast demo does

PEER = """
name = "{name}"
table = "{table}"
console = "{host}"
key = "keys/{name}.key"
console_key = "keys/console.pub"
requests = {requests}
broadcast = {broadcast}
"""


# Of a table where nobody deals and participants play, each with two coins. There is no cash, and no caps of it.
COIN_TABLE = """
[table]
id = "{table}"
name = "{name} demo"
game = "{game}"
decks = {decks}
currency = "{currency}"
notes_per_hour = 0
day_starts = "06:00"
time_zone = "UTC"
{seats}{chosen}
[timing]
countdown_s = {countdown_s}
last_call_s = 1
takeover_s = {takeover_s}
{questions}
{automatic}
{coins}
[network]
requests = {requests}
broadcast = {broadcast}
"""
COIN = """
[participants.{coin}]
chips = {chips}
min = "{least}"
max = "{most}"
step = "{least}"
daily = {daily}

[participants.{coin}.grants]
cashier = 0
dealer = 0
pit_supervisor = {daily}
pit_manager = {daily}
shift_manager = {caps}
"""


def ours() -> dict[str, str]:
    """Ours, so that our own code is found from any folder, and the child does not outlive us."""
    return {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "ETG_DIES_WITH": str(os.getpid())}


def free_ports() -> tuple[int, int]:
    """Two on which nobody listens now."""
    found: list[int] = []
    while len(found) < 2:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe:
            try:
                probe.bind((HOST, port))
            except OSError:
                continue
        found.append(port)
    return found[0], found[1]


MAIN_KINDS: Final = ("player", "banker")
MOST: Final = {"player": 2000, "banker": 2000, "tie": 500}


def decks_of(game: str) -> int:
    """As many as the game takes, up to eight."""
    return find_game(game).decks[-1]


def table_text(game: str, terminals: Sequence[str], countdown_s: int, *, by_hand: bool = False, **words: object) -> str:
    """The file of a demo's table: limits by the game's own places, home boxes for the first terminals, short times.
    `by_hand`: a person deals and plays, in each language, and may squeeze, or draw two cards at once.
    """
    book, face = find_game(game), find_face(game)
    if isinstance(book, SelfDealt):
        return _automatic_text(book, terminals, countdown_s, **words)
    mains = (*MAIN_KINDS, book.shared)
    most = {**MOST, book.shared: 2000}
    limits = [
        f"{kind} = {{ min = {25 if kind in mains else 5}, max = {most.get(kind, 200)}, step = 5 }}"
        for kind in sorted(face.layout, key=[*mains, *face.layout].index)
    ]
    seats = ", ".join(f'{box} = "{name}"' for box, name in enumerate(terminals[:7], 1)) if book.shared else ""
    questions = ", ".join(f"{name} = {max(2, countdown_s // 2)}" for name in book.questions)
    return TABLE.format(
        **words,
        game=game,
        decks=decks_of(game),
        name=face.title.split()[-1] if game == "baccarat" else face.title,
        countdown_s=countdown_s,
        limits="\n".join(limits) + "\n",
        seats=f"seats = {{ {seats} }}\n" if seats else "",
        questions=f"questions = {{ {questions} }}\n" if questions else "",
        currency="SGD",
        chips=[5, 25, 100, 500],
        chosen=LANGUAGES_TEXT + SQUEEZE_TEXT if by_hand else "",
        shoe=f'[shoe]\ndriver = "{words["driver"]}"\ndevice = "shoe"\n{TOGETHER_TEXT if by_hand else ""}',
    )


def _automatic_text(book: SelfDealt, terminals: Sequence[str], countdown_s: int, **words: object) -> str:
    """Of a game that software deals: for the smallest of its coins, at the least that the rules allow."""
    coin, limit = min(book.coins.items(), key=lambda it: it[1].min)
    least = limit.min
    written = [f'"{amount / 100:.2f}"' for amount in (least, min(limit.max or least, 100 * least))]
    return TABLE.format(
        **words,
        game=book.name,
        decks=book.decks[-1],
        name=find_face(book.name).title,
        countdown_s=countdown_s,
        limits=f"{book.shared} = {{ min = {written[0]}, max = {written[1]}, step = {written[0]} }}\n",
        seats="seats = { " + ", ".join(f'{box} = "{name}"' for box, name in enumerate(terminals[:7], 1)) + " }\n",
        questions="questions = { " + ", ".join(f"{it} = {max(2, countdown_s // 2)}" for it in book.questions) + " }\n",
        currency=coin,
        chosen="",
        chips="[" + ", ".join(f'"{times * least / 100:.2f}"' for times in (1, 2, 10)) + "]",
        shoe=_pace_text(countdown_s),
    )


def _pace_text(countdown_s: int) -> str:
    pace = max(50, 60 * countdown_s)
    times = {"card_ms": pace, "nonces_ms": 1_000, "quiet_ms": 3 * pace, "result_ms": 3 * pace}
    return "[automatic]\n" + "".join(f"{name} = {value}\n" for name, value in times.items())


def coins_text(game: str, terminals: Sequence[str], countdown_s: int, *, by_hand: bool = False, **words: object) -> str:
    """For participants: every coin that the game knows, with the limits that its rules allow."""
    book = find_game(game)
    if not isinstance(book, SelfDealt):
        raise ValueError(f"{game} is dealt by people, who know no participants")
    coins = []
    for coin, limit in book.coins.items():
        least = limit.min / 100
        chips = "[" + ", ".join(f'"{times * least:.2f}"' for times in (1, 2, 10)) + "]"
        most, daily = f"{(limit.max or limit.min) / 100:.2f}", round(50 * least)
        coins.append(
            COIN.format(coin=coin, chips=chips, least=f"{least:.2f}", most=most, daily=daily, caps=100 * daily)
        )
    return COIN_TABLE.format(
        **{name: word for name, word in words.items() if name not in ("driver", "host")},
        game=book.name,
        decks=book.decks[-1],
        name=find_face(book.name).title,
        countdown_s=countdown_s,
        currency=next(iter(book.coins)),
        seats="seats = { " + ", ".join(f'{box} = "{name}"' for box, name in enumerate(terminals[:7], 1)) + " }\n",
        questions="questions = { " + ", ".join(f"{it} = {max(2, countdown_s // 2)}" for it in book.questions) + " }\n",
        automatic=_pace_text(countdown_s),
        chosen=LANGUAGES_TEXT if by_hand else "",
        coins="".join(coins),
    )


class Running(Protocol):
    """What we have started, as `subprocess.Popen` is."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def send_signal(self, sig: int) -> None: ...

    def terminate(self) -> None: ...

    def kill(self) -> None: ...


class Processes:
    """Processes of ours that run in a folder, each with a log there."""

    def __init__(self, folder: Path, *, quiet: bool = True) -> None:
        self.folder, self.quiet = folder, quiet
        self.processes: dict[str, Running] = {}

    def start(self, name: str, *arguments: str, environment: Mapping[str, str] = NOTHING) -> None:
        self.processes[name] = self._launch(name, arguments, environment)

    def _launch(self, name: str, arguments: Sequence[str], environment: Mapping[str, str]) -> Running:
        """The `etg` command with these arguments, in our folder; what it says goes to its log."""
        with (self.folder / f"{name}.log").open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "deploy.cli", *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log if self.quiet else None,
                env={**ours(), **environment},
                cwd=self.folder,
                process_group=0,  # Ctrl-C is for whoever started it: that one stops the others, in order
            )

    def alive(self, name: str) -> bool:
        process = self.processes.get(name)
        return process is not None and process.poll() is None

    def kill(self, name: str) -> None:
        """The plug is pulled."""
        process = self.processes.pop(name)
        process.kill()
        process.wait()

    def forget(self, name: str) -> int:
        """One that has ended: what it said at its end."""
        return self.processes.pop(name).wait()

    def signal(self, name: str, number: signal.Signals) -> None:
        self.processes[name].send_signal(number)

    def stop(self, *names: str) -> dict[str, int]:
        """Ends these, or all that runs; gives what each said at its end (0: in order)."""
        stopping = {name: self.processes.pop(name) for name in names or tuple(self.processes)}
        for process in stopping.values():
            if process.poll() is None:
                process.send_signal(signal.SIGCONT)
                process.terminate()
        ended: dict[str, int] = {}
        for name, process in stopping.items():
            try:
                ended[name] = process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()
                ended[name] = process.wait()
        return ended

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")

    def last_words(self, name: str) -> str:
        return " ".join(self.log(name).strip().splitlines()[-1:])


class Rig(Processes):
    def __init__(
        self,
        folder: Path,
        *,
        terminals: int,
        countdown_s: int = 8,
        takeover_s: float = 0.1,
        driver: str = "reference",
        ports: tuple[int, int] | None = None,
        peer_ports: tuple[int, int] | None = None,
        quiet: bool = True,
        archive: bool = False,
        game: str = "baccarat",
        guests: Mapping[str, Path] = NO_GUESTS,
        table: str = "DEMO-01",
        participants: bool = False,
        by_hand: bool = False,
    ) -> None:
        """`archive`: is enrolled from the beginning, and the table waits for it; else two people let it in later.
        `takeover_s`: short, because here processes are killed and started again all the time. `peer_ports`: where
        the terminals look for the console, if something stands in between. `guests`: terminals that are not ours, each
        with the file of its public key. `participants`: where software deals, a person for each terminal plays with
        coins, and bots sign on as they. `by_hand`: somebody deals and plays who is to find all that a house may choose.
        """
        super().__init__(folder, quiet=quiet)
        self.table = table
        self.terminals = [f"T{number:02d}" for number in range(1, terminals + 1)]
        self.guests = guests
        self.ports = ports or free_ports()
        self.driver = driver
        self.decks = decks_of(game)
        self.people = [f"8{number:04d}" for number in range(1, terminals + 1)] if participants else []
        folder.mkdir(parents=True, exist_ok=True)
        self._make_keys()
        if archive:
            self.enrol_archive()
        words: dict[str, Any] = {"table": self.table, "host": HOST, "takeover_s": takeover_s, "driver": driver}
        requests, broadcast = self.ports
        words |= {"requests": requests, "broadcast": broadcast}
        made = coins_text if participants else table_text
        text = made(game, (*self.terminals, *guests), countdown_s, by_hand=by_hand, **words)
        (folder / "table.toml").write_text(text)
        words |= dict(zip(("requests", "broadcast"), peer_ports or self.ports, strict=True))
        for name in (*self.terminals, PANEL, PANEL_WINDOW, DISPLAY, ARCHIVE):
            text = PEER.format(**words, name=name)
            also = 'demo_staff = "demo_staff.toml"\n' if name in (PANEL, PANEL_WINDOW) else ""
            (folder / f"{name}.toml").write_text(text + also)
        for name, file in guests.items():
            text = PEER.format(**words, name=name)
            text = text.replace(f"keys/{name}.key", f"{file.with_suffix('.key')}")
            (folder / f"{name}.toml").write_text(text)
        people = [f'[[staff]]\nname = "{name}"\nnumber = "{number}"\n' for number, name, _ in DEMO_STAFF]
        (folder / "demo_staff.toml").write_text("".join(f'{person}pin = "{DEMO_PIN}"\n' for person in people))

    def _make_keys(self) -> None:
        folder = self.folder / "keys"
        keys.make_register(folder, demo=True)
        keys.make_pair(folder, "console")
        roles: dict[str, keys.Role] = dict.fromkeys(self.terminals, "terminal")
        roles |= {PANEL: "panel", PANEL_WINDOW: "panel", DISPLAY: "display"}
        for name, file in self.guests.items():
            keys.enrol(folder, name, "terminal", keys.load_public(file), by=("demo",))
        for name, role in roles.items():
            keys.enrol(folder, name, role, keys.make_pair(folder, name).public, by=("demo",))
        make_demo_staff(folder)
        make_demo_participants(folder, self.people)

    def enrol_archive(self) -> None:
        folder = self.folder / "keys"
        if not (folder / f"{ARCHIVE}.key").exists():
            keys.enrol(folder, ARCHIVE, "archive", keys.make_pair(folder, ARCHIVE).public, by=("demo",))

    def enrol_floor(self) -> str:
        """The section of this table in a floor.toml."""
        folder, (requests, broadcast) = self.folder / "keys", self.ports
        if not (folder / f"{FLOOR}.key").exists():
            keys.enrol(folder, FLOOR, "floor", keys.make_pair(folder, FLOOR).public, by=("demo",))
        return (
            f'[tables."{self.table}"]\nname = "{FLOOR}"\nconsole = "{HOST}"\nrequests = {requests}\n'
            f'broadcast = {broadcast}\nkey = "{folder / FLOOR}.key"\nconsole_key = "{folder / "console.pub"}"\n'
        )

    def take_tickets_of(self, others: Sequence["Rig"], secret: Path) -> None:
        """From the first start on: their tables' signatures are believed here, and all have the secret of the house."""
        folder = self.folder / "keys"
        own = folder / keys.HOUSE
        own.write_text(secret.read_text())
        own.chmod(0o600)
        for other in others:
            signs = keys.public_text(keys.signing_key(other.folder / "keys" / "console.pub"))
            keys.enrol(folder, other.table, "table", signs, by=("demo",))

    def peer(self, name: str) -> PeerConfig:
        keys_folder, (requests, broadcast) = self.folder / "keys", self.ports
        return PeerConfig(
            *(name, self.table, f"tcp://{HOST}:{requests}", f"tcp://{HOST}:{broadcast}"),
            *(keys_folder / f"{name}.key", keys_folder / "console.pub", self.folder / f"{name}.journal"),
        )

    # --- processes -----------------------------------------------------------------------------------------------

    def start_console(self, environment: Mapping[str, str] = NOTHING) -> None:
        new = () if (self.folder / "table.journal").exists() else ("--new",)
        self.start("console", "console", "table.toml", *new, environment=environment)

    def start_terminal(
        self,
        name: str,
        *,
        seed: int = 0,
        bot: bool = True,
        haste: float = 1.0,
        papers: Path | None = None,
        window: Sequence[str] = (),
        environment: Mapping[str, str] = NOTHING,
    ) -> None:
        """`window`: arguments that say where its window stands; none: without a window. `papers`: a folder that bots of
        several tables share for their tickets.
        """
        playing = ["--bot", "--seed", str(seed), "--haste", str(haste)] if bot else []
        playing += ["--person", self.people[self.terminals.index(name)]] if bot and self.people else []
        playing += ["--papers", str(papers)] if bot and papers is not None else []
        shown = (*window, "--emulate-devices") if window else ("--headless",)
        self.start(name, "terminal", f"{name}.toml", *shown, *playing, environment=environment)

    def start_window(self, name: str, window: Sequence[str], environment: Mapping[str, str] = NOTHING) -> None:
        """The panel's, or the display's."""
        kind = "panel" if name == PANEL_WINDOW else "display"
        self.start(name, kind, f"{name}.toml", *window, environment=environment)

    def start_archive(self) -> None:
        self.start(ARCHIVE, "archive", f"{ARCHIVE}.toml")


class ShoeProcess:
    """Ends with us: its standard input does."""

    def __init__(self, rig: Rig, *arguments: str, environment: Mapping[str, str] = NOTHING, **streams: Any) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", *arguments, "--link", str(rig.folder / "shoe")],
            stdin=subprocess.PIPE,
            env={**ours(), **environment},
            cwd=rig.folder,
            process_group=0,
            **streams,
        )

    def ended(self) -> int | None:
        """What it said at its end; None: it is there."""
        return self._process.poll()

    def close(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait(PATIENCE_S)
        if self._process.stdout is not None:
            self._process.stdout.close()


class ShoeControl(ShoeProcess):
    """The emulated shoe as a process, and its control line."""

    def __init__(self, rig: Rig, seed: int, *, serial: str = "EMU1", last: int = 0) -> None:
        shoe = ("--format", rig.driver, "--serial", serial, "--decks", str(rig.decks))
        how = (*shoe, "--seed", str(seed), "--last", str(last))
        super().__init__(rig, "deploy.cli", "shoe", "run", "--control", *how, stdout=subprocess.PIPE)
        self.tell("state")  # it is there

    def tell(self, order: str) -> dict[str, Any]:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise ValueError("the shoe has no control line")
        stdin.write(f"{order}\n".encode())
        stdin.flush()
        line = stdout.readline()
        if not line:
            raise OSError("the emulated shoe has ended")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            raise ValueError(f"the emulated shoe: {answer['error']}")
        return answer


class ShoeWindow(ShoeProcess):
    """The emulated shoe as a process with a window of its own: a person gives the orders."""

    def __init__(self, rig: Rig, seed: int, tile: Tile) -> None:
        how = ("--seed", str(seed), "--decks", str(rig.decks), *tile.size, *tile.place)
        with (rig.folder / "shoe-window.log").open("ab") as log:
            super().__init__(rig, "deploy.demo.shoe_window", *how, environment=tile.environment, stdout=log, stderr=log)
