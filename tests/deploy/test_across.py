"""What `etg floor demo` says at its end of all tables together: every way in which tickets could have gone wrong."""

from collections.abc import Callable

import pytest

from deploy.demo.across import compare
from protocol import events as e
from protocol.codec import decode_event
from protocol.fact import Fact
from simulation.house import HouseWorld

House = dict[str, list[e.Event]]


@pytest.fixture(scope="module")
def played() -> HouseWorld:
    """Tables between which many tickets have travelled, and all have arrived or come back."""
    world = HouseWorld(3, faults=0)
    world.run(150)
    return world


def facts(world: HouseWorld) -> House:
    return {name: [decode_event(entry.body) for entry in table.entries] for name, table in world.tables.items()}


def without(kind: type[Fact]) -> Callable[[House], None]:
    def leave_out(house: House) -> None:
        told = next(it for it in house.values() if any(isinstance(fact, kind) for fact in it))
        told.remove(next(fact for fact in told if isinstance(fact, kind)))

    return leave_out


def again(kind: type[Fact]) -> Callable[[House], None]:
    def repeat(house: House) -> None:
        told = next(it for it in house.values() if any(isinstance(fact, kind) for fact in it))
        told.append(next(fact for fact in told if isinstance(fact, kind)))

    return repeat


def test_a_house_in_which_all_is_right(played: HouseWorld) -> None:
    found = compare(facts(played))
    assert found.problems == ()
    assert found.travelled > 3


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        (without(e.TicketReleased), "is between two tables"),
        (without(e.ForeignTicketAccepted), "is between two tables"),
        (again(e.ForeignTicketAccepted), "was redeemed 2 times"),
        (without(e.TicketArrived), "not each has arrived or come back"),
        (without(e.ForeignTicketAsked), "were asked for"),
    ],
    ids=["never released", "never taken", "taken twice", "never arrived", "never asked"],
)
def test_whatever_is_wrong_is_named(played: HouseWorld, broken: Callable[[House], None], words: str) -> None:
    house = facts(played)
    broken(house)
    assert any(words in problem for problem in compare(house).problems), compare(house).problems
