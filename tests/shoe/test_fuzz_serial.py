"""A short run of the serial fuzzer, and the proof that it would notice."""

from collections.abc import Iterator

import pytest

from shoe_driver.frames import CARDS, CardRead, Frame, State
from shoe_driver.lines import LineDecoder
from shoe_driver.link import Talk
from shoe_driver.makes import angel_eye, reference
from shoe_driver.makes.angel_eye import CHECK_RULES, AngelDecoder
from tests.shoe.fuzz_serial import LINE_CARD, fuzz, valid_cards
from tests.shoe.hearing import ANGEL_EYE, MAKES, REFERENCE, encode_line

SOME = 1_600


@pytest.mark.parametrize("format_name", [*MAKES, f"{ANGEL_EYE}/sum-seq-etx-big"])
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_breaks_and_nothing_is_invented(format_name: str, seed: int) -> None:
    assert fuzz(format_name, seed, SOME) > SOME // 10
    assert fuzz(format_name, seed, 64) == fuzz(format_name, seed, 64)


def test_the_second_opinion_knows_every_card_of_every_format() -> None:
    for format_name in LINE_CARD:
        stream = b"".join(encode_line(format_name, card) for card in CARDS)
        assert {card for _, card in valid_cards(format_name, stream)} == set(CARDS)
    copies = b"".join(angel_eye.encode(9, angel_eye.card_data(card, "banker")) * 2 for card in CARDS)
    assert {card for _, card in valid_cards(ANGEL_EYE, copies)} == set(CARDS)
    spoken = b"".join(reference.encode(CardRead(card, 7)) for card in CARDS)
    assert valid_cards(REFERENCE, spoken) == {(7, card) for card in CARDS}


def test_a_check_that_is_not_checked_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reference, "crc32", lambda _: 0)
    with pytest.raises(AssertionError, match="was heard in"):
        fuzz(REFERENCE, 1, SOME)


def test_a_single_copy_that_is_believed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def believe(_: AngelDecoder, raw: bytes) -> Iterator[Frame]:
        yield angel_eye.read(raw)

    monkeypatch.setattr(AngelDecoder, "_copy", believe)
    with pytest.raises(AssertionError, match="was heard in"):
        fuzz(ANGEL_EYE, 1, SOME)


def test_the_ace_of_clubs_for_whatever_cannot_be_read_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def guess(*_: object) -> Iterator[Frame]:
        yield CardRead("AC")

    monkeypatch.setattr(LineDecoder, "_line", guess)
    with pytest.raises(AssertionError, match="was heard in"):
        fuzz("bee-tek", 1, SOME)


def test_a_card_that_is_reported_twice_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Talk.heard

    def forgetful(talk: Talk, now_ms: int, frame: State | CardRead) -> Iterator[object]:
        if isinstance(frame, CardRead):
            talk._reported = min(talk._reported, frame.number - 1)
        yield from heard(talk, now_ms, frame)

    monkeypatch.setattr(Talk, "heard", forgetful)
    with pytest.raises(AssertionError, match=r"\d after \d"):
        fuzz(REFERENCE, 1, SOME)


def test_every_check_rule_can_be_fuzzed() -> None:
    assert all(fuzz(f"{ANGEL_EYE}/{rule}", 3, 160) for rule in CHECK_RULES)
