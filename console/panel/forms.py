"""What a person still has to say before an order can be given: which cards, how much, who agrees. Filled in by taps.

Pure, and a value: every tap makes another form. It is about the step that was tapped, as it stood on the Board then:
when that is no longer offered the form is stale, and gives no order any more. Gives one only when it is whole; the
table may still refuse it. Must never know a screen: fields have kinds, and whoever draws them chooses the keys.
"""

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import astuple, replace

from console.panel import rights
from console.panel.board import Board, Machine
from console.panel.box_forms import (
    answer_fields,
    answered_for,
    asked_alone,
    moved,
    place_fields,
    placed_for,
    questions_for,
    removal_fields,
    removed_by,
)
from console.panel.desk import About
from console.panel.fields import Field as Field
from console.panel.fields import Form as Form
from games.cards import DECK, Card, UnknownCard, parse_card, parse_cards
from games.money import AMOUNT_MAX, write_amount
from games.round import DrawnTogether, HandId, Limit, PlayerId, Reconstructed, Voided
from games.rulings import Position
from protocol import messages as m
from protocol.config import minor_units
from protocol.guide import FINAL, left_by
from protocol.preview import Preview, preview
from protocol.situation import Situation, Step, effect_name

DIGITS_MAX: Final = 18  # of a ticket's number
RANKS: Final = tuple("A23456789TJQK")
SUITS: Final = tuple("SHDC")
CARDS: Final = frozenset(card.text for card in DECK)
POSITIONS: Final = tuple(str(int(position)) for position in reversed(Position) if position >= Position.DEALER)
# There is no way back from these. The one list: whatever is red on a screen stands here.
NO_DANGER: Final = frozenset({"correct", "correct_earlier"})
DANGER: Final = (FINAL - NO_DANGER) | {"close_table", "close_day", "retire", "disable_staff", "end_key", "exclude"}
# --- which fields each step has --------------------------------------------------------------------------------------

# These ask once, because there is no way back; the others are given at the first tap.
SURE: Final = frozenset(
    {"close_table", "close_day", "unlatch"}
    | {"interruption_affects", "interruption_continues", "conclude", "keep_surplus"}
    | {"report_foreign_card", "report_together", "deal_by_hand", "take_back_card"}
    | {"take_back_void", "take_back_earlier", "dealing_error", "discard", "remove_hand"}
)

# A Player's own Bet or answer: whose money it is stays as it is.
MOVES_NOTHING: Final = frozenset({"answer_for", "place_for"})

# What is changed from something that is on display: the old value is told beside the new one.
BEFORE: Final = frozenset({"set_limits", "correct", "correct_earlier", "correct_cards", "report_sides"})

# Not sent as long as they would change nothing. That the cards of the Round in play lie as they are shown is an answer.
CHANGES: Final = BEFORE - {"correct_cards"}

# Of a Round that is settled a card may be missing, or be one too many.
# About the Round that they name, whichever lies on the felt.
OF_EARLIER: Final = frozenset({"correct_earlier", "take_back_earlier"})


def form_for(step: Step, board: Board) -> Form | None:
    """None: nothing has to be said, the order can be given as it is."""
    fields, values = _fields(step, board)
    if not fields and step.key not in SURE:
        return None
    asked = any(field.name == "paragraph" for field in fields)  # it is still to be said
    return Form(
        step.key,
        shown(fields, values),
        values,
        values if step.key in BEFORE else {},
        paragraph="" if asked else step.paragraph,
        detail=step.detail,
        exponent=board.placard.exponent,
        step=step,
        about=About(step.round_no) if step.key in OF_EARLIER else board.about,
        labels=tuple(it.topic.value for it in step.under) if asked else (),
        every=fields,
        questions=questions_for(step, board),
    )


def offered(board: Board) -> tuple[Step, ...]:
    return (board.next, *board.steps, *board.more)


def guided(board: Board) -> tuple[Step, ...]:
    """All that any guide offers."""
    return tuple(choice.step for guide in board.guides for choice in guide.choices)


def seen_again(form: Form, board: Board) -> Form:
    """The same form over a new Board. What was tapped must still be there, exactly: the same Round, the same cards."""
    if form.stale or form.step is None or form.step in (*offered(board), *guided(board), *board.answers):
        return form
    return replace(form, stale=True)


def not_of_this_set(form: Form, board: Board) -> Form | None:
    """Instead of entering a card that is none of ours (001 §5.3.1): two people say so. The Void follows, and the set
    leaves play.
    """
    report = next((step for step in offered(board) if step.key == "report_foreign_card"), None)
    return None if form.key != "enter_card" or form.stale or report is None else form_for(report, board)


def _fields(step: Step, board: Board) -> tuple[tuple[Field, ...], dict[str, str]]:
    match step.key, step.order:
        case "load_shoe", m.LoadShoe(decks=decks):
            return (
                Field("decks", "choice", tuple(map(str, board.decks))),
                Field("burn", "number", high=52),
                Field("counter", "number", high=999_999, optional=True),
                Field("shuffled_by", "staff", tuple(it.number for it in board.staff if it.active)),
            ), {"decks": str(decks), "burn": "0"}
        case "end_shoe", _:
            return (Field("counted", "number", high=1000),), {}  # a count that shows the answer is none (001 §5.3.2)
        case "enter_card", _:
            return (Field("card", "card"),), {}
        case "deal_card", _:
            return (Field("rank", "choice", RANKS), Field("suit", "choice", SUITS)), {}
        case "report_sides", _:
            lies = [hand.hand for hand in board.hands]
            return tuple(
                Field(f"lies{number}", "choice", tuple(lies), card=card)
                for number, (card, _) in enumerate(_laid(board))
            ), {f"lies{number}": hand for number, (_, hand) in enumerate(_laid(board))}
        case "rule_otherwise", _:
            return _otherwise_fields(board), {}
        case "correct_cards", _:
            return (Field("cards", "cards"),), {"cards": " ".join(board.drawn)}
        case "recall_round", _:
            return (Field("round", "number", high=999_999),), {}
        case "correct" | "correct_earlier", m.Correct(cards=cards):
            return (Field("cards", "cards"),), {"cards": " ".join(card.text for card in cards)}
        case "reconstruct", m.Rule(paragraph=paragraph):
            return (Field("cards", "cards"), Field("paragraph", "choice", tuple(it.paragraph for it in step.under))), {
                "cards": " ".join(board.drawn),
                "paragraph": paragraph,
            }
        case "drawn_together", _:
            which = (Field("which", "choice", step.among),) if len(step.among) > 1 else ()
            return (*which, Field("cards", "cards")), {"cards": step.detail, "which": step.detail}
        case "move_hands", _:
            two = (Field("one", "choice", step.among), Field("other", "choice", step.among))
            return two, {"cards": " ".join(board.drawn)}
        case "walked_away", _:
            return (Field("who", "choice", step.among),), {"who": asked_alone(step.among, board)}
        case "answer_for", _:
            return tuple(answer_fields(questions_for(step, board))), {}
        case "place_for", _:
            return place_fields(board), {}
        case "void" | "void_settled", _:
            # Where the paragraph is clear it is suggested; otherwise whoever voids a Round says why.
            return (Field("paragraph", "choice", tuple(it.paragraph for it in step.under)),), {
                "paragraph": step.paragraph
            }
        case "remove_settled", _:
            return removal_fields(step, board), {}
        case "record_ruling", _:
            return (Field("text", "text"),), {}
        case "set_limits", m.SetLimits():
            return _limit_fields(board)
    return (), {}


def _laid(board: Board) -> list[tuple[str, str]]:
    """Each card with the Hand that it was dealt to."""
    return [(card.text, hand) for hand, cards in board.sight.view.hands.items() for card in cards if card is not None]


def _otherwise_fields(board: Board) -> tuple[Field, ...]:
    """001 §5.12: those that the effect does not need are put away when it is chosen."""
    at = Situation(board.sight)
    return (
        Field("effect", "choice", tuple(map(effect_name, at.effects()))),
        Field("terminals", "several", at.returnable()),
        Field("terminal", "choice", at.seated()),
        Field("amount", "amount"),
        Field("text", "text"),
    )


# Fields that are there only when this effect was chosen.
_ONLY_WITH: Final = {"terminals": "return_bets", "terminal": "pay_from_house", "amount": "pay_from_house"}


def shown(fields: tuple[Field, ...], values: Mapping[str, str]) -> tuple[Field, ...]:
    if all(field.name != "effect" for field in fields):
        return fields
    effect = values.get("effect", "")
    return tuple(field for field in fields if _ONLY_WITH.get(field.name, effect) == effect)


def _limit_fields(board: Board) -> tuple[tuple[Field, ...], dict[str, str]]:
    exponent = board.placard.exponent
    fields, values = [], {}
    for kind, limit in board.felt.limits.items():
        for part, amount in (("min", limit.min), ("max", limit.max), ("step", limit.step)):
            name = f"{kind}.{part}"
            fields.append(Field(name, "limit", optional=part == "max"))  # without a maximum there is no limit
            values[name] = "" if amount is None else write_amount(amount, exponent, whole=True, grouped=False)
    return tuple(fields), values


def filled(form: Form, name: str, value: str) -> Form:
    """With this in a field: typed, or suggested."""
    return replace(form, values={**form.values, name: value})


def seat_form(key: str, board: Board, terminal: str, sitting: int = 0) -> Form:
    """What may be done for one terminal, and at the cashier's place."""
    exponent = board.placard.exponent
    found = board.found
    member = next((it for it in board.staff if it.number == terminal), None)
    prepared = next((it for it in board.prepared if it.number == terminal), None)
    return Form(
        key,
        _fields_of(key, board),
        _begun(key, board, terminal),
        terminal=terminal,
        name="" if member is None else member.name,
        prepared=prepared,
        machine=next((it for it in board.machines if it.name == terminal), None),
        sitting=sitting,
        proof=_proof(key, found, sitting),
        journey=next((journey for journey, it in board.asked if (key, it.seq) == ("give_up_ticket", sitting)), b""),
        exponent=exponent,
        about=board.about,
    )


def _proof(key: str, found: m.TicketFound | None, number: int) -> bytes | None:
    """Of the paper that lies on the desk, if the form is about that: its number was typed in here."""
    if found is None or (key == "cash_foreign") != (found.standing == "foreign"):
        return None
    return found.proof if key == "cash_foreign" or int(found.ticket or 0) == number else None


def _fields_of(key: str, board: Board) -> tuple[Field, ...]:
    """Which coins there are, the table says."""
    fields = SERVICES[key][1]
    return tuple(replace(it, choices=tuple(board.placard.coins)) if it.name == "coin" else it for it in fields)


def _begun(key: str, board: Board, name: str) -> dict[str, str]:
    """What stands in such a form before anybody has typed."""
    if key == "assign_staff":
        member = next((it for it in board.staff if it.number == name), None)
        return {} if member is None else {"position": str(member.position)}
    if key == "end_key":
        waits = next((it.prepared for it in board.machines if it.name == name), None)
        return {} if waits is None else {"text": waits.why}
    return {}


def sought(form: Form) -> str:
    """The number of the ticket that is to be looked for; "" if this form is about something else."""
    return form.value("ticket") if form.key == "find_ticket" and not missing(form) else ""


def _ticket(form: Form) -> str:
    return f"{form.sitting:06}"


# What each of them would give, to know who may; and what has to be said for it.
SERVICES: Final[Mapping[str, tuple[type[m.Order], tuple[Field, ...]]]] = {
    "attend": (m.Attend, ()),
    "sell_credit": (m.SellCredit, (Field("amount", "amount"),)),
    "pay_by_hand": (m.PayByHand, (Field("amount", "amount"),)),
    "find_ticket": (m.PayTicket, (Field("ticket", "ticket"),)),
    "pay_ticket": (m.PayTicket, ()),
    "pay_by_two": (m.PayTicketByTwo, ()),
    "print_again": (m.PrintAgain, ()),
    "give_up_ticket": (m.GiveUpTicket, ()),
    "cash_foreign": (m.CashForeignTicket, (Field("amount", "amount"),)),
    "unlock_tickets": (m.UnlockTickets, ()),
    "release_note": (m.ReleaseNote, (Field("to", "choice", ("credit", "hand", "nobody")),)),
    "pay_due": (m.PayDue, ()),
    "collect_owed": (m.CollectOwed, ()),
    "rule_dispute": (m.RuleDispute, (Field("text", "text"),)),
    "latch": (m.Latch, (Field("text", "text"),)),
    "unlatch": (m.Unlatch, ()),
    "retire": (m.Retire, ()),
    "enrol_key": (m.EnrolKey, ()),
    "replace_key": (m.ReplaceKey, ()),
    "end_key": (m.EndKey, (Field("text", "text"),)),
    "rotate_console": (m.RotateConsole, ()),
    "admit_staff": (m.AdmitStaff, ()),
    "set_credential": (m.SetCredential, ()),
    "disable_staff": (m.DisableStaff, (Field("text", "text"),)),
    "assign_staff": (m.AssignStaff, (Field("position", "choice", POSITIONS),)),
    "unseat": (m.Seat, ()),
    "grant_coins": (m.GrantCoins, (Field("coin", "choice"), Field("amount", "amount"))),
    "exclude": (m.ExcludeParticipant, (Field("days", "number", high=m.EXCLUSION_MAX), Field("text", "text"))),
}


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
        case "choice" | "staff":
            return value in field.choices
        case "several":
            return {*value.split()} <= {*field.choices}
        case "card":
            return value in CARDS
        case "cards":
            return {*value.split()} <= CARDS
    return True


def _amount(value: str, exponent: int) -> int | None:
    try:
        amount = minor_units(value, exponent)
    except ValueError:
        return None
    return amount if amount <= AMOUNT_MAX else None


def order_of(form: Form) -> m.Order | None:
    """None while something is missing."""
    if missing(form):
        return None
    try:
        return _MAKE[form.key](form) if form.key in _MAKE else form.order
    except (UnknownCard, ValueError):
        return None


def why_not(form: Form, board: Board) -> str:
    """Why this form cannot be sent now, a key; "" if it can: to be obeyed, or to be signed by somebody else."""
    if form.stale:
        return "stale"
    if board.cannot:
        return board.cannot
    if form.key == "find_ticket":
        return "" if sought(form) else "missing"
    if form.key in CHANGES and form.values == form.before:
        return "unchanged"
    order = order_of(form)
    if order is None:
        return "missing"
    return "" if rights.may(order, board, form.about.round_no) else "not_entitled"


def money(form: Form, board: Board) -> Preview | None:
    """What this form would do to the money, whoever agrees; None: it is not about any, or not filled in."""
    if form.stale or form.step is None or (form.step.round_no == 0 and form.key != "rule_otherwise"):
        return None
    if form.key in MOVES_NOTHING or (form.key in ("walked_away", "move_hands", "remove_settled") and missing(form)):
        return None
    if form.key == "rule_otherwise" and any(name != "text" for name in missing(form)):
        return None
    try:
        order = _MAKE[form.key](form) if form.key in _MAKE else form.order
    except (UnknownCard, ValueError):
        return None
    if order is None or (form.key in ("void", "void_settled") and not _under(form)):
        return None
    return preview(board.sight, order, form.step.round_no)


def signers(form: Form, board: Board) -> tuple[Position, ...]:
    """The positions of whom somebody else has to sign this; none: it is obeyed at once, or nobody could."""
    order = order_of(form) or form.order
    return () if order is None else rights.signers(order, board, form.about.round_no)


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


def _new_key(form: Form, kind: type[m.EnrolKey | m.ReplaceKey]) -> m.Order | None:
    """The one that is prepared, and no other: whoever signs has compared it with the machine's."""
    waits = None if form.machine is None else form.machine.prepared
    return None if waits is None else kind(PlayerId(waits.name), waits.role, waits.key)


def _rotation(form: Form) -> m.Order | None:
    waits = None if form.machine is None else form.machine.prepared
    return None if waits is None else m.RotateConsole(waits.key)


def _end_key(form: Form, machine: Machine) -> m.Order:
    return m.EndKey(PlayerId(machine.name), machine.role, machine.key, form.value("text").strip())


def _sides(form: Form) -> m.Order:
    """001 §5.5: each card on the Hand where it lies."""
    if form.values == form.before:
        raise ValueError("they lie as they were dealt")
    hands: dict[HandId, tuple[Card, ...]] = {}
    for field in form.fields:
        hand = HandId(form.value(field.name))
        hands[hand] = (*hands.get(hand, ()), parse_card(field.card))
    return m.ReportWrongSides(hands)


def _effect(form: Form) -> m.Effect:
    match form.value("effect"):
        case "conclude_round":
            return m.Conclude()
        case "void_round":
            return m.VoidRound()
        case "return_bets":
            return m.ReturnBets(tuple(map(PlayerId, form.value("terminals").split())))
        case "round_without_bets":
            return m.RoundWithoutBets()
        case "pay_from_house":
            return m.PayFromHouse(PlayerId(form.value("terminal")), _paid(form))
    raise ValueError("no effect is chosen yet")


def _under(form: Form) -> str:
    return form.value("paragraph")


_MAKE: Final[Mapping[str, Callable[[Form], m.Order | None]]] = {
    "load_shoe": lambda form: m.LoadShoe(
        int(form.value("decks")), form.value("shuffled_by"), int(form.value("burn")), _counter(form)
    ),
    "end_shoe": lambda form: m.EndShoe(int(form.value("counted"))),
    "enter_card": lambda form: m.EnterCard(parse_card(form.value("card"))),
    "deal_card": lambda form: m.DealCard(parse_card(form.value("rank") + form.value("suit"))),
    "report_sides": _sides,
    "rule_otherwise": lambda form: m.RuleOtherwise(form.value("text").strip(), _effect(form)),
    "correct_cards": lambda form: m.CorrectCards(parse_cards(form.value("cards").split())),
    "correct": lambda form: m.Correct(parse_cards(form.value("cards").split())),
    "correct_earlier": lambda form: m.Correct(parse_cards(form.value("cards").split())),
    "recall_round": lambda form: m.RecallRound(int(form.value("round"))),
    "reconstruct": lambda form: m.Rule(Reconstructed(parse_cards(form.value("cards").split())), _under(form)),
    "drawn_together": lambda form: m.Rule(DrawnTogether(parse_cards(form.value("cards").split())), form.paragraph),
    "walked_away": lambda form: m.Rule(left_by(form.value("who")), form.paragraph),
    "move_hands": moved,
    "answer_for": answered_for,
    "place_for": placed_for,
    "void": lambda form: m.Rule(Voided(_under(form)), _under(form)),
    "void_settled": lambda form: m.VoidSettled(_under(form)),
    "remove_settled": removed_by,
    "record_ruling": lambda form: m.RecordRuling(form.value("text").strip()),
    "set_limits": _limits,
    "sell_credit": lambda form: m.SellCredit(_terminal(form), _paid(form)),
    "pay_by_hand": lambda form: m.PayByHand(_terminal(form), _paid(form)),
    "pay_ticket": lambda form: m.PayTicket(_ticket(form), form.proof) if form.proof else None,
    "pay_by_two": lambda form: m.PayTicketByTwo(_ticket(form), form.proof),
    "print_again": lambda form: m.PrintAgain(_ticket(form)),
    "give_up_ticket": lambda form: m.GiveUpTicket(form.journey) if form.journey else None,
    "cash_foreign": lambda form: m.CashForeignTicket(_terminal(form), _paid(form), form.proof) if form.proof else None,
    "unlock_tickets": lambda form: m.UnlockTickets(_terminal(form)),
    "release_note": lambda form: m.ReleaseNote(form.sitting, form.value("to")),
    "pay_due": lambda form: m.PayDue(_terminal(form), form.sitting),
    "collect_owed": lambda form: m.CollectOwed(_terminal(form), form.sitting),
    "rule_dispute": lambda form: m.RuleDispute(_terminal(form), form.value("text").strip()),
    "latch": lambda form: m.Latch(_terminal(form), form.value("text").strip()),
    "unlatch": lambda form: m.Unlatch(_terminal(form)),
    "retire": lambda form: m.Retire(_terminal(form)),
    "enrol_key": lambda form: _new_key(form, m.EnrolKey),
    "replace_key": lambda form: _new_key(form, m.ReplaceKey),
    "rotate_console": _rotation,
    "end_key": lambda form: None if form.machine is None else _end_key(form, form.machine),
    "admit_staff": lambda form: None if form.prepared is None else m.AdmitStaff(*astuple(form.prepared)),
    "set_credential": lambda form: (
        None if form.prepared is None else m.SetCredential(form.terminal, form.prepared.credential)
    ),
    "disable_staff": lambda form: m.DisableStaff(form.terminal, form.value("text").strip()),
    "assign_staff": lambda form: m.AssignStaff(form.terminal, int(form.value("position"))),
    "unseat": lambda form: m.Seat(_terminal(form), 0),
    "grant_coins": lambda form: m.GrantCoins(form.terminal, form.value("coin"), _paid(form)),
    "exclude": lambda form: m.ExcludeParticipant(form.terminal, int(form.value("days")), form.value("text").strip()),
}
