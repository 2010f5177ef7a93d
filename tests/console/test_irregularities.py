"""Section 5 of document 001 at the table: what is ruled, by whom, and what becomes of the Round."""

import pytest

from games.baccarat.rulings import RULINGS
from games.cards import Card
from games.round import DealingError, HandId, Reconstructed, Refusal, Spot, Voided, WindowClosed, returned
from games.rulings import Irregularity, Position
from games.settlement import Line
from protocol import events as e
from protocol import messages as m
from protocol.halts import Halt
from protocol.view import Phase, cards_digest
from tests.console.cluster import BANKER_WINS, Cluster, betting, cards_of, dealt, of
from tests.console.people import DEALER, MANAGER, SHIFT_MANAGER, SUPERVISOR, T1, T2

PLAYER, BANKER, NOWHERE = HandId("player"), HandId("banker"), HandId("")
TWO, FOUR, FIVE, OTHER_FIVE = cards_of(BANKER_WINS)
BY_POSITION = {1: DEALER, 2: SUPERVISOR, 3: MANAGER, 4: SHIFT_MANAGER}
DEADLINE_MS = 16_000


def back(spot: str, amount: int) -> Line:
    return Line(Spot(spot), amount, amount, returned("5.11"))


def in_phase(phase: Phase) -> Cluster:
    """A Round in this phase, with Bets of both Players."""
    cluster = betting({"T1": {"banker": 100, "tie": 10}, "T2": {"player": 50}})
    if phase is not Phase.BETTING:
        cluster.close()
        cluster.deal(BANKER_WINS if phase is Phase.RESULT else "2C 4D 5S")
    assert cluster.phase is phase
    return cluster


# --- Void ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.11", "001 §1.20")
@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.DEALING, Phase.RESULT])
def test_5_11_a_void_round_returns_every_bet_once(phase: Phase) -> None:
    cluster = in_phase(phase)
    windows = [
        e.WindowClosed(opened.id, "bets", "void", WindowClosed("bets"), PLAYER)
        for opened in cluster.view.windows.values()
    ]
    lying: dict[Phase, dict[HandId, tuple[Card, ...]]] = {
        Phase.BETTING: {PLAYER: (), BANKER: ()},
        Phase.DEALING: {PLAYER: (TWO, FIVE), BANKER: (FOUR,)},
        Phase.RESULT: {PLAYER: (TWO, FIVE), BANKER: (FOUR, OTHER_FIVE)},
    }
    cluster.at_panel(SUPERVISOR)
    commits = cluster.commits
    assert cluster.void("5.3.3") == [
        *windows,
        e.RulingMade(1, Voided("5.3.3"), "5.3.3", lying[phase], 0, NOWHERE),
        e.Settled(1, T1, 1, (back("banker", 100), back("tie", 10))),
        e.Settled(1, T2, 1, (back("player", 50),)),
        e.RoundEnded(1, True),
    ]
    signed = 2 if phase is Phase.RESULT else 0  # the proposal, and the second person's try
    assert cluster.commits == commits + signed + 1
    assert cluster.money() == {"cash": -2_000, "credit/T1": 1_000, "credit/T2": 1_000}
    assert (cluster.phase, cluster.view.past[-1].void) == (Phase.READY, True)
    assert cluster.refuse(m.Rule(Voided("5.3.3"), "5.3.3"), SUPERVISOR).reason == "wrong_state"  # and only once
    cluster.restart()
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    assert cluster.credit("T1") == 1_100


@pytest.mark.rule("001 §5.3.1", "001 §5.3.2", "001 §5.3.3", "001 §5.3.4", "001 §5.3.5", "001 §5.3")
@pytest.mark.parametrize("paragraph", ["5.3.1", "5.3.2", "5.3.3", "5.3.4", "5.3.5"])
def test_5_3_a_pit_supervisor_voids_this_round_and_earlier_ones_stand(paragraph: str) -> None:
    cluster = Cluster()
    cluster.play(BANKER_WINS, {"T1": {"banker": 100}})
    cluster.open_round({"T1": {"banker": 500}})
    cluster.close()
    cluster.deal("2C 4D")
    cluster.void(paragraph)
    assert (cluster.credit("T1"), [past.void for past in cluster.view.past]) == (1_100, [False, True])


@pytest.mark.parametrize("paragraph", ["5.1", "5.4", "5.5", "5.7", "5.11", "9.9"])
def test_5_3_a_paragraph_that_voids_nothing_voids_nothing(paragraph: str) -> None:
    cluster = in_phase(Phase.DEALING)
    refusal = cluster.refuse(m.Rule(Voided(paragraph), paragraph), SHIFT_MANAGER)
    assert refusal == Refusal("illegal_ruling", f"§{paragraph} knows no such ruling", paragraph)


def test_5_3_a_void_under_two_paragraphs_is_none() -> None:
    cluster = in_phase(Phase.DEALING)
    refusal = cluster.refuse(m.Rule(Voided("5.3.1"), "5.3.3"), SUPERVISOR)
    assert refusal == Refusal("illegal_ruling", "the paragraph of the Void is another one", "5.3.3")


@pytest.mark.rule("001 §5.12")
def test_5_12_what_no_paragraph_provides_for_a_shift_manager_decides() -> None:
    cluster = in_phase(Phase.DEALING)
    for person in (DEALER, SUPERVISOR, MANAGER):
        refusal = cluster.refuse(m.Rule(Voided("5.12"), "5.12"), person)
        assert refusal == Refusal("not_entitled", "this is for a Shift Manager or above", "5.12")
    cluster.void("5.12", SHIFT_MANAGER)
    assert cluster.obey(m.RecordRuling("the guest is given a voucher"), SHIFT_MANAGER) == [
        e.RulingRecorded("the guest is given a voucher")
    ]


def test_a_ruling_of_another_game_does_not_exist_here() -> None:
    cluster = in_phase(Phase.DEALING)
    refusal = cluster.refuse(m.Rule(DealingError(), "5.12"), SHIFT_MANAGER)
    assert refusal == Refusal("illegal_ruling", "§5.12 knows no such ruling", "5.12")


@pytest.mark.parametrize("irregularity", RULINGS.irregularities, ids=lambda irregularity: irregularity.paragraph)
@pytest.mark.parametrize("position", BY_POSITION)
def test_p4_who_may_rule_under_each_paragraph(irregularity: Irregularity, position: Position) -> None:
    """001 §1.12, §5.7: the position named, or above; whoever is below is refused and changes nothing."""
    for act_type in irregularity.acts:
        cluster = in_phase(Phase.BETTING if irregularity.paragraph == "5.1.2" else Phase.DEALING)
        act = Voided(irregularity.paragraph) if act_type is Voided else Reconstructed((FOUR, TWO, FIVE))
        order = m.Rule(act, irregularity.paragraph)
        if position < irregularity.who:
            assert cluster.refuse(order, BY_POSITION[position]).reason == "not_entitled"
        else:
            cluster.rule(act, irregularity.paragraph, BY_POSITION[position])


# --- Reconstruction --------------------------------------------------------------------------------------------------


@pytest.mark.rule("001 §5.5", "001 §1.17")
def test_5_5_cards_on_the_wrong_side_are_put_in_order_before_play_goes_on() -> None:
    cluster = in_phase(Phase.DEALING)
    cluster.call()
    hands = {PLAYER: (FOUR, FIVE), BANKER: (TWO,)}
    assert cluster.reconstruct("4D 2C 5S", "5.5") == [
        e.RulingMade(1, Reconstructed((FOUR, TWO, FIVE)), "5.5", hands, 0, BANKER),
        e.Resumed(Halt.CALLED, DEADLINE_MS),
    ]
    cluster.deal("5H")  # 9 against 7
    cluster.certify()
    assert cluster.money() == {"cash": -2_000, "credit/T1": 890, "credit/T2": 1_050, "house": 60}


@pytest.mark.rule("001 §5.4")
def test_5_4_a_card_too_many_is_put_where_the_table_of_play_wants_it() -> None:
    """Two cards stuck together: what lies as the fifth left the shoe as the second, and then nothing is too much."""
    cluster = in_phase(Phase.RESULT)
    cluster.draw("KS")
    assert (cluster.phase, cluster.halts) == (Phase.RESULT, ["surplus"])
    (king,) = cards_of("KS")
    hands = {PLAYER: (TWO, FOUR), BANKER: (king, FIVE)}
    assert cluster.reconstruct("2C KS 4D 5S 5H", "5.4") == [
        e.RulingMade(
            1,
            Reconstructed((TWO, king, FOUR, FIVE, OTHER_FIVE)),
            "5.4",
            {**hands, BANKER: (king, FIVE, OTHER_FIVE)},
            0,
            NOWHERE,
            turned=(king,),
            which=(0,),
        ),
        e.SurplusSeen(()),
        e.Resumed(Halt.SURPLUS, DEADLINE_MS),
    ]
    cluster.certify()
    assert (cluster.credit("T1"), cluster.credit("T2")) == (890, 1_050)  # 6 against 0


@pytest.mark.rule("001 §1.17")
def test_1_17_reconstruction_orders_the_cards_that_were_drawn_and_no_others() -> None:
    cluster = in_phase(Phase.DEALING)
    for cards in ("2C 4D", "2C 4D 5S 5H", "2C 4D 5H"):
        refusal = cluster.refuse(m.Rule(Reconstructed(cards_of(cards)), "5.5"), SUPERVISOR)
        assert refusal == Refusal(
            "illegal_ruling", "Reconstruction orders the cards that were drawn, no others", "1.17"
        )


def test_3_7_no_reconstruction_while_bets_are_open() -> None:
    cluster = in_phase(Phase.BETTING)
    refusal = cluster.refuse(m.Rule(Reconstructed(()), "5.5"), SUPERVISOR)
    assert refusal == Refusal("illegal_ruling", "Bets are still open", "3.7")


@pytest.mark.rule("001 §5.7")
def test_5_7_of_two_cards_drawn_at_once_a_pit_supervisor_says_which_comes_first() -> None:
    cluster = in_phase(Phase.DEALING)
    cluster.call()
    order = m.Rule(Reconstructed(cards_of("2C 5S 4D")), "5.7")
    assert cluster.refuse(order, DEALER) == Refusal("not_entitled", "this is for a Pit Supervisor or above", "5.7")
    cluster.obey(order, SUPERVISOR)
    assert cluster.hands == {"player": "2C 4D", "banker": "5S"}


def test_5_4_what_a_reconstruction_does_not_need_is_surplus_and_waits() -> None:
    cluster = in_phase(Phase.RESULT)
    cluster.deal("9S")
    assert cluster.halts == ["surplus"]
    written = cluster.reconstruct("4D 2C 5S 5H 9S", "5.5")
    ruled = of(written, e.RulingMade)[0]
    assert (ruled.act, ruled.surplus, ruled.turned) == (Reconstructed(cards_of("4D 2C 5S 5H")), 1, ())  # nor its face
    assert (cluster.halts, cluster.surplus) == (["surplus"], cards_of("9S"))
    assert cluster.refuse(m.Certify(cards_digest(cluster.view))).reason == "halted"
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.certify()


def test_5_3_3_no_reconstruction_before_a_missing_card_is_known() -> None:
    cluster = in_phase(Phase.DEALING)
    cluster.unread()
    refusal = cluster.refuse(m.Rule(Reconstructed(cards_of("4D 2C 5S")), "5.5"), SUPERVISOR)
    assert refusal == Refusal("card_missing", "a card of the Round is not known yet: enter it first", "5.3.3")


def test_a_reconstruction_may_leave_a_card_over_that_was_not_before() -> None:
    """With these cards in this order two of them make a Natural: the fifth was not needed."""
    cluster = dealt("2C KD 3S QH 6D")
    written = cluster.reconstruct("6D KD 2C QH 3S", "5.5")  # 8 against 0
    assert of(written, e.Halted) == [e.Halted(Halt.SURPLUS, "a card is left over")]
    assert (cluster.surplus, cluster.phase) == (cards_of("3S"), Phase.RESULT)


# --- the cards on the felt outrank the screen ------------------------------------------------------------------------


@pytest.mark.rule("001 §5.10", "001 §5.6")
def test_5_10_the_cards_on_the_felt_outrank_the_screen_before_the_certificate() -> None:
    cluster = in_phase(Phase.RESULT)
    (other_two,) = cards_of("2H")
    hands = {PLAYER: (TWO, FIVE), BANKER: (FOUR, other_two)}
    corrected = e.CardsCorrected(1, (TWO, FOUR, FIVE, other_two), hands, 0, NOWHERE)
    assert cluster.correct_cards("2C 4D 5S 2H") == [corrected]
    cluster.certify()  # 7 against 6: the Player Hand wins
    assert cluster.money() == {"cash": -2_000, "credit/T1": 890, "credit/T2": 1_050, "house": 60}


@pytest.mark.rule("001 §5.10")
def test_5_10_the_true_cards_may_want_one_more_card() -> None:
    cluster = in_phase(Phase.RESULT)
    cluster.correct_cards("2C 4D KS KH")  # 2 against 4: Player draws
    assert (cluster.phase, cluster.view.due) == (Phase.DEALING, PLAYER)
    cluster.deal("8S")
    assert cluster.phase is Phase.RESULT


@pytest.mark.rule("001 §5.10")
def test_5_10_the_true_cards_may_leave_one_over() -> None:
    cluster = dealt("2C KD 3S QH 4D")
    assert cluster.correct_cards("5C KD 3S QH 4D")[1:] == [
        e.SurplusSeen(cards_of("4D")),
        e.Halted(Halt.SURPLUS, "after the correction of the cards"),
    ]
    assert (cluster.phase, cluster.surplus) == (Phase.RESULT, cards_of("4D"))
    cluster.obey(m.KeepSurplus(), SUPERVISOR)
    cluster.certify()


def test_5_10_a_surplus_card_that_the_true_cards_need_is_no_surplus() -> None:
    cluster = in_phase(Phase.RESULT)
    cluster.draw("8S")
    assert cluster.correct_cards("2C 4D KS KH 8S")[1:] == [e.SurplusSeen(()), e.Resumed(Halt.SURPLUS, DEADLINE_MS)]
    assert (cluster.hands, cluster.halts) == ({"player": "2C KS 8S", "banker": "4D KH"}, [])


def test_5_10_all_cards_of_the_round_are_named() -> None:
    cluster = in_phase(Phase.RESULT)
    for cards in ("2C 4D 5S", "2C 4D 5S 5H 9S"):
        refusal = cluster.refuse(m.CorrectCards(cards_of(cards)), DEALER, SUPERVISOR)
        named = len(cards.split())
        assert refusal == Refusal("other_cards", f"4 cards were drawn, {named} are named", "5.10")
    cluster.unread()
    assert cluster.refuse(m.CorrectCards(cards_of(BANKER_WINS)), DEALER, SUPERVISOR).reason == "other_cards"


def test_5_10_a_reconstructed_order_is_corrected_as_it_lies() -> None:
    cluster = in_phase(Phase.RESULT)
    cluster.reconstruct("4D 2C 5S 5H", "5.5")
    cluster.correct_cards("4D 2C 5S 6H")
    assert cluster.hands == {"player": "4D 5S", "banker": "2C 6H"}


# --- people stop the table -------------------------------------------------------------------------------------------


def test_the_dealer_calls_a_supervisor_who_looks_and_resumes() -> None:
    cluster = in_phase(Phase.DEALING)
    assert cluster.call() == [e.Halted(Halt.CALLED, "look here")]
    assert cluster.call() == []  # he comes once
    assert cluster.refuse(m.Resume(Halt.CALLED), DEALER).reason == "not_entitled"
    assert cluster.refuse(m.Resume(Halt.SURPLUS), SUPERVISOR) == Refusal(
        "not_halted", "surplus does not stop the table", "5.12"
    )
    assert cluster.obey(m.Resume(Halt.CALLED), SUPERVISOR) == [e.Resumed(Halt.CALLED, DEADLINE_MS)]
    assert cluster.refuse(m.Resume(Halt.CALLED), SUPERVISOR).reason == "not_halted"
