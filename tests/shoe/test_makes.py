"""What holds for every make of Card Shoe: noise on the line is never taken for a card, and never goes unnoticed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import DECK, parse_card
from shoe_driver.frames import BUFFER_MAX, CARDS, Bad, CardRead, CutCard, Decoder
from shoe_driver.makes.angel_eye import CARD_OF_CODE
from shoe_driver.makes.reference import encode
from tests.shoe.hearing import FORMATS, LINES, MAKES, REFERENCE, SILENCE_MS, cut, decoder_for, encode_line, heard, noise


def test_the_driver_and_the_rule_books_write_cards_alike() -> None:
    assert {parse_card(text) for text in CARDS} == set(DECK)
    assert len(CARDS) == len(set(CARDS)) == 52
    assert sorted(CARD_OF_CODE.values()) == sorted(CARDS)
    for name in LINES:
        assert len({encode_line(name, card) for card in CARDS}) == 52


@given(st.sampled_from(FORMATS), st.lists(noise))
def test_no_input_raises_or_fills_the_memory(format_name: str, chunks: list[bytes]) -> None:
    decoder = decoder_for(format_name)
    for now_ms, chunk in enumerate(chunks):
        decoder.receive(now_ms * 150, chunk)
        assert held_by(decoder) <= 2 * BUFFER_MAX
    decoder.tick(len(chunks) * 150 + SILENCE_MS)
    assert held_by(decoder) == 0
    assert decoder.wake_ms() is None


@pytest.mark.parametrize("format_name", MAKES)
@pytest.mark.parametrize("piece", [b"\xa5\x5a\x10U", b"\x05aD", b"\x05\x05D\0", b"H1", b"\0", b"\x05"])
def test_a_flood_without_a_frame_leaves_less_than_a_kilobyte(format_name: str, piece: bytes) -> None:
    decoder = decoder_for(format_name)
    decoder.receive(0, piece * (2**16 // len(piece)))
    assert len(decoder._buffer) < BUFFER_MAX
    assert held_by(decoder) <= 2 * BUFFER_MAX


def held_by(decoder: Decoder) -> int:
    """Bytes in the attributes of a decoder."""
    values = [value for value in vars(decoder).values() if isinstance(value, bytes | bytearray | list)]
    return sum(len(b"".join(value)) if isinstance(value, list) else len(value) for value in values)


@given(st.sampled_from(FORMATS), st.lists(noise), st.lists(st.integers(0, 5_000)))
def test_how_the_bytes_come_in_pieces_changes_nothing(format_name: str, parts: list[bytes], places: list[int]) -> None:
    data = b"".join(parts)
    assert heard(format_name, *cut(data, places)) == heard(format_name, data)


@given(st.sampled_from(FORMATS), noise)
def test_bytes_that_are_no_frame_are_counted_and_every_card_is_a_card(format_name: str, data: bytes) -> None:
    frames = heard(format_name, data)
    for frame in frames:
        if isinstance(frame, CardRead):
            parse_card(frame.card)
    if data.strip(b"\r\n"):
        assert frames


def test_bytes_of_noise_are_counted_in_sixteens_and_the_rest_when_the_noise_ends() -> None:
    noise = bytes(range(0x80, 0x80 + 33))
    counted = [Bad(noise[:16]), Bad(noise[16:32]), Bad(noise[32:])]
    assert heard(REFERENCE, noise) == counted
    assert heard(REFERENCE, noise + encode(CutCard(1))) == [*counted, CutCard(1)]
    assert heard(REFERENCE, noise[:31]) == [Bad(noise[:16]), Bad(noise[16:31])]


@pytest.mark.parametrize("format_name", MAKES)
def test_noise_counts_as_many_bad_frames_not_as_one_endless_one(format_name: str) -> None:
    frames = heard(format_name, b"\x80" * 800)
    assert sum(isinstance(frame, Bad) for frame in frames) >= 20
