"""The reference format, byte for byte."""

import zlib
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import UnknownCard, parse_card
from shoe_driver.frames import (
    CARDS,
    NUMBER_MAX,
    Acknowledged,
    Bad,
    CardRead,
    CutCard,
    Empty,
    Frame,
    SendFrom,
    State,
    Unreadable,
)
from shoe_driver.makes.reference import ReferenceDecoder, encode
from tests.shoe import hearing
from tests.shoe.hearing import REFERENCE, cut, meant, noise

numbers = st.integers(1, NUMBER_MAX)
serials = st.text(st.characters(min_codepoint=32, max_codepoint=126), min_size=1, max_size=16)
states = st.tuples(st.integers(0, NUMBER_MAX), st.integers(0, 500), serials).map(
    lambda drawn: State(drawn[2], oldest=max(1, drawn[0] - drawn[1]), last=drawn[0])
)
from_shoe = st.one_of(
    st.builds(CardRead, st.sampled_from(CARDS), numbers),
    st.builds(Unreadable, st.binary(max_size=16), numbers),
    st.builds(CutCard, numbers),
    st.builds(Empty, numbers),
    states,
)
from_console = st.one_of(st.builds(Acknowledged, numbers), st.builds(SendFrom, numbers))


def heard(*chunks: bytes) -> list[Frame]:
    return hearing.heard(REFERENCE, *chunks)


GOLDEN = [
    (CardRead("9S", 1), "a55a 02 43 00000001 3953 afc05033"),
    (CardRead("TH", 416), "a55a 02 43 000001a0 5448 95f0dc07"),
    (Unreadable(b"\x00\xff", 2), "a55a 02 55 00000002 00ff 786c25e7"),
    (CutCard(3), "a55a 00 58 00000003 20a87413"),
    (Empty(4), "a55a 00 45 00000004 26bcb283"),
    (State("A17", oldest=2, last=4), "a55a 07 53 00000004 00000002413137 18194b1d"),
    (Acknowledged(3), "a55a 00 41 00000003 4d5881e0"),
    (SendFrom(5), "a55a 00 52 00000005 837bc987"),
]


@pytest.mark.parametrize(("frame", "golden"), GOLDEN)
def test_golden_bytes(frame: Frame, golden: str) -> None:
    raw = bytes.fromhex(golden)
    assert encode(frame) == raw
    assert heard(raw) == [frame]
    assert int.from_bytes(raw[-4:], "big") == zlib.crc32(raw[2:-4])


@given(st.lists(st.one_of(from_shoe, from_console)), st.lists(st.integers(0, 5_000)))
def test_what_was_said_is_heard_in_order(frames: list[Frame], places: list[int]) -> None:
    assert heard(*cut(b"".join(map(encode, frames)), places)) == frames


@given(st.lists(st.tuples(noise, from_shoe), max_size=8), noise)
def test_noise_between_frames_neither_hides_nor_invents_one(said: list[tuple[bytes, Frame]], end: bytes) -> None:
    data = b"".join(before + encode(frame) for before, frame in said) + end
    assert meant(heard(data)) == [frame for _, frame in said]


@given(from_shoe, from_shoe, st.data())
def test_half_a_frame_does_not_hide_the_next(first: Frame, second: Frame, data: st.DataObject) -> None:
    raw = encode(first)
    kept = data.draw(st.integers(0, len(raw) - 1))
    assert meant(heard(raw[:kept] + encode(second))) == [second]
    assert meant(heard(raw[len(raw) - kept :] + encode(second))) == [second]


@pytest.mark.parametrize("frame", [frame for frame, _ in GOLDEN])
def test_a_frame_with_any_one_byte_changed_says_nothing(frame: Frame) -> None:
    raw = encode(frame)
    for place, change in product(range(len(raw)), range(1, 256)):
        damaged = bytearray(raw)
        damaged[place] ^= change
        assert meant(heard(bytes(damaged))) == []


@given(st.binary(min_size=2, max_size=2), numbers)
def test_a_text_that_is_no_card_is_unreadable(text: bytes, number: int) -> None:
    (frame,) = heard(said_raw(b"C", number, text))
    try:
        expected: Frame = CardRead(parse_card(text.decode("latin-1")).text, number)
    except UnknownCard:
        expected = Unreadable(text, number)
    assert frame == expected


def test_a_joker_is_unreadable_and_keeps_its_number() -> None:
    assert heard(encode(CardRead("??", 7))) == [Unreadable(b"??", 7)]


def test_all_256_kinds() -> None:
    known = {"X": CutCard(9), "E": Empty(9), "A": Acknowledged(9), "R": SendFrom(9), "U": Unreadable(b"", 9)}
    for code in range(256):
        expected = known.get(chr(code))
        assert meant(heard(said_raw(bytes([code]), 9))) == ([expected] if expected else [])


@pytest.mark.parametrize(
    ("kind", "number", "payload"),
    [
        (b"C", 0, b"9S"),
        (b"C", NUMBER_MAX + 1, b"9S"),
        (b"X", 0, b""),
        (b"C", 1, b"9SS"),
        (b"C", 1, b""),
        (b"X", 1, b"9S"),
        (b"U", 1, b"a" * 17),
        (b"S", 4, b"\0\0\0\2"),  # no serial number
        (b"S", 4, b"\0\0\0\0A17"),  # keeps number 0, which nobody has
        (b"S", 4, b"\0\0\0\6A17"),  # keeps from 6 on, but has given 4
        (b"S", 4, b"\0\0\0\2A\n7"),
        (b"S", 4, b"\0\0\0\2A\xff7"),
        (b"S", NUMBER_MAX + 1, b"\0\0\0\2A17"),
    ],
)
def test_a_good_check_does_not_make_nonsense_true(kind: bytes, number: int, payload: bytes) -> None:
    assert meant(heard(said_raw(kind, number, payload))) == []


def test_nonsense_is_not_said_either() -> None:
    for frame in (CardRead("10H", 1), Unreadable(b"a" * 17, 1), State("", 1, 1), State("A" * 17, 1, 1)):
        with pytest.raises(ValueError, match="does not fit into a frame"):
            encode(frame)
    with pytest.raises(ValueError, match="has no words for Bad"):
        encode(Bad(b""))


def said_raw(kind: bytes, number: int, payload: bytes = b"") -> bytes:
    """As the page in reference.py says, written once more."""
    body = bytes([len(payload)]) + kind + number.to_bytes(4, "big") + payload
    return b"\xa5\x5a" + body + zlib.crc32(body).to_bytes(4, "big")


def test_a_frame_that_never_ends_is_dropped_after_a_while() -> None:
    decoder = ReferenceDecoder()
    half = b"\xa5\x5a\x10U\0\0"
    assert decoder.receive(0, half) == []
    assert decoder.wake_ms() == 200
    assert decoder.tick(199) == []
    assert decoder.tick(200) == [Bad(half)]
    assert decoder.receive(1_000, half) == []
    assert decoder.receive(1_200, encode(CutCard(1))) == [Bad(half), CutCard(1)]
