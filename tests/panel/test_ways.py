"""What a panel offers is what the table obeys: over whatever happens at a table, for every step and every position.

The table decides with its own rules (`moves.py`, `orders.py`, the rule books); the panel only reads them. So the two
are compared in every state that a walk comes through: an order that is offered to somebody who is entitled is obeyed,
and that of somebody who is not waits for the signature of one who is.
"""

import pytest
from hypothesis import given, settings

from console.panel import forms
from console.panel.board import Board
from console.panel.desk import About
from console.panel.parts import shoe_part
from console.table.table import Heard
from protocol import events as e
from protocol import messages as m
from protocol.loop import Reply
from protocol.moves import MOVE_FOR, case_in, second_for, who_may
from tests.console.cluster import PANEL, Cluster, dealt
from tests.console.people import SHIFT_MANAGER
from tests.panel.walk import HAPPENINGS, PEOPLE, Happening, Walk, orders_of
from tests.ui.panel_boards import ALL_STATES


def answer(cluster: Cluster, order: m.Order, about: About) -> e.Event:
    """What the table would write, to whoever is signed on; nothing of it is applied."""
    command = m.Command(*cluster.process(PANEL), cluster.new_command_id(), about.round_no, order, about.window)
    first = next(iter(cluster.table.decide(cluster.now_ms, Heard(PANEL, command, "panel"))))
    assert not isinstance(first, Reply)
    return first


def check(cluster: Cluster, board: Board) -> None:
    keys = [step.key for step in forms.offered(board)]
    assert len(set(keys)) == len(keys), keys
    for person in PEOPLE:
        cluster.at_panel(person)
        for step in forms.offered(board):
            for order, about in orders_of(step, board):
                who, written = who_may(board.game, order), answer(cluster, order, about)
                assert step.who <= who, "nobody is told that he may and then that he may not"
                case = case_in(cluster.view, paid=bool(cluster.table.state.paid))
                two = second_for(board.game, order, case) is not None
                assert step.second <= two, "nobody is told that he needs somebody and then that he does not"
                if person.position >= who and not two:
                    assert isinstance(written, e.Ordered), (step, order, person, written)
                    continue
                assert isinstance(written, e.OrderProposed), (step, order, person, written)
                assert written.needs, "somebody can sign it"
                assert (written.lacks.reason == "not_entitled") == (person.position < who)


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
    assert ("recall_round", "betting") in found
    orders = {type(step.order) for make, _ in ALL_STATES.values() for step in forms.offered(Walk(make()).board)}
    of_terminals = {order for order, _ in forms.SERVICES.values()} | {m.EnterCard, m.DealCard, m.RecallRound}
    of_people = {m.AdmitStaff, m.SetCredential, m.DisableStaff, m.AssignStaff}  # they and keys have pages of their own
    of_keys = {m.EnrolKey, m.ReplaceKey, m.EndKey, m.RotateConsole, m.AnswerFor}  # and this is of games that have boxes
    of_other_tables = {m.GiveUpTicket, m.CashForeignTicket}  # no page offers these yet: other clients of the wire do
    assert set(MOVE_FOR) - of_terminals - of_people - of_keys - of_other_tables - orders == set()


@pytest.mark.rule("001 §5.3.4")
def test_5_3_4_after_a_round_that_ran_dry_other_cards_are_what_comes_next() -> None:
    cluster = dealt("2C 4D", {"T1": {"banker": 100}})
    cluster.void("5.3.4")
    assert Walk(cluster).board.next.key == "end_shoe"
    cluster.load_shoe()
    assert Walk(cluster).board.next.key == "open_bets"


def test_5_3_1_a_set_that_has_left_play_is_not_called_ready() -> None:
    cluster = dealt("2C 4D", {"T1": {"banker": 100}})
    assert _of_shoe(cluster) == (True, "")
    cluster.void("5.3.1")
    assert _of_shoe(cluster) == (False, "5.3.1")


@pytest.mark.rule("001 §5.12", "001 §5.4")
def test_5_12_a_void_over_a_surplus_card_can_be_taken_back_also_later() -> None:
    cluster = dealt("4D 2C 5S 5H 9S", {"T1": {"banker": 100}})
    cluster.void("5.3.3")
    walk = Walk(cluster)
    assert "take_back_void" in [step.key for step in forms.offered(walk.board)]
    check(cluster, walk.board)
    cluster.open_round()
    cluster.obey(m.RecallRound(1), SHIFT_MANAGER)
    assert "take_back_earlier" in [step.key for step in forms.offered(walk.board)]
    check(cluster, walk.board)


def _of_shoe(cluster: Cluster) -> tuple[bool, str]:
    shown = shoe_part(Walk(cluster).board)
    return shown["shoeLive"], shown["shoeOut"]
