"""A Round of Three Pictures (002) as the rule text plays it; told its acts as those of `box_rounds.py` are."""

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from games.round import PlayerId, Window, WindowClosed
from simulation.reference.box_rounds import DEALER, Players, taken


class Pile(Struct):
    """A Hand of 002."""

    box: int
    players: Players
    examiner: str = ""
    cards: list[str] = []
    takes: int = 3
    removed: bool = False

    @property
    def plays(self) -> bool:
        return bool(self.players) and not self.removed


class Pictures(Struct):
    """002."""

    closed: bool = False
    piles: list[Pile] = []  # the Dealer's last
    players: Players = []
    surplus: list[str] = []
    options: bool = False
    bound: bool = False
    withdrawn: Players = []
    handled: bool = False
    voided: str = ""
    examining: bool = False  # no card was ruled on since a Player began to examine his

    def _due(self) -> Pile | None:
        open_ = [pile for pile in self.piles if len(pile.cards) < pile.takes]
        return min(open_, key=lambda pile: len(pile.cards), default=None)

    def expects(self) -> str:
        pile = None if self.options or self.voided else self._due()
        return "" if pile is None else str(pile.box) if pile.box else DEALER

    def finished(self) -> bool:
        return bool(self.voided) or (self.closed and not self.options and not self.expects())

    def hands(self) -> dict[str, list[str]]:
        return {str(it.box) if it.box else DEALER: list(it.cards) for it in self.piles if it.cards}

    def established(self) -> bool:
        """002 §5.4.1: the first card that is no picture, or the third."""
        return any(
            it.plays and (len(it.cards) == 3 or any(card[0] not in "JQK" for card in it.cards))
            for it in self.piles[:-1]
        )

    def asked(self) -> list[Window]:
        if self.voided or not self.options:
            return []
        who = tuple(player for player in self.players if player not in self.withdrawn)
        return [Window("options", (), ("continue", "withdraw"), who, "continue", "5.6", "options")]

    def card(self, face: str) -> None:
        pile = None if self.options or self.voided else self._due()
        (self.surplus if pile is None else pile.cards).append(face)

    def close(self, act: WindowClosed) -> None:
        if self.voided:
            return
        if act.kind == "bets":
            self.closed, self.players = True, list(act.players)
            free = list(act.squeezing)
            for lies in act.boxes:
                examiner = next((who for who in lies.players if who in free), None)
                if examiner is not None:
                    free.remove(examiner)  # 3.10: one Hand each
                self.piles.append(Pile(lies.box, list(lies.players), examiner or ""))
            self.piles.append(Pile(0, []))
        else:
            self.options, self.bound = False, True
            self.withdrawn = [*self.withdrawn, *act.players]
            for pile in self.piles[:-1]:
                stay = [who for who in pile.players if who not in act.players]
                if stay != pile.players:
                    pile.players = stay
                    pile.examiner = "" if pile.examiner in act.players else pile.examiner
                    pile.takes = pile.takes if stay else len(pile.cards)
        self._dealer_needed()

    def _dealer_needed(self) -> None:
        """002 §3.13: nobody is left to be compared with."""
        if not any(pile.plays for pile in self.piles[:-1]):
            self.piles[-1].takes = len(self.piles[-1].cards)

    def error(self) -> None:
        """002 §5.6: once a Round."""
        if not self.bound:
            self.options = True

    def rule_error(self) -> None:
        self.error()

    def walk(self, player: PlayerId, number: int) -> None:
        for pile in self.piles[:-1]:
            if pile.box == number and pile.examiner == player:
                pile.examiner = ""

    def remove(self, number: int) -> None:
        for pile in self.piles[:-1]:
            if pile.box == number:
                pile.removed, pile.takes = True, len(pile.cards)
        self._dealer_needed()
        self.error()

    def _whole(self) -> Counter[tuple[str, ...]]:
        lie = [tuple(sorted(pile.cards)) for pile in self.piles]
        return Counter([*lie, ("beside", *sorted(self.surplus))])

    def reconstructed(self, cards: Sequence[str]) -> "Pictures":
        before, options = self._whole(), self.options
        self.surplus, self.options = [], False
        for pile in self.piles:
            pile.cards, pile.takes = [], 0 if pile.removed else pile.takes
        for card in cards:
            self.card(card)
        self.options = options
        if self.handled or self._whole() != before:  # 5.5.4: whole Hands, which nobody has taken up
            self.error()
        return self

    def drawn_together(self, cards: Sequence[str]) -> "Pictures":
        """002 §5.10: in the order that was decided."""
        self.surplus, dealt = taken(self.surplus, cards)
        for _ in dealt:
            begun = [(len(pile.cards), at) for at, pile in enumerate(self.piles) if pile.cards]
            if begun:
                self.piles[max(begun)[1]].cards.pop()
        for card in cards:
            self.card(card)
        self.error()
        return self

    def discard(self, card: str) -> "Pictures":
        self.surplus, _ = taken(self.surplus, [card])
        return self

    def turner(self, number: int) -> str:
        return next((it.examiner for it in self.piles[:-1] if it.box == number and it.plays), "")
