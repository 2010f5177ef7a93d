"""What screens show of the toy, with words that nobody else has."""

from collections.abc import Mapping, Sequence

from games.cards import Card
from games.face import Face, Hands, Laid, Pay, Shown
from games.money import Odds
from games.round import HandId
from tests.toy.rules import DRAGON, DRAW, HANDS, RANKS, TIGER, winner_of


class DragonTigerFace(Face):
    title = "Dragon Tiger"
    felt = "DragonTiger"
    words: Mapping[str, str] = {DRAGON: "Dragon", TIGER: "Tiger", DRAW: "Draw", "dragon_tiger": "Dragon Tiger"}
    letters: Mapping[str, str] = {DRAGON: "D", TIGER: "G"}
    tones: Mapping[str, str] = {DRAGON: "red", TIGER: "blue", DRAW: "green"}
    pays: Mapping[str, tuple[Pay, ...]] = {
        DRAGON: (Pay(Odds(1), paragraph="8.5"),),
        TIGER: (Pay(Odds(1), paragraph="8.5"),),
        DRAW: (Pay(Odds(8), paragraph="8.5"),),
    }
    layout = (DRAGON, DRAW, TIGER)
    sides = HANDS
    opposed = (DRAGON, TIGER)

    def felt_in(self, room: str) -> str:
        return f"tests/toy/qml/{room.rpartition('/')[2]}.qml"

    def _total(self, cards: tuple[Card, ...]) -> int:
        return RANKS.index(cards[0].rank) + 1

    def draws_under(self, hands: Hands, due: HandId) -> str:
        return "8.4"

    def laid_out(self, cards: Sequence[Card]) -> Laid:
        places = tuple(HANDS[place] if place < 2 else HandId("") for place in range(len(cards)))
        hands = {hand: tuple(cards[place : place + 1]) for place, hand in enumerate(HANDS)}
        return Laid(places, hands, len(cards) == 2)

    def shown(self, hands: Hands) -> Shown | None:
        cards = [card for hand in HANDS for card in hands.get(hand, ()) if card is not None]
        if len(cards) < 2:
            return None
        winner = winner_of(*cards)
        return Shown(winner, max(self._total((card,)) for card in cards))
