"""A play is the same wherever it is played; a failing one is cut down, told as a story, kept, and played again."""

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from deploy.cli import main
from games.round import Refusal
from protocol import events as e
from protocol import messages as m
from simulation import oracle, play
from simulation.chaos import CHAOS
from simulation.directed import DirectedWorld, Turn
from simulation.mix import Mix
from simulation.network import Weather
from simulation.play import Act, Play, Refused
from simulation.recorder import Noted
from simulation.run import Failed, Stage, alike, run
from simulation.shrink import Effort, shrink
from simulation.story import sentence
from tests.sim.mutants import MUTANTS, broken_copy

BAD_WEATHER = Mix(weather=Weather(drop=0.1, double=0.1, overtake=0.2), crash_terminal=0.01)


def directed(played: Play) -> DirectedWorld:
    stage = Stage(played, directed=True)
    stage.perform()
    assert isinstance(stage.world, DirectedWorld)
    return stage.world


# --- the same again ------------------------------------------------------------------------------------------------


def test_a_plain_seed_is_the_same_run_with_a_name_for_each_throw_and_from_its_tape() -> None:
    plain = run(8, 3).digest
    recorded = directed(Play(8, 3))
    assert recorded.recorder.digest() == plain
    tape = play.packed(recorded.tape)
    taken_over = directed(Play(8, 3, apart=True, tape=tape))
    assert taken_over.recorder.digest() == plain
    assert taken_over.happened == recorded.happened
    named = directed(Play(8, 3, apart=True, tape=tape, only=tuple(recorded.happened)))
    assert named.recorder.digest() == plain


def test_what_is_left_out_does_not_happen_and_the_rest_does() -> None:
    whole = directed(Play(5, 2, mix=BAD_WEATHER, apart=True))
    lost = [name for name, what in whole.happened.items() if what == "is lost"]
    assert len(lost) > 10
    calm = directed(Play(5, 2, mix=BAD_WEATHER, apart=True, only=()))
    assert not calm.happened
    assert calm.recorder.digest() != whole.recorder.digest()
    one = directed(Play(5, 2, mix=BAD_WEATHER, apart=True, only=(lost[0],)))
    assert list(one.happened) == [lost[0]]


def test_dice_are_other_ones_from_a_turn_on_and_the_same_before() -> None:
    whole = directed(Play(5, 2, apart=True)).recorder.all()
    turned = directed(Play(5, 2, apart=True, turns=(Turn(3_000, 7),))).recorder.all()
    before = [repr(line) for line in whole if line.now_ms < 3_000]
    assert before == [repr(line) for line in turned if line.now_ms < 3_000]
    assert [repr(line) for line in whole] != [repr(line) for line in turned]


def test_an_act_befalls_the_table_at_its_moment() -> None:
    told = directed(Play(5, 2, mix=Mix(), apart=True, acts=(Act(2_000, "kill_console"),))).recorder.all()
    felt = [(line.now_ms, line.who, line.what) for line in told if line.what.startswith("!")]
    assert felt[0] == (2_000, "console", "! C1")


def test_an_error_of_the_program_is_a_failure_that_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    def err(*_given: object) -> None:
        raise ZeroDivisionError("of ours")

    monkeypatch.setattr("console.table.table.Table.left_ms", err)
    with pytest.raises(Failed) as failed:
        Stage(Play(1, 1, 1, Mix())).perform()
    assert failed.value.broken == "ZeroDivisionError: of ours"
    assert any("in _pulse" in line for line in failed.value.lines)


# --- shrinking ----------------------------------------------------------------------------------------------------


def test_a_failing_plain_seed_is_cut_down_to_what_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody bets on the Player Hand and wins: all that it takes is a note, a Bet and a Round."""
    monkeypatch.setitem(oracle.PAY_TABLE, "Player wins", (2, 1))
    failing = Play(7, 6, 2, BAD_WEATHER)
    with pytest.raises(Failed) as failed:
        Stage(failing).perform()
    short = shrink(failing, failed.value.broken, Effort(60))
    assert alike(short.broken) == alike(failed.value.broken)
    assert short.before > 40
    assert short.after <= 10
    assert short.runs <= 60
    assert short.story[-1].strip() == f"BROKEN  {short.broken}"
    assert any(" bets " in line and " on player" in line for line in short.story)
    with pytest.raises(Failed) as again:
        Stage(short.play).perform()
    assert (again.value.broken, again.value.digest) == (short.broken, short.digest)


def test_an_order_where_nobody_is_signed_on_is_told_like_any_other() -> None:
    refused = e.OrderRefused(b"order  1", None, m.OpenBets(), Refusal("nobody", "nobody is signed on here"))
    told = sentence(Noted(0, "log", "7", refused))
    assert told == "     entry 7: nobody, refused (nobody is signed on here): open bets"


SHRINKS = """
import sys
from pathlib import Path
from simulation import play
from simulation.play import Play
from simulation.run import Failed, Stage
from simulation.shrink import Effort, shrink
for seed in range(2, 7):
    try:
        Stage(Play(seed, 2)).perform()
    except Failed as failed:
        short = shrink(Play(seed, 2), failed.broken, Effort(50))
        play.write(Path(sys.argv[1]), short.play, short.broken, short.digest)
        print(failed.broken, short.before, short.after, sep="\\n")
        break
"""
REPLAYS = """
import sys
from pathlib import Path
from simulation import play
from simulation.run import Failed, Stage
kept = play.read(Path(sys.argv[1]))
try:
    Stage(kept.play).perform()
except Failed as failed:
    print(failed.broken == kept.broken and failed.digest == kept.digest)
"""


def test_a_bug_in_the_production_code_is_cut_down_and_its_file_fails_there_alike_and_here_not(tmp_path: Path) -> None:
    mutant = next(mutant for mutant in MUTANTS if mutant.name == "what is in flight can be spent again")
    broken_copy(mutant, tmp_path / "copy")
    kept = tmp_path / "kept.json"

    def there(code: str) -> list[str]:
        command = [sys.executable, "-B", "-c", code, str(kept)]
        copy = tmp_path / "copy"
        done = subprocess.run(
            command, cwd=copy, env={"PYTHONPATH": str(copy)}, capture_output=True, text=True, check=False
        )
        assert not done.returncode, done.stderr
        return done.stdout.splitlines()

    broken, before, after = there(SHRINKS)
    assert "could spend" in broken
    assert int(after) <= 10 < 30 < int(before)
    assert there(REPLAYS) == ["True"]
    Stage(play.read(kept).play).perform()  # here, without the bug, nothing is wrong with it


# --- the file -------------------------------------------------------------------------------------------------------


KEPT = Play(
    5, 1, 2, BAD_WEATHER, apart=True, turns=(Turn(900, 4),), acts=(Act(500, "deaf"),), only=("Cluster _befall 1.0",)
)


def test_a_kept_play_is_read_as_it_was_written_and_replayed_step_by_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "kept.json"
    tape = play.packed({"Staff look 0": [0.25, 7, 2**127]})
    whole = replace(KEPT, tape=tape)
    play.write(path, whole, "", directed(whole).recorder.digest())
    assert play.read(path).play == whole
    assert main(["sim", "--replay", str(path)]) == 0
    said = capsys.readouterr().out
    assert "Step by step as it was kept: digest" in said
    assert "Nothing was violated." in said


def test_a_history_that_fails_is_told_and_fails_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with monkeypatch.context() as wrong:
        wrong.setitem(oracle.PAY_TABLE, "Player wins", (2, 1))
        command = ["sim", "--seed", "4", "--rounds", "3", "--terminals", "2", "--calm", "--out", str(tmp_path)]
        assert main(command) == 1
        assert f"./etg sim --replay {tmp_path}" in capsys.readouterr().err
        [path] = tmp_path.glob("M11-*.json")
        assert "BROKEN  M11" in path.with_suffix(".txt").read_text()
        assert main(["sim", "--replay", str(path)]) == 1
        assert "Step by step as it was kept" in capsys.readouterr().out
    assert main(["sim", "--replay", str(path)]) == 0  # mended
    assert "it ends well" in capsys.readouterr().out


def sealed(**changes: object) -> bytes:
    """A file that was changed by somebody who has made its digest anew."""
    found = json.loads(written(KEPT))
    found["play"] |= changes
    kept = msgspec.convert({**found, "sum": ""}, play.Kept)
    return msgspec.json.encode(replace(kept, sum=play._sum(kept)))


def written(kept: Play) -> bytes:
    made = play.Kept(play.FORMAT, play.VERSION, kept, "M1: x", "ab")
    return msgspec.json.encode(replace(made, sum=play._sum(made)))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "no JSON"),
        (b"[" * 100_000, "no JSON"),
        (b"[]", "does not say"),
        (b'{"format": "something"}', "does not say"),
        (written(KEPT).replace(b'"version":1', b'"version":2'), "version 2"),
        (written(KEPT).replace(b'"rounds":1', b'"rounds":2'), "its digest does not fit"),
        (written(KEPT).replace(b'"rounds":1', b'"rounds":"x"'), "play.rounds"),
        (written(KEPT).replace(b'"apart":', b'"aport":'), "aport"),
        (sealed(rounds=0), "cannot be played"),
        (sealed(terminals=10**6), "cannot be played"),
        (sealed(acts=[{"at_ms": 5, "name": "_befall"}]), "called _befall"),
        (sealed(acts=[{"at_ms": -5, "name": CHAOS[0]}]), "before it begins"),
        (sealed(apart=False), "are not apart"),
        (sealed(tape="no tape at all"), "its tape cannot be read"),
        (sealed(mix={"misread": 7.0}), "misread is a chance"),
        (sealed(mix={"ending": "C99"}), "no run ends in"),
        (sealed(mix={"manners": {"pace": 0}}), "a time in its mix"),
    ],
)
def test_a_file_that_does_not_fit_is_refused_in_words(data: bytes, said: str) -> None:
    with pytest.raises(Refused, match=said):
        play.parse(data)


@given(st.data())
def test_a_damaged_file_is_refused_or_is_the_same_play(data: st.DataObject) -> None:
    whole = written(KEPT)
    at = data.draw(st.integers(0, len(whole)))
    kind = data.draw(st.sampled_from(("cut", "byte", "more")))
    if kind == "cut":
        damaged = whole[:at]
    elif kind == "byte":
        damaged = whole[:at] + data.draw(st.binary(min_size=1, max_size=1)) + whole[at + 1 :]
    else:
        damaged = whole[:at] + data.draw(st.binary(min_size=1, max_size=5)) + whole[at:]
    with suppress(Refused):
        assert play.parse(damaged) == play.parse(whole)


def test_a_file_that_is_refused_ends_the_command_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "kept.json"
    path.write_bytes(written(KEPT)[:-9])
    assert main(["sim", "--replay", str(path)]) == 2
    assert f"etg sim: {path} cannot be played: it is no JSON" in capsys.readouterr().err


def test_violations_are_alike_whatever_cards_names_and_numbers_are_in_them() -> None:
    one = "M6: T1 could spend 5000 of 5000, 540 is held"
    assert alike(one) == alike("M6: T12 could spend 1 of 20, 3 is held")
    assert alike("M10: {'9S'} more often than in 8 decks") == alike("M10: {'TH', 'KC'} more often than in 8 decks")
    assert alike(one) != alike("M5: T1 could spend 5000 of 5000, 540 is held")
    assert alike("T3: stake 0, registered 100 (M2)") == alike("T1: stake 20, registered 5 (M2)")
