"""`etg lock`: makes the two locks from pyproject.toml, one to run a table and one with what `etg test` needs on top.

They hold names, versions and hashes, never an address: where packages come from is the business of the machine that
installs them, and the hashes make sure that it does not matter.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

HELP = "Pin the versions and hashes of all packages anew."
EXAMPLE = """
./etg lock              after a change of the dependencies in pyproject.toml
./etg lock --upgrade    take the newest versions of everything
"""

ROOT = Path(__file__).resolve().parent.parent
RUN = ROOT / "deploy" / "requirements.txt"
TEST = ROOT / "deploy" / "requirements-test.txt"
HEADER = "# Made by `./etg lock` from pyproject.toml. Names, versions and hashes only.\n"

# --universal: one file for every Python we support. The --no-emit options and --no-header keep this machine's
# settings out of it.
COMPILE = (
    *("uv", "pip", "compile", "pyproject.toml", "--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-emit-index-url", "--no-emit-find-links", "--no-header", "--no-annotate", "--quiet"),
)


class NotLocked(Exception):
    """Its words are for the user."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--upgrade", action="store_true", help="do not keep the versions of today's files")


def run(args: argparse.Namespace) -> int:
    today = "" if args.upgrade else RUN.read_text() + TEST.read_text()
    try:
        run_lock = resolve(today)
        # The same versions in both, else testing would not test what runs.
        both = resolve(run_lock + today, "--group", "test", pinned=run_lock)
    except NotLocked as error:
        print(f"etg lock: not written: {error}", file=sys.stderr)
        return 1
    test_lock = without(names(run_lock), both)
    RUN.write_text(HEADER + run_lock)
    TEST.write_text(HEADER + test_lock)
    print(f"packages: {len(pins(run_lock))} to run, {len(pins(test_lock))} more to test. The next ./etg installs them.")
    return 0


def resolve(today: str, *options: str, pinned: str = "") -> str:
    """What uv makes of pyproject.toml. It keeps the versions of today where it can, and those that are pinned."""
    with tempfile.TemporaryDirectory() as folder:
        draft, constraints = Path(folder, "draft.txt"), Path(folder, "constraints.txt")
        draft.write_text(today)
        constraints.write_text(pinned)
        command = [sys.executable, "-m", *COMPILE, *options, "-c", str(constraints), "--output-file", str(draft)]
        if subprocess.run(command, cwd=ROOT, check=False).returncode != 0:
            raise NotLocked("uv could not resolve it")
        text = draft.read_text()
    if found := foreign_lines(text):
        raise NotLocked("\n".join(["these lines are more than a name, a version or a hash:", *found]))
    return text


def without(unwanted: set[str], text: str) -> str:
    """All pins but these, with their hashes."""
    kept = ""
    wanted = True
    for line in text.splitlines(keepends=True):
        if is_pin(line):
            wanted = line.split("==")[0] not in unwanted
        kept += line if wanted else ""
    return kept


def names(text: str) -> set[str]:
    return {line.split("==")[0] for line in pins(text)}


def pins(text: str) -> list[str]:
    """The lines `name==version ; marker`."""
    return [line for line in text.removeprefix(HEADER).splitlines() if is_pin(line)]


def is_pin(line: str) -> bool:
    return not line.startswith("    --hash=sha256:")


def foreign_lines(text: str) -> list[str]:
    """Lines that say more than that: an address, a path, an option."""
    return [line for line in pins(text) if "==" not in line or "/" in line or line.startswith("-")]
