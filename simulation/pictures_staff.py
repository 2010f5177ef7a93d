"""Dealer and Supervisor at a table of Three Pictures: they rule by section 5 of 002. Walked away (5.3), voids (5.5),
whole Hands moved (5.5.4), dealing errors (5.6), a Hand removed (5.8), cards drawn together (5.10).
"""

from typing import Final

from games.round import DealingError, Discarded, DrawnTogether, HandRemoved, PlayerId, Reconstructed, Voided, WalkedAway
from protocol import messages as m
from protocol.halts import Halt
from protocol.view import Phase, TableView
from simulation.box_staff import BoxStaff
from simulation.service import Reordering

ANYTHING_ELSE: Final = "5.16"
VOIDS: Final = {"5.3.1": "5.5.1", "5.3.3": "5.5.4", "5.3.4": "5.5.5", "5.3.5": "5.5.3"}  # 001 -> 002


class PicturesStaff(BoxStaff):
    def _wants_shoe(self, view: TableView) -> bool:
        """002 §2.2.1, §5.5.5: a single deck. Mostly somebody looks whether it is enough for the next Round."""
        enough = 3 * (view.felt.boxes + 1)
        return super()._wants_shoe(view) or (view.shoe.left < enough and self.world.rng.random() < 0.9)

    def _deal(self, view: TableView) -> None:
        rng, manners = self.world.rng, self.manners
        if self.world.chance(manners.walks_away * 0.3):
            self._walks_away(view)
        elif view.draws and self.world.chance(manners.dealing_error):
            self._err(view)
        elif self._may_order(view) and self.world.chance(manners.wrong_side * 0.3):
            self._reorder(view)
        elif view.draws and self.world.chance(manners.void * 0.02):
            self._void(rng.choice(("5.5.4", "5.5.6", ANYTHING_ELSE)))
        else:
            super()._deal(view)

    def _err(self, view: TableView) -> None:
        """A wrong number of cards on a box (5.8), or another error (5.6)."""
        boxes = [int(hand) for hand, cards in view.hands.items() if hand.isdigit() and cards]
        if boxes and self.world.rng.random() < 0.5:
            self.world.fault("D", "staff", "a box has a wrong number of cards")
            self.order(m.Rule(HandRemoved(self.world.rng.choice(boxes)), "5.8"))
        else:
            self.world.fault("D", "staff", "a dealing error is found")
            self.order(m.Rule(DealingError(), "5.6"))

    def _betting(self, view: TableView) -> None:
        if any(it.window.respondents is None for it in view.windows.values()):
            super()._betting(view)
        elif self.world.chance(self.manners.out_of_turn * 0.2):
            self.world.fault("D", "staff", "draws a card while Players choose")
            self._draw()
        elif self._may_order(view) and self.world.chance(self.manners.wrong_side):
            self._reorder(view)
        elif self.world.rng.random() < 0.02:
            self.order(m.CloseBets())

    def _certify(self, view: TableView) -> None:
        if self._together:
            super()._certify(view)
        elif self.world.chance(self.manners.dealing_error * 0.5):
            self._err(view)
        elif self._may_order(view) and self.world.chance(self.manners.wrong_side):
            self._reorder(view)
        else:
            super()._certify(view)

    def _walks_away(self, view: TableView) -> None:
        boxes = [(who, int(spot[0])) for who, bets in self.panel.desk.bets().items() for spot in bets]
        if boxes:
            self.order(m.Rule(WalkedAway(*self.world.rng.choice(boxes)), "5.3"))

    def _void(self, paragraph: str) -> None:
        paragraph = VOIDS.get(paragraph, paragraph)
        self.order(m.Rule(Voided(paragraph), paragraph))

    def _correct_settled(self) -> None:
        if self._must_recall():
            return
        round_no, cards, *_ = self.to_correct.pop(0)
        what = self.world.rng.random()
        if what < 0.2:
            self._remove_settled(round_no)
        else:
            self.order(m.VoidSettled("5.5.6") if what < 0.4 else m.Correct(cards), round_no=round_no)

    def _remove_settled(self, round_no: int) -> None:
        """5.8: a box had a wrong number of cards, and all is paid. 5.8.1: some of the others take their Bets back."""
        rng = self.world.rng
        gone = tuple(PlayerId(f"T{number}") for number in range(1, 5) if rng.random() < 0.2)
        boxes = self.panel.desk.view.felt.boxes
        self.order(m.VoidSettled("5.8", rng.randrange(boxes) + 1, gone), round_no=round_no)

    # --- irregularities ----------------------------------------------------------------------------------------------

    def _may_order(self, view: TableView) -> bool:
        """Not while cards lie face down, which the panel cannot name."""
        known = None not in view.acts
        return known and not view.shoe.pending and len(self._lying(view)) == view.on_felt > 1 and not view.kept

    def _reorder(self, view: TableView) -> None:
        """Two cards came at once (5.10); or all are put in the order that was intended (1.13)."""
        rng, lying, shown = self.world.rng, self._lying(view), self._drawn(view)
        if self._together and len(shown) == self._together > 1:
            self._together = 0
            pair = shown[-2:] if rng.random() < 0.5 else (shown[-1], shown[-2])
            self.order(m.Rule(DrawnTogether(pair), "5.10"))
            return
        self._together = 0
        order = self._moved(view) if rng.random() < 0.3 else []
        under_5_5_4 = bool(order)
        order = order or list(range(len(shown)))
        at = rng.randrange(len(order) - 1)
        if not under_5_5_4:
            order[at], order[at + 1] = order[at + 1], order[at]
        intended, real = tuple(shown[at] for at in order), tuple(lying[at] for at in order)
        paragraph = rng.choice(("5.5.6", "5.6", "5.8", ANYTHING_ELSE))
        paragraph = "5.5.4" if under_5_5_4 else paragraph
        self._reordering = Reordering(intended, real, paragraph)
        self.order(m.Rule(Reconstructed(intended), paragraph))

    def _moved(self, view: TableView) -> list[int]:
        """5.5.4: the numbers of the cards, if two Hands of three are exchanged; none: there are no two."""
        shown = self._drawn(view)
        full = [cards for cards in view.hands.values() if len(cards) == 3]
        if len(full) < 2 or len(set(shown)) < len(shown):
            return []
        one, other = self.world.rng.sample(full, 2)
        swap = dict(zip((*one, *other), (*other, *one), strict=True))
        return [shown.index(swap.get(card, card)) for card in shown]

    def _surplus(self, view: TableView) -> None:
        rng = self.world.rng
        if not view.surplus or not view.in_round:
            self.order(m.KeepSurplus() if view.surplus else m.Resume(Halt.SURPLUS))
            return
        ways: list[m.Order] = [
            m.Rule(Discarded(self.panel.desk.aside.beside[-1]), ANYTHING_ELSE),
            m.Rule(Reconstructed(self._drawn(view)), rng.choice(("5.8", "5.5.6"))),
        ]
        if view.phase is Phase.RESULT and rng.random() < 0.3:
            ways.append(m.KeepSurplus())
        if rng.random() < 0.2:
            ways = [m.Rule(Voided("5.5.4"), "5.5.4")]
        self.order(rng.choice(ways))
