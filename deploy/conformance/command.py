"""`etg conformance`: is the other end of a terminal or a console that somebody else has built, and says which rules it
keeps.
"""

import argparse
import json
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final, Literal

import zmq
from zmq.utils import z85

from deploy.conformance.boxes import BOX_RULES, BOX_SCENES
from deploy.conformance.console import CONSOLE_RULES, Guest, examine_console
from deploy.conformance.panel import DESK, PANEL_RULES, PANEL_SCENES, PanelStage
from deploy.conformance.scenes import BEGUN, RULES, SCENES, Finding, examine
from deploy.conformance.stage import BOX_GAME, GAME, NAME, SECRET, TABLE
from deploy.demo.rig import HOST, PATIENCE_S, PEER
from protocol import keys
from protocol.config import ConfigError, PeerConfig, read_peer
from protocol.keyring import Enrolment, Keyring
from protocol.peer import next_boot
from protocol.process import now_ms
from protocol.signing import public_of
from protocol.sockets import ConsoleSockets, PeerSockets

HELP = "Play the other end against a terminal, panel or console of your own, and say rule by rule what it does right."
EXAMPLE = """
./etg conformance --run "python3 tests/e2e/other_hand.py {config} {notes}"
./etg conformance --run "node terminal.js {config} {notes}" --scene betting --scene "in flight"
./etg conformance --run "python3 tests/e2e/other_hand.py {config} {notes}" --boxes
./etg conformance --run "python3 tests/e2e/other_panel.py {config} {notes}" --panel
./etg conformance --console table/T07.toml              is your console right? It must deal by itself, as etg croupier
./etg conformance --rules
"""
TURN_MS: Final = 10
ALL_RULES: Final = {**RULES, **BOX_RULES, **PANEL_RULES, **CONSOLE_RULES, **BEGUN}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--run", metavar="COMMAND", help="starts it; {config} and {notes} are files of it")
    console = "the file of a terminal that this console lets in: be that terminal, and look at the console"
    what.add_argument("--console", type=Path, metavar="TOML", help=console)
    what.add_argument("--rules", action="store_true", help="list the rules, by section of the documents")
    scenes = [*SCENES, *(name for name in PANEL_SCENES if name not in SCENES)]
    parser.add_argument("--scene", action="append", choices=scenes, help="only this one (default: all)")
    parser.add_argument("--boxes", action="store_true", help="at a table with boxes instead (section 13)")
    parser.add_argument("--panel", action="store_true", help="it is a panel (docs/panel_protocol.md)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep configurations, notes and logs there")


def run(args: argparse.Namespace) -> int:
    if args.rules:
        print("\n".join(f"{rule:<14}{text}" for rule, text in ALL_RULES.items()))
        return 0
    if args.console is not None:
        return _look_at_console(args)
    if args.boxes and (args.scene or args.panel):
        print("etg conformance: --boxes is one scene, of terminals: there is none to choose from", file=sys.stderr)
        return 2
    if unknown := [scene for scene in args.scene or () if scene not in (PANEL_SCENES if args.panel else SCENES)]:
        print(f"etg conformance: {', '.join(unknown)}: no scene of a {_role(args)}", file=sys.stderr)
        return 2
    with ExitStack() as opened:
        folder = args.keep or Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="etg-conformance-")))
        house = opened.enter_context(House(folder.resolve(), args.run, DESK if args.panel else NAME, _role(args)))
        only, rules = tuple(args.scene or ()), RULES
        if args.boxes:
            rules = BOX_RULES
            found = examine(house.seat, told=_tell, scenes=BOX_SCENES, game=BOX_GAME)
        elif args.panel:
            rules = PANEL_RULES
            found = examine(house.seat, only, _tell, scenes=PANEL_SCENES, game=GAME, before=PanelStage)
        else:
            found = examine(house.seat, only, _tell)
    return _sum_up(found, rules, whole=not args.scene)


def _role(args: argparse.Namespace) -> Literal["terminal", "panel"]:
    return "panel" if args.panel else "terminal"


def _look_at_console(args: argparse.Namespace) -> int:
    try:
        config = read_peer(args.console)
        verify = keys.load_verifier(config.console_key, config.table).verify
        with ExitStack() as opened:
            wire = opened.enter_context(closing(Line(config)))
            boot = next_boot(config.journal.with_suffix(".boot"))
            guest = Guest(wire, config.name, config.table, boot, os.urandom(8), verify)
            found = examine_console(guest, _tell)
    except (ConfigError, keys.BadKey, OSError) as error:
        print(f"etg conformance: {error}", file=sys.stderr)
        return 2
    return _sum_up(found, CONSOLE_RULES, whole=True)


class Line:
    """To a console somewhere: a `Wire` of the guest."""

    def __init__(self, config: PeerConfig) -> None:
        with ExitStack() as opened:
            context = opened.enter_context(zmq.Context())
            console = keys.load_public(config.console_key)
            self._sockets = PeerSockets(context, keys.load_pair(config.key), console, config.router, config.publisher)
            opened.callback(self._sockets.close)
            self._opened = opened.pop_all()
        self._poller = zmq.Poller()
        for bare in (self._sockets.dealer, self._sockets.subscriber):
            self._poller.register(bare, zmq.POLLIN)

    def close(self) -> None:
        self._opened.close()

    @property
    def now_ms(self) -> int:
        return now_ms()

    def exchange(self, said: list[bytes]) -> list[bytes]:
        for data in said:
            self._sockets.send(data)
        self._poller.poll(TURN_MS)
        self._sockets.tend(now_ms())
        return self._sockets.receive()


def _tell(finding: Finding) -> None:
    if finding.rule != "2 form" or not finding.kept:
        print(f"{'kept   ' if finding.kept else 'BROKEN '} {finding.rule:<13} {ALL_RULES[finding.rule]}", flush=True)
        if not finding.kept:
            print(f"        {'':<13} {finding.why}", flush=True)


def _sum_up(found: Mapping[str, Finding], rules: Mapping[str, str], *, whole: bool) -> int:
    if (form := found.get("2 form")) is not None and form.kept:  # of every scene: told once, at the end
        print(f"kept    2 form        {ALL_RULES['2 form']}")
    broken = [rule for rule, finding in found.items() if not finding.kept]
    missed = [rule for rule in rules if rule not in found] if whole else []
    for rule in missed:
        print(f"not tried {rule:<11} {rules[rule]}")
    if missed:
        print("not tried: the scene ended before it, because something that it needs did not come in six seconds")
    told = f"{len(found)} rules were tried"
    print(f"{told}, {len(broken)} of them broken" if broken else f"{told}, all of them kept")
    return 1 if broken or missed else 0


class House:
    """Keys, sockets and files of the console; each scene has a terminal or panel that nobody has seen before."""

    def __init__(self, folder: Path, command: str, guest: str, role: Literal["terminal", "panel"]) -> None:
        self.folder, self.command, self.guest = folder, command, guest
        folder.mkdir(parents=True, exist_ok=True)
        pair = keys.make_pair(folder / "keys", "console")
        public = keys.make_pair(folder / "keys", guest).public
        console = folder / "keys" / "console.pub"
        signs = z85.encode(public_of(SECRET)).decode()
        text = "".join(line for line in console.read_text().splitlines(keepends=True) if not line.startswith("signs"))
        console.write_text(f'{text}signs = "{signs}"\n')
        keyring = Keyring()
        keyring.enrol(Enrolment(guest, role, public))
        with ExitStack() as opened:
            context = opened.enter_context(zmq.Context())
            anywhere = f"tcp://{HOST}:*"
            self.sockets = ConsoleSockets(context, pair, keyring, anywhere, anywhere)
            opened.callback(self.sockets.close)
            self._opened = opened.pop_all()
        self.ports = [end.rpartition(":")[2] for end in (self.sockets.router_endpoint, self.sockets.pub_endpoint)]

    def __enter__(self) -> "House":
        return self

    def __exit__(self, *_why: object) -> None:
        self._opened.close()

    def seat(self, scene: str) -> "Started":
        return Started(self, scene.replace(" ", "_"))


class Started:
    """The terminal or panel as a process, with a file for its notes that it keeps over every kill."""

    def __init__(self, house: House, scene: str) -> None:
        self._house, self._scene = house, scene
        self._process: subprocess.Popen[bytes] | None = None
        self._wishes: list[bytes] = []
        self._poller = zmq.Poller()
        for bare in house.sockets.polled:
            self._poller.register(bare, zmq.POLLIN)
        requests, broadcast = house.ports
        words = {"name": house.guest, "table": TABLE, "host": HOST, "requests": requests, "broadcast": broadcast}
        self._config = house.folder / f"{scene}.toml"
        self._config.write_text(PEER.format(**words))

    @property
    def now_ms(self) -> int:
        return now_ms()

    def start(self) -> None:
        files = {"config": str(self._config), "notes": str(self._config.with_suffix(".notes"))}
        command = [part.format(**files) for part in shlex.split(self._house.command)]
        with self._config.with_suffix(".log").open("ab") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=log, stderr=log)

    def kill(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait(PATIENCE_S)
        if process.stdin is not None:
            process.stdin.close()

    def ended(self) -> str:
        code = None if self._process is None else self._process.poll()
        log = self._config.with_suffix(".log")
        return "" if code is None else f"it has ended by itself, with exit code {code}: {log} says why (--keep DIR)"

    def wish(self, wish: Mapping[str, Any]) -> None:
        if self._process is None or self._process.stdin is None:
            return
        try:
            self._process.stdin.write(json.dumps(wish).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            print("        it has ended by itself: its log says why", file=sys.stderr)

    def exchange(self, private: list[bytes], public: list[bytes]) -> list[bytes]:
        sockets = self._house.sockets
        for data in private:
            sockets.send(self._house.guest, data)
        for data in public:
            sockets.publish(data)
        self._poller.poll(TURN_MS)
        sockets.serve_zap()
        return [data for _, data, _ in sockets.receive()]
