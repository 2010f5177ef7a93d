"""The form that is open over a `Board`, and what it would do to cards and money, as QML sees them.

Like `parts.py`: plain values, written in the language that is selected now; nothing is decided here.
"""

from typing import Final

from console.panel import forms, rights, taps
from console.panel.board import Board, preview
from console.panel.forms import Form
from console.panel.parts import Writing, face_of, hand_part, result_part
from games.cards import UnknownCard, parse_cards
from looks import words
from looks.viewmodel import Part
from protocol.events import OpenItem
from protocol.guide_words import TOPICS
from protocol.preview import Preview, When
from protocol.situation import Step

CASH_FORMS: Final = ("sell_credit", "pay_by_hand", "pay_ticket", "pay_by_two", "cash_foreign")


def fields_part(form: Form, board: Board) -> list[Part]:
    wrong, table = forms.missing(form), Writing(board)
    return [
        {
            "name": field.name,
            "kind": field.kind,
            "value": form.value(field.name),
            "before": form.before.get(field.name, ""),
            "card": field.card,
            "choices": list(field.choices),
            "text": label_of(form, field, form.value(field.name), table) if form.value(field.name) else "",
            "title": _asked_of(form, field, table),
            "good": field.name not in wrong,
            "at": place == form.at,
        }
        for place, field in enumerate(form.fields)
    ]


def label_of(form: Form, field: forms.Field, value: str, table: Writing) -> str:
    """What a choice is called, where the choice itself is no word for a person; "": it is one."""
    match field.name:
        case "who":
            player, _, box = value.partition(" / ")
            return f"{player}  ·  {table.name(box)}"
        case "one" | "other":
            hand, _, cards = value.partition(" / ")
            return f"{table.name(hand)}  ·  {' '.join(face_of(card) for card in cards.split())}"
        case "which":
            return " ".join(face_of(card) for card in value.split())
        case "box" | "spot":
            return table.name(value)
    if field.name.startswith("answer"):
        question = form.questions[int(field.name.removeprefix("answer"))]
        adds = next((it.adds for it in question.options if it.key == value), 0)
        name = face_of(value) if value in forms.CARDS else table.name(value)
        return f"{name}  +{table.full(adds)}" if adds else name
    return ""


def _asked_of(form: Form, field: forms.Field, table: Writing) -> str:
    """Of several Bets, the one that an answer is about; "": there is one, or it is no answer."""
    if len(form.questions) < 2 or not field.name[-1:].isdigit():
        return ""
    return table.name(str(form.questions[int(field.name[-1])].box))


def form_part(form: Form, board: Board) -> Part:
    why, field, table = forms.why_not(form, board), form.field, Writing(board)
    card = Step(form.key) if form.step is None else form.step
    signers = forms.signers(form, board)
    return {
        "key": form.key,
        "paragraph": form.paragraph,
        "detail": form.detail,
        "terminal": form.terminal,
        "round": card.round_no,
        "stale": form.stale,
        "why": why,
        "missing": list(forms.missing(form)),
        "ready": not why,
        "who": rights.lowest(signers) or card.who,
        "danger": form.key in forms.DANGER,
        "kind": "" if field is None else field.kind,
        "name": "" if field is None else field.name,
        "value": "" if field is None else form.value(field.name),
        "choices": [] if field is None else list(field.choices),
        "labels": [words.say(TOPICS, label) for label in form.labels]
        or ([] if field is None else [label_of(form, field, choice, table) for choice in field.choices]),
        "card": form.card,
        "grows": form.key in taps.GROWS,
        "second": bool(signers),
        "person": form.name or (form.prepared.name if form.prepared is not None else ""),
        "hands": [hand_part(hand, table) for hand in board.hands],
        "cardNo": card.card_no,
        "hand": card.hand,
        "handName": table.name(card.hand),
        "nth": card.nth,
        "foreign": forms.not_of_this_set(form, board) is not None,
        "preview": preview_part(form, board, table),
        "money": money_part_of(forms.money(form, board), table)
        if (card.round_no and form.key not in forms.MOVES_NOTHING) or form.key == "rule_otherwise"
        else {},
        "left": _left_today(form, board, table),
        "open": [open_part(item, table) for item in board.left_open] if form.key == "close_table" else [],
    }


def _left_today(form: Form, board: Board, table: Writing) -> str:
    """For how much the person here may still answer today; "": this is not about cash or a coin, or any amount."""
    coin = form.value("coin") if form.key == "grant_coins" else ""
    left = rights.left_today(board, coin) if coin or form.key in CASH_FORMS else None
    return "" if left is None else table.of(coin, left)


def open_part(item: OpenItem, table: Writing) -> Part:
    number = str(item.amount) if item.what == "dispute" else table.full(item.amount)
    return {"what": item.what, "whose": item.whose.partition("#")[0], "amount": number}


def _game(form: Form, board: Board) -> str:
    """By which the Round was played that the form is about."""
    played = board.sight.rounds.get(form.about.round_no)
    return board.game if played is None else played.game


def preview_part(form: Form, board: Board, table: Writing) -> Part:
    """What other cards would change: where each lies, the points of each Hand and the result, before and after."""
    cards = form.value("cards")
    try:
        after = preview(_game(form, board), parse_cards(cards.split()))
        before = preview(_game(form, board), parse_cards(form.before.get("cards", cards).split()))
    except UnknownCard:
        return {}
    if not cards or after is None or before is None:
        return {}
    return {
        "places": [table.name(hand) for hand in after.places],
        "tones": [table.tone(hand) for hand in after.places],
        "hands": [
            {**hand_part(hand, table), "before": -1 if old.points is None else old.points}
            for hand, old in zip(after.hands, before.hands, strict=True)
        ],
        "before": result_part(before.result, table),
        "after": result_part(after.result, table),
        "same": before.result == after.result,
    }


def money_part_of(preview: Preview | None, table: Writing) -> Part:
    """Terminal by terminal, the most money first, and the House. Empty: this is not about money."""
    if preview is None or preview.when is When.UNKNOWN:
        return {"known": False, "when": When.UNKNOWN.value, "rows": [], "house": "", "up": True, "settled": False}
    shares = [share for share in preview.shares if share.change or not preview.settled]
    return {
        "known": True,
        "when": preview.when.value,
        "settled": preview.settled,
        "rows": [
            {
                "terminal": share.terminal,
                "was": table.full(share.before),
                "will": table.full(share.after),
                "change": table.change(share.change),
                "up": share.change >= 0,
                "even": not share.change,
            }
            for share in sorted(shares, key=lambda it: (-abs(it.change), -it.after, it.terminal))
        ],
        "house": table.change(preview.house),
        "up": preview.house >= 0,
        "even": not preview.house,
    }
