"""The lock pins everything that pyproject.toml asks for, and tells nothing about the machine that made it."""

import re
import tomllib

import pytest

from deploy.lock import HEADER, REQUIREMENTS, ROOT, foreign_lines, pins


def test_the_lock_holds_names_versions_and_hashes_only() -> None:
    text = REQUIREMENTS.read_text()
    assert foreign_lines(text) == []
    assert all(line.endswith("\\") for line in pins(text)), "a pin without a hash"


def test_the_lock_pins_every_package_that_is_asked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*project["project"]["dependencies"], *project["dependency-groups"]["dev"]]
    pinned = {line.split("==")[0] for line in pins(REQUIREMENTS.read_text())}
    assert {re.split("[<>=]", name)[0].lower() for name in wanted} <= pinned


@pytest.mark.parametrize(
    "line",
    ["--index-url https://registry.example/simple", "--find-links wheels", "one @ file:///tmp/one.whl", "one"],
)
def test_anything_else_is_found(line: str) -> None:
    assert foreign_lines(f"{HEADER}two==2 \\\n    --hash=sha256:0\n{line}\n") == [line]
