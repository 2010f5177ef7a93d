"""FAULTS C8 to C14: two consoles, damaged and lost journals, the archive, a full disk."""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from deploy.demo.rig import ARCHIVE
from games.round import PlayerId
from protocol import events as e
from protocol import keys
from protocol import messages as m
from protocol.codec import decode_event, encode_body
from protocol.halts import Halt
from protocol.journal import Journal
from tests.e2e.audit import audit
from tests.e2e.game import CONSOLE, Game
from tests.e2e.points import FIRST

MIB = 1 << 20


def command(game: Game, name: str, *arguments: str) -> tuple[int, str]:
    """Runs an `etg` command to its end: its status, and what it said."""
    status = game.wait_for_end(game.warm.start(game.folder, name, *arguments))
    return status, game.rig.log(name)


def stop(game: Game, name: str) -> None:
    process = game.processes.pop(name)
    process.signal(signal.SIGTERM)
    assert game.wait_for_end(process) == 0, game.logs()


def facts(game: Game) -> Iterator[e.Event]:
    with Journal.open_to_read(game.folder / "table.journal") as journal:
        for entry in journal.entries():
            yield decode_event(entry.body)


def test_c14_a_second_console_on_the_same_journal_refuses_to_start(game: Game) -> None:
    game.seat_all()
    status, said = command(game, "second", "console", "table.toml")
    assert status == 1
    assert "another process holds the journal" in said
    game.play()  # the first one did not notice
    assert game.finish().starts == 1


@pytest.mark.parametrize(("site", "starts"), [("before_commit", 1), ("after_commit", 2)])
def test_a_console_killed_at_its_very_first_commit_is_started_again_without_new(
    game: Game, site: str, starts: int
) -> None:
    """The file is there, whether or not an entry is in it: `--new` was said once and is not said again."""
    game.start(CONSOLE, f"{site}/{FIRST[-1]}")
    game.until(lambda: not game.processes, "it has died")
    game.seat_all()
    assert game.finish().starts == starts
    told = [fact for fact in facts(game) if type(fact).__name__ in FIRST]
    # The founding people and keys are many, and each of them stands there once.
    assert list(dict.fromkeys(type(fact).__name__ for fact in told)) == list(FIRST)
    assert len(set(map(encode_body, told))) == len(told)


def test_a_console_at_work_gives_whole_copies_of_its_journal_and_plays_on(game: Game) -> None:
    game.seat_all()
    game.play()
    shutil.copy(game.folder / "table.journal", game.folder / "plain.journal")
    key = ("--key", "keys/console.pub")
    status, said = command(game, "verified", "journal", "verify", "table.journal", *key)
    assert (status, "the console has signed it" in said) == (3, True), said  # with nothing to compare it with
    seen = game.link.desk.follower.seq  # whatever comes later may be in it, too
    status, said = command(game, "backed up", "journal", "backup", "table.journal", "copy.journal")
    assert status == 0, said
    with Journal.open_to_read(game.folder / "copy.journal") as copy:
        assert (copy.doubt, copy.seq >= seen) == ("", True)
    status, said = command(game, "plain", "journal", "verify", "plain.journal")
    assert status == 1
    assert "this is a copy of a journal that was in use: entries may be missing" in said
    game.play()
    assert game.finish().starts == 1


@pytest.mark.parametrize("word", [b"WindowOpened", b"CreditBought", b"RoundEnded"])
def test_c12_a_console_with_a_damaged_journal_refuses_to_start(game: Game, word: bytes) -> None:
    game.seat_all()
    game.play()
    stop(game, CONSOLE)
    path = game.folder / "table.journal"
    # Wherever it lies: SQLite leaves old copies of rows in free places, and those nobody reads.
    data = path.read_bytes().replace(word, bytes((word[0] ^ 1,)) + word[1:])
    path.write_bytes(data)
    status, said = command(game, "again", "console", "table.toml")
    assert status == 1
    assert "cannot start" in said
    assert path.read_bytes() == data, "it is evidence now"


def test_c8_a_console_whose_disk_went_back_in_time_is_found_out_and_halts(game: Game) -> None:
    """The terminals hold links that it does not have."""
    game.seat_all()
    game.play()
    stop(game, CONSOLE)
    old = (game.folder / "table.journal").read_bytes()
    game.start(CONSOLE)
    game.until(lambda: game.up(CONSOLE), "the console is back")
    game.play()
    stop(game, CONSOLE)
    (game.folder / "table.journal").write_bytes(old)
    game.start(CONSOLE)
    game.until(lambda: game.shows("denied", "stopped"), "nobody plays on")
    stop(game, CONSOLE)
    assert "history" in [fact.reason for fact in facts(game) if isinstance(fact, e.Halted)]


def archive_keeps_up(game: Game) -> None:
    """Stops it when it has everything; it was started again until it had."""
    folder = game.folder / "keys"
    if not (folder / f"{ARCHIVE}.key").exists():
        public = keys.make_pair(folder, ARCHIVE).public
        game.link.order(m.EnrolKey(PlayerId(ARCHIVE), "archive", public))
        game.until(lambda: ARCHIVE in game.link.desk.keys, "two people have let the archive in")
    while True:
        game.processes[ARCHIVE] = game.warm.start(game.folder, ARCHIVE, "archive", f"{ARCHIVE}.toml")
        game.until(lambda: game.up(ARCHIVE), "the archive has joined")
        head = game.link.desk.follower.seq
        for _ in range(100):
            game.turn()
        stop(game, ARCHIVE)
        with Journal.open_to_read(game.folder / f"{ARCHIVE}.journal") as journal:
            if journal.seq >= head:
                return


def test_decision_9_a_lost_console_is_rebuilt_from_the_archive_and_goes_on(game: Game) -> None:
    game.seat_all()
    game.play(2)
    archive_keeps_up(game)
    game.kill(CONSOLE)
    for file in game.folder.glob("table.journal*"):
        file.unlink()
    status, said = command(game, "rebuild", "journal", "rebuild", f"{ARCHIVE}.journal", "table.journal")
    assert status == 0, said
    game.start(CONSOLE)
    game.until(lambda: game.up(CONSOLE), "the console is back")
    game.play()
    story = game.finish()
    assert len(story.rounds) == 3
    # The rebuilt journal halts the table by itself; the archive confirms the start, and nobody has missed an entry.
    assert [fact.reason for fact in facts(game) if isinstance(fact, e.Halted)] == ["history", "unconfirmed"]


def test_a_witness_confirms_a_start_and_tells_of_an_older_file(game: Game) -> None:
    """Nobody else is there any more who has heard more than the file says."""
    name, folder = "Witness", game.folder / "keys"
    keys.enrol(folder, name, "witness", keys.make_pair(folder, name, signs=True).public, by=keys.NOBODY)
    text = (game.folder / f"{ARCHIVE}.toml").read_text()
    (game.folder / f"{name}.toml").write_text(text.replace(ARCHIVE, name))
    game.seat_all()
    for terminal in game.terminals:
        stop(game, terminal)
    game.processes[name] = game.warm.start(game.folder, name, "witness", f"{name}.toml")
    desk = game.link.desk

    def heard() -> bool:
        return game.up(CONSOLE) and not game.view.halts and desk.seats.get(name) == desk.follower.seq

    game.until(heard, "the witness has all")
    game.kill(CONSOLE)
    files: list[bytes] = []
    for _ in range(2):
        game.start(CONSOLE)
        game.until(heard, "the witness has confirmed the start, and has all")
        stop(game, CONSOLE)
        files.append((game.folder / "table.journal").read_bytes())
    assert e.Halted(Halt.UNCONFIRMED, "Witness") in facts(game)
    (game.folder / "table.journal").write_bytes(files[0])
    game.start(CONSOLE)
    assert game.wait_for_end(game.processes.pop(name)) == 1  # the panel is not asked meanwhile: it is no copy
    assert "ended: nothing more is countersigned; call a technician" in game.rig.log(name)
    stop(game, CONSOLE)
    told = [fact.detail for fact in facts(game) if isinstance(fact, e.Halted) and fact.reason is Halt.HISTORY]
    assert [words.partition(" on entry")[0] for words in told] == ["Witness has our signature"], game.logs()
    status, said = command(game, "verified", "journal", "verify", "table.journal", "--witness", f"{name}.journal")
    assert (status, "are missing" in said or "another history" in said) == (1, True), said


# --- C10: a full disk -----------------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(quick_folder: Path) -> Iterator[Path]:
    folder = quick_folder / "small"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=112m", "tmpfs", str(folder)], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def fill(folder: Path, name: str, *, leave: int) -> None:
    free = shutil.disk_usage(folder).free
    with (folder / name).open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, free - leave)


@pytest.fixture
def crowded(new_game: Callable[..., Game], small_disk: Path) -> Game:
    """A table whose console keeps its journal on the small disk."""
    game = new_game()
    with (game.folder / "table.toml").open("a") as file:
        file.write(f'\n[files]\njournal = "{small_disk / "table.journal"}"\n')
    game.seat_all()
    return game


def judged(game: Game, disk: Path) -> list[bool]:
    """Everything stops; the journal is laid where the audit looks for it. Gives which Rounds were Void."""
    game.until(lambda: game.croupier.done and all(map(game.level, game.terminals)), "all have settled down")
    for name in list(game.processes):
        stop(game, name)
    shutil.copy(disk / "table.journal", game.folder)
    story = audit(game.folder, game.rig.table, game.terminals)
    return [round.void for round in story.rounds.values()]


def test_c10_on_a_full_disk_the_round_in_play_ends_and_no_other_begins(crowded: Game, small_disk: Path) -> None:
    game = crowded
    game.begin("card 2")
    fill(small_disk, "some", leave=MIB)
    game.end_round()  # the reserve stood in
    fill(small_disk, "more", leave=8 * MIB)  # less than a Round may need
    game.croupier.rounds_left = None
    game.until(lambda: "storage" in refusals(game), "no Round is begun that might not be written to its end")
    rounds = game.view.round_no
    for name in ("some", "more"):
        (small_disk / name).unlink()
    game.until(lambda: game.view.round_no > rounds, "there is room again")
    game.croupier.rounds_left = 0
    assert not any(judged(game, small_disk))


def refusals(game: Game) -> list[str]:
    return [refused.refusal.reason for refused in game.link.desk.refusals.values()]


def test_c10_a_disk_with_no_byte_left_ends_the_process_and_loses_nothing(crowded: Game, small_disk: Path) -> None:
    game = crowded
    game.begin("card 4")
    (small_disk / "table.journal-reserve").unlink()
    fill(small_disk, "all", leave=0)
    process = game.processes.pop(CONSOLE)
    game.stop_at = ""
    game.until(lambda: process.status is not None, "the console cannot write any more")
    assert process.status == 1
    assert "the disk is full" in game.rig.log(CONSOLE)
    (small_disk / "all").unlink()
    game.start(CONSOLE)
    game.end_round()
    assert judged(game, small_disk) == [False]
