"""A real folder in memory, for what reads and writes files of its own: a disk would wait for each of them."""

import tempfile
from pathlib import Path
from typing import Final

MEMORY: Final = Path("/dev/shm")  # of Linux; elsewhere it is a disk, and only slower


def folder_in_memory() -> "tempfile.TemporaryDirectory[str]":
    return tempfile.TemporaryDirectory(prefix="etg-", dir=MEMORY if MEMORY.is_dir() else None)
