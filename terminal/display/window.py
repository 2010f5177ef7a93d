"""The table display: a big screen for everybody around the table. Its worker, its view model and its window.

Turns a finished `DisplayView` into properties, and has nothing to tap. Must never know a Bet, and decides nothing:
losing it does not touch the Round.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import Property, QObject, Signal, Slot
from PySide6.QtQml import QQmlPropertyMap

from games.face import Shown
from games.money import write_amount
from games.round import Limit
from looks import words
from looks.window import Pane, Worker
from protocol.config import PeerConfig
from protocol.peer import Peer
from protocol.process import now_ms
from terminal.display.view import DisplayView, HandOnShow, Spectator, show

MAIN: Final = Path(__file__).parent / "qml" / "Display.qml"
NO_LIMIT: Final = Limit()
Part = Any  # plain values that QML can compare


# --- the worker ------------------------------------------------------------------------------------------------------


class Watcher:
    """Owns the sockets and the core, in a thread of its own; hands out finished pictures."""

    def __init__(self, config: PeerConfig, boot: int, shown: Callable[[DisplayView], None]) -> None:
        self.spectator = Spectator(config.name, config.table, boot, os.urandom(8))
        self.peer = Peer(config)
        self.stopping = False
        self._shown = shown
        self._picture: DisplayView | None = None

    def stop(self) -> None:
        self.stopping = True
        self.peer.ring()

    def run(self) -> None:
        """Until `stop`."""
        while not self.stopping:
            self.turn()
            if not self.stopping:
                listener = self.spectator.listener
                self.peer.wait(listener.wake_ms(now_ms()), listener.liveness.dies_ms())

    def turn(self) -> None:
        for news in self.peer.news():
            self.spectator.receive(now_ms(), news)
        self.peer.send(self.spectator.listener.outgoing(now_ms()))
        picture = show(self.spectator, now_ms())
        if picture != self._picture:
            self._picture = picture
            self._shown(picture)


# --- the parts of a picture ------------------------------------------------------------------------------------------


def table_part(view: DisplayView) -> Part:
    return {
        "name": view.placard.name,
        "game": view.game,
        "currency": view.placard.currency,
        "round": view.round_no,
        "shoe": view.shoe_no,
        "cardsLeft": view.cards_left,
        "shoeEnds": view.shoe_ends,
        "phase": view.phase,
        "due": view.due,
        "void": view.void,
        "certified": view.certified,
        "corrected": view.corrected,
        "link": view.link,
        "halts": [{"reason": halt.reason, "paragraph": halt.paragraph} for halt in view.halts],
    }


def clock_part(view: DisplayView) -> Part:
    last_call_ms = view.placard.last_call_ms
    return {"leftMs": view.left_ms, "countdownMs": view.countdown_ms, "lastCallMs": last_call_ms}


def hands_part(view: DisplayView) -> Part:
    return _hands(view.hands)


def _hands(hands: tuple[HandOnShow, ...]) -> Part:
    return {
        hand.hand: {"cards": list(hand.cards), "points": -1 if hand.points is None else hand.points} for hand in hands
    }


def last_part(view: DisplayView) -> Part:
    last = view.last
    if last is None:
        return {"round": 0, "hands": {}, "void": False, **_result(None)}
    return {"round": last.round_no, "hands": _hands(last.hands), "void": last.void, **_result(last.result)}


def result_part(view: DisplayView) -> Part:
    return _result(view.result)


def surplus_part(view: DisplayView) -> Part:
    return list(view.surplus)


def _result(found: Shown | None) -> dict[str, Part]:
    if found is None:
        return {"winner": "", "points": 0, "also": []}
    return {"winner": found.winner, "points": found.points, "also": list(found.also)}


def limits_part(view: DisplayView) -> Part:
    """One line for each place to bet: what it pays, and what may be bet there."""
    exponent = view.placard.exponent
    lines = []
    for spot, pay in view.pays.items():
        limit = view.felt.limits.get(spot, NO_LIMIT)
        lines.append(
            {
                "spot": spot,
                "pays": [{"odds": words.ratio(str(line.odds)), "when": line.when} for line in pay],
                "least": write_amount(limit.min, exponent, whole=True) if view.felt.limits else "",
                "most": "" if limit.max is None else write_amount(limit.max, exponent, whole=True),
            }
        )
    return lines


def road_part(view: DisplayView) -> str:
    return " ".join(view.road)


PARTS: Final[Mapping[str, Callable[[DisplayView], Part]]] = {
    "table": table_part,
    "clock": clock_part,
    "hands": hands_part,
    "surplus": surplus_part,
    "result": result_part,
    "last": last_part,
    "limits": limits_part,
    "road": road_part,
}


class DisplayModel(QObject):
    """What QML sees: `shown`, with one value for each part of the picture."""

    pictured = Signal(object)  # a DisplayView, from the worker's thread

    def __init__(self, view: DisplayView) -> None:
        super().__init__()
        self._shown = QQmlPropertyMap.create(self)
        self._parts: dict[str, Part] = {}
        self._languages: tuple[str, ...] = ()
        self._game = ""
        self.pictured.connect(self.show)
        self.show(view)

    @Slot(object)
    def show(self, view: DisplayView) -> None:
        """The next picture. Only what has changed is told to QML."""
        self._languages, self._game = view.placard.languages, view.game
        for name, part in PARTS.items():
            found = part(view)
            if name not in self._parts or found != self._parts[name]:
                self._parts[name] = found
                self._shown.insert(name, found)

    @Property(QObject, constant=True)
    def shown(self) -> QObject:
        return self._shown

    @Slot(str, str, str, result=str)
    def second(self, kind: str, key: str, language: str) -> str:
        """The same in a second language that this table offers; "" if there is none."""
        other = words.second_language(language, self._languages)
        return words.word(self._game, kind, key, other) if other else ""

    @Slot(str, str, str, result=str)
    def word(self, kind: str, key: str, _language: str = "") -> str:
        """Our keys in the language of the screen; whoever names that is asked again when it changes."""
        return words.word(self._game, kind, key)


# --- the window ------------------------------------------------------------------------------------------------------


class Display(Pane):
    """Engine, view model and window. Knows no socket."""

    model: DisplayModel

    def __init__(self, view: DisplayView, *, language: str = "en", size: tuple[int, int] = (1920, 1080)) -> None:
        super().__init__(MAIN, title="ETG display", language=language, size=size)
        self.model = DisplayModel(view)


class DisplayWindow:
    """A Display with a Watcher behind it."""

    def __init__(self, config: PeerConfig, boot: int, *, language: str) -> None:
        self.watcher = Watcher(config, boot, self._shown)
        self._worker = Worker(self.watcher.run, "display")
        self.display = Display(show(self.watcher.spectator, now_ms()), language=language)
        self.display.load()
        self.show, self.start, self.check = self.display.show, self._worker.start, self._worker.check

    def _shown(self, view: DisplayView) -> None:
        """In the worker's thread."""
        self.display.model.pictured.emit(view)

    def close(self) -> None:
        """The worker first, so that no picture comes to a screen that is gone."""
        self.watcher.stop()
        self._worker.join()
        self.watcher.peer.close()
        self.display.close()
