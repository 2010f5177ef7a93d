"""The part of the panel's view model that is about people: sign-on, relief, lock, signatures, badges that are shown.

Decides nothing: who somebody is, the console says. Here is only what a finger or a reader has begun. A PIN is dropped
as soon as it was sent, and reaches QML never.
"""
# ruff: noqa: N802  slots have the names that QML calls them by

import os
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import asdict, replace
from PySide6.QtCore import QElapsedTimer, QTimer, Slot

from console.panel import proving
from console.panel.board import Board
from console.panel.desk import About
from console.panel.people_parts import people_parts, proof_part, proposal_part, signers_part
from console.panel.proposals import read
from console.panel.proving import BADGE_MAX, BADGE_MIN, READER_MS, Keyboard, Proof
from looks.viewmodel import ViewModel
from protocol import messages as m
from protocol.events import SignatureRefused
from protocol.people import Proposal

FORGET_MS: Final = 30_000  # and a PIN that somebody has begun to type


class DemoPerson(Struct, frozen=True):
    """At a training table there is nothing to protect: what is typed there stands on the page."""

    name: str
    number: str
    pin: str


class Line(Protocol):
    """What a panel can ask of its table. It answers with the next Board."""

    def order(self, order: m.Order, about: About | None = None) -> object: ...

    def find(self, number: str) -> object: ...

    def sign_on(self, pin: str, number: str = "", badge: str = "") -> object: ...

    def sign_off(self, why: str = "person") -> object: ...

    def sign(self, proposal: Proposal, pin: str, number: str = "", badge: str = "") -> object: ...

    def withdraw(self, command_id: bytes) -> object: ...


class PeopleModel(ViewModel):
    def __init__(self, line: Line, lock_ms: int, demo: Sequence[DemoPerson]) -> None:
        super().__init__()
        self._line = line
        self._demo = demo
        self._board: Board | None = None
        self._locked = False  # here, and no Board has said it yet
        self._proof: Proof | None = None  # who is being asked for
        self._proposal: Proposal | None = None  # the order whose sheet is open
        self._fate = ""  # why it does not wait any more
        self._known: set[bytes] = set()  # proposals that this panel has opened by itself
        self._answer: m.SignOnAnswer | None = None
        self._unsigned: SignatureRefused | None = None
        self._standing = self._refusal = ""
        self._said = 0  # answers so far: the same one twice is news twice
        self._salt = os.urandom(16)
        self._badge = self._sent_badge = b""  # with which who is signed on has come, and what was sent last
        self._clock = QElapsedTimer()
        self._clock.start()
        self._wait_until = 0
        self._keyboard = Keyboard()
        self._typing, self._idle, self._forgetting = QTimer(self), QTimer(self), QTimer(self)
        for timer, ms in ((self._typing, READER_MS), (self._idle, lock_ms), (self._forgetting, FORGET_MS)):
            timer.setSingleShot(True)
            timer.setInterval(ms)
        self._typing.timeout.connect(self._pause)
        self._idle.timeout.connect(self._lock_idle)
        self._forgetting.timeout.connect(self._forget)

    # --- a new Board -----------------------------------------------------------------------------------------------

    def show(self, picture: Board) -> None:
        raise NotImplementedError

    def _as_locked(self, board: Board) -> Board:
        """Locked is locked: a Board may have been drawn before that was known."""
        self._locked = self._locked and board.me is not None
        return replace(board, me=None) if self._locked else board

    def _hear_people(self, board: Board) -> None:
        """Before it is shown: what was begun may be over."""
        before = None if self._board is None else self._board.me
        self._board = board
        self._hear_answer(board)
        self._hear_proposals(board)
        if board.me != before:
            self._hear_session(board)
        if board.me is None and self._proof is None:
            self._proof = Proof("sign_on")

    def _hear_session(self, board: Board) -> None:
        if self._proof is None or self._proof.purpose != "sign":
            self._ask(None)
        if board.me is None:
            self._badge = b""
            self._idle.stop()
        else:
            self._badge = self._sent_badge
            self._rest()
        self._sent_badge = b""

    def _hear_answer(self, board: Board) -> None:
        answer = board.answer
        if answer is None or answer == self._answer:
            return
        # Nothing about a refusal: the log may have told it before this answer came.
        self._answer, self._standing = answer, str(answer.standing)
        self._said += 1
        self._wait_until = self._clock.elapsed() + answer.wait_ms
        if self._proof is not None:
            self._proof = proving.again(self._proof)

    def _hear_proposals(self, board: Board) -> None:
        for proposal in board.proposals:
            if proposal.panel == board.panel and proposal.command_id not in self._known:
                self._known.add(proposal.command_id)
                self._open_sheet(proposal)
        opened = self._proposal
        if opened is None or opened in board.proposals:
            # The same fact, not an equal one: whoever tries again is told again.
            if opened is not None and board.unsigned is not None and board.unsigned is not self._unsigned:
                self._refuse(board.unsigned, opened)
            return
        fate = dict(board.fates).get(opened.command_id, "gone")
        if fate == "done":
            self.closeProposal()
        elif not self._fate:
            self._fate = fate
            self._ask(None)

    def _refuse(self, refused: SignatureRefused, opened: Proposal) -> None:
        self._unsigned = refused
        if refused.command_id == opened.command_id:
            self._refusal = refused.refusal.reason
            self._said += 1

    def _tell_people(self) -> None:
        board = self._board
        if board is None:
            return
        self.tell(people_parts(board))
        self.tell([("demo", [asdict(it) for it in self._demo] if board.placard.training else [])])
        self._tell_proof()
        fate = self._fate if self._proposal is not None else ""
        self.tell([("proposal", proposal_part(self._proposal, board, fate))])

    def _tell_proof(self) -> None:
        if self._board is None:
            return
        wait_ms = max(0, self._wait_until - self._clock.elapsed()) if self._standing else 0
        said = {"standing": self._standing, "refusal": self._refusal, "wait_ms": wait_ms, "said": self._said}
        about = self._proposal if self._proof is not None and self._proof.purpose == "sign" else None
        self.tell(
            [
                ("signers", signers_part(self._proof, about, self._board)),
                ("proof", proof_part(self._proof, self._board, **said)),  # type: ignore[arg-type]
            ]
        )

    # --- who is it? ------------------------------------------------------------------------------------------------

    def _ask(self, proof: Proof | None) -> None:
        """For somebody else, or for nobody: what was said to the one before is not said to him."""
        self._standing = self._refusal = ""
        self._wait_until = 0
        self._keyboard.spoil()
        locked = self._board is not None and self._board.me is None
        self._proof = Proof("sign_on") if proof is None and locked and self._proposal is None else proof

    @Slot()
    def relief(self) -> None:
        """Somebody takes over."""
        self._ask(Proof("relief"))
        self._tell_people()

    @Slot()
    def proveCancel(self) -> None:
        self._ask(None)
        self._tell_people()

    @Slot(str)
    def proveWho(self, number: str) -> None:
        if self._proof is not None and not self._busy:
            self._ask(proving.choose(self._proof, number))
            self._tell_proof()

    @Slot(str)
    def proveField(self, at: str) -> None:
        if self._proof is not None:
            self._proof = proving.go_to(self._proof, at)
            self._tell_proof()

    @Slot(str)
    def proveKey(self, key: str) -> None:
        if self._proof is None or self._busy:
            return
        after = proving.press(self._proof, key)
        if self._proof.at == "number":
            self._ask(after)
        self._proof = after
        self._forgetting.start()
        self._tell_proof()

    @Slot()
    def proveGo(self) -> None:
        """To the PIN; and with it to the console."""
        proof = self._proof
        if proof is None or self._busy or not proof.who:
            return
        if proof.at == "number":
            self._proof = proving.go_to(proof, "pin")
        elif proof.whole and self._board is not None and self._board.link == "joined":
            if proof.purpose == "sign" and not self._readable:
                return
            self._proof = proving.again(proof)
            self._standing = self._refusal = ""
            if proof.purpose == "sign" and self._proposal is not None:
                self._line.sign(self._proposal, proof.pin, proof.number, proof.badge)
            else:
                self._sent_badge = self._digest(proof.badge) if proof.badge else b""
                self._line.sign_on(proof.pin, proof.number, proof.badge)
        self._tell_proof()

    @property
    def _readable(self) -> bool:
        """Can all be read here that would be signed?"""
        return self._proposal is not None and self._board is not None and read(self._proposal, self._board).known

    @property
    def _busy(self) -> bool:
        return self._board is not None and self._board.asking

    @Slot()
    def lock(self) -> None:
        """The panel is left; the Round goes on."""
        self._lock("person")

    @Slot()
    def endShift(self) -> None:
        """Who is here goes home: from now on he is not on shift."""
        self._lock("shift")

    def _lock(self, why: str) -> None:
        """At once, whatever the link does; the console hears of it as soon as it can."""
        if self._board is not None and self._board.me is not None:
            self._line.sign_off(why)
            self._locked = True
            self.show(self._board)

    # --- an order that waits for a signature -------------------------------------------------------------------------

    def _open_sheet(self, proposal: Proposal) -> None:
        self._proposal, self._fate = proposal, ""
        self._ask(Proof("sign"))

    @Slot(str)
    def openProposal(self, proposal_id: str) -> None:
        board = self._board
        found = next((it for it in board.proposals if it.command_id.hex() == proposal_id), None) if board else None
        if found is not None:
            self._open_sheet(found)
            self._tell_people()

    @Slot()
    def closeProposal(self) -> None:
        """It waits on, and is in the strip of every page."""
        self._proposal, self._fate = None, ""
        self._ask(None)
        self._tell_people()

    @Slot()
    def withdraw(self) -> None:
        if self._proposal is not None and not self._fate:
            self._line.withdraw(self._proposal.command_id)

    # --- fingers, keys and badges ------------------------------------------------------------------------------------

    @Slot(bool)
    def touch(self, down: bool) -> None:
        """A finger is on the glass, or no more: only without one time passes until the panel locks."""
        if down:
            self._idle.stop()
            self._forgetting.stop()
        else:
            self._rest()

    def _rest(self) -> None:
        self._forgetting.start()  # whoever is signed on, or nobody
        if self._idle.interval() and self._board is not None and self._board.me is not None:
            self._idle.start()

    def _forget(self) -> None:
        """Whoever has begun to type his PIN has gone: nobody else finishes it."""
        if self._proof is not None and self._proof.pin:
            self._proof = proving.again(self._proof)
            self._tell_proof()

    def _lock_idle(self) -> None:
        self._lock("idle")

    @Slot(str)
    def typed(self, sign: str) -> None:
        """One sign of a keyboard, or of a reader that works like one."""
        self._rest()
        if not sign or not sign.isprintable():
            return
        self._take(self._keyboard.type(self._clock.elapsed(), sign))
        self._typing.start()
        self._tell_typing()

    @Slot()
    def typedEnd(self) -> None:
        """The key of a line's end. A line that could be a badge is one, however slowly it came: it reaches no field,
        and its end sends nothing. What is shorter a person has typed.
        """
        self._typing.stop()
        text = self._keyboard.end(self._clock.elapsed())
        if text is None:
            pass
        elif len(text) >= BADGE_MIN and not self._is_line(text):
            if len(text) <= BADGE_MAX:
                self._show_badge(text)
        elif not text or not self._takes_badges_only:
            self._take(text)
            self._finish()
        self._tell_typing()

    @Slot()
    def typedBack(self) -> None:
        """The key that takes the last sign away, also one that waits."""
        if not self._keyboard.back():
            self._take_back()
        self._tell_typing()

    def _pause(self) -> None:
        """Nothing came any more: a person has typed it, or it is nothing."""
        self._take(self._keyboard.pause())
        self._tell_typing()

    def _take(self, text: str) -> None:
        if text and not self._takes_badges_only:
            self._hand(text)

    @property
    def _takes_badges_only(self) -> bool:
        """Who is asked for taps, or shows a badge: whatever a keyboard sends is never shown."""
        return self._proof is not None

    def _is_line(self, text: str) -> bool:
        """Is it a bar code that is wanted now, and is this one?"""
        return False

    def _take_back(self) -> None:
        """The last sign of what a person has typed."""

    def _tell_typing(self) -> None:
        """How many signs wait until it is clear who types them."""

    def _hand(self, text: str) -> None:
        """What a person has typed."""

    def _finish(self) -> None:
        self.proveGo()

    def _show_badge(self, text: str) -> None:
        if self._proof is not None:
            self._ask(proving.show_badge(self._proof, text))
        elif self._badge and self._digest(text) == self._badge:
            self._lock("badge")
        elif self._board is not None and self._board.me is not None:
            self._ask(proving.show_badge(Proof("relief"), text))
        self._tell_people()

    def _digest(self, badge: str) -> bytes:
        """To know it again, without keeping it."""
        return blake2b(badge.encode(), key=self._salt).digest()
