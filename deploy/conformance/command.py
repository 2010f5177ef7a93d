"""`etg conformance`: starts a terminal that somebody else has built, is its console, and says which rules it keeps."""

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import zmq
from zmq.utils import z85

from deploy.conformance.scenes import RULES, SCENES, Finding, examine
from deploy.conformance.stage import NAME, SECRET, TABLE
from deploy.demo.rig import HOST, PATIENCE_S, PEER
from protocol import keys
from protocol.keyring import Enrolment, Keyring
from protocol.process import now_ms
from protocol.signing import public_of
from protocol.sockets import ConsoleSockets

HELP = "Play the console against a terminal of your own, and say rule by rule what it does right."
EXAMPLE = """
./etg conformance --run "python3 tests/e2e/other_hand.py {config} {notes}"
./etg conformance --run "node terminal.js {config} {notes}" --scene betting --scene "in flight"
./etg conformance --rules
"""
TURN_MS: Final = 10


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--run", metavar="COMMAND", help="starts the terminal; {config} and {notes} are files of it")
    what.add_argument("--rules", action="store_true", help="list the rules, by section of docs/protocol.md")
    parser.add_argument("--scene", action="append", choices=SCENES, help="only this one (default: all)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep configurations, notes and logs there")


def run(args: argparse.Namespace) -> int:
    if args.rules:
        print("\n".join(f"{rule:<14}{text}" for rule, text in RULES.items()))
        return 0
    with ExitStack() as opened:
        folder = args.keep or Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="etg-conformance-")))
        house = opened.enter_context(House(folder.resolve(), args.run))
        found = examine(house.seat, tuple(args.scene or ()), _tell)
    return _sum_up(found, whole=not args.scene)


def _tell(finding: Finding) -> None:
    if finding.rule != "2 form" or not finding.kept:
        print(f"{'kept   ' if finding.kept else 'BROKEN '} {finding.rule:<13} {RULES[finding.rule]}", flush=True)
        if not finding.kept:
            print(f"        {'':<13} {finding.why}", flush=True)


def _sum_up(found: Mapping[str, Finding], *, whole: bool) -> int:
    broken = [rule for rule, finding in found.items() if not finding.kept]
    missed = [rule for rule in RULES if rule not in found] if whole else []
    for rule in missed:
        print(f"not tried {rule:<11} {RULES[rule]}")
    told = f"{len(found)} rules were tried"
    print(f"{told}, {len(broken)} of them broken" if broken else f"{told}, all of them kept")
    return 1 if broken or missed else 0


class House:
    """Keys, sockets and files of the console; each scene has a terminal that nobody has seen before."""

    def __init__(self, folder: Path, command: str) -> None:
        self.folder, self.command = folder, command
        folder.mkdir(parents=True, exist_ok=True)
        pair = keys.make_pair(folder / "keys", "console")
        public = keys.make_pair(folder / "keys", NAME).public
        console = folder / "keys" / "console.pub"
        signs = z85.encode(public_of(SECRET)).decode()
        text = "".join(line for line in console.read_text().splitlines(keepends=True) if not line.startswith("signs"))
        console.write_text(f'{text}signs = "{signs}"\n')
        keyring = Keyring()
        keyring.enrol(Enrolment(NAME, "terminal", public))
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
    """The terminal as a process, with a file for its notes that it keeps over every kill."""

    def __init__(self, house: House, scene: str) -> None:
        self._house, self._scene = house, scene
        self._process: subprocess.Popen[bytes] | None = None
        self._wishes: list[bytes] = []
        self._poller = zmq.Poller()
        for bare in house.sockets.polled:
            self._poller.register(bare, zmq.POLLIN)
        requests, broadcast = house.ports
        words = {"name": NAME, "table": TABLE, "host": HOST, "requests": requests, "broadcast": broadcast}
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

    def wish(self, wish: Mapping[str, Any]) -> None:
        if self._process is None or self._process.stdin is None:
            return
        try:
            self._process.stdin.write(json.dumps(wish).encode() + b"\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            print("        the terminal has ended by itself: its log says why", file=sys.stderr)

    def exchange(self, private: list[bytes], public: list[bytes]) -> list[bytes]:
        sockets = self._house.sockets
        for data in private:
            sockets.send(NAME, data)
        for data in public:
            sockets.publish(data)
        self._poller.poll(TURN_MS)
        sockets.serve_zap()
        return [data for _, data, _ in sockets.receive()]
