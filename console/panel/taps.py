"""Taps on a form: a sign, a choice, a card; a card added, taken out, moved. Every tap makes another form."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from console.panel.fields import Field, Form
from console.panel.forms import CARDS, DIGITS_MAX, filled, shown

BACK: Final = "back"  # the key that takes the last sign away
CLEAR: Final = "clear"
TEXT_MAX: Final = 120
_SIGNS: Final[Mapping[str, str]] = {
    "number": "0123456789",
    "ticket": "0123456789",
    "amount": "0123456789.",
    "limit": "0123456789.",
    "text": "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .-",
}
_LONGEST: Final[Mapping[str, int]] = {"number": 6, "ticket": DIGITS_MAX, "amount": 15, "limit": 15}
GROWS: Final = frozenset({"correct", "correct_earlier"})
NO_CARD: Final = "--"  # it is still to be named
CARDS_MAX: Final = 52


def go_to(form: Form, at: int) -> Form:
    return replace(form, at=at, card=0) if 0 <= at < len(form.fields) else form


def press(form: Form, key: str) -> Form:
    """A key of the pad that belongs to the field: a sign, `back`, `clear`, a choice, a card."""
    field = form.field
    if field is None:
        return form
    before = form.value(field.name)
    match field.kind:
        case "choice" | "staff":
            after = key if key in field.choices else before
            if field.name == "which":
                form = filled(form, "cards", after)
            if form.key in ("place_for", "move_hands") and after:  # one after the other
                return replace(filled(form, field.name, after), at=min(form.at + 1, len(form.fields) - 1))
            if field.name == "rank" and after:  # the suit is next
                return replace(filled(form, field.name, after), at=1)
        case "several":
            chosen = {*before.split()} ^ ({key} & {*field.choices})
            after = " ".join(sorted(chosen))
        case "card":
            after = key if key in CARDS else before
        case "cards":
            cards = _row(form)
            if key in CARDS and form.card < len(cards):
                cards[form.card] = key
            at = min(form.card + (key in CARDS), len(cards) - 1)
            return replace(filled(form, field.name, " ".join(cards)), card=at)
        case _:
            after = _typed(field, before, key)
    form = filled(form, field.name, after)
    return replace(form, fields=shown(form.every, form.values)) if field.name == "effect" else form


def _row(form: Form) -> list[str]:
    """The cards of the field that is being filled in, if it is a row of cards."""
    field = form.field
    return form.value(field.name).split() if field is not None and field.kind == "cards" else []


def choose_card(form: Form, at: int) -> Form:
    """In a row of cards: the one that is replaced or moved next."""
    return replace(form, card=at) if 0 <= at < len(_row(form)) else form


def add_card(form: Form) -> Form:
    """001 §5.6: one that was never told: it comes after the chosen one, and is named next."""
    field, cards = form.field, _row(form)
    if field is None or form.key not in GROWS or len(cards) >= CARDS_MAX or NO_CARD in cards:
        return form
    cards.insert(form.card + 1, NO_CARD)
    return replace(filled(form, field.name, " ".join(cards)), card=form.card + 1)


def remove_card(form: Form) -> Form:
    """001 §5.6: the chosen one was never there."""
    field, cards = form.field, _row(form)
    if field is None or form.key not in GROWS or len(cards) < 2:
        return form
    del cards[form.card]
    return replace(filled(form, field.name, " ".join(cards)), card=min(form.card, len(cards) - 1))


def move(form: Form, by: int) -> Form:
    """The chosen card one place on or back: the intended order (001 §1.17)."""
    field, cards, to = form.field, _row(form), form.card + by
    if field is None or not (0 <= to < len(cards) and form.card < len(cards)):
        return form
    cards[form.card], cards[to] = cards[to], cards[form.card]
    return replace(filled(form, field.name, " ".join(cards)), card=to)


def _typed(field: Field, before: str, key: str) -> str:
    if key == CLEAR:
        return ""
    if key == BACK:
        return before[:-1]
    longest = _LONGEST.get(field.kind, TEXT_MAX)
    signs = _SIGNS[field.kind]
    if not key or any(sign not in signs for sign in key) or len(before) + len(key) > longest:
        return before
    if field.kind == "number" and before == "0":
        return key  # nobody types 08
    return before + key
