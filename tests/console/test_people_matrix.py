"""Position x order x signature, each order at a table where it is legal: what one person may is obeyed, what two may
waits for the right second one and for nobody else, and all the rest is refused, on record and without effect.
"""

from collections.abc import Callable, Mapping
from random import Random
from time import time
from typing import Any, Final

import pytest

from console.table.table import KeysInHand
from games.round import HandId, Spot
from games.rulings import Position
from protocol import events as e
from protocol import legality
from protocol import messages as m
from protocol.chain import Entry
from protocol.halts import Halt
from protocol.people import assigns_himself
from protocol.view import Phase
from shoe_driver import link as shoe
from simulation.calm import CREW, founding
from tests.console.cluster import BANKER_WINS, PANEL, PLAYER_WINS, Cluster, cards_of, dealt, key, public_key
from tests.console.coins import PAT
from tests.console.house import HouseTable, house
from tests.console.orders import ORDERS, table_in
from tests.console.people import (
    CASHIER,
    DEALER,
    MANAGER,
    OTHER_DEALER,
    OTHER_MANAGER,
    OTHER_SUPERVISOR,
    SHIFT_MANAGER,
    SUPERVISOR,
    T1,
    T2,
    TECHNICIAN,
)
from tests.console.tables import at_table, capped, settled
from tests.console.tapped import BETS, by_hand, tap

GAME: Final = frozenset({1, 2, 3, 4})
# Who must stand behind each order: one of these, and (None: nobody) a second person of those.
UP: Final = {position: frozenset(it for it in GAME if it >= position) for position in GAME}
CASH: Final = frozenset({-2})
WANTED: Final[Mapping[type, tuple[frozenset[int], frozenset[int] | None]]] = {
    **dict.fromkeys((m.OpenBets, m.AddTime, m.CloseBets, m.Certify, m.CallSupervisor, m.Attend), (GAME, None)),
    **dict.fromkeys((m.DealCard, m.TakeBackCard, m.ReportDrawnTogether, m.Seat, m.AnswerFor), (GAME, None)),
    **dict.fromkeys((m.DealByHand, m.ReportForeignCard, m.ReportWrongSides), (UP[2], GAME)),
    **dict.fromkeys((m.TakeBackVoid, m.RuleOtherwise), (UP[4], GAME)),
    **dict.fromkeys((m.SellCredit, m.PayTicket), (GAME | CASH, None)),
    **dict.fromkeys(
        (
            *(m.OpenTable, m.Rule, m.KeepSurplus, m.AnswerInterruption, m.Resume, m.CloseTable, m.CloseDay),
            *(m.PrintAgain, m.UnlockTickets, m.RuleDispute, m.Latch, m.Unlatch),
        ),
        (UP[2], None),
    ),
    m.RecordRuling: (UP[4], None),
    m.RecallRound: (UP[4], None),
    m.SetLimits: (UP[3], GAME),
    **dict.fromkeys((m.LoadShoe, m.EndShoe, m.EnterCard, m.CorrectCards, m.VoidSettled, m.BeginDay), (UP[2], GAME)),
    **dict.fromkeys((m.Correct, m.Retire), (UP[2], GAME)),
    m.CashForeignTicket: (UP[2], GAME | CASH),
    m.GiveUpTicket: (UP[2], None),
    **dict.fromkeys((m.PayTicketByTwo, m.PayByHand, m.ReleaseNote, m.PayDue, m.CollectOwed), (UP[2], GAME | CASH)),
    **dict.fromkeys((m.AdmitStaff, m.SetCredential), (UP[4], UP[2] | {-1})),
    **dict.fromkeys((m.DisableStaff, m.AssignStaff), (UP[4], UP[2])),
    **dict.fromkeys((m.EnrolKey, m.ReplaceKey, m.EndKey), (UP[2], UP[2] | {-1})),  # of a terminal
    m.RotateConsole: (UP[4], frozenset({-1})),
    m.GrantCoins: (GAME | CASH, None),
    m.ExcludeParticipant: (UP[2], GAME),
}


def stand(order: m.Order, *people: m.Person, begun: bool = False, complete: bool = False) -> bool:
    one, other = WANTED[type(order)]
    if isinstance(order, m.Correct) and begun:
        one = UP[4]
    if isinstance(order, m.Rule) and complete:
        other = GAME
    if isinstance(order, m.TakeBackCard) and complete:
        one, other = UP[2], GAME
    ranks = [person.position for person in people]
    if len({person.number for person in people}) < len(people):
        return False
    if other is None:
        part = GAME | (CASH if -2 in one else frozenset())
        return all(rank in part for rank in ranks) and any(rank in one for rank in ranks)
    return len(ranks) == 2 and any(a in one and b in other for a, b in (ranks, ranks[::-1]))


# --- a table where the order is legal --------------------------------------------------------------------------------


def of_phase(phase: Phase, *, halted: bool = False) -> Callable[[], Cluster]:
    return lambda: table_in(phase, halted)


def due() -> Cluster:
    cluster = settled()
    cluster.ticket("T2", 800)
    cluster.buy("T2", 300)
    cluster.correct(PLAYER_WINS)
    return cluster


def owed() -> Cluster:
    cluster = settled()
    cluster.ticket("T1", 1_050)
    cluster.correct(PLAYER_WINS)
    return cluster


def held() -> Cluster:
    cluster = capped(0, 1_000)
    cluster.buy("T1", 777, 7)
    return cluster


def failed_print() -> Cluster:
    cluster = Cluster()
    cluster.ticket("T1", 600)
    cluster.heard("T1", m.ReportPrint(*cluster.process("T1"), key(1), "000001", "failed"))
    return cluster


def locked() -> Cluster:
    cluster = Cluster()
    for number in range(5):
        cluster.show_ticket("T1", f"{number:018}", number)
    return cluster


def disputed() -> Cluster:
    cluster = settled()
    cluster.dispute("T1", 1)
    return cluster


def called() -> Cluster:
    cluster = Cluster()
    cluster.heard("T1", m.CallAttendant(*cluster.process("T1"), wanted=True))
    return cluster


def surplus() -> Cluster:
    cluster = dealt(BANKER_WINS, BETS)
    cluster.draw("9S")
    return cluster


def unread() -> Cluster:
    cluster = dealt("2C 4D", BETS)
    cluster.unread()
    return cluster


def interrupted() -> Cluster:
    cluster = dealt("2C", BETS)
    cluster.restart()
    return cluster


def voided() -> Cluster:
    cluster = dealt(BANKER_WINS, BETS)
    cluster.void("5.3.3")
    return cluster


def dead_shoe() -> Cluster:
    cluster = dealt("2C 4D", BETS)
    cluster.run(shoe.LinkLost())
    return cluster


def tapped() -> Cluster:
    cluster = by_hand()
    cluster.open_round(BETS)
    cluster.close()
    tap(cluster, "2C 4D")
    return cluster


def rotating() -> Cluster:
    cluster = Cluster(opened=False)
    cluster.run(KeysInHand(public_key("console", 1), public_key("console", 2)))
    return cluster


def boxes() -> Cluster:
    cluster = at_table()
    cluster.open_round({"T2": {"2/main": 100}})
    return cluster


def ticket() -> Cluster:
    cluster = Cluster()
    cluster.ticket("T1", 600)
    return cluster


def paying(cluster: Cluster) -> m.Order:
    """As whoever is at the panel has found it: its proof was told to him."""
    return cluster.paying(cluster.table.cashier.tickets["000001"].number)


# A ticket of another table of the house: every first one of it has the same number.
FOREIGN: Final = house()[0].ticket("T1", 600)


def asking() -> HouseTable:
    _, shown = house()
    shown.show_ticket("T2", FOREIGN, 7)
    return shown


class OfCoins(Cluster):
    """Where participants play (004), of whom one is known."""

    def __init__(self) -> None:
        coins = {"GC": (100_000,)}
        grants = {"GC": e.CashCap(*[1_000] * 5)}
        caps = e.Caps(grants=grants)
        placard = e.Placard(currency="GC", decks=6, automatic=True, chips=coins["GC"], coins=coins, caps=caps)
        super().__init__("classic_blackjack", credit=0, opened=False, placard=placard)
        self.obey(m.OpenTable(), SUPERVISOR)

    def start(self) -> list[Entry]:
        self.staff = (*founding(CREW), *founding((PAT,)))
        return super().start()


SIDES: Final = {HandId("player"): cards_of("4D"), HandId("banker"): cards_of("2C 5S")}
LEGAL: Final[Mapping[type, tuple[Callable[[], Cluster], Callable[[Cluster], m.Order] | None]]] = {
    **dict.fromkeys((m.OpenTable, m.CloseDay, m.BeginDay), (of_phase(Phase.CLOSED), None)),
    **dict.fromkeys((m.SetLimits, m.LoadShoe, m.EndShoe, m.OpenBets, m.CloseTable), (of_phase(Phase.READY), None)),
    **dict.fromkeys((m.Correct, m.VoidSettled, m.RecordRuling, m.RecallRound), (of_phase(Phase.READY), None)),
    **dict.fromkeys((m.AddTime, m.CloseBets), (of_phase(Phase.BETTING), None)),
    **dict.fromkeys((m.CorrectCards, m.Rule, m.CallSupervisor, m.RuleOtherwise), (of_phase(Phase.DEALING), None)),
    m.ReportDrawnTogether: (of_phase(Phase.DEALING), None),
    m.Certify: (of_phase(Phase.RESULT), None),
    m.Resume: (of_phase(Phase.READY, halted=True), lambda _: m.Resume(Halt.CALLED)),
    **dict.fromkeys((m.EnterCard, m.ReportForeignCard), (unread, None)),
    m.DealByHand: (dead_shoe, None),
    **dict.fromkeys((m.DealCard, m.TakeBackCard), (tapped, None)),
    m.KeepSurplus: (surplus, None),
    m.AnswerInterruption: (interrupted, None),
    m.ReportWrongSides: (lambda: dealt("2C 4D 5S", BETS), lambda _: m.ReportWrongSides(SIDES)),
    m.TakeBackVoid: (voided, None),
    **dict.fromkeys((m.SellCredit, m.PayByHand, m.Latch, m.Unlatch), (Cluster, None)),
    m.PayTicket: (ticket, paying),
    m.PayTicketByTwo: (failed_print, lambda _: m.PayTicketByTwo("000001")),
    m.PrintAgain: (failed_print, lambda _: m.PrintAgain("000001")),
    m.UnlockTickets: (locked, None),
    m.CashForeignTicket: (lambda: house()[1], lambda it: m.CashForeignTicket("BAC-01", 600, it.find(FOREIGN).proof)),
    m.GiveUpTicket: (asking, lambda it: m.GiveUpTicket(next(iter(it.table.journeys.asked)))),
    m.GrantCoins: (OfCoins, lambda _: m.GrantCoins(PAT.number, "GC", 1_000)),
    m.ExcludeParticipant: (OfCoins, None),
    m.ReleaseNote: (held, None),
    m.PayDue: (due, lambda _: m.PayDue(T2, 1)),
    m.CollectOwed: (owed, None),
    m.RuleDispute: (disputed, None),
    m.Retire: (lambda: Cluster(credit=0), None),
    m.Attend: (called, None),
    **dict.fromkeys((m.EnrolKey, m.ReplaceKey, m.EndKey), (of_phase(Phase.READY), None)),
    m.RotateConsole: (rotating, None),
    **dict.fromkeys((m.AdmitStaff, m.SetCredential, m.DisableStaff, m.AssignStaff), (Cluster, None)),
    m.Seat: (at_table, lambda _: m.Seat(T2, 2)),
    m.AnswerFor: (boxes, lambda it: m.AnswerFor(T1, it.opened().id, {Spot("1/main"): 100})),
}
# One of each position, and of the two that are alike in rank another one.
PEOPLE: Final = (DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER, CASHIER, TECHNICIAN)
SIGNERS: Final = (OTHER_DEALER, OTHER_SUPERVISOR, OTHER_MANAGER, CASHIER, TECHNICIAN)


def test_every_order_there_is_has_a_table_where_it_is_legal() -> None:
    assert set(LEGAL) == set(ORDERS) == set(WANTED)


@pytest.mark.parametrize("kind", LEGAL, ids=[kind.__name__ for kind in LEGAL])
def test_whoever_may_is_obeyed_and_nobody_else(kind: type) -> None:
    make, order_of = LEGAL[kind]
    cluster: Cluster | None = None
    for by in PEOPLE:
        cluster = cluster or make()
        cluster.at_panel(by)
        order = (order_of or ORDERS[kind])(cluster)
        round_no = 1 if kind is m.Correct else cluster.view.round_no
        case = {
            "begun": cluster.view.in_round or round_no < cluster.view.round_no,
            "complete": cluster.phase is Phase.RESULT,
        }
        before = cluster.unrecorded()
        first, *_ = cluster.propose(order, by, round_no=round_no)
        right = {it.number for it in SIGNERS if stand(order, by, it, **case)}
        if stand(order, by, **case):
            assert isinstance(first, e.Ordered), (by, first)
            assert (first.by, first.second) == (by, None)
            cluster = None
            continue
        assert cluster.unrecorded() == before
        if not any(stand(order, by, m.Person("99999999", "x", rank), **case) for rank in Position):
            assert isinstance(first, e.OrderRefused), (by, first)
            continue
        assert isinstance(first, e.OrderProposed), (by, first)
        assert set(first.needs) == {
            rank for rank in Position if stand(order, by, m.Person("99999999", "x", rank), **case)
        }
        for signer in sorted((by, *SIGNERS), key=lambda it: it.number in right):
            written = cluster.sign(signer)
            assert isinstance(written[1], e.OrderSigned)
            if signer.number in right:
                assert written[2] == e.Ordered(first.command_id, by, signer, order)
                cluster = None
                break
            assert isinstance(written[2], e.SignatureRefused), (by, signer, written)
            assert cluster.unrecorded() == before
        else:
            cluster.heard(PANEL, m.Withdraw(*cluster.process(PANEL), b"w" * 8, first.command_id))


# --- and whatever the state: position x order x state x signature ---

PHASES: Final = tuple(of_phase(phase, halted=halted) for phase in Phase for halted in (False, True))
STATES: Final = (*PHASES, *dict.fromkeys(make for make, _ in LEGAL.values() if make.__name__ != "<lambda>"))
EACH: Final = 12  # orders that somebody tries in each state
SIGNATURES: Final = ("none", "the same person", "stale", "another order", "too low", "right")


@pytest.mark.parametrize("at", range(len(STATES)))
def test_position_x_order_x_state_x_signature(at: int) -> None:
    """Any order by anybody with any signature: it is obeyed only if those two may, and if the table allows it then;
    whatever is not obeyed has changed nothing, and is on record.
    """
    seed = f"{at} {int(time() // 86_400)}"  # each day other ones
    rng = Random(seed)
    cluster: Cluster | None = None
    for _ in range(EACH):
        cluster = cluster or STATES[at]()
        by, kind, signature = rng.choice(PEOPLE), rng.choice(list(ORDERS)), rng.choice(SIGNATURES)
        case = f"{seed}: {by.name} {kind.__name__} {signature}"
        if _tried(cluster, rng, by, kind, signature, case):
            cluster = None


def _tried(cluster: Cluster, rng: Random, by: m.Person, kind: type, signature: str, case: str) -> bool:
    """Was it obeyed?"""
    view = cluster.view
    cluster.at_panel(by)
    order = ORDERS[kind](cluster)
    told = {"begun": view.in_round, "complete": view.phase is Phase.RESULT or bool(cluster.table.state.paid)}
    opened = next(iter(view.windows.values()), None)
    window = None if opened is None else opened.id
    impossible = legality.illegal(view, m.Command(0, b"", bytes(8), view.round_no, order, window)) is not None
    before = cluster.unrecorded()
    first = next(it for it in cluster.propose(order, by) if not isinstance(it, e.OrderWithdrawn))  # that waited before
    if isinstance(first, e.Ordered):
        assert not impossible, case
        assert stand(order, by, **told), case
        return True
    assert cluster.unrecorded() == before, case
    if isinstance(first, e.OrderRefused):
        assert (first.by, first.order) == (by, order), case
        return False
    assert isinstance(first, e.OrderProposed), case
    assert not impossible, case
    assert not stand(order, by, **told), case
    right = [it for it in SIGNERS if stand(order, by, it, **told) and not assigns_himself(order, it)]
    about: dict[str, Any] = {"command_id": first.command_id, "digest": first.digest}
    signer = rng.choice(right) if right else OTHER_MANAGER
    match signature:
        case "none":
            return False
        case "the same person":
            signer = by
        case "stale":
            cluster.heard(PANEL, m.Withdraw(*cluster.process(PANEL), b"w" * 8, first.command_id))
        case "another order":
            about["digest"] = rng.randbytes(32)
        case "too low":
            signer = rng.choice([it for it in SIGNERS if not stand(order, by, it, **told)] or [by])
        case "right" if right:
            assert cluster.sign(signer, **about)[2] == e.Ordered(first.command_id, by, signer, order), case
            return True
    *_, last = cluster.sign(signer, **about)
    assert isinstance(last, e.SignatureRefused), case
    assert (last.command_id, last.person) == (first.command_id, signer), case
    assert cluster.unrecorded() == before, case
    return False
