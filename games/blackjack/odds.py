"""The side Bets of 003 Blackjack and 000 Blackjack Plus, counted out. The main Bet depends on how one plays."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import perm, prod
from typing import Final

from games.blackjack.plus import BOOM_BUSTED, BOOM_BUSTED_PAYS, RWS_PAIRS, BlackjackPlus, rws_pairs_verdict
from games.blackjack.round import OVER_13, PLAYER_PAIR, UNDER_13, VALUES, Hand, with_card
from games.blackjack.verdicts import player_pair_verdict, thirteen_verdict
from games.cards import DECK
from games.money import Odds
from games.odds import BetOdds, GameOdds, Payment, bet_odds, two_cards
from games.round import LOST_ODDS, Game


def odds_of(game: Game, decks: int) -> GameOdds:
    return blackjack_plus_odds(decks) if isinstance(game, BlackjackPlus) else blackjack_odds(decks)


def blackjack_odds(decks: int) -> GameOdds:
    """003 §3.13.1, §3.13.2: the side Bets on the first two cards of a box."""
    pair = two_cards(decks, lambda one, other: player_pair_verdict(one, other).odds)
    under = two_cards(decks, lambda one, other: thirteen_verdict(UNDER_13, one, other).odds)
    over = two_cards(decks, lambda one, other: thirteen_verdict(OVER_13, one, other).odds)
    return GameOdds(
        document="003",
        decks=decks,
        bets=(
            bet_odds(PLAYER_PAIR, pair, {Odds(11): "pair", LOST_ODDS: "no pair"}),
            bet_odds(UNDER_13, under, {Odds(1): "less than 13 points", LOST_ODDS: "13 points or more"}),
            bet_odds(OVER_13, over, {Odds(1): "more than 13 points", LOST_ODDS: "13 points or less"}),
        ),
        events={
            PLAYER_PAIR: pair[Odds(11)],
            UNDER_13: under[Odds(1)],
            OVER_13: over[Odds(1)],
            "exactly_13": 1 - under[Odds(1)] - over[Odds(1)],
        },
        sides_only=True,
    )


def blackjack_plus_odds(decks: int) -> GameOdds:
    """000 §4.1.2, §4.1.3: RWS Pairs on the first two cards of a box, Boom Busted on the Dealer's Hand."""
    pairs = two_cards(decks, lambda one, other: rws_pairs_verdict(one, other).odds)
    sorts = {Odds(50): "ace pair suited", Odds(20): "suited pair", Odds(12): "coloured pair", Odds(6): "mixed pair"}
    busts = dealer_bust_odds(decks)
    no_bust = 1 - sum(busts.values(), Fraction())
    return GameOdds(
        document="000",
        decks=decks,
        bets=(
            bet_odds(RWS_PAIRS, pairs, {**sorts, LOST_ODDS: "no pair"}),
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
        sides_only=True,
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
