"""What became of each Bet in blackjack: one function a paragraph, and the fold over a Player's Bets.

Reads a Round and changes nothing. Paragraphs are those of 003; `Paragraphs` has the numbers of the other games.
"""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from games.blackjack.round import (
    BETS,
    DOUBLE,
    EVEN,
    INSURANCE,
    MAIN,
    OVER,
    PLAYER_PAIR,
    UNDER_13,
    VALUES,
    BlackjackRound,
    Box,
    Hand,
    Paragraphs,
    box_at,
    first_value,
    hand_at,
    initial_two,
    is_blackjack,
    may_become_blackjack,
)
from games.boxes import parse_spot, pro_rata, spot_of
from games.cards import Card
from games.money import Odds
from games.round import HALF_LOST_ODDS, Bets, Outcome, PlayerId, Spot, Verdict, lost, returned, won

HAND_BETS: Final = (MAIN, DOUBLE)


class BlackjackVerdicts:
    """The fate of every Bet."""

    sides: tuple[str, ...]
    paragraphs: Paragraphs
    interim_sides: tuple[str, ...]
    long_21_stands_off: bool

    def verdicts(self, round: BlackjackRound, player: PlayerId, bets: Bets) -> Mapping[Spot, Verdict]:
        """003 §1.17, §1.9, §5.17: what is decided so far, by an Interim or by the Final Settlement, or by a Void."""
        if round.irregular.voided:
            return dict.fromkeys(bets, returned(self.paragraphs.void))
        found: dict[Spot, Verdict] = {}
        if round.stage is BETS:
            return found
        withdrawn = round.irregular.withdrawn
        for spot in bets:
            number, kind, hand = parse_spot(spot)
            if player in withdrawn and not self.paid_at_interim(round, number, kind, player):
                found[spot] = returned(self.paragraphs.withdraw)
                continue
            box = box_at(round, number)
            if box is None:
                verdict = self.side_verdict(round, None, kind)
            elif kind in HAND_BETS:
                verdict = self._hand_verdict(round, box, hand_at(box, hand), kind, player)
                if box.excess is not None and verdict is not None:
                    initial = bets[spot_of(number, MAIN)]
                    plays = pro_rata(initial, box.total, box.excess)  # a double goes in the same proportion
                    verdict = replace(verdict, counts=plays * bets[spot] // initial)
            elif kind == INSURANCE:
                verdict = self.insurance_verdict(round) if is_insured(round, player) else unasked_verdict(round)
            else:
                verdict = self.side_verdict(round, box, kind)
            if verdict is not None:
                found[spot] = verdict
        return found

    def _hand_verdict(
        self, round: BlackjackRound, box: Box, hand: Hand | None, kind: str, player: PlayerId
    ) -> Verdict | None:
        if hand is None or (kind == DOUBLE and not hand.doubled):
            return unasked_verdict(round)
        return self.main_verdict(round, box, hand, player) if kind == MAIN else self.double_verdict(round, hand)

    def paid_at_interim(self, round: BlackjackRound, number: int, kind: str, player: PlayerId) -> bool:
        """003 §1.17: side Bets, a Blackjack that has won, half a surrendered Bet; a later error leaves them alone."""
        settled = [box for gone in round.irregular.withdrawals if player in gone.players for box in gone.settled]
        box = next((box for box in settled if box.number == number), None)
        if box is None or kind in self.interim_sides:
            return box is not None
        if kind != MAIN:
            return False
        if box.surrendered or player in box.even_money:
            return True
        return is_blackjack(box.hands[0]) and not may_become_blackjack(round.dealer)

    def main_verdict(self, round: BlackjackRound, box: Box, hand: Hand, player: PlayerId) -> Verdict | None:
        """003 §3.14 to §3.23 (004 §2.4.c.i, §2.8.f, §2.8.g): an Initial Bet, or its like on a split Hand."""
        if box.surrendered:
            return Verdict(Outcome.SURRENDERED, HALF_LOST_ODDS, self.paragraphs.surrender)
        if hand.hard > 21:
            return lost(self.paragraphs.bust)
        if hand.ace and is_blackjack(hand):
            return self.blackjack_verdict(round, box, player)
        if round.stage is not OVER:
            return None
        dealer = round.dealer
        if dealer.ace and is_blackjack(dealer):
            return self.dealer_blackjack_verdict(box, hand, player)
        return self.compared(hand, dealer)

    def compared(self, hand: Hand, dealer: Hand) -> Verdict:
        """003 §3.23.1, §3.23.2, §3.23.3, §3.23.4, §1.3, §1.31, §4.1.1: Dealer bust, higher, lower, or the same.

        004 §1 Push, §2.1.a, §2.4.b.i, §2.4.b.iv, §2.4.c.iii, §2.4.d.ii, §2.5.b, §2.6.
        """
        total, dealers = hand.total, dealer.total
        if dealers > 21 or total > dealers:
            return won(EVEN, self.paragraphs.pays)
        if total < dealers:
            return lost(self.paragraphs.lower)
        return returned(self.paragraphs.stand_off)

    def blackjack_verdict(self, round: BlackjackRound, box: Box, player: PlayerId) -> Verdict | None:
        """003 §3.14.1, §3.15, §4.1.1: wins at once unless the Dealer may still have one too; then it stands off.

        004 §2.4.a, §2.4.b.ii, §2.4.b.iii, §2.4.d.i, §2.6, §2.10.a.ii, §2.10.b.
        """
        p = self.paragraphs
        if player in box.even_money:
            return won(EVEN, p.even_money)
        if may_become_blackjack(round.dealer):
            if not self.second_card_known(round):
                return None
            if is_blackjack(round.dealer):
                return returned(p.stand_off_ace if first_value(round.dealer) == 1 else p.stand_off_ten)
        return won(Odds(3, 2), p.blackjack_pays)

    def dealer_blackjack_verdict(self, box: Box, hand: Hand, player: PlayerId) -> Verdict:
        """003 §3.21.3, §3.22.2, §3.23.3: one Initial Bet is lost for all Hands not bust; the rest goes back."""
        p = self.paragraphs
        if self.long_21_stands_off and hand.total == 21:
            return returned(p.stand_off)
        if not hand.split:
            return lost(p.double_dealer_blackjack if hand.doubled else p.dealer_blackjack)
        stands_off = 21 if self.long_21_stands_off else None
        losing = (other for other in box.hands if not other.bust and other.total != stands_off)
        taken = next((other for other in losing if player in other.players), hand)
        return lost(p.split_dealer_blackjack) if taken is hand else returned(p.split_dealer_blackjack)

    def double_verdict(self, round: BlackjackRound, hand: Hand) -> Verdict | None:
        """003 §3.22.2 (004 §2.7.b): won or lost with the Hand that it belongs to."""
        if hand.bust:
            return lost(self.paragraphs.double_bust)
        if round.stage is not OVER:
            return None
        if is_blackjack(round.dealer):
            return self.double_against_blackjack()
        return self.compared(hand, round.dealer)

    def double_against_blackjack(self) -> Verdict:
        """003 §3.22.2: a Dealer's Blackjack takes the Initial Bet only."""
        return returned(self.paragraphs.double_dealer_blackjack)

    def insurance_verdict(self, round: BlackjackRound) -> Verdict | None:
        """003 §3.14.2.b, §4.1.1 (004 §2.5.c, §2.6): decided by the Dealer's second card."""
        if not self.second_card_known(round):
            return None
        if is_blackjack(round.dealer):
            return won(Odds(2), self.paragraphs.insurance_pays)
        return lost(self.paragraphs.insurance_lost)

    def second_card_known(self, round: BlackjackRound) -> bool:
        """003 §3.23: it is drawn after all Players have decided, for everybody to see."""
        return len(round.dealer.cards) >= 2

    def side_verdict(self, round: BlackjackRound, box: Box | None, kind: str) -> Verdict | None:
        """003 §3.13, §5.15, §5.16: by the initial two cards of the box alone, whenever it is settled."""
        if box is None:
            return returned("5.15")
        cards = initial_two(box)
        if len(cards) < 2:
            return None
        first, second = cards
        if kind == PLAYER_PAIR:
            return player_pair_verdict(first, second)
        return thirteen_verdict(kind, first, second)


def player_pair_verdict(first: Card, second: Card) -> Verdict:
    """003 §1.21, §3.13.1, §4.1.1: same number or picture type, whatever the suits; a King and a Queen are none."""
    return won(Odds(11), "4.1.1") if first.rank is second.rank else lost("3.13.1")


def thirteen_verdict(kind: str, first: Card, second: Card) -> Verdict:
    """003 §1.18, §1.35, §3.13.2, §4.1.1: Aces count 1, so a Blackjack is Under 13; exactly 13 is the House's."""
    total = VALUES[first] + VALUES[second]
    if total == 13:
        return lost("3.13.2.c")
    if kind == UNDER_13:
        return won(EVEN, "4.1.1") if total < 13 else lost("3.13.2.a")
    return won(EVEN, "4.1.1") if total > 13 else lost("3.13.2.b")


def is_insured(round: BlackjackRound, player: PlayerId) -> bool:
    return any(closing.kind == INSURANCE and player in closing.players for closing in round.closings)


def unasked_verdict(round: BlackjackRound) -> Verdict | None:
    """003 §5.9: a Bet whose question Reconstruction has taken away goes back."""
    return returned("5.9") if round.stage is OVER else None
