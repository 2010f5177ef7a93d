"""How a PIN is kept and looked at, wherever somebody signs on: Argon2id, which takes its time on purpose.

Knows no file, no person and no table. Nothing of a PIN or of its string is logged or quoted.
"""

import re
from typing import Final

import argon2

from protocol.keys import BadKey
from protocol.people import poor_pin

MEMORY_MIN: Final = 19_456  # KiB: below that a stolen file is guessed too quickly; a demo's PINs everybody knows
MEMORY_MAX: Final = 262_144  # KiB, and so many passes and lanes: one look at a PIN must not keep the others waiting
PASSES_MAX, LANES_MAX = 10, 16
# What a string may make of the library, or of the machine's memory.
UNLOOKED: Final = (argon2.exceptions.Argon2Error, ValueError, TypeError, OverflowError, MemoryError, OSError)
_ARGON2: Final = re.compile(
    r"\$argon2id\$v=19\$m=([0-9]{1,7}),t=([0-9]{1,3}),p=([0-9]{1,3})\$[A-Za-z0-9+/]{11,64}\$[A-Za-z0-9+/]{22,86}"
)
# Of a PIN that nobody knows: for a number that nobody has, so that it takes as long.
NOBODYS: Final = "$argon2id$v=19$m=65536,t=3,p=4$9JmyImnqPLzwtH7tKOguBw$VxbPCTJPWcfhf4Xx1GreKs3f7tShrLI6q6uCwY1UowM"

_hasher: Final = argon2.PasswordHasher()


def hash_pin(pin: str) -> str:
    if why := poor_pin(pin):
        raise BadKey(why)
    return _hasher.hash(pin)


def is_right(string: str, pin: str) -> bool:
    try:
        return _hasher.verify(string, pin)
    except (argon2.exceptions.VerificationError, argon2.exceptions.InvalidHashError):
        return False


def check_string(string: str, *, weak: bool) -> None:
    """Whole: the library reads on where it should not, and asks for whatever memory the file says. `weak`: for a demo
    it may be.
    """
    given = _ARGON2.fullmatch(string)
    if given is None:
        raise BadKey("it is damaged")
    memory, passes, lanes = (int(number) for number in given.groups())
    if memory > MEMORY_MAX or not 1 <= passes <= PASSES_MAX or not 1 <= lanes <= LANES_MAX:
        raise BadKey("its PIN would take too long to look at: `etg staff reset` makes it anew")
    if memory < MEMORY_MIN and not weak:
        raise BadKey("its PIN is kept too weakly: `etg staff reset` makes it anew")
