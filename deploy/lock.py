"""`etg lock`: makes deploy/requirements.txt from pyproject.toml.

The file holds names, versions and hashes, never an address: where packages come from is the business of the
machine that installs them, and the hashes make sure that it does not matter.
"""

import argparse
import subprocess
import sys
from pathlib import Path

HELP = "Pin the versions and hashes of all packages anew."
EXAMPLE = """
./etg lock              after a change of the dependencies in pyproject.toml
./etg lock --upgrade    take the newest versions of everything
"""

ROOT = Path(__file__).resolve().parent.parent
REQUIREMENTS = ROOT / "deploy" / "requirements.txt"
HEADER = "# Made by `./etg lock` from pyproject.toml. Names, versions and hashes only.\n"

# --universal: one file for every Python we support. The --no-emit options and --no-header keep this machine's
# settings out of it.
COMPILE = (
    *("uv", "pip", "compile", "pyproject.toml", "--group", "dev", "--universal", "--python-version", "3.11"),
    *("--generate-hashes", "--no-emit-index-url", "--no-emit-find-links", "--no-header", "--no-annotate", "--quiet"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--upgrade", action="store_true", help="do not keep the versions of today's file")


def run(args: argparse.Namespace) -> int:
    command = [sys.executable, "-m", *COMPILE, *(["--upgrade"] if args.upgrade else [])]
    # uv reads the old pins from its output file, but must not write it: the result is looked at first.
    draft = REQUIREMENTS.with_suffix(".draft")
    draft.write_bytes(REQUIREMENTS.read_bytes())
    try:
        status = subprocess.run([*command, "--output-file", str(draft)], cwd=ROOT, check=False).returncode
        if status != 0:
            return status
        text = HEADER + draft.read_text()
    finally:
        draft.unlink()
    found = foreign_lines(text)
    if found:
        print("etg lock: not written, these lines are more than a name, a version or a hash:", file=sys.stderr)
        print("\n".join(found), file=sys.stderr)
        return 1
    REQUIREMENTS.write_text(text)
    print(f"{REQUIREMENTS.relative_to(ROOT)}: {len(pins(text))} packages. The next ./etg installs them.")
    return 0


def pins(text: str) -> list[str]:
    """The lines `name==version ; marker`."""
    return [line for line in text.removeprefix(HEADER).splitlines() if not line.startswith("    --hash=sha256:")]


def foreign_lines(text: str) -> list[str]:
    """Lines that say more than that: an address, a path, an option."""
    return [line for line in pins(text) if "==" not in line or "/" in line or line.startswith("-")]
