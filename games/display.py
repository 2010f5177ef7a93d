"""What a screen shows of a game besides its rules: points of a Hand, who won, the pay table, the mark for the roads.

For the eyes only: nothing here decides a Bet, and whatever is shown, the cards prevail (001 §5.10). A game that is not
listed is shown by its cards alone.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from games.baccarat import rules as baccarat
from games.baccarat.roads import Outcome, Result
from games.cards import Card
from games.money import Odds
from games.round import HandId, Spot
from games.three_pictures import rules as three_pictures

Hands = Mapping[HandId, Sequence[Card | None]]


class Pay(Struct, frozen=True):
    """One line of the pay table. `when` is a word that screens translate: "", "on 6", "otherwise"."""

    odds: Odds
    when: str = ""
    paragraph: str = ""


class Shown(Struct, frozen=True):
    """How a finished Round is told: which Spots won, on how many points, and what else was remarkable."""

    winner: Spot
    points: int
    natural: bool = False
    pairs: tuple[Spot, ...] = ()


class Laid(Struct, frozen=True):
    """Cards in an order that somebody has in mind, as they would lie on the felt."""

    places: tuple[HandId, ...]  # of each card its Hand; "" if no Hand wants it
    hands: Mapping[HandId, tuple[Card, ...]]
    whole: bool  # they make a Round: no card is missing, none is too many


PAYS: Final[Mapping[str, Mapping[str, tuple[Pay, ...]]]] = {
    "baccarat": {
        baccarat.PLAYER: (Pay(Odds(1), paragraph="4.1"),),
        baccarat.BANKER: (Pay(Odds(1), paragraph="4.1"), Pay(Odds(1, 2), "on 6", "4.1")),
        baccarat.TIE: (Pay(Odds(8), paragraph="4.1"),),
        baccarat.PLAYER_PAIR: (Pay(Odds(11), paragraph="4.1"),),
        baccarat.BANKER_PAIR: (Pay(Odds(11), paragraph="4.1"),),
    },
}
_MARKS: Final[Mapping[Spot, Outcome]] = {baccarat.BANKER: "B", baccarat.PLAYER: "P", baccarat.TIE: "T"}


def pays(game: str) -> Mapping[str, tuple[Pay, ...]]:
    """By kind of Spot; empty if this game has no pay table here."""
    return PAYS.get(game, {})


def opposed(game: str) -> tuple[str, str] | None:
    """The two kinds of Spots whose Bets the table differential compares."""
    return (baccarat.PLAYER, baccarat.BANKER) if game == "baccarat" else None


def most_paid(game: str, kind: str) -> Odds | None:
    """The highest odds that a Bet on this kind of Spot can win; None if there is no pay table."""
    return max((pay.odds for pay in pays(game).get(kind, ())), key=lambda odds: odds.pays / odds.to, default=None)


def draws_under(game: str, hands: Hands, due: HandId) -> str:
    """The paragraph under which the next card goes to this Hand; "" if the game names none here."""
    if game != "baccarat":
        return ""
    if len(hands.get(due, ())) < 2:
        return "3.8"
    player_stands = len(hands.get(baccarat.PLAYER_HAND, ())) == 2
    return "3.9" if due == baccarat.BANKER_HAND and player_stands else "3.10"


def laid_out(game: str, cards: Sequence[Card]) -> Laid | None:
    """Where cards in this order would lie; None if that depends on more than the cards."""
    if game != "baccarat":
        return None
    round, places = baccarat.fold(()), []
    for card in cards:
        places.append(round.due or HandId(""))
        round = baccarat.fold((card,), round)
    player, banker = baccarat.hands_of(round.cards)
    hands = {baccarat.PLAYER_HAND: player, baccarat.BANKER_HAND: banker}
    return Laid(tuple(places), hands, round.due is None and not round.surplus)


def points(game: str, cards: Sequence[Card | None]) -> int | None:
    """Of a Hand as far as it can be seen; None if the game has none, or a card lies face down."""
    known = tuple(card for card in cards if card is not None)
    if not known or len(known) < len(cards):
        return None
    if game in ("baccarat", "three_pictures"):
        return baccarat.point_total(known) if game == "baccarat" else three_pictures.point_total(known)
    return None


def shown(game: str, hands: Hands) -> Shown | None:
    """The result of a Round that is over; None if this game has no such words, or not all cards are there."""
    if game != "baccarat":
        return None
    player, banker = (tuple(hands.get(HandId(side), ())) for side in (baccarat.PLAYER, baccarat.BANKER))
    if len(player) < 2 or len(banker) < 2 or None in player or None in banker:
        return None
    totals = {side: points(game, cards) or 0 for side, cards in ((baccarat.PLAYER, player), (baccarat.BANKER, banker))}
    winner = baccarat.winner_of(totals[baccarat.PLAYER], totals[baccarat.BANKER])
    pairs = tuple(
        spot
        for spot, cards in ((baccarat.PLAYER_PAIR, player), (baccarat.BANKER_PAIR, banker))
        if cards[0] is not None and cards[1] is not None and baccarat.is_pair(cards[0], cards[1])
    )
    natural = any(baccarat.is_natural(points(game, cards[:2]) or 0) for cards in (player, banker))
    return Shown(winner, max(totals.values()), natural, pairs)


def mark(game: str, hands: Hands) -> Result | None:
    """For the roads; None if there is nothing to mark."""
    found = shown(game, hands)
    if found is None:
        return None
    return Result(
        _MARKS[found.winner],
        banker_pair=baccarat.BANKER_PAIR in found.pairs,
        player_pair=baccarat.PLAYER_PAIR in found.pairs,
        natural=found.natural,
        points=found.points,
    )
