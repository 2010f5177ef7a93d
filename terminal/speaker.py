"""Plays cues by a program of the machine (ALSA's `aplay`): a shell, which decides nothing.

Why a program and no library: no sound server's client runs inside the process that holds a Player's money, so none can
hang or end it, and there is no package to keep. A machine without the program or without a device is silent: what is
heard is also to be seen.
"""

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import Final

from looks.sounds import VOLUMES, sound

APLAY: Final = ("aplay", "-q", "-")  # a WAV file from its standard input
AT_ONCE: Final = 3  # sounds that may overlap: one more is left out, not queued
FAILED_MAX: Final = 3  # in a row: there is no device here
NORMAL: Final = 2
PATIENCE_S: Final = 10.0  # the longest cue lasts a second: who plays it still waits for a device that hangs


class Speaker:
    def __init__(
        self,
        command: Sequence[str] = APLAY,
        volume: int = NORMAL,
        complain: Callable[[str], None] = lambda _why: None,
        *,
        patience_s: float = PATIENCE_S,
    ) -> None:
        """`complain` hears once why this machine is silent."""
        self._command = command
        self._complain = complain
        self._patience_s = patience_s
        self._playing: list[tuple[subprocess.Popen[bytes], float]] = []  # each with when it began
        self._given_up: list[subprocess.Popen[bytes]] = []  # ended by us, and not gone yet: nobody waits for them
        self._failed = 0
        self.silent = False
        self.volume = volume

    def turn(self, volume: int) -> None:
        self.volume = max(0, min(len(VOLUMES) - 1, volume))

    def play(self, cue: str) -> None:
        self._reap()
        data = sound(cue, self.volume)
        if not data or self.silent or len(self._playing) >= AT_ONCE:
            return
        try:
            # In memory, not through a pipe: whoever does not read it holds up nobody's screen.
            with os.fdopen(os.memfd_create("cue"), "w+b") as file:
                file.write(data)
                file.seek(0)
                player = subprocess.Popen(
                    self._command, stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
                )
        except OSError as error:
            self._fall_silent(str(error))
            return
        self._playing.append((player, time.monotonic()))

    def close(self) -> None:
        for player in (*self._given_up, *(player for player, _began in self._playing)):
            player.kill()
            player.wait()
        self._playing, self._given_up = [], []

    def _reap(self) -> None:
        """Who has ended; and who never will by itself, because its device hangs."""
        late = time.monotonic() - self._patience_s
        playing, self._playing = self._playing, []
        self._given_up = [player for player in self._given_up if player.poll() is None]
        for player, began in playing:
            ended = player.poll()
            if ended is None and began > late:
                self._playing.append((player, began))
            elif ended is None:
                player.kill()
                self._given_up.append(player)
                self._failed += 1
            else:
                self._failed = self._failed + 1 if ended else 0
        if self._failed >= FAILED_MAX and not self.silent:
            self._fall_silent(f"{self._command[0]} has failed {self._failed} times: no sound device works here")

    def _fall_silent(self, why: str) -> None:
        self.silent = True
        self._complain(why)
