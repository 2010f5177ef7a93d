"""What every screen shows of the table, against what the examiner knows: the picture that all copies of the log fold.

Reads the picture of the console by its names, and takes nothing from it.
"""

from collections.abc import Mapping
from typing import Any, Final

from simulation.reference.state import DEALING, Play
from simulation.reference.tape import Objection

ROADS_MAX: Final = 120  # Rounds of a set that the roads keep
_ALIKE: Final = (
    *("round_no", "kept", "carried", "due", "undo", "day", "due_day", "due_since", "closed_day", "doubted_day"),
    *("countdown_ms", "shoes", "placard", "round_felt"),
)
_SHOE: Final = ("decks", "live", "by_hand", "burning", "rounds_left", "lost", "serial")


def compare(play: Play, view: Any) -> None:
    said = {name: getattr(view, name) for name in _ALIKE} | {f"shoe.{it}": getattr(view.shoe, it) for it in _SHOE}
    said |= {"phase": view.phase, "halts": set(view.halts), "hands": _texts(view.hands), "surplus": view.surplus}
    said |= {"felt": view.felt, "windows": [it.id for it in view.windows.values()], "boot": view.console_boot}
    said |= {"pending": list(view.shoe.pending), "last": view.shoe.last_seq, "withdrawn": bool(view.shoe.withdrawn)}
    said |= {"entered": [card.text for card in view.shoe.entered], "roads": [_road(it) for it in view.past]}
    if not play.opened:  # nothing is on display yet
        said["placard"] = play.placard
    if said != (wanted := _wanted(play)):
        differ = {name: (it, wanted[name]) for name, it in said.items() if it != wanted[name]}
        raise Objection(f"the picture is another one (as it is, as it must be): {differ}")
    if not play.shoe.foreign and view.shoe.left != play.shoe.left:
        raise Objection(f"{play.shoe.left} cards are left, not {view.shoe.left}")


def _wanted(play: Play) -> dict[str, Any]:
    shoe = play.shoe
    wanted = {name: getattr(play, name) for name in _ALIKE} | {f"shoe.{it}": getattr(shoe, it) for it in _SHOE}
    wanted |= {"kept": len(play.kept), "carried": len(play.carried), "phase": play.phase, "halts": play.halts}
    wanted |= {"hands": {side: tuple(cards) for side, cards in play.hands.items() if cards}}
    wanted |= {"surplus": len(play.surplus), "felt": play.shown_felt, "boot": play.boots}
    wanted |= {"windows": [] if play.window is None else [play.window], "pending": sorted(shoe.waiting)}
    wanted |= {"last": shoe.last, "withdrawn": shoe.withdrawn, "entered": shoe.entered}
    wanted["due"] = play.due if play.phase == DEALING else ""
    wanted["roads"] = [
        (number, {side: tuple(cards) for side, cards in was.hands.items() if cards}, was.void)
        for number, was in play.roads.items()
    ][-ROADS_MAX:]
    return wanted


def _texts(hands: Mapping[Any, Any]) -> dict[str, tuple[str, ...]]:
    return {str(hand): tuple(card.text if card else "" for card in cards) for hand, cards in hands.items() if cards}


def _road(past: Any) -> tuple[int, dict[str, tuple[str, ...]], bool]:
    return past.round_no, _texts(past.hands), past.void
