"""The dealer panel: its view model, the thread that follows the table, and the window.

Turns finished `Board`s into properties and rows, and taps into orders. Computes nothing, decides nothing and keeps
nothing: closing or losing it does not touch the Round. The desk lives in the worker's thread; here come only values.
"""

from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Thread
from typing import Any, Final

from PySide6.QtCore import (
    Property,
    QAbstractListModel,
    QByteArray,
    QDate,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    QTimer,
    QUrl,
    Signal,
    Slot,
)
from PySide6.QtQuick import QQuickView

import looks
from console.panel import forms
from console.panel.board import Board, HandBoard, PastBoard, Seat, preview, show
from console.panel.desk import About
from console.panel.diary import Part, Told
from console.panel.forms import Form
from console.panel.link import PanelLink
from console.panel.ways import Step
from games import correction
from games.cards import UnknownCard, parse_cards
from games.face import Shown
from games.money import write_amount
from games.round import PlayerId
from looks import words
from looks.local_time import local_time
from protocol import messages as m
from protocol.moves import MOVE_FOR
from protocol.process import now_ms

QML: Final = Path(__file__).parent / "qml"
ARM_MS: Final = 600  # a changed button is deaf for so long: the second tap of a double tap must not open the next Round
SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
MOODS: Final = {"joined": "good", "joining": "warn", "reconnecting": "bad", "denied": "bad", "stopped": "bad"}
HALVES: Final = ("player", "banker")  # Hands that have a colour of their own

MAP: Final[Any] = "QVariantMap"  # a dict, as QML sees it; the stubs know only classes
Row = dict[str, Any]
Index = QModelIndex | QPersistentModelIndex
_NOWHERE: Final = QModelIndex()


# --- the thread that follows -----------------------------------------------------------------------------------------


class Follower(QObject):
    """Owns the link and its desk, in a thread of its own. One queued signal brings each new Board over."""

    fresh = Signal(object)
    ended = Signal()  # also when it failed: a panel that does not follow must not look as if it did

    def __init__(self, link: PanelLink) -> None:
        super().__init__()
        self._link = link
        self._wanted: deque[tuple[m.Order, m.Person | None, About]] = deque()
        self._thread = Thread(target=self._run, name="panel")

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._link.stop()
        self._thread.join()

    def order(self, order: m.Order, second: m.Person | None, about: About) -> None:
        self._wanted.append((order, second, about))
        self._link.peer.ring()

    def _run(self) -> None:
        link, shown = self._link, None
        try:
            while not link.stopping:
                for _ in range(len(self._wanted)):
                    link.order(*self._wanted.popleft())
                link.turn()
                board = show(link.desk, now_ms())
                if board != shown:
                    shown = board
                    self.fresh.emit(board)
                if not link.stopping:
                    link.peer.wait(link.desk.wake_ms(now_ms()))
        finally:
            link.close()
            self.ended.emit()


# --- rows for QML ----------------------------------------------------------------------------------------------------


class Rows(QAbstractListModel):
    """A list whose rows are changed where they stand: a delegate under a finger is not replaced."""

    def __init__(self, roles: str) -> None:
        super().__init__()
        self._names = roles.split()
        self._rows: list[Row] = []

    def roleNames(self) -> dict[int, QByteArray]:  # noqa: N802
        first = Qt.ItemDataRole.UserRole
        return {first + place: QByteArray(name.encode()) for place, name in enumerate(self._names)}

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = 0) -> Any:
        if not index.isValid() or role < Qt.ItemDataRole.UserRole:
            return None
        return self._rows[index.row()][self._names[role - Qt.ItemDataRole.UserRole]]

    def show(self, rows: Sequence[Row]) -> None:
        both = min(len(rows), len(self._rows))
        for place in range(both):
            before, after = self._rows[place], rows[place]
            if before != after:
                self._rows[place] = after
                changed = [role for role, name in enumerate(self._names) if before[name] != after[name]]
                at = self.index(place)
                self.dataChanged.emit(at, at, [Qt.ItemDataRole.UserRole + role for role in changed])
        if len(rows) > both:
            self.beginInsertRows(_NOWHERE, both, len(rows) - 1)
            self._rows += rows[both:]
            self.endInsertRows()
        elif len(self._rows) > both:
            self.beginRemoveRows(_NOWHERE, both, len(self._rows) - 1)
            del self._rows[both:]
            self.endRemoveRows()

    @property
    def rows(self) -> list[Row]:
        return self._rows


# --- the view model --------------------------------------------------------------------------------------------------

Give = Callable[[m.Order, m.Person | None, About], None]


class PanelModel(QObject):
    """What the screen binds to. `give` takes an order away to the table."""

    board_changed = Signal()
    step_changed = Signal()
    form_changed = Signal()
    seat_changed = Signal()
    armed_changed = Signal()
    language_changed = Signal()

    def __init__(self, give: Give, arm_ms: int = ARM_MS) -> None:
        super().__init__()
        self._give = give
        self._board: Board | None = None
        self._shown: Row = {}
        self._step: Row = {}
        self._places: tuple[str, str, list[str]] = ("", "", [])
        self._form: Form | None = None
        self._form_shown: Row = {}
        self._seat = ""  # the terminal whose sheet is open
        self._seat_shown: Row = {}
        self._dismissed = (0, 0)  # refusals and losses that were read
        self._language = looks.LANGUAGES[0]
        self.languages: looks.Languages | None = None
        self._arming, self._form_arming = QTimer(self), QTimer(self)
        for timer in (self._arming, self._form_arming):
            timer.setSingleShot(True)
            timer.setInterval(arm_ms)
        self._arming.timeout.connect(self.armed_changed)
        step_roles = "key detail paragraph second allowed who danger"
        self._steps, self._more = Rows(step_roles), Rows(step_roles)
        self._hands = Rows("hand name cards points totals due side")
        self._seats = Rows("terminal heard credit stake bets closeSeen disputed latched calls mood")
        self._exposure = Rows("spot name amount terminals share pays")
        self._past = Rows(
            "roundNo hands isVoid paragraph winner winnerName points also "
            "staked returned certifiedBy correctedBy time known lines"
        )
        self._log = Rows("seq key parts mood time person detail")
        self._halts = Rows("reason name paragraph")
        self._claims = Rows("terminal sitting due owed")
        self._fields = Rows("name kind value before choices good at")
        self._limits = Rows("spot name min max step")

    # --- a new Board -----------------------------------------------------------------------------------------------

    @Slot(object)
    def show(self, board: Board) -> None:
        self._board = board
        self._steps.show([self._step_row(step) for step in board.steps])
        self._more.show([self._step_row(step) for step in board.more])
        self._hands.show([self._hand_row(hand) for hand in board.hands])
        self._seats.show([self._seat_row(seat) for seat in board.seats])
        self._exposure.show(self._exposure_rows())
        self._past.show([self._past_row(past) for past in reversed(board.past)])
        self._log.show([self._told_row(told) for told in reversed(board.log)])
        self._halts.show(
            [
                {
                    "reason": halt.reason,
                    "name": words.say(words.HALTS, halt.reason),
                    "paragraph": halt.paragraph or board.next.paragraph,
                }
                for halt in board.halts
            ]
        )
        self._claims.show(
            [
                {
                    "terminal": claim.terminal,
                    "sitting": claim.sitting,
                    "due": self._money(claim.due) if claim.due else "",
                    "owed": self._money(claim.owed) if claim.owed else "",
                }
                for claim in board.claims
            ]
        )
        self._limits.show(
            [
                {
                    "spot": spot,
                    "name": self._name(spot),
                    "min": self._money(limit.min),
                    "max": "" if limit.max is None else self._money(limit.max),
                    "step": self._money(limit.step),
                }
                for spot, limit in board.felt.limits.items()
            ]
        )
        self._show_step(self._step_row(board.next), [step.key for step in (*board.steps, *board.more)])
        shown = self._board_row(board)
        if shown != self._shown:
            self._shown = shown
            self.board_changed.emit()
        self._show_seat()
        if self._form is not None:
            self._show_form(forms.seen_again(self._form, board))

    def _show_step(self, step: Row, others: list[str]) -> None:
        places = (step["key"], step["detail"], others)  # what stands under a finger
        if step != self._step:
            self._step = step
            self.step_changed.emit()
        if places != self._places:
            self._places = places
            self._disarm()

    def _disarm(self) -> None:
        """Every step is deaf for a moment: the finger may have been on its way to what stood here before."""
        if self._arming.interval():
            self._arming.start()
            self.armed_changed.emit()

    def _board_row(self, board: Board) -> Row:
        refusals_read, losses_read = self._dismissed
        refused = board.refused if board.refusals > refusals_read else None
        limit = board.felt.differential
        return {
            "link": board.link,
            "linkName": words.say(words.LINKS, board.link),
            "linkMood": MOODS[board.link],
            "linkWhy": board.why,
            "asOf": clock(board.as_of),
            "canSend": not board.cannot,
            "cannot": board.cannot,
            "note": "order_lost" if board.lost > losses_read else "",
            "phase": board.phase,
            "game": board.game,
            "table": board.placard.name,
            "currency": board.placard.currency,
            "roundNo": board.round_no,
            "day": board.day,
            "me": "" if board.me is None else board.me.name,
            "position": 0 if board.me is None else board.me.position,
            "waiting": board.waiting,
            "refusal": "" if refused is None else words.say(words.REFUSALS, refused.reason),
            "refusalParagraph": "" if refused is None else refused.paragraph,
            "halted": bool(board.halts),
            "ended": {} if board.ended is None else self._past_row(board.ended),
            "closeShown": board.phase in ("dealing", "result"),
            "leftMs": board.left_ms if board.phase == "betting" else -1,
            "countdownMs": board.countdown_ms,
            "lastCallMs": board.placard.last_call_ms,
            "shoeDecks": board.shoe_decks,
            "shoeCards": 52 * board.shoe_decks,
            "shoeLeft": board.shoe_left,
            "shoeBurning": board.shoe_burning,
            "shoeBurnt": board.shoe_burnt,
            "shoeLive": board.shoe_live,
            "shoeLost": board.shoe_lost,
            "shoeSerial": board.shoe_serial,
            "lastRounds": -1 if board.last_rounds is None else board.last_rounds,
            "surplus": list(board.surplus),
            **self._result_row(board.result),
            "differential": self._money(board.differential),
            "differentialMax": "" if limit is None else self._money(limit),
            "differentialShare": 0.0 if not limit else min(1.0, board.differential / limit),
            "total": self._money(sum(area.amount for area in board.exposure)),
            "heard": sum(seat.heard for seat in board.seats),
            "seatsInAll": len(board.seats),
            "bettors": sum(seat.stake > 0 for seat in board.seats),
            "calls": sum(seat.calls for seat in board.seats),
            "disputes": [seat.terminal for seat in board.seats if seat.disputed],
            "house": self._money(board.house),
            "tickets": self._money(board.tickets),
            "beside": {step.key: self._step_row(step) for step in board.steps},
            "doing": {step.key: self._step_row(step) for step in forms.offered(board) if _asks(step)},
            "may": {key: self._allows(MOVE_FOR[order].who) for key, order in forms.SERVICES.items()},
        }

    def _allows(self, who: int) -> bool:
        """May the person of this panel? As long as nobody has said who that is, the table will."""
        me = None if self._board is None else self._board.me
        return me is None or me.position >= who

    def _past_row(self, past: PastBoard) -> Row:
        return {
            "roundNo": past.round_no,
            "hands": [self._hand_row(hand) for hand in past.hands],
            "isVoid": past.void,
            "paragraph": past.paragraph,
            **self._result_row(past.result),
            "staked": self._money(past.staked),
            "returned": self._money(past.returned),
            "certifiedBy": past.by,
            "correctedBy": past.corrected_by,
            "time": clock(past.time),
            "known": past.recorded,
            "lines": [
                {
                    "spot": area.spot,
                    "name": self._name(area.spot),
                    "staked": self._money(area.staked),
                    "returned": self._money(area.returned),
                    "terminals": area.terminals,
                }
                for area in past.areas
            ],
        }

    def _step_row(self, step: Step) -> Row:
        spot = step.detail if step.key == "draw" else ""
        return {
            "key": step.key,
            "detail": self._name(spot) if spot else step.detail,
            "side": spot,
            "paragraph": step.paragraph,
            "second": step.second,
            "allowed": self._allows(step.who),
            "who": step.who,
            "danger": step.key in forms.DANGER,
            "asks": _asks(step),
            "nth": step.nth,
            "cardNo": step.card_no,
            "handName": self._name(step.hand) if step.hand else "",
        }

    def _seat_row(self, seat: Seat) -> Row:
        trouble = bool(seat.disputed or seat.latched)
        return {
            "terminal": seat.terminal,
            "heard": seat.heard,
            "credit": self._money(seat.credit),
            "stake": self._money(seat.stake),
            "bets": seat.stake > 0,
            "closeSeen": seat.seen_close,
            "disputed": seat.disputed,
            "latched": seat.latched,
            "calls": seat.calls,
            "mood": "bad" if trouble or not seat.heard else "warn" if seat.calls else "good",
        }

    def _exposure_rows(self) -> list[Row]:
        board = self._board
        if board is None:
            return []
        most = max((area.amount for area in board.exposure), default=0) or 1
        return [
            {
                "spot": area.spot,
                "name": self._name(area.spot),
                "amount": self._money(area.amount),
                "terminals": area.terminals,
                "share": area.amount / most,
                "pays": "" if area.pays is None else self._money(area.pays),
            }
            for area in board.exposure
        ]

    def _told_row(self, told: Told) -> Row:
        return {
            "seq": told.seq,
            "key": told.key,
            "parts": [self._part(part) for part in told.parts],
            "mood": told.mood,
            "time": clock(told.time),
            "person": told.person,
            "detail": told.detail,
        }

    def _part(self, part: Part) -> str:
        match part.kind:
            case "money":
                return self._money(int(part.value))
            case "spot":
                return self._name(part.value)
            case "halt":
                return words.say(words.HALTS, part.value)
            case "refusal":
                return words.say(words.REFUSALS, part.value)
            case "cards":
                return " ".join(_face(card) for card in part.value.split())
        return part.value

    def _name(self, key: str) -> str:
        """A Spot, a Hand or a remark in the words of the game."""
        return words.word("" if self._board is None else self._board.game, "spot", key)

    def _result_row(self, result: Shown | None) -> Row:
        return {
            "winner": "" if result is None else result.winner,
            "winnerName": "" if result is None else self._name(result.winner),
            "points": -1 if result is None else result.points,
            "also": [] if result is None else [self._name(word) for word in result.also],
        }

    def _hand_row(self, hand: HandBoard) -> Row:
        return {
            "hand": hand.hand,
            "name": self._name(hand.hand),
            "cards": list(hand.cards),
            "points": -1 if hand.points is None else hand.points,
            "totals": [-1 if total is None else total for total in hand.totals],
            "due": hand.due,
            "side": hand.hand if hand.hand in HALVES else "",
        }

    def _preview(self, form: Form, board: Board) -> Row:
        """What other cards would change: where each lies, the points of each Hand and the result, before and after."""
        cards = form.value("cards")
        try:
            after = preview(board.game, parse_cards(cards.split()))
            before = preview(board.game, parse_cards(form.before.get("cards", cards).split()))
        except UnknownCard:
            return {}
        if not cards or after is None or before is None:
            return {}
        return {
            "places": [self._name(hand) if hand else "" for hand in after.places],
            "sides": list(after.places),
            "hands": [
                {**self._hand_row(hand), "before": -1 if old.points is None else old.points}
                for hand, old in zip(after.hands, before.hands, strict=True)
            ],
            "before": self._result_row(before.result),
            "after": self._result_row(after.result),
            "same": before.result == after.result,
        }

    def _money(self, amount: int) -> str:
        exponent = 2 if self._board is None else self._board.placard.exponent
        return write_amount(amount, exponent)

    def _changed_money(self, form: Form, board: Board) -> Row:
        """Of a correction, before it is sent: terminal by terminal, the most money first. Empty for other forms."""
        if board.last is None or form.stale or form.key not in forms.SETTLES_ANEW:
            return {}
        changes = forms.money(form, board)
        if changes is None:
            return {"known": False, "rows": [], "house": "", "up": True}
        house = correction.house(changes)
        return {
            "known": True,
            "rows": [
                {
                    "terminal": change.terminal,
                    "was": self._money(change.was),
                    "will": self._money(change.will),
                    "change": self._signed(change.amount),
                    "up": change.amount > 0,
                }
                for change in sorted(changes, key=lambda it: (-abs(it.amount), it.terminal))
                if change.amount
            ],
            "house": self._signed(house),
            "up": house >= 0,
        }

    def _signed(self, amount: int) -> str:
        return f"{'+' if amount > 0 else ''}{self._money(amount)}"

    def _show_seat(self) -> None:
        board = self._board
        seat = next((seat for seat in (board.seats if board else ()) if seat.terminal == self._seat), None)
        shown = {} if seat is None else self._seat_row(seat)
        if shown != self._seat_shown:
            self._seat_shown = shown
            self.seat_changed.emit()

    # --- properties --------------------------------------------------------------------------------------------------

    def _get_board(self) -> Row:
        return self._shown

    def _get_step(self) -> Row:
        return self._step

    def _get_form(self) -> Row:
        return self._form_shown

    def _get_seat(self) -> Row:
        return self._seat_shown

    def _get_armed(self) -> bool:
        return not self._arming.isActive()

    def _get_language(self) -> str:
        return self._language

    board = Property(MAP, _get_board, notify=board_changed)
    step = Property(MAP, _get_step, notify=step_changed)
    form = Property(MAP, _get_form, notify=form_changed)
    seat = Property(MAP, _get_seat, notify=seat_changed)
    armed = Property(bool, _get_armed, notify=armed_changed)
    language = Property(str, _get_language, notify=language_changed)
    steps = Property(QObject, lambda self: self._steps, constant=True)
    more = Property(QObject, lambda self: self._more, constant=True)
    hands = Property(QObject, lambda self: self._hands, constant=True)
    seats = Property(QObject, lambda self: self._seats, constant=True)
    exposure = Property(QObject, lambda self: self._exposure, constant=True)
    past = Property(QObject, lambda self: self._past, constant=True)
    log = Property(QObject, lambda self: self._log, constant=True)
    halts = Property(QObject, lambda self: self._halts, constant=True)
    claims = Property(QObject, lambda self: self._claims, constant=True)
    fields = Property(QObject, lambda self: self._fields, constant=True)
    limits = Property(QObject, lambda self: self._limits, constant=True)

    # --- taps: steps -------------------------------------------------------------------------------------------------

    @Slot()
    def tap_next(self) -> None:
        """The one next step, as it is shown now."""
        if self._board is not None and not self._arming.isActive():
            self._begin(self._board.next)

    @Slot(str)
    def tap_step(self, key: str) -> None:
        """Another step that is offered now; one that is not offered any more is nothing."""
        board = self._board
        step = next((step for step in forms.offered(board) if step.key == key), None) if board is not None else None
        if step is not None and not self._arming.isActive():
            self._begin(step)

    def _begin(self, step: Step) -> None:
        board = self._board
        if board is None or board.waiting:
            return
        form = forms.form_for(step, board)
        if form is not None:
            if step.key == "close_day":
                form = forms.filled(form, "day", QDate.currentDate().toString(Qt.DateFormat.ISODate))
            self._open_form(form)
        elif step.order is not None:
            self._send(step.order, None, board.about)

    def _send(self, order: m.Order, second: m.Person | None, about: About) -> bool:
        """The one way out. What cannot be sent now is not kept for later: it would be obeyed when nobody expects it."""
        if self._board is None or self._board.cannot:
            return False
        self.dismiss()
        self._disarm()  # until the Board says that it is under way, a second tap would be a second order
        self._give(order, second, about)
        return True

    @Slot()
    def dismiss(self) -> None:
        """The refusal, or that an order was lost, was read."""
        if self._board is not None and self._dismissed != (self._board.refusals, self._board.lost):
            self._dismissed = self._board.refusals, self._board.lost
            self._shown = self._board_row(self._board)
            self.board_changed.emit()

    # --- taps: seats -------------------------------------------------------------------------------------------------

    @Slot(str)
    def open_seat(self, terminal: str) -> None:
        """Its sheet; "" closes it."""
        self._seat = terminal
        self._show_seat()

    @Slot(str)
    def attend(self, terminal: str) -> None:
        if self._board is not None and not self._arming.isActive():
            self._send(m.Attend(PlayerId(terminal)), None, self._board.about)

    @Slot(str, str, int)
    def serve(self, key: str, terminal: str, sitting: int) -> None:
        """Credit, payments, latches: for one terminal, or (a ticket) for whoever brings it."""
        if self._board is not None:
            self._open_form(forms.seat_form(key, self._board, terminal, sitting))

    # --- taps: the form ----------------------------------------------------------------------------------------------

    @Slot(int)
    def form_field(self, at: int) -> None:
        if self._form is not None:
            self._show_form(forms.go_to(self._form, at))

    @Slot(str)
    def form_key(self, key: str) -> None:
        if self._form is not None:
            self._show_form(forms.press(self._form, key))

    @Slot(int)
    def form_card(self, at: int) -> None:
        if self._form is not None:
            self._show_form(forms.choose_card(self._form, at))

    @Slot(int)
    def form_move(self, by: int) -> None:
        if self._form is not None:
            self._show_form(forms.move(self._form, by))

    @Slot()
    def form_cancel(self) -> None:
        self._show_form(None)

    @Slot()
    def form_foreign(self) -> None:
        """The card that was to be entered is none of this set."""
        other = None if self._form is None or self._board is None else forms.not_of_this_set(self._form, self._board)
        if other is not None:
            self._open_form(other)

    @Slot()
    def form_send(self) -> None:
        form, board = self._form, self._board
        if form is None or board is None or self._form_arming.isActive() or forms.why_not(form, board):
            return
        ready = forms.order_of(form)
        if ready is not None and self._send(*ready, form.about):
            self._show_form(None)

    def _open_form(self, form: Form) -> None:
        """Its button is deaf for a moment: it may stand where the finger has just tapped."""
        if self._form_arming.interval():
            self._form_arming.start()
        self._show_form(form)

    def _show_form(self, form: Form | None) -> None:
        self._form = form
        shown: Row = {}
        board = self._board
        if form is None or board is None:
            self._fields.show([])
        else:
            wrong = forms.missing(form)
            field = form.field
            self._fields.show(
                [
                    {
                        "name": one.name,
                        "kind": one.kind,
                        "value": form.value(one.name),
                        "before": form.before.get(one.name, ""),
                        "choices": list(one.choices),
                        "good": one.name not in wrong,
                        "at": place == form.at,
                    }
                    for place, one in enumerate(form.fields)
                ]
            )
            why, step = forms.why_not(form, board), form.step
            card = Step(form.key) if step is None else step
            shown = {
                "key": form.key,
                "paragraph": form.paragraph,
                "detail": form.detail,
                "terminal": form.terminal,
                "round": card.round_no,
                "stale": form.stale,
                "why": why,
                "missing": list(wrong),
                "ready": not why,
                "who": forms.needs(form, board),
                "danger": form.key in forms.DANGER,
                "kind": "" if field is None else field.kind,
                "name": "" if field is None else field.name,
                "value": "" if field is None else form.value(field.name),
                "choices": [] if field is None else list(field.choices),
                "labels": list(form.labels),
                "card": form.card,
                "second": any(one.name == "second" for one in form.fields),
                "hands": [self._hand_row(hand) for hand in board.hands],
                "cardNo": card.card_no,
                "hand": card.hand,
                "handName": self._name(card.hand) if card.hand else "",
                "nth": card.nth,
                "foreign": forms.not_of_this_set(form, board) is not None,
                "preview": self._preview(form, board),
                "money": self._changed_money(form, board),
            }
        if shown != self._form_shown:
            self._form_shown = shown
            self.form_changed.emit()

    # --- language ----------------------------------------------------------------------------------------------------

    @Slot(str)
    def speak(self, language: str) -> None:
        if self.languages is None:
            return
        self.languages.select(language)
        self._language = language
        self.language_changed.emit()
        if self._board is not None:
            self.show(self._board)
        if self._form is not None:
            self._show_form(self._form)


def clock(wall_time: str) -> str:
    """20:45:12: what happens at a table may be seconds apart."""
    return local_time(wall_time, "HH:mm:ss")


def _asks(step: Step) -> bool:
    """Is there something to tap, or is it only said?"""
    return step.order is not None or step.key == "enter_card"


def _face(card: str) -> str:
    """10♠, for a line of text."""
    return card if card == "??" else f"{'10' if card[0] == 'T' else card[0]}{SUITS[card[1]]}"


# --- the window ------------------------------------------------------------------------------------------------------


class PanelWindow:
    """View and view model, taken apart in the right order: the engine goes before what it shows."""

    def __init__(
        self,
        give: Give,
        *,
        language: str = "en",
        size: tuple[int, int] | None = None,
        place: tuple[int, int] | None = None,
        arm_ms: int = ARM_MS,
    ) -> None:
        self.model = PanelModel(give, arm_ms)
        self.view = QQuickView()
        engine = self.view.engine()
        self.model.languages = looks.setup(engine)
        self.model.speak(language)
        engine.rootContext().setContextProperty("viewModel", self.model)
        self.view.setResizeMode(QQuickView.ResizeMode.SizeRootObjectToView)
        self.view.setTitle("ETG dealer panel")
        self.view.setSource(QUrl.fromLocalFile(str(QML / "Panel.qml")))
        if self.view.errors():
            raise OSError("\n".join(error.toString() for error in self.view.errors()))
        if size is None:
            self.view.showFullScreen()
        else:
            self.view.resize(*size)
            if place is not None:
                self.view.setPosition(*place)
            self.view.show()

    def close(self) -> None:
        self.view.setSource(QUrl())
        self.view.close()
        del self.view
