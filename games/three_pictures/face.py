"""What screens show of Non-Commission Three Pictures (document 002)."""

from collections.abc import Mapping

from games.cards import Card
from games.face import QT_TRANSLATE_NOOP, Face, Pay
from games.money import Odds
from games.three_pictures.rules import INITIAL, THREE_PICTURES, TIE, point_total


class ThreePicturesFace(Face):
    title = "Non-Commission Three Pictures"
    felt = "ThreePictures"
    words: Mapping[str, str] = {THREE_PICTURES: QT_TRANSLATE_NOOP("words.py", "Three Pictures")}  # the game, and a Bet
    pays: Mapping[str, tuple[Pay, ...]] = {
        INITIAL: (Pay(Odds(1), paragraph="4.1"), Pay(Odds(1, 2), "on 6", "4.1")),
        TIE: (Pay(Odds(8), paragraph="4.1"),),
        THREE_PICTURES: (Pay(Odds(16), paragraph="4.1"),),
    }

    def _total(self, cards: tuple[Card, ...]) -> int:
        return point_total(cards)
