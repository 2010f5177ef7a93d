"""Money in and out: exactly once by id, for ever; tickets once; nothing leaves while a Bet or a dispute is open."""

import pytest
from msgspec.structs import replace

from console.table.cashier import CAP_MS, HELD_MAX, REFUSED_KEPT, REFUSED_MAX, Cashier
from console.table.state import ORDERS_KEPT
from console.table.table import BooksRead, DayTold
from games.money import AMOUNT_MAX
from games.round import PlayerId, Refusal
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.chain import Entry
from protocol.events import ALL
from protocol.halts import Halt
from protocol.ledger import Ledger
from tests.console.cluster import BANKER_WINS, PANEL, TIE, Cluster, betting, key, played
from tests.console.people import DEALER, OTHER_SUPERVISOR, SUPERVISOR, T1, T2
from tests.console.tables import capped


def no_ticket(number: str) -> Refusal:
    return Refusal("no_ticket", f"there is no ticket ...{number[-4:]}")


def used(number: str) -> Refusal:
    return Refusal("ticket_used", f"ticket ...{number[-4:]} was paid already")


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
        cluster.buy("T1", 100)
        cluster.play(TIE, {"T1": {"banker": 100}})
        cluster.obey(m.PayByHand(T1, 100), DEALER, SUPERVISOR)
        cluster.dispute("T1", 1)
        assert cluster.table.peers.peer("T1").disputed
    cluster.buy("T1", 100)
    assert cluster.credit("T1") == 100


def test_the_same_id_with_another_amount_latches_the_terminal() -> None:
    cluster = Cluster(credit=0)
    cluster.buy("T1", 100, 7)
    latched = e.TerminalLatched(T1, "an id came again with another content", machine=True)
    assert cluster.buy("T1", 200, 7) == [latched]
    assert cluster.buy("T1", 300, 7) == []  # once is enough
    assert (cluster.sent, cluster.credit("T1")) == ([], 100)


def test_the_same_id_for_another_thing_latches_the_terminal() -> None:
    cluster = Cluster()
    cluster.cash_out("T1", 100, 7)
    latched = [e.TerminalLatched(T1, "an id came again with another content", machine=True)]
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


def test_credit_has_an_end_and_the_note_beyond_it_is_held() -> None:
    cluster = Cluster(credit=0)
    cluster.buy("T1", AMOUNT_MAX)
    held, *_ = cluster.buy("T1", 1, 7)
    assert held == e.NoteHeld(key(7), T1, 1, 1, "credit")
    assert cluster.buy("T1", 1, 7) == []
    assert (cluster.shown(), cluster.credit("T1")) == ([held], AMOUNT_MAX)
    refused = cluster.refuse(m.ReleaseNote(1, "credit"), DEALER, SUPERVISOR)
    assert refused == Refusal("too_much", f"credit would pass {AMOUNT_MAX}")


def test_a_note_counts_whichever_process_of_the_terminal_says_so() -> None:
    """The note is in the box: that an older process tells it is no reason to keep it."""
    cluster = Cluster(credit=0)
    boot, run = cluster.process("T1")
    cluster.join("T1")
    written = cluster.heard("T1", m.BuyCredit(boot, run, key(7), 100))
    assert written[-1] == e.CreditBought(key(7), T1, 1, 100)  # and both are latched, because they speak at once
    assert cluster.buy("T1", 100, 7) == []
    assert cluster.credit("T1") == 100


# --- rule 10: which notes, and how much of them in an hour -----------------------------------------------------------

MINUTE_MS = 60_000
NO_SUCH = Alarm.NOTE_DENOMINATION
TOO_MANY = Alarm.NOTE_CAP


def bought(facts: list[e.Event]) -> bool:
    return [type(fact) for fact in facts] == [e.CreditBought]


def test_rule_10_a_stacked_note_beyond_the_cap_is_held_and_the_terminal_is_out_of_play() -> None:
    cluster = capped(1_000)
    assert bought(cluster.buy("T1", 1_000, 1))
    held = e.NoteHeld(key(2), T1, 1, 100, "cap")
    assert cluster.buy("T1", 100, 2) == [held, e.TerminalLatched(T1, TOO_MANY), e.AlarmRaised("T1", TOO_MANY)]
    assert cluster.buy("T1", 100, 2) == []
    assert cluster.shown() == [held]
    assert cluster.buy("T1", 100, 3) == [e.NoteHeld(key(3), T1, 2, 100, "cap")]  # latched, and rung for, already
    assert cluster.money() == {"cash": -1_200, "credit/T1": 1_000, "held": 200}


@pytest.mark.parametrize("amount", [1, 777, 10**12])
def test_rule_10_a_note_that_this_table_does_not_take_is_held(amount: int) -> None:
    cluster = capped(0, 1_000, 5_000)
    assert bought(cluster.buy("T1", 5_000))
    facts = [e.TerminalLatched(T1, NO_SUCH), e.AlarmRaised("T1", NO_SUCH)]
    assert cluster.buy("T1", amount, 7) == [e.NoteHeld(key(7), T1, 1, amount, "denomination"), *facts]
    assert cluster.money() == {"cash": -5_000 - amount, "credit/T1": 5_000, "held": amount}


def test_a_table_that_was_never_opened_keeps_to_its_configuration() -> None:
    cluster = Cluster(credit=0, opened=False)
    cluster.setup = replace(cluster.setup, placard=e.Placard(notes=(1_000,)))
    cluster.restart()
    assert isinstance(cluster.buy("T1", 777)[0], e.NoteHeld)


@pytest.mark.parametrize(
    ("to", "fact", "money"),
    [
        ("credit", e.NoteCredited(key(7), T1, 1, 1, 777), {"cash": -777, "credit/T1": 777}),
        ("hand", e.NoteCleared(key(7), T1, 1, 777, paid=True), {}),
        ("nobody", e.NoteCleared(key(7), T1, 1, 777, paid=False), {}),
    ],
)
def test_two_people_say_what_becomes_of_a_held_note(to: str, fact: e.Event, money: dict[str, int]) -> None:
    cluster = capped(0, 1_000)
    cluster.buy("T1", 777, 7)
    cluster.restart()
    order = m.ReleaseNote(1, to)
    assert cluster.refuse(order).reason == "second_person"
    assert cluster.obey(order, DEALER, SUPERVISOR) == [fact]
    assert cluster.money() == money
    assert cluster.refuse(order, DEALER, SUPERVISOR) == Refusal("no_note", "no note 1 is held")
    assert cluster.buy("T1", 777, 7) == []  # the id is answered for ever


def test_no_held_note_is_paid_back_while_nothing_is_paid_out() -> None:
    cluster = capped(0, 1_000)
    cluster.buy("T1", 777, 7)
    cluster.run(BooksRead(1, 9))
    assert cluster.refuse(m.ReleaseNote(1, "hand"), DEALER, SUPERVISOR).reason == "books"
    cluster.run(BooksRead(9, 9))
    cluster.obey(m.ReleaseNote(1, "hand"), DEALER, SUPERVISOR)


def test_held_notes_of_a_terminal_are_a_bounded_number_and_the_others_wait() -> None:
    """A key that tells of notes without end fills no disk; a real note is kept by its terminal until it is answered."""
    cluster = capped(0, 1_000)
    for number in range(100):
        cluster.buy("T1", 777, number)
    assert len(cluster.journal(e.NoteHeld)) == HELD_MAX
    assert len(cluster.journal(e.AlarmRaised)) == 1
    assert cluster.buy("T1", 777, 99) == []
    cluster.obey(m.ReleaseNote(1, "nobody"), DEALER, SUPERVISOR)
    assert cluster.buy("T1", 777, 99) == [e.NoteHeld(key(99), T1, HELD_MAX + 1, 777, "denomination")]


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


def test_rule_10_an_hour_later_there_is_room_again() -> None:
    cluster = capped(1_000)
    cluster.buy("T1", 600)
    cluster.wait(CAP_MS - 1)
    assert not bought(cluster.buy("T1", 600))
    cluster.wait(1)
    assert bought(cluster.buy("T1", 600))


def test_rule_10_a_restart_does_not_make_room() -> None:
    """The hour stands still while no console runs: what was taken before counts as if it had just been taken."""
    cluster = capped(1_000)
    cluster.buy("T1", 600)
    for _ in range(3):
        cluster.now_ms += 30 * MINUTE_MS
        cluster.restart()
        assert not bought(cluster.buy("T1", 600))
    cluster.wait(CAP_MS)
    assert bought(cluster.buy("T1", 600))


def test_rule_10_without_a_cap_nobody_counts() -> None:
    cluster = capped(0)
    cluster.buy("T1", AMOUNT_MAX)
    assert (cluster.journal(e.AlarmRaised), cluster.table.cashier.hour) == ([], {})


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


def test_credit_is_not_sold_to_a_name_that_staff_have_only_latched() -> None:
    cluster = Cluster(credit=0)
    cluster.enrol("T9")
    cluster.obey(m.Latch(PlayerId("T9"), "a slip of the finger"), SUPERVISOR)
    refused = cluster.refuse(m.SellCredit(PlayerId("T9"), 500))
    assert refused == Refusal("no_terminal", "T9 is not in service here")
    cluster.join("T9")
    cluster.obey(m.SellCredit(PlayerId("T9"), 500))
    assert cluster.money() == {"cash": -500, "credit/T9": 500}


def test_credit_is_sold_to_a_terminal_that_is_switched_off() -> None:
    """The console knows it from its journal, whether or not it has said Hello since the start."""
    cluster = Cluster(credit=0)
    cluster.start()
    cluster.join(PANEL)
    cluster.obey(m.Resume(Halt.UNCONFIRMED), SUPERVISOR, DEALER)
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
    second = SUPERVISOR if isinstance(order, m.PayByHand) else None
    cluster.obey(order, DEALER, second, command_id=b"command1")
    money = cluster.money()
    for _ in range(ORDERS_KEPT):
        cluster.command(m.CloseBets())
    cluster.command(order, DEALER, SUPERVISOR, command_id=b"command1")
    assert cluster.money() == money


# --- cashing out -----------------------------------------------------------------------------------------------------


def test_a_cash_out_is_a_ticket_that_nobody_can_guess() -> None:
    cluster = Cluster()
    issued, numbered = cluster.cash_out("T1", 600, 7)
    assert isinstance(numbered, e.TicketNumbered)
    assert issued == e.TicketIssued(key(7), T1, 1, "000001", 600, numbered.number[-4:])
    assert numbered == e.TicketNumbered(T1, "000001", numbered.number)
    assert len(numbered.number) == 18
    assert numbered.number.isdigit()
    assert cluster.cash_out("T1", 600, 7) == []
    assert cluster.shown() == [issued]
    assert cluster.money() == {"cash": -2_000, "credit/T1": 400, "credit/T2": 1_000, "tickets": 600}
    assert cluster.ticket("T1", 400) != numbered.number


def test_a_number_hangs_on_the_secret_and_on_nothing_that_is_told() -> None:
    numbers = set()
    for secret in (b"one", b"other"):
        cluster = Cluster()
        cluster.setup = replace(cluster.setup, secret=secret)
        cluster.restart()
        _, numbered = cluster.cash_out("T1", 600, 7)
        numbers.add(numbered)
    assert len(numbers) == 2


def test_a_number_that_is_taken_is_not_given_again() -> None:
    cashier, ledger = Cashier(), Ledger()
    ledger.apply(e.CreditBought(key(1), T1, 1, 100))
    asking = m.CashOut(1, b"run     ", key(7), 100)
    _, first = cashier.answer(T1, asking, ledger, None, secret=b"s")
    assert isinstance(first, e.TicketNumbered)
    cashier.numbers[first.number] = "000001"
    _, second = cashier.answer(T1, asking, ledger, None, secret=b"s")
    assert isinstance(second, e.TicketNumbered)
    assert second.number != first.number


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
    (refused,) = cluster.heard("T1", m.ReportPrint(*cluster.process("T1"), key(7), "000009", "printed"))
    assert refused == e.MoneyRefused(
        key(7), T1, Refusal("bad_ticket", "000009 was not issued here, or is printed already")
    )
    for again in (cluster.cash_out("T1", 100, 7), cluster.buy("T1", 100, 7), cluster.show_ticket("T1", "1", 7)):
        assert again == []
        assert cluster.shown() == [refused]
    assert (cluster.credit("T1"), cluster.table.peers.blocked("T1", "baccarat")) == (1_000, None)


def test_no_cash_out_in_a_dispute_or_from_a_latched_terminal() -> None:
    cluster = played(TIE, {"T1": {"banker": 100}})
    cluster.dispute("T1", 1)
    assert cluster.cash_out("T1", 100, 7) == [
        e.MoneyRefused(key(7), T1, Refusal("disputed", "round 1 is in dispute: a Supervisor is called", "5.10"))
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
    paying = cluster.paying(ticket)
    accepted = e.TicketAccepted(key(7), T2, 1, "000001", 600)
    assert cluster.show_ticket("T2", ticket, 7) == [accepted]
    assert cluster.show_ticket("T2", ticket, 7) == []
    assert cluster.shown() == [accepted]
    assert cluster.show_ticket("T1", ticket, 8) == [e.MoneyRefused(key(8), T1, used(ticket))]
    assert cluster.refuse(paying) == Refusal("ticket_used", "ticket 000001 was paid already")
    assert cluster.money() == {"cash": -2_000, "credit/T1": 400, "credit/T2": 1_600}


def test_a_ticket_is_paid_in_cash_once() -> None:
    cluster = Cluster()
    ticket = cluster.ticket("T1", 600)
    paying = cluster.paying(ticket)
    assert cluster.obey(paying) == [e.TicketPaid("000001", 600)]
    assert cluster.refuse(paying).reason == "ticket_used"
    assert cluster.show_ticket("T2", ticket, 7) == [e.MoneyRefused(key(7), T2, used(ticket))]
    assert cluster.money() == {"cash": -1_400, "credit/T1": 400, "credit/T2": 1_000}


def test_whoever_has_not_typed_the_number_in_is_not_paid() -> None:
    cluster = Cluster()
    cluster.ticket("T1", 600)
    assert cluster.refuse(m.PayTicket("000001", bytes(16))).reason == "no_proof"
    assert cluster.refuse(m.PayTicket("000002", bytes(16))).reason == "no_ticket"


def test_a_cashier_sees_what_a_ticket_is_before_it_is_paid() -> None:
    cluster = Cluster()
    first, second = cluster.ticket("T1", 600), cluster.ticket("T1", 100)
    found = cluster.find(first)
    assert (found.standing, found.ticket, found.amount, found.terminal) == ("good", "000001", 600, "T1")
    assert found.ending == first[-4:]
    cluster.obey(m.PayTicket(found.ticket, found.proof))
    cluster.show_ticket("T2", second)
    paid, shown = cluster.find(first), cluster.find(second)
    assert (paid.standing, paid.where, paid.when) == ("used", "", "20:00")
    assert (shown.standing, shown.where) == ("used", "T2")
    assert cluster.find("123456789012345678").standing == "unknown"


def test_a_cashier_is_told_how_old_a_ticket_is() -> None:
    """By the gaming day of its issue, while nobody has used it; then by when that was."""
    cluster = Cluster()
    undated = cluster.ticket("T1", 100)
    assert cluster.find(undated).when == "", "no day had begun"
    cluster.run(DayTold("2026-11-17"))
    ticket = cluster.ticket("T1", 600)
    cluster.run(DayTold("2026-11-19"))
    found = cluster.find(ticket)
    assert (found.standing, found.when) == ("good", "2026-11-17")
    cluster.obey(m.PayTicket(found.ticket, found.proof))
    assert cluster.find(ticket).when == "20:00"


def test_a_ticket_whose_sitting_owes_is_shown_as_such() -> None:
    cluster = Cluster()
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    ticket = cluster.ticket("T1", 1_100)
    cluster.obey(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR)
    assert cluster.find(ticket).owed == 100


def test_a_number_that_was_never_issued_is_no_ticket() -> None:
    cluster = Cluster()
    wrong = "123456789012345678"
    assert cluster.show_ticket("T1", wrong, 7) == [e.MoneyRefused(key(7), T1, no_ticket(wrong))]


def test_five_wrong_numbers_lock_a_terminal_until_staff_unlock_it() -> None:
    cluster = Cluster()
    ticket = cluster.ticket("T2", 600)
    for number in range(4):
        cluster.show_ticket("T1", f"{number:018}", number)
    facts = cluster.show_ticket("T1", "4" * 18, 4)
    assert [*facts[1:]] == [e.TicketsLocked("T1"), e.AlarmRaised("T1", Alarm.WRONG_NUMBERS)]
    before = cluster.state()
    for number in range(5, 50):
        assert cluster.show_ticket("T1", f"{number:018}", number) == []
    assert cluster.show_ticket("T1", ticket, 99) == []  # it waits
    assert cluster.state() == before
    assert cluster.refuse(m.UnlockTickets(T2), SUPERVISOR).reason == "not_locked"
    cluster.obey(m.UnlockTickets(T1), SUPERVISOR)
    assert isinstance(cluster.show_ticket("T1", ticket, 99)[0], e.TicketAccepted)


def test_five_wrong_numbers_lock_a_panel_and_asking_again_is_no_second_try() -> None:
    cluster = Cluster()
    ticket = cluster.ticket("T1", 600)
    for number in range(4):
        for _ in range(3):
            assert cluster.find(f"{number:018}", number).standing == "unknown"
    assert cluster.find(ticket).standing == "good"
    cluster.find("9" * 18, 5)
    assert cluster.journal(e.TicketsLocked) == [e.TicketsLocked(PANEL)]
    assert cluster.find(ticket).standing == "locked"


def test_what_is_refused_is_written_and_remembered_a_bounded_number_of_times() -> None:
    cluster = Cluster()
    boot, run = cluster.process("T1")
    for number in range(300):
        cluster.heard("T1", m.ReportPrint(boot, run, key(number), "000009", "printed"))
    assert len(cluster.journal(e.MoneyRefused)) == REFUSED_MAX
    assert cluster.table.peers.peer("T1").latched == Alarm.MANY_MONEY_REFUSED
    assert len(cluster.journal(e.AlarmRaised)) == 1
    for _ in range(8):
        cluster.obey(m.Unlatch(T1), SUPERVISOR)
        for _ in range(REFUSED_MAX):
            cluster.heard("T1", m.ReportPrint(boot, run, cluster.new_key(), "000009", "printed"))
    assert len(cluster.table.cashier.refused[T1]) == REFUSED_KEPT
    assert sum(not asked.what for asked in cluster.table.cashier.asked.values()) == REFUSED_KEPT


def test_an_impatient_player_is_not_latched_while_nothing_is_paid_out() -> None:
    cluster = played(TIE, {"T1": {"banker": 100}})
    cluster.run(BooksRead(1, 9))
    for number in range(REFUSED_MAX + 1):
        assert cluster.cash_out("T1", 600, number) == []
    cluster.run(BooksRead(9, 9))
    assert isinstance(cluster.cash_out("T1", 600, 0)[0], e.TicketIssued)
    cluster.dispute("T1", 1)
    for _ in range(100):
        cluster.cash_out("T1", 100)
    assert (len(cluster.journal(e.MoneyRefused)), cluster.journal(e.TerminalLatched)) == (REFUSED_MAX, [])
    cluster.obey(m.RuleDispute(T1, "the display was wrong"), SUPERVISOR)
    cluster.ticket("T1", 100)


def test_notes_of_another_currency_are_refused_a_bounded_number_of_times() -> None:
    cluster = Cluster(credit=0)
    for number in range(300):
        cluster.heard("T1", m.BuyCredit(*cluster.process("T1"), key(number), 100, "JPY"))
    assert len(cluster.journal(e.MoneyRefused)) == REFUSED_MAX
    assert cluster.table.peers.peer("T1").latched == Alarm.MANY_MONEY_REFUSED
    cluster.obey(m.Unlatch(T1), SUPERVISOR)
    assert isinstance(cluster.heard("T1", m.BuyCredit(*cluster.process("T1"), key(299), 100, "JPY"))[0], e.MoneyRefused)


def test_orders_that_are_refused_are_remembered_a_bounded_number_of_times() -> None:
    cluster = Cluster()
    state, obeyed = cluster.table.state, len(cluster.table.state.lasting)
    for number in range(ORDERS_KEPT + 9):
        cluster.table.apply(
            Entry(state.seq, "", ALL, b"", b"", b"", state.chain),
            e.OrderRefused(number.to_bytes(8), DEALER, m.PayTicket("1", bytes(16)), Refusal("no", "")),
        )
    assert (len(state.lasting), len(state.refused)) == (obeyed, ORDERS_KEPT)
    cluster = Cluster()
    refused = cluster.command(m.PayTicket("000001", bytes(16)), command_id=b"command1")
    assert cluster.command(m.PayTicket("000001", bytes(16)), command_id=b"command1") == []
    assert cluster.shown() == refused


def test_a_ticket_is_good_for_so_many_gaming_days_and_then_two_people_may_pay_it() -> None:
    cluster = Cluster()
    cluster.reopen(placard=replace(cluster.setup.placard, ticket_days=1))
    cluster.run(DayTold("2026-11-17"))
    ticket = cluster.ticket("T1", 600)
    cluster.heard("T1", m.ReportPrint(*cluster.process("T1"), key(1), "000001", "printed"))
    cluster.run(DayTold("2026-11-18"))
    assert cluster.show_ticket("T1", ticket, 7) == [
        e.MoneyRefused(key(7), T1, Refusal("ticket_expired", f"ticket ...{ticket[-4:]} was good for 1 gaming days"))
    ]
    assert cluster.refuse(m.PayTicketByTwo("000001"), DEALER, SUPERVISOR).reason == "ticket_out"
    paying = cluster.paying(ticket)
    assert cluster.refuse(paying).reason == "ticket_expired"
    by_two = m.PayTicketByTwo("000001", paying.proof)
    assert cluster.obey(by_two, DEALER, SUPERVISOR) == [e.TicketPaid("000001", 600)]


def test_a_ticket_is_good_for_as_many_days_as_it_was_issued_for_whatever_the_file_says_later() -> None:
    cluster = Cluster()
    cluster.run(DayTold("2026-11-17"))
    for_ever = cluster.ticket("T1", 100)
    cluster.reopen(placard=replace(cluster.setup.placard, ticket_days=1))
    of_a_day = cluster.ticket("T1", 100)
    cluster.run(DayTold("2026-11-19"))
    cluster.reopen(placard=replace(cluster.setup.placard, ticket_days=30))
    assert [cluster.find(number).standing for number in (for_ever, of_a_day)] == ["good", "expired"]


def test_a_ticket_ages_by_the_calendar_and_not_by_how_often_a_day_is_closed() -> None:
    """Two closings of one day are one day; a house that was shut for a week has no tickets of that week."""
    cluster = Cluster()
    cluster.reopen(placard=replace(cluster.setup.placard, ticket_days=3))
    cluster.run(DayTold("2026-11-17"))
    ticket = cluster.ticket("T1", 600)
    cluster.obey(m.CloseTable(), SUPERVISOR)
    for day in ("2026-11-17", "2026-11-18", "2026-11-19"):
        cluster.run(DayTold(day))
        cluster.command(m.CloseDay(day), SUPERVISOR)
        cluster.command(m.CloseDay(day), SUPERVISOR)
        assert cluster.find(ticket).standing == "good"
    cluster.run(DayTold("2026-11-20"))
    assert cluster.find(ticket).standing == "expired"


def test_a_ticket_for_which_there_is_no_room_stays_good() -> None:
    cluster = Cluster()
    ticket = cluster.ticket("T1", 600)
    cluster.buy("T2", AMOUNT_MAX - 1_000)
    refused = Refusal("too_much", f"credit would pass {AMOUNT_MAX}")
    assert cluster.show_ticket("T2", ticket, 7) == [e.MoneyRefused(key(7), T2, refused)]
    cluster.obey(cluster.paying(ticket))


def test_what_the_printer_did_is_on_record() -> None:
    cluster = Cluster()
    cluster.ticket("T1", 600)
    for number, state in enumerate(("printing", "failed")):
        report = m.ReportPrint(*cluster.process("T1"), key(number), "000001", state)
        printed = e.TicketPrint(key(number), T1, "000001", state)
        assert cluster.heard("T1", report) == [printed]
        assert cluster.heard("T1", report) == []
        assert cluster.shown() == [printed]
        assert cluster.table.cashier.tickets["000001"].printed == state
    again = m.ReportPrint(*cluster.process("T1"), key(9), "000001", "printed")
    assert isinstance(cluster.heard("T1", again)[0], e.MoneyRefused)  # it has failed, and that is final


def test_a_failed_print_is_paid_by_two_or_printed_again() -> None:
    cluster = Cluster()
    cluster.ticket("T1", 600)
    cluster.heard("T1", m.ReportPrint(*cluster.process("T1"), key(1), "000001", "failed"))
    (again,) = cluster.obey(m.PrintAgain("000001"), SUPERVISOR)
    assert isinstance(again, e.TicketPrint)
    assert again.state == "again"
    cluster.heard("T1", m.ReportPrint(*cluster.process("T1"), key(2), "000001", "failed"))
    cluster.restart()
    assert cluster.refuse(m.PayTicketByTwo("000001")).reason == "second_person"
    assert cluster.obey(m.PayTicketByTwo("000001"), DEALER, SUPERVISOR) == [e.TicketPaid("000001", 600)]
    cluster.ticket("T1", 100)
    cluster.heard("T1", m.ReportPrint(*cluster.process("T1"), key(3), "000002", "printed"))
    assert cluster.refuse(m.PayTicketByTwo("000002"), DEALER, SUPERVISOR).reason == "ticket_out"
    assert cluster.refuse(m.PrintAgain("000002"), SUPERVISOR).reason == "bad_ticket"


def test_nobody_reports_another_terminals_printing() -> None:
    cluster = Cluster()
    cluster.ticket("T1", 600)
    for name in ("000001", "123"):
        report = m.ReportPrint(*cluster.process("T2"), cluster.new_key(), name, "printed")
        assert isinstance(cluster.heard("T2", report)[0], e.MoneyRefused)
    assert cluster.table.cashier.tickets["000001"].printed == ""


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
    assert cluster.show_ticket("T1", ticket, 7) == [e.TicketAccepted(key(7), T1, 2, "000001", 1_000)]


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
    cluster = played(TIE, {"T1": {"banker": 100}})
    cluster.dispute("T1", 1)
    cluster.restart()
    cluster.open_round()
    assert cluster.refused_bet("T1", {"banker": 100}).reason == "disputed"


# --- the cashier keeps what he needs ---------------------------------------------------------------------------------
