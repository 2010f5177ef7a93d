"""Told pasts of the felt and of the shoe (`drill_openings.py`): what has become of cards (001 section 5)."""

from games.cards import DECK, Card
from games.round import Reconstructed, Voided
from protocol import messages as m
from protocol.halts import Halt
from shoe_driver import link as shoe
from simulation.drill_told import BANKER_WINS, BOTH, LONG, PLAYER_WINS, TIE, Told
from simulation.reference.state import READY, RESULT


class CardPasts(Told):
    # --- cards -------------------------------------------------------------------------------------------------------

    def dry_by_hand(self) -> None:
        """001 §5.3.4: the last card of the set is told, one more is due; it was another, or there are more."""
        dice = self.openings
        if not self._uses_up(dice.choice((1, 2, 3, 4, 5)), by_hand=True):
            return
        self._buys("T1")
        if not self._opens({"T1": BOTH}):
            return
        self._draws(6, LONG)
        for _ in range(dice.choice((1, 2))):
            self._orders(m.TakeBackCard() if dice.random() < 0.7 else m.Resume(Halt.SHOE_DRY))
            self._draws(1)
        self._orders(m.Certify(self._digest()))

    def dry_by_the_shoe(self) -> None:
        """No card is left by the count: it says so itself, a card that was not read is one more, they are there."""
        play, dice = self.examiner, self.openings
        if not self._uses_up(dice.choice((0, 1, 2, 3, 4, 5, 6)), by_hand=False):
            return
        if not self._opens():
            return
        self._draws(6, LONG)
        match dice.randrange(4):
            case 0:
                self._orders(m.Resume(Halt.SHOE_DRY))
                self._draws(2)
            case 1:
                self._orders(m.Rule(Voided("5.3.4"), "5.3.4"))
                self._orders(m.OpenBets())
            case 2:
                self._tell(shoe.CardUnread(play.shoe.last + 1))
                self._orders(m.EnterCard(dice.choice(DECK)))
            case _:
                self._orders(self._load())
        self._orders(m.EndShoe(dice.choice((0, 1, play.shoe.left))))

    def _uses_up(self, left: int, *, by_hand: bool) -> bool:
        """Most of the set never came (001 §5.3.3): so many are left."""
        self._takes_a_set(by_hand=by_hand)
        gone = self.examiner.shoe.left - left
        if not self._opens():
            return False
        self._tell(shoe.CardUnread(self.examiner.shoe.last + gone))
        del self.set[: max(0, gone - 12)]
        return self._orders(m.Rule(Voided("5.3.3"), "5.3.3"))

    def the_shoe_says_that_it_is_empty(self) -> None:
        """Before the first card, within the Round, after its last card."""
        play, dice = self.examiner, self.openings
        if self._opens():
            self._draws(dice.choice((0, 1, 3, 4, 6)), LONG)
            self._tell(shoe.ShoeEmpty(dice.choice((None, play.shoe.last, play.shoe.last + 1, play.shoe.last + 2))))
            self._draws(6)
            if dice.random() < 0.5:
                self._orders(m.Certify(self._digest()))

    def cards_by_hand(self) -> None:
        """No shoe tells of them: a card taken back, another told, one more often than there are decks (001 §5.3.1)."""
        play, dice = self.examiner, self.openings
        self._takes_a_set(dice.choice((0, 0, 2)), by_hand=True)
        for _ in range(play.shoe.burning):
            self._draws_card(self._of("A23456789"))
        self._buys("T2")
        if not self._opens({"T2": BOTH}):
            return
        often = dice.choice(DECK)
        for _ in range(dice.choice((3, 5, 7))):
            self._draws_card(often if dice.random() < 0.7 else self._of("2345"))
            if dice.random() < 0.4:
                self._orders(m.TakeBackCard())
            if Halt.FOREIGN_CARD in play.halts:
                self._orders(m.TakeBackCard() if dice.random() < 0.7 else m.CallSupervisor("look"))
        if play.phase == RESULT and dice.random() < 0.5:
            self._orders(m.TakeBackCard())
            self._draws(2)
        self._orders(m.Certify(self._digest()))

    def a_dead_shoe(self) -> None:
        """Its cards are entered; it comes back and tells of them, of others, of too many; or another one comes."""
        play, dice = self.examiner, self.openings
        if dice.random() < 0.5:
            self._tell(shoe.LinkRestored("S1"))
        if not self._opens():
            return
        self._draws(dice.randrange(3))
        self._tell(shoe.LinkLost("cable"))
        self._orders(m.DealByHand())
        often = self._of("A234")
        for _ in range(dice.choice((1, 2, 4, 6))):
            self._draws_card(often if dice.random() < 0.5 else self._of("A234"))
            if dice.random() < 0.3:
                self._orders(m.TakeBackCard())
        if dice.random() < 0.3:
            self._tell(shoe.CardsTogether(None, 3) if dice.random() < 0.3 else shoe.CutCardSeen(None))
        entered = list(play.shoe.entered)
        self._tell(shoe.LinkRestored(dice.choice((play.shoe.serial or "S1", "S1", "S2"))))
        more = dice.choice((0, 1, 1, 2, len(entered), len(entered) + 1))
        face = dice.choice([*entered, "9S"])
        for at in range(dice.choice((1, 2, 3))):
            number = play.shoe.last + 1 + (more if at == 0 else 0)
            said = entered[at] if at < len(entered) and not more and dice.random() < 0.7 else face
            self._tell(shoe.CardSeen(number, said) if dice.random() < 0.8 else shoe.CardUnread(number))
        self._draws(3)

    def a_card_that_was_not_read(self) -> None:
        """Cards wait behind it; it is entered, or told after all, or one of those that wait is."""
        play, dice = self.examiner, self.openings
        if dice.random() < 0.7 and not self._opens():
            return
        early = dice.random() < 0.3 and play.phase == READY and self._orders(m.OpenBets())
        self._draws(dice.choice((0, 0, 1, 2, 4)))
        self._tell(shoe.CardUnread(play.shoe.last + 1))
        self._wait_behind(*(self._of("23456") for _ in range(dice.choice((0, 1, 2, 5)))))
        if early and dice.random() < 0.5:
            self._orders(m.CloseBets())
        self._get_their_faces("A789")

    def one_too_many_waits(self) -> None:
        """001 §5.3.1: more often than there are decks, behind one that was not read, before others or after them."""
        play, dice = self.examiner, self.openings
        often = self.rng.choice(DECK)
        self._takes_a_set(12)
        every = dice.choice((2, 3, 3, 3))  # six of them, or as many as there may be
        for at in range(12):
            card = often if at % every == 1 else self._of("A23456789TJQK".replace(often.text[0], ""))
            self._tell(shoe.CardSeen(play.shoe.last + 1, card.text))
        if dice.random() < 0.8 and not self._opens():
            return
        self._draws(dice.choice((0, 1)), "2")
        self._tell(shoe.CardUnread(play.shoe.last + 1))
        others = [self._of("23") for _ in range(dice.choice((0, 1, 2)))]
        self._wait_behind(*([often, *others] if dice.random() < 0.6 else [*others, often]))
        self._get_their_faces("A")

    def _wait_behind(self, *cards: Card) -> None:
        for card in cards:
            number = self.examiner.shoe.last + 1
            self._tell(shoe.CardSeen(number, card.text) if self.openings.random() < 0.9 else shoe.CardUnread(number))

    def _get_their_faces(self, ranks: str) -> None:
        play, dice = self.examiner, self.openings
        for _ in range(4):
            if play.shoe.waiting:
                unread = [it for it, face in play.shoe.waiting.items() if not face]
                card = self._of(ranks)
                if dice.random() < 0.5:
                    self._orders(m.EnterCard(card))
                else:
                    self._tell(shoe.CardSeen(dice.choice([*unread, min(play.shoe.waiting)]), card.text))

    def drawn_together(self) -> None:
        """001 §5.7: put in order, a new set in the middle of the Round, waved through, or concluded."""
        play, dice = self.examiner, self.openings
        self._buys("T1")
        if not self._opens({"T1": BOTH}):
            return
        self._draws(dice.choice((2, 3, 4, 6)), LONG)
        self._tell(shoe.CardsTogether(None, 3)) if dice.random() < 0.6 else self._orders(m.ReportDrawnTogether())
        match dice.randrange(4):
            case 0:
                self._orders(m.Rule(Reconstructed(self._drawn()), dice.choice(("5.7", "5.12"))))
            case 1:
                self._takes_a_set(dice.choice((0, 1)), first_seq=dice.choice((None, play.shoe.last + 3)))
                self._tell(shoe.CardSeen(play.shoe.last + 1, self._of("A").text))
                self._orders(m.Rule(Reconstructed(self._drawn()), "5.7"))
                self._orders(m.CorrectCards(self._drawn()))
            case 2:
                self._orders(m.RuleOtherwise("as it lies", m.Conclude()))
            case _:
                self._orders(m.Resume(Halt.DRAWN_TOGETHER))
        self._draws(6)
        self._orders(m.Certify(self._digest()))
        round_no = play.round_no
        self._plays(PLAYER_WINS)
        self._orders(m.Correct(self._whole()), round_no)

    def a_surplus_card(self) -> None:
        """001 §5.4: kept, carried into the next Round, which is dealt, void, or without Bets; with a second one."""
        play, dice = self.examiner, self.openings
        between = dice.random() < 0.3
        if not between:
            if not (self._orders(m.OpenBets()) if dice.random() < 0.3 else self._opens()):
                return
            self._draws(6, PLAYER_WINS)
        for _ in range(dice.choice((1, 1, 2))):
            self._tell(shoe.CardSeen(play.shoe.last + 1, self._of("A23456789TJQK").text))
        match dice.randrange(6):
            case 0:
                self._orders(m.Rule(Reconstructed(self._drawn()), dice.choice(("5.4", "5.12"))))
            case 1:
                self._orders(m.CorrectCards(self._drawn()))
            case 2:
                self._orders(m.Certify(self._digest()))
        self._orders(m.KeepSurplus())
        self._draws(6)
        self._orders(m.Certify(self._digest()))
        match dice.randrange(5):
            case 0:
                self._orders(m.RuleOtherwise("nobody bets on it", m.RoundWithoutBets()))
                self._draws(6)
            case 1:
                self._opens()
                self._orders(m.Rule(Voided("5.3.3"), "5.3.3"))
                self._opens()
                self._draws(6)
            case 2:
                self._orders(m.CloseTable())
                self._orders(m.OpenTable())
                self._opens()
            case 3:
                self._orders(m.EndShoe(max(0, play.shoe.left)))
                self._takes_a_set()
                self._opens()
            case _:
                self._opens()
                self._draws(6)
                self._orders(m.CorrectCards(self._drawn()))
                self._orders(m.Certify(self._digest()))
                self._orders(m.Correct(self._whole()))

    def the_cut_card(self) -> None:
        """Before the first card, in the Round, after its last, and between: how many Rounds are left of the set."""
        play, dice = self.examiner, self.openings
        where = dice.randrange(5)
        if where == 0:
            self._tell(shoe.CutCardSeen(dice.choice((None, play.shoe.last + 1, play.shoe.last + 2))))
        if where == 1:
            self._orders(m.OpenBets())
            self._tell(shoe.CutCardSeen(None))
        if (play.phase == READY and not self._orders(m.OpenBets())) or not self._orders(m.CloseBets()):
            return
        self._draws(0 if where == 2 else 2)
        if where in (2, 3):
            self._tell(shoe.CutCardSeen(dice.choice((None, play.shoe.last + 1))))
        self._draws(6, TIE[2:])
        if where == 4:
            self._tell(shoe.CutCardSeen(None))
        if self._orders(m.Certify(self._digest())):
            self._plays(PLAYER_WINS)
            self._orders(m.OpenBets())

    def other_cards_lie_there(self) -> None:
        """001 §5.5, §5.10: corrected once and again, wrong sides, a result that the shoe contradicts; by two people."""
        play, dice = self.examiner, self.openings
        self._buys("T3")
        if not self._opens({"T3": BOTH}):
            return
        self._draws(6, dice.choice((PLAYER_WINS, BANKER_WINS, LONG, LONG)))
        cards = len(play.drawn)
        for _ in range(dice.choice((1, 2, 3))):
            match dice.randrange(6):
                case 0:
                    self._orders(m.ReportWrongSides(self._sides()))
                case 1:
                    ranks = dice.choice((PLAYER_WINS, LONG))  # the first leaves cards over where there are more
                    others = [self._of(ranks[at] if at < len(ranks) else "A23456789") for at in range(cards)]
                    self._orders(m.CorrectCards(tuple(others)))
                case 2:
                    self._orders(m.CorrectCards((dice.choice(DECK),) * cards))
                case 3:
                    self._tell(
                        shoe.ResultSeen(dice.choice(("player", "banker", "tie")), dice.choice(((), ("player",))))
                    )
                    self._orders(m.Resume(Halt.RESULT_DIFFERS))
                case 4:
                    self._orders(m.Rule(Reconstructed(self._drawn()), dice.choice(("5.5", "5.7", "5.3.3"))))
                case _:
                    self._tell(shoe.CardConflict(play.shoe.last, "9S", "8S"))
                    self._orders(m.CorrectCards(self._drawn()))
            self._draws(3)
        self._orders(m.Certify(self._digest()))
