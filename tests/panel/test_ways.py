"""What a panel offers is what the table obeys: over whatever happens at a table, for every step and every position.

The table decides with its own rules (`moves.py`, `orders.py`, the rule books); the panel only reads them. So the two
are compared in every state that a walk comes through: an order that is offered to somebody who is entitled is obeyed,
and to somebody who is not it is refused for just that.
"""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from console.panel import forms
from console.panel.board import Board
from console.panel.desk import About
from console.table.table import Heard
from games.rulings import Position
from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from protocol.loop import Reply
from protocol.moves import MOVE_FOR, who_may
from tests.console.cluster import PANEL, Cluster
from tests.console.people import SHIFT_MANAGER
from tests.panel.walk import HAPPENINGS, PEOPLE, Happening, Walk, orders_of
from tests.ui.panel_boards import ALL_STATES


def answer(cluster: Cluster, order: m.Order, by: m.Person, second: m.Person | None, about: About) -> e.Event:
    """What the table would write; nothing of it is applied."""
    command = m.Command(*cluster.process(PANEL), cluster.new_command_id(), about.round_no, order, about.window, second)
    first = next(iter(cluster.table.decide(cluster.now_ms, Heard(PANEL, command, by))))
    assert not isinstance(first, Reply)
    return first


def check(cluster: Cluster, board: Board) -> None:
    keys = [step.key for step in forms.offered(board)]
    assert len(set(keys)) == len(keys), keys
    for step in forms.offered(board):
        for order, second, about in orders_of(step, board):
            who = who_may(board.game, order)
            assert step.who <= who, "nobody is told that he may and then that he may not"
            assert step.second == (second is not None)
            for person in PEOPLE:
                written = answer(cluster, order, person, second, about)
                if person.position >= who:
                    assert isinstance(written, e.Ordered), (step, order, person, written)
                else:
                    assert isinstance(written, e.OrderRefused), (step, order, person)
                    assert written.refusal.reason == "not_entitled", (step, order, person, written)


@pytest.mark.parametrize("state", ALL_STATES)
def test_what_is_offered_to_somebody_entitled_is_obeyed(state: str) -> None:
    make, key = ALL_STATES[state]
    walk = Walk(make())
    assert walk.board.next.key == key
    check(walk.cluster, walk.board)


@pytest.mark.parametrize("game", ["baccarat", "blackjack", "three_pictures", "premium_blackjack"])
@settings(max_examples=60)
@given(happenings=HAPPENINGS)
def test_wherever_a_table_gets_what_is_offered_is_obeyed(game: str, happenings: list[Happening]) -> None:
    walk = Walk(Cluster(game, decks=4 if game == "baccarat" else None))
    for what, number in happenings:
        walk.happen(what, number)
        check(walk.cluster, walk.board)


def test_every_step_that_gives_an_order_is_offered_somewhere() -> None:
    """5.7.1 was nowhere; nor was the call between two Rounds."""
    found = set()
    for make, _ in ALL_STATES.values():
        board = Walk(make()).board
        found |= {(step.key, board.phase) for step in forms.offered(board)}
    assert {("load_shoe", "dealing"), ("call_supervisor", "ready"), ("reconstruct", "dealing")} <= found
    orders = {type(step.order) for make, _ in ALL_STATES.values() for step in forms.offered(Walk(make()).board)}
    of_terminals = {order for order, _ in forms.SERVICES.values()} | {m.EnterCard}
    assert set(MOVE_FOR) - of_terminals - orders == set()


# --- two people are two ----------------------------------------------------------------------------------------------


@given(
    st.sampled_from(["Dora", "Carol Lim", "Straße", "İpek", "Ö. Ng"]),
    st.sampled_from([str.upper, str.lower, str.title, str.swapcase, str.casefold]),
    st.sampled_from(["{}", " {}", "{} ", "  {}  "]),
)
def test_the_second_person_is_another_one_however_the_name_is_typed(
    name: str, typed: Callable[[str], str], around: str
) -> None:
    cluster = Cluster()
    by, second = m.Person(name, Position.DEALER), m.Person(around.format(typed(name)), Position.SHIFT_MANAGER)
    if typed(name).casefold() == name.casefold():
        assert cluster.refuse(m.EndShoe(416), by, second).reason == "second_person"


def test_blanks_are_nobody_and_another_name_is_somebody_else() -> None:
    cluster = Cluster()
    assert cluster.refuse(m.EndShoe(416), second=m.Person("  ", Position.SHIFT_MANAGER)).reason == "second_person"
    assert cluster.obey(m.EndShoe(416), second=m.Person("DORIS", Position.PIT_SUPERVISOR))


def test_a_history_needs_two_people_too() -> None:
    make, _ = ALL_STATES["history"]
    refused = make().refuse(m.Resume(Halt.HISTORY), SHIFT_MANAGER, m.Person(" SAM", Position.DEALER))
    assert refused.reason == "second_person"
    assert make().obey(m.Resume(Halt.HISTORY), SHIFT_MANAGER, m.Person("SUE", Position.DEALER))
