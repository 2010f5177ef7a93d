"""Between the session's pictures and the screen: the only file that knows both `TerminalView` and Qt.

Turns a finished picture into properties that QML can bind to, and a tap into an intent. Must never know a game's rules,
decides nothing, and does no sums: the words that are keys here are translated by QML, amounts are only written out.
"""

import os
from collections.abc import Callable, Mapping
from typing import Any, Final

from PySide6.QtCore import Signal, Slot

from games.face import TERMINAL
from games.money import write_amount
from games.round import Limit, Spot, kind_of
from looks import words
from looks.felts import felt_part, rules_of
from looks.money import Money
from looks.times import clock_minutes
from looks.viewmodel import Part
from protocol import turning
from protocol.faults import SET_UP
from protocol.messages import CallReason
from terminal import intents as t
from terminal.boxes import most_on
from terminal.boxes_part import boxes_part, shuffle_part
from terminal.devices import Devices, Printer, no_paper
from terminal.participant_model import ParticipantModel, participant_part
from terminal.screen import HandShown, LineShown, OfferShown, RoundShown, SpotShown, Standing, TerminalView
from terminal.ticket import masked

UNREGISTERED: Final = ("waits", "placing", "removing")  # standings that the close of the window will end
PILE_MAX: Final = 5  # chips of a Bet that are drawn one by one
LARGE_WIN: Final = 5  # times the stake
NO_LIMIT: Final = Limit()
NOTHING: Final = SpotShown(Spot(""), 0, 0, 0, 0, Standing.NONE)


def pile(amount: int, chips: tuple[int, ...]) -> tuple[int, ...]:
    """The chips that make this amount, the largest first; none if it takes more than can be told apart."""
    left, found = amount, []
    for chip in sorted(chips, reverse=True):
        found += [chip] * min(left // chip, PILE_MAX + 1)
        left %= chip
    return () if left or len(found) > PILE_MAX else tuple(found)


# --- the parts of a picture: each a plain value, so that what has not changed is not drawn again -------------------


def table_part(view: TerminalView) -> Part:
    money = Money(view.placard.exponent)
    limits, total = view.felt.limits, view.felt.total or NO_LIMIT
    return {
        "name": view.placard.name,
        "terminal": view.terminal,
        "game": view.game,
        **felt_part(view.game, TERMINAL),
        "rules": rules_of(view.game, TERMINAL),
        "currency": view.placard.currency,
        "round": view.round_no,
        "shoeNo": view.shoe_no,
        "cardsLeft": view.cards_left,
        "shoeEnds": view.shoe_ends,
        "phase": view.phase,
        "certified": view.certified,
        "due": view.due,
        "automatic": view.placard.automatic,
        "decks": view.decks,
        "languages": list(view.placard.languages),
        "training": view.placard.training,
        "limits": [
            {
                "spot": spot,
                "minText": money.short(limits[spot].min),
                "maxText": money.any(limits[spot].max),
                "stepText": money.short(limits[spot].step),
            }
            for spot in sorted(limits, key=[*view.pays, *limits].index)
        ],
        "leastText": money.any(min((limit.min for limit in limits.values()), default=0)),
        "differentialText": "" if view.felt.differential is None else money.short(view.felt.differential),
        "totalMinText": "" if total.min == NO_LIMIT.min else money.short(total.min),
        "totalMaxText": money.any(total.max),
        "squeeze": view.felt.squeeze,
        "turnMs": turning.CARD_MS,
        "turnAllMs": turning.ALL_MS,
        "open": bool(view.windows),
        "kept": view.kept_cards,
    }


def clock_part(view: TerminalView) -> Part:
    return {"leftMs": view.left_ms, "countdownMs": view.countdown_ms, "lastCallMs": view.placard.last_call_ms}


def money_part(view: TerminalView) -> Part:
    money = Money(view.placard.exponent)
    return {
        "credit": view.credit,
        "spendable": view.spendable,
        "spendableText": money.full(view.spendable),
        "stake": view.stake,
        "betText": money.short(view.bet_amount),
        "registered": view.registered_amount,
        "registeredText": money.short(view.registered_amount),
        "back": view.back_amount,
        "won": max(0, view.gain),
        "wonText": money.short(max(0, view.gain)),
        "held": view.booking,
        "heldText": money.short(view.booking),
        "unpaid": view.unpaid,
        "unpaidText": money.short(view.unpaid),
    }


def chips_part(view: TerminalView) -> list[Part]:
    money = Money(view.placard.exponent)
    return [
        {
            "amount": chip,
            "text": money.on_chip(chip),
            "value": chip / 10**money.exponent,
            "usable": chip <= view.spendable,
        }
        for chip in view.chips
    ]


def spots_part(view: TerminalView) -> Part:
    """By Spot: everything that its place on the felt shows."""
    money = Money(view.placard.exponent)
    placed = {shown.spot: shown for shown in view.spots}
    lines = {line.spot: line for line in view.lines} if view.lines_round == view.round_no else {}
    spots = [Spot(spot) for spot in (view.pays or view.felt.limits)]
    spots += [spot for window in view.windows for spot in window.spots if spot not in spots]
    return {
        spot: {
            **_chips_on(placed.get(spot, NOTHING), view, money),
            **_conditions(spot, view, money),
            "line": line_part(lines[spot], money) if spot in lines else None,
            "won": view.result is not None and spot in (view.result.winner, *view.result.also),
            "open": any(spot in window.spots for window in view.windows),
        }
        for spot in spots
    }


def _chips_on(shown: SpotShown, view: TerminalView, money: Money) -> Part:
    standing = shown.standing
    lies = shown.asked or shown.registered or shown.in_flight or shown.returned  # what is being taken back still lies
    chips = pile(lies, view.placard.chips)
    return {
        "standing": standing,
        "amount": money.any(shown.asked or (0 if standing == "removing" else lies)),
        "registeredText": money.any(shown.registered),
        "missingText": money.any(shown.missing),
        "returned": money.any(shown.returned),
        "value": lies / 10**money.exponent,
        "chips": [{"value": chip / 10**money.exponent, "text": money.on_chip(chip)} for chip in chips],
        "receipt": shown.receipt,
    }


def _conditions(spot: Spot, view: TerminalView, money: Money) -> Part:
    limit = view.felt.limits.get(kind_of(spot), NO_LIMIT)
    most = most_on(view.game, spot, limit.max, {shown.spot: shown.asked for shown in view.spots})
    return {
        "pays": [
            {"odds": words.ratio(str(pay.odds)), "when": pay.when, "paragraph": pay.paragraph}
            for pay in view.pays.get(kind_of(spot), ())
        ],
        "least": money.short(limit.min),
        "most": money.any(most),
    }


def line_part(line: LineShown, money: Money) -> Part:
    return {
        "spot": line.spot,
        "staked": money.short(line.staked),
        "returned": money.short(line.returned),
        "gain": money.short(line.gain),
        "won": line.gain > 0,
        "outcome": line.outcome,
        "odds": words.ratio(line.odds),
        "paragraph": line.paragraph,
    }


def hand_part(hand: HandShown) -> Part:
    cards = ["" if card == "??" else card for card in hand.cards]
    return {"cards": cards, "points": -1 if hand.points is None else hand.points, "called": hand.called}


def result_part(view: TerminalView) -> Part:
    """Of the Round on the felt, when it is over."""
    found = view.result
    if found is None:
        return {"winner": ""}
    return {"winner": found.winner, "points": found.points, "also": list(found.also)}


def lines_part(view: TerminalView) -> Part:
    """What the last own Round brought. `now`: it is the one on the felt."""
    money = Money(view.placard.exponent)
    order = [*view.pays, *(line.spot for line in view.lines)]
    lines = [line_part(line, money) for line in sorted(view.lines, key=lambda line: order.index(line.spot))]
    now = bool(lines) and view.lines_round == view.round_no
    return {
        "lines": lines,
        "round": view.lines_round,
        "now": now,
        "backText": money.short(view.back_amount),
        "gain": view.gain,
        "gainText": money.short(view.gain),
        "netText": money.change(view.gain, whole=True),
        "size": win_size(view.gain, view.staked_amount),
    }


def win_size(gain: int, staked: int) -> int:
    """How large a win is, from 1 to 3, beside what was staked for it; 0: it is none."""
    return 0 if gain <= 0 else 1 if gain < staked else 2 if gain < LARGE_WIN * staked else 3


def sitting_part(view: TerminalView) -> Part:
    """What this sitting came to so far, and how often its Player is told."""
    money = Money(view.placard.exponent)
    return {
        "rounds": view.result_rounds,
        "result": view.result_amount,
        "resultText": money.change(view.result_amount),
        "everyMinutes": view.placard.reality_minutes,
    }


def round_part(past: RoundShown, money: Money) -> Part:
    return {
        "round": past.round_no,
        "time": clock_minutes(past.wall_time),
        "void": bool(past.void),
        "voidParagraph": past.void,
        "corrected": past.corrected,
        "winner": "" if past.result is None else past.result.winner,
        "points": 0 if past.result is None else past.result.points,
        "hands": {hand.hand: hand_part(hand) for hand in past.hands},
        "laid": [hand.hand for hand in past.hands],  # as on the felt
        "lines": [line_part(line, money) for line in past.lines],
        "gain": past.gain,
        "gainText": money.short(past.gain) if past.lines else "",
        "hidden": past.hidden,
    }


def history_part(view: TerminalView) -> list[Part]:
    money = Money(view.placard.exponent)
    return [round_part(past, money) for past in reversed(view.history)]


def dispute_part(view: TerminalView) -> Part | None:
    found, money = view.dispute, Money(view.placard.exponent)
    if found is None:
        return None
    return {
        "round": found.round_no,
        "paid": [line_part(line, money) for line in found.paid],
        "expected": [line_part(line, money) for line in found.expected],
    }


def state_part(view: TerminalView) -> Part:
    """Link, and what the Player must know before all else."""
    money = Money(view.placard.exponent)
    corrected = view.correction
    return {
        "link": view.link,
        "why": view.why or view.latched,
        "fault": view.fault,
        "setUp": view.fault in SET_UP,
        "attention": view.attention,
        "mark": view.mark,
        "known": view.known,
        "corrected": view.corrected,
        "halts": [{"reason": halt.reason, "paragraph": halt.paragraph} for halt in view.halts],
        "void": view.void,
        "disputed": view.disputed,
        "calls": view.calls,
        "registered": [
            {"spot": shown.spot, "amount": money.short(shown.registered)} for shown in view.spots if shown.registered
        ],
        "unregistered": [
            {
                "spot": shown.spot,
                "standing": shown.standing,
                "more": money.change(shown.asked - shown.registered, whole=True),
                "registered": money.any(shown.registered),
            }
            for shown in view.spots
            # What has been asked for and taken back again since is no change any more.
            if shown.standing in UNREGISTERED and shown.asked != shown.registered
        ],
        "receipt": view.receipt,
        "correction": None
        if corrected is None
        else {
            "mark": corrected.seq,
            "round": corrected.round_no,
            "void": corrected.void,
            "now": corrected.round_no == view.round_no,
            "staked": money.short(corrected.staked),
            "change": money.change(corrected.credited),
            "before": "" if corrected.credit < 0 else money.full(corrected.credit - corrected.credited),
            "after": "" if corrected.credit < 0 else money.full(corrected.credit),
            "due": money.full(corrected.due) if corrected.due else "",
            "owed": money.full(corrected.owed) if corrected.owed else "",
            "cards": [
                {"hand": card.hand, "place": card.index + 1, "before": card.before, "after": card.after}
                for card in view.changed
            ],
        },
    }


def notice_part(view: TerminalView) -> Part:
    found, money = view.notice, Money(view.placard.exponent)
    if found is None:
        return {"reason": "", "paragraph": "", "spot": "", "bound": "", "limitText": "", "mark": 0}
    return {
        "reason": found.reason,
        "paragraph": found.paragraph,
        "spot": found.spot,
        "bound": "most" if found.limit else "",  # what the limit is: nothing but maxima is refused here
        "limitText": money.any(found.limit),
        "mark": view.notices,
    }


def offer_part(offer: OfferShown, money: Money) -> Part:
    return {
        "amount": offer.amount,
        "text": money.any(offer.amount),
        "left": offer.left_amount,
        "leftText": money.any(offer.left_amount),
    }


def offers_part(view: TerminalView) -> Part:
    money = Money(view.placard.exponent)
    saved = {place: (amount, may) for place, amount, may in view.saved}
    return {
        "repeat": offer_part(view.repeat, money),
        "repeatDouble": offer_part(view.repeat_double, money),
        "double": offer_part(view.double, money),
        "saved": [
            {"text": money.any(saved[place][0]) if place in saved else "", "may": place in saved and saved[place][1]}
            for place in range(t.SAVED_MAX)
        ],
    }


def actions_part(view: TerminalView) -> Part:
    joined = view.link == "joined"
    return {
        "undo": joined and view.undo,
        "clear": joined and bool(view.windows) and view.asked_amount > 0,
        "double": joined and view.double.amount > 0,
        "repeatDouble": joined and view.repeat_double.amount > 0,
        "save": joined and bool(view.windows) and view.asked_amount > 0,
        "repeat": joined and view.repeat.amount > 0,
        "cashOut": view.cash_out,
        "failedTicket": view.failed_ticket,
        "buyIn": joined and not view.latched and not view.disputed,
    }


def tickets_part(view: TerminalView) -> list[Part]:
    money = Money(view.placard.exponent)
    return [
        {"number": name, "amount": money.full(amount), "state": state, "grouped": masked(view.numbers.get(name, ""))}
        for name, amount, state in reversed(view.tickets)
    ]


def notes_part(view: TerminalView) -> list[Part]:
    """The notes that the emulated acceptor knows, for the buttons of the buy-in page."""
    money = Money(view.placard.exponent)
    return [{"amount": amount, "text": money.short(amount)} for amount in Devices.notes(view.placard.exponent)]


# In the order in which QML is told: what decides how something is shown comes before it.
PARTS: Final[Mapping[str, Callable[[TerminalView], Any]]] = {
    "table": table_part,
    "state": state_part,
    "clock": clock_part,
    "money": money_part,
    "chips": chips_part,
    "spots": spots_part,
    "notice": notice_part,
    "actions": actions_part,
    "offers": offers_part,
    "hands": lambda view: {hand.hand: hand_part(hand) for hand in view.hands},
    "boxes": boxes_part,
    "shuffle": shuffle_part,
    "participant": participant_part,
    "result": result_part,
    "lines": lines_part,
    "sitting": sitting_part,
    "crowd": lambda view: {side.kind: {"heads": side.heads, "share": side.share} for side in view.crowd},
    "history": history_part,
    "road": lambda view: " ".join(view.road),
    "dispute": dispute_part,
    "tickets": tickets_part,
    "notes": notes_part,
}


class TerminalModel(ParticipantModel):
    """A slot for each wish."""

    cued = Signal(str)  # something is to be heard
    turned = Signal(int)  # so loud

    def __init__(
        self,
        submit: Callable[[t.Intent], None],
        view: TerminalView,
        printer: Printer = no_paper,
        *,
        emulate_devices: bool = False,
    ) -> None:
        super().__init__(submit)
        self._emulate = emulate_devices
        self._turning = False
        self._devices = Devices(submit, printer)
        self.show(view)

    @Slot(object)
    def show(self, picture: TerminalView) -> None:
        self.view = picture
        self.play(picture.game)
        self._see_participant(picture)
        self.tell((name, part(picture)) for name, part in PARTS.items())
        self._devices.see(picture)

    @property
    def emulated(self) -> bool:
        """A finger may stand for a note or a ticket: this machine was started so, and the console says that no money
        is real at its table.
        """
        return self._emulate and self.view.placard.training

    @property
    def not_emulated_here(self) -> bool:
        """This machine was started so, and the table is not one for it. Before the opening nobody knows."""
        return self._emulate and bool(self.view.game) and not self.view.placard.training

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
    def repeatDouble(self) -> None:  # noqa: N802
        self._submit(t.RepeatBets(2))

    @Slot(int)
    def saveBets(self, place: int) -> None:  # noqa: N802
        self._submit(t.SaveBets(place))

    @Slot(int)
    def placeSaved(self, place: int) -> None:  # noqa: N802
        self._submit(t.PlaceSaved(place))

    @Slot(str, result="qlonglong")
    def chipOf(self, units: str) -> int:  # noqa: N802
        """A chip of the Player's own value, typed in whole units; 0: no Spot would take it."""
        amount = int(units or "0") * 10**self.view.placard.exponent
        limits = self.view.felt.limits.values()
        fits = any(amount % (limit.step or 1) == 0 and (limit.max is None or amount <= limit.max) for limit in limits)
        return amount if amount > 0 and fits else 0

    @Slot(str)
    def playCue(self, name: str) -> None:  # noqa: N802
        self.cued.emit(name)

    @Slot(int)
    def turnVolume(self, volume: int) -> None:  # noqa: N802
        self.turned.emit(volume)

    @Slot()
    def double(self) -> None:
        self._submit(t.DoubleBets())

    @Slot(int)
    def sit(self, box: int) -> None:
        self._submit(t.SitDown(box))

    @Slot(bool)
    def wishSqueeze(self, wanted: bool) -> None:  # noqa: N802
        self._submit(t.WishSqueeze(wanted))

    @Slot(list)
    def turnCards(self, draws: list[int]) -> None:  # noqa: N802
        """None: the Player has taken his cards up."""
        self._submit(t.TurnCards(tuple(draws)))

    @Slot(int, str, "qlonglong")
    def answer(self, box: int, key: str, amount: int) -> None:
        """`amount`: less than the whole, where that may be; 0: the whole."""
        self._submit(t.AnswerBox(box, key, amount))

    @Slot(bool, str)
    def callAttendant(self, wanted: bool, reason: str = "") -> None:  # noqa: N802
        self._submit(t.CallAttendant(wanted, CallReason(reason)))

    @Slot(bool)
    def turn(self, turning: bool) -> None:
        """The Player has cards to turn, or no longer."""
        if turning != self._turning:
            self._turning = turning
            self._submit(t.Turning(turning))

    @Slot(str)
    def putAway(self, mark: str) -> None:  # noqa: N802
        self._submit(t.PutAway(mark))

    @Slot("qlonglong")
    def insertNote(self, amount: int) -> None:  # noqa: N802
        if self.emulated:
            self._devices.insert_note(amount)

    @Slot(str)
    def insertOwnTicket(self, name: str) -> None:  # noqa: N802
        """The ticket of this name lies in the tray, and goes into the slot."""
        self.insertTicket(self.view.numbers.get(name, ""))

    @Slot(str)
    def insertTicket(self, number: str) -> None:  # noqa: N802
        if self.emulated:
            self._submit(t.TicketIn(os.urandom(16), number))

    @Slot()
    def cashOut(self) -> None:  # noqa: N802
        """All that can be spent, as it is on the screen when the finger comes down."""
        self._submit(t.CashOut(os.urandom(16), self.view.spendable))

    @Slot("qlonglong", result=str)
    def writeAmount(self, amount: int) -> str:  # noqa: N802
        return write_amount(amount, self.view.placard.exponent)

    @Slot("qlonglong", result=str)
    def writeWhole(self, amount: int) -> str:  # noqa: N802
        return write_amount(amount, self.view.placard.exponent, whole=True)
