"""Cards are facts: gaps, repeats, contradictions, faces nobody could read, cards too many, and the shoe's own line."""

import pytest

from games.round import HandId, Reconstructed, Refusal, Spot, WindowClosed, returned
from games.settlement import Line
from protocol import events as e
from protocol import messages as m
from protocol.alarms import Alarm
from protocol.halts import Halt
from protocol.view import Phase, cards_digest
from shoe_driver import link as shoe
from shoe_driver.frames import Notice
from tests.console.cluster import BANKER_WINS, Cluster, betting, cards_of, dealt, of, played
from tests.console.people import DEALER, SUPERVISOR, T1

PLAYER, BANKER, NOWHERE = HandId("player"), HandId("banker"), HandId("")
TWO, FOUR, FIVE, OTHER_FIVE = cards_of(BANKER_WINS)
NINE, KING, ACE = cards_of("9S KH AD")
BET = {"T1": {"banker": 100}}
DEADLINE_MS = 16_000  # of a window whose countdown begins anew: the clock of these stories stands still
FOUND, CLEARED = e.Resumed(Halt.CARD_MISSING, DEADLINE_MS), e.Resumed(Halt.SURPLUS, DEADLINE_MS)


# --- repeats and contradictions --------------------------------------------------------------------------------------


@pytest.mark.rule("001 §1.3", "002 §1.2", "003 §1.4", "000 §1.5")
@pytest.mark.rule("001 §1.5", "002 §1.4", "003 §1.7", "000 §1.8")
def test_s4_a_card_that_is_reported_again_is_one_card() -> None:
    cluster = dealt("2C 4D", BET)
    before = cluster.state()
    assert cluster.draw("4D", shoe_seq=2) == []
    assert cluster.draw("2C", shoe_seq=1) == []
    assert cluster.run(shoe.CardUnread(2)) == []  # and not read this time
    assert cluster.state() == before


@pytest.mark.parametrize("said", [shoe.CardSeen(2, "9S"), shoe.CardConflict(2, "4D", "9S")], ids=["table", "link"])
def test_s4_another_face_under_the_same_number_stops_the_table_and_changes_nothing_else(said: shoe.ShoeEvent) -> None:
    cluster = dealt("2C 4D", BET)
    assert cluster.run(said) == [e.Halted(Halt.CARD_CONFLICT, "card 2 was read twice, and not alike")]
    assert cluster.hands == {"player": "2C", "banker": "4D"}
    assert cluster.run(said) == []  # once is enough
    assert cluster.obey(m.Resume(Halt.CARD_CONFLICT), SUPERVISOR) == [e.Resumed(Halt.CARD_CONFLICT, DEADLINE_MS)]
    cluster.deal("5S 5H")
    assert cluster.phase is Phase.RESULT


def test_5_10_a_conflict_is_resolved_by_the_cards_on_the_felt() -> None:
    cluster = dealt("2C 4D", BET)
    cluster.draw("9S", shoe_seq=2)
    hands = {PLAYER: (TWO,), BANKER: (NINE,)}
    assert cluster.correct_cards("2C 9S") == [
        e.CardsCorrected(1, (TWO, NINE), hands, 0, PLAYER),
        e.Resumed(Halt.CARD_CONFLICT, DEADLINE_MS),
    ]
    assert (cluster.halts, cluster.phase) == ([], Phase.DEALING)


# --- faces that were not read, and cards behind them -----------------------------------------------------------------


@pytest.mark.parametrize("said", [shoe.CardUnread(2), shoe.CardSeen(2, "joker")], ids=["unread", "no_card"])
def test_s8_a_card_that_was_not_read_is_never_guessed(said: shoe.ShoeEvent) -> None:
    cluster = dealt("2C", BET)
    assert cluster.run(said) == [e.CardUnread(2), e.Halted(Halt.CARD_MISSING, "card 2 was not read")]
    assert (cluster.hands, cluster.view.due) == ({"player": "2C"}, BANKER)
    assert cluster.view.shoe.pending == [2]
    assert cluster.enter("4D") == [e.CardDealt(1, 2, BANKER, FOUR, PLAYER, True), FOUND]
    assert (cluster.halts, cluster.view.shoe.pending) == ([], [])


def test_cards_behind_an_unread_one_wait_and_go_where_they_belong() -> None:
    cluster = dealt("2C", BET)
    cluster.unread()
    assert cluster.draw("5S") == [e.CardWaiting(3), e.CardRead(3, FIVE, staff=True)]
    assert cluster.draw("5H") == [e.CardWaiting(4), e.CardRead(4, OTHER_FIVE, staff=True)]
    assert (cluster.hands, cluster.phase) == ({"player": "2C"}, Phase.DEALING)
    assert cluster.enter("4D") == [
        e.CardDealt(1, 2, BANKER, FOUR, PLAYER, True),
        e.CardDealt(1, 3, PLAYER, FIVE, BANKER),
        e.CardDealt(1, 4, BANKER, OTHER_FIVE, NOWHERE),
        FOUND,
    ]
    cluster.certify()
    assert cluster.credit("T1") == 1_100


def test_two_unread_cards_are_entered_one_after_the_other() -> None:
    cluster = dealt("2C", BET)
    cluster.unread()
    assert cluster.unread() == [e.CardUnread(3)]
    cluster.draw("5H")
    assert cluster.enter("4D") == [e.CardDealt(1, 2, BANKER, FOUR, PLAYER, True)]
    assert cluster.halts == ["card_missing"]
    assert cluster.enter("5S") == [
        e.CardDealt(1, 3, PLAYER, FIVE, BANKER, True),
        e.CardDealt(1, 4, BANKER, OTHER_FIVE, NOWHERE),
        FOUND,
    ]


def test_the_shoe_reads_it_after_all() -> None:
    cluster = dealt("2C", BET)
    cluster.unread()
    cluster.unread()
    assert cluster.draw("5S", shoe_seq=3) == [
        e.CardWaiting(3),
        e.CardRead(3, FIVE, staff=True),
    ]  # the one before it is still unknown
    assert cluster.draw("5S", shoe_seq=3) == []
    assert cluster.draw("4D", shoe_seq=2) == [
        e.CardDealt(1, 2, BANKER, FOUR, PLAYER),
        e.CardDealt(1, 3, PLAYER, FIVE, BANKER),
        FOUND,
    ]
    assert cluster.draw("4D", shoe_seq=2) == []


def test_a_waiting_card_that_comes_again_with_another_face_is_a_conflict() -> None:
    cluster = dealt("2C", BET)
    cluster.unread()
    cluster.draw("5S")
    assert cluster.draw("9S", shoe_seq=3) == [e.Halted(Halt.CARD_CONFLICT, "card 3 was read twice, and not alike")]


def test_s5_a_gap_in_the_numbers_is_so_many_unread_cards() -> None:
    cluster = dealt("2C", BET)
    cluster.lose(2)
    assert cluster.draw("5H") == [
        e.CardUnread(2),
        e.CardUnread(3),
        e.CardWaiting(4),
        e.CardRead(4, OTHER_FIVE, staff=True),
        e.Halted(Halt.CARD_MISSING, "2 before card 4 did not come"),
    ]
    cluster.enter("4D")
    assert of(cluster.enter("5S"), e.CardDealt)[-1] == e.CardDealt(1, 4, BANKER, OTHER_FIVE, NOWHERE)
    assert (cluster.hands, cluster.halts) == ({"player": "2C 5S", "banker": "4D 5H"}, [])


def test_s5_a_gap_that_ends_with_an_unread_card() -> None:
    cluster = dealt("2C", BET)
    cluster.lose()
    assert cluster.unread() == [
        e.CardUnread(2),
        e.CardUnread(3),
        e.Halted(Halt.CARD_MISSING, "1 before card 3 did not come"),
    ]


def test_5_3_3_missing_cards_of_a_void_round_are_out_of_play() -> None:
    cluster = dealt("2C", BET)
    cluster.unread()
    cluster.draw("5S")
    cluster.void("5.3.3")
    assert (cluster.view.shoe.pending, cluster.view.shoe.passed, cluster.halts) == ([], 3, [])
    assert cluster.draw("4D", shoe_seq=2) == []  # too late
    cluster.play(BANKER_WINS)


# --- the shoe is lost, and cards are entered by hand -----------------------------------------------------------------


@pytest.mark.rule("001 §5.1")
def test_5_1_the_shoe_is_lost_and_comes_back() -> None:
    cluster = dealt("2C", BET)
    why = "/dev/etg-shoe: No such file or directory (ENOENT)"
    lost = e.Halted(Halt.SHOE_LOST, f"the Card Shoe does not answer: {why}")
    assert cluster.run(shoe.LinkLost(why)) == [e.ShoeLost(), lost]
    assert cluster.run(shoe.LinkLost()) == []
    assert cluster.run(shoe.LinkRestored("S1")) == [e.ShoeBack("S1"), e.Resumed(Halt.SHOE_LOST, DEADLINE_MS)]
    assert cluster.run(shoe.LinkRestored("S1")) == []
    cluster.deal("4D 5S 5H")
    assert cluster.phase is Phase.RESULT


def test_a_card_entered_while_the_shoe_was_lost_is_matched_when_it_speaks_again() -> None:
    cluster = dealt("2C", BET)
    cluster.run(shoe.LinkLost())
    assert cluster.enter("4D") == [e.CardDealt(1, -1, BANKER, FOUR, PLAYER, True)]
    assert cluster.enter("5S") == [e.CardDealt(1, -1, PLAYER, FIVE, BANKER, True)]
    assert cluster.view.shoe.entered == [FOUR, FIVE]
    cluster.run(shoe.LinkRestored("S1"))
    assert cluster.draw("4D") == [e.CardMatched(2, FOUR)]
    assert cluster.draw("5S") == [e.CardMatched(3, FIVE)]
    assert cluster.draw("5H") == [e.CardDealt(1, 4, BANKER, OTHER_FIVE, NOWHERE)]
    assert (cluster.view.shoe.passed, cluster.halts) == (4, [])


def entered_while_away(*cards: str) -> Cluster:
    """The shoe was lost after its first card, and is back; these were entered by hand."""
    cluster = dealt("2C", BET)
    cluster.run(shoe.LinkLost())
    for card in cards:
        cluster.enter(card)
    cluster.run(shoe.LinkRestored("S1"))
    return cluster


def test_a_card_entered_by_hand_that_the_shoe_saw_otherwise_is_looked_at() -> None:
    cluster = entered_while_away("4D")
    assert cluster.draw("9S") == [
        e.CardMatched(2, NINE),
        e.Halted(Halt.CARD_CONFLICT, "card 2 was entered by hand, and the shoe saw another"),
    ]
    assert cluster.hands == {"player": "2C", "banker": "4D"}


def test_entered_cards_of_which_the_shoe_reports_only_the_last_are_all_matched() -> None:
    cluster = entered_while_away("4D", "5S")
    cluster.lose()
    assert cluster.draw("5S") == [e.CardMatched(2, None), e.CardMatched(3, FIVE)]
    assert (cluster.halts, cluster.view.shoe.entered) == ([], [])


def test_an_entered_card_that_the_shoe_could_not_read_is_matched() -> None:
    cluster = entered_while_away("4D")
    assert cluster.unread() == [e.CardMatched(2, None)]
    assert cluster.draw("4D", shoe_seq=2) == []


def test_s5_the_card_behind_those_that_were_entered_is_dealt_although_the_shoe_never_told_of_them() -> None:
    cluster = entered_while_away("4D", "5S")
    cluster.lose(2)
    matched = [e.CardMatched(2, None), e.CardMatched(3, None)]
    assert cluster.draw("5H") == [*matched, e.CardDealt(1, 4, BANKER, OTHER_FIVE, NOWHERE)]
    assert (cluster.hands, cluster.halts) == ({"player": "2C 5S", "banker": "4D 5H"}, [])
    assert (cluster.view.shoe.entered, cluster.view.shoe.passed) == ([], 4)


def test_s5_the_card_behind_those_that_were_entered_could_not_be_read() -> None:
    cluster = entered_while_away("4D")
    cluster.lose()
    assert cluster.unread() == [
        e.CardMatched(2, None),
        e.CardUnread(3),
        e.Halted(Halt.CARD_MISSING, "card 3 was not read"),
    ]
    assert cluster.enter("5S") == [e.CardDealt(1, 3, PLAYER, FIVE, BANKER, True), FOUND]


def test_s5_more_cards_are_missing_than_were_entered() -> None:
    cluster = entered_while_away("4D")
    cluster.lose(2)  # the one that was entered, and another one
    cluster.draw("5H")
    assert cluster.halts == ["card_missing"]
    cluster.enter("5S")
    assert (cluster.hands, cluster.halts) == ({"player": "2C 5S", "banker": "4D 5H"}, [])


# --- surplus ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.4", "001 §3.7")
def test_5_4_a_card_while_bets_are_open_closes_them_and_is_surplus() -> None:
    cluster = betting(BET)
    key = cluster.opened().id
    assert cluster.draw("9S") == [
        e.SurplusDrawn(1, 1),
        e.SurplusSeen((NINE,), 1),
        e.WindowClosed(key, "bets", "card", WindowClosed("bets"), PLAYER),
        e.Halted(Halt.SURPLUS, "a card came when none was due"),
    ]
    assert (cluster.phase, cluster.surplus, cluster.hands) == (Phase.DEALING, (NINE,), {})
    assert cluster.refuse(m.EnterCard(KING), DEALER, SUPERVISOR).reason == "no_card_due"


@pytest.mark.rule("001 §5.4")
def test_5_4_a_surplus_card_of_the_betting_time_is_reconstructed_as_the_first_card() -> None:
    cluster = betting(BET)
    cluster.draw("2C")
    assert of(cluster.reconstruct("2C"), e.RulingMade, e.Resumed)[-1] == CLEARED
    assert (cluster.hands, cluster.view.due) == ({"player": "2C", "banker": ""}, BANKER)
    cluster.deal("4D 5S 5H")
    cluster.certify()
    assert cluster.credit("T1") == 1_100


@pytest.mark.rule("001 §5.4")
def test_5_4_a_card_too_many_after_the_last_one_waits_for_a_ruling() -> None:
    cluster = dealt(BANKER_WINS, BET)
    assert cluster.draw("9S") == [
        e.SurplusDrawn(1, 5),
        e.SurplusSeen((NINE,), 5),
        e.Halted(Halt.SURPLUS, "a card came when none was due"),
    ]
    assert cluster.phase is Phase.RESULT
    assert cluster.draw("KH") == [e.SurplusDrawn(1, 6), e.SurplusSeen((NINE, KING), 6)]  # once is enough
    assert cluster.obey(m.KeepSurplus(), SUPERVISOR) == [e.SurplusKept(1, 2), CLEARED]
    assert (cluster.kept, cluster.surplus, cluster.halts) == ((NINE, KING), (), [])
    cluster.certify()


@pytest.mark.rule("001 §5.4")
def test_5_4_a_kept_card_is_the_first_of_the_next_round_and_of_no_other() -> None:
    cluster = dealt(BANKER_WINS, BET)
    cluster.draw("4D")
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.certify()
    passed = cluster.view.shoe.passed
    cluster.open_round()
    assert (cluster.carried, cluster.kept) == ((FOUR,), ())
    key = cluster.opened().id
    assert cluster.close() == [
        e.WindowClosed(key, "bets", "dealer", WindowClosed("bets"), PLAYER),
        e.CardDealt(2, 0, PLAYER, FOUR, BANKER),
    ]
    assert (cluster.hands, cluster.carried, cluster.view.shoe.passed) == ({"player": "4D"}, (), passed)
    cluster.deal("2C 5H 5S")
    cluster.certify()
    cluster.open_round()
    cluster.close()
    assert cluster.hands == {}


@pytest.mark.rule("001 §5.4")
def test_5_4_a_card_between_rounds_is_kept_for_the_next_one() -> None:
    cluster = Cluster()
    assert cluster.draw("9S") == [
        e.CardIdle(1),
        e.SurplusSeen((NINE,), 1),
        e.Halted(Halt.SURPLUS, "a card came between Rounds"),
    ]
    assert cluster.refuse(m.OpenBets()).reason == "halted"
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.open_round()
    cluster.close()
    assert cluster.hands == {"player": "9S"}


def test_an_unread_card_between_rounds_is_entered_and_is_surplus() -> None:
    cluster = Cluster()
    cluster.unread()
    cluster.draw("KH")
    assert cluster.refuse(m.OpenBets()).reason == "halted"
    assert cluster.enter("9S") == [
        e.CardIdle(1),
        e.SurplusSeen((NINE,), 1),
        e.CardIdle(2),
        e.SurplusSeen((NINE, KING), 2),
        FOUND,
        e.Halted(Halt.SURPLUS, "a card came between Rounds"),
    ]
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    assert cluster.kept == (NINE, KING)


def test_two_unread_cards_between_rounds() -> None:
    cluster = Cluster()
    cluster.unread()
    cluster.unread()
    assert cluster.enter("9S") == [
        e.CardIdle(1),
        e.SurplusSeen((NINE,), 1),
        e.Halted(Halt.SURPLUS, "a card came between Rounds"),
    ]
    assert cluster.halts == ["card_missing", "surplus"]
    assert cluster.enter("KH") == [e.CardIdle(2), e.SurplusSeen((NINE, KING), 2), FOUND]


def test_an_unread_card_while_bets_are_open_is_surplus_when_it_is_entered() -> None:
    cluster = betting(BET)
    key = cluster.opened().id
    assert cluster.unread() == [e.CardUnread(1), e.Halted(Halt.CARD_MISSING, "card 1 was not read")]
    assert cluster.phase is Phase.BETTING
    cluster.draw("2C")
    assert cluster.enter("9S") == [
        e.SurplusDrawn(1, 1),
        e.SurplusSeen((NINE,), 1),
        e.WindowClosed(key, "bets", "card", WindowClosed("bets"), PLAYER),
        e.CardDealt(1, 2, PLAYER, TWO, BANKER),
        FOUND,
        e.Halted(Halt.SURPLUS, "a card came when none was due"),
    ]


def test_unread_cards_after_the_last_one_are_surplus_when_they_are_entered() -> None:
    cluster = dealt(BANKER_WINS, BET)
    cluster.unread()
    cluster.draw("KH")
    assert cluster.enter("9S") == [
        e.SurplusDrawn(1, 5),
        e.SurplusSeen((NINE,), 5),
        e.SurplusDrawn(1, 6),
        e.SurplusSeen((NINE, KING), 6),
        FOUND,
        e.Halted(Halt.SURPLUS, "a card came when none was due"),
    ]
    assert cluster.surplus == (NINE, KING)


def test_5_4_two_cards_while_bets_are_open_are_reconstructed_together() -> None:
    cluster = betting(BET)
    cluster.deal("2C 4D")  # the first closes the Bets, the second is dealt as though nothing had happened
    cluster.reconstruct("2C 4D")
    assert (cluster.hands, cluster.surplus, cluster.halts) == ({"player": "2C", "banker": "4D"}, (), [])


def test_5_4_a_kept_card_is_not_kept_twice() -> None:
    cluster = dealt(BANKER_WINS, BET)
    cluster.draw("9S")
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.command(m.Rule(Reconstructed(cards_of("4D 2C 5S 5H 9S")), "5.5"), SUPERVISOR)
    if "surplus" in cluster.halts:
        cluster.obey(m.KeepSurplus(), SUPERVISOR)
    assert cluster.kept == (NINE,)


def test_5_4_the_kept_card_comes_first_even_if_another_came_while_bets_were_open() -> None:
    cluster = Cluster()
    cluster.draw("9S")
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.open_round()
    cluster.draw("KH")
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.draw("2C")
    assert cluster.hands == {"player": "9S", "banker": "2C"}


def test_5_11_a_kept_card_that_a_void_round_has_not_dealt_stays_for_the_next() -> None:
    cluster = Cluster()
    cluster.draw("9S")
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.open_round()
    cluster.void("5.3.3")
    assert cluster.kept == (NINE,)
    cluster.open_round()
    cluster.close()
    assert cluster.hands == {"player": "9S"}


# --- the set of cards ------------------------------------------------------------------------------------------------


def four_kings() -> Cluster:
    """Four decks of which the four kings of clubs are on the felt; both Hands draw."""
    return dealt("KC KC KC KC", BET, decks=4)


@pytest.mark.rule("001 §5.3.1")
def test_5_3_1_a_fifth_copy_in_four_decks_is_recorded_and_stops_the_table() -> None:
    cluster = four_kings()
    (king,) = cards_of("KC")
    assert cluster.draw("KC") == [
        e.CardDealt(1, 5, PLAYER, king, BANKER),
        e.Halted(Halt.FOREIGN_CARD, "a card more often than in 4 decks"),
    ]
    assert (cluster.view.shoe.foreign, cluster.hands["player"]) == ([king], "KC KC KC")
    cluster.void("5.3.1")
    assert (cluster.credit("T1"), cluster.halts) == (1_000, [])
    assert cluster.refuse(m.OpenBets()) == Refusal("no_shoe", "load a shoe first", "2.2.1")  # the set is locked
    cluster.load_shoe()
    cluster.open_round()


@pytest.mark.rule("001 §5.3.1")
def test_5_3_1_a_foreign_card_that_is_surplus_or_entered_stops_the_table_too() -> None:
    cluster = four_kings()
    cluster.deal("9S")
    cluster.deal("8S")
    assert cluster.phase is Phase.RESULT
    assert cluster.draw("KC")[-1] == e.Halted(Halt.FOREIGN_CARD, "a card more often than in 4 decks")
    cluster = four_kings()
    cluster.unread()
    assert cluster.enter("KC")[-1] == e.Halted(Halt.FOREIGN_CARD, "a card more often than in 4 decks")
    cluster = four_kings()
    cluster.unread()
    cluster.draw("2C")  # it waits behind it, comes with it, and is in order
    assert cluster.enter("KC")[-1] == e.Halted(Halt.FOREIGN_CARD, "a card more often than in 4 decks")
    cluster = four_kings()
    cluster.run(shoe.LinkLost())
    assert cluster.enter("KC")[-1] == e.Halted(Halt.FOREIGN_CARD, "a card more often than in 4 decks")


def test_5_3_1_a_foreign_card_between_rounds_is_gone_with_its_set() -> None:
    cluster = four_kings()
    cluster.void()
    assert cluster.draw("KC")[-1] == e.Halted(Halt.FOREIGN_CARD, "a card more often than in 4 decks")
    assert cluster.halts == ["surplus", "foreign_card"]
    cluster.load_shoe()
    assert cluster.halts == []
    cluster.open_round()


@pytest.mark.rule("001 §5.3.1")
def test_5_3_1_a_foreign_card_between_rounds_that_had_waited_stops_the_table_too() -> None:
    cluster = four_kings()
    cluster.void()
    cluster.unread()
    cluster.draw("KC")  # it waits behind it, and comes with it
    assert cluster.enter("2C")[-2:] == [
        e.Halted(Halt.SURPLUS, "a card came between Rounds"),
        e.Halted(Halt.FOREIGN_CARD, "a card more often than in 4 decks"),
    ]
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    assert cluster.refuse(m.Resume(Halt.FOREIGN_CARD), SUPERVISOR).reason == "needs_act"
    cluster.load_shoe()
    cluster.open_round()


def test_5_10_a_card_that_was_only_misread_as_foreign_is_corrected_and_play_goes_on() -> None:
    cluster = four_kings()
    cluster.draw("KC")
    cluster.correct_cards("KC KC KC KC KD")
    assert (cluster.view.shoe.foreign, cluster.halts) == ([], [])
    cluster.deal("9S")
    cluster.certify()


def test_5_3_1_a_foreign_card_that_a_correction_brings_to_light_stops_the_table() -> None:
    cluster = four_kings()
    cluster.draw("KD")
    cluster.correct_cards("KC KC KC KC KC")
    assert cluster.halts == ["foreign_card"]


def drained(left: int) -> Cluster:
    """A shoe of four decks with so many cards left: the others came out in a void Round, and nobody could read them."""
    cluster = dealt(decks=4)
    cluster.lose(4 * 52 - left - 1)
    cluster.unread()
    cluster.void("5.3.3")
    assert cluster.view.shoe.left == left
    return cluster


@pytest.mark.rule("001 §5.3.4")
def test_5_3_4_a_shoe_that_is_empty_while_a_card_is_due_stops_the_table() -> None:
    cluster = drained(3)
    cluster.open_round({"T1": {"banker": 100}})
    cluster.close()
    cluster.deal("2C 4D")
    assert cluster.halts == []
    assert cluster.draw("5S") == [
        e.CardDealt(2, cluster.counter, PLAYER, FIVE, BANKER),
        e.Halted(Halt.SHOE_DRY, "a card is due, and the shoe is empty"),
    ]
    assert of(cluster.void("5.3.4"), e.Settled) == [
        e.Settled(2, T1, 1, (Line(Spot("banker"), 100, 100, returned("5.11")),))
    ]
    assert cluster.refuse(m.OpenBets()).reason == "no_shoe"


@pytest.mark.parametrize("lost", [False, True])
def test_5_3_4_the_last_card_of_the_shoe_may_have_been_entered_by_hand(*, lost: bool) -> None:
    """Because it was not read, or the shoe does not answer: a card is due all the same, and there is none."""
    cluster = drained(3)
    cluster.open_round({"T1": {"banker": 100}})
    cluster.close()
    cluster.deal("2C 4D")
    if lost:
        cluster.run(shoe.LinkLost())
    else:
        cluster.unread()
    assert "shoe_dry" not in cluster.halts
    written = cluster.enter("5S")
    assert of(written, e.Halted) == [e.Halted(Halt.SHOE_DRY, "a card is due, and the shoe is empty")]
    cluster.void("5.3.4")
    assert (cluster.credit("T1"), cluster.halts) == (1_000, ["shoe_lost"] if lost else [])


def test_5_3_4_a_mis_tap_that_emptied_the_shoe_is_taken_back_into_it() -> None:
    cluster = drained(3)
    cluster.open_round()
    cluster.close()
    cluster.deal("2C 4D")
    cluster.run(shoe.LinkLost())
    cluster.obey(m.DealByHand(), SUPERVISOR, DEALER)
    cluster.obey(m.DealCard(FIVE))
    assert (cluster.halts, cluster.view.cards_left) == (["shoe_dry"], 0)
    cluster.obey(m.TakeBackCard())
    assert (cluster.halts, cluster.view.cards_left) == ([], 1)


def test_5_3_4_the_last_card_ends_the_round_and_nothing_is_wrong() -> None:
    cluster = drained(4)
    cluster.open_round()
    cluster.close()
    cluster.deal(BANKER_WINS)
    assert (cluster.phase, cluster.halts, cluster.view.shoe.left) == (Phase.RESULT, [], 0)
    cluster.certify()
    assert cluster.refuse(m.OpenBets()).reason == "no_shoe"


@pytest.mark.rule("001 §5.3.2")
def test_5_3_2_more_cards_than_a_set_has_are_counted_and_the_console_starts_over_them() -> None:
    """Some of those that nobody could read were none: what comes is a fact, and the last count says by how many."""
    cluster = drained(1)
    cluster.open_round({"T1": {"banker": 100}})
    cluster.close()
    cluster.draw("2C")
    for face in cards_of("4D 5S 5H"):
        assert (cluster.halts, cluster.view.cards_left) == (["shoe_dry"], 0)
        cluster.obey(m.Resume(Halt.SHOE_DRY), SUPERVISOR)  # there are cards in it
        cluster.draw(face.text)
    assert (cluster.phase, cluster.halts, cluster.view.shoe.left) == (Phase.RESULT, [], 0)
    cluster.certify()
    assert cluster.refuse(m.OpenBets()).reason == "no_shoe"
    cluster.restart()  # and all is in order with it: the books are read before a console serves
    ended = cluster.obey(m.EndShoe(0), DEALER, SUPERVISOR)
    assert of(ended, e.ShoeEnded) == [e.ShoeEnded(0, 3)]
    assert of(ended, e.Halted)[0].reason is Halt.MISCOUNT


@pytest.mark.rule("001 §5.3.4")
def test_5_3_4_the_shoe_says_that_it_is_empty() -> None:
    cluster = dealt("2C", BET)
    cluster.counter += 1
    dry = e.Halted(Halt.SHOE_DRY, "the shoe is empty, and a card is due")
    assert cluster.run(shoe.ShoeEmpty(cluster.counter)) == [e.ShoeEmptied(2), dry]
    assert cluster.run(shoe.ShoeEmpty(2)) == []
    cluster = dealt("2C", BET)
    assert cluster.run(shoe.ShoeEmpty()) == [dry]  # a make without numbers
    cluster = Cluster()
    assert cluster.run(shoe.ShoeEmpty(1)) == [e.ShoeEmptied(1)]  # between Rounds nothing stops
    assert cluster.run(shoe.ShoeEmpty()) == []


# --- the cut card, burning, loading, counting ------------------------------------------------------------------------


def test_the_cut_card_in_a_round_makes_it_the_last_of_this_shoe() -> None:
    cluster = dealt("2C", BET)
    cluster.counter += 1
    assert cluster.run(shoe.CutCardSeen(2)) == [e.CutCardSeen(2)]
    assert cluster.run(shoe.CutCardSeen(2)) == []
    cluster.deal("4D 5S 5H")
    cluster.certify()
    assert cluster.refuse(m.OpenBets()) == Refusal("no_shoe", "load a shoe first", "2.2.1")
    cluster.load_shoe()
    cluster.open_round()


def test_the_cut_card_between_rounds_leaves_one_round() -> None:
    cluster = Cluster()
    assert cluster.run(shoe.CutCardSeen(None)) == [e.CutCardSeen(1)]
    cluster.counter = 1
    cluster.play(BANKER_WINS)
    assert cluster.refuse(m.OpenBets()).reason == "no_shoe"


def test_s5_a_gap_before_the_cut_card_is_a_gap() -> None:
    cluster = dealt("2C", BET)
    cluster.lose(1)
    cluster.counter += 1
    cluster.run(shoe.CutCardSeen(cluster.counter))
    assert cluster.halts == ["card_missing"]


def test_cards_are_burnt_before_the_shoe_is_live_read_or_not() -> None:
    cluster = Cluster(burn=3)
    assert cluster.draw("9S") == [e.CardBurnt(1, NINE)]
    assert cluster.unread() == [e.CardBurnt(2, None)]
    assert not cluster.view.shoe.live
    assert cluster.draw("KH") == [e.CardBurnt(3, KING), e.ShoeLive()]
    assert (cluster.view.shoe.burnt, cluster.view.shoe.passed) == (3, 3)
    cluster.open_round()


def test_002_5_5_1_of_a_single_deck_a_burnt_card_can_be_foreign_too() -> None:
    cluster = Cluster("three_pictures", decks=1, burn=2)
    cluster.deal("9H 9H")
    assert [*cluster.view.halts] == ["foreign_card"]
    assert cluster.view.shoe.live


def test_a_burnt_card_that_was_lost_on_the_line_was_burnt_all_the_same() -> None:
    cluster = Cluster(burn=3)
    cluster.lose(2)
    assert cluster.draw("KH") == [e.CardBurnt(1, None), e.CardBurnt(2, None), e.CardBurnt(3, KING), e.ShoeLive()]


def test_burnt_cards_that_were_all_lost_on_the_line_are_not_burnt_again() -> None:
    cluster = Cluster(burn=1)
    cluster.lose(1)
    cluster.draw("9S")
    assert (cluster.view.shoe.burnt, cluster.view.shoe.live, cluster.surplus) == (1, True, (NINE,))


def test_5_7_1_a_card_behind_burnt_ones_that_were_lost_is_dealt_in_the_round_in_play() -> None:
    """It was put between Rounds while one was in play, and a console that was started then could not start (M10)."""
    cluster = Cluster()
    cluster.open_round()
    cluster.close()
    cluster.draw("2C")
    cluster.obey(m.ReportDrawnTogether())
    cluster.obey(m.LoadShoe(8, "300", 1, 0), DEALER, SUPERVISOR)
    cluster.counter = 0
    cluster.lose(1)
    cluster.draw("4D")
    assert cluster.hands == {"player": "2C", "banker": "4D"}
    cluster.restart()
    assert (cluster.surplus, cluster.halts) == ((), ["interrupted"])


def test_5_7_1_no_other_set_while_a_card_of_the_round_is_unknown() -> None:
    """The new shoe counts anew: a card of its own with the same number took the place of the one that was missing."""
    cluster = Cluster()
    cluster.open_round()
    cluster.close()
    cluster.draw("2C")
    cluster.unread()
    cluster.obey(m.ReportDrawnTogether())
    refusal = cluster.refuse(m.LoadShoe(8, "300", 0, 0), DEALER, SUPERVISOR)
    assert refusal == Refusal("card_missing", "a card of the Round is not known yet: enter it first", "5.3.3")
    cluster.enter("KC")
    cluster.obey(m.LoadShoe(8, "300", 0, 0), DEALER, SUPERVISOR)


def test_more_cards_are_lost_than_were_to_be_burnt() -> None:
    cluster = Cluster(burn=1)
    cluster.lose(2)
    assert cluster.draw("9S") == [
        e.CardBurnt(1, None),
        e.ShoeLive(),
        e.CardUnread(2),
        e.CardWaiting(3),
        e.CardRead(3, NINE, staff=True),
        e.Halted(Halt.CARD_MISSING, "1 before card 3 did not come"),
    ]
    cluster.enter("KH")
    assert cluster.surplus == (KING, NINE)


@pytest.mark.rule("001 §5.3.5")
def test_5_3_5_cards_in_the_order_of_a_new_deck_stop_the_table() -> None:
    cluster = Cluster()
    cluster.play("AC 2C 3C 4C 5C", {"T1": {"banker": 100}})  # 9 against 6
    assert cluster.credit("T1") == 900
    cluster.open_round({"T1": {"banker": 100}})
    cluster.close()
    assert cluster.halts == []
    halted = e.Halted(Halt.UNSHUFFLED, "the cards come in an order that no shuffle leaves")
    assert cluster.draw("6C")[-1] == halted
    cluster.void("5.3.5")
    assert (cluster.credit("T1"), cluster.halts) == (900, [])  # the Round before stands


def test_5_3_5_cards_in_the_order_of_the_set_before_stop_the_table_after_a_restart_too() -> None:
    """Three Rounds are played; the same cards come again, from what is said to be another set."""
    rounds = ("2C 4D 5S 5H", "KC 9D 7S QH", "3C 8D 4S TH")
    cluster = Cluster()
    for cards in rounds:
        cluster.play(cards)
    cluster.load_shoe()
    cluster.play(rounds[0])
    cluster.open_round()
    cluster.close()
    cluster.restart_and_go_on()
    assert cluster.halts == []
    cluster.deal(rounds[1])
    assert cluster.halts == ["unshuffled"]


def test_5_3_5_it_is_a_hint_and_the_supervisor_decides() -> None:
    cluster = Cluster()
    cluster.play("AC 2C 3C 4C 5C")
    cluster.open_round()
    cluster.close()
    cluster.deal("6C 7C 8C")
    cluster.obey(m.Resume(Halt.UNSHUFFLED), SUPERVISOR)
    cluster.restart_and_go_on()
    cluster.deal("9C")
    assert cluster.halts == []  # asked once of a set


def test_a_card_without_a_shoe_is_on_record_and_out_of_play() -> None:
    cluster = Cluster(opened=False)
    alarm = e.AlarmRaised("shoe", Alarm.NO_SHOE)
    assert cluster.draw("9S") == [e.CardBurnt(1, NINE), alarm]
    assert cluster.draw("9S", shoe_seq=1) == []
    assert cluster.run(shoe.CardSeen(None, "KH")) == [e.CardBurnt(2, KING)]
    cluster.counter = 2
    cluster.obey(m.OpenTable(), SUPERVISOR)
    assert cluster.load_shoe() == [e.ShoeLoaded(8, 0, "300", 3), e.ShoeLive()]
    cluster.play(BANKER_WINS)


def test_an_unread_card_without_a_shoe_is_on_record_too() -> None:
    cluster = Cluster(opened=False)
    assert cluster.unread()[0] == e.CardBurnt(1, None)
    cluster.restart()


@pytest.mark.rule("001 §5.7.1")
def test_5_7_1_a_stopped_table_may_change_its_cards_in_the_middle_of_a_round() -> None:
    cluster = dealt("2C 4D", BET)
    refusal = cluster.refuse(m.LoadShoe(8, "300"), DEALER, SUPERVISOR)
    assert refusal == Refusal("wrong_state", "in a Round only a stopped table changes its cards", "5.7.1")
    cluster.obey(m.ReportDrawnTogether())
    resumed = e.Resumed(Halt.DRAWN_TOGETHER, DEADLINE_MS)
    assert cluster.load_shoe() == [e.ShoeLoaded(8, 0, "300", 3, True), e.ShoeLive(), resumed]
    assert (cluster.view.shoe.passed, cluster.hands) == (0, {"player": "2C", "banker": "4D"})
    assert cluster.halts == []
    cluster.deal("5S 5H")  # the new shoe continues the order of the Round
    cluster.certify()
    assert cluster.credit("T1") == 1_100


def test_a_new_shoe_between_rounds_begins_the_roads_anew_and_old_cards_go_with_their_set() -> None:
    cluster = played(BANKER_WINS)
    cluster.draw("9S")
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.draw("KH")
    cluster.load_shoe()
    assert (cluster.view.past, cluster.kept, cluster.surplus, cluster.halts) == ([], (), (), [])


def test_5_7_1_a_shoe_that_was_lost_is_replaced_and_comes_back() -> None:
    cluster = dealt("2C 4D", BET)
    cluster.run(shoe.LinkLost())
    cluster.load_shoe()
    cluster.run(shoe.LinkRestored("S2"))
    assert cluster.halts == []


def test_5_7_1_a_missing_card_is_entered_before_or_after_the_shoe_is_replaced() -> None:
    cluster = dealt("2C", BET)
    cluster.unread()
    cluster.call()
    cluster.command(m.LoadShoe(8, "300", first_seq=cluster.counter), DEALER, SUPERVISOR)
    cluster.enter("4D")
    assert cluster.halts == ["called"]


def test_m10_correcting_cards_of_the_set_before_leaves_the_count_of_the_new_one() -> None:
    cluster = dealt("2C 4D", BET)
    cluster.obey(m.ReportDrawnTogether())
    cluster.load_shoe()
    cluster.deal("5S 5H")
    cluster.correct_cards("2D 4D 5S 5H")
    assert min(cluster.view.shoe.drawn) == 0


@pytest.mark.rule("001 §5.3.2")
def test_5_3_2_at_the_end_of_the_shoe_the_rest_is_counted() -> None:
    cluster = Cluster(decks=4)
    cluster.play(BANKER_WINS)
    cluster.draw("9S")
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    assert cluster.obey(m.EndShoe(4 * 52 - 5), DEALER, SUPERVISOR) == [e.ShoeEnded(4 * 52 - 5, 0)]
    assert (cluster.halts, cluster.kept, cluster.view.shoe.live) == ([], (), False)
    assert cluster.refuse(m.OpenBets()).reason == "no_shoe"


@pytest.mark.rule("001 §5.3.2")
@pytest.mark.parametrize(("counted", "wrong", "text"), [(205, 1, "+1 cards"), (200, -4, "-4 cards")])
def test_5_3_2_a_shortage_or_an_excess_stops_the_table(counted: int, wrong: int, text: str) -> None:
    cluster = Cluster(decks=4)
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    assert cluster.obey(m.EndShoe(counted), DEALER, SUPERVISOR) == [
        e.ShoeEnded(counted, wrong),
        e.Halted(Halt.MISCOUNT, text),
    ]
    assert cluster.credit("T1") == 1_100  # what was settled stands
    cluster.load_shoe()
    assert cluster.halts == []


def test_a_faulty_line_stops_the_table_until_somebody_has_looked() -> None:
    cluster = dealt("2C", BET)
    assert cluster.run(shoe.LinkFaulty("another shoe: S2")) == [e.Halted(Halt.SHOE_FAULTY, "another shoe: S2")]
    cluster.obey(m.Resume(Halt.SHOE_FAULTY), SUPERVISOR)
    assert cluster.halts == []


def test_what_a_shoe_says_besides_changes_nothing() -> None:
    cluster = dealt("2C", BET)
    before = cluster.state()
    for said in (shoe.ResultSeen("banker", ()), shoe.ShoeEvent()):
        assert cluster.run(said) == []
    assert cluster.state() == before


# --- what the shoe says of itself ------------------------------------------------------------------------------------


@pytest.mark.parametrize("notice", [Notice.STARTED, Notice.STANDBY, Notice.ERROR])
def test_a_shoe_that_restarts_or_errs_by_its_own_word_stops_the_round(notice: Notice) -> None:
    cluster = Cluster()
    assert cluster.run(shoe.ShoeNotice(notice, b"")) == []  # between Rounds it is nobody's matter
    cluster.open_round()
    cluster.close()
    cluster.draw("2C")
    (halted,) = cluster.run(shoe.ShoeNotice(notice, b""))
    assert halted == e.Halted(Halt.SHOE_FAULTY, f"the shoe says of itself: {notice}")
    cluster.obey(m.Resume(Halt.SHOE_FAULTY), SUPERVISOR)
    assert cluster.halts == []


@pytest.mark.rule("001 §5.6")
@pytest.mark.parametrize(
    ("outcome", "pairs", "differs"),
    [
        ("banker", (), False),
        ("none", (), False),
        ("player", (), True),
        ("tie", (), True),
        ("banker", ("banker",), True),
    ],
)
def test_5_6_a_shoe_that_has_another_result_than_the_cards_holds_the_settlement(
    outcome: str, pairs: tuple[str, ...], differs: bool
) -> None:
    cluster = dealt(BANKER_WINS)
    written = cluster.run(shoe.ResultSeen(outcome, pairs))
    assert [type(event) for event in written] == ([e.Halted] if differs else [])
    if differs:
        assert cluster.refuse(m.Certify(cards_digest(cluster.view))).reason == "halted"
        cluster.obey(m.Resume(Halt.RESULT_DIFFERS), SUPERVISOR)
    cluster.certify()


def test_bytes_that_are_not_kept_are_an_alarm_and_no_reason_to_stop() -> None:
    cluster = Cluster()
    assert cluster.run(shoe.TapeFailed("disk full")) == [e.AlarmRaised("shoe", Alarm.TAPE, detail="disk full")]


def test_another_shoe_may_count_from_nothing() -> None:
    cluster = Cluster()
    cluster.play(BANKER_WINS)
    cluster.obey(m.LoadShoe(8, "300", first_seq=0), DEALER, SUPERVISOR)
    assert cluster.view.shoe.last_seq == 0
    cluster.obey(m.LoadShoe(8, "300"), DEALER, SUPERVISOR)
    assert cluster.view.shoe.last_seq == 0  # the same one goes on counting
