"""States are counted, merged and named; a search follows from its seed alone; a night goes on where it stopped."""

import signal
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from deploy.cli import main
from simulation import command, coverage, night, oracle, search, shrink
from simulation.mix import Mix
from simulation.night import Keeper, Night
from simulation.play import Play, Refused, fits
from simulation.pool import Pool
from simulation.run import run
from simulation.search import Search, merged
from simulation.world import FAULTS
from tests.sim.kept import eventful

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(autouse=True)
def small_generations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "GENERATION", 4)


# --- states ----------------------------------------------------------------------------------------------------------


def test_states_are_counted_with_the_faults_that_were_felt_in_them() -> None:
    report = run(3, 4, eventful())
    cells = report.seen.cells
    assert {cell.split("|")[0] for cell in cells} == {"closed", "ready", "betting", "dealing", "result"}
    assert {cell.split("|")[3] for cell in cells} - {""} <= set(report.faults)
    assert len([cell for cell in cells if cell.split("|")[1]]) > 5, "it was never halted"
    assert set(report.seen.first_ms) == set(cells)
    assert run(3, 4, eventful()).seen == report.seen


def test_a_calm_day_knows_no_fault() -> None:
    cells = run(3, 2, Mix()).seen.cells
    assert cells["closed||set|"] == 1
    assert cells["betting|||"] + cells["betting||flight|"] + cells["betting||money|"] > 0
    assert {cell.split("|")[3] for cell in cells} == {""}


def test_counts_of_several_processes_are_merged() -> None:
    one, two = {"ready|||": 2, "ready|||N1": 1}, {"ready|||": 3, "dealing|surplus|card|": 1}
    both = merged([one, two])
    assert both == Counter({"ready|||": 5, "ready|||N1": 1, "dealing|surplus|card|": 1})
    assert coverage.states(both) == {"ready||": 5, "dealing|surplus|card": 1}


def test_the_table_names_the_rarest_states_and_counts_all() -> None:
    cells = {"ready|||": 50, "ready|||N1": 7, "dealing|shoe_lost+surplus|card+dark|": 1}
    told = "\n".join(coverage.table_of(cells))
    rarest = "dealing; halted by shoe_lost and surplus; a card waits for its place, a terminal is dark"
    assert f"     1 x  {rarest}" in told
    figures = {line[4:72].strip(): line[72:].strip() for line in told.splitlines()}
    assert figures["states: phase x halt x pending"] == "2"
    assert figures["states x the fault that was felt there"] == "3"
    assert figures["of these seen once"] == "1"
    assert coverage.described("ready|||N1") == f"ready; N1: {FAULTS['N1']}"


# --- search ----------------------------------------------------------------------------------------------------------


def searched(folder: Path, jobs: int, runs: int) -> Night:
    going = night.begin(folder, Search(9, 1, 2), 1e9, runs)
    with Pool(jobs) as pool:
        Keeper(going, folder, pool, lambda _night: None).go_on()
    return going


def resumed(folder: Path, runs: int) -> Night:
    going = night.resume(folder)
    going.runs_asked = runs
    with Pool(1) as pool:
        Keeper(going, folder, pool, lambda _night: None).go_on()
    return going


def lasting(going: Night) -> bytes:
    """What does not hang on how long it took."""
    counted = (going.search, going.runs, going.rounds, going.entries, going.faults, going.cells, going.found)
    return msgspec.json.encode(counted)


def test_a_search_follows_from_its_seed_however_many_processes_play_it(tmp_path: Path) -> None:
    one, two = searched(tmp_path / "one", 1, 8), searched(tmp_path / "two", 2, 8)
    assert lasting(one) == lasting(two)
    assert one.search.generation == 2
    assert one.search.parents


def test_children_change_their_parents_and_can_all_be_played(tmp_path: Path) -> None:
    going = searched(tmp_path, 1, 4)
    plays = []
    for _ in range(40):
        plays += going.search.next_plays()
        going.search.generation += 1
    for made in plays:
        fits(made)
    assert any(made.turns for made in plays)
    assert any(made.acts for made in plays)
    assert any(made.mix is not None for made in plays)
    assert any(made.mix is None and not made.turns and not made.acts for made in plays), "none is fresh"
    assert len({msgspec.json.encode(made) for made in plays}) > 100


def test_parents_of_what_few_have_seen_have_more_children() -> None:
    seen = Search(1, 1, 1, runs={"rare": 1, "less": 4})
    rare, less = (search.Parent(Play(1, 1), {cell: 0}) for cell in ("rare", "less"))
    assert seen._energy(rare) > seen._energy(less)
    rare.children = 40
    assert seen._energy(rare) < seen._energy(less)


# --- a night ---------------------------------------------------------------------------------------------------------


def test_a_night_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = searched(tmp_path / "whole", 1, 8)
    searched(tmp_path / "parts", 1, 4)
    assert night.resume(tmp_path / "parts").runs == 4
    again = resumed(tmp_path / "parts", 8)
    assert lasting(again) == lasting(whole)
    assert "8  runs in 2 generations" in (tmp_path / "parts" / night.REPORT).read_text()


def test_half_a_generation_is_played_again(tmp_path: Path) -> None:
    whole = searched(tmp_path / "whole", 1, 8)
    going = searched(tmp_path / "parts", 1, 4)
    with Pool(1) as pool:
        keeper = Keeper(going, tmp_path / "parts", pool, lambda _night: None)
        with pytest.MonkeyPatch.context() as stopped:  # by somebody, when two runs were done
            stopped.setattr(pool, "play", lambda plays: islice(Pool.play(pool, plays), 2))
            keeper.generation(lambda: 1.0)
    assert night.resume(tmp_path / "parts").runs == 4
    assert lasting(resumed(tmp_path / "parts", 8)) == lasting(whole)


def test_what_a_night_finds_is_kept_and_ends_it_with_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for won in oracle.PAY_TABLE:
        monkeypatch.setitem(oracle.PAY_TABLE, won, (20, 1))
    monkeypatch.setattr(shrink, "RUNS_MAX", 5)
    asked = ["sim", "--search", "--seeds", "4", "--seed", "2", "--rounds", "3", "--jobs", "1", "--out", str(tmp_path)]
    assert main(asked) == 1
    said = capsys.readouterr().out
    assert "VIOLATION  M11" in said
    for kind in night.resume(tmp_path).found:
        assert all((tmp_path / name).exists() for name in kind.files)
        assert 1 <= len(kind.files) <= night.EXAMPLES
    assert main(["sim", "--resume", str(tmp_path), "--jobs", "1"]) == 1  # as many runs as were asked for are played
    assert "it is done" in capsys.readouterr().out
    assert main(asked) == 2  # its folder is not written over
    assert "there is a night in" in capsys.readouterr().err


def test_a_night_that_is_interrupted_ends_in_order(tmp_path: Path) -> None:
    folder = tmp_path / "night"
    asked = ["-m", "deploy.cli", "sim", "--minutes", "30", "--rounds", "1", "--cores", "2", "--out", str(folder)]
    going = subprocess.Popen(
        [sys.executable, *asked], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert going.stderr is not None
    assert "min of 30 min" in going.stderr.readline()  # after the first generation
    going.send_signal(signal.SIGINT)
    said, told = going.communicate()
    assert going.returncode == 128 + signal.SIGINT, told
    assert "it was stopped after" in said
    assert f"to go on: ./etg sim --resume {folder}" in told
    stopped = night.resume(folder)
    assert stopped.ended == "stopped"
    assert stopped.runs >= 32
    assert not list(folder.glob("*.draft"))


@pytest.mark.parametrize("data", [b"", b"{}", b'{"format": "etg sim night", "version": 1}', b'{"format": 7}'])
def test_a_state_that_does_not_fit_is_refused_in_words(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / night.STATE).write_bytes(data)
    with pytest.raises(Refused):
        night.resume(tmp_path)
    assert main(["sim", "--resume", str(tmp_path)]) == 2
    assert str(tmp_path) in capsys.readouterr().err


# --- fixed and fresh -------------------------------------------------------------------------------------------------


def test_a_run_has_fixed_seeds_whose_digest_stays_and_a_fresh_one(capsys: pytest.CaptureFixture[str]) -> None:
    digests = []
    for _ in range(2):
        assert main(["sim", "--seeds", "2", "--rounds", "1", "--jobs", "1"]) == 0
        said = capsys.readouterr().out
        assert "2 seeds and 1 fresh one in" in said
        digests.append(said.splitlines()[-1])
    assert digests[0] == digests[1]
    assert digests[0].startswith("digest of the 2 ")
    assert command.fresh_seed() != command.fresh_seed()


def test_a_fresh_seed_that_fails_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(oracle.PAY_TABLE, "Player wins", (2, 1))
    monkeypatch.setattr(command, "fresh_seed", lambda: 123_456)
    fixed_is_good = ["sim", "--seeds", "1", "--rounds", "30", "--fresh", "1", "--jobs", "1", "--no-shrink"]
    monkeypatch.setattr(command, "_plain", lambda seed, args: Play(seed, args.rounds if seed else 1, 2, Mix()))
    assert main(fixed_is_good) == 1
    said = capsys.readouterr().err
    assert "put `123456 30 2` into tests/sim/seeds.txt" in said
    assert "./etg sim --seed 123456 --rounds 30" in said
