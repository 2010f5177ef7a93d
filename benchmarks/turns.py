"""A console as `etg console` runs it, which also says what each turn of its loop has cost.

    python -m benchmarks.turns TABLE.toml [--new]

Each line on standard input is answered by one: all turns since the last, each as nanoseconds of its thread's processor
time and of the clock. On a machine that others use too, only the first says something about the console.
"""

import argparse
import json
import os
import sys
import time
from threading import Thread
from typing import Final

from console.service import Service
from deploy import console

_taken: list[tuple[int, int]] = []
_turn: Final = Service.turn


def _timed(service: Service) -> None:
    cpu, clock = time.thread_time_ns(), time.monotonic_ns()
    _turn(service)
    _taken.append((time.thread_time_ns() - cpu, time.monotonic_ns() - clock))


def _tell() -> None:
    global _taken
    for _ in sys.stdin:
        told, _taken = _taken, []
        os.write(1, json.dumps(told).encode() + b"\n")


def main() -> int:
    parser = argparse.ArgumentParser()
    console.add_arguments(parser)
    Service.turn = _timed  # type: ignore[method-assign, assignment]
    Thread(target=_tell, daemon=True).start()
    return console.run(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
