"""Each deliberate bug of Three Pictures is caught within a few seeds; without it the same run passes."""

from pathlib import Path

import pytest

from tests.sim import pictures_mutants
from tests.sim.mutants import ROOT, Mutant, changes, first_caught, play
from tests.sim.pictures_mutants import PICTURES_MUTANTS, PICTURES_TROUBLES


@pytest.mark.in_turn(8)
@pytest.mark.parametrize("mutant", PICTURES_MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_is_caught(mutant: Mutant) -> None:
    trouble = PICTURES_TROUBLES[mutant.trouble]
    caught = play(mutant, mutant.trouble, trouble.runs, Path(pictures_mutants.__file__))
    assert caught is not None, f"{mutant.name}: no check noticed it in {trouble.seeds} runs of {mutant.trouble}"
    print(f"{mutant.name}: {caught.by}, seed {caught.seed} of {mutant.trouble}: {caught.what}")
    assert first_caught(trouble, [caught.seed], noisy=False) is None  # it was the bug


def test_every_mutant_still_finds_its_text() -> None:
    stale = [
        f"{mutant.name}: {change.file}"
        for mutant in PICTURES_MUTANTS
        for change in changes(mutant)
        if (ROOT / change.file).read_text().count(change.old) != 1
    ]
    assert not stale


def test_mutants_have_names_of_their_own_and_known_troubles() -> None:
    assert len({mutant.name for mutant in PICTURES_MUTANTS}) == len(PICTURES_MUTANTS) >= 10
    assert {mutant.trouble for mutant in PICTURES_MUTANTS} == set(PICTURES_TROUBLES)
