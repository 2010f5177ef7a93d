"""A developer's tool: collects the texts of all screens, translates them by `looks/i18n/phrases.tsv`, compiles them.

    python -m tests.tools.make_translations

Run it after adding a text to QML (`qsTr`) or to `words.py`. It names the texts that have no line in `phrases.tsv` yet:
one line is one text in all languages, with tabs between. Then run it again, and, if a new Chinese character came in,
`make_fonts`. The .qm files are made from that list.
"""

import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple
from xml.etree import ElementTree

from audit import round_sheet
from floor.page.words import OURS, SHARED, read
from looks.words import LANGUAGES, qm_file

ROOT: Final = Path(__file__).resolve().parents[2]
PHRASES: Final = ROOT / "looks" / "i18n" / "phrases.tsv"
TRANSLATED: Final = LANGUAGES[1:]
WORDS: Final = (
    *(ROOT / "looks" / "words.py", ROOT / "protocol" / "guide_words.py", ROOT / "protocol" / "alarm_words.py"),
    *sorted(ROOT.glob("games/*/face.py")),
)
QML_FOLDERS: Final = tuple(
    ROOT / folder / "qml"
    for folder in ("looks", "terminal", "terminal/display", "console/panel", "deploy", "deploy/demo")
)


class Text(NamedTuple):
    """One text in one language, as it stands in a file of translations."""

    context: str
    source: str
    translation: str
    finished: bool


def sources() -> list[Path]:
    """Every file that holds texts to translate."""
    return [*WORDS, *sorted(file for folder in QML_FOLDERS if folder.is_dir() for file in folder.rglob("*.qml"))]


def phrases(language: str) -> dict[str, str]:
    """The translations into one language, by the English text. One text has one translation, wherever it stands."""
    header, *lines = (line.split("\t") for line in PHRASES.read_text(encoding="utf-8").splitlines())
    if tuple(header) != LANGUAGES:
        raise ValueError(f"{PHRASES}: the columns are {LANGUAGES}")
    # A line that is not full is passed over, and its text counts as not translated.
    return {line[0]: line[header.index(language)] for line in lines if len(line) == len(header) and all(line)}


def texts_of(file: Path) -> Iterator[Text]:
    """The texts of one file of translations; those that are no longer used are left out."""
    for context in ElementTree.parse(file).iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            state = "unfinished" if translation is None else translation.get("type", "")
            if state not in ("vanished", "obsolete"):
                done = "" if translation is None else translation.text or ""
                yield Text(context.findtext("name", ""), message.findtext("source", ""), done, state != "unfinished")


def texts_shown() -> Iterator[str]:
    """Whatever may appear on a screen in some language."""
    for language in TRANSLATED:
        for source, translation in phrases(language).items():
            yield source
            yield translation
    # What the pit's page shows, and the reports on it.
    for path in (OURS, *SHARED):
        for row in read(path):
            yield from row.values()
    for phrase in round_sheet.WORDS:  # and a sheet that is printed
        yield from phrase


def collect(language: str, made: Path) -> list[str]:
    """Make one file of translations, for Qt's compiler; returns the texts that have no translation yet."""
    files = [str(file.relative_to(ROOT)) for file in sources()]
    tool("pyside6-lupdate", *files, "-ts", str(made), "-locations", "none", "-target-language", language)
    tree, known, missing = ElementTree.parse(made), phrases(language), []
    for message in tree.iter("message"):
        source, translation = message.findtext("source", ""), message.find("translation")
        if translation is None or source not in known:
            missing.append(source)
        else:
            translation.attrib.pop("type", None)
            translation.text = known[source]
    made.write_text(
        f'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n{ElementTree.tostring(tree.getroot(), "unicode")}\n',
        encoding="utf-8",
    )
    return missing


def tool(name: str, *arguments: str) -> None:
    """One of the tools that come with PySide6, run where the paths in its files are the same for everybody."""
    command = Path(sysconfig.get_path("scripts")) / name
    subprocess.run([command, *arguments], check=True, capture_output=True, text=True, cwd=ROOT)


def main() -> int:
    missing: dict[str, None] = {}
    for language in TRANSLATED:
        with TemporaryDirectory() as folder:
            collected = Path(folder) / f"{language}.ts"
            missing |= dict.fromkeys(collect(language, collected))
            made = qm_file(language).with_suffix(".made")
            tool("pyside6-lrelease", str(collected), "-qm", str(made))
        made.replace(qm_file(language))  # at once: a screen that runs has the old one mapped into its memory
    for text in missing:
        print(f"no translation yet: {text!r}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
