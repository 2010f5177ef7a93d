"""Every order in every state of the table, over a halt and without one, by everybody: DESIGN 4.7 in one matrix.

`MATRIX` is the expectation, written out; what the table of moves lists and what the table does are both compared to it.
"""

from typing import Final, get_args

import pytest

from games.catalog import paragraph_of
from games.round import Refusal
from games.rulings import Position
from protocol import events as e
from protocol import messages as m
from protocol.moves import MOVE_FOR, MOVES, not_entitled
from protocol.view import Phase
from tests.console.cluster import Cluster
from tests.console.orders import NINE, ORDERS, table_in
from tests.console.people import DEALER, MANAGER, OTHER_DEALER, OTHER_SUPERVISOR, SHIFT_MANAGER, SUPERVISOR
from tests.tools.states_doc import HAPPENINGS

STATES: Final = [(phase, halted) for phase in Phase for halted in (False, True)]


# "-": obeyed. Else why not: state (wrong_state), halt (halted), run (not_halted), or the reason as it is called. The
# columns: closed, ready, betting, dealing, result, each without a halt and over one.
MATRIX: Final = """
OpenTable          -      -     state  state   state state   state state   state state
SetLimits          -      halt  -      halt    state state   state state   state state
LoadShoe           state  state -      -       state state   state state   state state
EndShoe            state  state -      -       state state   state state   state state
OpenBets           state  state -      halt    state state   state state   state state
AddTime            state  state state  state   -     halt    state state   state state
CloseBets          state  state state  state   -     halt    state state   state state
EnterCard          state  state run    no_card_due  run no_card_due  run -  run no_card_due
DealByHand         state  state run shoe_lives run shoe_lives run shoe_lives run shoe_lives
DealCard           state  state not_by_hand halt state state not_by_hand halt state state
TakeBackCard       state  state state  state   state state   no_card no_card no_card no_card
ReportForeignCard  state  state run no_card_missing run no_card_missing run no_card_missing run no_card_missing
CorrectCards       state  state state  state   state state   -     -       -     -
Certify            state  state state  state   not_finished halt  not_finished halt  - halt
Rule               state  state state  state   -     -       -     -       -     -
KeepSurplus        state  state run    no_surplus   run no_surplus   run no_surplus   run no_surplus
AnswerInterruption state  state state  state   run not_interrupted  run not_interrupted  run not_interrupted
CallSupervisor     state  state -      -       -     -       -     -       -     -
ReportWrongSides   state  state state  state   state state   other_cards other_cards other_cards other_cards
ReportDrawnTogether state state state state    state state   -     -       -     -
Resume             run    run   run    -       run   -       run   -       run   -
Correct            no_such_round no_such_round - - -  -       -     -       -     -
VoidSettled        no_such_round no_such_round - - state state   state state   state state
TakeBackVoid       no_such_round everywhere
RuleOtherwise      state  state state  state   -     -       -     -       -     -
RecordRuling       - everywhere
RecallRound        no_such_round no_such_round - - -  -       -     -       -     -
EnrolKey           - everywhere
ReplaceKey         - everywhere
EndKey             - everywhere
RotateConsole      key everywhere
CloseTable         state  state -      halt    state state   state state   state state
CloseDay           -      -     state  state   state state   state state   state state
BeginDay           - everywhere
SellCredit         - everywhere
PayTicket          no_ticket everywhere
PayTicketByTwo     no_ticket everywhere
PrintAgain         bad_ticket everywhere
UnlockTickets      not_locked everywhere
PayByHand          - everywhere
ReleaseNote        no_note everywhere
PayDue             nothing_due everywhere
CollectOwed        nothing_owed everywhere
RuleDispute        no_dispute everywhere
Retire             credit everywhere
Latch              - everywhere
Unlatch            - everywhere
Attend             no_call everywhere
AdmitStaff         - everywhere
SetCredential      - everywhere
DisableStaff       - everywhere
AssignStaff        - everywhere
Seat               state  state no_boxes no_boxes no_boxes no_boxes no_boxes no_boxes no_boxes no_boxes
AnswerFor          state  state state  state   own_hand halt  state state   state state
GiveUpTicket       no_journey everywhere
CashForeignTicket  no_proof everywhere
GrantCoins         coins everywhere
ExcludeParticipant coins everywhere
"""
SHORT: Final = {"wrong_state": "state", "not_halted": "run", "halted": "halt"}

# Who, or above; with a second person, if one of the two must be in this position or above; and whether the order names
# the Round it is about.
PEOPLE: Final = """
OpenTable          PIT_SUPERVISOR
SetLimits          PIT_MANAGER     DEALER
LoadShoe           DEALER          PIT_SUPERVISOR
EndShoe            DEALER          PIT_SUPERVISOR
OpenBets           DEALER          -               round
AddTime            DEALER          -               round
CloseBets          DEALER          -               round
EnterCard          DEALER          PIT_SUPERVISOR  round
DealByHand         PIT_SUPERVISOR  DEALER
DealCard           DEALER          -               round
TakeBackCard       DEALER          -               round
ReportForeignCard  DEALER          PIT_SUPERVISOR  round
CorrectCards       DEALER          PIT_SUPERVISOR  round
Certify            DEALER          -               round
Rule               DEALER          -               round
KeepSurplus        PIT_SUPERVISOR  -               round
AnswerInterruption PIT_SUPERVISOR  -               round
CallSupervisor     DEALER          -               round
ReportWrongSides   DEALER          PIT_SUPERVISOR  round
ReportDrawnTogether DEALER         -               round
Resume             PIT_SUPERVISOR
Correct            PIT_SUPERVISOR  DEALER
VoidSettled        PIT_SUPERVISOR  DEALER
TakeBackVoid       SHIFT_MANAGER   DEALER
RuleOtherwise      SHIFT_MANAGER   DEALER          round
RecordRuling       SHIFT_MANAGER
RecallRound        SHIFT_MANAGER
CloseTable         PIT_SUPERVISOR
CloseDay           PIT_SUPERVISOR
BeginDay           PIT_SUPERVISOR  DEALER
SellCredit         DEALER
PayTicket          DEALER
PayTicketByTwo     DEALER          PIT_SUPERVISOR
PrintAgain         PIT_SUPERVISOR
UnlockTickets      PIT_SUPERVISOR
PayByHand          DEALER          PIT_SUPERVISOR
ReleaseNote        DEALER          PIT_SUPERVISOR
PayDue             DEALER          PIT_SUPERVISOR
CollectOwed        DEALER          PIT_SUPERVISOR
RuleDispute        PIT_SUPERVISOR
Retire             PIT_SUPERVISOR  DEALER
Latch              PIT_SUPERVISOR
Unlatch            PIT_SUPERVISOR
Attend             DEALER
AdmitStaff         SHIFT_MANAGER   PIT_SUPERVISOR
SetCredential      SHIFT_MANAGER   PIT_SUPERVISOR
DisableStaff       SHIFT_MANAGER   PIT_SUPERVISOR
AssignStaff        SHIFT_MANAGER   PIT_SUPERVISOR
EnrolKey           PIT_SUPERVISOR  PIT_SUPERVISOR
ReplaceKey         PIT_SUPERVISOR  PIT_SUPERVISOR
EndKey             PIT_SUPERVISOR  PIT_SUPERVISOR
RotateConsole      SHIFT_MANAGER   SHIFT_MANAGER
Seat               DEALER
AnswerFor          DEALER          -               round
GiveUpTicket       PIT_SUPERVISOR
CashForeignTicket  DEALER          PIT_SUPERVISOR
GrantCoins         DEALER
ExcludeParticipant PIT_SUPERVISOR  DEALER
"""
BY_POSITION: Final = {
    Position.DEALER: DEALER,
    Position.PIT_SUPERVISOR: SUPERVISOR,
    Position.PIT_MANAGER: MANAGER,
    Position.SHIFT_MANAGER: SHIFT_MANAGER,
}


def expected_row(name: str) -> list[str]:
    (row,) = [line.split() for line in MATRIX.strip().splitlines() if line.split()[0] == name]
    return row[1:2] * len(STATES) if row[2] == "everywhere" else row[1:]


def people(name: str) -> tuple[Position, Position | None, bool]:
    (row,) = [line.split() for line in PEOPLE.strip().splitlines() if line.split()[0] == name]
    second = Position[row[2]] if len(row) > 2 and row[2] != "-" else None
    return Position[row[1]], second, len(row) > 3


def outcome(cluster: Cluster, order: m.Order, round_no: int) -> Refusal | None:
    """By people who may do everything. A refusal is on record, and has changed nothing else."""
    cluster.at_panel(SHIFT_MANAGER)
    before = cluster.unrecorded()
    first, *written = cluster.command(order, SHIFT_MANAGER, OTHER_SUPERVISOR, round_no=round_no)
    if isinstance(first, e.OrderRefused):
        assert (first.order, first.by) == (order, SHIFT_MANAGER)
        assert (written, cluster.unrecorded()) == ([], before)
        return first.refusal
    assert isinstance(first, e.Ordered)
    return None


def cited(cluster: Cluster, order: m.Order) -> str:
    """The paragraph of the game that is played; a ruling names its own."""
    topic = MOVE_FOR[type(order)].topic
    if isinstance(order, m.Rule | m.VoidSettled):
        return order.paragraph
    return "" if topic is None else paragraph_of(cluster.view.game, topic)


def refused_at_the_gate(cluster: Cluster, order: m.Order) -> Refusal | None:
    """What the table of moves says of the state: phase, then halt."""
    view, move = cluster.view, MOVE_FOR[type(order)]
    if view.phase not in move.phases:
        return Refusal("wrong_state", f"not while the table is {view.phase}", cited(cluster, order))
    if move.halted is not None and move.halted != view.halted:
        stopped = ", ".join(view.halts) or "nothing"
        return Refusal(
            "halted" if view.halted else "not_halted", f"the table is stopped by: {stopped}", cited(cluster, order)
        )
    return None


@pytest.mark.parametrize(("phase", "halted"), STATES, ids=[f"{p.value}{'_halted' if h else ''}" for p, h in STATES])
def test_every_order_in_this_state(phase: Phase, halted: bool) -> None:
    """Refused with the reason, on record and without effect, exactly where it is not listed (P5)."""
    cluster = table_in(phase, halted)
    expected, found = {}, {}
    for kind, make in ORDERS.items():
        order = make(cluster)
        at_the_gate = refused_at_the_gate(cluster, order)
        round_no = 1 if kind is m.Correct else cluster.view.round_no
        refusal = outcome(cluster, order, round_no)
        if at_the_gate is not None:
            assert refusal == at_the_gate
        elif refusal is not None:
            assert not refusal.detail.startswith(("not while", "the table is stopped"))
        found[kind.__name__] = "-" if refusal is None else SHORT.get(refusal.reason, refusal.reason)
        expected[kind.__name__] = expected_row(kind.__name__)[STATES.index((phase, halted))]
        if refusal is None:
            cluster = table_in(phase, halted)
    assert found == expected


def test_every_order_there_is_has_one_move() -> None:
    assert set(MOVE_FOR) == set(ORDERS) == set(get_args(m.Order))
    assert len(MOVES) == len(MOVE_FOR) == len(get_args(m.Order))


def listed_state(kind: type) -> Cluster:
    """A state in which the order is listed; of a Round in play if there is one."""
    move = MOVE_FOR[kind]
    phase = next(phase for phase in (Phase.DEALING, Phase.READY, *Phase) if phase in move.phases)
    return table_in(phase, halted=bool(move.halted))


@pytest.mark.parametrize("kind", ORDERS, ids=lambda kind: kind.__name__)
def test_who_may_give_an_order(kind: type) -> None:
    """The position named, or above. Who is below proposes it, and is told whom it takes; it is not obeyed."""
    least, _, _ = people(kind.__name__)
    title = least.name.replace("_", " ").title()
    for position, person in BY_POSITION.items():
        cluster = listed_state(kind)
        order = ORDERS[kind](cluster)
        first = cluster.command(order, person)[0]
        too_low = Refusal("not_entitled", f"this is for a {title} or above", cited(cluster, order))
        if isinstance(first, e.Ordered):
            assert position >= least
        elif isinstance(first, e.OrderProposed):
            assert (first.lacks == too_low) == (position < least)
            assert least in first.needs or position >= least
        else:
            assert isinstance(first, e.OrderRefused)  # whoever gives it; or he may not even propose it
            assert first.refusal != too_low or position < MOVE_FOR[kind].least


@pytest.mark.parametrize("kind", ORDERS, ids=lambda kind: kind.__name__)
def test_two_different_people_where_two_are_needed(kind: type) -> None:
    """P7: not alone, not twice the same person, and one of the two in the position that it takes."""
    least, needed, _ = people(kind.__name__)
    assert MOVE_FOR[kind].second == needed
    cluster = listed_state(kind)
    order, by = ORDERS[kind](cluster), BY_POSITION[least]
    paragraph = cited(cluster, order)
    first = cluster.command(order, by, None)[0]
    if needed is None or isinstance(first, e.OrderRefused):
        why = {e.OrderRefused: "refusal", e.OrderProposed: "lacks"}.get(type(first))
        assert why is None or getattr(first, why).reason != "second_person"
        return
    alone = Refusal("second_person", "this needs a second, different person", paragraph)
    assert cluster.refuse(order, by, None) == alone
    assert cluster.refuse(order, by, by) == alone
    if least < needed:
        title = needed.name.replace("_", " ").title()
        too_low = Refusal("second_position", f"one of the two must be a {title} or above", paragraph)
        assert cluster.refuse(order, by, OTHER_DEALER) == too_low
    assert isinstance(cluster.command(order, by, OTHER_SUPERVISOR)[0], e.Ordered)


@pytest.mark.rule("001 §1.4", "002 §1.3", "003 §1.5", "000 §1.6")
@pytest.mark.parametrize("order", [m.OpenBets(), m.CloseBets(), m.DealCard(NINE), m.Certify(b"0" * 32)])
def test_whoever_deals_is_a_dealer_or_above(order: m.Order) -> None:
    """A Cashier, a Technician and a participant stand at the table, too."""
    people = [m.Person("4001", "Sam", position) for position in Position]
    no = {it.position: not_entitled("baccarat", order, it, None) for it in people}
    assert [position for position, refusal in no.items() if refusal is None] == [
        it for it in Position if it >= DEALER.position
    ]
    assert {it.reason for it in no.values() if it is not None} == {"not_entitled"}


@pytest.mark.parametrize("kind", ORDERS, ids=lambda kind: kind.__name__)
def test_an_order_about_another_round_is_late(kind: type) -> None:
    """A command that names its Round cannot land in the next one."""
    _, _, of_round = people(kind.__name__)
    assert MOVE_FOR[kind].of_round == of_round
    if not of_round:
        return
    cluster = listed_state(kind)
    this = cluster.view.round_no
    for other in (this - 1, this + 1):
        order = ORDERS[kind](cluster)
        refusal = cluster.refuse(order, SHIFT_MANAGER, OTHER_SUPERVISOR, round_no=other)
        assert refusal == Refusal("late", f"it is about round {other}, and this is {this}", cited(cluster, order))


def test_what_comes_by_itself_is_written_down_with_its_states() -> None:
    assert len({happening.what for happening in HAPPENINGS}) == len(HAPPENINGS) == 15
    assert all(happening.phases and happening.entries for happening in HAPPENINGS)
