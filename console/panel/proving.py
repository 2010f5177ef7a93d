"""How a person proves at a panel who he is: a number or a badge, then the PIN. Filled in by taps, a value as a form is.

Pure. A PIN or a badge is in no `repr`, and leaves this value only towards the console: a screen is told how many signs
were typed, never which. What kind of text a keyboard has sent is told here, too: a reader types a badge faster than a
person can.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from console.panel.forms import BACK, CLEAR
from protocol.people import PIN_MAX, PIN_MIN

NUMBER_MIN, NUMBER_MAX = 3, 8  # digits of a staff number
BADGE_MIN: Final = 6  # signs: fewer are a finger on a keyboard
BADGE_MAX: Final = 64
BADGE_GAP_MS: Final = 60  # between two signs of a reader; nobody types as fast


class Proof(Struct, frozen=True):
    purpose: str  # sign_on, relief: to take over from who is signed on; sign: an order that waits for it
    number: str = ""
    badge: str = ""
    pin: str = ""
    at: str = "number"  # or pin: what the next digit belongs to

    def __repr__(self) -> str:
        return f"Proof({self.purpose}, {'badge' if self.badge else self.number})"

    @property
    def who(self) -> bool:
        """Has he said who he is?"""
        return bool(self.badge) or NUMBER_MIN <= len(self.number) <= NUMBER_MAX

    @property
    def whole(self) -> bool:
        return self.who and PIN_MIN <= len(self.pin) <= PIN_MAX


def press(proof: Proof, key: str) -> Proof:
    """A key of the pad: a digit, `back`, `clear`."""
    before = proof.pin if proof.at == "pin" else proof.number
    longest = PIN_MAX if proof.at == "pin" else NUMBER_MAX
    if key == CLEAR:
        after = ""
    elif key == BACK:
        after = before[:-1]
    elif key.isascii() and key.isdecimal() and len(before) + len(key) <= longest:
        after = before + key
    else:
        return proof
    return replace(proof, pin=after) if proof.at == "pin" else replace(proof, number=after, badge="")


def choose(proof: Proof, number: str) -> Proof:
    """Tapped from the list of people: the PIN is next, and none that was typed for somebody else."""
    return replace(proof, number=number, badge="", pin="", at="pin")


def show_badge(proof: Proof, badge: str) -> Proof:
    return replace(proof, number="", badge=badge, pin="", at="pin")


def go_to(proof: Proof, at: str) -> Proof:
    return replace(proof, at=at) if at in ("number", "pin") else proof


def again(proof: Proof) -> Proof:
    """After an answer: whoever it was gives his PIN anew."""
    return replace(proof, pin="")


class Keyboard:
    """What keys have sent, until it is clear whether a person types or a reader does. Not a value: it is emptied."""

    def __init__(self) -> None:
        self._signs: list[str] = []
        self._last_ms = 0

    def __repr__(self) -> str:
        return f"Keyboard({len(self._signs)} signs)"

    def type(self, now_ms: int, sign: str, gap_ms: int = BADGE_GAP_MS) -> str:
        """One more sign. Gives back what was typed before a pause, and so by a person."""
        typed = self.flush() if now_ms - self._last_ms > gap_ms else ""
        self._last_ms = now_ms
        if len(self._signs) < BADGE_MAX:
            self._signs.append(sign)
        return typed

    def flush(self) -> str:
        """All that is there, and nothing is left: after a pause, or at the end of a line."""
        typed, self._signs = "".join(self._signs), []
        return typed
