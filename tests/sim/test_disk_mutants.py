"""Each deliberate bug in journal, WAL check, books and checkpoints is caught on a simulated disk, within twenty runs.

`pytest -rP tests/sim/test_disk_mutants.py` shows which seed and which check caught each.
"""

from functools import cache

import pytest

from tests.sim.disk_mutants import MUTANTS, SEEDS, TROUBLES, play
from tests.sim.mutants import Caught, Mutant, first_caught, stale


@pytest.mark.in_turn(8)
@pytest.mark.parametrize("mutant", [pytest.param(mutant, id=mutant.name) for mutant in MUTANTS])
def test_a_mutant_is_caught_on_a_real_journal(mutant: Mutant) -> None:
    caught = play(mutant)
    assert caught is not None, f"{mutant.name}: no check noticed it in {SEEDS} runs of {mutant.trouble}"
    print(f"{mutant.name}: {caught.by}, seed {caught.seed} of {mutant.trouble}: {caught.what}")
    assert without_a_mutant(mutant.trouble, caught.seed) is None


@cache
def without_a_mutant(trouble: str, seed: int) -> Caught | None:
    """The control: it was the bug that was caught, since the same run without it passes."""
    return first_caught(TROUBLES[trouble], [seed], noisy=False)


def test_every_mutant_still_finds_its_text_and_has_a_name_of_its_own() -> None:
    assert stale(MUTANTS) == []
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= 12
    assert {mutant.trouble for mutant in MUTANTS} == set(TROUBLES)
