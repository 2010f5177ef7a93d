"""What every process of the cluster does as a process: its log, its signals, and what it tells systemd.

Must never know what the process is for.
"""

import ctypes
import gc
import json
import logging
import os
import resource
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from types import FrameType
from typing import Final, Literal

FIELDS: Final = "fields"
PR_SET_DUMPABLE: Final = 4


def now_ms() -> int:
    """Of a clock that never goes back, and means nothing outside this machine's running time."""
    return time.monotonic_ns() // 1_000_000


def wall_time() -> str:
    """For people: no decision reads it."""
    seconds, rest = divmod(time.time_ns(), 1_000_000_000)
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{rest // 1_000_000:03d}Z"


def keep_secrets() -> None:
    """Of a process that holds keys and hears PINs: no core file is written, and nobody else of the same user may look
    into its memory.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux" and ctypes.CDLL(None, use_errno=True).prctl(PR_SET_DUMPABLE, 0, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "this process cannot be made undumpable")


def settle_memory() -> None:
    """Before a process serves: what was read at the start stays, so nobody needs to look for garbage in it.

    To look less often costs more than it brings: memory that is used again at once is still in the processor's cache.
    """
    gc.collect()
    gc.freeze()


# --- log ------------------------------------------------------------------------------------------------------


class Log:
    """Lines for people or for machines, on standard error: `log.info("bets closed", round=7)`."""

    def __init__(self, name: str, form: Literal["readable", "json"] = "readable") -> None:
        self._logger = logging.getLogger(f"etg.{name}")
        self._logger.setLevel(logging.INFO)
        self._logger.propagate = False
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(_Json() if form == "json" else _Readable())
        self._logger.handlers = [handler]  # the last one of this name: two would write every line twice

    def info(self, event: str, **fields: object) -> None:
        self._logger.info(event, extra={FIELDS: fields})

    def warning(self, event: str, **fields: object) -> None:
        self._logger.warning(event, extra={FIELDS: fields})

    def error(self, event: str, **fields: object) -> None:
        self._logger.error(event, extra={FIELDS: fields})


def _short(record: logging.LogRecord) -> str:
    return record.name.removeprefix("etg.")


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fields = getattr(record, FIELDS)
        line = {"time": wall_time(), "level": record.levelname.lower(), "name": _short(record), "event": record.msg}
        return json.dumps({**line, **fields}, default=str, ensure_ascii=False)


def _quote(value: object) -> str:
    """Prevents log injection: what a peer has said never begins a line of its own."""
    text = str(value)
    return text if text.isprintable() else repr(text)


class _Readable(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fields = " ".join(f"{name}={_quote(value)}" for name, value in getattr(record, FIELDS).items())
        mark = "" if record.levelno < logging.WARNING else f"{record.levelname}: "
        return f"{wall_time()[11:23]} {_short(record):<8} {mark}{record.msg}{' ' if fields else ''}{fields}"


# --- signals --------------------------------------------------------------------------------------------------


class Bell:
    """Wakes a poller from another thread or a signal."""

    def __init__(self) -> None:
        self._hears, self._rings = socket.socketpair()
        self._hears.setblocking(False)
        self._rings.setblocking(False)
        self.descriptor = self._hears.fileno()
        self.ringer = self._rings.fileno()

    def ring(self) -> None:
        with suppress(OSError):  # it has been rung often enough, or whoever was to wake up has gone
            self._rings.send(b"!")

    def clear(self) -> None:
        with suppress(BlockingIOError):  # nobody has rung
            self._hears.recv(4_096)

    def close(self) -> None:
        self._hears.close()
        self._rings.close()


class Stop:
    """SIGTERM and SIGINT end the loop after the batch that runs; `descriptor` wakes its poller."""

    def __init__(self, then: Callable[[], None] = lambda: None) -> None:
        self.asked = False
        self._then = then
        self._bell = Bell()
        self.descriptor = self._bell.descriptor
        signal.set_wakeup_fd(self._bell.ringer, warn_on_full_buffer=False)
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._ask)

    def _ask(self, _number: int, _frame: FrameType | None) -> None:
        self.asked = True
        self._then()

    def close(self) -> None:
        signal.set_wakeup_fd(-1)
        self._bell.close()


# --- systemd --------------------------------------------------------------------------------------------------


class Systemd:
    """Tells it that the process is ready, and that it still turns (`Type=notify`, `WatchdogSec=`)."""

    def __init__(self) -> None:
        self._address = os.environ.get("NOTIFY_SOCKET", "")
        if self._address.startswith("@"):
            self._address = "\0" + self._address[1:]
        # Opened once: later there may be no file for it, and a table that says nothing is restarted.
        kind = socket.SOCK_DGRAM | socket.SOCK_CLOEXEC | socket.SOCK_NONBLOCK
        self._line = socket.socket(socket.AF_UNIX, kind) if self._address else None
        micros = int(os.environ.get("WATCHDOG_USEC", "0"))
        self._every_ms = micros // 2_000  # twice as often as it is asked for
        self._due_ms = 0

    def ready(self) -> None:
        self._tell("READY=1")

    def stopping(self) -> None:
        self._tell("STOPPING=1")
        if self._line is not None:
            self._line.close()
            self._line = None

    def turned(self, now_ms: int) -> None:
        """Once a turn of the loop."""
        if self._every_ms and now_ms >= self._due_ms:
            self._due_ms = now_ms + self._every_ms
            self._tell("WATCHDOG=1")

    def _tell(self, word: str) -> None:
        if self._line is not None:
            with suppress(OSError):  # nobody listens now, or nobody has time: no reason to stop a table
                self._line.sendto(word.encode(), self._address)
