"""Random, damaged and spliced bytes for the decoders and the link, and a second opinion on every card that comes out.

`fuzz(format_name, seed, count)` feeds `count` small inputs. It must come to no exception, keep its buffers small, and
report no card that was not in a valid frame. What is valid is found here by other means than in shoe_driver/makes:
all the bytes of a stream are searched at once, with a pattern, after the fact.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import cycle
from random import Random
from time import perf_counter
from typing import NamedTuple
from zlib import crc32

from shoe_driver.frames import (
    BUFFER_MAX,
    CARDS,
    Acknowledged,
    CardRead,
    CutCard,
    Decoder,
    Empty,
    SendFrom,
    State,
    Unreadable,
)
from shoe_driver.link import CardSeen, ShoeLink
from shoe_driver.makes import angel_eye
from shoe_driver.makes.reference import encode
from tests.shoe.hearing import ANGEL_EYE, FORMATS, REFERENCE, decoder_for, encode_line, link_to

STREAM = 32  # inputs of one stream: enough for a conversation, and few enough to search
HELD_MAX = 2 * BUFFER_MAX  # a decoder's own buffer, and what it has dropped but not yet reported

GAPS_MS = (0, 1, 30, 250, 1_500)
SPOILT = b"\xff"  # put behind what was never ended, so that it cannot be taken for a whole

Cards = set[tuple[int, str]]  # number, 0 if the make has none, and card


# --- the second opinion


RANKS = "A23456789TJQK"
REFERENCE_CARD = re.compile(rb"(?=\xa5\x5a(\x02C(....)([A2-9TJQK][CDHS]))(....))", re.DOTALL)
ANGEL_CARD = re.compile(rb"(?=(\x05.D.([\x11-\x1d\x21-\x2d\x31-\x3d\x41-\x4d])\x03..))", re.DOTALL)
LINE = re.compile(rb"[^\r\n]+")
LINE_CARD = {
    "bee-tek": re.compile(rb"(?P<suit>[CDHS])(?P<rank>10|[A2-9TJQK])"),
    "scanner-number": re.compile(rb"(?P<suit>[CDHS])(?P<number>1[0-3]|[1-9])"),
    "scanner-barcode": re.compile(rb"(?P<place>[1-4])(?P<number>0[1-9]|1[0-3])0"),
    "scanner-rank-suit": re.compile(rb"(?P<rank>10|[A2-9TJQK])(?P<suit>[CDHS])"),
}


def valid_cards(format_name: str, stream: bytes) -> Cards:
    if format_name == REFERENCE:
        return {
            (int.from_bytes(number, "big"), card.decode())
            for body, number, card, check in REFERENCE_CARD.findall(stream)
            if crc32(body) == int.from_bytes(check, "big")
        }
    if format_name.startswith(ANGEL_EYE):
        copies = Counter(match.groups() for match in ANGEL_CARD.finditer(stream))
        codes = [code[0] for (_, code), times in copies.items() if times > 1]
        return {(0, RANKS[code % 16 - 1] + " DCSH"[code // 16]) for code in codes}
    return {(0, card) for line in LINE.findall(stream) if (card := line_card(LINE_CARD[format_name], line.upper()))}


def line_card(pattern: re.Pattern[bytes], line: bytes) -> str:
    match = pattern.fullmatch(line)
    if match is None:
        return ""
    parts = {name: text.decode() for name, text in match.groupdict().items()}
    rank = RANKS[int(parts["number"]) - 1] if "number" in parts else parts["rank"].replace("10", "T")
    return rank + ("SHCD"[int(parts["place"]) - 1] if "place" in parts else parts["suit"])


# --- what is fed


def speaker(format_name: str, random: Random) -> Callable[[], bytes]:
    """Well-formed words of this make, one at each call."""
    if format_name == REFERENCE:
        numbers = cycle(range(1, STREAM // 2))  # most in order, so that the link follows them
        return lambda: reference_word(random, next(numbers))
    if format_name.startswith(ANGEL_EYE):
        rule = format_name.partition("/")[2] or angel_eye.RULE_ASSUMED
        return lambda: angel_word(random, rule)
    return lambda: encode_line(format_name, random.choice(CARDS))


def reference_word(random: Random, number: int) -> bytes:
    match random.randrange(12):
        case 0 | 1:
            return encode(State("A17", random.randint(1, number), number))
        case 2:
            return encode(Unreadable(random.randbytes(random.randrange(17)), number))
        case 3:
            return encode(random.choice((CutCard(number), Empty(number), Acknowledged(number), SendFrom(number))))
        case 4:
            return encode(CardRead(random.choice(CARDS), random.randrange(2**32 - 1)))
        case 5:
            return encode(State("B2", 1, random.randrange(2**32 - 1)))
    return encode(CardRead(random.choice(CARDS), number))


def angel_word(random: Random, rule: str) -> bytes:
    kind = random.randrange(4)
    if kind == 0:
        data = random.choice((b"S", b"P", b"R", b"G\x41", b"E", b"e\x01", b"d\x11", b"D\x03\x3d"))
    else:
        data = angel_eye.card_data(random.choice(CARDS), random.choice(("player", "banker")))
    return angel_eye.encode(random.choice((3, 5, random.randrange(256))), data, rule) * random.randrange(1, 5)


def damaged(random: Random, word: bytes, before: bytes) -> bytes:
    """A bit, a byte, an end, two halves of different words, or nothing but noise."""
    place = random.randrange(len(word))
    match random.randrange(10):
        case 0:
            return random.randbytes(random.randrange(1, 24))
        case 1:
            return word[:place] + bytes((word[place] ^ 1 << random.randrange(8),)) + word[place + 1 :]
        case 2:
            return word[:place] + word[place + 1 :]
        case 3:
            return word[:place]
        case 4:
            return word[:place] + before[random.randrange(len(before) + 1) :]
        case 5:
            return word[:place] + random.randbytes(3) + word[place:]
    return word


def inputs(random: Random, speak: Callable[[], bytes]) -> Iterator[bytes]:
    word = b""
    while True:
        before, word = word, speak()
        yield damaged(random, word, before)


# --- the trial


class Step(NamedTuple):
    """Bytes at a time, and whether the port was lost and opened again after them."""

    now_ms: int
    piece: bytes
    is_lost: bool


def fuzz(format_name: str, seed: int, count: int) -> int:
    """How many cards came through, of so many inputs: out of the decoder, and again out of the link."""
    random = Random(f"{format_name} {seed}")
    fed = inputs(random, speaker(format_name, random))
    cards = 0
    for first in range(0, count, STREAM):
        steps = []
        now_ms = 0
        for _ in range(min(STREAM, count - first)):
            now_ms += random.choice(GAPS_MS)
            steps.append(Step(now_ms, next(fed), random.random() < 0.03))
        cards += trial(format_name, random, steps)
    return cards


def trial(format_name: str, random: Random, steps: list[Step]) -> int:
    decoder = decoder_for(format_name)
    valid: Cards = set()
    for whole in unbroken(steps, decoder.silence_ms):
        valid |= valid_cards(format_name, whole)
    heard = decoded(decoder, random, steps)
    assert heard <= valid, f"{heard - valid} was heard in {steps}"
    seen = linked(link_to(format_name), steps)
    assert seen <= valid, f"{seen - valid} was seen in {steps}"
    return len(heard) + len(seen)


def unbroken(steps: list[Step], silence_ms: int) -> list[bytes]:
    """The bytes between silences, which end whatever was begun; and so does the loss of the port."""
    wholes = [b""]
    heard_ms = 0
    for step in steps:
        if step.now_ms - heard_ms >= silence_ms:
            wholes.append(b"")
        if step.piece:
            heard_ms = step.now_ms
        wholes[-1] += step.piece
        if step.is_lost:
            wholes.append(b"")
    return [whole + SPOILT for whole in wholes]


def decoded(decoder: Decoder, random: Random, steps: list[Step]) -> Cards:
    heard: Cards = set()
    for now_ms, piece, is_lost in steps:
        place = random.randrange(len(piece) + 1)
        frames = [*decoder.receive(now_ms, piece[:place]), *decoder.receive(now_ms, piece[place:])]
        if is_lost:
            frames += decoder.end()
        heard |= {(frame.number, frame.card) for frame in frames if isinstance(frame, CardRead)}
        assert held(decoder) <= HELD_MAX
    return heard | {(frame.number, frame.card) for frame in decoder.end() if isinstance(frame, CardRead)}


def linked(link: ShoeLink, steps: list[Step]) -> Cards:
    seen: Cards = set()
    last = 0
    link.opened(0)
    for now_ms, piece, is_lost in steps:
        events = [*link.receive(now_ms, piece), *link.tick(now_ms)]
        link.outgoing()
        if is_lost:
            events += link.lost(now_ms)
            link.opened(now_ms)
        for event in events:
            if isinstance(event, CardSeen):
                seen.add((event.shoe_seq or 0, event.card))
                if event.shoe_seq is not None:
                    assert event.shoe_seq > last, f"{event.shoe_seq} after {last}"
                    last = event.shoe_seq
                    link.acknowledge(last)
    return seen


def held(decoder: Decoder) -> int:
    """All the bytes that it keeps, wherever it keeps them."""
    return sum(sys.getsizeof(value) for value in vars(decoder).values() if isinstance(value, bytes | bytearray | list))


if __name__ == "__main__":
    for name in (REFERENCE, ANGEL_EYE, f"{ANGEL_EYE}/xor-seq-etx-hex", *LINE_CARD):
        began = perf_counter()
        found = fuzz(name, 1, 50_000)
        print(f"{name:<36} {50_000 / (perf_counter() - began):>8.0f} inputs a second, {found} cards")
    assert set(LINE_CARD) < set(FORMATS)
