"""A Round thought one step further: the entries that a decision would write, before any of them is written.

The core may not change its state while it decides; it lets a draft do what `apply` will do with the same entries.
Knows windows, hands and acts through the `Game` protocol, and no game.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from games.cards import Card
from games.round import Answer, CardDrawn, Felt, Game, HandId, PlayerId, Ruled, Voided, Window
from protocol import events
from protocol.messages import WindowId
from protocol.view import TableView


def may_cover(game: Game, view: TableView) -> bool:
    """May a card of this Round have to lie face down (M13)? If not, every card that a Hand expects is a face more."""
    return game.deals_face_down or view.round_felt.squeeze


class Draft:
    def __init__(
        self,
        game: Game,
        round: Any,
        view: TableView,
        given: dict[str, dict[PlayerId, Any]],
        hidden: dict[int, Card],
        nonce: bytes,
        now_ms: int,
    ) -> None:
        self.game = game
        self.round = round
        self.events: list[events.Event] = []
        self._round_no = view.round_no
        self._n = view.window_n
        self._countdown_ms = view.countdown_ms
        self._open = {name: (opened.id, opened.window) for name, opened in view.windows.items()}
        self._carried = list(view.carried)
        self._kept = view.kept
        self._draws = len(view.draws)
        self.given: dict[str, Any] = dict(given)
        self._hidden = dict(hidden)
        self._covers = may_cover(game, view)
        self._hands = _not_empty(view.hands)  # as the picture shows them
        self._nonce = nonce
        self._now_ms = now_ms

    @property
    def due(self) -> HandId:
        return self.game.expects(self.round) or HandId("")

    def begin(self, round_no: int, felt: Felt) -> None:
        """001 §3.3: the notice for the placement of Bets."""
        self.round = self.game.begin(felt)
        self._round_no, self._n, self._open, self.given, self._draws, self._hands = round_no, 0, {}, {}, 0, {}
        self._carried = list(self._kept)
        self.settle_down()

    def folded_again(self, round: Any) -> None:
        """The Round has other cards, all of them known: none lies face down any more."""
        self.round, self._hidden = round, {}

    def close(self, name: str, by: str) -> None:
        """001 §3.7: with the answers that are registered now."""
        key, window = self._open.pop(name)
        if window not in self.game.windows(self.round):
            self._withdraw(name, key)
            return
        act = self.game.close(self.round, window, self.given)
        seen = self._faces() if self._hidden else 0
        self.round = self.game.step(self.round, act)
        self.events.append(events.WindowClosed(key, name, by, act, self.due))
        if self._hidden and self._faces() > seen:
            self._reveal()  # the Dealer's turn has come
        self._lay()

    def close_all(self, by: str) -> None:
        for name in list(self._open):
            self.close(name, by)

    def _withdraw(self, name: str, key: WindowId) -> None:
        self.events.append(events.WindowClosed(key, name, "ruling", None, self.due))
        self._return_answers(name)

    def _return_answers(self, name: str, players: Iterable[PlayerId] | None = None) -> None:
        """Of these Players; of all, if none are named."""
        left = dict(self.given.pop(name, {}))
        for player in list(left) if players is None else players:
            amount = sum(left.pop(player).bets.values())
            self.events.append(events.LayoutReturned(self._round_no, name, player, amount))
        if left:
            self.given[name] = left

    def deal(self, shoe_seq: int, card: Card, *, entered: bool = False) -> None:
        """001 §3.8: to the Hand that expects it."""
        hand = self.due
        seen = self._faces() if self._covers else 0
        self.round = self.game.step(self.round, CardDrawn(card))
        turner = self._turner(hand) if self._covers else None
        shown = card if not self._covers or (turner is None and self._faces() > seen) else None
        self.events.append(events.CardDealt(self._round_no, shoe_seq, hand, shown, self.due, entered))
        if shown is None:
            self.events.append(events.CardHidden(self._round_no, self._draws, card, turner or ""))
            self._hidden[self._draws] = card
        self._draws += 1
        self._hands[hand] = (*self._hands.get(hand, ()), shown)
        if self._hidden and (self.game.finished(self.round) or self._faces() > seen + 1):
            self._reveal()
        self._lay()

    def _lay(self) -> None:
        """A split lays the cards anew: say how they lie, where it does not follow from the cards alone.

        A Hand with a card that lies face down is left as it is; of a box that is split, every Hand lies so (M13).
        """
        hands = self.game.hands(self.round)
        laid = _not_empty(hands)
        if self._hidden:
            covered = {hand: cards for hand, cards in self._hands.items() if None in cards}
            laid.update(covered)
            boxes = {_box(hand) for hand in covered if _box(hand).isdigit()}
            for hand, cards in hands.items():
                if _box(hand) in boxes and len(cards) != len(self._hands.get(hand, ())):
                    laid[hand] = (None,) * len(cards)
        if laid != self._hands:
            self._hands = laid
            self.events.append(events.HandsLaid(self._round_no, dict(laid)))

    def _reveal(self) -> None:
        for draw, card in self._hidden.items():
            self.events.append(events.CardRevealed(self._round_no, draw, card))
        if self._hidden:
            self._hands = _not_empty(self.game.hands(self.round))
        self._hidden = {}

    def _faces(self) -> int:
        return sum(map(len, self.game.hands(self.round).values()))

    def _turner(self, hand: HandId) -> PlayerId | None:
        """Who turns the cards of this Hand himself; only the Hand of a box has such a Player."""
        box = _box(hand)
        return self.game.face_down(self.round, int(box)) if box.isdigit() else None

    def surplus(self, shoe_seq: int, card: Card) -> None:
        """001 §5.4: no Hand expects it."""
        self.round = self.game.step(self.round, CardDrawn(card))
        self.events.append(events.SurplusDrawn(self._round_no, shoe_seq, card))
        self._draws += 1

    def rule(self, act: Ruled, paragraph: str) -> tuple[Card, ...]:
        """What is left over after it, for somebody to rule on."""
        if isinstance(act, Voided):
            self.close_all("void")
        self._reveal()  # whoever rules looks at all the cards
        self.round = self.game.step(self.round, act)
        hands: dict[HandId, tuple[Card | None, ...]] = dict(self.game.hands(self.round))
        surplus = self._not_kept(self.game.surplus(self.round))
        self.events.append(events.RulingMade(self._round_no, act, paragraph, hands, surplus, self.due))
        self._hands = _not_empty(hands)
        return surplus

    def _not_kept(self, surplus: tuple[Card, ...]) -> tuple[Card, ...]:
        """What was kept for the next Round lies no longer among the cards of this one."""
        left = list(surplus)
        for card in self._kept:
            if card in left:
                left.remove(card)
        return tuple(left)

    def settle_down(self) -> None:
        """What follows by itself: windows that open or were taken away, cards carried over, cards turned."""
        while True:
            windows = {window.name: window for window in self.game.windows(self.round)}
            for name, (key, window) in list(self._open.items()):
                if windows.get(name) != window:
                    del self._open[name]
                    self._withdraw(name, key)
            for name, window in windows.items():
                if name not in self._open:
                    self._return_answers(name)  # asked again after a Reconstruction
                    self._opened(window)
            if windows or not self._carried or not self.due:
                break
            self.deal(0, self._carried.pop(0))
        if self._hidden and self.game.finished(self.round):
            self._reveal()

    def _opened(self, window: Window) -> None:
        # A Reconstruction took away a question in which one had bet on what is offered now: that does not play along.
        for name, answers in list(self.given.items()):
            again = [player for player, answer in answers.items() if _asked_again(window, player, answer)]
            self._return_answers(name, again)
        self._n += 1
        key = WindowId(self._round_no, self._n, self._nonce)
        self._open[window.name] = (key, window)
        deadline_ms = self._now_ms + self._countdown_ms
        self.events.append(events.WindowOpened(key, window, self._countdown_ms, deadline_ms))


def _asked_again(window: Window, player: PlayerId, answer: Answer) -> bool:
    mine = window.respondents is None or player in window.respondents
    return mine and any(spot in window.spots for spot in answer.bets)


def _box(hand: HandId) -> str:
    return hand.partition("/")[0]


def _not_empty(hands: Mapping[HandId, tuple[Card | None, ...]]) -> dict[HandId, tuple[Card | None, ...]]:
    return {hand: cards for hand, cards in hands.items() if cards}
