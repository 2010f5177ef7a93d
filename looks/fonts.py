"""The fonts that we bring along: one sans with Latin and Chinese in it, in the forms of the mainland and of Taiwan.

They are cut from Noto Sans CJK (`tests/tools/make_fonts.py`) to the characters that our texts use, and carry names of
their own, so that a Noto installed on the machine is never taken instead. Must never know a text.
"""

from pathlib import Path
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase

FAMILY: Final = "ETG Sans SC"  # Latin, and Chinese as written on the mainland
FAMILY_TW: Final = "ETG Sans TC"
FAMILY_NAMES: Final = "ETG Sans Names"  # characters of table names that no text of ours has
FOLDER: Final = Path(__file__).parent / "typefaces"
NAMES: Final = FOLDER / "names" / "ETGSansNames-Bold.otf"


def family_of(language: str) -> str:
    """Chinese in the forms of this language. Theme.family says the same to QML."""
    return FAMILY_TW if language == "zh_TW" else FAMILY


class FontMissing(OSError):
    """A font file is gone or damaged: every screen would be set in whatever the machine happens to have."""


def load_fonts() -> None:
    """Make the fonts known to Qt; once for a process is enough, more does no harm."""
    for file in (*sorted(FOLDER.glob("*.otf")), NAMES):
        if file.name not in _loaded:
            if QFontDatabase.addApplicationFont(str(file)) < 0:
                raise FontMissing(f"Qt cannot read {file}")
            _loaded.add(file.name)
    for family in (FAMILY, FAMILY_TW):
        if FAMILY_NAMES not in QFont.substitutes(family):
            QFont.insertSubstitution(family, FAMILY_NAMES)  # where Qt looks for what the family does not have


_loaded: set[str] = set()
