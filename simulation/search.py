"""Seeds that are grown toward what was rarely seen.

A generation is some fresh runs and some children of earlier ones. Parents are those that reached states which few runs
reached; a child keeps the parent's life up to such a moment and goes on otherwise, or has one more thing happen there,
or another mix, or another seed. Everything follows from the seed of the search and from what the runs report, in their
order: not from how many processes played them, nor from the clock.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from simulation.box_world import draw_game
from simulation.chaos import CHAOS
from simulation.directed import Turn
from simulation.mix import Mix
from simulation.network import Weather
from simulation.people import Manners
from simulation.play import Act, Play, copied
from simulation.run import Report, draw_mix, everything

GENERATION: Final = 32  # runs
FRESH: Final = 0.3  # of them
PARENTS_MAX: Final = 300
RARE_MAX: Final = 12  # cells that a parent is remembered for
RARE_RUNS: Final = 4  # so few runs have reached it
CHANGES_MAX: Final = 8  # turns and acts of one play: a family that only grows gets slow
BEFORE_MS: Final = 4_000  # a turn is taken up to so long before the rare moment


class Parent(Struct):
    play: Play
    rare: dict[str, int]  # cells, with the moment in its run
    children: int = 0


class Search(Struct):
    """All that the next generation follows from."""

    seed: int
    rounds: int
    terminals: int
    game: str | None = None  # None: the seeds draw it
    generation: int = 0
    runs: dict[str, int] = {}  # how many have reached each cell
    parents: list[Parent] = []

    # --- the next plays ---------------------------------------------------------------------------------------------

    def next_plays(self) -> list[Play]:
        rng = Random(f"search {self.seed} {self.generation}")
        energies = [self._energy(parent) for parent in self.parents]
        return [self._next(rng, energies) for _ in range(GENERATION)]

    def _next(self, rng: Random, energies: Sequence[float]) -> Play:
        seed = rng.getrandbits(48)
        game = draw_game(seed) if self.game is None else self.game.replace("baccarat", "")
        fresh = Play(seed, self.rounds, self.terminals, apart=True, game=game)
        if not self.parents or rng.random() < FRESH:
            return fresh
        [parent] = rng.choices(self.parents, energies)
        parent.children += 1
        [other] = rng.choices(self.parents, energies)
        return mutated(rng, parent, other.play)

    def _energy(self, parent: Parent) -> float:
        """More for what few have seen, and less for who has had many children."""
        return sum(1 / self.runs[cell] for cell in parent.rare) / (1 + parent.children / 4)

    # --- what came of them --------------------------------------------------------------------------------------------

    def learn(self, plays: Sequence[Play], reports: Sequence[Report | None]) -> None:
        """In the order of the plays; None: it failed, and is somebody else's."""
        for report in reports:
            for cell in report.seen.cells if report else ():
                self.runs[cell] = self.runs.get(cell, 0) + 1
        for play, report in zip(plays, reports, strict=True):
            if report is not None and (rare := self._rare(report.seen.first_ms)):
                self.parents.append(Parent(play, rare))
        for parent in self.parents:
            parent.rare = {cell: ms for cell, ms in parent.rare.items() if self.runs[cell] <= RARE_RUNS}
        living = [parent for parent in self.parents if parent.rare]
        self.parents = sorted(living, key=self._energy, reverse=True)[:PARENTS_MAX]
        self.generation += 1

    def _rare(self, first_ms: Mapping[str, int]) -> dict[str, int]:
        cells = sorted((self.runs[cell], cell) for cell in first_ms if self.runs[cell] <= RARE_RUNS)
        return {cell: first_ms[cell] for _, cell in cells[:RARE_MAX]}


def mutated(rng: Random, parent: Parent, other: Play) -> Play:
    """A child: one change, or two."""
    play = parent.play
    for _ in range(1 + (rng.random() < 0.3)):
        moment = rng.choice(list(parent.rare.values()))
        kind = rng.random()
        if kind < 0.45:
            turn = Turn(max(0, moment - rng.randrange(BEFORE_MS)), rng.getrandbits(32))
            play = replace(play, turns=(*play.turns, turn)[-CHANGES_MAX:])
        elif kind < 0.65:
            act = Act(max(0, moment + rng.randrange(-BEFORE_MS // 2, BEFORE_MS // 2)), rng.choice(CHAOS))
            play = replace(play, acts=(*play.acts, act)[-CHANGES_MAX:])
        elif kind < 0.85:
            play = replace(
                play, mix=changed_mix(rng, play.mix or draw_mix(play.seed), other.mix or draw_mix(other.seed))
            )
        else:
            mix = play.mix or draw_mix(play.seed)
            play = replace(play, seed=rng.getrandbits(48), mix=copied(mix))
    return play


def changed_mix(rng: Random, mix: Mix, other: Mix) -> Mix:
    """Some fields of another parent's, or one sort of trouble more, less or gone."""
    mix = copied(mix)
    if rng.random() < 0.4:
        other = copied(other)
        for name in Mix.__struct_fields__:
            if rng.random() < 0.3:
                setattr(mix, name, getattr(other, name))
        return mix
    usual = everything()
    owner, name = rng.choice(_CHANCES)
    mine, most = (getattr(mix, owner), getattr(usual, owner)) if owner else (mix, usual)
    value, typical = getattr(mine, name), getattr(most, name) or 0.05
    setattr(mine, name, rng.choice((0.0, min(1.0, typical), min(1.0, 5 * typical), min(1.0, 2 * value), value / 2)))
    if rng.random() < 0.5:
        act = rng.choice(CHAOS)
        mix.chaos = tuple(name for name in mix.chaos if name != act) if act in mix.chaos else (*mix.chaos, act)
        mix.chaos_ms = rng.choice((1_000, 2_000, 4_000, 8_000))
    return mix


# Every chance of a mix. `pace` and `finds_ms` are times.
_CHANCES: Final = (
    *(("", name) for name in ("crash_console", "crash_terminal", "noise", "misread", "unread", "lies")),
    *(("weather", name) for name in Weather.__struct_fields__),
    *(("manners", name) for name in Manners.__struct_fields__ if name not in ("pace", "finds_ms")),
)


def merged(counts: Sequence[Mapping[str, int]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return total
