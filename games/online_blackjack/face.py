"""What screens show of Classic and Premium Blackjack (document 004)."""

from collections.abc import Mapping

from games.blackjack.face import BlackjackFace
from games.blackjack.round import DOUBLE, INSURANCE, MAIN
from games.face import Pay
from games.money import Odds


class ClassicBlackjackFace(BlackjackFace):
    title = "Classic Blackjack"
    felt = "ClassicBlackjack"
    pays: Mapping[str, tuple[Pay, ...]] = {
        MAIN: (Pay(Odds(1), paragraph="2.6"), Pay(Odds(3, 2), "Blackjack", "2.6")),
        DOUBLE: (Pay(Odds(1), paragraph="2.6"),),
        INSURANCE: (Pay(Odds(2), paragraph="2.6"),),
    }


class PremiumBlackjackFace(ClassicBlackjackFace):
    title = "Premium Blackjack"
    felt = "PremiumBlackjack"
