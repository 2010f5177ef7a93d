"""Cards and Rulings at a table with boxes: each goes where the Round as the rule text plays it wants it."""

from typing import Any

from games.round import Reconstructed, Voided
from protocol import events as e
from protocol import messages as m
from simulation.reference.box_rounds import Blackjack
from simulation.reference.box_state import BoxState
from simulation.reference.pictures_rounds import Pictures
from simulation.reference.tape import Objection


class BoxCards(BoxState):
    # --- cards and rulings -------------------------------------------------------------------------------------------

    def _tell(self, what: str, told: Any) -> None:
        self.tape.append((what, told))
        if not self.lost:
            self._play(what, told)

    def _play(self, what: str, told: Any) -> None:
        play = self.play
        match what:
            case "card":
                play.card(told)
            case "close":
                play.close(told)
            case "handled" if isinstance(play, Pictures):
                play.handled = True
            case "void":
                play.voided = told
            case "kept":
                del play.surplus[len(play.surplus) - told :]
            case "again":
                self.play = play.reconstructed(told)
            case "rule":
                self._play_ruling(told)
            case _:
                pass

    def _play_ruling(self, act: Any) -> None:
        play = self.play
        match type(act).__name__:
            case "WalkedAway":
                play.walk(act.player, act.box)
            case "DealingError":
                play.rule_error()
            case "DrawnTogether":
                self.play = play.drawn_together([card.text for card in act.cards])
            case "Discarded":
                self.play = play.discard(act.card.text)
            case "HandRemoved" if isinstance(play, Pictures):
                play.remove(act.box)
            case "InterimSettled" if isinstance(play, Blackjack):
                play.interim = len(play.order)
            case other:
                raise Objection(f"{other} is no Ruling of this game")

    def _deals(self, event: e.CardDealt) -> None:
        if event.hand != self.due and not any(self.down.values()):
            raise Objection(f"{self.due or 'no Hand'} is due: {event}")
        self.due = event.due
        if event.card is None:
            self._wait_face = event
            return
        if not self.lost and self.play.expects() != event.hand:
            raise Objection(f"{self.play.expects() or 'no Hand'} is due: {event}, {self.play}")
        box = event.hand.partition("/")[0]
        if not self.lost and box.isdigit() and (who := self.play.turner(int(box))):
            raise Objection(f"{who} turns the cards of this box: {event} (3.12)")
        self._tell("card", event.card.text)
        if not self.lost and event.due != self.play.expects():
            raise Objection(f"{self.play.expects() or 'no Hand'} is due next: {event}, {self.play}")

    def _hides(self, event: e.CardHidden) -> None:
        dealt, self._wait_face = self._wait_face, None
        if dealt is None:
            raise Objection(f"no card lies face down: {event}")
        if not self.lost:
            if self.play.expects() != dealt.hand:
                raise Objection(f"{self.play.expects() or 'no Hand'} is due: {dealt}, {self.play}")
            box = dealt.hand.partition("/")[0]
            who = self.play.turner(int(box)) if box.isdigit() else ""
            if who != event.to:
                raise Objection(f"{who or 'nobody'} turns it (3.12): {event}")
            if not who and not self._dealer_waits(dealt):
                raise Objection(f"nobody turns it, and it lies face down: {dealt}")
        self._tell("card", event.card.text)
        if not self.lost and dealt.due not in ("", self.play.expects()):
            raise Objection(f"{self.play.expects() or 'no Hand'} is due next: {dealt}")
        self.down[event.draw] = event.to

    def _dealer_waits(self, dealt: e.CardDealt) -> bool:
        """002 §3.13: the Dealer's lie face down as long as a Player examines his. Of a box that was split or given up
        it may be that nobody turns what lies there.
        """
        if isinstance(self.play, Pictures):
            return dealt.hand == "dealer" and any(self.play.turner(pile.box) for pile in self.play.piles[:-1])
        return any(self.down.values())

    def _reveals(self, event: e.CardRevealed) -> None:
        if event.draw not in self.down:
            raise Objection(f"it does not lie face down: {event}")
        del self.down[event.draw]
        if event.due is not None:
            self.due = event.due

    def _surplus(self, event: e.SurplusSeen) -> None:
        if event.shoe_seq and self.in_round:
            self._tell("card", event.cards[-1].text)
            self.aside.append(event.cards[-1].text)

    def _keeps(self, event: e.SurplusKept) -> None:
        self.aside = []
        if self.in_round:
            self._tell("kept", event.cards)

    def _takes_back(self, event: e.CardTakenBack) -> None:
        """As if it had not come."""
        at = max((at for at, (what, _) in enumerate(self.tape) if what == "card"), default=-1)
        if at < 0 or self.tape[at][1] != event.card.text:
            raise Objection(f"it was not the last: {event}")
        del self.tape[at]
        self._replay()
        self.due = event.due
        if not self.lost and event.due != self.play.expects():
            raise Objection(f"{self.play.expects() or 'no Hand'} is due again: {event}")

    def _replay(self) -> None:
        self.play = self._begin()
        for what, told in self.tape:
            self._play(what, told)

    def _corrects(self, event: e.CardsCorrected) -> None:
        """003 §5.6: other faces; where something was ruled on them it is not followed here."""
        cards = [at for at, (what, _) in enumerate(self.tape) if what == "card"]
        self.down, self.aside = {}, []
        self.due = event.due
        plain = all(what in ("card", "close", "handled") for what, _ in self.tape)
        order = self.obeyed
        if not plain or not isinstance(order, m.CorrectCards) or len(cards) != len(order.cards):
            self.lost = self.lost or "other cards after a ruling on them"
            return
        for at, card in zip(cards, order.cards, strict=True):
            self.tape[at] = ("card", card.text)
        self._replay()
        if event.due != self.play.expects() or event.surplus != len(self.play.surplus):
            raise Objection(f"{self.play.expects() or 'no Hand'} is due: {event}, {self.play}")

    def _rules(self, event: e.RulingMade) -> None:
        self.due = event.due
        act, order = event.act, self.obeyed
        self._turns_over(event)
        if isinstance(act, Voided):
            self._tell("void", act.paragraph)
        elif isinstance(act, Reconstructed):
            whole = act
            if isinstance(order, m.Rule) and isinstance(order.act, Reconstructed):
                whole = order.act  # with what lies beside, which nobody may see
            self._tell("again", [card.text for card in whole.cards])
        else:
            self._tell("rule", act)
        if not self.lost and event.due != self.play.expects():
            raise Objection(f"{self.play.expects() or 'no Hand'} is due: {event}, {self.play}")
        if not self.lost and not event.covered:
            laid = {hand: [card.text if card else "" for card in cards] for hand, cards in event.hands.items() if cards}
            if laid != self.play.hands():
                raise Objection(f"{self.play.hands()} lie there: {event}")

    def _turns_over(self, event: e.RulingMade) -> None:
        """002 §5.10: what was put in order everybody has seen, also what no Hand takes then."""
        turned = {card.text for card in event.turned}
        self.aside = [card for card in self.aside if card not in turned] + [card.text for card in event.covered]
        act: Any = event.act
        if type(act).__name__ == "DrawnTogether" and isinstance(self.play, Pictures) and not self.lost:
            told = {card.text for card in act.cards} & set(self.aside)
            if told:
                raise Objection(f"{told} lie face down, and all are told what they are: {event}")
