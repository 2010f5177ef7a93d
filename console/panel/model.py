"""The dealer panel's view model: shows finished `Board`s, and turns taps into orders.

Computes nothing, decides nothing and keeps nothing: closing or losing it does not touch the Round. The desk lives in
the worker's thread; here come only values.
"""
# ruff: noqa: N802  slots have the names that QML calls them by

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QTimer, Slot

from console.panel import forms, parts
from console.panel.board import Board
from console.panel.desk import About
from console.panel.forms import Form
from console.panel.ways import Step
from games.round import PlayerId
from looks.viewmodel import ViewModel
from protocol import messages as m

# A changed button is deaf for so long: the second tap of a double tap must not open the next Round.
ARM_MS: Final = 600

Give = Callable[[m.Order, m.Person | None, About], object]


class PanelModel(ViewModel):
    """`give` takes an order away to the table, `find` the number of a ticket; "": it is not looked at any more."""

    def __init__(self, give: Give, arm_ms: int = ARM_MS, find: Callable[[str], object] = lambda _number: None) -> None:
        super().__init__()
        self._give = give
        self._find = find
        self._board: Board | None = None
        self._places: tuple[str, str, list[str]] = ("", "", [])
        self._form: Form | None = None
        self._seat = ""  # the terminal whose sheet is open
        self._dismissed = (0, 0)  # refusals and losses that were read
        self._arming, self._form_arming = QTimer(self), QTimer(self)
        for timer in (self._arming, self._form_arming):
            timer.setSingleShot(True)
            timer.setInterval(arm_ms)
        self._arming.timeout.connect(self._tell_armed)
        self.tell((name, []) for name in parts.LISTS)
        self.tell((name, {}) for name in parts.MAPS)
        self._tell_armed()

    # --- a new Board -----------------------------------------------------------------------------------------------

    @Slot(object)
    def show(self, picture: Board) -> None:
        self._board = board = picture
        self._tell_board()
        step = self.part("step")
        # What stands under a finger.
        places = (step["key"], step["detail"], [step.key for step in (*board.steps, *board.more)])
        if places != self._places:
            self._places = places
            self._disarm()
        self._tell_seat()
        if self._form is not None:
            self._show_form(forms.seen_again(self._form, board))

    def _tell_board(self) -> None:
        if self._board is not None:
            refusals, losses = self._dismissed
            self.tell(parts.parts(self._board, refusals_read=refusals, losses_read=losses))

    def _tell_seat(self) -> None:
        board = self._board
        seat = next((seat for seat in (board.seats if board else ()) if seat.terminal == self._seat), None)
        shown = board and seat and parts.seat_part(seat, parts.Writing(board))
        self.tell([("seat", shown or {})])

    def _tell_armed(self) -> None:
        self.tell([("armed", not self._arming.isActive())])

    def _disarm(self) -> None:
        """Every step is deaf for a moment: the finger may have been on its way to what stood here before."""
        if self._arming.interval():
            self._arming.start()
            self._tell_armed()

    # --- taps: steps -------------------------------------------------------------------------------------------------

    @Slot()
    def tapNext(self) -> None:
        """The one next step, as it is shown now."""
        if self._board is not None and not self._arming.isActive():
            self._begin(self._board.next)

    @Slot(str)
    def tapStep(self, key: str) -> None:
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
            self._send(m.Attend(PlayerId(terminal)), None, self._board.about)

    @Slot(str, str, int)
    def serve(self, key: str, terminal: str, sitting: int) -> None:
        """Credit, payments, latches: for one terminal, or (a ticket) for whoever brings it."""
        if self._board is not None:
            self._open_form(forms.seat_form(key, self._board, terminal, sitting))

    @Slot()
    def putTicketAway(self) -> None:
        self._find("")

    # --- taps: the form ----------------------------------------------------------------------------------------------

    @Slot(int)
    def formField(self, at: int) -> None:
        self._change_form(lambda form: forms.go_to(form, at))

    @Slot(str)
    def formKey(self, key: str) -> None:
        self._change_form(lambda form: forms.press(form, key))

    @Slot(int)
    def formCard(self, at: int) -> None:
        self._change_form(lambda form: forms.choose_card(form, at))

    @Slot(int)
    def formMove(self, by: int) -> None:
        self._change_form(lambda form: forms.move(form, by))

    def _change_form(self, change: Callable[[Form], Form]) -> None:
        if self._form is not None:
            self._show_form(change(self._form))

    @Slot()
    def formCancel(self) -> None:
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
        if form is not None and board is not None and not self._form_arming.isActive() and forms.sought(form):
            if not board.cannot:
                self._find(forms.sought(form))
                self._show_form(None)
            return
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
        if form is None or self._board is None:
            self.tell([("fields", []), ("form", {})])
        else:
            self.tell([("fields", parts.fields_part(form)), ("form", parts.form_part(form, self._board))])

    # --- language ----------------------------------------------------------------------------------------------------

    @Slot(str)
    def speak(self, language: str) -> None:
        """Names are written here: all are told again."""
        super().speak(language)
        if self._board is not None:
            self.show(self._board)
