"""Who may rule on which irregularity, in all five documents."""

import pytest

from games.catalog import GAMES, paragraph_of
from games.round import DealingError, Discarded, DrawnTogether, HandRemoved, Reconstructed, Voided, WalkedAway
from games.rulings import Position, Topic, may_rule, who_corrects
from tests.rules.table import said

PARTICIPANT, CASHIER, TECHNICIAN, DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER = Position
GAME = [DEALER, SUPERVISOR, MANAGER, SHIFT_MANAGER]
RULINGS = {game.document: game.rulings for game in GAMES.values()}
BLACKJACKS = pytest.mark.parametrize("document", ["003", "000"])


def ruled(document: str, paragraph: str, act: type, position: Position) -> str:
    """Nothing if it may be ruled, else the refusal."""
    refusal = may_rule(RULINGS[document], paragraph, act, position)
    return "" if refusal is None else said(refusal)


def least(document: str, paragraph: str, act: type) -> Position:
    """The lowest position that may rule; all above it may, and all below it are refused as not entitled."""
    answers = [ruled(document, paragraph, act, position) for position in Position]
    entitled = answers.index("")
    assert answers == [f"not_entitled §{paragraph}"] * entitled + [""] * (len(Position) - entitled)
    return list(Position)[entitled]


@pytest.mark.rule("001 §1.12", "003 §1.20", "000 §1.20", "002 §1.10")
def test_001_1_12_positions_rise_from_dealer_to_shift_manager() -> None:
    assert sorted(Position) == [PARTICIPANT, CASHIER, TECHNICIAN, *GAME]
    assert DEALER < Position.PIT_SUPERVISOR < Position.PIT_MANAGER < Position.SHIFT_MANAGER
    refusal = may_rule(RULINGS["001"], "5.7", Reconstructed, DEALER)
    assert refusal is not None
    assert refusal.detail == "this is for a Pit Supervisor or above"


@pytest.mark.rule("001 §5.7", "001 §5.7.1")
def test_001_5_7_the_order_of_cards_drawn_together_is_for_a_pit_supervisor_or_above() -> None:
    assert least("001", "5.7", Reconstructed) is SUPERVISOR
    assert ruled("001", "5.7", Voided, SHIFT_MANAGER) == "illegal_ruling §5.7"
    (new_cards,) = (known for known in RULINGS["001"].irregularities if known.paragraph == "5.7.1")
    assert (new_cards.who, new_cards.acts) == (SUPERVISOR, ())  # a new set of cards is no act of a Round
    assert ruled("001", "5.7.1", Voided, SHIFT_MANAGER) == "illegal_ruling §5.7.1"


@pytest.mark.parametrize("paragraph", ["5.1.2", "5.3.1", "5.3.2", "5.3.3", "5.3.4", "5.3.5"])
def test_001_5_3_a_pit_supervisor_voids(paragraph: str) -> None:
    assert least("001", paragraph, Voided) is SUPERVISOR
    wrong_number = ruled("001", paragraph, Reconstructed, SHIFT_MANAGER)
    assert wrong_number == ("" if paragraph == "5.3.3" else f"illegal_ruling §{paragraph}")


def test_001_5_4_cards_too_many_or_on_the_wrong_side_are_reconstructed_and_void_nothing() -> None:
    for paragraph in ("5.4", "5.5"):
        assert least("001", paragraph, Reconstructed) is SUPERVISOR
        assert ruled("001", paragraph, Voided, SHIFT_MANAGER) == f"illegal_ruling §{paragraph}"


@pytest.mark.rule("001 §5.12")
def test_001_5_12_what_the_rules_leave_open_is_for_a_shift_manager() -> None:
    assert least("001", "5.12", Voided) is SHIFT_MANAGER
    assert least("001", "5.12", Reconstructed) is SHIFT_MANAGER
    assert ruled("001", "5.12", DealingError, SHIFT_MANAGER) == "illegal_ruling §5.12"  # baccarat has no such choice


@BLACKJACKS
@pytest.mark.rule("003 §5.12.1", "000 §5.12.1")
def test_003_5_12_1_on_the_dealers_hand_a_pit_supervisor_on_a_box_the_dealer(document: str) -> None:
    assert least(document, "5.12.1", DrawnTogether) is SUPERVISOR
    assert least(document, "5.12", DrawnTogether) is DEALER  # the Player orders them himself


@BLACKJACKS
def test_003_5_3_that_a_player_left_is_for_the_dealer_to_say(document: str) -> None:
    assert least(document, "5.3", WalkedAway) is DEALER


@BLACKJACKS
@pytest.mark.parametrize("paragraph", ["5.4.2", "5.5.1", "5.5.2", "5.5.3", "5.5.4"])
def test_003_5_5_a_pit_supervisor_voids(document: str, paragraph: str) -> None:
    assert least(document, paragraph, Voided) is SUPERVISOR
    assert ruled(document, paragraph, Reconstructed, SHIFT_MANAGER) == f"illegal_ruling §{paragraph}"


@BLACKJACKS
def test_003_5_7_dealing_errors_and_reconstruction_are_for_a_pit_supervisor(document: str) -> None:
    assert least(document, "5.7", DealingError) is SUPERVISOR
    assert least(document, "5.9", Reconstructed) is SUPERVISOR
    assert ruled(document, "5.7", Voided, SHIFT_MANAGER) == "illegal_ruling §5.7"


@BLACKJACKS
def test_003_5_10_2_a_pit_supervisor_discards_and_does_not_reconstruct(document: str) -> None:
    for paragraph in ("5.10.2", "5.10.3"):
        assert least(document, paragraph, Discarded) is SUPERVISOR
        assert ruled(document, paragraph, Reconstructed, SHIFT_MANAGER) == f"illegal_ruling §{paragraph}"


@BLACKJACKS
@pytest.mark.rule("003 §5.19", "000 §5.19")
def test_003_5_19_what_the_rules_leave_open_is_for_a_shift_manager(document: str) -> None:
    for act in (Voided, DealingError, Reconstructed):
        assert least(document, "5.19", act) is SHIFT_MANAGER
    assert ruled(document, "5.19", HandRemoved, SHIFT_MANAGER) == "illegal_ruling §5.19"


@pytest.mark.rule("002 §5.10")
def test_002_5_10_the_order_of_cards_drawn_together_is_for_a_pit_supervisor_or_above() -> None:
    assert least("002", "5.10", DrawnTogether) is SUPERVISOR


def test_002_5_5_a_pit_supervisor_voids_removes_hands_and_reconstructs() -> None:
    for paragraph in ("5.4.2", "5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.5", "5.5.6"):
        assert least("002", paragraph, Voided) is SUPERVISOR
    for paragraph in ("5.5.4", "5.5.6", "5.8"):
        assert least("002", paragraph, Reconstructed) is SUPERVISOR
    assert least("002", "5.8", HandRemoved) is SUPERVISOR
    assert least("002", "5.6", DealingError) is SUPERVISOR
    assert ruled("002", "5.8", Voided, SHIFT_MANAGER) == "illegal_ruling §5.8"


@pytest.mark.rule("002 §5.16")
def test_002_5_16_what_the_rules_leave_open_is_for_a_shift_manager() -> None:
    for act in (Voided, DealingError, Reconstructed):
        assert least("002", "5.16", act) is SHIFT_MANAGER
    assert ruled("002", "5.19", Voided, SHIFT_MANAGER) == "illegal_ruling §5.19"  # a number of another document


def test_004_knows_no_irregularities_so_nothing_can_be_ruled() -> None:
    assert ruled("004", "5.5.1", Voided, SHIFT_MANAGER) == "illegal_ruling §5.5.1"
    assert ruled("004", "2.1", DealingError, SHIFT_MANAGER) == "illegal_ruling §2.1"


def test_every_game_has_its_table_and_every_paragraph_stands_in_it_once() -> None:
    for known in RULINGS.values():
        for names in zip(*((it.paragraph, it.topic) for it in known.irregularities), strict=True):
            assert len(set(names)) == len(names)
        for it in known.irregularities:
            assert known.topic(it.paragraph) == it.topic


def test_what_is_cited_is_the_paragraph_of_the_game_that_is_played() -> None:
    cited = {
        topic: [RULINGS[document].paragraph(topic) for document in ("001", "002", "003", "000", "004")]
        for topic in (Topic.NO_MORE_BETS, Topic.SETTLEMENT, Topic.INTERRUPTED, Topic.SHOE_DRY, Topic.VOID)
    }
    assert cited == {
        Topic.NO_MORE_BETS: ["3.7", "3.11", "3.10", "3.10", ""],
        Topic.SETTLEMENT: ["3.13", "3.13", "3.23", "3.24", "2.4"],
        Topic.INTERRUPTED: ["5.1.2", "5.4.2", "5.4.2", "5.4.2", "5.4.2"],
        Topic.SHOE_DRY: ["5.3.4", "5.5.5", "5.5.3", "5.5.3", ""],
        Topic.VOID: ["5.11", "5.14", "5.17", "5.17", ""],
    }
    assert [paragraph_of(name, Topic.LIMITS) for name in ("", "snap", "baccarat")] == ["", "", "3.4"]


@pytest.mark.rule("001 §5.6", "001 §5.8", "002 §5.11")
@pytest.mark.parametrize("document", ["001", "002", "004"])
def test_001_5_6_a_rounds_own_result_may_be_corrected_later_by_a_shift_manager(document: str) -> None:
    assert who_corrects(RULINGS[document], next_round_begun=False) is SUPERVISOR
    assert who_corrects(RULINGS[document], next_round_begun=True) is SHIFT_MANAGER


@BLACKJACKS
@pytest.mark.rule("003 §5.6", "000 §5.6", "003 §5.13", "000 §5.13")
def test_003_5_6_once_the_next_round_has_begun_nobody_corrects_an_earlier_one(document: str) -> None:
    assert who_corrects(RULINGS[document], next_round_begun=False) is SUPERVISOR
    assert who_corrects(RULINGS[document], next_round_begun=True) is None
