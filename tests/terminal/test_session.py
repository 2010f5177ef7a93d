"""A terminal against a console that is only a pen: what it sends, holds, lets go of and disputes, after any crash."""

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.cards import parse_cards
from games.round import Answer, CardDrawn, Felt, HandId, Refusal, Spot, Voided, Window
from games.round import WindowClosed as ClosingAct
from games.settlement import Line, final_lines, fold
from protocol import events as e
from protocol import messages as m
from protocol.chain import first_link, opened
from protocol.codec import decode_event, encode_body
from protocol.events import may_read
from protocol.follower import SYNC_PATIENCE_MS
from protocol.halts import Halt
from protocol.join import CAPABILITIES
from protocol.loop import Pen
from protocol.view import TableView
from terminal import intents as t
from terminal.checkpoint import restore, save
from terminal.records import Booted, Copied, LayoutSent, MoneyAsked, Restored, Stopped
from terminal.screen import LineShown, show
from terminal.session import Input
from tests.terminal.pen import (
    BANKER,
    BANKER_WINS,
    GAME,
    LIMITS,
    PLAYER,
    PLAYER_WINS,
    T1,
    T2,
    TABLE,
    TIE,
    Console,
    Terminal,
    answers,
    forged,
    hands,
    key,
    of,
    picture_of,
    round_of,
    wrong_settlement,
)

# --- joining ----------------------------------------------------------------------------------------------------


def test_4_1_a_boot_is_durable_before_its_hello_and_one_more_each_time(console: Console) -> None:
    t1 = Terminal(console)
    t1.crashes("before commit", t.Started(b"run-0000"))
    assert (t1.sent, t1.records) == ([], [])
    t1.restart()
    assert (t1.records, t1.sent) == (
        [Booted(1, b"run-0001")],
        [m.Hello(1, b"run-0001", 0, first_link(TABLE), T1, "terminal", capabilities=CAPABILITIES)],
    )
    t1.restart()
    assert t1.sent[1:] == [m.Hello(2, b"run-0002", 0, first_link(TABLE), T1, "terminal", capabilities=CAPABILITIES)]


def test_4_2_hello_is_said_again_with_backoff_until_the_welcome(console: Console) -> None:
    t1 = Terminal(console).restart()
    start = t1.now_ms
    times = [t1.now_ms - start for _ in range(700) if of(m.Hello, t1.does(after_ms=10))]
    assert times == [250, 750, 1_750, 3_750, 5_750]
    assert t1.session.wake_ms(t1.now_ms) == start + 7_750
    t1.is_welcomed()
    assert of(m.Hello, t1.waits(5_000)) == []


def test_4_2_a_welcome_or_a_denial_of_another_process_is_not_ours(console: Console) -> None:
    t1 = Terminal(console).restart()
    session = t1.session
    t1.hears(m.Welcome(1, b"other---", 3, console.link(3)), m.Welcome(9, session.state.run, 3, console.link(3)))
    t1.hears(m.Denied(1, b"other---", "retired"), m.Denied(9, session.state.run, "retired"))
    assert (session.link, session.join.denied) == ("joining", "")
    assert of(m.Hello, t1.waits(300))


def test_4_2_nothing_is_sent_before_the_head_of_the_welcome_is_applied(console: Console) -> None:
    t1 = Terminal(console).joins()
    t1.does(t.PlaceBet(BANKER, 100))
    t1.restart()
    console.register(1, banker=100)
    sent = t1.hears(console.welcome(t1))
    sent += t1.waits(200)
    assert {type(message) for message in sent} == {m.Sync, m.Beat}  # no Answer again, although it is in flight
    t1.does(t.PlaceBet(BANKER, 100))
    assert t1.notice == "reconnecting"
    assert answers(t1.catches_up()) == []
    assert t1.chips == {"banker": (0, 0, 100)}


def test_4_2_a_denied_process_stops_asking_until_it_is_restarted(t1: Terminal) -> None:
    t1.does(t.PlaceBet(BANKER, 100))
    t1.hears(m.Denied(1, t1.state.run, "another process has joined"))
    assert t1.waits(5_000) == []
    t1.does(t.PlaceBet(BANKER, 100))
    shown = show(t1.session)
    assert (shown.link, shown.why, t1.notice) == ("denied", "another process has joined", "denied")
    assert t1.chips == {"banker": (0, 100, 0)}  # held all the same
    t1.restart().is_welcomed()
    assert t1.answers == [(1, {BANKER: 100}), (1, {BANKER: 100})]


def test_4_2_the_joined_process_says_hello_again_when_it_is_told_to(t1: Terminal) -> None:
    run = t1.state.run
    assert of(m.Hello, t1.hears(m.Denied(1, run, "say hello"))) == [
        m.Hello(1, run, t1.state.seq, t1.state.chain, T1, "terminal", capabilities=CAPABILITIES)
    ]
    assert of(m.Hello, t1.hears(m.Denied(1, run, "say hello"))) == []  # once is enough, the rest is backoff
    assert not t1.session.join.joined
    t1.is_welcomed()


def test_5_1_after_a_console_restart_hello_comes_before_any_resend(t1: Terminal) -> None:
    console = t1.console
    t1.does(t.PlaceBet(BANKER, 100))
    old_welcome = console.welcome(t1)
    console.write(e.ConsoleStarted(2), e.Interrupted(1, established=False))
    sent = t1.hears(console.batch(t1.state.seq))
    assert [type(message) for message in sent] == [m.Hello]
    assert answers(t1.waits(3_000)) == []
    t1.hears(old_welcome)  # late, from the process that is gone
    assert not t1.session.join.joined
    console.write(e.InterruptionAnswered(1, affects=False, deadline_ms=0))
    t1.is_welcomed()
    assert t1.answers == [(1, {BANKER: 100}), (1, {BANKER: 100})]


def test_a_start_that_the_welcome_already_covers_needs_no_second_hello(console: Console) -> None:
    t1 = Terminal(console).joins()
    console.write(e.ConsoleStarted(2))
    t1.restart().is_welcomed()
    assert of(m.Hello, t1.waits(3_000)) == []


def test_4_2_a_beat_goes_every_second_with_what_is_applied(t1: Terminal) -> None:
    beats = of(m.Beat, t1.waits(3_000))
    assert (len(beats), beats[-1].applied_seq, beats[-1].chain) == (3, t1.console.pen.seq, t1.console.pen.chain)


# --- a bet, and where it dies (DESIGN 4.6) ------------------------------------------------------------------------


@pytest.mark.rule("001 §1.15")
def test_rule_4_one_revision_in_flight_and_further_taps_go_out_as_the_next_one(t1: Terminal) -> None:
    t1.taps(t.PlaceBet(BANKER, 100), t.PlaceBet(BANKER, 50), t.PlaceBet(PLAYER, 20))
    assert (t1.chips, t1.money) == ({"banker": (150, 100, 0), "player": (20, 0, 0)}, (1_000, 0, 830))
    t1.follows(t1.console.register(1, banker=100))
    assert t1.answers == [(1, {BANKER: 100}), (2, {BANKER: 150, PLAYER: 20})]
    assert t1.chips == {"banker": (0, 150, 100), "player": (0, 20, 0)}
    t1.follows(t1.console.register(2, banker=150, player=20))
    assert (t1.chips, t1.money) == ({"banker": (0, 0, 150), "player": (0, 0, 20)}, (830, 170, 830))


def test_4_6_killed_before_the_commit_the_chip_was_never_placed(t1: Terminal) -> None:
    t1.crashes("before commit", t.PlaceBet(BANKER, 100))
    t1.restart().is_welcomed()
    assert (t1.answers, t1.chips, t1.money) == ([], {}, (1_000, 0, 1_000))


def test_4_6_killed_after_the_commit_the_same_revision_is_sent(t1: Terminal) -> None:
    t1.sent.clear()
    t1.crashes("after commit", t.PlaceBet(BANKER, 100))
    assert (t1.sent, t1.records[-1]) == ([], LayoutSent(t1.console.window, 1, {BANKER: 100}, ""))  # rule 5
    t1.restart()
    assert t1.money == (1_000, 0, 900)  # held from the first moment on
    t1.is_welcomed()
    assert t1.answers == [(1, {BANKER: 100})]


@pytest.mark.rule("001 §5.2.1")
def test_5_2_1_registered_while_the_terminal_was_dark_is_settled(t1: Terminal) -> None:
    t1.does(t.PlaceBet(BANKER, 100))
    t1.console.register(1, banker=100).play(BANKER_WINS)
    t1.restart().is_welcomed()
    assert t1.money == (1_100, 0, 1_100)
    assert [(line.spot, line.returned) for line in t1.own_lines] == [(BANKER, 200)]
    assert (t1.session.disputed, t1.chips) == (0, {})


@pytest.mark.rule("001 §5.2.2")
def test_5_2_2_an_unregistered_bet_is_returned_when_the_window_closes(t1: Terminal) -> None:
    t1.does(t.PlaceBet(BANKER, 100))
    assert t1.money == (1_000, 0, 900)
    t1.follows(t1.console.close_bets())
    assert (t1.money, t1.notice, t1.chips) == ((1_000, 0, 1_000), "returned", {})
    assert answers(t1.waits(5_000)) == []


def test_rule_7_no_time_lets_go_of_a_hold(t1: Terminal) -> None:
    t1.does(t.PlaceBet(BANKER, 100))
    t1.does(after_ms=24 * 3_600_000)
    assert (t1.money, t1.session.link) == ((1_000, 0, 900), "reconnecting")


def test_rule_7_a_sealed_own_entry_waits_for_its_body(t1: Terminal) -> None:
    console, session = t1.console, t1.session
    t1.does(t.PlaceBet(BANKER, 100))
    seq = session.state.seq
    console.register(1, banker=100).close_bets()
    t1.hears(console.batch(seq))
    assert (session.state.seq, t1.chips) == (seq, {"banker": (0, 100, 0)})  # the close must not come first
    t1.hears(console.see(seq + 1))
    assert (session.state.seq, t1.chips) == (seq + 2, {"banker": (0, 0, 100)})


def test_late_and_doubled_replies_change_nothing(t1: Terminal) -> None:
    console = t1.console
    t1.does(t.PlaceBet(BANKER, 100))
    seq = t1.state.seq
    console.register(1, banker=100)
    t1.hears(console.see(seq + 1), console.see(seq + 1))
    t1.does(t.PlaceBet(BANKER, 50))
    records = len(t1.journal)
    t1.hears(console.see(seq + 1), console.deltas(0), console.batch(seq))
    assert (t1.chips, len(t1.journal)) == ({"banker": (0, 150, 100)}, records)


def test_rule_2_a_refusal_is_read_and_the_registered_layout_stands(t1: Terminal) -> None:
    t1.does(t.PlaceBet(BANKER, 100))
    t1.follows(t1.console.register(1, banker=100))
    t1.does(t.PlaceBet(BANKER, 500))
    t1.follows(t1.console.refuse(2, banker=600))
    assert t1.forgotten.notice == t.Notice("credit", "there is no credit for that")
    assert (t1.chips, t1.money) == ({"banker": (0, 0, 100)}, (900, 100, 900))
    assert answers(t1.waits(5_000)) == []


def test_refused_and_changed_since_goes_out_as_the_next_revision(t1: Terminal) -> None:
    t1.taps(t.PlaceBet(BANKER, 500), t.TakeBack(BANKER, 400))
    t1.follows(t1.console.refuse(1, banker=500))
    assert t1.answers == [(1, {BANKER: 500}), (2, {BANKER: 100})]


def test_rule_6_an_older_image_catches_up_and_numbers_on_from_the_log(t1: Terminal) -> None:
    console = t1.console
    t1.does(t.PlaceBet(BANKER, 100))
    t1.follows(console.register(1, banker=100))
    image = len(t1.journal)
    t1.does(t.PlaceBet(BANKER, 100))
    t1.follows(console.register(2, banker=200))
    t1.restart(entries=image).is_welcomed()
    assert (t1.state.boot, t1.chips) == (2, {"banker": (0, 0, 200)})
    t1.does(t.PlaceBet(TIE, 5))
    assert t1.answers[-1] == (3, {BANKER: 200, TIE: 5})


def test_an_image_with_another_layout_in_flight_yields_to_the_log(t1: Terminal) -> None:
    console = t1.console
    t1.does(t.PlaceBet(BANKER, 100))
    image = len(t1.journal)
    t1.follows(console.register(1, banker=100))
    t1.does(t.ClearBets())
    t1.follows(console.register(2))
    t1.restart(entries=image)
    assert t1.money == (1_000, 0, 900)
    t1.is_welcomed()
    assert (t1.money, t1.answers) == ((1_000, 0, 1_000), [(1, {BANKER: 100}), (2, {})])


def test_rule_9_without_pulses_new_bets_wait_and_what_is_in_flight_is_resent(t1: Terminal) -> None:
    t1.does(t.PlaceBet(BANKER, 100))
    assert t1.forgotten.connected
    t1.does(after_ms=1_499)
    assert t1.forgotten.connected
    assert t1.session.wake_ms(t1.now_ms) == t1.now_ms + 1
    assert answers(t1.does(after_ms=1)) == []
    assert show(t1.session).link == "reconnecting"
    t1.does(t.PlaceBet(BANKER, 100))
    assert (t1.notice, t1.chips) == ("reconnecting", {"banker": (0, 100, 0)})
    assert answers(t1.does(after_ms=2_000))
    t1.hears(t1.console.pulse())
    assert t1.session.link == "joined"


def test_rule_3_while_play_is_halted_nothing_new_is_sent(t1: Terminal) -> None:
    console = t1.console
    t1.does(t.PlaceBet(BANKER, 100))
    t1.follows(console.write(e.Halted(Halt.SURPLUS, "a card came")))
    t1.does(t.PlaceBet(PLAYER, 20))
    resent = answers(t1.waits(2_000))
    assert {(message.revision, len(message.bets)) for message in resent} == {(1, 1)}
    t1.follows(console.register(1, banker=100))
    assert t1.chips == {"banker": (100, 0, 100), "player": (20, 0, 0)}
    assert [halt.reason for halt in show(t1.session).halts] == ["surplus"]
    console.write(e.Resumed(Halt.SURPLUS, 0))
    assert [message.revision for message in answers(t1.catches_up())] == [2]


# --- what the Player may do -----------------------------------------------------------------------------------------


def test_rule_6_a_bet_below_the_minimum_is_built_up_locally(t1: Terminal) -> None:
    for _ in range(3):
        t1.does(t.PlaceBet(BANKER, 5))
    assert (t1.answers, t1.chips, t1.money) == ([], {"banker": (15, 0, 0)}, (1_000, 0, 985))
    t1.does(t.PlaceBet(BANKER, 5))
    assert t1.answers == [(1, {BANKER: 20})]
    t1.console.register(1, banker=20).close_bets()
    t1.does(t.PlaceBet(BANKER, 5))
    t1.does(t.TakeBack(BANKER, 15))  # 10 are below: nothing goes out
    t1.catches_up()
    assert (t1.notice, t1.chips) == ("closed", {"banker": (0, 0, 20)})  # the last registered layout stands
    assert t1.money == (980, 20, 980)


def test_rule_6_spendable_counts_the_largest_of_registered_in_flight_and_wanted(t1: Terminal) -> None:
    console = t1.console
    t1.does(t.PlaceBet(BANKER, 100))
    t1.follows(console.register(1, banker=100))
    assert t1.money == (900, 100, 900)
    t1.does(t.PlaceBet(BANKER, 200))
    t1.does(t.TakeBack(BANKER, 250))  # wanted 50, in flight 300, registered 100
    assert t1.money == (900, 100, 700)
    console.register(2, banker=300)
    t1.catches_up()  # now 50 is in flight: what is registered comes free only with its entry
    assert t1.money == (700, 300, 700)
    t1.follows(console.register(3, banker=50))
    assert t1.money == (950, 50, 950)


def test_a_bet_beyond_what_can_be_spent_is_refused_here(t1: Terminal) -> None:
    t1.taps(t.PlaceBet(BANKER, 900), t.PlaceBet(PLAYER, 200))
    assert (t1.notice, t1.chips) == ("credit", {"banker": (0, 900, 0)})
    t1.does(t.PlaceBet(PLAYER, 100))
    assert (t1.notice, t1.money) == ("", (1_000, 0, 0))


def test_5_9_clear_undo_double_and_repeat_are_whole_layouts(t1: Terminal) -> None:
    console = t1.console
    t1.does(t.PlaceBet(BANKER, 100), t.PlaceBet(PLAYER, 50))
    assert t1.answers == [(1, {BANKER: 100, PLAYER: 50})]
    t1.does(t.DoubleBets())
    assert t1.chips == {"banker": (200, 100, 0), "player": (100, 50, 0)}
    t1.does(t.UndoBet())
    assert t1.chips == {"banker": (0, 100, 0), "player": (0, 50, 0)}  # as it is in flight: nothing is wanted beyond
    t1.does(t.UndoBet())
    assert t1.chips == {"banker": (100, 100, 0), "player": (0, 50, 0)}
    t1.follows(console.register(1, banker=100, player=50))
    assert t1.answers[-1] == (2, {BANKER: 100})
    console.register(2, banker=100)
    t1.does(t.ClearBets())
    t1.catches_up()
    assert t1.answers[-1] == (3, {})
    t1.follows(console.register(3))
    t1.does(t.UndoBet())
    assert t1.answers[-1] == (4, {BANKER: 100})
    t1.follows(console.register(4, banker=100).play().open_bets())
    t1.does(t.RepeatBets())
    assert t1.answers[-1] == (1, {BANKER: 100})


def test_rule_2_no_more_than_200_revisions_of_a_window_are_sent(t1: Terminal) -> None:
    console = t1.console
    t1.follows(console.register(m.REVISIONS_MAX - 1, banker=100))
    t1.does(t.PlaceBet(BANKER, 50))
    assert t1.answers == [(m.REVISIONS_MAX, {BANKER: 150})]
    t1.does(t.PlaceBet(BANKER, 50))
    assert (t1.notice, t1.chips) == ("", {"banker": (200, 150, 100)})  # it may yet be closed, or taken back
    t1.follows(console.register(m.REVISIONS_MAX, banker=150))
    assert t1.forgotten.notice == t.Notice("too_many", "too many changes in one window: the last registered Bets stand")
    assert (len(t1.answers), t1.chips, t1.money) == (1, {"banker": (0, 0, 150)}, (850, 150, 850))
    t1.does(t.ClearBets())
    assert (t1.notice, len(t1.answers), t1.chips) == ("too_many", 1, {"banker": (0, 0, 150)})
    t1.follows(console.play().open_bets())
    t1.does(t.PlaceBet(BANKER, 50))
    assert (t1.notice, t1.answers[1:]) == ("", [(1, {BANKER: 50})])


def test_a_layout_that_is_registered_already_is_not_sent_again(t1: Terminal) -> None:
    t1.taps(t.PlaceBet(BANKER, 100), t.PlaceBet(PLAYER, 50), t.TakeBack(PLAYER, 50), t.PlaceBet(PLAYER, 50))
    t1.console.register(1, banker=100, player=50)  # a Pit Employee added what he wants
    t1.catches_up()
    assert (t1.answers, t1.forgotten.wanted) == ([(1, {BANKER: 100})], {})


def test_a_decision_is_a_whole_answer_for_its_respondents(t1: Terminal) -> None:
    console = t1.console
    mine = m.WindowId(1, 2, b"nonce-02")
    console.close_bets().write(
        e.WindowOpened(m.WindowId(1, 3, b"nonce-03"), Window("choice/2", (), ("hit", "stand"), (T2,)), 9, 0),
        e.WindowOpened(mine, Window("choice/1", (Spot("1/double"),), ("hit", "double"), (T1,), "hit"), 9, 0),
    )
    t1.catches_up()
    t1.does(t.SetLayout("", {Spot("1/double"): 50}, "double"))
    assert t1.sent[-1] == m.Answer(1, t1.state.run, mine, 1, {Spot("1/double"): 50}, "double")
    (shown,) = show(t1.session).windows
    assert (shown.name, shown.choices, shown.choice, shown.default) == ("choice/1", ("hit", "double"), "double", "hit")
    t1.does(t.SetLayout("choice/2", {}, "stand"))
    assert t1.notice == "closed"
    t1.does(t.SetLayout("choice/1", {}, "split"))
    assert t1.notice == "illegal_decision"


@pytest.mark.parametrize(
    ("intent", "reason"),
    [
        (t.PlaceBet(Spot("moon"), 100), "closed"),
        (t.PlaceBet(BANKER, 0), "bad_stake"),
        (t.PlaceBet(BANKER, 10**16), "bad_stake"),
        (t.TakeBack(BANKER, 100), "closed"),
        (t.SetLayout("bets", {Spot("moon"): 100}), "unknown_spot"),
        (t.SetLayout("bets", {BANKER: -1}), "bad_stake"),
        (t.SetLayout("bets", {Spot(f"{n}"): 1 for n in range(41)}), "bad_stake"),
        (t.SetLayout("insurance"), "closed"),
        (t.ClearBets(), "closed"),
        (t.DoubleBets(), "closed"),
        (t.UndoBet(), "closed"),
        (t.RepeatBets(), "closed"),
        (t.CashOut(key(1), 1_001), "credit"),
        (t.CashOut(b"short", 100), "bad_id"),
        (t.NoteIn(key(1), 0), "bad_note"),
        (t.NoteIn(b"", 10), "bad_id"),
        (t.NoteStacked(key(1)), "bad_note"),
        (t.TicketIn(key(1), ""), "bad_ticket"),
        (t.TicketIn(b"", "0815"), "bad_id"),
        (t.PrintResult(key(1), "0815", "printed"), "bad_ticket"),
    ],
)
def test_an_intent_that_cannot_be_is_answered_on_the_screen_and_changes_nothing(
    t1: Terminal, intent: Input, reason: str
) -> None:
    records = len(t1.journal)
    assert t1.does(intent) == []
    assert (t1.notice, len(t1.journal), t1.chips) == (reason, records, {})


def test_a_terminal_without_the_rule_book_does_not_bet(console: Console) -> None:
    t1 = Terminal(console).joins()
    t1.follows(console.write(e.TableOpened("baccarat", "RWS v9", Felt(), 15_000)).open_bets())
    t1.does(t.PlaceBet(BANKER, 100))
    assert (t1.notice, t1.answers) == ("no_rule_book", [])
    t1.follows(console.register(1, banker=100).play())
    assert (t1.session.disputed, t1.session.credit) == (0, 1_100)  # it cannot tell


# --- settlement ----------------------------------------------------------------------------------------------------


def test_3_13_right_lines_are_not_disputed(t1: Terminal) -> None:
    t1.does(t.SetLayout("", {BANKER: 100, TIE: 10}))
    t1.follows(t1.console.register(1, banker=100, tie=10).play(BANKER_WINS))
    assert (t1.session.disputed, t1.money) == (0, (1_090, 0, 1_090))
    shown = show(t1.session)
    assert shown.lines == (
        LineShown("banker", 100, 200, "won", "1 to 1", "4.1"),
        LineShown("tie", 10, 0, "lost", "-1 to 1", "3.13"),
    )
    assert [(past.round_no, past.void, past.lines) for past in shown.history] == [(1, "", shown.lines)]
    assert shown.road == ("Bn9",)
    assert t1.state.layouts.registered == {}


def test_5_11_a_void_round_returns_every_bet(t1: Terminal) -> None:
    t1.does(t.PlaceBet(BANKER, 100))
    t1.follows(t1.console.register(1, banker=100).close_bets().deal("2C 4D").void())
    assert (t1.session.disputed, t1.money) == (0, (1_000, 0, 1_000))


def test_4_3_void_with_an_open_window_closes_it_first(t1: Terminal) -> None:
    t1.does(t.PlaceBet(BANKER, 100))
    t1.follows(t1.console.void())
    assert (t1.notice, t1.money, t1.state.outbox.layouts) == ("returned", (1_000, 0, 1_000), {})


def test_decision_7_a_wrong_line_is_disputed_and_blocks_bets_and_cash_out(t1: Terminal) -> None:
    console = wrong_settlement(t1.console).open_bets()
    (dispute,) = of(m.Dispute, t1.catches_up())
    assert (dispute.round_no, dispute.lines) == (1, (("banker", 100, 0),))
    assert t1.session.disputed == 1
    assert t1.session.credit == 1_100  # the mirror is the console's, right or wrong
    t1.does(t.PlaceBet(BANKER, 100))
    assert (t1.notice, t1.chips) == ("disputed", {})
    t1.does(t.CashOut(key(1), 100))
    assert (t1.notice, t1.state.outbox.cash_out_amount()) == ("disputed", 0)
    t1.follows(console.write(e.SettlementDisputed(dispute.id, T1, 1, dispute.lines)))
    assert of(m.Dispute, t1.waits(5_000)) == []
    t1.follows(console.write(e.DisputeRuled(T1, 1, "the table is right")))
    assert t1.session.disputed == 0
    t1.does(t.PlaceBet(BANKER, 100))
    assert t1.answers == [(1, {BANKER: 100})]


def test_decision_7_a_dispute_has_the_same_id_after_any_restart(t1: Terminal) -> None:
    image = len(t1.journal)
    wrong_settlement(t1.console)
    (dispute,) = of(m.Dispute, t1.catches_up())
    t1.restart().is_welcomed()
    t1.restart(entries=image).is_welcomed()
    ids = {message.id for message in of(m.Dispute, t1.sent)}
    assert ids == {dispute.id}
    assert len(dispute.id) == 16


def test_a_ruling_leaves_a_dispute_that_has_not_reached_the_console(t1: Terminal) -> None:
    wrong_settlement(t1.console)
    t1.catches_up()
    t1.follows(t1.console.write(e.DisputeRuled(T1, 1, "about another one")))
    assert t1.session.disputed == 1


def test_decision_7_a_line_for_a_bet_that_was_never_placed_and_one_paid_twice_are_disputed(t1: Terminal) -> None:
    console = t1.console.register(1, banker=100, tie=100).close_bets().deal(BANKER_WINS)
    banker, tie = console.lines()
    t1.follows(console.write(e.Settled(1, T1, 1, (banker,))))
    assert (t1.session.disputed, t1.money) == (0, (1_000, 100, 1_000))  # an interim settlement: the rest stays
    t1.follows(console.write(e.Settled(1, T1, 1, (banker,))))
    assert t1.session.disputed == 1
    t2 = Terminal(Console().credit(1_000).open_bets()).joins()
    t2.console.register(1, banker=100).close_bets().deal(BANKER_WINS)
    t2.follows(t2.console.write(e.Settled(1, T1, 1, (Line(PLAYER, 100, 0, tie.verdict),))))
    assert t2.session.disputed == 1


def test_1_17_of_003_what_is_bet_after_an_interim_settlement_is_settled_with_the_rest(t1: Terminal) -> None:
    console = t1.console.register(1, banker=100).close_bets().deal(BANKER_WINS)
    (banker,) = console.lines()
    console.write(e.Settled(1, T1, 1, (banker,)))
    later = m.WindowId(1, 2, b"nonce-02")
    console.write(
        e.WindowOpened(later, Window("later", (TIE,)), 9, 0),
        e.LayoutRegistered(later, T1, 1, Answer({TIE: 10}), 10),
        e.WindowClosed(later, "later", "dealer", None, HandId("")),
    )
    tie = Line(TIE, 10, 0, GAME.verdicts(round_of(BANKER_WINS), T1, {})[TIE])
    t1.follows(console.write(e.Settled(1, T1, 1, (tie,)), e.RoundEnded(1, void=False)))
    assert (t1.session.disputed, t1.own_lines, t1.money) == (0, (banker, tie), (1_090, 0, 1_090))


def test_5_10_cards_corrected_before_the_end_are_the_cards_that_count(t1: Terminal) -> None:
    console = t1.console.register(1, banker=100, tie=10).close_bets().deal(BANKER_WINS)
    _banker, tie = console.lines()
    t1.follows(console.write(e.Settled(1, T1, 1, (tie,))))
    cards = parse_cards(PLAYER_WINS.split())
    console.write(e.CardsCorrected(1, cards, GAME.hands(round_of(PLAYER_WINS)), 0, HandId("")))
    t1.follows(console.write(e.Settled(1, T1, 1, console.lines()[:1]), e.RoundEnded(1, void=False)))
    assert (t1.session.disputed, t1.money) == (0, (890, 0, 890))


def test_m3_a_bet_that_is_not_settled_at_all_is_disputed_when_the_round_ends(t1: Terminal) -> None:
    console = t1.console.register(1, banker=100).close_bets().deal(BANKER_WINS)
    console.write(e.RoundEnded(1, void=False))
    (dispute,) = of(m.Dispute, t1.catches_up())
    assert dispute.lines == (("banker", 100, 200),)


@pytest.mark.parametrize("to", ["", "T1", "T2"])
@pytest.mark.parametrize(("returned", "disputed"), [(200, 0), (0, 1)])
def test_3_12_lines_paid_while_a_card_lies_face_down_are_checked_at_the_end(
    t1: Terminal, returned: int, disputed: int, to: str
) -> None:
    """Also if it is his own, and he sees it: what everybody sees of the Round is what it is settled by."""
    console = t1.console.register(1, banker=100).close_bets().deal("2C 4D 5S")
    face = console.deal_face_down("5H", to=to)
    t1.catches_up()
    assert hands(t1) == {"player": "2C 5S", "banker": f"4D {'5H' if to == 'T1' else '??'}"}
    lines = (Line(BANKER, 100, returned, GAME.verdicts(round_of(BANKER_WINS), T1, {})[BANKER]),)
    t1.follows(console.write(e.Settled(1, T1, 1, lines)))
    assert t1.session.disputed == 0
    t1.follows(console.write(e.CardRevealed(1, 3, face), e.RoundEnded(1, void=False)))
    assert t1.session.disputed == disputed


def test_m13_a_player_sees_his_own_face_down_cards_and_nobody_elses(t1: Terminal) -> None:
    console = t1.console.close_bets()
    t2 = Terminal(console, T2).joins()
    first = console.deal_face_down("2C", to="T1")
    console.deal_face_down("9H", to="T2")
    console.deal_face_down("3C", to="T1")
    console.deal_face_down("9D", to="")
    for terminal in (t1, t2):
        terminal.catches_up()
        assert terminal.state.view == console.view  # M9: one picture for all
    assert (hands(t1), hands(t2)) == ({"player": "2C 3C", "banker": "?? ??"}, {"player": "?? ??", "banker": "9H ??"})
    assert t1.state.own_cards == dict(zip((0, 2), parse_cards(["2C", "3C"]), strict=True))
    assert t1.restart().is_welcomed().session.state.own_cards == {0: first, 2: parse_cards(["3C"])[0]}
    console.write(e.CardRevealed(1, 0, first))
    for terminal in (t1, t2):
        terminal.catches_up()
    assert (hands(t1)["player"], hands(t2)["player"]) == ("2C 3C", "2C ??")


def test_m13_a_card_of_one_s_own_is_not_applied_before_its_face_has_come(t1: Terminal) -> None:
    console = t1.console.close_bets()
    console.deal_face_down("2C", to="T1")
    before = console.pen.seq - 1
    t1.hears(console.batch(t1.state.seq))  # as it is published: the face is sealed for everybody
    assert (t1.state.seq, hands(t1)) == (before, {"player": "??"})
    t1.hears(console.see(before + 1))
    assert (t1.state.seq, hands(t1)) == (before + 1, {"player": "2C"})


def test_own_cards_are_forgotten_when_the_next_round_begins_or_the_cards_are_corrected(t1: Terminal) -> None:
    console = t1.console.close_bets()
    console.deal_face_down("2C", to="T1")
    choice = Window("choice", choices=("stand",), respondents=(T2,))
    console.write(e.WindowOpened(m.WindowId(1, 2, b"nonce-08"), choice, 0, 0))  # of the same Round
    t1.follows(console.write(e.WindowClosed(m.WindowId(1, 2, b"nonce-08"), "choice", "dealer", None, HandId("banker"))))
    assert hands(t1) == {"player": "2C"}
    (other,) = parse_cards(["KD"])
    t1.follows(console.write(e.CardsCorrected(1, (other,), {HandId("player"): (other,)}, 0, HandId("player"))))
    assert (t1.state.own_cards, hands(t1)) == ({}, {"player": "KD"})
    t1.follows(console.deal_face_down("3C", to="T1", hand="player"))
    assert hands(t1) == {"player": "KD 3C"}
    t1.follows(console.write(e.RoundEnded(1, void=True)))
    assert hands(t1) == {"player": "KD 3C"}
    console.open_bets().close_bets()
    console.deal_face_down("9H", to="T2")
    t1.follows(console.deal_face_down("9D", to="T2"))
    assert (t1.state.own_cards, hands(t1)) == ({}, {"player": "??", "banker": "??"})


@pytest.mark.rule("001 §5.6")
def test_5_6_a_right_correction_is_posted_and_not_disputed(t1: Terminal) -> None:
    console = t1.console.register(1, banker=100).play(BANKER_WINS).correct(PLAYER_WINS)
    t1.catches_up()
    assert (t1.session.disputed, t1.money) == (0, (900, 0, 900))
    assert [line.returned for line in t1.state.own_rounds.rounds[1].paid.values()] == [0]
    console.write(e.RoundEnded(2, void=False))  # whatever follows
    t1.catches_up()
    assert t1.session.disputed == 0


@pytest.mark.rule("001 §5.3.3")
def test_5_3_3_a_settled_round_voided_in_time_is_returned(t1: Terminal) -> None:
    t1.follows(t1.console.register(1, banker=100).play(BANKER_WINS).correct(void="5.3.3"))
    assert (t1.session.disputed, t1.money) == (0, (1_000, 0, 1_000))


@pytest.mark.parametrize("wrong", [0, 10])
def test_5_12_a_void_taken_back_over_a_card_that_came_while_bets_were_open_is_computed_without_it(
    t1: Terminal, wrong: int
) -> None:
    console, surplus, cards = t1.console.register(1, banker=100), parse_cards(["9S"]), parse_cards(PLAYER_WINS.split())
    console.shoe_seq += 1
    console.write(e.SurplusDrawn(1, console.shoe_seq)).close_bets("card").deal(PLAYER_WINS)
    laid, due = console.view.hands, HandId("")
    console.write(e.RulingMade(1, Voided("5.3.3"), "5.3.3", laid, 0, due, surplus, (0,))).settle(void=True)
    round = fold(GAME, console.view.round_felt, [ClosingAct("bets"), *map(CardDrawn, cards)])
    before, (lost,) = console.lines(), final_lines(GAME, round, T1, console.bets[T1])
    paid = (replace(lost, returned=lost.returned + wrong),)
    console.write(e.RoundCorrected(1, cards, "", laid), e.LinesCorrected(1, T1, 1, before, paid, wrong - 100, 0, 0))
    t1.follows(console)
    assert (t1.session.disputed, t1.money) == (bool(wrong), (900 + wrong, 0, 900 + wrong))


def test_5_6_a_wrong_correction_is_disputed_anew_also_after_a_ruling(t1: Terminal) -> None:
    console = wrong_settlement(t1.console)
    (first,) = of(m.Dispute, t1.catches_up())
    console.write(e.SettlementDisputed(first.id, T1, 1, first.lines), e.DisputeRuled(T1, 1, "to be corrected"))
    t1.catches_up()
    paid = t1.own_lines
    console.write(e.RoundCorrected(1, parse_cards(PLAYER_WINS.split()), "", {}))
    console.write(e.LinesCorrected(1, T1, 1, paid, (Line(BANKER, 100, 50, paid[0].verdict),), -150, 0, 0))
    (second,) = of(m.Dispute, t1.catches_up())
    assert second.lines == first.lines
    assert second.id != first.id  # the same one would be answered with the entry that is ruled on already


@pytest.mark.parametrize("wrong", [-10, 10])
def test_5_6_a_correction_by_other_money_than_the_cards_give_is_disputed(t1: Terminal, wrong: int) -> None:
    t1.follows(t1.console.register(1, banker=100).play(PLAYER_WINS).correct(BANKER_WINS, wrong=wrong))
    assert t1.session.disputed == 1


def test_5_6_a_correction_of_lines_that_were_never_paid_or_by_another_sum_is_disputed(t1: Terminal) -> None:
    right = decode_event(t1.console.register(1, banker=100).play(PLAYER_WINS).correct(BANKER_WINS).entries[-1].body)
    assert isinstance(right, e.LinesCorrected)
    other_before = (Line(BANKER, 100, 50, right.before[0].verdict),)
    for written, disputed in (
        (right, 0),
        (replace(right, credited=150), 1),
        (replace(right, before=other_before, credited=150), 1),
    ):
        console = Console().credit(1_000).open_bets().register(1, banker=100).play(PLAYER_WINS)
        console.write(e.RoundCorrected(1, parse_cards(BANKER_WINS.split()), "", {}), written)
        assert Terminal(console).joins().session.disputed == disputed


def test_5_6_a_correction_that_first_settles_what_was_owed_is_right_and_leaves_nothing_to_tell_of_it(
    t1: Terminal,
) -> None:
    """The debt may be older than this terminal's snapshot: its own ledger need not know it."""
    written = decode_event(t1.console.register(1, banker=100).play(PLAYER_WINS).correct(BANKER_WINS).entries[-1].body)
    assert isinstance(written, e.LinesCorrected)
    console = Console().credit(1_000).open_bets().register(1, banker=100).play(PLAYER_WINS)
    console.write(e.RoundCorrected(1, parse_cards(BANKER_WINS.split()), "", {}))
    console.write(replace(written, credited=150, owed=-50))
    again = Terminal(console).joins()
    assert (again.session.disputed, again.session.credit) == (0, 1_050)
    told = again.state.own_rounds.correction
    assert told is not None
    assert (told.credited, told.due, told.owed) == (150, 0, 0)


def test_5_6_a_correction_of_a_round_that_is_long_forgotten_is_only_posted(t1: Terminal) -> None:
    t1.follows(t1.console.write(e.RoundCorrected(77, (), "", {}), e.LinesCorrected(77, T1, 1, (), (), -100, 0, 0)))
    assert (t1.session.disputed, t1.money) == (0, (900, 0, 900))


@pytest.mark.rule("001 §5.6")
def test_only_the_last_100_own_rounds_are_kept(t1: Terminal) -> None:
    console = t1.console
    for _ in range(105):
        console.register(1, banker=20).play(PLAYER_WINS if console.round_no % 2 else BANKER_WINS).open_bets()
    t1.catches_up()
    assert (list(t1.state.own_rounds.rounds), t1.session.disputed) == (list(range(6, 106)), 0)


@pytest.mark.rule("001 §1.17")
def test_1_17_what_is_asked_again_goes_back_first(t1: Terminal) -> None:
    console = t1.console.register(1, banker=100).close_bets()
    t1.follows(console.write(e.LayoutReturned(1, "bets", T1, 100), e.LayoutReturned(1, "bets", T2, 0)))
    assert (t1.state.layouts.registered, t1.money) == ({}, (1_000, 0, 1_000))


@pytest.mark.rule("001 §1.17")
def test_1_17_what_a_picture_tells_of_a_closed_window_goes_back_by_its_name(console: Console) -> None:
    console.register(1, banker=100).close_bets()
    t1 = Terminal(console).restart()
    t1.hears(console.welcome(t1), picture_of(console, 1))
    assert list(t1.state.layouts.names.values()) == ["bets"]
    t1.follows(console.write(e.LayoutReturned(1, "bets", T1, 100)))
    assert (t1.state.layouts.registered, t1.money) == ({}, (1_000, 0, 1_000))


@pytest.mark.rule("001 §5.12")
def test_5_12_what_the_house_gives_back_is_said_and_can_be_looked_up(t1: Terminal) -> None:
    console = t1.console.register(1, banker=100).close_bets()
    t1.follows(console.write(e.LayoutReturned(1, "bets", T1, 100, "5.12")))
    notice = t1.session.forgotten.notice
    assert notice is not None
    assert (notice.reason, notice.paragraph, t1.money) == ("given_back", "5.12", (1_000, 0, 1_000))
    t1.follows(console.deal(BANKER_WINS).write(e.RoundEnded(1, void=False)))
    (played,) = t1.state.own_rounds.history
    assert [(line.spot, line.staked, line.returned) for line in played.lines] == [("banker", 100, 100)]


# --- money in and out ------------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §1.15")
def test_rule_10_a_note_is_held_on_record_before_it_is_stacked_and_bought_exactly_once(t1: Terminal) -> None:
    console = t1.console
    t1.does(t.NoteIn(key(1), 500))
    assert t1.state.outbox.notes == {key(1): 500}
    t1.does(t.NoteIn(key(1), 500))
    assert of(m.BuyCredit, t1.sent) == []
    t1.crashes("after commit", t.NoteStacked(key(1)))
    t1.restart()
    t1.does(t.NoteStacked(key(1)))  # the acceptor reports it again
    t1.is_welcomed()
    t1.restart().is_welcomed()
    asked = of(m.BuyCredit, t1.sent)
    assert {(message.id, message.amount) for message in asked} == {(key(1), 500)}
    assert [message.boot for message in asked] == [2, 3]
    assert t1.records.count(MoneyAsked(m.BuyCredit(1, b"run-0001", key(1), 500))) == 1
    t1.follows(console.write(e.CreditBought(key(1), T1, 1, 500)))
    t1.restart().is_welcomed()
    assert (t1.state.outbox.asked, t1.money) == ({}, (1_500, 0, 1_500))
    assert len(of(m.BuyCredit, t1.sent)) == 2


def test_rule_10_a_note_that_is_unclear_after_a_power_loss_is_the_attendant_s(t1: Terminal) -> None:
    t1.does(t.NoteIn(key(1), 500), t.NoteIn(key(2), 100))
    t1.does(t.NoteReturned(key(2)), t.NoteReturned(key(3)))
    t1.restart().is_welcomed()
    assert (t1.state.outbox.notes, show(t1.session).notes) == ({key(1): 500}, 500)
    assert of(m.BuyCredit, t1.waits(2_000)) == []


def test_rule_10_a_stacked_note_is_asked_for_in_any_state(t1: Terminal) -> None:
    t1.does(t.NoteIn(key(1), 500))
    t1.hears(m.Denied(1, t1.state.run, "retired"))
    t1.does(t.NoteIn(key(2), 500))
    assert t1.notice == "denied"
    t1.does(t.NoteStacked(key(1)))
    assert isinstance(t1.records[-1], MoneyAsked)
    t1.restart().is_welcomed()
    t1.follows(t1.console.write(e.MoneyRefused(key(1), T1, Refusal("too_much", "no"))))
    assert (t1.notice, t1.state.outbox.unpaid) == ("too_much", {key(1): 500})


@pytest.mark.parametrize("halt", [Halt.UNCONFIRMED, Halt.HISTORY, Halt.BOOKS])
def test_rule_10_no_note_is_taken_while_the_records_are_in_doubt(t1: Terminal, halt: Halt) -> None:
    t1.follows(t1.console.write(e.Halted(halt, "")))
    t1.does(t.NoteIn(key(2), 500))
    assert (t1.notice, t1.forgotten.refused, t1.state.outbox.notes) == ("unconfirmed", (key(2),), {})


def test_rule_10_no_note_is_taken_while_the_table_is_closed_but_one_that_is_held_is_asked_for(t1: Terminal) -> None:
    t1.does(t.NoteIn(key(1), 500))
    t1.follows(t1.console.write(e.TableClosed()))
    t1.does(t.NoteIn(key(2), 500))
    assert (t1.notice, t1.forgotten.refused, t1.state.outbox.notes) == ("table_closed", (key(2),), {key(1): 500})
    t1.does(t.NoteStacked(key(1)))
    assert isinstance(t1.records[-1], MoneyAsked)


@pytest.fixture
def capped(t1: Terminal) -> Terminal:
    """The table has opened with a cap: no more than 1,000 in notes within an hour."""
    placard = e.Placard(notes_per_hour=1_000)
    t1.follows(t1.console.write(e.TableOpened("baccarat", GAME.rules, Felt(limits=LIMITS), 15_000, placard=placard)))
    return t1


def test_rule_10_a_note_beyond_the_cap_of_an_hour_is_given_back_before_it_is_held(capped: Terminal) -> None:
    capped.does(t.NoteIn(key(1), 500), t.NoteStacked(key(1)))
    capped.does(t.NoteIn(key(2), 400), t.NoteStacked(key(2)))
    records = len(capped.journal)
    capped.does(t.NoteIn(key(3), 200))
    assert capped.forgotten.notice == t.Notice("note_cap", "no more than 1000 is taken within an hour")
    assert (capped.state.outbox.notes, capped.forgotten.refused) == ({}, (key(3),))
    assert len(capped.journal) == records
    capped.does(t.NoteIn(key(4), 100))
    assert (capped.notice, capped.state.outbox.notes) == ("", {key(4): 100})


def test_rule_10_a_note_that_is_held_is_asked_for_whatever_the_cap_says_by_then(capped: Terminal) -> None:
    capped.does(t.NoteIn(key(1), 1_000))
    placard = e.Placard(notes_per_hour=100)
    capped.console.write(e.TableOpened("baccarat", GAME.rules, Felt(limits=LIMITS), 15_000, placard=placard))
    capped.catches_up()
    capped.does(t.NoteStacked(key(1)))
    assert isinstance(capped.records[-1], MoneyAsked)


def test_rule_10_what_the_acceptor_gave_back_was_not_taken(capped: Terminal) -> None:
    capped.does(t.NoteIn(key(1), 1_000), t.NoteReturned(key(1)))
    capped.does(t.NoteIn(key(2), 1_000), t.NoteStacked(key(2)))
    assert (capped.notice, type(capped.records[-1])) == ("", MoneyAsked)
    capped.does(t.NoteReturned(key(2)))  # it is in the box: nothing comes back
    capped.does(t.NoteIn(key(3), 1))
    assert capped.notice == "note_cap"


def test_rule_10_an_hour_after_a_note_there_is_room_for_as_much_again(capped: Terminal) -> None:
    capped.does(t.NoteIn(key(1), 600), t.NoteStacked(key(1)))
    capped.catches_up(after_ms=30 * 60_000)
    capped.does(t.NoteIn(key(2), 400), t.NoteStacked(key(2)))
    capped.catches_up(after_ms=30 * 60_000 - 1)
    capped.does(t.NoteIn(key(3), 1))
    assert capped.notice == "note_cap"
    capped.catches_up(after_ms=1)
    capped.taps(t.NoteIn(key(4), 600), t.NoteIn(key(5), 1))
    assert (capped.notice, capped.state.outbox.notes) == ("note_cap", {key(4): 600})


def test_rule_10_a_restart_forgets_what_was_taken(capped: Terminal) -> None:
    """The console counts as well, and tells staff."""
    capped.does(t.NoteIn(key(1), 1_000), t.NoteStacked(key(1)))
    capped.restart().is_welcomed()
    capped.does(t.NoteIn(key(2), 1_000))
    assert capped.state.outbox.notes == {key(2): 1_000}


@pytest.mark.rule("001 §1.15")
def test_cash_out_is_held_until_the_ticket_is_issued(t1: Terminal) -> None:
    console = t1.console
    t1.does(t.CashOut(key(1), 400), t.CashOut(key(1), 400))
    assert of(m.CashOut, t1.sent) == [m.CashOut(1, t1.state.run, key(1), 400)]
    assert t1.money == (1_000, 0, 600)
    t1.does(t.PlaceBet(BANKER, 700))
    assert t1.notice == "credit"
    t1.follows(console.write(e.TicketIssued(key(1), T1, 1, "0815", 400)))
    assert (t1.money, t1.state.tickets) == ((600, 0, 600), {"0815": 400})
    t1.does(t.PrintResult(key(2), "0815", "printing"), t.PrintResult(key(3), "0815", "printed"))
    t1.does(t.PrintResult(key(2), "0815", "printing"))
    assert [message.state for message in of(m.ReportPrint, t1.sent)] == ["printing"]
    t1.follows(console.write(e.TicketPrint(key(2), T1, "0815", "printing")))
    console.write(e.TicketPrint(key(3), T1, "0815", "printed"), e.TicketPrint(key(4), T1, "gone", "printed"))
    t1.catches_up()
    assert show(t1.session).tickets == (("0815", 400, "printed"),)
    t1.does(t.TicketIn(key(5), "0815"), t.TicketIn(key(5), "0815"))
    assert len(of(m.InsertTicket, t1.sent)) == 1
    t1.follows(console.write(e.TicketAccepted(key(5), T1, 1, "0815", 400)))
    assert (t1.money, t1.state.tickets, t1.state.outbox.asked) == ((1_000, 0, 1_000), {}, {})


def test_no_cash_out_while_a_bet_is_in_play_or_in_flight(t1: Terminal) -> None:
    t1.taps(t.PlaceBet(BANKER, 100), t.CashOut(key(1), 100))
    assert t1.notice == "stake_in_play"
    t1.follows(t1.console.register(1, banker=100))
    t1.does(t.CashOut(key(1), 100))
    assert (t1.notice, of(m.CashOut, t1.sent)) == ("stake_in_play", [])


def test_a_cash_out_that_is_refused_is_free_again(t1: Terminal) -> None:
    t1.does(t.CashOut(key(1), 400))
    t1.follows(t1.console.write(e.MoneyRefused(key(1), T1, Refusal("stake_in_play", "no"))))
    assert (t1.notice, t1.money, t1.state.outbox.unpaid) == ("stake_in_play", (1_000, 0, 1_000), {})


def test_a_ticket_from_elsewhere_is_credit_here(t1: Terminal) -> None:
    t1.does(t.TicketIn(key(1), "4711"))
    t1.console.credit(300, T2).write(e.TicketIssued(key(7), T2, 1, "4711", 300))
    t1.follows(t1.console.write(e.TicketAccepted(key(1), T1, 1, "4711", 300), e.HandPaid(T1, 1, 50)))
    assert (t1.money, t1.state.tickets) == ((1_250, 0, 1_250), {})
    assert sum(t1.state.ledger.balances.values()) == 0


def test_only_the_last_100_tickets_are_kept(t1: Terminal) -> None:
    for number in range(101):
        t1.console.write(e.TicketIssued(key(number), T1, 1, f"{number}", 1))
    t1.catches_up()
    assert (len(t1.state.tickets), "0" in t1.state.tickets) == (100, False)


def test_an_attendant_is_called_until_the_log_says_so(t1: Terminal) -> None:
    call = m.CallAttendant(t1.state.boot, t1.state.run, True)
    assert t1.does(t.CallAttendant()) == [call]
    assert show(t1.session).calls is False
    assert call in t1.does(after_ms=250)
    t1.follows(t1.console.write(e.AttendantCalled(T1, True)))
    assert show(t1.session).calls is True
    assert call not in t1.does(t.CallAttendant(), after_ms=500)  # he is on his way


def test_rule_11_a_latched_terminal_neither_bets_nor_cashes_out_until_it_is_unlatched(t1: Terminal) -> None:
    t1.follows(t1.console.write(e.TerminalLatched(T1, "")))
    t1.restart().is_welcomed()
    for intent in (t.PlaceBet(BANKER, 100), t.CashOut(key(1), 100), t.TicketIn(key(1), "1"), t.UndoBet()):
        t1.does(intent)
    assert (t1.state.latched, t1.answers, t1.state.outbox.asked) == ("latched", [], {})
    t1.follows(t1.console.write(e.TerminalUnlatched(T1)))
    t1.does(t.PlaceBet(BANKER, 100))
    assert t1.answers == [(1, {BANKER: 100})]


# --- following --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("news", ["batch", "pulse", "welcome", "half"])
def test_m8_a_chain_that_does_not_link_stops_the_terminal_for_good(t1: Terminal, news: str) -> None:
    console, session = t1.console, t1.session
    t1.does(t.PlaceBet(BANKER, 100))
    seq = session.state.seq
    entries = len(t1.journal)
    messages: dict[str, m.News] = {
        "batch": forged(console),
        "pulse": m.Pulse(seq, bytes(32)),
        "welcome": m.Welcome(session.state.boot, session.state.run, seq, bytes(32)),
    }
    right = console.register(1, banker=100).write(e.LimitsSet(Felt())).deltas(seq)
    messages["half"] = m.Batch(seq + 1, right.entries, bytes(32))  # right entries, and a link that is not theirs
    t1.hears(messages[news])
    assert [type(record) for record in t1.records[entries:]] == [Stopped]
    assert (session.link, session.state.seq) == ("stopped", seq)  # what was not applied does not count
    t1.sent.clear()
    assert t1.restart().session.link == "stopped"
    t1.waits(5_000)
    t1.hears(console.deltas(0), console.welcome(t1))
    # It says only where it stands, which is how the console learns that one of them is wrong (FAULTS C8, C13).
    assert {type(message) for message in t1.sent} == {m.Hello}
    assert {(message.last_seq, message.last_chain) for message in of(m.Hello, t1.sent)} == {(seq, console.link(seq))}
    t1.hears(m.Denied(t1.state.boot, t1.state.run, "history"))
    assert t1.waits(5_000) == []
    t1.does(t.PlaceBet(BANKER, 100), after_ms=2_000)
    assert (t1.notice, t1.chips, t1.session.link) == ("stopped", {"banker": (0, 100, 0)}, "stopped")
    assert t1.session.wake_ms(t1.now_ms) is None


def test_m8_what_was_right_before_the_wrong_link_is_applied_and_then_the_terminal_stops(t1: Terminal) -> None:
    console, seq = t1.console, t1.state.seq
    console.credit(500).write(e.LimitsSet(Felt()), e.LimitsSet(Felt()))
    later = console.batch(seq + 1)
    t1.hears(m.Batch(later.first_seq, later.entries, bytes(32)))
    t1.hears(console.see(seq + 1))
    assert (t1.session.link, t1.state.seq, t1.session.credit) == ("joined", seq + 1, 1_500)
    t1.hears(console.pulse())
    assert (t1.session.link, t1.state.seq, t1.session.credit) == ("stopped", seq + 1, 1_500)


def test_m8_a_snapshot_that_what_follows_does_not_link_to_is_not_taken(console: Console) -> None:
    t1 = Terminal(console).restart()
    t1.hears(forged(console), picture_of(console, 1))
    assert ([type(record) for record in t1.records], t1.state.seq) == ([Booted, Stopped], 0)
    assert t1.state.view == TableView()


def test_an_entry_of_a_newer_version_halts_this_process_only(t1: Terminal) -> None:
    console = t1.console
    seq = t1.state.seq
    entry = console.entries[-1]
    body = encode_body({"type": "Unheard", "of": 1})
    pen: Pen[Any] = Pen(seq, console.pen.chain, lambda _body: {"type": "Unheard", "of": 1})
    unread = pen.write({"type": "Unheard", "of": 1}, entry.wall_time)
    assert unread.body == body
    assert t1.hears(m.Batch(seq + 1, (opened(unread),), unread.chain)) == []
    assert (t1.session.link, t1.state.seq) == ("denied", seq)
    assert t1.restart().session.link == "reconnecting"


def test_4_2_the_next_piece_of_a_long_way_is_asked_for_at_once_and_again_if_it_is_lost(console: Console) -> None:
    console.credit(500).credit(500)
    head = console.pen.seq
    t1 = Terminal(console).restart()
    t1.hears(console.welcome(t1))
    assert of(m.Sync, t1.does(after_ms=SYNC_PATIENCE_MS)) == [m.Sync(1, b"run-0001", 0)]
    assert of(m.Sync, t1.hears(console.deltas(0, upto=2))) == [m.Sync(1, b"run-0001", 2)]
    lost_ms = t1.now_ms
    assert t1.session.wake_ms(t1.now_ms) == lost_ms + SYNC_PATIENCE_MS
    assert of(m.Sync, t1.does(after_ms=SYNC_PATIENCE_MS)) == [m.Sync(1, b"run-0001", 2)]
    t1.hears(console.deltas(2))
    assert t1.state.seq == head


def test_4_2_without_history_the_terminal_asks_from_zero_and_takes_a_snapshot(t1: Terminal) -> None:
    console = t1.console.register(1, banker=100)
    new = Terminal(console).restart()
    sent = new.hears(console.welcome(new))
    sent += new.waits(100)
    assert of(m.Sync, sent) == [m.Sync(1, new.state.run, 0)]
    snapshot = picture_of(console, revision=3)
    console.refuse(4, banker=900).write(e.TerminalLatched(T2, "not ours"))
    new.hears(console.batch(snapshot.seq), console.see(snapshot.seq + 1), snapshot)
    assert [type(record) for record in new.records] == [Booted, Restored, Copied]
    assert (new.money, new.chips) == ((900, 100, 900), {"banker": (0, 0, 100)})
    assert (new.state.view, new.state.chain) == (console.view, console.pen.chain)
    new.does(t.PlaceBet(BANKER, 100))
    assert new.answers == [(5, {BANKER: 200})]
    new.follows(console.register(5, banker=200).play())
    assert (new.session.disputed, new.money) == (0, (1_200, 0, 1_200))
    again = new.restart().session
    assert (again.credit, again.state.view) == (1_200, console.view)


def test_4_2_a_terminal_with_history_ignores_a_snapshot(t1: Terminal) -> None:
    t1.console.register(1, banker=100)
    t1.hears(picture_of(t1.console, 1))
    assert (t1.state.seq, t1.money) == (t1.console.pen.seq - 1, (1_000, 0, 1_000))


def test_a_snapshot_for_another_or_that_cannot_be_read_is_not_taken(console: Console) -> None:
    t1 = Terminal(console).restart()
    t1.hears(picture_of(console, 1, terminal=T2), m.Snapshot(0, bytes(32), b""))
    assert (t1.state.seq, t1.session.join.denied) == (0, "")
    t1.hears(m.Snapshot(5, bytes(32), b"\xc1"))
    assert (t1.state.seq, t1.session.link) == (0, "denied")


def test_a_round_that_began_before_the_snapshot_is_settled_unchecked(console: Console) -> None:
    console.register(1, banker=100).close_bets().deal(PLAYER_WINS)
    t1 = Terminal(console).restart()
    t1.hears(console.welcome(t1), picture_of(console, 1, whole=False))
    assert t1.session.join.joined
    t1.follows(console.settle().open_bets())
    assert (t1.session.disputed, t1.money) == (0, (900, 0, 900))
    t1.follows(console.register(1, banker=20).write(e.LayoutReturned(1, "choice/1", T1, 0)).play())
    assert t1.session.disputed == 0


# --- any order, any loss ---------------------------------------------------------------------------------------------


class Story:
    """A log that anybody might have lived through, written step by step from drawn numbers."""

    def __init__(self) -> None:
        self.console = Console()
        self.ids = count(1)
        self.revision = 0

    def step(self, choice: int, amount: int) -> None:
        console, steps = self.console, self.steps()
        steps[choice % len(steps)](console, amount)

    def steps(self) -> list[Callable[[Console, int], object]]:
        view, ledger = self.console.view, self.console.ledger
        always = [self.buy, self.buy_elsewhere, self.restart_console, self.latch]
        if view.windows:
            plays = [self.play, self.play, self.play_face_down, self.void]
            return [*always, self.bet, self.bet, self.bet_elsewhere, self.refuse, *plays]
        free: list[Callable[[Console, int], object]] = [*always, self.open, self.open, self.open]
        if ledger.credit(T1) and not ledger.stake(T1):
            free += [self.cash_out, self.pay_by_hand, self.ticket_from_elsewhere]
        return free

    def key(self) -> bytes:
        return key(next(self.ids))

    def buy(self, console: Console, amount: int) -> None:
        console.write(e.CreditBought(self.key(), T1, console.ledger.sitting_for_credit(T1), amount))

    def buy_elsewhere(self, console: Console, amount: int) -> None:
        console.write(e.CreditBought(self.key(), T2, console.ledger.sitting_for_credit(T2), amount))

    def restart_console(self, console: Console, amount: int) -> None:
        console.write(e.ConsoleStarted(amount), e.Halted(Halt.CALLED, ""), e.Resumed(Halt.CALLED, 0))

    def latch(self, console: Console, _amount: int) -> None:
        console.write(e.TerminalLatched(T1, "why"), e.TerminalUnlatched(T1), e.TerminalLatched(T2, "why"))

    def open(self, console: Console, _amount: int) -> None:
        self.revision = 0
        console.open_bets()

    def bet(self, console: Console, amount: int) -> None:
        has = console.ledger.credit(T1) + sum(console.bets.get(T1, {}).values())
        self.revision += 1
        stake = min(amount, has) // 2 * 2
        console.register(self.revision, T1, **({("player", "banker", "tie")[amount % 3]: stake} if stake else {}))

    def bet_elsewhere(self, console: Console, amount: int) -> None:
        console.register(amount, T2)

    def refuse(self, console: Console, amount: int) -> None:
        self.revision += 1
        console.refuse(self.revision, banker=amount)

    def play(self, console: Console, amount: int) -> None:
        console.play((BANKER_WINS, PLAYER_WINS)[amount % 2])

    def play_face_down(self, console: Console, amount: int) -> None:
        console.close_bets().deal("2C 4D 5S")
        face = console.deal_face_down("5H", to=("T1", "T2", "")[amount % 3])
        console.write(e.CardRevealed(console.round_no, 3, face)).settle()

    def void(self, console: Console, _amount: int) -> None:
        console.void()

    def cash_out(self, console: Console, amount: int) -> None:
        amount = min(amount, console.ledger.credit(T1))
        console.write(e.TicketIssued(self.key(), T1, console.ledger.sittings[T1], f"{next(self.ids)}", amount))

    def pay_by_hand(self, console: Console, amount: int) -> None:
        console.write(e.HandPaid(T1, console.ledger.sittings[T1], min(amount, console.ledger.credit(T1))))

    def ticket_from_elsewhere(self, console: Console, amount: int) -> None:
        number = f"{next(self.ids)}"
        self.buy_elsewhere(console, amount)
        console.write(e.TicketIssued(self.key(), T2, 1, number, amount))
        console.write(e.TicketAccepted(self.key(), T1, console.ledger.sitting_for_credit(T1), number, amount))


stories = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 500)), max_size=25)
# What comes: a kind of message, and two numbers that say from where to where in the log.
KINDS = "batch deltas see pulse snapshot welcome denied tick tap restart".split()
deliveries = st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 10_000), st.integers(0, 60)), max_size=40)


@settings(max_examples=150)
@given(story=stories, delivered=deliveries)
def test_m4_m8_m9_m12_any_order_loss_and_doubling_of_news_ends_in_the_same_state(
    story: list[tuple[int, int]], delivered: list[tuple[str, int, int]]
) -> None:
    told = Story()
    for choice, amount in story:
        told.step(choice, amount)
    console = told.console
    t1 = Terminal(console).restart()
    for what, at, length in delivered:
        happen(t1, what, at % (console.pen.seq + 1), length)
        assert t1.state.chain == console.link(t1.state.seq)  # M8
        assert not t1.state.stopped
    t1.hears(console.deltas(t1.state.seq))
    session = t1.session
    assert (session.credit, session.stake) == (console.ledger.credit(T1), console.ledger.stake(T1))  # M4
    assert session.state.view == console.view  # M9
    assert session.disputed == 0
    assert session.state.outbox.layouts.keys() <= {opened.id for opened in console.view.windows.values()}  # M6
    live = session.state
    saved = save(session.state)
    if saved is not None:
        assert restore(saved) == live
    assert t1.restart(start=False).session.state == live  # M12


def happen(t1: Terminal, what: str, at: int, length: int) -> None:
    console, session = t1.console, t1.session
    t1.now_ms += length
    until = min(at + length, console.pen.seq)
    match what:
        case "batch":
            whole = console.batch(at)
            t1.hears(m.Batch(at + 1, whole.entries[: until - at], console.link(until)))
        case "deltas":
            t1.hears(console.deltas(at, upto=until))
        case "see" if at:
            audience = console.entries[at - 1].audience
            t1.hears(console.see(at)) if may_read(T1, audience) else t1.does()
        case "pulse":
            t1.hears(m.Pulse(at, console.link(at)))
        case "snapshot" if at == console.pen.seq and not session.state.seq and not console.view.in_round:
            t1.hears(picture_of(console, 1, whole=False))
        case "welcome":
            t1.hears(m.Welcome(session.state.boot, session.state.run, at, console.link(at)))
        case "denied":
            t1.hears(
                m.Denied(session.state.boot, b"another-", "retired"),
                m.Denied(session.state.boot, session.state.run, "say hello"),
            )
        case "tap":
            t1.does(t.PlaceBet(BANKER, 20), t.PlaceBet(TIE, 1))
        case "restart":
            t1.restart()
        case _:
            t1.does(after_ms=length)
