"""A run in a few words: all that has to be known to play it again, step by step the same; and the file that keeps it.

A `Play` is seed, Rounds, terminals, mix, and what was changed of it by name. A file holds one with how it ended, the
version of the format and a digest of both. Whatever does not fit is refused in words: a file is from anywhere.
"""

import base64
import json
import random
import zlib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from simulation.box_world import ALL
from simulation.chaos import CHAOS
from simulation.directed import Throws, Turn
from simulation.disks import ACTS
from simulation.mix import Mix
from simulation.people import Manners
from simulation.real_disk import Parts

FORMAT: Final = "etg sim play"
VERSION: Final = 1
TERMINALS: Final = 4
SIZES: Final = (2, 2, 2, 3, 3, 4, 5)  # of tables: what a Round costs grows with the terminals, what it shows hardly
ROUNDS_MAX: Final = 100_000
TERMINALS_MAX: Final = 64
FILE_BYTES_MAX: Final = 16_000_000


def draw_terminals(seed: int) -> int:
    return random.Random(f"terminals {seed}").choice(SIZES)


class Refused(Exception):
    """This is no file that can be played here, and why."""


class Act(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that befalls the table at this moment, besides what the mix brings."""

    at_ms: int
    name: str  # of `Chaos`


class Play(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    seed: int
    rounds: int
    terminals: int = TERMINALS
    mix: Mix | None = None  # None: drawn from the seed (the swarm)
    apart: bool = False  # dice by event; else all from one source, as a plain seed has them
    turns: tuple[Turn, ...] = ()
    acts: tuple[Act, ...] = ()
    only: tuple[str, ...] | None = None  # of what may happen, this alone; None: all of it
    tape: str = ""  # throws of a plain seed, by event, packed
    real_disk: bool | None = None  # None: as the seed draws it
    game: str = ""  # one with boxes; "": baccarat

    def own_mix(self) -> Mix | None:
        """A copy: a run changes its own."""
        return None if self.mix is None else copied(self.mix)


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """What a file holds."""

    format: str
    version: int
    play: Play
    broken: str  # what was violated; "": nothing
    digest: str  # of the run, up to its end
    sum: str = ""  # of all this


def copied(mix: Mix) -> Mix:
    return msgspec.json.decode(msgspec.json.encode(mix), type=Mix)


def packed(tape: Mapping[str, Throws]) -> str:
    """Whole numbers may have hundreds of bits, and floats come back as they were."""
    return base64.b85encode(zlib.compress(json.dumps(tape, separators=(",", ":")).encode(), 9)).decode()


def unpacked(tape: str) -> dict[str, Throws]:
    if not tape:
        return {}
    try:
        inflating = zlib.decompressobj()
        data = inflating.decompress(base64.b85decode(tape), 50 * FILE_BYTES_MAX)
        throws = msgspec.convert(json.loads(data), dict[str, list[int | float]])
    except (ValueError, zlib.error, msgspec.ValidationError, RecursionError) as wrong:
        raise Refused(f"its tape cannot be read: {wrong}") from None
    return {who: tuple(thrown) for who, thrown in throws.items()}


# --- the file -------------------------------------------------------------------------------------------------


def write(path: Path, play: Play, broken: str, digest: str) -> None:
    # As it will be read: a whole number where a float belongs comes back as one, and the digest is of that.
    kept = msgspec.json.decode(msgspec.json.encode(Kept(FORMAT, VERSION, play, broken, digest)), type=Kept)
    data = msgspec.json.format(msgspec.json.encode(replace(kept, sum=_sum(kept))), indent=1)
    path.write_bytes(data + b"\n")


def read(path: Path) -> Kept:
    """Raises Refused; an OSError is the caller's."""
    with path.open("rb") as file:
        data = file.read(FILE_BYTES_MAX + 1)
    if len(data) > FILE_BYTES_MAX:
        raise Refused(f"it is larger than {FILE_BYTES_MAX:,} bytes")
    return parse(data)


def parse(data: bytes) -> Kept:
    try:
        found: Any = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as wrong:
        raise Refused(f"it is no JSON: {wrong}") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise Refused(f'it does not say "format": "{FORMAT}"')
    if found.get("version") != VERSION:
        raise Refused(
            f"it is of version {str(found.get('version'))[:20]} of the format, and this program plays version {VERSION}"
        )
    try:
        kept = msgspec.json.decode(data, type=Kept)
    except (msgspec.ValidationError, RecursionError) as wrong:
        raise Refused(f"{wrong}") from None
    if kept.sum != _sum(replace(kept, sum="")):
        raise Refused("its digest does not fit: it was changed, or not written to its end")
    fits(kept.play)
    return kept


def _sum(kept: Kept) -> str:
    return sha256(msgspec.json.encode(kept)).hexdigest()


def fits(play: Play) -> None:
    """Can it be played here at all?"""
    if not 1 <= play.rounds <= ROUNDS_MAX or not 1 <= play.terminals <= TERMINALS_MAX or play.seed < 0:
        raise Refused(f"seed {play.seed}, {play.rounds} rounds, {play.terminals} terminals: that cannot be played")
    named = {act.name for act in play.acts} | set(play.mix.chaos if play.mix else ())
    if unknown := named - set(CHAOS):
        raise Refused(f"nothing befalls a table here that is called {', '.join(sorted(unknown))[:200]}")
    if play.game not in ("", *ALL):
        raise Refused(f"no game is played here that is called {play.game[:40]!r}")
    if any(act.at_ms < 0 for act in play.acts) or any(turn.at_ms < 0 for turn in play.turns):
        raise Refused("something in it is to happen before it begins")
    if play.mix is not None:
        _fit_mix(play.mix)
    if (play.tape or play.only is not None or play.turns) and not play.apart:
        raise Refused("it changes single throws, and its dice are not apart")
    unpacked(play.tape)


def _fit_mix(mix: Mix) -> None:
    chances = {
        name: getattr(mix.manners, name) for name in Manners.__struct_fields__ if name not in ("pace", "finds_ms")
    }
    chances |= {name: getattr(mix.weather, name) for name in mix.weather.__struct_fields__}
    chances |= {
        name: getattr(mix, name)
        for name in ("crash_console", "crash_terminal", "noise", "misread", "unread", "lies", "loses_seeds", "prattles")
    }
    for name, chance in chances.items():
        if not 0 <= chance <= 1:
            raise Refused(f"{name} is a chance, and is {chance}")
    if (
        mix.chaos_ms < 0
        or mix.countdown_ms <= 0
        or not 0 < mix.manners.pace < 1_000
        or not 0 <= mix.manners.finds_ms < 1e9
    ):
        raise Refused("a time in its mix is none")
    if mix.disk is not None:
        _fit_parts(mix.disk)
    if mix.ending not in ("", "C8", "C13", "W", "U"):
        raise Refused(f"no run ends in {mix.ending[:20]!r}")


def _fit_parts(parts: Parts) -> None:
    if unknown := set(parts.acts) - set(ACTS):
        raise Refused(f"nothing befalls a disk here that is called {', '.join(sorted(unknown))[:200]}")
    if min(parts.console_every, parts.terminal_every, parts.look_ms) < 1 or parts.chaos_ms < 0:
        raise Refused("a number for its real disks is none")
