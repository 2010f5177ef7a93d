"""What is in flight, when it is sent again, and that only the log lets go of it (DESIGN 4.3, rules 4 to 7)."""

from games.round import Spot
from protocol.messages import Answer, BuyCredit, CashOut, Dispute, InsertTicket, ReportPrint, Request, WindowId
from terminal.outbox import Outbox
from terminal.records import LayoutSent, NoteHeld, NoteLetGo

RUN, LATER_RUN = b"run-0001", b"run-0002"
WINDOW = WindowId(1, 1, b"nonce001")
OTHER_WINDOW = WindowId(1, 2, b"nonce002")
BANKER = Spot("banker")
NOTE, TICKET, PRINT, PRINT_AGAIN = (bytes([number]) * 16 for number in range(1, 5))


def layout(revision: int, amount: int, window: WindowId = WINDOW) -> LayoutSent:
    return LayoutSent(window, revision, {BANKER: amount}, "")


def answer(revision: int, amount: int, *, boot: int = 1, run: bytes = RUN) -> Answer:
    return Answer(boot, run, WINDOW, revision, {BANKER: amount})


def due(outbox: Outbox, now_ms: int, boot: int = 1, run: bytes = RUN) -> list[Request]:
    return list(outbox.due(now_ms, boot, run))


def test_rule_5_a_revision_is_sent_at_once_and_again_after_250_ms_doubling_to_2_s() -> None:
    outbox = Outbox()
    sent = layout(1, 100)
    assert outbox.first_send(0, sent, 1, RUN) == answer(1, 100)
    outbox.sent(sent)
    times = [now_ms for now_ms in range(0, 8_000, 10) if due(outbox, now_ms)]
    assert times == [250, 750, 1_750, 3_750, 5_750, 7_750]
    assert outbox.wake_ms() == 9_750


def test_rule_5_after_a_restart_it_is_due_at_once_with_the_same_revision_under_the_new_name() -> None:
    outbox = Outbox()
    outbox.sent(layout(3, 100))
    assert outbox.wake_ms() is None
    assert due(outbox, 5_000, boot=2, run=LATER_RUN) == [answer(3, 100, boot=2, run=LATER_RUN)]
    assert due(outbox, 5_100) == []
    assert outbox.wake_ms() == 5_250


def test_rule_6_the_next_revision_is_one_more_than_the_highest_of_our_own_and_the_logs() -> None:
    outbox = Outbox()
    assert outbox.next_revision(WINDOW) == 1
    outbox.sent(layout(1, 100))
    assert outbox.next_revision(WINDOW) == 2
    outbox.answered_up_to(WINDOW, 7)
    assert outbox.next_revision(WINDOW) == 8
    outbox.answered_up_to(WINDOW, 2)
    assert outbox.next_revision(WINDOW) == 8
    assert outbox.next_revision(OTHER_WINDOW) == 1


def test_rule_7_an_answer_to_a_lower_revision_lets_nothing_go() -> None:
    outbox = Outbox()
    outbox.sent(layout(2, 100))
    outbox.answered_up_to(WINDOW, 1)
    assert outbox.layouts == {WINDOW: layout(2, 100)}
    outbox.answered_up_to(WINDOW, 2)
    assert outbox.layouts == {}
    assert outbox.wake_ms() is None
    assert due(outbox, 10_000) == []


def test_an_image_that_sends_an_older_revision_is_answered_by_a_higher_one() -> None:
    outbox = Outbox()
    outbox.sent(layout(2, 100))
    outbox.answered_up_to(WINDOW, 5)
    assert outbox.layouts == {}


def test_5_2_2_the_close_gives_back_what_was_not_registered_and_nothing_else() -> None:
    outbox = Outbox()
    outbox.sent(layout(1, 100))
    outbox.sent(layout(1, 50, OTHER_WINDOW))
    assert outbox.closed(WINDOW) == layout(1, 100)
    assert outbox.closed(WINDOW) is None
    assert outbox.layouts == {OTHER_WINDOW: layout(1, 50, OTHER_WINDOW)}


def test_money_is_asked_for_until_its_id_is_answered() -> None:
    outbox = Outbox()
    buy = BuyCredit(1, RUN, NOTE, 500)
    outbox.hold_note(NoteHeld(NOTE, 500))
    assert outbox.notes == {NOTE: 500}
    outbox.ask(buy)
    assert outbox.notes == {}
    assert due(outbox, 0) == [buy]
    assert due(outbox, 249) == []
    assert due(outbox, 250, boot=2, run=LATER_RUN) == [BuyCredit(2, LATER_RUN, NOTE, 500)]
    outbox.answered(TICKET)
    assert due(outbox, 10_000) == [buy]
    outbox.answered(NOTE)
    outbox.answered(NOTE)
    assert (outbox.asked, outbox.unpaid, due(outbox, 20_000)) == ({}, {}, [])


def test_a_note_whose_credit_was_refused_is_kept_for_the_attendant() -> None:
    outbox = Outbox()
    outbox.ask(BuyCredit(1, RUN, NOTE, 500))
    outbox.ask(InsertTicket(1, RUN, TICKET, "0815"))
    outbox.answered(NOTE, refused=True)
    outbox.answered(TICKET, refused=True)
    assert (outbox.asked, outbox.unpaid) == ({}, {NOTE: 500})


def test_a_note_that_was_given_back_is_not_held() -> None:
    outbox = Outbox()
    outbox.hold_note(NoteHeld(NOTE, 500))
    outbox.let_note_go(NoteLetGo(NOTE))
    outbox.let_note_go(NoteLetGo(NOTE))
    assert outbox.notes == {}


def test_what_is_asked_to_be_paid_out_and_what_is_disputed_can_be_told_apart() -> None:
    outbox = Outbox()
    outbox.ask(CashOut(1, RUN, NOTE, 300))
    outbox.ask(CashOut(1, RUN, TICKET, 20))
    dispute = Dispute(1, RUN, PRINT, 4, (("banker", 100, 200),))
    outbox.ask(dispute)
    assert outbox.cash_out_amount() == 320
    assert list(outbox.disputes()) == [dispute]


def test_the_printer_s_reports_of_one_ticket_go_one_after_the_other() -> None:
    outbox = Outbox()
    printing, printed = (
        ReportPrint(1, RUN, PRINT, "0815", "printing"),
        ReportPrint(1, RUN, PRINT_AGAIN, "0815", "printed"),
    )
    other = ReportPrint(1, RUN, NOTE, "4711", "printing")
    for report in (printing, printed, other):
        outbox.ask(report)
    assert due(outbox, 0) == [printing, other]
    outbox.answered(PRINT)
    assert due(outbox, 1) == [printed]


def test_a_held_note_whose_credit_is_in_the_log_already_is_not_asked_for_again() -> None:
    """An old image knows of the note and not of the request; the log that it copies again has the answer."""
    outbox = Outbox()
    outbox.hold_note(NoteHeld(b"n" * 16, 5_000))
    outbox.answered(b"n" * 16)
    assert outbox.notes == {}
    assert outbox.asked == {}


def test_a_held_note_whose_credit_was_refused_in_the_log_is_kept_for_the_attendant() -> None:
    """The process that asked had stacked it; this one is an older image, and knows only that it was held."""
    outbox = Outbox()
    outbox.hold_note(NoteHeld(NOTE, 500))
    outbox.answered(NOTE, refused=True)
    assert (outbox.notes, outbox.asked, outbox.unpaid) == ({}, {}, {NOTE: 500})


def test_notes_are_being_booked_while_they_are_held_or_stacked_and_not_yet_credit() -> None:
    outbox = Outbox()
    outbox.hold_note(NoteHeld(NOTE, 500))
    outbox.ask(CashOut(1, RUN, PRINT, 70))
    assert outbox.booking_amount() == 500
    outbox.ask(BuyCredit(1, RUN, NOTE, 500))
    outbox.hold_note(NoteHeld(TICKET, 100))
    assert outbox.booking_amount() == 600
    outbox.answered(NOTE)
    outbox.let_note_go(NoteLetGo(TICKET))
    assert outbox.booking_amount() == 0


def test_rule_10_a_note_is_unpaid_until_staff_has_been_there() -> None:
    outbox = Outbox()
    outbox.ask(BuyCredit(1, RUN, NOTE, 500))
    outbox.answered(NOTE, refused=True)
    assert (outbox.booking_amount(), outbox.unpaid) == (0, {NOTE: 500})
    outbox.attended()
    assert outbox.unpaid == {}
