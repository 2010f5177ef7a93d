"""What docs/lab.md names exists: every path, and every test. Whether it proves what it says, a reader judges."""

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LAB = ROOT / "docs" / "lab.md"
ITEM = re.compile(r"^\| (\d+) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)


@cache
def known_tests() -> frozenset[str]:
    found: set[str] = set()
    for file in (ROOT / "tests").rglob("test_*.py"):
        tree = ast.parse(file.read_text())
        found |= {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    return frozenset(found)


def missing(words: str) -> list[str]:
    """Of what stands in code marks: paths that are not there, and tests that nobody has written."""
    named = re.findall(r"`([^`]+)`", words)
    tests = [name for name in named if name.startswith("test_")]
    paths = [
        name for name in named if re.fullmatch(r"[\w/]+/([\w.]+)?", name) or re.search(r"\.(py|qml|md|toml)$", name)
    ]
    return [name for name in tests if name not in known_tests()] + [it for it in paths if not (ROOT / it).exists()]


def test_all_forty_one_are_answered_in_their_order() -> None:
    assert [int(number) for number, *_ in ITEM.findall(LAB.read_text())] == list(range(1, 42))


def test_whatever_is_named_exists() -> None:
    assert missing(LAB.read_text()) == []


def test_what_is_not_there_is_found() -> None:
    assert missing("`test_nobody_wrote`, `protocol/nowhere.py`, `protocol/view.py`") == [
        "test_nobody_wrote",
        "protocol/nowhere.py",
    ]


def test_an_item_without_a_test_says_why() -> None:
    for number, _asked, answered, proof in ITEM.findall(LAB.read_text()):
        named = re.findall(r"`(test_\w+|tests/[\w/]+\.py)`", proof)
        assert named or "Not yet" in answered or "the house's" in answered or "none" in answered, f"item {number}"
