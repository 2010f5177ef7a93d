"""Each deliberate bug of the box games, of Three Pictures and of participants, and those that only the whole cast can
see, are caught in a few seeds; without the bug the same run passes. As `test_mutants.py` has it for baccarat and the
money.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.sim import box_mutants, cast_mutants, participant_mutants, pictures_mutants
from tests.sim.mutants import Caught, Mutant, Trouble, first_caught, play, stale


class Kind(NamedTuple):
    mutants: Sequence[Mutant]
    troubles: Mapping[str, Trouble]
    script: Path  # which knows them
    least: int  # so many there are


KINDS: Final = {
    "boxes": Kind(box_mutants.BOX_MUTANTS, box_mutants.BOX_TROUBLES, Path(box_mutants.__file__), 20),
    "pictures": Kind(
        pictures_mutants.PICTURES_MUTANTS, pictures_mutants.PICTURES_TROUBLES, Path(pictures_mutants.__file__), 10
    ),
    "participants": Kind(
        participant_mutants.PARTICIPANT_MUTANTS,
        participant_mutants.PARTICIPANT_TROUBLES,
        Path(participant_mutants.__file__),
        20,
    ),
    "cast": Kind(cast_mutants.MUTANTS, cast_mutants.TROUBLES, cast_mutants.SCRIPT, 15),
}


@pytest.mark.in_turn(8)
@pytest.mark.parametrize(
    ("kind", "mutant"),
    [pytest.param(kind, mutant, id=mutant.name) for kind, of in KINDS.items() for mutant in of.mutants],
)
def test_a_mutant_is_caught(kind: str, mutant: Mutant) -> None:
    trouble = KINDS[kind].troubles[mutant.trouble]
    caught = play(mutant, mutant.trouble, trouble.runs, KINDS[kind].script)
    assert caught is not None, f"{mutant.name}: no check noticed it in {trouble.seeds} runs of {mutant.trouble}"
    print(f"{mutant.name}: {caught.by}, seed {caught.seed} of {mutant.trouble}: {caught.what}")
    assert without_a_mutant(kind, mutant.trouble, caught.seed) is None


@cache
def without_a_mutant(kind: str, trouble: str, seed: int) -> Caught | None:
    """The control: it was the bug that was caught."""
    return first_caught(KINDS[kind].troubles[trouble], [seed], noisy=False)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_mutant_finds_its_text_and_has_a_name_of_its_own_and_a_known_trouble(kind: Kind) -> None:
    assert stale(kind.mutants) == []
    assert len({mutant.name for mutant in kind.mutants}) == len(kind.mutants) >= kind.least
    assert {mutant.trouble for mutant in kind.mutants} == set(kind.troubles)
