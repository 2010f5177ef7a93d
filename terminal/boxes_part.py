"""The boxes of a game for QML: plain maps and texts, as `viewmodel.py` hands over the rest. Does no sums."""

from typing import Any, Final

from games.box_face import HandFace, Option
from games.round import PlayerId
from looks.money import Money
from terminal.boxes_screen import BoxesShown, QuestionShown, TileShown
from terminal.screen import TerminalView

Part = dict[str, Any]

NOBODY: Final = PlayerId("")
# Of a game without boxes, and before the table is known: a felt may come sooner than its boxes, and stays when they go.
NO_TILE: Final = TileShown(
    *(1, NOBODY, NOBODY),
    mine=False,
    standing=0,
    total=0,
    room=None,
    hands=(),
    state="",
    fate="",
    active=False,
    staked=0,
    asked=False,
)
NO_BOXES: Final = BoxesShown((NO_TILE,), None, "", 0, 0, 0, -1, (), (), ())


def boxes_part(view: TerminalView) -> Part:
    money, found = Money(view.placard.exponent), view.boxes or NO_BOXES
    return {
        "there": view.boxes is not None,
        "stage": found.stage,
        "turn": found.turn,
        "turnName": found.asked_of.get(found.turn, ""),
        "home": found.home,
        "nextHome": found.next_home,
        "wants": found.wants,
        "dealer": _hand(found.dealer, money),
        "tiles": [_tile(tile, view, money) for tile in found.tiles],
        "questions": [_question(question, view, money) for question in found.questions],
        "answered": sum(1 for question in found.questions if question.key),
        "awaited": _awaited(view, found),
        "due": found.due,
        "own": [{"spot": spot, "amount": money.short(amount)} for spot, amount in found.in_play],
        "turns": [{"draw": it.draw, "face": it.face, "box": it.box, "index": it.index} for it in found.turns],
        "squeezes": found.squeezes,
        "othersTurn": found.others_turn,
        "inPlayText": money.any(sum(amount for _spot, amount in found.in_play)),
    }


def _tile(tile: TileShown, view: TerminalView, money: Money) -> Part:
    return {
        "box": tile.box,
        "name": tile.seated or tile.decides,
        "decides": tile.decides,
        "mine": tile.mine,
        "iDecide": tile.decides == view.terminal,
        "free": not tile.seated,
        "empty": not tile.total and not tile.hands,
        "standing": tile.standing,
        "totalText": money.any(tile.total),
        "roomText": "" if tile.room is None else money.short(tile.room),
        "full": tile.room == 0 and not tile.mine,
        "tight": tile.room is not None and tile.room * 10 <= tile.room + tile.total,  # the last tenth of it
        "hands": [_hand(hand, money) for hand in tile.hands],
        "state": tile.state,
        "fate": tile.fate,
        "active": tile.active,
        "stakedText": money.any(tile.staked),
        "asked": tile.asked,
        "answer": tile.answer,
        "gainText": "" if tile.gain is None else money.change(tile.gain, whole=True),
        "won": (tile.gain or 0) > 0,
    }


def _hand(hand: HandFace | None, money: Money) -> Part:
    if hand is None:
        return {
            "hand": "",
            "cards": [],
            "total": "",
            "state": "",
            "active": False,
            "out": False,
            "stakes": "",
            "waits": "",
        }
    return {
        "hand": hand.hand,
        "cards": list(hand.cards),
        "total": hand.total,
        "state": hand.state,
        "active": hand.active,
        "out": hand.out,
        "stakes": " + ".join(money.short(stake) for stake in hand.stakes),
        "waits": hand.waits,
    }


def _question(question: QuestionShown, view: TerminalView, money: Money) -> Part:
    return {
        "box": question.box,
        "kind": question.kind,
        "hand": question.hand,
        "total": question.total,
        "stakeText": money.short(question.stake),
        "behind": question.behind,
        "options": [_option(option, view, money) for option in question.options],
        "default": question.default,
        "key": question.key,
        "registered": question.registered,
    }


def _option(option: Option, view: TerminalView, money: Money) -> Part:
    return {
        "key": option.key,
        "adds": option.adds,
        "addsText": money.any(option.adds),
        "why": option.why,
        "dear": option.adds > view.spendable,
        "less": bool(option.spot) and option.adds > option.least,
        "brings": {name: money.change(amount, whole=True) for name, amount in option.brings},
    }


def _awaited(view: TerminalView, found: BoxesShown) -> Part:
    """Who is asked now, besides this Player; of several, how many."""
    others = [it for it in found.deciders if it[2] != view.terminal]
    if not others:
        return {"kind": "", "box": 0, "name": "", "who": "", "count": 0}
    kind, box, who = others[0]
    count = len({it[2] for it in others})
    return {"kind": kind, "box": box, "name": found.asked_of[box], "who": who, "count": count}


def shuffle_part(view: TerminalView) -> Part:
    """What the Player may copy down and check elsewhere; all in hex."""
    found = view.shuffle
    if found is None:
        return {"there": False}
    last: Part = {"there": False}
    if found.last is not None:
        it = found.last
        last = {
            "there": True,
            "roundNo": it.round_no,
            "commitment": it.commitment.hex(),
            "seed": it.seed.hex(),
            "salt": it.salt.hex(),
            "nonces": [
                {"terminal": part.terminal, "value": part.value.hex(), "opened": part.opened} for part in it.parts
            ],
            "fair": not found.wrong,
            "wrong": found.wrong,
        }
    return {
        "there": True,
        "table": found.table,
        "roundNo": found.round_no,
        "commitment": found.commitment,
        "bound": list(found.bound),
        "own": found.own,
        "mixed": found.mixed,
        "lost": found.lost,
        "last": last,
    }
