"""Ordinary Rounds: the notice, Bets, "No More Bets", cards, the certificate, money. And what is refused beside it."""

import pytest

from console.table.table import SpaceLeft
from games.money import AMOUNT_MAX, Odds
from games.round import Answer, Felt, HandId, Limit, Refusal, Spot, Window, lost, won
from games.round import WindowClosed as ClosingAct
from games.settlement import Line
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.halts import Halt
from protocol.messages import WindowId
from protocol.view import OpenWindow, Phase, cards_digest
from shoe_driver import link as shoe
from tests.console.cluster import (
    BANKER_WINS,
    COUNTDOWN_MS,
    PANEL,
    PLAYER_WINS,
    TIE,
    Cluster,
    betting,
    cards_of,
    dealt,
    of,
)
from tests.console.people import DEALER, MANAGER, SUPERVISOR, T1, T2

SPOTS = tuple(map(Spot, ("player", "banker", "tie", "player_pair", "banker_pair")))
BETS = Window("bets", SPOTS, paragraph="3.6")
PLAYER, BANKER = HandId("player"), HandId("banker")
HOUSE_WINS = lost("3.13")


def line(spot: str, staked: int, returned: int, odds: Odds) -> Line:
    return Line(Spot(spot), staked, returned, won(odds, "4.1"))


def loses(spot: str, staked: int) -> Line:
    return Line(Spot(spot), staked, 0, HOUSE_WINS)


# --- the table opens -------------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §3.4")
def test_3_4_the_limits_are_on_display_from_the_opening_on() -> None:
    limits = {"banker": Limit(20, 500), "tie": Limit(10, 100)}
    cluster = Cluster(limits=limits, opened=False)
    felt = Felt(limits, 2)
    assert cluster.obey(m.OpenTable(), SUPERVISOR) == [e.TableOpened("baccarat", "RWS v5", felt, COUNTDOWN_MS)]
    assert (cluster.phase, cluster.view.felt, cluster.view.countdown_ms) == (Phase.READY, felt, COUNTDOWN_MS)


@pytest.mark.rule("001 §3.4")
def test_3_4_new_limits_hold_from_the_next_round_on() -> None:
    cluster = Cluster()
    felt = Felt({"banker": Limit(20, 500)})
    assert cluster.obey(m.SetLimits(felt), MANAGER, DEALER) == [e.LimitsSet(felt)]
    cluster.open_round()
    assert cluster.refused_bet("T1", {"banker": 10}) == Refusal(
        "bad_stake", "banker: 10 is below the minimum of 20", "3.6"
    )
    assert cluster.refused_bet("T1", {"banker": 502}) == Refusal(
        "bad_stake", "banker: 502 is above the maximum of 500", "3.6"
    )
    cluster.bet("T1", banker=500)
    assert cluster.refuse(m.SetLimits(Felt()), MANAGER, DEALER).reason == "wrong_state"
    cluster.bet("T1", banker=20)  # to reduce is always allowed
    assert cluster.view.round_felt == felt


def test_3_4_limits_set_while_the_table_is_closed_hold_when_it_opens() -> None:
    cluster = Cluster(opened=False)
    felt = Felt({"banker": Limit(20, 500)})
    cluster.obey(m.SetLimits(felt), MANAGER, DEALER)
    cluster.obey(m.OpenTable(), SUPERVISOR)
    assert cluster.view.felt == felt


def test_3_4_no_bet_loses_its_limits() -> None:
    limits = {"banker": Limit(20, 500), "player": Limit(20, 500)}
    cluster = Cluster(limits=limits)
    for felt in (Felt(), Felt({"banker": Limit(20, 500)}), Felt({**limits, "player": Limit(20)})):
        assert cluster.refuse(m.SetLimits(felt), MANAGER, DEALER).reason == "no_limits"
    cluster.obey(m.SetLimits(Felt({**limits, "tie": Limit(5)})), MANAGER, DEALER)


@pytest.mark.parametrize(
    "felt",
    [
        Felt({"banker": Limit(501, 500)}),
        Felt({"banker": Limit(20, 500), "tie": Limit(6, 5)}),
        Felt({"banker": Limit(20, 500)}, total=Limit(1_001, 1_000)),
    ],
)
def test_3_4_no_minimum_lies_above_its_maximum(felt: Felt) -> None:
    """Nobody could bet there at all."""
    cluster = Cluster(limits={"banker": Limit(20, 500)})
    assert cluster.refuse(m.SetLimits(felt), MANAGER, DEALER).reason == "bad_limits"
    level = Felt({"banker": Limit(500, 500)}, total=Limit(1_000, 1_000))
    cluster.obey(m.SetLimits(level), MANAGER, DEALER)


# --- the notice ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §3.3")
def test_3_3_the_round_begins_with_the_notice() -> None:
    cluster = Cluster()
    written = cluster.open_round()
    key = WindowId(1, 1, cluster.entries[-2].chain[:8])  # the link before it: nobody knew it when the order was given
    assert written == [e.WindowOpened(key, BETS, COUNTDOWN_MS, 1_000 + COUNTDOWN_MS)]
    assert cluster.view.windows == {"bets": OpenWindow(key, BETS, COUNTDOWN_MS)}
    assert (cluster.phase, cluster.view.round_no, cluster.view.due) == (Phase.BETTING, 1, "")
    cluster.bet("T1", banker=100)


@pytest.mark.rule("001 §3.3")
def test_3_3_before_the_notice_no_bet_lands() -> None:
    cluster = Cluster()
    before = cluster.state()
    assert cluster.answer("T1", {"banker": 100}, window=WindowId(1, 1, cluster.table.chain[:8])) == []
    assert cluster.state() == before


def test_2_2_1_no_round_without_a_shoe_that_can_be_dealt_from() -> None:
    no_shoe = Refusal("no_shoe", "load a shoe first", "2.2.1")
    cluster = Cluster(opened=False)
    cluster.obey(m.OpenTable(), SUPERVISOR)
    assert cluster.refuse(m.OpenBets()) == no_shoe
    cluster.load_shoe(burn=1)
    assert cluster.refuse(m.OpenBets()) == no_shoe  # a card is still to be burnt
    cluster.draw("9S")
    cluster.open_round()


@pytest.mark.rule("001 §2.2.1")
def test_2_2_1_four_to_eight_decks() -> None:
    cluster = Cluster()
    for decks in (1, 3):
        refusal = cluster.refuse(m.LoadShoe(decks, "300"), DEALER, SUPERVISOR)
        assert refusal == Refusal("wrong_decks", "this game is played with 4 to 8 decks", "2.2.1")
    for decks in range(4, 9):
        assert cluster.load_shoe(decks) == [e.ShoeLoaded(decks, 0, "300", 1), e.ShoeLive()]


def test_c10_no_round_is_begun_that_might_not_be_written_to_its_end() -> None:
    cluster = Cluster()
    assert cluster.run(SpaceLeft(enough=False)) == []
    detail = "the disk is full: no Round is begun that might not be written to its end"
    assert cluster.refuse(m.OpenBets()) == Refusal("storage", detail)
    cluster.run(SpaceLeft(enough=True))
    cluster.open_round()
    cluster.run(SpaceLeft(enough=False))  # a Round that has begun is finished
    cluster.bet("T1", banker=100)
    cluster.finish(BANKER_WINS)
    assert cluster.refuse(m.OpenBets()).reason == "storage"


# --- Bets ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §3.6", "001 §3.5")
@pytest.mark.parametrize("spot", SPOTS)
def test_3_6_any_spot_alone(spot: Spot) -> None:
    cluster = betting()
    key = cluster.opened().id
    registered = e.LayoutRegistered(key, T1, 1, Answer({spot: 100}), 100)
    assert cluster.answer("T1", {spot: 100}) == [registered]
    assert (cluster.credit("T1"), cluster.stake("T1")) == (900, 100)
    assert cluster.registered("T1") == {spot: 100}


@pytest.mark.rule("001 §3.6")
def test_3_6_all_spots_together_and_none_that_is_not_there() -> None:
    cluster = Cluster()
    cluster.open_round()
    cluster.place("T1", dict.fromkeys(SPOTS, 100))
    assert (cluster.credit("T1"), cluster.stake("T1")) == (500, 500)
    refusal = cluster.refused_bet("T1", {"dragon": 100})
    assert refusal == Refusal("unknown_spot", "'dragon' is no place to bet on here", "3.6")
    refusal = cluster.refused_bet("T1", {"tie": 100}, "hit")
    assert refusal == Refusal("illegal_decision", "there is nothing to choose here, and 'hit' came", "3.6")
    assert cluster.registered("T1") == dict.fromkeys(SPOTS, 100)


def test_a_new_revision_moves_only_the_difference() -> None:
    cluster = betting()
    key = cluster.opened().id
    cluster.bet("T1", banker=100, tie=50)
    assert cluster.answer("T1", {"banker": 60, "tie": 50}) == [
        e.LayoutRegistered(key, T1, 2, Answer({Spot("banker"): 60, Spot("tie"): 50}), -40)
    ]
    assert (cluster.credit("T1"), cluster.stake("T1")) == (890, 110)
    assert cluster.answer("T1", {"banker": 0, "tie": 0}) == [e.LayoutRegistered(key, T1, 3, Answer(), -110)]
    assert (cluster.credit("T1"), cluster.stake("T1"), cluster.registered("T1")) == (1_000, 0, {})


def test_nobody_bets_more_than_his_credit() -> None:
    cluster = betting()
    refusal = cluster.refused_bet("T1", {"banker": 1_002})
    assert refusal == Refusal("credit", "1002 more than before, and the credit is 1000")
    cluster.bet("T1", banker=1_000)
    refusal = cluster.refused_bet("T1", {"banker": 1_000, "tie": 1})
    assert refusal == Refusal("credit", "1 more than before, and the credit is 0")
    assert cluster.refused_bet("T1", {"banker": AMOUNT_MAX, "tie": AMOUNT_MAX}).reason == "credit"
    cluster.bet("T1", player=1_000)  # the same money elsewhere
    assert cluster.money() == {"cash": -2_000, "stake/T1": 1_000, "credit/T2": 1_000}


@pytest.mark.rule("001 §4.1")
def test_4_1_an_odd_stake_on_banker_is_refused_because_its_half_is_not_exact() -> None:
    cluster = betting()
    refusal = cluster.refused_bet("T1", {"banker": 101})
    assert refusal == Refusal("bad_stake", "banker: 101 is no multiple of the step 2", "3.6")
    cluster.bet("T1", player=101)


# --- a revision is answered once -------------------------------------------------------------------------------------


def test_a_refusal_sticks_although_the_credit_has_come_since() -> None:
    cluster = betting()
    (refused,) = cluster.answer("T1", {"banker": 2_000}, revision=1)
    cluster.buy("T1", 5_000)
    before = cluster.state()
    assert cluster.answer("T1", {"banker": 2_000}, revision=1) == []
    assert (cluster.shown(), cluster.state()) == ([refused], before)
    assert isinstance(cluster.answer("T1", {"banker": 2_000}, revision=2)[0], e.LayoutRegistered)


def test_n5_the_same_revision_with_other_content_is_an_alarm_that_rings_once() -> None:
    cluster = betting()
    (registered,) = cluster.answer("T1", {"banker": 100}, revision=1)
    alarm = e.AlarmRaised("T1", Alarm.OTHER_CONTENT)
    assert cluster.answer("T1", {"banker": 200}, revision=1) == [alarm]
    assert cluster.shown() == [registered]
    assert cluster.answer("T1", {"banker": 300}, revision=1) == []
    assert (cluster.shown(), cluster.registered("T1")) == ([registered], {"banker": 100})
    cluster.finish(BANKER_WINS)
    cluster.open_round()
    cluster.answer("T1", {"banker": 100}, revision=1)
    assert cluster.answer("T1", {"banker": 200}, revision=1) == [alarm]  # in the next Round it may ring again


# --- "No More Bets" --------------------------------------------------------------------------------------------------


def closed(cluster: Cluster, by: str) -> e.WindowClosed:
    return e.WindowClosed(cluster.opened().id, "bets", by, ClosingAct("bets"), PLAYER)


@pytest.mark.rule("001 §3.7")
def test_3_7_the_dealer_closes_and_what_comes_later_is_shown_the_close() -> None:
    cluster = betting({"T1": {"banker": 100}})
    key, expected = cluster.opened().id, closed(cluster, "dealer")
    assert cluster.close() == [expected]
    assert (cluster.phase, cluster.view.due, cluster.windows) == (Phase.DEALING, PLAYER, [])
    before = cluster.state()
    assert cluster.answer("T2", {"banker": 100}, window=key) == []
    assert (cluster.shown(), cluster.state()) == ([expected], before)
    assert cluster.answer("T1", {"banker": 500}, window=key) == []
    assert (cluster.shown(), cluster.state()) == ([expected], before)


@pytest.mark.rule("001 §3.7")
def test_3_7_the_countdown_closes_and_the_dealer_may_add_time() -> None:
    cluster = Cluster()
    assert (cluster.table.wake_ms(), cluster.table.left_ms(cluster.now_ms)) == (None, -1)
    cluster.open_round()
    expected = closed(cluster, "countdown")
    assert (cluster.table.wake_ms(), cluster.table.left_ms(2_000)) == (16_000, 14_000)
    assert cluster.wait(COUNTDOWN_MS - 1) == []
    assert cluster.obey(m.AddTime(5_000)) == [e.TimeAdded(1, 5_001, 21_000)]
    assert cluster.table.left_ms(cluster.now_ms) == 5_001
    assert cluster.wait(5_000) == []
    assert cluster.wait(1) == [expected]
    assert (cluster.table.wake_ms(), cluster.table.left_ms(cluster.now_ms)) == (None, -1)


@pytest.mark.parametrize("order", [m.CloseBets(), m.AddTime(1_000)], ids=["close", "time"])
def test_3_7_an_order_about_a_window_that_has_passed_is_late(order: m.Order) -> None:
    cluster = betting()
    late = Refusal("late", "the window that it is about is not open", "3.7")
    assert cluster.refuse(order, window=WindowId(1, 1, b"another!")) == late
    assert cluster.refuse(order, window=WindowId(1, 2, cluster.opened().id.nonce)) == late
    cluster.obey(order)


@pytest.mark.rule("001 §5.9")
def test_5_9_what_counts_is_what_stood_when_the_bets_were_closed() -> None:
    cluster = betting({"T1": {"banker": 100}})
    cluster.bet("T1", player=300)  # he has changed his mind
    cluster.bet("T2", banker=100)
    cluster.bet("T2")
    cluster.close()
    cluster.deal(BANKER_WINS)
    settled = of(cluster.certify(), e.Settled)
    assert settled == [e.Settled(1, T1, 1, (loses("player", 300),))]


# --- a halt while Bets are open --------------------------------------------------------------------------------------


def test_while_the_table_is_stopped_answers_wait_and_the_countdown_does_not_run() -> None:
    cluster = betting({"T1": {"banker": 100}})
    cluster.call()
    assert (cluster.table.wake_ms(), cluster.table.left_ms(cluster.now_ms)) == (None, -1)
    before = cluster.state()
    assert cluster.answer("T1", {"banker": 200}, revision=2) == []
    assert (cluster.sent, cluster.state()) == ([], before)
    assert cluster.answer("T1", {"banker": 100}, revision=1) == []
    assert cluster.shown() == cluster.journal(e.LayoutRegistered)  # what was answered before is shown again
    assert cluster.wait(COUNTDOWN_MS * 2) == []
    cluster.obey(m.Resume(Halt.CALLED), SUPERVISOR)
    assert cluster.table.left_ms(cluster.now_ms) == COUNTDOWN_MS  # the whole time again
    assert isinstance(cluster.answer("T1", {"banker": 200}, revision=2)[0], e.LayoutRegistered)


# --- cards -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §3.8")
def test_3_8_four_cards_to_player_and_banker_in_turn() -> None:
    cluster = dealt()
    two, four, five, other_five = cards_of(BANKER_WINS)
    assert cluster.deal(BANKER_WINS) == [
        e.CardDealt(1, 1, PLAYER, two, BANKER),
        e.CardDealt(1, 2, BANKER, four, PLAYER),
        e.CardDealt(1, 3, PLAYER, five, BANKER),
        e.CardDealt(1, 4, BANKER, other_five, HandId("")),
    ]
    assert (cluster.phase, cluster.hands) == (Phase.RESULT, {"player": "2C 5S", "banker": "4D 5H"})
    assert cluster.view.shoe.left == 8 * 52 - 4


def test_a_shoe_without_a_counter_deals_as_well() -> None:
    cluster = dealt()
    for card in BANKER_WINS.split():
        cluster.run(shoe.CardSeen(None, card))
    assert (cluster.phase, cluster.view.shoe.last_seq) == (Phase.RESULT, 4)


# --- the certificate -------------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §3.13")
def test_3_13_one_commit_collects_and_pays_for_everybody() -> None:
    cluster = dealt(BANKER_WINS, {"T1": {"banker": 100, "player_pair": 10}, "T2": {"player": 200, "tie": 50}})
    digest, commits = cards_digest(cluster.view), cluster.commits
    assert cluster.certify() == [
        e.Certified(1, digest, ()),
        e.Settled(1, T1, 1, (line("banker", 100, 200, Odds(1)), loses("player_pair", 10))),
        e.Settled(1, T2, 1, (loses("player", 200), loses("tie", 50))),
        e.RoundEnded(1, False),
    ]
    assert cluster.commits == commits + 1
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_090, "credit/T2": 750, "house": 160}
    assert (cluster.phase, cluster.view.past[-1].round_no, cluster.view.past[-1].void) == (Phase.READY, 1, False)


@pytest.mark.rule("001 §5.10", "001 §5.6")
def test_5_10_a_certificate_of_other_cards_than_those_on_record_is_refused() -> None:
    cluster = dealt("2C 4D 5S", {"T1": {"banker": 100}})
    seen = cards_digest(cluster.view)
    cluster.deal("5H")
    refusal = cluster.refuse(m.Certify(seen))
    assert refusal == Refusal("other_cards", "these are not the cards of the Round any more: look again", "5.10")
    assert (cluster.phase, cluster.stake("T1")) == (Phase.RESULT, 100)
    cluster.certify()


def test_the_certificate_says_who_had_seen_the_close() -> None:
    cluster = betting()
    cluster.beat("T1")
    cluster.close()
    cluster.deal(BANKER_WINS)
    for peer in ("T2", PANEL):  # which is no terminal
        cluster.beat(peer)
    (certified, *_) = cluster.certify()
    assert certified == e.Certified(1, certified.cards_digest, (T2,))  # type: ignore[union-attr]


def test_a_round_without_bets_is_settled_with_nobody() -> None:
    cluster = dealt(PLAYER_WINS)
    digest = cards_digest(cluster.view)
    assert cluster.certify() == [e.Certified(1, digest, ()), e.RoundEnded(1, False)]


def test_rounds_are_counted_for_the_life_of_the_table() -> None:
    cluster = Cluster()
    for _ in range(3):
        cluster.play(BANKER_WINS, {"T1": {"banker": 100}, "T2": {"player": 50}})
    cluster.restart()
    cluster.play(PLAYER_WINS, {"T1": {"banker": 100}, "T2": {"player": 50}})
    assert [past.round_no for past in cluster.view.past] == [1, 2, 3, 4]
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_200, "credit/T2": 900, "house": -100}


# --- 5.2: terminals that are dark ------------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.2", "001 §5.2.1")
def test_5_2_1_a_registered_bet_is_settled_while_its_terminal_is_dark() -> None:
    cluster = betting()
    cluster.bet("T1", banker=100)  # and then its power fails
    cluster.finish(BANKER_WINS)
    cluster.join("T1")
    assert (cluster.credit("T1"), cluster.stake("T1")) == (1_100, 0)


@pytest.mark.rule("001 §5.2", "001 §5.2.2")
def test_5_2_2_a_bet_that_comes_after_the_close_is_not_registered_and_costs_nothing() -> None:
    cluster = betting()
    key, expected = cluster.opened().id, closed(cluster, "dealer")
    cluster.close()
    cluster.join("T1")
    before = cluster.state()
    assert cluster.answer("T1", {"banker": 100}, window=key) == []
    assert (cluster.shown(), cluster.state()) == ([expected], before)
    cluster.deal(BANKER_WINS)
    assert of(cluster.certify(), e.Settled) == []
    assert cluster.answer("T1", {"banker": 100}, window=key) == []  # and it stays so in the next Round
    cluster.open_round()
    assert cluster.answer("T1", {"banker": 100}, window=key) == []
    assert (cluster.shown(), cluster.credit("T1")) == ([expected], 1_000)


@pytest.mark.rule("001 §5.2")
def test_5_2_the_round_goes_on_when_all_terminals_are_dark() -> None:
    cluster = betting({"T1": {"banker": 100}, "T2": {"player": 100}})
    expected = closed(cluster, "countdown")
    assert cluster.wait(COUNTDOWN_MS) == [expected]
    cluster.deal(BANKER_WINS)
    cluster.certify()
    assert (cluster.credit("T1"), cluster.credit("T2")) == (1_100, 900)


def test_t4_a_terminal_that_did_not_hear_the_answer_asks_again_after_a_restart() -> None:
    cluster = betting()
    key = cluster.opened().id
    (registered,) = cluster.answer("T1", {"banker": 100}, revision=1)
    cluster.close()
    cluster.join("T1")
    assert cluster.answer("T1", {"banker": 100}, revision=1, window=key) == []
    assert cluster.shown() == [registered]


def test_m15_the_same_story_under_another_clock_makes_the_same_money() -> None:
    def story(start_ms: int, step_ms: int) -> dict[str, int]:
        cluster = Cluster()
        cluster.now_ms = start_ms
        for cards in (BANKER_WINS, PLAYER_WINS, TIE):
            cluster.open_round()
            cluster.bet("T1", banker=100)
            cluster.now_ms += step_ms
            cluster.bet("T2", tie=10)
            cluster.close()
            cluster.now_ms += 100 * step_ms
            cluster.deal(cards)
            cluster.certify()
        return cluster.money()

    assert story(0, 0) == story(10**12, 14_000) == story(5, -4_000)
