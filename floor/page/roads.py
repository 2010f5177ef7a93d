"""The roads of a shoe as SVG: the same marks in the same cells as on the screens (`looks/road_view.py` draws them with
Qt).

Pure. What the marks are and where they lie is said by games.baccarat.roads; drawn only for information (001 §5.10).
Nothing is said by colour alone: a result has its letter, and of the derived roads a blue mark has an eye, a bar, or
slants back.
"""

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from games.baccarat.roads import (
    ROWS,
    Bead,
    BigRoadMark,
    Cell,
    Colour,
    DerivedRoad,
    Roads,
    parse_result,
    roads_of,
    visible_bead_plate,
    visible_big_road,
    visible_derived_road,
)

SIDES: Final = ("banker", "player", "tie")  # in the order of the letters on the marks
DERIVED: Final = ("big_eye_boy", "small_road", "cockroach_pig")
RED, BLUE, GREEN = "#c8102e", "#0b55b8", "#0b7a3e"
PAPER, LINE, NEWEST = "#faf7ee", "#d8d2c0", "#f6e3a1"
INK: Final = {"B": RED, "P": BLUE, "T": GREEN}
REGULAR: Final[dict[Colour, str]] = {"R": RED, "B": BLUE}
UNIT: Final = 100  # a cell's side in the picture's own units


def roads_from(results: Sequence[str]) -> Roads:
    return roads_of(parse_result(word) for word in results)


def bead_plate(roads: Roads, columns: int, letters: str, title: str) -> str:
    seen = visible_bead_plate(roads, columns=columns)
    return _sheet(
        columns,
        title,
        (
            _placed(bead.drawn, seen.hidden, _bead(bead, letters), new=bead is roads.bead_plate[-1])
            for bead in seen.marks
        ),
    )


def big_road(roads: Roads, columns: int, letters: str, title: str) -> str:
    seen = visible_big_road(roads, columns=columns)
    first = _at(0, 0, _ties(roads.leading_ties)) if roads.leading_ties else ""
    marks = (
        _placed(mark.drawn, seen.hidden, _ring(mark, letters), new=mark is roads.big_road[-1]) for mark in seen.marks
    )
    return _sheet(columns, title, (first, *marks))


def derived_road(roads: Roads, kind: str, columns: int, title: str) -> str:
    road: DerivedRoad = getattr(roads, kind)
    seen = visible_derived_road(road, columns=columns)
    return _sheet(
        columns,
        title,
        (
            _placed(mark.drawn, seen.hidden, _derived(kind, mark.colour), new=mark is road.marks[-1])
            for mark in seen.marks
        ),
    )


def _sheet(columns: int, title: str, marks: Iterable[str]) -> str:
    width, height = columns * UNIT, ROWS * UNIT
    lines = "".join(f"M{column * UNIT} 0V{height}" for column in range(columns + 1))
    lines += "".join(f"M0 {row * UNIT}H{width}" for row in range(ROWS + 1))
    return (
        f'<svg class="road" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}">'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/><path d="{lines}" stroke="{LINE}" stroke-width="2"/>'
        f"{''.join(marks)}</svg>"
    )


def _placed(cell: Cell, hidden: int, mark: str, *, new: bool) -> str:
    """The newest mark lies on a tinted cell."""
    ground = f'<rect width="{UNIT}" height="{UNIT}" fill="{NEWEST}"/>' if new else ""
    return _at((cell.column - hidden - 1) * UNIT, (cell.row - 1) * UNIT, ground + mark)


def _at(x: int, y: int, mark: str) -> str:
    return f'<g transform="translate({x} {y})">{mark}</g>'


def _bead(bead: Bead, letters: str) -> str:
    outcome = bead.result.outcome
    disc = f'<circle cx="50" cy="50" r="40" fill="{INK[outcome]}"/>{_letter(outcome, letters, "#ffffff", 56)}'
    return disc + _pairs(banker=bead.result.banker_pair, player=bead.result.player_pair)


def _ring(mark: BigRoadMark, letters: str) -> str:
    ink = INK[mark.outcome]
    ring = f'<circle cx="50" cy="50" r="38" fill="none" stroke="{ink}" stroke-width="10"/>'
    ring += _letter(mark.outcome, letters, ink, 50) + _ties(mark.ties)
    return ring + _pairs(banker=mark.banker_pair, player=mark.player_pair)


def _letter(outcome: str, letters: str, ink: str, size: int) -> str:
    letter = dict(zip("BPT", letters, strict=True))[outcome]
    place = f'x="50" y="{50 + size * 0.36:.0f}" text-anchor="middle" font-weight="700" font-size="{size}"'
    return f'<text {place} fill="{ink}">{escape(letter)}</text>'


def _ties(count: int) -> str:
    """A green slash; more than one Tie is counted in the corner where the slash ends."""
    if not count:
        return ""
    slash = f'<path d="M16 84L84 16" stroke="{GREEN}" stroke-width="9" stroke-linecap="round"/>'
    if count == 1:
        return slash
    figure = f'x="77" y="40" text-anchor="middle" font-weight="700" font-size="50" fill="{GREEN}"'
    return f'{slash}<rect x="54" width="46" height="46" fill="{PAPER}"/><text {figure}>{count}</text>'


def _pairs(*, banker: bool, player: bool) -> str:
    """Banker Pair: a red dot upper left. Player Pair: a blue dot lower right. The place says it without colour."""
    dots = [*([(17, RED)] if banker else []), *([(83, BLUE)] if player else [])]
    return "".join(
        f'<circle cx="{at}" cy="{at}" r="13" fill="{ink}" stroke="{PAPER}" stroke-width="3"/>' for at, ink in dots
    )


def _derived(kind: str, colour: Colour) -> str:
    ink, blue = REGULAR[colour], colour == "B"
    match kind:
        case "big_eye_boy":
            ring = f'<circle cx="50" cy="50" r="35" fill="none" stroke="{ink}" stroke-width="15"/>'
            return ring + (f'<circle cx="50" cy="50" r="13" fill="{ink}"/>' if blue else "")
        case "small_road":
            disc = f'<circle cx="50" cy="50" r="40" fill="{ink}"/>'
            return disc + (f'<rect x="27" y="42" width="46" height="16" fill="{PAPER}"/>' if blue else "")
        case _:
            way = "M16 16L84 84" if blue else "M16 84L84 16"
            return f'<path d="{way}" stroke="{ink}" stroke-width="18" stroke-linecap="round"/>'
