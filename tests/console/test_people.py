"""People at a table: sign-on, tries, relief, proposals and signatures, and what each of them must not open.

Every order by every position in every state, with every kind of signature, is held against a second table of who may
(`WANTED`, written down here): what is not allowed changes nothing, and is on record.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from console.panel.people import People as SeenPeople
from console.table.people import at_panel
from console.table.signing import SHELL, CheckPin
from console.table.table import DayTold, Heard, PinChecked
from games.round import PlayerId, Reconstructed, Refusal
from games.rulings import Position
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.fact import Fact
from protocol.loop import Reply
from protocol.messages import Standing
from protocol.people import LOCKED_AT, LONGEST_WAIT_MS, order_digest, poor_pin, position_named, wait_ms
from protocol.view import Phase, cards_digest
from simulation.calm import PIN, WRONG_PIN
from tests.console.cluster import BANKER_WINS, PANEL, TABLE, Cluster, cards_of, dealt, state_of
from tests.console.people import (
    CASHIER,
    DEALER,
    MANAGER,
    OTHER_DEALER,
    OTHER_MANAGER,
    OTHER_SUPERVISOR,
    SHIFT_MANAGER,
    STAFF,
    SUPERVISOR,
    T1,
    TECHNICIAN,
)

OTHER: Final = "Panel2"


def with_two_panels(**more: Any) -> Cluster:
    cluster = Cluster(**more)
    cluster.join(OTHER, "panel")
    return cluster


def answer(cluster: Cluster) -> m.SignOnAnswer:
    """The last that a panel was told."""
    (reply,) = [it.message for it in cluster.sent if isinstance(it.message, m.SignOnAnswer)]
    assert isinstance(reply, m.SignOnAnswer)
    return reply


def fails(cluster: Cluster, times: int, person: m.Person = DEALER, panel: str = PANEL) -> None:
    for _ in range(times):
        cluster.now_ms += LONGEST_WAIT_MS
        cluster.sign_on(person, panel, WRONG_PIN)


# --- sign-on ---------------------------------------------------------------------------------------------------------


def test_a_try_is_on_record_before_its_pin_is_looked_at() -> None:
    cluster = Cluster(opened=False)
    asked = m.SignOn(*cluster.process(PANEL), b"asked001", PIN, DEALER.number)
    assert cluster.heard(PANEL, asked) == [e.SignOnTried(PANEL, DEALER.number, b"asked001")]
    (reply,) = cluster.sent
    assert reply == Reply(SHELL, CheckPin(PANEL, b"asked001", DEALER.number, cluster.staff[0].credential, PIN))
    assert cluster.run(PinChecked(PANEL, b"asked001", right=True)) == [e.SignedOn(PANEL, DEALER)]
    assert answer(cluster) == m.SignOnAnswer(b"asked001", Standing.RIGHT)
    assert cluster.table.people.at(PANEL) == DEALER


def test_the_same_try_again_is_the_same_answer_and_no_second_try() -> None:
    cluster = Cluster(opened=False)
    asked = m.SignOn(*cluster.process(PANEL), b"asked001", WRONG_PIN, DEALER.number)
    cluster.heard(PANEL, asked)
    assert cluster.heard(PANEL, asked) == []
    assert cluster.sent == []
    cluster.look_at_pins()
    assert cluster.heard(PANEL, asked) == []
    assert answer(cluster).standing == Standing.WRONG
    assert cluster.table.people.tries == {DEALER.number: 1}
    cluster.restart()
    assert cluster.heard(PANEL, asked) == []
    assert answer(cluster).standing == Standing.REFUSED  # this process does not know what came of it


def test_who_is_unknown_or_disabled_is_as_wrong_as_a_wrong_pin_and_his_number_is_not_written_down() -> None:
    cluster = Cluster()
    cluster.obey(m.DisableStaff(OTHER_DEALER.number, "has left"), SHIFT_MANAGER, SUPERVISOR)
    for number in ("31415926", OTHER_DEALER.number):
        tried, failed = cluster.sign_on(m.Person(number, "x", 1))
        assert (tried, failed) == (e.SignOnTried(PANEL, "", tried.id), e.SignOnFailed(PANEL, "", 0, 0))  # type: ignore[union-attr,arg-type]
        assert answer(cluster).standing == Standing.WRONG
    assert not any(b"31415926" in entry.body for entry in cluster.entries)


def test_a_badge_says_who_it_is_and_the_pin_is_asked_all_the_same() -> None:
    cluster = Cluster(opened=False)
    asked = m.SignOn(*cluster.process(PANEL), b"asked001", PIN, "", "badge of somebody")
    assert cluster.try_pin(PANEL, asked, SUPERVISOR.number)[-1] == e.SignedOn(PANEL, SUPERVISOR)
    nobodys = m.SignOn(*cluster.process(PANEL), b"asked002", PIN, "", "another badge")
    assert isinstance(cluster.try_pin(PANEL, nobodys)[-1], e.SignOnFailed)
    assert not any(b"badge of" in entry.body for entry in cluster.entries)


def test_relief_is_one_act_and_a_person_is_at_one_panel() -> None:
    cluster = with_two_panels(opened=False)
    cluster.sign_on(DEALER)
    assert cluster.sign_on(SUPERVISOR)[1:] == [
        e.SignedOff(PANEL, DEALER.number, "relief"),
        e.SignedOn(PANEL, SUPERVISOR),
    ]
    assert cluster.sign_on(SUPERVISOR, OTHER)[1:] == [
        e.SignedOff(PANEL, SUPERVISOR.number, "elsewhere"),
        e.SignedOn(OTHER, SUPERVISOR),
    ]
    assert (cluster.table.people.at(PANEL), cluster.table.people.at(OTHER)) == (None, SUPERVISOR)


def test_locked_is_signed_off_and_no_order_is_given_while_the_round_goes_on() -> None:
    cluster = dealt("2C 4D", {"T1": {"banker": 100}})
    ticket = cluster.process(PANEL)
    assert cluster.sign_off(why="idle") == [e.SignedOff(PANEL, DEALER.number, "idle")]
    assert cluster.sign_off(why="idle") == []
    assert answer(cluster).standing == Standing.RIGHT
    command = m.Command(*ticket, b"command9", 1, m.CallSupervisor("look"))
    (refused,) = cluster.heard(PANEL, command)
    assert isinstance(refused, e.OrderRefused)
    assert (refused.by, refused.refusal.reason) == (None, "nobody")
    assert cluster.heard(PANEL, m.FindTicket(*ticket, b"asked003", "123")) == []
    assert cluster.sent == []
    cluster.deal("5S 5H")
    assert cluster.phase is Phase.RESULT


def test_a_session_is_of_one_process_and_outlives_the_consoles() -> None:
    cluster = Cluster(opened=False)
    cluster.sign_on(SUPERVISOR)
    cluster.restart()
    assert cluster.table.people.at(PANEL) == SUPERVISOR
    assert cluster.join(PANEL)[-1] == e.SignedOff(PANEL, SUPERVISOR.number, "panel")
    assert cluster.table.people.at(PANEL) is None


# --- wrong PINs ------------------------------------------------------------------------------------------------------


def test_five_wrong_ones_wait_and_each_wait_is_twice_as_long() -> None:
    cluster = Cluster(opened=False)
    waits = []
    for _ in range(12):
        cluster.sign_on(DEALER, pin=WRONG_PIN)
        waits.append(answer(cluster).wait_ms // 1_000)
        cluster.now_ms += answer(cluster).wait_ms
    assert waits == [0, 0, 0, 0, 30, 60, 120, 240, 480, 900, 900, 900]
    assert cluster.sign_on(DEALER)[-1] == e.SignedOn(PANEL, DEALER)
    assert (cluster.table.people.tries, cluster.table.people.panel_tries) == ({}, {})


def test_who_waits_is_not_looked_at_and_it_does_not_count() -> None:
    cluster = Cluster(opened=False)
    fails(cluster, 5)
    cluster.now_ms += 29_999
    assert cluster.sign_on(DEALER) == []  # though it would be right
    assert answer(cluster) == m.SignOnAnswer(answer(cluster).id, Standing.WAIT, 1)
    assert cluster.table.people.tries[DEALER.number] == 5
    assert isinstance(cluster.sign_on(SUPERVISOR)[-1], e.SignedOn), "others may"
    cluster.now_ms += 1
    assert isinstance(cluster.sign_on(DEALER)[-1], e.SignedOn)


def test_after_a_restart_every_wait_begins_anew_in_full() -> None:
    cluster = Cluster(opened=False)
    fails(cluster, 6)
    cluster.now_ms += 59_000
    cluster.restart()
    cluster.now_ms += 59_999
    assert cluster.sign_on(DEALER) == []
    assert answer(cluster).wait_ms == 1


def test_twenty_lock_him_until_two_people_have_reset_it() -> None:
    cluster = with_two_panels(opened=False)
    fails(cluster, LOCKED_AT)
    assert answer(cluster).standing == Standing.LOCKED
    cluster.now_ms += 10**9
    assert cluster.sign_on(DEALER, OTHER) == []
    assert answer(cluster).standing == Standing.LOCKED
    cluster.obey(m.SetCredential(DEALER.number, b"n" * 32), SHIFT_MANAGER, TECHNICIAN, panel=OTHER)
    assert isinstance(cluster.sign_on(DEALER, OTHER)[-1], e.SignedOn)


def test_a_panel_waits_too_whoever_was_tried_there() -> None:
    cluster = with_two_panels(opened=False)
    for person in STAFF:
        cluster.sign_on(person, pin=WRONG_PIN)
    cluster.sign_on(m.Person("777", "x", 1))
    assert answer(cluster).wait_ms == 30_000
    assert cluster.sign_on(SHIFT_MANAGER) == []
    assert isinstance(cluster.sign_on(SHIFT_MANAGER, OTHER)[-1], e.SignedOn), "at another panel he may"
    assert at_panel(PANEL) in cluster.table.forgotten.waits
    assert e.AlarmRaised(PANEL, Alarm.WRONG_PINS) in cluster.journal(e.AlarmRaised)


def test_a_night_of_guessing_at_a_closed_table_rings_for_every_person_and_again_on_the_next_day() -> None:
    """The reader's: three people and a restart, and one alarm in all."""
    cluster = with_two_panels(opened=False)
    cluster.run(DayTold("2026-11-16"))
    for person in (DEALER, SUPERVISOR):
        fails(cluster, 7, person)
    named = [e.AlarmRaised(PANEL, Alarm.WRONG_PINS_OF, (f"{it.number} {it.name}",)) for it in (DEALER, SUPERVISOR)]
    told = [it for it in cluster.journal(e.AlarmRaised) if it in named]
    assert told == named
    cluster.run(DayTold("2026-11-17"))
    fails(cluster, 1, DEALER)
    assert [it for it in cluster.journal(e.AlarmRaised) if it in named] == [*named, named[0]]
    cluster.obey(m.OpenTable(), SHIFT_MANAGER, panel=OTHER)
    fails(cluster, 1, DEALER)
    cluster.obey(m.CloseTable(), SHIFT_MANAGER, panel=OTHER)
    fails(cluster, 1, DEALER)
    assert [it for it in cluster.journal(e.AlarmRaised) if it in named] == [*named, *named[:1] * 3]


def test_one_try_at_a_time_for_a_person_and_for_a_panel() -> None:
    cluster = with_two_panels(opened=False)
    cluster.heard(PANEL, m.SignOn(*cluster.process(PANEL), b"asked001", WRONG_PIN, DEALER.number))
    assert cluster.heard(OTHER, m.SignOn(*cluster.process(OTHER), b"asked002", PIN, DEALER.number)) == []
    assert answer(cluster) == m.SignOnAnswer(b"asked002", Standing.BUSY, 1_000)
    assert cluster.heard(PANEL, m.SignOn(*cluster.process(PANEL), b"asked003", PIN, SUPERVISOR.number)) == []
    assert answer(cluster).standing == Standing.BUSY


@pytest.mark.parametrize("seed", range(3))
def test_ten_thousand_tries_over_restarts_open_nothing(seed: int) -> None:
    """Somebody tries day and night, at two panels, everybody's number, and pulls the console's plug now and then, also
    while a PIN is being looked at. In weeks of it a handful of PINs were looked at, of a million that there are.
    """
    cluster, rng = with_two_panels(opened=False, terminals=()), Random(seed)
    begun_ms, wanted = cluster.now_ms, "000123"
    for _ in range(10_000):
        panel, person = rng.choice((PANEL, OTHER)), rng.choice(STAFF)
        asked = m.SignOn(*cluster.process(panel), rng.randbytes(8), f"{rng.randrange(10**6):06}", person.number)
        super(Cluster, cluster).batch(_heard(panel, asked))
        checks, cluster.checks = cluster.checks, []
        if rng.random() < 0.005:  # the plug is pulled before anybody has looked
            cluster.start()
            for name in (PANEL, OTHER):
                super(Cluster, cluster).batch(_heard(name, _hello(cluster, name)))
        for check in checks:
            super(Cluster, cluster).batch(PinChecked(check.panel, check.id, right=check.pin == wanted))
        cluster.now_ms += rng.choice((100, 1_000, 20_000, 60_000))
    looked_at = len(cluster.journal(e.SignOnTried))
    assert cluster.journal(e.SignedOn) == []
    hours = (cluster.now_ms - begun_ms) // 3_600_000
    assert looked_at <= len(STAFF) * LOCKED_AT + 2 * hours, "then all are locked, and two wait for an hour each time"
    assert cluster.now_ms - begun_ms > 24 * 3_600_000


def _heard(panel: str, request: m.Request) -> Heard:
    return Heard(panel, request, "panel", panel)


def _hello(cluster: Cluster, name: str) -> m.Hello:
    return m.Hello(*cluster.process(name), cluster.table.seq, cluster.table.chain, *cluster.identity(name))


@pytest.mark.parametrize(
    ("pin", "poor"),
    [
        *(("271828", False), ("12345", True), ("1" * 6, True), ("123456", True), ("987654", True), ("890123", True)),
        *(("1234567890123", True), ("12a456", True), ("112233", False), ("\u0661\u0662\u0663\u0664\u0665\u0666", True)),
    ],
)
def test_a_pin_has_six_to_twelve_digits_not_all_equal_and_no_run(pin: str, poor: bool) -> None:
    assert bool(poor_pin(pin)) == poor


def test_waits_double_up_to_a_quarter_of_an_hour() -> None:
    assert [wait_ms(tries) // 1_000 for tries in range(3, 13)] == [0, 0, 30, 60, 120, 240, 480, 900, 900, 900]
    assert wait_ms(10**9) == LONGEST_WAIT_MS
    assert position_named("Pit Supervisor") is Position.PIT_SUPERVISOR
    assert position_named("king") is None


# --- proposals and signatures ----------------------------------------------------------------------------------------

PAY: Final = m.PayByHand(T1, 100)


def proposed(cluster: Cluster, order: m.Order = PAY, by: m.Person = DEALER) -> e.OrderProposed:
    (fact,) = cluster.propose(order, by)
    assert isinstance(fact, e.OrderProposed)
    return fact


def test_two_people_are_two_who_have_proven_who_they_are() -> None:
    cluster = with_two_panels()
    waiting = proposed(cluster)
    assert waiting.needs == (2, 3, 4)
    command = m.Command(*cluster.process(PANEL), waiting.command_id, 0, PAY)
    assert waiting.digest == order_digest(TABLE, PANEL, command, DEALER.number, 100)
    assert order_digest(TABLE, PANEL, command, DEALER.number, 101) != waiting.digest, "another amount is another order"
    assert cluster.sign(SUPERVISOR, OTHER)[1:] == [
        e.OrderSigned(waiting.command_id, OTHER, SUPERVISOR),
        e.Ordered(waiting.command_id, DEALER, SUPERVISOR, PAY),
        e.HandPaid(T1, 1, 100),
    ]
    assert cluster.table.people.at(PANEL) == DEALER, "who signs for one act is gone after it"
    assert cluster.heard(PANEL, command) == []
    assert isinstance(cluster.shown()[0], e.Ordered), "the same command again is the same"


SIGNATURES: Final[Mapping[str, tuple[Callable[[Cluster, e.OrderProposed], list[e.Event]], str]]] = {
    "the same person": (lambda it, _: it.sign(DEALER), "second_person"),
    "too low": (lambda it, _: it.sign(OTHER_DEALER), "second_position"),
    "another digest": (lambda it, _: it.sign(SUPERVISOR, digest=b"x" * 32), "other_order"),
    "nothing proposed": (lambda it, _: it.sign(SUPERVISOR, command_id=b"x" * 8), "nothing_proposed"),
    "of no game": (lambda it, _: it.sign(TECHNICIAN), "second_position"),
}


@pytest.mark.parametrize("kind", SIGNATURES)
def test_a_signature_that_is_none_changes_nothing_and_is_on_record(kind: str) -> None:
    cluster = Cluster()
    waiting, money = proposed(cluster), cluster.money()
    sign, reason = SIGNATURES[kind]
    refused = sign(cluster, waiting)[-1]
    assert isinstance(refused, e.SignatureRefused)
    assert (refused.refusal.reason, cluster.money()) == (reason, money)
    assert isinstance(cluster.sign(SUPERVISOR)[-1], e.HandPaid), "the right one still counts"


def test_a_wrong_pin_signs_nothing_and_is_a_try() -> None:
    cluster = Cluster()
    proposed(cluster)
    assert isinstance(cluster.sign(SUPERVISOR, pin=WRONG_PIN)[-1], e.SignOnFailed)
    assert cluster.table.people.tries == {SUPERVISOR.number: 1}
    assert cluster.journal(e.HandPaid) == []


def test_a_signature_is_for_one_order_and_once() -> None:
    cluster = Cluster()
    first = proposed(cluster)
    cluster.sign(SUPERVISOR)
    again = cluster.sign(SUPERVISOR, command_id=first.command_id, digest=first.digest)[-1]
    assert isinstance(again, e.SignatureRefused)
    proposed(cluster, m.PayByHand(T1, 900))
    refused = cluster.sign(SUPERVISOR, digest=first.digest)[-1]  # replayed under a larger one
    assert isinstance(refused, e.SignatureRefused)
    assert (refused.refusal.reason, cluster.journal(e.HandPaid)) == ("other_order", [e.HandPaid(T1, 1, 100)])


def test_one_proposal_for_each_panel_and_a_new_one_takes_its_place() -> None:
    cluster = Cluster()
    first = proposed(cluster)
    withdrawn, second = cluster.propose(m.PayByHand(T1, 900))
    assert withdrawn == e.OrderWithdrawn(first.command_id, "replaced")
    assert isinstance(second, e.OrderProposed)
    late = m.Command(*cluster.process(PANEL), first.command_id, 0, PAY)
    assert cluster.heard(PANEL, late) == [], "a late copy does not come back"
    assert cluster.shown() == [withdrawn]


def test_what_has_moved_on_is_not_what_was_shown() -> None:
    cluster = dealt("2C 4D", {"T1": {"banker": 100}})
    proposed(cluster, m.CorrectCards(cards_of("9S 4D")))
    cluster.draw("5S")  # and now three cards lie there
    facts = cluster.sign(SUPERVISOR)
    assert [type(fact) for fact in facts[-2:]] == [e.SignatureRefused, e.OrderWithdrawn]
    due = Cluster()
    proposed(due, m.PayByHand(T1, 900))
    due.cash_out("T1", 500)
    refused = due.sign(SUPERVISOR)[-2]
    assert isinstance(refused, e.SignatureRefused)
    assert refused.refusal.reason == "credit"


ENDS: Final[Mapping[str, tuple[Callable[[Cluster, e.OrderProposed], object], str]]] = {
    "he signs off": (lambda it, _: it.sign_off(), "signed off"),
    "he is relieved": (lambda it, _: it.sign_on(SUPERVISOR), "signed off"),
    "he is at another panel": (lambda it, _: it.sign_on(DEALER, OTHER), "signed off"),
    "its panel is another process": (lambda it, _: it.join(PANEL), "signed off"),
    "he takes it back": (
        lambda it, waiting: it.heard(PANEL, m.Withdraw(*it.process(PANEL), b"w" * 8, waiting.command_id)),
        "person",
    ),
}


@pytest.mark.parametrize("what", ENDS)
def test_a_proposal_ends_when(what: str) -> None:
    cluster = with_two_panels()
    waiting = proposed(cluster)
    happen, why = ENDS[what]
    happen(cluster, waiting)
    assert cluster.journal(e.OrderWithdrawn)[-1] == e.OrderWithdrawn(waiting.command_id, why)
    signed = cluster.sign(SUPERVISOR, OTHER, command_id=waiting.command_id, digest=waiting.digest)
    assert isinstance(signed[-1], e.SignatureRefused)
    assert cluster.journal(e.HandPaid) == []


CORRECTED: Final = m.Correct(cards_of("4D 2C 5H 5S"))


@pytest.mark.parametrize("order", [CORRECTED, m.TakeBackVoid()])
def test_a_correction_is_not_proposed_any_more_when_the_next_round_begins(order: m.Order) -> None:
    """Who could sign it then is somebody else, and what lies on the felt is another Round."""
    cluster = with_two_panels()
    cluster.open_round({"T1": {"player": 100}})
    cluster.close()
    cluster.deal("2C 4D 5S 5H")
    if isinstance(order, m.TakeBackVoid):
        cluster.void()
    else:
        cluster.certify()
    (waiting,) = cluster.propose(order, SHIFT_MANAGER, panel=OTHER)
    assert isinstance(waiting, e.OrderProposed)
    cluster.open_round()
    assert cluster.journal(e.OrderWithdrawn) == [e.OrderWithdrawn(waiting.command_id, "round")]
    refused = cluster.sign(DEALER, command_id=waiting.command_id, digest=waiting.digest)[-1]
    assert isinstance(refused, e.SignatureRefused)
    assert cluster.journal(e.RoundCorrected) == []


def test_a_correction_of_an_earlier_round_waits_on_when_another_one_begins() -> None:
    cluster = with_two_panels()
    cluster.play("2C 4D 5S 5H", {"T1": {"player": 100}})
    cluster.play("4D 2C 5H 5S", {"T1": {"player": 100}})
    cluster.propose(CORRECTED, SHIFT_MANAGER, panel=OTHER, round_no=1)
    cluster.open_round()
    assert [it.round_no for it in cluster.sign(DEALER) if isinstance(it, e.RoundCorrected)] == [1]


def test_what_an_order_pays_stands_in_the_proposal_also_if_the_order_does_not_say_it() -> None:
    caps = e.Caps(pay_ticket=e.CashCap(0, 0, 10**9, 10**9, 10**9))
    cluster = Cluster(placard=e.Placard(caps=caps), credit=900_000)
    cluster.cash_out("T1", 900_000)
    ticket = cluster.journal(e.TicketNumbered)[-1]
    cluster.heard("T1", m.ReportPrint(*cluster.process("T1"), b"p" * 16, ticket.ticket, "printed"))
    cluster.at_panel(DEALER)
    cluster.heard(PANEL, m.FindTicket(*cluster.process(PANEL), b"find...1", ticket.number))
    found = [it.message for it in cluster.outbox if isinstance(it.message, m.TicketFound)][-1]
    assert proposed(cluster, m.PayTicket(found.ticket, found.proof)).amount == 900_000


def test_a_proposal_ends_with_its_round_and_with_the_consoles_process() -> None:
    cluster = with_two_panels()
    cluster.open_round()
    cluster.close()
    cluster.deal(BANKER_WINS)
    waiting = proposed(cluster, m.CorrectCards(cards_of("2C 4D 5S 6H")))
    cluster.at_panel(SUPERVISOR, OTHER)
    cluster.propose(m.Certify(cards_digest(cluster.view)), SUPERVISOR, panel=OTHER)
    cluster.propose(m.OpenBets(), SUPERVISOR, panel=OTHER)
    assert e.OrderWithdrawn(waiting.command_id, "round") in cluster.journal(e.OrderWithdrawn)
    other = proposed(cluster)
    cluster.restart()
    refused = cluster.sign(OTHER_SUPERVISOR, command_id=other.command_id, digest=other.digest)[-1]
    assert isinstance(refused, e.SignatureRefused)
    assert refused.refusal.reason == "nothing_proposed"


def test_nobody_withdraws_what_was_proposed_elsewhere() -> None:
    cluster = with_two_panels()
    waiting = proposed(cluster)
    assert cluster.heard(OTHER, m.Withdraw(*cluster.process(OTHER), b"w" * 8, waiting.command_id)) == []
    assert answer(cluster).standing == Standing.REFUSED
    assert isinstance(cluster.sign(SUPERVISOR)[-1], e.HandPaid)


# --- staff -----------------------------------------------------------------------------------------------------------


def test_a_position_is_for_a_shift_and_whoever_has_another_one_signs_on_again() -> None:
    cluster = with_two_panels(opened=False)
    cluster.run(DayTold("2026-11-16"))
    cluster.sign_on(DEALER, OTHER)
    assert cluster.obey(m.AssignStaff(DEALER.number, 2), SHIFT_MANAGER, SUPERVISOR) == [
        e.StaffAssigned(DEALER.number, 2),
        e.SignedOff(OTHER, DEALER.number, "position"),
    ]
    assert cluster.sign_on(DEALER, OTHER)[-1] == e.SignedOn(OTHER, replace(DEALER, position=2))
    began = [e.DayBegan("2026-11-17"), e.SignedOff(OTHER, DEALER.number, "position")]
    assert cluster.run(DayTold("2026-11-17")) == began, "also at a table that never closes"
    assert cluster.table.people.person(DEALER.number) == DEALER


def test_a_position_of_the_new_day_outlasts_the_close_of_the_one_before() -> None:
    """Found: at 06:30 somebody was assigned for the day, at 07:00 yesterday was closed, and he was nobody again."""
    cluster = Cluster(opened=False)
    cluster.run(DayTold("2026-11-16"))
    cluster.run(DayTold("2026-11-17"))
    cluster.obey(m.AssignStaff(DEALER.number, 2), SHIFT_MANAGER, SUPERVISOR)
    assert cluster.obey(m.CloseDay("2026-11-16"), SUPERVISOR) == [e.DayClosed("2026-11-16", "2026-11-16")]
    assert cluster.table.people.person(DEALER.number) == replace(DEALER, position=2)


def on_shift(cluster: Cluster) -> set[str]:
    """As every panel sees it; what a panel folds from the log is the same."""
    members, seen = cluster.table.people.members(), SeenPeople(PANEL, TABLE)
    for event in cluster.journal(Fact):
        seen.apply(event)
    assert seen.staff == members
    return {number for number, it in members.items() if it.on_shift}


def goes_home(cluster: Cluster, panel: str) -> list[Any]:
    return cluster.heard(panel, m.SignOff(*cluster.process(panel), b"go home ", "shift"))


def test_1_12_on_shift_is_who_has_proven_himself_here_or_was_assigned_until_he_goes_home() -> None:
    cluster = with_two_panels(opened=False)
    cluster.run(DayTold("2026-11-16"))
    before = on_shift(cluster)
    cluster.sign_on(DEALER, OTHER)
    cluster.obey(m.AssignStaff(OTHER_DEALER.number, 2), SHIFT_MANAGER, SUPERVISOR)
    working = {DEALER.number, OTHER_DEALER.number, SHIFT_MANAGER.number, SUPERVISOR.number}
    assert on_shift(cluster) == before | working, "who signs one act is here, too"
    cluster.heard(OTHER, m.SignOff(*cluster.process(OTHER), b"a break ", "person"))
    assert on_shift(cluster) == before | working, "a break is no end"
    cluster.sign_on(OTHER_DEALER, OTHER)
    assert goes_home(cluster, OTHER) == [e.SignedOff(OTHER, OTHER_DEALER.number, "shift")]
    assert on_shift(cluster) == (before | working) - {OTHER_DEALER.number}
    assert cluster.table.people.person(OTHER_DEALER.number) == OTHER_DEALER, "his assignment ends with his shift"
    assert goes_home(cluster, OTHER) == [], "nobody is there"
    cluster.sign_on(DEALER, OTHER)
    cluster.run(DayTold("2026-11-17"))
    assert on_shift(cluster) == {it.number for it in (cluster.table.people.at(PANEL), DEALER) if it is not None}
    cluster.obey(m.DisableStaff(DEALER.number, "has left"), SHIFT_MANAGER, SUPERVISOR)
    assert DEALER.number not in on_shift(cluster)


def test_1_12_somebody_is_put_on_shift_in_the_position_that_he_has_anyway_and_once() -> None:
    cluster = Cluster(opened=False)
    order = m.AssignStaff(OTHER_DEALER.number, OTHER_DEALER.position)
    assert cluster.obey(order, SHIFT_MANAGER, SUPERVISOR) == [
        e.StaffAssigned(OTHER_DEALER.number, OTHER_DEALER.position)
    ]
    assert OTHER_DEALER.number in on_shift(cluster)
    assert cluster.refuse(order, SHIFT_MANAGER, SUPERVISOR).reason == "same_position"


def test_the_last_who_leads_a_shift_leaves_the_panel_and_not_the_shift() -> None:
    cluster = with_two_panels(opened=False)
    cluster.obey(m.AssignStaff(MANAGER.number, 4), SHIFT_MANAGER, SUPERVISOR)
    for lead in (SHIFT_MANAGER, OTHER_MANAGER):
        cluster.obey(m.AssignStaff(lead.number, 3), replace(MANAGER, position=4), SUPERVISOR)
    cluster.sign_on(replace(MANAGER, position=4), OTHER)
    assert goes_home(cluster, OTHER) == [e.SignedOff(OTHER, MANAGER.number, "person")]
    assert cluster.table.people.lead_now() == [MANAGER.number]


def test_who_is_disabled_is_gone_at_once_and_can_be_admitted_again() -> None:
    cluster = with_two_panels(opened=False)
    cluster.sign_on(DEALER, OTHER)
    assert cluster.obey(m.DisableStaff(DEALER.number, "has left"), SHIFT_MANAGER, SUPERVISOR)[-1] == e.SignedOff(
        OTHER, DEALER.number, "disabled"
    )
    again = m.AdmitStaff(DEALER.number, "Dora", 1, b"c" * 32)
    cluster.obey(again, SHIFT_MANAGER, TECHNICIAN)
    assert cluster.refuse(again, SHIFT_MANAGER, TECHNICIAN).reason == "known_person"
    assert isinstance(cluster.sign_on(DEALER, OTHER)[-1], e.SignedOn)


def test_somebody_is_left_who_can_admit_and_disable() -> None:
    cluster = Cluster(opened=False)
    cluster.obey(m.DisableStaff(OTHER_MANAGER.number, "has left"), SHIFT_MANAGER, SUPERVISOR)
    last = m.DisableStaff(SHIFT_MANAGER.number, "has left")
    assert cluster.refuse(last, SHIFT_MANAGER, SUPERVISOR).reason == "last_manager"


def test_a_shift_keeps_a_shift_manager() -> None:
    """The reader's: the only one made a Dealer, and a halt that is his alone stays until he is back."""
    cluster = Cluster(opened=False)
    away = m.AssignStaff(OTHER_MANAGER.number, 3)
    cluster.obey(away, SHIFT_MANAGER, SUPERVISOR)
    assert cluster.table.people.lead_now() == [SHIFT_MANAGER.number]
    manager = replace(OTHER_MANAGER, position=3)
    assert cluster.refuse(m.DisableStaff(SHIFT_MANAGER.number, "x"), SHIFT_MANAGER, manager).reason == "last_manager"
    cluster.obey(m.AssignStaff(OTHER_MANAGER.number, 4), SHIFT_MANAGER, SUPERVISOR)
    cluster.obey(m.AssignStaff(SHIFT_MANAGER.number, 1), OTHER_MANAGER, SUPERVISOR)
    assert cluster.refuse(m.AssignStaff(OTHER_MANAGER.number, 1), SUPERVISOR).reason == "last_manager"
    refused = cluster.refuse(m.AssignStaff(OTHER_MANAGER.number, 1), SUPERVISOR, replace(SHIFT_MANAGER, position=1))
    assert refused.reason in ("second_position", "last_manager", "not_entitled", "own_position")
    cluster.obey(m.AssignStaff(MANAGER.number, 4), OTHER_MANAGER, SUPERVISOR)
    acting = replace(MANAGER, position=4)
    cluster.obey(m.AssignStaff(OTHER_MANAGER.number, 1), acting, SUPERVISOR)
    assert cluster.table.people.lead_now() == [MANAGER.number]
    assert cluster.refuse(m.DisableStaff(MANAGER.number, "x"), acting, SUPERVISOR).reason == "last_manager"


def test_nobody_has_a_part_in_assigning_himself() -> None:
    cluster = Cluster(opened=False)
    for by, second, about in (
        (SUPERVISOR, SHIFT_MANAGER, SUPERVISOR),
        (SHIFT_MANAGER, SUPERVISOR, SUPERVISOR),
        (SHIFT_MANAGER, SUPERVISOR, SHIFT_MANAGER),
    ):
        assert cluster.refuse(m.AssignStaff(about.number, 3), by, second).reason == "own_position"
    assert isinstance(cluster.propose(m.AssignStaff(SUPERVISOR.number, 3), SUPERVISOR)[0], e.OrderRefused)
    cluster.obey(m.AssignStaff(SUPERVISOR.number, 3), SHIFT_MANAGER, OTHER_SUPERVISOR)


@pytest.mark.parametrize(
    ("person", "position"), [(DEALER, -1), (DEALER, -2), (TECHNICIAN, 2), (CASHIER, 1), (CASHIER, -1), (TECHNICIAN, -1)]
)
def test_1_12_a_shift_assigns_positions_of_the_game_and_no_others(person: m.Person, position: int) -> None:
    """The reader's: a Pit Supervisor made herself Technician, and the two retired the archive."""
    cluster = Cluster(opened=False)
    order = m.AssignStaff(person.number, position)
    assert cluster.refuse(order, SHIFT_MANAGER, SUPERVISOR).reason == "fixed_position"


def test_the_founding_people_are_entries_and_only_of_the_first_start() -> None:
    cluster = Cluster(opened=False)
    assert cluster.journal(e.StaffAdmitted) == list(cluster.staff)
    cluster.staff = (*cluster.staff, e.StaffAdmitted("999", "Ghost", 4, b"g" * 32))
    cluster.restart()
    assert "999" not in cluster.table.people.staff


# --- caps ------------------------------------------------------------------------------------------------------------

CAPS: Final = e.Caps(sell_credit=e.CashCap(500, 200, 1_000, 5_000, 20_000), pay_by_hand=e.CashCap(0, 0, 300, 400, 500))


def capped() -> Cluster:
    return Cluster(placard=e.Placard(caps=CAPS))


def test_beyond_his_cap_somebody_signs_who_may() -> None:
    cluster = capped()
    cluster.obey(m.SellCredit(T1, 200))
    assert cluster.refuse(m.SellCredit(T1, 201)).reason == "over_cap"
    assert cluster.refuse(m.SellCredit(T1, 201), DEALER, OTHER_DEALER).reason == "over_cap"
    assert proposed(cluster, m.SellCredit(T1, 1_001)).needs == (3, 4)
    cluster.sign(MANAGER)
    cluster.obey(m.SellCredit(T1, 500), CASHIER)
    cluster.obey(m.SellCredit(T1, 501), CASHIER, SUPERVISOR)
    assert cluster.refuse(m.SellCredit(T1, 20_001), SHIFT_MANAGER).reason == "over_cap"
    assert isinstance(cluster.propose(m.SellCredit(T1, 20_001), SHIFT_MANAGER)[0], e.OrderRefused), "nobody may"


AT_ONCE: Final = e.CashCap(500, 200, 1_000, 5_000, 20_000)
DAY: Final = e.Caps(AT_ONCE, AT_ONCE, AT_ONCE, e.CashCap(900, 500, 2_000, 9_000, 90_000))


def over_the_day(most: int, answered: int, amount: int) -> Refusal:
    today = f"this person has answered for {answered} of {most} in this gaming day"
    return Refusal("over_day", f"{today}: {amount} more is too much")


def test_what_one_person_answers_for_in_a_gaming_day_is_bounded_however_small_each_sale_is() -> None:
    """A cap on one sale alone is none for who sells ten times."""
    cluster = Cluster(placard=e.Placard(caps=DAY))
    cluster.obey(m.SellCredit(T1, 200))
    cluster.obey(m.SellCredit(T1, 200))
    first = proposed(cluster, m.SellCredit(T1, 101))
    assert (first.lacks, first.needs) == (over_the_day(500, 400, 101), (1, 2, 3, 4))
    cluster.obey(m.SellCredit(T1, 100))  # what is exactly left
    assert cluster.refuse(m.SellCredit(T1, 1)) == over_the_day(500, 500, 1)
    assert cluster.table.people.answered == {DEALER.number: 500}


def test_another_file_and_a_start_raise_no_cap_before_an_opening_puts_it_on_record() -> None:
    cluster = Cluster(placard=e.Placard(caps=DAY))
    for _ in range(2):
        cluster.obey(m.SellCredit(T1, 200))
    cluster.setup = replace(cluster.setup, placard=e.Placard())
    cluster.restart()
    assert cluster.refuse(m.SellCredit(T1, 201)).reason == "over_cap"
    assert cluster.refuse(m.SellCredit(T1, 101)) == over_the_day(500, 400, 101)
    cluster.obey(m.CloseTable(), SUPERVISOR)
    cluster.obey(m.OpenTable(), SUPERVISOR)
    assert [it.placard.caps for it in cluster.journal(e.TableOpened)] == [DAY, e.Caps()]
    cluster.obey(m.SellCredit(T1, 201))


def test_who_signs_answers_if_he_is_no_lower_and_has_a_day_of_his_own() -> None:
    cluster = Cluster(placard=e.Placard(caps=DAY))
    for _ in range(2):
        cluster.obey(m.SellCredit(T1, 200))
    cluster.obey(m.SellCredit(T1, 200), DEALER, OTHER_DEALER)
    cluster.obey(m.SellCredit(T1, 150), DEALER, SUPERVISOR)
    cluster.obey(m.SellCredit(T1, 450), CASHIER)
    cluster.obey(m.SellCredit(T1, 550), CASHIER, SUPERVISOR)
    answered = {DEALER.number: 400, OTHER_DEALER.number: 200, SUPERVISOR.number: 700, CASHIER.number: 450}
    assert cluster.table.people.answered == answered
    for amount in (1_000, 300):
        cluster.obey(m.SellCredit(T1, amount), SUPERVISOR)
    assert cluster.refuse(m.SellCredit(T1, 101), DEALER, SUPERVISOR) == over_the_day(2_000, 2_000, 101)
    assert cluster.refuse(m.SellCredit(T1, 101), DEALER, CASHIER) == over_the_day(500, 400, 101), "he is lower"
    cluster.obey(m.SellCredit(T1, 101), DEALER, OTHER_SUPERVISOR)


def test_tickets_and_hands_count_with_sales_and_what_is_closed_begins_with_nothing() -> None:
    cluster = Cluster(placard=e.Placard(caps=DAY))
    cluster.run(DayTold("2026-11-16"))
    cluster.obey(m.SellCredit(T1, 200))
    found = cluster.find(cluster.ticket("T1", 200))
    cluster.obey(m.PayTicket(found.ticket, found.proof))
    assert cluster.table.people.answered == {DEALER.number: 400}
    assert cluster.refuse(m.SellCredit(T1, 101)) == over_the_day(500, 400, 101)
    cluster.obey(m.PayByHand(T1, 150), DEALER, SUPERVISOR)
    assert cluster.table.people.answered == {DEALER.number: 400, SUPERVISOR.number: 150}
    cluster.restart()
    assert cluster.refuse(m.SellCredit(T1, 101)) == over_the_day(500, 400, 101), "no start forgets it"
    cluster.run(DayTold("2026-11-17"))
    assert cluster.refuse(m.SellCredit(T1, 101)) == over_the_day(500, 400, 101), "nor the clock alone"
    cluster.obey(m.CloseTable(), SUPERVISOR)
    cluster.obey(m.CloseDay("2026-11-16"), SUPERVISOR)
    assert cluster.table.people.answered == {}
    cluster.obey(m.SellCredit(T1, 200))


def test_two_people_have_a_cap_too() -> None:
    cluster = capped()
    assert cluster.refuse(m.PayByHand(T1, 301), DEALER, SUPERVISOR).reason == "over_cap"
    cluster.obey(m.PayByHand(T1, 301), CASHIER, MANAGER)
    assert cluster.refuse(m.PayByHand(T1, 100), CASHIER, DEALER).reason in ("second_position", "over_cap")


# --- who watches, and what turns a result -----------------------------------------------------------------------------


@pytest.mark.parametrize("paragraph", ["5.3.3", "5.4", "5.5", "5.7", "5.12"])
def test_nobody_turns_a_result_round_alone(paragraph: str) -> None:
    """The cards lie there and everybody sees who has won: another order of the same cards is two people's, too."""
    cluster = dealt(BANKER_WINS, {"T1": {"player": 100}, "T2": {"banker": 100}})
    laid, swapped = cluster.hands, {"player": "4D 5H", "banker": "2C 5S"}
    who = SHIFT_MANAGER if paragraph == "5.12" else SUPERVISOR
    (proposed,) = cluster.propose(m.Rule(Reconstructed(cards_of("4D 2C 5H 5S")), paragraph), who)
    assert isinstance(proposed, e.OrderProposed)
    assert isinstance(cluster.sign(who)[2], e.SignatureRefused)
    assert cluster.hands == laid != swapped
    assert isinstance(cluster.sign(DEALER)[2], e.Ordered)
    assert cluster.hands == swapped


@pytest.mark.parametrize("role", ["archive", "witness", "panel"])
@pytest.mark.parametrize("order", [m.Latch, m.Unlatch, m.Retire])
def test_who_watches_the_table_is_latched_or_retired_by_technician_and_shift_manager(role: str, order: Any) -> None:
    cluster = Cluster(terminals=())
    cluster.join("X1", role)
    about = order(PlayerId("X1"), "look") if order is m.Latch else order(PlayerId("X1"))
    for by, second in ((SHIFT_MANAGER, SUPERVISOR), (SHIFT_MANAGER, OTHER_MANAGER), (TECHNICIAN, MANAGER)):
        assert cluster.refuse(about, by, second).reason in ("technician_and_manager", "not_entitled")
    assert cluster.refuse(about, SHIFT_MANAGER, OTHER_MANAGER).reason == "technician_and_manager"
    assert cluster.refuse(about, SUPERVISOR).reason == "not_entitled"
    cluster.obey(about, TECHNICIAN, SHIFT_MANAGER)


def test_nothing_secret_is_shown_by_what_a_program_could_print() -> None:
    said = (
        m.SignOn(1, b"r" * 8, b"i" * 8, PIN, "", "badge-77"),
        m.Sign(1, b"r" * 8, b"i" * 8, b"c" * 8, bytes(32), PIN, "", "badge-77"),
        CheckPin(PANEL, b"i" * 8, "100", bytes(32), PIN),
    )
    assert not any(secret in repr([it]) for it in said for secret in (PIN, "badge-77"))


def test_m12_people_are_in_the_checkpoint() -> None:
    cluster = Cluster()
    fails(cluster, 3, SUPERVISOR)
    assert state_of(cluster.table)["people"] == cluster.table.people
