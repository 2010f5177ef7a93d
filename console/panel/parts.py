"""A finished `Board`, and the form that is open over it, as QML sees them: plain values, amounts and names written out.

Computes nothing and decides nothing. The names are written in the language that is selected now.
"""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from console.panel import forms, rights
from console.panel.board import Board, HandBoard, PastBoard, Seat
from console.panel.box_parts import boxes_part
from console.panel.diary import Part as Mention
from console.panel.diary import Told
from games.catalog import find_face, rulings_of
from games.face import PANEL, Shown
from games.round import HandId
from looks import words
from looks.felts import felt_of
from looks.money import Money
from looks.times import clock
from looks.viewmodel import Part
from protocol import messages as m
from protocol.alarm_words import ALARMS, fill
from protocol.box_view import turns_first
from protocol.day import days_between
from protocol.guide import Choice, Guide
from protocol.guide_words import EFFECTS, QUESTIONS, TOPICS
from protocol.join import Link
from protocol.situation import Step
from protocol.view import Phase

SILENT_MAX_S: Final = 10  # of an archive or a witness: ten beats
BEHIND_MAX: Final = 1_000  # entries
SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
MOODS: Final = {Link.JOINED: "good", Link.JOINING: "warn"}  # all others are bad
# What there is before the first Board, in the order in which QML is told: rows before what stands around them.
LISTS: Final = (
    *("hands", "seats", "exposure", "past", "log", "halts", "guides", "claims", "limits", "fields"),
    *("staff", "prepared", "machines", "signers", "calls", "waiting", "demo"),
)
MAPS: Final = ("step", "board", "seat", "form", "found", "proof", "proposal", "boxes")


class Writing(Money):
    """How this table writes amounts and names."""

    def __init__(self, board: Board) -> None:
        super().__init__(board.placard.exponent)
        self._game = board.game
        self._people = {it.number: it.name for it in board.staff}
        self.face = find_face(board.game)

    def name(self, key: str) -> str:
        """A Spot, a Hand or a remark in the words of the game."""
        return words.word(self._game, "spot", key) if key else ""

    def of(self, coin: str, amount: int) -> str:
        """Where several coins are played with, which."""
        return f"{coin} {self.full(amount)}".lstrip()

    def person(self, number: str) -> str:
        """By his name; whom nobody has put on record by his number."""
        return self._people.get(number, number)

    def tone(self, key: str) -> str:
        """Its colour."""
        return self.face.tones.get(key, "")

    def badge(self, key: str) -> Part:
        """The colour and the letter of a side."""
        letters = self.face.letters
        return {"tone": self.tone(key), "letter": words.say(letters, key) if key in letters else ""}


def parts(board: Board, *, refusals_read: int, losses_read: int) -> list[tuple[str, Any]]:
    """All but seat and form, which a finger opens."""
    table = Writing(board)
    return [
        ("hands", [hand_part(hand, table) for hand in board.hands]),
        ("boxes", boxes_part(board, table)),
        ("seats", [seat_part(seat, table) for seat in board.seats]),
        ("exposure", exposure_part(board, table)),
        ("past", [past_part(past, table) for past in reversed(board.past)]),
        ("log", [told_part(told, table) for told in reversed(board.log)]),
        ("halts", halts_part(board)),
        ("guides", [guide_part(guide, board, table) for guide in board.guides]),
        ("claims", claims_part(board, table)),
        ("found", found_part(board, table)),
        ("limits", limits_part(board, table)),
        ("step", step_part(board.next, board, table)),
        (
            "board",
            {
                **link_part(board),
                **round_part(board, table),
                **shoe_part(board),
                **money_part(board, table),
                **doing_part(board, table),
                **refusal_part(board, refusals_read),
                "note": "order_lost" if board.lost > losses_read else "",
                "ended": {} if board.ended is None else past_part(board.ended, table),
            },
        ),
    ]


# --- the parts of `board` --------------------------------------------------------------------------------------------


def link_part(board: Board) -> Part:
    return {
        "link": board.link.value,
        "linkName": words.say(words.LINKS, board.link),
        "linkMood": MOODS.get(board.link, "bad"),
        "linkWhy": board.why,
        "linkFault": words.say(words.FAULTS, board.why),
        "asOf": clock(board.as_of),
        "canSend": not board.cannot,
        "cannot": board.cannot,
        "waiting": board.waiting,
        "leaving": board.leaving,
        "me": "" if board.me is None else board.me.name,
        "number": "" if board.me is None else board.me.number,
        "position": 0 if board.me is None else board.me.position,
        "locked": board.me is None,
        "panel": board.panel,
        "people": {it.number: it.name for it in board.staff},
    }


def copies_part(outside: Sequence[m.Outside]) -> list[Part]:
    """Of each role those that lack something, by name if there are several; else that all is well. How much is told
    only if it is too much: the bar would be drawn anew with every beat.
    """
    shown: list[Part] = []
    for role, copies in groupby(outside, key=itemgetter(0)):
        named = list(copies)
        lacking = [
            {"role": role, "name": name if len(named) > 1 else "", "lack": lack, "amount": amount}
            for _, name, behind, silent_s in named
            for lack, amount in [("silent", silent_s) if silent_s > SILENT_MAX_S else ("behind", behind)]
            if lack == "silent" or behind > BEHIND_MAX
        ]
        shown += lacking or [{"role": role, "name": "", "lack": ""}]
    return shown


def phase_of(board: Board) -> str:
    """As the panel says it: to Bets and to questions there are two words, and no result while one is to be turned."""
    if board.awaited:
        return "deciding"
    return "turning" if turns_first(board.sight.view) else board.phase.value


def round_part(board: Board, table: Writing) -> Part:
    return {
        "phase": phase_of(board),
        "game": table.name(board.game),
        "felt": felt_of(board.game, PANEL),
        "words": {key: table.name(key) for key in table.face.words},
        "table": board.placard.name,
        "currency": board.placard.currency,
        "training": board.placard.training,
        "roundNo": board.round_no,
        "day": board.day,
        "closedDay": board.closed_day,
        "halted": bool(board.halts),
        "booksRead": 100 * board.unread[0] // board.unread[1] if board.unread[1] else -1,  # percent; -1: all
        "copies": copies_part(board.outside),
        "reachesBack": bool(board.game) and rulings_of(board.game).reaches_back,
        "recalling": board.recalling[0],
        "recallRead": 100 * board.recalling[1] // board.recalling[2] if board.recalling[2] else 0,
        "notFound": board.not_found[0],
        "notFoundWhy": board.not_found[1],
        "closeShown": board.phase in (Phase.DEALING, Phase.RESULT),
        "leftMs": board.left_ms if board.phase is Phase.BETTING else -1,
        "countdownMs": board.countdown_ms,
        "lastCallMs": board.placard.last_call_ms,
        "surplus": list(board.surplus),
        "kept": board.sight.view.kept + board.sight.view.carried,
        **result_part(board.result, table),
        "heard": sum(seat.heard for seat in board.seats),
        "seatsInAll": len(board.seats),
        "bettors": sum(seat.stake > 0 for seat in board.seats),
        "calls": sum(seat.calls for seat in board.seats),
        "disputes": [seat.terminal for seat in board.seats if seat.disputed],
    }


def shoe_part(board: Board) -> Part:
    shoe = board.shoe
    return {
        "automatic": board.sight.view.placard.automatic,
        "shoeDecks": shoe.decks,
        "shoeCards": 52 * shoe.decks,
        "shoeLeft": board.sight.view.cards_left,
        "shoeBurning": shoe.burning,
        "shoeBurnt": shoe.burnt,
        "shoeLive": shoe.live and not shoe.withdrawn,
        "shoeOut": shoe.withdrawn,
        "shoeLost": shoe.lost,
        "shoeSerial": shoe.serial,
        "lastRounds": -1 if shoe.rounds_left is None else shoe.rounds_left,
    }


def money_part(board: Board, table: Writing) -> Part:
    limit = board.felt.differential
    return {
        "differential": table.full(board.differential),
        "differentialMax": "" if limit is None else table.full(limit),
        "differentialShare": 0.0 if not limit else min(1.0, board.differential / limit),
        "total": _totals(board, table),
        "house": "  ".join(table.of(coin, amount) for coin, amount in (board.houses or {"": board.house}).items()),
        "tickets": table.full(board.tickets),
    }


def doing_part(board: Board, table: Writing) -> Part:
    """What may be tapped: beside the next step, by its key, and for a terminal. What the guide over a halt offers has
    its place there.
    """
    guided = [choice.step for choice in board.guides[0].choices] if board.halts else []
    return {
        "beside": {step.key: {**step_part(step, board, table), "guided": step in guided} for step in board.steps},
        "doing": {step.key: step_part(step, board, table) for step in forms.offered(board) if _asks(step)},
        "may": {key: rights.takes_part(order, board) for key, (order, _) in forms.SERVICES.items()},
    }


def refusal_part(board: Board, refusals_read: int) -> Part:
    refused = board.refused if board.refusals > refusals_read else None
    if refused is None:
        return {"refusal": "", "refusalParagraph": ""}
    return {"refusal": words.say(words.REFUSALS, refused.reason), "refusalParagraph": refused.paragraph}


def result_part(result: Shown | None, table: Writing) -> Part:
    return {
        "winner": "" if result is None else result.winner,
        "winnerName": "" if result is None else table.name(result.winner),
        **table.badge("" if result is None else result.winner),
        "drawn": result is not None and HandId(result.winner) not in table.face.sides,
        "points": -1 if result is None else result.points,
        "also": [] if result is None else [table.name(word) for word in result.also],
    }


def _asks(step: Step) -> bool:
    """Is there something to tap, or is it only said?"""
    return rights.order_in(step) is not None


# --- rows ------------------------------------------------------------------------------------------------------------


def step_part(step: Step, board: Board, table: Writing) -> Part:
    spot = step.detail if step.key in ("draw", "deal_card", "await_box") else ""
    if board.boxes is not None and spot[:1].isdigit():
        spot = board.boxes.asked_of(int(spot)) if step.key == "await_box" else board.boxes.name_of(spot)
    order = rights.order_in(step)
    signers = () if order is None else rights.signers(order, board, step.round_no)
    return {
        "key": step.key,
        "detail": table.name(spot) or step.detail,
        "tone": table.tone(spot),
        "paragraph": step.paragraph,
        "second": bool(signers),
        "allowed": board.me is not None if order is None else rights.may(order, board, step.round_no),
        "who": rights.lowest(signers) or step.who,
        "danger": step.key in forms.DANGER,
        "asks": _asks(step),
        "nth": step.nth,
        "cardNo": step.card_no,
        "handName": table.name(step.hand),
    }


def hand_part(hand: HandBoard, table: Writing) -> Part:
    return {
        "hand": hand.hand,
        "name": table.name(hand.hand),
        "cards": ["" if card == "??" else card for card in hand.cards],
        "points": -1 if hand.points is None else hand.points,
        "due": hand.due,
        **table.badge(hand.hand),
    }


def seat_part(seat: Seat, table: Writing) -> Part:
    trouble = bool(seat.disputed or seat.latched)
    return {
        "terminal": seat.terminal,
        "heard": seat.heard,
        "credit": table.of(seat.coin, seat.credit),
        "stake": table.of(seat.coin, seat.stake),
        "person": table.person(seat.person) if seat.coin else "",
        "bets": seat.stake > 0,
        "closeSeen": seat.seen_close,
        "disputed": seat.disputed,
        "latched": words.say(ALARMS, seat.latched),  # or what a person has written
        "calls": seat.calls,
        "reason": seat.reason,
        "turning": seat.turning,
        "mood": "bad" if trouble or not seat.heard else "warn" if seat.calls else "good",
    }


def _totals(board: Board, table: Writing) -> str:
    """Of each coin for itself."""
    coins = dict.fromkeys(area.coin for area in board.exposure) or {"": None}
    return "  ".join(table.of(it, sum(area.amount for area in board.exposure if area.coin == it)) for it in coins)


def exposure_part(board: Board, table: Writing) -> list[Part]:
    most = max((area.amount for area in board.exposure), default=0) or 1
    return [
        {
            "spot": area.spot + area.coin,
            "name": " ".join(filter(None, (table.name(area.spot), area.coin))),
            "tone": table.tone(area.spot),
            "amount": table.full(area.amount),
            "terminals": area.terminals,
            "share": area.amount / most,
            "pays": "" if area.pays is None else table.full(area.pays),
        }
        for area in board.exposure
    ]


def _few(who: tuple[str, ...]) -> str:
    """As many as there is room for; the page of events has all."""
    return ", ".join((*who[:2], *([f"+{len(who) - 2}"] if len(who) > 2 else [])))


def past_part(past: PastBoard, table: Writing) -> Part:
    return {
        "roundNo": past.round_no,
        "hands": [hand_part(hand, table) for hand in past.hands],
        "isVoid": past.void,
        "paragraph": past.paragraph,
        **result_part(past.result, table),
        "staked": table.full(past.staked),
        "returned": table.full(past.returned),
        "certifiedBy": past.by,
        "correctedBy": past.corrected_by,
        "ruledBy": _few(past.ruled_by),
        "time": clock(past.time),
        "known": past.recorded,
        "recalled": past.recalled,
        "lines": [
            {
                "spot": area.spot,
                "name": table.name(area.spot),
                "staked": table.full(area.staked),
                "returned": table.full(area.returned),
                "terminals": area.terminals,
            }
            for area in past.areas
        ],
    }


def told_part(told: Told, table: Writing) -> Part:
    return {
        "seq": told.seq,
        "key": told.key,
        "parts": [_mention(mention, table) for mention in told.parts],
        "mood": told.mood,
        "time": clock(told.time),
        "stamp": told.time.replace("T", " ").removesuffix("Z"),  # as the log has it: of Greenwich, for a video
        "person": told.person,
        "detail": told.detail,
    }


def _mention(part: Mention, table: Writing) -> str:
    match part.kind:
        case "money":
            return table.full(int(part.value))
        case "cards":
            return " ".join(face_of(card) for card in part.value.split())
        case "spot":
            return table.name(part.value)
        case "halt" | "refusal":
            return words.say(words.KINDS[part.kind], part.value)
        case "person":
            return table.person(part.value)
        case "position" | "off" | "withdrawn":
            return words.say(words.KINDS[part.kind], part.value)
        case "alarm":
            return fill(words.say(ALARMS, part.value), [words.say(ALARMS, it) for it in part.about])
    return part.value


def face_of(card: str) -> str:
    """10♠, for a line of text."""
    return card if card == "??" else f"{'10' if card[0] == 'T' else card[0]}{SUITS[card[1]]}"


def halts_part(board: Board) -> list[Part]:
    return [
        {
            "reason": halt.reason,
            "name": words.say(words.HALTS, halt.reason),
            "paragraph": halt.paragraph or next(it.paragraph for it in board.guides if it.halt is halt.reason),
        }
        for halt in board.halts
    ]


def claims_part(board: Board, table: Writing) -> list[Part]:
    """Money that waits for people: `number` is the sitting, or what the note is called."""
    notes = [_claim("release_note", it.terminal, number, table.full(it.amount), it.why) for number, it in board.held]
    claims = [
        _claim(key, claim.terminal, claim.sitting, table.full(amount))
        for claim in board.claims
        for key, amount in (("pay_due", claim.due), ("collect_owed", claim.owed))
        if amount
    ]
    tickets = [
        {
            **_claim("pay_by_two", it.terminal, int(name), table.full(it.amount), it.printed),
            "ending": it.ending,
            "owed": table.full(owes) if owes else "",
        }
        for name, it, owes in board.tickets_open
    ]
    asked = [
        {**_claim("give_up_ticket", it.terminal, it.seq, "", it.issuer), "ending": it.ending} for _, it in board.asked
    ]
    locked = [_claim("unlock_tickets", name, 0, "") for name in board.locked]
    return [*notes, *tickets, *asked, *locked, *claims]


def _claim(key: str, terminal: str, number: int, amount: str, why: str = "") -> Part:
    row = {"key": key, "terminal": terminal, "number": number, "amount": amount, "why": why}
    return {**row, "ending": "", "owed": ""}


def found_part(board: Board, table: Writing) -> Part:
    """The ticket that was looked for: what it is worth, before it is paid."""
    found = board.found
    if found is None:
        return {}
    unused = found.standing in ("good", "expired") and found.when
    return {
        "standing": found.standing,
        "ticket": found.ticket,
        "number": int(found.ticket or 0),
        "ending": found.ending,
        "amount": table.full(found.amount),
        "terminal": found.terminal,
        "where": found.where,
        "when": clock(found.when),
        "issued": found.when if unused else "",
        "age": days_between(found.when, board.day) if unused and board.day else -1,
        "owed": table.full(found.owed) if found.owed else "",
    }


def limits_part(board: Board, table: Writing) -> list[Part]:
    return [
        {
            "spot": spot,
            "name": table.name(spot),
            "tone": table.tone(spot),
            "min": table.full(limit.min),
            "max": "" if limit.max is None else table.full(limit.max),
            "step": table.full(limit.step),
        }
        for spot, limit in board.felt.limits.items()
    ]


# --- the guide -------------------------------------------------------------------------------------------------------


def guide_part(guide: Guide, board: Board, table: Writing) -> Part:
    return {
        "what": guide.what,
        "halt": guide.halt is not None,
        "name": words.say(words.HALTS, guide.what) if guide.halt is not None else words.say(TOPICS, guide.what),
        "question": words.say(QUESTIONS, guide.question),
        "paragraph": guide.paragraph,
        "equal": guide.equal,
        "choices": [choice_part(choice, board, table) for choice in guide.choices],
    }


def choice_part(choice: Choice, board: Board, table: Writing) -> Part:
    step, money = choice.step, choice.money
    return {
        **step_part(step, board, table),
        "effect": words.say(EFFECTS, step.key).replace("%1", table.name(step.hand) or step.detail),
        "when": money.when.value if step.order is not None or _asks(step) else "",
        "paid": table.full(sum(share.after for share in money.shares)),
        "terminals": len(money.shares),
        "house": table.change(money.house),
        "final": choice.final,
    }
