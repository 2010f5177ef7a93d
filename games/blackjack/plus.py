"""Blackjack Plus (rule document 000): Blackjack with RWS Pairs and Boom Busted instead of its side Bets.

Paragraphs §3.14 to §3.23 of 003 stand one higher here; section 5 has the same numbers.
"""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import asdict

from games.blackjack.round import MAIN, OVER, BlackjackRound, Box, Paragraphs, initial_two
from games.blackjack.rules import Blackjack
from games.blackjack.rulings import PLUS_RULINGS
from games.boxes import parse_spot, review_boxes
from games.cards import Card, Rank, is_red
from games.money import Odds
from games.round import Answer, Answers, Felt, PlayerId, Refusal, Spot, Verdict, lost, returned, won

RWS_PAIRS: Final = "rws_pairs"
BOOM_BUSTED: Final = "boom_busted"

# 4.1.3  Cards in the Dealer's Hand when it busts -> what Boom Busted pays to 1; eight stands for eight or more.
BOOM_BUSTED_PAYS: Final[Mapping[int, int]] = {3: 2, 4: 2, 5: 4, 6: 12, 7: 50, 8: 200}


def one_higher(number: str) -> str:
    """003 §3.14 to §3.23 stand one higher in 000; all else that lines cite has the same number."""
    chapter, paragraph, *rest = number.split(".")
    if chapter != "3" or int(paragraph) < 14:
        return number
    return ".".join((chapter, str(int(paragraph) + 1), *rest))


class BlackjackPlus(Blackjack):
    """The rule book of document 000."""

    name = "blackjack_plus"
    document = "000"
    rulings = PLUS_RULINGS
    rules = "RWS, 10 January 2024"
    sides = (RWS_PAIRS, BOOM_BUSTED)
    interim_sides = (RWS_PAIRS,)
    paragraphs = Paragraphs(
        **{name: one_higher(number) for name, number in asdict(Paragraphs()).items()}
        | {"interim": "1.18", "reconstruction": "1.23"}
    )

    def review_bets(self, felt: Felt, player: PlayerId, answer: Answer, given: Answers) -> Refusal | None:
        """000 §3.9, §3.9.1: RWS Pairs where the box has an Initial Bet, Boom Busted where any box has one."""
        return review_boxes(
            felt, player, answer, given, main=MAIN, sides=self.sides, table_sides=(BOOM_BUSTED,), steps=self.steps
        )

    def first_card_decides(self, card: Card) -> bool:
        """000 §5.4.1: no side Bet is decided by one card."""
        return False

    def _marks(self, given: Answers) -> tuple[Spot, ...]:
        """000 §3.26.1: while there is a Boom Busted Bet the Dealer draws, even if no Hand is left."""
        bets = (spot for answer in given.get("bets", {}).values() for spot in answer.bets)
        return tuple(dict.fromkeys(spot for spot in bets if parse_spot(spot)[1] == BOOM_BUSTED))

    def side_verdict(self, round: BlackjackRound, box: Box | None, kind: str) -> Verdict | None:
        """000 §3.13, §3.25, §5.15, §5.16: RWS Pairs by the first two cards, Boom Busted by the Dealer's whole Hand."""
        if kind == BOOM_BUSTED:
            return boom_busted_verdict(round)
        if box is None:
            return returned("5.15")
        cards = initial_two(box)
        return rws_pairs_verdict(*cards) if len(cards) == 2 else None


def rws_pairs_verdict(first: Card, second: Card) -> Verdict:
    """000 §1.25, §3.14, §4.1.2: a pair by rank; its suits and colours say how much it pays."""
    if first.rank is not second.rank:
        return lost("3.14")
    if first.suit is second.suit:
        return won(Odds(50 if first.rank is Rank.ACE else 20), "4.1.2")  # 3.14.1, 3.14.2
    return won(Odds(12 if is_red(first) == is_red(second) else 6), "4.1.2")  # 3.14.3, 3.14.4


def boom_busted_verdict(round: BlackjackRound) -> Verdict | None:
    """000 §1.3, §3.26, §3.26.3, §4.1.3: paid by the number of cards with which the Dealer busts. §3.26.2: else lost."""
    if not round.boxes:
        return returned("5.15") if round.stage is OVER else None
    if round.stage is not OVER:
        return None
    if not round.dealer.bust:
        return lost("3.26.2")
    return won(Odds(BOOM_BUSTED_PAYS[min(len(round.dealer.cards), 8)]), "4.1.3")
