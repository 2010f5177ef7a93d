"""002 Non-Commission Three Pictures, counted out."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

from games.cards import DECK, Rank, Suit, is_picture, parse_card
from games.money import InvariantBroken, Odds
from games.odds import GameOdds, bet_odds
from games.round import LOST_ODDS, RETURNED_ODDS, Game
from games.three_pictures import rules


def odds_of(_game: Game, decks: int) -> GameOdds:
    return three_pictures_odds(decks)


def three_pictures_odds(decks: int = 1) -> GameOdds:
    """002 §4.1: one box against the Dealer; what other boxes take is unknown and changes nothing."""
    ways = three_pictures_ways(decks)
    all_ways = comb(52 * decks, 3) * comb(52 * decks - 3, 3)

    def chances(odds_of: Callable[[rules.Ranking, rules.Ranking], Odds]) -> Mapping[Odds, Fraction]:
        found: defaultdict[Odds, Fraction] = defaultdict(Fraction)
        for (box, dealer), count in ways.items():
            found[odds_of(box, dealer)] += Fraction(count, all_ways)
        return found

    initial = chances(lambda box, dealer: rules.initial_verdict(box, dealer).odds)
    tie = chances(lambda box, dealer: rules.tie_verdict(box, dealer).odds)
    pictures = chances(lambda box, _: _three_pictures_odds(box))
    return GameOdds(
        document="002",
        decks=decks,
        bets=(
            bet_odds(
                rules.INITIAL,
                initial,
                {
                    Odds(1): "wins on other points",
                    Odds(1, 2): "wins on 6 points",
                    RETURNED_ODDS: "same ranking",
                    LOST_ODDS: "lower ranking",
                },
            ),
            bet_odds(rules.TIE, tie, {Odds(8): "same Point Total", LOST_ODDS: "other Point Total"}),
            bet_odds(rules.THREE_PICTURES, pictures, {Odds(16): "Three Pictures", LOST_ODDS: "other Hand"}),
        ),
        events={
            "win": initial[Odds(1)] + initial[Odds(1, 2)],
            "win_on_six": initial[Odds(1, 2)],
            "lose": initial[LOST_ODDS],
            "same_ranking": initial[RETURNED_ODDS],
            "same_points": tie[Odds(8)],
            "three_pictures": pictures[Odds(16)],
        },
    )


def _three_pictures_odds(box: rules.Ranking) -> Odds:
    king, ace = parse_card("KS"), parse_card("AS")
    verdict = rules.three_pictures_verdict([king] * box.pictures + [ace] * (3 - box.pictures))
    if verdict is None:
        raise InvariantBroken("three cards decide the Three Pictures Bet (002 §4.1)")
    return verdict.odds


def three_pictures_ways(decks: int) -> Mapping[tuple[rules.Ranking, rules.Ranking], int]:
    """002 Appendix C: in how many ways a box and the Dealer come to their rankings.

    Picture Cards are all alike here, and so are cards of one rank: that leaves 286 Hands of three.
    """
    alike = Counter(Rank.KING if is_picture(card) else card.rank for card in DECK)
    left = {rank: decks * count for rank, count in alike.items()}
    hands = [
        (tuple(Counter(ranks).items()), rules.rank_of([parse_card(rank + Suit.SPADES) for rank in ranks]))
        for ranks in combinations_with_replacement(left, 3)
    ]
    ways: defaultdict[tuple[rules.Ranking, rules.Ranking], int] = defaultdict(int)
    for box, box_ranking in hands:
        box_ways = prod(comb(left[rank], count) for rank, count in box)
        after = left | {rank: left[rank] - count for rank, count in box}
        for dealer, dealer_ranking in hands:
            ways[box_ranking, dealer_ranking] += box_ways * prod(comb(after[rank], count) for rank, count in dealer)
    return ways
