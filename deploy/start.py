"""How the processes of a table start and end: file, log, the arguments of a window, and what is said if it fails."""

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from deploy.demo.stage import place, size
from games.round import PlayerId
from protocol import messages as m
from protocol.chain import ChainBroken, first_link
from protocol.config import LANGUAGES, ConfigError, PeerConfig, read_peer
from protocol.faults import WORDS, Fault
from protocol.join import FAULTS
from protocol.journal import JournalError
from protocol.keys import BadKey
from protocol.peer import Peer
from protocol.process import Log, now_ms

CHECK_MS = 5_000  # twice what a handshake may take
REFUSALS = (BadKey, ConfigError, JournalError, ChainBroken, OSError, ValueError)  # of a start, in words

Run = Callable[[], int | None]  # to its end, and closed; the status, None for a good end
Start = Callable[[argparse.Namespace, PeerConfig, Log], Run]


def add_window_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--windowed", type=size, metavar="WxH", help="a window of this size, not the whole screen")
    parser.add_argument("--at", type=place, metavar="X,Y", help="where on the screen that window is put")
    parser.add_argument("--language", choices=LANGUAGES, help="of the screen (default: as the file says)")


def add_check_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--check", action="store_true", help="only ask the console if it may join, and say why not")


def run_peer(name: str, args: argparse.Namespace, start: Start) -> int:
    """Whoever is not the console; `name` is also its role."""
    try:
        config = read_peer(args.config)
        if getattr(args, "check", False):
            return check_peer(name, args.config, config)
    except (ConfigError, BadKey, OSError) as error:
        print(f"etg {name}: {error}", file=sys.stderr)
        return 2
    log = Log(config.name)
    return run_process(log, lambda: start(args, config, log))


def check_peer(role: str, path: Path, config: PeerConfig) -> int:
    """Asks the console with boot 0: nothing joins, and nothing is written down. What does not come in five seconds does
    not come.
    """
    with closing(Peer(config)) as peer:
        me = (PlayerId(config.name), role)
        hello = m.Hello(0, os.urandom(8), 0, first_link(config.table), *me)
        fault, told, until_ms = Fault.NONE, "", now_ms() + CHECK_MS
        while now_ms() < until_ms and not (peer.sockets.settled and (told or fault)):
            if not told:
                peer.send([hello])
            peer.wait(now_ms() + 200)
            for news in peer.news():
                if isinstance(news, m.Denied) and news.run == hello.run:
                    told = explain(news, me)
            fault = peer.fault
        where = f"{config.router} and {config.publisher}, with the key {peer.fingerprint}"
    if told == m.Denial.ASKED and not fault:
        print(f"{path} is good: {config.name}, {role}, may join {config.table} at {where}")
        return 0
    why = WORDS[fault or Fault.SILENT] if told in ("", m.Denial.ASKED) else told
    print(f"etg {role}: {path}: {why} ({where})", file=sys.stderr)
    return 1


def explain(denied: m.Denied, me: tuple[str, str]) -> str:
    if denied.why == m.Denial.IDENTITY:
        return f"this key is enrolled as {denied.name}, {denied.role}; the file and the command say {me[0]}, {me[1]}"
    if denied.why == m.Denial.HISTORY:
        return "this is the console of another table: compare `table` with its file"
    return denied.why if denied.why == m.Denial.ASKED else WORDS[FAULTS.get(denied.why, Fault.OTHER)]


def run_process(log: Log, start: Callable[[], Run]) -> int:
    try:
        run = start()
    except REFUSALS as error:
        log.error("cannot start", why=error)
        return 1
    try:
        return run() or 0
    except (JournalError, ChainBroken) as error:
        log.error("the journal has failed: the process ends, nothing that was told is lost", why=error)
        return 1
