"""What the screen is told is true: whose money it is, what stands, what waits, and what a button would do."""

from collections.abc import Sequence
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.baccarat.rules import SPOTS, Baccarat
from games.cards import parse_cards
from games.round import Answer, Felt, HandId, Limit, Refusal, Spot, Voided, Window
from protocol import events as e
from protocol import messages as m
from protocol.codec import encode_body
from protocol.picture import OwnLayout, OwnState, Picture
from terminal import intents as t
from terminal.intents import Notice
from terminal.layouts import layout_in
from terminal.screen import OfferShown, TerminalView, show
from terminal.session import Session
from tests.terminal.pen import (
    BANKER,
    BANKER_WINS,
    LIMITS,
    PLAYER,
    PLAYER_WINS,
    T1,
    TABLE,
    TIE,
    Console,
    Terminal,
    key,
    picture_of,
    wrong_settlement,
)

TIE_HANDS: Final = "4S 3C 3D 4H"  # seven each


def shown(terminal: Terminal) -> TerminalView:
    return show(terminal.session)


def with_felt(felt: Felt, credit: int = 1_000) -> Terminal:
    console = Console()
    console.write(e.LimitsSet(felt)).credit(credit).open_bets()
    return Terminal(console).joins()


def cash_out_all(console: Console, ticket: str = "0001") -> Console:
    sitting = console.ledger.sittings[T1]
    return console.write(e.TicketIssued(key(console.pen.seq), T1, sitting, ticket, console.ledger.credit(T1)))


# --- when it was ------------------------------------------------------------------------------------------------------


def test_a_past_round_has_the_time_of_its_end_whatever_comes_later(t1: Terminal) -> None:
    console = t1.console.register(1, banker=100).close_bets().deal(BANKER_WINS)
    console.wall_time = "2026-01-02T20:00:01.000Z"
    console.settle()
    console.wall_time = "2026-01-02T20:01:30.000Z"
    t1.follows(console.correct(PLAYER_WINS).open_bets().play())
    times = [(1, "2026-01-02T20:00:01.000Z"), (2, "2026-01-02T20:01:30.000Z")]
    assert [(past.round_no, past.wall_time) for past in shown(t1).history] == times
    t1.restart()
    assert [(past.round_no, past.wall_time) for past in shown(t1).history] == times


# --- whose it is -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bought", [0, 500])
def test_5_6_a_correction_after_cash_out_is_told_by_staff_and_not_to_the_next_person_or_an_empty_chair(
    t1: Terminal, bought: int
) -> None:
    console = t1.console.register(1, banker=100).play(PLAYER_WINS)
    cash_out_all(console)
    if bought:
        console.credit(bought)
    cards = parse_cards(BANKER_WINS.split())
    console.write(e.RoundCorrected(1, cards, "", {}))
    t1.follows(console.write(e.LinesCorrected(1, T1, 1, console.lines(), console.lines(cards=cards), 0, 200, 0)))
    picture = shown(t1)
    assert (picture.correction, picture.attention, picture.lines, picture.lines_round) == (None, "", (), 0)
    assert [past.lines for past in picture.history] == [()]
    assert [past.corrected for past in picture.history] == [True], "the cards are everybody's"


def test_lines_are_gone_at_once_when_their_player_has_cashed_out(t1: Terminal) -> None:
    console = t1.console.register(1, banker=100).play(BANKER_WINS)
    t1.catches_up()
    assert (shown(t1).lines_round, len(shown(t1).lines), len(shown(t1).history[0].lines)) == (1, 1, 1)
    cash_out_all(console)
    t1.catches_up()
    assert (shown(t1).lines_round, shown(t1).lines, shown(t1).history[0].lines) == (0, (), ())
    assert (shown(t1).gain, shown(t1).back_amount) == (0, 0)


def test_lines_stay_as_long_as_there_is_money_and_a_part_may_be_cashed_out_or_paid_by_hand(t1: Terminal) -> None:
    console = t1.console.register(1, banker=100).play(BANKER_WINS)
    t1.follows(console.write(e.TicketIssued(key(7), T1, 1, "0001", 50), e.HandPaid(T1, 1, 50)).open_bets())
    assert (shown(t1).lines_round, len(shown(t1).lines)) == (1, 1)
    t1.follows(console.play().write(e.HandPaid(T1, 1, console.ledger.credit(T1))))
    assert shown(t1).lines == ()


def test_who_has_lost_all_sees_how_until_the_next_round_begins(t1: Terminal) -> None:
    console = t1.console.register(1, banker=1_000).play(PLAYER_WINS)
    t1.catches_up()
    assert (shown(t1).credit, [line.outcome for line in shown(t1).lines]) == (0, ["lost"])
    t1.follows(console.open_bets())
    assert (shown(t1).lines, shown(t1).history[0].lines) == ((), ())


def test_who_buys_in_sees_nothing_of_who_sat_there_before_also_with_a_ticket(t1: Terminal) -> None:
    console = t1.console.register(1, banker=1_000).play(PLAYER_WINS)
    t1.follows(console.write(e.TicketAccepted(key(5), T1, 2, "0815", 300)))
    assert (shown(t1).credit, shown(t1).lines, shown(t1).lines_round) == (300, (), 0)


def test_a_snapshot_tells_whose_sitting_it_is(console: Console) -> None:
    console.register(1, banker=100).close_bets().deal(BANKER_WINS)
    t1 = Terminal(console).restart()
    t1.hears(console.welcome(t1), picture_of(console, 1))
    t1.follows(console.settle())
    assert [(line.spot, line.returned) for line in shown(t1).lines] == [("banker", 200)]


# --- corrections -----------------------------------------------------------------------------------------------------


def test_5_6_a_corrected_round_is_shown_as_it_was_and_not_as_it_was_entered(t1: Terminal) -> None:
    t1.follows(t1.console.register(1, banker=100).play(BANKER_WINS))
    t1.follows(t1.console.correct(PLAYER_WINS))
    picture = shown(t1)
    assert {hand.hand: " ".join(hand.cards) for hand in picture.hands} == {"player": "4D 5H", "banker": "2C 5S"}
    assert picture.result is not None
    assert (picture.result.winner, picture.corrected) == ("player", True)
    assert [(line.outcome, line.returned) for line in picture.lines] == [("lost", 0)]
    assert picture.history[0].lines == picture.lines
    assert (picture.attention, picture.history[0].corrected) == ("corrected", True)
    assert picture.correction is not None
    assert (picture.correction.credited, picture.correction.void) == (-200, "")


def test_5_8_a_correction_of_an_earlier_round_leaves_the_felt_alone(t1: Terminal) -> None:
    console = t1.console.register(1, banker=100).play(BANKER_WINS).open_bets()
    console.register(1, banker=50).play(PLAYER_WINS)
    before = console.lines()
    t1.follows(console.write(e.RoundCorrected(1, parse_cards(BANKER_WINS.split()), "", {})))
    assert (shown(t1).corrected, [line.staked for line in shown(t1).lines]) == (False, [line.staked for line in before])


def test_5_3_3_a_settled_round_that_is_voided_has_no_winner_and_says_under_which_paragraph(t1: Terminal) -> None:
    t1.follows(t1.console.register(1, banker=100).play(BANKER_WINS).correct(void="5.3.3"))
    picture = shown(t1)
    assert (picture.result, picture.void, picture.attention) == (None, "5.3.3", "corrected")
    assert picture.correction is not None
    assert (picture.correction.void, picture.correction.credited) == ("5.3.3", -100)
    assert [(line.outcome, line.returned) for line in picture.lines] == [("returned", 100)]
    assert [(past.void, past.result) for past in picture.history] == [("5.3.3", None)]


def test_5_3_3_who_had_no_bet_in_it_reads_on_the_felt_that_it_is_void(t1: Terminal) -> None:
    """No page that must be put away stands before somebody whom it does not concern, or before an empty chair."""
    t1.follows(t1.console.play(BANKER_WINS).write(e.RoundCorrected(1, (), "5.3.3", {})))
    assert (shown(t1).attention, shown(t1).mark, shown(t1).void) == ("", "", "5.3.3")


def test_5_11_only_who_has_a_bet_in_it_is_stopped_by_a_void_round(t1: Terminal) -> None:
    t1.follows(t1.console.void())
    assert (shown(t1).attention, shown(t1).void) == ("", "5.3.1")
    t1.follows(t1.console.open_bets().register(1, banker=100).void())
    assert (shown(t1).attention, shown(t1).void) == ("void", "5.3.1")


def test_5_11_a_bet_of_a_void_round_that_is_not_paid_back_yet_is_told_too(t1: Terminal) -> None:
    console = t1.console.register(1, banker=100).close_bets()
    t1.follows(console.write(e.RulingMade(1, Voided("5.3.1"), "5.3.1", console.view.hands, 0, HandId(""))))
    assert (shown(t1).attention, shown(t1).lines) == ("void", ())


def test_5_6_a_correction_says_from_what_to_what_and_how_much_was_staked(t1: Terminal) -> None:
    t1.follows(t1.console.register(1, banker=100).play(BANKER_WINS).correct(PLAYER_WINS))
    t1.follows(t1.console.credit(50))
    found = shown(t1).correction
    assert found is not None
    assert (found.staked, found.credited, found.credit) == (100, -200, 900), "as it was then, whatever came since"


def test_a_table_that_is_closed_has_no_result_any_more(t1: Terminal) -> None:
    t1.follows(t1.console.register(1, banker=100).play(BANKER_WINS))
    assert shown(t1).result is not None
    t1.follows(t1.console.write(e.TableClosed()))
    assert (shown(t1).phase, shown(t1).result) == ("closed", None)


def test_when_the_shoe_ends_the_last_round_is_named_in_time() -> None:
    """The cut card before a Round: the next one is the last. In a Round: it is that one."""
    console = Console().credit(1_000).write(e.ShoeLoaded(8, 0, "Max", 1))
    t1 = Terminal(console).joins()

    def ends() -> str:
        t1.catches_up()
        return shown(t1).shoe_ends

    assert ends() == ""
    console.write(e.CutCardSeen(2))
    assert ends() == "next"
    console.open_bets()
    assert ends() == "now"
    console.play()
    assert ends() == "over"


@pytest.mark.parametrize(
    ("why", "fault"),
    [
        ("another process has joined", "replaced"),
        ("retired", "retired"),
        ("history", "history"),
        ("this key is not enrolled any more", "other"),
    ],
)
def test_why_a_terminal_is_denied_is_a_key_and_not_only_the_words_of_the_record(
    t1: Terminal, why: str, fault: str
) -> None:
    assert shown(t1).fault == ""
    t1.hears(m.Denied(t1.state.boot, t1.state.run, why))
    assert (shown(t1).fault, shown(t1).why) == (fault, why)


def test_a_terminal_that_has_stopped_names_the_history(t1: Terminal) -> None:
    t1.hears(m.Pulse(t1.console.pen.seq, bytes(32), -1))
    assert (shown(t1).link, shown(t1).fault) == ("stopped", "history")


@pytest.mark.parametrize("why", ["stopped", "denied"])
def test_where_nothing_can_be_sent_no_attendant_can_be_called(t1: Terminal, why: str) -> None:
    """So the screen must not offer it: tests/ui/test_terminal_screen.py."""
    if why == "stopped":
        t1.hears(m.Pulse(t1.console.pen.seq, bytes(32), -1))
    else:
        t1.hears(m.Denied(t1.state.boot, t1.state.run, "retired"))
    t1.does(t.CallAttendant())
    assert [message for message in t1.waits(5_000) if isinstance(message, m.CallAttendant)] == []


def test_a_ticket_that_failed_is_its_owners_until_somebody_else_puts_money_in(t1: Terminal) -> None:
    console = t1.console.play()
    cash_out_all(console, "0001").write(e.TicketPrint(key(90), T1, "0001", "printed"))
    t1.catches_up()
    assert not shown(t1).failed_ticket
    t1.follows(console.write(e.TicketPrint(key(91), T1, "0001", "failed")))
    assert shown(t1).failed_ticket
    t1.does(t.NoteIn(key(92), 500))
    assert not shown(t1).failed_ticket
    t1.follows(console.credit(500))
    t1.follows(console.open_bets().register(1, banker=500).play(PLAYER_WINS))
    assert (shown(t1).credit, shown(t1).failed_ticket) == (0, False), "who has lost all is not its owner"


def test_5_3_3_a_later_round_that_is_voided_is_told_before_an_older_correction(t1: Terminal) -> None:
    console = t1.console.register(1, banker=100).play(BANKER_WINS).correct(PLAYER_WINS)
    t1.follows(console.open_bets().register(1, banker=50).play().write(e.RoundCorrected(2, (), "5.3.3", {})))
    assert (shown(t1).attention, shown(t1).mark) == ("void", "void 2")
    t1.does(t.PutAway("void 2"))
    assert shown(t1).attention == "corrected"


def test_a_correction_is_told_until_it_is_closed_and_not_only_until_the_next_round(t1: Terminal) -> None:
    console = t1.console.register(1, banker=1_000).play(BANKER_WINS)
    console.write(e.TicketIssued(key(7), T1, 1, "0001", 1_900)).correct(PLAYER_WINS)  # there are 100 left to take
    t1.follows(console.open_bets().play().open_bets())
    picture = shown(t1)
    assert picture.correction is not None
    assert (picture.attention, picture.credit, picture.correction.owed) == ("corrected", 0, 1_900)
    t1.does(t.PutAway("another one"))
    assert shown(t1).attention == "corrected"
    t1.does(t.PutAway(picture.mark))
    assert (shown(t1).attention, shown(t1).mark) == ("", "")


def test_each_correction_has_a_mark_of_its_own(t1: Terminal) -> None:
    console = t1.console.register(1, banker=100).play(BANKER_WINS)
    paid, right = console.lines(), console.lines(cards=parse_cards(PLAYER_WINS.split()))
    marks = []
    for cards, before, after in ((PLAYER_WINS, paid, right), (BANKER_WINS, right, paid)):
        change = after[0].returned - before[0].returned
        console.write(e.RoundCorrected(1, parse_cards(cards.split()), "", {}))
        t1.follows(console.write(e.LinesCorrected(1, T1, 1, before, after, change, 0, 0)))
        assert (shown(t1).attention, t1.session.disputed) == ("corrected", 0)
        marks.append(shown(t1).mark)
        t1.does(t.PutAway(shown(t1).mark))
        assert shown(t1).attention == ""
    assert marks[0] != marks[1]


def test_a_void_round_can_be_put_away_and_the_next_one_is_told_again(t1: Terminal) -> None:
    t1.follows(t1.console.register(1, banker=100).void())
    t1.does(t.PutAway(shown(t1).mark))
    assert shown(t1).attention == ""
    t1.follows(t1.console.open_bets().register(1, banker=100).void())
    assert (shown(t1).attention, shown(t1).mark) == ("void", "void 2")


def test_what_was_put_away_is_told_again_after_a_restart(t1: Terminal) -> None:
    t1.follows(t1.console.register(1, banker=100).play(BANKER_WINS).correct(PLAYER_WINS))
    t1.does(t.PutAway(shown(t1).mark))
    t1.restart().is_welcomed()
    assert shown(t1).attention == "corrected"


# --- a loss is no win ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bets", "cards", "gain", "back"),
    [
        ({"banker": 100, "tie": 10}, BANKER_WINS, 90, 200),
        (
            {"player": 500, "banker": 100},
            BANKER_WINS,
            -400,
            200,
        ),  # more back than staked on it, and a loss all the same
        ({"banker": 100}, PLAYER_WINS, -100, 0),
        ({"banker": 100}, TIE_HANDS, 0, 100),
    ],
)
def test_what_a_round_brought_is_what_came_back_less_what_was_staked(
    t1: Terminal, bets: dict[str, int], cards: str, gain: int, back: int
) -> None:
    t1.follows(t1.console.register(1, T1, **bets).play(cards))
    assert (shown(t1).gain, shown(t1).back_amount, shown(t1).history[0].gain) == (gain, back, gain)


# --- a bet that is being built ---------------------------------------------------------------------------------------


def test_3_4_one_chip_below_a_minimum_does_not_hold_back_the_other_bets(t1: Terminal) -> None:
    t1.taps(t.PlaceBet(PLAYER, 5), t.PlaceBet(BANKER, 100))
    assert t1.answers == [(1, {BANKER: 100})]
    assert t1.standing == {"player": ("waits", 5), "banker": ("placing", 100)}
    assert {x.spot: x.missing for x in shown(t1).spots} == {"player": 20, "banker": 0}
    assert t1.money == (1_000, 0, 895)
    t1.follows(t1.console.register(1, banker=100))
    assert t1.standing == {"banker": ("registered", 100), "player": ("waits", 5)}
    t1.waits(3_000)
    assert t1.answers == [(1, {BANKER: 100})], "nothing is asked for that cannot be had"
    t1.does(t.PlaceBet(PLAYER, 15))
    assert (t1.answers[1:], t1.forgotten.wanted) == ([(2, {BANKER: 100, PLAYER: 20})], {})


@pytest.mark.rule("001 §5.2.2")
def test_5_2_2_what_was_still_being_built_is_returned_at_the_close_and_the_rest_stands(t1: Terminal) -> None:
    t1.taps(t.PlaceBet(PLAYER, 5), t.PlaceBet(BANKER, 100))
    t1.follows(t1.console.register(1, banker=100).close_bets())
    assert (t1.notice, t1.standing) == ("returned", {"banker": ("registered", 100), "player": ("returned", 0)})
    assert [(x.spot, x.returned) for x in shown(t1).spots] == [(BANKER, 0), (PLAYER, 5)]
    assert t1.money == (900, 100, 900)


def test_rule_2_what_was_refused_is_not_asked_for_again_because_something_else_waits(t1: Terminal) -> None:
    t1.taps(t.PlaceBet(PLAYER, 5), t.PlaceBet(BANKER, 100))
    t1.console.refuse(1, Refusal("bad_stake", "Player and Banker would differ by too much", "3.4"), banker=100)
    t1.catches_up()
    assert [message for message in t1.waits(5_000) if isinstance(message, m.Answer)] == []
    assert (t1.standing, t1.money) == ({"player": ("waits", 5)}, (1_000, 0, 995))


def test_a_bet_that_is_no_multiple_of_the_step_waits_for_the_next_one() -> None:
    t1 = with_felt(Felt(limits={"banker": Limit(min=20, step=50), "tie": Limit()}))
    t1.taps(t.PlaceBet(BANKER, 60), t.PlaceBet(TIE, 5))
    assert t1.answers == [(1, {TIE: 5})]
    assert [(x.spot, x.standing, x.missing) for x in shown(t1).spots] == [(TIE, "placing", 0), (BANKER, "waits", 100)]


def test_who_lowers_a_bet_need_not_keep_to_the_step() -> None:
    t1 = with_felt(Felt(limits={"banker": Limit(min=20, step=50)}))
    registered(t1, banker=100)
    t1.does(t.TakeBack(BANKER, 30))
    assert t1.answers == [(2, {BANKER: 70})]


def test_what_would_leave_less_than_the_tables_minimum_waits_too() -> None:
    t1 = with_felt(Felt(total=Limit(min=60)))
    registered(t1, player=50, banker=10)
    t1.does(t.TakeBack(BANKER, 10))
    assert (t1.answers, t1.standing) == ([], {"player": ("registered", 50), "banker": ("waits", 0)})
    assert {x.spot: x.missing for x in shown(t1).spots} == {"player": 0, "banker": 10}
    t1.does(t.ClearBets())
    assert t1.answers == [(2, {})]


def test_bets_that_are_together_below_the_tables_minimum_wait() -> None:
    t1 = with_felt(Felt(total=Limit(min=100, max=500)))
    t1.taps(t.PlaceBet(BANKER, 40), t.PlaceBet(TIE, 30))
    assert (t1.answers, t1.standing) == ([], {"banker": ("waits", 40), "tie": ("waits", 30)})
    assert {x.spot: x.missing for x in shown(t1).spots} == {"banker": 70, "tie": 60}, "each alone would be enough"
    t1.does(t.PlaceBet(TIE, 30))
    assert t1.answers == [(1, {BANKER: 40, TIE: 60})]


def test_a_decision_and_its_bet_are_one_answer(t1: Terminal) -> None:
    """A double without its Bet would be another decision."""
    double = Spot("1/double")
    console = t1.console.play().write(e.LimitsSet(Felt(limits={"double": Limit(min=50)})))
    window = m.WindowId(2, 1, b"nonce-02")
    t1.follows(console.write(e.WindowOpened(window, Window("choice/1", (double,), ("hit", "double"), (T1,)), 9, 0)))
    t1.does(t.SetLayout("", {double: 20}, "double"))
    assert (t1.answers, t1.standing) == ([], {"1/double": ("waits", 20)})
    t1.does(t.SetLayout("", {double: 50}, "double"))
    assert t1.answers == [(1, {double: 50})]


def test_what_is_being_taken_back_counts_until_the_console_has_said_so(t1: Terminal) -> None:
    registered(t1, banker=100, tie=5)
    assert (shown(t1).bet_amount, shown(t1).double.amount) == (105, 105)
    t1.does(t.TakeBack(BANKER, 40))
    picture = shown(t1)
    assert (picture.asked_amount, picture.bet_amount, picture.registered_amount) == (65, 105, 105)
    assert picture.double == OfferShown(), "the double of what?"
    registered(t1, banker=60, tie=5)
    assert (shown(t1).bet_amount, shown(t1).double.amount) == (65, 65)


def test_no_more_is_sent_than_is_held_for_it(t1: Terminal) -> None:
    """A Bet lowered below its minimum stays as it is registered: what goes with it must be paid for besides."""
    t1.follows(t1.console.register(1, banker=900))
    t1.does(t.SetLayout("", {BANKER: 10, PLAYER: 150}))
    assert (t1.answers, t1.standing) == ([], {"banker": ("waits", 10), "player": ("waits", 150)})
    assert t1.money == (100, 900, 100)


def test_too_many_changes_are_said_once(t1: Terminal) -> None:
    t1.follows(t1.console.register(m.REVISIONS_MAX, banker=100))
    t1.does(t.PlaceBet(PLAYER, 5), t.PlaceBet(BANKER, 100))
    said = t1.forgotten.notices
    t1.waits(2_000)
    assert (t1.notice, t1.forgotten.notices, t1.answers) == ("too_many", said, [])
    assert t1.standing == {"banker": ("registered", 100)}


# --- how a bet stands ------------------------------------------------------------------------------------------------


def registered(terminal: Terminal, **bets: int) -> Terminal:
    """What is in flight, or what a Pit Employee has placed."""
    outbox, window = terminal.state.outbox, terminal.console.window
    revision = outbox.layouts[window].revision if window in outbox.layouts else outbox.next_revision(window)
    terminal.follows(terminal.console.register(revision, T1, **bets))
    return terminal


@pytest.mark.parametrize(
    ("wish", "standing"),
    [
        (t.ClearBets(), {"banker": ("removing", 0), "tie": ("removing", 0)}),
        (t.TakeBack(TIE, 10), {"banker": ("registered", 100), "tie": ("removing", 0)}),
        (t.TakeBack(BANKER, 50), {"banker": ("removing", 50), "tie": ("registered", 10)}),
        (t.TakeBack(BANKER, 90), {"banker": ("waits", 10), "tie": ("registered", 10)}),
        (t.PlaceBet(BANKER, 50), {"banker": ("placing", 150), "tie": ("registered", 10)}),
        (t.SetLayout("", {PLAYER: 20}), {"banker": ("removing", 0), "tie": ("removing", 0), "player": ("placing", 20)}),
    ],
)
def test_taking_a_bet_away_is_seen(t1: Terminal, wish: t.Intent, standing: dict[str, tuple[str, int]]) -> None:
    registered(t1, banker=100, tie=10)
    t1.does(wish)
    assert t1.standing == standing
    assert {x.spot: x.registered for x in shown(t1).spots} == {**dict.fromkeys(standing, 0), "banker": 100, "tie": 10}
    t1.does(after_ms=5_000)  # and while there is no connection
    assert (shown(t1).attention, t1.standing) == ("reconnecting", standing)


def test_a_wish_that_is_taken_back_while_it_is_in_flight_is_not_said_to_stand(t1: Terminal) -> None:
    t1.taps(t.PlaceBet(BANKER, 100), t.UndoBet())
    assert t1.standing == {"banker": ("removing", 0)}, "it may yet be registered, and is then taken back"
    registered(t1, banker=100)
    assert (t1.standing, t1.answers[1:]) == ({"banker": ("removing", 0)}, [(2, {})])
    t1.does(t.PlaceBet(BANKER, 100))
    assert t1.standing == {"banker": ("placing", 100)}, "as it is registered, but in flight it is gone"
    registered(t1)
    registered(t1, banker=100)
    assert t1.standing == {"banker": ("registered", 100)}


def test_5_9_a_change_that_comes_too_late_changes_nothing_and_says_so(t1: Terminal) -> None:
    registered(t1, banker=100)
    t1.does(t.ClearBets())
    t1.follows(t1.console.close_bets())
    assert (t1.notice, t1.standing, shown(t1).spots[0].returned) == ("closed", {"banker": ("registered", 100)}, 0)


def test_of_a_bet_that_came_too_late_the_part_that_stands_and_the_part_that_is_returned(t1: Terminal) -> None:
    registered(t1, banker=100)
    t1.does(t.PlaceBet(BANKER, 50))
    t1.follows(t1.console.close_bets())
    assert (t1.notice, t1.standing, shown(t1).spots[0].returned) == ("returned", {"banker": ("registered", 100)}, 50)


def test_a_receipt_is_the_entry_that_registered_and_none_is_made_up(console: Console) -> None:
    console.register(1, banker=100)
    seq = console.pen.seq
    live = Terminal(console).joins()
    for told, number in ((0, 0), (seq, seq)):
        t1 = Terminal(console).restart()
        t1.hears(console.welcome(t1), picture_of(console, 1, seq=told))
        assert [(x.standing, x.receipt) for x in shown(t1).spots] == [("registered", number)]
        assert shown(t1).receipt == number
    live.does(t.PlaceBet(TIE, 10))
    assert {x.spot: x.receipt for x in shown(live).spots} == {BANKER: seq, TIE: 0}


@pytest.mark.rule("001 §5.12")
def test_a_receipt_of_bets_that_went_back_is_shown_no_more(t1: Terminal) -> None:
    registered(t1, banker=100)
    assert shown(t1).receipt
    t1.follows(t1.console.write(e.LayoutReturned(1, "bets", T1, 100, "5.12")))
    assert shown(t1).receipt == 0
    t1.console.bets = {}
    t1.follows(t1.console.play().open_bets())
    assert (shown(t1).receipt, t1.state.layouts.receipts) == (0, {})


# --- limits ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §3.4")
def test_3_4_a_bet_above_the_maximum_is_refused_here_by_its_name_and_limit(t1: Terminal) -> None:
    t1.console.credit(5_000)
    registered(t1, banker=900)
    t1.does(t.PlaceBet(BANKER, 200))
    assert t1.forgotten.notice == Notice("bad_stake", "banker: 1100 is above the maximum of 1000", "3.4", BANKER, 1_000)
    assert (t1.answers, t1.standing) == ([], {"banker": ("registered", 900)})
    t1.does(t.PlaceBet(BANKER, 100))
    assert t1.answers == [(2, {BANKER: 1_000})]


def test_3_4_all_bets_together_have_a_maximum_too() -> None:
    t1 = with_felt(Felt(total=Limit(max=500)))
    t1.taps(t.PlaceBet(BANKER, 400), t.PlaceBet(TIE, 200))
    assert t1.forgotten.notice == Notice("too_much", "600 in all is above the table's maximum of 500", "3.4", limit=500)
    assert t1.standing == {"banker": ("placing", 400)}


def test_what_is_above_the_maximum_already_may_be_lowered(t1: Terminal) -> None:
    t1.console.credit(5_000)
    registered(t1, banker=3_000)  # placed by a Pit Employee
    t1.does(t.TakeBack(BANKER, 500))
    assert (t1.notice, t1.answers) == ("", [(2, {BANKER: 2_500})])
    t1 = with_felt(Felt(total=Limit(max=500)))
    registered(t1, banker=600, tie=100)
    t1.does(t.TakeBack(BANKER, 100))
    assert (t1.notice, t1.answers) == ("", [(2, {BANKER: 500, TIE: 100})])


def test_the_same_no_twice_is_two(t1: Terminal) -> None:
    t1.does(t.PlaceBet(BANKER, 5_000))
    first = shown(t1).notices
    t1.does(t.PlaceBet(BANKER, 5_000))
    assert shown(t1).notices == first + 1


def test_the_limits_of_a_round_are_those_that_it_began_with(t1: Terminal) -> None:
    new = Felt(limits={"banker": Limit(min=50)})
    t1.follows(t1.console.write(e.LimitsSet(new)))
    assert shown(t1).felt == Felt(limits=LIMITS)
    t1.follows(t1.console.play())
    assert shown(t1).felt == new


# --- repeat and double -----------------------------------------------------------------------------------------------


def after_a_round(terminal: Terminal, **bets: int) -> Terminal:
    """The next Round is open, and these were the Bets of the last."""
    terminal.follows(terminal.console.register(1, T1, **bets).play(TIE_HANDS).open_bets())
    return terminal


def test_repeat_does_not_discard_what_lies_there(t1: Terminal) -> None:
    after_a_round(t1, banker=100)
    registered(t1, player=50)
    assert shown(t1).repeat == OfferShown(100)
    t1.does(t.RepeatBets())
    assert (t1.answers, t1.notice) == ([(2, {PLAYER: 50, BANKER: 100})], "")


def test_repeat_tops_up_and_is_offered_no_more_when_all_of_it_lies_there(t1: Terminal) -> None:
    after_a_round(t1, banker=100)
    registered(t1, banker=40)
    assert shown(t1).repeat == OfferShown(60)
    t1.does(t.RepeatBets())
    assert (t1.answers, shown(t1).repeat) == ([(2, {BANKER: 100})], OfferShown())
    t1.does(t.RepeatBets())
    assert (t1.notice, len(t1.answers)) == ("closed", 1)


def test_repeat_places_what_the_credit_allows_and_names_the_rest(t1: Terminal) -> None:
    after_a_round(t1, banker=800, tie=10)
    t1.follows(t1.console.write(e.TicketIssued(key(7), T1, 1, "0001", t1.session.credit - 500)))
    assert shown(t1).repeat == OfferShown(10, ((BANKER, 800),))
    t1.does(t.RepeatBets())
    assert (t1.answers, t1.notice) == ([(1, {TIE: 10})], "credit")


def test_repeat_keeps_to_limits_that_are_new(t1: Terminal) -> None:
    t1.console.register(1, banker=600, tie=10).play(TIE_HANDS)
    t1.follows(t1.console.write(e.LimitsSet(Felt(limits={"banker": Limit(max=500)}))).open_bets())
    assert shown(t1).repeat == OfferShown(10, ((BANKER, 600),))
    t1.does(t.RepeatBets())
    assert t1.answers == [(1, {TIE: 10})]
    assert t1.forgotten.notice == Notice("bad_stake", "banker: 600 is above the maximum of 500", "3.4", BANKER, 500)


def test_nothing_that_cannot_succeed_is_offered(t1: Terminal) -> None:
    assert (shown(t1).repeat, shown(t1).double) == (OfferShown(), OfferShown())
    registered(t1, banker=600)
    assert shown(t1).double == OfferShown(), "1200 is above the maximum"
    t1.does(t.DoubleBets())
    assert (t1.notice, t1.answers) == ("bad_stake", [])


def test_double_obeys_the_maximum_and_names_what_stays_single(t1: Terminal) -> None:
    t1.console.credit(5_000)
    registered(t1, banker=600, player=100, tie=10)
    assert shown(t1).double == OfferShown(110, ((BANKER, 600),))
    t1.does(t.DoubleBets())
    assert t1.answers == [(2, {BANKER: 600, PLAYER: 200, TIE: 20})]
    assert t1.forgotten.notice == Notice("bad_stake", "banker: 1200 is above the maximum of 1000", "3.4", BANKER, 1_000)


def test_double_in_two_windows_spends_the_credit_once(t1: Terminal) -> None:
    console = t1.console.register(1, banker=300)
    other = m.WindowId(1, 2, b"nonce-02")
    console.write(e.WindowOpened(other, Window("more", (TIE,)), 9, 0))
    t1.follows(console.write(e.LayoutRegistered(other, T1, 1, Answer({TIE: 300}), 300)))
    assert (t1.money, shown(t1).double) == ((400, 600, 400), OfferShown(300, ((TIE, 300),)))
    t1.does(t.DoubleBets())
    assert (t1.answers, t1.notice) == ([(2, {BANKER: 600})], "credit")


# --- notes -----------------------------------------------------------------------------------------------------------


def test_a_note_is_being_booked_until_it_is_credit(t1: Terminal) -> None:
    assert (shown(t1).booking, shown(t1).held_notes) == (0, ())
    t1.does(t.NoteIn(key(1), 500))
    assert (shown(t1).booking, shown(t1).held_notes, shown(t1).notes) == (500, (key(1),), 500)
    t1.does(t.NoteStacked(key(1)))
    assert (shown(t1).booking, shown(t1).held_notes, shown(t1).notes) == (500, (), 0)
    t1.follows(t1.console.write(e.CreditBought(key(1), T1, 1, 500)))
    assert (shown(t1).booking, shown(t1).unpaid, shown(t1).credit) == (0, 0, 1_500)


def unpaid(terminal: Terminal) -> Terminal:
    terminal.taps(t.NoteIn(key(1), 500), t.NoteStacked(key(1)))
    terminal.follows(terminal.console.write(e.MoneyRefused(key(1), T1, Refusal("too_much", "no more in this hour"))))
    return terminal


def test_a_note_that_was_taken_and_refused_is_unpaid_until_somebody_has_been_there(t1: Terminal) -> None:
    unpaid(t1)
    assert (shown(t1).booking, shown(t1).unpaid, t1.notice) == (0, 500, "too_much")
    t1.does(t.CallAttendant())
    t1.follows(t1.console.write(e.AttendantCalled(T1, True)))
    t1.does(t.CallAttendant(False))
    assert (t1.notice, shown(t1).unpaid, shown(t1).calls) == ("wrong_state", 500, True)
    t1.restart().is_welcomed()
    assert shown(t1).unpaid == 500
    t1.follows(t1.console.write(e.AttendantCalled(T1, False)))
    assert (shown(t1).unpaid, shown(t1).calls) == (0, False)


def test_ids_say_which_request_was_refused_whatever_the_notice_is_about(t1: Terminal) -> None:
    t1.does(t.PlaceBet(BANKER, 5_000))  # a notice that is nobody's money
    assert (t1.notice, shown(t1).refused) == ("bad_stake", ())
    t1.does(t.NoteIn(key(1), 0), t.CashOut(key(2), 9_999), t.TicketIn(key(3), ""))
    t1.does(t.PlaceBet(BANKER, 5_000))
    assert (t1.notice, shown(t1).refused) == ("bad_stake", (key(1), key(2), key(3)))
    unpaid_id = key(1)
    unpaid(t1)
    assert shown(t1).refused[-1] == unpaid_id
    t1.does(after_ms=5_000)
    t1.does(t.NoteIn(key(9), 100))
    assert (t1.notice, shown(t1).refused[-1]) == ("reconnecting", key(9))
    t1.does(*(t.NoteIn(key(100 + n), 100) for n in range(50)))
    assert len(shown(t1).refused) == 10


# --- what may be done ------------------------------------------------------------------------------------------------


def test_cash_out_is_offered_when_it_can_be_had(t1: Terminal) -> None:
    console = t1.console
    assert shown(t1).cash_out
    t1.does(t.PlaceBet(BANKER, 5))
    assert not shown(t1).cash_out, "a chip of his lies on the felt"
    t1.does(t.ClearBets())
    assert shown(t1).cash_out
    t1.follows(console.write(e.TerminalLatched(T1, "look at it")))
    assert not shown(t1).cash_out
    wrong_settlement(console.write(e.TerminalUnlatched(T1)))
    t1.catches_up()
    assert (t1.session.disputed, shown(t1).cash_out) == (1, False)
    (dispute,) = t1.state.outbox.disputes()
    t1.follows(console.write(e.SettlementDisputed(dispute.id, T1, 1, dispute.lines), e.DisputeRuled(T1, 1, "as paid")))
    assert shown(t1).cash_out
    t1.does(after_ms=5_000)
    assert not shown(t1).cash_out


def test_a_dispute_shows_what_was_paid_and_what_this_terminal_computed(t1: Terminal) -> None:
    assert shown(t1).dispute is None
    wrong_settlement(t1.console)
    t1.catches_up()
    found = shown(t1).dispute
    assert found is not None
    assert (found.round_no, [x.returned for x in found.paid], [x.returned for x in found.expected]) == (1, [200], [0])
    cash_out_all(t1.console)
    t1.catches_up()
    found = shown(t1).dispute
    assert found is not None
    assert (found.round_no, found.paid, found.expected) == (1, (), ()), "not for whoever comes next"


def test_a_dispute_that_a_snapshot_tells_of_has_no_lines_here(console: Console) -> None:
    own = OwnState(console.ledger.credit(T1), 0, 1, (), 7)
    t1 = Terminal(console).restart()
    state = encode_body(Picture(console.view, own, T1))
    t1.hears(console.welcome(t1), m.Snapshot(console.pen.seq, console.pen.chain, state))
    found = shown(t1).dispute
    assert found is not None
    assert (found.round_no, found.paid, found.expected) == (7, (), ())


def test_of_a_round_that_is_not_known_whole_nothing_is_said_to_be_expected(console: Console) -> None:
    console.register(1, banker=100).close_bets().deal(PLAYER_WINS)
    t1 = Terminal(console).restart()
    part = OwnLayout(console.window, "bets", 1, Answer({BANKER: 40}))  # what it has is not all that is at stake
    own = OwnState(console.ledger.credit(T1), console.ledger.stake(T1), 1, (part,))
    state = encode_body(Picture(console.view, own, T1))
    t1.hears(console.welcome(t1), m.Snapshot(console.pen.seq, console.pen.chain, state))
    t1.follows(console.settle().write(e.SettlementDisputed(key(1), T1, 1, ())))
    found = shown(t1).dispute
    assert found is not None
    assert ([line.staked for line in found.paid], found.expected) == ([100], ())


def test_what_is_not_known_yet_is_said_to_be_unknown(t1: Terminal) -> None:
    assert not show(Session(T1, TABLE)).known
    assert shown(t1).known


def test_the_shoe_has_a_number_while_it_is_there(t1: Terminal) -> None:
    console = t1.console.play()
    t1.follows(console.write(e.ShoeLoaded(8, 0, "Ann", 101), e.ShoeEnded(416, 0), e.ShoeLoaded(8, 0, "Ann", 101)))
    assert shown(t1).shoe_no == 2
    t1.follows(console.write(e.ShoeEnded(416, 0)))
    assert shown(t1).shoe_no == 0


# --- whatever is tapped ----------------------------------------------------------------------------------------------

FELTS: Final = st.builds(
    Felt,
    limits=st.dictionaries(
        st.sampled_from(SPOTS),
        st.builds(
            Limit,
            min=st.sampled_from([1, 20, 50]),
            max=st.sampled_from([None, 60, 300]),
            step=st.sampled_from([1, 10, 20]),
        ),
    ),
    total=st.none() | st.builds(Limit, min=st.sampled_from([1, 60]), max=st.sampled_from([None, 200])),
)
SPOT: Final = st.sampled_from(SPOTS)
CHIP: Final = st.sampled_from([2, 10, 20, 50, 100])
WISHES: Final = st.one_of(
    st.builds(t.PlaceBet, SPOT, CHIP),
    st.builds(t.PlaceBet, SPOT, CHIP),
    st.builds(t.TakeBack, SPOT, CHIP),
    st.builds(t.SetLayout, st.just(""), st.dictionaries(SPOT, CHIP, max_size=3)),
    st.sampled_from([t.ClearBets(), t.UndoBet(), t.RepeatBets(), t.DoubleBets()]),
)
STEPS: Final = st.lists(st.sampled_from(["answer", "close"]) | WISHES, max_size=30)
STANDINGS: Final = {"", "waits", "placing", "removing", "registered", "returned"}


class Table:
    """A console that reviews by the rule book, as the real one does."""

    def __init__(self, felt: Felt) -> None:
        self.terminal = with_felt(felt, credit=400)
        self.console = self.terminal.console
        self.felt = felt
        self.revision = 0

    def answer(self) -> None:
        """What is in flight is registered: a limit that is on display is no reason to refuse it."""
        sent = self.terminal.state.outbox.layouts.get(self.console.window)
        if sent is None:
            return
        before = Answer(self.console.bets.get(T1, {}))
        game = Baccarat()
        round = game.begin(self.felt)
        (window,) = game.windows(round)
        assert game.review(round, window, T1, Answer(sent.bets), {"bets": {T1: before}}) is None
        more = sum(sent.bets.values()) - sum(before.bets.values())
        assert more <= self.console.ledger.credit(T1)
        self.console.register(sent.revision, T1, **sent.bets)
        self.terminal.catches_up()

    def close(self) -> None:
        self.console.play(TIE_HANDS).open_bets()
        self.terminal.catches_up()


def judge(terminal: Terminal) -> None:
    """What is said of each Bet follows from the layouts, and the money covers it."""
    session, picture = terminal.session, shown(terminal)
    assert 0 <= picture.spendable <= picture.credit
    window = terminal.console.window
    sent = session.state.outbox.layouts.get(window)
    has = session.state.layouts.registered.get(window, Answer()).bets
    newest = layout_in(session, window).bets
    for x in picture.spots:
        assert x.standing in STANDINGS
        assert (x.registered, x.asked) == (has.get(x.spot, 0), newest.get(x.spot, 0))
        settled = x.asked == x.registered and (sent is None or sent.bets.get(x.spot, 0) == x.registered)
        assert (x.standing in ("", "registered", "returned")) == settled
        assert (x.missing > x.asked) == (x.missing > 0)
        assert not x.missing or x.standing == "waits"
    asked = {spot for spot, amount in newest.items() if amount != has.get(spot, 0)}
    waiting = {x.spot for x in picture.spots if x.standing == "waits"}
    if sent is None and not waiting:
        assert not asked, "what does not wait is on its way"


@settings(max_examples=500)
@given(felt=FELTS, steps=STEPS)
def test_whatever_is_tapped_what_is_sent_keeps_the_limits_and_what_is_shown_is_so(
    felt: Felt, steps: Sequence[t.Intent | str]
) -> None:
    table = Table(felt)
    for step in steps:
        match step:
            case "answer":
                table.answer()
            case "close":
                table.close()
            case _:
                offers = shown(table.terminal)
                before = offers.asked_amount
                table.terminal.does(step)  # type: ignore[arg-type]
                removing = any(spot.standing == "removing" for spot in offers.spots)
                if isinstance(step, t.RepeatBets) or (isinstance(step, t.DoubleBets) and not removing):
                    offered = offers.repeat if isinstance(step, t.RepeatBets) else offers.double
                    assert shown(table.terminal).asked_amount - before == offered.amount, "as it was offered"
                    assert (table.terminal.notice == "") == (offered.amount > 0 and not offered.left)
        judge(table.terminal)
    for _ in range(3):
        table.answer()  # whatever could go has gone
    judge(table.terminal)
    assert table.terminal.state.outbox.layouts == {}
    short = {x.spot for x in shown(table.terminal).spots if x.standing == "waits"}
    assert all(x.standing in ("registered", "returned", "") for x in shown(table.terminal).spots if x.spot not in short)
