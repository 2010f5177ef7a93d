"""A Round as a short film: one SVG file that any browser plays, frame by frame, without a script.

Draws what `replay.py` tells, and knows nothing else. Each frame stands as long as the table stood so, within bounds.
"""

import textwrap
from collections.abc import Sequence
from html import escape
from typing import Final

from audit.evidence import Step, seconds_between

WIDTH: Final = 900
TOP: Final = 160  # of the first Hand
FRAME_S: Final = (0.6, 3.0)  # the least and the most that a frame stands
SUITS: Final = {
    "S": ("\u2660", "#111"),
    "C": ("\u2663", "#111"),
    "H": ("\u2665", "#b3261e"),
    "D": ("\u2666", "#b3261e"),
}
CARD: Final = (54, 76)
HAND: Final = CARD[1] + 12
LINE: Final = 20
LINES_MAX: Final = 9
WRAP: Final = 96  # characters


def film(title: str, steps: Sequence[Step], pace: float = 1.0) -> str:
    """All frames in one picture, each visible in its time; from the beginning again when it is over."""
    stands = [_stands(step, after, pace) for step, after in zip(steps, (*steps[1:], None), strict=True)]
    whole, begun, frames = sum(stands), 0.0, []
    for number, (step, stand) in enumerate(zip(steps, stands, strict=True), 1):
        first, last = begun / whole, (begun + stand) / whole
        times, shown = _times(first, last)
        drawn = frame(f"{title}   {number}/{len(steps)}", step)
        frames.append(
            f'<g visibility="hidden">{drawn}<animate attributeName="visibility" calcMode="discrete" values="{shown}" '
            f'keyTimes="{times}" dur="{whole:.2f}s" repeatCount="indefinite"/></g>'
        )
        begun += stand
    return _picture("".join(frames), steps)


def still(title: str, step: Step) -> str:
    """One frame of it."""
    return _picture(frame(title, step), [step])


def _picture(inside: str, steps: Sequence[Step]) -> str:
    height = TOP + max(map(_high, steps)) + 30
    size = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
    felt = f'<rect width="{WIDTH}" height="{height}" fill="#14503c"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="18" fill="#f4f1e8">'
    return f"{head}{felt}{inside}</svg>\n"


def _high(step: Step) -> int:
    return HAND * len(step.hands) + LINE * min(len(step.felt) - len(step.hands), LINES_MAX)


def _stands(step: Step, after: Step | None, pace: float) -> float:
    least, most = FRAME_S
    passed = most if after is None else seconds_between(step.wall_time, after.wall_time) / pace
    return min(max(passed, least), most)


def _times(first: float, last: float) -> tuple[str, str]:
    """When it is hidden, shown and hidden again: as parts of the whole, which begin with 0."""
    marks = [(0.0, "hidden"), (first, "visible"), (last, "hidden")]
    marks = marks[1:] if first == 0 else marks
    marks = marks[:-1] if last >= 1 else marks
    return ";".join(f"{at:.5f}" for at, _ in marks), ";".join(word for _, word in marks)


def frame(title: str, step: Step) -> str:
    parts = [
        _text(30, 40, title, 'font-weight="600"'),
        _text(30, 68, f"{step.wall_time}   entry {step.seq}", 'font-size="14" fill="#b9d6c8"'),
        _text(30, 142, step.felt[0], 'font-size="15"'),
    ]
    for at, words in enumerate(textwrap.wrap(step.what, WRAP)[:2]):
        parts.append(_text(30, 96 + 22 * at, words, 'font-size="17" fill="#ffe9a8"'))
    top = TOP
    for hand, cards, points in step.hands:
        parts.append(_text(30, top + 44, f"{hand}{'' if points is None else f'  {points}'}"))
        parts += [_card(180 + 64 * at, top, card) for at, card in enumerate(cards)]
        top += HAND
    for line in step.felt[1 + len(step.hands) : 1 + len(step.hands) + LINES_MAX]:
        parts.append(_text(30, top + 20, line, 'font-size="14"'))
        top += LINE
    return "".join(parts)


def _text(x: int, y: int, words: str, how: str = "") -> str:
    return f'<text x="{x}" y="{y}" {how} xml:space="preserve">{escape(words)}</text>'


def _card(x: int, y: int, card: str) -> str:
    wide, high = CARD
    at = f'x="{x}" y="{y}" width="{wide}" height="{high}" rx="6"'
    if card == "??":
        return f'<rect {at} fill="#8a2f3c" stroke="#fff"/>'
    suit, colour = SUITS[card[1]]
    rank = "10" if card[0] == "T" else card[0]
    face = f'<rect {at} fill="#fffdf7" stroke="#c9c4b5"/>'
    face += f'<text x="{x + 8}" y="{y + 28}" fill="{colour}" font-size="22" font-weight="600">{rank}</text>'
    return face + f'<text x="{x + 20}" y="{y + 64}" fill="{colour}" font-size="32">{suit}</text>'
