"""Who somebody is, as it is typed, tapped and shown; and what of it anybody could read."""

from hypothesis import given
from hypothesis import strategies as st

from console.panel import proving
from console.panel.proving import BADGE_GAP_MS, BADGE_MAX, Keyboard, Proof
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


def test_a_reader_types_faster_than_a_person() -> None:
    keyboard, now_ms, by_hand = Keyboard(), 0, ""
    for sign in "AB":
        now_ms += BADGE_GAP_MS + 1
        by_hand += keyboard.type(now_ms, sign)
    assert by_hand == "A", "a pause ends what was typed by hand"
    assert keyboard.flush() == "B"
    assert [keyboard.type(now_ms + 5 * at, sign) for at, sign in enumerate("B4D6E-77")] == [""] * 8
    assert (keyboard.flush(), keyboard.flush()) == ("B4D6E-77", "")


def test_what_leans_on_a_keyboard_fills_no_memory() -> None:
    keyboard = Keyboard()
    for at in range(10_000):
        keyboard.type(at, "x")
    assert len(keyboard.flush()) == BADGE_MAX
