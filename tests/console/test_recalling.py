"""001 §5.6: a Round that the table does not remember any more comes to hand from the journal, and is corrected."""

from itertools import count
from pathlib import Path

import pytest
from msgspec.structs import replace

from console.recall import Broken, Recall, found_at_once, search
from console.table.recalling import FindRound, RoundFound
from console.table.table import BooksDiffer, DayTold, Input
from games.cards import parse_cards
from games.correction import PlayedRound
from games.round import PlayerId
from protocol import events as e
from protocol import messages as m
from protocol.chain import ChainBroken, Entry
from protocol.codec import decode_event, encode_body
from protocol.journal import Journal
from protocol.process import Log
from protocol.recalled import RECALLED_KEPT
from tests.console.cluster import BANKER_WINS, TABLE, Cluster
from tests.console.people import DEALER, SHIFT_MANAGER, SUPERVISOR, T1
from tests.console.tables import JPY, SGD

BETS = {"T1": {"banker": 100}, "T2": {"player": 60}}
KEPT = 2
# Banker wins each of them; never the same cards, or the set would not look shuffled.
ROUNDS = (
    BANKER_WINS,
    "KC 9D 7S QH",
    "3C 8D 4S TH",
    "AC 7H 6S 2D",
    "QC 3S 7D 6H",
    "5D 8C 2H KD",
    "JS 6C 6D 3H",
    "TD 9S 6H JC",
)
OTHER = "9C 2D KS 5H"  # Player wins
RIGHT = m.Correct(parse_cards(OTHER.split()))


def after(rounds: int, **made: object) -> Cluster:
    """A table that remembers two Rounds, and has played so many; in the first Banker has won."""
    cluster = Cluster(**made)  # type: ignore[arg-type]
    cluster.setup = replace(cluster.setup, rounds_kept=KEPT)
    cluster.restart()
    for cards in ROUNDS[:rounds]:
        cluster.play(cards, BETS)
    return cluster


def recall(cluster: Cluster, round_no: int) -> list[e.Event]:
    written = cluster.obey(m.RecallRound(round_no), SHIFT_MANAGER)
    return written + [decode_event(entry.body) for entry in cluster.look_for_rounds()]


def test_5_6_any_earlier_round_is_corrected_with_money_of_today() -> None:
    cluster = after(6)
    settled = next(it for it in cluster.journal(e.Settled) if it.terminal == T1)
    before = cluster.credit(T1)
    assert cluster.refuse(RIGHT, SHIFT_MANAGER, DEALER, round_no=1).reason == "no_such_round"
    *_, recalled = recall(cluster, 1)
    assert isinstance(recalled, e.RoundRecalled)
    assert (recalled.round_no, recalled.played.lines[T1]) == (1, settled.lines)
    written = cluster.command(RIGHT, SHIFT_MANAGER, DEALER, round_no=1)
    assert [type(it) for it in written] == [e.Ordered, e.RoundCorrected, e.LinesCorrected, e.LinesCorrected]
    assert cluster.credit(T1) == before - sum(line.returned for line in settled.lines)
    # Once more: it is the corrected Round that is corrected now.
    *_, again = recall(cluster, 1)
    assert isinstance(again, e.RoundRecalled)
    assert again.played.lines == {it.terminal: it.after for it in cluster.journal(e.LinesCorrected)}


def test_5_6_also_of_a_closed_day_and_when_the_table_is_closed() -> None:
    cluster = after(5)
    cluster.obey(m.CloseTable(), SUPERVISOR)
    cluster.run(DayTold("2027-01-01"), DayTold("2027-01-02"))
    cluster.obey(m.CloseDay(cluster.table.view.due_day), SUPERVISOR)
    assert isinstance(recall(cluster, 1)[-1], e.RoundRecalled)
    written = cluster.command(RIGHT, SHIFT_MANAGER, DEALER, round_no=1)
    assert isinstance(written[1], e.RoundCorrected)


def test_5_6_the_table_plays_on_while_a_round_is_looked_for_and_only_one_is() -> None:
    cluster = after(5)
    assert cluster.obey(m.RecallRound(1), SHIFT_MANAGER) == []
    assert cluster.refuse(m.RecallRound(2), SHIFT_MANAGER).reason == "busy"
    assert isinstance(cluster.obey(m.RecallRound(5), SHIFT_MANAGER)[-1], e.RoundRecalled)  # this one it remembers
    cluster.play(ROUNDS[5], BETS)
    (found,) = cluster.look_for_rounds()
    assert isinstance(decode_event(found.body), e.RoundRecalled)


def test_5_6_what_a_console_looked_for_ends_with_its_process() -> None:
    cluster = after(5)
    cluster.obey(m.RecallRound(1), SHIFT_MANAGER)
    sought = cluster.sought
    cluster.restart()
    cluster.sought = sought
    assert cluster.look_for_rounds() == []
    assert isinstance(recall(cluster, 1)[-1], e.RoundRecalled)


def test_5_6_a_round_that_is_not_over_or_never_was_is_refused_and_lower_positions_propose() -> None:
    cluster = after(1)
    for round_no in (2, 99):
        assert cluster.refuse(m.RecallRound(round_no), SHIFT_MANAGER).reason == "no_such_round"
    for person in (DEALER, SUPERVISOR):
        assert isinstance(cluster.propose(m.RecallRound(1), person)[-1], e.OrderProposed)
    signed = cluster.sign(SHIFT_MANAGER)
    assert isinstance(signed[-1], e.RoundRecalled)


def test_a_few_are_at_hand_and_no_more() -> None:
    cluster = after(KEPT + RECALLED_KEPT + 2)
    for round_no in range(1, RECALLED_KEPT + 2):
        recall(cluster, round_no)
    assert list(cluster.table.state.recalled.rounds) == list(range(2, RECALLED_KEPT + 2))
    assert cluster.refuse(RIGHT, SHIFT_MANAGER, DEALER, round_no=1).reason == "no_such_round"


def test_5_6_no_round_of_the_money_before_comes_to_hand_by_a_search_that_began_before_it_changed() -> None:
    cluster = after(4, placard=SGD)
    for terminal in ("T1", "T2"):
        cluster.obey(m.PayByHand(PlayerId(terminal), cluster.credit(terminal)), DEALER, SUPERVISOR)
    cluster.obey(m.CloseTable(), SUPERVISOR)
    cluster.setup = replace(cluster.setup, placard=JPY)
    cluster.restart()
    cluster.obey(m.RecallRound(1), SHIFT_MANAGER)
    refusal = cluster.refuse(m.OpenTable(), SUPERVISOR)
    assert (refusal.reason, refusal.detail) == ("busy", "round 1 is being looked for in the journal")
    (found,) = cluster.look_for_rounds()
    assert isinstance(decode_event(found.body), e.RoundRecalled)
    cluster.obey(m.OpenTable(), SUPERVISOR)
    assert cluster.refuse(RIGHT, SHIFT_MANAGER, DEALER, round_no=1).reason == "no_such_round"
    assert recall(cluster, 1)[-1] == e.RecallFailed(1, "currency")


def test_5_6_a_round_of_a_game_that_is_not_played_any_more_is_corrected_by_its_own_rules() -> None:
    """003 §5.6 has earlier Rounds of Blackjack stand; this one was Baccarat."""
    cluster = after(4)
    cluster.reopen(game="blackjack")
    *_, recalled = recall(cluster, 1)
    assert isinstance(recalled, e.RoundRecalled)
    assert recalled.played.game == "baccarat"
    assert cluster.refuse(RIGHT, SUPERVISOR, DEALER, round_no=1).reason == "not_entitled"
    credit = cluster.credit(T1)
    assert isinstance(cluster.command(RIGHT, SHIFT_MANAGER, DEALER, round_no=1)[1], e.RoundCorrected)
    assert cluster.credit(T1) < credit


# --- the search ------------------------------------------------------------------------------------------------------


def searched(cluster: Cluster, round_no: int, entries: list[Entry] | None = None, piece: int = 7) -> RoundFound:
    of = cluster.entries if entries is None else entries
    head = cluster.entries[-1]
    wanted = FindRound(round_no, head.seq, head.chain)
    return found_at_once(search(lambda first, last: of[first - 1 : last], cluster.setup, wanted, piece))


def test_what_is_found_is_what_the_table_had() -> None:
    cluster = after(1)
    had = cluster.table.state.settled[1]
    for cards in ROUNDS[1:5]:
        cluster.play(cards, BETS)
    assert searched(cluster, 1) == RoundFound(1, had)
    assert isinstance(had, PlayedRound)


def test_what_the_journal_does_not_have_is_not_found() -> None:
    assert searched(after(3), 9) == RoundFound(9, None, "unknown")


@pytest.mark.parametrize("at", [5, 60, -1])
def test_a_changed_entry_is_not_believed_wherever_it_stands(at: int) -> None:
    cluster = after(4)
    entries = list(cluster.entries)
    entries[at] = replace(entries[at], body=encode_body(e.CutCardSeen(1)))
    with pytest.raises(ChainBroken):
        searched(cluster, 1, entries)


def test_another_history_is_not_believed() -> None:
    cluster, other = after(4), after(4, credit=70_000)
    with pytest.raises(Broken):
        searched(cluster, 1, list(other.entries))


# --- beside the table that serves ------------------------------------------------------------------------------------


def kept_in(tmp_path: Path, cluster: Cluster) -> Journal:
    """Its journal as a file of the production kind."""
    journal = Journal(tmp_path / "table.journal", TABLE, reserve=0)
    journal.commit(cluster.entries)
    return journal


def turned(recall: Recall) -> tuple[list[Input], int]:
    """What the table is told at last, and after how many turns."""
    for turns in range(1, 10_000):
        if told := recall.turn(turns * 1_000, quiet=True):
            return told, turns
    raise AssertionError("never found")


def test_5_6_the_shell_reads_the_journal_piece_by_piece(tmp_path: Path) -> None:
    cluster = after(6)
    journal, clock = kept_in(tmp_path, cluster), count(0, 3)  # each piece takes a while
    recall = Recall(journal, cluster.setup, Log("test"), lambda: next(clock) % 1_000_000)
    assert (recall.wake_ms(), recall.turn(0, quiet=True), recall.progress) == (None, [], (0, 0, 0))
    recall.ask(FindRound(1, cluster.table.seq, cluster.table.chain))
    assert recall.progress == (1, 0, cluster.table.seq)
    told, _ = turned(recall)
    assert told == [searched(cluster, 1)]
    assert recall.progress == (0, 0, 0)
    journal.close()


def test_a_journal_that_is_not_whole_halts_the_table_and_nothing_comes_to_hand(tmp_path: Path) -> None:
    cluster = after(4)
    journal = kept_in(tmp_path, cluster)
    recall = Recall(journal, cluster.setup, Log("test"), lambda: 0)  # `turned` tells the time, not this machine's clock
    recall.ask(FindRound(1, cluster.table.seq, bytes(32)))
    (found, differs), _ = turned(recall)
    assert found == RoundFound(1, None, "broken")
    assert isinstance(differs, BooksDiffer)
    cluster.obey(m.RecallRound(1), SHIFT_MANAGER)
    assert [type(it) for it in cluster.run(found, differs)] == [e.RecallFailed, e.Halted]
    journal.close()
