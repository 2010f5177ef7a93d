"""Bee-Tek and the scanners, line by line."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shoe_driver.frames import CARDS, Bad, CardRead, Unreadable
from shoe_driver.lines import LINE_MAX
from tests.shoe.hearing import LINES, SILENCE_MS, cut, decoder_for, encode_line, heard, meant


@pytest.mark.parametrize(
    ("format_name", "data", "card"),
    [
        ("bee-tek", b"H10\r\n", "TH"),
        ("bee-tek", b"sA\r\n", "AS"),
        ("bee-tek", b"CK\r\n", "KC"),
        ("bee-tek", b"dt\r\n", "TD"),
        ("scanner-number", b"D12\r\n", "QD"),
        ("scanner-number", b"S1\n", "AS"),
        ("scanner-barcode", b"1010\r", "AS"),
        ("scanner-barcode", b"4120\r\n", "QD"),
        ("scanner-rank-suit", b"AS\n", "AS"),
        ("scanner-rank-suit", b"10H\r", "TH"),
    ],
)
def test_golden_bytes(format_name: str, data: bytes, card: str) -> None:
    assert heard(format_name, data) == [CardRead(card)]


@given(st.sampled_from(LINES), st.lists(st.sampled_from(CARDS)), st.lists(st.integers(0, 500)))
def test_what_was_said_is_heard_in_order(format_name: str, cards: list[str], places: list[int]) -> None:
    data = b"".join(encode_line(format_name, card) for card in cards)
    assert heard(format_name, *cut(data, places)) == [CardRead(card) for card in cards]


@pytest.mark.parametrize(
    ("format_name", "line"),
    [
        *product(LINES, [b"?", b"joker", b"H", b"10", b"\xff\xfe", b"CA CA", b" ", b"0000", b"A", b"\0"]),
        ("bee-tek", b"H1"),
        ("bee-tek", b"H11"),
        ("bee-tek", b"HA "),
        ("bee-tek", b"AH"),
        ("scanner-number", b"D0"),
        ("scanner-number", b"D14"),
        ("scanner-number", b"DA"),
        ("scanner-number", b"D01"),
        ("scanner-barcode", b"1140"),
        ("scanner-barcode", b"5010"),
        ("scanner-barcode", b"1011"),
        ("scanner-rank-suit", b"1H"),
        ("scanner-rank-suit", b"HA"),
    ],
)
def test_what_is_no_card_is_unreadable_and_never_the_ace_of_clubs(format_name: str, line: bytes) -> None:
    good = encode_line(format_name, "9S")
    assert heard(format_name, good + line + b"\r\n" + good) == [
        CardRead("9S"),
        Bad(line),
        Unreadable(line),
        CardRead("9S"),
    ]


def test_ends_may_be_lost_or_doubled() -> None:
    assert heard("bee-tek", b"\r\n\r\nH10\nSA\r\r\nC2\n\r\n") == [CardRead("TH"), CardRead("AS"), CardRead("2C")]
    assert meant(heard("bee-tek", b"H10SA\r\n")) == [Unreadable(b"H10SA")]


def test_without_an_end_is_unreadable_though_it_reads_like_a_card() -> None:
    decoder = decoder_for("scanner-number")
    assert decoder.receive(0, b"D1") == []  # the rest of a D12 may be lost
    assert decoder.wake_ms() == 500
    assert decoder.tick(499) == []
    assert decoder.tick(500) == [Bad(b"D1"), Unreadable(b"D1")]
    assert decoder.receive(900, b"S3\r\n") == [CardRead("3S")]


def test_a_crackle_is_no_card() -> None:
    assert heard("bee-tek", b"\xff") == [Bad(b"\xff")]


def test_that_is_far_too_long_is_one_unreadable_card_and_many_bad_frames() -> None:
    pieces = b"x" * (LINE_MAX + 1)
    assert heard("bee-tek", pieces * 3 + b"SA\r\nSA\r\n") == [
        *(Bad(pieces), Unreadable(pieces), Bad(pieces), Bad(pieces)),
        *(Bad(b"SA"), CardRead("AS")),
    ]
    assert heard("bee-tek", pieces * 2 + b"SA") == [Bad(pieces), Unreadable(pieces), Bad(pieces), Bad(b"SA")]
    assert heard("bee-tek", pieces[1:] + b"\n") == [Bad(pieces[1:]), Unreadable(pieces[1:])]
    assert heard("bee-tek", pieces[1:], b"\n") == [Bad(pieces[1:]), Unreadable(pieces[1:])]
    assert heard("bee-tek", pieces[1:], b"x\n") == heard("bee-tek", pieces[1:] + b"x\n")
    decoder = decoder_for("bee-tek")
    assert decoder.receive(0, pieces) == [Bad(pieces), Unreadable(pieces)]
    assert decoder.receive(SILENCE_MS, b"SA\r\n") == [CardRead("AS")]
