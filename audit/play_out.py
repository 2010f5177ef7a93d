"""`etg play-out`: plays many Rounds of a game and holds what came of them against the exact odds.

Only counts against counts: the Rounds come from `shuffled_shoes` and `box_games`, the odds from each game's `odds.py`.
A game is added by an entry in PLAYERS.
"""

import argparse
import json
import math
import sys
import textwrap
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from audit import unshuffled
from audit.box_games import CUT as BLACKJACK_CUT
from audit.box_games import CUT_MIN as BLACKJACK_CUT_MIN
from audit.box_games import shuffled_shoes, simulate_blackjack, simulate_three_pictures, virtual_shoes
from audit.folders import refused_decks, title_of
from audit.odds import figure, words
from audit.progress import Progress, natural, positive
from audit.shuffled_shoes import BURN_MAX, CUT, CUT_MIN, Profit, simulate
from games.baccarat.odds import baccarat_odds
from games.blackjack.odds import odds_of
from games.blackjack.plus import BlackjackPlus
from games.blackjack.rules import Blackjack
from games.catalog import GAMES
from games.odds import BetOdds, GameOdds
from games.online_blackjack.rules import ClassicBlackjack, PremiumBlackjack
from games.three_pictures.odds import three_pictures_odds

HELP = "Play many rounds and compare them with the exact odds."
EXAMPLE = """
./etg play-out --game baccarat --rounds 10000000 --seed 7
./etg play-out --rounds 1000000 --decks 6 --cut 52 --json
./etg play-out --unshuffled 2000
"""

Z_MAX = 5.0  # chance alone goes beyond it about once in 1.7 million figures


# Measured with 8 decks and the usual cut card in 600 million Rounds: Naturals and four-card Rounds -0.0001.
DEPENDENCE = (
    "z takes the Rounds for independent. Those of one shoe depend on each other a little: after short Rounds the shoe "
    "has time for one more, and that one has other cards to come than a fresh shoe. It makes Naturals about 0.0001 "
    "rarer, and shows in z from some hundred million Rounds on."
)

FRESH = "The cards are shuffled before every Round, so Rounds are independent."
STRATEGY = (
    "One Player on one box, who hits below 17, splits aces and eights, doubles a hard ten or eleven, and leaves every "
    "offer. The edge of the main Bet is what this strategy loses of the Initial Bet, doubles and splits included; no "
    "exact figure is known for it. The other figures are those of the rules."
)


class Task(NamedTuple):
    """What is to be played."""

    rounds: int
    seed: int
    decks: int
    cut: int | None  # None: where the game's own custom puts it
    burn: bool
    progress: Callable[[int], None]


class Seen(NamedTuple):
    """What came of it: how often each event came, and what one unit on each Bet in every Round earned the Players."""

    shoes: int
    events: Mapping[str, int]
    profits: Mapping[str, Profit]
    exact: GameOdds


class Simulated(NamedTuple):
    """A game that can be simulated."""

    play: Callable[[Task], Seen]
    cut_min: int | None  # cards that must lie behind the cut card; None: shuffled before every Round
    note: str


def play_baccarat(task: Task) -> Seen:
    cut = CUT if task.cut is None else task.cut
    tally = simulate(task.rounds, task.seed, decks=task.decks, cut=cut, burn=task.burn, progress=task.progress)
    profits = {str(spot): profit for spot, profit in tally.profits().items()}
    return Seen(tally.shoes, tally.events(), profits, baccarat_odds(task.decks))


def play_three_pictures(task: Task) -> Seen:
    played = simulate_three_pictures(task.seed, task.rounds, task.progress)
    return Seen(*played, three_pictures_odds(task.decks))


def play_blackjack(game: Blackjack, task: Task) -> Seen:
    cut = BLACKJACK_CUT if task.cut is None else task.cut
    shoes = shuffled_shoes(task.seed, task.decks)
    return Seen(*simulate_blackjack(game, shoes, task.rounds, cut, task.progress), odds_of(game, task.decks))


def play_online_blackjack(game: Blackjack, task: Task) -> Seen:
    """Shuffled before each Round: as many cards as one Round can take, and the cut card right behind the first."""
    shoes = virtual_shoes(task.seed, BLACKJACK_CUT_MIN)
    played = simulate_blackjack(game, shoes, task.rounds, BLACKJACK_CUT_MIN, task.progress)
    return Seen(*played, GameOdds(game.document, task.decks, (), {}))


PLAYERS: dict[str, Simulated] = {
    "baccarat": Simulated(play_baccarat, CUT_MIN, DEPENDENCE),
    "three_pictures": Simulated(play_three_pictures, None, FRESH),
    "blackjack": Simulated(partial(play_blackjack, Blackjack()), BLACKJACK_CUT_MIN, STRATEGY),
    "blackjack_plus": Simulated(partial(play_blackjack, BlackjackPlus()), BLACKJACK_CUT_MIN, STRATEGY),
    "classic_blackjack": Simulated(partial(play_online_blackjack, ClassicBlackjack()), None, STRATEGY),
    "premium_blackjack": Simulated(partial(play_online_blackjack, PremiumBlackjack()), None, STRATEGY),
}


class Comparison(NamedTuple):
    """One figure as it was seen and as it should be; without exact odds there is nothing to compare it with."""

    name: str
    seen: float
    exact: Fraction | None
    error: float  # the standard error of what was seen

    @property
    def difference(self) -> float | None:
        return None if self.exact is None else self.seen - float(self.exact)

    @property
    def z(self) -> float | None:
        if self.difference is None:
            return None
        if self.error == 0:
            return 0.0 if self.difference == 0 else math.inf  # what cannot be has come, or the other way round
        return self.difference / self.error

    @property
    def too_far(self) -> bool:
        return self.z is not None and abs(self.z) > Z_MAX


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `etg play-out`."""
    parser.add_argument("--game", choices=PLAYERS, default="baccarat", help="default: baccarat")
    parser.add_argument("--rounds", type=positive, default=1_000_000, metavar="N", help="default: 1000000")
    parser.add_argument("--seed", type=natural, default=7, metavar="N", help="same seed, same cards; default: 7")
    parser.add_argument("--decks", type=int, metavar="N", help="decks in the shoe; default: the most the rules allow")
    parser.add_argument(
        "--cut",
        type=int,
        metavar="CARDS",
        help=f"cards behind the cut card; baccarat: {CUT_MIN} or more, default {CUT}; when it shows, the Round is "
        "finished and one more is dealt; if it comes before a Round's first card, that Round is the last; blackjack: "
        f"{BLACKJACK_CUT_MIN} or more, default {BLACKJACK_CUT}, and the Round is the last",
    )
    parser.add_argument(
        "--burn", action="store_true", help="baccarat: burn the first card and as many more as it is worth"
    )
    parser.add_argument(
        "--unshuffled",
        type=positive,
        metavar="SHOES",
        help="instead: so many badly shuffled sets of each sort; how many does the console find (001 §5.3.5)?",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object instead of the table")


def run(args: argparse.Namespace) -> int:
    """0: all as expected; 1: a figure is further off than chance explains; 2, and a sentence: cannot be played."""
    game, title = PLAYERS[args.game], title_of(args.game)
    decks = GAMES[args.game].decks[-1] if args.decks is None else args.decks
    refusal = refused_decks(args.game, decks) or refused_cut(args.game, decks, args.cut)
    if refusal:
        print(f"etg play-out: {refusal}", file=sys.stderr)
        return 2
    if args.unshuffled:
        return unshuffled.run(args.unshuffled, args.seed, decks, as_json=args.json)
    if args.burn and args.game != "baccarat":
        print(f"etg play-out: no cards are burnt in {title} here", file=sys.stderr)
        return 2
    progress = Progress(args.rounds, sys.stderr)
    seen = game.play(Task(args.rounds, args.seed, decks, args.cut, args.burn, progress.show))
    parts = {"frequencies": frequencies(seen, args.rounds), "house_edges": house_edges(seen, args.rounds)}
    if args.json:
        print(json.dumps(as_json(args, decks, seen, parts)))
    else:
        played = f"{_count(args.rounds, 'round')} from {_count(seen.shoes, 'shoe')}"
        title = f"{title}, {_count(decks, 'deck')}, seed {args.seed}: {played}"
        print("\n".join(table(title, parts["frequencies"], parts["house_edges"], game.note)))
    too_far = [words(row.name) for rows in parts.values() for row in rows if row.too_far]
    if too_far:
        names = ", ".join(too_far)
        print(f"etg play-out: further off than chance explains (|z| > {Z_MAX:g}): {names}", file=sys.stderr)
    return 1 if too_far else 0


def refused_cut(game: str, decks: int, cut: int | None) -> str:
    """Why the cut card cannot be there; nothing if it can."""
    if cut is None:
        return ""
    cut_min = PLAYERS[game].cut_min
    if cut_min is None:
        return f"{title_of(game)} is shuffled before every Round: there is no cut card"
    most = 52 * decks - BURN_MAX
    if cut_min <= cut <= most:
        return ""
    limits = f"{cut_min} to {most} cards before the end of {decks} decks"
    return f"the cut card lies {limits}, so that a Round fits, not {cut}"


# --- what was seen against what should be ------------------------------------------------------------------


def frequencies(seen: Seen, rounds: int) -> list[Comparison]:
    """How often each event came."""
    rows = []
    for name, count in seen.events.items():
        exact = seen.exact.events.get(name)
        expected = count / rounds if exact is None else float(exact)
        rows.append(Comparison(name, count / rounds, exact, math.sqrt(expected * (1 - expected) / rounds)))
    return rows


def house_edges(seen: Seen, rounds: int) -> list[Comparison]:
    """What the House kept of one unit on each Bet."""
    bets = {bet.bet: bet for bet in seen.exact.bets}
    return [_house_edge(name, profit, bets.get(name), rounds) for name, profit in seen.profits.items()]


def _house_edge(name: str, profit: Profit, bet: BetOdds | None, rounds: int) -> Comparison:
    mean = profit.total / rounds
    variance = profit.squares / rounds - mean**2 if bet is None else bet.variance
    return Comparison(name, float(-mean), None if bet is None else bet.house_edge, math.sqrt(variance / rounds))


def table(title: str, events: list[Comparison], edges: list[Comparison], note: str) -> list[str]:
    """The comparison for people."""
    width = max(len("House edge of"), *(len(words(row.name)) for row in (*events, *edges)))
    return [
        title,
        "",
        *_part("Frequency of", events, width, lambda value, sign: f"{value:{sign}.6f}"),
        "",
        *_part("House edge of", edges, width, lambda value, sign: f"{100 * value:{sign}.4f} %"),
        "",
        *textwrap.wrap(note, 80),
    ]


def _part(heading: str, rows: list[Comparison], width: int, show: Callable[[float, str], str]) -> list[str]:
    head = f"{heading:{width}}  {'observed':>10}  {'exact':>10}  {'difference':>12}  {'z':>6}"
    return [head, "-" * len(head), *(_row(row, width, show) for row in rows)]


def _row(row: Comparison, width: int, show: Callable[[float, str], str]) -> str:
    start = f"{words(row.name):{width}}  {show(row.seen, ''):>10}"
    if row.exact is None or row.difference is None or row.z is None:
        return f"{start}  {'-':>10}  {'± ' + show(row.error, ''):>12}"
    mark = "  <--" if row.too_far else ""
    return f"{start}  {show(float(row.exact), ''):>10}  {show(row.difference, '+'):>12}  {row.z:+6.2f}{mark}"


def as_json(
    args: argparse.Namespace, decks: int, seen: Seen, parts: Mapping[str, list[Comparison]]
) -> dict[str, object]:
    """The answer of `--json`; the same for the same arguments, always."""
    return {
        "game": args.game,
        "decks": decks,
        "seed": args.seed,
        "rounds": args.rounds,
        "shoes": seen.shoes,
        **{part: {row.name: _row_as_json(row) for row in rows} for part, rows in parts.items()},
        "too_far": [row.name for rows in parts.values() for row in rows if row.too_far],
    }


def _row_as_json(row: Comparison) -> dict[str, object]:
    exact = None if row.exact is None else figure(row.exact)
    return {
        "observed": row.seen,
        "exact": exact,
        "difference": row.difference,
        "standard_error": row.error,
        "z": None if row.z == math.inf else row.z,  # JSON has no infinity
    }


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"
