"""`etg guide`: what a table waits for, from its journal."""

from pathlib import Path

import pytest

from deploy.cli import main
from protocol.journal import Journal
from tests.console.cluster import BANKER_WINS, TABLE, Cluster, dealt, played

BETS = {"T1": {"banker": 100, "tie": 10}, "T2": {"player": 200}}


def kept(cluster: Cluster, folder: Path) -> Path:
    """Its entries as a journal on a disk."""
    path = folder / "table.journal"
    with Journal(path, TABLE, reserve=0) as journal:
        journal.commit(cluster.entries)
    return path


def said(capsys: pytest.CaptureFixture[str], *argv: object) -> str:
    assert main(["guide", *map(str, argv)]) == 0
    return capsys.readouterr().out


@pytest.mark.rule("001 §5.1.2", "001 §5.11")
def test_5_1_2_an_interrupted_round_is_told_with_both_answers_and_their_money(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cluster = dealt("2C KD", BETS)
    cluster.restart()
    lines = said(capsys, kept(cluster, tmp_path)).splitlines()
    assert lines[2:] == [
        "The round was interrupted  §5.1",
        "  No bet is decided yet. Does the interruption affect the rest of the round?",
        "  Player    2C",
        "  Banker    KD",
        "  The rules prefer none of these:",
        "  1. No: nothing has changed on the felt, the round goes on  (§5.1; Pit Supervisor)",
        "     no money moves",
        "  2. Yes: the round is void, all bets are returned  (§5.1.2; Pit Supervisor; there is no way back)",
        "     at once: House 0.00",
        "     T1        staked 1.10, gets 1.10",
        "     T2        staked 2.00, gets 2.00",
    ]


@pytest.mark.rule("001 §5.1.1")
def test_5_1_1_with_an_outcome_established_there_is_one_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cluster = dealt("2C KD 3S", BETS)
    cluster.restart()
    told = said(capsys, kept(cluster, tmp_path))
    assert "A bet is already decided: the round is concluded." in told
    assert "  2. " not in told


def test_where_nothing_is_irregular_that_is_said_and_the_last_round_if_it_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = kept(played(BANKER_WINS, BETS), tmp_path)
    assert said(capsys, journal).splitlines()[1:] == ["Nothing stops the table."]
    told = said(capsys, journal, "--all")
    assert "The last round, after it was settled  §5.6" in told
    assert "at once: House -1.10" in told
    assert "T2        was paid 0.00, gets 2.00" in told


def test_a_file_that_is_no_journal_is_refused_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text").write_text("nothing of that kind")
    assert main(["guide", str(tmp_path / "text")]) == 1
    assert capsys.readouterr().err.startswith("etg guide: ")
