"""Money in and out: exactly once by id, for ever; tickets once; nothing leaves while a Bet or a dispute is open."""

import pytest

from console.table.cashier import Cashier, Ticket
from console.table.state import ORDERS_KEPT
from games.money import AMOUNT_MAX
from games.round import PlayerId, Refusal
from protocol import events as e
from protocol import messages as m
from protocol.ledger import Ledger
from tests.console.cluster import BANKER_WINS, PANEL, Cluster, betting, key
from tests.console.people import DEALER, OTHER_SUPERVISOR, SUPERVISOR, T1, T2


def no_ticket(number: str) -> Refusal:
    return Refusal("bad_ticket", f"{number} is no ticket that is good now")


# --- buying in -------------------------------------------------------------------------------------------------------


def test_a_note_that_was_stacked_is_credit_once() -> None:
    cluster = Cluster(credit=0)
    bought = e.CreditBought(key(7), T1, 1, 100)
    assert cluster.buy("T1", 100, 7) == [bought]
    before = cluster.state()
    for _ in range(3):
        assert cluster.buy("T1", 100, 7) == []
        assert cluster.shown() == [bought]
    assert (cluster.state(), cluster.money()) == (before, {"cash": -100, "credit/T1": 100})


def test_an_id_is_remembered_for_ever() -> None:
    cluster = Cluster(credit=0)
    cluster.buy("T1", 100, 7)
    cluster.ticket("T1", 100)
    for _ in range(4):
        cluster.play(BANKER_WINS)
    cluster.restart()
    assert cluster.buy("T1", 100, 7) == []
    assert cluster.credit("T1") == 0


@pytest.mark.parametrize("phase", ["closed", "betting", "dealing", "halted", "latched", "disputed"])
def test_money_in_is_taken_in_any_state(phase: str) -> None:
    cluster = Cluster(credit=0, opened=phase != "closed")
    if phase in ("betting", "dealing", "halted"):
        cluster.open_round()
    if phase == "dealing":
        cluster.close()
    if phase == "halted":
        cluster.call()
    if phase == "latched":
        cluster.obey(m.Latch(T1, "look at it"), SUPERVISOR)
    if phase == "disputed":
        cluster.dispute("T1", 1)
    cluster.buy("T1", 100)
    assert cluster.credit("T1") == 100


def test_the_same_id_with_another_amount_latches_the_terminal() -> None:
    cluster = Cluster(credit=0)
    cluster.buy("T1", 100, 7)
    latched = e.TerminalLatched(T1, "an id came again with another content")
    assert cluster.buy("T1", 200, 7) == [latched]
    assert cluster.buy("T1", 300, 7) == []  # once is enough
    assert (cluster.sent, cluster.credit("T1")) == ([], 100)


def test_the_same_id_for_another_thing_latches_the_terminal() -> None:
    cluster = Cluster()
    cluster.cash_out("T1", 100, 7)
    latched = [e.TerminalLatched(T1, "an id came again with another content")]
    assert cluster.buy("T1", 100, 7) == latched
    cluster.obey(m.Unlatch(T1), SUPERVISOR)
    assert cluster.dispute("T1", 1, 7) == latched
    assert cluster.money() == {"cash": -2_000, "credit/T1": 900, "credit/T2": 1_000, "tickets": 100}


def test_each_terminal_has_ids_of_its_own() -> None:
    """Who has guessed another one's id can do him no harm."""
    cluster = Cluster(credit=0)
    cluster.buy("T1", 100, 7)
    assert cluster.buy("T2", 300, 7) == [e.CreditBought(key(7), T2, 1, 300)]
    assert cluster.money() == {"cash": -400, "credit/T1": 100, "credit/T2": 300}
    assert cluster.buy("T1", 100, 7) == []
    assert (cluster.table.peers.blocked("T1", "baccarat"), cluster.table.peers.blocked("T2", "baccarat")) == (
        None,
        None,
    )


def test_credit_has_an_end() -> None:
    cluster = Cluster(credit=0)
    cluster.buy("T1", AMOUNT_MAX)
    refused = e.MoneyRefused(key(7), T1, Refusal("too_much", f"credit would pass {AMOUNT_MAX}"))
    assert cluster.buy("T1", 1, 7) == [refused]
    assert cluster.buy("T1", 1, 7) == []
    assert (cluster.shown(), cluster.credit("T1")) == ([refused], AMOUNT_MAX)


def test_a_note_counts_whichever_process_of_the_terminal_says_so() -> None:
    """The note is in the box: that an older process tells it is no reason to keep it."""
    cluster = Cluster(credit=0)
    boot, run = cluster.process("T1")
    cluster.join("T1")
    assert cluster.heard("T1", m.BuyCredit(boot, run, key(7), 100)) == [e.CreditBought(key(7), T1, 1, 100)]
    assert cluster.buy("T1", 100, 7) == []
    assert cluster.credit("T1") == 100


# --- rule 10: the cap of notes in an hour ----------------------------------------------------------------------------

MINUTE_MS = 60_000


def capped(cap: int) -> Cluster:
    cluster = Cluster(credit=0)
    cluster.reopen(placard=e.Placard(notes_per_hour=cap))
    return cluster


def test_rule_10_a_stacked_note_beyond_the_cap_is_credit_and_an_alarm_once() -> None:
    cluster = capped(1_000)
    assert cluster.buy("T1", 1_000, 1) == [e.CreditBought(key(1), T1, 1, 1_000)]
    assert cluster.buy("T1", 100, 2) == [
        e.CreditBought(key(2), T1, 1, 100),
        e.AlarmRaised("T1", "more than 1000 in notes within an hour"),
    ]
    cluster.play(BANKER_WINS)  # an alarm that rings once in a Round would ring again now
    assert cluster.buy("T1", 100, 3) == [e.CreditBought(key(3), T1, 1, 100)]
    assert cluster.money() == {"cash": -1_200, "credit/T1": 1_200}


def test_rule_10_the_cap_is_of_one_terminal_and_of_notes() -> None:
    cluster = capped(1_000)
    cluster.buy("T1", 600)
    cluster.obey(m.SellCredit(T1, 600))
    cluster.buy("T2", 600)
    cluster.show_ticket("T1", cluster.ticket("T2", 600))
    assert cluster.journal(e.AlarmRaised) == []


def test_rule_10_a_note_that_is_told_again_is_one_note() -> None:
    cluster = capped(1_000)
    for _ in range(3):
        cluster.buy("T1", 600, 1)
    assert cluster.journal(e.AlarmRaised) == []


def test_rule_10_an_hour_later_there_is_room_again_and_then_a_new_alarm() -> None:
    cluster = capped(1_000)
    cluster.buy("T1", 600)
    cluster.wait(59 * MINUTE_MS)
    assert len(cluster.buy("T1", 600)) == 2
    cluster.wait(1 * MINUTE_MS)
    cluster.play(BANKER_WINS)
    assert len(cluster.buy("T1", 400)) == 1
    assert len(cluster.buy("T1", 1)) == 2


def test_rule_10_without_a_cap_nobody_counts() -> None:
    cluster = capped(0)
    cluster.buy("T1", AMOUNT_MAX)
    assert cluster.journal(e.AlarmRaised) == []


# --- the Dealer sells credit -----------------------------------------------------------------------------------------


def test_the_dealer_sells_credit_for_cash_at_the_table() -> None:
    cluster = Cluster(credit=0)
    command_id = b"command1"
    bought = e.CreditBought(b"\0" * 8 + command_id, T1, 1, 500)
    assert cluster.obey(m.SellCredit(T1, 500), command_id=command_id) == [bought]
    assert cluster.money() == {"cash": -500, "credit/T1": 500}
    assert cluster.refuse(m.SellCredit(T1, 0)) == Refusal("bad_amount", "nothing was bought")
    cluster.obey(m.SellCredit(T1, AMOUNT_MAX - 500))
    assert cluster.refuse(m.SellCredit(T1, 1)).reason == "too_much"


def test_credit_is_sold_only_to_a_terminal_that_is_in_service() -> None:
    cluster = Cluster(credit=0)
    order = m.SellCredit(PlayerId("T9"), 500)
    assert cluster.refuse(order) == Refusal("no_terminal", "T9 is not in service here")
    cluster.obey(m.Retire(T2), SUPERVISOR, OTHER_SUPERVISOR)
    assert cluster.refuse(m.SellCredit(T2, 500)) == Refusal("no_terminal", "T2 is not in service here")


@pytest.mark.parametrize("role", ["panel", "display", "archive"])
def test_credit_is_not_sold_to_a_peer_that_is_no_terminal(role: str) -> None:
    """It may have joined: it has no place to bet, and no way to cash out."""
    cluster = Cluster(credit=0)
    cluster.join("X1", role)
    assert cluster.refuse(m.SellCredit(PlayerId("X1"), 500)) == Refusal("no_terminal", "X1 is not in service here")
    cluster.restart()
    assert cluster.refuse(m.SellCredit(PlayerId("X1"), 500)) == Refusal("no_terminal", "X1 is not in service here")
    assert cluster.money() == {}


def test_credit_is_not_sold_to_a_name_that_staff_have_only_latched_or_enrolled() -> None:
    cluster = Cluster(credit=0)
    for order in (m.Latch(PlayerId("T8"), "a slip of the finger"), m.Enrol(PlayerId("T9"))):
        cluster.obey(order, SUPERVISOR, OTHER_SUPERVISOR)
        sold = m.SellCredit(order.terminal, 500)
        assert cluster.refuse(sold) == Refusal("no_terminal", f"{order.terminal} is not in service here")
    cluster.join("T9")
    cluster.obey(m.SellCredit(PlayerId("T9"), 500))
    assert cluster.money() == {"cash": -500, "credit/T9": 500}


def test_credit_is_sold_to_a_terminal_that_is_switched_off() -> None:
    """The console knows it from its journal, whether or not it has said Hello since the start."""
    cluster = Cluster(credit=0)
    cluster.start()
    cluster.join(PANEL)
    cluster.obey(m.SellCredit(T1, 500))
    assert cluster.money() == {"cash": -500, "credit/T1": 500}


def test_a_double_tap_is_one_command() -> None:
    cluster = Cluster(credit=0)
    order = m.SellCredit(T1, 500)
    cluster.obey(order, command_id=b"command1")
    before = cluster.state()
    for _ in range(2):
        assert cluster.command(order, command_id=b"command1") == []
        assert cluster.shown() == [e.Ordered(b"command1", DEALER, None, order)]
    assert cluster.state() == before
    cluster.restart()
    assert cluster.command(order, command_id=b"command1") == []
    assert cluster.credit("T1") == 500


@pytest.mark.parametrize("order", [m.SellCredit(T1, 100), m.PayByHand(T1, 100)], ids=["sell", "pay"])
def test_a_command_that_moves_money_is_one_command_for_ever(order: m.Order) -> None:
    cluster = Cluster()
    cluster.obey(order, DEALER, SUPERVISOR, command_id=b"command1")
    money = cluster.money()
    for _ in range(ORDERS_KEPT):
        cluster.command(m.CloseBets())
    cluster.command(order, DEALER, SUPERVISOR, command_id=b"command1")
    assert cluster.money() == money


# --- cashing out -----------------------------------------------------------------------------------------------------


def test_a_cash_out_is_a_ticket_that_nobody_can_guess() -> None:
    cluster = Cluster()
    (issued,) = cluster.cash_out("T1", 600, 7)
    assert isinstance(issued, e.TicketIssued)
    assert issued == e.TicketIssued(key(7), T1, 1, issued.ticket, 600)
    assert len(issued.ticket) == 18
    assert issued.ticket.isdigit()
    assert cluster.cash_out("T1", 600, 7) == []
    assert cluster.shown() == [issued]
    assert cluster.money() == {"cash": -2_000, "credit/T1": 400, "credit/T2": 1_000, "tickets": 600}
    assert cluster.ticket("T1", 400) != issued.ticket


def test_a_number_that_is_taken_is_not_given_again() -> None:
    cashier, ledger = Cashier(), Ledger()
    ledger.apply(e.CreditBought(key(1), T1, 1, 100))
    asking = m.CashOut(1, b"run     ", key(7), 100)
    first = cashier.answer(T1, asking, ledger, None, b"chain")
    assert isinstance(first, e.TicketIssued)
    cashier.tickets[first.ticket] = Ticket(1, T2)
    second = cashier.answer(T1, asking, ledger, None, b"chain")
    assert isinstance(second, e.TicketIssued)
    assert second.ticket != first.ticket


def test_no_cash_out_while_a_bet_is_in_play() -> None:
    cluster = betting({"T1": {"banker": 100}})
    refused = e.MoneyRefused(key(7), T1, Refusal("stake_in_play", "a Bet is in play: cash out when the Round is over"))
    assert cluster.cash_out("T1", 100, 7) == [refused]
    cluster.cash_out("T2", 100)  # who has no Bet may
    cluster.finish(BANKER_WINS)
    assert cluster.cash_out("T1", 100, 7) == []  # the refusal is durable
    assert cluster.shown() == [refused]
    cluster.ticket("T1", 1_100)  # and binds only its id
    assert cluster.credit("T1") == 0


def test_a_refused_id_gets_its_refusal_whatever_is_asked_under_it() -> None:
    cluster = Cluster()
    (refused,) = cluster.cash_out("T1", 5_000, 7)
    assert refused == e.MoneyRefused(key(7), T1, Refusal("credit", "there is no credit of 5000"))
    for again in (cluster.cash_out("T1", 100, 7), cluster.buy("T1", 100, 7), cluster.show_ticket("T1", "1", 7)):
        assert again == []
        assert cluster.shown() == [refused]
    assert (cluster.credit("T1"), cluster.table.peers.blocked("T1", "baccarat")) == (1_000, None)


def test_no_cash_out_in_a_dispute_or_from_a_latched_terminal() -> None:
    cluster = Cluster()
    cluster.dispute("T1", 3)
    assert cluster.cash_out("T1", 100, 7) == [
        e.MoneyRefused(key(7), T1, Refusal("disputed", "round 3 is in dispute: a Supervisor is called", "5.10"))
    ]
    cluster.obey(m.RuleDispute(T1, "the display was wrong"), SUPERVISOR)
    cluster.ticket("T1", 100)
    cluster.obey(m.Latch(T1, "look at it"), SUPERVISOR)
    assert cluster.cash_out("T1", 100, 8) == [
        e.MoneyRefused(key(8), T1, Refusal("latched", "this terminal is out of play: look at it"))
    ]
    cluster.obey(m.Unlatch(T1), SUPERVISOR)
    cluster.ticket("T1", 900)


# --- tickets ---------------------------------------------------------------------------------------------------------


def test_a_ticket_is_good_once_wherever_it_is_shown_first() -> None:
    cluster = Cluster()
    ticket = cluster.ticket("T1", 600)
    accepted = e.TicketAccepted(key(7), T2, 1, ticket, 600)
    assert cluster.show_ticket("T2", ticket, 7) == [accepted]
    assert cluster.show_ticket("T2", ticket, 7) == []
    assert cluster.shown() == [accepted]
    assert cluster.show_ticket("T1", ticket, 8) == [e.MoneyRefused(key(8), T1, no_ticket(ticket))]
    assert cluster.show_ticket("T2", ticket, 9) == [e.MoneyRefused(key(9), T2, no_ticket(ticket))]
    assert cluster.refuse(m.PayTicket(ticket)) == no_ticket(ticket)
    assert cluster.money() == {"cash": -2_000, "credit/T1": 400, "credit/T2": 1_600}


def test_a_ticket_is_paid_in_cash_once() -> None:
    cluster = Cluster()
    ticket = cluster.ticket("T1", 600)
    assert cluster.obey(m.PayTicket(ticket)) == [e.TicketPaid(ticket, 600)]
    assert cluster.refuse(m.PayTicket(ticket)) == no_ticket(ticket)
    assert cluster.show_ticket("T2", ticket, 7) == [e.MoneyRefused(key(7), T2, no_ticket(ticket))]
    assert cluster.money() == {"cash": -1_400, "credit/T1": 400, "credit/T2": 1_000}


def test_a_number_that_was_never_issued_is_no_ticket() -> None:
    cluster = Cluster()
    assert cluster.show_ticket("T1", "123", 7) == [e.MoneyRefused(key(7), T1, no_ticket("123"))]
    assert cluster.refuse(m.PayTicket("123")) == no_ticket("123")


def test_a_ticket_for_which_there_is_no_room_stays_good() -> None:
    cluster = Cluster()
    ticket = cluster.ticket("T1", 600)
    cluster.buy("T2", AMOUNT_MAX - 1_000)
    assert cluster.show_ticket("T2", ticket, 7) == [e.MoneyRefused(key(7), T2, no_ticket(ticket))]
    cluster.obey(m.PayTicket(ticket))


def test_what_the_printer_did_is_on_record() -> None:
    cluster = Cluster()
    ticket = cluster.ticket("T1", 600)
    for number, state in enumerate(("printing", "failed", "printing", "printed")):
        report = m.ReportPrint(*cluster.process("T1"), key(number), ticket, state)
        printed = e.TicketPrint(key(number), T1, ticket, state)
        assert cluster.heard("T1", report) == [printed]
        assert cluster.heard("T1", report) == []
        assert cluster.shown() == [printed]
        assert cluster.table.cashier.tickets[ticket] == Ticket(600, T1, True, state)
    cluster.obey(m.PayTicket(ticket))
    assert cluster.table.cashier.tickets[ticket] == Ticket(600, T1, False, "printed")


def test_nobody_reports_another_terminals_printing() -> None:
    cluster = Cluster()
    ticket = cluster.ticket("T1", 600)
    for number in (ticket, "123"):
        report = m.ReportPrint(*cluster.process("T2"), cluster.new_key(), number, "printed")
        assert cluster.heard("T2", report) == [
            e.MoneyRefused(report.id, T2, Refusal("bad_ticket", f"{number} was not issued here"))
        ]
    assert cluster.table.cashier.tickets[ticket] == Ticket(600, T1)


# --- by hand ---------------------------------------------------------------------------------------------------------


def test_two_people_pay_the_credit_of_a_dead_terminal_by_hand() -> None:
    cluster = Cluster()
    assert cluster.obey(m.PayByHand(T1, 600), DEALER, SUPERVISOR) == [e.HandPaid(T1, 1, 600)]
    assert cluster.money() == {"cash": -1_400, "credit/T1": 400, "credit/T2": 1_000}
    for amount in (0, 401):
        refusal = cluster.refuse(m.PayByHand(T1, amount), DEALER, SUPERVISOR)
        assert refusal == Refusal("credit", f"T1 has no credit of {amount}")
    cluster.obey(m.PayByHand(T1, 400), DEALER, SUPERVISOR)
    assert cluster.refuse(m.PayByHand(T1, 1), DEALER, SUPERVISOR).reason == "credit"


def test_paying_by_hand_leaves_the_stake_in_play() -> None:
    cluster = betting({"T1": {"banker": 100}})
    cluster.obey(m.PayByHand(T1, 900), DEALER, SUPERVISOR)
    assert (cluster.credit("T1"), cluster.stake("T1")) == (0, 100)
    cluster.finish(BANKER_WINS)
    assert cluster.credit("T1") == 200


def test_t8_a_terminal_is_retired_when_it_holds_no_money() -> None:
    cluster = Cluster()
    refusal = cluster.refuse(m.Retire(T1), SUPERVISOR, OTHER_SUPERVISOR)
    assert refusal == Refusal("credit", "T1 holds money: pay it first")
    cluster.open_round({"T1": {"banker": 1_000}})
    assert cluster.refuse(m.Retire(T1), SUPERVISOR, OTHER_SUPERVISOR).reason == "credit"
    cluster.void()
    cluster.obey(m.PayByHand(T1, 1_000), DEALER, SUPERVISOR)
    assert cluster.obey(m.Retire(T1), SUPERVISOR, OTHER_SUPERVISOR) == [e.TerminalRetired(T1)]
    before = cluster.state()
    assert cluster.buy("T1", 100) == []  # not even a note: nobody may have put one into it
    assert (cluster.denials(), cluster.state()) == (["retired"], before)


# --- sittings --------------------------------------------------------------------------------------------------------


def test_a_sitting_ends_when_credit_and_stake_are_both_gone() -> None:
    cluster = Cluster()
    cluster.buy("T1", 100)
    cluster.open_round({"T1": {"banker": 1_100}})
    cluster.buy("T1", 50, 7)
    assert cluster.journal(e.CreditBought)[-1] == e.CreditBought(key(7), T1, 1, 50)  # a stake in play: the same sitting
    cluster.bet("T1", banker=1_150)
    cluster.finish("4D 2C 5H 5S")
    assert (cluster.credit("T1"), cluster.table.ledger.sitting(T1)) == (0, None)
    assert cluster.buy("T1", 50, 8) == [e.CreditBought(key(8), T1, 2, 50)]


def test_a_ticket_begins_a_sitting_too() -> None:
    cluster = Cluster()
    ticket = cluster.ticket("T1", 1_000)
    assert cluster.show_ticket("T1", ticket, 7) == [e.TicketAccepted(key(7), T1, 2, ticket, 1_000)]


# --- disputes --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.10")
def test_5_10_a_terminal_that_computed_other_lines_is_heard() -> None:
    cluster = Cluster()
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    lines = (("banker", 100, 0),)
    disputed = e.SettlementDisputed(key(7), T1, 1, lines)
    assert cluster.dispute("T1", 1, 7) == [disputed]
    assert cluster.dispute("T1", 1, 7) == []
    assert cluster.shown() == [disputed]
    cluster.open_round()
    refusal = cluster.refused_bet("T1", {"banker": 100})
    assert refusal == Refusal("disputed", "round 1 is in dispute: a Supervisor is called", "5.10")
    cluster.bet("T2", banker=100)  # everybody else plays on
    ruled = e.DisputeRuled(T1, 1, "the display was wrong")
    assert cluster.obey(m.RuleDispute(T1, "the display was wrong"), SUPERVISOR) == [ruled]
    cluster.bet("T1", banker=100)
    assert cluster.refuse(m.RuleDispute(T1, "again"), SUPERVISOR) == Refusal("no_dispute", "T1 disputes nothing")


def test_a_dispute_is_kept_over_a_restart() -> None:
    cluster = Cluster()
    cluster.dispute("T1", 1)
    cluster.restart()
    cluster.open_round()
    assert cluster.refused_bet("T1", {"banker": 100}).reason == "disputed"


# --- the cashier keeps what he needs ---------------------------------------------------------------------------------
