"""Public keys for simulated machines: the same in every run, and as good as any for whoever only compares them."""

from functools import cache
from hashlib import sha256
from typing import Final, get_args

from protocol.keyring import Z85, Enrolment, Role, fingerprint

ROLE_OF: Final[dict[str, Role]] = {it: it for it in get_args(Role)}


@cache  # asked for with every message
def public_key(name: str, number: int = 1) -> str:
    """Of the first, second ... machine with this name: 32 bytes in Z85."""
    digest = sha256(f"{name} {number}".encode()).digest()
    words = (int.from_bytes(digest[at : at + 4]) for at in range(0, 32, 4))
    return "".join(Z85[word // 85**place % 85] for word in words for place in (4, 3, 2, 1, 0))


@cache
def print_of(name: str, number: int = 1) -> str:
    return fingerprint(public_key(name, number))


def enrolment(name: str, role: str) -> Enrolment:
    return Enrolment(name, ROLE_OF[role], public_key(name))
