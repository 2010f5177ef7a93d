"""The table display: a big screen for everybody around the table. Its worker, its view model and its window.

Turns a finished `DisplayView` into properties, and has nothing to tap. Must never know a Bet, and decides nothing:
losing it does not touch the Round.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import Slot

from games.box_face import BoxFace, HandFace
from games.catalog import find_face
from games.face import DISPLAY, Pay, Shown
from games.money import write_amount
from games.round import BoxNow, Limit
from looks import words
from looks.felts import felt_part
from looks.viewmodel import Part, ViewModel
from looks.window import Window
from protocol.config import PeerConfig
from protocol.keys import load_verifier
from protocol.peer import Peer
from protocol.process import Log, now_ms
from terminal.display.view import DisplayView, HandOnShow, Spectator, show

MAIN: Final = Path(__file__).parent / "qml" / "Display.qml"
NO_LIMIT: Final = Limit()


# --- the worker ------------------------------------------------------------------------------------------------------


class Watcher:
    """Owns the sockets and the core, in a thread of its own; hands out finished pictures."""

    def __init__(
        self, config: PeerConfig, boot: int, shown: Callable[[DisplayView], None], log: Log | None = None
    ) -> None:
        verify = load_verifier(config.console_key, config.table).verify
        self.spectator = Spectator(config.name, config.table, boot, os.urandom(8), verify)
        self.peer = Peer(config, log)
        self.stopping = False
        self._shown = shown
        self._picture: DisplayView | None = None

    @property
    def ended(self) -> str:
        """Why it is shut out for good; "" if it is not."""
        return self.spectator.listener.stopped or self.spectator.listener.denied

    def stop(self) -> None:
        self.stopping = True
        self.peer.ring()

    def close(self) -> None:
        self.peer.close()

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
        self.spectator.listener.line = self.peer.fault
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
        **felt_part(view.game, DISPLAY),
        "currency": view.placard.currency,
        "training": view.placard.training,
        "round": view.round_no,
        "automatic": view.placard.automatic,
        "decks": view.placard.decks,
        "shoe": view.shoe_no,
        "cardsLeft": view.cards_left,
        "shoeEnds": view.shoe_ends,
        "phase": "deciding" if view.deciding else view.phase.value,
        "due": view.due,
        "dueName": view.due if view.boxes is None else view.boxes.name_of(view.due),
        "void": view.void,
        "certified": view.certified,
        "corrected": view.corrected,
        "link": view.link.value,
        "fault": view.fault.value,
        "halts": [{"reason": halt.reason, "paragraph": halt.paragraph} for halt in view.halts],
    }


def clock_part(view: DisplayView) -> Part:
    return {"leftMs": view.left_ms, "countdownMs": view.countdown_ms, "lastCallMs": view.placard.last_call_ms}


def _hands(hands: tuple[HandOnShow, ...]) -> Part:
    return {
        hand.hand: {"cards": list(hand.cards), "points": -1 if hand.points is None else hand.points} for hand in hands
    }


def last_part(view: DisplayView) -> Part:
    last = view.last
    if last is None:
        return {"round": 0, "hands": {}, "void": False, **_result(None)}
    return {"round": last.round_no, "hands": _hands(last.hands), "void": last.void, **_result(last.result)}


def _result(found: Shown | None) -> Part:
    if found is None:
        return {"winner": "", "points": 0, "also": []}
    return {"winner": found.winner, "points": found.points, "also": list(found.also)}


def _pays(pays: tuple[Pay, ...]) -> list[Part]:
    """What pays in many ways is told by its least and its most."""
    if len(pays) <= 2:
        return [{"odds": words.ratio(str(line.odds)), "when": line.when} for line in pays]
    odds = sorted((line.odds for line in pays), key=lambda odds: odds.pays / odds.to)
    return [{"odds": f"{words.ratio(str(odds[0]))} – {words.ratio(str(odds[-1]))}", "when": ""}]  # noqa: RUF001


def limits_part(view: DisplayView) -> list[Part]:
    """One line for each place to bet, and each coin that is played with: what it pays, and what may be bet there."""
    exponent = view.placard.exponent
    lines = []
    layout = find_face(view.game).layout  # what comes later, a double or the like, has no place of its own
    spots = [(spot, pay) for spot, pay in view.pays.items() if not layout or spot in layout]
    for coin, limits in (view.felt.coins or {"": view.felt.limits}).items():
        for spot, pay in spots:
            limit = limits.get(spot, NO_LIMIT)
            lines.append(
                {
                    "spot": spot,
                    "coin": coin,
                    "pays": _pays(pay),
                    "least": write_amount(limit.min, exponent, whole=True) if limits else "",
                    "most": "" if limit.max is None else write_amount(limit.max, exponent, whole=True),
                }
            )
    return lines


def coin_on(view: DisplayView, face: BoxFace | None, lies: BoxNow | None) -> str:
    """In which the Bet on a box is, where there are several: one participant alone is on it. "": there is one coin."""
    if face is not None and face.players:
        return view.felt.plays.get(face.players[0], "")
    return "" if lies is None else lies.coin


NO_HAND: Final[Part] = {"cards": [], "total": "", "state": "", "out": False}


def boxes_part(view: DisplayView) -> Part:
    """Of a game that has them: each box with its Hands, or with what lies on it while Bets are open."""
    table, exponent = view.boxes, view.placard.exponent
    if table is None:
        return {"there": False, "dealer": NO_HAND, "tiles": [], "awaited": []}
    faces, now = {it.box: it for it in table.boxes}, {it.box: it for it in view.on_boxes}
    dealer = table.dealer
    tiles = []
    for box in range(1, view.felt.boxes + 1):
        face, lies = faces.get(box), now.get(box)
        players = len(face.players) if face is not None else 0 if lies is None else lies.players
        total = face.total if face is not None else 0 if lies is None else lies.total
        tiles.append(
            {
                "box": box,
                "name": view.felt.seats.get(box, ""),
                "players": players,
                "coin": coin_on(view, face, lies),
                "totalText": write_amount(total, exponent, whole=True) if total else "",
                "hands": [] if face is None else [box_hand(hand) for hand in face.hands],
                "state": "" if face is None else face.state,
                "fate": "" if face is None else face.fate,
                "active": face is not None and face.active,
            }
        )
    return {
        "there": True,
        "dealer": NO_HAND if dealer is None else box_hand(dealer),
        "tiles": tiles,
        "awaited": [
            {"kind": kind, "box": box, "name": table.asked_of(box), "who": who} for kind, box, who in view.awaited
        ],
    }


def box_hand(hand: HandFace) -> Part:
    return {
        "hand": hand.hand,
        "cards": list(hand.cards),
        "total": hand.total,
        "state": hand.state,
        "active": hand.active,
        "out": hand.out,
    }


PARTS: Final[Mapping[str, Callable[[DisplayView], Any]]] = {
    "table": table_part,
    "clock": clock_part,
    "hands": lambda view: _hands(view.hands),
    "boxes": boxes_part,
    "surplus": lambda view: view.surplus,
    "kept": lambda view: view.kept,
    "turning": lambda view: view.turning,
    "crowd": lambda view: {side.kind: {"heads": side.heads, "share": side.share} for side in view.crowd},
    "result": lambda view: _result(view.result),
    "last": last_part,
    "limits": limits_part,
    "road": lambda view: " ".join(view.road),
}


class DisplayModel(ViewModel):
    """Nothing to tap."""

    def __init__(self, view: DisplayView) -> None:
        super().__init__()
        self.show(view)

    @Slot(object)
    def show(self, picture: DisplayView) -> None:
        self._languages = picture.placard.languages
        self.play(picture.game)
        self.tell((name, part(picture)) for name, part in PARTS.items())

    @Slot(str, str, str, result=str)
    def second(self, kind: str, key: str, language: str) -> str:
        """The same in a second language that this table offers; "" if there is none."""
        other = words.second_language(language, self._languages)
        return words.word(self.game, kind, key, other) if other else ""


# --- the window ------------------------------------------------------------------------------------------------------


class DisplayWindow(Window):
    """Knows no socket."""

    def __init__(self, view: DisplayView, *, language: str = "en", size: tuple[int, int] = (1920, 1080)) -> None:
        self.model = DisplayModel(view)
        super().__init__(MAIN, self.model, title="ETG display", language=language, size=size)


def at_table(config: PeerConfig, boot: int, log: Log, *, language: str) -> tuple[DisplayWindow, Watcher]:
    """A window, and the Watcher that feeds it once it is started."""

    def pictured(view: DisplayView) -> None:
        window.model.pictured.emit(view)

    watcher = Watcher(config, boot, pictured, log)
    window = DisplayWindow(show(watcher.spectator, now_ms()), language=language)
    window.load()
    return window, watcher
