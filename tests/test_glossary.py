"""Every name that docs/glossary.md gives for a word is there."""

import re
from pathlib import Path
from pkgutil import resolve_name

import pytest

GLOSSARY = Path(__file__).resolve().parent.parent / "docs" / "glossary.md"
WORDS = re.findall(r"^- \*\*(\w+)\*\*: .*: ((?:`[\w.]+`(?:, )?)+)$", GLOSSARY.read_text(), re.MULTILINE)


def test_each_word_stands_once_and_says_where_it_lives() -> None:
    words = {word for word, _ in WORDS}
    assert len(words) == len(WORDS) == GLOSSARY.read_text().count("\n- **")


@pytest.mark.parametrize(("word", "names"), WORDS)
def test_the_word_is_in_the_code(word: str, names: str) -> None:
    for name in names.split(", "):
        assert resolve_name(name.strip("`")) is not None, word
