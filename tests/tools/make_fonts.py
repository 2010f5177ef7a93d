"""A developer's tool: cuts our fonts out of Noto Sans CJK, with the characters that our texts use, and one more for the
names that a casino gives to its tables (`looks/table_names.txt`).

    python -m tests.tools.make_fonts FOLDER

FOLDER holds NotoSansCJK-Regular.ttc, -Medium.ttc and -Bold.ttc, for example from the Debian packages fonts-noto-cjk and
fonts-noto-cjk-extra. The commands `pyftsubset` and `ttx` of the package fonttools must be on the path; nothing that we
ship needs them. Run it after `make_translations` whenever tests/ui/test_looks.py misses a character.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from xml.etree import ElementTree

from looks.fonts import FAMILY, FAMILY_NAMES, FAMILY_TW, FOLDER, NAMES
from tests.tools.make_translations import ROOT, texts_shown

TABLE_NAMES: Final = ROOT / "looks" / "table_names.txt"
WEIGHTS: Final = ("Regular", "Medium", "Bold")
FACES: Final = ((FAMILY, "Noto Sans CJK SC"), (FAMILY_TW, "Noto Sans CJK TC"))
# Latin, as names and amounts need it, and a few signs; whatever else is wanted stands in some text.
SIGNS: Final = "\u2013\u2014\u2018\u2019\u201c\u201d…•·\u00d7÷\u2212≤≥→←↑↓●○■□▲▼◆€₩₫、。\uff1a\uff1b\uff01\uff1f\uff08\uff09「」《》\uff0c\uff05"  # noqa: E501
ALWAYS: Final = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA0, 0x180)))) + SIGNS
# Noto leaves room for the tallest scripts of the world. Ours are lower, and a button should not grow for nothing.
HEIGHTS: Final = (
    *(("ascent", 980), ("sTypoAscender", 980), ("usWinAscent", 980)),
    *(("descent", -270), ("sTypoDescender", -270), ("usWinDescent", 270)),
)


def main(folder: Path) -> None:
    characters = {*ALWAYS, *"".join(texts_shown())} - set("\n\t\r")
    for family, source in FACES:
        for weight in WEIGHTS:
            make(folder, source, characters, FOLDER / f"{family.replace(' ', '')}-{weight}.otf", family, weight)
    # A name stands in one place on a screen, bold: one weight is enough, and only what the others do not have.
    names = set(TABLE_NAMES.read_text(encoding="utf-8")) - characters - set("\n\t\r")
    make(folder, FACES[0][1], names, NAMES, FAMILY_NAMES, WEIGHTS[-1])


def make(folder: Path, source: str, characters: set[str], made: Path, family: str, weight: str) -> None:
    made.parent.mkdir(exist_ok=True)
    with TemporaryDirectory() as scratch:
        text_file = Path(scratch) / "characters.txt"
        text_file.write_text("".join(sorted(characters)), encoding="utf-8")
        cut(folder / f"NotoSansCJK-{weight}.ttc", source, text_file, made)
        rename(made, family, weight, Path(scratch) / "names.ttx")
    print(f"{made.name}: {made.stat().st_size} bytes, {len(characters)} characters")


def cut(collection: Path, source: str, text_file: Path, made: Path) -> None:
    number = number_in_collection(collection, source)
    run(
        *("pyftsubset", str(collection), f"--font-number={number}", f"--text-file={text_file}", "--no-hinting"),
        # Neither alternates nor vertical writing. Figures have one width as they are.
        *("--layout-features=kern,ccmp,mark", "--drop-tables+=vmtx,vhea,VORG,BASE", "--name-IDs=0,1,2,4,6,13,14"),
        f"--output-file={made}",
    )


def number_in_collection(collection: Path, source: str) -> int:
    """Which font of the collection is the one for this region."""
    listed = [run("ttx", "-q", "-y", str(number), "-t", "name", "-o", "-", str(collection)) for number in range(5)]
    return next(number for number, names in enumerate(listed) if f"{source}\n" in names or f"{source} " in names)


def rename(made: Path, family: str, weight: str, names: Path) -> None:
    run("ttx", "-q", "-f", "-t", "name", "-t", "hhea", "-t", "OS/2", "-o", str(names), str(made))
    tree = ElementTree.parse(names)
    table = tree.find("name")
    assert table is not None
    for record in list(table):
        match record.get("nameID"):
            case "0" | "13" | "14":  # copyright and licence stay as they are
                continue
            case "1" | "16":
                record.text = family
            case "2" | "17":
                record.text = weight
            case "4":
                record.text = f"{family} {weight}"
            case "6":
                record.text = f"{family.replace(' ', '')}-{weight}"
            case _:
                table.remove(record)
    for tag, value in HEIGHTS:
        for element in tree.iter(tag):
            element.set("value", str(value))
    # ttx knows its own files by a first line with double quotes.
    names.write_text(
        f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(tree.getroot(), "unicode")}', encoding="utf-8"
    )
    run("ttx", "-q", "-f", "-m", str(made), "-o", f"{made}.new", str(names))
    Path(f"{made}.new").replace(made)


def run(*command: str) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    main(Path(sys.argv[1]))
