"""What a panel shows: the one next step in every state of a Round, over every halt, and the picture around it."""

import pytest

from console.panel.board import Board, preview, show
from console.panel.desk import Desk
from console.panel.parts import Writing, round_part
from games.cards import parse_cards
from games.catalog import find_face
from games.round import PlayerId
from protocol import messages as m
from protocol.chain import opened
from protocol.events import Placard
from protocol.view import Phase
from shoe_driver import link as shoe
from tests.console.cluster import BANKER_WINS, TABLE, Cluster, betting, dealt, played
from tests.console.people import DEALER, OTHER_SUPERVISOR, SHIFT_MANAGER, SUPERVISOR, T1, T2


def board(cluster: Cluster, enrolled: frozenset[str] = frozenset()) -> Board:
    """A panel that has followed the whole log."""
    desk = Desk("P1", TABLE, 1, b"panel-01")
    sent = tuple(opened(entry) for entry in cluster.entries)
    desk.receive(0, m.Deltas(1, sent, cluster.entries[-1].chain, len(sent)))
    desk.receive(0, m.Welcome(1, b"panel-01", len(sent), cluster.entries[-1].chain))
    desk.receive(0, m.Seats(((T1, len(sent)), (T2, 1)), tuple(enrolled)))
    return show(desk, 0)


def test_through_a_round_the_next_step_is_always_what_the_rules_want_next() -> None:
    cluster = Cluster()
    said = [board(cluster).next.key]
    cluster.open_round()
    said.append(board(cluster).next.key)
    cluster.close()
    while cluster.phase is Phase.DEALING:
        shown = board(cluster)
        assert shown.next.detail == cluster.view.due
        assert [hand.hand for hand in shown.hands if hand.due] in ([], [cluster.view.due])
        said.append(shown.next.key)
        cluster.draw(BANKER_WINS.split()[len(cluster.view.draws)])
    said.append(board(cluster).next.key)
    cluster.certify()
    said.append(board(cluster).next.key)
    assert said == ["open_bets", "close_bets", *["draw"] * 4, "certify", "open_bets"]


def test_a_board_stands_still_while_the_table_goes_on() -> None:
    cluster = betting()
    cluster.close()
    sent = [opened(entry) for entry in cluster.entries]
    desk = Desk("P1", TABLE, 1, b"panel-01")
    desk.receive(0, m.Deltas(1, tuple(sent), cluster.entries[-1].chain, len(sent)))
    desk.receive(0, m.Welcome(1, b"panel-01", len(sent), cluster.entries[-1].chain))
    before = show(desk, 0)
    left = before.shoe.left
    cluster.draw("2C")
    later = tuple(opened(entry) for entry in cluster.entries[len(sent) :])
    desk.receive(0, m.Deltas(len(sent) + 1, later, cluster.entries[-1].chain, len(cluster.entries)))
    assert show(desk, 0).shoe.left == left - 1
    assert before.shoe.left == left


def test_the_seats_and_what_is_on_the_felt() -> None:
    cluster = betting({"T1": {"banker": 100, "tie": 10}, "T2": {"player": 60}})
    shown = board(cluster)
    assert [(seat.terminal, seat.credit, seat.stake) for seat in shown.seats] == [("T1", 890, 110), ("T2", 940, 60)]
    assert shown.differential == 40
    assert [seat.seen_close for seat in shown.seats] == [False, False]
    cluster.close()
    shown = board(cluster)
    assert [(seat.heard, seat.seen_close) for seat in shown.seats] == [(True, True), (True, False)]


def test_a_seat_is_what_is_enrolled_as_a_terminal_whatever_its_name() -> None:
    cluster = Cluster(terminals=("Box-7", "Tower"), credit=0)
    assert board(cluster).seats == ()
    shown = board(cluster, frozenset({"Box-7", "Box-8"}))
    assert [(seat.terminal, seat.credit) for seat in shown.seats] == [("Box-7", 0), ("Box-8", 0)]
    joined = [line.parts[0].value for line in shown.log if line.key == "terminal_joined"]
    assert joined == ["Box-7"], "that the display Tower and the panel have joined is of no interest"
    cluster.obey(m.Retire(PlayerId("Box-7")), SUPERVISOR, OTHER_SUPERVISOR)
    assert [seat.terminal for seat in board(cluster, frozenset({"Box-7"})).seats] == []


def test_a_seat_has_seen_the_close_of_this_round_or_nothing_is_said() -> None:
    cluster = Cluster()
    for phase in ("betting", "dealing", "result", "ready"):
        match phase:
            case "betting":
                cluster.open_round()
            case "dealing":
                cluster.close()
            case "result":
                cluster.deal(BANKER_WINS)
            case _:
                cluster.certify()
        shown = board(cluster)
        assert (shown.phase, shown.seats[0].seen_close) == (phase, phase in ("dealing", "result"))


@pytest.mark.rule("001 §5.4", "001 §5.7.1", "001 §5.6")
@pytest.mark.parametrize(
    ("trouble", "keys"),
    [
        ("surplus", ["decide", "reconstruct", "keep_surplus", "correct_cards", "void", "call_supervisor"]),
        ("unread", ["enter_card", "report_foreign_card", "void", "call_supervisor"]),
        ("called", ["decide", "resume", "enter_card", "void", "supervisor_needed"]),
        ("restart", ["decide", "interruption_continues", "interruption_affects", "call_supervisor"]),
    ],
)
def test_over_a_halt_the_first_step_is_the_way_out(trouble: str, keys: list[str]) -> None:
    cluster = dealt()
    match trouble:
        case "surplus":
            cluster.deal(BANKER_WINS)
            cluster.draw("9S")
        case "unread":
            cluster.unread()
        case "called":
            cluster.call()
        case _:
            cluster.restart()
    shown = board(cluster)
    assert [step.key for step in (shown.next, *shown.steps)] == keys


def test_who_has_no_connection_is_told_so() -> None:
    desk = Desk("P1", TABLE, 1, b"panel-01")
    assert show(desk, 0).link == "reconnecting"
    desk.receive(0, m.Denied(1, b"panel-01", "another process has joined"))
    shown = show(desk, 0)
    assert (shown.link, shown.why, shown.cannot) == ("denied", "another_panel", "denied")


# --- what is told truly ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ("", ("3.8", "player", 1)),
        ("2C 4D 3S", ("3.8", "banker", 2)),
        ("2C 4D 3S AH", ("3.10", "player", 3)),  # 5 against 5: the Player Hand draws first
        ("2C 4D 3S AH 4C", ("3.10", "banker", 3)),  # 5 against a 4
        ("2C 4D 4S AH", ("3.9", "banker", 3)),  # the Player Hand stands on 6
    ],
)
def test_3_8_to_3_10_a_card_is_asked_for_by_its_number_under_its_own_paragraph(
    cards: str, told: tuple[str, str, int]
) -> None:
    cluster = dealt(cards)
    step = board(cluster).next
    assert (step.key, step.paragraph, step.detail, step.nth) == ("draw", *told)
    cluster.run(shoe.LinkLost())
    cluster.obey(m.DealByHand(), SUPERVISOR, OTHER_SUPERVISOR)
    step = board(cluster).next
    assert (step.key, step.paragraph, step.detail, step.nth) == ("deal_card", *told), "by hand it was always of 2.2.1"


def test_the_winner_is_told_until_the_next_round_begins_and_of_a_void_there_is_none() -> None:
    cluster = dealt("2C 4D 2S 2H")
    before = board(cluster)
    cluster.deal("9C")
    finished = board(cluster).result
    assert (before.result, finished is not None and finished.also) == (None, ("player_pair",))
    cluster.certify()
    after = board(cluster)
    assert (after.phase, after.result) == ("ready", finished)
    cluster.correct("2C 4D 3S 5H")
    corrected = board(cluster).result
    assert corrected is not None
    assert corrected.also == ("natural",)
    cluster.open_round()
    assert board(cluster).result is None
    cluster.close()
    cluster.void()
    void = board(cluster)
    assert (void.result, void.ended is not None and void.ended.void) == (None, True)


@pytest.mark.rule("001 §4.1")
def test_exposure_is_what_the_house_would_pay_at_the_highest_odds_beside_what_was_bet() -> None:
    cluster = betting({"T1": {"banker": 100, "tie": 10, "player_pair": 20}, "T2": {"player": 60, "tie": 30}})
    found = {str(area.spot): (area.amount, area.terminals, area.pays) for area in board(cluster).exposure}
    assert found == {
        "player": (60, 1, 60),
        "banker": (100, 1, 100),
        "tie": (40, 2, 320),
        "player_pair": (20, 1, 220),
        "banker_pair": (0, 0, 0),
    }


def test_in_a_box_game_the_house_sees_kinds_of_bets_and_not_boxes() -> None:
    cluster = betting(game="blackjack")
    assert [area.spot for area in board(cluster).exposure] == list(find_face("blackjack").pays)


def test_the_areas_of_a_past_round_stand_as_on_the_felt() -> None:
    cluster = played(BANKER_WINS, {"T1": {"player_pair": 20, "tie": 10}, "T2": {"banker": 60, "player": 20}})
    (past,) = board(cluster).past
    assert [area.spot for area in past.areas] == ["player", "banker", "tie", "player_pair"]


def test_what_the_console_says_in_its_own_words_is_no_part_of_a_line() -> None:
    cluster = Cluster()
    cluster.command(m.CloseBets(), SUPERVISOR)
    cluster.open_round()
    cluster.close()
    cluster.unread()
    lines = {line.key: line for line in board(cluster).log}
    for key, kind, value in (("refused", "refusal", "wrong_state"), ("halted", "halt", "card_missing")):
        line = lines[key]
        assert (line.parts[-1].kind, line.parts[-1].value) == (kind, value)
        assert line.detail != ""
        assert all(line.detail != part.value for part in line.parts)


@pytest.mark.parametrize(
    ("cards", "places", "totals", "winner"),
    [
        ("2S 2H 2D 4C 9H", ("player", "banker", "player", "banker", "player"), (3, 6), "banker"),
        ("2S 2H 2D 5C 9H", ("player", "banker", "player", "banker", "player"), (3, 7), "banker"),
        ("2S 2H 6D 4C", ("player", "banker", "player", "banker"), (8, 6), "player"),
        ("2S 2H 6D 4C 9H", ("player", "banker", "player", "banker", ""), (8, 6), None),  # one too many
        ("2S 2H 2D 4C", ("player", "banker", "player", "banker"), (4, 6), None),  # one is missing
        ("2S", ("player",), (2, None), None),
    ],
)
def test_other_cards_are_seen_where_they_would_lie_and_with_what_they_would_show(
    cards: str, places: tuple[str, ...], totals: tuple[int | None, ...], winner: str | None
) -> None:
    seen = preview("baccarat", parse_cards(cards.split()))
    assert seen is not None
    assert (seen.places, tuple(hand.points for hand in seen.hands)) == (places, totals)
    assert (None if seen.result is None else seen.result.winner) == winner
    assert preview("blackjack", parse_cards(cards.split())) is None


def test_a_supervisor_can_be_called_over_every_halt_but_the_call_itself() -> None:
    cluster = dealt()
    cluster.unread()
    call = next(step for step in board(cluster).steps if step.key == "call_supervisor")
    assert call.order is not None
    cluster.obey(call.order)
    assert set(cluster.halts) == {"card_missing", "called"}
    (needed,) = [step for step in board(cluster).steps if step.key in ("call_supervisor", "supervisor_needed")]
    assert (needed.key, needed.order, needed.who) == ("supervisor_needed", None, SUPERVISOR.position)


@pytest.mark.parametrize(("unread", "percent"), [((0, 0), -1), ((0, 400_000), 0), ((300_000, 400_000), 75)])
def test_how_far_the_books_are_checked_stands_on_the_panel(unread: tuple[int, int], percent: int) -> None:
    desk = Desk("P1", TABLE, 1, b"panel-01")
    desk.receive(0, m.Seats((), unread=unread))
    shown = show(desk, 0)
    assert (shown.unread, round_part(shown, Writing(shown))["booksRead"]) == (unread, percent)


@pytest.mark.parametrize(
    ("outside", "copies"),
    [
        ((), []),
        (
            (("witness", "W", 1_000, 10), ("archive", "A", 1_001, 10)),
            [
                {"role": "witness", "name": "", "lack": ""},
                {"role": "archive", "name": "", "lack": "behind", "amount": 1_001},
            ],
        ),
        ((("archive", "A", 5_000, 11),), [{"role": "archive", "name": "", "lack": "silent", "amount": 11}]),
        ((("archive", "A", 0, 0), ("archive", "B", 0, 0)), [{"role": "archive", "name": "", "lack": ""}]),
        (
            (("archive", "A", 0, 0), ("archive", "B", 0, 11)),
            [{"role": "archive", "name": "B", "lack": "silent", "amount": 11}],
        ),
    ],
)
def test_silence_and_lag_of_archive_and_witness_stand_on_the_panel(
    outside: tuple[m.Outside, ...], copies: list[dict[str, object]]
) -> None:
    desk = Desk("P1", TABLE, 1, b"panel-01")
    desk.receive(0, m.Seats((), outside=outside))
    shown = show(desk, 0)
    assert round_part(shown, Writing(shown))["copies"] == copies


def test_a_panel_counts_what_each_person_has_answered_for_as_the_table_does() -> None:
    cluster = Cluster(placard=Placard(house_pays_max=100))
    cluster.obey(m.SellCredit(T1, 200))
    cluster.obey(m.PayByHand(T1, 50), DEALER, SUPERVISOR)
    cluster.obey(m.RuleOtherwise("SPILL", m.PayFromHouse(T1, 30)), SHIFT_MANAGER, SUPERVISOR)
    counted = {DEALER.number: 200, SUPERVISOR.number: 50, SHIFT_MANAGER.number: 30}
    assert board(cluster).answered == cluster.table.people.answered == counted
