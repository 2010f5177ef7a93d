"""The words of the pit's page in four languages: its own (`words.tsv`), those of the screens, those of the reports.

Looked up by their English text, as the screens do it, or by a key where that says too little ("call money"); what is no
phrase of ours (a name, an event) stays as it is.
"""

import csv
from functools import cache
from pathlib import Path
from typing import Final

from protocol.config import LANGUAGES

OURS: Final = Path(__file__).with_name("words.tsv")
ROOT: Final = Path(__file__).parents[2]
SHARED: Final = (ROOT / "floor" / "report_words.tsv", ROOT / "looks" / "i18n" / "phrases.tsv")
# As people of each language call it.
NAMES: Final = {"en": "English", "zh_CN": "简体中文", "zh_TW": "繁體中文", "ms": "Bahasa Melayu"}


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@cache
def _phrases(language: str) -> dict[str, str]:
    """The page's own words, which have keys, go before those that it shares, which are found by their English text."""
    found: dict[str, str] = {}
    for path in SHARED:
        found |= {row[LANGUAGES[0]]: row[language] for row in read(path)}
    return found | {row["key"]: row[language] for row in read(OURS)}


def say(text: str, language: str, *parts: object) -> str:
    """In this language, with what stands for %1, %2 ..."""
    said = _phrases(language).get(text, text)
    for place, part in enumerate(parts, 1):
        said = said.replace(f"%{place}", str(part))
    return said


def chosen(wanted: str, otherwise: str) -> str:
    return wanted if wanted in LANGUAGES else otherwise


# Why a table waits, as the screens say it (`looks/words.py` has Qt around it, so a test compares the two).
HALTS: Final = {
    "books": "The books of the table do not agree",
    "unconfirmed": "The table has started anew, and its records are being confirmed",
    "called": "The Supervisor was called",
    "card_conflict": "A card was read twice, and not alike",
    "card_missing": "A card was not read",
    "drawn_together": "Two cards came at once",
    "foreign_card": "A card that does not belong to this shoe",
    "history": "Records of the table differ",
    "interrupted": "The round was interrupted",
    "miscount": "The number of cards is wrong",
    "result_differs": "The card shoe has another result",
    "shoe_dry": "The card shoe is empty",
    "shoe_faulty": "The card shoe has a fault",
    "shoe_lost": "No signal from the card shoe",
    "surplus": "Extra card drawn",
    "unshuffled": "The cards are not shuffled",
}
