"""Betting boxes at the table: who sits where, what a box keeps, what all are told of it, and times of questions."""

import pytest
from msgspec.structs import replace

from console.table.boxes import EVERY_MS, BoxNews, on_boxes
from games.round import Answer, BoxNow, Limit, PlayerId, Refusal, Spot
from protocol import events as e
from protocol import messages as m
from protocol.view import Phase
from tests.console.cluster import COUNTDOWN_MS, Cluster, betting, dealt, of
from tests.console.people import DEALER, MANAGER, SUPERVISOR, T1
from tests.console.tables import LIMITS, THREE, at_table, sit

# --- 1.26: who sits where --------------------------------------------------------------------------------------------


def test_003_1_26_a_player_sits_down_at_a_free_box_and_it_is_on_record() -> None:
    cluster = Cluster("blackjack")
    assert sit(cluster, "T1", 2) == [e.Seated("T1", 2)]  # type: ignore[arg-type]
    assert (cluster.view.felt.seats, cluster.public.felt.seats) == ({2: "T1"}, {2: "T1"})
    assert sit(cluster, "T1", 2) == []  # he sits there
    cluster.restart()
    assert cluster.view.felt.seats == {2: "T1"}


def test_003_1_26_one_terminal_to_a_box_and_one_box_to_a_terminal() -> None:
    cluster = Cluster("blackjack")
    sit(cluster, "T1", 2)
    assert sit(cluster, "T2", 2) == []
    sit(cluster, "T1", 1)
    assert cluster.view.felt.seats == {1: "T1"}
    assert sit(cluster, "T2", 2) == [e.Seated("T2", 2)]  # type: ignore[arg-type]
    assert sit(cluster, "T1", 0) == [e.Seated("T1", 0)]  # type: ignore[arg-type]
    assert cluster.view.felt.seats == {2: "T2"}


def test_003_1_26_nobody_sits_at_a_box_that_is_not_there() -> None:
    cluster = Cluster("blackjack")
    assert (sit(cluster, "T1", 3), sit(Cluster("baccarat"), "T1", 1)) == ([], [])
    cluster.obey(m.CloseTable(), SUPERVISOR)
    assert sit(cluster, "T1", 1) == []


def test_003_1_26_who_sits_down_in_a_round_decides_from_the_next_one_on() -> None:
    cluster = betting({"T1": {"1/main": 100}, "T2": {"1/main": 200}}, "blackjack")
    sit(cluster, "T1", 1)
    cluster.close()
    cluster.deal("9S 6D 8H")
    assert cluster.opened("surrender").window.respondents == ("T2",)  # the highest Initial Bet
    cluster.go("close, T2 stand, KD 6C")
    cluster.certify()
    cluster.open_round({"T1": {"1/main": 100}, "T2": {"1/main": 200}})
    cluster.close()
    cluster.deal("9S 6D 8H")
    assert cluster.opened("surrender").window.respondents == ("T1",)


def test_003_1_26_a_seated_player_without_a_bet_on_his_box_does_not_decide() -> None:
    cluster = at_table()
    cluster.open_round({"T2": {"1/main": 100}, "T3": {"1/main": 100}})
    cluster.close()
    cluster.deal("9S 6D 8H")
    assert cluster.opened("surrender").window.respondents == ("T2",)  # of equal Bets the first placed


@pytest.mark.rule("003 §1.26", "000 §1.26")
def test_003_1_26_of_equal_bets_on_a_box_the_first_placed_there_decides_whoever_has_bet_elsewhere_before() -> None:
    cluster = Cluster("blackjack", terminals=THREE, limits=LIMITS)
    cluster.open_round({"T1": {"2/main": 50}, "T2": {"1/main": 100}, "T3": {"1/main": 50}})
    cluster.place("T1", {"2/main": 50, "1/main": 100})
    cluster.place("T3", {"1/main": 100})
    cluster.close()
    assert [it.players for it in cluster.table.round.boxes] == [("T2", "T1", "T3"), ("T1",)]
    cluster.deal("9S 8S 6D 8H 9H")
    assert cluster.opened("surrender").window.respondents == ("T2",)


def test_003_1_26_staff_move_a_terminal_by_an_order() -> None:
    cluster = at_table()
    assert of(cluster.obey(m.Seat("T2", 2), DEALER), e.Seated) == [e.Seated("T2", 2)]  # type: ignore[arg-type]
    taken = cluster.refuse(m.Seat("T3", 2))  # type: ignore[arg-type]
    assert taken == Refusal("taken", "T2 sits at box 2", "1.26")
    assert cluster.refuse(m.Seat("T9", 0)).reason == "sits_there"  # type: ignore[arg-type]
    cluster.obey(m.Seat("T2", 0))  # type: ignore[arg-type]
    assert cluster.refuse(m.Seat("T9", 2)).reason == "no_terminal"  # type: ignore[arg-type]
    assert cluster.refuse(m.Seat("T2", 3)).reason == "no_such_box"  # type: ignore[arg-type]
    assert Cluster().refuse(m.Seat("T1", 1)).reason == "no_boxes"  # type: ignore[arg-type]


def test_003_1_26_home_boxes_come_back_with_the_opening_and_limits_move_nobody() -> None:
    cluster = Cluster("blackjack", limits=LIMITS)
    home = replace(cluster.table.setup.felt, seats={2: "T2"})
    cluster.table.setup = replace(cluster.table.setup, felt=home)
    sit(cluster, "T1", 1)
    cluster.obey(m.CloseTable(), SUPERVISOR)
    cluster.obey(m.OpenTable(), SUPERVISOR)
    assert cluster.view.felt.seats == {2: "T2"}
    sit(cluster, "T1", 1)
    cluster.obey(m.SetLimits(replace(home, seats={1: "T9"})), MANAGER, DEALER)
    assert cluster.view.felt.seats == {2: "T2", 1: "T1"}


def test_a_terminal_that_changes_its_seat_all_the_time_is_not_heard() -> None:
    cluster = Cluster("blackjack")
    written = [event for number in range(80) for event in sit(cluster, "T1", number % 2 + 1)]
    assert len(of(written, e.Seated)) == 60
    assert len(of(written, e.AlarmRaised)) == 1


# --- 5.1, 5.2: the limits are the box's ------------------------------------------------------------------------------


def test_003_5_1_the_seated_player_comes_first_and_the_newest_standing_bet_goes_back() -> None:
    cluster = at_table()
    cluster.open_round({"T2": {"1/main": 200, "1/player_pair": 10}, "T3": {"1/main": 200, "2/main": 50}})
    written = cluster.answer("T1", {"1/main": 200})
    (rejected,) = of(written, e.BetRejected)
    assert (rejected.terminal, rejected.spot, rejected.amount, rejected.paragraph) == ("T3", "1/main", 200, "5.1")
    assert cluster.registered("T3") == {"2/main": 50}  # Spot by Spot
    assert (cluster.credit("T3"), cluster.stake("T3")) == (950, 50)
    assert cluster.registered("T2") == {"1/main": 200, "1/player_pair": 10}


def test_003_5_1_newest_is_who_raised_his_bet_last_on_that_box() -> None:
    cluster = at_table()
    cluster.open_round({"T2": {"1/main": 100}, "T3": {"1/main": 200}})
    cluster.place("T2", {"1/main": 150})
    (rejected,) = of(cluster.answer("T1", {"1/main": 200}), e.BetRejected)
    assert (rejected.terminal, rejected.amount) == ("T2", 150)


def test_003_5_1_more_than_one_goes_back_if_one_is_not_enough() -> None:
    cluster = at_table()
    cluster.open_round({"T2": {"1/main": 200}, "T3": {"1/main": 200}})
    rejected = of(cluster.answer("T1", {"1/main": 500}), e.BetRejected)
    assert [it.terminal for it in rejected] == ["T3", "T2"]
    assert (cluster.registered("T2"), cluster.registered("T3")) == ({}, {})
    cluster.close()
    assert cluster.table.round.boxes[0].total == 500


def test_003_5_1_a_standing_players_bet_beyond_the_maximum_is_refused_and_rejects_nobody() -> None:
    cluster = at_table()
    cluster.open_round({"T1": {"1/main": 300}, "T2": {"1/main": 100}})
    assert cluster.refused_bet("T3", {"1/main": 110}).paragraph == "5.1"
    cluster.place("T3", {"1/main": 100})
    assert cluster.journal(e.BetRejected) == []


def test_003_3_13_2_d_a_side_bet_that_exceeds_what_is_left_goes_back_with_it() -> None:
    cluster = at_table()
    cluster.open_round({"T1": {"1/main": 100}, "T2": {"1/main": 400, "1/under_13": 400, "1/player_pair": 20}})
    rejected = of(cluster.answer("T1", {"1/main": 200}), e.BetRejected)
    assert [(it.terminal, it.spot) for it in rejected] == [("T2", "1/main"), ("T2", "1/under_13")]
    assert cluster.registered("T2") == {"1/player_pair": 20}


def test_003_5_1_what_went_back_may_be_placed_elsewhere_and_a_late_copy_is_answered_as_before() -> None:
    cluster = at_table()
    cluster.open_round({"T2": {"1/main": 400}})
    cluster.answer("T1", {"1/main": 200})
    cluster.place("T2", {"2/main": 400})
    assert cluster.registered("T2") == {"2/main": 400}
    cluster.restart_and_go_on()
    cluster.close()
    cluster.deal("9S 8S 6D 8H 9H")
    cluster.go("close, T1 stand, T2 stand, KD 6C")
    cluster.certify()
    assert cluster.credit("T2") == 1_400


def test_003_5_2_the_minimum_is_the_boxs() -> None:
    cluster = at_table()
    cluster.open_round()
    assert cluster.refused_bet("T2", {"1/main": 10}).paragraph == "5.2"
    cluster.place("T1", {"1/main": 100})
    cluster.place("T2", {"1/main": 10})
    assert cluster.registered("T2") == {"1/main": 10}


# --- what everybody is told ------------------------------------------------------------------------------------------


def test_what_lies_on_the_boxes_is_told_without_anybodys_bets() -> None:
    cluster = at_table()
    cluster.open_round({"T2": {"1/main": 100, "1/player_pair": 10}, "T3": {"1/main": 60, "2/main": 50}})
    assert on_boxes(cluster.table) == m.Boxes(1, (BoxNow(1, 2, 160, False), BoxNow(2, 1, 50, False)))
    cluster.place("T1", {"1/main": 100})
    assert on_boxes(cluster.table) == m.Boxes(1, (BoxNow(1, 3, 260, True), BoxNow(2, 1, 50, False)))
    cluster.close()
    assert on_boxes(cluster.table) is None
    cluster.deal("9S 8S 6D 8H 9H")
    assert on_boxes(cluster.table) is None  # a question is nobody else's
    assert on_boxes(betting({"T1": {"banker": 100}}).table) is None


def test_however_many_bet_it_is_said_at_most_four_times_a_second() -> None:
    cluster, news, said = at_table(credit=10_000), BoxNews(), list[m.News]()
    cluster.open_round()
    news.turn(0, cluster.table, said.append)
    for number, now_ms in enumerate(range(0, 1_000, 10)):
        cluster.place("T1", {"1/main": 50 + 10 * (number % 40)})
        news.turn(now_ms, cluster.table, said.append)
    assert len(said) == 4
    due = news.wake_ms(cluster.table)
    assert due == 4 * EVERY_MS
    news.turn(due, cluster.table, said.append)
    assert said[-1] == on_boxes(cluster.table)
    assert news.wake_ms(cluster.table) is None
    news.turn(due + EVERY_MS, cluster.table, said.append)
    assert len(said) == 5  # nothing has changed
    news.again()
    news.turn(due + EVERY_MS, cluster.table, said.append)
    assert len(said) == 6


# --- questions -------------------------------------------------------------------------------------------------------


def with_times(**times: int) -> Cluster:
    cluster = Cluster("blackjack", opened=False)
    cluster.table.setup = replace(cluster.table.setup, times=times)
    cluster.obey(m.OpenTable(), SUPERVISOR)
    cluster.load_shoe()
    return cluster


def test_each_kind_of_question_has_its_own_time() -> None:
    cluster = with_times(choice=9_000, surrender=4_000)
    cluster.open_round({"T1": {"1/main": 100}})
    assert cluster.opened().left_ms == COUNTDOWN_MS
    cluster.close()
    cluster.deal("9S 6D 8H")
    assert cluster.opened("surrender").left_ms == 4_000
    cluster.wait(4_000)
    assert cluster.opened("choice").left_ms == 9_000
    cluster.call()
    cluster.wait(20_000)
    cluster.obey(m.Resume(next(iter(cluster.view.halts))), SUPERVISOR)
    cluster.wait(8_999)
    assert cluster.windows == ["choice/1/0/3"]
    (closed,) = of(cluster.wait(1), e.WindowClosed)
    assert (closed.by, closed.act.choice) == ("countdown", "stand")  # type: ignore[union-attr]


def test_a_question_is_closed_when_all_who_were_asked_have_answered() -> None:
    cluster = dealt("9S 5D 6H 8H 4C", {"T1": {"1/main": 100}, "T2": {"2/main": 100}}, "blackjack")
    cluster.choose("T1", "decline", kind="surrender/1")
    assert cluster.windows == ["surrender/2"]
    (closed, *_) = cluster.choose("T2", "decline", kind="surrender/2")
    assert closed.by == "answers"  # type: ignore[union-attr]
    assert cluster.windows == ["choice/1/0/5"]


def test_3_14_2_insurance_is_closed_by_the_last_answer_and_each_may_say_no() -> None:
    cluster = dealt("9S 5D AH 8H 4C", {"T1": {"1/main": 100}, "T2": {"2/main": 100}}, "blackjack")
    assert cluster.opened("insurance").window.default == "decline"
    assert cluster.refused_bet("T1", {"1/insurance": 50}, "decline").reason == "illegal_decision"
    assert cluster.refused_bet("T1", {}, "insure").reason == "illegal_decision"
    cluster.choose("T1", "decline", kind="insurance")
    assert cluster.windows == ["insurance"]
    cluster.choose("T2", "insure", {"2/insurance": 50}, kind="insurance")
    assert cluster.windows == ["choice/1/0/5"]
    assert cluster.table.round.closings[-1].players == ("T2",)


@pytest.mark.parametrize(("choice", "bets", "follows"), [("follow", {"1/double": 60}, True), ("decline", {}, False)])
def test_3_22_1_a_follow_is_closed_by_its_answer(choice: str, bets: dict[str, int], follows: bool) -> None:
    cluster = dealt("5S 6D 6H", {"T1": {"1/main": 100}, "T2": {"1/main": 60}}, game="blackjack")
    cluster.choose("T1", "decline", kind="surrender")
    cluster.choose("T1", "double", {"1/double": 100})
    assert cluster.opened("follow").window.default == "decline"
    cluster.choose("T2", choice, bets, kind="follow")
    assert (cluster.windows, cluster.phase) == ([], Phase.DEALING)
    assert ("1/double" in cluster.registered("T2")) is follows
    cluster.deal("KC KD KS")
    cluster.certify()
    assert cluster.credit("T2") == (1_120 if follows else 1_060)


def test_the_first_cards_of_a_box_that_was_rejected_whole_are_not_dealt() -> None:
    cluster = at_table()
    cluster.open_round({"T2": {"1/main": 400}})
    cluster.answer("T1", {"1/main": 200})
    cluster.close()
    assert [(box.number, box.players) for box in cluster.table.round.boxes] == [(1, ("T1",))]


# --- staff place and decide for a Player (5.18) ----------------------------------------------------------------------


def asked_for(cluster: Cluster, terminal: str, bets: dict[str, int], choice: str = "") -> m.AnswerFor:
    found = {Spot(spot): amount for spot, amount in bets.items()}
    return m.AnswerFor(PlayerId(terminal), cluster.opened().id, found, choice)


@pytest.mark.rule("003 §5.18", "000 §5.18")
@pytest.mark.parametrize("game", ["blackjack", "blackjack_plus"])
def test_003_5_18_a_dealer_places_a_bet_that_a_player_asks_for_and_it_is_his(game: str) -> None:
    cluster = betting({"T1": {"1/main": 100}}, game)
    (registered,) = cluster.obey(asked_for(cluster, "T1", {"2/main": 200}), DEALER)
    assert registered == e.LayoutRegistered(
        cluster.opened().id, T1, 2, Answer({Spot("1/main"): 100, Spot("2/main"): 200}, "", DEALER.number), 200
    )
    assert (cluster.credit("T1"), cluster.stake("T1")) == (700, 300)
    cluster.obey(asked_for(cluster, "T1", {"1/main": 0}))  # and takes one away
    assert cluster.registered("T1") == {"2/main": 200}
    own = m.Answer(*cluster.process("T1"), cluster.opened().id, 4, {Spot("2/main"): 300})
    assert of(cluster.heard("T1", own), e.LayoutRegistered)[0].answer == Answer({Spot("2/main"): 300})  # by himself
    assert cluster.layout("T1").entered_by == ""
    cluster.close()
    assert [box.players for box in cluster.table.round.boxes] == [("T1",)]


@pytest.mark.rule("003 §5.18", "000 §5.18", "003 §5.8", "000 §5.8")
def test_003_5_18_what_a_player_could_not_place_himself_staff_cannot_either() -> None:
    cluster = betting({"T1": {"1/main": 100}}, "blackjack", limits={"main": Limit(50, 500, 50)})
    before = cluster.money()
    for bets, reason in (
        ({"1/main": 550}, "bad_stake"),
        ({"2/main": 120}, "bad_stake"),
        ({"2/player_pair": 10}, "bad_stake"),  # 3.9: no Initial Bet on that box
        ({"9/main": 100}, "unknown_spot"),
        ({"1/main": 100}, "known"),
    ):
        assert cluster.refuse(asked_for(cluster, "T1", bets)).reason == reason
    assert cluster.refuse(asked_for(cluster, "T7", {"1/main": 100})).reason == "no_terminal"
    cluster.obey(m.Latch(T1, "broken"), SUPERVISOR)
    assert cluster.refuse(asked_for(cluster, "T1", {"1/main": 200})).reason == "latched"
    cluster.obey(m.Unlatch(T1), SUPERVISOR)
    assert (cluster.money(), cluster.registered("T1")) == (before, {"1/main": 100})
    late = asked_for(cluster, "T1", {"1/main": 200})
    cluster.close()
    assert cluster.refuse(late).reason == "wrong_state"


@pytest.mark.rule("003 §5.18", "000 §5.18")
def test_003_5_18_a_decision_is_entered_for_the_player_who_is_asked_and_ends_the_question() -> None:
    cluster = dealt("9S 5D 6H 2H 4C", {"T1": {"1/main": 100}, "T2": {"2/main": 100}}, "blackjack")
    cluster.close()  # nobody surrenders
    assert cluster.opened().window.respondents == ("T1",)
    assert cluster.refuse(asked_for(cluster, "T2", {}, "hit")).reason == "illegal_decision"
    assert cluster.refuse(asked_for(cluster, "T1", {}, "split")).reason == "illegal_decision"
    written = cluster.obey(asked_for(cluster, "T1", {"1/double": 100}, "double"))
    assert of(written, e.LayoutRegistered)[0].answer == Answer({Spot("1/double"): 100}, "double", DEALER.number)
    assert [it.by for it in of(written, e.WindowClosed)] == ["answers"]
    assert (cluster.view.due, cluster.stake("T1")) == ("1", 200)


@pytest.mark.rule("003 §5.18", "000 §5.18")
def test_003_5_18_an_answer_of_the_players_own_that_was_on_its_way_is_no_lie() -> None:
    cluster = betting({"T1": {"1/main": 100}}, "blackjack")
    window = cluster.opened().id
    own = m.Answer(*cluster.process("T1"), window, 2, {Spot("1/main"): 400})
    cluster.obey(asked_for(cluster, "T1", {"1/main": 200}))
    assert cluster.heard("T1", own) == []  # no alarm: he is shown what stands there
    assert [type(it) for it in cluster.shown()] == [e.LayoutRegistered]
    assert cluster.registered("T1") == {"1/main": 200}


@pytest.mark.rule("003 §5.18")
def test_5_18_where_the_document_does_not_speak_of_it_every_player_places_his_own_bets() -> None:
    cluster = betting({"T1": {"banker": 100}})
    assert cluster.refuse(asked_for(cluster, "T1", {"banker": 200})).reason == "own_hand"
