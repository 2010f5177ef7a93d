"""What a panel says of the money before a settled Round is corrected or voided is what the table then writes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from console.panel import forms
from console.panel.board import Board, show
from console.panel.desk import Desk
from console.panel.diary import Diary
from console.panel.forms import Form
from games.cards import DECK
from games.correction import Change, PlayedRound, corrected, house, voided
from games.round import Limit, PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.chain import opened
from protocol.preview import UNKNOWN, Preview, When
from tests.console.cluster import (
    BANKER_ON_SIX,
    BANKER_WINS,
    PLAYER_WINS,
    SIX_CARDS,
    TABLE,
    TIE,
    Cluster,
    alone,
    betting,
    cards_of,
    of,
)
from tests.console.people import DEALER, MANAGER, OTHER_SUPERVISOR, SUPERVISOR

RUN = b"panel-01"
BETS = {"T1": {"banker": 100, "tie": 10}, "T2": {"player": 200, "player_pair": 20}, "T3": {"banker": 50, "player": 50}}
ROUNDS = (BANKER_WINS, PLAYER_WINS, TIE, BANKER_ON_SIX, SIX_CARDS, "2S 2H 2D 4C 9H", "2S 2H 2D 5C 9H")
Returns = dict[str, tuple[int, int]]


def board(cluster: Cluster, since: int = 1) -> Board:
    """What a panel shows that has heard the log; its diary of all from this entry on."""
    desk = Desk("P1", TABLE, 1, RUN)
    sent = tuple(opened(entry) for entry in cluster.entries)
    desk.receive(0, m.Deltas(1, sent, cluster.entries[-1].chain, len(sent)))
    if since > 1:
        desk.diary = Diary()
        for seq, fact in enumerate(cluster.journal(object), 1):
            if seq >= since:
                desk.diary.write(seq, fact)  # type: ignore[arg-type]
    return show(desk, 0)


def last(cluster: Cluster) -> PlayedRound:
    found = board(cluster).last
    assert found is not None
    return found


def written(facts: list[e.Event]) -> list[Change]:
    return [Change(it.terminal, it.before, it.after) for it in of(facts, e.LinesCorrected)]


def returns(changes: tuple[Change, ...] | None) -> Returns:
    assert changes is not None
    return {str(change.terminal): (change.was, change.will) for change in changes}


def settled(cards: str = BANKER_WINS) -> Cluster:
    cluster = Cluster(terminals=("T1", "T2", "T3"))
    cluster.play(cards, BETS)
    return cluster


# --- the same as the table -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ROUNDS)
@pytest.mark.parametrize("was", ROUNDS)
def test_001_5_6_the_money_of_a_correction_is_seen_before_as_it_is_written_after(was: str, cards: str) -> None:
    cluster = settled(was)
    seen = corrected(last(cluster), cards_of(cards))
    before = cluster.money().get("house", 0)
    assert seen is not None
    assert list(seen) == written(cluster.correct(cards))
    assert house(seen) == cluster.money().get("house", 0) - before


@pytest.mark.rule("001 §5.6")
def test_001_5_6_each_terminal_has_what_was_returned_and_what_will_be_and_the_house_the_rest() -> None:
    seen = corrected(last(settled()), cards_of(PLAYER_WINS))
    assert returns(seen) == {"T1": (200, 0), "T2": (0, 400), "T3": (100, 100)}
    assert [change.amount for change in seen or ()] == [-200, 400, 0]
    assert house(seen or ()) == -200


def test_001_5_6_the_same_cards_again_change_nothing() -> None:
    cluster = settled()
    assert corrected(last(cluster), cards_of(BANKER_WINS)) == ()
    assert written(cluster.correct(BANKER_WINS)) == []
    assert house(()) == 0


def test_001_5_6_a_correction_of_a_correction_begins_with_the_corrected_cards_and_their_lines() -> None:
    cluster = settled()
    cluster.correct(SIX_CARDS)
    (step,) = [step for step in board(cluster).more if step.key == "correct"]
    assert step.order == m.Correct(cards_of(SIX_CARDS))
    assert corrected(last(cluster), cards_of(SIX_CARDS)) == ()
    seen = corrected(last(cluster), cards_of(TIE))
    assert list(seen or ()) == written(cluster.correct(TIE)) != []


def test_001_5_4_5_6_cards_that_were_reconstructed_are_corrected_in_that_order() -> None:
    cluster = betting(terminals=("T1", "T2", "T3"))
    for terminal, bets in BETS.items():
        cluster.place(terminal, bets)
    cluster.go("close, 2C 4D")
    cluster.call()
    cluster.reconstruct("4D 2C", "5.5")
    cluster.deal("5H 5S")
    cluster.certify()
    (step,) = [step for step in board(cluster).more if step.key == "correct"]
    assert step.order == m.Correct(cards_of(PLAYER_WINS))
    assert corrected(last(cluster), cards_of(PLAYER_WINS)) == ()
    seen = corrected(last(cluster), cards_of(BANKER_WINS))
    assert list(seen or ()) == written(cluster.correct(BANKER_WINS)) != []


@pytest.mark.parametrize("was", ROUNDS)
def test_001_5_3_3_the_money_of_a_void_is_seen_before_as_it_is_written_after(was: str) -> None:
    cluster = settled(was)
    seen = voided(last(cluster), "5.3.3")
    assert seen is not None
    facts = cluster.obey(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR)
    assert list(seen) == written(facts)
    assert {will for _, will in returns(seen).values()} <= {110, 220, 100}, "every Bet is returned (5.11)"
    assert cluster.money().get("house", 0) == 0


def test_003_5_6_a_game_that_asks_its_players_is_seen_in_the_same_way() -> None:
    cluster = alone("blackjack", "9S 6D 8H")
    cluster.go("T1 stand, KD 6C")
    cluster.certify()
    other = "9S 6D 8H KD 5C"  # 21 instead of 22
    seen = corrected(last(cluster), cards_of(other))
    assert list(seen or ()) == written(cluster.correct(other)) != []
    seen = voided(last(cluster), "5.5.2")
    facts = cluster.obey(m.VoidSettled("5.5.2"), SUPERVISOR, OTHER_SUPERVISOR)
    assert list(seen or ()) == written(facts) != []


@settings(max_examples=80)
@given(st.sampled_from(ROUNDS), st.lists(st.sampled_from(DECK), min_size=1, max_size=7).map(tuple))
def test_001_5_6_whatever_cards_are_named_nothing_is_seen_where_the_table_refuses(was: str, cards: object) -> None:
    cluster = settled(was)
    order = m.Correct(cards)  # type: ignore[arg-type]
    seen = corrected(last(cluster), order.cards)
    first, *facts = cluster.command(order, SUPERVISOR, OTHER_SUPERVISOR)
    assert (seen is None) == isinstance(first, e.OrderRefused)
    assert list(seen or ()) == written(facts)


# --- nothing rather than a guess -------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["2C 4D 5S", "2C 4D 5S 5H 9D", "2C 4D 2S AH", ""])
def test_001_5_6_cards_that_make_no_whole_round_show_no_money(cards: str) -> None:
    assert corrected(last(settled()), cards_of(cards)) is None


@pytest.mark.parametrize("paragraph", ["5.1.1", "5.6", "9.9"])
def test_001_5_3_3_a_void_that_the_rules_refuse_shows_no_money(paragraph: str) -> None:
    cluster = settled()
    assert voided(last(cluster), paragraph) is None
    assert cluster.refuse(m.VoidSettled(paragraph), SUPERVISOR, OTHER_SUPERVISOR).reason == "illegal_ruling"


def test_a_round_whose_beginning_was_not_heard_shows_no_money() -> None:
    cluster = settled()
    begun = next(seq for seq, fact in enumerate(cluster.journal(object), 1) if isinstance(fact, e.WindowOpened))
    assert board(cluster, begun).last == last(cluster)
    assert board(cluster, begun + 1).last is None


def test_a_round_in_play_and_one_that_is_void_show_no_money() -> None:
    cluster = settled()
    cluster.obey(m.VoidSettled("5.3.3"), SUPERVISOR, OTHER_SUPERVISOR)
    assert board(cluster).last is None
    cluster = settled()
    cluster.open_round()
    assert board(cluster).last is None


def test_a_round_of_an_earlier_opening_keeps_the_rules_that_it_was_played_by() -> None:
    cluster = settled()
    before = board(cluster).last
    assert before is not None
    cluster.obey(m.CloseTable(), SUPERVISOR)
    felt = replace(cluster.view.felt, limits={kind: Limit(1, 7) for kind in cluster.view.felt.limits})
    cluster.obey(m.SetLimits(felt), MANAGER, DEALER)
    cluster.obey(m.OpenTable(), SUPERVISOR)
    assert board(cluster).last == before
    assert [step.key for step in board(cluster).more if step.key == "correct"] == ["correct"]


# --- in the form -----------------------------------------------------------------------------------------------------


def form_of(shown: Board, key: str) -> Form:
    (step,) = [step for step in shown.more if step.key == key]
    form = forms.form_for(step, shown)
    assert form is not None
    return form


def shares(form: Form, shown: Board) -> Returns:
    said = forms.money(form, shown)
    assert said is not None
    return {str(share.terminal): (share.before, share.after) for share in said.shares}


def test_001_5_6_the_form_shows_the_money_before_anybody_has_agreed() -> None:
    shown = board(settled())
    form = form_of(shown, "correct")
    assert forms.money(form, shown) == Preview(When.AT_ONCE, settled=True)
    form = forms.filled(form, "cards", PLAYER_WINS)
    assert forms.missing(form) == ()
    assert shares(form, shown) == {"T1": (200, 0), "T2": (0, 400), "T3": (100, 100)}
    assert forms.money(forms.filled(form, "cards", "2C ??"), shown) is None
    assert forms.money(replace(form, stale=True), shown) is None
    assert forms.money(form, replace(shown, sight=replace(shown.sight, rounds={}))) == UNKNOWN


@pytest.mark.rule("001 §5.3.3")
def test_001_5_3_3_the_form_shows_the_money_of_a_void_when_its_paragraph_is_named() -> None:
    shown = board(settled())
    form = form_of(shown, "void_settled")
    form = forms.filled(form, "paragraph", "")
    assert forms.money(form, shown) is None
    form = forms.filled(form, "paragraph", "5.3.3")
    assert shares(form, shown) == {"T1": (200, 110), "T2": (0, 220), "T3": (100, 100)}


def test_no_other_form_has_money_to_show() -> None:
    shown = board(settled())
    assert forms.money(form_of(shown, "record_ruling"), shown) is None
    assert forms.money(forms.seat_form("sell_credit", shown, PlayerId("T1")), shown) is None
