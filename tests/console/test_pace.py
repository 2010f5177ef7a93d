"""What one enrolled key may make the table write, however often it asks (FAULTS A11, A14)."""

from collections.abc import Callable
from typing import Final

import pytest
from msgspec.structs import replace

from console.table.cashier import UNPRINTED_MAX, Ticket
from console.table.pace import AN_HOUR
from console.table.table import Heard
from games.round import PlayerId, Refusal
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.chain import first_link
from protocol.codec import FROM_CONSOLE, decode_event, encode, encode_body
from protocol.liveness import HOUR_MS
from tests.console.cluster import PANEL, TABLE, TIE, Cluster, key, played
from tests.console.people import DEALER, SUPERVISOR, T1

ASKED: Final = 5_000
ENTRIES_MAX: Final = 2 * max(AN_HOUR.values())  # with what follows from them

Process = tuple[int, bytes]


def fresh(number: int) -> bytes:
    return key(1_000_000 + number)


REQUESTS: Final[dict[str, Callable[[Cluster, Process, int], m.Request]]] = {
    "a dispute of a Round that never was": lambda _, it, n: m.Dispute(*it, fresh(n), 2**50 + n, ()),
    "a dispute of a Round that it was in": lambda _, it, n: m.Dispute(*it, fresh(n), 1, (("banker", n, 0),)),
    "an attendant, and none": lambda _, it, n: m.CallAttendant(*it, wanted=bool(n % 2)),
    "a ticket of next to nothing": lambda _, it, n: m.CashOut(*it, fresh(n), 1),
    "more than there is": lambda _, it, n: m.CashOut(*it, fresh(n), 10**9 + n),
    "a ticket and back again": lambda table, it, n: (
        m.InsertTicket(*it, fresh(n), last_number(table)) if n % 2 else m.CashOut(*it, fresh(n), 100)
    ),
    "a number that no ticket has": lambda _, it, n: m.InsertTicket(*it, fresh(n), f"{n:018}"),
    "a print of no ticket": lambda _, it, n: m.ReportPrint(*it, fresh(n), "000042", "printed"),
    "a note": lambda _, it, n: m.BuyCredit(*it, fresh(n), 100, ""),
    "a note of another currency": lambda _, it, n: m.BuyCredit(*it, fresh(n), 100, "JPY"),
    "a later process": lambda _, it, n: m.Hello(it[0] + n, n.to_bytes(8), 0, first_link(TABLE), T1, "terminal"),
    "another name": lambda _, it, n: m.Hello(*it, 0, first_link(TABLE), PlayerId(f"T{n}"), "terminal"),
    "another history": lambda _, it, n: m.Beat(*it, 1, n.to_bytes(32)),
    "an answer to no window": lambda _, it, n: m.Answer(*it, m.WindowId(1, n + 1, bytes(8)), 1, {}, ""),
}


def last_number(cluster: Cluster) -> str:
    return next(reversed(cluster.table.cashier.numbers), "0" * 18)


def quick(cluster: Cluster, peer: str, request: m.Request) -> None:
    """Without the checks after each batch, which fold the whole log."""
    super(Cluster, cluster).batch(Heard(peer, request, cluster.role(peer), peer))


@pytest.mark.parametrize("what", REQUESTS)
def test_a11_whatever_a_terminals_key_asks_for_its_entries_are_bounded(what: str) -> None:
    cluster = played(TIE, {"T1": {"banker": 100}})
    before = len(cluster.entries)
    process = cluster.process("T1")
    for number in range(ASKED):
        quick(cluster, "T1", REQUESTS[what](cluster, process, number))
    assert len(cluster.entries) - before <= ENTRIES_MAX
    kept = cluster.table.cashier
    assert len(kept.asked) + len(kept.tickets) <= ENTRIES_MAX


def test_a11_refused_orders_of_a_panel_are_bounded_and_it_is_heard_again_an_hour_later() -> None:
    cluster = Cluster()
    cluster.at_panel(DEALER)
    before = len(cluster.entries)
    for number in range(ASKED):
        quick(cluster, PANEL, m.Command(*cluster.process(PANEL), number.to_bytes(8), 0, m.CloseBets(), None))
    assert len(cluster.entries) - before == AN_HOUR["refused order"] + 1
    alarm = decode_event(cluster.entries[-1].body)
    assert alarm == e.AlarmRaised(PANEL, Alarm.MANY_ORDERS_REFUSED)
    cluster.now_ms += HOUR_MS
    assert cluster.refuse(m.CloseBets()).reason == "wrong_state"


def test_who_calls_and_calls_is_not_heard_for_a_while() -> None:
    cluster = Cluster()
    cluster.sign_off()  # whose silence would end it meanwhile
    boot, run = cluster.process("T1")
    for number in range(AN_HOUR["call"]):
        assert cluster.heard("T1", m.CallAttendant(boot, run, wanted=not number % 2))
    alarm = [e.AlarmRaised("T1", Alarm.MANY_CALLS)]
    assert cluster.heard("T1", m.CallAttendant(boot, run, wanted=True)) == alarm
    assert cluster.heard("T1", m.CallAttendant(boot, run, wanted=True)) == []
    cluster.now_ms += HOUR_MS
    assert cluster.heard("T1", m.CallAttendant(boot, run, wanted=True)) == [e.AttendantCalled(T1, wanted=True)]


# --- disputes --------------------------------------------------------------------------------------------------------


def test_only_a_round_that_the_terminal_was_in_can_be_disputed() -> None:
    cluster = played(TIE, {"T1": {"banker": 100}})
    no_round = Refusal("no_such_round", "T2 had nothing in round 1")
    assert cluster.dispute("T2", 1, 7) == [e.MoneyRefused(key(7), PlayerId("T2"), no_round)]
    (refused,) = cluster.dispute("T1", 2)
    assert isinstance(refused, e.MoneyRefused)
    cluster.open_round({"T1": {"banker": 100}})
    (refused,) = cluster.dispute("T1", 2)
    assert isinstance(refused, e.MoneyRefused)


def test_disputes_of_a_terminal_are_ruled_on_one_after_the_other() -> None:
    cluster = played(TIE, {"T1": {"banker": 100}})
    cluster.play(TIE, {"T1": {"banker": 100}})
    cluster.dispute("T1", 1)
    assert (cluster.dispute("T1", 2, 7), cluster.sent) == ([], [])  # it waits, and comes again
    cluster.obey(m.RuleDispute(T1, "the display was wrong"), SUPERVISOR)
    assert [type(fact) for fact in cluster.dispute("T1", 2, 7)] == [e.SettlementDisputed]


# --- tickets ---------------------------------------------------------------------------------------------------------


def test_a_ticket_is_worth_the_least_chip_or_is_the_whole_credit() -> None:
    cluster = Cluster(credit=1_030)
    cluster.reopen(placard=replace(cluster.setup.placard, chips=(100, 500)))
    (refused,) = cluster.cash_out("T1", 99)
    assert isinstance(refused, e.MoneyRefused)
    assert refused.refusal.reason == "bad_amount"
    cluster.ticket("T1", 100)
    cluster.ticket("T1", 900)
    cluster.ticket("T1", 30)
    assert cluster.credit("T1") == 0


def test_so_many_tickets_that_no_printer_has_latch_the_terminal_until_people_have_paid_them() -> None:
    cluster = Cluster()
    for _ in range(UNPRINTED_MAX):
        cluster.ticket("T1", 10)
    latched, alarm, refused = cluster.cash_out("T1", 10)
    assert latched == e.TerminalLatched(T1, Alarm.UNPRINTED)
    assert alarm == e.AlarmRaised("T1", Alarm.UNPRINTED)
    assert isinstance(refused, e.MoneyRefused)
    cluster.obey(m.PayTicketByTwo("000001"), DEALER, SUPERVISOR)
    cluster.obey(m.Unlatch(T1), SUPERVISOR)
    cluster.ticket("T1", 10)


def test_a_panel_can_join_and_the_table_close_over_as_many_tickets_as_there_can_be() -> None:
    cluster = Cluster()
    tickets = cluster.table.cashier.tickets
    for seat in range(250):
        for _ in range(UNPRINTED_MAX):
            tickets[f"{len(tickets) + 1:06}"] = Ticket(10**14, PlayerId(f"Terminal-{seat:06}"), "1234", printed="again")
    picture = cluster.table.snapshot(PlayerId(PANEL), staff=True).message
    assert len(encode(picture)) < FROM_CONSOLE.message * 3 // 4
    items = tuple(cluster.table.cashier.unprinted().values())
    assert len(items) == 250 * UNPRINTED_MAX
    assert len(encode_body(e.LeftOpen(items))) < FROM_CONSOLE.message // 2


# --- A14 -------------------------------------------------------------------------------------------------------------


def test_a14_who_asks_for_more_than_its_credit_is_latched() -> None:
    cluster = Cluster()
    refused, latched, alarm = cluster.cash_out("T1", 1_001, 7)
    assert refused == e.MoneyRefused(key(7), T1, Refusal("credit", "there is no credit of 1001"))
    assert latched == e.TerminalLatched(T1, Alarm.OVERDRAWN, machine=True)
    assert alarm == e.AlarmRaised("T1", Alarm.OVERDRAWN)


def test_a14_not_if_others_took_of_its_credit_and_it_may_not_know_yet() -> None:
    cluster = Cluster()
    cluster.obey(m.PayByHand(T1, 300), DEALER, SUPERVISOR)
    (refused,) = cluster.cash_out("T1", 1_000)
    assert isinstance(refused, e.MoneyRefused)
    assert len(cluster.cash_out("T1", 1_001)) == 3
    cluster.obey(m.Unlatch(T1), SUPERVISOR)
    cluster.ticket("T1", 100)  # it knows what it has
    assert [type(fact) for fact in cluster.cash_out("T1", 601)] == [e.MoneyRefused, e.TerminalLatched]


def test_a14_nor_after_a_correction_nor_with_a_bet_in_play() -> None:
    cluster = played(TIE, {"T1": {"tie": 100}})
    before = cluster.credit("T1")
    cluster.correct("2C 4D 5S 5H")
    (refused,) = cluster.cash_out("T1", before)
    assert isinstance(refused, e.MoneyRefused)
    cluster.open_round({"T1": {"banker": 100}})
    (refused,) = cluster.cash_out("T1", 5_000)
    assert isinstance(refused, e.MoneyRefused)
    assert refused.refusal.reason == "stake_in_play"
