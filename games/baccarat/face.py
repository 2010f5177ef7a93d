"""What screens show of Non-Commission Baccarat (document 001)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from games.baccarat import rules
from games.baccarat.roads import Outcome, Result
from games.baccarat.rules import BANKER, BANKER_HAND, BANKER_PAIR, PLAYER, PLAYER_HAND, PLAYER_PAIR, TIE
from games.cards import Card
from games.face import QT_TRANSLATE_NOOP, Face, Hands, Laid, Pay, Shown
from games.money import Odds
from games.round import HandId, Spot

NATURAL: Final = "natural"
_MARKS: Final[Mapping[Spot, Outcome]] = {BANKER: "B", PLAYER: "P", TIE: "T"}


class BaccaratFace(Face):
    title = "Non-Commission Baccarat"
    felt = "Baccarat"
    words: Mapping[str, str] = {
        PLAYER: QT_TRANSLATE_NOOP("words.py", "Player"),
        BANKER: QT_TRANSLATE_NOOP("words.py", "Banker"),
        TIE: QT_TRANSLATE_NOOP("words.py", "Tie"),
        PLAYER_PAIR: QT_TRANSLATE_NOOP("words.py", "Player Pair"),
        BANKER_PAIR: QT_TRANSLATE_NOOP("words.py", "Banker Pair"),
        NATURAL: QT_TRANSLATE_NOOP("words.py", "Natural"),
        rules.Baccarat.name: QT_TRANSLATE_NOOP("words.py", "Baccarat"),
    }
    #: One letter each for Player, Banker and Tie
    letters: Mapping[str, str] = {
        PLAYER: QT_TRANSLATE_NOOP("words.py", "P"),
        BANKER: QT_TRANSLATE_NOOP("words.py", "B"),
        TIE: QT_TRANSLATE_NOOP("words.py", "T"),
    }
    tones: Mapping[str, str] = {PLAYER: "blue", PLAYER_PAIR: "blue", BANKER: "red", BANKER_PAIR: "red", TIE: "green"}
    layout = (PLAYER_PAIR, PLAYER, TIE, BANKER, BANKER_PAIR)  # 001 §2.1.1: what every screen shows
    pays: Mapping[str, tuple[Pay, ...]] = {
        PLAYER: (Pay(Odds(1), paragraph="4.1"),),
        BANKER: (Pay(Odds(1), paragraph="4.1"), Pay(Odds(1, 2), "on 6", "4.1")),
        TIE: (Pay(Odds(8), paragraph="4.1"),),
        PLAYER_PAIR: (Pay(Odds(11), paragraph="4.1"),),
        BANKER_PAIR: (Pay(Odds(11), paragraph="4.1"),),
    }
    sides = (PLAYER_HAND, BANKER_HAND)
    opposed = (PLAYER, BANKER)

    def _total(self, cards: tuple[Card, ...]) -> int:
        return rules.point_total(cards)

    def draws_under(self, hands: Hands, due: HandId) -> str:
        if len(hands.get(due, ())) < 2:
            return "3.8"
        player_stands = len(hands.get(PLAYER_HAND, ())) == 2
        return "3.9" if due == BANKER_HAND and player_stands else "3.10"

    def laid_out(self, cards: Sequence[Card]) -> Laid:
        round, places = rules.fold(()), []
        for card in cards:
            places.append(round.due or HandId(""))
            round = rules.fold((card,), round)
        hands = dict(zip(self.sides, rules.hands_of(round.cards), strict=True))
        return Laid(tuple(places), hands, round.due is None and not round.surplus)

    def shown(self, hands: Hands) -> Shown | None:
        player, banker = tuple(hands.get(PLAYER_HAND, ())), tuple(hands.get(BANKER_HAND, ()))
        if None in player or None in banker or min(len(player), len(banker)) < 2:
            return None
        return _judge(player, banker)

    def contradicts(self, hands: Hands, outcome: str, pairs: tuple[str, ...]) -> str:
        ours = self.shown(hands)
        if ours is None or outcome == "none":
            return ""
        if outcome == ours.winner and {f"{side}_pair" for side in pairs} == set(ours.also) - {NATURAL}:
            return ""
        return f"the shoe says {outcome}, the cards say {ours.winner}"

    def road(self, rounds: Iterable[Hands]) -> tuple[str, ...]:
        results = [found for hands in rounds if (found := self.shown(hands)) is not None]
        return tuple(_mark(found).text for found in results)


@lru_cache(1_000)  # a picture has all Rounds of a shoe, and there is a new one with every card
def _judge(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Shown:
    totals = rules.point_total(player), rules.point_total(banker)
    also = {
        NATURAL: any(rules.is_natural(rules.point_total(cards[:2])) for cards in (player, banker)),
        PLAYER_PAIR: rules.is_pair(*player[:2]),
        BANKER_PAIR: rules.is_pair(*banker[:2]),
    }
    return Shown(rules.winner_of(*totals), max(totals), tuple(word for word, holds in also.items() if holds))


def _mark(found: Shown) -> Result:
    return Result(
        _MARKS[found.winner],
        banker_pair=BANKER_PAIR in found.also,
        player_pair=PLAYER_PAIR in found.also,
        natural=NATURAL in found.also,
        points=found.points,
    )
