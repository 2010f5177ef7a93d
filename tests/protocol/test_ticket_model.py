"""Every state of the small models of tickets between tables, and proof that they would notice a broken rule.

An unbroken model has no flaw in any state, and from any of them all ends well once the faults stop. States and seconds
of one core, Python 3.11:

    three journeys                             24,374   2.6 s
    two journeys, a promotion                  16,632   1.7 s
    one journey, a promotion                    2,559   0.2 s
    two claims and a journey                    2,428   0.3 s
    a floor that lies                          20,472   1.7 s
    all 22 mutants together                             0.5 s

Wider bounds were tried once and have no flaw either: two journeys that may be given up, a ticket that its own table may
pay, and a promotion (533,694); a claim, a journey and a promotion (108,438).
"""

from typing import Any

import pytest

from tests.protocol.model import explore
from tests.protocol.ticket_model import ASK, CLAIM, Journeys

# The number of states is checked from below: a model that lost its actions would have no flaw either.
SCOPES: dict[str, tuple[Journeys, int]] = {
    "three journeys": (Journeys(journeys=(ASK, ASK, ASK), faults=0), 24_000),
    "two journeys, a promotion": (Journeys(gives_up=False, pays=False), 16_000),
    "one journey, a promotion": (Journeys(journeys=(ASK,)), 2_500),
    "two claims and a journey": (Journeys(journeys=(CLAIM, CLAIM, ASK), faults=0), 2_400),
    "a floor that lies": (Journeys(journeys=(ASK,), liar=True), 20_000),
}


@pytest.mark.in_turn(3)
@pytest.mark.parametrize("scope", SCOPES)
def test_no_interleaving_pays_a_ticket_twice_or_loses_it(scope: str) -> None:
    model, states_min = SCOPES[scope]
    found = explore(model)
    assert not found.problem, str(found)
    assert found.states > states_min


STUCK = "no convergence"
TWICE = "the ticket was redeemed 2 times"
MONEY = "M5 conservation"
GOOD = "a ticket that was redeemed is good"
ONE: dict[str, Any] = {"journeys": (ASK,)}
CALM: dict[str, Any] = {"faults": 0}

# Each bug, in a scope that lies within one of those above (so it is the bug that breaks it), and what it breaks.
MUTANTS: tuple[tuple[Journeys, str], ...] = (
    (Journeys("a release that leaves the ticket good", **CALM), MONEY),
    (Journeys("a released ticket that its own table pays", **CALM, **ONE), MONEY),
    (Journeys("a release that is told before its commit", **CALM, **ONE), GOOD),
    (Journeys("a release that is not posted to transit", **CALM, **ONE), MONEY),
    (Journeys("a ticket that is restored without the other table's word", **CALM, **ONE), GOOD),
    (Journeys("a ticket that is restored after it was accepted", **CALM, **ONE), GOOD),
    (Journeys("a release that is accepted twice", **CALM, **ONE), TWICE),
    (Journeys("a release that is accepted after the journey was declined", **CALM, **ONE), GOOD),
    (Journeys("a journey that was given up and is released later", **CALM, **ONE), STUCK),
    (Journeys("a refusal that is not remembered", **CALM), STUCK),
    (Journeys("a release that nobody has signed is believed", liar=True, **ONE), GOOD),
    (Journeys("an ask that nobody has signed is believed", liar=True, **ONE), "was released, and T2 never asked"),
    (Journeys("a decline that nobody has signed is believed", liar=True, **ONE), "T2 has not declined it"),
    (Journeys("a lower term that is heard", **ONE), "after a higher term was heard"),
    (Journeys("a term that is not durable", **{**ONE, "faults": 2}), "after a higher term was heard"),
    (Journeys("two live redemptions of one ticket", **CALM), "two live redemptions of one ticket"),
    (Journeys("a queued redemption that is never taken up", **CALM), STUCK),
    (Journeys("a message that is sent once", **CALM, **ONE), STUCK),
    (Journeys("a promoted floor that does not read the logs again", **ONE), STUCK),
    (Journeys("a declined journey of which its table is not told", **CALM, **ONE), STUCK),
    (Journeys("a claim that is honoured though the ticket was paid", journeys=(CLAIM,), **CALM), MONEY),
    (Journeys("a refused claim that is nobody's loss", journeys=(CLAIM,), **CALM), STUCK),
)


@pytest.mark.parametrize(("model", "broken"), MUTANTS, ids=[model.bug for model, _ in MUTANTS])
def test_a_deliberate_bug_is_found(model: Journeys, broken: str) -> None:
    found = explore(model)
    assert broken in found.problem, str(found)


def test_every_bug_of_the_model_is_tried() -> None:
    assert {model.bug for model, _ in MUTANTS} == set(Journeys.BUGS)
