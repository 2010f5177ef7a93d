"""The five roads (001 §5.10): vectors, pictures drawn by hand, and a second implementation that shares no code.

The second implementation starts anew for every shoe: it groups streaks, paints on a set of cells, and reads the
derived roads in the two ways the trade tells them, by depths and by looking whether cells are filled.
"""

from collections import Counter
from itertools import chain, groupby

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.baccarat.roads import (
    Ask,
    Bead,
    BigRoadMark,
    Cell,
    DerivedRoad,
    MarkT,
    Outcome,
    Result,
    Roads,
    Statistics,
    VisiblePart,
    bead_cell,
    roads_of,
    visible_bead_plate,
    visible_big_road,
    visible_derived_road,
)

LETTERS: dict[str, Outcome] = {"B": "B", "P": "P", "T": "T"}


def shoe(letters: str) -> Roads:
    return roads_of(Result(LETTERS[letter]) for letter in letters)


def derived(roads: Roads) -> tuple[DerivedRoad, DerivedRoad, DerivedRoad]:
    return roads.big_eye_boy, roads.small_road, roads.cockroach_pig


def colours(roads: Roads) -> tuple[str, ...]:
    return tuple(road.colours for road in derived(roads))


def asked(ask: Ask) -> tuple[str | None, str | None, str | None]:
    return ask.big_eye_boy, ask.small_road, ask.cockroach_pig


def picture(letters: dict[Cell, str]) -> list[str]:
    """Six lines of text, dots for empty cells."""
    width = max((cell.column for cell in letters), default=0)
    return ["".join(letters.get(Cell(column, row), ".") for column in range(1, width + 1)) for row in range(1, 7)]


def big_road_picture(roads: Roads) -> list[str]:
    return picture({mark.drawn: mark.outcome for mark in roads.big_road})


# Streaks long enough for tails within tails, which fair coins would hardly ever make, and Ties among them.
single_results = st.builds(
    Result,
    outcome=st.sampled_from(list(LETTERS.values())),
    banker_pair=st.booleans(),
    player_pair=st.booleans(),
    natural=st.booleans(),
    points=st.none() | st.integers(0, 9),
)
streaks = st.tuples(single_results, st.integers(1, 14)).map(lambda streak: [streak[0]] * streak[1])
shoes = st.lists(single_results, max_size=90) | st.lists(streaks, max_size=24).map(lambda parts: list(chain(*parts)))


# --- the vectors of the trade, and the derived roads ------------------------------------------------------


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        ("BBPP", ("R", "", "")),
        ("BBPB", ("B", "", "")),
        ("BPBPB", ("RRR", "RR", "R")),
        ("BPBPBB", ("RRRB", "RRB", "RB")),
    ],
)
def test_published_vectors(letters: str, expected: tuple[str, str, str]) -> None:
    assert colours(shoe(letters)) == expected


def test_straight_drop_is_red() -> None:
    # The second column passes the first at depth 2 (blue: m = p + 1); from depth 3 on it drops straight.
    assert shoe("BPPPPP").big_eye_boy.colours == "BRRR"


def test_derived_roads_use_depths_and_not_the_drawing() -> None:
    # The ninth P is drawn in a tail, where no cell of the Banker's column lies beside it; its depth is 9 of 9.
    roads = shoe("BBBBBBBBB" + "PPPPPPPPP")
    assert roads.big_road[-1].drawn == Cell(6, 5)
    assert roads.big_eye_boy.colours == "RRRRRRRR"
    assert asked(roads.ask_player) == ("B", None, None)


def test_tie_makes_no_mark_and_does_not_break_the_streak() -> None:
    without, with_ties = shoe("BBPPB"), shoe("BTBPTTPBT")
    assert colours(with_ties) == colours(without)
    assert with_ties.depths == without.depths == (2, 2, 1)
    assert [mark.ties for mark in with_ties.big_road] == [1, 0, 2, 0, 1]
    assert [mark.drawn for mark in with_ties.big_road] == [mark.drawn for mark in without.big_road]
    assert (with_ties.ask_banker, with_ties.ask_player) == (without.ask_banker, without.ask_player)


def test_derived_road_is_drawn_by_the_big_road_rule_with_a_tail_of_its_own() -> None:
    road = shoe("BP" * 6).big_eye_boy
    assert road.colours == "R" * 10
    assert [mark.drawn for mark in road.marks] == [
        *[Cell(1, row) for row in range(1, 7)],
        *[Cell(column, 6) for column in range(2, 6)],
    ]


# --- the big road, drawn by hand --------------------------------------------------------------------------


def test_a_fresh_shoe_has_empty_roads() -> None:
    assert roads_of([]) == Roads()
    assert colours(Roads()) == ("", "", "")
    assert asked(Roads().ask_banker) == asked(Roads().ask_player) == (None, None, None)
    assert visible_big_road(Roads(), columns=12).marks == ()


# Where tails fill row 1, the next column is the first free one: five nested tails bar row 2 of column 6; the sixth
# streak runs along row 1, and the seventh starts beyond it.
TAILS = "B" * 13 + "P" * 11 + "B" * 9 + "P" * 7 + "B" * 5 + "P" * 3 + "BBB"


@pytest.mark.parametrize(
    ("letters", "rows"),
    [
        pytest.param("B" * 9 + "PP", "BP.. BP.. B... B... B... BBBB", id="a long streak turns right at row six"),
        pytest.param("BBBBBBP", "BP B. B. B. B. B.", id="a streak of six stays in its column"),
        pytest.param(
            "B" * 8 + "P" * 7 + "B", "BPB. BP.. BP.. BP.. BPPP BBB.", id="one that meets a tail turns above it"
        ),
        pytest.param("B" * 7 + "P" + "B" * 7, "BPB. B.B. B.B. B.B. B.B. BBBB", id="a tail that has ended bars nobody"),
        pytest.param("B" * 7 + "P" * 9, "BP.... BP.... BP.... BP.... BPPPPP BB....", id="once turned never down again"),
        pytest.param(
            "B" * 10 + "P" * 8 + "B" * 7 + "P" * 5, "BPBP.. BPBP.. BPBPPP BPBBBB BPPPP. BBBBB.", id="tails nest"
        ),
        pytest.param(TAILS, "BPBPBPPPB BPBPBBBBB BPBPPPPPB BPBBBBBB. BPPPPPPP. BBBBBBBB.", id="tails may fill row one"),
    ],
)
def test_the_big_road_is_drawn_in_six_rows(letters: str, rows: str) -> None:
    assert big_road_picture(shoe(letters)) == rows.split()


def test_leading_ties_wait_for_the_first_mark_and_then_belong_to_it() -> None:
    waiting = shoe("TT")
    assert (waiting.leading_ties, waiting.big_road) == (2, ())
    taken = shoe("TTBTB")
    assert taken.leading_ties == 0
    assert taken.big_road == (
        BigRoadMark(column=1, depth=1, drawn=Cell(1, 1), outcome="B", ties=3),
        BigRoadMark(column=1, depth=2, drawn=Cell(1, 2), outcome="B", ties=0),
    )


def test_pair_dots_of_a_tied_round_are_in_the_bead_plate_only() -> None:
    tied = Result("T", banker_pair=True, player_pair=True)
    roads = roads_of([Result("P", player_pair=True), tied, Result("B", banker_pair=True)])
    assert roads.big_road == (
        BigRoadMark(column=1, depth=1, drawn=Cell(1, 1), outcome="P", ties=1, player_pair=True),
        BigRoadMark(column=2, depth=1, drawn=Cell(2, 1), outcome="B", banker_pair=True),
    )
    assert roads.bead_plate[1] == Bead(tied, Cell(1, 2))


def test_one_more_result_leaves_the_roads_before_it_alone() -> None:
    before = shoe("TBBPTP")
    before.then(Result("T")).then(Result("P"))
    assert before == shoe("TBBPTP")


def test_roads_are_values_that_can_be_sent_and_kept_as_keys() -> None:
    roads = shoe("TBBPTPBPPBBPB")
    assert msgspec.json.decode(msgspec.json.encode(roads), type=Roads) == roads
    views = {visible_big_road(roads, columns=columns) for columns in (2, 2, 3)}
    assert len(views) == 2
    assert hash(roads) == hash(shoe("TBBPTPBPPBBPB"))


# --- bead plate, statistics, results ----------------------------------------------------------------------


def test_bead_plate_fills_columns_of_six_and_gives_ties_a_cell() -> None:
    roads = shoe("BTPBTPP")
    assert picture({bead.drawn: bead.result.outcome for bead in roads.bead_plate}) == "BP T. P. B. T. P.".split()
    assert [bead_cell(index) for index in (0, 5, 6, 13)] == [Cell(1, 1), Cell(1, 6), Cell(2, 1), Cell(3, 2)]


def test_bead_plate_scrolls_by_whole_columns_and_only_when_it_must() -> None:
    full = shoe("BPT" * 6)  # three columns
    assert visible_bead_plate(full, columns=3).hidden == 0
    assert visible_bead_plate(full, columns=3).marks == full.bead_plate
    one_more = full.then(Result("B"))
    visible = visible_bead_plate(one_more, columns=3)
    assert visible.hidden == 1
    assert visible.marks == one_more.bead_plate[6:]
    assert visible.marks[0].drawn == Cell(2, 1)


def test_banker_on_six_is_not_guessed() -> None:
    known = [Result("B", points=6), Result("P"), Result("T")]
    assert roads_of(known).statistics.banker_on_six == 1
    unknown = roads_of([*known, Result("B"), Result("B", points=6)])
    assert unknown.statistics.banker_on_six is None
    assert unknown.statistics.banker == 3


def test_what_is_no_result_is_refused() -> None:
    with pytest.raises(ValueError, match="'X' is no outcome"):
        Result("X")  # type: ignore[arg-type]
    for points in (-1, 10):
        with pytest.raises(ValueError, match="no total"):
            Result("B", points=points)
    assert [Result("B", points=points).points for points in (0, 9)] == [0, 9]


# --- what a screen has room for ---------------------------------------------------------------------------


def test_big_road_shows_its_last_columns() -> None:
    roads = shoe("BPBPBPBP")
    visible = visible_big_road(roads, columns=3)
    assert visible.hidden == 5
    assert visible.marks == roads.big_road[5:]


def test_old_tail_does_not_push_the_newest_mark_out_of_sight() -> None:
    roads = shoe("B" * 40 + "P")  # the tail ends in column 35, the newest mark is in column 2
    visible = visible_big_road(roads, columns=10)
    assert visible.hidden == 0
    assert visible.marks == (*roads.big_road[:15], roads.big_road[-1])
    # As the marks move on, so does the view; a mark in sight beyond them stays in sight.
    later = shoe("B" * 40 + "PB" * 5)  # the newest mark is in column 11: it is shown in the middle, 7 to 16
    visible = visible_big_road(later, columns=10)
    assert visible.hidden == 6
    assert [mark.drawn.column for mark in visible.marks] == [*range(7, 17), *range(7, 12)]


def assert_fits_and_holds_the_newest(part: VisiblePart[MarkT], marks: tuple[MarkT, ...], columns: int) -> None:
    inside = [mark for mark in marks if 1 <= mark.drawn.column - part.hidden <= columns]
    assert list(part.marks) == inside
    assert inside[-1:] == list(marks[-1:])
    if max((mark.drawn.column for mark in marks), default=0) <= columns:
        assert part.hidden == 0


@given(results=shoes, columns=st.integers(1, 30))
def test_visible_part_fits_and_holds_the_newest_mark(results: list[Result], columns: int) -> None:
    roads = roads_of(results)
    assert_fits_and_holds_the_newest(visible_bead_plate(roads, columns=columns), roads.bead_plate, columns)
    assert_fits_and_holds_the_newest(visible_big_road(roads, columns=columns), roads.big_road, columns)
    for road in derived(roads):
        assert_fits_and_holds_the_newest(visible_derived_road(road, columns=columns), road.marks, columns)


# --- a second implementation ------------------------------------------------------------------------------


def drawn_naively(sequence: str) -> list[Cell]:
    """The drawing rule word by word, on a set of painted cells."""
    painted: set[Cell] = set()
    cells = []
    start = 0
    for _, streak in groupby(sequence):
        start += 1
        while Cell(start, 1) in painted:
            start += 1
        column, row, turned = start, 1, False
        for index, _ in enumerate(streak):
            if index:
                if not turned and row < 6 and Cell(column, row + 1) not in painted:
                    row += 1
                else:
                    turned, column = True, column + 1
            painted.add(Cell(column, row))
            cells.append(Cell(column, row))
    return cells


def by_depths(wins: str, k: int) -> str:
    """The rule by depths: where is the result (column n, depth m), and what does the list of depths say?"""
    marks = ""
    depth: dict[int, int] = Counter()
    n = 0
    for index, side in enumerate(wins):
        if index == 0 or side != wins[index - 1]:
            n += 1
        depth[n] += 1
        m = depth[n]
        if m == 1 and n >= k + 2:
            marks += "R" if depth[n - 1] == depth[n - 1 - k] else "B"
        if m >= 2 and n >= k + 1:
            marks += "B" if m == depth[n - k] + 1 else "R"
    return marks


def by_cells(wins: str, k: int) -> str:
    """The rule by looking: below the head, does the column k to the left have both or neither of the cells in this row
    and the row above? At the head, would the streak before it have been blue, had it gone on?
    """
    marks = ""
    filled: set[Cell] = set()  # a road of endless height: logical columns, no tails
    here = Cell(0, 0)

    def regular(cell: Cell) -> bool:
        beside, above = Cell(cell.column - k, cell.row), Cell(cell.column - k, cell.row - 1)
        return (beside in filled) == (above in filled)

    for index, side in enumerate(wins):
        before = here
        changed = index == 0 or side != wins[index - 1]
        here = Cell(before.column + 1, 1) if changed else Cell(before.column, before.row + 1)
        if here.row >= 2 and Cell(here.column - k, 1) in filled:
            marks += "R" if regular(here) else "B"
        if here.row == 1 and Cell(before.column - k, 1) in filled:
            marks += "B" if regular(Cell(before.column, before.row + 1)) else "R"
        filled.add(here)
    return marks


def big_road_naively(results: list[Result]) -> list[BigRoadMark]:
    wins = [index for index, result in enumerate(results) if result.outcome != "T"]
    sides = "".join(results[index].outcome for index in wins)
    places = [
        (column, depth)
        for column, (_, streak) in enumerate(groupby(sides), start=1)
        for depth, _ in enumerate(streak, start=1)
    ]
    marks = []
    for order, index in enumerate(wins):
        until = wins[order + 1] if order + 1 < len(wins) else len(results)
        side = results[index].outcome
        assert side != "T"
        marks.append(
            BigRoadMark(
                column=places[order][0],
                depth=places[order][1],
                drawn=drawn_naively(sides)[order],
                outcome=side,
                ties=until - index - 1 + (index if order == 0 else 0),
                banker_pair=results[index].banker_pair,
                player_pair=results[index].player_pair,
            )
        )
    return marks


@given(results=shoes)
@example(results=[Result(LETTERS[letter]) for letter in TAILS])
def test_fold_equals_the_second_implementation(results: list[Result]) -> None:
    roads = roads_of(results)
    wins = "".join(result.outcome for result in results if result.outcome != "T")
    assert list(roads.big_road) == big_road_naively(results)
    assert roads.leading_ties == (0 if wins else len(results))
    assert list(roads.depths) == [len(list(streak)) for _, streak in groupby(wins)]
    assert [(bead.result, bead.drawn) for bead in roads.bead_plate] == [
        (result, Cell(1 + index // 6, 1 + index % 6)) for index, result in enumerate(results)
    ]
    for k, road in enumerate(derived(roads), start=1):
        assert road.colours == by_depths(wins, k) == by_cells(wins, k)
        assert [mark.drawn for mark in road.marks] == drawn_naively(road.colours)
    counted = Counter(result.outcome for result in results)
    assert roads.statistics == Statistics(
        rounds=len(results),
        banker=counted["B"],
        player=counted["P"],
        tie=counted["T"],
        banker_pairs=sum(result.banker_pair for result in results),
        player_pairs=sum(result.player_pair for result in results),
        naturals=sum(result.natural for result in results),
        banker_on_six=None
        if any(result.outcome == "B" and result.points is None for result in results)
        else sum(result.outcome == "B" and result.points == 6 for result in results),
    )


@given(results=shoes)
def test_ask_marks_are_what_the_next_result_then_makes(results: list[Result]) -> None:
    roads = roads_of(results)
    for ask, outcome in ((roads.ask_banker, LETTERS["B"]), (roads.ask_player, LETTERS["P"])):
        after = roads.then(Result(outcome))
        for mark, road_before, road_after in zip(asked(ask), derived(roads), derived(after), strict=True):
            assert road_after.colours == road_before.colours + (mark or "")


@given(results=shoes)
def test_ask_marks_are_always_opposite(results: list[Result]) -> None:
    roads = roads_of(results)
    for banker, player in zip(asked(roads.ask_banker), asked(roads.ask_player), strict=True):
        assert {banker, player} in ({None}, {"R", "B"})


@given(results=shoes)
def test_no_two_marks_are_drawn_on_one_cell(results: list[Result]) -> None:
    roads = roads_of(results)
    beads = [bead.drawn for bead in roads.bead_plate]
    big = [mark.drawn for mark in roads.big_road]
    for cells in (beads, big, *([mark.drawn for mark in road.marks] for road in derived(roads))):
        assert len(set(cells)) == len(cells)
        assert all(cell.column >= 1 and 1 <= cell.row <= 6 for cell in cells)
