"""While something long runs: how far it is, on a terminal and in a log; and the whole numbers that it is asked for."""

import argparse
from time import monotonic
from typing import Final, TextIO

BAR_WIDTH: Final = 30
REDRAW_SECONDS: Final = 0.1


class Progress:
    """How far it is: a bar that moves on a terminal; elsewhere a line now and then, as logs want it."""

    def __init__(self, rounds: int, stream: TextIO, what: str = "rounds") -> None:
        self.rounds = rounds
        self.what = what
        self.stream = stream
        self.moves = stream.isatty()
        self.began = self.drawn = monotonic()
        self.told = 0  # tenths

    def show(self, done: int) -> None:
        """So many Rounds are played. The last call is with all of them."""
        now = monotonic()
        if self.moves:
            if now - self.drawn >= REDRAW_SECONDS or done == self.rounds:
                self.drawn = now
                ended = "\n" if done == self.rounds else ""
                print(f"\r{self._bar(done)}{self._speed(done, now)}\033[K", end=ended, file=self.stream, flush=True)
        elif 10 * done // self.rounds > self.told:
            self.told = 10 * done // self.rounds
            print(f"{self._percent(done)} {self._speed(done, now)}", file=self.stream, flush=True)

    def _bar(self, done: int) -> str:
        full = BAR_WIDTH * done // self.rounds
        return f"[{'#' * full}{'.' * (BAR_WIDTH - full)}] {self._percent(done)} "

    def _percent(self, done: int) -> str:
        return f"{100 * done // self.rounds:3} %"

    def _speed(self, done: int, now: float) -> str:
        seconds = max(now - self.began, 1e-9)
        left = (self.rounds - done) * seconds / done
        remaining = f", {left:.0f} s left" if done < self.rounds else f" in {seconds:.1f} s"
        rate = done / seconds
        speed = f"{rate / 1e6:.2f} million a second" if rate >= 10_000 else f"{rate:.0f} a second"
        return f"{done:,} of {self.rounds:,} {self.what}, {speed}{remaining}"


def positive(text: str) -> int:
    return _at_least(1, text)


def natural(text: str) -> int:
    return _at_least(0, text)


def _at_least(least: int, text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = least - 1
    if number < least:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least} on")
    return number
