"""What is in flight, when it is sent again, and that only the log lets go of it (DESIGN 4.3, rules 4 to 7)."""

import pytest

from games.round import Spot
from protocol.messages import Answer, BuyCredit, CashOut, Dispute, InsertTicket, ReportPrint, Request, WindowId
from terminal.outbox import Outbox, Timers
from terminal.records import LayoutSent

RUN, LATER_RUN = b"run-0001", b"run-0002"
WINDOW, OTHER_WINDOW = WindowId(1, 1, b"nonce001"), WindowId(1, 2, b"nonce002")
BANKER = Spot("banker")
NOTE, TICKET, PRINT, PRINT_AGAIN = (bytes([number]) * 16 for number in range(1, 5))


class Line:
    """An outbox and its timers."""

    def __init__(self, **held: object) -> None:
        self.outbox = Outbox(**held)  # type: ignore[arg-type]
        self.timers = Timers()

    def due(self, now_ms: int, boot: int = 1, run: bytes = RUN) -> list[Request]:
        self.timers.prune(self.outbox)
        return list(self.timers.due(now_ms, self.outbox, boot, run, bets=True))

    def wake_ms(self) -> int | None:
        return self.timers.wake_ms(self.outbox, bets=True)


def layout(revision: int, amount: int, window: WindowId = WINDOW) -> LayoutSent:
    return LayoutSent(window, revision, {BANKER: amount}, "")


def answer(revision: int, amount: int, *, boot: int = 1, run: bytes = RUN) -> Answer:
    return Answer(boot, run, WINDOW, revision, {BANKER: amount})


def test_rule_5_a_revision_is_sent_at_once_and_again_after_250_ms_doubling_to_2_s() -> None:
    line = Line()
    line.outbox.sent(layout(1, 100))
    assert (line.wake_ms(), line.due(0)) == (None, [answer(1, 100)])
    assert [now_ms for now_ms in range(0, 8_000, 10) if line.due(now_ms)] == [250, 750, 1_750, 3_750, 5_750, 7_750]
    assert line.wake_ms() == 9_750
    line.timers = Timers()  # a restart: the same revision, under the new name
    assert line.due(8_000, boot=2, run=LATER_RUN) == [answer(1, 100, boot=2, run=LATER_RUN)]
    assert (line.due(8_100), line.wake_ms()) == ([], 8_250)


def test_rule_6_the_next_revision_is_one_more_than_the_highest_of_our_own_and_the_logs() -> None:
    outbox = Outbox()
    assert outbox.next_revision(WINDOW) == 1
    outbox.sent(layout(1, 100))
    assert outbox.next_revision(WINDOW) == 2
    outbox.answered_up_to(WINDOW, 7)
    outbox.answered_up_to(WINDOW, 2)
    assert (outbox.next_revision(WINDOW), outbox.next_revision(OTHER_WINDOW)) == (8, 1)


def test_rule_7_only_an_answer_to_this_revision_or_a_higher_one_lets_it_go() -> None:
    for revision, left in ((1, {WINDOW: layout(2, 100)}), (2, {}), (5, {})):
        line = Line()
        line.outbox.sent(layout(2, 100))
        line.due(0)
        line.outbox.answered_up_to(WINDOW, revision)
        assert line.outbox.layouts == left
        assert (bool(line.due(10_000)), line.wake_ms()) == (bool(left), 10_500 if left else None)


def test_the_next_revision_in_a_window_does_not_wait_for_the_timer_of_the_last() -> None:
    line = Line()
    line.outbox.sent(layout(1, 100))
    line.due(0)
    line.outbox.answered_up_to(WINDOW, 1)
    assert line.due(1) == []
    line.outbox.sent(layout(2, 200))
    assert line.due(2) == [answer(2, 200)]


@pytest.mark.rule("001 §5.2.2")
def test_5_2_2_the_close_gives_back_what_was_not_registered_and_nothing_else() -> None:
    outbox = Outbox()
    outbox.sent(layout(1, 100))
    outbox.sent(layout(1, 50, OTHER_WINDOW))
    assert (outbox.closed(WINDOW), outbox.closed(WINDOW)) == (layout(1, 100), None)
    assert outbox.layouts == {OTHER_WINDOW: layout(1, 50, OTHER_WINDOW)}


def test_004_whoever_comes_next_does_not_pay_for_what_was_in_flight_and_no_revision_is_used_again() -> None:
    line = Line()
    line.outbox.sent(layout(2, 100))
    line.outbox.ask(CashOut(1, RUN, NOTE, 300))
    line.outbox.left()
    assert (line.outbox.layouts, line.due(0)) == ({}, [CashOut(1, RUN, NOTE, 300)])  # money is the log's to answer
    assert line.outbox.next_revision(WINDOW) == 3


def test_money_is_asked_for_until_its_id_is_answered() -> None:
    line = Line(notes={NOTE: 500})
    buy = BuyCredit(1, RUN, NOTE, 500)
    line.outbox.ask(buy)
    assert (line.outbox.notes, line.due(0), line.due(249)) == ({}, [buy], [])
    assert line.due(250, boot=2, run=LATER_RUN) == [BuyCredit(2, LATER_RUN, NOTE, 500)]
    line.outbox.answered(TICKET)
    assert line.due(10_000) == [buy]
    line.outbox.answered(NOTE)
    line.outbox.answered(NOTE)
    assert (line.outbox.asked, line.outbox.unpaid, line.due(20_000)) == ({}, {}, [])


def test_rule_10_a_note_whose_credit_was_refused_is_unpaid_until_staff_has_been_there() -> None:
    outbox = Outbox()
    outbox.ask(BuyCredit(1, RUN, NOTE, 500))
    outbox.ask(InsertTicket(1, RUN, TICKET, "0815"))
    outbox.answered(NOTE, refused=True)
    outbox.answered(TICKET, refused=True)
    assert (outbox.asked, outbox.unpaid, outbox.booking_amount()) == ({}, {NOTE: 500}, 0)
    outbox.attended()
    assert outbox.unpaid == {}


def test_a_held_note_that_the_log_has_answered_already_is_not_asked_for_again() -> None:
    """An old image knows of the note and not of the request of the process that had stacked it."""
    for refused, unpaid in ((False, {}), (True, {NOTE: 500})):
        outbox = Outbox(notes={NOTE: 500})
        outbox.answered(NOTE, refused=refused)
        assert (outbox.notes, outbox.asked, outbox.unpaid) == ({}, {}, unpaid)


def test_what_is_asked_to_be_paid_out_and_what_is_disputed_can_be_told_apart() -> None:
    outbox = Outbox()
    dispute = Dispute(1, RUN, PRINT, 4, (("banker", 100, 200),))
    for request in (CashOut(1, RUN, NOTE, 300), CashOut(1, RUN, TICKET, 20), dispute):
        outbox.ask(request)
    assert (outbox.cash_out_amount(), list(outbox.disputes())) == (320, [dispute])


def test_the_printer_s_reports_of_one_ticket_go_one_after_the_other() -> None:
    line = Line()
    printing, printed = (
        ReportPrint(1, RUN, PRINT, "0815", "printing"),
        ReportPrint(1, RUN, PRINT_AGAIN, "0815", "printed"),
    )
    other = ReportPrint(1, RUN, NOTE, "4711", "printing")
    for report in (printing, printed, other):
        line.outbox.ask(report)
    assert line.due(0) == [printing, other]
    line.outbox.answered(PRINT)
    assert line.due(1) == [printed]


def test_notes_are_being_booked_while_they_are_held_or_stacked_and_not_yet_credit() -> None:
    outbox = Outbox(notes={NOTE: 500})
    outbox.ask(CashOut(1, RUN, PRINT, 70))
    assert outbox.booking_amount() == 500
    outbox.ask(BuyCredit(1, RUN, NOTE, 500))
    outbox.notes[TICKET] = 100
    assert outbox.booking_amount() == 600
    outbox.answered(NOTE)
    assert outbox.booking_amount() == 100
