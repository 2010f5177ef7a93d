"""The fuzz suite: half a million inputs and more for whatever reads bytes that come from outside.

`pytest tests/fuzz --fuzz-factor 100` is the long run. Each test has its own seeds, so that the workers share them out;
a failure names target, seed and input. No clock decides here: work is counted in calls and in bytes.
"""

import sys
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any, Final, NamedTuple

import pytest

from protocol import codec
from protocol.codec import FROM_CONSOLE, FROM_TERMINALS, PeerError
from tests.fuzz import wire
from tests.fuzz.door import fuzz_handshake, fuzz_zap
from tests.fuzz.wire import TARGETS
from tests.protocol.fuzz_journal import fuzz_reader
from tests.shoe.fuzz_serial import fuzz as fuzz_line
from tests.shoe.hearing import FORMATS, MAKES
from tests.summary import FUZZED


class Share(NamedTuple):
    """What one test feeds: so many inputs of each of these seeds."""

    target: str
    feed: Callable[[int, int], object]
    seeds: int
    inputs: int


def of_the_wire(target: str) -> Callable[[int, int], object]:
    return lambda seed, count: wire.fuzz(target, seed, count)


def of_the_line(name: str) -> Callable[[int, int], object]:
    return lambda seed, count: fuzz_line(name, seed, count)


RULES: Final = [name for name in FORMATS if "/" in name]  # the check rules that one make may have
SHARES: Final = (
    Share("wire requests", of_the_wire("requests"), 20, 15_000),
    Share("wire news", of_the_wire("news"), 20, 12_000),
    *(Share(f"serial {name}", of_the_line(name), 2, 4_000) for name in MAKES),
    *(Share(f"serial {name}", of_the_line(name), 1, 320) for name in RULES),
    Share("journal", fuzz_reader, 8, 200),
    Share("zap", fuzz_zap, 2, 10_000),
    Share("handshake", fuzz_handshake, 4, 150),
)


def told(name: str) -> str:
    """The make of a check rule: thirty lines would be too many."""
    return name.partition("/")[0]


@pytest.mark.parametrize(
    ("share", "seed"),
    [pytest.param(share, seed, id=f"{share.target} {seed}") for share in SHARES for seed in range(1, share.seeds + 1)],
)
def test_nothing_but_refusals(
    share: Share, seed: int, pytestconfig: pytest.Config, record_property: Callable[[str, object], None]
) -> None:
    factor: int = pytestconfig.getoption("--fuzz-factor")
    for time in range(factor):
        share.feed(seed + 1_000 * time, share.inputs)
    record_property(FUZZED + told(share.target), factor * share.inputs)


def test_there_are_half_a_million_inputs_and_some_for_every_reader() -> None:
    assert sum(share.seeds * share.inputs for share in SHARES) >= 500_000
    assert {share.target for share in SHARES} >= {"wire requests", "wire news", "journal", "zap", "handshake"}
    assert {share.target for share in SHARES} >= {f"serial {name}" for name in FORMATS}


# --- the fuzzer would notice ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("target", TARGETS)
def test_the_same_seed_makes_the_same_inputs_and_another_one_others(target: str) -> None:
    first, again, other = (list(islice(wire.inputs(target, seed), 200)) for seed in (7, 7, 8))
    assert first == again != other


@pytest.mark.parametrize("target", TARGETS)
def test_a_good_part_of_the_inputs_is_understood_and_most_is_not(target: str) -> None:
    tally = wire.fuzz(target, 3, 3_000)
    assert tally.inputs == 3_000
    assert 150 < tally.understood < 1_500


@pytest.mark.parametrize("target", TARGETS)
def test_every_kind_of_message_is_among_those_that_are_damaged(target: str) -> None:
    kinds = {type(TARGETS[target].decode(data)) for data in wire.corpus(target)}
    assert kinds == set(TARGETS[target].kinds)


def believing(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    """A codec that trusts what a key is."""
    return dict(pairs)


def test_a_codec_that_lets_an_exception_through_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "_unique", believing)
    with pytest.raises(TypeError) as found:
        wire.fuzz("requests", 1, 20_000)
    assert found.value.__notes__[0].startswith("requests, seed 1: ")


def test_a_codec_that_says_something_else_again_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "encode", lambda message: codec.encode(message).replace(b"\x01", b"\x02"))
    wire.corpus.cache_clear()
    with pytest.raises((AssertionError, PeerError)):
        wire.fuzz("requests", 1, 2_000)
    wire.corpus.cache_clear()


# --- bounded work -----------------------------------------------------------------------------------------------------

CALLS_FOR_A_BYTE: Final = 8
CALLS_MAX: Final = 400  # whatever the size
HELD_FOR_A_BYTE: Final = 80  # one byte can be an empty map (64 bytes) and its place in a list
NESTED_MAX: Final = 1_024  # lists in each other, each as large as it says that it will be: msgpack goes no deeper


def held_max(target: str, data: bytes) -> int:
    limits = FROM_TERMINALS if target == "requests" else FROM_CONSOLE
    return HELD_FOR_A_BYTE * len(data) + NESTED_MAX * (8 * limits.array + HELD_FOR_A_BYTE) + (64 << 10)


@contextmanager
def counted() -> Iterator[list[int]]:
    """How many calls are made: of ours, and of what is below us."""
    calls = [0]

    def count(_frame: object, event: str, _what: object) -> None:
        calls[0] += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(None)


@contextmanager
def weighed() -> Iterator[list[int]]:
    """How much was held at once, at most."""
    most = [0]
    tracemalloc.start()
    try:
        yield most
        most[0] = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def tried(decode: Callable[[bytes], object], data: bytes) -> None:
    try:
        decode(data)
    except PeerError:
        return


def bombs(size: int) -> Iterator[bytes]:
    """As much as so many bytes can ask for."""
    for unit in (
        b"\x91",
        b"\x9f",
        b"\x81\xa1a",
        b"\xdc\x00\x40",
        b"\xdd\x00\x00\x00\x40",
        b"\xde\x00\x10",
        b"\xdc\x04\x00",
    ):
        yield unit * (size // len(unit))
        yield wire.ENVELOPE + unit * ((size - 6) // len(unit))
    for unit in (b"\x90", b"\x80", b"\xa0", b"\xc0", b"\xc4\x00", b"\x92\xa0\xa0", b"\x81\xa1a\xa1b"):
        for count in (64, 1_024):  # as many in one array as a terminal, and as the console may say
            row = b"\xdc" + count.to_bytes(2) + (unit * count)[: count * len(unit)]
            rows = max(1, min(count, size // len(row)))
            yield b"\xdc" + rows.to_bytes(2) + row * rows
    yield b"\xd9\xff" + b"x" * (size - 2)
    yield b"\xc6\xff\xff\xff\xff" + b"x" * (size - 5)
    yield wire.ENVELOPE + b"\xcf" * (size - 6)


@pytest.mark.parametrize(
    ("target", "size"),
    # The bound grows with the size: a sixteenth of what the console may say shows it as well as the whole.
    [("requests", FROM_TERMINALS.message), ("news", FROM_TERMINALS.message), ("news", FROM_CONSOLE.message // 16)],
)
def test_no_input_takes_more_than_its_bytes_are_worth(target: str, size: int) -> None:
    decode = TARGETS[target].decode
    for data in (*bombs(size), *islice(wire.inputs(target, 99), 400)):
        with counted() as calls:
            tried(decode, data)
        assert calls[0] <= CALLS_FOR_A_BYTE * len(data) + CALLS_MAX, data[:64].hex()
        with weighed() as held:
            tried(decode, data)
        assert held[0] <= held_max(target, data), data[:64].hex()


def test_nothing_is_kept_of_what_was_refused() -> None:
    refused = [data for data in islice(wire.inputs("requests", 5), 3_000) if not understood(data)]
    for data in refused[:500]:
        understood(data)  # caches fill, texts are interned
    with weighed():
        before = tracemalloc.get_traced_memory()[0]
        for data in refused:
            understood(data)
        assert tracemalloc.get_traced_memory()[0] - before < 64 << 10


def understood(data: bytes) -> bool:
    return wire.understood(TARGETS["requests"], data)
