"""Exact odds: how likely each end of a Bet is from a full, shuffled set of cards, and what the House keeps of it.

Counts the ways to draw cards without replacement, in whole numbers; nothing is sampled and nothing is rounded. What
the cards mean and what is paid comes from the rule books, so that a mistake in a rule shows in a figure known to all.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, perm, prod
from typing import Final, TypeVar

from msgspec import Struct

from games.baccarat import (
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
from games.cards import DECK, PICTURES, Card, Rank, is_red
from games.money import Odds
from games.round import LOST_ODDS, RETURNED_ODDS

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
    """001 §3.8 to §4.1: the five Bets on the first Round from a shoe of so many decks."""
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
    left = _counts(decks, (POINTS[card] for card in DECK))
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
    """002 §3.13, §4.1: one box against the Dealer; what other boxes take is unknown and changes nothing."""
    left = [decks * count for count in _KINDS.values()]
    kinds = tuple(_KINDS)
    hands = [
        (Counter(hand), *_pictures_and_points([kinds[kind] for kind in hand]))
        for hand in combinations_with_replacement(range(len(kinds)), 3)
    ]
    ways: defaultdict[str, int] = defaultdict(int)
    for box, box_pictures, box_points in hands:
        box_ways = prod(comb(left[kind], count) for kind, count in box.items())
        if box_pictures == 3:
            ways["three_pictures"] += box_ways * comb(sum(left) - 3, 3)
        box_rank = _place(box_pictures, box_points)
        for dealer, dealer_pictures, dealer_points in hands:
            count = box_ways * prod(comb(left[kind] - box[kind], taken) for kind, taken in dealer.items())
            dealer_rank = _place(dealer_pictures, dealer_points)
            if box_points == dealer_points:
                ways["same_points"] += count
            if box_rank == dealer_rank:
                ways["same_ranking"] += count
            elif box_rank < dealer_rank:
                ways["lose"] += count
            else:
                ways["win"] += count
                if box_points == 6:
                    ways["win_on_six"] += count
    all_ways = comb(sum(left), 3) * comb(sum(left) - 3, 3)
    events = {name: Fraction(count, all_ways) for name, count in ways.items()}
    win, on_six, lose, same = events["win"], events["win_on_six"], events["lose"], events["same_ranking"]
    tie, pictures = events["same_points"], events["three_pictures"]
    return GameOdds(
        document="002",
        decks=decks,
        bets=(
            BetOdds(
                "initial",
                (
                    Payment("wins on other points", Odds(1), win - on_six),
                    Payment("wins on 6 points", Odds(1, 2), on_six),
                    Payment("same ranking", RETURNED_ODDS, same),
                    Payment("lower ranking", LOST_ODDS, lose),
                ),
            ),
            BetOdds("tie", _won_or_lost("same Point Total", Odds(8), tie)),
            BetOdds("three_pictures", _won_or_lost("Three Pictures", Odds(16), pictures)),
        ),
        events=events,
    )


_PICTURE: Final = -1
# 3.2: what a card counts, Picture Cards apart; how many of each are in a deck.
_KINDS: Final = Counter(_PICTURE if card.rank in PICTURES else POINTS[card] for card in DECK)


def _pictures_and_points(hand: Sequence[int]) -> tuple[int, int]:
    return hand.count(_PICTURE), sum(points for points in hand if points != _PICTURE) % 10


def _place(pictures: int, points: int) -> tuple[int, int]:
    """002 Appendix C: Three Pictures before all; then by Point Total; of those, the more Picture Cards the higher."""
    return (10, 0) if pictures == 3 else (points, pictures)


# --- side bets on two cards: 003 Blackjack, 000 Blackjack Plus ----------------------------------------------


def blackjack_odds(decks: int) -> GameOdds:
    """003 §3.13: the side Bets on the first two cards of a box."""
    points = _two_cards(decks, lambda one, other: _thirteen(one) + _thirteen(other))
    under = sum((chance for total, chance in points.items() if total < 13), Fraction())
    over = sum((chance for total, chance in points.items() if total > 13), Fraction())
    pair = _pair_probability(decks)
    return GameOdds(
        document="003",
        decks=decks,
        bets=(
            BetOdds("player_pair", _won_or_lost("Player Pair", Odds(11), pair)),
            BetOdds("under_13", _won_or_lost("less than 13 points", Odds(1), under)),
            BetOdds("over_13", _won_or_lost("more than 13 points", Odds(1), over)),
        ),
        events={"player_pair": pair, "under_13": under, "over_13": over, "exactly_13": points[13]},
    )


def _thirteen(card: Card) -> int:
    """003 §3.13.2: an Ace counts 1, a Picture Card 10."""
    return 10 if card.rank in PICTURES or card.rank is Rank.TEN else POINTS[card]


RWS_PAIRS: Final[Mapping[str, Odds]] = {
    "ace_pair_suited": Odds(50),
    "suited_pair": Odds(20),
    "coloured_pair": Odds(12),
    "mixed_pair": Odds(6),
}  # 000 §4.1.2
NO_PAIR: Final = "no_pair"


def _rws_pair(one: Card, other: Card) -> str:
    """000 §3.14.1 to §3.14.4: what sort of pair these are, if any."""
    if one.rank is not other.rank:
        return NO_PAIR
    if one.suit is other.suit:
        return "ace_pair_suited" if one.rank is Rank.ACE else "suited_pair"
    return "coloured_pair" if is_red(one) == is_red(other) else "mixed_pair"


# 000 §4.1.3: cards in the Dealer's bust Hand -> what Boom Busted pays.
BOOM_BUSTED: Final[Mapping[int, Odds]] = {3: Odds(2), 4: Odds(2), 5: Odds(4), 6: Odds(12), 7: Odds(50), 8: Odds(200)}


def blackjack_plus_odds(decks: int) -> GameOdds:
    """000 §3.14, §3.26: RWS Pairs on the first two cards of a box, Boom Busted on the Dealer's Hand."""
    pairs = _two_cards(decks, _rws_pair)
    busts = dealer_bust_odds(decks)
    return GameOdds(
        document="000",
        decks=decks,
        bets=(
            BetOdds(
                "rws_pairs",
                (
                    *(Payment(sort.replace("_", " "), RWS_PAIRS[sort], pairs[sort]) for sort in RWS_PAIRS),
                    Payment("no pair", LOST_ODDS, pairs[NO_PAIR]),
                ),
            ),
            BetOdds(
                "boom_busted",
                (
                    *(Payment(_bust_name(cards), BOOM_BUSTED[cards], busts[cards]) for cards in sorted(BOOM_BUSTED)),
                    Payment("no bust", LOST_ODDS, 1 - sum(busts.values(), Fraction())),
                ),
            ),
        ),
        events={
            **{sort: pairs[sort] for sort in RWS_PAIRS},
            **{f"bust_{cards}": busts[cards] for cards in sorted(busts)},
        },
    )


def _bust_name(cards: int) -> str:
    return f"bust with {cards} cards" + (" or more" if cards == max(BOOM_BUSTED) else "")


def dealer_bust_odds(decks: int) -> Mapping[int, Fraction]:
    """000 §3.24, §3.26: how likely the Dealer busts with so many cards (8: or more) when he draws to 17.

    Hands of the same cards are one state, with the number of orders in which a Dealer who stands on any 17 comes to
    them. The chance of one order does not depend on the order.
    """
    copies = _counts(decks, (_thirteen(card) - 1 for card in DECK))
    hands: dict[tuple[int, ...], int] = {(0,) * 10: 1}
    cards = 0
    busts: defaultdict[int, Fraction] = defaultdict(Fraction)
    while hands:
        cards += 1
        all_ways = perm(sum(copies), cards)
        grown: defaultdict[tuple[int, ...], int] = defaultdict(int)
        for hand, orders in hands.items():
            for value in range(10):
                if hand[value] < copies[value]:
                    grown[(*hand[:value], hand[value] + 1, *hand[value + 1 :])] += orders
        hands = {}
        for hand, orders in grown.items():
            total = _dealer_total(hand)
            if total > 21:
                ways = orders * prod(perm(copies[value], count) for value, count in enumerate(hand))
                busts[min(cards, max(BOOM_BUSTED))] += Fraction(ways, all_ways)
            elif total < 17:
                hands[hand] = orders
    return busts


def _dealer_total(hand: Sequence[int]) -> int:
    """READINGS: the Dealer's Ace counts 11 unless that busts. `hand` holds the number of Aces, of twos, and so on."""
    hard = sum((value + 1) * count for value, count in enumerate(hand))
    return hard + 10 if hand[0] and hard <= 11 else hard


# --- counting -----------------------------------------------------------------------------------------------


def _counts(decks: int, values: Iterable[int]) -> list[int]:
    """How many cards of each value, 0 to 9, are in so many decks."""
    in_one = Counter(values)
    return [decks * in_one[value] for value in range(10)]


def _two_cards(decks: int, sort: Callable[[Card, Card], Sort]) -> Mapping[Sort, Fraction]:
    """How likely two cards, in the order in which they are drawn, are of each sort."""
    ways: defaultdict[Sort, int] = defaultdict(int)
    for one in DECK:
        for other in DECK:
            ways[sort(one, other)] += decks * (decks - (one is other))
    return {found: Fraction(count, perm(52 * decks, 2)) for found, count in ways.items()}


def _won_or_lost(event: str, odds: Odds, probability: Fraction) -> tuple[Payment, Payment]:
    return Payment(event, odds, probability), Payment("otherwise", LOST_ODDS, 1 - probability)
