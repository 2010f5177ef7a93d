"""Plays on several cores. What a worker sends back are plain values; what it breaks comes back as a value, too."""

import ctypes
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from typing import Any, Final

from protocol.process import settle_memory
from simulation.play import Play
from simulation.run import Failed, Report, Stage
from simulation.shrink import Effort, Shrunk, shrink

LOOK_S: Final = 0.2  # between two looks whether somebody said stop
_DEATH_SIGNAL: Final = 1  # PR_SET_PDEATHSIG of Linux
# A worker has all modules at once, and us for its parent. (From Python 3.14 on it would be a child of a server.)
FORK: Final = get_context("fork")

_stop: Final[list[Event]] = []  # in a worker: set when the parent has no more time


def perform(play: Play) -> Report | Failed:
    try:
        return Stage(play).perform()
    except Failed as failed:
        return failed


def shrink_in_worker(play: Play, broken: str) -> Shrunk:
    return shrink(play, broken, Effort(stopped=lambda: any(stop.is_set() for stop in _stop)))


def start_worker(stop: Event | None = None, parent: int = 0) -> None:
    """Ctrl-C is for the parent, which sees to its children; and none outlives it, however it ends."""
    _stop[:] = [stop] if stop is not None else []
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if parent and sys.platform == "linux":
        ctypes.CDLL(None).prctl(_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)
    settle_memory()


class Pool:
    """`jobs` workers; with one job everything is played here."""

    def __init__(self, jobs: int) -> None:
        self.stop = FORK.Event()
        self._inside = jobs == 1
        self._pool: ProcessPoolExecutor | None = None
        if not self._inside:
            self._pool = ProcessPoolExecutor(jobs, FORK, start_worker, (self.stop, os.getpid()))

    def play(self, plays: Sequence[Play]) -> Iterator[tuple[int, Report | Failed]]:
        """As they are done, with their places; ends early if somebody says stop."""
        if self._pool is None:
            for place, play in enumerate(plays):
                if self.stop.is_set():
                    return
                yield place, perform(play)
            return
        places = {self._pool.submit(perform, play): place for place, play in enumerate(plays)}
        yield from ((places[future], future.result()) for future in self._as_done(set(places)))

    def shrink(self, failures: Sequence[tuple[Play, str]]) -> list[Shrunk]:
        if self._pool is None:
            return [shrink(play, broken, Effort(stopped=self.stop.is_set)) for play, broken in failures]
        return [future.result() for future in [self._pool.submit(shrink_in_worker, *failure) for failure in failures]]

    def _as_done(self, waiting: set[Future[Any]]) -> Iterator[Future[Any]]:
        while waiting:
            done, waiting = wait(waiting, timeout=LOOK_S, return_when=FIRST_COMPLETED)
            yield from done
            if self.stop.is_set():
                for future in waiting:
                    future.cancel()
                running = {future for future in waiting if not future.cancelled()}
                yield from wait(running).done
                return

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, *_exc: object) -> None:
        self.stop.set()
        self.close()
