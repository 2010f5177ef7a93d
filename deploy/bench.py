"""`etg bench`: how fast rule books, table in memory and cluster are, as ratios to bare parts of the same run."""

import argparse
import sys
from collections.abc import Callable

from benchmarks import boxes, cluster, door, floor, reports, rules, screens, table

HELP = "Measure how fast the rule books, the table in memory and the real cluster are."
EXAMPLE = """
./etg bench
./etg bench rules table
./etg bench cluster --large
"""
PARTS = ("rules", "table", "boxes", "cluster", "door", "screens", "reports", "floor")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("part", nargs="*", metavar="|".join(PARTS), help="default: all; the cluster takes minutes")
    parser.add_argument(
        "--large",
        action="store_true",
        help=f"cluster and reports also with {cluster.ROUNDS_LARGE} rounds, floor with a million entries: minutes",
    )


def run(args: argparse.Namespace) -> int:
    unknown = sorted(set(args.part) - set(PARTS))
    if unknown:
        print(f"etg bench: there is no part {unknown[0]!r}: {', '.join(PARTS)}", file=sys.stderr)
        return 2
    plan = cluster.LARGE if args.large else cluster.Plan()
    measures: dict[str, Callable[[], bool | None]] = {  # False: its goal was missed
        "rules": rules.main,
        "table": table.main,
        "boxes": boxes.main,
        "cluster": lambda: cluster.main(plan),
        "door": door.main,
        "screens": screens.main,
        "reports": lambda: reports.main(reports.ROUNDS_LARGE if args.large else reports.ROUNDS),
        "floor": lambda: floor.main(floor.ROUNDS_LARGE if args.large else floor.ROUNDS),
    }
    missed = False
    for number, part in enumerate(part for part in PARTS if not args.part or part in args.part):
        if number:
            print()
        try:
            missed |= measures[part]() is False
        except door.NoAnswer as error:
            print(f"etg bench: {part}: {error}", file=sys.stderr)
            return 1
    return int(missed)
