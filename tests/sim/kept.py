"""Seeds that are kept, and one in which much happens."""

from pathlib import Path

from simulation.mix import Mix
from simulation.people import Manners
from simulation.play import TERMINALS
from simulation.run import everything

HERE = Path(__file__).parent


def kept_seeds() -> list[tuple[int, int, int, str]]:
    """Lines of `seed rounds terminals game  # what it found`; four terminals and baccarat if it is not said."""
    lines = (line.split("#")[0].split() for line in (HERE / "seeds.txt").read_text().splitlines())
    rows = ([*words, *(str(TERMINALS), "")[len(words) - 2 :]] for words in lines if words)
    return [(int(seed), int(rounds), int(terminals), game) for seed, rounds, terminals, game in rows]


def eventful() -> Mix:
    """People who err all the time, and take their money before anybody notices."""
    mix = everything()
    mix.misread, mix.unread, mix.lies = 0.15, 0.03, 0.3
    mix.manners = Manners(0.1, 0.05, 0.02, 0.8, 0.1, 0.3, 0.05, 0.3, leaves=0.15, finds_ms=10_000)
    mix.manners.together = mix.manners.wrong_side = 0.05
    mix.manners.early_cut, mix.manners.short_set, mix.manners.wrong_counter, mix.manners.serves = 0.5, 0.3, 0.1, 0.03
    return mix
