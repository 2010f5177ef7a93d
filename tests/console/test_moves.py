"""Every order in every state of the table, over a halt and without one, by everybody: DESIGN 4.7 in one matrix.

`MATRIX` is the expectation, written out; what the table of moves lists and what the table does are both compared to it.
"""

from collections.abc import Callable, Mapping
from typing import Final, get_args

import pytest

from console.moves import HAPPENINGS, MOVE_FOR, MOVES
from games.round import Felt, Limit, Refusal, Voided
from games.rulings import Position
from protocol import events as e
from protocol import messages as m
from protocol.view import Phase, cards_digest
from shoe_driver import link as shoe
from tests.console.cluster import (
    BANKER_WINS,
    DEALER,
    MANAGER,
    OTHER_SUPERVISOR,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    Cluster,
    cards_of,
)

STATES: Final = [(phase, halted) for phase in Phase for halted in (False, True)]
(NINE,) = cards_of("9S")

# One order of each kind, as sensible as it can be in most states. Credit is there, due and owed is nothing.
ORDERS: Final[Mapping[type, Callable[[Cluster], m.Order]]] = {
    m.OpenTable: lambda _: m.OpenTable(),
    m.SetLimits: lambda _: m.SetLimits(Felt({"banker": Limit(10, 500)})),
    m.LoadShoe: lambda _: m.LoadShoe(8, "Max"),
    m.EndShoe: lambda cluster: m.EndShoe(cluster.view.shoe.left),
    m.OpenBets: lambda _: m.OpenBets(),
    m.AddTime: lambda _: m.AddTime(5_000),
    m.CloseBets: lambda _: m.CloseBets(),
    m.EnterCard: lambda _: m.EnterCard(NINE),
    m.CorrectCards: lambda cluster: m.CorrectCards(cards_of("9S KH AD 2C")[: len(cluster.view.draws)]),
    m.Certify: lambda cluster: m.Certify(cards_digest(cluster.view)),
    m.Rule: lambda _: m.Rule(Voided("5.3.3"), "5.3.3"),
    m.KeepSurplus: lambda _: m.KeepSurplus(),
    m.AnswerInterruption: lambda _: m.AnswerInterruption(affects=True),
    m.CallSupervisor: lambda _: m.CallSupervisor("look here"),
    m.Resume: lambda _: m.Resume("called"),
    m.Correct: lambda _: m.Correct(cards_of("4D 2C 5H 5S")),
    m.VoidSettled: lambda _: m.VoidSettled("5.3.3"),
    m.RecordRuling: lambda _: m.RecordRuling("as the House wants it"),
    m.CloseTable: lambda _: m.CloseTable(),
    m.CloseDay: lambda _: m.CloseDay("2026-11-16"),
    m.SellCredit: lambda _: m.SellCredit(T1, 100),
    m.PayTicket: lambda _: m.PayTicket("1"),
    m.PayByHand: lambda _: m.PayByHand(T1, 100),
    m.PayDue: lambda _: m.PayDue(T1, 1),
    m.CollectOwed: lambda _: m.CollectOwed(T1, 1),
    m.RuleDispute: lambda _: m.RuleDispute(T1, "the display was wrong"),
    m.Enrol: lambda _: m.Enrol(T1),
    m.Retire: lambda _: m.Retire(T1),
    m.Latch: lambda _: m.Latch(T1, "look at it"),
    m.Unlatch: lambda _: m.Unlatch(T1),
}


def table_in(phase: Phase, halted: bool) -> Cluster:
    """A table in this state, after one Round that was settled."""
    cluster = Cluster(opened=phase is not Phase.CLOSED)
    if phase is not Phase.CLOSED:
        cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    if phase in (Phase.BETTING, Phase.DEALING, Phase.RESULT):
        cluster.open_round()
        cluster.bet("T1", banker=100)
    if phase in (Phase.DEALING, Phase.RESULT):
        cluster.close()
        cluster.deal(BANKER_WINS if phase is Phase.RESULT else "2C 4D")
    if halted:
        cluster.run(shoe.LinkLost()) if phase is Phase.CLOSED else cluster.call()
    assert (cluster.phase, bool(cluster.halts)) == (phase, halted)
    return cluster


# "-": obeyed. Else the reason of the refusal: state (wrong_state), halt (halted), run (not_halted), or as it is called.
MATRIX: Final = """
"""
SHORT: Final = {"wrong_state": "state", "not_halted": "run", "halted": "halt"}


def outcome(cluster: Cluster, order: m.Order) -> Refusal | None:
    """By people who may do everything; a refusal changes nothing, which `refuse` has compared."""
    cluster.state()
    before = cluster.unrecorded()
    first, *written = cluster.command(order, SHIFT_MANAGER, OTHER_SUPERVISOR)
    if isinstance(first, e.OrderRefused):
        assert (written, cluster.unrecorded()) == ([], before)
        return first.refusal
    assert isinstance(first, e.Ordered)
    return None


def test_the_matrix() -> None:
    for kind in ORDERS:
        cells=[]
        for phase, halted in STATES:
            c=table_in(phase, halted)
            r=outcome(c, ORDERS[kind](c))
            cells.append("-" if r is None else SHORT.get(r.reason, r.reason))
        print(f"{kind.__name__:20}", " ".join(f"{x:15}" for x in cells))
