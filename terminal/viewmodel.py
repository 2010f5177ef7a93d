"""Between the session's pictures and the screen: the only file that knows both `TerminalView` and Qt.

Turns a finished picture into properties that QML can bind to, and a tap into an intent. Must never know a game's rules,
decides nothing, and does no sums: the words that are keys here are translated by QML, amounts are only written out.
"""

import os
from collections.abc import Callable, Mapping
from typing import Any, Final

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QQmlPropertyMap

from games.round import Limit, Spot, kind_of
from protocol.looks import words
from protocol.looks.road_view import result_text
from terminal import intents as t
from terminal.devices import Devices, Printer, no_paper
from terminal.screen import HandShown, LineShown, RoundShown, SpotShown, TerminalView

Part = dict[str, Any]

WORDS: Final = {
    "phase": words.PHASES,
    "spot": words.SPOTS,
    "outcome": words.OUTCOMES,
    "link": words.LINKS,
    "halt": words.HALTS,
    "refusal": words.REFUSALS,
}
NO_LIMIT: Final = Limit()
NOTHING: Final = SpotShown(Spot(""), 0, 0, 0)


def written(amount: int, exponent: int, *, whole: bool = False) -> str:
    """An amount for people: 1,250.00; `whole` leaves the noughts of full units away."""
    units, rest = divmod(abs(amount), 10**exponent)
    sign = "-" if amount < 0 else ""
    decimals = f".{rest:0{exponent}d}" if exponent and (rest or not whole) else ""
    return f"{sign}{units:,}{decimals}"


def on_chip(amount: int, exponent: int) -> str:
    """The same, so short that it fits on a chip: 500, 1K, 10K, 0.5."""
    units, rest = divmod(amount, 10**exponent)
    if rest:
        return written(amount, exponent)
    for size, letter in ((1_000_000, "M"), (1_000, "K")):
        if units >= size and not units % size:
            return f"{units // size}{letter}"
    return str(units)


def ratio(odds: str) -> str:
    """Odds as a sign on the felt has them: "1 to 2" is 1 : 2."""
    return odds.replace(" to ", " : ")


def pile(amount: int, chips: tuple[int, ...]) -> tuple[int, int]:
    """The largest chip that is in this amount, and of how many chips the pile would be: only for the picture."""
    left, count, top = amount, 0, 0
    for chip in sorted(chips, reverse=True):
        top = top or (chip if chip <= left else 0)
        count += left // chip
        left %= chip
    return top or amount, max(1, count)


class Money:
    """How this table writes its amounts."""

    def __init__(self, exponent: int) -> None:
        self.exponent = exponent

    def full(self, amount: int) -> str:
        return written(amount, self.exponent)

    def short(self, amount: int) -> str:
        return written(amount, self.exponent, whole=True)


# --- the parts of a picture: each a plain value, so that what has not changed is not drawn again -------------------


def table_part(view: TerminalView) -> Part:
    money = Money(view.placard.exponent)
    limits = view.felt.limits
    return {
        "name": view.placard.name,
        "terminal": view.terminal,
        "game": view.game,
        "currency": view.placard.currency,
        "exponent": view.placard.exponent,
        "round": view.round_no,
        "shoe": view.shoe_no,
        "cardsLeft": view.cards_left,
        "lastRound": view.last_round,
        "phase": view.phase,
        "certified": view.certified,
        "due": view.due,
        "languages": list(view.placard.languages),
        "lowest": money.short(min((limit.min for limit in limits.values()), default=1)),
        "highest": money.short(max((limit.max or 0 for limit in limits.values()), default=0)),
        "squeeze": view.felt.squeeze,
        "open": bool(view.windows),
    }


def clock_part(view: TerminalView) -> Part:
    return {"leftMs": view.left_ms, "countdownMs": view.countdown_ms, "lastCallMs": view.placard.last_call_ms}


def money_part(view: TerminalView) -> Part:
    money = Money(view.placard.exponent)
    return {
        "credit": view.credit,  # QML rolls it up; `vm.written` writes it out
        "creditText": money.full(view.credit),
        "spendable": view.spendable,
        "spendableText": money.full(view.spendable),
        "stake": view.stake,
        "betText": money.short(view.asked_amount),
        "wonText": money.short(view.won_amount),
        "won": view.won_amount,
        "notes": view.notes,
        "notesText": money.short(view.notes),
    }


def chips_part(view: TerminalView) -> list[Part]:
    exponent = view.placard.exponent
    return [
        {
            "amount": chip,
            "text": on_chip(chip, exponent),
            "value": chip / 10**exponent,
            "usable": chip <= view.spendable,
        }
        for chip in view.chips
    ]


def spots_part(view: TerminalView) -> Part:
    """By Spot: everything that its place on the felt shows."""
    money = Money(view.placard.exponent)
    placed = {shown.spot: shown for shown in view.spots}
    returned = dict(view.returned)
    lines = {line.spot: line for line in view.lines} if view.lines_round == view.round_no else {}
    spots = [Spot(spot) for spot in (view.pays or view.felt.limits)]
    spots += [spot for window in view.windows for spot in window.spots if spot not in spots]
    return {
        spot: {
            **_chips_on(placed.get(spot, NOTHING), returned.get(spot, 0), view, money),
            **_conditions(spot, placed.get(spot, NOTHING), view, money),
            "line": line_part(lines[spot], money) if spot in lines else None,
            "won": view.result is not None and spot in (view.result.winner, *view.result.pairs),
            "open": any(spot in window.spots for window in view.windows),
        }
        for spot in spots
    }


def _chips_on(shown: SpotShown, returned: int, view: TerminalView, money: Money) -> Part:
    amount = shown.asked or returned
    top, count = pile(amount, view.placard.chips)
    if shown.asked and shown.asked != shown.registered:
        standing = "placing" if shown.in_flight and not shown.wanted else "wanted"
    else:
        standing = "registered" if shown.registered else "returned" if returned else ""
    return {
        "standing": standing,
        "amount": money.short(amount) if amount else "",
        "registered": money.short(shown.registered) if shown.registered else "",
        "returned": money.short(returned) if returned else "",
        "top": top,
        "topText": on_chip(top, money.exponent),
        "value": top / 10**money.exponent,
        "count": count if amount else 0,
        "receipt": view.receipt if shown.registered else 0,
    }


def _conditions(spot: Spot, shown: SpotShown, view: TerminalView, money: Money) -> Part:
    limit = view.felt.limits.get(kind_of(spot), NO_LIMIT)
    return {
        "pays": [
            {"odds": ratio(str(pay.odds)), "when": pay.when, "paragraph": pay.paragraph}
            for pay in view.pays.get(kind_of(spot), ())
        ],
        "least": money.short(limit.min),
        "below": shown.asked < limit.min,  # it is still being built, and waits
        "most": money.short(limit.max) if limit.max is not None else "",
    }


def line_part(line: LineShown, money: Money) -> Part:
    return {
        "spot": line.spot,
        "staked": money.short(line.staked),
        "returned": money.short(line.returned),
        "gain": money.short(line.gain),
        "outcome": line.outcome,
        "odds": ratio(line.odds),
        "paragraph": line.paragraph,
    }


def hand_part(hand: HandShown) -> Part:
    cards = ["" if card == "??" else card for card in hand.cards]
    return {"cards": cards, "points": -1 if hand.points is None else hand.points}


def hands_part(view: TerminalView) -> Part:
    return {hand.hand: hand_part(hand) for hand in view.hands}


def result_part(view: TerminalView) -> Part:
    """Of the Round on the felt, when it is over."""
    found = view.result
    if found is None:
        return {"winner": ""}
    return {"winner": found.winner, "points": found.points, "natural": found.natural, "pairs": list(found.pairs)}


def lines_part(view: TerminalView) -> Part:
    """What the last own Round brought. `now`: it is the one on the felt."""
    money = Money(view.placard.exponent)
    lines = [line_part(line, money) for line in view.lines]
    now = bool(lines) and view.lines_round == view.round_no
    return {"lines": lines, "round": view.lines_round, "now": now, "returned": money.short(view.won_amount)}


def round_part(past: RoundShown, money: Money) -> Part:
    return {
        "round": past.round_no,
        "void": past.void,
        "winner": "" if past.result is None else past.result.winner,
        "points": 0 if past.result is None else past.result.points,
        "hands": {hand.hand: hand_part(hand) for hand in past.hands},
        "lines": [line_part(line, money) for line in past.lines],
    }


def history_part(view: TerminalView) -> list[Part]:
    money = Money(view.placard.exponent)
    return [round_part(past, money) for past in reversed(view.history)]


def road_part(view: TerminalView) -> str:
    return " ".join(
        result_text(
            *(result.outcome,),
            banker_pair=result.banker_pair,
            player_pair=result.player_pair,
            natural=result.natural,
            points=result.points,
        )
        for result in view.road
    )


def state_part(view: TerminalView) -> Part:
    """Link, and what the Player must know before all else."""
    money = Money(view.placard.exponent)
    corrected = view.correction
    return {
        "link": view.link,
        "why": view.why or view.latched,
        "attention": view.attention,
        "halts": [{"reason": halt.reason, "paragraph": halt.paragraph} for halt in view.halts],
        "void": view.void,
        "disputed": view.disputed,
        "calls": view.calls,
        "registered": [
            {"spot": shown.spot, "amount": money.short(shown.registered)} for shown in view.spots if shown.registered
        ],
        "unregistered": [
            {"spot": shown.spot, "amount": money.short(shown.asked)}
            for shown in view.spots
            if shown.asked != shown.registered
        ],
        "receipt": view.receipt,
        "correction": None
        if corrected is None
        else {
            "round": corrected.round_no,
            "credited": money.full(corrected.credited),
            "due": money.full(corrected.due) if corrected.due else "",
            "owed": money.full(corrected.owed) if corrected.owed else "",
        },
    }


def notice_part(view: TerminalView) -> Part:
    found = view.notice
    return {"reason": ""} if found is None else {"reason": found.reason, "paragraph": found.paragraph}


def actions_part(view: TerminalView) -> Part:
    placed = any(shown.asked for shown in view.spots)
    money = Money(view.placard.exponent)
    return {
        "undo": view.undo,
        "clear": bool(view.windows) and placed,
        "double": bool(view.windows) and placed,
        "repeat": view.repeat_amount > 0,
        "repeatText": money.short(view.repeat_amount) if view.repeat_amount else "",
        "cashOut": view.link == "joined" and view.spendable > 0 and view.stake == 0 and not placed,
        "buyIn": view.link == "joined" and not view.latched and not view.disputed,
    }


def tickets_part(view: TerminalView) -> list[Part]:
    money = Money(view.placard.exponent)
    return [
        {"number": number, "amount": money.full(amount), "state": state}
        for number, amount, state in reversed(view.tickets)
    ]


def notes_part(view: TerminalView) -> list[Part]:
    """The notes that the emulated acceptor knows, for the buttons of the buy-in page."""
    money = Money(view.placard.exponent)
    return [{"amount": amount, "text": money.short(amount)} for amount in Devices.notes(view.placard.exponent)]


PARTS: Final[Mapping[str, Callable[[TerminalView], Any]]] = {
    "table": table_part,
    "clock": clock_part,
    "money": money_part,
    "chips": chips_part,
    "spots": spots_part,
    "hands": hands_part,
    "result": result_part,
    "lines": lines_part,
    "history": history_part,
    "road": road_part,
    "state": state_part,
    "notice": notice_part,
    "actions": actions_part,
    "tickets": tickets_part,
    "notes": notes_part,
}


class TerminalModel(QObject):
    """What QML sees: `shown`, with one value for each part of the picture, and a slot for each wish."""

    pictured = Signal(object)  # a TerminalView, from the worker's thread
    told = Signal(str)  # a part of `shown` is new
    spoken = Signal(str)  # a language was chosen

    def __init__(self, submit: Callable[[t.Intent], None], view: TerminalView, printer: Printer = no_paper) -> None:
        super().__init__()
        self._submit = submit
        self._devices = Devices(submit, printer)
        self._shown = QQmlPropertyMap.create(self)
        self._parts: dict[str, Any] = {}
        self.pictured.connect(self.show)
        self.show(view)

    @Slot(object)
    def show(self, view: TerminalView) -> None:
        """The next picture. Only what has changed is told to QML."""
        self.view = view
        for name, part in PARTS.items():
            found = part(view)
            if name not in self._parts or found != self._parts[name]:
                self._parts[name] = found
                self._shown.insert(name, found)
                self.told.emit(name)
        self._devices.see(view)

    @Property(QObject, constant=True)
    def shown(self) -> QObject:
        return self._shown

    # --- what a finger wants -----------------------------------------------------------------------------------------

    @Slot(str, "qlonglong")
    def place(self, spot: str, amount: int) -> None:
        self._submit(t.PlaceBet(Spot(spot), amount))

    @Slot(str, "qlonglong")
    def takeBack(self, spot: str, amount: int) -> None:  # noqa: N802
        self._submit(t.TakeBack(Spot(spot), amount))

    @Slot()
    def undo(self) -> None:
        self._submit(t.UndoBet())

    @Slot()
    def clear(self) -> None:
        self._submit(t.ClearBets())

    @Slot()
    def repeat(self) -> None:
        self._submit(t.RepeatBets())

    @Slot()
    def double(self) -> None:
        self._submit(t.DoubleBets())

    @Slot(bool)
    def callAttendant(self, wanted: bool) -> None:  # noqa: N802
        self._submit(t.CallAttendant(wanted))

    @Slot("qlonglong")
    def insertNote(self, amount: int) -> None:  # noqa: N802
        self._devices.insert_note(amount)

    @Slot(str)
    def insertTicket(self, number: str) -> None:  # noqa: N802
        self._submit(t.TicketIn(os.urandom(16), number))

    @Slot()
    def cashOut(self) -> None:  # noqa: N802
        """All that can be spent, as it is on the screen when the finger comes down."""
        self._submit(t.CashOut(os.urandom(16), self.view.spendable))

    @Slot(str)
    def speak(self, language: str) -> None:
        self.spoken.emit(language)

    # --- what the screen asks for --------------------------------------------------------------------------------

    @Slot(str, str, str, result=str)
    def word(self, kind: str, key: str, _language: str = "") -> str:
        """Our keys in the language of the screen; whoever names that is asked again when it changes."""
        return words.say(WORDS[kind], key)

    @Slot("qlonglong", result=str)
    def written(self, amount: int) -> str:
        return written(amount, self.view.placard.exponent)
