"""`etg demo`: a seeded shoe of baccarat dealt in this terminal, by the rule book and nothing else.

Until the cluster exists this is the whole table: three Players whose Bets go through the same review, windows,
cards, verdicts and settlement as on a real one. It ends by checking that no money was made or lost.
"""

import argparse
import io
import random
import shutil
import sys
import time
from collections.abc import Iterator
from typing import Final

from deploy.cli import wants_colour
from deploy.roads import WIDTH_MAX, WIDTH_MIN, draw
from games.baccarat import (
    BANKER,
    BANKER_PAIR,
    PLAYER,
    PLAYER_PAIR,
    SPOTS,
    TIE,
    Baccarat,
    BaccaratRound,
    hands_of,
    point_total,
    result_of,
)
from games.card_set import CardSet
from games.cards import Card, decks, is_red
from games.money import check
from games.roads import Outcome, Result, Roads, roads_of
from games.round import Answer, Answers, CardDrawn, Felt, Limit, PlayerId, Spot
from games.settlement import Line, settle

HELP = "Deal a shoe of baccarat in this terminal, by the rule book."
EXAMPLE = """
./etg demo
./etg demo --rounds 80 --seed 7 --pause 0
"""

PLAYERS: Final = (PlayerId("Ada"), PlayerId("Bo"), PlayerId("Chen"))
BUY_IN: Final = 100_000  # minor units: 1,000.00
CHIPS: Final = (500, 1_000, 2_500, 5_000)
LIMITS: Final[dict[str, Limit]] = {
    PLAYER: Limit(500, 20_000, 500),
    BANKER: Limit(500, 20_000, 500),
    TIE: Limit(500, 5_000, 500),
    PLAYER_PAIR: Limit(500, 5_000, 500),
    BANKER_PAIR: Limit(500, 5_000, 500),
}
CUT_CARD_FROM_END: Final = 14
SUITS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
NAMES: Final = {
    PLAYER: "Player",
    BANKER: "Banker",
    TIE: "Tie",
    PLAYER_PAIR: "Player Pair",
    BANKER_PAIR: "Banker Pair",
}
OUTCOMES: Final[dict[Spot, Outcome]] = {BANKER: "B", PLAYER: "P", TIE: "T"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rounds", type=positive, default=10, metavar="N", help="rounds to deal (default: 10)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="the shoe and the Bets (default: 1)")
    parser.add_argument(
        "--decks",
        type=int,
        choices=Baccarat.decks,
        default=8,
        metavar="N",
        help="decks in the shoe, 4 to 8 (default: 8)",
    )
    parser.add_argument(
        "--pause",
        type=seconds,
        metavar="SECONDS",
        help="between two cards (default: 0.3 on a terminal, none otherwise)",
    )


def positive(text: str) -> int:
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError("at least one round")
    return value


def seconds(text: str) -> float:
    value = float(text)
    if not 0 <= value <= 60:
        raise argparse.ArgumentTypeError("from 0 to 60 seconds")
    return value


def run(args: argparse.Namespace) -> int:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that cannot write suits still gets the rest
    pause = args.pause if args.pause is not None else 0.3 if sys.stdout.isatty() else 0.0
    demo = Demo(seed=args.seed, decks=args.decks, pause=pause, colour=wants_colour(sys.stdout))
    demo.play(args.rounds)
    return 0


class Demo:
    """One shoe, three Players, and what is shown of them."""

    def __init__(self, *, seed: int, decks: int, pause: float, colour: bool) -> None:
        self.game = Baccarat()
        self.felt = Felt(limits=LIMITS)
        self.rng = random.Random(seed)
        self.decks = decks
        self.pause = pause
        self.colour = colour
        self.width = max(WIDTH_MIN, min(WIDTH_MAX, shutil.get_terminal_size((100, 24)).columns))
        self.credit = dict.fromkeys(PLAYERS, BUY_IN)
        self.house = 0
        self.results: list[Result] = []
        self.last_round = self.shoe_ended = False

    def play(self, rounds: int) -> None:
        say(self.bold(f"Non-Commission Baccarat, {self.decks} decks, by rule document 001. No real money."))
        for number in range(1, rounds + 1):
            if number == 1 or self.shoe_ended:
                self.load_shoe()
            last_round = self.last_round
            self.play_round(number)
            self.shoe_ended = last_round  # the cut card came out before it
        say("")
        for line in draw(self.roads(), width=self.width, colour=self.colour):
            say(line)
        self.report(rounds)

    # --- the shoe

    def load_shoe(self) -> None:
        shoe = list(decks(self.decks))
        self.rng.shuffle(shoe)
        self.shoe: Iterator[Card] = iter(shoe)
        self.card_set = CardSet(self.decks)
        self.last_round = False  # the cut card is out: the Round is finished, and one more is dealt
        self.shoe_ended = False
        self.results = []
        say(f"\nA new shoe: {self.card_set.left} cards, shuffled; the cut card lies {CUT_CARD_FROM_END} from the end.")

    def draw_card(self) -> Card:
        card = next(self.shoe)
        check(not self.card_set.is_foreign(card), f"{card} is foreign (5.3.1)")
        self.card_set = self.card_set.draw(card)
        if self.card_set.left <= CUT_CARD_FROM_END:
            self.last_round = True
        time.sleep(self.pause)
        return card

    # --- one round

    def play_round(self, number: int) -> None:
        rule = "─" * max(0, self.width - 12 - len(str(number)))
        say(f"\n{self.bold(f'Round {number}')} {rule}")
        round = self.game.begin(self.felt)
        given = self.take_bets(round)
        (window,) = self.game.windows(round)
        round = self.game.step(round, self.game.close(round, window, given))
        say("  No More Bets. (3.7)")
        while (hand := self.game.expects(round)) is not None:
            card = self.draw_card()
            round = self.game.step(round, CardDrawn(card))
            mine = self.game.hands(round)[hand]
            third = "  third card (3.10)" if len(mine) == 3 else ""
            say(f"    {NAMES[Spot(hand)]:<7} {self.face(card)}  {point_total(mine)} points{third}")
        self.show_result(round)
        self.settle(round, given)
        self.show_road()

    def take_bets(self, round: BaccaratRound) -> Answers:
        (window,) = self.game.windows(round)
        given: dict[PlayerId, Answer] = {}
        say("  Place your bets. (3.3)")
        for player in PLAYERS:
            bets = self.choose_bets(player)
            refusal = self.game.review(round, window, player, Answer(bets), {window.name: given})
            if refusal is not None:
                say(f"    {player}: refused, {refusal.detail} ({refusal.paragraph})")
            elif bets:
                given[player] = Answer(bets)
                self.credit[player] -= sum(bets.values())
                placed = ", ".join(f"{NAMES[spot]} {money(amount)}" for spot, amount in bets.items())
                say(f"    {player:<5} {placed}")
        return {window.name: given}

    def choose_bets(self, player: PlayerId) -> dict[Spot, int]:
        """A Player who mostly bets on one Hand, sometimes on more, and never more than he has."""
        bets: dict[Spot, int] = {}
        left = self.credit[player]
        spots = [self.rng.choice((PLAYER, BANKER))] + [spot for spot in SPOTS[2:] if self.rng.random() < 0.2]
        for spot in spots:
            amount = self.rng.choice(CHIPS) if spot in (PLAYER, BANKER) else CHIPS[0]
            if amount <= left:
                bets[spot] = amount
                left -= amount
        return bets

    def show_result(self, round: BaccaratRound) -> None:
        result = result_of(round)
        player, banker = hands_of(round.cards)
        natural = ", a Natural (1.9)" if result.natural else ""
        pairs = [name for name, pair in (("Player", result.player_pair), ("Banker", result.banker_pair)) if pair]
        pair = f", {' and '.join(pairs)} Pair (1.14)" if pairs else ""
        hands = f"Player {self.faces(player)} {round.player}   Banker {self.faces(banker)} {round.banker}"
        winner = (
            "Tie (3.12)" if result.winner == TIE else f"{NAMES[result.winner]} wins on {result.winning_points} (3.11)"
        )
        say(f"  {hands}")
        say(f"  {self.bold(winner)}{natural}{pair}")
        points = result.winning_points
        outcome = OUTCOMES[result.winner]
        self.results.append(Result(outcome, result.banker_pair, result.player_pair, result.natural, points))

    def show_road(self) -> None:
        """The roads grow by one mark: the last results, and the derived marks they made."""
        roads = self.roads()
        shown = " ".join(self.paint(bead.result.outcome) for bead in roads.bead_plate[-24:])
        derived = ((roads.big_eye_boy, "big eye"), (roads.small_road, "small"), (roads.cockroach_pig, "pig"))
        tails = "   ".join(f"{name} {self.reds(road.colours[-8:]) or '-'}" for road, name in derived)
        say(f"    road {shown}   {tails}")

    def reds(self, colours: str) -> str:
        return "".join(self.paint("B" if colour == "R" else "P", colour) for colour in colours)

    def paint(self, outcome: Outcome, text: str = "") -> str:
        shade = {"B": 31, "P": 34, "T": 32}[outcome]
        return f"\033[{shade}m{text or outcome}\033[0m" if self.colour else text or outcome

    def settle(self, round: BaccaratRound, given: Answers) -> None:
        for player, answer in given["bets"].items():
            lines = settle(self.game, round, player, answer.bets)
            check(len(lines) == len(answer.bets), f"{player}: a Bet without a verdict")
            for line in lines:
                self.credit[player] += line.returned
                self.house -= line.profit
                say(f"    {player:<5} {NAMES[line.spot]:<12} {self.outcome(line)}")
        say("    " + "   ".join(f"{player} {money(credit)}" for player, credit in self.credit.items()))
        total = sum(self.credit.values()) + self.house
        check(total == BUY_IN * len(PLAYERS), f"{total} in all, not {BUY_IN * len(PLAYERS)} (M1)")

    def outcome(self, line: Line) -> str:
        verdict = line.verdict
        if verdict.odds.pays > 0:
            text = f"won   {money(line.staked):>8} at {verdict.odds}: +{money(line.profit)}"
        elif verdict.odds.pays == 0:
            text = f"back  {money(line.staked):>8} returned"
        else:
            text = f"lost  {money(line.staked):>8}"
        return f"{text:<36} ({verdict.paragraph})"

    # --- the end

    def roads(self) -> Roads:
        return roads_of(self.results)

    def report(self, rounds: int) -> None:
        say("")
        for player, credit in self.credit.items():
            say(f"  {player:<5} bought {money(BUY_IN)}, has {money(credit)}")
        say(f"  House {'won' if self.house >= 0 else 'lost'} {money(abs(self.house))}")
        say(f"\n{rounds} {'round' if rounds == 1 else 'rounds'} dealt, every line checked, money conserved.")

    # --- looks

    def face(self, card: Card) -> str:
        text = ("10" if card.text[0] == "T" else card.text[0]) + SUITS[card.text[1]]
        text = f"{text:>3}"
        return f"\033[31m{text}\033[0m" if self.colour and is_red(card) else text

    def faces(self, cards: tuple[Card, ...]) -> str:
        return "".join(self.face(card) for card in cards)

    def bold(self, text: str) -> str:
        return f"\033[1m{text}\033[0m" if self.colour else text


def money(amount: int) -> str:
    return f"{amount // 100:,}.{amount % 100:02}"


def say(text: str) -> None:
    print(text, flush=True)
