"""The five roads: the pictures in which Players follow the results of a shoe.

Knows results, columns and cells; must never know a card, a Bet, or a pixel. Display information only: whatever a
road shows, the actual outcome at the table prevails (001 §5.10). A road is a pure function of the list of results,
so a correction is made in the list and the roads are folded anew.
"""

from collections.abc import Iterable, Sequence
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

Outcome = Literal["B", "P", "T"]
Side = Literal["B", "P"]
# Red says regular and blue irregular; in a derived road they do not mean Banker and Player.
Colour = Literal["R", "B"]

ROWS = 6  # every road in the trade is six cells high, and Players read the rows by their place


class Cell(NamedTuple):
    """A place in a drawing; columns and rows count from 1, row 1 is the top."""

    column: int
    row: int


class Result(Struct, frozen=True):
    """What one completed Round showed. A void Round is no result and is not entered."""

    outcome: Outcome
    banker_pair: bool = False
    player_pair: bool = False
    natural: bool = False
    points: int | None = None  # of the winning hand (or of both hands in a Tie); None where they are not known

    def __post_init__(self) -> None:
        # An unreadable result must not become a mark of one side: the fold below asks only "is it a Tie".
        if self.outcome not in ("B", "P", "T"):
            raise ValueError(f"{self.outcome!r} is no outcome: B, P or T")
        if self.points is not None and not 0 <= self.points <= 9:
            raise ValueError(f"{self.points} is no total of a hand: 0 to 9")

    @property
    def text(self) -> str:
        """One word: the outcome, b and p for the pairs, n for a natural, and the points if they are known."""
        flags = "b" * self.banker_pair + "p" * self.player_pair + "n" * self.natural
        return f"{self.outcome}{flags}{'' if self.points is None else self.points}"


def parse_result(word: str) -> Result:
    """The result that such a word says; ValueError if it says none."""
    outcome, rest = word[:1], word[1:]
    points = int(rest[-1]) if rest[-1:].isascii() and rest[-1:].isdigit() else None
    flags = rest if points is None else rest[:-1]
    result = Result(cast("Outcome", outcome), "b" in flags, "p" in flags, "n" in flags, points)
    if word != result.text:
        raise ValueError(f"{word!r} is no result")
    return result


class Bead(Struct, frozen=True):
    """One cell of the bead plate: every result has one, Ties too."""

    result: Result
    drawn: Cell


class BigRoadMark(Struct, frozen=True):
    """One ring of the big road. `column` and `depth` are logical (which streak, how far into it); `drawn` is only where
    it is painted. The dots are those of the won Round itself: pairs of a tied Round are shown in the bead plate alone.
    """

    column: int
    depth: int
    drawn: Cell
    outcome: Side
    ties: int = 0
    banker_pair: bool = False
    player_pair: bool = False


class DerivedMark(Struct, frozen=True):
    """One mark of a derived road."""

    colour: Colour
    drawn: Cell


class Pen(Struct, frozen=True):
    """The drawing rule of the big road, which the derived roads use as well: down the column, and where the way down
    is barred (row 6, or an older tail) to the right for good, the dragon tail.

    `reach` holds the rightmost painted column of each row, and that is all one must remember: only a tail paints a row
    beyond the start of the present streak, and a tail has no gaps, so a cell there is taken if its row reaches it.
    """

    cell: Cell = Cell(0, 0)
    start: int = 0
    reach: tuple[int, ...] = (0,) * ROWS

    def new_streak(self) -> "Pen":
        """Row 1 of the first free column: row 1 has no gaps either, so that is just beyond its reach."""
        column = self.reach[0] + 1
        return Pen(Cell(column, 1), column, (column, *self.reach[1:]))

    def same_streak(self) -> "Pen":
        """One down while it goes straight down and the cell below is free, else one to the right."""
        column, row = self.cell
        row_below_reaches = self.reach[row] if row < ROWS else column  # `reach` counts from 0: reach[row] is row + 1
        if column == self.start and row_below_reaches < column:
            row += 1
        else:
            column += 1
        return Pen(Cell(column, row), self.start, (*self.reach[: row - 1], column, *self.reach[row:]))


class DerivedRoad(Struct, frozen=True):
    """Big eye boy, small road or cockroach pig: its marks in the order in which they arose."""

    marks: tuple[DerivedMark, ...] = ()
    pen: Pen = Pen()

    @property
    def colours(self) -> str:
        """The road as a word such as "RRB"."""
        return "".join(mark.colour for mark in self.marks)

    def then(self, colour: Colour | None) -> "DerivedRoad":
        """The road with one more mark, or unchanged while there is nothing to compare with."""
        if colour is None:
            return self
        same = bool(self.marks) and self.marks[-1].colour == colour
        pen = self.pen.same_streak() if same else self.pen.new_streak()
        return DerivedRoad((*self.marks, DerivedMark(colour, pen.cell)), pen)


class Ask(Struct, frozen=True):
    """The mark that one more result of a side would add to each derived road; None where it would add none."""

    big_eye_boy: Colour | None = None
    small_road: Colour | None = None
    cockroach_pig: Colour | None = None


class Statistics(Struct, frozen=True):
    """The counts of the strip beside the roads."""

    rounds: int = 0
    banker: int = 0
    player: int = 0
    tie: int = 0
    banker_pairs: int = 0
    player_pairs: int = 0
    naturals: int = 0
    # None once a Banker win came without its points: better no figure than a wrong one.
    banker_on_six: int | None = 0

    def then(self, result: Result) -> "Statistics":
        """The counts with one more result."""
        banker_on_six = self.banker_on_six
        if result.outcome == "B" and banker_on_six is not None:
            banker_on_six = None if result.points is None else banker_on_six + (result.points == 6)
        return Statistics(
            rounds=self.rounds + 1,
            banker=self.banker + (result.outcome == "B"),
            player=self.player + (result.outcome == "P"),
            tie=self.tie + (result.outcome == "T"),
            banker_pairs=self.banker_pairs + result.banker_pair,
            player_pairs=self.player_pairs + result.player_pair,
            naturals=self.naturals + result.natural,
            banker_on_six=banker_on_six,
        )


class Roads(Struct, frozen=True):
    """All that can be drawn of a shoe. `Roads()` is the fresh shoe, `then` adds a result and leaves the old value as it
    was, so a screen may keep and compare both.
    """

    bead_plate: tuple[Bead, ...] = ()
    big_road: tuple[BigRoadMark, ...] = ()
    # Ties waiting for the first Banker or Player result: a slash without a ring in cell (1, 1). That result takes the
    # cell and the count with it, and this is 0 again.
    leading_ties: int = 0
    # The length of each streak so far. The derived roads compare these, never drawn cells: a tail has no depth.
    depths: tuple[int, ...] = ()
    pen: Pen = Pen()
    big_eye_boy: DerivedRoad = DerivedRoad()
    small_road: DerivedRoad = DerivedRoad()
    cockroach_pig: DerivedRoad = DerivedRoad()
    ask_banker: Ask = Ask()
    ask_player: Ask = Ask()
    statistics: Statistics = Statistics()

    def then(self, result: Result) -> "Roads":
        """The roads after one more result."""
        counted = replace(
            self,
            bead_plate=(*self.bead_plate, Bead(result, bead_cell(len(self.bead_plate)))),
            statistics=self.statistics.then(result),
        )
        if result.outcome == "T":
            return counted._tied()
        return counted._won(result, result.outcome)

    def _tied(self) -> "Roads":
        """A Tie takes no cell and does not break the streak: it is a stroke through the latest mark."""
        if not self.big_road:
            return replace(self, leading_ties=self.leading_ties + 1)
        latest = self.big_road[-1]
        return replace(self, big_road=(*self.big_road[:-1], replace(latest, ties=latest.ties + 1)))

    def _won(self, result: Result, side: Side) -> "Roads":
        """A mark of the winning side, in the big road and, as the ask marks foretold, in the derived roads."""
        if self.big_road and self.big_road[-1].outcome == side:
            depths = (*self.depths[:-1], self.depths[-1] + 1)
            pen = self.pen.same_streak()
        else:
            depths = (*self.depths, 1)
            pen = self.pen.new_streak()
        mark = BigRoadMark(
            column=len(depths),
            depth=depths[-1],
            drawn=pen.cell,
            outcome=side,
            ties=self.leading_ties,
            banker_pair=result.banker_pair,
            player_pair=result.player_pair,
        )
        foretold = self.ask_banker if side == "B" else self.ask_player
        return Roads(
            bead_plate=self.bead_plate,
            big_road=(*self.big_road, mark),
            leading_ties=0,
            depths=depths,
            pen=pen,
            big_eye_boy=self.big_eye_boy.then(foretold.big_eye_boy),
            small_road=self.small_road.then(foretold.small_road),
            cockroach_pig=self.cockroach_pig.then(foretold.cockroach_pig),
            ask_banker=ask(depths, breaks_streak=side == "P"),
            ask_player=ask(depths, breaks_streak=side == "B"),
            statistics=self.statistics,
        )


def roads_of(results: Iterable[Result]) -> Roads:
    """The roads of a shoe from its results, oldest first."""
    roads = Roads()
    for result in results:
        roads = roads.then(result)
    return roads


def ask(depths: Sequence[int], *, breaks_streak: bool) -> Ask:
    """What the next result would add to the derived roads, if it breaks the present streak or if it goes on with it."""
    return Ask(
        big_eye_boy=next_mark(depths, 1, breaks_streak=breaks_streak),
        small_road=next_mark(depths, 2, breaks_streak=breaks_streak),
        cockroach_pig=next_mark(depths, 3, breaks_streak=breaks_streak),
    )


def next_mark(depths: Sequence[int], back: int, *, breaks_streak: bool) -> Colour | None:
    """The mark which the next result would make in the derived road that looks `back` columns back.

    The trade has two rules. First of a new column: red if the two columns before it, `back` apart, are equally deep.
    At depth m >= 2: blue if m = p + 1, where p is the depth of the column `back` columns to the left, else red. Seen
    from before that result both ask the same: are the present streak and the one `back` columns to its left equally
    deep? Equal and broken, or unequal and gone on with, is red. Hence the two ask marks are always opposite; this
    needs the convention that a straight drop (m > p + 1) is red.
    """
    if len(depths) <= back:
        return None
    equally_deep = depths[-1] == depths[-1 - back]
    return "R" if equally_deep == breaks_streak else "B"


def bead_cell(index: int) -> Cell:
    """Where the bead plate shows result number `index` (from 0): down column 1, then down column 2."""
    return Cell(index // ROWS + 1, index % ROWS + 1)


class Mark(Protocol):
    """Whatever a road consists of: it knows where it is drawn."""

    @property
    def drawn(self) -> Cell: ...


MarkT = TypeVar("MarkT", bound=Mark)


class VisiblePart(Struct, Generic[MarkT], frozen=True):
    """The part of a road that a screen has room for. Marks keep their `drawn` cell, so that a screen can tell which of
    them it shows already; it paints them `hidden` columns further left.
    """

    hidden: int
    marks: tuple[MarkT, ...]


def visible_bead_plate(roads: Roads, *, columns: int) -> VisiblePart[Bead]:
    """The latest beads. Scrolls by whole columns, so that a bead never changes its row."""
    columns_begun = -(-len(roads.bead_plate) // ROWS)
    hidden = max(0, columns_begun - columns)
    return VisiblePart(hidden, roads.bead_plate[hidden * ROWS :])


def visible_big_road(roads: Roads, *, columns: int) -> VisiblePart[BigRoadMark]:
    """The last columns of the big road."""
    return _visible(roads.big_road, roads.pen, columns)


def visible_derived_road(road: DerivedRoad, *, columns: int) -> VisiblePart[DerivedMark]:
    """The last columns of a derived road."""
    return _visible(road.marks, road.pen, columns)


def _visible(marks: tuple[MarkT, ...], pen: Pen, columns: int) -> VisiblePart[MarkT]:
    # The tail of an old streak may lie far to the right of the newest mark. It must not push the present out of
    # sight, so the newest mark is never further left than the middle.
    last = min(max(pen.reach), pen.cell.column + columns // 2)
    hidden = max(0, last - columns)
    return VisiblePart(hidden, tuple(mark for mark in marks if hidden < mark.drawn.column <= hidden + columns))
