"""The second opinion of the whole table: it has nothing to say to the table as it is, and much to every deliberate bug.

`pytest -rP tests/sim/test_reference.py` shows which seed and which check caught each.
"""

from functools import cache
from secrets import randbelow
from typing import Final

import pytest

from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event
from simulation import drill
from tests.sim.mutants import MUTANTS as OTHERS
from tests.sim.mutants import ROOT, Mutant, changes
from tests.sim.people_mutants import DESK_MUTANTS
from tests.sim.reference_mutants import MUTANT_SEEDS, MUTANTS, SEEDS, STEPS, drilled

# A Void taken back, a call that is answered, a payment that is due, somebody admitted, Hands on the wrong sides; after
# a change of the drill: others.
PAID: Final = (31, 150, 203, 238, 307)
FRESH: Final = 5  # of 400 steps; every run of `etg sim` has a drill of its own, and some of those are fresh, too

# Drills that objected once, and to what. Nothing is told in them, so that a new past leaves them as they were.
KEPT: Final = {
    511848219421: "who asks with boot 0, after its key was replaced, was taken for the process that has joined"
}

played = cache(lambda seed: drill.run(seed, STEPS))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_table_as_it_is_has_a_just_answer_to_whatever_it_is_told(seed: int) -> None:
    """The same seeds as the deliberate bugs: it is the bug that is objected to."""
    assert len(played(seed).entries) > STEPS // 2


def test_so_it_has_on_seeds_that_nobody_has_seen() -> None:
    first = randbelow(2**40)
    for seed in range(first, first + FRESH):
        drill.run(seed, STEPS)  # a Violation names the seed


@pytest.mark.parametrize("seed", KEPT)
def test_a_drill_that_objected_once_does_so_no_longer(seed: int) -> None:
    drill.run(seed, STEPS, tells=False)


def test_the_drill_reaches_the_whole_table() -> None:
    """Else nobody would object because nothing happens: every order is obeyed, and refused, and lines are put right."""
    drills = [played(seed) for seed in (*range(SEEDS), *PAID)]
    kinds = {kind for it in drills for kind in it.kinds()}
    wanted = {f"{answer} {order}" for answer in ("Ordered", "OrderRefused") for order in drill.ORDERS}
    wanted |= {"LayoutRegistered", "LayoutRefused", "Settled", "LinesCorrected", "TicketAccepted", "NoteHeld"}
    assert wanted - kinds <= drill.RARE
    assert sum(it.crashes for it in drills) > 20
    assert sum(it.examiner.round_no for it in drills) > 150


@pytest.mark.in_turn(16)
@pytest.mark.parametrize("mutant", [pytest.param(mutant, id=mutant.name) for mutant in MUTANTS])
def test_a_mutant_is_objected_to(mutant: Mutant) -> None:
    caught = drilled(mutant)
    assert caught is not None, f"{mutant.name}: nobody has objected in {MUTANT_SEEDS} drills"
    print(f"{mutant.name}: {caught.by}, seed {caught.seed}: {caught.what}")


def test_every_mutant_still_finds_its_text() -> None:
    stale = []
    for mutant in MUTANTS:
        for change in changes(mutant):
            found = (ROOT / change.file).read_text().count(change.old)
            if found != 1:
                stale.append(f"{mutant.name}: {found} times in {change.file}")
    assert not stale


def test_mutants_are_many_and_have_names_of_their_own() -> None:
    assert len({mutant.name for mutant in (*MUTANTS, *OTHERS)}) == len(MUTANTS) + len(OTHERS)
    assert len(MUTANTS) >= 25


DESK: Final = 4  # drills


def test_what_one_person_answers_for_in_a_day_is_counted_twice_and_alike() -> None:
    """At a desk where credit is sold all the time; and what the console has not prepared is not its next key."""
    facts = [decode_event(entry.body) for seed in range(DESK) for entry in drill.run(seed, STEPS, desk=True).entries]
    lacks = [it.lacks.reason for it in facts if isinstance(it, e.OrderProposed)]
    refused = [(type(it.order), it.refusal.reason) for it in facts if isinstance(it, e.OrderRefused)]
    assert lacks.count("over_day") > 10
    assert (m.RotateConsole, "key") in refused
    assert (m.SellCredit, "over_day") in refused or "over_day" in [
        it.refusal.reason for it in facts if isinstance(it, e.SignatureRefused)
    ]


@pytest.mark.in_turn(8)
@pytest.mark.parametrize("mutant", [pytest.param(mutant, id=mutant.name) for mutant in DESK_MUTANTS])
def test_a_mutant_of_the_desk_is_objected_to(mutant: Mutant) -> None:
    assert drilled(mutant, "desk") is not None
