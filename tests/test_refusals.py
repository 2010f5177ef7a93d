"""Whoever is refused reads why: each reason that the code gives has its word for the screens.

A reason without one is shown as its bare key. Read from the calls, so that a new reason cannot be forgotten.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from looks.words import REFUSALS

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("games", "protocol", "console", "terminal")
# Where the reason stands among the arguments: of the struct itself, and of `moves.no`, which adds the paragraph.
REASON_AT = {"Refusal": 0, "no": 2}


def reasons(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            given = node.args[REASON_AT[name] :][:1] if name in REASON_AT else []
            yield from (
                word.value
                for argument in given
                for word in ast.walk(argument)
                if isinstance(word, ast.Constant) and isinstance(word.value, str)
            )


def test_each_reason_of_a_refusal_has_its_word() -> None:
    given = {
        (reason, str(path.relative_to(ROOT)))
        for room in ROOMS
        for path in sorted((ROOT / room).rglob("*.py"))
        for reason in reasons(path.read_text(encoding="utf-8"))
    }
    assert len({reason for reason, _ in given}) > 80
    assert not {(reason, path) for reason, path in given if reason not in REFUSALS}


def test_a_reason_is_found_wherever_it_stands() -> None:
    assert set(reasons('Refusal("a" if x else "b", "a sentence")\nmoves.no(game, order, "c", "a sentence")')) == {
        *"abc"
    }
