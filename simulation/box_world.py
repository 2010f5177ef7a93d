"""What is another in a run that plays a game with boxes: the felt, the people, the checks, and where nobody deals
(`auto_world.py`) the processes.

The world around it is the same, with every sort of fault. What is judged there is in `box_checks.py`; the reference
model of a whole run knows baccarat alone, so it is not asked; tables with boxes have a drill of their own
(`drill_boxes.py`).
"""

import random
from typing import Final

from games.catalog import find_game
from games.round import Felt, Limit
from simulation import auto_world
from simulation.auto_checks import AutoChecks
from simulation.auto_nodes import AutoConsole, AutoShell, AutoTerminal
from simulation.auto_world import AutoPlayer, AutoStaff
from simulation.box_checks import BoxChecks
from simulation.box_players import BoxPlayer
from simulation.box_staff import BoxStaff
from simulation.checks import Checks
from simulation.console_shell import ConsoleShell
from simulation.mix import Mix
from simulation.nodes import ConsoleNode, TerminalNode
from simulation.participants import Visitors, is_right
from simulation.pictures_checks import PicturesChecks
from simulation.pictures_staff import PicturesStaff
from simulation.shells import TerminalShell
from simulation.world import World

PICTURES: Final = "three_pictures"
GAMES: Final = ("blackjack", "blackjack_plus", PICTURES)
ALL: Final = (*GAMES, *auto_world.GAMES)
BOXES: Final = 3  # so few that most are shared
SHARE: Final = 0.25  # of the seeds of the swarm, where no game is named
SQUEEZE_SHARE: Final = 0.2  # of those, where Players may turn their cards themselves (003 §3.12, 002 §3.10)
MAIN: Final = Limit(50, 600, 10)
SIDE: Final = Limit(10, 100, 10)
TIMES: Final = {"choice": 1_500, "insurance": 1_000, "even_money": 1_000, "surrender": 1_000, "follow": 900}


def draw_game(seed: int) -> str:
    """ "": baccarat."""
    if automatic := auto_world.draw_game(seed):
        return automatic
    rng = random.Random(f"game {seed}")
    return rng.choice(GAMES) if rng.random() < SHARE else ""


def sides_of(game: str) -> tuple[str, ...]:
    book = find_game(game)
    spots = book.windows(book.begin(Felt()))[0].spots
    return tuple(sorted({spot.partition("/")[2] for spot in spots} - {book.shared}))


def nobody_deals(game: str) -> bool:
    return game in auto_world.GAMES


def felt_of(game: str, *, squeeze: bool = False, persons: int = 0) -> Felt:
    if nobody_deals(game):
        return auto_world.felt_of(persons)
    return Felt(
        limits={find_game(game).shared: MAIN, **dict.fromkeys(sides_of(game), SIDE)}, boxes=BOXES, squeeze=squeeze
    )


def decks_of(game: str) -> int:
    return find_game(game).decks[-1]


def on_boxes(mix: Mix, seed: int, game: str) -> Mix:
    """What people get up to here, besides: by dice of its own."""
    if nobody_deals(game):
        return auto_world.without_a_dealer(mix, seed)
    rng = random.Random(f"boxes {seed}")
    manners = mix.manners

    def some(most: float, chance: float) -> float:
        return rng.random() * most if rng.random() < chance else 0.0

    manners.walks_away, manners.dealing_error = some(0.05, 0.5), some(0.04, 0.5)
    manners.interim = some(0.3, 0.7)
    squeezes = random.Random(f"cards {seed}")  # apart: the dice above stay, and no seed that is kept turns its cards
    if squeezes.random() < SQUEEZE_SHARE:
        mix.squeezes = 0.1 + 0.6 * squeezes.random()
    return mix


def make_checks(
    world: World, table: str, game: str, visitors: Visitors | None = None, *, squeeze: bool = False
) -> BoxChecks:
    if nobody_deals(game):
        return auto_world.make_checks(world, table, game, visitors)
    kind = PicturesChecks if game == PICTURES else BoxChecks
    return kind(world, table, game, felt_of(game, squeeze=squeeze), decks_of(game))


def staff_of(game: str) -> type[BoxStaff]:
    if nobody_deals(game):
        return AutoStaff
    return PicturesStaff if game == PICTURES else BoxStaff


def console_of(game: str) -> type[ConsoleNode]:
    return AutoConsole if nobody_deals(game) else ConsoleShell


def terminal_of(game: str, *, with_shell: bool) -> type[TerminalNode]:
    if nobody_deals(game):
        return AutoShell if with_shell else AutoTerminal
    return TerminalShell if with_shell else TerminalNode


def player_of(game: str) -> type[BoxPlayer]:
    return AutoPlayer if nobody_deals(game) else BoxPlayer


def introduce(checks: Checks, console: ConsoleNode, mix: Mix) -> None:
    """What the checks know of the console that nobody at the table does; and what befalls its seeds."""
    if isinstance(console, AutoConsole) and isinstance(checks, AutoChecks):
        checks.seeds = console.seeds
        console.loses, console.prattles = mix.loses_seeds, mix.prattles


def admit(visitors: Visitors | None, to: object) -> None:
    """Participants: console, terminal, staff or Player knows that some come."""
    if visitors is not None and isinstance(to, ConsoleNode):
        to.staff, of_staff = (*to.staff, *visitors.founders()), to.is_right
        to.is_right = lambda check: is_right(check) if check.number in visitors.generations else of_staff(check)
    elif isinstance(to, AutoTerminal | AutoPlayer | AutoStaff):
        to.visitors = visitors


def seat(player: BoxPlayer, game: str, squeezes: float = 0.0) -> BoxPlayer:
    player.squeezes = squeezes
    player.boxes, player.main, player.sides = BOXES, find_game(game).shared, sides_of(game)
    return player
