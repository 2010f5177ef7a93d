"""What a person still has to say before an order can be given: which cards, how much, who agrees. Filled in by taps.

Pure, and a value: every tap makes another form. Gives an order only when it is whole; the table may still refuse it.
Must never know a screen: fields have kinds, and whoever draws them chooses the keys to press.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from console.board import Board, Step
from games.cards import DECK, UnknownCard, parse_card, parse_cards
from games.money import AMOUNT_MAX
from games.round import Limit, PlayerId, Reconstructed, Voided
from games.rulings import Position
from protocol import messages as m
from protocol.config import minor_units

BACK: Final = "back"  # the key that takes the last sign away
CLEAR: Final = "clear"
NAME_MAX: Final = 40
TEXT_MAX: Final = 120
DIGITS_MAX: Final = 18  # of a ticket's number
CARDS: Final = frozenset(card.text for card in DECK)
POSITIONS: Final = tuple(str(int(position)) for position in Position)
RECONSTRUCTED_UNDER: Final = ("5.4", "5.5", "5.7")
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_SIGNS: Final[Mapping[str, str]] = {
    "number": "0123456789",
    "ticket": "0123456789",
    "amount": "0123456789.",
    "limit": "0123456789.",
    "day": "0123456789-",
    "name": "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .-",
    "text": "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 .-",
}
_LONGEST: Final[Mapping[str, int]] = {"number": 6, "ticket": DIGITS_MAX, "amount": 15, "limit": 15, "day": 10}


class Field(Struct, frozen=True):
    name: str
    kind: str  # number, amount, limit, ticket, day, name, text, choice, card, cards
    choices: tuple[str, ...] = ()
    high: int = 0
    optional: bool = False  # it may be left empty


class Form(Struct, frozen=True):
    key: str  # the step that it is about
    fields: tuple[Field, ...] = ()
    values: Mapping[str, str] = {}
    at: int = 0  # the field that is being filled in
    card: int = 0  # and in a field of cards, which of them
    paragraph: str = ""
    detail: str = ""
    terminal: str = ""
    sitting: int = 0
    exponent: int = 0
    order: m.Order | None = None  # what the step would do if nothing had to be said

    @property
    def field(self) -> Field | None:
        return self.fields[self.at] if self.fields else None

    def value(self, name: str) -> str:
        return self.values.get(name, "")


# --- which fields each step has --------------------------------------------------------------------------------------

SECOND: Final = (Field("second", "name"), Field("position", "choice", POSITIONS))
# These ask once, because there is no way back; the others are given at the first tap.
SURE: Final = frozenset({"close_table", "interruption_affects", "unlatch"})


def form_for(step: Step, board: Board) -> Form | None:
    """None: nothing has to be said, the order can be given as it is."""
    fields, values = _fields(step, board)
    if step.second:
        fields, values = (*fields, *SECOND), {**values, "position": str(int(Position.PIT_SUPERVISOR))}
    if not fields and step.key not in SURE:
        return None
    paragraph = "" if any(field.name == "paragraph" for field in fields) else step.paragraph  # it is still to be said
    exponent = board.placard.exponent
    return Form(step.key, fields, values, 0, 0, paragraph, step.detail, exponent=exponent, order=step.order)


def _fields(step: Step, board: Board) -> tuple[tuple[Field, ...], dict[str, str]]:
    match step.key, step.order:
        case "load_shoe", m.LoadShoe(decks=decks):
            return (
                Field("decks", "choice", tuple(map(str, board.decks))),
                Field("burn", "number", high=52),
                Field("counter", "number", high=999_999, optional=True),
                Field("shuffled_by", "name"),
            ), {"decks": str(decks), "burn": "0"}
        case "end_shoe", m.EndShoe(counted=counted):
            return (Field("counted", "number", high=1000),), {"counted": str(counted)}
        case "enter_card", _:
            return (Field("card", "card"),), {}
        case "correct_cards", _:
            return (Field("cards", "cards"),), {"cards": " ".join(board.drawn)}
        case "correct", m.Correct(cards=cards):
            return (Field("cards", "cards"),), {"cards": " ".join(card.text for card in cards)}
        case "reconstruct", m.Rule(paragraph=paragraph):
            return (
                Field("cards", "cards"),
                Field("paragraph", "choice", RECONSTRUCTED_UNDER),
            ), {"cards": " ".join(board.drawn), "paragraph": paragraph}
        case "void" | "void_settled", m.Rule(paragraph=paragraph) | m.VoidSettled(paragraph=paragraph):
            known = tuple(it.paragraph for it in board.voids)
            # Over a halt the paragraph is clear; otherwise whoever voids a Round says why.
            suggested = paragraph if board.halts and paragraph in known else ""
            return (Field("paragraph", "choice", known),), {"paragraph": suggested}
        case "close_day", _:
            return (Field("day", "day"),), {}
        case "record_ruling", _:
            return (Field("text", "text"),), {}
        case "set_limits", m.SetLimits():
            return _limit_fields(board)
    return (), {}


def _limit_fields(board: Board) -> tuple[tuple[Field, ...], dict[str, str]]:
    exponent = board.placard.exponent
    fields, values = [], {}
    for kind, limit in board.felt.limits.items():
        for part, amount in (("min", limit.min), ("max", limit.max), ("step", limit.step)):
            name = f"{kind}.{part}"
            fields.append(Field(name, "limit", optional=part == "max"))  # without a maximum there is no limit
            values[name] = "" if amount is None else plain(amount, exponent)
    return tuple(fields), values


def plain(amount: int, exponent: int) -> str:
    """As a person would type it: 25, 2.50."""
    whole, rest = divmod(amount, 10**exponent)
    return f"{whole}.{rest:0{exponent}d}" if rest else str(whole)


def filled(form: Form, name: str, value: str) -> Form:
    """With a suggestion in a field."""
    return replace(form, values={**form.values, name: value})


def seat_form(key: str, board: Board, terminal: str, sitting: int = 0) -> Form:
    """What may be done for one terminal, and at the cashier's place."""
    fields: Mapping[str, tuple[Field, ...]] = {
        "sell_credit": (Field("amount", "amount"),),
        "pay_by_hand": (Field("amount", "amount"), *SECOND),
        "pay_ticket": (Field("ticket", "ticket"),),
        "pay_due": SECOND,
        "collect_owed": SECOND,
        "rule_dispute": (Field("text", "text"),),
        "latch": (Field("text", "text"),),
        "unlatch": (),
        "retire": SECOND,
    }
    position = {"position": str(int(Position.PIT_SUPERVISOR))}
    exponent = board.placard.exponent
    return Form(key, fields[key], position, terminal=terminal, sitting=sitting, exponent=exponent)


# --- taps ------------------------------------------------------------------------------------------------------------


def go_to(form: Form, at: int) -> Form:
    return replace(form, at=at, card=0) if 0 <= at < len(form.fields) else form


def press(form: Form, key: str) -> Form:
    """A key of the pad that belongs to the field: a sign, `back`, `clear`, a choice, a card."""
    field = form.field
    if field is None:
        return form
    before = form.value(field.name)
    match field.kind:
        case "choice":
            after = key if key in field.choices else before
        case "card":
            after = key if key in CARDS else before
        case "cards":
            cards = before.split()
            if key in CARDS and form.card < len(cards):
                cards[form.card] = key
            return replace(_with(form, field, " ".join(cards)), card=min(form.card + (key in CARDS), len(cards) - 1))
        case _:
            after = _typed(field, before, key)
    return _with(form, field, after)


def choose_card(form: Form, at: int) -> Form:
    """In a row of cards: the one that is replaced or moved next."""
    field = form.field
    cards = [] if field is None else form.value(field.name).split()
    if field is None or field.kind != "cards" or not 0 <= at < len(cards):
        return form
    return replace(form, card=at)


def move(form: Form, by: int) -> Form:
    """The chosen card one place on or back: the intended order (001 §1.17)."""
    field = form.field
    cards = [] if field is None else form.value(field.name).split()
    to = form.card + by
    if field is None or field.kind != "cards" or not (0 <= to < len(cards) and form.card < len(cards)):
        return form
    cards[form.card], cards[to] = cards[to], cards[form.card]
    return replace(_with(form, field, " ".join(cards)), card=to)


def _with(form: Form, field: Field, value: str) -> Form:
    return replace(form, values={**form.values, field.name: value})


def _typed(field: Field, before: str, key: str) -> str:
    if key == CLEAR:
        return ""
    if key == BACK:
        return before[:-1]
    longest = _LONGEST.get(field.kind, TEXT_MAX if field.kind == "text" else NAME_MAX)
    signs = _SIGNS[field.kind]
    if not key or any(sign not in signs for sign in key) or len(before) + len(key) > longest:
        return before
    if field.kind == "number" and before == "0":
        return key  # nobody types 08
    return before + key


# --- the order -------------------------------------------------------------------------------------------------------


def missing(form: Form) -> tuple[str, ...]:
    """The fields that are not yet filled in, or cannot be what stands there."""
    return tuple(field.name for field in form.fields if not _good(form, field))


def _good(form: Form, field: Field) -> bool:
    value = form.value(field.name).strip()
    if not value:
        return field.optional
    match field.kind:
        case "number":
            return value.isdecimal() and int(value) <= field.high
        case "amount" | "limit":
            return _amount(value, form.exponent) is not None
        case "ticket":
            return value.isdecimal()
        case "day":
            return _DAY.fullmatch(value) is not None
        case "choice":
            return value in field.choices
        case "card":
            return value in CARDS
    return True


def _amount(value: str, exponent: int) -> int | None:
    try:
        amount = minor_units(value, exponent)
    except ValueError:
        return None
    return amount if amount <= AMOUNT_MAX else None


def order_of(form: Form) -> tuple[m.Order, m.Person | None] | None:
    """The order and who agrees to it; None while something is missing."""
    if missing(form):
        return None
    try:
        order = _MAKE[form.key](form) if form.key in _MAKE else form.order
    except (UnknownCard, ValueError):
        return None
    if order is None:
        return None
    second = form.value("second").strip()
    return order, m.Person(second, int(form.value("position"))) if second else None


def _limits(form: Form) -> m.Order | None:
    if not isinstance(form.order, m.SetLimits):
        return None
    felt = form.order.felt
    limits = {}
    for kind in felt.limits:
        low, high, step = (_amount(form.value(f"{kind}.{part}"), form.exponent) for part in ("min", "max", "step"))
        limits[kind] = Limit(low or 1, high, step or 1)
    return m.SetLimits(replace(felt, limits=limits))


def _terminal(form: Form) -> PlayerId:
    return PlayerId(form.terminal)


def _paid(form: Form) -> int:
    return minor_units(form.value("amount").strip(), form.exponent)


def _counter(form: Form) -> int | None:
    """Of another shoe; None: the one that is there goes on counting."""
    counter = form.value("counter")
    return int(counter) if counter else None


def _under(form: Form) -> str:
    return form.value("paragraph")


_MAKE: Final[Mapping[str, Callable[[Form], m.Order | None]]] = {
    "load_shoe": lambda form: m.LoadShoe(
        int(form.value("decks")), form.value("shuffled_by").strip(), int(form.value("burn")), _counter(form)
    ),
    "end_shoe": lambda form: m.EndShoe(int(form.value("counted"))),
    "enter_card": lambda form: m.EnterCard(parse_card(form.value("card"))),
    "correct_cards": lambda form: m.CorrectCards(parse_cards(form.value("cards").split())),
    "correct": lambda form: m.Correct(parse_cards(form.value("cards").split())),
    "reconstruct": lambda form: m.Rule(Reconstructed(parse_cards(form.value("cards").split())), _under(form)),
    "void": lambda form: m.Rule(Voided(_under(form)), _under(form)),
    "void_settled": lambda form: m.VoidSettled(_under(form)),
    "close_day": lambda form: m.CloseDay(form.value("day")),
    "record_ruling": lambda form: m.RecordRuling(form.value("text").strip()),
    "set_limits": _limits,
    "sell_credit": lambda form: m.SellCredit(_terminal(form), _paid(form)),
    "pay_by_hand": lambda form: m.PayByHand(_terminal(form), _paid(form)),
    "pay_ticket": lambda form: m.PayTicket(form.value("ticket")),
    "pay_due": lambda form: m.PayDue(_terminal(form), form.sitting),
    "collect_owed": lambda form: m.CollectOwed(_terminal(form), form.sitting),
    "rule_dispute": lambda form: m.RuleDispute(_terminal(form), form.value("text").strip()),
    "latch": lambda form: m.Latch(_terminal(form), form.value("text").strip()),
    "unlatch": lambda form: m.Unlatch(_terminal(form)),
    "retire": lambda form: m.Retire(_terminal(form)),
}
