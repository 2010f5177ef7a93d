"""The box games played one Round after the other through their rule books, by one Player with a simple strategy.

Slower than the vectorised baccarat, and the point is another: what is simulated is the very code that settles.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from audit.shuffled_shoes import Profit
from games.blackjack import round as b
from games.blackjack.rules import Blackjack
from games.boxes import spot_of
from games.cards import Card, Rank, decks
from games.online_blackjack.rules import virtual_shoe
from games.round import Answer, CardDrawn, Felt, PlayerId, Spot, WindowClosed
from games.settlement import Line, settle
from games.three_pictures.rules import INITIAL, THREE_PICTURES, TIE, ThreePictures

PLAYER: Final = PlayerId("A")
UNIT: Final = 2  # the least stake of which every half is exact
CUT: Final = 78  # a deck and a half behind the cut card
CUT_MIN: Final = 60  # one box cannot take more: four hands of at most 12 cards, and the Dealer's
REPORT_EVERY: Final = 5_000

SPLIT_RANKS: Final = (Rank.ACE, Rank.EIGHT)
# The strategy leaves every offer: no surrender, no Insurance, no Even Money.
LEFT: Final = {
    b.SURRENDER: WindowClosed(f"{b.SURRENDER}/1", kind=b.SURRENDER, box=1),
    b.INSURANCE: WindowClosed(b.INSURANCE, kind=b.INSURANCE),
    b.EVEN_MONEY: WindowClosed(f"{b.EVEN_MONEY}/1", kind=b.EVEN_MONEY, box=1),
}


class Played(NamedTuple):
    """What came of many Rounds."""

    shoes: int
    events: Mapping[str, int]
    profits: Mapping[str, Profit]


class Earnings:
    """The profit of each Bet in units, summed up."""

    def __init__(self) -> None:
        self.total: Counter[str] = Counter()
        self.squares: Counter[str] = Counter()

    def add(self, profits: Mapping[str, int]) -> None:
        for bet, profit in profits.items():
            self.total[bet] += profit
            self.squares[bet] += profit * profit

    def profits(self) -> dict[str, Profit]:
        return {
            bet: Profit(Fraction(self.total[bet], UNIT), Fraction(self.squares[bet], UNIT * UNIT)) for bet in self.total
        }


# --- blackjack -------------------------------------------------------------------------------------------------


def opened_round(game: Blackjack, sides: tuple[str, ...] = ()) -> tuple[b.BlackjackRound, dict[Spot, int]]:
    """The Round after "No more Bets": one box, one Player with an Initial Bet and these side Bets."""
    bets = {spot_of(1, kind): UNIT for kind in (b.MAIN, *sides)}
    opened = game.begin(Felt(boxes=1))
    (window,) = game.windows(opened)
    return game.step(opened, game.close(opened, window, {"bets": {PLAYER: Answer(bets)}})), bets


def decide(hand: b.Hand, choices: tuple[str, ...]) -> str:
    """The simplest strategy that splits and doubles: aces and eights apart, ten and eleven doubled, hit below 17."""
    if len(hand.cards) == 2:
        if b.SPLIT in choices and hand.cards[0].rank in SPLIT_RANKS:
            return b.SPLIT
        if hand.hard in (10, 11) and not hand.ace:
            return b.DOUBLE
    return b.STAND if hand.total >= 17 else b.HIT


def play_blackjack(
    game: Blackjack, opened: b.BlackjackRound, placed: dict[Spot, int], shoe: list[Card], at: int
) -> tuple[int, b.BlackjackRound, tuple[Line, ...]]:
    """A whole Round by the rule book: the next place in the shoe, the Round, its lines."""
    bets = placed.copy()
    dealt = game.dealt
    round = opened
    while True:
        while round.due is not None:
            round = dealt(round, shoe[at])
            at += 1
        stage = round.stage
        if stage is b.PLAY:
            box = round.boxes[0]
            hand = box.hands[round.hand]
            choice = decide(hand, game.choices(round, box, hand))
            if choice == b.SPLIT:
                bets[spot_of(1, b.MAIN, len(box.hands))] = UNIT
            elif choice == b.DOUBLE:
                bets[spot_of(1, b.DOUBLE, hand.number)] = UNIT
            round = game.chosen(round, choice)
        elif stage is b.OFFERS:
            round = game.step(round, LEFT[round.offers[0][0]])
        else:
            return at, round, settle(game, round, PLAYER, bets)


def simulate_blackjack(
    game: Blackjack, shoes: Iterator[list[Card]], rounds: int, cut: int, progress: Callable[[int], None]
) -> Played:
    """So many Rounds with every side Bet of the game; what is split or doubled counts to the main Bet."""
    opened, placed = opened_round(game, game.sides)
    events: Counter[str] = Counter()
    earnings = Earnings()
    used = done = 0
    while done < rounds:
        shoe = next(shoes)
        used += 1
        at = 0
        while at <= len(shoe) - cut and done < rounds:
            at, round, lines = play_blackjack(game, opened, placed, shoe, at)
            profits: Counter[str] = Counter()
            for line in lines:
                kind = line.spot.split("/")[1]
                profits[b.MAIN if kind == b.DOUBLE else kind] += line.profit
            earnings.add(profits)
            events.update(blackjack_events(round, profits[b.MAIN]))
            done += 1
            if done % REPORT_EVERY == 0 or done == rounds:
                progress(done)
    return Played(used, dict(sorted(events.items())), earnings.profits())


def blackjack_events(round: b.BlackjackRound, profit: int) -> Iterator[str]:
    hands = round.boxes[0].hands
    yield "player_wins" if profit > 0 else "dealer_wins" if profit < 0 else "nobody_wins"
    if b.is_blackjack(hands[0]):
        yield "player_blackjack"
    if len(hands) > 1:
        yield "split"
    if any(hand.doubled for hand in hands):
        yield "doubled"
    if round.dealer.bust:
        yield "dealer_bust"


def shuffled_shoes(seed: int, count: int) -> Iterator[list[Card]]:
    """Shoes of so many decks, one after the other."""
    rng = random.Random(seed)
    shoe = list(decks(count))
    while True:
        rng.shuffle(shoe)
        yield shoe


def virtual_shoes(seed: int, cards: int) -> Iterator[list[Card]]:
    """004: the virtual shoe anew for each Round, of which only the first cards are looked at."""
    rng = random.Random(seed)
    while True:
        yield list(virtual_shoe(rng.randrange, cards))


def fresh_cards(seed: int, count: int, cards: int) -> Iterator[list[Card]]:
    """So many decks shuffled before each Round, of which only the first cards are looked at."""
    rng = random.Random(seed)
    shoe = list(decks(count))
    while True:
        yield rng.sample(shoe, cards)


# --- three pictures --------------------------------------------------------------------------------------------


def simulate_three_pictures(seed: int, rounds: int, progress: Callable[[int], None]) -> Played:
    """One box with all three Bets, one deck shuffled before each Round."""
    game = ThreePictures()
    bets = {spot_of(1, kind): UNIT for kind in (INITIAL, TIE, THREE_PICTURES)}
    begun = game.begin(Felt(boxes=1))
    (window,) = game.windows(begun)
    opened = game.step(begun, game.close(begun, window, {"bets": {PLAYER: Answer(bets)}}))
    events: Counter[str] = Counter()
    earnings = Earnings()
    shoes = fresh_cards(seed, 1, 6)
    for done in range(1, rounds + 1):
        round = opened
        for card in next(shoes):
            round = game.step(round, CardDrawn(card))
        profits = {line.spot.split("/")[1]: line.profit for line in settle(game, round, PLAYER, bets)}
        earnings.add(profits)
        initial = profits[INITIAL]
        events["win" if initial > 0 else "lose" if initial < 0 else "same_ranking"] += 1
        events["win_on_six"] += 0 < initial < UNIT
        events["same_points"] += profits[TIE] > 0
        events["three_pictures"] += profits[THREE_PICTURES] > 0
        if done % REPORT_EVERY == 0 or done == rounds:
            progress(done)
    return Played(rounds, dict(sorted(events.items())), earnings.profits())
