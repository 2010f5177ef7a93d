"""A panel: it follows the log with the eyes of staff, and repeats an order under its id until the log answers it."""

from typing import Final

import pytest
from msgspec.structs import replace

from console.panel.board import show
from console.panel.desk import AGAIN_MS, Desk
from console.panel.people import People
from games.round import Refusal
from protocol import events as e
from protocol import messages as m
from protocol.codec import decode_news, decode_request, encode
from protocol.follower import SYNC_PATIENCE_MS
from protocol.halts import Halt
from protocol.join import BEAT_MS
from protocol.view import Phase, cards_digest
from simulation.calm import EVERYBODY, PIN, WRONG_PIN
from tests.console.cluster import BANKER_WINS, PANEL, TIE, Cluster, dealt
from tests.console.people import DEALER, OTHER_SUPERVISOR, SUPERVISOR, T1, T2

DESK: Final = "Desk"
RUN: Final = b"desk run"
FIRST, SECOND, THIRD = b"order  1", b"order  2", b"order  3"


class Line:
    """A panel in the hands of a person, and the line between it and the table, which may be cut."""

    def __init__(self, cluster: Cluster, boot: int = 1, run: bytes = RUN) -> None:
        self.cluster = cluster
        cluster.panels = [PANEL, DESK]
        cluster.roles[DESK] = "panel"
        self.desk = Desk(DESK, "table 1", boot, run)
        self.heard = len(cluster.line)
        self.now_ms = 0
        self.sent: list[m.Request] = []
        self.deaf = self.mute = False

    def hear(self) -> None:
        """What has gone out since, as bytes."""
        news, self.heard = self.cluster.line[self.heard :], len(self.cluster.line)
        for to, message in news:
            if to in (DESK, EVERYBODY) and not self.deaf:
                self.desk.receive(self.now_ms, decode_news(encode(message)))

    def pulse(self) -> None:
        """As the console does, unless nothing of it has come yet: then what is missing may be on its way."""
        table = self.cluster.table
        if not self.deaf and self.desk.follower.seq:
            self.desk.receive(self.now_ms, m.Pulse(table.seq, table.chain))

    def say(self) -> list[m.Request]:
        self.sent = [decode_request(encode(request)) for request in self.desk.outgoing(self.now_ms)]
        for request in self.sent:
            if not self.mute:
                self.cluster.heard(DESK, request)
                self.cluster.look_at_pins()
        return self.sent

    def run(self, passed_ms: int = 4_000) -> "Line":
        """Time passes; the panel wakes whenever it wants to. It hears that the console lives."""
        end_ms = self.now_ms + passed_ms
        while True:
            self.hear()
            self.pulse()
            self.say()
            self.hear()
            wake = self.desk.wake_ms(self.now_ms)
            if wake is None or wake > end_ms:
                break
            self.now_ms = max(wake, self.now_ms + 1)
        self.now_ms = end_ms
        return self


def ready(cluster: Cluster | None = None, person: m.Person = DEALER) -> Line:
    """And in somebody's hands."""
    line = Line(cluster or Cluster()).run()
    assert is_ready(line)
    sign_on(line, person)
    return line


def sign_on(line: Line, person: m.Person = DEALER) -> None:
    line.desk.sign_on(line.cluster.new_command_id(), PIN, person.number)
    line.run(200)
    assert line.desk.me == person


def is_ready(line: Line) -> bool:
    return line.desk.ready


def kinds(requests: list[m.Request]) -> list[str]:
    return [type(request).__name__ for request in requests]


# --- joining ---------------------------------------------------------------------------------------------------------


def test_a_panel_says_hello_catches_up_and_is_ready() -> None:
    cluster = Cluster()
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    line = Line(cluster)
    assert not is_ready(line)
    assert kinds(line.say()) == ["Hello"]
    line.run()
    assert is_ready(line)
    assert (line.desk.follower.seq, line.desk.follower.chain) == (cluster.table.seq, cluster.table.chain)
    assert line.desk.view == cluster.view
    assert line.desk.ledger.balances == cluster.table.ledger.balances
    assert line.desk.ledger.sittings == cluster.table.ledger.sittings
    assert line.desk.listener.liveness.ever_heard


def test_nothing_is_asked_before_the_head_of_the_welcome_is_applied() -> None:
    line = Line(Cluster())
    line.say()
    line.hear()
    line.desk.order(FIRST, m.OpenBets())
    assert not is_ready(line)
    assert kinds(line.say()) == ["Beat"]  # what is missing may be on its way
    assert line.desk.wake_ms(0) == SYNC_PATIENCE_MS
    line.now_ms = SYNC_PATIENCE_MS
    assert kinds(line.say()) == ["Sync"]  # the order waits
    line.run()
    assert (line.desk.waiting, line.desk.refusals[FIRST].refusal.reason) == (False, "nobody")


def test_a_long_log_comes_as_a_picture_with_what_staff_may_know() -> None:
    cluster = Cluster(snapshot_from=10)
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    cluster.dispute("T1", 1)
    cluster.obey(m.Latch(T2, "look at it"), SUPERVISOR)
    cluster.obey(m.PayByHand(T2, 1_000), DEALER, SUPERVISOR)
    cluster.obey(m.Retire(T2), SUPERVISOR, OTHER_SUPERVISOR)
    desk = ready(cluster).desk
    assert any(isinstance(message, m.Snapshot) for _, message in cluster.line)
    assert desk.view == cluster.view
    assert desk.ledger.balances == cluster.table.ledger.balances
    assert desk.ledger.sittings == cluster.table.ledger.sittings
    assert (desk.disputes, desk.latched, desk.retired) == ({"T1": 1}, {"T2": "look at it"}, {"T2"})


def test_a_picture_is_ignored_by_who_has_history() -> None:
    line = ready()
    view, seq = line.desk.view, line.desk.follower.seq
    line.desk.receive(line.now_ms, m.Snapshot(9_999, b"x" * 32, b"nonsense"))
    assert (line.desk.view is view, line.desk.follower.seq, line.desk.stopped) == (True, seq, "")


# --- orders ----------------------------------------------------------------------------------------------------------


def test_an_order_is_about_what_is_on_the_screen_and_is_done_when_the_log_says_so() -> None:
    line = ready()
    desk, cluster = line.desk, line.cluster
    desk.order(FIRST, m.OpenBets())
    assert (desk.waiting, desk.wake_ms(line.now_ms)) == (True, line.now_ms)
    line.run(0)
    assert (desk.waiting, desk.view.phase) == (False, Phase.BETTING)
    desk.order(SECOND, m.CloseBets())
    (command, *_) = [request for request in desk.outgoing(line.now_ms) if isinstance(request, m.Command)]
    assert command == m.Command(1, RUN, SECOND, 1, m.CloseBets(), cluster.opened().id)


def test_an_order_is_repeated_under_its_id_until_it_is_answered_and_lands_once() -> None:
    line = ready()
    line.pulse()
    line.deaf = True
    line.desk.order(FIRST, m.SellCredit(T1, 100))
    line.run(AGAIN_MS * 3)
    commands = [event for event in line.cluster.journal(e.Ordered) if event.command_id == FIRST]
    assert (len(commands), line.cluster.credit("T1"), line.desk.waiting) == (1, 1_100, True)
    line.deaf = False
    line.run()
    assert (line.desk.waiting, line.cluster.credit("T1")) == (False, 1_100)


def test_an_order_that_was_lost_on_the_way_is_sent_again_after_half_a_second() -> None:
    line = ready()
    line.mute = True
    line.desk.order(FIRST, m.SellCredit(T1, 100))
    at = line.now_ms
    assert kinds(line.say())[0] == "Command"
    line.now_ms = at + AGAIN_MS - 1
    assert "Command" not in kinds(line.say())
    line.now_ms = at + AGAIN_MS
    line.mute = False
    assert "Command" in kinds(line.say())
    line.hear()
    assert (line.desk.waiting, line.cluster.credit("T1")) == (False, 1_100)


def test_a_refusal_is_kept_for_the_person_to_read() -> None:
    line = ready()
    line.desk.order(FIRST, m.CloseBets())
    line.run()
    assert not line.desk.waiting
    assert line.desk.refusals[FIRST].refusal == Refusal("wrong_state", "not while the table is ready", "3.7")


def test_what_takes_two_is_proposed_and_signed_over_the_dealers_work() -> None:
    line = ready()
    line.desk.order(FIRST, m.PayByHand(T1, 100))
    line.run()
    proposal = line.desk.people.proposal()
    assert proposal is not None
    assert (proposal.command_id, proposal.needs, line.desk.waiting) == (FIRST, (2, 3, 4), False)
    line.desk.sign(b"sign  01", proposal, WRONG_PIN, SUPERVISOR.number)
    line.run()
    assert line.desk.people.answer == m.SignOnAnswer(b"sign  01", "wrong")
    line.desk.sign(b"sign  02", proposal, PIN, DEALER.number)
    line.run()
    assert line.desk.people.signature is not None
    assert line.desk.people.signature.refusal.reason == "second_person"
    line.desk.sign(b"sign  03", proposal, PIN, SUPERVISOR.number)
    line.run()
    assert line.cluster.journal(e.HandPaid) == [e.HandPaid(T1, 1, 100)]
    assert (line.desk.me, line.desk.people.proposal()) == (DEALER, None)


def test_a_proposal_is_taken_back_and_a_panel_is_locked() -> None:
    line = ready()
    line.desk.order(FIRST, m.PayByHand(T1, 100))
    line.run()
    line.desk.withdraw(b"withdraw", FIRST)
    line.run()
    assert (line.desk.people.proposals, line.desk.people.answer) == ({}, m.SignOnAnswer(b"withdraw", "right"))
    line.desk.sign_off(b"sign off", "idle")
    line.run()
    assert line.desk.me is None
    assert not line.desk.people.asking


def test_a_proposal_that_is_not_what_it_says_cannot_be_signed_here() -> None:
    line = ready()
    line.desk.order(FIRST, m.PayByHand(T1, 100))
    line.run()
    proposal = line.desk.people.proposal()
    assert proposal is not None
    people = People(DESK, "table 1")
    people._propose(replace(proposal, order=m.PayByHand(T1, 900)))
    assert people.proposals == {}
    people._propose(proposal)
    assert people.proposals == {FIRST: proposal}


def test_a_pin_is_not_kept_for_a_console_that_is_not_heard() -> None:
    line = ready()
    line.mute = line.deaf = True
    line.desk.sign_on(b"asked  1", PIN, SUPERVISOR.number)
    line.run(20_000)
    assert not line.desk.people.asking
    line.mute = line.deaf = False
    line.run()
    assert line.desk.me == DEALER


def test_a_panel_is_locked_at_once_and_the_console_hears_of_it_when_it_can() -> None:
    """The attacker's: the cable out, Lock tapped, the cable in, and somebody is signed on for good."""
    line = ready()
    line.mute = line.deaf = True
    line.run(20_000)
    line.desk.sign_off(b"sign off")
    assert (line.desk.me, line.desk.people.leaving) == (None, True)
    line.desk.order(FIRST, m.SellCredit(T1, 100))
    line.run(60_000)
    assert line.cluster.table.people.at(DESK) == DEALER, "it has not heard of it yet"
    line.mute = line.deaf = False
    line.run()
    assert line.cluster.journal(e.SignedOff)[-1] == e.SignedOff(DESK, DEALER.number, "person")
    assert (line.desk.me, line.desk.people.leaving, line.desk.people.locked) == (None, False, False)
    assert (line.cluster.credit("T1"), line.desk.waiting) == (1_000, False), "nobody has ordered anything"
    sign_on(line, SUPERVISOR)


def test_a_lock_is_not_lost_when_the_console_starts_anew_around_it() -> None:
    line = ready()
    line.mute = True
    line.desk.sign_off(b"sign off", "badge")
    line.run(0)
    line.cluster.restart()
    line.mute = False
    line.run()
    assert is_ready(line)
    assert (line.desk.me, line.cluster.table.people.at(DESK)) == (None, None)


def test_who_comes_after_a_lock_is_not_signed_off_by_it() -> None:
    """Its answer was lost: it is sent until one comes, and nothing else before that."""
    line = ready()
    line.deaf = True
    line.desk.sign_off(b"sign off")
    line.run(300)
    line.desk.sign_on(b"asked  1", PIN, SUPERVISOR.number)
    line.run(900)
    assert {"SignOn", "SignOff"} & set(kinds(line.sent)) <= {"SignOff"}
    line.deaf = False
    line.run()
    assert line.desk.me == SUPERVISOR == line.cluster.table.people.at(DESK)
    line.run(10_000)
    assert line.desk.me == SUPERVISOR


def test_what_was_ordered_before_the_lock_is_obeyed_and_who_wanted_to_take_over_is_not_here() -> None:
    line = ready()
    line.desk.order(FIRST, m.SellCredit(T1, 100))
    line.desk.sign_on(b"asked  1", PIN, SUPERVISOR.number)
    line.desk.sign_off(b"sign off")
    line.run()
    assert (line.cluster.credit("T1"), line.desk.me, line.cluster.table.people.at(DESK)) == (1_100, None, None)


def test_orders_survive_a_restart_of_the_console() -> None:
    line = ready()
    line.mute = True
    line.desk.order(FIRST, m.SellCredit(T1, 100))
    line.run(0)
    line.mute = False
    line.cluster.restart()
    line.run()
    assert is_ready(line)
    assert (line.desk.waiting, line.cluster.credit("T1")) == (False, 1_100)


def test_an_order_that_comes_before_the_start_is_confirmed_is_refused_and_not_kept_for_later() -> None:
    line = ready()
    line.mute = True
    line.desk.order(FIRST, m.SellCredit(T1, 100))
    line.run(0)
    line.mute = False
    line.cluster.start()
    line.run()
    assert line.desk.refusals[FIRST].refusal.reason == "unconfirmed"
    for terminal in (T1, T2):
        line.cluster.hello(terminal, *line.cluster.process(terminal))
    line.run()
    assert (line.cluster.halts, line.desk.waiting, line.cluster.credit("T1")) == ([], False, 1_000)


def test_a_ticket_that_is_looked_for_keeps_nobody_from_going_on_over_a_start_that_is_not_confirmed() -> None:
    """It is answered when the start is confirmed, and that may take an order of this very panel."""
    line = ready(person=SUPERVISOR)
    line.cluster.start()
    line.run()
    line.desk.find(b"asked  1", "0" * 18)
    line.run()
    assert (line.desk.found, show(line.desk, line.now_ms).cannot) == (None, "")
    line.desk.order(FIRST, m.Resume(Halt.UNCONFIRMED))
    line.run()
    proposal = line.desk.people.proposal()
    assert proposal is not None
    line.desk.sign(b"sign  01", proposal, PIN, OTHER_SUPERVISOR.number)
    line.run()
    assert line.cluster.halts == []
    found = m.TicketFound(b"asked  1", "unknown", ending="0000")
    assert (line.desk.found, show(line.desk, line.now_ms).cannot) == (found, "")


def test_while_a_ticket_is_looked_for_no_order_is_given() -> None:
    line = ready()
    line.mute = True
    line.desk.find(b"asked  1", "0" * 18)
    line.run(0)
    assert show(line.desk, line.now_ms).cannot == "waiting"
    line.mute = False
    line.run()
    assert (line.desk.found is None, show(line.desk, line.now_ms).cannot) == (False, "")


def test_a_restart_of_the_console_that_the_panel_has_not_seen_is_told_when_it_speaks() -> None:
    line = ready()
    line.deaf = True
    line.cluster.restart()
    line.hear()
    line.deaf = False
    line.desk.order(FIRST, m.SellCredit(T1, 100))
    line.run()
    assert (line.desk.denied, line.desk.ready, line.cluster.credit("T1")) == ("", True, 1_100)


# --- beats -----------------------------------------------------------------------------------------------------------


def test_it_beats_once_a_second_with_what_it_has_applied() -> None:
    line = ready()
    line.run(BEAT_MS)
    cluster = line.cluster
    cluster.open_round()
    line.hear()
    line.now_ms = line.desk.wake_ms(line.now_ms) or 0
    assert line.say() == [m.Beat(1, RUN, cluster.table.seq, cluster.table.chain)]
    assert cluster.table.forgotten.applied[DESK] == cluster.table.seq


def test_what_was_missed_is_asked_for_when_a_pulse_shows_it() -> None:
    line = ready()
    line.deaf = True
    line.cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    line.hear()
    line.deaf = False
    line.desk.receive(line.now_ms, m.Pulse(line.cluster.table.seq, line.cluster.table.chain))
    assert not is_ready(line)
    line.run()
    assert is_ready(line)
    assert line.desk.view == line.cluster.view


def test_a_see_is_an_entry_like_any_other() -> None:
    line = ready()
    line.deaf = True
    line.desk.order(FIRST, m.SellCredit(T1, 100))
    line.run(0)
    line.deaf = False
    line.now_ms += AGAIN_MS
    line.run(0)
    assert any(to == DESK and isinstance(message, m.See) for to, message in line.cluster.line)
    assert not line.desk.waiting


# --- denied, stopped -------------------------------------------------------------------------------------------------


def test_a_panel_whose_boot_was_passed_falls_silent() -> None:
    line = ready()
    line.cluster.now_ms += line.cluster.setup.takeover_ms
    newer = Line(line.cluster, 2, b"newerrun")
    newer.run()
    line.cluster.now_ms += line.cluster.setup.takeover_ms  # before, what it says may have been late
    line.run()
    assert line.desk.denied == "another process has joined"
    line.desk.order(FIRST, m.OpenBets())
    assert (line.desk.outgoing(line.now_ms), line.desk.ready) == ([], False)
    assert line.desk.wake_ms(line.now_ms) is None
    assert is_ready(newer.run())


@pytest.mark.parametrize("how", ["pulse", "welcome", "batch"])
def test_a_history_that_is_not_the_one_it_was_shown_stops_the_panel(how: str) -> None:
    line = ready()
    desk, seq = line.desk, line.desk.follower.seq
    wrong = b"x" * 32
    match how:
        case "pulse":
            desk.receive(0, m.Pulse(seq, wrong))
        case "welcome":
            desk.receive(0, m.Welcome(1, RUN, seq, wrong))
        case "batch":
            desk.receive(0, m.Batch(seq + 1, (m.SentEntry(wrong, "sealed"),), wrong))
    assert desk.stopped
    assert not is_ready(line)
    desk.order(FIRST, m.OpenBets())
    (hello,) = desk.outgoing(10_000)  # the proof, and nothing else, until it is denied
    assert isinstance(hello, m.Hello)
    assert (hello.last_seq, desk.outgoing(10_001)) == (seq, [])
    view = desk.view
    line.cluster.open_round()
    line.hear()  # whatever comes after that is not believed
    assert (desk.view is view, desk.view.phase) == (True, Phase.READY)
    desk.receive(20_000, m.Denied(hello.boot, hello.run, m.Denial.HISTORY))
    assert (desk.outgoing(30_000), desk.wake_ms(30_000)) == ([], None)
    assert desk.stopped


# --- what it shows ---------------------------------------------------------------------------------------------------


def test_it_shows_who_is_latched_who_disputes_and_who_is_retired() -> None:
    line = ready()
    desk, cluster = line.desk, line.cluster
    cluster.play(TIE, {"T1": {"banker": 100}})
    cluster.dispute("T1", 1)
    cluster.obey(m.Latch(T2, "look at it"), SUPERVISOR)
    line.run()
    assert (desk.disputes, desk.latched) == ({"T1": 1}, {"T2": "look at it"})
    cluster.obey(m.RuleDispute(T1, "the display was wrong"), SUPERVISOR)
    cluster.obey(m.Unlatch(T2), SUPERVISOR)
    cluster.obey(m.PayByHand(T2, 1_000), DEALER, SUPERVISOR)
    cluster.obey(m.Retire(T2), SUPERVISOR, OTHER_SUPERVISOR)
    line.run()
    assert (desk.disputes, desk.latched, desk.retired) == ({}, {}, {"T2"})


def test_it_goes_on_past_what_not_even_staff_may_see() -> None:
    cluster = dealt("9S 6D 8H KD", {"T1": {"1/main": 100}}, game="premium_blackjack")
    line = ready(cluster)
    assert line.desk.view == cluster.view
    cluster.choose("T1", "stand")
    line.run()
    assert line.desk.view == cluster.view


def test_a_new_machine_with_a_new_key_is_not_retired() -> None:
    line = ready(Cluster(credit=0))
    line.cluster.obey(m.Retire(T2), SUPERVISOR, OTHER_SUPERVISOR)
    line.cluster.enrol(T2, 2)
    line.cluster.join(T2)
    line.run()
    assert line.desk.retired == set()


def test_a_whole_round_is_led_from_the_panel() -> None:
    line = ready()
    desk, cluster = line.desk, line.cluster
    numbers = iter(range(1, 99))

    def order(what: m.Order) -> None:
        desk.order(b"%8d" % next(numbers), what)
        line.run(100)
        assert (desk.refusals, desk.waiting) == ({}, False)

    order(m.OpenBets())
    cluster.bet("T1", banker=100)
    order(m.CloseBets())
    cluster.deal(BANKER_WINS)
    line.run(100)
    order(m.Certify(cards_digest(desk.view)))
    assert (desk.view.phase, desk.ledger.credit(T1)) == (Phase.READY, 1_100)
