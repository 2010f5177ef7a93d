"""`etg bench` stays runnable, and both sides of a ratio do the same work."""

from functools import partial

import pytest

from benchmarks import rules, table
from deploy.cli import main


def test_it_prints_every_ratio(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(rules, "REPEATS", 1)
    monkeypatch.setattr(table, "measure", partial(table.measure, rounds=2, times=1))
    assert main(["bench"]) == 0
    told = capsys.readouterr().out
    assert told.count("baccarat,") == 4
    assert told.count("blackjack,") == 4
    assert "all roads after one more result" in told
    assert "the table in memory, 4 terminals" in told


def test_the_bare_baccarat_loop_plays_the_rounds_of_the_rule_book() -> None:
    for seed in range(5):
        rounds = rules.bare_baccarat(seed)
        assert rounds == rules.baccarat_rule_book(seed) == rules.baccarat_through_the_protocol(seed)
