"""The drills of a table where nobody deals, of tickets between tables and of their rows: they have nothing to say to
what is there, reach what they are for, and object to every deliberate bug.
"""

from collections import Counter
from collections.abc import Callable
from functools import cache
from secrets import randbelow
from typing import Final

import pytest

from floor.rows import Projection
from games.round import InterimSettled
from protocol import events as e
from protocol.codec import decode_event
from simulation import drill_auto, drill_boxes, drill_rows, drill_tickets
from tests.sim.house_mutants import AUTO, MUTANTS, ROWS, STEPS, TICKETS, objected
from tests.sim.mutants import Mutant, stale

DRILLS: Final[dict[str, Callable[[int, int], None]]] = {
    AUTO: drill_auto.run,
    TICKETS: drill_tickets.run,
    ROWS: drill_rows.run,
}
FIXED: Final = 12
FRESH: Final = 4
KINDS: Final = {
    AUTO: (
        *("ShuffleLost", "CardPeeked", "CardRevealed", "NonceOpened", "TimeAdded", "ClosingCalled", "TableClosed"),
        *("ParticipantTurnedAway", "ParticipantExcluded", "CredentialSet", "SignOnFailed", "TerminalLatched"),
    ),
    TICKETS: (
        *("ForeignTicketAccepted", "ForeignTicketDeclined", "TicketReleased", "TicketReleaseRefused"),
        *("TicketArrived", "ForeignTicketCashed", "ClaimSettled", "FloorTerm", "TicketAccepted"),
    ),
}


@cache
def kinds(drill: str) -> Counter[str]:
    """Of what came up in the fixed drills."""
    found: Counter[str] = Counter()
    for seed in range(FIXED):
        if drill == AUTO:
            logs = [drill_auto.drilled(seed, STEPS[AUTO]).entries]
        else:
            logs = [table.entries for table in drill_tickets.drilled(seed, STEPS[TICKETS]).tables.values()]
        found.update(type(decode_event(entry.body)).__name__ for entries in logs for entry in entries)
    return found


@pytest.mark.parametrize("drill", [AUTO, TICKETS])
def test_it_reaches_what_it_is_for(drill: str) -> None:
    assert [kind for kind in KINDS[drill] if not kinds(drill)[kind]] == []


@pytest.mark.parametrize("drill", DRILLS)
def test_so_it_has_nothing_to_say_on_seeds_that_nobody_has_seen(drill: str) -> None:
    first = randbelow(2**40)
    for seed in range(first, first + FRESH):
        DRILLS[drill](seed, STEPS[drill])  # a Violation names the seed


def test_the_rows_of_all_three_logs_are_counted_alike() -> None:
    for seed in range(FIXED):
        drill_rows.run(seed, STEPS[ROWS])


def test_what_was_paid_in_between_is_judged_when_what_follows_the_end_of_the_round_is_known() -> None:
    """The Interim Settlement has paid, then the cards are put in order, and the Round ends: the entries after its end
    take back what is not due any more, so it is no difference before them.
    """
    found = 0
    for seed in range(20):
        projection, paid = Projection(drill_rows.shift_of), False
        for entry in drill_boxes.run(seed, STEPS[ROWS]).entries:
            projection.enter(entry)
            match decode_event(entry.body):
                case e.RulingMade(act=InterimSettled()):
                    paid = True
                case e.RoundEnded(round_no=round_no):
                    assert projection.memory.judging == round_no or not paid
                    found, paid = found + paid, False
                case _:
                    pass
    assert found > 3


@pytest.mark.in_turn(16)
@pytest.mark.parametrize("mutant", [pytest.param(mutant, id=mutant.name) for mutant in MUTANTS])
def test_a_mutant_is_objected_to(mutant: Mutant) -> None:
    caught = objected(mutant)
    assert caught is not None, f"{mutant.name}: nobody has objected in any {mutant.trouble}"
    print(f"{mutant.name}: {caught.by}, seed {caught.seed}: {caught.what}")


def test_every_mutant_finds_its_text_and_has_a_name_of_its_own() -> None:
    assert stale(MUTANTS) == []
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
    assert {mutant.trouble for mutant in MUTANTS} == set(DRILLS)
