"""`etg roads`: what it reads, what it answers, and how it says no."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from audit.roads import ANSI, RESULTS_MAX, WIDTH_MAX, WIDTH_MIN, as_json, draw, parse
from deploy import cli
from games.baccarat.roads import Result, Roads, roads_of

NOTHING = {"big_eye_boy": None, "small_road": None, "cockroach_pig": None}
EMPTY = {
    "big_road": [],
    "big_eye_boy": "",
    "small_road": "",
    "cockroach_pig": "",
    "ask_banker": NOTHING,
    "ask_player": NOTHING,
    "leading_ties": 0,
    "bead_plate": "",
}


class Screen(io.StringIO):
    """A standard output that is a terminal."""

    def isatty(self) -> bool:
        return True


def drawn(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(["roads", *arguments]) == 0
    answer = capsys.readouterr()
    assert answer.err == ""
    return answer.out


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, object]:
    answer: dict[str, object] = json.loads(drawn(capsys, "--json", *arguments))
    return answer


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(["roads", *arguments]) == 2
    answer = capsys.readouterr()
    assert answer.out == ""
    return answer.err


# --- JSON -------------------------------------------------------------------------------------------------


def test_json_is_exactly_this(capsys: pytest.CaptureFixture[str]) -> None:
    assert drawn(capsys, "--json", "BBPTPB") == (
        '{"big_road":['
        '{"column":1,"depth":1,"drawn":[1,1],"outcome":"B","ties":0},'
        '{"column":1,"depth":2,"drawn":[1,2],"outcome":"B","ties":0},'
        '{"column":2,"depth":1,"drawn":[2,1],"outcome":"P","ties":1},'
        '{"column":2,"depth":2,"drawn":[2,2],"outcome":"P","ties":0},'
        '{"column":3,"depth":1,"drawn":[3,1],"outcome":"B","ties":0}],'
        '"big_eye_boy":"RR","small_road":"","cockroach_pig":"",'
        '"ask_banker":{"big_eye_boy":"R","small_road":"R","cockroach_pig":null},'
        '"ask_player":{"big_eye_boy":"B","small_road":"B","cockroach_pig":null},'
        '"leading_ties":0,"bead_plate":"BBPTPB"}\n'
    )


def test_ties_first_wait_and_then_belong_to_the_first_mark(capsys: pytest.CaptureFixture[str]) -> None:
    assert answered(capsys, "") == EMPTY
    assert answered(capsys, "TT") == EMPTY | {"leading_ties": 2, "bead_plate": "TT"}
    assert answered(capsys, "TTB") == EMPTY | {
        "big_road": [{"column": 1, "depth": 1, "drawn": [1, 1], "outcome": "B", "ties": 2}],
        "bead_plate": "TTB",
    }


def test_derived_roads_and_asks_are_not_mixed_up(capsys: pytest.CaptureFixture[str]) -> None:
    answer = answered(capsys, "BPBPBB")
    assert (answer["big_eye_boy"], answer["small_road"], answer["cockroach_pig"]) == ("RRRB", "RRB", "RB")
    # Depths 1 1 1 1 2: against each of the last three columns the streak is deeper, so going on is a straight drop.
    assert answer["ask_banker"] == {"big_eye_boy": "R", "small_road": "R", "cockroach_pig": "R"}
    assert answer["ask_player"] == {"big_eye_boy": "B", "small_road": "B", "cockroach_pig": "B"}


# --- reading ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments", [["bbptpb"], ["B,b-P T\tp\nB"], ["BBP", "TPB"], ["B^+ B_ P+^_ T^ P, B"]], ids=repr
)
def test_case_separators_and_suffixes_do_not_change_the_roads(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert answered(capsys, *arguments) == answered(capsys, "BBPTPB")


def test_suffixes_are_pairs_and_naturals() -> None:
    assert parse("B^ P_+t^_") == [
        Result("B", banker_pair=True),
        Result("P", player_pair=True, natural=True),
        Result("T", banker_pair=True, player_pair=True),
    ]


def test_dash_alone_reads_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("bbp\ntpb\n"))
    assert answered(capsys, "-") == answered(capsys, "BBPTPB")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("BBXP", "'X' at position 3 is no result"),
        ("B B, 7", "'7' at position 6 is no result"),
        ("x", "'x' at position 1 is no result"),
        ("BP庄", r"'\u5e84' at position 3 is no result"),
        ("B\udcff", r"'\udcff' at position 2 is no result"),
        ("BPTPB..", "'.' at position 6 is no result"),
        ("^B", "'^' at position 1 must stand right after a B, P or T"),
        ("B +", "'+' at position 3 must stand right after a B, P or T"),
        ("B_+_", "'_' at position 4 is there twice"),
        ("B" * (RESULTS_MAX + 1), f"{RESULTS_MAX + 1} results are more than any shoe holds"),
    ],
    ids=lambda value: str(value.encode("ascii", "backslashreplace"))[:30],
)
@pytest.mark.parametrize("option", ["--json", "--color=never"])
def test_what_cannot_be_read_is_named_with_its_position(
    capsys: pytest.CaptureFixture[str], text: str, complaint: str, option: str
) -> None:
    assert refused(capsys, option, text).startswith(f"etg roads: {complaint}")


def test_bytes_that_are_no_text_are_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"BB\xffP"), encoding="utf-8"))
    assert refused(capsys, "-") == "etg roads: standard input is not text (byte 3 is not UTF-8)\n"


def test_more_than_a_shoe_is_still_drawn() -> None:
    assert len(parse("B" * RESULTS_MAX)) == RESULTS_MAX


@given(text=st.text() | st.text("BPTbpt^_+ ,-\n"), options=st.sampled_from([[], ["--json"], ["--color=always"]]))
@example(text="-", options=[])
@example(text="--", options=[])
def test_any_text_gives_an_answer_or_a_sentence(text: str, options: list[str]) -> None:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO("BP"))
        try:
            status = cli.main(["roads", *options, "--", text])
        except SystemExit as ended:  # argparse, where nothing is left to read
            status = int(ended.code or 0)
    said = (status, bool(out.getvalue()), bool(err.getvalue()))
    assert said in ((0, True, False), (2, False, True))


# --- drawing ----------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.10")
def test_5_10_the_whole_drawing_says_that_it_is_for_information_only(capsys: pytest.CaptureFixture[str]) -> None:
    letters = "TTB^+BPTP_ BBBBBBBB^_ PPPPPPP B PP B TT PPP BB"
    assert drawn(capsys, "--width", "80", letters) == DRAWING
    assert drawn(capsys, "--width", "1", letters) == DRAWING


DRAWING = """\
╭─ Bead plate ─────────────────╮ ╭─ Big road ──────────────────────────────────╮
│ T .P  B  P  P  P  ·  ·  ·  · │ │'B2 P/ B  P  B  P  B2 P  B  ·  ·  ·  ·  ·  · │
│ T  B  B  P  B  B  ·  ·  ·  · │ │ B .P  B  P  ·  P  ·  P  B  ·  ·  ·  ·  ·  · │
│'B+ B :B  P  T  B  ·  ·  ·  · │ │ ·  ·  B  P  ·  ·  ·  P  ·  ·  ·  ·  ·  ·  · │
│ B  B  P  P  T  ·  ·  ·  ·  · │ │ ·  ·  B  P  ·  ·  ·  ·  ·  ·  ·  ·  ·  ·  · │
│ P  B  P  B  P  ·  ·  ·  ·  · │ │ ·  ·  B  P  P  P  ·  ·  ·  ·  ·  ·  ·  ·  · │
│ T  B  P  P  P  ·  ·  ·  ·  · │ │ ·  ·  B  B :B  ·  ·  ·  ·  ·  ·  ·  ·  ·  · │
╰──────────────────────────────╯ ╰─────────────────────────────────────────────╯
╭─ Big eye boy ──────────╮ ╭─ Small road ────── ◂1 ─╮ ╭─ Cockroach pig ────────╮
│ ○ □ ○ □ ○ □ ○ □ ○ · ·  │ │ ■ ● ■ ● ■ ● ■ ● ■ ● ■  │ │ / \\ / \\ / \\ / \\ / · ·  │
│ ○ · ○ · ○ □ · · · · ·  │ │ · ● · · · ● ■ · · ● ■  │ │ · · / \\ · \\ · · · · ·  │
│ ○ · ○ · ○ □ · · · · ·  │ │ · ● · · · ● · · · · ■  │ │ · · / · · \\ · · · · ·  │
│ · · ○ · ○ □ · · · · ·  │ │ · ● · · · ● · · · · ·  │ │ · · / · · · · · · · ·  │
│ · · ○ · ○ □ · · · · ·  │ │ · ● · · · · · · · · ·  │ │ · · · · · · · · · · ·  │
│ · · · · ○ □ · · · · ·  │ │ · · · · · · · · · · ·  │ │ · · · · · · · · · · ·  │
╰────────────────────────╯ ╰────────────────────────╯ ╰────────────────────────╯
╭─ Ask: if the next one is ───────╮ ╭─ Statistics ─────────────────────────────╮
│               Banker    Player  │ │ Rounds    33          Banker on 6      - │
│ Big eye boy   ○ red     □ blue  │ │ Banker    14  42.4 %  Banker pairs     2 │
│ Small road    ● red     ■ blue  │ │ Player    14  42.4 %  Player pairs     2 │
│ Cockroach pig \\ blue    / red   │ │ Tie        5  15.2 %  Naturals         1 │
╰─────────────────────────────────╯ ╰──────────────────────────────────────────╯
 B Banker · P Player · T Tie · 'B Banker pair · .B Player pair · :B both · B+
 natural · B/ then a Tie, B2 then two · ◂3 three columns scrolled out
 ○ ● / red: regular · □ ■ \\ blue: irregular (not Banker, Player) · a straight
 drop is red, not blue as in some houses, so ask Banker and ask Player always
 differ
 for information only (001 §5.10); the actual outcome at the table prevails
"""


def test_leading_ties_are_a_stroke_without_a_letter() -> None:
    one, nine, many = (draw(roads_of([Result("T")] * ties), width=80, colour=False)[1] for ties in (1, 9, 10))
    assert one.split("│")[3].startswith(" /  ·")
    assert nine.split("│")[3].startswith(" /9 ·")
    assert many.split("│")[3].startswith(" /* ·")


def test_room_to_spare_goes_to_the_big_road() -> None:
    wide = draw(Roads(), width=200, colour=False)[1].split("│")
    assert (wide[1].count("·"), wide[3].count("·")) == (12, 53)


def test_banker_and_red_are_red_player_and_blue_are_blue_ties_are_green() -> None:
    red, blue, green = "\x1b[1;31m{}\x1b[0m", "\x1b[1;34m{}\x1b[0m", "\x1b[1;32m{}\x1b[0m"
    lines = draw(roads_of(parse("TBTPBPPBB")), width=80, colour=True)
    assert "\x1b[1;97;42m T \x1b[0m\x1b[1;97;44m P \x1b[0m" in lines[1]
    assert "\x1b[1;97;41m B \x1b[0m" in lines[2]
    assert red.format(" B") + green.format("2") + blue.format(" P") + green.format(" ") in lines[1]
    assert f" {red.format('○')} {blue.format('□')}" in lines[9]
    assert red.format("Banker") + "    " + blue.format("Player") in lines[17]
    for word, line in zip(
        (red.format("Banker"), blue.format("Player"), green.format("Tie   ")), lines[18:21], strict=True
    ):
        assert word in line
    assert green.format(" / ") in draw(roads_of(parse("T")), width=80, colour=True)[1]


def test_scrolled_out_columns_are_counted_in_the_frame() -> None:
    lines = draw(roads_of(parse("BP" * 40)), width=80, colour=False)
    assert lines[0] == "╭─ Bead plate ──────────── ◂4 ─╮ ╭─ Big road ──────────────────────────── ◂65 ─╮"


def test_banker_on_six_is_shown_where_points_are_known() -> None:
    known = draw(roads_of([Result("B", points=6)]), width=80, colour=False)
    unknown = draw(roads_of([Result("B")]), width=80, colour=False)
    assert [line[-21:-1].split() for line in known if "on 6" in line] == [["Banker", "on", "6", "1"]]
    assert [line[-21:-1].split() for line in unknown if "on 6" in line] == [["Banker", "on", "6", "-"]]


@pytest.mark.parametrize(
    ("option", "stdout", "no_color", "expected"),
    [
        ("auto", Screen, None, True),
        ("auto", Screen, "1", False),
        ("auto", io.StringIO, None, False),
        ("always", io.StringIO, "1", True),
        ("never", Screen, None, False),
    ],
)
def test_colours_are_for_terminals_unless_told_otherwise(
    monkeypatch: pytest.MonkeyPatch, option: str, stdout: type[io.StringIO], no_color: str | None, expected: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    if no_color:
        monkeypatch.setenv("NO_COLOR", no_color)
    with redirect_stdout(stdout()) as out:
        assert cli.main(["roads", "--color", option, "BBP"]) == 0
    assert ("\x1b[" in out.getvalue()) is expected


def test_an_output_without_these_characters_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii", write_through=True))
    assert cli.main(["roads", "BBPTPBBPPP"]) == 0
    shown = written.getvalue().decode("ascii")
    assert shown.startswith("+- Bead plate ---")
    assert "(001 par. 5.10)" in shown


results = st.lists(
    st.builds(
        Result,
        outcome=st.sampled_from(["B", "B", "P", "P", "T"]),
        banker_pair=st.booleans(),
        player_pair=st.booleans(),
        natural=st.booleans(),
    ),
    max_size=150,
)


@given(results=results, width=st.integers(WIDTH_MIN, WIDTH_MAX))
def test_frames_are_straight_at_every_width_and_colours_only_add_colours(results: list[Result], width: int) -> None:
    roads = roads_of(results)
    plain = draw(roads, width=width, colour=False)
    framed = [line for line in plain if line[0] in "╭│╰"]
    assert len(framed) == 8 + 8 + 6
    assert {len(line) for line in framed} == {width}
    assert all(len(line) <= width for line in plain)
    assert [ANSI.sub("", line) for line in draw(roads, width=width, colour=True)] == plain


@given(results=results)
def test_drawing_and_json_tell_the_same_asks(results: list[Result]) -> None:
    roads = roads_of(results)
    drawing = draw(roads, width=WIDTH_MIN, colour=False)
    answer = as_json(roads)
    words = {None: ["-"], "R": ["red"], "B": ["blue"]}
    for line, name in zip(drawing[18:21], ("big_eye_boy", "small_road", "cockroach_pig"), strict=True):
        shown = [word for word in line.split("│")[1].split() if word in ("-", "red", "blue")]
        banker, player = answer["ask_banker"], answer["ask_player"]
        assert isinstance(banker, dict)
        assert isinstance(player, dict)
        assert shown == words[banker[name]] + words[player[name]]
