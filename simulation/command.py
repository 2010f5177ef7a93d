"""`etg sim`: the whole table in one process, with everything that can go wrong, from a seed.

Runs many seeds on all cores, shows how far it is, and ends with the faults that were injected, or with the invariant
that was broken, the seed and the last lines of what happened. The same seed gives the same run, byte for byte.
"""

import argparse
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from time import monotonic
from typing import Final, NamedTuple

from audit.progress import Progress, natural, positive
from protocol.process import settle_memory
from simulation.cluster import Mix
from simulation.run import TERMINALS, Failed, Report, everything, script
from simulation.run import run as run_seed
from simulation.world import FAULTS

HELP = "Play a whole table with crashes, lost messages and errors, and check the money."
EXAMPLE = """
./etg sim                                    20 seeds of 20 rounds, each with its own mix of faults
./etg sim --seed 7 --rounds 50 --swarm       one seed, as often as you like: always the same run
./etg sim --real-disk                        with the journals of the processes in every run, on a disk that fails
./etg sim --seeds 1000 --all-faults          a long run that must have met every sort of fault
./etg sim --crash-everywhere                 one short play, with a crash at each of its failpoints in turn
"""
MATRIX: Final = tuple(name for name in FAULTS if name[1:].isdigit())  # FAULTS 4.1 to 4.3, and names and keys


class Task(NamedTuple):
    seed: int
    rounds: int
    kind: str  # swarm, everything, calm
    terminals: int
    real_disk: bool | None = None  # None: in a share of the seeds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=natural, metavar="N", help="this seed only, or the first of --seeds")
    parser.add_argument("--seeds", type=positive, metavar="N", help="how many seeds; default: 20, with --seed 1")
    parser.add_argument("--rounds", type=positive, default=20, metavar="N", help="of each seed; default: 20")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--swarm", action="store_true", help="the seed also draws what goes wrong (default)")
    kind.add_argument("--everything", action="store_true", help="everything goes wrong now and then")
    kind.add_argument("--calm", action="store_true", help="nothing goes wrong")
    kind.add_argument("--crash-everywhere", action="store_true", help="a crash at each failpoint of a short play")
    parser.add_argument("--terminals", type=positive, default=TERMINALS, metavar="N", help=f"default: {TERMINALS}")
    parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, metavar="N", help="default: all cores")
    parser.add_argument("--real-disk", action="store_true", help="real journals in every run, not in one of ten")
    parser.add_argument("--all-faults", action="store_true", help="fail if a sort of fault was not met")
    parser.add_argument("--min-rounds", type=natural, default=0, metavar="N", help="fail if fewer were played")
    parser.add_argument("--min-faults", type=natural, default=0, metavar="N", help="fail if fewer were met")


def run(args: argparse.Namespace) -> int:
    if args.crash_everywhere:
        return crash_everywhere(args.jobs)
    first = 0 if args.seed is None else args.seed
    count = args.seeds or (20 if args.seed is None else 1)
    kind = "calm" if args.calm else "everything" if args.everything else "swarm"
    real_disk = args.real_disk or None
    tasks = [Task(seed, args.rounds, kind, args.terminals, real_disk) for seed in range(first, first + count)]
    began = monotonic()
    try:
        reports = list(with_progress(play_all(tasks, args.jobs), tasks, args.rounds))
    except Failed as failed:
        return broken(failed, args)
    print("\n".join(table_of(reports, monotonic() - began)))
    short = shortfalls(reports, args)
    for sentence in short:
        print(f"etg sim: {sentence}", file=sys.stderr)
    return 1 if short else 0


def shortfalls(reports: list[Report], args: argparse.Namespace) -> list[str]:
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


def broken(failed: Failed, args: argparse.Namespace) -> int:
    print(f"\nBROKEN  {failed.broken}\n", file=sys.stderr)
    print("\n".join(failed.lines), file=sys.stderr)
    kind = "" if not (args.calm or args.everything) else " --calm" if args.calm else " --everything"
    terminals = "" if args.terminals == TERMINALS else f" --terminals {args.terminals}"
    real_disk = " --real-disk" if args.real_disk else ""
    again = f"./etg sim --seed {failed.seed} --rounds {args.rounds}{kind}{terminals}{real_disk}"
    print(f"\nAgain, step by step the same: {again}", file=sys.stderr)
    return 1


# --- the runs ------------------------------------------------------------------------------------------------


def play(task: Task) -> Report:
    mix = {"calm": Mix, "everything": everything}.get(task.kind, lambda: None)()
    return run_seed(task.seed, task.rounds, mix, terminals=task.terminals, real_disk=task.real_disk)


def play_all(tasks: list[Task], jobs: int) -> Iterator[Report]:
    if jobs == 1 or len(tasks) == 1:
        yield from map(play, tasks)
        return
    with ProcessPoolExecutor(jobs, initializer=start_worker) as pool:
        futures = [pool.submit(play, task) for task in tasks]
        try:
            for future in as_completed(futures):
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def start_worker() -> None:
    """Ctrl-C is for the parent; it sees to its children."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    settle_memory()


def with_progress(reports: Iterable[Report], tasks: list[Task], rounds: int) -> Iterator[Report]:
    progress = Progress(len(tasks) * rounds, sys.stderr)
    for done, report in enumerate(reports, 1):
        progress.show(done * rounds)
        yield report


def table_of(reports: list[Report], seconds: float) -> list[str]:
    """The table of what was done and what went wrong."""
    faults: Counter[str] = sum((report.faults for report in reports), Counter())
    rounds = sum(report.rounds for report in reports)
    minutes = sum(report.virtual_ms for report in reports) / 60_000
    real: Counter[str] = sum((report.real for report in reports), Counter())
    seeds = "1 seed" if len(reports) == 1 else f"{len(reports):,} seeds"
    lines = [f"{'':4}{'fault that changed what happened':<68}{'times':>9}", "-" * 81]
    lines += [f"{name:<4}{what:<68}{faults[name]:>9,}" for name, what in FAULTS.items()]
    lines += [
        "-" * 81,
        f"{'':4}{'all faults':<68}{sum(faults.values()):>9,}",
        f"{'':4}{'rounds played':<68}{rounds:>9,}",
        f"{'':4}{'entries written':<68}{sum(report.entries for report in reports):>9,}",
        f"{'':4}{'messages sent':<68}{sum(report.messages for report in reports):>9,}",
        f"{'':4}{'minutes of play':<68}{minutes:>9,.0f}",
        f"{'':4}{'runs on real journals, books and checkpoints':<68}{real['runs']:>9,}",
        f"{'':4}{'checkpoints kept in them':<68}{real['checkpoints']:>9,}",
        f"{'':4}{'starts from a checkpoint, compared with all entries':<68}{real['restored']:>9,}",
        "",
        f"{seeds} in {seconds:.1f} s, no invariant broken; money conserved, every Bet has its one fate.",
    ]
    if len(reports) == 1:
        lines.append(f"digest {reports[0].digest}")
    return lines


def crash_everywhere(jobs: int) -> int:
    report, kinds = script()
    print(f"The play has {report.points} failpoints and {len(kinds)} kinds of entries.", flush=True)
    progress = Progress(report.points, sys.stderr, "crashes")
    points = range(1, report.points + 1)
    try:
        with ProcessPoolExecutor(jobs, initializer=start_worker) as pool:
            for done, _ in enumerate(pool.map(script, points, chunksize=8), 1):
                progress.show(done)
    except Failed as failed:
        print(f"\nBROKEN  {failed.broken}\n", "\n".join(failed.lines), sep="\n", file=sys.stderr)
        return 1
    print(f"A crash at each of {report.points} failpoints: no invariant broken, everything came to rest.")
    return 0
