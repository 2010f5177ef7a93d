"""Each deliberate bug is caught by the simulator within a bounded number of seeds; without it the same run passes.

`pytest -rP tests/sim/test_mutants.py` shows which seed and which check caught each.
"""

from functools import cache

import pytest

from tests.sim.mutants import MUTANTS, SWARM, TROUBLES, Caught, Mutant, first_caught, play, stale


@pytest.mark.in_turn(16)
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_is_caught(mutant: Mutant) -> None:
    trouble = TROUBLES[mutant.trouble]
    caught = play(mutant, mutant.trouble, trouble.runs)
    assert caught is not None, f"{mutant.name}: no check noticed it in {trouble.seeds} runs of {mutant.trouble}"
    print(f"{mutant.name}: {caught.by}, seed {caught.seed} of {mutant.trouble}: {caught.what}")
    assert without_a_mutant(mutant.trouble, caught.seed) is None


@cache
def without_a_mutant(trouble: str, seed: int) -> Caught | None:
    """The control: it was the bug that was caught, since the same run without it passes. All seeds before passed even
    with it. Of the swarm `etg sim` plays thousands of seeds, these among them.
    """
    return None if trouble == SWARM else first_caught(TROUBLES[trouble], [seed], noisy=False)


def test_every_mutant_still_finds_its_text() -> None:
    assert stale(MUTANTS) == []


def test_mutants_have_names_of_their_own_and_known_troubles() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert {mutant.trouble for mutant in MUTANTS} | {SWARM} == set(TROUBLES)
    assert len(MUTANTS) >= 20
