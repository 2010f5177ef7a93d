"""What Card Shoes say on the wire: bytes to frames and back, with the checks that each make allows.

A frame is one thing that was said, in words that are the same for every make. Pure: time is told, nothing is read
or written. A card that cannot be read for certain is `Unreadable`: nothing here ever guesses one, and nothing that
may have been a card is passed over in silence.

The reference format is our own, the same in both directions, numbers with the most significant byte first:

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

A shoe counts C, U, X and E with one number that never starts anew, says each once, and keeps it until it was
acknowledged. To R it answers with S, then with all that it keeps from that number on. It may say S unasked.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import reduce
from operator import xor
from struct import Struct as Layout
from typing import Final
from zlib import crc32

from msgspec import Struct

BUFFER_MAX: Final = 1024  # no make has a frame a tenth as long: what is longer is noise
BAD_BYTES: Final = 16  # so many bytes that belong to no frame count as one bad frame, or else noise would count as none

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"
CARDS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)


# --- frames ---------------------------------------------------------------------------------------------------


class Notice(StrEnum):
    """What a shoe says of itself."""

    STARTED = "started"  # switched on or reset; in the middle of a Round this is an interruption
    STANDBY = "standby"  # it believes that a Round is over
    REDEAL = "redeal"
    ERROR = "error"
    ERROR_OVER = "error over"
    UNKNOWN = "unknown"  # well formed, but in no document that we have


class Frame(Struct, frozen=True):
    """One thing that was said on the wire."""


class CardRead(Frame, frozen=True):
    card: str
    number: int = 0  # for makes that count, which begin with 1
    hand: str = ""  # where the shoe believes that it went, "player" or "banker"; for makes that follow the game


class Unreadable(Frame, frozen=True):
    raw: bytes
    number: int = 0


class CutCard(Frame, frozen=True):
    number: int


class Empty(Frame, frozen=True):
    number: int


class State(Frame, frozen=True):
    serial: str
    oldest: int  # what it still keeps begins here; last + 1 if it keeps nothing
    last: int


class Acknowledged(Frame, frozen=True):
    number: int


class SendFrom(Frame, frozen=True):
    number: int


class Said(Frame, frozen=True):
    notice: Notice
    raw: bytes


class Result(Frame, frozen=True):
    """What the shoe made of the cards, in its own words: evidence, never a settlement."""

    outcome: str  # "player", "banker", "tie", or "none" where it was ended by force
    pairs: tuple[str, ...]
    raw: bytes


class Bad(Frame, frozen=True):
    """Bytes that no frame explains. Only counted: if they may have been a card, `Unreadable` follows."""

    raw: bytes


# --- cutting a stream -----------------------------------------------------------------------------------------


class Decoder(ABC):
    """Cuts a stream of bytes into frames, however it comes in pieces. Silence ends what was begun."""

    silence_ms: int
    counts = False  # True if it says `State` and numbers what it gives: then it is asked, and told what to forget

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._dropped = bytearray()
        self._heard_ms: int | None = None

    def receive(self, now_ms: int, data: bytes) -> list[Frame]:
        frames = self.tick(now_ms)
        if data:
            self._heard_ms = now_ms
        for start in range(0, len(data), BUFFER_MAX // 2):
            self._buffer += data[start : start + BUFFER_MAX // 2]
            frames += self._cut()
        return frames

    def tick(self, now_ms: int) -> list[Frame]:
        wake_ms = self.wake_ms()
        return self.end() if wake_ms is not None and now_ms >= wake_ms else []

    def wake_ms(self) -> int | None:
        return None if self._heard_ms is None else self._heard_ms + self.silence_ms

    def end(self) -> list[Frame]:
        """It fell silent, or the port is gone: what was begun will not be finished."""
        self._heard_ms = None
        return list(self._rest())

    def say(self, frame: Acknowledged | SendFrom) -> bytes:
        """What is written to a shoe that counts. A make with words of its own says it in those."""
        return encode(frame)

    @abstractmethod
    def _cut(self) -> Iterator[Frame]:
        """All that is complete in the buffer."""

    def _rest(self) -> Iterator[Frame]:
        """What is to be said of the buffer when nothing more comes; it is empty afterwards."""
        while self._buffer:
            yield from self._drop(1)
            yield from self._cut()
        yield from self._drop_ended()

    def _drop(self, count: int) -> Iterator[Frame]:
        self._dropped += self._buffer[:count]
        del self._buffer[:count]
        while len(self._dropped) >= BAD_BYTES:
            yield Bad(bytes(self._dropped[:BAD_BYTES]))
            del self._dropped[:BAD_BYTES]

    def _drop_ended(self) -> Iterator[Frame]:
        if self._dropped:
            yield Bad(bytes(self._dropped))
            self._dropped.clear()


# --- the reference format -------------------------------------------------------------------------------------

START: Final = b"\xa5\x5a"
HEAD: Final = Layout(">BcL")  # length, kind, number
NUMBER: Final = Layout(">L")
NUMBER_MAX: Final = 2**32 - 2  # so that one can still ask for the next
SIZES: Final[Mapping[int, range]] = {
    ord("C"): range(2, 3),
    ord("U"): range(17),
    ord("X"): range(1),
    ord("E"): range(1),
    ord("S"): range(5, 21),
    ord("A"): range(1),
    ord("R"): range(1),
}


def encode(frame: Frame) -> bytes:
    """A frame of the reference format. A text that is no card, such as a joker's `??`, can be said, too."""
    match frame:
        case CardRead():
            return _wire(b"C", frame.number, frame.card.encode("ascii"))
        case Unreadable():
            return _wire(b"U", frame.number, frame.raw)
        case CutCard():
            return _wire(b"X", frame.number)
        case Empty():
            return _wire(b"E", frame.number)
        case State():
            return _wire(b"S", frame.last, NUMBER.pack(frame.oldest) + frame.serial.encode("ascii"))
        case Acknowledged():
            return _wire(b"A", frame.number)
        case SendFrom():
            return _wire(b"R", frame.number)
    raise ValueError(f"the reference format has no words for {frame}")


def _wire(kind: bytes, number: int, payload: bytes = b"") -> bytes:
    if len(payload) not in SIZES[kind[0]]:
        raise ValueError(f"{payload!r} does not fit into a frame {kind!r}")
    body = HEAD.pack(len(payload), kind, number) + payload
    return START + body + NUMBER.pack(crc32(body))


class ReferenceDecoder(Decoder):
    """Both directions: a console hears C, U, X, E and S, a shoe hears A and R."""

    counts = True
    silence_ms = 200  # the longest frame takes 34 ms at 9600 baud; a USB adapter holds bytes back for 16 ms

    def _cut(self) -> Iterator[Frame]:
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
            yield _meaning(body[: -NUMBER.size])

    def _size(self) -> int | None:
        """Of the frame at the start of the buffer; none if that is not known yet, 0 if there is no such frame."""
        if len(self._buffer) < 4:
            return None
        length, kind = self._buffer[2:4]
        if length not in SIZES.get(kind, ()):
            return 0
        return len(START) + HEAD.size + length + NUMBER.size


def _meaning(body: bytes) -> Frame:
    _, kind, number = HEAD.unpack_from(body)
    payload = body[HEAD.size :]
    if kind == b"S":
        return _state(number, payload) or Bad(body)
    if kind == b"A":
        return Acknowledged(number)
    if kind == b"R":
        return SendFrom(number)
    if not 1 <= number <= NUMBER_MAX:
        return Bad(body)
    if kind == b"X":
        return CutCard(number)
    if kind == b"E":
        return Empty(number)
    card = payload.decode("latin-1")
    return CardRead(card, number) if kind == b"C" and card in CARDS else Unreadable(payload, number)


def _state(last: int, payload: bytes) -> State | None:
    (oldest,) = NUMBER.unpack_from(payload)
    serial = payload[NUMBER.size :].decode("latin-1")
    good = 1 <= oldest <= last + 1 and last <= NUMBER_MAX and serial.isascii() and serial.isprintable()
    return State(serial, oldest, last) if good else None


# --- Angel Eye II-EX ------------------------------------------------------------------------------------------
#
#   05 SEQ DATA 03 BCC BCC      every message comes three times; DATA begins with a letter, the command
#
# A message is believed when two of its three copies are equal in every byte. Public material leaves open how the check
# bytes are made. Once captured frames have told (`fitting_rules`), a copy must fit that rule as well; one copy alone is
# still not enough, because a check of eight bits lets every 256th damage pass, and a card is not to be guessed.

ENQ: Final = 0x05
ETX: Final = 0x03
# By length, not by the first 03: SEQ and the destination of a card may be 03, too.
DATA_LENGTHS: Final[Mapping[int, int]] = {ord("D"): 3, ord("G"): 2, ord("S"): 1, ord("P"): 1, ord("R"): 1}
DATA_MAX: Final = 16  # of the other commands, which are read to the first 03
COPIES: Final = 3
CARD_COPY: Final = 8  # bytes of one copy of a card

ANGEL_SUITS: Final = {1: "D", 2: "C", 3: "S", 4: "H"}
ANGEL_CARDS: Final[Mapping[int, str]] = {
    bits << 4 | number: rank + suit for bits, suit in ANGEL_SUITS.items() for number, rank in enumerate(RANKS, 1)
}
ANGEL_CODES: Final[Mapping[str, int]] = {card: code for code, card in ANGEL_CARDS.items()}
ANGEL_HANDS: Final = {0: "player", 1: "banker"}
ANGEL_NOTICES: Final[Mapping[bytes, Notice]] = {
    b"S": Notice.STARTED,
    b"P": Notice.STANDBY,
    b"R": Notice.REDEAL,
    b"E": Notice.ERROR,
    b"e": Notice.ERROR_OVER,
}
ANGEL_OUTCOMES: Final = {1: "player", 2: "tie", 4: "banker", 7: "none"}
ANGEL_PAIRS: Final[tuple[tuple[str, ...], ...]] = ((), ("player",), ("banker",), ("player", "banker"))

CheckRule = Callable[[bytes], bytes]  # of a frame from 05 to 03: its two check bytes


def _check_rule(combine: Callable[[Sequence[int]], int], span: slice, write: Callable[[int], bytes]) -> CheckRule:
    return lambda frame: write(combine(frame[span]))


CHECK_RULES: Final[Mapping[str, CheckRule]] = {
    f"{combined}-{spanned}-{written}": _check_rule(combine, span, write)
    for combined, combine in {"xor": lambda values: reduce(xor, values), "sum": sum}.items()
    for spanned, span in {
        "seq-etx": slice(1, None),
        "enq-etx": slice(None),
        "seq-data": slice(1, -1),
        "enq-data": slice(None, -1),
    }.items()
    for written, write in {
        "hex": lambda value: b"%02X" % (value & 0xFF),
        "big": lambda value: value.to_bytes(2, "big"),
        "little": lambda value: value.to_bytes(2, "little"),
    }.items()
}


def fitting_rules(frames: Iterable[bytes]) -> tuple[str, ...]:
    """Which check rules all of these captured frames obey: one name is an answer, several want more frames."""
    captured = [raw for raw in frames if len(raw) > 5]
    return tuple(
        name for name, rule in CHECK_RULES.items() if captured and all(rule(raw[:-2]) == raw[-2:] for raw in captured)
    )


def encode_angel(seq: int, data: bytes, rule: str = "xor-seq-etx-hex") -> bytes:
    """One copy. The rule is our own choice for an emulator: nothing public says which one is true."""
    frame = bytes((ENQ, seq, *data, ETX))
    return frame + CHECK_RULES[rule](frame)


def angel_card(card: str, hand: str) -> bytes:
    """The DATA of a card."""
    destination = {name: bits << 4 for bits, name in ANGEL_HANDS.items()}[hand]
    return bytes((ord("D"), destination, ANGEL_CODES[card]))


def _angel_meaning(raw: bytes) -> Frame:
    command, payload = raw[2:3], raw[3:-3]
    if command == b"D":
        card = ANGEL_CARDS.get(payload[1])  # all eight bits must be as documented
        return CardRead(card, hand=ANGEL_HANDS.get(payload[0] >> 4, "")) if card else Unreadable(raw)
    if command == b"d":
        return Unreadable(raw)  # a card outside the flow of the game; how it is written is not known
    if command == b"G":
        outcome = ANGEL_OUTCOMES.get(payload[0] >> 4)
        if outcome and not payload[0] & 0b1100:
            return Result(outcome, ANGEL_PAIRS[payload[0] & 0b11], raw)
    return Said(ANGEL_NOTICES.get(command, Notice.UNKNOWN), raw)


def _may_be_card(raw: bytes) -> bool:
    """Could this copy, which was never confirmed, be a damaged card? Not if its command has another length."""
    return DATA_LENGTHS.get(raw[2]) in (None, DATA_LENGTHS[ord("D")])


def _explains(message: bytes, raw: bytes) -> bool:
    """Is this a damaged copy of the message: its check bytes or any one byte hit, or run into from noise?"""
    if raw[:-2] == message[:-2] or message in raw:
        return True
    # Two different messages differ in more than one byte, because their check bytes differ, too.
    return len(raw) == len(message) and sum(map(int.__ne__, raw, message)) == 1


class AngelDecoder(Decoder):
    """Messages out of their copies. Copies that follow each other within a second belong together."""

    silence_ms = 1000

    def __init__(self, rule: CheckRule | None = None) -> None:
        super().__init__()
        self._rule = rule
        self._believed = b""  # the last message
        self._copies = 0  # of it, so far
        self._unconfirmed: list[bytes] = []  # copies since then
        self._stray = bytearray()  # other bytes since then

    def _cut(self) -> Iterator[Frame]:
        while True:
            start = self._buffer.find(ENQ)
            yield from self._drop(len(self._buffer) if start < 0 else start)
            size = self._size()
            if size is None or len(self._buffer) < size:
                return
            raw = bytes(self._buffer[:size])
            if not raw or (self._rule and self._rule(raw[:-2]) != raw[-2:]):
                yield from self._drop(1)
                continue
            yield from self._drop_ended()
            within = raw.find(ENQ, 2)
            if within > 0 and raw != self._believed and raw not in self._unconfirmed:
                size = within  # a torn copy takes the begin of the next one for its own end
            del self._buffer[:size]
            yield from self._copy(raw)

    def _size(self) -> int | None:
        """Of the frame at the start of the buffer; none if that is not known yet, 0 if there is no such frame."""
        if len(self._buffer) < 3:
            return None
        command = self._buffer[2]
        if command in DATA_LENGTHS:
            etx = 2 + DATA_LENGTHS[command]
        elif chr(command).isascii() and chr(command).isalpha():
            etx = self._buffer.find(ETX, 3, 2 + DATA_MAX + 1)
            etx = 2 + DATA_MAX if etx < 0 else etx
        else:
            return 0
        if len(self._buffer) <= etx:
            return None
        return etx + 3 if self._buffer[etx] == ETX else 0

    def _copy(self, raw: bytes) -> Iterator[Frame]:
        if raw == self._believed:
            self._copies += 1
            # More copies than a message has: too many, or the same card again from a shoe whose SEQ stands still?
            if self._copies % COPIES == 1 and _may_be_card(raw):
                yield Unreadable(raw)
        elif raw in self._unconfirmed:
            yield from self._judge(self._unconfirmed, self._believed, raw)
            self._believed = raw
            self._copies = 2
            yield _angel_meaning(raw)
        else:
            self._unconfirmed.append(raw)
            if len(self._unconfirmed) > 2 * COPIES:
                yield from self._judge(self._unconfirmed[:COPIES], self._believed)

    def _drop(self, count: int) -> Iterator[Frame]:
        room = BUFFER_MAX - len(self._stray)
        self._stray += self._buffer[: min(count, room)]
        yield from super()._drop(count)

    def _rest(self) -> Iterator[Frame]:
        yield from super()._rest()
        # Of a message that has had all its copies nothing more can come: what came was something else.
        yield from self._judge(self._unconfirmed, b"" if self._copies >= COPIES else self._believed)
        self._believed = b""

    def _judge(self, copies: Sequence[bytes], *messages: bytes) -> Iterator[Frame]:
        """May there have been a card in what was not believed, besides these messages that were?"""
        beside = [message for message in messages if message]
        damaged = [raw for raw in copies if raw not in beside]
        yield from map(Bad, damaged)
        # A message explains the bytes of a lost copy of its own, and so does the message before it.
        stray_max = 2 * CARD_COPY if beside else CARD_COPY - 1
        unread = bytes(self._stray) if len(self._stray) > stray_max else b""
        unread += b"".join(
            raw for raw in damaged if _may_be_card(raw) and not any(_explains(message, raw) for message in beside)
        )
        if unread:
            yield Unreadable(unread)
        del self._unconfirmed[: len(copies)]
        self._stray.clear()


class AngelCapture(AngelDecoder):
    """Keeps the messages that two copies confirmed, byte for byte: what `fitting_rules` wants."""

    def __init__(self) -> None:
        super().__init__()
        self.messages: list[bytes] = []

    def _copy(self, raw: bytes) -> Iterator[Frame]:
        known = raw == self._believed
        yield from super()._copy(raw)
        if raw == self._believed and not known:
            self.messages.append(raw)


# --- lines of text: Bee-Tek and scanners ----------------------------------------------------------------------
#
# One line for each card, in capitals or not, ended by CR, LF or both. No check and no counter: a line that was lost or
# doubled cannot be seen here, only by what the game expects, by the Dealer's certificate and by the count of the decks.

LINE_MAX: Final = 32
LINE_ENDS: Final = b"\r\n"


def _spelled(rank: str) -> tuple[str, ...]:
    return ("10", "T") if rank == "T" else (rank,)


_SPELLERS: Final[Mapping[str, Callable[[str, str], Iterable[str]]]] = {
    "bee-tek": lambda rank, suit: [suit + text for text in _spelled(rank)],  # H10, CK
    "scanner-number": lambda rank, suit: [f"{suit}{RANKS.index(rank) + 1}"],  # D12 is a queen
    "scanner-barcode": lambda rank, suit: [f"{'SHCD'.index(suit) + 1}{RANKS.index(rank) + 1:02}0"],  # 4120, too
    "scanner-rank-suit": lambda rank, suit: [text + suit for text in _spelled(rank)],  # 10H
}
SPELLINGS: Final[Mapping[str, Mapping[bytes, str]]] = {
    name: {text.encode("ascii"): rank + suit for suit in SUITS for rank in RANKS for text in speller(rank, suit)}
    for name, speller in _SPELLERS.items()
}


def encode_line(format_name: str, card: str) -> bytes:
    return next(text for text, meant in SPELLINGS[format_name].items() if meant == card) + LINE_ENDS


class LineDecoder(Decoder):
    """A line is a card as it stands, or unreadable as a whole."""

    silence_ms = 500  # a line takes 6 ms; what has not ended by now has lost its end

    def __init__(self, spellings: Mapping[bytes, str]) -> None:
        super().__init__()
        self._spellings = spellings
        self._overlong = False  # reported already: wait for its end

    def _cut(self) -> Iterator[Frame]:
        while True:
            end = self._end_of_line()
            if 0 <= end <= LINE_MAX:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                yield from self._line(line)
                self._overlong = False
            elif len(self._buffer) > LINE_MAX:
                piece = bytes(self._buffer[: LINE_MAX + 1])
                del self._buffer[: LINE_MAX + 1]
                yield from self._unread(piece)
                self._overlong = True
            else:
                return

    def _end_of_line(self) -> int:
        return min((at for end in LINE_ENDS if (at := self._buffer.find(end)) >= 0), default=-1)

    def _line(self, line: bytes) -> Iterator[Frame]:
        card = self._spellings.get(line.upper())
        if card and not self._overlong:
            yield CardRead(card)
        elif line:
            yield from self._unread(line)

    def _unread(self, line: bytes) -> Iterator[Frame]:
        yield Bad(line)
        if not self._overlong:
            yield Unreadable(line)

    def _rest(self) -> Iterator[Frame]:
        """A line without an end may be half a line, even if it reads like a card. One byte alone is noise."""
        line = bytes(self._buffer)
        self._buffer.clear()
        if len(line) > 1:
            yield from self._unread(line)
        elif line:
            yield Bad(line)
        self._overlong = False


# --- all formats ----------------------------------------------------------------------------------------------

REFERENCE: Final = "reference"
ANGEL_EYE: Final = "angel-eye-ii-ex"
FORMATS: Final = (REFERENCE, ANGEL_EYE, *(f"{ANGEL_EYE}/{rule}" for rule in CHECK_RULES), *SPELLINGS)


def decoder_for(format_name: str) -> Decoder:
    if format_name not in FORMATS:
        raise ValueError(f"no shoe speaks {format_name!r}: one of {', '.join(FORMATS)}")
    if format_name == REFERENCE:
        return ReferenceDecoder()
    if format_name in SPELLINGS:
        return LineDecoder(SPELLINGS[format_name])
    _, _, rule = format_name.partition("/")
    return AngelDecoder(CHECK_RULES[rule] if rule else None)
