"""The shoe on a real serial line: `ShoePort` has the bytes, `Shoe` makes the link of them that the console serves.

The shell: it opens, reads, writes and opens again, and must never know a game or a Round. Nothing that happens on the
line is an exception for the caller, and nothing waits: a shoe that is gone, or never was there, costs no time.
"""

import os
import select
import termios
from collections.abc import Iterable, Iterator
from errno import errorcode
from pathlib import Path
from typing import Final

import serial  # type: ignore[import-untyped]  # it has no types

from shoe_driver.driver import Driver
from shoe_driver.link import LinkFaulty, LinkLost, LinkRestored, ShoeEvent, ShoeLink, TapeFailed
from shoe_driver.makes import find_driver
from shoe_driver.stamps import Stamps
from shoe_driver.tape import Kind, Tape

# An unplugged line fails in more than one way: SerialException (which is an OSError), bare OSError, termios.error.
FAILURES: Final = (OSError, termios.error)

READ_MAX: Final = 4096  # at once, so that a line full of noise leaves the console time for everybody else
UNSENT_MAX: Final = 1024  # questions and acknowledgements are repeated: what does not fit need not be kept
WRITE_AGAIN_MS: Final = 50
REOPEN_MS_MIN: Final = 100
REOPEN_MS_MAX: Final = 2_000
FAULTY_QUIET_MS: Final = 2_000  # a faulty line is tried again when it has been silent for so long


class ShoePort:
    """One device, opened for us alone. Closes itself when it is lost, and says when to try again."""

    def __init__(self, device: str, driver: Driver, tape: Tape | None = None) -> None:
        self.device = device
        self._serial = serial.Serial(
            None,
            driver.baud,
            driver.bytesize,
            driver.parity,
            driver.stopbits,
            timeout=0,
            write_timeout=0,
            exclusive=True,
        )
        self._serial.port = device
        self._tape = tape
        self._unsent = bytearray()
        self._is_broken = False  # a write has found that it is lost, and the next read will say so
        self._now_ms = 0
        self._reopen_ms: int | None = None  # none before the first time: at once
        self._delay_ms = REOPEN_MS_MIN
        self.problem = ""  # of the last attempt, for people: the device and what it failed with

    def fileno(self) -> int | None:
        """To be polled for input; none while it is closed. Ask again after each read."""
        return self._serial.fileno() if self._serial.is_open else None

    def reopen_due(self, now_ms: int) -> bool:
        return not self._serial.is_open and (self._reopen_ms is None or now_ms >= self._reopen_ms)

    def wake_ms(self) -> int | None:
        if not self._serial.is_open:
            return self._now_ms if self._reopen_ms is None else self._reopen_ms
        if self._is_broken:
            return self._now_ms
        return self._now_ms + WRITE_AGAIN_MS if self._unsent else None

    def open(self, now_ms: int) -> bool:
        self._now_ms = now_ms
        try:
            self._serial.open()
        except FAILURES as error:
            self.problem = f"{self.device}: {_in_words(error)}"
            self._put_off()
            return False
        self._record(Kind.OPENED, self.device.encode())
        return True

    def read(self, now_ms: int) -> bytes | None:
        """What is there, or nothing; none if the line has just been lost."""
        self._now_ms = now_ms
        fd = self.fileno()
        if fd is None:
            return b""
        try:
            data = _available(fd)
        except FAILURES:
            data = None
        if data is None or self._is_broken:
            self.problem = f"{self.device}: the line is lost"
            self.close()
            return None
        if data:
            self._record(Kind.IN, data)
            self._delay_ms = REOPEN_MS_MIN  # only now: a device that opens and dies at once is not asked all the time
        return data

    def write(self, data: bytes) -> None:
        """As much as the line takes now; the rest at the next call. What finds no room is dropped."""
        fd = self.fileno()
        if fd is None or self._is_broken:
            return
        if data and len(self._unsent) + len(data) <= UNSENT_MAX:
            self._record(Kind.OUT, data)
            self._unsent += data
        try:
            while self._unsent:
                del self._unsent[: os.write(fd, self._unsent)]
        except BlockingIOError:
            pass  # the other end does not read
        except FAILURES:
            self._is_broken = True

    def close(self) -> None:
        """Until it is opened again."""
        if self._serial.is_open:
            self._serial.close()
            self._record(Kind.LOST)
        self._unsent.clear()
        self._is_broken = False
        self._put_off()

    def _put_off(self) -> None:
        self._reopen_ms = self._now_ms + self._delay_ms
        self._delay_ms = min(2 * self._delay_ms, REOPEN_MS_MAX)

    def _record(self, kind: Kind, data: bytes = b"") -> None:
        if self._tape is not None:
            self._tape.write(self._now_ms, kind, data)


def _in_words(error: OSError | termios.error) -> str:
    """No such file or directory (ENOENT)"""
    number = error.args[0] if error.args else None
    return f"{os.strerror(number)} ({errorcode.get(number, number)})" if isinstance(number, int) else str(error)


def _available(fd: int) -> bytes | None:
    """What can be read without waiting; none if the device is gone."""
    poll = select.poll()  # not select, which fails beyond 1024 open files
    poll.register(fd, select.POLLIN)
    ready = poll.poll(0)
    if not ready:
        return b""
    # A device that is gone is always ready, and has nothing to say.
    return os.read(fd, READ_MAX) or None


class Shoe:
    """What the console serves: call `service` when the descriptor is readable and when `wake_ms` has come."""

    def __init__(
        self, driver: str, device: str, last_seq: int, serial: str, tape_folder: Path | None, *, together_ms: int = 0
    ) -> None:
        """`last_seq` and `serial`: what is durable of which shoe, as `ShoeLink` wants them. Nothing is opened yet.
        `together_ms`: cards that come within it were drawn at once (001 §5.7); 0: nobody looks.
        """
        self._stamps = Stamps(together_ms)
        found = find_driver(driver)
        self._link: ShoeLink | None = None
        self._port: ShoePort | None = None
        self._tape: Tape | None = None
        self._fault = ""  # reported, and not over yet
        self._quiet_ms: int | None = None  # while it is faulty: when it will have been silent long enough
        if found.make_decoder is None:
            return
        self._link = ShoeLink(found.make_decoder(), last_seq, serial=serial)
        self._tape = None if tape_folder is None else Tape(tape_folder, found.name)
        self._port = ShoePort(device, found, self._tape)

    def fileno(self) -> int | None:
        """None while there is nothing to poll. Ask after every `service`: it comes and goes with the device."""
        return None if self._port is None else self._port.fileno()

    def service(self, now_ms: int) -> tuple[ShoeEvent, ...]:
        if self._link is None or self._port is None:
            return ()
        events = [*self._noted(now_ms, self._served(now_ms, self._link, self._port))]
        failure = None if self._tape is None else self._tape.failure()
        return tuple(events) if failure is None else (*events, TapeFailed(failure))

    def acknowledge(self, shoe_seq: int) -> None:
        """All up to this number is durable: the shoe may forget it."""
        if self._link is not None and self._port is not None:
            self._port.write(self._link.acknowledge(shoe_seq))

    def wake_ms(self) -> int | None:
        if self._link is None or self._port is None:
            return None
        wakes = (self._link.wake_ms(), self._port.wake_ms(), self._quiet_ms)
        return min([wake for wake in wakes if wake is not None], default=None)

    def close(self) -> None:
        if self._port is not None:
            self._port.close()
        if self._tape is not None:
            self._tape.close()

    def _served(self, now_ms: int, link: ShoeLink, port: ShoePort) -> Iterator[ShoeEvent]:
        if port.reopen_due(now_ms):
            if port.open(now_ms):
                port.write(link.opened(now_ms))
            else:
                yield from link.lost(now_ms, port.problem)
        data = port.read(now_ms)
        if data is None:
            yield from link.lost(now_ms, port.problem)
            self._quiet_ms = None  # also if what was cut off has shown a fault: what comes next is another line
        elif data:
            yield from self._stamps.put(now_ms, link, link.receive(now_ms, data))
        self._stamps.looked(now_ms)
        for event in link.tick(now_ms):
            silent = event == LinkLost()  # whoever looks for the cable needs to know which
            yield LinkLost(f"{port.device}: it is open, and the shoe is silent") if silent else event
        port.write(link.outgoing())
        self._try_again(now_ms, port, is_silent=not data)

    def _try_again(self, now_ms: int, port: ShoePort, *, is_silent: bool) -> None:
        """A link that has found a fault listens to nothing until its port is opened anew."""
        if self._quiet_ms is None:
            return
        if not is_silent:
            self._quiet_ms = now_ms + FAULTY_QUIET_MS
        elif now_ms >= self._quiet_ms:
            self._quiet_ms = None
            port.close()

    def _noted(self, now_ms: int, events: Iterable[ShoeEvent]) -> Iterator[ShoeEvent]:
        for event in events:
            match event:
                case LinkFaulty(why=why):
                    self._quiet_ms = now_ms + FAULTY_QUIET_MS
                    if why == self._fault:
                        continue  # tried again, and still the same
                    self._fault = why
                case LinkLost() | LinkRestored():
                    self._fault = ""
            yield event
