"""The boxes of a Round, read from the picture that everybody has: for terminals, panels and displays alike.

A fold of the public acts with the rule book that the picture names; where a card lies face down, only the cards as they
lie. Decides nothing.
"""

from typing import Any

from games.box_face import BoxFace, BoxTable, HandFace
from games.boxes import DEALER
from games.catalog import UnknownGame, find_face, find_game, shared_kind
from games.round import NO_BETS, Bets, HandId, PlayerId
from games.settlement import fold
from protocol.view import TableView


def public_round(view: TableView) -> Any:
    """The Round as everybody may know it; None: a card of it lies face down, or we have no such rule book."""
    acts = [act for act in view.acts if act is not None]
    if len(acts) < len(view.acts) or not view.game:
        return None
    try:
        game = find_game(view.game, view.rules, **view.house)
    except UnknownGame:
        return None
    return fold(game, view.round_felt, acts)


def box_table(view: TableView, staked: Bets = NO_BETS) -> BoxTable | None:
    """None: the game has no boxes. `staked`: the reader's own Bets, if it has any."""
    if not shared_kind(view.game):
        return None
    round = public_round(view)
    found = find_face(view.game).boxes(round, staked) if round is not None else None
    return found or _face_down(view)


def awaited(view: TableView) -> tuple[tuple[str, int, PlayerId], ...]:
    """Who is asked something now, besides Bets: what kind of question, of which box (0: of all)."""
    return tuple(
        (it.window.kind or it.window.name, it.window.box, player)
        for it in view.windows.values()
        for player in it.window.respondents or ()
    )


def deciding(view: TableView) -> bool:
    """Somebody is asked something, and nobody may bet."""
    windows = view.windows.values()
    return bool(windows) and all(it.window.respondents is not None for it in windows)


def _face_down(view: TableView) -> BoxTable:
    boxes: dict[int, list[HandFace]] = {}
    for hand, cards in view.hands.items():
        number = hand.partition("/")[0]
        if number.isdigit():
            texts = tuple("" if card is None else card.text for card in cards)
            boxes.setdefault(int(number), []).append(HandFace(hand, texts, active=view.due == hand))
    dealers = view.hands.get(HandId(DEALER), ())
    shown = HandFace(DEALER, tuple("" if card is None else card.text for card in dealers)) if dealers else None
    return BoxTable(tuple(BoxFace(box, hands=tuple(hands)) for box, hands in sorted(boxes.items())), shown, "deal")
