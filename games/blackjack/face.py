"""What screens show of Blackjack (document 003) and Blackjack Plus (000)."""

from collections.abc import Mapping
from functools import reduce

from games.blackjack.plus import BOOM_BUSTED, BOOM_BUSTED_PAYS, RWS_PAIRS
from games.blackjack.round import DOUBLE, EMPTY_HAND, INSURANCE, MAIN, OVER_13, PLAYER_PAIR, UNDER_13, with_card
from games.cards import Card
from games.face import QT_TRANSLATE_NOOP, Face, Pay
from games.money import Odds


class BlackjackFace(Face):
    title = "Blackjack"
    felt = "Blackjack"
    words: Mapping[str, str] = {"blackjack": QT_TRANSLATE_NOOP("words.py", "Blackjack")}
    pays: Mapping[str, tuple[Pay, ...]] = {
        MAIN: (Pay(Odds(1), paragraph="4.1.1"), Pay(Odds(3, 2), "Blackjack", "4.1.1")),
        DOUBLE: (Pay(Odds(1), paragraph="4.1.1"),),
        INSURANCE: (Pay(Odds(2), paragraph="4.1.1"),),
        PLAYER_PAIR: (Pay(Odds(11), paragraph="4.1.1"),),
        UNDER_13: (Pay(Odds(1), paragraph="4.1.1"),),
        OVER_13: (Pay(Odds(1), paragraph="4.1.1"),),
    }

    def _total(self, cards: tuple[Card, ...]) -> int:
        return reduce(with_card, cards, EMPTY_HAND).total


class BlackjackPlusFace(BlackjackFace):
    title = "Blackjack Plus"
    felt = "BlackjackPlus"
    words: Mapping[str, str] = {"blackjack_plus": QT_TRANSLATE_NOOP("words.py", "Blackjack Plus")}
    pays: Mapping[str, tuple[Pay, ...]] = {
        **{kind: BlackjackFace.pays[kind] for kind in (MAIN, DOUBLE, INSURANCE)},
        RWS_PAIRS: tuple(Pay(Odds(pays), paragraph="4.1.2") for pays in (50, 20, 12, 6)),
        BOOM_BUSTED: tuple(Pay(Odds(pays), f"{cards} cards", "4.1.3") for cards, pays in BOOM_BUSTED_PAYS.items()),
    }
