"""The dealer panel's view model: shows finished `Board`s, and turns taps into orders.

Computes nothing, decides nothing and keeps nothing: closing or losing it does not touch the Round. The desk lives in
the worker's thread; here come only values.
"""
# ruff: noqa: N802  slots have the names that QML calls them by

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QTimer, Slot

from console.panel import form_parts, forms, parts, taps
from console.panel.board import Board
from console.panel.desk import About
from console.panel.forms import Form
from console.panel.people_model import DemoPerson, Line, PeopleModel
from games.round import PlayerId
from protocol import messages as m
from protocol import turning
from protocol.situation import Step

# A changed button is deaf for so long: the second tap of a double tap must not open the next Round.
ARM_MS: Final = 600
# Bets that were opened less than this ago are not closed by a tap: the button is held.
HOLD_MS: Final = 5_000
CERTIFIES: Final = ("certify", "certify_initial")


class PanelModel(PeopleModel):
    """`line` takes orders away to the table; the panel locks after so long without a touch, never if that is 0."""

    def __init__(
        self, line: Line, arm_ms: int = ARM_MS, lock_ms: int = 0, demo: Sequence[DemoPerson] = (), *, hold_ms: int = 0
    ) -> None:
        super().__init__(line, lock_ms, demo)
        self._places: tuple[str, str, list[str]] = ("", "", [])
        self._form: Form | None = None
        self._seat = ""  # the terminal whose sheet is open
        self._dismissed = (0, 0)  # refusals and losses that were read
        self._arming, self._form_arming = QTimer(self), QTimer(self)
        for timer in (self._arming, self._form_arming):
            timer.setSingleShot(True)
            timer.setInterval(arm_ms)
        self._arming.timeout.connect(self._tell_armed)
        self._young = QTimer(self)  # runs in the first seconds of a window
        self._window: m.WindowId | None = None
        self._young.setSingleShot(True)
        self._young.setInterval(hold_ms)
        self._young.timeout.connect(self._tell_holds)
        self._first, self._turning = QTimer(self), QTimer(self)  # while Players may turn cards, and are waited for
        for timer, wait_ms in ((self._first, turning.FIRST_MS), (self._turning, turning.ALL_MS)):
            timer.setSingleShot(True)
            timer.setInterval(wait_ms)
            timer.timeout.connect(self._tell_turns)
        self._lies: tuple[int, tuple[str, ...]] = (0, ())  # the cards that they turn
        self.tell((name, []) for name in parts.LISTS)
        self.tell((name, {}) for name in parts.MAPS)
        self._tell_armed()
        self._tell_holds()
        self._tell_turns()
        self._tell_typing()

    # --- a new Board -----------------------------------------------------------------------------------------------

    @Slot(object)
    def show(self, picture: Board) -> None:
        board = self._as_locked(picture)
        before = None if self._board is None else self._board.me
        self._hear_people(board)
        if board.me != before:
            self._leave()
        self._tell_board()
        self.play(board.game)
        self._tell_people()
        step = self.part("step")
        # What stands under a finger.
        offered = (*board.steps, *board.more, *forms.guided(board))
        places = (step["key"], step["detail"], [step.key for step in offered])
        if places != self._places:
            self._places = places
            self._disarm()
        self._hold(board)
        self._wait_for_turns(board)
        self._tell_seat()
        if self._form is not None:
            self._show_form(forms.seen_again(self._form, board))

    def _tell_board(self) -> None:
        if self._board is not None:
            refusals, losses = self._dismissed
            self.tell(parts.parts(self._board, refusals_read=refusals, losses_read=losses))

    def _leave(self) -> None:
        """Nobody is signed on, or somebody else: what was begun here is nobody's."""
        self._seat = ""
        if self._form is not None:
            self._show_form(None)

    def _tell_seat(self) -> None:
        board = self._board
        seat = next((seat for seat in (board.seats if board else ()) if seat.terminal == self._seat), None)
        shown = board and seat and parts.seat_part(seat, parts.Writing(board))
        self.tell([("seat", shown or {})])

    def _tell_armed(self) -> None:
        self.tell([("armed", not self._arming.isActive())])

    def _hold(self, board: Board) -> None:
        """Bets that have just been opened: a tap that was meant for something else must not close them."""
        if board.about.window != self._window:
            self._window = board.about.window
            if self._window is not None and self._young.interval():
                self._young.start()
            self._tell_holds()

    def _wait_for_turns(self, board: Board) -> None:
        """A certificate ends the Round for whoever still turns his cards: it waits, as long as the big screen does."""
        lies = (board.round_no, board.drawn)
        if lies != self._lies:
            self._lies = lies
            for timer in (self._first, self._turning):
                timer.stop()
                if board.sight.view.in_round and board.sight.view.round_felt.squeeze and not board.boxes:
                    timer.start()
        self._tell_turns()

    @property
    def _turners(self) -> list[str]:
        """Whose cards are waited for; nobody's any more when the time is over."""
        seats = () if self._board is None or not (self._turning.isActive() or self._lie_covered) else self._board.seats
        return [str(seat.terminal) for seat in seats if seat.turning]

    @property
    def _waits_for_turns(self) -> bool:
        """Or they cannot have said so yet."""
        return bool(self._turners) or self._first.isActive() or self._lie_covered

    @property
    def _lie_covered(self) -> bool:
        """Cards of boxes lie face down until they are turned; the table sees to it that this ends."""
        return self._board is not None and self._board.boxes is not None and None in self._board.sight.view.acts

    def _tell_turns(self) -> None:
        self.tell([("turners", self._turners), ("turns", self._waits_for_turns)])

    def _tell_holds(self) -> None:
        self.tell([("holds", self._young.isActive())])

    def _disarm(self) -> None:
        """Every step is deaf for a moment: the finger may have been on its way to what stood here before."""
        if self._arming.interval():
            self._arming.start()
            self._tell_armed()

    # --- taps: steps -------------------------------------------------------------------------------------------------

    @Slot()
    def tapNext(self) -> None:
        """The one next step, as it is shown now."""
        board = self._board
        if board is None or self._arming.isActive() or (board.next.key == "close_bets" and self._young.isActive()):
            return
        if board.next.key in CERTIFIES and self._waits_for_turns:
            return
        self._begin(board.next)

    @Slot()
    def holdNext(self) -> None:
        """The same, by a finger that stays: it is meant."""
        board = self._board
        if board is not None and not self._arming.isActive() and board.next.key not in CERTIFIES:
            self._begin(board.next)

    @Slot(str)
    def tapStep(self, key: str) -> None:
        """Another step that is offered now; one that is not offered any more is nothing."""
        board = self._board
        step = next((step for step in forms.offered(board) if step.key == key), None) if board is not None else None
        waits = step is not None and step.key in CERTIFIES and self._waits_for_turns
        if step is not None and not waits and not self._arming.isActive():
            self._begin(step)

    @Slot(int)
    def recall(self, roundNo: int) -> None:  # noqa: N803  as QML calls it
        """This Round, which is in the list, shall be at hand to be corrected."""
        board = self._board
        offered = board is not None and any(step.key == "recall_round" for step in board.more)
        if board is not None and offered and not self._arming.isActive() and not board.waiting:
            self._send(m.RecallRound(roundNo), board.about)

    @Slot(int, int)
    def tapChoice(self, guide: int, choice: int) -> None:
        """What a guide offers, by its place: what stands there is what was there when the finger came."""
        board = self._board
        if board is None or self._arming.isActive() or guide >= len(board.guides):
            return
        choices = board.guides[guide].choices
        if choice < len(choices):
            self._begin(choices[choice].step)

    @Slot(int)
    def tapAnswer(self, place: int) -> None:
        """What a Player who is asked something has said to staff."""
        board = self._board
        if board is not None and not self._arming.isActive() and 0 <= place < len(board.answers):
            self._begin(board.answers[place])

    def _begin(self, step: Step) -> None:
        board = self._board
        if board is None or board.waiting:
            return
        form = forms.form_for(step, board)
        if form is not None:
            self._open_form(form)
        elif step.order is not None:
            self._send(step.order, board.about)

    def _send(self, order: m.Order, about: About) -> bool:
        """The one way out. What cannot be sent now is not kept for later: it would be obeyed when nobody expects it."""
        if self._board is None or self._board.cannot:
            return False
        self.dismiss()
        self._disarm()  # until the Board says that it is under way, a second tap would be a second order
        self._line.order(order, about)
        return True

    @Slot()
    def dismiss(self) -> None:
        """The refusal, or that an order was lost, was read."""
        if self._board is not None:
            self._dismissed = self._board.refusals, self._board.lost
            self._tell_board()

    # --- taps: seats -------------------------------------------------------------------------------------------------

    @Slot(str)
    def openSeat(self, terminal: str) -> None:
        """Its sheet; "" closes it."""
        self._seat = terminal
        self._tell_seat()

    @Slot(str)
    def attend(self, terminal: str) -> None:
        if self._board is not None and not self._arming.isActive():
            self._send(m.Attend(PlayerId(terminal)), self._board.about)

    @Slot(str, str, int)
    def serve(self, key: str, terminal: str, sitting: int) -> None:
        """Credit, payments, latches: for one terminal, or (a ticket) for whoever brings it."""
        if self._board is not None:
            self._open_form(forms.seat_form(key, self._board, terminal, sitting))

    @Slot()
    def putTicketAway(self) -> None:
        self._line.find("")

    # --- taps: the form ----------------------------------------------------------------------------------------------

    @Slot(int)
    def formField(self, at: int) -> None:
        self._change_form(lambda form: taps.go_to(form, at))

    @Slot(str)
    def formKey(self, key: str) -> None:
        self._change_form(lambda form: taps.press(form, key))

    @Slot(int)
    def formCard(self, at: int) -> None:
        self._change_form(lambda form: taps.choose_card(form, at))

    @Slot(int)
    def formMove(self, by: int) -> None:
        self._change_form(lambda form: taps.move(form, by))

    @Slot()
    def formAdd(self) -> None:
        self._change_form(taps.add_card)

    @Slot()
    def formRemove(self) -> None:
        self._change_form(taps.remove_card)

    def _change_form(self, change: Callable[[Form], Form]) -> None:
        if self._form is not None:
            self._show_form(change(self._form))

    # --- a keyboard that is plugged in -------------------------------------------------------------------------------

    def _is_line(self, text: str) -> bool:
        field = None if self._form is None else self._form.field
        wanted = field is not None and field.kind == "ticket"
        return wanted and text.isascii() and text.isdigit() and len(text) == forms.DIGITS_MAX

    def _take_back(self) -> None:
        self.formKey(taps.BACK)

    def _tell_typing(self) -> None:
        self.tell([("typing", len(self._keyboard) if self._form is not None and self._proof is None else 0)])

    def _hand(self, text: str) -> None:
        for sign in text.upper():
            self._change_form(lambda form, sign=sign: taps.press(form, sign))  # type: ignore[misc]

    def _finish(self) -> None:
        if self._form is not None and self._proof is None:
            self.formSend()
        else:
            super()._finish()

    @Slot()
    def formCancel(self) -> None:
        self._keyboard.spoil()
        self._show_form(None)

    @Slot()
    def formForeign(self) -> None:
        """The card that was to be entered is none of this set."""
        other = None if self._form is None or self._board is None else forms.not_of_this_set(self._form, self._board)
        if other is not None:
            self._open_form(other)

    @Slot()
    def formSend(self) -> None:
        form, board = self._form, self._board
        if self._keyboard:  # more is being typed, and nobody knows yet by whom
            return
        if form is not None and board is not None and not self._form_arming.isActive() and forms.sought(form):
            if not board.cannot:
                self._line.find(forms.sought(form))
                self._show_form(None)
            return
        if form is None or board is None or self._form_arming.isActive() or forms.why_not(form, board):
            return
        ready = forms.order_of(form)
        if ready is not None and self._send(ready, form.about):
            self._show_form(None)

    def _open_form(self, form: Form) -> None:
        """Its button is deaf for a moment: it may stand where the finger has just tapped."""
        if self._form_arming.interval():
            self._form_arming.start()
        self._keyboard.spoil()
        self._show_form(form)

    def _show_form(self, form: Form | None) -> None:
        self._form = form
        if form is None or self._board is None:
            self.tell([("fields", []), ("form", {})])
        else:
            self.tell(
                [
                    ("fields", form_parts.fields_part(form, self._board)),
                    ("form", form_parts.form_part(form, self._board)),
                ]
            )

    # --- language ----------------------------------------------------------------------------------------------------

    @Slot(str)
    def speak(self, language: str) -> None:
        """Names are written here: all are told again."""
        super().speak(language)
        if self._board is not None:
            self.show(self._board)
