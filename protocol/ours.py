"""The files of a process are its own: nobody else writes or reads them, and they stay the ones that it has opened.

For the shells around a journal, before they open it and while they use it. Must never know what is in a file.
"""

import os
import stat
from pathlib import Path

from protocol.files import SCARCE, escaped, odd
from protocol.journal import JournalError
from protocol.wal import wal_of


def not_ours_alone(path: Path) -> str:
    """Why others may decide what is in this file, or which file it is; "" if they may not, or there is none."""
    if why := odd(path):
        return why
    if not os.path.lexists(path):
        return ""
    mode = path.lstat().st_mode
    if not stat.S_ISREG(mode):
        return f"{path} is no file"
    if mode & 0o022:
        return f"{path} may be changed by others: chmod 600 {path}"
    folder = path.absolute().parent
    mode = folder.stat().st_mode
    if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
        return f"{path} may be exchanged by others: chmod o-w {folder}"
    return ""


def make_ours(path: Path) -> list[Path]:
    """Before a journal is opened to be written: what Players did is nobody else's to read, still less to write. Those
    of its files that others could read until now.
    """
    try:
        if why := not_ours_alone(path):
            raise JournalError(why)
        readable = [file for file in (path, wal_of(path)) if file.exists() and file.stat().st_mode & 0o077]
        for file in readable:
            file.chmod(0o600)
    except OSError as error:
        raise JournalError(f"{error.filename or path}: {error.strerror}") from error
    return readable


class Places:
    """Where the files of an open journal lie. One that was exchanged or taken away is written to as before, and no next
    process would find it.
    """

    def __init__(self, path: Path) -> None:
        self._ours = {place: _identity(place) for place in (path, wal_of(path))}

    def moved(self) -> str:
        """Which file is not the one any more that was opened; "" if all are."""
        for place, ours in self._ours.items():
            try:
                found = _identity(place)
            except OSError as error:  # in the place of its folder is a file now, or nobody of us may look into it
                if error.errno in SCARCE:
                    continue
                found = None
            if found != ours:
                where = escaped(place)
                return f"{where} is not the file any more that this process writes: it was exchanged or taken away"
        return ""


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.lstat()
    except FileNotFoundError:
        return None
    return status.st_dev, status.st_ino
