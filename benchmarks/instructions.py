"""How many instructions a Round takes: a machine that is shared says nothing in seconds, callgrind counts."""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Final

CALLGRIND: Final = ("valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null")


def instructions(module: str, few: int, many: int, *what: str) -> float:
    """Of one Round that `python -m MODULE ROUNDS` plays, or of one of WHAT (`python -m MODULE WHAT HOW-MANY`): the
    start of the interpreter is taken off by playing twice.
    """
    if shutil.which(CALLGRIND[0]) is None:
        sys.exit("etg bench: instructions are counted by callgrind; please run: apt-get install valgrind")
    with ThreadPoolExecutor(2) as both:  # what is counted is the same beside another process
        more, less = both.map(partial(_of_process, module, *what), (many, few))
    return (more - less) / (many - few)


def _of_process(module: str, *arguments: str | int) -> int:
    done = subprocess.run(
        [*CALLGRIND, sys.executable, "-m", module, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=True,
    )
    found = re.search(r"refs:\s+([\d,]+)", done.stderr)
    assert found is not None, done.stderr
    return int(found[1].replace(",", ""))
