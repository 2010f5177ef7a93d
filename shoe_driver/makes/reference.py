"""The reference format: our own, the same in both directions, numbers with the most significant byte first.

    0    A5 5A     start
    2    n         length of the payload
    3    kind      a letter
    4    number    4 bytes
    8    payload   n bytes
    8+n  check     4 bytes, CRC-32 (as in zip files) of all from the length to the end of the payload

    kind                 number               payload
    C  card              its own              2: the card, as in 9S
    U  unreadable card   its own              0-16: what the sensor saw
    X  cut card          its own              none
    E  shoe is empty     its own              none
    S  state             last one given       5-20: the oldest number still kept (4), serial number (1-16 of ASCII)
    A  acknowledged      up to this           none; from the console
    R  send from         from this            none; from the console

A shoe numbers C, U, X and E with one counter that never restarts, says each once, and keeps it until it was
acknowledged. It answers R with S, then with all that it keeps from that number on. It may say S unasked.

Promises: every card exactly once and in order, whatever the line does.
"""

from collections.abc import Iterator, Mapping
from struct import Struct as Layout
from typing import Final
from zlib import crc32

from shoe_driver import frames as f
from shoe_driver.driver import FOREIGN, UNREAD, Driver, Voice

START: Final = b"\xa5\x5a"
HEAD: Final = Layout(">BcL")  # length, kind, number
NUMBER: Final = Layout(">L")
SIZES: Final[Mapping[int, range]] = {
    ord("C"): range(2, 3),
    ord("U"): range(17),
    ord("X"): range(1),
    ord("E"): range(1),
    ord("S"): range(5, 21),
    ord("A"): range(1),
    ord("R"): range(1),
}


def encode(frame: f.Frame) -> bytes:
    """A frame of the reference format. A text that is no card, such as a joker's `??`, can be said, too."""
    match frame:
        case f.CardRead():
            return _wire(b"C", frame.number, frame.card.encode("ascii"))
        case f.Unreadable():
            return _wire(b"U", frame.number, frame.raw)
        case f.CutCard():
            return _wire(b"X", frame.number)
        case f.Empty():
            return _wire(b"E", frame.number)
        case f.State():
            return _wire(b"S", frame.last, NUMBER.pack(frame.oldest) + frame.serial.encode("ascii"))
        case f.Acknowledged():
            return _wire(b"A", frame.number)
        case f.SendFrom():
            return _wire(b"R", frame.number)
    raise ValueError(f"the reference format has no words for {frame}")


def _wire(kind: bytes, number: int, payload: bytes = b"") -> bytes:
    if len(payload) not in SIZES[kind[0]]:
        raise ValueError(f"{payload!r} does not fit into a frame {kind!r}")
    body = HEAD.pack(len(payload), kind, number) + payload
    return START + body + NUMBER.pack(crc32(body))


class ReferenceDecoder(f.CountingDecoder):
    """Both directions: a console hears C, U, X, E and S, a shoe hears A and R."""

    silence_ms = 200  # the longest frame takes 34 ms at 9600 baud; a USB adapter holds bytes back for 16 ms

    def say(self, frame: f.Acknowledged | f.SendFrom) -> bytes:
        return encode(frame)

    def _cut(self) -> Iterator[f.Frame]:
        while True:
            start = self._buffer.find(START)
            if start < 0:  # nothing begins here, except that the last byte may be the first half of a start
                yield from self._drop(len(self._buffer) - self._buffer.endswith(START[:1]))
                return
            yield from self._drop(start)
            size = self._size()
            if size is None or len(self._buffer) < size:
                return
            body = bytes(self._buffer[len(START) : size])
            if not body or crc32(body[: -NUMBER.size]) != NUMBER.unpack(body[-NUMBER.size :])[0]:
                yield from self._drop(1)  # only this start was wrong: a good frame may lie within
                continue
            yield from self._drop_ended()
            del self._buffer[:size]
            yield _read(body[: -NUMBER.size])

    def _size(self) -> int | None:
        """Of the frame at the start of the buffer; None if not known yet, 0 if there is no such frame."""
        if len(self._buffer) < 4:
            return None
        length, kind = self._buffer[2:4]
        if length not in SIZES.get(kind, ()):
            return 0
        return len(START) + HEAD.size + length + NUMBER.size


def _read(body: bytes) -> f.Frame:
    _, kind, number = HEAD.unpack_from(body)
    payload = body[HEAD.size :]
    if kind == b"S":
        return _read_state(number, payload) or f.Bad(body)
    if kind == b"A":
        return f.Acknowledged(number)
    if kind == b"R":
        return f.SendFrom(number)
    if not 1 <= number <= f.NUMBER_MAX:
        return f.Bad(body)
    if kind == b"X":
        return f.CutCard(number)
    if kind == b"E":
        return f.Empty(number)
    card = payload.decode("latin-1")
    return f.CardRead(card, number) if kind == b"C" and card in f.CARDS else f.Unreadable(payload, number)


def _read_state(last: int, payload: bytes) -> f.State | None:
    (oldest,) = NUMBER.unpack_from(payload)
    serial = payload[NUMBER.size :].decode("latin-1")
    good = 1 <= oldest <= last + 1 and last <= f.NUMBER_MAX and serial.isascii() and serial.isprintable()
    return f.State(serial, oldest, last) if good else None


class ReferenceVoice(Voice):
    """Counts, keeps what was not acknowledged, and sends it again when asked."""

    def __init__(self, serial: str, last: int) -> None:
        super().__init__(serial, last)
        self.kept: dict[int, bytes] = {}
        self._decoder = ReferenceDecoder()

    def card(self, read: str) -> tuple[bytes, ...]:
        number = self.last + 1
        return self._say(f.Unreadable(FOREIGN.encode(), number) if read == UNREAD else f.CardRead(read, number))

    def cut_card(self) -> tuple[bytes, ...]:
        return self._say(f.CutCard(self.last + 1))

    def empty(self) -> tuple[bytes, ...]:
        return self._say(f.Empty(self.last + 1))

    def hear(self, now_ms: int, data: bytes) -> tuple[bytes, ...]:
        answers: list[bytes] = []
        for frame in self._decoder.receive(now_ms, data):
            match frame:
                case f.Acknowledged(number=number):
                    self.kept = {kept: raw for kept, raw in self.kept.items() if kept > number}
                case f.SendFrom(number=first):
                    answers.append(self.state())
                    answers += [raw for kept, raw in self.kept.items() if kept >= first]
        return tuple(answers)

    def state(self) -> bytes:
        return encode(f.State(self.serial, min(self.kept, default=self.last + 1), self.last))

    def _say(self, frame: f.Frame) -> tuple[bytes, ...]:
        self.last += 1
        self.kept[self.last] = encode(frame)
        return (self.kept[self.last],)


DRIVER: Final = Driver(name="reference", make_decoder=ReferenceDecoder, make_voice=ReferenceVoice)
