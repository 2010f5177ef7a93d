"""Angel Eye II-EX: every message comes three times.

    05 SEQ DATA 03 BCC BCC      DATA begins with a letter, the command

A message is believed when two of its three copies are equal in every byte. Public material leaves open how the check
bytes are made. Once captured frames have told (`fitting_rules`), a copy must fit that rule as well (the variants, as
in `angel-eye-ii-ex/xor-seq-etx-hex`); one copy alone is still not enough, because a check of eight bits lets every
256th damage pass, and a card is not to be guessed.

Promises: no card that the sensor did not read, and one damaged copy changes nothing. SEQ is not relied on: a card that
is lost with all its copies shows only in what the game expects and in the count of the decks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from operator import xor
from typing import Final

from msgspec.structs import replace

from shoe_driver.driver import Driver, Voice
from shoe_driver.frames import BUFFER_MAX, RANKS, Bad, CardRead, Decoder, Frame, Notice, Report, Result, Unreadable

ENQ: Final = 0x05
ETX: Final = 0x03
# By length, not by the first 03: SEQ and the destination of a card may be 03, too.
DATA_LENGTHS: Final[Mapping[int, int]] = {ord("D"): 3, ord("G"): 2, ord("S"): 1, ord("P"): 1, ord("R"): 1}
DATA_MAX: Final = 16  # of the other commands, which are read to the first 03
COPIES: Final = 3
CARD_COPY: Final = 8  # bytes of one copy of a card

SUIT_BITS: Final = {1: "D", 2: "C", 3: "S", 4: "H"}
CARD_OF_CODE: Final[Mapping[int, str]] = {
    bits << 4 | number: rank + suit for bits, suit in SUIT_BITS.items() for number, rank in enumerate(RANKS, 1)
}
CODE_OF_CARD: Final[Mapping[str, int]] = {card: code for code, card in CARD_OF_CODE.items()}
HANDS: Final = ("player", "banker")
NOTICES: Final[Mapping[bytes, Notice]] = {
    b"S": Notice.STARTED,
    b"P": Notice.STANDBY,
    b"R": Notice.REDEAL,
    b"E": Notice.ERROR,
    b"e": Notice.ERROR_OVER,
}
OUTCOMES: Final = {1: "player", 2: "tie", 4: "banker", 7: "none"}
PAIRS: Final[tuple[tuple[str, ...], ...]] = ((), ("player",), ("banker",), ("player", "banker"))

RULE_ASSUMED: Final = "xor-seq-etx-hex"  # by an emulator: nothing public says which one is true

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


def encode(seq: int, data: bytes, rule: str = RULE_ASSUMED) -> bytes:
    """One copy."""
    frame = bytes((ENQ, seq, *data, ETX))
    return frame + CHECK_RULES[rule](frame)


def card_data(card: str, hand: str) -> bytes:
    """The DATA of a card; of no suit and no rank if it is none that we know."""
    return bytes((ord("D"), HANDS.index(hand) << 4, CODE_OF_CARD.get(card, 0)))


def read(raw: bytes) -> Frame:
    command, payload = raw[2:3], raw[3:-3]
    if command == b"D":
        card = CARD_OF_CODE.get(payload[1])  # all eight bits must be as documented
        hand = payload[0] >> 4
        return CardRead(card, hand=HANDS[hand] if hand < len(HANDS) else "") if card else Unreadable(raw)
    if command == b"d":
        return Unreadable(raw)  # a card outside the flow of the game; how it is written is not known
    if command == b"G":
        outcome = OUTCOMES.get(payload[0] >> 4)
        if outcome and not payload[0] & 0b1100:
            return Result(outcome, PAIRS[payload[0] & 0b11], raw)
    return Report(NOTICES.get(command, Notice.UNKNOWN), raw)


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
        """Of the frame at the start of the buffer; None if not known yet, 0 if there is no such frame."""
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
            yield read(raw)
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


class AngelVoice(Voice):
    """Says everything three times. The hands take turns: this shoe follows no game."""

    def __init__(self, rule: str, serial: str, last: int) -> None:
        super().__init__(serial, last)
        self._rule = rule

    def card(self, read: str) -> tuple[bytes, ...]:
        hand = HANDS[self.last % len(HANDS)]
        self.last += 1
        return (encode(self.last % 256, card_data(read, hand), self._rule),) * COPIES


NAME: Final = "angel-eye-ii-ex"


def _driver(name: str, rule: CheckRule | None, spoken: str) -> Driver:
    return Driver(
        name=name, make_decoder=partial(AngelDecoder, rule), make_voice=partial(AngelVoice, spoken), baud=4800
    )


DRIVER: Final = replace(
    _driver(NAME, None, RULE_ASSUMED),
    variants={name: _driver(f"{NAME}/{name}", rule, name) for name, rule in CHECK_RULES.items()},
)
