"""The boxes of a Round, read from the picture that everybody has: for terminals, panels and displays alike.

A fold of the public acts with the rule book that the picture names. Decides nothing.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec.structs import replace

from games.box_face import BoxFace, BoxTable, HandFace
from games.boxes import DEALER
from games.cards import DECK
from games.catalog import UnknownGame, find_face, find_game, shared_kind
from games.round import NO_BETS, Bets, CardDrawn, HandId, PlayerId
from games.settlement import try_fold
from protocol.view import Phase, TableView

COVERED: Final = CardDrawn(DECK[0])


def public_round(view: TableView) -> Any:
    """The Round as everybody may know it; None: a card lies face down, we have no such rule book, there is no Round."""
    return None if None in view.acts else _fold(view)


def has_boxes(view: TableView) -> bool:
    return bool(shared_kind(view.game))


def box_table(view: TableView, staked: Bets = NO_BETS) -> BoxTable | None:
    """None: the game has no boxes. `staked`: the reader's own Bets, if it has any."""
    if not shared_kind(view.game):
        return None
    round = public_round(view)
    found = find_face(view.game).boxes(round, staked) if round is not None else None
    return found or _face_down(view, staked)


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


def turns_first(view: TableView) -> bool:
    """003 §3.12: nothing is due and nobody is asked, because a card lies face down for its Player; the Round may go on
    when he has turned it.
    """
    lies = view.phase is Phase.RESULT and None in view.acts
    return lies and "decision" in find_game(view.game).questions


def _fold(view: TableView) -> Any:
    """A card that lies face down is any card here: of the Hands that have none nothing depends on it, for while it lies
    there nobody is asked anything. None also where the acts make no Round: a terminal disputes it, and no screen ends.
    """
    acts = [COVERED if act is None else act for act in view.acts]
    try:
        game = find_game(view.game, view.rules, **view.house) if view.game else None
    except UnknownGame:
        game = None
    return None if game is None else try_fold(game, view.round_felt, acts)


def _face_down(view: TableView, staked: Bets) -> BoxTable:
    """Who is on which box is known; of the Hands, only the cards as they lie."""
    round = _fold(view)
    known = find_face(view.game).boxes(round, staked) if round is not None else None
    boxes: dict[int, list[HandFace]] = {}
    for hand, cards in view.hands.items():
        number = hand.partition("/")[0]
        if number.isdigit():
            texts = tuple("" if card is None else card.text for card in cards)
            boxes.setdefault(int(number), []).append(HandFace(hand, texts, active=view.due == hand))
    dealers = view.hands.get(HandId(DEALER), ())
    shown = HandFace(DEALER, tuple("" if card is None else card.text for card in dealers)) if dealers else None
    if known is None:
        faces = tuple(BoxFace(box, hands=tuple(hands)) for box, hands in sorted(boxes.items()))
        return BoxTable(faces, shown, "deal")
    whole = shown is not None and known.dealer is not None and shown.cards == known.dealer.cards
    faces = tuple(
        BoxFace(it.box, it.players, it.total, tuple(_lying(it, boxes.get(it.box, ()), whole=whole)))
        for it in known.boxes
    )
    return BoxTable(faces, known.dealer if whole else shown, "turns", staked=known.staked)


def _lying(face: BoxFace, lying: Iterable[HandFace], *, whole: bool) -> Iterator[HandFace]:
    """As they lie, with whose they are; a Hand whose cards are all open has its total. None is out against cards of the
    Dealer that lie face down.
    """
    before = {it.hand: it for it in face.hands}
    for hand in lying:
        was = before.get(hand.hand)
        if was is None:
            yield hand
        elif was.cards == hand.cards:
            yield replace(was, active=False, out=was.out and whole)
        else:
            yield replace(hand, players=was.players, stakes=was.stakes)
