"""`etg roads`: the five roads of a sequence of results, as text or as JSON.

Only reads letters and paints; which mark goes where is decided in games.baccarat.roads. Colour never carries a meaning
alone: every mark also has a letter or a shape of its own, for people and printers without colours.
"""

import argparse
import json
import re
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from deploy.cli import wants_colour
from games.baccarat import roads as r

HELP = "Draw the five roads of a sequence of results."
EXAMPLE = """
./etg roads BBPTPBBBBBBBBPPB
./etg roads --json "B^+ P_ T B"
"""

OUTCOMES: Mapping[str, r.Outcome] = {"B": "B", "b": "B", "P": "P", "p": "P", "T": "T", "t": "T"}
# Where the dots of a pair are in the trade: the Banker's at the top, the Player's at the bottom of the cell.
SUFFIXES = {"^": "banker_pair", "_": "player_pair", "+": "natural"}

# An eight-deck shoe holds 104 Rounds at most. This leaves room for any study, and ends a wrong file at once.
RESULTS_MAX = 10_000

WIDTH_MIN = 80  # below this the ask marks and the statistics do not fit side by side
WIDTH_MAX = 400
WIDTH_WITHOUT_TERMINAL = 100
BIG_CELL = 3  # characters: the pair dots, the letter, the Ties or the natural
SMALL_CELL = 2
ASKS_WIDTH = 33
BEAD_COLUMNS_MAX = 12  # 72 beads, as on the plates in the pits; more room goes to the big road

# Hollow, solid and stroke tell the roads apart; round and square (and the stroke's slope) tell red from blue.
SHAPES: Mapping[str, Mapping[r.Colour, str]] = {
    "big_eye_boy": {"R": "○", "B": "□"},
    "small_road": {"R": "●", "B": "■"},
    "cockroach_pig": {"R": "/", "B": "\\"},
}
NAMES = {"big_eye_boy": "Big eye boy", "small_road": "Small road", "cockroach_pig": "Cockroach pig"}
COLOUR_WORDS: Mapping[r.Colour, str] = {"R": "red", "B": "blue"}

RED, BLUE, GREEN, DIM, BOLD = "1;31", "1;34", "1;32", "2", "1"
INK = {"B": RED, "P": BLUE, "T": GREEN}
BEAD_INK = {"B": "1;97;41", "P": "1;97;44", "T": "1;97;42"}
MARK_INK: Mapping[r.Colour, str] = {"R": RED, "B": BLUE}

Paint = Callable[[str, str], str]  # text and style to what is printed
ANSI = re.compile(r"\x1b\[[0-9;]*m")

# For an output that knows nothing beyond ASCII.
IN_ASCII = str.maketrans("╭╮╰╯─│·○□●■◂", "++++-|.o#O@<") | {ord("§"): "par. "}

LEGEND = (
    (
        "B Banker · P Player · T Tie · 'B Banker pair · .B Player pair · :B both · B+ natural · B/ then a Tie, "
        "B2 then two · ◂3 three columns scrolled out"
    ),
    (
        "○ ● / red: regular · □ ■ \\ blue: irregular (not Banker, Player) · a straight drop is red, not blue as in "
        "some houses, so ask Banker and ask Player always differ"
    ),
    "for information only (001 §5.10); the actual outcome at the table prevails",
)


class BadResultsError(ValueError):
    """The text is no sequence of results; the message says where and why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `etg roads`."""
    parser.add_argument(
        "results",
        nargs="+",
        metavar="RESULTS",
        help="B, P and T in any case, oldest first; spaces, commas and dashes are ignored; right after a letter may "
        "stand ^ (Banker pair), _ (Player pair) and + (natural), as in 'B^+ P_ T'; - alone reads standard input",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the drawing")
    parser.add_argument(
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="auto: colours on a terminal, unless NO_COLOR is set",
    )
    parser.add_argument(
        "--width",
        type=int,
        metavar="CHARACTERS",
        help=f"width of the drawing, {WIDTH_MIN} to {WIDTH_MAX}; as wide as the terminal if left out",
    )


def run(args: argparse.Namespace) -> int:
    """Answer on standard output; 2, and a sentence on standard error, if the text is no sequence of results."""
    try:
        text = sys.stdin.read() if args.results == ["-"] else " ".join(args.results)
        roads = r.roads_of(parse(text))
    except UnicodeDecodeError as error:
        print(f"etg roads: standard input is not text (byte {error.start + 1} is not UTF-8)", file=sys.stderr)
        return 2
    except BadResultsError as error:
        print(f"etg roads: {error}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps(as_json(roads), separators=(",", ":")))
        return 0
    colour = wants_colour(sys.stdout) if args.color == "auto" else args.color == "always"
    width = args.width or shutil.get_terminal_size((WIDTH_WITHOUT_TERMINAL, 0)).columns
    drawing = "\n".join(draw(roads, width=width, colour=colour))
    print(drawing if _can_write(drawing) else drawing.translate(IN_ASCII))
    return 0


def parse(text: str) -> list[r.Result]:
    """The results written in `text`, oldest first."""
    results: list[r.Result] = []
    after_result = False  # a suffix must touch its letter, so that it is never in doubt whose it is
    for position, letter in enumerate(text, start=1):
        if letter in OUTCOMES:
            results.append(r.Result(OUTCOMES[letter]))
            after_result = True
        elif letter in SUFFIXES:
            if not after_result:
                raise BadResultsError(f"{letter!r} at position {position} must stand right after a B, P or T")
            if getattr(results[-1], SUFFIXES[letter]):
                raise BadResultsError(f"{letter!r} at position {position} is there twice for one result")
            results[-1] = replace(results[-1], **{SUFFIXES[letter]: True})
        elif letter.isspace() or letter in ",-":
            after_result = False
        else:
            raise BadResultsError(
                f"{letter!a} at position {position} is no result: use B (Banker), P (Player) or T (Tie)"
            )
    if len(results) > RESULTS_MAX:
        raise BadResultsError(f"{len(results)} results are more than any shoe holds; at most {RESULTS_MAX} are drawn")
    return results


def as_json(roads: r.Roads) -> dict[str, object]:
    """The answer of `--json`."""
    return {
        "big_road": [
            {
                "column": mark.column,
                "depth": mark.depth,
                "drawn": [mark.drawn.column, mark.drawn.row],
                "outcome": mark.outcome,
                "ties": mark.ties,
            }
            for mark in roads.big_road
        ],
        **{name: road.colours for name, road in _derived(roads).items()},
        "ask_banker": _asked(roads.ask_banker),
        "ask_player": _asked(roads.ask_player),
        "leading_ties": roads.leading_ties,
        "bead_plate": "".join(bead.result.outcome for bead in roads.bead_plate),
    }


def draw(roads: r.Roads, *, width: int, colour: bool) -> list[str]:
    """The five roads, the ask marks, the statistics and the legend, in lines of `width` characters."""
    width = min(max(width, WIDTH_MIN), WIDTH_MAX)
    paint = _in_colour if colour else _plainly
    cells = (width - 5) // BIG_CELL  # what two frames and the gap between them leave
    bead_columns = min(BEAD_COLUMNS_MAX, cells * 2 // 5)
    third = (width - 8) // 3  # likewise for three
    return [
        *_side_by_side(
            [_bead_plate(roads, bead_columns, paint), _big_road(roads, cells - bead_columns, paint)],
            [BIG_CELL * bead_columns, width - 5 - BIG_CELL * bead_columns],
            paint,
        ),
        *_side_by_side(
            [_derived_road(name, road, (third - 1) // SMALL_CELL, paint) for name, road in _derived(roads).items()],
            [third, third, width - 8 - 2 * third],
            paint,
        ),
        *_side_by_side([_asks(roads, paint), _statistics(roads, paint)], [ASKS_WIDTH, width - 5 - ASKS_WIDTH], paint),
        *(paint(f" {line}", DIM) for sentence in LEGEND for line in textwrap.wrap(sentence, width - 2)),
    ]


# --- the panels -------------------------------------------------------------------------------------------


class Panel(NamedTuple):
    """What stands in one frame."""

    title: str
    lines: Sequence[str]
    hidden: int = 0  # columns that are scrolled out to the left


def _bead_plate(roads: r.Roads, columns: int, paint: Paint) -> Panel:
    visible = r.visible_bead_plate(roads, columns=columns)
    cells = {bead.drawn: _bead(bead.result, paint) for bead in visible.marks}
    return Panel("Bead plate", _grid(cells, visible.hidden, columns, paint(" · ", DIM)), visible.hidden)


def _bead(result: r.Result, paint: Paint) -> str:
    pairs = _pair_dots(result.banker_pair, result.player_pair)
    return paint(f"{pairs}{result.outcome}{'+' if result.natural else ' '}", BEAD_INK[result.outcome])


def _big_road(roads: r.Roads, columns: int, paint: Paint) -> Panel:
    visible = r.visible_big_road(roads, columns=columns)
    cells = {mark.drawn: _ring(mark, paint) for mark in visible.marks}
    if roads.leading_ties:
        count = _tie_count(roads.leading_ties)
        cells[r.Cell(1, 1)] = paint(" / " if count == "/" else f" /{count}", INK["T"])
    return Panel("Big road", _grid(cells, visible.hidden, columns, paint(" · ", DIM)), visible.hidden)


def _ring(mark: r.BigRoadMark, paint: Paint) -> str:
    pairs = _pair_dots(mark.banker_pair, mark.player_pair)
    return paint(f"{pairs}{mark.outcome}", INK[mark.outcome]) + paint(_tie_count(mark.ties), INK["T"])


def _pair_dots(banker_pair: bool, player_pair: bool) -> str:
    """The Banker's dot is at the top of a cell, the Player's at its bottom."""
    return " '.:"[banker_pair + 2 * player_pair]


def _tie_count(ties: int) -> str:
    """One character: a stroke for one Tie, a figure for more."""
    return " /23456789"[ties] if ties <= 9 else "*"


def _derived_road(name: str, road: r.DerivedRoad, columns: int, paint: Paint) -> Panel:
    visible = r.visible_derived_road(road, columns=columns)
    cells = {mark.drawn: " " + paint(SHAPES[name][mark.colour], MARK_INK[mark.colour]) for mark in visible.marks}
    return Panel(NAMES[name], _grid(cells, visible.hidden, columns, paint(" ·", DIM)), visible.hidden)


def _grid(cells: Mapping[r.Cell, str], hidden: int, columns: int, empty: str) -> list[str]:
    shown = range(hidden + 1, hidden + columns + 1)
    return ["".join(cells.get(r.Cell(column, row), empty) for column in shown) for row in range(1, r.ROWS + 1)]


def _asks(roads: r.Roads, paint: Paint) -> Panel:
    banker, player = _asked(roads.ask_banker), _asked(roads.ask_player)
    lines = [f" {'':14}{paint('Banker', INK['B'])}    {paint('Player', INK['P'])}"]
    for name, title in NAMES.items():
        marks = "  ".join(_ask_mark(name, asked[name], paint) for asked in (banker, player))
        lines.append(f" {title:14}{marks}")
    return Panel("Ask: if the next one is", lines)


def _ask_mark(name: str, colour: r.Colour | None, paint: Paint) -> str:
    if colour is None:
        return paint(f"{'-':8}", DIM)
    return paint(f"{SHAPES[name][colour]} {COLOUR_WORDS[colour]:6}", MARK_INK[colour])


def _statistics(roads: r.Roads, paint: Paint) -> Panel:
    counted = roads.statistics
    on_six = "-" if counted.banker_on_six is None else counted.banker_on_six

    def share(word: str, count: int, style: str) -> str:
        percent = f"{100 * count / counted.rounds:5.1f} %" if counted.rounds else ""
        return f" {paint(f'{word:6}', style)} {count:5} {percent:7}  "

    return Panel(
        "Statistics",
        [
            f" Rounds {counted.rounds:5}          Banker on 6  {on_six:>5}",
            f"{share('Banker', counted.banker, INK['B'])}Banker pairs {counted.banker_pairs:5}",
            f"{share('Player', counted.player, INK['P'])}Player pairs {counted.player_pairs:5}",
            f"{share('Tie', counted.tie, INK['T'])}Naturals     {counted.naturals:5}",
        ],
    )


# --- frames and colours -----------------------------------------------------------------------------------


def _side_by_side(panels: Iterable[Panel], widths: Iterable[int], paint: Paint) -> list[str]:
    framed = [_framed(panel, width, paint) for panel, width in zip(panels, widths, strict=True)]
    return [" ".join(parts) for parts in zip(*framed, strict=True)]


def _framed(panel: Panel, width: int, paint: Paint) -> list[str]:
    scrolled = f" ◂{panel.hidden} ─" if panel.hidden else ""
    rule = "─" * (width - len(panel.title) - len(scrolled) - 3)
    top = paint("╭─ ", DIM) + paint(panel.title, BOLD) + paint(f" {rule}{scrolled}╮", DIM)
    side = paint("│", DIM)
    body = [f"{side}{line}{' ' * (width - len(ANSI.sub('', line)))}{side}" for line in panel.lines]
    return [top, *body, paint(f"╰{'─' * width}╯", DIM)]


def _in_colour(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m"


def _plainly(text: str, style: str) -> str:  # noqa: ARG001  (takes what `_in_colour` takes)
    return text


def _can_write(text: str) -> bool:
    """Whether standard output knows all these characters."""
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


def _derived(roads: r.Roads) -> dict[str, r.DerivedRoad]:
    return {"big_eye_boy": roads.big_eye_boy, "small_road": roads.small_road, "cockroach_pig": roads.cockroach_pig}


def _asked(ask: r.Ask) -> dict[str, r.Colour | None]:
    return {"big_eye_boy": ask.big_eye_boy, "small_road": ask.small_road, "cockroach_pig": ask.cockroach_pig}
