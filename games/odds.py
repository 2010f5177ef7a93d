"""Exact odds: how likely each end of a Bet is from a full, shuffled set of cards, and what the House keeps of it.

Counts the ways to draw cards without replacement, in whole numbers; nothing is sampled and nothing is rounded. What
the cards mean and what is paid comes from the rule books, so that a mistake in a rule shows in a figure known to all.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, perm, prod
from typing import Final, TypeVar

from msgspec import Struct

from games.baccarat.rules import (
    BANKER,
    BANKER_HAND,
    BANKER_PAIR,
    PLAYER,
    PLAYER_PAIR,
    POINTS,
    TIE,
    banker_draws,
    due_after_four,
    is_natural,
    is_pair,
    main_verdict,
    pair_verdict,
    winner_of,
)
from games.blackjack.plus import BOOM_BUSTED, BOOM_BUSTED_PAYS, RWS_PAIRS, BlackjackPlus, rws_pairs_verdict
from games.blackjack.round import OVER_13, UNDER_13, VALUES, Hand, with_card
from games.blackjack.round import PLAYER_PAIR as BOX_PAIR
from games.blackjack.verdicts import player_pair_verdict, thirteen_verdict
from games.cards import DECK, Card, Rank, Suit, is_picture, parse_card
from games.money import InvariantBroken, Odds
from games.round import LOST_ODDS, RETURNED_ODDS
from games.three_pictures.rules import (
    INITIAL,
    THREE_PICTURES,
    Ranking,
    initial_verdict,
    rank_of,
    three_pictures_verdict,
    tie_verdict,
)
from games.three_pictures.rules import TIE as TIE_BET

Sort = TypeVar("Sort")


class Payment(Struct, frozen=True):
    """One way for a Bet to end, what it then pays, and how likely that is."""

    event: str
    odds: Odds
    probability: Fraction


class BetOdds(Struct, frozen=True):
    """All ways for one Bet to end: their probabilities add up to 1."""

    bet: str
    payments: tuple[Payment, ...]

    @property
    def wins(self) -> Fraction:
        """How likely the Bet is paid at all."""
        return sum((payment.probability for payment in self.payments if payment.odds.pays > 0), Fraction())

    @property
    def house_edge(self) -> Fraction:
        """What the House keeps of one unit staked, on average; a returned Bet counts as staked."""
        return -self._mean(1)

    @property
    def variance(self) -> Fraction:
        """Of the profit on one unit staked: what a simulation of so many Rounds must reckon with."""
        return self._mean(2) - self._mean(1) ** 2

    def _mean(self, power: int) -> Fraction:
        profits = ((Fraction(payment.odds.pays, payment.odds.to), payment.probability) for payment in self.payments)
        return sum((profit**power * probability for profit, probability in profits), Fraction())


class GameOdds(Struct, frozen=True):
    """The Bets of a game, and the events behind them."""

    document: str
    decks: int
    bets: tuple[BetOdds, ...]
    events: Mapping[str, Fraction]

    def bet(self, name: str) -> BetOdds:
        return next(bet for bet in self.bets if bet.bet == name)


# --- 001 Non-Commission Baccarat ----------------------------------------------------------------------------


class BaccaratEnd(Struct, frozen=True):
    """How a Round ended, as far as points go."""

    player: int
    banker: int
    cards: int
    natural: bool


def baccarat_odds(decks: int) -> GameOdds:
    """001 §4.1: the five Bets on the first Round from a shoe of so many decks."""
    ways = baccarat_ways(decks)
    all_ways = perm(52 * decks, 6)

    def probability(holds: Callable[[BaccaratEnd], bool]) -> Fraction:
        return Fraction(sum(count for end, count in ways.items() if holds(end)), all_ways)

    def wins(spot: str) -> Fraction:
        return probability(lambda end: winner_of(end.player, end.banker) == spot)

    player, banker, tie = wins(PLAYER), wins(BANKER), wins(TIE)
    on_six = probability(lambda end: winner_of(end.player, end.banker) == BANKER and end.banker == 6)
    pair = _pair_probability(decks)
    return GameOdds(
        document="001",
        decks=decks,
        bets=(
            BetOdds(
                PLAYER,
                (
                    Payment("Player wins", main_verdict(PLAYER, PLAYER, 9).odds, player),
                    Payment("Tie", main_verdict(PLAYER, TIE, 9).odds, tie),
                    Payment("Banker wins", main_verdict(PLAYER, BANKER, 9).odds, banker),
                ),
            ),
            BetOdds(
                BANKER,
                (
                    Payment("Banker wins on other points", main_verdict(BANKER, BANKER, 9).odds, banker - on_six),
                    Payment("Banker wins on 6 points", main_verdict(BANKER, BANKER, 6).odds, on_six),
                    Payment("Tie", main_verdict(BANKER, TIE, 9).odds, tie),
                    Payment("Player wins", main_verdict(BANKER, PLAYER, 9).odds, player),
                ),
            ),
            BetOdds(
                TIE,
                (
                    Payment("Tie", main_verdict(TIE, TIE, 9).odds, tie),
                    Payment("no Tie", main_verdict(TIE, PLAYER, 9).odds, player + banker),
                ),
            ),
            *(
                BetOdds(
                    spot,
                    (
                        Payment("pair", pair_verdict(pair=True).odds, pair),
                        Payment("no pair", pair_verdict(pair=False).odds, 1 - pair),
                    ),
                )
                for spot in (PLAYER_PAIR, BANKER_PAIR)
            ),
        ),
        events={
            "player": player,
            "banker": banker,
            "tie": tie,
            "banker_on_six": on_six,
            "player_pair": pair,
            "banker_pair": pair,
            "natural": probability(lambda end: end.natural),
            "four_cards": probability(lambda end: end.cards == 4),
            "five_cards": probability(lambda end: end.cards == 5),
            "six_cards": probability(lambda end: end.cards == 6),
        },
    )


def baccarat_ways(decks: int) -> Mapping[BaccaratEnd, int]:
    """001 §3.8 to §3.10: in how many of the ordered draws of six cards a Round ends in each way.

    Cards of one point value are alike, and so are the two orders of a Hand's first two cards: that leaves 55 x 55
    first Hands. A Round of fewer than six cards stands for all draws which begin with it.
    """
    in_one = Counter(POINTS[card] for card in DECK)
    left = [decks * in_one[points] for points in range(10)]
    cards = sum(left)
    ways: defaultdict[BaccaratEnd, int] = defaultdict(int)
    for first, third, player_ways in _first_two(left):
        player = (first + third) % 10
        for second, fourth, banker_ways in _first_two(left):
            banker = (second + fourth) % 10
            natural = is_natural(player) or is_natural(banker)
            so_far = player_ways * banker_ways
            due = due_after_four(player, banker)
            if due is None:
                ways[BaccaratEnd(player, banker, 4, natural)] += so_far * (cards - 4) * (cards - 5)
            elif due is BANKER_HAND:
                for drawn, copies in enumerate(left):
                    end = BaccaratEnd(player, (banker + drawn) % 10, 5, natural)
                    ways[end] += so_far * copies * (cards - 5)
            else:
                for drawn, copies, end_ways in _banker_ends(left, banker):
                    for end_banker, count, end_cards in end_ways:
                        end = BaccaratEnd((player + drawn) % 10, end_banker, end_cards, natural)
                        ways[end] += so_far * copies * count
    return ways


def _banker_ends(left: list[int], banker: int) -> Iterator[tuple[int, int, list[tuple[int, int, int]]]]:
    """001 §3.10: each third card of the Player Hand, its copies, and then Banker's totals with their ways."""
    cards = sum(left)
    for drawn, copies in enumerate(left):
        if not banker_draws(banker, drawn):
            yield drawn, copies, [(banker, cards - 1, 5)]
            continue
        left[drawn] -= 1
        yield drawn, copies, [((banker + last) % 10, count, 6) for last, count in enumerate(left)]
        left[drawn] += 1


def _first_two(left: list[int]) -> Iterator[tuple[int, int, int]]:
    """Two values and the ways to draw them in either order. While the caller is at work they are out of `left`."""
    for one, other in combinations_with_replacement(range(len(left)), 2):
        ways = left[one] * (left[one] - 1) if one == other else 2 * left[one] * left[other]
        left[one] -= 1
        left[other] -= 1
        yield one, other, ways
        left[one] += 1
        left[other] += 1


def _pair_probability(decks: int) -> Fraction:
    """001 §1.14 (003 §1.21): two cards that make a pair, out of so many decks."""
    return _two_cards(decks, is_pair)[True]


# --- 002 Non-Commission Three Pictures ----------------------------------------------------------------------


def three_pictures_odds(decks: int = 1) -> GameOdds:
    """002 §4.1: one box against the Dealer; what other boxes take is unknown and changes nothing."""
    ways = three_pictures_ways(decks)
    all_ways = comb(52 * decks, 3) * comb(52 * decks - 3, 3)

    def chances(odds_of: Callable[[Ranking, Ranking], Odds]) -> Mapping[Odds, Fraction]:
        found: defaultdict[Odds, Fraction] = defaultdict(Fraction)
        for (box, dealer), count in ways.items():
            found[odds_of(box, dealer)] += Fraction(count, all_ways)
        return found

    initial = chances(lambda box, dealer: initial_verdict(box, dealer).odds)
    tie = chances(lambda box, dealer: tie_verdict(box, dealer).odds)
    pictures = chances(lambda box, _: _three_pictures_odds(box))
    return GameOdds(
        document="002",
        decks=decks,
        bets=(
            _bet(
                INITIAL,
                initial,
                {
                    Odds(1): "wins on other points",
                    Odds(1, 2): "wins on 6 points",
                    RETURNED_ODDS: "same ranking",
                    LOST_ODDS: "lower ranking",
                },
            ),
            _bet(TIE_BET, tie, {Odds(8): "same Point Total", LOST_ODDS: "other Point Total"}),
            _bet(THREE_PICTURES, pictures, {Odds(16): "Three Pictures", LOST_ODDS: "other Hand"}),
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


def _three_pictures_odds(box: Ranking) -> Odds:
    king, ace = parse_card("KS"), parse_card("AS")
    verdict = three_pictures_verdict([king] * box.pictures + [ace] * (3 - box.pictures))
    if verdict is None:
        raise InvariantBroken("three cards decide the Three Pictures Bet (002 §4.1)")
    return verdict.odds


def three_pictures_ways(decks: int) -> Mapping[tuple[Ranking, Ranking], int]:
    """002 Appendix C: in how many ways a box and the Dealer come to their rankings.

    Picture Cards are all alike here, and so are cards of one rank: that leaves 286 Hands of three.
    """
    alike = Counter(Rank.KING if is_picture(card) else card.rank for card in DECK)
    left = {rank: decks * count for rank, count in alike.items()}
    hands = [
        (tuple(Counter(ranks).items()), rank_of([parse_card(rank + Suit.SPADES) for rank in ranks]))
        for ranks in combinations_with_replacement(left, 3)
    ]
    ways: defaultdict[tuple[Ranking, Ranking], int] = defaultdict(int)
    for box, box_ranking in hands:
        box_ways = prod(comb(left[rank], count) for rank, count in box)
        after = left | {rank: left[rank] - count for rank, count in box}
        for dealer, dealer_ranking in hands:
            ways[box_ranking, dealer_ranking] += box_ways * prod(comb(after[rank], count) for rank, count in dealer)
    return ways


# --- side bets: 003 Blackjack, 000 Blackjack Plus -----------------------------------------------------------


def blackjack_odds(decks: int) -> GameOdds:
    """003 §3.13.1, §3.13.2: the side Bets on the first two cards of a box."""
    pair = _two_cards(decks, lambda one, other: player_pair_verdict(one, other).odds)
    under = _two_cards(decks, lambda one, other: thirteen_verdict(UNDER_13, one, other).odds)
    over = _two_cards(decks, lambda one, other: thirteen_verdict(OVER_13, one, other).odds)
    return GameOdds(
        document="003",
        decks=decks,
        bets=(
            _bet(BOX_PAIR, pair, {Odds(11): "pair", LOST_ODDS: "no pair"}),
            _bet(UNDER_13, under, {Odds(1): "less than 13 points", LOST_ODDS: "13 points or more"}),
            _bet(OVER_13, over, {Odds(1): "more than 13 points", LOST_ODDS: "13 points or less"}),
        ),
        events={
            BOX_PAIR: pair[Odds(11)],
            UNDER_13: under[Odds(1)],
            OVER_13: over[Odds(1)],
            "exactly_13": 1 - under[Odds(1)] - over[Odds(1)],
        },
    )


def blackjack_plus_odds(decks: int) -> GameOdds:
    """000 §4.1.2, §4.1.3: RWS Pairs on the first two cards of a box, Boom Busted on the Dealer's Hand."""
    pairs = _two_cards(decks, lambda one, other: rws_pairs_verdict(one, other).odds)
    sorts = {Odds(50): "ace pair suited", Odds(20): "suited pair", Odds(12): "coloured pair", Odds(6): "mixed pair"}
    busts = dealer_bust_odds(decks)
    no_bust = 1 - sum(busts.values(), Fraction())
    return GameOdds(
        document="000",
        decks=decks,
        bets=(
            _bet(RWS_PAIRS, pairs, {**sorts, LOST_ODDS: "no pair"}),
            BetOdds(
                BOOM_BUSTED,
                (
                    *(Payment(_bust(cards), Odds(BOOM_BUSTED_PAYS[cards]), chance) for cards, chance in busts.items()),
                    Payment("no bust", LOST_ODDS, no_bust),
                ),
            ),
        ),
        events={
            **{name.replace(" ", "_"): pairs[odds] for odds, name in sorts.items()},
            **{_bust(cards).replace(" ", "_"): chance for cards, chance in busts.items()},
            "no_bust": no_bust,
        },
    )


def _bust(cards: int) -> str:
    return f"bust with {cards} cards" + (" or more" if cards == MOST_CARDS else "")


MOST_CARDS: Final = max(BOOM_BUSTED_PAYS)  # 4.1.3 makes no difference beyond


def dealer_bust_odds(decks: int) -> Mapping[int, Fraction]:
    """000 §3.24, §3.26: how likely the Dealer busts with so many cards, MOST_CARDS standing for more too.

    Hands of the same cards are one state, with the number of orders in which a Dealer comes to it. How likely one
    order is does not depend on the order.
    """
    rules = BlackjackPlus()
    a_card_of = {VALUES[card]: card for card in DECK}
    copies = Counter(VALUES[card] for card in DECK)
    busts = dict.fromkeys(sorted(BOOM_BUSTED_PAYS), Fraction())
    drawing: dict[tuple[int, ...], tuple[Hand, int]] = {(): (Hand(), 1)}
    while drawing:
        grown: dict[tuple[int, ...], tuple[Hand, int]] = {}
        for values, (hand, orders) in drawing.items():
            for value, card in a_card_of.items():
                state = tuple(sorted((*values, value)))
                hand_then, orders_then = grown.get(state) or (with_card(hand, card), 0)
                grown[state] = hand_then, orders_then + orders
        drawing = {}
        for values, (hand, orders) in grown.items():
            if not rules.dealer_stands(hand):
                drawing[values] = hand, orders
            elif hand.bust:
                ways = orders * prod(perm(decks * copies[value], values.count(value)) for value in set(values))
                busts[min(len(values), MOST_CARDS)] += Fraction(ways, perm(52 * decks, len(values)))
    return busts


# --- counting -----------------------------------------------------------------------------------------------


def _two_cards(decks: int, sort: Callable[[Card, Card], Sort]) -> Mapping[Sort, Fraction]:
    """How likely two cards, in the order in which they are drawn, are of each sort."""
    ways: defaultdict[Sort, int] = defaultdict(int)
    for one in DECK:
        for other in DECK:
            ways[sort(one, other)] += decks * (decks - (one is other))
    return {found: Fraction(count, perm(52 * decks, 2)) for found, count in ways.items()}


def _bet(name: str, chances: Mapping[Odds, Fraction], events: Mapping[Odds, str]) -> BetOdds:
    """A Bet whose ends are told apart by what they pay. An end without a name would be a new rule: it must not hide."""
    return BetOdds(name, tuple(Payment(events[odds], odds, chances[odds]) for odds in sorted(chances, key=_generosity)))


def _generosity(odds: Odds) -> Fraction:
    return -Fraction(odds.pays, odds.to)
