"""Charts of a table's day as SVG: what was bet Round by Round, and how the House's win has grown.

Pure, and without a style of its own: the page's sheet colours the classes, also in high contrast and on paper.
"""

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from floor.page.standing import Tally

WIDTH, HEIGHT = 460, 150
LEFT, RIGHT, TOP, BOTTOM = 4, 78, 12, 22
BARS_MAX: Final = 80  # of the handle; more Rounds than that are taken together


def win_chart(rounds: Sequence[tuple[int, Tally]], write: Callable[[int], str], title: str) -> str:
    """The win of the day after each Round: a line from 0, with the ground below it filled."""
    sums, total = [0], 0
    for _, tally in rounds:
        total += tally.win
        sums.append(total)
    low, high = min(sums), max(sums)
    if low == high:
        high = low + 1
    across = (WIDTH - LEFT - RIGHT) / max(1, len(sums) - 1)

    def y(value: int) -> float:
        return TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low)

    points = [(LEFT + place * across, y(value)) for place, value in enumerate(sums)]
    line = " ".join(f"{x:.1f},{down:.1f}" for x, down in points)
    ground = f"{points[0][0]:.1f},{y(0):.1f} {line} {points[-1][0]:.1f},{y(0):.1f}"
    x, down = points[-1]
    parts = [
        f'<polygon class="area" points="{ground}"/>',
        f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(0):.1f}" y2="{y(0):.1f}"/>',
        f'<polyline class="line" points="{line}"/><circle class="point" cx="{x:.1f}" cy="{down:.1f}" r="4.5"/>',
        _value(min(max(down + 5, 18), HEIGHT - BOTTOM), write(total)),
    ]
    return _sheet(parts, title, rounds)


def handle_chart(rounds: Sequence[tuple[int, Tally]], write: Callable[[int], str], title: str) -> str:
    """What was bet in each Round: bars from 0."""
    groups = _together(rounds)
    most = max((handle for _, handle in groups), default=0) or 1
    across = (WIDTH - LEFT - RIGHT) / max(1, len(groups))
    parts = []
    for place, (_, handle) in enumerate(groups):
        high = max(0.0, handle) * (HEIGHT - TOP - BOTTOM) / most
        thin = max(1.0, across * 0.72)
        parts.append(
            f'<rect class="stick" x="{LEFT + place * across:.1f}" y="{HEIGHT - BOTTOM - high:.1f}" width="{thin:.1f}" '
            f'height="{high:.1f}" rx="{min(3.0, thin / 3):.1f}"/>'
        )
    parts.append(f'<line class="axis" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{HEIGHT - BOTTOM}" y2="{HEIGHT - BOTTOM}"/>')
    parts.append(_value(TOP + 8, write(most)) if groups else "")
    return _sheet(parts, title, rounds)


def _value(down: float, text: str) -> str:
    return f'<text class="value" x="{WIDTH - RIGHT + 10}" y="{down:.1f}">{escape(text)}</text>'


def _together(rounds: Sequence[tuple[int, Tally]]) -> list[tuple[int, int]]:
    size = -(-len(rounds) // BARS_MAX) or 1
    return [
        (rounds[at][0], sum(tally.handle for _, tally in rounds[at : at + size])) for at in range(0, len(rounds), size)
    ]


def _sheet(parts: list[str], title: str, rounds: Sequence[tuple[int, Tally]]) -> str:
    ends = ""
    if rounds:
        first, last = rounds[0][0], rounds[-1][0]
        ends = f'<text class="end" x="{LEFT}" y="{HEIGHT - 5}">{first}</text>'
        if last != first:
            ends += f'<text class="end" x="{WIDTH - RIGHT}" y="{HEIGHT - 5}" text-anchor="end">{last}</text>'
    label = f'role="img" aria-label="{escape(title)}"'
    return f'<svg class="chart" viewBox="0 0 {WIDTH} {HEIGHT}" {label}>{"".join(parts)}{ends}</svg>'
