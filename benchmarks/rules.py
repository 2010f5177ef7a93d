"""How fast the rule books are, as ratios to bare loops measured in the same run.

A bare loop does the same work on plain integers, with nothing named and nothing checked: the floor for Python.
Each figure is the best of several short runs, taken in turn, because the machine is shared.

    python -m benchmarks.rules
"""

import random
import time
from collections.abc import Callable

from audit.box_games import PLAYER as PLAYER_A
from audit.box_games import UNIT, decide, opened_round, play_blackjack
from audit.shuffled_shoes import simulate
from benchmarks.roads_speed import roads_after_one_more
from games.baccarat.rules import BANKER, BANKER_PAIR, PLAYER, PLAYER_PAIR, TIE, Baccarat, BaccaratRound, dealt
from games.blackjack.round import DOUBLE, MAIN, SPLIT
from games.blackjack.rules import Blackjack
from games.boxes import spot_of
from games.cards import decks, parse_cards
from games.round import Answer, Bets, CardDrawn, Felt, Spot, WindowClosed
from games.settlement import settle

SHOES = 1  # in one short run: some 80 rounds, a millisecond or less between two looks at the clock
REPEATS = 200
SEED = 7
CUT = 400  # cards dealt of an eight-deck shoe before the last round
ONE_BOX = Felt(boxes=1)

RANKS = [rank for _ in range(32) for rank in range(1, 14)]
POINTS = [min(rank, 10) for rank in RANKS]
CARDS = list(decks(8))

Run = Callable[[int], int]  # plays shoes of this seed, gives the number of rounds


# --- baccarat --------------------------------------------------------------------------------------------------


def bare_baccarat(seed: int) -> int:
    """Deal, draw by the table, settle five bets: integers only."""
    rng = random.Random(seed)
    shoe = RANKS[:]
    value = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0]
    draws_on = [set(range(10)), set(range(10)), set(range(10)), {0, 1, 2, 3, 4, 5, 6, 7, 9}, {2, 3, 4, 5, 6, 7}]
    draws_on += [{4, 5, 6, 7}, {6, 7}, set()]
    on_player, on_banker, on_tie, on_player_pair, on_banker_pair = 1000, 700, 100, 50, 50
    rounds = 0
    returned = 0
    for _ in range(SHOES):
        rng.shuffle(shoe)
        at = 0
        while at < CUT:
            first, second, third, fourth = shoe[at : at + 4]
            at += 4
            player = (value[first] + value[third]) % 10
            banker = (value[second] + value[fourth]) % 10
            if player < 8 and banker < 8:
                if player <= 5:
                    drawn = value[shoe[at]]
                    at += 1
                    player = (player + drawn) % 10
                    if drawn in draws_on[banker]:
                        banker = (banker + value[shoe[at]]) % 10
                        at += 1
                elif banker <= 5:
                    banker = (banker + value[shoe[at]]) % 10
                    at += 1
            if player > banker:
                returned += on_player * 2
            elif banker > player:
                returned += on_banker + on_banker // 2 if banker == 6 else on_banker * 2
            else:
                returned += on_player + on_banker + on_tie * 9
            if first == third:
                returned += on_player_pair * 12
            if second == fourth:
                returned += on_banker_pair * 12
            rounds += 1
    assert returned
    return rounds


BACCARAT_BETS: Bets = {PLAYER: 1000, BANKER: 700, TIE: 100, PLAYER_PAIR: 50, BANKER_PAIR: 50}


def baccarat_rule_book(seed: int) -> int:
    """The rule book: cards as objects, one Round per card, five lines with verdict and paragraph."""
    rng = random.Random(seed)
    shoe = CARDS[:]
    game = Baccarat()
    opened = game.step(game.begin(Felt()), WindowClosed("bets"))
    rounds = 0
    returned = 0
    for _ in range(SHOES):
        rng.shuffle(shoe)
        at = 0
        while at < CUT:
            round: BaccaratRound = opened
            while round.due is not None:
                round = dealt(round, shoe[at])
                at += 1
            for line in settle(game, round, PLAYER_A, BACCARAT_BETS):
                returned += line.returned
            rounds += 1
    assert returned
    return rounds


def baccarat_through_the_protocol(seed: int) -> int:
    """The same as the console does it: begin, close, expects, one act per card."""
    rng = random.Random(seed)
    shoe = CARDS[:]
    game = Baccarat()
    felt, closed = Felt(), WindowClosed("bets")
    rounds = 0
    returned = 0
    for _ in range(SHOES):
        rng.shuffle(shoe)
        at = 0
        while at < CUT:
            round = game.step(game.begin(felt), closed)
            while game.expects(round) is not None:
                round = game.step(round, CardDrawn(shoe[at]))
                at += 1
            for line in settle(game, round, PLAYER_A, BACCARAT_BETS):
                returned += line.returned
            rounds += 1
    assert returned
    return rounds


# --- blackjack -------------------------------------------------------------------------------------------------


def bare_total(hand: list[int]) -> int:
    total = sum(hand)
    return total + 10 if 1 in hand and total <= 11 else total


def bare_blackjack(seed: int) -> int:
    """One box, hit below 17, the dealer too; a bet won, lost or returned: integers only."""
    rng = random.Random(seed)
    rounds = 0
    returned = 0
    for _ in range(SHOES):
        shoe = POINTS[:]
        rng.shuffle(shoe)
        while len(shoe) > 416 - CUT:
            player, dealer = [shoe.pop()], [shoe.pop()]
            player.append(shoe.pop())
            while bare_total(player) < 17:
                player.append(shoe.pop())
            while bare_total(dealer) < 17:
                dealer.append(shoe.pop())
            total, against = bare_total(player), bare_total(dealer)
            if total <= 21:
                if against > 21 or total > against:
                    returned += 2000
                elif total == against:
                    returned += 1000
            rounds += 1
    assert returned
    return rounds


def blackjack_rule_book(seed: int) -> int:
    """The rule book as the simulator plays it: a strategy that splits and doubles, every Bet settled."""
    rng = random.Random(seed)
    shoe = CARDS[:]
    game = Blackjack()
    opened, bets = opened_round(game)
    rounds = 0
    returned = 0
    for _ in range(SHOES):
        rng.shuffle(shoe)
        at = 0
        while at < CUT - 20:
            at, _round, lines = play_blackjack(game, opened, bets, shoe, at)
            for line in lines:
                returned += line.returned
            rounds += 1
    assert returned
    return rounds


def blackjack_through_the_protocol(seed: int) -> int:
    """The same as the console does it: windows opened, answered, closed, one act per card."""
    rng = random.Random(seed)
    shoe = CARDS[:]
    game = Blackjack()
    rounds = 0
    returned = 0
    for _ in range(SHOES):
        rng.shuffle(shoe)
        at = 0
        while at < CUT - 20:
            round = game.begin(ONE_BOX)
            bets: dict[Spot, int] = {spot_of(1, MAIN): UNIT}
            given = {"bets": {PLAYER_A: Answer(bets)}}
            while True:
                if game.expects(round) is not None:
                    round = game.step(round, CardDrawn(shoe[at]))
                    at += 1
                    continue
                windows = game.windows(round)
                if not windows:
                    break
                window = windows[0]
                if window.kind == "choice":
                    choice = decide(round.boxes[round.box].hands[round.hand], window.choices)
                    raised = {window.spots[(DOUBLE, SPLIT).index(choice)]: UNIT} if choice in (DOUBLE, SPLIT) else {}
                    bets.update(raised)
                    given[window.name] = {PLAYER_A: Answer(raised, choice)}
                round = game.step(round, game.close(round, window, given))
            for line in settle(game, round, PLAYER_A, bets):
                returned += line.returned
            rounds += 1
    assert returned
    return rounds


def blackjack_always_split_and_double(seed: int) -> int:
    """Every Round is a split with a double on its first hand: nine cards, two hands, three Bets."""
    rng = random.Random(seed)
    shuffled = CARDS[:]
    cards = list(parse_cards("8S 6D 8H 3C TD 4D 6H TC 9D".split()))
    game = Blackjack()
    opened, bets = opened_round(game)
    rounds = 0
    for _ in range(SHOES):
        rng.shuffle(shuffled)
        for _ in range((CUT - 20) // len(cards)):
            play_blackjack(game, opened, bets, cards, 0)
            rounds += 1
    return rounds


# --- the figures -----------------------------------------------------------------------------------------------


def best(*runs: Run) -> list[float]:
    """Seconds a round of each, the best of several runs taken in turn."""
    found = [float("inf")] * len(runs)
    for _ in range(REPEATS):
        for index, run in enumerate(runs):
            began = time.process_time()
            rounds = run(SEED)  # the same shoe every time: only the machine varies
            found[index] = min(found[index], (time.process_time() - began) / rounds)
    return found


def vectorised(seed: int) -> int:
    rounds = 200_000
    simulate(rounds, seed=seed)
    return rounds


def main() -> None:
    bare, book, protocol = best(bare_baccarat, baccarat_rule_book, baccarat_through_the_protocol)
    (vector,) = best(vectorised)
    bare_bj, average, always, by_protocol = best(
        bare_blackjack, blackjack_rule_book, blackjack_always_split_and_double, blackjack_through_the_protocol
    )
    rows = [
        ("baccarat, bare loop", bare, 1.0, ""),
        ("baccarat, rule book", book, bare / book, "at least 0.3"),
        ("baccarat, through the Game protocol", protocol, bare / protocol, ""),
        ("baccarat, vectorised simulator", vector, bare / vector, "at least 4"),
        ("blackjack, bare hit-below-17 loop", bare_bj, 1.0, ""),
        ("blackjack, rule book, splits and doubles", average, bare_bj / average, "at least 0.15"),
        ("blackjack, every round split and doubled", always, bare_bj / always, ""),
        ("blackjack, through the Game protocol", by_protocol, bare_bj / by_protocol, ""),
    ]
    print(f"{'':42} {'us a round':>10} {'ratio':>7}  goal")
    for name, seconds, ratio, goal in rows:
        print(f"{name:42} {seconds * 1e6:10.2f} {ratio:7.2f}  {goal}")
    print(f"\nall roads after one more result: {roads_after_one_more():.3f} ms (goal: at most 0.2)")


if __name__ == "__main__":
    main()
