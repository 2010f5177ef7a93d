"""Which keys the log lets in, and what speaks against an order about one: written anew."""

from functools import lru_cache
from hashlib import sha256
from typing import Final

from protocol import messages as m
from simulation.reference.state import Play

ROLES: Final = ("terminal", "panel", "display", "archive", "witness", "floor", "table")
LETTERS: Final = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#"


def is_stale(play: Play, name: str, key: str) -> bool:
    """Said with a key that was replaced a moment ago."""
    return name in play.keys and print_of(play.keys[name][1]) != key


@lru_cache(1_000)  # asked for with every message
def print_of(public: str) -> str:
    digits = sha256(public.encode()).hexdigest()[:16]
    return "-".join((digits[:4], digits[4:8], digits[8:12], digits[12:]))


def against(play: Play, order: m.EnrolKey | m.ReplaceKey | m.EndKey) -> bool:
    """One reason is as good as another: all are called by one word."""
    live, was = play.keys.get(order.name), play.peers[order.name].role
    if was and was != order.role:
        return True
    if isinstance(order, m.EndKey):
        panels = [name for name, (role, _) in play.keys.items() if role == "panel"]
        return live != (order.role, order.key) or panels == [order.name] or play.is_last_panel(order.name)
    if order.key in play.owners or order.role not in ROLES or not _is_key(order.key):
        return True
    if isinstance(order, m.ReplaceKey):
        return live is None or live[0] != order.role
    return live is not None


def is_against_rotation(play: Play, order: m.RotateConsole) -> bool:
    """To the key that is prepared, and to none that was ever anybody's."""
    known = order.key == play.coming or order.key in play.owners
    return not order.key or order.key != play.process.own_keys[1] or known


def _is_key(text: str) -> bool:
    if len(text) != 40 or set(text) - set(LETTERS):
        return False
    for at in range(0, 40, 5):
        number = 0
        for letter in text[at : at + 5]:
            number = number * 85 + LETTERS.index(letter)
        if number >= 2**32:
            return False
    return True
