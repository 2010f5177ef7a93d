"""Who somebody is, as it is typed, tapped and shown; and what of it anybody could read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.panel import proving
from console.panel.proving import BADGE_GAP_MS, LINE_MAX, READER_MS, Keyboard, Proof
from protocol.people import PIN_MAX

KEYS = st.lists(st.sampled_from([*"0123456789", "back", "clear", "00", "x", "٣", ""]), max_size=30)


def typed(keys: str, proof: Proof) -> Proof:
    for key in keys:
        proof = proving.press(proof, key)
    return proof


def test_number_then_pin() -> None:
    proof = typed("1042", Proof("sign_on"))
    assert (proof.number, proof.who, proof.whole) == ("1042", True, False)
    proof = typed("271828", proving.go_to(proof, "pin"))
    assert (proof.number, proof.pin, proof.whole) == ("1042", "271828", True)


def test_a_pin_is_of_the_one_for_whom_it_was_typed() -> None:
    sue = typed("2718", proving.choose(Proof("sign"), "200"))
    ann = proving.choose(sue, "201")
    assert (ann.number, ann.pin, ann.at) == ("201", "", "pin")
    shown = proving.show_badge(typed("2718", ann), "B4D6E-77")
    assert (shown.number, shown.badge, shown.pin, shown.at) == ("", "B4D6E-77", "", "pin")
    again = proving.press(proving.go_to(shown, "number"), "3")
    assert (again.number, again.badge) == ("3", ""), "whoever types a number is not who has shown the badge"


@given(KEYS)
def test_whatever_is_pressed_there_are_digits_and_never_too_many(keys: list[str]) -> None:
    for at, longest in (("number", 8), ("pin", PIN_MAX)):
        proof = proving.go_to(Proof("sign_on"), at)
        for key in keys:
            proof = proving.press(proof, key)
        value = proof.number if at == "number" else proof.pin
        assert len(value) <= longest
        assert not value or (value.isascii() and value.isdigit())


def test_neither_pin_nor_badge_is_in_any_text_of_it() -> None:
    proof = typed("314159", proving.show_badge(Proof("sign_on"), "B4D6E-77"))
    keyboard = Keyboard()
    for sign in "B4D6E-77":
        keyboard.type(0, sign)
    for text in (repr(proof), str(proof), f"{proof}", repr(keyboard)):
        assert "314159" not in text
        assert "B4D6E" not in text


def keys(keyboard: Keyboard, text: str, gap_ms: int, now_ms: int = 10_000) -> int:
    """Typed so fast; when the last one came."""
    for sign in text:
        now_ms += gap_ms
        assert keyboard.type(now_ms, sign) == ""
    return now_ms


@pytest.mark.parametrize("gap_ms", [0, 5, BADGE_GAP_MS, 90, 250, READER_MS])
def test_a_line_is_one_however_slowly_it_came_and_nothing_of_it_is_text_before(gap_ms: int) -> None:
    keyboard = Keyboard()
    now_ms = keys(keyboard, "B4D6E-77", gap_ms)
    assert len(keyboard) == 8
    assert keyboard.end(now_ms + gap_ms) == "B4D6E-77"
    assert (len(keyboard), keyboard.pause()) == (0, "")
    assert keyboard.end(now_ms + gap_ms + 5) is None, "some readers end a line twice"
    assert keyboard.end(now_ms + gap_ms + 2 * READER_MS) == ""


def test_what_is_typed_and_not_ended_is_a_persons_after_a_pause_that_no_reader_makes() -> None:
    keyboard = Keyboard()
    now_ms = keys(keyboard, "SEEN BY ALL", 90)
    assert keyboard.type(now_ms + READER_MS + 1, "X") == "SEEN BY ALL"
    assert keyboard.pause() == "X"
    keys(keyboard, "SEEN BY ALL", BADGE_GAP_MS)
    assert keyboard.pause() == "", "nobody types as fast"
    keys(keyboard, ";0077446688", 90)
    assert keyboard.pause() == "", "the prefix of a reader"
    keys(keyboard, "SEEN", 90)
    assert (keyboard.back(), keyboard.pause(), keyboard.back()) == (True, "SEE", False)


def test_the_rest_of_a_line_whose_beginning_was_for_something_else_is_nothing() -> None:
    keyboard = Keyboard()
    now_ms = keys(keyboard, "B4D6", 90)
    keyboard.spoil()
    now_ms = keys(keyboard, "E-7", 90, now_ms)
    assert keyboard.end(now_ms) is None
    keyboard.spoil()
    now_ms = keys(keyboard, "12", 90, now_ms)
    assert keyboard.end(now_ms) == "12", "nothing was lost"


def test_what_leans_on_a_keyboard_fills_no_memory() -> None:
    keyboard = Keyboard()
    for at in range(10_000):
        keyboard.type(at, "x")
    assert len(keyboard) == LINE_MAX
