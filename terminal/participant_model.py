"""The part of the terminal's view model that is about who plays (004): a pad for number and PIN, his coins, his break.

Decides nothing. A PIN is told to no screen, only how many of its digits were typed, and is dropped as it is sent.
"""
# ruff: noqa: N802  slots have the names that QML calls them by

import os
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Slot

from looks.money import Money
from looks.viewmodel import Part, ViewModel
from protocol.people import PIN_MAX, PIN_MIN
from terminal import intents as t
from terminal.screen import TerminalView

NUMBER_MIN: Final = 3
NUMBER_MAX: Final = 8


def participant_part(view: TerminalView) -> Part:
    """`here`: somebody is signed on, or nobody needs to be."""
    found, money = view.participant, Money(view.placard.exponent)
    if found is None:
        return {"needed": False, "here": True, "coin": "", "coins": [], "excluding": 0, "name": ""}
    return {
        "needed": True,
        "here": bool(found.number),
        "number": found.number,
        "name": found.name,
        "coin": found.coin,
        "coins": [{"code": code, "text": money.full(amount)} for code, amount in found.coins],
        "trying": found.trying,
        "standing": found.standing,
        "waitSeconds": -(-found.wait_ms // 1_000),
        "leaving": found.leaving,
        "choosing": found.choosing,
        "mayChoose": view.stake == 0 and view.asked_amount == 0 and view.link == "joined",
        "excluding": found.excluding,
    }


class ParticipantModel(ViewModel):
    def __init__(self, submit: Callable[[t.Intent], None]) -> None:
        super().__init__()
        self._submit = submit
        self._number = self._pin = ""
        self._at = "number"

    def _tell_pad(self) -> None:
        ready = len(self._number) >= NUMBER_MIN and len(self._pin) >= PIN_MIN
        self.tell([("pad", {"number": self._number, "dots": len(self._pin), "at": self._at, "ready": ready})])

    def _see_participant(self, view: TerminalView) -> None:
        """Whoever has come needs no pad; and nobody finds what somebody else has begun."""
        if view.participant is None or view.participant.number:
            self._number = self._pin = ""
            self._at = "number"
        self._tell_pad()

    @Slot(str)
    def pressPad(self, key: str) -> None:
        before = self._pin if self._at == "pin" else self._number
        longest = PIN_MAX if self._at == "pin" else NUMBER_MAX
        if key == "clear":
            after = ""
        elif key == "back":
            after = before[:-1]
        elif key.isascii() and key.isdecimal() and len(before) < longest:
            after = before + key
        else:
            return
        if self._at == "pin":
            self._pin = after
        else:
            self._number = after
        self._tell_pad()

    @Slot(str)
    def goTo(self, at: str) -> None:
        if at in ("number", "pin"):
            self._at = at
            self._tell_pad()

    @Slot()
    def forgetPad(self) -> None:
        """Nobody has touched it for a while."""
        self._number = self._pin = ""
        self._at = "number"
        self._tell_pad()

    @Slot()
    def signOn(self) -> None:
        number, pin, self._pin = self._number, self._pin, ""
        self._tell_pad()
        self._submit(t.SignOnHere(os.urandom(8), number, pin))

    @Slot()
    def signOff(self) -> None:
        self._submit(t.SignOffHere())

    @Slot(str)
    def chooseCoin(self, coin: str) -> None:
        self._submit(t.ChooseCoin(coin))

    @Slot(int)
    def excludeMyself(self, days: int) -> None:
        self._submit(t.ExcludeMyself(days))
