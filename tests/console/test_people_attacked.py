"""What somebody tried who had a panel's key, a wrong PIN, a thief's session or another's command id: and what held.

Each was a break once. The refused case stands beside the accepted one, and nothing but the record has changed.
"""

from typing import Any, Final

import pytest

from console.table.table import Heard, PinChecked, Stalled
from games.round import PlayerId, Voided
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.halts import Halt
from protocol.loop import Reply
from protocol.messages import Standing
from protocol.people import LOCKED_AT, LONGEST_WAIT_MS
from simulation.calm import PIN, WRONG_PIN
from tests.console.cluster import BANKER_WINS, PANEL, Cluster, dealt
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
    TECHNICIAN,
)

OTHER: Final = "Panel2"
PAY: Final = m.PayByHand(T1, 100)


def with_two_panels(**more: Any) -> Cluster:
    cluster = Cluster(**more)
    cluster.join(OTHER, "panel")
    return cluster


def answer(cluster: Cluster) -> m.SignOnAnswer:
    (reply,) = [it.message for it in cluster.sent if isinstance(it.message, m.SignOnAnswer)]
    assert isinstance(reply, m.SignOnAnswer)
    return reply


# --- ids are decided once for the whole table ----------------------------------------------------------------------


def test_an_id_that_waits_elsewhere_is_not_decided_again_and_the_proposal_stands() -> None:
    cluster = with_two_panels()
    (waiting,) = cluster.propose(PAY)
    assert isinstance(waiting, e.OrderProposed)
    stolen = m.Command(*cluster.process(OTHER), waiting.command_id, 0, m.OpenTable())
    (alarm,) = cluster.heard(OTHER, stolen)  # nobody is signed on there: it would have been refused on every screen
    assert isinstance(alarm, e.AlarmRaised)
    assert alarm == e.AlarmRaised(OTHER, Alarm.OTHERS_ID)
    assert cluster.shown() == [waiting], "it is told whose id it is"
    assert isinstance(cluster.sign(SUPERVISOR)[-1], e.HandPaid)


def test_two_orders_under_one_id_are_one() -> None:
    caps = e.Caps(sell_credit=e.CashCap(0, 0, 10**6, 10**6, 10**6))
    cluster = with_two_panels(placard=e.Placard(caps=caps))
    (waiting,) = cluster.propose(m.SellCredit(T1, 100))
    assert isinstance(waiting, e.OrderProposed)
    cluster.sign_on(OTHER_DEALER, OTHER)
    again = cluster.propose(m.SellCredit(T1, 900), OTHER_DEALER, panel=OTHER, command_id=waiting.command_id)
    assert [type(fact) for fact in again] == [e.AlarmRaised]
    assert list(cluster.table.forgotten.proposals) == [PANEL]
    cluster.sign(SUPERVISOR)
    late = cluster.propose(m.SellCredit(T1, 900), OTHER_DEALER, panel=OTHER, command_id=waiting.command_id)
    assert (late, len(cluster.journal(e.Ordered, e.CreditBought))) == ([], len(cluster.journal(e.Ordered)) + 3)
    assert isinstance(cluster.shown()[0], e.Ordered)


def test_a_panels_own_copy_is_no_alarm() -> None:
    cluster = with_two_panels()
    (waiting,) = cluster.propose(PAY)
    assert isinstance(waiting, e.OrderProposed)
    copy = m.Command(*cluster.process(PANEL), waiting.command_id, 0, PAY)
    assert cluster.heard(PANEL, copy) == []
    assert cluster.shown() == [waiting]


# --- a new PIN is the end of the old one -----------------------------------------------------------------------------


def test_a_new_pin_ends_the_session_that_the_old_one_has_opened() -> None:
    cluster = with_two_panels()
    cluster.sign_on(SUPERVISOR, OTHER)
    reset = m.SetCredential(SUPERVISOR.number, b"n" * 32)
    assert cluster.obey(reset, SHIFT_MANAGER, OTHER_SUPERVISOR) == [
        e.CredentialSet(SUPERVISOR.number, b"n" * 32),
        e.SignedOff(OTHER, SUPERVISOR.number, "credential"),
    ]


@pytest.mark.parametrize("signs", [False, True])
def test_a_check_that_was_under_way_with_the_old_pin_is_worth_nothing(signs: bool) -> None:
    cluster = with_two_panels()
    cluster.join("Panel3", "panel")
    (reset,) = cluster.propose(m.SetCredential(SUPERVISOR.number, b"n" * 32), SHIFT_MANAGER)
    (paid,) = cluster.propose(PAY, panel="Panel3")
    assert isinstance(reset, e.OrderProposed)
    assert isinstance(paid, e.OrderProposed)
    boot, run = cluster.process(PANEL)
    proof = m.Sign(boot, run, b"sign...1", reset.command_id, reset.digest, PIN, OTHER_SUPERVISOR.number)
    cluster.heard(PANEL, proof)
    boot, run = cluster.process(OTHER)
    stolen = (
        m.Sign(boot, run, b"thief..1", paid.command_id, paid.digest, PIN, SUPERVISOR.number)
        if signs
        else m.SignOn(boot, run, b"thief..1", PIN, SUPERVISOR.number)
    )
    cluster.heard(OTHER, stolen)
    cluster.run(PinChecked(PANEL, b"sign...1", right=True))
    assert cluster.journal(e.CredentialSet) == [e.CredentialSet(SUPERVISOR.number, b"n" * 32)]
    assert cluster.run(PinChecked(OTHER, b"thief..1", right=True)) == []
    assert (cluster.table.people.at(OTHER), cluster.journal(e.HandPaid)) == (None, [])
    assert cluster.heard(OTHER, stolen) == []
    assert answer(cluster).standing == Standing.REFUSED


# --- panels ----------------------------------------------------------------------------------------------------------


def test_the_last_panel_that_may_give_orders_is_neither_retired_nor_latched() -> None:
    cluster = with_two_panels()
    for order in (m.Retire(PlayerId(OTHER)), m.Latch(PlayerId(OTHER), "look")):
        left = with_two_panels()
        left.obey(order, SHIFT_MANAGER, TECHNICIAN)
        for last in (m.Retire(PlayerId(PANEL)), m.Latch(PlayerId(PANEL), "look")):
            assert left.refuse(last, SHIFT_MANAGER, TECHNICIAN).reason == "last_panel"
        assert isinstance(left.sign_on(SUPERVISOR)[-1], e.SignedOn)
    cluster.obey(m.Retire(PlayerId(PANEL)), SHIFT_MANAGER, TECHNICIAN, panel=OTHER)


def test_the_key_of_the_last_panel_that_may_give_orders_stays_though_another_is_live() -> None:
    cluster = Cluster(terminals=())
    cluster.enrol(PANEL, role="panel")
    cluster.join(PANEL)
    cluster.enrol(OTHER, role="panel")
    cluster.join(OTHER)
    cluster.obey(m.Latch(PlayerId(OTHER), "stolen"), SHIFT_MANAGER, TECHNICIAN)
    key = cluster.table.keyring.live[PANEL].public
    assert cluster.refuse(m.EndKey(PlayerId(PANEL), "panel", key, "x"), SHIFT_MANAGER, TECHNICIAN).reason == "key"
    cluster.obey(m.Unlatch(PlayerId(OTHER)), SHIFT_MANAGER, TECHNICIAN)
    cluster.obey(m.EndKey(PlayerId(PANEL), "panel", key, "x"), SHIFT_MANAGER, TECHNICIAN)


def test_a_latched_panel_gives_no_order_and_nobody_signs_there() -> None:
    cluster = with_two_panels()
    cluster.sign_on(DEALER, OTHER)
    assert cluster.obey(m.Latch(PlayerId(OTHER), "stolen"), SHIFT_MANAGER, TECHNICIAN)[-1] == e.SignedOff(
        OTHER, DEALER.number, "panel"
    )
    (refused,) = cluster.heard(OTHER, m.Command(*cluster.process(OTHER), b"order..1", 0, m.SellCredit(T1, 500)))
    assert isinstance(refused, e.OrderRefused)
    assert refused.refusal.reason == "nobody"
    assert cluster.sign_on(DEALER, OTHER) == []
    assert answer(cluster).standing == Standing.REFUSED
    cluster.propose(PAY, OTHER_DEALER)
    assert cluster.sign(SUPERVISOR, OTHER) == []
    assert isinstance(cluster.sign(SUPERVISOR)[-1], e.HandPaid), "at a panel that is in order he may"
    cluster.obey(m.Unlatch(PlayerId(OTHER)), SHIFT_MANAGER, TECHNICIAN)
    assert isinstance(cluster.sign_on(DEALER, OTHER)[-1], e.SignedOn)


def test_a_try_that_was_under_way_when_its_panel_was_latched_is_worth_nothing() -> None:
    cluster = with_two_panels()
    cluster.heard(OTHER, m.SignOn(*cluster.process(OTHER), b"thief..1", PIN, DEALER.number))
    check, cluster.checks = cluster.checks, []
    cluster.obey(m.Latch(PlayerId(OTHER), "stolen"), SHIFT_MANAGER, TECHNICIAN)
    assert cluster.run(PinChecked(OTHER, check[0].id, right=True)) == []
    assert cluster.table.people.at(OTHER) is None


def test_a_name_that_nobody_has_is_not_latched() -> None:
    cluster = Cluster()
    assert cluster.refuse(m.Latch(PlayerId("Zz"), "x"), SUPERVISOR).reason == "no_terminal"
    assert "Zz" not in cluster.table.peers.known


# --- what ends with a session ----------------------------------------------------------------------------------------


def test_the_proof_of_a_ticket_ends_with_the_session_that_asked_for_it() -> None:
    cluster = Cluster()
    cluster.cash_out("T1", 500)
    (ticket,) = cluster.journal(e.TicketNumbered)
    cluster.heard("T1", m.ReportPrint(*cluster.process("T1"), b"p" * 16, ticket.ticket, "printed"))

    def find(asked: bytes) -> m.TicketFound:
        cluster.heard(PANEL, m.FindTicket(*cluster.process(PANEL), asked, ticket.number))
        (found,) = [it.message for it in cluster.outbox if isinstance(it.message, m.TicketFound)]
        return found

    cluster.at_panel(DEALER)
    before = find(b"find...1")
    cluster.sign_off()
    assert cluster.refuse(m.PayTicket(before.ticket, before.proof), CASHIER).reason == "no_proof"
    after = find(b"find...2")
    assert isinstance(cluster.obey(m.PayTicket(after.ticket, after.proof), CASHIER)[-1], e.TicketPaid)


def test_another_proof_of_another_history_wants_a_signature_of_its_own() -> None:
    cluster = with_two_panels()

    def proves(terminal: str, seq: int) -> list[e.Event]:
        return cluster.run(Heard(terminal, cluster.other_history(terminal, seq), "terminal", terminal))

    proves("T1", 9_998)
    cluster.propose(m.Resume(Halt.HISTORY), SHIFT_MANAGER)
    (alarm,) = proves("T2", 12_345)
    assert isinstance(alarm, e.AlarmRaised)
    *_, refused, withdrawn = cluster.sign(SUPERVISOR, OTHER)
    assert isinstance(refused, e.SignatureRefused)
    assert (refused.refusal.reason, type(withdrawn)) == ("moved_on", e.OrderWithdrawn)
    assert Halt.HISTORY in cluster.view.halts
    cluster.obey(m.Resume(Halt.HISTORY), SHIFT_MANAGER, SUPERVISOR)
    assert Halt.HISTORY not in cluster.view.halts


# --- a second connection with the key and the run of a panel ----------------------------------------------------------


def on(cluster: Cluster, line: bytes, request: m.Request) -> list[e.Event]:
    """Said on another connection than the one that the panel has joined on."""
    return cluster.run(Heard(PANEL, request, "panel", PANEL, line=line))


def hello(cluster: Cluster) -> m.Hello:
    return m.Hello(*cluster.process(PANEL), cluster.table.seq, cluster.table.chain, *cluster.identity(PANEL))


def sale(cluster: Cluster, command_id: bytes) -> m.Command:
    return m.Command(*cluster.process(PANEL), command_id, cluster.view.round_no, m.SellCredit(T1, 500))


def test_who_has_a_panels_key_and_run_does_not_ride_its_session() -> None:
    cluster = Cluster()
    cluster.at_panel(DEALER)
    cluster.beat(PANEL)
    boot, run = cluster.process(PANEL)
    money = cluster.money()
    assert on(cluster, b"thief", sale(cluster, b"stolen01")) == []
    assert cluster.sent == [Reply(PANEL, m.Denied(boot, run, m.Denial.SAY_HELLO), b"thief")], "and it is told so there"
    assert on(cluster, b"thief", hello(cluster)) == []
    assert cluster.sent == [Reply(PANEL, m.Denied(boot, run, m.Denial.WAIT), b"thief")]
    alarms = []
    for _ in range(10):  # the honest panel lives, and beats
        cluster.now_ms += 1_000
        alarms += cluster.beat(PANEL)
        assert on(cluster, b"thief", sale(cluster, b"stolen02")) == []
    assert alarms == [e.AlarmRaised(PANEL, Alarm.TWICE)]
    on(cluster, b"thief", hello(cluster))
    assert cluster.sent == [Reply(PANEL, m.Denied(boot, run, m.Denial.TWICE), b"thief")]
    assert (cluster.money(), cluster.table.people.at(PANEL)) == (money, DEALER)
    assert isinstance(cluster.heard(PANEL, sale(cluster, b"honest01"))[-1], e.CreditBought), "undisturbed"


def test_a_panel_whose_cable_was_out_goes_on_with_its_session_on_another_connection() -> None:
    cluster = Cluster()
    cluster.at_panel(DEALER)
    cluster.beat(PANEL)
    cluster.now_ms += cluster.setup.takeover_ms
    assert on(cluster, b"again", sale(cluster, b"order..1")) == []
    assert [it.message.why for it in cluster.sent] == [m.Denial.SAY_HELLO]
    assert on(cluster, b"again", hello(cluster)) == []
    assert [type(it.message) for it in cluster.sent] == [m.Welcome]
    assert isinstance(on(cluster, b"again", sale(cluster, b"order..1"))[-1], e.CreditBought)
    assert cluster.heard(PANEL, sale(cluster, b"order..2")) == [], "and the first one is the other now"


def test_after_two_were_seen_no_session_goes_over_to_another_connection() -> None:
    cluster = Cluster()
    cluster.at_panel(DEALER)
    cluster.beat(PANEL)
    on(cluster, b"thief", hello(cluster))
    cluster.now_ms += 2 * cluster.setup.takeover_ms
    cluster.beat(PANEL)
    cluster.now_ms += cluster.setup.takeover_ms  # whoever cuts the cable of the first
    assert on(cluster, b"other", hello(cluster)) == [e.SignedOff(PANEL, DEALER.number, "panel")]


def test_no_entry_says_the_run_of_a_process() -> None:
    cluster = Cluster()
    runs = [run for _, run in cluster.processes.values()]
    assert cluster.journal(e.TerminalJoined)
    assert not any(run in entry.body for run in runs for entry in cluster.entries)


# --- a Void that gives a lost stake back ------------------------------------------------------------------------------


@pytest.mark.parametrize("paragraph", ["5.3.1", "5.3.2", "5.3.3", "5.3.4", "5.3.5"])
def test_5_11_nobody_voids_a_round_alone_whose_result_lies_there(paragraph: str) -> None:
    void = m.Rule(Voided(paragraph), paragraph)
    cluster = dealt(BANKER_WINS, {"T1": {"player": 100}})
    money = cluster.money()
    assert cluster.refuse(void, SUPERVISOR).reason == "second_person"
    assert cluster.refuse(void, SUPERVISOR, SUPERVISOR).reason == "second_person"
    assert cluster.refuse(void, DEALER, OTHER_DEALER).reason in ("not_entitled", "second_position")
    assert cluster.money() == money
    (waiting,) = [it for it in cluster.propose(void, SUPERVISOR) if isinstance(it, e.OrderProposed)]
    assert waiting.needs == (1, 2, 3, 4)
    cluster.obey(void, SUPERVISOR, DEALER)
    assert cluster.credit("T1") == 1_000


def test_5_11_a_round_that_is_still_being_dealt_a_supervisor_voids_alone() -> None:
    cluster = dealt("2C 4D", {"T1": {"player": 100}})
    cluster.obey(m.Rule(Voided("5.3.3"), "5.3.3"), SUPERVISOR)


@pytest.mark.parametrize("cards", ["2C 4D", BANKER_WINS])
def test_5_12_nobody_voids_a_round_alone_where_no_paragraph_says_why(cards: str) -> None:
    void = m.Rule(Voided("5.12"), "5.12")
    cluster = dealt(cards, {"T1": {"player": 100}})
    assert cluster.refuse(void, SHIFT_MANAGER).reason == "second_person"
    cluster.obey(void, SHIFT_MANAGER, DEALER)


# --- caps ------------------------------------------------------------------------------------------------------------


def test_what_is_due_and_a_note_that_is_held_have_the_cap_of_paying_by_hand() -> None:
    caps = e.Caps(pay_by_hand=e.CashCap(0, 0, 300, 400, 500))
    placard = e.Placard(caps=caps, currency="SGD", notes=(100,), notes_per_hour=10**6)
    cluster = Cluster(placard=placard, credit=0, terminals=())
    cluster.join("T1")
    cluster.heard("T1", m.BuyCredit(*cluster.process("T1"), b"n" * 16, 350, "SGD"))
    (held,) = cluster.journal(e.NoteHeld)
    release = m.ReleaseNote(held.note, "hand")
    assert cluster.refuse(release, DEALER, SUPERVISOR).reason == "over_cap"
    assert cluster.money() == {k: v for k, v in cluster.money().items() if v}
    cluster.obey(release, DEALER, MANAGER)


# --- nobody locks out everybody --------------------------------------------------------------------------------------


def guess(cluster: Cluster, person: m.Person, times: int, panel: str = OTHER) -> None:
    """Somebody whose own PIN makes the panel forget the wrong ones."""
    for _ in range(times):
        cluster.now_ms += 24 * 3_600_000
        cluster.sign_on(person, panel, WRONG_PIN)
        cluster.sign_on(DEALER, panel)


def test_two_people_who_could_reset_all_others_wait_long_and_are_never_locked() -> None:
    cluster = with_two_panels(opened=False)
    for person in (SHIFT_MANAGER, OTHER_MANAGER, MANAGER):
        guess(cluster, person, LOCKED_AT + 2)
    people = cluster.table.people
    assert {number for number, it in people.members().items() if it.locked} == {MANAGER.number}
    failed = [it for it in cluster.journal(e.SignOnFailed) if it.number == SHIFT_MANAGER.number]
    waits = [it.wait_ms for it in failed]
    assert (waits[LOCKED_AT - 2], waits[LOCKED_AT - 1]) == (LONGEST_WAIT_MS, 2 * LONGEST_WAIT_MS)
    assert waits[LOCKED_AT:] == [4 * LONGEST_WAIT_MS] * 2, "it grows, and not for ever"
    who = f"{OTHER_MANAGER.number} {OTHER_MANAGER.name}"
    assert (Alarm.KEEPER_GUESSED, (who,)) in [(it.kind, it.about) for it in cluster.journal(e.AlarmRaised)]
    cluster.now_ms += 4 * LONGEST_WAIT_MS - 1
    cluster.sign_on(OTHER_MANAGER, PANEL, WRONG_PIN)
    assert isinstance(cluster.sign_on(SHIFT_MANAGER)[-1], e.SignedOn)
    cluster.obey(m.SetCredential(MANAGER.number, b"n" * 32), SHIFT_MANAGER, TECHNICIAN)
    assert not people.members()[MANAGER.number].locked


def test_with_one_shift_manager_the_highest_beside_him_is_not_locked_either() -> None:
    cluster = with_two_panels(opened=False)
    cluster.obey(m.DisableStaff(OTHER_MANAGER.number, "has left"), SHIFT_MANAGER, SUPERVISOR)
    for person in (SHIFT_MANAGER, MANAGER, SUPERVISOR, OTHER_SUPERVISOR, TECHNICIAN):
        guess(cluster, person, LOCKED_AT)
    locked = {number for number, it in cluster.table.people.members().items() if it.locked}
    assert locked == {SUPERVISOR.number, OTHER_SUPERVISOR.number, TECHNICIAN.number}
    cluster.now_ms += 24 * 3_600_000
    cluster.obey(m.SetCredential(SUPERVISOR.number, b"n" * 32), SHIFT_MANAGER, MANAGER)


def test_over_a_restart_the_long_wait_begins_anew_in_full() -> None:
    cluster = with_two_panels(opened=False)
    guess(cluster, SHIFT_MANAGER, LOCKED_AT + 3)
    cluster.sign_off(OTHER)
    cluster.restart()
    cluster.now_ms += 4 * LONGEST_WAIT_MS - 1
    assert cluster.sign_on(SHIFT_MANAGER) == []
    assert (answer(cluster).standing, answer(cluster).wait_ms) == (Standing.WAIT, 1)


# --- a panel that has fallen silent ----------------------------------------------------------------------------------


def test_the_session_of_a_panel_that_has_been_silent_for_too_long_ends() -> None:
    cluster = with_two_panels()
    cluster.open_round({"T1": {"player": 100}})
    cluster.close()
    cluster.at_panel(DEALER)
    money = cluster.money()
    cluster.propose(PAY)
    silent_ms = cluster.setup.panel_silence_ms
    cluster.beat(PANEL)
    assert cluster.wait(silent_ms) == [], "not yet"
    facts = cluster.wait(1)
    assert [type(it) for it in facts] == [e.SignedOff, e.OrderWithdrawn]
    assert facts[0] == e.SignedOff(PANEL, DEALER.number, "silent")
    assert (cluster.money(), cluster.view.in_round) == (money, True), "the Round goes on, and no money has moved"
    (refused,) = cluster.heard(PANEL, m.Command(*cluster.process(PANEL), b"later..1", 0, m.SellCredit(T1, 500)))
    assert isinstance(refused, e.OrderRefused)
    assert refused.refusal.reason == "nobody"


def test_a_short_loss_of_the_link_or_a_restart_of_the_console_signs_nobody_off() -> None:
    cluster = with_two_panels()
    cluster.at_panel(DEALER)
    silent_ms = cluster.setup.panel_silence_ms
    for _ in range(3):
        cluster.wait(silent_ms - 1_000)
        cluster.beat(PANEL)
    cluster.wait(silent_ms - 1_000)
    cluster.restart()  # which has heard nobody yet
    cluster.wait(silent_ms - 1_000)
    assert cluster.table.people.at(PANEL) == DEALER
    assert "silent" not in {it.why for it in cluster.journal(e.SignedOff)}


def test_a_console_that_did_not_listen_counts_from_when_it_does_again() -> None:
    cluster = with_two_panels()
    cluster.at_panel(DEALER)
    cluster.beat(PANEL)
    cluster.now_ms += 10 * cluster.setup.panel_silence_ms
    assert cluster.run(Stalled()) == []
    assert cluster.table.people.at(PANEL) == DEALER


def test_lock_ends_a_sign_on_that_is_under_way() -> None:
    cluster = Cluster()
    cluster.at_panel(DEALER)
    cluster.heard(PANEL, m.SignOn(*cluster.process(PANEL), b"asked777", PIN, SUPERVISOR.number))
    cluster.sign_off()
    assert cluster.look_at_pins() == []
    assert cluster.table.people.at(PANEL) is None
    assert isinstance(cluster.sign_on(SUPERVISOR)[-1], e.SignedOn)  # whoever comes then signs on as ever
