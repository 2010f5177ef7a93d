"""A failing run, made as short as it goes while it still fails in the same way.

First the run is taken over into a world where each throw has a name (a plain seed by its tape). Then, within a bounded
effort: fewer Rounds and terminals; whole sorts of what happens left out; single things left out (delta debugging);
what is left of the tape dropped. Every step is played; nothing is believed to fail that did not.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from time import process_time
from typing import Final, NamedTuple

from msgspec.structs import replace

from simulation.directed import DirectedWorld, Throws
from simulation.mix import Mix
from simulation.network import Weather
from simulation.people import Manners
from simulation.play import Play, copied, packed, unpacked
from simulation.run import Failed, Stage, alike, draw_mix
from simulation.story import tell

RUNS_MAX: Final = 400
SECONDS_MAX: Final = 60.0
PARTS: Final = 24  # of the time, to which what happens is tried to be moved


class Shrunk(NamedTuple):
    play: Play
    broken: str
    digest: str
    rounds: int  # that were over when it failed
    runs: int  # that it took
    before: int  # things that could as well not have happened
    after: int
    story: list[str]


class Effort:
    """So many runs, and so long in seconds of this processor; or until somebody says stop."""

    def __init__(
        self, runs: int | None = None, seconds: float = SECONDS_MAX, stopped: Callable[[], bool] = lambda: False
    ) -> None:
        self.runs, self.done = RUNS_MAX if runs is None else runs, 0
        self._latest, self._stopped = process_time() + seconds, stopped

    @property
    def spent(self) -> bool:
        return self.done >= self.runs or process_time() > self._latest or self._stopped()


class Shrinker:
    def __init__(self, play: Play, broken: str, effort: Effort, show: Callable[[str], None]) -> None:
        self._kind, self._effort, self._show = alike(broken), effort, show
        self.play = play
        self.broken, self.digest, self.rounds = broken, "", 0
        self.happened: tuple[str, ...] = ()

    def tries(self, play: Play) -> bool:
        """Does this fail in the same way? Then it is the new best."""
        if self._effort.spent:
            return False
        self._effort.done += 1
        stage = Stage(play, directed=True)
        try:
            stage.perform()
        except Failed as failed:
            if alike(failed.broken) != self._kind:
                return False
            assert isinstance(stage.world, DirectedWorld)
            self.play, self.broken, self.digest, self.rounds = play, failed.broken, failed.digest, failed.rounds
            self.happened = tuple(stage.world.happened)
            if play.only is not None:  # names that never came up say nothing
                self.play = replace(play, only=self.happened)
            return True
        return False

    # --- step by step -------------------------------------------------------------------------------------------

    def direct(self) -> bool:
        """Give each throw its name. False: it does not fail in the same way there, or does not fail at all."""
        play = self.play
        if not play.apart:
            stage = Stage(play, directed=True)
            with suppress(Failed):
                stage.perform()
            assert isinstance(stage.world, DirectedWorld)
            tape = {event: throws for event, throws in stage.world.tape.items() if throws}
            play = replace(play, mix=play.mix or draw_mix(play.seed), apart=True, tape=packed(tape))
        return self.tries(play if play.mix is not None else replace(play, mix=draw_mix(play.seed)))

    def fewer_rounds(self) -> None:
        for rounds in _less(self.play.rounds, self.rounds):
            self.tries(replace(self.play, rounds=rounds))

    def fewer_terminals(self) -> None:
        while self.play.terminals > 1 and self.tries(replace(self.play, terminals=self.play.terminals - 1)):
            self._say()

    def without_sorts(self) -> None:
        """All weather at once, all that Players do, all chaos; then what one actor does, or what befalls one line."""
        for kind in (">", "player ", "Cluster ", ""):
            only = tuple(name for name in self._only if kind not in name)
            if len(only) < len(self._only) and self.tries(replace(self.play, only=only)):
                self._say()
        sorts: dict[str, int] = {}
        for name in self.happened:
            sort = name.rpartition(" ")[0]
            sorts[sort] = sorts.get(sort, 0) + 1
        for sort in sorted(sorts, key=lambda sort: -sorts[sort]):
            only = tuple(name for name in self._only if name.rpartition(" ")[0] != sort)
            if len(only) < len(self._only) and self.tries(replace(self.play, only=only)):
                self._say()
            if self._effort.spent:
                return

    def single_things(self) -> None:
        """Delta debugging: halves, quarters, at last one by one; from the end, where least hangs on each."""
        size = max(1, len(self._only) // 2)
        while not self._effort.spent:
            at, shorter = len(self._only), False
            while at > 0 and not self._effort.spent:
                only = self._only
                at = min(at, len(only))
                first = max(0, at - size)
                if self.tries(replace(self.play, only=(*only[:first], *only[at:]))):
                    shorter = True
                    self._say()
                at = first
            if size == 1 and not shorter:
                return
            size = max(1, size // 2)

    def sooner(self) -> None:
        """The same things earlier: Rounds in which nothing happens need not be played first."""
        part = 0
        while part < PARTS and not self._effort.spent:
            only = tuple(dict.fromkeys(_earlier(name, part / PARTS) for name in self._only))
            rounds = self.rounds
            part = (
                0
                if only != self._only and self.tries(replace(self.play, only=only)) and self.rounds < rounds
                else part + 1
            )
        self._say()

    def without_acts(self) -> None:
        for act in self.play.acts:
            self.tries(replace(self.play, acts=tuple(kept for kept in self.play.acts if kept is not act)))
        for turn in self.play.turns:
            self.tries(replace(self.play, turns=tuple(kept for kept in self.play.turns if kept is not turn)))

    def calmer_mix(self) -> None:
        """What no longer happens need not be in the mix."""
        for calm in _CALMER:
            before = self.play.mix or Mix()
            mix = copied(before)
            calm(mix)
            if mix != before:
                self.tries(replace(self.play, mix=mix))

    def less_tape(self) -> None:
        """Throws that do not matter fall as they like: first by actor, then by piece."""
        tape = unpacked(self.play.tape)
        actors = sorted({event.rpartition(" ")[0] for event in tape}, key=lambda actor: -_length(tape, actor))
        for actor in actors:
            self._tape({event: throws for event, throws in tape.items() if event.rpartition(" ")[0] != actor})
            tape = unpacked(self.play.tape)
        size = max(1, len(tape) // 2)
        while tape and not self._effort.spent:
            events, shorter = list(tape), False
            for first in range(0, len(events), size):
                gone = set(events[first : first + size])
                if self._tape(
                    {event: throws for event, throws in unpacked(self.play.tape).items() if event not in gone}
                ):
                    shorter = True
            tape = unpacked(self.play.tape)
            if size == 1 and not shorter:
                return
            size = max(1, size // 2)

    def _tape(self, tape: Mapping[str, Throws]) -> bool:
        return self.tries(replace(self.play, tape=packed(tape) if tape else ""))

    @property
    def _only(self) -> tuple[str, ...]:
        return self.happened if self.play.only is None else self.play.only

    def _say(self) -> None:
        self._show(f"{len(self.happened)} things happen, {self.rounds} Rounds, after {self._effort.done} runs")


def shrink(
    play: Play, broken: str, effort: Effort | None = None, show: Callable[[str], None] = lambda _line: None
) -> Shrunk:
    """The shortest that was found, and its story. If the run does not fail again, it is handed back as it is."""
    effort = effort or Effort()
    shrinker = Shrinker(play, broken, effort, show)
    before = 0
    if shrinker.direct():
        before = len(shrinker.happened)
        shrinker.fewer_rounds()
        shrinker.tries(replace(shrinker.play, only=shrinker.happened))
        shrinker.tries(replace(shrinker.play, tape=""))
        shrinker.fewer_terminals()
        shrinker.without_sorts()
        shrinker.single_things()
        shrinker.fewer_terminals()
        shrinker.sooner()
        shrinker.fewer_rounds()
        shrinker.without_acts()
        shrinker.calmer_mix()
        shrinker.tries(replace(shrinker.play, tape=""))
        shrinker.single_things()
        shrinker.less_tape()
    return _told(shrinker, effort.done, before)


def _told(shrinker: Shrinker, runs: int, before: int) -> Shrunk:
    stage = Stage(shrinker.play, directed=True)
    broken, digest, rounds = "", "", 0
    try:
        digest = stage.perform().digest
    except Failed as failed:
        broken, digest, rounds = failed.broken, failed.digest, failed.rounds
    assert isinstance(stage.world, DirectedWorld)
    story = tell(shrinker.play, stage.world.recorder.all(), broken)
    return Shrunk(shrinker.play, broken, digest, rounds, runs, before, len(stage.world.happened), story)


def _earlier(name: str, part: float) -> str:
    """`Staff look 215.4`, at half: `Staff look 107.4`."""
    actor, _, at = name.rpartition(" ")
    nth, _, kth = at.partition(".")
    return f"{actor} {int(int(nth) * part)}.{kth}"


def _less(rounds: int, needed: int) -> Iterator[int]:
    """As many as were over when it failed, or one more; then fewer and fewer."""
    tried = {max(1, number) for number in (needed + 1, needed, needed * 3 // 4, needed // 2, needed // 4, 1)}
    yield from (number for number in sorted(tried, reverse=True) if number < rounds)


def _length(tape: Mapping[str, Throws], actor: str) -> int:
    return sum(len(throws) for event, throws in tape.items() if event.rpartition(" ")[0] == actor)


def _calms(name: str, of: str = "") -> Callable[[Mix], None]:
    """Makes one sort of trouble what it is on a calm day."""

    def calm(mix: Mix) -> None:
        changed, still = (getattr(mix, of), getattr(Mix(), of)) if of else (mix, Mix())
        setattr(changed, name, getattr(still, name))

    return calm


def _calm_day(mix: Mix) -> None:
    for name in Mix.__struct_fields__:
        _calms(name)(mix)


# First everything at once, then one sort of trouble after the other.
_CALMER: Final = (
    _calm_day,
    *(_calms(name) for name in Mix.__struct_fields__),
    *(_calms(name, "weather") for name in Weather.__struct_fields__),
    *(_calms(name, "manners") for name in Manners.__struct_fields__),
)
