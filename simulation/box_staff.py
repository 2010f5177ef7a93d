"""Dealer and Supervisor at a table with boxes: they settle in between, close what nobody answers, and rule by section 5
of 003: walked away (5.3), voids (5.5), dealing errors (5.7), cards put in order (5.9), drawn in vain (5.10), drawn
together (5.12).
"""

from typing import Final

from games.boxes import DEALER, is_answer
from games.round import (
    CardDrawn,
    DealingError,
    Discarded,
    DrawnTogether,
    InterimSettled,
    PlayerId,
    Reconstructed,
    Voided,
    WalkedAway,
)
from protocol import messages as m
from protocol.box_view import public_round
from protocol.halts import Halt
from protocol.view import Phase, TableView, cards_digest
from simulation.service import Reordering
from simulation.staff import Staff

ANYTHING_ELSE: Final = "5.19"
VOIDS: Final = {"5.3.1": "5.5.1", "5.3.3": ANYTHING_ELSE, "5.3.4": "5.5.3", "5.3.5": "5.5.4"}  # 001 -> 003


class BoxStaff(Staff):
    def _act(self, view: TableView) -> None:
        if self._error and not view.in_round:
            self._error = ""
        super()._act(view)

    def _betting(self, view: TableView) -> None:
        windows = [it.window for it in view.windows.values()]
        if any(window.respondents is None for window in windows):
            super()._betting(view)
            return
        rng, manners = self.world.rng, self.manners
        if self.world.chance(manners.walks_away):
            self._walks_away(view)
        elif self.world.chance(manners.dealing_error):
            self.world.fault("D", "staff", "a dealing error is found")
            self.order(m.Rule(DealingError(), "5.7"))
        elif self.world.chance(manners.interim) and _may_settle(view):
            self.order(m.Certify(cards_digest(view)))
        elif self.world.chance(manners.void * 0.1):
            self._void("5.3.3")
        elif self._may_order(view) and self.world.chance(manners.wrong_side):
            self._reorder(view)
        elif self.world.chance(manners.out_of_turn * 0.2):
            self.world.fault("D", "staff", "draws a card while somebody decides")
            self._draw()
        elif rng.random() < 0.01:
            self.order(m.CloseBets())
        elif rng.random() < 0.01:
            self.order(m.AddTime(500))

    def _deal(self, view: TableView) -> None:
        if self.world.chance(self.manners.walks_away * 0.3):
            self._walks_away(view)
        elif self.world.chance(self.manners.interim * 0.5) and _may_settle(view):
            self.order(m.Certify(cards_digest(view)))
        else:
            super()._deal(view)

    def _certify(self, view: TableView) -> None:
        if None in view.acts:  # somebody turns his cards, or will not be waited for (003 §3.12)
            self._quiet_ms = self.world.now_ms
            return
        if self._error:
            self._error = ""  # nothing is put in order once the Round is over (5.10.1)
        if self._together and not any(isinstance(act, DrawnTogether) for act in view.acts):
            self._together = 0
        said = list(self.panel.desk.refusals.values())[-1:]
        if self._drawn(view) != tuple(self._lying(view)) and said and said[0].refusal.reason == "other_round":
            self._void("5.3.3")  # with the real cards other questions would have been asked
            return
        super()._certify(view)

    def _walks_away(self, view: TableView) -> None:
        round = public_round(view)
        boxes = [] if round is None else [(box.number, who) for box in round.boxes for who in box.players]
        if boxes:
            number, who = self.world.rng.choice(boxes)
            self.order(m.Rule(WalkedAway(PlayerId(who), number), "5.3"))

    def _serves(self) -> bool:
        rng = self.world.rng
        if rng.random() < 0.3:
            boxes = self.panel.desk.view.felt.boxes
            self.order(m.Seat(PlayerId(f"T{1 + rng.randrange(4)}"), rng.randrange(boxes + 1)))
            return True
        return super()._serves()

    def _void(self, paragraph: str) -> None:
        super()._void(VOIDS.get(paragraph, paragraph))

    def _correct_settled(self) -> None:
        if self._must_recall():
            return
        round_no, cards, *_ = self.to_correct.pop(0)
        void = self.world.rng.random() < 0.3
        self.order(m.VoidSettled("5.5.2") if void else m.Correct(cards), round_no=round_no)

    # --- irregularities ----------------------------------------------------------------------------------------------

    def _may_order(self, view: TableView) -> bool:
        return not _settled(view) and not view.shoe.pending and len(self._lying(view)) == view.on_felt > 1

    def _in_disorder(self, view: TableView) -> bool:
        known = len(self._drawn(view)) == len(self._lying(view))
        return bool(self._together) and known and view.in_round

    def _reorder(self, view: TableView) -> None:
        """Two cards came at once (5.12); or the Supervisor puts all of them in the order that was intended (5.9)."""
        lying, shown = self._lying(view), self._drawn(view)
        if self._together and len(shown) == self._together > 1:
            paragraph = "5.12" if self.world.rng.random() < 0.7 else "5.12.1"
            self._together = 0
            self.order(m.Rule(DrawnTogether(shown[-2:]), paragraph))
            return
        self._together = 0
        order = list(range(len(shown)))
        at = self.world.rng.randrange(len(order) - 1)
        order[at], order[at + 1] = order[at + 1], order[at]
        intended, real = tuple(shown[at] for at in order), tuple(lying[at] for at in order)
        self._reordering = Reordering(intended, real, "5.9")
        self.order(m.Rule(Reconstructed(intended), "5.9"))

    def _surplus(self, view: TableView) -> None:
        rng = self.world.rng
        if not view.surplus or not view.in_round:
            self.order(m.KeepSurplus() if view.surplus else m.Resume(Halt.SURPLUS))
            return
        ways: list[m.Order] = [m.Rule(Discarded(self.panel.desk.aside.beside[-1]), rng.choice(("5.10.2", "5.10.3")))]
        if not _settled(view):
            ways.append(m.Rule(Reconstructed(self._drawn(view)), "5.9"))
        if view.surplus == 1 and rng.random() < 0.3:
            ways.append(m.KeepSurplus())
        if rng.random() < 0.2:
            ways = [m.Rule(Voided(ANYTHING_ELSE), ANYTHING_ELSE)]
        self.order(rng.choice(ways))


def _may_settle(view: TableView) -> bool:
    """003 §1.17: every box has its first two cards."""
    boxes = [cards for hand, cards in view.hands.items() if hand != "dealer" and cards]
    return not _settled(view) and bool(view.hands.get(DEALER)) and all(len(cards) > 1 for cards in boxes)


def _settled(view: TableView) -> bool:
    """Nothing can have been decided since: but by an answer, before the next card."""
    acts = view.acts
    last = max((at for at, act in enumerate(acts) if isinstance(act, InterimSettled)), default=None)
    if last is None:
        return view.phase is Phase.RESULT
    since = acts[last:]
    return (
        view.phase is Phase.RESULT or not any(map(is_answer, since)) or any(isinstance(it, CardDrawn) for it in since)
    )
