"""A whole copy of a journal that is in use: made by the process that holds it, for whoever asks beside the file.

A plain copy of the file lacks what lies in SQLite's write-ahead log. So the process listens on a socket beside its
journal, for its own user and root alone, and makes the copy through SQLite's backup interface, some pages at a time.
One copy at a time; whoever asked for it holds the line while he reads it. Must never know what the entries say.
"""

import json
import os
import socket
import struct
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import apsw

from protocol.files import free_bytes, new_file
from protocol.journal import ROUND_BYTES, Journal, JournalError

STEP_PAGES: Final = 64  # 256 KiB: a fraction of a millisecond
EVERY_MS: Final = 5
_LINE_MAX: Final = 4_096
_CREDENTIALS: Final = struct.Struct("3i")  # process, user, group (SO_PEERCRED)


def socket_of(path: Path) -> Path:
    return path.with_name(path.name + "-copies")


def copy_of(path: Path) -> Path:
    return path.with_name(path.name + "-copy")


def copying(journal: Journal, to: Path) -> Iterator[None]:
    """A copy of all that is committed when it ends, some pages at each step. Not synced: who takes it does that."""
    new_file(to)
    try:
        copy = apsw.Connection(str(to))
        copy.pragma("synchronous", 0)
        with journal.backup(copy) as backup:
            # No pause after the last step: what is committed then would not be in the copy, and its mark would say so.
            while not backup.step(STEP_PAGES):
                yield
        copy.execute("UPDATE meta SET closed = ?", (journal.chain,))
        copy.close()
    except apsw.Error as error:
        raise JournalError(f"{to} cannot be made: {error}") from error


class Copies:
    """For the process that holds the journal. No failure here is a reason to stop a table: it is told to who asked."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._socket, self._copy = socket_of(journal.path), copy_of(journal.path)
        self._asker: socket.socket | None = None
        self._steps: Iterator[None] | None = None
        self._step_ms = 0
        self.problem = ""
        self._door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC)
        try:
            self._remove_copy()
            self._socket.unlink(missing_ok=True)  # of a process that was killed: the journal is ours
            os.fchmod(self._door.fileno(), 0o600)
            with _short(self._socket) as address:
                self._door.bind(address)
            self._door.listen(4)
        except OSError as error:
            self.problem = f"{self._socket}: {error.strerror}"

    @property
    def descriptor(self) -> int:
        """For a poller: somebody asks."""
        return self._door.fileno()

    def wake_ms(self) -> int | None:
        return None if self._steps is None else self._step_ms

    def close(self) -> None:
        self._end()
        self._door.close()
        with suppress(OSError):
            self._socket.unlink(missing_ok=True)

    def turn(self, now_ms: int) -> None:
        if self.problem:
            return
        asker = None
        with suppress(OSError):  # nobody asks, or there is no descriptor left for it: the table goes on
            asker, _ = self._door.accept()
        if self._asker is not None and _has_gone(self._asker):  # after that: he may be the one who asks again
            self._end()
        if asker is not None:
            with suppress(OSError):
                self._open(asker)
        if self._asker is not None and self._steps is not None and now_ms >= self._step_ms:
            self._step_ms = now_ms + EVERY_MS
            self._go_on(self._asker, self._steps)

    def _open(self, asker: socket.socket) -> None:
        asker.setblocking(False)
        _, user, _ = _CREDENTIALS.unpack(asker.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size))
        if user not in (0, os.geteuid()):
            refused = "only the user of this process may ask"
        elif self._asker is not None:
            refused = "another copy is being made or read: ask again later"
        elif free_bytes(self._journal.path) < 2 * self._journal.path.stat().st_size + ROUND_BYTES:
            refused = "there is no room for a copy beside the journal"
        else:
            self._asker, self._steps = asker, copying(self._journal, self._copy)
            return
        _say(asker, refused=refused)
        asker.close()

    def _go_on(self, asker: socket.socket, steps: Iterator[None]) -> None:
        try:
            if next(steps, self) is self:
                self._steps = None
                _say(asker, copy=self._copy.name, seq=self._journal.seq, chain=self._journal.chain.hex())
        except (JournalError, OSError) as error:
            _say(asker, refused=str(error))
            self._end()

    def _end(self) -> None:
        if self._asker is not None:
            self._asker.close()
        self._asker = self._steps = None
        self._remove_copy()

    def _remove_copy(self) -> None:
        for name in (self._copy, *(Path(f"{self._copy}{end}") for end in ("-wal", "-shm", "-journal"))):
            with suppress(OSError):
                name.unlink(missing_ok=True)


def _has_gone(asker: socket.socket) -> bool:
    try:
        return asker.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def _say(asker: socket.socket, **words: object) -> None:
    with suppress(OSError):  # who has gone, or does not read, is not waited for
        asker.send(json.dumps(words).encode() + b"\n")


@contextmanager
def _short(path: Path) -> Iterator[str]:
    """An address of a socket has room for some hundred letters, a path has no such end."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)


# --- for who asks ----------------------------------------------------------------------------------------------------


@contextmanager
def borrowed(path: Path, patience_s: float | None = None) -> Iterator[Path]:
    """A whole copy of a journal that a process holds; it lies beside it, and is taken away at the end. `patience_s`:
    for whoever cannot wait as long as it takes.
    """
    held = f"{path}: a process uses this journal"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(patience_s)
        try:
            with _short(socket_of(path)) as address:
                line.connect(address)
            said = _heard(line)
        except TimeoutError as error:
            raise JournalError(f"{held}, and gives no copy within {patience_s:g} s") from error
        except OSError as error:
            helps = "ask as its user and on its machine, or stop it first"
            raise JournalError(f"{held}, and gives no copy ({error.strerror or 'it has ended'}): {helps}") from error
        if "copy" not in said:
            raise JournalError(f"{held}, and gives no copy: {said.get('refused', 'it has ended')}")
        yield path.with_name(str(said["copy"]))


def _heard(line: socket.socket) -> dict[str, Any]:
    data = b""
    while not data.endswith(b"\n"):
        part = line.recv(_LINE_MAX)
        if not part:
            raise ConnectionAbortedError
        data += part
    said: dict[str, Any] = json.loads(data)
    return said
