"""A line for each test, closed behind it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.shoe.hearing import REFERENCE
from tests.shoe.line import Line

Lay = Callable[..., Line]


@pytest.fixture
def lay(tmp_path: Path) -> Iterator[Lay]:
    lines: list[Line] = []

    def laid(format_name: str = REFERENCE, *, seed: int = 1, tape: bool = False) -> Line:
        folder = tmp_path / str(len(lines))
        folder.mkdir()
        lines.append(Line(folder, format_name, seed=seed, tape=tape))
        return lines[-1]

    yield laid
    for line in lines:
        line.close()
