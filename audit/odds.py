"""`etg odds`: what each Bet pays, how likely that is, and what the House keeps, as a table or as JSON.

Only prints; the counting is done in the `odds.py` of each game.
"""

import argparse
import json
import sys
from fractions import Fraction

from audit.folders import games_with, part_of, refused_decks, title_of
from games.catalog import GAMES
from games.money import Odds
from games.odds import BetOdds, GameOdds

HELP = "Print exact probabilities and house edges."
EXAMPLE = """
./etg odds --game baccarat --decks 8
./etg odds --game three_pictures --json
"""


HEADINGS = ("Bet", "Ends with", "Pays", "Probability", "House edge")
DIGITS = 6
DIGITS_SMALL = 8  # of a probability below one in a thousand


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `etg odds`."""
    parser.add_argument("--game", choices=games_with("odds"), default="baccarat", help="default: baccarat")
    parser.add_argument("--decks", type=int, metavar="N", help="decks in the shoe; default: the most the rules allow")
    parser.add_argument(
        "--json", action="store_true", help="one JSON object, with every figure as an exact fraction too"
    )


def run(args: argparse.Namespace) -> int:
    """Answer on standard output; 2, and a sentence on standard error, if the game is not played with so many decks."""
    game = GAMES[args.game]
    decks = game.decks[-1] if args.decks is None else args.decks
    refusal = refused_decks(args.game, decks)
    if refusal:
        print(f"etg odds: {refusal}", file=sys.stderr)
        return 2
    odds: GameOdds = part_of(args.game, "odds").odds_of(game, decks)
    print(json.dumps(as_json(args.game, odds)) if args.json else "\n".join(table(args.game, odds)))
    return 0


def table(game: str, odds: GameOdds) -> list[str]:
    """Every way for every Bet to end, a line each; below it the events which no line shows."""
    cells = [HEADINGS]
    for bet in odds.bets:
        title, edge = words(bet.bet), percent(bet.house_edge)
        for payment in bet.payments:
            cells.append((title, payment.event, pays(payment.odds), decimal(payment.probability), edge))
            title = edge = ""
    widths = [max(len(row[column]) for row in cells) for column in range(len(HEADINGS))]
    lines = [_line(row, widths) for row in cells]
    shown = {payment.probability for bet in odds.bets for payment in bet.payments}
    others = {words(event): chance for event, chance in odds.events.items() if chance not in shown}
    width = max(map(len, others), default=0)
    events = [f"{event:{width}}  {decimal(chance).rstrip()}" for event, chance in others.items()]
    decks = "1 deck" if odds.decks == 1 else f"{odds.decks} decks"
    title = f"{title_of(game)}{', side bets' if odds.sides_only else ''}, {decks} (rule document {odds.document})"
    return [title, "", lines[0], "-" * len(lines[0]), *lines[1:], *([""] if events else []), *events]


def _line(row: tuple[str, ...], widths: list[int]) -> str:
    bet, event, paid, probability, edge = (
        cell.ljust(width) if column < 3 else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    )
    return f"{bet}  {event}  {paid}  {probability}  {edge}".rstrip()


def as_json(name: str, odds: GameOdds) -> dict[str, object]:
    """The answer of `--json`."""
    return {
        "game": name,
        "document": odds.document,
        "decks": odds.decks,
        "probabilities": {event: figure(probability) for event, probability in odds.events.items()},
        "house_edges": {bet.bet: figure(bet.house_edge) for bet in odds.bets},
        "bets": {bet.bet: _bet_as_json(bet) for bet in odds.bets},
    }


def _bet_as_json(bet: BetOdds) -> dict[str, object]:
    return {
        "wins": figure(bet.wins),
        "house_edge": figure(bet.house_edge),
        "ends": [
            {"event": payment.event, "pays": pays(payment.odds), "probability": figure(payment.probability)}
            for payment in bet.payments
        ],
    }


def figure(value: Fraction) -> dict[str, float | str]:
    """The nearest number that JSON's readers can hold, and the figure itself."""
    return {"decimal": float(value), "fraction": f"{value.numerator}/{value.denominator}"}


def pays(odds: Odds) -> str:
    if odds.pays > 0:
        return str(odds)
    return "lost" if odds.pays < 0 else "returned"


def words(name: str) -> str:
    """The name of a Bet or an event for people."""
    return name.replace("_", " ").title().replace("Rws", "RWS").replace(" On ", " on ")


def decimal(value: Fraction) -> str:
    """With its point at the same place in every line."""
    if 0 < value < Fraction(1, 1000):
        return f"{float(value):.{DIGITS_SMALL}f}"
    return f"{float(value):.{DIGITS}f}".ljust(DIGITS_SMALL + 2)


def percent(value: Fraction) -> str:
    return f"{100 * float(value):.4f} %"
