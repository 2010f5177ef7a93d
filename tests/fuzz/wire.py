"""Inputs for the two decoders of the wire, and what must hold for each of them: understood whole, or a PeerError.

`fuzz(target, seed, count)` makes `count` inputs from the seed: noise, noise with a sense of MessagePack, damaged and
spliced messages, and well-formed ones with a wrong value in one place. The messages are made from the types, so a new
one is fuzzed as soon as it exists. Any other exception than PeerError ends the run, with the input in its report.
"""

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple, get_args

import msgpack
from msgspec import inspect

from games.cards import DECK
from protocol.chain import ChainBroken, first_link
from protocol.codec import ANSWER_MAX, FROM_CONSOLE, FROM_TERMINALS, PeerError, decode_news, decode_request, encode
from protocol.follower import Follower
from protocol.messages import Answer, Batch, Deltas, News, Pulse, Request, See

VECTORS: Final = Path(__file__).resolve().parents[2] / "docs" / "vectors" / "messages.json"
CORPUS: Final = 600  # messages that are damaged
PATTERNED: Final = (
    "GC",
    *("T1", "T07", "Z-9", "terminal", "credit", "hand", "nobody", "person", "2026-11-17", "2024-02-29"),
    *("101", "40012345", "258025"),
)

Message = Request | News


class Target(NamedTuple):
    decode: Callable[[bytes], Message]
    kinds: tuple[type, ...]
    bytes_max: int


TARGETS: Final = {
    "requests": Target(decode_request, get_args(Request), FROM_TERMINALS.message),
    "news": Target(decode_news, get_args(News), FROM_CONSOLE.message),
}


class Tally(NamedTuple):
    inputs: int
    understood: int


# --- messages that can be sent ----------------------------------------------------------------------------------------


def value_of(info: inspect.Type, random: Random) -> Any:
    """A value of this type, with a liking for its bounds."""
    match info:
        case inspect.BoolType():
            return random.random() < 0.5
        case inspect.NoneType():
            return None
        case inspect.IntType(ge=low, le=high):
            least, most = low or 0, 2**53 - 1 if high is None else high
            return random.choice((least, most, random.randint(least, most), min(most, least + random.randrange(300))))
        case inspect.StrType(pattern=str(pattern)):
            return random.choice([text for text in PATTERNED if re.match(pattern, text)])
        case inspect.StrType(min_length=least, max_length=most):
            size = random.choice((least or 0, min(most or 20, 120), random.randint(least or 0, most or 12)))
            return random.choice(("x", "\u00e9", "\U0001f0a1", "/")) * size
        case inspect.BytesType(min_length=least, max_length=most):
            return random.randbytes(random.randint(least or 0, most or 40))
        case inspect.EnumType(cls=cls):
            return random.choice(list(cls))
        case inspect.LiteralType(values=values):
            return random.choice(values)
        case inspect.CustomType():
            return random.choice(DECK)
        case inspect.UnionType(types=types):
            return value_of(random.choice(types), random)
        case inspect.TupleType(item_types=types):
            return tuple(value_of(one, random) for one in types)
        case inspect.VarTupleType(item_type=item):
            return tuple(value_of(item, random) for _ in range(random.choice((0, 1, 1, 2, 5))))
        case inspect.DictType(key_type=key, value_type=value):
            return {value_of(key, random): value_of(value, random) for _ in range(random.choice((0, 1, 2, 4)))}
        case inspect.StructType(cls=cls, fields=fields):
            return cls(**{field.name: value_of(field.type, random) for field in fields})
    raise TypeError(f"no values of {info}")


def vectors(target: str) -> list[bytes]:
    """The frames of docs/vectors that go this way: what was really said."""
    to = {"requests": "console", "news": "peer"}.get(target, "")
    rows = json.loads(VECTORS.read_text())
    return [bytes.fromhex(row["frame"]) for row in rows if row["to"] == to]


@cache
def corpus(target: str) -> list[bytes]:
    """Good messages of every kind, all understood."""
    kinds = TARGETS[target].kinds
    random = Random(f"corpus {target}")
    found: list[bytes] = []
    while len(found) < CORPUS:
        found += [encode(value_of(inspect.type_info(kind), random)) for kind in kinds]
    if target == "requests":
        found = [data for data in found if len(data) <= ANSWER_MAX]
    found += [data for data in vectors(target) if len(data) <= ANSWER_MAX]
    for data in found:
        TARGETS[target].decode(data)
    return found


# --- what is made of them ---------------------------------------------------------------------------------------------

HEADS: Final = bytes(
    (
        *(0x80, 0x81, 0x82, 0x8F, 0x90, 0x91, 0x9F, 0xA0, 0xA1, 0xBF, 0xC0, 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6, 0xC7),
        *(0xC8, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF, 0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD8, 0xD9, 0xDA, 0xDB),
        *(0xDC, 0xDD, 0xDE, 0xDF, 0xE0, 0xFF, 0x00, 0x01, 0x7F),
    )
)
ENVELOPE: Final = b"\x82\xa1v\x01\xa1m"
WRONG: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**53 - 1, 2**53, 10**15, 10**15 + 1, 2**63 - 1, -(2**63), 2**64 - 1),
    *(1.0, 0.5, float("nan"), float("inf"), "", "1", "9S", "ZZ", "Hello", "\0", "x" * 481, b"", b"x" * 65, b"T1"),
    *([], {}, [[]], {"type": "Hello"}, {1: 2}, [0] * 65, {"type": 1}, {"": ""}, msgpack.ExtType(1, b"x")),
    *({f"k{number}": 0 for number in range(41)}, msgpack.Timestamp(1, 0), [1, 2, b"12345678"]),
)


def noise(random: Random, _data: bytes) -> bytes:
    return random.randbytes(random.randrange(64))


def heads(random: Random, _data: bytes) -> bytes:
    """Nothing but beginnings: lengths that promise much, deep nests."""
    body = bytes(random.choices(HEADS, k=random.randrange(1, 40)))
    if random.random() < 0.2:
        body *= random.randrange(1, 4_096 // len(body) + 2)
    return ENVELOPE + body if random.random() < 0.5 else body


def flipped(random: Random, data: bytes) -> bytes:
    spoilt = bytearray(data)
    for _ in range(1 if random.random() < 0.6 else 4):
        spoilt[int(random.random() * len(spoilt))] ^= 1 << int(random.random() * 8)
    return bytes(spoilt)


def replaced(random: Random, data: bytes) -> bytes:
    at = int(random.random() * len(data))
    return data[:at] + HEADS[int(random.random() * len(HEADS)) :][:1] + data[at + 1 :]


def inserted(random: Random, data: bytes) -> bytes:
    at = int(random.random() * len(data))
    return data[:at] + bytes(random.choices(HEADS, k=1 + int(random.random() * 3))) + data[at:]


def left_out(random: Random, data: bytes) -> bytes:
    at = int(random.random() * len(data))
    return data[:at] + data[at + 1 + int(random.random() * 4) :]


def cut(random: Random, data: bytes) -> bytes:
    return data[: int(random.random() * len(data))]


def doubled(random: Random, data: bytes) -> bytes:
    at, size = int(random.random() * len(data)), 1 + int(random.random() * 24)
    return data[: at + size] + data[at : at + size] + data[at + size :]


def whole(_random: Random, data: bytes) -> bytes:
    return data


def misplaced(random: Random, data: bytes) -> bytes:
    """Well-formed, with one value put in another's place, a field too many, or one missing."""
    message = msgpack.unpackb(data, strict_map_key=False)
    spot: Any = message if random.random() < 0.1 else message["m"]
    while True:
        keys = list(spot) if isinstance(spot, dict) else list(range(len(spot)))
        if not keys:
            break
        key = keys[int(random.random() * len(keys))]
        if isinstance(spot[key], dict | list) and spot[key] and random.random() < 0.8:
            spot = spot[key]
            continue
        choice = random.random()
        if choice < 0.8:
            spot[key] = WRONG[int(random.random() * len(WRONG))]
        elif choice < 0.9:
            del spot[key]
        elif isinstance(spot, dict):
            spot[WRONG[int(random.random() * 28)]] = 0
        else:
            spot.append(0)
        break
    packed: bytes = msgpack.packb(message)
    return packed


CHANGES: Final = (
    *(noise, heads, flipped, flipped, flipped, replaced, replaced, inserted, inserted, left_out, cut, doubled),
    *(whole, misplaced, misplaced, misplaced),
)


def inputs(target: str, seed: int) -> Iterator[bytes]:
    """The same for the same seed, for ever."""
    random = Random(f"{target} {seed}")
    messages = corpus(target)
    most = TARGETS[target].bytes_max
    pick = random.random
    while True:
        data = messages[int(pick() * len(messages))]
        if pick() < 0.06:  # the beginning of one and the end of another
            other = messages[int(pick() * len(messages))]
            made = data[: int(pick() * len(data))] + other[int(pick() * len(other)) :]
        else:
            made = CHANGES[int(pick() * len(CHANGES))](random, data)
        yield made[: most + 1]


# --- the trial --------------------------------------------------------------------------------------------------------


def understood(target: Target, data: bytes) -> bool:
    """Whether it is a message. If it is, it can be said again and is the same."""
    try:
        message = target.decode(data)
    except PeerError:
        return False
    again = encode(message)
    # What was left out is written out: a message may become too long to be sent again.
    if len(again) <= (ANSWER_MAX if isinstance(message, Answer) else target.bytes_max):
        assert target.decode(again) == message
        assert encode(target.decode(again)) == again
    follow(message)
    return True


def follow(message: Message) -> None:
    """A terminal that hears it finds that it links, or that it does not."""
    follower = Follower("T1", 0, first_link("table"))
    try:
        match message:
            case Batch() | Deltas():
                follower.offer(message.first_seq, message.entries, message.chain)
            case See():
                follower.offer(message.seq, (message.entry,), message.chain)
            case Pulse():
                follower.expect_link(message.seq, message.chain)
            case _:
                return
        follower.take()
    except ChainBroken:
        return
    assert follower.seq <= follower.head_seq


def fuzz(target: str, seed: int, count: int) -> Tally:
    chosen = TARGETS[target]
    good = 0
    for data in islice(inputs(target, seed), count):
        try:
            good += understood(chosen, data)
        except BaseException as error:
            error.add_note(f"{target}, seed {seed}: {data.hex()}")
            raise
    return Tally(count, good)
