"""Each deliberate bug that only the whole cast can see is caught within a few seeds; without it the same run passes."""

from functools import cache

import pytest

from tests.sim.cast_mutants import MUTANTS, SCRIPT, TROUBLES
from tests.sim.mutants import ROOT, Caught, Mutant, changes, first_caught, play


@pytest.mark.in_turn(8)
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_is_caught(mutant: Mutant) -> None:
    trouble = TROUBLES[mutant.trouble]
    caught = play(mutant, mutant.trouble, trouble.runs, SCRIPT)
    assert caught is not None, f"{mutant.name}: no check noticed it in {trouble.seeds} runs of {mutant.trouble}"
    print(f"{mutant.name}: {caught.by}, seed {caught.seed} of {mutant.trouble}: {caught.what}")
    assert without_a_mutant(mutant.trouble, caught.seed) is None


@cache
def without_a_mutant(trouble: str, seed: int) -> Caught | None:
    return first_caught(TROUBLES[trouble], [seed], noisy=False)


def test_every_mutant_still_finds_its_text() -> None:
    texts = [(mutant.name, change) for mutant in MUTANTS for change in changes(mutant)]
    assert [name for name, change in texts if (ROOT / change.file).read_text().count(change.old) != 1] == []


def test_mutants_have_names_of_their_own_and_known_troubles() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= 15
    assert {mutant.trouble for mutant in MUTANTS} == set(TROUBLES)
