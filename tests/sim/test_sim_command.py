"""`etg sim` as its users meet it."""

from collections import Counter

import pytest
from msgspec.structs import replace

from deploy.cli import main
from simulation import command as sim
from simulation import oracle
from simulation.run import Report, draw_mix, mild
from simulation.world import FAULTS


def test_a_seed_gives_the_table_of_faults_and_the_same_digest_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--seed", "7", "--rounds", "4", "--swarm"]) == 0
    first = capsys.readouterr().out
    assert main(["sim", "--seed", "7", "--rounds", "4"]) == 0  # the swarm is the default
    again = capsys.readouterr().out
    assert first.splitlines()[-1] == again.splitlines()[-1]
    assert first.splitlines()[-1].startswith("digest ")
    assert "no invariant broken" in first
    assert all(f"\n{name:<4}" in first for name in FAULTS)


def test_many_seeds_run_on_several_cores_with_progress(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--seeds", "4", "--rounds", "2", "--jobs", "2", "--calm"]) == 0
    said = capsys.readouterr()
    assert "4 seeds and 1 fresh one in" in said.out
    assert "100 % 10 of 10 rounds" in said.err


def test_long_runs_are_milder_and_the_next_seeds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sim, "LONG_ROUNDS", 3)
    assert main(["sim", "--seed", "7", "--seeds", "2", "--rounds", "1", "--long", "1", "--jobs", "1"]) == 0
    said = capsys.readouterr()
    figures = {line[4:72].strip(): line[72:].strip() for line in said.out.splitlines()}
    assert (figures["rounds played"], figures["of these in long runs, which are milder"]) == ("5", "3")
    assert 0 < int(figures["and the faults there"]) < int(figures["all faults"])
    assert "100 % 5 of 5 rounds" in said.err
    assert "3 seeds in" in said.out

    assert main(["sim", "--seed", "9", "--rounds", "3", "--mild"]) == 0  # the long one, alone
    alone = {line[4:72].strip(): line[72:].strip() for line in capsys.readouterr().out.splitlines()}
    assert alone["all faults"] == figures["and the faults there"]


def test_a_long_run_that_fails_is_named_as_it_was_played(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(oracle.PAY_TABLE, "Player wins", (2, 1))
    monkeypatch.setattr(sim, "LONG_ROUNDS", 30)
    asked = ["sim", "--seed", "4", "--rounds", "1", "--long", "1", "--no-shrink", "--jobs", "1", "--game", "baccarat"]
    assert main(asked) == 1
    assert "./etg sim --seed 5 --rounds 30 --mild --game baccarat" in capsys.readouterr().err


def test_half_of_what_goes_wrong_and_nobody_beside_the_table() -> None:
    whole, half = draw_mix(1), mild(draw_mix(1))
    assert whole.cast.is_whole
    assert not half.cast.is_whole
    assert half.weather.double == whole.weather.double / 2 > 0
    assert half.crash_terminal == whole.crash_terminal / 2
    assert (half.chaos_ms, half.chaos, half.manners) == (2 * whole.chaos_ms, whole.chaos, whole.manners)
    assert mild(replace(whole, ending="C8")).ending == ""


def test_a_broken_invariant_is_told_with_its_seed_and_the_last_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(oracle.PAY_TABLE, "Player wins", (2, 1))
    assert main(["sim", "--seed", "1", "--rounds", "30", "--calm", "--no-shrink"]) == 1
    said = capsys.readouterr().err
    assert "BROKEN  M11" in said
    assert "the oracle says" in said
    assert "./etg sim --seed 1 --rounds 30 --calm" in said
    trace = [line for line in said.splitlines() if "  log  " in line]
    assert 5 < len(trace) <= 40


def test_faults_that_did_not_come_up_fail_a_run_that_must_have_them_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--seeds", "1", "--rounds", "1", "--calm", "--all-faults"]) == 1
    assert "not one of these faults came up: T1, T2" in capsys.readouterr().err


def test_the_matrix_is_all_of_faults_4_1_to_4_3_who_is_who_and_the_cast() -> None:
    terminals = [f"T{number}" for number in range(1, 11)]
    consoles = [f"C{number}" for number in range(1, 17)]
    networks = [f"N{number}" for number in range(1, 12)]
    names = [f"A{number}" for number in range(2, 6)]
    people = [f"H{number}" for number in range(1, 7)]
    beside = [f"F{number}" for number in range(1, 6)]
    keys = ["A6", "A7"]
    devices = [f"V{number}" for number in range(1, 8)]
    shuffles = ["U1", "U2", "U3"]  # where nobody deals
    participants = [f"G{number}" for number in range(1, 5)]
    clocks = [f"K{number}" for number in range(1, 4)]
    cast = people + beside + keys + devices + shuffles + participants + clocks
    disks = [f"J{number}" for number in range(1, 8)]
    assert list(sim.MATRIX) == terminals + consoles + networks + names + cast + disks


def test_the_report_adds_up() -> None:
    one = Report(1, 10, Counter(T1=2, N5=3), 100, 1_000, 3_600_000, 50, "aa")
    two = Report(2, 5, Counter(N5=4), 50, 500, 3_600_000, 20, "bb")
    told = "\n".join(sim.table_of([one, two], 1.5))
    for line in ("T1  terminal killed before its local write", "all faults", "rounds played", "minutes of play"):
        assert line in told
    figures = {line[4:72].strip(): line[72:].strip() for line in told.splitlines()}
    assert figures["messages doubled"] == "7"
    assert figures["all faults"] == "9"
    assert figures["rounds played"] == "15"
    assert figures["minutes of play"] == "120"


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("--min-rounds=100", "2 rounds were played, 100 were asked for"),
        ("--min-faults=100", "faults came up, 100 were asked for"),
    ],
)
def test_a_run_that_falls_short_says_so(asked: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sim", "--seed", "1", "--rounds", "2", "--calm", asked]) == 1
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("wrong", ["--rounds=0", "--seed=-1", "--jobs=none"])
def test_nonsense_is_named(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["sim", wrong])
    assert "is no whole number" in capsys.readouterr().err
