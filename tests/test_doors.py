"""`docs/design.md`, "Where does a line belong?": who follows a row meets every door, and each that it names is there.

Of most rows one of its kind is in the code already. Wherever that one's name stands in production code, whoever adds
the next will have to go, so the row must name that file.
"""

import re
from pathlib import Path
from typing import Final, NamedTuple

import pytest

ROOT: Final = Path(__file__).resolve().parent.parent
TABLE: Final = (
    (ROOT / "docs" / "design.md").read_text("utf-8").partition("Where does a line belong?")[2].partition("\n## ")[0]
)
ROWS: Final = dict(re.findall(r"^\| ([^|]+) \| ([^|]{20,}) \|[^|]*\|$", TABLE, re.MULTILINE))
ROOMS: Final = (
    *("games", "protocol", "looks", "shoe_driver", "console", "terminal", "floor"),
    *("simulation", "audit", "deploy"),
)
FILES: Final = [
    path.relative_to(ROOT).as_posix()
    for room in ROOMS
    for path in sorted((ROOT / room).rglob("*"))
    if path.suffix in {".py", ".qml", ".qmltypes", ".toml", ".tsv", ".html"}
]


class Example(NamedTuple):
    name: str  # as a regular expression
    no_doors: tuple[str, ...] = ()  # where it stands, and the next one need not: it is drawn, measured or told there


EXAMPLES: Final = {
    "Bet of one game": Example("banker_pair|BANKER_PAIR|bankerPairs", ("deploy/demo/moments.py",)),
    "game": Example("three_pictures|ThreePictures", ("audit/odds.py", "terminal/qml/boxes/Ranking.qml")),
    "make of shoe": Example("bee_tek|BeeTek|bee-tek", ("deploy/shoe.py",)),
    "staff position": Example(
        "PIT_MANAGER|pit_manager|PitManager|PositionNumber", ("protocol/messages.py", "protocol/people_messages.py")
    ),
    "order at the panel": Example(
        "RecallRound|RoundRecalled|DealByHand",
        ("console/panel/model.py", "console/recall.py", "protocol/recalled.py", "deploy/demo/moments.py"),
    ),
    "message": Example("CallAttendant", ("deploy/demo/moments.py",)),
    "page of the terminal": Example('Comfort|"comfort"'),
    "language": Example('"ms"|^ms:|zh_TW|Malay'),
    "coin of participants": Example('"SC"'),
    "kind of limit": Example(r"differential|felt\.total"),
    "report": Example(r"reports\.staff"),
}


def doors(row: str) -> list[str]:
    """Files and folders that the row names, as far as they are told: `people.py` alone may be several."""
    told = [
        it for it in re.findall(r"`([\w./<>-]+)`", ROWS[row]) if re.search(r"/$|\.(py|qml|qmltypes|toml|tsv|html)$", it)
    ]
    return [re.sub(r"<\w+>", "*", it) for it in told]


def leads_to(door: str, file: str) -> bool:
    pattern = re.escape(door).replace(r"\*", r"\w+") + (".*" if door.endswith("/") else "")
    return re.fullmatch(rf"(.*/)?{pattern}", file) is not None


@pytest.mark.parametrize("row", ROWS)
def test_every_door_that_is_named_is_there(row: str) -> None:
    tests = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")]
    others = ["pyproject.toml", "deploy/systemd/etg-floor.service"]
    assert [door for door in doors(row) if not any(leads_to(door, file) for file in (*FILES, *tests, *others))] == []


@pytest.mark.parametrize("row", ROWS)
def test_every_name_that_a_row_gives_stands_behind_one_of_its_doors(row: str) -> None:
    names = [it.rsplit(".", 1)[-1] for it in re.findall(r"`([\w.]+)`", ROWS[row]) if it not in doors(row)]
    tests = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py")]
    behind = [name for name in (*FILES, *tests) if any(leads_to(door, name) for door in doors(row))]
    said = " ".join((ROOT / name).read_text("utf-8") for name in behind)
    # One that ends with "_" begins several.
    assert [it for it in names if not re.search(rf"\b{it}(?:(?<=_)|\b)", said)] == []


@pytest.mark.parametrize("row", EXAMPLES)
def test_whoever_adds_the_next_one_is_told_every_door(row: str) -> None:
    example = EXAMPLES[row]
    word = re.compile(rf"(?<!\w)({example.name})(?!\w)")
    places = [name for name in FILES if not name.endswith("phrases.tsv") or row == "language"]  # a tool collects these
    stands_in = [name for name in places if word.search((ROOT / name).read_text("utf-8"))]
    assert stands_in, f"nothing is called {example.name} any more: name another example"
    ways = doors(row)
    untold = [name for name in stands_in if not any(leads_to(door, name) for door in ways)]
    assert sorted(untold) == sorted(example.no_doors), "a door that the row does not name, or an excuse for nothing"
