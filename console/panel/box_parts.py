"""The boxes of a game as the panel's QML sees them: hands and totals, who is awaited, what a box has on it."""

from typing import Any

from console.panel.board import Board
from games.box_face import BoxTable, HandFace
from games.catalog import find_face
from looks.money import Money
from protocol import messages as m

Part = dict[str, Any]
NO_SUMS: Part = {"inPlay": "", "settled": ""}
NO_DEALER: Part = {"hand": "dealer", "cards": [], "total": "", "state": "", "active": False, "out": False}


def boxes_part(board: Board, money: Money) -> Part:
    table = board.boxes
    if table is None:
        return {
            "there": False,
            "tiles": [],
            "dealer": NO_DEALER,
            "awaited": [],
            "stage": "",
            "otherwise": "",
            **NO_SUMS,
        }
    asked = {it.window.box: it.window for it in board.sight.view.windows.values() if it.window.box}
    faces, now = {it.box: it for it in table.boxes}, {it.box: it for it in board.on_boxes}
    tiles = []
    for box in range(1, board.felt.boxes + 1):
        face, lies = faces.get(box), now.get(box)
        players = face.players if face is not None else ()
        total = face.total if face is not None else 0 if lies is None else lies.total
        seated = board.felt.seats.get(box, "")
        tiles.append(
            {
                "box": box,
                "name": seated or (players[0] if players else ""),
                "seated": bool(seated),
                "standing": len(players) - 1 if players else 0 if lies is None else lies.players - lies.seated,
                "coin": board.felt.plays.get(players[0], "") if players else "" if lies is None else lies.coin,
                "totalText": money.any(total),
                "hands": [] if face is None else [_hand(hand) for hand in face.hands],
                "state": "" if face is None else face.state,
                "fate": "" if face is None else face.fate,
                "active": face is not None and face.active,
                # What may be decided for it now, as words of the game; in what order, the cards themselves say.
                "may": list(asked[box].choices) if box in asked and asked[box].kind == "choice" else [],
            }
        )
    return {
        "there": True,
        "stage": table.stage,
        "tiles": tiles,
        "otherwise": _otherwise(board),
        "dealer": NO_DEALER if table.dealer is None else _hand(table.dealer),
        "awaited": _awaited(board, table),
        "inPlay": _in_play(board, money),
        "settled": _settled(board, money),
    }


def _in_play(board: Board, money: Money) -> str:
    """What of the Bets nothing has decided yet; of each coin for itself."""
    ledger, found = board.sight.ledger, dict[str, int]()
    for who in ledger.sittings:
        if stake := ledger.stake(who):
            coin = board.felt.plays.get(who, "")
            found[coin] = found.get(coin, 0) + stake
    return "  ".join(f"{coin} {money.full(amount)}".lstrip() for coin, amount in sorted(found.items()))


def _settled(board: Board, money: Money) -> str:
    """003 §1.17: what Players have won and lost of the Round in play by now; "": nothing is settled."""
    changes = [line.returned - line.staked for lines in board.sight.paid.values() for line in lines]
    won, lost = (sum(change for change in changes if change * sign > 0) * sign for sign in (1, -1))
    return f"{money.full(won)} / {money.full(lost)}" if changes else ""


def _awaited(board: Board, table: BoxTable) -> list[Part]:
    """Who has not answered comes first: of many there is room for a few only."""
    found: list[Part] = [
        {"kind": kind, "box": box, "name": table.asked_of(box), "who": who, "answer": _answer(board, box, who)}
        for kind, box, who in board.awaited
    ]
    return sorted(found, key=lambda one: one["answer"] < 0)


def _otherwise(board: Board) -> str:
    """What is taken for an answer that does not come, if it is the same for all who are asked: a word of the game."""
    known = find_face(board.game).words
    asked = [it.window for it in board.sight.view.windows.values() if it.window.respondents is not None]
    # The same answer may be called otherwise where another thing is asked.
    called = [(f"{window.default}/{window.kind}", window.default) for window in asked]
    words = {next((key for key in keys if key in known), "") for keys in called}
    return words.pop() if len(words) == 1 else ""


def _answer(board: Board, box: int, who: str) -> int:
    """Where among the answers that staff may enter his is; -1: he has given it."""
    boxes = {it.id: it.window.box for it in board.sight.view.windows.values()}
    for place, step in enumerate(board.answers):
        if isinstance(step.order, m.AnswerFor) and (step.order.terminal, boxes.get(step.order.window)) == (who, box):
            return place
    return -1


def _hand(hand: HandFace) -> Part:
    return {
        "hand": hand.hand,
        "cards": list(hand.cards),
        "total": hand.total,
        "state": hand.state,
        "active": hand.active,
        "out": hand.out,
    }
