"""Plays cues by a program of the machine (ALSA's `aplay`): a shell, which decides nothing.

Why a program and no library: no sound server's client runs inside the process that holds a Player's money, so none can
hang or end it, and there is no package to keep. A machine without the program or without a device is silent: what is
heard is also to be seen.
"""

import subprocess
from collections.abc import Callable, Sequence
from typing import Final

from looks.sounds import VOLUMES, sound

APLAY: Final = ("aplay", "-q", "-")  # a WAV file from its standard input
AT_ONCE: Final = 3  # sounds that may overlap: one more is left out, not queued
FAILED_MAX: Final = 3  # in a row: there is no device here
NORMAL: Final = 2


class Speaker:
    def __init__(
        self, command: Sequence[str] = APLAY, volume: int = NORMAL, complain: Callable[[str], None] = lambda _why: None
    ) -> None:
        """`complain` hears once why this machine is silent."""
        self._command = command
        self._complain = complain
        self._playing: list[subprocess.Popen[bytes]] = []
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
            # A cue is smaller than a pipe holds: writing does not wait for the sound.
            player = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
            )
        except OSError as error:
            self._fall_silent(str(error))
            return
        self._playing.append(player)
        try:
            assert player.stdin is not None
            with player.stdin as pipe:
                pipe.write(data)
        except OSError:
            pass  # it has ended already: why, it says by how

    def close(self) -> None:
        for player in self._playing:
            player.kill()
            player.wait()
        self._playing = []

    def _reap(self) -> None:
        for player in [player for player in self._playing if player.poll() is not None]:
            self._playing.remove(player)
            self._failed = self._failed + 1 if player.returncode else 0
        if self._failed >= FAILED_MAX and not self.silent:
            self._fall_silent(f"{self._command[0]} has failed {self._failed} times: there is no sound device")

    def _fall_silent(self, why: str) -> None:
        self.silent = True
        self._complain(why)
