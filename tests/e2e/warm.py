"""A process that has imported everything and opened nothing. From it consoles and terminals are forked in milliseconds,
where a fresh interpreter needs half a second: so hundreds of them can be killed in a minute.

What is forked is a real process that runs the real command. It must never fork with a socket, a database or a thread.
Orders come as lines of JSON on standard input; on standard output it tells who was started and who has ended, and how.
"""

import ctypes
import gc
import importlib
import json
import os
import resource
import select
import signal
import sys
import threading
import traceback
from pathlib import Path
from typing import Any

import console.dealer
import console.service
import protocol.shuffle_view
import terminal.runtime
from deploy import cli
from tests.e2e import player
from tests.e2e.stories import SHUFFLES, ToldShuffles

# Commands import late, so that `etg --help` is quick; here everything comes first.
NEEDED = (
    *(
        "console.config",
        "floor.archive",
        "floor.witness",
        "protocol.config",
        "deploy.console",
        "deploy.terminal",
        "deploy.archive",
        "deploy.witness",
        "audit.journal",
        "deploy.demo.bot",
    ),
)

FAILED = 70  # the status of a child that ended by an exception


def main() -> None:
    for module in NEEDED:
        importlib.import_module(module)
    if threading.active_count() > 1:
        raise SystemExit("warm: a thread runs: what is forked now could hang")
    gc.collect()
    gc.freeze()
    hears, rings = os.pipe()
    os.set_blocking(rings, False)
    os.set_blocking(hears, False)
    signal.set_wakeup_fd(rings)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # a child may be nudged before it listens
    tell({"ready": os.getpid()})
    waiting = b""
    while True:
        ready, _, _ = select.select([0, hears], [], [])
        if hears in ready:
            os.read(hears, 4_096)
            bury()
        if 0 in ready:
            data = os.read(0, 65_536)
            if not data:
                return  # whoever wanted us has gone; our children die with us
            *lines, waiting = (waiting + data).split(b"\n")
            for line in lines:
                order = json.loads(line)
                tell({"started": start(order), "name": order["name"]})


def tell(news: dict[str, Any]) -> None:
    os.write(1, json.dumps(news).encode() + b"\n")


def bury() -> None:
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if not pid:
            return
        tell({"ended": pid, "status": os.waitstatus_to_exitcode(status)})


def start(order: dict[str, Any]) -> int:
    parent = os.getpid()
    pid = os.fork()
    if pid:
        return pid
    status = FAILED
    try:
        status = child(order, parent)
    finally:  # whatever happened: a child never comes back to our loop
        if status == FAILED:
            traceback.print_exc()  # into its log, which the test shows
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def child(order: dict[str, Any], parent: int) -> int:
    die_with(parent)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    folder = Path(order["folder"])
    nowhere = os.open(os.devnull, os.O_RDONLY)
    log = os.open(folder / f"{order['name']}.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(nowhere, 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.chdir(folder)
    os.environ.update(order["environment"])
    if order["files_max"]:
        resource.setrlimit(resource.RLIMIT_NOFILE, (order["files_max"],) * 2)
    if order["checkpoint_every"]:  # entries: in a test a table does not live for days
        vars(console.service)["CHECKPOINT_EVERY"] = order["checkpoint_every"]
        vars(terminal.runtime)["CHECKPOINT_EVERY"] = order["checkpoint_every"]
        vars(terminal.runtime)["WHOLE_AT_START"] = 0  # and its file is never so long that it would rely on one
    if (folder / SHUFFLES).exists():  # for whoever deals, and for whoever works it out again
        told = ToldShuffles(folder / SHUFFLES)
        for module in (console.dealer, protocol.shuffle_view):
            vars(module).update(shuffle_key=told.shuffle_key, shuffled=told.shuffled)
    if order["layouts"] is None and not order["guest"]:
        return cli.main(order["arguments"])
    return player.run(folder / order["arguments"][0], order["layouts"])


def die_with(parent: int) -> None:
    """Nothing outlives a test, however that one ends."""
    set_death_signal = 1  # PR_SET_PDEATHSIG of Linux
    ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)
    if os.getppid() != parent:  # it has ended in between
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
