"""Bugs to be put into production files: sets that were written by hand, and operators that make any number of them.

A bug is one piece of text that becomes another. `bugs_a.toml` to `bugs_e.toml` were written from the
production code alone; operator bugs are drawn by a seed from every change that `tests.tools.mutants` knows, and from
exchanged arguments. Screens have bugs of another kind, and games a tool of their own (`etg trace --mutate`): none of
them here.
"""

import ast
import random
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final, NamedTuple

from tests.sim.mutants import ROOT, Change
from tests.tools.mutants import Edit, edits_of, nodes_to_change

HERE: Final = Path(__file__).resolve().parent
WRITTEN: Final = ("a", "b", "c", "d", "e")  # the sets that were written by hand
ROOMS: Final = ("console", "terminal", "protocol", "shoe_driver", "floor")
# What draws, words it for people, or is the command line around it.
SCREENS: Final = (
    *("console/panel", "terminal/display", "terminal/screen.py", "terminal/viewmodel.py", "terminal/window.py"),
    *("terminal/ticket.py", "console/metrics.py", "console/config.py", "shoe_driver/emulator.py"),
    *("shoe_driver/remote.py", "protocol/faults.py"),
)


class Bug(NamedTuple):
    name: str
    file: str
    wrong: str  # what goes wrong, and for whom
    old: str
    new: str

    @property
    def change(self) -> Change:
        return Change(self.file, self.old, self.new)

    @property
    def room(self) -> str:
        """`console/table`, `protocol`: where its table of results counts it."""
        folder = self.file.rpartition("/")[0]
        return folder if folder == "console/table" else folder.partition("/")[0]


def written(letter: str) -> list[Bug]:
    return [Bug(**bug) for bug in tomllib.loads((HERE / f"bugs_{letter}.toml").read_text())["bug"]]


def drawn(count: int, seed: int, where: tuple[str, ...] = ()) -> list[Bug]:
    """So many operator bugs; a file is the likelier the more there is to change in it. `where`: only in files whose
    path begins so.
    """
    dice, places = random.Random(f"operators {seed}"), _places(where)
    bugs: dict[str, Bug] = {}
    for path, index in dice.sample(places, len(places)):
        if len(bugs) >= count:
            break
        bug = _broken(path, index)
        if bug is not None:
            bugs.setdefault(bug.name, bug)
    return list(bugs.values())


@cache
def _places(where: tuple[str, ...]) -> list[tuple[Path, int]]:
    """Every change of every file, by its number there."""
    files = [path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")) if not _is_screen(path)]
    if where:
        files = [path for path in files if path.relative_to(ROOT).as_posix().startswith(where)]
    return [(path, index) for path in files for index, _ in enumerate(_edits(_tree(path)))]


def _is_screen(path: Path) -> bool:
    return path.relative_to(ROOT).as_posix().startswith(SCREENS)


def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def _edits(tree: ast.Module) -> Iterator[Edit]:
    """Of every function and method."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for inner, line in nodes_to_change(node):
                yield from edits_of(inner, line)
                yield from _exchanged(inner, line)


def _exchanged(node: ast.AST, line: int) -> Iterator[Edit]:
    match node:
        case ast.Call(args=[ast.Name() as one, ast.Name() as other, *rest]) if one.id != other.id:
            yield Edit(node, "args", [other, one, *rest], line, f"{one.id} and {other.id} exchanged")


def _broken(path: Path, index: int) -> Bug | None:
    """The whole file, printed anew with the change in it; None if it is no program any more, or the same one."""
    tree = _tree(path)
    edit = next(islice(_edits(tree), index, None))
    before = ast.unparse(tree)
    setattr(edit.node, edit.field, edit.value)
    try:
        after = ast.unparse(ast.fix_missing_locations(tree))
        compile(after, str(path), "exec")
    except (SyntaxError, ValueError):
        return None
    file = path.relative_to(ROOT).as_posix()
    return None if after == before else Bug(f"{file}:{edit.line} {edit.what}", file, edit.what, path.read_text(), after)
