"""Tickets of one table at another (issue 20): the six steps, each once, and what a floor that lies can do: nothing."""

from typing import Any

import pytest

from console.panel.desk import Desk
from games.round import PlayerId, Refusal
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_event
from protocol.journeys import code_of, tag_of
from tests.console.cluster import CREDIT, key
from tests.console.house import FLOOR, SECRET, HouseTable, house
from tests.console.people import DEALER, SUPERVISOR, T1


def transit(*tables: HouseTable) -> int:
    return sum(table.money().get("transit", 0) for table in tables)


def asked(issuer: HouseTable, shown: HouseTable, amount: int = 600, terminal: str = "T2", number: int = 7) -> str:
    """A ticket of the one was shown at the other."""
    ticket = issuer.ticket("T1", amount)
    (fact,) = shown.show_ticket(terminal, ticket, number)
    assert isinstance(fact, e.ForeignTicketAsked), fact
    return ticket


def test_a_ticket_of_another_table_becomes_credit_in_six_steps() -> None:
    issuer, shown = house()
    ticket = issuer.ticket("T1", 600)
    assert ticket.startswith(code_of("BAC-01"))
    (ask,) = shown.show_ticket("T2", ticket, 7)
    assert ask == e.ForeignTicketAsked(
        *(
            key(7),
            PlayerId("T2"),
            ask.journey,
            "BAC-01",
            tag_of(SECRET, ticket),
            ticket[-4:],
            shown.table.ledger.currency,
        )
    )
    assert shown.money() == {"cash": -2_000, "credit/T1": CREDIT, "credit/T2": CREDIT}
    released = e.TicketReleased(ask.journey, "BAC-02", "000001", 600, issuer.table.ledger.currency)
    assert issuer.shown_by(shown, e.ForeignTicketAsked) == [released]
    assert issuer.money() == {"cash": -2_000, "credit/T1": 400, "credit/T2": CREDIT, "transit": 600}
    accepted = e.ForeignTicketAccepted(key(7), PlayerId("T2"), 1, ask.journey, "BAC-01", "000001", 600)
    assert shown.shown_by(issuer, e.TicketReleased) == [accepted]
    assert shown.money() == {"cash": -2_000, "credit/T1": CREDIT, "credit/T2": 1_600, "transit": -600}
    assert issuer.shown_by(shown, e.ForeignTicketAccepted) == [e.TicketArrived(ask.journey, "000001")]
    assert transit(issuer, shown) == 0
    assert not issuer.table.journeys.travelling()
    assert not shown.table.journeys.travelling()


def test_each_step_is_taken_once_however_often_it_is_carried_and_over_restarts() -> None:
    issuer, shown = house()
    ticket = asked(issuer, shown)
    steps = (
        (issuer, shown, e.ForeignTicketAsked),
        (shown, issuer, e.TicketReleased),
        (issuer, shown, e.ForeignTicketAccepted),
    )
    for there, here, kind in steps:
        assert len(there.shown_by(here, kind)) == 1
        answer = there.entries[-1]
        for _ in range(2):
            assert there.shown_by(here, kind) == []
            assert [it.message.seq for it in there.outbox if isinstance(it.message, m.See)] == [answer.seq]
            there.restart()
    for there, here, kind in steps:  # and once more, late
        assert there.shown_by(here, kind) == []
    assert shown.show_ticket("T2", ticket, 7) == []  # the same id: it is told what became of it
    assert shown.shown() == [shown.travel()[-1]]
    assert shown.money()["credit/T2"] == 1_600


def test_a_ticket_that_was_released_is_paid_nowhere_else() -> None:
    issuer, shown = house()
    ticket = asked(issuer, shown)
    paying = issuer.paying(ticket)
    issuer.shown_by(shown, e.ForeignTicketAsked)
    assert issuer.refuse(paying).reason == "ticket_used"
    (refused,) = issuer.show_ticket("T2", ticket)
    assert refused.refusal.reason == "ticket_used"
    found = issuer.find(ticket)
    assert (found.standing, found.where) == ("used", "BAC-02")
    (second,) = shown.show_ticket("T1", ticket, 8)  # and once more there
    assert isinstance(second, e.ForeignTicketAsked)
    (no,) = issuer.shown_by(shown, e.ForeignTicketAsked)
    assert (no.journey, no.refusal.reason) == (second.journey, "ticket_used")
    (declined,) = shown.shown_by(issuer, e.TicketReleaseRefused)
    assert declined == e.ForeignTicketDeclined(key(8), T1, second.journey, "BAC-01", no.refusal)
    assert issuer.shown_by(shown, e.ForeignTicketDeclined) == []
    assert len(shown.shown_by(issuer, e.TicketReleased)) == 1
    assert transit(issuer, shown) == 0


def test_what_is_declined_is_a_ticket_again_at_its_own_table() -> None:
    issuer, shown = house()
    ticket = asked(issuer, shown)
    issuer.shown_by(shown, e.ForeignTicketAsked)
    (journey,) = shown.table.journeys.asked
    assert isinstance(shown.refuse(m.GiveUpTicket(b"j" * 16), SUPERVISOR), Refusal)
    (declined,) = shown.obey(m.GiveUpTicket(journey), SUPERVISOR)
    assert isinstance(declined, e.ForeignTicketDeclined)
    assert shown.shown_by(issuer, e.TicketReleased) == []  # too late
    assert issuer.shown_by(shown, e.ForeignTicketDeclined) == [e.TicketRestored(journey, "000001", 600)]
    assert issuer.shown_by(shown, e.ForeignTicketDeclined) == []
    assert issuer.money()["tickets"] == 600
    assert transit(issuer, shown) == 0
    assert isinstance(issuer.show_ticket("T2", ticket)[0], e.TicketAccepted)


def test_a_journey_that_was_given_up_before_its_table_heard_of_it_is_never_released() -> None:
    issuer, shown = house()
    asked(issuer, shown)
    ask = shown.vouched(shown.last(e.ForeignTicketAsked))
    (journey,) = shown.table.journeys.asked
    shown.obey(m.GiveUpTicket(journey), SUPERVISOR)
    (tombstone,) = issuer.shown_by(shown, e.ForeignTicketDeclined)
    assert (tombstone.journey, tombstone.refusal.reason) == (journey, "given_up")
    assert issuer.shown_by(shown, ask.seq) == []
    assert issuer.money()["tickets"] == 600


def test_a_panel_knows_what_is_asked_for_from_the_log_and_from_a_picture() -> None:
    issuer, shown = house()
    ticket = asked(issuer, shown)
    desk = Desk("Panel", "BAC-02", 1, b"panel-01")

    def follow(first: int) -> None:
        for entry in shown.entries[first:]:
            desk._apply(entry.seq, decode_event(entry.body))

    follow(0)
    (waits,) = desk.asked.values()
    assert (waits.terminal, waits.issuer, waits.ending) == ("T2", "BAC-01", ticket[-4:])
    assert shown.table._staff_state().asked == desk.asked
    known = len(shown.entries)
    shown.obey(m.GiveUpTicket(next(iter(desk.asked))), SUPERVISOR)
    follow(known)
    assert shown.table._staff_state().asked == desk.asked == {}


def test_a_number_that_was_never_issued_counts_as_a_wrong_one_where_it_was_typed() -> None:
    issuer, shown = house()
    written: list[Any] = []
    for number in range(5):
        wrong = code_of("BAC-01") + f"{number:012}"
        (ask,) = shown.show_ticket("T2", wrong, 100 + number)
        assert isinstance(ask, e.ForeignTicketAsked)
        (no,) = issuer.shown_by(shown, e.ForeignTicketAsked)
        assert no.refusal == Refusal("no_ticket", f"there is no ticket ...{wrong[-4:]}")
        written = shown.shown_by(issuer, e.TicketReleaseRefused)
        assert isinstance(written[0], e.ForeignTicketDeclined)
    assert isinstance(written[1], e.TicketsLocked)
    assert shown.show_ticket("T2", code_of("BAC-01") + "1" * 12, 200) == []


def test_without_the_floor_a_foreign_ticket_is_refused_at_once_and_ours_are_as_ever() -> None:
    issuer, shown = house()
    ticket, own = issuer.ticket("T1", 600), shown.ticket("T1", 100)
    shown.restart()  # the floor has not said Hello to this process
    shown.processes.pop(FLOOR)
    shown.start()
    for peer, process in list(shown.processes.items()):
        shown.hello(peer, *process)
    assert shown.show_ticket("T2", ticket, 7) == []  # it may be back in a moment
    shown.now_ms += 30_000
    (refused,) = shown.show_ticket("T2", ticket, 7)
    assert refused.refusal.reason == "no_floor"
    assert shown.table.cashier.wrong == {}
    assert isinstance(shown.show_ticket("T2", own)[0], e.TicketAccepted)


def test_a_table_that_stands_alone_takes_no_foreign_ticket() -> None:
    issuer, _ = house()
    alone = HouseTable("BAC-03", ("BAC-01",), house_secret=b"")
    (refused,) = alone.show_ticket("T2", issuer.ticket("T1", 600))
    assert refused.refusal.reason == "no_ticket"


def test_a_terminal_waits_for_five_tickets_at_most() -> None:
    issuer, shown = house()
    for number in range(5):
        asked(issuer, shown, 100, number=50 + number)
    (refused,) = shown.show_ticket("T2", issuer.ticket("T1", 100))
    assert refused.refusal.reason == "many_asked"


def test_nothing_is_released_while_the_books_are_in_doubt() -> None:
    issuer, shown = house()
    asked(issuer, shown)
    issuer.table.forgotten.unread = (1, 10)
    assert issuer.shown_by(shown, e.ForeignTicketAsked) == []
    issuer.table.forgotten.unread = None
    assert len(issuer.shown_by(shown, e.ForeignTicketAsked)) == 1


def test_what_is_declined_here_for_our_own_reason_goes_back() -> None:
    issuer, shown = house()
    asked(issuer, shown)
    issuer.shown_by(shown, e.ForeignTicketAsked)
    shown.obey(m.PayByHand(PlayerId("T2"), CREDIT), DEALER, SUPERVISOR)
    shown.obey(m.Retire(PlayerId("T2")), SUPERVISOR, DEALER)
    (declined,) = shown.shown_by(issuer, e.TicketReleased)
    assert declined.refusal.reason == "no_terminal"
    assert isinstance(issuer.shown_by(shown, e.ForeignTicketDeclined)[0], e.TicketRestored)


# --- a floor that lies ---------------------------------------------------------------------------------------------

FORGED: dict[str, dict[str, Any]] = {
    "another signature": {"signature": b"s" * 64},
    "another entry under it": {"seq": 3},
    "another time": {"wall_time": "21:00"},
    "in the name of another table": {"table": "BAC-03"},
    "in our own name": {"table": "BAC-02"},
    "no entry": {"body": b"x"},
}


@pytest.mark.parametrize("forged", FORGED)
def test_what_a_table_has_not_signed_is_not_believed(forged: str) -> None:
    issuer, shown = house()
    asked(issuer, shown)
    issuer.shown_by(shown, e.ForeignTicketAsked)
    written = shown.shown_by(issuer, e.TicketReleased, **FORGED[forged])
    assert [type(it) for it in written] == [e.AlarmRaised]
    assert shown.money()["credit/T2"] == CREDIT


def test_a_release_of_another_amount_cannot_be_made_of_a_signed_one() -> None:
    issuer, shown = house()
    asked(issuer, shown)
    issuer.shown_by(shown, e.ForeignTicketAsked)
    body = issuer.vouched(issuer.last(e.TicketReleased)).body
    assert body.count(b"\xcd\x02\x58") == 1  # 600
    (alarm,) = shown.shown_by(issuer, e.TicketReleased, body=body.replace(b"\xcd\x02\x58", b"\xcd\x09\x58"))
    assert isinstance(alarm, e.AlarmRaised)


def test_an_entry_is_for_the_table_that_it_names_alone() -> None:
    issuer, shown = house()
    third = HouseTable("BAC-03", ("BAC-01", "BAC-02"))
    asked(issuer, shown)
    (alarm,) = third.shown_by(shown, e.ForeignTicketAsked)
    assert isinstance(alarm, e.AlarmRaised)
    issuer.shown_by(shown, e.ForeignTicketAsked)
    assert third.shown_by(issuer, e.TicketReleased) == []  # it has rung
    assert third.travel() == []


def test_a_release_that_nobody_here_has_asked_for_is_no_credit() -> None:
    issuer, shown = house()
    asked(issuer, shown)
    issuer.shown_by(shown, e.ForeignTicketAsked)
    other = HouseTable("BAC-02", ("BAC-01",))  # the same table on a journal that has forgotten the ask
    assert other.shown_by(issuer, e.TicketReleased) == []
    assert other.money() == {"cash": -2_000, "credit/T1": CREDIT, "credit/T2": CREDIT}


def test_only_entries_about_journeys_are_vouched_for() -> None:
    _, shown = house()
    shown.heard(FLOOR, m.VouchFor(*shown.process(FLOOR), 1))
    assert shown.outbox == []
    shown.heard(FLOOR, m.VouchFor(*shown.process(FLOOR), 9_999))
    assert shown.outbox == []


def test_the_floor_reads_no_number_of_a_ticket() -> None:
    issuer, _ = house()
    number = issuer.ticket("T1", 600)
    issuer.heard(FLOOR, m.Sync(*issuer.process(FLOOR), 0))
    (deltas,) = [it.message for it in issuer.outbox if isinstance(it.message, m.Deltas)]
    assert len(deltas.entries) == issuer.table.seq
    assert not any(number.encode() in (entry.body or b"") for entry in deltas.entries)
    assert sum(entry.body is None for entry in deltas.entries) == 1


# --- terms ---------------------------------------------------------------------------------------------------------


def test_an_old_copy_of_the_floor_is_not_listened_to() -> None:
    issuer, shown = house()
    asked(issuer, shown)
    issuer.term = 3
    written = issuer.shown_by(shown, e.ForeignTicketAsked)
    assert [type(it) for it in written] == [e.FloorTerm, e.TicketReleased]
    assert written[0] == e.FloorTerm(3)
    asked(issuer, shown, 100, "T1", 8)
    issuer.term = 2
    assert [type(it) for it in issuer.shown_by(shown, e.ForeignTicketAsked)] == [e.AlarmRaised]
    issuer.restart()
    assert issuer.table.journeys.term == 3
    issuer.term = 4
    assert [type(it) for it in issuer.shown_by(shown, e.ForeignTicketAsked)] == [e.FloorTerm, e.TicketReleased]
    issuer.term = 4 + 1_001
    assert [type(it) for it in issuer.shown_by(shown, e.ForeignTicketAsked)] == [e.AlarmRaised]


def test_a_term_that_comes_with_nothing_that_is_signed_is_not_taken_up() -> None:
    issuer, shown = house()
    asked(issuer, shown)
    issuer.term = 3
    issuer.shown_by(shown, e.ForeignTicketAsked, signature=b"s" * 64)
    assert issuer.table.journeys.term == 0


# --- money of another sort ------------------------------------------------------------------------------------------


def test_a_ticket_in_another_currency_is_not_released() -> None:
    issuer = HouseTable("BAC-01", ("BAC-02",), placard=e.Placard(currency="SGD", exponent=2))
    shown = HouseTable("BAC-02", ("BAC-01",))
    asked(issuer, shown)
    (no,) = issuer.shown_by(shown, e.ForeignTicketAsked)
    assert no.refusal.reason == "other_currency"


def test_what_was_won_at_a_training_table_is_no_money_at_another() -> None:
    issuer = HouseTable("BAC-01", ("BAC-02",), placard=e.Placard(training=True))
    shown = HouseTable("BAC-02", ("BAC-01",))
    asked(issuer, shown)
    (no,) = issuer.shown_by(shown, e.ForeignTicketAsked)
    assert no.refusal.reason == "other_currency"


# --- enrolment -------------------------------------------------------------------------------------------------------


def test_a_table_whose_numbers_could_not_be_told_from_ours_is_not_enrolled() -> None:
    _, shown = house()
    refused = shown.refuse(m.EnrolKey(PlayerId("BAC-02"), "table", "a" * 40))
    assert refused.reason in ("key", "not_entitled", "second_person")


# --- a claim: its table is out of reach ------------------------------------------------------------------------------


def cashed(issuer: HouseTable, shown: HouseTable, amount: int, paper: int) -> tuple[str, bytes]:
    ticket = issuer.ticket("T1", amount)
    shown.at_panel(DEALER)
    found = shown.find(ticket)
    assert (found.standing, found.terminal, found.amount) == ("foreign", "BAC-01", 0)
    (paid,) = shown.obey(m.CashForeignTicket("BAC-01", paper, found.proof), DEALER, SUPERVISOR)
    assert isinstance(paid, e.ForeignTicketCashed)
    return ticket, paid.journey


def test_two_people_pay_a_ticket_whose_table_is_out_of_reach_as_a_claim_on_it() -> None:
    issuer, shown = house()
    ticket, journey = cashed(issuer, shown, 600, 600)
    assert shown.money() == {"cash": -1_400, "credit/T1": CREDIT, "credit/T2": CREDIT, "transit": -600}
    assert isinstance(issuer.shown_by(shown, e.ForeignTicketCashed)[0], e.TicketReleased)
    assert issuer.find(ticket).standing == "used"
    assert shown.shown_by(issuer, e.TicketReleased) == [e.ClaimSettled(journey, "BAC-01", "000001", 600, 0)]
    assert issuer.shown_by(shown, e.ClaimSettled) == [e.TicketArrived(journey, "000001")]
    assert shown.shown_by(issuer, e.TicketReleased) == []
    assert transit(issuer, shown) == 0


def test_a_claim_that_its_table_refuses_is_the_loss_of_the_house_that_paid() -> None:
    issuer, shown = house()
    ticket, journey = cashed(issuer, shown, 600, 600)
    issuer.at_panel(DEALER)
    issuer.obey(issuer.paying(ticket))  # the paper was copied
    assert isinstance(issuer.shown_by(shown, e.ForeignTicketCashed)[0], e.TicketReleaseRefused)
    settled, alarm = shown.shown_by(issuer, e.TicketReleaseRefused)
    assert settled == e.ClaimSettled(journey, "BAC-01", "", 0, 600)
    assert isinstance(alarm, e.AlarmRaised)
    assert shown.money() == {"cash": -1_400, "credit/T1": CREDIT, "credit/T2": CREDIT, "house": -600}
    assert transit(issuer, shown) == 0
    assert issuer.shown_by(shown, e.ClaimSettled) == []


def test_a_claim_is_worth_what_the_ticket_was_not_what_the_paper_said() -> None:
    issuer, shown = house()
    cashed(issuer, shown, 60, 600)
    issuer.shown_by(shown, e.ForeignTicketCashed)
    settled, _alarm = shown.shown_by(issuer, e.TicketReleased)
    assert (settled.amount, settled.lost) == (60, 540)
    assert shown.money()["house"] == -540
    assert transit(issuer, shown) == 0


def test_a_paper_is_paid_once_at_a_desk_and_not_while_a_terminal_asks_for_it() -> None:
    issuer, shown = house()
    ticket, _ = cashed(issuer, shown, 600, 600)
    found = shown.find(ticket)
    assert shown.refuse(m.CashForeignTicket("BAC-01", 600, found.proof), DEALER).reason == "ticket_used"
    issuer.shown_by(shown, e.ForeignTicketCashed)
    shown.shown_by(issuer, e.TicketReleased)
    assert shown.refuse(m.CashForeignTicket("BAC-01", 600, shown.find(ticket).proof), DEALER).reason == "ticket_used"
    other = asked(issuer, shown, 100)
    found = shown.find(other)
    assert shown.refuse(m.CashForeignTicket("BAC-01", 100, found.proof), DEALER).reason == "being_asked"


def test_a_paper_that_was_paid_at_a_desk_is_no_credit_whatever_the_floor_carries_first() -> None:
    issuer, shown = house()
    ticket, journey = cashed(issuer, shown, 600, 600)
    (refused,) = shown.show_ticket("T2", ticket)
    assert (type(refused), refused.refusal.reason) == (e.MoneyRefused, "ticket_used")
    assert ticket not in refused.refusal.detail
    issuer.shown_by(shown, e.ForeignTicketCashed)
    assert shown.shown_by(issuer, e.TicketReleased) == [e.ClaimSettled(journey, "BAC-01", "000001", 600, 0)]
    assert shown.show_ticket("T1", ticket)[0].refusal.reason == "ticket_used"  # nor when it is settled
    assert shown.money()["cash"] == -1_400
    assert "house" not in shown.money()


def test_a_paper_that_became_credit_here_is_not_paid_at_a_desk_too() -> None:
    """Two people would pay it in good faith while its own table, which would say no, is out of reach."""
    issuer, shown = house()
    ticket = asked(issuer, shown, 600)
    issuer.shown_by(shown, e.ForeignTicketAsked)
    assert isinstance(shown.shown_by(issuer, e.TicketReleased)[0], e.ForeignTicketAccepted)
    shown.restart()
    shown.at_panel(DEALER)
    order = m.CashForeignTicket("BAC-01", 600, shown.find(ticket).proof)
    assert shown.refuse(order, DEALER, SUPERVISOR).reason == "ticket_used"
    (refused,) = shown.show_ticket("T1", ticket)
    assert refused.refusal.reason == "ticket_used"


def test_a_claim_takes_the_number_and_a_second_person() -> None:
    issuer, shown = house()
    ticket = issuer.ticket("T1", 600)
    shown.at_panel(DEALER)
    found = shown.find(ticket)
    assert shown.refuse(m.CashForeignTicket("BAC-01", 600, b"p" * 16), DEALER).reason == "no_proof"
    proposed = shown.command(m.CashForeignTicket("BAC-01", 600, found.proof), DEALER)
    assert isinstance(proposed[0], e.OrderProposed)
    assert shown.money()["cash"] == -2_000
