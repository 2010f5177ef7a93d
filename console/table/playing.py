"""What happens to a Round, fact by fact: windows open and close, cards reach their Hands, rulings are made.

Each function tells facts; whoever iterates has each of them applied before the next is asked for, so the Round and the
picture are always those after the last fact. Knows windows, Hands and acts through the `Game` protocol, and no game.
"""

from collections.abc import Generator, Iterable, Mapping
from typing import Any

from console.table.state import Facts, TableCore
from games.boxes import DEALER, is_answer
from games.cards import Card
from games.catalog import shared_kind
from games.round import Answer, CardDrawn, DrawnTogether, HandId, PlayerId, Reconstructed, Ruled, Voided, Window
from games.rulings import Topic
from games.settlement import less
from protocol import events
from protocol.messages import WindowId
from protocol.view import OpenWindow

NO_HAND = HandId("")


def begin_round(table: TableCore, now_ms: int) -> Facts:
    """001 §3.3: the notice for the placement of Bets."""
    window, *_others = table.game.windows(table.game.begin(table.view.felt))
    yield _opening(table, now_ms, WindowId(table.view.round_no + 1, 1, table.chain[:8]), window)
    yield from settle_down(table, now_ms)


def settle_down(table: TableCore, now_ms: int) -> Facts:
    """What follows by itself: windows that open or were taken away, cards carried over, cards turned.

    While a Player turns cards nobody is asked anything: the question alone would tell what they are (M13).
    """
    game, view = table.game, table.view
    while True:
        asked = () if table.state.turners else game.windows(table.round)
        windows = {window.name: window for window in asked}
        for name, opened in tuple(view.windows.items()):
            if windows.get(name) != opened.window:
                yield from _withdraw(table, name, opened)
        for name, window in windows.items():
            if name not in view.windows:
                yield from _return_answers(table, name)  # asked again after a Reconstruction
                yield from _open(table, now_ms, window)
        if windows or not view.carried or not view.due:
            break
        yield from deal(table, 0, table.state.aside.beside[0])
    if table.state.hidden and game.finished(table.round) and not _waits(table):
        yield from _reveal_dealers(table)


# --- windows ---------------------------------------------------------------------------------------------------


def _open(table: TableCore, now_ms: int, window: Window) -> Facts:
    # A Reconstruction took away a question in which one had bet on what is offered now: that does not play along.
    for name, answers in tuple(table.windows.given.items()):
        again = [player for player, answer in answers.items() if _asked_again(window, player, answer)]
        yield from _return_answers(table, name, again)
    view = table.view
    yield _opening(table, now_ms, WindowId(view.round_no, view.window_n + 1, table.chain[:8]), window)


def _opening(table: TableCore, now_ms: int, key: WindowId, window: Window) -> events.WindowOpened:
    window_ms = table.view.window_ms(window)
    return events.WindowOpened(key, window, window_ms, now_ms + window_ms)


def close(table: TableCore, name: str, by: str) -> Facts:
    """001 §3.7: with the answers that are registered now."""
    game, opened = table.game, table.view.windows[name]
    if opened.window not in game.windows(table.round):
        yield from _withdraw(table, name, opened)
        return
    act = game.close(table.round, opened.window, table.windows.given, table.windows.raised)
    hidden = table.state.hidden
    seen = _faces(table, table.round) if hidden else 0
    yield events.WindowClosed(opened.id, name, by, act, _due(table, table.after(act)))
    if hidden and _faces(table, table.round) > seen:
        yield from _reveal_dealers(table)  # the Dealer's turn has come
    yield from _lay(table)


def close_all(table: TableCore, by: str) -> Facts:
    for name in tuple(table.view.windows):
        yield from close(table, name, by)


def _void_questions(table: TableCore) -> Facts:
    """003 §5.17: whose Bets go back is known. What else is being asked, a Void answers for nobody: by a default, cards
    would come to Hands, and an outcome be established, after it was found that none is (§5.4.2).
    """
    for name, opened in tuple(table.view.windows.items()):
        if opened.window.respondents is None:
            yield from close(table, name, "void")
        else:
            yield events.WindowClosed(opened.id, name, "void", None, NO_HAND)


def _withdraw(table: TableCore, name: str, opened: OpenWindow) -> Facts:
    yield events.WindowClosed(opened.id, name, "ruling", None, _due(table, table.round))
    yield from _return_answers(table, name)


def _return_answers(
    table: TableCore, name: str, players: Iterable[PlayerId] | None = None, paragraph: str = ""
) -> Facts:
    """Of these Players; of all, if none are named."""
    answers = table.windows.given.get(name, {})
    for player in tuple(answers) if players is None else players:
        amount = sum(answers[player].bets.values())
        yield events.LayoutReturned(table.view.round_no, name, player, amount, paragraph)


def return_bets(table: TableCore, terminals: Iterable[PlayerId]) -> Facts:
    """001 §5.12: these Players are out of the Round, in every window of it."""
    under = table.game.rulings.paragraph(Topic.ANYTHING_ELSE)
    for name, answers in tuple(table.windows.given.items()):
        yield from _return_answers(table, name, [terminal for terminal in terminals if terminal in answers], under)


def _asked_again(window: Window, player: PlayerId, answer: Answer) -> bool:
    mine = window.respondents is None or player in window.respondents
    return mine and any(spot in window.spots for spot in answer.bets)


# --- cards -----------------------------------------------------------------------------------------------------


def deal(table: TableCore, shoe_seq: int, card: Card, *, entered: bool = False) -> Facts:
    """001 §3.8: to the Hand that expects it."""
    game, view, hand = table.game, table.view, table.view.due
    after = table.after(CardDrawn(card))
    if not may_cover(table):  # every card that a Hand expects is a face more
        yield events.CardDealt(view.round_no, shoe_seq, hand, card, _due(table, after), entered)
        yield from _lay(table)
        return
    seen, faces = _faces(table, table.round), _faces(table, after)
    turner = _turner(table, after, hand)
    face_up = turner is None and faces > seen and not (hand == DEALER and _examined(table, after))
    draw = len(view.draws)
    # Once Players have decided, where the next card goes would tell what this one is: it is said when it is turned.
    due = NO_HAND if turner is not None and any(map(is_answer, view.acts)) else _due(table, after)
    yield events.CardDealt(view.round_no, shoe_seq, hand, card if face_up else None, due, entered)
    if not face_up:
        yield events.CardHidden(view.round_no, draw, card, turner or "")
    if table.state.hidden and (game.finished(table.round) or faces > seen + 1) and not _waits(table):
        yield from _reveal_dealers(table)
    yield from _lay(table)


def draw_surplus(table: TableCore, shoe_seq: int, card: Card) -> Facts:
    """001 §5.4: no Hand expects it. While Bets are open it is no part of the Round, and the windows close."""
    yield events.SurplusDrawn(table.view.round_no, shoe_seq)
    yield see_surplus(table, card, shoe_seq)
    yield from close_all(table, "card")


def see_surplus(table: TableCore, card: Card, shoe_seq: int) -> events.SurplusSeen:
    """For staff: this one has come to those that lie beside the Hands."""
    return events.SurplusSeen((*table.state.aside.beside, card), shoe_seq)


def may_cover(table: TableCore) -> bool:
    """May a card of this Round have to lie face down (M13)?"""
    return table.game.deals_face_down or table.view.round_felt.squeeze


def _lay(table: TableCore) -> Iterable[events.Event]:
    """A split lays the cards anew: say how they lie, where it does not follow from the cards alone.

    A Hand with a card that lies face down is left as it is; of a box that is split, every Hand lies so (M13).
    """
    hands = table.game.hands(table.round)
    if hands == table.view.hands:  # nearly always
        return ()
    lies, laid = _not_empty(table.view.hands), _not_empty(hands)
    covered = {hand: cards for hand, cards in lies.items() if None in cards}
    if covered:
        laid.update(covered)
        boxes = {_box(hand) for hand in covered if _box(hand).isdigit()}
        for hand, cards in hands.items():
            if _box(hand) in boxes and len(cards) != len(lies.get(hand, ())):
                laid[hand] = (None,) * len(cards)
    return () if laid == lies else (events.HandsLaid(table.view.round_no, laid),)


def reveal(table: TableCore, draws: Iterable[int]) -> Facts:
    """With the last that a Player had to turn, where the next card goes, if nobody could be told before."""
    view, state = table.view, table.state
    for draw in tuple(draws):
        follows = tuple(state.turners) == (draw,) and not (view.due or view.windows or view.surplus)
        due = (_due(table, table.round) or None) if follows else None
        yield events.CardRevealed(view.round_no, draw, state.hidden[draw], due)


def go_on(table: TableCore) -> Iterable[events.Event]:
    """A card has come while nobody could be told where it goes: the Dealer has not waited, and what still lies face
    down for Players is turned.
    """
    view, turners = table.view, table.state.turners
    if turners and not (view.due or view.windows or view.surplus) and table.game.expects(table.round):
        return reveal(table, turners)
    return ()


def _reveal_dealers(table: TableCore) -> Facts:
    """Those that no Player turns himself."""
    return reveal(table, [draw for draw in table.state.hidden if draw not in table.state.turners])


def _faces(table: TableCore, round: Any) -> int:
    return sum(map(len, table.game.hands(round).values()))


def _turner(table: TableCore, round: Any, hand: HandId) -> PlayerId | None:
    """Who turns the cards of this Hand himself; only the Hand of a box has such a Player."""
    box = _box(hand)
    return table.game.face_down(round, int(box)) if box.isdigit() else None


def _examined(table: TableCore, round: Any) -> bool:
    """002 §3.13: of a Round in which a Player examines his Hand, the Dealer's cards too lie face down."""
    boxes = range(1, table.view.round_felt.boxes + 1)
    return table.game.flips_last and any(table.game.face_down(round, box) for box in boxes)


def _waits(table: TableCore) -> bool:
    """The Dealer, with his own cards, for Players who have not turned theirs."""
    return table.game.flips_last and bool(table.state.turners)


def _due(table: TableCore, round: Any) -> HandId:
    return table.game.expects(round) or NO_HAND


def _box(hand: HandId) -> str:
    return hand.partition("/")[0]


def _not_empty(hands: Mapping[HandId, tuple[Card | None, ...]]) -> dict[HandId, tuple[Card | None, ...]]:
    return {hand: cards for hand, cards in hands.items() if cards}


# --- rulings ---------------------------------------------------------------------------------------------------


def rule(table: TableCore, act: Ruled, paragraph: str) -> Generator[events.Event, None, int]:
    """Gives back how many cards are left over after it, for somebody to rule on."""
    if isinstance(act, Voided):
        yield from _void_questions(table)
    yield from reveal(table, table.state.hidden)  # whoever rules looks at all the cards
    view, aside = table.view, table.state.aside
    after = table.after(act)
    was, unseen, left = aside.surplus(view), aside.unseen(view), table.game.surplus(after)
    read: tuple[Card, ...] = ()
    if isinstance(act, Voided):  # all that lies there is out of play
        left, read = (), tuple(aside.read[seq] for seq in view.shoe.pending if seq in aside.read)
    # 002 §5.10: what was put in order lies open, also where no Hand takes it: the act names it to everybody.
    which = _turned(unseen, less(left, act.cards) if isinstance(act, DrawnTogether) else left)
    still = tuple(card for at, card in enumerate(unseen) if at not in which)
    covered: tuple[Card, ...] = ()
    if isinstance(act, Reconstructed):
        # Where Players have answered questions over the cards that they saw, those stay among the acts.
        covered = () if shared_kind(view.game) else less(left, still)
        act = Reconstructed(less(act.cards, (*covered, *still)))
    hands: dict[HandId, tuple[Card | None, ...]] = dict(table.game.hands(after))
    turned = (*(unseen[at] for at in which), *read)
    yield events.RulingMade(
        *(view.round_no, act, paragraph, hands, len(left), _due(table, after)), *(turned, which, covered)
    )
    if was or left:
        others, seen = aside.beside[: len(aside.beside) - len(was)], less(left, (*covered, *still))
        # After a Reconstruction all have one place: as it orders them.
        lying = left if isinstance(act, Reconstructed) and not seen else (*seen, *still)
        yield events.SurplusSeen((*others, *lying))
    return len(left)


def _turned(unseen: tuple[Card, ...], left: tuple[Card, ...]) -> tuple[int, ...]:
    """Which of those that nobody has seen are not left over after a Ruling."""
    over, turned = list(left), []
    for at in reversed(range(len(unseen))):
        if unseen[at] in over:
            over.remove(unseen[at])
        else:
            turned.append(at)
    return tuple(reversed(turned))
