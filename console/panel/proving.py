"""How a person proves at a panel who he is: a number or a badge, then the PIN. Filled in by taps, a value as a form is.

Pure. A PIN or a badge is in no `repr`, and leaves this value only towards the console: a screen is told how many signs
were typed, never which. What a keyboard has sent is told here, too. A reader may type as slowly as a person, so nothing
is taken for a person's before a pause that no reader makes; and a line that is long enough is a badge, however it came.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from console.panel.taps import BACK, CLEAR
from protocol.people import PIN_MAX, PIN_MIN

NUMBER_MIN, NUMBER_MAX = 3, 8  # digits of a staff number
BADGE_MIN: Final = 6  # signs: fewer are a finger on a keyboard
BADGE_MAX: Final = 64
LINE_MAX: Final = 120  # signs that are kept: what leans on a keyboard fills no memory
BADGE_GAP_MS: Final = 60  # between two signs: nobody types as fast, and what comes so without an end is no text
READER_MS: Final = 2_000  # between two signs of the slowest reader, and before the end of its line


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
        self._last_ms = -READER_MS
        self._fast = True  # so far no sign came later than a person can type it
        self._spoilt = False  # its beginning is lost: the rest is nobody's text
        self._ended_ms = -READER_MS - 1  # when a line ended that could be a badge

    def __repr__(self) -> str:
        return f"Keyboard({len(self._signs)} signs)"

    def __len__(self) -> int:
        """How many signs wait."""
        return len(self._signs)

    def type(self, now_ms: int, sign: str) -> str:
        """One more sign. Gives back what a person has typed before a pause."""
        typed = self.pause() if now_ms - self._last_ms > READER_MS else ""
        self._fast = self._fast and (not self._signs or now_ms - self._last_ms <= BADGE_GAP_MS)
        self._last_ms = now_ms
        if len(self._signs) < LINE_MAX:
            self._signs.append(sign)
        return typed

    def back(self) -> bool:
        """The last sign is taken away. Was there one?"""
        return bool(self._signs and self._signs.pop())

    def pause(self) -> str:
        """Nothing came any more, and no end of a line: it was typed by a person, unless only a machine types so. Signs
        that begin with one that stands in no field are a reader's prefix.
        """
        text, spoilt, fast = self._take()
        is_reader = (fast and len(text) >= BADGE_MIN) or not text[:1].isalnum()
        return "" if spoilt or is_reader else text

    def end(self, now_ms: int) -> str | None:
        """The end of a line: all that came before it. None: that is nothing, and its end is none either. Some readers
        end a line twice.
        """
        text, spoilt, _ = self._take()
        again = not text and now_ms - self._ended_ms <= READER_MS
        if spoilt or len(text) >= BADGE_MIN:
            self._ended_ms = now_ms
        return None if spoilt or again else text

    def spoil(self) -> None:
        """What is being typed was meant for something that is not there any more, and so is what follows of it."""
        self._spoilt = self._spoilt or bool(self._signs)
        self._signs = []

    def _take(self) -> tuple[str, bool, bool]:
        taken = "".join(self._signs), self._spoilt, self._fast
        self._signs, self._spoilt, self._fast = [], False, True
        return taken
