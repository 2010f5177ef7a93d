"""What is another in a run that plays a game with boxes: the felt, the people, the checks.

The world around it is the same, with every sort of fault. What is judged there is in `box_checks.py`; the reference
model (`simulation/reference`) knows baccarat alone, so it is not asked, and no drill is played.
"""

import random
from typing import Final

from games.catalog import find_game
from games.round import Felt, Limit
from simulation.box_checks import BoxChecks
from simulation.box_players import BoxPlayer
from simulation.box_staff import BoxStaff
from simulation.mix import Mix
from simulation.pictures_checks import PicturesChecks
from simulation.pictures_staff import PicturesStaff
from simulation.world import World

PICTURES: Final = "three_pictures"
GAMES: Final = ("blackjack", "blackjack_plus", PICTURES)
BOXES: Final = 3  # so few that most are shared
SHARE: Final = 0.25  # of the seeds of the swarm, where no game is named
MAIN: Final = Limit(50, 600, 10)
SIDE: Final = Limit(10, 100, 10)
TIMES: Final = {"choice": 1_500, "insurance": 1_000, "even_money": 1_000, "surrender": 1_000, "follow": 900}


def draw_game(seed: int) -> str:
    """ "": baccarat."""
    rng = random.Random(f"game {seed}")
    return rng.choice(GAMES) if rng.random() < SHARE else ""


def sides_of(game: str) -> tuple[str, ...]:
    book = find_game(game)
    spots = book.windows(book.begin(Felt()))[0].spots
    return tuple(sorted({spot.partition("/")[2] for spot in spots} - {book.shared}))


def felt_of(game: str) -> Felt:
    return Felt(limits={find_game(game).shared: MAIN, **dict.fromkeys(sides_of(game), SIDE)}, boxes=BOXES)


def decks_of(game: str) -> int:
    return find_game(game).decks[-1]


def on_boxes(mix: Mix, seed: int) -> Mix:
    """What people get up to here, besides: by dice of its own."""
    rng = random.Random(f"boxes {seed}")
    manners = mix.manners

    def some(most: float, chance: float) -> float:
        return rng.random() * most if rng.random() < chance else 0.0

    manners.walks_away, manners.dealing_error = some(0.05, 0.5), some(0.04, 0.5)
    manners.interim = some(0.3, 0.7)
    return mix


def make_checks(world: World, table: str, game: str) -> BoxChecks:
    kind = PicturesChecks if game == PICTURES else BoxChecks
    return kind(world, table, game, felt_of(game), decks_of(game))


def staff_of(game: str) -> type[BoxStaff]:
    return PicturesStaff if game == PICTURES else BoxStaff


def seat(player: BoxPlayer, game: str) -> BoxPlayer:
    player.boxes, player.main, player.sides = BOXES, find_game(game).shared, sides_of(game)
    return player
