"""Each deliberate bug is caught by the simulator within a bounded number of seeds; without it all of them pass.

`pytest -rP tests/sim/test_mutants.py` shows which seed and which check caught each.
"""

import pytest
from _pytest.mark import ParameterSet

from tests.sim.mutants import MUTANTS, ROOT, SWARM, TROUBLES, Mutant, changes, first_caught, play

CONTROL_SEEDS = 10  # in one test, so that several processes share them


def control_cases() -> list[ParameterSet]:
    """But for the swarm, of which `etg sim` plays thousands of seeds."""
    cases = []
    for name, trouble in TROUBLES.items():
        if name == SWARM:
            continue
        for first in trouble.runs[::CONTROL_SEEDS]:
            seeds = range(first, min(first + CONTROL_SEEDS, trouble.runs.stop))
            cases.append(pytest.param(name, seeds, id=f"{name}, seeds {seeds[0]} to {seeds[-1]}"))
    return cases


@pytest.mark.parametrize("mutant", [pytest.param(mutant, id=mutant.name) for mutant in MUTANTS])
def test_a_mutant_is_caught(mutant: Mutant) -> None:
    trouble = TROUBLES[mutant.trouble]
    caught = play(mutant, mutant.trouble, trouble.runs)
    assert caught is not None, f"{mutant.name}: no check noticed it in {trouble.seeds} runs of {mutant.trouble}"
    print(f"{mutant.name}: {caught.by}, seed {caught.seed} of {mutant.trouble}: {caught.what}")


@pytest.mark.parametrize(("trouble", "seeds"), control_cases())
def test_without_a_mutant_nothing_is_caught(trouble: str, seeds: range) -> None:
    assert first_caught(TROUBLES[trouble], seeds, noisy=False) is None


def test_every_mutant_still_finds_its_text() -> None:
    """All of them, before anything is played: a mutant never goes stale silently."""
    stale = []
    for mutant in MUTANTS:
        for change in changes(mutant):
            found = (ROOT / change.file).read_text().count(change.old)
            if found != 1:
                stale.append(f"{mutant.name}: {found} times in {change.file}")
    assert not stale


def test_mutants_have_names_of_their_own_and_known_troubles() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert {mutant.trouble for mutant in MUTANTS} | {SWARM} == set(TROUBLES)
    assert len(MUTANTS) >= 20
