"""The sounds of a terminal, made by ourselves: each cue is a few partials with a soft beginning and end, as WAV bytes.

Pure: the same bytes for the same cue and volume. A loss has no sound of its own, and a win is heard only if it is one:
what comes back of a lost stake is not celebrated. Must never know a Round, nor how a sound is played.
"""

import io
import math
import sys
import wave
from array import array
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

RATE: Final = 22_050  # samples in a second: nothing here is higher than 4 kHz
VOLUMES: Final = (0.0, 0.12, 0.3, 0.7)  # off, quiet, normal, loud: of full scale
EDGE_S: Final = 0.006  # a tone that begins at once clicks


class Tone(NamedTuple):
    """Frequencies in Hz, from when to when in seconds, and how loud."""

    hertz: tuple[float, ...]
    start_s: float
    end_s: float
    gain: float = 1.0
    decay: float = 4.0  # how fast it dies away


CUES: Final[Mapping[str, tuple[Tone, ...]]] = {
    "opened": (Tone((660, 1320), 0, 0.22), Tone((880, 1760), 0.14, 0.5)),
    "closed": (Tone((440, 880), 0, 0.25), Tone((330, 660), 0.18, 0.6)),
    "chip": (Tone((2_100, 3_150), 0, 0.05, 0.7, 12),),
    "registered": (Tone((1_320,), 0, 0.09, 0.6), Tone((1_760,), 0.07, 0.2, 0.6)),
    "returned": (Tone((523,), 0, 0.16, 0.7), Tone((392,), 0.14, 0.36, 0.7)),
    "lastCall": (Tone((880, 1_760), 0, 0.16), Tone((880, 1_760), 0.22, 0.4)),
    "tick": (Tone((1_000,), 0, 0.05, 0.6, 10),),
    "card": (Tone((240, 700, 1_500), 0, 0.06, 0.5, 14),),
    "won1": (Tone((784,), 0, 0.18), Tone((988,), 0.12, 0.4)),
    "won2": (Tone((784,), 0, 0.18), Tone((988,), 0.12, 0.3), Tone((1_175,), 0.24, 0.6)),
    "won3": (
        *(Tone((784,), 0, 0.18), Tone((988,), 0.12, 0.3), Tone((1_175,), 0.24, 0.42)),
        Tone((784, 988, 1_175, 1_568), 0.36, 1.1, 1.4, 3),
    ),
    "asked": (Tone((784,), 0, 0.2, 0.7), Tone((988,), 0.16, 0.4, 0.7)),  # a question of the game: it is his turn
    "check": (Tone((523, 659), 0, 0.5, 0.8, 3),),  # a reality check: calm
}


@cache
def sound(cue: str, volume: int) -> bytes:
    """A WAV file; b"" for silence, or for a cue that has no sound."""
    tones, loud = CUES.get(cue, ()), VOLUMES[volume]
    if not tones or not loud:
        return b""
    samples = [0.0] * (int(RATE * max(tone.end_s for tone in tones)) + 1)
    for tone in tones:
        start = int(RATE * tone.start_s)
        for place, strength in enumerate(_played(tone), start):
            samples[place] += strength
    scale = 32_767 * loud / max(map(abs, samples))
    frames = array("h", [int(strength * scale) for strength in samples])
    if sys.byteorder == "big":
        frames.byteswap()  # a WAV file is little-endian
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(frames.tobytes())
    return file.getvalue()


def _played(tone: Tone) -> Iterator[float]:
    length = tone.end_s - tone.start_s
    for sample in range(int(RATE * length)):
        time = sample / RATE
        edge = min(1.0, time / EDGE_S, (length - time) / EDGE_S)
        waves = sum(math.sin(math.tau * hertz * time) / part for part, hertz in enumerate(tone.hertz, 1))
        yield tone.gain * waves * edge * math.exp(-tone.decay * time / length)
