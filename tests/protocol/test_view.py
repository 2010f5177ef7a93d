"""The picture of the table: what each fact changes in it, and that a snapshot and the rest give the same one (M9)."""

from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from typing import Any, Final, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields

from games.box_face import BoxTable
from games.cards import DECK, Card, parse_card, parse_cards
from games.catalog import find_game
from games.money import InvariantBroken
from games.round import (
    Act,
    BoxBets,
    CardDrawn,
    DealingError,
    DrawnTogether,
    Felt,
    HandId,
    Limit,
    Peeked,
    PlayerId,
    Reconstructed,
    Spot,
    Voided,
    Window,
)
from games.round import Answer as Given
from games.round import WindowClosed as ClosingAct
from protocol import events
from protocol.box_view import box_table, public_round
from protocol.codec import body_decoder, decode_event, encode_body
from protocol.events import Event, audience_of, may_read
from protocol.halts import Halt
from protocol.messages import WindowId
from protocol.picture import OwnLayout, OwnState, Picture
from protocol.shuffle_view import ShuffleView
from protocol.view import _CHANGES, PAST_MAX, OpenWindow, PastRound, Phase, ShoeView, TableView, cards_digest
from tests.protocol.anything import CARDS, anything

T1: Final = PlayerId("T1")
PLAYER, BANKER, NONE = HandId("player"), HandId("banker"), HandId("")
FELT: Final = Felt(limits={"banker": Limit(10, 1_000, 10)})
OTHER_FELT: Final = Felt(limits={"banker": Limit(50, 5_000, 50)})
NINE: Final = parse_card("9S")
ACE: Final = parse_card("AH")
KING: Final = parse_card("KD")
BETS: Final = Window("bets", (Spot("player"), Spot("banker")))
CHOICE: Final = Window("choice", choices=("hit", "stand"), respondents=(T1,))


def window_id(round_no: int, n: int = 1) -> WindowId:
    return WindowId(round_no, n, b"nonce-08")


def opened(round_no: int = 1, n: int = 1, window: Window = BETS) -> events.WindowOpened:
    return events.WindowOpened(window_id(round_no, n), window, 15_000, 99_000)


def closed(round_no: int = 1, n: int = 1, window: Window = BETS, due: HandId = PLAYER) -> events.WindowClosed:
    act = ClosingAct(window.name)
    return events.WindowClosed(window_id(round_no, n), window.name, "dealer", act, due)


def dealt(
    card: Card | None, hand: HandId = PLAYER, due: HandId = BANKER, shoe_seq: int = 1, round_no: int = 1
) -> events.CardDealt:
    return events.CardDealt(round_no, shoe_seq, hand, card, due)


OPENING: Final[list[Event]] = [events.TableOpened("baccarat", "RWS v5", FELT, 15_000, {"asks": True})]
SHOE: Final[list[Event]] = [*OPENING, events.ShoeLoaded(8, 0, "Ann", 1), events.ShoeLive()]
BETTING: Final[list[Event]] = [*SHOE, opened()]
DEALING: Final[list[Event]] = [*BETTING, closed()]
TWO_CARDS: Final[list[Event]] = [*DEALING, dealt(NINE, PLAYER, BANKER, 1), dealt(KING, BANKER, NONE, 2)]
ENDED: Final[list[Event]] = [*TWO_CARDS, events.Certified(1, b"c" * 32, (T1,)), events.RoundEnded(1, void=False)]


def drawn(*cards: Card) -> list[Any]:
    """What was done in a Round: Bets are closed, these cards are drawn."""
    return [ClosingAct("bets"), *map(CardDrawn, cards)]


def fold(facts: Iterable[Event], view: TableView | None = None) -> TableView:
    view = TableView() if view is None else view
    for fact in facts:
        view.apply(fact)
    return view


def flat(view: TableView) -> dict[str, Any]:
    """All that is in the picture, by name; of the shoe `shoe.live` and so on; of the drawn cards their number."""
    found = {field.name: getattr(view, field.name) for field in fields(TableView)}
    shoe = found.pop("shoe")
    found |= {f"shoe.{field.name}": getattr(shoe, field.name) for field in fields(ShoeView)}
    counts = found.pop("shoe.drawn")
    return found | {"shoe.drawn": {DECK[number].text: copies for number, copies in enumerate(counts) if copies}}


def changes(before: Sequence[Event], fact: Event) -> dict[str, Any]:
    """What one fact changes in the picture, and nothing else."""
    was = flat(deepcopy(fold(before)))
    now = flat(fold([*before, fact]))
    return {name: value for name, value in now.items() if value != was[name]}


# --- the table --------------------------------------------------------------------------------------------


def test_before_anything_happened_the_table_is_closed_and_empty() -> None:
    view = TableView()
    assert flat(view) == {
        "phase": Phase.CLOSED, "closing": False, "shuffle": ShuffleView(),
        "halts": {}, "game": "", "rules": "", "house": {}, "felt": Felt(),
        "countdown_ms": 0, "times": {},
        "placard": events.Placard(),
        "day": "", "due_day": "", "due_since": "", "closed_day": "", "doubted_day": "",
        "console_boot": 0, "round_no": 0, "without_bets": False,
        "window_n": 0, "windows": {}, "round_felt": Felt(), "acts": [],
        "draws": [], "draw_hands": [], "hands": {}, "surplus": 0, "beside": [], "kept": 0, "carried": 0,
        "earlier": [], "established": False,
        "due": "", "undo": 0,
        "certified": False, "void": "", "corrected": False, "past": [], "shoes": 0,
        "shoe.decks": 0, "shoe.first_round": 0, "shoe.burning": 0,
        "shoe.withdrawn": "", "shoe.by_hand": False,
        "shoe.live": False, "shoe.rounds_left": None, "shoe.lost": False, "shoe.serial": "", "shoe.last_seq": 0,
        "shoe.burnt": 0,
        "shoe.unread": 0, "shoe.drawn": {}, "shoe.foreign": [], "shoe.entered": [], "shoe.pending": [],
        "shoe.beside": 0,
    }  # fmt: skip
    assert (view.in_round, view.halted) == (False, False)


def test_3_4_the_table_opens_with_its_rules_and_limits_on_display() -> None:
    assert changes([], OPENING[0]) == {
        "phase": Phase.READY, "game": "baccarat", "rules": "RWS v5", "house": {"asks": True}, "felt": FELT,
        "countdown_ms": 15_000,
    }  # fmt: skip


def test_new_limits_hold_from_the_next_round_on() -> None:
    assert changes(BETTING, events.LimitsSet(OTHER_FELT)) == {"felt": OTHER_FELT}
    later = fold([*BETTING, events.LimitsSet(OTHER_FELT)])
    assert later.round_felt == FELT
    later = fold([*ENDED, events.LimitsSet(OTHER_FELT), opened(2)])
    assert later.round_felt == OTHER_FELT


def test_the_table_closes_the_day_closes_and_the_console_starts() -> None:
    assert changes(OPENING, events.TableClosed()) == {"phase": Phase.CLOSED}
    assert changes(BETTING, events.ConsoleStarted(7)) == {"console_boot": 7}


def test_a_day_is_due_when_the_next_one_has_begun_and_days_that_were_missed_are_closed_with_it() -> None:
    first = [*OPENING, events.DayBegan("2026-01-02")]
    assert changes(OPENING, first[-1]) == {"day": "2026-01-02"}, "nothing was before it, so nothing is due"
    second = events.DayBegan("2026-01-05")
    assert changes(first, second) == {"day": "2026-01-05", "due_day": "2026-01-02", "due_since": "2026-01-02"}
    missed = [*first, second, events.DayBegan("2026-01-06")]
    assert (fold(missed).due_since, fold(missed).due_day) == ("2026-01-02", "2026-01-05")
    closed = fold([*missed, events.DayClosed("2026-01-05", "2026-01-02")])
    assert (closed.day, closed.closed_day, closed.due_day, closed.due_since) == ("2026-01-06", "2026-01-05", "", "")
    doubted = events.DayDoubted("9999-12-31")
    assert changes(first, doubted) == {"doubted_day": "9999-12-31"}
    assert changes([*first, doubted], second)["doubted_day"] == ""


def test_shoes_are_counted_by_the_gaming_day() -> None:
    loaded = events.ShoeLoaded(8, 0, "Ann", 1)
    two = [*OPENING, loaded, events.ShoeEnded(416, 0), loaded]
    assert fold(two).shoes == 2
    assert fold([*two, events.ShoeEnded(416, 0)]).shoes == 2
    closed = events.DayClosed("2026-01-02", "2026-01-02")
    assert fold([*two, closed]).shoes == 1, "it is in the shoe, and the first of the new day"
    assert fold([*two, events.ShoeEnded(416, 0), closed, loaded]).shoes == 1


def test_each_reason_to_halt_is_kept_and_cleared_on_its_own() -> None:
    called, dry = events.Halted(Halt.CALLED, "look here"), events.Halted(Halt.SHOE_DRY, "empty")
    assert changes(BETTING, called) == {"halts": {"called": called}}
    assert changes([*BETTING, called], dry) == {"halts": {"called": called, "shoe_dry": dry}}
    assert fold([*BETTING, called]).halted
    assert changes([*BETTING, called, dry], events.Resumed(Halt.CALLED, 0)) == {"halts": {"shoe_dry": dry}}
    assert changes([*BETTING, called], events.Resumed(Halt.CALLED, 0)) == {"halts": {}}
    assert changes([*BETTING, called], events.Resumed(Halt.SURPLUS, 0)) == {}


@pytest.mark.parametrize(
    ("established", "detail"), [(True, "an outcome is established"), (False, "no outcome is established")]
)
def test_5_1_an_interruption_halts_the_round_until_it_is_answered(established: bool, detail: str) -> None:
    interrupted = events.Interrupted(1, established)
    told = {"established": True} if established else {}
    assert changes(DEALING, interrupted) == {"halts": {"interrupted": events.Halted(Halt.INTERRUPTED, detail)}, **told}
    answered = events.InterruptionAnswered(1, affects=False, deadline_ms=5)
    assert changes([*DEALING, interrupted], answered) == {"halts": {}}
    assert changes(DEALING, answered) == {}


# --- the shoe ---------------------------------------------------------------------------------------------


def test_2_2_1_a_shoe_is_loaded_burnt_and_live() -> None:
    loaded = events.ShoeLoaded(8, 2, "Ann", next_seq=41)
    assert changes(OPENING, loaded) == {
        "shoes": 1, "shoe.decks": 8, "shoe.first_round": 1, "shoe.burning": 2, "shoe.last_seq": 40,
    }  # fmt: skip
    first, second = events.CardBurnt(41, NINE), events.CardBurnt(42, None)
    assert changes([*OPENING, loaded], first) == {
        "shoe.burning": 1, "shoe.last_seq": 41, "shoe.burnt": 1, "shoe.drawn": {"9S": 1},
    }  # fmt: skip
    assert changes([*OPENING, loaded, first], second) == {
        "shoe.burning": 0, "shoe.last_seq": 42, "shoe.burnt": 2, "shoe.unread": 1,
    }  # fmt: skip
    assert changes([*OPENING, loaded, first, second], events.ShoeLive()) == {"shoe.live": True}
    shoe = fold([*OPENING, loaded, first, second]).shoe
    assert (shoe.passed, shoe.left) == (2, 414)


def test_a_card_that_is_burnt_when_none_was_to_be_is_counted_all_the_same() -> None:
    assert changes(SHOE, events.CardBurnt(1, NINE)) == {
        "shoe.last_seq": 1, "shoe.burnt": 1, "shoe.drawn": {"9S": 1},
    }  # fmt: skip


def test_a_new_shoe_restarts_the_roads_and_one_loaded_in_a_round_does_not() -> None:
    with_kept = [*ENDED, events.CardIdle(3), events.SurplusKept(1, 1)]
    loaded = changes(with_kept, events.ShoeLoaded(6, 1, "Bob", 101))
    assert loaded == {
        "past": [], "kept": 0, "shoes": 2, "shoe.decks": 6, "shoe.first_round": 2, "shoe.burning": 1,
        "shoe.live": False, "shoe.last_seq": 100, "shoe.drawn": {}, "shoe.beside": 0,
    }  # fmt: skip
    mid_round = changes(with_kept, events.ShoeLoaded(6, 1, "Bob", 101, mid_round=True))
    assert mid_round == {
        "shoes": 2, "shoe.decks": 6, "shoe.first_round": 2, "shoe.burning": 1, "shoe.live": False, "shoe.last_seq": 100,
        "shoe.drawn": {}, "shoe.beside": 0,
    }  # fmt: skip


def test_the_cut_card_leaves_the_round_in_play_or_one_more() -> None:
    assert changes(DEALING, events.CutCardSeen(9)) == {"shoe.rounds_left": 0, "shoe.last_seq": 9}
    assert changes(ENDED, events.CutCardSeen(9)) == {"shoe.rounds_left": 1, "shoe.last_seq": 9}
    assert fold([*ENDED, events.CutCardSeen(9), opened(2)]).shoe.rounds_left == 0
    assert fold([*DEALING, events.CutCardSeen(9), opened(1, 2)]).shoe.rounds_left == 0
    assert changes(TWO_CARDS, events.CutCardSeen(1)) == {"shoe.rounds_left": 0}


def test_an_empty_shoe_moves_the_counter_and_no_card() -> None:
    assert changes(TWO_CARDS, events.ShoeEmptied(9)) == {"shoe.last_seq": 9}
    assert changes(TWO_CARDS, events.ShoeEmptied(2)) == {}


def test_a_shoe_that_has_ended_leaves_its_counter_and_the_roads() -> None:
    before = [*ENDED, events.CardIdle(3), events.SurplusKept(1, 1), events.CutCardSeen(4)]
    assert changes(before, events.ShoeEnded(413, 0)) == {
        "kept": 0, "shoe.decks": 0, "shoe.first_round": 2, "shoe.live": False, "shoe.rounds_left": None,
        "shoe.drawn": {}, "shoe.beside": 0,
    }  # fmt: skip
    assert fold([*before, events.ShoeEnded(413, 0)]).shoe.last_seq == 4


def test_a_shoe_is_lost_and_comes_back() -> None:
    assert changes(SHOE, events.ShoeLost()) == {"shoe.lost": True}
    assert changes([*SHOE, events.ShoeLost()], events.ShoeBack()) == {"shoe.lost": False}


def test_5_3_1_a_copy_more_than_there_are_decks_is_foreign() -> None:
    shoe = ShoeView(decks=2)
    for _ in range(3):
        shoe.count(NINE)
    assert (shoe.drawn[NINE.number], shoe.foreign, shoe.passed, shoe.left) == (2, [NINE], 2, 102)
    shoe.uncount(NINE)
    assert (shoe.drawn[NINE.number], shoe.foreign) == (2, [])
    shoe.uncount(NINE)
    assert (shoe.drawn[NINE.number], shoe.foreign) == (1, [])


# --- a Round ----------------------------------------------------------------------------------------------


def test_3_3_the_first_window_of_a_round_is_its_beginning() -> None:
    assert changes(SHOE, opened()) == {
        "phase": Phase.BETTING, "round_no": 1, "window_n": 1,
        "windows": {"bets": OpenWindow(window_id(1), BETS, 15_000)}, "round_felt": FELT,
    }  # fmt: skip
    assert fold(BETTING).in_round


def test_a_new_round_clears_the_felt_and_keeps_the_past() -> None:
    before = [*ENDED, events.CardIdle(3)]
    assert changes(before, opened(2)) == {
        "phase": Phase.BETTING, "round_no": 2, "windows": {"bets": OpenWindow(window_id(2), BETS, 15_000)},
        "acts": [], "draws": [], "draw_hands": [], "hands": {}, "surplus": 0, "certified": False,
    }  # fmt: skip


def test_a_later_window_of_the_same_round_changes_nothing_else() -> None:
    assert changes(TWO_CARDS, opened(1, 2, CHOICE)) == {
        "phase": Phase.BETTING, "window_n": 2, "windows": {"choice": OpenWindow(window_id(1, 2), CHOICE, 15_000)},
    }  # fmt: skip


def test_3_7_a_window_closes_and_the_dealing_begins() -> None:
    assert changes(BETTING, closed()) == {
        "phase": Phase.DEALING, "windows": {}, "acts": [ClosingAct("bets")], "due": PLAYER,
    }  # fmt: skip


def test_one_of_two_windows_closes_and_bets_stay_open() -> None:
    both = [*BETTING, opened(1, 2, CHOICE)]
    assert changes(both, closed(due=NONE)) == {
        "windows": {"choice": OpenWindow(window_id(1, 2), CHOICE, 15_000)},
        "acts": [ClosingAct("bets")],
    }


def test_a_window_that_a_ruling_took_away_is_no_act_of_the_round() -> None:
    assert changes(BETTING, events.WindowClosed(window_id(1), "bets", "ruling", None, PLAYER)) == {
        "phase": Phase.DEALING, "windows": {}, "due": PLAYER,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("before", "closing"),
    [(DEALING, closed()), (BETTING, closed(1, 2)), (BETTING, closed(2)), (BETTING, closed(window=CHOICE))],
    ids=["closed before", "another window of that name", "of another round", "of another name"],
)
def test_m7_what_is_not_open_cannot_close(before: list[Event], closing: Event) -> None:
    with pytest.raises(InvariantBroken, match="closes, but is not open"):
        fold([*before, closing])


def test_3_8_a_card_reaches_its_hand() -> None:
    assert changes(DEALING, dealt(NINE)) == {
        "acts": drawn(NINE), "draws": [1], "draw_hands": [PLAYER], "hands": {PLAYER: (NINE,)}, "due": BANKER,
        "shoe.last_seq": 1, "shoe.drawn": {"9S": 1},
    }  # fmt: skip


def test_the_last_card_brings_the_result() -> None:
    before = [*DEALING, dealt(NINE)]
    assert changes(before, dealt(KING, PLAYER, NONE, 2)) == {
        "phase": Phase.RESULT, "acts": drawn(NINE, KING), "draws": [1, 2], "draw_hands": [PLAYER, PLAYER],
        "hands": {PLAYER: (NINE, KING)}, "due": NONE, "shoe.last_seq": 2, "shoe.drawn": {"9S": 1, "KD": 1},
    }  # fmt: skip


def test_m7_no_card_is_dealt_while_bets_are_open() -> None:
    with pytest.raises(InvariantBroken) as broken:
        fold([*BETTING, dealt(NINE)])
    assert str(broken.value) == "player is dealt a card while bets are open (M7)"


def test_a_card_that_lies_face_down_is_counted_when_it_is_turned() -> None:
    assert changes(DEALING, dealt(None)) == {
        "acts": [ClosingAct("bets"), None], "draws": [1], "draw_hands": [PLAYER], "hands": {PLAYER: (None,)},
        "due": BANKER, "shoe.last_seq": 1,
    }  # fmt: skip
    assert changes([*DEALING, dealt(None)], events.CardRevealed(1, 0, NINE)) == {
        "acts": drawn(NINE), "hands": {PLAYER: (NINE,)}, "shoe.drawn": {"9S": 1},
    }  # fmt: skip


def test_the_right_one_of_several_face_down_cards_is_turned() -> None:
    before = [*DEALING, dealt(None, PLAYER), dealt(ACE, BANKER), dealt(None, PLAYER), dealt(None, BANKER)]
    assert fold([*before, events.CardRevealed(1, 2, NINE)]).hands == {PLAYER: (None, NINE), BANKER: (ACE, None)}
    assert fold([*before, events.CardRevealed(1, 3, NINE)]).hands == {PLAYER: (None, None), BANKER: (ACE, NINE)}
    assert fold([*before, events.CardRevealed(1, 0, NINE)]).hands == {PLAYER: (NINE, None), BANKER: (ACE, None)}


def test_a_card_that_is_shown_already_stays_as_a_ruling_has_laid_it() -> None:
    ruled = events.RulingMade(1, DealingError(), "5.7", {PLAYER: (ACE,)}, 0, NONE)
    assert fold([*DEALING, dealt(None), ruled, events.CardRevealed(1, 0, NINE)]).hands == {PLAYER: (ACE,)}


def test_a_card_that_a_ruling_took_from_its_hand_is_counted_when_it_is_turned_and_lies_nowhere() -> None:
    ruled = events.RulingMade(1, DealingError(), "5.7", {PLAYER: ()}, 0, NONE)
    turned = changes([*DEALING, dealt(None), ruled], events.CardRevealed(1, 0, NINE))
    assert turned == {"acts": [*drawn(NINE), DealingError()], "shoe.drawn": {"9S": 1}}


@pytest.mark.parametrize("to", ["T1", ""], ids=["for one Player", "for nobody yet"])
def test_m13_a_face_is_in_nobodys_picture_before_it_is_turned(to: str) -> None:
    """Whoever may read it keeps it beside the picture: the terminal whose Player turns it, the console."""
    before: list[Event] = [*DEALING, dealt(None)]
    hidden = events.CardHidden(1, 0, NINE, to)
    assert changes(before, hidden) == {}
    turned = events.CardRevealed(1, 0, NINE)
    assert changes([*before, hidden], turned) == changes(before, turned)


def test_5_4_a_surplus_card_lies_beside_the_hands_and_nobody_knows_which() -> None:
    surplus = events.SurplusDrawn(1, 3)
    assert changes(TWO_CARDS, surplus) == {"surplus": 1, "beside": [3], "shoe.last_seq": 3, "shoe.beside": 1}
    assert changes([*TWO_CARDS, surplus], events.SurplusSeen((ACE,), 3)) == {}, "staff keep it beside the picture"
    early = changes(BETTING, events.SurplusDrawn(1, 1))
    assert (early["surplus"], early["beside"]) == (1, [0])


def test_5_4_surplus_cards_are_kept_for_the_next_round_and_counted_when_they_are_dealt() -> None:
    surplus = [*TWO_CARDS, events.SurplusDrawn(1, 3)]
    assert changes(surplus, events.SurplusKept(1, 1)) == {"surplus": 0, "beside": [], "kept": 1}
    ended = [*surplus, events.SurplusKept(1, 1), events.RoundEnded(1, void=False)]
    assert (fold(ended).kept, fold(ended).shoe.passed) == (1, 3)
    begun = changes(ended, opened(2))
    assert (begun["kept"], begun["carried"]) == (0, 1)
    assert changes([*ended, opened(2), closed(2)], dealt(ACE, shoe_seq=0, round_no=2)) == {
        "acts": drawn(ACE), "draws": [1], "draw_hands": [PLAYER], "hands": {PLAYER: (ACE,)}, "due": BANKER,
        "carried": 0, "shoe.beside": 0, "shoe.drawn": {"9S": 1, "KD": 1, "AH": 1},
    }  # fmt: skip


def test_5_7_1_a_kept_card_of_the_set_before_is_not_counted_with_the_new_one() -> None:
    carried = [*ENDED, events.CardIdle(3), events.SurplusKept(1, 1), opened(2), closed(2)]
    before = [*carried, events.ShoeLoaded(6, 0, "Bob", 101, mid_round=True), events.ShoeLive()]
    assert (fold(before).carried, fold(before).shoe.passed) == (1, 0)
    after = changes(before, dealt(ACE, shoe_seq=0, round_no=2))
    assert after["carried"] == 0
    assert not {"shoe.drawn", "shoe.beside"} & set(after)


def test_5_4_what_a_round_did_not_deal_of_its_carried_cards_is_for_the_next_one_first() -> None:
    carried = [*ENDED, events.CardIdle(3), events.CardIdle(4), events.SurplusKept(1, 2), opened(2)]
    before = [*carried, closed(2), dealt(ACE, shoe_seq=0, round_no=2), events.SurplusKept(2, 1)]
    assert fold(before).carried == 1
    ended = changes(before, events.RoundEnded(2, void=True))
    assert (ended["kept"], ended["carried"]) == (2, 0)


def test_a_card_that_was_entered_by_hand_may_still_be_reported_by_the_shoe() -> None:
    entered = dealt(NINE, shoe_seq=-1)
    assert changes(DEALING, entered) == {
        "acts": drawn(NINE), "draws": [1], "draw_hands": [PLAYER], "hands": {PLAYER: (NINE,)}, "due": BANKER,
        "shoe.drawn": {"9S": 1}, "shoe.entered": [NINE],
    }  # fmt: skip
    another = [*DEALING, entered, dealt(KING, shoe_seq=-1)]
    assert changes(another, events.CardMatched(1, NINE)) == {"shoe.last_seq": 1, "shoe.entered": [KING]}
    assert changes(another, events.CardMatched(1, None)) == {"shoe.last_seq": 1, "shoe.entered": [KING]}
    assert changes([*another, events.CutCardSeen(5)], events.CardMatched(5, NINE)) == {"shoe.entered": [KING]}


def test_a_card_between_rounds_lies_there_until_somebody_says_what_becomes_of_it() -> None:
    assert changes(ENDED, events.CardIdle(3)) == {
        "surplus": 1, "shoe.last_seq": 3, "shoe.beside": 1,
    }  # fmt: skip


def test_cards_behind_one_that_was_not_read_wait_for_it() -> None:
    unread, behind = events.CardUnread(1), events.CardWaiting(2)
    assert changes(DEALING, unread) == {"shoe.last_seq": 1, "shoe.pending": [1]}
    assert changes([*DEALING, unread], behind) == {"shoe.last_seq": 2, "shoe.pending": [1, 2]}
    assert changes([*DEALING, unread, behind], events.CardWaiting(1)) == {}, "its place is still not known"
    placed = changes([*DEALING, unread, behind], dealt(NINE, shoe_seq=1))
    assert (placed["shoe.pending"], placed["shoe.drawn"]) == ([2], {"9S": 1})
    assert "shoe.last_seq" not in placed


@pytest.mark.parametrize("placed", [events.SurplusDrawn(1, 2), events.CardIdle(2), dealt(KING, shoe_seq=2)], ids=repr)
def test_a_waiting_card_that_got_its_place_waits_no_more(placed: Event) -> None:
    before = [*DEALING, events.CardUnread(1), events.CardWaiting(2)]
    assert changes(before, placed)["shoe.pending"] == [1]


def test_a_ruling_lays_the_cards_anew() -> None:
    act = Reconstructed(parse_cards(["KD", "9S"]))
    ruled = events.RulingMade(1, act, "5.5", {PLAYER: (KING,), BANKER: (NINE,)}, 0, PLAYER)
    assert changes(TWO_CARDS, ruled) == {
        "phase": Phase.DEALING, "acts": [*drawn(NINE, KING), act], "hands": {PLAYER: (KING,), BANKER: (NINE,)},
        "due": PLAYER, "draw_hands": ["", ""],
    }  # fmt: skip


def test_5_4_a_surplus_card_that_is_reconstructed_is_turned_and_counted() -> None:
    act = Reconstructed(parse_cards(["AH", "9S", "KD"]))
    before, hands = [*TWO_CARDS, events.SurplusDrawn(1, 3)], {PLAYER: (ACE, KING), BANKER: (NINE,)}
    ruled = events.RulingMade(1, act, "5.4", hands, 0, BANKER, turned=(ACE,), which=(0,))
    assert changes(before, ruled) == {
        "phase": Phase.DEALING, "acts": [*drawn(NINE, KING, ACE), act], "draws": [1, 2, 3], "hands": hands,
        "due": BANKER, "draw_hands": ["", "", ""], "surplus": 0, "beside": [], "shoe.beside": 0,
        "shoe.drawn": {"9S": 1, "KD": 1, "AH": 1},
    }  # fmt: skip


def test_5_4_a_card_of_a_hand_that_a_ruling_leaves_over_is_covered() -> None:
    act = Reconstructed(parse_cards(["9S"]))
    ruled = events.RulingMade(1, act, "5.5", {PLAYER: (NINE,)}, 1, NONE, covered=(KING,))
    assert changes(TWO_CARDS, ruled) == {
        "acts": [*drawn(NINE), act], "draws": [1], "hands": {PLAYER: (NINE,)}, "draw_hands": [""], "surplus": 1,
        "beside": [3], "shoe.beside": 1, "shoe.drawn": {"9S": 1},
    }  # fmt: skip


def test_5_11_a_void_round_has_no_result_and_its_unread_cards_are_out_of_play() -> None:
    before = [*TWO_CARDS, events.SurplusDrawn(1, 3), events.CardUnread(4), events.CardWaiting(5)]
    void = events.RulingMade(1, Voided("5.3.3"), "5.3.3", {}, 0, NONE, turned=(ACE, NINE), which=(0,))
    assert changes(before, void) == {
        "acts": [*drawn(NINE, KING, ACE), Voided("5.3.3")], "draws": [1, 2, 3], "draw_hands": ["", "", ""],
        "hands": {}, "void": "5.3.3", "surplus": 0, "beside": [], "shoe.beside": 0, "shoe.unread": 1,
        "shoe.drawn": {"9S": 2, "KD": 1, "AH": 1}, "shoe.pending": [],
    }  # fmt: skip


def test_5_10_the_cards_on_the_felt_outrank_the_screen() -> None:
    corrected = events.CardsCorrected(1, (ACE, KING), {PLAYER: (ACE,), BANKER: (KING,)}, 0, PLAYER)
    assert changes(TWO_CARDS, corrected) == {
        "phase": Phase.DEALING, "acts": drawn(ACE, KING), "draw_hands": [NONE, NONE],
        "hands": {PLAYER: (ACE,), BANKER: (KING,)}, "due": PLAYER, "shoe.drawn": {"AH": 1, "KD": 1},
    }  # fmt: skip


def test_5_10_one_card_more_was_on_the_felt_and_is_left_over() -> None:
    corrected = events.CardsCorrected(1, (NINE, KING), {PLAYER: (NINE,), BANKER: (KING,)}, 1, NONE, (3,))
    assert changes(TWO_CARDS, corrected) == {"draw_hands": [NONE, NONE], "surplus": 1, "beside": [3], "shoe.beside": 1}


def test_5_10_a_face_down_card_that_is_corrected_is_counted_once() -> None:
    before = [*DEALING, dealt(NINE), dealt(None, BANKER, NONE, 2)]
    corrected = events.CardsCorrected(1, (NINE, KING), {PLAYER: (NINE,), BANKER: (KING,)}, 0, NONE)
    assert changes(before, corrected) == {
        "acts": drawn(NINE, KING), "draw_hands": [NONE, NONE], "hands": {PLAYER: (NINE,), BANKER: (KING,)},
        "shoe.drawn": {"9S": 1, "KD": 1},
    }  # fmt: skip


def test_the_dealer_certifies_and_the_round_ends() -> None:
    assert changes(TWO_CARDS, events.Certified(1, b"c" * 32, ())) == {"certified": True}
    before = [*TWO_CARDS, events.SurplusDrawn(1, 3)]
    assert changes(before, events.RoundEnded(1, void=False)) == {
        "phase": Phase.READY, "surplus": 0, "beside": [],
        "past": [PastRound(1, {PLAYER: (NINE,), BANKER: (KING,)}, void=False)],
    }  # fmt: skip
    assert not fold(ENDED).in_round


def test_a_round_that_ends_while_a_card_is_due_expects_it_no_more() -> None:
    assert changes(DEALING, events.RoundEnded(1, void=True)) == {
        "phase": Phase.READY, "due": NONE, "past": [PastRound(1, {}, void=True)],
    }  # fmt: skip


def test_m7_no_round_ends_with_a_window_open() -> None:
    with pytest.raises(InvariantBroken) as broken:
        fold([*BETTING, events.RoundEnded(1, void=True)])
    assert str(broken.value) == "round 1 ends with a window open (M7)"


def test_the_roads_keep_as_many_rounds_as_a_shoe_can_have() -> None:
    view = fold(ENDED)
    for round_no in range(2, PAST_MAX + 3):
        fold([opened(round_no), closed(round_no, due=NONE), events.RoundEnded(round_no, void=False)], view)
    assert [past.round_no for past in view.past] == list(range(3, PAST_MAX + 3))


@pytest.mark.rule("001 §5.6")
def test_5_6_a_settled_round_is_corrected_on_the_roads_and_in_the_count() -> None:
    corrected = events.RoundCorrected(1, (ACE, KING), "", {PLAYER: (ACE,), BANKER: (KING,)})
    assert changes(ENDED, corrected) == {
        "hands": {PLAYER: (ACE,), BANKER: (KING,)}, "corrected": True,
        "past": [PastRound(1, {PLAYER: (ACE,), BANKER: (KING,)}, void=False)], "shoe.drawn": {"AH": 1, "KD": 1},
    }  # fmt: skip
    assert changes([*ENDED, corrected], opened(2))["corrected"] is False


def test_5_3_3_a_settled_round_is_voided_and_its_cards_stay_counted() -> None:
    hands = {PLAYER: (NINE,), BANKER: (KING,)}
    voided = events.RoundCorrected(1, (NINE, KING), "5.3.3", hands)
    assert changes(ENDED, voided) == {"void": "5.3.3", "corrected": True, "past": [PastRound(1, hands, void=True)]}
    again = events.RoundCorrected(1, (NINE, KING), "", hands)
    back = {"void": "", "past": [PastRound(1, hands, void=False)]}
    assert changes([*ENDED, voided], again) == back  # §5.12: it was a mistake


def test_5_8_a_correction_touches_no_other_round() -> None:
    two = [*ENDED, opened(2), closed(2, due=NONE), events.RoundEnded(2, void=True)]
    corrected = events.RoundCorrected(1, (ACE,), "", {PLAYER: (ACE,)})
    assert changes(two, corrected) == {  # the felt shows the later Round
        "past": [PastRound(1, {PLAYER: (ACE,)}, void=False), PastRound(2, {}, void=True)],
        "shoe.drawn": {"AH": 1},
    }
    assert changes(two, events.RoundCorrected(9, (ACE,), "", {PLAYER: (ACE,)})) == {}


# Facts that the picture does not show: they are one Player's, or for staff, or only for the clock.
UNSEEN: Final = frozenset(
    {
        *(*events.PRIVATE, *events.FOR_STAFF, events.TicketNumbered),
        *(events.CardHidden, events.CardRead, events.TimeAdded, events.Checkpointed, events.SidesReported),
    }
)


@pytest.mark.parametrize("kind", sorted(UNSEEN, key=str), ids=lambda kind: kind.__name__)
@given(st.data())
@settings(max_examples=2)
def test_what_is_not_for_all_does_not_change_the_picture(kind: type, data: st.DataObject) -> None:
    assert changes(TWO_CARDS, data.draw(anything(kind))) == {}


def test_every_other_fact_changes_it() -> None:
    """By name, so that a new fact is either shown or written down as unseen."""
    assert set(_CHANGES) == set(get_args(Event)) - UNSEEN


# --- what the Dealer certifies ----------------------------------------------------------------------------


def test_the_digest_of_the_cards_is_that_of_what_is_shown() -> None:
    view = fold(TWO_CARDS)
    before = cards_digest(view)
    assert before == cards_digest(fold([*TWO_CARDS, events.Halted(Halt.CALLED, ""), events.CutCardSeen(9)]))
    reordered = deepcopy(view)
    reordered.hands = dict(reversed(view.hands.items()))
    assert cards_digest(reordered) == before


@pytest.mark.parametrize(
    "spoil",
    [
        lambda view: view.hands.update({PLAYER: (ACE,)}),
        lambda view: view.hands.update({PLAYER: (None,)}),
        lambda view: view.hands.update({PLAYER: (NINE, NINE)}),
        lambda view: view.hands.update({PLAYER: (KING,), BANKER: (NINE,)}),
        lambda view: view.hands.pop(PLAYER),
        lambda view: setattr(view, "surplus", 1),
        lambda view: setattr(view, "round_no", 2),
        lambda view: setattr(view, "void", "5.3.1"),
    ],
    ids=["card", "face down", "one more", "swapped", "hand", "surplus", "round", "void"],
)
def test_whatever_is_shown_differently_has_another_digest(spoil: Callable[[TableView], object]) -> None:
    view = fold(TWO_CARDS)
    spoil(view)
    assert cards_digest(view) != cards_digest(fold(TWO_CARDS))


# --- M9: a snapshot and the rest --------------------------------------------------------------------------


class Evening:
    """A log that could be a table's: each fact is one that the picture allows at that place."""

    def __init__(self, draw: Callable[[st.SearchStrategy[Any]], Any]) -> None:
        self.draw = draw
        self.view = TableView()
        self.log: list[Event] = []
        self.down: dict[int, Card] = {}  # cards of this Round that lie face down

    def write(self, *facts: Event) -> None:
        self.log += facts
        fold(facts, self.view)

    def card(self) -> Card:
        card: Card = self.draw(CARDS)
        return card

    def next_seq(self) -> int:
        return self.view.shoe.last_seq + 1

    def some_hand(self) -> HandId:
        return HandId(self.draw(st.sampled_from(["player", "banker", "3/1"])))

    def some_due(self) -> HandId:
        return HandId(self.draw(st.sampled_from(["", "player", "banker"])))

    def some_hands(self) -> dict[HandId, tuple[Card | None, ...]]:
        hands: dict[HandId, tuple[Card | None, ...]] = self.draw(
            st.dictionaries(st.sampled_from([PLAYER, BANKER]), st.lists(CARDS, max_size=2).map(tuple), max_size=2)
        )
        return hands

    def some_cards(self) -> tuple[Card, ...]:
        return tuple(self.draw(st.lists(CARDS, max_size=3)))

    def go_on(self) -> None:
        steps = [self.anything_at_any_time, self.shoe]
        if self.view.in_round:
            steps += [self.window, self.open_another, self.surplus, self.rule]
            if not self.view.windows:
                steps += [self.deal] * 3 + [self.enter, self.match, self.deal_face_down, self.turn]
                steps += [self.correct_cards, self.end]
        else:
            steps += [self.open, self.open, self.correct, self.keep]
        self.draw(st.sampled_from(steps))()

    def anything_at_any_time(self) -> None:
        reason = self.draw(st.sampled_from(["called", "surplus"]))
        kind = self.draw(st.integers(0, 8))
        self.write(
            (
                events.ConsoleStarted(self.view.console_boot + 1),
                events.LimitsSet(Felt(limits={"banker": Limit(kind + 1)}, seats={kind: T1})),
                events.Halted(reason, "stop"),
                events.Resumed(reason, 0),
                events.Interrupted(self.view.round_no, established=True),
                events.InterruptionAnswered(self.view.round_no, affects=False, deadline_ms=0),
                events.CreditBought(b"i" * 16, T1, 1, 100),
                events.DayClosed("2026-01-02", "2026-01-01"),
                events.TableOpened("baccarat", "RWS v5", FELT, 15_000)
                if self.view.phase is Phase.CLOSED
                else events.TimeAdded(1, 2, 3),
            )[kind]
        )

    def shoe(self) -> None:
        seq = self.next_seq()
        self.write(
            self.draw(
                st.sampled_from(
                    [
                        events.ShoeLoaded(2, 1, "Ann", seq, mid_round=self.view.in_round),
                        events.CardBurnt(seq, self.card()),
                        events.CardBurnt(seq, None),
                        events.ShoeLive(),
                        events.CutCardSeen(seq),
                        events.ShoeEmptied(seq),
                        events.ShoeLost(),
                        events.ShoeBack(),
                        events.CardUnread(seq),
                        events.CardWaiting(seq),
                        events.CardWaiting(max(1, seq - 1)),
                        *([] if self.view.in_round else [events.ShoeEnded(0, 0), events.CardIdle(seq)]),
                    ]
                )
            )
        )

    def open(self) -> None:
        self.down = {}
        self.write(opened(self.view.round_no + 1))

    def open_another(self) -> None:
        if "choice" not in self.view.windows:
            self.write(opened(self.view.round_no, self.view.window_n + 1, CHOICE))

    def window(self) -> None:
        for name, window in list(self.view.windows.items()):
            act = self.draw(st.sampled_from([None, ClosingAct(name, players=(T1,), squeezing=(T1,))]))
            self.write(events.WindowClosed(window.id, name, "dealer", act, self.some_due()))

    def deal(self) -> None:
        seq = 0 if self.view.carried else self.next_seq()
        card = self.card()
        self.write(events.CardDealt(self.view.round_no, seq, self.some_hand(), card, self.some_due()))

    def enter(self) -> None:
        self.write(events.CardDealt(self.view.round_no, -1, self.some_hand(), self.card(), self.some_due(), True))

    def match(self) -> None:
        if self.view.shoe.entered:
            self.write(events.CardMatched(self.next_seq(), self.view.shoe.entered[0]))

    def deal_face_down(self) -> None:
        draw, card, to = len(self.view.draws), self.card(), self.draw(st.sampled_from(["", "T1", "T2"]))
        seq = self.draw(st.sampled_from([self.next_seq(), -1]))
        self.down[draw] = card
        self.write(
            events.CardDealt(self.view.round_no, seq, self.some_hand(), None, self.some_due(), seq < 0),
            events.CardHidden(self.view.round_no, draw, card, to),
        )

    def turn(self) -> None:
        self.write(*(events.CardRevealed(self.view.round_no, draw, card) for draw, card in self.down.items()))
        self.down = {}

    def surplus(self) -> None:
        self.write(events.SurplusDrawn(self.view.round_no, self.next_seq()))

    def keep(self) -> None:
        self.write(events.SurplusKept(self.view.round_no, self.view.surplus))

    def rule(self) -> None:
        acts = [Reconstructed(self.some_cards()), DealingError(), Voided("5.3.1")]
        act = self.draw(st.sampled_from(acts))
        due = NONE if isinstance(act, Voided) else self.some_due()
        self.write(events.RulingMade(self.view.round_no, act, "5.3.1", self.some_hands(), self.view.surplus, due))

    def correct_cards(self) -> None:
        self.down = {}
        hands, cards = self.some_hands(), self.some_cards()
        self.write(events.CardsCorrected(self.view.round_no, cards, hands, self.view.surplus, self.some_due()))

    def end(self) -> None:
        self.down = {}
        void = bool(self.view.void)
        self.write(events.Certified(self.view.round_no, b"c" * 32, (T1,)), events.RoundEnded(self.view.round_no, void))

    def correct(self) -> None:
        for past in self.view.past[:1]:
            void = self.draw(st.sampled_from(["", "5.3.3"]))
            self.write(events.RoundCorrected(past.round_no, self.some_cards(), void, self.some_hands()))


@st.composite
def logs(draw: Callable[[st.SearchStrategy[Any]], Any]) -> list[Event]:
    evening = Evening(draw)
    evening.write(events.TableOpened("baccarat", "RWS v5", FELT, 15_000, {"asks": True}))
    evening.write(events.ShoeLoaded(1, 0, "Ann", 1), events.ShoeLive())
    for _ in range(draw(st.integers(5, 25))):
        evening.go_on()
    return evening.log


OWN: Final = OwnState(120, 30, 2, (OwnLayout(window_id(1), "bets", 3, Given({Spot("banker"): 30})),), 0, "")
_pictures: Final = body_decoder(Picture)


def sent_as_snapshot(view: TableView) -> TableView:
    picture = Picture(view, OWN, T1)
    arrived: Picture = _pictures.decode(encode_body(picture))
    assert arrived == picture
    return arrived.view


@given(logs(), st.integers(0, 40), st.sampled_from(["T1", "T2", "staff", "archive"]))
@settings(max_examples=60)
def test_m9_a_snapshot_and_the_rest_are_the_same_picture_as_the_whole_log(
    log: list[Event], place: int, reader: str
) -> None:
    read = [fact for fact in log if may_read(reader, audience_of(fact))]
    whole = fold(read)
    snapshot = sent_as_snapshot(fold(read[:place]))
    assert fold(read[place:], snapshot) == whole
    assert sent_as_snapshot(whole) == whole


@given(logs())
@settings(max_examples=25)
def test_m12_the_log_that_was_written_and_read_again_gives_the_same_picture(log: list[Event]) -> None:
    bodies = [encode_body(fact) for fact in log]
    assert fold(map(decode_event, bodies)) == fold(log)
    assert [encode_body(fact) for fact in log] == bodies  # and no fact was changed by it


@given(logs())
@settings(max_examples=25)
def test_m9_what_a_terminal_may_not_read_it_does_not_need(log: list[Event]) -> None:
    """Everybody has the same picture; entries that are not for all are met sealed, and change nothing."""
    everything = fold(log)
    for reader in ("T1", "T9", "staff", "archive"):
        assert fold(fact for fact in log if may_read(reader, audience_of(fact))) == everything


# --- cards face down, and late corrections: where pictures could part -----------------------------------------

SQUEEZED: Final[list[Event]] = [*DEALING, dealt(None), events.CardHidden(1, 0, NINE, "T1")]


def test_m13_the_picture_that_the_console_sends_to_t2_does_not_show_the_card_that_t1_has_yet_to_turn() -> None:
    console = sent_as_snapshot(fold(SQUEEZED))
    t2 = fold(fact for fact in SQUEEZED if may_read("T2", audience_of(fact)))
    assert console == t2


def test_m9_a_correction_with_a_card_face_down_gives_everybody_the_same_count() -> None:
    corrected = events.CardsCorrected(1, (KING,), {PLAYER: (KING,)}, 0, NONE)
    t1 = fold([*SQUEEZED, corrected])
    t2 = fold([*DEALING, dealt(None), corrected])
    assert flat(t2)["shoe.drawn"] == {"KD": 1}
    assert flat(t1) == flat(t2)


def test_5_10_a_correction_with_a_card_face_down_keeps_the_order_of_cards_and_windows() -> None:
    choice: list[Event] = [opened(1, 2, CHOICE), closed(1, 2, CHOICE, BANKER)]
    before = [*DEALING, dealt(None), *choice, dealt(KING, BANKER, NONE, 2)]
    corrected = events.CardsCorrected(1, (NINE, KING), {PLAYER: (NINE,), BANKER: (KING,)}, 0, NONE)
    assert fold([*before, corrected]).acts == [
        ClosingAct("bets"),
        CardDrawn(NINE),
        ClosingAct("choice"),
        CardDrawn(KING),
    ]


def test_m9_a_card_that_is_turned_after_its_round_has_ended() -> None:
    before = [*DEALING, dealt(None, due=NONE), events.RoundEnded(1, void=True)]
    turned = events.CardRevealed(1, 0, NINE)
    assert fold([turned], sent_as_snapshot(fold(before))) == fold([*before, turned])


def test_a_card_that_is_turned_after_a_ruling_took_its_hand_away() -> None:
    void = events.RulingMade(1, Voided("5.3.1"), "5.3.1", {}, 0, NONE)
    assert changes([*DEALING, dealt(None), void], events.CardRevealed(1, 0, NINE))["shoe.drawn"] == {"9S": 1}


def test_5_11_whoever_voids_a_round_turns_its_cards_first_so_that_they_are_counted() -> None:
    """A Void by itself counts only what was read: whoever rules looks at all the cards (`console.table.draft`)."""
    void = events.RulingMade(1, Voided("5.3.1"), "5.3.1", {PLAYER: (NINE,)}, 0, NONE)
    before = [*DEALING, dealt(None)]
    unturned = fold([*before, void, events.RoundEnded(1, void=True)]).shoe
    assert (unturned.passed, unturned.left) == (0, 416)
    turned = fold([*before, events.CardRevealed(1, 0, NINE), void, events.RoundEnded(1, void=True)]).shoe
    assert (turned.passed, turned.left) == (1, 415)


def test_5_6_a_correction_after_the_shoe_has_ended_does_not_count_in_the_empty_one() -> None:
    before = [*ENDED, events.ShoeEnded(414, 0)]
    corrected = events.RoundCorrected(1, (ACE, KING), "", {PLAYER: (ACE,), BANKER: (KING,)})
    assert changes(before, corrected) == {
        "hands": {PLAYER: (ACE,), BANKER: (KING,)},
        "corrected": True,
        "past": [PastRound(1, {PLAYER: (ACE,), BANKER: (KING,)}, void=False)],
    }


def test_5_6_a_correction_of_a_round_that_began_in_another_shoe_does_not_count_in_the_new_one() -> None:
    new_shoe: list[Event] = [*TWO_CARDS, events.ShoeLoaded(8, 0, "Ann", 101, mid_round=True), events.ShoeLive()]
    before = [*new_shoe, dealt(ACE, PLAYER, NONE, 101), events.RoundEnded(1, void=False)]
    corrected = events.RoundCorrected(1, (KING, KING, ACE), "", {PLAYER: (KING, ACE), BANKER: (KING,)})
    assert changes(before, corrected) == {
        "hands": corrected.hands, "corrected": True, "past": [PastRound(1, corrected.hands, void=False)],
    }  # fmt: skip
    second = [*before, opened(2), closed(2), dealt(NINE, PLAYER, NONE, 102, 2), events.RoundEnded(2, void=False)]
    of_this_shoe = events.RoundCorrected(2, (KING,), "", {PLAYER: (KING,)})
    assert changes(second, of_this_shoe)["shoe.drawn"] == {"AH": 1, "KD": 1}


def test_a_face_down_card_that_was_entered_by_hand_may_still_be_reported_by_the_shoe() -> None:
    before = [*DEALING, dealt(None, shoe_seq=-1)]
    assert fold(before).shoe.entered == [None]
    assert changes(before, events.CardMatched(1, NINE)) == {"shoe.last_seq": 1, "shoe.entered": []}
    assert flat(fold([*before, events.CardMatched(1, NINE), events.CardRevealed(1, 0, NINE)]))["shoe.drawn"] == {
        "9S": 1
    }


def test_5_10_a_card_dealt_face_down_after_a_correction_is_turned_in_its_hand() -> None:
    corrected = events.CardsCorrected(1, (ACE, KING), {PLAYER: (ACE,), BANKER: (KING,)}, 0, PLAYER)
    before = [*TWO_CARDS, corrected, dealt(None, PLAYER, NONE, 3)]
    assert fold([*before, events.CardRevealed(1, 2, NINE)]).hands == {PLAYER: (ACE, NINE), BANKER: (KING,)}


def test_002_5_10_a_card_dealt_face_down_after_cards_drawn_together_is_turned_in_its_hand() -> None:
    together = DrawnTogether((ACE, KING))
    ruled = events.RulingMade(1, together, "5.10", {PLAYER: (ACE,), BANKER: (KING,)}, 0, PLAYER)
    before = [*DEALING, ruled, dealt(None, PLAYER, NONE, 3)]
    assert fold([*before, events.CardRevealed(1, 0, NINE)]).hands == {PLAYER: (ACE, NINE), BANKER: (KING,)}


def test_of_a_round_that_cannot_have_been_screens_show_the_cards_as_they_lie() -> None:
    """004 §2.4: the House has peeked, a Player has split, and the Dealer's hole card is an Ace beside a ten."""
    felt, box = Felt(boxes=3), (BoxBets(3, (PlayerId("T3"),), 40),)
    acts: list[Act | None] = [ClosingAct("bets", boxes=box, players=(PlayerId("T3"),), kind="bets")]
    acts += [*map(CardDrawn, parse_cards("TS QC JD AC".split())), Peeked()]
    acts += [ClosingAct("choice/3/0/5", "split", kind="choice", box=3), *map(CardDrawn, parse_cards("9D 3H".split()))]
    acts += [ClosingAct("order/3/9", "9C", kind="order", box=3)]
    view = TableView(game="premium_blackjack", rules=find_game("premium_blackjack").rules, round_felt=felt, acts=acts)
    assert public_round(view) is None
    assert box_table(view) == BoxTable((), None, "deal")
