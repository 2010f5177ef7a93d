"""`etg bench` stays runnable, and both sides of a ratio do the same work."""

from functools import partial, partialmethod
from pathlib import Path

import pytest

from benchmarks import boxes, cluster, door, history, rules, table
from benchmarks.cluster import quantile
from benchmarks.history import History
from console.books import Books
from console.config import read_table
from deploy.cli import main
from deploy.demo.rig import Rig
from protocol.journal import Journal
from protocol.process import Log


def test_it_prints_every_ratio(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(rules, "REPEATS", 1)
    monkeypatch.setattr(table, "measure", partial(table.measure, rounds=2, slices=2))
    monkeypatch.setattr(table, "instructions", lambda *_what: 9.5e6)
    assert main(["bench", "table", "rules"]) == 0
    told = capsys.readouterr().out
    assert told.count("baccarat,") == 4
    assert told.count("blackjack,") == 4
    assert "all roads after one more result" in told
    assert "the table in memory, 4 terminals" in told
    assert "9.50 M instructions a round" in told
    assert "the cluster" not in told


def test_the_bare_work_of_the_table_is_that_of_its_rounds() -> None:
    console = table.Console()
    console.open()
    entries = len(console.entries)
    records = sum(len(seat.journal) for seat in console.seats.values())
    rounds = 72
    console.load()
    messages = console.messages
    for _ in range(rounds):
        console.play()
    written = sum(len(seat.journal) for seat in console.seats.values()) - records
    assert round((len(console.entries) - entries) / rounds) == table.ENTRIES
    assert round(written / rounds) == table.RECORDS
    assert round((console.messages - messages) / rounds) == table.MESSAGES


def test_of_a_table_with_boxes_every_tap_that_is_counted_is_registered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(boxes, "FEW", 1)
    monkeypatch.setattr(boxes, "MANY", 2)
    monkeypatch.setattr(boxes, "instructions", lambda *_what: 2.5e6)
    boxes.in_memory()
    told = capsys.readouterr().out
    assert "a Round of 7 boxes, 7 terminals, in memory" in told
    assert "a Bet 2.50 M: 1.00 times" in told
    for what, window in ((boxes.BETS, "bets"), (boxes.DECISIONS, "insurance")):
        table = boxes.SevenBoxes()
        table.change(what, 2 * boxes.BOXES)
        (key,) = [key for key, name in table.table.windows.names.items() if name == window]
        answered = table.table.windows.answered[key]
        assert [(it.revision, bool(it.receipt)) for it in answered.values()] == [(2, True)] * boxes.BOXES


def test_a_part_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "table", "tabel"]) == 2
    told = capsys.readouterr().err
    assert told == "etg bench: there is no part 'tabel': rules, table, boxes, cluster, door, screens, reports, floor\n"


def test_the_bare_baccarat_loop_plays_the_rounds_of_the_rule_book() -> None:
    for seed in range(5):
        rounds = rules.bare_baccarat(seed)
        assert rounds == rules.baccarat_rule_book(seed) == rules.baccarat_through_the_protocol(seed)


def test_what_a_crowd_at_the_door_costs_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the command says by its status if the goal was reached: nobody answers in no time, everybody in an hour."""
    monkeypatch.setattr(door, "CROWDS", (("silent", 50),))
    monkeypatch.setattr(door, "main", partial(door.main, seconds=0.5))
    for goal, status, verdict in ((0.0, 1, "NOT REACHED: silent"), (1e6, 0, "  reached")):
        monkeypatch.setattr(door, "GOAL", goal)
        assert main(["bench", "door"]) == status
        told = capsys.readouterr().out
        assert (told.count("\n  calm "), told.count("silent 50 "), told.count(" answers, p50 ")) == (1, 1, 2)
        assert (told.count("ms of a processor"), verdict in told) == (2, True)


def test_a_percentile_of_nothing_is_no_figure() -> None:
    with pytest.raises(door.NoAnswer, match="nobody was answered"):
        door.percentile([], 0.99)


def test_without_an_answer_there_is_nothing_to_measure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A console that does not start, or is too slow: an error, and not the ratio of two nothings."""

    class NotStarted:
        def __init__(self, *_how: object) -> None:
            pass

    monkeypatch.setattr(door, "Console", NotStarted)
    monkeypatch.setattr(door.Terminals, "warm_up", partialmethod(door.Terminals.warm_up, patience_s=0.1))
    assert main(["bench", "door"]) == 1
    assert capsys.readouterr().err == "etg bench: door: 8 of 8 terminals were not answered in 0.1 s\n"


def test_the_cluster_is_measured_with_real_processes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bets = {"bets_a_second": 12, "crowd_bets_a_second": 12}
    small = cluster.Plan(few=2, many=3, crowd=4, seconds=0.8, rounds=(3,), starts=1, **bets)
    monkeypatch.setattr(cluster, "Plan", lambda: small)
    assert main(["bench", "cluster"]) == 0
    told = capsys.readouterr().out
    assert [told.count(f"tap to registered, {terminals} terminals") for terminals in (2, 3, 4)] == [2, 2, 2]
    assert told.count("card on the line to event") == 2
    assert "CPU of an idle console, 2 terminals" in told
    assert "memory of the headless terminal" in told
    assert "Bets registered a second, 3 terminals" in told
    assert "4 changes in the last second, all answered" in told
    assert "settlement of 4 terminals" in told
    assert "restart with 3 rounds" in told


def test_a_made_up_past_is_one_that_a_console_starts_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "CHECKPOINT_EVERY", 200)
    Rig(tmp_path, terminals=2)
    past = History(tmp_path, 2)
    past.play(30)
    past.close()
    config = read_table(tmp_path / "table.toml")
    with Journal(config.journal, config.setup.table) as journal:
        journal.verify()
        found = journal.last_checkpoint()
        assert found is not None, "the past has no checkpoint, and a start would replay all of it"
        table_again = Books(journal, config.setup, Log("test")).table
        assert (table_again.seq, table_again.chain) == (journal.seq, journal.chain)
        assert table_again.view == past.table.view
        assert table_again.ledger.balances == past.table.ledger.balances
        assert table_again.view.round_no == 30


def test_a_quantile_is_one_of_the_values() -> None:
    assert quantile(range(100), 0.5) == 50
    assert quantile(range(100), 0.99) == 99
    assert quantile([7], 0.99) == 7
