"""`etg sim`: the whole table in one process, with everything that can go wrong, from a seed.

Runs fixed seeds and fresh ones on all cores, shows how far it is, and ends with the faults that were injected and the
states that were seen; or with the invariant that was broken, the seed, the last lines, and a file with the shortest
history that still breaks it. The same seed gives the same run, byte for byte. `--minutes` searches for so long.
"""

import argparse
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any, Final

from audit.progress import Progress, natural, positive
from simulation import box_world, coverage, night, play
from simulation.box_world import SHARE, draw_game
from simulation.directed import DirectedWorld
from simulation.mix import Mix
from simulation.play import SIZES, TERMINALS, Play, Refused, draw_terminals
from simulation.pool import FORK, Pool, start_worker
from simulation.run import Failed, Report, Stage, alike, draw_mix, everything, mild, script
from simulation.search import Search, merged
from simulation.shrink import Effort, shrink
from simulation.story import tell
from simulation.world import FAULTS

HELP = "Play a whole table with crashes, lost messages and errors, and check the money."
EXAMPLE = """
./etg sim                                    20 fixed seeds of 20 rounds and a fresh one, each with its own faults
./etg sim --seed 7 --rounds 50 --swarm       one seed, as often as you like: always the same run
./etg sim --real-disk                        with the journals of the processes in every run, on a disk that fails
./etg sim --seeds 1000 --all-faults          a long run that must have met every sort of fault
./etg sim --seeds 300 --long 100             beside the 300 a hundred milder runs, each of 100 rounds
./etg sim --crash-everywhere                 one short play, with a crash at each of its failpoints in turn
./etg sim --search --seeds 300 --seed 5      300 runs that are grown toward what was rarely seen; always the same
./etg sim --minutes 480 --cores 2            a night: searches, and keeps a report in the folder sim-night-SEED
./etg sim --resume sim-night-SEED            goes on where the night was stopped or killed
./etg sim --game three_pictures --seeds 10   on boxes, with the same faults, judged by an oracle of their own
./etg sim --replay sim-failures/M10-8c1f.json   a kept history again, step by step the same, told as a story

Ends with 0 if nothing was violated, 1 if something was (or less was met than was asked for), 2 if it was asked for
what cannot be played, and 130 or 143 if it was stopped by Ctrl-C or a SIGTERM before.
"""
BACCARAT: Final = "baccarat"
GAMES: Final = (BACCARAT, *box_world.ALL)
MATRIX: Final = tuple(name for name in FAULTS if name[1:].isdigit())  # FAULTS 4.1 to 4.3, and names and keys
FRESH_ONE_IN: Final = 20  # of the fixed seeds: 100 fresh ones beside 2,005
LONG_ROUNDS: Final = 100  # a set of eight decks ends after some 70, which no shorter run sees
MILD_TERMINALS: Final = 2
SEARCH_RUNS: Final = 200
FOR_EVER_S: Final = 1e9
STORY_LINES_MAX: Final = 90  # that are printed; the file has all
TELL_S: Final = 60.0  # how often a night says how far it is, where nobody watches


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=natural, metavar="N", help="this seed only, or the first of --seeds")
    parser.add_argument("--seeds", type=positive, metavar="N", help="how many fixed seeds; default: 20, with --seed 1")
    parser.add_argument(
        "--fresh",
        type=natural,
        metavar="N",
        help=f"and so many that are other ones each time; default: one for {FRESH_ONE_IN}, none with --seed",
    )
    parser.add_argument(
        "--long",
        type=natural,
        default=0,
        metavar="N",
        help=f"and the next N seeds as runs of {LONG_ROUNDS} rounds with --mild; default: none",
    )
    parser.add_argument("--game", choices=GAMES, help=f"default: the seed draws it, {SHARE:.0%}% play on boxes")
    parser.add_argument("--rounds", type=positive, default=20, metavar="N", help="of each seed; default: 20")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--swarm", action="store_true", help="the seed also draws what goes wrong (default)")
    kind.add_argument("--everything", action="store_true", help="everything goes wrong now and then")
    kind.add_argument(
        "--mild",
        action="store_true",
        help=f"half of the swarm, at a table of {MILD_TERMINALS} terminals and nobody else",
    )
    kind.add_argument("--calm", action="store_true", help="nothing goes wrong")
    kind.add_argument("--crash-everywhere", action="store_true", help="a crash at each failpoint of a short play")
    kind.add_argument("--search", action="store_true", help=f"grow runs toward rare states; --seeds: {SEARCH_RUNS}")
    kind.add_argument("--minutes", type=positive, metavar="N", help="search for so long, with a report in a folder")
    kind.add_argument("--resume", type=Path, metavar="FOLDER", help="go on with a night that was stopped or killed")
    kind.add_argument("--replay", type=Path, metavar="FILE", help="play a kept history again, and tell it")
    drawn = f"default: the seed draws {min(SIZES)} to {max(SIZES)}, a search has {TERMINALS}"
    parser.add_argument("--terminals", type=positive, metavar="N", help=drawn)
    parser.add_argument(
        *("--jobs", "--cores"), type=positive, default=os.cpu_count() or 1, metavar="N", help="default: all cores"
    )
    parser.add_argument(
        "--out", type=Path, metavar="FOLDER", help="for what failed (default: sim-failures), or a night"
    )
    parser.add_argument("--no-shrink", action="store_true", help="do not look for the shortest history that fails")
    parser.add_argument("--real-disk", action="store_true", help="real journals in every run, not in one of nine")
    parser.add_argument("--all-faults", action="store_true", help="fail if a sort of fault was not met")
    parser.add_argument("--min-rounds", type=natural, default=0, metavar="N", help="fail if fewer were played")
    parser.add_argument("--min-faults", type=natural, default=0, metavar="N", help="fail if fewer were met")


def run(args: argparse.Namespace) -> int:
    try:
        if args.crash_everywhere:
            return crash_everywhere(args.jobs, _named(args.game))
        if args.replay is not None:
            return replay(args.replay)
        if args.search or args.minutes or args.resume:
            return play_night(args)
        return play_seeds(args)
    except Refused as refused:
        print(f"etg sim: {refused}", file=sys.stderr)
        return 2


# --- fixed seeds, and fresh ones --------------------------------------------------------------------------------


def play_seeds(args: argparse.Namespace) -> int:
    first = 0 if args.seed is None else args.seed
    count = args.seeds or (20 if args.seed is None else 1)
    fresh = args.fresh
    if fresh is None:
        fresh = 0 if args.seed is not None else max(1, count // FRESH_ONE_IN)
    make = _mild if args.mild else _plain
    fixed = [_mild(first + count + at, args, LONG_ROUNDS) for at in range(args.long)]  # so that none is left at the end
    fixed += [make(seed, args) for seed in range(first, first + count)]
    plays = [*fixed, *(make(fresh_seed(), args) for _ in range(fresh))]
    began = monotonic()
    reports: dict[int, Report] = {}
    for place, outcome in _with_progress(plays, args):
        if isinstance(outcome, Failed):
            return broken(outcome, plays[place], args, long=place < args.long, fresh=place >= len(fixed))
        reports[place] = outcome
    played = [reports[place] for place in range(len(plays))]
    print("\n".join(table_of(played, monotonic() - began, fresh, args.long)))
    short = shortfalls(played, args)
    for sentence in short:
        print(f"etg sim: {sentence}", file=sys.stderr)
    return 1 if short else 0


def fresh_seed() -> int:
    """Another one each time, and no longer than a person can copy."""
    return int.from_bytes(os.urandom(6))


def _plain(seed: int, args: argparse.Namespace) -> Play:
    mix = Mix() if args.calm else everything() if args.everything else None
    game = _game_of(seed, args)
    if game and mix is not None and not args.calm:
        mix = box_world.on_boxes(mix, seed, game)
    terminals = args.terminals or draw_terminals(seed)
    return Play(seed, args.rounds, terminals, mix, real_disk=args.real_disk or None, game=game)


def _mild(seed: int, args: argparse.Namespace, rounds: int = 0) -> Play:
    game = _game_of(seed, args)
    terminals = args.terminals or MILD_TERMINALS
    return Play(seed, rounds or args.rounds, terminals, mild(draw_mix(seed, game)), real_disk=args.real_disk, game=game)


def _game_of(seed: int, args: argparse.Namespace) -> str:
    return draw_game(seed) if args.game is None else _named(args.game)


def _named(game: str | None) -> str:
    """As a `Play` has it."""
    return "" if game in (None, BACCARAT) else str(game)


def _with_progress(plays: Sequence[Play], args: argparse.Namespace) -> Iterator[tuple[int, Report | Failed]]:
    progress, done = Progress(sum(play.rounds for play in plays), sys.stderr), 0
    with Pool(min(args.jobs, len(plays))) as pool:
        for place, outcome in pool.play(plays):
            done += plays[place].rounds
            progress.show(done)
            yield place, outcome


def shortfalls(reports: Sequence[Report], args: argparse.Namespace) -> list[str]:
    """What the run was asked to have had, and had not."""
    short = []
    missing = [name for name in MATRIX if not sum(report.faults[name] for report in reports)]
    if missing and args.all_faults:
        short.append(f"not one of these faults came up: {', '.join(missing)}")
    rounds = sum(report.rounds for report in reports)
    if rounds < args.min_rounds:
        short.append(f"{rounds:,} rounds were played, {args.min_rounds:,} were asked for")
    faults = sum(report.faults.total() for report in reports)
    if faults < args.min_faults:
        short.append(f"{faults:,} faults came up, {args.min_faults:,} were asked for")
    return short


def broken(failed: Failed, failing: Play, args: argparse.Namespace, *, long: bool, fresh: bool) -> int:
    print(f"\nBROKEN  {failed.broken}\n", file=sys.stderr)
    print("\n".join(failed.lines), file=sys.stderr)
    kind = " --mild" if args.mild or long else " --calm" if args.calm else " --everything" if args.everything else ""
    terminals = "" if args.terminals is None else f" --terminals {args.terminals}"
    real_disk = " --real-disk" if args.real_disk else ""
    game = "" if args.game is None else f" --game {args.game}"
    again = f"./etg sim --seed {failed.seed} --rounds {failing.rounds}{kind}{terminals}{real_disk}{game}"
    if fresh and not args.mild:
        line = f"{failed.seed} {args.rounds} {failing.terminals} {failing.game}".rstrip()
        print(f"\nThis was a fresh seed: put `{line}` into tests/sim/seeds.txt when it is mended.", file=sys.stderr)
    print(f"\nAgain, step by step the same: {again}", file=sys.stderr)
    if args.no_shrink:
        return 1
    print("\nLooking for the shortest history that breaks it in the same way ...", file=sys.stderr, flush=True)
    short = shrink(failing, failed.broken, Effort())
    path = night.keep_violation(args.out or Path("sim-failures"), short)
    print("\n".join(_shown(short.story)), file=sys.stderr)
    before, after = f"{short.before} things that happened by chance", f"{short.after} are left"
    print(f"\nOf {before} {after}, after {short.runs} runs. ./etg sim --replay {path}", file=sys.stderr)
    return 1


def _shown(story: list[str]) -> list[str]:
    if len(story) <= STORY_LINES_MAX:
        return story
    return [
        *story[:2],
        f"{'':>11}({len(story) - STORY_LINES_MAX} lines are in the file)",
        *story[2 - STORY_LINES_MAX :],
    ]


def table_of(reports: Sequence[Report], seconds: float, fresh: int = 0, long: int = 0) -> list[str]:
    """The table of what was done and what went wrong. The first `long` reports are of long runs, the last `fresh` of
    fresh seeds.
    """
    faults: Counter[str] = sum((report.faults for report in reports), Counter())
    rounds = sum(report.rounds for report in reports)
    minutes = sum(report.virtual_ms for report in reports) / 60_000
    real: Counter[str] = sum((report.real for report in reports), Counter())
    fixed = reports[: len(reports) - fresh]
    seeds = "1 seed" if len(fixed) == 1 else f"{len(fixed):,} seeds"
    seeds += "" if not fresh else f" and {fresh:,} fresh " + ("one" if fresh == 1 else "ones")
    lines = [f"{'':4}{'fault that changed what happened':<68}{'times':>9}", "-" * 81]
    lines += [f"{name:<4}{what:<68}{faults[name]:>9,}" for name, what in FAULTS.items()]
    lines += [
        "-" * 81,
        *coverage.table_of(merged([report.seen.cells for report in reports])),
        "-" * 81,
        f"{'':4}{'all faults':<68}{sum(faults.values()):>9,}",
        f"{'':4}{'rounds played':<68}{rounds:>9,}",
        *_long(reports[:long]),
        *_boxes(reports),
        f"{'':4}{'entries written':<68}{sum(report.entries for report in reports):>9,}",
        f"{'':4}{'messages sent':<68}{sum(report.messages for report in reports):>9,}",
        f"{'':4}{'minutes of play':<68}{minutes:>9,.0f}",
        f"{'':4}{'runs on real journals, books and checkpoints':<68}{real['runs']:>9,}",
        f"{'':4}{'checkpoints kept in them':<68}{real['checkpoints']:>9,}",
        f"{'':4}{'starts from a checkpoint, compared with all entries':<68}{real['restored']:>9,}",
        f"{'':4}{'seconds of processor':<68}{sum(report.cpu_s for report in reports):>9,.0f}",
        "",
        f"{seeds} in {seconds:.1f} s, no invariant broken; money conserved, every Bet has its one fate.",
    ]
    if len(fixed) == 1:
        lines.append(f"digest {fixed[0].digest}")
    else:
        lines.append(f"digest of the {len(fixed):,} {digest_of(fixed)}")
    return lines


def _long(reports: Sequence[Report]) -> list[str]:
    lines = []
    if reports:
        lines.append(f"{'':4}{'  of these in long runs, which are milder':<68}{sum(it.rounds for it in reports):>9,}")
        lines.append(f"{'':4}{'  and the faults there':<68}{sum(it.faults.total() for it in reports):>9,}")
    return lines


def _boxes(reports: Sequence[Report]) -> list[str]:
    """What was judged there. The reference model of a whole run knows no boxes; that of their drill does."""
    found: Counter[str] = sum((report.boxes for report in reports), Counter())
    judged = found.pop("judged", 0)
    lines = [f"{'':4}{'rounds on boxes that the oracle has judged (drills have a model, too)':<68}{judged:>9,}"]
    lines += [f"{'':4}{'  ' + why:<68}{count:>9,}" for why, count in found.most_common()]
    return lines if judged or found else []


def digest_of(reports: Sequence[Report]) -> str:
    told = "\n".join(f"{report.seed} {report.digest}" for report in sorted(reports, key=lambda report: report.seed))
    return sha256(told.encode()).hexdigest()


# --- one kept history ---------------------------------------------------------------------------------------------


def replay(path: Path) -> int:
    try:
        kept = play.read(path)
    except Refused as refused:
        raise Refused(f"{path} cannot be played: {refused}") from None
    stage = Stage(kept.play, directed=True)
    try:
        ended, digest = "", stage.perform().digest
    except Failed as failed:
        ended, digest = failed.broken, failed.digest
    assert isinstance(stage.world, DirectedWorld)
    print("\n".join(tell(kept.play, stage.world.recorder.all(), ended)))
    if digest == kept.digest and ended == kept.broken:
        print(f"\nStep by step as it was kept: digest {digest}")
    else:
        how = "alike" if alike(ended) == alike(kept.broken) else "otherwise" if ended else "well"
        print(f"\nThe program plays it otherwise than when it was kept, and it ends {how}.\nIt was: {kept.broken}")
    return 1 if ended else 0


# --- a search, or a whole night -------------------------------------------------------------------------------------


def play_night(args: argparse.Namespace) -> int:
    if args.resume is not None:
        folder, going = args.resume, night.resume(args.resume)
        print(f"It goes on after {going.runs:,} runs and {going.seconds / 60:.1f} minutes.", file=sys.stderr)
    else:
        seed = fresh_seed() if args.seed is None else args.seed
        folder = args.out or Path(f"sim-{'search' if args.search else 'night'}-{seed}")
        seconds = 60.0 * args.minutes if args.minutes else FOR_EVER_S
        runs = (args.seeds or SEARCH_RUNS) if args.search else None
        search = Search(seed, args.rounds, args.terminals or TERMINALS, args.game)
        going = night.begin(folder, search, seconds, runs)
    with Pool(args.jobs) as pool:
        stopped_by = _stop_in_order(pool)
        night.Keeper(going, folder, pool, Told(going)).go_on()
    print((folder / night.REPORT).read_text(), end="")
    again = f"; to go on: ./etg sim --resume {folder}" if going.ended == "stopped" else ""
    print(f"The report is in {folder / night.REPORT}{again}", file=sys.stderr)
    return 1 if going.found else 128 + stopped_by[0] if stopped_by else 0


def _stop_in_order(pool: Pool) -> list[int]:
    """The first signal ends the night after the runs that are under way, the second one at once."""
    caught: list[int] = []

    def stop(number: int, _frame: Any) -> None:
        if caught:
            raise KeyboardInterrupt
        caught.append(number)
        pool.stop.set()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    return caught


class Told:
    """How far a night is: on a screen a line that changes, elsewhere one now and then."""

    def __init__(self, going: night.Night) -> None:
        runs = going.runs_asked
        self._of = f"{runs:,} runs" if runs is not None else f"{going.seconds_asked / 60:.0f} min"
        self._moves = sys.stderr.isatty()
        self._told = monotonic() - TELL_S

    def __call__(self, going: night.Night) -> None:
        if not self._moves and monotonic() - self._told < TELL_S:
            return
        self._told = monotonic()
        states = f"{len(coverage.states(going.cells)):,} states, {len(going.cells):,} with faults"
        line = f"{going.seconds / 60:.1f} min of {self._of}: {going.runs:,} runs, {going.rounds:,} rounds, {states}"
        line += f", {len(going.found)} kinds of violation" if going.found else ""
        print(f"\r{line}\033[K" if self._moves else line, end="" if self._moves else "\n", file=sys.stderr, flush=True)


def crash_everywhere(jobs: int, game: str) -> int:
    report, kinds = script(game=game)
    print(f"The play has {report.points} failpoints and {len(kinds)} kinds of entries.", flush=True)
    progress = Progress(report.points, sys.stderr, "crashes")
    points = range(1, report.points + 1)
    try:
        with ProcessPoolExecutor(jobs, FORK, start_worker) as pool:
            for done, _ in enumerate(pool.map(partial(script, game=game), points, chunksize=8), 1):
                progress.show(done)
    except Failed as failed:
        print(f"\nBROKEN  {failed.broken}\n", "\n".join(failed.lines), sep="\n", file=sys.stderr)
        return 1
    print(f"A crash at each of {report.points} failpoints: no invariant broken, everything came to rest.")
    return 0
