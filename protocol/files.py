"""Files that are there whole or not at all, whenever the power goes. Must never know what is in them."""

import os
from pathlib import Path


def create(path: Path, text: str, *, mode: int, flags: int = os.O_EXCL) -> None:
    """On the disk when it returns; FileExistsError if there is such a file."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | flags, mode), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def replace(path: Path, text: str, *, mode: int) -> None:
    """The old file or the new one, whatever happens in between."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    create(draft, text, mode=mode, flags=os.O_TRUNC)
    draft.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Names are on the disk when it returns, too."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
