"""Cards of boxes that lie face down for a Player to turn: 003 §3.12, 002 §3.10, and what is on record (§5.5.4)."""

import pytest

from console.table.turning import LATE_MS
from games.round import (
    DealingError,
    HandId,
    Handled,
    PlayerId,
    Reconstructed,
    Refusal,
    Voided,
    WalkedAway,
    Window,
    WindowClosed,
)
from protocol import events as e
from protocol import messages as m
from protocol.box_view import box_table
from protocol.codec import decode_event
from protocol.halts import Halt
from protocol.turning import ALL_MS, CARD_MS
from protocol.view import Phase, TableView, cards_digest
from shoe_driver import link as shoe
from tests.console.cluster import CREDIT, Cluster, cards_of
from tests.console.people import DEALER, SUPERVISOR

TIME_MS = CARD_MS + LATE_MS


def dealt(cards: str, game: str = "blackjack", main: str = "main") -> Cluster:
    """T1 on box 1 turns his cards himself, T2 on box 2 does not; these cards are dealt."""
    cluster = Cluster(game, squeeze=True)
    cluster.open_round()
    cluster.place("T1", {f"1/{main}": 100}, "squeeze")
    cluster.place("T2", {f"2/{main}": 100})
    cluster.close()
    cluster.deal(cards)
    return cluster


def turn(cluster: Cluster, terminal: str, *draws: int, round_no: int = 1) -> list[e.Event]:
    return cluster.heard(terminal, m.TurnCards(*cluster.process(terminal), round_no, draws))


# --- 003 §3.12 -------------------------------------------------------------------------------------------------------


def test_003_3_12_cards_lie_face_down_for_who_asked_and_nobody_is_asked_before_they_are_turned() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    assert cluster.hands == {"1": "?? ??", "2": "8D 7C", "dealer": "6H"}
    assert (cluster.windows, cluster.table.turning(cluster.now_ms)) == ([], ("T1",))
    assert turn(cluster, "T1", 0) == [e.HandHandled(1, "T1", 1), e.CardRevealed(1, 0, *cards_of("9S"))]  # type: ignore[arg-type]
    assert (cluster.hands["1"], cluster.windows) == ("9S ??", [])
    turn(cluster, "T1", 3)
    assert (cluster.hands["1"], cluster.windows) == ("9S 8H", ["surrender/1", "surrender/2"])
    assert cluster.table.turning(cluster.now_ms) == ()


def test_a_card_that_lies_face_down_is_nobodys_to_bet_on_and_the_test_of_the_shuffle_goes_on() -> None:
    """It began anew behind each of them, with all cards of the set."""
    cluster = dealt("9S 8D")
    test = cluster.table.shuffle_test
    cluster.deal("6H 8H 7C")
    assert test is not None
    assert cluster.table.shuffle_test is test
    assert test.cards == [None, *cards_of("8D 6H"), None]  # the last one is told with the next


def test_a_card_that_lies_face_down_has_left_the_shoe() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    decks = 52 * cluster.view.shoe.decks
    assert (cluster.view.cards_left, cluster.public.cards_left) == (decks - 5, decks - 5)
    turn(cluster, "T1", 0, 3)
    assert (cluster.view.cards_left, cluster.view.shoe.left) == (decks - 5, decks - 5)


def test_a_card_of_the_set_before_that_lies_face_down_is_not_taken_from_the_new_one() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    cluster.run(shoe.LinkLost())
    cluster.load_shoe()
    decks = 52 * cluster.view.shoe.decks
    assert (cluster.view.cards_left, cluster.public.cards_left) == (decks, decks)
    turn(cluster, "T1", 0, 3)
    assert (cluster.view.cards_left, cluster.view.shoe.left) == (decks, decks)


@pytest.mark.parametrize(("cards", "hand"), [("9S 8D 9S", "dealer"), ("9S 9S", "2")])
def test_002_5_5_1_a_card_that_is_none_of_the_set_is_found_though_it_lies_face_down(cards: str, hand: str) -> None:
    """A single deck (2.2.1): box 1 has a nine of spades that nobody has seen, and another one comes."""
    cluster = dealt(cards, "three_pictures", "initial")
    assert cluster.hands[hand] == ("??" if hand == "dealer" else "9S")
    assert Halt.FOREIGN_CARD in cluster.view.halts
    assert cluster.refuse(m.Resume(Halt.FOREIGN_CARD), SUPERVISOR).reason == "needs_act"


def test_003_3_12_a_card_of_the_subsequent_deal_lies_face_down_too() -> None:
    cluster = dealt("9S 8D 6H 3H 7C")
    turn(cluster, "T1", 0, 3)
    cluster.go("close, T1 hit, 9C")
    assert (cluster.hands["1"], cluster.windows) == ("9S 3H ??", [])
    turn(cluster, "T1", 5)
    assert (cluster.hands["1"], cluster.windows) == ("9S 3H 9C", ["choice/1/0/6"])


def test_003_3_12_nobody_turns_the_cards_of_another_nor_in_another_round() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    assert turn(cluster, "T2", 0) == turn(cluster, "T2") == []
    assert turn(cluster, "T1", 0, round_no=2) == turn(cluster, "T1", 1) == []
    assert cluster.hands["1"] == "?? ??"


def test_003_3_12_who_does_nothing_has_his_cards_turned_for_him() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    assert cluster.wait(TIME_MS - 1) == []
    written = cluster.wait(1)
    assert [type(fact) for fact in written] == [e.CardRevealed, e.CardRevealed, e.WindowOpened, e.WindowOpened]
    assert not any(isinstance(act, Handled) for act in cluster.view.acts)  # nobody has taken them up


def test_003_3_12_who_goes_on_has_his_time_but_no_more_than_there_is_for_all_cards() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    for _ in range(ALL_MS // CARD_MS):
        cluster.wait(CARD_MS)
        turn(cluster, "T1")
    assert cluster.hands["1"] == "?? ??"
    cluster.wait(LATE_MS)
    assert cluster.hands["1"] == "9S 8H"


def test_003_3_12_a_restart_keeps_them_face_down_and_gives_the_whole_time_again() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    cluster.wait(TIME_MS - 1)
    cluster.restart()
    cluster.obey(m.AnswerInterruption(affects=False), SUPERVISOR)
    cluster.wait(TIME_MS - 1)
    assert cluster.hands["1"] == "?? ??"
    cluster.wait(1)
    assert cluster.hands["1"] == "9S 8H"


def test_003_3_12_while_play_stands_still_so_does_the_time() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    cluster.call()
    cluster.wait(ALL_MS * 2)
    assert (cluster.hands["1"], turn(cluster, "T1", 0)) == ("?? ??", [])


def test_001_5_10_nothing_is_certified_while_a_card_lies_face_down() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    refusal = cluster.refuse(m.Certify(cards_digest(cluster.view)), DEALER)
    assert refusal == Refusal("face_down", "a card lies face down: its Player turns it, or its time ends")
    turn(cluster, "T1", 0, 3)
    cluster.certify()


def test_m13_a_ruling_turns_them_all() -> None:
    cluster = dealt("9S 8D 6H 8H 7C")
    cluster.call()
    cluster.rule(DealingError(), "5.7")
    assert (cluster.hands["1"], cluster.table.state.turners) == ("9S 8H", {})


def played(cards: str = "9S TD 6H 8H 7C") -> Cluster:
    """T2 on box 2, which is played last, turns his cards himself, and has turned these; T1 stands on box 1."""
    cluster = Cluster("blackjack", squeeze=True)
    cluster.open_round()
    cluster.place("T1", {"1/main": 100})
    cluster.place("T2", {"2/main": 100}, "squeeze")
    cluster.close()
    cluster.deal(cards)
    turn(cluster, "T2", 1, 4)
    cluster.close()
    cluster.go("T1 stand")
    return cluster


@pytest.mark.parametrize(("card", "due"), [("9C", "dealer"), ("2C", "")])
def test_m13_where_the_next_card_goes_does_not_tell_what_the_last_one_is(card: str, due: str) -> None:
    """With a nine the Hand is bust, and the Dealer draws; with a two its Player is asked again."""
    cluster = played()
    cluster.go(f"T2 hit, {card}")
    assert (cluster.hands["2"], cluster.view.due, cluster.windows) == ("TD 7C ??", "", [])
    assert turn(cluster, "T2", 5)[0] == e.CardRevealed(1, 5, card=cards_of(card)[0], due=HandId(due) or None)
    assert (cluster.view.due, bool(cluster.windows)) == (due, not due)


def test_m13_who_does_not_wait_for_a_squeeze_turns_the_cards_with_the_next_one() -> None:
    cluster = played()
    cluster.go("T2 hit, 9C, 5D")
    assert (cluster.hands, cluster.halts) == ({"1": "9S 8H", "2": "TD 7C 9C", "dealer": "6H 5D"}, [])


def test_m13_after_a_restart_nobody_is_told_either() -> None:
    cluster = played()
    cluster.go("T2 hit, 9C")
    cluster.restart_and_go_on()
    assert (cluster.hands["2"], cluster.view.due) == ("TD 7C ??", "")
    cluster.wait(TIME_MS)
    assert (cluster.hands["2"], cluster.view.due) == ("TD 7C 9C", "dealer")


def test_003_3_12_the_hands_of_a_split_are_turned_one_after_the_other() -> None:
    cluster = played("9S 8D 6H 8H 8C")
    cluster.choose("T2", "split", {"2/main/1": 100})
    cluster.deal("KC")
    assert (cluster.hands, cluster.view.due) == ({"1": "9S 8H", "2": "8D ??", "2/1": "8C", "dealer": "6H"}, "")
    turn(cluster, "T2", 5)
    cluster.go("T2 hit, 9H")  # bust, or not: the other Hand is not told
    assert (cluster.hands["2"], cluster.view.due) == ("8D KC ??", "")
    turn(cluster, "T2", 6)
    cluster.deal("TS")
    assert (cluster.hands["2"], cluster.hands["2/1"], cluster.windows) == ("8D KC 9H", "8C ??", [])
    cluster.wait(TIME_MS)
    cluster.go("T2 stand, TC 9D")  # 18 against 25
    cluster.certify()
    assert [cluster.credit(name) for name in ("T1", "T2")] == [CREDIT + 100, CREDIT]


def test_003_5_3_nobody_waits_for_a_squeeze_of_who_has_walked_away() -> None:
    cluster = dealt("9S TD 6H 2H 7C")
    turn(cluster, "T1", 0, 3)
    cluster.rule(WalkedAway(PlayerId("T1"), 1), "5.3", DEALER)
    cluster.go("T2 decline, 5C")  # the House draws for him
    assert (cluster.hands["1"], cluster.windows) == ("9S 2H 5C", ["choice/2/0/6"])


def test_003_5_3_who_stands_behind_turns_them_then() -> None:
    cluster = Cluster("blackjack", squeeze=True)
    cluster.obey(m.Seat(PlayerId("T1"), 1))
    cluster.open_round()
    for name in ("T1", "T2"):
        cluster.place(name, {"1/main": 100}, "squeeze")
    cluster.close()
    cluster.deal("9S 6H 2H")
    cluster.rule(WalkedAway(PlayerId("T1"), 1), "5.3", DEALER)
    cluster.close()
    cluster.go("T2 hit, 5C")
    assert set(cluster.table.state.turners.values()) == {"T2"}


def test_5_5_a_void_in_a_squeeze_is_of_no_complete_round() -> None:
    """Nobody has seen a result: one Pit Supervisor is enough, as without a squeeze (4.7)."""
    cluster = dealt("9S 8D 6H 8H 7C")
    cluster.call()
    cluster.obey(m.Rule(Voided("5.5.2"), "5.5.2"), SUPERVISOR)
    assert (cluster.view.void, cluster.hands["1"]) == ("5.5.2", "9S 8H")
    pictured = pictures()
    pictured.call()
    refusal = pictured.refuse(m.Rule(Voided("5.5.2"), "5.5.2"), SUPERVISOR)
    assert refusal.reason == "second_person"  # three cards each: who has won is to be seen on the other boxes


def test_003_5_9_a_reconstruction_turns_them_all_and_later_cards_lie_face_down_again() -> None:
    cluster = dealt("9S TD 6H 2H 7C")
    cluster.call()
    cluster.rule(Reconstructed(cards_of("TD 9S 6H 2H 7C")), "5.9")
    assert (cluster.hands["1"], cluster.windows) == ("TD 2H", ["options"])
    cluster.go("T1 continue, T2 continue, close, T1 hit, 2C")
    assert (cluster.hands["1"], cluster.windows) == ("TD 2H ??", [])
    cluster.restart_and_go_on()
    turn(cluster, "T1", 5)
    assert (cluster.hands["1"], cluster.windows) == ("TD 2H 2C", ["choice/1/0/6"])


# --- 002 §3.10, §5.5.4 -----------------------------------------------------------------------------------------------

NINE = "9S 8D 6H 8H 7C 5C 2D 3D 4D"  # three cards each: box 1, box 2, Dealer


def pictures(cards: str = NINE) -> Cluster:
    return dealt(cards, "three_pictures", "initial")


def test_002_3_10_one_hand_is_examined_and_its_cards_are_turned_one_by_one() -> None:
    cluster = pictures()
    assert cluster.hands == {"1": "?? ?? ??", "2": "8D 7C 3D", "dealer": "?? ?? ??"}
    assert cluster.phase is Phase.RESULT
    turn(cluster, "T1", 0)
    turn(cluster, "T1", 3, 6)
    assert cluster.hands["1"] == "9S 8H 2D"
    cluster.certify()


@pytest.mark.rule("002 §3.13")
def test_002_3_13_the_dealer_flips_his_cards_when_the_players_have_examined_theirs() -> None:
    cluster = pictures()
    facts = [(decode_event(entry.body), entry.audience) for entry in cluster.entries]
    hidden = [(it.card.text, audience) for it, audience in facts if isinstance(it, e.CardHidden) and not it.to]
    assert hidden == [("6H", "sealed"), ("5C", "sealed"), ("4D", "sealed")]
    shown = box_table(cluster.view)
    assert shown is not None
    assert [hand.out for box in shown.boxes for hand in box.hands] == [False, False]  # against nobody knows what
    turn(cluster, "T1", 0, 3)
    assert cluster.hands["dealer"] == "?? ?? ??"
    cluster.restart_and_go_on()
    turn(cluster, "T1", 6)
    assert cluster.hands == {"1": "9S 8H 2D", "2": "8D 7C 3D", "dealer": "6H 5C 4D"}
    cluster.certify()


def test_002_3_13_and_when_their_time_is_over() -> None:
    cluster = pictures()
    cluster.wait(TIME_MS)
    assert cluster.hands == {"1": "9S 8H 2D", "2": "8D 7C 3D", "dealer": "6H 5C 4D"}


def test_002_3_13_where_nobody_examines_a_hand_they_lie_open_as_they_come() -> None:
    cluster = Cluster("three_pictures", squeeze=True)
    cluster.open_round()
    cluster.place("T1", {"1/initial": 100})
    cluster.close()
    cluster.deal("9S 8D 6H 8H")
    assert cluster.hands == {"1": "9S 6H", "dealer": "8D 8H"}


def test_002_3_13_who_turns_each_card_as_it_comes_does_not_see_the_dealers_before_the_deal_is_over() -> None:
    cluster = dealt("9S 8D", "three_pictures", "initial")
    for number, cards in enumerate(("6H 8H 7C", "5C 2D 3D")):
        turn(cluster, "T1", 3 * number)
        assert "?" not in cluster.hands["1"]
        cluster.deal(cards)
        assert cluster.hands["dealer"].replace(" ", "") == "??" * (1 + number)
    turn(cluster, "T1", 6)
    cluster.deal("4D")
    assert cluster.hands["dealer"] == "6H 5C 4D"


def test_002_5_5_4_the_first_peel_is_on_record_once() -> None:
    cluster = pictures()
    assert turn(cluster, "T1") == [e.HandHandled(1, "T1", 1)]  # type: ignore[arg-type]
    assert turn(cluster, "T1") == []
    assert cluster.hands["1"] == "?? ?? ??"
    assert [act for act in cluster.view.acts if isinstance(act, Handled)] == [Handled("T1", 1)]  # type: ignore[arg-type]
    assert cluster.public.acts == cluster.view.acts
    cluster.restart()
    assert cluster.table.round.handled


@pytest.mark.parametrize("peeled", [False, True])
def test_002_5_5_4_nobody_has_handled_his_cards_or_all_have_the_options(peeled: bool) -> None:
    moved = Reconstructed(cards_of("8D 9S 6H 7C 8H 5C 3D 2D 4D"))  # the Hands of the two boxes, the other way round
    cluster = pictures()
    if peeled:
        turn(cluster, "T1")
    cluster.call()
    no = Refusal("illegal_ruling", "a Player has handled his cards: all have the options of §5.6", "5.6")
    if peeled:
        assert cluster.refuse(m.Rule(moved, "5.5.4"), SUPERVISOR) == no
        assert cluster.refuse(m.Rule(Voided("5.5.4"), "5.5.4"), SUPERVISOR) == no
        cluster.rule(moved, "5.6")
        assert cluster.windows == ["options"]
    else:
        cluster.rule(moved, "5.5.4")
        assert cluster.windows == []
    assert cluster.hands == {"1": "8D 7C 3D", "2": "9S 8H 2D", "dealer": "6H 5C 4D"}


def test_002_5_5_4_void_while_nobody_has_handled_his_cards() -> None:
    cluster = pictures()
    cluster.call()
    cluster.rule(Voided("5.5.4"), "5.5.4")
    assert cluster.view.void == "5.5.4"


# --- 001 §5.3.1: a card is counted in the set it is of, whenever it is turned ----------------------------------------


def in_the_picture(*facts: e.Event) -> TableView:
    view, key, due = TableView(), m.WindowId(2, 1, b""), HandId("1")
    bets = e.WindowOpened(key, Window("bets"), 0, 0), e.WindowClosed(key, "bets", "", WindowClosed("bets"), due)
    for fact in (e.ShoeLoaded(8, 0, "301", 1), e.CardIdle(1), e.SurplusKept(0, 1), *bets, *facts):
        view.apply(fact)
    return view


def test_a_kept_card_of_the_set_before_is_not_counted_in_the_new_one_when_it_is_turned() -> None:
    card, hand = cards_of("9S")[0], HandId("1")
    new_set = e.ShoeLoaded(6, 0, "301", 101, mid_round=True)
    face_down = e.CardDealt(2, 0, hand, None, hand)
    turned = e.CardRevealed(2, 0, card)
    for before in ((new_set, face_down), (face_down, new_set)):
        view = in_the_picture(*before, turned)
        assert (view.hands, view.shoe.passed, view.shoe.foreign) == ({hand: (card,)}, 0, [])
    of_this_set = in_the_picture(face_down, turned, new_set, e.CardDealt(2, 101, hand, None, hand))
    assert of_this_set.shoe.passed == 0
    of_this_set.apply(e.CardRevealed(2, 1, card))
    assert of_this_set.shoe.passed == 1
