"""Which cards lie face down on a public screen, while Players turn theirs: a squeeze must not be told over their heads.

Knows the picture of the table and a clock that it is given; decides nothing. What has been open once stays open.
"""

from collections.abc import Mapping

from games.cards import Card
from games.round import HandId
from protocol.box_view import has_boxes
from protocol.turning import ALL_MS, FIRST_MS
from protocol.view import TableView

Hands = Mapping[HandId, tuple[Card | None, ...]]


class Cover:
    def __init__(self) -> None:
        self.waits = False  # a card that is known lies face down here
        self._round_no = 0
        self._cards = 0
        self._since_ms = 0  # the last card came
        self._open: dict[HandId, int] = {}  # of each Hand, the first so many

    def see(self, now_ms: int, view: TableView, turning: int) -> None:
        """`turning`: how many Players do, as the console says."""
        cards = sum(map(len, view.hands.values()))
        if view.round_no != self._round_no or cards < self._cards:
            self._round_no, self._cards, self._open = view.round_no, 0, {}
        if cards != self._cards:
            self._cards, self._since_ms = cards, now_ms
        passed_ms = now_ms - self._since_ms
        # On boxes it is on record who has turned what, and there is nothing to wait for.
        squeezed = view.round_felt.squeeze and not has_boxes(view)
        may_wait = squeezed and view.in_round and not (view.certified or view.void)
        if not may_wait or passed_ms >= (ALL_MS + FIRST_MS if turning else FIRST_MS):
            self._open = {hand: len(dealt) for hand, dealt in view.hands.items()}
        self.waits = any(len(dealt) > self._open.get(hand, 0) for hand, dealt in view.hands.items())

    def shown(self, hands: Hands) -> Hands:
        if not self.waits:
            return hands
        return {
            hand: tuple([card if place < self._open.get(hand, 0) else None for place, card in enumerate(dealt)])
            for hand, dealt in hands.items()
        }
