"""The texts of all screens: where they are written, and every text as it is shown in each language.

Must never know Qt's objects: the developer's tools and the tests read the files of translations with this module.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree

ROOT: Final = Path(__file__).resolve().parent.parent
I18N: Final = Path(__file__).parent / "i18n"
PHRASES: Final = I18N / "phrases.tsv"
# The language of the source comes first; the others need a finished translation of every text.
LANGUAGES: Final = ("en", "zh_CN", "zh_TW", "ms")
TRANSLATED: Final = LANGUAGES[1:]
WORDS: Final = (Path(__file__).parent / "words.py", *sorted(ROOT.glob("games/*/face.py")))
QML_FOLDERS: Final = tuple(
    ROOT / folder / "qml" for folder in ("looks", "terminal", "terminal/display", "console/panel", "deploy/demo")
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


def qm_file(language: str) -> Path:
    return I18N / f"etg_{language}.qm"


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
