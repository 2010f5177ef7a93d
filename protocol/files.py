"""Files that are there whole or not at all, whenever the power goes. Must never know what is in them."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

# What the system may be short of. It says nothing about the file that was asked for, and may be over in a moment.
SCARCE: Final = frozenset({errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS})


def create(path: Path, text: str, *, mode: int, flags: int = os.O_EXCL) -> None:
    """On the disk when it returns; FileExistsError if there is such a file."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | flags, mode), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())


def new_file(path: Path, size: int = 0) -> None:
    """An empty one, or one that takes up so much room; its owner's alone, whatever the umask. FileExistsError."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.fchmod(descriptor, 0o600)
        if size:
            os.posix_fallocate(descriptor, 0, size)
    finally:
        os.close(descriptor)


def replace(path: Path, text: str, *, mode: int) -> None:
    """The old file or the new one, whatever happens in between."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    create(draft, text, mode=mode, flags=os.O_TRUNC)
    draft.replace(path)
    sync_folder(path.parent)


def put_in_place(draft: Path, path: Path) -> None:
    """A finished file gets its name, for good; never instead of another one (then FileExistsError)."""
    path.hardlink_to(draft)
    draft.unlink()
    sync_folder(path.parent)


def escaped(text: object) -> str:
    """For logs, screens and the wire: the name of a file need not be UTF-8, and may have a line break in it."""
    return "".join(letter if letter.isprintable() else _escape(letter) for letter in str(text))


def _escape(letter: str) -> str:
    if "\udc80" <= letter <= "\udcff":  # how Python writes a byte that is no UTF-8
        return f"\\x{ord(letter) - 0xDC00:02x}"
    return letter.encode("unicode_escape").decode()


def odd(path: Path) -> str:
    """Why SQLite would not use this file, or look for the rest of it elsewhere; "" if it would not."""
    if any("\ud800" <= letter <= "\udfff" for letter in str(path)):
        return f"{path}: this name is no UTF-8: choose another one"
    if path.is_symlink():
        return f"{path} is a link: name the file itself, {os.path.realpath(path)}"
    return ""


def free_bytes(path: Path) -> int:
    disk = os.statvfs(path)
    return disk.f_bavail * disk.f_frsize


def sync_file(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_folder(folder: Path) -> None:
    """Names are on the disk when it returns, too."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class FileSystem:
    """What a journal asks the operating system besides what SQLite asks for it. The simulator has one in memory."""

    def __init__(self, vfs: str | None = None) -> None:
        self.vfs = vfs  # by which SQLite reaches the same files; None: the system's own

    def exists(self, path: Path) -> bool:
        return path.exists()

    def size(self, path: Path) -> int:
        return path.stat().st_size

    def inode(self, path: Path) -> int:
        return path.stat().st_ino

    def may_write(self, path: Path) -> bool:
        return os.access(path, os.W_OK)

    def free_bytes(self, path: Path) -> int:
        return free_bytes(path)

    def open(self, path: Path) -> BinaryIO:
        return path.open("rb")

    def new_file(self, path: Path, size: int) -> None:
        new_file(path, size)

    def delete(self, path: Path) -> None:
        path.unlink(missing_ok=True)

    @contextmanager
    def draft(self, path: Path) -> Iterator[Path]:
        """An empty file that gets its name when it is finished, and is gone if it never is."""
        with tempfile.TemporaryDirectory(prefix=path.name + ".", dir=path.parent) as folder:
            draft = Path(folder) / "new"
            new_file(draft)
            yield draft
            put_in_place(draft, path)


SYSTEM: Final = FileSystem()
